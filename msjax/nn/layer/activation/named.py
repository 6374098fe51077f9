"""Activations by their names."""

from __future__ import annotations

from typing import overload

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
