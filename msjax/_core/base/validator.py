"""Checks of arguments that are plain Python values, in MindSpore's words.

These are the ones that layers, optimizers and settings call; `msjax._checkparam` has them, and
with them what only programs ask for. Operations use `msjax._core.base.checks`.
"""

from __future__ import annotations

import enum
import functools
import inspect
import math
import operator
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msjax._core.base.functions import F

Arg = TypeVar("Arg")
ArgList = TypeVar("ArgList", bound=Sequence)


class Rel(enum.IntEnum):
    """Relations between a value and its bounds; each member equals MindSpore's plain constant."""

    EQ = 1
    NE = 2
    LT = 3
    LE = 4
    GT = 5
    GE = 6
    INC_NEITHER = 7
    INC_LEFT = 8
    INC_RIGHT = 9
    INC_BOTH = 10
    IN = 11
    NOT_IN = 12


EQ, NE, LT, LE, GT, GE, INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH, IN, NOT_IN = map(int, Rel)

_RELATIONS: dict[int, tuple[str, Callable[[Any, Any], bool]]] = {
    EQ: ("=", operator.eq),
    NE: ("!=", operator.ne),
    LT: ("<", operator.lt),
    LE: ("<=", operator.le),
    GT: (">", operator.gt),
    GE: (">=", operator.ge),
    IN: ("in", lambda a, b: a in b),
    NOT_IN: ("not in", lambda a, b: a not in b),
}
_BRACKETS = {INC_NEITHER: "()", INC_LEFT: "[)", INC_RIGHT: "(]", INC_BOTH: "[]"}


def _related(left: Any, rel: Any, right: Any, name: str = "") -> tuple[bool, str]:
    """Whether the relation holds, and its text; nothing stands in an unknown one."""
    if rel not in _RELATIONS:
        return False, ""
    sign, holds = _RELATIONS[rel]
    return holds(left, right), f"{sign} {name}{right}"


def _inside(value: Any, low: Any, high: Any, rel: int) -> bool:
    if rel not in _BRACKETS:
        return False
    left, right = _BRACKETS[rel]
    below = value < low if left == "[" else value <= low
    above = value > high if right == "]" else value >= high
    return not (below or above)


def _the(prim_name: str | None, arg_name: str | None = None) -> str:
    head = f"For '{prim_name}', the" if prim_name else "The"
    return f"{head} '{arg_name}'" if arg_name else f"{head} input value"


def _head(prim_name: str | None) -> str:
    return f"For '{prim_name}', the" if prim_name else "The"


def _illegal(value: Any) -> bool:
    return math.isinf(value) or math.isnan(value)


