"""Loading: files into dicts of Parameters."""

from __future__ import annotations

import binascii
import contextlib
import io
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

import ml_dtypes
import numpy as np

from msjax import _checkparam as Validator
from msjax import log as logger
from msjax._core.base import dtype as mstype
from msjax._core.base.memory import aligned
from msjax._core.base.x64 import adopt
from msjax._core.runtime import context
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.train._protobuf import messages
from msjax.train.checkpoint_pb2 import Checkpoint, DecodeError
from msjax.train.serialization import _safetensors
from msjax.train.serialization._encrypt import checked_key, decrypt
from msjax.train.serialization._net import load_param_into_net

if TYPE_CHECKING:
    from msjax.nn.cell import Cell

_CRC_SIZE = 17  # the bytes of "crc_num" and a number of ten

tensor_to_ms_type = {
    "Int8": mstype.int8,
    "UInt8": mstype.uint8,
    "Int16": mstype.int16,
    "UInt16": mstype.uint16,
    "Int32": mstype.int32,
    "UInt32": mstype.uint32,
    "Int64": mstype.int64,
    "UInt64": mstype.uint64,
    "Float16": mstype.float16,
    "Float32": mstype.float32,
    "Float64": mstype.float64,
    "Bool": mstype.bool_,
    "str": mstype.string,
    "BFloat16": mstype.bfloat16,
    "Int4": mstype.qint4x2,
}


def tensor_to_np_type(tensor_type_str: str) -> Any:
    """The NumPy type for a type name in a ckpt file; None if there is none."""
    if tensor_type_str == "BFloat16":
        return ml_dtypes.bfloat16
    if tensor_type_str == "Bool":
        return np.bool_
    if tensor_type_str == "str":
        return "U"
    if tensor_type_str == "Int4" or tensor_type_str not in tensor_to_ms_type:
        return None
    return getattr(np, tensor_type_str.lower())


def load_checkpoint(
    ckpt_file_name: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
    choice_func: Callable[[str], bool] | None = None,
    crc_check: bool = False,
    remove_redundancy: bool = False,
    format: str = "ckpt",
) -> dict[str, Any]:
    """Read a file that `save_checkpoint` wrote, here or in MindSpore.

    Args:
        ckpt_file_name: the file; for safetensors also a BytesIO.
        net: a Cell to load the values into.
        strict_load: as in `load_param_into_net`.
        filter_prefix: names starting with it (or one of them) are left out; ckpt only.
        dec_key: the key of an encrypted file; ckpt only. Needs the package cryptography.
        dec_mode: "AES-GCM", "AES-CBC" or "SM4-CBC".
        specify_prefix: only names starting with it (or one of them) are taken; ckpt only.
        choice_func: tells by name what is taken; in ckpt files only without the two before.
        crc_check: compare the checksum. A ckpt file must have one: without it nothing tells whether
            the file is complete. A safetensors file tells its length, and may lack the checksum.
        remove_redundancy: the file was saved without what other processes hold.
        format: "ckpt" or "safetensors".

    Returns:
        dict from names to Parameters; strings stay strings.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the file does not exist, has another ending than `format` or cannot be read,
            the checksum differs or is missing, or nothing is left to load.
        NotImplementedError: a value is of type Int4, or `dec_key` is given and the package
            cryptography is not installed.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "dense.ckpt")
        >>> ms.load_checkpoint("dense.ckpt")["bias"]
        Parameter (name=bias, shape=(3,), dtype=Float32, requires_grad=True)
    """
    wanted = _checked_prefixes(specify_prefix)
    unwanted = _checked_prefixes(filter_prefix)
    Validator.check_isinstance("dec_key", dec_key, (type(None), bytes))
    Validator.check_isinstance("dec_mode", dec_mode, str)
    Validator.check_isinstance("crc_check", crc_check, bool)
    Validator.check_isinstance("remove_redundancy", remove_redundancy, bool)
    if format == "safetensors":
        for name, value, default in (("key", dec_key, None), ("mode", dec_mode, "AES-GCM")):
            if value != default:
                raise ValueError(
                    f"For 'load_checkpoint', when format is 'safetensors', the parameter "
                    f"'dec_{name}' must be set to default value '{default}', but got '{value}'."
                )
    file = _checked_file(ckpt_file_name, format)
    if format == "safetensors":
        params, remove_redundancy = _from_safetensors(
            file, choice_func, crc_check, remove_redundancy
        )
    else:
        for name, value in (("specify_prefix", wanted), ("filter_prefix", unwanted)):
            if value:
                logger.warning(
                    f"For load_checkpoint, this parameter `{name}` will be deprecated, "
                    "please use `choice_func` instead."
                )
        key = None if dec_key is None else (dec_key, dec_mode)
        params = _from_ckpt(file, _chooser(wanted, unwanted, choice_func), crc_check, key)
    if not params:
        raise ValueError(
            "The loaded parameter dict is empty after filter or specify, please check whether "
            "'filter_prefix' or 'specify_prefix' are set correctly."
        )
    if net is not None:
        load_param_into_net(net, params, strict_load, remove_redundancy)
    return params


