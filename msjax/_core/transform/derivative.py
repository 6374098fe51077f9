"""Derivatives of functions: the node engine when eager, `jax.vjp` of what is lifted when traced."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.interop import pullback, tells_of_no_reverse, trace_of
from msjax._core.base.recording import enable, is_enabled, is_recording, recording
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.lift import Run
from msjax._core.gradient import autograd
from msjax._core.gradient.cotangents import as_tensor, cotangents, roots
from msjax._core.gradient.derivatives import conjugate
from msjax._core.gradient.hooks import (
    bind_tensor_hooks,
    copy_hooks,
    handles_of,
    hooked,
    share_hooks,
    watch_traced,
)
from msjax._core.gradient.integers import REFUSALS, as_floats, as_kind, through_floats
from msjax._core.gradient.last_call import repeating
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    Composite,
    count_leaves,
    put_together,
    tensors_in,
    with_sequences,
)
from msjax._core.tensor.tensor import Tensor, box


class Derivative:
    """What to differentiate: a function with respect to argument positions and weights."""

    __slots__ = ("fn", "has_aux", "positions", "used_only", "weights")

    def __init__(
        self,
        fn: Callable,
        positions: Sequence[int],
        weights: Sequence[Tensor],
        has_aux: bool,
        used_only: bool = False,
    ):
        self.fn, self.positions, self.weights, self.has_aux = fn, positions, weights, has_aux
        self.used_only = used_only  # leave out the weights that nothing depends on

    def __call__(self, args: tuple, kwargs: dict, sens: Any = None) -> tuple[Any, list, list]:
        """Returns (output, gradients by position, gradients by weight).

        Keyword arguments have the positions after the positional ones.
        """
        count = len(args) + len(kwargs)
        for p in self.positions:
            if p >= count:
                error = RuntimeError if STATE.frame is None else IndexError
                raise error(f"Position index {p} is exceed input size.")
        if not is_enabled():
            raise RuntimeError("In no_grad context, you can not calculate gradient")
        run = self._eager if STATE.frame is None else self._traced
        if kwargs:
            return run(args, kwargs, sens)
        with repeating(self.fn, args):
            return run(args, kwargs, sens)

    def _loss(self, out: Any) -> Any:
        if not self.has_aux:
            return out
        if not isinstance(out, (tuple, list)) or len(out) < 2:
            raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
        return out[0]

    def _eager(self, args: tuple, kwargs: dict, sens: Any) -> tuple[Any, list, list]:
        nested = is_recording()
        with recording():
            args, kwargs, copies = aliased(args, kwargs, self.positions)
            boxes = [b for b, _ in copies]
            with watched(self.weights, boxes):
                targets = [b._node for b in (*boxes, *self.weights)]
                out = with_sequences(self.fn(*args, **kwargs))
                ends = not is_enabled()  # it has switched gradients off for what comes after
                enable(True)
                starts = roots(self._loss(out), sens)
            for b, original in copies:
                if b is not original:
                    share_hooks(b, original)
                    if b._data is not original._data:
                        original._assign(b._data, b._node)
            higher = nested or STATE.tape.mixed
            tape = None if higher else STATE.tape
            found = autograd.backward(starts, targets, create_graph=higher, tape=tape)
        enable(not ends)
        n = len(boxes)
        grads = [
            arrived(None if frozen(t) else g, t)
            for g, t in zip(found, [*boxes, *self.weights], strict=True)
        ]
        by_position, by_weight = self._by_position(args, kwargs, grads[:n]), grads[n:]
        if self.used_only:
            by_weight = [g for g, f in zip(by_weight, found[n:], strict=True) if f is not None]
        return out, by_position, by_weight

    def _by_position(self, args: tuple, kwargs: dict, grads: list[Tensor]) -> list[Any]:
        """Gradients in the shape of each argument; numbers have none.

        Those by sparse matrices are sparse in compiled code and Tensors of values elsewhere.
        """
        source, values = iter(grads), (*args, *kwargs.values())
        sparse = STATE.compiled()
        return [formed_like(values[p], source, sparse) for p in self.positions]

    def _traced(self, args: tuple, kwargs: dict, sens: Any) -> tuple[Any, list, list]:
        out, pull = self.run_traced(args, kwargs)
        return out, *pull(sens)

    def run_traced(self, args: tuple, kwargs: dict) -> tuple[Any, Callable]:
        """In traced code the output, and the function from sensitivities to gradients.

        The function runs once, however often gradients are pulled back through it.
        """
        if self.used_only:
            raise ValueError(
                "For 'GradOperation', 'weights' must be given when 'fn' is not a Cell and the "
                "gradient is compiled."
            )
        args, kwargs, copies = aliased(args, kwargs, self.positions)
        originals = [o for _, o in copies] + list(self.weights)
        arrays = []
        for o in originals:
            STATE.frame.note_read(o)
            arrays.append(o._value)
        fresh = [i for i, (b, o) in enumerate(copies) if b is not o]
        first: dict[int, int] = {}  # a Parameter given twice is one point
        point = [i if i in fresh else first.setdefault(id(o), i) for i, o in enumerate(originals)]
        inexact = [i for i, a in enumerate(arrays) if point[i] == i and is_inexact(a.dtype)]
        whole = [i for i, a in enumerate(arrays) if point[i] == i and i not in inexact and a.size]
        points = [i for i, o in enumerate(originals) if point[i] == i and not frozen(o)]
        handles: dict[int, list] = {}
        run, changed = Run(), []

        def pure(
            diff: list, places: list[int] = inexact, run: Run = run, more: Sequence[tuple] = ()
        ) -> tuple:
            held = list(arrays)
            for i, d in zip(places, diff, strict=True):
                held[i] = d
            changed.clear()
            at = [i for i in range(len(originals)) if i in first.values()]
            swaps = [(originals[i], held[i]) for i in at]
            swapped = zip(at, swaps, strict=True)

            def body() -> Any:
                run.frame.reverse = trace_of(diff[0]) if diff else None
                run.frame.stands_for.update((id(o), (a, arrays[i])) for i, (o, a) in swapped)
                for i in fresh:
                    copies[i][0]._data, copies[i][0]._frame = held[i], run.frame
                boxes = [*(b for b, _ in copies), *self.weights]
                handles.update((i, watch_traced(originals[i], boxes[i], arrays[i])) for i in points)
                return self.fn(*args, **kwargs)

            def split(out: Any) -> Any:
                changed.extend(i for i in fresh if copies[i][0]._value is not held[i])
                return self._loss(out), out, [copies[i][0] for i in changed]

            leaves, effects = run(body, [*swaps, *more], split)
            n = count_leaves(run.structure[0])
            return leaves[:n], (leaves[n:], effects)

        asked = STATE.frame.conditions()
        with x64():
            losses, pull, (rest, effects) = pullback(
                pure, [arrays[i] for i in inexact], has_aux=True
            )
        if whole and STATE.frame.conditions() != asked:
            raise STATE.frame.break_off("a gradient by integers needs the value of a Tensor")
        kept, before = dict(handles), [(b, b._value) for b in run.written]
        run.replay(effects)
        out, written = put_together(run.structure[1:], iter(rest))
        for i, b in zip(changed, written, strict=True):
            copies[i][1]._assign(b._data)
        others = {id(t): t for t in tensors_in((args, kwargs))}
        for t in (*(b for b, _ in copies), *originals):
            others.pop(id(t), None)

        def pull_back(sens: Any) -> tuple[list, list]:
            with x64():
                (pulled,) = _pulled(pull, cotangents(losses, sens))
                pulled = [conjugate(g) for g in pulled]
                by_integers = _by_integers(pure, arrays, whole, list(others.values()), sens, before)
            found = dict(zip([*inexact, *whole], [*pulled, *by_integers], strict=True))
            made = {i: hooked(_gradient_box(found.get(i), arrays[i]), kept[i]) for i in points}
            grads = [
                _gradient_box(made[p]._value if p in made else None, a)
                for p, a in zip(point, arrays, strict=True)
            ]
            by_position = self._by_position(args, kwargs, grads[: len(copies)])
            return by_position, grads[len(copies) :]

        return out, pull_back


def _pulled(pull: Callable, starts: list) -> Any:
    """What a vjp function gives in traced code, where hooks may ask for too much."""
    try:
        return pull(starts)
    except ValueError as error:
        if STATE.frame is None or not tells_of_no_reverse(error):
            raise
        told = "a second derivative of a loop on values, or a derivative of one that prints"
        raise STATE.frame.break_off(told) from error
    except jax.errors.UnexpectedTracerError as error:
        text = "a hook or bprop uses Tensors that it is not given"
        if STATE.frame is None:
            raise RuntimeError(
                "A function that pulls gradients back was made in compiled code that has ended. "
                "Call it there, or make it by an eager vjp."
            ) from error
        raise STATE.frame.break_off(text) from error


def _gradient_box(gradient: Any, like: Any) -> Tensor:
    return box(jnp.zeros(like.shape, like.dtype) if gradient is None else gradient)


def _by_integers(
    pure: Callable,
    arrays: list,
    whole: list[int],
    others: list[Tensor],
    sens: Any,
    before: list[tuple],
) -> list:
    """Gradients of a lifted function by integers.

    `others` are its remaining arguments, `before` what it writes and what that held.
    """
    n = len(arrays)

    def attempt(chosen: set[int]) -> dict[int, Any]:
        places = sorted(chosen.intersection(whole))
        more = [(t, as_floats(t._value)) for i, t in enumerate(others, n) if i in chosen]
        more = [*before, *more]
        floats = functools.partial(pure, places=places, run=Run(), more=more)
        losses, pull, _ = pullback(floats, [as_floats(arrays[i]) for i in places], has_aux=True)
        (pulled,) = pull(cotangents(losses, sens, exact=False))
        return dict(zip(places, pulled, strict=True))

    dtypes = [*(a.dtype for a in arrays), *(t._value.dtype for t in others)]
    found = traced_through_floats(attempt, whole, dtypes) or {}
    return [
        as_kind(found[i], arrays[i].dtype)
        if i in found
        else jnp.zeros(arrays[i].shape, arrays[i].dtype)
        for i in whole
    ]


def traced_through_floats(
    attempt: Callable[[set[int]], Any], whole: Sequence[int], dtypes: Sequence[Any]
) -> Any:
    """`through_floats` in traced code, which runs the function again, so that it must not ask for
    the values of floats either.
    """
    frame = STATE.frame
    asked, broken = frame.conditions(), frame.breaks()

    def attempted(chosen: set[int]) -> Any:
        try:
            return attempt(chosen)
        except REFUSALS:
            frame.mend(broken)
            raise

    found = through_floats(attempted, set(whole), dtypes)
    if frame.conditions() != asked:
        raise frame.break_off("a gradient by integers needs the value of a Tensor")
    return found


def arrived(gradient: Any, like: Tensor) -> Tensor:
    """A gradient as a Tensor. Where nothing depends it is zeros, which hooks have not seen yet."""
    found = as_tensor(gradient, like)
    if gradient is None and "_hook_handles" in like.__dict__ and not frozen(like):
        return hooked(found, handles_of(like))
    return found


def frozen(tensor: Tensor) -> bool:
    """Whether gradients by a Parameter, or a Tensor given the `param_info` of one, are 0."""
    if isinstance(tensor, Parameter):
        return not tensor.requires_grad
    info = tensor.__dict__.get("param_info")
    return info is not None and not info.requires_grad


class watched:
    """Context manager inside which weights, and Parameters among arguments, are differentiated."""

    __slots__ = ("_held",)

    def __init__(self, weights: Sequence[Tensor], arguments: Sequence[Tensor]):
        tensors = [*weights, *(a for a in arguments if isinstance(a, Parameter))]
        self._held: list[tuple] = [(t, t._node) for t in {id(t): t for t in tensors}.values()]

    def __enter__(self) -> None:
        for i, (tensor, node) in enumerate(self._held):
            tensor._node = nodes.watch(tensor)
            bind_tensor_hooks(tensor)
            self._held[i] = tensor, node, tensor._node

    def __exit__(self, *exc: Any) -> None:
        for tensor, node, mark in self._held:
            if tensor._node is mark:
                tensor._node = node


def aliased(
    args: tuple, kwargs: dict, positions: Sequence[int]
) -> tuple[tuple, dict, list[tuple[Tensor, Tensor]]]:
    """Arguments with fresh boxes at the positions, and (fresh, original) pairs in order.

    A Parameter stays the same object: code may know it by other ways too.
    """
    fresh = [*args, *kwargs.values()]
    pairs: list[tuple[Tensor, Tensor]] = []

    def renew(tensor: Tensor) -> Tensor:
        twin = tensor if isinstance(tensor, Parameter) else box(tensor._value)
        if twin is not tensor:
            if own := {k: v for k, v in tensor.__dict__.items() if k[0] != "_"}:
                twin.__dict__.update(own)  # what the program has noted on it
            twin._node = tensor._node
            twin._node = nodes.watch(twin) if STATE.tape is not None else None
            (copy_hooks if STATE.tape is None else share_hooks)(tensor, twin)
            if twin._node is not None:
                bind_tensor_hooks(twin)
        pairs.append((twin, tensor))
        return twin

    for p in positions:
        fresh[p] = _renewed(fresh[p], renew)
    n = len(args)
    return tuple(fresh[:n]), dict(zip(kwargs, fresh[n:], strict=True)), pairs


def _renewed(value: Any, renew: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Tensor):
        return renew(value)
    if isinstance(value, (tuple, list)):
        parts = [_renewed(v, renew) for v in value]
        return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
    if isinstance(value, dict):
        twin = copy.copy(value)
        twin.update((k, _renewed(v, renew)) for k, v in value.items())
        return twin
    if isinstance(value, Composite):  # of a sparse matrix its values
        return _with_values(value, renew(value.values))
    return value


def formed_like(value: Any, grads: Any, sparse: bool) -> Any:
    """The next gradients in the form of an argument; None for one that holds no Tensor."""
    if isinstance(value, Tensor):
        return next(grads)
    if isinstance(value, (tuple, list)):
        parts = [formed_like(v, grads, sparse) for v in value]
        kind = list if isinstance(value, list) else tuple
        return None if all(p is None for p in parts) else kind(parts)
    if isinstance(value, dict):
        found = {k: formed_like(v, grads, sparse) for k, v in value.items()}
        return None if all(p is None for p in found.values()) else found
    if not isinstance(value, Composite):
        return None
    gradient = next(grads)
    return _with_values(value, gradient) if sparse else gradient


def _with_values(matrix: Any, values: Tensor) -> Any:
    """A sparse matrix with other values in its places."""
    return matrix._of(*(values if p is matrix.values else p for p in matrix._parts()))
