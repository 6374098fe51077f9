"""Names and state of the communication, under the private path that published models import."""

from __future__ import annotations

from msjax._core.runtime.groups import (
    DEVICE_TO_BACKEND,
    HCCL_WORLD_COMM_GROUP,
    MCCL_WORLD_COMM_GROUP,
    NCCL_WORLD_COMM_GROUP,
    WORLD_GROUPS,
    Backend,
    GlobalComm,
    _ExistingGroup,
)

__all__ = [
    "DEVICE_TO_BACKEND",
    "HCCL_WORLD_COMM_GROUP",
    "MCCL_WORLD_COMM_GROUP",
    "NCCL_WORLD_COMM_GROUP",
    "WORLD_GROUPS",
    "Backend",
    "GlobalComm",
    "_ExistingGroup",
]


def _is_initialized() -> bool:
    return GlobalComm.INITED


def _is_available() -> bool:
    return True


def _get_backend() -> str:
    return GlobalComm.BACKEND
