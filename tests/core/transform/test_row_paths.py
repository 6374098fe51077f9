"""Conditions and loops on the values of rows inside `vmap`, against a loop over the rows."""

from __future__ import annotations

import pathlib
import sys

import numpy as np
import pytest
from interpreted import op_by_op

import msjax as ms
from msjax import Parameter, Tensor, nn, ops

sys.path.append(str(pathlib.Path(__file__).parents[1] / "compile"))
import test_control_flow as table

ROWS = np.array(
    [[1.5, -0.5, 2.0], [-1.5, 0.5, -2.0], [0.3, -0.1, 0.4], [4.5, -1.5, 6.0]], np.float32
)
# Programs that cannot be mapped, with the reason that the error gives.
REFUSED = {
    "value_of_or": "the results of two paths differ",
    "max_of_tensors": "the results of two paths differ: int64",
    "return_from_three_loops": "the results of two paths differ: int64",
    "none_attribute": "the values of 'Net.cache' of two paths differ",
    "string_of_branch": "the results of two paths differ: 'tanh' and 'sin'",
    "different_dtypes": "the results of two paths differ",
    "parameter_in_if": "writes a mapped value into an outside Parameter",
    "random_in_if": "writes a mapped value into an outside Parameter",
    "batch_norm_in_loop": "writes a mapped value into an outside Parameter",
    "masked": "indexing with a bool Tensor needs the value of a Tensor",
    "item": "item.. needs the value of a Tensor",
}
MAPPED = [
    *"if if_else elif return_in_if nested_if and_condition ternary chained assert_holds".split(),
    *"while while_counter while_else while_true while_with_break while_with_return".split(),
    *"while_in_while for_range_tensor for_break_last for_else for_in_for_break newton".split(),
    *"if_in_while_in_if none_before best_so_far list_element_in_while dict_in_if".split(),
    *"bisection conjugate_gradients fori_loop_op while_loop_op recursion_with_bound".split(),
    *"set_in_place_in_loop read_at_counter function_in_branch lambda nonlocal_in_loop".split(),
]


def leaves(value):
    """The dtypes and values of nested results, numbers as `vmap` stacks them."""
    if isinstance(value, Tensor):
        return [(value.dtype, value.asnumpy())]
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in leaves(v)]
    if isinstance(value, dict):
        return leaves(list(value.values()))
    kind = {bool: ms.bool_, int: ms.int64, float: ms.float32}[type(value)]
    return [(kind, np.asarray(value))]


def as_rows(mapped, rows):
    """Check stacked results against those of each row."""
    found, wanted = leaves(mapped), [leaves(row) for row in rows]
    for i, (dtype, array) in enumerate(found):
        assert all(row[i][0] == dtype for row in wanted)
        np.testing.assert_allclose(array, np.stack([r[i][1] for r in wanted]), 1e-5, 1e-5)
    assert all(len(row) == len(found) for row in wanted)


@pytest.mark.thin(6)
@pytest.mark.parametrize("name", MAPPED)
def test_programs_are_mapped(name):
    w, n = table.t(*table.W), Tensor(3, ms.int32)
    rows = [table.cell(name)()(Tensor(row), w, n) for row in ROWS]
    with op_by_op():
        for make in (lambda f: f, ms.jit):
            mapped = make(ms.vmap(table.cell(name)(), (0, None, None)))
            as_rows(mapped(Tensor(ROWS), w, n), rows)
            as_rows(mapped(Tensor(ROWS), w, n), rows)


@pytest.mark.runs_eagerly
@pytest.mark.thin(6)
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_mapped_says_why(name):
    mapped = ms.vmap(table.cell(name)(), (0, None, None))
    with op_by_op(), pytest.raises(RuntimeError, match=REFUSED[name]):
        mapped(Tensor(ROWS), table.t(*table.W), Tensor(3, ms.int32))


def grown(v, most):
    i = 0
    while v.sum() < 5 and i < most:
        v = v * 1.5 + 1
        i += 1
    return v if v.max() < 6 else v * 0.5


def test_gradients_through_rows():
    def loss(x):
        return (ms.vmap(grown, (0, None))(x, Tensor(4)) * Tensor([1.0, 2.0, 3.0])).sum()

    def by_row(x):
        rows = [grown(x[i], Tensor(4)) * Tensor([1.0, 2.0, 3.0]) for i in range(len(ROWS))]
        return sum(row.sum() for row in rows)

    want = ms.grad(by_row)(Tensor(ROWS)).asnumpy()
    for function in (ms.grad(loss), ms.jit(ms.grad(loss)), ms.grad(ms.jit(loss))):
        np.testing.assert_allclose(function(Tensor(ROWS)).asnumpy(), want, 1e-5)


def test_gradient_of_each_row():
    """`vmap` of `grad` of a function with conditions."""
    rows = [ms.grad(grown)(Tensor(row), Tensor(4)).asnumpy() for row in ROWS]
    mapped = ms.vmap(ms.grad(grown), (0, None))
    np.testing.assert_allclose(mapped(Tensor(ROWS), Tensor(4)).asnumpy(), rows, 1e-5)


def test_other_axes_and_nesting():
    def sign(v):
        return v * 2 if v > 0 else v - 1

    want = np.where(ROWS > 0, ROWS * 2, ROWS - 1)
    found = ms.vmap(ms.vmap(sign), 1, 1)(Tensor(ROWS))
    np.testing.assert_allclose(found.asnumpy(), want)


def test_rows_draw_their_own_numbers():
    def drawn(v):
        noise = ops.rand(3)
        return noise if v.sum() > 0 else -noise

    ms.set_seed(3)
    found = ms.vmap(drawn)(Tensor(ROWS)).asnumpy()
    assert len(np.unique(np.abs(found))) == found.size
    assert (np.sign(found[:, 0]) == np.sign(ROWS.sum(1))).all()


class Adding(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor([1.0, 2.0, 3.0]), name="weight")

    def construct(self, v):
        if v.sum() > 1:
            return v * self.weight
        return v + self.weight


def test_parameters_are_shared_by_rows():
    net = Adding()
    mapped = ms.vmap(net)
    for _ in range(2):
        rows = [net(Tensor(row)).asnumpy() for row in ROWS]
        np.testing.assert_allclose(mapped(Tensor(ROWS)).asnumpy(), rows, 1e-6)
        net.weight.set_data(Tensor([2.0, 0.5, 1.0]))


def test_a_row_that_raises():
    def checked(v):
        if v.sum() < 0:
            raise ValueError("below zero")
        return v * 2

    mapped = ms.vmap(checked)
    np.testing.assert_allclose(mapped(Tensor(ROWS[[0, 2]])).asnumpy(), ROWS[[0, 2]] * 2)
    with pytest.raises(RuntimeError, match="a Python condition needs the value of a Tensor"):
        mapped(Tensor(ROWS[:2]))
