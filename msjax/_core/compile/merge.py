"""Paths of a function joined: what they have in common runs once, the rest under `lax.cond`."""

from __future__ import annotations

import collections
import copy
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import evaluate
from msjax._core.base.state import Frame
from msjax._core.base.x64 import x64
from msjax._core.compile import ranks
from msjax._core.runtime.agreement import host_values
from msjax._core.runtime.slices import traced_value
from msjax._core.tensor.links import owns_memory
from msjax._core.tensor.number import Number
from msjax._core.tensor.structure import Composite, Fields, Leaf, Opened, refilled
from msjax._core.tensor.tensor import Tensor


class Traced(NamedTuple):
    """A function as traced: effects, jaxpr, arguments written, those whose hooks matter, inputs."""

    run: Any
    closed: Any
    arg_writes: list[int]
    arg_hooks: list[int]
    inputs: list[Tensor]
    guarded: bool = False  # whether the jaxpr also tells if a path that raises was avoided


class Path(NamedTuple):
    """One sequence of answers, and what was traced or raised with it."""

    answers: tuple[bool, ...]
    places: tuple[str, ...]
    traced: Traced | None
    error: Exception | None


class Choice(Composite):
    """A result that is of another kind on each path: the number of the kind, and one of each."""

    @classmethod
    def _of(cls, *parts: Any) -> Any:
        return parts[1 + int(host_values(parts[0]._value))]


# Branches that do no more than this to no more elements are both evaluated, and one is selected:
# it takes XLA a third of the time that it takes for a conditional.
_MOST_LIGHT, _MOST_SELECTED = 24, 256
_LINEAR = frozenset(
    "name copy convert_element_type reshape broadcast_in_dim squeeze neg add sub".split()
)
_DISCRETE = frozenset(
    "lt le gt ge eq ne and or not xor is_finite mul max min select_n sign abs "
    "reduce_and reduce_or clamp".split()
)

MISSING = object()  # what a path gives for a result that it does not have

ATOMS = {int, bool, float, str, type(None), complex, bytes}
_NUMBERS = {bool: np.bool_, int: np.int64, float: np.float64}


