"""Compiled code without XLA: traced, lifted and written back as ever, then run op by op.

Where many small programs are compared, XLA would take nearly all of the time and has nothing to do
with what is compared. `op_by_op()` lets the executables of compiled functions and of their
derivatives evaluate their jaxpr, one cached executable for each primitive and shape.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import jax
import jax.extend.core as jex

from msjax._core.base import executable
from msjax._core.base.x64 import x64
from msjax._core.compile import entry
from msjax._core.gradient import derivatives


class _Jax:
    """The module jax with another `jit`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(jax, name)

    def jit(self, function: Callable, **options: Any) -> Callable:
        if "compiler_options" in options:  # one operation, which programs share
            return jax.jit(function, **options)
        return Interpreted(function, **options)


class Interpreted:
    """A function that is traced once for each kind of arguments and then evaluated."""

    def __init__(
        self,
        function: Callable,
        inline: bool = False,
        donate_argnums: tuple[int, ...] = (),
        keep_unused: bool = False,
        out_shardings: Any = None,
    ):
        assert out_shardings is None, "several devices need XLA"
        self.function, self.donated = function, donate_argnums
        self.within = jax.jit(function, inline=inline)
        self.traced: dict[Any, tuple] = {}

    def _cache_miss(self, *args: Any) -> tuple:
        return self(*args), None, False

    def __call__(self, *args: Any) -> Any:
        flat, structure = jax.tree.flatten(args)
        if any(isinstance(leaf, jax.core.Tracer) for leaf in flat):
            return self.within(*args)
        key = structure, *(jax.typeof(leaf) for leaf in flat)
        if key not in self.traced:
            closed, out = jax.make_jaxpr(self.function, return_shape=True)(*args)
            self.traced[key] = closed, jax.tree.structure(out)
        closed, out_structure = self.traced[key]
        with x64():
            outs = evaluated(closed, flat)
        given = [leaf for i in self.donated for leaf in jax.tree.leaves(args[i])]
        if given:
            given = [array for array in given if isinstance(array, jax.Array)]
            gone = {array.unsafe_buffer_pointer() for array in given}
            outs = [o.copy() if o.unsafe_buffer_pointer() in gone else o for o in outs]
            for array in given:
                array.delete()
        return jax.tree.unflatten(out_structure, outs)


_BODIES = {"jit": "jaxpr", "pjit": "jaxpr", "closed_call": "call_jaxpr", "remat2": "jaxpr"}
_BODIES |= {"checkpoint": "jaxpr", "custom_jvp_call": "call_jaxpr", "custom_vjp_call": "call_jaxpr"}


def evaluated(closed: Any, args: list) -> list:
    """What a jaxpr gives for arrays."""
    jaxpr, consts = (
        (closed.jaxpr, closed.consts) if isinstance(closed, jex.ClosedJaxpr) else (closed, [])
    )
    held = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*consts, *args], strict=True))
    read = lambda atom: atom.val if hasattr(atom, "val") else held[atom]  # noqa: E731
    for eqn in jaxpr.eqns:
        values, name = [read(atom) for atom in eqn.invars], eqn.primitive.name
        if name in _BODIES:
            outs = evaluated(eqn.params[_BODIES[name]], values)
        elif name == "cond":
            outs = evaluated(eqn.params["branches"][int(values[0])], values[1:])
        elif name == "while":
            outs = _looped(values, **eqn.params)
        else:
            outs = eqn.primitive.bind(*values, **eqn.params)
            outs = outs if eqn.primitive.multiple_results else [outs]
        held.update(zip(eqn.outvars, outs, strict=True))
    return [jax.numpy.asarray(read(atom)) for atom in jaxpr.outvars]


def _looped(
    values: list, cond_nconsts: int, cond_jaxpr: Any, body_nconsts: int, body_jaxpr: Any
) -> list:
    bound, state = cond_nconsts + body_nconsts, values[cond_nconsts + body_nconsts :]
    while (go := evaluated(cond_jaxpr, [*values[:cond_nconsts], *state])[0]).any():
        after = evaluated(body_jaxpr, [*values[cond_nconsts:bound], *state])
        if go.ndim:  # of a loop that is mapped: each row ends on its own
            rows = [go.reshape(go.shape + (1,) * (a.ndim - go.ndim)) for a in after]
            after = [jax.numpy.where(r, a, s) for r, a, s in zip(rows, after, state, strict=True)]
        state = after
    return state


@contextlib.contextmanager
def op_by_op() -> Iterator[None]:
    """A block in which compiled functions and their derivatives are evaluated op by op."""
    stand_in = _Jax()
    with contextlib.ExitStack() as stack:
        for module in (executable, entry, derivatives):
            stack.enter_context(mock.patch.object(module, "jax", stand_in))
        yield
