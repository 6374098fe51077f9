"""The wire format of protobuf messages: fields as bytes, and messages that are tables of fields."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, ClassVar

import numpy as np

from msjax._core.base.memory import aligned, fill

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_HEAD = 4096  # bytes of a message that tell where its long contents start


class DecodeError(ValueError):
    """The bytes are not a message."""


# -- writing -------------------------------------------------------------------------------------


def varint(value: int) -> bytes:
    """An integer, seven bits to a byte; negative ones in 64-bit two's complement."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def int_field(number: int, value: int) -> bytes:
    """A field that is an integer."""
    return varint(number << 3 | _VARINT) + varint(int(value))


def double_field(number: int, value: float) -> bytes:
    """A field that is a number of 8 bytes."""
    return varint(number << 3 | _FIXED64) + struct.pack("<d", value)


def float_field(number: int, value: float) -> bytes:
    """A field that is a number of 4 bytes."""
    return varint(number << 3 | _FIXED32) + np.float32(value).tobytes()


def bytes_head(number: int, size: int) -> bytes:
    """What comes before the contents of a field that is text, bytes or a message."""
    return varint(number << 3 | _BYTES) + varint(size)


def bytes_field(number: int, value: bytes) -> bytes:
    """A field that is text, bytes or a message."""
    return bytes_head(number, len(value)) + value


# -- reading -------------------------------------------------------------------------------------


