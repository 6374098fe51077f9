"""Effects on waveforms."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._numbers import cast
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import (
    AudioTensorOperation,
    clipped,
    rounded,
    rows,
    single,
    wave_table,
    window,
)
from msjax.dataset.audio.utils import (
    DensityFunction,
    FadeShape,
    GainType,
    Interpolation,
    Modulation,
    WindowType,
    linspace,
)

__all__ = [
    "Contrast",
    "DBToAmplitude",
    "DCShift",
    "Dither",
    "Fade",
    "Flanger",
    "Gain",
    "MuLawDecoding",
    "MuLawEncoding",
    "Overdrive",
    "Phaser",
    "Vad",
    "Vol",
]


class Contrast(AudioTensorOperation):
    """Compression that makes the wave sound louder.

    Args:
        enhancement_amount: how much, in [0, 100]. Default: ``75.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: `enhancement_amount` is not a number, or the input is not an array.
        ValueError: `enhancement_amount` is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Contrast()(np.array([0.0, 0.25, 0.5])).round(3).tolist()
        [0.0, 0.473, 0.707]
    """

    def __init__(self, enhancement_amount: float = 75.0):
        super().__init__()
        given.within(enhancement_amount, 0, 100, "enhancement_amount")
        self.enhancement_amount = enhancement_amount

    def _compute(self, array):
        kind = array.dtype.type
        angle = (array.astype(np.float64) * (np.pi / 2)).astype(kind)
        amount = kind(single(self.enhancement_amount)) / kind(750)
        return np.sin(angle + amount * np.sin(angle * kind(4)))


class DBToAmplitude(AudioTensorOperation):
    """Decibels as powers or amplitudes.

    Args:
        ref: factor of the result.
        power: 1 for powers, 0.5 for amplitudes.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument is not a number, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.DBToAmplitude(1.0, 0.5)(np.array([0.0, 20.0])).tolist()
        [1.0, 10.0]
    """

    def __init__(self, ref: float, power: float):
        super().__init__()
        given.number(ref, "ref")
        given.number(power, "power")
        self.ref = ref
        self.power = power

    def _compute(self, array):
        level = 10.0 ** (array.astype(np.float64) * 0.1)
        return (single(self.ref) * level ** single(self.power)).astype(array.dtype)


class DCShift(AudioTensorOperation):
    """The wave shifted by a constant, cut to [-1, 1].

    Args:
        shift: the constant, in [-2, 2].
        limiter_gain: gain of the limiter at peaks. Default: ``None``, no limiter.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument is not a number, or the input is not an array.
        ValueError: `shift` is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.DCShift(0.5)(np.array([-0.5, 0.0, 0.75])).tolist()
        [0.0, 0.5, 1.0]
    """

    def __init__(self, shift: float, limiter_gain: float | None = None):
        super().__init__()
        given.within(shift, -2.0, 2.0, "shift")
        if limiter_gain is not None:
            checks.check_type(limiter_gain, (int, float), "limiter_gain")
        self.shift = shift
        self.limiter_gain = limiter_gain if limiter_gain else shift

    def _compute(self, array):
        kind = array.dtype.type
        shift, gain = np.float32(self.shift), np.float32(self.limiter_gain)
        moved = clipped(array + kind(shift))
        least = np.finfo(np.float32).eps
        if abs(shift - gain) <= least or abs(shift) <= least:
            return moved
        edge = np.float32(1.0 - float(abs(shift) - gain))
        side = kind(1 if shift > 0 else -1)
        # both limits are reached from the middle, so one formula serves both signs
        peak = (array - side * kind(edge)) * kind(gain) / kind(np.float32(1) - edge)
        limited = peak + kind(edge) + kind(shift)
        limited = np.minimum(side * limited, kind(edge)) * side
        return np.where(side * array > kind(edge), limited, moved)


class Dither(AudioTensorOperation):
    """The wave in 16 bits, with noise against the errors of rounding.

    Args:
        density_function: distribution of the noise. Default: ``DensityFunction.TPDF``.
        noise_shaping: whether the errors are added to the following samples. Default: ``False``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> (audio.Dither()(np.array([0.1, 0.2, 0.3])) * 32768).tolist()
        [3277.0, 6554.0, 9830.0]
    """

    def __init__(
        self,
        density_function: DensityFunction = DensityFunction.TPDF,
        noise_shaping: bool = False,
    ):
        super().__init__()
        checks.check_type(density_function, DensityFunction, "density_function")
        checks.check_bool(noise_shaping, "noise_shaping")
        self.density_function = density_function
        self.noise_shaping = noise_shaping

    def _compute(self, array):
        kind = array.dtype.type
        wave = rows(array).copy()
        scaled = wave * kind(32766)
        if self.density_function is DensityFunction.TPDF:
            noise = window_or_zero(wave.shape[-1]).astype(kind)
        elif self.density_function is DensityFunction.RPDF:
            noise = wave.flat[self._rng.integers(wave.size)]
        else:
            noise = wave.flat[self._rng.integers(wave.size)]
            # MindSpore leaves the sums in the wave, where noise shaping meets them
            for place in self._rng.integers(wave.size, size=6):
                noise = noise + wave.flat[place]
                wave.flat[place] = noise
        result = rounded(scaled + noise) / kind(32768)
        if self.noise_shaping:
            error = result - wave
            result[:, 1:] += error[:, :-1]
        return result.reshape(array.shape)


def window_or_zero(length: int) -> np.ndarray:
    """The triangle that Dither adds; one sample gets nothing."""
    return np.zeros(1) if length == 1 else window(WindowType.BARTLETT, length)


class Fade(AudioTensorOperation):
    """The wave faded in and out.

    Args:
        fade_in_len: length of the fade-in. Default: ``0``.
        fade_out_len: length of the fade-out. Default: ``0``.
        fade_shape: curve of both. Default: ``FadeShape.LINEAR``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: a length is negative.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or shorter than a
            fade.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Fade(3, 2)(np.ones(6)).tolist()
        [0.0, 0.5, 1.0, 1.0, 1.0, 0.0]
    """

    def __init__(
        self,
        fade_in_len: int = 0,
        fade_out_len: int = 0,
        fade_shape: FadeShape = FadeShape.LINEAR,
    ):
        super().__init__()
        given.count(fade_in_len, "fade_in_len")
        given.count(fade_out_len, "fade_out_len")
        checks.check_type(fade_shape, FadeShape, "fade_shape")
        self.fade_in_len = fade_in_len
        self.fade_out_len = fade_out_len
        self.fade_shape = fade_shape

    def _curve(self, place, rising):
        if self.fade_shape is FadeShape.LINEAR:
            return place if rising else 1.0 - place
        if self.fade_shape is FadeShape.EXPONENTIAL:
            return 2.0 ** (place - 1.0) * place if rising else 2.0**-place * (1.0 - place)
        if self.fade_shape is FadeShape.LOGARITHMIC:
            return np.log10(place + 0.1 if rising else 1.1 - place) + 1.0
        if self.fade_shape is FadeShape.QUARTER_SINE:
            return np.sin(place * np.pi / 2 + (0 if rising else np.pi / 2))
        return np.sin(place * np.pi + (-np.pi / 2 if rising else np.pi / 2)) / 2 + 0.5

    def _apply(self, *arrays):
        result = super()._apply(*arrays)
        return result if self.fade_in_len or self.fade_out_len else arrays[0].copy()

    def _compute(self, array):
        kind = array.dtype.type
        time = array.shape[-1]
        result = array.copy()
        for name in "fade_in_len", "fade_out_len":
            length = getattr(self, name)
            if length > time:
                self._refuse(f"'{name}' must be at most the length {time}, but got {length}")
            rising = name == "fade_in_len"
            place = linspace(0, 1, length, kind).astype(np.float64)
            part = result[..., :length] if rising else result[..., time - length :]
            part *= self._curve(place, rising).astype(kind)
        return result


class Flanger(AudioTensorOperation):
    """The wave mixed with itself at a delay that swings.

    Args:
        sample_rate: samples in a second, not 0.
        delay: delay in milliseconds, in [0, 30]. Default: ``0.0``.
        depth: how far the delay swings, in [0, 10]. Default: ``2.0``.
        regen: feedback in percent, in [-95, 95]. Default: ``0.0``.
        width: share of the delayed wave in percent, in [0, 100]. Default: ``71.0``.
        speed: swings in a second, in [0.1, 10]. Default: ``0.5``.
        phase: shift between channels in percent, in [0, 100]. Default: ``25.0``.
        modulation: shape of the swing. Default: ``Modulation.SINUSOIDAL``.
        interpolation: how to read between samples. Default: ``Interpolation.LINEAR``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., channel, time) or not of numbers, or has more
            than four channels.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> wave = np.array([[0.5, 0.25, 0.125]])
        >>> audio.Flanger(44100)(wave).round(4).tolist()
        [[0.5, 0.25, 0.125]]
    """

    rank = 2

    def __init__(
        self,
        sample_rate: int,
        delay: float = 0.0,
        depth: float = 2.0,
        regen: float = 0.0,
        width: float = 71.0,
        speed: float = 0.5,
        phase: float = 25.0,
        modulation: Modulation = Modulation.SINUSOIDAL,
        interpolation: Interpolation = Interpolation.LINEAR,
    ):
        super().__init__()
        given.rate(sample_rate)
        given.within(delay, 0, 30, "delay")
        given.within(depth, 0, 10, "depth")
        given.within(regen, -95, 95, "regen")
        given.within(width, 0, 100, "width")
        given.within(speed, 0.1, 10, "speed")
        given.within(phase, 0, 100, "phase")
        checks.check_type(modulation, Modulation, "modulation")
        checks.check_type(interpolation, Interpolation, "interpolation")
        self.sample_rate = sample_rate
        self.delay = delay
        self.depth = depth
        self.regen = regen
        self.width = width
        self.speed = speed
        self.phase = phase
        self.modulation = modulation
        self.interpolation = interpolation

    def _apply(self, *arrays):
        result = super()._apply(*arrays)
        return cast(result, arrays[0].dtype)

    def _delays(self, kind, channels, time):
        """For each sample and channel the delay, and the length of the buffer."""
        least = kind(single(self.delay)) / kind(1000)
        swing = kind(single(self.depth)) / kind(1000)
        size = int(float((least + swing) * kind(self.sample_rate)) + 0.5) + 2
        period = int(np.float32(self.sample_rate) / np.float32(self.speed))
        if size < 2 or period < 1:
            self._refuse(f"'sample_rate' must be larger, but got {self.sample_rate}")
        low = np.floor(float(least * kind(self.sample_rate)) + 0.5)
        sinusoidal = self.modulation is Modulation.SINUSOIDAL
        table = wave_table(sinusoidal, period, low, size - 2.0, 3 * np.pi / 2)
        part = kind(single(self.phase)) / kind(100)
        shifts = [int(float(kind(j * period) * part) + 0.5) for j in range(channels)]
        place = (np.arange(time)[:, None] + np.array(shifts)) % period
        return table[place].astype(kind), size

    def _between(self, first, second, third, part):
        """The value between samples, of which three neighbours are known."""
        if self.interpolation is Interpolation.LINEAR:
            return first + (second - first) * part
        kind = part.dtype.type
        second, third = second - first, third - first
        curve = third * kind(0.5) - second
        slope = second * kind(2) - third * kind(0.5)
        return first + (curve * part + slope) * part

    def _compute(self, array):
        kind = array.dtype.type
        channels, time = array.shape[-2:]
        if channels > 4:
            self._refuse(f"there must be at most 4 channels, but got {channels}")
        wave = array.reshape(-1, channels, time)
        feedback = kind(single(self.regen)) / kind(100)
        share = kind(single(self.width)) / kind(100)
        direct = kind(1.0 / float(1 + share))
        share = share / (kind(1) + share) * (kind(1) - abs(feedback))
        delays, size = self._delays(kind, channels, time)
        whole = np.floor(delays).astype(np.int64)
        part = delays - whole.astype(kind)
        each = np.arange(channels)
        if feedback == 0 and np.isfinite(wave).all():
            now = np.arange(time)[:, None]
            reads = [now - (whole + i) % size for i in range(3)]
            read = [np.where(r < 0, kind(0), wave[:, each, np.maximum(r, 0)]) for r in reads]
            delayed = np.swapaxes(self._between(*read, part), 1, 2)
            return clipped(wave * direct + delayed * share).reshape(array.shape)
        buffer = np.zeros((*wave.shape[:2], size), kind)
        delayed = np.zeros(wave.shape[:2], kind)
        result = np.empty_like(wave)
        for i in range(time):
            now = -(i + 1) % size
            buffer[..., now] = wave[..., i] + delayed * feedback
            place = now + whole[i]
            read = [buffer[:, each, (place + more) % size] for more in range(3)]
            delayed = self._between(*read, part[i])
            result[..., i] = wave[..., i] * direct + delayed * share
        return clipped(result).reshape(array.shape)


class Gain(AudioTensorOperation):
    """The wave made louder or softer.

    Args:
        gain_db: by how many decibels. Default: ``1.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: `gain_db` is not a number, or the input is not an array.
        ValueError: `gain_db` is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Gain(20.0)(np.array([0.5, 1.0])).tolist()
        [5.0, 10.0]
    """

    def __init__(self, gain_db: float = 1.0):
        super().__init__()
        given.number(gain_db, "gain_db")
        self.gain_db = gain_db

    def _compute(self, array):
        kind = array.dtype.type
        return array * kind(10.0 ** float(kind(single(self.gain_db)) / kind(20)))


class MuLawDecoding(AudioTensorOperation):
    """The wave of codes of the mu-law.

    Args:
        quantization_channels: number of codes. Default: ``256``.

    Returns:
        Array of floats of the shape of the input.

    Raises:
        TypeError: `quantization_channels` is not an int, or the input is not an array.
        ValueError: `quantization_channels` is not positive.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or there is one code.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MuLawDecoding()(np.array([0.0, 128.0, 255.0])).round(5).tolist()
        [-1.0, 9e-05, 1.0]
    """

    def __init__(self, quantization_channels: int = 256):
        super().__init__()
        checks.check_positive(quantization_channels, "quantization_channels")
        self.quantization_channels = quantization_channels

    def _compute(self, array):
        kind = array.dtype.type
        mu = kind(self.quantization_channels) - kind(1)
        if mu == 0:
            self._refuse("'quantization_channels' must be more than 1")
        place = array / mu * kind(2) - kind(1)
        return np.sign(place) * np.expm1(np.abs(place) * np.log1p(mu)) / mu


class MuLawEncoding(AudioTensorOperation):
    """Codes of the mu-law for a wave in [-1, 1], as int32.

    Args:
        quantization_channels: number of codes. Default: ``256``.

    Returns:
        Int32 array of the shape of the input, of values from 0 to `quantization_channels` - 1.

    Raises:
        TypeError: `quantization_channels` is not an int, or the input is not an array.
        ValueError: `quantization_channels` is not positive.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MuLawEncoding()(np.array([-1.0, 0.0, 0.5, 1.0])).tolist()
        [0, 128, 239, 255]
    """

    def __init__(self, quantization_channels: int = 256):
        super().__init__()
        checks.check_positive(quantization_channels, "quantization_channels")
        self.quantization_channels = quantization_channels

    def _compute(self, array):
        kind = array.dtype.type
        mu = kind(self.quantization_channels) - kind(1)
        level = np.sign(array) * np.log1p(mu * np.abs(array)) / np.log1p(mu)
        # the half is added to float64, as in C
        return ((level + kind(1)) / kind(2) * mu + 0.5).astype(kind).astype(np.int32)


class Overdrive(AudioTensorOperation):
    """Distortion as of an amplifier that is driven too hard.

    Args:
        gain: how hard in decibels, in [0, 100]. Default: ``20.0``.
        color: amount of even harmonics, in [0, 100]. Default: ``20.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument is not a number, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Overdrive()(np.array([0.0, 0.05, 0.1])).round(4).tolist()
        [0.0748, 0.4206, 0.5476]
    """

    def __init__(self, gain: float = 20.0, color: float = 20.0):
        super().__init__()
        given.within(gain, 0, 100, "gain")
        given.within(color, 0, 100, "color")
        self.gain = gain
        self.color = color

    def _compute(self, array):
        kind = array.dtype.type
        wave = rows(array)
        gain = kind(np.float32(np.exp(single(self.gain) * np.log(10) / 20.0)))
        driven = wave * gain + kind(np.float32(self.color) / np.float32(200))
        bent = (driven - (driven * driven * driven).astype(np.float64) / 3.0).astype(kind)
        edge = kind(2.0 / 3.0)
        bent = np.where(driven < -1, -edge, np.where(driven > 1, edge, bent))
        change = np.diff(bent, axis=-1, prepend=kind(0))
        passed = np.empty_like(change)
        for channel, steps in enumerate(change.tolist()):
            last, values = 0.0, []
            for step in steps:
                last = float(kind(step + last * 0.995))
                values.append(last)
            passed[channel] = values
        mixed = wave.astype(np.float64) * 0.5 + passed.astype(np.float64) * 0.75
        return clipped(mixed.astype(kind)).reshape(array.shape)


class Phaser(AudioTensorOperation):
    """The wave with echoes at a delay that swings.

    Args:
        sample_rate: samples in a second.
        gain_in: factor of the input, in [0, 1]. Default: ``0.4``.
        gain_out: factor of the output, in [0, 1e9]. Default: ``0.74``.
        delay_ms: delay in milliseconds, in [0, 5]. Default: ``3.0``.
        decay: factor of the echo, in [0, 0.99]. Default: ``0.4``.
        mod_speed: swings in a second, in [0.1, 2]. Default: ``0.5``.
        sinusoidal: whether the swing is a sine and not a triangle. Default: ``True``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or the delay is less
            than a sample.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Phaser(44100)(np.array([0.5, 0.25])).round(4).tolist()
        [0.148, 0.1332]
    """

    def __init__(
        self,
        sample_rate: int,
        gain_in: float = 0.4,
        gain_out: float = 0.74,
        delay_ms: float = 3.0,
        decay: float = 0.4,
        mod_speed: float = 0.5,
        sinusoidal: bool = True,
    ):
        super().__init__()
        checks.check_int(sample_rate, -checks.INT32_MAX - 1, checks.INT32_MAX, "sample_rate")
        given.within(gain_in, 0, 1, "gain_in")
        given.within(gain_out, 0, 1e9, "gain_out")
        given.within(delay_ms, 0, 5.0, "delay_ms")
        given.within(decay, 0, 0.99, "decay")
        given.within(mod_speed, 0.1, 2, "mod_speed")
        checks.check_bool(sinusoidal, "sinusoidal")
        self.decay = decay
        self.delay_ms = delay_ms
        self.gain_in = gain_in
        self.gain_out = gain_out
        self.mod_speed = mod_speed
        self.sample_rate = sample_rate
        self.sinusoidal = sinusoidal

    def _compute(self, array):
        kind = array.dtype.type
        wave = (rows(array) * kind(single(self.gain_in))).T
        size = int(single(self.delay_ms) * 0.001 * self.sample_rate + 0.5)
        period = int(float(np.float32(self.sample_rate) / np.float32(self.mod_speed)) + 0.5)
        if size < 1 or period < 1:
            self._refuse("the delay must be at least a sample: 'delay_ms' or 'sample_rate' is less")
        table = wave_table(self.sinusoidal, period, 1.0, size, np.pi / 2)
        delays = np.trunc(table + np.copysign(np.float32(0.5), table)).astype(np.int64)
        buffer = np.zeros((size, wave.shape[-1]), kind)
        decay = kind(single(self.decay))
        result = np.empty_like(wave)
        for i, sample in enumerate(wave):
            mixed = sample + buffer[(i + delays[i % period]) % size]
            result[i] = mixed
            buffer[(i + 1) % size] = mixed * decay
        result = result * kind(single(self.gain_out))
        # the limits are those of float32, and so is the precision
        result = result.astype(np.float32)
        result = np.where(result < 1, result, np.float32(1))  # NaN too, as in C
        return np.maximum(result, np.float32(-1)).astype(kind).T.reshape(array.shape)


class Vol(AudioTensorOperation):
    """The wave times a factor, cut to [-1, 1].

    Args:
        gain: the factor.
        gain_type: what it is measured in. Default: ``GainType.AMPLITUDE``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: `gain` is negative for amplitudes, or not positive for powers.
        RuntimeError: the input is not of shape (..., time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Vol(2.0)(np.array([0.25, 0.75])).tolist()
        [0.5, 1.0]
    """

    def __init__(self, gain: float, gain_type: GainType = GainType.AMPLITUDE):
        super().__init__()
        checks.check_type(gain, (int, float), "gain")
        checks.check_type(gain_type, GainType, "gain_type")
        allowed = {GainType.AMPLITUDE: given.not_negative, GainType.POWER: given.positive}
        allowed.get(gain_type, given.number)(gain, "gain")
        self.gain = gain
        self.gain_type = gain_type

    def _compute(self, array):
        kind = array.dtype.type
        gain = kind(single(self.gain))
        if self.gain_type is not GainType.AMPLITUDE:
            if self.gain_type is GainType.POWER:
                gain = kind(10) * np.log10(gain)
            gain = kind(10.0 ** float(gain / kind(20)))
        return clipped(array * gain)


class Vad(AudioTensorOperation):
    """The end of a wave from where a voice is found on.

    MindSpore's measure of voice is always 0, since it reads a buffer before the part that was
    filled: a positive `trigger_level` is never reached, and what comes back is the last
    `search_time` and `pre_trigger_time` of the wave and one measurement more. This is the same.

    Args:
        sample_rate: samples in a second.
        trigger_level: measure at which a voice is found. Default: ``7.0``.
        trigger_time: time constant of the measure. Default: ``0.25``.
        search_time: how long before the trigger the voice may start. Default: ``1.0``.
        allowed_gap: silence allowed in that time. Default: ``0.25``.
        pre_trigger_time: time to keep before the voice. Default: ``0.0``.
        boot_time: time of the first estimate of noise. Default: ``0.35``.
        noise_up_time: time constant of growing noise. Default: ``0.1``.
        noise_down_time: time constant of falling noise. Default: ``0.01``.
        noise_reduction_amount: amount of noise reduction. Default: ``1.35``.
        measure_freq: measurements in a second. Default: ``20.0``.
        measure_duration: length of a measurement. Default: ``None``, 2 / `measure_freq`.
        measure_smooth_time: time constant of smoothing. Default: ``0.4``.
        hp_filter_freq: lowest frequency measured. Default: ``50.0``.
        lp_filter_freq: highest frequency measured. Default: ``6000.0``.
        hp_lifter_freq: lowest frequency of the lifter. Default: ``150.0``.
        lp_lifter_freq: highest frequency of the lifter. Default: ``2000.0``.

    Returns:
        Array (..., time) of the end of the wave.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or no frequency is
            left.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Vad(600)(np.ones((2, 1000))).shape
        (2, 660)
    """

    def __init__(
        self,
        sample_rate: int,
        trigger_level: float = 7.0,
        trigger_time: float = 0.25,
        search_time: float = 1.0,
        allowed_gap: float = 0.25,
        pre_trigger_time: float = 0.0,
        boot_time: float = 0.35,
        noise_up_time: float = 0.1,
        noise_down_time: float = 0.01,
        noise_reduction_amount: float = 1.35,
        measure_freq: float = 20.0,
        measure_duration: float | None = None,
        measure_smooth_time: float = 0.4,
        hp_filter_freq: float = 50.0,
        lp_filter_freq: float = 6000.0,
        hp_lifter_freq: float = 150.0,
        lp_lifter_freq: float = 2000.0,
    ):
        super().__init__()
        checks.check_positive(sample_rate, "sample_rate")
        given.number(trigger_level, "trigger_level")
        durations: dict[str, Any] = {
            "trigger_time": trigger_time,
            "search_time": search_time,
            "allowed_gap": allowed_gap,
            "pre_trigger_time": pre_trigger_time,
            "boot_time": boot_time,
            "noise_up_time": noise_up_time,
            "noise_down_time": noise_down_time,
        }
        for name, value in durations.items():
            given.not_negative(value, name)
        if noise_up_time < noise_down_time:
            raise ValueError(
                f"'noise_up_time' must be at least 'noise_down_time', but got {noise_up_time} "
                f"and {noise_down_time}."
            )
        given.not_negative(noise_reduction_amount, "noise_reduction_amount")
        given.positive(measure_freq, "measure_freq")
        if measure_duration:
            given.not_negative(measure_duration, "measure_duration")
        given.not_negative(measure_smooth_time, "measure_smooth_time")
        frequencies = {
            "hp_filter_freq": hp_filter_freq,
            "lp_filter_freq": lp_filter_freq,
            "hp_lifter_freq": hp_lifter_freq,
            "lp_lifter_freq": lp_lifter_freq,
        }
        for name, value in frequencies.items():
            given.positive(value, name)
        self.sample_rate = sample_rate
        self.trigger_level = trigger_level
        self.noise_reduction_amount = noise_reduction_amount
        self.measure_freq = measure_freq
        self.measure_duration = measure_duration if measure_duration else 2.0 / measure_freq
        self.measure_smooth_time = measure_smooth_time
        for name, value in (durations | frequencies).items():
            setattr(self, name, value)

    def _spans(self, kind, measured):
        """Refuse frequencies between which there is nothing."""
        size = 16
        while size < measured:
            size *= 2
        rate = self.sample_rate
        low, high = (
            int(float(kind(single(f)) / kind(rate) * kind(size)) + 0.5)
            for f in (self.hp_filter_freq, self.lp_filter_freq)
        )
        if min(high, size // 2) <= max(low, 1):
            self._refuse("'hp_filter_freq' is too large or 'lp_filter_freq' too small")
        first = int(np.ceil(rate * 0.5 / single(self.lp_lifter_freq)))
        last = int(np.floor(rate * 0.5 / single(self.hp_lifter_freq)))
        if min(last, size // 4) <= first:
            self._refuse("'hp_lifter_freq' is too large or 'lp_lifter_freq' too small")

    def _compute(self, array):
        kind = array.dtype.type
        rate, often = kind(self.sample_rate), kind(single(self.measure_freq))
        measured = int(float(rate * kind(single(self.measure_duration))) + 0.5)
        period = int(float(rate / often) + 0.5)
        searched = int(np.ceil(kind(single(self.search_time)) * often))
        kept = int(float(kind(single(self.pre_trigger_time)) * rate) + 0.5)
        self._spans(kind, measured)
        size = kept + searched * period + measured
        if searched == 0 or size == 0:
            self._refuse("'search_time' must be at least one measurement")
        time = array.shape[-1]
        heard, flushed = time, 0
        if self.trigger_level <= 0 and 0 < measured <= time:
            heard, flushed = measured, searched * period
        start = heard - size + flushed
        start = 0 if start < -time else start + time if start < 0 else start
        return array[..., start:].copy()
