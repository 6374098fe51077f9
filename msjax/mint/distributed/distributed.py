"""The functions of `msjax.ops.communication`, as they are without `set_comm_ops_inplace`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msjax.ops import communication as _communication

_ELSEWHERE = {"set_comm_ops_inplace", "all_to_all_v_c", "gather_into_tensor", "scatter_tensor"}

__all__ = sorted(set(_communication.__all__) - _ELSEWHERE)


def _writing(function: Callable) -> Callable:
    """A collective that writes into the Tensors given for its results, whatever was chosen."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        with _communication.writing():
            return function(*args, **kwargs)

    return called


def _published(name: str) -> Any:
    found = getattr(_communication, name)
    return _writing(found) if name in _communication.COLLECTIVES else found


globals().update({_name: _published(_name) for _name in __all__})
