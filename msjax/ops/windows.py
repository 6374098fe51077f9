"""Window functions of signal processing."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import public
from msjax._core.primitive import Primitive
from msjax._core.tensor import Tensor
from msjax.ops._attributes import GRAPH_TYPES, store
from msjax.ops._wrap import from_host, np_dtype


def _length(name: str, given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(must(name, "window_length", "int", describe(given)))
    if given < 0:
        raise ValueError(must(name, "window_length", "a non-negative int", given))
    return given


def _of_tensor(name: str, given: Any, rank: int) -> int:
    if not isinstance(given, Tensor):
        raise TypeError(must(name, "window_length", "a Tensor", describe(given)))
    if given.dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must(name, "window_length", "of int32 or int64", given.dtype))
    if given.ndim != rank:
        raise ValueError(must(name, "window_length", f"of {rank} dimensions", given.ndim))
    return _length(name, int(given.item()))


def _periodic(name: str, periodic: Any) -> bool:
    if not isinstance(periodic, bool):
        raise TypeError(must(name, "periodic", "bool", describe(periodic)))
    return periodic


def _float(name: str, dtype: Any, default: Any) -> np.dtype:
    found = np_dtype(name, dtype, default)
    if mstype.from_np(found) not in mstype.float_type:
        raise TypeError(must(name, "dtype", "a floating dtype", mstype.from_np(found)))
    return found


def _window(count: int, periodic: bool, dtype: np.dtype, shape: Any) -> Tensor:
    """`shape(phase)` at phases from 0 to 1, which a periodic window does not reach."""
    if count < 2:
        return from_host(np.ones(count, dtype))
    last = count if periodic else count - 1
    return from_host(np.asarray(shape(np.arange(count) / last)).astype(dtype))


@public("ops.hamming_window")
def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: Any = None,
) -> Tensor:
    """Hamming window: `alpha - beta * cos(2 * pi * n / (N - 1))`.

    Args:
        window_length: int, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        alpha: float.
        beta: float.
        dtype: floating element type, float32 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `window_length` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hamming_window(4, alpha=0.5, beta=0.5))
        [0.  0.5 1.  0.5]
    """
    count, name = _length("hamming_window", window_length), "hamming_window"
    default = np.float32 if count > 1 else np.float64
    found = _float(name, dtype, default)
    return _hamming(count, _periodic(name, periodic), alpha, beta, found)


def _hamming(count: int, periodic: bool, alpha: float, beta: float, dtype: np.dtype) -> Tensor:
    a, b = float(np.float32(alpha)), float(np.float32(beta))
    return _window(count, periodic, dtype, lambda t: a - b * np.cos(2 * np.pi * t))


@public("ops.hann_window")
def hann_window(window_length: int, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """Hann window: `0.5 - 0.5 * cos(2 * pi * n / (N - 1))`.

    Args:
        window_length: int, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type, float64 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `window_length` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hann_window(4, dtype=ms.float32))
        [0.  0.5 1.  0.5]
    """
    count, name = _length("hann_window", window_length), "hann_window"
    found = _float(name, dtype, np.float64)
    shape = lambda t: 0.5 - 0.5 * np.cos(2 * np.pi * t)  # noqa: E731
    return _window(count, _periodic(name, periodic), found, shape)


def _blackman(count: int, periodic: bool, dtype: np.dtype) -> Tensor:
    return _window(
        count,
        periodic,
        dtype,
        lambda t: np.maximum(0.42 - 0.5 * np.cos(2 * np.pi * t) + 0.08 * np.cos(4 * np.pi * t), 0),
    )


def _bartlett(count: int, periodic: bool, dtype: np.dtype) -> Tensor:
    return _window(count, periodic, dtype, lambda t: 1 - np.abs(2 * t - 1))


@public("ops.blackman_window")
def blackman_window(window_length: Tensor, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """Blackman window: `0.42 - 0.5 * cos(2 * pi * n / (N - 1)) + 0.08 * cos(4 * pi * n / (N - 1))`.

    Args:
        window_length: 0-d Tensor of int32 or int64, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type, float32 by default.

    Returns:
        1-d Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.blackman_window(ms.Tensor(4)).shape
        (4,)
    """
    return BlackmanWindow(periodic, mstype.float32 if dtype is None else dtype)(window_length)


@public("ops.bartlett_window")
def bartlett_window(window_length: Tensor, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """Bartlett window: a triangle, `1 - |2 * n / (N - 1) - 1|`.

    Args:
        window_length: 0-d Tensor of int32 or int64, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type, float32 by default.

    Returns:
        1-d Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bartlett_window(ms.Tensor(4)))
        [0.  0.5 1.  0.5]
    """
    return BartlettWindow(periodic, mstype.float32 if dtype is None else dtype)(window_length)


class _Window(Primitive):
    """A window function whose length comes as a Tensor."""

    _shape: Any

    def __init__(self, periodic: bool = True, dtype: Any = mstype.float32):
        super().__init__(type(self).__name__)
        self._set_init(periodic=_periodic(self.name, periodic), dtype=dtype)
        self._np = _float(self.name, dtype, np.float32)

    def __call__(self, window_length: Tensor) -> Tensor:
        count = _of_tensor(self.name, window_length, 0)
        return type(self)._shape(count, self.periodic, self._np)


@public("ops.BlackmanWindow")
class BlackmanWindow(_Window):
    """Blackman window; see `ops.blackman_window`."""

    _shape = staticmethod(_blackman)


@public("ops.BartlettWindow")
class BartlettWindow(_Window):
    """Bartlett window; see `ops.bartlett_window`."""

    _shape = staticmethod(_bartlett)


@public("ops.HammingWindow")
class HammingWindow(Primitive):
    """Hamming window whose length comes as a 1-d Tensor of one int; see `ops.hamming_window`."""

    def __init__(
        self,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        dtype: Any = mstype.float32,
    ):
        super().__init__("HammingWindow")
        self._set_init(periodic=periodic, alpha=alpha, beta=beta, dtype=dtype)
        _periodic(self.name, periodic)
        self._np = _float(self.name, dtype, np.float32)
        self.add_prim_attr(
            "dtype", store(self.name, "dtype", mstype.from_np(self._np), GRAPH_TYPES)
        )

    def __call__(self, length: Tensor) -> Tensor:
        count = _of_tensor(self.name, length, 1)
        return _hamming(count, self.periodic, self.alpha, self.beta, self._np)


@public("ops.kaiser_window")
def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None
) -> Tensor:
    """Kaiser window: `i0(beta * sqrt(1 - (2 * n / (N - 1) - 1) ** 2)) / i0(beta)`.

    Args:
        window_length: int, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        beta: float, the shape: larger is narrower.
        dtype: floating element type, float64 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `window_length` is negative.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.kaiser_window(4).shape
        (4,)
    """
    count, name = _length("kaiser_window", window_length), "kaiser_window"
    if isinstance(beta, bool) or not isinstance(beta, (int, float)):
        raise TypeError(must(name, "beta", "a number", describe(beta)))
    found = _float(name, dtype, np.float64)

    def shape(t: np.ndarray) -> np.ndarray:
        inside = np.sqrt(np.maximum(1 - (2 * t - 1) ** 2, 0))
        return np.i0(beta * inside) / np.i0(np.float64(beta))

    return _window(count, _periodic(name, periodic), found, shape)
