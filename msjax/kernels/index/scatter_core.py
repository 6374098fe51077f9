"""Scatters with every reduction, all differentiable: `x` with `updates` combined at `index`.

`index` is a tuple of integer arrays as in NumPy's advanced indexing. Positions out of bounds are
dropped.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis
from msjax._core.base.errors import must

_DROP = {"mode": "drop"}


def scatter_set(x: Any, index: tuple, updates: Any) -> Any:
    """Updates replace the elements of `x`."""
    return x.at[index].set(updates, **_DROP)


def scatter_add(x: Any, index: tuple, updates: Any) -> Any:
    """Updates are added, repeated positions all of them."""
    if x.dtype == np.bool_:
        return x.at[index].max(updates, **_DROP)
    return x.at[index].add(updates, **_DROP)


def scatter_sub(x: Any, index: tuple, updates: Any) -> Any:
    """Updates are subtracted."""
    return x.at[index].add(-updates, **_DROP)


def scatter_max(x: Any, index: tuple, updates: Any) -> Any:
    """The greatest of the element and its updates; a tie shares the gradient evenly."""
    return _extremum(True, x, index, jnp.broadcast_to(updates, x[index].shape))


def scatter_min(x: Any, index: tuple, updates: Any) -> Any:
    """The least of the element and its updates; a tie shares the gradient evenly."""
    return _extremum(False, x, index, jnp.broadcast_to(updates, x[index].shape))


def scatter_mul(x: Any, index: tuple, updates: Any) -> Any:
    """Elements are multiplied by their updates."""
    updates = jnp.broadcast_to(updates, x[index].shape)
    return x * _product(jnp.ones_like(x), index, updates)


def scatter_div(x: Any, index: tuple, updates: Any) -> Any:
    """Elements are divided by their updates; integers truncate."""
    updates = jnp.broadcast_to(updates, x[index].shape)
    divisor = _product(jnp.ones_like(x), index, updates)
    if jnp.issubdtype(x.dtype, jnp.integer):
        return lax.div(x, divisor)
    return x / divisor


COMBINE = {
    "update": scatter_set,
    "add": scatter_add,
    "sub": scatter_sub,
    "max": scatter_max,
    "min": scatter_min,
    "mul": scatter_mul,
    "div": scatter_div,
}


def with_both_slopes(combined: Any, x: Any, index: tuple, updates: Any) -> Any:
    """`combined` with the derivative of a sum: all of `x`, and the updates at their places."""
    return _both(combined, x, index, updates) if mstype.is_inexact(x.dtype) else combined


@jax.custom_jvp
def _both(combined: Any, x: Any, index: tuple, updates: Any) -> Any:
    return combined


@_both.defjvp
def _both_jvp(primals: tuple, tangents: tuple) -> tuple:
    _, dx, _, du = tangents
    return primals[0], scatter_add(dx, primals[2], du)


def _custom(function: Any) -> Any:
    return jax.custom_jvp(function, nondiff_argnums=())


def _extremum(largest: bool, x: Any, index: tuple, updates: Any) -> Any:
    return (_max if largest else _min)(x, index, updates)


@_custom
def _max(x: Any, index: tuple, updates: Any) -> Any:
    return x.at[index].max(updates, **_DROP)


@_custom
def _min(x: Any, index: tuple, updates: Any) -> Any:
    return x.at[index].min(updates, **_DROP)


def _extremum_jvp(function: Any) -> Any:
    def rule(primals: tuple, tangents: tuple) -> tuple:
        x, index, updates = primals
        dx, _, du = tangents
        out = function(x, index, updates)
        own = (x == out).astype(x.dtype)
        hits = (updates == out[index]).astype(x.dtype)
        count = jnp.maximum(own.at[index].add(hits, **_DROP), 1)
        return out, (own * dx).at[index].add(hits * du, **_DROP) / count

    return rule


_max.defjvp(_extremum_jvp(_max))
_min.defjvp(_extremum_jvp(_min))


@_custom
def _product(ones: Any, index: tuple, updates: Any) -> Any:
    """Product of the updates of each position; `ones` gives shape and dtype."""
    return ones.at[index].multiply(updates, **_DROP)


@_product.defjvp
def _product_jvp(primals: tuple, tangents: tuple) -> tuple:
    ones, index, updates = primals
    out = _product(ones, index, updates)
    zero = updates == 0
    zeros = jnp.zeros(ones.shape, np.int32).at[index].add(zero.astype(np.int32), **_DROP)
    solid = jnp.where(zero, 1, updates)
    others = ones.at[index].multiply(solid, **_DROP)[index] / solid
    others = jnp.where(zeros[index] == zero.astype(np.int32), others, 0)
    return out, jnp.zeros_like(ones).at[index].add(others * tangents[2], **_DROP)


def same_as_input(x: Any, updates: Any, arg: str = "updates") -> Any:
    """Updates in the dtype of what they change in place, which they must not widen."""
    if mstype.promote((x.dtype, updates.dtype)) != x.dtype:
        raise TypeError(must(arg, f"of the input's dtype {x.dtype} or less", updates.dtype))
    return updates.astype(x.dtype)


def nd_index(shape: Any, indices: Any, arg: str = "indices") -> tuple:
    """The index tuple of a `*_nd` operation: the last dimension of `indices` is a position."""
    depth = indices.shape[-1]
    if depth > len(shape):
        raise ValueError(must(arg, f"of a last dimension of at most {len(shape)} elements", depth))
    return tuple(indices[..., i] for i in range(depth))


def along_index(rank: int, axis: int, index: Any) -> tuple:
    """The index tuple that scatters or gathers `index` along one axis, elements staying in line."""
    axis = check_axis(axis, rank, "axis")
    if index.ndim != rank:
        raise ValueError(must("index", f"a Tensor of rank {rank}", f"rank {index.ndim}"))
    return tuple(
        index if i == axis else lax.broadcasted_iota(np.int32, index.shape, i) for i in range(rank)
    )