def _check_number(
    arg_value: Any,
    value: float,
    rel: int,
    arg_type: type = int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """A finite number of one type in one relation to `value`."""
    what = _the(prim_name, arg_name)
    if not isinstance(arg_value, arg_type):
        raise TypeError(f"{what} must be {arg_type.__name__}, but got '{type(arg_value).__name__}'")
    if _illegal(arg_value):
        raise ValueError(f"{what} must be a legal value, but got '{arg_value}'.")
    related, relation = _related(arg_value, rel, value)
    if isinstance(arg_value, bool) or not related:
        error = TypeError if isinstance(arg_value, bool) else ValueError
        raise error(
            f"{what} must be {arg_type.__name__} and must {relation}, but got '{arg_value}' "
            f"with type '{type(arg_value).__name__}'."
        )
    return arg_value


def check_is_number(
    arg_value: Arg, arg_type: type, arg_name: str | None = None, prim_name: str | None = None
) -> Arg:
    """`arg_value` if it is a finite `arg_type` and no bool."""
    name = f"'{arg_name}'" if arg_name else "input value"
    if not isinstance(arg_value, arg_type) or isinstance(arg_value, bool):
        raise TypeError(
            f"{_head(prim_name)} type of {name} must be '{arg_type.__name__}', "
            f"but got '{type(arg_value).__name__}'."
        )
    if _illegal(arg_value):
        raise ValueError(f"{_head(prim_name)} {name} must be a legal float, but got '{arg_value}'.")
    return arg_value


def check_number_range(
    arg_value: Arg,
    lower_limit: float,
    upper_limit: float,
    rel: int,
    value_type: type,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Arg:
    """`arg_value` if it is a `value_type` (or NumPy) inside the range."""
    import numpy as np

    what = _the(prim_name, arg_name)
    if isinstance(arg_value, bool) or not isinstance(
        arg_value, (np.ndarray, np.generic, value_type)
    ):
        raise TypeError(
            f"{what} must be '{value_type.__name__}',  but got '{type(arg_value).__name__}'."
        )
    if not _inside(arg_value, lower_limit, upper_limit, rel):
        brackets = _BRACKETS.get(rel)
        limits = f"{brackets[0]}{lower_limit}, {upper_limit}{brackets[1]}" if brackets else ""
        raise ValueError(
            f"{what} must be in range of {limits}, "
            f"but got {arg_value} with type '{type(arg_value).__name__}'."
        )
    return arg_value


def check(
    arg_name: str,
    arg_value: Arg,
    value_name: str,
    value: object,
    rel: int = EQ,
    prim_name: str | None = None,
    excp_cls: type[Exception] = ValueError,
) -> Arg:
    """`arg_value` if it stands in relation `rel` to `value`."""
    related, relation = _related(arg_value, rel, value, f"{value_name}: ")
    if not related:
        name = arg_name if " " in arg_name else f"'{arg_name}'"
        raise excp_cls(f"{_head(prim_name)} {name} should be {relation}, but got {arg_value}.")
    return arg_value


def check_number(
    arg_name: str, arg_value: Arg, value: object, rel: int, prim_name: str | None
) -> Arg:
    """`arg_value` if it stands in relation `rel` to `value`."""
    related, relation = _related(arg_value, rel, value)
    if not related:
        raise ValueError(
            f"For '{prim_name}', the argument '{arg_name}' must {relation}, but got {arg_value}."
        )
    return arg_value


def check_equal_int(
    arg_value: Arg, value: int, arg_name: str | None = None, prim_name: str | None = None
) -> Arg:
    """`arg_value` if it is an int equal to `value`."""
    return _check_number(arg_value, value, EQ, int, arg_name, prim_name)


def _checks_of_kinds() -> dict[str, Callable]:
    """check_int, check_is_int, check_int_range, check_positive_int, ... and those of floats.

    Those of a sign have forms for sequences, too.
    """

    def make(kind: type) -> Iterator[tuple[str, Callable, str]]:
        word = kind.__name__

        def related(
            arg_value: Arg,
            value: float,
            rel: int,
            arg_name: str | None = None,
            prim_name: str | None = None,
        ) -> Arg:
            return _check_number(arg_value, value, rel, kind, arg_name, prim_name)

        def alone(arg_value: Arg, arg_name: str | None = None, prim_name: str | None = None) -> Arg:
            return check_is_number(arg_value, kind, arg_name, prim_name)

        def within(
            arg_value: Arg,
            lower_limit: float,
            upper_limit: float,
            rel: int,
            arg_name: str | None = None,
            prim_name: str | None = None,
        ) -> Arg:
            return check_number_range(
                arg_value, lower_limit, upper_limit, rel, kind, arg_name, prim_name
            )

        yield f"check_{word}", related, f"is {word} in relation `rel` to another"
        yield f"check_is_{word}", alone, f"is a finite {word} and no bool"
        yield f"check_{word}_range", within, f"is {word} inside the range"
        signs = {"positive": GT, "negative": LT, "non_positive": LE, "non_negative": GE}
        for sign, rel in signs.items():
            one, every = of_sign(kind, rel)
            yield f"check_{sign}_{word}", one, f"is {word} and {sign}"
            yield f"check_{sign}_{word}_sequence", every, f"of each element is {word} and {sign}"

    def of_sign(kind: type, rel: int) -> tuple[Callable, Callable]:
        def one(arg_value: Arg, arg_name: str | None = None, prim_name: str | None = None) -> Arg:
            return _check_number(arg_value, 0, rel, kind, arg_name, prim_name)

        def every(
            sequence: ArgList, arg_name: str | None = None, prim_name: str | None = None
        ) -> ArgList:
            for i, element in enumerate(sequence):
                one(element, f"{arg_name or 'arg_name'}[{i}]", prim_name)
            return sequence

        return one, every

    made = {}
    for kind in (int, float):
        for name, func, what in make(kind):
            func.__name__ = func.__qualname__ = name
            func.__doc__ = f"The argument, if the value {what}."
            made[name] = func
    return made


globals().update(_checks_of_kinds())


def check_isinstance(arg_name: str, arg_value: Arg, classes: type | tuple[type, ...]) -> Arg:
    """`arg_value` if it is an instance; a ValueError otherwise, as MindSpore has it."""
    if not isinstance(arg_value, classes):
        raise ValueError(
            f"The parameter '{arg_name}' must be isinstance of {classes}, but got {arg_value}."
        )
    return arg_value


def check_bool(
    arg_value: object, arg_name: str | None = None, prim_name: str | None = None
) -> bool:
    """`arg_value` if it is a bool."""
    if not isinstance(arg_value, bool):
        raise TypeError(
            f"{_the(prim_name, arg_name)} must be a bool, but got {type(arg_value).__name__}."
        )
    return arg_value


def check_string(
    arg_value: object,
    valid_values: Container[str],
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> str:
    """`arg_value` if it is one of the strings."""
    if not (isinstance(arg_value, str) and arg_value in valid_values):
        raise ValueError(
            f"{_head(prim_name)} '{arg_name or 'parameter'}' must be str and must be in "
            f"'{valid_values}', but got '{arg_value}'."
        )
    return arg_value


def _check_regular(target, reg, flag, prim_name):
    if re.match(reg, target, flag) is None:
        raise ValueError(
            f"{_head(prim_name)} '{target}' is illegal, it must be match regular'{reg}' by "
            f"flags'{flag}.'"
        )
    return True


def check_str_by_regular(
    target: str, reg: str | None = None, flag: int = re.ASCII, prim_name: str | None = None
) -> bool:
    """True if the string matches."""
    return _check_regular(target, reg or r"^\w+[0-9a-zA-Z\_\.]*$", flag, prim_name)


def check_str_and_none_by_regular(
    target: str, reg: str | None = None, flag: int = re.ASCII, prim_name: str | None = None
) -> bool:
    """True if the string, which may be empty, matches."""
    return _check_regular(target, reg or r"^\w*[0-9a-zA-Z\_\.\-]*$", flag, prim_name)


def _as_types(valid_types: Any) -> tuple:
    return tuple(valid_types) if isinstance(valid_types, Iterable) else (valid_types,)


def _type_name(kind: Any) -> str:
    return getattr(kind, "__name__", None) or str(kind)


def _type_names(types: Sequence, quote: str = "") -> str:
    names = [_type_name(t) for t in types]
    many = len(names) > 1
    return ("one of " if many else "") + f"{quote}{names if many else names[0]}{quote}"


def check_value_type(
    arg_name: str,
    arg_value: Arg,
    valid_types: type | Iterable[type],
    prim_name: str | None = None,
) -> Arg:
    """`arg_value` if it is of one of the types; a bool is no int."""
    types = _as_types(valid_types)
    is_bool = isinstance(arg_value, bool) and bool not in types
    if is_bool or not isinstance(arg_value, types):
        quoted = _type_names(types, "'")
        raise TypeError(
            f"{_head(prim_name)} type of '{arg_name}' should be {quoted}, "
            f"but got type '{type(arg_value).__name__}'."
        )
    return arg_value


def check_type_name(
    arg_name: str, arg_type: type, valid_types: object, prim_name: str | None
) -> object:
    """`arg_type` (of a tensor type, its element type) if it is one of the types."""
    types = _as_types(valid_types)
    element_type = getattr(arg_type, "element_type", None)
    kind = element_type() if callable(element_type) else arg_type
    if kind not in types:
        got = getattr(kind, "__name__", None) or repr(kind)
        raise TypeError(
            f"{_head(prim_name)} '{arg_name}' should be {_type_names(types)}, but got '{got}'."
        )
    return kind


def check_input_data(*data: object, data_class: type | Sequence[type | None]) -> None:
    """TypeError unless every leaf of the nested lists, tuples and dicts is of a given class."""
    classes = data_class if isinstance(data_class, (tuple, list)) else (data_class,)
    for item in data:
        if isinstance(item, (list, tuple, dict)):
            values = item.values() if isinstance(item, dict) else item
            check_input_data(*values, data_class=data_class)
            continue
        if item is None and None in classes:
            continue
        if not isinstance(item, tuple(c for c in classes if c is not None)):
            many = isinstance(data_class, (tuple, list))
            named = tuple(getattr(c, "__name__", c) for c in classes)
            text = named if many else named[0]
            got = None if item is None else type(item).__name__
            raise TypeError(
                f"The types of input data must be in the Union({text}, tuple[{text}], "
                f"list[{text}], dict[{text}]), but got type {got}."
            )
        if getattr(item, "size", None) == 0:
            raise ValueError("The input data can not be empty.")


def check_output_data(data: object) -> None:
    """RuntimeError if the data is None."""
    if data is None:
        raise RuntimeError("The output data can not be None, please check your net or input data.")


def args_type_check(*type_args: Any, **type_kwargs: Any) -> Callable[[F], F]:
    """Decorator: TypeError for a given argument that is neither None nor of its declared type."""

    def decorate(func):
        signature = inspect.signature(func)
        declared = signature.bind_partial(*type_args, **type_kwargs).arguments
        declared = {**declared, **declared.pop("kwargs", {})}

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            given = dict(signature.bind(*args, **kwargs).arguments)
            given |= given.pop("kwargs", {})
            for name, value in given.items():
                if name in declared and value is not None:
                    if not isinstance(value, declared[name]):
                        raise TypeError(
                            f"The parameter '{name}' must be {declared[name]}, "
                            f"but got {type(value)}"
                        )
            return func(*args, **kwargs)

        return wrapper

    return decorate


def check_subclass(
    arg_name: str,
    type_: object,
    template_types: object,
    prim_name: str,
    addition_error_info: str | None = None,
) -> None:
    """TypeError unless a dtype is one of the given ones."""
    allowed = template_types if isinstance(template_types, (tuple, list)) else (template_types,)
    if any(type_ is t for t in allowed):
        return
    named = f"type '{type(type_).__name__}'" if isinstance(type_, (tuple, list)) else str(type_)
    extra = "" if addition_error_info is None else " " + addition_error_info
    one_of = "one of " if len(allowed) > 1 else ""
    raise TypeError(
        f"For '{prim_name}', the element of '{arg_name}' must be {one_of}"
        f"{', '.join(str(t) for t in allowed)}, but got {named}{extra}."
    )
