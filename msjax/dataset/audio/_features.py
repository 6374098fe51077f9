"""Features of waves and spectrograms."""

from __future__ import annotations

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import AudioTensorOperation, padded, rows, single
from msjax.dataset.audio.utils import (
    BorderType,
    ScaleType,
)

__all__ = [
    "AmplitudeToDB",
    "Angle",
    "ComplexNorm",
    "ComputeDeltas",
    "DetectPitchFrequency",
    "Magphase",
    "SlidingWindowCmn",
]


def decibels(
    array: np.ndarray, multiplier: float = 10.0, offset: float = 0.0, top_db: float = 80.0
) -> np.ndarray:
    """Decibels of (..., freq, time), none more than `top_db` below the highest."""
    kind = array.dtype.type
    level = np.log10(np.maximum(array, kind(np.float32(1e-10)))) * kind(multiplier)
    level = level - kind(multiplier) * kind(offset)
    if np.isnan(top_db):
        return level
    packed = level.reshape(-1, *level.shape[-3:]) if level.ndim > 2 else level[None, None]
    highest = np.fmax.reduce(packed, axis=(1, 2, 3), keepdims=True)  # NaN stays where it is
    return np.maximum(packed, highest - kind(top_db)).reshape(array.shape)


class AmplitudeToDB(AudioTensorOperation):
    """A spectrogram in decibels.

    Args:
        stype: what it holds. Default: ``ScaleType.POWER``.
        ref_value: what 0 decibels are. Default: ``1.0``.
        amin: least value of `ref_value`; that of the input is 1e-10, as in MindSpore.
            Default: ``1e-10``.
        top_db: how far below the highest value. Default: ``80.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: a number is not positive.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.AmplitudeToDB()(np.array([[1.0, 10.0, 100.0]])).tolist()
        [[0.0, 10.0, 20.0]]
    """

    rank = 2

    def __init__(
        self,
        stype: ScaleType = ScaleType.POWER,
        ref_value: float = 1.0,
        amin: float = 1e-10,
        top_db: float = 80.0,
    ):
        super().__init__()
        checks.check_type(stype, ScaleType, "stype")
        given.positive(ref_value, "ref_value")
        given.positive(amin, "amin")
        given.positive(top_db, "top_db")
        self.stype = stype
        self.ref_value = ref_value
        self.amin = amin
        self.top_db = top_db

    def _compute(self, array):
        multiplier = 10.0 if self.stype is ScaleType.POWER else 20.0
        offset = single(np.log10(max(np.float32(self.amin), np.float32(self.ref_value))))
        return decibels(array, multiplier, offset, single(self.top_db))


class Angle(AudioTensorOperation):
    """The angles of complex numbers.

    Returns:
        Array (...), of the shape of the input without its last dimension.

    Raises:
        TypeError: the input is not an array.
        RuntimeError: the input is not of shape (..., 2) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.Angle()(np.array([[1.0, 1.0], [-1.0, 0.0]])).round(3).tolist()
        [0.785, 3.142]
    """

    pairs = True

    def _compute(self, array):
        return np.arctan2(array[..., 1], array[..., 0])


class ComplexNorm(AudioTensorOperation):
    """The magnitudes of complex numbers.

    Args:
        power: exponent of the magnitudes. Default: ``1.0``.

    Returns:
        Array (...), of the shape of the input without its last dimension.

    Raises:
        TypeError: `power` is not a number, or the input is not an array.
        ValueError: `power` is negative.
        RuntimeError: the input is not of shape (..., 2) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.ComplexNorm()(np.array([[3.0, 4.0]])).tolist()
        [5.0]
    """

    pairs = True

    def __init__(self, power: float = 1.0):
        super().__init__()
        given.not_negative(power, "power")
        self.power = power

    def _norm(self, array):
        square = np.sum(array.astype(np.float64) ** 2, -1)
        return (square ** (0.5 * single(self.power))).astype(array.dtype)

    def _compute(self, array):
        return self._norm(array)


