"""A layer applied along time."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op.primitive import Primitive
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["TimeDistributed"]


class TimeDistributed(Cell):
    """Apply a layer to each step along an axis.

    Args:
        layer: Cell or Primitive.
        time_axis: int, the axis of the steps.
        reshape_with_axis: int, join the steps with this axis and apply the layer once, instead of
            once for each step; None for not.

    Inputs:
        - **inputs** (Tensor) - at least 3 dimensions, and a dtype that the layer takes.

    Outputs:
        Tensor: the results of the layer, stacked along the time axis.

    Raises:
        TypeError: an argument has a wrong type, or `inputs` is not a Tensor.
        ValueError: `inputs` has less than 3 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.TimeDistributed(ms.nn.Dense(4, 2), time_axis=1, reshape_with_axis=0)
        >>> net(ms.ops.ones((3, 5, 4))).shape
        (3, 5, 2)
    """

    _msj_inner = {"reshape": "Reshape", "transpose": "Transpose"}

    def __init__(
        self, layer: Cell | Primitive, time_axis: int, reshape_with_axis: int | None = None
    ):
        super().__init__()
        if not isinstance(layer, (Cell, Primitive)):
            raise TypeError(
                f"For '{self.cls_name}', the 'layer' must be Cell or Primitive instance, "
                f"but got type: {type(layer).__name__}."
            )
        validator.check_is_int(time_axis, "time_axis", self.cls_name)
        if reshape_with_axis is not None:
            validator.check_is_int(reshape_with_axis, "reshape_with_axis", self.cls_name)
        self.layer = layer
        self.time_axis, self.reshape_with_axis = time_axis, reshape_with_axis

    def construct(self, inputs: Tensor) -> Tensor:
        """Apply to a Tensor of at least 3 dimensions."""
        if not isinstance(inputs, Tensor):
            raise TypeError(f"For '{self.cls_name}', the inputs and outputs must be a Tensor.")
        rank = inputs.ndim
        if rank < 3:
            raise ValueError(
                f"For '{self.cls_name}', the inputs shape must be at least 3D, but got {rank}."
            )
        time = self.time_axis % rank
        if self.reshape_with_axis is None:
            steps = [self.layer(step) for step in ops.unstack(inputs, time)]
            return ops.stack(steps, time)
        return self._joined(inputs, time, self.reshape_with_axis % rank)

    def _joined(self, inputs: Tensor, time: int, axis: int) -> Tensor:
        rank = inputs.ndim
        if axis == rank - 1:
            target = rank - 2
        else:
            target = axis + 1 if time > axis else axis - 1
        place = min(target, axis)
        order = [i for i in range(rank) if i != time]
        order.insert(target, time)
        moved = ops.transpose(inputs, tuple(order))
        shape = moved.shape
        out = self.layer(moved.reshape(shape[:place] + (-1,) + shape[place + 2 :]))
        return out.reshape(
            (-1, *(out.shape[:place] + shape[place : place + 2])[1:], *out.shape[place + 1 :])
        )
