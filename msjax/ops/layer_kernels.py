"""Kernels behind layers that have no operation of their own."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axes, must
from msjax._core.op import Array, op
from msjax.ops._accept import accept, broadcast, same_dtype
from msjax.ops._losses import wide
from msjax.ops._pool import _slices
from msjax.ops._spatial import pad_ends, same_pads, span
from msjax.ops.matmul import matmul
from msjax.ops.special import igamma_lower


def _safe_sqrt(x: jax.Array) -> jax.Array:
    """Square root with derivative 0 at 0."""
    zero = x == 0
    return jnp.where(zero, jnp.zeros((), x.dtype), jnp.sqrt(jnp.where(zero, 1, x)))


@op(label="ClipByNorm")
def clip_by_axis_norm(x: Array, clip_norm: Array, axis):
    """Scale down to a Euclidean norm of at most `clip_norm` along the axes; float32 results."""
    accept("ClipByNorm", x, "float16 float32", "x")
    accept("ClipByNorm", clip_norm, "float16 float32", "clip_norm")
    axes = check_axes("ClipByNorm", axis, x.ndim)
    values = x.astype(np.float32)
    norm = _safe_sqrt(jnp.sum(jnp.square(values), axes, keepdims=True))
    limit = clip_norm.astype(np.float32)
    return values * limit / jnp.maximum(norm, limit)


@op(label="Norm")
def euclidean_norm(x: Array, axis, keep_dims):
    """Euclidean norm along the axes; the empty tuple means all."""
    accept("Norm", x, "i u f", "x")
    axes = check_axes("Norm", axis, x.ndim)
    squares = jnp.sum(jnp.square(wide(x)), axes, keepdims=keep_dims)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return jnp.sqrt(squares.astype(np.float32))
    return _safe_sqrt(squares).astype(x.dtype)


@op(label="ExtractImagePatches")
def extract_patches(x: Array, ksizes, strides, rates, padding):
    """Patches of (N, C, H, W), their elements along the channels: rows, columns, then channels."""
    name = "ExtractImagePatches"
    if x.ndim != 4:
        raise ValueError(must(name, "x", "of 4 dimensions", f"shape {x.shape}"))
    lengths = x.shape[2:]
    pads = ((0, 0), (0, 0))
    if padding == "same":
        pads = same_pads(lengths, ksizes, strides, rates)
    x = pad_ends(x, pads)
    rows = zip(x.shape[2:], ksizes, strides, rates, strict=True)
    counts = [(n - span(k, d)) // s + 1 for n, k, s, d in rows]
    if min(counts) < 1:
        raise ValueError(must(name, "ksizes", f"at most {lengths}", ksizes))
    parts = []
    for row in _slices(x, 2, ksizes[0], strides[0], rates[0], counts[0]):
        parts += _slices(row, 3, ksizes[1], strides[1], rates[1], counts[1])
    return jnp.concatenate(parts, 1)


@op(label="MatrixDiag")
def diagonal_matrices(x: Array):
    """Square matrices with the last dimension of `x` on their diagonals."""
    if not x.ndim:
        raise ValueError(must("MatrixDiag", "input_x", "of at least 1 dimension", x.shape))
    return jnp.where(jnp.eye(x.shape[-1], dtype=bool), x[..., None], jnp.zeros((), x.dtype))


@op(label="MatrixDiagPart")
def matrix_diagonals(x: Array):
    """Diagonals of the matrices in the last two dimensions."""
    return jnp.diagonal(x, axis1=-2, axis2=-1)


@op(label="MatrixSetDiag")
def set_matrix_diagonals(x: Array, diagonal: Array):
    """Matrices with new diagonals."""
    same_dtype("MatrixSetDiag", x, diagonal)
    rows, columns = x.shape[-2:]
    count = min(rows, columns)
    if diagonal.shape != (*x.shape[:-2], count):
        raise ValueError(
            must("MatrixSetDiag", "diagonal", f"of {count} numbers per matrix", diagonal.shape)
        )
    index = jnp.arange(count)
    return x.at[..., index, index].set(diagonal)


@op(label="Moments")
def mean_and_variance(x: Array, axis, keep_dims):
    """Mean and biased variance; half-precision inputs are computed in float32."""
    accept("Moments", x, "float16 float32", "x")
    axes = check_axes("Moments", axis, x.ndim)
    values = x.astype(np.float32)
    mean = values.mean(axes, keepdims=True)
    variance = jnp.square(values - jax.lax.stop_gradient(mean)).mean(axes, keepdims=True)
    results = (mean, variance)
    if not keep_dims:
        results = tuple(jnp.squeeze(r, axes) if axes else r.reshape(()) for r in results)
    return tuple(r.astype(x.dtype) for r in results)


@op(label="ReduceLogSumExp")
def log_sum_exp(x: Array, axis, keep_dims):
    """Logarithm of the sum of exponentials."""
    accept("ReduceLogSumExp", x, "f", "x")
    axes = check_axes("ReduceLogSumExp", axis, x.ndim)
    return jax.nn.logsumexp(x, axes, keepdims=keep_dims)


@op(label="LGamma")
def log_gamma(x: Array):
    """Logarithm of the absolute gamma function; infinity where `x` is not finite."""
    accept("LGamma", x, "float16 float32", "x")
    return jnp.where(jnp.isfinite(x), jax.lax.lgamma(wide(x)), np.inf).astype(x.dtype)


@op(label="DiGamma")
def digamma_float(x: Array):
    """Derivative of the logarithm of the gamma function; minus infinity at 0."""
    accept("DiGamma", x, "float16 float32", "x")
    is_zero = x == 0
    value = jax.lax.digamma(jnp.where(is_zero, 1, wide(x)))
    return jnp.where(is_zero, -np.inf, value).astype(x.dtype)


@op(label="IGamma")
def lower_incomplete_gamma(a: Array, x: Array):
    """Regularized lower incomplete gamma function."""
    accept("IGamma", a, "float32", "a")
    same_dtype("IGamma", a, x)
    a, x = jnp.broadcast_arrays(a, x)
    value = jnp.where((a == 0) & (x > 0), jnp.where(x > 1, 1, np.nan), igamma_lower(a, x))
    return jnp.where((x == 0) & (a >= 0), 0, value)


@op(label="LBeta")
def log_beta(x: Array, y: Array):
    """Logarithm of the beta function."""
    accept("LBeta", x, "float16 float32", "x")
    same_dtype("LBeta", x, y)
    return jax.scipy.special.betaln(wide(x), wide(y)).astype(x.dtype)


@op(label="CosineSimilarity")
def cosine_of_angle(x1: Array, x2: Array, dim, eps):
    """Cosine of the angle between vectors along a dimension; 0 where a length is 0."""
    dtype = mstype.promote("CosineSimilarity", [x1.dtype, x2.dtype])
    a, b = wide(x1.astype(dtype)), wide(x2.astype(dtype))
    product, first, second = (jnp.sum(p, dim) for p in (a * b, a * a, b * b))
    length = jnp.sqrt(jnp.maximum(first * second, eps * eps))
    is_zero = length == 0
    return jnp.where(is_zero, 0, product / jnp.where(is_zero, 1, length)).astype(dtype)


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
    broadcast("MatMul", *(jax.ShapeDtypeStruct(m.shape[:-2], m.dtype) for m in (a, b)))
    if max(a.ndim, b.ndim) > 1:
        same_dtype("MatMul", a, b)
    return matmul(a, b)


def _cholesky(name: str, a: jax.Array) -> jax.Array:
    accept(name, a, "float16 float32", "input_a")
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(must(name, "input_a", "made of square matrices", a.shape))
    return jnp.linalg.cholesky(wide(a))


@op(label="MatInverse")
def inverse_by_cholesky(a: Array):
    """Inverse of symmetric positive definite matrices."""
    factor = _cholesky("MatInverse", a)
    one = jnp.broadcast_to(jnp.eye(a.shape[-1], dtype=factor.dtype), a.shape)
    half_way = jax.lax.linalg.triangular_solve(factor, one, left_side=True, lower=True)
    return (half_way.swapaxes(-1, -2) @ half_way).astype(a.dtype)


@op(label="MatDet")
def determinant_by_cholesky(a: Array):
    """Determinant of symmetric positive definite matrices."""
    diagonal = jnp.diagonal(_cholesky("MatDet", a), 0, -2, -1)
    return jnp.square(jnp.prod(diagonal, -1)).astype(a.dtype)


@op(label="EmbeddingRenorm")
def renormed_rows(weight: Array, ids: Array, max_norm, norm_type):
    """The table with the rows of `ids` scaled down to a norm of at most `max_norm`."""
    picked = jnp.zeros(weight.shape[0], bool).at[ids.reshape(-1)].set(True)
    size = jnp.abs(weight.astype(np.float32))
    norms = jnp.sum(size**norm_type, -1) ** (1.0 / norm_type)
    scale = jnp.where(picked & (norms > max_norm), max_norm / (norms + 1e-7), 1.0)
    return (weight * scale[:, None]).astype(weight.dtype)
