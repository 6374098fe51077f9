"""The registry through which programs reach operations by name."""

from __future__ import annotations

from typing import Any


class Registry:
    """Operations by name: those that were set as attributes, else the functions of `ops`.

    Examples:
        >>> import msjax as ms
        >>> registry = ms.common._register_for_tensor.tensor_operator_registry
        >>> registry.get("add") is ms.ops.add
        True
    """

    def get(self, obj_str: str) -> Any:
        """The operation of a name.

        Args:
            obj_str: str, the name.

        Returns:
            The function or object of that name.

        Raises:
            TypeError: the name is not a string.
            AttributeError: there is none.
        """
        if not isinstance(obj_str, str):
            raise TypeError("key for tensor registry must be string.")
        return getattr(self, obj_str)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from msjax import ops

        return getattr(ops, name)


tensor_operator_registry = Registry()
