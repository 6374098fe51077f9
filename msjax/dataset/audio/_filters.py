"""Recursive filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import AudioTensorOperation, filtered, single

__all__ = [
    "AllpassBiquad",
    "BandBiquad",
    "BandpassBiquad",
    "BandrejectBiquad",
    "BassBiquad",
    "Biquad",
    "DeemphBiquad",
    "EqualizerBiquad",
    "Filtfilt",
    "HighpassBiquad",
    "LFilter",
    "LowpassBiquad",
    "RiaaBiquad",
    "TrebleBiquad",
]

TINY = np.finfo(np.float64).eps


class BiquadOperation(AudioTensorOperation):
    """Base of filters of the second order: `_coefficients` are b0, b1, b2, a0, a1, a2."""

    floats = True

    def _coefficients(self) -> tuple[float, ...]:
        raise NotImplementedError(f"{type(self).__name__} must define _coefficients.")

    def _compute(self, array):
        values = self._coefficients()
        return filtered(array, values[3:], values[:3], True)

    def _turn(self, frequency: float) -> float:
        """The angle that a frequency turns by in one sample."""
        return 2 * np.pi * single(frequency) / self.sample_rate

    def _breadth(self, frequency: float) -> float:
        return float(np.sin(self._turn(frequency)) / 2 / single(self.quality_factor))

    def _keep(self, sample_rate: Any, quality: Any, **numbers: Any) -> None:
        given.rate(sample_rate)
        for name, value in numbers.items():
            given.number(value, name)
            setattr(self, name, value)
        given.quality(quality)
        self.sample_rate = sample_rate
        self.quality_factor = quality


class AllpassBiquad(BiquadOperation):
    """Filter of the second order that shifts phases and keeps amplitudes.

    Args:
        sample_rate: samples in a second, not 0.
        central_freq: central frequency.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> wave = np.array([0.5, -0.25, 0.125])
        >>> audio.AllpassBiquad(44100, 200.0)(wave).round(3).tolist()
        [0.48, -0.279, 0.102]
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707):
        super().__init__()
        self._keep(sample_rate, Q, central_freq=central_freq)

    def _coefficients(self):
        if self.central_freq == 0:
            self._refuse("'central_freq' must not be 0")
        alpha, cos = self._breadth(self.central_freq), np.cos(self._turn(self.central_freq))
        return 1 - alpha, -2 * cos, 1 + alpha, 1 + alpha, -2 * cos, 1 - alpha


class BandBiquad(BiquadOperation):
    """Band-pass filter whose response falls off on both sides of a frequency.

    Args:
        sample_rate: samples in a second, not 0.
        central_freq: central frequency.
        Q: quality factor in (0, 1]. Default: ``0.707``.
        noise: the mode for sound without pitch. Default: ``False``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.BandBiquad(44100, 200.0)(np.ones(3)).round(4).tolist()
        [0.0014, 0.0041, 0.008]
    """

    def __init__(
        self, sample_rate: int, central_freq: float, Q: float = 0.707, noise: bool = False
    ):
        super().__init__()
        self._keep(sample_rate, Q, central_freq=central_freq)
        checks.check_bool(noise, "noise")
        self.noise = noise

    def _coefficients(self):
        width = np.float32(self.central_freq) / np.float32(self.quality_factor)
        a2 = np.exp(-2 * np.pi * float(width) / self.sample_rate)
        if abs(a2) <= TINY:
            self._refuse("'central_freq' / 'Q' must not be that large")
        a1 = -4 * a2 / (1 + a2) * np.cos(self._turn(self.central_freq))
        b0 = np.sqrt(1 - a1 * a1 / (4 * a2)) * (1 - a2)
        if self.noise:
            if abs(b0) <= TINY:
                self._refuse("'noise' asks for a 'central_freq' other than 0")
            b0 *= np.sqrt(((1 + a2) ** 2 - a1 * a1) * (1 - a2) / (1 + a2)) / b0
        return b0, 0.0, 0.0, 1.0, a1, a2


