"""Derivatives of recorded operations: one executable of `jax.vjp` for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.interpreters.partial_eval import dce_jaxpr

from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak
from msjax._core.base.executable import Exec
from msjax._core.base.identity import NamelessError
from msjax._core.base.interop import pullback
from msjax._core.base.nodes import Node, Saved
from msjax._core.base.state import STATE, Frame
from msjax._core.base.x64 import x64
from msjax._core.gradient.integers import as_floats, as_kind, through_floats


def backward_exec(exe: Any, mask: tuple[int, ...], given: tuple[int, ...]) -> Any:
    """The executable of `(args, cotangents of outputs `given`) -> gradients of args `mask``."""
    cached = exe.bwd.get((mask, given))
    if cached is None:

        def pull(*arrays: Any) -> tuple:
            n = len(arrays) - len(given)
            if not all(is_inexact(arrays[i].dtype) for i in mask):
                return _whole_gradients(exe, arrays[:n], mask, given, arrays[n:])
            outs, vjp = pullback(*_partial(exe, arrays[:n], mask))
            return _gradients(vjp, outs, given, arrays[n:])

        name = "grad_" + exe.name
        cached = exe.bwd[mask, given] = Exec(
            *(name, pull),
            eager=exe.eager,
            often=exe.often,
            identity=lambda: ("gradient", exe.identity(), mask, given),
            sized_by=exe.sized_by,
        )
    return cached


def used_by(exe: Any, arrays: Sequence[Any]) -> list[bool]:
    """Which inputs results depend on: the derivative of a sum does not on the elements."""
    if exe.eager:
        return [True] * len(arrays)
    key = "used", *((a.shape, a.dtype) if hasattr(a, "shape") else type(a) for a in arrays)
    found = exe.bwd.get(key)
    if found is None:
        with x64():
            jaxpr = jax.make_jaxpr(exe.flat)(*arrays).jaxpr
        found = exe.bwd[key] = dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars))[1]
    return found


def is_sum(exe: Any, arrays: Sequence[Any], gradient: Any) -> bool:
    """Whether an executable adds two arrays that are like the gradient of their sum.

    That gradient is then also theirs: a copy of it is all that an executable would give. What is
    no sum for some arrays of a dtype is not looked at for others.
    """
    if len(arrays) != 2:
        return False
    shape, dtype = gradient.shape, gradient.dtype
    if exe.bwd.get(("sum", dtype)) is False:
        return False
    for array in arrays:
        if getattr(array, "shape", None) != shape or array.dtype != dtype:
            return False
    found = exe.bwd.get(("sum", shape, dtype))
    if found is None:
        found = exe.bwd["sum", shape, dtype] = _adds(exe, arrays)
        if not found:
            exe.bwd["sum", dtype] = False
    return found


def _adds(exe: Any, arrays: Sequence[Any]) -> bool:
    """Whether the one result of msjax's own code for such arrays is their sum."""
    if exe.eager or not is_inexact(arrays[0].dtype):
        return False
    try:
        exe.identity()
    except NamelessError:  # code of a program, which may count how often it runs
        return False
    with x64():
        jaxpr = jax.make_jaxpr(exe.flat)(*arrays).jaxpr
    if [equation.primitive.name for equation in jaxpr.eqns] != ["add"]:
        return False
    (sum_,) = jaxpr.eqns
    inputs = {id(v) for v in jaxpr.invars}
    return {id(v) for v in sum_.invars} == inputs and jaxpr.outvars == sum_.outvars


def _partial(exe: Any, arrays: Sequence[Any], mask: tuple[int, ...]) -> tuple:
    """An executable's function of the arguments in `mask` alone, followed by their values."""

    def partial(*diff: Any) -> Any:
        args = list(arrays)
        for i, d in zip(mask, diff, strict=True):
            args[i] = d
        return exe.flat(*args)

    return partial, *(arrays[i] for i in mask)


