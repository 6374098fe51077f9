"""Systems, factorisations and eigenvalues under SciPy's names.

Flags named `overwrite_...` and `check_finite`, `turbo`, `type`, `debug` and `rcond` are accepted
and change nothing, as in MindSpore.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer, string
from msjax._core.base.errors import Clause, Speaker, describe, must
from msjax._core.op.publish import Array, Arrays, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_matrices, check_rank, of_shape
from msjax.kernels.create.creation import zeros
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg import decompositions as decompose
from msjax.kernels.linalg.systems import eigen_of_triangle, matrix_inverse, triangular
from msjax.kernels.shape import joining

_REAL = "int32 int64 float32 float64"
_TRANS = {"N": 0, "T": 1, "C": 2}
_DRIVERS = ("gels", "gelsy", "gelss", "gelsd")


def _matrix(a: jax.Array, kinds: str = _REAL, square: bool = True, **flags: Any) -> jax.Array:
    """One matrix, integers in Float64, once its flags, shape and dtype are checked."""
    for name, flag in flags.items():
        boolean(name, flag)
    check_rank(a, 2, "a")
    check_matrices(a, "a", square)
    accept(a, kinds, "a")
    return _floating(a)


def _floating(a: jax.Array) -> jax.Array:
    return a.astype(np.float64) if a.dtype.kind == "i" else a


# -- triangular systems --------------------------------------------------------------------------


def _check_pair(a: jax.Array, b: jax.Array, square: bool) -> None:
    """Refuse right-hand sides that do not fit a batch of matrices."""
    accept(a, "fc", "a")
    if a.dtype != b.dtype:
        kinds = f"{mstype.from_np(a.dtype)} and {mstype.from_np(b.dtype)}"
        raise TypeError(Clause(f"'a' and 'b' must be of one dtype, but got {kinds}."))
    check_matrices(a, "a", square)
    vector = b.ndim == a.ndim - 1
    if not (vector or b.ndim == a.ndim) or (b.shape if vector else b.shape[:-1]) != a.shape[:-1]:
        shape = a.shape[:-1]
        raise ValueError(must("b", f"of shape {shape} or {(*shape, 'K')}", b.shape))


@op("scipy.linalg.solve_triangular", label="SolveTriangular")
def solve_triangular(
    a: Array,
    b: Array,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: object = None,
    check_finite: bool = True,
) -> Array:
    """Solutions x of systems a x = b whose matrices are triangular.

    Args:
        a: floating-point or complex Tensor of shape (..., M, M); one triangle of it is read.
        b: Tensor of shape (..., M) or (..., M, N) and the same dtype.
        trans: 0 or "N"; 1 or "T" to solve with the transposed matrices, 2 or "C" with the
            conjugate transposed ones.
        lower: whether the lower triangles count; else the upper ones.
        unit_diagonal: whether the diagonals count as 1.
        overwrite_b: without effect.
        debug: without effect.
        check_finite: without effect.

    Returns:
        Tensor of the shape of `b`.

    Raises:
        TypeError: integers, different dtypes, `trans` is neither int nor str, or a flag is not a
            bool.
        ValueError: the shapes do not fit, or `trans` is another str.
        RuntimeError: `trans` is another int.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import solve_triangular
        >>> a, b = ms.Tensor([[2., 0.], [1., 4.]]), ms.Tensor([2., 5.])
        >>> print(solve_triangular(a, b, lower=True))
        [1. 1.]
    """
    boolean("lower", lower)
    boolean("unit_diagonal", unit_diagonal)
    if isinstance(trans, str):
        if trans not in _TRANS:
            raise ValueError(must("trans", "0, 1, 2, 'N', 'T' or 'C'", repr(trans)))
        trans = _TRANS[trans]
    if integer("trans", trans) not in (0, 1, 2):
        raise RuntimeError(must("trans", "0, 1, 2, 'N', 'T' or 'C'", trans))
    _check_pair(a, b, True)
    return _solve(a, b, lower, trans, unit_diagonal)


def _solve(a: jax.Array, b: jax.Array, lower: bool, trans: int, unit: bool = False) -> jax.Array:
    if b.ndim == a.ndim:
        return triangular(a, b, lower, trans, unit)
    return triangular(a, b[..., None], lower, trans, unit)[..., 0]


class SolveTriangular:
    """Solves triangular systems with settings that are given once; see `scipy.linalg`.

    Args:
        lower: whether the lower triangles count; else the upper ones.
        unit_diagonal: whether the diagonals count as 1.
        trans: "N", "T" or "C".

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.ops import SolveTriangular
        >>> a, b = ms.Tensor([[2., 0.], [1., 4.]]), ms.Tensor([2., 5.])
        >>> print(SolveTriangular(lower=True)(a, b))
        [1. 1.]
    """

    def __init__(self, lower: bool = False, unit_diagonal: bool = False, trans: str = "N"):
        self.lower, self.unit_diagonal, self.trans = lower, unit_diagonal, _TRANS.get(trans)

    def __call__(self, a: Tensor, b: Tensor) -> Tensor:
        """The solution of a x = b."""
        return call(solve_triangular)(a, b, self.trans, self.lower, self.unit_diagonal)


# -- blocks, inverse, determinant ----------------------------------------------------------------


@public("scipy.linalg.block_diag")
def block_diag(*arrs: Tensor) -> Tensor:
    """Matrix with the given matrices on its diagonal and zeros elsewhere.

    Args:
        arrs: Tensors of at most two dimensions; vectors count as rows.

    Returns:
        Tensor of two dimensions, in the common dtype; of shape (1, 0) for no arguments.

    Raises:
        TypeError: an argument is not a Tensor.
        ValueError: an argument has more than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import block_diag
        >>> print(block_diag(ms.Tensor([[1, 2]]), ms.Tensor([3])))
        [[1 2 0]
         [0 0 3]]
    """
    return call(_block_diag)(*arrs) if arrs else zeros((1, 0), mstype.float32)


@op(label="block_diag")
def _block_diag(*arrs: Arrays):
    return joining.block_diag(*arrs)


@op("scipy.linalg.inv")
def inv(a: Array, overwrite_a: bool = False, check_finite: bool = True) -> Array:
    """Inverse of a square matrix.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, M).
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tensor of the same shape; Float64 for integers.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import inv
        >>> print(inv(ms.Tensor([[2., 0.], [0., 4.]])))
        [[0.5  0.  ]
         [0.   0.25]]
    """
    return matrix_inverse(_matrix(a, overwrite_a=overwrite_a, check_finite=check_finite))


@op("scipy.linalg.det")
def det(a: Array, overwrite_a: bool = False, check_finite: bool = True):
    """Determinant of a square matrix.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, M).
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        0-d Tensor; Float64 for integers.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import det
        >>> print(det(ms.Tensor([[2., 1.], [1., 4.]])))
        7.0
    """
    return jnp.linalg.det(_matrix(a, overwrite_a=overwrite_a, check_finite=check_finite))


# -- Cholesky ------------------------------------------------------------------------------------


@op("scipy.linalg.cholesky")
def cholesky(
    a: Array, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Array:
    """Cholesky factor of a symmetric positive definite matrix.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, M).
        lower: whether the factor is lower triangular; else upper.
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tensor of the same shape; Float64 for integers, nan where `a` is not symmetric or not
        positive definite.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import cholesky
        >>> print(cholesky(ms.Tensor([[4., 2.], [2., 2.]]), lower=True))
        [[2. 0.]
         [1. 1.]]
    """
    a = _matrix(a, lower=lower, overwrite_a=overwrite_a, check_finite=check_finite)
    return decompose.cholesky(a, not lower)


@op(label="cho_factor")
def _factor(a: Array, lower, overwrite_a, check_finite):
    return cholesky(a, lower, overwrite_a, check_finite)


@public("scipy.linalg.cho_factor")
def cho_factor(
    a: Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, bool]:
    """Cholesky factor of a symmetric positive definite matrix, for `cho_solve`.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, M).
        lower: whether the factor is lower triangular; else upper.
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tuple of the factor, with zeros in the other triangle, and `lower`.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import cho_factor
        >>> factor, lower = cho_factor(ms.Tensor([[4., 2.], [2., 2.]]))
        >>> print(factor, lower)
        [[2. 1.]
         [0. 1.]] False
    """
    return call(_factor)(a, lower, overwrite_a, check_finite), lower


def _check_solve(a: jax.Array, b: jax.Array, arg: str) -> tuple[jax.Array, jax.Array]:
    """The factors and the right-hand side, integers in Float64, once they are checked."""
    accept(a, _REAL, arg)
    accept(b, _REAL, "b")
    check_rank(a, 2, arg)
    check_matrices(a, arg)
    check_rank(b, (1, 2), "b")
    if b.shape[0] != a.shape[0]:
        raise ValueError(must("b", f"of {a.shape[0]} rows", f"shape {b.shape}"))
    if a.dtype != b.dtype:
        kinds = f"{mstype.from_np(a.dtype)} and {mstype.from_np(b.dtype)}"
        raise TypeError(Clause(f"'{arg}' and 'b' must be of one dtype, but got {kinds}."))
    return _floating(a), _floating(b)


@op(label="cho_solve")
def _cho_solve(c: Array, b: Array, lower, overwrite_b, check_finite):
    for name, flag in (("lower", lower), ("overwrite_b", overwrite_b)):
        boolean(name, flag)
    boolean("check_finite", check_finite)
    c, b = _check_solve(c, b, "c")
    half = _solve(c, b, lower, 0 if lower else 1)
    return _solve(c, half, lower, 1 if lower else 0)


@public("scipy.linalg.cho_solve")
def cho_solve(
    c_and_lower: tuple[Tensor, bool],
    b: Tensor,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Solution x of the system A x = b, given what `cho_factor` has found for A.

    Args:
        c_and_lower: the Cholesky factor and whether it is lower triangular.
        b: Tensor of shape (M,) or (M, N) in the dtype of the factor.
        overwrite_b: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tensor of the shape of `b`; Float64 for integers.

    Raises:
        TypeError: another dtype, different dtypes, or a flag is not a bool.
        ValueError: `c_and_lower` is not a pair, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import cho_factor, cho_solve
        >>> factor = cho_factor(ms.Tensor([[4., 2.], [2., 2.]]))
        >>> print(cho_solve(factor, ms.Tensor([6., 4.])))
        [1. 1.]
    """
    c, lower = _pair("cho_solve", "c_and_lower", c_and_lower)
    return call(_cho_solve)(c, b, lower, overwrite_b, check_finite)


