"""Bilinear layer."""

from __future__ import annotations

import math
from typing import Any

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import Uniform, initializer
from msjax.kernels.nn.dense import bidense
from msjax.nn.cell import Cell

__all__ = ["BiDense"]

_bidense = call(bidense)


class BiDense(Cell):
    """Bilinear layer: `input1^T weight[k] input2 + bias[k]` for each k.

    Args:
        in1_channels: int, length of the first input's last dimension.
        in2_channels: int, length of the second input's last dimension.
        out_channels: int, length of the result's last dimension.
        weight_init: Tensor, str, Initializer or number, of shape (out_channels, in1_channels,
            in2_channels); None means Uniform(1 / sqrt(in1_channels)).
        bias_init: Tensor, str, Initializer or number, of shape (out_channels,); None means the
            same.
        has_bias: bool, add a bias.
        dtype: dtype of the Parameters.

    Inputs:
        - **input1** (Tensor) - of shape (..., in1_channels) and the dtype of the Parameters.
        - **input2** (Tensor) - of shape (..., in2_channels) with the other dimensions of `input1`.

    Outputs:
        Tensor of shape (..., out_channels).

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: a number of channels is not positive, or an initial Tensor or an input has
            another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.BiDense(2, 3, 4)
        >>> net(ms.ops.ones((5, 2)), ms.ops.ones((5, 3))).shape
        (5, 4)
    """

    _msj_inner = {"bias_add": "BiasAdd", "matmul": "MatMul"}

    def __init__(
        self,
        in1_channels: int,
        in2_channels: int,
        out_channels: int,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.in1_channels = validator.check_positive_int(in1_channels, "in1_channels", name)
        self.in2_channels = validator.check_positive_int(in2_channels, "in2_channels", name)
        self.in_channels = in2_channels
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.has_bias = validator.check_bool(has_bias, "has_bias", name)
        bound = 1 / math.sqrt(in1_channels)
        shape = (out_channels, in1_channels, in2_channels)
        weight = _values(name, "weight", weight_init, bound, shape, dtype)
        self.weight = Parameter(weight, "weight")
        if has_bias:
            bias = _values(name, "bias", bias_init, bound, (out_channels,), dtype)
            self.bias = Parameter(bias, name="bias")

    def construct(self, input1: Tensor, input2: Tensor) -> Tensor:
        """Apply to (..., in1_channels) and (..., in2_channels), giving (..., out_channels)."""
        for arg, value, length in (
            ("input1", input1, self.in1_channels),
            ("input2", input2, self.in2_channels),
        ):
            if not isinstance(value, Tensor):
                raise TypeError(
                    f"For '{self.cls_name}', the '{arg}' must be a Tensor, "
                    f"but got {type(value).__name__}."
                )
            if value.shape[-1] != length:
                raise ValueError(
                    f"For '{self.cls_name}', the last dimension of '{arg}' must be {length}, "
                    f"but got {value.shape[-1]}."
                )
        return _bidense(input1, input2, self.weight, self.bias if self.has_bias else None)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = (
            f"in1_channels={self.in1_channels}, in2_channels={self.in2_channels}, "
            f"output_channels={self.out_channels}"
        )
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


def _values(owner: str, arg: str, init: Any, bound: float, shape: tuple, dtype: Any) -> Tensor:
    if isinstance(init, Tensor) and init.shape != shape:
        raise ValueError(
            f"For '{owner}', {arg} init shape error. The shape of '{arg}_init' must be {shape}, "
            f"but got {init.shape}."
        )
    return initializer(Uniform(bound) if init is None else init, shape, dtype=dtype)
