"""Dense layers, dropout, and small layers around single operations."""

from __future__ import annotations

import math
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.parameter import Parameter
from msjax._core.primitive import Primitive
from msjax._core.tensor import Tensor
from msjax.common.initializer import HeUniform, Uniform, initializer
from msjax.nn.cell import Cell
from msjax.nn.layer._legacy_basic import (
    ClipByNorm,
    L1Regularizer,
    MatrixDiag,
    MatrixDiagPart,
    MatrixSetDiag,
    Norm,
    OneHot,
    Roll,
    Tril,
    Triu,
    Unfold,
)
from msjax.nn.layer.activation import get_activation
from msjax.ops.dense import dense, dense_biased
from msjax.ops.pads import mirror_pad

__all__ = [
    "ClipByNorm",
    "Dense",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Dropout2dExt",
    "Dropout3d",
    "DropoutExt",
    "Flatten",
    "Identity",
    "L1Regularizer",
    "Linear",
    "MatrixDiag",
    "MatrixDiagPart",
    "MatrixSetDiag",
    "Norm",
    "OneHot",
    "Pad",
    "Roll",
    "Tril",
    "Triu",
    "Unflatten",
    "Unfold",
    "Upsample",
]

_dense, _linear = call(dense_biased), call(dense)


def _check_inits(
    owner: str, shape: list[int], weight_init: Any, bias_init: Any, bias: bool
) -> None:
    """Tensors given as initial values have the shapes of the Parameters."""
    given = [("weight", weight_init, tuple(shape))]
    if bias:
        given.append(("bias", bias_init, (shape[0],)))
    for arg, value, expected in given:
        if isinstance(value, Tensor) and value.shape != expected:
            raise ValueError(
                f"For '{owner}', {arg} init shape error. The shape of '{arg}_init' must be "
                f"{expected}, but got {value.shape}."
            )


class Dense(Cell):
    """Fully connected layer: `x @ weight.T + bias`.

    Args:
        in_channels: length of the input's last dimension.
        out_channels: length of the result's last dimension.
        weight_init: initializer; None means HeUniform(sqrt(5)).
        bias_init: initializer; None means Uniform(1 / sqrt(in_channels)).
        has_bias: add a bias.
        activation: name of an activation, Cell or Primitive applied to the result, or None.
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(3, 4)
        >>> net(ms.ops.ones((2, 3))).shape
        (2, 4)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        activation: Any = None,
        dtype: Any = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.has_bias = validator.check_bool(has_bias, "has_bias", name)
        shape = [out_channels, in_channels]
        _check_inits(name, shape, weight_init, bias_init, has_bias)
        if weight_init is None:
            weight_init = HeUniform(math.sqrt(5))
        self.weight = Parameter(initializer(weight_init, shape, dtype=dtype), name="weight")
        self.bias = None
        if has_bias:
            if bias_init is None:
                bias_init = Uniform(scale=1 / math.sqrt(in_channels))
            values = initializer(bias_init, [out_channels], dtype=dtype)
            self.bias = Parameter(values, name="bias")
        self.activation = get_activation(activation) if isinstance(activation, str) else activation
        if activation is not None and not isinstance(self.activation, (Cell, Primitive)):
            raise TypeError(
                f"For '{name}', the 'activation' must be str or Cell or Primitive, "
                f"but got {type(activation).__name__}."
            )
        self.activation_flag = self.activation is not None

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of shape (..., in_channels); the result is (..., out_channels)."""
        x = _dense(x, self.weight, self.bias)
        if not self.activation_flag:
            return x
        if x.ndim == 2:
            return self.activation(x)
        # Activations with parameters per channel see the features in dimension 1.
        return self.activation(x.reshape(-1, x.shape[-1])).reshape(x.shape)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        if self.has_bias:
            text += f", has_bias={self.has_bias}"
        if self.activation_flag:
            text += f", activation={self.activation}"
        return text


