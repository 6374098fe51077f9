"""Norms of vectors and matrices, and normalisation by them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import (
    at_least,
    boolean,
    check_axes,
    check_axis,
    integer,
    of_type,
    positive,
)
from msjax._core.base.doubles import exact
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Finite, Power, is_python, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import one_as_list, stored
from msjax.kernels.checks import accept, number, with_dimensions
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.elementwise.unary import magnitude, safe_sqrt
from msjax.kernels.promotion import is_integer
from msjax.kernels.reduction.extremum import extreme, with_position
from msjax.kernels.reduction.sums import is_complex, is_float, summed


def safe_power(x: jax.Array, exponent: float | jax.Array) -> jax.Array:
    """x ** exponent of non-negative numbers, with derivative 0 at 0."""
    zero = x == 0
    base = jnp.where(zero, jnp.ones_like(x), x)
    root = is_python(exponent) and exponent == 0.5
    exponent = exact(exponent, x.dtype)
    power = jnp.sqrt(base) if root else jnp.power(base, exponent)
    at_zero = jnp.where(exponent > 0, 0.0, np.inf).astype(x.dtype)
    return jnp.where(zero, at_zero, power)


def size_of(x: jax.Array) -> jax.Array:
    """Real absolute values, with derivative 0 at 0."""
    return jnp.abs(x) if is_complex(x) else magnitude(x)


def _first_extreme(x: jax.Array, axes: Any, keepdims: bool, largest: bool) -> jax.Array:
    """The largest or smallest elements over `axes`; the first of equal ones has the gradient."""
    if x.dtype == np.bool_ or not x.ndim or 0 in x.shape:
        return extreme(x, axes, keepdims, largest)
    axes = tuple(range(x.ndim)) if axes is None else tuple(sorted(a % x.ndim for a in axes))
    last = tuple(range(x.ndim - len(axes), x.ndim))
    rows = jnp.moveaxis(x, axes, last)
    rows = rows.reshape(*rows.shape[: last[0]], -1) if last else rows
    out = with_position(rows, rows.ndim - 1, False, largest)[0] if last else rows
    return jnp.expand_dims(out, axes) if keepdims else out


def vector_power_norm(x: jax.Array, p: float, axes: Any, keepdims: bool) -> jax.Array:
    """The p-norm over `axes` (None: all)."""
    if not is_python(p):
        total = summed(safe_power(size_of(x), p), axes, keepdims)
        return safe_power(total, 1 / exact(p, np.float64))
    if p == math.inf or p == -math.inf:
        return _first_extreme(size_of(x), axes, keepdims, p > 0)
    if p == 0:
        return summed((x != 0).astype(_counts(x.dtype)), axes, keepdims)
    if p == 2:
        squares = jnp.real(x * jnp.conj(x)) if is_complex(x) else jnp.square(x)
        return safe_power(summed(squares, axes, keepdims), 0.5)
    size = size_of(x)
    total = summed(size if p == 1 else safe_power(size, float(p)), axes, keepdims)
    return total if p == 1 else safe_power(total, 1 / p)


def _counts(dtype: np.dtype) -> np.dtype:
    """The dtype that elements which are not zero are counted in."""
    return np.dtype(np.int64) if dtype.kind in "iu" else jnp.finfo(dtype).dtype


_SINGULAR = (2, -2, "nuc")  # orders from singular values: MindSpore gives them as Float32
_EXACT = (0, math.inf, -math.inf)  # orders by which the norm of integers is one
_EXACT_MATRIX = (1, -1, math.inf, -math.inf)
_MATRIX_ORDERS = (2, -2, 1, -1, math.inf, -math.inf, "fro", "nuc", None)


def _among(order: Any, orders: tuple) -> bool:
    """Whether an order is one of those with a meaning of their own, which are never traced."""
    return is_python(order) and order in orders


def _matrix(x: jax.Array, order: Any, axes: tuple, keepdims: bool) -> jax.Array:
    """A matrix norm over two axes."""
    if not _among(order, _MATRIX_ORDERS):
        given = order if is_python(order) else "another number"
        raise ValueError(must("ord", f"one of {_MATRIX_ORDERS} for matrices", given))
    row, column = axes
    if order in ("fro", None):
        return vector_power_norm(x, 2, axes, keepdims)
    if order in (1, -1, math.inf, -math.inf):
        inner, outer = (row, column) if order in (1, -1) else (column, row)
        exact = np.int64 if is_integer(x) and order in (1, -1) else x.dtype
        sums = summed(size_of(x), (inner,), True, None if is_complex(x) else exact)
        out = _first_extreme(sums, (outer,), True, order > 0)
    else:
        values = jnp.linalg.svd(jnp.moveaxis(x, axes, (-2, -1)), compute_uv=False)
        if order == "nuc":
            out = jnp.sum(values, -1, dtype=values.dtype)
        else:
            out = values[..., 0 if order == 2 else -1]
        out = jnp.expand_dims(out, axes)
    return out if keepdims else jnp.squeeze(out, axes)


def _prepared(x: jax.Array, dtype: Any, exact: bool = False) -> tuple[jax.Array, Any]:
    """Elements to compute with, and the dtype of their norm: None if exact for integers."""
    if dtype is not None:
        x = x.astype(dtype)
    if exact and not is_float(x) and not is_complex(x):
        return x.astype(np.int8) if x.dtype == np.bool_ else x, None
    if not is_float(x) and not is_complex(x):
        x = x.astype(np.float32)
    return wider(x), x.dtype


def _typed(out: jax.Array, dtype: Any) -> jax.Array:
    return out if dtype is None else out.astype(dtype)


def _two_axes(axes: Any, rank: int, arg: str) -> tuple[int, int]:
    if len(axes) != 2:
        raise ValueError(must(arg, "of length 2", axes))
    found = tuple(check_axis(a, rank, arg) for a in axes)
    if found[0] == found[1]:
        raise ValueError(must(arg, "of different dimensions", axes))
    return found


def _norm(x: Any, order: Any, dim: Any, keepdim: Any, dtype: Any) -> jax.Array:
    boolean("keepdim", keepdim)
    if dim is None and (order is None or x.ndim <= 1):
        x, result = _prepared(x, dtype, _among(order, _EXACT))
        return _typed(_vector(x, order, None, keepdim), result)
    if dim is None:
        if x.ndim != 2:
            raise ValueError(
                Clause(f"a Tensor of {x.ndim} dimensions needs 'dim' when 'ord' is given.")
            )
        dim = (0, 1)
    dim = dim if isinstance(dim, tuple) else (dim,)
    if not all(type(d) is int for d in dim):
        raise TypeError(must("dim", "int or tuple of int", dim))
    if len(dim) == 1:
        x, result = _prepared(x, dtype, _among(order, _EXACT))
        axes = (check_axis(dim[0], x.ndim, "dim"),)
        axes = axes if x.ndim else None  # a number is a vector of one element
        return _typed(_vector(x, order, axes, keepdim), result)
    x, result = _prepared(x, dtype, _among(order, _EXACT_MATRIX))
    out = _matrix(x, order, _two_axes(dim, x.ndim, "dim"), keepdim)
    return _typed(out, np.float32 if dtype is None and _among(order, _SINGULAR) else result)


def _real_norm(norm: Callable, x: jax.Array, *args: Any, dtype: Any) -> jax.Array:
    """A norm of `mint`: never an integer or a complex number."""
    if dtype is None and not is_float(x) and not is_complex(x):
        x = x.astype(np.float32)
    out = norm(x, *args, dtype=dtype)
    return jnp.real(out) if is_complex(out) else out


def _vector(x: jax.Array, order: Any, axes: Any, keepdim: bool) -> jax.Array:
    if is_python(order) and not isinstance(order, (int, float, type(None))):
        raise TypeError(must("ord", "a number for vectors", repr(order)))
    if order is True and x.ndim:  # False is taken for 0
        raise TypeError(must("ord", "int or float for vectors", order))
    return vector_power_norm(x, 2 if order is None else order, axes, keepdim)


@taking("input_x axis p keep_dims epsilon")
def _older_norm(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.9 and 2.0.0-alpha: norms along axes, with a lower bound."""
    if not kwargs.keys() & {"axis", "p", "keep_dims", "epsilon", "input_x"}:
        return today(*args, **kwargs)
    names = ("input_x", "axis", "p", "keep_dims", "epsilon")
    bound = bind_older("norm", names, args, kwargs)
    if "input_x" not in bound or "axis" not in bound:
        raise TypeError("norm() needs 'input_x' and 'axis' beside these arguments.")
    x = bound.pop("input_x")
    return resolve("ops.LpNorm")(**bound)(x)


