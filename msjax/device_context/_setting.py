"""What all settings of one kind of device share."""

from __future__ import annotations

import logging
from typing import Any

from msjax._core.runtime import context


def applies(device: str) -> bool:
    """Whether the current device target is `device`; says so once if it is not."""
    target = context.target()
    if target != device:
        context.remark(
            f"device_context.{device}",
            f"{target} device is not supported. Please use correct device",
            logging.ERROR,
        )
    return target == device


def keep_once(name: str, value: Any) -> None:
    """Keep a setting that may be made once, or again with the same value."""
    if context.state.configured.setdefault(name, value) != value:
        short = name.rpartition(".")[2]
        raise RuntimeError(f"The '{short}' can not be set repeatedly.")
    context.remark(name, f"{name} is stored but has no effect in msjax.", logging.INFO)


def count(target: str) -> int:
    """Number of devices of a target; 0 if there are none."""
    return context.platforms().get(target, 0)
