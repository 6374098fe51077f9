"""Pooling with explicit padding, dilation, divisors and indices."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import Unshown, primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import GRAPH_TYPES, repeated, stored, window
from msjax.ops._pool import argmax_windows, max_windows
from msjax.ops._spatial import Pads, check_layout, pairs, resolve_pads, sizes, window_counts
from msjax.ops.pooling import check_bool, check_divisor, check_rank, mean_pool


def _indexed(
    name: str, x: Any, count: int, setting: tuple, index_dtype: Any = np.int64
) -> tuple[Any, Any]:
    """Maxima and their places with the attributes of the functional forms."""
    kernel_size, stride, padding, dilation, ceil_mode = setting
    accept(name, x, "iuf")
    kernel, strides, pads, dilations = _explicit(
        name, count, kernel_size, stride, padding, dilation
    )
    check_bool(name, "ceil_mode", ceil_mode)
    counts = window_counts(name, x.shape[-count:], kernel, strides, pads, dilations, ceil_mode)
    out, places = argmax_windows(x, kernel, strides, pads, dilations, counts)
    return out, places.astype(index_dtype)


def _maxima(name: str, x: Any, count: int, setting: tuple) -> Any:
    kernel_size, stride, padding, dilation, ceil_mode = setting
    accept(name, x, "iuf")
    kernel, strides, pads, dilations = _explicit(
        name, count, kernel_size, stride, padding, dilation
    )
    check_bool(name, "ceil_mode", ceil_mode)
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


def _stored_argmax_v2(kernel_size: Any, strides: Any, argmax_type: Any, **given: Any) -> dict:
    if argmax_type not in (mstype.int32, mstype.int64):
        expected = "mindspore.int32 or mindspore.int64"
        raise TypeError(must("MaxPoolWithArgmaxV2", "argmax_type", expected, argmax_type))
    return {
        "kernel_size": window(2)(kernel_size),
        "strides": window(2)(kernel_size if strides is None else strides),
        "pads": window(2)(given["pads"]),
        "dilation": window(2)(given["dilation"]),
        "argmax_type": GRAPH_TYPES[argmax_type],
    }


def _index_type(argmax_type: Any) -> Any:
    kind = mstype.from_np(np.dtype(argmax_type)) if argmax_type is not None else None
    if kind not in (mstype.int32, mstype.int64):
        raise ValueError(must("MaxPool", "argmax_type", "int32 or int64", kind))
    return kind.np


@primitive(
    "MaxPoolWithArgmaxV2",
    since="kernel_size",
    normal=_stored_argmax_v2,
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
    check_rank(name, x, 4)
    setting = (kernel_size, strides, pads, dilation, ceil_mode)
    return _indexed(name, x, 2, setting, _index_type(argmax_type))


@primitive(
    "MaxPool3DWithArgmax",
    since="ksize",
    normal=stored(
        "MaxPool3DWithArgmax",
        ksize=repeated(3),
        strides=repeated(3),
        pads=repeated(3),
        dilation=repeated(3),
        argmax_type=lambda kind: {mstype.int32: "int32", mstype.int64: "int64"}.get(kind, kind),
    ),
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
    check_rank(name, x, 5)
    setting = (ksize, strides, pads, dilation, ceil_mode)
    return _indexed(name, x, 3, setting, _index_type(argmax_type))


def _check_max_with_argmax(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any) -> None:
    check_layout("MaxPoolWithArgmax", data_format, "NCHW")


@primitive(
    "MaxPoolWithArgmax",
    since="kernel_size",
    check=_check_max_with_argmax,
    normal=lambda kernel_size, strides, pad_mode, data_format: {
        "kernel_size": window(2, (1,), (1,))(kernel_size),
        "strides": window(2, (1,), (1,))(strides),
        "pad_mode": pad_mode.upper(),
        "format": Unshown(data_format),
    },
)
@op(label="MaxPoolWithArgmax")
def max_pool_with_argmax(x: Array, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
    """Maximum of each window of the last two dimensions, and its place as an Int32 index.

    Args:
        x: Tensor of shape (N, C, H, W).

    Returns:
        Tensors of shape (N, C, H', W'): maxima and indices into the flattened (C, H, W).
    """
    name = "MaxPoolWithArgmax"
    accept(name, x, "f")
    check_rank(name, x, 4)
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
    check_rank(name, x, 4)
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
    check_rank(name, x, 5)
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    return _indexed(name, x, 3, setting) if return_indices else _maxima(name, x, 3, setting)


def _avg_setting(name: str, ceil_mode: Any, include: Any, divisor: Any) -> tuple:
    return (
        check_bool(name, "ceil_mode", ceil_mode),
        check_bool(name, "count_include_pad", include),
        check_divisor(name, divisor),
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
    return mean_pool(
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
    check_rank(name, input_x, 3)
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
    check_rank(name, input_x, 4)
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
    check_rank(name, input_x, 5)
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
    try:
        return _mean_explicit(name, x, count, windows, (ceil_mode, include, divisor or 0))
    except RuntimeError as error:  # of a window that does not fit
        raise ValueError(str(error)) from None


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
