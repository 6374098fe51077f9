"""Calls as older releases of MindSpore took them: other names, orders and defaults of arguments.

What publishes a function says in `formerly` how it was called: a text of names, each with its name
of today ("x=input dim=axis"), or a function beside it that translates the call. This is given the
function of today, the arguments of the call, and what finds other published objects by their names.
The signature stays that of today. A call that only an older release could mean is translated; one
that today's signature takes is left alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msjax._core.base.errors import speaks
from msjax._core.base.functions import F

Find = Callable[[str], Any]  # the object published under a dotted name
Older = str | Callable | tuple[str, Callable]

RENAMED: dict[str, str] = {}  # of a spelling, arguments with their names of today: "x=input"
CHANGED: dict[str, Callable[..., Any]] = {}  # of a spelling, what translates its older calls


def enter_older(surfaces: Collection[str], formerly: Mapping[str, Older] | None) -> None:
    """Note how older releases called spellings.

    Args:
        surfaces: dotted public names, all those that one decorator publishes.
        formerly: by spelling, names of arguments, or a function that translates, or both.

    Raises:
        ValueError: there is no such spelling.
    """
    for surface, how in (formerly or {}).items():
        if surface not in surfaces:
            raise ValueError(f"'{surface}' is none of {' or '.join(sorted(surfaces))}.")
        for one in how if isinstance(how, tuple) else (how,):
            if isinstance(one, str):
                RENAMED[surface] = one
            else:
                CHANGED[surface] = one


def taking(names: str) -> Callable[[F], F]:
    """A decorator of what translates older calls: the names that their arguments may have."""

    def decorate(rule: F) -> F:
        rule.__dict__["names"] = frozenset(names.split())
        return rule

    return decorate


def bind_older(
    label: str, names: Sequence[str], args: tuple, kwargs: dict[str, Any], needs: str = ""
) -> dict[str, Any]:
    """The arguments of a call of an older release by their names; the one it `needs` is there."""
    if len(args) > len(names):
        raise TypeError(f"{label}() takes {len(names)} arguments, but {len(args)} were given.")
    bound = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name in bound:
            raise TypeError(f"{label}() got multiple values for argument '{name}'.")
        if name not in names:
            raise TypeError(f"{label}() got an unexpected keyword argument '{name}'.")
        bound[name] = value
    if needs and needs not in bound:
        raise TypeError(f"{label}() missing 1 required positional argument: '{needs}'")
    return bound


def constructs(cls: Any, formerly: str) -> None:
    """Let the constructor of a Primitive take what it took in older releases.

    Args:
        cls: the class.
        formerly: "before=now" for each argument that has another name, and the names of those that
            the call has now, after its Tensor; they came before the others, and None was no value.
    """
    init, call = cls.__init__, cls.__call__
    pairs = " ".join(part for part in formerly.split() if "=" in part)
    moved = [part for part in formerly.split() if "=" not in part]

    @functools.wraps(init)
    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        given = {name: kwargs.pop(name) for name in moved if name in kwargs}
        if moved and args and not isinstance(args[0], bool):
            given |= dict(zip(moved, args, strict=False))
            args = args[len(moved) :]
        init(self, *args, **kwargs)
        if given:
            self.__dict__["_beforehand"] = dict.fromkeys(moved) | given

    @functools.wraps(call)
    def compute(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(self, *args, **kwargs, **self.__dict__.get("_beforehand", {}))

    cls.__init__ = renamed(pairs)(construct) if pairs else construct
    if moved:
        cls.__call__ = compute


def renamed(pairs: str) -> Callable[[F], F]:
    """A decorator: some arguments of a function have former names ("before=now before=now")."""
    further = dict(pair.split("=") for pair in pairs.split())

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for name in further.keys() & kwargs.keys() if kwargs else ():
                now = further[name]
                if now in kwargs:
                    raise TypeError(f"{function.__name__}() got both '{name}' and '{now}'.")
                kwargs[now] = kwargs.pop(name)
            return function(*args, **kwargs)

        call.__dict__["former_names"] = further
        return call

    return decorate


def without(**unused: Any) -> Callable[[F], F]:
    """A decorator: former arguments, and the values with which they changed nothing."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for name in unused.keys() & kwargs.keys() if kwargs else ():
                if kwargs.pop(name) != unused[name]:
                    raise NotImplementedError(
                        f"{function.__qualname__}() no longer has '{name}'; leave it out, or at "
                        f"{unused[name]!r}."
                    )
            return function(*args, **kwargs)

        call.__dict__["former_names"] = dict.fromkeys(unused)
        return call

    return decorate


def takes_older(found: Any, surface: str, resolve: Find) -> Any:
    """A published object; one whose calls changed takes what older releases did, too."""
    if rule := CHANGED.get(surface):
        ruled, today = speaks(found.__name__, rule), found

        @functools.wraps(today)
        def found(*args: Any, **kwargs: Any) -> Any:
            return ruled(today, args, kwargs, resolve)

        found.__dict__["takes_older_calls"] = getattr(rule, "names", frozenset())
    return renamed(RENAMED[surface])(found) if surface in RENAMED else found
