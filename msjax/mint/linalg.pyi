"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence

from msjax._core.tensor.tensor import Tensor
from msjax._types import DType
from msjax.mint import inverse as _inv

inv = _inv

def matrix_norm(
    A: Tensor,
    ord: float | str = "fro",
    dim: int | Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Norm of matrices; see `ops.matrix_norm`."""
    ...

def norm(
    A: Tensor,
    ord: float | None = None,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Norm of vectors or of matrices, always a real number; see `ops.norm`."""
    ...

def qr(A: Tensor, mode: str = "reduced") -> tuple[Tensor, ...]:
    """QR factors of matrices; with `mode` "r" R alone, and an empty Tensor for Q."""
    ...

def vector_norm(
    x: Tensor,
    ord: float = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """The p-norm of the elements, over all or some dimensions; see `ops.vector_norm`."""
    ...
