"""Diagonals and triangles of matrices, and their traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import cast_array
from msjax._core.base.checks import boolean, check_axis, integer
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Clause, must
from msjax._core.base.x64 import to_device
from msjax._core.op.older import Find
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Single, Value, call, op, primitive, public
from msjax._core.runtime import context
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.checks import accept, of_shape, same_dtype, with_dimensions
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.reduction.sums import summed


@primitive("Diag")
@op("ops.diag", label="Diag")
def diag(input: Array):
    """Tensor of twice the rank whose diagonal holds the elements, with zeros elsewhere.

    Args:
        input: Tensor of at least one dimension.

    Returns:
        Tensor of shape `input.shape + input.shape`.

    Raises:
        ValueError: `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diag(ms.Tensor([1, 2])))
        [[1 0]
         [0 2]]
    """
    with_dimensions("input", input)
    return jnp.diag(input.reshape(-1)).reshape(input.shape + input.shape)


@op("Tensor.diag", label="Tensor.diag")
def _diag_method(input: Array, diagonal: int = 0):
    """Tensor of twice the rank whose diagonal holds the elements; see `ops.diag`.

    Args:
        diagonal: must be 0.

    Returns:
        Tensor of shape `shape + shape`, zero elsewhere.

    Raises:
        ValueError: `diagonal` is not 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).diag())
        [[1 0]
         [0 2]]
    """
    if diagonal != 0:
        raise ValueError(must("diagonal", "0", diagonal))
    return diag(input)


@primitive(
    "DiagPart",
    accepts={"input_x": "Tensor[int32 int64 float16 float32 float64 complex64 complex128]"},
    counts="all",
)
@op(label="DiagPart")
def _diag_part(input_x: Array):
    """The elements on the diagonal of a Tensor whose shape is one shape twice.

    Inputs:
        - **input_x** (Tensor) - Int32, Int64, Float16, Float32, Float64 or complex, of shape `s +
          s`.

    Outputs:
        Tensor of shape `s`.

    Raises:
        TypeError: another dtype.
        ValueError: another shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DiagPart()(ms.Tensor([[1, 2], [3, 4]])))
        [1 4]
    """
    half = input_x.ndim // 2
    shape = input_x.shape[:half]
    if not half or input_x.ndim % 2 or input_x.shape[half:] != shape:
        raise ValueError(must("input_x", "of a shape s + s", input_x.shape))
    size = int(np.prod(shape))
    return jnp.diagonal(input_x.reshape(size, size)).reshape(shape)


def _diagonal(x: Any, offset: Any, dim1: Any, dim2: Any) -> Any:
    offset = integer("offset", offset)
    first = check_axis(integer("dim1", dim1), x.ndim, "dim1")
    second = check_axis(integer("dim2", dim2), x.ndim, "dim2")
    if first == second:
        raise ValueError(Clause(f"dim1 and dim2 cannot be identical, but got {dim1} and {dim2}."))
    return jnp.diagonal(x, offset, first, second)


@op("ops.diagonal", view=True, label="Diagonal", to_float="cast")
def diagonal(input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1):
    """Elements on the diagonals of the matrices that two dimensions make.

    Args:
        input: Tensor of at least two dimensions.
        offset: int, how far above (positive) or below the main diagonal.
        dim1: int, the dimension of rows.
        dim2: int, the dimension of columns.

    Returns:
        Tensor that shares the memory of `input`; its last dimension runs along the diagonals.

    Raises:
        ValueError: a dimension is out of range, or both are the same.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diagonal(ms.Tensor([[1, 2], [3, 4]])))
        [1 4]
    """
    return _diagonal(input, offset, dim1, dim2)


@op("Tensor.diagonal", view=True, label="Diagonal", to_float="cast")
def _diagonal_method(input: Array, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Elements on the diagonals of the matrices that two dimensions make; see `ops.diagonal`.

    Args:
        offset: int, which diagonal; positive ones are above the main diagonal.
        axis1: int, dimension of the rows.
        axis2: int, dimension of the columns.

    Returns:
        Tensor that shares memory with this one; the diagonals are its last dimension.

    Raises:
        TypeError: an argument is not an int.
        ValueError: a dimension is out of range, or both are the same.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2], [3, 4]]).diagonal())
        [1 4]
    """
    return _diagonal(input, offset, axis1, axis2)


@op("ops.diagflat", "Tensor.diagflat", accepts={"offset": "int bool"})
def diagflat(input: Array, offset: int = 0):
    """Matrix with all elements of a Tensor on a diagonal.

    Args:
        input: Tensor.
        offset: int, how far above (positive) or below the main diagonal.

    Returns:
        Tensor of two dimensions.

    Raises:
        TypeError: `offset` is not an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diagflat(ms.Tensor([1, 2]), 1))
        [[0 1 0]
         [0 0 2]
         [0 0 0]]
    """
    return jnp.diag(input.reshape(-1), integer("offset", offset))


@op("ops.diag_embed", accepts={"offset": "int", "dim1": "int", "dim2": "int"})
def diag_embed(input: Array, offset: int = 0, dim1: int = -2, dim2: int = -1):
    """Matrices with the last dimension of a Tensor on a diagonal.

    Args:
        input: Tensor of at least one dimension.
        offset: int, how far above (positive) or below the main diagonal.
        dim1: int, the dimension of rows in the result.
        dim2: int, the dimension of columns in the result.

    Returns:
        Tensor of one rank more.

    Raises:
        TypeError: an argument is not an int.
        ValueError: a dimension is out of range, or both are the same.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diag_embed(ms.Tensor([1, 2])))
        [[1 0]
         [0 2]]
    """
    offset = integer("offset", offset)
    rank = input.ndim + 1
    for arg, dim in (("dim1", dim1), ("dim2", dim2)):
        if not -rank <= integer(arg, dim) < rank:
            raise ValueError(must(arg, f"in range of [-{rank}, {rank - 1}]", dim))
    if dim1 % rank == dim2 % rank:
        raise ValueError(Clause("'dim1' must not be identical to 'dim2'."))
    count = input.shape[-1]
    rows = np.arange(count) + max(-offset, 0)
    columns = np.arange(count) + max(offset, 0)
    size = count + abs(offset)
    out = jnp.zeros((*input.shape[:-1], size, size), input.dtype)
    return jnp.moveaxis(out.at[..., rows, columns].set(input), (-2, -1), (dim1, dim2))


@primitive("Trace", accepts={"input": "Tensor[int float16 float32 float64 complex64 complex128]"})
@op(
    "ops.trace",
    label="Trace",
    accepts={"ops.trace.input": "Tensor[int float16 float32 float64 complex64 complex128]"},
)
def trace(input: Array):
    """Sum of the elements on the main diagonal of a matrix.

    Args:
        input: Tensor of two dimensions.

    Returns:
        0-d Tensor of the same dtype.

    Raises:
        RuntimeError: the input is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.trace(ms.Tensor([[1., 2.], [3., 4.]])))
        5.0
    """
    if input.ndim != 2:
        raise RuntimeError(must("input", "a matrix", f"shape {input.shape}"))
    return jnp.sum(jnp.diagonal(input), dtype=input.dtype)


@op("mint.trace", label="TraceExt")
def trace_ext(input: Array):
    """Sum of the elements on the main diagonal of a matrix.

    Args:
        input: Tensor of two dimensions.

    Returns:
        0-d Tensor of the same dtype; bool and integer elements give Int64.

    Raises:
        RuntimeError: the input is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.trace(ms.Tensor([[True, False], [True, True]])))
        2
    """
    whole = input.dtype.kind in "biu"
    return trace(input.astype(np.int64) if whole else input)


@op(
    "Tensor.trace",
    label="trace",
    accepts={"offset": "int Tensor[int]", "axis1": "int Tensor[int]", "axis2": "int Tensor[int]"},
)
def _trace_method(
    x: Array,
    offset: int | Tensor = 0,
    axis1: int | Tensor = 0,
    axis2: int | Tensor = 1,
    dtype: np.dtype | None = None,
):
    """Sums along the diagonals of two dimensions.

    Args:
        offset: which diagonal; positive ones are above the main diagonal.
        axis1: dimension of the rows.
        axis2: dimension of the columns.
        dtype: dtype of the result; by default integers below Int64 give Int64.

    Returns:
        Tensor of the remaining dimensions.

    Raises:
        RuntimeError: fewer than two dimensions.
        ValueError: a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2], [3, 4]]).trace())
        5
    """
    with_dimensions("self", x, 2, RuntimeError)
    if dtype is None:
        small = x.dtype.kind in "iu" and x.dtype.itemsize < 8
        dtype = np.dtype(np.int64) if small else x.dtype
    first, second = check_axis(axis1, x.ndim), check_axis(axis2, x.ndim)
    diagonal = jnp.diagonal(x, offset, first, second)
    return summed(wider(cast_array(diagonal, dtype)), -1, False).astype(dtype)


# -- triangles -------------------------------------------------------------------------------------


def _triangle(x: Any, k: Any, keep: Any) -> Any:
    with_dimensions("input", x, 2)
    return keep(x, integer("diagonal", k))


@op("ops.tril", "Tensor.tril", label="Tril")
def tril(input: Array, diagonal: int = 0):
    """Matrices with zeros above a diagonal.

    Args:
        input: Tensor of at least two dimensions.
        diagonal: int, the highest diagonal that is kept; positive ones lie above the main one.

    Returns:
        Tensor.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: `input` has fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tril(ms.Tensor([[1, 2], [3, 4]])))
        [[1 0]
         [3 4]]
    """
    accept(input, "biuf")
    return _triangle(input, diagonal, jnp.tril)


@op("ops.triu", "Tensor.triu", label="Triu")
def triu(input: Array, diagonal: Single = 0):
    """Matrices with zeros below a diagonal.

    Args:
        input: Tensor of at least two dimensions.
        diagonal: int, the lowest diagonal that is kept; positive ones lie above the main one.

    Returns:
        Tensor.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: `input` has fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.triu(ms.Tensor([[1, 2], [3, 4]])))
        [[1 2]
         [0 4]]
    """
    return _triangle(input, diagonal, jnp.triu)


def _check_diagonal(diagonal: Any) -> None:
    if not isinstance(diagonal, Tensor):
        integer("diagonal", diagonal)


@primitive("Tril", check=_check_diagonal, accepts={"diagonal": "int"}, counts="all", diagonal=0)
@op(label="Tril")
def _tril_primitive(x: Array, diagonal: int):
    """Matrices with zeros above a diagonal.

    Args:
        diagonal: int, the last diagonal that is kept; positive ones are above the main diagonal.

    Inputs:
        - **x** (Tensor) - at least two dimensions.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Tril()(ms.Tensor([[1, 2], [3, 4]])))
        [[1 0]
         [3 4]]
    """
    return tril(x, diagonal)


@primitive("Triu", check=_check_diagonal, diagonal=0)
@op(label="Triu")
def _triu_primitive(input: Array, diagonal: int):
    """Matrices with zeros below a diagonal.

    Args:
        diagonal: int, the first diagonal that is kept; positive ones are above the main diagonal.

    Inputs:
        - **input** (Tensor) - at least two dimensions.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Triu(diagonal=1)(ms.Tensor([[1, 2], [3, 4]])))
        [[0 2]
         [0 0]]
    """
    return triu(input, diagonal)


def _indices(find: Callable, row: Any, col: Any, offset: Any, dtype: Any) -> Tensor:
    for arg, n in (("row", row), ("col", col)):
        if integer(arg, n) < 0:
            raise ValueError(must(arg, "int and >= 0", n))
    if dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must("dtype", "mindspore.int32 or mindspore.int64", repr(dtype)))
    offset = integer("offset", offset)
    return box(to_device(np.stack(find(row, offset, col)).astype(dtype.np), context.device()))


def _older_triangle(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """2.0 to 2.2: the dtype by position."""
    if len(args) == 4 and "dtype" not in kwargs:
        *args, kwargs["dtype"] = args
    return today(*args, **kwargs)


@public(
    "ops.tril_indices",
    label="TrilIndices",
    formerly={"ops.tril_indices": _older_triangle},
)
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Type = mstype.int64) -> Tensor:
    """Rows and columns of the elements on and below a diagonal of a `row` by `col` matrix.

    Args:
        row: int, number of rows.
        col: int, number of columns.
        offset: int, the diagonal.
        dtype: int32 or int64.

    Returns:
        Tensor of shape (2, count).

    Raises:
        TypeError: `dtype` is another one, or a number is not an int.
        ValueError: `row` or `col` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tril_indices(2, 2))
        [[0 1 1]
         [0 0 1]]
    """
    return _indices(np.tril_indices, row, col, offset, dtype)


@public(
    "ops.triu_indices",
    label="TriuIndices",
    formerly={"ops.triu_indices": _older_triangle},
)
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Type = mstype.int64) -> Tensor:
    """Rows and columns of the elements on and above a diagonal; see `tril_indices`.

    Args:
        row: int, the number of rows.
        col: int, the number of columns.
        offset: int, how far the diagonal is above (positive) or below the main one.
        dtype: Int32 or Int64.

    Returns:
        Tensor of shape (2, count).

    Raises:
        TypeError: a number is not an int, or `dtype` is another.
        ValueError: a number of rows or columns is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.triu_indices(2, 2))
        [[0 0 1]
         [0 1 1]]
    """
    return _indices(np.triu_indices, row, col, offset, dtype)


class _Indices(Primitive):
    """A Primitive without inputs that gives the indices of a triangle."""

    _find: Callable

    def __init__(self, row: int, col: int, offset: int = 0, dtype: Type = mstype.int32):
        super().__init__(type(self).__name__)
        self._made = _indices(type(self)._find, row, col, offset, dtype)
        self._set_init(row=row, col=col, offset=offset, dtype=dtype)

    def __call__(self) -> Tensor:
        return _copy(self._made)


@op(label="copy", to_float="keep")
def _copied(x: Array):
    return x


_copy = call(_copied)


@public("ops.TrilIndices", counts="all")
class TrilIndices(_Indices):
    """Rows and columns of the elements on and below a diagonal of a matrix.

    Args:
        row: int, the number of rows.
        col: int, the number of columns.
        offset: int, which diagonal; positive ones are above the main diagonal.
        dtype: mindspore.int32 or mindspore.int64, the dtype of the result.

    Outputs:
        Tensor of shape (2, n): the rows and the columns.

    Raises:
        TypeError: a number is not an int, or `dtype` is another dtype.
        ValueError: `row` or `col` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.TrilIndices(2, 2)())
        [[0 1 1]
         [0 0 1]]
    """

    _find = staticmethod(np.tril_indices)


@public("ops.TriuIndices", counts="all")
class TriuIndices(_Indices):
    """Rows and columns of the elements on and above a diagonal of a matrix.

    Args:
        row: int, the number of rows.
        col: int, the number of columns.
        offset: int, which diagonal; positive ones are above the main diagonal.
        dtype: mindspore.int32 or mindspore.int64, the dtype of the result.

    Outputs:
        Tensor of shape (2, n): the rows and the columns.

    Raises:
        TypeError: a number is not an int, or `dtype` is another dtype.
        ValueError: `row` or `col` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.TriuIndices(2, 2)())
        [[0 0 1]
         [0 1 1]]
    """

    _find = staticmethod(np.triu_indices)


# -- writing diagonals -----------------------------------------------------------------------------


@primitive(
    "FillDiagonal",
    accepts={"fill_value": "float", "wrap": "bool"},
    counts="all",
    fill_value=REQUIRED,
    wrap=False,
)
@op("Tensor.fill_diagonal", label="FillDiagonal", accepts={"fill_value": "float", "wrap": "bool"})
def fill_diagonal(input: Array, fill_value: float, wrap: bool = False):
    """A copy of a Tensor with one value on its main diagonal.

    Args:
        input: Tensor of at least two dimensions; if more, all of one length.
        fill_value: float, the value.
        wrap: bool; in a tall matrix, start the diagonal again after each square block.

    Returns:
        Tensor.

    Raises:
        ValueError: the shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1., 2.], [3., 4.]]).fill_diagonal(0.))
        [[0. 2.]
         [3. 0.]]
    """
    accept(input, "iuf")
    boolean("wrap", wrap)
    shape = input.shape
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise ValueError(must("input", "of two dimensions or of several equal ones", shape))
    step = int(np.sum(np.cumprod([1, *shape[:0:-1]])))
    stop = input.size if wrap or len(shape) > 2 else min(shape) * step
    places = np.arange(0, min(stop, input.size), step)
    value = jnp.asarray(fill_value).astype(input.dtype)
    return input.reshape(-1).at[places].set(value).reshape(shape)


@op("Tensor.fill_diagonal_", write="input", label="FillDiagonal")
def _fill_diagonal_(input: Array, fill_value: float, wrap: bool = False):
    """Put one value on the main diagonal of this Tensor; see `Tensor.fill_diagonal`.

    Args:
        fill_value: number to put there.
        wrap: whether the diagonal starts again below the end of a tall matrix.

    Returns:
        This Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.zeros((2, 2))
        >>> _ = x.fill_diagonal_(3.0)
        >>> print(x)
        [[3. 0.]
         [0. 3.]]
    """
    return fill_diagonal(input, fill_value, wrap)


# -- batches of matrices and their bands -----------------------------------------------------------


@primitive("MatrixBandPart", counts="all")
@op("ops.matrix_band_part", label="MatrixBandPart")
def matrix_band_part(x: Array, lower: Value, upper: Value):
    """Matrices with zeros outside a band around the main diagonal.

    Args:
        x: Tensor of at least two dimensions.
        lower: int, or Int32 or Int64 Tensor without dimensions, the number of diagonals kept below
            the main one; all if negative.
        upper: int or Tensor, the number kept above; all if negative.

    Returns:
        Tensor.

    Raises:
        TypeError: `lower` or `upper` is neither an int nor such a Tensor.
        ValueError: fewer than two dimensions, or bounds that have some.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        >>> print(ms.ops.matrix_band_part(x, 1, 0))
        [[1 0 0]
         [4 5 0]
         [0 8 9]]
    """
    with_dimensions("x", x, 2)
    rows, columns = np.indices(x.shape[-2:]).astype(np.int32)
    below, above = _bound("lower", lower), _bound("upper", upper)
    keep = ((below < 0) | (rows - columns <= below)) & ((above < 0) | (columns - rows <= above))
    return jnp.where(keep, x, jnp.zeros((), x.dtype))


def _bound(name: str, value: Value) -> Value:
    if value.dtype not in (np.int32, np.int64):
        raise TypeError(must(name, "int", mstype.from_np(value.dtype)))
    if value.ndim:
        raise ValueError(must(name, "a number", f"a Tensor of shape {value.shape}"))
    return jnp.clip(value, -1, np.iinfo(np.int32).max).astype(np.int32)


_ALIGN = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def _band(k: Any, align: Any) -> tuple[int, int]:
    if align not in _ALIGN:
        raise ValueError(must("align", f"one of {_ALIGN}", align))
    low, high = (k[0], k[-1]) if isinstance(k, tuple) else (k, k)
    if integer("k", low) > integer("k", high):
        raise ValueError(must("k", "(lower, upper) with lower <= upper", k))
    return low, high


def _band_places(rows: int, columns: int, low: int, high: int, align: str) -> tuple:
    """Width of packed diagonals (highest first), and where each element is there and here."""
    lengths = {d: min(rows + min(d, 0), columns - max(d, 0)) for d in range(low, high + 1)}
    width = max(max(lengths.values()), 0)
    above, below = align.split("_")
    found = []
    for line, d in enumerate(range(high, low - 1, -1)):
        n = max(lengths[d], 0)
        side = above if d >= 0 else below
        shift = width - n if side == "RIGHT" else 0
        i = np.arange(n)
        found.append((line, i + shift, i + max(-d, 0), i + max(d, 0)))
    line = np.concatenate([np.full(len(p), n) for n, p, _, _ in found])
    place, row, column = (np.concatenate([f[j] for f in found]) for j in (1, 2, 3))
    return width, line, place, row, column


@op(
    "ops.matrix_diag",
    label="MatrixDiagV3",
    accepts={
        "x": "Tensor[int float16 bfloat16 float32 float64]",
        "k": "int Tensor[int32]",
        "padding_value": "int float Tensor[=x]",
    },
)
def matrix_diag(
    x: Array,
    k: int | Tensor = 0,
    num_rows: int | Tensor = -1,
    num_cols: int | Tensor = -1,
    padding_value: Value = 0,
    align: str = "RIGHT_LEFT",
):
    """Matrices made from their diagonals.

    Args:
        x: Tensor: the last dimension runs along a diagonal, the one before it counts the diagonals
            (highest first) when there is more than one.
        k: int, or pair of ints: the diagonal, or the lowest and the highest.
        num_rows: int or Tensor of one int, the number of rows; -1 for as few as possible.
        num_cols: int or Tensor of one int, the number of columns; -1 for as few as possible.
        padding_value: number for all other elements.
        align: on which side shorter diagonals lie in `x`: "RIGHT_LEFT" puts those above the main
            one to the right, those below to the left; "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT".

    Returns:
        Tensor.

    Raises:
        ValueError: shapes and diagonals do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.matrix_diag(ms.Tensor([1, 2]), k=ms.Tensor(1, ms.int32)))
        [[0 1 0]
         [0 0 2]
         [0 0 0]]
    """
    low, high = _band(k, align)
    if x.ndim < (1 if low == high else 2):
        raise ValueError(must("x", "of a dimension or two", x.shape))
    width = x.shape[-1]
    rows, columns = num_rows, num_cols
    need_rows, need_columns = width - min(high, 0), width + max(low, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(need_rows, need_columns)
    rows = need_rows if rows == -1 else rows
    columns = need_columns if columns == -1 else columns
    single = low == high
    lead = x.shape[:-1] if single else x.shape[:-2]
    packed = x.reshape((*lead, high - low + 1, width))
    longest, line, place, row, column = _band_places(rows, columns, low, high, align)
    if longest != width:
        raise ValueError(Clause(f"diagonals of length {width} do not fit {rows} x {columns}."))
    fill = jax.lax.stop_gradient(jnp.asarray(padding_value)).astype(x.dtype)  # no gradient
    out = jnp.broadcast_to(fill, (*lead, rows, columns))
    return out.at[..., row, column].set(packed[..., line, place])


def _check_inside(x: Array, low: int, high: int) -> None:
    if x.ndim < 2:
        raise ValueError(must("x", "of two dimensions or more", x.shape))
    rows, columns = x.shape[-2:]
    for k in (low, high):
        if k and not -rows < k < columns:
            raise ValueError(must("k", f"in ({-rows}, {columns})", k))


@op(
    "ops.matrix_diag_part",
    label="MatrixDiagPartV3",
    accepts={"k": "Tensor[int32]", "padding_value": "Tensor[=x]", "align": "str"},
)
def matrix_diag_part(x: Array, k: Tensor, padding_value: Value, align: str = "RIGHT_LEFT"):
    """Diagonals of matrices, packed as `matrix_diag` takes them.

    Args:
        x: Tensor of at least two dimensions.
        k: int, or pair of ints: the diagonal, or the lowest and the highest.
        padding_value: number for the places beside shorter diagonals.
        align: on which side shorter diagonals lie; see `matrix_diag`.

    Returns:
        Tensor.

    Raises:
        ValueError: `x` has fewer than two dimensions, or a diagonal lies outside.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.ops.matrix_diag_part(x, ms.Tensor(0, ms.int32), ms.Tensor(0)))
        [1 4]
    """
    low, high = _band(k, align)
    _check_inside(x, low, high)
    width, line, place, row, column = _band_places(*x.shape[-2:], low, high, align)
    fill = jnp.asarray(padding_value).astype(x.dtype)
    out = jnp.broadcast_to(fill, (*x.shape[:-2], high - low + 1, width))
    out = out.at[..., line, place].set(x[..., row, column])
    return out[..., 0, :] if low == high else out


@op(
    "ops.matrix_set_diag",
    label="MatrixSetDiagV3",
    accepts={
        "x": "Tensor !ValueError int float bool",
        "diagonal": "Tensor !ValueError int float bool",
        "k": "int Tensor[int]",
    },
)
def matrix_set_diag(x: Array, diagonal: Array, k: Tensor | int = 0, align: str = "RIGHT_LEFT"):
    """Matrices with diagonals replaced.

    Args:
        x: Tensor of at least two dimensions.
        diagonal: Tensor with the new diagonals, packed as in `matrix_diag`.
        k: int, or pair of ints: the diagonal, or the lowest and the highest.
        align: on which side shorter diagonals lie; see `matrix_diag`.

    Returns:
        Tensor of the common dtype of both.

    Raises:
        TypeError: that is bool or complex, or there is none.
        ValueError: the shape of `diagonal` does not fit, or a diagonal lies outside.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.ops.matrix_set_diag(x, ms.Tensor([7, 8])))
        [[7 2]
         [3 8]]
    """
    low, high = _band(k, align)
    _check_inside(x, low, high)
    width, line, place, row, column = _band_places(*x.shape[-2:], low, high, align)
    wanted = x.shape[:-2] + ((width,) if low == high else (high - low + 1, width))
    of_shape("diagonal", diagonal, wanted)
    packed = diagonal.reshape((*x.shape[:-2], high - low + 1, width))
    dtype = mstype.promote((x.dtype, diagonal.dtype))
    out = x.astype(dtype)
    accept(out, "iuf", "x")
    return out.at[..., row, column].set(packed[..., line, place].astype(dtype))


@op(label="MatrixDiag")
def diagonal_matrices(x: Array):
    """Square matrices with the last dimension of `x` on their diagonals."""
    if not x.ndim:
        raise ValueError(must("input_x", "of at least 1 dimension", x.shape))
    return matrix_diag(x, 0, -1, -1, 0)


@op(label="MatrixDiagPart")
def matrix_diagonals(x: Array):
    """Diagonals of the matrices in the last two dimensions."""
    return jnp.diagonal(x, axis1=-2, axis2=-1)


@op(label="MatrixSetDiag")
def set_matrix_diagonals(x: Array, diagonal: Array):
    """Matrices with new diagonals."""
    same_dtype(x, diagonal)
    count = min(x.shape[-2:])
    if diagonal.shape != (*x.shape[:-2], count):
        raise ValueError(must("diagonal", f"of {count} numbers per matrix", diagonal.shape))
    index = jnp.arange(count)
    return x.at[..., index, index].set(diagonal)


@primitive(
    "MatrixDiagV3",
    accepts={
        "k": "Tensor[int32]",
        "num_rows": "Tensor[int32]",
        "num_cols": "Tensor[int32]",
        "padding_value": "Tensor[=x]",
        "align": "str",
    },
    counts="all",
    align="RIGHT_LEFT",
)
@op(label="MatrixDiagV3")
def _matrix_diag_primitive(
    x: Array, k: Tensor, num_rows: Tensor, num_cols: Tensor, padding_value: Value, align: str
):
    """Matrices made from their diagonals; see `ops.matrix_diag`.

    Args:
        align: on which side shorter diagonals lie: "RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT" or
            "RIGHT_RIGHT", the side of those above the main diagonal first.

    Inputs:
        - **x** (Tensor) - the diagonals, highest first.
        - **k** (Tensor) - Int32: the diagonal, or the lowest and the highest.
        - **num_rows** (Tensor) - Int32, the number of rows; -1 for as few as possible.
        - **num_cols** (Tensor) - Int32, the number of columns; -1 for as few as possible.
        - **padding_value** (Tensor) - what stands elsewhere, of the dtype of `x`.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an input of another dtype.
        ValueError: shapes and diagonals do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import MatrixDiagV3
        >>> any_size = ms.Tensor(-1, ms.int32)
        >>> x, k = ms.Tensor([1, 2]), ms.Tensor(0, ms.int32)
        >>> print(MatrixDiagV3()(x, k, any_size, any_size, ms.Tensor(0)))
        [[1 0]
         [0 2]]
    """
    rows, columns = (n[0] if isinstance(n, tuple) else n for n in (num_rows, num_cols))
    return matrix_diag(x, k, rows, columns, padding_value, align)


primitive(
    "MatrixDiagPartV3",
    accepts={"k": "Tensor[int32]", "padding_value": "Tensor[=x]", "align": "str"},
    counts="all",
    align="RIGHT_LEFT",
)(matrix_diag_part)
primitive(
    "MatrixSetDiagV3",
    accepts={
        "x": "Tensor !ValueError int float bool",
        "diagonal": "Tensor !ValueError int float bool",
        "k": "Tensor[int32]",
        "align": "str",
    },
    counts="all",
    align="RIGHT_LEFT",
)(matrix_set_diag)
