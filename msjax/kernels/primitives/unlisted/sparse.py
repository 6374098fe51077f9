"""Operations on the parts of sparse Tensors."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_type, of_types
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Arrays, op, primitive
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.reduction.segment import segment_scale, sparse_segment_mean


def _dense_part(indices: Any, shape: Any, x2: Any) -> Any:
    """The elements of `x2`, broadcast to `shape`, at the places of a sparse Tensor."""
    whole = jnp.broadcast_to(x2, lengths(shape))
    return whole[tuple(indices.T)]


@primitive("SparseDenseCwiseAdd", place="unlisted")
@op(label="SparseDenseCwiseAdd", eager=True)
def sparse_dense_add(x1_indices: Array, x1_values: Array, x1_shape: Array, x2: Array):
    """Values of a sparse Tensor, plus those of a dense one at the same places."""
    return x1_values + _dense_part(x1_indices, x1_shape, x2)


@primitive("SparseDenseCwiseMul", place="unlisted")
@op(label="SparseDenseCwiseMul", eager=True)
def sparse_dense_mul(x1_indices: Array, x1_values: Array, x1_shape: Array, x2: Array):
    """Values of a sparse Tensor, times those of a dense one at the same places."""
    return x1_values * _dense_part(x1_indices, x1_shape, x2)


@primitive("SparseDenseCwiseDiv", place="unlisted")
@op(label="SparseDenseCwiseDiv", eager=True)
def sparse_dense_div(x1_indices: Array, x1_values: Array, x1_shape: Array, x2: Array):
    """Values of a sparse Tensor, divided by those of a dense one at the same places."""
    part = _dense_part(x1_indices, x1_shape, x2)
    whole = jnp.issubdtype(x1_values.dtype, jnp.integer)
    return jax.lax.div(x1_values, part) if whole else x1_values / part


def _union(first: Any, second: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distinct rows of two index arrays in order, and where those of each went."""
    both = np.concatenate([np.asarray(first), np.asarray(second)])
    rows, where = np.unique(both, axis=0, return_inverse=True)
    where = where.reshape(-1)
    return rows, where[: len(first)], where[len(first) :]


