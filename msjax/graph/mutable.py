"""Values that compiled code must not treat as constants."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor import Tensor


class _Int(int):
    """An int marked by `mutable`."""


class _Float(float):
    """A float marked by `mutable`."""


class _Tuple(tuple):
    """A tuple marked by `mutable`."""


class _List(list):
    """A list marked by `mutable`."""


class _Dict(dict):
    """A dict marked by `mutable`."""


def mutable(input_data: Any, dynamic_len: bool = False) -> Any:
    """Mark an argument of compiled code as variable.

    Tensors inside containers are variable in msjax anyway; a marked Python number still compiles
    anew for each value, pass it as a Tensor to avoid that.

    Args:
        input_data: int, float, Tensor, or tuple, list or dict of those.
        dynamic_len: the length of a tuple or list may vary.

    Raises:
        TypeError: `input_data` is of another type.

    Examples:
        >>> import msjax as ms
        >>> ms.mutable((1, 2))
        (1, 2)
    """
    if isinstance(input_data, Tensor):
        return input_data
    kinds = ((int, _Int), (float, _Float), (tuple, _Tuple), (list, _List), (dict, _Dict))
    if not isinstance(input_data, bool):
        for plain, marked in kinds:
            if isinstance(input_data, plain):
                return marked(input_data)
    raise TypeError(
        "For 'mutable', the 'input_data' should be one of (int, float, Tensor, tuple, list, dict) "
        f"or their nested structures, but got {input_data!r}."
    )
