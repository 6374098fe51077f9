"""Sorting and the largest elements."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axis, integer, of_types, one_of
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Single, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, with_dimensions


def _axis(axis: Any, x: jax.Array, arg: str = "axis") -> int:
    integer(arg, axis)
    with_dimensions("input", x)
    return check_axis(axis, x.ndim, arg)


def order(x: jax.Array, axis: int, descending: bool = False) -> jax.Array:
    """Int32 indices that sort `x`; equal elements keep their order."""
    keys = jax.lax.stop_gradient(x)
    return jnp.argsort(keys, axis, stable=True, descending=descending).astype(np.int32)


def _sorted(x: jax.Array, axis: Any, descending: Any, arg: str = "axis") -> tuple:
    accept(x, "bi uint8 r")
    boolean("descending", descending)
    axis = _axis(axis, x, arg)
    index = order(x, axis, descending)
    return jnp.take_along_axis(x, index, axis), index


@primitive(
    "Sort", check=of_types(axis=int, descending=bool), counts="all", axis=-1, descending=False
)
@op(label="Sort")
def sort_kernel(x: Array, axis: int = -1, descending: bool = False):
    """Elements in order along an axis, and where they were.

    Args:
        axis: the axis.
        descending: whether the largest come first.

    Inputs:
        - **x** (Tensor) - real dtype.

    Outputs:
        Tuple of the sorted Tensor and its Int32 indices; equal elements keep their order.

    Raises:
        TypeError: `axis` is not an int, or `descending` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Sort()(ms.Tensor([3., 1., 2.]))
        >>> print(values, index)
        [1. 2. 3.] [1 2 0]
    """
    return _sorted(x, axis, descending)


@op("ops.sort", label="Sort")
def sort(input_x: Array, axis: int = -1, descending: bool = False):
    """Elements in order along an axis, and where they were; see `ops.Sort`.

    Args:
        input_x: Tensor of a real dtype.
        axis: the axis.
        descending: whether the largest come first.

    Returns:
        Tuple of the sorted Tensor and its Int32 indices; equal elements keep their order.

    Raises:
        TypeError: `input_x` is complex, `axis` not an int, or `descending` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.sort(ms.Tensor([3., 1., 2.]))
        >>> print(values, index)
        [1. 2. 3.] [1 2 0]
    """
    return _sorted(input_x, axis, descending)


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

    Args:
        axis: int, the axis (also as `dim`).
        descending: whether the largest come first.
        stable: a bool; equal elements keep their order whatever it says.

    Returns:
        Tuple of the sorted Tensor and of the Int32 indices.

    Raises:
        TypeError: `stable` is not a bool, or both `axis` and `dim` are given.
        ValueError: the axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([3., 1., 2.]).sort()
        >>> print(values, index)
        [1. 2. 3.] [1 2 0]
    """
    boolean("stable", stable)
    return call(sort)(self, one_of(-1, axis=axis, dim=-1 if dim is None else dim), descending)


@op("mint.sort", label="SortExt")
def sort_ext(input: Array, *, dim: int = -1, descending: bool = False, stable: bool = False):
    """Elements in order along a dimension, and where they were.

    Args:
        input: Tensor of a real dtype.
        dim: int, the dimension.
        descending: whether the largest come first.
        stable: a bool; equal elements keep their order whatever it says.

    Returns:
        Tuple of the sorted Tensor and of the Int64 indices.

    Raises:
        TypeError: `dim` is not an int, or a flag not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.mint.sort(ms.Tensor([3., 1., 2.]), descending=True)
        >>> print(values, index)
        [3. 2. 1.] [0 2 1]
    """
    boolean("stable", stable)
    values, index = _sorted(input, dim, descending, "dim")
    return values, index.astype(np.int64)


