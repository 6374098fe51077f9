"""What msjax uses of JAX beyond its public names, apart from the 64-bit switch in `x64`."""

from __future__ import annotations

import contextlib
import functools
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import jax
import numpy as np
from jax._src import core, distributed, source_info_util
from jax._src.array import ArrayImpl
from jax._src.dtypes import ExtendedDType
from jax._src.interpreters import mlir
from jax._src.lib import xla_client

__all__ = [
    "ArrayImpl",
    "ExtendedDType",
    "abstract",
    "array_with_part",
    "as_array",
    "axis_bound",
    "axis_is_bound",
    "evaluate",
    "evaluate_jaxpr",
    "free_part",
    "inlined",
    "inner_jaxprs",
    "is_literal",
    "is_pushed_forward",
    "job_store",
    "known_value",
    "nothing_is_traced",
    "one_ir_context",
    "primal",
    "process_is_connected",
    "pullback",
    "register_abstract_value",
    "side_effects",
    "tells_of_no_reverse",
    "trace_of",
    "weakly_typed",
    "windows",
]


def process_is_connected() -> bool:
    """Whether this process works with others, without starting a backend to find out."""
    return distributed.global_state.client is not None


def job_store() -> Any:
    """The key-value store of the processes that work together."""
    return distributed.global_state.client


@functools.lru_cache(maxsize=4096)
def abstract(shape: tuple[int, ...], dtype: Any) -> Any:
    """What JAX knows of arrays before there are any."""
    return core.ShapedArray(shape, dtype)


def array_with_part(whole: Any, sharding: Any, own: Any) -> Any:
    """An array over several processes of which this one holds one part.

    It is what `jax.make_array_from_single_device_arrays` makes, in a sixth of the time: that one
    also looks at what the caller knows to be right.

    Args:
        whole: shape and dtype of the array, from `abstract`.
        sharding: where its parts are.
        own: the part of this process.
    """
    return ArrayImpl(whole, sharding, [own], committed=True, _skip_checks=True)


def free_part(whole: Any) -> Any:
    """The part of an array over several processes that is this one's, to be computed with anywhere.

    JAX's own part must stay where it is: all that is computed with it would be compiled anew, and
    so on with the results.
    """
    (part,) = whole._arrays
    return ArrayImpl(part.aval, part.sharding, [part], committed=False, _skip_checks=True)


def weakly_typed(array: Any) -> Any:
    """An array that gives way to the dtypes of others, as Python's numbers do, in the same memory.

    JAX compiles a conversion for each dtype to get one.
    """
    aval = core.ShapedArray(array.shape, array.dtype, weak_type=True)
    return ArrayImpl(aval, array.sharding, [array], committed=False, _skip_checks=True)


def as_array(aval: Any, host: np.ndarray, like: Any) -> Any:
    """An array of JAX in the memory of a NumPy array that nobody writes to any more.

    Args:
        aval: what JAX is to know of it.
        host: the values.
        like: an array of JAX on one device, which says where it is to be.
    """
    put, on = xla_client.batched_device_put, list(like.devices())
    with jax.enable_x64(True):  # else it narrows 64-bit dtypes
        return put(aval, like.sharding, [host], on, like.committed)


def windows(
    array: Any, shapes: Sequence[tuple[int, ...]], starts: Sequence[int] | None = None
) -> list[Any]:
    """What a flat array on a CPU holds, in the memory that it is in.

    The memory stays as long as one of them does. XLA never writes to it: code that is given one
    to overwrite gets a copy, and so does what begins at an address that does not suit it. It is
    what `jax.device_put` does, in an eighth of the time.

    Args:
        array: the flat array.
        shapes: the shapes of what it holds.
        starts: where each begins; one after the other if None.
    """
    host, place, on = np.asarray(array), array.sharding, list(array.devices())
    put, committed, sizes = xla_client.batched_device_put, array.committed, map(math.prod, shapes)
    found = []
    with jax.enable_x64(True):  # else it narrows 64-bit dtypes
        for shape, start in zip(shapes, starts or accumulate(sizes, initial=0), strict=False):
            part = host[start : start + math.prod(shape)].reshape(shape)
            found.append(put(abstract(shape, host.dtype), place, [part], on, committed))
    return found


_MODULES = 64  # of one context, which keeps their constants and types as long as it lives


class _Contexts(threading.local):
    """What a thread lowers to: whether to one context, this, and how many modules it has."""

    depth, context, modules = 0, None, 0


_contexts = _Contexts()


