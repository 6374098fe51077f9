"""What gradients start from: ones, or the sensitivities that were given."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.nodes import Gradient
from msjax._core.base.x64 import x64
from msjax._core.gradient.derivatives import conjugate
from msjax._core.tensor.structure import tensors_in
from msjax._core.tensor.tensor import Tensor, box


def as_tensor(gradient: Gradient | None, like: Tensor) -> Tensor:
    """A gradient as a Tensor; zeros like `like` if there is none."""
    if gradient is None:
        return box(filled(0, like._value))
    return box(gradient.array, gradient.ref)


def _starts(sens: Any, outputs: list) -> list[Tensor]:
    """The given sensitivities, one for each output; a number has the dtype of the only one."""
    if isinstance(sens, bool):
        raise TypeError("The sensitivities must be Tensors, but got bool.")
    if isinstance(sens, (int, float, np.floating)):
        if not outputs:
            return []
        fits = len(outputs) == 1 and is_inexact(outputs[0].dtype.np)
        return [Tensor(sens, outputs[0].dtype) if fits else Tensor(sens)]
    return tensors_in(sens)


def roots(loss: Any, sens: Any) -> list:
    """Where a backward walk starts: the references of the outputs, and their gradients."""
    outputs = tensors_in(loss)
    if sens is None:
        starts: list[Any] = [None] * len(outputs)
    else:
        starts = _starts(sens, outputs)
        if len(outputs) != len(starts):
            raise RuntimeError(
                "The given sens gradient's size should be same as out of network: "
                f"{len(outputs)}, but got {len(starts)}."
            )
        if len(starts) == 1 and outputs[0].ndim > starts[0].ndim == 0:
            raise RuntimeError(
                "For grad interface or custom function, grad tensor should be broadcast to "
                f"expected shape, but got [] vs {list(outputs[0].shape)}."
            )
        check_sens(outputs, starts)
    found = []
    with x64():
        for out, start in zip(outputs, starts, strict=True):
            ref = nodes.point_of(out)
            if ref is None:
                continue
            if start is None:
                found.append((ref, Gradient(filled(1, out._value))))
            else:
                found.append((ref, Gradient(start._value, nodes.live(start._node))))
    return found


def filled(value: int, like: Any) -> Any:
    """An array of one value with the shape, dtype and place of `like`; small ones are kept."""
    if isinstance(like, jax.core.Tracer):
        with x64():
            return jnp.full(like.shape, value, like.dtype)
    make = _constant if like.size <= _SMALL else _constant.__wrapped__
    return make(value, like.shape, like.dtype, like.sharding, like.committed)


@functools.lru_cache(maxsize=256)
def _constant(
    value: int, shape: tuple[int, ...], dtype: np.dtype, place: Any, committed: bool
) -> jax.Array:
    """An array at a place; committed to it as `like` is, because executables are compiled anew for
    committed arrays: gradients carry it on to every Parameter that is updated.
    """
    with x64():
        if committed:
            return jnp.full(shape, value, dtype, device=place)
        with jax.default_device(next(iter(place.device_set))):
            return jnp.full(shape, value, dtype)


_SMALL = 1 << 16


def check_sens(outputs: list, starts: list) -> None:
    """Refuse sensitivities of another number, shape or dtype than the outputs have."""
    if len(outputs) != len(starts):
        raise ValueError(
            f"The number of sensitivities must equal that of the outputs, {len(outputs)}, "
            f"but got {len(starts)}."
        )
    for out, start in zip(outputs, starts, strict=True):
        if out.shape != start.shape:
            raise ValueError(f"The shape should be {out.shape}, but got {start.shape}.")
        if out.dtype != start.dtype:
            raise TypeError(f"The dtype should be {out.dtype}, but got {start.dtype}.")


def _check_kind(sens: Any, wanted: int, given: int) -> None:
    """Refuse sensitivities of another structure than the outputs', as compiled code does."""
    if given == wanted:
        return
    text = f"The sensitivities must be Tensors, one for each of {wanted} outputs, but got "
    if not given or isinstance(sens, Tensor):
        raise TypeError(f"{text}{type(sens).__name__}.")
    if given < wanted:
        raise IndexError(f"{text}{given}.")


def cotangents(losses: list, sens: Any, exact: bool = True) -> list:
    """What `jax.vjp` starts from; not `exact` casts the sensitivities to the dtypes of `losses`."""
    given: list[Any] = [None] * len(losses)
    if sens is not None:
        starts = _starts(sens, [box(x) for x in losses])
        if exact:
            _check_kind(sens, len(losses), len(starts))
            if not isinstance(sens, (Tensor, tuple, list, dict)) and losses and losses[0].ndim:
                raise TypeError(
                    "The sensitivities must be Tensors of the outputs' shapes, "
                    f"but got {type(sens).__name__}."
                )
            check_sens([box(x) for x in losses], starts)
            given = [s._value for s in starts]
        else:
            given = [s._value.astype(x.dtype) for s, x in zip(starts, losses, strict=True)]
    return [
        (jnp.ones(x.shape, x.dtype) if g is None else conjugate(g))
        if is_inexact(x.dtype)
        else np.zeros(x.shape, jax.dtypes.float0)
        for x, g in zip(losses, given, strict=True)
    ]
