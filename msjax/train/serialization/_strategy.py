"""Strategies: which part of a Parameter each device holds, and the files that say so."""

from __future__ import annotations

import glob
import itertools
import json
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from msjax._core.compile import wholes
from msjax._core.runtime.slices import layout_of, slice_of
from msjax._core.tensor.parameter import Parameter
from msjax.parallel._auto_parallel_context import auto_parallel_context
from msjax.train.node_strategy_pb2 import (
    DecodeError,
    ParallelGroupMap,
    ParallelLayouts,
    ParallelStrategyMap,
)
from msjax.train.serialization._files import replace_file

Region = tuple[slice, ...]


@dataclass
class Cut:
    """How one Parameter is cut.

    Args:
        devices: how they are arranged, the last dimension running fastest.
        axes: for each dimension of the Parameter, the dimensions of `devices` that cut it.
        step: the distance of devices among which the first dimension is cut further.
        count: their number, -1 for all that would hold the same, or 0.
        stages: the stages of the pipeline that have the Parameter.
    """

    devices: list[int]
    axes: list[list[int]]
    step: int = 0
    count: int = 0
    stages: list[int] = field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        used = set(itertools.chain(*self.axes))
        if any(not 0 <= axis < len(self.devices) for axis in used) or min(self.devices) < 1:
            raise ValueError(f"The strategy {self.devices} with {self.axes} is none.")
        free = [a for a, n in enumerate(self.devices) if n > 1 and a not in used]
        self._further = self._of_optimizer(free) if self.count and self.step else []

    def _of_optimizer(self, free: list[int]) -> list[tuple[int, int]]:
        """Dimensions of `devices` and how many parts each gives, for the optimizer's cuts."""
        if not free:
            raise ValueError(
                f"The device_matrix {self.devices} and tensor_map {self.axes} cannot sharding "
                "opt_shard"
            )
        rest = math.prod(self.devices[a] for a in free) if self.count == -1 else self.count
        found: list[tuple[int, int]] = []
        for axis in reversed(free):
            part = min(self.devices[axis], rest)
            if rest % part or self.devices[axis] % part:
                raise ValueError(
                    f"dev_matrix value {self.devices[axis]} cannot be divided by needed opt "
                    f"sharding size {rest}"
                )
            found.insert(0, (axis, part))
            rest //= part
            if rest == 1:
                break
        return found

    def number(self) -> int:
        """The number of devices."""
        return math.prod(self.devices)

    def parts(self) -> list[int]:
        """Into how many parts each dimension is cut."""
        parts = [math.prod(self.devices[a] for a in axes) for axes in self.axes]
        if self._further:
            parts[0] *= math.prod(n for _, n in self._further)
        return parts

    def place(self, rank: int) -> tuple[int, ...]:
        """Which of the parts along each dimension a device has."""
        where = np.unravel_index(rank, self.devices)
        place = []
        for dim, axes in enumerate(self.axes):
            index = 0
            for axis in axes:
                index = index * self.devices[axis] + int(where[axis])
            for axis, count in self._further if dim == 0 else ():
                index = index * count + int(where[axis]) % count
            place.append(index)
        return tuple(place)

    def region(self, rank: int, shape: tuple[int, ...]) -> Region:
        """What of a Parameter of the whole `shape` a device has."""
        sizes = [n // parts for n, parts in zip(shape, self.parts(), strict=True)]
        return tuple(
            slice(i * n, (i + 1) * n) for i, n in zip(self.place(rank), sizes, strict=True)
        )

    def whole(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of the Parameter of which a part has `shape`."""
        if len(shape) != len(self.axes):
            raise ValueError(
                f"A part of shape {shape} does not fit the strategy, which has {len(self.axes)} "
                "dimensions."
            )
        return tuple(n * parts for n, parts in zip(shape, self.parts(), strict=True))


def uncut(rank: int) -> Cut:
    """One device that has all of a Parameter with `rank` dimensions."""
    return Cut([1], [[] for _ in range(rank)])


def overlap(a: Region, b: Region) -> Region | None:
    """What two regions have in common, or None."""
    common = tuple(
        slice(max(x.start, y.start), min(x.stop, y.stop)) for x, y in zip(a, b, strict=True)
    )
    return common if all(s.start < s.stop for s in common) else None


def within(part: Region, whole: Region) -> Region:
    """A region counted from the beginning of one that contains it."""
    return tuple(
        slice(p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )


def cut_of(layout: Any, stage: int = 0) -> Cut:
    """The message of a strategy file as a Cut."""
    try:
        devices = list(layout.dev_matrix[0].dim)
        maps = layout.tensor_map
        if len(maps) > 1:  # one for each dimension
            names = [list(m.dim) for m in maps if list(m.dim)]
        else:
            names = [[m] for m in maps[0].dim]
        axes = [[len(devices) - 1 - m for m in dim if m != -1] for dim in names]
        step, count = int(layout.opt_weight_shard_step), int(layout.opt_weight_shard_size)
    except (AttributeError, IndexError, TypeError) as error:
        raise ValueError(
            f"Convert layout strategy to list failed, please make sure that strategy matches the "
            f"node_strategy.proto: {error}"
        ) from error
    return Cut(devices, axes, step, count, [stage])


def cuts(strategy: Any) -> dict[str, Cut] | None:
    """The Cuts of a strategy file, or of what `build_searched_strategy` returned; None for None."""
    if strategy is None:
        return None
    layouts = strategy if isinstance(strategy, Mapping) else build_searched_strategy(strategy)
    found: dict[str, Cut] = {}
    for name, layout in layouts.items():
        stage, dash, rest = name.partition("-")
        if dash and stage.isdigit():
            cut, name = cut_of(layout, int(stage)), rest
        else:
            cut = cut_of(layout)
        old = found.get(name)
        stages = cut.stages if old is None else [*old.stages, *cut.stages]
        if old is None or cut.stages[0] <= min(stages):
            found[name] = cut
        found[name].stages = stages
    return found


def build_searched_strategy(strategy_filename: str | None) -> dict[str, ParallelLayouts] | None:
    """The layouts of Parameters in a strategy file.

    Args:
        strategy_filename: a file in the format of protobuf, or of JSON if it ends in ".json".

    Returns:
        dict from names of Parameters to their layouts.

    Raises:
        TypeError: the name is not a str, or the file not a strategy.
        ValueError: the file does not exist.

    Examples:
        >>> import msjax as ms
        >>> print(ms.build_searched_strategy(None))
        None
    """
    if strategy_filename is None:
        return None
    _check_file(strategy_filename)
    if strategy_filename.endswith(".json"):
        return {
            name: _layout_of_json(item)
            for name, item in _json(strategy_filename).get("parallel_layout_item", {}).items()
        }
    items = _message(strategy_filename).parallel_layout_item
    return {item.param_name: item.parallel_layouts for item in items}


def _check_file(name: Any) -> None:
    if not isinstance(name, str):
        raise TypeError(
            "For 'build_searched_strategy', the argument 'strategy_filename' should be string, but "
            f"got {type(name)}."
        )
    if not os.path.isfile(name):
        raise ValueError(
            f"For 'build_searched_strategy', no such strategy file: {name}. Please check whether "
            "the 'strategy_filename' exists."
        )


def _json(name: str) -> dict[str, Any]:
    with open(name, encoding="utf-8") as file:
        try:
            table = json.load(file)
        except (ValueError, RecursionError) as error:
            raise TypeError(f"The strategy file {name} is not JSON: {error}") from error
    if not isinstance(table, dict):
        raise TypeError(f"The strategy file {name} has no table.")
    return table


def _message(name: str) -> ParallelStrategyMap:
    message = ParallelStrategyMap()
    with open(name, "rb") as file:
        try:
            message.ParseFromString(file.read())
        except DecodeError as error:
            raise TypeError(
                "The strategy file type should be one of json or protobuf. When the file name "
                "extension is not '.json', the file is considered as a protobuf file."
            ) from error
    return message


def _layout_of_json(item: dict[str, Any]) -> ParallelLayouts:
    layout = ParallelLayouts()
    layout.field = item.get("field", 0)
    layout.opt_weight_shard_size = item.get("opt_weight_shard_size", 0)
    layout.opt_weight_shard_step = item.get("opt_weight_shard_step", 0)
    layout.dev_matrix.add().dim.extend(item["dev_matrix"])
    names = item["tensor_map"]
    for dim in [[n] if isinstance(n, int) else n for n in names] if _nested(names) else [names]:
        layout.tensor_map.add().dim.extend(dim)
    layout.param_split_shape.add().dim.extend(item.get("param_split_shape", ()))
    layout.indices_offset.add().dim.extend(item.get("indices_offset", ()))
    return layout


def _nested(names: Any) -> bool:
    return any(isinstance(n, list) for n in names)


def write_strategy(path: str, layouts: Mapping[str, Any]) -> None:
    """Write a strategy file, as JSON if its name ends in ".json".

    Args:
        path: the file.
        layouts: by the names of Parameters a device matrix, and for each dimension the number of
            what cuts it, or a list of such.

    Raises:
        OSError: the file cannot be written.
    """
    items = {
        name: {
            "dev_matrix": matrix,
            "tensor_map": [n if isinstance(n, int) else list(n) for n in axes],
            "field": 0,
            "opt_weight_shard_step": 0,
            "opt_weight_shard_size": 0,
        }
        for name, (matrix, axes) in layouts.items()
    }
    for item in items.values():
        if _nested(item["tensor_map"]):
            item["tensor_map"] = [[n] if isinstance(n, int) else n for n in item["tensor_map"]]
    if path.endswith(".json"):
        content = json.dumps({"current_stage": 0, "parallel_layout_item": items}).encode()
    else:
        message = ParallelStrategyMap()
        for name, item in items.items():
            entry = message.parallel_layout_item.add()
            entry.param_name, entry.parallel_layouts = name, _layout_of_json(item)
        content = message.SerializeToString()
    replace_file(path, [content])


_saved: dict[str, dict[str, Any]] = {}  # what strategy files of this process say, by their names


def save_strategies(parameters: list[Parameter]) -> None:
    """Write how processes hold these Parameters to the file that was set for it, if one was.

    What the file tells of other Parameters stays: evaluation is another program than training.
    """
    settings = auto_parallel_context()
    path = settings.get_strategy_ckpt_save_file()
    if not path:
        return
    every = not settings.get_only_trainable_params()
    trained = [p for p in parameters if p.requires_grad]
    states = {id(clone) for p in trained for clone in p.param_info.cloned_obj}
    layouts = _saved.setdefault(path, {})
    for p in parameters:
        part = slice_of(p)
        if part is not None and (every or p.requires_grad or id(p) in states):
            layouts[p.name] = layout_of(part)
    write_strategy(path, layouts)


wholes.TOLD.append(save_strategies)


def merge_pipeline_strategys(src_strategy_dirs: str, dst_strategy_file: str) -> None:
    """Join the strategy files of a pipeline's stages into one.

    Args:
        src_strategy_dirs: the folder with the files, all ".ckpt" or all ".json".
        dst_strategy_file: the new file.

    Raises:
        NotADirectoryError: there is no such folder.
        ValueError: the files are of both kinds, or one is empty.

    Examples:
        >>> import os
        >>> import msjax as ms
        >>> os.makedirs("stages", exist_ok=True)
        >>> ms.merge_pipeline_strategys("stages", "merged.json")
        >>> ms.build_searched_strategy("merged.json")
        {}
    """
    target = os.path.abspath(dst_strategy_file)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if not os.path.isdir(src_strategy_dirs):
        raise NotADirectoryError(f"src_strategy_dirs {src_strategy_dirs} is not a directory.")
    messages, tables = (
        sorted(glob.glob(os.path.join(glob.escape(src_strategy_dirs), f"*.{ending}")))
        for ending in ("ckpt", "json")
    )
    if messages and tables:
        raise ValueError("The strategys format should be all '.ckpt' or all '.json'")
    merge = _merged_messages if messages else _merged_tables
    replace_file(target, [merge(messages or tables)])


def _merged_messages(files: list[str]) -> bytes:
    merged = ParallelStrategyMap()
    seen: set[int] = set()
    for name in files:
        message = _message(name)
        if not message.parallel_strategy_item or not message.parallel_layout_item:
            raise ValueError(f"The strategy file {name} is empty")
        stage = message.parallel_strategy_item[0].parallel_strategys.stage
        if stage in seen:
            continue
        seen.add(stage)
        for item in message.parallel_layout_item:
            item.param_name = f"{stage}-{item.param_name}"
        merged.parallel_strategy_item.extend(message.parallel_strategy_item)
        merged.parallel_layout_item.extend(message.parallel_layout_item)
    merged.current_stage = 1
    return merged.SerializeToString()


def _merged_tables(files: list[str]) -> bytes:
    layouts: dict[str, Any] = {}
    items: dict[str, Any] = {}
    seen: set[int] = set()
    for name in files:
        table = _json(name)
        strategies, own = table.get("parallel_strategy_item"), table.get("parallel_layout_item")
        if not strategies or not own:
            raise ValueError(f"The strategy file {name} is empty")
        stage = next(iter(strategies.values())).get("stage")
        if stage in seen:
            continue
        seen.add(stage)
        layouts |= {f"{stage}-{param}": layout for param, layout in own.items()}
        items |= strategies
    merged = {"current_stage": 1, "parallel_strategy_item": items, "parallel_layout_item": layouts}
    return json.dumps(merged).encode()


def restore_group_info_list(group_info_file_name: str) -> list[int]:
    """The ranks in a group file, whose checkpoints are the same.

    Args:
        group_info_file_name: the file.

    Returns:
        list of ranks.

    Raises:
        ValueError: there is no such file, or it has no ranks.
        TypeError: the name is not a str.

    Examples:
        >>> import msjax as ms
        >>> from msjax.train.node_strategy_pb2 import ParallelGroupMap
        >>> (groups := ParallelGroupMap()).ckpt_restore_rank_list.dim.extend([0, 4])
        >>> with open("groups.pb", "wb") as file:
        ...     _ = file.write(groups.SerializeToString())
        >>> ms.restore_group_info_list("groups.pb")
        [0, 4]
    """
    if not isinstance(group_info_file_name, str):
        raise TypeError(
            "For 'restore_group_info_list', the argument 'group_info_file_name' should be str, but "
            f"got {type(group_info_file_name)}."
        )
    if not os.path.isfile(group_info_file_name):
        raise ValueError(
            "For 'restore_group_info_list', no such group information file: "
            f"{group_info_file_name}."
        )
    groups = ParallelGroupMap()
    with open(group_info_file_name, "rb") as file:
        groups.ParseFromString(file.read())
    ranks = list(groups.ckpt_restore_rank_list.dim)
    if not ranks:
        raise ValueError(
            "For 'restore_group_info_list', the group information file has no restore rank list."
        )
    return ranks


def owners(cut: Cut, wanted: Region, shape: tuple[int, ...], near: int) -> Iterator[int]:
    """The devices that have a region together, each part once, those like `near` first."""
    home = np.unravel_index(near % cut.number(), cut.devices)
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for rank in range(cut.number()):
        if overlap(cut.region(rank, shape), wanted) is None:
            continue
        where = np.unravel_index(rank, cut.devices)
        far = sum(a != b for a, b in zip(where, home, strict=True))
        place = cut.place(rank)
        found[place] = min(found.get(place, (far, rank)), (far, rank))
    return (rank for _, rank in found.values())