@op(
    "ops.norm",
    "Tensor.norm",
    label="norm",
    accepts={"ord": "int float bool str Tensor None", "dim": "int tuple None"},
    formerly={"ops.norm": _older_norm, "Tensor.norm": _older_norm},
)
def norm(
    A: Array,
    ord: Power = None,
    dim: int | tuple[int, ...] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Norm of vectors or of matrices.

    Args:
        A: Tensor; integers count as Float32, and as such for the orders 0, inf and -inf, and 1 and
            -1 of matrices.
        ord: for vectors a number p, of the p-norm (0 counts the elements that are not zero); for
            matrices 1, -1, 2, -2, inf, -inf, "fro" or "nuc". By default the 2-norm of all elements,
            or the Frobenius norm.
        dim: dimension of the vectors, or pair of dimensions of the matrices. By default a vector
            or a matrix is taken as such.
        keepdim: whether the dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor; complex for complex elements.

    Raises:
        TypeError: `ord` is a str for vectors; an argument is of a wrong type.
        ValueError: `ord` does not exist for matrices, or `dim` does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.norm(ms.Tensor([[3., 4.], [0., 2.]]), 2, 1))
        [5. 2.]
    """
    return _norm(A, ord, dim, keepdim, dtype)


@op("mint.linalg.norm", label="norm")
def linalg_norm(
    A: Array,
    ord: Power = None,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Norm of vectors or of matrices, always a real number; see `ops.norm`.

    Args:
        A: Tensor; integers and bools count as Float32.
        ord: for vectors a number p, of the p-norm (0 counts the elements that are not zero); for
            matrices 1, -1, 2, -2, inf, -inf, "fro" or "nuc". By default the 2-norm of all elements,
            or the Frobenius norm.
        dim: dimension of the vectors, or pair of dimensions of the matrices. By default a vector
            or a matrix is taken as such.
        keepdim: whether the dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor without the dimensions, or with length 1 in their place.

    Raises:
        TypeError: `ord` is a str for vectors; an argument is of a wrong type.
        ValueError: `ord` does not exist for matrices, or `dim` does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.linalg.norm(ms.Tensor([[3, 4], [0, 2]]), dim=1))
        [5. 2.]
    """
    return _real_norm(norm, A, ord, dim, keepdim, dtype=dtype)


