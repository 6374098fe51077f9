"""Compiled execution: `jit` and the markers that go with it."""

from __future__ import annotations

from msjax._core.compile.jit import jit
from msjax._core.compile.jit_config import JitConfig
from msjax._core.compile.markers import (
    constexpr,
    enable_dynamic,
    jit_class,
    lazy_inline,
    ms_class,
    ms_memory_recycle,
    no_inline,
)
from msjax._core.compile.mutable import mutable

__all__ = [
    "JitConfig",
    "constexpr",
    "enable_dynamic",
    "jit",
    "jit_class",
    "lazy_inline",
    "ms_class",
    "ms_memory_recycle",
    "mutable",
    "no_inline",
]
