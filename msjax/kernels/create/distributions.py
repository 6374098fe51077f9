"""Random numbers of the Laplace, gamma, Poisson, Cauchy, log-normal and truncated distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import of_type
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.create.creation import lengths
from msjax.kernels.create.random import Seeded, gauss, shifted, stream, tuple_shape, unit, whole
from msjax.kernels.host import np_dtype, placed

if TYPE_CHECKING:
    from msjax._types import Sizes

_F32 = np.dtype(np.float32)


@op(label="StandardLaplace")
def _laplace(shape, generator: Key = None):
    return jax.random.laplace(generator, shape, _F32)


@op(label="Gamma")
def _gamma(shape, alpha: Array, beta: Array, generator: Key = None):
    shape = jnp.broadcast_shapes(shape, alpha.shape, beta.shape)
    drawn = jax.random.gamma(generator, alpha.astype(_F32), shape, _F32)
    return drawn / beta.astype(_F32)


@op(label="RandomGamma")
def _random_gamma(shape, alpha: Array, generator: Key = None):
    drawn = jax.random.gamma(generator, alpha.astype(_F32), shape + alpha.shape, _F32)
    return drawn.astype(alpha.dtype)


@op(label="RandomPoisson")
def _poisson(shape, rate: Array, dtype, generator: Key = None):
    accept(rate, "int32 int64 f", "rate")
    drawn = jax.random.poisson(generator, jax.lax.stop_gradient(rate.astype(_F32)), shape, np.int32)
    return drawn.astype(dtype)


@op(label="Laplace")
def _scaled_laplace(shape, mean: Array, lambda_param: Array, generator: Key = None):
    return shifted(jax.random.laplace(generator, shape, _F32), mean, lambda_param)


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The common shape, or MindSpore's ValueError."""
    try:
        return jnp.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(Clause(f"the shapes {shapes} do not broadcast.")) from None


_draw_laplace, _draw_scaled_laplace = call(_laplace), call(_scaled_laplace)
_draw_gamma, _draw_random_gamma, _draw_poisson = call(_gamma), call(_random_gamma), call(_poisson)


@public("ops.standard_laplace", label="StandardLaplace")
def standard_laplace(shape: Tensor | Sizes, seed: int | None = None) -> Tensor:
    """Laplace numbers of mean 0 and scale 1, in float32, of a shape given as a tuple or Tensor.

    Args:
        shape: tuple of ints, or Tensor.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of float32.

    Raises:
        TypeError: `shape` is not a tuple or Tensor.
        ValueError: a length or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.standard_laplace((2, 3)).shape
        (2, 3)
    """
    shape = tuple_shape(shape)
    return placed(_draw_laplace(shape, stream("standard_laplace", seed)))


