"""Diagonals of matrices."""

from __future__ import annotations

from collections.abc import Sequence

from msjax import ops as _ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.tensor.tensor import Tensor


def matrix_set_diag(
    input_x: Tensor, diagonal: Tensor, k: int | Sequence[int] = 0, alignment: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices with other values on some diagonals; see `ops.matrix_set_diag`.

    Args:
        input_x: Tensor of shape (..., M, N).
        diagonal: the values, of shape (..., L), or (..., D, L) for D diagonals.
        k: int, the diagonal, or the lowest and the highest of several.
        alignment: on which side shorter diagonals are filled up.

    Returns:
        Tensor of the shape of `input_x`.

    Raises:
        ValueError: `k` is something else, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.ops_wrapper import matrix_set_diag
        >>> print(matrix_set_diag(ms.ops.zeros((2, 2)), ms.Tensor([1., 2.])))
        [[1. 0.]
         [0. 2.]]
    """
    if not isinstance(k, (int, list, tuple)):
        with Speaker("matrix_set_diag"):
            raise ValueError(must("k", "an int, or a pair of them", describe(k)))
    places = Tensor((k, k) if isinstance(k, int) else k, mstype.int32)
    return _ops.matrix_set_diag(input_x, diagonal, places, alignment)
