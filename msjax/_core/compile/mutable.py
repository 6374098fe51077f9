"""Values that compiled code must not treat as constants."""

from __future__ import annotations

from typing import Any, TypeVar

from msjax._core.base.state import STATE
from msjax._core.tensor.tensor import Tensor


class _Int(int):
    """An int marked by `mutable`."""


class _Float(float):
    """A float marked by `mutable`."""


class _Tuple(tuple):
    """A tuple marked by `mutable`."""


_T = TypeVar("_T")


class _List(list):
    """A list marked by `mutable`."""


class _Dict(dict):
    """A dict marked by `mutable`; what compiled code makes of it has no mark, as in MindSpore."""

    def __copy__(self) -> dict:
        return dict(self)


def mutable(input_data: _T, dynamic_len: bool = False) -> _T:
    """Mark an argument of compiled code as variable.

    Tensors inside containers are variable in msjax anyway; a marked Python number still compiles
    anew for each value, pass it as a Tensor to avoid that.

    Args:
        input_data: bool, int, float, Tensor, or tuple, list or dict of those.
        dynamic_len: the length of a tuple or list may vary.

    Returns:
        A value that is equal to `input_data`, and of its type; in compiled code without mark.

    Raises:
        TypeError: `input_data` or something in it is of another type, or `dynamic_len` is not a
            bool, or True for what has no length.

    Examples:
        >>> import msjax as ms
        >>> ms.mutable((1, 2))
        (1, 2)
    """
    if not _may_vary(input_data):
        raise TypeError(
            "For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, "
            "list, dict) or their nested structures with no self-reference, but got "
            f"{type(input_data).__name__}: {input_data}."
        )
    if not isinstance(dynamic_len, bool):
        raise TypeError(
            f"For 'mutable', the second input should be bool, but got: {type(dynamic_len).__name__}"
        )
    if dynamic_len and not isinstance(input_data, (tuple, list)):
        raise TypeError(
            "For 'mutable', when the variable_len is True, the first input should be list or "
            f"tuple, but got: {type(input_data).__name__}"
        )
    if isinstance(input_data, (bool, Tensor)):
        return input_data
    kinds = ((int, _Int), (float, _Float), (tuple, _Tuple), (list, _List), (dict, _Dict))
    for plain, marked in kinds:
        if isinstance(input_data, plain):
            return (marked if STATE.frame is None else plain)(input_data)
    return input_data


def _may_vary(value: Any, inside: tuple[int, ...] = ()) -> bool:
    """Whether a value consists of what `mutable` takes, and does not contain itself."""
    if isinstance(value, (tuple, list, dict)):
        parts = value.values() if isinstance(value, dict) else value
        return id(value) not in inside and all(_may_vary(v, (*inside, id(value))) for v in parts)
    return isinstance(value, (bool, int, float, Tensor))
