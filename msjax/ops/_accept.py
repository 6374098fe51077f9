"""Checks of element types and shapes that kernels share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype

_GROUPS = {
    "b": (mstype.bool_,),
    "i": mstype.int_type,
    "u": mstype.uint_type,
    "f": mstype.float_type,
    "r": (mstype.float16, mstype.float32, mstype.float64),
    "c": mstype.complex_type,
}
WIDE_UNSIGNED = frozenset(np.dtype(t) for t in ("uint16", "uint32", "uint64"))


def accept(op: str, x: Any, kinds: str, arg: str = "input") -> None:
    """Raise TypeError unless the dtype of `x` is of one of the kinds.

    Args:
        op: the operation's name.
        x: an array.
        kinds: letters among b(ool), i(nt), u(nsigned), f(loat), r (float but
            bfloat16), c(omplex), or names of dtypes.
        arg: the argument's name.
    """
    allowed: list[str] = []
    for kind in kinds.split():
        if kind in mstype._PATHS:
            allowed.append(kind)
        else:
            allowed += [t._path for letter in kind for t in _GROUPS[letter]]
    if x.dtype.name not in allowed:
        raise TypeError(
            f"For '{op}', the dtype of '{arg}' must be one of [{', '.join(allowed)}], "
            f"but got {mstype.from_np(x.dtype)}."
        )


def broadcast(op: str, *arrays: Any) -> None:
    """Raise ValueError unless the shapes of the arrays broadcast."""
    first = arrays[0].shape
    if all(a.shape == first for a in arrays):
        return
    try:
        np.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        shapes = " and ".join(str(a.shape) for a in arrays)
        raise ValueError(
            f"For '{op}', the shapes of the inputs need to broadcast, but got {shapes}."
        ) from None


def same_dtype(op: str, *arrays: Any) -> None:
    """Raise TypeError unless all arrays have one dtype."""
    names = [str(mstype.from_np(a.dtype)) for a in arrays]
    if len(set(names)) > 1:
        raise TypeError(
            f"For '{op}', the dtypes of the inputs should be same, but got {', '.join(names)}."
        )


def constant(value: Any, dtype: Any) -> jax.Array:
    """A 0-d array. NumPy's 64-bit scalars and arrays would be narrowed on entering a kernel."""
    return jax.lax.full((), value, dtype)


def is_integer(x: jax.Array) -> bool:
    """Whether elements are integers (bool are not)."""
    return jnp.issubdtype(x.dtype, jnp.integer)


def is_complex(x: jax.Array) -> bool:
    """Whether elements are complex."""
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


def in_single(function: Callable, x: jax.Array) -> jax.Array:
    """`function(x)`, computed in Float32 for half-precision elements."""
    if x.dtype in (np.float32, np.float64):
        return function(x)
    return function(x.astype(np.float32)).astype(x.dtype)


def _category(dtype: np.dtype) -> int:
    if dtype == np.bool_:
        return 0
    if jnp.issubdtype(dtype, jnp.integer):
        return 1
    return 2 if jnp.issubdtype(dtype, jnp.floating) else 3


def product_operands(op: str, x: Any, y: Any) -> tuple[jax.Array, jax.Array]:
    """Promote the operands of `*` and `/`: a 0-d Tensor counts by its category only.

    Python numbers arrive weakly typed, Tensors do not.
    """
    x, y = jnp.asarray(x), jnp.asarray(y)
    broadcast(op, x, y)
    target = _product_dtype(op, x, y)
    convert = jax.lax.convert_element_type
    return convert(x, target), convert(y, target)


def _product_dtype(op: str, x: jax.Array, y: jax.Array) -> np.dtype:
    if x.weak_type or y.weak_type:
        tensors = [a.dtype for a in (x, y) if not a.weak_type]
        numbers = [_PYTHON[_category(a.dtype)] for a in (x, y) if a.weak_type]
        loose = op == "Div" or float not in numbers
        return mstype.promote(op, tensors, numbers, loose)
    if x.dtype == y.dtype:
        return x.dtype
    for a, b in ((x, y), (y, x)):
        if a.dtype in WIDE_UNSIGNED and b.dtype == np.bool_:
            raise TypeError(
                f"For '{op}', type implicit conversion between {mstype.from_np(x.dtype)} and "
                f"{mstype.from_np(y.dtype)} is not supported."
            )
    common = mstype.promote(op, (x.dtype, y.dtype))
    for a, b in ((x, y), (y, x)):
        if a.ndim == 0 < b.ndim and _category(a.dtype) <= _category(b.dtype):
            return b.dtype
    return common


_PYTHON: Sequence[type] = (bool, int, float, complex)


def is_number(x: Any) -> bool:
    """Whether a kernel argument is a Python int or float: those arrive weakly typed."""
    return jnp.asarray(x).weak_type


def promoted(op: str, *values: Any, loose: bool = False) -> tuple[jax.Array, ...]:
    """Arguments annotated `Value`, cast to their common dtype as Operands are."""
    arrays = [jnp.asarray(v) for v in values]
    broadcast(op, *arrays)
    tensors = [a.dtype for a in arrays if not a.weak_type]
    numbers = [_PYTHON[_category(a.dtype)] for a in arrays if a.weak_type]
    target = mstype.promote(op, tensors, numbers, loose)
    return tuple(jax.lax.convert_element_type(a, target) for a in arrays)


def saturated_quotient(x: jax.Array) -> jax.Array:
    """What an integer divided by zero gives: the bound on the side of its sign, 0 for 0."""
    info = jnp.iinfo(x.dtype)
    low, high = constant(info.min, x.dtype), constant(info.max, x.dtype)
    return jnp.where(x > 0, high, jnp.where(x < 0, low, constant(0, x.dtype)))
