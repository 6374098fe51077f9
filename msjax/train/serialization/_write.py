"""Saving: what goes into a file, and the files' bytes."""

from __future__ import annotations

import atexit
import binascii
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from msjax import _checkparam as Validator
from msjax import log as logger
from msjax._core.base.errors import only_known, unsupported
from msjax._core.base.state import LOCK, STATE
from msjax._core.runtime.agreement import host_values
from msjax._core.runtime.slices import slice_of, whole_of
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor, box
from msjax.nn.cell import Cell
from msjax.train.checkpoint_pb2 import Checkpoint
from msjax.train.serialization import _safetensors
from msjax.train.serialization._encrypt import checked_key, encrypt
from msjax.train.serialization._files import replace_file, replace_file_by_process

SLICE_SIZE = 512 * 1024  # KiB of values in one entry of a ckpt file
_THREAD = "asyn_save_ckpt"
_failures: list[BaseException] = []  # of files written in the background, not yet raised


@dataclass
class _Entry:
    """What is written under one name. Arrays of devices come to the host when they are written."""

    dims: list[int]
    type: str
    held: Any  # a jax.Array or numpy.ndarray
    rows: bool  # long arrays are cut between rows (and an empty one leaves an entry), not anywhere

    def array(self) -> np.ndarray:
        """The values on the host, which no one else keeps there."""
        if isinstance(self.held, np.ndarray):
            return self.held
        devices = self.held.devices()
        if len(devices) == 1 and next(iter(devices)).platform == "cpu":
            return host_values(self.held)  # the memory of the array itself
        if not self.held.is_fully_addressable:
            return host_values(self.held)
        return host_values(jax.device_put(self.held, jax.local_devices(backend="cpu")[0]))

    def slices(self) -> Iterator[memoryview]:
        limit = SLICE_SIZE * 1024
        array = self.array()
        if self.rows:
            count = max(1, -(-array.nbytes // limit))
            parts = np.array_split(array, count) if count > 1 else [array]
            yield from map(_content, parts)
            return
        content = _content(array)
        for start in range(0, len(content), limit):
            yield content[start : start + limit]


def _content(array: np.ndarray) -> memoryview:
    """The bytes of an array, without a copy where its elements follow each other."""
    if not array.size:
        return memoryview(b"")
    return memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8))


def save_checkpoint(
    save_obj: Cell | Iterable[Parameter] | Iterable[dict[str, Any]] | Mapping[str, Any],
    ckpt_file_name: str,
    integrated_save: bool = True,
    async_save: bool | str = False,
    append_dict: dict | None = None,
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    format: str = "ckpt",
    **kwargs: Any,
) -> None:
    """Save Parameters to a file that MindSpore reads too.

    Args:
        save_obj: Cell, list of Parameters, list of dicts with "name" and "data" (a Tensor), or dict
            from names to Parameters, NumPy arrays or strings.
        ckpt_file_name: the file; its ending is added if it lacks it. An existing file is replaced.
        integrated_save: put Parameters together of which processes have parts; all of these must
            save at the same time. Else each saves its part.
        async_save: True or "thread": write the values of now in the background; "process": by a
            process, which a thread gives them. If that fails, the next `save_checkpoint` or the
            end of training raises the error.
        append_dict: more values: int, float, bool, str, Tensor, Parameter or Generator by name.
        enc_key: encrypt a ckpt file with this key of 16, 24 or 32 bytes (16 for SM4-CBC); needs the
            package cryptography.
        enc_mode: "AES-GCM", "AES-CBC" or "SM4-CBC".
        choice_func: tells by name which Parameters are saved.
        crc_check: append a checksum.
        format: "ckpt" or "safetensors" (which has no strings).
        **kwargs: `remove_redundancy` (bool) is noted in safetensors files; `incremental` and
            `global_step_num` as in MindSpore.

    Raises:
        TypeError: `save_obj`, `ckpt_file_name`, `append_dict` or a value is of a wrong type, or
            there is no such argument.
        ValueError: `format`, `async_save` or `enc_mode` is unknown, `enc_key` of a wrong length, or
            `format` lacks what is asked for, such as a place for the name "__metadata__" in
            safetensors.
        IsADirectoryError: `ckpt_file_name` is a directory.
        NotImplementedError: `enc_key` is given, and the package cryptography is not installed.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3)
        >>> ms.save_checkpoint(net, "dense.ckpt", append_dict={"epoch": 5})
        >>> ms.load_checkpoint("dense.ckpt")["epoch"].item()
        5
    """
    only_known(save_checkpoint, kwargs, ("incremental", "global_step_num", "remove_redundancy"))
    path = _checked_name(save_obj, ckpt_file_name, format)
    integrated_save = Validator.check_bool(integrated_save)
    check_async_save(async_save)
    _check_append_dict(append_dict)
    Validator.check_isinstance("enc_key", enc_key, (type(None), bytes))
    Validator.check_isinstance("enc_mode", enc_mode, str)
    Validator.check_isinstance("crc_check", crc_check, bool)
    remove_redundancy = kwargs.get("remove_redundancy")
    Validator.check_isinstance("remove_redundancy", remove_redundancy, (type(None), bool))
    if format == "safetensors":
        given = {"enc_key": enc_key, "enc_mode": enc_mode, "map_param_inc": False, **kwargs}
        _check_plain(given)
    key = None if enc_key is None else checked_key(enc_key, enc_mode)
    pairs = [*_selected(save_obj, integrated_save, choice_func), *_appended(append_dict)]
    values = _by_name(pairs)
    if format == "safetensors" and "__metadata__" in values:
        raise ValueError(
            "For 'save_checkpoint', safetensors files use the name '__metadata__' for notes; "
            "rename the value, or use format='ckpt'."
        )
    background = async_save is not False
    with LOCK:  # all values are those between two steps, if another thread trains
        entries = {name: _entry(value, background) for name, value in values.items()}
    if not background:
        _write(path, entries, crc_check, format, remove_redundancy, key)
        return
    join_saving()
    earlier = _failures.pop(0) if _failures else None  # not what the thread below fails with
    threading.Thread(
        target=_write_in_background,
        args=(path, entries, crc_check, format, remove_redundancy, key, async_save == "process"),
        name=_THREAD,
    ).start()
    if earlier is not None:
        raise earlier


