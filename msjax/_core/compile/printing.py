"""`print` in code that is traced: text comes when the path that prints it is taken."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import jax
import numpy as np

from msjax._core.base.state import STATE
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import put_together, take_apart, tensors_in
from msjax._core.tensor.tensor import Tensor, box

PRINTED = "text was printed before a condition on a value"


class Printing:
    """A block in which `print` of this thread's traced code is held back.

    Text is shown once when tracing ends, as code without conditions prints; with `later`, a
    callback prints it whenever compiled code comes by.
    """

    def __init__(self, later: bool = False):
        self.later, self.early = later, False
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
                raise frame.break_off("print() to a file depends on the value of a Tensor")
            self.early = True
            self._print(*args, **options)
        elif not self.later:
            self.early = True
            if any(type(a) is Number for a in args):
                raise frame.break_off(PRINTED)
            options.pop("file", None)
            sep = options.pop("sep", None)
            text = (" " if sep is None else sep).join(map(str, args))
            self._held.append(((text,), options))
        else:
            self._show_later(args, options)

    def _show_later(self, args: tuple, options: dict) -> None:
        arrays: list[Any] = []
        nested = [a for a in args if _is_nested(a)]
        if any(isinstance(t, Parameter) for t in tensors_in(nested)):
            raise STATE.frame.break_off("print() of a container depends on the value of a Tensor")
        parts = [a if _is_nested(a) or type(a) in (Tensor, Number) else str(a) for a in args]
        structure = take_apart(parts, arrays, Tensor._read)

        def show(*values: Any) -> None:
            made = put_together(structure, iter(values), lambda v: box(np.asarray(v)))
            builtins.print(*made, **options)

        jax.debug.callback(show, *arrays, ordered=True)


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, dict))
