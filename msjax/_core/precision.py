"""Casting of float inputs inside Cells with `to_float` or with a precision for each operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax._core.dtype import is_inexact
from msjax._core.op import Array, call, op
from msjax._core.state import STATE
from msjax._core.tensor import Tensor

# Operations that make or relabel values and therefore keep the dtype of what they are given.
KEEPING = frozenset(
    "zeros_like ones_like rand_like randn_like randint_like identity cast astype copy clone depend "
    "meshgrid to_float_precision".split()
)


@op(label="to_float_precision")
def precision_kernel(x: Array, dtype: Any) -> Array:
    """`x` in another float dtype."""
    return x.astype(dtype)


class Policy:
    """A float dtype for some operations, by label, in the place of one dtype for all."""

    __slots__ = ("dtypes",)

    def __init__(self, dtypes: dict[str, np.dtype]):
        self.dtypes = dtypes


def lowered(label: str, values: Sequence[Any], dtype: np.dtype | Policy) -> list[Any] | None:
    """An op's arguments with float Tensors cast to `dtype`; None if there is nothing to cast."""
    if isinstance(dtype, Policy):
        dtype = dtype.dtypes.get(label)
        if dtype is None:
            return None
    changed = [_lower(v, dtype) for v in values]
    return changed if any(c is not v for c, v in zip(changed, values, strict=True)) else None


def _lower(value: Any, dtype: np.dtype) -> Any:
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
