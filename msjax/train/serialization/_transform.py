"""Checkpoints of networks that are cut over devices, into those of other cuts: work on files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msjax.train.serialization._ranks import FORMATS, RankReader, rank_files
from msjax.train.serialization._recut import (
    all_devices_of,
    both,
    cut_anew,
    devices_of,
    place_in_stage,
)
from msjax.train.serialization._strategy import (
    cuts,
    owners,
    uncut,
)
from msjax.train.serialization._write import save_checkpoint


def rank_list_for_transform(
    rank_id: int,
    src_strategy_file: str | Mapping[str, Any] | None = None,
    dst_strategy_file: str | Mapping[str, Any] | None = None,
) -> list[int]:
    """The ranks whose checkpoints `transform_checkpoint_by_rank` needs to make that of one rank.

    Args:
        rank_id: the rank whose checkpoint is wanted.
        src_strategy_file: the strategy of the checkpoints there are; None if they are not cut.
        dst_strategy_file: the strategy of those that are wanted; None if they are not cut.

    Returns:
        list of ranks, the highest first.

    Raises:
        TypeError: `rank_id` is not an int, or a file is not a strategy.
        ValueError: a strategy is empty or does not exist.

    Examples:
        >>> import msjax as ms
        >>> ms.rank_list_for_transform(0)
        [0]
    """
    if not isinstance(rank_id, int):
        raise TypeError("The rank_id should be a int.")
    if src_strategy_file is None:
        return [0]
    source, target = both(rank_id, src_strategy_file, dst_strategy_file)
    if not source:
        raise ValueError("The src_strategy_file is empty.")
    here, there = place_in_stage(rank_id, target), devices_of(source)
    ranks: set[int] = set()
    for name, cut in source.items():
        if target is not None and name not in target:
            continue
        new = uncut(len(cut.axes)) if target is None else target[name]
        parts = zip(cut.parts(), new.parts(), strict=True)
        shape = tuple(a * b for a, b in parts)  # any that both strategies can cut
        found = list(owners(cut, new.region(here, shape), shape, here))
        ranks.update(stage * there + rank for stage in cut.stages for rank in found)
    return sorted(ranks, reverse=True)


def transform_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: Mapping[int, str],
    save_checkpoint_file_name: str,
    src_strategy_file: str | Mapping[str, Any] | None = None,
    dst_strategy_file: str | Mapping[str, Any] | None = None,
) -> None:
    """Make the checkpoint of one rank from those of other ranks.

    Args:
        rank_id: the rank.
        checkpoint_files_map: the files of the ranks that `rank_list_for_transform` names.
        save_checkpoint_file_name: the new file, which ends in ".ckpt".
        src_strategy_file: the strategy of the checkpoints there are; None if they are not cut.
        dst_strategy_file: the strategy of the one that is wanted; None if it is not cut.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a file does not exist, or those of some ranks are missing.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "rank_0.ckpt")
        >>> ms.transform_checkpoint_by_rank(0, {0: "rank_0.ckpt"}, "new.ckpt")
        >>> list(ms.load_checkpoint("new.ckpt"))
        ['weight', 'bias']
    """
    if not isinstance(checkpoint_files_map, dict):
        raise TypeError("The checkpoint_files_map should be a dict.")
    if not isinstance(rank_id, int):
        raise TypeError("The rank_id should be a int.")
    if not isinstance(save_checkpoint_file_name, str):
        raise TypeError("The save_checkpoint_file_name should be a str.")
    if not save_checkpoint_file_name.endswith(".ckpt"):
        raise ValueError(
            f"The save_checkpoint_file_name {save_checkpoint_file_name} should end with .ckpt"
        )
    for rank, name in checkpoint_files_map.items():
        if not os.path.exists(name):
            raise ValueError(f"Checkpoint file {name} in rank {rank} not exits: ")
    read = RankReader(checkpoint_files_map, "ckpt")
    values = _transformed(rank_id, read, src_strategy_file, dst_strategy_file)
    save_checkpoint(values, save_checkpoint_file_name)


def transform_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | Mapping[str, Any] | None = None,
    dst_strategy_file: str | Mapping[str, Any] | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> None:
    """Make the checkpoints of all ranks under one strategy from those under another.

    Args:
        src_checkpoints_dir: the folder with a folder `rank_0`, `rank_1`, ... for each rank. Of
            several checkpoints in one, the last in the order of names is taken.
        dst_checkpoints_dir: the folder for the new ones, `rank_<n>/<ckpt_prefix><n>.<format>`.
        ckpt_prefix: how their names begin.
        src_strategy_file: the strategy of the checkpoints there are; None if they are not cut.
        dst_strategy_file: the strategy of those that are wanted; None if they are not cut.
        process_num: accepted for compatibility: one process reads each file once.
        output_format: "ckpt" or "safetensors".

    Raises:
        NotADirectoryError: there is no such folder.
        TypeError: `ckpt_prefix` is not a str.
        ValueError: the checkpoints of some ranks are missing, or the folder has both formats.

    Examples:
        >>> import os
        >>> import msjax as ms
        >>> os.makedirs("all/rank_0", exist_ok=True)
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "all/rank_0/net.ckpt")
        >>> ms.transform_checkpoints("all", "new", "net")
        >>> os.listdir("new/rank_0")
        ['net0.ckpt']
    """
    if not os.path.isdir(src_checkpoints_dir):
        raise NotADirectoryError(f"src_checkpoints_dir {src_checkpoints_dir} is not a directory.")
    if not isinstance(ckpt_prefix, str):
        raise TypeError("The ckpt_prefix should be a str.")
    if output_format not in FORMATS:
        raise ValueError(
            "For 'transform_checkpoints', the output_format must be 'ckpt' or 'safetensors', but "
            f"got {output_format}."
        )
    format, files = rank_files(src_checkpoints_dir)
    target = cuts(dst_strategy_file)
    count = all_devices_of(target)
    for rank in range(count):
        for needed in rank_list_for_transform(rank, src_strategy_file, dst_strategy_file):
            if needed not in files:
                raise ValueError(
                    f"The checkpoint file of rank{needed} is needed for converting rank{rank}'s "
                    "checkpoint, but it is missing."
                )
    read = RankReader(files, format)
    for rank in range(count):
        folder = os.path.join(dst_checkpoints_dir, f"rank_{rank}")
        os.makedirs(folder, exist_ok=True)
        values = _transformed(rank, read, src_strategy_file, dst_strategy_file)
        path = os.path.join(folder, f"{ckpt_prefix}{rank}.{output_format}")
        save_checkpoint(values, path, format=output_format)


def _transformed(rank: int, read: RankReader, source_file: Any, target_file: Any) -> dict[str, Any]:
    """The values of one rank's checkpoint."""
    source, target = both(rank, source_file, target_file)
    known = cuts(target_file)
    here, there = place_in_stage(rank, target), devices_of(source)
    names = dict.fromkeys(name for number in sorted(read.files) for name in read[number])
    values: dict[str, Any] = {}
    uncut_values: dict[str, Any] = {}
    for name in names:
        if target is not None and name in (known or {}) and name not in target:
            continue  # of another stage
        held = read.parts(name, there)
        old = None if source is None else source.get(name)
        new = None if target is None else target.get(name)
        if (source is not None and old is None) or (target is not None and new is None):
            # Neither strategy cuts learning rates and counters.
            uncut_values[name] = held.get(rank % there, next(iter(held.values()))).value
        else:
            values[name] = cut_anew(name, held, old, new, here)
    if not values:
        raise ValueError(
            "None of the parameters in checkpoint file are in either src strategy or dst strategy. "
            "Please check correctness of strategy files."
        )
    return values | uncut_values


# Newer names.
convert_checkpoint_by_rank = transform_checkpoint_by_rank
convert_checkpoints = transform_checkpoints
rank_list_for_convert = rank_list_for_transform