def _aligned(x1: tuple, x2: tuple) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Indices of two sparse Tensors together, and the values of each there, zeros included."""
    rows, first, second = _union(x1[0], x2[0])
    zeros = jnp.zeros(len(rows), x1[1].dtype)
    index = jnp.asarray(rows, x1[0].dtype)
    return index, zeros.at[first].set(x1[1]), zeros.at[second].set(x2[1])


@primitive("SparseSparseMaximum", place="unlisted")
@op(label="SparseSparseMaximum", eager=True)
def sparse_maximum(
    x1_indices: Array,
    x1_values: Array,
    x1_shape: Array,
    x2_indices: Array,
    x2_values: Array,
    x2_shape: Array,
):
    """The larger of two sparse Tensors: places and values."""
    index, first, second = _aligned((x1_indices, x1_values), (x2_indices, x2_values))
    return index, jnp.maximum(first, second)


@primitive("SparseSparseMinimum", place="unlisted")
@op(label="SparseSparseMinimum", eager=True)
def sparse_minimum(
    x1_indices: Array,
    x1_values: Array,
    x1_shape: Array,
    x2_indices: Array,
    x2_values: Array,
    x2_shape: Array,
):
    """The smaller of two sparse Tensors: places and values."""
    index, first, second = _aligned((x1_indices, x1_values), (x2_indices, x2_values))
    return index, jnp.minimum(first, second)


@primitive("SparseAdd", place="unlisted")
@op(label="SparseAdd", eager=True)
def sparse_add(
    x1_indices: Array,
    x1_values: Array,
    x1_shape: Array,
    x2_indices: Array,
    x2_values: Array,
    x2_shape: Array,
    thresh: Array,
):
    """Sum of two sparse Tensors, without elements smaller than `thresh`."""
    if thresh.ndim:
        raise ValueError(must("thresh", "of 0 dimensions", thresh.shape))
    index, first, second = _aligned((x1_indices, x1_values), (x2_indices, x2_values))
    total = first + second
    kept = np.flatnonzero(np.abs(np.asarray(total)) >= np.asarray(thresh))
    return index[kept], total[kept], x1_shape


@primitive("SparseReorder", place="unlisted")
@op(label="SparseReorder", eager=True)
def sparse_reorder(indices: Array, values: Array, shape: Array):
    """A sparse Tensor with its elements in the order of memory."""
    order = np.lexsort(np.asarray(indices).T[::-1])
    return indices[order], values[order]


@primitive(
    "SparseToDenseV2",
    place="unlisted",
    check=of_types(validate_indices=bool),
    validate_indices=True,
)
@op(label="SparseToDenseV2", eager=True)
def sparse_to_dense_v2(
    indices: Array,
    output_shape: Array,
    values: Array,
    default_value: Array,
    validate_indices: bool = True,
):
    """Dense Tensor of values at their places, and `default_value` elsewhere.

    The places must be in the order of memory, whether `validate_indices` says so or not.
    """
    if not values.ndim:
        raise ValueError(must("values", "of 1 dimension", values.shape))
    shape = lengths(output_shape)
    places = np.asarray(indices).reshape(-1, len(shape))
    if ((places < 0) | (places >= shape)).any():
        raise ValueError(must("indices", f"inside of {shape}", places.tolist()))
    if (np.diff(np.ravel_multi_index(tuple(places.T), shape)) <= 0).any():
        text = "in ascending order without repetition"
        raise ValueError(must("indices", text, places.tolist()))
    out = jnp.full(shape, default_value, values.dtype)
    return out.at[tuple(places.T)].set(values)


def softmax_of_rows(rows: np.ndarray, values: jax.Array) -> jax.Array:
    """Softmax over the values of each row, which an array's rows (n, rank - 1) number."""
    distinct, group = np.unique(rows, axis=0, return_inverse=True)
    group, count = group.reshape(-1), len(distinct)
    top = jax.ops.segment_max(values, group, count)[group]
    parts = jnp.exp(values - top)
    return parts / jax.ops.segment_sum(parts, group, count)[group]


@primitive("SparseSoftmax", place="unlisted")
@op(label="SparseSoftmax", eager=True)
def sparse_softmax(indices: Array, values: Array, shape: Array):
    """Softmax over the elements of each row that are there."""
    return softmax_of_rows(np.asarray(indices)[:, :-1], values)


@primitive("SparseReshape", place="unlisted")
@op(label="SparseReshape", eager=True)
def sparse_reshape(indices: Array, shape: Array, new_shape: Array):
    """Places of a sparse Tensor after reshaping, and the new shape."""
    old = lengths(shape)
    new = np.empty(old, np.bool_).reshape(np.asarray(new_shape).tolist()).shape
    flat = np.ravel_multi_index(tuple(np.asarray(indices).T), old)
    places = np.stack(np.unravel_index(flat, new), 1)
    return jnp.asarray(places, indices.dtype), jnp.asarray(np.array(new), shape.dtype)


@primitive("SparseConcat", place="unlisted", concat_dim=0)
@op(label="SparseConcat", eager=True)
def sparse_concat(
    sp_input_indices: Arrays, sp_input_values: Arrays, sp_input_shapes: Arrays, concat_dim: int = 0
):
    """Sparse Tensors joined along one dimension: places, values, shape."""
    shapes = [np.asarray(s) for s in sp_input_shapes]
    axis = concat_dim % len(shapes[0])
    starts = np.cumsum([0] + [int(s[axis]) for s in shapes])
    moved = []
    for places, start in zip(sp_input_indices, starts[:-1], strict=True):
        part = np.array(places)
        part[:, axis] += start
        moved.append(part)
    places, values = np.concatenate(moved), jnp.concatenate(sp_input_values)
    order = np.lexsort(places.T[::-1])
    shape = shapes[0].copy()
    shape[axis] = starts[-1]
    kind = sp_input_indices[0].dtype
    return jnp.asarray(places[order], kind), values[order], jnp.asarray(shape, np.int64)


