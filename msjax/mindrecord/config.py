"""Keys and functions that MindRecord files are encrypted with."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable
from typing import BinaryIO

_MODES = ("AES-GCM",)
_END = b"ENCRYPT"
_BLOCK = 64 * 1024 * 1024  # bytes of content in a block
_OWN = b"UDF-ENC"  # the name of a program's own function

_key: str | None = None
_enc_mode: str | Callable = "AES-GCM"
_dec_mode: str | Callable | None = None


def set_enc_key(enc_key: str | None) -> None:
    """Set the key that files are encrypted and decrypted with.

    Args:
        enc_key: a text of 16, 24 or 32 characters; None for plain files.

    Raises:
        ValueError: `enc_key` is something else.

    Examples:
        >>> from msjax.mindrecord import set_enc_key
        >>> set_enc_key("0123456789012345")
        >>> set_enc_key(None)
    """
    global _key
    if enc_key is not None:
        if not isinstance(enc_key, str):
            raise ValueError("The input enc_key is not str.")
        if len(enc_key) not in (16, 24, 32):
            raise ValueError("The length of input enc_key is not 16, 24, 32.")
    _key = enc_key


def set_enc_mode(enc_mode: str | Callable = "AES-GCM") -> None:
    """Set how files are encrypted.

    Args:
        enc_mode: a function of the open file, its size, the open result and the key.
            Default: ``"AES-GCM"``, which needs the package cryptography.

    Raises:
        ValueError: `enc_mode` is something else.
    """
    global _enc_mode
    _enc_mode = _checked(enc_mode, "enc_mode")


def set_dec_mode(dec_mode: str | Callable | None = "AES-GCM") -> None:
    """Set how files are decrypted.

    Args:
        dec_mode: a function of the open file, its size without the mark at its end, the open
            result and the key; None for what `set_enc_mode` was given.
            Default: ``"AES-GCM"``, which needs the package cryptography.

    Raises:
        ValueError: `dec_mode` is something else.
    """
    global _dec_mode
    _dec_mode = None if dec_mode is None else _checked(dec_mode, "dec_mode")


def _checked(mode: str | Callable, name: str) -> str | Callable:
    if not callable(mode):
        if not isinstance(mode, str):
            raise ValueError(f"The input {name} is not str.")
        if mode not in _MODES:
            raise ValueError(f"The input {name} is invalid.")
    return mode


def _hide(source: BinaryIO, size: int, result: BinaryIO, key: str) -> None:
    """Encrypt a file by AES-GCM: blocks after their lengths."""
    from msjax.train.serialization._encrypt import encrypt as block

    while content := source.read(_BLOCK):
        hidden = block(content, key.encode(), "AES-GCM")
        result.write(len(hidden).to_bytes(4, "big") + hidden)


def _show(source: BinaryIO, size: int, result: BinaryIO, key: str) -> None:
    """Undo `_hide`."""
    from msjax.train.serialization._encrypt import decrypt as block

    while length := int.from_bytes(source.read(4), "big"):
        hidden = source.read(length)
        if len(hidden) < length or source.tell() > size:
            raise RuntimeError(f"Invalid encrypted block length {length} in file: {source.name}.")
        try:
            result.write(block(hidden, key.encode(), "AES-GCM"))
        except ValueError as error:
            raise RuntimeError(
                "Failed to decrypt data, please check if enc_key and enc_mode / dec_mode is valid: "
                f"{error}"
            ) from error


def encrypting() -> bool:
    """Whether files are encrypted."""
    return _key is not None


def encrypt(path: str) -> None:
    """Encrypt a file in its place, if a key is set."""
    if _key is None:
        return
    own = callable(_enc_mode)
    mode = _enc_mode if callable(_enc_mode) else _hide
    try:
        with open(path, "rb") as source, open(path + ".encrypt", "wb") as result:
            mode(source, os.path.getsize(path), result, _key)
            result.write(bytes(4) + (_OWN if own else b"AES-GCM") + _END)
    except BaseException:
        os.remove(path + ".encrypt")
        raise
    os.chmod(path + ".encrypt", 0o600)
    os.replace(path + ".encrypt", path)


class Decrypted:
    """Readable copies of encrypted files, which go with the object; plain files stay themselves."""

    def __init__(self) -> None:
        self._folder = ""

    def path(self, path: str) -> str:
        """The path of the readable file; its index lies beside it."""
        if not os.path.isfile(path):
            raise RuntimeError(f"The input: {path} is not exists.")
        if not os.path.isfile(path + ".db"):
            raise RuntimeError(f"The input: {path}.db is not exists.")
        with open(path, "rb") as stream:
            stream.seek(max(os.path.getsize(path) - len(_END), 0))
            encrypted = stream.read() == _END
        if encrypted and _key is None:
            raise RuntimeError(
                "The mindrecord file is encrypted; 'mindrecord.set_enc_key' and "
                f"'set_dec_mode' must be called before {path} is read."
            )
        if not encrypted and _key is not None:
            raise RuntimeError(
                f"The mindrecord file {path} is not encrypted; 'mindrecord.set_enc_key(None)' "
                "switches decryption off."
            )
        if _key is None:
            return path
        if _dec_mode is None and callable(_enc_mode):
            raise RuntimeError(
                "You use custom encryption, so you must also define custom decryption."
            )
        chosen = _dec_mode or _enc_mode
        mode = chosen if callable(chosen) else _show
        if not self._folder:
            self._folder = tempfile.mkdtemp(prefix="mindrecord")
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        target = os.path.join(self._folder, os.path.basename(path))
        for suffix in "", ".db":
            with open(path + suffix, "rb") as source, open(target + suffix, "wb") as result:
                mode(source, os.path.getsize(path + suffix) - len(_END), result, _key)
        return target


__all__ = ["set_dec_mode", "set_enc_key", "set_enc_mode"]
