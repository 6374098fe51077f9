"""Hooks of Tensors from outside and inside, in every mode.

The gradients are those of MindSpore 2.10 in PYNATIVE mode, which compiled code shares.
"""

from __future__ import annotations

import jax
import numpy as np
import pytest
from every_mode import MODES, in_every_mode

import msjax as ms
from msjax import nn, ops


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def half(g):
    return g / 2


def less(g):
    return g - 4


def where_large(g):
    return g * 3 if g.max() > 1 else g


def fourth(x):
    return (x**4).sum()


def gradient(x):
    return ms.grad(fourth)(x)


class Weighted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(tensor(3, -1), name="weight")

    def construct(self, x):
        return (self.weight * x * x).sum()


def close(value, *expected):
    np.testing.assert_allclose(value.asnumpy(), expected, rtol=1e-6)


@in_every_mode
def test_hook_of_an_argument(mode):
    x, f = tensor(1, -2), mode(gradient)
    close(f(x), 4, -32)
    handle = x.register_hook(half)
    close(f(x), 2, -16)
    second = x.register_hook(less)
    close(f(x), -2, -20)
    handle.remove()
    close(f(x), 0, -36)
    second.remove()
    close(f(x), 4, -32)
    close(f(tensor(2, 0)), 32, 0)


@in_every_mode
def test_hook_of_an_argument_of_a_compiled_function(mode):
    x = tensor(1, -2)
    x.register_hook(half)
    x.register_hook(less)
    close(mode(lambda a: ms.grad(ms.jit(fourth))(a))(x), -2, -20)
    close(ms.grad(mode(fourth))(x), -2, -20)


@in_every_mode
def test_hook_of_a_weight_is_seen_at_the_next_call(mode):
    net = Weighted()
    step = mode(lambda x: ms.grad(net, None, net.trainable_params())(x)[0])
    x = tensor(2, 3)
    close(step(x), 4, 9)
    first = net.weight.register_hook(less)
    close(step(x), 0, 5)
    net.weight.register_hook(half)
    close(step(x), 0, 2.5)
    first.remove()
    close(step(x), 2, 4.5)


@in_every_mode
def test_hook_sees_the_zeros_of_what_is_not_used(mode):
    x, net = tensor(1, 2), Weighted()
    x.register_hook(less)
    net.weight.register_hook(half)
    net.weight.register_hook(less)
    found = mode(lambda a: ms.grad(lambda b: ops.ones(2).sum(), 0, [net.weight])(a))(x)
    close(found[0], -4, -4)
    close(found[1][0], -4, -4)


@in_every_mode
def test_hooks_are_called_once_at_each_level(mode):
    x = tensor(1, 2)
    x.register_hook(half)
    close(mode(ms.grad(lambda a: gradient(a).sum()))(x), 3, 12)


@in_every_mode
def test_several_hooks_of_a_result_run_in_order(mode):
    def f(x):
        y = x * 3
        y.register_hook(less)
        y.register_hook(half)
        return (y * y).sum()

    close(mode(ms.grad(f))(tensor(1, 2)), 3, 12)
    close(ms.grad(mode(f))(tensor(1, 2)), 3, 12)


@in_every_mode
def test_several_hooks_that_a_function_puts_on_its_argument(mode):
    def f(x):
        x.register_hook(less)
        x.register_hook(half)
        return (x * x).sum()

    close(mode(ms.grad(f))(tensor(1, 4)), -1, 2)
    close(ms.grad(mode(f))(tensor(1, 4)), -1, 2)


def test_a_hook_put_on_an_argument_stays():
    def f(x):
        x.register_hook(half)
        return fourth(x)

    x = tensor(1, 2)
    close(ms.grad(f)(x), 2, 16)
    close(ms.grad(f)(x), 1, 8)
    assert x.hooks() == [half, half]
    out, pull = ms.ops.vjp(f, x)
    close(pull(tensor(1).reshape(()))[0], 0.5, 4)


