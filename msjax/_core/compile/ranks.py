"""Compiled code in which processes work together.

Code that calls collectives is traced with the processes as a named axis, as under `jax.shard_map`,
and compiled as a program over a device of each process: every array is this process's part of one
over all. Each process compiles its own code, whose shapes may be others than elsewhere, as those of
a last batch are. What must be the same everywhere is which collectives they call, in which order.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import jax

from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import axis_bound, evaluate, inner_jaxprs, side_effects
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.runtime import launch, ledger
from msjax._core.runtime.agreement import (
    after,
    after_choice,
    after_turns,
    if_agreed,
    keep,
    number_of,
    token_of,
)
from msjax._core.runtime.spread import AXIS, SPREAD, announce, as_part, mesh_of, own_part

_ADDRESSES = re.compile(r"0x[0-9a-f]+")
_RECOMPUTED = "remat2"  # code that keeps nothing for its derivative
_CALLS = frozenset({"jit", "closed_call", "custom_jvp_call", "custom_vjp_call", _RECOMPUTED})

_AXES = ("axes", "axis_name")  # parameters of collectives in JAX
_SHOWN = 3  # collectives of a program that messages name

_agreed: set[str] = set()  # programs that all processes have announced


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
    """What processes call compiled code when they compare all of it."""
    return _intent(name, str(closed.jaxpr))


def _intent(name: str, text: str, told: str = "") -> str:
    text = _ADDRESSES.sub("", text)
    return f"compiled '{name}' ({told}{hashlib.sha256(text.encode()).hexdigest()[:16]})"


def _intent_of_calls(name: str, calls: list[str]) -> str:
    """What processes call compiled code when they compare the collectives in it."""
    shown = ", ".join(calls[:_SHOWN]) + (", ..." if len(calls) > _SHOWN else "")
    return _intent(name, "\n".join(calls), f"{shown}; ")


# -- the order of collectives ---------------------------------------------------------------------


def _crosses(eqn: Any) -> bool:
    """Whether an equation is a collective."""
    axes = [eqn.params[name] for name in _AXES if name in eqn.params]
    named = any(AXIS in (a if isinstance(a, (tuple, list)) else (a,)) for a in axes)
    return named and eqn.primitive.name != "axis_index"


def _some_cross(jaxpr: Any) -> bool:
    return any(_crosses(e) or any(map(_some_cross, inner_jaxprs(e))) for e in jaxpr.eqns)


def _called_code(eqn: Any) -> tuple | None:
    """The code with collectives that an equation runs once, and its constants; None if it has none,
    or runs it otherwise."""
    if eqn.primitive.name not in _CALLS:
        return None
    code = eqn.params.get("jaxpr", eqn.params.get("call_jaxpr"))
    jaxpr = getattr(code, "jaxpr", code)
    return (jaxpr, getattr(code, "consts", ())) if _some_cross(jaxpr) else None


def _collectives(jaxpr: Any) -> list[str] | None:
    """The collectives that code calls, in this order; None if loops or branches call some."""
    found = []
    for eqn in jaxpr.eqns:
        code = _called_code(eqn)
        if code is not None:
            inner = _collectives(code[0])
            if inner is None:
                return None
            found += inner
        elif _crosses(eqn):
            if len(eqn.invars) > 1:
                return None
            given = {
                k: v for k, v in sorted(eqn.params.items()) if k not in _AXES and v is not None
            }
            told = ", ".join(f"{name}={value}" for name, value in given.items())
            found.append(f"{eqn.primitive.name}({told}) of {eqn.invars[0].aval}")
        elif any(map(_some_cross, inner_jaxprs(eqn))):
            return None
    return found


def _after(x: Any, last: Any) -> Any:
    """`x`, which no optimization can tell from what depends on `last` and on the process.

    XLA orders what is independent as it likes, which may be otherwise in code of other shapes, and
    computes sums of what looks the same everywhere without the other processes.
    """
    if x.size == 0:
        return x
    never = jax.lax.axis_index(AXIS) == jax.lax.axis_size(AXIS)
    if last is not None:
        never &= _first(last).reshape(()) != 0
    first = _first(x)
    zero = jax.lax.full_like(first, 0)
    tied = jax.lax.select(jax.lax.broadcast(never, first.shape), zero, first)
    return jax.lax.dynamic_update_slice(x, tied, [0] * x.ndim)


def _first(x: Any) -> Any:
    return jax.lax.slice(x, [0] * x.ndim, [1] * x.ndim)


class _Running:
    """The evaluation of code in which every collective waits for the agreement of all processes.

    Args:
        tied: whether the collectives come one after the other in the order of the code.
        token: that of `agreement` before the code; the attribute is the one after what has run.
    """

    def __init__(self, tied: bool, token: Any):
        self.tied, self.token = tied, token
        self.last = token if tied else None  # what the next collective comes after

    def results(self, jaxpr: Any, constants: Sequence[Any], values: Sequence[Any]) -> list:
        """The results of code."""
        known = dict(zip(jaxpr.constvars, constants, strict=True))
        known.update(zip(jaxpr.invars, values, strict=True))
        for eqn in jaxpr.eqns:
            given = [v.val if hasattr(v, "val") else known[v] for v in eqn.invars]
            known.update(zip(eqn.outvars, self._outputs(eqn, given), strict=True))
        return [v.val if hasattr(v, "val") else known[v] for v in jaxpr.outvars]

    def _outputs(self, eqn: Any, given: list) -> Sequence[Any]:
        code = _called_code(eqn)
        if code is not None:
            if eqn.params.get("differentiated") and eqn.params["prevent_cse"]:
                given = jax.lax.optimization_barrier(given)  # else the first run's values are kept
            jaxpr, constants = code
            return self.results(jaxpr, constants, given)
        if _crosses(eqn):
            if self.tied:
                given = [_after(given[0], self.last)]
            outs = if_agreed(self.token, lambda *values: evaluate(eqn, values), *given)
            self.last = outs[0] if outs[0].size else self.last
            return outs
        if any(map(_some_cross, inner_jaxprs(eqn))):
            run = {"while": self._loop, "scan": self._scan, "cond": self._branches}
            if eqn.primitive.name in run:
                return run[eqn.primitive.name](eqn.params, given)
        return evaluate(eqn, given)

    def _inner(self, code: Any, values: Sequence[Any], token: Any) -> tuple[list, Any]:
        """The results of code that a loop or a branch runs, and the token after it."""
        inner = _Running(False, token)
        return inner.results(code.jaxpr, code.consts, values), inner.token

    def _loop(self, params: dict, given: list) -> Sequence[Any]:
        """A loop of which all processes make as many turns."""
        conditional, repeated = params["cond_nconsts"], params["body_nconsts"]
        asked, constants = given[:conditional], given[conditional : conditional + repeated]

        def ask(carry: Sequence[Any], turns: Any, token: Any) -> tuple[Any, Any]:
            (more,), token = self._inner(params["cond_jaxpr"], [*asked, *carry], token)
            return after_turns(token, turns, more)

        def turn(state: tuple) -> tuple:
            carry, turns, _, token = state
            carry, token = self._inner(params["body_jaxpr"], [*constants, *carry], token)
            token, more = ask(carry, turns + 1, token)
            return carry, turns + 1, more, token

        carry, turns = given[conditional + repeated :], jax.numpy.uint32(0)
        token, more = ask(carry, turns, self.token)
        start = (carry, turns, more, token)
        carry, _, _, self.token = jax.lax.while_loop(lambda state: state[2], turn, start)
        return carry

    def _scan(self, params: dict, given: list) -> Sequence[Any]:
        count, end = params["num_consts"], params["num_consts"] + params["num_carry"]
        constants, carried = given[:count], params["num_carry"]

        def turn(state: tuple, xs: list) -> tuple[tuple, list]:
            outs, token = self._inner(params["jaxpr"], [*constants, *state[0], *xs], state[1])
            return (outs[:carried], token), outs[carried:]

        (carry, self.token), ys = jax.lax.scan(
            turn,
            (given[count:end], self.token),
            given[end:],
            params["length"],
            params["reverse"],
            params["unroll"],
        )
        return [*carry, *ys]

    def _branches(self, params: dict, given: list) -> Sequence[Any]:
        """A choice that all processes make alike."""
        self.token, index = after_choice(self.token, given[0])
        paths = [
            lambda token, *values, code=code: self._inner(code, values, token)
            for code in params["branches"]
        ]
        outs, self.token = jax.lax.switch(index, paths, self.token, *given[1:])
        return outs


# -- programs -------------------------------------------------------------------------------------


@functools.cache
def _options() -> dict | None:
    """What XLA is told of programs that a process may be alone to compile."""
    return {"xla_gpu_shard_autotuning": False} if jax.default_backend() == "gpu" else None


def program(name: str, call: Callable, closed: Any) -> Callable:
    """`call(donated, kept, args)` over all processes.

    Args:
        name: of the function, for messages.
        call: takes three lists of arrays; its first list may be overwritten.
        closed: the jaxpr that it evaluates.

    Raises:
        TraceBreak: the processes call different collectives in it.
    """
    world = tuple(range(launch.place().size))  # type: ignore[union-attr]
    if side_effects(closed):
        raise TraceBreak("a collective between processes is called where something is printed")
    calls = _collectives(closed.jaxpr)
    intent = intent_of(name, closed) if calls is None else _intent_of_calls(name, calls)
    if intent not in _agreed:
        said = announce(world, intent)
        if len(set(said.values())) > 1:
            odd = next(r for r in world if said[r] != said[0])
            raise TraceBreak(f"rank 0 and rank {odd} call collectives in code that differs")
        _agreed.add(intent)
    mesh = mesh_of(world)
    shapes = [v.aval.shape for v in closed.jaxpr.outvars]

    def parts(
        token: Any, groups: Sequence[list], numbers: Sequence[Sequence[bool]]
    ) -> tuple[list, Any]:
        own = [
            [x.reshape(()) if number else x for x, number in zip(group, which, strict=True)]
            for group, which in zip(groups, numbers, strict=True)
        ]
        with x64():
            code = jax.make_jaxpr(call)(*own)
            running = _Running(calls is not None, after(token, number_of(intent)))
            outs = running.results(code.jaxpr, code.consts, jax.tree.leaves(own))
            if running.last is not None:
                outs.append(_first(running.last))  # unused ones are called, too
        return [x if x.ndim else x.reshape((1,)) for x in outs], running.token

    compiled: dict[tuple, Callable] = {}

    def run(donated: list, kept: list, args: list) -> list:
        groups = (donated, kept, args)
        numbers = tuple(tuple(x.ndim == 0 for x in group) for group in groups)
        fn = compiled.get(numbers)
        if fn is None:

            def body(token: Any, *groups: list) -> tuple[list, Any]:
                return parts(token, groups, numbers)

            body.__name__ = body.__qualname__ = name
            spread = jax.shard_map(
                body, mesh=mesh, in_specs=SPREAD, out_specs=SPREAD, check_vma=False
            )
            fn = compiled[numbers] = jax.jit(
                spread, donate_argnums=(1,), keep_unused=True, compiler_options=_options()
            )
        given = ([as_part(x, world) for x in group] for group in groups)
        with ledger.note(world, intent):
            wholes, token = fn(token_of(world), *given)
            keep(world, token, intent)
        return [own_part(x, shape == ()) for x, shape in zip(wholes, shapes, strict=False)]

    return run
