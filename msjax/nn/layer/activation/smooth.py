"""Activations made of exponentials: sigmoid, tanh and their kin."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.nn import activation
from msjax.nn.cell import Cell

_selu = call(activation.selu)
_silu = call(activation.silu)
_tanhshrink = call(activation.tanhshrink)
_fast_gelu = call(activation.fast_gelu)
_sigmoid = call(activation.sigmoid)
_softsign = call(activation.softsign)
_logsigmoid = call(activation.logsigmoid)
_mish = call(activation.mish)
_elu = call(activation.elu)
_celu = call(activation.celu)
_gelu = call(activation.gelu)
_glu = call(activation.glu)


class SeLU(Cell):
    """Scaled exponential linear unit: 1.0507 * x where positive, 1.7581 * (exp(x) - 1) elsewhere.

    Inputs:
        - **input_x** (Tensor) - any shape; Int8, Int32, Float16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SeLU()(ms.Tensor([0.])))
        [0.]

    References:
        Klambauer, Unterthiner, Mayr, Hochreiter: Self-Normalizing Neural Networks, 2017.
    """

    _msj_inner = {"selu": "SeLU"}

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _selu(input_x)


class SiLU(Cell):
    """`x` times its sigmoid.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32, Float64 or complex.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.SiLU()(ms.Tensor([0.])))
        [0.]

    References:
        Elfwing, Uchibe, Doya: Sigmoid-Weighted Linear Units for Neural Network Function
        Approximation in Reinforcement Learning, 2017.
    """

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _silu(x)


class Tanhshrink(Cell):
    """`x` minus its hyperbolic tangent.

    Inputs:
        - **x** (Tensor) - any shape and any dtype but Bool.

    Outputs:
        Tensor of the shape of `x` and its dtype; Float32 for integers.

    Raises:
        TypeError: `x` is not a Tensor, or Bool.

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
    """Gaussian error linear unit, approximated by a sigmoid: x * sigmoid(1.702 * x).

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.FastGelu()(ms.Tensor([0.])))
        [0.]

    References:
        Hendrycks, Gimpel: Gaussian Error Linear Units (GELUs), 2016.
    """

    _msj_inner = {"fast_gelu": "FastGeLU"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _fast_gelu(x)


class Sigmoid(Cell):
    """1 / (1 + exp(-x)), element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32, Float64 or complex.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Sigmoid()(ms.Tensor([0.])))
        [0.5]
    """

    _msj_inner = {"sigmoid": "Sigmoid"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _sigmoid(x)


class Softsign(Cell):
    """x / (1 + abs(x)), element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Softsign()(ms.Tensor([1.])))
        [0.5]
    """

    _msj_inner = {"softsign": "Softsign"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _softsign(x)


class LogSigmoid(Cell):
    """Logarithm of the sigmoid, computed without overflow.

    Inputs:
        - **input_x** (Tensor) - any shape; Float16, BFloat16, Float32, Float64 or complex.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LogSigmoid()(ms.Tensor([0.])))
        [-0.6931472]
    """

    _msj_inner = {"add": "Add", "exp": "Exp", "log": "Log", "mul": "Mul", "rec": "Reciprocal"}

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _logsigmoid(input_x)


class Mish(Cell):
    """`input_x` times the hyperbolic tangent of its softplus: x * tanh(log(1 + exp(x))).

    Inputs:
        - **input_x** (Tensor) - any shape; Float16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Mish()(ms.Tensor([0.])))
        [0.]

    References:
        Misra: Mish: A Self Regularized Non-Monotonic Activation Function, 2019.
    """

    _msj_inner = {"mish": "Mish"}

    def __init__(self):
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _mish(input_x)


class Tanh(Cell):
    """Hyperbolic tangent, element by element.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32, Float64 or complex.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Tanh()(ms.Tensor([0.])))
        [0.]
    """

    _msj_inner = {"tanh": "Tanh"}

    def __init__(self):
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return ops.tanh(x)


class CELU(Cell):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), element by element.

    Args:
        alpha: float other than 0.

    Inputs:
        - **x** (Tensor) - any shape; Float16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `alpha` is not a float, or `x` is not a Tensor, or is of another dtype.
        ValueError: `alpha` is 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.CELU(2.0)(ms.Tensor([0., 3.])))
        [0. 3.]

    References:
        Barron: Continuously Differentiable Exponential Linear Units, 2017.
    """

    _msj_inner = {"celu": lambda c: ops.CeLU(c.alpha)}

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _celu(x, self.alpha)


class ELU(Cell):
    """`x` where positive, exp(x) - 1 elsewhere.

    Args:
        alpha: float, which must be 1.0.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `alpha` is not a float, or `x` is not a Tensor, or is of another dtype.
        ValueError: `alpha` is not 1.0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ELU()(ms.Tensor([0., 3.])))
        [0. 3.]

    References:
        Clevert, Unterthiner, Hochreiter: Fast and Accurate Deep Network Learning by Exponential
        Linear
        Units (ELUs), 2015.
    """

    _msj_inner = {"elu": lambda c: ops.Elu(c.alpha)}

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _elu(x, self.alpha)


class GELU(Cell):
    """Gaussian error linear unit: x times the standard normal distribution function of x.

    Args:
        approximate: bool, use the approximation with tanh instead of erf.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `approximate` is not a bool, or `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.GELU(approximate=False)(ms.Tensor([1.])))
        [0.8413447]

    References:
        Hendrycks, Gimpel: Gaussian Error Linear Units (GELUs), 2016.
    """

    def __init__(self, approximate: bool = True):
        super().__init__()
        validator.check_bool(approximate, "approximate", self.cls_name)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        """Apply the activation to a Tensor; shape and dtype stay."""
        return _gelu(x, self.approximate)


class GLU(Cell):
    """Gated linear unit: the first half along an axis times the sigmoid of the second half.

    Args:
        axis: int, the axis that is halved.

    Inputs:
        - **x** (Tensor) - of even length along the axis; Float16, BFloat16, Float32, Float64 or
          complex.

    Outputs:
        Tensor of the dtype of `x`, half as long along the axis.

    Raises:
        TypeError: `axis` is not an int, or `x` is not a Tensor, or is of another dtype.
        ValueError: `axis` is out of range, or the length along it is odd.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.GLU()(ms.Tensor([4., 0.])))
        [2.]

    References:
        Dauphin, Fan, Auli, Grangier: Language Modeling with Gated Convolutional Networks, 2016.
    """

    _msj_inner = {"sigmoid": "Sigmoid", "spilt": lambda c: ops.Split(c.dim, 2)}

    def __init__(self, axis: int = -1):
        super().__init__("GLU")
        self.dim = axis

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of even length along the axis."""
        return _glu(x, self.dim)
