"""Pooling to a given output size, power-average pooling, and the inverse of max pooling."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.doubles import exact
from msjax._core.errors import describe, must
from msjax._core.op import Array, Power, op, settled
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import adaptive, stored
from msjax.ops._spatial import sizes
from msjax.ops.pooling_functional import avg_pool1d, avg_pool2d


def _targets(
    name: str, value: Any, lengths: tuple[int, ...], refusal: type[Exception] = ValueError
) -> tuple[int, ...]:
    """Output lengths; None and -1 keep the input's. Wrong ones raise `refusal`."""
    count = len(lengths)
    if isinstance(value, bool) or not isinstance(value, (int, tuple, list)):
        raise TypeError(must(name, "output_size", "int or tuple", describe(value)))
    items = (value,) * count if isinstance(value, int) else tuple(value)
    if len(items) != count:
        raise refusal(must(name, "output_size", f"an int or {count} of them", value))
    for item in items:
        if item is not None and (isinstance(item, bool) or not isinstance(item, int)):
            raise TypeError(must(name, "output_size", "of ints or None", value))
        if item is not None and item < -1:
            raise refusal(must(name, "output_size", "of non-negative ints", value))
    return tuple(n if t in (None, -1) else t for n, t in zip(lengths, items, strict=True))


def _check_targets(name: str, count: int) -> Any:
    def check(output_size: Any) -> None:
        if isinstance(output_size, list):
            raise TypeError(must(name, "output_size", "int or tuple", describe(output_size)))
        _targets(name, output_size, (1,) * count)

    return check


def _check_max_targets(output_size: Any) -> None:
    if not isinstance(output_size, (list, tuple)):
        expected = "a list or tuple of ints"
        raise TypeError(must("AdaptiveMaxPool2D", "output_size", expected, describe(output_size)))


def _bounds(length: int, target: int) -> tuple[np.ndarray, np.ndarray]:
    i = np.arange(target)
    return i * length // target, -(-(i + 1) * length // target)


