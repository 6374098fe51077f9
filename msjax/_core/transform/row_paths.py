"""`vmap` of a function whose conditions depend on the row: its paths joined, then mapped.

A row is lifted on its own, where its conditions fork the trace and its loops are XLA's; JAX maps
what that gives: all paths are evaluated, and each row takes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base.state import STATE
from msjax._core.compile.lift import Lifted, reachable
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.variables import Watch
from msjax._core.compile.watched import Snapshot
from msjax._core.tensor.links import owns_memory
from msjax._core.tensor.structure import Leaf, count_leaves
from msjax._core.tensor.tensor import Tensor, box


def mapped_by_paths(
    body: Callable,
    fn: Callable,
    given: tuple,
    owners: Sequence[Any],
    structure: tuple,
    arrays: Sequence[Any],
    axes: Sequence[int | None],
    rows: Any,
    mapped: Callable,
) -> tuple[list[Any], Any, dict[int, Any]]:
    """The results of a function for all rows, stacked along axis 0, and their structure.

    The third is what it writes to rows of arguments, stacked, by the place of the argument.

    Args:
        body: the function of a row.
        fn: what was mapped, which `body` calls.
        given: the arguments of all rows.
        owners: their Tensors and arrays.
        structure: the structure of these arguments.
        arrays: their arrays.
        axes: the axis of each array along which rows lie, None for those that all rows share.
        rows: the numbers of the rows.
        mapped: `jax.vmap` of a function to stacked and to common results, given the axes.

    Raises:
        TraceBreak: the paths cannot be joined.
    """
    frame = STATE.frame
    oracle = frame.oracle_in_force()
    cells: list[Any] = []
    seeds = [b for b in reachable(fn, cells=cells) if owns_memory(b)]
    around = Surroundings((fn, given))
    outer = oracle.watch
    outer = outer.outer if type(outer) is Watch else outer
    watch = Watch(outer.now(), Snapshot(around, cells, (given,)))

    def one(row: Any, *values: Any) -> Any:
        STATE.frame.row = row
        return body(*values)

    first = [
        a if axis is None else jnp.moveaxis(a, axis, 0)[0]
        for a, axis in zip(arrays, axes, strict=True)
    ]
    plain = box(rows)  # gives the Tensors of a row no hooks
    lifted = Lifted(
        one,
        ((Leaf(True), *structure), {}),
        [rows[0], *first],
        seeds,
        cells,
        [None, *(plain if isinstance(t, Tensor) else None for t in owners)],
        around.objects,
        watch,
        oracle.joins,
    )
    run = lifted.run
    for b in (*lifted.inputs, *run.written):
        frame.note_read(b)
    count = len(lifted.closed.out_avals)
    effects = len(run.written) + sum(n for *_, n in run.attributes)
    held = count - effects
    inputs = [b._value for b in lifted.inputs]

    def row_of(row: Any, *slices: Any) -> tuple[list, list]:
        outs = lifted.fun(row, *slices, *inputs)
        return list(outs[:held]), list(outs[held:])

    outs, changes = mapped(row_of, [0, *axes])(rows, *arrays)
    if lifted.guarded:
        ok = box(outs.pop().all())
        if not frame.require(ok):
            raise frame.break_off("an exception depends on the value of a Tensor")
    run.replay(changes)
    structure = run.structure[0]
    count = count_leaves(structure)
    places = (i - 1 for i in lifted.arg_writes)
    return outs[:count], structure, dict(zip(places, outs[count:], strict=True))