@in_every_mode
def test_compiled_code_does_not_gather_hooks_of_a_weight(mode):
    p = ms.Parameter(tensor(1, 2), name="p")

    def f(x):
        handle = p.register_hook(half)
        out = (x * p * p).sum()
        if mode is MODES["eager"]:
            out = out + 0
        return out if handle else None

    step = mode(lambda x: ms.grad(f, None, [p])(x)[0])
    close(step(tensor(1, 1)), 1, 2)
    close(step(tensor(1, 1)), *((0.5, 1) if mode is MODES["eager"] else (1, 2)))


@in_every_mode
@pytest.mark.runs_eagerly
def test_a_hook_with_a_condition(mode):
    def f(x):
        y = x * 2
        y.register_hook(where_large)
        return (y * y).sum()

    x = tensor(1, 2)
    close(mode(ms.grad(f))(x), 24, 48)
    close(ms.grad(mode(f))(x), 24, 48)
    x.register_hook(where_large)
    close(mode(gradient)(x), 12, 96)


@in_every_mode
@pytest.mark.runs_eagerly
def test_a_hook_that_uses_other_tensors(mode):
    scale = tensor(2, 5)

    def f(x):
        y = x * 2
        z = y + 1
        y.register_hook(lambda g: g * z)
        z.register_hook(lambda g: g * scale)
        return (z * z).sum()

    whole, inside = mode(ms.grad(f)), mode(f)
    x = tensor(1, 2)
    close(whole(x), 72, 500)
    close(ms.grad(inside)(x), 72, 500)
    scale[0] = 1
    close(whole(x), 36, 500)
    close(ms.grad(inside)(x), 36, 500)


@pytest.mark.runs_eagerly
def test_a_bprop_that_reads_a_weight_of_its_own():
    class Layer(nn.Cell):
        def __init__(self):
            super().__init__()
            self.scale = ms.Parameter(tensor(2), name="scale")

        def construct(self, x):
            return x * self.scale

        def bprop(self, x, out, dout):
            return (dout * self.scale * 10,)

    net = Layer()
    compiled = ms.jit(net)
    for value in (2, 3):
        net.scale.set_data(tensor(value))
        close(ms.grad(compiled)(tensor(1)), 10 * value)


@pytest.mark.runs_eagerly
def test_hooks_that_change_at_every_call_do_not_compile_for_ever():
    f = ms.jit(gradient)
    for i in range(1, 9):
        x = tensor(1, 2)
        x.register_hook(lambda g, i=i: g * i)
        close(f(x), 4 * i, 32 * i)


