"""Cells whose paths are joined where they are called, so that conditions add up, not multiply."""

from __future__ import annotations

from typing import Any

from msjax._core.base.state import STATE
from msjax._core.compile.lift import Lifted, reachable
from msjax._core.tensor.links import owns_memory
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import put_together, take_apart, tensors_in
from msjax._core.tensor.tensor import Tensor, box


def joins(cell: Any) -> bool:
    """Whether the paths of a Cell are to be joined at this call."""
    oracle = STATE.frame.oracle_in_force()
    return oracle is not None and id(cell) in oracle.joins


def joined_call(cell: Any, args: tuple, kwargs: dict) -> Any:
    """The results of a Cell called in traced code, its paths being joined."""
    frame = STATE.frame
    oracle = frame.oracle_in_force()
    givers = tensors_in((args, kwargs))
    if any(isinstance(t, Parameter) for t in givers):
        return cell._run_construct(*args, **kwargs)
    arrays: list[Any] = []
    structure = take_apart((args, kwargs), arrays, Tensor._read)
    if len(arrays) != len(givers):
        return cell._run_construct(*args, **kwargs)
    cells: list[Any] = []
    seeds = [b for b in reachable(cell, cells=cells) if owns_memory(b)]
    rest = {key: value for key, value in oracle.joins.items() if value is not cell}
    lifted = Lifted(
        cell._run_construct,
        structure,
        arrays,
        seeds,
        cells,
        givers,
        frame.objects,
        oracle.watch,
        rest,
    )
    run = lifted.run
    if lifted.arg_hooks or run.plain:
        raise frame.break_off("too many conditions on values follow one another")
    for b in lifted.inputs:
        frame.note_read(b)
    outs = lifted.fun(*arrays, *(b._value for b in lifted.inputs))
    n = len(outs) - sum(count for *_, count in run.attributes) - len(run.written)
    if lifted.guarded:
        n -= 1
        if not frame.require(box(outs[n])):
            raise frame.break_off("too many conditions on values follow one another")
    result, values = put_together(run.structure, iter(outs[:n]), box)
    for i, value in zip(lifted.arg_writes, values, strict=True):
        givers[i]._assign(value._data)
    run.replay(outs[n + lifted.guarded :])
    return result
