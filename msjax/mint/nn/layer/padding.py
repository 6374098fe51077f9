"""Padding of the last dimensions by a constant, by mirroring, or by repeating the edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.tensor import Tensor
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
    "ZeroPad1d",
    "ZeroPad2d",
    "ZeroPad3d",
]

_NUMBERS = [int, float, bool, np.number, Tensor, type(None)]


def _check_length(name: str, padding: Any, count: int) -> None:
    if not isinstance(padding, (tuple, list)):
        raise ValueError(
            f"For '{name}', the 'padding' must be an int, or a tuple or list of {count} ints, "
            f"but got {padding!r}."
        )
    if len(padding) != count:
        raise ValueError(f"For '{name}', the 'padding' must have {count} ints, but got {padding}.")


class ConstantPadNd_(Cell):
    """What the layers that pad by a constant share."""

    def __init__(
        self, padding: Sizes, value: float | None = None, padding_length: int | None = None
    ):
        super().__init__()
        name = self.cls_name
        if isinstance(padding, int):
            validator.check_value_type("padding", padding, [int], name)
            padding = (padding,) * padding_length
        else:
            _check_length(name, padding, padding_length)
            for i, number in enumerate(padding):
                validator.check_value_type(f"padding[{i}]", number, [int], name)
        self.padding, self.value = padding, value

    def construct(self, input: Tensor) -> Tensor:
        """Pad a Tensor."""
        validator.check_value_type("value", self.value, _NUMBERS, self.cls_name)
        return ops.pad(input, self.padding, "constant", self.value)


class ZeroPadNd_(ConstantPadNd_):
    """What the layers that pad by zeros share."""

    def __init__(self, padding: Sizes, padding_length: int):
        super().__init__(padding, 0, padding_length)


class _EdgePad(Cell):
    _mode = ""

    def __init__(self, padding: Sizes, padding_length: int | None = None):
        super().__init__()
        name = self.cls_name
        if isinstance(padding, int):
            validator.check_positive_int(padding, "padding", name)
            padding = (padding,) * padding_length
        else:
            _check_length(name, padding, padding_length)
            for i, number in enumerate(padding):
                validator.check_non_negative_int(number, f"padding[{i}]", name)
        self.padding = padding

    def construct(self, input: Tensor) -> Tensor:
        """Pad a batch or a single sample."""
        return ops.pad(input, self.padding, self._mode)


class ReflectionPadNd_(_EdgePad):
    """What the layers that pad by mirroring share."""

    _mode = "reflect"


class ReplicationPadNd_(_EdgePad):
    """What the layers that pad by repeating the edge share."""

    _mode = "replicate"


class ConstantPad1d(ConstantPadNd_):
    """Pad the last dimension by a constant.

    Args:
        padding: int for both ends, or tuple or list (before, after); negative numbers cut elements
            off.
        value: int or float.

    Inputs:
        - **input** (Tensor) - any dtype; at least one dimension.

    Outputs:
        Tensor of the dtype of `input`, longer in the last dimension.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ConstantPad1d((1, 2), 9.)(ms.Tensor([1., 2.])))
        [9. 1. 2. 9. 9.]
    """

    def __init__(self, padding: Sizes, value: float):
        super().__init__(padding, value, padding_length=2)


class ConstantPad2d(ConstantPadNd_):
    """Pad the last two dimensions by a constant.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            the one before it; negative numbers cut elements off.
        value: int or float.

    Inputs:
        - **input** (Tensor) - any dtype; at least two dimensions.

    Outputs:
        Tensor of the dtype of `input`, longer in the last two dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ConstantPad2d((1, 0, 0, 1), 9)(ms.Tensor([[1, 2]])))
        [[9 1 2]
         [9 9 9]]
    """

    def __init__(self, padding: Sizes, value: float):
        super().__init__(padding, value, padding_length=4)


class ConstantPad3d(ConstantPadNd_):
    """Pad the last three dimensions by a constant.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            those before it; negative numbers cut elements off.
        value: int or float.

    Inputs:
        - **input** (Tensor) - any dtype; at least three dimensions.

    Outputs:
        Tensor of the dtype of `input`, longer in the last three dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ConstantPad3d((0, 1, 0, 0, 1, 0), 9)(ms.Tensor([[[1]]])))
        [[[9 9]]
         [[1 9]]]
    """

    def __init__(self, padding: Sizes, value: float):
        super().__init__(padding, value, padding_length=6)


class ZeroPad1d(ZeroPadNd_):
    """Pad the last dimension by zeros.

    Args:
        padding: int for both ends, or tuple or list (before, after); negative numbers cut elements
            off.

    Inputs:
        - **input** (Tensor) - any dtype; at least one dimension.

    Outputs:
        Tensor of the dtype of `input`, longer in the last dimension.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ZeroPad1d(1)(ms.Tensor([1., 2.])))
        [0. 1. 2. 0.]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=2)


