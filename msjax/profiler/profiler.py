"""Recording what a program does: `profile` and the older `Profiler`."""

from __future__ import annotations

import glob
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

import jax

from msjax import log as logger
from msjax.common._default_text import DefaultText
from msjax.profiler import _recording, _summary
from msjax.profiler.common.constant import (
    AicoreMetrics,
    ExportType,
    HostSystem,
    ProfilerActivity,
    ProfilerLevel,
)
from msjax.profiler.experimental_config import _ExperimentalConfig
from msjax.profiler.schedule import ProfilerAction, Schedule

__all__ = ["Profile", "Profiler", "analyse", "tensorboard_trace_handler"]

_RECORDS = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
_MOST_METADATA = 50 * 1024  # characters
# What a profile can be told, with its defaults; lists name the kind of their elements.
_PARAMETERS: dict[str, tuple[type, Any]] = {
    "output_path": (str, "./data"),
    "profiler_level": (ProfilerLevel, ProfilerLevel.Level0),
    "activities": (ProfilerActivity, [ProfilerActivity.CPU, ProfilerActivity.NPU]),
    "aic_metrics": (AicoreMetrics, AicoreMetrics.AiCoreNone),
    "with_stack": (bool, False),
    "profile_memory": (bool, False),
    "data_process": (bool, False),
    "parallel_strategy": (bool, False),
    "start_profile": (bool, True),
    "l2_cache": (bool, False),
    "hbm_ddr": (bool, False),
    "pcie": (bool, False),
    "sys_io": (bool, False),
    "sys_interconnection": (bool, False),
    "host_sys": (HostSystem, []),
    "sync_enable": (bool, True),
    "data_simplification": (bool, True),
    "record_shapes": (bool, False),
    "export_type": (ExportType, [ExportType.Text]),
    "mstx": (bool, False),
    "mstx_domain_include": (str, []),
    "mstx_domain_exclude": (str, []),
}
_REPLACED = {
    "profile_communication": "profiler_level=ProfilerLevel.Level1",
    "op_time": "activities=[ProfilerActivity.NPU]",
    "profile_framework": "activities=[ProfilerActivity.CPU]",
    "host_stack": "with_stack",
}


class _TraceHandler:
    """What `tensorboard_trace_handler` answers: where to write, and a function of a profile."""

    def __init__(self, dir_name: str | None, worker_name: str | None, analyse_flag: bool):
        self.dir_name, self.worker_name, self.analyse_flag = dir_name, worker_name, analyse_flag

    def __call__(self, prof_inst: Any) -> None:
        if self.analyse_flag:
            prof_inst.analyse()


def tensorboard_trace_handler(
    dir_name: str | None = None,
    worker_name: str | None = None,
    analyse_flag: bool = True,
    async_mode: bool = False,
) -> Callable:
    """A function for `on_trace_ready` that writes where TensorBoard looks.

    Args:
        dir_name: the folder; None for "./data".
        worker_name: the beginning of the names of the folders in it; None for the host's name.
        analyse_flag: bool, write the tables too.
        async_mode: bool; tables are written at once in either case.

    Examples:
        >>> import msjax as ms
        >>> handler = ms.profiler.tensorboard_trace_handler("./data")
        >>> with ms.profiler.profile(on_trace_ready=handler) as prof:
        ...     y = ms.ops.matmul(ms.ops.ones((2, 2)), ms.ops.ones((2, 2)))
    """
    for name, value in (("analyse_flag", analyse_flag), ("async_mode", async_mode)):
        if not isinstance(value, bool):
            logger.warning("%s is not bool, set by default.", name)
    return _TraceHandler(dir_name, worker_name, analyse_flag is not False)


