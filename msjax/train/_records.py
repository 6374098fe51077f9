"""Records as TensorFlow writes them: a length, its checksum, the contents and their checksum.

The checksum is CRC-32C, masked: rotated, and a constant added.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

_BLOCK = 1024


def _byte_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _byte_table()


@functools.cache
def _block_table() -> np.ndarray:
    """What a byte at each place of a block adds to the block's checksum."""
    table = np.empty((_BLOCK, 256), np.uint32)
    table[-1] = _TABLE
    first = table[-1]
    for place in range(_BLOCK - 2, -1, -1):
        after = table[place + 1]
        table[place] = first[after & 0xFF] ^ after >> 8
    return table


def crc32c(data: bytes) -> int:
    """The CRC-32C of bytes."""
    crc = 0xFFFFFFFF
    blocks = len(data) // _BLOCK
    if blocks:
        table = _block_table()
        rows = np.frombuffer(data, np.uint8, blocks * _BLOCK).reshape(blocks, _BLOCK)
        for start in range(0, blocks, 64):  # a slab at a time, which the processor's cache holds
            slab = table[np.arange(_BLOCK), rows[start : start + 64]]
            for part in np.bitwise_xor.reduce(slab, axis=1).tolist():
                # Four bytes of the checksum so far go through the block like data before it.
                before = struct.pack("<I", crc)
                crc = part
                for place in range(4):
                    crc ^= int(table[place, before[place]])
    for byte in data[blocks * _BLOCK :]:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def _masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def framed(contents: bytes) -> bytes:
    """Contents as a record."""
    length = struct.pack("<Q", len(contents))
    return length + _masked(length) + contents + _masked(contents)


def unframed(stream: BinaryIO, path: str) -> Iterator[bytes]:
    """The contents of the records of a file.

    Raises:
        RuntimeError: a record is cut off or has another checksum.
    """
    number = 0
    while head := stream.read(12):
        if len(head) < 12 or _masked(head[:8]) != head[8:]:
            raise RuntimeError(
                f"Invalid TFRecord file: the length of record {number} of {path} is "
                f"{'cut off' if len(head) < 12 else 'damaged'}."
            )
        (size,) = struct.unpack_from("<Q", head)
        contents, check = stream.read(size), stream.read(4)
        if len(check) < 4:
            raise RuntimeError(f"Invalid TFRecord file: record {number} of {path} is cut off.")
        if _masked(contents) != check:
            raise RuntimeError(f"Invalid TFRecord file: record {number} of {path} is damaged.")
        yield contents
        number += 1
