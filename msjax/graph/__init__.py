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

from .custom_backend import register_custom_backend
from .custom_infer import (
    clear_op_infer,
    clear_op_wrapper,
    register_op_infer,
    register_op_wrapper,
)
from .custom_pass import CustomPassType, register_custom_pass

__all__ = [
    "CustomPassType",
    "JitConfig",
    "clear_op_infer",
    "clear_op_wrapper",
    "constexpr",
    "enable_dynamic",
    "jit",
    "jit_class",
    "lazy_inline",
    "ms_class",
    "ms_memory_recycle",
    "mutable",
    "no_inline",
    "register_custom_backend",
    "register_custom_pass",
    "register_op_infer",
    "register_op_wrapper",
]
