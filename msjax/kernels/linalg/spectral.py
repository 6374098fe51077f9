"""Short-time Fourier transforms, and correlations."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, boolean, integer, positive, string
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_rank, same_dtype, with_elements
from msjax.kernels.conv.spatial import pad_ends
from msjax.kernels.elementwise.complex import imaginary_part, real_part

_PADS = ("CONSTANT", "REFLECT", "SYMMETRIC")


def _check_stft(
    n_fft: Any,
    hop_length: Any,
    win_length: Any,
    normalized: Any,
    onesided: Any,
    return_complex: Any,
) -> None:
    ints = {"n_fft": n_fft, "hop_length": hop_length, "win_length": win_length}
    flags = {"normalized": normalized, "onesided": onesided, "return_complex": return_complex}
    for kind, group in ((int, ints), (bool, flags)):
        for arg, value in group.items():
            if type(value) is not kind:
                raise TypeError(must(arg, kind.__name__, describe(value)))


def _full_window(window: jax.Array, n_fft: int) -> jax.Array:
    """The window in the middle of `n_fft` elements, the others being zero."""
    missing = n_fft - window.shape[0]
    return pad_ends(window, [(missing // 2, missing - missing // 2)])


@primitive(
    "STFT",
    check=_check_stft,
    counts="all",
    n_fft=REQUIRED,
    hop_length=REQUIRED,
    win_length=REQUIRED,
    normalized=REQUIRED,
    onesided=REQUIRED,
    return_complex=REQUIRED,
)
@op(label="STFT")
def stft_kernel(
    x: Array,
    window: Array,
    n_fft: int,
    hop_length: int,
    win_length: int,
    normalized: bool,
    onesided: bool,
    return_complex: bool,
):
    """Spectra of overlapping pieces of a signal; see `ops.stft`, which pads the ends first.

    Args:
        n_fft: length of a piece.
        hop_length: distance between the starts of two pieces.
        win_length: length of the window.
        normalized: whether to divide by the square root of `n_fft`.
        onesided: whether to keep the non-negative frequencies only; not for complex inputs.
        return_complex: whether the result is complex, or else has a last dimension of real and
            imaginary part.

    Inputs:
        - **x** (Tensor) - Float32, Float64 or complex signal of shape (L) or (B, L).
        - **window** (Tensor) - factors of the elements of a piece, of shape (win_length).

    Outputs:
        Tensor of shape ([B,] frequencies, pieces[, 2]).

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: a length or shape does not fit, or `onesided` with complex inputs.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import STFT
        >>> stft = STFT(8, 2, 8, False, True, True)
        >>> print(stft(ms.ops.ones(40), ms.ops.ones(8)).shape)
        (5, 17)
    """
    _check_stft(n_fft, hop_length, win_length, normalized, onesided, return_complex)
    kinds = "float32 float64 complex64 complex128"
    accept(x, kinds, "x")
    accept(window, kinds, "window")
    check_rank(x, (1, 2), "x")
    length = x.shape[-1]
    if not 0 < n_fft <= length:
        raise ValueError(must("n_fft", f"in (0, {length}]", n_fft))
    positive("hop_length", hop_length)
    if not 0 < win_length <= n_fft:
        raise ValueError(must("win_length", f"in (0, {n_fft}]", win_length))
    if window.shape != (win_length,):
        raise ValueError(must("window", f"of shape ({win_length},)", window.shape))
    paired = any(a.dtype.kind == "c" for a in (x, window))
    if paired and onesided:
        raise ValueError(Clause("'onesided' must be False if the inputs are complex."))
    double = x.dtype in (np.float64, np.complex128) or window.dtype in (np.float64, np.complex128)
    starts = np.arange((length - n_fft) // hop_length + 1) * hop_length
    places = (starts[:, None] + np.arange(n_fft)).astype(np.int32)
    common = mstype.common_dtype(x.dtype, window.dtype)
    pieces = x.astype(common)[..., places] * _full_window(window, n_fft).astype(common)
    complex_dtype = np.complex128 if double else np.complex64
    if onesided:
        spectra = jax.lax.fft(pieces, "RFFT", (n_fft,)).astype(complex_dtype)
    else:
        spectra = jax.lax.fft(pieces.astype(complex_dtype), "FFT", (n_fft,))
    spectra = jnp.swapaxes(spectra, -1, -2)
    parts = [real_part(spectra), imaginary_part(spectra)]
    if normalized:
        parts = [p * float(1 / np.sqrt(n_fft)) for p in parts]
    return jax.lax.complex(*parts) if return_complex else jnp.stack(parts, -1)


@op(
    "ops.stft",
    label="stft",
    accepts={
        "hop_length": "int None",
        "win_length": "int None",
        "normalized": "bool",
        "onesided": "bool None",
        "return_complex": "bool None",
    },
)
def stft(
    x: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    pad_mode: str = "REFLECT",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
):
    """Short-time Fourier transform: spectra of overlapping pieces of a signal.

    Args:
        x: Float32, Float64 or complex signal of shape (L) or (B, L).
        n_fft: length of a piece.
        hop_length: distance between the starts of two pieces; by default `n_fft` // 4.
        win_length: length of the window; by default `n_fft`.
        window: factors of the elements of a piece, of shape (win_length); by default ones. A
            window that is shorter than a piece lies in the middle of zeros.
        center: whether to pad both ends by `n_fft` // 2.
        pad_mode: with what: "CONSTANT" (zeros), "REFLECT" or "SYMMETRIC".
        normalized: whether to divide by the square root of `n_fft`.
        onesided: whether to keep the non-negative frequencies only; by default for real inputs.
        return_complex: whether the result is complex, or else has a last dimension of real and
            imaginary part; by default for complex inputs.

    Returns:
        Tensor of shape ([B,] frequencies, pieces[, 2]).

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: a length or shape does not fit, or `onesided` with complex inputs.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.stft(ms.ops.ones(40), 8).shape)
        (5, 21, 2)
    """
    integer("n_fft", n_fft)
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if window is None:
        window = jnp.ones(win_length, np.float32)
    paired = any(a.dtype.kind == "c" for a in (x, window))
    onesided = not paired if onesided is None else onesided
    return_complex = paired if return_complex is None else return_complex
    if center:
        x = _centered(x, n_fft // 2, center, pad_mode)
    return stft_kernel(
        x, window, n_fft, hop_length, win_length, normalized, onesided, return_complex
    )


def _centered(x: jax.Array, pad: int, center: Any, pad_mode: Any) -> jax.Array:
    boolean("center", center)
    check_rank(x, (1, 2), "x")
    if pad_mode not in _PADS:
        raise ValueError(must("pad_mode", f"in {list(_PADS)}", repr(pad_mode)))
    if pad_mode == "CONSTANT":
        return pad_ends(x, [(pad, pad)])
    inside = x.shape[-1] - (pad_mode == "REFLECT")
    if pad > inside:
        raise ValueError(must("n_fft", f"at most {2 * inside + 1} to pad so", 2 * pad))
    return jnp.pad(x, [(0, 0)] * (x.ndim - 1) + [(pad, pad)], mode=pad_mode.lower())


def _overlap(pad_mode: Any, arg: str = "pad_mode") -> str:
    mode = string(arg, pad_mode).lower()
    among(arg, mode, ("valid", "same", "full"))
    return mode


def cross_correlation(a: jax.Array, v: jax.Array, mode: Any, arg: str) -> jax.Array:
    """What `correlate` says, whose last argument is called `arg`."""
    mode = _overlap(mode, arg)
    for name, x in (("a", a), ("v", v)):
        accept(x, "irc", name)
        check_rank(x, 1, name)
        with_elements(name, x)
    same_dtype(a, v)
    if a.dtype.kind == "i":
        a, v = (x.astype(np.float64 if x.dtype == np.int64 else np.float32) for x in (a, v))
    return jnp.correlate(a, v, mode)


@primitive("Correlate", place="auto_generate", check=_overlap, pad_mode="valid")
@op("auto_generate.correlate", label="Correlate")
def correlate(a: Array, v: Array, pad_mode: str = "valid"):
    """Cross-correlation of two sequences: sums of products of one with the conjugate of the other.

    Args:
        a: Tensor of rank 1, of a signed integer, complex or floating dtype but bfloat16.
        v: Tensor of rank 1 and the dtype of `a`.
        pad_mode: how far the sequences overlap: "valid" (one lies within the other), "same" (as
            many results as the longer one has elements) or "full" (by one element at least); in
            any letter case.

    Returns:
        Tensor of rank 1 and the dtype of `a`; of integers Float32, of Int64 Float64.

    Raises:
        TypeError: a dtype is none of these, the dtypes differ, or `pad_mode` is not a str.
        ValueError: a rank is not 1, a Tensor is empty, or `pad_mode` is none of these.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import correlate
        >>> print(correlate(ms.Tensor([1., 2., 3.]), ms.Tensor([0., 1., 0.5]), "same"))
        [2.  3.5 3. ]
    """
    return cross_correlation(a, v, pad_mode, "pad_mode")
