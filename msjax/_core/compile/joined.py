"""Many arrays that the same code runs over, one by one, as one joined array: quick to compile.

An optimizer's update is one loop for each shape of its Parameters, which XLA compiles for seconds
where a network has many. Where every element of a result is made of one of each argument, the
first steps run one loop instead, over all Parameters end to end. Its bits are the same.
"""

from __future__ import annotations

import itertools
import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from msjax._core.base.early.rows import evaluated
from msjax._core.base.effort import POINTWISE
from msjax._core.base.executable import Exec
from msjax._core.base.interop import (
    abstract,
    as_array,
    evaluate,
    inlined,
    is_literal,
    windows,
)
from msjax._core.base.memory import ALIGNMENT, aligned

_EARLY = 9  # calls before the arrays are worth an executable of their own
_MOST = 1 << 31  # bytes; results take as much again while others overwrite what they were made of
_PICKS = frozenset(("dynamic_slice", "gather"))


class _Step(NamedTuple):
    """An operation: its equation, and the numbers of what it takes and gives."""

    equation: Any
    given: tuple[int, ...]
    results: tuple[int, ...]


class _Code:
    """A jaxpr without inner calls; equal numbers of one element are computed once.

    Args:
        closed: the jaxpr.
        variables: those of its inputs that it uses.

    Attributes:
        values: what is known of each number: an aval.
        inputs: the numbers of the variables.
        listed: inputs of which only single elements are looked up.
        single: the steps on numbers of one element.
        many: the others.
    """

    def __init__(self, closed: Any, variables: Sequence[Any]):
        self.values: list[Any] = []
        self.constants: dict[int, Any] = {}
        self.single: list[_Step] = []
        self.many: list[_Step] = []
        self._known: dict[tuple, tuple[int, ...]] = {}
        self.listed: set[int] = set()
        inputs = {v: self._new(v.aval) for v in closed.jaxpr.invars}
        self.inputs = [inputs[v] for v in variables]
        constants = [self._constant(c, c) for c in closed.consts]
        self.outputs = self._run(closed.jaxpr, constants, list(inputs.values()))

    def _new(self, aval: Any) -> int:
        self.values.append(aval)
        return len(self.values) - 1

    def _constant(self, value: Any, aval: Any) -> int:
        array = np.asarray(value)
        key = (array.dtype, array.shape, array.tobytes(), getattr(aval, "weak_type", False))
        if array.size > 1:
            raise _UnfitError
        if key not in self._known:
            self._known[key] = (self._new(aval),)
            self.constants[self._known[key][0]] = value
        return self._known[key][0]

    def is_single(self, number: int) -> bool:
        """Whether it is one number."""
        return self.values[number].size <= 1

    @property
    def alone(self) -> list[int]:
        """The inputs that are not joined."""
        return [n for n in self.inputs if self.is_single(n) or n in self.listed]

    def _run(self, jaxpr: Any, constants: Sequence[int], inputs: Sequence[int]) -> list[int]:
        names = dict(zip(jaxpr.constvars, constants, strict=True))
        names.update(zip(jaxpr.invars, inputs, strict=True))

        def read(var: Any) -> int:
            return self._constant(var.val, var.aval) if is_literal(var) else names[var]

        for equation in jaxpr.eqns:
            given = [read(v) for v in equation.invars]
            inner = inlined(equation)
            if inner is not None:
                held = [self._constant(c, c) for c in inner[1]]
                results = self._run(inner[0], held, given)
            else:
                results = self._step(equation, tuple(given))
            names.update(zip(equation.outvars, results, strict=True))
        return [read(v) for v in jaxpr.outvars]

    def _step(self, equation: Any, given: tuple[int, ...]) -> tuple[int, ...]:
        avals = [v.aval for v in equation.outvars]
        if equation.effects:
            raise _UnfitError
        whole = self._picks(equation, given) or all(map(self.is_single, given))
        if whole and all(a.size <= 1 for a in avals):
            key = (_said(equation, all_of_it=True), given)
            if key not in self._known:
                self._known[key] = tuple(map(self._new, avals))
                self.single.append(_Step(equation, given, self._known[key]))
            return self._known[key]
        self._check(equation, given, avals)
        results = tuple(map(self._new, avals))
        self.many.append(_Step(equation, given, results))
        return results

    def _picks(self, equation: Any, given: tuple[int, ...]) -> bool:
        """Whether one element of an input is looked up, as of a list of learning rates."""
        if equation.primitive.name not in _PICKS or given[0] not in self.inputs:
            return False
        if not all(map(self.is_single, given[1:])):
            return False
        self.listed.add(given[0])
        return True

    def _check(self, equation: Any, given: Sequence[int], avals: Sequence[Any]) -> None:
        """Refuse what does more than compute each element of arrays alike by itself."""
        name = equation.primitive.name
        if name not in POINTWISE and name != "broadcast_in_dim":
            raise _UnfitError
        found = [self.values[n] for n in given]
        if len({a.shape for a in (*found, *avals) if a.shape}) != 1:
            raise _UnfitError  # () goes with every shape, and (1,) with itself only
        if name == "broadcast_in_dim" and found[0].shape:
            raise _UnfitError


