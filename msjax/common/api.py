"""The execution engine's names that scripts reach for."""

from __future__ import annotations

from typing import Any

import jax

from msjax._core.jit import graph_call, jit, ms_function
from msjax.graph.markers import jit_class, ms_class, ms_memory_recycle

__all__ = ["jit", "jit_class", "ms_class", "ms_function", "ms_memory_recycle"]


class _PyNativeExecutor:
    """Eager execution: JAX dispatches by itself, what is left is to wait for it."""

    def sync(self) -> None:
        """Wait until everything dispatched so far is done."""
        jax.effects_barrier()
        for array in jax.live_arrays():
            array.block_until_ready()

    def set_grad_flag(self, flag: bool) -> None:
        """Accepted for compatibility: gradient functions record by themselves."""


class _CellGraphExecutor:
    """Compiled execution of Cells."""

    def compile(self, obj: Any, *args: Any, phase: str = "predict", **kwargs: Any) -> tuple:
        """Compile a Cell for the given inputs by running it once; returns (phase, True)."""
        graph_call(obj, args, kwargs)
        return phase, True

    def __call__(self, obj: Any, *args: Any, phase: str = "predict") -> Any:
        return graph_call(obj, args, {})


_pynative_executor = _PyNativeExecutor()
_cell_graph_executor = _CellGraphExecutor()
cells_compile_cache: dict = {}
