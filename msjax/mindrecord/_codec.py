"""How a row is written: its numbers and strings as MessagePack, its arrays and bytes as a blob."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

NUMBERS = ("int32", "int64", "float32", "float64")

# -- numbers and strings -------------------------------------------------------------------------


def _head(size: int, short: int, limit: int, codes: tuple[int, ...]) -> bytes:
    """The head of a string or map of some size: in one byte if short, else with a longer size."""
    if size <= limit:
        return bytes([short | size])
    for code, kind in zip(codes, "BHI"[-len(codes) :], strict=True):
        if size < 1 << 8 * struct.calcsize(kind):
            return struct.pack(">B" + kind, code, size)
    raise ValueError(f"A string of {size} bytes is too long.")


def _pack_int(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack("b" if value < 0 else "B", value)
    if value >= 0:
        for code, kind in zip((0xCC, 0xCD, 0xCE, 0xCF), "BHIQ", strict=True):
            if value < 1 << 8 * struct.calcsize(">" + kind):
                return struct.pack(">B" + kind, code, value)
    for code, kind in zip((0xD0, 0xD1, 0xD2, 0xD3), "bhiq", strict=True):
        if -(1 << 8 * struct.calcsize(">" + kind) - 1) <= value < 0:
            return struct.pack(">B" + kind, code, value)
    raise ValueError(f"The integer {value} has more than 64 bits.")


def _pack(value: Any) -> bytes:
    if isinstance(value, int):
        return _pack_int(value)
    if isinstance(value, float):
        with np.errstate(over="ignore"):
            short = float(np.float32(value)) == value and abs(value) != float("inf")
        return struct.pack(">Bf", 0xCA, value) if short else struct.pack(">Bd", 0xCB, value)
    text = value.encode()
    return _head(len(text), 0xA0, 31, (0xD9, 0xDA, 0xDB)) + text


def pack_row(row: dict[str, Any]) -> bytes:
    """A row of ints, floats and strings as MessagePack, its fields in the order of their names."""
    parts = [_head(len(row), 0x80, 15, (0xDE, 0xDF))]
    for name in sorted(row):
        parts += (_pack(name), _pack(row[name]))
    return b"".join(parts)


_FIXED = {
    code: struct.Struct(">" + kind)
    for code, kind in zip(
        (0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3), "fdBHIQbhiq", strict=True
    )
}
_SIZED = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDE: ">H", 0xDF: ">I"}


def unpack_row(data: bytes) -> dict[str, Any]:
    """The row that `pack_row` wrote; ValueError if the bytes are none."""
    at = 0

    def sized(code: int) -> int:
        nonlocal at
        kind = _SIZED[code]
        (size,) = struct.unpack_from(kind, data, at)
        at += struct.calcsize(kind)
        return size

    def text(size: int) -> str:
        nonlocal at
        at += size
        if at > len(data):
            raise ValueError("a string is cut off")
        return data[at - size : at].decode()

    def value() -> Any:
        nonlocal at
        code = data[at]
        at += 1
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 256
        if 0xA0 <= code < 0xC0:
            return text(code & 31)
        if code in _FIXED:
            (number,) = _FIXED[code].unpack_from(data, at)
            at += _FIXED[code].size
            return number
        if code in (0xD9, 0xDA, 0xDB):
            return text(sized(code))
        if code in (0xC2, 0xC3):
            return code == 0xC3
        if code == 0xC0:
            return None
        raise ValueError(f"the code {code:#x} is not known")

    try:
        code = data[0]
        at = 1
        count = code & 15 if 0x80 <= code < 0x90 else sized(code)
        return {value(): value() for _ in range(count)}
    except (IndexError, KeyError, struct.error) as error:
        raise ValueError("a row is cut off or no MessagePack") from error


# -- arrays and bytes ----------------------------------------------------------------------------


def _shrink(values: np.ndarray) -> bytes:
    """Integers in as few bytes each as they need.

    Their number (4 bytes, big-endian), two bits for each that tell its size as a power of two, and
    their bytes, little-endian.
    """
    wide = values.astype("<i8")
    kinds = np.zeros(wide.size, np.uint8)
    for bits in 7, 15, 31:
        kinds += (wide < -(1 << bits)) | (wide >= 1 << bits)
    sizes = 1 << kinds.astype(np.int64)
    ends = np.cumsum(sizes)
    out = np.empty(int(ends[-1]) if wide.size else 0, np.uint8)
    rows = wide.view(np.uint8).reshape(-1, 8)
    for size in 1, 2, 4, 8:
        chosen = sizes == size
        places = (ends - sizes)[chosen, None] + np.arange(size)
        out[places] = rows[chosen, :size]
    padded = np.zeros(-(-wide.size // 4) * 4, np.uint8)
    padded[: wide.size] = kinds
    marks = (padded.reshape(-1, 4) << np.array([6, 4, 2, 0], np.uint8)).sum(1, dtype=np.uint8)
    return struct.pack(">I", wide.size) + marks.tobytes() + out.tobytes()


def _widen(data: bytes, dtype: str) -> np.ndarray:
    """The integers that `_shrink` wrote."""
    (count,) = struct.unpack_from(">I", data)
    start = 4 + -(-count // 4)
    marks = np.frombuffer(data, np.uint8, start - 4, 4)
    kinds = (marks[:, None] >> np.array([6, 4, 2, 0], np.uint8) & 3).reshape(-1)[:count]
    sizes = 1 << kinds.astype(np.int64)
    ends = start + np.cumsum(sizes)
    if len(data) != (int(ends[-1]) if count else start):
        raise ValueError("an array of integers is cut off")
    content = np.frombuffer(data, np.uint8)
    out = np.empty(count, dtype)
    for size in 1, 2, 4, 8:
        chosen = sizes == size
        if chosen.any():
            places = (ends - sizes)[chosen, None] + np.arange(size)
            out[chosen] = content[places].view(f"<i{size}")[:, 0]
    return out


def pack_blob(row: dict[str, Any], schema: dict[str, dict]) -> tuple[bytes, int]:
    """The blob fields of a row, and how many bytes shrinking integers has saved."""
    if not row:
        return b"\0\0\0\0", 0
    parts, saved = [], 0
    for name, value in row.items():
        if isinstance(value, np.ndarray):
            array = value.astype(schema[name]["type"], copy=False)
            if array.dtype.kind == "i":
                content = _shrink(array.reshape(-1))
                saved += array.nbytes - len(content)
            else:
                content = array.tobytes()
        else:
            content = bytes(value)
        parts.append(content)
    if len(parts) == 1:
        return parts[0], saved
    return b"".join(struct.pack(">Q", len(part)) + part for part in parts), saved


def blob_pieces(data: bytes, names: list[str]) -> dict[str, bytes]:
    """The contents of each blob field."""
    if len(names) < 2:
        return dict.fromkeys(names, data)
    pieces, at = {}, 0
    for name in names:
        if at + 8 > len(data):
            raise ValueError("a blob is cut off")
        (size,) = struct.unpack_from(">Q", data, at)
        pieces[name] = data[at + 8 : at + 8 + size]
        at += 8 + size
        if at > len(data):
            raise ValueError("a blob is cut off")
    return pieces


def blob_reader(field: dict) -> Callable[[bytes], Any]:
    """The function from the content of a blob field to its bytes or array."""
    if "shape" not in field:
        return bytes
    dtype, shape = field["type"], field["shape"]
    if dtype in ("int32", "int64"):
        return lambda content: _widen(content, dtype).reshape(shape)
    return lambda content: np.frombuffer(content, dtype).reshape(shape).copy()
