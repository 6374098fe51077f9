"""Pooling over windows at random places and of random sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, boolean, of_type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import repeated, stored
from msjax.kernels.checks import accept, check_rank, of_shape, same_dtype, sizes
from msjax.kernels.create.random import Seeded
from msjax.kernels.pool.shared import no_list
from msjax.kernels.reduction.extremum import position


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


def _pool(x: Any, samples: Any, kernel: tuple, target: tuple) -> tuple[Any, Any]:
    """Maxima and their places in the flattened spatial dimensions."""
    count = len(kernel)
    accept(x, "float16 float32 float64 int32 int64")
    lengths = x.shape[2:]
    if count == 3 and samples.ndim != 3:
        raise TypeError(must("_random_samples", "of rank 3", f"rank {samples.ndim}"))
    if count == 3 and x.ndim != 5:
        raise TypeError(must("x", "of rank 4 or 5", f"rank {x.ndim}"))
    of_shape("_random_samples", samples, (*x.shape[:2], count))
    if any(k + t - 1 > n for n, k, t in zip(lengths, kernel, target, strict=True)):
        raise ValueError(must("kernel_size", f"small enough for {lengths}", kernel))
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
    best = position(values, values.ndim - 1, True, True, np.int32)
    out = jnp.take_along_axis(values, best, -1).reshape(*x.shape[:2], *target)
    index = jnp.take_along_axis(windows, best, -1).reshape(*x.shape[:2], *target)
    return out, index.astype(np.int64)


def _check_fixed(count: int, *layouts: str) -> Any:
    def check(ksize: Any, output_shape: Any, data_format: Any) -> None:
        for arg, value in (("ksize", ksize), ("output_shape", output_shape)):
            no_list(arg, value)
            sizes(arg, value, count)
        among("data_format", data_format, layouts)

    return check


@primitive(
    "FractionalMaxPoolWithFixedKsize",
    check=_check_fixed(2, "NCHW"),
    normal=stored(ksize=repeated(2), output_shape=repeated(2)),
    accepts={"random_samples": "Tensor[float16 float32 float64]"},
    counts="all",
    ksize=REQUIRED,
    output_shape=REQUIRED,
    data_format="NCHW",
)
@op(label="FractionalMaxPoolWithFixedKsize")
def fractional_max_pool2d_primitive(
    input_x: Array,
    random_samples: Array,
    ksize: int | tuple[int, ...],
    output_shape: int | tuple[int, ...],
    data_format: str = "NCHW",
):
    """Maxima over windows of a fixed size at random places of the last two dimensions.

    Args:
        input_x: Tensor of shape (N, C, H, W) of Float16, Float32, Float64, Int32 or Int64.
        random_samples: floating Tensor of shape (N, C, 2) of numbers in [0, 1), the width's first.
        ksize: int or tuple of two ints, the window. Given to the constructor, as are those below.
        output_shape: int or tuple of two ints, the number of windows.
        data_format: "NCHW".

    Returns:
        Pair of the maxima and their places in the flattened plane (Int64), of shape
        (N, C, *output_shape).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> pool = ms.ops.FractionalMaxPoolWithFixedKsize(ksize=(1, 2), output_shape=(1, 2))
        >>> out, places = pool(ms.Tensor([[[[1., 2., 4., 3.]]]]), ms.Tensor([[[0.5, 0.5]]]))
        >>> print(out, places)
        [[[[2. 4.]]]] [[[[1 2]]]]
    """
    kernel, target = sizes("ksize", ksize, 2), sizes("output_shape", output_shape, 2)
    return _pool(input_x, random_samples, kernel, target)


@primitive(
    "FractionalMaxPool3DWithFixedKsize",
    check=_check_fixed(3, "NCDHW", "NDHWC"),
    normal=stored(ksize=repeated(3), output_shape=repeated(3)),
    accepts={"random_samples": "Tensor[float16 float32 float64]", "ksize": "int tuple[int tuple]"},
    counts="all",
    ksize=REQUIRED,
    output_shape=REQUIRED,
    data_format="NCDHW",
)
@op(label="FractionalMaxPool3DWithFixedKsize")
def fractional_max_pool3d_primitive(
    x: Array,
    random_samples: Array,
    ksize: int | tuple[int | tuple[int, ...], ...],
    output_shape: int | tuple[int, ...],
    data_format: str = "NCDHW",
):
    """Maxima over windows of a fixed size at random places of the last three dimensions.

    Args:
        x: Tensor of shape (N, C, D, H, W), or (N, D, H, W, C) for the data format "NDHWC", of
            Float16,
            Float32, Float64, Int32 or Int64.
        random_samples: floating Tensor of shape (N, C, 3) of numbers in [0, 1).
        ksize: int or tuple of three ints, the window. Given to the constructor, as are those below.
        output_shape: int or tuple of three ints, the number of windows.
        data_format: "NCDHW" or "NDHWC".

    Returns:
        Pair of the maxima and their places in the flattened volume (Int64), of shape
        (N, C, *output_shape) or (N, *output_shape, C).

    Raises:
        TypeError: an argument is of a wrong type or rank.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> pool = ms.ops.FractionalMaxPool3DWithFixedKsize((1, 1, 2), (1, 1, 2))
        >>> out, places = pool(ms.Tensor([[[[[1., 2., 4., 3.]]]]]), ms.Tensor([[[0.5, 0.5, 0.5]]]))
        >>> print(out, places)
        [[[[[2. 4.]]]]] [[[[[1 2]]]]]
    """
    kernel, target = sizes("ksize", ksize, 3), sizes("output_shape", output_shape, 3)
    if data_format == "NDHWC":
        found = _pool(jnp.moveaxis(x, -1, 1), random_samples, kernel, target)
        return tuple(jnp.moveaxis(a, 1, -1) for a in found)
    return _pool(x, random_samples, kernel, target)


def _targets(lengths: tuple, output_size: Any, output_ratio: Any) -> tuple[int, ...]:
    if output_size is None and output_ratio is None:
        raise ValueError(
            Clause(
                f"either 'output_size' or 'output_ratio' must be given, but got "
                f"{output_size} and {output_ratio}."
            )
        )
    if output_size is not None:
        return sizes("output_size", output_size, len(lengths))
    ratios = output_ratio if isinstance(output_ratio, tuple) else (output_ratio,) * len(lengths)
    for ratio in ratios:
        of_type("output_ratio", ratio, float)
        if not 0 < ratio < 1:
            raise ValueError(must("output_ratio", "in (0.0, 1.0)", ratio))
    return tuple(int(n * r) for n, r in zip(lengths, ratios, strict=True))


def _functional(x: Any, kernel_size: Any, setting: tuple, key: Any) -> Any:
    count, output_size, output_ratio, return_indices, samples = setting
    boolean("return_indices", return_indices)
    check_rank(x, (count + 1, count + 2))
    single = x.ndim == count + 1
    batch = x[None] if single else x
    target = _targets(batch.shape[2:], output_size, output_ratio)
    if samples is None:
        samples = jax.random.uniform(key, (*batch.shape[:2], count), np.float32)
    elif count == 3:
        same_dtype(x, samples)
    kernel = sizes("kernel_size", kernel_size, count)
    results = _pool(batch, samples, kernel, target)
    if single:
        results = tuple(r[0] for r in results)
    return results if return_indices else results[0]


@op(
    "ops.fractional_max_pool2d",
    accepts={
        "kernel_size": "int tuple",
        "output_size": "int tuple None",
        "output_ratio": "float tuple[float] list ndarray None",
        "return_indices": "bool",
        "_random_samples": "Tensor[float16 float32 float64] None",
    },
)
def fractional_max_pool2d(
    input: Array,
    kernel_size: int | tuple[int, ...],
    output_size: int | tuple[int, ...] | None = None,
    output_ratio: int | float | Sequence[float] | None = None,
    return_indices: bool = False,
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

    Examples:
        >>> import msjax as ms
        >>> x, samples = ms.Tensor([[[1., 2., 4., 3.]]]), ms.Tensor([[[0.5, 0.5]]])
        >>> print(ms.ops.fractional_max_pool2d(x, (1, 2), (1, 2), _random_samples=samples))
        [[[2. 4.]]]
    """
    setting = (2, output_size, output_ratio, return_indices, _random_samples)
    return _functional(input, kernel_size, setting, key)


