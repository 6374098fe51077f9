"""What initializers stand on: base class, names, fans and gains, seeded fillers of arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from msjax._core.base.functions import overridable
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText

_INITIALIZER_ALIAS: dict[str, type[Initializer]] = {}


class Initializer(DefaultText):
    """Base class of all initializers: calling one on an array fills that array in place.

    A subclass implements `_initialize(self, arr)`.

    Args:
        kwargs: the subclass's own settings, kept in `_kwargs`.

    Raises:
        NotImplementedError: it is called, and the subclass has no `_initialize`.

    Examples:
        >>> from msjax.common.initializer import Initializer
        >>> import numpy as np
        >>> class Two(Initializer):
        ...     def _initialize(self, arr):
        ...         arr.fill(2)
        >>> weight = np.empty((2,), np.float32)
        >>> Two()(weight)
        >>> weight.tolist()
        [2.0, 2.0]
    """

    def __init__(self, **kwargs: Any):
        self._kwargs = kwargs
        self._seed = None

    @property
    def seed(self) -> tuple[int, int]:
        """The (graph seed, op seed) pair; it follows `set_seed` until a seed is assigned here."""
        if self._seed is not None:
            return self._seed + 1, 0
        from msjax.common.seed import _get_graph_seed, get_seed

        return _get_graph_seed(get_seed(), "init")

    @seed.setter
    def seed(self, value: int) -> None:
        self._seed = value

    @overridable
    def _initialize(self, *kwargs):
        raise NotImplementedError("Must be overridden!")

    def __call__(self, arr: np.ndarray) -> None:
        return self._initialize(arr)


# What Parameters of layers may begin with: values, an initializer or its name, one number.
InitialValue: TypeAlias = Tensor | str | float | Initializer


def _register(*aliases: str) -> Callable[[type], type]:
    """Class decorator: publish a class under its lower-case name and aliases; the first wins."""

    def register(cls):
        for name in (cls.__name__.lower(), *aliases):
            _INITIALIZER_ALIAS.setdefault(name, cls)
        return cls

    return register


def _assignment(arr: np.ndarray, num: object) -> np.ndarray:
    """Write an array or scalar into `arr`, whatever its rank, and return it."""
    arr[...] = num
    return arr


def _numpy_seed() -> np.int64:
    """One draw from NumPy's global generator, which `np.random.seed` and `set_seed` control."""
    return np.random.randint(low=1, high=1 << 63, dtype=np.int64)


def _real(value: Any, kernel: str, arg: str) -> float:
    """The float behind a number or a scalar-like object; text is refused, not parsed."""
    try:
        return math.ldexp(value, 0)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"For '{kernel}', the '{arg}' must be a number, but got {kind}.") from None


def _sample(seed: int, arr, draw) -> None:
    """Fill `arr` with float32 samples: in place where its memory allows, else by conversion."""
    generator = np.random.Generator(np.random.PCG64(int(seed)))
    direct = isinstance(arr, np.ndarray) and arr.dtype == np.float32
    if direct and arr.flags.c_contiguous and arr.flags.writeable:
        draw(generator, arr)
    else:
        data = np.empty(arr.shape, np.float32)
        draw(generator, data)
        _assignment(arr, data)


def _random_normal(seed, arr, mean, sigma) -> None:
    """Fill `arr` from N(mean, sigma^2)."""
    mean, sigma = _real(mean, "Normal", "mean"), _real(sigma, "Normal", "sigma")

    def draw(generator, out):
        generator.standard_normal(dtype=np.float32, out=out)
        out *= sigma
        out += mean

    _sample(seed, arr, draw)


def _random_uniform(seed, arr, a, b) -> None:
    """Fill `arr` uniformly from [a, b)."""
    a, b = _real(a, "Uniform", "a"), _real(b, "Uniform", "b")
    # Centre and half width stay finite in float32 where the full width would overflow.
    centre, half = a / 2 + b / 2, b / 2 - a / 2

    def draw(generator, out):
        generator.random(dtype=np.float32, out=out)
        out *= 2
        out -= 1
        out *= half
        out += centre

    _sample(seed, arr, draw)


def _truncated_normal(seed, arr, a, b, mean, sigma) -> None:
    """Fill `arr` from N(mean, sigma^2) restricted to the values between `a` and `b`."""
    bounds = _real(a, "TruncatedNormal", "a"), _real(b, "TruncatedNormal", "b")
    mean = _real(mean, "TruncatedNormal", "mean")
    sigma = _real(sigma, "TruncatedNormal", "sigma")
    if sigma == 0:
        raise RuntimeError("TruncatedNormal: invalid sigma 0.")
    low, high = min(bounds), max(bounds)

    def draw(generator, out):
        z = _standard_truncated(generator, (low - mean) / sigma, (high - mean) / sigma, out.size)
        z *= sigma
        z += mean
        out[...] = z.reshape(out.shape)
        # Rounding to float32 may step over a bound.
        np.clip(out, low, high, out=out)

    _sample(seed, arr, draw)


