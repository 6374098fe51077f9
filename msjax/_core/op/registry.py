"""The published names: dotted paths, each with its object or with what makes the object."""

from __future__ import annotations

from typing import Any

from msjax._core.op.checked import guarded
from msjax._core.op.older import takes_older

SURFACES: dict[str, Any] = {}  # dotted public name -> object, or what makes it when first asked for
_RESOLVED: set[str] = set()  # names whose object has been made, and has the rules of its spelling


def enter(surface: str, found: Any) -> None:
    """Publish an object, or something with a method `make` that gives it, under a dotted name."""
    if surface in SURFACES:
        raise ValueError(f"'{surface}' is published twice.")
    SURFACES[surface] = found


def resolve(surface: str) -> Any:
    """The object published under a dotted name.

    Raises:
        KeyError: there is none.
    """
    found = SURFACES[surface]
    if surface not in _RESOLVED:
        found = found.make() if hasattr(found, "make") else guarded(found, surface)
        found = SURFACES[surface] = takes_older(found, surface, resolve)
        _RESOLVED.add(surface)
    return found


def published(module: str) -> list[str]:
    """Names published under a module or class, e.g. "ops" or "Tensor"."""
    prefix = module + "."
    return [s[len(prefix) :] for s in SURFACES if s.startswith(prefix)]
