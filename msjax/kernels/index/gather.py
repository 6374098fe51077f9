"""Picking elements by index: gathers, index_select, take, embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import at_least, check_axis, integer
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import (
    Array,
    Finite,
    Order,
    Single,
    call,
    chosen,
    is_python,
    op,
    primitive,
    public,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import INDICES, accept, check_rank
from msjax.kernels.index.scatter_core import along_index, nd_index
from msjax.kernels.linalg.norms import vector_power_norm

_FILL = {"mode": "fill", "fill_value": 0}


def _taken(x: Any, indices: Any, axis: int) -> Any:
    """Slices along an axis; zeros for indices out of bounds."""
    if x.shape[axis] == 0 and indices.size == 0:  # for which JAX gives another shape
        axis %= x.ndim
        return jnp.zeros(x.shape[:axis] + indices.shape + x.shape[axis + 1 :], x.dtype)
    return jnp.take(x, indices, axis=axis, **_FILL)


@primitive("Gather", batch_dims=0)
@op("ops.gather", label="Gather")
def gather(input_params: Array, input_indices: Array, axis: Single, batch_dims: int = 0):
    """Slices of a Tensor along one axis, picked by index.

    Args:
        input_params: Tensor of any shape.
        input_indices: Tensor of int32 or int64; negative values count from the end, values out of
            bounds give zeros.
        axis: int or Tensor of one int, the axis along which slices are taken.
        batch_dims: int, how many leading dimensions both Tensors share.

    Returns:
        Tensor: `indices.shape[batch_dims:]` stands in the place of `axis`.

    Raises:
        TypeError: `input_indices` is not a Tensor of int32 or int64.
        ValueError: `axis` is out of range or less than `batch_dims`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(ms.ops.gather(x, ms.Tensor([2, 0]), 1))
        [[3 1]
         [6 4]]
    """
    accept(input_indices, INDICES, "input_indices")
    for arg, value in (("axis", axis), ("batch_dims", batch_dims)):
        integer(arg, value)
    axis = check_axis(axis, input_params.ndim)
    if not -input_indices.ndim <= batch_dims <= input_indices.ndim:
        bounds = f"in [{-input_indices.ndim}, {input_indices.ndim}]"
        raise ValueError(must("batch_dims", bounds, batch_dims))
    if batch_dims < 0:
        batch_dims += input_indices.ndim
    at_least("axis", axis, batch_dims)
    batches = input_params.shape[:batch_dims]
    if input_indices.shape[:batch_dims] != batches:
        shape = f"of a shape that starts with {batches}"
        raise RuntimeError(must("input_indices", shape, input_indices.shape))
    if input_params.shape[axis] == 0 and input_indices.size:
        raise RuntimeError(must("input_indices", "in [0, 0)", "some"))

    def pick(params: Any, indices: Any) -> Any:
        return _taken(params, indices, axis - batch_dims)

    for _ in range(batch_dims):
        pick = jax.vmap(pick)
    return pick(input_params, input_indices)


@primitive("GatherV2", "SparseGatherV2")
@op(label="Gather")
def gather_v2(input_params: Array, input_indices: Array, axis: int | Sequence[int] | Tensor):
    """Slices of a Tensor along an axis: `ops.gather` without batch dimensions.

    Inputs:
        - **input_params** (Tensor) - any dtype.
        - **input_indices** (Tensor) - Int32 or Int64, the positions.
        - **axis** (int) - the axis.

    Outputs:
        Tensor with the shape of `input_indices` in place of the axis.

    Raises:
        TypeError: `input_indices` is not of Int32 or Int64.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4], [5, 6]])
        >>> print(ms.ops.operations.GatherV2()(x, ms.Tensor([2, 0]), 0))
        [[5 6]
         [1 2]]
    """
    return gather(input_params, input_indices, axis)


@op(
    "ops.gather_elements",
    "Tensor.gather_elements",
    label="GatherD",
    accepts={"dim": "int Tensor[int]"},
)
def gather_elements(input: Array, dim: Single, index: Array):
    """Elements picked along one dimension: `out[i][j] = input[index[i][j]][j]` for `dim` 0.

    Args:
        input: Tensor of rank at least 1.
        dim: int.
        index: Tensor of int32 or int64 of the same rank, in other dimensions than `dim` at most as
            long as `input`; negative values count from the end, values out of bounds give zeros.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: `index` is not of int32 or int64.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.ops.gather_elements(x, 1, ms.Tensor([[0, 0], [1, 0]])))
        [[1 1]
         [4 3]]
    """
    accept(index, INDICES, "index")
    dim = check_axis(dim, input.ndim, "dim")
    places = along_index(input.ndim, dim, index)
    for i, (n, limit) in enumerate(zip(index.shape, input.shape, strict=True)):
        if i != dim and n > limit:
            raise ValueError(must("index", f"at most {limit} long in dimension {i}", n))
    return input.at[places].get(**_FILL)


@primitive("GatherD", accepts={"dim": "int Tensor[int]"})
@op("ops.gather_d", label="GatherD", accepts={"dim": "int Tensor[int]"})
def gather_d(x: Array, dim: Single, index: Array):
    """Elements picked along one dimension; `ops.gather_elements` under its older name.

    Args:
        x: Tensor of rank at least 1.
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of the same rank.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: `index` is not of Int32 or Int64.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.ops.gather_d(x, 1, ms.Tensor([[0, 0], [1, 0]])))
        [[1 1]
         [4 3]]
    """
    return gather_elements(x, dim, index)


@op("mint.gather", label="gather", accepts={"dim": "int Tensor[int]"})
def mint_gather(input: Array, dim: Single, index: Array):
    """Elements picked along one dimension; see `ops.gather_elements`.

    Args:
        input: Tensor of rank at least 1.
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of the same rank.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: `index` is not of Int32 or Int64.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.mint.gather(x, 1, ms.Tensor([[0, 0], [1, 0]])))
        [[1 1]
         [4 3]]
    """
    return gather_elements(input, dim, index)


@public(
    "Tensor.gather",
    calls=(
        "dim=<int>, index=<Tensor>",
        "input_indices=<Tensor>, axis=<int>, batch_dims=<int>",
    ),
)
def tensor_gather(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """`gather(dim, index)` is `ops.gather_elements`; `gather(input_indices, axis, batch_dims=0)` is
    `ops.gather`.

    Args:
        dim: int, the axis.
        index: Tensor of Int32 or Int64, the place of each element of the result along the axis.
        input_indices: Tensor of Int32 or Int64, the places of the slices.
        axis: int, or 0-d Tensor.
        batch_dims: int, how many leading dimensions are walked together.

    Returns:
        Tensor of the dtype of this one.

    Raises:
        TypeError: the arguments fit neither form.
        ValueError: an axis is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.gather(ms.Tensor([1]), 0))
        [[3 4]]
        >>> print(x.gather(1, ms.Tensor([[1], [0]])))
        [[2]
         [3]]
    """
    by_element = not isinstance(args[0], Tensor) if args else "dim" in kwargs
    if args and not by_element and args[0].ndim == 0:  # a dimension, if an index follows
        index = args[1] if len(args) > 1 else kwargs.get("index")
        by_element = isinstance(index, Tensor) and index.ndim > 0
    if by_element:
        return chosen(_gather_elements, self, *args, **kwargs)
    return chosen(_gather, self, *args, **kwargs)


_gather, _gather_elements = call(gather), call(gather_elements)


@primitive("GatherNd")
@op("ops.gather_nd", "Tensor.gather_nd", label="GatherNd")
def gather_nd(input_x: Array, indices: Array):
    """Elements or slices at positions given by the last dimension of `indices`.

    Args:
        input_x: Tensor.
        indices: Tensor of int32 or int64, its last dimension at most the rank of `input_x`;
            positions out of bounds give zeros.

    Returns:
        Tensor of shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    Raises:
        TypeError: `indices` is not of int32 or int64.
        ValueError: the positions have more coordinates than `input_x` has dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(ms.ops.gather_nd(x, ms.Tensor([[0, 1], [1, 0]])))
        [2 3]
    """
    accept(indices, INDICES, "indices")
    if indices.ndim == 0:
        indices = indices[None]
    if indices.shape[-1] == 0:  # every position is the whole
        return jnp.broadcast_to(input_x, indices.shape[:-1] + input_x.shape)
    return input_x.at[nd_index(input_x.shape, indices)].get(**_FILL)


@op("ops.index_select", label="index_select", accepts={"axis": "int bool"})
def index_select(input: Array, axis: int, index: Array):
    """Slices of a Tensor along one axis, picked by a list of positions.

    Args:
        input: Tensor.
        axis: int.
        index: Tensor of rank 1 of int32 or int64.

    Returns:
        Tensor with `len(index)` slices along `axis`.

    Raises:
        TypeError: `index` is not of int32 or int64.
        ValueError: `axis` is out of range or `index` is not of rank 1.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4], [5, 6]])
        >>> print(ms.ops.index_select(x, 0, ms.Tensor([2, 0])))
        [[5 6]
         [1 2]]
    """
    check_rank(index, 1, "index")
    accept(index, INDICES, "index")
    return _taken(input, index, check_axis(axis, input.ndim))


@op("mint.index_select", label="index_select")
def mint_index_select(input: Array, dim: int, index: Array):
    """Slices of a Tensor along one dimension, picked by a list of positions.

    Args:
        input: Tensor.
        dim: int, the dimension.
        index: Tensor of rank 1 of Int32 or Int64.

    Returns:
        Tensor with `len(index)` slices along `dim`.

    Raises:
        TypeError: `index` is not of Int32 or Int64.
        ValueError: `dim` is out of range, or `index` is not of rank 1.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4], [5, 6]])
        >>> print(ms.mint.index_select(x, 0, ms.Tensor([2, 0])))
        [[5 6]
         [1 2]]
    """
    return index_select(input, dim, index)


@public(
    "Tensor.index_select",
    calls=(
        "dim=<int>, index=<Tensor>",
        "axis=<int>, index=<Tensor>",
    ),
)
def tensor_index_select(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Slices of the Tensor along one axis, picked by a list of positions; see `ops.index_select`.

    Args:
        axis: int, the axis (also as `dim`).
        index: Tensor of rank 1 of Int32 or Int64.

    Returns:
        Tensor with `len(index)` slices along the axis.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4], [5, 6]])
        >>> print(x.index_select(0, ms.Tensor([2, 0])))
        [[5 6]
         [1 2]]
    """
    if "dim" in kwargs:
        kwargs["axis"] = kwargs.pop("dim")
    return chosen(_index_select, self, *args, **kwargs)