class ParamDictFuture:
    """What `load_checkpoint_async` answers: `result()` waits for the dict of Parameters."""

    def __init__(self, executor: ThreadPoolExecutor, param_dict_future: Future):
        self.executor = executor
        self.param_dict_future = param_dict_future

    def result(self) -> dict[str, Any]:
        """The answer of `load_checkpoint`, or its error."""
        try:
            return self.param_dict_future.result()
        finally:
            self.executor.shutdown()


def load_checkpoint_async(
    ckpt_file_name: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
    choice_func: Callable[[str], bool] | None = None,
) -> ParamDictFuture:
    """`load_checkpoint` in a thread; the format follows from the file's ending.

    Args:
        ckpt_file_name, net, strict_load, filter_prefix: as in `load_checkpoint`.
        dec_key, dec_mode, specify_prefix, choice_func: as in `load_checkpoint`.

    Returns:
        an object whose `result()` waits for what `load_checkpoint` returns.

    Raises:
        AttributeError: the name of the file is not a string.
        ValueError: raised by `result()`, as `load_checkpoint` raises it.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "dense.ckpt")
        >>> sorted(ms.load_checkpoint_async("dense.ckpt").result())
        ['bias', 'weight']
    """
    format = "safetensors" if ckpt_file_name.endswith(".safetensors") else "ckpt"
    executor = ThreadPoolExecutor(max_workers=1)
    future = executor.submit(
        load_checkpoint,
        ckpt_file_name,
        net,
        strict_load,
        filter_prefix,
        dec_key,
        dec_mode,
        specify_prefix,
        choice_func,
        format=format,
    )
    return ParamDictFuture(executor, future)


def _checked_prefixes(prefix: Any) -> Sequence[str] | None:
    if prefix is None:
        return None
    which = "'specify_prefix' or 'filter_prefix'"
    if not isinstance(prefix, (str, list, tuple)):
        raise TypeError(
            f"For 'load_checkpoint', the type of {which} must be string, list[string] or "
            f"tuple[string], but got {type(prefix)}."
        )
    if isinstance(prefix, str):
        prefix = (prefix,)
    if not prefix:
        raise ValueError(f"For 'load_checkpoint', the argument {which} can't be empty.")
    for index, item in enumerate(prefix):
        if not isinstance(item, str):
            raise TypeError(
                f"For 'load_checkpoint', when {which} is list or tuple, the element in it must be "
                f"string, but got {type(item)} at index {index}."
            )
        if not item:
            raise ValueError(f"For 'load_checkpoint', the value of {which} can't include ''.")
    return prefix


def _chooser(
    wanted: Sequence[str] | None, unwanted: Sequence[str] | None, choice_func: Callable | None
) -> Callable[[str], bool]:
    if wanted is None and unwanted is None:
        return choice_func or (lambda name: True)

    def choose(name: str) -> bool:
        if wanted is not None and not name.startswith(tuple(wanted)):
            return False
        return unwanted is None or not name.startswith(tuple(unwanted))

    return choose


