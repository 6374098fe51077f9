"""Spectrograms on the scale of mels, and cepstral coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.audio import _arguments as given
from msjax.dataset.audio._base import AudioTensorOperation, single
from msjax.dataset.audio._features import decibels
from msjax.dataset.audio._spectral import Spectrogram
from msjax.dataset.audio.utils import (
    BorderType,
    MelType,
    NormMode,
    NormType,
    WindowType,
    cosines,
    linear_filters,
    mel_filters,
)

__all__ = [
    "InverseMelScale",
    "LFCC",
    "MFCC",
    "MelScale",
    "MelSpectrogram",
]


def check_span(f_min: Any, f_max: Any, sample_rate: int) -> None:
    """Refuse frequencies that are not in order."""
    given.number(f_min, "f_min")
    if f_max is not None:
        given.positive(f_max, "f_max")
    high = f_max if f_max is not None else sample_rate // 2
    if f_min >= high:
        name = "f_max" if f_max is not None else "sample_rate // 2"
        raise ValueError(f"'{name}' must be more than 'f_min', but got {high} and {f_min}.")


def _check_order(f_min: float, f_max: float | None, sample_rate: int) -> None:
    """The same where both may be equal."""
    if f_max is not None:
        given.not_negative(f_max, "f_max")
        if f_min > f_max:
            raise ValueError(f"'f_max' must be at least 'f_min', but got {f_max} and {f_min}.")
    elif f_min >= sample_rate // 2:
        raise ValueError(f"'f_min' must be less than {sample_rate // 2}, but got {f_min}.")


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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., `n_stft`, time) or not of numbers.

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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        KeyError: `sgdargs` lacks a name.
        RuntimeError: the input is not of shape (..., `n_mels`, time) or not of numbers.

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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or too short.

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
        _check_order(f_min, f_max, sample_rate)
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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        KeyError: `speckwargs` lacks a name.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or too short.

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
        _check_order(f_min, f_max, sample_rate)
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
        TypeError: an argument has the wrong type, or the input is not an array.
        ValueError: an argument is out of range.
        KeyError: `melkwargs` lacks a name.
        RuntimeError: the input is not of shape (..., time) or not of numbers, or too short.

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