def async_ckpt_thread_status() -> bool:
    """Whether a checkpoint is being saved in the background.

    Returns:
        bool.

    Examples:
        >>> import msjax as ms
        >>> ms.async_ckpt_thread_status()
        False
    """
    logger.warning(
        "The interface 'mindspore.async_ckpt_thread_status' is deprecated from version 2.5 "
        "and will be removed in a future version."
    )
    return any(thread.name == _THREAD for thread in threading.enumerate())


def join_saving() -> None:
    """Return when no checkpoint is being saved in the background any more."""
    for thread in threading.enumerate():
        if thread.name == _THREAD:
            thread.join()


def wait_for_saving() -> None:
    """`join_saving`, then raise what saving in the background has failed with."""
    join_saving()
    _raise_failure()


def _raise_failure() -> None:
    """Raise the oldest failure that nobody has seen."""
    if _failures:
        raise _failures.pop(0)


atexit.register(wait_for_saving)


def _checked_name(save_obj: Any, name: Any, format: str) -> str:
    if format not in ("safetensors", "ckpt"):
        raise ValueError(
            f"For 'save_checkpoint', the format must be 'safetensors' or 'ckpt', but got {format}."
        )
    if not isinstance(save_obj, (Cell, list, dict)):
        raise TypeError(
            "For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, "
            f"but got {type(save_obj)}."
        )
    if not isinstance(name, str):
        raise TypeError(
            "For 'save_checkpoint', the argument 'ckpt_file_name' must be string, "
            f"but got {name} of {type(name)}."
        )
    name = os.path.realpath(name)
    if os.path.isdir(name):
        raise IsADirectoryError(
            f"For 'save_checkpoint', the 'ckpt_file_name' must be a file name, but {name} is a "
            "directory."
        )
    return name if name.endswith(format) else f"{name}.{format}"


def _check_plain(given: dict[str, Any]) -> None:
    """ValueError for arguments that a safetensors file has no place for."""
    given["map_param_inc"] = given.pop("incremental", given["map_param_inc"])
    plain = {"enc_key": None, "enc_mode": "AES-GCM", "map_param_inc": False}
    for name, default in {**plain, "global_step_num": None}.items():
        if (value := given.get(name, default)) != default:
            raise ValueError(
                f"For 'save_checkpoint', when format is 'safetensors', the parameter '{name}' must "
                f"be set to default value '{default}', but got '{value}'."
            )


