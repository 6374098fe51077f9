"""A jaxpr as a list of what is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from msjax._core.base.interop import inlined, is_literal


class Line(NamedTuple):
    """An equation, with the places of its inputs and results."""

    equation: Any
    takes: list[int]
    gives: list[int]


class Code:
    """A jaxpr without calls, and without what nobody asks for.

    Args:
        closed: the jaxpr.

    Attributes:
        avals: what is known of the arguments.
        arguments: their places.
        constants: arrays by their places.
        lines: what is computed, in order.
        results: places of the results.
        written: elements of the results.
    """

    def __init__(self, closed: Any):
        self.constants: dict[int, np.ndarray] = {}
        self._places, lines = 0, list[Line]()
        self.avals = [v.aval for v in closed.jaxpr.invars]
        self.arguments = [self._place() for _ in self.avals]
        constants = [self._constant(c) for c in closed.consts]
        self.results = self._add(closed.jaxpr, constants, self.arguments, lines)
        self.written = sum(v.aval.size for v in closed.jaxpr.outvars)
        wanted = set(self.results)
        kept = []
        for line in reversed(lines):
            if not wanted.isdisjoint(line.gives):
                wanted.update(line.takes)
                kept.append(line)
        self.lines = kept[::-1]

    def _place(self) -> int:
        self._places += 1
        return self._places - 1

    def _constant(self, value: Any) -> int:
        self.constants[self._places] = np.asarray(value)
        return self._place()

    def _add(
        self, jaxpr: Any, constants: Sequence[int], arguments: Sequence[int], lines: list[Line]
    ) -> list[int]:
        known = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*constants, *arguments), strict=True))

        def place(var: Any) -> int:
            if is_literal(var):
                return self._constant(np.asarray(var.val, var.aval.dtype))
            return known[var]

        for equation in jaxpr.eqns:
            takes, inner = [place(v) for v in equation.invars], inlined(equation)
            if inner is None:
                gives = [self._place() for _ in equation.outvars]
                lines.append(Line(equation, takes, gives))
            else:
                gives = self._add(inner[0], [self._constant(c) for c in inner[1]], takes, lines)
            known.update(zip(equation.outvars, gives, strict=True))
        return [place(v) for v in jaxpr.outvars]