def _adaptive_mean(x: jax.Array, targets: tuple[int, ...]) -> jax.Array:
    dtype = x.dtype
    if dtype.itemsize < 4 or not jnp.issubdtype(dtype, jnp.floating):
        x = x.astype(np.float32)
    for i, target in enumerate(targets):
        axis = x.ndim - len(targets) + i
        length = x.shape[axis]
        if target and length % target == 0:
            shape = (*x.shape[:axis], target, length // target, *x.shape[axis + 1 :])
            x = x.reshape(shape).mean(axis + 1)
            continue
        begin, end = _bounds(length, target)
        place = np.arange(length)
        weights = (begin[:, None] <= place) & (place < end[:, None])
        share = weights / np.maximum(weights.sum(1, keepdims=True), 1)
        x = jnp.moveaxis(jnp.tensordot(x, jnp.asarray(share.T, x.dtype), (axis, 0)), -1, axis)
    return x.astype(dtype)


def _adaptive_max(x: jax.Array, targets: tuple[int, ...]) -> tuple[jax.Array, jax.Array]:
    """Maxima of adaptive windows and their places in the flattened last dimensions."""
    first = x.ndim - len(targets)
    lengths = x.shape[first:]
    places = jnp.arange(np.prod(lengths), dtype=np.int32).reshape(lengths)
    places = jnp.broadcast_to(places, x.shape)
    for i in reversed(range(len(targets))):
        axis, target = first + i, targets[i]
        begin, end = _bounds(x.shape[axis], target)
        best, where = None, None
        for step in range(int(max(end - begin, default=0))):
            index = np.minimum(begin + step, end - 1)
            value, place = jnp.take(x, index, axis), jnp.take(places, index, axis)
            if best is None:
                best, where = value, place
            else:
                wins = (value > best) | (value != value)
                best, where = jnp.where(wins, value, best), jnp.where(wins, place, where)
        x, places = best, where
    return x, places


def _check_rank(name: str, x: Any, count: int, batched_only: bool = False) -> None:
    allowed = (count + 2,) if batched_only else (count + 1, count + 2)
    if x.ndim not in allowed:
        raise ValueError(must(name, "input", f"of {allowed} dimensions", f"shape {x.shape}"))


@primitive(
    "AdaptiveAvgPool2D",
    output_size=REQUIRED,
    check=_check_targets("AdaptiveAvgPool2D", 2),
    normal=stored("AdaptiveAvgPool2D", output_size=adaptive(2)),
)
@op(
    "ops.adaptive_avg_pool2d",
    "mint.nn.functional.adaptive_avg_pool2d",
    label="AdaptiveAvgPool2D",
)
def adaptive_avg_pool2d(input: Array, output_size):
    """Mean over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        output_size: int or tuple of two ints or None (None keeps the length).

    Returns:
        Tensor whose last two dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool2d(ms.Tensor([[[1., 2.], [3., 4.]]]), 1))
        [[[2.5]]]
    """
    name = "AdaptiveAvgPool2D"
    _check_rank(name, input, 2)
    accept(name, input, "float16 float32 float64")
    return _adaptive_mean(input, _targets(name, output_size, input.shape[-2:]))


@primitive(
    "AdaptiveAvgPool3D",
    output_size=REQUIRED,
    check=_check_targets("AdaptiveAvgPool3D", 3),
    normal=stored("AdaptiveAvgPool3D", output_size=adaptive(3)),
)
@op(
    "ops.adaptive_avg_pool3d",
    "mint.nn.functional.adaptive_avg_pool3d",
    label="AdaptiveAvgPool3D",
)
def adaptive_avg_pool3d(input: Array, output_size):
    """Mean over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        output_size: int or tuple of three ints or None (None keeps the length).

    Returns:
        Tensor whose last three dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool3d(ms.ops.ones((1, 2, 2, 2)), 1))
        [[[[1.]]]]
    """
    name = "AdaptiveAvgPool3D"
    _check_rank(name, input, 3)
    accept(name, input, "int8 int16 int32 int64 uint8 float16 float32 float64")
    return _adaptive_mean(input, _targets(name, output_size, input.shape[-3:]))


def _check_divides(name: str, x: Any, output_size: Any) -> None:
    if isinstance(output_size, bool) or not isinstance(output_size, int):
        raise TypeError(must(name, "output_size", "int", describe(output_size)))
    if output_size < 1:
        raise ValueError(must(name, "output_size", "at least 1", output_size))
    if x.ndim != 3:
        raise ValueError(must(name, "input", "of 3 dimensions", f"shape {x.shape}"))
    if x.shape[2] < output_size or x.shape[2] % output_size:
        raise ValueError(
            must(name, "input", f"of a multiple of {output_size} elements in dim 2", x.shape[2])
        )
    accept(name, x, "float16 float32")


@op("ops.adaptive_avg_pool1d")
def adaptive_avg_pool1d(input: Array, output_size):
    """Mean over equal parts of the last dimension.

    Args:
        input: Tensor of shape (N, C, L) of Float16 or Float32.
        output_size: int that divides L.

    Returns:
        Tensor of shape (N, C, output_size).

    Raises:
        TypeError: another dtype, or `output_size` is no int.
        ValueError: wrong rank, or `output_size` does not divide L.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool1d(ms.Tensor([[[1., 3.]]]), 1))
        [[[2.]]]
    """
    _check_divides("adaptive_avg_pool1d", input, output_size)
    return _adaptive_mean(input, (output_size,))


@op("mint.nn.functional.adaptive_avg_pool1d", label="adaptive_avg_pool1d")
def adaptive_avg_pool1d_ext(input: Array, output_size):
    """Mean over windows chosen so that the last dimension gets the given length."""
    _check_rank("adaptive_avg_pool1d", input, 1)
    accept("adaptive_avg_pool1d", input, "f")
    return _adaptive_mean(input, _targets("adaptive_avg_pool1d", output_size, input.shape[-1:]))


@op("ops.adaptive_max_pool1d")
def adaptive_max_pool1d(input: Array, output_size):
    """Maximum over equal parts of the last dimension.

    Args:
        input: Tensor of shape (N, C, L) of Float16 or Float32.
        output_size: int that divides L.

    Returns:
        Tensor of shape (N, C, output_size).

    Raises:
        TypeError: another dtype, or `output_size` is no int.
        ValueError: wrong rank, or `output_size` does not divide L.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_max_pool1d(ms.Tensor([[[1., 3.]]]), 1))
        [[[3.]]]
    """
    _check_divides("adaptive_max_pool1d", input, output_size)
    return _adaptive_max(input, (output_size,))[0]


@op("mint.nn.functional.adaptive_max_pool1d", label="adaptive_max_pool1d")
def adaptive_max_pool1d_ext(input: Array, output_size, return_indices=False):
    """Maximum over windows chosen so that the last dimension gets the given length."""
    _check_rank("adaptive_max_pool1d", input, 1)
    targets = _targets("adaptive_max_pool1d", output_size, input.shape[-1:])
    out, places = _adaptive_max(input, targets)
    return (out, places.astype(np.int64)) if return_indices else out


@primitive("AdaptiveMaxPool2D", output_size=REQUIRED, check=_check_max_targets)
@op(label="AdaptiveMaxPool2D")
def adaptive_max_pool2d_primitive(input: Array, output_size):
    """Maxima over adaptive windows of the last two dimensions, and their places (Int64)."""
    if None in output_size:  # allowed until it is called
        raise TypeError(must("AdaptiveMaxPool2D", "output_size", "two ints", output_size))
    return _max_pool2d(input, output_size)


def _max_pool2d(input: Any, output_size: Any) -> Any:
    name = "AdaptiveMaxPool2D"
    _check_rank(name, input, 2)
    accept(name, input, "float16 float32 float64")
    targets = _targets(name, output_size, input.shape[-2:], RuntimeError)
    out, places = _adaptive_max(input, targets)
    return out, places.astype(np.int64)


@op(
    "ops.adaptive_max_pool2d",
    "mint.nn.functional.adaptive_max_pool2d",
    label="AdaptiveMaxPool2D",
)
def adaptive_max_pool2d(input: Array, output_size, return_indices=False):
    """Maximum over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        output_size: int or tuple of two ints or None (None keeps the length).
        return_indices: also return the place of each maximum in the flattened plane (Int64).

    Returns:
        Tensor whose last two dimensions are `output_size`, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_max_pool2d(ms.Tensor([[[1., 2.], [3., 4.]]]), 1))
        [[[4.]]]
    """
    if not isinstance(return_indices, bool):
        raise TypeError(
            must("adaptive_max_pool2d", "return_indices", "bool", describe(return_indices))
        )
    out, places = _max_pool2d(input, output_size)
    return (out, places) if return_indices else out


@primitive("AdaptiveMaxPool3D")
@op(label="AdaptiveMaxPool3D")
def adaptive_max_pool3d_primitive(input: Array, output_size):
    """Maxima over adaptive windows of the last three dimensions, and their places (Int32)."""
    name = "AdaptiveMaxPool3D"
    _check_rank(name, input, 3)
    accept(name, input, "iuf")
    return _adaptive_max(input, _targets(name, output_size, input.shape[-3:]))


@op("ops.adaptive_max_pool3d", label="AdaptiveMaxPool3D")
def adaptive_max_pool3d(input: Array, output_size, return_indices=False):
    """Maximum over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        output_size: int or tuple of three ints.
        return_indices: also return the place of each maximum in the flattened volume (Int32).

    Returns:
        Tensor whose last three dimensions are `output_size`, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: wrong rank or number of lengths.
    """
    out, places = adaptive_max_pool3d_primitive(input, output_size)
    return (out, places) if return_indices else out


# -- power averages --


def _power(name: str, norm_type: Any, dtype: Any) -> Any:
    """The power, and the exponent of the root."""
    if not settled(norm_type):
        dtype = dtype if jnp.issubdtype(dtype, jnp.floating) else np.dtype(np.float32)
        return exact(norm_type, dtype), (1 / exact(norm_type, np.float64)).astype(dtype)
    if isinstance(norm_type, bool) or not isinstance(norm_type, (int, float)):
        raise TypeError(must(name, "norm_type", "float or int", describe(norm_type)))
    if norm_type == 0:
        raise ValueError(f"For '{name}', the value of 'norm_type' can not be 0.")
    return float(norm_type), 1.0 / norm_type


@op("ops.lp_pool1d")
def lp_pool1d(x: Array, norm_type: Power, kernel_size, stride=None, ceil_mode=False):
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
    power, root = _power("lp_pool1d", norm_type, x.dtype)
    batch = x[None] if x.ndim == 2 else x
    stride = kernel_size if stride is None else stride
    out = (avg_pool1d(batch**power, kernel_size, stride, 0, ceil_mode) * kernel_size) ** root
    return out[0] if x.ndim == 2 else out


@op("ops.lp_pool2d")
def lp_pool2d(x: Array, norm_type: Power, kernel_size, stride=None, ceil_mode=False):
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
    power, root = _power("lp_pool2d", norm_type, x.dtype)
    kernel = sizes("lp_pool2d", "kernel_size", kernel_size, 2)
    stride = kernel if stride is None else stride
    mean = avg_pool2d(x**power, kernel, stride, 0, ceil_mode)
    return (mean * (kernel[0] * kernel[1])) ** root


# -- unpooling --


def _unpool(
    name: str, x: Any, indices: Any, count: int, setting: tuple, output_size: Any
) -> jax.Array:
    kernel_size, stride, padding = setting
    if x.ndim not in (count + 1, count + 2):
        raise ValueError(must(name, "x", f"of {count + 1} or {count + 2} dimensions", x.shape))
    if indices.shape != x.shape:
        raise ValueError(must(name, "indices", f"of shape {x.shape}", indices.shape))
    if indices.dtype.name not in ("int32", "int64"):
        raise TypeError(must(name, "indices", "of Int32 or Int64", indices.dtype.name))
    accept(name, x, "iuf", "x")
    kernel = sizes(name, "kernel_size", kernel_size, count)
    strides = kernel if stride is None else sizes(name, "stride", stride, count)
    pads = sizes(name, "padding", padding, count, 0)
    lengths = x.shape[-count:]
    if output_size is None or output_size == ():
        rows = zip(lengths, kernel, strides, pads, strict=True)
        target = tuple((n - 1) * s - 2 * p + k for n, k, s, p in rows)
    elif not isinstance(output_size, tuple):
        raise ValueError(must(name, "output_size", "a tuple", describe(output_size)))
    else:
        if len(output_size) not in (count, count + 1, count + 2):
            raise ValueError(must(name, "output_size", f"of {count} lengths", output_size))
        target = output_size[-count:]
    rows = int(np.prod(x.shape[:-count]))
    flat = jnp.zeros((rows, int(np.prod(target))), x.dtype)
    places = indices.reshape(rows, -1).astype(np.int32)
    out = flat.at[jnp.arange(rows)[:, None], places].set(x.reshape(rows, -1))
    return out.reshape(*x.shape[:-count], *target)


@op("ops.max_unpool1d")
def max_unpool1d(x: Array, indices: Array, kernel_size, stride=None, padding=0, output_size=None):
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
    return _unpool("max_unpool1d", x, indices, 1, (kernel_size, stride, padding), output_size)


@op("ops.max_unpool2d")
def max_unpool2d(x: Array, indices: Array, kernel_size, stride=None, padding=0, output_size=None):
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
    return _unpool("max_unpool2d", x, indices, 2, (kernel_size, stride, padding), output_size)


@op("mint.nn.functional.max_unpool2d", label="max_unpool2d")
def max_unpool2d_ext(
    input: Array, indices: Array, kernel_size, stride=None, padding=0, output_size=None
):
    """Put the maxima of max pooling back to their places, as `ops.max_unpool2d`."""
    return _unpool("max_unpool2d", input, indices, 2, (kernel_size, stride, padding), output_size)


@op("ops.max_unpool3d")
def max_unpool3d(x: Array, indices: Array, kernel_size, stride=None, padding=0, output_size=None):
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
    """
    return _unpool("max_unpool3d", x, indices, 3, (kernel_size, stride, padding), output_size)
