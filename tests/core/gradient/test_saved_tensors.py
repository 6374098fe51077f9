"""Hooks for what operations keep for the backward pass."""

import importlib

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops

X = ms.Tensor([0.25, 0.5])
Y = ms.Tensor([1.25, 1.5])


def plus_one(t):
    return t + 1


def same(t):
    return t


def packed_by(function, *args):
    """The shapes and dtypes packed on the way, those unpacked, and the gradients."""
    packed, unpacked = [], []

    def pack(t):
        packed.append((t.shape, str(t.dtype)))
        return t.asnumpy(), "note"

    def unpack(kept):
        unpacked.append(kept[0].shape)
        return ms.Tensor(kept[0])

    def run(*args):
        with ms.saved_tensors_hooks(pack, unpack):
            return function(*args)

    positions = tuple(range(len(args)))
    found = ms.grad(run, positions)(*args)
    expected = ms.grad(function, positions)(*args)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())
    assert len(packed) == len(unpacked)
    return packed


M = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))


# What MindSpore packs, by shape and dtype.
@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (lambda x, y: x * y, (X, Y), [((2,), "Float32")] * 2),
        (lambda x: x * 3, (X,), []),
        (lambda x, y: x + y, (X, Y), []),
        (lambda x: x.sum(), (M,), []),
        (lambda x: x.reshape(6), (M,), []),
        (lambda x: x[0], (M,), []),
        (ops.log, (X,), [((2,), "Float32")]),
        (lambda x: ops.gather(x, ms.Tensor([0, 1]), 0), (M,), [((2,), "Int64")]),
        (lambda x, y: ops.where(x > y, x, y), (X, Y), [((2,), "Bool")]),
        (ops.matmul, (M, M.T), [((2, 3), "Float32"), ((3, 2), "Float32")]),
        (lambda x: ops.sin(x) * x, (X,), [((2,), "Float32")] * 3),
    ],
)
def test_what_is_packed(function, args, expected):
    assert packed_by(function, *args) == expected


def test_gradients_are_of_what_is_unpacked():
    def product(x, y):
        with ms.saved_tensors_hooks(plus_one, same):
            return x * y

    out, (dx, dy) = ms.value_and_grad(product, (0, 1))(X, Y)
    np.testing.assert_allclose(out.asnumpy(), [0.3125, 0.75])
    np.testing.assert_allclose(dx.asnumpy(), [2.25, 2.5])
    np.testing.assert_allclose(dy.asnumpy(), [1.25, 1.5])


def test_innermost_hooks_hold():
    def function(x):
        with ms.saved_tensors_hooks(same, lambda t: t * 10):
            with ms.saved_tensors_hooks(same, lambda t: t * 2):
                square = x * x
            return square * 1 + x * x

    np.testing.assert_allclose(ms.grad(function)(ms.Tensor([1.0])).asnumpy(), [24.0])


def test_nothing_is_packed_without_gradients():
    with ms.saved_tensors_hooks(lambda t: pytest.fail("packed"), same):
        assert (X * X).shape == (2,)


def test_random_state_is_not_packed():
    packed = []

    def function(x):
        with ms.saved_tensors_hooks(lambda t: packed.append(t.dtype) or t, same):
            return ops.dropout(x, p=0.5)

    ms.grad(function)(ms.Tensor(np.ones(64, np.float32)))
    assert ms.uint32 not in packed


def test_second_derivatives():
    def cube(x):
        with ms.saved_tensors_hooks(lambda t: t.asnumpy(), ms.Tensor):
            return x * x * x

    np.testing.assert_allclose(ms.grad(ms.grad(cube))(ms.Tensor([2.0])).asnumpy(), [12.0])


def test_backward_twice():
    x = ms.Tensor([3.0]).requires_grad_()
    with ms.saved_tensors_hooks(lambda t: t.asnumpy(), ms.Tensor):
        y = x * x
    y.backward(retain_graph=True)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [12.0])


@pytest.mark.parametrize(
    ("unpack", "error"),
    [(lambda t: 3, TypeError), (lambda t: ms.Tensor([1.0, 2.0, 3.0]), ValueError)],
)
def test_wrong_results(unpack, error):
    def function(x):
        with ms.saved_tensors_hooks(same, unpack):
            return x * x

    with pytest.raises(error, match="unpack_hook"):
        ms.grad(function)(X)


def test_hooks_are_functions():
    for wrong in ((3, same), (same, None)):
        with pytest.raises(TypeError, match="must be a function"):
            ms.saved_tensors_hooks(*wrong)
        with pytest.raises(TypeError, match="must be a function"):
            ms.register_saved_tensors_hooks(*wrong)


def test_compiled_code_refuses_the_context():
    @ms.jit
    def function(x):
        with ms.saved_tensors_hooks(same, same):
            return x * x

    with pytest.raises(TypeError, match="register_saved_tensors_hooks"):
        function(X)


