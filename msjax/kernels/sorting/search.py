"""Places in sorted sequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, boolean, of_type
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Value, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import TYPES, stored
from msjax.kernels.checks import INDEX_TYPES, accept, check_rank, of_dtype

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type


def places(edges: jax.Array, x: jax.Array, right: bool) -> jax.Array:
    """Int32 places of `x` in the sorted last dimension of `edges`."""
    side = "right" if right else "left"
    common = mstype.common_dtype(edges.dtype, x.dtype)
    edges, x = edges.astype(common), x.astype(common)
    if edges.ndim == 1:
        return jnp.searchsorted(edges, x, side=side).astype(np.int32)
    if edges.shape[:-1] != x.shape[:-1]:
        raise ValueError(
            Clause(
                f"'sorted_sequence' must be 1-D or have the leading dimensions of "
                f"'values', but got shapes {edges.shape} and {x.shape}."
            )
        )
    rows = jax.vmap(lambda e, v: jnp.searchsorted(e, v, side=side))
    flat = rows(edges.reshape(-1, edges.shape[-1]), x.reshape(-1, x.shape[-1]))
    return flat.reshape(x.shape).astype(np.int32)


def _check_searchsorted(dtype: Any, right: Any) -> None:
    if dtype not in (mstype.int32, mstype.int64):
        allowed = "mindspore.int32 or mindspore.int64"
        raise TypeError(must("dtype", allowed, dtype))
    boolean("right", right)


@primitive(
    "SearchSorted",
    check=_check_searchsorted,
    normal=stored(dtype=TYPES),
    dtype=mstype.int64,
    right=False,
)
@op(label="SearchSorted")
def search_sorted(
    sorted_sequence: Array,
    values: Array,
    sorter: Array | None = None,
    dtype: np.dtype = mstype.int64,
    right: bool = False,
):
    """Places where values belong in sorted sequences.

    Args:
        dtype: mindspore.int32 or mindspore.int64, the dtype of the result.
        right: whether a value goes behind equal elements; else before them.

    Inputs:
        - **sorted_sequence** (Tensor) - 1-D, or with the leading dimensions of `values`; ascending
          in the last dimension.
        - **values** (Tensor) - what to place.
        - **sorter** (Tensor) - indices that sort `sorted_sequence`, if it is not sorted itself.

    Outputs:
        Tensor of the shape of `values`.

    Raises:
        ValueError: the leading dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> edges = ms.Tensor([1., 3., 5.])
        >>> print(ms.ops.SearchSorted(right=True)(edges, ms.Tensor([0., 3., 9.])))
        [0 2 3]
    """
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape:
            shape = f"of shape {sorted_sequence.shape}"
            raise ValueError(must("sorter", shape, sorter.shape))
        sorted_sequence = jnp.take_along_axis(sorted_sequence, sorter, -1)
    return places(sorted_sequence, values, right).astype(dtype)


def _side(right: Any, side: Any) -> bool:
    boolean("right", right)
    if side not in (None, "left", "right"):
        raise ValueError(must("side", "one of None, 'left' and 'right'", repr(side)))
    if side == "left" and right:
        raise ValueError(Clause("'side' is 'left' although 'right' is True."))
    return right or side == "right"


@op(
    "ops.searchsorted",
    "mint.searchsorted",
    label="searchsorted",
    accepts={
        "ops.searchsorted.out_int32": "bool",
        "ops.searchsorted.right": "bool",
        "mint.searchsorted.values": "Tensor",
    },
)
def searchsorted(
    sorted_sequence: Array,
    values: Value,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Array | None = None,
):
    """Places where values belong in sorted sequences.

    Args:
        sorted_sequence: Tensor, 1-D or with the leading dimensions of `values`; ascending in the
            last dimension.
        values: Tensor of values to place.
        out_int32: whether the result is Int32; else Int64.
        right: whether a value goes behind equal elements; else before them.
        side: "right" or "left", another way to say it.
        sorter: indices that sort `sorted_sequence`, if it is not sorted itself.

    Returns:
        Tensor of the shape of `values`.

    Raises:
        ValueError: `side` contradicts `right` or is unknown; the leading dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.searchsorted(ms.Tensor([1., 3., 5.]), ms.Tensor([3., 6.])))
        [1 3]
    """
    boolean("out_int32", out_int32)
    right = _side(right, side)
    dtype = np.dtype(np.int32 if out_int32 else np.int64)
    return search_sorted(sorted_sequence, jnp.asarray(values), sorter, dtype, right)


@op(
    "Tensor.searchsorted",
    label="searchsorted",
    accepts={"side": "int float bool str tuple list Tensor ndarray !ValueError None"},
)
def _searchsorted_method(x: Array, v: Value, side: str = "left", sorter: Array | None = None):
    """Int32 places where values belong in this sorted Tensor; see `ops.searchsorted`.

    Args:
        v: Tensor or number to place.
        side: "left" or "right" of equal elements.
        sorter: indices that sort the Tensor, if it is not sorted itself.

    Returns:
        Int32 Tensor.

    Raises:
        ValueError: `side` is another text, or the leading dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 3., 5.]).searchsorted(ms.Tensor([0., 3., 9.])))
        [0 1 3]
    """
    right = _side(False, side)
    return search_sorted(x, jnp.asarray(v), sorter, np.dtype(np.int32), right)


def _check_boundaries(boundaries: Any) -> None:
    of_type("boundaries", boundaries, list)
    for b in boundaries:
        if isinstance(b, bool) or not isinstance(b, (int, float)):
            raise TypeError(must("boundaries", "a list of numbers", repr(b)))


@primitive(
    "Bucketize",
    check=_check_boundaries,
    accepts={"boundaries": "list[float] Tensor ndarray"},
    counts="missing",
    boundaries=REQUIRED,
)
@op(label="Bucketize")
def bucketize_kernel(input: Array, boundaries: list[float] | Tensor):
    """Numbers of the buckets that elements fall into.

    Args:
        boundaries: ascending list of floats; an element equal to one is in the bucket behind it.

    Inputs:
        - **input** (Tensor) - real dtype.

    Outputs:
        Int32 Tensor of the shape of `input`.

    Raises:
        TypeError: `boundaries` is not a list of numbers.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import Bucketize
        >>> print(Bucketize([1.0, 3.0])(ms.Tensor([0., 1., 2., 5.])))
        [0 1 1 2]
    """
    return _bucket(input, boundaries, True)


def _bucket(x: jax.Array, boundaries: Any, right: bool) -> jax.Array:
    accept(x, "iuf")
    edges = jnp.asarray(np.asarray(boundaries, np.float32))
    check_rank(edges, 1, "boundaries")
    return places(edges, x, right)


@op(
    "ops.bucketize",
    label="Bucketize",
    accepts={
        "input": "Tensor[int16 int32 int64 float16 float32 float64]",
        "boundaries": (
            "tuple list[int float bool list] Tensor ndarray None !ValueError int float bool"
        ),
        "right": "bool",
    },
)
def bucketize(input: Array, boundaries: Sequence[Any] | Tensor | None, *, right: bool = False):
    """Numbers of the buckets that elements fall into.

    Args:
        input: Tensor of a real dtype.
        boundaries: ascending list, tuple or vector.
        right: whether an element equal to a boundary belongs to the bucket behind it.

    Returns:
        Int32 Tensor of the shape of `input`.

    Raises:
        TypeError: `right` is not a bool.
        ValueError: `boundaries` has more than one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bucketize(ms.Tensor([3, 6, 9]), [1, 3, 5]))
        [1 3 3]
    """
    boolean("right", right)
    if isinstance(boundaries, (int, float, str)) or boundaries is None:
        raise TypeError(must("boundaries", "list, tuple or Tensor", boundaries))
    return _bucket(input, boundaries, right)


# -- bounds in rows -----------------------------------------------------------------------------


def _bound(sorted_x: jax.Array, values: jax.Array, side: str, out_type: Any) -> Any:
    for arg, x in (("sorted_x", sorted_x), ("values", values)):
        accept(x, "iuf", arg)
        check_rank(x, 2, arg)
    of_dtype("values", values, sorted_x.dtype)
    if sorted_x.shape[0] != values.shape[0]:
        raise ValueError(must("values", f"of {sorted_x.shape[0]} rows", values.shape[0]))
    return places(sorted_x, values, side == "right").astype(out_type)


@primitive(
    "LowerBound",
    check=lambda out_type: among("out_type", out_type, INDEX_TYPES, TypeError),
    counts="all",
    out_type=mstype.int32,
)
@op(label="LowerBound")
def lower_bound(sorted_x: Array, values: Array, out_type: Type):
    """In each sorted row, the first place where a value fits in.

    Args:
        out_type: int32 or int64, dtype of the result.

    Inputs:
        - **sorted_x** (Tensor): shape (B, N), rows in ascending order.
        - **values** (Tensor): shape (B, M), same dtype.

    Returns:
        Tensor of shape (B, M).

    Raises:
        TypeError: a dtype does not fit.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LowerBound()(ms.Tensor([[1, 2, 2, 5]]), ms.Tensor([[2, 6]])))
        [[1 4]]
    """
    return _bound(sorted_x, values, "left", out_type)


@primitive(
    "UpperBound",
    check=lambda out_type: among("out_type", out_type, INDEX_TYPES, TypeError),
    counts="all",
    out_type=mstype.int32,
)
@op(label="UpperBound")
def upper_bound(sorted_x: Array, values: Array, out_type: Type):
    """In each sorted row, the last place where a value fits in.

    Args:
        out_type: mindspore.int32 or mindspore.int64, the dtype of the result.

    Inputs:
        - **sorted_x** (Tensor) - rank 2, real dtype; each row ascends.
        - **values** (Tensor) - rank 2, the dtype and number of rows of `sorted_x`.

    Outputs:
        Tensor of the shape of `values`: for each value how many elements of its row are not
        greater.

    Raises:
        TypeError: the dtypes differ, or `out_type` is another dtype.
        ValueError: another rank, or the numbers of rows differ.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import UpperBound
        >>> print(UpperBound()(ms.Tensor([[1, 2, 2, 3]]), ms.Tensor([[2, 9]])))
        [[3 4]]
    """
    return _bound(sorted_x, values, "right", out_type)
