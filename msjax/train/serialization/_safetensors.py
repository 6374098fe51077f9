"""safetensors files: 8 bytes with the header's size, the header (JSON), the values."""

from __future__ import annotations

import binascii
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import ml_dtypes
import numpy as np

from msjax._core.base.memory import aligned, fill

# In the order in which the format's own library writes them: wider types come first.
_NAMES = {
    "uint64": "U64",
    "int64": "I64",
    "float64": "F64",
    "complex64": "C64",
    "float32": "F32",
    "uint32": "U32",
    "int32": "I32",
    "bfloat16": "BF16",
    "float16": "F16",
    "uint16": "U16",
    "int16": "I16",
    "int8": "I8",
    "uint8": "U8",
    "bool": "BOOL",
}
_RANK = {name: rank for rank, name in enumerate(_NAMES)}
_READABLE = {
    code: np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    for name, code in _NAMES.items()
    if code != "C64"
}
_HEADER_LIMIT = 100_000_000


class SafetensorError(Exception):
    """Values that the safetensors format cannot hold."""


def _summed(array: np.ndarray) -> bytes | memoryview:
    """What MindSpore sums up: `bytes(array)`, which of a zero-dimensional integer n is n zeros."""
    if array.ndim == 0 and array.dtype.kind in "iu" and 0 <= int(array) < 1 << 32:
        return bytes(int(array))
    return memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8))


def checksum(arrays: Iterable[tuple[str, np.ndarray]]) -> int:
    """CRC-32 over names and values, which come in the order of the names."""
    crc = 0
    for name, array in arrays:
        crc = binascii.crc32(name.encode(), crc)
        crc = binascii.crc32(_summed(array), crc)
    return crc


def header(arrays: dict[str, Any], metadata: dict[str, str]) -> tuple[bytes, list[str]]:
    """The bytes before the values, and the names in the order of the values.

    Args:
        arrays: arrays by name, of any kind that has a dtype, a shape and a number of bytes.
        metadata: texts by name.

    Raises:
        SafetensorError: an array is of a type that the format lacks.
    """
    for name, array in arrays.items():
        if array.dtype.name not in _NAMES:
            raise SafetensorError(
                f"The safetensors format has no type for '{name}' of type {array.dtype.name}; "
                f"it has {', '.join(_NAMES)}. Use format='ckpt'."
            )
    order = sorted(arrays, key=lambda name: (_RANK[arrays[name].dtype.name], name))
    table: dict[str, Any] = {"__metadata__": metadata} if arrays else {}
    start = 0
    for name in order:
        array = arrays[name]
        table[name] = {
            "dtype": _NAMES[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": [start, start + array.nbytes],
        }
        start += array.nbytes
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text, order


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; the format forbids two values of one name."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name occurs twice")
    return table


def _check_entry(name: str, entry: Any) -> None:
    """ValueError for what does not describe a tensor."""
    if not isinstance(entry, dict) or not isinstance(entry.get("dtype"), str):
        raise ValueError(f"'{name}' has no dtype")
    for key in ("shape", "data_offsets"):
        numbers = entry.get(key)
        if not isinstance(numbers, list) or any(type(n) is not int or n < 0 for n in numbers):
            raise ValueError(f"the {key} of '{name}' are not sizes")
    if len(entry["data_offsets"]) != 2:
        raise ValueError(f"the data_offsets of '{name}' are not two")


class Reader:
    """The tensors of an open safetensors file, each read when asked for.

    Args:
        file: an open binary file.
        label: the file's name, for errors.

    Raises:
        ValueError: the file is not of this format.
        KeyError: a tensor is of a type that MindSpore does not read.
    """

    def __init__(self, file: BinaryIO, label: str):
        self._file = file
        self._label = label
        try:
            self._start, table = self._header()
            self.metadata: dict[str, Any] = table.pop("__metadata__", None) or {}
            if not isinstance(self.metadata, dict):
                raise ValueError("the metadata are no object")
            self._check(table)
        except (ValueError, RecursionError) as error:
            raise ValueError(
                f"Fail to parse the input safetensors: '{label}'. "
                f"Please check the correctness of the file: {error}."
            ) from error
        self._table = table
        for name, entry in table.items():
            if entry["dtype"] not in _READABLE:
                raise KeyError(
                    f"'{entry['dtype']}', the type of '{name}' in '{label}', is not supported."
                )

    def _header(self) -> tuple[int, dict[str, Any]]:
        self._end = self._file.seek(0, 2)
        self._file.seek(0)
        size = int.from_bytes(self._file.read(8), "little")
        if self._end < 8 or size > min(self._end - 8, _HEADER_LIMIT):
            raise ValueError("the header is cut off")
        table = json.loads(self._file.read(size), object_pairs_hook=_without_repetition)
        if not isinstance(table, dict):
            raise ValueError("the header is not an object")
        return 8 + size, table

    def _check(self, table: dict[str, Any]) -> None:
        for name, entry in table.items():
            _check_entry(name, entry)
        at = 0
        for start, end in sorted(entry["data_offsets"] for entry in table.values()):
            if start != at or end < start:
                raise ValueError(f"the values have a gap at byte {at}")
            at = end
        if self._start + at != self._end:
            raise ValueError("the values are not as long as the header says")
        for name, entry in table.items():
            kind = _READABLE.get(entry["dtype"])
            start, end = entry["data_offsets"]
            if kind is not None and math.prod(entry["shape"]) * kind.itemsize != end - start:
                raise ValueError(f"the shape of '{name}' does not fit its values")

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._table))

    def __getitem__(self, name: str) -> np.ndarray:
        entry = self._table[name]
        array = aligned(entry["shape"], _READABLE[entry["dtype"]])
        self._file.seek(self._start + entry["data_offsets"][0])
        if not fill(array, self._file):
            raise ValueError(f"'{self._label}' has become shorter while '{name}' was read.")
        return array
