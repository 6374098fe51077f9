"""Determinants, inverses and solutions of linear systems."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, booleans
from msjax._core.base.errors import Clause, must
from msjax._core.op.precision import run_in_full
from msjax._core.op.publish import Array, Value, op, primitive
from msjax.kernels.checks import accept, check_matrices, same_dtype
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg.matmul import operands
from msjax.kernels.reduction.sums import is_float

INEXACT = "float32 float64 complex64 complex128"


def adjoint(x: jax.Array) -> jax.Array:
    """Conjugate transposed matrices."""
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def eigen_of_triangle(x: jax.Array, lower: bool = True) -> tuple[jax.Array, jax.Array]:
    """Eigenvalues and eigenvectors of the Hermitian matrices that one triangle of `x` describes.

    Nothing else of `x` is read, so that the derivative with respect to the rest is 0.
    """
    part = jnp.tril(x, -1) if lower else jnp.triu(x, 1)
    main = jnp.real(jnp.diagonal(x, axis1=-2, axis2=-1)).astype(x.dtype)
    whole = part + adjoint(part) + main[..., None] * jnp.eye(x.shape[-1], dtype=x.dtype)
    return jnp.linalg.eigh(whole, symmetrize_input=False)


# -- determinants --------------------------------------------------------------------------------


@primitive("MatrixDeterminant")
@op(
    "ops.matrix_determinant",
    "ops.det",
    "Tensor.matrix_determinant",
    "Tensor.det",
    label="MatrixDeterminant",
)
def matrix_determinant(input: Array):
    """Determinants of square matrices.

    Args:
        input: floating-point or complex Tensor of shape (..., N, N).

    Returns:
        Tensor of shape (...) and the same dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.det(ms.Tensor([[2., 1.], [0., 3.]])))
        6.0
    """
    accept(input, "fc")
    check_matrices(input)
    return jnp.linalg.det(wider(input)).astype(input.dtype)


@primitive("LogMatrixDeterminant")
@op(
    "ops.log_matrix_determinant",
    "ops.slogdet",
    "Tensor.log_matrix_determinant",
    "Tensor.slogdet",
    label="LogMatrixDeterminant",
)
def log_matrix_determinant(input: Array):
    """Signs of the determinants of square matrices, and logarithms of their absolute values.

    Args:
        input: floating-point or complex Tensor of shape (..., N, N).

    Returns:
        Tuple of two Tensors of shape (...) and the same dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> sign, logarithm = ms.ops.slogdet(ms.Tensor([[0., 1.], [1., 0.]]))
        >>> print(sign, logarithm)
        -1.0 0.0
    """
    accept(input, "fc")
    check_matrices(input)
    sign, logarithm = jnp.linalg.slogdet(wider(input))
    return sign.astype(input.dtype), logarithm.astype(input.dtype)


@op("ops.logdet", "Tensor.logdet", label="logdet", amp="float32")
def logdet(input: Array):
    """Logarithms of the determinants of square matrices; nan for negative determinants.

    Args:
        input: floating-point Tensor of shape (..., N, N).

    Returns:
        Tensor of shape (...) and the same dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logdet(ms.Tensor([[2., 0.], [0., 0.5]])).asnumpy().round(3) + 0)
        0.0
    """
    sign, logarithm = log_matrix_determinant(input)
    if not is_float(input):
        return jnp.log(sign) + logarithm
    return jnp.where(sign < 0, jnp.full((), np.nan, sign.dtype), logarithm)


def _cholesky(a: jax.Array) -> jax.Array:
    accept(a, "float16 float32", "input_a")
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(must("input_a", "made of square matrices", a.shape))
    return jnp.linalg.cholesky(wider(a))


@op(label="MatDet")
def determinant_by_cholesky(a: Array):
    """Determinant of symmetric positive definite matrices."""
    diagonal = jnp.diagonal(_cholesky(a), 0, -2, -1)
    return jnp.square(jnp.prod(diagonal, -1)).astype(a.dtype)


# -- inverses ------------------------------------------------------------------------------------


@primitive("MatrixInverse", accepts={"adjoint": "bool"}, counts="all", adjoint=False)
@op(label="MatrixInverse")
def matrix_inverse(x: Array, adjoint: bool = False):
    """Inverses of square matrices.

    Args:
        adjoint: whether to invert the conjugate transposed matrices.

    Inputs:
        - **x** (Tensor) - Float32, Float64, Complex64 or Complex128, of shape (..., N, N).

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype, or `adjoint` is not a bool.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.MatrixInverse()(ms.Tensor([[2., 0.], [0., 4.]])))
        [[0.5  0.  ]
         [0.   0.25]]
    """
    accept(x, INEXACT, "x")
    boolean("adjoint", adjoint)
    check_matrices(x, "x")
    return jnp.linalg.inv(_adjoint_if(x, adjoint))


def _adjoint_if(x: jax.Array, wanted: bool) -> jax.Array:
    return adjoint(x) if wanted else x


@op("ops.inverse", "Tensor.inverse", "mint.inverse", "mint.linalg.inv", label="MatrixInverse")
def inverse(input: Array):
    """Inverses of square matrices.

    Args:
        input: Float32, Float64, Complex64 or Complex128 Tensor of shape (..., N, N).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.inverse(ms.Tensor([[2., 0.], [0., 4.]])))
        [[0.5  0.  ]
         [0.   0.25]]
    """
    return matrix_inverse(input)


@op(label="MatInverse")
def inverse_by_cholesky(a: Array):
    """Inverse of symmetric positive definite matrices."""
    factor = _cholesky(a)
    one = jnp.broadcast_to(jnp.eye(a.shape[-1], dtype=factor.dtype), a.shape)
    half_way = jax.lax.linalg.triangular_solve(factor, one, left_side=True, lower=True)
    return (half_way.swapaxes(-1, -2) @ half_way).astype(a.dtype)


@op("ops.pinv", label="Pinv", accepts={"hermitian": "bool"}, amp=run_in_full, listed_as="Pinv")
def pinv(x: Array, *, atol: Value = None, rtol: Value = None, hermitian: bool = False):
    """Pseudo-inverses of matrices.

    Args:
        x: Float32 or Float64 Tensor of shape (..., M, N).
        atol: singular values up to this count as 0 (0 by default).
        rtol: so do those up to this times the largest; by default max(M, N) times the machine
            epsilon, or 0 if `atol` is given.
        hermitian: whether the matrices are symmetric; if so, only their lower triangles are read.

    Returns:
        Tensor of shape (..., N, M).

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.pinv(ms.Tensor([[2., 0.], [0., 4.], [0., 0.]])).asnumpy().round(3) + 0)
        [[0.5  0.   0.  ]
         [0.   0.25 0.  ]]
    """
    accept(x, "float32 float64", "x")
    boolean("hermitian", hermitian)
    check_matrices(x, "x", hermitian)
    dtype = x.dtype
    epsilon = float(jnp.finfo(dtype).eps) * max(x.shape[-2:])
    relative = (epsilon if atol is None else 0.0) if rtol is None else rtol
    absolute = 0.0 if atol is None else atol
    if hermitian:
        values, left = eigen_of_triangle(x)
        right, size = jnp.swapaxes(left, -1, -2), jnp.abs(values)
    else:
        left, values, right = jnp.linalg.svd(x, full_matrices=False)
        size = values
    largest = jnp.max(size, -1, keepdims=True)
    bounds = (jnp.asarray(v).astype(dtype)[..., None] for v in (relative, absolute))
    least, floor = bounds
    kept = size > jnp.maximum(least * largest, floor)
    inverted = jnp.where(kept, 1 / jnp.where(kept, values, jnp.ones_like(values)), 0)
    return jnp.matmul(jnp.swapaxes(right, -1, -2) * inverted[..., None, :], adjoint(left))


# -- systems -------------------------------------------------------------------------------------


def _check_system(matrix: jax.Array, rhs: jax.Array) -> None:
    accept(matrix, "fc", "matrix")
    if matrix.dtype != rhs.dtype:
        names = f"{mstype.from_np(matrix.dtype)} and {mstype.from_np(rhs.dtype)}"
        raise TypeError(Clause(f"'matrix' and 'rhs' must be of one dtype, but got {names}."))
    check_matrices(matrix, "matrix")
    if rhs.ndim != matrix.ndim or rhs.shape[:-1] != matrix.shape[:-1]:
        expected = f"of shape {(*matrix.shape[:-1], 'K')}"
        raise ValueError(must("rhs", expected, f"shape {rhs.shape}"))


@primitive("MatrixSolve", accepts={"adjoint": "bool"}, counts="all", adjoint=False)
@op(label="MatrixSolve")
def matrix_solve_kernel(matrix: Array, rhs: Array, adjoint: bool = False):
    """Solutions of systems of linear equations.

    Args:
        adjoint: whether to solve with the conjugate transposed matrices.

    Inputs:
        - **matrix** (Tensor) - floating-point or complex, of shape (..., N, N).
        - **rhs** (Tensor) - right-hand sides of shape (..., N, K) and the same dtype.

    Outputs:
        Tensor of the shape of `rhs`.

    Raises:
        TypeError: integers, different dtypes, or `adjoint` is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[2., 0.], [0., 4.]]), ms.Tensor([[2.], [2.]])
        >>> print(ms.ops.MatrixSolve()(a, b))
        [[1. ]
         [0.5]]
    """
    boolean("adjoint", adjoint)
    _check_system(matrix, rhs)
    return jnp.linalg.solve(_adjoint_if(wider(matrix), adjoint), wider(rhs)).astype(rhs.dtype)


@op("ops.matrix_solve", label="MatrixSolve")
def matrix_solve(matrix: Array, rhs: Array, adjoint: bool = False):
    """Solutions of systems of linear equations; see `ops.MatrixSolve`.

    Args:
        matrix: Tensor of shape (..., M, M), of a floating or complex dtype.
        rhs: Tensor of shape (..., M, K) and the dtype of `matrix`.
        adjoint: whether to solve for the conjugate transpose of each matrix.

    Returns:
        Tensor of the shape and dtype of `rhs`.

    Raises:
        TypeError: the dtypes are others or differ, or `adjoint` is not a bool.
        ValueError: the matrices are not square, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[2., 0.], [0., 4.]]), ms.Tensor([[2.], [2.]])
        >>> print(ms.ops.matrix_solve(a, b))
        [[1. ]
         [0.5]]
    """
    return matrix_solve_kernel(matrix, rhs, adjoint)


@primitive(
    "MatrixTriangularSolve",
    accepts={"lower": "bool", "adjoint": "bool"},
    counts="all",
    lower=True,
    adjoint=False,
)
@op(label="MatrixTriangularSolve")
def matrix_triangular_solve(matrix: Array, rhs: Array, lower: bool = True, adjoint: bool = False):
    """Solutions of systems of linear equations with triangular matrices.

    Args:
        lower: whether the lower triangles count; else the upper ones.
        adjoint: whether to solve with the conjugate transposed matrices.

    Inputs:
        - **matrix** (Tensor) - floating-point or complex, of shape (..., N, N).
        - **rhs** (Tensor) - right-hand sides of shape (..., N, K) and the same dtype.

    Outputs:
        Tensor of the shape of `rhs`.

    Raises:
        TypeError: integers, different dtypes, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.linalg_ops import MatrixTriangularSolve
        >>> a, b = ms.Tensor([[2., 0.], [1., 4.]]), ms.Tensor([[2.], [5.]])
        >>> print(MatrixTriangularSolve()(a, b))
        [[1.]
         [1.]]
    """
    boolean("lower", lower)
    boolean("adjoint", adjoint)
    _check_system(matrix, rhs)
    return triangular(matrix, rhs, lower, 2 if adjoint else 0)


def triangular(
    matrix: jax.Array, rhs: jax.Array, lower: bool, trans: int, unit: bool = False
) -> jax.Array:
    """Solve with triangular matrices; `trans` 1 is transposed, 2 conjugate transposed."""
    out = jax.lax.linalg.triangular_solve(
        wider(matrix),
        wider(rhs),
        left_side=True,
        lower=lower,
        transpose_a=trans > 0,
        conjugate_a=trans == 2,
        unit_diagonal=unit,
    )
    return out.astype(rhs.dtype)


@op("Tensor.triangular_solve", "mint.triangular_solve", label="TriangularSolve")
def triangular_solve(
    b: Array, A: Array, upper: bool = True, transpose: bool = False, unitriangular: bool = False
):
    """Solution of systems with triangular matrices, and the matrices.

    Args:
        b: right-hand sides, a Tensor of shape (..., N, K).
        A: matrices, a Tensor of shape (..., N, N) and the same dtype.
        upper: whether the upper triangles count; else the lower ones.
        transpose: whether to solve with the transposed matrices.
        unitriangular: whether the diagonals count as 1.

    Returns:
        Tuple of the solution, of the broadcast shape, and of the matrices.

    Raises:
        TypeError: integers, different dtypes, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[2., 1.], [0., 4.]]), ms.Tensor([[3.], [4.]])
        >>> solution, matrix = ms.mint.triangular_solve(b, a)
        >>> print(solution)
        [[1.]
         [1.]]
    """
    flags = {"upper": upper, "transpose": transpose, "unitriangular": unitriangular}
    for name, flag in flags.items():
        boolean(name, flag)
    accept(A, "fc", "A")
    operands(A, b, ("A", "b"))
    check_matrices(A, "A")
    if b.ndim < 2 or b.shape[-2] != A.shape[-1]:
        raise ValueError(must("b", f"of {A.shape[-1]} rows", b.shape))
    lead = jnp.broadcast_shapes(A.shape[:-2], b.shape[:-2])
    A = jnp.broadcast_to(A, lead + A.shape[-2:])
    b = jnp.broadcast_to(b, lead + b.shape[-2:])
    return triangular(A, b, not upper, int(transpose), unitriangular), A


def _check_lstsq(fast: Any, l2_regularizer: Any) -> None:
    if fast is not True:
        raise TypeError(must("fast", "True", fast))
    if l2_regularizer != 0.0:
        raise TypeError(must("l2_regularizer", "0.0", l2_regularizer))


@primitive("Lstsq", check=_check_lstsq, fast=True, l2_regularizer=0.0)
@op(label="Lstsq")
def lstsq_kernel(x: Array, a: Array, fast: bool = True, l2_regularizer: int | float = 0.0):
    """Least-squares (or, of several, smallest) solution of x X = a.

    Args:
        fast: only True exists.
        l2_regularizer: only 0.0 exists.

    Inputs:
        - **x** (Tensor) - floating-point matrix of shape (M, N).
        - **a** (Tensor) - Tensor of shape (M, K) or (M,) and the same dtype.

    Outputs:
        Tensor of shape (N, K), or (N, 1).

    Raises:
        TypeError: integers, or different dtypes.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 0.], [0., 1.], [0., 0.]])
        >>> print(ms.ops.Lstsq()(x, ms.Tensor([1., 2., 3.])).asnumpy().round(3))
        [[1.]
         [2.]]
    """
    accept(x, "f", "x")
    operands(x, a, ("x", "a"))
    if x.ndim != 2:
        raise ValueError(must("x", "a matrix", f"shape {x.shape}"))
    if a.ndim not in (1, 2) or a.shape[0] != x.shape[0]:
        raise ValueError(must("a", f"of {x.shape[0]} rows", f"shape {a.shape}"))
    right = wider(a).reshape(a.shape[0], -1)
    matrix = wider(x)
    if x.shape[0] >= x.shape[1]:
        q, r = jnp.linalg.qr(matrix)
        out = triangular(r, jnp.matmul(q.T, right), False, 0)
    else:
        q, r = jnp.linalg.qr(matrix.T)
        out = jnp.matmul(q, triangular(r, right, False, 1))
    return out.astype(x.dtype)


@op("ops.lstsq", "Tensor.lstsq", label="Lstsq")
def lstsq(input: Array, A: Array):
    """Least-squares (or, of several, smallest) solution X of input X = A.

    Args:
        input: floating-point matrix of shape (M, N).
        A: Tensor of shape (M, K) or (M,) and the same dtype.

    Returns:
        Tensor of shape (N, K), or (N, 1).

    Raises:
        TypeError: integers, or different dtypes.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 0.], [0., 1.], [0., 0.]])
        >>> print(ms.ops.lstsq(x, ms.Tensor([[1.], [2.], [3.]])).asnumpy().round(3))
        [[1.]
         [2.]]
    """
    return lstsq_kernel(input, A)


@primitive("MatrixSolveLs", check=booleans, counts="all", fast=True)
@op(label="MatrixSolveLs")
def matrix_solve_ls(matrix: Array, rhs: Array, l2_regularizer: Array, fast: bool = True):
    """Linear least squares, or the smallest solution of an underdetermined system.

    Args:
        fast: whether to solve the normal equations, with regularisation; else the problem is
            solved by singular values, without.

    Inputs:
        - **matrix** (Tensor) - Float32, Float64 or complex Tensor of shape (..., M, N).
        - **rhs** (Tensor) - Tensor of shape (..., M, K) and the same dtype.
        - **l2_regularizer** (Tensor) - 0-d Float64 Tensor, the factor of the solution's squares.

    Outputs:
        Tensor of shape (..., N, K).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[1., 0.], [0., 1.], [0., 0.]]), ms.Tensor([[1.], [2.], [3.]])
        >>> print(ms.ops.MatrixSolveLs()(a, b, ms.Tensor(0., ms.float64)))
        [[1.]
         [2.]]
    """
    boolean("fast", fast)
    accept(matrix, "float32 float64 complex64 complex128", "matrix")
    same_dtype(matrix, rhs)
    accept(l2_regularizer, "float64", "l2_regularizer")
    for arg, value in (("matrix", matrix), ("rhs", rhs)):
        if value.ndim < 2:
            raise ValueError(must(arg, "of rank 2 or more", f"rank {value.ndim}"))
    if l2_regularizer.ndim:
        raise ValueError(must("l2_regularizer", "0-d", f"shape {l2_regularizer.shape}"))
    if matrix.shape[:-1] != rhs.shape[:-1]:
        raise ValueError(must("rhs", f"of shape {matrix.shape[:-1]} + (K,)", rhs.shape))
    if not fast:
        return jnp.matmul(jnp.linalg.pinv(matrix), rhs, precision="highest")
    adjoint = jnp.conj(jnp.swapaxes(matrix, -1, -2))
    tall = matrix.shape[-2] >= matrix.shape[-1]
    size = min(matrix.shape[-2:])
    ridge = l2_regularizer.astype(matrix.dtype) * jnp.eye(size, dtype=matrix.dtype)

    def product(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.matmul(a, b, precision="highest")

    if tall:
        return jnp.linalg.solve(product(adjoint, matrix) + ridge, product(adjoint, rhs))
    return product(adjoint, jnp.linalg.solve(product(matrix, adjoint) + ridge, rhs))