def _checked_file(file: Any, format: str) -> Any:
    if format not in ("ckpt", "safetensors"):
        raise ValueError(
            "For 'load_checkpoint', the checkpoint file should end with '.ckpt' or "
            "'.safetensors', please input the correct 'format'."
        )
    if isinstance(file, BytesIO):
        if format == "ckpt":
            raise TypeError(
                "For 'load_checkpoint', a BytesIO is read with format='safetensors' only."
            )
        return file
    if not isinstance(file, str):
        raise TypeError(
            "For 'load_checkpoint', the argument 'ckpt_file_name' must be string, "
            f"but got {type(file)}."
        )
    if not file.endswith(format):
        raise ValueError(
            "For 'load_checkpoint', the checkpoint file format must same with 'format', but got "
            f"file_name:'{file}', format:'{format}'"
        )
    file = os.path.realpath(file)
    if not os.path.exists(file):
        raise ValueError(
            f"For 'load_checkpoint', the checkpoint file: {file} does not exist, please check "
            "whether the 'ckpt_file_name' is correct."
        )
    return file


def _from_safetensors(
    file: Any, choice_func: Callable | None, crc_check: bool, remove_redundancy: bool
) -> tuple[dict[str, Any], bool]:
    if isinstance(file, BytesIO):
        return _safetensors_params(file, "BytesIO", choice_func, crc_check, remove_redundancy)
    with open(file, "rb") as opened:
        return _safetensors_params(opened, file, choice_func, crc_check, remove_redundancy)


def _safetensors_params(
    file: Any, label: str, choice_func: Callable | None, crc_check: bool, remove_redundancy: bool
) -> tuple[dict[str, Any], bool]:
    reader = _safetensors.Reader(file, label)
    metadata = reader.metadata
    if crc_check:
        _check_sum(reader, metadata.get("crc_num"))
    params = {}
    for name in reader:
        if choice_func is not None and not choice_func(name):
            continue
        if metadata.get(name) == "Int4":
            raise _no_int4(name)
        params[name] = Parameter(Tensor(adopt(reader[name], context.device())))
    noted = metadata.get("remove_redundancy")
    if noted in ("True", "False") and noted != str(remove_redundancy):
        kind = "deduplicated" if noted == "True" else "non-deduplicated"
        logger.warning(
            f"For 'load_checkpoint', the safetensors file is {kind}, "
            f"but remove_redundancy is set to {remove_redundancy}."
        )
        remove_redundancy = not remove_redundancy
    return params, remove_redundancy


def _no_int4(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"For 'load_checkpoint', '{name}' is of type Int4, which no Tensor holds here; leave it "
        "out with 'choice_func', or save it as Int8 in MindSpore."
    )


def _check_sum(reader: _safetensors.Reader, expected: Any) -> None:
    if expected is None:
        logger.warning(
            "For 'load_checkpoint', the safetensors file do not contain the crc code, "
            "please check the file."
        )
    elif str(_safetensors.checksum((name, reader[name]) for name in reader)) != expected:
        raise ValueError(
            "For 'load_checkpoint', the crc check has failed. "
            "Please check whether the ckpt file is damaged."
        )


def _decrypted(file: str, content: bytes, key: tuple[bytes, str]) -> bytes:
    if content[-_CRC_SIZE:].startswith(b"crc_num"):  # MindSpore writes 0 for an encrypted file
        content = content[:-_CRC_SIZE]
    try:
        return decrypt(content, *key)
    except ValueError as error:
        raise ValueError(
            f"Failed to read the checkpoint file {file}. The file may be encrypted or tempered "
            "with, please pass in the correct 'dec_key' or check the file integrity."
        ) from error


def _from_ckpt(
    file: str, choose: Callable[[str], bool], crc_check: bool, key: tuple[bytes, str] | None
) -> dict[str, Any]:
    params: dict[str, Any] = {}
    with _opened(file, key) as opened:
        for name, group in _groups(_entries(opened, file, crc_check)):
            _add(params, name, group, choose, file)
    return params


@contextlib.contextmanager
def _opened(file: str, key: tuple[bytes, str] | None) -> Iterator[BinaryIO]:
    """The plain contents of a ckpt file."""
    try:
        with open(file, "rb") as opened:
            yield opened if key is None else io.BytesIO(_decrypted(file, opened.read(), key))
    except OSError as error:
        raise ValueError(
            f"Failed to read the checkpoint file {file}. May not have permission to read it, "
            "please check the correct of the file."
        ) from error


