"""Discrete Fourier transforms, with the argument names of NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from msjax._core.op.publish import Array, op
from msjax.kernels.linalg import fft as transforms


@op("numpy.fft.fft")
def fft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Discrete Fourier transform along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default that of `a`.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.fft(ms.Tensor([1., 2., 1., 0.])))
        [4.+0.j 0.-2.j 0.+0.j 0.+2.j]
    """
    return transforms.fft(a, n, axis, norm)


@op("numpy.fft.ifft")
def ifft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Inverse discrete Fourier transform along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default that of `a`.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ifft(ms.Tensor([4., 0., 0., 0.])))
        [1.+0.j 1.+0.j 1.+0.j 1.+0.j]
    """
    return transforms.ifft(a, n, axis, norm)


@op("numpy.fft.rfft")
def rfft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Discrete Fourier transform of real elements along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default that of `a`.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.rfft(ms.Tensor([1., 2., 1., 0.])))
        [4.+0.j 0.-2.j 0.+0.j]
    """
    return transforms.rfft(a, n, axis, norm)


@op("numpy.fft.irfft")
def irfft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Real result of the inverse of `numpy.fft.rfft` along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default twice
            what `a` has, less 2.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.irfft(ms.Tensor([4., 0., 0.])))
        [1. 1. 1. 1.]
    """
    return transforms.irfft(a, n, axis, norm)


@op("numpy.fft.hfft")
def hfft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Real transform of symmetric elements, given by half, along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default twice
            what `a` has, less 2.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.hfft(ms.Tensor([1., 2., 3.])))
        [ 8. -2.  0. -2.]
    """
    return transforms.hfft(a, n, axis, norm)


@op("numpy.fft.ihfft")
def ihfft(a: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    """Inverse of `numpy.fft.hfft` along an axis.

    Args:
        a: Tensor.
        n: length that the axis is cut or filled with zeros to; by default that of `a`.
        axis: the axis.
        norm: "backward" (as None), which divides inverse transforms by the number of elements,
            "forward", which divides the others, or "ortho", which divides both by its root.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ihfft(ms.Tensor([1., 2., 1., 2.])))
        [ 1.5-0.j  0. -0.j -0.5-0.j]
    """
    return transforms.ihfft(a, n, axis, norm)


@op("numpy.fft.fft2")
def fft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Discrete Fourier transform over two axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.fft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10.+0.j -2.+0.j]
         [-4.+0.j  0.+0.j]]
    """
    return transforms.fft2(a, s, axes, norm)


@op("numpy.fft.ifft2")
def ifft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Inverse discrete Fourier transform over two axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ifft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5+0.j -0.5+0.j]
         [-1. +0.j  0. +0.j]]
    """
    return transforms.ifft2(a, s, axes, norm)


@op("numpy.fft.rfft2")
def rfft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Discrete Fourier transform of real elements over two axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.rfft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10.+0.j -2.+0.j]
         [-4.+0.j  0.+0.j]]
    """
    return transforms.rfft2(a, s, axes, norm)


@op("numpy.fft.irfft2")
def irfft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Real result of the inverse of `numpy.fft.rfft2` over two axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.irfft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5 -0.5]
         [-1.   0. ]]
    """
    return transforms.irfft2(a, s, axes, norm)


@op("numpy.fft.hfft2")
def hfft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Real transform over two axes of elements symmetric along the last.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.hfft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10. -2.]
         [-4.  0.]]
    """
    return transforms.hfft2(a, s, axes, norm)


@op("numpy.fft.ihfft2")
def ihfft2(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Array:
    """Inverse of `numpy.fft.hfft2` over two axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ihfft2(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5-0.j -0.5-0.j]
         [-1. -0.j  0. -0.j]]
    """
    return transforms.ihfft2(a, s, axes, norm)


@op("numpy.fft.fftn")
def fftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Discrete Fourier transform over several axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.fftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10.+0.j -2.+0.j]
         [-4.+0.j  0.+0.j]]
    """
    return transforms.fftn(a, s, axes, norm)


@op("numpy.fft.ifftn")
def ifftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Inverse discrete Fourier transform over several axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ifftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5+0.j -0.5+0.j]
         [-1. +0.j  0. +0.j]]
    """
    return transforms.ifftn(a, s, axes, norm)


@op("numpy.fft.rfftn")
def rfftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Discrete Fourier transform of real elements over several axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.rfftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10.+0.j -2.+0.j]
         [-4.+0.j  0.+0.j]]
    """
    return transforms.rfftn(a, s, axes, norm)


@op("numpy.fft.irfftn")
def irfftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Real result of the inverse of `numpy.fft.rfftn` over several axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.irfftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5 -0.5]
         [-1.   0. ]]
    """
    return transforms.irfftn(a, s, axes, norm)


@op("numpy.fft.hfftn")
def hfftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Real transform over several axes of elements symmetric along the last.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, real.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.hfftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[10. -2.]
         [-4.  0.]]
    """
    return transforms.hfftn(a, s, axes, norm)


@op("numpy.fft.ihfftn")
def ihfftn(
    a: Array,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Array:
    """Inverse of `numpy.fft.hfftn` over several axes.

    Args:
        a: Tensor.
        s: lengths that the axes are cut or filled with zeros to; None for those of `a`.
        axes: the axes; None for the last as many as `s` has, or all.
        norm: "backward", "forward" or "ortho", as for `numpy.fft.fft`.

    Returns:
        Tensor, complex.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: a length is not positive, an axis is out of range, or there is no such `norm`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ihfftn(ms.Tensor([[1., 2.], [3., 4.]])))
        [[ 2.5-0.j -0.5-0.j]
         [-1. -0.j  0. -0.j]]
    """
    return transforms.ihfftn(a, s, axes, norm)


@op("numpy.fft.fftshift")
def fftshift(x: Array, axes: int | Sequence[int] | None = None) -> Array:
    """The elements with those of frequency 0 moved to the middle.

    Args:
        x: Tensor.
        axes: axis or axes to shift; None for all.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.fftshift(ms.Tensor([0, 1, 2, 3, 4])))
        [3 4 0 1 2]
    """
    return transforms.fftshift(x, axes)


@op("numpy.fft.ifftshift")
def ifftshift(x: Array, axes: int | Sequence[int] | None = None) -> Array:
    """The elements as before `numpy.fft.fftshift`.

    Args:
        x: Tensor.
        axes: axis or axes to shift; None for all.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fft.ifftshift(ms.Tensor([0, 1, 2, 3, 4])))
        [2 3 4 0 1]
    """
    return transforms.ifftshift(x, axes)


@op("numpy.fft.fftfreq")
def fftfreq(n: int, d: int | float = 1.0, dtype: np.dtype | None = None) -> Array:
    """Frequencies of the elements of a transform of `n` elements.

    Args:
        n: int, number of elements.
        d: float, distance between elements.
        dtype: dtype of the result; float32 by default.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.fft.fftfreq(4))
        [ 0.    0.25 -0.5  -0.25]
    """
    return transforms.fftfreq(n, d, dtype)


@op("numpy.fft.rfftfreq")
def rfftfreq(n: int, d: int | float = 1.0, dtype: np.dtype | None = None) -> Array:
    """Frequencies of the elements of a real transform of `n` elements.

    Args:
        n: int, number of elements.
        d: float, distance between elements.
        dtype: dtype of the result; float32 by default.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.fft.rfftfreq(4))
        [0.   0.25 0.5 ]
    """
    return transforms.rfftfreq(n, d, dtype)