@primitive("SparseFillEmptyRows", place="unlisted")
@op(label="SparseFillEmptyRows", eager=True)
def sparse_fill_empty_rows(indices: Array, values: Array, dense_shape: Array, default_value: Array):
    """A sparse matrix with an element in each row.

    Returns its places and values, which rows were empty, and where each old element went.
    """
    rows = np.asarray(indices)[:, 0]
    count = int(np.asarray(dense_shape)[0])
    empty = np.bincount(rows, minlength=count) == 0
    added = np.zeros((int(empty.sum()), indices.shape[1]), rows.dtype)
    added[:, 0] = np.flatnonzero(empty)
    places = np.concatenate([np.asarray(indices), added])
    order = np.argsort(places[:, 0], kind="stable")
    where = np.empty(len(order), rows.dtype)
    where[order] = np.arange(len(order))
    fill = jnp.full(len(added), default_value, values.dtype)
    out = jnp.concatenate([values, fill])[order]
    return (
        jnp.asarray(places[order], indices.dtype),
        out,
        jnp.asarray(empty),
        jnp.asarray(where[: len(rows)], indices.dtype),
    )


@primitive("SparseAddmm", place="unlisted")
def sparse_addmm(
    indices: Array,
    values: Array,
    sparse_shape: Array,
    x2_dense: Array,
    x3_dense: Array,
    alpha: Array,
    beta: Array,
):
    """`beta * x3_dense` plus `alpha` times the product of a sparse matrix and `x2_dense`."""
    product = values[:, None] * x2_dense[indices[:, 1]]
    total = jnp.zeros(x3_dense.shape, product.dtype).at[indices[:, 0]].add(product)
    return x3_dense * beta.reshape(()) + total * alpha.reshape(())


@primitive("Sspaddmm", place="unlisted")
@op(label="Sspaddmm", eager=True)
def sspaddmm(
    x1_indices: Array,
    x1_values: Array,
    x1_shape: Array,
    x2_indices: Array,
    x2_values: Array,
    x2_shape: Array,
    x3_dense: Array,
    alpha: Array,
    beta: Array,
):
    """A sparse matrix times `beta`, followed by the rows of `alpha` times a product.

    Indices are of shape (2, n).
    """
    rows, group = np.unique(np.asarray(x2_indices[0]), return_inverse=True)
    parts = x2_values[:, None] * x3_dense[x2_indices[1]]
    product = jax.ops.segment_sum(parts, group, len(rows)) * alpha.reshape(())
    width = x3_dense.shape[1]
    added = np.stack([np.repeat(rows, width), np.tile(np.arange(width), len(rows))])
    places = np.concatenate([np.asarray(x1_indices), added], 1)
    values = [x1_values * beta.reshape(()).astype(x1_values.dtype), product.reshape(-1)]
    return (
        jnp.asarray(places, np.int64),
        jnp.concatenate([v.astype(x1_values.dtype) for v in values]),
        x1_shape.astype(np.int64),
    )


# -- rows picked by index, then summed in groups ---------------------------------------------------


def _grouped(x: Any, indices: Any, segment_ids: Any, count: int, power: float) -> Any:
    rows = jax.ops.segment_sum(wider(x)[indices], segment_ids, count)
    return (rows / segment_scale(segment_ids, rows, power)).astype(x.dtype)


def _groups(segment_ids: Any) -> int:
    ids = np.asarray(segment_ids)
    steps = np.diff(ids, prepend=0)
    if ((steps < 0) | (steps > 1)).any():
        raise ValueError(must("segment_ids", "sorted and contiguous", ids.tolist()))
    return int(ids[-1]) + 1 if len(ids) else 0


