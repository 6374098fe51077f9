"""Loops, derivatives along curves and the rest of what takes functions, as MindSpore answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from tests.every_mode import in_graph_mode

V = np.arange(3, dtype=np.float32)
X = np.arange(6, dtype=np.float32).reshape(2, 3) / 10 + np.float32(0.1)


def body(i: Any, c: Any) -> Any:
    return c * 2 + i


def pair(c: Any, e: Any) -> tuple:
    return c + e, c * e


def same(got: Any, want: Any) -> None:
    """Tensors against arrays, inside tuples and lists; other values as they are."""
    if isinstance(want, (tuple, list)) and isinstance(got, (tuple, list)):
        assert type(got) is type(want) and len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            same(g, w)
    elif isinstance(got, Tensor):
        np.testing.assert_allclose(got.asnumpy(), want, rtol=2e-5, atol=1e-4)
    else:
        assert got == want and type(got) is type(want)


VALUES = {
    "for": (lambda: ops.ForiLoop()(0, 4, body, Tensor(V)), [11, 27, 43]),
    "for rolled": (lambda: ops.ForiLoop()(0, 4, body, Tensor(V), unroll=False), [11, 27, 43]),
    "for bounds": (lambda: ops.ForiLoop()(Tensor(1), Tensor(3), body, Tensor(V)), [4, 8, 12]),
    "for never": (lambda: ops.ForiLoop()(3, 1, body, Tensor(V)), [0, 1, 2]),
    "for tuple": (
        lambda: ops.ForiLoop()(0, 3, lambda i, c: (c[0] + c[1], c[1] + 1), (Tensor(V), 1)),
        (np.float32([6, 7, 8]), 4),
    ),
    "while": (lambda: ops.WhileLoop()(lambda c: c < 10, lambda c: c * 2, Tensor(1.0)), 16.0),
    "while number": (lambda: ops.WhileLoop()(lambda c: c < 10, lambda c: c * 2, 1), 16),
    "while never": (lambda: ops.WhileLoop()(lambda c: False, lambda c: c, Tensor(V)), V),
    "while list": (
        lambda: ops.WhileLoop()(lambda c: c[0] < 3, lambda c: [c[0] + 1, c[1] * 2], [0, Tensor(V)]),
        [3, 8 * V],
    ),
    "scan": (
        lambda: ops.Scan()(pair, Tensor(0.0), [*map(Tensor, (1.0, 2.0, 3.0))]),
        (6, [0, 2, 9]),
    ),
    "scan numbers": (lambda: ops.Scan()(pair, 0, [1, 2, 3]), (6, [0, 2, 9])),
    "scan nothing": (lambda: ops.Scan()(pair, 0, []), (0, [])),
    "partial": (lambda: ops.Partial()(body, 1)(Tensor(V)), [1, 3, 5]),
    "partial by name": (lambda: ops.Partial()(body, c=Tensor(V))(i=1), [1, 3, 5]),
    "partial function": (lambda: ops.partial(body, c=Tensor(V))(i=1), [1, 3, 5]),
    "partial later": (lambda: ops.Partial()(body)(1, Tensor(V)), [1, 3, 5]),
    "constexpr": (lambda: ops.constexpr(lambda a: a * 2)(3), 6),
    "primexpr": (lambda: ops._primexpr(lambda a: a * 3)(3), 9),
    "Barrier": (lambda: ops.Barrier()(), None),
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str) -> None:
    made, want = VALUES[name]
    same(made(), want)


REFUSED = {
    "for float": (lambda: ops.ForiLoop()(0.0, 4, body, Tensor(V)), TypeError, "lower"),
    "for body": (lambda: ops.ForiLoop()(0, 4, 3, Tensor(V)), TypeError, "loop_func"),
    "while condition": (lambda: ops.WhileLoop()(3, body, 1), TypeError, "cond_func"),
    "while body": (lambda: ops.WhileLoop()(lambda c: c < 1, 3, 1), TypeError, "loop_func"),
    "scan Tensor": (lambda: ops.Scan()(pair, Tensor(0.0), Tensor(V)), TypeError, "xs"),
    "scan body": (lambda: ops.Scan()(1, Tensor(0.0), [1]), TypeError, "loop_func"),
    "scan result": (lambda: ops.Scan()(lambda c, e: c, 0, [1, 2]), ValueError, "loop_func"),
    "jet numbers": (lambda: ops.jet(ops.sin, 1.0, Tensor([1.0])), TypeError, "jet"),
    "jet shape": (lambda: ops.jet(ops.sin, Tensor(X), Tensor(X[None, :1])), ValueError, "series"),
    "derivative order": (lambda: ops.derivative(ops.sin, Tensor(X), 0), ValueError, "order"),
    "derivative float": (lambda: ops.derivative(ops.sin, Tensor(X), 1.5), TypeError, "order"),
    "partial number": (lambda: ops.Partial()(1), AttributeError, "Partial"),
    "geswitch": (lambda: ops.geswitch(Tensor(X), Tensor(True)), NotImplementedError, "Python's if"),
    "merge": (lambda: ops.merge((Tensor(X), Tensor(X))), NotImplementedError, "Python's if"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    made, error, said = REFUSED[name]
    with pytest.raises(error, match=said):
        made()


class Waves(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return ops.sin(ops.tan(x))


class Product(nn.Cell):
    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        return x * ops.exp(y)


def test_curve_of_a_cell() -> None:
    square = Tensor([[1.0, 2.0], [3.0, 4.0]])
    out, terms = ops.jet(Waves(), square, ops.ones((3, 2, 2)))
    same(out, [[0.9999, -0.8172], [-0.1421, 0.9159]])
    want = [
        [[0.0459, -3.328], [1.01, 0.9393]],
        [[-11.5444, 38.4645], [0.8699, -1.9031]],
        [[-144.1435, -226.2119], [1.555, -38.1568]],
    ]
    np.testing.assert_allclose(terms.asnumpy(), want, rtol=1e-3, atol=1e-4)
    whole, slopes = ops.jet(Waves(), Tensor([1, 2]), Tensor([[1, 2]]))
    same(whole, [0.99991, -0.81721])
    np.testing.assert_allclose(slopes.asnumpy(), [[0.0459, -6.656]], rtol=1e-3)


def test_curve_of_two_arguments() -> None:
    x, ones = X.astype(np.float64), np.ones((2, 2, 3), np.float32)
    out, terms = ops.jet(Product(), (Tensor(X), Tensor(X)), (Tensor(ones), Tensor(ones)))
    first = (1 + x) * np.exp(x)
    same(out, x * np.exp(x))
    same(terms, np.stack([first, first + (2 + x) * np.exp(x)]))
    out, second = ops.derivative(Product(), (Tensor(X), Tensor(X)), 2)
    same(second, (2 + x) * np.exp(x))


def test_derivatives_by_integers_are_float32() -> None:
    out, second = ops.derivative(lambda x: ops.sin(x) * x, Tensor([1, 2]), 2)
    x = np.array([1.0, 2.0])
    assert (out.dtype, second.dtype) == (ms.float32, ms.float32)
    same(second, 2 * np.cos(x) - x * np.sin(x))
    for given in (Tensor([1.0], ms.float16), 3, [1.0]):
        with pytest.raises(TypeError, match="primals"):
            ops.derivative(ops.sin, given, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="float64"):
        ops.jet(ops.sin, Tensor([1.0], ms.float16), Tensor([[1.0]], ms.float16))


def test_several_outputs_are_lists() -> None:
    x = Tensor([1.0, 2.0])
    out, second = ops.derivative(lambda a: (a * a, a + 1), x, 2)
    assert isinstance(out, list)
    assert isinstance(second, list)
    same(second[0], [2, 2])
    out, terms = ops.jet(lambda a: (a * a, a + 1), x, Tensor([[1.0, 2.0], [0.0, 0.0]]))
    assert isinstance(out, list)
    same(out[1], [2, 3])
    same(terms[0], [[2, 8], [2, 8]])
    same(terms[1], [[1, 2], [0, 0]])


def test_a_series_of_the_shape_of_its_primal_is_the_first_derivative() -> None:
    x = Tensor([1.0, 2.0])
    _, terms = ops.jet(lambda a: a * a, x, x)
    same(terms, [[2, 8]])


def test_compiled_loops() -> None:
    def run(v: Tensor) -> Any:
        total = ops.ForiLoop()(0, 4, body, v, unroll=False)
        return total, ops.WhileLoop()(lambda c: c.sum() < 50, lambda c: c * 2, v)

    total, grown = ms.jit(run)(Tensor(V))
    same(total, [11, 27, 43])
    same(grown, 32 * V)


CARRIED = {
    "while": lambda v: ops.WhileLoop()(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, v)),
    "while number": lambda v: (ops.WhileLoop()(lambda c: c < 9, lambda c: c * 2, 1), v),
    "for": lambda v: ops.ForiLoop()(
        0, 3, lambda i, c: {"n": c["n"] + 1, "v": c["v"] + 1}, {"n": 0, "v": v}, unroll=False
    ),
    "scan": lambda v: ops.Scan()(
        lambda c, x: ((c[0] + 1, c[1] + x), c[1]), (0, v), [v, v * 2], unroll=False
    ),
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("loop", CARRIED.values(), ids=CARRIED)
def test_python_values_that_loops_carry(loop: Callable) -> None:
    for found in (ms.jit(loop)(Tensor(V)), in_graph_mode(loop)(Tensor(V))):
        assert repr(found) == repr(loop(Tensor(V)))


def test_python_values_that_stay_are_compiled() -> None:
    def loop(v: Tensor) -> Any:
        return ops.WhileLoop()(lambda c: c[1].sum() < 50, lambda c: (c[0], c[1] * c[0]), (2, v))

    number, grown = ms.jit(loop)(Tensor(V))
    assert number == 2
    same(grown, 32 * V)
