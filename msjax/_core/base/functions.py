"""Python functions with given signatures."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")
F = TypeVar("F", bound=Callable)  # what decorators that keep a signature take and give

SOURCE = "<msjax>"  # the file that tracebacks show for functions made here
_NOT_THE_USERS = {"msjax", "jax", "jaxlib", "numpy", "scipy", *sys.stdlib_module_names}


def make_function(name: str, params: list, body: str, entry: Any, **extra: Any) -> Callable:
    """Compile `def name(<params>): return <body>`, so that Python itself binds arguments."""
    scope: dict[str, Any] = {"__name__": "msjax", "_apply": entry.apply}
    scope.update(extra)
    parts, star = [], False
    for i, p in enumerate(params):
        if p.kind is p.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        text = p.name
        if p.kind is p.VAR_POSITIONAL:
            text, star = "*" + p.name, True
        if p.default is not p.empty:
            scope[f"_d{i}"] = p.default
            text += f"=_d{i}"
        parts.append(text)
    source = name if name.isidentifier() else "function"
    exec(compile(f"def {source}({', '.join(parts)}): return {body}", SOURCE, "exec"), scope)
    return scope[source]


def shows(function: Callable, source: Callable) -> None:
    """Let help and editors show another function's source for one that was made here."""
    function.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    function.__wrapped__ = source  # type: ignore[attr-defined]


def wrapped(function: Any) -> Any:
    """The function that a decorator wrapped, or None; what `shows` only shows is not run."""
    if getattr(getattr(function, "__code__", None), "co_filename", None) == SOURCE:
        return None
    return getattr(function, "__wrapped__", None)


def of_user(module: Any) -> bool:
    """Whether a module, given its name, is one of the program or of its packages."""
    return str(module or "").partition(".")[0] not in _NOT_THE_USERS


class OfClass:
    """An attribute that a class has, and neither its instances nor classes derived from it."""

    def __init__(self, value: Any):
        self.value = value

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is not None or owner is not self.owner:
            raise AttributeError(self.name)
        return self.value


def overridable(method: Callable[..., R]) -> Callable[..., R]:
    """Decorator that tells type checkers: subclasses write this method with their own arguments."""
    return method