_index_select = call(index_select)


@op("ops.take", "mint.take", label="take")
def take(input: Array, index: Array):
    """Elements of the flattened Tensor at the given positions.

    Args:
        input: Tensor.
        index: Tensor of int32 or int64; negative values count from the end.

    Returns:
        Tensor of the shape of `index`.

    Raises:
        TypeError: `index` is not of Int32 or Int64.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.take(ms.Tensor([[1, 2], [3, 4]]), ms.Tensor([3, 0])))
        [4 1]
    """
    accept(index, INDICES, "index")
    return _taken(input.reshape(-1), index, 0)


@op(label="take")
def take_method(input: Array, indices: Array, axis: Any = None, mode: str = "clip"):
    """`Tensor.take`: positions are clipped or wrapped; -1 is the last element."""
    accept(indices, INDICES, "indices")
    if mode not in ("clip", "wrap", "raise"):
        error = ValueError if isinstance(mode, str) else TypeError
        raise error(must("mode", "'raise', 'clip' or 'wrap'", repr(mode)))
    if mode == "raise":
        raise unsupported_option("mode='raise'", "use 'clip'")
    if axis is None:
        input, axis = input.reshape(-1), 0
    axis = check_axis(axis, input.ndim)
    size = input.shape[axis]
    if mode == "wrap":
        indices = indices % size
    else:
        indices = jnp.minimum(jnp.where(indices < 0, indices + size, indices), size - 1)
        indices = jnp.maximum(indices, 0)
    return _taken(input, indices, axis)


