"""Compiled code in which processes work together.

Code that calls collectives is traced with the processes as a named axis, as under `jax.shard_map`,
and compiled as one program over a device of each process: every array is this process's part of
one over all. All processes compare what they traced before it runs for the first time.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import jax

from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import axis_bound, side_effects
from msjax._core.base.state import STATE
from msjax._core.runtime import launch, ledger
from msjax._core.runtime.spread import AXIS, SPREAD, announce, as_part, mesh_of, own_part

_ADDRESSES = re.compile(r"0x[0-9a-f]+")


def tracing() -> contextlib.AbstractContextManager:
    """Context manager in which code is traced that may call collectives among all processes."""
    where = launch.place()
    return (
        contextlib.nullcontext()
        if where is None or where.size == 1
        else axis_bound(AXIS, where.size)
    )


def met() -> None:
    """Remember that the code being traced calls a collective."""
    frame = STATE.frame
    while frame is not None:
        if (
            frame.oracle is not None and frame.oracle.answers
        ):  # other processes may answer otherwise
            raise frame.break_off("a collective between processes follows a condition on a value")
        frame.together = True
        frame = frame.parent


def intent_of(name: str, closed: Any) -> str:
    """What processes call compiled code when they compare it."""
    text = _ADDRESSES.sub("", str(closed.jaxpr))
    return f"compiled '{name}' ({hashlib.sha256(text.encode()).hexdigest()[:32]})"


def program(name: str, call: Callable, closed: Any) -> Callable:
    """`call(donated, kept, args)` over all processes.

    Args:
        name: of the function, for messages.
        call: takes three lists of arrays; its first list may be overwritten.
        closed: the jaxpr that it evaluates.

    Raises:
        TraceBreak: the processes traced different programs.
    """
    world = tuple(range(launch.place().size))  # type: ignore[union-attr]
    if side_effects(closed):
        raise TraceBreak("a collective between processes is called where something is printed")
    intent = intent_of(name, closed)
    said = announce(world, intent)
    if len(set(said.values())) > 1:
        odd = next(r for r in world if said[r] != said[0])
        raise TraceBreak(f"rank 0 and rank {odd} call collectives in code that differs")
    mesh = mesh_of(world)
    shapes = [v.aval.shape for v in closed.jaxpr.outvars]

    def parts(groups: Sequence[list], numbers: Sequence[Sequence[bool]]) -> list:
        own = [
            [x.reshape(()) if number else x for x, number in zip(group, which, strict=True)]
            for group, which in zip(groups, numbers, strict=True)
        ]
        return [x if x.ndim else x.reshape((1,)) for x in call(*own)]

    compiled: dict[tuple, Callable] = {}

    def run(donated: list, kept: list, args: list) -> list:
        ledger.note(world, intent)
        groups = (donated, kept, args)
        numbers = tuple(tuple(x.ndim == 0 for x in group) for group in groups)
        fn = compiled.get(numbers)
        if fn is None:

            def body(*groups: list) -> list:
                return parts(groups, numbers)

            body.__name__ = body.__qualname__ = name
            spread = jax.shard_map(
                body, mesh=mesh, in_specs=SPREAD, out_specs=SPREAD, check_vma=False
            )
            fn = compiled[numbers] = jax.jit(spread, donate_argnums=(0,), keep_unused=True)
        wholes = fn(*([as_part(x, world) for x in group] for group in groups))
        return [own_part(x, shape == ()) for x, shape in zip(wholes, shapes, strict=True)]

    return run
