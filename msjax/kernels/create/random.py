"""Uniform and normal random numbers, and what random operations share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer, of_type
from msjax._core.base.errors import describe, must
from msjax._core.base.state import STATE
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, Key, Value, call, op, public
from msjax._core.tensor.random import Generator, new_stream, seeded_stream
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import of_dtype
from msjax.kernels.create.creation import lengths
from msjax.kernels.host import np_dtype, placed

if TYPE_CHECKING:
    from msjax._types import Number, Sizes

_F32 = np.dtype(np.float32)

# -- kernels shared by the distributions -----------------------------------------------------------


def unit(key: Any, shape: tuple[int, ...], dtype: np.dtype) -> jax.Array:
    """Uniform numbers in [0, 1)."""
    if dtype != np.float64:
        return jax.random.uniform(key, shape, dtype)
    high, low = jax.random.bits(key, (2, *shape), np.uint32).astype(np.float64)
    return (jnp.floor(high / 32) * 2.0**26 + jnp.floor(low / 64)) * 2.0**-53


def gauss(key: Any, shape: tuple[int, ...], dtype: np.dtype) -> jax.Array:
    """Standard normal numbers."""
    if dtype != np.float64:
        return jax.random.normal(key, shape, _F32).astype(dtype)
    middle = unit(key, shape, dtype) + 2.0**-54
    return jax.lax.erf_inv(2 * middle - 1) * jnp.sqrt(jnp.full((), 2, dtype))


def whole(key: Any, shape: tuple[int, ...], low: int, high: int, dtype: np.dtype) -> jax.Array:
    """Integers in [low, high), whose distance fits 64 bits."""
    words = jax.random.bits(key, (2, *shape), np.uint32).astype(np.uint64)
    bits = (words[0] << 32) | words[1]
    span, start = (_word(n & 0xFFFFFFFFFFFFFFFF) for n in (high - low, low))
    bits = bits % span if high - low < 1 << 64 else bits
    return (bits + start).astype(np.int64).astype(dtype)


def _word(value: int) -> jax.Array:
    """A constant of uint64 (as a literal it would lose its upper half)."""
    upper, lower = jnp.full((2,), np.array([value >> 32, value & 0xFFFFFFFF]), np.uint64)
    return (upper << 32) | lower


@op(label="UniformReal")
def _uniform(shape, dtype, generator: Key = None):
    return unit(generator, shape, dtype)


@op(label="StandardNormal")
def _normal(shape, dtype, generator: Key = None):
    return gauss(generator, shape, dtype)


@op(label="RandomInteger")
def _integers(shape, low, high, dtype, generator: Key = None):
    return whole(generator, shape, low, high, dtype)


@op(label="UniformInt")
def _uniform_int(shape, minval: Array, maxval: Array, generator: Key = None):
    for arg, x in (("minval", minval), ("maxval", maxval)):
        if x.ndim and x.shape != (1,):
            raise ValueError(must(arg, "0-dimensional", x.shape))
    low, high = minval.reshape(()).astype(np.int32), maxval.reshape(()).astype(np.int32)
    return jax.random.randint(generator, shape, low, high, np.int32)


@op(label="Normal")
def _scaled_normal(shape, mean: Value, stddev: Value, generator: Key = None):
    mean, stddev = jnp.asarray(mean), jnp.asarray(stddev)
    return shifted(gauss(generator, shape, _F32), mean, stddev)


@op(label="Uniform")
def _scaled_uniform(shape, minval: Array, maxval: Array, generator: Key = None):
    return shifted(unit(generator, shape, _F32), minval, maxval - minval)


def shifted(drawn: Any, place: Any, scale: Any) -> Any:
    """`drawn * scale + place` in float32, or float64 if one of them is."""
    dtype = mstype.common_dtype(_F32, mstype.common_dtype(place.dtype, scale.dtype))
    dtype = _F32 if place.weak_type and scale.weak_type else dtype
    return drawn.astype(dtype) * scale.astype(dtype) + place.astype(dtype)


draw_uniform, draw_normal = call(_uniform), call(_normal)
draw_integers, _draw_uniform_int = call(_integers), call(_uniform_int)
_draw_scaled_normal, _draw_scaled_uniform = call(_scaled_normal), call(_scaled_uniform)


# -- arguments -------------------------------------------------------------------------------------


def stream(name: str, seed: Any) -> Generator | None:
    """The generator of a function called with `seed`; None, the default one, for None and 0.

    Raises:
        TypeError: `seed` is neither an int nor None.
        ValueError: it is negative.
    """
    if seed is None:
        return None
    if integer("seed", seed) < 0:
        raise ValueError(must("seed", "int and >= 0", seed))
    return seeded_stream(name, seed) if seed else None


class Seeded(Primitive):
    """A random Primitive: with seeds it has a stream of its own, else it uses the default one."""

    seed_names: tuple[str, ...] = ("seed", "seed2")
    negative_seeds = False  # whether they are allowed

    def __init__(self, name: str, seed: int, seed2: int, **attributes: Any):
        super().__init__(name)
        for arg, value in zip(self.seed_names, (seed, seed2), strict=False):
            if integer(arg, value) < 0 and not self.negative_seeds:
                raise ValueError(must(arg, "int and >= 0", value))
            attributes[arg] = value
        self._set_init(**attributes)
        self._generator = None
        if (seed or seed2) and STATE.frame is not None:  # one node of compiled code, run many times
            self._generator = seeded_stream(f"compiled {name}", seed * 1000003 + seed2)
        elif seed or seed2:
            self._generator = new_stream()
            self._generator.manual_seed((seed & 0xFFFFFFFF) << 32 | seed2 & 0xFFFFFFFF)


def tuple_shape(shape: Any) -> tuple[int, ...]:
    """A shape given as a tuple or Tensor, not as a list or int."""
    if not isinstance(shape, (tuple, Tensor)):
        raise TypeError(must("shape", "a tuple of ints or a Tensor", describe(shape)))
    return lengths("shape", shape)


def _sizes(size: tuple) -> tuple[int, ...]:
    if not size:
        return (1,)
    return lengths("size", size[0] if len(size) == 1 else size)


def float_dtype(dtype: Any, default: Any = np.float32) -> np.dtype:
    """The NumPy dtype of a `dtype` argument that must be floating."""
    found = np_dtype(dtype, default)
    if mstype.from_np(found) not in mstype.float_type:
        raise ValueError(must("dtype", "a float type", mstype.from_np(found)))
    return found


def _int_dtype(dtype: Any, default: Any) -> np.dtype:
    found = np_dtype(dtype, default)
    if mstype.from_np(found) not in mstype.int_type + mstype.uint_type:
        raise ValueError(must("dtype", "an int type", mstype.from_np(found)))
    return found


# -- uniform, normal, integers ---------------------------------------------------------------------


@public("ops.rand")
def rand(
    *size: int | Sequence[int] | Tensor, dtype: mstype.Type | None = None, seed: int | None = None
) -> Tensor:
    """Uniform numbers in [0, 1).

    Args:
        size: ints, or one tuple or list of ints, the shape; (1,) if left out.
        dtype: floating element type, float32 by default.
        seed: int; a positive one gives a stream of its own that is the same in every process.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints.
        ValueError: `dtype` is not floating, or a length or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.rand(2, 3).shape
        (2, 3)
    """
    found = float_dtype(dtype)
    return placed(draw_uniform(_sizes(size), found, stream("rand", seed)))


@public("ops.randn")
def randn(
    *size: int | Sequence[int] | Tensor, dtype: mstype.Type | None = None, seed: int | None = None
) -> Tensor:
    """Standard normal numbers; the arguments are those of `ops.rand`.

    Args:
        size: ints, or one tuple or list of them, the shape.
        dtype: a floating element type, Float32 by default.
        seed: int, or None for the global state.

    Returns:
        Tensor of the shape.

    Raises:
        TypeError: `size` is not made of ints, or `seed` is not an int.
        ValueError: a size is negative, or `dtype` is not a floating element type.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.randn(2, 3).shape
        (2, 3)
    """
    found = float_dtype(dtype)
    return placed(draw_normal(_sizes(size), found, stream("randn", seed)))


@public("ops.rand_like")
def rand_like(
    input: Tensor, seed: int | None = None, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Uniform numbers in [0, 1) in the shape of a Tensor, in its dtype unless `dtype` is given.

    Args:
        input: Tensor.
        seed: int; a positive one gives a stream of its own.
        dtype: floating element type, by default that of `input`.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` is not a Tensor.
        ValueError: the dtype is not floating, or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.rand_like(ms.Tensor([[1., 2.]])).shape
        (1, 2)
    """
    x = of_type("input", input, Tensor)
    found = float_dtype(dtype, x.dtype.np)
    return placed(draw_uniform(x.shape, found, stream("rand_like", seed)))


