"""Shapes of results."""

from __future__ import annotations

from collections.abc import Sequence


def is_dim_unknown(shape: Sequence[int]) -> bool:
    """Whether not even the number of dimensions is known: the shape is (-2,).

    Raises:
        ValueError: -2 stands beside other lengths.
    """
    if len(shape) == 1 and shape[0] == -2:
        return True
    if -2 in shape:
        raise ValueError(f"'shape' must have one -2 alone or none, but got ({shape}).")
    return False


def is_shape_unknown(shape: Sequence[int]) -> bool:
    """Whether a length (-1) or the number of dimensions (-2) is not known.

    Raises:
        ValueError: a length is below -2, or -2 stands beside others.
    """
    if any(length < -2 for length in shape):
        raise ValueError(f"'shape' must not have values below -2, but got ({shape}).")
    return is_dim_unknown(shape) or -1 in shape


def get_broadcast_shape(
    x_shape: Sequence[int],
    y_shape: Sequence[int],
    prim_name: str,
    arg_name1: str = "x",
    arg_name2: str = "y",
) -> Sequence[int]:
    """The shape that two shapes broadcast to; -1 is a length and [-2] a shape not known yet.

    Args:
        x_shape: the first shape.
        y_shape: the second shape.
        prim_name: whose error it is.
        arg_name1: name of the first argument, for errors.
        arg_name2: name of the second argument.

    Returns:
        A list, or `x_shape` itself if both are equal.

    Raises:
        ValueError: the shapes do not broadcast.
    """
    if x_shape == y_shape:
        return x_shape
    if is_dim_unknown(x_shape) or is_dim_unknown(y_shape):
        return [-2]
    shared = min(len(x_shape), len(y_shape))
    front = [*x_shape[: len(x_shape) - shared], *y_shape[: len(y_shape) - shared]]
    back = []
    for i in range(-shared, 0):
        a, b = x_shape[i], y_shape[i]
        if 1 in (a, b):
            back.append(b if a == 1 else a)
        elif a == b or -1 in (a, b):
            back.append(max(a, b))
        else:
            raise ValueError(
                f"For '{prim_name}', {arg_name1}.shape and {arg_name2}.shape need to broadcast. "
                f"The value of {arg_name1}.shape[{i}] or {arg_name2}.shape[{i}] must be 1 or -1 "
                f"when they are not the same, but got {arg_name1}.shape = {x_shape} and "
                f"{arg_name2}.shape = {y_shape}."
            )
    return front + back


def generate_shape_index(
    out_shape: Sequence[int], indices_shape: Sequence[int], axis: int, batch_dims: int = 0
) -> tuple[int, ...]:
    """The order of axes that brings those of the indices of a gathered Tensor to the front.

    Args:
        out_shape: shape of what was gathered.
        indices_shape: shape of the indices.
        axis: the axis along which it was gathered.
        batch_dims: number of leading axes that both have, which stay first.

    Returns:
        The axes of `out_shape`, in that order.
    """
    rank, length = len(out_shape), len(indices_shape)
    if axis < 0:
        axis += rank - length + 1
    end = axis + length - batch_dims
    axes = tuple(range(rank))
    return (*axes[:batch_dims], *range(axis, end), *axes[batch_dims:axis], *axes[end:])