@primitive("SparseSegmentSum", place="unlisted")
@op(label="SparseSegmentSum", eager=True)
def sparse_segment_sum(x: Array, indices: Array, segment_ids: Array):
    """Sums over groups of rows that are picked by index."""
    return _grouped(x, indices, segment_ids, _groups(segment_ids), 0.0)


@primitive("SparseSegmentSumWithNumSegments", place="unlisted")
@op(label="SparseSegmentSumWithNumSegments", eager=True)
def sparse_segment_sum_n(x: Array, indices: Array, segment_ids: Array, num_segments: Array):
    """Sums over `num_segments` groups of rows that are picked by index."""
    return _grouped(x, indices, segment_ids, int(num_segments.reshape(-1)[0]), 0.0)


@primitive("SparseSegmentMean", place="unlisted")
@op(label="SparseSegmentMean", eager=True)
def sparse_segment_mean_class(x: Array, indices: Array, segment_ids: Array):
    """Means over groups of rows that are picked by index."""
    return sparse_segment_mean(x, indices, segment_ids)


@primitive("SparseSegmentMeanWithNumSegments", place="unlisted")
@op(label="SparseSegmentMeanWithNumSegments", eager=True)
def sparse_segment_mean_n(x: Array, indices: Array, segment_ids: Array, num_segments: Array):
    """Means over `num_segments` groups of rows that are picked by index."""
    return _grouped(x, indices, segment_ids, int(num_segments.reshape(-1)[0]), 1.0)


@primitive("SparseSegmentSqrtN", place="unlisted")
@op(label="SparseSegmentSqrtN", eager=True)
def sparse_segment_sqrt_n(x: Array, indices: Array, segment_ids: Array):
    """Sums over groups of rows that are picked by index, over the root of the group's size."""
    return _grouped(x, indices, segment_ids, _groups(segment_ids), 0.5)


@primitive("SparseSegmentSqrtNWithNumSegments", place="unlisted")
@op(label="SparseSegmentSqrtNWithNumSegments", eager=True)
def sparse_segment_sqrt_n_n(x: Array, indices: Array, segment_ids: Array, num_segments: Array):
    """As `SparseSegmentSqrtN`, for `num_segments` groups."""
    return _grouped(x, indices, segment_ids, int(num_segments.reshape(-1)[0]), 0.5)


# -- sets: the distinct elements of each row -------------------------------------------------------

_SETS = {
    "a-b": np.setdiff1d,
    "b-a": lambda a, b: np.setdiff1d(b, a),
    "intersection": np.intersect1d,
    "union": np.union1d,
}


def _check_sets(set_operation: Any, validate_indices: Any) -> None:
    of_type("validate_indices", validate_indices, bool)
    if set_operation not in _SETS:
        raise ValueError(must("set_operation", f"one of {list(_SETS)}", repr(set_operation)))


def _set_operation(rows1: list, rows2: list, outer: tuple, name: str, kind: Any) -> tuple:
    found = [_SETS[name](a, b) for a, b in zip(rows1, rows2, strict=True)]
    places = [
        (*np.unravel_index(i, outer), j) for i, row in enumerate(found) for j in range(len(row))
    ]
    index = np.array(places, np.int64).reshape(-1, len(outer) + 1)
    values = np.concatenate(found) if found else np.zeros(0)
    shape = np.array([*outer, max((len(r) for r in found), default=0)], np.int64)
    return jnp.asarray(index, np.int64), jnp.asarray(values, kind), jnp.asarray(shape, np.int64)


@primitive(
    "DenseToDenseSetOperation",
    place="unlisted",
    check=_check_sets,
    set_operation="a-b",
    validate_indices=True,
)
@op(label="DenseToDenseSetOperation", eager=True)
def dense_set_operation(
    x1: Array, x2: Array, set_operation: str = "a-b", validate_indices: bool = True
):
    """A set operation on the rows of two Tensors: places, values and shape of the sparse result.

    There are no indices that `validate_indices` could mean.
    """
    rows = [list(np.asarray(x).reshape(-1, x.shape[-1])) for x in (x1, x2)]
    return _set_operation(*rows, x1.shape[:-1], set_operation, x1.dtype)