def _pair(name: str, arg: str, value: Any) -> tuple[Any, Any]:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        with Speaker(name):
            raise ValueError(must(arg, "a pair", describe(value)))
    return value[0], value[1]


# -- eigenvalues ---------------------------------------------------------------------------------


@op("scipy.linalg.eigh")
def eigh(
    a: Array,
    b: Any = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: Any = None,
    type: int = 1,
    check_finite: bool = True,
):
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix.

    Args:
        a: Int32, Int64, Float32, Float64, Complex64 or Complex128 Tensor of shape (M, M).
        b: must be None.
        lower: whether the lower triangle of `a` is read; else the upper one.
        eigvals_only: whether to return the eigenvalues alone.
        overwrite_a: a bool without effect.
        overwrite_b: a bool without effect.
        turbo: a bool without effect.
        eigvals: must be None.
        type: an int without effect.
        check_finite: a bool without effect.

    Returns:
        Tuple of the eigenvalues in ascending order and of the matrix whose columns are the
        eigenvectors, both in the dtype of `a` (Float64 for integers); or the eigenvalues.

    Raises:
        TypeError: another dtype, a flag is not a bool, or `type` not an int.
        ValueError: `a` is not a square matrix, or `b` or `eigvals` is given.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import eigh
        >>> print(eigh(ms.Tensor([[2., 0.], [0., 1.]]), eigvals_only=True))
        [1. 2.]
    """
    integer("type", type)
    for name, flag in (
        *(("lower", lower), ("eigvals_only", eigvals_only), ("turbo", turbo)),
        *(("overwrite_a", overwrite_a), ("overwrite_b", overwrite_b)),
        ("check_finite", check_finite),
    ):
        boolean(name, flag)
    for name, given in (("b", b), ("eigvals", eigvals)):
        if given is not None:
            raise ValueError(must(name, "None", describe(given)))
    a = _matrix(a, _REAL + " complex64 complex128")
    values, vectors = eigen_of_triangle(a, lower)
    values = values.astype(a.dtype)
    return values if eigvals_only else (values, vectors)


@primitive("Eig", place="scipy.ops", compute_v=True)
def eig(a: Array, compute_v: bool = True):
    """Eigenvalues, and eigenvectors, of square matrices; `ops.Eig` with another default.

    Args:
        compute_v: whether to compute the eigenvectors; else the second result is a 0-d zero.

    Inputs:
        - **a** (Tensor) - Float32, Float64, Complex64 or Complex128, of shape (..., N, N).

    Outputs:
        Tuple of the complex eigenvalues, by rising real part, and of the matrices whose columns are
        the eigenvectors.

    Raises:
        TypeError: another dtype, or `compute_v` is not a bool.
        ValueError: the matrices are not square.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.ops import Eig
        >>> print(Eig()(ms.Tensor([[3., 0.], [0., 2.]]))[0])
        [2.+0.j 3.+0.j]
    """
    return decompose.eig_kernel(a, compute_v)


# -- LU ------------------------------------------------------------------------------------------


@primitive("LU", place="scipy.ops")
def packed_lu(x: Array):
    """LU factors of matrices by exchange of rows: x = P L U.

    Inputs:
        - **x** (Tensor) - Float32 or Float64 Tensor of shape (..., M, N).

    Outputs:
        Tuple of U and, below the diagonal, L in one Tensor; of the Int32 row exchanges counted from
        0, of shape (..., K) with K = min(M, N); and of the Int32 permutation matrices P.

    Raises:
        TypeError: another dtype.
        ValueError: fewer than two dimensions, or more rows than columns.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.ops import LU
        >>> packed, pivots, permutation = LU()(ms.Tensor([[2., 1.], [4., 4.]]))
        >>> print(packed, pivots)
        [[ 4.   4. ]
         [ 0.5 -1. ]] [1 1]
    """
    accept(x, "float32 float64", "x")
    check_matrices(x, "x", square=False)
    if x.shape[-2] > x.shape[-1]:
        raise ValueError(must("x", "of no more rows than columns", f"shape {x.shape}"))
    packed, pivots, order = jax.lax.linalg.lu(x)
    rows = jnp.arange(x.shape[-2], dtype=np.int32)
    permutation = (order[..., None, :] == rows[:, None]).astype(np.int32)
    return packed, pivots.astype(np.int32), permutation


@op("scipy.linalg.lu_factor")
def lu_factor(
    a: Array, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Array, Array]:
    """LU factors of a square matrix in one Tensor, and the exchanges of rows, for `lu_solve`.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, M).
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tuple of U and, below the diagonal, L in one Tensor (Float64 for integers), and of the Int32
        numbers of the rows that each row was exchanged with, in turn.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a square matrix.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import lu_factor
        >>> packed, pivots = lu_factor(ms.Tensor([[2., 1.], [4., 4.]]))
        >>> print(packed, pivots)
        [[ 4.   4. ]
         [ 0.5 -1. ]] [1 1]
    """
    return packed_lu(_matrix(a, overwrite_a=overwrite_a, check_finite=check_finite))[:2]


@op("scipy.linalg.lu")
def lu(a: Array, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True):
    """Factors of a matrix by exchange of rows: a = P L U.

    Args:
        a: Int32, Int64, Float32 or Float64 Tensor of shape (M, N), with M <= N.
        permute_l: whether to return P L in place of P and L.
        overwrite_a: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tuple of the Int32 permutation matrix P, of L with ones on its diagonal and of U; Float64
        for integers.

    Raises:
        TypeError: another dtype, or a flag is not a bool.
        ValueError: `a` is not a matrix, or has more rows than columns.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import lu
        >>> p, l, u = lu(ms.Tensor([[2., 1.], [4., 4.]]))
        >>> print(p)
        [[0 1]
         [1 0]]
        >>> print(l)
        [[1.  0. ]
         [0.5 1. ]]
        >>> print(u)
        [[ 4.  4.]
         [ 0. -1.]]
    """
    flags = {"permute_l": permute_l, "overwrite_a": overwrite_a, "check_finite": check_finite}
    a = _matrix(a, square=False, **flags)
    if a.shape[0] > a.shape[1]:
        raise ValueError(must("a", "of no more rows than columns", f"shape {a.shape}"))
    packed, _, permutation = packed_lu(a)
    rows = a.shape[0]
    lower = jnp.tril(packed[:, :rows], -1) + jnp.eye(rows, dtype=a.dtype)
    if permute_l:
        product = jnp.matmul(permutation.astype(a.dtype), lower, precision="highest")
        return product, jnp.triu(packed)
    return permutation, lower, jnp.triu(packed)


@op("scipy.linalg.lu_pivots_to_permutation")
def lu_pivots_to_permutation(pivots: Array, permutation_size: int):
    """Order of rows after exchanges.

    Args:
        pivots: Int32 Tensor of shape (..., K): row i is exchanged with this row, in turn.
        permutation_size: the number of rows.

    Returns:
        Int32 Tensor of shape (..., permutation_size).

    Raises:
        TypeError: the pivots are not integers.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import lu_pivots_to_permutation
        >>> print(lu_pivots_to_permutation(ms.Tensor([1, 2, 2], ms.int32), 3))
        [1 2 0]
    """
    accept(pivots, "i", "pivots")
    integer("permutation_size", permutation_size)
    return decompose.permutation_of(pivots + 1, permutation_size)


@op(label="lu_solve")
def _lu_solve(lu_matrix: Array, pivot: Array, b: Array, trans, overwrite_b, check_finite):
    boolean("overwrite_b", overwrite_b)
    boolean("check_finite", check_finite)
    accept(pivot, "int32", "pivot")
    packed, b = _check_solve(lu_matrix, b, "lu_matrix")
    of_shape("pivot", pivot, packed.shape[:1])
    if trans not in (0, 1, 2):
        raise ValueError(must("trans", "0, 1 or 2", trans))
    order = decompose.permutation_of(pivot + 1, packed.shape[0])
    if not trans:
        return _solve(packed, _solve(packed, b[order], True, 0, True), False, 0)
    permuted = _solve(packed, _solve(packed, b, False, 1), True, 1, True)
    return jnp.zeros_like(permuted).at[order].set(permuted)


@public("scipy.linalg.lu_solve")
def lu_solve(
    lu_and_piv: tuple[Tensor, Tensor],
    b: Tensor,
    trans: int = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Solution x of the system A x = b, given what `lu_factor` has found for A.

    Args:
        lu_and_piv: the factors in one Tensor, and the exchanges of rows.
        b: Tensor of shape (M,) or (M, N) in the dtype of the factors.
        trans: 0, or 1 or 2 to solve with the transposed matrix.
        overwrite_b: a bool without effect.
        check_finite: a bool without effect.

    Returns:
        Tensor of the shape of `b`; Float64 for integers.

    Raises:
        TypeError: another dtype, different dtypes, or a flag is not a bool.
        ValueError: `lu_and_piv` is not a pair, the shapes do not fit, or another `trans`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import lu_factor, lu_solve
        >>> factors = lu_factor(ms.Tensor([[2., 1.], [4., 4.]]))
        >>> print(lu_solve(factors, ms.Tensor([3., 8.])))
        [1. 1.]
    """
    packed, pivots = _pair("lu_solve", "lu_and_piv", lu_and_piv)
    return call(_lu_solve)(packed, pivots, b, trans, overwrite_b, check_finite)


