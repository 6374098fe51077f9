"""Gradients by integers: those of the same function of floats.

JAX has no derivatives by integers; MindSpore differentiates as if they were floats and cuts
fractions off. The strategy, `through_floats`, runs the function again with floats in their place. A
function that refuses floats, such as one of indices, has the gradient 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import jax.numpy as jnp
import numpy as np

from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak

T = TypeVar("T")

# How operations, JAX and Python code refuse floats where they take integers.
REFUSALS = (
    TypeError,
    ValueError,
    LookupError,
    AssertionError,
    NotImplementedError,
    TraceBreak,
)


def through_floats(
    attempt: Callable[[set[int]], T], whole: set[int], dtypes: Sequence[Any]
) -> T | None:
    """What `attempt` makes of the first arguments that it takes as floats; None if it takes none.

    Args:
        attempt: computes the gradients with the arguments at the given places as floats.
        whole: places of the integers and bools that are differentiated by.
        dtypes: those of all arguments.
    """
    for places in _together(whole, dtypes):
        try:
            return attempt(places)
        except REFUSALS:
            continue
    return None


def _together(whole: set[int], dtypes: Sequence[Any]) -> list[set[int]]:
    """Sets of arguments to try as floats, to differentiate by those in `whole`.

    Integers may need others beside them to be floats too; bools may have to stay bools.
    """
    found: list[set[int]] = []
    for places in (whole, {i for i in whole if dtypes[i] != np.bool_}):
        kinds = {dtypes[i] for i in places}
        for chosen in (places, {i for i, dtype in enumerate(dtypes) if dtype in kinds}):
            if chosen and chosen not in found:
                found.append(chosen)
    return found


def as_floats(array: Any) -> Any:
    """An array of integers or bools as one that can be differentiated by."""
    return jnp.asarray(array).astype(np.float64)


def as_kind(gradient: Any, dtype: Any) -> Any:
    """A gradient in the dtype of what it belongs to; fractions of integers are cut off."""
    if is_inexact(dtype):
        return gradient
    if dtype == np.bool_:
        return gradient != 0
    near = jnp.round(gradient)
    close = jnp.abs(gradient - near) <= 1e-9 * jnp.maximum(jnp.abs(gradient), 1)
    return jnp.where(close, near, jnp.trunc(gradient)).astype(np.int64).astype(dtype)
