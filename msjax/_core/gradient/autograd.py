"""Eager gradients: the record walked in reverse, one cached vjp executable for each node."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msjax._core.base import scopes
from msjax._core.base.executable import Exec
from msjax._core.base.interop import tells_of_no_reverse
from msjax._core.base.nodes import Gradient, Node, PythonBackward, Ref, attach, live
from msjax._core.base.recording import paused, recording
from msjax._core.base.state import STATE
from msjax._core.base.tape import Tape
from msjax._core.base.x64 import x64
from msjax._core.gradient.derivatives import backward_exec, is_sum, pull_saved, used_by
from msjax._core.gradient.fused import fused_walk
from msjax._core.gradient.hooks import changed_by
from msjax._core.tensor.tensor import box

_ADDER: list[Any] = []


def _adder() -> Any:
    if not _ADDER:
        _ADDER.append(Exec("add_gradients", lambda a, b: (a + b,), identity=tuple))
    return _ADDER[0]


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
    targets: Sequence[Ref | None],
    create_graph: bool = False,
    blocked: frozenset[Ref] | set[Ref] = frozenset(),
    tape: Tape | None = None,
) -> list[Gradient | None]:
    """Gradients of the targets, given the gradients of the roots (None where nothing depends).

    References in `blocked` receive gradients but do not pass them on. Where everything on a tape
    depends on the targets, giving the `tape` saves the search for what does.
    """
    if tape is None or tape.whole:
        tape = None
        order = _reachable([r[0] for r, _ in roots], {t[0] for t in targets if t is not None})
        useful = set(order)
        if create_graph and not blocked:
            found = fused_walk(order, roots, targets, create_graph)
            if found is not None:
                return found
    else:
        order, useful = tape.newest_first(), None
        found = fused_walk(order, roots, targets)
        if found is not None:
            return found
    arrived = _Arrived(create_graph)
    for ref, gradient in roots:
        if useful is None or ref[0] in useful:
            arrived.add(ref, gradient.array, gradient.ref)
    wanted, arrays = set(targets) - {None}, arrived.arrays
    leaves = {t: None for t in targets if t is not None and t[0].hooks and not t[0].parents}
    pull = _pull if scopes.followed is None else _pull_in_layer
    with _called_back(), x64():
        for node in _calling(leaves, order, arrived) if leaves else order:
            parents = node.parents
            if node.outs == 1:
                given = _FIRST if (node, 0) in arrays else ()
            else:
                given = tuple([i for i in range(node.outs) if (node, i) in arrays])
            if not parents or not given:
                continue
            # An alias has the hooks of what it stands for, which calls them where it is not wanted.
            if node.hooks and (node.exe is not None or (node, 0) in wanted):
                _call_hooks(node, arrived)
            cts, above = arrived.take(node, given, wanted)
            if blocked:
                open_ = [k for k, i in enumerate(given) if (node, i) not in blocked]
                given = tuple([given[k] for k in open_])
                cts, above = [cts[k] for k in open_], [above[k] for k in open_ if above]
                if not given:
                    continue
            if useful is None:
                mask = tuple([i for i, p in enumerate(parents) if p is not None])
            else:
                mask = tuple([i for i, p in enumerate(parents) if p is not None and p[0] in useful])
            if mask:
                pull(node, mask, given, cts, above, arrived)
    return [arrived.gradient(t) for t in targets]


_FIRST = (0,)


@contextlib.contextmanager
def _called_back() -> Iterator[None]:
    """Call what hooks inside ask to be called at the end, in that order."""
    around, STATE.callbacks = STATE.callbacks, []
    try:
        yield
        for callback in STATE.callbacks:  # it may grow
            callback()
    finally:
        STATE.callbacks = around


def _calling(
    leaves: Mapping[Ref, None], order: Sequence[Node], arrived: _Arrived
) -> Iterator[Node]:
    """The nodes in order; after each, hooks of leaves are called whose gradients are then whole.

    Hooks may call collectives, so their order must be the same in every process.
    """
    last = {p: node for node in order for p in node.parents if p in leaves}
    for node in order:
        done = [p for p in dict.fromkeys(node.parents) if p in leaves and last[p] is node]
        yield node
        for leaf in done:
            _call_hooks(leaf[0], arrived)
    for leaf in leaves:
        if leaf not in last:  # it is a result
            _call_hooks(leaf[0], arrived)


class _Arrived:
    """The gradients that wait at each reference; with `refs` when they are differentiated again."""

    __slots__ = ("arrays", "refs")

    def __init__(self, create_graph: bool):
        self.arrays: dict[Ref, Any] = {}
        self.refs: dict[Ref, Ref | None] | None = {} if create_graph else None

    def add(self, ref: Ref, array: Any, above: Ref | None = None) -> None:
        """One more contribution to the gradient of `ref`."""
        held = self.arrays.get(ref)
        if held is not None:
            both = [held, array]
            (array,) = outs = _adder().fn(*both)
            if self.refs is not None:
                parents = [self.refs[ref], above]
                above = _attach_above(_adder(), both, parents, outs)[0]
        self.arrays[ref] = array
        if self.refs is not None:
            self.refs[ref] = above

    def take(self, node: Node, given: tuple[int, ...], keep: set[Ref]) -> tuple[list, list]:
        """The gradients of a node's outputs, and their references; forgets those not to keep."""
        refs = [(node, i) for i in given]
        cts = [self.arrays[r] if r in keep else self.arrays.pop(r) for r in refs]
        return cts, [] if self.refs is None else [self.refs[r] for r in refs]

    def gradient(self, ref: Ref) -> Gradient | None:
        """What has arrived at `ref`, None if nothing has."""
        array = self.arrays.get(ref)
        if array is None:
            return None
        return Gradient(array, None if self.refs is None else self.refs[ref])


