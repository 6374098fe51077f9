"""Distances and similarities of vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis, integer, of_type
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Order, Positive, is_python, op, primitive
from msjax.kernels.checks import accept, number, of_dtype
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg.norms import size_of, vector_power_norm
from msjax.kernels.reduction.extremum import extreme


@op(
    "ops.cosine_similarity",
    label="cosine_similarity",
    accepts={
        "x1": "Tensor[float16 float32]",
        "x2": "Tensor[float16 float32]",
        "dim": "int tuple list None",
        "eps": "int float Tensor None !ValueError bool",
    },
    amp="float32",
)
def cosine_similarity(
    x1: Array, x2: Array, dim: int | Sequence[int] | None = 1, eps: Positive = 1e-8
):
    """Cosine of the angle between vectors along an axis.

    Args:
        x1: floating-point Tensor.
        x2: Tensor that broadcasts with it.
        dim: the axis of the vectors.
        eps: the least value of the product of their lengths.

    Returns:
        Tensor without that axis.

    Raises:
        TypeError: another dtype, or `dim` is not an int.
        ValueError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.], [1., 1.]]), ms.Tensor([[3., 0.], [0., 1.]])
        >>> print(ms.ops.cosine_similarity(x, y))
        [1.         0.70710677]
    """
    integer("dim", dim)
    lengths = []
    for arg, x in (("x1", x1), ("x2", x2)):
        accept(x, "f", arg)
        axis = check_axis(dim, x.ndim, "dim")
        lengths.append(vector_power_norm(wider(x), 2, (axis,), False))
    product = wider(x1) * wider(x2)
    total = jnp.sum(product, check_axis(dim, product.ndim, "dim"))
    size = lengths[0] * lengths[1]
    cosine = total / jnp.maximum(size, jnp.asarray(eps).astype(size.dtype))
    return cosine.astype(mstype.common_dtype(x1.dtype, x2.dtype))


@op(label="CosineSimilarity")
def cosine_of_angle(x1: Array, x2: Array, dim: int, eps: Any):
    """Cosine of the angle between vectors along a dimension; 0 where a length is 0."""
    dtype = mstype.promote([x1.dtype, x2.dtype])
    a, b = wider(x1.astype(dtype)), wider(x2.astype(dtype))
    product, first, second = (jnp.sum(p, dim) for p in (a * b, a * a, b * b))
    length = jnp.sqrt(jnp.maximum(first * second, eps * eps))
    is_zero = length == 0
    return jnp.where(is_zero, 0, product / jnp.where(is_zero, 1, length)).astype(dtype)


@op("ops.dist", label="dist", accepts={"p": "int"})
def dist(input: Array, other: Array, p: int = 2):
    """Norm of the difference of two Tensors.

    Args:
        input: floating-point Tensor.
        other: Tensor that broadcasts with it.
        p: int, order of the norm; 0 counts the elements that differ.

    Returns:
        0-d Tensor.

    Raises:
        TypeError: another dtype, or `p` is not an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dist(ms.Tensor([0., 0.]), ms.Tensor([3., 4.])))
        5.0
    """
    integer("p", p)
    apart = input - other
    accept(apart, "f")
    if apart.ndim == 0:
        return size_of(apart)
    return vector_power_norm(wider(apart).reshape(-1), p, (0,), False).astype(apart.dtype)


@jax.custom_jvp
def _largest(x: jax.Array) -> jax.Array:
    """Largest elements along the last axis; each of equal ones has the whole gradient."""
    return extreme(x, (x.ndim - 1,), False, True)


@_largest.defjvp
def _largest_jvp(primals: tuple, tangents: tuple) -> tuple:
    (x,), (slope,) = primals, tangents
    out = _largest(x)
    return out, jnp.sum(jnp.where(x == out[..., None], slope, jnp.zeros_like(slope)), -1)


def _distance(apart: jax.Array, p: float) -> jax.Array:
    """The p-norm along the last axis."""
    if is_python(p) and p == math.inf:
        return _largest(size_of(apart))
    return vector_power_norm(apart, p, (apart.ndim - 1,), False)


@primitive("Cdist", p=2.0)
@op("ops.cdist", label="Cdist", amp="float32")
def cdist(x1: Array, x2: Array, p: Order = 2.0):
    """Distances between each point of one set and each of another, by the p-norm.

    Args:
        x1: floating-point Tensor of shape (..., P, M).
        x2: Tensor of shape (..., R, M) and the same dtype.
        p: order of the norm.

    Returns:
        Tensor of shape (..., P, R).

    Raises:
        TypeError: another dtype, or `p` is not a float.
        ValueError: the shapes do not fit, or `p` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cdist(ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.], [0., 1.]])))
        [[5. 1.]]
    """
    accept(x1, "f", "x1")
    number("p", p, float)
    if is_python(p) and p < 0:
        raise ValueError(must("p", "at least 0", p))
    of_dtype("x2", x2, x1.dtype)
    if x1.ndim != x2.ndim or x1.ndim < 2 or x1.shape[-1] != x2.shape[-1]:
        raise ValueError(
            Clause(
                f"the inputs must be of shapes (..., P, M) and (..., R, M), but got "
                f"{x1.shape} and {x2.shape}."
            )
        )
    apart = wider(x1)[..., :, None, :] - wider(x2)[..., None, :, :]
    return _distance(apart, p).astype(x1.dtype)


@op("mint.cdist", label="Cdist", accepts={"p": "float Tensor"}, amp="float32")
def cdist_ext(
    x1: Array, x2: Array, p: Order = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary"
):
    """Distances between each point of one set and each of another; see `ops.cdist`.

    `compute_mode` chooses between ways to the same result elsewhere; XLA fuses the only one here.

    Args:
        x1: floating-point Tensor of shape (..., P, M).
        x2: Tensor of shape (..., R, M) and the same dtype.
        p: order of the norm.
        compute_mode: one of "use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist" and
            "donot_use_mm_for_euclid_dist"; without effect.

    Returns:
        Tensor of shape (..., P, R).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit, `p` is negative, or `compute_mode` is unknown.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.cdist(ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.], [0., 1.]])))
        [[5. 1.]]
    """
    modes = [f"{use}use_mm_for_euclid_dist{rest}" for use, rest in
             (("", "_if_necessary"), ("", ""), ("donot_", ""))]  # fmt: skip
    if compute_mode not in modes:
        raise ValueError(must("compute_mode", f"one of {modes}", compute_mode))
    return cdist(x1, x2, float(p) if is_python(p) else p)


@op("ops.pdist", label="Pdist", amp="float32")
def pdist(input: Array, p: Order = 2.0):
    """Distances between all pairs of rows of a matrix, by the p-norm.

    Args:
        input: floating-point Tensor of shape (N, M).
        p: order of the norm.

    Returns:
        Vector of N (N - 1) / 2 distances: rows 0 and 1, 0 and 2, ...

    Raises:
        TypeError: another dtype, or `p` is not a float.
        ValueError: `input` is not a matrix, or `p` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.pdist(ms.Tensor([[0., 0.], [3., 4.], [0., 1.]]), p=1.0))
        [7. 1. 6.]
    """
    accept(input, "f")
    number("p", p, float)
    if is_python(p) and p < 0:
        raise ValueError(must("p", "at least 0", p))
    if input.ndim != 2:
        raise ValueError(must("input", "a matrix", f"shape {input.shape}"))
    first, second = np.triu_indices(input.shape[0], 1)
    x = wider(input)
    apart = x[first.astype(np.int32)] - x[second.astype(np.int32)]
    return _distance(apart, p).astype(input.dtype)


def _check_pdist(p: Any) -> None:
    of_type("p", p, float)
    if p < 0:
        raise ValueError(must("p", "a non-negative value", p))


@primitive("Pdist", check=_check_pdist, counts="all", p=2.0)
@op(label="Pdist", amp="float32")
def pdist_kernel(x: Array, p: Order):
    """Distances between all pairs of rows of a matrix; see `ops.pdist`.

    Args:
        p (float): order of the norm.

    Inputs:
        **x** (Tensor): shape (N, M).

    Returns:
        Vector of N (N - 1) / 2 distances.

    Raises:
        TypeError: another dtype, or `p` is not a float.
        ValueError: `x` is not a matrix, or `p` is negative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.nn_ops import Pdist
        >>> print(Pdist(p=2.0)(ms.Tensor([[0., 0.], [3., 4.]])))
        [5.]
    """
    return pdist(x, p)
