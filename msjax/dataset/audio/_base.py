"""What the audio transforms share: their base, windows, padding, recursive filters."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.dataset.audio.utils import BorderType, WindowType
from msjax.dataset.transforms.transforms import TensorOperation

FLOATS = (np.float16, np.float32, np.float64)
SHAPES = {1: "(..., time)", 2: "(..., freq, time)"}


class AudioTensorOperation(TensorOperation):
    """Base of the transforms of audio.

    `rank` is the least number of dimensions; `pairs` asks for real and imaginary parts in the
    last one; `floats` keeps the dtype of floats and takes nothing else, otherwise what is not
    float64 becomes float32.
    """

    rank = 1
    pairs = False
    floats = False
    arrays_only = True

    def __call__(self, *input_tensor_list: Any) -> Any:
        if self.arrays_only:
            for value in input_tensor_list:
                if not isinstance(value, np.ndarray):
                    raise TypeError(
                        f"For '{type(self).__name__}', the input must be a NumPy array, but got "
                        f"{type(value).__name__}."
                    )
        self._prepare()
        return super().__call__(*input_tensor_list)

    def _prepare(self) -> None:
        """Refuse arguments whose types MindSpore looks at in a call only."""

    def _input(self, value: Any) -> np.ndarray:
        array = super()._input(value)
        if array.dtype.kind == "c":
            raise TypeError(f"For '{type(self).__name__}', the input must not be {array.dtype}.")
        return array

    def _apply(self, *arrays: np.ndarray) -> Any:
        if len(arrays) != 1:
            raise RuntimeError(
                f"For '{type(self).__name__}', there must be one input, but got {len(arrays)}."
            )
        array = arrays[0]
        complete = array.ndim and (not self.pairs or array.shape[-1] == 2)
        if array.ndim < self.rank or not complete:
            shape = SHAPES.get(self.rank, "(..., freq, time, 2)")
            shape = "(..., 2)" if self.pairs and self.rank == 1 else shape
            self._refuse(f"the input must have the shape {shape}, but got {array.shape}")
        if not array.size:
            self._refuse(f"the input must have values, but its shape is {array.shape}")
        if array.dtype.kind not in "biuf":
            self._refuse(f"the input must be numbers, but got {array.dtype}")
        if self.floats:
            if array.dtype.type not in FLOATS:
                self._refuse(f"the input must be floats, but got {array.dtype}")
        elif array.dtype != np.float64:
            array = array.astype(np.float32)
        with np.errstate(all="ignore"):
            result = self._compute(array)
        return tuple(map(np.asarray, result)) if isinstance(result, tuple) else np.asarray(result)

    def _compute(self, array: np.ndarray) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define _compute.")

    def _refuse(self, reason: str) -> None:
        raise RuntimeError(f"For '{type(self).__name__}', {reason}.")


def single(value: Any) -> float:
    """The number as float32 holds it."""
    return float(np.float32(value))


def rows(array: np.ndarray) -> np.ndarray:
    """The array with all dimensions but the last made one."""
    return array.reshape(-1, array.shape[-1])


def rounded(array: np.ndarray) -> np.ndarray:
    """The nearest integers; halves away from zero."""
    return np.trunc(array + np.copysign(array.dtype.type(0.5), array))


def clipped(array: np.ndarray) -> np.ndarray:
    """The array within [-1, 1]."""
    return np.clip(array, array.dtype.type(-1), array.dtype.type(1))


def padded(array: np.ndarray, left: int, right: int, mode: BorderType) -> np.ndarray:
    """The array with values before and after its last dimension."""
    widths = [(0, 0)] * (array.ndim - 1) + [(left, right)]
    if mode is BorderType.REFLECT and array.shape[-1] < 2 and left + right:
        raise RuntimeError("A single sample cannot be reflected; 'pad_mode' must be another one.")
    return np.pad(array, widths, mode=mode.value)


FEW = 6  # channels up to which numbers one by one are faster than arrays of them


def numbers(column: np.ndarray) -> list:
    """The values as numbers that compute in the dtype."""
    return column.tolist() if column.dtype == np.float64 else list(column)


def recursed(ahead: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """(time, channel): each row less `factors` times the results before it."""
    order, taps = len(factors), list(enumerate(numbers(factors), 1))
    if ahead.shape[-1] > FEW:
        past = np.concatenate([np.zeros((order, ahead.shape[-1]), ahead.dtype), ahead])
        for now in range(order, len(past)):
            for lag, factor in taps:
                past[now] -= past[now - lag] * factor
        return past[order:]
    result = np.empty_like(ahead)
    for channel, column in enumerate(ahead.T):
        found = [ahead.dtype.type(0)] * order
        for value in numbers(column):
            for lag, factor in taps:
                value = value - found[-lag] * factor
            found.append(value)
        result[:, channel] = found[order:]
    return result


def filtered(array: np.ndarray, a: Any, b: Any, clamp: bool) -> np.ndarray:
    """The recursive filter b / a along the last dimension, every step in the array's dtype."""
    signal = rows(array)
    time = signal.shape[-1]
    a = np.asarray(a, array.dtype)
    b = np.asarray(b, array.dtype) / a[0]
    a = a[1:] / a[0]
    ahead = np.zeros((time, len(signal)), array.dtype)
    flipped = signal.T
    for lag, factor in enumerate(b[:time]):
        ahead[lag:] += factor * flipped[: time - lag]
    result = recursed(ahead, a).T.reshape(array.shape)
    return clipped(result) if clamp else np.ascontiguousarray(result)


def window(kind: WindowType, length: int) -> np.ndarray:
    """A periodic window as float32."""
    if length == 1:
        return np.ones(1, np.float32)
    place = np.arange(length) / length
    turn = 2 * np.pi * np.arange(length) / length
    if kind is WindowType.BARTLETT:
        values = 1 - np.abs(2 * place - 1)
    elif kind is WindowType.BLACKMAN:
        values = single(0.42) - 0.5 * np.cos(turn) + single(0.08) * np.cos(2 * turn)
    elif kind is WindowType.HAMMING:
        values = single(0.54) - single(0.46) * np.cos(turn)
    elif kind is WindowType.HANN:
        values = 0.5 - 0.5 * np.cos(turn)
    else:
        values = np.i0(12.0 * np.sqrt(1 - (2 * place - 1) ** 2)) / np.i0(12.0)
    return values.astype(np.float32)


def centered_window(kind: WindowType, length: int, size: int) -> np.ndarray:
    """A window with zeros on both sides."""
    left = (size - length) // 2
    return np.pad(window(kind, length), (left, size - length - left))


def wave_table(sinusoidal: bool, size: int, low: float, high: float, phase: float) -> np.ndarray:
    """One period of a wave between two values, as float32."""
    point = (np.arange(size) + int(single(phase) / np.pi / 2 * size + 0.5)) % size
    if sinusoidal:
        wave = (np.sin(point * np.pi / size * 2) + 1) / 2
    else:
        wave = (point * 2.0 / size).astype(np.float32)
        quarter = 4 * point // size
        wave = np.choose(quarter, [wave + 0.5, 1.5 - wave, 1.5 - wave, wave - 1.5])
    wave = wave.astype(np.float32)
    return wave * (np.float32(high) - np.float32(low)) + np.float32(low)