class Linear(Cell):
    """Fully connected layer: `x @ weight.T + bias`.

    Args:
        in_features: length of the input's last dimension.
        out_features: length of the result's last dimension.
        bias: add a bias.
        weight_init: initializer; None means HeUniform(sqrt(5)).
        bias_init: initializer; None means Uniform(1 / sqrt(in_features)).
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        name = self.cls_name
        self.in_features = validator.check_positive_int(in_features, "in_features", name)
        self.out_features = validator.check_positive_int(out_features, "out_features", name)
        self.has_bias = validator.check_bool(bias, "has_bias", name)
        kind = mstype.float32 if dtype is None else dtype
        shape = [out_features, in_features]
        _check_inits(name, shape, weight_init, bias_init, bias)
        if weight_init is None:
            weight_init = HeUniform(math.sqrt(5))
        self.weight = Parameter(initializer(weight_init, shape, dtype=kind), name="weight")
        self.bias = None
        if bias:
            if bias_init is None:
                bias_init = Uniform(scale=1 / math.sqrt(in_features))
            values = initializer(bias_init, [out_features], dtype=kind)
            self.bias = Parameter(values, name="bias")

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of shape (..., in_features); the result is (..., out_features)."""
        return _linear(x, self.weight, self.bias)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = f"input_features={self.in_features}, output_features={self.out_features}"
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


# -- dropout --


class Dropout(Cell):
    """In training mode, set elements to zero at random and scale up the others.

    Args:
        keep_prob: float in (0, 1], the probability that an element stays; used if `p` is None.
        p: number in [0, 1), the probability of zero.
        dtype: accepted for compatibility; the result has the dtype of the input.

    Raises:
        TypeError: a probability is no number.
        ValueError: a probability is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dropout(p=0.5)
        >>> print(net(ms.ops.ones(3)))
        [1. 1. 1.]
    """

    def __init__(self, keep_prob: float = 0.5, p: Any = None, dtype: Any = mstype.float32):
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
        p: number in [0, 1], the probability of zero.
        inplace: write the result into the input.
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
        return input.assign_value(out) if self.inplace else out


