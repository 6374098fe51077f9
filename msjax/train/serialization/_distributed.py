"""Loading what several ranks have saved into one network, and joining parts of Parameters."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as Validator
from msjax._core.runtime.slices import layout_of, slice_of
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.communication import get_rank
from msjax.context import get_auto_parallel_context
from msjax.nn.cell import Cell
from msjax.train.serialization._net import load_param_into_net
from msjax.train.serialization._ranks import FORMATS, RankReader
from msjax.train.serialization._read import load_checkpoint
from msjax.train.serialization._recut import assembled, cut_anew
from msjax.train.serialization._strategy import (
    Cut,
    cut_of,
    cuts,
)
from msjax.train.serialization._unified import Unified, write_ranks


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
        TypeError: `sliced_parameters` is not a list, `strategy` not a dict, or a part not a
            Parameter.
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
    return assembled(first.name, dict(enumerate(arrays)), cut, wanted, shape)


def load_segmented_checkpoints(
    ckpt_file_dir: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
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
        TypeError: `ckpt_file_dir` is not a str.
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
    predict_strategy: Mapping[str, Any] | str | None = None,
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
            `build_searched_strategy`: how this process (`rank_id`, or its own) holds the
            Parameters; None for what it has of each. With `unified_safetensors_dir`, also a
            strategy file.
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
        ValueError: `network` is not a Cell, the files do not fit the strategy, one does not exist,
            or arguments exclude each other.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3)
        >>> ms.save_checkpoint(net, "rank_0.ckpt")
        >>> ms.load_distributed_checkpoint(ms.nn.Dense(2, 3), ["rank_0.ckpt"])
        True
    """
    if format not in FORMATS or output_format not in FORMATS:
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
        read = Unified(unified_safetensors_dir, name_map or {})
        if network is None:
            return write_ranks(read, predict_strategy, dst_safetensors_dir, rank_id, output_format)
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
    read = RankReader(dict(enumerate(names)), format, dec_key, dec_mode)
    if train_strategy_filename is None:
        train_strategy_filename = get_auto_parallel_context("strategy_ckpt_load_file") or None
    source = cuts(train_strategy_filename) or {}
    here = get_rank() if rank_id is None else rank_id
    target = {
        name: _described(layout) if isinstance(layout, (list, tuple)) else cut_of(layout)
        for name, layout in (predict_strategy or {}).items()
    }
    values = {}
    for _, param in net.parameters_and_names():
        name = (name_map or {}).get(param.name, param.name)
        old, new = source.get(name), target.get(param.name) or _held(param)
        if old is not None and len(names) % old.number():
            raise ValueError(
                f"For 'load_distributed_checkpoint', the strategy has {old.number()} devices, but "
                f"there are {len(names)} files."
            )
        held = read.parts(name, old.number() if old else len(names))
        if held:
            values[param.name] = cut_anew(param.name, held, old, new, here if new else 0)
    load_param_into_net(net, values, strict_load)
    return values if return_param_dict else True


def _held(param: Parameter) -> Cut | None:
    """How processes with strategies hold a Parameter, if a program has met it."""
    part = slice_of(param)
    return None if part is None else _described(layout_of(part))


def _described(layout: Any) -> Cut:
    """A layout that is a list: [dev_matrix, tensor_map, ...]."""
    devices = list(layout[0])
    names = [n if isinstance(n, (list, tuple)) else [n] for n in layout[1]]
    return Cut(devices, [[len(devices) - 1 - n for n in dim if n != -1] for dim in names])
