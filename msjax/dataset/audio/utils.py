"""Constants of the audio transforms, and the matrices that they are made with."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given

__all__ = [
    "BorderType",
    "DensityFunction",
    "FadeShape",
    "GainType",
    "Interpolation",
    "MelType",
    "Modulation",
    "NormMode",
    "NormType",
    "ResampleMethod",
    "ScaleType",
    "WindowType",
    "create_dct",
    "linear_fbanks",
    "melscale_fbanks",
]


class BorderType(str, Enum):  # noqa: UP042 - its str() is its name
    """What fills the space at both ends of a wave.

    CONSTANT: zeros; EDGE: the sample at the end; REFLECT: the wave mirrored, without that sample;
    SYMMETRIC: with it.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.ones((1, 8), np.float32)
        >>> audio.Spectrogram(n_fft=4, pad_mode=audio.BorderType.CONSTANT)(wave).shape
        (1, 3, 5)
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class DensityFunction(str, Enum):  # noqa: UP042
    """Distributions of the noise that `Dither` adds: triangular, rectangular or normal.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.zeros((1, 4), np.float32)
        >>> audio.Dither(audio.DensityFunction.RPDF)(wave).shape
        (1, 4)
    """

    TPDF = "TPDF"
    RPDF = "RPDF"
    GPDF = "GPDF"


class FadeShape(str, Enum):  # noqa: UP042
    """Curves by which `Fade` comes in and goes out.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> audio.Fade(2, 0, audio.FadeShape.LINEAR)(np.ones(4, np.float32))
        array([0., 1., 1., 1.], dtype=float32)
    """

    QUARTER_SINE = "quarter_sine"
    HALF_SINE = "half_sine"
    LINEAR = "linear"
    LOGARITHMIC = "logarithmic"
    EXPONENTIAL = "exponential"


class GainType(str, Enum):  # noqa: UP042
    """What the gain of `Vol` is measured in: a factor of the wave, of its power, or decibels.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.array([0.25, -0.5])
        >>> audio.Vol(0.5, audio.GainType.AMPLITUDE)(wave)
        array([ 0.125, -0.25 ])
    """

    AMPLITUDE = "amplitude"
    POWER = "power"
    DB = "db"


class Interpolation(str, Enum):  # noqa: UP042
    """How `Flanger` reads between two samples.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.zeros((1, 4), np.float32)
        >>> audio.Flanger(8000, interpolation=audio.Interpolation.QUADRATIC)(wave).shape
        (1, 4)
    """

    LINEAR = "linear"
    QUADRATIC = "quadratic"


class MelType(str, Enum):  # noqa: UP042
    """Formulas of the mel scale: that of HTK or that of Slaney.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> audio.melscale_fbanks(5, 0.0, 4000.0, 2, 8000, mel_type=audio.MelType.HTK).round(2)
        array([[0.  , 0.  ],
               [0.68, 0.32],
               [0.  , 0.91],
               [0.  , 0.45],
               [0.  , 0.  ]], dtype=float32)
    """

    HTK = "htk"
    SLANEY = "slaney"


class Modulation(str, Enum):  # noqa: UP042
    """Shapes of the wave by which `Flanger` and `Phaser` modulate.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.zeros((1, 4), np.float32)
        >>> audio.Flanger(8000, modulation=audio.Modulation.TRIANGULAR)(wave).shape
        (1, 4)
    """

    SINUSOIDAL = "sinusoidal"
    TRIANGULAR = "triangular"


class NormMode(str, Enum):  # noqa: UP042
    """Whether the matrix of `create_dct` is orthonormal.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> audio.create_dct(2, 2, audio.NormMode.ORTHO).round(3)
        array([[ 0.707,  0.707],
               [ 0.707, -0.707]], dtype=float32)
    """

    ORTHO = "ortho"
    NONE = "none"


class NormType(str, Enum):  # noqa: UP042
    """Whether mel filters are divided by their width (SLANEY).

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> audio.melscale_fbanks(5, 0.0, 4000.0, 1, 8000, norm=audio.NormType.SLANEY).shape
        (5, 1)
    """

    SLANEY = "slaney"
    NONE = "none"


