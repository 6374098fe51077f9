"""Operations on the values of sparse matrices, and functions that make and read them."""

from __future__ import annotations

from typing import Any

from msjax._core.errors import describe, must
from msjax._core.op import public, resolve
from msjax._core.tensor import Tensor
from msjax.common.sparse_tensor import COOTensor, CSRTensor, RowTensorInner, SparseTensor

_ELEMENTWISE = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan "
    "log log1p neg relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
).split()


def _on_values(prefix: str, kind: type, name: str) -> None:
    """Publish an elementwise operation for one form of sparse matrices."""

    def function(x: Any) -> Any:
        if not isinstance(x, kind):
            raise TypeError(f"Expects {kind.__name__} for {prefix}_{name}")
        return x._with(resolve("ops." + name)(x.values))

    function.__name__ = function.__qualname__ = f"{prefix}_{name}"
    function.__module__ = "msjax.ops"
    function.__doc__ = f"""`ops.{name}` of the values of a {kind.__name__}; its zeros stay zeros.

    Args:
        x ({kind.__name__}): the matrix.

    Returns:
        {kind.__name__} with the same places.

    Raises:
        TypeError: `x` is something else.
    """
    public(f"ops.{prefix}_{name}")(function)


for _name in _ELEMENTWISE:
    _on_values("coo", COOTensor, _name)
    _on_values("csr", CSRTensor, _name)


@public("ops.make_coo_tensor")
def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> COOTensor:
    """A COOTensor of its parts."""
    return COOTensor(indices, values, dense_shape)


@public("ops.make_csr_tensor")
def make_csr_tensor(
    indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: tuple
) -> CSRTensor:
    """A CSRTensor of its parts."""
    return CSRTensor(indptr, indices, values, dense_shape)


@public("ops.make_sparse_tensor")
def make_sparse_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> SparseTensor:
    """A SparseTensor of its parts."""
    return SparseTensor(indices, values, dense_shape)


@public("ops.make_row_tensor", "ops.make_row_tensor_inner")
def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> RowTensorInner:
    """A RowTensor of its parts."""
    return RowTensorInner(indices, values, dense_shape)


def _reader(name: str, kind: type, field: str) -> None:
    def function(x: Any) -> Any:
        if not isinstance(x, kind):
            raise TypeError(must(name, "x", kind.__name__, describe(x)))
        return getattr(x, field)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The {field} of a sparse Tensor."
    public("ops." + name)(function)


for _form, _kind, _fields in (
    ("coo_tensor", COOTensor, ("indices", "values")),
    ("csr_tensor", CSRTensor, ("indptr", "indices", "values")),
    ("row_tensor", RowTensorInner, ("indices", "values")),
):
    for _field in _fields:
        _reader(f"{_form}_get_{_field}", _kind, _field)
    _reader(f"{_form}_get_dense_shape", _kind, "_shape")
