"""Settings of a profile that are for one kind of device."""

from __future__ import annotations

from typing import Any

from msjax.common._default_text import DefaultText
from msjax.profiler.common.constant import AicoreMetrics, ProfilerLevel


class _ExperimentalConfig(DefaultText):
    """Further settings of `profile`. Of these `mstx` and its domains matter here; the others are
    for Ascend's hardware and are kept.

    Args:
        profiler_level: ProfilerLevel.
        aic_metrics: AicoreMetrics.
        l2_cache: bool.
        mstx: bool, record the marks and ranges of `mstx`.
        data_simplification: bool.
        export_type: list of ExportType.
        mstx_domain_include: list of the domains to record; None for all.
        mstx_domain_exclude: list of the domains to leave out.
        sys_io: bool.
        sys_interconnection: bool.
        host_sys: list of HostSystem.

    Examples:
        >>> import msjax as ms
        >>> ms.profiler._ExperimentalConfig(mstx=True).mstx
        True
    """

    def __init__(
        self,
        profiler_level: ProfilerLevel = ProfilerLevel.Level0,
        aic_metrics: AicoreMetrics = AicoreMetrics.AiCoreNone,
        l2_cache: bool = False,
        mstx: bool = False,
        data_simplification: bool = True,
        export_type: list | None = None,
        mstx_domain_include: list | None = None,
        mstx_domain_exclude: list | None = None,
        sys_io: bool = False,
        sys_interconnection: bool = False,
        host_sys: list | None = None,
    ):
        given: dict[str, Any] = dict(locals())
        self.__dict__.update((k, v) for k, v in given.items() if k not in ("self", "__class__"))
