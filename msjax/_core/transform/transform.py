"""A transformed function: a lifted function and one JAX transformation.

Eager calls go through `Compiled`, so that their inner code is traced once and gradients flow
through them; inside compiled code they apply directly.
"""

from __future__ import annotations

import types
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

import jax

from msjax._core.base import nodes
from msjax._core.base.errors import TraceBreak, describe, must, prefixed
from msjax._core.base.executable import Exec
from msjax._core.base.state import STATE
from msjax._core.compile.entry import note_written
from msjax._core.compile.jit import BREAKS, Compiled
from msjax._core.compile.lift import Run, reachable
from msjax._core.compile.surroundings import Surroundings
from msjax._core.tensor.structure import (
    Composite,
    count_leaves,
    put_together,
    take_apart,
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.tensor.traced_text import TEXT


class Transform(Compiled):
    """A transformed function, given how to run it while tracing."""

    spreads = False

    def __init__(self, fn: Callable, name: str, forks: bool = False):
        super().__init__(fn)
        self._name = name
        self.forks = forks  # not where most values are known eagerly
        self._refused = ""  # why it could not be compiled

    def _warn(self, reason: Exception) -> None:
        """Nothing to tell: what needs values runs eagerly, where many are known."""
        self._refused = str(reason) if self.forks and isinstance(reason, TraceBreak) else ""

    def _run_eagerly(self, args: tuple, kwargs: dict) -> Any:
        STATE.fallback += 1
        try:
            return self._run_once(args, kwargs)
        except BREAKS as reason:
            text = str(reason) if isinstance(reason, TraceBreak) else "a value is needed"
            if "condition" in text and self._refused:  # of rows whose paths could not be joined
                text = self._refused
            instead = "use ops.where instead of Python conditions on Tensors"
            if text == TEXT:
                instead = "print it, or return the Tensor"
            raise RuntimeError(
                f"For '{self._name}', the function cannot be transformed because {text}; {instead}."
            ) from reason
        finally:
            STATE.fallback -= 1

    def _run_once(self, args: tuple, kwargs: dict) -> Any:
        """Run eagerly, as one recorded operation if something is differentiated from outside."""
        boxes = {id(b): b for b in (*tensors_in((args, kwargs)), *reachable(self._fn))}
        inputs, held, runs = _differentiated(boxes.values()), [], []
        objects = Surroundings((self._fn, args, kwargs)).objects

        def flat(*arrays: Any) -> tuple:
            runs[:] = [Run(captures=True, inputs=inputs, knows=True)]
            runs[0].frame.objects = objects
            swaps = [*zip(inputs, arrays, strict=True), *held]
            result, effects = runs[0](lambda: self._fn(*args, **kwargs), swaps)
            return *result, *effects

        exe = Exec(self._name, flat, eager=True)
        while True:
            arrays = [b._value for b in inputs]
            outs = exe.fn(*arrays)
            (run,) = runs
            found = list(run.frame.found.values())
            fresh = _differentiated(found)
            if not fresh:
                break
            inputs += fresh
        held += [(b, b._value) for b in found]  # derivatives run it again, as of now
        refs = [None] * len(outs)
        if inputs and STATE.tape is not None:
            refs = nodes.attach(exe, arrays, [b._node for b in inputs], outs)
        made_by = iter(refs)

        def make(array: Any) -> Tensor:
            return box(array, next(made_by))

        n = count_leaves(run.structure)
        result = put_together(run.structure, iter(outs[:n]), make)
        run.replay(outs[n:], make)
        note_written(run, refs)
        return result


def _differentiated(boxes: Iterable[Tensor]) -> list[Tensor]:
    """Those of the boxes that are, which none is while nothing is recorded."""
    return [] if STATE.tape is None else [b for b in boxes if nodes.point_of(b) is not None]


def transformed(
    name: str, fn: Callable, options: Any, traced: Callable, forks: bool = False
) -> Callable:
    """The public form of a transformed function: the one of before for the same function."""
    where = (fn.__func__, id(fn.__self__)) if isinstance(fn, types.MethodType) else id(fn)
    key = name, where, repr(options)
    known = _recent.get(key)
    if known is None:
        known = _recent[key] = (
            fn,
            Transform(traced, name, forks),
        )  # keeps `fn`, so that its id stays its
        if len(_recent) > _MOST_RECENT:
            _recent.popitem(last=False)
    else:
        _recent.move_to_end(key)
    return known[1]


_recent: OrderedDict[tuple, tuple] = OrderedDict()
_MOST_RECENT = 16


def arrays_in(value: Any) -> tuple[list[Any], Any]:
    leaves: list[Any] = []
    return leaves, take_apart(value, leaves, Tensor._read)


def check_tensors(function: str, name: str, value: Any) -> None:
    """TypeError for anything but Tensors, and tuples, lists and dicts of them.

    Forward mode does not move sparse matrices: their places have no direction.
    """
    if isinstance(value, (tuple, list)):
        for part in value:
            check_tensors(function, name, part)
    elif isinstance(value, dict):
        check_tensors(function, name, tuple(value.values()))
    elif isinstance(value, Composite) and function == "vjp":
        return
    elif not isinstance(value, (Tensor, jax.Array)):
        text = must(name, "a Tensor, or a tuple or list of Tensors", describe(value))
        raise TypeError(prefixed(function, text))


def split_aux(out: Any, has_aux: bool) -> tuple[Any, Any]:
    """What is differentiated of a result, and the other outputs.

    Raises:
        ValueError: there are none with `has_aux`.
    """
    if not has_aux:
        return out, None
    if not isinstance(out, (tuple, list)) or len(out) < 2:
        raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
    return out[0], (out[1] if len(out) == 2 else tuple(out[1:]))