class ResampleMethod(str, Enum):  # noqa: UP042
    """Windows of the filter of `Resample`.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.ones((1, 8), np.float32)
        >>> method = audio.ResampleMethod.KAISER_WINDOW
        >>> audio.Resample(4, 2, resample_method=method)(wave).shape
        (1, 4)
    """

    SINC_INTERPOLATION = "sinc_interpolation"
    KAISER_WINDOW = "kaiser_window"


class ScaleType(str, Enum):  # noqa: UP042
    """What `AmplitudeToDB` is given: powers or magnitudes.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> audio.AmplitudeToDB(audio.ScaleType.POWER)(np.array([[1.0, 10.0]], np.float32))
        array([[ 0., 10.]], dtype=float32)
    """

    POWER = "power"
    MAGNITUDE = "magnitude"


class WindowType(str, Enum):  # noqa: UP042
    """Windows that a wave is multiplied by before it is transformed.

    Examples:
        >>> from msjax.dataset import audio
        >>> import numpy as np
        >>> wave = np.ones((1, 8), np.float32)
        >>> audio.Spectrogram(n_fft=4, window=audio.WindowType.HAMMING)(wave).shape
        (1, 3, 5)
    """

    BARTLETT = "bartlett"
    BLACKMAN = "blackman"
    HAMMING = "hamming"
    HANN = "hann"
    KAISER = "kaiser"


def linspace(start: Any, stop: Any, count: int, dtype: Any) -> np.ndarray:
    """Evenly spaced values, each rounded to the dtype at every step of their arithmetic."""
    start, stop = dtype(start), dtype(stop)
    step = dtype(0) if count == 1 else dtype((stop - start) / dtype(count - 1))
    return start + np.arange(count).astype(dtype) * step


