"""Average pooling, and power averages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import at_least, boolean, integer, of_type
from msjax._core.base.doubles import exact
from msjax._core.base.errors import Clause
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.primitive import Unshown
from msjax._core.op.publish import Array, Power, is_python, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import FORMATS, PAD_MODES, repeated, stored, window
from msjax.kernels.checks import Pads, accept, check_pad_mode, check_rank, pairs, sizes
from msjax.kernels.conv.spatial import resolve_pads, window_counts
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.pool.shared import batched, channels_first, check_pool, check_pool3d
from msjax.kernels.pool.windows import mean_windows


def _mean_counts(lengths: Any, kernel: Any, stride: Any, pads: Any, ceil_mode: bool = False) -> Any:
    """`window_counts` of mean pooling: windows that do not fit are a RuntimeError."""
    try:
        return window_counts(lengths, kernel, stride, pads, (1,) * len(kernel), ceil_mode)
    except ValueError as error:
        raise RuntimeError(*error.args) from None


@primitive(
    "AvgPool",
    since="kernel_size",
    check=check_pool,
    normal=stored(
        kernel_size=repeated(2),
        strides=repeated(2),
        pad_mode=PAD_MODES,
        data_format=FORMATS,
    ),
    accepts={
        "kernel_size": "int tuple Tensor !ValueError float str ndarray",
        "strides": "int tuple Tensor !ValueError float str ndarray",
    },
)
@op(label="AvgPool")
def avg_pool(
    x: Array,
    kernel_size: int | tuple[int, ...] | Tensor = 1,
    strides: int | tuple[int, ...] | Tensor = 1,
    pad_mode: str = "VALID",
    data_format: str = "NCHW",
):
    """Mean of each window of the last two dimensions; padding does not count.

    Args:
        x: Tensor of a floating dtype, of shape (N, C, H, W), or (N, H, W, C) for the data format
            "NHWC".
        kernel_size: int or tuple of two ints, the window. Given to the constructor, as are those
            below.
        strides: int or tuple of two ints.
        pad_mode: "VALID" for no padding, "SAME" for lengths that are those of `x` over the strides.
        data_format: "NCHW" or "NHWC".

    Returns:
        Tensor of the dtype of `x`, of shape (N, C, H', W') or (N, H', W', C).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.
        RuntimeError: a window does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AvgPool(kernel_size=2)(ms.Tensor([[[[1., 2., 3.], [3., 4., 5.]]]])))
        [[[[2.5 3.5]]]]
    """
    accept(x, "f")
    x, back = channels_first(x, data_format)
    kernel, stride = sizes("kernel_size", kernel_size, 2), sizes("strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    counts = _mean_counts(x.shape[2:], kernel, stride, pads)
    return back(mean_windows(x, kernel, stride, pads, counts, count_include_pad=False))


def _stored_avg_pool3d(pad: Any, data_format: str, **given: Any) -> dict[str, Any]:
    return {
        "kernel_size": window(3)(given["kernel_size"]),
        "strides": window(3)(given["strides"]),
        "pad_mode": given["pad_mode"].upper(),
        "pad_list": repeated(6)(pad),
        "format": Unshown(data_format),
    }


@primitive(
    "AvgPool3D",
    since="kernel_size",
    check=check_pool3d("pad"),
    normal=_stored_avg_pool3d,
    accepts={"kernel_size": "int tuple", "strides": "int tuple", "ceil_mode": "bool"},
    counts="all",
)
@op(label="AvgPool3D")
def avg_pool3d_primitive(
    x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
    data_format: str = "NCDHW",
):
    """Mean of each window of the last three dimensions.

    Args:
        x: Tensor of shape (N, C, D, H, W) of Float16, Float32 or Float64.
        kernel_size: int or tuple of three ints. Given to the constructor, as are those below.
        strides: int or tuple of three ints.
        pad_mode: "valid", "same", or "pad" to pad by `pad`.
        pad: int or tuple of six ints, the padding of each side.
        ceil_mode: whether windows that are cut off at the end count.
        count_include_pad: whether padding counts in the means.
        divisor_override: divide by this instead of the windows' sizes, if it is not 0.
        data_format: "NCDHW".

    Returns:
        Tensor of the dtype of `x`, of shape (N, C, D', H', W').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.
        RuntimeError: a window does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[[1., 2., 3.], [3., 4., 5.]]]]])
        >>> print(ms.ops.AvgPool3D(kernel_size=(1, 2, 2))(x))
        [[[[[2.5 3.5]]]]]
    """
    accept(x, "float16 float32 float64")
    check_rank(x, 5)
    pads = pairs("pad", pad, 3)
    mode = check_pad_mode(pad_mode, pads)
    return mean_pool(
        x,
        sizes("kernel_size", kernel_size, 3),
        sizes("strides", strides, 3),
        (mode, pads, ceil_mode, count_include_pad, divisor_override),
    )


def mean_pool(x: Any, kernel: Any, stride: Any, setting: tuple) -> Any:
    mode, pads, ceil_mode, include, divisor = setting
    count = len(kernel)
    pads = resolve_pads(mode, pads, x.shape[-count:], kernel, stride, (1,) * count)
    if mode == "pad" and any(sum(pair) > k for pair, k in zip(pads, kernel, strict=True)):
        raise ValueError(
            Clause(
                f"the padding of both sides must be at most the kernel size together, "
                f"but got {pads} and {kernel}."
            )
        )
    counts = _mean_counts(x.shape[-count:], kernel, stride, pads, ceil_mode)
    if mode == "pad" or divisor:
        return mean_windows(x, kernel, stride, pads, counts, include, divisor)
    return mean_windows(x, kernel, stride, pads, counts, include)


def _avg_setting(ceil_mode: Any, include: Any, divisor: Any) -> tuple:
    at_least("divisor_override", integer("divisor_override", divisor), 0)
    return (
        boolean("ceil_mode", ceil_mode),
        boolean("count_include_pad", include),
        divisor,
    )


def _side_pads(padding: Any, count: int) -> Pads:
    """Padding as an int, one int per dimension, or two."""
    if isinstance(padding, tuple) and len(padding) == count:
        padding = tuple(e for p in padding for e in (p, p))
    return pairs("padding", padding, count)


def _mean_explicit(x: Any, count: int, windows: tuple, rest: tuple) -> Any:
    kernel_size, stride, pads = windows
    accept(x, "float16 float32 float64")
    ceil_mode, include, divisor = _avg_setting(*rest)
    return mean_pool(
        x,
        sizes("kernel_size", kernel_size, count),
        sizes("stride", stride, count),
        ("pad", pads, ceil_mode, include, divisor),
    )


@op(
    "ops.avg_pool1d",
    accepts={
        "kernel_size": "int",
        "stride": "int",
        "padding": "int tuple",
        "ceil_mode": "bool",
        "count_include_pad": "bool",
    },
)
def avg_pool1d(
    input_x: Array,
    kernel_size: int = 1,
    stride: int = 1,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
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
    integer("kernel_size", kernel_size)
    check_rank(input_x, 3)
    windows = (kernel_size, stride, _side_pads(padding, 1))
    return _mean_explicit(input_x, 1, windows, (ceil_mode, count_include_pad, 0))


@taking("x kernel_size strides pad_mode data_format")
def _older_avg_pool2d(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.8 and 1.9: a mode of padding instead of its widths."""
    positional = len(args) > 3 and isinstance(args[3], str)
    if not (positional or kwargs.keys() & {"x", "strides", "pad_mode", "data_format"}):
        return today(*args, **kwargs)
    names = ("x", "kernel_size", "strides", "pad_mode", "data_format")
    bound = bind_older("avg_pool2d", names, args, kwargs, "x")
    x = bound.pop("x")
    return resolve("ops.AvgPool")(**bound)(x)


