"""Window functions of signal processing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer, of_type
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import GRAPH_TYPES, store
from msjax.kernels.checks import check_rank
from msjax.kernels.host import from_host, np_dtype

if TYPE_CHECKING:
    from msjax._types import DType


def _length(given: Any) -> int:
    integer("window_length", given)
    if given < 0:
        raise ValueError(must("window_length", "a non-negative int", given))
    return given


def _of_tensor(given: Any, rank: int) -> int:
    of_type("window_length", given, Tensor)
    if given.dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must("window_length", "of int32 or int64", given.dtype))
    check_rank(given, rank, "window_length")
    return _length(int(given.item()))


def _periodic(periodic: Any) -> bool:
    boolean("periodic", periodic)
    return periodic


def _float(dtype: Any, default: Any) -> np.dtype:
    found = np_dtype(dtype, default)
    if mstype.from_np(found) not in mstype.float_type:
        raise TypeError(must("dtype", "a floating dtype", mstype.from_np(found)))
    return found


def _window(count: int, periodic: bool, dtype: np.dtype, shape: Callable) -> Tensor:
    """`shape(count)`, or all but the last point of `shape(count + 1)` if periodic."""
    if count < 2:
        return from_host(np.ones(count, dtype))
    points = shape(count + 1)[:-1] if periodic else shape(count)
    return from_host(points.astype(dtype))


@public("ops.hamming_window", accepts={"alpha": "float", "beta": "float"})
def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DType | None = None,
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
    count = _length(window_length)
    default = np.float32 if count > 1 else np.float64
    found = _float(dtype, default)
    return _hamming(count, _periodic(periodic), alpha, beta, found)


def _hamming(count: int, periodic: bool, alpha: float, beta: float, dtype: np.dtype) -> Tensor:
    a, b = float(np.float32(alpha)), float(np.float32(beta))

    def shape(points: int) -> np.ndarray:
        return a - b * np.cos(2 * np.pi * np.arange(points) / (points - 1))

    return _window(count, periodic, dtype, shape)


@public("ops.hann_window")
def hann_window(window_length: int, periodic: bool = True, *, dtype: DType | None = None) -> Tensor:
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
    count = _length(window_length)
    found = _float(dtype, np.float64)
    return _window(count, _periodic(periodic), found, np.hanning)


def _blackman(count: int, periodic: bool, dtype: np.dtype) -> Tensor:
    return _window(count, periodic, dtype, lambda points: np.maximum(np.blackman(points), 0))


def _bartlett(count: int, periodic: bool, dtype: np.dtype) -> Tensor:
    return _window(count, periodic, dtype, np.bartlett)


@public("ops.blackman_window")
def blackman_window(
    window_length: Tensor, periodic: bool = True, *, dtype: DType | None = None
) -> Tensor:
    """Blackman window: `0.42 - 0.5 * cos(2 * pi * n / (N - 1)) + 0.08 * cos(4 * pi * n / (N - 1))`.

    Args:
        window_length: 0-d Tensor of int32 or int64, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type, float32 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.blackman_window(ms.Tensor(4)).shape
        (4,)
    """
    return BlackmanWindow(periodic, mstype.float32 if dtype is None else dtype)(window_length)


@public("ops.bartlett_window")
def bartlett_window(
    window_length: Tensor, periodic: bool = True, *, dtype: DType | None = None
) -> Tensor:
    """Bartlett window: a triangle, `1 - |2 * n / (N - 1) - 1|`.

    Args:
        window_length: 0-d Tensor of int32 or int64, N.
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type, float32 by default.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bartlett_window(ms.Tensor(4)))
        [0.  0.5 1.  0.5]
    """
    return BartlettWindow(periodic, mstype.float32 if dtype is None else dtype)(window_length)


class _Window(Primitive):
    """A window function whose length comes as a Tensor."""

    _shape: Any

    def __init__(self, periodic: bool = True, dtype: DType = mstype.float32):
        super().__init__(type(self).__name__)
        self._set_init(periodic=_periodic(periodic), dtype=dtype)
        self._np = _float(dtype, np.float32)

    def __call__(self, window_length: Tensor) -> Tensor:
        count = _of_tensor(window_length, 0)
        return type(self)._shape(count, self.periodic, self._np)


@public("ops.BlackmanWindow", accepts={"dtype": "dtype"}, counts="all")
class BlackmanWindow(_Window):
    """Blackman window; see `ops.blackman_window`.

    Args:
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type of the result.

    Inputs:
        - **window_length** (Tensor) - 0-d Tensor of int32 or int64, N.

    Outputs:
        1-d Tensor of N elements.

    Raises:
        TypeError: an argument or the input is of a wrong type or dtype.
        ValueError: the input is not 0-d, or negative.

    Examples:
        >>> import msjax as ms
        >>> window = ms.ops.BlackmanWindow(periodic=False)
        >>> print(window(ms.Tensor(3)))
        [0. 1. 0.]
    """

    _shape = staticmethod(_blackman)


@public("ops.BartlettWindow", accepts={"dtype": "dtype"}, counts="all")
class BartlettWindow(_Window):
    """Bartlett window; see `ops.bartlett_window`.

    Args:
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        dtype: floating element type of the result.

    Inputs:
        - **window_length** (Tensor) - 0-d Tensor of int32 or int64, N.

    Outputs:
        1-d Tensor of N elements.

    Raises:
        TypeError: an argument or the input is of a wrong type or dtype.
        ValueError: the input is not 0-d, or negative.

    Examples:
        >>> import msjax as ms
        >>> window = ms.ops.BartlettWindow(periodic=False)
        >>> print(window(ms.Tensor(3)))
        [0. 1. 0.]
    """

    _shape = staticmethod(_bartlett)


@public(
    "ops.HammingWindow", accepts={"alpha": "float", "beta": "float", "dtype": "dtype"}, counts="all"
)
class HammingWindow(Primitive):
    """Hamming window whose length comes as a 1-d Tensor of one int; see `ops.hamming_window`.

    Args:
        periodic: bool; a periodic window is a symmetric one of N + 1 points without its last point.
        alpha: float, the mean of the window.
        beta: float, the height of its cosine.
        dtype: floating element type of the result.

    Inputs:
        - **length** (Tensor) - 1-d Tensor of one int32 or int64, N.

    Outputs:
        1-d Tensor of N elements.

    Raises:
        TypeError: an argument or the input is of a wrong type or dtype.
        ValueError: the input is not 1-d, or negative.

    Examples:
        >>> import msjax as ms
        >>> window = ms.ops.HammingWindow(alpha=0.5, beta=0.5)
        >>> print(window(ms.Tensor([4])))
        [0.  0.5 1.  0.5]
    """

    def __init__(
        self,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        dtype: DType = mstype.float32,
    ):
        super().__init__("HammingWindow")
        self._set_init(periodic=periodic, alpha=alpha, beta=beta, dtype=dtype)
        _periodic(periodic)
        self._np = _float(dtype, np.float32)
        self.add_prim_attr("dtype", store("dtype", mstype.from_np(self._np), GRAPH_TYPES))

    def __call__(self, length: Tensor) -> Tensor:
        count = _of_tensor(length, 1)
        return _hamming(count, self.periodic, self.alpha, self.beta, self._np)


@public("ops.kaiser_window")
def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: DType | None = None
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
    count = _length(window_length)
    if isinstance(beta, bool) or not isinstance(beta, (int, float)):
        raise TypeError(must("beta", "a number", describe(beta)))
    found = _float(dtype, np.float64)

    return _window(count, _periodic(periodic), found, lambda points: np.kaiser(points, beta))
