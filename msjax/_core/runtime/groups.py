"""Ranks and groups of processes.

One Python process is one rank, as in MindSpore. A single process is rank 0 of 1. Several processes
are ranks once they have joined (`launch`).
"""

from __future__ import annotations

import functools
import os
from typing import Any

from msjax._core.base.errors import unsupported
from msjax._core.runtime import context, launch

HCCL_WORLD_COMM_GROUP = "hccl_world_group"
NCCL_WORLD_COMM_GROUP = "nccl_world_group"
MCCL_WORLD_COMM_GROUP = "mccl_world_group"
WORLD_GROUPS = {
    "hccl": HCCL_WORLD_COMM_GROUP,
    "nccl": NCCL_WORLD_COMM_GROUP,
    "mccl": MCCL_WORLD_COMM_GROUP,
}
_WORLD_NAMES = frozenset(WORLD_GROUPS.values())
DEVICE_TO_BACKEND = {"Ascend": "hccl", "GPU": "nccl", "CPU": "mccl", "TPU": "mccl"}


class Backend:
    """Names of the communication libraries; calling it checks a name."""

    UNDEFINED = "undefined"
    HCCL = "hccl"
    NCCL = "nccl"
    MCCL = "mccl"

    def __new__(cls, name: str) -> Any:
        """`name` in lower case if it is one of the libraries."""
        if not isinstance(name, str):
            raise TypeError(
                "For 'Backend', the class variable 'name' must be a string, "
                f"but got the type : {type(name)}"
            )
        if name.lower() not in WORLD_GROUPS:
            raise ValueError(
                f"For 'Backend', the class variable 'name' {name} is not supported, "
                "please use hccl or nccl."
            )
        return name.lower()


class GlobalComm:
    """What `init` found: BACKEND, WORLD_COMM_GROUP, INITED; CHECK_ENVS is kept for old code.

    Examples:
        >>> from msjax.communication import GlobalComm, init, release
        >>> init()
        >>> GlobalComm.INITED
        True
        >>> release()
    """

    BACKEND = "hccl"
    WORLD_COMM_GROUP = HCCL_WORLD_COMM_GROUP
    INITED = False
    CHECK_ENVS = True


class _ExistingGroup:
    """Groups made by create_group: ITEMS[name] is the list of ranks."""

    ITEMS: dict[str, list[int]] = {}


def _world() -> tuple[int, int]:
    """(rank, size) of the processes that work together."""
    where = launch.place()
    return (0, 1) if where is None else (where.rank, where.size)


def _get_group(group: str) -> str:
    """The name of a group."""
    return group


def _check_group_type(func: str, group: Any) -> None:
    if not isinstance(group, str):
        raise TypeError(
            f"For '{func}', the argument 'group' must be type of string, but got 'group' type : "
            f"{type(group)}."
        )


def _check_inited() -> None:
    if not GlobalComm.INITED:
        raise RuntimeError(
            "Distributed Communication has not been inited.You can't invoke this interface yet. "
            "Please call `init()` method first."
        )


def ranks_of(group: str) -> tuple[int, ...]:
    """World ranks of a group, in the order of their ranks in it: that in which they were given."""
    if group in _WORLD_NAMES:
        return _first(_world()[1])
    if group not in _ExistingGroup.ITEMS:
        raise RuntimeError(f"The group {group} does not exist; create it with 'create_group'.")
    return tuple(_ExistingGroup.ITEMS[group])


