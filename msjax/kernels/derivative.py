"""Derivatives that kernels state themselves: one for each argument, or none at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_derivatives import SymbolicZero

from msjax._core.base.errors import prefixed


def without_derivative(label: str, function: Callable) -> Callable:
    """`function` of arrays alone; a derivative of it is refused in the operation's name."""
    guarded = jax.custom_jvp(function)

    @guarded.defjvp
    def refuse(primals: Any, tangents: Any) -> Any:
        raise RuntimeError(prefixed(label, "there is no derivative."))  # no gateway stands above

    return guarded


def define_slopes(function: jax.custom_jvp, *rules: Callable | None) -> None:
    """Give a function its derivative by each argument: `rule(tangent, result, *arguments)`.

    An argument without a rule has the derivative 0. Unlike in `defjvps`, no rule is asked about an
    argument that does not move: its slope may be infinite or nan, and 0 times that is nan.
    """

    def pushed(primals: tuple, tangents: tuple) -> tuple[jax.Array, jax.Array]:
        out = function(*primals)
        parts = [
            rule(tangent, out, *primals)
            for rule, tangent in zip(rules, tangents, strict=True)
            if rule is not None and not isinstance(tangent, SymbolicZero)
        ]
        if not parts:
            return out, jnp.zeros_like(out)
        return out, jnp.broadcast_to(reduce(add, parts), out.shape)

    function.defjvp(pushed, symbolic_zeros=True)
