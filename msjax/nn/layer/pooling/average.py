"""Average and power-average pooling with moving windows."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.pool.avg_pool import (
    avg_pool1d_ext,
    avg_pool2d_ext,
    avg_pool3d_ext,
    avg_pool_layer,
    lp_pool1d,
    lp_pool2d,
)
from msjax.nn.cell import Cell
from msjax.nn.layer.pooling.window import _both_sides, _check_half, _PoolNd, in_three_dimensions

_avg_pool1d_ext, _avg_pool2d_ext, _avg_pool3d_ext = (
    call(k)
    for k in (
        avg_pool1d_ext,
        avg_pool2d_ext,
        avg_pool3d_ext,
    )
)
_lp_pool1d, _lp_pool2d = call(lp_pool1d), call(lp_pool2d)


def _in_3d(c: Any) -> bool:
    """Whether the pool is one over three dimensions."""
    return c.pad_mode == "PAD" or c.ceil_mode or not c.count_include_pad or bool(c.divisor_override)


def _inner_pool(c: Any) -> Any:
    if _in_3d(c):
        return _inner_pool_3d(c)
    return ops.AvgPool(c.kernel_size, c.stride, c.pad_mode.lower())


def _inner_pool_3d(c: Any) -> Any:
    size, stride, pads = in_three_dimensions(c)
    sides = tuple(p for pad in pads for p in (pad, pad))
    settings = c.ceil_mode, c.count_include_pad, c.divisor_override or 0
    return ops.AvgPool3D(size, stride, c.pad_mode.lower(), sides, *settings)


class _AvgPool(_PoolNd):
    """What the average pooling layers share."""

    def _finish(
        self, padding: Any, ceil_mode: bool, count_include_pad: bool, divisor_override: Any
    ) -> None:
        name, count = self.cls_name, self._count
        if divisor_override is not None and not isinstance(divisor_override, (int, float)):
            validator.check_value_type("divisor_override", divisor_override, int, name)
        if divisor_override is not None and divisor_override <= 0:
            raise ValueError(
                f"For '{name}', the 'divisor_override' must be > 0, but got {divisor_override}."
            )
        if divisor_override is not None:
            validator.check_value_type("divisor_override", divisor_override, int, name)
        plain = not ceil_mode and count_include_pad and divisor_override is None
        if self.format == "NHWC" and (self.pad_mode == "PAD" or padding != 0 or not plain):
            raise ValueError(
                f"For '{name}, the 'NHWC' format is supported for pad modes 'valid' and 'same' "
                "without further options only."
            )
        self._pads = _both_sides(name, padding, count)
        if self.pad_mode != "PAD" and any(p for p, _ in self._pads):
            raise ValueError(
                f"For '{name}', the 'padding' must be zero when 'pad_mode' is not 'pad', but got "
                f"{padding} and {self.pad_mode}."
            )
        simple = self.pad_mode != "PAD" and plain and count < 3
        if not simple:
            validator.check_value_type("ceil_mode", ceil_mode, bool, name)
            validator.check_value_type("count_include_pad", count_include_pad, bool, name)
        self.ceil_mode = bool(ceil_mode)
        self.divisor_override = divisor_override
        self.count_include_pad = bool(count_include_pad)
        self._include = self.count_include_pad and not simple

    def _run(self, x: Tensor) -> Tensor:
        _check_half(self.cls_name, self._pads, self._kernel)
        return call(avg_pool_layer, self.cls_name)(
            x,
            self._kernel,
            self._steps,
            self.pad_mode.lower(),
            self._pads,
            self.ceil_mode,
            self._include,
            self.divisor_override or 0,
            self.format,
        )


class AvgPool1d(_AvgPool):
    """Mean of each window over (N, C, L), with or without the batch dimension.

    Args:
        kernel_size: int.
        stride: int.
        pad_mode: "valid", "same" or "pad".
        padding: int for both sides, with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end.
        count_include_pad: bool, count the padding in the mean.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L) or (C, L); Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of shape (N, C, L') or (C, L') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 2 or 3
            dimensions.
        RuntimeError: a window is larger than the padded input.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool1d(2, stride=2)(ms.ops.ones((1, 1, 4))).shape
        (1, 1, 2)
    """

    _msj_inner = {
        "expand": "ExpandDims",
        "expand_dims": "ExpandDims",
        "shape": lambda c: ops.shape,
        "slice": "Slice",
        "avg_pool": _inner_pool,
        "is_expand_3d": _in_3d,
        "squeeze": ("Squeeze", 2),
        "reduce_mean": ("ReduceMean", True),
    }

    _count = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        validator.check_int(self.kernel_size, 1, validator.GE, "kernel_size", self.cls_name)
        validator.check_int(self.stride, 1, validator.GE, "stride", self.cls_name)
        plain = self.pad_mode != "PAD" and padding == 0 and not ceil_mode and count_include_pad
        if plain:
            self.kernel_size, self.stride = (1, self.kernel_size), (1, self.stride)
        self._finish(padding, ceil_mode, count_include_pad, None)

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return self._run(x)


class AvgPool2d(_AvgPool):
    """Mean of each window over (N, C, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of two ints for both sides, with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end.
        count_include_pad: bool, count the padding in the mean.
        divisor_override: int, number to divide by instead of the count, or None.
        data_format: "NCHW" or "NHWC".

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W) or (C, H, W); Float16, BFloat16, Float32 or
          Float64.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 3 or 4
            dimensions.
        RuntimeError: a window is larger than the padded input.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool2d(2, stride=2)(ms.ops.ones((1, 1, 4, 4))).shape
        (1, 1, 2, 2)
    """

    _msj_inner = {
        "avg_pool": _inner_pool,
        "is_expand": _in_3d,
        "ascend_910b_target": lambda c: False,
    }

    _count = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self._finish(padding, ceil_mode, count_include_pad, divisor_override)

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return self._run(x)


class AvgPool3d(_AvgPool):
    """Mean of each window over (N, C, D, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of three ints for both sides, with `pad_mode` "pad".
        ceil_mode: bool, also use windows that reach over the end.
        count_include_pad: bool, count the padding in the mean.
        divisor_override: int, number to divide by instead of the count, or None.

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); Float16, BFloat16, Float32 or
          Float64.

    Outputs:
        Tensor of shape (N, C, D', H', W') or (C, D', H', W') and the dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or excludes another, or `x` does not have 4 or 5
            dimensions.
        RuntimeError: a window is larger than the padded input.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool3d(2, stride=2)(ms.ops.ones((1, 1, 4, 4, 4))).shape
        (1, 1, 2, 2, 2)
    """

    _msj_inner = {"avg_pool": _inner_pool_3d}

    _count = 3

    def __init__(
        self,
        kernel_size: int | tuple[int, ...] = 1,
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "valid",
        padding: int | tuple[int, ...] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        self._finish(padding, ceil_mode, count_include_pad, divisor_override)

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return self._run(x)


class LPPool1d(Cell):
    """Power-average of each window of (N, C, L) or (C, L).

    Args:
        norm_type: the power, a number other than 0.
        kernel_size: int.
        stride: int; None means `kernel_size`.
        ceil_mode: bool, also use windows that reach over the end.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L) or (C, L); any real dtype but BFloat16.

    Outputs:
        Tensor of shape (N, C, L') or (C, L') and the dtype of `x`; Float32 for integers and Bool.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: `norm_type` is 0, `kernel_size` is not positive, or `x` does not have 2 or 3
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LPPool1d(1, 2)(ms.Tensor([[1., 2., 3., 4.]])))
        [[3. 7.]]
    """

    def __init__(
        self, norm_type: float, kernel_size: int, stride: int | None = None, ceil_mode: bool = False
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
        ceil_mode: bool, also use windows that reach over the end.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W); any real dtype but BFloat16.

    Outputs:
        Tensor of shape (N, C, H', W') and the dtype of `x`; Float32 for integers and Bool.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: `norm_type` is 0, `kernel_size` is not positive, or `x` does not have 4
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LPPool2d(1, 2)(ms.ops.ones((1, 1, 2, 2))))
        [[[[4.]]]]
    """

    def __init__(
        self,
        norm_type: float,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] | None = None,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.norm_type, self.kernel_size = norm_type, kernel_size
        self.stride, self.ceil_mode = stride, ceil_mode

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch."""
        return _lp_pool2d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class AvgPool1dExt(Cell):
    """Mean of each window of (N, C, L) or (C, L), with explicit padding.

    Args:
        kernel_size: int.
        stride: int; None means `kernel_size`.
        padding: int.
        ceil_mode: bool, also use windows that reach over the end.
        count_include_pad: bool, count the padding in the mean.

    Inputs:
        - **input** (Tensor) - of shape (N, C, L) or (C, L); Float16, Float32 or Float64.

    Outputs:
        Tensor of shape (N, C, L') or (C, L') and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, or `input` does not have 2 or 3 dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 3., 4.]])
        >>> print(ms.nn.AvgPool1dExt(2)(x))
        [[1.5 3.5]]
    """

    def __init__(
        self,
        kernel_size: int,
        stride: int | None = None,
        padding: int = 0,
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
        ceil_mode: bool, also use windows that reach over the end.
        count_include_pad: bool, count the padding in the mean.
        divisor_override: int, number to divide by instead of the count, or None.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); Float16, Float32 or Float64.

    Outputs:
        Tensor of shape (N, C, H', W') or (C, H', W') and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, or `input` does not have 3 or 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 6.]]])
        >>> print(ms.nn.AvgPool2dExt(2)(x))
        [[[3.]]]
    """

    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] | None = None,
        padding: int | tuple[int, ...] = 0,
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

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); Float16, Float32 or
          Float64.

    Outputs:
        Tensor of shape (N, C, D', H', W') or (C, D', H', W') and the dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, or `input` does not have 4 or 5 dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool3dExt(2)(ms.ops.ones((1, 4, 4, 4))).shape
        (1, 2, 2, 2)
    """

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        windows = (self.kernel_size, self.stride, self.padding)
        rest = (self.ceil_mode, self.count_include_pad, self.divisor_override)
        return _avg_pool3d_ext(input, *windows, *rest)
