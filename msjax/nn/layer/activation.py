"""Activations as layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import activation, rectifier
from msjax.ops.norm import _check_lrn, lrn
from msjax.ops.softmax import (
    _check_softmax,
    log_softmax,
    log_softmax_ext,
    softmax_axes,
    softmax_functional,
    softmin,
)

__all__ = [
    "CELU",
    "ELU",
    "FastGelu",
    "GELU",
    "GLU",
    "HShrink",
    "HSigmoid",
    "HSwish",
    "Hardtanh",
    "LRN",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "LogSoftmaxExt",
    "Mish",
    "PReLU",
    "PReLUExt",
    "RReLU",
    "ReLU",
    "ReLU6",
    "SeLU",
    "SiLU",
    "Sigmoid",
    "SoftShrink",
    "Softmax",
    "Softmax2d",
    "Softmin",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
    "get_activation",
]

_relu_only = call(rectifier.relu_only)
_relu6 = call(rectifier.relu6)
_selu = call(activation.selu)
_silu = call(activation.silu)
_tanhshrink = call(activation.tanhshrink)
_fast_gelu = call(activation.fast_gelu)
_sigmoid = call(activation.sigmoid)
_softsign = call(activation.softsign)
_hardswish = call(rectifier.hardswish)
_hardsigmoid = call(rectifier.hardsigmoid)
_logsigmoid = call(activation.logsigmoid)
_mish = call(activation.mish)
_leaky_relu = call(rectifier.leaky_relu)
_hardtanh = call(rectifier.hardtanh)
_hardshrink = call(rectifier.hardshrink)
_softshrink = call(rectifier.softshrink)
_threshold = call(rectifier.threshold)
_prelu = call(rectifier.prelu)
_rrelu = call(rectifier.rrelu)
_elu = call(activation.elu)
_celu = call(activation.celu)
_gelu = call(activation.gelu)
_glu = call(activation.glu)
_softmax_axes = call(softmax_axes)
_softmax_functional = call(softmax_functional)
_log_softmax = call(log_softmax)
_log_softmax_ext = call(log_softmax_ext)
_softmin = call(softmin)
_lrn = call(lrn)


class ReLU(Cell):
    """max(x, 0), element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReLU()(ms.Tensor([-1., 2.])))
        [0. 2.]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _relu_only(input)


class ReLU6(Cell):
    """min(max(x, 0), 6), element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReLU6()(ms.Tensor([-1., 9.])))
        [0. 6.]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _relu6(x)


class SeLU(Cell):
    """Scaled exponential linear unit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SeLU()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _selu(input_x)


class SiLU(Cell):
    """`x` times its sigmoid.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SiLU()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _silu(x)


class Tanhshrink(Cell):
    """`x` minus its hyperbolic tangent.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Tanhshrink()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _tanhshrink(x)


class FastGelu(Cell):
    """Gaussian error linear unit, approximated by a sigmoid.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.FastGelu()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _fast_gelu(x)


class Sigmoid(Cell):
    """1 / (1 + exp(-x)), element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Sigmoid()(ms.Tensor([0.])))
        [0.5]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _sigmoid(x)


class Softsign(Cell):
    """x / (1 + abs(x)), element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softsign()(ms.Tensor([1.])))
        [0.5]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _softsign(x)


class HSwish(Cell):
    """`input` times its hard sigmoid.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HSwish()(ms.Tensor([4.])))
        [4.]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardswish(input)


class HSigmoid(Cell):
    """(input + 3) / 6, limited to [0, 1].

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.HSigmoid()(ms.Tensor([0.])))
        [0.5]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardsigmoid(input)


class LogSigmoid(Cell):
    """Logarithm of the sigmoid, computed without overflow.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LogSigmoid()(ms.Tensor([0.])))
        [-0.6931472]
    """

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _logsigmoid(input_x)


class Mish(Cell):
    """`input_x` times the hyperbolic tangent of its softplus.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Mish()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _mish(input_x)


class Tanh(Cell):
    """Hyperbolic tangent, element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Tanh()(ms.Tensor([0.])))
        [0.]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return ops.tanh(x)


class CELU(Cell):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), element by element.

    Args:
        alpha: float other than 0.
    """

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _celu(x, self.alpha)


