"""Parameter-server settings: stored, except that the mode itself cannot be switched on."""

from __future__ import annotations

import os
from typing import Any

from msjax._core.base.errors import unsupported
from msjax._core.runtime.settings import Settings


def _enable(value: bool) -> bool:
    if value:
        raise unsupported(
            "set_ps_context(enable_ps=True)",
            "JAX has no parameter server; train data-parallel with sharded arrays instead",
        )
    return bool(value)


def _port(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(
            f"set_scheduler_port(): the 'scheduler_port' must be int, but got {type(value)}."
        )
    return value


_settings = Settings(
    {
        "server_mode": "",
        "ms_role": "MS_NOT_PS",
        "enable_ps": False,
        "worker_num": 0,
        "server_num": 0,
        "scheduler_ip": "127.0.0.1",
        "scheduler_port": 6667,
        "enable_ssl": False,
        "client_password": "",
        "server_password": "",
        "config_file_path": "",
    },
    {"enable_ps": bool},
    {"enable_ps": _enable, "scheduler_port": _port},
    title="PS context",
)
_WRITE_ONLY = ("client_password", "server_password")


def _set_ps_context(**kwargs):
    _settings.set(**kwargs)


def _get_ps_context(attr_key):
    if attr_key in _WRITE_ONLY:
        raise ValueError(f"Get PS context keyword {attr_key} is not recognized!")
    return _settings.get(attr_key)


def _reset_ps_context():
    _settings.set(enable_ps=False)  # the rest survives a reset in MindSpore too


def _is_role_sched():
    return os.environ.get("MS_ROLE") == "MS_SCHED"


def _is_role_pserver() -> bool:
    return os.environ.get("MS_ROLE") in ("MS_PSERVER", "MS_SERVER")


def _is_role_worker():
    return os.environ.get("MS_ROLE") == "MS_WORKER"