class BandpassBiquad(BiquadOperation):
    """Butterworth band-pass filter of the second order.

    Args:
        sample_rate: samples in a second, not 0.
        central_freq: central frequency.
        Q: quality factor in (0, 1]. Default: ``0.707``.
        const_skirt_gain: the gain at the peak is Q, not 1. Default: ``False``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.BandpassBiquad(44100, 200.0)(np.ones(3)).round(4).tolist()
        [0.0198, 0.0585, 0.0956]
    """

    def __init__(
        self,
        sample_rate: int,
        central_freq: float,
        Q: float = 0.707,
        const_skirt_gain: bool = False,
    ):
        super().__init__()
        self._keep(sample_rate, Q, central_freq=central_freq)
        checks.check_bool(const_skirt_gain, "const_skirt_gain")
        self.const_skirt_gain = const_skirt_gain

    def _coefficients(self):
        turn, alpha = self._turn(self.central_freq), self._breadth(self.central_freq)
        peak = np.sin(turn) / 2 if self.const_skirt_gain else alpha
        return peak, 0.0, -peak, 1 + alpha, -2 * np.cos(turn), 1 - alpha


class BandrejectBiquad(BiquadOperation):
    """Butterworth band-reject filter of the second order.

    Args:
        sample_rate: samples in a second, not 0.
        central_freq: central frequency.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.BandrejectBiquad(44100, 200.0)(np.ones(3)).round(4).tolist()
        [0.9802, 0.9415, 0.9044]
    """

    def __init__(self, sample_rate: int, central_freq: float, Q: float = 0.707):
        super().__init__()
        self._keep(sample_rate, Q, central_freq=central_freq)

    def _coefficients(self):
        alpha, cos = self._breadth(self.central_freq), np.cos(self._turn(self.central_freq))
        return 1.0, -2 * cos, 1.0, 1 + alpha, -2 * cos, 1 - alpha


def shelf(amount: float, alpha: float, cos: float, sign: int) -> tuple[float, ...]:
    """Coefficients that raise one side of a frequency: the lower for 1, the upper for -1."""
    root = 2 * np.sqrt(amount) * alpha
    less, more = sign * (amount - 1), amount + 1
    return (
        amount * (more - less * cos + root),
        sign * 2 * amount * (amount - 1 - sign * more * cos),
        amount * (more - less * cos - root),
        more + less * cos + root,
        -sign * 2 * (amount - 1 + sign * more * cos),
        more + less * cos - root,
    )


class BassBiquad(BiquadOperation):
    """Tone control that raises or lowers low frequencies.

    Args:
        sample_rate: samples in a second, not 0.
        gain: by how many decibels.
        central_freq: central frequency. Default: ``100.0``.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.BassBiquad(44100, 20.0)(np.full(3, 0.1)).round(4).tolist()
        [0.1012, 0.1037, 0.1062]
    """

    def __init__(
        self, sample_rate: int, gain: float, central_freq: float = 100.0, Q: float = 0.707
    ):
        super().__init__()
        self._keep(sample_rate, Q, gain=gain, central_freq=central_freq)

    def _coefficients(self):
        amount = np.exp(single(self.gain) / 40 * np.log(10))
        cos = np.cos(self._turn(self.central_freq))
        values = shelf(amount, self._breadth(self.central_freq), cos, 1)
        return tuple(value / values[3] for value in values)


class TrebleBiquad(BiquadOperation):
    """Tone control that raises or lowers high frequencies.

    Args:
        sample_rate: samples in a second, not 0.
        gain: by how many decibels.
        central_freq: central frequency. Default: ``3000``.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.TrebleBiquad(44100, 6.0)(np.full(3, 0.1)).round(4).tolist()
        [0.18, 0.1454, 0.12]
    """

    def __init__(self, sample_rate: int, gain: float, central_freq: float = 3000, Q: float = 0.707):
        super().__init__()
        self._keep(sample_rate, Q, gain=gain, central_freq=central_freq)

    def _coefficients(self):
        amount = np.exp(single(self.gain) / 40 * np.log(10))
        cos = np.cos(self._turn(self.central_freq))
        return shelf(amount, self._breadth(self.central_freq), cos, -1)


