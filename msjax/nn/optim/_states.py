"""Where devices keep the states of optimizers that they share."""

from __future__ import annotations

from collections.abc import Iterable

from msjax import context
from msjax._core.op.placing import place
from msjax._core.runtime import devices
from msjax._core.tensor.parameter import Parameter
from msjax.parallel._auto_parallel_context import auto_parallel_context

_LEAST = 64  # KiB of a Parameter that is cut, if nothing else was said


def cut_states(weights: Iterable[Parameter], states: Iterable[Parameter]) -> None:
    """Let each of several devices keep a part of what an optimizer holds, if that was asked for.

    Args:
        weights: what the optimizer updates; cut too at level 3.
        states: the rest of what it holds.
    """
    together = devices.dividing()
    if together is None or not context.get_auto_parallel_context("enable_parallel_optimizer"):
        return
    parts = context.get_auto_parallel_context("optimizer_weight_shard_size")
    parts = together.in_stage if parts < 2 else parts
    settings = auto_parallel_context()
    least = settings.get_parallel_optimizer_threshold()
    least = _LEAST if least < 0 else least
    weights = list(weights)
    known = {id(p) for p in weights}
    states = [p for p in states if id(p) not in known]
    for p in (*weights, *states) if settings.get_zero3() else states:
        fits = p.shape and p.parallel_optimizer and p.nbytes >= least * 1024
        if fits and p.shape[0] % parts == 0:
            cuts = (parts, *(1 for _ in p.shape[1:]))
            devices.put_at(p, place(p.name, cuts, p.shape, together))
