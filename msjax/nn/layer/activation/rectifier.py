"""Activations made of straight pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.nn import rectifier
from msjax.nn.cell import Cell

_relu_only = call(rectifier.relu_only)
_relu6 = call(rectifier.relu6)
_hardswish = call(rectifier.hardswish)
_hardsigmoid = call(rectifier.hardsigmoid)
_leaky_relu = call(rectifier.leaky_relu)
_hardtanh = call(rectifier.hardtanh)
_hardshrink = call(rectifier.hardshrink)
_softshrink = call(rectifier.softshrink)
_threshold = call(rectifier.threshold)
_rrelu = rectifier.rrelu
_prelu = call(rectifier.prelu)


class ReLU(Cell):
    """max(x, 0), element by element.

    Inputs:
        - **input** (Tensor) - any shape and any dtype that is not complex.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReLU()(ms.Tensor([-1., 2.])))
        [0. 2.]
    """

    _msj_inner = {"relu": "ReLU"}

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _relu_only(input)


class ReLU6(Cell):
    """min(max(x, 0), 6), element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReLU6()(ms.Tensor([-1., 9.])))
        [0. 6.]
    """

    _msj_inner = {"relu6": "ReLU6"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _relu6(x)


class HSwish(Cell):
    """`input` times its hard sigmoid: input * min(max(input + 3, 0), 6) / 6.

    Inputs:
        - **input** (Tensor) - any shape; Int8 to Int64, Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HSwish()(ms.Tensor([4.])))
        [4.]

    References:
        Howard et al.: Searching for MobileNetV3, 2019.
    """

    _msj_inner = {"hswish": "HSwish"}

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardswish(input)


class HSigmoid(Cell):
    """(input + 3) / 6, limited to [0, 1].

    Inputs:
        - **input** (Tensor) - any shape; Int8 to Int64, Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HSigmoid()(ms.Tensor([0.])))
        [0.5]

    References:
        Howard et al.: Searching for MobileNetV3, 2019.
    """

    _msj_inner = {"hsigmoid": "HSigmoid"}

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardsigmoid(input)


class LeakyReLU(Cell):
    """`x` where positive, `alpha * x` elsewhere.

    Args:
        alpha: slope of the negative side, float or int.

    Inputs:
        - **x** (Tensor) - any shape and any dtype that is not complex.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor or complex, or `alpha` is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LeakyReLU(0.5)(ms.Tensor([-1., 2.])))
        [-0.5  2. ]

    References:
        Maas, Hannun, Ng: Rectifier Nonlinearities Improve Neural Network Acoustic Models, 2013.
    """

    def __init__(self, alpha: float = 0.2):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _leaky_relu(x, self.alpha)


class RReLU(Cell):
    """`x` where positive, `x` times a random slope elsewhere.

    Args:
        lower: float or int, lower bound of the slopes, which are drawn at each call.
        upper: float or int, their upper bound.

    Inputs:
        - **x** (Tensor) - any shape; Int32, Int64, Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: a bound is not a number, or `x` is not a Tensor, or is of another dtype.
        ValueError: `lower` is greater than `upper`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.RReLU(0.5, 0.5)(ms.Tensor([-2., 2.])))
        [-1.  2.]

    References:
        Xu, Wang, Chen, Li: Empirical Evaluation of Rectified Activations in Convolutional Network,
        2015.
    """

    _msj_inner = {"sign": "Sign"}

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3):
        super().__init__()
        validator.check_value_type("upper", upper, [float, int], self.cls_name)
        validator.check_value_type("lower", lower, [float, int], self.cls_name)
        if lower > upper:
            raise ValueError(
                f"For {self.cls_name}, the value of 'upper' must be greater than or equal to "
                f"'lower', but got upper: {upper}, lower: {lower}."
            )
        self.lower, self.upper = lower, upper

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _rrelu(x, self.lower, self.upper)


class Hardtanh(Cell):
    """`x` limited to [min_val, max_val].

    Args:
        min_val: lower limit, float or int.
        max_val: upper limit, float or int.

    Inputs:
        - **x** (Tensor) - any shape; Bool, UInt8, Int8 to Int64, Float16, BFloat16, Float32 or
          Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: a limit is not a number, or `x` is not a Tensor, or is of another dtype.
        ValueError: `min_val` is not less than `max_val`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Hardtanh(-1.0, 2.0)(ms.Tensor([-3., 0.5, 3.])))
        [-1.   0.5  2. ]
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0):
        super().__init__()
        self.min_val, self.max_val = min_val, max_val
        try:
            empty = min_val >= max_val
        except TypeError as error:
            raise TypeError(
                "For 'Hardtanh', the 'min_val' and 'max_val' must be numbers, "
                f"but got {min_val} and {max_val}."
            ) from error
        if empty:
            raise ValueError(
                "For 'Hardtanh', the 'min_val' must be less than 'max_val', "
                f"but got {min_val} and {max_val}."
            )

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardtanh(x, self.min_val, self.max_val)


