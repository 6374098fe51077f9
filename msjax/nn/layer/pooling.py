"""Pooling layers with moving windows."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer._pooling_adaptive import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    FractionalMaxPool2d,
    FractionalMaxPool3d,
    MaxUnpool1d,
    MaxUnpool2d,
    MaxUnpool3d,
)
from msjax.nn.layer._pooling_more import (
    AvgPool1dExt,
    AvgPool2dExt,
    AvgPool3dExt,
    LPPool1d,
    LPPool2d,
    MaxPool2dExt,
)
from msjax.ops import pooling_layers
from msjax.ops._spatial import Pads

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d",
    "AvgPool1d",
    "AvgPool1dExt",
    "AvgPool2d",
    "AvgPool2dExt",
    "AvgPool3d",
    "AvgPool3dExt",
    "FractionalMaxPool2d",
    "FractionalMaxPool3d",
    "LPPool1d",
    "LPPool2d",
    "MaxPool1d",
    "MaxPool2d",
    "MaxPool2dExt",
    "MaxPool3d",
    "MaxUnpool1d",
    "MaxUnpool2d",
    "MaxUnpool3d",
]

_max_pool, _avg_pool = call(pooling_layers.max_pool_layer), call(pooling_layers.avg_pool_layer)


def _positive(owner: str, arg: str, value: Any) -> Any:
    """An int or a tuple of ints; a tuple of one is that int."""
    validator.check_value_type(arg, value, [int, tuple], owner)
    items = (value,) if isinstance(value, int) else value
    if not all(isinstance(e, int) and e > 0 for e in items):
        raise ValueError(
            f"For '{owner}', the '{arg}' must be an positive int number or a tuple, but got {value}"
        )
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


def _times(owner: str, arg: str, value: Any, count: int, minimum: int = 1) -> tuple[int, ...]:
    """`count` ints from one or a tuple of that length."""
    validator.check_value_type(arg, value, (int, tuple), owner)
    items = (value,) * count if isinstance(value, int) else value
    if len(items) == 1:
        items = items * count
    if len(items) != count:
        raise ValueError(
            f"For {owner}, the length of {arg} must be equal to {count}, but got {len(items)}."
        )
    if not all(isinstance(e, int) and e >= minimum for e in items):
        raise ValueError(
            f"For '{owner}', the '{arg}' must be made of ints of at least {minimum}, "
            f"but got {value}."
        )
    return items


def _both_sides(owner: str, padding: Any, count: int) -> Pads:
    padding = tuple(padding) if isinstance(padding, list) else padding
    return tuple((p, p) for p in _times(owner, "padding", padding, count, 0))


class _PoolNd(Cell):
    """What the pooling layers share."""

    _count = 2

    def __init__(self, kernel_size: Any, stride: Any, pad_mode: str, data_format: str = "NCHW"):
        super().__init__()
        name = self.cls_name
        validator.check_value_type("pad_mode", pad_mode, [str], name)
        modes = ["VALID", "SAME", "PAD"]
        self.pad_mode = validator.check_string(pad_mode.upper(), modes, "pad_mode", name)
        self.format = validator.check_string(data_format, ["NCHW", "NHWC"], "format", name)
        self.kernel_size = _positive(name, "kernel_size", kernel_size)
        self.stride = _positive(name, "stride", stride)
        if self._count == 1:
            validator.check_is_int(self.kernel_size, "kernel_size", name)
            validator.check_is_int(self.stride, "stride", name)
        self._kernel = _times(name, "kernel_size", self.kernel_size, self._count)
        self._steps = _times(name, "stride", self.stride, self._count)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


def _check_half(owner: str, pads: Pads, kernel: tuple) -> None:
    """Padding that could fill a window is refused at the call, as in MindSpore."""
    if any(2 * p > k for (p, _), k in zip(pads, kernel, strict=True)):
        raise ValueError(
            f"For '{owner}', the 'padding' must be at most half of 'kernel_size', but got "
            f"{tuple(p for p, _ in pads)} and {kernel}."
        )


class _MaxPool(_PoolNd):
    """What the max pooling layers share."""

    def _finish(self, padding: Any, dilation: Any, return_indices: bool, ceil_mode: bool) -> None:
        name, count = self.cls_name, self._count
        self.return_indices, self.ceil_mode = return_indices, ceil_mode
        if self.pad_mode != "PAD":
            free = count == 3
            if dilation != 1 or return_indices or ceil_mode or (not free and padding != 0):
                raise ValueError(
                    f"For '{name}', the parameter 'padding', 'dilation', 'return_indices', "
                    "'ceil_mode' can not be set to non-default value when pad_mode is not 'pad', "
                    f"but got pad_mode:{self.pad_mode}."
                )
            if any(p for p, _ in _both_sides(name, padding, count)):
                raise ValueError(
                    f"For '{name}', the 'padding' must be 0 when 'pad_mode' is not 'pad', but got "
                    f"{padding} and pad_mode:{self.pad_mode}."
                )
            dilation, ceil_mode = 1, False
            self.ceil_mode = False
        elif self.format == "NHWC":
            raise ValueError(
                f"For '{name}, the 'NHWC' format are not support when 'pad_mode' is 'pad'."
            )
        validator.check_value_type("ceil_mode", ceil_mode, bool, name)
        self._pads = _both_sides(name, padding, count)
        self._dilation = _times(name, "dilation", dilation, count)

    def _run(self, x: Tensor) -> Any:
        _check_half(self.cls_name, self._pads, self._kernel)
        return _max_pool(
            x,
            self.cls_name,
            self._kernel,
            self._steps,
            self.pad_mode.lower(),
            self._pads,
            self._dilation,
            self.ceil_mode,
            self.return_indices,
            self.format,
        )


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
        return _avg_pool(
            x,
            self.cls_name,
            self._kernel,
            self._steps,
            self.pad_mode.lower(),
            self._pads,
            self.ceil_mode,
            self._include,
            self.divisor_override or 0,
            self.format,
        )


class MaxPool1d(_MaxPool):
    """Maximum of each window over (N, C, L), with or without the batch dimension.

    Args:
        kernel_size: int.
        stride: int.
        pad_mode: "valid", "same" or "pad".
        padding: int for both sides, with `pad_mode` "pad".
        dilation: int, with `pad_mode` "pad".
        return_indices: also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: also use windows that reach over the end, with `pad_mode` "pad".

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool1d(2, stride=2)(ms.ops.ones((1, 1, 4))).shape
        (1, 1, 2)
    """

    _count = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: int = 0,
        dilation: int = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        validator.check_int(kernel_size, 1, validator.GE, "kernel_size", self.cls_name)
        validator.check_int(stride, 1, validator.GE, "stride", self.cls_name)
        self.kernel_size, self.stride = (1, kernel_size), (1, stride)
        if self.pad_mode == "PAD":
            self.kernel_size, self.stride = (1, 1, kernel_size), (1, 1, stride)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class MaxPool2d(_MaxPool):
    """Maximum of each window over (N, C, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of two ints for both sides, with `pad_mode` "pad".
        dilation: int or tuple of two ints, with `pad_mode` "pad".
        return_indices: also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: also use windows that reach over the end, with `pad_mode` "pad".
        data_format: "NCHW" or "NHWC".

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool2d(2, stride=2)(ms.ops.ones((1, 1, 4, 4))).shape
        (1, 1, 2, 2)
    """

    _count = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class MaxPool3d(_MaxPool):
    """Maximum of each window over (N, C, D, H, W), with or without the batch dimension.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of three ints for both sides, with `pad_mode` "pad".
        dilation: int or tuple of three ints, with `pad_mode` "pad".
        return_indices: also return the place of each maximum (Int64), with `pad_mode` "pad".
        ceil_mode: also use windows that reach over the end, with `pad_mode` "pad".

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.MaxPool3d(2, stride=2)(ms.ops.ones((1, 1, 4, 4, 4))).shape
        (1, 1, 2, 2, 2)
    """

    _count = 3

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        self._finish(padding, dilation, return_indices, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return self._run(x)


class AvgPool1d(_AvgPool):
    """Mean of each window over (N, C, L), with or without the batch dimension.

    Args:
        kernel_size: int.
        stride: int.
        pad_mode: "valid", "same" or "pad".
        padding: int for both sides, with `pad_mode` "pad".
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool1d(2, stride=2)(ms.ops.ones((1, 1, 4))).shape
        (1, 1, 2)
    """

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
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, or None.
        data_format: "NCHW" or "NHWC".

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool2d(2, stride=2)(ms.ops.ones((1, 1, 4, 4))).shape
        (1, 1, 2, 2)
    """

    _count = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
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
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, or None.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AvgPool3d(2, stride=2)(ms.ops.ones((1, 1, 4, 4, 4))).shape
        (1, 1, 2, 2, 2)
    """

    _count = 3

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__(kernel_size, stride, pad_mode)
        self._finish(padding, ceil_mode, count_include_pad, divisor_override)

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return self._run(x)
