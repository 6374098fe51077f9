"""Plugins for MindSpore's compiler, which has no counterpart here."""

from __future__ import annotations

import enum

from msjax._core.base.errors import unsupported

__all__ = ["CustomPassType", "register_custom_pass"]


_Kind = enum.Enum("CustomPassType", {"PATTERN": 0, "FULL_GRAPH": 1})


class CustomPassType:
    """What a pass of a plugin works on.

    Examples:
        >>> import msjax as ms
        >>> print(ms.graph.CustomPassType.PATTERN.value)
        0
    """

    PATTERN = _Kind["PATTERN"]
    FULL_GRAPH = _Kind["FULL_GRAPH"]


def register_custom_pass(
    pass_name: str,
    plugin_so_path: str,
    device: str = "all",
    pass_type: CustomPassType = CustomPassType.PATTERN,
) -> bool:
    """Not possible here: such plugins rewrite MindSpore's graphs, and XLA compiles its own.

    Args:
        pass_name: not used.
        plugin_so_path: not used.
        device: not used.
        pass_type: a member of CustomPassType.

    Raises:
        TypeError: `pass_type` is something else.
        NotImplementedError: otherwise.

    Examples:
        >>> import msjax as ms
        >>> ms.graph.register_custom_pass("fuse", "/lib/fuse.so")
        Traceback (most recent call last):
        NotImplementedError: graph.register_custom_pass is not supported by msjax; ...
    """
    if not isinstance(pass_type, _Kind):
        raise TypeError(f"pass_type must be of type CustomPassType, got {type(pass_type).__name__}")
    raise unsupported("graph.register_custom_pass", "graph.register_op_wrapper replaces operations")
