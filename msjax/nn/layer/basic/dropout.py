"""Dropout layers."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell


class Dropout(Cell):
    """In training mode, set elements to zero at random and scale up the others.

    Args:
        keep_prob: float in (0, 1], the probability that an element stays; used if `p` is None.
        p: float or int in [0, 1), the probability of zero, or None.
        dtype: accepted for compatibility; the result has the dtype of the input.

    Inputs:
        - **x** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`; without training, `x` itself.

    Raises:
        TypeError: a probability is not a number, or `x` is of another dtype.
        ValueError: a probability is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout(p=0.5)
        >>> print(net(ms.ops.ones(3)))
        [1. 1. 1.]

    References:
        Srivastava, Hinton, Krizhevsky, Sutskever, Salakhutdinov: Dropout: A Simple Way to Prevent
        Neural Networks from Overfitting, 2014.
    """

    _msj_inner = {"dropout": lambda c: ops.Dropout(c.keep_prob if c.p is None else 1 - c.p)}

    def __init__(
        self, keep_prob: float = 0.5, p: float | None = None, dtype: Type = mstype.float32
    ):
        super().__init__()
        name = self.cls_name
        if p is None:
            validator.check_value_type("keep_prob", keep_prob, [float], name)
            if keep_prob <= 0 or keep_prob > 1:
                raise ValueError(
                    f"For '{name}', the 'keep_prob' must be a number in range (0, 1], "
                    f"but got {keep_prob}."
                )
        else:
            validator.check_value_type("p", p, [float, int], name)
            if p < 0 or p >= 1:
                raise ValueError(
                    f"For '{name}', the 'p' must be a number in range [0, 1), but got {p}."
                )
        self.p, self.keep_prob = p, keep_prob

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        if not self.training or self.keep_prob == 1 or self.p == 0:
            return x
        return ops.dropout(x, 1 - self.keep_prob if self.p is None else self.p)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"


class DropoutExt(Cell):
    """In training mode, set elements to zero at random and scale up the others.

    Args:
        p: float or int in [0, 1], the probability of zero.
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - any shape; Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input`; without training, `input` itself.

    Raises:
        TypeError: `p` is not a number, or `input` is of another dtype.
        ValueError: `p` is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.DropoutExt(p=1.0).set_train()
        >>> print(net(ms.ops.ones(3)))
        [0. 0. 0.]
    """

    def __init__(self, p: float = 0.5, inplace: bool = False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        if not self.training or self.p == 0:
            return input
        if not isinstance(self.p, str) and not 0 <= self.p <= 1:
            raise ValueError(f"For 'DropoutExt', the 'p' must be in [0, 1], but got {self.p}.")
        out = input * 0 if self.p == 1 else ops.dropout(input, self.p)
        return input._overwrite(out) if self.inplace else out


class Dropout2dExt(DropoutExt):
    """In training mode, set whole channels of (N, C, H, W) to zero at random.

    Args:
        p: float or int in [0, 1], the probability of zero.
        inplace: bool, write the result into the input.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W), any dtype but Bool and complex.

    Outputs:
        Tensor of the shape and dtype of `input`; without training, `input` itself.

    Raises:
        TypeError: `p` is not a number, or `input` is of another dtype.
        ValueError: `p` is out of range, or `input` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout2dExt(p=1.0).set_train()
        >>> print(net(ms.ops.ones((1, 2, 1, 1))).reshape(-1))
        [0. 0.]
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        if not self.training or self.p == 0:
            return input
        out = ops.dropout2d(input, self.p)
        return input._overwrite(out) if self.inplace else out


class _DropoutChannels(Cell):
    """What the channel dropout layers share."""

    def __init__(self, p: float = 0.5):
        super().__init__()
        validator.check_value_type("p", p, [float], self.cls_name)
        if p < 0 or p > 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'p' must be a number in range [0, 1], but got {p}."
            )
        self.prob, self.keep_prob = p, 1.0 - p


class Dropout1d(_DropoutChannels):
    """In training mode, set whole channels of (N, C, L) or (C, L) to zero at random.

    Args:
        p: float in [0, 1], the probability of zero.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L) or (C, L); Int8 to Int64, Float16, BFloat16, Float32
          or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`; without training, `x` itself.

    Raises:
        TypeError: `p` is not a float, or `x` is of another dtype.
        ValueError: `p` is out of range, or `x` does not have 2 or 3 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout1d(p=1.0).set_train()
        >>> print(net(ms.ops.ones((2, 3))))
        [[0. 0. 0.]
         [0. 0. 0.]]
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of 2 or 3 dimensions."""
        return x if not self.training or self.prob == 0 else ops.dropout1d(x, self.prob)


class Dropout2d(_DropoutChannels):
    """In training mode, set whole channels of (N, C, H, W) to zero at random.

    Args:
        p: float in [0, 1], the probability of zero.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W), any dtype but Bool and complex.

    Outputs:
        Tensor of the shape and dtype of `x`; without training, `x` itself.

    Raises:
        TypeError: `p` is not a float, or `x` is of another dtype.
        ValueError: `p` is out of range, or `x` does not have 4 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout2d(p=0.5).set_train()
        >>> net(ms.ops.ones((1, 2, 3, 4))).shape
        (1, 2, 3, 4)
    """

    _msj_inner = {"dropout2d": lambda c: ops.Dropout2D(c.keep_prob)}

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of 4 dimensions."""
        return x if not self.training or self.prob == 0 else ops.dropout2d(x, self.prob)

    def extend_repr(self) -> str:
        """The probability that a channel stays, for printing."""
        return f"p={self.keep_prob}"


class Dropout3d(_DropoutChannels):
    """In training mode, set whole channels of (N, C, D, H, W) to zero at random.

    Args:
        p: float in [0, 1], the probability of zero.

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W); Int8 to Int64, Float16, BFloat16, Float32 or
          Float64.

    Outputs:
        Tensor of the shape and dtype of `x`; without training, `x` itself.

    Raises:
        TypeError: `p` is not a float, or `x` is of another dtype.
        ValueError: `p` is out of range, or `x` does not have 5 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout3d(p=0.5).set_train()
        >>> net(ms.ops.ones((1, 2, 3, 4, 5))).shape
        (1, 2, 3, 4, 5)
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of 5 dimensions."""
        return x if not self.training or self.prob == 0 else ops.dropout3d(x, self.prob)

    def extend_repr(self) -> str:
        """The probability that a channel stays, for printing."""
        return f"p={self.keep_prob}"
