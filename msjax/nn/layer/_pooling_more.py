"""Power-average pooling and the pooling layers of the extended API."""

from __future__ import annotations

from typing import Any

from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import pooling_adaptive, pooling_functional

_max_pool2d_ext = call(pooling_functional.max_pool2d_ext)
_avg_pool1d_ext, _avg_pool2d_ext, _avg_pool3d_ext = (
    call(k)
    for k in (
        pooling_functional.avg_pool1d_ext,
        pooling_functional.avg_pool2d_ext,
        pooling_functional.avg_pool3d_ext,
    )
)
_lp_pool1d, _lp_pool2d = call(pooling_adaptive.lp_pool1d), call(pooling_adaptive.lp_pool2d)


class LPPool1d(Cell):
    """Power-average of each window of (N, C, L) or (C, L).

    Args:
        norm_type: the power, a number other than 0.
        kernel_size: int.
        stride: int; None means `kernel_size`.
        ceil_mode: also use windows that reach over the end.
    """

    def __init__(
        self, norm_type: float, kernel_size: int, stride: Any = None, ceil_mode: bool = False
    ):
        super().__init__()
        self.norm_type, self.kernel_size = norm_type, kernel_size
        self.stride, self.ceil_mode = stride, ceil_mode

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return _lp_pool1d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(Cell):
    """Power-average of each window of (N, C, H, W).

    Args:
        norm_type: the power, a number other than 0.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        ceil_mode: also use windows that reach over the end.
    """

    def __init__(
        self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False
    ):
        super().__init__()
        self.norm_type, self.kernel_size = norm_type, kernel_size
        self.stride, self.ceil_mode = stride, ceil_mode

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch."""
        return _lp_pool2d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class MaxPool2dExt(Cell):
    """Maximum of each window of (N, C, H, W) or (C, H, W), with explicit padding.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
        dilation: int or tuple of two ints.
        return_indices: also return the place of each maximum (Int64).
        ceil_mode: also use windows that reach over the end.
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.kernel_size, self.padding, self.dilation = kernel_size, padding, dilation
        self.stride = kernel_size if stride is None else stride
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        windows = (self.kernel_size, self.stride, self.padding, self.dilation)
        return _max_pool2d_ext(input, *windows, self.ceil_mode, self.return_indices)


class AvgPool1dExt(Cell):
    """Mean of each window of (N, C, L) or (C, L), with explicit padding.

    Args:
        kernel_size: int.
        stride: int; None means `kernel_size`.
        padding: int.
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        windows = (self.kernel_size, self.stride, self.padding)
        return _avg_pool1d_ext(input, *windows, self.ceil_mode, self.count_include_pad)


class AvgPool2dExt(Cell):
    """Mean of each window of (N, C, H, W) or (C, H, W), with explicit padding.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, or None.
    """

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad
        self.divisor_override = divisor_override

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        windows = (self.kernel_size, self.stride, self.padding)
        rest = (self.ceil_mode, self.count_include_pad, self.divisor_override)
        return _avg_pool2d_ext(input, *windows, *rest)


class AvgPool3dExt(AvgPool2dExt):
    """Mean of each window of (N, C, D, H, W) or (C, D, H, W), with explicit padding.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints.
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, or None.
    """

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        windows = (self.kernel_size, self.stride, self.padding)
        rest = (self.ceil_mode, self.count_include_pad, self.divisor_override)
        return _avg_pool3d_ext(input, *windows, *rest)
