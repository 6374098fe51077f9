"""The key-value store by which processes meet."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

from msjax._core.base.errors import Speaker, describe, must, unsupported
from msjax._core.op.publish import public

_STORES: dict[tuple[str, int], dict[str, bytes]] = {}
_CHANGED = threading.Condition()
_FOREVER = timedelta(seconds=300)


@public("ops.TCPStore")
class TCPStore:
    """A key-value store, shared by all its objects of the same host and port in this process.

    Args:
        host_name (str): host of the store.
        port (int): its port, in [0, 65535].
        world_size (int, optional): number of processes. Only 1, the default.
        is_master (bool): whether this object makes the store.
        timeout (timedelta): how long `get` waits for a key.
        wait_for_workers, multi_tenant, master_listen_fd, use_libuv: without meaning for one
            process.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `port` or `world_size` is out of range.
        NotImplementedError: there are several processes, or this one has not made the store.

    Examples:
        >>> from msjax.ops.communication import TCPStore
        >>> store = TCPStore("127.0.0.1", 12345, 1, True)
        >>> store.add("steps", 2), store.add("steps", 3), store.get("steps")
        (2, 5, b'5')
    """

    def __init__(
        self,
        host_name: str,
        port: int,
        world_size: int | None = None,
        is_master: bool = False,
        timeout: timedelta = _FOREVER,
        wait_for_workers: bool = True,
        multi_tenant: bool = False,
        master_listen_fd: int | None = None,
        use_libuv: bool = True,
    ):
        world_size = 1 if world_size is None else world_size
        for arg, value, kind in (
            ("host_name", host_name, str),
            ("port", port, int),
            ("is_master", is_master, bool),
            ("timeout", timeout, timedelta),
            ("wait_for_workers", wait_for_workers, bool),
            ("world_size", world_size, int),
        ):
            if not isinstance(value, kind):
                raise TypeError(must(arg, f"of type {kind.__name__}", describe(value)))
        if not 0 <= port <= 65535:
            raise ValueError(must("port", "in [0, 65535]", port))
        if world_size < 1:
            raise ValueError(must("world_size", "positive", world_size))
        place = (host_name, port)
        if world_size > 1 or not (is_master or place in _STORES):
            raise unsupported(
                "TCPStore between processes", "jax.distributed.initialize lets processes meet"
            )
        self.host, self.port, self._timeout = host_name, port, timeout.total_seconds()
        self._entries = _STORES.setdefault(place, {})

    def _check_key(self, key: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(must("key", "of type string", describe(key)))

    def add(self, key: str, amount: int) -> int:
        """Add to a number, 0 at first, and return it."""
        with Speaker("TCPStore.add"):
            self._check_key(key)
            if not isinstance(amount, int):
                raise TypeError(must("amount", "of type int", describe(amount)))
        with _CHANGED:
            try:
                total = int(self._entries.get(key, b"0")) + amount
            except ValueError:
                raise RuntimeError(f"TCPStore: the value of '{key}' is no number.") from None
            self._entries[key] = str(total).encode()
            _CHANGED.notify_all()
        return total

    def set(self, key: str, value: str | bytes) -> None:
        """Store a value."""
        with Speaker("TCPStore.set"):
            self._check_key(key)
            if not isinstance(value, (str, bytes)):
                raise TypeError(must("value", "a string or bytes", describe(value)))
        with _CHANGED:
            self._entries[key] = value.encode() if isinstance(value, str) else value
            _CHANGED.notify_all()

    def get(self, key: str) -> bytes:
        """The value of a key, once there is one; RuntimeError if that takes too long."""
        with Speaker("TCPStore.get"):
            self._check_key(key)
        with _CHANGED:
            if not _CHANGED.wait_for(lambda: key in self._entries, self._timeout):
                raise RuntimeError(f"TCPStore: no value of '{key}' within {self._timeout:g} s.")
            return self._entries[key]

    def delete_key(self, key: str) -> bool:
        """Remove a key; returns whether it was there."""
        with Speaker("TCPStore.delete_key"):
            self._check_key(key)
        with _CHANGED:
            return self._entries.pop(key, None) is not None
