"""A cache of rows in the memory of the process."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks


class CacheStat:
    """What a cache holds: `avg_cache_sz` bytes a row, `num_mem_cached` rows, `num_disk_cached`."""

    def __init__(self, rows: int, size: int):
        self.avg_cache_sz = size // rows if rows else 0
        self.num_mem_cached = rows
        self.num_disk_cached = 0


class DatasetCache:
    """Rows of datasets, or what operations made of them, kept for later epochs and pipelines.

    MindSpore asks a server for them; here they are in the process, until the object is gone. There
    is no server to reach, so `hostname`, `port`, `num_connections` and `prefetch_size` are checked
    and have no effect.

    Args:
        session_id: number of the session.
        size: megabytes at most, after which rows are made anew each time; 0 for no limit.
            Default: ``0``.
        spilling: must be False. Default: ``False``.
        hostname: of a server. Default: ``None``.
        port: of a server, in [1025, 65535]. Default: ``None``.
        num_connections: to a server. Default: ``None``.
        prefetch_size: of a server. Default: ``None``.

    Raises:
        TypeError, ValueError: an argument is wrong.
        NotImplementedError: `spilling` is True.

    Examples:
        >>> import msjax.dataset as ds
        >>> cache = ds.DatasetCache(session_id=1)
        >>> data = ds.NumpySlicesDataset([1, 2], shuffle=False).map(lambda x: x + 1, cache=cache)
        >>> [int(row[0]) for _ in range(2) for row in data]
        [2, 3, 2, 3]
        >>> cache.get_stat().num_mem_cached
        2
    """

    def __init__(
        self,
        session_id: int,
        size: int = 0,
        spilling: bool = False,
        hostname: str | None = None,
        port: int | None = None,
        num_connections: int | None = None,
        prefetch_size: int | None = None,
    ):
        checks.check_int(session_id, 0, checks.UINT32_MAX, "session_id")
        checks.check_int(size, 0, checks.INT64_MAX, "size")
        checks.check_bool(spilling, "spilling")
        if spilling:
            raise NotImplementedError(
                "DatasetCache with 'spilling' is not supported by msjax; keep rows in a file with "
                "Dataset.save."
            )
        if hostname is not None:
            checks.check_type(hostname, str, "hostname")
        for name, value, low, high in (
            ("port", port, 1025, 65535),
            ("num_connections", num_connections, 1, checks.INT32_MAX),
            ("prefetch_size", prefetch_size, 1, checks.INT32_MAX),
        ):
            if value is not None:
                checks.check_int(value, low, high, name)
        self.session_id = session_id
        self.size = size
        self.spilling = spilling
        self.hostname = hostname
        self.port = port
        self.num_connections = num_connections
        self.prefetch_size = prefetch_size
        self._rows: dict[Any, tuple] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def __deepcopy__(self, memo: dict) -> DatasetCache:
        return self

    def get_stat(self) -> CacheStat:
        """What the cache holds.

        Returns:
            an object with `avg_cache_sz`, `num_mem_cached` and `num_disk_cached`.
        """
        return CacheStat(len(self._rows), self._bytes)

    def kept(self, key: Hashable, make: Callable[[], tuple]) -> tuple:
        """The row of a key, made if the cache does not have it; in either case as a copy."""
        row = self._rows.get(key)
        if row is None:
            row = make()
            size = sum(np.asarray(value).nbytes for value in row)
            with self._lock:
                if key not in self._rows and (
                    not self.size or self._bytes + size <= self.size << 20
                ):
                    self._rows[key] = row
                    self._bytes += size
        return tuple(value.copy() if isinstance(value, np.ndarray) else value for value in row)


def contents_key(owner: int, values: tuple) -> tuple:
    """A key that equal arrays have in common."""
    digest = hashlib.blake2b(digest_size=16)
    for value in values:
        array = np.asarray(value)
        digest.update(f"{array.dtype}{array.shape}".encode())
        digest.update(repr(value).encode() if array.dtype == object else array.tobytes())
    return owner, digest.digest()