@public("ops.StandardLaplace", counts="all")
class StandardLaplace(Seeded):
    """Laplace numbers of mean 0 and scale 1, in float32, of a shape given as a tuple or Tensor.

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
        >>> a, b = ms.ops.StandardLaplace(seed=2), ms.ops.StandardLaplace(seed=2)
        >>> bool((a((3,)) == b((3,))).all())
        True
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("StandardLaplace", seed, seed2)

    def __call__(self, shape: Tensor | Sizes) -> Tensor:
        return placed(_draw_laplace(tuple_shape(shape), self._generator))


@public("ops.laplace")
def laplace(shape: tuple, mean: Tensor, lambda_param: Tensor, seed: int | None = None) -> Tensor:
    """Laplace numbers.

    Args:
        shape: tuple of ints.
        mean: Tensor of float32.
        lambda_param: Tensor of float32, the scale.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of the shape that all three broadcast to.

    Raises:
        TypeError: `mean` or `lambda_param` is not a Tensor of float32.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.laplace((2, 3), ms.Tensor(0.), ms.Tensor(1.)).shape
        (2, 3)
    """
    for arg, x in (("mean", mean), ("lambda_param", lambda_param)):
        if of_type(arg, x, Tensor).dtype != mstype.float32:
            raise TypeError(must(arg, "of dtype Float32", x.dtype))
    shape = tuple_shape(shape)
    return placed(_draw_scaled_laplace(shape, mean, lambda_param, stream("laplace", seed)))


@public("ops.gamma", label="Gamma")
def gamma(shape: tuple, alpha: Tensor, beta: Tensor, seed: int | None = None) -> Tensor:
    """Gamma numbers of shape parameter `alpha` and rate `beta`.

    Args:
        shape: tuple of ints.
        alpha: Tensor of positive numbers.
        beta: Tensor of positive numbers, the inverse of the scale.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of float32 of the shape that all three broadcast to.

    Raises:
        TypeError: `alpha` or `beta` is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.gamma((4, 1), ms.Tensor([1., 2.]), ms.Tensor([1.])).shape
        (4, 2)
    """
    return _gamma_of(shape, alpha, beta, stream("gamma", seed))


def _gamma_of(shape: Any, alpha: Any, beta: Any, generator: Any) -> Tensor:
    a, b = of_type("alpha", alpha, Tensor), of_type("beta", beta, Tensor)
    shape = broadcast_shape(tuple_shape(shape), a.shape, b.shape)
    return placed(_draw_gamma(shape, a, b, generator))


@public("ops.Gamma")
class Gamma(Seeded):
    """Gamma numbers of shape parameter `alpha` and rate `beta`; see `ops.gamma`.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.
        - **alpha** (Tensor) - positive numbers.
        - **beta** (Tensor) - positive numbers, the inverse of the scale.

    Outputs:
        Tensor of float32 of the shape that all three broadcast to.

    Raises:
        TypeError: `alpha` or `beta` is not a Tensor.
        ValueError: the shapes do not broadcast, or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Gamma()((4, 1), ms.Tensor([1., 2.]), ms.Tensor([1.])).shape
        (4, 2)
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("Gamma", seed, seed2)

    def __call__(self, shape: Tensor | Sizes, alpha: Tensor, beta: Tensor) -> Tensor:
        return _gamma_of(shape, alpha, beta, self._generator)


@public(
    "ops.random_gamma",
    accepts={"shape": "Tensor[int32 int64]", "alpha": "Tensor[float16 float32 float64]"},
    label="RandomGamma",
)
def random_gamma(shape: Tensor, alpha: Tensor, seed: int | None = None) -> Tensor:
    """Gamma numbers of rate 1: a block of shape `shape` for each element of `alpha`.

    Args:
        shape: Tensor or tuple of ints.
        alpha: Tensor of positive floating numbers.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of shape `shape + alpha.shape` in the dtype of `alpha`.

    Raises:
        TypeError: `alpha` is not a floating Tensor.
        ValueError: a length or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.random_gamma(ms.Tensor([4]), ms.Tensor([1., 2.])).shape
        (4, 2)
    """
    alpha = of_type("alpha", alpha, Tensor)
    shape = tuple_shape(shape)
    return placed(_draw_random_gamma(shape, alpha, stream("random_gamma", seed)))


@public(
    "ops.RandomGamma",
    accepts={"shape": "Tensor[int32 int64]", "alpha": "Tensor[float16 float32 float64]"},
    counts="missing",
)
class RandomGamma(Seeded):
    """Gamma numbers of rate 1, a block of shape `shape` for each element of `alpha`.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (Tensor) - int32 or int64, the shape of a block.
        - **alpha** (Tensor) - positive numbers of float16, float32 or float64.

    Outputs:
        Tensor of shape `shape + alpha.shape` in the dtype of `alpha`.

    Raises:
        TypeError: an input is of another type.
        ValueError: a length or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.RandomGamma()(ms.Tensor([4]), ms.Tensor([1., 2.])).shape
        (4, 2)
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("RandomGamma", seed, seed2)

    def __call__(self, shape: Tensor | Sizes, alpha: Tensor) -> Tensor:
        alpha = of_type("alpha", alpha, Tensor)
        return placed(_draw_random_gamma(tuple_shape(shape), alpha, self._generator))


def _poisson_of(shape: Any, mean: Any, generator: Any) -> Tensor:
    mean = of_type("mean", mean, Tensor)
    shape = broadcast_shape(tuple_shape(shape), mean.shape)
    return placed(_draw_poisson(shape, mean, np.dtype(np.int32), generator))


@public("ops.poisson", label="Poisson")
def poisson(shape: tuple, mean: Tensor, seed: int | None = None) -> Tensor:
    """Poisson numbers.

    Args:
        shape: tuple of ints.
        mean: Tensor of positive numbers.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of int32 of the shape that `shape` and `mean` broadcast to.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.poisson((4, 1), ms.Tensor([5., 10.])).shape
        (4, 2)
    """
    return _poisson_of(shape, mean, stream("poisson", seed))


@public("ops.Poisson")
class Poisson(Seeded):
    """Poisson numbers of int32; see `ops.poisson`.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.
        - **mean** (Tensor) - positive numbers.

    Outputs:
        Tensor of int32 of the shape that `shape` and `mean` broadcast to.

    Raises:
        TypeError: `mean` is not a Tensor.
        ValueError: the shapes do not broadcast, or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Poisson()((4, 1), ms.Tensor([5., 10.])).shape
        (4, 2)
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("Poisson", seed, seed2)

    def __call__(self, shape: Tensor | Sizes, mean: Tensor) -> Tensor:
        return _poisson_of(shape, mean, self._generator)


