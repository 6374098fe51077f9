"""Padding of the last dimensions by a constant, by mirroring, or by repeating the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.shape.padding import mirror_pad, pad, pad_v3
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = [
    "ConstantPad1d",
    "ConstantPad2d",
    "ConstantPad3d",
    "ReflectionPad1d",
    "ReflectionPad2d",
    "ReflectionPad3d",
    "ReplicationPad1d",
    "ReplicationPad2d",
    "ReplicationPad3d",
    "ZeroPad2d",
]


@op(label="PadV3")
def _replicated(x: Array, padding, single):
    """Edge elements repeated; `single` inputs have no batch dimension."""
    out = pad_v3(x[None] if single else x, padding, None, "edge")
    return out[0] if single else out


_pad, _mirror, _replicate = call(pad), call(mirror_pad), call(_replicated)


def _spread(padding: Any, count: int) -> Any:
    """An int as that many equal numbers."""
    return (padding,) * count if isinstance(padding, int) else padding


class _ConstantPad(Cell):
    rank = 1

    def __init__(self, padding: Sizes, value: float):
        super().__init__()
        name, most = self.cls_name, 2 * self.rank
        padding = _spread(padding, most)
        if not isinstance(padding, tuple):
            raise TypeError(
                f"For '{name}', the type of parameter 'padding' must be in [int, tuple], "
                f"but got {type(padding)}"
            )
        if len(padding) % 2:
            raise ValueError(
                f"For '{name}', the length of parameter 'padding' with tuple type must be a "
                f"multiple of 2, but got {len(padding)}"
            )
        if len(padding) > most or (self.rank == 1 and len(padding) != most):
            limit = "equal to" if self.rank == 1 else "no more than"
            raise ValueError(
                f"For '{name}', the length of parameter 'padding' with tuple type must {limit} "
                f"{most}, but got {len(padding)}"
            )
        if not isinstance(value, (int, float)):
            raise TypeError(
                f"For '{name}', the type of parameter 'value' must be in [int, float], "
                f"but got {type(value)}"
            )
        self.padding, self.value = padding, value

    def construct(self, x: Tensor) -> Tensor:
        """Pad a Tensor."""
        return _pad(x, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPad):
    """Pad the last dimension by a constant.

    Args:
        padding: int for both ends, or tuple (before, after); negative numbers cut elements off.
        value: int or float.

    Inputs:
        - **x** (Tensor) - any dtype; at least one dimension.

    Outputs:
        Tensor of the dtype of `x`, longer in the last dimension.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor.
        ValueError: `padding` is of a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ConstantPad1d((1, 2), 9.)(ms.Tensor([1., 2.])))
        [9. 1. 2. 9. 9.]
    """


class ConstantPad2d(_ConstantPad):
    """Pad the last two dimensions by a constant.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for the one
            before it; negative numbers cut elements off.
        value: int or float.

    Inputs:
        - **x** (Tensor) - any dtype; at least two dimensions.

    Outputs:
        Tensor of the dtype of `x`, longer in the last two dimensions.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor.
        ValueError: `padding` is of a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ConstantPad2d((1, 0, 0, 1), 9)(ms.Tensor([[1, 2]])))
        [[9 1 2]
         [9 9 9]]
    """

    rank = 2


class ConstantPad3d(_ConstantPad):
    """Pad the last three dimensions by a constant.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for those
            before it; negative numbers cut elements off.
        value: int or float.

    Inputs:
        - **x** (Tensor) - any dtype; at least three dimensions.

    Outputs:
        Tensor of the dtype of `x`, longer in the last three dimensions.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor.
        ValueError: `padding` is of a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.ConstantPad3d((0, 1, 0, 2, 0, 3), 9)(ms.ops.ones((1, 1, 1))).shape
        (4, 3, 2)
    """

    rank = 3


class ZeroPad2d(_ConstantPad):
    """Pad the last two dimensions by zeros.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for the one
            before it; negative numbers cut elements off.

    Inputs:
        - **x** (Tensor) - any dtype; at least two dimensions.

    Outputs:
        Tensor of the dtype of `x`, longer in the last two dimensions.

    Raises:
        TypeError: `padding` has a wrong type, or `x` is not a Tensor.
        ValueError: `padding` is of a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ZeroPad2d((1, 0, 0, 1))(ms.Tensor([[1., 2.]])))
        [[0. 1. 2.]
         [0. 0. 0.]]
    """

    rank = 2

    def __init__(self, padding: Sizes):
        super().__init__(padding, 0)


def _even_ints(name: str, padding: Any) -> None:
    """`padding` is a tuple of an even number of ints."""
    if not isinstance(padding, tuple):
        raise TypeError(
            f"For '{name}' the input 'padding' must be an integer or tuple, "
            f"but got {type(padding).__name__}"
        )
    if len(padding) % 2:
        raise ValueError(
            f"For '{name}' the length of input 'padding' must be divisible by 2, "
            f"but got padding of length {len(padding)}."
        )
    if not all(isinstance(n, int) for n in padding):
        raise TypeError(
            f"For '{name}' every element in 'padding' must be integer, but got {padding}."
        )


class _ReflectionPad(Cell):
    rank = 1

    def __init__(self, padding: Sizes):
        super().__init__()
        self.name = self.cls_name
        padding = _spread(padding, 2 * self.rank)
        _even_ints(self.name, padding)
        if any(n < 0 for n in padding):
            raise ValueError(
                f"For '{self.name}' every element in 'padding' must be >= 0, but got {padding}."
            )
        pairs = [list(padding[i : i + 2]) for i in range(0, len(padding), 2)]
        self.padding = pairs[::-1]

    def construct(self, x: Tensor) -> Tensor:
        """Pad a Tensor."""
        if not self.padding:
            return x
        before = x.ndim - len(self.padding)
        if before < 0:
            raise ValueError(
                f"For padding with length {2 * len(self.padding)}, the dimension of the tensor "
                f"should be at least {len(self.padding)}, but got {x.ndim}"
            )
        return _mirror(x, [[0, 0]] * before + self.padding, "REFLECT")


class ReflectionPad1d(_ReflectionPad):
    """Pad the last dimension by mirroring at its edge elements.

    Args:
        padding: int for both ends, or tuple (before, after).

    Inputs:
        - **x** (Tensor) - any dtype; at least one dimension.

    Outputs:
        Tensor of the dtype of `x`, longer in the last dimension.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: a number is negative or not below the length, or their count is odd.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReflectionPad1d((1, 2))(ms.Tensor([[0., 1., 2.]])))
        [[1. 0. 1. 2. 1. 0.]]
    """


class ReflectionPad2d(_ReflectionPad):
    """Pad the last two dimensions by mirroring at their edge elements.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for the one
            before it.

    Inputs:
        - **x** (Tensor) - any dtype; at least two dimensions.

    Outputs:
        Tensor of the dtype of `x`, longer in the last two dimensions.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: a number is negative or not below the length, or their count is odd.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReflectionPad2d((1, 0, 0, 1))(ms.Tensor([[1, 2], [3, 4]])))
        [[2 1 2]
         [4 3 4]
         [2 1 2]]
    """

    rank = 2


class ReflectionPad3d(_ReflectionPad):
    """Pad the last three dimensions by mirroring at their edge elements.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for those
            before it.

    Inputs:
        - **x** (Tensor) - any dtype; at least three dimensions.

    Outputs:
        Tensor of the dtype of `x`, longer in the last three dimensions.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: a number is negative or not below the length, or their count is odd.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.ReflectionPad3d(1)(ms.ops.ones((2, 2, 2))).shape
        (4, 4, 4)
    """

    rank = 3


class _ReplicationPad(Cell):
    _msj_inner = {"padv3": ("PadV3", "edge")}

    rank = 1

    def __init__(self, padding: Sizes):
        super().__init__()
        self.name = self.cls_name
        self.padding = _spread(padding, 2 * self.rank)
        _even_ints(self.name, self.padding)

    def construct(self, x: Tensor) -> Tensor:
        """Pad a Tensor."""
        return _replicate(x, self.padding, x.ndim == self.rank + 1)


class ReplicationPad1d(_ReplicationPad):
    """Pad the last dimension of (N, C, L) or (C, L) by repeating its edge elements.

    Args:
        padding: int for both ends, or tuple (before, after); negative numbers cut elements off.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L) or (C, L) and any dtype.

    Outputs:
        Tensor of the dtype of `x`, longer in the last dimension.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: the count of numbers is odd, or does not fit the input.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReplicationPad1d(1)(ms.Tensor([[1., 2.]])))
        [[1. 1. 2. 2.]]
    """


class ReplicationPad2d(_ReplicationPad):
    """Pad the last two dimensions of (N, C, H, W) or (C, H, W) by repeating their edge elements.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for the one
            before it; negative numbers cut elements off.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W) or (C, H, W) and any dtype.

    Outputs:
        Tensor of the dtype of `x`, longer in the last two dimensions.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: the count of numbers is odd, or does not fit the input.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ReplicationPad2d((1, 0, 0, 1))(ms.Tensor([[[1, 2]]])))
        [[[1 1 2]
          [1 1 2]]]
    """

    rank = 2


class ReplicationPad3d(_ReplicationPad):
    """Pad the last three dimensions by repeating their edge elements.

    Args:
        padding: int for all ends, or tuple (before, after) for the last dimension, then for those
            before it; negative numbers cut elements off.

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W) or (C, D, H, W) and any dtype.

    Outputs:
        Tensor of the dtype of `x`, longer in the last three dimensions.

    Raises:
        TypeError: `padding` is not made of ints.
        ValueError: the count of numbers is odd, or does not fit the input.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.ReplicationPad3d(1)(ms.ops.ones((1, 2, 2, 2))).shape
        (1, 4, 4, 4)
    """

    rank = 3
