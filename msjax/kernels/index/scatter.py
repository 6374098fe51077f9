"""Writing by index into a copy: tensor_scatter_*, scatter, index_add, index_fill, index_put."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis
from msjax._core.base.dtype import int32, int64
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import REQUIRED, Unshown
from msjax._core.op.publish import Array, Arrays, Single, Value, call, chosen, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import store
from msjax.kernels.checks import (
    INDICES,
    accept,
    check_rank,
    of_dtype,
    of_shape,
)
from msjax.kernels.index.parsing import check_values
from msjax.kernels.index.scatter_core import COMBINE, along_index, nd_index, same_as_input
from msjax.kernels.index.scatter_core import scatter_add as add_at
from msjax.kernels.index.scatter_core import scatter_mul as multiply_at
from msjax.kernels.index.scatter_core import scatter_set as set_at

_TENSOR_SCATTER = """{summary}

    Args:
        input_x: Tensor.
        indices: Tensor of int32 or int64 of rank at least 2; its last dimension is a position in
            `input_x`. Positions out of bounds are ignored.
        updates: Tensor of the dtype of `input_x` and of shape
            `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    Returns:
        Tensor like `input_x`, which is not changed.

    Raises:
        TypeError: `indices` is not of int32 or int64, or the other two differ in dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.tensor_scatter_{kind}(x, ms.Tensor([[0], [0]]), ms.Tensor([4., 4.])))
        {shown}
    """


def nd_updates(x: Any, indices: Any, updates: Any) -> tuple:
    """The checked index tuple of a scatter whose updates are given for positions."""
    accept(indices, INDICES, "indices")
    if indices.ndim < 2:
        raise ValueError(must("indices", "of rank at least 2", f"rank {indices.ndim}"))
    index = nd_index(x.shape, indices)
    wanted = indices.shape[:-1] + x.shape[indices.shape[-1] :]
    of_shape("updates", updates, wanted)
    return index


def _tensor_scatter(kind: str, method: str, summary: str, shown: str) -> None:
    name = "TensorScatter" + kind.capitalize()

    def kernel(input_x: Array, indices: Array, updates: Array):
        if kind != "update":
            accept(input_x, "iuf", "input_x")
        of_dtype("updates", updates, input_x.dtype)
        return COMBINE[kind](input_x, nd_updates(input_x, indices, updates), updates)

    kernel.__name__ = f"tensor_scatter_{kind}"
    kernel.__doc__ = _TENSOR_SCATTER.format(summary=summary, kind=kind, shown=shown)
    surfaces = [f"ops.tensor_scatter_{kind}", *([f"Tensor.{method}"] if method else [])]
    counts = "missing" if kind != "add" else None
    TENSOR_SCATTER[kind] = primitive(name, counts=counts)(op(*surfaces, label=name)(kernel))


TENSOR_SCATTER: dict[str, Any] = {}
_tensor_scatter("update", "", "A copy of a Tensor with elements or slices replaced.", "[4. 2. 3.]")
_tensor_scatter("add", "", "A copy of a Tensor with updates added at positions.", "[9. 2. 3.]")
_tensor_scatter(
    "sub",
    "scatter_sub",
    "A copy of a Tensor with updates subtracted at positions.",
    "[-7.  2.  3.]",
)
_tensor_scatter(
    "max", "scatter_max", "A copy of a Tensor, raised to the updates at positions.", "[4. 2. 3.]"
)
_tensor_scatter(
    "min", "scatter_min", "A copy of a Tensor, lowered to the updates at positions.", "[1. 2. 3.]"
)
_tensor_scatter(
    "mul",
    "scatter_mul",
    "A copy of a Tensor with positions multiplied by updates.",
    "[16.  2.  3.]",
)
_tensor_scatter(
    "div",
    "scatter_div",
    "A copy of a Tensor with positions divided by updates.",
    "[0.0625 2.     3.    ]",
)


@primitive("ScatterNd", accepts={"shape": "tuple[int]"})
@op("ops.scatter_nd", label="ScatterNd", accepts={"shape": "tuple[int]"})
def scatter_nd(indices: Array, updates: Array, shape: tuple[int, ...]):
    """A Tensor of zeros with updates added at positions.

    Args:
        indices: Tensor of int32 or int64; its last dimension is a position. Positions out of bounds
            are ignored.
        updates: Tensor of shape `indices.shape[:-1] + shape[indices.shape[-1]:]`.
        shape: tuple of int, the shape of the result.

    Returns:
        Tensor of the dtype of `updates`.

    Raises:
        TypeError: `indices` is not of int32 or int64, or `shape` is not a tuple of int.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.scatter_nd(ms.Tensor([[0], [2], [0]]), ms.Tensor([1., 2., 3.]), (3,)))
        [4. 0. 2.]
    """
    if not isinstance(shape, tuple) or not all(type(n) is int for n in shape):
        raise TypeError(must("shape", "a tuple or list of int", shape))
    if any(n <= 0 for n in shape):
        raise ValueError(must("shape", "positive in every dimension", shape))
    if indices.ndim == 0:
        raise RuntimeError(must("indices", "of rank 1 or more", "rank 0"))
    zeros = jnp.zeros(shape, updates.dtype)
    return add_at(zeros, nd_updates(zeros, indices, updates), updates)


def _check_fits(x: Any, axis: int, index: Any) -> None:
    axis = check_axis(axis, x.ndim)
    for i, (n, limit) in enumerate(zip(index.shape, x.shape, strict=False)):
        if i != axis and n > limit:
            raise RuntimeError(must("index", f"at most {limit} long in dimension {i}", n))


def _along(
    combine: Any,
    x: Any,
    axis: int,
    index: Any,
    src: Any,
    equal: bool,
    misfit: type[Exception] = ValueError,
) -> Any:
    """Scatter `src` along one axis; a longer one is cut to the index unless they must be equal.

    `misfit` is raised for a wrong rank.
    """
    accept(index, INDICES, "index")
    src = jnp.asarray(src)
    if index.ndim != x.ndim:
        raise misfit(must("index", f"a Tensor of rank {x.ndim}", f"rank {index.ndim}"))
    if not -x.ndim <= axis < x.ndim:
        raise RuntimeError(must("axis", f"in [{-x.ndim}, {x.ndim})", axis))
    places = along_index(x.ndim, axis, index)
    _check_fits(x, axis, index)
    if src.ndim == 0 and (src.weak_type or src.dtype != x.dtype):  # a number
        return combine(x, places, jnp.broadcast_to(src.astype(x.dtype), index.shape))
    of_dtype("src", src, x.dtype)
    if src.ndim != index.ndim:
        raise misfit(must("src", f"a Tensor of rank {index.ndim}", f"rank {src.ndim}"))
    fits = len(src.shape) == len(index.shape) and all(
        n == m if equal else n <= m for n, m in zip(index.shape, src.shape, strict=True)
    )
    if not fits:
        raise RuntimeError(must("src", f"of the index's shape {index.shape}", src.shape))
    return combine(x, places, src[tuple(slice(n) for n in index.shape)])


@op("ops.scatter", label="scatter")
def scatter(input: Array, axis: Single, index: Array, src: Value):
    """A copy of a Tensor with elements replaced: `out[index[i][j]][j] = src[i][j]` for axis 0.

    Args:
        input: Tensor of rank at least 1.
        axis: int.
        index: Tensor of int32 or int64 of the same rank; positions out of bounds are ignored.
        src: Tensor of the shape of `index` and the dtype of `input`, or a number.

    Returns:
        Tensor like `input`.

    Raises:
        TypeError: `index` is not of int32 or int64, or the dtypes differ.
        RuntimeError: `axis` is out of range, or the ranks or shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.scatter(x, 1, ms.Tensor([[1], [0]]), ms.Tensor([[8.], [9.]])))
        [[1. 8.]
         [9. 4.]]
    """
    return _along(set_at, input, axis, index, src, True, RuntimeError)


@op("mint.scatter", label="scatter", accepts={"dim": "int Tensor[int]"})
def mint_scatter(input: Array, dim: Single, index: Array, src: Value):
    """A copy of a Tensor with elements replaced: `out[index[i][j]][j] = src[i][j]` for `dim` 0.

    Args:
        input: Tensor of rank at least 1.
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of the same rank; positions out of bounds are ignored.
        src: Tensor of the shape of `index` and the dtype of `input`, or a number.

    Returns:
        Tensor like `input`.

    Raises:
        TypeError: `index` is not of Int32 or Int64, or the dtypes differ.
        RuntimeError: `dim` is out of range, or the ranks or shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.mint.scatter(x, 1, ms.Tensor([[1], [0]]), ms.Tensor([[8.], [9.]])))
        [[1. 8.]
         [9. 4.]]
    """
    return scatter(input, dim, index, src)


@public(
    "Tensor.scatter",
    calls=(
        "dim=<int>, index=<Tensor>, src=<number, Tensor>, reduce=<str>",
        "axis=<int>, index=<Tensor>, src=<number, Tensor>",
    ),
)
def tensor_scatter(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """A copy of the Tensor with elements replaced along an axis; see `ops.scatter`.

    Args:
        dim: int, the axis (also as `axis`).
        index: Tensor of Int32 or Int64 of the same rank.
        src: Tensor of the dtype of this one, or a number.
        reduce: "none", or "add" or "multiply" to combine with what stands there.

    Returns:
        Tensor like this one.

    Raises:
        TypeError: `index` is not of Int32 or Int64, or the dtypes differ.
        ValueError: `reduce` is another text.
        RuntimeError: the axis is out of range, or the ranks or shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.scatter(1, ms.Tensor([[1], [0]]), ms.Tensor([[8.], [9.]]), reduce="add"))
        [[ 1. 10.]
         [12.  4.]]
    """
    if "axis" in kwargs:
        kwargs["dim"] = kwargs.pop("axis")
    return chosen(_scatter, self, *args, **kwargs)


@op(label="scatter")
def _scattered(input: Array, dim, index: Array, src: Value, reduce="none"):
    for arg, value, kind in (("dim", dim, int), ("reduce", reduce, str)):
        if type(value) is not kind:
            raise TypeError(must(arg, f"of type {kind.__name__}", describe(value)))
    if reduce == "none":
        return scatter(input, dim, index, src)
    change = {"add": add_at, "multiply": multiply_at}.get(reduce)
    if change is None:
        raise ValueError(must("reduce", "'none', 'add' or 'multiply'", repr(reduce)))
    return _along(change, input, dim, index, src, False, RuntimeError)


_scatter = call(_scattered)


@op("mint.scatter_add", label="scatter_add")
def mint_scatter_add(input: Array, dim: int, index: Array, src: Array):
    """A copy of a Tensor with `src` added: `out[index[i][j]][j] += src[i][j]` for `dim` 0.

    Args:
        input: Tensor of rank at least 1.
        dim: int.
        index: Tensor of int32 or int64 of the same rank.
        src: Tensor of the dtype of `input`, at least as long as `index` in every dimension.

    Returns:
        Tensor like `input`.

    Raises:
        TypeError: `index` is not of int32 or int64, or the dtypes differ.
        ValueError: `dim` is out of range.
        RuntimeError: the shapes of `index` and `src` do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(ms.mint.scatter_add(x, 1, ms.Tensor([[1, 1]]), ms.Tensor([[8., 9.]])))
        [[ 1. 19.]]
    """
    if type(dim) is int and not -input.ndim <= dim < input.ndim:
        raise ValueError(must("dim", f"in [{-input.ndim}, {input.ndim})", dim))
    return _along(add_at, input, dim, index, src, False)


@public(
    "Tensor.scatter_add",
    calls=(
        "dim=<int>, index=<Tensor>, src=<Tensor>",
        "indices=<Tensor>, updates=<Tensor>",
    ),
)
def tensor_scatter_add_method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """A copy of the Tensor with values added, along a dimension or at positions.

    `scatter_add(dim, index, src)` is `mint.scatter_add`, `scatter_add(indices, updates)` is
    `ops.tensor_scatter_add`.

    Args:
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of the same rank.
        src: Tensor of the same dtype.
        indices: Tensor of Int32 or Int64 of rank at least 2; its last dimension holds positions.
        updates: Tensor of the same dtype, what is added there.

    Returns:
        Tensor like this one.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the axis is out of range, or the shapes of `indices` and `updates` do not fit.
        RuntimeError: `src` has another shape than `index`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(x.scatter_add(1, ms.Tensor([[1, 1]]), ms.Tensor([[8., 9.]])))
        [[ 1. 19.]]
        >>> print(x.scatter_add(ms.Tensor([[0, 0]]), ms.Tensor([5.])))
        [[6. 2.]]
    """
    if len(args) + len(kwargs) == 2:
        return chosen(_tensor_scatter_add, self, *args, **kwargs)
    return chosen(_scatter_add_along, self, *args, **kwargs)


_tensor_scatter_add, _scatter_add_along = call(TENSOR_SCATTER["add"]), call(mint_scatter_add)


@op("Tensor.scatter_add_", write="input", label="scatter_add_")
def scatter_add_(input: Array, dim: int, index: Array, src: Array):
    """Add values along a dimension in place; see `mint.scatter_add`.

    Args:
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of the same rank.
        src: Tensor of the same dtype, at least as long as `index` in every dimension.

    Returns:
        This Tensor.

    Raises:
        TypeError: `index` is not of Int32 or Int64, or the dtypes differ.
        RuntimeError: the shapes of `index` and `src` do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> _ = x.scatter_add_(1, ms.Tensor([[1, 1]]), ms.Tensor([[8., 9.]]))
        >>> print(x)
        [[ 1. 19.]]
    """
    return mint_scatter_add(input, dim, index, src)


@op(write="input", label="scatter_")
def scatter_(input: Array, dim: int, index: Array, src: Value, reduce: str | None = None):
    """`ops.scatter` in place."""
    kinds = {None: set_at, "add": add_at, "multiply": multiply_at}
    if reduce not in kinds:
        raise ValueError(must("reduce", "'add' or 'multiply'", repr(reduce)))
    return _along(kinds[reduce], input, dim, index, src, False)


@public(
    "Tensor.scatter_",
    calls=(
        "dim=<int>, index=<Tensor>, src=<Tensor>, reduce=<str>",
        "dim=<int>, index=<Tensor>, value=<number>, reduce=<str>",
    ),
)
def tensor_scatter_(self: Tensor, dim: int, index: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Scatter in place: `scatter_(dim, index, src)` or `(dim, index, value)`, and `reduce=`.

    Args:
        dim: int.
        index: Tensor of int32 or int64.
        src: Tensor, or a number called `value`.
        reduce: 'add' or 'multiply' to combine with what stands there.

    Returns:
        The Tensor itself.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `reduce` is neither "add" nor "multiply".
        RuntimeError: the axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(x.scatter_(1, ms.Tensor([[0]]), 9., reduce='add'))
        [[10.  2.]]
    """
    if "value" in kwargs and "src" not in kwargs:
        kwargs["src"] = kwargs.pop("value")
    return chosen(_scatter_, self, dim, index, *args, **kwargs)


_scatter_ = call(scatter_)


def _stored_reduction(axis: int, reduction: str) -> dict[str, Any]:
    number = store("reduction", reduction, {"none": 0, "add": 1})
    return {"reduction": Unshown(reduction), "reduce": number}


@primitive(
    "TensorScatterElements",
    normal=_stored_reduction,
    accepts={"axis": "int Tensor", "reduction": "str"},
    axis=0,
    reduction="none",
)
@op(label="TensorScatterElements")
def tensor_scatter_elements_kernel(
    data: Array, indices: Array, updates: Array, axis: int | Tensor, reduction: str
):
    """A copy of a Tensor with elements replaced or added along an axis.

    Args:
        axis: int, the axis.
        reduction: "none" to replace, "add" to add.

    Inputs:
        - **data** (Tensor) - rank at least 1.
        - **indices** (Tensor) - Int32 or Int64 of the same rank; positions out of bounds are
          ignored.
        - **updates** (Tensor) - of the shape of `indices` and the dtype of `data`.

    Outputs:
        Tensor like `data`.

    Raises:
        TypeError: `indices` is not of Int32 or Int64, or the dtypes differ.
        ValueError: the ranks differ, or `reduction` is unknown.

    Examples:
        >>> import msjax as ms
        >>> scatter = ms.ops.TensorScatterElements(axis=1, reduction="add")
        >>> print(scatter(ms.Tensor([[1., 2.]]), ms.Tensor([[1]]), ms.Tensor([[5.]])))
        [[1. 7.]]
    """
    if reduction not in ("none", "add"):
        raise ValueError(must("reduction", "'none' or 'add'", reduction))
    combine = set_at if reduction == "none" else add_at
    return _along(combine, data, axis, indices, updates, True)


@op(
    "ops.tensor_scatter_elements",
    label="TensorScatterElements",
    accepts={"axis": "int Tensor ndarray", "reduction": "str"},
)
def tensor_scatter_elements(
    input_x: Array, indices: Array, updates: Array, axis: int | Tensor = 0, reduction: str = "none"
):
    """A copy of a Tensor with elements replaced or added along an axis.

    Args:
        input_x: Tensor.
        indices: Tensor of int32 or int64 of the same rank; positions out of bounds are ignored.
        updates: Tensor of the shape of `indices` and the dtype of `input_x`.
        axis: int.
        reduction: 'none' to replace, 'add' to add.

    Returns:
        Tensor like `input_x`.

    Raises:
        TypeError: `indices` is not of int32 or int64, or the dtypes differ.
        ValueError: the ranks differ, or `reduction` is unknown.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(ms.ops.tensor_scatter_elements(x, ms.Tensor([[1]]), ms.Tensor([[5.]]), 1, 'add'))
        [[1. 7.]]
    """
    return tensor_scatter_elements_kernel(input_x, indices, updates, axis, reduction)


# -- slices along one axis -----------------------------------------------------------------------


def _slices(combine: Any, x: Any, axis: int, index: Any, source: Any) -> Any:
    accept(index, INDICES, "index")
    axis = check_axis(axis, x.ndim)
    index = jnp.atleast_1d(index)
    check_rank(index, 1, "index")
    wanted = (*x.shape[:axis], index.shape[0], *x.shape[axis + 1 :])
    of_shape("source", source, wanted)
    return combine(x, (*[slice(None)] * axis, index), source)


@op(
    "mint.index_add",
    label="index_add",
    accepts={
        "input": "Tensor[int8 int16 int32 uint8 float16 float32 float64]",
        "dim": "int Tensor[int]",
        "index": "Tensor[int32]",
        "alpha": "int float",
    },
)
def mint_index_add(
    input: Array, dim: int | Tensor, index: Array, source: Array, *, alpha: float = 1
):
    """A copy of a Tensor with slices of `source`, times `alpha`, added at positions of a dimension.

    Args:
        input: Tensor.
        dim: int.
        index: Tensor of int32 of rank 1.
        source: Tensor with `len(index)` slices along `dim`, of the dtype of `input` or one that
            converts to it.
        alpha: number.

    Returns:
        Tensor like `input`.

    Raises:
        TypeError: `index` is not of int32 or int64, or the dtypes differ.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, index = ms.Tensor([1., 2.]), ms.Tensor([1, 1], ms.int32)
        >>> print(ms.mint.index_add(x, 0, index, ms.Tensor([3., 4.]), alpha=2))
        [ 1. 16.]
    """
    source = same_as_input(input, source, "source")
    scaled = (source * alpha).astype(input.dtype)
    return _slices(add_at, input, dim, index, scaled)


@op("Tensor.index_add_", write="input", label="index_add_")
def index_add_(input: Array, dim: int, index: Array, source: Array, *, alpha: float = 1):
    """Add slices, times a number, at positions of a dimension in place; see `mint.index_add`.

    Args:
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of rank 1.
        source: Tensor with `len(index)` slices along `dim`.
        alpha: number that the slices are multiplied by.

    Returns:
        This Tensor.

    Raises:
        TypeError: `index` is not of Int32 or Int64, or the dtypes differ.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> _ = x.index_add_(0, ms.Tensor([1], ms.int32), ms.Tensor([3.]), alpha=2)
        >>> print(x)
        [1. 8.]
    """
    return mint_index_add(input, dim, index, source, alpha=alpha)


@public(
    "Tensor.index_add",
    calls=(
        "dim=<int>, index=<Tensor>, source=<Tensor>, *, alpha=<number>",
        "indices=<Tensor>, y=<Tensor>, axis=<int>, use_lock=<bool>, check_index_bound=<bool>",
    ),
    accepts={"self": "Tensor[int8 int16 int32 uint8 float16 float32 float64] None"},
)
def tensor_index_add(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """A copy of the Tensor with slices added at positions of a dimension; see `mint.index_add`.

    `index_add(dim, index, source, *, alpha=1)` multiplies the slices by `alpha`;
    `index_add(indices, y, axis)` is the older order.

    Args:
        dim: int, the dimension.
        index: Tensor of rank 1, the positions.
        source: Tensor with `len(index)` slices along `dim`.
        alpha: number that the slices are multiplied by.
        indices: the same as `index`.
        y: the same as `source`.
        axis: the same as `dim`.
        use_lock: not used.
        check_index_bound: not used.

    Returns:
        Tensor like this one.

    Examples:
        >>> import msjax as ms
        >>> x, index = ms.Tensor([1., 2.]), ms.Tensor([1], ms.int32)
        >>> print(x.index_add(0, index, ms.Tensor([3.]), alpha=2))
        [1. 8.]
        >>> print(x.index_add(index, ms.Tensor([3.]), 0))
        [1. 5.]
    """
    by_axis = isinstance(args[0], Tensor) if args else "indices" in kwargs
    if not by_axis:
        return chosen(_index_add, self, *args, **kwargs)

    def older(
        indices: Tensor,
        y: Tensor,
        axis: int,
        use_lock: bool = True,
        check_index_bound: bool = True,
    ) -> Tensor:
        return _index_add(self, axis, indices, y)

    return chosen(older, *args, **kwargs)


_index_add = call(mint_index_add)


@primitive(
    "IndexAdd",
    accepts={
        "x": "Tensor[int8 int16 int32 uint8 float16 float32 float64] !ValueError int float bool",
        "indices": "Tensor[int32]",
        "y": "Tensor !ValueError int float bool",
        "axis": "int",
    },
    counts="missing",
    axis=REQUIRED,
    use_lock=True,
    check_index_bound=True,
)
@op(
    "ops.index_add",
    write="x",
    stays=True,
    label="IndexAdd",
    accepts={
        "x": "Tensor[int8 int16 int32 uint8 float16 float32 float64] !ValueError int float bool",
        "indices": "Tensor[int32]",
        "y": "Tensor !ValueError int float bool",
        "axis": "int Tensor[int] ndarray",
    },
)
def index_add(
    x: Array,
    indices: Array,
    y: Array,
    axis: int | Tensor,
    use_lock: bool = True,
    check_index_bound: bool = True,
):
    """Add slices of `y` to a Tensor in place, at positions of an axis.

    Args:
        x: Parameter or Tensor, which is changed.
        indices: Tensor of int32 of rank 1. Positions out of bounds are ignored.
        y: Tensor of the dtype of `x` with `len(indices)` slices along `axis`.
        axis: int.
        use_lock: without meaning here: the addition is one operation.
        check_index_bound: without meaning here.

    Returns:
        The changed `x`.

    Raises:
        TypeError: `indices` is not of int32 or int64, or the dtypes differ.
        ValueError: `axis` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1., 2.]))
        >>> print(ms.ops.index_add(p, ms.Tensor([1], ms.int32), ms.Tensor([3.]), 0).asnumpy())
        [1. 5.]
    """
    accept(x, "iuf", "x")
    return mint_index_add(x, axis, indices, y)


@op("Tensor.index_copy_", write="input", label="index_copy_")
def index_copy_(input: Array, dim: int, index: Array, tensor: Array):
    """Replace slices at positions of a dimension in place.

    Args:
        dim: int, the dimension.
        index: Tensor of Int32 or Int64 of rank at most 1.
        tensor: Tensor of the same dtype with `len(index)` slices along `dim`.

    Returns:
        This Tensor.

    Raises:
        TypeError: `index` is not of Int32 or Int64, or the dtypes differ.
        ValueError: `dim` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3])
        >>> _ = x.index_copy_(0, ms.Tensor([2, 0]), ms.Tensor([8, 9]))
        >>> print(x)
        [9 2 8]
    """
    of_dtype("tensor", tensor, input.dtype)
    return _slices(set_at, input, dim, index, tensor)


@primitive("IndexFill", accepts={"axis": "int Tensor[int]", "index": "Tensor[int32]"}, counts="all")
@op(
    "ops.index_fill",
    label="IndexFill",
    accepts={"axis": "int Tensor[int]", "index": "Tensor[int32]"},
)
def index_fill(x: Array, axis: int | Tensor, index: Array, value: Value):
    """A copy of a Tensor whose slices at positions of an axis hold one value.

    Args:
        x: Tensor.
        axis: int or Tensor of rank 0.
        index: Tensor of int32 of rank 0 or 1; positions out of bounds are ignored.
        value: number or Tensor of rank 0.

    Returns:
        Tensor like `x`.

    Raises:
        TypeError: `index` is not of int32 or int64.
        RuntimeError: `axis` is out of range.
        ValueError: `index` is of rank 2 or more, or `value` not of rank 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.index_fill(ms.Tensor([1, 2, 3]), 0, ms.Tensor([0, 2], ms.int32), 9))
        [9 2 9]
    """
    accept(index, INDICES, "index")
    value = jax.lax.stop_gradient(jnp.asarray(value))  # it gets no gradient
    if value.ndim:
        raise ValueError(must("value", "a number or of rank 0", f"rank {value.ndim}"))
    if index.ndim > 1:
        raise ValueError(must("index", "of rank 0 or 1", f"rank {index.ndim}"))
    if not -x.ndim <= axis < x.ndim:
        raise RuntimeError(must("axis", f"in [{-x.ndim}, {x.ndim})", axis))
    axis %= x.ndim
    return set_at(x, (*[slice(None)] * axis, index), value.astype(x.dtype))


@op(
    "Tensor.index_fill",
    label="IndexFill",
    accepts={"axis": "int Tensor[int]", "index": "Tensor[int32]"},
)
def index_fill_method(x: Array, axis: int | Tensor, index: Array, value: Value):
    """A copy with one value in the slices at positions of an axis; see `ops.index_fill`.

    Args:
        axis: int or Tensor of rank 0, the axis.
        index: Tensor of Int32 of rank 0 or 1.
        value: number or Tensor of rank 0.

    Returns:
        Tensor like this one.

    Raises:
        TypeError: `index` is not of Int32.
        ValueError: `index` is of rank 2 or more, or `value` not of rank 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2, 3]).index_fill(0, ms.Tensor([0, 2], ms.int32), 9))
        [9 2 9]
    """
    return index_fill(x, axis, index, value)


@op("Tensor.index_fill_", write="x", label="index_fill_")
def index_fill_(x: Array, dim: int, index: Array, value: Value):
    """Put one value in the slices at positions of a dimension in place; see `ops.index_fill`.

    Args:
        dim: int, the dimension.
        index: Tensor of Int32 of rank 0 or 1.
        value: number or Tensor of rank 0.

    Returns:
        This Tensor.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `index` or `value` has too many dimensions.
        RuntimeError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3])
        >>> _ = x.index_fill_(0, ms.Tensor([0, 2], ms.int32), 9)
        >>> print(x)
        [9 2 9]
    """
    return index_fill(x, dim, index, value)


# -- index_put -----------------------------------------------------------------------------------


@primitive("IndexPut", accepts={"accumulate": "int"}, counts="all", accumulate=0)
@op(label="IndexPut")
def index_put_primitive(x1: Array, x2: Array, indices: Arrays, accumulate: int):
    """A copy of a Tensor with values written at positions; see `Tensor.index_put`.

    Args:
        accumulate: 1 to add the values, 0 to replace.

    Inputs:
        - **x1** (Tensor) - any dtype.
        - **x2** (Tensor) - the values, of the dtype of `x1`; broadcasts to the picked part.
        - **indices** (tuple, list) - Tensors of Int32 or Int64, one for each leading dimension.

    Outputs:
        Tensor like `x1`.

    Raises:
        TypeError: an index is not of Int32 or Int64, or the dtypes differ.
        ValueError: the values do not broadcast, or there are too many indices.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import IndexPut
        >>> places = (ms.Tensor([0, 1]), ms.Tensor([1, 0]))
        >>> print(IndexPut()(ms.Tensor([[1, 2], [3, 4]]), ms.Tensor([8, 9]), places))
        [[1 8]
         [9 4]]
    """
    of_dtype("x2", x2, x1.dtype)
    for i, index in enumerate(indices):
        accept(index, INDICES, f"indices[{i}]")
    if len(indices) > x1.ndim:
        raise ValueError(must("indices", f"at most {x1.ndim} long", len(indices)))
    combine = add_at if accumulate else set_at
    wanted = x1[tuple(indices)].shape
    try:
        values = jnp.broadcast_to(x2, wanted)
    except ValueError:
        raise ValueError(must("x2", f"broadcastable to {wanted}", x2.shape)) from None
    return combine(x1, tuple(indices), values)


_index_put = call(index_put_primitive)


def _check_places(x: Tensor, indices: Any) -> None:
    for index, size in zip(indices, x.shape, strict=False):
        if isinstance(index, Tensor) and index.dtype in (int32, int64):
            check_values(index, size, reading=False)


@public("Tensor.index_put")
def index_put(
    self: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False
) -> Tensor:
    """A copy of the Tensor with values written at positions.

    Args:
        indices: tuple or list of index Tensors of int32 or int64, one for each leading dimension.
        values: Tensor of the same dtype that broadcasts to the picked part.
        accumulate: add the values instead of replacing.

    Returns:
        Tensor.

    Raises:
        TypeError: an index is not of int32 or int64, or the dtypes differ.
        ValueError: the values do not broadcast, there are too many indices, or one that is known
            on the CPU is out of bounds; elsewhere such writes are dropped.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.index_put((ms.Tensor([0, 1]), ms.Tensor([1, 0])), ms.Tensor([8, 9])))
        [[1 8]
         [9 4]]
    """
    if not isinstance(accumulate, (bool, np.bool_)):
        raise TypeError(must("accumulate", "bool", type(accumulate).__name__))
    if isinstance(indices, (tuple, list)):
        _check_places(self, indices)
    return _index_put(self, values, indices, accumulate)


@public("Tensor.index_put_")
def index_put_(
    self: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False
) -> Tensor:
    """Write values at positions in place; see `Tensor.index_put`.

    Args:
        indices: tuple or list of index Tensors of Int32 or Int64, one for each leading dimension.
        values: Tensor of the same dtype that broadcasts to the picked part.
        accumulate: add the values instead of replacing.

    Returns:
        This Tensor.

    Raises:
        TypeError: `indices` is not a tuple or list of Tensors, or the dtypes do not fit.
        ValueError: there are too many indices, or one is out of range in eager code on a CPU.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> _ = x.index_put_((ms.Tensor([0, 1]), ms.Tensor([1, 0])), ms.Tensor([8, 9]))
        >>> print(x)
        [[1 8]
         [9 4]]
    """
    return self._overwrite(index_put(self, indices, values, accumulate))
