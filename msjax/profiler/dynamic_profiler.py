"""Starting a profile while a training runs, by editing a file."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from msjax import log as logger
from msjax.communication import get_rank
from msjax.profiler.common.constant import (
    AicoreMetrics,
    ExportType,
    HostSystem,
    ProfilerActivity,
    ProfilerLevel,
)
from msjax.profiler.experimental_config import _ExperimentalConfig
from msjax.profiler.profiler import Profile, tensorboard_trace_handler
from msjax.train.callback import Callback, RunContext

__all__ = ["DynamicProfilerMonitor"]

_FILE = "profiler_config.json"
_INITIAL: dict[str, Any] = {
    "start_step": -1,
    "stop_step": -1,
    "aic_metrics": "AiCoreNone",
    "profiler_level": "Level0",
    "analyse_mode": -1,
    "activities": ["CPU", "NPU"],
    "export_type": ["text"],
    "profile_memory": False,
    "mstx": False,
    "parallel_strategy": False,
    "with_stack": False,
    "data_simplification": True,
    "l2_cache": False,
    "analyse": False,
    "record_shapes": False,
    "prof_path": "./",
    "mstx_domain_include": [],
    "mstx_domain_exclude": [],
    "host_sys": [],
    "sys_io": False,
    "sys_interconnection": False,
}


class DynamicProfilerMonitor(Callback):
    """Records the steps that a file names, which may be edited while the training runs.

    The file "profiler_config.json" is made with `start_step` and `stop_step` -1; a profile of the
    steps from one to the other is recorded once they are set. `analyse_mode` 0 writes the tables.

    Args:
        cfg_path: the folder of the file.
        output_path: the folder of the profiles.
        poll_interval: int above 0, after how many seconds the file is looked at again.
        kwargs: no further arguments have an effect.

    Raises:
        TypeError: `cfg_path` is not a str.

    Examples:
        >>> import msjax as ms
        >>> monitor = ms.profiler.DynamicProfilerMonitor("./config", "./profiles")
        [Dynamic Profiler] Init config json file: ...profiler_config.json
    """

    def __init__(
        self,
        cfg_path: str | None = None,
        output_path: str = "./dyn_profile_data",
        poll_interval: int = 2,
        **kwargs: Any,
    ):
        super().__init__()
        if not isinstance(cfg_path, str):
            raise TypeError(
                "For 'DynamicProfilerMonitor', the 'cfg_path' must be str, "
                f"but got {type(cfg_path)}."
            )
        if not isinstance(poll_interval, int) or poll_interval < 1:
            logger.error("Poll interval must be an integer above 0, reset to 2.")
            poll_interval = 2
        self._path = os.path.join(os.path.realpath(cfg_path), _FILE)
        self._output_path, self._interval = output_path, poll_interval
        self._profile: Profile | None = None
        self._recorded: tuple[int, int] | None = None
        self._config: dict[str, Any] = {}
        self._next_look = 0.0
        self._step = 0
        if get_rank() == 0 and not os.path.exists(self._path):
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            with open(self._path, "w", encoding="utf-8") as file:
                json.dump(_INITIAL, file, indent=4)
            print(f"[Dynamic Profiler] Init config json file: {self._path}")

    def step_begin(self, run_context: RunContext) -> None:
        """Start recording if it is time."""
        self._begin(run_context.original_args().cur_step_num)

    def step_end(self, run_context: RunContext) -> None:
        """Stop recording if it is time."""
        self._end(run_context.original_args().cur_step_num)

    def on_train_end(self, run_context: RunContext) -> None:
        """Stop recording."""
        self._stop(run_context.original_args().cur_step_num)

    def step(self) -> None:
        """Tell that a step of a program without Model is over."""
        self._end(self._step)
        self._step += 1
        self._begin(self._step)

    def _begin(self, step: int) -> None:
        config = self._look()
        start, stop = config.get("start_step", -1), config.get("stop_step", -1)
        for name, number in (("start_step", start), ("stop_step", stop)):
            if isinstance(number, bool) or not isinstance(number, int):
                logger.error("Dynamic profiler: '%s' must be int, but got %r.", name, number)
                return
        if self._profile is not None or start < 0 or not start <= step <= stop:
            return
        if self._recorded == (start, stop):
            return
        self._recorded = start, stop
        folder = self._output_path if config["prof_path"] == "./" else config["prof_path"]
        folder = os.path.join(folder, f"rank{get_rank()}_start{start}_stop{stop}")
        self._profile = _profile(config, folder)
        rank = get_rank()
        print(f"[Dynamic Profiler] Rank {rank} create output path {folder}")
        print(
            f"[Dynamic Profiler] Rank {rank} Dynamic profiler start at step {step}, "
            f"will stop at step {stop}"
        )

    def _end(self, step: int) -> None:
        if self._profile is not None and self._recorded is not None and step >= self._recorded[1]:
            self._stop(step)

    def _stop(self, step: int) -> None:
        if self._profile is not None:
            self._profile.stop()
            self._profile = None
            print(f"[Dynamic Profiler] Rank {get_rank()} Dynamic profiler stop at step {step}")

    def _look(self) -> dict[str, Any]:
        """What the file says, read again when the interval is over."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self._interval
            try:
                with open(self._path, encoding="utf-8") as file:
                    given = json.load(file)
                if not isinstance(given, dict):
                    raise ValueError("it is not an object")
                self._config = {**_INITIAL, **given}
            except (OSError, ValueError) as error:
                logger.error("Dynamic profiler json %s is not valid: %s.", self._path, error)
        return self._config


def _profile(config: dict[str, Any], folder: str) -> Profile:
    analysed = bool(config["analyse"]) or config["analyse_mode"] in (0, 1, "sync", "async")
    return Profile(
        activities=_members(ProfilerActivity, config["activities"]),
        with_stack=config["with_stack"],
        profile_memory=config["profile_memory"],
        on_trace_ready=tensorboard_trace_handler(folder, analyse_flag=analysed),
        experimental_config=settings(config),
    )


def settings(config: dict[str, Any]) -> _ExperimentalConfig:
    """The `_ExperimentalConfig` for settings written as JSON; wrong ones are left out."""
    given = {
        "profiler_level": _members(ProfilerLevel, [config.get("profiler_level")])[:1],
        "aic_metrics": _members(AicoreMetrics, [config.get("aic_metrics")])[:1],
    }
    made = _ExperimentalConfig(
        **{name: found[0] for name, found in given.items() if found},
        export_type=_members(ExportType, config.get("export_type", [])) or None,
        host_sys=_members(HostSystem, config.get("host_sys", [])),
    )
    plain = ("l2_cache", "mstx", "data_simplification", "sys_io", "sys_interconnection")
    for name in (*plain, "mstx_domain_include", "mstx_domain_exclude"):
        if name in config:
            setattr(made, name, config[name])
    return made


def _members(kind: Any, names: Any) -> list:
    """The members of an enum with these names or values."""
    known = {**{member.value: member for member in kind}, **kind.__members__}
    return [known[name] for name in names or () if isinstance(name, str) and name in known]
