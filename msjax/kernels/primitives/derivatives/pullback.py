"""Derivatives made from the kernels they belong to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause
from msjax.kernels.primitives.arguments import lengths

__all__ = ["adjoint", "conj", "lengths", "matched", "pullback"]


def pullback(function: Callable, grads: Any, *primals: jax.Array) -> Any:
    """Gradients of `primals`, given those of what `function` returns for them.

    A gradient of one element may have another shape than what it belongs to.
    """
    out, back = jax.vjp(function, *primals)

    def fitted(grad: jax.Array, y: jax.Array) -> jax.Array:
        return (grad.reshape(y.shape) if grad.size == y.size == 1 else grad).astype(y.dtype)

    found = back(jax.tree.map(fitted, grads, out))
    return found[0] if len(primals) == 1 else found


def adjoint(function: Callable, shape: tuple[int, ...], grads: jax.Array) -> jax.Array:
    """`pullback` of a linear function of one array of `shape`."""
    dtype = grads.dtype if jnp.issubdtype(grads.dtype, jnp.inexact) else np.dtype(np.float64)
    return pullback(function, grads, jnp.zeros(shape, dtype)).astype(grads.dtype)


def matched(grads: jax.Array, x: jax.Array) -> None:
    """Refuse gradients of another shape than that of what they belong to."""
    if grads.shape != x.shape:
        raise ValueError(
            Clause(f"the inputs must have the same shape, but got {grads.shape} and {x.shape}.")
        )


def conj(x: jax.Array) -> jax.Array:
    """The conjugate: gradients of complex numbers are in MindSpore's convention."""
    return jnp.conj(x) if jnp.iscomplexobj(x) else x
