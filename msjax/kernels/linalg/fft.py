"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, check_axis, integer, of_type
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import stored
from msjax.kernels.elementwise.complex import imaginary_part, real_part

_NORMS = (None, "backward", "ortho", "forward")


def _norm(norm: Any) -> str | None:
    """A mode of normalisation, whose letters may be upper case."""
    if norm is not None and not isinstance(norm, str):
        raise TypeError(must("norm", "a str or None", describe(norm)))
    lower = norm if norm is None else norm.lower()
    if lower not in _NORMS:
        raise ValueError(must("norm", "'backward', 'ortho' or 'forward'", repr(norm)))
    return lower


def _ints(arg: str, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    whole = isinstance(value, tuple) and all(type(v) is int for v in value)
    if not whole:
        raise TypeError(must(arg, "a tuple or list of int, or None", describe(value)))
    return value


def as_floating(x: jax.Array) -> jax.Array:
    """Inputs of a transform are float32, float64 or complex."""
    wide = x.dtype in (np.float64, np.complex64, np.complex128)
    return x if wide else x.astype(np.float32)


def _complex(x: jax.Array) -> jax.Array:
    x = as_floating(x)
    if x.dtype.kind == "c":
        return x
    return x.astype(np.complex128 if x.dtype == np.float64 else np.complex64)


def _check(x: jax.Array, s: Any, dim: Any) -> tuple[tuple[int, ...] | None, tuple]:
    """(lengths or None, axes) of a transform over several axes."""
    if not 1 <= x.ndim <= 8:
        raise ValueError(must("input", "of rank 1 to 8", f"rank {x.ndim}"))
    if not x.size:
        raise ValueError(must("input", "without empty axes", f"shape {x.shape}"))
    s, dim = _ints("s", s), _ints("dim", dim)
    if s is not None and any(n < 1 for n in s):
        raise ValueError(must("s", "positive", s))
    if dim is not None:
        axes = tuple(check_axis(d, x.ndim, "dim") for d in dim)
        if len(set(axes)) != len(axes):
            raise ValueError(must("dim", "free of duplicates", dim))
        if s is not None and len(s) != len(axes):
            raise ValueError(must("s", f"as long as 'dim', which is {dim}", s))
    else:
        count = x.ndim if s is None else len(s)
        if count > x.ndim:
            raise ValueError(must("s", f"of at most {x.ndim} elements", s))
        axes = tuple(range(x.ndim - count, x.ndim))
    return s, axes


def _check_one(x: jax.Array, n: Any, dim: Any) -> tuple[tuple[int, ...] | None, tuple]:
    """The same for a transform along one axis."""
    for arg, value in (("n", n), ("dim", dim)):
        if type(value) is not int and not (arg == "n" and value is None):
            raise TypeError(must(arg, "an int", describe(value)))
    if n is not None and n < 1:
        raise ValueError(must("n", "positive", n))
    return _check(x, None if n is None else (n,), (dim,))


def fit_axis(x: jax.Array, size: int, axis: int) -> jax.Array:
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
    return jax.lax.complex(real_part(x) * factor, imaginary_part(x) * factor)


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
        x = fit_axis(x, n, axis)
    size = int(np.prod([x.shape[a] for a in axes]))
    return _scale(_c2c(x, axes, inverse), size, norm, inverse)


def _real_transform(
    x: jax.Array, s: tuple | None, axes: tuple, norm: str | None, inverse: bool
) -> jax.Array:
    """Half of a spectrum; `inverse` transforms the other way and scales as an inverse."""
    x = as_floating(x)
    for n, axis in zip(s or (), axes, strict=False):
        x = fit_axis(x, n, axis)
    size = int(np.prod([x.shape[a] for a in axes]))
    if x.dtype.kind == "c":
        x = fit_axis(_c2c(x, axes, inverse), x.shape[axes[-1]] // 2 + 1, axes[-1])
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
        x = fit_axis(x, m, axis)
    x = fit_axis(x, n // 2 + 1, last)
    if n == 0:
        shape = [0 if i == last else d for i, d in enumerate(x.shape)]
        return jnp.zeros(shape, x.real.dtype)
    size = int(np.prod([x.shape[a] for a in axes[:-1]])) * n
    x = _c2c(x, axes[:-1], inverse)
    x = _along(x if inverse else x.conj(), axes[-1:], "IRFFT", (n,))
    return _scale(_times(x, n), size, norm, inverse)


@op("ops.fft", label="FFT")
def fft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
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
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.fft(ms.Tensor([1., 1., 0., 0.])).asnumpy().round(1).tolist()
        [(2+0j), (1-1j), 0j, (1+1j)]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check_one(input, n, dim), norm, False)


@op("ops.ifft", label="IFFT")
def ifft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
    """Inverse Fourier transform along one axis.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        n: length of the transform (the axis is cut or padded with zeros). Default: its size.
        dim: the axis.
        norm: "backward" (or None: divide by the length), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ifft(ms.ops.fft(ms.Tensor([1., 2., 4., 8.]))).real().asnumpy().round(3).tolist()
        [1.0, 2.0, 4.0, 8.0]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check_one(input, n, dim), norm, True)


@op("ops.fft2", label="FFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def fft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Fourier transform over two axes.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: no scaling), "forward" (divide by the product of the lengths) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.fft2(x).real().asnumpy().round(3).tolist()
        [[10.0, -2.0], [-4.0, 0.0]]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check(input, s, dim), norm, False)


@op("ops.ifft2", label="IFFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def ifft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Inverse Fourier transform over two axes.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.ifft2(ms.ops.fft2(x)).real().asnumpy().round(3).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check(input, s, dim), norm, True)


@op("ops.fftn", label="FFTN")
def fftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Fourier transform over several axes.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: as for `fft`, with the product of the lengths.

    Returns:
        complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.fftn(ms.ops.ones((2, 2))).asnumpy().tolist()
        [[(4+0j), 0j], [0j, 0j]]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check(input, s, dim), norm, False)


@op("ops.ifftn", label="IFFTN")
def ifftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Inverse Fourier transform over several axes.

    Args:
        input: Tensor of rank 1 to 8; real ones count as complex.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor; complex128 for float64 and complex128 input, else complex64.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.ifftn(ms.ops.fftn(x)).real().asnumpy().round(3).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
    """
    norm = _norm(norm)
    return _complex_transform(input, *_check(input, s, dim), norm, True)


@op("ops.rfft", label="RFFT")
def rfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
    """Fourier transform of real input along one axis, without the redundant half.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        n: length of the transform (the axis is cut or padded with zeros). Default: its size.
        dim: the axis.
        norm: "backward" (or None: no scaling), "forward" (divide by the length) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor with `n // 2 + 1` elements along `dim`.

    Raises:
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.rfft(ms.Tensor([1., 1., 0., 0.])).asnumpy().round(1).tolist()
        [(2+0j), (1-1j), 0j]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check_one(input, n, dim), norm, False)


@op("ops.irfft", label="IRFFT")
def irfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
    """Inverse of `rfft`: the real signal that half of a spectrum belongs to.

    Args:
        input: half of a spectrum, of rank 1 to 8.
        n: length of the result. Default: twice the size of the axis, less 2.
        dim: the axis.
        norm: "backward" (or None: divide by the length), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.irfft(ms.ops.rfft(ms.Tensor([1., 2., 4., 8.]))).asnumpy().round(3).tolist()
        [1.0, 2.0, 4.0, 8.0]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check_one(input, n, dim), norm, True)


@op("ops.rfft2", label="RFFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def rfft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Fourier transform of real input over two axes; the last one is cut to its first half.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: no scaling), "forward" (divide by the product of the lengths) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor, with `k // 2 + 1` elements along the last axis of length k.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.rfft2(x).real().asnumpy().round(3).tolist()
        [[10.0, -2.0], [-4.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check(input, s, dim), norm, False)


@op("ops.irfft2", label="IRFFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def irfft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Inverse of `rfft2`: the real signal that half of a spectrum belongs to.

    Args:
        input: half of a spectrum, of rank 1 to 8.
        s: lengths of the result, one for each axis. Default: those of the input, the last one
            twice the size of its axis, less 2.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.irfft2(ms.ops.rfft2(x)).asnumpy().round(3).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check(input, s, dim), norm, True)


@op("ops.rfftn", label="RFFTN")
def rfftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Fourier transform of real input over several axes; the last one is cut to its first half.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: "backward" (or None: no scaling), "forward" (divide by the product of the lengths) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor, with `k // 2 + 1` elements along the last axis of length k.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.rfftn(x).real().asnumpy().round(3).tolist()
        [[10.0, -2.0], [-4.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check(input, s, dim), norm, False)


@op("ops.irfftn", label="IRFFTN")
def irfftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Inverse of `rfftn`: the real signal that half of a spectrum belongs to.

    Args:
        input: half of a spectrum, of rank 1 to 8.
        s: lengths of the result, one for each axis. Default: those of the input, the last one
            twice the size of its axis, less 2.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.irfftn(ms.ops.rfftn(x)).asnumpy().round(3).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check(input, s, dim), norm, True)


@op("ops.hfft", label="HFFT")
def hfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
    """Fourier transform of a signal given by its first half, the rest being its conjugate.

    Args:
        input: half of a Hermitian signal, of rank 1 to 8.
        n: length of the result. Default: twice the size of the axis, less 2.
        dim: the axis.
        norm: "backward" (or None: no scaling), "forward" (divide by the length) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.hfft(ms.Tensor([1., 2., 4.])).asnumpy().round(3).tolist()
        [9.0, -3.0, 1.0, -3.0]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check_one(input, n, dim), norm, False)


@op("ops.ihfft", label="IHFFT")
def ihfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None):
    """Inverse of `hfft`: the first half of a Hermitian signal, given its real spectrum.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        n: length of the transform (the axis is cut or padded with zeros). Default: its size.
        dim: the axis.
        norm: "backward" (or None: divide by the length), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor with `n // 2 + 1` elements along `dim`.

    Raises:
        TypeError: `n` or `dim` is not an int, or `norm` not a str.
        ValueError: the axis does not exist, `n` is not positive or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ihfft(ms.Tensor([13., -3., 1., -3.])).real().asnumpy().round(3).tolist()
        [2.0, 3.0, 5.0]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check_one(input, n, dim), norm, True)


@op("ops.hfft2", label="HFFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def hfft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Fourier transform of a Hermitian signal over two axes; the last one holds its half.

    Args:
        input: half of a Hermitian signal, of rank 1 to 8.
        s: lengths of the result, one for each axis. Default: those of the input, the last one
            twice the size of its axis, less 2.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: no scaling), "forward" (divide by the product of the lengths) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.hfft2(x).asnumpy().round(3).tolist()
        [[10.0, -2.0], [-4.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check(input, s, dim), norm, False)


@op("ops.ihfft2", label="IHFFT2", accepts={"s": "tuple[int] list None", "dim": "tuple[int] list"})
def ihfft2(
    input: Array,
    s: Sequence[int] | None = None,
    dim: Sequence[int] = (-2, -1),
    norm: str | None = None,
):
    """Inverse of `hfft2`: the first half of a signal, given its real spectrum.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last two.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor, with `k // 2 + 1` elements along the last axis of length k.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.ihfft2(x).real().asnumpy().round(3).tolist()
        [[2.5, -0.5], [-1.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check(input, s, dim), norm, True)


@op("ops.hfftn", label="HFFTN")
def hfftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Fourier transform of a Hermitian signal over several axes; the last one holds its half.

    Args:
        input: half of a Hermitian signal, of rank 1 to 8.
        s: lengths of the result, one for each axis. Default: those of the input, the last one
            twice the size of its axis, less 2.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: "backward" (or None: no scaling), "forward" (divide by the product of the lengths) or
            "ortho" (divide by its square root).

    Returns:
        Float Tensor; float64 for float64 and complex128 input, else float32.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.hfftn(x).asnumpy().round(3).tolist()
        [[10.0, -2.0], [-4.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_inverse(input, *_check(input, s, dim), norm, False)


@op("ops.ihfftn", label="IHFFTN")
def ihfftn(
    input: Array,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
):
    """Inverse of `hfftn`: the first half of a signal, given its real spectrum.

    Args:
        input: Tensor of rank 1 to 8; of complex input the whole transform is made and cut.
        s: lengths, one for each axis: axes are cut or padded with zeros. Default: their sizes.
        dim: the axes. Default: the last ``len(s)``, or all.
        norm: "backward" (or None: divide by the product of the lengths), "forward" (no scaling) or
            "ortho" (divide by its square root).

    Returns:
        Complex Tensor, with `k // 2 + 1` elements along the last axis of length k.

    Raises:
        TypeError: `s` or `dim` is not a tuple or list of ints, or `norm` not a str.
        ValueError: lengths and axes do not fit the input or each other, or `norm` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> ms.ops.ihfftn(x).real().asnumpy().round(3).tolist()
        [[2.5, -0.5], [-1.0, 0.0]]
    """
    norm = _norm(norm)
    return _real_transform(input, *_check(input, s, dim), norm, True)


def _shift(x: jax.Array, dim: Any, sign: int) -> jax.Array:
    if type(dim) is int:
        dim = (dim,)
    dim = _ints("dim", dim)
    if x.ndim == 0:
        return x
    dims = range(x.ndim) if dim is None else dim
    axes = tuple(check_axis(d, x.ndim, "dim") for d in dims)
    return jnp.roll(x, [sign * (x.shape[a] // 2) for a in axes], axes)


@op("ops.fftshift", label="FFTShift")
def fftshift(input: Array, dim: int | Sequence[int] | Tensor | None = None):
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
    return _shift(input, dim, 1)


@op("ops.ifftshift", label="IFFTShift")
def ifftshift(input: Array, dim: int | Sequence[int] | Tensor | None = None):
    """Move frequency 0 from the middle of the axes back to their front; the inverse of `fftshift`.

    Args:
        input: Tensor.
        dim: an axis or several. Default: all.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `dim` is neither an int nor a tuple or list of ints.
        ValueError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ifftshift(ms.Tensor([-2, -1, 0, 1, 2])))
        [ 0  1  2 -2 -1]
    """
    return _shift(input, dim, -1)


def _frequencies(n: Any, d: Any, dtype: Any, indices: Any) -> jax.Array:
    integer("n", n)
    of_type("d", d, float)
    if n < 1:
        raise ValueError(must("n", "positive", n))
    places = indices(jnp.arange(n, dtype=np.int64)).astype(np.float64)
    return (places / float(n * d)).astype(np.float32 if dtype is None else dtype)


@op("ops.fftfreq", label="FFTFreq", accepts={"dtype": "dtype None"})
def fftfreq(n: int, d: int | float = 1.0, dtype: np.dtype | None = None):
    """Frequencies of the elements of `fft`'s result.

    Args:
        n (int): length of the transform.
        d (float): distance of the samples.
        dtype: of the result. Default: float32.

    Returns:
        Tensor of shape (n,): cycles per unit of `d`, first 0 and the positive ones.

    Raises:
        TypeError: `n` is not an int or `d` not a float.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fftfreq(4))
        [ 0.    0.25 -0.5  -0.25]
    """
    return _frequencies(n, d, dtype, lambda k: (k + n // 2) % n - n // 2)


@op("ops.rfftfreq", label="RFFTFreq", accepts={"dtype": "dtype None"})
def rfftfreq(n: int, d: int | float = 1.0, dtype: np.dtype | None = None):
    """Frequencies of the elements of `rfft`'s result.

    Args:
        n (int): length of the transform.
        d (float): distance of the samples.
        dtype: of the result. Default: float32.

    Returns:
        Tensor of shape (n // 2 + 1,): cycles per unit of `d`, from 0 on.

    Raises:
        TypeError: `n` is not an int or `d` not a float.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rfftfreq(4))
        [0.   0.25 0.5 ]
    """
    return _frequencies(n, d, dtype, lambda k: k[: n // 2 + 1])


def _check_with_size(**given: Any) -> None:
    integer("signal_ndim", given["signal_ndim"])
    for arg in ("inverse", "real", "onesided"):
        boolean(arg, given[arg])


@primitive(
    "FFTWithSize",
    check=_check_with_size,
    normal=stored(norm={"backward": 0, "forward": 1, "ortho": 2}),
    accepts={"norm": "str", "signal_sizes": "tuple[int]"},
    signal_ndim=REQUIRED,
    inverse=REQUIRED,
    real=REQUIRED,
    norm="backward",
    onesided=True,
    signal_sizes=(),
)
@op(label="FFTWithSize")
def fft_with_size(
    x: Array,
    signal_ndim: int,
    inverse: bool,
    real: bool,
    norm: str,
    onesided: bool,
    signal_sizes: tuple[int, ...],
):
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
    norm = _norm(norm)
    forward_real = real and not inverse
    if (x.dtype.kind == "c") == forward_real or x.dtype in (np.float16, jnp.bfloat16):
        kind = "real" if forward_real else "complex"
        raise TypeError(must("x", f"{kind} in this mode", mstype.from_np(x.dtype)))
    if x.ndim == 0:
        raise ValueError(must("x", "of at least one dimension", "a 0-d Tensor"))
    if not 1 <= signal_ndim <= min(3, x.ndim):
        raise RuntimeError(must("signal_ndim", f"in [1, {min(3, x.ndim)}]", signal_ndim))
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
        raise ValueError(must("signal_sizes", f"{sizes[0]} or {sizes[1]}", signal_sizes))
    return _real_inverse(x, signal_sizes or sizes[0], axes, norm, True)
