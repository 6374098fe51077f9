"""vjp: value of a function, and the function that pulls gradients back through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.base import nodes
from msjax._core.base.nodes import Gradient
from msjax._core.base.recording import Tape, is_recording
from msjax._core.base.state import STATE
from msjax._core.gradient import autograd
from msjax._core.gradient.cotangents import check_sens
from msjax._core.gradient.hooks import share_hooks
from msjax._core.tensor.structure import (
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.derivative import (
    Derivative,
    aliased,
    arrived,
    formed_like,
    frozen,
    watched,
)
from msjax._core.transform.grad import _weights
from msjax._core.transform.transform import check_tensors, split_aux


def vjp(
    fn: Callable,
    *inputs: Any,
    weights: Tensor | Sequence[Tensor] | None = None,
    has_aux: bool = False,
) -> tuple:
    """Value of a function, and the function that pulls gradients back through it.

    Args:
        fn: function or Cell.
        inputs: its arguments.
        weights: Parameter, or list, tuple or ParameterTuple, whose gradients are wanted too.
        has_aux: only the first output is differentiated.

    Returns:
        (output, vjp_fn), with `has_aux` (output, vjp_fn, other outputs). `vjp_fn` takes one
        gradient for each output and returns the tuple of input gradients, with weights the pair of
        both tuples.

    Raises:
        TypeError: an input or a gradient is no Tensor, nor made of Tensors.
        RuntimeError: `vjp_fn` is given a wrong number of gradients.
        ValueError: a gradient has a wrong shape.

    Examples:
        >>> import msjax as ms
        >>> out, pull = ms.ops.vjp(lambda x, y: x * y, ms.Tensor(2.), ms.Tensor(3.))
        >>> print(pull(ms.Tensor(1.)))
        (Tensor(shape=[], dtype=Float32, value= 3), Tensor(shape=[], dtype=Float32, value= 2))
    """
    if not isinstance(has_aux, bool):
        raise TypeError(
            f"For 'vjp', the 'has_aux' should be bool, but got {type(has_aux).__name__}"
        )
    check_tensors("vjp", "inputs", inputs)
    if STATE.frame is not None:
        return _traced_vjp(fn, inputs, weights, has_aux)
    return _eager_vjp(fn, inputs, weights, has_aux)


def _eager_vjp(fn: Callable, inputs: tuple, weights: Any, has_aux: bool) -> tuple:
    """The recorded nodes stay with `vjp_fn`, which may be called any number of times."""
    nested = is_recording()
    tape = STATE.tape if nested else Tape()
    chosen = _weights(weights)
    previous = STATE.enter(tape, None)
    tape.depth += 1
    try:
        args, _, copies = aliased(inputs, {}, range(len(inputs)))
        boxes = [b for b, _ in copies]
        likes = boxes + chosen
        with watched(chosen, boxes):
            targets = [t._node for t in likes]
            out = fn(*args)
            main, aux = split_aux(out, has_aux)
            outputs = tensors_in(main)
            ends = [nodes.point_of(o) for o in outputs]
        for b, original in copies:
            if b is not original:
                share_hooks(b, original)
                if b._data is not original._data:
                    original._assign(b._data, b._node if nested else None)
    finally:
        tape.depth -= 1
        STATE.leave(previous)
    if not nested:
        for o, ref in zip(outputs, ends, strict=True):
            if o._node == ref:
                o._node = None  # the record belongs to `vjp_fn`, not to its results

    def vjp_fn(*gradients: Any) -> Any:
        starts = _starts(outputs, gradients)
        roots = [
            (ref, Gradient(s._value, nodes.live(s._node)))
            for ref, s in zip(ends, starts, strict=True)
            if ref is not None
        ]
        found = autograd.backward(roots, targets, create_graph=is_recording() or tape.mixed)
        grads = [arrived(None if frozen(t) else g, t) for g, t in zip(found, likes, strict=True)]
        source = iter(grads)
        by_input = tuple(
            g for a in inputs if (g := formed_like(a, source, STATE.compiled())) is not None
        )
        return _with_weights(by_input, grads[len(copies) :], weights)

    return (main, vjp_fn, aux) if has_aux else (main, vjp_fn)


def _with_weights(by_input: tuple, by_weight: list, weights: Any) -> Any:
    if weights is None:
        return by_input
    return by_input, by_weight[0] if isinstance(weights, Tensor) else tuple(by_weight)


def _starts(outputs: list, gradients: tuple) -> list[Tensor]:
    check_tensors("vjp", "gradients", gradients)
    starts = tensors_in(gradients)
    if len(starts) != len(outputs):
        raise RuntimeError("The given sens gradient's size should be same as out of network!")
    check_sens(outputs, starts)
    return starts


def _traced_vjp(fn: Callable, inputs: tuple, weights: Any, has_aux: bool) -> tuple:
    derivative = Derivative(fn, range(len(inputs)), _weights(weights), has_aux)
    out, pull = derivative.run_traced(inputs, {})
    main, aux = split_aux(out, has_aux)
    outputs = tensors_in(main)

    def vjp_fn(*gradients: Any) -> Any:
        by_position, by_weight = pull(tuple(_starts(outputs, gradients)))
        by_input = tuple(g for g in by_position if g is not None)
        return _with_weights(by_input, by_weight, weights)

    return (main, vjp_fn, aux) if has_aux else (main, vjp_fn)