@public("ops.randn_like")
def randn_like(
    input: Tensor, seed: int | None = None, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Standard normal numbers in the shape of a Tensor, Float32 unless `dtype` is given.

    Args:
        input: Tensor.
        seed: int; a positive one gives a stream of its own.
        dtype: floating element type, float32 by default.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` is not a Tensor.
        ValueError: `dtype` is not floating, or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.randn_like(ms.Tensor([[1, 2]])).dtype
        mindspore.float32
    """
    x = of_type("input", input, Tensor)
    found = float_dtype(dtype)
    return placed(draw_normal(x.shape, found, stream("randn_like", seed)))


def _random_integers(name: str, low: Any, high: Any, shape: Any, dtype: Any, seed: Any) -> Tensor:
    low, high = integer("low", low), integer("high", high)
    if low >= high:
        raise RuntimeError(must("high", f"greater than 'low', {low}", high))
    return placed(draw_integers(shape, low, high, dtype, stream(name, seed)))


@public(
    "ops.randint",
    accepts={"dtype": "dtype Tensor ndarray None !ValueError int float bool str tuple"},
)
def randint(
    low: int, high: int, size: tuple, seed: int | None = None, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Integers in [low, high), all equally likely.

    Args:
        low: int.
        high: int.
        size: tuple of ints, the shape.
        seed: int; a positive one gives a stream of its own.
        dtype: integer element type, int64 by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `low` or `high` is not an int.
        ValueError: `size` is not a tuple, or `dtype` not an integer type.
        RuntimeError: `low` is not less than `high`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.randint(0, 10, (2, 3)).dtype
        mindspore.int64
    """
    if not isinstance(size, tuple):
        raise ValueError(must("size", "a tuple", describe(size)))
    found = _int_dtype(dtype, np.int64)
    return _random_integers("randint", low, high, lengths("size", size), found, seed)


@public("ops.randint_like")
def randint_like(
    input: Tensor, low: int, high: int, seed: int | None = None, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Integers in [low, high) in the shape of a Tensor, and in its dtype unless `dtype` is given.

    Args:
        input: Tensor.
        low: int, the lower bound.
        high: int, the upper bound, which is not drawn.
        seed: int; a positive one gives a stream of its own.
        dtype: integer element type, by default that of `input`.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or `low` or `high` is not an int.
        ValueError: the dtype is not an integer type, or `seed` is negative.
        RuntimeError: `low` is not less than `high`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.randint_like(ms.Tensor([0, 0]), 3, 4))
        [3 3]
    """
    x = of_type("input", input, Tensor)
    found = _int_dtype(dtype, x.dtype.np)
    return _random_integers("randint_like", low, high, x.shape, found, seed)


@public("ops.normal")
def normal(
    shape: tuple, mean: Number | Tensor, stddev: Number | Tensor, seed: int | None = None
) -> Tensor:
    """Normal numbers.

    Args:
        shape: tuple of ints.
        mean: number or Tensor.
        stddev: number or Tensor, the standard deviation.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of float32 of the shape that `shape`, `mean` and `stddev` broadcast to.

    Raises:
        TypeError: `shape` is not a tuple.
        ValueError: `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.normal((2, 3), 0.0, 1.0).shape
        (2, 3)
    """
    of_type("shape", shape, tuple)
    shape = lengths("shape", shape)
    return placed(_draw_scaled_normal(shape, mean, stddev, stream("normal", seed)))


@public("ops.uniform")
def uniform(
    shape: Tensor | Sizes,
    minval: Tensor,
    maxval: Tensor,
    seed: int | None = None,
    dtype: mstype.Type = mstype.float32,
) -> Tensor:
    """Uniform numbers: floats in [minval, maxval), or integers in that range.

    Args:
        shape: tuple of ints, or Tensor.
        minval: Tensor of float32 or int32.
        maxval: Tensor of the same dtype.
        seed: int; a positive one gives a stream of its own.
        dtype: float32 or int32.

    Returns:
        Tensor of the shape that `shape` and the bounds broadcast to.

    Raises:
        TypeError: the bounds are not Tensors of `dtype`, or `dtype` is another one.
        ValueError: the bounds of integers have dimensions.
        RuntimeError: the bounds of integers are in the wrong order.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.uniform((2,), ms.Tensor(0.), ms.Tensor(1.)).shape
        (2,)
    """
    low, high = of_type("minval", minval, Tensor), of_type("maxval", maxval, Tensor)
    if dtype not in (mstype.float32, mstype.int32):
        raise TypeError(must("dtype", "float32 or int32", repr(dtype)))
    for arg, x in (("minval", low), ("maxval", high)):
        of_dtype(arg, x, dtype)
    shape, generator = tuple_shape(shape), stream("uniform", seed)
    if dtype == mstype.float32:
        return placed(_draw_scaled_uniform(shape, low, high, generator))
    _check_order(low, high)
    return placed(_draw_uniform_int(shape, low, high, generator))


def _check_order(low: Tensor, high: Tensor) -> None:
    values = (low._value, high._value)
    if any(isinstance(v, jax.core.Tracer) or v.size != 1 for v in values):
        return
    first, last = (int(np.asarray(v).reshape(())) for v in values)
    if first >= last:
        raise RuntimeError(must("maxval", f"greater than 'minval', {first}", last))


@public("ops.standard_normal", label="StandardNormal")
def standard_normal(shape: Tensor | Sizes, seed: int | None = None) -> Tensor:
    """Standard normal numbers.

    Args:
        shape: tuple of ints, or Tensor.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of float32.

    Raises:
        TypeError: `shape` is not a tuple or Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.standard_normal((2, 3)).shape
        (2, 3)
    """
    shape = tuple_shape(shape)
    return placed(draw_normal(shape, _F32, stream("standard_normal", seed)))


@public("ops.StandardNormal", counts="all")
class StandardNormal(Seeded):
    """Numbers of the standard normal distribution.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (tuple, Tensor) - the lengths, ints, or an Int32 or Int64 Tensor of them.

    Outputs:
        Tensor of that shape, of Float32.

    Raises:
        TypeError: a seed is not an int, or the shape neither a tuple of ints nor a Tensor.
        ValueError: a seed or a length is negative.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.ops.StandardNormal(seed=2), ms.ops.StandardNormal(seed=2)
        >>> bool((a((3,)) == b((3,))).all())
        True
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("StandardNormal", seed, seed2)

    def __call__(self, shape: Tensor | Sizes) -> Tensor:
        return placed(draw_normal(tuple_shape(shape), _F32, self._generator))


@public("ops.UniformReal", counts="all")
class UniformReal(Seeded):
    """Uniform float32 numbers in [0, 1) of a shape given as a tuple or Tensor.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.

    Outputs:
        Tensor of float32.

    Raises:
        TypeError: `shape` is not a tuple or Tensor.
        ValueError: a length or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.ops.UniformReal(seed=2), ms.ops.UniformReal(seed=2)
        >>> bool((a((3,)) == b((3,))).all())
        True
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("UniformReal", seed, seed2)

    def __call__(self, shape: Tensor | Sizes) -> Tensor:
        return placed(draw_uniform(tuple_shape(shape), _F32, self._generator))


@public("ops.UniformInt", counts="all")
class UniformInt(Seeded):
    """Uniform int32 numbers in [minval, maxval).

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.
        - **minval** (Tensor) - 0-d Tensor of int32, the lower bound.
        - **maxval** (Tensor) - 0-d Tensor of int32, the upper bound, which is not drawn.

    Outputs:
        Tensor of int32.

    Raises:
        TypeError: a bound is not a Tensor of int32, or `shape` is not a tuple or Tensor.
        ValueError: a bound has dimensions, or a length or a seed is negative.
        RuntimeError: `minval` is not less than `maxval`.

    Examples:
        >>> import msjax as ms
        >>> low, high = ms.Tensor(3, ms.int32), ms.Tensor(4, ms.int32)
        >>> print(ms.ops.UniformInt()((2,), low, high))
        [3 3]
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("UniformInt", seed, seed2)

    def __call__(self, shape: Tensor | Sizes, minval: Tensor, maxval: Tensor) -> Tensor:
        low, high = of_type("minval", minval, Tensor), of_type("maxval", maxval, Tensor)
        for arg, x in (("minval", low), ("maxval", high)):
            if x.dtype != mstype.int32:
                raise TypeError(must(arg, "of dtype Int32", x.dtype))
        _check_order(low, high)
        shape = tuple_shape(shape)
        return placed(_draw_uniform_int(shape, low, high, self._generator))