class _Recorder(DefaultText):
    """What both classes do: follow a schedule, and record in its active steps."""

    def __init__(
        self, given: dict[str, Any], schedule: Callable | None, on_trace_ready: Callable | None
    ):
        self._metadata: dict[str, Any] = {}
        self._parameters = _checked(given)
        self._recording: _recording.Recording | None = None
        self._last: _recording.Recording | None = None
        self._has_started = False
        if on_trace_ready is not None and not callable(on_trace_ready):
            logger.warning("For Profiler, on_trace_ready value is Invalid, reset to None.")
            on_trace_ready = None
        self._on_trace_ready = on_trace_ready
        if schedule is not None and not callable(schedule):
            logger.warning("schedule is not Callable, set by default.")
            schedule = None
        self._scheduled = schedule is not None
        self.schedule: Callable = schedule or (lambda step: ProfilerAction.RECORD)
        self._annotation: Any = None
        self.step_num = 0
        self.current_action: ProfilerAction = self.schedule(0)
        if self._parameters["start_profile"]:
            self.start()

    def start(self) -> None:
        """Begin to follow the schedule, or to record if there is none."""
        if self._has_started:
            logger.warning("The profile has already started. Do not turn on again.")
            return
        self._has_started = True
        self._pass_on(ProfilerAction.NONE, self.current_action)
        self._annotate()

    def stop(self) -> None:
        """Stop recording; what there is is written."""
        if not self._has_started:
            logger.error("The profile has not started. Do not turn off again in the closed state.")
            return
        self._has_started = False
        self._end_annotation()
        self._pass_on(self.current_action, None)

    def step(self) -> None:
        """Tell that a step of the program is over."""
        if not self._has_started:
            logger.error("profile is stopped, step takes no effect!")
            return
        self._end_annotation()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._pass_on(before, self.current_action)
        self._annotate()

    def summary(self) -> str:
        """The ten costliest operations of the last recording, as a table."""
        if self._last is None:
            return "Nothing was recorded."
        return _summary.text(_summary.costs(self._last.folder))

    @property
    def output_folder(self) -> str | None:
        """The folder of the last recording, for TensorBoard's --logdir."""
        return self._last and self._last.folder

    def add_metadata(self, key: str, value: str) -> None:
        """Note a text in the file profiler_metadata.json.

        Args:
            key: str.
            value: str.
        """
        if self._takes(key, value):
            self._metadata[key] = value

    def add_metadata_json(self, key: str, value: str) -> None:
        """Note a value in the file profiler_metadata.json.

        Args:
            key: str.
            value: str, the value as JSON.
        """
        if self._takes(key, value):
            try:
                self._metadata[key] = json.loads(value)
            except ValueError:
                logger.warning("The metadata value must be json format string. Skip this metadata")

    def _takes(self, key: Any, value: Any) -> bool:
        if not isinstance(key, str) or not isinstance(value, str):
            logger.warning("The key and value of metadata must be string. Skip this metadata.")
            return False
        if len(json.dumps(self._metadata)) + len(key) + len(value) > _MOST_METADATA:
            logger.warning("Too many metadata added. Skip this metadata")
            return False
        if key in self._metadata:
            logger.warning("%s is already saved as metadata, override it.", key)
        return True

    def _pass_on(self, before: ProfilerAction, now: ProfilerAction | None) -> None:
        """Start or end a recording between two actions."""
        complete = before is ProfilerAction.RECORD_AND_SAVE or now is None
        if self._recording is not None and (complete or now not in _RECORDS):
            if before is ProfilerAction.RECORD and now is not None:
                logger.warning("Incorrect schedule: RECORD followed by %s", now.name)
            recording, self._recording = self._recording, None
            recording.stop()
            recording.note(_as_json(self._parameters), self._metadata)
            self._last = recording
            if complete:
                self._ready(recording)
        if now in _RECORDS and self._recording is None:
            recording = self._made()
            self._recording = recording if recording.start() else None

    def _ready(self, recording: _recording.Recording) -> None:
        if self._on_trace_ready is not None:
            self._on_trace_ready(_Ready(recording))

    def _made(self) -> _recording.Recording:
        given, path, worker = self._parameters, self._parameters["output_path"], None
        if isinstance(self._on_trace_ready, _TraceHandler):
            path = self._on_trace_ready.dir_name or path
            worker = self._on_trace_ready.worker_name
        return _recording.Recording(
            path,
            worker,
            ProfilerActivity.CPU in given["activities"],
            given["with_stack"],
            given["profile_memory"],
            given["mstx"],
            given["mstx_domain_include"],
            given["mstx_domain_exclude"],
        )

    def _annotate(self) -> None:
        if self._scheduled:
            name, step = "ProfilerStep", self.step_num
            self._annotation = jax.profiler.StepTraceAnnotation(name, step_num=step)
            self._annotation.__enter__()

    def _end_annotation(self) -> None:
        if self._annotation is not None:
            self._annotation.__exit__(None, None, None)
            self._annotation = None

    def __enter__(self) -> Any:
        if not self._has_started:
            self.start()
        return self

    def __exit__(self, *error: Any) -> None:
        if self._has_started:
            self.stop()

    def __del__(self) -> None:
        if getattr(self, "_recording", None) is not None and not sys.is_finalizing():
            logger.warning("The profile is stopped, since nothing refers to its object any more.")
            self.stop()


