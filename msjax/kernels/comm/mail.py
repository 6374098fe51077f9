"""Messages from one process to another, through the store of the job.

They are kept there until they are fetched, so that two processes may both send before they receive.
"""

from __future__ import annotations

import functools
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core.base.box import Box
from msjax._core.base.errors import Clause, must
from msjax._core.base.interop import job_store
from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device
from msjax._core.runtime import launch
from msjax._core.runtime.agreement import host_values
from msjax._core.runtime.groups import get_rank, members_of
from msjax._core.runtime.spread import Absent, awaited
from msjax._core.runtime.standoff import Need, waiting
from msjax._core.tensor.tensor import Tensor, box

_PIECE = 1 << 20  # bytes of a message that travel at once
_A_DAY = 24 * 3600  # seconds

_numbers: dict[str, Any] = {}


def only_eagerly() -> None:
    """Messages are sent and fetched by Python code: end the tracing of compiled code."""
    if STATE.frame is not None:
        raise STATE.frame.break_off("a message between processes is sent or fetched")


def _way(sender: int, receiver: int, group: str, tag: int) -> str:
    ranks = "-".join(map(str, members_of(group)))
    return f"msjax/mail/{ranks}/{tag}/{sender}>{receiver}"


def _next(way: str) -> str:
    return f"{way}/{next(_numbers.setdefault(way, itertools.count()))}"


def post(data: bytes, receiver: int, group: str, tag: int = 0) -> None:
    """Send bytes to the process of a rank among all."""
    store, where = job_store(), _next(_way(jax.process_index(), receiver, group, tag))
    pieces = range(0, max(len(data), 1), _PIECE)
    store.key_value_set(where, str(len(pieces)))
    for number, start in enumerate(pieces):
        store.key_value_set_bytes(f"{where}/{number}", data[start : start + _PIECE])


def fetch(sender: int, group: str, tag: int = 0) -> bytes:
    """The next bytes from the process of a rank among all."""
    return _fetched(_next(_way(sender, jax.process_index(), group, tag)), sender)


def _fetched(where: str, sender: int) -> bytes:
    store = job_store()

    def absent() -> str | None:
        return "ended" if launch.member is not None and sender in launch.member.left else None

    try:
        with waiting(lambda: [Need(sender, "the receipt of a message", where)]):
            count = int(awaited(where, _A_DAY, absent))
    except Absent:
        raise RuntimeError(
            Clause(f"rank {sender} has ended already, or sends nothing for a day.")
        ) from None
    keys = [f"{where}/{i}" for i in range(count)]
    data = b"".join(awaited(key, _A_DAY, absent, as_bytes=True) for key in keys)
    for key in (*keys, where):
        store.key_value_delete(key)
    return data


def post_tensor(tensor: Tensor, receiver: int, group: str, tag: int = 0) -> None:
    """Send a Tensor."""
    array = host_values(tensor._read())
    head = pickle.dumps((array.dtype.name, array.shape))
    post(len(head).to_bytes(4, "little") + head + array.tobytes(), receiver, group, tag)


def fetch_tensor(like: Any, sender: int, group: str, tag: int = 0) -> Tensor:
    """The next Tensor, which must have the attributes `shape` and `dtype` of `like`."""
    return expected(like, sender, group, tag)()


def expected(like: Any, sender: int, group: str, tag: int = 0) -> Callable[[], Tensor]:
    """A function that waits for what is the next Tensor now; see `fetch_tensor`."""
    where = _next(_way(sender, jax.process_index(), group, tag))
    dtype, shape = np.dtype(like.dtype.np), tuple(like.shape)

    @functools.cache
    def data() -> bytes:
        return _fetched(where, sender)

    def take() -> Tensor:
        came = data()
        end = 4 + int.from_bytes(came[:4], "little")
        kind, lengths = pickle.loads(came[4:end])
        if (dtype.name, shape) != (kind, lengths):
            text = f"{kind}{list(lengths)}, which rank {sender} sent"
            raise ValueError(must("tensor", text, f"{dtype.name}{list(shape)}"))
        return box(to_device(np.frombuffer(came[end:], dtype).reshape(shape)))

    return take


class Coming:
    """Link of a Tensor that gets its contents from another process: reading it waits for them."""

    __slots__ = ("_take",)

    def __init__(self, take: Callable[[], Tensor]):
        self._take = take

    def refresh(self, tensor: Box) -> bool:
        """Wait, fill the Tensor and drop this link."""
        came = self._take()._data
        tensor._view = None
        tensor._assign(came)  # type: ignore[attr-defined]
        return False

    def push(self, tensor: Box) -> None:
        """A write before that: it stays."""
        tensor._view = None


def gathered(value: Any, group: str) -> list[Any]:
    """The Python objects of all processes of a group.

    They are pickled: the processes run one program, and trust each other.
    """
    get_rank(group)  # raises if this process is not in the group
    me = jax.process_index()
    others = [rank for rank in members_of(group) if rank != me]
    data = pickle.dumps(value)
    for rank in others:
        post(data, rank, group, -1)
    return [
        value if rank == me else pickle.loads(fetch(rank, group, -1)) for rank in members_of(group)
    ]


def spread(value: Any, root: int, group: str) -> Any:
    """The Python object of the process of a rank among all, for the whole group."""
    get_rank(group)  # as above
    me = jax.process_index()
    if me != root:
        return pickle.loads(fetch(root, group, -1))
    for rank in members_of(group):
        if rank != me:
            post(pickle.dumps(value), rank, group, -1)
    return value
