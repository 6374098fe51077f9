"""Kernels behind layers that have no operation of their own."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axes, must
from msjax._core.op import Array, op
from msjax.ops._accept import accept, same_dtype
from msjax.ops._pool import _slices
from msjax.ops._spatial import pad_ends, same_pads, span
from msjax.ops.special import igamma_lower


def _safe_sqrt(x: jax.Array) -> jax.Array:
    """Square root with derivative 0 at 0."""
    zero = x == 0
    return jnp.where(zero, jnp.zeros((), x.dtype), jnp.sqrt(jnp.where(zero, 1, x)))


@op(label="ClipByNorm")
def clip_by_axis_norm(x: Array, clip_norm: Array, axis):
    """Scale down to a Euclidean norm of at most `clip_norm` along the axes; float32 results."""
    accept("ClipByNorm", x, "float16 float32", "x")
    axes = check_axes("ClipByNorm", axis, x.ndim)
    wide = x.astype(np.float32)
    norm = _safe_sqrt(jnp.sum(jnp.square(wide), axes, keepdims=True))
    limit = clip_norm.astype(np.float32)
    return wide * limit / jnp.maximum(norm, limit)


@op(label="Norm")
def euclidean_norm(x: Array, axis, keep_dims):
    """Euclidean norm along the axes; the empty tuple means all."""
    accept("Norm", x, "f", "x")
    axes = check_axes("Norm", axis, x.ndim)
    return _safe_sqrt(jnp.sum(jnp.square(x), axes, keepdims=keep_dims))


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
    wide = x.astype(np.float32)
    mean = wide.mean(axes, keepdims=True)
    variance = jnp.square(wide - jax.lax.stop_gradient(mean)).mean(axes, keepdims=True)
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
    """Logarithm of the absolute gamma function."""
    accept("LGamma", x, "float16 float32", "x")
    return jax.lax.lgamma(x)


@op(label="DiGamma")
def digamma_float(x: Array):
    """Derivative of the logarithm of the gamma function."""
    accept("DiGamma", x, "float16 float32", "x")
    return jax.lax.digamma(x)


@op(label="IGamma")
def lower_incomplete_gamma(a: Array, x: Array):
    """Regularized lower incomplete gamma function."""
    accept("IGamma", a, "float32", "a")
    same_dtype("IGamma", a, x)
    a, x = jnp.broadcast_arrays(a, x)
    return igamma_lower(a, x)


@op(label="LBeta")
def log_beta(x: Array, y: Array):
    """Logarithm of the beta function."""
    accept("LBeta", x, "float16 float32", "x")
    same_dtype("LBeta", x, y)
    gamma = jax.lax.lgamma
    return gamma(x) + gamma(y) - gamma(x + y)
