"""Messages from one process to another, through the store of the job.

They are kept there until they are fetched, so that two processes may both send before they receive.
"""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import jax
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.base.interop import job_store
from msjax._core.base.x64 import to_device
from msjax._core.runtime import launch
from msjax._core.runtime.groups import get_rank, members_of
from msjax._core.runtime.spread import Absent, awaited
from msjax._core.tensor.tensor import Tensor, box

_PIECE = 1 << 20  # bytes of a message that travel at once
_A_DAY = 24 * 3600  # seconds

_numbers: dict[str, Any] = {}


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
    store, where = job_store(), _next(_way(sender, jax.process_index(), group, tag))

    def absent() -> str | None:
        return "ended" if launch.member is not None and sender in launch.member.left else None

    try:
        count = int(awaited(store.blocking_key_value_get, where, _A_DAY, absent))
    except Absent:
        raise RuntimeError(
            Clause(f"rank {sender} has ended already, or sends nothing for a day.")
        ) from None
    keys = [f"{where}/{i}" for i in range(count)]
    data = b"".join(
        awaited(store.blocking_key_value_get_bytes, key, _A_DAY, absent) for key in keys
    )
    for key in (*keys, where):
        store.key_value_delete(key)
    return data


def post_tensor(tensor: Tensor, receiver: int, group: str, tag: int = 0) -> None:
    """Send a Tensor."""
    array = np.asarray(tensor._read())
    head = pickle.dumps((array.dtype.name, array.shape))
    post(len(head).to_bytes(4, "little") + head + array.tobytes(), receiver, group, tag)


def fetch_tensor(like: Any, sender: int, group: str, tag: int = 0) -> Tensor:
    """The next Tensor, which must have the attributes `shape` and `dtype` of `like`."""
    data = fetch(sender, group, tag)
    end = 4 + int.from_bytes(data[:4], "little")
    name, shape = pickle.loads(data[4:end])
    dtype = np.dtype(like.dtype.np)
    if (dtype.name, tuple(like.shape)) != (name, shape):
        came, wanted = f"{name}{list(shape)}", f"{dtype.name}{list(like.shape)}"
        raise ValueError(must("tensor", f"{came}, which rank {sender} sent", wanted))
    return box(to_device(np.frombuffer(data[end:], dtype).reshape(shape)))


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