class Magphase(ComplexNorm):
    """The magnitudes and the angles of complex numbers.

    Args:
        power: exponent of the magnitudes. Default: ``1.0``.

    Returns:
        Tuple of two arrays (...), the magnitudes and the angles.

    Raises:
        TypeError: `power` is not a number, or the input is not an array.
        ValueError: `power` is negative.
        RuntimeError: the input is not of shape (..., 2) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> size, angle = audio.Magphase()(np.array([[3.0, 4.0]]))
        >>> size.tolist(), angle.round(3).tolist()
        ([5.0], [0.927])
    """

    def _compute(self, array):
        return self._norm(array), np.arctan2(array[..., 1], array[..., 0])


class ComputeDeltas(AudioTensorOperation):
    """How fast a spectrogram changes with time.

    Args:
        win_length: length of the window, at least 3. Default: ``5``.
        pad_mode: what is beyond the ends. Default: ``BorderType.EDGE``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: `win_length` is less than 3.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.ComputeDeltas()(np.array([[0.0, 1, 2, 3, 4]])).tolist()
        [[0.5, 0.8, 1.0, 0.8, 0.5]]
    """

    rank = 2

    def __init__(self, win_length: int = 5, pad_mode: BorderType = BorderType.EDGE):
        super().__init__()
        checks.check_type(pad_mode, BorderType, "pad_mode")
        checks.check_int(win_length, 3, checks.INT32_MAX, "win_length")
        self.win_len = win_length
        self.pad_mode = pad_mode

    def _compute(self, array):
        kind = array.dtype.type
        half = (self.win_len - 1) // 2
        wide = padded(array, half, half, self.pad_mode)
        views = np.lib.stride_tricks.sliding_window_view(wide, 2 * half + 1, axis=-1)
        slope = views @ np.arange(-half, half + 1).astype(kind)
        return slope / kind(half * (half + 1) * (2 * half + 1) // 3)


class DetectPitchFrequency(AudioTensorOperation):
    """The pitch of a wave over time, by correlating it with itself.

    Args:
        sample_rate: samples in a second, not 0.
        frame_time: duration of a frame. Default: ``0.01``.
        win_length: number of frames whose median is taken. Default: ``30``.
        freq_low: lowest frequency to find. Default: ``85``.
        freq_high: highest frequency to find. Default: ``3400``.

    Returns:
        Float32 array (..., frames) of frequencies.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of floats, or has too few frames.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> wave = np.sin(np.arange(60) * 2 * np.pi / 6)
        >>> audio.DetectPitchFrequency(60, 0.2, 2, 5, 25)(wave).tolist()
        [10.0, 10.0, 10.0, 10.0]
    """

    floats = True

    def __init__(
        self,
        sample_rate: int,
        frame_time: float = 0.01,
        win_length: int = 30,
        freq_low: float = 85,
        freq_high: float = 3400,
    ):
        super().__init__()
        given.rate(sample_rate)
        given.positive(frame_time, "frame_time")
        checks.check_positive(win_length, "win_length")
        given.positive(freq_low, "freq_low")
        given.positive(freq_high, "freq_high")
        self.sample_rate = sample_rate
        self.frame_time = frame_time
        self.win_length = win_length
        self.freq_low = freq_low
        self.freq_high = freq_high

    def _prepare(self):
        checks.check_type(self.freq_low, int, "freq_low")
        checks.check_type(self.freq_high, int, "freq_high")

    def _correlations(self, wave, lags, size, frames):
        """Normalized correlations (channel, frame, lag); sums are those of the dtype."""
        kind = wave.dtype.type
        wave = np.pad(wave, [(0, 0), (0, lags + frames * size - wave.shape[-1])])
        starts = np.arange(frames) * size
        shape = (len(wave), frames, lags)
        both, first, second = (np.zeros(shape, kind) for _ in range(3))
        ahead = np.arange(1, lags + 1)
        for i in range(size):
            now = wave[:, starts + i, None]
            then = wave[:, (starts + i)[:, None] + ahead]
            both += now * then
            first += now * now
            second += then * then
        return np.where((first != 0) & (second != 0), both / first / second, kind(0))

    def _compute(self, array):
        kind = array.dtype.type
        wave = rows(array)
        rate = np.float32(self.sample_rate)
        lags = int(np.ceil(rate / np.float32(self.freq_low)))
        least = int(np.ceil(rate / np.float32(self.freq_high)))
        size = int(np.ceil(rate * np.float32(self.frame_time)))
        if lags < 1 or size < 1:
            self._refuse("'sample_rate' must be positive")
        frames = -(-wave.shape[-1] // size)
        found = np.full((len(wave), frames), least)
        if least < lags:
            score = self._correlations(wave, lags, size, frames)
            half = score[..., least : max(least + 1, lags // 2)]
            best = score[..., least:]
            better = half.max(-1) > best.max(-1) * kind(0.99)
            found = least + np.where(better, half.argmax(-1), best.argmax(-1))
        before = (self.win_length - 1) // 2
        if frames + before - self.win_length + 1 < 0:
            self._refuse(f"'win_length' is too large for {frames} frames")
        found = np.pad(found + 1, [(0, 0), (before, 0)], mode="edge")
        if found.shape[-1] < self.win_length:
            return np.zeros((*array.shape[:-1], 0), np.float32)
        views = np.lib.stride_tricks.sliding_window_view(found, self.win_length, axis=-1)
        median = np.sort(views, -1)[..., before]
        result = (self.sample_rate / (1e-9 + median)).astype(np.float32)
        return result.reshape(*array.shape[:-1], -1)


class SlidingWindowCmn(AudioTensorOperation):
    """Features less their mean in a window that slides along the second last dimension.

    Args:
        cmn_window: length of the window. Default: ``600``.
        min_cmn_window: its least length at the start. Default: ``100``.
        center: whether it is centered and not on the left. Default: ``False``.
        norm_vars: whether to divide by the standard deviation. Default: ``False``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: a length is negative.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers, or a window is
            empty.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.SlidingWindowCmn(2, 1)(np.array([[1.0], [2.0], [6.0]])).tolist()
        [[0.0], [0.5], [3.0]]
    """

    rank = 2

    def __init__(
        self,
        cmn_window: int = 600,
        min_cmn_window: int = 100,
        center: bool = False,
        norm_vars: bool = False,
    ):
        super().__init__()
        given.count(cmn_window, "cmn_window")
        given.count(min_cmn_window, "min_cmn_window")
        checks.check_bool(center, "center")
        checks.check_bool(norm_vars, "norm_vars")
        self.cmn_window = cmn_window
        self.min_cmn_window = min_cmn_window
        self.center = center
        self.norm_vars = norm_vars

    def _span(self, now, frames):
        """Where the window of a frame starts and ends."""
        start = now - (self.cmn_window // 2 if self.center else self.cmn_window)
        end = start + self.cmn_window if self.center else now + 1
        if start < 0:
            start, end = 0, end - start
        if not self.center and end > now:
            end = max(now + 1, self.min_cmn_window)
        if end > frames:
            start, end = max(start - (end - frames), 0), frames
        if start >= end:
            self._refuse("'cmn_window' must be positive if it is centered")
        return start, end

    def _compute(self, array):
        kind = array.dtype.type
        data = np.moveaxis(array.reshape(-1, *array.shape[-2:]), 1, 0)
        spans = [self._span(now, len(data)) for now in range(len(data))]
        result = np.empty_like(data)
        total = data[: spans[0][1]].sum(0)
        squares = (data[: spans[0][1]] ** 2).sum(0)
        first, last = spans[0]
        # the sums follow the window, in the dtype of the input, so that they round alike
        for now, (start, end) in enumerate(spans):
            if start > first:
                total = total - data[first]
                squares = squares - data[first] ** 2
            if end > last:
                total = total + data[last]
                squares = squares + data[last] ** 2
            first, last = start, end
            size = kind(end - start)
            centered = data[now] - total / size
            if self.norm_vars:
                spread = squares / size - total**2 / size**2
                centered = centered / np.sqrt(spread) if size > 1 else np.zeros_like(centered)
            result[now] = centered
        return np.moveaxis(result, 0, 1).reshape(array.shape)
