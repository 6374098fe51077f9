"""Activations as layers."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer._activation_axes import (
    LRN,
    LogSoftmax,
    LogSoftmaxExt,
    PReLU,
    PReLUExt,
    Softmax,
    Softmax2d,
    Softmin,
)
from msjax.nn.layer._activation_axes import SoftmaxExt as SoftmaxExt
from msjax.ops import activation, rectifier

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
_rrelu = rectifier.rrelu
_elu = call(activation.elu)
_celu = call(activation.celu)
_gelu = call(activation.gelu)
_glu = call(activation.glu)


class ReLU(Cell):
    """max(x, 0), element by element.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReLU()(ms.Tensor([-1., 2.])))
        [0. 2.]
    """

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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

    def __init__(self):
        super().__init__()

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
        if lambd is not None:
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
        if lambd is not None:
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


_activation = {
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
    if name not in _activation:
        owner = f"For '{prim_name or 'get_activation'}', the"
        raise KeyError(f"{owner} 'name' must be in {list(_activation)}, but got {name}.")
    return _activation[name]()
