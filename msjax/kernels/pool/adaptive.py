"""Pooling to a given output size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import at_least, boolean, integer
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import adaptive, stored
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.pool.shared import no_list


def _targets(
    value: Any,
    lengths: tuple[int, ...],
    refusal: type[Exception] = ValueError,
    refused: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Output lengths; None and -1 keep the input's. Wrong and `refused` ones raise `refusal`."""
    count = len(lengths)
    if isinstance(value, bool) or not isinstance(value, (int, tuple, list)):
        raise TypeError(must("output_size", "int or tuple", describe(value)))
    items = (value,) * count if isinstance(value, int) else tuple(value)
    if len(items) != count:
        raise refusal(must("output_size", f"an int or {count} of them", value))
    for item in items:
        if item is not None and (isinstance(item, bool) or not isinstance(item, int)):
            raise TypeError(must("output_size", "of ints or None", value))
        if item is not None and (item < -1 or item in refused):
            kind = "positive" if 0 in refused else "non-negative"
            raise refusal(must("output_size", f"of {kind} ints", value))
    return tuple(n if t in (None, -1) else t for n, t in zip(lengths, items, strict=True))


def target_check(count: int) -> Any:
    def check(output_size: Any) -> None:
        no_list("output_size", output_size)
        _targets(output_size, (1,) * count, refused=(-1,))

    return check


def _check_max_targets(output_size: Any) -> None:
    if not isinstance(output_size, (list, tuple)):
        expected = "a list or tuple of ints"
        raise TypeError(must("output_size", expected, describe(output_size)))


def _bounds(length: int, target: int) -> tuple[np.ndarray, np.ndarray]:
    i = np.arange(target)
    return i * length // target, -(-(i + 1) * length // target)


