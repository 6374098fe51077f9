"""Rank 0's Parameters for all processes, where `parameter_broadcast` asks for it."""

from __future__ import annotations

import weakref
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.base.x64 import to_device
from msjax._core.runtime.agreement import host_values
from msjax._core.runtime.groups import HCCL_WORLD_COMM_GROUP, get_group_size
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import box
from msjax.kernels.comm import transfers
from msjax.parallel._auto_parallel_context import auto_parallel_context
from msjax.parallel._utils import _parameter_broadcast_check

if TYPE_CHECKING:
    from msjax.nn.cell import Cell

_SETTINGS = auto_parallel_context()
_done: weakref.WeakSet[Any] = weakref.WeakSet()


def is_asked_for() -> bool:
    """Whether Parameters are sent to all processes before a training."""
    return _SETTINGS.get_parameter_broadcast()


def share_parameters(cell: Cell) -> None:
    """Overwrite a Cell's Parameters with those of rank 0, at its first call.

    Raises:
        ValueError: the parallel mode does not do that.
    """
    if cell in _done:
        return
    _done.update(each for _, each in cell.cells_and_names())
    if get_group_size() == 1:
        return
    _parameter_broadcast_check(_SETTINGS.get_parallel_mode(), True)
    of_dtype: dict[Any, list[Parameter]] = defaultdict(list)
    for parameter in (cell.parameters_broadcast_dict() or {}).values():
        of_dtype[parameter.dtype].append(parameter)
    for parameters in of_dtype.values():
        own = [np.asarray(p._read()) for p in parameters]
        flat = box(to_device(np.concatenate([array.reshape(-1) for array in own])))
        root = host_values(transfers.broadcast(flat, 0, HCCL_WORLD_COMM_GROUP)._read())
        parts = np.split(root, np.cumsum([array.size for array in own])[:-1])
        for parameter, part in zip(parameters, parts, strict=True):
            parameter.set_data(box(to_device(part.reshape(parameter.shape))))
