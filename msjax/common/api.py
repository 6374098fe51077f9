"""The execution engine's names that scripts reach for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax

from msjax._core.base.recording import enable, is_enabled, is_recording, no_grad
from msjax._core.base.state import STATE, refuse_lasting
from msjax._core.compile.flops import flops_in
from msjax._core.compile.jit import graph_call, graph_compile, jit, ms_function
from msjax._core.compile.markers import jit_class, ms_class, ms_memory_recycle
from msjax._core.gradient.saved_tensors import (
    disable_saved_tensors_hooks as _disable_saved_tensors_hooks,  # noqa: F401
)
from msjax._core.gradient.saved_tensors import saved_tensors_hooks as saved_tensors_hooks
from msjax.graph.saved_tensors import register_saved_tensors_hooks as register_saved_tensors_hooks

__all__ = [
    "flops_collection",
    "jit",
    "jit_class",
    "ms_class",
    "ms_function",
    "ms_memory_recycle",
]


def flops_collection(phase: str = "train") -> tuple[float, float, float, float, bool]:
    """The multiplications and additions of one run of a Cell that was compiled in GRAPH_MODE.

    Products of matrices and convolutions count, as in `train.FlopsUtilizationCollector`.

    Args:
        phase: str, the Cell's `current_phase`.

    Returns:
        Four floats and False: for the model and for the hardware, of all devices and of one; and
        whether shapes are unknown. The four are one number here.

    Raises:
        TypeError: `phase` is not a str.
        RuntimeError: no Cell that was compiled, and is still there, has this phase.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(64, 32)
        >>> ms.set_context(mode=ms.GRAPH_MODE)
        >>> out = net(ms.ops.ones((8, 64)))
        >>> ms.set_context(mode=ms.PYNATIVE_MODE)
        >>> ms.flops_collection(net.current_phase)
        (32768.0, 32768.0, 32768.0, 32768.0, False)
    """
    if not isinstance(phase, str):
        raise TypeError(
            f"For 'flops_collection', the 'phase' must be str, but got {type(phase).__name__}."
        )
    flops = flops_in(phase)
    if flops is None:
        raise RuntimeError(
            "For 'flops_collection', the 'phase' must be the 'current_phase' of a Cell that was "
            f"compiled in GRAPH_MODE, but got {phase!r}."
        )
    return flops, flops, flops, flops, False


def _convert_python_data(data: Any) -> Any:
    """What compiled code returned, as Python's objects, which it is already."""
    return data


class _PyNativeExecutor:
    """Eager execution: JAX dispatches by itself, what is left is to wait for it."""

    def __init__(self) -> None:
        self._grad_flag = False

    def sync(self) -> None:
        """Wait until everything dispatched so far is done."""
        jax.effects_barrier()
        for array in jax.live_arrays():
            array.block_until_ready()

    def grad_flag(self) -> bool:
        """What `set_grad_flag` set last."""
        return self._grad_flag

    def set_grad_flag(self, flag: bool) -> None:
        """Kept for `grad_flag`: gradient functions record by themselves."""
        self._grad_flag = bool(flag)

    def enable_grad(self) -> bool:
        """Whether gradients can be computed, that is, not inside `_no_grad`."""
        return is_enabled()

    def set_enable_grad(self, flag: bool) -> None:
        """Let operations pass gradients on from now, or not, inside of `_no_grad` too.

        Raises:
            TypeError: `flag` is neither a bool nor None, which means no.
        """
        if flag is not None and not isinstance(flag, int):
            raise TypeError(
                f"For 'set_enable_grad', the 'flag' must be bool, but got {type(flag).__name__}."
            )
        if bool(flag) != is_enabled():
            refuse_lasting("whether gradients are recorded")
            enable(bool(flag))

    def requires_grad(self) -> bool:
        """Whether a gradient is computed, or `grad_flag` is set, and not inside `_no_grad`."""
        return self.enable_grad() and (self._grad_flag or is_recording())

    def queue_backward_final_callback(self, callback: Callable) -> None:
        """Call a function without arguments at the end of the backward pass that runs now.

        Inside of a recomputed Cell that is the pass through the Cell.

        Raises:
            RuntimeError: no eager backward pass is running.
        """
        if STATE.callbacks is None:
            raise RuntimeError(
                "Failure info [Final backward callback can only be installed during backward pass]."
            )
        STATE.callbacks.append(callback)

    def set_async_for_graph(self, flag: bool) -> None:
        """Compiled code always runs behind the program, so there is nothing to set."""

    def clear_res(self) -> None:
        """Wait like `sync`: nothing is kept beyond the computations themselves."""
        self.sync()


class _CellGraphExecutor:
    """Compiled execution of Cells."""

    def compile(self, obj: Any, *args: Any, phase: str = "predict", **kwargs: Any) -> tuple:
        """Compile a Cell for the given inputs without running it.

        Returns:
            (phase, True).

        Raises:
            ValueError: two Parameters of the Cell have one name.
        """
        obj.check_names()
        graph_compile(obj, args, kwargs)
        return phase, True

    def __call__(self, obj: Any, *args: Any, phase: str = "predict") -> Any:
        return graph_call(obj, args, {})


_no_grad = no_grad
_pynative_executor = _PyNativeExecutor()
_cell_graph_executor = _executor = _CellGraphExecutor()
cells_compile_cache: dict = {}


def _function_forbid_reuse(func: Any) -> Any:
    """Mark a function whose graph MindSpore's compiler must not share; tracing shares none."""
    if not inspect.isfunction(func):
        raise TypeError(
            f"Decorator _function_forbid_reuse can only be used for function type, but got {func}."
        )
    func.__function_forbid_reuse__ = True
    return func