def _adaptive_mean(x: jax.Array, targets: tuple[int, ...]) -> jax.Array:
    dtype = x.dtype
    if dtype.itemsize < 4 or not jnp.issubdtype(dtype, jnp.floating):
        x = x.astype(np.float32)
    for i, target in enumerate(targets):
        axis = x.ndim - len(targets) + i
        length = x.shape[axis]
        if target and length % target == 0:
            shape = (*x.shape[:axis], target, length // target, *x.shape[axis + 1 :])
            x = x.reshape(shape).mean(axis + 1)
            continue
        begin, end = _bounds(length, target)
        place = np.arange(length)
        weights = (begin[:, None] <= place) & (place < end[:, None])
        share = weights / np.maximum(weights.sum(1, keepdims=True), 1)
        x = jnp.moveaxis(jnp.tensordot(x, jnp.asarray(share.T, x.dtype), (axis, 0)), -1, axis)
    return x.astype(dtype)


def _adaptive_max(x: jax.Array, targets: tuple[int, ...]) -> tuple[jax.Array, jax.Array]:
    """Maxima of adaptive windows and their places in the flattened last dimensions."""
    first = x.ndim - len(targets)
    lengths = x.shape[first:]
    places = jnp.arange(np.prod(lengths), dtype=np.int32).reshape(lengths)
    places = jnp.broadcast_to(places, x.shape)
    for i in reversed(range(len(targets))):
        axis, target = first + i, targets[i]
        begin, end = _bounds(x.shape[axis], target)
        best, where = None, None
        for step in range(int(max(end - begin, default=0))):
            index = np.minimum(begin + step, end - 1)
            value, place = jnp.take(x, index, axis), jnp.take(places, index, axis)
            if best is None:
                best, where = value, place
            else:
                wins = (value > best) | (value != value)
                best, where = jnp.where(wins, value, best), jnp.where(wins, place, where)
        x, places = best, where
    return x, places


@primitive(
    "AdaptiveAvgPool2D",
    counts="all",
    output_size=REQUIRED,
    check=target_check(2),
    normal=stored(output_size=adaptive(2)),
)
@op(
    "ops.adaptive_avg_pool2d",
    label="AdaptiveAvgPool2D",
    accepts={"ops.adaptive_avg_pool2d.output_size": "int tuple Tensor[int] ndarray"},
)
def adaptive_avg_pool2d(input: Array, output_size: int | Sequence[int | None] | Tensor):
    """Mean over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        output_size: int or tuple of two ints or None (None keeps the length).

    Returns:
        Tensor whose last two dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool2d(ms.Tensor([[[1., 2.], [3., 4.]]]), 1))
        [[[2.5]]]
    """
    check_rank(input, (3, 4))
    accept(input, "float16 float32 float64")
    return _adaptive_mean(input, _targets(output_size, input.shape[-2:], refused=(-1,)))


@primitive(
    "AdaptiveAvgPool3D",
    accepts={"output_size": "int tuple[int None]"},
    counts="all",
    output_size=REQUIRED,
    check=target_check(3),
    normal=stored(output_size=adaptive(3)),
)
@op(
    "ops.adaptive_avg_pool3d",
    label="AdaptiveAvgPool3D",
    accepts={"ops.adaptive_avg_pool3d.output_size": "int tuple Tensor[int] ndarray"},
)
def adaptive_avg_pool3d(input: Array, output_size: int | Sequence[int | None] | Tensor):
    """Mean over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        output_size: int or tuple of three ints or None (None keeps the length).

    Returns:
        Tensor whose last three dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool3d(ms.ops.ones((1, 2, 2, 2)), 1))
        [[[[1.]]]]
    """
    check_rank(input, (4, 5))
    accept(input, "int8 int16 int32 int64 uint8 float16 float32 float64")
    return _adaptive_mean(input, _targets(output_size, input.shape[-3:], refused=(-1,)))


@op("mint.nn.functional.adaptive_avg_pool2d", label="AdaptiveAvgPool2DExt")
def adaptive_avg_pool2d_ext(input: Array, output_size: int | Sequence[int | None]):
    """Mean over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W) of a floating dtype.
        output_size: int, or tuple or list of two ints or None (None keeps the length).

    Returns:
        Tensor of the dtype of `input` whose last two dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 4, 5))
        >>> ms.mint.nn.functional.adaptive_avg_pool2d(x, (2, None)).shape
        (1, 2, 5)
    """
    check_rank(input, (3, 4))
    accept(input, "f")
    return _adaptive_mean(input, _targets(output_size, input.shape[-2:]))


@op("mint.nn.functional.adaptive_avg_pool3d", label="AdaptiveAvgPool3DExt")
def adaptive_avg_pool3d_ext(input: Array, output_size: int | Sequence[int | None]):
    """Mean over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W) of a floating dtype.
        output_size: int, or tuple or list of three ints or None (None keeps the length).

    Returns:
        Tensor of the dtype of `input` whose last three dimensions are `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 4, 5, 6))
        >>> ms.mint.nn.functional.adaptive_avg_pool3d(x, (2, None, 3)).shape
        (1, 2, 5, 3)
    """
    check_rank(input, (4, 5))
    accept(input, "f")
    return _adaptive_mean(input, _targets(output_size, input.shape[-3:]))


def _check_divides(x: Any, output_size: Any) -> None:
    integer("output_size", output_size)
    at_least("output_size", output_size, 1)
    check_rank(x, 3, "input")
    if x.shape[2] < output_size or x.shape[2] % output_size:
        raise ValueError(
            must("input", f"of a multiple of {output_size} elements in dim 2", x.shape[2])
        )
    accept(x, "float16 float32")


@op("ops.adaptive_avg_pool1d", accepts={"output_size": "int"})
def adaptive_avg_pool1d(input: Array, output_size: int):
    """Mean over equal parts of the last dimension.

    Args:
        input: Tensor of shape (N, C, L) of Float16 or Float32.
        output_size: int that divides L.

    Returns:
        Tensor of shape (N, C, output_size).

    Raises:
        TypeError: another dtype, or `output_size` is not an int.
        ValueError: wrong rank, or `output_size` does not divide L.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_avg_pool1d(ms.Tensor([[[1., 3.]]]), 1))
        [[[2.]]]
    """
    _check_divides(input, output_size)
    return _adaptive_mean(input, (output_size,))


@op("mint.nn.functional.adaptive_avg_pool1d", label="adaptive_avg_pool1d")
def adaptive_avg_pool1d_ext(input: Array, output_size: int | tuple[int, ...]):
    """Mean over windows chosen so that the last dimension gets the given length.

    Unlike `ops.adaptive_avg_pool1d`, the length need not divide the input's.

    Args:
        input: Tensor of a floating dtype, of shape (N, C, L) or (C, L).
        output_size: int or tuple of one int, the new length.

    Returns:
        Tensor of the dtype of `input` whose last dimension is `output_size`.

    Raises:
        TypeError: another dtype, or `output_size` is not an int.
        ValueError: the rank or `output_size` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.adaptive_avg_pool1d(ms.Tensor([[1., 2., 6.]]), 2))
        [[1.5 4. ]]
    """
    check_rank(input, (2, 3))
    accept(input, "f")
    return _adaptive_mean(input, _targets(output_size, input.shape[-1:]))


@op("ops.adaptive_max_pool1d", accepts={"output_size": "int"})
def adaptive_max_pool1d(input: Array, output_size: int):
    """Maximum over equal parts of the last dimension.

    Args:
        input: Tensor of shape (N, C, L) of Float16 or Float32.
        output_size: int that divides L.

    Returns:
        Tensor of shape (N, C, output_size).

    Raises:
        TypeError: another dtype, or `output_size` is not an int.
        ValueError: wrong rank, or `output_size` does not divide L.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_max_pool1d(ms.Tensor([[[1., 3.]]]), 1))
        [[[3.]]]
    """
    _check_divides(input, output_size)
    return _adaptive_max(input, (output_size,))[0]


@op("mint.nn.functional.adaptive_max_pool1d", label="adaptive_max_pool1d")
def adaptive_max_pool1d_ext(
    input: Array, output_size: int | tuple[int, ...], return_indices: bool = False
):
    """Maximum over windows chosen so that the last dimension gets the given length.

    Args:
        input: Tensor of shape (N, C, L) or (C, L).
        output_size: int or tuple of one int, the new length.
        return_indices: also return the place of each maximum (Int64).

    Returns:
        Tensor whose last dimension is `output_size`, or the pair of it and the indices.

    Raises:
        TypeError: `output_size` is not an int.
        ValueError: the rank or `output_size` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 6.]])
        >>> out, places = ms.mint.nn.functional.adaptive_max_pool1d(x, 2, return_indices=True)
        >>> print(out, places)
        [[2. 6.]] [[1 2]]
    """
    check_rank(input, (2, 3))
    targets = _targets(output_size, input.shape[-1:], refused=(0,))
    out, places = _adaptive_max(input, targets)
    return (out, places.astype(np.int64)) if return_indices else out


@primitive(
    "AdaptiveMaxPool2D",
    accepts={"output_size": "tuple[int None] list"},
    output_size=REQUIRED,
    check=_check_max_targets,
)
@op(label="AdaptiveMaxPool2D")
def adaptive_max_pool2d_primitive(input: Array, output_size: Sequence[int | None]):
    """Maxima over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W) of Float16, Float32 or Float64.
        output_size: tuple or list of two ints, given to the constructor; -1 keeps a length.

    Returns:
        Pair of the maxima and their places in the flattened plane (Int64), both with the lengths of
        `output_size` in the last two dimensions.

    Raises:
        TypeError: another dtype, or `output_size` does not consist of ints.
        ValueError: another rank.
        RuntimeError: `output_size` has another length or is out of range.

    Examples:
        >>> import msjax as ms
        >>> out, places = ms.ops.AdaptiveMaxPool2D((1, 2))(ms.Tensor([[[1., 2.], [3., 0.]]]))
        >>> print(out, places)
        [[[3. 2.]]] [[[2 1]]]
    """
    if None in output_size:  # allowed until it is called
        raise TypeError(must("output_size", "two ints", output_size))
    return _max_pool2d(input, output_size)


def _max_pool2d(input: Any, output_size: Any) -> Any:
    check_rank(input, (3, 4))
    accept(input, "float16 float32 float64")
    targets = _targets(output_size, input.shape[-2:], RuntimeError, (0,))
    out, places = _adaptive_max(input, targets)
    return out, places.astype(np.int64)


@op(
    "ops.adaptive_max_pool2d",
    "mint.nn.functional.adaptive_max_pool2d",
    label="AdaptiveMaxPool2D",
    accepts={
        "ops.adaptive_max_pool2d.output_size": "int tuple[int None] list Tensor ndarray",
        "ops.adaptive_max_pool2d.return_indices": "bool",
    },
)
def adaptive_max_pool2d(
    input: Array, output_size: int | Sequence[int | None] | Tensor, return_indices: bool = False
):
    """Maximum over windows chosen so that the last two dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        output_size: int or tuple of two ints or None (None keeps the length).
        return_indices: also return the place of each maximum in the flattened plane (Int64).

    Returns:
        Tensor whose last two dimensions are `output_size`, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_max_pool2d(ms.Tensor([[[1., 2.], [3., 4.]]]), 1))
        [[[4.]]]
    """
    boolean("return_indices", return_indices)
    out, places = _max_pool2d(input, output_size)
    return (out, places) if return_indices else out


@primitive("AdaptiveMaxPool3D", accepts={"output_size": "Tensor[int32]"}, counts="all")
@op(label="AdaptiveMaxPool3D")
def adaptive_max_pool3d_primitive(input: Array, output_size: Tensor):
    """Maxima over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of an integer or floating dtype, of shape (N, C, D, H, W) or (C, D, H, W).
        output_size: int or three ints, the new lengths.

    Returns:
        Pair of the maxima and their places in the flattened volume (Int32), both with the lengths
            of
        `output_size` in the last three dimensions.

    Raises:
        TypeError: another dtype, or `output_size` does not consist of ints.
        ValueError: another rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> size = ms.Tensor([1, 1, 2], ms.int32)
        >>> out, places = ms.ops.AdaptiveMaxPool3D()(ms.Tensor([[[[1., 2.], [3., 0.]]]]), size)
        >>> print(out, places)
        [[[[3. 2.]]]] [[[[2 1]]]]
    """
    check_rank(input, (4, 5))
    accept(input, "iuf")
    return _adaptive_max(input, _targets(output_size, input.shape[-3:], refused=(-1, 0)))


@op(
    "ops.adaptive_max_pool3d",
    label="AdaptiveMaxPool3D",
    accepts={"output_size": "int bool tuple list Tensor None !ValueError float ndarray"},
)
def adaptive_max_pool3d(
    input: Array, output_size: int | Sequence[int] | Tensor | None, return_indices: bool = False
):
    """Maximum over windows chosen so that the last three dimensions get the given lengths.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        output_size: int or tuple of three ints.
        return_indices: also return the place of each maximum in the flattened volume (Int32).

    Returns:
        Tensor whose last three dimensions are `output_size`, or the pair of it and the indices.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: wrong rank or number of lengths.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adaptive_max_pool3d(ms.Tensor([[[[1., 2.], [3., 0.]]]]), (1, 1, 2)))
        [[[[3. 2.]]]]
    """
    out, places = adaptive_max_pool3d_primitive(input, output_size)
    return (out, places) if return_indices else out
