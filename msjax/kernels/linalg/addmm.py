"""Sums of a Tensor and a product, both scaled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import FLOAT32, Policy, cast_to
from msjax._core.op.publish import Array, call, op
from msjax.kernels.checks import accept, broadcast, check_rank, of_shape
from msjax.kernels.linalg.matmul import batch_mat_mul, check_inner, mat_mul, mv, operands


def _scaled_product(product: Callable) -> Callable:
    """A rule of mixed precision: the product of a kernel in half precision, the sum as it is."""

    def rule(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
        x, a, b, beta, alpha = values
        return x * beta + call(product)(*cast_to([a, b], policy.half)) * alpha

    return rule


def _scaled_total(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """The products of a batch in half precision, which are summed in float32."""
    x, a, b, beta, alpha = values
    products = call(batch_mat_mul)(*cast_to([a, b], policy.half))
    return x * beta + cast_to(products, FLOAT32).sum(0) * alpha


def _scaled_outer(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """The outer product in half precision, the sum as it is."""
    x, a, b, beta, alpha = values
    column, row = cast_to([a, b], policy.half)
    return x * beta + column.reshape(-1, 1) * row.reshape(1, -1) * alpha


def _combined(x: Any, product: jax.Array, beta: Any, alpha: Any, fractions: str) -> jax.Array:
    """beta * x + alpha * product, in their common dtype.

    Args:
        x: an array.
        product: another.
        beta: factor of `x`.
        alpha: factor of `product`.
        fractions: what floats as factors of integers do: they are "refused", make the result
            "float32", or are cut off to the dtype of "x" (as all factors are then).
    """
    beta, alpha = jnp.asarray(beta), jnp.asarray(alpha)
    factors = {"beta": beta, "alpha": alpha}
    broken = [n for n, f in factors.items() if not jnp.issubdtype(f.dtype, jnp.integer)]
    dtype = mstype.promote((x.dtype, product.dtype))
    if broken and not jnp.issubdtype(dtype, jnp.inexact):
        if fractions == "refused":
            raise TypeError(must(broken[0], "an integer for integer Tensors", "a float"))
        if fractions == "float32":
            dtype = np.dtype(np.float32)
    if fractions == "x":
        beta, alpha = beta.astype(x.dtype), alpha.astype(x.dtype)
    broadcast(x, product)
    return x.astype(dtype) * beta.astype(dtype) + product.astype(dtype) * alpha.astype(dtype)


@op(
    "ops.baddbmm",
    label="baddbmm",
    accepts={"beta": "int float", "alpha": "int float"},
    amp=_scaled_product(batch_mat_mul),
    listed_as="BatchMatMul",
)
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]]])
        >>> print(ms.ops.baddbmm(ms.ops.ones((1, 2, 2)), x, x, alpha=2))
        [[[15. 21.]
          [31. 45.]]]
    """
    operands(input, batch1, ("input", "batch1"))
    return _combined(input, batch_mat_mul(batch1, batch2), beta, alpha, "refused")


@op(
    "Tensor.baddbmm",
    "mint.baddbmm",
    label="baddbmm",
    accepts={"Tensor.baddbmm.beta": "int float", "Tensor.baddbmm.alpha": "int float"},
    amp=_scaled_product(batch_mat_mul),
    listed_as="BatchMatMul",
)
def baddbmm_ext(input: Array, batch1: Array, batch2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (batch1 @ batch2), for batches of matrices; see `ops.baddbmm`.

    `beta` and `alpha` are given by name only; the rest is as for `ops.baddbmm`.

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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.], [3., 4.]]])
        >>> print(ms.mint.baddbmm(ms.ops.ones((1, 2, 2)), x, x, beta=10))
        [[[17. 20.]
          [25. 32.]]]
    """
    return baddbmm(input, batch1, batch2, beta, alpha)


@op(
    "ops.addmm",
    "Tensor.addmm",
    "mint.addmm",
    label="addmm",
    accepts={
        "Tensor.addmm.beta": "int float bool",
        "Tensor.addmm.alpha": "int float bool",
        "mint.addmm.input": "Tensor[float16 bfloat16 float32]",
    },
    amp=_scaled_product(mat_mul),
    listed_as="MatMul",
)
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.addmm(ms.Tensor([1., 0.]), x, x, alpha=2))
        [[15. 20.]
         [31. 44.]]
    """
    accept(input, "iufc")
    return _combined(input, mat_mul(mat1, mat2), beta, alpha, "float32")


