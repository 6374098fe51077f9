"""A key-value store by which processes meet.

One process keeps the values and listens; every object, also of that process, has a connection to
it. A request is a line of JSON with the length of the bytes that follow it; so is an answer.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from datetime import timedelta
from typing import Any

from msjax._core.base.errors import Clause, Speaker, describe, must
from msjax._core.op.publish import public

_FOREVER = timedelta(seconds=300)
_RETRY = 0.05  # seconds between attempts to connect


class _Refused(Exception):
    """What the keeper of the values answers instead of one."""


class _Line:
    """A connection for requests and answers."""

    def __init__(self, connection: socket.socket):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket, self._stream = connection, connection.makefile("rb")

    def send(self, data: bytes = b"", **head: Any) -> None:
        self._socket.sendall(json.dumps({**head, "size": len(data)}).encode() + b"\n" + data)

    def receive(self) -> tuple[dict, bytes]:
        """The next message.

        Raises:
            OSError: there is none; the other end is gone.
        """
        line = self._stream.readline()
        if not line.endswith(b"\n"):
            raise OSError("the connection has ended")
        head = json.loads(line)
        data = self._stream.read(head["size"])
        if len(data) < head["size"]:
            raise OSError("the connection has ended")
        return head, data

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


class _Keeper:
    """Keeps the values and answers requests, each connection in a thread of its own."""

    def __init__(self, host: str, port: int):
        self._entries: dict[str, bytes] = {}
        self._members = 0
        self._changed = threading.Condition()
        self._server = socket.create_server((host, port))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, name="msjax-store", daemon=True).start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._server.accept()
            line = _Line(connection)
            threading.Thread(
                target=self._serve, args=(line,), name="msjax-store", daemon=True
            ).start()

    def _serve(self, line: _Line) -> None:
        with contextlib.closing(line), contextlib.suppress(OSError, ValueError, KeyError):
            while True:
                head, data = line.receive()
                try:
                    answer = getattr(self, f"_answer_{head['what']}")(head, data)
                except _Refused as error:
                    line.send(error=str(error))
                else:
                    line.send(answer)

    def _waited(self, condition: Any, head: dict, text: str) -> None:
        if not self._changed.wait_for(condition, head["seconds"]):
            raise _Refused(f"{text} within {head['seconds']:g} s.")

    def _answer_join(self, head: dict, _: bytes) -> bytes:
        with self._changed:
            self._members += 1
            self._changed.notify_all()
            count = head["count"]
            self._waited(lambda: self._members >= count, head, f"there are not {count} processes")
        return b""

    def _answer_add(self, head: dict, _: bytes) -> bytes:
        key = head["key"]
        with self._changed:
            try:
                total = str(int(self._entries.get(key, b"0")) + head["amount"]).encode()
            except ValueError:
                raise _Refused(f"the value of '{key}' is not a number.") from None
            self._entries[key] = total
            self._changed.notify_all()
        return total

    def _answer_set(self, head: dict, data: bytes) -> bytes:
        with self._changed:
            self._entries[head["key"]] = data
            self._changed.notify_all()
        return b""

    def _answer_get(self, head: dict, _: bytes) -> bytes:
        key = head["key"]
        with self._changed:
            self._waited(lambda: key in self._entries, head, f"there is no value of '{key}'")
            return self._entries[key]

    def _answer_delete(self, head: dict, _: bytes) -> bytes:
        with self._changed:
            return b"" if self._entries.pop(head["key"], None) is None else b"1"


_KEEPERS: dict[tuple[str, int], _Keeper] = {}  # of this process, by host and port


@public("ops.TCPStore")
class TCPStore:
    """A key-value store that processes share; one of them keeps the values.

    Args:
        host_name (str): address of the process that keeps the values.
        port (int): its port, in [0, 65535]; for a master, 0 stands for any.
        world_size (int, optional): number of objects that there will be. Default: not known.
        is_master (bool): whether this process keeps the values.
        timeout (timedelta): how long `get` waits for a key, and how long the others and the master
            are waited for.
        wait_for_workers (bool): wait until there are `world_size` objects.
        multi_tenant (bool): let several masters of this process share one store.
        master_listen_fd, use_libuv: not looked at.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `port` or `world_size` is out of range.
        RuntimeError: nobody answers there, the port is taken, or not all come in time.

    Examples:
        >>> from msjax.ops.communication import TCPStore
        >>> store = TCPStore("127.0.0.1", 0, 1, True)
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
        self.host, self.port, self._timeout = host_name, port, timeout.total_seconds()
        if is_master:
            with Speaker("TCPStore"):
                self.port = self._keep(multi_tenant)
        self._lock = threading.Lock()
        with Speaker("TCPStore"):
            self._line = _Line(self._connected())
            self._ask("join", count=world_size if wait_for_workers else 0, seconds=self._timeout)

    def _keep(self, shared: bool) -> int:
        place = (self.host, self.port)
        if not (shared and place in _KEEPERS):
            try:
                keeper = _Keeper(*place)
            except OSError as error:
                raise RuntimeError(
                    Clause(f"nothing can listen on {self.host}:{self.port}: {error.strerror}.")
                ) from None
            place = (self.host, keeper.port)
            _KEEPERS[place] = keeper
        return _KEEPERS[place].port

    def _connected(self) -> socket.socket:
        end = time.monotonic() + self._timeout
        while True:
            try:
                patience = max(self._timeout, 1)
                connection = socket.create_connection((self.host, self.port), patience)
                connection.settimeout(None)
                return connection
            except OSError as error:
                if time.monotonic() > end:
                    raise RuntimeError(
                        Clause(
                            f"nobody answers at {self.host}:{self.port} within "
                            f"{self._timeout:g} s ({error})."
                        )
                    ) from None
                time.sleep(_RETRY)

    def _ask(self, what: str, data: bytes = b"", **head: Any) -> bytes:
        with self._lock:
            try:
                self._line.send(data, what=what, **head)
                answer, found = self._line.receive()
            except OSError:
                raise RuntimeError(
                    Clause(f"the process that keeps the values at {self.host}:{self.port} is gone.")
                ) from None
        if "error" in answer:
            raise RuntimeError(Clause(answer["error"]))
        return found

    def _check_key(self, key: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(must("key", "of type string", describe(key)))

    def add(self, key: str, amount: int) -> int:
        """Add to a number, 0 at first, and return it."""
        with Speaker("TCPStore.add"):
            self._check_key(key)
            if not isinstance(amount, int):
                raise TypeError(must("amount", "of type int", describe(amount)))
            return int(self._ask("add", key=key, amount=int(amount)))

    def set(self, key: str, value: str | bytes) -> None:
        """Store a value."""
        with Speaker("TCPStore.set"):
            self._check_key(key)
            if not isinstance(value, (str, bytes)):
                raise TypeError(must("value", "a string or bytes", describe(value)))
            self._ask("set", value.encode() if isinstance(value, str) else value, key=key)

    def get(self, key: str) -> bytes:
        """The value of a key, once there is one; RuntimeError if that takes too long."""
        with Speaker("TCPStore.get"):
            self._check_key(key)
            return self._ask("get", key=key, seconds=self._timeout)

    def delete_key(self, key: str) -> bool:
        """Remove a key; returns whether it was there."""
        with Speaker("TCPStore.delete_key"):
            self._check_key(key)
            return bool(self._ask("delete", key=key))

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):  # not made to the end
            self._line.close()
