"""Max pooling with windows at random places."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Key, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept, same_dtype
from msjax.ops._spatial import sizes


def _starts(samples: jax.Array, length: int, kernel: int, target: int) -> jax.Array:
    """Where the windows along one axis start, from one number in [0, 1) per plane."""
    if target == 1:
        return jnp.full((*samples.shape, 1), length - kernel, np.int32)
    step = (length - kernel) / (target - 1)
    u = samples.astype(np.float32)[..., None]
    i = np.arange(target - 1, dtype=np.float32)
    first = jnp.floor((i + u) * step) - jnp.floor(u * step)
    last = jnp.full((*samples.shape, 1), length - kernel, np.float32)
    return jnp.concatenate([first, last], -1).astype(np.int32)


def _pool(name: str, x: Any, samples: Any, kernel: tuple, target: tuple) -> tuple[Any, Any]:
    """Maxima and their places in the flattened spatial dimensions."""
    count = len(kernel)
    accept(name, x, "float16 float32 float64 int32 int64")
    lengths = x.shape[2:]
    if samples.shape != (*x.shape[:2], count):
        raise ValueError(
            must(name, "_random_samples", f"of shape {(*x.shape[:2], count)}", samples.shape)
        )
    if any(k + t - 1 > n for n, k, t in zip(lengths, kernel, target, strict=True)):
        raise ValueError(must(name, "kernel_size", f"small enough for {lengths}", kernel))
    places: Any = 0
    for i in range(count):
        number = samples[..., 1 - i if count == 2 else i]  # planes: the width comes first
        starts = _starts(number, lengths[i], kernel[i], target[i])
        along = starts[..., :, None] + np.arange(kernel[i], dtype=np.int32)
        shape = [*x.shape[:2]] + [1] * (2 * count)
        shape[2 + i], shape[2 + count + i] = target[i], kernel[i]
        places = places * lengths[i] + along.reshape(shape)
    flat = x.reshape(*x.shape[:2], -1)
    windows = places.reshape(*x.shape[:2], int(np.prod(target)), int(np.prod(kernel)))
    values = jnp.take_along_axis(flat[:, :, None], windows, -1)
    best = jnp.argmax(jax.lax.stop_gradient(values), -1)[..., None]
    out = jnp.take_along_axis(values, best, -1).reshape(*x.shape[:2], *target)
    index = jnp.take_along_axis(windows, best, -1).reshape(*x.shape[:2], *target)
    return out, index.astype(np.int64)


@primitive(
    "FractionalMaxPoolWithFixedKsize", ksize=REQUIRED, output_shape=REQUIRED, data_format="NCHW"
)
@op(label="FractionalMaxPoolWithFixedKsize")
def fractional_max_pool2d_primitive(
    input_x: Array, random_samples: Array, ksize, output_shape, data_format="NCHW"
):
    """Maxima over windows of fixed size at random places, and their indices (Int64)."""
    name = "FractionalMaxPoolWithFixedKsize"
    kernel, target = sizes(name, "ksize", ksize, 2), sizes(name, "output_shape", output_shape, 2)
    return _pool(name, input_x, random_samples, kernel, target)


@primitive(
    "FractionalMaxPool3DWithFixedKsize",
    ksize=REQUIRED,
    output_shape=REQUIRED,
    data_format="NCDHW",
)
@op(label="FractionalMaxPool3DWithFixedKsize")
def fractional_max_pool3d_primitive(
    x: Array, random_samples: Array, ksize, output_shape, data_format="NCDHW"
):
    """Maxima over windows of fixed size at random places, and their indices (Int64)."""
    name = "FractionalMaxPool3DWithFixedKsize"
    kernel, target = sizes(name, "ksize", ksize, 3), sizes(name, "output_shape", output_shape, 3)
    return _pool(name, x, random_samples, kernel, target)


def _targets(name: str, lengths: tuple, output_size: Any, output_ratio: Any) -> tuple[int, ...]:
    if (output_size is None) == (output_ratio is None):
        raise ValueError(
            f"For '{name}', either 'output_size' or 'output_ratio' must be given, but got "
            f"{output_size} and {output_ratio}."
        )
    if output_size is not None:
        return sizes(name, "output_size", output_size, len(lengths))
    ratios = output_ratio if isinstance(output_ratio, tuple) else (output_ratio,) * len(lengths)
    for ratio in ratios:
        if not isinstance(ratio, float):
            raise TypeError(must(name, "output_ratio", "float", describe(ratio)))
        if not 0 < ratio < 1:
            raise ValueError(must(name, "output_ratio", "in (0.0, 1.0)", ratio))
    return tuple(int(n * r) for n, r in zip(lengths, ratios, strict=True))


def _functional(name: str, x: Any, kernel_size: Any, setting: tuple, key: Any) -> Any:
    count, output_size, output_ratio, return_indices, samples = setting
    if not isinstance(return_indices, bool):
        raise TypeError(must(name, "return_indices", "bool", describe(return_indices)))
    single = x.ndim == count + 1
    batch = x[None] if single else x
    if batch.ndim != count + 2:
        raise ValueError(must(name, "input", f"of {count + 1} or {count + 2} dimensions", x.shape))
    target = _targets(name, batch.shape[2:], output_size, output_ratio)
    if samples is None:
        samples = jax.random.uniform(key, (*batch.shape[:2], count), np.float32)
    elif count == 3:
        same_dtype(name, x, samples)
    kernel = sizes(name, "kernel_size", kernel_size, count)
    results = _pool(name, batch, samples, kernel, target)
    if single:
        results = tuple(r[0] for r in results)
    return results if return_indices else results[0]


@op("ops.fractional_max_pool2d")
def fractional_max_pool2d(
    input: Array,
    kernel_size,
    output_size=None,
    output_ratio=None,
    return_indices=False,
    _random_samples: Array | None = None,
    key: Key = None,
):
    """Maximum over windows of fixed size at random places of the last two dimensions.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        kernel_size: int or tuple of two ints.
        output_size: int or tuple of two ints, or None.
        output_ratio: float or tuple of two floats in (0, 1), or None.
        return_indices: also return the place of each maximum (Int64).
        _random_samples: Tensor of shape (N, C, 2) of numbers in [0, 1), or None to draw them.

    Returns:
        Tensor of the output size, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.
    """
    setting = (2, output_size, output_ratio, return_indices, _random_samples)
    return _functional("fractional_max_pool2d", input, kernel_size, setting, key)


@op("ops.fractional_max_pool3d")
def fractional_max_pool3d(
    input: Array,
    kernel_size,
    output_size=None,
    output_ratio=None,
    return_indices=False,
    _random_samples: Array | None = None,
    key: Key = None,
):
    """Maximum over windows of fixed size at random places of the last three dimensions.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        kernel_size: int or tuple of three ints.
        output_size: int or tuple of three ints, or None.
        output_ratio: float or tuple of three floats in (0, 1), or None.
        return_indices: also return the place of each maximum (Int64).
        _random_samples: Tensor of shape (N, C, 3) of numbers in [0, 1), or None to draw them.

    Returns:
        Tensor of the output size, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.
    """
    setting = (3, output_size, output_ratio, return_indices, _random_samples)
    return _functional("fractional_max_pool3d", input, kernel_size, setting, key)
