"""Diagonals and triangles of matrices."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import context
from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, Value, call, op, public
from msjax._core.primitive import REQUIRED, Primitive, primitive
from msjax._core.tensor import Tensor, box
from msjax._core.x64 import to_device
from msjax.ops._accept import accept
from msjax.ops.shape import integer


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
    if not input.ndim:
        raise ValueError(must("Diag", "input", "of at least one dimension", "a 0-d Tensor"))
    return jnp.diag(input.reshape(-1)).reshape(input.shape + input.shape)


@op("Tensor.diag", label="Diag")
def _diag_method(input: Array, diagonal=0):
    """Tensor of twice the rank with the elements on its diagonal; `diagonal` must be 0."""
    if diagonal != 0:
        raise ValueError(must("Tensor.diag", "diagonal", "0", diagonal))
    return diag(input)


@primitive("DiagPart")
@op(label="DiagPart")
def _diag_part(input_x: Array):
    """The elements on the diagonal of a Tensor of shape `s + s`, in shape `s`."""
    half = input_x.ndim // 2
    shape = input_x.shape[:half]
    if not half or input_x.ndim % 2 or input_x.shape[half:] != shape:
        raise ValueError(must("DiagPart", "input_x", "of a shape s + s", input_x.shape))
    size = int(np.prod(shape))
    return jnp.diagonal(input_x.reshape(size, size)).reshape(shape)


def _diagonal(x: Any, offset: Any, dim1: Any, dim2: Any) -> Any:
    offset = integer("Diagonal", "offset", offset)
    first = check_axis("Diagonal", integer("Diagonal", "dim1", dim1), x.ndim, "dim1")
    second = check_axis("Diagonal", integer("Diagonal", "dim2", dim2), x.ndim, "dim2")
    if first == second:
        raise ValueError(
            f"For 'Diagonal', dim1 and dim2 cannot be identical, but got {dim1} and {dim2}."
        )
    return jnp.diagonal(x, offset, first, second)


@op("ops.diagonal", view=True)
def diagonal(input: Array, offset=0, dim1=0, dim2=1):
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


@op("Tensor.diagonal", view=True, label="diagonal")
def _diagonal_method(input: Array, offset=0, axis1=0, axis2=1):
    """Elements on the diagonals of the matrices of `axis1` and `axis2`; shares memory."""
    return _diagonal(input, offset, axis1, axis2)


@op("ops.diagflat", "Tensor.diagflat")
def diagflat(input: Array, offset=0):
    """Matrix with all elements of a Tensor on a diagonal.

    Args:
        input: Tensor.
        offset: int, how far above (positive) or below the main diagonal.

    Returns:
        Tensor of two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diagflat(ms.Tensor([1, 2]), 1))
        [[0 1 0]
         [0 0 2]
         [0 0 0]]
    """
    return jnp.diag(input.reshape(-1), integer("diagflat", "offset", offset))


@op("ops.diag_embed")
def diag_embed(input: Array, offset=0, dim1=-2, dim2=-1):
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
    offset = integer("diag_embed", "offset", offset)
    rank = input.ndim + 1
    for arg, dim in (("dim1", dim1), ("dim2", dim2)):
        if not -rank <= integer("diag_embed", arg, dim) < rank:
            raise ValueError(must("diag_embed", arg, f"in range of [-{rank}, {rank - 1}]", dim))
    if dim1 % rank == dim2 % rank:
        raise ValueError("For 'diag_embed', 'dim1' must not be identical to 'dim2'.")
    count = input.shape[-1]
    rows = np.arange(count) + max(-offset, 0)
    columns = np.arange(count) + max(offset, 0)
    size = count + abs(offset)
    out = jnp.zeros((*input.shape[:-1], size, size), input.dtype)
    return jnp.moveaxis(out.at[..., rows, columns].set(input), (-2, -1), (dim1, dim2))


# -- triangles -------------------------------------------------------------------------------------


def _triangle(name: str, x: Any, k: Any, keep: Any) -> Any:
    if x.ndim < 2:
        raise ValueError(must(name, "input", "of at least two dimensions", x.ndim))
    return keep(x, integer(name, "diagonal", k))


@op("ops.tril", "Tensor.tril", label="Tril")
def tril(input: Array, diagonal=0):
    """Matrices with zeros above a diagonal.

    Args:
        input: Tensor of at least two dimensions.
        diagonal: int, the highest diagonal that is kept; positive ones lie above the main one.

    Returns:
        Tensor.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: `input` has less than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tril(ms.Tensor([[1, 2], [3, 4]])))
        [[1 0]
         [3 4]]
    """
    accept("Tril", input, "biuf")
    return _triangle("Tril", input, diagonal, jnp.tril)


@op("ops.triu", "Tensor.triu", label="Triu")
def triu(input: Array, diagonal=0):
    """Matrices with zeros below a diagonal.

    Args:
        input: Tensor of at least two dimensions.
        diagonal: int, the lowest diagonal that is kept; positive ones lie above the main one.

    Returns:
        Tensor.

    Raises:
        TypeError: `diagonal` is not an int.
        ValueError: `input` has less than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.triu(ms.Tensor([[1, 2], [3, 4]])))
        [[1 2]
         [0 4]]
    """
    return _triangle("Triu", input, diagonal, jnp.triu)


def _check_diagonal(diagonal: Any) -> None:
    if not isinstance(diagonal, Tensor):
        integer("Triu", "diagonal", diagonal)


@primitive("Tril", check=_check_diagonal, diagonal=0)
@op(label="Tril")
def _tril_primitive(x: Array, diagonal):
    """Matrices with zeros above the diagonal number `diagonal`."""
    return tril(x, diagonal)


@primitive("Triu", check=_check_diagonal, diagonal=0)
@op(label="Triu")
def _triu_primitive(input: Array, diagonal):
    """Matrices with zeros below the diagonal number `diagonal`."""
    return triu(input, diagonal)


def _indices(name: str, row: Any, col: Any, offset: Any, dtype: Any) -> Tensor:
    for arg, n in (("row", row), ("col", col)):
        if integer(name, arg, n) < 0:
            raise ValueError(must(name, arg, "int and >= 0", n))
    if dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must(name, "dtype", "mindspore.int32 or mindspore.int64", repr(dtype)))
    offset = integer(name, "offset", offset)
    find = np.tril_indices if name == "TrilIndices" else np.triu_indices
    return box(to_device(np.stack(find(row, offset, col)).astype(dtype.np), context.device()))


@public("ops.tril_indices")
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = mstype.int64) -> Tensor:
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
    return _indices("TrilIndices", row, col, offset, dtype)


@public("ops.triu_indices")
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = mstype.int64) -> Tensor:
    """Rows and columns of the elements on and above a diagonal; see `tril_indices`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.triu_indices(2, 2))
        [[0 0 1]
         [0 1 1]]
    """
    return _indices("TriuIndices", row, col, offset, dtype)


class _Indices(Primitive):
    """A Primitive without inputs that gives the indices of a triangle."""

    def __init__(self, row: int, col: int, offset: int = 0, dtype: Any = mstype.int32):
        super().__init__(type(self).__name__)
        self._made = _indices(self.name, row, col, offset, dtype)
        self._set_init(row=row, col=col, offset=offset, dtype=dtype)

    def __call__(self) -> Tensor:
        return _copy(self._made)


@op(label="copy")
def _copied(x: Array):
    return x


_copy = call(_copied)


@public("ops.TrilIndices")
class TrilIndices(_Indices):
    """Rows and columns of the elements on and below a diagonal; see `ops.tril_indices`."""


@public("ops.TriuIndices")
class TriuIndices(_Indices):
    """Rows and columns of the elements on and above a diagonal; see `ops.triu_indices`."""


# -- writing diagonals -----------------------------------------------------------------------------


@primitive("FillDiagonal", fill_value=REQUIRED, wrap=False)
@op("Tensor.fill_diagonal", label="FillDiagonal")
def fill_diagonal(input: Array, fill_value: float, wrap=False):
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
    accept("FillDiagonal", input, "iuf")
    if not isinstance(wrap, bool):
        raise TypeError(must("FillDiagonal", "wrap", "bool", describe(wrap)))
    shape = input.shape
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise ValueError(
            must("FillDiagonal", "input", "of two dimensions or of several equal ones", shape)
        )
    step = int(np.sum(np.cumprod([1, *shape[:0:-1]])))
    stop = input.size if wrap or len(shape) > 2 else min(shape) * step
    places = np.arange(0, min(stop, input.size), step)
    value = jnp.asarray(fill_value).astype(input.dtype)
    return input.reshape(-1).at[places].set(value).reshape(shape)


@op("Tensor.fill_diagonal_", write="input", label="FillDiagonal")
def _fill_diagonal_(input: Array, fill_value: float, wrap=False):
    """Put one value on the main diagonal of this Tensor; see `fill_diagonal`."""
    return fill_diagonal(input, fill_value, wrap)


# -- batches of matrices and their bands -----------------------------------------------------------


@primitive("MatrixBandPart")
@op("ops.matrix_band_part", label="MatrixBandPart")
def matrix_band_part(x: Array, lower, upper):
    """Matrices with zeros outside a band around the main diagonal.

    Args:
        x: Tensor of at least two dimensions.
        lower: int, the number of diagonals kept below the main one; all if negative.
        upper: int, the number kept above; all if negative.

    Returns:
        Tensor.
    """
    if x.ndim < 2:
        raise ValueError(must("MatrixBandPart", "x", "of at least two dimensions", x.ndim))
    rows, columns = np.indices(x.shape[-2:])
    keep = np.ones(x.shape[-2:], bool)
    if integer("MatrixBandPart", "lower", lower) >= 0:
        keep &= rows - columns <= lower
    if integer("MatrixBandPart", "upper", upper) >= 0:
        keep &= columns - rows <= upper
    return jnp.where(keep, x, jnp.zeros((), x.dtype))


_ALIGN = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def _band(name: str, k: Any, align: Any) -> tuple[int, int]:
    if align not in _ALIGN:
        raise ValueError(must(name, "align", f"one of {_ALIGN}", align))
    low, high = (k[0], k[-1]) if isinstance(k, tuple) else (k, k)
    if integer(name, "k", low) > integer(name, "k", high):
        raise ValueError(must(name, "k", "(lower, upper) with lower <= upper", k))
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


@op("ops.matrix_diag", label="MatrixDiagV3")
def matrix_diag(
    x: Array, k=0, num_rows=-1, num_cols=-1, padding_value: Value = 0, align="RIGHT_LEFT"
):
    """Matrices made from their diagonals.

    Args:
        x: Tensor: the last dimension runs along a diagonal, the one before it counts the diagonals
            (highest first) when there is more than one.
        k: int, or pair of ints: the diagonal, or the lowest and the highest.
        num_rows: int, the number of rows; -1 for as few as possible.
        num_cols: int, the number of columns; -1 for as few as possible.
        padding_value: number for all other elements.
        align: on which side shorter diagonals lie in `x`: "RIGHT_LEFT" puts those above the main
            one to the right, those below to the left; "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT".

    Returns:
        Tensor.

    Raises:
        ValueError: shapes and diagonals do not fit.
    """
    low, high = _band("MatrixDiagV3", k, align)
    if x.ndim < (1 if low == high else 2):
        raise ValueError(must("MatrixDiagV3", "x", "of a dimension or two", x.shape))
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
        raise ValueError(
            f"For 'MatrixDiagV3', diagonals of length {width} do not fit {rows} x {columns}."
        )
    fill = jax.lax.stop_gradient(jnp.asarray(padding_value)).astype(x.dtype)  # no gradient
    out = jnp.broadcast_to(fill, (*lead, rows, columns))
    return out.at[..., row, column].set(packed[..., line, place])


def _check_inside(name: str, x: Array, low: int, high: int) -> None:
    if x.ndim < 2:
        raise ValueError(must(name, "x", "of two dimensions or more", x.shape))
    rows, columns = x.shape[-2:]
    for k in (low, high):
        if k and not -rows < k < columns:
            raise ValueError(must(name, "k", f"in ({-rows}, {columns})", k))


@op("ops.matrix_diag_part", label="MatrixDiagPartV3")
def matrix_diag_part(x: Array, k, padding_value: Value, align="RIGHT_LEFT"):
    """Diagonals of matrices, packed as `matrix_diag` takes them.

    Args:
        x: Tensor of at least two dimensions.
        k: int, or pair of ints: the diagonal, or the lowest and the highest.
        padding_value: number for the places beside shorter diagonals.
        align: on which side shorter diagonals lie; see `matrix_diag`.

    Returns:
        Tensor.

    Raises:
        ValueError: `x` has less than two dimensions, or a diagonal lies outside.
    """
    low, high = _band("MatrixDiagPartV3", k, align)
    _check_inside("MatrixDiagPartV3", x, low, high)
    width, line, place, row, column = _band_places(*x.shape[-2:], low, high, align)
    fill = jnp.asarray(padding_value).astype(x.dtype)
    out = jnp.broadcast_to(fill, (*x.shape[:-2], high - low + 1, width))
    out = out.at[..., line, place].set(x[..., row, column])
    return out[..., 0, :] if low == high else out


@op("ops.matrix_set_diag", label="MatrixSetDiagV3")
def matrix_set_diag(x: Array, diagonal: Array, k=0, align="RIGHT_LEFT"):
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
    """
    low, high = _band("MatrixSetDiagV3", k, align)
    _check_inside("MatrixSetDiagV3", x, low, high)
    width, line, place, row, column = _band_places(*x.shape[-2:], low, high, align)
    wanted = x.shape[:-2] + ((width,) if low == high else (high - low + 1, width))
    if diagonal.shape != wanted:
        raise ValueError(must("MatrixSetDiagV3", "diagonal", f"of shape {wanted}", diagonal.shape))
    packed = diagonal.reshape((*x.shape[:-2], high - low + 1, width))
    dtype = mstype.promote("MatrixSetDiagV3", (x.dtype, diagonal.dtype))
    out = x.astype(dtype)
    accept("MatrixSetDiagV3", out, "iuf", "x")
    return out.at[..., row, column].set(packed[..., line, place].astype(dtype))


@primitive("MatrixDiagV3", align="RIGHT_LEFT")
@op(label="MatrixDiagV3")
def _matrix_diag_primitive(x: Array, k, num_rows, num_cols, padding_value: Value, align):
    """Matrices made from their diagonals; see `ops.matrix_diag`."""
    rows, columns = (n[0] if isinstance(n, tuple) else n for n in (num_rows, num_cols))
    return matrix_diag(x, k, rows, columns, padding_value, align)


primitive("MatrixDiagPartV3", align="RIGHT_LEFT")(matrix_diag_part)
primitive("MatrixSetDiagV3", align="RIGHT_LEFT")(matrix_set_diag)
