"""Scatters that change their first argument, and the Inplace* operations, which give copies.

Replacing rows and taking the greatest or least has the derivative that MindSpore gives it, that
of a sum.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis, of_types
from msjax._core.base.errors import must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import one_as_tuple, stored
from msjax.kernels.checks import (
    INDICES,
    accept,
    of_dtype,
    of_shape,
)
from msjax.kernels.index.scatter import nd_updates
from msjax.kernels.index.scatter_core import COMBINE, along_index, same_as_input, with_both_slopes

_ROWS = """{summary}

    Args:
        input_x: Parameter or Tensor, which is changed.
        indices: Tensor of int32 or int64, rows of `input_x`; rows out of bounds are ignored.
        updates: Tensor of shape `indices.shape + input_x.shape[1:]`, converted to the dtype of
            `input_x`.

    Returns:
        The changed `input_x`.

    Raises:
        TypeError: `indices` is not of int32 or int64.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1., 2., 3.]))
        >>> print(ms.ops.{spelling}(p, ms.Tensor([0, 1]), ms.Tensor([4., 4.])).asnumpy())
        {shown}
    """

_ND = """{summary}

    Args:
        input_x: Parameter or Tensor, which is changed.
        indices: Tensor of int32 or int64; its last dimension is a position in `input_x`. Positions
            out of bounds are ignored.
        updates: Tensor of shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`, converted
            to the dtype of `input_x`.{extra}

    Returns:
        The changed `input_x`.

    Raises:
        TypeError: `indices` is not of int32 or int64.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1., 2., 3.]))
        >>> print(ms.ops.scatter_nd_{kind}(p, ms.Tensor([[0], [1]]), ms.Tensor([4., 4.])).asnumpy())
        {shown}
    """
_LOCKING = "\n        use_locking: without meaning here: the change is one operation."
_VERBS = {
    "update": ("Replace parts of", "[4. 4. 3.]"),
    "add": ("Add to parts of", "[5. 6. 3.]"),
    "sub": ("Subtract from parts of", "[-3. -2.  3.]"),
    "max": ("Raise to the updates parts of", "[4. 4. 3.]"),
    "min": ("Lower to the updates parts of", "[1. 2. 3.]"),
    "mul": ("Multiply parts of", "[4. 8. 3.]"),
    "div": ("Divide parts of", "[0.25 0.5  3.  ]"),
}


_TENSOR = "Tensor !ValueError int float bool"
_NUMERIC = "Tensor[int float16 bfloat16 float32 float64] !ValueError int float bool"
_UPDATES = "Tensor[<input_x] !ValueError int float bool"


def _define_rows(kind: str, summary: str, shown: str) -> None:
    name = "Scatter" + kind.capitalize()

    def kernel(input_x: Array, indices: Array, updates: Array, use_locking: bool = False):
        accept(input_x, "iufc" if kind == "update" else "iuf", "input_x")
        accept(indices, INDICES, "indices")
        wanted = indices.shape + input_x.shape[1:]
        of_shape("updates", updates, wanted)
        updates = updates.astype(input_x.dtype)
        combined = COMBINE[kind](input_x, (indices,), updates)
        if kind in ("update", "max", "min"):
            return with_both_slopes(combined, input_x, (indices,), updates)
        return combined

    kernel.__name__ = f"scatter_{kind}_rows"
    spelling = f"scatter_{kind}" if kind != "sub" else "ScatterSub()"
    kernel.__doc__ = _ROWS.format(
        summary=f"{summary} a Tensor in place.", spelling=spelling, shown=shown
    )
    op(write="input_x", stays=True, label=name)(kernel)
    accepts = {"input_x": _NUMERIC if kind == "sub" else _TENSOR, "updates": _UPDATES}
    primitive(
        name,
        check=of_types(use_locking=bool),
        accepts=accepts,
        counts="all",
        use_locking=kind == "update",
    )(kernel)

    def function(input_x: Array, indices: Array, updates: Array):
        return kernel(input_x, indices, updates)

    function.__name__, function.__doc__ = f"scatter_{kind}", kernel.__doc__
    if kind != "sub":  # a Primitive only
        op(f"ops.scatter_{kind}", write="input_x", stays=True, label=name, accepts=accepts)(
            function
        )


def _define_nd(kind: str, summary: str, shown: str) -> None:
    name = "ScatterNd" + kind.capitalize()

    def kernel(input_x: Array, indices: Array, updates: Array, use_locking: bool = False):
        if kind != "update":
            accept(input_x, "iuf", "input_x")
        index = nd_updates(input_x, indices, updates)
        updates = updates.astype(input_x.dtype)
        combined = COMBINE[kind](input_x, index, updates)
        return with_both_slopes(combined, input_x, index, updates) if kind == "update" else combined

    texts = {"summary": f"{summary} a Tensor in place, at positions.", "kind": kind, "shown": shown}
    kernel.__name__ = f"scatter_nd_{kind}"
    kernel.__doc__ = _ND.format(extra=_LOCKING, **texts)
    accepts = {"input_x": _TENSOR if kind == "update" else _NUMERIC, "updates": _UPDATES}
    if kind == "update":
        op(write="input_x", stays=True, label=name)(kernel)
    else:
        locking = {"use_locking": "bool Tensor ndarray"}
        surface = f"ops.scatter_nd_{kind}"
        op(surface, write="input_x", stays=True, label=name, accepts=accepts | locking)(kernel)
    primitive(
        name,
        check=of_types(use_locking=bool),
        accepts=accepts,
        counts="all",
        use_locking=kind == "update",
    )(kernel)
    if kind == "update":

        def function(input_x: Array, indices: Array, updates: Array):
            return kernel(input_x, indices, updates)

        function.__name__, function.__doc__ = kernel.__name__, _ND.format(extra="", **texts)
        op("ops.scatter_nd_update", write="input_x", stays=True, label=name, accepts=accepts)(
            function
        )


for _kind, (_summary, _shown) in _VERBS.items():
    _define_rows(_kind, _summary, _shown)
    _define_nd(_kind, _summary, _shown)


@primitive("ScatterNonAliasingAdd")
@op(write="input_x", stays=True, label="ScatterNonAliasingAdd")
def scatter_non_aliasing_add(input_x: Array, indices: Array, updates: Array):
    """Add to a Tensor in place, at positions; `ops.ScatterNdAdd` under another name.

    Inputs:
        - **input_x** (Parameter) - rank at least 1.
        - **indices** (Tensor) - Int32 or Int64 of rank at least 2; its last dimension holds
          positions.
        - **updates** (Tensor) - shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    Outputs:
        `input_x`.

    Raises:
        TypeError: `indices` is not of Int32 or Int64.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import ScatterNonAliasingAdd
        >>> x = ms.Parameter(ms.Tensor([1., 2., 3.]))
        >>> _ = ScatterNonAliasingAdd()(x, ms.Tensor([[0], [2]]), ms.Tensor([5., 5.]))
        >>> print(x.value())
        [6. 2. 8.]
    """
    index = nd_updates(input_x, indices, updates)
    return COMBINE["add"](input_x, index, updates.astype(input_x.dtype))


@primitive(
    "ScatterAddWithAxis",
    accepts={
        "input_x": "Tensor !ValueError int float bool",
        "updates": "Tensor !ValueError int float bool",
        "axis": "int",
    },
    counts="all",
    axis=0,
)
@op(label="ScatterAddWithAxis")
def scatter_add_with_axis(input_x: Array, indices: Array, updates: Array, axis: int):
    """A copy of a Tensor with updates added along an axis, elements staying in line.

    Args:
        input_x: Tensor.
        indices: Tensor of int32 or int64 of the rank of `input_x`.
        updates: Tensor of the shape of `indices` and the dtype of `input_x`.

    Raises:
        TypeError: an input is not a Tensor, or `axis` not an int.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.ScatterAddWithAxis(1)
        >>> print(op(ms.Tensor([[1., 2.]]), ms.Tensor([[1]]), ms.Tensor([[5.]])))
        [[1. 7.]]
    """
    accept(indices, INDICES, "indices")
    of_dtype("updates", updates, input_x.dtype)
    of_shape("updates", updates, indices.shape)
    places = along_index(input_x.ndim, axis, indices)
    return COMBINE["add"](input_x, places, updates)


# -- Inplace* ------------------------------------------------------------------------------------

_INPLACE = """{summary}

    Args:
        x: Tensor of rank at least 1.
        v: Tensor of the dtype of `x` with one row for each index.
        indices: int or tuple of int, the rows.

    Returns:
        Tensor: a copy of `x` with changed rows; `x` itself is not changed.

    Raises:
        TypeError: `indices` is not an int or a tuple of int, or the dtypes differ.
        ValueError: the shapes do not fit.
        RuntimeError: a row is out of bounds.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(ms.ops.inplace_{kind}(x, ms.Tensor([[5., 5.]]), 1))
        {shown}
    """


def _check_rows(indices: Any) -> tuple[int, ...]:
    rows = (indices,) if type(indices) is int else indices
    if not isinstance(rows, tuple) or not all(type(i) is int for i in rows):
        raise TypeError(must("indices", "an int or a tuple of int", indices))
    return rows


def _changed_rows(
    kind: str, x: Any, v: Any, indices: Any, lowest: int = 0, error: Any = ValueError
) -> Any:
    of_dtype("v", v, x.dtype)
    rows = _check_rows(indices)
    if any(not lowest <= i < x.shape[0] for i in rows):
        raise error(must("indices", f"in [{lowest}, {x.shape[0]})", rows))
    wanted = (len(rows), *x.shape[1:])
    of_shape("v", v, wanted)
    return COMBINE[kind](x, (np.array(rows, np.int32),), v)


def _define_inplace(kind: str, surfaces: list[str], summary: str, shown: str) -> None:
    name = "Inplace" + kind.capitalize()

    def kernel(x: Array, v: Array, indices: int | tuple[int, ...]):
        return _changed_rows(kind, x, v, indices)

    def updated(x: Array, v: Array, indices: int | tuple[int, ...] | Tensor):
        return _changed_rows(kind, x, v, indices, -x.shape[0], RuntimeError)

    function = updated if kind == "update" else kernel  # rows of the function count from the end
    accepts = {"indices": "int tuple[int] Tensor" if kind == "update" else "int tuple[int]"}
    for made in dict.fromkeys((function, kernel)):
        made.__name__ = f"inplace_{kind}"
        made.__doc__ = _INPLACE.format(summary=summary, kind=kind, shown=shown)
    op(*surfaces, label=name, accepts=accepts)(function)
    if function is not kernel:
        op(label=name)(kernel)
    primitive(
        name,
        check=_check_rows,
        normal=stored(indices=one_as_tuple),
        counts="all",
        indices=REQUIRED,
    )(kernel)


_define_inplace(
    "update",
    ["ops.inplace_update", "Tensor.inplace_update"],
    "A copy of a Tensor with some rows replaced.",
    "[[1. 2.]\n         [5. 5.]]",
)
_define_inplace(
    "add",
    ["ops.inplace_add"],
    "A copy of a Tensor with values added to some rows.",
    "[[1. 2.]\n         [8. 9.]]",
)
_define_inplace(
    "sub",
    ["ops.inplace_sub"],
    "A copy of a Tensor with values subtracted from some rows.",
    "[[ 1.  2.]\n         [-2. -1.]]",
)


@op(label="InplaceUpdateV2")
def _update_at(x: Array, indices: Array, v: Array):
    accept(indices, INDICES, "indices")
    of_dtype("v", v, x.dtype)
    wanted = (indices.size, *x.shape[1:])
    of_shape("v", v, wanted)
    return COMBINE["update"](x, (jnp.atleast_1d(indices),), v)


@op(label="InplaceUpdateV2")
def _update_rows(x: Array, indices, v: Array):
    return _changed_rows("update", x, v, indices, -x.shape[0], RuntimeError)


@public(primitive="InplaceUpdateV2")
def inplace_update_v2(x: Tensor, indices: int | tuple[int, ...] | Tensor, v: Tensor) -> Tensor:
    """A copy of a Tensor with the rows `indices` replaced by those of `v`.

    Inputs:
        - **x** (Tensor) - of rank 1 or more.
        - **indices** (int, tuple, Tensor) - the rows.
        - **v** (Tensor) - the new rows, in the dtype of `x`.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `indices` is something else, or the dtypes differ.
        ValueError: the shapes do not fit.
        RuntimeError: a row of a tuple is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import InplaceUpdateV2
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(InplaceUpdateV2()(x, (1,), ms.Tensor([[8, 9]])))
        [[1 2]
         [8 9]]
    """
    if isinstance(indices, list):
        raise TypeError(must("indices", "int, tuple or Tensor", indices))
    return call(_update_at if isinstance(indices, Tensor) else _update_rows)(x, indices, v)


@primitive(
    "InplaceIndexAdd",
    accepts={
        "var": "Tensor !ValueError int float bool",
        "indices": "Tensor[int32]",
        "updates": "Tensor !ValueError int float bool",
        "axis": "int",
    },
    counts="all",
    axis=REQUIRED,
)
@op(
    "ops.inplace_index_add",
    write="var",
    stays=True,
    label="InplaceIndexAdd",
    accepts={
        "var": "Tensor !ValueError int float bool",
        "indices": "Tensor[int32]",
        "updates": "Tensor !ValueError int float bool",
        "axis": "int",
    },
)
def inplace_index_add(var: Array, indices: Array, updates: Array, axis: int):
    """Add slices to a Parameter in place, at positions of an axis.

    Args:
        var: Parameter or Tensor, which is changed.
        indices: Tensor of int32 of rank 1.
        updates: Tensor with `len(indices)` slices along `axis`, of the dtype of `var` or one that
            converts to it.
        axis: int.

    Returns:
        The changed `var`.

    Raises:
        TypeError: `indices` is not of int32 or int64, or the dtypes differ.
        ValueError: `axis` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> p, places = ms.Parameter(ms.Tensor([1., 2.])), ms.Tensor([1], ms.int32)
        >>> print(ms.ops.inplace_index_add(p, places, ms.Tensor([3.]), 0).asnumpy())
        [1. 5.]
    """
    accept(var, "iuf", "var")
    accept(indices, INDICES, "indices")
    updates = same_as_input(var, updates)
    axis = check_axis(axis, var.ndim)
    wanted = (*var.shape[:axis], indices.size, *var.shape[axis + 1 :])
    of_shape("updates", updates, wanted)
    return COMBINE["add"](var, (*[slice(None)] * axis, indices), updates)
