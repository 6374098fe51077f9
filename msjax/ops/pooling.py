"""Max and average pooling with moving windows."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import Unshown, primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import FORMATS, PAD_MODES, repeated, stored, window
from msjax.ops._pool import max_windows, mean_windows
from msjax.ops._spatial import (
    check_layout,
    check_pad_mode,
    pairs,
    resolve_pads,
    sizes,
    window_counts,
)

_FLOAT = "f"
_ORDERED = "iuf"


def check_rank(name: str, x: Any, rank: int) -> None:
    if x.ndim != rank:
        raise ValueError(must(name, "input", f"of {rank} dimensions", f"shape {x.shape}"))


def check_bool(name: str, arg: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(must(name, arg, "bool", describe(value)))
    return value


def _mean_counts(
    name: str, lengths: Any, kernel: Any, stride: Any, pads: Any, ceil_mode: bool = False
) -> Any:
    """`window_counts` of mean pooling: windows that do not fit are a RuntimeError."""
    try:
        return window_counts(name, lengths, kernel, stride, pads, (1,) * len(kernel), ceil_mode)
    except ValueError as error:
        raise RuntimeError(str(error)) from None


def _check_pool(name: str) -> Any:
    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any) -> None:
        sizes(name, "kernel_size", kernel_size, 2)
        sizes(name, "strides", strides, 2)
        if check_pad_mode(name, pad_mode, ()) == "pad":
            raise ValueError(must(name, "pad_mode", "'VALID' or 'SAME'", repr(pad_mode)))
        check_layout(name, data_format, "NCHW", "NHWC")

    return check


def _stored_pool(kernel_size: Any, strides: Any, pad_mode: str, data_format: str) -> dict[str, Any]:
    front, back = ((1, 1), ()) if data_format == "NCHW" else ((1,), (1,))
    return {
        "kernel_size": window(2, front, back)(kernel_size),
        "strides": window(2, front, back)(strides),
        "pad_mode": pad_mode.upper(),
        "format": Unshown(data_format),
    }


def _layout(name: str, x: Any, data_format: Any) -> Any:
    """Channels in front, and the way back."""
    check_rank(name, x, 4)
    if data_format == "NHWC":
        return jnp.moveaxis(x, -1, 1), lambda out: jnp.moveaxis(out, 1, -1)
    return x, lambda out: out


@primitive(
    "MaxPool",
    since="kernel_size",
    check=_check_pool("MaxPool"),
    normal=_stored_pool,
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
    since="kernel_size",
    check=_check_pool("AvgPool"),
    normal=stored(
        "AvgPool",
        kernel_size=repeated(2),
        strides=repeated(2),
        pad_mode=PAD_MODES,
        data_format=FORMATS,
    ),
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
    counts = _mean_counts(name, x.shape[2:], kernel, stride, pads)
    return back(mean_windows(x, kernel, stride, pads, counts, count_include_pad=False))


def _stored_avg_pool3d(pad: Any, data_format: str, **given: Any) -> dict[str, Any]:
    return {
        "kernel_size": window(3)(given["kernel_size"]),
        "strides": window(3)(given["strides"]),
        "pad_mode": given["pad_mode"].upper(),
        "pad_list": repeated(6)(pad),
        "format": Unshown(data_format),
    }


def _check_pool3d(name: str, pad_arg: str) -> Any:
    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any, **rest: Any) -> None:
        sizes(name, "kernel_size", kernel_size, 3)
        sizes(name, "strides", strides, 3)
        pads = pairs(name, pad_arg, rest[pad_arg], 3)
        mode = check_pad_mode(name, pad_mode, pads, pad_arg)
        ceil = rest["ceil_mode"]
        if ceil is not None:
            check_bool(name, "ceil_mode", ceil)
        if name == "MaxPool3D" and ceil and mode != "pad":
            raise ValueError(
                f"For '{name}', the 'ceil_mode' must be False when 'pad_mode' is not 'pad'."
            )
        if "count_include_pad" in rest:
            check_bool(name, "count_include_pad", rest["count_include_pad"])
            check_divisor(name, rest["divisor_override"])
        check_layout(name, data_format, "NCDHW")

    return check


def check_divisor(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(must(name, "divisor_override", "int", describe(value)))
    if value < 0:
        raise ValueError(must(name, "divisor_override", ">= 0", value))
    return value


@primitive(
    "MaxPool3D",
    since="kernel_size",
    check=_check_pool3d("MaxPool3D", "pad_list"),
    normal=stored(
        "MaxPool3D",
        kernel_size=window(3),
        strides=window(3),
        pad_mode=lambda mode: "CALCULATED" if mode.lower() == "pad" else mode.upper(),
        pad_list=repeated(6),
        ceil_mode=lambda ceil: 1 if ceil else 0,
    ),
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
    check_rank(name, x, 5)
    kernel, stride = sizes(name, "kernel_size", kernel_size, 3), sizes(name, "strides", strides, 3)
    ones = (1, 1, 1)
    pads = pairs(name, "pad_list", pad_list, 3)
    pads = resolve_pads(pad_mode.lower(), pads, x.shape[2:], kernel, stride, ones)
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, ones, bool(ceil_mode))
    return max_windows(x, kernel, stride, pads, ones, counts)


@primitive(
    "AvgPool3D",
    since="kernel_size",
    check=_check_pool3d("AvgPool3D", "pad"),
    normal=_stored_avg_pool3d,
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
    check_rank(name, x, 5)
    pads = pairs(name, "pad", pad, 3)
    mode = check_pad_mode(name, pad_mode, pads)
    return mean_pool(
        name,
        x,
        sizes(name, "kernel_size", kernel_size, 3),
        sizes(name, "strides", strides, 3),
        (mode, pads, ceil_mode, count_include_pad, divisor_override),
    )


def mean_pool(name: str, x: Any, kernel: Any, stride: Any, setting: tuple) -> Any:
    mode, pads, ceil_mode, include, divisor = setting
    count = len(kernel)
    pads = resolve_pads(mode, pads, x.shape[-count:], kernel, stride, (1,) * count)
    if mode == "pad" and any(sum(pair) > k for pair, k in zip(pads, kernel, strict=True)):
        raise ValueError(
            f"For '{name}', the padding of both sides must be at most the kernel size together, "
            f"but got {pads} and {kernel}."
        )
    counts = _mean_counts(name, x.shape[-count:], kernel, stride, pads, ceil_mode)
    if mode == "pad" or divisor:
        return mean_windows(x, kernel, stride, pads, counts, include, divisor)
    return mean_windows(x, kernel, stride, pads, counts, include)
