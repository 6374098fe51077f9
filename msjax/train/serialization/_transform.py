"""Checkpoints of networks that are cut over devices, into those of other cuts: work on files."""

from __future__ import annotations

import glob
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from msjax import _checkparam as Validator
from msjax._core.base.errors import unsupported
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.communication import get_group_size, get_rank
from msjax.context import get_auto_parallel_context
from msjax.nn.cell import Cell
from msjax.parallel._utils import _get_pipeline_stages
from msjax.train.serialization._files import replace_file
from msjax.train.serialization._net import load_param_into_net
from msjax.train.serialization._read import load_checkpoint
from msjax.train.serialization._strategy import (
    Cut,
    cut_of,
    cuts,
    overlap,
    owners,
    uncut,
    within,
)
from msjax.train.serialization._write import save_checkpoint

_FORMATS = ("ckpt", "safetensors")
Pieces = dict[int, np.ndarray]  # what devices hold of a Parameter, by their number


class _Part(NamedTuple):
    """What one device holds of a Parameter, and the file that says so."""

    value: Any
    file: str


def rank_list_for_transform(
    rank_id: int,
    src_strategy_file: Any = None,
    dst_strategy_file: Any = None,
) -> list[int]:
    """The ranks whose checkpoints `transform_checkpoint_by_rank` needs to make that of one rank.

    Args:
        rank_id: the rank whose checkpoint is wanted.
        src_strategy_file: the strategy of the checkpoints there are; None if they are not cut.
        dst_strategy_file: the strategy of those that are wanted; None if they are not cut.

    Returns:
        list of ranks, the highest first.

    Raises:
        TypeError: `rank_id` is no int, or a file is no strategy.
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
    source, target = _both(rank_id, src_strategy_file, dst_strategy_file)
    if not source:
        raise ValueError("The src_strategy_file is empty.")
    here, there = _local(rank_id, target), _number(source)
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
    src_strategy_file: Any = None,
    dst_strategy_file: Any = None,
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
    read = _Reader(checkpoint_files_map, "ckpt")
    values = _transformed(rank_id, read, src_strategy_file, dst_strategy_file)
    save_checkpoint(values, save_checkpoint_file_name)


def transform_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: Any = None,
    dst_strategy_file: Any = None,
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
        TypeError: `ckpt_prefix` is no str.
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
    if output_format not in _FORMATS:
        raise ValueError(
            "For 'transform_checkpoints', the output_format must be 'ckpt' or 'safetensors', but "
            f"got {output_format}."
        )
    format, files = _rank_files(src_checkpoints_dir)
    target = cuts(dst_strategy_file)
    count = _total(target)
    for rank in range(count):
        for needed in rank_list_for_transform(rank, src_strategy_file, dst_strategy_file):
            if needed not in files:
                raise ValueError(
                    f"The checkpoint file of rank{needed} is needed for converting rank{rank}'s "
                    "checkpoint, but it is missing."
                )
    read = _Reader(files, format)
    for rank in range(count):
        folder = os.path.join(dst_checkpoints_dir, f"rank_{rank}")
        os.makedirs(folder, exist_ok=True)
        values = _transformed(rank, read, src_strategy_file, dst_strategy_file)
        path = os.path.join(folder, f"{ckpt_prefix}{rank}.{output_format}")
        save_checkpoint(values, path, format=output_format)


def _rank_files(folder: str, suffix: str | None = None) -> tuple[str, dict[int, str]]:
    """The format of the checkpoints in `rank_<n>` folders, and the file of each rank."""
    found: dict[str, dict[int, str]] = {"ckpt": {}, "safetensors": {}}
    for entry in os.listdir(folder):
        place = os.path.join(folder, entry)
        match = re.fullmatch(r"rank_(\d+)", entry)
        if match is None or not os.path.isdir(place):
            continue
        for format, files in found.items():
            pattern = f"*{glob.escape(suffix or '')}.{format}"
            names = sorted(glob.glob(os.path.join(glob.escape(place), pattern)))
            if len(names) > 1 and suffix:
                names = [_with_suffix(names, suffix, format)]
            elif format == "safetensors":
                names.sort(key=_last_numbers)
            if names:
                files[int(match[1])] = names[-1]
    formats = [format for format, files in found.items() if files]
    if len(formats) != 1:
        ending = f" whose names end in '{suffix}'" if suffix else ""
        raise ValueError(
            f"The folder {folder} must have checkpoints of one format in folders 'rank_<n>'"
            f"{ending}, but it has {formats or 'none'}."
        )
    return formats[0], found[formats[0]]


def _last_numbers(path: str) -> list[int]:
    """The epoch and the step in the name of a file."""
    return [int(number) for number in re.findall(r"\d+", path)][-2:]


def _with_suffix(names: list[str], suffix: str, format: str) -> str:
    """The one of several files whose step, epoch or number of a run is the wanted one."""
    for mark, pattern in (("_", r"_?\d+-\d+_\d+"), ("-", r"-?\d+_\d+"), ("_", r"_?\d+")):
        if re.fullmatch(pattern, suffix):
            ending = f"{suffix if suffix.startswith(mark) else mark + suffix}.{format}"
            matched = [name for name in names if name.endswith(ending)]
            if "-" in suffix[1:]:
                matched = [name for name in matched if not name.endswith(f"rank{ending}")]
            least = min((len(os.path.basename(name)) for name in matched), default=0)
            matched = [name for name in matched if len(os.path.basename(name)) == least]
            if len(matched) == 1:
                return matched[0]
    raise ValueError(
        f"Multiple {format} files ending with '{suffix}' found in {names}. Please set file_suffix "
        "to the longest common suffix."
    )


class _Reader:
    """The checkpoints of ranks, each read once."""

    def __init__(
        self,
        files: Mapping[int, str],
        format: str,
        dec_key: bytes | None = None,
        dec_mode: str = "AES-GCM",
    ):
        self.files, self._format = files, format
        self._key, self._mode = dec_key, dec_mode
        self._read: dict[int, dict[str, Any]] = {}

    def __getitem__(self, rank: int) -> dict[str, Any]:
        if rank not in self._read:
            self._read[rank] = load_checkpoint(
                self.files[rank], dec_key=self._key, dec_mode=self._mode, format=self._format
            )
        return self._read[rank]

    def parts(self, name: str, devices: int) -> dict[int, _Part]:
        """What the devices hold of one Parameter, of those with the same number the last."""
        return {
            rank % devices: _Part(self[rank][name], self.files[rank])
            for rank in sorted(self.files)
            if name in self[rank]
        }


def _both(
    rank: int, source_file: Any, target_file: Any
) -> tuple[dict[str, Cut] | None, dict[str, Cut] | None]:
    """Both strategies without the Parameters that the stage of the wanted rank does not have."""
    source, target = cuts(source_file), cuts(target_file)
    if not target:
        return source, target
    stage = rank // _number(target)
    elsewhere = {name for name, cut in target.items() if stage not in cut.stages}
    target = {name: cut for name, cut in target.items() if name not in elsewhere}
    if source is not None:
        source = {name: cut for name, cut in source.items() if name not in elsewhere}
    return source, target


def _number(strategy: dict[str, Cut] | None) -> int:
    """The number of devices of one stage."""
    return next(iter(strategy.values())).number() if strategy else 1


def _total(strategy: dict[str, Cut] | None) -> int:
    """The number of devices of all stages."""
    stages = {stage for cut in (strategy or {}).values() for stage in cut.stages}
    if stages != set(range(len(stages))):
        raise ValueError("The strategy file for pipeline parallel does not contains all stages.")
    return _number(strategy) * max(len(stages), 1)


def _local(rank: int, strategy: dict[str, Cut] | None) -> int:
    return rank % _number(strategy) if strategy else 0


def _transformed(rank: int, read: _Reader, source_file: Any, target_file: Any) -> dict[str, Any]:
    """The values of one rank's checkpoint."""
    source, target = _both(rank, source_file, target_file)
    known = cuts(target_file)
    here, there = _local(rank, target), _number(source)
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
            values[name] = _cut_anew(name, held, old, new, here)
    if not values:
        raise ValueError(
            "None of the parameters in checkpoint file are in either src strategy or dst strategy. "
            "Please check correctness of strategy files."
        )
    return values | uncut_values


