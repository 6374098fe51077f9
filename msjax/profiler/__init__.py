"""Profiles: what a program does and how long it takes, for TensorBoard and Perfetto."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.profiler.common.constant import (
    AicoreMetrics,
    ExportType,
    HostSystem,
    ProfilerActivity,
    ProfilerLevel,
)
from msjax.profiler.experimental_config import _ExperimentalConfig
from msjax.profiler.mstx import Mstx as mstx
from msjax.profiler.profiler import Profile as profile
from msjax.profiler.profiler import Profiler, tensorboard_trace_handler
from msjax.profiler.schedule import Schedule as schedule

__all__ = [
    "AicoreMetrics",
    "DynamicProfilerMonitor",
    "EnvProfiler",
    "ExportType",
    "HostSystem",
    "Profiler",
    "ProfilerActivity",
    "ProfilerLevel",
    "_ExperimentalConfig",
    "mstx",
    "profile",
    "schedule",
    "tensorboard_trace_handler",
]

__getattr__ = _lazy_getattr(
    __name__,
    {
        "msjax.profiler.dynamic_profiler": "DynamicProfilerMonitor",
        "msjax.profiler.envprofiler": "EnvProfiler",
    },
)
