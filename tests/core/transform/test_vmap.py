"""Functions on single examples, mapped over an axis."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from tests import every_mode
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
class TestVmap:
    def test_axes(self, wrap):
        def mul(a, b):
            return a * b

        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        agree(arrays(wrap(ms.vmap(mul, (0, None)))(Tensor(X), Tensor(Y))), np.outer(X, Y))
        agree(arrays(wrap(ms.vmap(mul, (0, None)))(Tensor(X), 3.0)), X * 3)
        agree(arrays(wrap(ms.vmap(lambda a: a, -1, 0))(Tensor(m))), m.T)
        agree(arrays(wrap(ms.vmap(lambda a: a, 0, 1))(Tensor(m))), m.T)
        agree(
            arrays(
                wrap(ms.vmap(lambda t: (t[0] + t[1], t[0]), ((0, 1),), (0, 1)))(
                    (Tensor(m), Tensor(m.T))
                )
            ),
            (2 * m, m.T),
        )

    def test_nested_with_gradients(self, wrap):
        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        per_example = ms.vmap(ms.grad(lambda v: (v * v * v).sum()))
        agree(arrays(wrap(per_example)(Tensor(m))), 3 * m * m)
        agree(arrays(wrap(ms.vmap(ms.vmap(lambda v: v * 2)))(Tensor(m))), 2 * m)
        outer = ms.grad(lambda x: ms.vmap(lambda v: v * v)(x).sum())
        agree(arrays(wrap(outer)(Tensor(m))), 2 * m)

    def test_cells(self, wrap):
        net = ms.nn.Dense(3, 2)
        m = np.arange(6, dtype=np.float32).reshape(2, 1, 3)
        agree(arrays(wrap(ms.vmap(net))(Tensor(m))), net(Tensor(m)).asnumpy())


VMAP_ERRORS = [
    (lambda: ms.vmap(lambda a: a, 1)(Tensor(X)), "out of bounds"),
    (lambda: ms.vmap(lambda a, b: a, (0,))(Tensor(X), Tensor(Y)), "size must be equal"),
    (lambda: ms.vmap(lambda a: (a, a), 0, (0, None))(Tensor(X)), "dst is None"),
    (lambda: ms.vmap(lambda a: a, None)(Tensor(X)), "single None"),
    (lambda: ms.vmap(lambda a, b: a, 0)(Tensor(X), Tensor(np.ones(3))), "should be equal, but got"),
]


@pytest.mark.parametrize("call,text", VMAP_ERRORS)
def test_vmap_errors(call, text):
    with pytest.raises(RuntimeError, match=text):
        call()


class TestRandomRows:
    def test_every_row_draws_its_own(self):
        dropout = nn.Dropout(p=0.5).set_train()

        def draws(a):
            return (
                ops.rand_like(a),
                a * 0 + ops.randn(40),  # nothing mapped goes in
                dropout(a),
                ops.bernoulli(a * 0.5),
                ops.shuffle(ops.cumsum(a, 0)),
                ops.multinomial(a, 40),
                (a + 0).normal_(),
                ops.UniformReal(seed=2)((40,)),
            )

        found = every_mode.in_modes(ms.vmap(draws), Tensor(np.ones((5, 40), np.float32)))
        for results in zip(*found.values(), strict=True):
            assert len(np.unique(np.concatenate(results), axis=0)) == 5 * len(found)

    def test_numbers_do_not_depend_on_the_mode(self):
        def run(function):
            ms.set_seed(3)
            return function(Tensor(X)).asnumpy(), ops.rand(2).asnumpy()

        mapped = ms.vmap(lambda a: a * ops.rand(3) + ops.randn(3))
        eager, after = run(mapped)
        for other in (ms.jit(mapped), mapped):
            again, then = run(other)
            assert (again == eager).all() and (then == after).all()
        ms.set_seed(3)
        ops.rand(3), ops.randn(3)
        assert (ops.rand(2).asnumpy() == after).all()  # the rows moved the stream on as one draw

    def test_uniform_over_rows_and_columns(self):
        rows = ms.vmap(lambda a: ops.rand(200) + a)(ops.zeros(300)).asnumpy()
        assert abs(rows.mean() - 0.5) < 0.01 and abs(rows.std() - 12**-0.5) < 0.01
        assert abs(np.corrcoef(rows)[~np.eye(300, dtype=bool)]).max() < 0.4

    def test_maps_inside_each_other(self):
        inner = ms.vmap(lambda a: a + ops.rand(8), 1, 1)
        found = every_mode.in_modes(ms.vmap(inner), ops.zeros((3, 1, 4)))
        for rows in found.values():
            assert len(np.unique(rows.swapaxes(1, 2).reshape(12, 8), axis=0)) == 12

    def test_a_generator_of_the_row_itself(self):
        def draw(a):
            generator = ms.Generator()
            generator.manual_seed(5)
            return (a + ops.zeros(4)).uniform_(generator=generator)

        rows = ms.vmap(draw)(ops.zeros(3)).asnumpy()
        assert (rows == rows[0]).all()

    def test_a_generator_from_outside(self):
        generator = ms.Generator()
        generator.manual_seed(5)
        mapped = ms.vmap(lambda a: (a + ops.zeros(4)).uniform_(generator=generator))
        for call in (mapped, ms.jit(mapped)):
            rows = call(ops.zeros(3)).asnumpy()
            assert len(np.unique(rows, axis=0)) == 3

    @pytest.mark.parametrize("again", [False, True])
    def test_gradients_of_the_rows_see_their_masks(self, again):
        dropout = nn.Dropout(p=0.5).set_train()
        if again:
            dropout.recompute()

        def loss(a):
            kept = dropout(a)
            return (kept * kept).sum(), kept

        def step(a):
            return ms.value_and_grad(loss, 0, None, has_aux=True)(a)

        x = Tensor(np.ones((6, 30), np.float32))
        for call in (ms.vmap(step), ms.jit(ms.vmap(step))):
            (_, kept), slope = call(x)
            assert len(np.unique(kept.asnumpy(), axis=0)) == 6
            assert (slope.asnumpy() == 4 * kept.asnumpy()).all()

    def test_loops_inside(self):
        def walk(a):
            return ops.stack(ops.Scan()(lambda s, _: (s + ops.rand(3), s), a, None, 4)[1])

        rows = ms.vmap(walk)(ops.zeros((5, 3))).asnumpy()
        steps = np.diff(rows, axis=1).reshape(15, 3)
        assert len(np.unique(steps, axis=0)) == 15


def _rows_doubled(p):
    ops.assign(p, p * 2)
    return p + 1


def _halved(x, p):
    ops.assign_sub(p, p * 0.5)
    return x * p


@pytest.mark.parametrize("compiled", [False, True])
def test_what_vmap_writes_to_parameters_that_it_is_given_reaches_them(compiled):
    made = ms.jit if compiled else lambda f: f
    for axis, fn in ((0, _rows_doubled), (1, _rows_doubled), (0, ms.vmap(_rows_doubled))):
        p = ms.Parameter(Tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), name="p")
        for factor in (2, 4):
            result = made(ms.vmap(fn, axis, axis))(p)
            rows = np.arange(1, 7, dtype=np.float32).reshape(3, 2) * factor
            np.testing.assert_array_equal(p.asnumpy(), rows)
            np.testing.assert_array_equal(result.asnumpy(), rows + 1)
    shared = ms.Parameter(Tensor([4.0, 8.0]), name="shared")
    made(ms.vmap(_halved, (0, None)))(ops.ones((3, 2)), shared)
    np.testing.assert_array_equal(shared.asnumpy(), [2, 4])
    arrays = Tensor([1.0, 2.0])
    made(ms.vmap(_rows_doubled))(arrays)
    np.testing.assert_array_equal(arrays.asnumpy(), [1, 2])


def _doubled_above_three(p, shared):
    if p.sum() > 3:
        ops.assign(p, p * 2)
    return p + shared


def _shared_below_three(p, shared):
    if p.sum() < 3:
        ops.assign(shared, p)
    return p + shared


def test_what_vmap_with_conditions_writes_to_parameters_that_it_is_given():
    p = ms.Parameter(Tensor([[1.0, 1.0], [5.0, 6.0]]), name="p")
    shared = ms.Parameter(Tensor([1.0, 2.0]), name="shared")
    result = ms.vmap(_doubled_above_three, (0, None))(p, shared)
    np.testing.assert_array_equal(p.asnumpy(), [[1, 1], [10, 12]])
    np.testing.assert_array_equal(result.asnumpy(), [[2, 3], [11, 14]])
    with pytest.raises(RuntimeError, match="writes a mapped value into an outside Parameter"):
        ms.vmap(_shared_below_three, (0, None))(p, shared)
    np.testing.assert_array_equal(shared.asnumpy(), [1, 2])


def test_gradients_by_a_parameter_that_vmap_is_given():
    p = ms.Parameter(Tensor([4.0, 8.0]), name="p")
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    for axes in ((0, None), (1, 0)):
        fn = ms.vmap(lambda row, w: (row * w).sum(), axes)
        for wrapped in (fn, ms.jit(fn)):
            np.testing.assert_array_equal(ms.grad(wrapped, 1)(x, p).asnumpy(), [4, 6])
            np.testing.assert_array_equal(ms.grad(wrapped, None, p)(x, p).asnumpy(), [4, 6])