@op(
    "ops.avg_pool2d",
    accepts={
        "kernel_size": "int tuple",
        "stride": "int tuple",
        "padding": "int tuple",
        "ceil_mode": "bool",
        "count_include_pad": "bool",
        "divisor_override": "int",
    },
    formerly={"ops.avg_pool2d": _older_avg_pool2d},
)
def avg_pool2d(
    input_x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
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
    check_rank(input_x, 4)
    windows = (kernel_size, stride, pairs("padding", padding, 2))
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_explicit(input_x, 2, windows, rest)


@op(
    "ops.avg_pool3d",
    accepts={"kernel_size": "int tuple", "stride": "int tuple", "padding": "int tuple"},
)
def avg_pool3d(
    input_x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | float = 0,
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
    check_rank(input_x, 5)
    windows = (kernel_size, stride, pairs("padding", padding, 3))
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_explicit(input_x, 3, windows, rest)


def _mean_ext(x: Any, count: int, kernel: Any, stride: Any, padding: Any, rest: tuple) -> Any:
    check_rank(x, (count + 1, count + 2))
    ceil_mode, include, divisor = rest
    windows = (kernel, kernel if stride is None else stride, _side_pads(padding, count))
    wide = wider(x) if x.dtype == jnp.bfloat16 else x
    try:
        out = _mean_explicit(wide, count, windows, (ceil_mode, include, divisor or 0))
        return out.astype(x.dtype)
    except RuntimeError as error:  # of a window that does not fit
        raise ValueError(*error.args) from None


@op("mint.nn.functional.avg_pool1d", label="avg_pool1d")
def avg_pool1d_ext(
    input: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
):
    """Mean of each window of the last dimension.

    Args:
        input: Tensor of shape (N, C, L) or (C, L) of a floating dtype.
        kernel_size: int or tuple of one int, the window.
        stride: int or tuple of one int; None means `kernel_size`.
        padding: int or tuple of one int, the zeros on both sides.
        ceil_mode: whether windows that are cut off at the end count.
        count_include_pad: whether padding counts in the means.

    Returns:
        Tensor of the dtype of `input`, of shape (N, C, L') or (C, L').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.avg_pool1d(ms.Tensor([[1., 2., 3.]]), 2, stride=1))
        [[1.5 2.5]]
    """
    rest = (ceil_mode, count_include_pad, 0)
    return _mean_ext(input, 1, kernel_size, stride, padding, rest)


@op("mint.nn.functional.avg_pool2d", label="avg_pool2d")
def avg_pool2d_ext(
    input: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
):
    """Mean of each window of the last two dimensions.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W) of a floating dtype.
        kernel_size: int or tuple of two ints, the window.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints, the zeros on both sides.
        ceil_mode: whether windows that are cut off at the end count.
        count_include_pad: whether padding counts in the means.
        divisor_override: int to divide by instead of the windows' sizes, or None.

    Returns:
        Tensor of the dtype of `input`, of shape (N, C, H', W') or (C, H', W').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.avg_pool2d(ms.Tensor([[[1., 2.], [3., 4.]]]), 2))
        [[[2.5]]]
    """
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_ext(input, 2, kernel_size, stride, padding, rest)


@op("mint.nn.functional.avg_pool3d", label="avg_pool3d")
def avg_pool3d_ext(
    input: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
):
    """Mean of each window of the last three dimensions.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W) of a floating dtype.
        kernel_size: int or tuple of three ints, the window.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints, the zeros on both sides.
        ceil_mode: whether windows that are cut off at the end count.
        count_include_pad: whether padding counts in the means.
        divisor_override: int to divide by instead of the windows' sizes, or None.

    Returns:
        Tensor of the dtype of `input`, of shape (N, C, D', H', W') or (C, D', H', W').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.], [3., 4.]]]])
        >>> print(ms.mint.nn.functional.avg_pool3d(x, (1, 2, 2)))
        [[[[2.5]]]]
    """
    rest = (ceil_mode, count_include_pad, divisor_override)
    return _mean_ext(input, 3, kernel_size, stride, padding, rest)


@op(label="AvgPool")
def avg_pool_layer(
    x: Array,
    kernel: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    mode: str,
    pads: int | tuple[int, ...],
    ceil_mode: bool,
    include: bool,
    divisor: int | None,
    data_format: str,
):
    """Mean of each window; `mode` is "valid", "same" or "pad"."""
    last = data_format == "NHWC"
    count = len(kernel)
    accept(x, "f", "x")
    x, single = batched(x, count)
    if last:
        x = x.transpose(0, 3, 1, 2)
    ones = (1,) * count
    pads = resolve_pads(mode, pads, x.shape[2:], kernel, stride, ones)
    counts = _mean_counts(x.shape[2:], kernel, stride, pads, ceil_mode)
    out = mean_windows(x, kernel, stride, pads, counts, include, divisor)
    if last:
        out = out.transpose(0, 2, 3, 1)
    return out[0] if single else out


def _root_of_power(norm_type: Any, dtype: Any) -> Any:
    """The power, and the exponent of the root."""
    if not is_python(norm_type):
        dtype = dtype if jnp.issubdtype(dtype, jnp.floating) else np.dtype(np.float32)
        return exact(norm_type, dtype), (1 / exact(norm_type, np.float64)).astype(dtype)
    of_type("norm_type", norm_type, int, float)
    if norm_type == 0:
        raise ValueError(Clause("the value of 'norm_type' can not be 0."))
    return float(norm_type), 1.0 / norm_type


def _in_floats(x: jax.Array) -> jax.Array:
    """`x`, in Float32 if it is not floating."""
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(np.float32)


@op(
    "ops.lp_pool1d",
    accepts={
        "norm_type": "int float bool",
        "kernel_size": "int",
        "stride": "int None",
        "ceil_mode": "bool",
    },
    amp="float32",
    listed_as="ReLU",
)
def lp_pool1d(
    x: Array, norm_type: Power, kernel_size: int, stride: int | None = None, ceil_mode: bool = False
):
    """Power-average of each window: the p-th root of the sum of p-th powers.

    Args:
        x: Tensor of shape (N, C, L) or (C, L).
        norm_type: the power, a number other than 0.
        kernel_size: int.
        stride: int; None means `kernel_size`.
        ceil_mode: also use windows that reach over the end.

    Returns:
        Tensor of shape (N, C, L') or (C, L').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `norm_type` is 0, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lp_pool1d(ms.Tensor([[[3., 4.]]]), 2, 2))
        [[[5.]]]
    """
    power, root = _root_of_power(norm_type, x.dtype)
    x = _in_floats(x)
    batch = x[None] if x.ndim == 2 else x
    stride = kernel_size if stride is None else stride
    out = (avg_pool1d(batch**power, kernel_size, stride, 0, ceil_mode) * kernel_size) ** root
    return out[0] if x.ndim == 2 else out


@op(
    "ops.lp_pool2d",
    accepts={
        "norm_type": "int float bool",
        "kernel_size": "int tuple",
        "stride": "int tuple None",
        "ceil_mode": "bool",
    },
    amp="float32",
    listed_as="ReLU",
)
def lp_pool2d(
    x: Array,
    norm_type: Power,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    ceil_mode: bool = False,
):
    """Power-average of each window: the p-th root of the sum of p-th powers.

    Args:
        x: Tensor of shape (N, C, H, W).
        norm_type: the power, a number other than 0.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        ceil_mode: also use windows that reach over the end.

    Returns:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `norm_type` is 0, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lp_pool2d(ms.ops.ones((1, 1, 2, 2)), 2, 2))
        [[[[2.]]]]
    """
    power, root = _root_of_power(norm_type, x.dtype)
    x = _in_floats(x)
    kernel = sizes("kernel_size", kernel_size, 2)
    stride = kernel if stride is None else stride
    mean = avg_pool2d(x**power, kernel, stride, 0, ceil_mode)
    return (mean * (kernel[0] * kernel[1])) ** root
