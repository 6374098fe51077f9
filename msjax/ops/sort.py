"""Sorting and the largest elements."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axis, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import REQUIRED, primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept
from msjax.ops.reduction import check_flag


def _axis(label: str, axis: Any, x: jax.Array, arg: str = "axis") -> int:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(label, arg, "int", repr(axis)))
    if not x.ndim:
        raise ValueError(must(label, "input", "of at least one dimension", "a 0-d Tensor"))
    return check_axis(label, axis, x.ndim, arg)


def order(x: jax.Array, axis: int, descending: bool = False) -> jax.Array:
    """Int32 indices that sort `x`; equal elements keep their order."""
    keys = jax.lax.stop_gradient(x)
    return jnp.argsort(keys, axis, stable=True, descending=descending).astype(np.int32)


def _sorted(label: str, x: jax.Array, axis: Any, descending: Any, arg: str = "axis") -> tuple:
    accept(label, x, "bi uint8 r")
    check_flag(label, "descending", descending)
    axis = _axis(label, axis, x, arg)
    index = order(x, axis, descending)
    return jnp.take_along_axis(x, index, axis), index


def _check_sort(axis: Any, descending: Any) -> None:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must("Sort", "axis", "int", repr(axis)))
    check_flag("Sort", "descending", descending)


@primitive("Sort", check=_check_sort, axis=-1, descending=False)
@op(label="Sort")
def sort_kernel(x: Array, axis=-1, descending=False):
    """Elements in order along an axis, and where they were.

    Args:
        axis: the axis.
        descending: whether the largest come first.

    Inputs:
        - **x** (Tensor) - real dtype.

    Outputs:
        Tuple of the sorted Tensor and its Int32 indices; equal elements keep their order.

    Raises:
        TypeError: `axis` is no int, or `descending` no bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Sort()(ms.Tensor([3., 1., 2.]))
        >>> print(values, index)
        [1. 2. 3.] [1 2 0]
    """
    return _sorted("Sort", x, axis, descending)


@op("ops.sort", label="Sort")
def sort(input_x: Array, axis=-1, descending=False):
    """Elements in order along an axis, and where they were; see `ops.Sort`.

    Args:
        input_x: Tensor of a real dtype.
        axis: the axis.
        descending: whether the largest come first.

    Returns:
        Tuple of the sorted Tensor and its Int32 indices; equal elements keep their order.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.sort(ms.Tensor([3., 1., 2.]))
        >>> print(values, index)
        [1. 2. 3.] [1 2 0]
    """
    return _sorted("Sort", input_x, axis, descending)


@public("Tensor.sort")
def _sort_method(
    self: Tensor,
    axis: int = -1,
    descending: bool = False,
    stable: bool = False,
    *,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Elements in order along an axis, and where they were; see `ops.sort`.

    `dim` is another name of `axis`. The order is stable whatever `stable` says.
    """
    check_flag("sort", "stable", stable)
    return call(sort)(self, axis if dim is None else dim, descending)


@op("mint.sort", label="SortExt")
def sort_ext(input: Array, *, dim=-1, descending=False, stable=False):
    """Elements in order along a dimension, and their Int64 indices; see `ops.sort`.

    The order is stable whatever `stable` says.
    """
    check_flag("SortExt", "stable", stable)
    values, index = _sorted("SortExt", input, dim, descending, "dim")
    return values, index.astype(np.int64)


@op("ops.argsort", label="argsort")
def argsort(input: Array, axis=-1, descending=False):
    """Indices that put the elements in order along an axis.

    Args:
        input: Tensor of a real dtype.
        axis: the axis.
        descending: whether the largest come first.

    Returns:
        Int32 Tensor; equal elements keep their order.

    Raises:
        TypeError: `axis` is no int, or `descending` no bool.
        ValueError: `axis` is out of range.
    """
    return _sorted("Sort", input, axis, descending)[1]


@public("Tensor.argsort")
def _argsort_method(
    self: Tensor,
    axis: int = -1,
    descending: bool = False,
    stable: bool = False,
    *,
    dim: int | None = None,
) -> Tensor:
    """Indices that put the elements in order; see `ops.argsort`. `dim` is the same as `axis`."""
    check_flag("argsort", "stable", stable)
    return call(argsort)(self, axis if dim is None else dim, descending)


@op("mint.argsort", label="argsort")
def argsort_ext(input: Array, dim=-1, descending=False, stable=False):
    """Int64 indices that put the elements in order along a dimension; see `ops.argsort`."""
    check_flag("argsort", "stable", stable)
    return _sorted("SortExt", input, dim, descending, "dim")[1].astype(np.int64)


@op("ops.msort", "Tensor.msort", label="msort")
def msort(input: Array):
    """Elements in ascending order along the first dimension.

    Args:
        input: Tensor of a real dtype.

    Returns:
        Tensor.
    """
    return _sorted("Sort", input, 0, False)[0]


# -- top k ---------------------------------------------------------------------------------------


def _topk(label: str, x: jax.Array, k: Any, dim: Any, largest: Any, kept: Any) -> tuple:
    accept(label, x, "iuf")
    check_flag(label, "largest", largest)
    check_flag(label, "sorted", kept)
    axis = _axis(label, -1 if dim is None else dim, x, "dim")
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(must(label, "k", "int", repr(k)))
    if not 0 < k <= x.shape[axis]:
        raise ValueError(must(label, "k", f"in (0, {x.shape[axis]}]", k))
    keys = jnp.moveaxis(jax.lax.stop_gradient(x), axis, -1)
    if not largest:
        keys = -keys if jnp.issubdtype(x.dtype, jnp.floating) else ~keys
    index = jnp.moveaxis(jax.lax.top_k(keys, k)[1], -1, axis)
    return jnp.take_along_axis(x, index, axis), index.astype(np.int32)


