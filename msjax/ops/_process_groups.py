"""Ranks and groups under the names that torch.distributed gives them."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from msjax import communication as comm
from msjax._core.errors import describe, must, unsupported
from msjax._core.op import public
from msjax.communication import GlobalComm
from msjax.communication._comm_helper import _get_backend, _is_available, _is_initialized


def group_name(name: str, group: Any) -> str:
    if group is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(group, str):
        raise TypeError(must(name, "group", "type of string", describe(group)))
    return group


@public("ops.is_available")
def is_available() -> bool:
    """Whether there are collectives: True."""
    return _is_available()


@public("ops.is_initialized")
def is_initialized() -> bool:
    """Whether `init_process_group` or `communication.init` was called."""
    return _is_initialized()


@public("ops.init_process_group")
def init_process_group(
    backend: str = "hccl",
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: Any = None,
    group_name: str = "",
    pg_options: Any = None,
    device_id: int | None = None,
) -> None:
    """Make ranks and groups available; see `communication.init`.

    Args:
        backend (str): "hccl", whatever the device.
        init_method, timeout, world_size, rank, store, group_name: where processes meet. JAX has
            its own meeting point, so only a world of one process is accepted.
        pg_options, device_id: must be None.

    Raises:
        ValueError: `backend` is another one, or `init_method` and `store` are both given.
        NotImplementedError: there are several processes, or an option is given.
    """
    if backend != "hccl":
        raise ValueError(must("init_process_group", "backend", "'hccl'", describe(backend)))
    if init_method is not None and store is not None:
        raise ValueError("For 'init_process_group', 'init_method' and 'store' exclude each other.")
    if pg_options is not None or device_id is not None:
        raise unsupported("init_process_group with pg_options or device_id", "leave them out")
    if world_size > 1:
        raise unsupported(
            "init_process_group with several processes",
            "call jax.distributed.initialize(coordinator_address, num_processes, process_id) "
            "and then communication.init()",
        )
    if init_method is not None or store is not None:
        for arg, value, least in (("world_size", world_size, 1), ("rank", rank, 0)):
            if value < least:
                raise ValueError(must("init_process_group", arg, f"at least {least}", value))
    comm.init()


@public("ops.destroy_process_group")
def destroy_process_group(group: str | None = None) -> None:
    """Forget a group; without a name, forget all and end the communication."""
    if group is None or group == GlobalComm.WORLD_COMM_GROUP:
        comm.release()
    else:
        comm.destroy_group(group_name("destroy_process_group", group))


@public("ops.get_rank")
def get_rank(group: str | None = None) -> int:
    """Rank of this process in a group; -1 if it is not in it."""
    try:
        return comm.get_rank(group_name("get_rank", group))
    except RuntimeError:
        return -1


@public("ops.get_world_size")
def get_world_size(group: str | None = None) -> int:
    """Number of processes in a group; -1 if there is no such group."""
    try:
        return comm.get_group_size(group_name("get_world_size", group))
    except RuntimeError:
        return -1


@public("ops.new_group")
def new_group(
    ranks: list[int] | None = None,
    timeout: Any = None,
    backend: str | None = None,
    pg_options: Any = None,
    use_local_synchronization: bool = False,
    group_desc: Any = None,
) -> str:
    """Make a group of some of the processes.

    Args:
        ranks (list of int, optional): their ranks. Default: all processes.
        backend (str, optional): "hccl" or "mccl".
        timeout, use_local_synchronization, group_desc: without meaning here, as in MindSpore.
        pg_options: only None.

    Returns:
        str, the group's name; empty if it cannot be made.

    Raises:
        TypeError: `ranks` is no list or `backend` unknown.
    """
    if ranks is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(ranks, list):
        raise TypeError(must("new_group", "ranks", "a list", describe(ranks)))
    backend = "hccl" if backend is None else backend
    if backend not in ("hccl", "mccl"):
        raise TypeError(must("new_group", "backend", "'hccl' or 'mccl'", describe(backend)))
    ranks = sorted(ranks)
    digest = hashlib.sha1("_".join(map(str, ranks)).encode()).hexdigest()
    name = f"{backend}_{len(ranks)}_{digest}"
    try:
        comm.create_group(name, ranks, pg_options)
    except NotImplementedError:
        raise
    except RuntimeError:
        return ""
    return name


@public("ops.get_backend")
def get_backend(group: str | None = None) -> str:
    """Name of a group's communication library: "hccl", "mccl" or that of the device."""
    if group is None:
        return "hccl"
    group = group_name("get_backend", group)
    return next((name for name in ("hccl", "mccl") if name in group), _get_backend())


@public("ops.get_global_rank")
def get_global_rank(group: str | None, group_rank: int) -> int:
    """Rank among all processes of a member of a group."""
    if not isinstance(group_rank, int):
        raise TypeError(must("get_global_rank", "group_rank", "int", describe(group_rank)))
    if group is None or group == GlobalComm.WORLD_COMM_GROUP:
        return group_rank
    return comm.get_world_rank_from_group_rank(group_name("get_global_rank", group), group_rank)


@public("ops.get_group_rank")
def get_group_rank(group: str | None, global_rank: int) -> int:
    """Rank in a group of one of all processes."""
    if not isinstance(global_rank, int):
        raise TypeError(must("get_group_rank", "global_rank", "int", describe(global_rank)))
    return comm.get_group_rank_from_world_rank(global_rank, group_name("get_group_rank", group))


@public("ops.get_process_group_ranks")
def get_process_group_ranks(group: str | None = None) -> list[int]:
    """Ranks among all processes of a group's members."""
    return comm.get_process_group_ranks(group_name("get_process_group_ranks", group))
