"""The inverse of max pooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_type
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import window
from msjax.kernels.checks import accept, check_rank, of_shape, sizes


def _natural_lengths(lengths: Any, kernel: Any, strides: Any, pads: Any) -> tuple[int, ...]:
    """The shortest lengths that pool to `lengths`."""
    rows = zip(lengths, kernel, strides, pads, strict=True)
    return tuple((n - 1) * s - 2 * p + k for n, k, s, p in rows)


def _put_back(x: jax.Array, places: jax.Array, target: tuple[int, ...]) -> jax.Array:
    """Zeros of lengths `target` with `x` at places in the flattened last dimensions."""
    lead = x.shape[: x.ndim - len(target)]
    rows = int(np.prod(lead))
    flat = jnp.zeros((rows, int(np.prod(target))), x.dtype)
    places = places.reshape(rows, -1).astype(np.int32)
    out = flat.at[jnp.arange(rows)[:, None], places].set(x.reshape(rows, -1))
    return out.reshape(*lead, *target)


def _settings(count: int, ksize: Any, strides: Any, pads: Any) -> list[tuple]:
    if strides in (0, (0,) * count):
        strides = ksize
    found = []
    for arg, value, least in (("ksize", ksize, 1), ("strides", strides, 1), ("pads", pads, 0)):
        of_type(arg, value, int, tuple)
        items = (value,) * count if isinstance(value, int) else value
        good = all(type(e) is int and e >= least for e in items)
        if len(items) != count or not good:
            raise ValueError(must(arg, f"an int >= {least} or {count} such ints", value))
        found.append(items)
    return found


def _check(count: int, formats: tuple[str, str]) -> Any:
    def check(ksize: Any, strides: Any, pads: Any, output_shape: Any, data_format: Any) -> None:
        _settings(count, ksize, strides, pads)
        if data_format not in formats:
            raise ValueError(must("data_format", f"in {list(formats)}", repr(data_format)))
        of_type("output_shape", output_shape, tuple)

    return check


def _stored(count: int) -> Any:
    def normal(ksize: Any, strides: Any, pads: Any, **_: Any) -> dict[str, Any]:
        rule = window(count)
        strides = ksize if strides in (0, (0,) * count) else strides
        return {"ksize": rule(ksize), "strides": rule(strides), "pads": rule(pads)}

    return normal


def _unpooled(
    x: Any, argmax: Any, count: int, setting: tuple, output_shape: tuple, last: bool
) -> jax.Array:
    accept(x, "iuf", "x")
    accept(argmax, "int32 int64", "argmax")
    if x.ndim != count + 2:
        raise ValueError(must("x", f"of rank {count + 2}", f"rank {x.ndim}"))
    of_shape("argmax", argmax, x.shape)
    kernel, strides, pads = _settings(count, *setting)
    if last:
        x, argmax = jnp.moveaxis(x, -1, 1), jnp.moveaxis(argmax, -1, 1)
    target = _natural_lengths(x.shape[2:], kernel, strides, pads)
    if output_shape:
        if len(output_shape) != count + 2:
            raise ValueError(must("output_shape", f"of {count + 2} lengths", output_shape))
        wanted = output_shape[1:-1] if last else output_shape[2:]
        fits = [abs(w - t) < s for w, t, s in zip(wanted, target, strides, strict=True)]
        if not all(fits):
            text = f"nearer than {strides} to the lengths {target}"
            raise ValueError(must("output_shape", text, output_shape))
        target = wanted
    out = _put_back(x, argmax, target)
    return jnp.moveaxis(out, 1, -1) if last else out


@primitive(
    "MaxUnpool2D",
    since="ksize",
    check=_check(2, ("NCHW", "NHWC")),
    normal=_stored(2),
    counts="all",
)
@op(label="MaxUnpool2D")
def max_unpool2d_primitive(
    x: Array,
    argmax: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...] = 0,
    pads: int | tuple[int, ...] = 0,
    output_shape: int | Sequence[int] = (),
    data_format: str = "NCHW",
):
    """Put the maxima of max pooling back to their places; zeros elsewhere.

    Args:
        ksize: int or tuple of two ints, the windows' size.
        strides: int or tuple of two ints; 0 means `ksize`.
        pads: int or tuple of two ints.
        output_shape: shape of the result; () for the one that the above give.
        data_format: "NCHW" or "NHWC".

    Inputs:
        - **x** (Tensor) - of rank 4.
        - **argmax** (Tensor) - Int32 or Int64 Tensor of the same shape: places in the result's
          flattened plane. Places outside of it are left out.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.MaxUnpool2D(2)(ms.Tensor([[[[7.]]]]), ms.Tensor([[[[2]]]])))
        [[[[0. 0.]
           [7. 0.]]]]
    """
    setting, last = (ksize, strides, pads), data_format == "NHWC"
    return _unpooled(x, argmax, 2, setting, output_shape, last)


@primitive(
    "MaxUnpool3D",
    since="ksize",
    check=_check(3, ("NCDHW", "NDHWC")),
    normal=_stored(3),
    counts="all",
)
@op(label="MaxUnpool3D")
def max_unpool3d_primitive(
    x: Array,
    argmax: Array,
    ksize: int | tuple[int, ...],
    strides: int | tuple[int, ...] = 0,
    pads: int | tuple[int, ...] = 0,
    output_shape: int | Sequence[int] = (),
    data_format: str = "NCDHW",
):
    """Put the maxima of 3-D max pooling back to their places; zeros elsewhere.

    Args:
        x: Tensor of an integer or floating dtype, of rank 5.
        argmax: Int32 or Int64 Tensor of the same shape: places in the result's flattened volume.
            Places outside of it are left out.
        ksize: int or tuple of three ints, the window. Given to the constructor, as are those below.
        strides: int or tuple of three ints; 0 means `ksize`.
        pads: int or tuple of three ints.
        output_shape: shape of the result; () for the one that the above give.
        data_format: "NCDHW" or "NDHWC".

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[[[4.]]]]]), ms.Tensor([[[[[2]]]]], ms.int64)
        >>> print(ms.ops.MaxUnpool3D(ksize=(1, 2, 2))(x, places))
        [[[[[0. 0.]
            [4. 0.]]]]]
    """
    setting, last = (ksize, strides, pads), data_format == "NDHWC"
    return _unpooled(x, argmax, 3, setting, output_shape, last)


def _unpool(x: Any, indices: Any, count: int, setting: tuple, output_size: Any) -> jax.Array:
    kernel_size, stride, padding = setting
    check_rank(x, (count + 1, count + 2), "x")
    of_shape("indices", indices, x.shape)
    if indices.dtype.name not in ("int32", "int64"):
        raise TypeError(must("indices", "of Int32 or Int64", indices.dtype.name))
    accept(x, "iuf", "x")
    kernel = sizes("kernel_size", kernel_size, count)
    strides = kernel if stride is None else sizes("stride", stride, count)
    pads = sizes("padding", padding, count, 0)
    lengths = x.shape[-count:]
    natural = _natural_lengths(lengths, kernel, strides, pads)
    if output_size is None or output_size == ():
        target = natural
    elif not isinstance(output_size, tuple):
        raise ValueError(must("output_size", "a tuple", describe(output_size)))
    else:
        if len(output_size) not in (count, count + 1, count + 2):
            raise ValueError(must("output_size", f"of {count} lengths", output_size))
        target = output_size[-count:]
        if None in target:
            raise RuntimeError(must("output_size", "of ints", output_size))
        fits = [abs(w - n) < s for w, n, s in zip(target, natural, strides, strict=True)]
        if not all(fits):
            text = f"nearer than {strides} to the lengths {natural}"
            raise ValueError(must("output_size", text, output_size))
    return _put_back(x, indices, target)


@op(
    "ops.max_unpool1d",
    accepts={
        "kernel_size": "int tuple !ValueError bool",
        "stride": "int tuple None !ValueError bool ndarray",
        "padding": "int tuple !ValueError bool",
        "output_size": "int float bool str tuple Tensor ndarray None !ValueError list",
    },
)
def max_unpool1d(
    x: Array,
    indices: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
):
    """Put the maxima of max pooling back to their places; zeros elsewhere.

    Args:
        x: Tensor of shape (N, C, L) or (C, L).
        indices: Int32 or Int64 Tensor of the same shape: places in the result's last dimension.
        kernel_size: int.
        stride: int; None means `kernel_size`.
        padding: int.
        output_size: tuple that ends with the result's length.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `indices` is not of an integer dtype.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.max_unpool1d(ms.Tensor([[7.]]), ms.Tensor([[1]]), 2))
        [[0. 7.]]
    """
    return _unpool(x, indices, 1, (kernel_size, stride, padding), output_size)


@op(
    "ops.max_unpool2d",
    accepts={
        "kernel_size": "int tuple",
        "stride": "int tuple None !ValueError ndarray",
        "padding": "int tuple",
        "output_size": "int float bool str tuple Tensor ndarray None !ValueError list",
    },
)
def max_unpool2d(
    x: Array,
    indices: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
):
    """Put the maxima of max pooling back to their places; zeros elsewhere.

    Args:
        x: Tensor of shape (N, C, H, W) or (C, H, W).
        indices: Int32 or Int64 Tensor of the same shape: places in the result's flattened plane.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
        output_size: tuple that ends with the result's height and width.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `indices` is not of an integer dtype.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.max_unpool2d(ms.Tensor([[[7.]]]), ms.Tensor([[[2]]]), 2))
        [[[0. 0.]
          [7. 0.]]]
    """
    return _unpool(x, indices, 2, (kernel_size, stride, padding), output_size)


@op("mint.nn.functional.max_unpool2d", label="max_unpool2d")
def max_unpool2d_ext(
    input: Array,
    indices: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: Sequence[int] | None = None,
):
    """Put the maxima of max pooling back to their places, as `ops.max_unpool2d`; zeros elsewhere.

    Args:
        input: Tensor of an integer or floating dtype, of shape (N, C, H, W) or (C, H, W).
        indices: Int32 or Int64 Tensor of the same shape: places in the result's flattened plane.
        kernel_size: int or tuple of two ints, the window.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
        output_size: tuple that ends with the result's height and width; None for the smallest.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[4.]]]), ms.Tensor([[[2]]], ms.int64)
        >>> print(ms.mint.nn.functional.max_unpool2d(x, places, 2))
        [[[0. 0.]
          [4. 0.]]]
    """
    return _unpool(input, indices, 2, (kernel_size, stride, padding), output_size)


@op(
    "ops.max_unpool3d",
    accepts={
        "kernel_size": "int tuple",
        "stride": "int tuple Tensor None !ValueError ndarray",
        "padding": "int tuple",
        "output_size": "int float bool str tuple Tensor ndarray None !ValueError list",
    },
)
def max_unpool3d(
    x: Array,
    indices: Array,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | Tensor | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: tuple[int, ...] | None = None,
):
    """Put the maxima of max pooling back to their places; zeros elsewhere.

    Args:
        x: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        indices: Int32 or Int64 Tensor of the same shape: places in the result's flattened volume.
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints.
        output_size: tuple that ends with the result's depth, height and width.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `indices` is not of an integer dtype.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, places = ms.Tensor([[[[4.]]]]), ms.Tensor([[[[2]]]], ms.int64)
        >>> print(ms.ops.max_unpool3d(x, places, (1, 2, 2)))
        [[[[0. 0.]
           [4. 0.]]]]
    """
    return _unpool(x, indices, 3, (kernel_size, stride, padding), output_size)
