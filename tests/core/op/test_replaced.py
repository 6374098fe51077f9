"""Functions that compiled code runs beside operations, or instead of them."""

import numpy as np
import pytest

import msjax as ms
from msjax import graph, ops

X = ms.Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.fixture(autouse=True)
def clear():
    yield
    graph.clear_op_infer()
    graph.clear_op_wrapper()


@pytest.mark.parametrize("add", [ops.Add(), ops.add, lambda x, y: x + y])
def test_attributes_of_results(add):
    seen = []
    assert graph.register_op_infer("Add", "layout")(layout) is layout
    graph.register_op_infer("Mul", "layout")(lambda x, y: seen.append(x.layout))

    def function(x, y):
        return ops.Mul()(add(x, y), x)

    expected = function(X, X)
    assert not seen
    np.testing.assert_array_equal(ms.jit(function)(X, X).asnumpy(), expected.asnumpy())
    assert set(seen) == {(2, 3, 2, 3)}


def layout(x, y):
    return x.shape + y.shape


def test_errors_are_logged():
    def wrong(x):
        raise ValueError("no")

    graph.register_op_infer("Sin", "layout")(wrong)
    np.testing.assert_allclose(ms.jit(ops.sin)(X).asnumpy(), np.sin(X.asnumpy()), 1e-6)


@pytest.mark.parametrize("add", [ops.Add(), ops.add, lambda x, y: x + y])
def test_wrappers(add):
    @graph.register_op_wrapper("Add")
    def doubled(x, y):
        return lambda x, y: x + 2 * y

    def function(x, y):
        return add(x, y)

    x = X.asnumpy()
    np.testing.assert_array_equal(function(X, X).asnumpy(), 2 * x)
    np.testing.assert_array_equal(ms.jit(function)(X, X).asnumpy(), 3 * x)
    dx, dy = ms.jit(ms.grad(function, (0, 1)))(X, X)
    np.testing.assert_array_equal(dx.asnumpy(), np.ones((2, 3)))
    np.testing.assert_array_equal(dy.asnumpy(), np.full((2, 3), 2))
    graph.clear_op_wrapper()
    np.testing.assert_array_equal(ms.jit(lambda x: add(x, x))(X).asnumpy(), 2 * x)


def test_other_operations_stay():
    graph.register_op_wrapper("Add")(lambda x, y: ops.sub)
    np.testing.assert_array_equal(ms.jit(ms.mint.add)(X, X).asnumpy(), 2 * X.asnumpy())


def test_one_function_for_each_name():
    graph.register_op_wrapper("Add")(len)
    graph.register_op_infer("Add", "a")(len)
    graph.register_op_infer("Add", "b")(len)
    with pytest.raises(RuntimeError, match="op: Add multiple times"):
        graph.register_op_wrapper("Add")(len)
    with pytest.raises(RuntimeError, match="function: a for op: Add multiple times"):
        graph.register_op_infer("Add", "a")(len)


@pytest.mark.parametrize("wrong", ["", " ", 3, None])
def test_names(wrong):
    with pytest.raises(ValueError, match="op_name must be a non-empty string"):
        graph.register_op_wrapper(wrong)
    with pytest.raises(ValueError, match="op_name"):
        graph.register_op_infer(wrong, "a")
    with pytest.raises(ValueError, match="infer_name"):
        graph.register_op_infer("Add", wrong)


def test_plugins(tmp_path):
    with pytest.raises(NotImplementedError, match="register_op_wrapper"):
        graph.register_custom_pass("mine", "/mine.so")
    with pytest.raises(TypeError, match="CustomPassType"):
        graph.register_custom_pass("mine", "/mine.so", pass_type=0)
    library, text = tmp_path / "mine.so", tmp_path / "mine.txt"
    for file in (library, text):
        file.touch()
    for wrong in (None, "mine.so", str(tmp_path / "other.so"), str(text)):
        with pytest.raises(ValueError):
            graph.register_custom_backend("mine", wrong)
    with pytest.raises(NotImplementedError, match="PJRT"):
        graph.register_custom_backend("mine", str(library))