# -- least squares -------------------------------------------------------------------------------


@op("scipy.linalg.lstsq", label="LstsqV2")
def lstsq(A: Array, B: Array, rcond: float | None = None, driver: str | None = None):
    """Least-squares (or, of several, smallest) solutions X of A X = B.

    Args:
        A: floating-point or complex Tensor of shape (..., M, N).
        B: Tensor of shape (..., M) or (..., M, K) and the same dtype.
        rcond: without effect.
        driver: "gels", "gelsy", "gelss" or "gelsd", which says what is returned beside X; None is
            "gelsy".

    Returns:
        Tuple of the solutions, of shape (..., N) or (..., N, K); of the sums of the squared
        residuals of each column, unless `driver` is "gelsy" or M <= N; of the Int64 ranks of A,
        unless `driver` is "gels"; and of the singular values of A, if `driver` is "gelss" or
        "gelsd". What is not computed is a Tensor of shape (0,).

    Raises:
        TypeError: integers, different dtypes, or `driver` is not a str.
        ValueError: the shapes do not fit, or another `driver`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.linalg import lstsq
        >>> a = ms.Tensor([[1., 0.], [0., 1.], [0., 0.]])
        >>> solution, residual, rank, singular = lstsq(a, ms.Tensor([1., 2., 3.]), driver="gelsd")
        >>> print(solution.asnumpy().round(3), residual.asnumpy().round(3), rank, singular)
        [1. 2.] [9.] 2 [1. 1.]
    """
    driver = "gelsy" if driver is None else string("driver", driver)
    if driver not in _DRIVERS:
        raise ValueError(must("driver", f"one of {_DRIVERS} or None", repr(driver)))
    _check_pair(A, B, False)
    rows, columns = A.shape[-2:]
    a, b = wider(A), wider(B if B.ndim == A.ndim else B[..., None])
    cut = max(rows, columns) * float(jnp.finfo(a.dtype).eps)
    solution = jnp.matmul(jnp.linalg.pinv(a, rtol=cut), b, precision="highest")
    real = jnp.finfo(A.dtype).dtype
    residual, rank, values = jnp.zeros((0,), real), jnp.zeros((0,), np.int64), jnp.zeros((0,), real)
    if driver != "gelsy" and rows > columns:
        rest = jnp.matmul(a, solution, precision="highest") - b
        residual = jnp.sum(jnp.real(rest * jnp.conj(rest)), -2).astype(real)
    if driver != "gels":
        sizes = jnp.linalg.svd(a, compute_uv=False)
        least = cut * jnp.max(sizes, -1, keepdims=True, initial=0)
        rank = jnp.sum(sizes > least, -1).astype(np.int64)
        values = sizes.astype(real) if driver != "gelsy" else values
    solution = solution if B.ndim == A.ndim else solution[..., 0]
    return solution.astype(A.dtype), residual, rank, values
