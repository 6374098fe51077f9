"""Einstein sums and other bilinear operations."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, must
from msjax._core.op import Array, Arrays, Operand, call, op, public
from msjax._core.primitive import REQUIRED, primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept, broadcast
from msjax.ops.matmul import operands

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _check_equation(equation: Any) -> None:
    if not isinstance(equation, str):
        raise TypeError(must("Einsum", "equation", "str", repr(equation)))


@primitive("Einsum", check=_check_equation, equation=REQUIRED)
@op(label="Einsum")
def einsum_kernel(x: Arrays, equation):
    """Sum of products by Einstein's convention.

    Args:
        equation: labels of the dimensions of each input, and of the result after "->".

    Inputs:
        - **x** (tuple[Tensor], list[Tensor]) - the Tensors, of one dtype.

    Outputs:
        Tensor.

    Raises:
        TypeError: `equation` is no str, or the dtypes differ.
        ValueError: `equation` does not fit the Tensors.
    """
    for a in x[1:]:
        operands("Einsum", x[0], a)
    try:
        return jnp.einsum(equation, *x)
    except (TypeError, IndexError, KeyError) as error:
        raise ValueError(f"For 'Einsum', the equation '{equation}' does not fit: {error}") from None


def _einsum(label: str, equation: Any, given: tuple) -> Tensor:
    if isinstance(equation, Tensor):
        given = (equation, *given)
        even = len(given) // 2 * 2
        labels = [_spelled(label, numbers) for numbers in given[1:even:2]]
        result = f"->{_spelled(label, given[-1])}" if even < len(given) else ""
        equation, given = ",".join(labels) + result, given[:even:2]
    elif len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = tuple(given[0])
    _check_equation(equation)
    return call(einsum_kernel)(given, equation)


def _spelled(label: str, numbers: Any) -> str:
    """Letters for a list of label numbers, in which Ellipsis stands for itself."""
    if not isinstance(numbers, (tuple, list)):
        raise TypeError(must(label, "operands", "Tensors, each with a list of labels", numbers))
    if not all(n is Ellipsis or 0 <= n < len(_LETTERS) for n in numbers):
        raise ValueError(must(label, "operands", f"labelled in [0, {len(_LETTERS)})", numbers))
    return "".join("..." if n is Ellipsis else _LETTERS[n] for n in numbers)


@public("ops.einsum", "ops.einsum_ext", "mint.einsum")
def einsum(equation: Any, *operands: Any) -> Tensor:
    """Sum of products by Einstein's convention.

    Args:
        equation: labels of the dimensions of each Tensor, separated by commas, and of the result
            after "->"; "..." stands for leading dimensions. In place of an equation, each Tensor
            may be followed by a list of label numbers, and a last list labels the result.
        operands: the Tensors, of one dtype.

    Returns:
        Tensor.

    Raises:
        TypeError: `equation` is no str, or the dtypes differ.
        ValueError: `equation` does not fit the Tensors.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.einsum("ij,kj->ik", x, x))
        [[ 5. 11.]
         [11. 25.]]
    """
    return _einsum("einsum", equation, operands)


@op("ops.kron", label="kron")
def kron(input: Operand, other: Operand):
    """Kronecker product: each element of one Tensor times all of another.

    Args:
        input: Tensor.
        other: Tensor.

    Returns:
        Tensor whose lengths are the products of the inputs' lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.kron(ms.Tensor([1, 10]), ms.Tensor([1, 2, 3])))
        [ 1  2  3 10 20 30]
    """
    rank = max(input.ndim, other.ndim)
    x = input.reshape((1,) * (rank - input.ndim) + input.shape)
    y = other.reshape((1,) * (rank - other.ndim) + other.shape)
    spread = jnp.expand_dims(x, tuple(range(1, 2 * rank, 2)))
    spread = spread * jnp.expand_dims(y, tuple(range(0, 2 * rank, 2)))
    return spread.reshape([m * n for m, n in zip(x.shape, y.shape, strict=True)])


_NO_DIM = -65530


@primitive("Cross", dim=_NO_DIM)
@op(label="Cross")
def cross_kernel(input: Array, other: Array, dim=_NO_DIM):
    """Cross products of the 3-vectors along a dimension.

    Args:
        dim: the dimension; -65530 for the first of length 3.

    Inputs:
        - **input** (Tensor) - number dtype.
        - **other** (Tensor) - number dtype, and a shape that broadcasts.

    Outputs:
        Tensor of the broadcast shape and of the dtype of `input`, if both are floats or ints.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: there is no such dimension of length 3.
    """
    accept("Cross", input, "iufc", "input")
    broadcast("Cross", input, other)
    common = mstype.promote("Cross", (input.dtype, other.dtype))
    x, y = (v.astype(common) for v in jnp.broadcast_arrays(input, other))
    if dim == _NO_DIM:
        if 3 not in x.shape:
            raise ValueError(must("Cross", "input", "of a dimension of length 3", x.shape))
        dim = x.shape.index(3)
    axis = check_axis("Cross", dim, x.ndim, "dim")
    if x.shape[axis] != 3:
        raise ValueError(must("Cross", "dim", "a dimension of length 3", f"{dim} of {x.shape}"))
    a, b = (jnp.split(v, 3, axis) for v in (x, y))
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    kept = input.dtype if input.dtype.kind == other.dtype.kind else common
    return jnp.concatenate(parts, axis).astype(kept)


@op("ops.cross", "Tensor.cross", "mint.cross", label="Cross")
def cross(input: Array, other: Array, dim=None):
    """Cross products of the 3-vectors along a dimension.

    Args:
        input: Tensor of a number dtype.
        other: Tensor of a number dtype and a shape that broadcasts.
        dim: the dimension; None for the first of length 3.

    Returns:
        Tensor of the broadcast shape and of the dtype of `input`, if both are floats or ints.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: there is no such dimension of length 3.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cross(ms.Tensor([1, 2, 3]), ms.Tensor([3, 2, 1])))
        [-4  8 -4]
    """
    return cross_kernel(input, other, _NO_DIM if dim is None else dim)


@op("ops.vecdot", label="vecdot")
def vecdot(x: Operand, y: Operand, *, axis=-1):
    """Sums of products along a dimension, with the first Tensor conjugated.

    Args:
        x: Tensor.
        y: Tensor whose shape broadcasts with that of `x`.
        axis: the dimension.

    Returns:
        Tensor without that dimension.

    Raises:
        TypeError: `axis` is no int.
        ValueError: `axis` is out of range, or the shapes do not broadcast.
    """
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must("vecdot", "axis", "int", repr(axis)))
    broadcast("vecdot", x, y)
    product = jnp.conj(x) * y if jnp.iscomplexobj(x) else x * y
    return jnp.sum(product, check_axis("vecdot", axis, product.ndim), dtype=product.dtype)


@primitive("Trace")
@op("ops.trace", "mint.trace", label="Trace")
def trace(input: Array):
    """Sum of the elements on the main diagonal of a matrix.

    Args:
        input: Tensor of two dimensions.

    Returns:
        0-d Tensor of the same dtype.

    Raises:
        RuntimeError: the input is no matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.trace(ms.Tensor([[1., 2.], [3., 4.]])))
        5.0
    """
    if input.ndim != 2:
        raise RuntimeError(must("Trace", "input", "a matrix", f"shape {input.shape}"))
    return jnp.sum(jnp.diagonal(input), dtype=input.dtype)


@op("Tensor.trace", label="trace")
def _trace_method(x: Array, offset=0, axis1=0, axis2=1, dtype=None):
    """Sums along the diagonals of two dimensions.

    Args:
        offset: which diagonal; positive ones are above the main diagonal.
        axis1: dimension of the rows.
        axis2: dimension of the columns.
        dtype: dtype of the result; by default integers below Int64 give Int64.

    Returns:
        Tensor of the remaining dimensions.

    Raises:
        RuntimeError: less than two dimensions.
        ValueError: a dimension is out of range.
    """
    if x.ndim < 2:
        raise RuntimeError(must("trace", "self", "of at least 2 dimensions", x.shape))
    if dtype is None:
        small = x.dtype.kind in "iu" and x.dtype.itemsize < 8
        dtype = np.dtype(np.int64) if small else x.dtype
    first, second = check_axis("trace", axis1, x.ndim), check_axis("trace", axis2, x.ndim)
    diagonal = jnp.diagonal(x, offset, first, second)
    total = np.float32 if diagonal.dtype.name in ("float16", "bfloat16") else None
    if total is None and dtype.kind in "iu":
        total = dtype
    return jnp.sum(diagonal, -1, dtype=total).astype(dtype)


@op("ops.vander", label="vander")
def vander(x: Array, N=None):
    """Matrix of falling powers of a vector's elements.

    Args:
        x: vector.
        N: number of columns; by default that of elements.

    Returns:
        Tensor of shape (len(x), N); the last column is 1.

    Raises:
        TypeError: `N` is no int.
        ValueError: `x` is no vector, or `N` is not positive.
    """
    if x.ndim != 1:
        raise ValueError(must("vander", "x", "1-D", f"{x.ndim} dimensions"))
    count = x.shape[0] if N is None else N
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(must("vander", "N", "int", repr(N)))
    if count <= 0:
        raise ValueError(must("vander", "N", "greater than 0", N))
    x = x.astype(np.int64) if x.dtype == np.bool_ else x
    ones = jnp.ones((x.shape[0], 1), x.dtype)
    steps = jnp.broadcast_to(x[:, None], (x.shape[0], count - 1))
    powers = jax.lax.cumprod(jnp.concatenate([ones, steps], 1), 1)
    return powers[:, ::-1]


@op("ops.cov", "Tensor.cov", label="cov")
def cov(
    input: Array, *, correction=1, fweights: Array | None = None, aweights: Array | None = None
):
    """Covariance matrix of variables (rows) from observations (columns).

    Args:
        input: Tensor of at most two dimensions.
        correction: what is subtracted from the number of observations.
        fweights: integer vector: how often each observation counts.
        aweights: vector of weights of the observations.

    Returns:
        Matrix, or 0-d for a single variable; Float32 for half precision and integers.

    Raises:
        TypeError: a bool Tensor, or `fweights` is not of integers.
        ValueError: wrong numbers of dimensions or of weights.
    """
    if input.ndim > 2:
        raise ValueError(must("cov", "input", "of at most 2 dimensions", input.shape))
    accept("cov", input, "iufc")
    x = input.reshape(1, -1) if input.ndim < 2 else input
    x = x if x.dtype == np.float64 or x.dtype.kind == "c" else x.astype(np.float32)
    weights = None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        if given.shape != (x.shape[1],):
            raise ValueError(must("cov", name, f"of shape {(x.shape[1],)}", given.shape))
        if name == "fweights" and not jnp.issubdtype(given.dtype, jnp.integer):
            raise TypeError(must("cov", name, "of integers", given.dtype))
        given = given.astype(jnp.finfo(x.dtype).dtype)
        weights = given if weights is None else weights * given
    return _covariance(x, correction, weights, aweights)


def _covariance(x: jax.Array, correction: Any, weights: Any, aweights: Any) -> jax.Array:
    if weights is None:
        total = jnp.asarray(x.shape[1], jnp.finfo(x.dtype).dtype)
        centred = x - jnp.mean(x, 1, keepdims=True)
        scaled = centred
    else:
        total = jnp.sum(weights)
        centred = x - jnp.sum(x * weights, 1, keepdims=True) / total
        scaled = centred * weights
    if aweights is not None and correction:
        share = jnp.sum(weights * aweights.astype(total.dtype)) / total
        freedom = total - correction * share
    else:
        freedom = total - correction
    out = jnp.matmul(scaled, jnp.conj(centred).T) / jnp.maximum(freedom, jnp.zeros_like(freedom))
    return out.reshape(()) if x.shape[0] == 1 else out
