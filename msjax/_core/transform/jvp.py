"""jvp: value and directional derivative of a function."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.dtype import is_inexact
from msjax._core.base.x64 import x64
from msjax._core.compile.lift import Run
from msjax._core.gradient.integers import as_kind
from msjax._core.tensor.structure import (
    put_together,
)
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.derivative import traced_through_floats
from msjax._core.transform.places import Derived
from msjax._core.transform.transform import arrays_in, check_tensors, transformed


def jvp(
    fn: Callable, inputs: Tensor | Sequence[Any], v: Tensor | Sequence[Any], has_aux: bool = False
) -> tuple:
    """Value and directional derivative of a function.

    Args:
        fn: function or Cell.
        inputs: Tensor, or tuple or list of the arguments.
        v: the direction, of the same structure.
        has_aux: only the first output is differentiated.

    Returns:
        (output, derivative), with `has_aux` (output, derivative, other outputs).

    Raises:
        TypeError: `inputs` or `v` are not made of Tensors, or `has_aux` is no bool.
        ValueError: `inputs` and `v` differ in number.

    Examples:
        >>> import msjax as ms
        >>> out, slope = ms.jvp(lambda x: x * x, ms.Tensor(3.), ms.Tensor(1.))
        >>> print(out, slope)
        9.0 6.0
    """
    if not isinstance(has_aux, bool):
        given = type(has_aux).__name__
        raise TypeError(f"For 'jvp', the 'has_aux' should be bool, but got {given}")
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    v = v if isinstance(v, (tuple, list)) else (v,)
    for name, given in (("inputs", inputs), ("v", v)):
        check_tensors("jvp", name, given)
    if len(inputs) != len(v):
        raise ValueError(f"v has invalid length: should be {len(inputs)}, but got {len(v)}")
    result = transformed("jvp", fn, has_aux, functools.partial(_traced_jvp, fn, has_aux))(
        tuple(inputs), tuple(v)
    )
    return result if has_aux else result[:2]


def _traced_jvp(fn: Callable, has_aux: bool, inputs: tuple, v: tuple) -> tuple:
    arrays, structure = arrays_in(inputs)
    directions, _ = arrays_in(v)
    derived = Derived(fn, structure, arrays, has_aux)

    def pushed(places: list[int], more: Sequence[tuple] = ()) -> tuple:
        """Run, outputs, their tangents, and what else comes out, with floats at the places."""
        run, at = Run(), derived.at(places)
        run.frame.forward = True
        along = [
            jnp.broadcast_to(directions[i], a.shape).astype(a.dtype)
            for i, a in zip(places, at, strict=True)
        ]
        by = derived.by(places, run, more)

        def pure(at: list) -> tuple:
            outs, *rest = by(at)
            return outs, rest

        outs, push, rest = jax.linearize(pure, at, has_aux=True)
        return run, outs, push(along), rest

    with x64():
        (run, outs, tangents, (rest, _)), before = derived.by_floats(pushed)
        if derived.whole:  # along all directions at once, so floats have their part in it
            dtypes = [a.dtype for a in arrays]

            def attempt(chosen: set[int]) -> list:
                return pushed(sorted({*derived.inexact, *chosen}), before)[2]

            tangents = traced_through_floats(attempt, derived.whole, dtypes) or tangents
        tangents = [_tangent_like(t, o) for t, o in zip(tangents, outs, strict=True)]
    main, aux = run.structure
    aux_value = put_together(aux, iter(rest))
    out = put_together(main, iter(outs))
    return out, put_together(main, iter(tangents)), aux_value


def _tangent_like(tangent: Any, out: Any) -> Any:
    """A tangent in the dtype of its output: zeros for integers that are made of no integers."""
    if tangent.dtype == jax.dtypes.float0:
        return jnp.zeros(out.shape, out.dtype)
    return tangent.astype(out.dtype) if is_inexact(out.dtype) else as_kind(tangent, out.dtype)