def _cut_anew(
    name: str, held: dict[int, _Part], old: Cut | None, new: Cut | None, here: int
) -> Parameter:
    """What one device has of a Parameter under another strategy."""
    like, example = next(iter(held.values()))
    for value, file in held.values():
        if (value.shape, value.dtype) != (like.shape, like.dtype):
            raise ValueError(
                f"The parts of the Parameter '{name}' do not fit each other: {like.dtype} of shape "
                f"{like.shape} in {example}, but {value.dtype} of shape {value.shape} in {file}."
            )
    rank = len(like.shape)
    for cut in (old, new):
        if cut is not None and len(cut.axes) != rank:
            raise ValueError(
                f"The Parameter '{name}' of shape {like.shape} in {example} does not fit the "
                f"strategy, which has {len(cut.axes)} dimensions."
            )
    old, new = old or uncut(rank), new or uncut(rank)
    whole = old.whole(like.shape)
    if any(n % parts for n, parts in zip(whole, new.parts(), strict=True)):
        raise ValueError(
            f"The Parameter '{name}' of shape {whole} in {example} cannot be cut into "
            f"{new.parts()} parts."
        )
    arrays = {number: part.value.asnumpy() for number, part in held.items()}
    array = _assembled(name, arrays, old, new.region(here, whole), whole)
    return Parameter(Tensor(array, like.dtype), name=name, requires_grad=like.requires_grad)