class _UnfitError(Exception):
    """Code is not the same for every element."""


def _said(equation: Any, all_of_it: bool) -> tuple:
    """What tells an operation from others of the same arguments, perhaps but for its shape."""
    params: dict[str, Any] = equation.params
    if equation.primitive.name == "broadcast_in_dim" and not all_of_it:
        params = {}
    said = (equation.primitive, *sorted(params.items()))
    try:
        hash(said)
    except TypeError as error:
        raise _UnfitError from error
    return said


class _Piece:
    """What code does with arrays of one shape that depend on no others.

    Attributes:
        shape: the shape.
        steps: what is done, in order.
        inputs: the numbers of the arrays it begins with.
        outputs: places among the results of the code, and the numbers there.
    """

    def __init__(self, code: _Code, steps: list[_Step], made: dict[int, list[int]]):
        self.steps, self.inputs = steps, list[int]()
        local: dict[int, int] = {}
        said: list[tuple] = []

        def name(number: int) -> tuple:
            if code.is_single(number):
                return "one", number
            if number not in local:
                local[number] = len(local)
                self.inputs.append(number)
                aval = code.values[number]
                said.append((aval.dtype, aval.weak_type))
            return "many", local[number]

        for step in steps:
            given = tuple([name(n) for n in step.given])
            said.append((_said(step.equation, all_of_it=False), given))
            for number in step.results:
                local[number] = len(local)
        self.outputs = [(at, n) for n in local for at in made.get(n, ())]
        self.said = (*said, *(("result", local[n]) for _, n in self.outputs))
        self.shape = code.values[next(iter(local))].shape


