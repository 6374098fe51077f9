"""Sparse matrices: forms, texts, errors and transformations; texts and values are MindSpore's."""

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax.common.sparse_tensor import COOTensor, CSRTensor, RowTensor, SparseTensor
from msjax.kernels.sparse.values import _ELEMENTWISE
from tests import every_mode

PLACES = [[0, 1], [1, 2]]
DENSE = np.array([[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]], np.float32)
VALUES = "values=Tensor(shape=[2], dtype=Float32, value=[ 1.00000000e+00  2.00000000e+00])"
INDICES = "indices=Tensor(shape=[2, 2], dtype=Int32, value=\n[[0 1]\n [1 2]])"


def coo(dtype=ms.int32, values=(1.0, 2.0)):
    return COOTensor(Tensor(PLACES, dtype), Tensor(list(values), ms.float32), (3, 4))


def csr():
    indptr, columns = Tensor([0, 1, 2, 2], ms.int32), Tensor([1, 2], ms.int32)
    return CSRTensor(indptr, columns, Tensor([1, 2], ms.float32), (3, 4))


def ones(*shape):
    return Tensor(np.ones(shape, np.float32))


def test_texts():
    wanted = f"COOTensor(shape=[3, 4], dtype=Float32, {INDICES}, {VALUES})"
    assert str(coo()) == repr(coo()) == wanted
    assert repr(csr()) == (
        "CSRTensor(shape=[3, 4], dtype=Float32, indptr=Tensor(shape=[4], dtype=Int32, value="
        f"[0 1 2 2]), indices=Tensor(shape=[2], dtype=Int32, value=[1 2]), {VALUES})"
    )
    assert repr(SparseTensor(coo().indices, coo().values, (3, 4))) == wanted
    row = RowTensor(Tensor([0], ms.int32), Tensor([[1, 2]], ms.float32), (3, 2))
    assert row.dense_shape == (3, 2)
    assert repr(row) == (
        "RowTensor(shape=[3, 2], dtype=Float32, indices=Tensor(shape=[1], dtype=Int32, value=[0]), "
        "values=Tensor(shape=[1, 2], dtype=Float32, value=\n[[ 1.00000000e+00  2.00000000e+00]]))"
    )


@pytest.mark.parametrize("make", [coo, csr])
def test_members(make):
    x = make()
    assert (x.shape, x.ndim, x.size, x.itemsize) == ((3, 4), 2, 2, 4)
    assert x.dtype == ms.float32 and x.astype(ms.float16).dtype == ms.float16
    assert x.to_tuple()[-1] == (3, 4) and x.to_tuple()[-2] is x.values
    np.testing.assert_array_equal(x.to_dense().asnumpy(), DENSE)
    np.testing.assert_array_equal((-x).to_dense().asnumpy(), -DENSE)
    np.testing.assert_array_equal((-x).abs().to_dense().asnumpy(), DENSE)
    np.testing.assert_array_equal(make().__truediv__(ones(3, 4) * 2).values.asnumpy(), [0.5, 1])
    copied = type(x)(None, None, None, coo_tensor=x) if make is coo else CSRTensor(csr_tensor=x)
    assert repr(copied) == repr(x)


def test_forms_into_each_other():
    np.testing.assert_array_equal(coo().to_csr().indptr.asnumpy(), [0, 1, 2, 2])
    np.testing.assert_array_equal(csr().to_coo().indices.asnumpy(), PLACES)
    unsorted = COOTensor(Tensor([[1, 2], [0, 1]]), Tensor([2.0, 1.0]), (3, 4))
    assert repr(unsorted.to_csr().values) == repr(csr().values)
    dense = Tensor(DENSE)
    assert dense.to_coo().indices.dtype == dense.to_csr().indptr.dtype == ms.int32
    np.testing.assert_array_equal(dense.to_csr().to_dense().asnumpy(), DENSE)
    with pytest.raises(ValueError):
        Tensor([1.0, 0.0]).to_csr()


def test_equal_places_add_up():
    x = COOTensor(Tensor([[0, 1], [0, 1]]), Tensor([1.0, 2.0]), (3, 4))
    assert x.to_dense().asnumpy()[0, 1] == 3
    assert x.coalesce().indices.asnumpy().tolist() == [[0, 1]]
    assert x.coalesce().values.asnumpy().tolist() == [3]


def test_sums():
    x = coo(ms.int64)
    np.testing.assert_array_equal((x + x).to_dense().asnumpy(), 2 * DENSE)
    assert (x - x).values.asnumpy().tolist() == [0, 0]
    assert x.add(x, Tensor(3.0)).values.asnumpy().tolist() == [4]
    np.testing.assert_array_equal((x + ones(3, 4)).asnumpy(), DENSE + 1)
    total = csr().add(csr(), Tensor(1.0), Tensor(2.0))
    np.testing.assert_array_equal(total.to_dense().asnumpy(), 3 * DENSE)
    other = CSRTensor(Tensor([0, 0, 1, 2]), Tensor([0, 3]), Tensor([5.0, 7.0]), (3, 4))
    want = DENSE.copy()
    want[1, 0], want[2, 3] = -5, -7
    np.testing.assert_array_equal((csr() - other).to_dense().asnumpy(), want)
    with pytest.raises(TypeError, match="Int64"):
        coo() + coo()
    with pytest.raises(ValueError, match="same shape"):
        coo() * ones(3, 1)