@functools.cache
def _first(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def members_of(group: str) -> list[int]:
    """World ranks of a group, in the order of their ranks in it."""
    return list(ranks_of(group))


def _rank_in(func: str, group: str) -> int:
    members, rank = members_of(group), _world()[0]
    if rank not in members:
        raise RuntimeError(f"For '{func}', rank {rank} is not a member of group {group}.")
    return members.index(rank)


def _from_environment(variable: str, default: int) -> int:
    return int(os.environ.get(variable, str(default)))


def init(backend_name: str | None = None) -> None:
    """Make ranks and groups available.

    A process on its own becomes rank 0 of 1. Processes that `msrun` or `mpirun` started, or a
    cluster that JAX knows (Slurm, Kubernetes, TPU pods), join each other; so do those that have
    called `jax.distributed.initialize` themselves. They must come here before the first Tensor is
    made; the process that MS_ROLE calls a scheduler ends here, with the job.

    Args:
        backend_name (str, optional): "hccl", "nccl" or "mccl". Default ``None``, the one that
            belongs to the device target.

    Raises:
        TypeError: if `backend_name` is no string.
        RuntimeError: if it is unknown or does not belong to the device target, or the processes
            did not meet.
        NotImplementedError: if RANK_SIZE says that there are several processes, and nothing says
            where they meet.

    Examples:
        >>> from msjax.communication import init, get_rank, get_group_size
        >>> init()
        >>> get_rank(), get_group_size()
        (0, 1)
    """
    if backend_name is not None and not isinstance(backend_name, str):
        raise TypeError(
            "For 'init', the argument 'backend_name' must be a string, but got the type : "
            f"{type(backend_name)}"
        )
    if backend_name is not None and backend_name not in WORLD_GROUPS:
        raise RuntimeError(
            "For 'init', the argument 'backend_name' must be one of 'hccl', 'nccl' and 'mccl', "
            f"but got 'backend_name' : {backend_name}"
        )
    counts = ("MS_WORKER_NUM", "RANK_SIZE")
    several = any(_from_environment(name, 1) > 1 for name in counts)
    if several and launch.place() is None and not launch.asked_for():
        raise unsupported(
            "Starting several processes by RANK_SIZE and RANK_ID alone",
            "start the program by 'msrun --worker_num=N program.py', or set MS_ROLE, "
            "MS_SCHED_HOST, MS_SCHED_PORT and MS_WORKER_NUM in each process",
        )
    launch.start()
    own = DEVICE_TO_BACKEND[context.target()]
    backend = own if backend_name is None else backend_name
    if backend not in (own, "mccl"):
        raise RuntimeError(
            f"For 'init', the argument 'backend_name' should be '{own}' to init "
            f"'{context.target()}', but got '{backend}'."
        )
    GlobalComm.BACKEND = backend
    GlobalComm.WORLD_COMM_GROUP = WORLD_GROUPS[backend]
    GlobalComm.INITED = True


def release() -> None:
    """Forget all groups and end the communication.

    Examples:
        >>> from msjax.communication import GlobalComm, init, release
        >>> init()
        >>> GlobalComm.INITED
        True
        >>> release()
        >>> GlobalComm.INITED
        False
    """
    GlobalComm.INITED = False
    _ExistingGroup.ITEMS.clear()


def get_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Rank of this process in a group.

    Args:
        group (str): name of the group. Default: all processes.

    Returns:
        int. Before `init`, the environment variable RANK_ID, or 0.

    Raises:
        TypeError: if `group` is no string.
        RuntimeError: if the group does not exist or this process is not in it.

    Examples:
        >>> from msjax.communication import get_rank, init
        >>> init()
        >>> get_rank()
        0
    """
    _check_group_type("get_rank", group)
    if not GlobalComm.INITED and launch.place() is None:
        return _from_environment("RANK_ID", 0)
    return _rank_in("get_rank", group)


def get_group_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Number of processes in a group.

    Args:
        group (str): name of the group. Default: all processes.

    Returns:
        int. Before `init`, the environment variable RANK_SIZE, or 1.

    Raises:
        TypeError: if `group` is no string.
        RuntimeError: if the group does not exist.

    Examples:
        >>> from msjax.communication import get_group_size, init
        >>> init()
        >>> get_group_size()
        1
    """
    _check_group_type("get_group_size", group)
    if not GlobalComm.INITED and launch.place() is None:
        return _from_environment("RANK_SIZE", 1)
    return len(members_of(group))


def get_local_rank(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Rank of this process among those of its machine.

    Args:
        group (str): name of the group. Default: all processes.

    Returns:
        int: the environment variable LOCAL_RANK; 0 if it is not set and there is one process.

    Raises:
        TypeError: if `group` is no string.
        NotImplementedError: with several processes and no LOCAL_RANK; JAX cannot tell.

    Examples:
        >>> from msjax.communication import get_local_rank, init
        >>> init()
        >>> get_local_rank()
        0
    """
    _check_group_type("get_local_rank", group)
    where = launch.place()
    return _local("get_local_rank", "LOCAL_RANK", 0 if where is None else where.local_rank)


def get_local_rank_size(group: str = HCCL_WORLD_COMM_GROUP) -> int:
    """Number of processes on this machine.

    Args:
        group (str): name of the group. Default: all processes.

    Returns:
        int: the environment variable LOCAL_RANK_SIZE; 1 if not set and there is one process.

    Raises:
        TypeError: if `group` is no string.
        NotImplementedError: with several processes and no LOCAL_RANK_SIZE; JAX cannot tell.

    Examples:
        >>> from msjax.communication import get_local_rank_size, init
        >>> init()
        >>> get_local_rank_size()
        1
    """
    _check_group_type("get_local_rank_size", group)
    where = launch.place()
    return _local(
        "get_local_rank_size", "LOCAL_RANK_SIZE", 1 if where is None else where.local_size
    )


def _local(func: str, variable: str, own: int) -> int:
    """`own` is what the place of this process says, -1 if it says nothing."""
    if variable not in os.environ and own < 0:
        raise unsupported(f"{func} without the environment variable {variable}", f"set {variable}")
    return _from_environment(variable, own)


def get_world_rank_from_group_rank(group: str, group_rank_id: int) -> int:
    """Rank among all processes of a member of a group.

    Args:
        group (str): name of the group.
        group_rank_id (int): rank in the group.

    Returns:
        int.

    Raises:
        TypeError: if an argument has the wrong type.
        RuntimeError: if `init` was not called, or the group has no such member.

    Examples:
        >>> from msjax.communication import create_group, destroy_group, init
        >>> from msjax.communication import get_world_rank_from_group_rank
        >>> init()
        >>> create_group("mine", [0])
        >>> get_world_rank_from_group_rank("mine", 0)
        0
        >>> destroy_group("mine")
    """
    _check_group_type("get_world_rank_from_group_rank", group)
    _check_inited()
    _check_rank_type("get_world_rank_from_group_rank", "group_rank_id", group_rank_id)
    members = members_of(group)
    if not 0 <= group_rank_id < len(members):
        raise RuntimeError(f"The group {group} has no rank {group_rank_id}.")
    return members[group_rank_id]


def get_group_rank_from_world_rank(world_rank_id: int, group: str) -> int:
    """Rank in a group of one of all processes.

    Args:
        world_rank_id (int): rank among all processes.
        group (str): name of the group.

    Returns:
        int.

    Raises:
        TypeError: if an argument has the wrong type.
        RuntimeError: if `init` was not called, or the process is not in the group.

    Examples:
        >>> from msjax.communication import create_group, destroy_group, init
        >>> from msjax.communication import get_group_rank_from_world_rank
        >>> init()
        >>> create_group("mine", [0])
        >>> get_group_rank_from_world_rank(0, "mine")
        0
        >>> destroy_group("mine")
    """
    _check_group_type("get_group_rank_from_world_rank", group)
    _check_inited()
    _check_rank_type("get_group_rank_from_world_rank", "world_rank_id", world_rank_id)
    members = members_of(group)
    if world_rank_id not in members:
        raise RuntimeError(f"Rank {world_rank_id} is not a member of group {group}.")
    return members.index(world_rank_id)


def _check_rank_type(func: str, name: str, value: Any) -> None:
    if not isinstance(value, int):
        raise TypeError(
            f"For '{func}', the argument '{name}' must be type of int, but got '{name}' type : "
            f"{type(value)}."
        )


def create_group(group: str, rank_ids: list[int], options: None = None) -> None:
    """Give a name to some of the processes.

    Args:
        group (str): name of the new group.
        rank_ids (list[int]): their ranks among all processes, without duplicates; the first one is
            rank 0 of the group. It must be in the same order in all of them.
        options: tuning options of the communication library. Only ``None``.

    Raises:
        TypeError: if an argument has the wrong type.
        ValueError: if the list is empty or has duplicates, or the name stands for other ranks.
        RuntimeError: if `init` was not called, or there is no such rank.
        NotImplementedError: if `options` are given.

    Examples:
        >>> from msjax.communication import init, create_group, get_group_size
        >>> init()
        >>> create_group("pair", [0])
        >>> get_group_size("pair")
        1
    """
    _check_group_type("create_group", group)
    _check_inited()
    known = _ExistingGroup.ITEMS.get(group)
    if known is not None:
        if rank_ids != known:
            raise ValueError(
                f"The group {group} has been created, the rank_list is {known}, but current "
                f"rank_list for the group is {rank_ids}"
            )
        return
    if not isinstance(rank_ids, list):
        raise TypeError(
            "For 'create_group', the argument 'rank_ids' must be type of list, but got 'rank_ids' "
            f"type : {type(rank_ids)}."
        )
    if not rank_ids:
        raise ValueError(
            "For 'create_group', the argument 'rank_ids' size should be greater than 1, but got "
            "'rank_ids' size : 0."
        )
    if len(set(rank_ids)) != len(rank_ids):
        raise ValueError(f"List rank_ids in Group {group} has duplicate data!")
    if options is not None:
        raise unsupported("create_group(options=...)", "leave 'options' out")
    if not all(isinstance(r, int) for r in rank_ids):
        raise TypeError(f"For 'create_group', the items of 'rank_ids' must be int: {rank_ids}.")
    size = _world()[1]
    if not all(0 <= r < size for r in rank_ids):
        raise RuntimeError(
            f"Failed to create communication group for {group} with rank ids {rank_ids}: "
            f"there are {size} processes."
        )
    _ExistingGroup.ITEMS[group] = list(rank_ids)


def destroy_group(group: str) -> None:
    """Forget a group.

    Args:
        group (str): its name.

    Raises:
        TypeError: if `group` is no string.
        ValueError: for the group of all processes.
        RuntimeError: if `init` was not called or the group does not exist.

    Examples:
        >>> from msjax.communication import create_group, destroy_group, init
        >>> init()
        >>> create_group("mine", [0])
        >>> destroy_group("mine")
    """
    _check_group_type("destroy_group", group)
    _check_inited()
    if group in _WORLD_NAMES:
        raise ValueError("The world_group does not support destruction.")
    members_of(group)
    del _ExistingGroup.ITEMS[group]


def get_comm_name(group: str = HCCL_WORLD_COMM_GROUP) -> str:
    """Name by which the communication library knows a group.

    Args:
        group (str): name of the group. Default: all processes.

    Raises:
        TypeError: if `group` is no str.
        RuntimeError: if `init` was not called.
        NotImplementedError: once `init` was called; JAX has no such name.
    """
    _check_group_type("get_comm_name", group)
    _check_inited()
    raise unsupported("get_comm_name", "JAX's collectives address mesh axes, not communicators")


def get_process_group_ranks(group: str = HCCL_WORLD_COMM_GROUP) -> list[int]:
    """Ranks of a group's processes among all, in the order of their ranks in the group.

    Args:
        group (str): name of the group. Default: all processes.

    Returns:
        list of ints.

    Raises:
        RuntimeError: if `init` was not called or the group does not exist.

    Examples:
        >>> from msjax.communication import get_process_group_ranks, init
        >>> init()
        >>> get_process_group_ranks()
        [0]
    """
    _check_inited()
    return members_of(group)
