"""Products of matrices and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Operand, call, op, primitive, public, spelling
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import (
    accept,
    broadcast,
    check_rank,
    of_dtype,
    of_shape,
    same_dtype,
    with_dimensions,
)


def check_inner(x: jax.Array, y: jax.Array, error: type[Exception] = ValueError) -> None:
    """Raise an error unless the columns of a matrix are as many as the rows of another."""
    if x.shape[-1] != y.shape[-2 if y.ndim > 1 else 0]:
        raise error(
            Clause(
                "the columns of the first matrix must be as many as the rows of the second, but "
                f"got shapes {x.shape} and {y.shape}."
            )
        )


def operands(x: jax.Array, y: jax.Array, names: tuple[str, str] = ("x1", "x2")) -> None:
    """Raise TypeError unless both are numbers of one dtype."""
    accept(x, "iufc", names[0])
    if x.dtype != y.dtype:
        raise TypeError(
            Clause(
                f"the type of '{names[1]}' must be the same as '{names[0]}', but got "
                f"{mstype.from_np(x.dtype)} and {mstype.from_np(y.dtype)}."
            )
        )


def _swapped(x: jax.Array, transpose: bool) -> jax.Array:
    return jnp.swapaxes(x, -1, -2) if transpose else x


@primitive(
    "MatMul",
    accepts={"transpose_a": "bool", "transpose_b": "bool"},
    transpose_a=False,
    transpose_b=False,
)
@op(label="MatMul", amp="half")
def mat_mul(input: Array, mat2: Array, transpose_a: bool = False, transpose_b: bool = False):
    """Product of two matrices.

    Args:
        transpose_a: whether to transpose the first matrix.
        transpose_b: whether to transpose the second matrix.

    Inputs:
        - **input** (Tensor) - shape (N, C), or (C, N) if `transpose_a`.
        - **mat2** (Tensor) - shape (C, M), or (M, C) if `transpose_b`; the same dtype.

    Outputs:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ, or a flag is not a bool.
        ValueError: an input is not a matrix, or the lengths do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.MatMul(transpose_b=True)(x, x))
        [[ 5. 11.]
         [11. 25.]]
    """
    boolean("transpose_a", transpose_a)
    boolean("transpose_b", transpose_b)
    operands(input, mat2)
    for arg, a in (("input", input), ("mat2", mat2)):
        check_rank(a, 2, arg)
    x, y = _swapped(input, transpose_a), _swapped(mat2, transpose_b)
    check_inner(x, y)
    return jnp.matmul(x, y)


@primitive(
    "BatchMatMul",
    accepts={"transpose_a": "bool", "transpose_b": "bool"},
    transpose_a=False,
    transpose_b=False,
)
@op(label="BatchMatMul", amp="half")
def batch_mat_mul(x: Array, y: Array, transpose_a: bool = False, transpose_b: bool = False):
    """Products of the matrices in two batches.

    Args:
        transpose_a: whether to transpose the matrices of the first batch.
        transpose_b: whether to transpose the matrices of the second batch.

    Inputs:
        - **x** (Tensor) - shape (..., N, C), or (..., C, N) if `transpose_a`.
        - **y** (Tensor) - shape (..., C, M), or (..., M, C) if `transpose_b`; the same dtype. The
          leading dimensions are those of `x` or broadcast with them.

    Outputs:
        Tensor of shape (..., N, M).

    Raises:
        TypeError: the dtypes differ, or a flag is not a bool.
        ValueError: an input has fewer than two dimensions, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]]])
        >>> print(ms.ops.BatchMatMul()(x, x))
        [[[ 7. 10.]
          [15. 22.]]]
    """
    boolean("transpose_a", transpose_a)
    boolean("transpose_b", transpose_b)
    operands(x, y)
    for name, a in (("x", x), ("y", y)):
        if a.ndim < 2:
            raise ValueError(must(name, "2-D or higher", f"shape {a.shape}"))
    x, y = _swapped(x, transpose_a), _swapped(y, transpose_b)
    check_inner(x, y)
    _batches(x, y)
    return jnp.matmul(x, y)


@primitive("TridiagonalMatMul", counts="all")
@op(label="TridiagonalMatMul")
def tridiagonal_matmul(superdiag: Array, maindiag: Array, subdiag: Array, rhs: Array):
    """Product of a tridiagonal matrix and a dense one.

    Inputs:
        - **superdiag** (Tensor): shape (..., 1, M), the diagonal above; its last element is unused.
        - **maindiag** (Tensor): shape (..., 1, M).
        - **subdiag** (Tensor): shape (..., 1, M), the diagonal below; its first one is unused.
        - **rhs** (Tensor): shape (..., M, N).

    Returns:
        Tensor of shape (..., M, N).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> d = ms.Tensor([[1., 2.]])
        >>> print(ms.ops.TridiagonalMatMul()(d, d, d, ms.Tensor([[1.], [10.]])))
        [[11.]
         [22.]]
    """
    accept(rhs, "rc", "rhs")
    if rhs.ndim < 2:
        raise ValueError(must("rhs", "of rank 2 or more", f"rank {rhs.ndim}"))
    wanted = (*rhs.shape[:-2], 1, rhs.shape[-2])
    parts = []
    for arg, x in (("superdiag", superdiag), ("maindiag", maindiag), ("subdiag", subdiag)):
        of_dtype(arg, x, rhs.dtype)
        of_shape(arg, x, wanted)
        parts.append(jnp.swapaxes(x, -1, -2))
    above, main, below = parts
    zero = jnp.zeros_like(rhs[..., :1, :])
    after = jnp.concatenate([rhs[..., 1:, :], zero], -2)
    before = jnp.concatenate([zero, rhs[..., :-1, :]], -2)
    above = above.at[..., -1, :].set(0)
    below = below.at[..., 0, :].set(0)
    return above * after + main * rhs + below * before


def _batches(x: jax.Array, y: jax.Array) -> None:
    try:
        jnp.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    except ValueError:
        raise ValueError(
            Clause(f"the leading dimensions need to broadcast, but got {x.shape} and {y.shape}.")
        ) from None


@op("ops.bmm", "Tensor.bmm", label="BatchMatMul", amp="half")
def bmm(input_x: Array, mat2: Array):
    """Products of the matrices in two batches; see `ops.BatchMatMul`.

    Args:
        input_x: Tensor of shape (..., N, C).
        mat2: Tensor of shape (..., C, M) and the same dtype.

    Returns:
        Tensor of shape (..., N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input has fewer than two dimensions, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]], [[1., 0.], [0., 2.]]])
        >>> print(ms.ops.bmm(x, x))
        [[[ 7. 10.]
          [15. 22.]]
        <BLANKLINE>
         [[ 1.  0.]
          [ 0.  4.]]]
    """
    return batch_mat_mul(input_x, mat2)


@op("mint.bmm", label="BatchMatMulExt", amp="half")
def bmm_ext(input: Array, mat2: Array):
    """Products of the matrices in two batches; see `ops.BatchMatMul`.

    Both inputs need exactly three dimensions here.

    Args:
        input: Tensor of shape (B, N, C).
        mat2: Tensor of shape (B, C, M) and the same dtype.

    Returns:
        Tensor of shape (B, N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input has another number of dimensions, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]]])
        >>> print(ms.mint.bmm(x, x))
        [[[ 7. 10.]
          [15. 22.]]]
    """
    if input.ndim != 3 or mat2.ndim != 3:
        shapes = f"{input.shape} and {mat2.shape}"
        raise ValueError(must("input", "of 3 dimensions, as 'mat2'", shapes))
    return batch_mat_mul(input, mat2)


@op(
    "ops.matmul",
    "mint.matmul",
    label="MatMulExt",
    amp="half",
    formerly={"ops.matmul": "x1=input x2=other"},
)
def matmul(input: Array, other: Array):
    """Product of two Tensors as matrices, vectors or batches of matrices, as NumPy's.

    Args:
        input: Tensor of one or more dimensions.
        other: Tensor of one or more dimensions and the same dtype.

    Returns:
        Tensor. A vector counts as a row on the left and as a column on the right, and that
        dimension is left out; leading dimensions broadcast.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a 0-d Tensor, or leading dimensions that do not broadcast.
        RuntimeError: the contracted lengths differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.matmul(x, ms.Tensor([1., 1.])))
        [3. 7.]
    """
    operands(input, other)
    for name, a in (("input", input), ("other", other)):
        with_dimensions(name, a)
    check_inner(input, other, RuntimeError)
    _batches(input, other)
    return jnp.matmul(input, other)


@spelling("Tensor.matmul", other="tensor2")
@op(label="MatMulExt", amp="half")
def _matmul_method(input: Array, tensor2: Array):
    """Product with another Tensor; see `ops.matmul`.

    Args:
        tensor2: Tensor of one or more dimensions and the same dtype.

    Returns:
        Tensor of the shape that `ops.matmul` describes.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a 0-d Tensor, or leading dimensions that do not broadcast.
        RuntimeError: the contracted lengths differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.matmul(x))
        [[ 7. 10.]
         [15. 22.]]
    """
    return matmul(input, tensor2)


@public("Tensor.__matmul__")
def _matmul_operator(self: Tensor, other: Tensor) -> Tensor:
    """`self @ other`; see `ops.matmul`.

    Args:
        other: Tensor of one or more dimensions and the same dtype.

    Returns:
        Tensor of the shape that `ops.matmul` describes.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a 0-d Tensor, or leading dimensions that do not broadcast.
        RuntimeError: the contracted lengths differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x @ ms.Tensor([1., 10.]))
        [21. 43.]
    """
    return call(matmul)(self, other)


@public("Tensor.__rmatmul__", accepts={"other": "Tensor[int float]"})
def _rmatmul_operator(self: Tensor, other: Tensor) -> Any:
    """`other @ self`; with a NumPy array the result is one, too.

    Args:
        other: Tensor or NumPy array on the left of the operator.

    Returns:
        Tensor, or a NumPy array if `other` is one.

    Raises:
        TypeError: the dtypes of two Tensors differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> import numpy as np
        >>> print(np.array([1., 10.], np.float32) @ ms.Tensor([[1., 2.], [3., 4.]]))
        [31. 42.]
    """
    if isinstance(other, np.ndarray):
        return other @ self.asnumpy()
    return call(matmul)(other, self)


@op(label="MatMul", amp="half", listed_as="")
def matmul_flipped(x1: Array, x2: Array, transpose_x1: bool, transpose_x2: bool):
    """Matrix product of Tensors whose last two dimensions are swapped first where wanted."""
    a = x1.swapaxes(-1, -2) if transpose_x1 and x1.ndim > 1 else x1
    b = x2.swapaxes(-1, -2) if transpose_x2 and x2.ndim > 1 else x2
    columns, rows = a.shape[-1], b.shape[0 if b.ndim == 1 else -2]
    if columns != rows:
        raise ValueError(
            Clause(
                "the column of matrix dimensions of 'x1' must be equal to the row of "
                f"matrix dimensions of 'x2', but got 'x1_col' {columns} and 'x2_row' {rows}."
            )
        )
    broadcast(*(jax.ShapeDtypeStruct(m.shape[:-2], m.dtype) for m in (a, b)))
    if max(a.ndim, b.ndim) > 1:
        same_dtype(a, b)
    return matmul(a, b)


@op("ops.mm", label="MatMul", amp="half")
def mm(input: Array, mat2: Array):
    """Product of two matrices.

    Args:
        input: Tensor of shape (N, C).
        mat2: Tensor of shape (C, M) and the same dtype.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input is not a matrix, or the lengths do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.mm(x, x))
        [[ 7. 10.]
         [15. 22.]]
    """
    return mat_mul(input, mat2)


@op("Tensor.mm", "mint.mm", label="Mm", amp="half")
def mm_ext(input: Array, mat2: Array):
    """Product of two matrices; see `ops.mm`.

    Only the label of its errors is another.

    Args:
        input: Tensor of shape (N, C).
        mat2: Tensor of shape (C, M) and the same dtype.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input is not a matrix, or the lengths do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.mint.mm(x, x))
        [[ 7. 10.]
         [15. 22.]]
    """
    return mat_mul(input, mat2)


@op("ops.mv", label="mv", amp="half", listed_as="MatMul")
def mv(mat: Array, vec: Array):
    """Product of a matrix and a vector.

    Args:
        mat: Tensor of shape (N, C).
        vec: Tensor of shape (C,) and the same dtype.

    Returns:
        Tensor of shape (N,).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mv(ms.Tensor([[1., 2.], [3., 4.]]), ms.Tensor([1., 10.])))
        [21. 43.]
    """
    operands(mat, vec, ("mat", "vec"))
    if mat.ndim != 2 or vec.shape not in ((mat.shape[1],), (mat.shape[1], 1)):
        raise ValueError(
            Clause(
                f"a matrix and a vector that fit are needed, but got shapes {mat.shape} and "
                f"{vec.shape}."
            )
        )
    return jnp.matmul(mat, vec.reshape(-1))


@op("mint.mv", label="Mv", amp="half")
def mv_ext(input: Array, vec: Array):
    """Product of a matrix and a vector; see `ops.mv`.

    Args:
        input: Tensor of shape (N, C).
        vec: Tensor of shape (C,) and the same dtype.

    Returns:
        Tensor of shape (N,).

    Raises:
        TypeError: the dtypes differ.
        RuntimeError: `input` is not a matrix, `vec` not a vector, or the lengths differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.mv(ms.Tensor([[1., 2.], [3., 4.]]), ms.Tensor([1., 10.])))
        [21. 43.]
    """
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(must("input and vec", "matrix and vector", (input.shape, vec.shape)))
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(must("vec", f"of {input.shape[1]} elements", vec.shape))
    return mv(input, vec)


@op(
    "ops.dot",
    "Tensor.dot",
    label="dot",
    amp="half",
    listed_as="MatMul",
    formerly={"ops.dot": "x1=input x2=other"},
)
def dot(input: Array, other: Array):
    """Contraction of the last dimension of one Tensor with the last but one of another.

    Args:
        input: floating-point Tensor of two or more dimensions.
        other: Tensor of two or more dimensions and the same dtype.

    Returns:
        Tensor with the other dimensions of `input`, then those of `other`.

    Raises:
        TypeError: integer inputs, or different dtypes.
        ValueError: fewer than two dimensions, or lengths that do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.dot(x, ms.Tensor([[1.], [10.]])))
        [[21.]
         [43.]]
    """
    accept(input, "f")
    operands(input, other, ("input", "other"))
    if input.ndim < 2 or other.ndim < 2:
        raise ValueError(
            Clause(
                f"both inputs must have at least 2 dimensions, but got {input.ndim} and "
                f"{other.ndim}."
            )
        )
    check_inner(input, other)
    return jnp.tensordot(input, other, ((-1,), (-2,)))


@op("mint.dot", label="Dot", amp="widest")
def dot_ext(input: Array, other: Array):
    """Sum of the products of the elements of two vectors of one length and dtype.

    Args:
        input: vector of a number dtype.
        other: vector of the same length and dtype.

    Returns:
        0-d Tensor of the same dtype.

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input is not a vector, or the lengths differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.dot(ms.Tensor([1, 2, 3]), ms.Tensor([1, 10, 100])))
        321
    """
    operands(input, other, ("input", "other"))
    for arg, a in (("input", input), ("other", other)):
        check_rank(a, 1, arg)
    check_inner(input, other)
    return jnp.matmul(input, other)


@op("mint.vdot", label="Vdot")
def vdot(input: Array, other: Array):
    """Sum of the products of the elements of two vectors, those of the first one conjugated.

    Args:
        input: vector of a number dtype.
        other: vector of the same length and dtype.

    Returns:
        0-d Tensor of the same dtype.

    Raises:
        TypeError: the dtypes differ.
        ValueError: an input is not a vector, or the lengths differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.vdot(ms.Tensor([1j, 2.]), ms.Tensor([1j, 3.])))
        (7+0j)
    """
    return dot_ext(jnp.conj(input), other)


@op(
    "ops.tensor_dot",
    label="tensor_dot",
    accepts={"axes": "int tuple list"},
    amp="half",
    listed_as="MatMul",
)
def tensor_dot(x1: Array, x2: Array, axes: int | Sequence[int]):
    """Contraction of chosen dimensions of two Tensors.

    Args:
        x1: Tensor.
        x2: Tensor of the same dtype.
        axes: number of dimensions, the last ones of `x1` and the first ones of `x2`; or a pair of
            dimensions or of sequences of them.

    Returns:
        Tensor with the remaining dimensions of `x1`, then those of `x2`.

    Raises:
        TypeError: `axes` is neither int, tuple nor list; the dtypes differ.
        ValueError: the lengths of the dimensions differ, or `axes` does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.tensor_dot(x, x, 2))
        30.0
    """
    operands(x1, x2)
    if isinstance(axes, bool) or not isinstance(axes, (int, tuple)):
        raise TypeError(must("axes", "int, tuple or list", repr(axes)))
    left, right = _dot_axes(axes, x1.ndim, x2.ndim)
    if [x1.shape[a] for a in left] != [x2.shape[a] for a in right]:
        raise ValueError(
            Clause(
                f"the contracted lengths must be equal, but got shapes {x1.shape} "
                f"and {x2.shape} with axes {axes}."
            )
        )
    return jnp.tensordot(x1, x2, (left, right))


def _dot_axes(axes: Any, rank1: int, rank2: int) -> tuple[tuple, tuple]:
    if isinstance(axes, int):
        if not 0 <= axes <= min(rank1, rank2):
            limit = f"in [0, {min(rank1, rank2)}]"
            raise ValueError(must("axes", limit, axes))
        return tuple(range(rank1 - axes, rank1)), tuple(range(axes))
    if len(axes) != 2:
        raise ValueError(must("axes", "of length 2", axes))
    sides = [(a,) if isinstance(a, int) else tuple(a) for a in axes]
    for side, rank in zip(sides, (rank1, rank2), strict=True):
        if not all(-rank <= a < rank for a in side):
            raise ValueError(must("axes", f"in [{-rank}, {rank})", axes))
    if len(sides[0]) != len(sides[1]):
        raise ValueError(must("axes", "of equally many dimensions", axes))
    return sides[0], sides[1]


@op("mint.outer", tensors=2, label="Outer")
def outer_ext(input: Operand, vec2: Operand):
    """Products of each element of one vector with each of another.

    Unlike `ops.outer`, it takes vectors only.

    Args:
        input: vector of length N.
        vec2: vector of length M.

    Returns:
        Tensor of shape (N, M) and of the common dtype.

    Raises:
        TypeError: an input is not a Tensor, is complex, or of an unsigned dtype above UInt8.
        ValueError: an input is not a vector.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.outer(ms.Tensor([1, 2]), ms.Tensor([3, 4])))
        [[3 4]
         [6 8]]
    """
    if input.ndim != 1 or vec2.ndim != 1:
        raise ValueError(must("input", "a vector, as 'vec2'", (input.shape, vec2.shape)))
    accept(input, "bif uint8")
    return outer(input, vec2)


@op("ops.outer", "Tensor.outer", tensors=2, label="outer")
def outer(input: Operand, vec2: Operand):
    """Products of each element of one Tensor with each of another.

    Args:
        input: Tensor, flattened if it is not a vector.
        vec2: vector.

    Returns:
        Matrix of the common dtype.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: `vec2` is not a vector and does not broadcast with the column that `input`
            makes.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.outer(ms.Tensor([1, 2]), ms.Tensor([3, 4])))
        [[3 4]
         [6 8]]
    """
    accept(input, "iufcb")
    column = input.reshape(-1, 1)
    broadcast(column, vec2)
    return column * vec2


@primitive("Ger", counts="all")
@op(label="Ger")
def ger_kernel(x1: Array, x2: Array):
    """Outer product of two vectors.

    Inputs:
        - **x1** (Tensor) - floating-point vector.
        - **x2** (Tensor) - vector of the same dtype.

    Outputs:
        Matrix of the same dtype.

    Raises:
        TypeError: other dtypes.
        ValueError: an input is not a vector.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Ger()(ms.Tensor([1., 2.]), ms.Tensor([3., 4., 5.])))
        [[ 3.  4.  5.]
         [ 6.  8. 10.]]
    """
    accept(x1, "f", "x1")
    operands(x1, x2)
    for arg, a in (("x1", x1), ("x2", x2)):
        check_rank(a, 1, arg)
    return x1[:, None] * x2


@op("ops.ger", "Tensor.ger", label="Ger")
def ger(input: Array, vec2: Array):
    """Outer product of two floating-point vectors of one dtype; see `ops.Ger`.

    Args:
        input: floating-point vector of length N.
        vec2: vector of length M and the same dtype.

    Returns:
        Tensor of shape (N, M) and the same dtype.

    Raises:
        TypeError: other dtypes.
        ValueError: an input is not a vector.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ger(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [[3. 4.]
         [6. 8.]]
    """
    return ger_kernel(input, vec2)


@op(
    "ops.inner",
    "Tensor.inner",
    tensors=2,
    label="inner",
    accepts={"other": "Tensor[=input]"},
    amp="half",
    listed_as="MatMul",
)
def inner(input: Operand, other: Operand):
    """Sums of products over the last dimension of both Tensors.

    Args:
        input: Tensor; if 0-d, the result is the plain product.
        other: Tensor whose last dimension has the same length.

    Returns:
        Tensor with the other dimensions of `input`, then those of `other`.

    Raises:
        ValueError: the last dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.inner(x, ms.Tensor([1., 10.])))
        [21. 43.]
    """
    if not input.ndim or not other.ndim:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise ValueError(
            Clause(
                f"the last dimensions must be the same, but got shapes {input.shape} and "
                f"{other.shape}."
            )
        )
    return jnp.tensordot(input, other, ((-1,), (-1,)))


@op(
    "ops.batch_dot",
    label="batch_dot",
    accepts={"axes": "int tuple list Tensor None !ValueError float str ndarray"},
    amp="half",
    listed_as="BatchMatMul",
)
def batch_dot(x1: Array, x2: Array, axes: int | Sequence[int] | Tensor | None = None):
    """Contraction of one dimension of two Tensors, item by item along dimension 0.

    Args:
        x1: floating-point Tensor of two or more dimensions.
        x2: Tensor of two or more dimensions and the same dtype and length of dimension 0.
        axes: dimension of both, or a pair of dimensions; by default the last of `x1` and the last
            but one of `x2` (the last, if it has two).

    Returns:
        Tensor with dimension 0, then the remaining ones of `x1` and `x2`; of shape (B, 1) if there
        are none.

    Raises:
        TypeError: other dtypes, or `axes` is neither int nor ints.
        ValueError: the shapes do not fit, or `axes` names dimension 0.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.batch_dot(x, x))
        [[ 5.]
         [25.]]
    """
    accept(x1, "f", "x1")
    operands(x1, x2)
    for name, a in (("x1", x1), ("x2", x2)):
        with_dimensions(name, a, 2)
    if axes is None:
        axes = (x1.ndim - 1, max(x2.ndim - 2, 1))
    axes = (axes, axes) if isinstance(axes, int) else axes
    if not isinstance(axes, tuple) or not all(type(a) is int for a in axes):
        raise TypeError(must("axes", "int, or tuple or list of int", repr(axes)))
    if len(axes) != 2:
        raise ValueError(must("axes", "of length 2", axes))
    left, right = axes
    if not (-x1.ndim <= left < x1.ndim and -x2.ndim <= right < x2.ndim):
        raise ValueError(must("axes", "dimensions of the inputs", axes))
    left, right = left % x1.ndim, right % x2.ndim
    if not left or not right:
        raise ValueError(must("axes", "other than the batch dimension 0", axes))
    if x1.shape[0] != x2.shape[0] or x1.shape[left] != x2.shape[right]:
        raise ValueError(
            Clause(f"the shapes do not fit: {x1.shape} and {x2.shape} with axes {axes}.")
        )
    out = jax.lax.dot_general(x1, x2, (((left,), (right,)), ((0,), (0,))))
    return out if out.ndim > 1 else out.reshape(-1, 1)
