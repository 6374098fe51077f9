"""Ranks and groups under the names that torch.distributed gives them."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from msjax._core.base.checks import at_least, of_type
from msjax._core.base.errors import Clause, describe, must, unsupported
from msjax._core.op.publish import public
from msjax._core.runtime import groups as comm
from msjax._core.runtime import launch
from msjax._core.runtime.groups import GlobalComm


def group_name(group: Any) -> str:
    if group is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(group, str):
        raise TypeError(must("group", "type of string", describe(group)))
    return group


@public("ops.is_available")
def is_available() -> bool:
    """Tell whether there are collectives.

    Returns:
        bool, True.

    Examples:
        >>> from msjax.ops.communication import is_available
        >>> is_available()
        True
    """
    return True


@public("ops.is_initialized")
def is_initialized() -> bool:
    """Tell whether `init_process_group` or `communication.init` was called.

    Returns:
        bool.

    Examples:
        >>> from msjax.ops.communication import init_process_group, is_initialized
        >>> init_process_group()
        >>> is_initialized()
        True
    """
    return GlobalComm.INITED


@public("ops.init_process_group")
def init_process_group(
    backend: str = "hccl",
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: object = None,
    group_name: str = "",
    pg_options: None = None,
    device_id: int | None = None,
) -> None:
    """Make ranks and groups available; see `communication.init`.

    Args:
        backend (str): "hccl", whatever the device.
        world_size, rank: int, those with which `msrun` or the like started the processes.
        init_method, timeout, store, group_name: without effect; the processes meet where the one
            that started them says.
        pg_options, device_id: must be None.

    Raises:
        ValueError: `backend` is another one, `init_method` and `store` are both given, or the
            processes were started with other numbers.
        NotImplementedError: nothing started the several processes, or an option is given.

    Examples:
        >>> from msjax.ops.communication import get_rank, get_world_size, init_process_group
        >>> init_process_group()
        >>> get_rank(), get_world_size()
        (0, 1)
    """
    if backend != "hccl":
        raise ValueError(must("backend", "'hccl'", describe(backend)))
    if init_method is not None and store is not None:
        raise ValueError(Clause("'init_method' and 'store' exclude each other."))
    if pg_options is not None or device_id is not None:
        raise unsupported("init_process_group with pg_options or device_id", "leave them out")
    if world_size > 1 and launch.place() is None and not launch.asked_for():
        raise unsupported(
            "init_process_group as the meeting point of several processes",
            "start the program by 'msrun --worker_num=N program.py'",
        )
    if init_method is not None or store is not None:
        for arg, value, least in (("world_size", world_size, 1), ("rank", rank, 0)):
            at_least(arg, value, least)
    comm.init()
    own = {"world_size": comm.get_group_size(), "rank": comm.get_rank()}
    for arg, value in (("world_size", world_size), ("rank", rank)):
        if value >= 0 and value != own[arg] and own["world_size"] > 1:
            raise ValueError(must(arg, f"{own[arg]}, as the processes were started", value))


@public("ops.destroy_process_group")
def destroy_process_group(group: str | None = None) -> None:
    """Forget a group; without a name, forget all and end the communication.

    Args:
        group (str, optional): the group. Default: all processes.

    Raises:
        TypeError: `group` is not a str.

    Examples:
        >>> from msjax.ops.communication import (
        ...     destroy_process_group, init_process_group, is_initialized
        ... )
        >>> init_process_group()
        >>> destroy_process_group()
        >>> is_initialized()
        False
    """
    if group is None or group == GlobalComm.WORLD_COMM_GROUP:
        comm.release()
    else:
        comm.destroy_group(group_name(group))


@public("ops.get_rank")
def get_rank(group: str | None = None) -> int:
    """Rank of this process in a group.

    Args:
        group (str, optional): the group. Default: all processes.

    Returns:
        int; -1 if the process is not in the group.

    Raises:
        TypeError: `group` is not a str.

    Examples:
        >>> from msjax.ops.communication import get_rank, init_process_group
        >>> init_process_group()
        >>> get_rank()
        0
    """
    try:
        return comm.get_rank(group_name(group))
    except RuntimeError:
        return -1


@public("ops.get_world_size")
def get_world_size(group: str | None = None) -> int:
    """Number of processes in a group.

    Args:
        group (str, optional): the group. Default: all processes.

    Returns:
        int; -1 if there is no such group.

    Raises:
        TypeError: `group` is not a str.

    Examples:
        >>> from msjax.ops.communication import get_world_size, init_process_group
        >>> init_process_group()
        >>> get_world_size()
        1
    """
    try:
        return comm.get_group_size(group_name(group))
    except RuntimeError:
        return -1


@public("ops.new_group")
def new_group(
    ranks: list[int] | None = None,
    timeout: object = None,
    backend: str | None = None,
    pg_options: object = None,
    use_local_synchronization: bool = False,
    group_desc: object = None,
) -> str:
    """Make a group of some of the processes.

    Args:
        ranks (list of int, optional): their ranks. Default: all processes.
        backend (str, optional): "hccl" or "mccl".
        timeout, use_local_synchronization, group_desc: without meaning here, as in MindSpore.
        pg_options: only None.

    Returns:
        str, the group's name; empty if it cannot be made or this process is not in it.

    Raises:
        TypeError: `ranks` is not a list or `backend` unknown.

    Examples:
        >>> from msjax.ops.communication import get_world_size, init_process_group, new_group
        >>> init_process_group()
        >>> get_world_size(new_group())
        1
    """
    if ranks is None:
        return GlobalComm.WORLD_COMM_GROUP
    of_type("ranks", ranks, list)
    backend = "hccl" if backend is None else backend
    if backend not in ("hccl", "mccl"):
        raise TypeError(must("backend", "'hccl' or 'mccl'", describe(backend)))
    ranks = sorted(ranks)
    digest = hashlib.sha1("_".join(map(str, ranks)).encode()).hexdigest()
    name = f"{backend}_{len(ranks)}_{digest}"
    try:
        comm.create_group(name, ranks, pg_options)
    except NotImplementedError:
        raise
    except RuntimeError:
        return ""
    if comm.get_rank() in ranks:
        return name
    comm.destroy_group(name)
    return ""


@public("ops.get_backend")
def get_backend(group: str | None = None) -> str:
    """Name of a group's communication library.

    Args:
        group (str, optional): the group. Default: all processes.

    Returns:
        str: "hccl", "mccl" or that of the device.

    Raises:
        TypeError: `group` is not a str.

    Examples:
        >>> from msjax.ops.communication import get_backend
        >>> get_backend()
        'hccl'
    """
    if group is None:
        return "hccl"
    group = group_name(group)
    return next((name for name in ("hccl", "mccl") if name in group), GlobalComm.BACKEND)


@public("ops.get_global_rank")
def get_global_rank(group: str | None, group_rank: int) -> int:
    """Rank among all processes of a member of a group.

    Args:
        group (str, optional): the group; None for all processes.
        group_rank (int): the member's rank in the group.

    Returns:
        int.

    Raises:
        TypeError: `group_rank` is not an int, or `group` not a str.

    Examples:
        >>> from msjax.ops.communication import get_global_rank
        >>> get_global_rank(None, 0)
        0
    """
    if not isinstance(group_rank, int):
        raise TypeError(must("group_rank", "int", describe(group_rank)))
    if group is None or group == GlobalComm.WORLD_COMM_GROUP:
        return group_rank
    return comm.get_world_rank_from_group_rank(group_name(group), group_rank)


@public("ops.get_group_rank")
def get_group_rank(group: str | None, global_rank: int) -> int:
    """Rank in a group of one of all processes.

    Args:
        group (str, optional): the group; None for all processes.
        global_rank (int): the process's rank among all.

    Returns:
        int.

    Raises:
        TypeError: `global_rank` is not an int, or `group` not a str.

    Examples:
        >>> from msjax.ops.communication import get_group_rank, init_process_group
        >>> init_process_group()
        >>> get_group_rank(None, 0)
        0
    """
    if not isinstance(global_rank, int):
        raise TypeError(must("global_rank", "int", describe(global_rank)))
    return comm.get_group_rank_from_world_rank(global_rank, group_name(group))


@public("ops.get_process_group_ranks")
def get_process_group_ranks(group: str | None = None) -> list[int]:
    """Ranks among all processes of a group's members.

    Args:
        group (str, optional): the group. Default: all processes.

    Returns:
        list of int.

    Raises:
        TypeError: `group` is not a str.

    Examples:
        >>> from msjax.ops.communication import get_process_group_ranks, init_process_group
        >>> init_process_group()
        >>> get_process_group_ranks()
        [0]
    """
    return comm.get_process_group_ranks(group_name(group))
