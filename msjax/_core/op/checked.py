"""Spellings that take fewer kinds of arguments than the kernel that they share with others.

The decorators that publish say in `accepts` what may be given for some of a spelling's arguments,
after the declarations that MindSpore checks calls against; `Rule` describes the language. The rules
are looked at when a call is compiled, so that repeated calls pay nothing.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.op import gateway, kinds

_ITEM = re.compile(r"(!?)(\w+)(?:\[([^\]]*)\])?")
# kinds of arguments that become arrays
_PLACED = (kinds.ARRAY, kinds.OPERAND, kinds.NUMBERS, kinds.VALUE)
CHECKED: list[Checked] = []
RULES: dict[str, dict[str, str]] = {}  # of a spelling, by argument: the texts of `Rule`
COUNTED: dict[str, str] = {}  # spellings of Primitives that count their inputs; see `counting`


def enter_rules(
    surfaces: Collection[str], found: Callable, accepts: Mapping[str, str] | None
) -> None:
    """Note what the spellings of a function or class accept.

    Args:
        surfaces: dotted public names, all those that one decorator publishes.
        found: the kernel, function or class.
        accepts: texts of `Rule` by argument ("axis"), or for one of several spellings by spelling
            and argument ("Tensor.mean.axis").

    Raises:
        ValueError: there is no such spelling or argument.
    """
    if not accepts:
        return
    takes = _arguments(found)
    for key, text in accepts.items():
        surface, _, argument = key.rpartition(".")
        if argument not in takes or surface and surface not in surfaces:
            raise ValueError(f"'{key}' is not an argument of {' or '.join(sorted(surfaces))}.")
        for one in (surface,) if surface else surfaces:
            RULES.setdefault(one, {})[argument] = text


def _arguments(found: Any) -> set[str]:
    """Names of what a function takes, or a class when it is made and when it is called."""
    both = (found.__init__, found.__call__) if isinstance(found, type) else (found,)
    codes = [inspect.unwrap(function).__code__ for function in both]
    return {n for c in codes for n in c.co_varnames[: c.co_argcount + c.co_kwonlyargcount]}


def enter_counts(surfaces: Collection[str], counts: str | None) -> None:
    """Note that Primitives count their inputs.

    Raises:
        ValueError: `counts` is neither "all" nor "missing".
    """
    if counts is None:
        return
    if counts not in ("all", "missing"):
        raise ValueError(f"'counts' must be 'all' or 'missing', but got '{counts}'.")
    COUNTED.update(dict.fromkeys(surfaces, counts))


class Rule:
    """What may be given for one argument.

    Args:
        text: kinds of values ("int tuple[int] None"; in brackets, kinds of elements), then perhaps
            classes of errors with the kinds that they answer ("!ValueError bool str"). A kind
            that is in neither list is a TypeError. For Tensors and NumPy arrays, the brackets hold
            dtypes, or "int", "float" and "bool" for several, or the name of another argument:
            "=x" for the dtype of x, "<x" for those that promotion with it leaves as it is. "scalar"
            is a Tensor of rank 0, which stands for its number.
    """

    __slots__ = ("errors", "kinds")

    def __init__(self, text: str):
        self.kinds: dict[str, tuple[str, ...] | None] = {}
        self.errors: dict[str, str] = {}
        error = None
        for mark, name, inner in _ITEM.findall(text):
            if mark:
                error = name
            elif error:
                self.errors[name] = error
            else:
                self.kinds[name] = tuple(inner.split()) or None

    def fits(self, value: Any) -> bool:
        """Whether a value is of one of the kinds, or of a kind that no rule speaks of."""
        kind = _kind(value)
        if kind is None:
            return True
        if kind not in self.kinds:
            return "scalar" in self.kinds and kind == "Tensor" and _is_one_of(self.kinds, value)
        inner = self.kinds[kind]
        if inner is None:
            return True
        if kind == "Tensor" or kind == "ndarray":
            return holds(inner, str(value.dtype).lower())
        return all(_part_kind(v) in (None, "Tensor", *inner) for v in value)

    def expected(self) -> str:
        """The kinds, in words."""
        kinds = self.kinds.items()
        return " or ".join(kind + _inside(inner) for kind, inner in kinds if kind != "scalar")

    def refuse(self, name: str, value: Any) -> NoReturn:
        """Raise the error for a value that does not fit."""
        kind = _kind(value) or ""
        error = getattr(builtins, self.errors.get(kind, "TypeError"))
        got = f"{kind} of {value.dtype}" if kind in ("Tensor", "ndarray") else describe(value)
        raise error(must(name, self.expected(), got))


def _is_one_of(kinds: Collection[str], value: Any) -> bool:
    """Whether a Tensor of rank 0 holds a number of one of the kinds."""
    return not value.ndim and _group(str(value.dtype).lower()) in kinds


def _inside(inner: Sequence[str] | None) -> str:
    """What brackets hold, in words."""
    if not inner:
        return ""
    mark, other = inner[0][0], inner[0][1:]
    return f" of the dtype of '{other}'" if mark in "=<" else f" of {', '.join(inner)}"


def _kind(value: Any) -> str | None:
    """The name of the kind of a value, if there is one."""
    for kind in (bool, int, float, str, tuple, list):
        if isinstance(value, kind):
            return kind.__name__
    if value is None:
        return "None"
    if isinstance(value, gateway.Tensor):
        return "Tensor"
    return "ndarray" if isinstance(value, np.ndarray) else None


def _part_kind(value: Any) -> str | None:
    """The kind of a part of a tuple or list; an integer in an array counts as that integer."""
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iu":
        return "int"
    return _kind(value)


def holds(inner: Sequence[str], dtype: str) -> bool:
    """Whether the brackets of a rule hold a dtype, or leave it to the comparison with another."""
    return dtype in inner or _group(dtype) in inner or inner[0][0] in "=<"


def _group(dtype: str) -> str:
    return "int" if "int" in dtype else "bool" if "bool" in dtype else "float"


@functools.cache
def rules(surface: str) -> Mapping[str, Rule]:
    """The rules of a spelling, by argument."""
    return {name: Rule(text) for name, text in RULES.get(surface, {}).items()}


def entries() -> list[gateway.Op]:
    """All operations: those of the kernels, and those of spellings with rules of their own."""
    return [*gateway.KERNELS.values(), *CHECKED]


def checked(entry: gateway.Op, surface: str) -> gateway.Op:
    """The operation for a spelling: with rules of its own, if there are any."""
    return Checked(entry, rules(surface)) if surface in RULES else entry


class Checked(gateway.Op):
    """An operation that looks at its arguments before the operation that it stands for compiles."""

    __slots__ = ("base", "by_place", "dtypes")

    def __init__(self, base: gateway.Op, by_name: Mapping[str, Rule]):
        for name in gateway.Op.__slots__:
            if name not in ("cache", "params", "kinds"):
                setattr(self, name, getattr(base, name))
        self.base, self.cache = base, gateway.Recent()
        self.params, self.kinds = base.params, base.kinds
        self.by_place = [(p.name, by_name.get(p.name)) for p in base.params]
        self.dtypes = any(
            rule is not None and kind in _PLACED and rule.kinds.get("Tensor") is not None
            for (_, rule), kind in zip(self.by_place, self.kinds, strict=True)
        )
        CHECKED.append(self)

    def _build(self, key: tuple, values: Sequence[Any]) -> gateway.Exec:
        for (name, rule), kind, value in zip(self.by_place, self.kinds, values, strict=True):
            if rule is None or (kind in _PLACED and isinstance(value, gateway.Tensor)):
                continue  # `look` sees the dtypes of arrays
            if not rule.fits(value):
                rule.refuse(name, value)
        counted = [self._as_int(i, v) for i, v in enumerate(values)]
        if self.dtypes or any(v is not given for v, given in zip(counted, values, strict=True)):
            return super()._build(key, counted)
        found = self.base.cache.get(key) or self.base.cache.again(key)
        if found is None:
            found = self.base.cache[key] = self.base._build(key, values)
        return found

    def _as_int(self, place: int, value: Any) -> Any:
        """A bool as the int that the kernel asks for, where the rule takes one for it."""
        rule, annotation = self.by_place[place][1], self.params[place].annotation
        if type(value) is bool and rule is not None and {"int", "bool"} <= rule.kinds.keys():
            return int(value) if str(annotation).startswith(("int", "Single")) else value
        return value

    def identity(self, plan: list) -> tuple:
        rules = [
            (name, None if rule is None else (list(rule.kinds.items()), list(rule.errors.items())))
            for name, rule in self.by_place
        ]
        return *super().identity(plan), rules

    def look(self, values: Sequence[Any]) -> None:
        """Refuse arrays of dtypes that the rules leave out."""
        by_name = {name: v for (name, _), v in zip(self.by_place, values, strict=True)}
        for (name, rule), kind in zip(self.by_place, self.kinds, strict=True):
            value = by_name[name]
            inner = rule.kinds.get("Tensor") if rule is not None and kind in _PLACED else None
            if inner is None or value is None or getattr(value, "weak_type", False):
                continue
            mark, other = inner[0][0], by_name.get(inner[0][1:])
            if mark not in "=<":
                if not holds(inner, str(value.dtype)):
                    expected = f"of dtype {' or '.join(inner)}"
                    raise TypeError(must(name, expected, value.dtype))
            elif other is not None and hasattr(other, "dtype"):
                common = value.dtype
                if mark == "<":
                    common = mstype.promote([common, other.dtype], [], True)
                if common != other.dtype:
                    expected = f"of the dtype of '{inner[0][1:]}', {other.dtype}"
                    raise TypeError(must(name, expected, value.dtype))

    def _accept(self, values: Sequence[Any], v: Any) -> None:
        for (name, rule), value in zip(self.by_place, values, strict=True):
            if rule is not None and value is v and not rule.fits(v):
                with Speaker(self.label):
                    rule.refuse(name, v)

    def _reject(self, kind: kinds.Kind, values: Sequence[Any], v: Any) -> None:
        self._accept(values, v)
        super()._reject(kind, values, v)


def guarded(found: Any, surface: str) -> Any:
    """A published function or class with the rules of its spelling; anything else as it is."""
    by_name = rules(surface)
    label = surface.rsplit(".", 1)[-1]
    if isinstance(found, FunctionType):
        return _ruled(found, by_name, label) if by_name else found
    if isinstance(found, type):
        if surface in COUNTED:
            counted = counting(found.__call__, label, COUNTED[surface])
            found.__call__ = counted  # type: ignore[method-assign]
        for method in ("__init__", "__call__") if by_name else ():
            setattr(found, method, _ruled(getattr(found, method), by_name, label))
    return found


def _ruled(function: Any, by_name: Mapping[str, Rule], label: str) -> Any:
    """A function that looks at those of its arguments that there are rules for."""
    parameters = inspect.signature(function).parameters
    if hasattr(function, "__guarded__") or not by_name.keys() & parameters:
        return function
    placed = [n for n, p in parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
    places = [(name, by_name.get(name)) for name in placed]
    open_ended = any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
    seen: set[tuple] = set()  # the types of arguments that need no look at what is in them

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        types = tuple(map(type, args))
        if kwargs:
            types += (*kwargs, *map(type, kwargs.values()))
        if types not in seen and (len(args) <= len(places) or open_ended):
            named = [(n, by_name.get(n), v) for n, v in kwargs.items()]
            given = [(n, r, v) for (n, r), v in zip(places, args, strict=False)] + named
            for name, rule, value in given:
                if rule is not None and not rule.fits(value):
                    with Speaker(label):
                        rule.refuse(name, value)
            if all(rule is None or rule.kinds.get(_kind(v)) is None for _, rule, v in given):
                seen.add(types)
        return function(*args, **kwargs)

    call.__guarded__ = True  # type: ignore[attr-defined]
    return call


def counting(function: Any, name: str, counts: str) -> Any:
    """The call of a Primitive with a ValueError for a wrong number of inputs.

    Args:
        function: the method.
        name: the class's name.
        counts: "all", or "missing" to leave too many inputs to Python's TypeError.
    """
    if hasattr(function, "__counted__"):
        return function
    inputs = list(inspect.signature(function).parameters.values())[1:]
    names = [p.name for p in inputs]
    needed = {p.name for p in inputs if p.default is p.empty}
    total, limited = len(inputs), counts == "all"

    @functools.wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        count = len(args) + len(kwargs)
        if (kwargs or count != total) and kwargs.keys() <= {*names[len(args) :]}:
            missing = needed.difference(names[: len(args)], kwargs)
            if missing or (limited and count > total):
                expected = f"the number of inputs must be {total}"
                raise ValueError(prefixed(name, f"{expected}, but got {count}."))
        return function(self, *args, **kwargs)

    call.__counted__ = True  # type: ignore[attr-defined]
    return call
