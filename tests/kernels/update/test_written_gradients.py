"""Gradients of what operations in place return, and of what they wrote to: MindSpore's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from tests.every_mode import in_every_mode

FACTORS = np.array([[1, 10], [100, 1000], [0.5, 0.25]], np.float32)
ROWS = Tensor(np.array([0, 2], np.int32))
PLACES = Tensor(np.array([[0], [2]], np.int32))
FULL = np.array([[2, 3], [4, 1], [7, 5]], np.float32)
SOME = np.array([[2, 3], [7, 5]], np.float32)
OF_ROWS, NONE = FACTORS[[0, 2]], np.zeros((3, 2), np.float32)

# what is called, the new values, the gradients by what is written and by the new values
RETURNED = {
    "assign": (ops.assign, FULL, FACTORS, NONE),
    "assign_add": (ops.assign_add, FULL, FACTORS, FACTORS),
    "assign_sub": (ops.assign_sub, FULL, FACTORS, -FACTORS),
    "scatter_update": (lambda p, u: ops.scatter_update(p, ROWS, u), SOME, FACTORS, OF_ROWS),
    "ScatterUpdate": (lambda p, u: ops.ScatterUpdate()(p, ROWS, u), SOME, FACTORS, OF_ROWS),
    "scatter_max": (lambda p, u: ops.scatter_max(p, ROWS, u), SOME, FACTORS, OF_ROWS),
    "ScatterMin": (lambda p, u: ops.ScatterMin()(p, ROWS, u), SOME, FACTORS, OF_ROWS),
    "scatter_nd_update": (lambda p, u: ops.scatter_nd_update(p, PLACES, u), SOME, FACTORS, OF_ROWS),
    "ScatterNdUpdate": (lambda p, u: ops.ScatterNdUpdate()(p, PLACES, u), SOME, FACTORS, OF_ROWS),
    "index_add": (lambda p, u: ops.index_add(p, ROWS, u, 0), SOME, FACTORS, OF_ROWS),
    "InplaceIndexAdd": (lambda p, u: ops.InplaceIndexAdd(0)(p, ROWS, u), SOME, FACTORS, OF_ROWS),
}
METHODS = {
    "add_": (lambda p, u: p.add_(u), FULL, FACTORS, FACTORS),
    "mul_": (lambda p, u: p.mul_(u), FULL, FACTORS * FULL, FACTORS * np.arange(1, 7).reshape(3, 2)),
    "copy_": (lambda p, u: p.copy_(u), FULL, NONE, FACTORS),
    "index_put_": (
        lambda p, u: p.index_put_((ROWS,), u),
        SOME,
        FACTORS * [[0], [1], [0]],
        OF_ROWS,
    ),
}


class Writes(nn.Cell):
    """Writes to a Parameter, or to a Tensor made from it, and weighs what `shown` says."""

    def __init__(self, write: Callable, inner: bool, shown: str):
        super().__init__()
        self.p = ms.Parameter(Tensor(np.arange(1, 7, dtype=np.float32).reshape(3, 2)), name="p")
        self._write, self._inner, self._shown = write, inner, shown

    def construct(self, u):
        target = self.p * 1.0 if self._inner else self.p
        result = self._write(target, u)
        return ((result if self._shown == "returned" else target) * Tensor(FACTORS)).sum()


def gradients(mode: Callable, write: Callable, new: np.ndarray, inner: bool, shown: str) -> list:
    net = Writes(write, inner, shown)
    found = mode(ms.grad(net, 0, [net.p]))(Tensor(new))
    return [found[1][0].asnumpy(), found[0].asnumpy()]


@in_every_mode
@pytest.mark.parametrize("inner", [False, True], ids=["Parameter", "Tensor"])
@pytest.mark.parametrize("case", [*RETURNED.values(), *METHODS.values()], ids=[*RETURNED, *METHODS])
def test_what_is_returned_has_the_gradients_of_the_operation(
    mode: Callable, inner: bool, case: tuple
) -> None:
    write, new, *want = case
    for found, wanted in zip(gradients(mode, write, new, inner, "returned"), want, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


@in_every_mode
@pytest.mark.parametrize("inner", [False, True], ids=["Parameter", "Tensor"])
@pytest.mark.parametrize("case", RETURNED.values(), ids=RETURNED)
def test_what_was_written_to_stays_what_it_was_for_gradients(
    mode: Callable, inner: bool, case: tuple
) -> None:
    write, new = case[:2]
    by_target, by_new = gradients(mode, write, new, inner, "target")
    np.testing.assert_allclose(by_target, FACTORS, rtol=1e-6)
    np.testing.assert_array_equal(by_new, np.zeros_like(new))


WEIGHED = Tensor([[1.0, 10.0]])


class WritesTwice(nn.Cell):
    """Uses what a write gave after another write to the same Parameter."""

    def __init__(self, first: Callable, second: Callable):
        super().__init__()
        self.w = ms.Parameter(Tensor([[2.0, 3.0]]), name="w")
        self._first, self._second = first, second

    def construct(self, x):
        result = self._first(self.w, x * 2)
        self._second(self.w, x)
        return (result * x).sum()


@in_every_mode
@pytest.mark.parametrize(
    ("first", "second", "value", "by_x"),
    [
        (ops.assign_add, ops.assign, 101, [3, 30]),
        (ops.assign_add, ops.assign_add, 335, [7, 53]),
        (ops.AssignAdd(), lambda w, x: w.add_(x), 335, [7, 53]),
        (lambda w, x: ops.scatter_update(w, ROWS[:1], x), ops.assign, 101, [3, 30]),
    ],
    ids=["add assign", "add add", "AssignAdd add_", "scatter_update"],
)
def test_what_a_write_gave_keeps_its_gradient_after_another_write(
    mode: Callable, first: Callable, second: Callable, value: float, by_x: list
) -> None:
    net = WritesTwice(first, second)
    found, (gradient, (by_w,)) = mode(ms.value_and_grad(net, 0, [net.w]))(WEIGHED)
    assert float(found) == value  # its values are those of now
    np.testing.assert_allclose(gradient.asnumpy(), [by_x])


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("write", "given"), [(ops.assign, [2, 20]), (ops.assign_sub, [0, -17])], ids=["assign", "sub"]
)
def test_an_assignment_gives_memory_of_its_own_in_eager_code(
    write: Callable, given: list, compiled: bool
) -> None:
    net = WritesTwice(write, ops.assign)
    found = (ms.jit(net) if compiled else net)(WEIGHED)
    assert float(found) == (101 if compiled else np.dot(given, [1, 10]))  # as MindSpore's


@in_every_mode
def test_rows_written_twice_have_the_gradient_of_the_row_each(mode: Callable) -> None:
    p = ms.Parameter(Tensor(np.ones((3, 2), np.float32)), name="p")
    twice = Tensor(np.array([2, 2], np.int32))

    def f(u):
        return (ops.scatter_update(p, twice, u) * Tensor(FACTORS)).sum()

    by_u, (by_p,) = mode(ms.grad(f, 0, [p]))(Tensor(SOME))
    np.testing.assert_array_equal(by_u.asnumpy(), FACTORS[[2, 2]])
    np.testing.assert_array_equal(by_p.asnumpy(), FACTORS)


def test_what_scatters_return_is_another_tensor_of_the_memory() -> None:
    x = Tensor(np.zeros((3, 2), np.float32))
    y = ops.scatter_update(x, ROWS, Tensor(SOME))
    assert y is not x
    x[1] = 9
    np.testing.assert_array_equal(y.asnumpy(), [[2, 3], [9, 9], [7, 5]])
