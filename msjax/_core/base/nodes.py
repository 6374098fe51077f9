"""The record of eager gradients: one node per executed operation.

A reference (`Ref`) names one output of a node. Nodes belong to a tape; when the tape ends its nodes
are emptied, so an intermediate that somebody keeps costs its own array and nothing else.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msjax._core.base.box import Box
from msjax._core.base.dtype import _INEXACT
from msjax._core.base.state import STATE, _State
from msjax._core.base.tape import ENDLESS

Ref = tuple["Node", int]
_sequence = itertools.count()


class Node:
    """One record: the executable that ran, its input arrays and where those came from.

    Leaves have no executable and no parents; an alias has no executable and one parent. `owner` is
    a weak reference to the Tensor that asked for gradients, if this is its leaf.
    """

    __slots__ = (
        "__weakref__",
        "arrays",
        "exe",
        "hooks",
        "outs",
        "owner",
        "parents",
        "saved",
        "seq",
        "tape",
    )

    def __init__(self, exe: Any, arrays: Sequence[Any], parents: Sequence[Ref | None], outs: int):
        self.exe, self.arrays, self.parents, self.outs = exe, arrays, parents, outs
        self.hooks: dict[int, list[Callable]] | None = None
        self.owner: weakref.ref | None = None
        self.saved: Saved | None = None
        self.seq = next(_sequence)
        tape = STATE.tape or ENDLESS
        if _State.tape is not None:
            for p in parents:
                if p is not None and p[0].tape is ENDLESS:
                    tape.mixed = True
                    tape = ENDLESS  # what depends on a lasting leaf lasts
                    break
        self.tape = tape
        if parents and tape is not ENDLESS:
            tape.nodes.append(weakref.ref(self))

    def add_hook(self, index: int, hook: Callable) -> Callable[[], None]:
        """Call `hook(gradient)` with the gradient of output `index`; returns the remover."""
        if self.hooks is None:
            self.hooks = {}
        hooks = self.hooks.setdefault(index, [])
        hooks.append(hook)
        return lambda: hooks.remove(hook) if hook in hooks else None


def count() -> int:
    """A number between those of the nodes before and after this call."""
    return next(_sequence)


class Saved:
    """What the forward run of a node kept, so that the way back need not run it again."""

    __slots__ = ("mask", "pull")

    def __init__(self, mask: tuple[int, ...], pull: Any):
        self.mask, self.pull = mask, pull

    def inputs(self, arrays: Sequence[Any]) -> Sequence[Any]:
        """The input arrays of the node, given what it holds of them."""
        return arrays


class PythonBackward:
    """Stands in for an executable where the derivative is a Python function (custom bprop, hooks).

    `backward(cts)` takes Tensors (None for outputs that nothing depends on) and returns one Tensor
    or None for each parent.
    """

    __slots__ = ("backward",)
    eager = True  # nothing of it can be compiled

    def __init__(self, backward: Callable):
        self.backward = backward


def live(ref: Ref | None) -> Ref | None:
    """`ref` if gradients can still flow through it, else None."""
    return ref if ref is not None and ref[0].tape.alive else None


def point_of(box: Box) -> Ref | None:
    """The live reference of what a box holds now: a view may have been written by another name."""
    if box._view is not None:
        box._value  # noqa: B018 - reads it again
    return live(box._node)


def alias(ref: Ref | None) -> Ref:
    """A fresh point to differentiate at; gradients also flow on to `ref` if it is live."""
    ref = live(ref)
    return (Node(None, (), () if ref is None else (ref,), 1), 0)


def watch(tensor: Box) -> Ref | None:
    """A fresh point for a Tensor to be differentiated at; None for integers on the endless tape."""
    ref = alias(tensor._node)
    if tensor._value.dtype not in _INEXACT:
        if ref[0].tape is ENDLESS:
            return None
        ref[0].tape.whole.add(ref)
    return ref


def attach(
    exe: Any, arrays: Sequence[Any], parents: Sequence[Ref | None], outs: Sequence[Any]
) -> list:
    """Record an executed op; returns the reference of each output.

    None for bool outputs, and for integer ones unless they depend on a watched integer.
    """
    node = Node(exe, arrays, parents, len(outs))
    whole = node.tape.whole
    if whole and not whole.isdisjoint(parents):
        refs = [None if o.dtype == np.bool_ else (node, i) for i, o in enumerate(outs)]
        whole.update(r for r, o in zip(refs, outs, strict=True) if r and o.dtype not in _INEXACT)
        return refs
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
        owner = None if node.owner is None else node.owner()
        if owner is not None:
            found.append((owner, (node, 0)))
    return found


class Gradient:
    """A gradient, and its own reference when it is itself differentiated."""

    __slots__ = ("array", "ref")

    def __init__(self, array: Any, ref: Ref | None = None):
        self.array, self.ref = array, ref