@public(
    "Tensor.take",
    calls=(
        "index=<Tensor>",
        "indices=<Tensor>, axis=<int, None>, mode=<str>",
    ),
)
def tensor_take(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Elements at positions: `take(indices, axis=None, mode='clip')` or `take(index)`.

    Args:
        indices: Tensor of int32 or int64.
        axis: int, or None for positions in the flattened Tensor.
        mode: 'clip' moves positions out of bounds to the edge, 'wrap' counts around.

    Returns:
        Tensor; `indices.shape` stands in the place of `axis`.

    Raises:
        TypeError: `indices` is not a Tensor, or `axis` neither an int nor None.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.take(ms.Tensor([1, 9]), axis=1))
        [[2 2]
         [4 4]]
    """
    if "index" in kwargs:
        return chosen(_take, self, *args, **kwargs)
    return chosen(_take_method, self, *args, **kwargs)


_take, _take_method = call(take), call(take_method)


@op("ops.embedding", label="Embedding")
def embedding(
    input: Array,
    weight: Array,
    padding_idx: int | None = None,
    max_norm: Finite | None = None,
    norm_type: Order = 2.0,
    scale_grad_by_freq: bool = False,
):
    """Rows of a table, picked by index.

    Args:
        input: Tensor of int32 or int64.
        weight: Tensor or Parameter of shape (rows, width).
        padding_idx: int or None, a row that receives no gradient.
        max_norm: float or None; picked rows with a greater norm are scaled down to it.
        norm_type: float, the p of that norm.
        scale_grad_by_freq: divide a row's gradient by how often the row is picked.

    Returns:
        Tensor of shape `input.shape + (width,)`.

    Raises:
        ValueError: `padding_idx` is out of range, or `weight` is not of rank 2.

    Examples:
        >>> import msjax as ms
        >>> table = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.embedding(ms.Tensor([1, 0]), table))
        [[3. 4.]
         [1. 2.]]
    """
    accept(input, INDICES, "input")
    check_rank(weight, 2, "weight")
    rows = weight.shape[0]
    if padding_idx is not None:
        padding_idx = check_axis(padding_idx, rows, "padding_idx")
    picked = _taken(weight, input, 0)
    if max_norm is not None:
        rows_found = jax.lax.stop_gradient(picked)
        if is_python(norm_type):
            norms = jnp.linalg.norm(rows_found, ord=norm_type, axis=-1, keepdims=True)
        else:
            norms = vector_power_norm(rows_found, norm_type, (picked.ndim - 1,), True)
        picked = picked * jnp.where(norms > max_norm, max_norm / (norms + 1e-7), 1).astype(
            picked.dtype
        )
    if scale_grad_by_freq:
        counts = jnp.zeros(rows, picked.dtype).at[input].add(1)
        share = 1 / jnp.maximum(counts, 1)[input][..., None]
        picked = picked * share + jax.lax.stop_gradient(picked * (1 - share))
    if padding_idx is not None:
        is_padding = (input == padding_idx)[..., None]
        picked = jnp.where(is_padding, jax.lax.stop_gradient(picked), picked)
    return picked


@primitive("EmbeddingLookup", accepts={"offset": "int Tensor[int]"}, counts="all")
@op(label="EmbeddingLookup")
def embedding_lookup(input_params: Array, input_indices: Array, offset: int | Tensor):
    """Rows of a table that starts at `offset`; rows outside the table are zeros.

    Args:
        input_params: Tensor, the table, of rank 1 or 2.
        input_indices: Tensor of int32 or int64.
        offset: int, the position that the table's first row has.

    Returns:
        Tensor of shape `input_indices.shape + input_params.shape[1:]`.

    Raises:
        TypeError: an input is not a Tensor, or `input_indices` is not of Int32 or Int64.

    Examples:
        >>> import msjax as ms
        >>> table = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.EmbeddingLookup()(table, ms.Tensor([5, 9]), 4))
        [[3. 4.]
         [0. 0.]]
    """
    accept(input_indices, INDICES, "input_indices")
    rows = input_indices - offset
    rows = jnp.where(rows < 0, input_params.shape[0], rows)
    return _taken(input_params, rows, 0)


@op(
    "mint.select",
    label="select",
    view=True,
    accepts={"dim": "int Tensor[int]", "index": "int Tensor[int]"},
)
def mint_select(input: Array, dim: int | Tensor, index: int | Tensor):
    """One slice of a Tensor along a dimension, as a view.

    Args:
        input: Tensor.
        dim: int.
        index: int, the position of the slice.

    Returns:
        Tensor of one dimension less.

    Raises:
        ValueError: `dim` or `index` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.select(ms.Tensor([[1, 2], [3, 4]]), 1, 0))
        [1 3]
    """
    dim = check_axis(dim, input.ndim, "dim")
    size = input.shape[dim]
    if not -size <= index < size:
        raise ValueError(must("index", f"in [{-size}, {size})", index))
    return jax.lax.index_in_dim(input, index % size, dim, keepdims=False)


@primitive("SelectView")
@op(label="SelectView", view=True, to_float="cast")
def select_view(input: Array, index: int, axis: int | Sequence[int] | Tensor):
    """One slice of a Tensor along an axis, as a view; see `mint.select`.

    Inputs:
        - **input** (Tensor) - rank at least 1.
        - **index** (int) - the position of the slice.
        - **axis** (int) - the axis.

    Outputs:
        Tensor of one dimension less.

    Raises:
        ValueError: `axis` or `index` is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import SelectView
        >>> print(SelectView()(ms.Tensor([[1, 2], [3, 4]]), 0, 1))
        [1 3]
    """
    return mint_select(input, axis, index)


@primitive("UnravelIndex", counts="all")
@op(label="UnravelIndex")
def unravel_index(indices: Array, dims: Array):
    """Coordinates of flat positions in an array of shape `dims`.

    Args:
        indices: Tensor of int32 or int64 of rank 0 or 1.
        dims: Tensor of rank 1, the shape.

    Returns:
        Tensor of shape (len(dims),) or (len(dims), len(indices)).

    Raises:
        TypeError: an input is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.UnravelIndex()(ms.Tensor([3, 5]), ms.Tensor([2, 4])))
        [[0 1]
         [3 1]]
    """
    accept(indices, INDICES, "indices")
    check_rank(dims, 1, "dims")
    rest, rows = indices, []
    for i in range(dims.shape[0] - 1, -1, -1):
        rows.append(rest % dims[i])
        rest = rest // dims[i]
    return jnp.stack(rows[::-1]).astype(indices.dtype)


@op(label="EmbeddingRenorm")
def renormed_rows(weight: Array, ids: Array, max_norm: Any, norm_type: Any):
    """The table with the rows of `ids` scaled down to a norm of at most `max_norm`."""
    picked = jnp.zeros(weight.shape[0], bool).at[ids.reshape(-1)].set(True)
    size = jnp.abs(weight.astype(np.float32))
    norms = jnp.sum(size**norm_type, -1) ** (1.0 / norm_type)
    scale = jnp.where(picked & (norms > max_norm), max_norm / (norms + 1e-7), 1.0)
    return (weight * scale[:, None]).astype(weight.dtype)
