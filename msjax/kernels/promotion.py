"""Element types of kernels: promotion of operands that are no `Operand`s, and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Clause
from msjax.kernels.checks import broadcast

WIDE_UNSIGNED = frozenset(np.dtype(t) for t in ("uint16", "uint32", "uint64"))
_PYTHON: Sequence[type] = (bool, int, float, complex)


def constant(value: Any, dtype: Any) -> jax.Array:
    """A 0-d array. NumPy's 64-bit scalars and arrays would be narrowed on entering a kernel."""
    return jax.lax.full((), value, dtype)


def is_integer(x: jax.Array) -> bool:
    """Whether elements are integers (bool are not)."""
    return jnp.issubdtype(x.dtype, jnp.integer)


def is_complex(x: jax.Array) -> bool:
    """Whether elements are complex."""
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


def is_number(x: Any) -> bool:
    """Whether a kernel argument is a Python int or float: those arrive weakly typed."""
    return jnp.asarray(x).weak_type


def in_single(function: Callable, x: jax.Array) -> jax.Array:
    """`function(x)`, computed in Float32 for half-precision elements, which are rounded once."""
    if x.dtype in (np.float32, np.float64) or is_complex(x):
        return function(x)
    return function(x.astype(np.float32)).astype(x.dtype)


def spread(*arrays: jax.Array) -> list[jax.Array]:
    """The arrays, those of half types in the shape that all broadcast to.

    Their gradients are sums, which XLA would add up in the half type.

    Raises:
        ValueError: the shapes do not broadcast.
    """
    shape = broadcast(*arrays)
    return [spread_to(a, shape) for a in arrays]


def spread_to(x: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    """As `spread`, to a shape."""
    if x.shape == shape or x.dtype.name not in ("float16", "bfloat16"):
        return x
    return jnp.broadcast_to(x.astype(np.float32), shape).astype(x.dtype)


def saturated_quotient(x: jax.Array) -> jax.Array:
    """What an integer divided by zero gives: the bound on the side of its sign, 0 for 0."""
    info = jnp.iinfo(x.dtype)
    low, high = constant(info.min, x.dtype), constant(info.max, x.dtype)
    return jnp.where(x > 0, high, jnp.where(x < 0, low, constant(0, x.dtype)))


def promoted(*values: Any, loose: bool = False) -> tuple[jax.Array, ...]:
    """Arguments annotated `Value`, cast to their common dtype as Operands are."""
    arrays = [jnp.asarray(v) for v in values]
    broadcast(*arrays)
    tensors = [a.dtype for a in arrays if not a.weak_type]
    numbers = [_PYTHON[_category(a.dtype)] for a in arrays if a.weak_type]
    target = mstype.promote(tensors, numbers, loose)
    return tuple(spread(*(jax.lax.convert_element_type(a, target) for a in arrays)))


def promoted_by_numbers(x: jax.Array, *numbers: Any) -> tuple[jax.Array, ...]:
    """A Tensor and numbers, for which 0-d Tensors may stand, cast to their common dtype."""
    arrays = [jnp.asarray(v) for v in numbers]
    target = mstype.promote([x.dtype], [_PYTHON[_category(a.dtype)] for a in arrays])
    return tuple(jax.lax.convert_element_type(a, target) for a in (x, *arrays))


def product_operands(
    x: Any, y: Any, loose: bool = False, equal: bool = False
) -> tuple[jax.Array, jax.Array]:
    """Promote the operands of `*` and `/`: a 0-d Tensor counts by its category only.

    Python numbers arrive weakly typed, Tensors do not. `loose` lets unsigned Tensors meet floats;
    `equal` says that a number is to a 0-d Tensor what another 0-d Tensor is: Int64 or Float32.
    """
    x, y = jnp.asarray(x), jnp.asarray(y)
    broadcast(x, y)
    target = _product_dtype(x, y, loose)
    if equal and x.weak_type != y.weak_type and x.ndim == y.ndim == 0:
        number, tensor = (x, y) if x.weak_type else (y, x)
        kind = _category(number.dtype)
        if kind == _category(tensor.dtype):
            target = mstype.promote((tensor.dtype, mstype.scalar_dtype(None, _PYTHON[kind])))
    convert = jax.lax.convert_element_type
    x, y = spread(convert(x, target), convert(y, target))
    return x, y


def _product_dtype(x: jax.Array, y: jax.Array, loose: bool) -> np.dtype:
    if x.weak_type or y.weak_type:
        tensors = [a.dtype for a in (x, y) if not a.weak_type]
        numbers = [_PYTHON[_category(a.dtype)] for a in (x, y) if a.weak_type]
        return mstype.promote(tensors, numbers, loose or float not in numbers)
    if x.dtype == y.dtype:
        return x.dtype
    for a, b in ((x, y), (y, x)):
        if a.dtype in WIDE_UNSIGNED and b.dtype == np.bool_:
            raise TypeError(
                Clause(
                    f"type implicit conversion between {mstype.from_np(x.dtype)} and "
                    f"{mstype.from_np(y.dtype)} is not supported."
                )
            )
    common = mstype.promote((x.dtype, y.dtype))
    for a, b in ((x, y), (y, x)):
        if a.ndim == 0 < b.ndim and _category(a.dtype) <= _category(b.dtype):
            return b.dtype
    return common


def _category(dtype: np.dtype) -> int:
    if dtype == np.bool_:
        return 0
    if jnp.issubdtype(dtype, jnp.integer):
        return 1
    return 2 if jnp.issubdtype(dtype, jnp.floating) else 3
