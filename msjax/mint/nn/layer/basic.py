"""Layers that change shapes."""

from __future__ import annotations

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["Flatten"]


class Flatten(Cell):
    """Make one dimension of the dimensions from `start_dim` to `end_dim`.

    Args:
        start_dim: int, the first of them.
        end_dim: int, the last of them.

    Inputs:
        - **input** (Tensor) - any dtype and shape.

    Outputs:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: an argument is not an int, or `input` is not a Tensor.
        ValueError: an argument is out of range, or `start_dim` comes after `end_dim`.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.nn.Flatten()(ms.ops.ones((2, 3, 4))).shape
        (2, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def construct(self, input: Tensor) -> Tensor:
        """Flatten a Tensor."""
        return ops.flatten(input, start_dim=self.start_dim, end_dim=self.end_dim)
