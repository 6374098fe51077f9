"""Layers on images."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from msjax._checkparam import INC_RIGHT, check_float_range, check_positive_int, check_value_type
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.image import quality, resize
from msjax.kernels.image.patches import image_gradients
from msjax.kernels.image.regions import central_crop
from msjax.kernels.shape import blocks
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import ReLU
from msjax.nn.layer.container import CellList
from msjax.nn.layer.conv import Conv2d
from msjax.nn.layer.pooling import AvgPool2d

__all__ = [
    "PSNR",
    "SSIM",
    "MSSSIM",
    "CentralCrop",
    "ImageGradients",
    "PixelShuffle",
    "PixelUnshuffle",
    "ResizeBilinear",
]

_ssim = call(quality.ssim)
_ms_ssim = call(quality.ms_ssim)
_psnr = call(quality.psnr)
_central_crop = call(central_crop)
_gradients = call(image_gradients)
_resize = call(resize.resize_bilinear_v2)
_pixel_shuffle = call(blocks.pixel_shuffle)
_pixel_unshuffle = call(blocks.pixel_unshuffle)


class ImageGradients(Cell):
    """Differences of neighbouring pixels along height and width.

    Inputs:
        - **images** (Tensor) - of shape (N, C, H, W) and any dtype.

    Outputs:
        Tuple of the vertical and horizontal differences, each of the shape of `images`, with zeros
        in the last row or column.

    Raises:
        TypeError: `images` is not a Tensor.
        ValueError: `images` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> down, right = ms.nn.ImageGradients()(ms.Tensor([[[[1, 2], [3, 4]]]], ms.int32))
        >>> print(down)
        [[[[2 2]
           [0 0]]]]
    """

    def __init__(self):
        super().__init__()

    def construct(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """The vertical and the horizontal differences."""
        return _gradients(images)


def _gaussian(size: int, sigma: float) -> Tensor:
    """A window of Gaussian weights with sum 1, shape (1, 1, size, size), computed in float32."""
    squares = np.arange(-size // 2 + 1, size // 2 + 1).astype(np.float32) ** 2
    window = np.exp(-(squares[:, None] + squares) / np.float32(2 * sigma**2))
    return Tensor((window / window.sum())[None, None])


def _window(size: int, sigma: float) -> Conv2d:
    conv = Conv2d(1, 1, size, pad_mode="valid", weight_init=_gaussian(size, sigma))
    conv.weight.requires_grad = False
    return conv


def _check_settings(name: str, max_val, filter_size, filter_sigma, k1, k2) -> None:
    check_value_type("max_val", max_val, [int, float], name)
    numbers = {"max_val": max_val, "filter_sigma": filter_sigma}
    for arg, value in {"filter_sigma": filter_sigma, "k1": k1, "k2": k2}.items():
        check_value_type(arg, value, [float], name)
    check_positive_int(filter_size, "filter_size", name)
    for arg, value in numbers.items():
        if not value > 0:
            raise ValueError(prefixed(name, must(arg, "greater than 0", value)))


class SSIM(Cell):
    """Structural similarity of images.

    Args:
        max_val: int or float, the range of the pixels: 255 for 8 bits.
        filter_size: int, height and width of the Gaussian window.
        filter_sigma: float, the window's standard deviation.
        k1: float, steadies the comparison of luminance.
        k2: float, steadies the comparison of contrast.

    Inputs:
        - **img1** (Tensor) - of shape (N, C, H, W), at least as large as the window.
        - **img2** (Tensor) - of the same shape and dtype.

    Outputs:
        Tensor of shape (N,) and the dtype of `img1`.

    Raises:
        TypeError: a setting has a wrong type, or the dtypes differ.
        ValueError: a setting is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 3, 16, 16))
        >>> print(f"{float(ms.nn.SSIM()(x, x)[0]):.2f}")
        1.00

    References:
        Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment: From Error Visibility to
        Structural Similarity, 2004.
    """

    _msj_inner = {"reduce_mean": "ReduceMean", "concat": ("Concat", 1)}

    def __init__(
        self,
        max_val: float = 1.0,
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ):
        super().__init__()
        _check_settings(type(self).__name__, max_val, filter_size, filter_sigma, k1, k2)
        self.max_val = max_val
        self.filter_size, self.filter_sigma = filter_size, filter_sigma
        self.k1, self.k2 = k1, k2
        self.conv = _window(filter_size, filter_sigma)

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        """The similarity of each pair of images."""
        return _ssim(img1, img2, self.conv.weight, self.max_val, self.k1, self.k2)


class MSSSIM(Cell):
    """Structural similarity of images over several scales.

    Args:
        max_val: int or float, the range of the pixels: 255 for 8 bits.
        power_factors: tuple or list of floats, the weight of each scale; each next scale halves the
            images.
        filter_size: int, height and width of the Gaussian window.
        filter_sigma: float, the window's standard deviation.
        k1: float, steadies the comparison of luminance.
        k2: float, steadies the comparison of contrast.

    Inputs:
        - **img1** (Tensor) - of shape (N, C, H, W), at the last scale still as large as the window.
        - **img2** (Tensor) - of the same shape and dtype.

    Outputs:
        Tensor of shape (N,) and the dtype of `img1`.

    Raises:
        TypeError: a setting has a wrong type, or the dtypes differ.
        ValueError: a setting is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 3, 64, 64))
        >>> print(f"{float(ms.nn.MSSSIM(power_factors=(0.5, 0.5))(x, x)[0]):.2f}")
        1.00

    References:
        Wang, Simoncelli, Bovik: Multi-Scale Structural Similarity for Image Quality Assessment,
        2003.
    """

    _msj_inner = {
        "pow": "Pow",
        "prod": "ReduceProd",
        "reduce_mean": "ReduceMean",
        "concat": ("Concat", 1),
        "stack": ("Stack", -1),
    }

    def __init__(
        self,
        max_val: float = 1.0,
        power_factors: Sequence[float] = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ):
        super().__init__()
        _check_settings(type(self).__name__, max_val, filter_size, filter_sigma, k1, k2)
        check_value_type("power_factors", power_factors, [tuple, list], type(self).__name__)
        self.max_val = max_val
        self.filter_size, self.filter_sigma = filter_size, filter_sigma
        self.k1, self.k2 = k1, k2
        self.level = len(power_factors)
        self.conv = [_window(filter_size, filter_sigma) for _ in power_factors]
        self.multi_convs_list = CellList(self.conv)
        self.avg_pool = AvgPool2d(kernel_size=2, stride=2, pad_mode="valid")
        self.relu = ReLU()
        self.weight_tensor = Tensor(np.array(power_factors, np.float32))
        self._weights = tuple(power_factors)

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        """The similarity of each pair of images."""
        window = self.multi_convs_list[0].weight
        settings = (self.max_val, self.k1, self.k2, self._weights)
        return _ms_ssim(img1, img2, window, *settings)


class PSNR(Cell):
    """Peak signal to noise ratio of images in decibels.

    Args:
        max_val: int or float, the range of the pixels: 255 for 8 bits.

    Inputs:
        - **img1** (Tensor) - of shape (N, C, H, W).
        - **img2** (Tensor) - of the same shape and dtype.

    Outputs:
        Float32 Tensor of shape (N,).

    Raises:
        TypeError: `max_val` is not a number, or the dtypes differ.
        ValueError: `max_val` is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.ops.ones((1, 1, 2, 2)), ms.ops.zeros((1, 1, 2, 2))
        >>> print(f"{float(ms.nn.PSNR(10)(x, y)[0]):.2f}")
        20.00
    """

    def __init__(self, max_val: float = 1.0):
        super().__init__()
        check_value_type("max_val", max_val, [int, float], type(self).__name__)
        if not max_val > 0:
            raise ValueError(prefixed("PSNR", must("max_val", "greater than 0", max_val)))
        self.max_val = max_val

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        """The ratio for each pair of images."""
        return _psnr(img1, img2, self.max_val)


class CentralCrop(Cell):
    """The centre of images.

    Args:
        central_fraction: float in (0, 1], how much of height and width to keep.

    Inputs:
        - **image** (Tensor) - of shape (C, H, W) or (N, C, H, W) and any dtype.

    Outputs:
        Tensor of the rank and dtype of `image`.

    Raises:
        TypeError: `central_fraction` is not a float.
        ValueError: `central_fraction` is out of range, or the rank is not 3 or 4.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.CentralCrop(0.5)(ms.ops.ones((3, 4, 8))).shape
        (3, 2, 4)
    """

    _msj_inner = {"slice": "Slice"}

    def __init__(self, central_fraction: float):
        super().__init__()
        name = type(self).__name__
        check_value_type("central_fraction", central_fraction, [float], name)
        check_float_range(central_fraction, 0.0, 1.0, INC_RIGHT, "central_fraction", name)
        self.central_fraction = central_fraction

    def construct(self, image: Tensor) -> Tensor:
        """The centre of an image or a batch."""
        if self.central_fraction == 1.0:
            return image
        return _central_crop(image, self.central_fraction)


class PixelShuffle(Cell):
    """Move blocks of channels to space: (..., C * r * r, H, W) to (..., C, H * r, W * r).

    Args:
        upscale_factor: int above 0, the factor r.

    Inputs:
        - **input** (Tensor) - of shape (..., C * r * r, H, W) and any dtype.

    Outputs:
        Tensor of shape (..., C, H * r, W * r) and the same dtype.

    Raises:
        TypeError: `upscale_factor` is not an int, or `input` is not a Tensor.
        ValueError: `upscale_factor` is not positive, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.PixelShuffle(2)(ms.ops.ones((1, 8, 2, 3))).shape
        (1, 2, 4, 6)

    References:
        Shi et al.: Real-Time Single Image and Video Super-Resolution Using an Efficient Sub-Pixel
        Convolutional Neural Network, 2016.
    """

    def __init__(self, upscale_factor: int):
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Tensor) -> Tensor:
        """The Tensor with larger height and width."""
        return _pixel_shuffle(input, self.upscale_factor)


class PixelUnshuffle(Cell):
    """Move blocks of space to channels: (..., C, H * r, W * r) to (..., C * r * r, H, W).

    Args:
        downscale_factor: int above 0, the factor r.

    Inputs:
        - **input** (Tensor) - of shape (..., C, H * r, W * r) and any dtype.

    Outputs:
        Tensor of shape (..., C * r * r, H, W) and the same dtype.

    Raises:
        TypeError: `downscale_factor` is not an int, or `input` is not a Tensor.
        ValueError: `downscale_factor` is not positive, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.PixelUnshuffle(2)(ms.ops.ones((1, 2, 4, 6))).shape
        (1, 8, 2, 3)
    """

    def __init__(self, downscale_factor: int):
        super().__init__()
        self.downscale_factor = downscale_factor

    def construct(self, input: Tensor) -> Tensor:
        """The Tensor with smaller height and width."""
        return _pixel_unshuffle(input, self.downscale_factor)


class ResizeBilinear(Cell):
    """Resize images by bilinear interpolation; newer MindSpore has `ops.interpolate` instead.

    Args:
        half_pixel_centers: bool, whether positions are those of pixel centres.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W); Float16, BFloat16, Float32 or Float64.
        - **size** (tuple) - two ints, the new height and width; None if `scale_factor` is given.
        - **scale_factor** (int) - what to multiply height and width by; None if `size` is given.
        - **align_corners** (bool) - whether the centres of the corner pixels stay in place.

    Outputs:
        Tensor of shape (N, C, H', W') and the same dtype.

    Raises:
        TypeError: `half_pixel_centers` is not a bool, `scale_factor` not an int, or `x` of another
            dtype.
        ValueError: both or none of `size` and `scale_factor` are given.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.ResizeBilinear()(ms.ops.ones((1, 1, 2, 3)), scale_factor=2).shape
        (1, 1, 4, 6)
    """

    def __init__(self, half_pixel_centers: bool = False):
        super().__init__()
        if not isinstance(half_pixel_centers, bool):
            text = describe(half_pixel_centers)
            raise TypeError(prefixed("ResizeBilinear", must("half_pixel_centers", "bool", text)))
        self.half_pixel_centers = half_pixel_centers

    def construct(
        self,
        x: Tensor,
        size: tuple[int, int] | None = None,
        scale_factor: int | None = None,
        align_corners: bool = False,
    ) -> Tensor:
        """The resized images."""
        if (size is None) == (scale_factor is None):
            raise ValueError("For 'ResizeBilinear', give either 'size' or 'scale_factor'.")
        if size is None:
            check_positive_int(scale_factor, "scale_factor", "ResizeBilinear")
            size = tuple(n * scale_factor for n in x.shape[2:])
        return _resize(x, tuple(size), align_corners, self.half_pixel_centers)
