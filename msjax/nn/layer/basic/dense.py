"""Fully connected layers."""

from __future__ import annotations

import math

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import HeUniform, Uniform, initializer
from msjax.kernels.nn.dense import dense, dense_biased
from msjax.nn.cell import Cell
from msjax.nn.layer.activation.named import activation_of

_dense, _linear = call(dense_biased), call(dense)


def _parameters(
    owner: str,
    shape: list[int],
    weight_init: InitialValue | None,
    bias_init: InitialValue | None,
    bias: bool,
    dtype: mstype.Type,
) -> tuple[Parameter, Parameter | None]:
    """Weight of a shape and bias; Tensors given as initial values have the shapes of these."""
    given = [("weight", weight_init, tuple(shape))]
    if bias:
        given.append(("bias", bias_init, (shape[0],)))
    for arg, value, expected in given:
        if isinstance(value, Tensor) and value.shape != expected:
            raise ValueError(
                f"For '{owner}', {arg} init shape error. The shape of '{arg}_init' must be "
                f"{expected}, but got {value.shape}."
            )
    if weight_init is None:
        weight_init = HeUniform(math.sqrt(5))
    weight = Parameter(initializer(weight_init, shape, dtype=dtype), name="weight")
    if not bias:
        return weight, None
    if bias_init is None:
        bias_init = Uniform(scale=1 / math.sqrt(shape[1]))
    return weight, Parameter(initializer(bias_init, shape[:1], dtype=dtype), name="bias")


class Dense(Cell):
    """Fully connected layer: `x @ weight.T + bias`.

    Args:
        in_channels: int, length of the input's last dimension.
        out_channels: int, length of the result's last dimension.
        weight_init: Tensor, str, Initializer or number, of shape (out_channels, in_channels); None
            means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number, of shape (out_channels,); None means
            Uniform(1 / sqrt(in_channels)).
        has_bias: bool, add a bias.
        activation: name of an activation, Cell or Primitive applied to the result, or None.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (..., in_channels) and the dtype of the Parameters.

    Outputs:
        Tensor of shape (..., out_channels).

    Raises:
        KeyError: there is no activation of that name.
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: a number of channels is not positive, or an initial Tensor or `x` has another
            shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(3, 4)
        >>> net(ms.ops.ones((2, 3))).shape
        (2, 4)
    """

    _msj_inner = {
        "bias_add": "BiasAdd",
        "reshape": "Reshape",
        "shape": "Shape",
        "shape_op": "Shape",
        "matmul": ("MatMul", False, True),
    }

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        has_bias: bool = True,
        activation: str | Cell | Primitive | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.has_bias = validator.check_bool(has_bias, "has_bias", name)
        shape = [out_channels, in_channels]
        self.weight, self.bias = _parameters(name, shape, weight_init, bias_init, has_bias, dtype)
        self.activation = activation_of(name, activation)
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
        in_features: int, length of the input's last dimension.
        out_features: int, length of the result's last dimension.
        bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number, of shape (out_features, in_features); None
            means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number, of shape (out_features,); None means
            Uniform(1 / sqrt(in_features)).
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **x** (Tensor) - of shape (..., in_features) and the dtype of the Parameters.

    Outputs:
        Tensor of shape (..., out_features).

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: a number of features is not positive, or an initial Tensor or `x` has another
            shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Linear(2, 1, weight_init="ones", bias_init="zeros")
        >>> print(net(ms.Tensor([[1., 2.]])))
        [[3.]]
    """

    _msj_inner = {"dense": "Dense"}

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        name = self.cls_name
        self.in_features = validator.check_positive_int(in_features, "in_features", name)
        self.out_features = validator.check_positive_int(out_features, "out_features", name)
        self.has_bias = validator.check_bool(bias, "has_bias", name)
        kind = mstype.float32 if dtype is None else dtype
        shape = [out_features, in_features]
        self.weight, self.bias = _parameters(name, shape, weight_init, bias_init, bias, kind)

    def construct(self, x: Tensor) -> Tensor:
        """Apply to a Tensor of shape (..., in_features); the result is (..., out_features)."""
        return _linear(x, self.weight, self.bias)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = f"input_features={self.in_features}, output_features={self.out_features}"
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


def check_dense_input_shape(x: tuple, prim_name: str | None = None) -> None:
    """Refuse the shape of an input of a Dense layer with fewer than two axes, for older networks.

    Args:
        x: tuple of ints, the shape.
        prim_name: str, name of the layer for the error.

    Raises:
        ValueError: the shape has one axis or none.

    Examples:
        >>> from msjax.nn.layer.basic import check_dense_input_shape
        >>> check_dense_input_shape((3,), "Dense")
        Traceback (most recent call last):
        ValueError: For 'Dense', the dimension of 'x' must be at least 2, but got 1.
    """
    if len(x) < 2:
        owner = f"For '{prim_name}', the" if prim_name else "The"
        raise ValueError(f"{owner} dimension of 'x' must be at least 2, but got {len(x)}.")
