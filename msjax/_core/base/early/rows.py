"""Code that computes each element by itself, compiled for rows instead of larger arrays.

What runs along a few elements is unrolled by LLVM, and what is left over by its vectors has loops
of its own: `log1p` of 16x16 elements takes it 95 ms, of 1,024 in a row 30. So rows are filled up to
a power of two, and code for many shapes is compiled for few.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax import lax

from msjax._core.base.early.code import Code
from msjax._core.base.early.exact import SUMS
from msjax._core.base.effort import PLAIN, POINTWISE
from msjax._core.base.interop import abstract, as_array, evaluate, one_ir_context
from msjax._core.base.memory import aligned
from msjax._core.base.recent import Recent

_LEAST, _MOST = 1 << 10, 1 << 16  # elements

_SELECTING = frozenset(  # what is no product, nor computed by products
    """
    abs and broadcast_in_dim ceil clamp convert_element_type copy div eq floor ge gt is_finite le lt
    max min ne neg not or round select_n sign stop_gradient xor
    """.split()
)

_jitted = Recent()


class Row:
    """Code for arrays of one shape, and for numbers, as code for rows.

    Args:
        shape: of its arrays.
        run: the code as a function of rows.
    """

    __slots__ = ("_row", "_run", "_shape", "_size")

    def __init__(self, shape: tuple[int, ...], run: Callable):
        self._run, self._shape, self._size = run, shape, math.prod(shape)
        self._row = max(_LEAST, 1 << (self._size - 1).bit_length())

    def __call__(self, arrays: Sequence[np.ndarray], like: Any) -> list[np.ndarray]:
        """The results for the arguments, of which `like` is one as an array of JAX."""
        given = [as_array(abstract(r.shape, r.dtype), r, like) for r in map(self._filled, arrays)]
        with one_ir_context():
            made = self._run(*given)
        return [
            np.asarray(m)[: self._size].reshape(self._shape) if m.ndim else np.asarray(m)
            for m in made
        ]

    def _filled(self, array: np.ndarray) -> np.ndarray:
        if not array.ndim:
            return array
        row = aligned((self._row,), array.dtype)
        row[: self._size] = array.reshape(-1)
        row[self._size :] = 0
        return row


def in_a_row(code: Code) -> Row | None:
    """Code as code for one row; None if its arrays differ in shape, or are large or numbers.

    Args:
        code: the code.
    """
    shapes, said = {a.shape for a in code.avals}, _said(code)
    for line in code.lines:
        shapes.update(v.aval.shape for v in (*line.equation.invars, *line.equation.outvars))
    shapes.discard(())
    if len(shapes) != 1 or said is None or not any(a.shape for a in code.avals):
        return None
    (shape,) = shapes
    if not 1 < math.prod(shape) <= _MOST:
        return None
    run = _jitted.get(said) or _jitted.again(said)
    if run is None:
        run = _jitted[said] = jax.jit(_along_rows(code), compiler_options=PLAIN)
    return Row(shape, run)


def _said(code: Code) -> tuple | None:
    """What tells code from other code, but for its shape; None if it is not for each element."""
    said: list[tuple] = [tuple(code.arguments), tuple(code.results)]
    names = [line.equation.primitive.name for line in code.lines]
    if not SUMS.isdisjoint(names) and len([n for n in names if n not in SUMS | _SELECTING]) > 1:
        return None  # which product is rounded together with a sum depends on loops
    for equation, takes, gives in code.lines:
        avals = [v.aval for v in (*equation.invars, *equation.outvars)]
        params = equation.params
        if equation.primitive is lax.broadcast_in_dim_p and not avals[0].shape:
            params = {}
        elif equation.primitive.name not in POINTWISE:
            return None
        if any(not isinstance(a.dtype, np.dtype) or a.dtype.kind not in "biuf" for a in avals):
            return None
        kinds = [(a.dtype, not a.shape) for a in avals]
        said.append((equation.primitive, *params.items(), *takes, *gives, *kinds))
    for place, constant in code.constants.items():
        if constant.ndim:
            return None
        said.append((place, constant.dtype, constant.tobytes()))
    try:
        hash(tuple(said))
    except TypeError:
        return None
    return tuple(said)


def _along_rows(code: Code) -> Callable:
    """Code as a function of rows and numbers."""

    def elementwise(*given: Any) -> list[Any]:
        known = dict(zip(code.arguments, given, strict=True)) | code.constants
        (size,) = {g.size for g in given if g.ndim}
        with jax.enable_x64(True):  # else constants are narrowed
            for equation, takes, gives in code.lines:
                made = evaluated(equation, [known[p] for p in takes], size)
                known.update(zip(gives, made, strict=True))
        return [known[p] for p in code.results]

    return elementwise


def evaluated(equation: Any, values: Sequence[Any], size: int) -> list[Any]:
    """The results of an equation that computes each element by itself, for rows and numbers.

    Args:
        equation: of a jaxpr, where arrays may have another shape.
        values: its inputs.
        size: elements of the rows.
    """
    if equation.primitive is lax.broadcast_in_dim_p:
        return [lax.broadcast(values[0], (size,))]
    return evaluate(equation, values)