class _Ready:
    """What `on_trace_ready` gets: a recording that is over."""

    def __init__(self, recording: _recording.Recording):
        self._recording = recording
        self.output_folder = recording.folder

    def analyse(self, **kwargs: Any) -> None:
        """Write the tables of the recording."""
        self._recording.analyse()

    def summary(self) -> str:
        """The ten costliest operations, as a table."""
        return _summary.text(_summary.costs(self._recording.folder))


class Profile(_Recorder):
    """Records what a program does, for TensorBoard and Perfetto: a context manager.

    Each recording is a folder "<host>_<process>_<time>_ascend_ms" for TensorBoard's --logdir. Its
    analysis (`tensorboard_trace_handler`) adds ASCEND_PROFILER_OUTPUT with "summary.txt", the ten
    costliest operations, "op_statistic.csv", all of them, and "trace_view.json", a timeline for
    Perfetto. Compiled operations are called by layers: `Net/conv1/Conv2D`.

    Args:
        activities: list of ProfilerActivity; without CPU little of the host is recorded.
        with_stack: bool, record Python calls.
        profile_memory: bool, write "memory.prof" (for pprof) at the end of each recording.
        data_process: for Ascend; no effect here, as the next ones.
        parallel_strategy: for Ascend.
        start_profile: bool, start at once and not by `start`.
        hbm_ddr: for Ascend.
        pcie: for Ascend.
        sync_enable: for GPUs of MindSpore's.
        record_shapes: for Ascend.
        schedule: function of the step that tells what to do; None to record all steps.
        on_trace_ready: function that is called after each recording.
        experimental_config: _ExperimentalConfig, of which the fields of `mstx` matter.

    A value of a wrong type is replaced by the default, with a warning, as in MindSpore.

    Examples:
        >>> import msjax as ms
        >>> with ms.profiler.profile(schedule=ms.profiler.schedule(wait=1, warmup=1, active=1,
        ...                          repeat=1)) as prof:
        ...     for _ in range(4):
        ...         y = ms.ops.matmul(ms.ops.ones((2, 2)), ms.ops.ones((2, 2)))
        ...         prof.step()
        >>> print(prof.summary().split()[0])
        operation
    """

    def __init__(
        self,
        activities: Iterable[ProfilerActivity] | None = None,
        with_stack: bool = False,
        profile_memory: bool = False,
        data_process: bool = False,
        parallel_strategy: bool = False,
        start_profile: bool = True,
        hbm_ddr: bool = False,
        pcie: bool = False,
        sync_enable: bool = True,
        record_shapes: bool = False,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[..., Any] | None = None,
        experimental_config: _ExperimentalConfig | None = None,
    ):
        given: dict[str, Any] = {
            "activities": activities,
            "with_stack": with_stack,
            "profile_memory": profile_memory,
            "data_process": data_process,
            "parallel_strategy": parallel_strategy,
            "start_profile": start_profile,
            "hbm_ddr": hbm_ddr,
            "pcie": pcie,
            "sync_enable": sync_enable,
            "record_shapes": record_shapes,
            "experimental_config": experimental_config,
        }
        super().__init__(given, schedule, on_trace_ready)