@op("ops.argsort", label="Sort")
def argsort(input: Array, axis: int = -1, descending: bool = False):
    """Indices that put the elements in order along an axis.

    Args:
        input: Tensor of a real dtype.
        axis: the axis.
        descending: whether the largest come first.

    Returns:
        Int32 Tensor; equal elements keep their order.

    Raises:
        TypeError: `axis` is not an int, or `descending` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.argsort(ms.Tensor([3., 1., 2.])))
        [1 2 0]
    """
    return _sorted(input, axis, descending)[1]


@public("Tensor.argsort")
def _argsort_method(
    self: Tensor,
    axis: int = -1,
    descending: bool = False,
    stable: bool = False,
    *,
    dim: int | None = None,
) -> Tensor:
    """Indices that put the elements in order along an axis; see `ops.argsort`.

    Args:
        axis: int, the axis (also as `dim`).
        descending: whether the largest come first.
        stable: a bool; equal elements keep their order whatever it says.

    Returns:
        Int32 Tensor.

    Raises:
        TypeError: `stable` is not a bool, or both `axis` and `dim` are given.
        ValueError: the axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([3., 1., 2.]).argsort(descending=True))
        [0 2 1]
    """
    boolean("stable", stable)
    return call(argsort)(self, one_of(-1, axis=axis, dim=-1 if dim is None else dim), descending)


@op("mint.argsort", label="argsort")
def argsort_ext(input: Array, dim: int = -1, descending: bool = False, stable: bool = False):
    """Indices that put the elements in order along a dimension.

    Args:
        input: Tensor of a real dtype.
        dim: int, the dimension.
        descending: whether the largest come first.
        stable: a bool; equal elements keep their order whatever it says.

    Returns:
        Int64 Tensor.

    Raises:
        TypeError: `dim` is not an int, or a flag not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.argsort(ms.Tensor([3., 1., 2.])))
        [1 2 0]
    """
    boolean("stable", stable)
    return _sorted(input, dim, descending, "dim")[1].astype(np.int64)


@op("ops.msort", "Tensor.msort", label="msort")
def msort(input: Array):
    """Elements in ascending order along the first dimension.

    Args:
        input: Tensor of a real dtype.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.msort(ms.Tensor([[3., 1.], [2., 4.]])))
        [[2. 1.]
         [3. 4.]]
    """
    return _sorted(input, 0, False)[0]


# -- top k ---------------------------------------------------------------------------------------


def _topk(x: jax.Array, k: Any, dim: Any, largest: Any, kept: Any) -> tuple:
    accept(x, "iuf")
    boolean("largest", largest)
    boolean("sorted", kept)
    axis = _axis(-1 if dim is None else dim, x, "dim")
    integer("k", k)
    if not 0 < k <= x.shape[axis]:
        raise ValueError(must("k", f"in (0, {x.shape[axis]}]", k))
    keys = jnp.moveaxis(jax.lax.stop_gradient(x), axis, -1)
    floating = jnp.issubdtype(x.dtype, jnp.floating)
    if not largest:
        keys = -keys if floating else ~keys
    if floating:  # for top_k -0.0 is less than 0.0; equal elements come in order
        keys = jnp.where(keys == 0, jnp.zeros((), x.dtype), keys)
    index = jnp.moveaxis(jax.lax.top_k(keys, k)[1], -1, axis)
    return jnp.take_along_axis(x, index, axis), index.astype(np.int32)


@primitive("TopK", check=lambda sorted: boolean("sorted", sorted), counts="all", sorted=True)
@op(label="TopK")
def top_k_kernel(input_x: Array, k: int, sorted: bool = True):
    """The k largest elements of the last dimension, and where they are.

    Args:
        sorted: whether they must be in descending order (they always are).

    Inputs:
        - **input_x** (Tensor) - integer or floating-point dtype.
        - **k** (int) - how many.

    Outputs:
        Tuple of the values and of their Int32 indices; of equal elements the first comes first.

    Raises:
        TypeError: `k` is not an int, `sorted` not a bool, or a bool Tensor.
        ValueError: `k` is not in (0, length].

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.TopK()(ms.Tensor([3., 1., 2.]), 2)
        >>> print(values, index)
        [3. 2.] [0 2]
    """
    return _topk(input_x, k, None, True, sorted)


