"""Derivatives of slicing, gathering and padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Arrays, op, primitive
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.index.gather import gather_d
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.primitives.derivatives.pullback import adjoint, pullback
from msjax.kernels.reduction import quantiles
from msjax.kernels.reduction.segment import segment_scale
from msjax.kernels.shape import padding as pads
from msjax.kernels.shape import slicing


@primitive("SliceGrad", place="unlisted")
def slice_grad(dy: Array, x: Array, begin: Sequence[int], size: Sequence[int]):
    """Gradient of Slice: zeros like `x` with `dy` at its place."""
    return adjoint(lambda a: slicing.slice_(a, begin, size), x.shape, dy)


@primitive("StridedSliceGrad", place="unlisted", since="begin_mask")
def strided_slice_grad(
    dy: Array,
    shapex: Sequence[int],
    begin: Sequence[int],
    end: int,
    strides: int | tuple[int, ...],
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
):
    """Gradient of StridedSlice: zeros of shape `shapex` with `dy` at its place."""
    masks = begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask
    function = slicing.strided_slice
    return adjoint(lambda a: function(a, begin, end, strides, *masks), lengths(shapex), dy)


@primitive("MirrorPadGrad", place="unlisted", mode="REFLECT")
def mirror_pad_grad(dy: Array, paddings: Any, mode: str = "REFLECT"):
    """Gradient of MirrorPad."""
    shape = [n - sum(lengths(p)) for n, p in zip(dy.shape, paddings, strict=True)]
    return adjoint(lambda a: pads.mirror_pad(a, paddings, mode), tuple(shape), dy)


@primitive("PadV3Grad", place="unlisted", mode="reflect", paddings_contiguous=True)
def pad_v3_grad(x: Array, paddings: Any, mode: str = "reflect", paddings_contiguous: bool = True):
    """Gradient of PadV3 in the modes that repeat elements."""
    numbers = lengths(paddings)
    half, shape = len(numbers) // 2, list(x.shape)
    for i in range(half):
        pair = numbers[2 * i : 2 * i + 2] if paddings_contiguous else numbers[i::half]
        shape[-1 - i] -= sum(pair)
    function = pads.pad_v3
    return adjoint(lambda a: function(a, numbers, None, mode, paddings_contiguous), tuple(shape), x)


@primitive("GatherDGradV2", place="unlisted")
def gather_d_grad(x: Array, dim: int, index: Array, dout: Array):
    """Gradient of GatherD for arguments like `x`."""
    return adjoint(lambda a: gather_d(a, dim, index), x.shape, dout)


@primitive("FlattenGrad", place="unlisted")
def flatten_grad(x: Array, shape: Sequence[int]):
    """Gradient of Flatten: `x` in the shape of the argument."""
    return x.reshape(lengths(shape))


@primitive("TraceGrad", place="unlisted")
def trace_grad(y_grad: Array, x_shape: Sequence[int]):
    """Gradient of Trace for a matrix of shape `x_shape`."""
    return jnp.eye(*lengths(x_shape), dtype=y_grad.dtype) * y_grad


@primitive("MaskedSelectGrad", place="unlisted")
def masked_select_grad(input: Array, mask: Array, grad: Array):
    """Gradient of MaskedSelect for its argument."""
    whole = jnp.broadcast_shapes(input.shape, mask.shape)
    chosen = jnp.broadcast_to(mask, whole).reshape(-1)
    place = jnp.cumsum(chosen.astype(np.int32)) - 1
    taken = grad[jnp.clip(place, 0, grad.shape[0] - 1)] if grad.shape[0] else grad.sum()
    spread = jnp.where(chosen, taken, 0).astype(input.dtype).reshape(whole)
    return adjoint(lambda a: jnp.broadcast_to(a, whole), input.shape, spread)


@primitive("UniqueGrad", place="unlisted")
def unique_grad(dy: Arrays, y: Arrays):
    """Gradient of Unique, from its results: each element's is that of the value it became."""
    return dy[0][y[1]]


@primitive("MedianGrad", place="unlisted", since="global_median")
def median_grad(
    y_grad: Array,
    x: Array,
    y: Array,
    indices: Array,
    global_median: bool = False,
    axis: int = 0,
    keep_dims: bool = False,
):
    """Gradient of Median."""
    setting = global_median, axis, keep_dims
    return pullback(lambda a: quantiles.median_kernel(a, *setting)[0], y_grad, x)


def _segments(x: Array, indices: Array, segment_ids: Array, count: int, power: float) -> Array:
    """Rows of `x` by segment, over a power of the segment's length, added at their indices."""
    rows = (wider(x) / segment_scale(segment_ids, wider(x), power))[segment_ids]
    out = jnp.zeros((count, *x.shape[1:]), rows.dtype).at[indices].add(rows)
    return out.astype(x.dtype)


def _count(value: object) -> int:
    found = value[0] if isinstance(value, (tuple, list)) else value
    if not isinstance(found, int) or found < 0:
        raise ValueError(must("output_dim0", "not negative", value))
    return found


@primitive("SparseSegmentSumGrad", place="unlisted")
def sparse_segment_sum_grad(grad: Array, indices: Array, segment_ids: Array, output_dim0: int):
    """Gradient of SparseSegmentSum for an argument of `output_dim0` rows."""
    count = _count(output_dim0)
    return _segments(grad, indices, segment_ids, count, 0.0)


@primitive("SparseSegmentMeanGrad", place="unlisted")
def sparse_segment_mean_grad(x: Array, indices: Array, segment_ids: Array, output_dim0: int):
    """Gradient of SparseSegmentMean for an argument of `output_dim0` rows."""
    count = _count(output_dim0)
    return _segments(x, indices, segment_ids, count, 1.0)


@primitive("SparseSegmentSqrtNGrad", place="unlisted")
def sparse_segment_sqrt_n_grad(x: Array, indices: Array, segment_ids: Array, output_dim0: int):
    """Gradient of SparseSegmentSqrtN for an argument of `output_dim0` rows."""
    count = _count(output_dim0)
    return _segments(x, indices, segment_ids, count, 0.5)


@primitive("SparseFillEmptyRowsGrad", place="unlisted")
def sparse_fill_empty_rows_grad(reverse_index_map: Array, grad_values: Array):
    """Gradients of SparseFillEmptyRows for its values and its default value."""
    taken = grad_values[reverse_index_map]
    used = jnp.zeros(grad_values.shape, bool).at[reverse_index_map].set(True)
    return taken, jnp.where(used, 0, grad_values).sum().astype(grad_values.dtype)


@primitive("SparseSliceGrad", place="unlisted")
@op(label="SparseSliceGrad", eager=True)
def sparse_slice_grad(backprop_val_grad: Array, indices: Array, start: Array, new_indices: Array):
    """Gradient of the values of SparseSlice: zeros for those that it left out."""
    places = np.asarray(new_indices) + np.asarray(start)
    where = {tuple(row): i for i, row in enumerate(places.tolist())}
    found = [where.get(tuple(row), -1) for row in np.asarray(indices).tolist()]
    index = np.array(found, np.int32)
    return jnp.where(index >= 0, backprop_val_grad[index], 0).astype(backprop_val_grad.dtype)
