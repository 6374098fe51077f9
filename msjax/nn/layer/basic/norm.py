"""Layers for norms: clipping, lengths and penalties."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.elementwise.clip import clip_by_axis_norm
from msjax.kernels.linalg.norms import norm_layer
from msjax.nn.cell import Cell

_clip_by_norm, _norm = call(clip_by_axis_norm), call(norm_layer)


class ClipByNorm(Cell):
    """Scale a Tensor down to a Euclidean norm of at most a given one.

    Args:
        axis: int, or tuple or list of ints, to take the norm along; None for all.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.
        - **clip_norm** (Tensor) - the largest norm, of a shape that broadcasts to that of `x`.

    Outputs:
        Float32 Tensor of the shape of `x`.

    Raises:
        TypeError: `axis` has a wrong type, or an input is not a Tensor, or is of another dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ClipByNorm()(ms.Tensor([6., 8.]), ms.Tensor(5.0)))
        [3. 4.]
    """

    def __init__(self, axis: int | Sequence[int] | None = None):
        super().__init__()
        if axis is not None:
            validator.check_value_type("axis", axis, [int, tuple, list], self.cls_name)
        self.axis = axis

    def construct(self, x: Tensor, clip_norm: Tensor) -> Tensor:
        """Scale `x`; `clip_norm` is a Tensor that broadcasts."""
        return _clip_by_norm(x, clip_norm, self.axis)


class Norm(Cell):
    """Euclidean norm along axes.

    Args:
        axis: int, or tuple or list of ints; the empty tuple and None mean all.
        keep_dims: bool, keep the axes with length 1.

    Inputs:
        - **x** (Tensor) - any shape and any dtype but Bool and complex.

    Outputs:
        Tensor of the dtype of `x`, Float32 for integers, without the axes.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Norm(axis=1)(ms.Tensor([[3., 4.], [6., 8.]])))
        [ 5. 10.]
    """

    _msj_inner = {
        "sqrt": "Sqrt",
        "reduce_sum": ("ReduceSum", True),
        "squeeze": lambda c: ops.Squeeze(c.axis),
    }

    def __init__(self, axis: int | Sequence[int] = (), keep_dims: bool = False):
        super().__init__()
        validator.check_value_type("keep_dims", keep_dims, [bool], self.cls_name)
        if axis is not None and not isinstance(axis, bool):
            validator.check_value_type("axis", axis, [int, tuple, list], self.cls_name)
        self.axis, self.keep_dims = axis, keep_dims

    def construct(self, x: Tensor) -> Tensor:
        """The norm of a Tensor."""
        return _norm(x, self.axis, self.keep_dims)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"axis={self.axis}, keep_dims={self.keep_dims}"


class L1Regularizer(Cell):
    """`scale` times the sum of absolute values.

    Args:
        scale: float or int, above 0 and finite.

    Inputs:
        - **weights** (Tensor) - any shape; a float, complex or signed integer dtype, or UInt8.

    Outputs:
        Tensor of shape (); Float32, or the dtype of `weights` if that is wider.

    Raises:
        TypeError: `scale` is not a number, or `weights` is not a Tensor, or is of another dtype.
        ValueError: `scale` is not positive and finite.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.L1Regularizer(0.5)(ms.Tensor([1., -3.])))
        2.0
    """

    _msj_inner = {"abs": "Abs", "reduce_sum": "ReduceSum"}

    def __init__(self, scale: float):
        super().__init__()
        validator.check_value_type("scale", scale, [int, float], self.cls_name)
        if scale <= 0:
            raise ValueError(
                f"For '{self.cls_name}', the 'scale' must be greater than 0, but got {scale}."
            )
        if math.isinf(scale) or math.isnan(scale):
            raise ValueError(
                f"For '{self.cls_name}', the 'scale' can not be INF or NAN, but got {scale}."
            )
        self.scale = Tensor(scale, dtype=mstype.float32)

    def construct(self, weights: Tensor) -> Tensor:
        """The penalty of a Tensor of numbers."""
        if not isinstance(weights, Tensor):
            raise TypeError(
                f"For 'L1Regularizer', the 'weights' must be a Tensor, but got {type(weights)}."
            )
        if weights.dtype not in mstype.number_type:
            raise TypeError(f"The 'weights' doesn't support '{weights.dtype}'.")
        return self.scale * ops.abs(weights).sum()
