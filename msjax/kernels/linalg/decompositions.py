"""Factorisations of matrices: Cholesky, QR, LU, singular values, eigenvalues."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean
from msjax._core.base.errors import Clause, must, unsupported_option
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_matrices, of_shape
from msjax.kernels.derivative import without_derivative
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg.matmul import operands
from msjax.kernels.linalg.systems import INEXACT, adjoint, triangular

# -- Cholesky ------------------------------------------------------------------------------------


_WITH_HALF = "float16 " + INEXACT


def _single(x: jax.Array) -> jax.Array:
    """Float16 matrices in Float32, where the decompositions are computed."""
    return x.astype(np.float32) if x.dtype == np.float16 else x


@primitive("Cholesky", accepts={"upper": "bool"}, upper=False)
@op("ops.cholesky", "Tensor.cholesky", label="Cholesky")
def cholesky(input_x: Array, upper: bool = False):
    """Cholesky factors of symmetric positive definite matrices.

    Args:
        input_x: Float32 or Float64 Tensor of shape (..., N, N).
        upper: whether the factors are upper triangular; else lower.

    Returns:
        Tensor of the same shape and dtype; nan where a matrix is not symmetric or not positive
        definite.

    Raises:
        TypeError: another dtype, or `upper` is not a bool.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cholesky(ms.Tensor([[4., 2.], [2., 2.]])))
        [[2. 0.]
         [1. 1.]]
    """
    accept(input_x, _WITH_HALF, "input_x")
    boolean("upper", upper)
    check_matrices(input_x, "input_x")
    x = _single(input_x)
    uneven = jnp.linalg.norm(x - adjoint(x), axis=(-2, -1), keepdims=True)
    size = jnp.linalg.norm(x, axis=(-2, -1), keepdims=True)
    factor = jnp.where(uneven > 1e-5 * size, np.nan, jnp.linalg.cholesky(x)).astype(input_x.dtype)
    return adjoint(factor) if upper else factor


@primitive("CholeskyInverse", accepts={"upper": "bool"}, upper=False)
@op("ops.cholesky_inverse", "Tensor.cholesky_inverse", label="CholeskyInverse")
def cholesky_inverse(input_x: Array, upper: bool = False):
    """Inverse of the matrix that has a given Cholesky factor.

    Args:
        input_x: Float16, Float32 or Float64 Tensor of shape (N, N), the factor.
        upper: whether the factor is upper triangular; else lower.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype, or `upper` is not a bool.
        ValueError: the factor is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> factor = ms.Tensor([[2., 0.], [0., 1.]])
        >>> print(ms.ops.cholesky_inverse(factor))
        [[0.25 0.  ]
         [0.   1.  ]]
    """
    accept(input_x, "float16 float32 float64", "input_x")
    boolean("upper", upper)
    check_matrices(input_x, "input_x")
    if input_x.ndim != 2:
        raise ValueError(must("input_x", "a matrix", f"shape {input_x.shape}"))
    factor = wider(input_x)
    gram = factor.T @ factor if upper else factor @ factor.T
    return jnp.linalg.inv(gram).astype(input_x.dtype)


@primitive("CholeskySolve", accepts={"upper": "bool"}, counts="all", upper=False)
@op(label="CholeskySolve")
def cholesky_solve_kernel(x1: Array, x2: Array, upper: bool = False):
    """Solutions of systems whose matrices have given Cholesky factors.

    Args:
        upper: whether the factors are upper triangular; else lower.

    Inputs:
        - **x1** (Tensor) - Float32 or Float64 right-hand sides of shape (..., N, K).
        - **x2** (Tensor) - factors of shape (..., N, N) and the same dtype.

    Outputs:
        Tensor of the shape of `x1`.

    Raises:
        TypeError: other dtypes, or `upper` is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> b, factor = ms.Tensor([[4.], [3.]]), ms.Tensor([[2., 0.], [0., 1.]])
        >>> print(ms.ops.CholeskySolve()(b, factor))
        [[1.]
         [3.]]
    """
    accept(x1, "float32 float64", "x1")
    operands(x1, x2)
    boolean("upper", upper)
    check_matrices(x2, "x2")
    if x1.ndim != x2.ndim or x1.shape[:-1] != x2.shape[:-1]:
        raise ValueError(must("x1", f"of shape {(*x2.shape[:-1], 'K')}", x1.shape))
    half = triangular(x2, x1, not upper, int(upper))
    return triangular(x2, half, not upper, int(not upper))


@op("ops.cholesky_solve", "Tensor.cholesky_solve", label="CholeskySolve")
def cholesky_solve(input: Array, input2: Array, upper: bool = False):
    """Solutions of systems whose matrices have given Cholesky factors; see `ops.CholeskySolve`.

    Args:
        input: Float32 or Float64 right-hand sides of shape (..., N, K).
        input2: factors of shape (..., N, N) and the same dtype.
        upper: whether the factors are upper triangular; else lower.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: other dtypes, or `upper` is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> b, factor = ms.Tensor([[4.], [3.]]), ms.Tensor([[2., 0.], [0., 1.]])
        >>> print(ms.ops.cholesky_solve(b, factor))
        [[1.]
         [3.]]
    """
    return cholesky_solve_kernel(input, input2, upper)


# -- QR ------------------------------------------------------------------------------------------


@primitive("Qr", accepts={"full_matrices": "bool"}, full_matrices=False)
@op(label="Qr")
def qr_kernel(x: Array, full_matrices: bool = False):
    """QR factors of matrices.

    Args:
        full_matrices: whether Q is square; else it has as many columns as R rows, at most N.

    Inputs:
        - **x** (Tensor) - floating-point or complex, of shape (..., M, N).

    Outputs:
        Tuple of Q and R.

    Raises:
        TypeError: integers, or `full_matrices` is not a bool.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> q, r = ms.ops.Qr()(ms.Tensor([[3., 1.], [4., 2.]]))
        >>> print(q.shape, r.shape)
        (2, 2) (2, 2)
        >>> print(ms.ops.matmul(q, r).asnumpy().round(3))
        [[3. 1.]
         [4. 2.]]
    """
    accept(x, "fc", "x")
    boolean("full_matrices", full_matrices)
    check_matrices(x, "x", square=False)
    q, r = jnp.linalg.qr(wider(x), mode="complete" if full_matrices else "reduced")
    return q.astype(x.dtype), r.astype(x.dtype)


@op("ops.qr", label="Qr")
def qr(input: Array, mode: str = "reduced"):
    """QR factors of matrices.

    Args:
        input: floating-point or complex Tensor of shape (..., M, N).
        mode: "reduced", or "complete" for a square Q.

    Returns:
        Tuple of Q and R.

    Raises:
        TypeError: integers, or another `mode`.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> q, r = ms.ops.qr(ms.ops.ones((3, 2)), "complete")
        >>> print(q.shape, r.shape)
        (3, 3) (3, 2)
    """
    if mode not in ("reduced", "complete"):
        raise TypeError(must("mode", "'reduced' or 'complete'", repr(mode)))
    return qr_kernel(input, mode == "complete")


@op("Tensor.qr", label="Qr", accepts={"some": "bool"})
def _qr_method(x: Array, some: bool = True):
    """QR factors of matrices; see `ops.qr`. `some=False` asks for a square Q.

    Args:
        some: whether Q has as many columns as R rows, at most N; else it is square.

    Returns:
        Tuple of Q and R.

    Raises:
        TypeError: integers, or `some` is not a bool.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> q, r = ms.ops.ones((3, 2)).qr(some=False)
        >>> print(q.shape, r.shape)
        (3, 3) (3, 2)
    """
    boolean("some", some)
    return qr_kernel(x, not some)


@op("mint.linalg.qr", label="Qr")
def qr_ext(A: Array, mode: str = "reduced"):
    """QR factors of matrices; with `mode` "r" R alone, and an empty Tensor for Q.

    Args:
        A: floating-point or complex Tensor of shape (..., M, N).
        mode: "reduced", "complete" for a square Q, or "r" for R alone.

    Returns:
        Tuple of Q and R.

    Raises:
        TypeError: integers, or another `mode`.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> q, r = ms.mint.linalg.qr(ms.ops.ones((3, 2)), "r")
        >>> print(q.shape, r.shape)
        (0,) (2, 2)
    """
    if mode == "r":
        return jnp.zeros((0,), A.dtype), qr_kernel(A)[1]
    return qr(A, mode)


@primitive("Geqrf")
@op("ops.geqrf", "Tensor.geqrf", label="Geqrf")
def geqrf(input: Array):
    """QR factors of matrices in compact form.

    Args:
        input: floating-point or complex Tensor of shape (..., M, N).

    Returns:
        Tuple of a Tensor with R in the upper triangles and the Householder vectors below, and of
        their factors, of shape (..., min(M, N)).

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> packed, tau = ms.ops.geqrf(ms.ops.ones((3, 2)))
        >>> print(packed.shape, tau.shape)
        (3, 2) (2,)
    """
    accept(input, _WITH_HALF)
    check_matrices(input, square=False)
    return tuple(part.astype(input.dtype) for part in _compact(_single(input)))


def _raw_qr(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    raw, tau = jnp.linalg.qr(x, mode="raw")
    return jnp.swapaxes(raw, -1, -2), tau


_compact = without_derivative("Geqrf", _raw_qr)
_columns = {
    n: without_derivative(n, jax.lax.linalg.householder_product) for n in ("Orgqr", "Ormqr")
}


@primitive("Orgqr", counts="all")
@op(label="Orgqr")
def orgqr_kernel(x: Array, tau: Array):
    """The first N columns of Q from its Householder vectors.

    Inputs:
        - **x** (Tensor) - vectors, of shape (..., M, N) with M >= N.
        - **tau** (Tensor) - their factors, of shape (..., K) and the same dtype.

    Outputs:
        Tensor of shape (..., M, N).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[3., 1.], [4., 2.]])
        >>> q = ms.ops.Orgqr()(*ms.ops.geqrf(x))
        >>> print(ms.ops.matmul(q.T, q).asnumpy().round(3) + 0)
        [[1. 0.]
         [0. 1.]]
    """
    accept(x, INEXACT, "x")
    operands(x, tau, ("x", "tau"))
    check_matrices(x, "x", square=False)
    _check_vectors(x, tau)
    if x.shape[-2] < x.shape[-1]:
        raise ValueError(must("x", "of at least as many rows as columns", x.shape))
    return _columns["Orgqr"](x, tau)


def _check_vectors(x: jax.Array, tau: jax.Array) -> None:
    if tau.shape[:-1] != x.shape[:-2] or tau.shape[-1] > x.shape[-1]:
        raise ValueError(must("tau", f"of shape {(*x.shape[:-2], 'K')}", tau.shape))


@op("ops.orgqr", "Tensor.orgqr", label="Orgqr")
def orgqr(input: Array, input2: Array):
    """The first N columns of Q from its Householder vectors; see `ops.Orgqr`.

    Args:
        input: vectors as `ops.geqrf` gives them, of shape (..., M, N) with M >= N.
        input2: their factors, of shape (..., K) and the same dtype.

    Returns:
        Tensor of shape (..., M, N).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> packed, tau = ms.ops.geqrf(ms.Tensor([[1., 2.], [0., 3.]]))
        >>> print(ms.ops.orgqr(packed, tau).abs())
        [[1. 0.]
         [0. 1.]]
    """
    return orgqr_kernel(input, input2)


@primitive("Ormqr", left=True, transpose=False)
@op("ops.ormqr", label="Ormqr")
def ormqr(input: Array, tau: Array, other: Array, left: bool = True, transpose: bool = False):
    """Product with the square Q given by Householder vectors.

    Args:
        input: Tensor of shape (..., M, K), the vectors.
        tau: their factors, of shape (..., K) and the same dtype.
        other: matrices to multiply, of the same dtype.
        left: whether Q stands on the left of `other`; else on the right.
        transpose: whether Q is conjugate transposed.

    Returns:
        Tensor of the shape of `other`.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> packed, tau = ms.ops.geqrf(ms.Tensor([[1., 2.], [0., 3.]]))
        >>> print(ms.ops.ormqr(packed, tau, ms.Tensor([[5.], [7.]])).abs())
        [[5.]
         [7.]]
    """
    accept(input, INEXACT)
    operands(input, tau, ("input", "tau"))
    operands(input, other, ("input", "other"))
    boolean("left", left)
    boolean("transpose", transpose)
    for name, a in (("input", input), ("other", other)):
        check_matrices(a, name, square=False)
    _check_vectors(input, tau)
    rows = input.shape[-2]
    if other.shape[-2 if left else -1] != rows:
        raise ValueError(must("other", f"of length {rows} beside Q", other.shape))
    lacking = rows - input.shape[-1]
    if lacking > 0:
        rest = jnp.zeros((*input.shape[:-1], lacking), input.dtype)
        input = jnp.concatenate([input, rest], -1)
        tau = jnp.concatenate([tau, jnp.zeros((*tau.shape[:-1], lacking), tau.dtype)], -1)
    square = _columns["Ormqr"](input[..., :rows], tau[..., :rows])
    square = adjoint(square) if transpose else square
    return jnp.matmul(square, other) if left else jnp.matmul(other, square)


@op("Tensor.ormqr", label="Ormqr")
def _ormqr_method(
    x: Array, input2: Array, input3: Array, left: bool = True, transpose: bool = False
):
    """Product with the square Q given by Householder vectors; see `ops.ormqr`.

    Args:
        input2: factors of the vectors in this Tensor, of shape (..., K) and its dtype.
        input3: matrices to multiply, of the same dtype.
        left: whether Q stands on the left of `input3`; else on the right.
        transpose: whether Q is conjugate transposed.

    Returns:
        Tensor of the shape of `input3`.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> packed, tau = ms.ops.geqrf(ms.Tensor([[1., 2.], [0., 3.]]))
        >>> print(packed.ormqr(tau, ms.Tensor([[5.], [7.]])).abs())
        [[5.]
         [7.]]
    """
    return ormqr(x, input2, input3, left, transpose)


# -- LU ------------------------------------------------------------------------------------------


def permutation_of(pivots: jax.Array, rows: int) -> jax.Array:
    """Row order after the exchanges that pivots (counted from 1) stand for."""
    pivots = pivots.astype(np.int32) - 1

    def exchange(order: jax.Array, step: Any) -> tuple[jax.Array, None]:
        i, j = step
        a, b = order[i], order[j]
        return order.at[i].set(b).at[j].set(a), None

    def one(p: jax.Array) -> jax.Array:
        steps = (jnp.arange(p.shape[0], dtype=np.int32), p)
        return jax.lax.scan(exchange, jnp.arange(rows, dtype=np.int32), steps)[0]

    flat = jax.vmap(one)(pivots.reshape(-1, pivots.shape[-1]))
    return flat.reshape(*pivots.shape[:-1], rows)


@op("ops.lu_solve", label="LuSolve", accepts={"LU_pivots": "Tensor[int32]"})
def lu_solve(b: Array, LU_data: Array, LU_pivots: Array):
    """Solutions of systems whose matrices have given LU factors.

    Args:
        b: floating-point right-hand sides of shape (..., N, K).
        LU_data: factors in one matrix, of shape (..., N, N) and the same dtype.
        LU_pivots: Int32 row exchanges counted from 1, of shape (..., N).

    Returns:
        Tensor of shape (..., N, K).

    Raises:
        TypeError: other dtypes.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> factors = ms.Tensor([[2., 1.], [0.5, 4.]])
        >>> pivots = ms.Tensor([1, 2], ms.int32)
        >>> print(ms.ops.lu_solve(ms.Tensor([[3.], [5.5]]), factors, pivots))
        [[1.]
         [1.]]
    """
    accept(b, "f", "b")
    operands(b, LU_data, ("b", "LU_data"))
    check_matrices(LU_data, "LU_data")
    size = LU_data.shape[-1]
    if b.ndim < 2 or b.shape[-2] != size or LU_pivots.shape != LU_data.shape[:-1]:
        raise ValueError(
            Clause(
                f"the shapes do not fit: 'b' {b.shape}, 'LU_data' {LU_data.shape}, "
                f"'LU_pivots' {LU_pivots.shape}."
            )
        )
    lead = jnp.broadcast_shapes(b.shape[:-2], LU_data.shape[:-2])
    factors = jnp.broadcast_to(LU_data, (*lead, size, size))
    right = jnp.broadcast_to(b, lead + b.shape[-2:])
    order = jnp.broadcast_to(permutation_of(LU_pivots, size), (*lead, size))
    right = jnp.take_along_axis(right, order[..., None], -2)
    return triangular(factors, triangular(factors, right, True, 0, True), False, 0)


@primitive("LuSolve", accepts={"lu_pivots": "Tensor[int32]"}, counts="all")
@op(label="LuSolve")
def lu_solve_kernel(x: Array, lu_data: Array, lu_pivots: Array):
    """Solutions of systems whose matrices have given LU factors; see `ops.lu_solve`.

    Inputs:
        - **x** (Tensor) - floating-point right-hand sides of shape (..., N, K).
        - **lu_data** (Tensor) - factors in one matrix, of shape (..., N, N) and the same dtype.
        - **lu_pivots** (Tensor) - Int32 row exchanges counted from 1, of shape (..., N).

    Outputs:
        Tensor of shape (..., N, K).

    Raises:
        TypeError: other dtypes.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> factors = ms.Tensor([[2., 1.], [0.5, 4.]])
        >>> pivots = ms.Tensor([1, 2], ms.int32)
        >>> print(ms.ops.LuSolve()(ms.Tensor([[3.], [5.5]]), factors, pivots))
        [[1.]
         [1.]]
    """
    return lu_solve(x, lu_data, lu_pivots)


@op("Tensor.lu_solve", label="LuSolve", accepts={"LU_pivots": "Tensor[int32]"})
def _lu_solve_method(b: Array, LU_data: Array, LU_pivots: Array):
    """Solutions of systems whose matrices have given LU factors; see `ops.lu_solve`.

    The right-hand sides are this Tensor.

    Args:
        LU_data: factors in one matrix, of shape (..., N, N) and the dtype of the Tensor.
        LU_pivots: Int32 row exchanges counted from 1, of shape (..., N).

    Returns:
        Tensor of shape (..., N, K).

    Raises:
        TypeError: other dtypes.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> factors = ms.Tensor([[2., 1.], [0.5, 4.]])
        >>> pivots = ms.Tensor([1, 2], ms.int32)
        >>> print(ms.Tensor([[3.], [5.5]]).lu_solve(factors, pivots))
        [[1.]
         [1.]]
    """
    return lu_solve(b, LU_data, LU_pivots)


@op("ops.lu_unpack", label="LuUnpack")
def lu_unpack(
    LU_data: Array, LU_pivots: Array, unpack_data: bool = True, unpack_pivots: bool = True
):
    """The factors P, L and U of matrices from their compact form.

    Args:
        LU_data: factors in one matrix, of shape (..., M, N).
        LU_pivots: row exchanges counted from 1, of shape (..., min(M, N)).
        unpack_data: whether to return L and U; else None in their place.
        unpack_pivots: whether to return the permutation matrices P; else None in their place.

    Returns:
        Tuple of P, L and U.

    Raises:
        TypeError: the pivots are not integers, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> factors = ms.Tensor([[2., 1.], [0.5, 4.]])
        >>> p, l, u = ms.ops.lu_unpack(factors, ms.Tensor([2, 2], ms.int32))
        >>> print(p)
        [[0. 1.]
         [1. 0.]]
        >>> print(l)
        [[1.  0. ]
         [0.5 1. ]]
        >>> print(u)
        [[2. 1.]
         [0. 4.]]
    """
    accept(LU_data, "iuf", "LU_data")
    boolean("unpack_data", unpack_data)
    boolean("unpack_pivots", unpack_pivots)
    accept(LU_pivots, "iu", "LU_pivots")
    check_matrices(LU_data, "LU_data", square=False)
    rows, columns = LU_data.shape[-2:]
    least = min(rows, columns)
    of_shape("LU_pivots", LU_pivots, (*LU_data.shape[:-2], least))
    permutation = lower = upper = None
    if unpack_pivots:
        order = permutation_of(LU_pivots, rows)
        hot = order[..., None, :] == jnp.arange(rows, dtype=np.int32)[:, None]
        permutation = hot.astype(LU_data.dtype)
    if unpack_data:
        eye = jnp.eye(rows, least, dtype=LU_data.dtype)
        lower = jnp.tril(LU_data[..., :least], -1) + eye
        upper = jnp.triu(LU_data[..., :least, :])
    return permutation, lower, upper


@primitive(
    "LuUnpack",
    accepts={"unpack_data": "bool", "unpack_pivots": "bool"},
    counts="all",
    unpack_data=True,
    unpack_pivots=True,
)
@op(label="LuUnpack")
def lu_unpack_whole(
    LU_data: Array, LU_pivots: Array, unpack_data: bool = True, unpack_pivots: bool = True
):
    """The factors P, L and U as `ops.lu_unpack` gives them, all three whatever the flags say.

    Args:
        unpack_data: a bool without effect.
        unpack_pivots: a bool without effect.

    Inputs:
        - **LU_data** (Tensor) - factors in one matrix, of shape (..., M, N).
        - **LU_pivots** (Tensor) - row exchanges counted from 1, of shape (..., min(M, N)).

    Outputs:
        Tuple of P, L and U.

    Raises:
        TypeError: the pivots are not integers, or a flag is not a bool.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> factors = ms.Tensor([[2., 1.], [0.5, 4.]])
        >>> p, l, u = ms.ops.LuUnpack()(factors, ms.Tensor([1, 2], ms.int32))
        >>> print(l)
        [[1.  0. ]
         [0.5 1. ]]
    """
    boolean("unpack_data", unpack_data)
    boolean("unpack_pivots", unpack_pivots)
    return lu_unpack(LU_data, LU_pivots)


# -- singular values and eigenvalues -------------------------------------------------------------


@op(
    "ops.svd",
    "Tensor.svd",
    label="Svd",
    accepts={"Tensor.svd.full_matrices": "bool", "Tensor.svd.compute_uv": "bool"},
)
def svd(input: Array, full_matrices: bool = False, compute_uv: bool = True):
    """Singular values, and singular vectors, of matrices.

    Args:
        input: Float32, Float64, Complex64 or Complex128 Tensor of shape (..., M, N).
        full_matrices: whether U and V are square.
        compute_uv: whether to return U and V.

    Returns:
        Tensor of the singular values, or tuple of it, U and V: `input` is U diag(S) V^H.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.svd(ms.Tensor([[3., 0.], [0., 2.]]), compute_uv=False))
        [3. 2.]
    """
    accept(input, INEXACT)
    boolean("full_matrices", full_matrices)
    boolean("compute_uv", compute_uv)
    check_matrices(input, square=False)
    if not compute_uv:
        return jnp.linalg.svd(input, compute_uv=False)
    left, values, right = jnp.linalg.svd(input, full_matrices=full_matrices)
    left, right = _signed(left, adjoint(right))
    return values, left, right


def _signed(left: Any, right: Any) -> tuple[Any, Any]:
    """Singular vectors with signs as MindSpore's of small matrices, the same on every device.

    The largest component of each right vector is positive, where there are no more columns than
    rows; wider matrices and complex ones keep what the backend gives.
    """
    count = right.shape[-1]
    if left.shape[-2] < right.shape[-2] or jnp.iscomplexobj(right) or not count:
        return left, right
    fixed = jax.lax.stop_gradient(right)
    most, least = jnp.max(fixed, -2, keepdims=True), jnp.min(fixed, -2, keepdims=True)
    sign = jnp.where(most < -least, -1, 1).astype(right.dtype)
    rest = jnp.ones((*left.shape[:-2], 1, left.shape[-1] - count), left.dtype)
    return left * jnp.concatenate([sign, rest], -1), right * sign


@primitive(
    "Svd",
    accepts={"full_matrices": "bool", "compute_uv": "bool"},
    full_matrices=False,
    compute_uv=True,
)
@op(label="Svd")
def svd_kernel(input: Array, full_matrices: bool = False, compute_uv: bool = True):
    """Singular values, and singular vectors, of matrices.

    Args:
        full_matrices: whether U and V are square.
        compute_uv: whether to compute U and V; else they are Tensors of one zero.

    Inputs:
        - **input** (Tensor) - Float32, Float64, Complex64 or Complex128, of shape (..., M, N).

    Outputs:
        Tuple of the singular values, U and V.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> s, u, v = ms.ops.Svd()(ms.Tensor([[0., 2.], [3., 0.]]))
        >>> print(s)
        [3. 2.]
    """
    found = svd(input, full_matrices, compute_uv)
    absent = jnp.zeros((1,), input.dtype)
    return found if compute_uv else (found, absent, absent)


def _eigen(x: jax.Array, vectors: bool) -> tuple[jax.Array, jax.Array | None]:
    """Eigenvalues by rising real part, and eigenvectors."""
    if jax.default_backend() == "tpu":
        raise unsupported_option(
            "the decomposition of general matrices on TPUs",
            "take numpy.linalg.eig of their contents, or 'eigh' of symmetric ones",
        )
    if not vectors:
        values = jnp.linalg.eigvals(x)
        return jnp.take_along_axis(values, jnp.argsort(jnp.real(values), -1, stable=True), -1), None
    values, columns = jnp.linalg.eig(x)
    order = jnp.argsort(jnp.real(values), -1, stable=True)
    values = jnp.take_along_axis(values, order, -1)
    return values, jnp.take_along_axis(columns, order[..., None, :], -1)


def _check_eigen(x: jax.Array, arg: str) -> None:
    check_matrices(x, arg)
    accept(x, INEXACT, arg)


@op("ops.eig", label="Eig")
def eig(A: Array):
    """Eigenvalues and eigenvectors of square matrices.

    Args:
        A: Float32, Float64, Complex64 or Complex128 Tensor of shape (..., N, N).

    Returns:
        Tuple of the complex eigenvalues, by rising real part, and of the matrices whose columns are
        the eigenvectors.

    Raises:
        TypeError: another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> values, vectors = ms.ops.eig(ms.Tensor([[3., 0.], [0., 2.]]))
        >>> print(values)
        [2.+0.j 3.+0.j]
    """
    _check_eigen(A, "A")
    return _eigen(A, True)


@op("ops.eigvals", "Tensor.eigvals", label="Eig")
def eigvals(A: Array):
    """Complex eigenvalues of square matrices, by rising real part; see `ops.eig`.

    Args:
        A: Float32, Float64, Complex64 or Complex128 Tensor of shape (..., N, N).

    Returns:
        Complex Tensor of shape (..., N).

    Raises:
        TypeError: another dtype.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.eigvals(ms.Tensor([[3., 0.], [0., 2.]])))
        [2.+0.j 3.+0.j]
    """
    _check_eigen(A, "A")
    return _eigen(A, False)[0]


@primitive("Eig", compute_v=False)
@op(label="Eig")
def eig_kernel(x: Array, compute_v: bool = False):
    """Eigenvalues, and eigenvectors, of square matrices.

    Args:
        compute_v: whether to compute the eigenvectors; else the second result is a 0-d zero.

    Inputs:
        - **x** (Tensor) - Float32, Float64, Complex64 or Complex128, of shape (..., N, N).

    Outputs:
        Tuple of the complex eigenvalues, by rising real part, and of the matrices whose columns are
        the eigenvectors.

    Raises:
        TypeError: another dtype, or `compute_v` is not a bool.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> values, vectors = ms.ops.Eig(compute_v=True)(ms.Tensor([[3., 0.], [0., 2.]]))
        >>> print(values, vectors.shape)
        [2.+0.j 3.+0.j] (2, 2)
    """
    _check_eigen(x, "x")
    boolean("compute_v", compute_v)
    values, columns = _eigen(x, compute_v)
    return values, jnp.zeros((), values.dtype) if columns is None else columns