@op("ops.topk", label="TopK", accepts={"dim": "int bool Tensor None", "largest": "bool"})
def topk(
    input: Array, k: Single, dim: Single | None = None, largest: bool = True, sorted: bool = True
):
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
        TypeError: `k` is not an int, or a flag not a bool.
        ValueError: `k` is not in (0, length], or `dim` out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.topk(ms.Tensor([3., 1., 2.]), 2, largest=False)
        >>> print(values, index)
        [1. 2.] [1 2]
    """
    return _topk(input, k, dim, largest, sorted)


@op("Tensor.topk", label="TopK", accepts={"largest": "bool"})
def _topk_method(
    input: Array, k: int, dim: int | None = None, largest: bool = True, sorted: bool = True
):
    """The k largest or smallest elements along a dimension, and where they are; see `ops.topk`.

    Args:
        k: int, how many.
        dim: int, the dimension; None for the last one.
        largest: whether to take the largest.
        sorted: a bool; the elements come in order whatever it says.

    Returns:
        Tuple of the values and of their Int32 indices.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([3., 1., 2.]).topk(2)
        >>> print(values, index)
        [3. 2.] [0 2]
    """
    return _topk(input, k, dim, largest, sorted)


@op("mint.topk", label="TopkExt")
def topk_ext(input: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True):
    """The k largest or smallest elements along a dimension, and where they are.

    Args:
        input: Tensor of a real dtype.
        k: int, how many.
        dim: int, the dimension.
        largest: whether to take the largest.
        sorted: a bool; the elements come in order whatever it says.

    Returns:
        Tuple of the values and of their Int64 indices.

    Raises:
        TypeError: `k` or `dim` is not an int, or a flag not a bool.
        ValueError: `k` or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.mint.topk(ms.Tensor([3., 1., 2.]), 2, largest=False)
        >>> print(values, index)
        [1. 2.] [1 2]
    """
    values, index = _topk(input, k, dim, largest, sorted)
    return values, index.astype(np.int64)


@op("ops.top_k", label="TopK")
def top_k(input_x: Array, k: int, sorted: bool = True):
    """The k largest elements of the last dimension, and where they are; the function of `ops.TopK`.

    Args:
        input_x: Tensor of a real dtype.
        k: int, how many.
        sorted: a bool; the elements come in order whatever it says.

    Returns:
        Tuple of the values and of their Int32 indices.

    Raises:
        TypeError: `k` is not an int, or `sorted` not a bool.
        ValueError: `k` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.top_k(ms.Tensor([3., 1., 2.]), 2)
        >>> print(values, index)
        [3. 2.] [0 2]
    """
    return _topk(input_x, k, None, True, sorted)


@op("Tensor.top_k", label="TopK", accepts={"k": "int", "sorted": "bool"})
def _top_k_method(input_x: Array, k: int, sorted: bool = True):
    """The k largest elements of the last dimension, and where they are; see `ops.TopK`.

    Args:
        k: int, how many.
        sorted: a bool; the elements come in order whatever it says.

    Returns:
        Tuple of the values and of their Int32 indices.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([3., 1., 2.]).top_k(2)
        >>> print(values, index)
        [3. 2.] [0 2]
    """
    return _topk(input_x, k, None, True, sorted)


@op("Tensor.kthvalue", "mint.kthvalue", label="kthvalue")
def kthvalue(input: Array, k: int, dim: int = -1, keepdim: bool = False):
    """The k-th smallest element along a dimension, and where it is.

    Args:
        input: Tensor of a real dtype.
        k: 1 for the smallest.
        dim: the dimension.
        keepdim: whether the dimension stays, with length 1.

    Returns:
        Tuple of the values and of their Int64 indices.

    Raises:
        TypeError: `k` or `dim` is not an int.
        ValueError: `k` or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> value, index = ms.mint.kthvalue(ms.Tensor([3., 1., 2.]), 2)
        >>> print(value, index)
        2.0 2
    """
    boolean("keepdim", keepdim)
    integer("k", k)
    x = input if input.ndim else input.reshape(1)
    axis = _axis(dim, x, "dim")
    if not 1 <= k <= x.shape[axis]:
        raise ValueError(must("k", f"in [1, {x.shape[axis]}]", k))
    index = jax.lax.slice_in_dim(order(x, axis), k - 1, k, axis=axis)
    values = jnp.take_along_axis(x, index, axis)
    if not keepdim or not input.ndim:
        values, index = jnp.squeeze(values, axis), jnp.squeeze(index, axis)
    return values, index.astype(np.int64)


@primitive("NthElement", check=of_types(reverse=bool), counts="missing", reverse=False)
@op(label="NthElement")
def nth_element(input: Array, n: int | Tensor, reverse: bool):
    """The n-th smallest element along the last axis.

    Args:
        reverse (bool): whether to count from the largest one.

    Inputs:
        - **input** (Tensor): number dtype, rank 1 or more.
        - **n** (int or Tensor): the place, 0 for the smallest.

    Returns:
        Tensor without the last axis.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such place.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.NthElement()(ms.Tensor([[3., 1., 2.], [6., 5., 4.]]), 1))
        [2. 5.]
    """
    accept(input, "iuf")
    if input.ndim == 0:
        raise ValueError(must("input", "of rank 1 or more", "rank 0"))
    integer("n", n)
    size = input.shape[-1]
    if not 0 <= n < size:
        raise ValueError(must("n", f"in [0, {size})", n))
    return jnp.sort(input, -1)[..., size - 1 - n if reverse else n]


@primitive("InTopK", accepts={"x1": "Tensor[float16 float32]", "k": "int"}, k=REQUIRED)
@op(label="InTopK")
def in_top_k(x1: Array, x2: Array, k: int):
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
        TypeError: other dtypes, or `k` is not an int.
        ValueError: other shapes.

    Examples:
        >>> import msjax as ms
        >>> scores = ms.Tensor([[1., 5., 3.], [4., 2., 6.]])
        >>> print(ms.ops.InTopK(2)(scores, ms.Tensor([2, 1], ms.int32)))
        [ True False]
    """
    accept(x1, "f", "x1")
    accept(x2, "int32 int64", "x2")
    integer("k", k)
    if x1.ndim != 2 or x2.shape != x1.shape[:1]:
        raise ValueError(
            Clause(
                f"'x1' must be of shape (batch, classes) and 'x2' (batch,), but got "
                f"{x1.shape} and {x2.shape}."
            )
        )
    valid = (x2 >= 0) & (x2 < x1.shape[1])
    place = jnp.where(valid, x2, jnp.zeros_like(x2))[:, None]
    score = jnp.take_along_axis(x1, place, 1)
    above = jnp.sum(x1 > score, 1, dtype=np.int32)
    return valid & jnp.isfinite(score[:, 0]) & (above < k)


@op("ops.intopk", label="InTopK", accepts={"x1": "Tensor[float16 float32]"})
def intopk(x1: Array, x2: Array, k: int):
    """Whether the target class of each row is among the k highest scores; see `ops.InTopK`.

    Args:
        x1: scores of shape (batch, classes), Float16 or Float32.
        x2: targets of shape (batch,), Int32 or Int64.
        k: int, how many count.

    Returns:
        Bool Tensor of shape (batch,).

    Raises:
        TypeError: other dtypes, or `k` is not an int.
        ValueError: other shapes.

    Examples:
        >>> import msjax as ms
        >>> scores = ms.Tensor([[1., 5., 3.], [4., 2., 6.]])
        >>> print(ms.ops.intopk(scores, ms.Tensor([2, 1], ms.int32), 1))
        [False False]
    """
    return in_top_k(x1, x2, k)
