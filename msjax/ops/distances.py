"""Distances and similarities of vectors."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, Order, Positive, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops.norms import pdist, size_of, vector_power_norm, wider


@op("ops.cosine_similarity", label="cosine_similarity")
def cosine_similarity(x1: Array, x2: Array, dim=1, eps: Positive = 1e-8):
    """Cosine of the angle between vectors along an axis.

    Args:
        x1: floating-point Tensor.
        x2: Tensor that broadcasts with it.
        dim: the axis of the vectors.
        eps: the least value of the product of their lengths.

    Returns:
        Tensor without that axis.

    Raises:
        TypeError: another dtype, or `dim` is no int.
        ValueError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.], [1., 1.]]), ms.Tensor([[3., 0.], [0., 1.]])
        >>> print(ms.ops.cosine_similarity(x, y))
        [1.         0.70710677]
    """
    name = "cosine_similarity"
    if type(dim) is not int:
        raise TypeError(must(name, "dim", "an int", describe(dim)))
    lengths = []
    for arg, x in (("x1", x1), ("x2", x2)):
        accept(name, x, "f", arg)
        axis = check_axis(name, dim, x.ndim, "dim")
        lengths.append(vector_power_norm(wider(x), 2, (axis,), False))
    product = wider(x1) * wider(x2)
    total = jnp.sum(product, check_axis(name, dim, product.ndim, "dim"))
    size = lengths[0] * lengths[1]
    cosine = total / jnp.maximum(size, jnp.asarray(eps).astype(size.dtype))
    return cosine.astype(jnp.promote_types(x1.dtype, x2.dtype))


@op("ops.dist", label="dist")
def dist(input: Array, other: Array, p=2):
    """Norm of the difference of two Tensors.

    Args:
        input: floating-point Tensor.
        other: Tensor that broadcasts with it.
        p: int, order of the norm; 0 counts the elements that differ.

    Returns:
        0-d Tensor.

    Raises:
        TypeError: another dtype, or `p` is no int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dist(ms.Tensor([0., 0.]), ms.Tensor([3., 4.])))
        5.0
    """
    if type(p) is not int:
        raise TypeError(must("dist", "p", "int", describe(p)))
    apart = input - other
    accept("dist", apart, "f")
    if apart.ndim == 0:
        return size_of(apart)
    return vector_power_norm(wider(apart).reshape(-1), p, (0,), False).astype(apart.dtype)


def _check_pdist(p: Any) -> None:
    if not isinstance(p, float):
        raise TypeError(must("Pdist", "p", "float", describe(p)))
    if p < 0:
        raise ValueError(must("Pdist", "p", "a non-negative value", p))


@primitive("Pdist", check=_check_pdist, p=2.0)
@op(label="Pdist")
def pdist_kernel(x: Array, p: Order):
    """Distances between all pairs of rows of a matrix; see `ops.pdist`.

    Args:
        p (float): order of the norm.

    Inputs:
        **x** (Tensor): shape (N, M).

    Returns:
        Vector of N (N - 1) / 2 distances.
    """
    return pdist(x, p)
