"""What decorators that publish say about an operation, and what they refuse."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax._core.op import registry
from msjax._core.op.checked import COUNTED, RULES
from msjax._core.op.gateway import KERNELS
from msjax._core.op.kinds import ARRAY
from msjax._core.op.precision import Policy
from msjax._core.op.publish import (
    REQUIRED,
    Array,
    Key,
    Primitive,
    Value,
    op,
    primitive,
    public,
    resolve,
    spelling,
    update,
)
from msjax._core.op.registry import SURFACES
from msjax.kernels.conv.conv import conv2d_biased

HALF = np.dtype(np.float16)


def kernel(x: Array, axis=0):
    """Nothing."""
    return x


def function(x, axis=0):
    """Nothing."""
    return x


class Nothing(Primitive):
    """Nothing."""

    def __init__(self, axis=0):
        super().__init__("Nothing")

    def __call__(self, x):
        return x


PUBLISHING = {
    "op": lambda accepts: op("ops.nothing", "Tensor.nothing", accepts=accepts)(kernel),
    "spelling": lambda accepts: spelling("ops.nothing", accepts=accepts, dim="axis")(kernel),
    "primitive": lambda accepts: primitive("nothing", accepts=accepts, axis=0)(kernel),
    "update": lambda accepts: update("nothing", "x", accepts=accepts)(kernel),
    "function": lambda accepts: public("ops.nothing", accepts=accepts)(function),
    "class": lambda accepts: public("ops.nothing", accepts=accepts)(Nothing),
}


@pytest.fixture
def unchanged():
    """A refused registration leaves nothing behind."""
    before = len(SURFACES), len(RULES), dict(COUNTED)
    yield
    assert (len(SURFACES), len(RULES), dict(COUNTED)) == before


@pytest.mark.parametrize("key", ["other", "ops.nothing.other", "ops.anything.axis", "mint.axis"])
@pytest.mark.parametrize("publish", PUBLISHING.values(), ids=PUBLISHING)
def test_a_rule_of_no_argument_or_spelling(publish: Callable, key: str, unchanged: None) -> None:
    with pytest.raises(ValueError, match=f"'{key}' is not an argument of .*ops.nothing"):
        publish({key: "int"})


@pytest.mark.parametrize(
    ("publish", "words"),
    [
        (lambda: op("ops.nothing", amp="quarter")(kernel), "'amp' must be in .*'quarter'"),
        (lambda: op("ops.nothing", to_float="stay")(kernel), "'to_float' must be in .*'stay'"),
        (lambda: primitive("nothing", counts="few")(kernel), "'counts' must be .*'few'"),
        (lambda: public("ops.nothing", counts="few")(Nothing), "'counts' must be .*'few'"),
    ],
)
def test_a_word_that_means_nothing(publish: Callable, words: str, unchanged: None) -> None:
    with pytest.raises(ValueError, match=words):
        publish()


def test_a_rule_of_one_spelling_and_of_all() -> None:
    surfaces = "ops.one_of_two", "ops.other_of_two"
    accepts = {"axis": "int", "ops.one_of_two.x": "Tensor[int]"}
    try:
        op(*surfaces, accepts=accepts)(lambda x, axis=0: x)
        assert [RULES[s] for s in surfaces] == [
            {"axis": "int", "x": "Tensor[int]"},
            {"axis": "int"},
        ]
    finally:
        for surface in surfaces:
            SURFACES.pop(surface, None), RULES.pop(surface, None)


def entry(**said: Any) -> Any:
    """An operation of what `op` was told."""
    made = lambda x: x  # noqa: E731
    try:
        op(label="Label", **said)(made)
        return KERNELS[made]
    finally:
        del KERNELS[made]


@pytest.mark.parametrize(
    ("said", "auto", "by_label", "by_list"),
    [
        ({}, None, "half", None),
        ({"amp": "float32"}, "float32", "half", None),
        ({"amp": "float32", "listed_as": "Chain"}, "float32", None, "float32"),
        ({"amp": "half", "listed_as": ""}, "half", None, None),
    ],
)
def test_precision_of_an_operation(said: dict, auto: Any, by_label: Any, by_list: Any) -> None:
    made = entry(**said)
    assert Policy(HALF).rule(made) == auto
    assert Policy(HALF, frozenset(["Label"])).rule(made) == by_label
    assert Policy(HALF, frozenset(["Chain"])).rule(made) == by_list


def test_convolutions_are_sized_by_their_weight() -> None:
    weighted = [
        entry
        for kernel, entry in KERNELS.items()
        if kernel.__module__.startswith("msjax.kernels.conv.conv")
        and "weight" in kernel.__code__.co_varnames[: kernel.__code__.co_argcount]
    ]
    assert len(weighted) > 15
    for found in weighted:
        assert found.params[found.sized_by].name == "weight"
        assert all(kind is ARRAY for kind in found.kinds[: found.sized_by + 1])
    x, weight = ms.ops.ones((1, 1, 900, 900)), ms.ops.ones((1, 1, 1, 1))
    convolve = KERNELS[conv2d_biased]
    convolve.apply((x, weight, None, "valid", 0, 1, 1, 1, "NCHW"))
    assert {exe.sized_by for exe in convolve.cache.values()} == {1}


def test_listed_operations_give_float32() -> None:
    class Net(ms.nn.Cell):
        def construct(self, x):
            return ms.ops.mm(x, x), ms.ops.exp(x)

    net = ms.amp.custom_mixed_precision(Net(), white_list=[ms.ops.MatMul])
    x = ms.Tensor([[1.0 + 2**-12]], ms.float32)
    product, exponential = net(x)
    assert (product.dtype, float(product)) == (ms.float32, 1.0)
    assert float(exponential) == float(ms.ops.exp(x))


@pytest.fixture(autouse=True)
def unpublished(monkeypatch):
    """What a test publishes is forgotten."""
    monkeypatch.setattr(registry, "SURFACES", dict(registry.SURFACES))
    monkeypatch.setattr(registry, "_RESOLVED", set(registry._RESOLVED))


def tensor(*values):
    return ms.Tensor(list(values), ms.float32)


def test_a_kernel_stays_bare_and_has_spellings():
    @op("ops.probe", "Tensor.probe")
    def probe(x: Array, by: int = 2, *, key: Key = None) -> Array:
        """Multiply."""
        return x * by

    assert probe(3, 4) == 12
    function, method = resolve("ops.probe"), resolve("Tensor.probe")
    assert function(tensor(3)).asnumpy() == method(tensor(3)).asnumpy() == 6
    assert list(inspect.signature(function).parameters) == ["x", "by"]
    assert list(inspect.signature(method).parameters) == ["self", "by"]
    assert (function.__module__, function.__name__) == ("msjax.ops", "probe")
    assert function.__doc__ == "Multiply."
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        function(tensor(1), c=1)


def test_further_names_of_arguments():
    @spelling("Tensor.probe", factor="by")
    @op("ops.probe")
    def probe(x: Array, by: int) -> Array:
        return x * by

    method = resolve("Tensor.probe")
    for found in (method(tensor(3), 2), method(tensor(3), by=2), method(tensor(3), factor=2)):
        assert found.asnumpy() == 6
    with pytest.raises(TypeError, match=r"probe\(\) got both 'factor' and 'by'"):
        method(tensor(3), by=2, factor=2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'factor'"):
        resolve("ops.probe")(tensor(3), factor=2)


def test_primitive_classes_and_their_aliases():
    def check(other, by):
        if by < 0:
            raise ValueError("negative")

    @primitive("Probe", "ProbeV2", check=check, other=REQUIRED, by=2)
    def probe(x: Array, by: int, other: int) -> Array:
        """Multiply and add."""
        return x * by + other

    made = resolve("ops.Probe")
    assert made is resolve("ops.ProbeV2") and issubclass(made, Primitive)
    assert made.__name__ == "Probe" and made.__doc__ == "Multiply and add."
    assert made(1)(tensor(3)).asnumpy() == 7 and made(1, by=5)(tensor(3)).asnumpy() == 16
    assert made(other=1).by == 2
    with pytest.raises(ValueError, match="negative"):
        made(1, -1)


def test_a_class_whose_arguments_begin_at_a_parameter_of_the_kernel():
    @primitive("Probe", since="by")
    def probe(x: Array, by: int = 2, other: int = 1) -> Array:
        return x * by + other

    made = resolve("ops.Probe")
    assert list(inspect.signature(made).parameters) == ["by", "other"]
    assert made(other=5)(tensor(3)).asnumpy() == 11


def test_updates_write_into_their_arguments():
    @update("Probe", "w m", rate=REQUIRED)
    def probe(w: Array, m: Array, g: Array, decay: Value, rate: float) -> tuple:
        m = m * decay + g
        return w - rate * m, m

    weight, moment = (ms.Parameter(tensor(1, 2), name=n) for n in "wm")
    run = resolve("ops.Probe")(0.5)
    results = run(weight, moment, tensor(1, 1), 2.0)
    for found in ((weight, moment), results):
        assert [t.asnumpy().tolist() for t in found] == [[-0.5, -0.5], [3, 5]]
    with pytest.raises(ValueError, match=r"the shape of 'g' must be that of 'w', \(2,\)"):
        run(weight, moment, tensor(1), 2.0)
    with pytest.raises(ValueError, match="a Tensor with one element"):
        run(weight, moment, tensor(1, 1), tensor(1, 2))


def test_python_functions():
    @public("ops.probe", primitive="Probe")
    def probe(x, more=1):
        """Add."""
        return x + more

    assert resolve("ops.probe") is probe
    made = resolve("ops.Probe")
    assert made()(tensor(3), more=2).asnumpy() == 5 and made().name == "Probe"
    assert list(inspect.signature(made.__call__).parameters) == ["self", "x", "more"]


def test_functions_with_several_signatures_tell_them():
    @public("Tensor.probe", calls=("dim=<int>", "other=<Tensor>"))
    def probe(self, dim):
        if dim is None:
            raise TypeError("no axis")
        return np.zeros(3)[dim]

    method = resolve("Tensor.probe")
    assert method(tensor(1), 2) == 0
    with pytest.raises(TypeError, match="^no axis$"):
        method(tensor(1), None)
    with pytest.raises(TypeError) as caught:
        method(tensor(1), "x", other=tensor(1))
    assert str(caught.value) == (
        'Failed calling probe with "probe(string, other=Tensor)". The valid calling should be: '
        '"Tensor.probe(dim=<int>)" "Tensor.probe(other=<Tensor>)"'
    )


def test_a_name_is_published_once():
    with pytest.raises(ValueError, match="'ops.softmax' is published twice"):
        public("ops.softmax")(len)
