"""Layers of images that MindSpore defines in mint.nn itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msjax import ops
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.image.interpolate import upsample2d
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._types import Sizes

_upsample2d = call(upsample2d)


class UpsamplingNearest2d(Cell):
    """Resize images by repeating their elements.

    Args:
        size: tuple or list of two ints, the new height and width, or None.
        scale_factor: tuple or list of two floats, the factors of height and width, or None.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W); UInt8 or a floating dtype.

    Outputs:
        Tensor of shape (N, C, H', W') and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `size` and `scale_factor` are both given or both None, a number of them is not
            positive, there are not two of them, or `input` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.UpsamplingNearest2d((1, 4))(ms.Tensor([[[[1., 2.]]]])))
        [[[[1. 1. 2. 2.]]]]
    """

    def __init__(
        self, size: Sizes | None = None, scale_factor: float | Sequence[float] | None = None
    ):
        super().__init__()
        self.size, self.scale_factor = size, scale_factor

    def construct(self, input: Tensor) -> Tensor:
        """Resize a batch."""
        return _upsample2d(input, self.size, self.scale_factor, "nearest")


class UpsamplingBilinear2d(Cell):
    """Resize images by linear interpolation; the corners stay in place.

    Args:
        size: tuple or list of two ints, the new height and width, or None.
        scale_factor: tuple or list of two floats, the factors of height and width, or None.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W); a floating dtype.

    Outputs:
        Tensor of shape (N, C, H', W') and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `size` and `scale_factor` are both given or both None, a number of them is not
            positive, there are not two of them, or `input` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.UpsamplingBilinear2d((1, 3))(ms.Tensor([[[[1., 2.]]]])))
        [[[[1.  1.5 2. ]]]]
    """

    def __init__(
        self, size: Sizes | None = None, scale_factor: float | Sequence[float] | None = None
    ):
        super().__init__()
        self.size, self.scale_factor = size, scale_factor

    def construct(self, input: Tensor) -> Tensor:
        """Resize a batch."""
        return _upsample2d(input, self.size, self.scale_factor, "bilinear")


class PixelShuffle(Cell):
    """Move channels into pixels: shape (*, C * r * r, H, W) becomes (*, C, H * r, W * r).

    Args:
        upscale_factor: int, r.

    Inputs:
        - **input** (Tensor) - of three dimensions or more, any dtype.

    Outputs:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `upscale_factor` is not an int, or `input` is not a Tensor.
        ValueError: `upscale_factor` is not positive, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.PixelShuffle(2)(ms.Tensor([1., 2., 3., 4.]).reshape((4, 1, 1))))
        [[[1. 2.]
          [3. 4.]]]
    """

    def __init__(self, upscale_factor: int):
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Tensor) -> Tensor:
        """Rearrange a Tensor."""
        return ops.pixel_shuffle(input, self.upscale_factor)