def _read_varint(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            raise DecodeError("a number is cut off")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & ((1 << 64) - 1), at
    raise DecodeError("a number is too long")


def unpack_varints(data: memoryview) -> np.ndarray:
    """Integers that are packed one after the other, as 64-bit patterns."""
    content = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(content < 0x80)
    if content.size and (not ends.size or ends[-1] != content.size - 1):
        raise DecodeError("a number is cut off")
    starts = np.concatenate([[0], ends[:-1] + 1]) if ends.size else ends
    if ends.size and (ends - starts).max() > 9:
        raise DecodeError("a number is too long")
    shifts = (np.arange(content.size) - np.repeat(starts, ends - starts + 1)) * 7
    parts = (content & np.uint8(0x7F)).astype(np.uint64) << shifts.astype(np.uint64)
    return np.bitwise_or.reduceat(parts, starts) if ends.size else parts


def unpacked(data: memoryview) -> list[int]:
    """The signed integers of a repeated field whose values came packed into one."""
    return unpack_varints(data).view(np.int64).tolist()


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def fields(data: memoryview, fixed: bool = False) -> Iterator[tuple[int, int | memoryview]]:
    """Field numbers with their varint or bytes; with `fixed` also those of fixed size."""
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        number, wire = key >> 3, key & 7
        if number == 0:
            raise DecodeError("a field has the number 0")
        if wire == _VARINT:
            value, at = _read_varint(data, at)
            yield number, value
            continue
        if wire == _BYTES:
            size, at = _read_varint(data, at)
        elif wire in (_FIXED64, _FIXED32):
            size = 8 if wire == _FIXED64 else 4
        else:
            raise DecodeError(f"a field has the unknown kind {wire}")
        if at + size > len(data):
            raise DecodeError("a field is cut off")
        if wire == _BYTES or fixed:
            yield number, data[at : at + size]
        at += size


def messages(file: BinaryIO, end: int, number: int, kind: type[Message]) -> Iterator[Any]:
    """The messages in one field of a message in a file, each read when it is its turn. Bytes in
    them are views of what was read.

    Args:
        file: the file, at the beginning of the message.
        end: how many bytes the message has.
        number: the field.
        kind: what its messages are.

    Raises:
        DecodeError: the bytes are not a message. Nothing is read beyond them.
    """
    at = 0
    while at < end:
        head = memoryview(file.read(min(30, end - at)))  # more than a key and a size need
        key, size_at = _read_varint(head, 0)
        wire = key & 7
        if wire == _BYTES:
            size, content_at = _read_varint(head, size_at)
        elif wire == _VARINT:
            _, content_at = _read_varint(head, size_at)
            size = 0
        elif wire in (_FIXED64, _FIXED32):
            size, content_at = 8 if wire == _FIXED64 else 4, size_at
        else:
            raise DecodeError(f"a field has the unknown kind {wire}")
        if key >> 3 == 0:
            raise DecodeError("a field has the number 0")
        if size > end - at - content_at:
            raise DecodeError("a field is cut off")
        file.seek(at + content_at)
        if wire == _BYTES and key >> 3 == number:
            content = _read(file, size, kind)
            message = kind()
            message._merge(memoryview(content), copies=False)
            yield message
        at += content_at + size
        file.seek(at)


def _read(file: BinaryIO, size: int, kind: type[Message]) -> np.ndarray:
    """The bytes of a message, in which long contents are where XLA can take them over."""
    lead = 0
    if size > _HEAD:
        start = file.tell()
        lead = _long_content_at(memoryview(file.read(_HEAD)), kind)
        file.seek(start)
    content = aligned((size,), np.dtype(np.uint8), lead)
    if not fill(content, file):
        raise DecodeError("the file has become shorter")
    return content


def _long_content_at(head: memoryview, kind: type[Message]) -> int:
    """Where in a message the contents start that go on after its `head`; 0 if nothing does."""
    at = 0
    with contextlib.suppress(DecodeError):  # a number may go on after the head as well
        while at < len(head):
            key, at = _read_varint(head, at)
            if key & 7 != _BYTES:
                at = _read_varint(head, at)[1] if key & 7 == _VARINT else len(head)
                continue
            size, at = _read_varint(head, at)
            if at + size <= len(head):
                at += size
                continue
            inner = kind._table.get(key >> 3, ("", bytes, False))[1]
            if not issubclass(inner, Message):
                return at
            kind = inner
    return 0


# -- messages ------------------------------------------------------------------------------------


class _Repeated(list):
    """A list of messages that can make its next element."""

    def __init__(self, kind: type[Message]):
        super().__init__()
        self._kind = kind

    def add(self) -> Any:
        """Append an empty message and return it."""
        self.append(self._kind())
        return self[-1]


class Message:
    """A message whose fields are in the class's `_table`: number -> (name, kind, repeated)."""

    _table: ClassVar[dict[int, tuple[str, Any, bool]]] = {}

    def __init__(self) -> None:
        self._parsed: set[str] = set()
        for name, kind, repeated in self._table.values():
            if repeated:
                empty: Any = _Repeated(kind) if issubclass(kind, Message) else []
                setattr(self, name, empty)

    def __getattr__(self, name: str) -> Any:
        """An optional field that has no value yet: its default, which a message keeps."""
        for field, kind, _ in self._table.values():
            if field == name:
                value = kind()
                if isinstance(value, Message):
                    setattr(self, name, value)
                return value
        raise AttributeError(f"{type(self).__name__!r} has no field {name!r}")

    def HasField(self, name: str) -> bool:
        """Whether the optional field has a value."""
        if name not in {field for field, _, repeated in self._table.values() if not repeated}:
            raise ValueError(f"{type(self).__name__!r} has no optional field {name!r}")
        value = self.__dict__.get(name)
        if isinstance(value, Message) and name not in self._parsed:
            return any(key != "_parsed" and item != [] for key, item in value.__dict__.items())
        return value is not None

    def SerializeToString(self) -> bytes:
        """The message as bytes."""
        return b"".join(self.pieces())

    def pieces(self) -> list[Any]:
        """The bytes of the message in pieces, in which long contents are not copied."""
        pieces: list[Any] = []
        for number, (name, kind, repeated) in self._table.items():
            if not repeated and not self.HasField(name):
                continue
            for value in getattr(self, name) if repeated else (getattr(self, name),):
                if kind is int:
                    pieces.append(int_field(number, value))
                    continue
                if kind is str:
                    inner = [value.encode()]
                elif kind is bytes:
                    inner = [value]
                else:
                    inner = value.pieces()
                size = sum(len(piece) for piece in inner)
                pieces += (bytes_head(number, size), *inner)
        return pieces

    def ParseFromString(self, data: bytes) -> int:
        """Take the fields from bytes; returns their number.

        Raises:
            DecodeError: the bytes are not a message.
        """
        self.__dict__.clear()
        Message.__init__(self)
        self._merge(memoryview(data))
        return len(data)

    def _merge(self, data: memoryview, copies: bool = True) -> None:
        for number, raw in fields(data):
            name, kind, repeated = self._table.get(number, ("", None, False))
            if kind is None or isinstance(raw, int) != (kind is int):
                if kind is int and repeated:  # numbers may come packed into one field
                    getattr(self, name).extend(unpacked(raw))
                continue
            if kind is int:
                value: Any = _signed(raw)
            elif kind is str:
                try:
                    value = bytes(raw).decode()
                except UnicodeDecodeError as error:
                    raise DecodeError(f"a name is not text: {error}") from error
            elif kind is bytes:
                value = bytes(raw) if copies else raw
            else:
                value = kind() if repeated else getattr(self, name)
                value._merge(raw, copies)
            if repeated:
                getattr(self, name).append(value)
            else:
                setattr(self, name, value)
                self._parsed.add(name)
