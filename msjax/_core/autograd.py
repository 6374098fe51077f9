"""Eager gradients: one node per executed op, walked in reverse by cached vjp executables.

A reference (`Ref`) names one output of a node. Nodes belong to a tape; when the tape ends its nodes
are emptied, so an intermediate that somebody keeps costs its own array and nothing else.
"""

from __future__ import annotations

import itertools
import operator
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.dtype import _INEXACT, is_inexact
from msjax._core.state import STATE, _State
from msjax._core.x64 import x64

Ref = tuple["Node", int]
_sequence = itertools.count()


class Tape:
    """The extent of one outermost gradient computation."""

    __slots__ = ("alive", "nodes")

    def __init__(self) -> None:
        self.alive = True
        self.nodes: list[weakref.ref[Node]] = []

    def close(self) -> None:
        """End the computation: drop what the nodes hold."""
        self.alive = False
        for entry in self.nodes:
            node = entry()
            if node is not None:
                node.arrays = node.parents = ()
        self.nodes.clear()


class _EndlessTape(Tape):
    """The tape of lasting leaves; its nodes live as long as their results."""

    __slots__ = ()


_ENDLESS = _EndlessTape()


class Node:
    """One record: the executable that ran, its input arrays and where those came from.

    Leaves have no executable and no parents; an alias has no executable and one parent.
    """

    __slots__ = ("__weakref__", "arrays", "exe", "hooks", "outs", "parents", "seq", "tape")

    def __init__(self, exe: Any, arrays: Sequence[Any], parents: Sequence[Ref | None], outs: Any):
        self.exe, self.arrays, self.parents, self.outs = exe, arrays, parents, outs
        self.hooks: dict[int, list[Callable]] | None = None
        self.seq = next(_sequence)
        tape = STATE.tape or _ENDLESS
        if _State.tape is not None:
            for p in parents:
                if p is not None and p[0].tape is _ENDLESS:
                    tape = _ENDLESS  # what depends on a lasting leaf lasts
        self.tape = tape
        if tape is not _ENDLESS:
            tape.nodes.append(weakref.ref(self))

    def add_hook(self, index: int, hook: Callable) -> Callable[[], None]:
        """Call `hook(gradient)` with the gradient of output `index`; returns the remover."""
        if self.hooks is None:
            self.hooks = {}
        hooks = self.hooks.setdefault(index, [])
        hooks.append(hook)
        return lambda: hooks.remove(hook) if hook in hooks else None


class PythonBackward:
    """Stands in for an executable where the derivative is a Python function (custom bprop, hooks).

    `backward(cts)` takes Tensors (None for outputs that nothing depends on) and returns one Tensor
    or None for each parent.
    """

    __slots__ = ("backward",)

    def __init__(self, backward: Callable):
        self.backward = backward


