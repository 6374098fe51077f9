"""Compiled code that outlives the process: a folder that JAX asks before it compiles.

JAX's own folder is neither bounded without another package nor safe from entries that were written
by half: one that cannot be read stays, and is warned of in every process. Here an entry appears
whole or not at all, carries a checksum, and one that does not fit it is thrown away. JAX's key of
an entry covers the program, its options, the versions of jax and jaxlib and the device.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import platform
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax

from msjax._core.base.executable import look_on
from msjax._core.runtime.ready import ready_in

_FOLDER, _SIZE = "MSJAX_CACHE_DIR", "MSJAX_CACHE_SIZE"  # environment variables
_MIB = 1 << 20
_DEFAULT_SIZE = 512  # MiB
_OFF = ("0", "off", "none")
_MARK = b"msjax executable 1\n"
_SUFFIX = ".executable"
_RARELY = 3600.0  # seconds between looks at the size of the whole folder
_log = logging.getLogger("msjax.cache")


class _Last(threading.local):
    """The entry that a thread got or put last."""

    key: str | None = None
    entry = b""
    put = False

    def note(self, key: str, entry: bytes, put: bool) -> None:
        """It has got or put an entry."""
        self.key, self.entry, self.put = key, entry, put


class Store:
    """Entries in a folder, as JAX asks for them; no fault of the file system is an error.

    `last` is the latest entry that a thread got or put.

    Args:
        root: what is bounded in size.
        folder: the part of it whose entries fit this machine.
        most: the bound, in bytes.
    """

    def __init__(self, root: Path, folder: Path, most: int):
        self.root, self.most = root, most
        self._path = folder  # JAX's name
        self._written: int | None = None  # bytes since the last look, None before the first
        self._writes = True
        self.last = _Last()

    def get(self, key: str) -> bytes | None:
        """The entry, None if there is none or it is damaged."""
        path = self._place(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        head = len(_MARK) + 32
        value = content[head:]
        if content[:head] != _MARK + hashlib.sha256(value).digest():
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        self.last.note(key, value, put=False)
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _RARELY:
                os.utime(path)  # what is used stays longest
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keep an entry, if the file system takes it."""
        if not self._writes:
            return
        content = _MARK + hashlib.sha256(value).digest() + value
        try:
            self._bound(len(content))
            handle, name = tempfile.mkstemp(dir=self._path, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.replace(name, self._place(key))
                self.last.note(key, value, put=True)
            except BaseException:
                os.unlink(name)
                raise
        except OSError as error:
            self._writes = False
            _log.info("Compiled code is no longer kept: %s.", error)

    def _place(self, key: str) -> Path:
        """A short name: JAX's keys have the name of the compiled function in them."""
        return self._path / (hashlib.sha256(key.encode()).hexdigest()[:40] + _SUFFIX)

    def _bound(self, size: int) -> None:
        """Look at the whole folder now and then, and drop what was not used for longest."""
        stamp = self.root / "last_look"
        if self._written is None:
            self._written = 0
            with contextlib.suppress(FileNotFoundError):
                if time.time() - stamp.stat().st_mtime < _RARELY:
                    return
        elif self._written < self.most // 8:
            self._written += size
            return
        self._written = 0
        stamp.touch()
        found = sorted(_files(self.root))
        total = sum(size for _, size, _ in found)
        if total > self.most:
            for _, size, path in found:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                total -= size
                if total <= self.most * 3 // 4:
                    break


def _files(root: Path) -> Iterator[tuple[float, int, str]]:
    """Time of last use, size and path of every entry, and of what was abandoned while written."""
    now = time.time()
    for folder in os.scandir(root):
        if folder.is_dir(follow_symlinks=False):
            for entry in os.scandir(folder.path):
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    if entry.name.endswith(_SUFFIX):
                        yield status.st_mtime, status.st_size, entry.path
                    elif entry.name.endswith(".part") and now - status.st_mtime > _RARELY:
                        os.unlink(entry.path)


def start() -> None:
    """Keep compiled code from now on, unless the program or its user decided otherwise.

    `MSJAX_CACHE_DIR` names the folder ("off" keeps nothing), `MSJAX_CACHE_SIZE` the most that it
    takes in MiB. A folder that JAX was told to use is used as JAX does.
    """
    given = os.environ.get(_FOLDER, "")
    if given.lower() in _OFF or jax.config.jax_compilation_cache_dir is not None:
        return
    if not jax.config.jax_enable_compilation_cache:
        return
    try:
        most = int(float(os.environ.get(_SIZE) or _DEFAULT_SIZE) * _MIB)
    except (ValueError, OverflowError):
        most = _DEFAULT_SIZE * _MIB
        _log.warning("%s must be a number of MiB; it is taken as %d.", _SIZE, _DEFAULT_SIZE)
    try:
        # Programs change their folder: a relative path means one place all the same.
        root = Path(given).expanduser().absolute() if given else _default_root()
        folder = root / _machine()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_owner(folder)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home
        _log.info("Compiled code is not kept: %s.", error)
        return
    if _enter(Store(root, folder, most)):
        _log.info(
            "Compiled code is kept in %s, at most %d MiB; %s=off keeps none.",
            *(root, most // _MIB, _FOLDER),
        )


def _default_root() -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "msjax"


def _machine() -> str:
    """A name for what code of a CPU runs on: JAX's key knows the processor less exactly."""
    known = [platform.machine(), platform.processor()]
    with contextlib.suppress(OSError), open("/proc/cpuinfo", "rb") as file:
        start = file.read(1 << 14)
        known += [s for s in start.decode("latin-1").splitlines() if s[:5] in ("flags", "Featu")][
            :1
        ]
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:16]


def _check_owner(folder: Path) -> None:
    """Code is run from the folder: nobody else may be able to put any there."""
    if hasattr(os, "getuid"):
        status = folder.stat()
        if status.st_uid != os.getuid() or status.st_mode & 0o022:
            raise PermissionError(f"{folder} can be written by other users")


def _enter(store: Store) -> bool:
    """Let JAX ask the store; False if this version of JAX has no place for one."""
    try:
        from jax._src import compilation_cache as caches

        made: Any = caches.get_file_cache
        wanted = {
            "jax_compilation_cache_dir": str(store._path),
            "jax_persistent_cache_min_entry_size_bytes": -1,
            "jax_persistent_cache_min_compile_time_secs": 0.0,
        }
        for name in wanted:
            getattr(jax.config, name)
    except (ImportError, AttributeError):
        _log.info("Compiled code is not kept: it is not known how with jax %s.", jax.__version__)
        return False

    def get_file_cache(path: str) -> Any:
        return (store, path) if path == str(store._path) else made(path)

    caches.get_file_cache = get_file_cache
    for name, value in wanted.items():
        jax.config.update(name, value)
    caches.reset_cache()  # JAX decides once per process whether a cache is in use
    look_on(ready_in(store))
    return True


def started() -> bool:
    """Whether this process keeps what it compiles in the folder of `start`."""
    folder = jax.config.jax_compilation_cache_dir
    return folder is not None and os.path.basename(folder) == _machine()
