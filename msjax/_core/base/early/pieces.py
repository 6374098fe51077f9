"""Code run operation by operation until it has been called so often that compiling it pays.

Moves of elements and arithmetic that is exact are NumPy's, products are those of XLA's libraries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msjax._core.base.early import exact
from msjax._core.base.early.code import Code
from msjax._core.base.early.library import product
from msjax._core.base.early.moves import move

# Calls, and elements written in them, that take as long as to compile code.
CALLS, _WRITTEN = 50, 1 << 24

_VIEWS = frozenset(  # which write nothing
    """
    broadcast_in_dim copy reshape rev slice split squeeze stop_gradient transpose
    """.split()
)


class Pieces:
    """Code as operations, with the results of what is compiled.

    Args:
        code: what is run.
        steps: for each of its lines a function of NumPy arrays, and whether it takes first an array
            of JAX that says where to compute.
        checked: places of floats that must not be less than the smallest normal one.
    """

    __slots__ = ("_checked", "_code", "_steps")

    def __init__(self, code: Code, steps: Sequence[tuple[Callable, bool]], checked: set[int]):
        self._code = code
        self._checked = checked.intersection((*code.arguments, *code.constants))
        self._steps = []
        for (equation, takes, gives), (run, placed) in zip(code.lines, steps, strict=True):
            results = [
                (place, var.aval.dtype, place in checked)
                for place, var in zip(gives, equation.outvars, strict=True)
            ]
            several = equation.primitive.multiple_results
            self._steps.append((run, placed, takes, several, results))

    def __call__(self, arrays: Sequence[np.ndarray], like: Any) -> list[np.ndarray] | None:
        """The results.

        Args:
            arrays: the arguments.
            like: one of them as an array of JAX.

        Returns:
            None where compiled code has other bits.
        """
        code = self._code
        known = dict(zip(code.arguments, arrays, strict=True)) | code.constants
        try:
            for place in self._checked:
                exact.check(known[place])
            with np.errstate(all="ignore"):
                for run, placed, takes, several, results in self._steps:
                    given = [known[p] for p in takes]
                    made = run(like, *given) if placed else run(*given)
                    made = made if several else (made,)
                    for (place, dtype, checked), value in zip(results, made, strict=True):
                        known[place] = array = np.asarray(value, dtype)
                        if checked:
                            exact.check(array)
        except exact.InexactError:
            return None
        return [known[p] for p in code.results]


def in_pieces(code: Code) -> tuple[Pieces, int] | None:
    """Code as operations, and how many calls take less time together than to compile it.

    Args:
        code: what is to be run.

    Returns:
        None where it has to be compiled as a whole, or where that takes no longer.
    """
    steps: list[tuple[Callable, bool]] = []
    computing: list[tuple[Any, bool]] = []
    products: list[str] = []
    constant, checked, spread = set(code.constants), set[int](), set[int]()
    elements = code.written
    for equation, takes, gives in code.lines:
        if constant.issuperset(takes):
            constant.update(gives)
        if equation.primitive.name == "broadcast_in_dim" or not spread.isdisjoint(takes):
            spread.update(gives)
        run, placed = move(equation), False
        if run is None:
            run = exact.arithmetic(equation)
            if run is not None:
                if equation.primitive.name == "div" and (
                    takes[1] in spread
                    or equation.invars[1].aval.shape != equation.outvars[0].aval.shape
                ):
                    return None  # XLA multiplies by the reciprocal of what is spread
                computing.append((equation, not constant.isdisjoint(takes)))
                if exact.changes(equation):
                    checked.update(gives)
            else:
                run, placed = product(equation), True
                if run is None:
                    return None
                products.append(equation.primitive.name)
                checked.update(gives)
        if equation.primitive.name not in _VIEWS:
            elements += sum(v.aval.size for v in equation.outvars)
        steps.append((run, placed))
    calls = min(CALLS, _WRITTEN // max(elements, 1))
    if not calls or not exact.one_by_one(computing) or not _pays(products, computing):
        return None
    if computing:
        checked.update(code.arguments, code.constants)
    else:
        checked.clear()
    return Pieces(code, steps, checked), calls


def _pays(products: Sequence[str], computing: Sequence[Any]) -> bool:
    """Whether products alone are compiled in less time than the whole.

    What is compiled with a convolution turns its arrays around, with a product of matrices nothing.
    """
    return "dot_general" not in products or (len(products) == 1 and bool(computing))
