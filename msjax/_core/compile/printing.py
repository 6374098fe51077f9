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
from msjax._core.tensor.traced_text import TRACED

PRINTED = "text was printed before a condition on a value"
TEXT = "text needs the value of a Tensor"


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
    be shown once where that cannot be. If it is `strict`, or something has been printed, text of
    unknown values ends the trace where it is made, otherwise where it is printed.
    """

    def __init__(self, later: bool = False, strict: bool = True):
        self.later, self.early = later, False
        self.printed, self.strict = False, later and strict
        self._held: list[tuple[tuple, dict]] = []

    def __enter__(self) -> None:
        self._print = builtins.print
        self._state = STATE.__dict__  # of this thread
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
        elif options.get("file") not in (None, sys.stdout):
            if self.later:
                self.printed = True
                raise frame.break_off("print() to a file depends on the value of a Tensor")
            self.early = True
            self._print(*args, **options)
        elif not self.later:
            self.early = True
            if any(type(a) is Number for a in args):
                raise frame.break_off(PRINTED)
            options.pop("file", None)
            sep = options.pop("sep", None)
            shown = (_shown_once(a, frame) for a in args)
            self._held.append((((" " if sep is None else sep).join(shown),), options))
        else:
            self.printed = self.strict = True
            self._show_later(args, options)

    def _show_later(self, args: tuple, options: dict) -> None:
        arrays: list[Any] = []
        texts = {i: a.made for i, a in enumerate(args) if type(a) is Text}
        args = tuple(a.values if type(a) is Text else a for a in args)
        nested = [a for a in args if _is_nested(a)]
        if any(isinstance(t, Parameter) for t in tensors_in(nested)):
            raise STATE.frame.break_off("print() of a container depends on the value of a Tensor")
        parts = [a if _is_nested(a) or type(a) in (Tensor, Number) else str(a) for a in args]
        structure = take_apart(parts, arrays, Tensor._read)
        if shows_traced(structure):
            raise STATE.frame.break_off(TEXT)

        def show(*values: Any) -> None:
            made = put_together(structure, iter(values), lambda v: box(np.asarray(v)))
            shown = (texts[i](*a) if i in texts else a for i, a in enumerate(made))
            builtins.print(*shown, **options)

        jax.debug.callback(show, *arrays, ordered=True)


def shows_traced(structure: Any) -> bool:
    """Whether there is text of a Tensor that was not known yet."""
    if isinstance(structure, str):
        return str.__contains__(structure, TRACED)
    if isinstance(structure, dict):
        return any(map(shows_traced, (*structure, *structure.values())))
    return isinstance(structure, (tuple, list)) and any(map(shows_traced, structure))


def _shown_once(value: Any, frame: Any) -> str:
    breaks = frame.breaks()
    try:
        return str(value)
    except TraceBreak:
        if type(value) is not Text:
            raise
        frame.mend(breaks)
        return TRACED


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, dict))
