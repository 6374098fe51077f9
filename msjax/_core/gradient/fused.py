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
from msjax._core.gradient.derivatives import backward_exec, used_by

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
    places: dict[Any, int] = {}  # results of nodes count up from 0, targets down from -1
    for j, target in enumerate(targets):
        if target is not None:
            if target[0].hooks or (target[0].parents and not create_graph):
                return None
            places.setdefault(target, -1 - j)
    if create_graph:
        if any(node.tape.whole for node in order):
            return None
        ends = {target[0] for target in places}
        inside = ends.union(order)
        for node in ends:
            if any(p is not None and p[0] in inside for p in node.parents):
                return None
        order = [node for node in order if node not in ends]
    count = 0
    for node in order:
        for index in range(node.outs):
            places[node, index] = count
            count += 1
    place_of = places.get
    steps: list[tuple] = []
    arrays: list[Any] = []
    parents: list[Any] = []
    for node in order:
        exe = node.exe
        if node.hooks or node.saved is not None:
            return None
        if exe is None:  # an alias
            steps.append((None, 1, *map(place_of, node.parents)))
            continue
        if exe.eager:
            return None
        steps.append((exe.serial, node.outs, *map(place_of, node.parents)))
        arrays.extend(node.arrays)
        parents.extend(node.parents)
    starts = [place_of(ref) for ref, _ in roots]
    for _, gradient in roots:
        arrays.append(gradient.array)
        parents.append(gradient.ref)
    # Steps have many inputs in common. For gradients of gradients, equal arrays are the same input
    # only if they come from the same place.
    given: Any = [*map(id, arrays)]
    if create_graph:
        given = [*zip(given, parents, strict=True)]
    inputs = dict(zip(given, arrays, strict=True))
    numbers = dict(zip(inputs, range(len(inputs)), strict=True))
    wiring = (*map(numbers.__getitem__, given),)
    arrays = [*inputs.values()]
    key = (len(targets), *steps, *starts, wiring, *map(_kind, arrays))
    walk = _look_up(key, arrays, order, starts, wiring, places)
    if walk is None:
        return None
    outs = walk.exe.fn(*arrays)
    refs: list[Any] = [None] * len(outs)
    if create_graph:
        sources = dict(zip(given, parents, strict=True)).values()
        sources = [p if used else None for p, used in zip(sources, walk.used(arrays), strict=True)]
        if any(source is not None for source in sources):
            refs = attach(walk.exe, arrays, sources, outs)
    by_place = dict(zip(walk.reached, map(Gradient, outs, refs), strict=True))
    return [None if t is None else by_place.get(places[t]) for t in targets]


def _kind(array: Any) -> tuple:
    aval = getattr(array, "aval", array)  # whose attributes are quicker to read than the array's
    shape = getattr(aval, "shape", None)
    return (type(array),) if shape is None else (shape, aval.dtype)


def _look_up(
    key: tuple,
    arrays: list,
    order: Sequence[Any],
    starts: list[int | None],
    wiring: tuple[int, ...],
    places: dict,
) -> _Walk | None:
    known = _seen.get(key, 0)
    if type(known) is int:
        known += 1
        if known >= _SIGHTS:
            small = sum(getattr(a, "size", 1) for a in arrays) <= _MOST_ELEMENTS
            known = _Walk(order, starts, wiring, places) if small else False
        _seen[key] = known
        if len(_seen) > _KEPT:
            _seen.popitem(last=False)
    _seen.move_to_end(key)
    return known if isinstance(known, _Walk) else None


class _Walk:
    """The executable, and the places of the targets that it gives gradients of."""

    __slots__ = ("_used", "exe", "reached")

    def __init__(
        self,
        order: Sequence[Any],
        starts: list[int | None],
        wiring: tuple[int, ...],
        places: dict,
    ):
        steps = [
            (node.exe, node.outs, len(node.arrays), [places.get(p) for p in node.parents])
            for node in order
        ]
        self.reached: list[int] = []
        self._used: list[bool] | None = None

        def walk(*arrays: Any) -> tuple:
            inputs = [arrays[number] for number in wiring]
            position, place = 0, 0
            held: dict[int, Any] = {}

            def add(place: int | None, gradient: Any) -> None:
                if place is not None:
                    held[place] = held[place] + gradient if place in held else gradient

            for start, gradient in zip(starts, inputs[len(inputs) - len(starts) :], strict=True):
                add(start, gradient)
            for exe, outs, count, parents in steps:
                first, place = place, place + outs
                if exe is None:
                    if first in held and parents:
                        add(parents[0], held[first])
                    continue
                own = inputs[position : position + count]
                position += count
                given = tuple(i for i in range(outs) if first + i in held)
                mask = tuple(i for i, p in enumerate(parents) if p is not None)
                if not given or not mask:
                    continue
                pull = backward_exec(exe, mask, given).flat
                for i, g in zip(mask, pull(*own, *(held[first + i] for i in given)), strict=True):
                    add(parents[i], g)
            self.reached = [place for place in held if place < 0]
            return tuple(held[place] for place in self.reached)

        self.exe = Exec("backward", walk, often=True)

    def used(self, arrays: list[Any]) -> list[bool]:
        """Which inputs the gradients depend on."""
        if self._used is None:
            self._used = used_by(self.exe, arrays)
        return self._used
