"""Functions on sparse matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import call, public
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_rank, of_dtype, of_shape
from msjax.kernels.sparse.shared import (
    coo_joined,
    coo_sum,
    csr_at_places,
    csr_places,
    csr_row_softmax,
    csr_row_sums,
    csr_sparse_product,
    csr_sum,
)
from msjax.kernels.sparse.tensors import COOTensor, CSRTensor, csr_mm_dense

if TYPE_CHECKING:
    from msjax._types import DType


def _check_kind(x: Any, kind: type) -> None:
    if not isinstance(x, kind):
        raise TypeError(must("input", f"a {kind.__name__}", type(x).__name__))


@public("ops.coo_add")
def coo_add(x1: COOTensor, x2: COOTensor, thresh: Tensor) -> COOTensor:
    """Sum of two sparse matrices.

    Args:
        x1 (COOTensor): a matrix; the indices of at least one of the two are int64.
        x2 (COOTensor): another of the same shape.
        thresh (Tensor): 0-d; sums smaller than it in absolute value are dropped.

    Returns:
        COOTensor with sorted indices.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> print(ms.ops.coo_add(x, x, ms.Tensor(0.)).values)
        [2. 4.]
    """
    for x in (x1, x2):
        _check_kind(x, COOTensor)
    of_type("thresh", thresh, Tensor)
    of_shape("x2", x2, x1.shape)
    if mstype.int64 not in (x1.indices.dtype, x2.indices.dtype):
        _check_int64(x1, x2)
    x1, x2 = _promoted(x1, x2)
    places = [x.indices.astype(mstype.int64) for x in (x1, x2)]
    parts = (places[0], x1.values, places[1], x2.values, thresh.astype(x1.dtype))
    return COOTensor(*call(coo_sum)(*parts), x1.shape)


def _check_int64(*matrices: COOTensor) -> None:
    for x in matrices:
        if x.indices.dtype != mstype.int64:
            raise TypeError(must("indices", "of dtype Int64", x.indices.dtype))


def _promoted(x: Any, y: Any) -> tuple[Any, Any]:
    """Two matrices with values of their common dtype."""
    if x.dtype == y.dtype:
        return x, y
    common = mstype.from_np(mstype.common_dtype(x.dtype.np, y.dtype.np))
    return x.astype(common), y.astype(common)


@public("ops.coo_concat", accepts={"concat_dim": "int"})
def coo_concat(sp_input: Sequence[COOTensor], concat_dim: int = 0) -> COOTensor:
    """Join sparse matrices.

    Args:
        sp_input (tuple or list of COOTensor): two or more, with int64 indices.
        concat_dim (int): the axis, in [-2, 2).

    Returns:
        COOTensor with sorted indices.

    Raises:
        ValueError: there are fewer than two, the axis does not exist, or shapes do not fit.
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> ms.ops.coo_concat((x, x)).shape
        (4, 3)
    """
    if len(sp_input) < 2:
        raise ValueError(must("sp_input", "two COOTensors or more", len(sp_input)))
    matrices = [COOTensor(*x) if isinstance(x, tuple) else x for x in sp_input]
    for x in matrices:
        _check_kind(x, COOTensor)
    _check_int64(*matrices)
    if not -2 <= concat_dim < 2:
        raise RuntimeError(must("concat_dim", "in [-2, 2)", concat_dim))
    axis = concat_dim % 2
    sizes = [x.shape[axis] for x in matrices]
    if len({x.shape[1 - axis] for x in matrices}) > 1:
        raise ValueError(must("sp_input", "matrices that fit", [x.shape for x in matrices]))
    indices, values = call(coo_joined)(
        [x.indices for x in matrices],
        [x.values for x in matrices],
        [sum(sizes[:i]) for i in range(len(sizes))],
        axis,
    )
    other = matrices[0].shape[1 - axis]
    return COOTensor(indices, values, (other, sum(sizes)) if axis else (sum(sizes), other))


@public("ops.csr_to_coo")
def csr_to_coo(tensor: CSRTensor) -> COOTensor:
    """A sparse matrix in coordinate form.

    Args:
        tensor (CSRTensor): a matrix.

    Returns:
        COOTensor with the same values and shape.

    Raises:
        TypeError: `tensor` is not a CSRTensor.
        ValueError: it has more than two axes.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_to_coo(x).indices)
        [[0 1]
         [1 0]]
    """
    _check_kind(tensor, CSRTensor)
    check_rank(tensor, 2, "tensor")
    places = call(csr_places)(tensor.indptr, tensor.indices)
    return COOTensor(places, tensor.values, tensor.shape)


@public("ops.csr_to_dense")
def csr_to_dense(csr_tensor: CSRTensor) -> Tensor:
    """A sparse matrix as a Tensor.

    Args:
        csr_tensor (CSRTensor): a matrix.

    Returns:
        Tensor of the matrix's shape and dtype.

    Raises:
        TypeError: `csr_tensor` is not a CSRTensor.
        ValueError: it has more than two axes.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_to_dense(x))
        [[0. 5.]
         [6. 0.]]
    """
    return csr_to_coo(csr_tensor).to_dense()


@public("ops.dense_to_sparse_coo", "Tensor.to_coo")
def dense_to_sparse_coo(tensor: Tensor) -> COOTensor:
    """The nonzero elements of a matrix, in coordinate form.

    Args:
        tensor (Tensor): rank 2.

    Returns:
        COOTensor with int32 indices.

    Raises:
        TypeError: `tensor` is not a Tensor.
        ValueError: it is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dense_to_sparse_coo(ms.Tensor([[0, 5], [6, 0]])).values)
        [5 6]
    """
    indices = _places(tensor)
    return COOTensor(indices, resolve("ops.gather_nd")(tensor, indices), tensor.shape)


def _places(tensor: Tensor) -> Tensor:
    """Where a matrix is not zero."""
    of_type("tensor", tensor, Tensor)
    check_rank(tensor, 2, "tensor")
    return tensor.nonzero().astype(mstype.int32)


@public(
    "ops.dense_to_sparse_csr",
    "Tensor.to_csr",
    accepts={
        "ops.dense_to_sparse_csr.tensor": "Tensor[float32 float64 complex64 complex128]",
        "Tensor.to_csr.tensor": "Tensor[float32 float64 complex64 complex128] None",
    },
)
def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor:
    """The nonzero elements of a matrix, in compressed-row form.

    Args:
        tensor (Tensor): rank 2.

    Returns:
        CSRTensor with int32 indices.

    Raises:
        TypeError: `tensor` is not a Tensor.
        ValueError: it is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dense_to_sparse_csr(ms.Tensor([[0., 5.], [6., 7.]])).indptr)
        [0 1 3]
    """
    indices = _places(tensor)
    values = resolve("ops.gather_nd")(tensor, indices)
    return COOTensor(indices, values, tensor.shape).to_csr()


@public("ops.csr_add")
def csr_add(a: CSRTensor, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
    """`alpha * a + beta * b` of sparse matrices.

    Args:
        a (CSRTensor): a matrix.
        b (CSRTensor): another of the same shape.
        alpha (Tensor): 0-d.
        beta (Tensor): 0-d.

    Returns:
        CSRTensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_add(x, x, ms.Tensor(1.), ms.Tensor(2.)).values)
        [15. 18.]
    """
    for x in (a, b):
        _check_kind(x, CSRTensor)
    for name, value in (("alpha", alpha), ("beta", beta)):
        of_type(name, value, Tensor)
    of_shape("b", b, a.shape)
    a, b = _promoted(a, b)
    factors = alpha.astype(a.dtype), beta.astype(a.dtype)
    parts = (a.indptr, a.indices, a.values, b.indptr, b.indices, b.values)
    return CSRTensor(*call(csr_sum)(*parts, *factors), a.shape)


@public("ops.csr_mm")
def csr_mm(
    a: CSRTensor,
    b: CSRTensor,
    trans_a: bool = False,
    trans_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> CSRTensor:
    """Product of two sparse matrices.

    Args:
        a (CSRTensor): the left one.
        b (CSRTensor): the right one.
        trans_a (bool): whether to transpose `a`.
        trans_b (bool): whether to transpose `b`.
        adjoint_a (bool): whether to transpose and conjugate `a`.
        adjoint_b (bool): whether to transpose and conjugate `b`.

    Returns:
        CSRTensor.

    Raises:
        TypeError: `a` or `b` is not a CSRTensor.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_to_dense(ms.ops.csr_mm(x, x)))
        [[30.  0.]
         [ 0. 30.]]
        >>> print(ms.ops.csr_to_dense(ms.ops.csr_mm(x, x, trans_b=True)))
        [[25.  0.]
         [ 0. 36.]]
    """
    for x in (a, b):
        _check_kind(x, CSRTensor)
    left = _oriented(a, trans_a, adjoint_a)
    right = _oriented(b, trans_b, adjoint_b)
    if left[2][1] != right[2][0]:
        raise ValueError(must("b", f"a matrix of {left[2][1]} rows", right[2]))
    shape = (left[2][0], right[2][1])
    return CSRTensor(*call(csr_sparse_product)(*left[:2], *right[:2], shape[0]), shape)


def _oriented(x: CSRTensor, transpose: bool, adjoint: bool) -> tuple[Tensor, Tensor, tuple]:
    """Places, values and shape of a matrix or of its transpose."""
    matrix = csr_to_coo(x)
    if not (transpose or adjoint):
        return matrix.indices, matrix.values, matrix.shape
    values = resolve("ops.conj")(matrix.values) if adjoint else matrix.values
    return matrix.indices.flip((1,)), values, matrix.shape[::-1]


@public("ops.csr_mv")
def csr_mv(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Product of a sparse matrix and a column vector.

    Args:
        csr_tensor (CSRTensor): a matrix of shape (rows, columns).
        dense (Tensor): the vector, of shape (columns, 1).

    Returns:
        Tensor of shape (rows, 1).

    Raises:
        TypeError: `csr_tensor` is not a CSRTensor.
        ValueError: `dense` has another shape.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_mv(x, ms.Tensor([[1.], [10.]])))
        [[50.]
         [ 6.]]
    """
    _check_kind(csr_tensor, CSRTensor)
    of_shape("dense", dense, (csr_tensor.shape[1], 1))
    return csr_mm_dense(csr_tensor, dense)