@public(
    "ops.random_poisson",
    accepts={"shape": "Tensor[int32 int64] !ValueError int", "dtype": "dtype"},
    label="RandomPoisson",
)
def random_poisson(
    shape: Tensor, rate: Tensor, seed: int | None = None, dtype: Type = mstype.float32
) -> Tensor:
    """Poisson numbers: a block of shape `shape` for each element of `rate`.

    Args:
        shape: Tensor or tuple of ints.
        rate: Tensor of positive numbers.
        seed: int; a positive one gives a stream of its own.
        dtype: element type of the result.

    Returns:
        Tensor of shape `shape + rate.shape`.

    Raises:
        TypeError: `rate` is not a Tensor of numbers, or `dtype` is not a dtype.
        ValueError: a length or `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.random_poisson(ms.Tensor([4]), ms.Tensor([5., 10.])).shape
        (4, 2)
    """
    generator = stream("random_poisson", seed)
    return _random_poisson_of(shape, rate, np_dtype(dtype), generator)


def _random_poisson_of(shape: Any, rate: Any, dtype: np.dtype, generator: Any) -> Tensor:
    rate = of_type("rate", rate, Tensor)
    shape = tuple_shape(shape) + rate.shape
    return placed(_draw_poisson(shape, rate, dtype, generator))


@public("ops.RandomPoisson", accepts={"shape": "Tensor[int32 int64] !ValueError int"}, counts="all")
class RandomPoisson(Seeded):
    """Poisson numbers, a block of shape `shape` for each element of `rate`.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.
        dtype: element type of the result.

    Inputs:
        - **shape** (Tensor) - int32 or int64, the shape of a block.
        - **rate** (Tensor) - positive numbers.

    Outputs:
        Tensor of shape `shape + rate.shape`.

    Raises:
        TypeError: `rate` is not a Tensor of numbers.
        ValueError: a length or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.RandomPoisson()(ms.Tensor([4]), ms.Tensor([5., 10.])).shape
        (4, 2)
    """

    def __init__(self, seed: int = 0, seed2: int = 0, dtype: Type = mstype.int64):
        super().__init__("RandomPoisson", seed, seed2, dtype=dtype)

    def __call__(self, shape: Tensor | Sizes, rate: Tensor) -> Tensor:
        dtype = np_dtype(self.dtype)
        return _random_poisson_of(shape, rate, dtype, self._generator)


# -- truncated normal ------------------------------------------------------------------------------


@op(label="TruncatedNormal")
def _truncated(shape, dtype, generator: Key = None):
    return jax.random.truncated_normal(generator, -2.0, 2.0, shape, _F32).astype(dtype)


@op(label="ParameterizedTruncatedNormal")
def _truncated_rows(
    shape, mean: Array, stdevs: Array, low: Array, high: Array, generator: Key = None
):
    rows = []
    for arg, x in (("mean", mean), ("stdevs", stdevs), ("min", low), ("max", high)):
        if x.size not in (1, shape[0]):
            raise ValueError(must(arg, f"of 1 or {shape[0]} elements", x.shape))
        wide = jnp.broadcast_to(x.reshape(-1).astype(_F32), (shape[0],))
        rows.append(wide.reshape((-1,) + (1,) * (len(shape) - 1)))
    center, scale, bottom, top = rows
    ends = (bottom - center) / scale, (top - center) / scale
    drawn = jax.random.truncated_normal(generator, *ends, shape, _F32)
    return (drawn * scale + center).astype(mean.dtype)


