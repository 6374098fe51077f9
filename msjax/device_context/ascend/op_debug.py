"""Debugging options of Ascend devices."""

from __future__ import annotations

from typing import Any

from ..._checkparam import args_type_check
from .._setting import applies, keep_once

__all__ = ["aclinit_config", "debug_option", "execute_timeout"]

_ACL: dict[str, Any] = {
    "max_opqueue_num": (str,),
    "err_msg_mode": ["0", "1"],
    "dump": [{"dump_scene": "lite_exception"}, {"dump_scene": "lite_exception:disable"}],
}


@args_type_check(op_timeout=int)
def execute_timeout(op_timeout: int) -> None:
    """Longest time of one kernel in seconds.

    Args:
        op_timeout (int): the seconds.

    Raises:
        TypeError: `op_timeout` is not an int.
        ValueError: on Ascend, if it is negative.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if op_timeout < 0:
        raise ValueError("The num of execute_timeout must bigger than or equal to 0.")
    keep_once("ascend.execute_timeout", op_timeout)


def debug_option(option_value: str) -> None:
    """Debugging option of the device.

    Args:
        option_value (str): "oom".

    Raises:
        TypeError: on Ascend, if it is not a str.
        ValueError: on Ascend, if it is another one.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    where = "For 'device_context.ascend.op_debug.debug_option(option_value)', the"
    if not isinstance(option_value, str):
        raise TypeError(
            f"{where} type of 'option_value' must be str, but got {type(option_value)}."
        )
    if option_value != "oom":
        raise ValueError(
            f"{where} 'option_value' supports being set to 'oom' currently, but got {option_value}."
        )
    keep_once("ascend.debug_option", option_value)


def aclinit_config(config: dict) -> None:
    """Options of the device's library.

    Args:
        config (dict): "max_opqueue_num" (str), "err_msg_mode" ("0" or "1"), "dump" (dict).

    Raises:
        TypeError: a value has the wrong type.
        ValueError: there is no such option, or a value is none of those allowed.
        RuntimeError: others were set before.
    """
    where = "For 'ms.device_context.ascend.op_debug.aclinit_config', the"
    for key, value in config.items():
        if key not in _ACL:
            raise ValueError(f"{where} key must be one of {tuple(_ACL)}, but got {key}.")
        allowed = _ACL[key]
        if isinstance(allowed, list) and value not in allowed:
            raise ValueError(
                f"{where} value of argument {key} must be one of {allowed}, but got {value}."
            )
        if isinstance(allowed, tuple) and not isinstance(value, allowed):
            raise TypeError(
                f"{where} type of argument {key} must be one of {allowed}, but got {type(value)}."
            )
    keep_once("ascend.aclinit_config", dict(config))
