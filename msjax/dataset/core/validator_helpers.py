"""Bounds and checks of arguments that programs import for transforms of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from msjax.dataset._checks import is_iterable as is_iterable

INT32_MAX = 2147483647
INT32_MIN = -2147483648
INT64_MAX = 9223372036854775807
UINT32_MAX = 4294967295
UINT8_MAX = 255
POS_INT_MIN = 1
FLOAT_MAX_INTEGER = 16777216
FLOAT_MIN_INTEGER = -16777216


def pad_arg_name(arg_name: str) -> str:
    """The name of an argument with a space behind it, unless it is empty."""
    return f"{arg_name} " if arg_name else ""


def type_check(arg: Any, types: Sequence[type], arg_name: str) -> None:
    """Refuse an argument of none of the types; a bool is no int.

    Raises:
        TypeError: the type is another one.
    """
    is_bool = isinstance(arg, bool) and bool not in types
    if is_bool or not isinstance(arg, tuple(types)):
        wanted = types if is_bool else list(types)
        raise TypeError(
            f"Argument {arg_name} with value {arg} is not of type {wanted}, but got {type(arg)}."
        )


def type_check_list(args: Sequence, types: Sequence[type], arg_names: Any) -> None:
    """`type_check` of each argument, with a list of names, or one name and the positions.

    Raises:
        TypeError: an argument is of another type.
    """
    for i, arg in enumerate(args):
        name = arg_names[i] if isinstance(arg_names, (tuple, list)) else f"{arg_names}[{i}]"
        type_check(arg, types, name)


def check_value(
    value: Any,
    valid_range: Sequence,
    arg_name: str = "",
    left_open_interval: bool = False,
    right_open_interval: bool = False,
) -> None:
    """Refuse a value outside an interval, of which either end may be left out.

    Raises:
        ValueError: the value is outside.
    """
    low, high = valid_range
    above = value > low if left_open_interval else value >= low
    below = value < high if right_open_interval else value <= high
    if not (above and below):
        ends = "[("[left_open_interval], "])"[right_open_interval]
        raise ValueError(
            f"Input {pad_arg_name(arg_name)}is not within the required interval of "
            f"{ends[0]}{low}, {high}{ends[1]}."
        )


def check_positive(value: Any, arg_name: str = "") -> None:
    """Refuse a number that is not above 0.

    Raises:
        ValueError: it is 0 or less.
    """
    if value <= 0:
        raise ValueError(f"Input {pad_arg_name(arg_name)}must be greater than 0.")


def check_2tuple(value: Any, arg_name: str = "") -> None:
    """Refuse what is not a pair in a tuple.

    Raises:
        ValueError: it is something else.
    """
    if not (isinstance(value, tuple) and len(value) == 2):
        raise ValueError(f"Value {pad_arg_name(arg_name)}needs to be a 2-tuple.")


def check_valid_str(value: Any, valid_strings: Sequence[str], arg_name: str = "") -> None:
    """Refuse what is none of some strings.

    Raises:
        TypeError: it is not a str.
        ValueError: it is another one.
    """
    type_check(value, (str,), arg_name)
    if value not in valid_strings:
        raise ValueError(
            f"Input {pad_arg_name(arg_name)}is not within the valid set of {valid_strings!s}."
        )


def replace_none(value: Any, default: Any) -> Any:
    """The value, or the default for None."""
    return default if value is None else value


def parse_user_args(method: Callable, *args: Any, **kwargs: Any) -> tuple[list, dict]:
    """The arguments of a call of a method, without its object, in order and by their names.

    Raises:
        TypeError: the method does not take them.
    """
    bound = inspect.signature(method).bind(method, *args, **kwargs)
    bound.apply_defaults()
    return list(bound.arguments.values())[1:], bound.arguments


def _number(types: tuple[type, ...], low: float, high: float, *, above: bool = False) -> Callable:
    def check(value: Any, arg_name: str = "") -> None:
        type_check(value, types, arg_name)
        check_value(value, [low, high], arg_name, left_open_interval=above)

    check.__doc__ = f"Refuse what is no number of {'(' if above else '['}{low}, {high}]."
    return check


_INT, _FLOAT = (int,), (float, int)
check_uint8 = _number(_INT, 0, UINT8_MAX)
check_int32 = _number(_INT, INT32_MIN, INT32_MAX)
check_pos_int32 = _number(_INT, POS_INT_MIN, INT32_MAX)
check_non_negative_int32 = _number(_INT, 0, INT32_MAX)
check_uint32 = _number(_INT, 0, UINT32_MAX)
check_pos_int64 = _number(_INT, POS_INT_MIN, INT64_MAX)
check_float32 = _number(_FLOAT, FLOAT_MIN_INTEGER, FLOAT_MAX_INTEGER)
check_pos_float32 = _number(_FLOAT, 0, FLOAT_MAX_INTEGER, above=True)
check_non_negative_float32 = _number(_FLOAT, 0, FLOAT_MAX_INTEGER)