def _standard_truncated(generator, low: float, high: float, count: int) -> np.ndarray:
    """`count` standard normal samples between `low` and `high`, exact in the far tails too.

    Rejection from the proposal that fits: the normal itself for a wide interval around zero, the
    uniform for a narrow one, the shifted exponential in a tail (C. P. Robert, "Simulation of
    truncated normal variables", 1995). At least about 0.4 of the proposals are accepted.
    """
    if math.isnan(low) or math.isnan(high) or low == high:
        return np.full(count, low if low == high else math.nan)
    if high < 0:
        return -_standard_truncated(generator, -high, -low, count)
    width = high - low
    if low > 0:
        # 1 / rate equals rate - low, which keeps the acceptance test free of cancellation.
        rate = (low + math.hypot(low, 2.0)) / 2
        if width * rate > 2:

            def propose(n):
                step = generator.standard_exponential(n)
                keep = generator.random(n) <= np.exp(-0.5 * ((step - 1) / rate) ** 2)
                step /= rate
                return low + step[keep & (step <= width)]

        else:

            def propose(n):
                step = generator.uniform(0, width, n)
                return low + step[generator.random(n) <= np.exp(-step * (low + step / 2))]

    elif width > 2.5:

        def propose(n):
            z = generator.standard_normal(n)
            return z[(z >= low) & (z <= high)]

    else:

        def propose(n):
            z = generator.uniform(low, high, n)
            return z[generator.random(n) <= np.exp(-0.5 * z * z)]

    samples = np.empty(count)
    done = 0
    chunk = 1 << 17  # what the caches hold
    while done < count:
        fresh = propose(min(count - done + 16, chunk))[: count - done]
        samples[done : done + fresh.size] = fresh
        done += fresh.size
    return samples


def _check_sigma(sigma) -> None:
    if sigma < 0:
        raise ValueError("sigma < 0")


def _init_random_normal_inplace(mean, sigma, arr) -> None:
    _check_sigma(sigma)
    _random_normal(_numpy_seed(), arr, mean, sigma)


def _init_random_normal(mean, sigma, shape) -> np.ndarray:
    """A new float32 array of normal samples."""
    data = np.empty(shape, np.float32)
    _init_random_normal_inplace(mean, sigma, data)
    return data


def _init_random_uniform_inplace(a, b, arr) -> None:
    _random_uniform(_numpy_seed(), arr, a, b)


def _init_random_uniform(a, b, shape) -> np.ndarray:
    """A new float32 array of uniform samples."""
    data = np.empty(shape, np.float32)
    _init_random_uniform_inplace(a, b, data)
    return data


def _init_truncated_normal_inplace(a, b, mean, sigma, arr) -> None:
    _check_sigma(sigma)
    _truncated_normal(_numpy_seed(), arr, a, b, mean, sigma)


def _init_truncated_normal(a, b, mean, sigma, shape) -> np.ndarray:
    """A new float32 array of truncated normal samples."""
    data = np.empty(shape, np.float32)
    _init_truncated_normal_inplace(a, b, mean, sigma, data)
    return data


def _calculate_fan_in_and_fan_out(shape: Sequence[int]) -> tuple[int, int]:
    """Inputs and outputs per unit of a weight shaped (out, in, *receptive field)."""
    rank = len(shape)
    if rank < 2:
        raise ValueError(
            "'fan_in' and 'fan_out' can not be computed for tensor with fewer than 2 dimensions, "
            f"but got dimensions {rank}."
        )
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def _calculate_correct_fan(shape: Sequence[int], mode: str) -> int:
    """The fan that `mode` ('fan_in' or 'fan_out', any case) names."""
    modes = ["fan_in", "fan_out"]
    mode = mode.lower()
    if mode not in modes:
        raise ValueError(f"'mode' {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(shape)[modes.index(mode)]


def _calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor by which weights must grow to make up for what the nonlinearity removes."""
    gains = {"sigmoid": 1, "linear": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0)}
    gains |= {f"conv{kind}{n}d": 1 for kind in ("", "_transpose") for n in (1, 2, 3)}
    if nonlinearity in gains:
        return gains[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(
            "For 'HeUniform', the argument 'nonlinearity' should be one of "
            f"['sigmoid', 'tanh', 'relu' or 'leaky_relu'], but got {nonlinearity}."
        )
    slope = 0.01 if param is None else param
    if isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(
            f"For 'HeUniform', 'negative_slope' {param} is not a valid number."
            "When 'nonlinearity' has been set to 'leaky_relu', 'negative_slope' should be int or "
            f"float type, but got {type(param)}."
        )
    return math.sqrt(2.0 / (1 + slope**2))


def _calculate_in_and_out(arr) -> tuple[int, int]:
    """`_calculate_fan_in_and_fan_out` of an array."""
    rank = len(arr.shape)
    if rank < 2:
        raise ValueError(
            "If initialize data with xavier uniform, the dimension of data must be greater than 1, "
            f"but got {rank}."
        )
    return _calculate_fan_in_and_fan_out(arr.shape)
