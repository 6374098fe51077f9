"""Activations along an axis, and those with Parameters, as layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import rectifier
from msjax.ops.norm import _check_lrn, lrn
from msjax.ops.softmax import (
    _check_softmax,
    log_softmax,
    log_softmax_ext,
    softmax_axes,
    softmax_functional,
    softmin,
)

_prelu = call(rectifier.prelu)
_softmax_axes = call(softmax_axes)
_softmax_functional = call(softmax_functional)
_log_softmax = call(log_softmax)
_log_softmax_ext = call(log_softmax_ext)
_softmin = call(softmin)
_lrn = call(lrn)


class LRN(Cell):
    """Divide by a power of the sum of squares over the neighbouring channels.

    Args:
        depth_radius: number of channels on each side.
        bias: float added to the sum.
        alpha: float factor of the sum.
        beta: float, the power.
        norm_region: "ACROSS_CHANNELS".
    """

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ):
        super().__init__()
        self.settings = (depth_radius, bias, alpha, beta, norm_region)
        _check_lrn(*self.settings)

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply to a Tensor of shape (N, C, H, W)."""
        return _lrn(input_x, *self.settings)


class Softmax(Cell):
    """exp(input) divided by its sum along one axis or several.

    Args:
        axis: int or tuple of ints.

    Raises:
        TypeError: `axis` is neither.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softmax()(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """

    def __init__(self, axis: Any = -1):
        super().__init__()
        if isinstance(axis, list):
            validator.check_value_type("axis", axis, [int, tuple], self.cls_name)
        if axis is not None and not isinstance(axis, bool):
            _check_softmax(axis)
        self.axis = axis

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmax_axes(input, self.axis)


class SoftmaxExt(Cell):
    """exp(input) divided by its sum along `dim`.

    Args:
        dim: int; None means the first axis of 0, 1 or 3 dimensions, else the second.
    """

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmax_functional(input, self.dim)


class Softmax2d(Cell):
    """Softmax over the channels of images.

    The input is of shape (N, C, H, W) or (C, H, W).
    """

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a batch of images, or one."""
        if x.ndim not in (3, 4):
            raise ValueError(
                f"For '{self.cls_name}', the in_shape must have 3 or 4 dims, but got {x.ndim}."
            )
        return _softmax_axes(x, -3)


class Softmin(Cell):
    """Softmax of `-x`.

    Args:
        axis: int or tuple of ints.
    """

    def __init__(self, axis: Any = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmin(x, self.axis)


class LogSoftmax(Cell):
    """Logarithm of the softmax.

    Args:
        axis: int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LogSoftmax()(ms.Tensor([0., 0.])))
        [-0.6931472 -0.6931472]
    """

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _log_softmax(x, self.axis)


class LogSoftmaxExt(Cell):
    """Logarithm of the softmax along `dim`.

    Args:
        dim: int; None means the first axis of 0, 1 or 3 dimensions, else the second.
    """

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _log_softmax_ext(x, self.dim)


class PReLU(Cell):
    """`x` where positive, `w * x` elsewhere, with learnable slopes.

    Args:
        channel: number of slopes: 1, or that of the channels.
        w: initial slope: float, list of floats, or Tensor of shape (channel,).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `channel` is not positive, or `w` does not fit it.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PReLU(w=0.5)(ms.Tensor([[-1., 2.]])))
        [[-0.5  2. ]]
    """

    def __init__(self, channel: int = 1, w: Any = 0.25):
        super().__init__()
        validator.check_positive_int(channel, "channel", self.cls_name)
        self.w = Parameter(_slopes(self.cls_name, channel, w), name="a")

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor whose dimension 1 are the channels."""
        return _prelu(x, self.w)


def _slopes(name: str, channel: int, w: Any) -> Tensor:
    if isinstance(w, (float, np.float32)):
        return Tensor(np.full((channel,), w, np.float32))
    if isinstance(w, list):
        if len(w) != channel or not all(isinstance(e, (float, np.float32)) for e in w):
            raise ValueError(f"For '{name}', a list 'w' must hold {channel} floats, but got {w}.")
        return Tensor(w, mstype.float32)
    if not isinstance(w, Tensor):
        raise TypeError(
            f"For '{name}', the 'w' only supported float, list and tensor, "
            f"but got {type(w).__name__}."
        )
    if w.dtype not in (mstype.float16, mstype.float32) or w.shape != (channel,):
        raise ValueError(
            f"For '{name}', a Tensor 'w' must be Float16 or Float32 of shape ({channel},), "
            f"but got {w.dtype} and shape {w.shape}."
        )
    return w


class PReLUExt(Cell):
    """`input` where positive, `weight * input` elsewhere, with learnable slopes.

    Args:
        num_parameters: number of slopes: 1, or that of the channels.
        init: initial slope.
        dtype: dtype of the slopes.
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, dtype: Any = None):
        super().__init__()
        slopes = Tensor(np.full((num_parameters,), init, np.float32), dtype)
        self.weight = Parameter(slopes, name="weight")

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor whose dimension 1 are the channels."""
        return _prelu(input, self.weight)
