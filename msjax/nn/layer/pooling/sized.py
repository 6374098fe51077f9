"""Pooling to a given size: adaptive and fractional."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base.errors import Speaker
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.pool import adaptive as pooling_adaptive
from msjax.kernels.pool import fractional as pooling_fractional
from msjax.nn.cell import Cell

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
        output_size: int, number of parts, which divides L.

    Inputs:
        - **input** (Tensor) - of shape (N, C, L); Float16 or Float32.

    Outputs:
        Tensor of shape (N, C, output_size) and the dtype of `input`.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` is not positive or does not divide L, or `input` does not have 3
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.AdaptiveAvgPool1d(2)(ms.Tensor([[[1., 2., 3., 4.]]])))
        [[[1.5 3.5]]]
    """

    _msj_inner = {
        "dtype": "DType",
        "expand": "ExpandDims",
        "squeeze": ("Squeeze", 2),
        "shape": lambda c: ops.shape,
    }

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

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); Float16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `input` with `output_size` in the place of (H, W).

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` is negative or of another length, or `input` does not have 3 or 4
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveAvgPool2d(2)(ms.ops.ones((1, 3, 7, 5))).shape
        (1, 3, 2, 2)
    """

    _msj_inner = {"adaptive_avgpool2d": lambda c: ops.AdaptiveAvgPool2D(c.output_size)}

    def __init__(self, output_size: int | tuple[int | None, ...]):
        super().__init__()
        _check_output_size(self.cls_name, output_size)
        with Speaker("AdaptiveAvgPool2D"):
            pooling_adaptive.target_check(2)(output_size)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return _avg2d(input, self.output_size)


class AdaptiveAvgPool3d(Cell):
    """Mean over windows chosen so that the last three dimensions get the given lengths.

    Args:
        output_size: int, or tuple of three ints or None (None keeps the length).

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); UInt8, Int8 to Int64,
          Float16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `input` with `output_size` in the place of (D, H, W).

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` is negative or of another length, or `input` does not have 4 or 5
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveAvgPool3d((1, 2, None))(ms.ops.ones((3, 4, 5, 6))).shape
        (3, 1, 2, 6)
    """

    _msj_inner = {"adaptive_avg_pool3d": lambda c: ops.AdaptiveAvgPool3D(c.output_size)}

    def __init__(self, output_size: int | tuple[int | None, ...]):
        super().__init__()
        _check_output_size(self.cls_name, output_size)
        self.output_size = output_size

    def construct(self, input: Tensor) -> Tensor:
        """Pool a batch or a single sample."""
        return _avg3d(input, self.output_size)


class AdaptiveMaxPool1d(Cell):
    """Maximum over equal parts of the last dimension of (N, C, L).

    Args:
        output_size: int, number of parts, which divides L.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L); Float16 or Float32.

    Outputs:
        Tensor of shape (N, C, output_size) and the dtype of `x`.

    Raises:
        TypeError: `output_size` has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: `output_size` is not positive or does not divide L, or `x` does not have 3
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.AdaptiveMaxPool1d(2)(ms.Tensor([[[1., 2., 3., 4.]]])))
        [[[2. 4.]]]
    """

    _msj_inner = {
        "dtype": "DType",
        "expand": "ExpandDims",
        "squeeze": ("Squeeze", 2),
        "shape": lambda c: ops.shape,
    }

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
        return_indices: bool, also return the place of each maximum (Int64).

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); Float16, Float32 or Float64.

    Outputs:
        Tensor of the dtype of `input` with `output_size` in the place of (H, W); with
        `return_indices` a tuple of it and the Int64 places.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `input` does not have 3 or 4 dimensions.
        RuntimeError: `output_size` is a tuple of another length.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveMaxPool2d(2)(ms.ops.ones((1, 3, 7, 5))).shape
        (1, 3, 2, 2)
    """

    def __init__(self, output_size: int | tuple[int | None, ...], return_indices: bool = False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return _max2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(Cell):
    """Maximum over windows chosen so that the last three dimensions get the given lengths.

    Args:
        output_size: int, or tuple of three ints.
        return_indices: bool, also return the place of each maximum (Int32).

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); any dtype but Bool and
          complex.

    Outputs:
        Tensor of the dtype of `input` with `output_size` in the place of (D, H, W); with
        `return_indices` a tuple of it and the Int32 places.

    Raises:
        TypeError: `output_size` has a wrong type, or `input` is not a Tensor, or is of another
            dtype.
        ValueError: `output_size` is a tuple of another length, or `input` does not have 4 or 5
            dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.AdaptiveMaxPool3d(2)(ms.ops.ones((1, 4, 5, 6))).shape
        (1, 2, 2, 2)
    """

    _msj_inner = {"adaptive_max_pool3d": "AdaptiveMaxPool3D"}

    def __init__(self, output_size: int | tuple[int, ...], return_indices: bool = False):
        super().__init__()
        if output_size is not None and not isinstance(output_size, (int, float, tuple, list)):
            validator.check_value_type("output_size", output_size, [int, tuple], self.cls_name)
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        """Pool a batch or a single sample; with `return_indices` a pair."""
        return _max3d(input, self.output_size, self.return_indices)


class _FractionalMaxPool(Cell):
    """What the fractional pooling layers share."""

    _run: Any = None

    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        output_size: int | tuple[int, ...] | None = None,
        output_ratio: float | tuple[float, ...] | None = None,
        return_indices: bool = False,
        _random_samples: Tensor | None = None,
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

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W); Int32, Int64, Float16, Float32 or
          Float64.

    Outputs:
        Tensor of the dtype of `input` with the new lengths in the place of (H, W); with
        `return_indices` a tuple of it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: neither `output_size` nor `output_ratio` is given, one of them is out of range,
            or the windows do not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.FractionalMaxPool2d(2, output_size=(2, 2))
        >>> net(ms.ops.ones((1, 5, 5))).shape
        (1, 2, 2)

    References:
        Graham: Fractional Max-Pooling, 2014.
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

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W); Int32, Int64, Float16,
          Float32 or Float64.

    Outputs:
        Tensor of the dtype of `input` with the new lengths in the place of (D, H, W); with
        `return_indices` a tuple of it and the Int64 places.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: neither `output_size` nor `output_ratio` is given, one of them is out of range,
            or the windows do not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.FractionalMaxPool3d(2, output_size=(2, 2, 2))
        >>> net(ms.ops.ones((1, 5, 5, 5))).shape
        (1, 2, 2, 2)

    References:
        Graham: Fractional Max-Pooling, 2014.
    """

    _run = staticmethod(_fractional3d)