def _attach_above(exe: Any, arrays: list, parents: Sequence[Ref | None], outs: Any) -> list:
    if all(p is None for p in parents):
        return [None] * len(outs)
    return attach(exe, arrays, parents, outs)


def _pull(
    node: Node, mask: tuple[int, ...], given: tuple[int, ...], cts: list, above: list, to: _Arrived
) -> None:
    """Pass the gradients of a node's outputs on to its parents."""
    parents, exe = node.parents, node.exe
    if exe is None:
        to.add(parents[0], cts[0], above[0] if above else None)
        return
    if type(exe) is PythonBackward:
        _pull_python(node, mask, given, cts, above, to)
        return
    if node.saved is not None and node.saved.mask == mask and to.refs is None:
        gradients = pull_saved(node, given, cts)
    elif to.refs is None and node.saved is None and is_sum(exe, node.arrays, cts[0]):
        gradients = cts * len(mask)
    else:
        run = exe.bwd.get((mask, given)) or backward_exec(exe, mask, given)
        inputs = node.arrays if node.saved is None else node.saved.inputs(node.arrays)
        arrays = [*inputs, *cts]
        try:
            gradients = run.fn(*arrays)
        except ValueError as error:
            if not tells_of_no_reverse(error):
                raise
            raise RuntimeError(
                "A loop that ran compiled has no second derivative. Call what makes its gradient "
                "('grad', 'vjp') inside the function that is differentiated: it runs eagerly there."
            ) from error
    if to.refs is None:
        held = to.arrays
        for i, gradient in zip(mask, gradients, strict=True):
            ref = parents[i]
            if ref in held:
                to.add(ref, gradient)
            else:
                held[ref] = gradient
        return
    uses = zip([*parents, *above], used_by(run, arrays), strict=True)
    refs = _attach_above(run, arrays, [p if used else None for p, used in uses], gradients)
    for i, gradient, ref in zip(mask, gradients, refs, strict=True):
        to.add(parents[i], gradient, ref)


def _pull_in_layer(node: Node, *rest: Any) -> None:
    layers = scopes.followed
    with contextlib.nullcontext() if layers is None else layers.differentiated(node.seq):
        _pull(node, *rest)


def _pull_python(
    node: Node, mask: tuple[int, ...], given: tuple[int, ...], cts: list, above: list, to: _Arrived
) -> None:
    boxes: list[Any] = [None] * node.outs
    for k, i in enumerate(given):
        boxes[i] = box(cts[k], above[k] if above else None)
    with paused() if to.refs is None else recording():
        results = node.exe.backward(boxes)
    for i in mask:
        if results[i] is not None:
            to.add(node.parents[i], results[i]._value, live(results[i]._node))


def _call_hooks(node: Node, arrived: _Arrived) -> None:
    for index, hooks in node.hooks.items():
        for hook in list(hooks):
            found = arrived.gradient((node, index))
            if found is None:
                continue
            with paused() if arrived.refs is None else recording():
                given = box(found.array, found.ref)
                result = changed_by(hook, given, node.exe is None)
            if result is given:
                continue
            arrived.arrays[node, index] = result._value
            if arrived.refs is not None:
                arrived.refs[node, index] = live(result._node)
