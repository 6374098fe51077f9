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
from msjax._core.interop import pullback
from msjax._core.recording import ENDLESS, Tape, paused, recording
from msjax._core.state import STATE, _State
from msjax._core.x64 import x64

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


class Saved:
    """What the forward run of a node kept, so that the way back need not run it again."""

    __slots__ = ("mask", "pull")

    def __init__(self, mask: tuple[int, ...], pull: Any):
        self.mask, self.pull = mask, pull


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


def alias(ref: Ref | None) -> Ref:
    """A fresh point to differentiate at; gradients also flow on to `ref` if it is live."""
    ref = live(ref)
    return (Node(None, (), () if ref is None else (ref,), 1), 0)


def watch(tensor: Any) -> Ref | None:
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
            n = len(arrays) - len(given)
            if not all(is_inexact(arrays[i].dtype) for i in mask):
                return _whole_gradients(exe, arrays[:n], mask, given, arrays[n:])
            outs, vjp = pullback(*_partial(exe, arrays[:n], mask))
            return _gradients(vjp, outs, given, arrays[n:])

        cached = exe.bwd[mask, given] = Exec("grad_" + exe.name, pull, eager=exe.eager)
    return cached


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
    """Gradients by arguments of which some are integers: those of the same function of floats.

    They are 0 where the function takes nothing but integers, such as indices.
    """
    whole = {i for i in mask if not is_inexact(arrays[i].dtype)}
    by_place: dict[int, Any] = {}
    for places in (*as_floats_together(whole, [a.dtype for a in arrays]), set()):
        diff = tuple(i for i in mask if i in places or i not in whole)
        if not diff:
            continue
        floats = [as_floats(a) if i in places else a for i, a in enumerate(arrays)]
        try:
            outs, vjp = pullback(*_partial(exe, floats, diff))
            by_place = dict(zip(diff, _gradients(vjp, outs, given, cts), strict=True))
            break
        except (TypeError, ValueError, NotImplementedError):  # what a kernel refuses has none
            if not places:
                raise
    return tuple(
        as_kind(by_place[i], arrays[i].dtype)
        if i in by_place
        else jnp.zeros(arrays[i].shape, arrays[i].dtype)
        for i in mask
    )


def as_floats_together(whole: set[int], dtypes: Sequence[Any]) -> list[set[int]]:
    """Sets of a function's arguments to try as floats, to differentiate it by those in `whole`.

    Integers may need others beside them to be floats too; bools may have to stay bools.
    """
    found: list[set[int]] = []
    for places in (whole, {i for i in whole if dtypes[i] != np.bool_}):
        kinds = {dtypes[i] for i in places}
        for chosen in (places, {i for i, dtype in enumerate(dtypes) if dtype in kinds}):
            if chosen and chosen not in found:
                found.append(chosen)
    return found


def as_floats(array: Any) -> Any:
    """An array of integers or bools as one that can be differentiated by."""
    return jnp.asarray(array).astype(np.float64)


def as_kind(gradient: Any, dtype: Any) -> Any:
    """A gradient in the dtype of what it belongs to; fractions of integers are cut off."""
    if is_inexact(dtype):
        return gradient
    if dtype == np.bool_:
        return gradient != 0
    near = jnp.round(gradient)
    close = jnp.abs(gradient - near) <= 1e-9 * jnp.maximum(jnp.abs(gradient), 1)
    return jnp.where(close, near, jnp.trunc(gradient)).astype(np.int64).astype(dtype)


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


def _pull_saved(node: Node, given: tuple[int, ...], cts: list) -> tuple:
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
    else:
        order, useful = tape.newest_first(), None
        found = fused_walk(order, roots, targets)
        if found is not None:
            return [None if g is None else Gradient(g) for g in found]
    arrived = _Arrived(create_graph)
    for ref, gradient in roots:
        if useful is None or ref[0] in useful:
            arrived.add(ref, gradient.array, gradient.ref)
    wanted, arrays = set(targets) - {None}, arrived.arrays
    with x64():
        for node in order:
            parents = node.parents
            if node.outs == 1:
                given = _FIRST if (node, 0) in arrays else ()
            else:
                given = tuple([i for i in range(node.outs) if (node, i) in arrays])
            if not parents or not given:
                continue
            if node.hooks:
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
                _pull(node, mask, given, cts, above, arrived)
        for target in wanted:
            if target[0].hooks and not target[0].parents:
                _call_hooks(target[0], arrived)
    return [arrived.gradient(t) for t in targets]


_FIRST = (0,)


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
        gradients = _pull_saved(node, given, cts)
    else:
        run = exe.bwd.get((mask, given)) or _backward_exec(exe, mask, given)
        arrays = [*node.arrays, *cts]
        gradients = run.fn(*arrays)
    if to.refs is None:
        held = to.arrays
        for i, gradient in zip(mask, gradients, strict=True):
            ref = parents[i]
            if ref in held:
                to.add(ref, gradient)
            else:
                held[ref] = gradient
        return
    refs = _attach_above(run, arrays, [*parents, *above], gradients)
    for i, gradient, ref in zip(mask, gradients, refs, strict=True):
        to.add(parents[i], gradient, ref)


def _pull_python(
    node: Node, mask: tuple[int, ...], given: tuple[int, ...], cts: list, above: list, to: _Arrived
) -> None:
    from msjax._core.tensor import box

    boxes: list[Any] = [None] * node.outs
    for k, i in enumerate(given):
        boxes[i] = box(cts[k], above[k] if above else None)
    with paused() if to.refs is None else recording():
        results = node.exe.backward(boxes)
    for i in mask:
        if results[i] is not None:
            to.add(node.parents[i], results[i]._value, live(results[i]._node))


def _call_hooks(node: Node, arrived: _Arrived) -> None:
    from msjax._core.tensor import Tensor, box

    for index, hooks in node.hooks.items():
        for hook in list(hooks):
            found = arrived.gradient((node, index))
            if found is None:
                continue
            with paused() if arrived.refs is None else recording():
                result = hook(box(found.array, found.ref))
            if result is None:
                continue
            if not isinstance(result, Tensor):
                raise TypeError(
                    "A gradient hook must return a Tensor or None, "
                    f"but got {type(result).__name__}."
                )
            arrived.arrays[node, index] = result._value
            if arrived.refs is not None:
                arrived.refs[node, index] = live(result._node)


from msjax._core.fused import fused_walk  # noqa: E402
