"""How the processes of a job meet, and how they learn that one of them is gone.

A scheduler listens; each worker connects, says who it is, and is told its rank, the number of
processes and where JAX's coordinator will be (in the process of rank 0). The connections stay: a
worker that ends says so, and one whose connection breaks, or that reports an error, is named to
all others, which then end too instead of waiting for it.

Messages are lines of JSON, a dict each.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

_LONGEST = 1 << 16  # bytes of a line
_RETRY = 0.05  # seconds between attempts to reach the scheduler


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a process stands in its job."""

    rank: int
    size: int
    coordinator: str
    local_rank: int = 0
    local_size: int = 1


class RendezvousError(RuntimeError):
    """The processes of a job did not find each other."""


def free_port(host: str) -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


class Line:
    """A connection that carries messages."""

    def __init__(self, connection: socket.socket):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket, self._rest, self._lock = connection, b"", threading.Lock()

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, **message: Any) -> None:
        with self._lock:
            self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> list[dict]:
        """The messages that have come, after waiting for some; empty at the end."""
        while True:
            try:
                data = self._socket.recv(4096)
            except TimeoutError:
                raise
            except OSError:
                return []
            if not data or len(self._rest) > _LONGEST:
                return []
            *lines, self._rest = (self._rest + data).split(b"\n")
            if lines:
                try:
                    messages = [json.loads(line) for line in lines]
                except ValueError:
                    return []
                return messages if all(isinstance(m, dict) for m in messages) else []

    def await_message(self, seconds: float | None) -> dict:
        self._socket.settimeout(seconds)
        try:
            messages = self.receive()
        except TimeoutError:
            return {}
        finally:
            self._socket.settimeout(None)
        return messages[0] if messages else {}

    def address(self) -> str:
        """Address of this machine as the other end sees it."""
        return self._socket.getsockname()[0]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for messages
        self._socket.close()

    def let_go(self) -> None:
        """Close this process's end, and leave the connection to others that have it."""
        self._socket.close()


# -- the scheduler -------------------------------------------------------------------------------


def _ranks(hellos: list[dict]) -> list[int]:
    """Rank of each worker: the one that it asks for, or the first free one, host by host."""
    size = len(hellos)
    asked = [h.get("rank") for h in hellos]
    given = [r for r in asked if r is not None]
    if len(set(given)) < len(given):
        raise RendezvousError(f"two processes have the same rank; the ranks are {sorted(given)}")
    if any(not 0 <= r < size for r in given):
        raise RendezvousError(f"ranks must be in [0, {size}), but are {sorted(given)}")
    free = iter(sorted(set(range(size)) - set(given)))
    order = sorted(
        range(size), key=lambda i: ([h["host"] for h in hellos].index(hellos[i]["host"]), i)
    )
    taken = {i: next(free) for i in order if asked[i] is None}
    return [taken.get(i, r) for i, r in enumerate(asked)]


class Scheduler:
    """The meeting place of `size` workers.

    Args:
        host: address to listen on.
        port: its port; 0 for any.
        size: number of workers.
        timeout: seconds to wait for all of them; negative: for ever.
    """

    def __init__(self, host: str, port: int, size: int, timeout: float = 600):
        self.size, self.timeout = size, timeout
        self._server = socket.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._server.bind((host, port))
        except OSError as error:
            self._server.close()
            raise RendezvousError(
                f"the scheduler cannot listen on {host}:{port}: {error.strerror}; "
                "choose another port (MS_SCHED_PORT, or --master_port of msrun)"
            ) from None
        self._server.listen(size)
        self.port = self._server.getsockname()[1]

    def serve(self) -> int:
        """Let the workers meet, and watch them until all have left; returns an exit status."""
        lines: list[Line] = []
        try:
            return self._serve(lines)
        finally:
            for line in lines:
                line.close()

    def _serve(self, lines: list[Line]) -> int:
        with self._server:
            hellos = self._gather(lines)
            if len(lines) < self.size:
                text = f"only {len(lines)} of {self.size} processes came within {self.timeout:g} s"
                return self._end(lines, text)
            try:
                ranks = _ranks(hellos)
            except RendezvousError as error:
                return self._end(lines, str(error))
        by_rank = dict(sorted(zip(ranks, zip(lines, hellos, strict=True), strict=True)))
        first = by_rank[0][0]
        first.send(coordinate=True)
        coordinator = first.await_message(60).get("coordinator")
        if coordinator is None:
            return self._end(lines, "the process of rank 0 ended before it began")
        hosts = [hello["host"] for _, hello in by_rank.values()]
        for rank, (line, hello) in by_rank.items():
            line.send(
                rank=rank,
                size=self.size,
                coordinator=coordinator,
                local_rank=hosts[:rank].count(hello["host"]),
                local_size=hosts.count(hello["host"]),
            )
        return self._watch(by_rank)

    def _gather(self, lines: list[Line]) -> list[dict]:
        """Wait for the workers; returns what they say of themselves."""
        end = None if self.timeout < 0 else time.monotonic() + self.timeout
        hellos: list[dict] = []
        while len(lines) < self.size:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self._server.settimeout(left)
            try:
                line = Line(self._server.accept()[0])
            except TimeoutError:
                break
            hello = line.await_message(10)
            if isinstance(hello.get("host"), str):
                lines.append(line)
                hellos.append(hello)
            else:
                line.close()  # not one of ours
        return hellos

    def _end(self, lines: list[Line], text: str) -> int:
        print(f"[msjax] scheduler: {text}.", file=sys.stderr, flush=True)
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(error=text)
        return 1

    def _watch(self, by_rank: dict[int, tuple[Line, dict]]) -> int:
        status, waiting = 0, selectors.DefaultSelector()
        for rank, (line, _) in by_rank.items():
            waiting.register(line, selectors.EVENT_READ, rank)
        while waiting.get_map():
            for key, _ in waiting.select():
                rank = key.data
                line, hello = by_rank[rank]
                messages = line.receive()
                failed = next((m["failed"] for m in messages if "failed" in m), None)
                if messages and failed is None:
                    if any(m.get("bye") for m in messages):
                        waiting.unregister(line)
                        self._tell(by_rank, rank, left=rank)
                    continue
                waiting.unregister(line)
                status = 1
                who = f"rank {rank} (pid {hello.get('pid')} on {hello['host']})"
                text = (
                    f"{who} ended: {failed}" if failed else f"{who} ended without leaving the job"
                )
                print(f"[msjax] scheduler: {text}.", file=sys.stderr, flush=True)
                self._tell(by_rank, rank, gone=text)
        return status

    @staticmethod
    def _tell(by_rank: dict[int, tuple[Line, dict]], rank: int, **message: Any) -> None:
        for other, (line, _) in by_rank.items():
            if other != rank:
                with contextlib.suppress(OSError):
                    line.send(**message)


