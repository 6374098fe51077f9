"""Loops with an unknown number of steps, differentiable in reverse.

The way there counts the steps and keeps where the loop started. The way back runs it again and
keeps the state at some steps, in two levels: up to 4,096 steps are run twice more, with room for
128 states; longer loops repeat what lies between.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.dtype import is_inexact
from msjax._core.base.interop import evaluate, evaluate_jaxpr, pullback, trace_of
from msjax._core.base.state import STATE

_SLOTS = 64
_MOST_BYTES = 1 << 28  # of kept states

Arrays = Sequence[Any]


def while_loop(proceed: Callable, advance: Callable, state: Arrays) -> list[Any]:
    """`state = advance(state)` while `proceed(state)`, as `lax.while_loop`.

    Args:
        proceed: function of a list of arrays to a 0-d bool.
        advance: function of a list of arrays to arrays of the same shapes and dtypes.
        state: where the loop starts.

    Returns:
        The arrays after the last step.
    """
    state = [jnp.asarray(a) for a in state]
    test, step = jax.make_jaxpr(proceed)(state), jax.make_jaxpr(advance)(state)
    outs = [(a.shape, a.dtype) for a in step.out_avals]
    if outs != [(a.shape, a.dtype) for a in state]:
        raise TypeError("a loop changes shapes or dtypes")
    given = [*test.consts, *step.consts, *state]
    if test.effects or step.effects or only_forward(given):
        return list(jax.lax.while_loop(proceed, advance, state))
    return _Loop(test, step, len(state)).run(given)


def only_forward(given: Arrays) -> bool:
    """Whether a loop is differentiated in forward mode, not by a gradient inside of that first."""
    frame = STATE.frame
    if frame is None or not frame.forward:
        return False
    return frame.reverse is None or not any(
        isinstance(a, jax.core.Tracer) and trace_of(a) is frame.reverse for a in given
    )


def flagged_loop(advance: Callable, state: Arrays, tested: bool) -> list[Any]:
    """`while_loop` while the first array of the state, a 0-d bool, is true.

    What computes that flag from the others becomes the test of XLA's loop, where it can be told
    apart from the step, so that the test before the first step is not compiled once more.

    Args:
        advance: the step, of a list of arrays.
        state: where the loop starts.
        tested: whether the flag is one function of the other arrays before all steps and after.

    Returns:
        The arrays after the last step.
    """
    if tested and isinstance(state[0], jax.core.Tracer):
        parts = _test_and_rest(jax.make_jaxpr(advance)(list(state)))
        if parts is not None:
            proceed, advance = parts
            return while_loop(proceed, advance, [np.True_, *state[1:]])
    return while_loop(lambda now: now[0], advance, state)


def _test_and_rest(step: Any) -> tuple[Callable, Callable] | None:
    """A step as a test of the state after it and what computes that; None if they are mixed."""
    jaxpr = step.jaxpr
    flag, *after = jaxpr.outvars
    held = dict(zip(jaxpr.constvars, step.consts, strict=True))
    named = [v for v in after if not hasattr(v, "val")]  # those with two places say nothing
    ends = {v: i for i, v in enumerate(after, 1) if not hasattr(v, "val") and named.count(v) == 1}
    tested = _needed(jaxpr, [flag], {*ends, *held}, named)
    rest = _needed(jaxpr, after, {*jaxpr.invars, *held})
    if step.effects or not tested or rest is None:
        return None

    def run(equations: list, env: dict, wanted: list) -> list:
        read = lambda atom: atom.val if hasattr(atom, "val") else env[atom]  # noqa: E731
        for eqn in equations:
            env |= zip(eqn.outvars, evaluate(eqn, [*map(read, eqn.invars)]), strict=True)
        return [jnp.asarray(read(atom), atom.aval.dtype) for atom in wanted]

    def proceed(state: list) -> Any:
        return run(tested, held | {v: state[i] for v, i in ends.items()}, [flag])[0]

    def advance(state: list) -> list:
        given = dict(zip(jaxpr.invars, state, strict=True))
        return [state[0], *run(rest, held | given, after)]

    return proceed, advance


def _needed(jaxpr: Any, wanted: list, given: set, barred: Sequence = ()) -> list[Any] | None:
    """The equations that give some variables, from given ones; None if these do not suffice.

    Also None if barred variables are met.
    """
    missing = {v for v in wanted if not hasattr(v, "val")} - given
    found = []
    for eqn in reversed(jaxpr.eqns):
        if not missing.isdisjoint(eqn.outvars):
            if not set(eqn.outvars).isdisjoint(barred):
                return None
            found.append(eqn)
            missing.difference_update(eqn.outvars)
            missing |= {v for v in eqn.invars if not hasattr(v, "val")} - given
    return None if missing else found[::-1]


class _Loop:
    """A loop whose functions are jaxprs, given all that it depends on."""

    def __init__(self, test: Any, step: Any, count: int):
        self.test, self.body, self.count = test.jaxpr, step.jaxpr, count
        self.tested, self.held = len(test.consts), len(step.consts)

    def run(self, given: Arrays) -> list[Any]:
        """The state after the loop."""

        @jax.custom_vjp
        def loop(given: list) -> list:
            return self._forward(given)[0]

        def there(given: list) -> tuple:
            end, steps = self._forward(given)
            return end, (given, steps)

        def back(kept: tuple, cotangents: list) -> tuple:
            return (self._backward(*kept, cotangents),)

        loop.defvjp(there, back)
        return loop(list(given))

    def _split(self, given: Arrays) -> tuple[list, list, list]:
        at = self.tested + self.held
        return list(given[: self.tested]), list(given[self.tested : at]), list(given[at:])

    def _forward(self, given: Arrays) -> tuple[list, Any]:
        test, held, state = self._split(given)

        def proceed(carry: tuple) -> Any:
            return evaluate_jaxpr(self.test, test, carry[0])[0]

        def advance(carry: tuple) -> tuple:
            return self._step(held, carry[0]), carry[1] + 1

        return jax.lax.while_loop(proceed, advance, (state, np.int32(0)))

    def _step(self, held: Arrays, state: Arrays) -> list[Any]:
        return evaluate_jaxpr(self.body, held, state)

    def _backward(self, given: Arrays, steps: Any, cotangents: Arrays) -> list[Any]:
        test, held, state = self._split(given)
        test = _arrays(test, self.test.constvars)
        held = _arrays(held, self.body.constvars)
        state = _arrays(state, self.body.invars)
        slots = _slots(state)
        moved = [i for i, a in enumerate(state) if is_inexact(a.dtype)]
        by = [i for i, a in enumerate(held) if is_inexact(a.dtype)]

        def pull(at: list, grads: tuple) -> tuple:
            """Gradients by the state before a step, and those by what the loop reads, added up."""

            def outputs(inner: list, outer: list) -> list:
                before, around = list(at), list(held)
                for i, a in zip(moved, inner, strict=True):
                    before[i] = a
                for i, a in zip(by, outer, strict=True):
                    around[i] = a
                after = self._step(around, before)
                return [after[i] for i in moved]

            _, back = pullback(outputs, [at[i] for i in moved], [held[i] for i in by])
            inner, outer = back(grads[0])
            return inner, [a + b for a, b in zip(grads[1], outer, strict=True)]

        def keep(start: list, count: Any, stride: Any) -> list:
            """The states at every `stride`-th of `count` steps."""

            def advance(carry: tuple) -> tuple:
                i, at, kept = carry

                def noted() -> list:
                    return [k.at[i // stride].set(a) for k, a in zip(kept, at, strict=True)]

                noted_or_kept = jax.lax.cond(i % stride == 0, noted, lambda: kept)
                return i + 1, self._step(held, at), noted_or_kept

            empty = [jnp.zeros((slots, *a.shape), a.dtype) for a in start]
            return _repeat(advance, count, (np.int32(0), start, empty))[2]

        def walk(start: list, count: Any, level: int, grads: tuple) -> tuple:
            """The gradients before `count` steps from `start`, given those after."""
            stride = jnp.maximum((count + slots - 1) // slots, 1)
            if level == 2:

                def single(carry: tuple) -> tuple:
                    left, grads = carry
                    at = _repeat(
                        lambda c: (c[0] + 1, self._step(held, c[1])), left - 1, (np.int32(0), start)
                    )[1]
                    return left - 1, pull(at, grads)

                return jax.lax.while_loop(lambda c: c[0] > 0, single, (count, grads))[1]
            kept = keep(start, count, stride)

            def stretch(carry: tuple) -> tuple:
                left, grads = carry
                at = [k[left - 1] for k in kept]
                length = jnp.minimum(stride, count - (left - 1) * stride)
                return left - 1, walk(at, length, level + 1, grads)

            stretches = (count + stride - 1) // stride
            return jax.lax.while_loop(lambda c: c[0] > 0, stretch, (stretches, grads))[1]

        start = (
            [jnp.asarray(cotangents[i]) for i in moved],
            [jnp.zeros(held[i].shape, held[i].dtype) for i in by],
        )
        inner, outer = walk(state, steps, 0, start)
        at = self.tested + self.held
        found = [
            jnp.zeros(a.shape, a.dtype)
            if is_inexact(a.dtype)
            else np.zeros(a.shape, jax.dtypes.float0)
            for a in (*test, *held, *state)
        ]
        for i, g in zip(moved, inner, strict=True):
            found[at + i] = g
        for i, g in zip(by, outer, strict=True):
            found[self.tested + i] = g
        return found


def _arrays(values: Arrays, variables: Sequence[Any]) -> list[Any]:
    """Values as arrays: JAX may give those that it knows as Python numbers."""
    return [jnp.asarray(a, v.aval.dtype) for a, v in zip(values, variables, strict=True)]


def _repeat(step: Callable, count: Any, carry: tuple) -> tuple:
    """`step` while the first of what it carries is below `count`."""
    return jax.lax.while_loop(lambda c: c[0] < count, step, carry)


def _slots(state: Arrays) -> int:
    """How many states are kept at a level."""
    size = sum(math.prod(a.shape) * a.dtype.itemsize for a in state)
    if not isinstance(size, int):
        return _SLOTS  # lengths without a number, of a program that is exported
    return max(2, min(_SLOTS, _MOST_BYTES // max(2 * size, 1)))
