"""Names and state of the communication, under the private path that published models import."""

from __future__ import annotations

from typing import Any

HCCL_WORLD_COMM_GROUP = "hccl_world_group"
NCCL_WORLD_COMM_GROUP = "nccl_world_group"
MCCL_WORLD_COMM_GROUP = "mccl_world_group"
WORLD_GROUPS = {
    "hccl": HCCL_WORLD_COMM_GROUP,
    "nccl": NCCL_WORLD_COMM_GROUP,
    "mccl": MCCL_WORLD_COMM_GROUP,
}
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
    """What `init` found: BACKEND, WORLD_COMM_GROUP, INITED; CHECK_ENVS is kept for old code."""

    BACKEND = "hccl"
    WORLD_COMM_GROUP = HCCL_WORLD_COMM_GROUP
    INITED = False
    CHECK_ENVS = True


class _ExistingGroup:
    """Groups made by create_group: ITEMS[name] is the list of ranks."""

    ITEMS: dict[str, list[int]] = {}


def _is_initialized() -> bool:
    return GlobalComm.INITED


def _is_available() -> bool:
    return True


def _get_backend() -> str:
    return GlobalComm.BACKEND
