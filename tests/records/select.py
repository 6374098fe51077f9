"""Calls that choose by condition."""

from records import ALL, bools, cases, normal, ties, values

m, c = normal(3, 4), bools(3, 4)
ROW, COLUMN = bools(4), bools(3, 1)

RECORDS = [
    *cases("ops.where", (c, m, normal(3, 4)), dtypes=ALL),
    *cases("ops.where", (c, m, normal(4)), (ROW, m, normal(3, 1)), (COLUMN, 1.5, m), grad=True),
    *cases("ops.where", (c, m, 0), (c, 1, 2), (c, 1.5, 2), (c, True, False), dtypes="i32 f32"),
    *cases("ops.where", (c, m, normal(3, 4, dtype="f16")), (c, m, values(2, "int64"))),
    *cases("ops.where", (True, m, m), (m, m, m), (bools(2), m, m), (c, m, None)),
    *cases("ops.select", (c, m, normal(3, 4)), (ROW, m, 1.0), (c, 1.0, m), grad=True),
    *cases("ops.select", (c, m, 1), (c, 1, m), (c, 1.5, m), dtypes="i32 f32"),
    *cases("ops.Select", (c, m, normal(3, 4)), (c, m, normal(4)), grad=True),
    *cases("mint.where", (c, m, 1), (c, 1, m), grad=True),
    *cases("mint.where", (c,)),
    *cases("Tensor.where", (m, c, normal(3, 4)), (m, c, 0.0), grad=True),
    *cases("Tensor.select", (m, c, normal(3, 4)), (m, c, 2.0), grad=True),
    *cases("ops.masked_fill", (m, c, 7.0), dtypes="f16 f32 f64"),
    *cases("ops.masked_fill", (m, c, 7), dtypes="i32 i64"),
    *cases("ops.masked_fill", (m, ROW, 7.0), (m, c, values(2)), (normal(4), c, 1.0), grad=True),
    *cases(
        "ops.masked_fill",
        (m, c, values([2])),
        (m, ties(3, 4, dtype="i32"), 1.0),
        (m, bools(2), 1.0),
    ),
    *cases("ops.masked_fill", (normal(2), values([True, False], "bool"), 1e9), dtypes="f16 f32"),
    *cases("ops.MaskedFill", (m, c, 1.0), (m, c, values(2)), grad=True),
    *cases("Tensor.masked_fill", (m, c, 1.0), (m, c, values(2)), grad=True),
    *cases("ops.masked_select", (m, c), (m, ROW), (normal(4), c), dtypes=ALL),
    *cases("ops.masked_select", (m, c), (m, ROW), grad=True, tag="grad"),
    *cases("ops.masked_select", (m, ties(3, 4, dtype="i32")), (m, bools(2))),
    *cases("ops.MaskedSelect", (m, c)),
    *cases("Tensor.masked_select", (m, c)),
    *cases("mint.masked_select", (m, c)),
    *cases("Tensor.masked_scatter", (m, c, normal(12)), dtypes="i32 f32"),
    *cases("Tensor.masked_scatter", (m, ROW, normal(12)), grad=True),
    *cases("Tensor.masked_scatter", (m, values([[True] * 4] * 3, "bool"), normal(2))),
    *cases("ops.MaskedScatter", (m, c, normal(12))),
    *cases("ops.nonzero", (ties(3, 4),), dtypes="bool i8 i16 i32 i64 u8 f16 f32 f64"),
    *cases("ops.nonzero", (ties(2, 2, 3),), (ties(5),), (values([0, 0]),)),
    *cases("mint.nonzero", (ties(3, 4),)),
    *cases("Tensor.nonzero", (ties(3, 4),), (ties(7),)),
    *cases("ops.NonZero", (ties(3, 4),)),
    *cases("ops.argwhere", (ties(3, 4),), (ties(7),), dtypes="i32 f32"),
    *cases("Tensor.argwhere", (ties(3, 4),)),
    *cases("ops.sequence_mask", (values([1, 3], "int32"),), (values([[1, 3]], "int64"), 2)),
    *cases("ops.sequence_mask", (values([1, 3], "int32"), 4), (values([0, 9], "int32"), 4)),
    *cases("ops.sequence_mask", (values([1, 3]), 4), (values([1], "int32"), 1.5)),
    *cases("ops.sequence_mask", (values([1], "int32"), 0), ([1, 2], 3)),
]
