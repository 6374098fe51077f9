"""What msjax uses of JAX beyond its public names, apart from the 64-bit switch in `x64`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
from jax._src import core
from jax._src.dtypes import ExtendedDType

__all__ = ["ExtendedDType", "known_value", "pullback", "register_abstract_value"]


def known_value(tracer: Any) -> Any:
    """The values of a tracer of eager differentiation; None where they are not known."""
    return tracer.to_concrete_value()


def register_abstract_value(cls: type) -> None:
    """Let JAX see the shape and dtype of a box: `jax.grad` takes functions returning one."""

    def abstract(value: Any) -> Any:
        return core.typeof(value._value)

    core.pytype_aval_mappings[cls] = abstract


def pullback(function: Callable, *arrays: Any, has_aux: bool = False) -> tuple:
    """As `jax.vjp`, but going back works for every dtype.

    JAX's transpositions build NumPy constants, which it narrows to 32 bits while 64-bit dtypes are
    only allowed: the gradients of `lax.pad` in Float64 and of `lax.real` in Complex128 would fail.
    """
    out, pull, *aux = jax.vjp(function, *arrays, has_aux=has_aux)

    def wide(cotangents: Any) -> Any:
        with jax.enable_x64(True):
            return pull(cotangents)

    return (out, wide, *aux)
