"""Discrete Fourier transforms."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._attributes import stored
from msjax.ops._complex import imag
from msjax.ops._complex import real as real_part

_NORMS = (None, "backward", "ortho", "forward")


def _norm(name: str, norm: Any) -> str | None:
    """A mode of normalisation, whose letters may be upper case."""
    if norm is not None and not isinstance(norm, str):
        raise TypeError(must(name, "norm", "a str or None", describe(norm)))
    lower = norm if norm is None else norm.lower()
    if lower not in _NORMS:
        raise ValueError(must(name, "norm", "'backward', 'ortho' or 'forward'", repr(norm)))
    return lower


def _ints(name: str, arg: str, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    whole = isinstance(value, tuple) and all(type(v) is int for v in value)
    if not whole:
        raise TypeError(must(name, arg, "a tuple or list of int, or None", describe(value)))
    return value


def _floating(x: jax.Array) -> jax.Array:
    """Inputs of a transform are float32, float64 or complex."""
    wide = x.dtype in (np.float64, np.complex64, np.complex128)
    return x if wide else x.astype(np.float32)


def _complex(x: jax.Array) -> jax.Array:
    x = _floating(x)
    if x.dtype.kind == "c":
        return x
    return x.astype(np.complex128 if x.dtype == np.float64 else np.complex64)


def _check(name: str, x: jax.Array, s: Any, dim: Any) -> tuple[tuple[int, ...] | None, tuple]:
    """(lengths or None, axes) of a transform over several axes."""
    if not 1 <= x.ndim <= 8:
        raise ValueError(must(name, "input", "of rank 1 to 8", f"rank {x.ndim}"))
    if not x.size:
        raise ValueError(must(name, "input", "without empty axes", f"shape {x.shape}"))
    s, dim = _ints(name, "s", s), _ints(name, "dim", dim)
    if s is not None and any(n < 1 for n in s):
        raise ValueError(must(name, "s", "positive", s))
    if dim is not None:
        axes = tuple(check_axis(name, d, x.ndim, "dim") for d in dim)
        if len(set(axes)) != len(axes):
            raise ValueError(must(name, "dim", "free of duplicates", dim))
        if s is not None and len(s) != len(axes):
            raise ValueError(must(name, "s", f"as long as 'dim', which is {dim}", s))
    else:
        count = x.ndim if s is None else len(s)
        if count > x.ndim:
            raise ValueError(must(name, "s", f"of at most {x.ndim} elements", s))
        axes = tuple(range(x.ndim - count, x.ndim))
    return s, axes


def _check_one(name: str, x: jax.Array, n: Any, dim: Any) -> tuple[tuple[int, ...] | None, tuple]:
    """The same for a transform along one axis."""
    for arg, value in (("n", n), ("dim", dim)):
        if type(value) is not int and not (arg == "n" and value is None):
            raise TypeError(must(name, arg, "an int", describe(value)))
    if n is not None and n < 1:
        raise ValueError(must(name, "n", "positive", n))
    return _check(name, x, None if n is None else (n,), (dim,))


def _fit(x: jax.Array, size: int, axis: int) -> jax.Array:
    """Cut or zero-pad one axis."""
    have = x.shape[axis]
    if size < have:
        return jax.lax.slice_in_dim(x, 0, size, axis=axis)
    widths = [(0, size - have if i == axis else 0) for i in range(x.ndim)]
    return jnp.pad(x, widths) if size > have else x


def _scale(x: jax.Array, size: int, norm: str | None, inverse: bool) -> jax.Array:
    """Turn an unscaled transform over `size` elements into one with the given `norm`."""
    if norm == "ortho":
        return _times(x, 1 / np.sqrt(size))
    scaled = inverse if norm in (None, "backward") else not inverse
    return _times(x, 1 / size) if scaled else x


def _times(x: jax.Array, factor: float) -> jax.Array:
    """`x` times a number; each part by itself, which keeps the signs of zeros."""
    factor = float(factor)  # a NumPy scalar would be rounded to float32
    if x.dtype.kind != "c":
        return x * factor
    return jax.lax.complex(real_part(x) * factor, imag(x) * factor)


def _along(x: jax.Array, axes: tuple[int, ...], kind: str, sizes: tuple[int, ...]) -> jax.Array:
    """One XLA transform; `kind` is FFT, IFFT, RFFT or IRFFT, the inverse ones divide by the size.

    XLA takes up to three innermost axes.
    """
    last = tuple(range(x.ndim - len(axes), x.ndim))
    x = jnp.moveaxis(x, axes, last)
    return jnp.moveaxis(jax.lax.fft(x, kind, sizes), last, axes)


def _c2c(x: jax.Array, axes: tuple[int, ...], inverse: bool) -> jax.Array:
    """Unscaled complex transform over any number of axes."""
    for start in range(0, len(axes), 3):
        group = axes[start : start + 3]
        sizes = tuple(x.shape[a] for a in group)
        x = _along(x, group, "IFFT" if inverse else "FFT", sizes)
        if inverse:
            x = _times(x, np.prod(sizes))
    return x


def _complex_transform(
    x: jax.Array, s: tuple | None, axes: tuple, norm: str | None, inverse: bool
) -> jax.Array:
    x = _complex(x)
    for n, axis in zip(s or (), axes, strict=False):
        x = _fit(x, n, axis)
    size = int(np.prod([x.shape[a] for a in axes]))
    return _scale(_c2c(x, axes, inverse), size, norm, inverse)


def _real_transform(
    x: jax.Array, s: tuple | None, axes: tuple, norm: str | None, inverse: bool
) -> jax.Array:
    """Half of a spectrum; `inverse` transforms the other way and scales as an inverse."""
    x = _floating(x)
    for n, axis in zip(s or (), axes, strict=False):
        x = _fit(x, n, axis)
    size = int(np.prod([x.shape[a] for a in axes]))
    if x.dtype.kind == "c":
        x = _fit(_c2c(x, axes, inverse), x.shape[axes[-1]] // 2 + 1, axes[-1])
    else:
        x = _along(x, axes[-1:], "RFFT", (x.shape[axes[-1]],))
        x = _c2c(x, axes[:-1], False)
        x = x.conj() if inverse else x
    return _scale(x, size, norm, inverse)


def _real_inverse(
    x: jax.Array, s: tuple | None, axes: tuple, norm: str | None, inverse: bool
) -> jax.Array:
    """Real signal of half a spectrum; with `inverse` False of a half signal in time."""
    x = _complex(x)
    last = axes[-1]
    n = 2 * (x.shape[last] - 1) if s is None else s[-1]
    for m, axis in zip((s or ())[:-1], axes[:-1], strict=False):
        x = _fit(x, m, axis)
    x = _fit(x, n // 2 + 1, last)
    if n == 0:
        shape = [0 if i == last else d for i, d in enumerate(x.shape)]
        return jnp.zeros(shape, x.real.dtype)
    size = int(np.prod([x.shape[a] for a in axes[:-1]])) * n
    x = _c2c(x, axes[:-1], inverse)
    x = _along(x if inverse else x.conj(), axes[-1:], "IRFFT", (n,))
    return _scale(_times(x, n), size, norm, inverse)


@op("ops.fft", label="FFT")
def fft(input: Array, n=None, dim=-1, norm=None):
    """Fourier transform along one axis.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        n: length of the transform: the axis is cut or padded with zeros. Default: its size.
        dim: the axis.
        norm: "backward" (or None: no scaling), "forward" (divide by `n`) or "ortho" (divide by
            its square root).

    Returns:
        complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `n` or `dim` is no int.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.fft(ms.Tensor([1., 1., 0., 0.])).asnumpy().round(1).tolist()
        [(2+0j), (1-1j), 0j, (1+1j)]
    """
    norm = _norm("FFT", norm)
    return _complex_transform(input, *_check_one("FFT", input, n, dim), norm, False)


@op("ops.ifft", label="IFFT")
def ifft(input: Array, n=None, dim=-1, norm=None):
    """Inverse of `fft`: "backward" divides by the length, "forward" does not scale.

    Args, Returns, Raises: as for `fft`.
    """
    norm = _norm("IFFT", norm)
    return _complex_transform(input, *_check_one("IFFT", input, n, dim), norm, True)


@op("ops.fft2", label="FFT2")
def fft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """Fourier transform over two axes; see `fftn`."""
    norm = _norm("FFT2", norm)
    return _complex_transform(input, *_check("FFT2", input, s, dim), norm, False)


@op("ops.ifft2", label="IFFT2")
def ifft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """Inverse of `fft2`."""
    norm = _norm("IFFT2", norm)
    return _complex_transform(input, *_check("IFFT2", input, s, dim), norm, True)


@op("ops.fftn", label="FFTN")
def fftn(input: Array, s=None, dim=None, norm=None):
    """Fourier transform over several axes.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: as for `fft`, with the product of the lengths.

    Returns:
        complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `s` or `dim` is no tuple or list of ints.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.fftn(ms.ops.ones((2, 2))).asnumpy().tolist()
        [[(4+0j), 0j], [0j, 0j]]
    """
    norm = _norm("FFTN", norm)
    return _complex_transform(input, *_check("FFTN", input, s, dim), norm, False)


@op("ops.ifftn", label="IFFTN")
def ifftn(input: Array, s=None, dim=None, norm=None):
    """Inverse of `fftn`."""
    norm = _norm("IFFTN", norm)
    return _complex_transform(input, *_check("IFFTN", input, s, dim), norm, True)


@op("ops.rfft", label="RFFT")
def rfft(input: Array, n=None, dim=-1, norm=None):
    """Fourier transform of real input along one axis, without the redundant half.

    Args: as for `fft`; of complex input the whole transform is made and cut.

    Returns:
        complex Tensor with `n // 2 + 1` elements along `dim`.

    Raises: as for `fft`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.rfft(ms.Tensor([1., 1., 0., 0.])).asnumpy().round(1).tolist()
        [(2+0j), (1-1j), 0j]
    """
    norm = _norm("RFFT", norm)
    return _real_transform(input, *_check_one("RFFT", input, n, dim), norm, False)


@op("ops.irfft", label="IRFFT")
def irfft(input: Array, n=None, dim=-1, norm=None):
    """Inverse of `rfft`.

    Args:
        input: half of a spectrum.
        n: length of the result. Default: twice the size of the axis, less 2.
        dim: the axis.
        norm: as for `ifft`.

    Returns:
        float Tensor; float64 for float64 and complex128 input, else float32.

    Raises: as for `fft`.
    """
    norm = _norm("IRFFT", norm)
    return _real_inverse(input, *_check_one("IRFFT", input, n, dim), norm, True)


@op("ops.rfft2", label="RFFT2")
def rfft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """Fourier transform of real input over two axes; see `rfftn`."""
    norm = _norm("RFFT2", norm)
    return _real_transform(input, *_check("RFFT2", input, s, dim), norm, False)


@op("ops.irfft2", label="IRFFT2")
def irfft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """Inverse of `rfft2`."""
    norm = _norm("IRFFT2", norm)
    return _real_inverse(input, *_check("IRFFT2", input, s, dim), norm, True)


@op("ops.rfftn", label="RFFTN")
def rfftn(input: Array, s=None, dim=None, norm=None):
    """Fourier transform of real input over several axes; the last one is cut to its first half.

    Args, Raises: as for `fftn`.
    """
    norm = _norm("RFFTN", norm)
    return _real_transform(input, *_check("RFFTN", input, s, dim), norm, False)


@op("ops.irfftn", label="IRFFTN")
def irfftn(input: Array, s=None, dim=None, norm=None):
    """Inverse of `rfftn`; `s` are lengths of the result."""
    norm = _norm("IRFFTN", norm)
    return _real_inverse(input, *_check("IRFFTN", input, s, dim), norm, True)


@op("ops.hfft", label="HFFT")
def hfft(input: Array, n=None, dim=-1, norm=None):
    """Fourier transform of a signal given by its first half, the rest being its conjugate.

    Args:
        input: half of a Hermitian signal.
        n: length of the result. Default: twice the size of the axis, less 2.
        dim: the axis.
        norm: as for `fft`.

    Returns:
        float Tensor.

    Raises: as for `fft`.
    """
    norm = _norm("HFFT", norm)
    return _real_inverse(input, *_check_one("HFFT", input, n, dim), norm, False)


@op("ops.ihfft", label="IHFFT")
def ihfft(input: Array, n=None, dim=-1, norm=None):
    """Inverse of `hfft`: the first half of a Hermitian signal, given its real spectrum."""
    norm = _norm("IHFFT", norm)
    return _real_transform(input, *_check_one("IHFFT", input, n, dim), norm, True)


@op("ops.hfft2", label="HFFT2")
def hfft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """`hfft` over two axes; see `hfftn`."""
    norm = _norm("HFFT2", norm)
    return _real_inverse(input, *_check("HFFT2", input, s, dim), norm, False)


@op("ops.ihfft2", label="IHFFT2")
def ihfft2(input: Array, s=None, dim=(-2, -1), norm=None):
    """Inverse of `hfft2`."""
    norm = _norm("IHFFT2", norm)
    return _real_transform(input, *_check("IHFFT2", input, s, dim), norm, True)


@op("ops.hfftn", label="HFFTN")
def hfftn(input: Array, s=None, dim=None, norm=None):
    """Fourier transform of a Hermitian signal over several axes; the last one holds its half."""
    norm = _norm("HFFTN", norm)
    return _real_inverse(input, *_check("HFFTN", input, s, dim), norm, False)


@op("ops.ihfftn", label="IHFFTN")
def ihfftn(input: Array, s=None, dim=None, norm=None):
    """Inverse of `hfftn`."""
    norm = _norm("IHFFTN", norm)
    return _real_transform(input, *_check("IHFFTN", input, s, dim), norm, True)


def _shift(name: str, x: jax.Array, dim: Any, sign: int) -> jax.Array:
    if type(dim) is int:
        dim = (dim,)
    dim = _ints(name, "dim", dim)
    if x.ndim == 0:
        return x
    dims = range(x.ndim) if dim is None else dim
    axes = tuple(check_axis(name, d, x.ndim, "dim") for d in dims)
    return jnp.roll(x, [sign * (x.shape[a] // 2) for a in axes], axes)


@op("ops.fftshift", label="FFTShift")
def fftshift(input: Array, dim=None):
    """Move frequency 0 from the front of the axes to their middle.

    Args:
        input: Tensor.
        dim: an axis or several. Default: all.

    Raises:
        ValueError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fftshift(ms.Tensor([0, 1, 2, -2, -1])))
        [-2 -1  0  1  2]
    """
    return _shift("FFTShift", input, dim, 1)


@op("ops.ifftshift", label="IFFTShift")
def ifftshift(input: Array, dim=None):
    """Inverse of `fftshift`."""
    return _shift("IFFTShift", input, dim, -1)


def _frequencies(name: str, n: Any, d: Any, dtype: Any, indices: Any) -> jax.Array:
    if type(n) is not int:
        raise TypeError(must(name, "n", "an int", describe(n)))
    if type(d) is not float:
        raise TypeError(must(name, "d", "a float", describe(d)))
    if n < 1:
        raise ValueError(must(name, "n", "positive", n))
    places = indices(jnp.arange(n, dtype=np.int64)).astype(np.float64)
    return (places / float(n * d)).astype(np.float32 if dtype is None else dtype)


@op("ops.fftfreq", label="FFTFreq")
def fftfreq(n, d=1.0, dtype=None):
    """Frequencies of the elements of `fft`'s result.

    Args:
        n (int): length of the transform.
        d (float): distance of the samples.
        dtype: of the result. Default: float32.

    Returns:
        Tensor of shape (n,): cycles per unit of `d`, first 0 and the positive ones.

    Raises:
        TypeError: `n` is no int or `d` no float.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fftfreq(4))
        [ 0.    0.25 -0.5  -0.25]
    """
    return _frequencies("FFTFreq", n, d, dtype, lambda k: (k + n // 2) % n - n // 2)


@op("ops.rfftfreq", label="RFFTFreq")
def rfftfreq(n, d=1.0, dtype=None):
    """Frequencies of the elements of `rfft`'s result: `n // 2 + 1` of them. See `fftfreq`."""
    return _frequencies("RFFTFreq", n, d, dtype, lambda k: k[: n // 2 + 1])


def _check_with_size(**given: Any) -> None:
    name = "FFTWithSize"
    if type(given["signal_ndim"]) is not int:
        raise TypeError(must(name, "signal_ndim", "an int", describe(given["signal_ndim"])))
    for arg in ("inverse", "real", "onesided"):
        if type(given[arg]) is not bool:
            raise TypeError(must(name, arg, "a bool", describe(given[arg])))


@primitive(
    "FFTWithSize",
    check=_check_with_size,
    normal=stored("FFTWithSize", norm={"backward": 0, "forward": 1, "ortho": 2}),
    signal_ndim=REQUIRED,
    inverse=REQUIRED,
    real=REQUIRED,
    norm="backward",
    onesided=True,
    signal_sizes=(),
)
@op(label="FFTWithSize")
def fft_with_size(x: Array, signal_ndim, inverse, real, norm, onesided, signal_sizes):
    """Fourier transform over the last one to three axes.

    Args:
        signal_ndim (int): how many axes: 1, 2 or 3.
        inverse (bool): whether to transform back.
        real (bool): whether the signal is real: the input of the forward, the result of the
            inverse transform.
        norm (str): "backward", "forward" or "ortho".
        onesided (bool): whether spectra of real signals hold only their first half.
        signal_sizes (tuple): sizes of the result's axes, of a real inverse with `onesided` only.
            Default: as if the last one were even.

    Inputs:
        **x** (Tensor): complex, or real for `real` without `inverse`.

    Returns:
        Tensor of double precision for float64 and complex128, else of single.

    Raises:
        TypeError: an argument or `x` has the wrong type.
        ValueError: `norm` is unknown, or `signal_sizes` do not fit.
        RuntimeError: `signal_ndim` is not in [1, 3] or larger than the rank of `x`.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.FFTWithSize(1, False, True)
        >>> op(ms.Tensor([1., 1., 0., 0.])).asnumpy().round(1).tolist()
        [(2+0j), (1-1j), 0j]
    """
    name = "FFTWithSize"
    norm = _norm(name, norm)
    forward_real = real and not inverse
    if (x.dtype.kind == "c") == forward_real or x.dtype in (np.float16, jnp.bfloat16):
        kind = "real" if forward_real else "complex"
        raise TypeError(must(name, "x", f"{kind} in this mode", mstype.from_np(x.dtype)))
    if x.ndim == 0:
        raise ValueError(must(name, "x", "of at least one dimension", "a 0-d Tensor"))
    if not 1 <= signal_ndim <= min(3, x.ndim):
        raise RuntimeError(must(name, "signal_ndim", f"in [1, {min(3, x.ndim)}]", signal_ndim))
    axes = tuple(range(x.ndim - signal_ndim, x.ndim))
    if not real:
        return _complex_transform(x, None, axes, norm, inverse)
    if not inverse and onesided:
        return _real_transform(x, None, axes, norm, False)
    if not inverse:
        return _complex_transform(x, None, axes, norm, False)
    if not onesided:
        return real_part(_complex_transform(x, None, axes, norm, True))
    whole = tuple(x.shape[a] for a in axes[:-1])
    sizes = [(*whole, 2 * (x.shape[-1] - 1) + odd) for odd in (0, 1)]
    if signal_sizes and signal_sizes not in sizes:
        raise ValueError(must(name, "signal_sizes", f"{sizes[0]} or {sizes[1]}", signal_sizes))
    return _real_inverse(x, signal_sizes or sizes[0], axes, norm, True)