def triangles(frequencies: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Overlapping triangular filters whose corners are three neighbouring points each."""
    width = np.diff(points)
    slopes = points[None, :] - frequencies[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        rising = -slopes[:, :-2] / width[:-1]
        falling = slopes[:, 2:] / width[1:]
    lower = np.where(falling < rising, falling, rising)
    return np.where(lower > 0, lower, 0).astype(points.dtype)  # filters without width are 0


def to_mel(frequency: float, mel_type: MelType) -> float:
    """The place of a frequency on the mel scale."""
    if mel_type is MelType.HTK:
        return 2595.0 * float(np.log10(1.0 + frequency / 700.0))
    if frequency >= 1000.0:
        return 15.0 + float(np.log(frequency / 1000.0)) / (np.log(6.4) / 27.0)
    return frequency / (200.0 / 3)


def from_mel(mel: np.ndarray, mel_type: MelType) -> np.ndarray:
    """The frequencies at places of the mel scale."""
    places = mel.astype(np.float64)
    if mel_type is MelType.HTK:
        hertz = 700.0 * (10.0 ** (places / 2595.0) - 1.0)
    else:
        above = 1000.0 * np.exp(np.log(6.4) / 27.0 * (places - 15.0))
        hertz = np.where(places >= 15.0, above, 200.0 / 3 * places)
    return hertz.astype(mel.dtype)


def mel_filters(
    n_freqs: int,
    f_min: float,
    f_max: float,
    n_mels: int,
    sample_rate: int,
    norm: NormType,
    mel_type: MelType,
    dtype: Any = np.float32,
) -> np.ndarray:
    """Triangular filters (n_freqs, n_mels) with corners evenly spaced on the mel scale."""
    low, high = (to_mel(float(np.float32(f)), mel_type) for f in (f_min, f_max))
    points = from_mel(linspace(low, high, n_mels + 2, dtype), mel_type)
    bank = triangles(linspace(0, sample_rate / 2, n_freqs, dtype), points)
    if norm is NormType.SLANEY:
        bank = bank * (dtype(2) / (points[2:] - points[:-2]))
    return bank


def linear_filters(
    n_freqs: int, f_min: float, f_max: float, n_filter: int, sample_rate: int
) -> np.ndarray:
    """Triangular filters (n_freqs, n_filter) with evenly spaced corners."""
    points = linspace(f_min, f_max, n_filter + 2, np.float32)
    return triangles(linspace(0, sample_rate / 2, n_freqs, np.float32), points)


def cosines(n_mfcc: int, n_mels: int, norm: NormMode) -> np.ndarray:
    """The matrix (n_mels, n_mfcc) of the discrete cosine transform."""
    places = np.pi / n_mels * (np.arange(n_mels) + 0.5)
    matrix = np.cos(np.outer(places, np.arange(n_mfcc)).astype(np.float32))
    if norm is NormMode.ORTHO:
        matrix[:, :1] *= np.float32(1 / np.sqrt(2))
        return matrix * np.float32(np.sqrt(2.0 / n_mels))
    return matrix * np.float32(2)


def create_dct(n_mfcc: int, n_mels: int, norm: NormMode = NormMode.NONE) -> np.ndarray:
    """Matrix of the discrete cosine transform.

    Args:
        n_mfcc: number of coefficients.
        n_mels: number of filters.
        norm: NormMode.ORTHO for an orthonormal matrix. Default: ``NormMode.NONE``.

    Returns:
        float32 array (n_mels, n_mfcc).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a number is not positive.

    Examples:
        >>> import msjax.dataset.audio as audio
        >>> audio.create_dct(2, 4).round(2).tolist()[0]
        [2.0, 1.850000023841858]
    """
    for name, value in ("n_mfcc", n_mfcc), ("n_mels", n_mels):
        if not isinstance(value, int):
            raise TypeError(f"The argument '{name}' must be int, but got {type(value).__name__}.")
    checks.check_type(norm, NormMode, "norm")
    for name, value in ("n_mfcc", n_mfcc), ("n_mels", n_mels):
        if value <= 0:
            raise ValueError(f"The argument '{name}' must be positive, but got {value}.")
    return cosines(n_mfcc, n_mels, norm)


def _check_bank(n_freqs, f_min, f_max, count, name, sample_rate):
    checks.check_int(n_freqs, 0, checks.INT32_MAX, "n_freqs")
    given.not_negative(f_min, "f_min")
    given.positive(f_max, "f_max")
    if f_min > f_max:
        raise ValueError(f"'f_min' must be at most 'f_max', but got {f_min} and {f_max}.")
    checks.check_positive(count, name)
    checks.check_positive(sample_rate, "sample_rate")


def linear_fbanks(
    n_freqs: int, f_min: float, f_max: float, n_filter: int, sample_rate: int
) -> np.ndarray:
    """Triangular filters with evenly spaced corners.

    Args:
        n_freqs: number of frequencies.
        f_min: lowest frequency.
        f_max: highest frequency.
        n_filter: number of filters.
        sample_rate: samples in a second.

    Returns:
        float32 array (n_freqs, n_filter).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range, or `f_min` above `f_max`.

    Examples:
        >>> import msjax.dataset.audio as audio
        >>> audio.linear_fbanks(5, 0.0, 8.0, 3, 16).tolist()[1]
        [1.0, 0.0, 0.0]
    """
    _check_bank(n_freqs, f_min, f_max, n_filter, "n_filter", sample_rate)
    return linear_filters(n_freqs, f_min, f_max, n_filter, sample_rate)


def melscale_fbanks(
    n_freqs: int,
    f_min: float,
    f_max: float,
    n_mels: int,
    sample_rate: int,
    norm: NormType = NormType.NONE,
    mel_type: MelType = MelType.HTK,
) -> np.ndarray:
    """Triangular filters with corners evenly spaced on the mel scale.

    Args:
        n_freqs: number of frequencies.
        f_min: lowest frequency.
        f_max: highest frequency.
        n_mels: number of filters.
        sample_rate: samples in a second.
        norm: NormType.SLANEY divides each filter by its width. Default: ``NormType.NONE``.
        mel_type: formula of the scale. Default: ``MelType.HTK``.

    Returns:
        float32 array (n_freqs, n_mels).

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range, or `f_min` above `f_max`.

    Examples:
        >>> import msjax.dataset.audio as audio
        >>> audio.melscale_fbanks(201, 0, 8000, 40, 16000).shape
        (201, 40)
    """
    _check_bank(n_freqs, f_min, f_max, n_mels, "n_mels", sample_rate)
    checks.check_type(norm, NormType, "norm")
    checks.check_type(mel_type, MelType, "mel_type")
    return mel_filters(n_freqs, f_min, f_max, n_mels, sample_rate, norm, mel_type)