class Dropout2dExt(DropoutExt):
    """In training mode, set whole channels of (N, C, H, W) to zero at random.

    Args:
        p: number in [0, 1], the probability of zero.
        inplace: write the result into the input.
    """

    def construct(self, input: Tensor) -> Tensor:
        """Apply to a Tensor of a floating dtype."""
        if not self.training or self.p == 0:
            return input
        out = ops.dropout2d(input, self.p)
        return input.assign_value(out) if self.inplace else out


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

    Raises:
        TypeError: `p` is no float.
        ValueError: `p` is out of range.
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of 2 or 3 dimensions."""
        return x if not self.training or self.prob == 0 else ops.dropout1d(x, self.prob)


class Dropout2d(_DropoutChannels):
    """In training mode, set whole channels of (N, C, H, W) to zero at random.

    Args:
        p: float in [0, 1], the probability of zero.

    Raises:
        TypeError: `p` is no float.
        ValueError: `p` is out of range.
    """

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

    Raises:
        TypeError: `p` is no float.
        ValueError: `p` is out of range.
    """

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of 5 dimensions."""
        return x if not self.training or self.prob == 0 else ops.dropout3d(x, self.prob)

    def extend_repr(self) -> str:
        """The probability that a channel stays, for printing."""
        return f"p={self.keep_prob}"


# -- shapes --


class Flatten(Cell):
    """Join the dimensions from `start_dim` to `end_dim`.

    Args:
        start_dim: the first dimension that is joined.
        end_dim: the last one.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.Flatten()(ms.ops.ones((2, 3, 4))).shape
        (2, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def construct(self, x: Tensor) -> Tensor:
        """Reshape a Tensor."""
        if not isinstance(x, Tensor):
            raise TypeError(f"For 'Flatten', the 'x' must be a Tensor, but got {type(x)}.")
        rank = x.ndim or 1
        if not (-rank <= self.start_dim < rank and -rank <= self.end_dim < rank):
            raise ValueError("'start_dim' or 'end_dim' out of range.")
        if (self.start_dim, self.end_dim) == (1, -1):
            return ops.flatten(x)
        return x.flatten(start_dim=self.start_dim, end_dim=self.end_dim)


class Identity(Cell):
    """A layer that returns its input; the constructor's arguments are not used."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def construct(self, input: Any) -> Any:
        """Return the input."""
        return input


class Unflatten(Cell):
    """Split one dimension into several.

    Args:
        axis: the dimension.
        unflattened_size: tuple or list of the new lengths.

    Raises:
        TypeError: an argument is of a wrong type.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.Unflatten(1, (2, 3))(ms.ops.ones((4, 6))).shape
        (4, 2, 3)
    """

    def __init__(self, axis: int, unflattened_size: Any):
        super().__init__()
        validator.check_is_int(axis, "axis", "Unflatten")
        kinds = (list, tuple)
        validator.check_value_type("unflattended_size", unflattened_size, kinds, "Unflatten")
        self.axis, self.unflattened_size = axis, tuple(unflattened_size)

    def construct(self, input_x: Tensor) -> Tensor:
        """Reshape a Tensor."""
        shape = input_x.shape
        rest = () if self.axis == -1 else shape[self.axis + 1 :]
        return input_x.reshape(shape[: self.axis] + self.unflattened_size + rest)


class Pad(Cell):
    """Pad the dimensions of a Tensor.

    Args:
        paddings: tuple of pairs, one for each dimension (up to 4).
        mode: "CONSTANT" (zeros), "REFLECT" or "SYMMETRIC".

    Raises:
        TypeError: `paddings` is no tuple.
        ValueError: `paddings` is not made of pairs, or the mode is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Pad(((0, 0), (1, 1)))(ms.Tensor([[1., 2.]])))
        [[0. 1. 2. 0.]]
    """

    def __init__(self, paddings: Any, mode: str = "CONSTANT"):
        super().__init__()
        name = self.cls_name
        validator.check_string(mode, ["CONSTANT", "REFLECT", "SYMMETRIC"], "mode", name)
        if not isinstance(paddings, tuple):
            raise TypeError(
                f"For '{name}', the type of 'paddings' must be tuple, "
                f"but got {type(paddings).__name__}."
            )
        for item in paddings:
            validator.check_value_type("paddings", item, [tuple, list], name)
        if any(len(item) != 2 for item in paddings):
            raise ValueError(
                f"For '{name}', the dimension of 'paddings' must be (n, 2), but got {paddings}."
            )
        if len(paddings) > 4:
            raise ValueError(
                f"For '{name}', only 'paddings' up to 4 dims is supported, but got {len(paddings)}."
            )
        self.mode, self.paddings = mode, paddings
        self.pad = ops.Pad(paddings) if mode == "CONSTANT" else ops.MirrorPad(mode=mode)

    def construct(self, x: Tensor) -> Tensor:
        """Pad a Tensor."""
        if self.mode == "CONSTANT":
            return self.pad(x)
        return call(mirror_pad)(x, self.paddings, self.mode)  # the Primitive wants a Tensor


class Upsample(Cell):
    """Resize the spatial dimensions; the arguments are those of `ops.interpolate`.

    Args:
        size: the new lengths.
        scale_factor: factors of the lengths.
        mode: "nearest", "linear", "bilinear", "bicubic", "trilinear", "area" or "nearest-exact".
        align_corners: whether the corners' centres stay in place.
        recompute_scale_factor: compute the factors from the rounded lengths.
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, x: Tensor) -> Tensor:
        """Resize a Tensor."""
        how = (self.mode, self.align_corners, self.recompute_scale_factor)
        return ops.interpolate(x, self.size, self.scale_factor, *how)


def check_dense_input_shape(x: tuple, prim_name: str | None = None) -> None:
    """Refuse the shape of an input of a Dense layer with less than two axes, for older networks.

    Args:
        x: the shape.
        prim_name: name of the layer for the error.

    Raises:
        ValueError: the shape has one axis or none.
    """
    if len(x) < 2:
        owner = f"For '{prim_name}', the" if prim_name else "The"
        raise ValueError(f"{owner} dimension of 'x' must be at least 2, but got {len(x)}.")
