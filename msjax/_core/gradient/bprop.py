"""Functions with a derivative of the user's: `construct` and `bprop` of one object."""

from __future__ import annotations

import inspect
from typing import Any

from msjax._core.base.errors import describe
from msjax._core.base.recording import paused
from msjax._core.base.state import STATE
from msjax._core.gradient.hooks import Gradients, custom_gradient, fit, is_traced, zeros_like
from msjax._core.gradient.saved_tensors import Kept
from msjax._core.runtime import context
from msjax._core.tensor.structure import map_tensors, tensors_in
from msjax._core.tensor.tensor import Tensor, box


def run_with_bprop(cell: Any, args: tuple, kwargs: dict) -> Any:
    """`cell.construct` with `cell.bprop` as its derivative.

    Args:
        cell: a Cell or another object with these methods, perhaps with `internal_params`, weights
            that `bprop` gives gradients of, and `used_bprop_inputs`.
        args: arguments of both methods.
        kwargs: likewise.
    """
    tensors = tensors_in((args, kwargs))
    if STATE.tape is None and STATE.frame is None and not is_traced(*(t._data for t in tensors)):
        output = cell.construct(*args, **kwargs)
        given = {id(t) for t in tensors}  # an argument that is returned is a Tensor of its own
        return map_tensors(lambda t: box(t._value) if id(t) in given else t, output)
    return _run_recorded(cell, args, kwargs)


def _run_recorded(cell: Any, args: tuple, kwargs: dict) -> Any:
    with paused():
        output = cell.construct(*args, **kwargs)
    signature = inspect.signature(cell.construct)
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    leaves = _flat(bound.args)
    places = [i for i, a in enumerate(leaves) if isinstance(a, Tensor)]
    weights = list(getattr(cell, "internal_params", ()))
    used = _used_inputs(cell)
    traced, compiled = STATE.frame is not None, STATE.compiled()

    waiting, at = _kept_for(bound.args, output, used)

    def backward(gradients: Gradients, inputs: list, results: list) -> Gradients:
        known = [*inputs[: len(places)], *results]
        for i, place in enumerate(at):
            known[place] = waiting.get(i, known[place])
        again = iter(known[: len(places)])
        seen = map_tensors(lambda t: next(again), bound.args)
        kept = iter(known[len(places) :])
        out = map_tensors(lambda t: next(kept), output)
        filled = iter(
            zeros_like(r) if g is None else g for g, r in zip(gradients, results, strict=True)
        )
        dout = map_tensors(lambda t: next(filled), output)
        if not traced and not isinstance(output, Tensor) and not _only_tensors(output):
            found = tuple(tensors_in(dout))
            dout = found[0] if len(found) == 1 else found
        if used is not None:
            *seen, out = (a if i in used else None for i, a in enumerate((*seen, out)))
        last = {"out": out, "dout": dout} if bound.kwargs else {}
        given = cell.bprop(*seen, *(() if last else (out, dout)), **bound.kwargs, **last)
        of_weights = {}
        if weights and isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], dict):
            given, of_weights = given
        if context.get_context("check_bprop"):
            _check_gradients(cell, given, _flat(seen))
        found = _bprop_gradients(cell, given, len(leaves), compiled)
        wanted = [*(found[i] for i in places), *(of_weights.get(w) for w in weights)]
        return [None if g is None else fit(g, t) for g, t in zip(wanted, inputs, strict=True)]

    tensors = tensors_in(output)
    values = [t._read() for t in tensors]
    made = iter(custom_gradient(values, [*(leaves[i] for i in places), *weights], backward))
    return map_tensors(lambda t: next(made), output)


def _kept_for(args: tuple, output: Any, used: Any) -> tuple[Kept, list[int]]:
    """The Tensors that `bprop` will look at, and their places among all of arguments and result."""
    tensors, at = [], []
    for i, value in enumerate((*args, output)):
        found = tensors_in(value)
        if used is None or i in used:
            at += range(len(tensors), len(tensors) + len(found))
        tensors += found
    return Kept([tensors[i] for i in at]), at


def _flat(value: Any) -> list[Any]:
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in _flat(v)]
    return [value]


def _used_inputs(cell: Any) -> Any:
    """The places of what `cell.bprop` looks at among the arguments and the result; None for all."""
    used = getattr(cell, "used_bprop_inputs", None)
    if used is not None and not isinstance(used, (tuple, list)):
        raise RuntimeError("For cell bprop, used bprop inputs should be tuple or list")
    return used


def _only_tensors(output: Any) -> bool:
    return isinstance(output, (tuple, list)) and all(isinstance(o, Tensor) for o in output)


def _check_gradients(cell: Any, given: Any, inputs: list[Any]) -> None:
    """What the context's `check_bprop` asks for: a gradient like the input for every input."""
    owner = f"For user defined method 'bprop' of net '{type(cell).__name__}', the"
    gradients = [] if given is None else _flat(given)
    if len(gradients) != len(inputs):
        error = ValueError if context.get_context("mode") == context.GRAPH_MODE else TypeError
        raise error(
            f"{owner} number of return values(gradients) should be equal to the number of input "
            f"arguments except 'out' and 'dout', which is: {len(inputs)}, but got:{len(gradients)}."
        )
    for i, (gradient, value) in enumerate(zip(gradients, inputs, strict=True)):
        if not isinstance(value, Tensor):
            continue
        which = f"{owner} {i}th return value(gradient of the {i}th argument) should"
        if not isinstance(gradient, Tensor):
            raise TypeError(f"{which} be a tensor, but got {type(gradient).__name__}.")
        for what, error in (("dtype", TypeError), ("shape", ValueError)):
            got, wanted = getattr(gradient, what), getattr(value, what)
            if got != wanted:
                raise error(
                    f"{which} have the same {what} as the {i}th argument, which is:{wanted}, "
                    f"but got: {got}."
                )


def _bprop_gradients(cell: Any, given: Any, count: int, compiled: bool) -> list[Any]:
    if given is None:
        raise TypeError(f"The python function output is none: '{type(cell).__name__}.bprop'.")
    if compiled and not isinstance(given, tuple):
        raise TypeError(
            "For bprop function, output should be a tuple, but got "
            f"{describe(given)} from '{type(cell).__name__}.bprop'."
        )
    gradients = _flat(given)
    if len(gradients) < count:
        raise RuntimeError(
            f"Grad size should lager than forward inputs, but got {len(gradients)} vs {count}: "
            f"'{type(cell).__name__}.bprop' must return a gradient for each input."
        )
    return gradients