class ELU(Cell):
    """`x` where positive, exp(x) - 1 elsewhere.

    Args:
        alpha: must be 1.0.
    """

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _elu(x, self.alpha)


class LeakyReLU(Cell):
    """`x` where positive, `alpha * x` elsewhere.

    Args:
        alpha: slope of the negative side, float or int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LeakyReLU(0.5)(ms.Tensor([-1., 2.])))
        [-0.5  2. ]
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
        lower: lower bound of the slopes.
        upper: upper bound of the slopes.

    Raises:
        TypeError: a bound is no number.
        ValueError: `lower` is greater than `upper`.
    """

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

    Raises:
        ValueError: `min_val` is not less than `max_val`.
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0):
        super().__init__()
        self.min_val, self.max_val = min_val, max_val
        if min_val >= max_val:
            raise ValueError(
                "For Hardtanh, min_val should be less than max_val, "
                f"but got {min_val} and {max_val}."
            )

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardtanh(x, self.min_val, self.max_val)


class GELU(Cell):
    """Gaussian error linear unit.

    Args:
        approximate: use the approximation with tanh instead of erf.

    Raises:
        TypeError: `approximate` is no bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.GELU(approximate=False)(ms.Tensor([1.])))
        [0.8413447]
    """

    def __init__(self, approximate: bool = True):
        super().__init__()
        validator.check_bool(approximate, "approximate", self.cls_name)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _gelu(x, self.approximate)


class SoftShrink(Cell):
    """`input` moved towards 0 by `lambd`.

    Args:
        lambd: the threshold, at least 0.
    """

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        rectifier._check_lambd("SoftShrink")(lambd)
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _softshrink(input, self.lambd)


class HShrink(Cell):
    """`input` outside of [-lambd, lambd], 0 inside.

    Args:
        lambd: the threshold.
    """

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        rectifier._check_lambd("HShrink")(lambd)
        self.lambd = lambd

    def construct(self, input: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _hardshrink(input, self.lambd)


class Threshold(Cell):
    """`input_x` where it is greater than `threshold`, else `value`.

    Args:
        threshold: float or int.
        value: float or int.
    """

    def __init__(self, threshold: float, value: float):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _threshold(input_x, self.threshold, self.value)


class GLU(Cell):
    """Gated linear unit: the first half along an axis times the sigmoid of the second half.

    Args:
        axis: the axis that is halved.
    """

    def __init__(self, axis: int = -1):
        super().__init__("GLU")
        self.dim = axis

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of even length along the axis."""
        return _glu(x, self.dim)


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


_ACTIVATIONS = {
    "softmin": Softmin,
    "softmax": Softmax,
    "softmax2d": Softmax2d,
    "logsoftmax": LogSoftmax,
    "logsoftmaxExt": LogSoftmaxExt,
    "relu": ReLU,
    "relu6": ReLU6,
    "rrelu": RReLU,
    "silu": SiLU,
    "tanh": Tanh,
    "tanhshrink": Tanhshrink,
    "hardtanh": Hardtanh,
    "gelu": GELU,
    "fast_gelu": FastGelu,
    "elu": ELU,
    "sigmoid": Sigmoid,
    "softsign": Softsign,
    "prelu": PReLU,
    "preluExt": PReLUExt,
    "leakyrelu": LeakyReLU,
    "hswish": HSwish,
    "hsigmoid": HSigmoid,
    "logsigmoid": LogSigmoid,
    "softshrink": SoftShrink,
    "hshrink": HShrink,
    "threshold": Threshold,
    "mish": Mish,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Cell | None:
    """An activation layer by its name, such as "relu" or "gelu"; None for None.

    Args:
        name: the name.
        prim_name: the layer that asks, for the error text.

    Raises:
        KeyError: there is no such activation.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.get_activation("relu")
        ReLU()
    """
    if name is None:
        return None
    if name not in _ACTIVATIONS:
        owner = f"For '{prim_name}', the" if prim_name else "The"
        raise KeyError(f"{owner} 'name' must be in {list(_ACTIVATIONS)}, but got {name}.")
    return _ACTIVATIONS[name]()
