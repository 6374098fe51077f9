"""Pooling layers with given output sizes, and the inverse of max pooling."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import pooling_adaptive, pooling_fractional

_avg1d, _avg2d, _avg3d = (
    call(k)
    for k in (
        pooling_adaptive.adaptive_avg_pool1d,
        pooling_adaptive.adaptive_avg_pool2d,
        pooling_adaptive.adaptive_avg_pool3d,
    )
)
_max1d, _max2d, _max3d = (
    call(k)
    for k in (
        pooling_adaptive.adaptive_max_pool1d,
        pooling_adaptive.adaptive_max_pool2d,
        pooling_adaptive.adaptive_max_pool3d,
    )
)
_unpool1d, _unpool2d, _unpool3d = (
    call(k)
    for k in (
        pooling_adaptive.max_unpool1d,
        pooling_adaptive.max_unpool2d,
        pooling_adaptive.max_unpool3d,
    )
)
_fractional2d = call(pooling_fractional.fractional_max_pool2d)
_fractional3d = call(pooling_fractional.fractional_max_pool3d)


def _check_output_size(owner: str, output_size: Any) -> None:
    """An int or a tuple of ints or None, none of them negative."""
    validator.check_value_type("output_size", output_size, [int, tuple], owner)
    for item in output_size if isinstance(output_size, tuple) else (output_size,):
        if item is not None:
            validator.check_non_negative_int(item, "output_size", owner)


class AdaptiveAvgPool1d(Cell):
    """Mean over equal parts of the last dimension of (N, C, L).

    Args:
        output_size: number of parts, which divides L.

    Raises:
        TypeError: `output_size` is no int.
        ValueError: `output_size` is not positive.
    """

    def __init__(self, output_size: int):
        super().__init__()
        validator.check_value_type("output_size", output_size, [int], self.cls_name)
        validator.check_int(output_size, 1, validator.GE, "output_size", self.cls_name)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch."""
        return _avg1d(input, self.output_size)


class AdaptiveAvgPool2d(Cell):
    """Mean over windows chosen so that (N, C, H, W) or (C, H, W) gets the given height and width.

    Args:
        output_size: int, or tuple of two ints or None (None keeps the length).

    Raises:
        TypeError: `output_size` is of a wrong type.
        ValueError: `output_size` has a wrong length.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveAvgPool2d(2)(ms.ops.ones((1, 3, 7, 5))).shape
        (1, 3, 2, 2)
    """

    def __init__(self, output_size: Any):
        super().__init__()
        _check_output_size(self.cls_name, output_size)
        pooling_adaptive._check_targets("AdaptiveAvgPool2D", 2)(output_size)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return _avg2d(input, self.output_size)


class AdaptiveAvgPool3d(Cell):
    """Mean over windows chosen so that the last three dimensions get the given lengths.

    Args:
        output_size: int, or tuple of three ints or None (None keeps the length).

    Raises:
        TypeError: `output_size` is of a wrong type.
        ValueError: `output_size` has a wrong length.
    """

    def __init__(self, output_size: Any):
        super().__init__()
        _check_output_size(self.cls_name, output_size)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return _avg3d(input, self.output_size)


class AdaptiveMaxPool1d(Cell):
    """Maximum over equal parts of the last dimension of (N, C, L).

    Args:
        output_size: number of parts, which divides L.

    Raises:
        TypeError: `output_size` is no int.
        ValueError: `output_size` is not positive.
    """

    def __init__(self, output_size: int):
        super().__init__()
        validator.check_int(output_size, 1, validator.GE, "output_size", self.cls_name)
        self.output_size = output_size

    def construct(self, x: Tensor) -> Tensor:
        """Pool a batch."""
        return _max1d(x, self.output_size)


class AdaptiveMaxPool2d(Cell):
    """Maximum over windows chosen so that (N, C, H, W) or (C, H, W) gets a given height and width.

    Args:
        output_size: int, or tuple of two ints or None (None keeps the length).
        return_indices: also return the place of each maximum (Int64).

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveMaxPool2d(2)(ms.ops.ones((1, 3, 7, 5))).shape
        (1, 3, 2, 2)
    """

    def __init__(self, output_size: Any, return_indices: bool = False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return _max2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(Cell):
    """Maximum over windows chosen so that the last three dimensions get the given lengths.

    Args:
        output_size: int, or tuple of three ints.
        return_indices: also return the place of each maximum (Int32).
    """

    def __init__(self, output_size: Any, return_indices: bool = False):
        super().__init__()
        if output_size is not None and not isinstance(output_size, (int, float, tuple, list)):
            validator.check_value_type("output_size", output_size, [int, tuple], self.cls_name)
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return _max3d(input, self.output_size, self.return_indices)


class _MaxUnpool(Cell):
    """What the unpooling layers share."""

    _run: Any = None

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride

    def construct(self, x: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        """Put the maxima back to their places; `output_size` is a tuple or None."""
        name = self.cls_name
        if output_size is not None and not isinstance(output_size, tuple):
            raise ValueError(
                f"For {name}, output_size must be tuple, but type {type(output_size)}."
            )
        if output_size == ():
            raise ValueError(f"For {name}, the length of output_size must be positive, but got 0.")
        run = type(self)._run
        return run(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpool):
    """The inverse of MaxPool1d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int.
        stride: int; None means `kernel_size`.
        padding: int.
    """

    _run = staticmethod(_unpool1d)


class MaxUnpool2d(_MaxUnpool):
    """The inverse of MaxPool2d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints; None means `kernel_size`.
        padding: int or tuple of two ints.
    """

    _run = staticmethod(_unpool2d)


class MaxUnpool3d(_MaxUnpool):
    """The inverse of MaxPool3d with indices: maxima at their places, zeros elsewhere.

    Args:
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints; None means `kernel_size`.
        padding: int or tuple of three ints.
    """

    _run = staticmethod(_unpool3d)


class _FractionalMaxPool(Cell):
    """What the fractional pooling layers share."""

    _run: Any = None

    def __init__(
        self,
        kernel_size: Any,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ):
        super().__init__()
        self.kernel_size, self.output_size = kernel_size, output_size
        self.output_ratio, self.return_indices = output_ratio, return_indices
        self._random_samples = _random_samples

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        target = (self.output_size, self.output_ratio)
        rest = (self.return_indices, self._random_samples)
        return type(self)._run(input, self.kernel_size, *target, *rest)


class FractionalMaxPool2d(_FractionalMaxPool):
    """Maximum over windows of fixed size at random places of (N, C, H, W) or (C, H, W).

    Args:
        kernel_size: int or tuple of two ints.
        output_size: int or tuple of two ints, or None.
        output_ratio: float or tuple of two floats in (0, 1), or None.
        return_indices: also return the place of each maximum (Int64).
        _random_samples: Tensor of shape (N, C, 2) of numbers in [0, 1), or None to draw them.
    """

    _run = staticmethod(_fractional2d)


class FractionalMaxPool3d(_FractionalMaxPool):
    """Maximum over windows of fixed size at random places of (N, C, D, H, W) or (C, D, H, W).

    Args:
        kernel_size: int or tuple of three ints.
        output_size: int or tuple of three ints, or None.
        output_ratio: float or tuple of three floats in (0, 1), or None.
        return_indices: also return the place of each maximum (Int64).
        _random_samples: Tensor of shape (N, C, 3) of numbers in [0, 1), or None to draw them.
    """

    _run = staticmethod(_fractional3d)
