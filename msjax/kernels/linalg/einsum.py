"""Einstein sums and other bilinear operations."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis, integer, of_types, string
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Arrays, Operand, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, broadcast
from msjax.kernels.linalg.matmul import operands
from msjax.kernels.reduction.sums import sum as sum_over

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _contracted(x: Arrays, equation: str) -> jnp.ndarray:
    for a in x[1:]:
        operands(x[0], a)
    try:
        return jnp.einsum(equation, *x)
    except (TypeError, IndexError, KeyError) as error:
        raise ValueError(Clause(f"the equation '{equation}' does not fit: {error}")) from None


@primitive("Einsum", check=of_types(equation=str), equation=REQUIRED)
@op(label="Einsum", amp="half")
def einsum_kernel(x: Arrays, equation: str):
    """Sum of products by Einstein's convention.

    Args:
        equation: labels of the dimensions of each input, and of the result after "->".

    Inputs:
        - **x** (tuple[Tensor], list[Tensor]) - the Tensors, of one dtype, none of them 0-d.

    Outputs:
        Tensor; where no label is left, of shape (1,).

    Raises:
        TypeError: `equation` is not a str, or the dtypes differ.
        ValueError: `equation` does not fit the Tensors, or one of them has no dimension.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.Einsum("ij,ij->i")((x, x)))
        [ 5. 25.]
    """
    for n, a in enumerate(x):
        if a.ndim == 0:
            raise ValueError(must(f"x[{n}]", "of one dimension or more", a.shape))
    return jnp.atleast_1d(_contracted(x, equation))


@op(label="einsum", amp="half")
def einsum_ext_kernel(x: Arrays, equation: str):
    return _contracted(x, equation)


def _arguments(equation: Any, given: tuple) -> tuple[tuple, str]:
    """The Tensors and the equation of a call that may have lists of label numbers."""
    if isinstance(equation, Tensor):
        given = (equation, *given)
        even = len(given) // 2 * 2
        labels = [_spelled(numbers) for numbers in given[1:even:2]]
        result = f"->{_spelled(given[-1])}" if even < len(given) else ""
        equation, given = ",".join(labels) + result, given[:even:2]
    elif len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = tuple(given[0])
    string("equation", equation)
    return given, equation


def _spelled(numbers: Any) -> str:
    """Letters for a list of label numbers, in which Ellipsis stands for itself."""
    if not isinstance(numbers, (tuple, list)):
        raise TypeError(must("operands", "Tensors, each with a list of labels", numbers))
    if not all(n is Ellipsis or 0 <= n < len(_LETTERS) for n in numbers):
        raise ValueError(must("operands", f"labelled in [0, {len(_LETTERS)})", numbers))
    return "".join("..." if n is Ellipsis else _LETTERS[n] for n in numbers)


@public("ops.einsum")
def einsum(equation: str, *operands: Any) -> Tensor:
    """Sum of products by Einstein's convention.

    Args:
        equation: labels of the dimensions of each Tensor, separated by commas, and of the result
            after "->"; "..." stands for leading dimensions. In place of an equation, each Tensor
            may be followed by a list of label numbers, and a last list labels the result.
        operands: the Tensors, of one dtype and of one dimension or more.

    Returns:
        Tensor; where no label is left, of shape (1,).

    Raises:
        TypeError: `equation` is not a str, or the dtypes differ.
        ValueError: `equation` does not fit the Tensors, or one of them has no dimension.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.einsum("ij,kj->ik", x, x))
        [[ 5. 11.]
         [11. 25.]]
        >>> print(ms.ops.einsum("ij->", x))
        [10.]
    """
    return call(einsum_kernel)(*_arguments(equation, operands))


@public("ops.einsum_ext", "mint.einsum")
def einsum_ext(equation: str, *operands: Any) -> Tensor:
    """Sum of products by Einstein's convention.

    Args:
        equation: labels of the dimensions of each Tensor, separated by commas, and of the result
            after "->"; "..." stands for leading dimensions. In place of an equation, each Tensor
            may be followed by a list of label numbers, and a last list labels the result.
        operands: the Tensors, of one dtype.

    Returns:
        Tensor; where no label is left, without a dimension.

    Raises:
        TypeError: `equation` is not a str, or the dtypes differ.
        ValueError: `equation` does not fit the Tensors.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.mint.einsum("ij->", x))
        10.0
    """
    return call(einsum_ext_kernel)(*_arguments(equation, operands))


@op("ops.kron", label="kron", formerly={"ops.kron": "x=input y=other"})
def kron(input: Operand, other: Operand):
    """Kronecker product: each element of one Tensor times all of another.

    Args:
        input: Tensor.
        other: Tensor.

    Returns:
        Tensor whose lengths are the products of the inputs' lengths.

    Raises:
        TypeError: an argument is neither a Tensor nor a number.

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


@primitive("Cross", accepts={"dim": "int Tensor[int]"}, dim=_NO_DIM)
@op(label="Cross", amp="widest")
def cross_kernel(input: Array, other: Array, dim: int | Tensor = _NO_DIM):
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Cross(dim=0)(ms.Tensor([1, 2, 3]), ms.Tensor([3, 2, 1])))
        [-4  8 -4]
    """
    accept(input, "iufc", "input")
    broadcast(input, other)
    common = mstype.promote((input.dtype, other.dtype))
    x, y = (v.astype(common) for v in jnp.broadcast_arrays(input, other))
    if dim == _NO_DIM:
        if 3 not in x.shape:
            raise ValueError(must("input", "of a dimension of length 3", x.shape))
        dim = x.shape.index(3)
    axis = check_axis(dim, x.ndim, "dim")
    if x.shape[axis] != 3:
        raise ValueError(must("dim", "a dimension of length 3", f"{dim} of {x.shape}"))
    a, b = (jnp.split(v, 3, axis) for v in (x, y))
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    kept = input.dtype if input.dtype.kind == other.dtype.kind else common
    return jnp.concatenate(parts, axis).astype(kept)


@op(
    "ops.cross",
    "Tensor.cross",
    "mint.cross",
    label="Cross",
    accepts={"dim": "int Tensor[int] None"},
    amp="widest",
)
def cross(input: Array, other: Array, dim: int | Tensor | None = None):
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


@op("ops.vecdot", label="vecdot", accepts={"axis": "int"}, amp="float32")
def vecdot(x: Operand, y: Operand, *, axis: int = -1):
    """Sums of products along a dimension, with the first Tensor conjugated.

    Args:
        x: Tensor.
        y: Tensor whose shape broadcasts with that of `x`.
        axis: the dimension.

    Returns:
        Tensor without that dimension, of the dtype that `ops.sum` gives for the products.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.vecdot(x, ms.Tensor([1., 10.])))
        [21. 43.]
    """
    integer("axis", axis)
    broadcast(x, y)
    product = jnp.conj(x) * y if jnp.iscomplexobj(x) else x * y
    return sum_over(product, check_axis(axis, product.ndim))
