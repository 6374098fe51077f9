"""Casting of float inputs inside Cells with `to_float` or with a precision for each operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.dtype import is_inexact, promote
from msjax._core.op import Array, call, op
from msjax._core.state import STATE
from msjax._core.structure import map_tensors
from msjax._core.tensor import Tensor
from msjax._core.x64 import x64

if TYPE_CHECKING:
    from msjax._core.op import Op

# Under `to_float`, by label: operations that make, relabel or move values and therefore keep the
# dtype of what they are given; views that MindSpore casts all the same; operations whose results go
# back to the dtypes they came in; those whose results are lowered too; and those that cast their
# first input alone.
KEEPING = frozenset(
    "zeros_like ones_like rand_like randn_like randint_like identity cast astype copy clone depend "
    "meshgrid Meshgrid to_float_precision pixel_shuffle pixel_unshuffle CentralCrop contiguous "
    "value Positive".split()
)
CAST_VIEWS = frozenset("Unstack unbind StridedSlice diagonal Expand SelectView".split())
RETURNING = frozenset("hardtanh ClipByGlobalNorm RNN".split())
LOWERING = frozenset("cov FloatPower FloatPowerExt".split())
FIRST_ALONE = frozenset("BatchNorm InstanceNorm".split())


@op(label="to_float_precision")
def precision_kernel(x: Array, dtype: Any) -> Array:
    """`x` in another float dtype."""
    return x.astype(dtype)


Rule = Callable[["Op", Sequence[Any]], Any]
WIDEST = "widest"


class Policy:
    """What becomes of the float inputs of some operations.

    Args:
        rules: for kernels, or for labels, the dtype that float inputs are cast to; or `WIDEST` for
            the widest dtype among them; or a function that computes the result from the operation
            and its arguments, some of which are float Tensors, with no policy in force.
    """

    __slots__ = ("rules",)

    def __init__(self, rules: dict[Any, np.dtype | str | Rule]):
        self.rules = rules


def recast(entry: Op, values: Sequence[Any], cast: np.dtype | Policy) -> Any:
    """The result of an operation with its float Tensors cast; None if there is nothing to cast."""
    if isinstance(cast, Policy):
        return _by_rule(entry, values, cast.rules)
    label = entry.label
    if label in KEEPING or (entry.view and label not in CAST_VIEWS):
        return None
    changed = lowered(values, cast, label in FIRST_ALONE)
    if changed is None:
        return None
    out = entry.apply(changed)
    if label in LOWERING:
        return map_tensors(lambda t: _lower(t, cast), out)
    return _returned(out, values) if label in RETURNING else out


def _by_rule(entry: Op, values: Sequence[Any], rules: dict) -> Any:
    rule = rules.get(entry.kernel)
    if rule is None:
        rule = rules.get(entry.label)
    if rule is None or entry.view:
        return None
    if callable(rule):
        if next(floats(values), None) is None:
            return None
        previous = STATE.set_cast(None)
        try:
            return rule(entry, values)
        finally:
            STATE.set_cast(previous)
    changed = lowered(values, widest(values) if rule == WIDEST else rule)
    return None if changed is None else entry.apply(changed)


def lowered(values: Sequence[Any], dtype: Any, first_alone: bool = False) -> list[Any] | None:
    """An op's arguments with float Tensors cast to `dtype`; None if there is nothing to cast."""
    changed = list(values)
    for i, value in enumerate(values):
        changed[i] = _lower(value, dtype)
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
        return promote("", [t._aval.dtype for t in floats(values)]) or np.dtype(np.float32)


def _returned(out: Any, values: Sequence[Any]) -> Any:
    """Results in the dtype of the first float input; those of a list in the dtypes of the list."""
    if isinstance(values[0], (tuple, list)):
        pairs = zip(out, values[0], strict=True)
        return type(out)(_lower(o, v._aval.dtype) for o, v in pairs)
    dtype = next(floats(values))._aval.dtype
    return map_tensors(lambda t: _lower(t, dtype), out)


def _lower(value: Any, dtype: Any) -> Any:
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
        parts = [_lower(v, dtype) for v in value]
        same = all(p is v for p, v in zip(parts, value, strict=True))
        return value if same else type(value)(parts)
    return value
