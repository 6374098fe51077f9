"""jvp: value and directional derivative of a function."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.dtype import is_inexact
from msjax._core.base.x64 import x64
from msjax._core.compile.lift import Run
from msjax._core.gradient.integers import as_floats, as_kind, through_floats
from msjax._core.tensor.structure import (
    count_leaves,
    put_together,
)
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.transform import arrays_in, check_tensors, split_aux, transformed


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
    pushed = _pushforward(fn, structure, has_aux)
    with x64():
        directions = [
            jnp.broadcast_to(d, a.shape).astype(a.dtype)
            for a, d in zip(arrays, directions, strict=True)
        ]
        run, outs, tangents, rest = pushed(arrays, directions)
        whole = {i for i, a in enumerate(arrays) if not is_inexact(a.dtype)}

        def attempt(places: set[int]) -> list:
            def floats(given: list) -> list:
                return [as_floats(a) if i in places else a for i, a in enumerate(given)]

            return pushed(floats(arrays), floats(directions), False)[2]

        found = through_floats(attempt, whole, [a.dtype for a in arrays]) if whole else None
        pairs = zip(outs, found or tangents, strict=True)
        tangents = [_of_kind(t, out) for out, t in pairs]
    main, aux = run.structure
    aux_value = put_together(aux, iter(rest))
    out = put_together(main, iter(outs))
    return out, put_together(main, iter(tangents)), aux_value


def _of_kind(tangent: Any, out: Any) -> Any:
    """A tangent in the dtype of its output; outputs without slopes have zeros."""
    if tangent.dtype == jax.dtypes.float0:
        return jnp.zeros(out.shape, out.dtype)
    return as_kind(tangent, out.dtype).astype(out.dtype)


def _pushforward(fn: Callable, structure: Any, has_aux: bool) -> Callable:
    """`(arrays, directions, replays) -> (run, outputs, tangents, aux arrays)`."""

    def apply(arrays: list, directions: list, replays: bool = True) -> tuple:
        run = Run()
        run.frame.forward = True

        def pure(diff: list) -> tuple:
            split = functools.partial(split_aux, has_aux=has_aux)
            leaves, effects = run(lambda: fn(*put_together(structure, iter(diff))), (), split)
            n = count_leaves(run.structure[0])
            return leaves[:n], (leaves[n:], effects)

        outs, push, (rest, effects) = jax.linearize(pure, list(arrays), has_aux=True)
        if replays:
            run.replay(effects)
        none = jax.dtypes.float0  # integers have no direction
        tangents = push([d if is_inexact(d.dtype) else np.zeros(d.shape, none) for d in directions])
        return run, outs, tangents, rest

    return apply