class SoftShrink(Cell):
    """`input` moved towards 0 by `lambd`, and 0 where it is nearer than that.

    Args:
        lambd: float or int, the threshold, at least 0.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `lambd` is not a number, or `input` is not a Tensor, or is of another dtype.
        RuntimeError: `lambd` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SoftShrink(0.5)(ms.Tensor([-2., 0.25, 1.])))
        [-1.5  0.   0.5]
    """

    _msj_inner = {"softshrink": lambda c: ops.SoftShrink(c.lambd)}

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        if lambd is not None:
            with Speaker("SoftShrink"):
                rectifier.check_lambd(lambd)
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _softshrink(input, self.lambd)


class HShrink(Cell):
    """`input` outside of [-lambd, lambd], 0 inside.

    Args:
        lambd: float or int, the threshold.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `lambd` is not a number, or `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HShrink(0.5)(ms.Tensor([-2., 0.25, 1.])))
        [-2.  0.  1.]
    """

    _msj_inner = {"hshrink": lambda c: ops.HShrink(c.lambd)}

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        if lambd is not None:
            with Speaker("HShrink"):
                rectifier.check_lambd(lambd)
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardshrink(input, self.lambd)


class Threshold(Cell):
    """`input_x` where it is greater than `threshold`, else `value`.

    Args:
        threshold: float or int.
        value: float or int.

    Inputs:
        - **input_x** (Tensor) - any shape; Bool, UInt8, Int8 to Int64, Float16, BFloat16, Float32
          or Float64.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: an argument is not a number, or `input_x` is not a Tensor, or is of another
            dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Threshold(1.0, 20.0)(ms.Tensor([0., 1., 2.])))
        [20. 20.  2.]
    """

    def __init__(self, threshold: float, value: float):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _threshold(input_x, self.threshold, self.value)


class PReLU(Cell):
    """`x` where positive, `w * x` elsewhere, with learnable slopes.

    Args:
        channel: int, number of slopes: 1, or that of the channels.
        w: initial slope: float, list of `channel` floats, or Float16 or Float32 Tensor of shape
            (channel,).

    Inputs:
        - **x** (Tensor) - Float16, BFloat16 or Float32; dimension 1, if any, are the channels.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: `channel` is not positive, or `w` does not fit it or the channels of `x`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PReLU(w=0.5)(ms.Tensor([[-1., 2.]])))
        [[-0.5  2. ]]

    References:
        He, Zhang, Ren, Sun: Delving Deep into Rectifiers: Surpassing Human-Level Performance on
        ImageNet Classification, 2015.
    """

    _msj_inner = {"prelu": "PReLU"}

    def __init__(self, channel: int = 1, w: float | Sequence[float] | Tensor = 0.25):
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
        num_parameters: int, number of slopes: 1, or that of the channels.
        init: float, the initial slope.
        dtype: dtype of the slopes; None means Float32.

    Inputs:
        - **input** (Tensor) - Float16, BFloat16 or Float32; dimension 1, if any, are the channels.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.
        ValueError: the slopes do not fit the channels of `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PReLUExt(init=0.5)(ms.Tensor([[-1., 2.]])))
        [[-0.5  2. ]]

    References:
        He, Zhang, Ren, Sun: Delving Deep into Rectifiers: Surpassing Human-Level Performance on
        ImageNet Classification, 2015.
    """

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, dtype: mstype.Type | None = None
    ):
        super().__init__()
        slopes = Tensor(np.full((num_parameters,), init, np.float32), dtype)
        self.weight = Parameter(slopes, name="weight")

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor whose dimension 1 are the channels."""
        return _prelu(input, self.weight)
