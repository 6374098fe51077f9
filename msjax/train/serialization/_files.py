"""Files that are complete or not there, written here or by a process of its own.

This file is also the program of that process, which starts it by its path: it imports nothing but
the standard library.
"""

from __future__ import annotations

import contextlib
import os
import stat
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

_LENGTH = struct.Struct("<Q")  # before each piece that the process is given; 0 is the end
_CUT_OFF = 3  # how the process ends if the end does not come


def replace_file(path: str, chunks: Iterable[Any]) -> None:
    """Write next to the file, flush to the disk, and rename.

    No reader sees half a file, and neither an interrupt nor a loss of power leaves one.

    Args:
        path: the file.
        chunks: the contents in pieces.

    Raises:
        IsADirectoryError: `path` is a directory.
        OSError: the disk is full, or may not be written. An existing file is as before.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(f"The file {path} cannot be written: it is a directory.")
    folder, name = os.path.split(os.path.abspath(path))
    # The name is this writer's alone: other processes may be writing to the same path.
    handle, temporary = tempfile.mkstemp(".tmp", f"{name[:50]}.", folder)
    try:
        with open(handle, "wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
        os.chmod(temporary, stat.S_IRUSR)
        os.replace(temporary, path)
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = path
        raise
    _flush_folder(folder)


def _flush_folder(folder: str) -> None:
    """Make the new name of a file last; not all systems can, and the file is whole anyway."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_file_by_process(path: str, chunks: Iterable[Any]) -> None:
    """`replace_file` in a process of its own, which is given the contents through a pipe.

    A process started anew, since one forked from a running JAX may hang.

    Raises:
        RuntimeError: there is no interpreter to start.
        OSError: as `replace_file`; or the process was killed.
    """
    if not sys.executable:
        raise RuntimeError("There is no Python interpreter to start; use async_save='thread'.")
    command = [sys.executable, "-I", "-S", __file__, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        if process.stdin is None or process.stderr is None:
            raise RuntimeError("The process has no pipes.")
        complete = False
        try:
            with contextlib.suppress(BrokenPipeError):  # it has ended, and says why below
                for chunk in chunks:
                    piece = memoryview(chunk)
                    if piece.nbytes:
                        process.stdin.write(_LENGTH.pack(piece.nbytes))
                        process.stdin.write(piece)
                process.stdin.write(_LENGTH.pack(0))
                complete = True
        finally:  # without the end, it drops what it has
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            text = process.stderr.read().decode(errors="replace").strip()
            code = process.wait()
    if code or not complete:
        number, _, reason = text.partition(" ")
        if number.isdigit():
            raise OSError(int(number), reason, path)
        raise OSError(f"The process that writes {path} ended with code {code}: {text}")


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    """What the other side of the pipe sends; EOFError if it ends before the end."""
    while size := _LENGTH.unpack(_exactly(source, _LENGTH.size))[0]:
        while size:
            piece = _exactly(source, min(size, 1 << 20))
            size -= len(piece)
            yield piece


def _exactly(source: BinaryIO, size: int) -> bytes:
    found = source.read(size)
    if len(found) < size:
        raise EOFError
    return found


if __name__ == "__main__":
    try:
        replace_file(sys.argv[1], _pieces(sys.stdin.buffer))
    except EOFError:
        sys.exit(_CUT_OFF)
    except OSError as failure:
        sys.exit(f"{failure.errno or 0} {failure.strerror or failure}")
