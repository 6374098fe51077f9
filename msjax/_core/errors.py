"""Error texts in MindSpore's form, and the errors that msjax adds."""

from __future__ import annotations

from typing import Any


class TraceBreak(Exception):
    """Compiled code asked for a value that exists only at run time; carries the reason."""


def describe(value: Any) -> str:
    """Short text for a received value: its type, and its value when small."""
    kind = type(value).__name__
    return kind if kind in ("Tensor", "Parameter", "ndarray") else f"{value!r} of type {kind}"


def must(op: str, arg: str, expected: str, got: Any) -> str:
    """ "For 'op', the 'arg' must be <expected>, but got <got>.\""""
    return f"For '{op}', the '{arg}' must be {expected}, but got {got}."


def unsupported(name: str, alternative: str) -> NotImplementedError:
    """The error for a MindSpore name or option that has no meaning on JAX."""
    return NotImplementedError(f"{name} is not supported by msjax; {alternative}.")


def check_axis(op: str, axis: int, rank: int, arg: str = "axis") -> int:
    """Normalise one axis, or raise MindSpore's ValueError."""
    bound = max(rank, 1)
    if not -bound <= axis < bound:
        raise ValueError(must(op, arg, f"in [-{bound}, {bound})", axis))
    return axis % bound


def check_axes(op: str, axis: Any, rank: int, arg: str = "axis") -> tuple[int, ...] | None:
    """Normalise None, an int or a sequence of ints; the empty sequence means all axes (None)."""
    if axis is None or (isinstance(axis, (tuple, list)) and not axis):
        return None
    if isinstance(axis, (tuple, list)):
        axes = tuple(check_axis(op, a, rank, arg) for a in axis)
        if len(set(axes)) != len(axes):
            raise RuntimeError(must(op, arg, "free of duplicates", axis))
        return axes if rank else ()
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(op, arg, "int, tuple or list of int, or None", describe(axis)))
    place = check_axis(op, axis, rank, arg)
    return (place,) if rank else ()