class ZeroPad2d(ZeroPadNd_):
    """Pad the last two dimensions by zeros.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            the one before it; negative numbers cut elements off.

    Inputs:
        - **input** (Tensor) - any dtype; at least two dimensions.

    Outputs:
        Tensor of the dtype of `input`, longer in the last two dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ZeroPad2d((1, 0, 0, 1))(ms.Tensor([[1, 2]])))
        [[0 1 2]
         [0 0 0]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=4)


class ZeroPad3d(ZeroPadNd_):
    """Pad the last three dimensions by zeros.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            those before it; negative numbers cut elements off.

    Inputs:
        - **input** (Tensor) - any dtype; at least three dimensions.

    Outputs:
        Tensor of the dtype of `input`, longer in the last three dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length, or nothing would be left.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ZeroPad3d((0, 1, 0, 0, 1, 0))(ms.Tensor([[[1]]])))
        [[[0 0]]
         [[1 0]]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=6)


class ReflectionPad1d(ReflectionPadNd_):
    """Pad the last dimension by mirroring at the edge elements.

    Args:
        padding: int for both ends, or tuple or list (before, after).

    Inputs:
        - **input** (Tensor) - of shape (C, L) or (N, C, L), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last dimension.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReflectionPad1d((2, 1))(ms.Tensor([[0., 1., 2.]])))
        [[2. 1. 0. 1. 2. 1.]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=2)


class ReflectionPad2d(ReflectionPadNd_):
    """Pad the last two dimensions by mirroring at the edge elements.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            the one before it.

    Inputs:
        - **input** (Tensor) - of shape (C, H, W) or (N, C, H, W), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last two dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReflectionPad2d((0, 0, 0, 1))(ms.Tensor([[[0., 1.], [2., 3.]]])))
        [[[0. 1.]
          [2. 3.]
          [0. 1.]]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=4)


class ReflectionPad3d(ReflectionPadNd_):
    """Pad the last three dimensions by mirroring at the edge elements.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            those before it.

    Inputs:
        - **input** (Tensor) - of shape (C, D, H, W) or (N, C, D, H, W), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last three dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReflectionPad3d((1, 0, 0, 0, 0, 0))(ms.Tensor([[[[0., 1.]]]])))
        [[[[1. 0. 1.]]]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=6)


class ReplicationPad1d(ReplicationPadNd_):
    """Pad the last dimension by repeating the edge elements.

    Args:
        padding: int for both ends, or tuple or list (before, after).

    Inputs:
        - **input** (Tensor) - of shape (C, L) or (N, C, L), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last dimension.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReplicationPad1d((2, 1))(ms.Tensor([[0., 1., 2.]])))
        [[0. 0. 0. 1. 2. 2.]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=2)


class ReplicationPad2d(ReplicationPadNd_):
    """Pad the last two dimensions by repeating the edge elements.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            the one before it.

    Inputs:
        - **input** (Tensor) - of shape (C, H, W) or (N, C, H, W), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last two dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReplicationPad2d((0, 0, 0, 1))(ms.Tensor([[[0., 1.], [2., 3.]]])))
        [[[0. 1.]
          [2. 3.]
          [2. 3.]]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=4)


class ReplicationPad3d(ReplicationPadNd_):
    """Pad the last three dimensions by repeating the edge elements.

    Args:
        padding: int for all ends, or tuple or list (before, after) for the last dimension, then for
            those before it.

    Inputs:
        - **input** (Tensor) - of shape (C, D, H, W) or (N, C, D, H, W), any dtype.

    Outputs:
        Tensor of the dtype of `input`, longer in the last three dimensions.

    Raises:
        TypeError: a number of `padding` is not an int, or `input` is not a Tensor.
        ValueError: `padding` has a wrong length or a negative number, or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.ReplicationPad3d((1, 0, 0, 0, 0, 0))(ms.Tensor([[[[0., 1.]]]])))
        [[[[0. 0. 1.]]]]
    """

    def __init__(self, padding: Sizes):
        super().__init__(padding, padding_length=6)
