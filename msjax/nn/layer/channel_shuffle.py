"""Shuffling of channels."""

from __future__ import annotations

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Cell):
    """Interleave groups of channels.

    Args:
        groups: int, number of groups.

    Inputs:
        - **x** (Tensor) - of shape (N, C, ...) and any dtype, with C a multiple of `groups`.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `groups` is not an int.
        ValueError: `groups` is not positive or does not divide C.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1.]], [[2.]], [[3.]], [[4.]]]])
        >>> print(ms.nn.ChannelShuffle(2)(x).reshape(-1))
        [1. 3. 2. 4.]

    References:
        Zhang, Zhou, Lin, Sun: ShuffleNet: An Extremely Efficient Convolutional Neural Network for
        Mobile Devices, 2017.
    """

    _msj_inner = {"reshape": "Reshape", "shape": "Shape", "transpose": "Transpose"}

    def __init__(self, groups: int):
        super().__init__()
        if not isinstance(groups, int):
            raise TypeError(
                f"For ChannelShuffle, the param `groups` must be int, but got {type(groups)}."
            )
        if groups < 1:
            raise ValueError(
                f"For ChannelShuffle, the param `groups` must be larger than 0, but got {groups}."
            )
        self.groups = groups

    def construct(self, x: Tensor) -> Tensor:
        """Shuffle a Tensor of shape (N, C, ...)."""
        shape = x.shape
        grouped = x.reshape((shape[0], self.groups, shape[1] // self.groups, -1))
        return ops.transpose(grouped, (0, 2, 1, 3)).reshape(shape)