@public("ops.csr_gather")
def csr_gather(indptr: Tensor, indices: Tensor, dense: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Elements of a dense Tensor at the places of a sparse matrix.

    Args:
        indptr (Tensor): where each row of the sparse matrix begins, and the end; shape (rows + 1,).
        indices (Tensor): the column of each value.
        dense (Tensor): broadcasts to `shape`.
        shape (tuple of int): shape of the sparse matrix.

    Returns:
        Tensor of the dtype of `dense`, with one element for each of `indices`.

    Raises:
        TypeError: `indptr`, `indices` or `dense` is not a Tensor.
        ValueError: the arguments do not fit each other.

    Examples:
        >>> import msjax as ms
        >>> starts, columns = ms.Tensor([0, 1, 2]), ms.Tensor([1, 0])
        >>> print(ms.ops.csr_gather(starts, columns, ms.Tensor([[1., 2.], [3., 4.]]), (2, 2)))
        [2. 3.]
    """
    return call(csr_at_places)(indptr, indices, dense, shape)


def _combined(x: CSRTensor, y: Any, function: Callable) -> Any:
    _check_kind(x, CSRTensor)
    if isinstance(y, (int, float, bool)) or (y.size == 1 and y.ndim <= 2):
        if isinstance(y, Tensor) and y.ndim > x.ndim:
            raise ValueError(Clause("the dense Tensor does not broadcast to the sparse one."))
        y = y if isinstance(y, Tensor) else Tensor(y)
        return function(x.values, y).reshape(x.values.shape)
    return x._with(function(x.values, csr_gather(x.indptr, x.indices, y, x.shape)))


@public("ops.csr_mul", accepts={"y": "int float bool Tensor"})
def csr_mul(x: CSRTensor, y: float | Tensor) -> CSRTensor:
    """Product, element by element, of a sparse matrix and a Tensor that broadcasts to it.

    Args:
        x (CSRTensor): the matrix.
        y (Tensor, int, float, bool): the factor; a Tensor broadcasts to the shape of `x`.

    Returns:
        CSRTensor; for a number or a Tensor of one element, a Tensor: the products of the values.

    Raises:
        TypeError: `x` is not a CSRTensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_mul(x, ms.Tensor([[2.], [3.]])).values)
        [10. 18.]
        >>> print(ms.ops.csr_mul(x, 2))
        [10. 12.]
    """
    return _combined(x, y, lambda a, b: a * b)


@public("ops.csr_div", accepts={"y": "int float bool Tensor"})
def csr_div(x: CSRTensor, y: float | Tensor) -> CSRTensor:
    """Quotient, element by element, of a sparse matrix and a Tensor that broadcasts to it.

    Zeros of `y` matter only where the matrix has values.

    Args:
        x (CSRTensor): the matrix.
        y (Tensor, int, float, bool): the divisor; a Tensor broadcasts to the shape of `x`.

    Returns:
        CSRTensor; for a number or a Tensor of one element, a Tensor: the quotients of the values.

    Raises:
        TypeError: `x` is not a CSRTensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.CSRTensor(ms.Tensor([0, 1, 2]), ms.Tensor([1, 0]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(ms.ops.csr_div(x, ms.Tensor([[0., 2.], [4., 0.]])).values)
        [2.5 1.5]
    """
    return _combined(x, y, lambda a, b: a / b)


@public("ops.csr_reduce_sum", label="CSRReduceSum")
def csr_reduce_sum(csr_tensor: CSRTensor, axis: int) -> Tensor:
    """Sums of the rows of a sparse matrix.

    Args:
        csr_tensor (CSRTensor): a matrix of shape (rows, columns).
        axis (int): 1 or -1.

    Returns:
        Tensor of shape (rows, 1) and the matrix's dtype.

    Raises:
        TypeError: `csr_tensor` is not a CSRTensor.
        ValueError: `axis` is another.

    Examples:
        >>> import msjax as ms
        >>> starts, columns = ms.Tensor([0, 2, 3]), ms.Tensor([0, 1, 0])
        >>> x = ms.CSRTensor(starts, columns, ms.Tensor([5., 6., 7.]), (2, 2))
        >>> print(ms.ops.csr_reduce_sum(x, 1))
        [[11.]
         [ 7.]]
    """
    _check_kind(csr_tensor, CSRTensor)
    if axis not in (1, 1 - csr_tensor.ndim):
        raise ValueError(must("axis", f"1 or {1 - csr_tensor.ndim}", axis))
    return call(csr_row_sums)(csr_tensor.indptr, csr_tensor.values)


@public("ops.csr_softmax")
def csr_softmax(logits: CSRTensor, dtype: DType) -> CSRTensor:
    """Softmax over the values of each row; absent elements stay absent.

    Args:
        logits (CSRTensor): a matrix.
        dtype: float32 or float64, the dtype of its values.

    Returns:
        CSRTensor.

    Raises:
        TypeError: `logits` is not a CSRTensor, or its values have another dtype.

    Examples:
        >>> import msjax as ms
        >>> starts, columns = ms.Tensor([0, 2, 3]), ms.Tensor([0, 1, 0])
        >>> x = ms.CSRTensor(starts, columns, ms.Tensor([1., 1., 7.]), (2, 2))
        >>> print(ms.ops.csr_softmax(x, ms.float32).values)
        [0.5 0.5 1. ]
    """
    _check_kind(logits, CSRTensor)
    if dtype not in (mstype.float32, mstype.float64):
        raise TypeError(must("dtype", "float32 or float64", dtype))
    of_dtype("logits", logits, dtype)
    return logits._with(call(csr_row_softmax)(logits.indptr, logits.values))