def _assembled(
    name: str, arrays: Pieces, cut: Cut, wanted: tuple[slice, ...], whole: tuple[int, ...]
) -> np.ndarray:
    """A region of a Parameter, from what devices hold of it."""
    example = next(iter(arrays.values()))
    out = np.empty([s.stop - s.start for s in wanted], example.dtype)
    done: set[tuple[int, ...]] = set()
    for rank, array in arrays.items():
        region, place = cut.region(rank % cut.number(), whole), cut.place(rank % cut.number())
        common = overlap(region, wanted)
        if common is None or place in done:
            continue
        done.add(place)
        out[within(common, wanted)] = array.reshape([s.stop - s.start for s in region])[
            within(common, region)
        ]
    for rank in owners(cut, wanted, whole, 0):
        if cut.place(rank) not in done:
            raise ValueError(
                f"The checkpoint of rank {rank} is missing, which has a part of '{name}'."
            )
    return out


def merge_sliced_parameter(
    sliced_parameters: Iterable[Parameter], strategy: dict | None = None
) -> Parameter:
    """Join the parts of a Parameter.

    Args:
        sliced_parameters: list of the parts, in the order of ranks.
        strategy: what `build_searched_strategy` returned; None if the parts follow each other along
            the first dimension.

    Returns:
        the whole Parameter.

    Raises:
        ValueError: there are no parts, they do not fit each other, or not the strategy.
        TypeError: `sliced_parameters` is no list, `strategy` no dict, or a part no Parameter.
        KeyError: the strategy lacks the Parameter.

    Examples:
        >>> import msjax as ms
        >>> parts = [ms.Parameter(ms.Tensor([float(i)]), name="w") for i in range(3)]
        >>> print(ms.merge_sliced_parameter(parts).asnumpy())
        [0. 1. 2.]
    """
    if not isinstance(sliced_parameters, Iterable):
        raise TypeError(
            "For 'merge_sliced_parameter', the argument 'sliced_parameters' should be list, but "
            f"got {type(sliced_parameters)}."
        )
    parts = list(sliced_parameters)
    if not parts:
        raise ValueError(
            "For 'merge_sliced_parameter', the argument 'sliced_parameters' should not be empty."
        )
    if strategy and not isinstance(strategy, dict):
        raise TypeError(
            "For 'merge_sliced_parameter', the argument 'strategy' should be dict, but got "
            f"{type(strategy)}."
        )
    for index, part in enumerate(parts):
        if not isinstance(part, Parameter):
            raise TypeError(
                "For 'merge_sliced_parameter', the element in 'sliced_parameters' should be "
                f"'Parameter', but got {type(part)} at index {index}."
            )
        if (part.name, part.ndim, part.shape[1:]) != (
            parts[0].name,
            parts[0].ndim,
            parts[0].shape[1:],
        ):
            raise ValueError(
                "For 'merge_sliced_parameter', please make sure that the elements in "
                "'slice_parameters' have the same name, dimension length and shape except 0 axis, "
                f"but got name: {part.name}, shape: {part.shape} at index {index}."
            )
    first = parts[0]
    arrays = [part.asnumpy() for part in parts]
    if not strategy:
        whole = np.concatenate(arrays)
    else:
        whole = _merged(first, arrays, strategy)
    return Parameter(
        Tensor(whole, first.dtype), first.name, first.requires_grad, first.layerwise_parallel
    )


