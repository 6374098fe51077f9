"""Calls of differences."""

from records import cases, normal, values

x = normal(3, 4)

RECORDS = [
    # differences
    *cases("ops.diff", (x,), (x, 1, 0), dtypes="f16 f32 f64 i8 i32 i64 bool c64 u16", grad=True),
    *cases("ops.diff", (x,), prepend=normal(3, 2), append=normal(3, 1), grad=True),
    *cases("ops.diff", (x, 2), (x, 1, 2), (x, 1.0), (values(1.0),), (normal(0),)),
    *cases("Tensor.diff", (x,), (x, 1, 0)),
]
