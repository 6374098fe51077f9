"""Operations that have no derivative, and say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax


def without_derivative(label: str, function: Callable) -> Callable:
    """`function` of arrays alone; a derivative of it is refused in the operation's name."""
    guarded = jax.custom_jvp(function)

    @guarded.defjvp
    def refuse(primals: Any, tangents: Any) -> Any:
        raise RuntimeError(f"For '{label}', there is no derivative.")

    return guarded