@primitive("TopK", check=lambda sorted: check_flag("TopK", "sorted", sorted), sorted=True)
@op(label="TopK")
def top_k_kernel(input_x: Array, k, sorted=True):
    """The k largest elements of the last dimension, and where they are.

    Args:
        sorted: whether they must be in descending order (they always are).

    Inputs:
        - **input_x** (Tensor) - integer or floating-point dtype.
        - **k** (int) - how many.

    Outputs:
        Tuple of the values and of their Int32 indices; of equal elements the first comes first.

    Raises:
        TypeError: `k` is no int, `sorted` no bool, or a bool Tensor.
        ValueError: `k` is not in (0, length].

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.TopK()(ms.Tensor([3., 1., 2.]), 2)
        >>> print(values, index)
        [3. 2.] [0 2]
    """
    return _topk("TopK", input_x, k, None, True, sorted)


@op("ops.topk", label="TopK")
def topk(input: Array, k, dim=None, largest=True, sorted=True):
    """The k largest or smallest elements along a dimension, and where they are.

    Args:
        input: Tensor of integers or floating-point numbers.
        k: how many.
        dim: the dimension; the last by default.
        largest: whether to find the largest; else the smallest.
        sorted: whether they must be in order (they always are).

    Returns:
        Tuple of the values and of their Int32 indices; of equal elements the first comes first.

    Raises:
        TypeError: `k` is no int, or a flag no bool.
        ValueError: `k` is not in (0, length], or `dim` out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.topk(ms.Tensor([3., 1., 2.]), 2, largest=False)
        >>> print(values, index)
        [1. 2.] [1 2]
    """
    return _topk("TopK", input, k, dim, largest, sorted)


@op("Tensor.topk", label="TopK")
def _topk_method(input: Array, k, dim=None, largest=True, sorted=True):
    """The k largest or smallest elements along a dimension, and where they are; see `ops.topk`."""
    return _topk("TopK", input, k, dim, largest, sorted)


@op("mint.topk", label="TopkExt")
def topk_ext(input: Array, k, dim=-1, largest=True, sorted=True):
    """The k largest or smallest elements along a dimension and their Int64 indices."""
    values, index = _topk("TopkExt", input, k, dim, largest, sorted)
    return values, index.astype(np.int64)


@op("ops.top_k", label="TopK")
def top_k(input_x: Array, k, sorted=True):
    """The k largest elements of the last dimension, and where they are; see `ops.TopK`."""
    return _topk("TopK", input_x, k, None, True, sorted)


@op("Tensor.top_k", label="TopK")
def _top_k_method(input_x: Array, k, sorted=True):
    """The k largest elements of the last dimension, and where they are; see `ops.TopK`."""
    return _topk("TopK", input_x, k, None, True, sorted)


@op("Tensor.kthvalue", "mint.kthvalue", label="kthvalue")
def kthvalue(input: Array, k, dim=-1, keepdim=False):
    """The k-th smallest element along a dimension, and where it is.

    Args:
        input: Tensor of a real dtype.
        k: 1 for the smallest.
        dim: the dimension.
        keepdim: whether the dimension stays, with length 1.

    Returns:
        Tuple of the values and of their Int64 indices.

    Raises:
        TypeError: `k` or `dim` is no int.
        ValueError: `k` or `dim` is out of range.
    """
    check_flag("kthvalue", "keepdim", keepdim)
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(must("kthvalue", "k", "int", repr(k)))
    x = input if input.ndim else input.reshape(1)
    axis = _axis("kthvalue", dim, x, "dim")
    if not 1 <= k <= x.shape[axis]:
        raise ValueError(must("kthvalue", "k", f"in [1, {x.shape[axis]}]", k))
    index = jax.lax.slice_in_dim(order(x, axis), k - 1, k, axis=axis)
    values = jnp.take_along_axis(x, index, axis)
    if not keepdim or not input.ndim:
        values, index = jnp.squeeze(values, axis), jnp.squeeze(index, axis)
    return values, index.astype(np.int64)


@primitive("InTopK", k=REQUIRED)
@op(label="InTopK")
def in_top_k(x1: Array, x2: Array, k):
    """Whether the target class of each row is among the k highest scores.

    Args:
        k: how many count.

    Inputs:
        - **x1** (Tensor) - scores of shape (batch, classes), Float16 or Float32.
        - **x2** (Tensor) - targets of shape (batch,), Int32 or Int64.

    Outputs:
        Bool Tensor of shape (batch,). A target out of range or with a score not finite gives
        False; scores equal to that of the k-th count.

    Raises:
        TypeError: other dtypes, or `k` is no int.
        ValueError: other shapes.
    """
    accept("InTopK", x1, "f", "x1")
    accept("InTopK", x2, "int32 int64", "x2")
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(must("InTopK", "k", "int", repr(k)))
    if x1.ndim != 2 or x2.shape != x1.shape[:1]:
        raise ValueError(
            f"For 'InTopK', 'x1' must be of shape (batch, classes) and 'x2' (batch,), but got "
            f"{x1.shape} and {x2.shape}."
        )
    valid = (x2 >= 0) & (x2 < x1.shape[1])
    place = jnp.where(valid, x2, jnp.zeros_like(x2))[:, None]
    score = jnp.take_along_axis(x1, place, 1)
    above = jnp.sum(x1 > score, 1, dtype=np.int32)
    return valid & jnp.isfinite(score[:, 0]) & (above < k)


@op("ops.intopk", label="InTopK")
def intopk(x1: Array, x2: Array, k):
    """Whether the target class of each row is among the k highest scores; see `ops.InTopK`."""
    return in_top_k(x1, x2, k)
