"""Features of waves and spectrograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax._core.op.older import renamed
from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import AudioTensorOperation, padded, rows, single
from msjax.dataset.audio._spectral import Spectrogram
from msjax.dataset.audio.utils import (
    BorderType,
    MelType,
    NormMode,
    NormType,
    ScaleType,
    WindowType,
    cosines,
    linear_filters,
    mel_filters,
)

__all__ = [
    "AmplitudeToDB",
    "Angle",
    "ComplexNorm",
    "ComputeDeltas",
    "DetectPitchFrequency",
    "FrequencyMasking",
    "InverseMelScale",
    "LFCC",
    "MFCC",
    "Magphase",
    "MaskAlongAxis",
    "MaskAlongAxisIID",
    "MelScale",
    "MelSpectrogram",
    "SlidingWindowCmn",
    "TimeMasking",
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
        TypeError: an argument has the wrong type.
        ValueError: a number is not positive.
        RuntimeError: the input is no array (..., freq, time) of numbers.

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
        RuntimeError: the input is no array (..., 2) of numbers.

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
        TypeError: `power` is no number.
        ValueError: `power` is negative.
        RuntimeError: the input is no array (..., 2) of numbers.

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
        TypeError: `power` is no number.
        ValueError: `power` is negative.
        RuntimeError: the input is no array (..., 2) of numbers.

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
        TypeError: an argument has the wrong type.
        ValueError: `win_length` is less than 3.
        RuntimeError: the input is no array (..., freq, time) of numbers.

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
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., time) of floats, or has too few frames.

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


class MaskOperation(AudioTensorOperation):
    """Base of what overwrites bands of (..., freq, time)."""

    rank = 2

    def _masked(self, array, start, width, axis):
        """The array with `mask_value` in a band along -2 (axis 1) or -1 (axis 2)."""
        size = array.shape[axis - 3]
        if width and (start > size or start + width > size):
            self._refuse(f"the mask [{start}, {start + width}) must lie within the length {size}")
        result = array.copy()
        band = slice(start, start + width)
        place = (..., band, slice(None)) if axis == 1 else (..., band)
        result[place] = single(self.mask_value)
        return result

    def _anywhere(self, array, most, axis):
        """The same with a random band of at most a width."""
        width = int(self._rng.integers(most + 1))
        start = int(self._rng.integers(array.shape[axis - 3] - width + 1))
        return self._masked(array, start, width, axis)

    def _fits(self, array, width, axis, name):
        size = array.shape[axis - 3]
        if width > size:
            self._refuse(f"'{name}' must be at most the length {size}, but got {width}")


class MaskAlongAxis(MaskOperation):
    """A spectrogram with a band overwritten.

    Args:
        mask_start: where the band starts.
        mask_width: its width.
        mask_value: what is written.
        axis: 1 for frequencies, 2 for times.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., freq, time) of numbers in which the band lies.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MaskAlongAxis(1, 2, 0.5, 2)(np.ones((1, 4))).tolist()
        [[1.0, 0.5, 0.5, 1.0]]
    """

    def __init__(self, mask_start: int, mask_width: int, mask_value: float, axis: int):
        super().__init__()
        given.count(mask_start, "mask_start")
        checks.check_positive(mask_width, "mask_width")
        given.number(mask_value, "mask_value")
        checks.check_int(axis, 1, 2, "axis")
        self.mask_start = mask_start
        self.mask_width = mask_width
        self.mask_value = mask_value
        self.axis = axis

    def _compute(self, array):
        return self._masked(array, self.mask_start, self.mask_width, self.axis)


class MaskAlongAxisIID(MaskOperation):
    """A spectrogram with a random band overwritten.

    Args:
        mask_param: the largest width.
        mask_value: what is written.
        axis: 1 for frequencies, 2 for times.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., freq, time) of numbers that long.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> masked = audio.MaskAlongAxisIID(2, 0.5, 2)(np.ones((1, 4)))
        >>> int((masked == 0.5).sum()) <= 2
        True
    """

    def __init__(self, mask_param: int, mask_value: float, axis: int):
        super().__init__()
        given.count(mask_param, "mask_param")
        given.number(mask_value, "mask_value")
        checks.check_int(axis, 1, 2, "axis")
        self.mask_param = mask_param
        self.mask_value = mask_value
        self.axis = axis

    def _compute(self, array):
        self._fits(array, self.mask_param, self.axis, "mask_param")
        return self._anywhere(array, self.mask_param, self.axis)


class FrequencyMasking(MaskOperation):
    """A spectrogram with a band of frequencies overwritten.

    Args:
        iid_masks: whether the band is random. Default: ``False``.
        freq_mask_param: its width, or the largest one. Default: ``0``.
        mask_start: where it starts if it is not random. Default: ``0``.
        mask_value: what is written. Default: ``0.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., freq, time) of numbers in which the band lies.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.FrequencyMasking(freq_mask_param=1)(np.ones((2, 2))).tolist()
        [[0.0, 0.0], [1.0, 1.0]]
    """

    axis = 1
    width_name = "freq_mask_param"

    @renamed("frequency_mask_param=freq_mask_param")  # 1.7
    def __init__(
        self,
        iid_masks: bool = False,
        freq_mask_param: int = 0,
        mask_start: int = 0,
        mask_value: float = 0.0,
    ):
        super().__init__()
        self._keep(iid_masks, freq_mask_param, mask_start, mask_value)
        self.frequency_mask_param = freq_mask_param

    def _keep(self, iid_masks, width, mask_start, mask_value):
        checks.check_bool(iid_masks, "iid_masks")
        for name, value in (self.width_name, width), ("mask_start", mask_start):
            checks.check_int(value, 0, given.FLOAT_MAX, name)
        given.not_negative(mask_value, "mask_value")
        self.iid_masks = iid_masks
        self._width = width
        self.mask_start = mask_start
        self.mask_value = mask_value

    def _compute(self, array):
        self._fits(array, self._width, self.axis, self.width_name)
        if self.iid_masks:
            return self._anywhere(array, self._width, self.axis)
        return self._masked(array, self.mask_start, self._width, self.axis)


class TimeMasking(FrequencyMasking):
    """A spectrogram with a span of time overwritten.

    Args:
        iid_masks: whether the span is random. Default: ``False``.
        time_mask_param: its length, or the largest one. Default: ``0``.
        mask_start: where it starts if it is not random. Default: ``0``.
        mask_value: what is written. Default: ``0.0``.

    Returns:
        Array of the shape of the input; floats keep their dtype.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., freq, time) of numbers in which the span lies.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.TimeMasking(time_mask_param=1)(np.ones((2, 2))).tolist()
        [[0.0, 1.0], [0.0, 1.0]]
    """

    axis = 2
    width_name = "time_mask_param"

    def __init__(
        self,
        iid_masks: bool = False,
        time_mask_param: int = 0,
        mask_start: int = 0,
        mask_value: float = 0.0,
    ):
        MaskOperation.__init__(self)
        self._keep(iid_masks, time_mask_param, mask_start, mask_value)
        self.time_mask_param = time_mask_param


def check_span(f_min: Any, f_max: Any, sample_rate: int) -> None:
    """Refuse frequencies that are not in order."""
    given.number(f_min, "f_min")
    if f_max is not None:
        given.positive(f_max, "f_max")
    high = f_max if f_max is not None else sample_rate // 2
    if f_min >= high:
        name = "f_max" if f_max is not None else "sample_rate // 2"
        raise ValueError(f"'{name}' must be more than 'f_min', but got {high} and {f_min}.")


class MelOperation(AudioTensorOperation):
    """Base of what turns frequencies to the mel scale."""

    rank = 2

    def _keep(self, n_stft, n_mels, sample_rate, f_min, f_max, norm, mel_type):
        checks.check_positive(n_mels, "n_mels")
        checks.check_positive(sample_rate, "sample_rate")
        check_span(f_min, f_max, sample_rate)
        checks.check_positive(n_stft, "n_stft")
        checks.check_type(norm, NormType, "norm")
        checks.check_type(mel_type, MelType, "mel_type")
        self.n_stft = n_stft
        self.n_mels = n_mels
        self.sample_rate = sample_rate
        self.f_min = f_min
        self.f_max = f_max if f_max is not None else sample_rate // 2
        self.norm = norm
        self.mel_type = mel_type

    def _bank(self, kind):
        span = self.n_stft, self.f_min, self.f_max, self.n_mels, self.sample_rate
        return mel_filters(*span, self.norm, self.mel_type, kind)


class MelScale(MelOperation):
    """A spectrogram on the mel scale.

    Args:
        n_mels: number of filters. Default: ``128``.
        sample_rate: samples in a second. Default: ``16000``.
        f_min: lowest frequency. Default: ``0.0``.
        f_max: highest frequency. Default: ``None``, half of `sample_rate`.
        n_stft: number of frequencies. Default: ``201``.
        norm: whether filters are divided by their width. Default: ``NormType.NONE``.
        mel_type: formula of the scale. Default: ``MelType.HTK``.

    Returns:
        Array (..., `n_mels`, time).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., `n_stft`, time) of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MelScale(n_mels=4, n_stft=9)(np.ones((9, 2))).shape
        (4, 2)
    """

    def __init__(
        self,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        n_stft: int = 201,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ):
        super().__init__()
        self._keep(n_stft, n_mels, sample_rate, f_min, f_max, norm, mel_type)

    def _compute(self, array):
        if array.shape[-2] != self.n_stft:
            self._refuse(
                f"the input must have 'n_stft' ({self.n_stft}) frequencies, but has "
                f"{array.shape[-2]}"
            )
        return self._bank(array.dtype.type).T @ array


class InverseMelScale(MelOperation):
    """A spectrogram whose mel scale is the input, found by gradient descent.

    The search starts at random, so results differ where several spectrograms fit. MindSpore's
    momentum is without effect, since it is forgotten after each step; this is the same.

    Args:
        n_stft: number of frequencies.
        n_mels: number of filters. Default: ``128``.
        sample_rate: samples in a second. Default: ``16000``.
        f_min: lowest frequency. Default: ``0.0``.
        f_max: highest frequency. Default: ``None``, half of `sample_rate`.
        max_iter: the most steps. Default: ``100000``.
        tolerance_loss: loss at which to stop. Default: ``1e-5``.
        tolerance_change: change of the loss at which to stop. Default: ``1e-8``.
        sgdargs: dict of the learning rate `sgd_lr` and `sgd_momentum`. Default: ``None``,
            0.1 and 0.9.
        norm: whether filters are divided by their width. Default: ``NormType.NONE``.
        mel_type: formula of the scale. Default: ``MelType.HTK``.

    Returns:
        Array (..., `n_stft`, time).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        KeyError: `sgdargs` lacks a name.
        RuntimeError: the input is no array (..., `n_mels`, time) of numbers.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.InverseMelScale(20, 3, 16000, 0, 8000, 10)(np.ones((2, 3, 4))).shape
        (2, 20, 4)
    """

    def __init__(
        self,
        n_stft: int,
        n_mels: int = 128,
        sample_rate: int = 16000,
        f_min: float = 0.0,
        f_max: float | None = None,
        max_iter: int = 100000,
        tolerance_loss: float = 1e-5,
        tolerance_change: float = 1e-8,
        sgdargs: dict | None = None,
        norm: NormType = NormType.NONE,
        mel_type: MelType = MelType.HTK,
    ):
        super().__init__()
        self._keep(n_stft, n_mels, sample_rate, f_min, f_max, norm, mel_type)
        checks.check_positive(max_iter, "max_iter")
        given.positive(tolerance_loss, "tolerance_loss")
        given.positive(tolerance_change, "tolerance_change")
        if sgdargs is not None:
            given.not_negative(sgdargs["sgd_lr"], "sgd_lr")
            given.not_negative(sgdargs["sgd_momentum"], "sgd_momentum")
        self.max_iter = max_iter
        self.tolerance_loss = tolerance_loss
        self.tolerance_change = tolerance_change
        self.sgdargs = sgdargs or {"sgd_lr": 0.1, "sgd_momentum": 0.9}

    def _compute(self, array):
        if array.shape[-2] != self.n_mels:
            self._refuse(
                f"the input must have 'n_mels' ({self.n_mels}) filters, but has {array.shape[-2]}"
            )
        if self.n_stft < 2:
            self._refuse("'n_stft' must be more than 1")
        kind = array.dtype.type
        bank = self._bank(kind)
        found = [self._solve(one, bank) for one in array.reshape(-1, *array.shape[-2:])]
        result = np.maximum(np.stack(found), kind(0))
        shape = array.shape[:-2] or (1,)
        return result.reshape(*shape, self.n_stft, array.shape[-1])

    def _solve(self, mels, bank):
        kind = mels.dtype.type
        time = mels.shape[-1]
        guess = self._rng.random((self.n_stft, time)).astype(kind)
        rate = kind(single(self.sgdargs["sgd_lr"])) / kind(time)
        enough, still = single(self.tolerance_loss), single(self.tolerance_change)
        loss = float(np.finfo(kind).max)
        for _ in range(self.max_iter):
            missing = mels - bank.T @ guess
            new_loss = float(np.mean(missing * missing))
            if new_loss < enough or abs(loss - new_loss) < still:
                break
            loss = new_loss
            guess = guess + rate * (bank @ missing)
        return guess


SPECTRUM = {
    "n_fft": 400,
    "pad": 0,
    "window": WindowType.HANN,
    "power": 2.0,
    "normalized": False,
    "center": True,
    "pad_mode": BorderType.REFLECT,
    "onesided": True,
}


class MelSpectrogram(AudioTensorOperation):
    """Spectrogram of a wave on the mel scale.

    Args:
        sample_rate: samples in a second. Default: ``16000``.
        n_fft: length of the Fourier transform. Default: ``400``.
        win_length: length of the window. Default: ``None``, `n_fft`.
        hop_length: distance of two windows. Default: ``None``, `win_length` // 2.
        f_min: lowest frequency. Default: ``0.0``.
        f_max: highest frequency. Default: ``None``, half of `sample_rate`.
        pad: zeros on both sides. Default: ``0``.
        n_mels: number of filters. Default: ``128``.
        window: the window function. Default: ``WindowType.HANN``.
        power: exponent of the magnitudes. Default: ``2.0``.
        normalized: whether to divide by the norm of the window. Default: ``False``.
        center: whether windows are centered on their time. Default: ``True``.
        pad_mode: what is beyond the ends for `center`. Default: ``BorderType.REFLECT``.
        onesided: whether to leave out mirrored frequencies. Default: ``True``.
        norm: whether filters are divided by their width. Default: ``NormType.NONE``.
        mel_scale: formula of the scale. Default: ``MelType.HTK``.

    Returns:
        Array (..., `n_mels`, time).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the input is no array (..., time) of numbers, or too short.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MelSpectrogram(n_fft=16, n_mels=4)(np.ones((2, 30))).shape
        (2, 4, 4)
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_fft: int = 400,
        win_length: int | None = None,
        hop_length: int | None = None,
        f_min: float = 0.0,
        f_max: float | None = None,
        pad: int = 0,
        n_mels: int = 128,
        window: WindowType = WindowType.HANN,
        power: float = 2.0,
        normalized: bool = False,
        center: bool = True,
        pad_mode: BorderType = BorderType.REFLECT,
        onesided: bool = True,
        norm: NormType = NormType.NONE,
        mel_scale: MelType = MelType.HTK,
    ):
        super().__init__()
        given.count(sample_rate, "sample_rate")
        given.count(n_mels, "n_mels")
        checks.check_type(f_min, float, "f_min")
        if f_max is not None:
            given.not_negative(f_max, "f_max")
            if f_min > f_max:
                raise ValueError(f"'f_max' must be at least 'f_min', but got {f_max} and {f_min}.")
        elif f_min >= sample_rate // 2:
            raise ValueError(f"'f_min' must be less than {sample_rate // 2}, but got {f_min}.")
        checks.check_type(norm, NormType, "norm")
        checks.check_type(mel_scale, MelType, "mel_scale")
        given.positive(power, "power")
        self._spectrogram = Spectrogram(
            n_fft,
            win_length,
            hop_length,
            pad,
            window,
            power,
            normalized,
            center,
            pad_mode,
            onesided,
        )
        for name in (
            "n_fft win_length hop_length pad window power normalized center pad_mode onesided"
        ).split():
            setattr(self, name, getattr(self._spectrogram, name))
        self.sample_rate = sample_rate
        self.f_min = f_min
        self.f_max = f_max if f_max is not None else sample_rate // 2
        self.n_mels = n_mels
        self.norm = norm
        self.mel_scale = mel_scale

    def _compute(self, array):
        if self.n_fft >= 2 * array.shape[-1]:
            self._refuse(f"'n_fft' must be less than twice the length {array.shape[-1]}")
        if not self.onesided:
            self._refuse("'onesided' must be True: the filters are for one side")
        values = self._spectrogram._compute(array)
        high = self.f_max or self.sample_rate // 2  # 0 is none given, as in MindSpore
        span = self.n_fft // 2 + 1, self.f_min, high, self.n_mels, self.sample_rate
        bank = mel_filters(*span, self.norm, self.mel_scale, array.dtype.type)
        return bank.T @ values