def _merged(first: Parameter, arrays: list[np.ndarray], strategy: dict) -> np.ndarray:
    if first.name not in strategy:
        raise KeyError(
            f"For 'merge_sliced_parameter', the parameter name {first.name} should be a key in the "
            "'strategy'. Please check 'sliced_parameter' and 'strategy'."
        )
    layout = strategy[first.name]
    cut = cut_of(layout)
    if len(arrays) != cut.number():
        raise ValueError(
            "For 'merge_sliced_parameter', the length of 'sliced_parameters' should be equal to "
            f"device_count. The length of 'sliced_parameters' is {len(arrays)}, but device_count "
            f"is {cut.number()}."
        )
    if layout.field or list(layout.param_split_shape[0].dim if layout.param_split_shape else ()):
        raise NotImplementedError(
            "For 'merge_sliced_parameter', uneven parts of embedding tables are not supported; "
            "join them with numpy.concatenate in the order of the strategy."
        )
    if any(array.shape != first.shape for array in arrays):
        raise ValueError(
            "For 'merge_sliced_parameter', the shape of every parameter in 'sliced_parameters' "
            "should be the same when slice manner is even."
        )
    shape = cut.whole(first.shape)
    wanted = tuple(slice(0, n) for n in shape)
    return _assembled(first.name, dict(enumerate(arrays)), cut, wanted, shape)


def load_segmented_checkpoints(
    ckpt_file_dir: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: Any = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: Any = None,
    choice_func: Callable[[str], bool] | None = None,
) -> dict[str, Any]:
    """Load all the ckpt files of a folder as one.

    Args:
        ckpt_file_dir: the folder.
        net: a Cell to load the values into, or None.
        strict_load: as in `load_param_into_net`.
        filter_prefix: as in `load_checkpoint`.
        dec_key: as in `load_checkpoint`.
        dec_mode: as in `load_checkpoint`.
        specify_prefix: as in `load_checkpoint`.
        choice_func: as in `load_checkpoint`.

    Returns:
        dict from names to Parameters.

    Raises:
        TypeError: `ckpt_file_dir` is no str.
        ValueError: there is no such folder.

    Examples:
        >>> import os
        >>> import msjax as ms
        >>> os.makedirs("parts", exist_ok=True)
        >>> ms.save_checkpoint({"a": ms.Tensor([1.0])}, "parts/0.ckpt")
        >>> ms.save_checkpoint({"b": ms.Tensor([2.0])}, "parts/1.ckpt")
        >>> list(ms.load_segmented_checkpoints("parts"))
        ['a', 'b']
    """
    if not isinstance(ckpt_file_dir, str):
        raise TypeError("The ckpt_file_dir should be a str.")
    if not os.path.isdir(ckpt_file_dir):
        raise ValueError(
            f"The dst_strategy_file: {ckpt_file_dir} doesn't exist. Or it's not a directory"
        )
    values: dict[str, Any] = {}
    for name in sorted(glob.glob(os.path.join(glob.escape(ckpt_file_dir), "*.ckpt"))):
        values |= load_checkpoint(
            name,
            None,
            strict_load,
            filter_prefix,
            dec_key,
            dec_mode,
            specify_prefix,
            choice_func,
        )
    if net is not None:
        load_param_into_net(net, values, strict_load)
    return values


