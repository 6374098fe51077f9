"""What forward derivatives and Jacobians share: a function of those arrays it is derived by."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.base.dtype import is_inexact
from msjax._core.base.state import STATE
from msjax._core.compile.lift import Run
from msjax._core.gradient.integers import as_floats
from msjax._core.tensor.structure import count_leaves, put_together
from msjax._core.transform.transform import split_aux


class Derived:
    """A function of Tensors that is traced for a derivative by some of its arrays.

    Args:
        fn: the function.
        structure: of its arguments.
        arrays: what they are made of.
        has_aux: whether what follows the first result is not derived.

    Attributes:
        inexact: places of the floats and complex numbers among the arrays.
        whole: places of the others that have elements.
    """

    def __init__(self, fn: Callable, structure: Any, arrays: list, has_aux: bool):
        self.arrays, self._has_aux = arrays, has_aux
        self._call = lambda held: fn(*put_together(structure, iter(held)))
        self.inexact = [i for i, a in enumerate(arrays) if is_inexact(a.dtype)]
        self.whole = [i for i, a in enumerate(arrays) if i not in self.inexact and a.size]

    def at(self, places: Sequence[int]) -> list:
        """The arrays at places, integers as floats."""
        found = [self.arrays[i] for i in places]
        return [a if is_inexact(a.dtype) else as_floats(a) for a in found]

    def by(self, places: Sequence[int], run: Run, more: Sequence[tuple]) -> Callable:
        """It as a function of the arrays at places: results, others, effects.

        Args:
            places: where the arrays are.
            run: what it is traced in.
            more: Tensors from outside, each with the array that it holds meanwhile.
        """
        split = functools.partial(split_aux, has_aux=self._has_aux)

        def pure(derived: list) -> tuple[list, list, Any]:
            held = list(self.arrays)
            for i, array in zip(places, derived, strict=True):
                held[i] = array
            leaves, effects = run(lambda: self._call(held), more, split)
            n = count_leaves(run.structure[0])
            return leaves[:n], leaves[n:], effects

        return pure

    def by_floats(self, attempt: Callable[[list[int]], tuple]) -> tuple[tuple, list[tuple]]:
        """What `attempt` gives for the places of floats, and what it wrote with what was there.

        Args:
            attempt: gives the run first, and last a pair that ends with its effects.
        """
        asked = STATE.frame.conditions()
        found = attempt(self.inexact)
        if self.whole and STATE.frame.conditions() != asked:
            raise STATE.frame.break_off("a derivative by integers needs the value of a Tensor")
        run, (_, effects) = found[0], found[-1]
        before = [(b, b._value) for b in run.written]
        run.replay(effects)
        return found, before