def alike(a: Any, b: Any) -> bool:
    """Whether one value stands for the other: equal numbers and text, and tuples of them."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) is tuple:
        return len(a) == len(b) and all(map(alike, a, b))
    return type(a) in ATOMS and repr(a) == repr(b)


def items_of(part: dict) -> Any:
    """The items of a dict in their order, whatever its class makes of them."""
    ordered = isinstance(part, collections.OrderedDict)  # which has an order of its own
    return (collections.OrderedDict if ordered else dict).items(part)


def parts_alike(part: list | dict, before: list | dict) -> bool:
    """Whether a list or dict, whatever its class, holds what stands for what it held."""
    if len(part) != len(before):
        return False
    if isinstance(part, dict):
        pairs = zip(items_of(part), items_of(before), strict=True)
        return all(alike(k, name) and alike(v, old) for (k, v), (name, old) in pairs)
    return all(map(alike, part, before))


def _differ(what: str, shown: Sequence[str], place: str) -> TraceBreak:
    first = shown[0]
    other = next((s for s in shown if s != first), first)
    return TraceBreak(f"{what} of two paths differ: {first} and {other}", place=place)


class _Given:
    """An input of the joined function: an argument by its number, or a box."""

    __slots__ = ("key",)

    def __init__(self, key: tuple):
        self.key = key


class _Results:
    """What each path gives for each result of the joined function."""

    def __init__(self, paths: list[Path], chooses: bool):
        self.paths, self.chooses = paths, chooses
        self.place = paths[0].places[-1]
        self.rows: list[list[Any]] = [[] for _ in paths]  # numbers of outputs, _Given or values
        self.next = [0] * len(paths)

    def unite(self, what: str, parts: list[Any]) -> Any:
        """The structure that the parts of all paths fit in, their arrays being noted in order."""
        if any(p is MISSING for p in parts):
            return self._unite_some(what, parts)
        if self.chooses:
            kinds = [self._kind(i, p) for i, p in enumerate(parts)]
            if any(kind != kinds[0] for kind in kinds):
                return self._choose(what, parts, kinds)
        first = parts[0]
        t = type(first)
        if any(type(p) is Leaf for p in parts):
            if any(type(p) is not Leaf for p in parts):  # a number promotes otherwise than a Tensor
                raise _differ(what, self._all_shown(parts), self.place)
            return self._unite_leaves(what, parts)
        if any(type(p) is Opened and p.cls is Number for p in parts):
            if any(
                type(p) not in _NUMBERS and getattr(p, "cls", None) is not Number for p in parts
            ):
                raise self.differ(what, parts)
            held = [p.parts[0] if type(p) is Opened else p for p in parts]
            return Opened(Number, (self._unite_leaves(what, held),))
        if any(type(p) is not t for p in parts):
            raise self.differ(what, parts)
        if isinstance(first, (tuple, list)):
            if any(len(p) != len(first) for p in parts):
                raise self.differ(what, parts)
            return refilled(first, [self.unite(what, list(p)) for p in zip(*parts, strict=True)])
        if isinstance(first, dict):
            if any(list(p) != list(first) for p in parts):
                raise self.differ(what, parts)
            return refilled(first, {k: self.unite(what, [p[k] for p in parts]) for k in first})
        if t is Opened:
            if any(p.cls is not first.cls for p in parts):
                raise self.differ(what, parts)
            return Opened(first.cls, self.unite(what, [p.parts for p in parts]))
        if t is Fields:
            if any(type(p.original) is not type(first.original) for p in parts):
                raise self.differ(what, parts)
            return Fields(first.original, self.unite(what, [p.attributes for p in parts]))
        if all(p is first for p in parts) or same_constant(parts):
            return first
        if t in _NUMBERS:
            for row, p in zip(self.rows, parts, strict=True):
                if t is int and not -(2**63) <= p < 2**63:
                    raise self.differ(what, parts)
                row.append(np.asarray(p, _NUMBERS[t]))
            return Opened(Number, (Leaf(False),))
        raise self.differ(what, parts)

    def differ(self, what: str, parts: list[Any]) -> TraceBreak:
        """What is raised for parts that nothing fits in."""
        return _differ(what, [_shown(p) for p in parts], self.place)

    def _kind(self, i: int, part: Any) -> Any:
        """What is alike in parts that can be united."""
        t = type(part)
        if t is Leaf:
            aval = self._aval(i)
            return Leaf, part.raw, aval.shape, aval.dtype
        if t is Opened and part.cls is Number:
            return np.dtype(self._aval(i).dtype).kind
        if t in _NUMBERS:
            return np.dtype(_NUMBERS[t]).kind
        if isinstance(part, (tuple, list, dict)):
            return t, tuple(part) if isinstance(part, dict) else len(part)
        if t is Opened or t is Fields:
            return part.cls if t is Opened else type(part.original)
        return t, repr(part) if t in ATOMS else None

    def _choose(self, what: str, parts: list[Any], kinds: list[Any]) -> Any:
        """One of each kind, of which the path tells the number."""
        found = list({kind: kind for kind in kinds})
        for row, kind in zip(self.rows, kinds, strict=True):
            row.append(np.asarray(found.index(kind), np.int32))
        chosen = [
            self.unite(
                what, [p if k == kind else MISSING for p, k in zip(parts, kinds, strict=True)]
            )
            for kind in found
        ]
        return Opened(Choice, (Leaf(False), *chosen))

    def _unite_some(self, what: str, parts: list[Any]) -> Any:
        """As `unite` where some paths give nothing: zeros stand there."""
        found = [p for p in parts if p is not MISSING]
        if not found:
            return MISSING
        like = found[0]
        traced = [i for i, p in enumerate(parts) if getattr(p, "cls", None) is Number]
        if traced and all(type(p) in _NUMBERS or getattr(p, "cls", None) is Number for p in found):
            zero = np.zeros((), self._aval(traced[0]).dtype).item()
            return self.unite(what, [zero if p is MISSING else p for p in parts])
        if any(type(p) is not type(like) for p in found):
            raise self.differ(what, found)
        if type(like) is Opened:
            if any(p.cls is not like.cls for p in found):
                raise self.differ(what, found)
            inner = [p if p is MISSING else p.parts for p in parts]
            return Opened(like.cls, self._unite_some(what, inner))
        if isinstance(like, (tuple, list)):
            if any(len(p) != len(like) for p in found):
                raise self.differ(what, found)
            filled = [[MISSING] * len(like) if p is MISSING else p for p in parts]
            rows = zip(*filled, strict=True)
            return refilled(like, [self.unite(what, list(row)) for row in rows])
        if isinstance(like, dict):
            if any(list(p) != list(like) for p in found):
                raise self.differ(what, found)
            rows = {k: [p if p is MISSING else p[k] for p in parts] for k in like}
            return refilled(like, {k: self.unite(what, row) for k, row in rows.items()})
        if type(like) is not Leaf:
            if isinstance(like, Fields):
                raise self.differ(what, found)
            if same_constant(found):
                return like
            return self.unite(what, [found[0] if p is MISSING else p for p in parts])
        aval = next(self._aval(i) for i, p in enumerate(parts) if type(p) is Leaf)
        for i, p in enumerate(parts):
            if p is MISSING:
                self.rows[i].append(np.zeros(aval.shape, aval.dtype))
                continue
            if (self._aval(i).shape, self._aval(i).dtype) != (aval.shape, aval.dtype):
                raise self.differ(what, parts)
            self.rows[i].append(self.next[i])
            self.next[i] += 1
        return Leaf(like.raw)

    def _unite_leaves(self, what: str, parts: list[Any]) -> Leaf:
        avals = [self._aval(i) for i, p in enumerate(parts) if type(p) is Leaf]
        kinds = [p.raw for p in parts if type(p) is Leaf]
        shown = self._all_shown(parts)
        if any(kind is not kinds[0] for kind in kinds):
            raise _differ(what, shown, self.place)
        aval = avals[0]
        for i, part in enumerate(parts):
            if type(part) is Leaf:
                self.rows[i].append(self.next[i])
                self.next[i] += 1
            else:
                array = _as_array(part, aval)
                if array is None:
                    raise _differ(what, shown, self.place)
                self.rows[i].append(array)
        if any((a.shape, a.dtype) != (aval.shape, aval.dtype) for a in avals):
            raise _differ(what, shown, self.place)
        return Leaf(kinds[0])

    def _all_shown(self, parts: list[Any]) -> list[str]:
        return [
            _described(self._aval(i)) if type(p) is Leaf else _shown(p) for i, p in enumerate(parts)
        ]

    def _aval(self, i: int) -> Any:
        return self.paths[i].traced.closed.out_avals[self.next[i]]

    def add(self, what: str, sources: list[Any], likes: list[Any]) -> None:
        """Note one result given by the numbers of outputs, or as inputs."""
        if any((a.shape, a.dtype) != (likes[0].shape, likes[0].dtype) for a in likes):
            raise _differ(what, [_described(a) for a in likes], self.place)
        for row, source in zip(self.rows, sources, strict=True):
            row.append(source)


def _as_array(value: Any, aval: Any) -> Any:
    """A Python number as a 0-d array like another one, if it is that exactly."""
    if type(value) not in _NUMBERS or aval.shape != ():
        return None
    kind = np.dtype(aval.dtype).kind
    if {bool: kind == "b", int: kind in "iu", float: kind == "f"}[type(value)]:
        array = np.asarray(value).astype(aval.dtype)
        return array if type(value) is float or array == value else None
    return None


def same_constant(parts: list[Any]) -> bool:
    """Whether Python constants are the same."""
    first = parts[0]
    if type(first) not in ATOMS:
        try:
            return bool(all(type(p) is type(first) and _hashed(p) == _hashed(first) for p in parts))
        except (TypeError, ValueError):
            return False
    return all(type(p) is type(first) and repr(p) == repr(first) for p in parts)


def _hashed(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    hash(value)
    return value


def _shown(part: Any) -> str:
    if type(part) is Leaf:
        return "a Tensor"
    if isinstance(part, (Tensor, _Given)):
        return "what it held before" if type(part) is _Given else "a Tensor from outside"
    if isinstance(part, (tuple, list, dict)):
        return f"a {type(part).__name__} of {len(part)}"
    return f"{part!r:.40}" if type(part) in (*_NUMBERS, str, type(None)) else type(part).__name__


def _described(aval: Any) -> str:
    return f"{aval.dtype}{list(aval.shape)}"


def joined(paths: list[Path], arrays: Sequence[Any], mark: str, chooses: bool = False) -> Traced:
    """One traced function of the paths of a function.

    Args:
        paths: the paths.
        arrays: the arguments.
        mark: what the names of conditions begin with.
        chooses: whether Python code that knows values takes the results, so that these may be of
            another kind on each path.

    Raises:
        TraceBreak: their results or effects cannot be joined.
    """
    whole = [p for p in paths if p.traced is not None]
    if not whole:
        reason = f"every path raises {type(paths[0].error).__name__}"
        raise TraceBreak(reason, place=paths[0].places[-1])
    traced: list[Traced] = [p.traced for p in whole if p.traced is not None]
    boxes = {id(b): b for t in traced for b in t.inputs}
    boxes |= {id(b): b for t in traced for b in t.run.written}
    results = _Results(whole, chooses)
    run = copy.copy(traced[0].run)
    run.returned = []
    frame = run.frame
    out = results.unite("the results", [t.run.structure[0] for t in traced])
    arg_writes = sorted({i for t in traced for i in t.arg_writes})
    run.structure = (out, [Leaf(False)] * len(arg_writes))
    for i in arg_writes:
        sources = [
            n + t.arg_writes.index(i) if i in t.arg_writes else _Given(("argument", i))
            for t, n in zip(traced, results.next, strict=True)
        ]
        _add(results, "the contents of an argument", sources, traced, boxes, arrays)
    count = len(results.rows[0])
    _join_attributes(run, results, traced, boxes, arrays)
    run.written = list({id(b): b for t in traced for b in t.run.written}.values())
    first = [len(t.closed.out_avals) - len(t.run.written) for t in traced]
    for b in run.written:
        sources = []
        for t, n in zip(traced, first, strict=True):
            at = next((i for i, w in enumerate(t.run.written) if w is b), None)
            sources.append(_Given(("box", id(b))) if at is None else n + at)
        _add(results, f"the contents of {_name(b)}", sources, traced, boxes, arrays)
    replaced = [t.run.frame.replaced for t in traced]
    always, at_times = set.intersection(*replaced), set.union(*replaced)
    frame.at_times |= {key: boxes[key] for key in at_times - always if key in boxes}
    frame.replaced = always
    for t in traced:
        other: Frame = t.run.frame
        frame.at_times |= other.at_times
        frame.keeps |= other.keeps
        for held, more in ((frame.hooks, other.hooks), (frame.cells, other.cells)):
            for key, value in more.items():
                held.setdefault(key, value)
        frame.pulls |= other.pulls
        frame.together |= other.together
    guarded = len(whole) < len(paths) or any(t.guarded for t in traced)
    at = count if guarded else None  # the guard comes after the results, before the effects
    closed = _closed(paths, whole, results.rows, list(boxes.values()), arrays, mark, at)
    hooks = sorted({i for t in traced for i in t.arg_hooks})
    return Traced(run, closed, arg_writes, hooks, list(boxes.values()), guarded)


def _name(b: Tensor) -> str:
    name = getattr(b, "name", None)
    return f"'{name}'" if isinstance(name, str) else "a Tensor"


def _add(
    results: _Results,
    what: str,
    sources: list[Any],
    traced: list[Traced],
    boxes: dict[int, Tensor],
    arrays: Sequence[Any],
) -> None:
    likes = []
    for source, t in zip(sources, traced, strict=True):
        if isinstance(source, _Given):
            kind, key = source.key
            likes.append(arrays[key] if kind == "argument" else traced_value(boxes[key]))
        else:
            likes.append(t.closed.out_avals[source])
    results.add(what, sources, likes)


def _join_attributes(
    run: Any,
    results: _Results,
    traced: list[Traced],
    boxes: dict[int, Tensor],
    arrays: Sequence[Any],
) -> None:
    """Attributes that paths gave to Cells: the same ones with the same structure on each."""
    starts = []
    for t in traced:
        n = len(t.closed.out_avals) - len(t.run.written)
        n -= sum(count for *_, count in t.run.attributes)
        found = {}
        for cell, name, structure, count in t.run.attributes:
            found[id(cell), name] = (cell, name, structure, n)
            n += count
        starts.append(found)
    plain = [{(id(c), n): (c, n, v) for c, n, v in t.run.plain} for t in traced]
    run.attributes, run.plain = [], []
    for key in dict.fromkeys(k for s in (*starts, *plain) for k in s):
        cell, name = next(s[key] for s in (*starts, *plain) if key in s)[:2]
        old = cell.__dict__.get(name, MISSING)
        structures: list[Any] = []
        before = len(results.rows[0])
        for i, (s, p) in enumerate(zip(starts, plain, strict=True)):
            if key in s:
                structures.append(s[key][2])
                results.next[i] = s[key][3]
            elif key in p:
                structures.append(p[key][2])
            elif isinstance(old, Tensor) and owns_memory(old):
                boxes.setdefault(id(old), old)
                run.frame.note_kept(cell, name)
                structures.append(_Given(("box", id(old))))
            elif type(old) in ATOMS:
                run.frame.note_kept(cell, name)
                structures.append(old)
            else:
                shown = ["a value", "none" if old is MISSING else _shown(old)]
                raise _differ(f"the values of '{type(cell).__name__}.{name}'", shown, results.place)
        alone = all(s is structures[0] for s in structures)
        if not any(key in s for s in starts) and (alone or same_constant(structures)):
            run.plain.append((cell, name, structures[0]))
            continue
        what = f"the values of '{type(cell).__name__}.{name}'"
        if any(isinstance(s, _Given) for s in structures):
            if any(not isinstance(s, _Given) and type(s) is not Leaf for s in structures):
                raise results.differ(what, structures)
            sources = [
                s if isinstance(s, _Given) else n
                for s, n in zip(structures, results.next, strict=True)
            ]
            _add(results, what, sources, traced, boxes, arrays)
            structure: Any = Leaf(False)
        else:
            mixed = len({type(s) in ATOMS for s in structures}) > 1
            if mixed and not results.chooses and Leaf in map(type, structures):
                raise results.differ(what, structures)
            structure = results.unite(what, structures)
        run.attributes.append((cell, name, structure, len(results.rows[0]) - before))


class _Jaxpr:
    """The jaxpr of a path with addresses for its variables that other paths share."""

    def __init__(self, path: Path, traced: Traced, row: list[Any], count: int, mark: str):
        self.path, self.row, self.closed = path, row, traced.closed
        jaxpr = traced.closed.jaxpr
        self.eqns, self.outvars = jaxpr.eqns, jaxpr.outvars
        effects = len(traced.run.written) + sum(n for *_, n in traced.run.attributes)
        self.guard = jaxpr.outvars[-1 - effects] if traced.guarded else None
        keys = [("argument", i) for i in range(count)] + [("box", id(b)) for b in traced.inputs]
        self.address: dict[Any, tuple] = dict(zip(jaxpr.invars, keys, strict=True))
        self.address |= {v: ("constant", i) for i, v in enumerate(jaxpr.constvars)}
        for i, eqn in enumerate(self.eqns):
            self.address |= {v: (i, j) for j, v in enumerate(eqn.outvars)}
        self.marks = [
            i
            for i, eqn in enumerate(self.eqns)
            if eqn.primitive.name == "name" and eqn.params["name"].startswith(mark)
        ]
        if len(self.marks) != len(path.answers):
            raise _unsteady(path)

    def value(self, atom: Any, env: dict[tuple, Any]) -> Any:
        if hasattr(atom, "val"):
            return atom.val
        key = self.address[atom]
        return self.closed.consts[key[1]] if key[0] == "constant" else env[key]

    def run(self, start: int, end: int, env: dict[tuple, Any]) -> None:
        """Evaluate some equations."""
        for i in range(start, end):
            eqn = self.eqns[i]
            values = [self.value(v, env) for v in eqn.invars]
            env |= {(i, j): v for j, v in enumerate(evaluate(eqn, values))}

    def is_light(self, start: int) -> bool:
        """Whether what follows costs less than a branch, and what is not taken cannot be told.

        A gradient must not meet infinities of the other branch, so floats are only added.
        """
        rest = self.eqns[start:]
        if len(rest) > _MOST_LIGHT:
            return False
        for eqn in rest:
            name = eqn.primitive.name
            if name not in _LINEAR and not (
                name in _DISCRETE and not any(is_inexact(v.aval.dtype) for v in eqn.outvars)
            ):
                return False
            if any(math.prod(v.aval.shape) > _MOST_SELECTED for v in (*eqn.invars, *eqn.outvars)):
                return False
        return True

    def begins_as(self, other: _Jaxpr, start: int, end: int) -> bool:
        """Whether some equations are those of another path."""
        if len(other.eqns) < end:
            return False
        for a, b in zip(self.eqns[start:end], other.eqns[start:end], strict=True):
            if a.primitive is not b.primitive or len(a.invars) != len(b.invars):
                return False
            if [v.aval for v in a.outvars] != [v.aval for v in b.outvars]:
                return False
            if not all(self._same(v, other, w) for v, w in zip(a.invars, b.invars, strict=True)):
                return False
            if a.params.keys() != b.params.keys() or not all(
                _same_parameter(a.params[k], b.params[k]) for k in a.params
            ):
                return False
        return True

    def _same(self, atom: Any, other: _Jaxpr, theirs: Any) -> bool:
        if hasattr(atom, "val") or hasattr(theirs, "val"):
            if not (hasattr(atom, "val") and hasattr(theirs, "val")):
                return False
            return _same_array(atom.val, theirs.val) and atom.aval == theirs.aval
        here, there = self.address[atom], other.address[theirs]
        if here[0] == "constant" and there[0] == "constant":
            return _same_array(self.closed.consts[here[1]], other.closed.consts[there[1]])
        return here == there

    def given_before(self, end: int) -> list[tuple | None]:
        """The addresses of results that an equation and those after it do not change."""
        found: list[tuple | None] = []
        for source in self.row:
            at = source.key if isinstance(source, _Given) else None
            if isinstance(source, int) and not hasattr(self.outvars[source], "val"):
                at = self.address[self.outvars[source]]
            before = at is not None and (isinstance(at[0], str) or at[0] < end)
            found.append(at if before and at[0] != "constant" else None)
        return found

    def results(self, env: dict[tuple, Any]) -> list[Any]:
        """The results of the joined function on this path."""
        found = []
        for source in self.row:
            if isinstance(source, _Given):
                found.append(env[source.key])
            elif isinstance(source, int):
                atom = self.outvars[source]
                found.append(jnp.asarray(self.value(atom, env), atom.aval.dtype))
            else:
                found.append(jnp.asarray(source, source.dtype))
        return [jax.lax.convert_element_type(v, v.dtype) for v in found]


def _same_array(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, jax.core.Tracer) or isinstance(b, jax.core.Tracer):
        return False
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def _same_parameter(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(map(_same_parameter, a, b))
    if hasattr(a, "jaxpr") or hasattr(a, "eqns"):
        return str(a) == str(b)
    if isinstance(a, (bool, int, float, complex, str, bytes, np.dtype, np.ndarray)):
        return _same_array(a, b) if isinstance(a, np.ndarray) else a == b
    return type(a) is type(b)


UNSTEADY = "code does something else each time it is traced"


def _unsteady(path: Path) -> TraceBreak:
    return TraceBreak(UNSTEADY, place=path.places[-1] if path.places else "")


def _closed(
    paths: list[Path],
    whole: list[Path],
    rows: list[list[Any]],
    boxes: list[Tensor],
    arrays: Sequence[Any],
    mark: str,
    at: int | None,
) -> Any:
    jaxprs = [
        _Jaxpr(p, p.traced, row, len(arrays), mark)
        for p, row in zip(whole, rows, strict=True)
        if p.traced is not None
    ]
    raising = [p for p in paths if p.traced is None]

    def few_differ(group: list[_Jaxpr], end: int) -> bool:
        """Whether what paths give differently after an equation is small."""
        places = zip(*(j.given_before(end) for j in group), strict=True)
        differ = [v for v, at in zip(shapes, places, strict=True) if None in at or len({*at}) > 1]
        return sum(math.prod(v.shape) for v in differ) <= _MOST_SELECTED

    def follow(group: list[_Jaxpr], depth: int, start: int, env: dict[tuple, Any]) -> list[Any]:
        """The results of the paths that begin with the same answers, and whether one holds."""
        leader = group[0]
        answers = leader.path.answers[:depth]
        stopped = [p for p in raising if p.answers[:depth] == answers]
        if any(len(p.answers) == depth for p in stopped):
            raise _unsteady(leader.path)
        if len(leader.path.answers) == depth:
            if len(group) > 1 or stopped:
                raise _unsteady(leader.path)
            leader.run(start, len(leader.eqns), env)
            held = np.True_ if leader.guard is None else leader.value(leader.guard, env)
            return [*leader.results(env), held]
        end = leader.marks[depth]
        for other in group[1:]:
            if len(other.marks) <= depth or other.marks[depth] != end:
                raise _unsteady(other.path)
            if not other.begins_as(leader, start, end):
                raise _unsteady(other.path)
        leader.run(start, end, env)
        flag = leader.value(leader.eqns[end].invars[0], env)
        env[end, 0] = flag

        def side(answer: bool) -> Any:
            part = [j for j in group if j.path.answers[depth] is answer]
            if part:
                return lambda: follow(part, depth + 1, end + 1, dict(env))
            return lambda: [*(jnp.zeros(shape, dtype) for shape, dtype in avals), np.False_]

        avals = [(v.shape, v.dtype) for v in shapes]
        if all(j.is_light(end + 1) for j in group) and few_differ(group, end):
            chosen = zip(side(False)(), side(True)(), strict=True)
            return [no if no is yes else jax.lax.select_n(flag, no, yes) for no, yes in chosen]
        return list(jax.lax.cond(flag, side(True), side(False)))

    shapes = _avals(jaxprs[0], boxes, arrays)

    def whole_function(given: list, held: list) -> list:
        env: dict[tuple, Any] = {("argument", i): a for i, a in enumerate(given)}
        env |= {("box", id(b)): a for b, a in zip(boxes, held, strict=True)}
        outs = follow(jaxprs, 0, 0, env)
        return outs[:-1] if at is None else [*outs[:at], outs[-1], *outs[at:-1]]

    with x64(), ranks.tracing():
        return jax.make_jaxpr(whole_function)(list(arrays), [traced_value(b) for b in boxes])


def _avals(jaxpr: _Jaxpr, boxes: list[Tensor], arrays: Sequence[Any]) -> list[Any]:
    """Shapes and dtypes of the results."""
    held = {id(b): b for b in boxes}
    found = []
    for source in jaxpr.row:
        if isinstance(source, _Given):
            kind, key = source.key
            found.append(arrays[key] if kind == "argument" else traced_value(held[key]))
        else:
            found.append(jaxpr.closed.out_avals[source] if isinstance(source, int) else source)
    return found