@op("mint.norm", label="norm")
def norm_ext(
    input: Array,
    p: Power = "fro",
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Norm of the elements over all or some dimensions; "fro" is the 2-norm of them together.

    Args:
        input: Tensor; integers and bools count as Float32.
        p: order of the norm: a number, "fro", or "nuc" for the sum of the singular values of
            matrices.
        dim: dimension or dimensions; all of them if None, for "nuc" the first two.
        keepdim: whether the dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor without the dimensions, or with length 1 in their place.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `p` is none of these, or `dim` is out of range or no pair for "nuc".

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.norm(ms.Tensor([[3., 4.], [0., 2.]]), 1, dim=1))
        [7. 2.]
    """
    if is_python(p) and not isinstance(p, (int, float)) and p not in ("fro", "nuc"):
        raise ValueError(must("p", "a number, 'fro' or 'nuc'", describe(p)))
    if is_python(p) and p == "nuc" and isinstance(dim, int):
        raise TypeError(must("dim", "a pair of ints beside 'nuc'", dim))
    boolean("keepdim", keepdim)
    x, result = _prepared(input, dtype)
    axes = check_axes(dim, x.ndim, "dim")
    if _among(p, ("nuc",)):
        axes = _two_axes((0, 1) if axes is None else axes, x.ndim, "dim")
        out = _matrix(x, "nuc", axes, keepdim)
    else:
        out = _vector(x, 2 if _among(p, ("fro", None)) else p, axes, keepdim)
    return out if is_complex(x) else out.astype(result)


@op(
    "ops.vector_norm",
    label="vector_norm",
    accepts={"axis": "int tuple None", "dtype": "dtype None"},
)
def vector_norm(
    x: Array,
    ord: Power = 2,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """The p-norm of the elements, over all or some axes.

    Args:
        x: Tensor; integers count as Float32, and as such for the orders 0, inf and -inf.
        ord: the number p, of which 0, inf and -inf have their own meaning.
        axis: axis or axes; all of them if None.
        keepdims: whether the reduced axes stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor.

    Raises:
        ValueError: `ord` is not a number, or `axis` out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[3., 4.], [0., -2.]])
        >>> print(ms.ops.vector_norm(x, axis=1), ms.ops.vector_norm(x, float("inf")))
        [5. 2.] 4.0
    """
    if is_python(ord) and not isinstance(ord, (int, float)):
        raise ValueError(must("ord", "int or float", repr(ord)))
    boolean("keepdims", keepdims)
    x, result = _prepared(x, dtype, _among(ord, _EXACT))
    axes = check_axes(axis, x.ndim)
    return _typed(vector_power_norm(x, ord, axes, keepdims), result)


@op("mint.linalg.vector_norm", label="vector_norm")
def vector_norm_ext(
    x: Array,
    ord: Power = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """The p-norm of the elements, over all or some dimensions; see `ops.vector_norm`.

    Integers give Float32 whatever the order, and the result is never complex.

    Args:
        x: Tensor.
        ord: the number p, of which 0, inf and -inf have their own meaning.
        dim: dimension or dimensions; all of them if None.
        keepdim: whether the reduced dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor of a floating-point dtype.

    Raises:
        ValueError: `ord` is not a number, or `dim` out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.linalg.vector_norm(ms.Tensor([[3, 4], [0, -2]]), dim=1))
        [5. 2.]
    """
    return _real_norm(vector_norm, x, ord, dim, keepdim, dtype=dtype)


@op(
    "ops.matrix_norm",
    label="matrix_norm",
    accepts={"axis": "tuple[int tuple] list", "dtype": "dtype None"},
)
def matrix_norm(
    A: Array,
    ord: int | float | str = "fro",
    axis: Sequence[int | tuple[Any, ...]] = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Norm of matrices.

    Args:
        A: Tensor of two or more dimensions; integers count as Float32, and as such for the orders
            1, -1, inf and -inf.
        ord: 1, -1, 2, -2, inf, -inf, "fro" or "nuc".
        axis: the dimensions of rows and columns.
        keepdims: whether they stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor.

    Raises:
        ValueError: `ord` is none of these, or `axis` does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[3., 4.], [0., -2.]])
        >>> print(ms.ops.matrix_norm(x, 1), ms.ops.matrix_norm(x, float("inf")))
        6.0 7.0
    """
    boolean("keepdims", keepdims)
    if ord is None:
        raise ValueError(must("ord", f"one of {_MATRIX_ORDERS[:-1]}", ord))
    if not isinstance(axis, tuple):
        raise TypeError(must("axis", "tuple or list of int", repr(axis)))
    x, result = _prepared(A, dtype, _among(ord, _EXACT_MATRIX))
    axes = _two_axes(axis, x.ndim, "axis")
    out = _matrix(x, ord, axes, keepdims)
    return _typed(out, np.float32 if dtype is None and _among(ord, _SINGULAR) else result)


