"""Assignments of the least cost, by shortest augmenting paths.

Crouse, "On implementing 2D rectangular assignment algorithms", 2016. Where several assignments cost
the same, the order in which columns are looked at decides; it is SciPy's.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean
from msjax._core.base.errors import Clause, Speaker, must
from msjax._core.op.publish import Array, Primitive, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank

_NONE = np.int32(-1)
_NO_LIMIT = Tensor(sys.maxsize)


def _swap(order: jax.Array, place: jax.Array, end: jax.Array) -> jax.Array:
    return order.at[place].set(order[end])


def _path(cost: jax.Array, row: jax.Array, state: Any, count: jax.Array) -> Any:
    """The cheapest way from a row to a free column, and what it costs to get to each column."""
    u, v, row_of = state["u"], state["v"], state["row_of"]
    columns = cost.shape[1]
    places = jnp.arange(columns, dtype=np.int32)
    start = {
        "i": row,
        "sink": _NONE,
        "least": jnp.zeros((), cost.dtype),
        "costs": jnp.full((columns,), np.inf, cost.dtype),
        "before": jnp.full((columns,), _NONE),
        "rows": jnp.zeros((cost.shape[0],), bool),
        "done": jnp.zeros((columns,), bool),
        "order": jnp.where(places < count, count - 1 - places, 0),
        "left": count,
    }

    def step(s: Any) -> Any:
        i = s["i"]
        open_ = (places < count) & ~s["done"]
        reached = s["least"] + cost[i] - u[i] - v
        better = open_ & (reached < s["costs"])
        costs = jnp.where(better, reached, s["costs"])
        here = jnp.where(places < s["left"], costs[s["order"]], np.inf)
        least = jnp.min(here)
        tied = (here == least) & (places < s["left"])
        free = tied & (row_of[s["order"]] < 0)
        last_free = jnp.max(jnp.where(free, places, -1))
        place = jnp.where(last_free >= 0, last_free, jnp.argmax(tied).astype(np.int32))
        j = s["order"][place]
        blocked = ~(least < np.inf)  # also of nan
        found = blocked | (row_of[j] < 0)
        return {
            "i": jnp.where(found, i, row_of[j]),
            "sink": jnp.where(found, jnp.where(blocked, np.int32(-2), j), _NONE),
            "least": least,
            "costs": costs,
            "before": jnp.where(better, i, s["before"]),
            "rows": s["rows"].at[i].set(True),
            "done": s["done"].at[j].set(True),
            "order": _swap(s["order"], place, s["left"] - 1),
            "left": s["left"] - 1,
        }

    return jax.lax.while_loop(lambda s: s["sink"] == _NONE, step, start)


def _assign(cost: jax.Array, agents: Any, tasks: Any) -> tuple[jax.Array, jax.Array]:
    """The task of each of the first `agents` rows among the first `tasks` columns, else -1.

    Second comes whether there is no assignment of finite cost.
    """
    agents, tasks = (jnp.asarray(n, np.int32) for n in (agents, tasks))
    rows, columns = cost.shape

    def augment(row: jax.Array, state: Any) -> Any:
        found = _path(cost, row, state, tasks)
        least, costs, column_of = found["least"], found["costs"], state["column_of"]
        other = found["rows"] & (jnp.arange(rows) != row)
        u = jnp.where(other, state["u"] + least - costs[column_of], state["u"])
        v = jnp.where(found["done"], state["v"] - (least - costs), state["v"])

        def back(s: Any) -> Any:
            j, _, row_of, column_of = s
            i = found["before"][j]
            return column_of[i], i == row, row_of.at[j].set(i), column_of.at[i].set(j)

        failed = state["failed"] | (found["sink"] < 0)
        start = (found["sink"], failed, state["row_of"], column_of)
        _, _, row_of, column_of = jax.lax.while_loop(lambda s: ~s[1], back, start)
        u = u.at[row].add(least)
        return {"u": u, "v": v, "row_of": row_of, "column_of": column_of, "failed": failed}

    start = {
        "u": jnp.zeros((rows,), cost.dtype),
        "v": jnp.zeros((columns,), cost.dtype),
        "row_of": jnp.full((columns,), _NONE),
        "column_of": jnp.full((rows,), _NONE),
        "failed": jnp.zeros((), bool),
    }
    end = jax.lax.fori_loop(np.int32(0), agents, augment, start)
    return end["column_of"], end["failed"]


@op(label="LinearSumAssignment")
def _linear_sum_assignment(cost_matrix: Array, dimension_limit: Array, maximize):
    """Row and column indices of the assignment; all -1 where there is none."""
    accept(cost_matrix, "biur", "cost_matrix")
    accept(dimension_limit, "int64", "dimension_limit")
    check_rank(cost_matrix, 2, "cost_matrix")
    if dimension_limit.size != 1:
        raise ValueError(must("dimension_limit", "of one element", dimension_limit.shape))
    cost = cost_matrix.astype(np.float64)
    cost = -cost if maximize else cost
    rows, columns = cost.shape
    size = min(rows, columns)
    if not size:
        return jnp.zeros((0,), np.int64), jnp.zeros((0,), np.int64)
    given = dimension_limit.reshape(())
    # The largest int64, which as a Python number would be cut to 32 bits.
    most = jax.lax.shift_right_logical(jnp.full_like(given, -1), jnp.ones_like(given))
    limit = jnp.where(given == most, jnp.full_like(given, columns), given)
    wrong = (limit < 1) | (limit > columns)
    limit = jnp.clip(limit, 1, columns).astype(np.int32)
    inside = jnp.arange(columns) < limit
    wrong = wrong | jnp.any(inside & (jnp.isnan(cost) | (cost == -np.inf)))

    def by_rows() -> Any:
        found, failed = _assign(cost, rows, limit)
        return jnp.arange(rows, dtype=np.int32)[:size], found[:size], failed

    def by_columns() -> Any:
        found, failed = _assign(cost.T, limit, rows)
        order = jnp.argsort(jnp.where(inside, found, rows), stable=True).astype(np.int32)[:size]
        kept = inside[order]
        return jnp.where(kept, found[order], -1), jnp.where(kept, order, -1), failed

    if rows > columns:
        row, column, failed = by_columns()
    else:
        row, column, failed = jax.lax.cond(rows <= limit, by_rows, by_columns)
    return tuple(jnp.where(failed | wrong, -1, x).astype(np.int64) for x in (row, column))


class LinearSumAssignment(Primitive):
    """Assignment of rows to columns of the least, or greatest, sum.

    Inputs:
        - **cost_matrix** (Tensor) - real Tensor of shape (M, N), no bfloat16.
        - **dimension_limit** (Tensor) - Int64 Tensor of one element: only so many of the first
          columns count. ``sys.maxsize`` means all.
        - **maximize** (bool) - whether the sum is to be greatest.

    Outputs:
        Tuple of the Int64 row and column indices, each of length min(M, N), with -1 at the end
        where fewer columns count.

    Raises:
        TypeError: an argument is of another type or dtype.
        ValueError: `cost_matrix` is not a matrix.
        RuntimeError: outside compiled code, `dimension_limit` is not in [1, N], or there is no
            assignment of finite cost. In compiled code all indices are -1 then.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.ops import LinearSumAssignment
        >>> cost = ms.Tensor([[2., 1., 3.], [1., 4., 3.], [3., 3., 2.]])
        >>> print(*LinearSumAssignment()(cost, ms.Tensor(2), False))
        [ 0  1 -1] [ 1  0 -1]
    """

    def __init__(self) -> None:
        super().__init__("LinearSumAssignment")
        names = ["cost_matrix", "dimension_limit", "maximize"]
        self.init_prim_io_names(inputs=names, outputs=["row_ind", "col_ind"])

    def __call__(
        self, cost_matrix: Tensor, dimension_limit: Tensor, maximize: bool
    ) -> tuple[Tensor, Tensor]:
        with Speaker(self.name):
            boolean("maximize", maximize)
        rows, columns = call(_linear_sum_assignment)(cost_matrix, dimension_limit, maximize)
        traced = isinstance(rows._value, jax.core.Tracer)
        if not traced and rows.size and rows.asnumpy()[0] < 0:
            bound = cost_matrix.shape[1]
            with Speaker(self.name):
                raise RuntimeError(
                    Clause(
                        f"there must be an assignment of finite cost, without nan, and "
                        f"'dimension_limit' must be in [1, {bound}], but got "
                        f"{dimension_limit.asnumpy()}."
                    )
                )
        return rows, columns


def linear_sum_assignment(
    cost_matrix: Tensor, maximize: bool, dimension_limit: Tensor = _NO_LIMIT
) -> tuple[Tensor, Tensor]:
    """Assignment of rows to columns of the least, or greatest, sum.

    Args:
        cost_matrix: real Tensor of shape (M, N), no bfloat16.
        maximize: whether the sum is to be greatest.
        dimension_limit: Int64 Tensor of one element: only so many of the first columns count; by
            default all.

    Returns:
        Tuple of the Int64 row and column indices, each of length min(M, N), with -1 at the end
        where fewer columns count.

    Raises:
        TypeError: an argument is of another type or dtype.
        ValueError: `cost_matrix` is not a matrix.
        RuntimeError: outside compiled code, `dimension_limit` is not in [1, N], or there is no
            assignment of finite cost. In compiled code all indices are -1 then.

    Examples:
        >>> import msjax as ms
        >>> from msjax.scipy.optimize import linear_sum_assignment
        >>> cost = ms.Tensor([[2., 1., 3.], [1., 4., 3.], [3., 3., 2.]])
        >>> print(*linear_sum_assignment(cost, False))
        [0 1 2] [1 0 2]
    """
    return LinearSumAssignment()(cost_matrix, dimension_limit, maximize)
