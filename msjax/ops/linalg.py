"""Determinants, inverses, powers and solutions of linear systems."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import must
from msjax._core.op import Array, Value, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops.matmul import operands
from msjax.ops.reduction import check_flag, is_float, wider

INEXACT = "float32 float64 complex64 complex128"


def check_matrices(label: str, x: jax.Array, arg: str = "input", square: bool = True) -> None:
    """Raise ValueError unless the last two dimensions are (square) matrices."""
    if x.ndim < 2:
        raise ValueError(must(label, arg, "of two or more dimensions", f"shape {x.shape}"))
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(must(label, arg, "square matrices", f"shape {x.shape}"))


def adjoint(x: jax.Array) -> jax.Array:
    """Conjugate transposed matrices."""
    return jnp.conj(jnp.swapaxes(x, -1, -2))


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
    accept("MatrixDeterminant", input, "fc")
    check_matrices("MatrixDeterminant", input)
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
    """
    accept("LogMatrixDeterminant", input, "fc")
    check_matrices("LogMatrixDeterminant", input)
    sign, logarithm = jnp.linalg.slogdet(wider(input))
    return sign.astype(input.dtype), logarithm.astype(input.dtype)


@op("ops.logdet", "Tensor.logdet", label="logdet")
def logdet(input: Array):
    """Logarithms of the determinants of square matrices; nan for negative determinants.

    Args:
        input: floating-point Tensor of shape (..., N, N).

    Returns:
        Tensor of shape (...) and the same dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.
    """
    sign, logarithm = log_matrix_determinant(input)
    if not is_float(input):
        return jnp.log(sign) + logarithm
    return jnp.where(sign < 0, jnp.full((), np.nan, sign.dtype), logarithm)


# -- inverses ------------------------------------------------------------------------------------


@primitive("MatrixInverse", adjoint=False)
@op(label="MatrixInverse")
def matrix_inverse(x: Array, adjoint=False):
    """Inverses of square matrices.

    Args:
        adjoint: whether to invert the conjugate transposed matrices.

    Inputs:
        - **x** (Tensor) - Float32, Float64, Complex64 or Complex128, of shape (..., N, N).

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype, or `adjoint` is no bool.
        ValueError: the matrices are not square.
    """
    accept("MatrixInverse", x, INEXACT, "x")
    check_flag("MatrixInverse", "adjoint", adjoint)
    check_matrices("MatrixInverse", x, "x")
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


@op("ops.pinv", label="Pinv")
def pinv(x: Array, *, atol: Value = None, rtol: Value = None, hermitian=False):
    """Pseudo-inverses of matrices.

    Args:
        x: Float32 or Float64 Tensor of shape (..., M, N).
        atol: singular values up to this count as 0 (0 by default).
        rtol: so do those up to this times the largest; by default max(M, N) times the machine
            epsilon, or 0 if `atol` is given.
        hermitian: whether the matrices are symmetric.

    Returns:
        Tensor of shape (..., N, M).

    Raises:
        TypeError: another dtype.
        ValueError: less than two dimensions.
    """
    accept("Pinv", x, "float32 float64", "x")
    check_flag("Pinv", "hermitian", hermitian)
    check_matrices("Pinv", x, "x", hermitian)
    dtype = x.dtype
    epsilon = float(jnp.finfo(dtype).eps) * max(x.shape[-2:])
    relative = (epsilon if atol is None else 0.0) if rtol is None else rtol
    absolute = 0.0 if atol is None else atol
    if hermitian:
        values, left = jnp.linalg.eigh(x)
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


# -- powers --------------------------------------------------------------------------------------


def _check_power(n: Any) -> None:
    if isinstance(n, bool) or not isinstance(n, int):
        raise TypeError(must("MatrixPower", "n", "int", repr(n)))


@primitive("MatrixPower", check=_check_power, n=REQUIRED)
@op(label="MatrixPower")
def matrix_power_kernel(x: Array, n):
    """Powers of square matrices with an integer exponent.

    Args:
        n: the exponent; negative ones invert first.

    Inputs:
        - **x** (Tensor) - shape (..., N, N).

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `n` is no int, or negative for integers.
        ValueError: the matrices are not square.
    """
    check_matrices("MatrixPower", x, "x")
    if n < 0 and not jnp.issubdtype(x.dtype, jnp.inexact):
        raise TypeError(must("MatrixPower", "n", "at least 0 for integers", n))
    return jnp.linalg.matrix_power(wider(x), n).astype(x.dtype)


@op("ops.matrix_power", "Tensor.matrix_power", label="MatrixPower")
def matrix_power(input: Array, n):
    """Powers of square matrices with an integer exponent; see `ops.MatrixPower`."""
    _check_power(n)
    return matrix_power_kernel(input, n)


@primitive("MatrixExp")
@op("ops.matrix_exp", label="MatrixExp")
def matrix_exp(input: Array):
    """Exponentials of square matrices.

    Args:
        input: floating-point or complex Tensor of shape (..., N, N).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: integers.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.matrix_exp(ms.Tensor([[0., 1.], [0., 0.]])))
        [[1. 1.]
         [0. 1.]]
    """
    accept("MatrixExp", input, "fc")
    check_matrices("MatrixExp", input)
    return jax.scipy.linalg.expm(wider(input)).astype(input.dtype)


