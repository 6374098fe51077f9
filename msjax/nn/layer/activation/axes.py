"""Activations along an axis: softmax and local response normalization."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base.errors import Speaker
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.nn.normalization import check_lrn, lrn
from msjax.kernels.nn.softmax import (
    check_softmax,
    log_softmax,
    log_softmax_ext,
    softmax_axes,
    softmax_functional,
    softmin,
)
from msjax.nn.cell import Cell

_softmax_axes = call(softmax_axes)
_softmax_functional = call(softmax_functional)
_log_softmax = call(log_softmax)
_log_softmax_ext = call(log_softmax_ext)
_softmin = call(softmin)
_lrn = call(lrn)


class LRN(Cell):
    """Divide by a power of the sum of squares over the neighbouring channels.

    Args:
        depth_radius: int, number of channels on each side.
        bias: float added to the sum.
        alpha: float factor of the sum.
        beta: float, the power.
        norm_region: "ACROSS_CHANNELS".

    Inputs:
        - **input_x** (Tensor) - of shape (N, C, H, W), Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: a setting has a wrong type, or `input_x` is not a Tensor, or is of another dtype.
        ValueError: `norm_region` is another string, or `input_x` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LRN(alpha=3.0)(ms.ops.ones((1, 1, 1, 2))))
        [[[[0.5 0.5]]]]

    References:
        Krizhevsky, Sutskever, Hinton: ImageNet Classification with Deep Convolutional Neural
        Networks,
        2012.
    """

    _msj_inner = {"lrn_op": lambda c: ops.LRN(*c.settings)}

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
        with Speaker("LRN"):
            check_lrn(*self.settings)

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply to a Tensor of shape (N, C, H, W)."""
        return _lrn(input_x, *self.settings)


class Softmax(Cell):
    """exp(input) divided by its sum along one axis or several.

    Args:
        axis: int or tuple of ints.

    Inputs:
        - **input** (Tensor) - Float16, BFloat16, Float32 or Float64; at least one dimension.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `axis` is not an int or tuple of ints, or `input` is not a Tensor or of another
            dtype.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softmax()(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """

    _msj_inner = {"softmax": lambda c: ops.Softmax(c.axis)}

    def __init__(self, axis: int | tuple[int, ...] = -1):
        super().__init__()
        if isinstance(axis, list):
            validator.check_value_type("axis", axis, [int, tuple], self.cls_name)
        if axis is not None and not isinstance(axis, bool):
            with Speaker("Softmax"):
                check_softmax(axis)
        self.axis = axis

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmax_axes(input, self.axis)


class SoftmaxExt(Cell):
    """exp(input) divided by its sum along `dim`.

    Args:
        dim: int; None means the first axis of 0, 1 or 3 dimensions, else the second.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `dim` is not an int, or `input` is not a Tensor, or is of another dtype.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Softmax()(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmax_functional(input, self.dim)


class Softmax2d(Cell):
    """Softmax over the channels of images.

    Inputs:
        - **x** (Tensor) - Float16, BFloat16, Float32 or Float64, of shape (N, C, H, W) or (C, H,
          W).

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is of another dtype.
        ValueError: `x` does not have 3 or 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softmax2d()(ms.ops.ones((1, 4, 1, 1))).reshape(-1))
        [0.25 0.25 0.25 0.25]
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
    """Softmax of `-x`: small elements get large shares.

    Args:
        axis: int or tuple of ints.

    Inputs:
        - **x** (Tensor) - Float16, BFloat16, Float32 or Float64; at least one dimension.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `axis` is not an int or tuple of ints, or `x` is not a Tensor or of another
            dtype.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softmin()(ms.Tensor([2., 2.])))
        [0.5 0.5]
    """

    def __init__(self, axis: int | tuple[int, ...] = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _softmin(x, self.axis)


class LogSoftmax(Cell):
    """Logarithm of the softmax.

    Args:
        axis: int.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `axis` is not an int, or `x` is not a Tensor, or is of another dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LogSoftmax()(ms.Tensor([0., 0.])))
        [-0.6931472 -0.6931472]
    """

    _msj_inner = {"log_softmax": lambda c: ops.LogSoftmax(c.axis)}

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

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `dim` is not an int, or `x` is not a Tensor, or is of another dtype.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LogSoftmaxExt(0)(ms.Tensor([7.])))
        [0.]
    """

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        return _log_softmax_ext(x, self.dim)