@functools.cache
def _lend_contexts() -> None:
    """Let JAX ask for an MLIR context where it makes one, as it does for each executable."""
    make = mlir.make_ir_context

    def make_ir_context() -> Any:
        if not _contexts.depth:
            return make()
        if _contexts.context is None or _contexts.modules == _MODULES:
            _contexts.context, _contexts.modules = make(), 0
        _contexts.modules += 1
        return _contexts.context

    mlir.make_ir_context = make_ir_context


@contextlib.contextmanager
def one_ir_context() -> Iterator[None]:
    """What JAX compiles inside, for small code, shares what takes it 2 ms for each executable."""
    _lend_contexts()
    _contexts.depth += 1
    try:
        yield
    finally:
        _contexts.depth -= 1


def known_value(tracer: Any) -> Any:
    """The values of a tracer of eager differentiation; None where they are not known."""
    return tracer.to_concrete_value()


def primal(tracer: Any) -> Any:
    """What a tracer of differentiation stands for, through all levels of it."""
    while hasattr(tracer, "primal"):
        tracer = tracer.primal
    return tracer


def tells_of_no_reverse(error: ValueError) -> bool:
    """Whether an error says that a loop with an unknown number of turns is not differentiated."""
    return "Reverse-mode differentiation does not work for lax.while_loop" in str(error)


def trace_of(tracer: Any) -> Any:
    """The trace that a tracer belongs to."""
    return tracer._trace


def is_pushed_forward(value: Any) -> bool:
    """Whether JAX follows the derivatives of a value from the inputs on."""
    return type(value).__name__ in ("JVPTracer", "LinearizeTracer")


def evaluate(equation: Any, values: Sequence[Any]) -> list[Any]:
    """The results of one equation of a jaxpr for the given inputs."""
    params = equation.primitive.get_bind_params(equation.params)
    source = equation.source_info
    names = source_info_util.current_name_stack() + source.name_stack
    with source_info_util.user_context(source.traceback, name_stack=names), equation.ctx.manager:
        found = equation.primitive.bind(*values, **params)
    return list(found) if equation.primitive.multiple_results else [found]


def evaluate_jaxpr(jaxpr: Any, constants: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """The results of a jaxpr for the given constants and inputs."""
    return core.eval_jaxpr(jaxpr, constants, *values)


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """The code that an equation of a jaxpr runs."""
    for value in equation.params.values():
        for part in value if isinstance(value, (tuple, list)) else (value,):
            part = getattr(part, "jaxpr", part)
            if hasattr(part, "eqns"):
                yield part


_INLINED = {
    "closed_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "jit": "jaxpr",
    "pjit": "jaxpr",
}


def inlined(equation: Any) -> tuple[Any, Sequence[Any]] | None:
    """Jaxpr and constants of the code that stands for an equation; None if it is no call."""
    inner = equation.params.get(_INLINED.get(equation.primitive.name, ""))
    if inner is None:
        return None
    return getattr(inner, "jaxpr", inner), getattr(inner, "consts", ())


def is_literal(var: Any) -> bool:
    """Whether an input of an equation is a constant."""
    return isinstance(var, core.Literal)


def nothing_is_traced() -> bool:
    """Whether what is called now with arrays gives arrays."""
    return core.trace_state_clean()


def register_abstract_value(cls: type) -> None:
    """Let JAX see the shape and dtype of a box: `jax.grad` takes functions returning one."""

    def abstract(value: Any) -> Any:
        return core.typeof(value._value)

    core.pytype_aval_mappings[cls] = abstract


def pullback(function: Callable, *arrays: Any, has_aux: bool = False) -> tuple:
    """As `jax.vjp`, but going back works for every dtype.

    JAX's transpositions build NumPy constants, which it narrows to 32 bits while 64-bit dtypes are
    only allowed: the gradients of `lax.pad` in Float64 and of `lax.real` in Complex128 would fail.
    """
    out, pull, *aux = jax.vjp(function, *arrays, has_aux=has_aux)

    def wide(cotangents: Any) -> Any:
        with jax.enable_x64(True):
            return pull(cotangents)

    return (out, wide, *aux)


def axis_bound(name: str, size: int) -> Any:
    """Context manager in which code can be traced that names an axis, as inside `jax.shard_map`."""
    return core.extend_axis_env_nd([(name, size)])


def axis_is_bound(name: str) -> bool:
    """Whether code is being traced that may name an axis."""
    return core.get_axis_env().axis_exists(name)


def side_effects(jaxpr: Any) -> list[Any]:
    """The effects of code on the world, such as printing; using a named axis is none."""
    return [e for e in jaxpr.effects if not isinstance(e, core.NamedAxisEffect)]


def has_order(effects: list[Any]) -> bool:
    """Whether there are effects of which each has to come after the one before."""
    return any(type(e).__name__.startswith("Ordered") for e in effects)
