"""Files of exported programs: a mark, a description, modules, the Tensors' values, a checksum.

    8 bytes   the mark
    4         the version of the format
    8         the length of the file
    8         the length of the description, JSON
    ...       the description, the modules of StableHLO, the values, each right after the other
    32        SHA-256 of everything before

All numbers are little-endian. Nothing in a file is executed when it is read. The checksum is
against damage, not forgery: the reader of StableHLO in jaxlib does not withstand modules made to
break it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np

from msjax._core.compile.exported import DTYPES, Program, describe, rebuild
from msjax._core.runtime.agreement import host_values

MARK = b"\x89msjax\r\n"
_VERSION = 1
_HEAD, _SUM = 28, 32


class DamagedFile(ValueError):
    """The file is not complete, or not what was written."""


def pieces(program: Program) -> Iterator[Any]:
    """The bytes of a file, piece by piece."""
    table, modules = describe(program)
    arrays = [host_values(kept.value._value) for kept in program.kept]
    for kept, array in zip(program.kept, arrays, strict=True):
        if array.dtype.name not in DTYPES:
            raise NotImplementedError(
                f"For 'export', files have no place for '{kept.name}' of type {array.dtype.name}."
            )
    table["lengths"] = [len(module) for module in modules]
    table["values"] = [[array.dtype.name, list(array.shape)] for array in arrays]
    text = json.dumps(table, separators=(",", ":"), allow_nan=True).encode()
    total = _HEAD + len(text) + sum(map(len, modules)) + sum(a.nbytes for a in arrays) + _SUM
    head = MARK + _VERSION.to_bytes(4, "little")
    head += total.to_bytes(8, "little") + len(text).to_bytes(8, "little")
    digest = hashlib.sha256()
    for piece in (head, text, *modules, *map(_bytes, arrays)):
        digest.update(piece)
        yield piece
    yield digest.digest()


def _bytes(array: np.ndarray) -> Any:
    if not array.size:
        return b""
    return memoryview(np.ascontiguousarray(array).reshape(-1).view(np.uint8))


def parse(content: Any) -> Program:
    """The program in the bytes of a file.

    Raises:
        DamagedFile: they are not what `pieces` gave.
        NotImplementedError: a newer version wrote them, or the program is not safe to run.
    """
    view = memoryview(content)
    if len(view) < _HEAD + _SUM or view[:8] != MARK:
        raise DamagedFile("it has no head")
    version, total, length = (int.from_bytes(view[a:b], "little") for a, b in _FIELDS)
    if total != len(view):
        raise DamagedFile(f"it has {len(view)} of {total} bytes")
    if hashlib.sha256(view[:-_SUM]).digest() != view[-_SUM:]:
        raise DamagedFile("its checksum is wrong")
    if version != _VERSION:
        raise NotImplementedError(
            f"The format has version {version}, and this msjax reads version {_VERSION}; "
            "install the msjax that wrote it."
        )
    if length > total - _HEAD - _SUM:
        raise DamagedFile("its description is cut off")
    try:
        table = json.loads(bytes(view[_HEAD : _HEAD + length]))
        return _filled(table, view, _HEAD + length)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedFile(f"its description is wrong ({error})") from error


_FIELDS = ((8, 12), (12, 20), (20, 28))


def _filled(table: dict[str, Any], view: memoryview, at: int) -> Program:
    modules, values = [], []
    sizes = list(table["lengths"])
    for kind, shape in table["values"]:
        if kind not in DTYPES or any(type(n) is not int or n < 0 for n in shape):
            raise DamagedFile("a Tensor has no type or no shape")
        dtype = np.dtype(getattr(ml_dtypes, kind, None) or kind)
        values.append((dtype, shape))
        sizes.append(math.prod(shape) * dtype.itemsize)
    if any(type(n) is not int or n < 0 for n in sizes) or at + sum(sizes) + _SUM != len(view):
        raise DamagedFile("its parts are not as long as they should be")
    parts = []
    for size in sizes:
        parts.append(view[at : at + size])
        at += size
    count = len(parts) - len(values)
    modules = [bytes(part) for part in parts[:count]]
    arrays = [
        np.frombuffer(part, dtype).reshape(shape)
        for part, (dtype, shape) in zip(parts[count:], values, strict=True)
    ]
    return rebuild(table, modules, arrays)