_draw_truncated, _draw_truncated_rows = call(_truncated), call(_truncated_rows)


@public("ops.TruncatedNormal", accepts={"shape": "Tensor[int32 int64]"}, counts="all")
class TruncatedNormal(Seeded):
    """Standard normal numbers, drawn again where they lie outside [-2, 2].

    Args:
        dtype: floating element type.
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (Tensor) - int32 or int64, the shape.

    Outputs:
        Tensor of `dtype`.

    Raises:
        TypeError: `shape` is not a Tensor of such ints.
        ValueError: a length or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.TruncatedNormal()(ms.Tensor([100]))
        >>> print(x.shape, bool((x.abs() <= 2).all()))
        (100,) True
    """

    def __init__(self, dtype: Type = mstype.float32, seed: int = 0, seed2: int = 0):
        super().__init__("TruncatedNormal", seed, seed2, dtype=dtype)

    def __call__(self, shape: Tensor) -> Tensor:
        shape = tuple_shape(of_type("shape", shape, Tensor))
        return placed(_draw_truncated(shape, np_dtype(self.dtype), self._generator))


@public("ops.ParameterizedTruncatedNormal", accepts={"shape": "Tensor[int32 int64]"}, counts="all")
class ParameterizedTruncatedNormal(Seeded):
    """Truncated normal numbers, with the parameters of each row (or of all) given by Tensors.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **shape** (Tensor) - int32 or int64, the shape, of two lengths or more.
        - **mean** (Tensor) - floating numbers, of 1 or `shape[0]` elements.
        - **stdevs** (Tensor) - standard deviations before truncation, likewise.
        - **min** (Tensor) - lower bounds, likewise.
        - **max** (Tensor) - upper bounds, likewise.

    Outputs:
        Tensor of the dtype of `mean`.

    Raises:
        TypeError: `shape` is not a Tensor of ints.
        ValueError: `shape` is too short, or a parameter has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.ParameterizedTruncatedNormal()
        >>> mean, std = ms.Tensor([0., 10.]), ms.Tensor([1.])
        >>> low, high = ms.Tensor([-1., 9.]), ms.Tensor([1., 11.])
        >>> x = op(ms.Tensor([2, 50]), mean, std, low, high)
        >>> print(x.shape, bool((x[1] >= 9).all()))
        (2, 50) True
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("ParameterizedTruncatedNormal", seed, seed2)

    def __call__(
        self, shape: Tensor | Sizes, mean: Tensor, stdevs: Tensor, min: Tensor, max: Tensor
    ) -> Tensor:
        shape = tuple_shape(shape)
        if len(shape) < 2:
            raise ValueError(must("shape", "two lengths or more", shape))
        drawn = _draw_truncated_rows(shape, mean, stdevs, min, max, self._generator)
        return placed(drawn)


# -- cauchy, log-normal, bits ----------------------------------------------------------------------


def _cauchy_numbers(key: Any, shape: tuple[int, ...], median: Any, sigma: Any) -> Any:
    return median + sigma * jax.random.cauchy(key, shape, _F32)


@op("Tensor.cauchy", label="Cauchy")
def _cauchy_like(input: Array, median: float = 0.0, sigma: float = 1.0, *, key: Key = None):
    """Cauchy numbers of a median and a scale, in this Tensor's shape and dtype.

    Args:
        median: number, the middle of the distribution.
        sigma: number, its scale.

    Returns:
        Tensor of the same shape and dtype; this one stays as it is.

    Raises:
        TypeError: `median` or `sigma` is not a number.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.zeros((2, 3)).cauchy(median=5.0).shape
        (2, 3)
    """
    return _cauchy_numbers(key, input.shape, median, sigma).astype(input.dtype)


def _check_cauchy(size: Any, median: Any, sigma: Any) -> None:
    if not isinstance(size, list):
        raise TypeError(must("size", "a list of int", describe(size)))
    lengths("size", size)
    for arg, value in (("median", median), ("sigma", sigma)):
        of_type(arg, value, float)


@primitive("Cauchy", check=_check_cauchy, size=REQUIRED, median=0.0, sigma=1.0)
@op(label="Cauchy")
def _cauchy(size: list[int], median: float, sigma: float, key: Key = None):
    """Cauchy numbers of a shape, a median and a scale, in float32.

    Args:
        size: list of ints, the shape.
        median: float, the middle of the distribution.
        sigma: float, its scale.

    Outputs:
        Tensor of float32.

    Raises:
        TypeError: `size` is not a list of ints, or `median` or `sigma` not a float.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Cauchy([2, 3])().shape
        (2, 3)
    """
    return _cauchy_numbers(key, tuple(size), median, sigma)


@primitive(
    "LogNormalReverse",
    accepts={"input": "Tensor[float16 float32 float64]"},
    counts="missing",
    mean=1.0,
    std=2.0,
)
@op(label="LogNormalReverse")
def _log_normal(input: Array, mean: float, std: float, key: Key = None):
    """Numbers whose logarithms are normal, in the shape and dtype of `input`.

    Args:
        mean: float, the mean of the logarithms.
        std: float, the standard deviation of the logarithms.

    Inputs:
        - **input** (Tensor) - float16, float32 or float64; only its shape and dtype count.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.LogNormalReverse()(ms.ops.zeros((2, 3)))
        >>> print(x.shape, bool((x > 0).all()))
        (2, 3) True
    """
    return jnp.exp(mean + std * gauss(key, input.shape, _F32)).astype(input.dtype)


@op(
    "Tensor.log_normal",
    label="LogNormalReverse",
    accepts={"input": "Tensor[float16 float32 float64]"},
)
def _log_normal_like(input: Array, mean: float = 1.0, std: float = 2.0, *, key: Key = None):
    """Numbers whose logarithms are normal (`mean`, `std`), in this Tensor's shape and dtype.

    Args:
        mean: number, the mean of the logarithms.
        std: number, the standard deviation of the logarithms.

    Returns:
        Tensor of the same shape and dtype; this one stays as it is.

    Raises:
        TypeError: the Tensor is not of float16, float32 or float64.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.zeros((2, 3)).log_normal()
        >>> print(x.shape, bool((x > 0).all()))
        (2, 3) True
    """
    return _log_normal(input, mean, std, key)


@op("Tensor.uniform", label="Uniform")
def _uniform_like(input: Array, from_: float = 0.0, to: float = 1.0, generator: Key = None):
    """Uniform numbers in [from_, to) in this Tensor's shape and dtype.

    Args:
        from_: number, the lower bound.
        to: number, the upper bound.
        generator: Generator, the default one if None.

    Returns:
        Tensor of the same shape and dtype; this one stays as it is.

    Raises:
        TypeError: a bound is not a number, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.zeros((2, 3)).uniform(4, 5)
        >>> print(x.shape, bool((x >= 4).all()))
        (2, 3) True
    """
    drawn = unit(generator, input.shape, _F32) * (to - from_) + from_
    return drawn.astype(input.dtype)


@op(label="NonDeterministicInts")
def _any_integers(shape, dtype, generator: Key = None):
    bounds = jnp.iinfo(dtype)
    return whole(generator, shape, int(bounds.min), int(bounds.max) + 1, dtype)


_draw_any_integers = call(_any_integers)


@public(
    "ops.NonDeterministicInts", accepts={"shape": "Tensor[int32 int64 uint32 uint64]"}, counts="all"
)
class NonDeterministicInts(Seeded):
    """Integers of all values of a dtype, in a shape given as a Tensor or tuple.

    Args:
        dtype: int32, int64, uint32 or uint64.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.

    Outputs:
        Tensor of `dtype`.

    Raises:
        TypeError: another `dtype`, or `shape` is not a tuple or Tensor of ints.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.NonDeterministicInts()(ms.Tensor([2, 3])).shape
        (2, 3)
    """

    seed_names = ()

    def __init__(self, dtype: Type = mstype.int64):
        super().__init__("NonDeterministicInts", 0, 0, dtype=dtype)
        allowed = (mstype.int32, mstype.int64, mstype.uint32, mstype.uint64)
        if dtype not in allowed:
            raise TypeError(must("dtype", f"one of {allowed}", repr(dtype)))

    def __call__(self, shape: Tensor | Sizes) -> Tensor:
        return placed(_draw_any_integers(tuple_shape(shape), self.dtype.np))
