"""Discrete cosine transforms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis, integer
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.elementwise.complex import imaginary_part, real_part
from msjax.kernels.linalg.fft import as_floating, fit_axis

__all__ = ["dct", "dctn", "idct", "idctn"]


def _check(x: jax.Array, type: Any, n: Any, axis: Any, norm: Any) -> jax.Array:
    """The input with the axis moved to the end and fitted, in a floating-point dtype."""
    for arg, value in (("type", type), ("axis", axis), ("n", 1 if n is None else n)):
        integer(arg, value)
    if type != 2:
        raise ValueError(must("type", "2", type))
    if norm not in (None, "ortho"):
        raise ValueError(must("norm", "'ortho' or None", repr(norm)))
    if n is not None and n < 1:
        raise ValueError(must("n", "positive", n))
    if x.ndim == 0 or not x.size:
        raise ValueError(must("x", "of rank 1 or more and not empty", f"shape {x.shape}"))
    axis = check_axis(axis, x.ndim)
    x = as_floating(x)
    return jnp.moveaxis(x if n is None else fit_axis(x, n, axis), axis, -1)


def _turns(size: int, sign: int, dtype: np.dtype) -> jax.Array:
    """Factors exp(sign * i pi k / 2 size)."""
    angles = jnp.arange(size, dtype=dtype) * (sign * math.pi / (2 * size))
    return jax.lax.complex(jnp.cos(angles), jnp.sin(angles))


def _scales(size: int, dtype: np.dtype) -> jax.Array:
    usual = jnp.ones(size, dtype) * math.sqrt(0.5 / size)
    return usual.at[0].set(usual[0] * math.sqrt(0.5))


def _forward(x: jax.Array) -> jax.Array:
    """Orthonormal DCT-II along the last axis of a real array, by one FFT of the same length."""
    size = x.shape[-1]
    folded = jnp.concatenate([x[..., ::2], x[..., 1::2][..., ::-1]], -1)
    spectrum = jax.lax.fft(jax.lax.complex(folded, jnp.zeros_like(folded)), "FFT", (size,))
    return 2 * real_part(spectrum * _turns(size, -1, x.dtype)) * _scales(size, x.dtype)


def _backward(x: jax.Array) -> jax.Array:
    """Inverse of `_forward`."""
    size = x.shape[-1]
    x = x / _scales(size, x.dtype)
    mirrored = jnp.concatenate([jnp.zeros_like(x[..., :1]), x[..., :0:-1]], -1)
    spectrum = jax.lax.complex(x, -mirrored) * _turns(size, 1, x.dtype) * 0.5
    folded = real_part(jax.lax.fft(spectrum, "IFFT", (size,)))
    half = (size + 1) // 2
    result = jnp.zeros_like(x).at[..., ::2].set(folded[..., :half])
    return result.at[..., 1::2].set(folded[..., half:][..., ::-1])


def _each_part(function: Any, x: jax.Array, axis: int) -> jax.Array:
    if x.dtype.kind == "c":
        result = jax.lax.complex(function(real_part(x)), function(imaginary_part(x)))
    else:
        result = function(x)
    return jnp.moveaxis(result, -1, axis)


@op(label="DCT")
def dct_kernel(
    x: Array, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None
) -> Array:
    """Discrete cosine transform along an axis, orthonormal.

    Args:
        x: Tensor of rank 1 or more.
        type: int, only 2.
        n: int, length to which the axis is cut or padded with zeros. Default: its size.
        axis: int, the axis.
        norm: "ortho" or None, which mean the same.

    Returns:
        Tensor; float32 for integers and float16.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: another `type` or `norm`, no such axis, or `n` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.fft import dct
        >>> print(dct(ms.Tensor([1., 1., 1., 1.])).asnumpy().round(3))
        [2. 0. 0. 0.]
    """
    return _each_part(_forward, _check(x, type, n, axis, norm), axis)


@op(label="IDCT")
def idct_kernel(
    x: Array, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None
) -> Array:
    """Inverse of `dct`, with the same arguments.

    Args:
        x: Tensor of rank 1 or more.
        type: int, only 2.
        n: int, length to which the axis is cut or padded with zeros. Default: its size.
        axis: int, the axis.
        norm: "ortho" or None, which mean the same.

    Returns:
        Tensor; float32 for integers and float16.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: another `type` or `norm`, no such axis, or `n` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.fft import idct
        >>> print(idct(ms.Tensor([2., 0., 0., 0.])).asnumpy().round(3))
        [1. 1. 1. 1.]
    """
    return _each_part(_backward, _check(x, type, n, axis, norm), axis)


dct, idct = call(dct_kernel), call(idct_kernel)
for _function, _name in ((dct, "dct"), (idct, "idct")):
    _function.__name__ = _function.__qualname__ = _name
    _function.__module__ = __name__


def _over(one: Any, x: Tensor, type: int, s: Any, axes: Any, norm: Any) -> Tensor:
    for arg, value in (("s", s), ("axes", axes)):
        if value is not None and not isinstance(value, (tuple, list)):
            raise TypeError(must(arg, "a tuple or list of int, or None", describe(value)))
    if axes is None:
        axes = range(x.ndim) if s is None else range(-len(s), 0)
    sizes = [None] * len(axes) if s is None else s
    if len(sizes) != len(axes):
        raise ValueError(must("s", f"as long as 'axes', {list(axes)}", s))
    if len({a % max(x.ndim, 1) for a in axes}) != len(axes):
        raise ValueError(must("axes", "free of duplicates", axes))
    for n, axis in zip(sizes, axes, strict=True):
        x = one(x, type, n, axis, norm)
    return x


def dctn(
    x: Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """`dct` over several axes.

    Args:
        x: Tensor of rank 1 or more.
        type: int, only 2.
        s: lengths, one for each axis. Default: the sizes of the axes.
        axes: the axes. Default: the last ``len(s)``, or all.
        norm: "ortho" or None, which mean the same.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.fft import dctn
        >>> print(dctn(ms.Tensor([[1., 1.], [1., 1.]])).asnumpy().round(3))
        [[2. 0.]
         [0. 0.]]
    """
    with Speaker("DCTN"):
        return _over(dct, x, type, s, axes, norm)


def idctn(
    x: Tensor,
    type: int = 2,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `dctn`, with the same arguments.

    Args:
        x: Tensor of rank 1 or more.
        type: int, only 2.
        s: ints, lengths to which the axes are cut or padded with zeros. Default: their sizes.
        axes: ints, the axes. Default: the last ones, or all.
        norm: "ortho" or None, which mean the same.

    Returns:
        Tensor; float32 for integers and float16.

    Raises:
        ValueError: another `type` or `norm`, no such axis, or a length is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.fft import idctn
        >>> print(idctn(ms.Tensor([[2., 0.], [0., 0.]])).asnumpy().round(3))
        [[1. 1.]
         [1. 1.]]
    """
    with Speaker("IDCTN"):
        return _over(idct, x, type, s, axes, norm)
