"""Max pooling, and the places of the maxima."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, boolean
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import Unshown
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import GRAPH_TYPES, repeated, stored, window
from msjax.kernels.checks import Pads, accept, check_rank, pairs, sizes
from msjax.kernels.conv.spatial import resolve_pads, window_counts
from msjax.kernels.pool.shared import batched, channels_first, check_pool, check_pool3d
from msjax.kernels.pool.windows import argmax_windows, max_windows

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type


def _stored_pool(kernel_size: Any, strides: Any, pad_mode: str, data_format: str) -> dict[str, Any]:
    front, back = ((1, 1), ()) if data_format == "NCHW" else ((1,), (1,))
    return {
        "kernel_size": window(2, front, back)(kernel_size),
        "strides": window(2, front, back)(strides),
        "pad_mode": pad_mode.upper(),
        "format": Unshown(data_format),
    }


@primitive(
    "MaxPool",
    since="kernel_size",
    check=check_pool,
    normal=_stored_pool,
    accepts={"kernel_size": "int tuple", "strides": "int tuple"},
)
@op(label="MaxPool")
def max_pool(
    x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "valid",
    data_format: str = "NCHW",
):
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
    accept(x, "f")
    x, back = channels_first(x, data_format)
    kernel, stride = sizes("kernel_size", kernel_size, 2), sizes("strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    counts = window_counts(x.shape[2:], kernel, stride, pads, (1, 1))
    return back(max_windows(x, kernel, stride, pads, (1, 1), counts))


@primitive(
    "MaxPool3D",
    since="kernel_size",
    check=check_pool3d("pad_list", ceil=False),
    normal=stored(
        kernel_size=window(3),
        strides=window(3),
        pad_mode=lambda mode: "CALCULATED" if mode.lower() == "pad" else mode.upper(),
        pad_list=repeated(6),
        ceil_mode=lambda ceil: 1 if ceil else 0,
    ),
    accepts={"kernel_size": "int tuple", "strides": "int tuple", "pad_list": "int tuple"},
    counts="all",
)
@op(label="MaxPool3D")
def max_pool3d_primitive(
    x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
    pad_list: int | tuple[int, ...] = 0,
    ceil_mode: bool | None = None,
    data_format: str = "NCDHW",
):
    """Maximum of each window of the last three dimensions.

    Args:
        x: Tensor of a floating dtype, of shape (N, C, D, H, W).
        kernel_size: int or tuple of three ints. Given to the constructor, as are those below.
        strides: int or tuple of three ints.
        pad_mode: "VALID", "SAME", or "PAD" to pad by `pad_list`.
        pad_list: int or tuple of three or six ints.
        ceil_mode: whether windows that are cut off at the end count; None means they do not.
        data_format: "NCDHW".

    Returns:
        Tensor of the dtype of `x`, of shape (N, C, D', H', W').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[[1., 2., 3.], [3., 4., 5.]]]]])
        >>> print(ms.ops.MaxPool3D(kernel_size=(1, 2, 2))(x))
        [[[[[4. 5.]]]]]
    """
    accept(x, "f")
    check_rank(x, 5)
    kernel, stride = sizes("kernel_size", kernel_size, 3), sizes("strides", strides, 3)
    ones = (1, 1, 1)
    pads = pairs("pad_list", pad_list, 3)
    pads = resolve_pads(pad_mode.lower(), pads, x.shape[2:], kernel, stride, ones)
    counts = window_counts(x.shape[2:], kernel, stride, pads, ones, bool(ceil_mode))
    return max_windows(x, kernel, stride, pads, ones, counts)


def _indexed(x: Any, count: int, setting: tuple, index_dtype: Any = np.int64) -> tuple[Any, Any]:
    """Maxima and their places with the attributes of the functional forms."""
    out, places = argmax_windows(x, *_windows(x, count, setting))
    return out, places.astype(index_dtype)


def _maxima(x: Any, count: int, setting: tuple) -> Any:
    return max_windows(x, *_windows(x, count, setting))


def _windows(x: Any, count: int, setting: tuple) -> tuple[tuple, tuple, Pads, tuple, tuple]:
    """Lengths, steps, padding and dilation of windows, and how many there are."""
    kernel_size, stride, padding, dilation, ceil_mode = setting
    accept(x, "iuf")
    kernel = sizes("kernel_size", kernel_size, count)
    strides = kernel if stride is None else sizes("stride", stride, count)
    pad = sizes("padding", padding, count, 0)
    if any(2 * p > k for p, k in zip(pad, kernel, strict=True)):
        raise ValueError(
            Clause(
                f"the 'padding' must be at most half of 'kernel_size', but got {pad} and {kernel}."
            )
        )
    dilations = sizes("dilation", dilation, count)
    boolean("ceil_mode", ceil_mode)
    pads = tuple((p, p) for p in pad)
    counts = window_counts(x.shape[-count:], kernel, strides, pads, dilations, ceil_mode)
    return kernel, strides, pads, dilations, counts


def _stored_argmax_v2(kernel_size: Any, strides: Any, argmax_type: Any, **given: Any) -> dict:
    if argmax_type not in (mstype.int32, mstype.int64):
        expected = "mindspore.int32 or mindspore.int64"
        raise TypeError(must("argmax_type", expected, argmax_type))
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
        raise ValueError(must("argmax_type", "int32 or int64", kind))
    return kind.np


@primitive(
    "MaxPoolWithArgmaxV2",
    since="kernel_size",
    normal=_stored_argmax_v2,
    accepts={
        "kernel_size": "int tuple",
        "strides": "int tuple None",
        "pads": "int tuple",
        "dilation": "int tuple",
        "ceil_mode": "bool",
    },
    counts="all",
)
@op(label="MaxPoolWithArgmaxV2")
def max_pool_with_argmax_v2(
    x: Array,
    kernel_size: int | tuple[int, ...],
    strides: int | tuple[int, ...] | None = None,
    pads: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = (1, 1),
    ceil_mode: bool = False,
    argmax_type: Type = mstype.int64,
):
    """Maximum of each window of the last two dimensions, and its place in the flattened plane.

    Args:
        x: Tensor of an integer or floating dtype, of shape (N, C, H, W).
        kernel_size: int or tuple of two ints. Given to the constructor, as are those below.
        strides: int or tuple of two ints; None means `kernel_size`.
        pads: int or tuple of two ints, at most half of the window.
        dilation: int or tuple of two ints, the steps between the elements of a window.
        ceil_mode: whether windows that are cut off at the end count.
        argmax_type: mindspore.int32 or int64, the dtype of the places.

    Returns:
        Pair of the maxima and their places, both of shape (N, C, H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> out, places = ms.ops.MaxPoolWithArgmaxV2(2)(ms.Tensor([[[[1., 2.], [4., 3.]]]]))
        >>> print(out, places)
        [[[[4.]]]] [[[[2]]]]
    """
    check_rank(x, 4)
    setting = (kernel_size, strides, pads, dilation, ceil_mode)
    return _indexed(x, 2, setting, _index_type(argmax_type))


@primitive(
    "MaxPool3DWithArgmax",
    since="ksize",
    normal=stored(
        ksize=repeated(3),
        strides=repeated(3),
        pads=repeated(3),
        dilation=repeated(3),
        argmax_type=lambda kind: {mstype.int32: "int32", mstype.int64: "int64"}.get(kind, kind),
    ),
    accepts={
        "ksize": "int tuple",
        "strides": "int tuple",
        "pads": "int tuple",
        "dilation": "int tuple",
        "ceil_mode": "bool",
        "data_format": "str",
        "argmax_type": "dtype",
    },
    counts="all",
)
@op(label="MaxPool3DWithArgmax")
def max_pool3d_with_argmax(
    x: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...],
    pads: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = (1, 1, 1),
    ceil_mode: bool = False,
    data_format: str = "NCDHW",
    argmax_type: Type = mstype.int64,
):
    """Maximum of each window of the last three dimensions, and its place in the flattened volume.

    Args:
        x: Tensor of an integer or floating dtype, of shape (N, C, D, H, W).
        ksize: int or tuple of three ints, the window. Given to the constructor, as are those below.
        strides: int or tuple of three ints.
        pads: int or tuple of three ints, at most half of the window.
        dilation: int or tuple of three ints, the steps between the elements of a window.
        ceil_mode: whether windows that are cut off at the end count.
        data_format: "NCDHW".
        argmax_type: mindspore.int32 or int64, the dtype of the places.

    Returns:
        Pair of the maxima and their places, both of shape (N, C, D', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> pool = ms.ops.MaxPool3DWithArgmax(ksize=(1, 2, 2), strides=1, pads=0)
        >>> out, places = pool(ms.Tensor([[[[[1., 2.], [4., 3.]]]]]))
        >>> print(out, places)
        [[[[[4.]]]]] [[[[[2]]]]]
    """
    check_rank(x, 5)
    setting = (ksize, strides, pads, dilation, ceil_mode)
    return _indexed(x, 3, setting, _index_type(argmax_type))


def _check_max_with_argmax(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any) -> None:
    among("data_format", data_format, ("NCHW",))


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
    accepts={"kernel_size": "int tuple", "strides": "int tuple", "pad_mode": "str"},
    counts="all",
)
@op(label="MaxPoolWithArgmax")
def max_pool_with_argmax(
    x: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "valid",
    data_format: str = "NCHW",
):
    """Maximum of each window of the last two dimensions, and its place as an Int32 index.

    Args:
        x: Tensor of a floating dtype, of shape (N, C, H, W).
        kernel_size: int or tuple of two ints. Given to the constructor, as are those below.
        strides: int or tuple of two ints.
        pad_mode: "valid" for no padding, "same" for lengths that are those of `x` over the strides.
        data_format: "NCHW".

    Returns:
        Pair of the maxima and their places in the flattened (C, H, W), of shape (N, C, H', W').

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> pool = ms.ops.auto_generate.MaxPoolWithArgmax(kernel_size=2)
        >>> out, places = pool(ms.Tensor([[[[1., 2.], [4., 3.]]]]))
        >>> print(out, places)
        [[[[4.]]]] [[[[2]]]]
    """
    accept(x, "f")
    check_rank(x, 4)
    kernel, stride = sizes("kernel_size", kernel_size, 2), sizes("strides", strides, 2)
    pads = resolve_pads(pad_mode.lower(), (), x.shape[2:], kernel, stride, (1, 1))
    counts = window_counts(x.shape[2:], kernel, stride, pads, (1, 1))
    values, places = argmax_windows(x, kernel, stride, pads, (1, 1), counts)
    planes = jnp.arange(x.shape[1], dtype=places.dtype) * (x.shape[2] * x.shape[3])
    return values, places + planes[:, None, None]


@op(
    "ops.max_pool2d",
    label="MaxPoolWithArgmaxV2",
    accepts={
        "kernel_size": "int tuple Tensor[int] ndarray",
        "stride": "int tuple Tensor[int] ndarray None",
        "padding": "int tuple Tensor[int] ndarray",
        "dilation": "int tuple Tensor[int] ndarray",
    },
)
def max_pool2d(
    x: Array,
    kernel_size: int | tuple[int, ...] | Tensor,
    stride: int | tuple[int, ...] | Tensor | None = None,
    padding: int | tuple[int, ...] | Tensor = 0,
    dilation: int | tuple[int, ...] | Tensor = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
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
    check_rank(x, 4)
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    return _indexed(x, 2, setting) if return_indices else _maxima(x, 2, setting)


@op("mint.nn.functional.max_pool2d", label="max_pool2d")
def max_pool2d_ext(
    input: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """Maximum of each window of the last two dimensions.

    Args:
        input: Tensor of an integer or floating dtype, of shape (N, C, H, W) or (C, H, W).
        kernel_size: int or tuple of two ints, the window.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints, at most half of the window.
        dilation: int or tuple of two ints, the steps between the elements of a window.
        ceil_mode: whether windows that are cut off at the end count.
        return_indices: also return the place of each maximum in the flattened plane (Int64).

    Returns:
        Tensor of the dtype of `input`, of shape (N, C, H', W') or (C, H', W'), or the pair of it
        and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.max_pool2d(ms.Tensor([[[1., 2.], [4., 3.]]]), 2))
        [[[4.]]]
    """
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    check_rank(input, (3, 4), "input")
    if return_indices:
        return _indexed(input, 2, setting)
    return _maxima(input, 2, setting)


@op(
    "ops.max_pool3d",
    label="MaxPool3DWithArgmax",
    accepts={
        "kernel_size": "int tuple Tensor[int] ndarray",
        "stride": "int tuple Tensor[int] ndarray None",
        "padding": "int tuple Tensor[int] ndarray",
        "dilation": "int tuple Tensor[int] ndarray",
    },
)
def max_pool3d(
    x: Array,
    kernel_size: int | tuple[int, ...] | Tensor,
    stride: int | tuple[int, ...] | Tensor | None = None,
    padding: int | tuple[int, ...] | Tensor = 0,
    dilation: int | tuple[int, ...] | Tensor = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
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
    check_rank(x, 5)
    setting = (kernel_size, stride, padding, dilation, ceil_mode)
    return _indexed(x, 3, setting) if return_indices else _maxima(x, 3, setting)


@op(label="MaxPool")
def max_pool_layer(
    x: Array,
    kernel: Sequence[int],
    stride: int | tuple[int, ...],
    mode: str,
    pads: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    ceil_mode: bool,
    indices: bool,
    data_format: str,
):
    """Maximum of each window; `mode` is "valid", "same" or "pad"; with `indices` also places."""
    last = data_format == "NHWC"
    count = len(kernel)
    accept(x, "iuf" if mode == "pad" else "f", "x")
    x, single = batched(x, count)
    if last:
        x = x.transpose(0, 3, 1, 2)
    pads = resolve_pads(mode, pads, x.shape[2:], kernel, stride, dilation)
    counts = window_counts(x.shape[2:], kernel, stride, pads, dilation, ceil_mode)
    if indices:
        out, places = argmax_windows(x, kernel, stride, pads, dilation, counts)
        places = places.astype(np.int64)
        return (out[0], places[0]) if single else (out, places)
    out = max_windows(x, kernel, stride, pads, dilation, counts)
    if last:
        out = out.transpose(0, 2, 3, 1)
    return out[0] if single else out