class Biquad(BiquadOperation):
    """Filter of the second order with given coefficients.

    Args:
        b0: factor of the sample.
        b1: factor of the sample before.
        b2: factor of the one before that.
        a0: factor of the result, not 0; all others are divided by it.
        a1: factor of the result before.
        a2: factor of the one before that.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Biquad(0.5, 0, 0, 1, -0.5, 0)(np.ones(3)).tolist()
        [0.5, 0.75, 0.875]
    """

    arrays_only = False

    def __init__(self, b0: float, b1: float, b2: float, a0: float, a1: float, a2: float):
        super().__init__()
        self._values = (b0, b1, b2, a0, a1, a2)
        for name, value in zip(("b0", "b1", "b2", "a0", "a1", "a2"), self._values, strict=True):
            given.number(value, name)
            setattr(self, name, value)
        if a0 == 0:
            raise ValueError("The argument 'a0' must not be 0.")

    def _coefficients(self):
        return tuple(single(value) for value in self._values)


class DeemphBiquad(BiquadOperation):
    """The de-emphasis of compact discs.

    Args:
        sample_rate: samples in a second, 44100 or 48000.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: `sample_rate` is not an int, or the input is not an array.
        ValueError: `sample_rate` is another one.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.DeemphBiquad(44100)(np.ones(3)).round(4).tolist()
        [0.4604, 0.6613, 0.7854]
    """

    # frequency, slope and gain of the shelf, as SoX has them
    SHELVES = {44100: (5283, 0.4845, -9.477), 48000: (5356, 0.479, -9.62)}

    def __init__(self, sample_rate: int):
        super().__init__()
        checks.check_type(sample_rate, int, "sample_rate")
        if sample_rate not in self.SHELVES:
            raise ValueError(f"The 'sample_rate' must be 44100 or 48000, but got {sample_rate}.")
        self.sample_rate = sample_rate

    def _coefficients(self):
        frequency, slope, gain = self.SHELVES[self.sample_rate]
        turn = 2 * np.pi * frequency / self.sample_rate
        amount = np.exp(gain / 40 * np.log(10))
        alpha = np.sin(turn) / 2 * np.sqrt((amount + 1 / amount) * (1 / slope - 1) + 2)
        return shelf(amount, alpha, np.cos(turn), -1)


class EqualizerBiquad(BiquadOperation):
    """Filter that raises or lowers the frequencies around one.

    Args:
        sample_rate: samples in a second, not 0.
        center_freq: central frequency.
        gain: by how many decibels.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.EqualizerBiquad(44100, 1500, 5.5)(np.full(3, 0.1)).round(4).tolist()
        [0.1087, 0.124, 0.1354]
    """

    def __init__(self, sample_rate: int, center_freq: float, gain: float, Q: float = 0.707):
        super().__init__()
        self._keep(sample_rate, Q, center_freq=center_freq, gain=gain)

    def _coefficients(self):
        amount = np.exp(single(self.gain) / 40 * np.log(10))
        alpha, cos = self._breadth(self.center_freq), np.cos(self._turn(self.center_freq))
        up, down = alpha * amount, alpha / amount
        return 1 + up, -2 * cos, 1 - up, 1 + down, -2 * cos, 1 - down


class HighpassBiquad(BiquadOperation):
    """High-pass filter of the second order.

    Args:
        sample_rate: samples in a second, not 0.
        cutoff_freq: frequency where it cuts off.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.HighpassBiquad(44100, 1500)(np.ones(3)).round(4).tolist()
        [0.8597, 0.6014, 0.3867]
    """

    sign = -1

    def __init__(self, sample_rate: int, cutoff_freq: float, Q: float = 0.707):
        super().__init__()
        self._keep(sample_rate, Q, cutoff_freq=cutoff_freq)

    def _coefficients(self):
        alpha, cos = self._breadth(self.cutoff_freq), np.cos(self._turn(self.cutoff_freq))
        side = 1 - self.sign * cos
        return side / 2, self.sign * side, side / 2, 1 + alpha, -2 * cos, 1 - alpha


class LowpassBiquad(HighpassBiquad):
    """Low-pass filter of the second order.

    Args:
        sample_rate: samples in a second, not 0.
        cutoff_freq: frequency where it cuts off.
        Q: quality factor in (0, 1]. Default: ``0.707``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.LowpassBiquad(4000, 1500)(np.ones(3)).round(4).tolist()
        [0.569, 1.0, 0.9828]
    """

    sign = 1


