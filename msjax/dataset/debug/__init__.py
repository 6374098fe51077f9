"""Hooks that see what map operations take and give, for `dataset.config.set_debug_mode`."""

from msjax.dataset.debug.debug_hook import DebugHook
from msjax.dataset.debug.pre_defined_hook import PrintDataHook, PrintMetaDataHook

__all__ = ["DebugHook", "PrintDataHook", "PrintMetaDataHook"]