def load_distributed_checkpoint(
    network: Cell | None,
    checkpoint_filenames: list[str] | None = None,
    predict_strategy: Any = None,
    train_strategy_filename: str | None = None,
    strict_load: bool = False,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    format: str = "ckpt",
    unified_safetensors_dir: str | None = None,
    dst_safetensors_dir: str | None = None,
    rank_id: int | None = None,
    output_format: str = "safetensors",
    name_map: dict[str, str] | None = None,
    max_process_num: int = 64,
    return_param_dict: bool = False,
) -> Any:
    """Load the checkpoints of all ranks of a training into a network in one process.

    With `unified_safetensors_dir` and no network, the checkpoints of the ranks are written.

    Args:
        network: the Cell, or None to write files.
        checkpoint_filenames: the files, in the order of ranks.
        predict_strategy: dict from names to [dev_matrix, tensor_map, ...] or the layouts of
            `build_searched_strategy`: how this process (`rank_id`, or 0) holds the Parameters; None
            if it has all of each. With `unified_safetensors_dir`, also a strategy file.
        train_strategy_filename: the strategy of the training; None for "strategy_ckpt_load_file"
            of the context, and if there is none, nothing was cut.
        strict_load: as in `load_param_into_net`.
        dec_key: as in `load_checkpoint`.
        dec_mode: as in `load_checkpoint`.
        format: "ckpt", or "safetensors" for `unified_safetensors_dir` and for
            `checkpoint_filenames` of that format.
        unified_safetensors_dir: the folder that `unified_safetensors` wrote.
        dst_safetensors_dir: the folder for `rank_<n>/net.<output_format>` if `network` is None.
        rank_id: the number of this process, or of the one whose file to write; None for all.
        output_format: "safetensors" or "ckpt", for `dst_safetensors_dir`.
        name_map: dict from names of the network to those in the files, where they differ.
        max_process_num: accepted for compatibility.
        return_param_dict: return the values; those of `unified_safetensors_dir` are not loaded.

    Returns:
        dict from names to Parameters if `return_param_dict`; what `load_param_into_net` returns for
        `unified_safetensors_dir` and a network; else True.

    Raises:
        ValueError: `network` is no Cell, the files do not fit the strategy, one does not exist, or
            arguments exclude each other.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3)
        >>> ms.save_checkpoint(net, "rank_0.ckpt")
        >>> ms.load_distributed_checkpoint(ms.nn.Dense(2, 3), ["rank_0.ckpt"])
        True
    """
    if format not in _FORMATS or output_format not in _FORMATS:
        raise ValueError(
            "For 'load_distributed_checkpoint', 'format' and 'output_format' must be 'ckpt' or "
            f"'safetensors', but got {format} and {output_format}."
        )
    if network is not None:
        Validator.check_isinstance("network", network, Cell)
    names = list(checkpoint_filenames or ())
    if unified_safetensors_dir is not None:
        if format != "safetensors" or names or train_strategy_filename or dec_key or strict_load:
            raise ValueError(
                "For 'load_distributed_checkpoint', 'unified_safetensors_dir' needs "
                "format='safetensors', and excludes 'checkpoint_filenames', "
                "'train_strategy_filename', 'strict_load' and 'dec_key'."
            )
        read = _Unified(unified_safetensors_dir, name_map or {})
        if network is None:
            return _write_ranks(read, predict_strategy, dst_safetensors_dir, rank_id, output_format)
        values = read.of_rank(get_rank() if rank_id is None else rank_id, predict_strategy)
        return values if return_param_dict else load_param_into_net(network, values)
    if dst_safetensors_dir is not None:
        raise ValueError(
            "For 'load_distributed_checkpoint', 'dst_safetensors_dir' needs "
            "'unified_safetensors_dir'."
        )
    if not names:
        raise ValueError(
            "For 'load_distributed_checkpoint', the argument 'checkpoint_filenames' must not be "
            "empty."
        )
    if not isinstance(predict_strategy, (Mapping, type(None))):
        raise ValueError(
            "For 'load_distributed_checkpoint', 'predict_strategy' must be a dict for "
            f"'checkpoint_filenames', but got {predict_strategy}."
        )
    net: Cell = Validator.check_isinstance("network", network, Cell)
    read = _Reader(dict(enumerate(names)), format, dec_key, dec_mode)
    if train_strategy_filename is None:
        train_strategy_filename = get_auto_parallel_context("strategy_ckpt_load_file") or None
    source, here = cuts(train_strategy_filename) or {}, rank_id or 0
    target = {
        name: _described(layout) if isinstance(layout, (list, tuple)) else cut_of(layout)
        for name, layout in (predict_strategy or {}).items()
    }
    values = {}
    for _, param in net.parameters_and_names():
        name = (name_map or {}).get(param.name, param.name)
        old, new = source.get(name), target.get(param.name)
        if old is not None and len(names) % old.number():
            raise ValueError(
                f"For 'load_distributed_checkpoint', the strategy has {old.number()} devices, but "
                f"there are {len(names)} files."
            )
        held = read.parts(name, old.number() if old else len(names))
        if held:
            values[param.name] = _cut_anew(param.name, held, old, new, here if new else 0)
    load_param_into_net(net, values, strict_load)
    return values if return_param_dict else True