def test_compiled_functions_keep_what_they_need():
    inner = ms.jit(lambda x: x * x)

    def function(x):
        with ms.saved_tensors_hooks(plus_one, same):
            return inner(x)

    np.testing.assert_allclose(ms.grad(function)(X).asnumpy(), [0.5, 1.0])
    np.testing.assert_allclose(ms.jit(ms.grad(inner))(X).asnumpy(), [0.5, 1.0])


def test_decorated_functions():
    @ms.register_saved_tensors_hooks(lambda t: (t + 1, {"kind": "kept"}), lambda kept: kept[0])
    def product(x, y):
        return ops.sin(x) * y

    def around(x, y):
        return product(x, y) + x

    eager = ms.grad(around, (0, 1))(X, Y)
    x, y = X.asnumpy(), Y.asnumpy()
    np.testing.assert_allclose(eager[0].asnumpy(), np.cos(x) * y + 1, 1e-6)
    step = ms.jit(ms.grad(around, (0, 1)))
    for _ in range(2):
        dx, dy = step(X, y=Y) if _ else step(X, Y)
        np.testing.assert_allclose(dx.asnumpy(), np.cos(x + 1) * (y + 1) + 1, 1e-5)
        np.testing.assert_allclose(dy.asnumpy(), np.sin(x) + 1, 1e-5)
    np.testing.assert_allclose(ms.jit(product)(X, Y).asnumpy(), np.sin(x) * y, 1e-6)


@pytest.mark.parametrize("order", ["outside", "inside"])
def test_decorated_compiled_functions(order):
    hooks = ms.register_saved_tensors_hooks(plus_one, same)

    def square(x):
        return x * x

    made = hooks(ms.jit(square)) if order == "outside" else ms.jit(hooks(square))
    np.testing.assert_allclose(ms.grad(made)(X).asnumpy(), [2.5, 3.0])


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([0.25, 0.5]), name="w")

    def construct(self, x):
        return x * self.w


@pytest.fixture(params=[ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def mode(request):
    ms.set_context(mode=request.param)
    yield
    ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("decorated", [True, False])
def test_cells(mode, decorated):
    net = Scale()
    hooks = ms.register_saved_tensors_hooks(plus_one, same)
    if decorated:
        assert hooks(net) is net
    else:
        net.register_saved_tensors_hooks(plus_one, same)
    steps = ms.value_and_grad(net, 0, net.trainable_params())
    for step in (steps, ms.jit(steps)):
        out, (dx, (dw,)) = step(Y)
        np.testing.assert_allclose(out.asnumpy(), [0.3125, 0.75])
        np.testing.assert_allclose(dx.asnumpy(), [1.25, 1.5])
        np.testing.assert_allclose(dw.asnumpy(), [2.25, 2.5])


def test_vmap():
    @ms.register_saved_tensors_hooks(plus_one, same)
    def square(x):
        return (x * x).sum()

    rows = ms.vmap(ms.grad(square))(M)
    np.testing.assert_allclose(rows.asnumpy(), 2 * (M.asnumpy() + 1))


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("used", "expected", "count"),
    [
        (None, [[8 * 8 * 2, 18 * 12 * 3], [0, 0]], 3),
        ([0, 2], [[8 * 8 * 2, 18 * 12 * 3], [0, 0]], 2),
        ([], [[2, 3], [0, 0]], 0),
    ],
)
def test_a_bprop_sees_what_was_unpacked(used, expected, count, compiled):
    class Net(nn.Cell):
        def construct(self, x, y):
            return x * y

        def bprop(self, x, y, out, dout):
            assert (y is None) == (used is not None)
            if x is None:
                return dout, dout * 0
            return dout * out * x, dout * 0

    net, packed, unpacked = Net(), [], []
    if used is not None:
        net.used_bprop_inputs = used
    net.register_saved_tensors_hooks(
        lambda t: packed.append(0) or t + 1, lambda t: unpacked.append(0) or (t - 1) * 4
    )

    def f(x, y):
        return net(x, y) * ms.Tensor([2.0, 3.0])

    found = ops.GradOperation(get_all=True)(f)
    found = (ms.jit(found) if compiled else found)(ms.Tensor([2.0, 3.0]), ms.Tensor([1.0, 1.5]))
    assert [g.asnumpy().tolist() for g in found] == expected
    assert len(packed) == len(unpacked) == count


def test_hooks_can_be_forbidden():
    forbid = importlib.import_module("msjax.common.api")._disable_saved_tensors_hooks

    def enter():
        with ms.saved_tensors_hooks(same, same):
            pass

    with forbid("outer"):
        with forbid("inner"), pytest.raises(RuntimeError, match=r"Failure info \[inner\]"):
            enter()
        with pytest.raises(RuntimeError, match=r"Failure info \[outer\]"):
            enter()
    enter()
    with (
        ms.saved_tensors_hooks(same, same),
        pytest.raises(RuntimeError, match=r"Failure info \[no\]"),
        forbid("no"),
    ):
        pass

    def f(x):
        with ms.saved_tensors_hooks(plus_one, plus_one):
            y = x * x
            with forbid("no", is_error_on_outer_hook=False):
                return y * y

    assert ms.grad(f)(ms.Tensor([3.0])).asnumpy().tolist() == [2 * 9 * 2 * (3 + 2)]