def test_joins():
    x = coo(ms.int64)
    rows = ops.coo_concat([x, x])
    assert rows.shape == (6, 4)
    assert rows.indices.asnumpy().tolist() == [[0, 1], [1, 2], [3, 1], [4, 2]]
    columns = ops.coo_concat((x, x), -1)
    assert columns.shape == (3, 8)
    assert columns.indices.asnumpy().tolist() == [[0, 1], [0, 5], [1, 2], [1, 6]]
    with pytest.raises(ValueError, match="two COOTensors or more, but got 1"):
        ops.coo_concat([x])


def test_products():
    rng = np.random.default_rng(0)
    matrix, vector = rng.standard_normal((4, 5)), rng.standard_normal((4, 1))
    matrix, vector = matrix.astype(np.float32), vector.astype(np.float32)
    np.testing.assert_allclose(csr().mm(Tensor(matrix)).asnumpy(), DENSE @ matrix, rtol=1e-6)
    np.testing.assert_allclose(csr().mv(Tensor(vector)).asnumpy(), DENSE @ vector, rtol=1e-6)
    assert csr().sum(1).asnumpy().tolist() == [[1], [2], [0]]
    with pytest.raises(ValueError):
        csr().sum(0)
    sparse = np.where(rng.random((4, 6)) < 0.4, rng.standard_normal((4, 6)), 0).astype(np.float32)
    right = Tensor(sparse).to_csr()
    np.testing.assert_allclose(csr().mm(right).to_dense().asnumpy(), DENSE @ sparse, rtol=1e-6)
    product = ops.csr_mm(csr(), csr(), trans_a=True)
    np.testing.assert_array_equal(product.to_dense().asnumpy(), DENSE.T @ DENSE)
    product = ops.csr_mm(csr(), csr(), adjoint_b=True)
    np.testing.assert_array_equal(product.to_dense().asnumpy(), DENSE @ DENSE.T)
    scaled = csr() * Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
    assert scaled.values.asnumpy().tolist() == [1, 12]
    assert (csr() * ones(3, 1)).values.asnumpy().tolist() == [1, 2]
    assert (csr() * 2).asnumpy().tolist() == [2, 4]


def test_softmax_of_rows():
    x = CSRTensor(Tensor([0, 2, 3]), Tensor([0, 3, 1]), Tensor([1.0, 1.0, 9.0]), (2, 4))
    assert ops.csr_softmax(x, ms.float32).values.asnumpy().tolist() == [0.5, 0.5, 1]


def test_elementwise():
    np.testing.assert_allclose(ops.coo_sin(coo()).values.asnumpy(), np.sin([1, 2]), rtol=1e-6)
    assert ops.csr_isnan(csr()).dtype == ms.bool_
    with pytest.raises(TypeError, match="COOTensor"):
        ops.coo_abs(csr())
    for name in _ELEMENTWISE:
        wanted = getattr(ops, name)(csr().values).asnumpy()
        for x in (coo(), csr()):
            made = getattr(ops, f"{type(x).__name__[:3].lower()}_{name}")(x)
            assert type(made) is type(x) and made.shape == x.shape
            np.testing.assert_array_equal(made.values.asnumpy(), wanted)


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (TypeError, (1, [1.0], (3, 4))),
        (TypeError, ([[0, 1]], [1.0], [3, 4])),
        (TypeError, ([[0.0, 1.0]], [1.0], (3, 4))),
        (TypeError, ([[0, 1]], [1.0], (3.0, 4))),
        (ValueError, ([[0, 1]], [1.0], (3,))),
        (ValueError, ([[0, 1]], [1.0], (3, -4))),
        (ValueError, ([[0, 1]], [1.0, 2.0], (3, 4))),
        (ValueError, ([[0, 1]], [[1.0]], (3, 4))),
        (ValueError, ([[0, 1], [0, 0]], [1.0, 2.0], (1, 1))),
    ],
)
def test_refused_parts(error, arguments):
    indices, values, shape = arguments
    indices = Tensor(indices) if isinstance(indices, list) else indices
    with pytest.raises(error):
        COOTensor(indices, Tensor(values), shape)


def test_compiled():
    calls = []

    @ms.jit
    def run(x, factor):
        calls.append(1)
        return ops.coo_abs(x), x.to_csr(), x.to_dense() * factor

    for values in ((1.0, 2.0), (-3.0, 4.0)):
        absolute, rows, dense = run(coo(values=values), Tensor(2.0))
        assert absolute.values.asnumpy().tolist() == [abs(v) for v in values]
        assert rows.values.asnumpy().tolist() == list(values)
        assert dense.asnumpy()[1, 2] == 2 * values[1]
    assert len(calls) <= 2, "a second matrix of the same kind compiled again"


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_gradients_reach_the_values(wrap):
    def loss(values):
        return (COOTensor(Tensor(PLACES), values, (3, 4)).to_csr().mm(ones(4, 2)) ** 2).sum()

    assert ms.grad(wrap(loss))(Tensor([1.0, 2.0])).asnumpy().tolist() == [4, 8]


