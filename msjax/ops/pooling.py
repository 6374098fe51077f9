"""Max and average pooling with moving windows."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops._pool import argmax_windows, max_windows, mean_windows
from msjax.ops._spatial import Pads, check_pad_mode, pairs, resolve_pads, sizes, window_counts

_FLOAT = "f"
_ORDERED = "iuf"


def _check_rank(name: str, x: Any, rank: int) -> None:
    if x.ndim != rank:
        raise ValueError(must(name, "input", f"of {rank} dimensions", f"shape {x.shape}"))


def _bool(name: str, arg: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(must(name, arg, "bool", describe(value)))
    return value


def _check_pool(name: str) -> Any:
    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any) -> None:
        sizes(name, "kernel_size", kernel_size, 2)
        sizes(name, "strides", strides, 2)
        if check_pad_mode(name, pad_mode, ()) == "pad":
            raise ValueError(must(name, "pad_mode", "'VALID' or 'SAME'", repr(pad_mode)))
        if data_format not in ("NCHW", "NHWC"):
            raise ValueError(must(name, "data_format", "NCHW or NHWC", repr(data_format)))

    return check


def _layout(name: str, x: Any, data_format: Any) -> Any:
    """Channels in front, and the way back."""
    _check_rank(name, x, 4)
    if data_format == "NHWC":
        return jnp.moveaxis(x, -1, 1), lambda out: jnp.moveaxis(out, 1, -1)
    return x, lambda out: out


@primitive(
    "MaxPool",
    kernel_size=1,
    strides=1,
    pad_mode="valid",
    data_format="NCHW",
    check=_check_pool("MaxPool"),
)
@op(label="MaxPool")
def max_pool(x: Array, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
    """Maximum of each window of the last two dimensions.

    Args:
        x: Tensor of shape (N, C, H, W), or (N, H, W, C) for the data format "NHWC".

    Returns:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.], [3., 4.]]]])
        >>> print(ms.ops.MaxPool(kernel_size=2)(x))
        [[[[4.]]]]
    """
    name = "MaxPool"
    accept(name, x, _FLOAT)
    x, back = _layout(name, x, data_format)
    kernel, stride = sizes(name, "kernel_size", kernel_size, 2), sizes(name, "strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, (1, 1))
    return back(max_windows(x, kernel, stride, pads, (1, 1), counts))


@primitive(
    "AvgPool",
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    data_format="NCHW",
    check=_check_pool("AvgPool"),
)
@op(label="AvgPool")
def avg_pool(x: Array, kernel_size=1, strides=1, pad_mode="VALID", data_format="NCHW"):
    """Mean of each window of the last two dimensions; padding does not count.

    Args:
        x: Tensor of shape (N, C, H, W), or (N, H, W, C) for the data format "NHWC".

    Returns:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.
        RuntimeError: a window does not fit.
    """
    name = "AvgPool"
    accept(name, x, _FLOAT)
    x, back = _layout(name, x, data_format)
    kernel, stride = sizes(name, "kernel_size", kernel_size, 2), sizes(name, "strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    try:
        counts = window_counts(name, x.shape[2:], kernel, stride, pads, (1, 1))
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    return back(mean_windows(x, kernel, stride, pads, counts, count_include_pad=False))


def _check_pool3d(name: str, pad_arg: str) -> Any:
    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any, **rest: Any) -> None:
        sizes(name, "kernel_size", kernel_size, 3)
        sizes(name, "strides", strides, 3)
        pads = pairs(name, pad_arg, rest[pad_arg], 3)
        mode = check_pad_mode(name, pad_mode, pads, pad_arg)
        ceil = rest["ceil_mode"]
        if ceil is not None:
            _bool(name, "ceil_mode", ceil)
        if name == "MaxPool3D" and ceil and mode != "pad":
            raise ValueError(
                f"For '{name}', the 'ceil_mode' must be False when 'pad_mode' is not 'pad'."
            )
        if "count_include_pad" in rest:
            _bool(name, "count_include_pad", rest["count_include_pad"])
            _divisor(name, rest["divisor_override"])
        if data_format != "NCDHW":
            raise ValueError(must(name, "data_format", "NCDHW", repr(data_format)))

    return check


def _divisor(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(must(name, "divisor_override", "int", describe(value)))
    if value < 0:
        raise ValueError(must(name, "divisor_override", ">= 0", value))
    return value


@primitive(
    "MaxPool3D",
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    pad_list=0,
    ceil_mode=None,
    data_format="NCDHW",
    check=_check_pool3d("MaxPool3D", "pad_list"),
)
@op(label="MaxPool3D")
def max_pool3d_primitive(
    x: Array,
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    pad_list=0,
    ceil_mode=None,
    data_format="NCDHW",
):
    """Maximum of each window of the last three dimensions.

    Args:
        x: Tensor of shape (N, C, D, H, W).

    Returns:
        Tensor of shape (N, C, D', H', W').
    """
    name = "MaxPool3D"
    accept(name, x, _FLOAT)
    _check_rank(name, x, 5)
    kernel, stride = sizes(name, "kernel_size", kernel_size, 3), sizes(name, "strides", strides, 3)
    ones = (1, 1, 1)
    pads = pairs(name, "pad_list", pad_list, 3)
    pads = resolve_pads(pad_mode.lower(), pads, x.shape[2:], kernel, stride, ones)
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, ones, bool(ceil_mode))
    return max_windows(x, kernel, stride, pads, ones, counts)


@primitive(
    "AvgPool3D",
    kernel_size=1,
    strides=1,
    pad_mode="valid",
    pad=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=0,
    data_format="NCDHW",
    check=_check_pool3d("AvgPool3D", "pad"),
)
@op(label="AvgPool3D")
def avg_pool3d_primitive(
    x: Array,
    kernel_size=1,
    strides=1,
    pad_mode="valid",
    pad=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=0,
    data_format="NCDHW",
):
    """Mean of each window of the last three dimensions.

    Args:
        x: Tensor of shape (N, C, D, H, W).

    Returns:
        Tensor of shape (N, C, D', H', W').
    """
    name = "AvgPool3D"
    accept(name, x, "float16 float32 float64")
    _check_rank(name, x, 5)
    pads = pairs(name, "pad", pad, 3)
    mode = check_pad_mode(name, pad_mode, pads)
    return _mean(
        name,
        x,
        sizes(name, "kernel_size", kernel_size, 3),
        sizes(name, "strides", strides, 3),
        (mode, pads, ceil_mode, count_include_pad, divisor_override),
    )


def _mean(name: str, x: Any, kernel: Any, stride: Any, setting: tuple) -> Any:
    mode, pads, ceil_mode, include, divisor = setting
    count = len(kernel)
    pads = resolve_pads(mode, pads, x.shape[-count:], kernel, stride, (1,) * count)
    counts = window_counts(name, x.shape[-count:], kernel, stride, pads, (1,) * count, ceil_mode)
    if mode == "pad" or divisor:
        return mean_windows(x, kernel, stride, pads, counts, include, divisor)
    return mean_windows(x, kernel, stride, pads, counts, include)


# -- functional forms: explicit padding, dilation, indices --


def _indexed(
    name: str, x: Any, count: int, setting: tuple, index_dtype: Any = np.int64
) -> tuple[Any, Any]:
    """Maxima and their places with the attributes of the functional forms."""
    kernel_size, stride, padding, dilation, ceil_mode = setting
    accept(name, x, _ORDERED)
    kernel, strides, pads, dilations = _explicit(
        name, count, kernel_size, stride, padding, dilation
    )
    _bool(name, "ceil_mode", ceil_mode)
    counts = window_counts(name, x.shape[-count:], kernel, strides, pads, dilations, ceil_mode)
    out, places = argmax_windows(x, kernel, strides, pads, dilations, counts)
    return out, places.astype(index_dtype)


def _maxima(name: str, x: Any, count: int, setting: tuple) -> Any:
    kernel_size, stride, padding, dilation, ceil_mode = setting
    accept(name, x, _ORDERED)
    kernel, strides, pads, dilations = _explicit(
        name, count, kernel_size, stride, padding, dilation
    )
    _bool(name, "ceil_mode", ceil_mode)
    counts = window_counts(name, x.shape[-count:], kernel, strides, pads, dilations, ceil_mode)
    return max_windows(x, kernel, strides, pads, dilations, counts)


def _explicit(
    name: str, count: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any
) -> tuple[tuple, tuple, Pads, tuple]:
    kernel = sizes(name, "kernel_size", kernel_size, count)
    strides = kernel if stride is None else sizes(name, "stride", stride, count)
    pad = sizes(name, "padding", padding, count, 0)
    if any(2 * p > k for p, k in zip(pad, kernel, strict=True)):
        raise ValueError(
            f"For '{name}', the 'padding' must be at most half of 'kernel_size', but got {pad} and "
            f"{kernel}."
        )
    dilations = sizes(name, "dilation", dilation, count)
    return kernel, strides, tuple((p, p) for p in pad), dilations


def _index_type(argmax_type: Any) -> Any:
    kind = mstype.from_np(np.dtype(argmax_type)) if argmax_type is not None else None
    if kind not in (mstype.int32, mstype.int64):
        raise ValueError(must("MaxPool", "argmax_type", "int32 or int64", kind))
    return kind.np


@primitive(
    "MaxPoolWithArgmaxV2",
    kernel_size=REQUIRED,
    strides=None,
    pads=0,
    dilation=(1, 1),
    ceil_mode=False,
    argmax_type=mstype.int64,
)
@op(label="MaxPoolWithArgmaxV2")
def max_pool_with_argmax_v2(
    x: Array,
    kernel_size,
    strides=None,
    pads=0,
    dilation=(1, 1),
    ceil_mode=False,
    argmax_type=mstype.int64,
):
    """Maximum of each window of the last two dimensions, and its place in the flattened plane.

    Args:
        x: Tensor of shape (N, C, H, W).

    Returns:
        Tensors of shape (N, C, H', W'): maxima and indices.
    """
    name = "MaxPoolWithArgmaxV2"
    _check_rank(name, x, 4)
    setting = (kernel_size, strides, pads, dilation, ceil_mode)
    return _indexed(name, x, 2, setting, _index_type(argmax_type))


@primitive(
    "MaxPool3DWithArgmax",
    ksize=REQUIRED,
    strides=REQUIRED,
    pads=REQUIRED,
    dilation=(1, 1, 1),
    ceil_mode=False,
    data_format="NCDHW",
    argmax_type=mstype.int64,
)
@op(label="MaxPool3DWithArgmax")
def max_pool3d_with_argmax(
    x: Array,
    ksize,
    strides,
    pads,
    dilation=(1, 1, 1),
    ceil_mode=False,
    data_format="NCDHW",
    argmax_type=mstype.int64,
):
    """Maximum of each window of the last three dimensions, and its place in the flattened volume.

    Args:
        x: Tensor of shape (N, C, D, H, W).

    Returns:
        Tensors of shape (N, C, D', H', W'): maxima and indices.
    """
    name = "MaxPool3DWithArgmax"
    _check_rank(name, x, 5)
    setting = (ksize, strides, pads, dilation, ceil_mode)
    return _indexed(name, x, 3, setting, _index_type(argmax_type))


@primitive("MaxPoolWithArgmax", kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW")
@op(label="MaxPoolWithArgmax")
def max_pool_with_argmax(x: Array, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
    """Maximum of each window of the last two dimensions, and its place as an Int32 index.

    Args:
        x: Tensor of shape (N, C, H, W).

    Returns:
        Tensors of shape (N, C, H', W'): maxima and indices into the flattened (C, H, W).
    """
    name = "MaxPoolWithArgmax"
    accept(name, x, _FLOAT)
    _check_rank(name, x, 4)
    kernel, stride = sizes(name, "kernel_size", kernel_size, 2), sizes(name, "strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, (1, 1))
    values, places = argmax_windows(x, kernel, stride, pads, (1, 1), counts)
    planes = jnp.arange(x.shape[1], dtype=places.dtype) * (x.shape[2] * x.shape[3])
    return values, places + planes[:, None, None]


@op("ops.max_pool2d", label="MaxPoolWithArgmaxV2")
def max_pool2d(
    x: Array,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    return_indices=False,
    ceil_mode=False,
):
    """Maximum of each window of the last two dimensions.

    Args:
        x: Tensor of shape (N, C, H, W).
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints, at most half of `kernel_size`.
        dilation: int or tuple of two ints.
        return_indices: also return the place of each maximum in the flattened plane (Int64).
        ceil_mode: also use windows that reach over the end.

    Returns:
        Tensor of shape (N, C, H', W'), or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.], [3., 4.]]]])
        >>> print(ms.ops.max_pool2d(x, 2))
        [[[[4.]]]]
    """
    name = "MaxPoolWithArgmaxV2"
    _check_rank(name, x, 4)
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    return _indexed(name, x, 2, setting) if return_indices else _maxima(name, x, 2, setting)


@op("mint.nn.functional.max_pool2d", label="max_pool2d")
def max_pool2d_ext(
    input: Array,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode=False,
    return_indices=False,
):
    """Maximum of each window of the last two dimensions of (N, C, H, W) or (C, H, W)."""
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    if input.ndim not in (3, 4):
        raise ValueError(must("max_pool2d", "input", "of 3 or 4 dimensions", input.shape))
    if return_indices:
        return _indexed("max_pool2d", input, 2, setting)
    return _maxima("max_pool2d", input, 2, setting)


@op("ops.max_pool3d", label="MaxPool3DWithArgmax")
def max_pool3d(
    x: Array,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode=False,
    return_indices=False,
):
    """Maximum of each window of the last three dimensions.

    Args:
        x: Tensor of shape (N, C, D, H, W).
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints, at most half of `kernel_size`.
        dilation: int or tuple of three ints.
        ceil_mode: also use windows that reach over the end.
        return_indices: also return the place of each maximum in the flattened volume (Int64).

    Returns:
        Tensor of shape (N, C, D', H', W'), or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.max_pool3d(ms.ops.ones((1, 1, 2, 2, 2)), 2))
        [[[[[1.]]]]]
    """
    name = "MaxPool3DWithArgmax"
    _check_rank(name, x, 5)
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    return _indexed(name, x, 3, setting) if return_indices else _maxima(name, x, 3, setting)


def _avg_setting(name: str, ceil_mode: Any, include: Any, divisor: Any) -> tuple:
    return (
        _bool(name, "ceil_mode", ceil_mode),
        _bool(name, "count_include_pad", include),
        _divisor(name, divisor),
    )


def _side_pads(name: str, padding: Any, count: int) -> Pads:
    """Padding as an int, one int per dimension, or two."""
    if isinstance(padding, tuple) and len(padding) == count:
        padding = tuple(e for p in padding for e in (p, p))
    return pairs(name, "padding", padding, count)


def _mean_explicit(name: str, x: Any, count: int, windows: tuple, rest: tuple) -> Any:
    kernel_size, stride, pads = windows
    accept(name, x, "float16 float32 float64")
    ceil_mode, include, divisor = _avg_setting(name, *rest)
    return _mean(
        name,
        x,
        sizes(name, "kernel_size", kernel_size, count),
        sizes(name, "stride", stride, count),
        ("pad", pads, ceil_mode, include, divisor),
    )


@op("ops.avg_pool1d")
def avg_pool1d(
    input_x: Array, kernel_size=1, stride=1, padding=0, ceil_mode=False, count_include_pad=True
):
    """Mean of each window of the last dimension.

    Args:
        input_x: Tensor of shape (N, C, L).
        kernel_size: int.
        stride: int or tuple of one int.
        padding: int or tuple of one int.
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.

    Returns:
        Tensor of shape (N, C, L').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.avg_pool1d(ms.Tensor([[[1., 2., 3.]]]), 2))
        [[[1.5 2.5]]]
    """
    name = "avg_pool1d"
    if isinstance(kernel_size, bool) or not isinstance(kernel_size, int):
        raise TypeError(must(name, "kernel_size", "int", describe(kernel_size)))
    _check_rank(name, input_x, 3)
    windows = (kernel_size, stride, _side_pads(name, padding, 1))
    return _mean_explicit(name, input_x, 1, windows, (ceil_mode, count_include_pad, 0))


@op("ops.avg_pool2d")
def avg_pool2d(
    input_x: Array,
    kernel_size=1,
    stride=1,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=0,
):
    """Mean of each window of the last two dimensions.

    Args:
        input_x: Tensor of shape (N, C, H, W).
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        padding: int, or tuple of four ints (top, bottom, left, right).
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, if not 0.

    Returns:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.avg_pool2d(ms.Tensor([[[[1., 2.], [3., 4.]]]]), 2))
        [[[[2.5]]]]
    """
    name = "avg_pool2d"
    _check_rank(name, input_x, 4)
    windows = (kernel_size, stride, pairs(name, "padding", padding, 2))
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_explicit(name, input_x, 2, windows, rest)


@op("ops.avg_pool3d")
def avg_pool3d(
    input_x: Array,
    kernel_size=1,
    stride=1,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=0,
):
    """Mean of each window of the last three dimensions.

    Args:
        input_x: Tensor of shape (N, C, D, H, W).
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        padding: int, or tuple of six ints (front, back, top, bottom, left, right).
        ceil_mode: also use windows that reach over the end.
        count_include_pad: count the padding in the mean.
        divisor_override: number to divide by instead of the count, if not 0.

    Returns:
        Tensor of shape (N, C, D', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.avg_pool3d(ms.ops.ones((1, 1, 2, 2, 2)), 2))
        [[[[[1.]]]]]
    """
    name = "avg_pool3d"
    _check_rank(name, input_x, 5)
    windows = (kernel_size, stride, pairs(name, "padding", padding, 3))
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_explicit(name, input_x, 3, windows, rest)


def _mean_ext(
    name: str, x: Any, count: int, kernel: Any, stride: Any, padding: Any, rest: tuple
) -> Any:
    if x.ndim not in (count + 1, count + 2):
        raise ValueError(must(name, "input", f"of {count + 1} or {count + 2} dimensions", x.shape))
    ceil_mode, include, divisor = rest
    windows = (kernel, kernel if stride is None else stride, _side_pads(name, padding, count))
    return _mean_explicit(name, x, count, windows, (ceil_mode, include, divisor or 0))


@op("mint.nn.functional.avg_pool1d", label="avg_pool1d")
def avg_pool1d_ext(
    input: Array, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True
):
    """Mean of each window of the last dimension of (N, C, L) or (C, L)."""
    rest = (ceil_mode, count_include_pad, 0)
    return _mean_ext("avg_pool1d", input, 1, kernel_size, stride, padding, rest)


@op("mint.nn.functional.avg_pool2d", label="avg_pool2d")
def avg_pool2d_ext(
    input: Array,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
):
    """Mean of each window of the last two dimensions of (N, C, H, W) or (C, H, W)."""
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_ext("avg_pool2d", input, 2, kernel_size, stride, padding, rest)


@op("mint.nn.functional.avg_pool3d", label="avg_pool3d")
def avg_pool3d_ext(
    input: Array,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
):
    """Mean of each window of the last three dimensions of (N, C, D, H, W) or (C, D, H, W)."""
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_ext("avg_pool3d", input, 3, kernel_size, stride, padding, rest)