def _entries(opened: BinaryIO, file: str, crc_check: bool) -> Iterator[Any]:
    """The entries of a ckpt file one by one, after looking at its checksum."""
    end = opened.seek(0, 2)
    opened.seek(max(0, end - _CRC_SIZE))
    last = opened.read(_CRC_SIZE)
    if last.startswith(b"crc_num") and len(last) == _CRC_SIZE:
        end -= _CRC_SIZE
        if crc_check and _crc(opened, end) != int.from_bytes(last[7:], "big"):
            raise ValueError(
                f"Failed to read the checkpoint file {file}: the crc check is failed, please check "
                "whether the ckpt file is damaged."
            )
    elif crc_check:
        raise ValueError(
            f"Failed to read the checkpoint file {file}: it has no crc code. Either it was saved "
            "without one, or its end is missing, and the Parameters there with it. Use "
            "crc_check=False if you know that it is complete."
        )
    opened.seek(0)
    try:
        yield from messages(opened, end, 1, Checkpoint.Value)
    except DecodeError as error:
        raise ValueError(
            f"Failed to read the checkpoint file {file}. The file may be corrupted or encrypted, "
            f"and the content cannot be parsed: {error}."
        ) from error


def _parse_ckpt_proto(
    ckpt_file_name: str, dec_key: bytes | None, dec_mode: str | None, crc_check: bool | None
) -> Checkpoint:
    """The message that a ckpt file holds.

    Raises:
        ValueError: the file cannot be read, or is damaged.
    """
    key = None if dec_key is None else checked_key(dec_key, dec_mode or "AES-GCM")
    found = Checkpoint()
    with _opened(ckpt_file_name, key) as opened:
        found.value.extend(_entries(opened, ckpt_file_name, bool(crc_check)))
    return found


def _crc(opened: BinaryIO, end: int) -> int:
    """CRC-32 over the beginning of a file."""
    crc = 0
    opened.seek(0)
    while end > 0 and (piece := opened.read(min(end, 1 << 20))):
        crc = binascii.crc32(piece, crc)
        end -= len(piece)
    return crc


def _groups(entries: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Entries with their names; the slices of one tensor follow each other."""
    group: list[Any] = []
    for entry in entries:
        if group and group[0].tag != entry.tag:
            yield group[0].tag, group
            group = []
        group.append(entry)
    if group:
        yield group[0].tag, group


def _add(
    params: dict[str, Any], name: str, group: list[Any], choose: Callable[[str], bool], file: str
) -> None:
    try:
        if choose(name):
            params[name] = _value(name, group)
    except NotImplementedError:
        raise
    except Exception as error:
        logger.critical("Failed to load the checkpoint file '%s'.", file)
        raise ValueError(
            f"{error}\nFor 'load_checkpoint', failed to load '{name}' from the checkpoint file "
            f"{file}."
        ) from error


def _value(name: str, group: list[Any]) -> Any:
    if not group[-1].HasField("tensor"):
        return _map_tables(group)
    content = _joined([entry.tensor.tensor_content for entry in group])
    tensor = group[-1].tensor
    kind = tensor_to_ms_type.get(tensor.tensor_type)
    if kind is None:
        raise ValueError(f"'{name}' is of the unknown type {tensor.tensor_type!r}.")
    if kind is mstype.qint4x2:
        raise _no_int4(name)
    if kind is mstype.string:
        return bytes(content).decode("utf-32-le").rstrip("\0")
    dims = [] if tensor.dims == [0] and content else tensor.dims  # the old form of a scalar
    if len(content) % kind.np.itemsize:
        raise ValueError(f"'{name}' of type {kind} has {len(content)} bytes, a value in part.")
    array = np.frombuffer(content, kind.np)
    if array.size != math.prod(dims):
        raise ValueError(f"'{name}' has {array.size} values, which do not fill the shape {dims}.")
    return Parameter(Tensor(adopt(array.reshape(dims), context.device())), name=name)


def _joined(parts: list[Any]) -> Any:
    """The contents of all slices of a tensor."""
    if len(parts) == 1:
        return parts[0]
    content = aligned((sum(map(len, parts)),), np.dtype(np.uint8))
    return np.concatenate([np.frombuffer(part, np.uint8) for part in parts], out=content)


def _map_tables(group: list[Any]) -> list[np.ndarray]:
    """The keys, values and states of a hash table, joined over its slices."""
    columns = zip(*(entry.maptensor.tensor for entry in group), strict=True)
    return [
        np.concatenate(
            [np.frombuffer(t.tensor_content, t.tensor_type).reshape(t.dims) for t in column]
        )
        for column in columns
    ]