# -- systems -------------------------------------------------------------------------------------


def _check_system(label: str, matrix: jax.Array, rhs: jax.Array) -> None:
    accept(label, matrix, "fc", "matrix")
    if matrix.dtype != rhs.dtype:
        names = f"{mstype.from_np(matrix.dtype)} and {mstype.from_np(rhs.dtype)}"
        raise TypeError(f"For '{label}', 'matrix' and 'rhs' must be of one dtype, but got {names}.")
    check_matrices(label, matrix, "matrix")
    if rhs.ndim != matrix.ndim or rhs.shape[:-1] != matrix.shape[:-1]:
        expected = f"of shape {(*matrix.shape[:-1], 'K')}"
        raise ValueError(must(label, "rhs", expected, f"shape {rhs.shape}"))


@primitive("MatrixSolve", adjoint=False)
@op(label="MatrixSolve")
def matrix_solve_kernel(matrix: Array, rhs: Array, adjoint=False):
    """Solutions of systems of linear equations.

    Args:
        adjoint: whether to solve with the conjugate transposed matrices.

    Inputs:
        - **matrix** (Tensor) - floating-point or complex, of shape (..., N, N).
        - **rhs** (Tensor) - right-hand sides of shape (..., N, K) and the same dtype.

    Outputs:
        Tensor of the shape of `rhs`.

    Raises:
        TypeError: integers, different dtypes, or `adjoint` is no bool.
        ValueError: the shapes do not fit.
    """
    check_flag("MatrixSolve", "adjoint", adjoint)
    _check_system("MatrixSolve", matrix, rhs)
    return jnp.linalg.solve(_adjoint_if(wider(matrix), adjoint), wider(rhs)).astype(rhs.dtype)


@op("ops.matrix_solve", label="MatrixSolve")
def matrix_solve(matrix: Array, rhs: Array, adjoint=False):
    """Solutions of systems of linear equations; see `ops.MatrixSolve`.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[2., 0.], [0., 4.]]), ms.Tensor([[2.], [2.]])
        >>> print(ms.ops.matrix_solve(a, b))
        [[1. ]
         [0.5]]
    """
    return matrix_solve_kernel(matrix, rhs, adjoint)


@primitive("MatrixTriangularSolve", lower=True, adjoint=False)
@op(label="MatrixTriangularSolve")
def matrix_triangular_solve(matrix: Array, rhs: Array, lower=True, adjoint=False):
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
        TypeError: integers, different dtypes, or a flag is no bool.
        ValueError: the shapes do not fit.
    """
    check_flag("MatrixTriangularSolve", "lower", lower)
    check_flag("MatrixTriangularSolve", "adjoint", adjoint)
    _check_system("MatrixTriangularSolve", matrix, rhs)
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
def triangular_solve(b: Array, A: Array, upper=True, transpose=False, unitriangular=False):
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
        TypeError: integers, different dtypes, or a flag is no bool.
        ValueError: the shapes do not fit.
    """
    flags = {"upper": upper, "transpose": transpose, "unitriangular": unitriangular}
    for name, flag in flags.items():
        check_flag("TriangularSolve", name, flag)
    accept("TriangularSolve", A, "fc", "A")
    operands("TriangularSolve", A, b, ("A", "b"))
    check_matrices("TriangularSolve", A, "A")
    if b.ndim < 2 or b.shape[-2] != A.shape[-1]:
        raise ValueError(must("TriangularSolve", "b", f"of {A.shape[-1]} rows", b.shape))
    lead = jnp.broadcast_shapes(A.shape[:-2], b.shape[:-2])
    A = jnp.broadcast_to(A, lead + A.shape[-2:])
    b = jnp.broadcast_to(b, lead + b.shape[-2:])
    return triangular(A, b, not upper, int(transpose), unitriangular), A


def _check_lstsq(fast: Any, l2_regularizer: Any) -> None:
    if fast is not True:
        raise TypeError(must("Lstsq", "fast", "True", fast))
    if l2_regularizer != 0.0:
        raise TypeError(must("Lstsq", "l2_regularizer", "0.0", l2_regularizer))


@primitive("Lstsq", check=_check_lstsq, fast=True, l2_regularizer=0.0)
@op(label="Lstsq")
def lstsq_kernel(x: Array, a: Array, fast=True, l2_regularizer=0.0):
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
    """
    accept("Lstsq", x, "f", "x")
    operands("Lstsq", x, a, ("x", "a"))
    if x.ndim != 2:
        raise ValueError(must("Lstsq", "x", "a matrix", f"shape {x.shape}"))
    if a.ndim not in (1, 2) or a.shape[0] != x.shape[0]:
        raise ValueError(must("Lstsq", "a", f"of {x.shape[0]} rows", f"shape {a.shape}"))
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
    """
    return lstsq_kernel(input, A)
