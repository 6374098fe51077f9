"""Derivatives of pooling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, of_type
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import check_pad_mode, of_shape, pairs, sizes
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.pool import adaptive as pooling_adaptive
from msjax.kernels.pool.avg_pool import avg_pool, avg_pool3d_primitive
from msjax.kernels.pool.max_pool import max_pool, max_pool3d_primitive
from msjax.kernels.pool.shared import check_pool
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.primitives.derivatives.pullback import adjoint, matched, pullback


def _back_to(x: jax.Array, places: jax.Array, grads: jax.Array, rank: int) -> jax.Array:
    """Each gradient added at its place, a number within the last `rank` dimensions of `x`."""
    size = math.prod(x.shape[-rank:])
    rows = math.prod(x.shape[:-rank])
    flat = jnp.zeros((rows, size), wider(grads).dtype)
    index = places.reshape(rows, -1)
    row = np.arange(rows, dtype=np.int32)[:, None]
    flat = flat.at[row, index].add(wider(grads).reshape(rows, -1), mode="drop")
    return flat.reshape(x.shape).astype(grads.dtype)


def _picked(x: jax.Array, places: jax.Array, rank: int) -> jax.Array:
    """The elements of `x` at places numbered within its last `rank` dimensions."""
    rows = math.prod(x.shape[:-rank])
    index = places.reshape(rows, -1)
    found = jnp.take_along_axis(x.reshape(rows, -1), index, 1, mode="clip")
    return found.reshape(places.shape)


def _layouts(*allowed: str) -> Callable[..., None]:
    """The check of Primitives whose `data_format` alone is limited."""

    def check(data_format: Any, **rest: Any) -> None:
        among("data_format", data_format, allowed)

    return check


def _checked(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any = "NCHW") -> None:
    """The check of the pooling Primitives of images."""
    for argument, value in (("kernel_size", kernel_size), ("strides", strides)):
        of_type(argument, value, int, tuple)
    check_pool(kernel_size, strides, pad_mode, data_format)


def _checked3d(modes: tuple[str, ...]) -> Callable[..., None]:
    """The check of the pooling Primitives of volumes."""

    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any, **rest: Any) -> None:
        for argument, value in (("kernel_size", kernel_size), ("strides", strides)):
            of_type(argument, value, int, tuple)
            sizes(argument, value, 3)
        of_type("pad_mode", pad_mode, str)
        if pad_mode.lower() not in modes:
            raise ValueError(must("pad_mode", f"one of {modes}", repr(pad_mode)))
        if "pad_list" in rest:
            check_pad_mode(pad_mode, pairs("pad_list", rest["pad_list"], 3), "pad_list")
        for argument, kind in (
            ("ceil_mode", bool),
            ("count_include_pad", bool),
            ("divisor_override", int),
        ):
            if argument in rest:
                of_type(argument, rest[argument], kind)
        among("data_format", data_format, ("NCDHW",))

    return check


@primitive("MaxPoolGrad", place="unlisted", since="kernel_size", check=_checked)
def max_pool_grad(
    x: Array,
    out: Array,
    grad: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
    data_format: str = "NCHW",
):
    """Gradient of MaxPool."""
    matched(out, grad)
    setting = kernel_size, strides, pad_mode, data_format
    return pullback(lambda a: max_pool(a, *setting), grad, x)


@primitive("MaxPoolGradGrad", place="unlisted", since="kernel_size", check=_checked)
def max_pool_grad_grad(
    x: Array,
    out: Array,
    grad: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
):
    """The elements of `grad` where MaxPool took the maxima of `x`."""
    matched(x, grad)
    return jax.jvp(lambda a: max_pool(a, kernel_size, strides, pad_mode), (x,), (grad,))[1]


@primitive("AvgPoolGrad", place="unlisted", since="kernel_size", check=check_pool)
def avg_pool_grad(
    x: Array,
    out: Array,
    dout: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
    data_format: str = "NCHW",
):
    """Gradient of AvgPool."""
    matched(out, dout)
    setting = kernel_size, strides, pad_mode, data_format
    return pullback(lambda a: avg_pool(a, *setting), dout, x)


@primitive(
    "MaxPool3DGrad",
    place="unlisted",
    since="kernel_size",
    check=_checked3d(("valid", "same", "pad")),
)
def max_pool3d_grad(
    x_origin: Array,
    out_origin: Array,
    grad: Array,
    kernel_size: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    strides: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    pad_mode: str = "VALID",
    pad_list: int | Sequence[int] = 0,
    data_format: str = "NCDHW",
):
    """Gradient of MaxPool3D."""
    setting = kernel_size, strides, pad_mode, pad_list
    return pullback(lambda a: max_pool3d_primitive(a, *setting), grad, x_origin)


@primitive(
    "MaxPool3DGradGrad",
    place="unlisted",
    since="kernel_size",
    check=_checked3d(("valid", "same")),
)
def max_pool3d_grad_grad(
    x_origin: Array,
    out_origin: Array,
    grad: Array,
    kernel_size: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    strides: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    pad_mode: str = "VALID",
    data_format: str = "NCDHW",
):
    """The elements of `grad` where MaxPool3D took the maxima of `x_origin`."""
    setting = kernel_size, strides, pad_mode
    pool = lambda a: max_pool3d_primitive(a, *setting)  # noqa: E731
    return jax.jvp(pool, (x_origin,), (grad,))[1]


@primitive(
    "AvgPool3DGrad",
    place="unlisted",
    since="kernel_size",
    check=_checked3d(("valid", "same", "pad")),
)
def avg_pool3d_grad(
    origin_input_shape: Sequence[int],
    grads: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pads: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: Any = 0,
    data_format: str = "NCDHW",
    pad_mode: str = "pad",
):
    """Gradient of AvgPool3D for an argument of the given shape."""
    used = pads if pad_mode.lower() == "pad" else 0
    rest = pad_mode, used, ceil_mode, count_include_pad, divisor_override
    setting = kernel_size, strides, *rest
    shape = lengths(origin_input_shape)
    return adjoint(lambda a: avg_pool3d_primitive(a, *setting), shape, grads)


@primitive("AdaptiveAvgPool2DGrad", place="unlisted")
def adaptive_avg_pool2d_grad(input_grad: Array, orig_input_shape: Sequence[int]):
    """Gradient of AdaptiveAvgPool2D for an argument of the given shape."""
    size = input_grad.shape[-2:]
    pool = lambda a: pooling_adaptive.adaptive_avg_pool2d(a, size)  # noqa: E731
    return adjoint(pool, lengths(orig_input_shape), input_grad)


@primitive("AdaptiveAvgPool3DGrad", place="unlisted")
def adaptive_avg_pool3d_grad(y_grad: Array, orig_input_shape: Sequence[int]):
    """Gradient of AdaptiveAvgPool3D for an argument of the given shape."""
    size = y_grad.shape[-3:]
    pool = lambda a: pooling_adaptive.adaptive_avg_pool3d(a, size)  # noqa: E731
    return adjoint(pool, lengths(orig_input_shape), y_grad)


@primitive("AdaptiveMaxPool2DGrad", place="unlisted")
def adaptive_max_pool2d_grad(y_grad: Array, x: Array, argmax: Array):
    """Gradient of AdaptiveMaxPool2D, from the places of the maxima."""
    matched(y_grad, argmax)
    return _back_to(x, argmax, y_grad, 2)


@primitive("AdaptiveMaxPool3DGrad", place="unlisted")
def adaptive_max_pool3d_grad(input_grad: Array, x: Array, argmax: Array):
    """Gradient of AdaptiveMaxPool3D, from the places of the maxima."""
    matched(input_grad, argmax)
    return _back_to(x, argmax, input_grad, 3)


def _checked_argmax(
    kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any = "NCHW"
) -> None:
    _checked(kernel_size, strides, pad_mode)
    among("data_format", data_format, ("NCHW",))


@primitive("MaxPoolGradWithArgmax", place="unlisted", since="kernel_size", check=_checked_argmax)
def max_pool_grad_with_argmax(
    x: Array,
    grad: Array,
    argmax: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
    data_format: str = "NCHW",
):
    """Gradient of MaxPoolWithArgmax, from the places of the maxima within each (C, H, W)."""
    matched(grad, argmax)
    return _back_to(x, argmax, grad, 3)


@primitive("MaxPoolGradWithArgmaxV2", place="unlisted", since="kernel_size")
def max_pool_grad_with_argmax_v2(
    x: Array,
    grad: Array,
    argmax: Array,
    kernel_size: int | tuple[int, ...],
    strides: int | tuple[int, ...] = None,
    pads: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = (1, 1),
    ceil_mode: bool = False,
    argmax_type: Any = None,
):
    """Gradient of MaxPoolWithArgmaxV2, from the places of the maxima."""
    matched(grad, argmax)
    return _back_to(x, argmax, grad, 2)


@primitive(
    "MaxPool3DGradWithArgmax",
    place="unlisted",
    since="ksize",
    check=_layouts("NCDHW"),
)
def max_pool3d_grad_with_argmax(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...],
    pads: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = (1, 1, 1),
    ceil_mode: bool = False,
    data_format: str = "NCDHW",
):
    """Gradient of MaxPool3DWithArgmax, from the places of the maxima."""
    matched(grads, argmax)
    return _back_to(x, argmax, grads, 3)


@primitive(
    "MaxPoolGradGradWithArgmax",
    place="unlisted",
    since="kernel_size",
    check=_checked,
)
def max_pool_grad_grad_with_argmax(
    x: Array,
    grad: Array,
    argmax: Array,
    kernel_size: int | tuple[int, ...] = 1,
    strides: int | tuple[int, ...] = 1,
    pad_mode: str = "VALID",
):
    """The elements of `grad` at the places of the maxima within each (C, H, W)."""
    return _picked(grad, argmax, 3)


@primitive(
    "FractionalMaxPoolGradWithFixedKsize",
    place="unlisted",
    since="data_format",
    check=_layouts("NCHW"),
)
def fractional_max_pool2d_grad(
    origin_input: Array, out_backprop: Array, argmax: Array, data_format: str = "NCHW"
):
    """Gradient of FractionalMaxPoolWithFixedKsize, from the places of the maxima."""
    return _back_to(origin_input, argmax, out_backprop, 2)


@primitive(
    "FractionalMaxPool3DGradWithFixedKsize",
    place="unlisted",
    since="data_format",
    check=_layouts("NCDHW", "NDHWC"),
)
def fractional_max_pool3d_grad(
    origin_input: Array, out_backprop: Array, argmax: Array, data_format: str = "NCDHW"
):
    """Gradient of FractionalMaxPool3DWithFixedKsize, from the places of the maxima."""
    if data_format == "NDHWC":
        first = [jnp.moveaxis(a, -1, 1) for a in (origin_input, argmax, out_backprop)]
        return jnp.moveaxis(_back_to(*first, 3), 1, -1)
    return _back_to(origin_input, argmax, out_backprop, 3)


@primitive(
    "MaxUnpool2DGrad",
    place="unlisted",
    since="ksize",
    check=_layouts("NCHW", "NHWC"),
)
def max_unpool2d_grad(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...] = 0,
    pads: int | tuple[int, ...] = 0,
    output_shape: Sequence[int] = (),
    data_format: str = "NCHW",
):
    """Gradient of MaxUnpool2D: the gradients at the places."""
    return _unpool_grad(x, grads, argmax, data_format, 2)


@primitive(
    "MaxUnpool3DGrad",
    place="unlisted",
    since="ksize",
    check=_layouts("NCDHW", "NDHWC"),
)
def max_unpool3d_grad(
    x: Array,
    grads: Array,
    argmax: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...] = 0,
    pads: int | tuple[int, ...] = 0,
    output_shape: Sequence[int] = (),
    data_format: str = "NCDHW",
):
    """Gradient of MaxUnpool3D: the gradients at the places."""
    return _unpool_grad(x, grads, argmax, data_format, 3)


def _unpool_grad(
    x: jax.Array, grads: jax.Array, argmax: jax.Array, data_format: str, rank: int
) -> jax.Array:
    of_shape("argmax", argmax, x.shape)
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


@primitive("FractionalAvgPoolGrad", place="unlisted", overlapping=False)
@op(label="FractionalAvgPoolGrad", eager=True)
def fractional_avg_pool_grad(
    orig_input_tensor_shape: Array,
    out_backprop: Array,
    row_pooling_sequence: Array,
    col_pooling_sequence: Array,
    overlapping: bool = False,
):
    """Gradient of FractionalAvgPool for images of a shape (N, H, W, C), from its windows."""
    height, width = (int(n) for n in np.asarray(orig_input_tensor_shape)[1:3])
    rows = _regions(height, row_pooling_sequence, overlapping).astype(np.float32)
    columns = _regions(width, col_pooling_sequence, overlapping).astype(np.float32)
    rows, columns = rows / rows.sum(1, keepdims=True), columns / columns.sum(1, keepdims=True)
    spread = jnp.einsum("nijc,ih,jw->nhwc", wider(out_backprop), rows, columns, precision="highest")
    return spread.astype(out_backprop.dtype)


@primitive("FractionalMaxPoolGrad", place="unlisted", overlapping=False)
@op(label="FractionalMaxPoolGrad", eager=True)
def fractional_max_pool_grad(
    orig_input: Array,
    orig_output: Array,
    out_backprop: Array,
    row_pooling_sequence: Array,
    col_pooling_sequence: Array,
    overlapping: bool = False,
):
    """Gradient of FractionalMaxPool for images of shape (N, H, W, C), from its windows."""
    matched(orig_output, out_backprop)
    count, height, width, channels = orig_input.shape
    rows = _regions(height, row_pooling_sequence, overlapping)
    columns = _regions(width, col_pooling_sequence, overlapping)
    inside = (rows[:, None, :, None] & columns[:, None, :]).reshape(-1, height * width)
    flat = orig_input.reshape(count, 1, height * width, channels)
    places = jnp.argmax(jnp.where(inside[:, :, None], flat, -np.inf), 2)
    grads = jnp.moveaxis(out_backprop.reshape(count, -1, channels), -1, 1)
    like = jnp.moveaxis(orig_input, -1, 1)
    return jnp.moveaxis(_back_to(like, jnp.moveaxis(places, -1, 1), grads, 2), 1, -1)