@op(
    "ops.addbmm",
    "Tensor.addbmm",
    "mint.addbmm",
    label="addbmm",
    accepts={
        "ops.addbmm.beta": "int float bool",
        "Tensor.addbmm.beta": "int float bool",
        "ops.addbmm.alpha": "int float bool",
        "Tensor.addbmm.alpha": "int float bool",
    },
    amp=_scaled_total,
    listed_as="BatchMatMul",
)
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2.]], [[3., 4.]]])
        >>> y = ms.ops.ones((2, 2, 1))
        >>> print(ms.ops.addbmm(ms.Tensor([[0.5]]), x, y))
        [[10.5]]
    """
    accept(input, "iufc")
    operands(batch1, batch2, ("batch1", "batch2"))
    if batch1.ndim == batch2.ndim == 3 and batch1.shape[0] == batch2.shape[0]:
        check_inner(batch1, batch2)
        total = jnp.einsum("bij,bjk->ik", batch1, batch2)
    else:
        product = batch_mat_mul(batch1, batch2)
        total = jnp.sum(product, 0, dtype=product.dtype)
    return _combined(input, total, beta, alpha, "float32")


def _sum_with_product(x: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> jax.Array:
    accept(x, "iufc")
    return _combined(x, mv(mat, vec), beta, alpha, "x")


@op(
    "ops.addmv",
    label="addmv",
    accepts={
        "input": "Tensor[int16 int32 int64 float16 float32 float64]",
        "beta": "int float bool",
        "alpha": "int float bool",
    },
    amp=_scaled_product(mv),
    listed_as="MatMul",
    formerly={"ops.addmv": "x=input"},
)
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.addmv(ms.Tensor([1., 1.]), x, ms.Tensor([1., 10.])))
        [22. 44.]
    """
    return _sum_with_product(input, mat, vec, beta, alpha)


@op(
    "mint.addmv",
    label="addmv",
    accepts={"beta": "int float", "alpha": "int float"},
    amp=_scaled_product(mv),
    listed_as="MatMul",
)
def addmv_ext(input: Array, mat: Array, vec: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (mat @ vec), of one matrix and one vector.

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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.mint.addmv(ms.Tensor([1., 1.]), x, ms.Tensor([1., 10.]), alpha=2))
        [43. 87.]
    """
    check_rank(mat, 2, "mat")
    check_rank(vec, 1, "vec")
    return _sum_with_product(input, mat, vec, beta, alpha)


@op(
    "Tensor.addmv",
    label="addmv",
    accepts={
        "input": "Tensor[int16 int32 int64 float16 float32 float64]",
        "beta": "int float bool",
        "alpha": "int float bool",
    },
    amp=_scaled_product(mv),
    listed_as="MatMul",
)
def _addmv_method(input: Array, mat: Array, vec: Array, beta: float = 1, alpha: float = 1):
    """beta * self + alpha * (mat @ vec); see `ops.addmv`.

    `beta` and `alpha` may be given by position as well.

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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.Tensor([1., 1.]).addmv(x, ms.Tensor([1., 10.]), 2))
        [23. 45.]
    """
    return addmv(input, mat, vec, beta=beta, alpha=alpha)


@op(
    "ops.addr",
    label="addr",
    accepts={
        "x": "Tensor[int16 int32 int64 float16 float32 float64]",
        "beta": "int float bool",
        "alpha": "int float bool",
    },
    amp=_scaled_outer,
    listed_as="MatMul",
)
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((2, 3))
        >>> print(ms.ops.addr(x, ms.Tensor([1., 2.]), ms.Tensor([1., 2., 3.]), alpha=10))
        [[11. 21. 31.]
         [21. 41. 61.]]
    """
    accept(x, "iuf", "x")
    operands(vec1, vec2, ("vec1", "vec2"))
    for arg, a in (("vec1", vec1), ("vec2", vec2)):
        check_rank(a, 1, arg)
    return _combined(x, vec1[:, None] * vec2, beta, alpha, "x")


@op(
    "Tensor.addr",
    label="addr",
    accepts={
        "x": "Tensor[int16 int32 int64 float16 float32 float64]",
        "beta": "int float bool",
        "alpha": "int float bool",
    },
    amp=_scaled_outer,
    listed_as="MatMul",
)
def _addr_method(x: Array, vec1: Array, vec2: Array, beta: float = 1, alpha: float = 1):
    """beta * self + alpha * (outer product of two vectors); see `ops.addr`.

    `beta` and `alpha` may be given by position as well.

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

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((2, 3))
        >>> print(x.addr(ms.Tensor([1., 2.]), ms.Tensor([1., 2., 3.]), 0))
        [[1. 2. 3.]
         [2. 4. 6.]]
    """
    return addr(x, vec1, vec2, beta=beta, alpha=alpha)


@op(
    "mint.addr_",
    write="input",
    label="InplaceAddr",
    accepts={"beta": "int float bool", "alpha": "int float bool"},
)
def addr_(input: Array, vec1: Array, vec2: Array, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (outer product of two vectors), written into `input`.

    Args:
        input: Tensor of shape (N, M).
        vec1: Tensor of shape (N,) and of the dtype of `input`.
        vec2: Tensor of shape (M,) and of the same dtype.
        beta: factor of `input`.
        alpha: factor of the product.

    Returns:
        `input`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.mint.ones((2, 2))
        >>> print(ms.mint.addr_(x, ms.Tensor([1., 2.]), ms.Tensor([1., 2.]), alpha=10))
        [[11. 21.]
         [21. 41.]]
        >>> print(x[0])
        [11. 21.]
    """
    out = addr(input, vec1, vec2, beta=beta, alpha=alpha)
    of_shape("input", input, out.shape)
    return out.astype(input.dtype)