class CepstralOperation(AudioTensorOperation):
    """Base of coefficients of a logarithmic spectrum; they are float32."""

    def _coefficients(self, bands, matrix, logarithm):
        bands = bands.astype(np.float32)
        level = np.log(bands + np.float32(1e-6)) if logarithm else decibels(bands)
        return matrix.T @ level


class LFCC(CepstralOperation):
    """Cepstral coefficients of a wave from evenly spaced filters, as float32.

    Args:
        sample_rate: samples in a second. Default: ``16000``.
        n_filter: number of filters. Default: ``128``.
        n_lfcc: number of coefficients. Default: ``40``.
        f_min: lowest frequency. Default: ``0.0``.
        f_max: highest frequency. Default: ``None``, half of `sample_rate`.
        dct_type: only 2. Default: ``2``.
        norm: whether the cosines are orthonormal. Default: ``NormMode.ORTHO``.
        log_lf: the logarithm and not decibels. Default: ``False``.
        speckwargs: arguments of Spectrogram; `window`, `pad_mode`, `n_fft`, `win_length`, `pad`
            and `power` must be among them. Default: ``None``, its own.

    Returns:
        Float32 array (..., `n_lfcc`, time).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        KeyError: `speckwargs` lacks a name.
        RuntimeError: the input is no array (..., time) of numbers, or too short.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.LFCC()(np.ones((2, 800))).shape
        (2, 40, 5)
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_filter: int = 128,
        n_lfcc: int = 40,
        f_min: float = 0.0,
        f_max: float | None = None,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_lf: bool = False,
        speckwargs: dict | None = None,
    ):
        super().__init__()
        given.count(sample_rate, "sample_rate")
        checks.check_positive(n_filter, "n_filter")
        checks.check_positive(n_lfcc, "n_lfcc")
        checks.check_bool(log_lf, "log_lf")
        checks.check_type(norm, NormMode, "norm")
        given.not_negative(f_min, "f_min")
        if f_max is not None:
            given.not_negative(f_max, "f_max")
            if f_min > f_max:
                raise ValueError(f"'f_max' must be at least 'f_min', but got {f_max} and {f_min}.")
        elif f_min >= sample_rate // 2:
            raise ValueError(f"'f_min' must be less than {sample_rate // 2}, but got {f_min}.")
        if dct_type != 2:
            raise ValueError(f"The 'dct_type' must be 2, but got {dct_type}.")
        if speckwargs is not None:
            checks.check_type(speckwargs, dict, "speckwargs")
            checks.check_type(speckwargs["window"], WindowType, "window")
            checks.check_type(speckwargs["pad_mode"], BorderType, "pad_mode")
            given.count(speckwargs["pad"], "pad")
            checks.check_type(speckwargs["power"], float, "power")
            given.not_negative(speckwargs["power"], "power")
            n_fft, win_length = speckwargs["n_fft"], speckwargs["win_length"]
            if n_fft < n_lfcc:
                raise ValueError(f"'n_fft' must be at least 'n_lfcc', got {n_fft} and {n_lfcc}.")
            if win_length > n_fft:
                raise ValueError(
                    f"'win_length' must be at most 'n_fft', but got {win_length} and {n_fft}."
                )
        self.speckwargs = with_defaults(speckwargs)
        self.sample_rate = sample_rate
        self.n_filter = n_filter
        self.n_lfcc = n_lfcc
        self.f_min = f_min
        self.f_max = f_max if f_max is not None else sample_rate // 2
        self.dct_type = dct_type
        self.norm = norm
        self.log_lf = log_lf
        self.window = self.speckwargs["window"]
        self.pad_mode = self.speckwargs["pad_mode"]

    def _compute(self, array):
        arguments = dict(self.speckwargs)
        if not arguments["onesided"] or arguments["power"] == 0:
            self._refuse("'speckwargs' must have 'onesided' and a 'power' other than 0")
        for name in "win_length", "hop_length":
            arguments[name] = arguments[name] or None  # 0 is none given, as in MindSpore
        values = Spectrogram(**arguments)._compute(array)
        high = self.f_max or self.sample_rate // 2
        n_freqs = arguments["n_fft"] // 2 + 1
        bank = linear_filters(n_freqs, self.f_min, high, self.n_filter, self.sample_rate)
        matrix = cosines(self.n_lfcc, self.n_filter, self.norm)
        return self._coefficients(bank.T @ values, matrix, self.log_lf)


def with_defaults(arguments: dict | None, **more: Any) -> dict:
    """The arguments of a spectrogram, completed in place as MindSpore does."""
    arguments = {} if arguments is None else arguments
    for name, value in (SPECTRUM | more).items():
        arguments.setdefault(name, value)
    arguments.setdefault("win_length", arguments["n_fft"])
    arguments.setdefault("hop_length", arguments["win_length"] // 2)
    return arguments


class MFCC(CepstralOperation):
    """Cepstral coefficients of a wave from mel filters, as float32.

    Args:
        sample_rate: samples in a second. Default: ``16000``.
        n_mfcc: number of coefficients. Default: ``40``.
        dct_type: only 2. Default: ``2``.
        norm: whether the cosines are orthonormal. Default: ``NormMode.ORTHO``.
        log_mels: the logarithm and not decibels. Default: ``False``.
        melkwargs: all arguments of MelSpectrogram but `sample_rate`. Default: ``None``, its own.

    Returns:
        Float32 array (..., `n_mfcc`, time).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        KeyError: `melkwargs` lacks a name.
        RuntimeError: the input is no array (..., time) of numbers, or too short.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.audio as audio
        >>> audio.MFCC()(np.ones((2, 800))).shape
        (2, 40, 5)
    """

    def __init__(
        self,
        sample_rate: int = 16000,
        n_mfcc: int = 40,
        dct_type: int = 2,
        norm: NormMode = NormMode.ORTHO,
        log_mels: bool = False,
        melkwargs: dict | None = None,
    ):
        super().__init__()
        given.count(sample_rate, "sample_rate")
        checks.check_bool(log_mels, "log_mels")
        checks.check_type(norm, NormMode, "norm")
        given.count(n_mfcc, "n_mfcc")
        if dct_type != 2:
            raise ValueError(f"The 'dct_type' must be 2, but got {dct_type}.")
        if melkwargs is not None:
            checks.check_type(melkwargs, dict, "melkwargs")
            self._check(melkwargs, sample_rate, n_mfcc)
        self.melkwargs = with_defaults(
            melkwargs,
            f_min=0.0,
            f_max=sample_rate // 2,
            n_mels=128,
            norm=NormType.NONE,
            mel_scale=MelType.HTK,
        )
        self.sample_rate = sample_rate
        self.n_mfcc = n_mfcc
        self.dct_type = dct_type
        self.norm = norm
        self.log_mels = log_mels
        self.window = self.melkwargs["window"]
        self.pad_mode = self.melkwargs["pad_mode"]
        self.norm_mel = self.melkwargs["norm"]
        self.mel_scale = self.melkwargs["mel_scale"]

    @staticmethod
    def _check(melkwargs, sample_rate, n_mfcc):
        given.window(melkwargs["n_fft"], None, melkwargs["hop_length"])
        if melkwargs["win_length"] is not None:
            given.count(melkwargs["win_length"], "win_length")
        checks.check_positive(melkwargs["n_mels"], "n_mels")
        check_span(melkwargs["f_min"], melkwargs["f_max"], sample_rate)
        checks.check_type(melkwargs["norm"], NormType, "norm")
        checks.check_type(melkwargs["mel_scale"], MelType, "mel_scale")
        given.not_negative(melkwargs["power"], "power")
        checks.check_type(melkwargs["window"], WindowType, "window")
        for name in "normalized", "center", "onesided":
            checks.check_bool(melkwargs[name], name)
        checks.check_type(melkwargs["pad_mode"], BorderType, "pad_mode")
        given.count(melkwargs["pad"], "pad")
        if melkwargs["n_mels"] < n_mfcc:
            raise ValueError(
                f"'n_mels' must be at least 'n_mfcc', but got {melkwargs['n_mels']} and {n_mfcc}."
            )

    def _compute(self, array):
        for name in "f_max", "hop_length":
            if self.melkwargs[name] is None:
                self._refuse(f"'{name}' of 'melkwargs' must not be None")
        if not self.sample_rate and not self.melkwargs["f_max"]:
            self._refuse("'sample_rate' must be positive, or 'melkwargs' have an 'f_max'")
        arguments = self.melkwargs | {
            "f_min": float(self.melkwargs["f_min"]),
            "win_length": self.melkwargs["win_length"] or None,  # 0 is none given
        }
        bands = MelSpectrogram(self.sample_rate, **arguments)._compute(array)
        matrix = cosines(self.n_mfcc, self.melkwargs["n_mels"], self.norm)
        return self._coefficients(bands, matrix, self.log_mels)


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
        TypeError: an argument has the wrong type.
        ValueError: a length is negative.
        RuntimeError: the input is no array (..., freq, time) of numbers, or a window is empty.

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