@op("mint.linalg.matrix_norm", label="matrix_norm")
def matrix_norm_ext(
    A: Array,
    ord: int | float | str = "fro",
    dim: int | Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Norm of matrices; see `ops.matrix_norm`.

    Integers give Float32 whatever the order, and the result is never complex.

    Args:
        A: Tensor of two or more dimensions.
        ord: 1, -1, 2, -2, inf, -inf, "fro" or "nuc".
        dim: the dimensions of rows and columns.
        keepdim: whether they stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor of a floating-point dtype.

    Raises:
        TypeError: `dim` is not a tuple or list.
        ValueError: `ord` is none of these, or `dim` does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.linalg.matrix_norm(ms.Tensor([[3, 4], [0, -2]]), -1))
        3.0
    """
    return _real_norm(matrix_norm, A, ord, dim, keepdim, dtype=dtype)


@op(label="Norm")
def norm_layer(x: Array, axis: Any, keep_dims: bool):
    """Euclidean norm along the axes; the empty tuple means all."""
    accept(x, "i u f", "x")
    axes = check_axes(axis, x.ndim)
    squares = jnp.sum(jnp.square(wider(x)), axes, keepdims=keep_dims)
    if is_integer(x):
        return jnp.sqrt(squares.astype(np.float32))
    return safe_sqrt(squares).astype(x.dtype)


@op("ops.cond", label="cond", accepts={"A": "Tensor[float32 float64 complex64 complex128]"})
def cond(A: Array, p: int | float | str | None = None):
    """Condition numbers of matrices.

    Args:
        A: Tensor of two or more dimensions.
        p: order of the norm, as in `ops.matrix_norm`; None for 2.

    Returns:
        Tensor of the leading dimensions; Float32 for orders None, 2, -2 and "nuc".

    Raises:
        ValueError: `p` is no such order, or other than 2 and -2 for matrices not square.
        RuntimeError: `A` has no elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cond(ms.Tensor([[4., 0.], [0., 2.]]), 1))
        2.0
    """
    x, result = _prepared(A, None)
    with_dimensions("A", x, 2)
    if x.size == 0:
        raise RuntimeError(must("A", "of at least one element", f"shape {x.shape}"))
    if p is None or p in (2, -2):
        values = jnp.linalg.svd(x, compute_uv=False)
        largest, smallest = values[..., 0], values[..., -1]
        return (smallest / largest if p == -2 else largest / smallest).astype(np.float32)
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(must("A", "square matrices", x.shape))
    axes = (x.ndim - 2, x.ndim - 1)
    size = _matrix(x, p, axes, False)
    out = size * _matrix(jnp.linalg.inv(x), p, axes, False)
    return out if is_complex(x) else out.astype(np.float32 if p in _SINGULAR else result)


# -- Primitives ----------------------------------------------------------------------------------


def _check_lp_norm(axis: Any, p: Any, keep_dims: Any, epsilon: Any) -> None:
    of_type("axis", axis, int, tuple, list)
    integer("p", p)
    at_least("p", p, 0)
    boolean("keep_dims", keep_dims)
    of_type("epsilon", epsilon, float)


@primitive(
    "LpNorm",
    check=_check_lp_norm,
    normal=stored(axis=one_as_list),
    accepts={"axis": "int tuple list[int]"},
    counts="all",
    axis=REQUIRED,
    p=2,
    keep_dims=False,
    epsilon=1e-12,
)
@op(label="LpNorm")
def lp_norm(
    input: Array,
    axis: int | Sequence[int],
    p: int = 2,
    keep_dims: bool = False,
    epsilon: Finite = 1e-12,
):
    """The p-norm over axes, no less than a bound.

    Args:
        axis: axis or axes.
        p: order of the norm.
        keep_dims: whether the reduced axes stay, with length 1.
        epsilon: the least result.

    Inputs:
        - **input** (Tensor) - Float16 or Float32.

    Outputs:
        Tensor of the same dtype.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `p` is negative, or `axis` out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LpNorm(axis=1, p=1)(ms.Tensor([[3., 4.], [0., -2.]])))
        [7. 2.]
    """
    accept(input, "float16 float32 bfloat16")
    axes = check_axes(axis, input.ndim)
    x = wider(input)
    size = vector_power_norm(x, p, axes, keep_dims)
    if p:
        size = jnp.maximum(size, jnp.full((), epsilon, x.dtype))
    return size.astype(input.dtype)


def _check_nuclear(dim: Any, keepdim: Any) -> None:
    if dim is not None:
        if not isinstance(dim, (list, tuple)):
            raise TypeError(must("dim", "list, tuple or None", describe(dim)))
        if len(dim) != 2:
            raise ValueError(must("dim", "of length 2", dim))
        for i, d in enumerate(dim):
            integer(f"dim[{i}]", d)
    boolean("keepdim", keepdim)


@primitive(
    "NuclearNorm",
    check=_check_nuclear,
    normal=lambda dim, keepdim: {"dim": [1000] if dim is None else dim},
    counts="all",
    dim=None,
    keepdim=False,
)
@op(label="NuclearNorm")
def nuclear_norm(x: Array, dim: int | Sequence[int] | Tensor | None = None, keepdim: bool = False):
    """Sum of the singular values of matrices.

    Args:
        dim: the two dimensions of the matrices; by default the Tensor is one matrix.
        keepdim: whether they stay, with length 1.

    Inputs:
        - **x** (Tensor) - Float32 or Float64 Tensor.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` does not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import NuclearNorm
        >>> print(NuclearNorm()(ms.Tensor([[3., 0.], [0., 2.]])))
        5.0
    """
    accept(x, "float32 float64", "x")
    if x.ndim < 2 or (dim is None and x.ndim != 2):
        text = "of rank 2" if dim is None else "of rank 2 or more"
        raise ValueError(must("x", text, f"rank {x.ndim}"))
    axes = (0, 1) if dim is None else tuple(check_axis(d, x.ndim, "dim") for d in dim)
    if axes[0] == axes[1]:
        raise ValueError(must("dim", "two different dimensions", dim))
    return _matrix(x, "nuc", axes, keepdim)


def _check_l2_normalize(axis: Any, epsilon: Any) -> None:
    of_type("axis", axis, int, tuple, list)
    if not isinstance(axis, int):
        if len(axis) != 1:
            raise TypeError(must("axis", "of length 1", axis))
        if isinstance(axis[0], bool) or not isinstance(axis[0], int):
            raise TypeError(must("axis", "of int", axis))
    if isinstance(epsilon, bool) or not isinstance(epsilon, (int, float)):
        raise TypeError(must("epsilon", "float", repr(epsilon)))


@primitive(
    "L2Normalize",
    check=_check_l2_normalize,
    normal=stored(axis=one_as_list),
    counts="all",
    axis=0,
    epsilon=1e-4,
)
@op(label="L2Normalize")
def l2_normalize(input_x: Array, axis: int | Sequence[int] | Tensor = 0, epsilon: float = 1e-4):
    """The elements divided by their 2-norm along an axis.

    Args:
        axis: the axis, or a list or tuple with it.
        epsilon: the least divisor, squared.

    Inputs:
        - **input_x** (Tensor) - Float16, Float32 or Float64.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.L2Normalize(axis=1)(ms.Tensor([[3., 4.]])))
        [[0.6 0.8]]
    """
    accept(input_x, "f", "input_x")
    axes = check_axes(axis, input_x.ndim)
    x = wider(input_x)
    squares = jnp.sum(jnp.square(x), axes, keepdims=True)
    bound = jnp.asarray(epsilon).astype(x.dtype)
    return (x * jax.lax.rsqrt(jnp.maximum(squares, bound))).astype(input_x.dtype)


@primitive("EuclideanNorm", keep_dims=False)
@op(label="EuclideanNorm")
def euclidean_norm(x: Array, axes: int | Sequence[int], keep_dims: bool = False):
    """The 2-norm over axes, in the dtype of the input.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - number dtype.
        - **axes** (Tensor) - the axes; all if empty.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: a bool Tensor, or `keep_dims` is not a bool.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import EuclideanNorm
        >>> print(EuclideanNorm()(ms.Tensor([[3., 4.], [0., 2.]]), ms.Tensor([1])))
        [5. 2.]
    """
    accept(x, "iufc", "x")
    boolean("keep_dims", keep_dims)
    wide, _ = _prepared(x, None)
    axes = check_axes(axes, x.ndim, "axes")
    return vector_power_norm(wide, 2, axes, keep_dims).astype(x.dtype)


def _check_renorm(p: Any, dim: Any, maxnorm: Any) -> None:
    integer("p", p)
    positive("p", p)
    integer("dim", dim)
    number("maxnorm", maxnorm)


@primitive(
    "Renorm",
    check=_check_renorm,
    normal=stored(p=float),
    accepts={"p": "int !ValueError str", "maxnorm": "float"},
    counts="all",
    p=REQUIRED,
    dim=REQUIRED,
    maxnorm=REQUIRED,
)
@op(label="Renorm", amp="float32")
def renorm_kernel(input: Array, p: int, dim: int, maxnorm: Finite):
    """Slices along a dimension, scaled down where their p-norm is above a bound.

    Args:
        p: order of the norm.
        dim: the dimension that the slices are taken along.
        maxnorm: the largest norm.

    Inputs:
        - **input** (Tensor) - floating-point or complex dtype.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `p` is not positive.
        RuntimeError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Renorm(p=1, dim=0, maxnorm=10.)(ms.Tensor([[1., 2.], [8., 32.]])).round())
        [[1. 2.]
         [2. 8.]]
    """
    accept(input, "fc")
    if not -input.ndim <= dim < input.ndim:
        raise RuntimeError(must("dim", f"in [{-input.ndim}, {input.ndim})", dim))
    x = wider(input)
    axes = tuple(a for a in range(x.ndim) if a != dim % x.ndim)
    size = vector_power_norm(x, p, axes, True)
    bound = jnp.full((), maxnorm, size.dtype)
    scale = jnp.where(size > bound, bound / (size + 1e-7), jnp.ones_like(size))
    return (x * scale).astype(input.dtype)


@op(
    "ops.renorm",
    "Tensor.renorm",
    label="Renorm",
    accepts={"p": "int Tensor[int] ndarray !ValueError str", "maxnorm": "float Tensor ndarray"},
    amp="float32",
    formerly={"ops.renorm": "input_x=input dim=axis", "Tensor.renorm": "dim=axis"},
)
def renorm(input: Array, p: int | Tensor, axis: int, maxnorm: Finite):
    """Slices along an axis, scaled down where their p-norm is above a bound; see `ops.Renorm`.

    Args:
        input: floating-point or complex Tensor.
        p: int, order of the norm.
        axis: the axis that the slices are taken along.
        maxnorm: the largest norm.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `p` is not positive.
        RuntimeError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.renorm(ms.Tensor([[1., 2.], [8., 32.]]), 1, 0, 10.).round())
        [[1. 2.]
         [2. 8.]]
    """
    _check_renorm(p, axis, maxnorm)
    return renorm_kernel(input, p, axis, maxnorm)