def _gradients(pull: Callable, outs: Sequence[Any], given: tuple[int, ...], cts: Any) -> tuple:
    """What a vjp function gives for the gradients of the outputs `given`, the others' being 0."""
    full = [_zero_cotangent(o) for o in outs]
    for i, ct in zip(given, cts, strict=True):
        if is_inexact(outs[i].dtype):
            full[i] = conjugate(jnp.broadcast_to(ct, outs[i].shape).astype(outs[i].dtype))
    return tuple(conjugate(g) for g in pull(tuple(full)))


def _whole_gradients(
    exe: Any, arrays: Sequence[Any], mask: tuple[int, ...], given: tuple[int, ...], cts: Any
) -> tuple:
    """Gradients by arguments of which some are integers."""
    whole = {i for i in mask if not is_inexact(arrays[i].dtype)}

    def attempt(places: set[int]) -> dict[int, Any]:
        diff = tuple(i for i in mask if i in places or i not in whole)
        if not diff:
            return {}
        floats = [as_floats(a) if i in places else a for i, a in enumerate(arrays)]
        outs, vjp = pullback(*_partial(exe, floats, diff))
        return dict(zip(diff, _gradients(vjp, outs, given, cts), strict=True))

    by_place = through_floats(attempt, whole, [a.dtype for a in arrays])
    if by_place is None:
        by_place = attempt(set())
    return tuple(
        as_kind(by_place[i], arrays[i].dtype)
        if i in by_place
        else jnp.zeros(arrays[i].shape, arrays[i].dtype)
        for i in mask
    )


def run_saving(exe: Any, arrays: Sequence[Any], mask: tuple[int, ...]) -> tuple[Any, Saved]:
    """Run an executable once for its results and for what its gradients by `mask` need."""
    run = exe.bwd.get(("forward", mask))
    if run is None:

        def forward(*arrays: Any) -> tuple:
            with x64():
                return jax.vjp(*_partial(exe, arrays, mask))

        run = exe.bwd["forward", mask] = jax.jit(forward)
    outs, pull = run(*arrays)
    return outs, Saved(mask, pull)


def check_pull(exe: Any, arrays: Sequence[Any], mask: tuple[int, ...]) -> None:
    """Find out whether the Python functions in a derivative can be traced.

    Raises:
        TraceBreak: they need values, or Tensors that are not given to them.
    """
    if ("checked", mask) in exe.bwd:
        return

    def back(*arrays: Any) -> tuple:
        with x64():
            outs, pull = pullback(*_partial(exe, arrays, mask))
            inexact = [i for i, o in enumerate(outs) if is_inexact(o.dtype)]
            return _gradients(pull, outs, tuple(inexact), [jnp.ones_like(outs[i]) for i in inexact])

    frame = Frame(None, captures=True)
    previous = STATE.enter(None, frame)
    try:
        jax.eval_shape(back, *arrays)
        if frame.found or frame.saved:
            raise TraceBreak("a hook or bprop uses Tensors that it is not given")
    except jax.errors.UnexpectedTracerError as error:
        raise TraceBreak("a hook or bprop uses Tensors that it is not given") from error
    finally:
        frame.restore()
        STATE.leave(previous)
    if frame.broken is not None:
        raise frame.broken
    exe.bwd["checked", mask] = True


def pull_saved(node: Node, given: tuple[int, ...], cts: list) -> tuple:
    """The gradients by the inputs that a node saved its forward run for."""
    run = node.exe.bwd.get(("back", node.saved.mask, given))
    if run is None:
        avals = jax.eval_shape(node.exe.flat, *node.arrays)

        def back(pull: Any, cts: list) -> tuple:
            with jax.enable_x64(True):  # as `pullback` does
                return _gradients(pull, avals, given, cts)

        run = node.exe.bwd["back", node.saved.mask, given] = jax.jit(back)
    return run(node.saved.pull, cts)


def conjugate(gradient: Any) -> Any:
    """From JAX's convention of complex gradients to MindSpore's, or back.

    For a real function of z = x + iy JAX gives d/dx - i d/dy, MindSpore d/dx + i d/dy.
    """
    return jnp.conj(gradient) if jnp.iscomplexobj(gradient) else gradient


def _zero_cotangent(out: Any) -> Any:
    if is_inexact(out.dtype):
        return jnp.zeros(out.shape, out.dtype)
    return np.zeros(out.shape, jax.dtypes.float0)
