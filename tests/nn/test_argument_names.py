"""Arguments with the names that functions passing them on give their own."""

from __future__ import annotations

import copy

import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax.nn.optim.optimizer import opt_init_args_register
from tests import every_mode

NAMES = "cls self fn args kwargs name function key value instance cell block obj phase".split()
TEXT = """
class Scaled(nn.Cell):
    def __init__(this, {name}, /, more=0.0):
        super().__init__()
        this.factor = ms.Parameter(Tensor([{name}, 3.0]), name="factor")

    def construct(this, {name}, other):
        return (this.factor * {name} - other).sum()

class Keyword(Scaled):
    def __init__(this, {name}, more=0.0):
        super().__init__({name} + more)

class Times(ops.PrimitiveWithInfer):
    @ops.prim_attr_register
    def __init__(this, {name}=1):
        this.held = {name}

    def __call__(this, x):
        return x * this.held

class Descent(nn.Optimizer):
    @opt_init_args_register
    def __init__(this, params, {name}=0.5):
        super().__init__({name}, params)

def product({name}, other):
    return ({name} * other).sum()
"""


@pytest.fixture(params=NAMES)
def made(request):
    """The names that the text defines, and the argument's name."""
    space = {"ms": ms, "nn": nn, "ops": ops, "Tensor": Tensor}
    space["opt_init_args_register"] = opt_init_args_register
    exec(TEXT.format(name=request.param), space)
    return space, request.param


def given():
    return Tensor([1.0, 4.0]), Tensor([2.0, 0.5])


def test_constructors(made):
    space, name = made
    net = space["Keyword"](**{name: 1.0}, more=1.0)
    assert net.factor.tolist() == copy.deepcopy(net).factor.tolist() == [2, 3]
    times = space["Times"](**{name: 4})
    assert times.init_attrs == {name: 4} and times(2) == 8
    weight = [net.factor]
    descent = space["Descent"](params=weight, **{name: 0.25})
    assert descent.init_params == {"params": weight} and descent.get_lr().item() == 0.25


def test_calls(made):
    space, name = made
    net, (x, other) = space["Scaled"](2.0), given()
    named = {name: x, "other": other}
    runs = [net, ms.jit(net), ms.jit(lambda **k: net(**k))]
    seen = []
    hooked = space["Scaled"](2.0)
    hooked.register_forward_hook(lambda c, a, k, o: seen.append(sorted(k)), with_kwargs=True)
    again = space["Scaled"](2.0)
    again.recompute()
    assert [run(**named).item() for run in (*runs, hooked, again)] == [11.5] * 5
    assert seen == [sorted(named)]
    with every_mode.graph_mode():
        assert net(**named).item() == net(x, other=other).item() == 11.5
        assert net.compile_and_run(x, other=other).item() == 11.5


def test_gradients(made):
    space, name = made
    net, (x, other) = space["Scaled"](2.0), given()
    named = {name: x, "other": other}
    product = space["product"]

    def check():
        assert ms.grad(product)(**named).tolist() == other.tolist()
        _, slope = ms.value_and_grad(net, None, net.factor)(**named)
        assert slope.tolist() == x.tolist()
        by_all = ops.GradOperation(get_all=True)(product)(**named)
        assert [g.tolist() for g in by_all] == [other.tolist(), x.tolist()]

    check()
    with every_mode.graph_mode():
        check()
    assert ms.jit(product)(**named).item() == 4
    assert ms.jit(ms.grad(product))(**named).tolist() == other.tolist()
