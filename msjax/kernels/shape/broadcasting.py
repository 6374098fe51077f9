"""Broadcasting, added dimensions, and operations that hand their input on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import integers, of_type
from msjax._core.base.errors import Clause
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.promotion import spread_to
from msjax.kernels.reduction.sums import sum as sum_over
from msjax.kernels.shape.reshape import packed


@op(
    "ops.broadcast_to",
    "mint.broadcast_to",
    view=True,
    label="BroadcastTo",
    formerly={"ops.broadcast_to": "x=input"},
)
def broadcast_to(input: Array, shape: Sequence[int]):
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
    shape = integers("shape", shape)
    extra = len(shape) - input.ndim
    if extra < 0:
        raise ValueError(
            Clause(
                f"the rank of input must not exceed that of 'shape', but got "
                f"{input.ndim} and {len(shape)}."
            )
        )
    if any(n < -1 for n in shape) or -1 in shape[:extra]:
        raise ValueError(
            Clause(
                f"-1 in 'shape' can only stand for an existing dimension, but got "
                f"shape {shape} for an input of shape {input.shape}."
            )
        )
    lengths = (1,) * extra + input.shape
    shape = tuple(have if n == -1 else n for n, have in zip(shape, lengths, strict=True))
    if any(have not in (1, n) for n, have in zip(shape, lengths, strict=True)):
        raise ValueError(
            Clause(
                "each dimension must be equal to that of the input, or that of the "
                f"input must be 1, but got input shape {input.shape} and target shape {shape}."
            )
        )
    return jnp.broadcast_to(spread_to(input, shape), shape)


_broadcast_to = call(broadcast_to)


def _check_broadcast(shape: Any) -> None:
    integers("shape", shape.tolist() if isinstance(shape, Tensor) else shape)


@primitive("BroadcastTo", check=_check_broadcast, shape=REQUIRED)
@op(view=True, label="BroadcastTo")
def _broadcast_primitive(input: Array, shape: Sequence[int]):
    """Repeat dimensions of length 1, and add leading ones, to reach a shape.

    Args:
        shape: tuple or list of ints; -1 keeps a length.

    Inputs:
        - **input** (Tensor) - a shape that broadcasts to `shape`.

    Outputs:
        Tensor of shape `shape`.

    Raises:
        TypeError: `shape` is not made of ints.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.BroadcastTo((2, 3))(ms.Tensor([1, 2, 3])))
        [[1 2 3]
         [1 2 3]]
    """
    return broadcast_to(input, shape)


@public("Tensor.broadcast_to")
def tensor_broadcast_to(self: Tensor, *shape: int | Sequence[int] | Tensor, **named: Any) -> Tensor:
    """Repeat dimensions of length 1, and add leading ones, to reach a shape.

    Args:
        shape: ints, or one tuple or list of ints; -1 keeps a length.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `shape` is not made of ints.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1], [2]]).broadcast_to((2, 3)))
        [[1 1 1]
         [2 2 2]]
    """
    return _broadcast_to(self, packed("broadcast_to", "shape", shape, named))


@public("Tensor.expand")
def tensor_expand(self: Tensor, *size: int | Sequence[int] | Tensor) -> Tensor:
    """Repeat dimensions of length 1, and add leading ones, to reach a shape.

    Args:
        size: ints, or one tuple or list of ints; -1 keeps a length.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `size` is not made of ints.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1], [2]]).expand(-1, 3))
        [[1 1 1]
         [2 2 2]]
    """
    return _broadcast_to(self, packed("expand", "size", size, {}))


@primitive(
    "Expand",
    accepts={
        "input_x": "Tensor[int8 int32 uint8 float16 float32]",
        "size": "Tensor[int16 int32 int64]",
    },
    counts="all",
)
@op(
    "ops.expand",
    view=True,
    label="Expand",
    accepts={
        "input_x": "Tensor[int8 int32 uint8 float16 float32]",
        "size": "Tensor[int16 int32 int64]",
    },
    to_float="cast",
)
def expand(input_x: Array, size: Tensor):
    """Repeat dimensions of length 1, and add leading ones, to reach a shape.

    Args:
        input_x: Tensor of Int8, Int32, UInt8, Float16 or Float32.
        size: Tensor of Int16, Int32 or Int64: the shape; -1 keeps a length.

    Returns:
        Tensor that shares the memory of `input_x`.

    Raises:
        TypeError: another dtype, or `size` is not a Tensor.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1.], [2.]])
        >>> print(ms.ops.expand(x, ms.Tensor([2, 3])))
        [[1. 1. 1.]
         [2. 2. 2.]]
    """
    return broadcast_to(input_x, size)


@op("ops.expand_as", view=True, label="expand_as")
def expand_as(input: Array, other: Array):
    """Broadcast a Tensor to the shape of another one.

    Args:
        input: Tensor.
        other: Tensor whose shape is wanted.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.expand_as(ms.Tensor([1, 2]), ms.ops.zeros((2, 2))))
        [[1 2]
         [1 2]]
    """
    return broadcast_to(input, other.shape)


@public("Tensor.expand_as")
def tensor_expand_as(
    self: Tensor, other: Tensor | None = None, *, x: Tensor | None = None
) -> Tensor:
    """Broadcast the Tensor to the shape of another one.

    Args:
        other: Tensor whose shape is wanted (also as `x`).

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `other` is not a Tensor.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).expand_as(ms.ops.zeros((2, 2))))
        [[1 2]
         [1 2]]
    """
    other = x if other is None else other
    of_type("other", other, Tensor)
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

    def atleast(inputs: Tensor | Sequence[Tensor]) -> Any:
        if isinstance(inputs, (tuple, list)):
            return tuple(atleast(e) for e in inputs)
        return inputs if isinstance(inputs, Tensor) and inputs.ndim >= rank else grown(inputs)

    atleast.__name__ = atleast.__qualname__ = f"atleast_{rank}d"
    atleast.__doc__ = f"""View a Tensor, or each of several, with at least {rank} dimension(s).

    Args:
        inputs: Tensor, or tuple or list of Tensors.

    Returns:
        Tensor, or tuple of Tensors, with dimensions of length 1 added where some were missing.

    Raises:
        TypeError: `inputs` is something else.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.atleast_{rank}d(ms.Tensor([1, 2])).shape)
        {((2,), (1, 2), (1, 2, 1))[rank - 1]}
    """
    return public(f"ops.atleast_{rank}d")(atleast)


atleast_1d, atleast_2d, atleast_3d = _atleast(1), _atleast(2), _atleast(3)


@op("ops.deepcopy", label="deepcopy")
def deepcopy(input_x: Array):
    """Copy a Tensor.

    Args:
        input_x: Tensor.

    Returns:
        Tensor of the same elements that shares no memory with `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2])
        >>> y = ms.ops.deepcopy(x)
        >>> x[0] = 5
        >>> print(y)
        [1 2]
    """
    return jnp.array(input_x, copy=True)


@op(label="sum_to_size", amp="float32")
def _sum_to(x: Array, size):
    size = integers("size", size)
    lead = x.ndim - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, x.shape[lead:], strict=True)):
        raise ValueError(Clause(f"size {size} is not expandable to size {x.shape}."))
    axes = [i + lead for i, n in enumerate(size) if n == 1 != x.shape[i + lead]]
    axes = (*range(lead), *axes)
    return sum_over(x, axes).reshape(size) if axes else x


_sum_to_size = call(_sum_to)


@public("Tensor.sum_to_size")
def tensor_sum_to_size(self: Tensor, *size: int | Sequence[int] | Tensor) -> Tensor:
    """Sum over the dimensions that broadcasting from a size to this shape would repeat.

    Args:
        size: ints, or one tuple or list of ints: a shape that broadcasts to this one.

    Returns:
        Tensor of shape `size`; where something is summed, of the dtype that `ops.sum` gives.

    Raises:
        ValueError: `size` does not broadcast to this shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1., 2.], [3., 4.]]).sum_to_size(1, 2))
        [[4. 6.]]
    """
    return _sum_to_size(self, packed("sum_to_size", "size", size, {}))
