"""Networks with fewer normalizations."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import Dense

__all__ = ["CommonHeadLastFN", "LessBN"]


class CommonHeadLastFN(Cell):
    """Dense layer of rows with norm 1: a factor times the cosines of inputs and weights.

    Args:
        in_channels: int, length of the input's last dimension.
        out_channels: int, length of the result's last dimension.
        weight_init: Tensor, str, Initializer or number of the weights.
        bias_init: Tensor, str, Initializer or number of the biases.
        has_bias: bool, add a bias to the cosines.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels).

    Outputs:
        Float32 Tensor of shape (N, out_channels).

    Raises:
        TypeError: `x` is not a Tensor, or is of another dtype.
        ValueError: `x` has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.boost.less_batch_normalization import CommonHeadLastFN
        >>> net = CommonHeadLastFN(2, 3)
        >>> net(ms.ops.ones((4, 2))).shape
        (4, 3)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
    ):
        super().__init__()
        weight = initializer(weight_init, [out_channels, in_channels])
        self.weight = Parameter(weight, requires_grad=True, name="weight")
        self.x_norm, self.w_norm = ops.L2Normalize(axis=1), ops.L2Normalize(axis=1)
        self.fc = ops.MatMul(transpose_a=False, transpose_b=True)
        one = Tensor(np.ones([1]), mstype.float32)
        self.multiplier = Parameter(one, requires_grad=True, name="multiplier")
        self.has_bias = has_bias
        if has_bias:
            bias = initializer(bias_init, [out_channels])
            self.bias = Parameter(bias, requires_grad=True, name="bias")

    def construct(self, x: Tensor) -> Tensor:
        """The factor times the cosines, with the biases."""
        x = self.fc(self.x_norm(x), self.w_norm(self.weight))
        if self.has_bias:
            x = ops.bias_add(x, self.bias)
        return self.multiplier * x


class LessBN(Cell):
    """Mark a network for fewer batch normalizations.

        MindSpore's Ascend compiler takes some of them out of a marked network; elsewhere, and here,
        they stay.

    Args:
        network: Cell.
        fn_flag: bool, make the last Dense layer one of cosines.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        Those of the network.

    Raises:
        AttributeError: `network` is not a Cell.

    Examples:
        >>> import msjax as ms
        >>> net = ms.boost.LessBN(ms.nn.SequentialCell(ms.nn.Dense(2, 1)), fn_flag=True)
        >>> type(net.network[0]).__name__
        'CommonHeadLastFN'
    """

    def __init__(self, network: Cell, fn_flag: bool = False):
        super().__init__()
        self.network = network
        if "less_bn" not in network.get_flags():
            network.set_boost("less_bn")
            network.update_cell_prefix()
            if fn_flag:
                self._convert_to_less_bn_net(network)
            network.add_flags(defer_inline=True)

    def construct(self, *inputs: Any) -> Any:
        """The output of the network."""
        return self.network(*inputs)

    def _convert_to_less_bn_net(self, net: Cell) -> None:
        """Replace the last Dense layer of each Cell that has some itself."""
        last = None
        for name, cell in net.name_cells().items():
            if isinstance(cell, Dense):
                last = name, cell
            elif cell is not net:
                self._convert_to_less_bn_net(cell)
        if last is not None:
            name, cell = last
            new = CommonHeadLastFN(cell.in_channels, cell.out_channels, cell.weight, None, False)
            new.update_parameters_name(cell.param_prefix + ".")
            net.insert_child_to_cell(name, new)
