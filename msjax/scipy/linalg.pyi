"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from typing import Any, Literal, overload

from msjax._core.tensor.tensor import Tensor
from msjax.scipy._linalg import block_diag as block_diag
from msjax.scipy._linalg import cho_factor as cho_factor
from msjax.scipy._linalg import cho_solve as cho_solve
from msjax.scipy._linalg import lu_solve as lu_solve

def cholesky(
    a: Tensor,
    lower: bool = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Cholesky factor of a symmetric positive definite matrix."""
    ...

def det(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Determinant of a square matrix."""
    ...

@overload
def eigh(
    a: Tensor,
    b: None = None,
    lower: bool = True,
    eigvals_only: Literal[False] = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: None = None,
    type: int = 1,
    check_finite: bool = True,
) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix."""
    ...

@overload
def eigh(
    a: Tensor,
    b: None = None,
    lower: bool = True,
    *,
    eigvals_only: Literal[True],
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: None = None,
    type: int = 1,
    check_finite: bool = True,
) -> Tensor:
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix."""
    ...

@overload
def eigh(
    a: Tensor,
    b: None = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: None = None,
    type: int = 1,
    check_finite: bool = True,
) -> Any:
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix."""
    ...

def inv(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Inverse of a square matrix."""
    ...

def lstsq(
    A: Tensor,
    B: Tensor,
    rcond: float | None = None,
    driver: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Least-squares (or, of several, smallest) solutions X of A X = B."""
    ...

@overload
def lu(
    a: Tensor,
    permute_l: Literal[False] = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
) -> tuple[Tensor, Tensor, Tensor]:
    """Factors of a matrix by exchange of rows: a = P L U."""
    ...

@overload
def lu(
    a: Tensor,
    *,
    permute_l: Literal[True],
    overwrite_a: bool = False,
    check_finite: bool = True,
) -> tuple[Tensor, Tensor]:
    """Factors of a matrix by exchange of rows: a = P L U."""
    ...

@overload
def lu(
    a: Tensor,
    permute_l: bool = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
) -> Any:
    """Factors of a matrix by exchange of rows: a = P L U."""
    ...

def lu_factor(
    a: Tensor,
    overwrite_a: bool = False,
    check_finite: bool = True,
) -> tuple[Tensor, Tensor]:
    """LU factors of a square matrix in one Tensor, and the exchanges of rows, for `lu_solve`."""
    ...

def lu_pivots_to_permutation(pivots: Tensor, permutation_size: int) -> Tensor:
    """Order of rows after exchanges."""
    ...

def solve_triangular(
    a: Tensor,
    b: Tensor,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: object | None = None,
    check_finite: bool = True,
) -> Tensor:
    """Solutions x of systems a x = b whose matrices are triangular."""
    ...
