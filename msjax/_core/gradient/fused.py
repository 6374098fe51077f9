"""The backward walk of a small graph as one executable.

Calling an executable costs some microseconds however small its arrays are, and a backward walk
calls one for each node. Where the same graph comes again and again and its arrays are small, the
whole walk is compiled once and called instead; of gradients that are differentiated again it is one
node. Large graphs gain nothing: there the arithmetic takes the time. While a profile is recorded
every node is walked, so that it tells the layers apart.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from msjax._core.base import scopes
from msjax._core.base.executable import Exec
from msjax._core.base.nodes import Gradient, attach
from msjax._core.gradient.derivatives import backward_exec

_MOST_NODES = 128
_MOST_ELEMENTS = 1 << 20
_SIGHTS = 10  # a graph seen so often will come again
_KEPT = 64

_seen: OrderedDict[tuple, Any] = OrderedDict()  # description -> times seen, executable or False


def fused_walk(
    order: Sequence[Any], roots: Sequence[tuple], targets: Sequence[Any], create_graph: bool = False
) -> list[Gradient | None] | None:
    """Gradients of the targets from one executable, or None: then the nodes are to be walked.

    Args:
        order: the nodes, newest first, perhaps with the targets among them.
        roots: (reference, gradient) pairs.
        targets: references of leaves, None for what has no gradient.
        create_graph: whether the gradients are differentiated themselves; the walk is then one
            node of theirs. Targets may be aliases, but not depend on one another.
    """
    if not 1 < len(order) <= _MOST_NODES or scopes.followed is not None:
        return None
    places: dict[Any, int] = {}  # nodes count up from 0, targets down from -1
    for j, target in enumerate(targets):
        if target is not None:
            if target[0].hooks or (target[0].parents and not create_graph):
                return None
            places.setdefault(target[0], -1 - j)
    if create_graph:
        if any(node.tape.whole for node in order):
            return None
        inside = set(order)
        for target in places:
            if any(p is not None and (p[0] in inside or p[0] in places) for p in target.parents):
                return None
        order = [node for node in order if node not in places]
    for k, node in enumerate(order):
        places[node] = k
    key: list[Any] = [len(targets)]
    arrays: list[Any] = []
    parents: list[Any] = []
    for node in order:
        exe = node.exe
        if node.hooks or node.saved is not None:
            return None
        if exe is None:  # an alias
            parent = node.parents[0] if node.parents else None
            place = None if parent is None else places.get(parent[0])
            key.append((None, place, None if place is None else parent[1]))
            continue
        if exe.eager:
            return None
        key.append(exe.serial)
        inputs, sources = node.arrays, node.parents
        for i, parent in enumerate(sources):
            place = None if parent is None else places.get(parent[0])
            if place is not None and place >= 0:
                key.append(place)
                key.append(parent[1])
            else:
                key.append((place, *_kind(inputs[i])))
        arrays.extend(inputs)
        parents.extend(sources)
    for ref, gradient in roots:
        key.append((places.get(ref[0]), ref[1]))
        arrays.append(gradient.array)
        parents.append(gradient.ref)
    walk = _look_up(tuple(key), arrays, order, roots, places)
    if walk is None:
        return None
    outs = walk.exe.fn(*arrays)
    refs: list[Any] = [None] * len(outs)
    if create_graph and any(parent is not None for parent in parents):
        refs = attach(walk.exe, arrays, parents, outs)
    by_place = dict(zip(walk.reached, map(Gradient, outs, refs), strict=True))
    return [None if t is None else by_place.get(places[t[0]]) for t in targets]


def _kind(array: Any) -> tuple:
    shape = getattr(array, "shape", None)
    return (type(array),) if shape is None else (shape, array.dtype)


def _look_up(key: tuple, arrays: list, order: Sequence[Any], roots: Any, places: dict) -> Any:
    known = _seen.get(key, 0)
    if type(known) is int:
        known += 1
        if known >= _SIGHTS:
            small = sum(getattr(a, "size", 1) for a in arrays) <= _MOST_ELEMENTS
            known = _Walk(order, [ref for ref, _ in roots], places) if small else False
        _seen[key] = known
        if len(_seen) > _KEPT:
            _seen.popitem(last=False)
    return known if isinstance(known, _Walk) else None


class _Walk:
    """The executable, and the places of the targets that it gives gradients of."""

    __slots__ = ("exe", "reached")

    def __init__(self, order: Sequence[Any], roots: Sequence[Any], places: dict):
        steps = [
            (
                node.exe,
                node.outs,
                len(node.arrays),
                [
                    None if p is None or p[0] not in places else (places[p[0]], p[1])
                    for p in node.parents
                ],
            )
            for node in order
        ]
        starts = [(places.get(ref[0]), ref[1]) for ref in roots]
        self.reached: list[int] = []

        def walk(*arrays: Any) -> tuple:
            position = 0
            held: dict[tuple, Any] = {}

            def add(ref: tuple, gradient: Any) -> None:
                held[ref] = held[ref] + gradient if ref in held else gradient

            for ref, start in zip(starts, arrays[len(arrays) - len(starts) :], strict=True):
                if ref[0] is not None:
                    add(ref, start)
            for k, (exe, outs, count, parents) in enumerate(steps):
                if exe is None:
                    if (k, 0) in held and parents and parents[0] is not None:
                        add(parents[0], held[k, 0])
                    continue
                inputs = arrays[position : position + count]
                position += count
                given = tuple(i for i in range(outs) if (k, i) in held)
                mask = tuple(i for i, p in enumerate(parents) if p is not None)
                if not given or not mask:
                    continue
                pull = backward_exec(exe, mask, given).flat
                for i, g in zip(mask, pull(*inputs, *(held[k, i] for i in given)), strict=True):
                    add(parents[i], g)
            self.reached = [place for place, _ in held if place < 0]
            return tuple(g for (place, _), g in held.items() if place < 0)

        self.exe = Exec("backward", walk, often=True)
