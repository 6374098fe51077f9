"""Activations by their names."""

from __future__ import annotations

from typing import Any, overload

from msjax._core.op.primitive import Primitive
from msjax.nn.cell import Cell
from msjax.nn.layer.activation.axes import LogSoftmax, LogSoftmaxExt, Softmax, Softmax2d, Softmin
from msjax.nn.layer.activation.rectifier import (
    Hardtanh,
    HShrink,
    HSigmoid,
    HSwish,
    LeakyReLU,
    PReLU,
    PReLUExt,
    ReLU,
    ReLU6,
    RReLU,
    SoftShrink,
    Threshold,
)
from msjax.nn.layer.activation.smooth import (
    ELU,
    GELU,
    FastGelu,
    LogSigmoid,
    Mish,
    Sigmoid,
    SiLU,
    Softsign,
    Tanh,
    Tanhshrink,
)

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


@overload
def get_activation(name: str, prim_name: str | None = None) -> Cell: ...
@overload
def get_activation(name: None, prim_name: str | None = None) -> None: ...
def get_activation(name: str | None, prim_name: str | None = None) -> Cell | None:
    """An activation layer by its name, such as "relu" or "gelu"; None for None.

    Args:
        name: str, the name, or None.
        prim_name: str, the layer that asks, for the error text.

    Returns:
        Cell: a new layer with the default settings, or None.

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


def activation_of(layer: str, given: Any) -> Cell | Primitive | None:
    """The activation that a layer is given by name or as it is.

    Args:
        layer: the name of the layer's class.
        given: a name, a Cell, a Primitive or None.

    Raises:
        TypeError: it is none of these.
        KeyError: there is no activation of this name.
    """
    if isinstance(given, str):
        return get_activation(given)
    if given is not None and not isinstance(given, (Cell, Primitive)):
        raise TypeError(
            f"For '{layer}', the 'activation' must be str or Cell or Primitive, "
            f"but got {type(given).__name__}."
        )
    return given
