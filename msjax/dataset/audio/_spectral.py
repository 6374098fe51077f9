"""Spectrograms, and waves from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import (
    AudioTensorOperation,
    centered_window,
    padded,
    rounded,
    single,
)
from msjax.dataset.audio.utils import BorderType, ResampleMethod, WindowType, linspace

__all__ = [
    "GriffinLim",
    "InverseSpectrogram",
    "PhaseVocoder",
    "PitchShift",
    "Resample",
    "SpectralCentroid",
    "Spectrogram",
    "TimeStretch",
]


def spectrum(
    array: np.ndarray,
    n_fft: int,
    win_length: int,
    hop_length: int,
    kind: WindowType,
    pad: int = 0,
    center: bool = True,
    pad_mode: BorderType = BorderType.REFLECT,
) -> tuple[np.ndarray, np.ndarray]:
    """Short-time Fourier transform (..., n_fft // 2 + 1, frames), and its window."""
    shape = centered_window(kind, win_length, n_fft)
    wave = padded(array, pad, pad, BorderType.CONSTANT)
    if center:
        wave = padded(wave, n_fft // 2, n_fft // 2, pad_mode)
    if wave.shape[-1] < n_fft:
        raise RuntimeError(f"'n_fft' must be at most {wave.shape[-1]} here, but got {n_fft}.")
    frames = np.lib.stride_tricks.sliding_window_view(wave, n_fft, axis=-1)[..., ::hop_length, :]
    weighted = (frames * shape.astype(array.dtype)).astype(np.float64)
    return np.swapaxes(np.fft.rfft(weighted), -1, -2), shape


def as_pairs(values: np.ndarray, dtype: Any) -> np.ndarray:
    """Complex numbers as (..., 2)."""
    return np.stack([values.real, values.imag], -1).astype(dtype)


def inverse(
    values: np.ndarray,
    n_fft: int,
    win_length: int,
    hop_length: int,
    kind: WindowType,
    center: bool,
    length: int,
) -> np.ndarray:
    """The waves (..., time) of complex spectrograms (..., freq, time), as float64."""
    if n_fft != (values.shape[-2] - 1) * 2:
        raise RuntimeError(
            f"There must be n_fft // 2 + 1 frequencies, but 'n_fft' is {n_fft} and there are "
            f"{values.shape[-2]}."
        )
    shape = centered_window(kind, win_length, n_fft)
    count = values.shape[-1]
    if length:
        whole = length + n_fft if center else length
        count = min(count, int(np.ceil(np.float32(whole) / np.float32(hop_length))))
    parts = np.fft.irfft(np.swapaxes(values[..., :count], -1, -2), n_fft)
    parts = parts * shape.astype(np.float64)
    wave = np.zeros((*values.shape[:-2], n_fft + hop_length * (count - 1)))
    total = np.zeros(wave.shape[-1], np.float32)
    for i in range(count):
        place = slice(i * hop_length, i * hop_length + n_fft)
        wave[..., place] += parts[..., i, :]
        total[place] += shape * shape
    wave /= np.where(total > np.finfo(np.float32).tiny, total, np.float32(1))
    edge = n_fft // 2 if center else 0
    if not length and center:
        return wave[..., edge : wave.shape[-1] - edge]
    wave = wave[..., edge : edge + length]
    return np.pad(wave, [(0, 0)] * (wave.ndim - 1) + [(0, length - wave.shape[-1])])


class SpectrumOperation(AudioTensorOperation):
    """Base of what works on short-time spectra."""

    def _keep(self, n_fft, win_length, hop_length, window):
        given.window(n_fft, win_length, hop_length)
        checks.check_type(window, WindowType, "window")
        self.n_fft = n_fft
        self.win_length = win_length if win_length else n_fft
        self.hop_length = hop_length if hop_length else self.win_length // 2
        self.window = window

    def _options(self, pad, normalized, center, pad_mode, onesided):
        given.count(pad, "pad")
        checks.check_bool(normalized, "normalized")
        checks.check_bool(center, "center")
        checks.check_type(pad_mode, BorderType, "pad_mode")
        checks.check_bool(onesided, "onesided")
        self.pad = pad
        self.normalized = normalized
        self.center = center
        self.pad_mode = pad_mode
        self.onesided = onesided

    def _sizes(self):
        if not self.hop_length:
            self._refuse("'hop_length' must be positive; for 'win_length' 1 it has to be given")
        return self.n_fft, self.win_length, self.hop_length, self.window


class Spectrogram(SpectrumOperation):
    """Spectrogram of a wave.

    Args:
        n_fft: length of the Fourier transform. Default: ``400``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 2.
        pad: zeros on both sides. Default: ``0``.
        window: the window function. Default: ``WindowType.HANN``.
        power: exponent of the magnitudes; 0 for complex numbers as pairs. Default: ``2.0``.
        normalized: whether to divide by the norm of the window. Default: ``False``.
        center: whether windows are centered on their time. Default: ``True``.
        pad_mode: what is beyond the ends for `center`. Default: ``BorderType.REFLECT``.
        onesided: whether to leave out mirrored frequencies. Default: ``True``.

    Returns:
        Array (..., `n_fft` // 2 + 1, frames) of powers, or of all `n_fft` frequencies if not
        `onesided`; for `power` 0 with a last dimension for real and imaginary parts.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range, or `win_length` above `n_fft`.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or too short.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Spectrogram(n_fft=4)(np.array([1.0, 2, 3, 4, 5])).round(3).tolist()
        [[9.0, 36.0, 81.0], [1.0, 10.0, 25.0], [1.0, 0.0, 1.0]]
    """

    arrays_only = False

    def __init__(
        self,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ):
        super().__init__()
        self._keep(n_fft, win_length, hop_length, window)
        given.not_negative(power, "power")
        self._options(pad, normalized, center, pad_mode, onesided)
        self.power = power

    def _compute(self, array):
        values, shape = spectrum(array, *self._sizes(), self.pad, self.center, self.pad_mode)
        if self.normalized:
            norm = np.sqrt(np.sum(shape.astype(np.float64) ** 2))
            if norm == 0:
                self._refuse("'normalized' needs a window with values other than 0")
            values = values / norm
        if not self.onesided:
            # the mirrored half is repeated as it is, not conjugated, as in MindSpore
            mirror = self.n_fft - np.arange(self.n_fft // 2 + 1, self.n_fft)
            values = np.concatenate([values, values[..., mirror, :]], -2)
        if self.power == 0:
            return as_pairs(values, array.dtype)
        return (np.abs(values) ** single(self.power)).astype(array.dtype)


class SpectralCentroid(SpectrumOperation):
    """The mean frequency of each frame.

    Args:
        sample_rate: samples in a second.
        n_fft: length of the Fourier transform. Default: ``400``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 2.
        pad: zeros on both sides. Default: ``0``.
        window: the window function. Default: ``WindowType.HANN``.

    Returns:
        Array (..., 1, frames) of frequencies.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range, or `win_length` above `n_fft`.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or too short.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.SpectralCentroid(8, n_fft=4)(np.array([1.0, 2, 3, 4, 5])).round(3).tolist()
        [[1.2, 0.69, 0.933]]
    """

    arrays_only = False

    def __init__(
        self,
        sample_rate: int,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
    ):
        super().__init__()
        given.count(sample_rate, "sample_rate")
        given.count(pad, "pad")
        self._keep(n_fft, win_length, hop_length, window)
        self.sample_rate = sample_rate
        self.pad = pad

    def _compute(self, array):
        if not self.sample_rate:
            self._refuse("'sample_rate' must be positive")
        values, _ = spectrum(array, *self._sizes(), self.pad)
        size = np.abs(values).astype(array.dtype).astype(np.float64)
        bins = linspace(0, self.sample_rate // 2, self.n_fft // 2 + 1, array.dtype.type)
        weighted = np.sum(bins.astype(np.float64)[:, None] * size, -2, keepdims=True)
        return (weighted / size.sum(-2, keepdims=True)).astype(array.dtype)


class InverseSpectrogram(SpectrumOperation):
    """The wave of a complex spectrogram.

    Args:
        length: length of the wave. Default: ``None``, all of it.
        n_fft: length of the Fourier transform. Default: ``400``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 2.
        pad: what Spectrogram padded; needs `length`. Default: ``0``.
        window: the window function. Default: ``WindowType.HANN``.
        normalized: whether the spectrogram was normalized. Default: ``False``.
        center: whether windows were centered. Default: ``True``.
        pad_mode: how Spectrogram padded. Default: ``BorderType.REFLECT``.
        onesided: whether mirrored frequencies were left out. Default: ``True``.

    Returns:
        Array (..., time), the wave.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range, or `win_length` above `n_fft`.
        RuntimeError: the input is not of shape (..., freq, time, 2) or not of numbers, or does not
            fit `n_fft`.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> parts = audio.Spectrogram(n_fft=4, power=0)(np.array([1.0, 2, 3, 4, 5]))
        >>> audio.InverseSpectrogram(5, n_fft=4)(parts).round(3).tolist()
        [1.0, 2.0, 3.0, 4.0, 5.0]
    """

    rank = 3
    pairs = True

    def __init__(
        self,
        length: int | None = None,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        pad: int = 0,
        window: WindowType = WindowType.HANN,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
    ):
        super().__init__()
        if length is not None:
            given.count(length, "length")
        self._keep(n_fft, win_length, hop_length, window)
        self._options(pad, normalized, center, pad_mode, onesided)
        self.length = length if length is not None else 0

    def _compute(self, array):
        n_fft, win_length, hop_length, kind = self._sizes()
        if self.pad and not self.length:
            self._refuse("'pad' needs a 'length'")
        if self.normalized:
            shape = centered_window(kind, win_length, n_fft)
            array = array * array.dtype.type(np.sqrt(np.sum(shape * shape)))
        values = array[..., 0].astype(np.float64) + 1j * array[..., 1]
        if not self.onesided:
            values = values[..., : n_fft // 2 + 1, :]
        length = (values.shape[-1] - 1) * hop_length
        if self.length:
            length = self.length + 2 * self.pad
        if not length:
            self._refuse("a single frame needs a 'length'")
        wave = inverse(values, n_fft, win_length, hop_length, kind, self.center, length)
        if not self.pad:
            return wave.astype(array.dtype)
        return wave[..., self.pad : length - self.pad].astype(np.float32)


class GriffinLim(SpectrumOperation):
    """A wave with a given spectrogram, found by iterating (Griffin and Lim).

    Args:
        n_fft: length of the Fourier transform. Default: ``400``.
        n_iter: number of iterations. Default: ``32``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 2.
        window_type: the window function. Default: ``WindowType.HANN``.
        power: exponent of the magnitudes in the input. Default: ``2.0``.
        momentum: momentum of the fast variant. Default: ``0.99``.
        length: length of the wave. Default: ``None``, all of it.
        rand_init: whether phases start at random. Default: ``True``.

    Returns:
        Array (..., time), the wave.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range, or `win_length` above `n_fft`.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers, or does not fit
            `n_fft`, or `length` gives fewer frames than it has.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.GriffinLim(n_fft=400)(np.ones((201, 6))).shape
        (1000,)
    """

    rank = 2

    def __init__(
        self,
        n_fft: int = 400,
        n_iter: int = 32,
        win_length: int | None = None,
        hop_length: int | None = None,
        window_type: WindowType = WindowType.HANN,
        power: float = 2.0,
        momentum: float = 0.99,
        length: int | None = None,
        rand_init: bool = True,
    ):
        super().__init__()
        checks.check_positive(n_iter, "n_iter")
        given.window(n_fft, win_length, hop_length, 0)
        checks.check_type(window_type, WindowType, "window_type")
        given.positive(power, "power")
        given.not_negative(momentum, "momentum")
        if length is not None:
            given.count(length, "length")
        checks.check_bool(rand_init, "rand_init")
        self.n_fft = n_fft
        self.n_iter = n_iter
        self.win_length = win_length if win_length else n_fft
        self.hop_length = hop_length if hop_length else self.win_length // 2
        self.window = self.window_type = window_type
        self.power = power
        self.momentum = momentum
        self.length = length if length else 0
        self.rand_init = rand_init

    def _compute(self, array):
        if self.momentum >= 1:
            self._refuse(f"'momentum' must be less than 1, but is {self.momentum}")
        kind = array.dtype.type
        size = array.reshape(-1, *array.shape[-2:]) ** kind(1 / np.float32(self.power))
        size = size.astype(kind).astype(np.float64)
        phase = np.ones(size.shape, np.complex128)
        if self.rand_init:
            phase = self._rng.random(size.shape) + 1j * self._rng.random(size.shape)
        share = np.float32(self.momentum)
        for _ in range(2):  # MindSpore does it when it makes the operation and when it runs it
            share = share / (1 + share)
        before = np.zeros_like(phase)
        for _ in range(self.n_iter):
            rebuilt = self._again(self._wave(size * phase).astype(kind), size.shape)
            phase = rebuilt - before * float(share)
            phase = phase / (np.abs(phase) + single(1e-16))
            before = rebuilt
        wave = self._wave(size * phase).astype(kind)
        return wave[0] if array.ndim == 2 else wave

    def _wave(self, values):
        return inverse(values, *self._sizes(), True, self.length)

    def _again(self, wave, shape):
        """The spectrum of the wave; MindSpore takes as many values as the input has."""
        values, _ = spectrum(wave, *self._sizes())
        values = as_pairs(values, wave.dtype).astype(np.float64)
        flat = (values[..., 0] + 1j * values[..., 1]).reshape(shape[0], -1)
        needed = shape[1] * shape[2]
        if flat.shape[-1] < needed:
            self._refuse(f"'length' is too short for the {shape[2]} frames of the input")
        return flat[:, :needed].reshape(shape)


def stretched(array: np.ndarray, rate: float, advance: np.ndarray) -> np.ndarray:
    """A complex spectrogram (n, freq, time, 2) at another speed with the same pitch."""
    kind = array.dtype.type
    rate = np.float32(rate)
    if abs(rate - np.float32(1)) <= np.finfo(np.float32).eps:
        return array
    time = array.shape[-2]
    # one step more than can be needed, for the rounding of the division
    steps = (np.arange(int(time / float(rate)) + 2, dtype=np.float32) * rate).astype(kind)
    steps = steps[steps < time]
    first = steps.astype(np.int64)
    share = np.fmod(steps, kind(1))
    filled = np.pad(array, [(0, 0), (0, 0), (0, 2), (0, 0)])
    real, imag = filled[..., 0], filled[..., 1]
    angle = np.arctan2(imag, real)
    size = np.sqrt(imag.astype(np.float64) ** 2 + real.astype(np.float64) ** 2).astype(kind)
    advance = advance.reshape(-1, 1).astype(kind)
    turn = angle[..., first + 1] - angle[..., first] - advance
    whole = rounded(turn.astype(np.float64) / (2 * np.pi))
    turn = (turn - 2 * np.pi * whole + advance).astype(kind)
    turn = np.concatenate([angle[..., :1], turn[..., :-1]], -1)
    phase = np.cumsum(turn, -1, dtype=kind)
    size = share * size[..., first + 1] + (kind(1) - share) * size[..., first]
    return np.stack([np.cos(phase) * size, np.sin(phase) * size], -1)


class TimeStretch(AudioTensorOperation):
    """A complex spectrogram at another speed with the same pitch.

    Args:
        hop_length: distance of two windows. Default: ``None``, `n_freq` - 1.
        n_freq: number of frequencies. Default: ``201``.
        fixed_rate: the speed. Default: ``None``, 1.

    Returns:
        Array (..., freq, time, 2), whose time is divided by the speed.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is not positive.
        RuntimeError: the input is not of shape (..., freq, time, 2) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.TimeStretch(4, 2, 1.3)(np.ones((2, 10, 2))).shape
        (2, 8, 2)
    """

    rank = 3
    pairs = True

    def __init__(
        self,
        hop_length: int | None = None,
        n_freq: int = 201,
        fixed_rate: float | None = None,
    ):
        super().__init__()
        if hop_length is not None:
            checks.check_positive(hop_length, "hop_length")
        checks.check_positive(n_freq, "n_freq")
        if fixed_rate is not None:
            given.positive(fixed_rate, "fixed_rate")
        self.n_freq = n_freq
        self.hop_length = hop_length if hop_length is not None else n_freq - 1
        self.fixed_rate = fixed_rate if fixed_rate is not None else 1

    def _advance(self, array):
        kind = array.dtype.type
        high = np.pi * single(self.hop_length)
        advance = linspace(0, high, self.n_freq, kind)
        # the angles start over where there are more frequencies, as in MindSpore
        return np.resize(advance, array.shape[-3])

    def _compute(self, array):
        packed = array.reshape(-1, *array.shape[-3:])
        result = stretched(packed, self.fixed_rate, self._advance(array))
        if result is packed:
            return packed.copy()  # with one dimension in front, as in MindSpore
        return result.reshape(*array.shape[:-2], -1, 2)


class PhaseVocoder(TimeStretch):
    """A complex spectrogram at another speed, with given advances of its phases.

    Args:
        rate: the speed.
        phase_advance: array (freq, 1) of the dtype of the input.

    Returns:
        Array (..., freq, time, 2), whose time is divided by the speed.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: `rate` is not positive.
        RuntimeError: the input is not of shape (..., freq, time, 2) or not of numbers, or
            `phase_advance` has another dtype or other frequencies.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.PhaseVocoder(1.3, np.zeros((2, 1)))(np.ones((2, 10, 2))).shape
        (2, 8, 2)
    """

    def __init__(self, rate: float, phase_advance: np.ndarray):
        AudioTensorOperation.__init__(self)
        given.positive(rate, "rate")
        checks.check_type(phase_advance, np.ndarray, "phase_advance")
        self.rate = self.fixed_rate = rate
        self.phase_advance = phase_advance

    def _apply(self, *arrays):
        if arrays and arrays[0].ndim >= self.rank:
            advance, array = self.phase_advance, arrays[0]
            if advance.dtype != array.dtype:
                self._refuse(f"'phase_advance' must be {array.dtype}, but is {advance.dtype}")
            if advance.shape != (array.shape[-3], 1):
                self._refuse(
                    f"'phase_advance' must have the shape ({array.shape[-3]}, 1), but has "
                    f"{advance.shape}"
                )
        return super()._apply(*arrays)

    def _advance(self, array):
        return self.phase_advance


def resampled(
    array: np.ndarray,
    orig_freq: float,
    new_freq: float,
    method: ResampleMethod,
    filter_width: int,
    rolloff: float,
    beta: float,
) -> np.ndarray:
    """The waves (..., time) at another rate, by a windowed sinc."""
    kind = array.dtype.type
    common = int(np.gcd(int(orig_freq), int(new_freq)))
    if common == 0:
        raise RuntimeError("Rates must be at least 1 to be resampled.")
    orig, new = (int(np.floor(np.float32(f) / common)) for f in (orig_freq, new_freq))
    time = array.shape[-1]
    base = np.float32(min(orig, new)) * np.float32(rolloff)
    width = int(np.ceil(np.float32(filter_width * orig) / base))
    target = -(-new * time // orig)
    # every filter is 0 but for `width` samples around its time, so only those are computed
    phases = np.arange(min(new, target))
    start = orig * phases // new
    place = start[:, None] + np.arange(-width, width + 2)
    at = (place / kind(orig)).astype(kind) - (phases / kind(new)).astype(kind)[:, None]
    at = np.clip(at * kind(base), kind(-filter_width), kind(filter_width))
    if method is ResampleMethod.SINC_INTERPOLATION:
        taper = np.cos((at * np.pi / filter_width / 2).astype(kind)) ** 2
    else:
        # a root of float64, as MindSpore's power is
        root = np.sqrt(1 - (at.astype(np.float64) / filter_width) ** 2)
        taper = (np.i0(single(beta) * root) / np.i0(single(beta))).astype(kind)
    angle = (at * kind(np.pi)).astype(kind)
    scale = kind(base / np.float32(orig))
    filters = np.where(angle == 0, scale, scale * (np.sin(angle) / np.where(angle == 0, 1, angle)))
    filters = (filters * taper).astype(kind)
    wave = np.pad(array, [(0, 0)] * (array.ndim - 1) + [(width, width + orig + 1)])
    result = np.empty((*array.shape[:-1], target), array.dtype)
    for i, begin in enumerate(start):
        part = wave[..., begin:]
        views = np.lib.stride_tricks.sliding_window_view(part, filters.shape[-1], axis=-1)
        count = len(range(i, target, new))
        result[..., i::new] = (views[..., ::orig, :] @ filters[i])[..., :count]
    return result


class Resample(AudioTensorOperation):
    """The wave at another sample rate.

    Args:
        orig_freq: its rate. Default: ``16000``.
        new_freq: the new one. Default: ``16000``.
        resample_method: window of the filter. Default: ``ResampleMethod.SINC_INTERPOLATION``.
        lowpass_filter_width: sharpness of the filter. Default: ``6``.
        rolloff: where the filter ends, as a part of the highest frequency. Default: ``0.99``.
        beta: shape of the Kaiser window. Default: ``None``, 14.769656459379492.

    Returns:
        Array (..., time) with as many samples as the new rate has in that time.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Resample(48000, 16000)(np.ones((2, 30))).shape
        (2, 10)
    """

    def __init__(
        self,
        orig_freq: float = 16000,
        new_freq: float = 16000,
        resample_method: ResampleMethod = ResampleMethod.SINC_INTERPOLATION,
        lowpass_filter_width: int = 6,
        rolloff: float = 0.99,
        beta: float | None = None,
    ):
        super().__init__()
        given.positive(orig_freq, "orig_freq")
        given.positive(new_freq, "new_freq")
        checks.check_type(resample_method, ResampleMethod, "resample_method")
        checks.check_positive(lowpass_filter_width, "lowpass_filter_width")
        checks.check_type(rolloff, float, "rolloff")
        if rolloff <= 0 or rolloff > 1:
            raise ValueError(f"The argument 'rolloff' must be in (0, 1], but got {rolloff}.")
        self.orig_freq = orig_freq
        self.new_freq = new_freq
        self.resample_method = resample_method
        self.lowpass_filter_width = lowpass_filter_width
        self.rolloff = rolloff
        self.beta = beta if beta is not None else 14.769656459379492

    def _prepare(self):
        checks.check_type(self.beta, (int, float, np.floating, np.integer, bool), "beta")

    def _apply(self, *arrays):
        same = np.float32(self.orig_freq) == np.float32(self.new_freq)
        if same and len(arrays) == 1:
            return arrays[0].copy()  # of any dtype and shape, as in MindSpore
        return super()._apply(*arrays)

    def _compute(self, array):
        method, width = self.resample_method, self.lowpass_filter_width
        rates = self.orig_freq, self.new_freq
        return resampled(array, *rates, method, width, self.rolloff, self.beta)


class PitchShift(SpectrumOperation):
    """The wave at another pitch with the same speed.

    Args:
        sample_rate: samples in a second.
        n_steps: by how many steps.
        bins_per_octave: steps of an octave. Default: ``12``.
        n_fft: length of the Fourier transform. Default: ``512``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 4.
        window: the window function. Default: ``WindowType.HANN``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range, or `win_length` above `n_fft`.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.PitchShift(16000, 4, n_fft=16)(np.ones((2, 30))).shape
        (2, 30)
    """

    def __init__(
        self,
        sample_rate: int,
        n_steps: int,
        bins_per_octave: int = 12,
        n_fft: int = 512,
        win_length: int | None = None,
        hop_length: int | None = None,
        window: WindowType = WindowType.HANN,
    ):
        super().__init__()
        given.count(sample_rate, "sample_rate")
        checks.check_int(n_steps, -checks.INT32_MAX - 1, checks.INT32_MAX, "n_steps")
        given.rate(bins_per_octave, "bins_per_octave")
        self._keep(n_fft, win_length, hop_length, window)
        self.sample_rate = sample_rate
        self.n_steps = n_steps
        self.bins_per_octave = bins_per_octave
        self.hop_length = hop_length if hop_length is not None else self.win_length // 4

    def _compute(self, array):
        kind = array.dtype.type
        time = array.shape[-1]
        wave = array.reshape(-1, time)
        values, _ = spectrum(wave, *self._sizes())
        high = np.pi * self.hop_length
        advance = linspace(0, high, values.shape[-2], kind)
        octaves = np.float32(-self.n_steps) / np.float32(self.bins_per_octave)
        rate = np.float32(2.0 ** float(octaves))
        pairs = stretched(as_pairs(values, array.dtype), rate, advance)
        values = pairs[..., 0].astype(np.float64) + 1j * pairs[..., 1]
        length = int(np.float32(time) / rate + np.float32(0.5))
        slow = inverse(values, *self._sizes(), True, length).astype(kind)
        new_rate = int(np.float32(self.sample_rate) / rate)
        method = ResampleMethod.SINC_INTERPOLATION
        rates = new_rate, self.sample_rate
        result = resampled(slow, *rates, method, 6, 0.99, 14.769656459379492)[..., :time]
        result = np.pad(result, [(0, 0), (0, time - result.shape[-1])])
        return result.reshape(array.shape)
