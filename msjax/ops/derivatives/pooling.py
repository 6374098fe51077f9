"""Derivatives of pooling."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._checkparam import check_value_type
from msjax._core.errors import must
from msjax._core.op import Array
from msjax.ops import pooling, pooling_adaptive
from msjax.ops._losses import wide
from msjax.ops._spatial import check_layout, check_pad_mode, pairs, sizes
from msjax.ops.derivatives._publish import adjoint, derivative, lengths, matched, pullback


def _back_to(x: jax.Array, places: jax.Array, grads: jax.Array, rank: int) -> jax.Array:
    """Each gradient added at its place, a number within the last `rank` dimensions of `x`."""
    size = math.prod(x.shape[-rank:])
    rows = math.prod(x.shape[:-rank])
    flat = jnp.zeros((rows, size), wide(grads).dtype)
    index = places.reshape(rows, -1)
    row = np.arange(rows, dtype=np.int32)[:, None]
    flat = flat.at[row, index].add(wide(grads).reshape(rows, -1), mode="drop")
    return flat.reshape(x.shape).astype(grads.dtype)


def _picked(x: jax.Array, places: jax.Array, rank: int) -> jax.Array:
    """The elements of `x` at places numbered within its last `rank` dimensions."""
    rows = math.prod(x.shape[:-rank])
    index = places.reshape(rows, -1)
    found = jnp.take_along_axis(x.reshape(rows, -1), index, 1, mode="clip")
    return found.reshape(places.shape)


def _layouts(name: str, *allowed: str) -> Callable[..., None]:
    """The check of Primitives whose `data_format` alone is limited."""

    def check(data_format: Any, **rest: Any) -> None:
        check_layout(name, data_format, *allowed)

    return check


def _checked(name: str) -> Callable[..., None]:
    """The check of the pooling Primitives of images."""
    forward = pooling._check_pool(name)

    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any = "NCHW") -> None:
        for argument, value in (("kernel_size", kernel_size), ("strides", strides)):
            check_value_type(argument, value, [int, tuple], name)
        forward(kernel_size, strides, pad_mode, data_format)

    return check


def _checked3d(name: str, modes: tuple[str, ...]) -> Callable[..., None]:
    """The check of the pooling Primitives of volumes."""

    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any, **rest: Any) -> None:
        for argument, value in (("kernel_size", kernel_size), ("strides", strides)):
            check_value_type(argument, value, [int, tuple], name)
            sizes(name, argument, value, 3)
        check_value_type("pad_mode", pad_mode, [str], name)
        if pad_mode.lower() not in modes:
            raise ValueError(must(name, "pad_mode", f"one of {modes}", repr(pad_mode)))
        if "pad_list" in rest:
            check_pad_mode(name, pad_mode, pairs(name, "pad_list", rest["pad_list"], 3), "pad_list")
        for argument, kind in (
            ("ceil_mode", bool),
            ("count_include_pad", bool),
            ("divisor_override", int),
        ):
            if argument in rest:
                check_value_type(argument, rest[argument], [kind], name)
        check_layout(name, data_format, "NCDHW")

    return check


@derivative("MaxPoolGrad", since="kernel_size", check=_checked("MaxPoolGrad"))
def max_pool_grad(
    x: Array,
    out: Array,
    grad: Array,
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    data_format="NCHW",
):
    """Gradient of MaxPool."""
    matched(out, grad, "MaxPoolGrad")
    setting = kernel_size, strides, pad_mode, data_format
    return pullback(lambda a: pooling.max_pool(a, *setting), grad, x)


@derivative("MaxPoolGradGrad", since="kernel_size", check=_checked("MaxPoolGradGrad"))
def max_pool_grad_grad(
    x: Array, out: Array, grad: Array, kernel_size=1, strides=1, pad_mode="VALID"
):
    """The elements of `grad` where MaxPool took the maxima of `x`."""
    matched(x, grad, "MaxPoolGradGrad")
    return jax.jvp(lambda a: pooling.max_pool(a, kernel_size, strides, pad_mode), (x,), (grad,))[1]


@derivative("AvgPoolGrad", since="kernel_size", check=pooling._check_pool("AvgPoolGrad"))
def avg_pool_grad(
    x: Array,
    out: Array,
    dout: Array,
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    data_format="NCHW",
):
    """Gradient of AvgPool."""
    matched(out, dout, "AvgPoolGrad")
    setting = kernel_size, strides, pad_mode, data_format
    return pullback(lambda a: pooling.avg_pool(a, *setting), dout, x)


@derivative(
    "MaxPool3DGrad",
    since="kernel_size",
    check=_checked3d("MaxPool3DGrad", ("valid", "same", "pad")),
)
def max_pool3d_grad(
    x_origin: Array,
    out_origin: Array,
    grad: Array,
    kernel_size=(1, 1, 1, 1, 1),
    strides=(1, 1, 1, 1, 1),
    pad_mode="VALID",
    pad_list=0,
    data_format="NCDHW",
):
    """Gradient of MaxPool3D."""
    setting = kernel_size, strides, pad_mode, pad_list
    return pullback(lambda a: pooling.max_pool3d_primitive(a, *setting), grad, x_origin)


@derivative(
    "MaxPool3DGradGrad",
    since="kernel_size",
    check=_checked3d("MaxPool3DGradGrad", ("valid", "same")),
)
def max_pool3d_grad_grad(
    x_origin: Array,
    out_origin: Array,
    grad: Array,
    kernel_size=(1, 1, 1, 1, 1),
    strides=(1, 1, 1, 1, 1),
    pad_mode="VALID",
    data_format="NCDHW",
):
    """The elements of `grad` where MaxPool3D took the maxima of `x_origin`."""
    setting = kernel_size, strides, pad_mode
    pool = lambda a: pooling.max_pool3d_primitive(a, *setting)  # noqa: E731
    return jax.jvp(pool, (x_origin,), (grad,))[1]


@derivative(
    "AvgPool3DGrad",
    since="kernel_size",
    check=_checked3d("AvgPool3DGrad", ("valid", "same", "pad")),
)
def avg_pool3d_grad(
    origin_input_shape,
    grads: Array,
    kernel_size=1,
    strides=1,
    pads=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=0,
    data_format="NCDHW",
    pad_mode="pad",
):
    """Gradient of AvgPool3D for an argument of the given shape."""
    used = pads if pad_mode.lower() == "pad" else 0
    rest = pad_mode, used, ceil_mode, count_include_pad, divisor_override
    setting = kernel_size, strides, *rest
    shape = lengths(origin_input_shape)
    return adjoint(lambda a: pooling.avg_pool3d_primitive(a, *setting), shape, grads)


@derivative("AdaptiveAvgPool2DGrad")
def adaptive_avg_pool2d_grad(input_grad: Array, orig_input_shape):
    """Gradient of AdaptiveAvgPool2D for an argument of the given shape."""
    size = input_grad.shape[-2:]
    pool = lambda a: pooling_adaptive.adaptive_avg_pool2d(a, size)  # noqa: E731
    return adjoint(pool, lengths(orig_input_shape), input_grad)


@derivative("AdaptiveAvgPool3DGrad")
def adaptive_avg_pool3d_grad(y_grad: Array, orig_input_shape):
    """Gradient of AdaptiveAvgPool3D for an argument of the given shape."""
    size = y_grad.shape[-3:]
    pool = lambda a: pooling_adaptive.adaptive_avg_pool3d(a, size)  # noqa: E731
    return adjoint(pool, lengths(orig_input_shape), y_grad)


@derivative("AdaptiveMaxPool2DGrad")
def adaptive_max_pool2d_grad(y_grad: Array, x: Array, argmax: Array):
    """Gradient of AdaptiveMaxPool2D, from the places of the maxima."""
    matched(y_grad, argmax, "AdaptiveMaxPool2DGrad")
    return _back_to(x, argmax, y_grad, 2)


@derivative("AdaptiveMaxPool3DGrad")
def adaptive_max_pool3d_grad(input_grad: Array, x: Array, argmax: Array):
    """Gradient of AdaptiveMaxPool3D, from the places of the maxima."""
    matched(input_grad, argmax, "AdaptiveMaxPool3DGrad")
    return _back_to(x, argmax, input_grad, 3)


def _checked_argmax(
    kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any = "NCHW"
) -> None:
    name = "MaxPoolGradWithArgmax"
    _checked(name)(kernel_size, strides, pad_mode)
    check_layout(name, data_format, "NCHW")


@derivative("MaxPoolGradWithArgmax", since="kernel_size", check=_checked_argmax)
def max_pool_grad_with_argmax(
    x: Array,
    grad: Array,
    argmax: Array,
    kernel_size=1,
    strides=1,
    pad_mode="VALID",
    data_format="NCHW",
):
    """Gradient of MaxPoolWithArgmax, from the places of the maxima within each (C, H, W)."""
    matched(grad, argmax, "MaxPoolGradWithArgmax")
    return _back_to(x, argmax, grad, 3)


@derivative("MaxPoolGradWithArgmaxV2", since="kernel_size")
def max_pool_grad_with_argmax_v2(
    x: Array,
    grad: Array,
    argmax: Array,
    kernel_size,
    strides=None,
    pads=0,
    dilation=(1, 1),
    ceil_mode=False,
    argmax_type=None,
):
    """Gradient of MaxPoolWithArgmaxV2, from the places of the maxima."""
    matched(grad, argmax, "MaxPoolGradWithArgmaxV2")
    return _back_to(x, argmax, grad, 2)


@derivative(
    "MaxPool3DGradWithArgmax", since="ksize", check=_layouts("MaxPool3DGradWithArgmax", "NCDHW")
)
def max_pool3d_grad_with_argmax(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize,
    strides,
    pads,
    dilation=(1, 1, 1),
    ceil_mode=False,
    data_format="NCDHW",
):
    """Gradient of MaxPool3DWithArgmax, from the places of the maxima."""
    matched(grads, argmax, "MaxPool3DGradWithArgmax")
    return _back_to(x, argmax, grads, 3)


@derivative(
    "MaxPoolGradGradWithArgmax",
    since="kernel_size",
    check=_checked("MaxPoolGradGradWithArgmax"),
)
def max_pool_grad_grad_with_argmax(
    x: Array, grad: Array, argmax: Array, kernel_size=1, strides=1, pad_mode="VALID"
):
    """The elements of `grad` at the places of the maxima within each (C, H, W)."""
    return _picked(grad, argmax, 3)


@derivative(
    "FractionalMaxPoolGradWithFixedKsize",
    since="data_format",
    check=_layouts("FractionalMaxPoolGradWithFixedKsize", "NCHW"),
)
def fractional_max_pool2d_grad(
    origin_input: Array, out_backprop: Array, argmax: Array, data_format="NCHW"
):
    """Gradient of FractionalMaxPoolWithFixedKsize, from the places of the maxima."""
    return _back_to(origin_input, argmax, out_backprop, 2)


@derivative(
    "FractionalMaxPool3DGradWithFixedKsize",
    since="data_format",
    check=_layouts("FractionalMaxPool3DGradWithFixedKsize", "NCDHW", "NDHWC"),
)
def fractional_max_pool3d_grad(
    origin_input: Array, out_backprop: Array, argmax: Array, data_format="NCDHW"
):
    """Gradient of FractionalMaxPool3DWithFixedKsize, from the places of the maxima."""
    if data_format == "NDHWC":
        first = [jnp.moveaxis(a, -1, 1) for a in (origin_input, argmax, out_backprop)]
        return jnp.moveaxis(_back_to(*first, 3), 1, -1)
    return _back_to(origin_input, argmax, out_backprop, 3)


@derivative("MaxUnpool2DGrad", since="ksize", check=_layouts("MaxUnpool2DGrad", "NCHW", "NHWC"))
def max_unpool2d_grad(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize,
    strides=0,
    pads=0,
    output_shape=(),
    data_format="NCHW",
):
    """Gradient of MaxUnpool2D: the gradients at the places."""
    return _unpool_grad("MaxUnpool2DGrad", x, grads, argmax, data_format, 2)


@derivative("MaxUnpool3DGrad", since="ksize", check=_layouts("MaxUnpool3DGrad", "NCDHW", "NDHWC"))
def max_unpool3d_grad(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize,
    strides=0,
    pads=0,
    output_shape=(),
    data_format="NCDHW",
):
    """Gradient of MaxUnpool3D: the gradients at the places."""
    return _unpool_grad("MaxUnpool3DGrad", x, grads, argmax, data_format, 3)


def _unpool_grad(
    name: str, x: jax.Array, grads: jax.Array, argmax: jax.Array, data_format: str, rank: int
) -> jax.Array:
    if x.shape != argmax.shape:
        raise ValueError(must(name, "argmax", f"of shape {x.shape}", argmax.shape))
    if not data_format.endswith("C"):
        return _picked(grads, argmax, rank)
    grads, argmax = jnp.moveaxis(grads, -1, 1), jnp.moveaxis(argmax, -1, 1)
    return jnp.moveaxis(_picked(grads, argmax, rank), 1, -1)


def _regions(length: int, ends: Any, overlapping: bool) -> np.ndarray:
    """Which of `length` places belong to each window, (windows, length)."""
    ends = np.asarray(ends)
    places = np.arange(length)
    last = ends[1:] + int(overlapping)
    return (places >= ends[:-1, None]) & (places < last[:, None])


@derivative("FractionalAvgPoolGrad", eager=True, overlapping=False)
def fractional_avg_pool_grad(
    orig_input_tensor_shape: Array,
    out_backprop: Array,
    row_pooling_sequence: Array,
    col_pooling_sequence: Array,
    overlapping=False,
):
    """Gradient of FractionalAvgPool for images of a shape (N, H, W, C), from its windows."""
    height, width = (int(n) for n in np.asarray(orig_input_tensor_shape)[1:3])
    rows = _regions(height, row_pooling_sequence, overlapping).astype(np.float32)
    columns = _regions(width, col_pooling_sequence, overlapping).astype(np.float32)
    rows, columns = rows / rows.sum(1, keepdims=True), columns / columns.sum(1, keepdims=True)
    spread = jnp.einsum("nijc,ih,jw->nhwc", wide(out_backprop), rows, columns, precision="highest")
    return spread.astype(out_backprop.dtype)


@derivative("FractionalMaxPoolGrad", eager=True, overlapping=False)
def fractional_max_pool_grad(
    orig_input: Array,
    orig_output: Array,
    out_backprop: Array,
    row_pooling_sequence: Array,
    col_pooling_sequence: Array,
    overlapping=False,
):
    """Gradient of FractionalMaxPool for images of shape (N, H, W, C), from its windows."""
    matched(orig_output, out_backprop, "FractionalMaxPoolGrad")
    count, height, width, channels = orig_input.shape
    rows = _regions(height, row_pooling_sequence, overlapping)
    columns = _regions(width, col_pooling_sequence, overlapping)
    inside = (rows[:, None, :, None] & columns[:, None, :]).reshape(-1, height * width)
    flat = orig_input.reshape(count, 1, height * width, channels)
    places = jnp.argmax(jnp.where(inside[:, :, None], flat, -np.inf), 2)
    grads = jnp.moveaxis(out_backprop.reshape(count, -1, channels), -1, 1)
    like = jnp.moveaxis(orig_input, -1, 1)
    return jnp.moveaxis(_back_to(like, jnp.moveaxis(places, -1, 1), grads, 2), 1, -1)
