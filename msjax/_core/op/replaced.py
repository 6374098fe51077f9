"""Functions of the user that replace operations in compiled code, or note things about results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msjax import log
from msjax._core.base.state import STATE


class Operation(Protocol):
    """What is needed of an operation: its name in MindSpore, and a call that runs it."""

    label: str
    compiled_as: str | None

    def apply(self, values: Sequence[Any]) -> Any:
        """Run on a complete, ordered list of argument values."""


WRAPPERS: dict[str, Callable] = {}
INFERENCES: dict[str, dict[str, Callable]] = {}
_inside: list[str] = []  # operations whose functions are running, which see the operations proper


def _name(entry: Operation) -> str:
    return entry.compiled_as or entry.label


def applies(entry: Operation) -> bool:
    """Whether anything is registered for an operation that compiled code calls now."""
    if not (WRAPPERS or INFERENCES):
        return False
    name = _name(entry)
    return (name in WRAPPERS or name in INFERENCES) and name not in _inside and STATE.compiled()


def is_inferred(attribute: str) -> bool:
    """Whether registered functions give results an attribute."""
    return any(attribute in found for found in INFERENCES.values())


def run(entry: Operation, values: Sequence[Any]) -> Any:
    """The result of an operation, or of what is registered in its place, with its attributes."""
    name = _name(entry)
    _inside.append(name)
    try:
        wrapper = WRAPPERS.get(name)
        result = entry.apply(values) if wrapper is None else wrapper(*values)(*values)
        for attribute, infer in INFERENCES.get(name, {}).items():
            try:
                found = infer(*values)
            except Exception as error:  # the result does not depend on it, as in MindSpore
                kind = type(error).__name__
                log.error("Custom infer function failed for %s: %s: %s", attribute, kind, error)
                continue
            for part in result if isinstance(result, (tuple, list)) else (result,):
                setattr(part, attribute, found)
        return result
    finally:
        _inside.pop()