def test_gradient_through_a_product_of_sparse_matrices():
    def loss(values):
        left = COOTensor(Tensor(PLACES), values, (3, 4)).to_csr()
        right = COOTensor(Tensor(PLACES), values, (4, 3)).to_csr()
        return left.mm(right).values.sum()

    assert ms.grad(loss)(Tensor([3.0, 5.0])).asnumpy().tolist() == [5, 3]


def test_pytree():
    leaves, tree = jax.tree.flatten(csr())
    assert len(leaves) == 3
    assert repr(jax.tree.unflatten(tree, leaves)) == repr(csr())
    assert jax.jit(lambda x: -x)(coo()).values.asnumpy().tolist() == [-1, -2]


def test_operators_with_a_tensor_on_the_left():
    dense = Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
    a = dense.asnumpy()
    for make in (coo, lambda: coo(ms.int64)):
        np.testing.assert_array_equal((dense + make()).asnumpy(), a + DENSE)
        np.testing.assert_array_equal((dense - make()).asnumpy(), a - DENSE)
        np.testing.assert_array_equal((dense * make()).to_dense().asnumpy(), a * DENSE)
        for operator in ("__radd__", "__rsub__", "__rmul__"):
            with pytest.raises(TypeError):
                getattr(make(), operator)(2.0)
        with pytest.raises(ValueError):
            Tensor(2.0) + make()
        with pytest.raises(TypeError):
            dense / make()
    np.testing.assert_array_equal((dense * csr()).to_dense().asnumpy(), a * DENSE)
    assert (Tensor(2.0) * csr()).asnumpy().tolist() == [2, 4]
    for refused in (lambda: dense + csr(), lambda: dense - csr(), lambda: 2.0 * csr()):
        with pytest.raises(TypeError):
            refused()


def test_sum_of_matrices_with_indices_of_two_dtypes():
    for x, y in ((coo(ms.int64), coo()), (coo(), coo(ms.int64))):
        np.testing.assert_array_equal((x + y).to_dense().asnumpy(), 2 * DENSE)
    with pytest.raises(TypeError):
        coo() + coo()


def cubes(x, factor):
    return (x.values**3 * factor).sum()


@pytest.mark.parametrize("make", [coo, csr])
class TestGradients:
    """Tensors of values in eager code, matrices in compiled code, as MindSpore's."""

    def check(self, make, found):
        gradient, beside = found
        assert type(gradient) is type(make())
        np.testing.assert_array_equal(gradient.to_dense().asnumpy(), DENSE**2 * 6)
        assert beside.tolist() == [1, 8]

    def test_eager(self, make):
        gradient, beside = ms.grad(cubes, (0, 1))(make(), Tensor([2.0, 2.0]))
        assert (gradient.tolist(), beside.tolist()) == ([6, 24], [1, 8])
        _, pull = ops.vjp(cubes, make(), Tensor([2.0, 2.0]))
        assert pull(Tensor(2.0))[0].tolist() == [12, 48]

    def test_compiled(self, make):
        @ms.jit
        def gradient(x, factor):
            return ms.grad(cubes, (0, 1))(x, factor)

        for _ in range(2):
            self.check(make, gradient(make(), Tensor([2.0, 2.0])))
        self.check(make, ms.jit(ops.GradOperation(get_all=True)(cubes))(make(), Tensor([2.0, 2.0])))

    def test_graph_mode(self, make):
        with every_mode.graph_mode():
            self.check(make, ms.grad(cubes, (0, 1))(make(), Tensor([2.0, 2.0])))
            pairs = ms.grad(cubes, (0, 1), return_ids=True)(make(), Tensor([2.0, 2.0]))
            self.check(make, (ms.get_grad(pairs, 0), ms.get_grad(pairs, 1)))
            (inner,) = ms.grad(lambda xs, f: cubes(xs[0], f))([make()], Tensor([2.0, 2.0]))
            self.check(make, (inner, Tensor([1, 8])))

    def test_second_derivative(self, make):
        def slope(x):
            return ms.grad(cubes)(x, Tensor([2.0, 2.0])).values.sum()

        found = ms.jit(ms.grad(slope))(make())
        np.testing.assert_array_equal(found.to_dense().asnumpy(), DENSE * 12)

    @pytest.mark.runs_eagerly
    def test_compiled_code_that_runs_eagerly(self, make):
        @ms.jit
        def gradient(x, factor):
            if factor[0] > 1:
                return ms.grad(cubes, (0, 1))(x, factor)
            return None

        self.check(make, gradient(make(), Tensor([2.0, 2.0])))