class recording:
    """Context manager of a gradient computation: `with recording(): ...`."""

    __slots__ = ("_own", "_previous")

    def __enter__(self) -> None:
        tape = STATE.tape
        self._own = None
        if tape is None or tape is _ENDLESS:
            tape = self._own = Tape()
        self._previous = STATE.enter(tape, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        _leave(self._previous)
        if self._own is not None:
            self._own.close()


class paused:
    """Context manager inside which nothing is recorded."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous = STATE.enter(None, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        STATE.enter(*self._previous)


class endless:
    """Context manager inside which nodes live as long as somebody holds them."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous = STATE.enter(_ENDLESS, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        _leave(self._previous)


def _leave(previous: tuple) -> None:
    tape, frame = previous
    STATE.enter(_State.tape if tape is None and frame is None else tape, frame)


def record_for_good() -> None:
    """From now on every thread records what depends on leaves that asked for gradients."""
    _State.tape, _State.slow = _ENDLESS, True
    if STATE.tape is None and STATE.frame is None:
        STATE.enter(_ENDLESS, None)


def live(ref: Ref | None) -> Ref | None:
    """`ref` if gradients can still flow through it, else None."""
    return ref if ref is not None and ref[0].tape.alive else None


def alias(ref: Ref | None) -> Ref:
    """A fresh point to differentiate at; gradients also flow on to `ref` if it is live."""
    ref = live(ref)
    return (Node(None, (), () if ref is None else (ref,), None), 0)


def attach(
    exe: Any, arrays: Sequence[Any], parents: Sequence[Ref | None], outs: Sequence[Any]
) -> list:
    """Record an executed op; returns the reference of each output (None for integer ones)."""
    node = Node(exe, arrays, parents, len(outs))
    return [(node, i) if o.dtype in _INEXACT else None for i, o in enumerate(outs)]


def leaves_behind(refs: Sequence[Ref]) -> list[tuple[Any, Ref]]:
    """The Tensors that asked for gradients among the ancestors of `refs`, with their references."""
    found, seen, stack = [], set(), [ref[0] for ref in refs]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        stack.extend(p[0] for p in node.parents if p is not None)
        owner = node.outs() if isinstance(node.outs, weakref.ref) else None
        if owner is not None:
            found.append((owner, (node, 0)))
    return found


class Gradient:
    """A gradient on its way: an array, and its own reference when it is itself differentiated."""

    __slots__ = ("array", "ref")

    def __init__(self, array: Any, ref: Ref | None = None):
        self.array, self.ref = array, ref


def _run(
    exe: Any, arrays: list, parents: Sequence[Ref | None], create_graph: bool
) -> list[Gradient]:
    outs = exe.fn(*arrays)
    if create_graph and any(p is not None for p in parents):
        refs = attach(exe, arrays, parents, outs)
        return [Gradient(o, r) for o, r in zip(outs, refs, strict=True)]
    return [Gradient(o) for o in outs]


def _add(a: Gradient, b: Gradient, create_graph: bool) -> Gradient:
    return _run(_adder(), [a.array, b.array], [a.ref, b.ref], create_graph)[0]


_ADDER: list[Any] = []


def _adder() -> Any:
    if not _ADDER:
        from msjax._core.op import Exec

        _ADDER.append(Exec("add_gradients", lambda a, b: (a + b,)))
    return _ADDER[0]


def _backward_exec(exe: Any, mask: tuple[int, ...], given: tuple[int, ...]) -> Any:
    """The executable of `(args, cotangents of outputs `given`) -> gradients of args `mask``."""
    cached = exe.bwd.get((mask, given))
    if cached is None:
        from msjax._core.op import Exec

        def pull(*arrays: Any) -> tuple:
            args, cts = list(arrays[: len(arrays) - len(given)]), arrays[len(arrays) - len(given) :]

            def forward(*diff: Any) -> Any:
                for i, d in zip(mask, diff, strict=True):
                    args[i] = d
                return exe.flat(*args)

            outs, vjp = jax.vjp(forward, *(args[i] for i in mask))
            full = [_zero_cotangent(o) for o in outs]
            for i, ct in zip(given, cts, strict=True):
                full[i] = jnp.broadcast_to(ct, outs[i].shape).astype(outs[i].dtype)
            return vjp(tuple(full))

        cached = exe.bwd[mask, given] = Exec("grad_" + exe.name, pull, eager=exe.eager)
    return cached


def _zero_cotangent(out: Any) -> Any:
    if is_inexact(out.dtype):
        return jnp.zeros(out.shape, out.dtype)
    return np.zeros(out.shape, jax.dtypes.float0)


_BY_AGE = operator.attrgetter("seq")


def _reachable(roots: Sequence[Node], targets: set[Node]) -> list[Node]:
    """Nodes between the roots and the targets, latest first."""
    seen, stack = set(roots), list(roots)
    while stack:
        for parent in stack.pop().parents:
            if parent is not None and parent[0] not in seen:
                seen.add(parent[0])
                stack.append(parent[0])
    useful = set()
    order = sorted(seen, key=_BY_AGE)
    for node in order:
        if node in targets:
            useful.add(node)
            continue
        for p in node.parents:
            if p is not None and p[0] in useful:
                useful.add(node)
                break
    return [node for node in reversed(order) if node in useful]


def backward(
    roots: Sequence[tuple[Ref, Gradient]],
    targets: Sequence[Ref],
    create_graph: bool = False,
    blocked: frozenset[Ref] | set[Ref] = frozenset(),
) -> list[Gradient | None]:
    """Gradients of the targets, given the gradients of the roots (None where nothing depends).

    References in `blocked` receive gradients but do not pass them on.
    """
    wanted: dict[Ref, Gradient | None] = dict.fromkeys(targets)
    order = _reachable([r[0] for r, _ in roots], {t[0] for t in targets})
    useful = set(order)
    pending: dict[Node, dict[int, Gradient]] = {}

    def receive(ref: Ref, gradient: Gradient) -> None:
        slot = pending.setdefault(ref[0], {})
        held = slot.get(ref[1])
        slot[ref[1]] = gradient if held is None else _add(held, gradient, create_graph)

    for ref, gradient in roots:
        if ref[0] in useful:
            receive(ref, gradient)
    with x64():
        for node in order:
            cts = pending.pop(node, None)
            if cts is None:
                continue
            if node.hooks:
                _call_hooks(node, cts, create_graph)
            for index, gradient in cts.items():
                if (node, index) in wanted:
                    wanted[node, index] = gradient
            if blocked:
                cts = {i: g for i, g in cts.items() if (node, i) not in blocked}
                if not cts:
                    continue
            if not node.parents:
                continue
            for parent, gradient in _pull(node, cts, useful, create_graph):
                receive(parent, gradient)
    return [wanted[t] for t in targets]


def _pull(node: Node, cts: dict[int, Gradient], useful: set[Node], create_graph: bool) -> list:
    """Gradients of a node's parents, as (reference, gradient) pairs."""
    parents = node.parents
    mask = tuple([i for i, p in enumerate(parents) if p is not None and p[0] in useful])
    if not mask:
        return []
    exe = node.exe
    if exe is None:
        return [(parents[0], cts[0])]
    if type(exe) is PythonBackward:
        return _pull_python(node, cts, mask, create_graph)
    given = tuple(cts) if len(cts) == 1 else tuple(sorted(cts))
    arrays = [*node.arrays, *[cts[i].array for i in given]]
    above = [*parents, *[cts[i].ref for i in given]] if create_graph else ()
    gradients = _run(_backward_exec(exe, mask, given), arrays, above, create_graph)
    return [(parents[i], g) for i, g in zip(mask, gradients, strict=True)]


def _pull_python(node: Node, cts: dict, mask: tuple[int, ...], create_graph: bool) -> list:
    from msjax._core.tensor import box

    boxes = [box(cts[i].array, cts[i].ref) if i in cts else None for i in range(node.outs)]
    with recording() if create_graph else paused():
        results = node.exe.backward(boxes)
    return [
        (node.parents[i], Gradient(results[i]._value, live(results[i]._node)))
        for i in mask
        if results[i] is not None
    ]


def _call_hooks(node: Node, cts: dict[int, Gradient], create_graph: bool) -> None:
    from msjax._core.tensor import Tensor, box

    for index, hooks in node.hooks.items():
        for hook in list(hooks):
            if index not in cts:
                continue
            with recording() if create_graph else paused():
                result = hook(box(cts[index].array, cts[index].ref))
            if result is None:
                continue
            if not isinstance(result, Tensor):
                raise TypeError(
                    "A gradient hook must return a Tensor or None, "
                    f"but got {type(result).__name__}."
                )
            cts[index] = Gradient(result._value, live(result._node))
