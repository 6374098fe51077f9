"""Casting of float inputs inside Cells with `to_float` or with a precision for each operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from msjax._core.base.dtype import is_inexact, promote
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.op.gateway import Op, recasts
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.structure import map_tensors
from msjax._core.tensor.tensor import Tensor

FLOAT32 = np.dtype(np.float32)


@op(label="to_float_precision", to_float="keep")
def precision_kernel(x: Array, dtype: Any) -> Array:
    """`x` in another float dtype."""
    return x.astype(dtype)


class Policy:
    """What becomes of the float inputs of operations: what each says in `amp`, see `publish.op`.

    A function there computes the result from the operation, its arguments, some of which are float
    Tensors, and the policy, with no policy in force.

    Args:
        half: float16 or bfloat16.
        listed: names of Primitives; only what `op` knows under one of them computes in half
            precision, with results in float32. All operations, by what they say, if None.
    """

    __slots__ = ("half", "listed")

    def __init__(self, half: np.dtype, listed: frozenset[str] | None = None):
        self.half, self.listed = half, listed

    def rule(self, entry: Op) -> str | Callable | None:
        """What becomes of an operation's inputs."""
        if self.listed is None:
            return entry.amp
        if entry.listed_as is not None:
            return entry.amp if entry.listed_as in self.listed else None
        return "half" if entry.label in self.listed else None

    def dtype(self, word: str, values: Sequence[Any]) -> np.dtype:
        """What "half", "float32" or "widest" means for an operation's arguments."""
        if word == "widest":
            return widest(values)
        return self.half if word == "half" else FLOAT32


@recasts
def recast(entry: Op, values: Sequence[Any], cast: np.dtype | Policy) -> Any:
    """The result of an operation with its float Tensors cast; None if there is nothing to cast."""
    if isinstance(cast, Policy):
        return _by_rule(entry, values, cast)
    how = entry.to_float
    if how == "keep" or (entry.view and how != "cast"):
        return None
    changed = lowered(values, cast, how == "first")
    if changed is None:
        return None
    out = entry.apply(changed)
    if how == "lower":
        return map_tensors(lambda t: cast_to(t, cast), out)
    return _returned(out, values) if how == "return" else out


def _by_rule(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    rule = policy.rule(entry)
    if rule is None or entry.view:
        return None
    if policy.listed is None and not callable(rule):
        changed = lowered(values, policy.dtype(rule, values))
        return None if changed is None else entry.apply(changed)
    if next(floats(values), None) is None:
        return None
    previous = STATE.set_cast(None)
    try:
        if callable(rule):
            out = rule(entry, values, policy)
        else:
            out = run_in(entry, values, policy.dtype(rule, values))
        if policy.listed is None or entry.to_float == "return":
            return out
        return map_tensors(lambda t: cast_to(t, FLOAT32), out)
    finally:
        STATE.set_cast(previous)


def _returned(out: Any, values: Sequence[Any]) -> Any:
    """Results in the dtype of the first float input; those of a list in the dtypes of the list."""
    if isinstance(values[0], (tuple, list)):
        pairs = zip(out, values[0], strict=True)
        return type(out)(cast_to(o, v._aval.dtype) for o, v in pairs)
    dtype = next(floats(values))._aval.dtype
    return map_tensors(lambda t: cast_to(t, dtype), out)


# -- what functions in `amp` are made of -----------------------------------------------------------


def run_in(entry: Op, values: Sequence[Any], dtype: np.dtype) -> Any:
    """The result of an operation with its float inputs in one dtype."""
    return entry.apply(lowered(values, dtype) or values)


def run_in_half(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """The result of an operation with its float inputs in half precision."""
    return run_in(entry, values, policy.half)


def run_in_full(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """A chain that ends in a product: computed in float32, its result in half precision."""
    return map_tensors(lambda t: cast_to(t, policy.half), run_in(entry, values, FLOAT32))


def arguments(entry: Op, values: Sequence[Any]) -> dict[str, Any]:
    """An operation's arguments by name."""
    return {p.name: v for p, v in zip(entry.params, values, strict=True)}


def lowered(values: Sequence[Any], dtype: Any, first_alone: bool = False) -> list[Any] | None:
    """An op's arguments with float Tensors cast to `dtype`; None if there is nothing to cast."""
    changed = list(values)
    for i, value in enumerate(values):
        changed[i] = cast_to(value, dtype)
        if first_alone and next(floats([value]), None) is not None:
            break
    return changed if any(c is not v for c, v in zip(changed, values, strict=True)) else None


def floats(values: Any) -> Iterator[Tensor]:
    """The real floating Tensors among an op's arguments."""
    for value in values:
        if isinstance(value, Tensor):
            dtype = value._aval.dtype
            if is_inexact(dtype) and dtype.kind != "c":
                yield value
        elif type(value) in (tuple, list):
            yield from floats(value)


def widest(values: Any) -> np.dtype:
    """The dtype that the float Tensors among an op's arguments promote to."""
    with x64():
        return promote([t._aval.dtype for t in floats(values)]) or FLOAT32


def rounded(tensor: Tensor, half: np.dtype) -> Any:
    """A float Tensor with the accuracy of half precision, in float32."""
    return cast_to(cast_to(tensor, half), FLOAT32)


def cast_to(value: Any, dtype: Any) -> Any:
    """A float Tensor, or those in a list or tuple, in another dtype; anything else as it is."""
    if isinstance(value, Tensor):
        have = value._aval.dtype
        if have == dtype or not is_inexact(have) or have.kind == "c":
            return value
        previous = STATE.set_cast(None)
        try:
            return call(precision_kernel)(value, dtype)
        finally:
            STATE.set_cast(previous)
    if type(value) in (tuple, list):
        parts = [cast_to(v, dtype) for v in value]
        same = all(p is v for p, v in zip(parts, value, strict=True))
        return value if same else type(value)(parts)
    return value
