"""Encrypted files, byte for byte as MindSpore's: blocks, each with what is needed to undo it.

A block is a number that tells the mode, in the mode AES-GCM a tag of 16 bytes, the length of the
rest, and then the length and the bytes of the initial vector and of the encrypted content. All
numbers are little-endian and have 4 bytes. The package cryptography does the arithmetic.
"""

from __future__ import annotations

import os
from typing import Any

_BLOCK = 64 * 1024 * 1024  # bytes of content in a block
_VECTOR, _TAG = 16, 16
_MARKS = {"AES-GCM": 0x7F3A5ED8, "AES-CBC": 0x7F3A5ED9, "SM4-CBC": 0x7F3A5EDA}
_KEYS = {"AES-GCM": (16, 24, 32), "AES-CBC": (16, 24, 32), "SM4-CBC": (16,)}
MODES = tuple(_MARKS)


def is_encrypted(content: bytes) -> bool:
    """Whether a file begins as an encrypted one."""
    return int.from_bytes(content[:4], "little") in _MARKS.values()


def checked_key(key: bytes, mode: str) -> tuple[bytes, str]:
    """The key and the mode, if they go together and can be used.

    Raises:
        ValueError: there is no such mode, or it takes no keys of this length.
        NotImplementedError: the package cryptography is not installed.
    """
    _check(key, mode)
    _cryptography()
    return key, mode


def encrypt(content: Any, key: bytes, mode: str) -> bytes:
    """The encrypted form of bytes.

    Raises:
        ValueError: there is no such mode, or it takes no keys of this length.
        NotImplementedError: the package cryptography is not installed.
    """
    _check(key, mode)
    view = memoryview(content)
    return b"".join(
        _encrypted(bytes(view[at : at + _BLOCK]), key, mode) for at in range(0, len(view), _BLOCK)
    )


def decrypt(content: Any, key: bytes, mode: str) -> bytes:
    """The bytes that `encrypt` was given.

    Raises:
        ValueError: the key or mode is another one, or the content is damaged.
        NotImplementedError: the package cryptography is not installed.
    """
    _check(key, mode)
    view, at, parts = memoryview(content), 0, []

    def take(count: int) -> bytes:
        nonlocal at
        if count < 0 or at + count > len(view):
            raise ValueError("The encrypted content is cut off.")
        at += count
        return bytes(view[at - count : at])

    def number() -> int:
        return int.from_bytes(take(4), "little")

    while at < len(view):
        if number() != _MARKS[mode]:
            raise ValueError(f"The content is not encrypted in the mode {mode}.")
        tag = take(_TAG) if mode == "AES-GCM" else b""
        length = number()
        vector = take(number())
        hidden = take(number())
        if length != 8 + len(vector) + len(hidden) or len(vector) != _VECTOR:
            raise ValueError("The encrypted content is damaged.")
        parts.append(_decrypted(hidden, tag, vector, key, mode))
    return b"".join(parts)


def _check(key: bytes, mode: str) -> None:
    if mode not in _MARKS:
        raise ValueError(f"The mode of encryption must be one of {MODES}, but got '{mode}'.")
    if len(key) not in _KEYS[mode]:
        lengths = " or ".join(map(str, _KEYS[mode]))
        raise ValueError(
            f"The key for the mode {mode} must have {lengths} bytes, but got {len(key)}."
        )


def _cryptography() -> Any:
    """The module with ciphers of the package cryptography."""
    try:
        from cryptography.hazmat.primitives import ciphers
    except ImportError as error:
        raise NotImplementedError(
            "Encrypted files need the package cryptography, which is not installed; "
            "`pip install cryptography`."
        ) from error
    return ciphers


def _cipher(key: bytes, mode: str, vector: bytes, tag: bytes | None = None) -> Any:
    ciphers = _cryptography()
    from cryptography.hazmat.primitives.ciphers import algorithms, modes

    if mode == "AES-GCM":  # its counter takes 12 bytes of the vector
        return ciphers.Cipher(algorithms.AES(key), modes.GCM(vector[:12], tag))
    kind = algorithms.AES if mode == "AES-CBC" else algorithms.SM4
    return ciphers.Cipher(kind(key), modes.CBC(vector))


def _encrypted(content: bytes, key: bytes, mode: str) -> bytes:
    vector = os.urandom(_VECTOR)
    encryptor = _cipher(key, mode, vector).encryptor()
    if mode != "AES-GCM":
        missing = 16 - len(content) % 16
        content += bytes([missing]) * missing
    hidden = encryptor.update(content) + encryptor.finalize()
    tag = encryptor.tag if mode == "AES-GCM" else b""
    numbers = (n.to_bytes(4, "little") for n in (_VECTOR, len(hidden)))
    rest = next(numbers) + vector + next(numbers) + hidden
    return _MARKS[mode].to_bytes(4, "little") + tag + len(rest).to_bytes(4, "little") + rest


def _decrypted(hidden: bytes, tag: bytes, vector: bytes, key: bytes, mode: str) -> bytes:
    decryptor = _cipher(key, mode, vector, tag).decryptor()
    try:
        content = decryptor.update(hidden) + decryptor.finalize()
    except Exception as error:  # the package's own error for a wrong tag is no ValueError
        raise ValueError("The key is wrong, or the encrypted content is damaged.") from error
    if mode == "AES-GCM":
        return content
    missing = content[-1] if content else 0
    if not 1 <= missing <= 16 or content[-missing:] != bytes([missing]) * missing:
        raise ValueError("The key is wrong, or the encrypted content is damaged.")
    return content[:-missing]
