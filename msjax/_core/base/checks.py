"""Checks of Python values: types, ranges, axes. Their errors are Clauses; see `errors.Clause`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msjax._core.base.errors import describe, must
from msjax._core.base.lengths import is_length


def either(names: Sequence[Any]) -> str:
    """The names of alternatives, as "int, tuple or list"."""
    *others, last = map(str, names)
    return f"{', '.join(others)} or {last}" if others else last


def one_of(unset: Any, **given: Any) -> Any:
    """The value of an argument that has several names, `unset` if it came under none of them.

    Raises:
        TypeError: it was given under two.
    """
    names = [name for name, value in given.items() if value is not unset]
    if len(names) > 1:
        raise TypeError(f"got both '{names[0]}' and '{names[1]}', which are one argument.")
    return given[names[0]] if names else unset


def of_type(arg: str, value: Any, *kinds: type) -> Any:
    """The value, if it is of one of the types; a bool is an int only beside `bool`.

    Raises:
        TypeError: it is of none of them.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(must(arg, either([kind.__name__ for kind in kinds]), describe(value)))
    return value


def integer(arg: str, value: Any) -> int:
    """The value, if it is an int and no bool; else TypeError."""
    return of_type(arg, value, int)


def boolean(arg: str, value: Any) -> bool:
    """The value, if it is a bool; else TypeError."""
    return of_type(arg, value, bool)


def string(arg: str, value: Any) -> str:
    """The value, if it is a str; else TypeError."""
    return of_type(arg, value, str)


def of_types(**kinds: type | tuple[type, ...]) -> Callable[..., None]:
    """The `check` of a Primitive some of whose constructor arguments must be of given types."""

    def check(**given: Any) -> None:
        for arg, kind in kinds.items():
            of_type(arg, given[arg], *(kind if isinstance(kind, tuple) else (kind,)))

    return check


def booleans(**given: Any) -> None:
    """The `check` of a Primitive whose constructor arguments must all be bools."""
    for arg, value in given.items():
        boolean(arg, value)


def integers(arg: str, value: Any) -> tuple[int, ...]:
    """The ints of a tuple or list.

    Raises:
        TypeError: it is something else, or one of the items is not an int.
    """
    if not isinstance(value, (tuple, list)) or not all(map(is_length, value)):
        raise TypeError(must(arg, "a tuple or list of int", describe(value)))
    return tuple(value)


def among(
    arg: str, value: Any, allowed: Collection[Any], error: type[Exception] = ValueError
) -> None:
    """Raise an error unless the value is one of those allowed."""
    if value not in allowed:
        raise error(must(arg, f"in {list(allowed)}", value))


def at_least(arg: str, value: Any, least: Any) -> None:
    """ValueError unless a number is as large as another."""
    if value < least:
        raise ValueError(must(arg, f"at least {least}", value))


def positive(arg: str, value: Any) -> None:
    """ValueError unless a number is greater than 0."""
    if value <= 0:
        raise ValueError(must(arg, "greater than 0", value))


def fraction(arg: str, value: Any) -> None:
    """ValueError unless a number is in [0, 1]."""
    if not 0 <= value <= 1:
        raise ValueError(must(arg, "in [0, 1]", value))


def share(arg: str, value: Any) -> None:
    """ValueError unless a number is in (0, 1]."""
    if not 0 < value <= 1:
        raise ValueError(must(arg, "in (0, 1]", value))


def check_axis(axis: int, rank: int, arg: str = "axis") -> int:
    """Normalise one axis, or raise MindSpore's ValueError."""
    bound = max(rank, 1)
    if not -bound <= axis < bound:
        raise ValueError(must(arg, f"in [-{bound}, {bound})", axis))
    return axis % bound


def check_axes(axis: Any, rank: int, arg: str = "axis") -> tuple[int, ...] | None:
    """Normalise None, an int or a sequence of ints; the empty sequence means all axes (None)."""
    if axis is None or (isinstance(axis, (tuple, list)) and not axis):
        return None
    if isinstance(axis, (tuple, list)):
        axes = tuple(check_axis(a, rank, arg) for a in axis)
        if len(set(axes)) != len(axes):
            raise RuntimeError(must(arg, "free of duplicates", axis))
        return axes if rank else ()
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(arg, "int, tuple or list of int, or None", describe(axis)))
    place = check_axis(axis, rank, arg)
    return (place,) if rank else ()
