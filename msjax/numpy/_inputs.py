"""Operations whose Tensors may also be given as numbers or lists, and what results are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import ARRAY, KERNELS, Op, Spelling, _add_surface
from msjax.numpy._types import from_list, has_tensor
from msjax.ops._accept import accept


def as_array(label: str, name: str, value: Any) -> np.ndarray:
    """A number or a (nested) list of numbers, in int32, float32 or bool.

    Raises:
        TypeError: `value` is something else.
    """
    if isinstance(value, (bool, int, float, list, tuple)):
        try:
            found = np.asarray(value)
        except ValueError:  # rows of several lengths
            found = np.asarray(None)
        if found.dtype.kind in "bif":
            return found.astype({"b": np.bool_, "i": np.int32, "f": np.float32}[found.dtype.kind])
    raise TypeError(must(label, name, "a Tensor, a number, or a list of numbers", describe(value)))


class ArrayFunction(Op):
    """An operation that takes numbers and lists for its Tensors."""

    __slots__ = ()

    def _collect(
        self, kind: int, v: Any, arrays: list, boxes: list, key: list, values: Sequence[Any]
    ) -> None:
        if kind != ARRAY or not isinstance(v, (bool, int, float, list, tuple)):
            super()._collect(kind, v, arrays, boxes, key, values)
        elif has_tensor(v):
            joined = from_list(self.label, v)
            arrays.append(joined._value)
            boxes.append(joined)
            key.append(ARRAY)
        else:
            arrays.append(as_array(self.label, self._name(values, v), v))
            boxes.append(None)
            key.append(ARRAY)

    def _reject(self, kind: int, values: Sequence[Any], v: Any) -> None:
        if kind == ARRAY:
            as_array(self.label, self._name(values, v), v)
        super()._reject(kind, values, v)

    def _name(self, values: Sequence[Any], v: Any) -> str:
        """The name of the argument that has a value."""
        return next(p.name for p, given in zip(self.params, values, strict=True) if given is v)


def array_function(
    *surfaces: str, label: str | None = None, eager: bool = False
) -> Callable[[Callable], Callable]:
    """Publish a kernel whose `Array` arguments may be numbers or lists, as `op` does."""

    def register(kernel: Callable) -> Callable:
        entry = KERNELS[kernel] = ArrayFunction(
            kernel, label or kernel.__name__, None, False, eager, False
        )
        for surface in surfaces:
            _add_surface(surface, Spelling(entry, surface))
        return kernel

    return register


def cast(label: str, x: jax.Array, dtype: Any) -> jax.Array:
    """The result in the dtype that was asked for, if any.

    Raises:
        TypeError: `dtype` is no MindSpore dtype.
    """
    if dtype is None:
        return x
    if not isinstance(dtype, np.dtype):
        raise TypeError(must(label, "dtype", "a dtype of MindSpore", describe(dtype)))
    return converted(x, dtype)


def converted(x: jax.Array, dtype: Any) -> jax.Array:
    """The elements in another dtype; of complex ones the real part, if it is none."""
    if x.dtype.kind == "c" and np.dtype(dtype).kind != "c":
        x = jnp.real(x)
    return x.astype(dtype)


def common(label: str, *arrays: jax.Array) -> list[jax.Array]:
    """The arrays in the dtype that they promote to.

    Raises:
        TypeError: there is none.
        ValueError: the shapes do not broadcast.
    """
    broadcast(label, *arrays)
    target = mstype.promote(label, [a.dtype for a in arrays])
    return [a.astype(target) for a in arrays]


def broadcast(label: str, *arrays: jax.Array) -> tuple[int, ...]:
    """The common shape.

    Raises:
        ValueError: there is none.
    """
    shapes = [a.shape for a in arrays]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        text = " and ".join(map(str, shapes))
        raise ValueError(
            f"For '{label}', the shapes of the inputs must broadcast, but got {text}."
        ) from None


def only_real(label: str, x: jax.Array) -> None:
    """Raise TypeError for complex and bfloat16 elements."""
    accept(label, x, "biur", "x")


def floating(x: jax.Array) -> jax.Array:
    """Bool and integer arrays in float32; others as they are."""
    return x.astype(np.float32) if x.dtype.kind in "biu" else x
