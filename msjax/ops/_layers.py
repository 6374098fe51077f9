"""Operations of layers that are published as no function and no Primitive."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axes, must
from msjax._core.op import Array, op
from msjax.ops._accept import accept, same_dtype
from msjax.ops._losses import wide
from msjax.ops.dense import _product
from msjax.ops.gather import embedding_lookup
from msjax.ops.matmul import matmul
from msjax.ops.reduction import reduced_axes
from msjax.ops.segment import unsorted_segment_max, unsorted_segment_sum

_F32 = np.dtype(np.float32)
_LOWEST = -3.402823466e38


# -- linear layers ---------------------------------------------------------------------------------


@op(label="BiDense")
def bilinear(input1: Array, input2: Array, weight: Array, bias: Array | None):
    """`input1^T weight[k] input2 + bias[k]` for each k, over any leading dimensions."""
    count, *lengths = weight.shape
    for i, (x, length) in enumerate(zip((input1, input2), lengths, strict=True), 1):
        if not x.ndim or x.shape[-1] != length:
            raise ValueError(
                f"For 'BiDense', the last dimension of 'input{i}' must be same as "
                f"'in{i}_channels', but got shape {x.shape} and {length}."
            )
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(
            "For 'BiDense', the dimensions except the last of 'input1' must be same as 'input2', "
            f"but got {input1.shape} of 'input1' and {input2.shape} of 'input2'."
        )
    same_dtype("BiDense", input1, weight)
    rows = weight.transpose(0, 2, 1).reshape(count * lengths[1], lengths[0])
    half_way = _product(input1, rows).reshape(*input1.shape[:-1], count, lengths[1])
    terms = half_way * input2[..., None, :]
    out = jnp.sum(wide(terms), -1).astype(terms.dtype)
    if bias is None:
        return out
    same_dtype("BiDense", out, bias)
    return out + bias


@op(label="MatMul")
def matmul_flipped(x1: Array, x2: Array, transpose_x1, transpose_x2):
    """Matrix product of Tensors whose last two dimensions are swapped first where wanted."""
    a = x1.swapaxes(-1, -2) if transpose_x1 and x1.ndim > 1 else x1
    b = x2.swapaxes(-1, -2) if transpose_x2 and x2.ndim > 1 else x2
    columns, rows = a.shape[-1], b.shape[0 if b.ndim == 1 else -2]
    if columns != rows:
        raise ValueError(
            "For 'MatMul', the column of matrix dimensions of 'x1' must be equal to the row of "
            f"matrix dimensions of 'x2', but got 'x1_col' {columns} and 'x2_row' {rows}."
        )
    try:
        np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError:
        raise ValueError(
            must("MatMul", "x1_shape", f"fit to be broadcast with {x2.shape}", x1.shape)
        ) from None
    if a.ndim > 1 or b.ndim > 1:
        same_dtype("MatMul", a, b)
    return matmul(a, b)


@op(label="ChannelShuffle")
def shuffle_channels(x: Array, groups):
    """Interleave groups of the dimension 1."""
    if x.ndim < 2:
        raise IndexError("tuple index out of range")
    n, c, *rest = x.shape
    if c % groups:
        raise ValueError(must("ChannelShuffle", "x_shape[1]", f"a multiple of {groups}", c))
    return x.reshape(n, groups, c // groups, *rest).swapaxes(1, 2).reshape(x.shape)


# -- embeddings ------------------------------------------------------------------------------------


@op(label="Embedding")
def embedding_by_product(ids: Array, table: Array, dtype):
    """Rows of a table, picked by a product with vectors of one 1."""
    accept("OneHot", ids, "int32 int64", "indices")
    same_dtype("MatMul", jax.ShapeDtypeStruct((), dtype), table)
    return _product(jax.nn.one_hot(ids, table.shape[0], dtype=dtype), table.T)


@op(label="ClipByNorm")
def clip_to_norm(x: Array, clip_norm: Array, axis):
    """`x` scaled down to a 2-norm of at most `clip_norm` along axes (None: as a whole)."""
    accept("ClipByNorm", x, "float16 float32", "x")
    accept("ClipByNorm", clip_norm, "float16 float32", "clip_norm")
    axes = None if axis is None else check_axes("ClipByNorm", axis, x.ndim)
    x, bound = x.astype(_F32), clip_norm.astype(_F32)
    squares = jnp.sum(x * x, axes, keepdims=True)
    is_zero = squares == 0
    norm = jnp.where(is_zero, 0, jnp.sqrt(jnp.where(is_zero, 1, squares)))
    return x * bound / jnp.maximum(norm, bound)


@op(label="EmbeddingLookup")
def lookup(table: Array, indices: Array, max_norm: float | None):
    """Rows of a table, zeros for indices outside, scaled down to `max_norm` if that is given."""
    picked = embedding_lookup(table, indices, 0)
    if max_norm is None:
        return picked
    axes = tuple(range(indices.ndim, picked.ndim))
    return clip_to_norm(picked, jnp.asarray(max_norm, _F32), axes)


@op(label="MultiFieldEmbeddingLookup")
def field_lookup(
    table: Array,
    indices: Array,
    values: Array,
    field_ids: Array,
    fields,
    operator,
    max_norm: float | None,
):
    """Rows of a table times `values`, merged by field within each sample."""
    name = "MultiFieldEmbeddingLookup"
    given = {"input_indices": indices, "input_values": values, "field_ids": field_ids}
    kinds = {"input_indices": "int32 int64", "input_values": "float32", "field_ids": "int32"}
    for arg, x in given.items():
        if x.ndim != 2:
            raise ValueError(f"For '{name}', the dimension of '{arg}' must be 2d, but got {x.ndim}")
    for arg, x in given.items():
        accept(name, x, kinds[arg], arg)
    batch, width = indices.shape[0], table.shape[1]
    segments = batch * fields
    ids = (field_ids + jnp.arange(0, segments, fields, dtype=np.int32)[:, None]).reshape(-1)
    weights = values.reshape(batch, indices.shape[1], 1)
    rows = (weights * lookup(table, indices, max_norm)).reshape(-1, width)
    if operator != "SUM":
        counts = unsorted_segment_sum(jnp.abs(values.reshape(-1)), ids, segments)[:, None]
    if operator == "MAX":
        rows += jnp.where(weights == 0, np.float32(_LOWEST), 0).reshape(-1, 1)
        out = unsorted_segment_max(rows, ids, segments) * (counts != 0).astype(_F32)
    else:
        out = unsorted_segment_sum(rows, ids, segments)
    if operator == "MEAN":
        is_zero = counts == 0
        out = jnp.where(is_zero, 0, out / jnp.where(is_zero, 1, counts))
    return out.reshape(batch, fields, width)


# -- mathematics -----------------------------------------------------------------------------------


def _float16_or_32(name: str, **arrays: Any) -> None:
    for arg, x in arrays.items():
        accept(name, x, "float16 float32", arg)


@op(label="ReduceLogSumExp")
def log_sum_exp(x: Array, axis, keep_dims):
    """Logarithm of the sum of exponentials along axes, shifted by the greatest element of all."""
    accept("Exp", x, "f int64", "input")
    shift = jnp.max(x)
    shifted = x - jax.lax.stop_gradient(shift)
    terms = jnp.exp(shifted if shifted.dtype != np.int64 else shifted.astype(_F32))
    axes = reduced_axes("ReduceSum", axis, x.ndim)
    total = jnp.sum(wide(terms), axes, keepdims=keep_dims).astype(terms.dtype)
    return jnp.log(total) + jax.lax.stop_gradient(shift).astype(terms.dtype)


@op(label="LGamma")
def log_gamma(x: Array):
    """Logarithm of the absolute value of the gamma function; infinity where `x` is not finite."""
    _float16_or_32("LGamma", x=x)
    value = jax.lax.lgamma(wide(x))
    return jnp.where(jnp.isfinite(x), value, np.inf).astype(x.dtype)


@op(label="DiGamma")
def di_gamma(x: Array):
    """Derivative of the logarithm of the gamma function; NaN at negative whole numbers."""
    _float16_or_32("DiGamma", x=x)
    y = wide(x)
    value = jnp.where(y == 0, -np.inf, jax.lax.digamma(jnp.where(y == 0, 1, y)))
    is_pole = (y < 0) & (y == jnp.floor(y))
    return jnp.where(is_pole, np.nan, value).astype(x.dtype)


@op(label="IGamma")
def i_gamma(a: Array, x: Array):
    """Regularized lower incomplete gamma function."""
    accept("IGamma", a, "float32", "a")
    accept("IGamma", x, "float32", "x")
    a, x = jnp.broadcast_arrays(a, x)
    value = jax.lax.igamma(a, x)
    value = jnp.where(x == 0, 0, jnp.where((a == 0) & (x > 1), 1, value))
    return jnp.where((x < 0) | (a < 0), np.nan, value)


@op(label="LBeta")
def log_beta(x: Array, y: Array):
    """Logarithm of the beta function."""
    _float16_or_32("LBeta", x=x)
    accept("LBeta", y, x.dtype.name, "y")
    return jax.scipy.special.betaln(wide(x), wide(y)).astype(x.dtype)


@op(label="CosineSimilarity")
def cosine_similarity(x1: Array, x2: Array, dim, eps):
    """Cosine of the angle between vectors along a dimension; 0 where one has no length."""
    dtype = jnp.result_type(x1, x2)
    a, b = wide(x1.astype(dtype)), wide(x2.astype(dtype))
    ab, aa, bb = (jnp.sum(p, dim) for p in (a * b, a * a, b * b))
    length = jnp.sqrt(jnp.maximum(aa * bb, eps * eps))
    is_zero = length == 0
    out = jnp.where(is_zero, 0, ab / jnp.where(is_zero, 1, length))
    return out.astype(dtype) if jnp.issubdtype(dtype, jnp.inexact) else out


@op(label="Moments")
def moments(x: Array, axis, keep_dims):
    """Mean and variance along axes (none: all); the mean counts as a constant in the variance."""
    _float16_or_32("Moments", **{"input x": x})
    axes = reduced_axes("ReduceMean", axis, x.ndim)
    values = wide(x)
    mean = jnp.mean(values, axes, keepdims=True)
    squares = jnp.square(values - jax.lax.stop_gradient(mean))
    variance = jnp.mean(squares, axes, keepdims=True)
    if not keep_dims:
        mean, variance = jnp.squeeze(mean, axes), jnp.squeeze(variance, axes)
    return mean.astype(x.dtype), variance.astype(x.dtype)


def _cholesky(name: str, a: jax.Array) -> jax.Array:
    _float16_or_32(name, input_a=a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(must(name, "input_a", "made of square matrices", a.shape))
    return jnp.linalg.cholesky(wide(a))


@op(label="MatInverse")
def mat_inverse(a: Array):
    """Inverse of symmetric positive definite matrices."""
    factor = _cholesky("MatInverse", a)
    one = jnp.broadcast_to(jnp.eye(a.shape[-1], dtype=factor.dtype), a.shape)
    half_way = jax.lax.linalg.triangular_solve(factor, one, left_side=True, lower=True)
    return (half_way.swapaxes(-1, -2) @ half_way).astype(a.dtype)


@op(label="MatDet")
def mat_det(a: Array):
    """Determinant of symmetric positive definite matrices."""
    factor = _cholesky("MatDet", a)
    return jnp.square(jnp.prod(jnp.diagonal(factor, 0, -2, -1), -1)).astype(a.dtype)