@primitive(
    "DenseToSparseSetOperation",
    place="unlisted",
    check=_check_sets,
    set_operation="a-b",
    validate_indices=True,
)
@op(label="DenseToSparseSetOperation", eager=True)
def mixed_set_operation(
    x1: Array,
    x2_indices: Array,
    x2_values: Array,
    x2_shape: Array,
    set_operation: str = "a-b",
    validate_indices: bool = True,
):
    """A set operation on the rows of a dense and a sparse Tensor, as `DenseToDenseSetOperation`.

    The order of the indices does not matter, whatever `validate_indices` is.
    """
    outer = x1.shape[:-1]
    flat = np.ravel_multi_index(tuple(np.asarray(x2_indices).T[:-1]), outer)
    values = np.asarray(x2_values)
    second = [values[flat == i] for i in range(int(np.prod(outer)))]
    first = list(np.asarray(x1).reshape(-1, x1.shape[-1]))
    return _set_operation(first, second, outer, set_operation, x1.dtype)


# -- ragged rows and counts ------------------------------------------------------------------------


@primitive("RaggedTensorToSparse", place="unlisted", since="Tsplits")
@op(label="RaggedTensorToSparse", eager=True)
def ragged_to_sparse(rt_nested_splits: Arrays, rt_dense_values: Array, Tsplits: Any):
    """Places, values and shape of rows of different lengths, given by where each ends."""
    splits = [np.asarray(s) for s in rt_nested_splits]
    inner, values = rt_dense_values.shape[1:], rt_dense_values.reshape(-1)
    count = len(splits[0]) - 1
    coords, shape = np.arange(count)[:, None], [count]
    for ends in splits:
        sizes = np.diff(ends)
        within = np.concatenate([np.arange(n) for n in sizes] or [np.zeros(0, np.int64)])
        coords = np.column_stack([np.repeat(coords, sizes, 0), within])
        shape.append(int(sizes.max(initial=0)))
    for n in inner:
        coords = np.column_stack([np.repeat(coords, n, 0), np.tile(np.arange(n), len(coords))])
        shape.append(n)
    return jnp.asarray(coords, np.int64), values, jnp.asarray(np.array(shape), np.int64)


@primitive(
    "SparseCountSparseOutput", place="unlisted", binary_output=False, minlength=-1, maxlength=-1
)
@op(label="SparseCountSparseOutput", eager=True)
def sparse_count(
    indices: Array,
    values: Array,
    dense_shape: Array,
    weights: Array,
    binary_output: bool = False,
    minlength: int = -1,
    maxlength: int = -1,
):
    """How often each number occurs in each row of a sparse matrix: places, counts, shape."""
    numbers, rows = np.asarray(values), np.asarray(indices)[:, 0]
    if len(np.asarray(dense_shape)) == 1:
        rows = np.zeros_like(numbers)
    each = np.asarray(weights) if weights.size else np.ones(len(numbers))
    kept = numbers < maxlength if maxlength >= 0 else np.ones(len(numbers), bool)
    pairs, where = np.unique(np.stack([rows[kept], numbers[kept]], 1), axis=0, return_inverse=True)
    counts = np.bincount(where.reshape(-1), each[kept], len(pairs))
    counts = np.ones(len(pairs)) if binary_output else counts
    width = int(numbers[kept].max(initial=-1)) + 1 if maxlength < 0 else maxlength
    shape = [int(np.asarray(dense_shape)[0]), max(width, minlength)]
    index = pairs
    if len(np.asarray(dense_shape)) == 1:
        shape, index = shape[1:], pairs[:, 1:]
    return (
        jnp.asarray(index, np.int64),
        jnp.asarray(counts, weights.dtype),
        jnp.asarray(np.array(shape), np.int64),
    )
