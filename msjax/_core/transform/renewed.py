"""Functions that a training loop makes anew at every step: `value_and_grad(lambda x: ...)`.

What was compiled for one is found again by its code: it was compiled for a stand-in, a function of
the same code with a closure of its own, into which the variables of the function at hand are put
before each call. Compiled code then looks at them as at those of any function.
"""

from __future__ import annotations

import dis
import functools
import inspect
import threading
import types
from collections.abc import Callable
from typing import Any

from msjax._core.base.network import Network
from msjax._core.compile.surroundings import is_empty

_NOT_SHARED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_WRITES = frozenset({"STORE_DEREF", "DELETE_DEREF"})


class StandIn:
    """A function of the same code as those it stands for, and what is made of it."""

    def __init__(self, function: types.FunctionType, make: Callable[[Callable], Callable]):
        cells = tuple(types.CellType() for _ in function.__closure__ or ())
        self.function = types.FunctionType(
            function.__code__, function.__globals__, function.__name__, None, cells
        )
        self.function.__qualname__ = function.__qualname__
        self._methods: dict[int, types.MethodType] = {}
        self._in_use = threading.Lock()
        self._fill(function)
        self._made = make(self.function)
        self._empty()

    def _fill(self, function: types.FunctionType) -> None:
        pairs = zip(self.function.__closure__ or (), function.__closure__ or (), strict=True)
        for i, (own, given) in enumerate(pairs):
            value = given.cell_contents
            if type(value) is types.MethodType:  # made anew each time that it is looked up
                before = self._methods.get(i)
                value = self._methods[i] = before if before == value else value
            own.cell_contents = value
        self.function.__defaults__ = function.__defaults__
        self.function.__kwdefaults__ = function.__kwdefaults__

    def _empty(self) -> None:
        for cell in self.function.__closure__ or ():
            del cell.cell_contents

    def stands_for(self, function: types.FunctionType) -> bool:
        """Whether it can be called in place of a function now."""
        own = self.function
        return (
            own.__code__ is function.__code__
            and own.__globals__ is function.__globals__
            and renewable(function)
        )

    def call(
        self, function: types.FunctionType, otherwise: Callable, args: Any, kwargs: Any
    ) -> Any:
        """Call what was made of it with the variables of `function`; while in use, `otherwise`."""
        if not self._in_use.acquire(blocking=False):
            return otherwise(*args, **kwargs)
        try:
            self._fill(function)
            return self._made(*args, **kwargs)
        finally:
            self._empty()
            self._in_use.release()


def renewable(function: Any) -> bool:
    """Whether a function is made where another runs, and nothing can tell it from its stand-in."""
    return (
        type(function) is types.FunctionType
        and ("<locals>" in function.__qualname__ or function.__name__ == "<lambda>")
        and not function.__dict__.keys() - {"_gradient_functions"}
        and _keeps_to_itself(function.__code__)
        and not any(map(is_empty, function.__closure__ or ()))
    )


def owner_of(function: types.FunctionType) -> Network | None:
    """The Cell with which to keep what was made of a function: one that its code names."""
    held = [c.cell_contents for c in function.__closure__ or ()]
    held += [function.__globals__.get(name) for name in function.__code__.co_names]
    for value in held:
        found = getattr(value, "__self__", value)
        if isinstance(found, Network):
            return found
    return None


@functools.lru_cache(maxsize=1024)
def _keeps_to_itself(code: types.CodeType) -> bool:
    """Whether code neither assigns the variables of its closure nor has functions that see them."""
    free = set(code.co_freevars)
    if code.co_flags & _NOT_SHARED:
        return False
    if any(isinstance(c, types.CodeType) and free & set(c.co_freevars) for c in code.co_consts):
        return False
    return not any(
        step.opname in _WRITES and step.argval in free for step in dis.get_instructions(code)
    )