# -- a worker ------------------------------------------------------------------------------------


class Member:
    """A worker's connection to the scheduler."""

    def __init__(self, line: Line, place: Place):
        self.place = place
        self.left: set[int] = set()  # ranks that ended in good order
        self._line, self._ending, self._watched = line, False, False

    def watch(self, at_loss: Callable[[str], None]) -> None:
        """Call `at_loss` with a text when another process is lost, from a thread of its own."""

        def run() -> None:
            text = self._loss()
            if text is not None:
                at_loss(text)
            self._line.close()

        self._watched = True
        threading.Thread(target=run, name="msjax-members", daemon=True).start()

    def _loss(self) -> str | None:
        """What becomes of another process, after waiting for that; None at the end of the job."""
        while True:
            messages = self._line.receive()
            if not messages:
                return None if self._ending else "the scheduler ended"
            for message in messages:
                if "left" in message:
                    self.left.add(message["left"])
                if "gone" in message:
                    return message["gone"]

    def fail(self, text: str) -> None:
        """Report the error that ends this process."""
        self._finish(failed=text)
        self._line.close()

    def leave(self) -> None:
        """Say that this process ends in good order, as soon as all others do.

        Until then it is told of one that is lost.
        """
        self._finish(bye=True)
        if not self._watched:
            self._line.close()

    def let_go(self) -> None:
        """Take no part any more: another process is this one, which was forked from it.

        The connection would else outlast that process, and nobody learn of its end.
        """
        self._ending = True
        self._line.let_go()

    def _finish(self, **message: Any) -> None:
        if not self._ending:
            self._ending = True
            with contextlib.suppress(OSError):
                self._line.send(**message)


def join(host: str, port: int, rank: int | None, timeout: float = 600) -> Member:
    """Meet the other processes of a job at its scheduler.

    Args:
        host, port: where the scheduler listens, now or soon.
        rank: the rank that this process shall have; None for any.
        timeout: seconds to wait for the scheduler and the others; negative: for ever.

    Raises:
        RendezvousError: the scheduler is not there, or the processes do not fit together.
    """
    end = None if timeout < 0 else time.monotonic() + timeout
    while True:
        try:
            line = Line(socket.create_connection((host, port), 5))
            break
        except OSError as error:
            if end is not None and time.monotonic() > end:
                raise RendezvousError(
                    f"no scheduler answers at {host}:{port} within {timeout:g} s ({error})"
                ) from None
            time.sleep(_RETRY)
    line.send(rank=rank, host=socket.gethostname(), pid=os.getpid())
    message = line.await_message(None if end is None else max(end - time.monotonic(), 0.1) + 10)
    if message.get("coordinate"):
        address = line.address()
        line.send(coordinator=f"{address}:{free_port(address)}")
        message = line.await_message(60)
    if "size" not in message:
        reason = message.get("error", "the scheduler ended or did not answer in time")
        line.close()
        raise RendezvousError(f"the processes of the job did not meet: {reason}")
    return Member(line, Place(**message))