def check_async_save(async_save: Any) -> None:
    """Refuse what is neither a bool nor a way of working in the background."""
    if not isinstance(async_save, (bool, str)):
        raise TypeError(
            "For 'save_checkpoint', the parameter 'async_save' must be bool or str, "
            f"but got {type(async_save)}."
        )
    if isinstance(async_save, str) and async_save not in ("process", "thread"):
        raise ValueError(
            "For 'save_checkpoint', the argument 'async_save' can only be 'process' or 'thread', "
            f"but got {async_save}."
        )


def _check_append_dict(append_dict: Any) -> None:
    if append_dict is None:
        return
    if not isinstance(append_dict, dict):
        raise TypeError(
            "For 'save_checkpoint', the argument 'append_dict' must be dict, but got "
            f"{type(append_dict)}."
        )
    for key, value in append_dict.items():
        if not isinstance(key, str) or not isinstance(value, (int, float, str, Tensor, Generator)):
            raise TypeError(
                "For 'save_checkpoint', the argument 'append_dict' must have strings as keys and "
                "int, float, bool, str, Tensor, Parameter or Generator as values, but got key: "
                f"{type(key)}, value: {type(value)}."
            )


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The last value of each name, as MindSpore's files have it; a warning if others are lost."""
    values: dict[str, Any] = {}
    repeated = set()
    for name, value in pairs:
        if values.setdefault(name, value) is not value:
            repeated.add(name)
        values[name] = value
    if repeated:
        logger.warning(
            "For 'save_checkpoint', several values have the same name, and only the last of each "
            f"is saved: {sorted(repeated)}."
        )
    return values


def _appended(append_dict: dict | None) -> Iterator[tuple[str, Any]]:
    for name, value in (append_dict or {}).items():
        if name == "__exception_save__":  # a mark of MindSpore's callbacks, not a value
            continue
        if isinstance(value, Generator):
            value = value.get_state()
        elif not isinstance(value, (str, Tensor)):
            value = Tensor(value)
        yield name, value


def _selected(
    save_obj: Any, integrated_save: bool, choice_func: Callable | None
) -> Iterator[tuple[str, Any]]:
    if isinstance(save_obj, Cell):
        pairs = _of_cell(save_obj, integrated_save)
    elif isinstance(save_obj, dict):
        pairs = _of_dict(save_obj)
    else:
        pairs = _of_list(save_obj)
    for name, key, value in pairs:
        if choice_func is None or choice_func(name):
            yield key, value


def _of_cell(net: Cell, integrated_save: bool) -> Iterator[tuple[str, str, Any]]:
    net.init_parameters_data()
    for _, param in net.parameters_and_names():
        key = param.name
        if param.cache_enable:
            key += f".__param_key__{param.key}"
        value: Any = param
        if key in net.parameter_layout_dict:
            value = _get_merged_param_data(
                net, net.parameter_layout_dict, key, param, integrated_save
            )
        yield param.name, key, value


def _of_dict(params: dict) -> Iterator[tuple[str, str, Any]]:
    for name, value in params.items():
        if isinstance(value, np.ndarray):
            value = Tensor(value)
        elif not isinstance(name, str) or not isinstance(value, (Tensor, str)):
            raise TypeError(
                "For save_checkpoint, when save_obj is made up by dict, the key should be str and "
                f"value should be Parameter, but got the type of key is {type(name)} and "
                f"the type of value is {type(value)}"
            )
        yield name, name, value


def _of_list(params: Iterable) -> Iterator[tuple[str, str, Any]]:
    dicts = None
    for item in params:
        if dicts is None:
            dicts = isinstance(item, dict)
        if not dicts:
            if not isinstance(item, Parameter):
                raise TypeError(
                    "For save_checkpoint, when save_obj is made up by list of Parameter, "
                    f"the param should be parameter, but got {type(item)}"
                )
            yield item.name, item.name, item
            continue
        if not isinstance(item, dict) or "name" not in item or "data" not in item:
            raise TypeError(
                "For save_checkpoint, save_obj should be a list of dict items, and the dict should "
                f"have key values 'name' and 'value', but got {type(item)} and {item}."
            )
        for key, kind in (("name", str), ("data", Tensor)):
            if not isinstance(item[key], kind):
                raise TypeError(
                    "For save_checkpoint, when save_obj is a list of dict items, the "
                    f"{key} in dict should be {kind.__name__}, but got {type(item[key])}."
                )
        yield item["name"], item["name"], item["data"]


