"""A compiled form of one operation, for one set of static arguments."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax

from msjax._core.base import tracebacks
from msjax._core.base.lengths import is_unknown
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64

_serials = itertools.count()

# XLA's newer emitters of fused loops and its parallel code generation take most of the time in
# which the CPU's compiler makes a small executable, and have little to give to one.
_CHEAP = {"xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}
_LARGE = 1 << 19  # elements


class Exec:
    """A compiled form of one op for one set of static arguments, and its derivative's.

    Args:
        name: its name in profiles and lowered text.
        flat: function from arrays to a tuple of arrays.
        eager: whether it runs as Python instead of being compiled.
        often: whether it will run so often that the compiler's full effort pays.
    """

    __slots__ = ("bwd", "eager", "flat", "fn", "name", "often", "serial", "trees")

    def __init__(self, name: str, flat: Callable, eager: bool = False, often: bool = False):
        self.name, self.flat, self.eager, self.often = name, flat, eager, often
        self.serial = next(_serials)
        if not self.serial:
            tracebacks.install()
        self.bwd: dict = {}
        self.trees: dict[int, Any] = {}  # structure of the results, by number of arrays

        def run(*arrays: Any) -> Any:
            with x64():
                return flat(*arrays)

        run.__name__ = run.__qualname__ = name
        if eager:
            self.fn = run
        elif often:
            self.fn = jax.jit(run, inline=True)
        else:
            self.fn = _quickly_compiled(run)


class _TooLarge(Exception):
    """The arrays are large enough for the compiler's full effort."""


def _large(arrays: Sequence[Any]) -> bool:
    sizes = [math.prod(a.shape) for a in arrays if hasattr(a, "shape")]
    return any(is_unknown(size) or size > _LARGE for size in sizes)


def _quickly_compiled(run: Callable) -> Callable:
    """`run` under `jax.jit`, compiled with little effort where that is exact and pays."""
    thorough = jax.jit(run, inline=True)
    seen_large = False

    @functools.wraps(run)
    def small(*arrays: Any) -> Any:
        if _large(arrays):
            raise _TooLarge
        return run(*arrays)

    quick: Callable | None = None

    @functools.wraps(run)
    def fn(*arrays: Any) -> Any:
        nonlocal quick, seen_large
        if quick is None:
            options = _options()
            quick = thorough if options is None else jax.jit(small, compiler_options=options)
        if STATE.frame is not None and any(isinstance(a, jax.core.Tracer) for a in arrays):
            return thorough(*arrays)  # asking `quick` would cost an exception of JAX's
        if seen_large and _large(arrays):
            return thorough(*arrays)
        try:
            return quick(*arrays)
        except _TooLarge:
            seen_large = True
        except ValueError as error:
            if not str(error).startswith("`compiler_options` can only be passed to top-level"):
                raise
        return thorough(*arrays)  # within other code that JAX traces, or for large arrays

    return fn


@functools.cache
def _options() -> dict[str, Any] | None:
    """What makes the compiler quick, None if it is not for the CPU or does not know it."""
    if jax.default_backend() != "cpu":
        return None
    try:
        with jax.ensure_compile_time_eval():  # whatever is being traced now
            jax.jit(lambda: 0, compiler_options=_CHEAP)()
    except jax.errors.JaxRuntimeError:
        return None
    return _CHEAP