@op(
    "ops.fractional_max_pool3d",
    accepts={"kernel_size": "int tuple", "output_size": "int tuple None", "return_indices": "bool"},
)
def fractional_max_pool3d(
    input: Array,
    kernel_size: int | tuple[int, ...],
    output_size: int | tuple[int, ...] | None = None,
    output_ratio: int | float | tuple[float, ...] | None = None,
    return_indices: bool = False,
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

    Examples:
        >>> import msjax as ms
        >>> x, samples = ms.Tensor([[[[1., 2., 4., 3.]]]]), ms.Tensor([[[0.5, 0.5, 0.5]]])
        >>> print(ms.ops.fractional_max_pool3d(x, (1, 1, 2), (1, 1, 2), _random_samples=samples))
        [[[[2. 4.]]]]
    """
    setting = (3, output_size, output_ratio, return_indices, _random_samples)
    return _functional(input, kernel_size, setting, key)


# -- regions of a random ratio -------------------------------------------------------------------


def _borders(
    key: jax.Array, length: int, target: int, pseudo_random: bool
) -> tuple[jax.Array, int]:
    """Where the windows along one axis begin, the last end, and a bound of their lengths."""
    base = length // target
    if pseudo_random:
        alpha = length / target
        most = min((base + 2) / alpha - 1, (length + 1 - base) / alpha - (target - 1))
        u = jax.random.uniform(key, (), np.float32, 1e-6, np.float32(most))
        inner = jnp.ceil(np.float32(alpha) * (np.arange(1, target, dtype=np.float32) + u)) - 1
        inner = jnp.clip(inner.astype(np.int32), 0, length)
        zero, last = (jnp.full(1, n, np.int32) for n in (0, length))
        return jnp.concatenate([zero, inner, last]), base + 2
    longer = np.arange(target) < length % target
    sizes = jax.random.permutation(key, base + longer.astype(np.int32))
    return jnp.concatenate([jnp.zeros(1, np.int32), jnp.cumsum(sizes, dtype=np.int32)]), base + 1


def _check_ratio(pooling_ratio: Any, flags: dict[str, Any]) -> None:
    of_type("pooling_ratio", pooling_ratio, list)
    for item in pooling_ratio:
        if not isinstance(item, float):
            raise TypeError(must("pooling_ratio", "a list of float", describe(item)))
    for arg, value in flags.items():
        boolean(arg, value)


@op(label="FractionalPool")
def _fractional_regions(
    x: Array, ratio, pseudo_random, overlapping, fixed, mean, generator: Key = None
):
    accept(x, "float32 float64 int32 int64", "x")
    check_rank(x, 4, "x")
    if len(ratio) != 4:
        raise ValueError(must("pooling_ratio", "of length 4", ratio))
    if ratio[0] != 1 or ratio[3] != 1 or min(ratio) < 1:
        raise ValueError(must("pooling_ratio", "(1, >= 1, >= 1, 1)", ratio))
    key = jax.random.key(fixed) if fixed is not None else generator
    out, borders, total = x, [], 1
    for axis, own in ((2, 1), (1, 0)):  # so that the first of equal elements in memory wins
        length = x.shape[axis]
        target = int(length / ratio[axis])
        if target < 1:
            raise ValueError(must("pooling_ratio", f"at most {length}", ratio))
        begins, most = _borders(jax.random.fold_in(key, own), length, target, pseudo_random)
        borders.append(begins.astype(np.int64))
        places = begins[:-1, None] + np.arange(most + overlapping, dtype=np.int32)
        ends = begins[1:] + int(overlapping)
        valid = places < jnp.minimum(ends, length)[:, None]
        windows = jnp.take(out, jnp.clip(places, 0, length - 1), axis)
        shape = [1] * windows.ndim
        shape[axis : axis + 2] = valid.shape
        mask = valid.reshape(shape)
        if mean:
            out = jnp.sum(jnp.where(mask, windows, jnp.zeros((), x.dtype)), axis + 1)
            counts = jnp.sum(valid, 1, dtype=np.int32)
            total = total * counts.reshape(-1, *(1,) * (3 - axis))
        else:
            lowest = -np.inf if x.dtype.kind == "f" else jnp.iinfo(x.dtype).min
            windows = jnp.where(mask, windows, jnp.full((), lowest, x.dtype))
            best = position(jax.lax.stop_gradient(windows), axis + 1, True, True, np.int32)
            out = jnp.take_along_axis(windows, best, axis + 1).squeeze(axis + 1)
    if mean:
        total = total.astype(x.dtype)
        out = out / total if x.dtype.kind == "f" else jax.lax.div(*jnp.broadcast_arrays(out, total))
    return out, *borders[::-1]


class _FractionalPool(Seeded):
    _mean = False

    def __init__(
        self,
        pooling_ratio: list[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
    ):
        name = type(self).__name__
        flags = {"pseudo_random": pseudo_random, "overlapping": overlapping}
        flags["deterministic"] = deterministic
        _check_ratio(pooling_ratio, flags)
        super().__init__(name, seed, seed2, pooling_ratio=pooling_ratio, **flags)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        if not self.deterministic and (self.seed or self.seed2):
            raise ValueError(must("seed and seed2", "0 unless 'deterministic'", self.seed))
        fixed = (self.seed * 1000003 + self.seed2) % 2**31 if self.deterministic else None
        setting = (self.pseudo_random, self.overlapping, fixed, self._mean)
        pool = call(_fractional_regions, self.name)
        return pool(x, tuple(self.pooling_ratio), *setting, None)


@public("ops.FractionalMaxPool")
class FractionalMaxPool(_FractionalPool):
    """Maxima over regions of random sizes that differ by one.

    Args:
        pooling_ratio: list of four floats, at least 1: length of the input over that of the result,
            of which the first and the last are 1.
        pseudo_random: whether the sizes follow each other regularly from a random start, instead
            of in random order.
        overlapping: whether a region includes the first row and column of the next.
        deterministic: whether each call uses the same regions.
        seed: int that, with `seed2`, chooses these regions.
        seed2: int.

    Inputs:
        - **x** (Tensor) - Float32, Float64, Int32 or Int64 Tensor of shape (N, H, W, C).

    Outputs:
        Tuple of the maxima (N, H', W', C) and of two Int64 Tensors: where the regions begin, and
        the last ends, along the rows and the columns.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `pooling_ratio` is out of range, `x` is not of rank 4, or a seed is given but
            not `deterministic`.

    Examples:
        >>> import msjax as ms
        >>> out, rows, _ = ms.ops.FractionalMaxPool([1., 2., 2., 1.])(ms.ops.ones((1, 4, 4, 1)))
        >>> print(out.shape, rows)
        (1, 2, 2, 1) [0 2 4]
    """


@public("ops.FractionalAvgPool")
class FractionalAvgPool(_FractionalPool):
    """Means over regions of random sizes that differ by one.

    Args:
        pooling_ratio: list of four floats, the input's lengths over the result's; the first and the
            last are 1.0, the others at least that.
        pseudo_random: whether the borders of regions follow from one random number.
        overlapping: whether regions share their borders.
        deterministic: whether the regions follow from the seeds.
        seed: int; not 0 only if `deterministic`.
        seed2: int; not 0 only if `deterministic`.

    The call takes `x`, a Tensor of shape (N, H, W, C) of Float32, Float64, Int32 or Int64. It
    returns the means, of shape (N, H', W', C) and the dtype of `x` (those of integers are
    truncated), and two Int64 Tensors with the borders of the regions along the rows and the
    columns.

    Raises:
        TypeError: an argument is of a wrong type or dtype.
        ValueError: a ratio is out of range, a seed stands without `deterministic`, or the rank of
            `x` is not 4.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 3., 5., 7.]).reshape(1, 2, 2, 1)
        >>> out, rows, columns = ms.ops.FractionalAvgPool([1.0, 2.0, 2.0, 1.0])(x)
        >>> print(out, rows, columns)
        [[[[4.]]]] [0 2] [0 2]
    """

    _mean = True
