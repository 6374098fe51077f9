"""Operations whose Tensors may also be given as numbers or lists, and what results are made of."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import cast_array
from msjax._core.base.errors import Clause, Speaker, describe, must
from msjax._core.op.gateway import Op
from msjax._core.op.kinds import ARRAY, Kind
from msjax._core.op.publish import op
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.cast import method_type
from msjax.kernels.promotion import spread
from msjax.numpy._types import from_list, has_tensor


def as_array(name: str, value: Any) -> np.ndarray:
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
    raise TypeError(must(name, "a Tensor, a number, or a list of numbers", describe(value)))


class ArrayFunction(Op):
    """An operation that takes numbers and lists for its Tensors."""

    __slots__ = ()

    def _collect(
        self, kind: Kind, v: Any, arrays: list, boxes: list, key: list, values: Sequence[Any]
    ) -> None:
        if kind is not ARRAY or not isinstance(v, (bool, int, float, list, tuple)):
            super()._collect(kind, v, arrays, boxes, key, values)
        elif has_tensor(v):
            joined = from_list(v)
            arrays.append(joined._value)
            boxes.append(joined)
            key.append(ARRAY)
        else:
            with Speaker(self.label):
                arrays.append(as_array(self._name(values, v), v))
            boxes.append(None)
            key.append(ARRAY)

    def _reject(self, kind: Kind, values: Sequence[Any], v: Any) -> None:
        if kind is ARRAY:
            with Speaker(self.label):
                as_array(self._name(values, v), v)
        super()._reject(kind, values, v)

    def _name(self, values: Sequence[Any], v: Any) -> str:
        """The name of the argument that has a value."""
        return next(p.name for p, given in zip(self.params, values, strict=True) if given is v)


array_function = functools.partial(op, entry=ArrayFunction)


def cast(x: jax.Array, dtype: Any) -> jax.Array:
    """The result in the dtype that was asked for, if any.

    Raises:
        TypeError: `dtype` is not a MindSpore dtype.
    """
    if dtype is None:
        return x
    if not isinstance(dtype, np.dtype):
        raise TypeError(must("dtype", "a dtype of MindSpore", describe(dtype)))
    return converted(x, dtype)


def named(dtype: Any) -> np.dtype | None:
    """The dtype that is asked for, where MindSpore leaves it to `Tensor.astype`: also by a name, a
    Python type or a NumPy scalar type.

    Raises:
        TypeError: `dtype` is none of these.
    """
    return dtype if dtype is None or isinstance(dtype, np.dtype) else method_type(dtype).np


def converted(x: jax.Array, dtype: Any) -> jax.Array:
    """The elements in another dtype; of complex ones the real part, if it is none."""
    return cast_array(x, dtype)


def common(*arrays: jax.Array) -> list[jax.Array]:
    """The arrays in the dtype that they promote to.

    Raises:
        TypeError: there is none.
        ValueError: the shapes do not broadcast.
    """
    broadcast(*arrays)
    target = mstype.promote([a.dtype for a in arrays])
    return spread(*(a.astype(target) for a in arrays))


def broadcast(*arrays: jax.Array) -> tuple[int, ...]:
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
            Clause(f"the shapes of the inputs must broadcast, but got {text}.")
        ) from None


def only_real(x: jax.Array) -> None:
    """Raise TypeError for complex and bfloat16 elements."""
    accept(x, "biur", "x")


def floating(x: jax.Array) -> jax.Array:
    """Bool and integer arrays in float32; others as they are."""
    return x.astype(np.float32) if x.dtype.kind in "biu" else x