class Profiler(_Recorder):
    """Records what a program does until `analyse`; `profile` is its successor.

    Args:
        kwargs: `output_path` (str, "./data") and the arguments of `profile`; those of
            `_ExperimentalConfig` may be given directly. Others are ignored, as in MindSpore.

    Examples:
        >>> import msjax as ms
        >>> profiler = ms.Profiler(output_path="./profile")
        >>> y = ms.ops.matmul(ms.ops.ones((2, 2)), ms.ops.ones((2, 2)))
        >>> profiler.analyse()
        >>> print(profiler.summary().split()[0])
        operation
    """

    def __init__(self, **kwargs: Any):
        logger.warning(
            "'mindspore.Profiler' will be deprecated and removed in a future version. Please use "
            "the api 'mindspore.profiler.profile' instead."
        )
        for name, successor in _REPLACED.items():
            if name in kwargs:
                warnings.warn(
                    f"The parameter '{name}' is deprecated, please use '{successor}' instead.",
                    stacklevel=2,
                )
        schedule = kwargs.get("schedule")
        if schedule is not None and not isinstance(schedule, Schedule):
            logger.warning("For Profiler, schedule value is Invalid, set by default.")
            schedule = None
        super().__init__(kwargs, schedule, kwargs.get("on_trace_ready"))

    def analyse(
        self,
        offline_path: str | None = None,
        pretty: bool = False,
        step_list: list | None = None,
        mode: str = "sync",
    ) -> None:
        """Stop recording if that has not been done, and write the tables.

        Args:
            offline_path: the folder of an older recording; None for this one.
            pretty: bool; files have one form.
            step_list: must be None or empty; all steps are analysed.
            mode: str; tables are written at once in every mode.

        Raises:
            NotImplementedError: `step_list` names steps.
        """
        _refuse_steps(step_list)
        if offline_path is not None:
            self.offline_analyse(offline_path)
            return
        if self._has_started:
            self.stop()
        if self._last is not None:
            self._last.analyse()

    @classmethod
    def offline_analyse(
        cls,
        path: str,
        pretty: bool = False,
        step_list: list | None = None,
        data_simplification: bool = True,
    ) -> None:
        """The function `analyse`, by its older name and with its arguments."""
        analyse(path, 1, pretty, step_list, data_simplification)


def analyse(
    profiler_path: str,
    max_process_number: int = 1,
    pretty: bool = False,
    step_list: list | None = None,
    data_simplification: bool = True,
) -> None:
    """Write the tables of recordings made earlier; errors go to the log, as in MindSpore.

    Args:
        profiler_path: the folder of a recording, "*_ascend_ms", or the one above.
        max_process_number: int; the work is done in one process.
        pretty: bool; files have one form.
        step_list: must be None or empty; all steps are analysed.
        data_simplification: bool; nothing is removed.

    Raises:
        NotImplementedError: `step_list` names steps.

    Examples:
        >>> from msjax.profiler.profiler import Profile, analyse
        >>> with Profile() as prof:
        ...     pass
        >>> analyse(prof.output_folder)
    """
    _refuse_steps(step_list)
    path = os.path.realpath(profiler_path)
    folders = [path] if path.endswith("_ascend_ms") else []
    folders += sorted(glob.glob(os.path.join(glob.escape(path), "*_ascend_ms")))
    folders = [folder for folder in folders if _summary.traces(folder)]
    if not folders:
        logger.error(
            "Invalid path: %s. Expected a *_ascend_ms directory or a parent directory of "
            "multiple *_ascend_ms, with a recording in it",
            path,
        )
    for folder in folders:
        _summary.write(folder)


def _refuse_steps(step_list: Any) -> None:
    if step_list:
        raise NotImplementedError(
            "For 'analyse', the argument 'step_list' is not supported; record the steps of "
            "interest with a 'schedule'."
        )


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a profile; defaults, with a warning, for values of wrong types."""
    given = {name: value for name, value in given.items() if value is not None}
    config = given.pop("experimental_config", None)
    if isinstance(config, _ExperimentalConfig):
        given.update((k, v) for k, v in vars(config).items() if v is not None)
    elif config is not None:
        logger.warning(
            "For Profiler, experimental_config value must be the "
            "'mindspore.profiler._ExperimentalConfig' class, reset to default value."
        )
    return {
        name: _one(name, given.get(name, default)) for name, (_, default) in _PARAMETERS.items()
    }


def _one(name: str, value: Any) -> Any:
    kind, default = _PARAMETERS[name]
    if isinstance(default, list):
        if isinstance(value, kind) and name == "export_type":
            value = [value]
        if isinstance(value, list) and all(isinstance(item, kind) for item in value):
            return value
        logger.warning("For Profiler, %s value is Invalid, reset to %s.", name, default)
        return list(default)
    if isinstance(value, kind):
        return value
    logger.warning(
        "For Profiler, the type of %s should be %s, but got %s, reset to %s.",
        name,
        kind,
        type(value),
        default,
    )
    return default


def _as_json(parameters: dict[str, Any]) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [plain(item) for item in value]
        return value.value if isinstance(value, Enum) else value

    return {name: plain(value) for name, value in parameters.items()}
