"""Bands of spectrograms that are overwritten."""

from __future__ import annotations

from msjax._core.op.older import renamed
from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import AudioTensorOperation, single

__all__ = [
    "FrequencyMasking",
    "MaskAlongAxis",
    "MaskAlongAxisIID",
    "TimeMasking",
]


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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers, or the band
            lies outside of it.

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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers that long.

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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers, or the band
            lies outside of it.

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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., freq, time) or not of numbers, or the span
            lies outside of it.

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
