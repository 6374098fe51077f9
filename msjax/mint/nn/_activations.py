"""Activation functions that MindSpore defines in mint.nn itself."""

from __future__ import annotations

from msjax._core.tensor.tensor import Tensor
from msjax.mint.nn import functional as F
from msjax.nn.cell import Cell


class SELU(Cell):
    """`scale * input` where positive, `scale * alpha * (exp(input) - 1)` elsewhere.

    The constants are 1.0507009873554805 and 1.6732632423543772.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.SELU()(ms.Tensor([-1., 1.])))
        [-1.1113307  1.050701 ]

    References:
        Klambauer, Unterthiner, Mayr, Hochreiter: Self-Normalizing Neural Networks, 2017.
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.selu(input)


class GELU(Cell):
    """Gaussian error linear unit: `input` times the normal distribution function of `input`.

    Args:
        approximate: str, "none", or "tanh" for an approximation.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.
        ValueError: `approximate` is another string.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.GELU()(ms.Tensor([-1., 0., 1.])).asnumpy().round(4))
        [-0.1587  0.      0.8413]

    References:
        Hendrycks, Gimpel: Gaussian Error Linear Units (GELUs), 2016.
    """

    def __init__(self, approximate: str = "none"):
        super().__init__()
        self.approximate = approximate

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.gelu(input, approximate=self.approximate)


class Hardtanh(Cell):
    """`input`, cut off below `min_val` and above `max_val`.

    Args:
        min_val: int or float.
        max_val: int or float.
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - any shape, a number dtype.

    Outputs:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Hardtanh()(ms.Tensor([-2., 0.5, 2.])))
        [-1.   0.5  1. ]
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False):
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.hardtanh(input, self.min_val, self.max_val, bool(self.inplace))


class ReLU6(Cell):
    """`input`, cut off below 0 and above 6.

    Args:
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - any shape, a number dtype.

    Outputs:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReLU6()(ms.Tensor([-2., 0.5, 7.])))
        [0.  0.5 6. ]
    """

    def __init__(self, inplace: bool = False):
        super().__init__()
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.relu6(input, self.inplace)


class Mish(Cell):
    """`input * tanh(log(1 + exp(input)))`.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.Mish()(ms.Tensor([-1., 0., 1.])).asnumpy().round(4))
        [-0.3034  0.      0.8651]

    References:
        Misra: Mish: A Self Regularized Non-Monotonic Activation Function, 2019.
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor."""
        return F.mish(input)