class RiaaBiquad(BiquadOperation):
    """The equalization of vinyl records.

    Args:
        sample_rate: samples in a second, 44100, 48000, 88200 or 96000.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: `sample_rate` is not an int, or the input is not an array.
        ValueError: `sample_rate` is another one.
        RuntimeError: the input is not of shape (..., time) or not of floats.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.RiaaBiquad(44100)(np.full(3, 0.1)).round(4).tolist()
        [0.0238, 0.0471, 0.0656]
    """

    # zeros and poles, as SoX has them
    ROOTS = {
        44100: ((-0.2014898, 0.9233820), (0.7083149, 0.9924091)),
        48000: ((-0.1766069, 0.9321590), (0.7396325, 0.9931330)),
        88200: ((-0.1168735, 0.9648312), (0.8590646, 0.9964002)),
        96000: ((-0.1141486, 0.9676817), (0.8699137, 0.9966946)),
    }

    def __init__(self, sample_rate: int):
        super().__init__()
        checks.check_type(sample_rate, int, "sample_rate")
        if sample_rate not in self.ROOTS:
            raise ValueError(
                f"The 'sample_rate' must be one of {list(self.ROOTS)}, but got {sample_rate}."
            )
        self.sample_rate = sample_rate

    def _coefficients(self):
        one = np.float32(1)
        roots = np.array(self.ROOTS[self.sample_rate], np.float32)
        b, a = ([one, -(first + second), first * second] for first, second in roots)
        turn = np.float32(2 * np.pi * 1000 / self.sample_rate)
        point = np.exp(-1j * np.array([0, turn, 2 * turn]))
        scale = np.float32(abs(np.dot(a, point)) / abs(np.dot(b, point)))
        return *(float(value * scale) for value in b), *map(float, a)


def check_coefficients(a_coeffs: Any, b_coeffs: Any, clamp: Any) -> None:
    """Refuse what is not a pair of lists of numbers of one length."""
    for name, values in ("a_coeffs", a_coeffs), ("b_coeffs", b_coeffs):
        checks.check_type(values, (list, tuple), name)
    for name, values in ("a_coeffs", a_coeffs), ("b_coeffs", b_coeffs):
        for i, value in enumerate(values):
            given.number(value, f"{name}[{i}]")
    if len(a_coeffs) != len(b_coeffs):
        raise ValueError(
            f"'a_coeffs' and 'b_coeffs' must have one length, but got {len(a_coeffs)} and "
            f"{len(b_coeffs)}."
        )
    checks.check_bool(clamp, "clamp")


class LFilter(AudioTensorOperation):
    """Recursive filter with given coefficients.

    Args:
        a_coeffs: factors of the result and of those before it; the first is not 0.
        b_coeffs: factors of the sample and of those before it, as many.
        clamp: whether the result is cut to [-1, 1]. Default: ``True``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: a number is out of range, or the lengths differ.
        RuntimeError: the input is not of shape (..., time) or not of floats, or `a_coeffs` starts
            with 0.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.LFilter([1, -0.5], [0.5, 0])(np.ones(3)).tolist()
        [0.5, 0.75, 0.875]
    """

    floats = True

    def __init__(self, a_coeffs: Sequence[float], b_coeffs: Sequence[float], clamp: bool = True):
        super().__init__()
        check_coefficients(a_coeffs, b_coeffs, clamp)
        self.a_coeffs = a_coeffs
        self.b_coeffs = b_coeffs
        self.clamp = clamp

    def _factors(self):
        a, b = ([single(value) for value in values] for values in (self.a_coeffs, self.b_coeffs))
        if not a or a[0] == 0:
            self._refuse(f"'a_coeffs' must start with another number than 0, but got {a}")
        return a, b

    def _compute(self, array):
        return filtered(array, *self._factors(), self.clamp)


class Filtfilt(LFilter):
    """Recursive filter applied forward and then backward, so that phases stay.

    Args:
        a_coeffs: factors of the result and of those before it; the first is not 0.
        b_coeffs: factors of the sample and of those before it, as many.
        clamp: whether the result is cut to [-1, 1]. Default: ``True``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: a number is out of range, or the lengths differ.
        RuntimeError: the input is not of shape (..., time) or not of floats, or `a_coeffs` starts
            with 0.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Filtfilt([1, 0], [0.5, 0.5])(np.array([0.0, 1.0, 0.0])).tolist()
        [0.25, 0.5, 0.25]
    """

    def _compute(self, array):
        a, b = self._factors()
        forward = filtered(array, a, b, False)
        return np.ascontiguousarray(filtered(forward[..., ::-1], a, b, self.clamp)[..., ::-1])
