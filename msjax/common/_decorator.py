"""A decorator that programs import from here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msjax import log

__all__ = ["deprecated"]

_warned: set[str] = set()


def deprecated(
    version: str, substitute: str, use_substitute_name: bool = False, module_prefix: str = ""
) -> Callable[[Callable], Callable]:
    """Mark a function as deprecated: its first call logs a warning.

    Args:
        version: str, the version that deprecated it.
        substitute: str, what to use instead; may be empty.
        use_substitute_name: bool, set `substitute_name` of a method's class to `substitute`.
        module_prefix: what the warning writes in front of the name.
    """

    def decorate(function: Callable) -> Callable:
        path = getattr(function, "__qualname__", function.__name__).split(".")
        method = len(path) > 1 and path[-2] != "<locals>"

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            cls = type(args[0]) if args else None
            name = cls.__name__ if method and cls else function.__name__
            if name + version not in _warned:
                _warned.add(name + version)
                instead = f", use '{substitute}' instead." if substitute else "."
                log.warning(
                    f"'{module_prefix}{name}' is deprecated from version {version} and will be "
                    f"removed in a future version{instead}"
                )
            if cls and use_substitute_name and substitute:
                cls.substitute_name = substitute
            return function(*args, **kwargs)

        return wrapper

    return decorate
