"""Broadcasting, added dimensions, and operations that hand their input on."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import describe, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import REQUIRED, primitive
from msjax._core.tensor import Tensor
from msjax.ops.shape import ints, packed


@op("ops.broadcast_to", view=True, label="BroadcastTo")
def broadcast_to(input: Array, shape):
    """Repeat dimensions of length 1, and add leading ones, to reach a shape.

    Args:
        input: Tensor.
        shape: tuple or list of ints; -1 keeps the length of an existing dimension.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `shape` is not a tuple or list of ints.
        ValueError: the shapes are incompatible.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.broadcast_to(ms.Tensor([1, 2]), (2, 2)))
        [[1 2]
         [1 2]]
    """
    shape = ints("BroadcastTo", "shape", shape)
    extra = len(shape) - input.ndim
    if extra < 0:
        raise ValueError(
            f"For 'BroadcastTo', the rank of input must not exceed that of 'shape', but got "
            f"{input.ndim} and {len(shape)}."
        )
    if any(n < -1 for n in shape) or -1 in shape[:extra]:
        raise ValueError(
            f"For 'BroadcastTo', -1 in 'shape' can only stand for an existing dimension, but got "
            f"shape {shape} for an input of shape {input.shape}."
        )
    lengths = (1,) * extra + input.shape
    shape = tuple(have if n == -1 else n for n, have in zip(shape, lengths, strict=True))
    if any(have not in (1, n) for n, have in zip(shape, lengths, strict=True)):
        raise ValueError(
            "For 'BroadcastTo', each dimension must be equal to that of the input, or that of the "
            f"input must be 1, but got input shape {input.shape} and target shape {shape}."
        )
    return jnp.broadcast_to(input, shape)


_broadcast_to = call(broadcast_to)


def _check_broadcast(shape: Any) -> None:
    ints("BroadcastTo", "shape", shape.tolist() if isinstance(shape, Tensor) else shape)


@primitive("BroadcastTo", check=_check_broadcast, shape=REQUIRED)
@op(view=True, label="BroadcastTo")
def _broadcast_primitive(input: Array, shape):
    """Repeat dimensions of length 1, and add leading ones, to reach `shape`."""
    return broadcast_to(input, shape)


@public("Tensor.broadcast_to")
def tensor_broadcast_to(self: Tensor, *shape: Any, **named: Any) -> Tensor:
    """The Tensor repeated along dimensions of length 1 to reach `shape`; shares memory."""
    return _broadcast_to(self, packed("broadcast_to", "shape", shape, named))


@public("Tensor.expand")
def tensor_expand(self: Tensor, *size: Any) -> Tensor:
    """The Tensor repeated along dimensions of length 1 to reach `size`; shares memory."""
    return _broadcast_to(self, packed("expand", "size", size, {}))


@primitive("Expand")
@op("ops.expand", view=True, label="Expand")
def expand(input_x: Array, size):
    """Repeat dimensions of length 1 to reach `size` (Tensor, tuple or list of ints)."""
    return broadcast_to(input_x, size)


@op("ops.expand_as", view=True, label="expand_as")
def expand_as(input: Array, other: Array):
    """Broadcast a Tensor to the shape of another one.

    Args:
        input: Tensor.
        other: Tensor whose shape is wanted.

    Returns:
        Tensor that shares the memory of `input`.
    """
    return broadcast_to(input, other.shape)


@public("Tensor.expand_as")
def tensor_expand_as(self: Tensor, other: Tensor | None = None, *, x: Tensor | None = None):
    """The Tensor broadcast to the shape of `other`; the result shares memory with it."""
    other = x if other is None else other
    if not isinstance(other, Tensor):
        raise TypeError(must("expand_as", "other", "a Tensor", describe(other)))
    return _broadcast_to(self, other.shape)


def _atleast(rank: int) -> Any:
    def grow(x: Array):
        if x.ndim >= rank:
            return x
        if rank == 3 and x.ndim:
            return x.reshape((1, *x.shape, 1) if x.ndim == 1 else (*x.shape, 1))
        return x.reshape((1,) * (rank - x.ndim) + x.shape)

    grow.__name__ = f"_atleast_{rank}d"
    grown = call(op(view=True, label=f"atleast_{rank}d")(grow))

    def atleast(inputs: Any) -> Any:
        if isinstance(inputs, (tuple, list)):
            return tuple(atleast(e) for e in inputs)
        return inputs if isinstance(inputs, Tensor) and inputs.ndim >= rank else grown(inputs)

    atleast.__name__ = atleast.__qualname__ = f"atleast_{rank}d"
    atleast.__doc__ = f"""View a Tensor, or each of several, with at least {rank} dimension(s).

    Args:
        inputs: Tensor, or tuple or list of Tensors.

    Returns:
        Tensor, or tuple of Tensors, with dimensions of length 1 added where some were missing.
    """
    return public(f"ops.atleast_{rank}d")(atleast)


atleast_1d, atleast_2d, atleast_3d = _atleast(1), _atleast(2), _atleast(3)


@op("ops.deepcopy", label="deepcopy")
def deepcopy(input_x: Array):
    """A copy that shares no memory with `input_x`."""
    return jnp.array(input_x, copy=True)


@op(label="sum_to_size")
def _sum_to(x: Array, size):
    size = ints("sum_to_size", "size", size)
    lead = x.ndim - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, x.shape[lead:], strict=True)):
        raise ValueError(f"For 'sum_to_size', size {size} is not expandable to size {x.shape}.")
    axes = [i + lead for i, n in enumerate(size) if n == 1 != x.shape[i + lead]]
    total = x.sum(tuple(range(lead)) + tuple(axes), keepdims=True, dtype=x.dtype)
    return total.reshape(size)


_sum_to_size = call(_sum_to)


@public("Tensor.sum_to_size")
def tensor_sum_to_size(self: Tensor, *size: Any) -> Tensor:
    """Sum over the dimensions that broadcasting from `size` to this shape would repeat."""
    return _sum_to_size(self, packed("sum_to_size", "size", size, {}))
