"""Checkpoints and Parameters that several processes share."""

from __future__ import annotations

import os
import re

from msjax.communication import get_group_size, get_rank
from msjax.nn.cell import Cell
from msjax.train.serialization._recut import devices_of, place_in_stage
from msjax.train.serialization._strategy import (
    cuts,
)


def parameter_broadcast(net: Cell, layout: dict, cur_rank: int = 0, initial_rank: int = 0) -> None:
    """Give the copies of each Parameter on other processes the values that the first one has.

    With one process there are no copies.

    Args:
        net: the Cell.
        layout: dict from names of Parameters to their layouts.
        cur_rank: the number of this process.
        initial_rank: the first process of its stage of the pipeline.

    Raises:
        ValueError: `cur_rank` or `initial_rank` is not that of this process, or `net` lacks a name.

    Examples:
        >>> import msjax as ms
        >>> ms.parameter_broadcast(ms.nn.Dense(2, 3), {})
    """
    if not layout:
        return
    if cur_rank != get_rank():
        raise ValueError(
            f"For 'parameter_broadcast', 'cur_rank' must be {get_rank()}, but got {cur_rank}."
        )
    if initial_rank > cur_rank:
        raise ValueError(
            f"For 'parameter_broadcast', 'initial_rank' must not be greater than 'cur_rank', but "
            f"got {initial_rank}."
        )
    missing = [name for name in layout if name not in net.parameters_dict()]
    if missing:
        raise ValueError(f"For 'parameter_broadcast', the network has no Parameters {missing}.")
    if get_group_size() > 1:
        raise NotImplementedError(
            "For 'parameter_broadcast', several processes are not supported; use "
            "mint.distributed.broadcast for each Parameter."
        )


def sync_pipeline_shared_parameters(net: Cell) -> None:
    """Give what stages of a pipeline share the same values again.

    That changes nothing: stages have one Parameter in common, of which each process keeps a part.

    Args:
        net: the Cell.

    Raises:
        TypeError: `net` is not a Cell.

    Examples:
        >>> import msjax as ms
        >>> ms.sync_pipeline_shared_parameters(ms.nn.Dense(2, 3))
    """
    if not isinstance(net, Cell):
        raise TypeError(
            "For 'sync_pipeline_shared_parameters', the argument 'net' should be a Cell, but got "
            f"{type(net)}."
        )


def get_ckpt_path_with_strategy(cur_ckpt_path: str, cur_strategy_path: str) -> str | None:
    """A checkpoint file that holds what this process needs, its own or that of another.

    Args:
        cur_ckpt_path: the file of this process; the path has "rank_" and its rank in it.
        cur_strategy_path: the strategy file, which tells which ranks hold the same.

    Returns:
        str, the path with the first such rank whose file exists; None if there is none.

    Raises:
        ValueError: the file of this process does not exist, and the strategy is no such file.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "rank_0.ckpt")
        >>> ms.get_ckpt_path_with_strategy("rank_0.ckpt", "strategy.ckpt")
        'rank_0.ckpt'
    """
    rank = get_rank()
    if f"rank_{rank}" in cur_ckpt_path and os.path.isfile(cur_ckpt_path):
        return cur_ckpt_path
    strategy = cuts(cur_strategy_path) or {}
    used = [c for n, c in strategy.items() if not n.startswith(("accu_grads", "inputs"))]
    here = place_in_stage(rank, strategy)
    same = (
        other
        for other in range(devices_of(strategy) if used else 1)
        if all(cut.place(other) == cut.place(here) for cut in used)
    )
    paths = (re.sub(r"rank_\d+", f"rank_{rank - here + i}", cur_ckpt_path) for i in same)
    return next(filter(os.path.isfile, paths), None)
