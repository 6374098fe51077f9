"""Python functions with given signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")

SOURCE = "<msjax>"  # the file that tracebacks show for functions made here


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


def overridable(method: Callable[..., R]) -> Callable[..., R]:
    """Decorator that tells type checkers: subclasses write this method with their own arguments."""
    return method
