"""Error texts in MindSpore's form, and the errors that msjax adds."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any


class TraceBreak(Exception):
    """Compiled code asked for a value that exists only at run time; carries the reason.

    Args:
        reason: what ends the trace.
        filling: whether the code changes what may be as it should be when it is called again.
        place: file and line that it is about, "" where these are those that raise it.
    """

    def __init__(self, reason: str = "", filling: bool = False, place: str = ""):
        super().__init__(reason)
        self.filling, self.place = filling, place


class Clause(str):
    """What an error says, still without its speaker: "the 'axis' must be int, but got 1.5."

    Code that serves several operations raises errors with a Clause; whoever runs it (the gateway,
    a Primitive's constructor, `speaks`) puts "For '<label>', " before it.
    """

    __slots__ = ()


def prefixed(label: str, text: str) -> str:
    """ "For '<label>', <text>\""""
    return f"For '{label}', {text}"


def named(label: str, error: Exception) -> None:
    """Tell who speaks in an error, unless it says so already."""
    if error.args and isinstance(error.args[0], Clause):
        error.args = (prefixed(label, error.args[0]), *error.args[1:])


def speaks(label: str, function: Callable) -> Callable:
    """A function in whose errors `label` speaks."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            named(label, error)
            raise

    return call


class Speaker:
    """A block in whose errors `label` speaks: `with Speaker("Dense"): check_axis(axis, rank)`."""

    __slots__ = ("label",)

    def __init__(self, label: str):
        self.label = label

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, Exception):
            named(self.label, error)


def describe(value: Any) -> str:
    """Short text for a received value: its type, and its value when small."""
    kind = type(value).__name__
    return kind if kind in ("Tensor", "Parameter", "ndarray") else f"{value!r} of type {kind}"


def must(arg: str, expected: str, got: Any) -> str:
    """ "For 'op', the 'arg' must be <expected>, but got <got>.\""""
    return Clause(f"the '{arg}' must be {expected}, but got {got}.")


def only_known(function: Callable, given: Iterable[str], options: Sequence[str]) -> None:
    """TypeError if a keyword argument that `function` collects is none of its options."""
    for name in given:
        if name not in options:
            code = function.__code__
            known = (*options, *code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
            label = function.__qualname__.removesuffix(".__init__")
            raise TypeError(
                f"{label}() got an unexpected keyword argument '{name}'{meant(name, known)}"
            )


def meant(name: str, known: Iterable[str]) -> str:
    """ ". Did you mean 'axis'?" for a misspelt name, "" if none of the known ones is like it."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f". Did you mean '{close[0]}'?" if close else ""


def unsupported(name: str, alternative: str) -> NotImplementedError:
    """The error for a MindSpore name or option that has no meaning on JAX."""
    return NotImplementedError(f"{name} is not supported by msjax; {alternative}.")


def unsupported_option(option: str, alternative: str) -> NotImplementedError:
    """The error for a value of an operation's argument that has no meaning on JAX."""
    return NotImplementedError(Clause(f"{option} is not supported by msjax; {alternative}."))
