"""Activation functions."""

from __future__ import annotations

from msjax._core.tensor.tensor import Tensor
from msjax.mint.nn import functional as F
from msjax.nn.cell import Cell

__all__ = ["ELU", "GLU", "LogSigmoid", "SiLU", "Tanh", "Threshold"]


class SiLU(Cell):
    """`x * sigmoid(x)`.

    Args:
        inplace: bool, write the result into the input.

    Inputs:
        - **x** (Tensor) - any shape; a floating or complex dtype.

    Outputs:
        Tensor of the shape and dtype of `x`; `x` itself if `inplace`.

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.SiLU()(ms.Tensor([0., 1.])))
        [0.        0.7310586]
    """

    def __init__(self, inplace: bool = False):
        super().__init__()
        self.inplace = inplace

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.silu(x, self.inplace)


class Sigmoid(Cell):
    """`1 / (1 + exp(-input))`.

    Inputs:
        - **input** (Tensor) - any shape; a floating or complex dtype.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Sigmoid()(ms.Tensor([0., 1.])))
        [0.5       0.7310586]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.sigmoid(input)


class LogSigmoid(Cell):
    """`log(1 / (1 + exp(-input)))`.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.LogSigmoid()(ms.Tensor([0., 1.])).asnumpy().round(4))
        [-0.6931 -0.3133]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.logsigmoid(input)


class ELU(Cell):
    """`input` where positive, `alpha * (exp(input) - 1)` elsewhere.

    Args:
        alpha: float.
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ELU()(ms.Tensor([-1., 2.])))
        [-0.63212055  2.        ]
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.elu(input, self.alpha, self.inplace)


class GLU(Cell):
    """The first half of `input` along `dim`, times the sigmoid of the second half.

    Args:
        dim: int.

    Inputs:
        - **input** (Tensor) - of even length along `dim`; a floating dtype.

    Outputs:
        Tensor of the dtype of `input`, half as long along `dim`.

    Raises:
        IndexError: `dim` is out of range.
        RuntimeError: the length along `dim` is odd.
        TypeError: `dim` is not an int, or `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.GLU()(ms.Tensor([2., 4., 0., 0.])))
        [1. 2.]
    """

    def __init__(self, dim: int = -1):
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.glu(input, self.dim)


class Tanh(Cell):
    """Hyperbolic tangent.

    Inputs:
        - **input** (Tensor) - any shape and dtype; integers give Float32.

    Outputs:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Tanh()(ms.Tensor([0., 1.])))
        [0.        0.7615942]
    """

    def __init__(self):
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.tanh(input)


class Threshold(Cell):
    """`input` where it is above `threshold`, `value` elsewhere.

    Args:
        threshold: int or float.
        value: int or float.
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - any shape.

    Outputs:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Threshold(1, 100)(ms.Tensor([0., 2., 3.])))
        [100.   2.   3.]
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.threshold(input, self.threshold, self.value, self.inplace)