class Squared(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (2 * x * dout,)


def through_bprop(x):
    return (Squared()(x) ** 2).sum()


def through_a_hook(x):
    y = x * 2
    y.register_hook(lambda gradient: gradient)
    return (y**3).sum()


@pytest.mark.parametrize(
    ("f", "second"), [(through_bprop, [12.0, 48.0, 108.0]), (through_a_hook, [48.0, 96.0, 144.0])]
)
def test_second_gradients_in_every_mode(f, second):
    def twice(x):
        return ms.grad(lambda q: ms.grad(f)(q).sum())(x)

    x = ms.Tensor([1.0, 2.0, 3.0])
    assert twice(x).tolist() == second
    assert ms.jit(twice)(x).tolist() == second
    assert jax.grad(lambda q: jax.grad(f)(q).sum())(x).tolist() == second


def hooked_product(w):
    t = w * 2
    t.register_hook(lambda g: g * 10)
    return t


def by_a_result(w):
    return ms.grad(lambda q: (q * q).sum())(hooked_product(w))


def by_its_copy(w):
    return ms.grad(lambda q: (q * q).sum())(hooked_product(w) * 1)


def by_the_argument(w):
    w.register_hook(lambda g: g * 10)
    return ms.grad(lambda q: (q * q).sum())(w)


def by_the_second(w):
    return ms.grad(lambda q, r: (q * r).sum(), 1)(w, hooked_product(w))


def by_a_pullback(w):
    return ms.vjp(lambda q: (q * q).sum(), hooked_product(w))[1](ms.Tensor(1.0))[0]


def by_a_captured(w):
    t = ms.Tensor([1.0, 2.0])
    t.register_hook(lambda g: g * 10)
    return ms.grad(lambda q: (q * w * w).sum())(t)


@in_every_mode
@pytest.mark.parametrize(
    ("f", "value", "second"),
    [
        (by_a_result, [40, 80], [400, 400]),
        (by_its_copy, [4, 8], [40, 40]),
        (by_the_argument, [20, 40], [200, 200]),
        (by_the_second, [10, 20], [10, 10]),
        (by_a_pullback, [40, 80], [400, 400]),
        (by_a_captured, [10, 40], [20, 40]),
    ],
)
def test_hooks_that_code_puts_on_what_it_differentiates_by(mode, f, value, second):
    close(mode(f)(tensor(1, 2)), *value)
    close(mode(ms.grad(lambda w: f(w).sum()))(tensor(1, 2)), *second)
    close(ms.grad(mode(lambda w: f(w).sum()))(tensor(1, 2)), *second)


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_a_hook_of_a_weight_takes_part_in_gradients_inside_and_outside(mode):
    net = Weighted()

    def inner(x):
        handle = net.weight.register_hook(lambda g: g * 10)
        found = ms.grad(net, None, net.weight)(x)
        handle.remove()
        return found

    close(mode(inner)(tensor(1, 2)), 10, 40)
    close(mode(inner)(tensor(1, 2)), 10, 40)


def test_compiled_code_leaves_no_hook_on_a_tensor_from_outside():
    t = tensor(1, 2)

    def f(w):
        t.register_hook(lambda g: g * 10)
        return ms.grad(lambda q: (q * w).sum())(t)

    close(ms.jit(f)(tensor(1, 2)), 10, 20)
    assert t.hooks() == []
    close(ms.grad(lambda q: q.sum())(t), 1, 1)


@in_every_mode
@pytest.mark.parametrize(
    ("hook", "expected"), [(lambda g: g.sum(), [24, 24]), (lambda g: g[:1], [8, 8])]
)
def test_a_hook_whose_result_is_smaller(mode, hook, expected):
    def f(x):
        y = x * 2
        y.register_hook(hook)
        return (y * y).sum()

    close(mode(ms.grad(f))(tensor(1, 2)), *expected)
    close(ms.grad(mode(f))(tensor(1, 2)), *expected)


@in_every_mode
def test_a_hook_whose_result_does_not_fit(mode):
    def f(x):
        y = x * 2
        y.register_hook(lambda g: ops.stack([g, g]))
        return (y * y).sum()

    with pytest.raises(RuntimeError, match=r"\[2, 2\] vs \[2\]"):
        mode(ms.grad(f))(tensor(1, 2))


@in_every_mode
def test_the_last_hook_of_an_argument_may_return_any_shape(mode):
    x = tensor(1, 2)
    x.register_hook(lambda g: g.sum())
    found = mode(ms.grad(lambda x: (x * x).sum()))(x)
    assert found.shape == () and found == 6


def _noted(log, tensor, name):
    tensor.register_hook(lambda g: log.append(name))
    return tensor


ORDERS = {  # of the calls, as MindSpore's; the others are of results on the way
    "ab": lambda x, a, b, log: a * b,
    "ba": lambda x, a, b, log: (a * x) + (b * x) * a,
    "cab": lambda x, a, b, log, c: ops.stack([c, a, b]),
    "awbuc": lambda x, a, b, log, c: (_noted(log, _noted(log, c * x, "u") * b, "w") + a) * x,
    "swbua": lambda x, a, b, log: (
        _noted(log, _noted(log, a * x, "u") + _noted(log, b * x, "w"), "s") * a
    ),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("backwards", [False, True])
def test_hooks_of_parameters_are_called_when_their_gradients_are_whole(order, backwards):
    """In every process in the same order: they may call collectives."""
    log, names = [], "abc" if "c" in order else "ab"
    weights = {n: _noted(log, ms.Parameter(tensor(2.0), name=n), n) for n in names}
    wanted = list(weights.values())[:: -1 if backwards else 1]
    given = dict(weights, x=tensor(1.0), log=log)
    ms.grad(lambda: ORDERS[order](**given).sum(), None, wanted)()
    assert "".join(log) == order