def _get_merged_param_data(
    net: Cell,
    parameter_layout_dict: dict,
    param_name: str,
    param_data: Tensor,
    integrated_save: bool,
) -> Tensor:
    """The whole of a Parameter of which this process may hold a slice.

    Raises:
        NotImplementedError: a layout that the program gave says that other processes hold slices.
    """
    layout = parameter_layout_dict[param_name]
    if len(layout) < 8 or not integrated_save:
        return param_data
    if slice_of(param_data) is not None:
        return box(whole_of(param_data))
    if any(axis != -1 for axis in layout[1]) or layout[5]:
        raise NotImplementedError(
            f"For 'save_checkpoint', merging the slices of '{param_name}' is not supported; gather "
            "it first, or save the slice with integrated_save=False."
        )
    return param_data


def _entry(value: Any, background: bool) -> _Entry:
    if isinstance(value, str):
        return _Entry([0], "str", np.array(value), True)
    if STATE.frame is not None:  # code that is being traced, which has to know the values
        held = value.asnumpy()
    else:
        # Nobody writes to the array: later values of the Tensor are other arrays, and compiled
        # code gives away no array that is held elsewhere.
        held = value._value
    return _Entry(list(value.shape), str(value.dtype), held, background)


def _write(
    path: str,
    entries: dict[str, _Entry],
    crc_check: bool,
    format: str,
    remove_redundancy: bool | None,
    key: tuple[bytes, str] | None,
    by_process: bool = False,
) -> None:
    try:
        if format == "ckpt":
            chunks = _ckpt_chunks(entries, crc_check)
            if key is not None:
                chunks = iter([encrypt(b"".join(chunks), *key)])
        else:
            chunks = _safetensors_chunks(entries, crc_check, remove_redundancy)
        (replace_file_by_process if by_process else replace_file)(path, chunks)
    except BaseException:
        logger.critical(
            "Failed to save the checkpoint file %s. Maybe don't have the permission to write "
            "files, or the disk space is insufficient and so on.",
            path,
        )
        raise


def _exec_save(
    ckpt_file_name: str,
    data_list: dict[str, list],
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    map_param_inc: bool = False,
    crc_check: bool = False,
    format: str = "ckpt",
    remove_redundancy: bool | None = None,
) -> None:
    """Write a file of arrays.

    Args:
        data_list: by name a list of the shape, the name of the dtype and the array.
        enc_key, enc_mode, crc_check, format, remove_redundancy: as in `save_checkpoint`.

    Raises:
        NotImplementedError: `map_param_inc` is given.
    """
    if map_param_inc:
        raise unsupported(
            "_exec_save with map_param_inc", "leave it out: there are no map Parameters"
        )
    key = None if enc_key is None else checked_key(enc_key, enc_mode)
    entries = {
        name: _Entry(list(shape), str(kind), np.asarray(array), False)
        for name, (shape, kind, array) in data_list.items()
    }
    _write(ckpt_file_name, entries, crc_check, format, remove_redundancy, key)


def _write_in_background(path: str, *args: Any) -> None:
    try:
        _write(path, *args)
    except BaseException as error:
        error.add_note(f"This happened while {path} was saved in the background.")
        _failures.append(error)


def _ckpt_chunks(entries: dict[str, _Entry], crc_check: bool) -> Iterator[Any]:
    crc = 0
    for name, entry in entries.items():
        for content in entry.slices():
            message = Checkpoint()
            value = message.value.add()
            value.tag = name
            value.tensor.dims.extend(entry.dims)
            value.tensor.tensor_type = entry.type
            value.tensor.tensor_content = content
            for piece in message.pieces():
                if crc_check:
                    crc = binascii.crc32(piece, crc)
                yield piece
    if crc_check:
        yield b"crc_num" + crc.to_bytes(10, "big")


def _safetensors_chunks(
    entries: dict[str, _Entry], crc_check: bool, remove_redundancy: bool | None
) -> Iterator[Any]:
    metadata = {"format": "ms"}
    if remove_redundancy is not None:
        metadata["remove_redundancy"] = str(remove_redundancy)
    if crc_check:
        arrays = ((name, entries[name].array()) for name in sorted(entries))
        metadata["crc_num"] = str(_safetensors.checksum(arrays))
    head, order = _safetensors.header({n: e.held for n, e in entries.items()}, metadata)
    yield head
    for name in order:
        yield _content(entries[name].array())


def save_graph(network: Any, file_name: str) -> None:
    """Not possible here: there is no MindSpore graph to save. Raises NotImplementedError."""
    network.get_func_graph_proto()
