"""`print` in code that is traced: text comes when the path that prints it is taken."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core.base.errors import TraceBreak
from msjax._core.base.state import STATE
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import put_together, take_apart, tensors_in
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.tensor.traced_text import TRACED, described

PRINTED = "text was printed before a condition on a value"


class Text:
    """An argument of `print` that is formatted when its values are known."""

    def __init__(self, made: Callable[..., str], values: tuple):
        self.made, self.values = made, values

    def __str__(self) -> str:
        return self.made(*self.values)


def text(receiver: Any, made: Callable[..., str], *values: Any) -> Any:
    """`made(*values)`, later if it is for `print` and only compiled code knows the values."""
    found = values if receiver is builtins.print and STATE.frame is not None else ()
    if not any(type(v) is Number or _is_traced(v) for v in found):
        return made(*values)
    if not any(isinstance(t, Parameter) for t in tensors_in(values)):
        arrays: list[Any] = []
        structure = take_apart(values, arrays, Tensor._read)
        zeros = (box(np.zeros(a.shape, a.dtype)) for a in arrays)
        made(*put_together(structure, zeros, lambda v: v))  # what cannot be formatted raises here
    return Text(made, values)


def _is_traced(value: Any) -> bool:
    return any(isinstance(t._value, jax.core.Tracer) for t in tensors_in(value))


class Printing:
    """A block in which `print` of this thread's traced code is held back.

    With `later`, a callback prints text whenever compiled code comes by. Otherwise it is kept, to
    be shown once where that cannot be, with the shapes of values that are not known yet, or, if it
    is `strict`, not at all: these end the trace.
    """

    def __init__(self, later: bool = False, strict: bool = False):
        self.later, self.strict = later, strict
        self.early, self.printed = False, False
        self._held: list[tuple[tuple, dict]] = []

    def __enter__(self) -> None:
        self._print = builtins.print
        self._state = STATE.__dict__  # of this thread
        around = getattr(self._print, "__self__", None)
        self._output = around._output if isinstance(around, Printing) else sys.stdout
        builtins.print = self._stand_in

    def __exit__(self, *exc: Any) -> None:
        builtins.print = self._print

    def show(self) -> None:
        """Print what was held back."""
        held, self._held = self._held, []
        for args, options in held:
            builtins.print(*args, **options)

    def _stand_in(self, *args: Any, **options: Any) -> None:
        frame = STATE.frame
        if STATE.__dict__ is not self._state or frame is None:
            self._print(*args, **options)
        elif (options.get("file") or sys.stdout) is not self._output:
            if self.later or _is_traced(args):
                self.printed = True
                raise frame.break_off("print() to a file depends on the value of a Tensor")
            self.early = True
            self._print(*args, **options)
        elif not self.later:
            self._show_once(args, options, frame)
        else:
            self.printed = True
            options.pop("file", None)  # text goes to what is the output then
            self._show_later(args, options)

    def _show_once(self, args: tuple, options: dict, frame: Any) -> None:
        self.early = True
        if any(type(a) is Number for a in args):
            raise frame.break_off(PRINTED)
        if self.strict and _is_traced(args):
            raise frame.break_off("print() depends on the value of a Tensor")
        options.pop("file", None)
        sep = options.pop("sep", None)
        shown = (_shown_once(a, frame) for a in args)
        self._held.append((((" " if sep is None else sep).join(shown),), options))

    def _show_later(self, args: tuple, options: dict) -> None:
        arrays: list[Any] = []
        texts = {i: a.made for i, a in enumerate(args) if type(a) is Text}
        args = tuple(a.values if type(a) is Text else a for a in args)
        nested = [a for a in args if _is_nested(a)]
        if any(isinstance(t, Parameter) for t in tensors_in(nested)):
            raise STATE.frame.break_off("print() of a container depends on the value of a Tensor")
        parts = [a if _is_nested(a) or type(a) in (Tensor, Number) else str(a) for a in args]
        structure = take_apart(parts, arrays, Tensor._read)

        def show(*values: Any) -> None:
            made = put_together(structure, iter(values), lambda v: box(np.asarray(v)))
            shown = (texts[i](*a) if i in texts else a for i, a in enumerate(made))
            builtins.print(*shown, **options)

        jax.debug.callback(show, *arrays, ordered=True)


def _shown_once(value: Any, frame: Any) -> str:
    if isinstance(value, Tensor) and _is_traced(value):
        return described(value.shape, value.dtype)
    breaks = frame.breaks()
    try:
        return str(value)
    except TraceBreak:
        if not (type(value) is Text or _is_nested(value)):
            raise
        frame.mend(breaks)
        return TRACED


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, dict))
