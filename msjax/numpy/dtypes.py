"""Element types and constants of NumPy's interface; plain ints and floats have 32 bits."""

from __future__ import annotations

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import (
    bool_,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)

inf = PINF = float("inf")
NINF = float("-inf")
nan = float("nan")
pi = 3.141592653589793

int_ = int32
uint = uint32
float_ = float32

_ints = {"int": int32, "int8": int8, "int16": int16, "int32": int32, "int64": int64}
_uints = {"uint": uint32, "uint8": uint8, "uint16": uint16, "uint32": uint32, "uint64": uint64}
_floats = {"float": float32, "float16": float16, "float32": float32, "float64": float64}

dtype_map = {**_ints, **_uints, **_floats, "bool": bool_}
dtype_tuple = tuple(dtype_map.values())
numeric_types = [
    {"int": "int_", "float": "float_", "bool": "bool_"}.get(name, name)
    for name in dtype_map
    if name != "uint"
]
all_types = [
    "np." + {"int": "int_", "float": "float64", "bool": "bool_"}.get(name, name)
    for name in dtype_map
]


def _common(a: mstype.Type, b: mstype.Type) -> mstype.Type:
    """What two types promote to: as in NumPy, but a float wins over integers of any width."""
    floats = [t for t in (a, b) if t.np.kind == "f"]
    if len(floats) == 1:
        return float32 if {a, b} == {uint16, float64} else floats[0]
    return mstype.from_np(np.promote_types(a.np, b.np))


_order = sorted(set(dtype_tuple) - {bool_}, key=lambda t: ("uif".index(t.np.kind), t.np.itemsize))
promotion_rule = {(a, b): _common(a, b) for i, a in enumerate(_order) for b in _order[i + 1 :]}
promotion_rule |= {(bool_, t): t for t in _order}
rule_for_trigonometric = {
    t: t if t.np.kind == "f" else float16 if t.np.itemsize == 1 else float32
    for t in (*_order, bool_)
}
