"""Tables and lists that indices describe, and axes in another data format."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import REQUIRED, Primitive, primitive
from msjax._core.tensor import Tensor
from msjax._core.x64 import to_device, x64
from msjax.ops._accept import accept, same_dtype
from msjax.ops.shape import integer


@primitive("Coalesce")
@op("ops.coalesce", eager=True, label="Coalesce")
def coalesce(x_indices: Array, x_values: Array, x_shape: Array):
    """Add up the values of a sparse Tensor that share an index, and sort them by index.

    Args:
        x_indices: Tensor of int64 of shape (rank, count).
        x_values: Tensor of shape (count,).
        x_shape: Tensor of int64 of shape (rank,).

    Returns:
        The three Tensors, with each index once.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> i = ms.Tensor([[0, 0], [1, 1]])
        >>> _, values, _ = ms.ops.coalesce(i, ms.Tensor([1., 2.]), ms.Tensor([2, 2]))
        >>> print(values)
        [3.]
    """
    if (x_indices.ndim, x_values.ndim, x_shape.ndim) != (2, 1, 1):
        ranks = (x_indices.ndim, x_values.ndim, x_shape.ndim)
        raise ValueError(must("Coalesce", "inputs", "of 2, 1 and 1 dimensions", ranks))
    if x_indices.shape != (x_shape.shape[0], x_values.shape[0]):
        wanted = (x_shape.shape[0], x_values.shape[0])
        raise ValueError(must("Coalesce", "x_indices", f"of shape {wanted}", x_indices.shape))
    found, where = np.unique(np.asarray(x_indices), axis=1, return_inverse=True)
    with x64():
        sums = jnp.zeros((found.shape[1],), x_values.dtype).at[where.reshape(-1)].add(x_values)
    return to_device(found.astype(x_indices.dtype)), sums, x_shape


def _check_ragged(Tsplits: Any) -> None:
    if Tsplits not in (mstype.int32, mstype.int64):
        raise TypeError(must("RaggedRange", "Tsplits", "int32 or int64", repr(Tsplits)))


@primitive("RaggedRange", check=_check_ragged, Tsplits=REQUIRED)
@op(eager=True, label="RaggedRange")
def _ragged_range(starts: Array, limits: Array, deltas: Array, Tsplits):
    """Ranges behind each other, and where each begins.

    Args:
        starts: Tensor of one or no dimension, the first number of each range.
        limits: Tensor, where each range ends, which it does not reach.
        deltas: Tensor, the steps.

    Returns:
        Tensor of `Tsplits` with the places where ranges begin and end, and Tensor of numbers.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.RaggedRange(ms.int64)
        >>> splits, numbers = op(ms.Tensor([0, 5]), ms.Tensor([2, 8]), ms.Tensor([1, 1]))
        >>> print(splits, numbers)
        [0 2 5] [0 1 5 6 7]
    """
    same_dtype("RaggedRange", starts, limits, deltas)
    given = [np.atleast_1d(np.asarray(a)) for a in (starts, limits, deltas)]
    if (given[2] == 0).any():
        raise ValueError(must("RaggedRange", "deltas", "free of zeros", given[2].tolist()))
    rows = [np.arange(a, b, d) for a, b, d in zip(*np.broadcast_arrays(*given), strict=True)]
    splits = np.cumsum([0, *map(len, rows)])
    numbers = np.concatenate(rows) if rows else np.zeros((0,))
    return to_device(splits.astype(Tsplits)), to_device(numbers.astype(starts.dtype))


@op(label="ConfusionMatrix")
def _confusion(labels: Array, predictions: Array, weights: Array | None, classes, dtype):
    for arg, x in (("labels", labels), ("predictions", predictions)):
        accept("ConfusionMatrix", x, "iu", arg)
        if x.ndim != 1 or x.shape != labels.shape:
            raise ValueError(must("ConfusionMatrix", arg, "1-d and as long as 'labels'", x.shape))
    counts = jnp.ones((), dtype) if weights is None else weights.astype(dtype)
    return jnp.zeros((classes, classes), dtype).at[labels, predictions].add(counts)


_count_pairs = call(_confusion)


@public("ops.ConfusionMatrix")
class ConfusionMatrix(Primitive):
    """How often each class was predicted as each class.

    Args:
        num_classes: int.
        dtype: str, the name of the result's dtype.

    Raises:
        TypeError: `num_classes` is not an int, or `dtype` not a str.

    Examples:
        >>> import msjax as ms
        >>> labels, predicted = ms.Tensor([0, 1, 1]), ms.Tensor([0, 1, 0])
        >>> print(ms.ops.ConfusionMatrix(2)(labels, predicted))
        [[1 0]
         [1 1]]
    """

    def __init__(self, num_classes: int, dtype: str = "int32"):
        super().__init__("ConfusionMatrix")
        if not isinstance(dtype, str):
            raise TypeError(must("ConfusionMatrix", "dtype", "str", describe(dtype)))
        count = integer("ConfusionMatrix", "num_classes", num_classes)
        self._set_init(num_classes=count, dtype=dtype)

    def __call__(
        self, labels: Tensor, predictions: Tensor, weights: Tensor | None = None
    ) -> Tensor:
        return _count_pairs(labels, predictions, weights, self.num_classes, np.dtype(self.dtype))


def _check_formats(src_format: Any, dst_format: Any) -> None:
    for arg, text in (("src_format", src_format), ("dst_format", dst_format)):
        if text not in ("NHWC", "NCHW"):
            raise ValueError(must("DataFormat", arg, "'NHWC' or 'NCHW'", repr(text)))


@primitive("DataFormatDimMap", check=_check_formats, src_format="NHWC", dst_format="NCHW")
@op(label="DataFormatDimMap")
def _format_axes(input_x: Array, src_format, dst_format):
    """For each axis of `dst_format`, which axis of `src_format` it is.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DataFormatDimMap()(ms.Tensor([0, 1, 2, 3])))
        [0 3 1 2]
    """
    accept("DataFormatDimMap", input_x, "int32 int64", "input_x")
    table = np.array([src_format.index(letter) for letter in dst_format])
    return jnp.asarray(table)[input_x % 4].astype(input_x.dtype)


@primitive("DataFormatVecPermute", check=_check_formats, src_format="NHWC", dst_format="NCHW")
@op(label="DataFormatVecPermute")
def _permute_format(input_x: Array, src_format, dst_format):
    """Numbers (or rows) that belong to the axes of `src_format`, in the order of `dst_format`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DataFormatVecPermute()(ms.Tensor([1, 2, 3, 4])))
        [1 4 2 3]
    """
    accept("DataFormatVecPermute", input_x, "int32 int64", "input_x")
    if input_x.shape not in ((4,), (4, 2)):
        raise ValueError(
            must("DataFormatVecPermute", "input_x", "of shape (4,) or (4, 2)", input_x.shape)
        )
    return input_x[np.array([src_format.index(letter) for letter in dst_format])]