def _pieces(code: _Code) -> list[_Piece]:
    """The parts of code that have no array in common."""
    parent = list(range(len(code.values)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for step in code.many:
        first, *others = [n for n in (*step.given, *step.results) if not code.is_single(n)]
        for other in others:
            parent[root(other)] = root(first)
    made: dict[int, list[int]] = {}
    for at, number in enumerate(code.outputs):
        made.setdefault(number, []).append(at)
    steps: dict[int, list[_Step]] = {}
    for step in code.many:
        steps.setdefault(root(step.results[0]), []).append(step)
    return [_Piece(code, part, made) for part in steps.values()]


class _Kind:
    """Pieces that say the same, and how their arrays lie in joined ones."""

    def __init__(self, pieces: list[_Piece]):
        self.first = pieces[0]
        self.shapes = [p.shape for p in pieces]
        self.inputs = list(zip(*(p.inputs for p in pieces), strict=True))
        self.outputs = list(zip(*([at for at, _ in p.outputs] for p in pieces), strict=True))
        self.parted: list[tuple[Callable, list[Callable]]] = []

    def joined(self, arrays: Sequence[Any]) -> Any:
        """Arrays as one; for windows into a joined array that were given out, that array."""
        for known, parts in self.parted:
            same = all(ref() is array for ref, array in zip(parts, arrays, strict=True))
            whole = known() if same else None
            if whole is not None:
                return whole
        dtype = arrays[0].dtype
        starts, length = self.starts(dtype)
        host = aligned((length,), dtype)
        for start, end, array in zip(starts, (*starts[1:], length), arrays, strict=True):
            host[start : start + array.size] = np.asarray(array).reshape(-1)
            host[start + array.size : end] = 0
        return as_array(abstract(host.shape, dtype), host, arrays[0])

    def starts(self, dtype: Any) -> tuple[list[int], int]:
        """Where arrays begin in a joined one, and how long that is."""
        line = max(ALIGNMENT // np.dtype(dtype).itemsize, 1)
        ends = [-(-math.prod(shape) // line) * line for shape in self.shapes]
        found = list(itertools.accumulate(ends, initial=0))
        return found[:-1], found[-1]


class Joined:
    """A program on flat lists of arrays, the first few times with joined arrays.

    Args:
        closed: jaxpr of the program.
        name: its name in profiles.
        variables: the inputs of the jaxpr that it uses.
        order: the group of each, and its place in it.
        full: the program, to be compiled as it is; it may overwrite its first group.
        settled: called with `full` when it is used from then on.
    """

    @classmethod
    def of(cls, name: str, closed: Any, variables: Sequence[Any], *rest: Any) -> Joined | None:
        """Such a program; None where it is not for every element the same or little is joined."""
        if any(not isinstance(v.aval.dtype, np.dtype) for v in variables):
            return None
        try:
            code = _Code(closed, variables)
            kinds: dict[tuple, list[_Piece]] = {}
            for piece in _pieces(code):
                kinds.setdefault(piece.said, []).append(piece)
        except _UnfitError:
            return None
        shapes = {piece.shape for pieces in kinds.values() for piece in pieces}
        if len(shapes) - len(kinds) < 2:
            return None  # a loop is compiled once for all arrays of a shape
        if sum(v.aval.size * v.aval.dtype.itemsize for v in variables) > _MOST:
            return None
        return cls(name, code, [_Kind(pieces) for pieces in kinds.values()], *rest)

    def __init__(
        self,
        name: str,
        code: _Code,
        kinds: list[_Kind],
        order: Sequence[tuple[int, int]],
        full: Callable,
        settled: Callable[[Callable], None],
    ):
        self._kinds, self._full, self._settled = kinds, full, settled
        self._calls = 0
        place = dict(zip(code.inputs, order, strict=True))
        self._single = [place[n] for n in code.alone]
        self._columns = [[[place[n] for n in column] for column in kind.inputs] for kind in kinds]
        several = {at for kind in kinds for column in kind.outputs for at in column}
        rest = [(at, n) for at, n in enumerate(code.outputs) if at not in several]
        self._kept = [(at, place[n]) for at, n in rest if not code.is_single(n)]
        self._alone = [at for at, n in rest if code.is_single(n)]
        self._results = len(code.outputs)
        single = [n for _, n in rest if code.is_single(n)]
        self._exe = Exec(name, _program(code, kinds, single), often=True)

    def __call__(self, *groups: list) -> Any:
        self._calls += 1
        if self._calls > _EARLY:
            self._settled(self._full)
            return self._full(*groups)
        single = [groups[g][i] for g, i in self._single]
        arrays = [
            kind.joined([groups[g][i] for g, i in places])
            for kind, columns in zip(self._kinds, self._columns, strict=True)
            for places in columns
        ]
        found = iter(self._exe.fn(*single, *arrays))
        outs: list[Any] = [None] * self._results
        for at, (g, i) in self._kept:
            outs[at] = groups[g][i]
        for at in self._alone:
            outs[at] = next(found)
        for kind in self._kinds:
            self._part(kind, found, outs)
        return outs

    @staticmethod
    def _part(kind: _Kind, found: Any, outs: list) -> None:
        """Give joined results out as windows, which may be the next inputs."""
        kind.parted.clear()
        for column in kind.outputs:
            whole = next(found)
            parts = windows(whole, kind.shapes, kind.starts(whole.dtype)[0])
            for at, part in zip(column, parts, strict=True):
                outs[at] = part
            kind.parted.append((weakref.ref(whole), [weakref.ref(part) for part in parts]))


def _program(code: _Code, kinds: list[_Kind], alone: list[int]) -> Callable:
    """The code on single numbers and joined arrays."""

    def run(*arrays: Any) -> tuple:
        given = iter(arrays)
        known = dict(code.constants)
        known.update(zip(code.alone, given, strict=False))
        for step in code.single:
            found = evaluate(step.equation, [known[n] for n in step.given])
            known.update(zip(step.results, found, strict=True))
        outs = [known[n] for n in alone]
        for kind in kinds:
            columns = [next(given) for _ in kind.inputs]
            many = dict(zip(kind.first.inputs, columns, strict=True))
            for step in kind.first.steps:
                values = [many[n] if n in many else known[n] for n in step.given]
                found = evaluated(step.equation, values, columns[0].size)
                many.update(zip(step.results, found, strict=True))
            outs += [many[n] for _, n in kind.first.outputs]
        return tuple(outs)

    return run
