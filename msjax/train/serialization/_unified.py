"""Checkpoints of all ranks in few safetensors files of whole Parameters, and back."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from typing import Any

from msjax._core.tensor.parameter import Parameter
from msjax.train.serialization._files import replace_file
from msjax.train.serialization._ranks import Part, RankReader, rank_files
from msjax.train.serialization._read import load_checkpoint
from msjax.train.serialization._recut import all_devices_of, both, cut_anew, place_in_stage
from msjax.train.serialization._strategy import (
    Cut,
    cuts,
)
from msjax.train.serialization._transform import rank_list_for_transform
from msjax.train.serialization._write import save_checkpoint


class Unified:
    """A folder that `unified_safetensors` wrote, or another of whole Parameters.

    Args:
        folder: the folder.
        names: dict from wanted names to those in the files, where they differ.
    """

    def __init__(self, folder: str, names: Mapping[str, str]):
        self._folder, self._names = folder, names
        if not os.path.isdir(folder):
            raise ValueError(f"The 'unified_safetensors_dir' {folder} is not a directory.")
        files = sorted(n for n in os.listdir(folder) if n.endswith(".safetensors"))
        table = os.path.join(folder, "param_name_map.json")
        self._rest = "hyper_param.safetensors" if "hyper_param.safetensors" in files else None
        if len(files) == 1:
            self._table = dict.fromkeys(self._read(files[0]), files[0])
        elif files and os.path.isfile(table):
            self._table = _map_in(table)
        else:
            raise ValueError(
                f"The 'unified_safetensors_dir' {folder} must have safetensors files, and "
                "'param_name_map.json' if there are several."
            )

    def _read(self, file: str, wanted: Callable[[str], bool] | None = None) -> dict[str, Any]:
        path = os.path.join(self._folder, file)
        return load_checkpoint(path, format="safetensors", choice_func=wanted)

    def of_rank(self, rank: int, strategy: Any) -> dict[str, Any]:
        """What one rank has of the Parameters that its stage has."""
        target = both(rank, None, strategy)[1]
        here, new = place_in_stage(rank, target), {old: name for name, old in self._names.items()}
        wanted: dict[str, dict[str, str]] = {}
        order = [new.get(name, name) for name in self._table] if target is None else list(target)
        for name in order:
            old = self._names.get(name, name)
            file = self._table.get(old) or self._table.get(name)
            if file is not None:
                wanted.setdefault(file, {})[old] = name
        values: dict[str, Any] = {}
        for file, names in wanted.items():
            found = self._read(file, names.__contains__)
            for old, name in names.items():
                if old not in found:
                    raise ValueError(f"{os.path.join(self._folder, file)} lacks '{old}'.")
                held = {0: Part(found[old], os.path.join(self._folder, file))}
                cut = None if target is None else target[name]
                values[name] = cut_anew(name, held, None, cut, here)
        values = {name: values[name] for name in order if name in values}
        return values | (self._read(self._rest) if self._rest else {})


def _map_in(path: str) -> dict[str, str]:
    """The names of files by names of Parameters."""
    with open(path, encoding="utf-8") as file:
        try:
            table = json.load(file)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"The file {path} is not JSON: {error}") from error
    if isinstance(table, dict):
        table = table.get("weight_map", table)
    if not isinstance(table, dict) or not all(
        isinstance(name, str) and os.path.basename(name) == name for name in table.values()
    ):
        raise ValueError(f"The file {path} does not map names to files beside it.")
    return table


def write_ranks(
    read: Unified, strategy: Any, folder: str | None, rank: int | None, format: str
) -> bool:
    if folder is None:
        raise ValueError(
            "For 'load_distributed_checkpoint', 'dst_safetensors_dir' can not be None when network "
            "is None."
        )
    for number in range(all_devices_of(cuts(strategy))) if rank is None else [rank]:
        values = read.of_rank(number, strategy)
        place = os.path.join(folder, f"rank_{number}")
        os.makedirs(place, exist_ok=True)
        save_checkpoint(values, os.path.join(place, f"net.{format}"), format=format)
    return True


def unified_safetensors(
    src_dir: str,
    src_strategy_file: str,
    dst_dir: str,
    merge_with_redundancy: bool = True,
    file_suffix: str | None = None,
    max_process_num: int = 64,
    choice_func: Callable[[str], bool | str] | None = None,
    split_dst_file: tuple = (),
) -> None:
    """Join the safetensors files of all ranks into files with whole Parameters.

    They are `part0.safetensors`, ... of about 3 GB, `hyper_param.safetensors` with what the
    strategy does not name or `choice_func` leaves out, as the first rank has it, and
    `param_name_map.json`, which tells what is where.

    Args:
        src_dir: the folder with folders `rank_<n>`.
        src_strategy_file: the strategy of the files.
        dst_dir: the folder for the new ones.
        merge_with_redundancy: accepted for compatibility: what only some ranks have is found.
        file_suffix: take only files whose names end in it (before ".safetensors").
        max_process_num: accepted for compatibility.
        choice_func: a function of a name: whether to take it, or the name to give it.
        split_dst_file: (number, total): make only this share of the files, the first is 1.

    Raises:
        ValueError: there are no such files, those of some ranks are missing, the parts of a
            Parameter do not fit each other, or `choice_func` returns neither bool nor str.

    Examples:
        >>> import os
        >>> import msjax as ms
        >>> os.makedirs("safe/rank_0", exist_ok=True)
        >>> ms.save_checkpoint({"w": ms.Tensor([1.0])}, "safe/rank_0/a", format="safetensors")
        >>> with open("strategy.json", "w") as file:
        ...     _ = file.write(
        ...         '{"parallel_layout_item": {"w": {"dev_matrix": [1], "tensor_map": [-1]}}}'
        ...     )
        >>> ms.unified_safetensors("safe", "strategy.json", "whole")
        >>> sorted(os.listdir("whole"))
        ['param_name_map.json', 'part0.safetensors']
    """
    if not os.path.isdir(src_dir):
        raise ValueError(
            "For 'unified_safetensors', the 'src_dir' can not be a file, and must exist, but got "
            f"{src_dir}."
        )
    strategy = cuts(src_strategy_file)
    if not strategy:
        raise ValueError(
            "For 'unified_safetensors', 'src_strategy_file' must have a strategy, but got "
            f"{src_strategy_file}."
        )
    format, files = rank_files(src_dir, file_suffix)
    if format != "safetensors":
        raise ValueError(
            f"For 'unified_safetensors', 'src_dir' must have safetensors files, but {src_dir} has "
            f"{format} files."
        )
    read = RankReader(files, format)
    for needed in rank_list_for_transform(0, src_strategy_file):
        if needed not in files:
            raise ValueError(
                f"The safetensor file of rank{needed} is needed for converting rank0's "
                "safetensor, but it is missing."
            )
    sizes, chosen = {}, {}
    for name in sorted({name for rank in files for name in read[rank] if name in strategy}):
        choice = choice_func(name) if choice_func is not None else True
        if not isinstance(choice, (bool, str)):
            raise ValueError(
                "For 'unified_safetensors', the return value type of the function 'choice_func' "
                f"must be bool or str, but got {type(choice)}."
            )
        if choice is not False and not name.startswith("accu_grads"):
            like = next(read[rank][name] for rank in sorted(files) if name in read[rank])
            sizes[name] = math.prod(strategy[name].whole(like.shape)) * like.itemsize
            chosen[name] = choice if isinstance(choice, str) else name
    if len(set(chosen.values())) < len(chosen):
        raise ValueError(
            "For 'unified_safetensors', the function 'choice_func' must not give several "
            f"Parameters one name, but got {chosen}."
        )
    groups = _groups(sizes)
    share = _share(len(groups), split_dst_file)
    os.makedirs(dst_dir, exist_ok=True)
    for index in share:
        values = _joined(groups[index], read, strategy, chosen)
        path = os.path.join(dst_dir, f"part{index}.safetensors")
        save_checkpoint(values, path, format="safetensors")
    if 0 in share:
        rest = {name: value for name, value in read[min(files)].items() if name not in sizes}
        if rest:
            path = os.path.join(dst_dir, "hyper_param.safetensors")
            save_checkpoint(rest, path, format="safetensors")
        _write_map(dst_dir, groups, chosen, sum(sizes.values()))


_LARGEST = 3 << 30  # bytes in a file


def _groups(sizes: dict[str, int]) -> list[list[str]]:
    """Names in groups of about the same size, the largest first."""
    count = min(-(-sum(sizes.values()) // _LARGEST), len(sizes))
    groups: list[list[str]] = [[] for _ in range(count)]
    totals = [0] * count
    for name in sorted(sizes, key=lambda n: -sizes[n]):
        least = totals.index(min(totals))
        groups[least].append(name)
        totals[least] += sizes[name]
    return groups


def _share(count: int, split: tuple) -> range:
    if not split:
        return range(count)
    if (
        not isinstance(split, (tuple, list))
        or len(split) != 2
        or not all(isinstance(n, int) for n in split)
        or not 1 <= split[0] <= split[1]
    ):
        raise ValueError(
            "For 'unified_safetensors', 'split_dst_file' must be the number of a share, from 1, "
            f"and how many there are, but got {split}."
        )
    number, total = split
    each, more = divmod(count, total)
    start = each * (number - 1) + min(number - 1, more)
    return range(start, start + each + (number <= more))


def _joined(
    names: list[str], read: RankReader, strategy: dict[str, Cut], chosen: dict[str, str]
) -> dict[str, Parameter]:
    values = {}
    for name in names:
        cut = strategy[name]
        held = read.parts(name, cut.number())
        values[chosen[name]] = cut_anew(name, held, cut, None, 0)
    return values


def _write_map(folder: str, groups: list[list[str]], chosen: dict[str, str], total: int) -> None:
    table = {
        chosen[name]: f"part{index}.safetensors"
        for index, names in enumerate(groups)
        for name in names
    }
    text = json.dumps({"metadata": {"total_size": total}, "weight_map": table}, indent=4)
    replace_file(os.path.join(os.path.realpath(folder), "param_name_map.json"), [text.encode()])
