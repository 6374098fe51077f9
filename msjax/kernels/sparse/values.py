"""Operations on the values of sparse matrices, and functions that make and read them."""

from __future__ import annotations

from typing import Any

from msjax._core.base.errors import must
from msjax._core.op.publish import public
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.sparse.tensors import COOTensor, CSRTensor, RowTensorInner, SparseTensor

_ELEMENTWISE = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan "
    "log log1p neg relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
).split()

_EXAMPLES = {
    COOTensor: "ms.COOTensor(ms.Tensor([[0, 1]]), values, (1, 2))",
    CSRTensor: "ms.CSRTensor(ms.Tensor([0, 1]), ms.Tensor([1]), values, (1, 2))",
    RowTensorInner: "ms.ops.make_row_tensor(ms.Tensor([1]), values, (2,))",
}


def _on_values(prefix: str, kind: type, name: str) -> None:
    """Publish an elementwise operation for one form of sparse matrices."""

    def function(x: Any) -> Any:
        if not isinstance(x, kind):
            raise TypeError(must("x", f"a {kind.__name__}", type(x).__name__))
        return x._with(resolve("ops." + name)(x.values))

    function.__name__ = function.__qualname__ = f"{prefix}_{name}"
    function.__module__ = "msjax.ops"
    function.__annotations__ = dict.fromkeys(("x", "return"), kind.__name__)
    function.__doc__ = f"""`ops.{name}` of the values of a {kind.__name__}; its zeros stay zeros.

    Args:
        x ({kind.__name__}): the matrix.

    Returns:
        {kind.__name__} with the same places.

    Raises:
        TypeError: `x` is something else.

    Examples:
        >>> import msjax as ms
        >>> values = ms.Tensor([1.])
        >>> x = {_EXAMPLES[kind]}
        >>> print(ms.ops.{prefix}_{name}(x).values == ms.ops.{name}(values))
        [ True]
    """
    public(f"ops.{prefix}_{name}")(function)


for _name in _ELEMENTWISE:
    _on_values("coo", COOTensor, _name)
    _on_values("csr", CSRTensor, _name)


@public("ops.make_coo_tensor")
def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> COOTensor:
    """Make a sparse matrix of the places and values of its elements.

    Args:
        indices (Tensor): shape (n, 2): row and column of each value.
        values (Tensor): shape (n,).
        dense_shape (tuple of int): shape of the matrix.

    Returns:
        COOTensor.

    Raises:
        TypeError, ValueError: those of `COOTensor`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.make_coo_tensor(ms.Tensor([[0, 1], [1, 0]]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(x.to_dense())
        [[0. 5.]
         [6. 0.]]
    """
    return COOTensor(indices, values, dense_shape)


@public("ops.make_csr_tensor")
def make_csr_tensor(
    indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: tuple
) -> CSRTensor:
    """Make a sparse matrix of the starts of its rows, and the columns and values of its elements.

    Args:
        indptr (Tensor): shape (rows + 1,): where each row begins, and the end.
        indices (Tensor): shape (n,): column of each value.
        values (Tensor): shape (n,).
        dense_shape (tuple of int): shape of the matrix.

    Returns:
        CSRTensor.

    Raises:
        TypeError, ValueError: those of `CSRTensor`.

    Examples:
        >>> import msjax as ms
        >>> starts, columns = ms.Tensor([0, 1, 2]), ms.Tensor([1, 0])
        >>> x = ms.ops.make_csr_tensor(starts, columns, ms.Tensor([5., 6.]), (2, 2))
        >>> print(x.to_dense())
        [[0. 5.]
         [6. 0.]]
    """
    return CSRTensor(indptr, indices, values, dense_shape)


@public("ops.make_sparse_tensor")
def make_sparse_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> SparseTensor:
    """Make a sparse Tensor of the places and values of its elements: an older form of a COOTensor.

    Args:
        indices (Tensor): shape (n, 2): row and column of each value.
        values (Tensor): shape (n,).
        dense_shape (tuple of int): shape of the matrix.

    Returns:
        SparseTensor.

    Raises:
        TypeError, ValueError: those of `SparseTensor`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.make_sparse_tensor(ms.Tensor([[0, 1], [1, 0]]), ms.Tensor([5., 6.]), (2, 2))
        >>> print(x.values)
        [5. 6.]
    """
    return SparseTensor(indices, values, dense_shape)


@public("ops.make_row_tensor", "ops.make_row_tensor_inner")
def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> RowTensorInner:
    """Make a Tensor that consists of some rows, the others being zero.

    Args:
        indices (Tensor): shape (n,): the number of each row.
        values (Tensor): shape (n, ...): the rows.
        dense_shape (tuple of int): shape of the whole.

    Returns:
        RowTensorInner.

    Raises:
        TypeError: `indices` or `values` is not a Tensor, or `shape` not a tuple.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.make_row_tensor(ms.Tensor([1]), ms.Tensor([[5., 6.]]), (3, 2))
        >>> print(x.values, x.dense_shape)
        [[5. 6.]] (3, 2)
    """
    return RowTensorInner(indices, values, dense_shape)


def _reader(name: str, kind: type, field: str, given: str) -> None:
    """Publish a function that gives a part of sparse matrices.

    Args:
        name: its name.
        kind: their class.
        field: the part.
        given: what it is in the example.
    """

    def function(x: Any) -> Any:
        if not isinstance(x, kind):
            raise TypeError(must("x", f"a {kind.__name__}", type(x).__name__))
        return getattr(x, field)

    function.__name__ = function.__qualname__ = name
    part = field.removeprefix("_")
    given_back = "tuple[int, ...]" if part == "shape" else "Tensor"
    function.__annotations__ = {"x": kind.__name__, "return": given_back}
    function.__doc__ = f"""The {part} of a sparse Tensor.

    Args:
        x ({kind.__name__}): the sparse Tensor.

    Returns:
        {"Tuple of ints" if part == "shape" else "Tensor"}.

    Raises:
        TypeError: `x` is something else.

    Examples:
        >>> import msjax as ms
        >>> values = ms.Tensor([1.])
        >>> x = {_EXAMPLES[kind]}
        >>> print(ms.ops.{name}(x))
        {given}
    """
    accepts = {} if kind is RowTensorInner else {"x": "tuple Tensor"}
    public("ops." + name, accepts=accepts)(function)


_reader("coo_tensor_get_indices", COOTensor, "indices", "[[0 1]]")
_reader("coo_tensor_get_values", COOTensor, "values", "[1.]")
_reader("coo_tensor_get_dense_shape", COOTensor, "_shape", "(1, 2)")
_reader("csr_tensor_get_indptr", CSRTensor, "indptr", "[0 1]")
_reader("csr_tensor_get_indices", CSRTensor, "indices", "[1]")
_reader("csr_tensor_get_values", CSRTensor, "values", "[1.]")
_reader("csr_tensor_get_dense_shape", CSRTensor, "_shape", "(1, 2)")
_reader("row_tensor_get_indices", RowTensorInner, "indices", "[1]")
_reader("row_tensor_get_values", RowTensorInner, "values", "[1.]")
_reader("row_tensor_get_dense_shape", RowTensorInner, "_shape", "(2,)")
