"""Sums of a Tensor and a product, both scaled."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax.ops._accept import accept, broadcast
from msjax.ops.matmul import batch_mat_mul, check_lengths, check_ranks, mat_mul, mv, operands


def _combined(label: str, x: Any, product: jax.Array, beta: Any, alpha: Any) -> jax.Array:
    """beta * x + alpha * product, in their common dtype.

    Float factors of integers: `addmm` and `addbmm` give Float32, `addmv` and `addr` take
    factors in the dtype of `x`, `baddbmm` refuses.
    """
    beta, alpha = jnp.asarray(beta), jnp.asarray(alpha)
    factors = {"beta": beta, "alpha": alpha}
    broken = [n for n, f in factors.items() if not jnp.issubdtype(f.dtype, jnp.integer)]
    dtype = mstype.promote(label, (x.dtype, product.dtype))
    if broken and not jnp.issubdtype(dtype, jnp.inexact):
        if label == "baddbmm":
            raise TypeError(must(label, broken[0], "an integer for integer Tensors", "a float"))
        if label in ("addmm", "addbmm"):
            dtype = np.dtype(np.float32)
    if label in ("addmv", "addr"):
        beta, alpha = beta.astype(x.dtype), alpha.astype(x.dtype)
    broadcast(label, x, product)
    return x.astype(dtype) * beta.astype(dtype) + product.astype(dtype) * alpha.astype(dtype)


@op("ops.baddbmm", label="baddbmm")
def baddbmm(input: Array, batch1: Array, batch2: Array, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (batch1 @ batch2), for batches of matrices.

    Args:
        input: Tensor whose shape broadcasts with (B, N, M).
        batch1: Tensor of shape (B, N, C).
        batch2: Tensor of shape (B, C, M).
        beta: factor of `input`; an int if the Tensors are of integers.
        alpha: factor of the product; an int if the Tensors are of integers.

    Returns:
        Tensor of shape (B, N, M).

    Raises:
        TypeError: the dtypes differ, or a float factor beside integers.
        ValueError: the shapes do not fit.
    """
    operands("baddbmm", input, batch1, ("input", "batch1"))
    return _combined("baddbmm", input, batch_mat_mul(batch1, batch2), beta, alpha)


@op("Tensor.baddbmm", "mint.baddbmm", label="baddbmm")
def baddbmm_ext(input: Array, batch1: Array, batch2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (batch1 @ batch2), for batches of matrices; see `ops.baddbmm`."""
    return baddbmm(input, batch1, batch2, beta, alpha)


@op("ops.addmm", "Tensor.addmm", "mint.addmm", label="addmm")
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (mat1 @ mat2).

    Args:
        input: Tensor whose shape broadcasts with (N, M).
        mat1: Tensor of shape (N, C).
        mat2: Tensor of shape (C, M).
        beta: factor of `input`.
        alpha: factor of the product.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.
    """
    accept("addmm", input, "iufc")
    return _combined("addmm", input, mat_mul(mat1, mat2), beta, alpha)


@op("ops.addbmm", "Tensor.addbmm", "mint.addbmm", label="addbmm")
def addbmm(input: Array, batch1: Array, batch2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (sum over the batch of batch1 @ batch2).

    Args:
        input: Tensor whose shape broadcasts with (N, M).
        batch1: Tensor of shape (B, N, C).
        batch2: Tensor of shape (B, C, M).
        beta: factor of `input`.
        alpha: factor of the sum of products.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.
    """
    accept("addbmm", input, "iufc")
    operands("addbmm", batch1, batch2, ("batch1", "batch2"))
    if batch1.ndim == batch2.ndim == 3 and batch1.shape[0] == batch2.shape[0]:
        check_lengths("addbmm", batch1, batch2)
        total = jnp.einsum("bij,bjk->ik", batch1, batch2)
    else:
        product = batch_mat_mul(batch1, batch2)
        total = jnp.sum(product, 0, dtype=product.dtype)
    return _combined("addbmm", input, total, beta, alpha)


@op("ops.addmv", "mint.addmv", label="addmv")
def addmv(input: Array, mat: Array, vec: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (mat @ vec).

    Args:
        input: Tensor whose shape broadcasts with (N,).
        mat: Tensor of shape (N, C).
        vec: Tensor of shape (C,).
        beta: factor of `input`.
        alpha: factor of the product.

    Returns:
        Tensor of shape (N,).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.
    """
    accept("addmv", input, "iufc")
    return _combined("addmv", input, mv(mat, vec), beta, alpha)


@op("Tensor.addmv", label="addmv")
def _addmv_method(input: Array, mat: Array, vec: Array, beta: float = 1, alpha: float = 1):
    """beta * self + alpha * (mat @ vec); see `ops.addmv`."""
    return addmv(input, mat, vec, beta=beta, alpha=alpha)


@op("ops.addr", label="addr")
def addr(x: Array, vec1: Array, vec2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * x + alpha * (outer product of two vectors).

    Args:
        x: Tensor whose shape broadcasts with (N, M).
        vec1: Tensor of shape (N,).
        vec2: Tensor of shape (M,).
        beta: factor of `x`.
        alpha: factor of the product.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.
    """
    accept("addr", x, "iuf", "x")
    operands("addr", vec1, vec2, ("vec1", "vec2"))
    check_ranks("addr", {"vec1": vec1, "vec2": vec2}, 1, 1)
    return _combined("addr", x, vec1[:, None] * vec2, beta, alpha)


@op("Tensor.addr", label="addr")
def _addr_method(x: Array, vec1: Array, vec2: Array, beta: float = 1, alpha: float = 1):
    """beta * self + alpha * (outer product of two vectors); see `ops.addr`."""
    return addr(x, vec1, vec2, beta=beta, alpha=alpha)