class _Unified:
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
        target = _both(rank, None, strategy)[1]
        here, new = _local(rank, target), {old: name for name, old in self._names.items()}
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
                held = {0: _Part(found[old], os.path.join(self._folder, file))}
                cut = None if target is None else target[name]
                values[name] = _cut_anew(name, held, None, cut, here)
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


def _write_ranks(
    read: _Unified, strategy: Any, folder: str | None, rank: int | None, format: str
) -> bool:
    if folder is None:
        raise ValueError(
            "For 'load_distributed_checkpoint', 'dst_safetensors_dir' can not be None when network "
            "is None."
        )
    for number in range(_total(cuts(strategy))) if rank is None else [rank]:
        values = read.of_rank(number, strategy)
        place = os.path.join(folder, f"rank_{number}")
        os.makedirs(place, exist_ok=True)
        save_checkpoint(values, os.path.join(place, f"net.{format}"), format=format)
    return True


def _described(layout: Any) -> Cut:
    """A layout that is a list: [dev_matrix, tensor_map, ...]."""
    devices = list(layout[0])
    names = [n if isinstance(n, (list, tuple)) else [n] for n in layout[1]]
    return Cut(devices, [[len(devices) - 1 - n for n in dim if n != -1] for dim in names])


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
    format, files = _rank_files(src_dir, file_suffix)
    if format != "safetensors":
        raise ValueError(
            f"For 'unified_safetensors', 'src_dir' must have safetensors files, but {src_dir} has "
            f"{format} files."
        )
    read = _Reader(files, format)
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
    names: list[str], read: _Reader, strategy: dict[str, Cut], chosen: dict[str, str]
) -> dict[str, Parameter]:
    values = {}
    for name in names:
        cut = strategy[name]
        held = read.parts(name, cut.number())
        values[chosen[name]] = _cut_anew(name, held, cut, None, 0)
    return values


def _write_map(folder: str, groups: list[list[str]], chosen: dict[str, str], total: int) -> None:
    table = {
        chosen[name]: f"part{index}.safetensors"
        for index, names in enumerate(groups)
        for name in names
    }
    text = json.dumps({"metadata": {"total_size": total}, "weight_map": table}, indent=4)
    replace_file(os.path.join(os.path.realpath(folder), "param_name_map.json"), [text.encode()])


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
    """Give what stages of a pipeline share the same values again: with one stage there is nothing.

    Args:
        net: the Cell.

    Raises:
        TypeError: `net` is no Cell.
        NotImplementedError: "pipeline_stages" is above 1.

    Examples:
        >>> import msjax as ms
        >>> ms.sync_pipeline_shared_parameters(ms.nn.Dense(2, 3))
    """
    if not isinstance(net, Cell):
        raise TypeError(
            "For 'sync_pipeline_shared_parameters', the argument 'net' should be a Cell, but got "
            f"{type(net)}."
        )
    if _get_pipeline_stages() > 1:
        raise unsupported(
            "sync_pipeline_shared_parameters with several stages",
            "make what they share one Parameter",
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
    here = _local(rank, strategy)
    same = (
        other
        for other in range(_number(strategy) if used else 1)
        if all(cut.place(other) == cut.place(here) for cut in used)
    )
    paths = (re.sub(r"rank_\d+", f"rank_{rank - here + i}", cur_ckpt_path) for i in same)
    return next(filter(os.path.isfile, paths), None)


# Newer names.
convert_checkpoint_by_rank = transform_checkpoint_by_rank
convert_checkpoints = transform_checkpoints
rank_list_for_convert = rank_list_for_transform
