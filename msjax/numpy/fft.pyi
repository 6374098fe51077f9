"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence

from msjax._core.tensor.tensor import Tensor
from msjax._types import DType

def fft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Discrete Fourier transform along an axis."""
    ...

def fft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Discrete Fourier transform over two axes."""
    ...

def fftfreq(n: int, d: float = 1.0, dtype: DType | None = None) -> Tensor:
    """Frequencies of the elements of a transform of `n` elements."""
    ...

def fftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Discrete Fourier transform over several axes."""
    ...

def fftshift(x: Tensor, axes: int | Sequence[int] | None = None) -> Tensor:
    """The elements with those of frequency 0 moved to the middle."""
    ...

def hfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Real transform of symmetric elements, given by half, along an axis."""
    ...

def hfft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Real transform over two axes of elements symmetric along the last."""
    ...

def hfftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Real transform over several axes of elements symmetric along the last."""
    ...

def ifft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Inverse discrete Fourier transform along an axis."""
    ...

def ifft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Inverse discrete Fourier transform over two axes."""
    ...

def ifftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse discrete Fourier transform over several axes."""
    ...

def ifftshift(x: Tensor, axes: int | Sequence[int] | None = None) -> Tensor:
    """The elements as before `numpy.fft.fftshift`."""
    ...

def ihfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Inverse of `numpy.fft.hfft` along an axis."""
    ...

def ihfft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Inverse of `numpy.fft.hfft2` over two axes."""
    ...

def ihfftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `numpy.fft.hfftn` over several axes."""
    ...

def irfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Real result of the inverse of `numpy.fft.rfft` along an axis."""
    ...

def irfft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Real result of the inverse of `numpy.fft.rfft2` over two axes."""
    ...

def irfftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Real result of the inverse of `numpy.fft.rfftn` over several axes."""
    ...

def rfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Discrete Fourier transform of real elements along an axis."""
    ...

def rfft2(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Discrete Fourier transform of real elements over two axes."""
    ...

def rfftfreq(n: int, d: float = 1.0, dtype: DType | None = None) -> Tensor:
    """Frequencies of the elements of a real transform of `n` elements."""
    ...

def rfftn(
    a: Tensor,
    s: int | Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Discrete Fourier transform of real elements over several axes."""
    ...
