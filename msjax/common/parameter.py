"""Parameters and buffers under the path of MindSpore's own file."""

from __future__ import annotations

import itertools
from typing import Any

from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor, box

__all__ = ["Parameter", "ParameterTuple"]

PARAMETER_NAME_DEFAULT = "Parameter"
_KEYS = itertools.count()


def _get_unique_parameter_key() -> int:
    """A number that no call before has given."""
    return next(_KEYS)


class _BufferType(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance.__dict__.get("_is_buffer", False)


class Buffer(metaclass=_BufferType):
    """Make a Tensor that becomes a buffer of the Cell it is assigned to.

    Args:
        data: Tensor.
        persistent: bool, whether it is part of `state_dict`; kept on the Tensor as an attribute.

    Raises:
        TypeError: `data` is not a Tensor.
        ValueError: `data` is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.common.parameter import Buffer
        >>> net = ms.nn.Cell()
        >>> net.mean = Buffer(ms.Tensor([0.0]))
        >>> [name for name, _ in net.named_buffers()]
        ['mean']
    """

    def __new__(cls, data: Any, *, persistent: bool = True) -> Tensor:
        if data is None:
            raise ValueError("For create Buffer, input data should not be None")
        if not isinstance(data, Tensor):
            raise TypeError("For create Buffer, type of input data should be Tensor")
        tensor = box(data._read())
        tensor._is_buffer = True
        tensor.persistent = persistent
        return tensor


_Buffer = Buffer  # MindSpore's spelling
