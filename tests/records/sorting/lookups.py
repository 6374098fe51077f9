"""Calls of places in rows, and of elements that another list has."""

from records import cases, dt, ints, normal, perm, values

_LONG = "int64"
x = normal(3, 4)
rows = values([[1, 2, 3, 4], [2, 4, 6, 8]])
wanted = values([[2, 5], [6, 9]])
few = ints(8, low=0, high=4)
COMMON = "f16 f32 f64 i8 i32 i64 u8"

RECORDS = [
    # counts
    *cases("ops.ConfusionMatrix", (values([0, 1, 2], _LONG), values([0, 2, 2], _LONG)), init=(3,)),
    *cases("ops.LowerBound", (rows, wanted), dtypes=COMMON),
    *cases("ops.UpperBound", (rows, wanted), dtypes=COMMON),
    *cases("ops.UpperBound", (rows, wanted), init=(dt("int64"),)),
    *cases("ops.UpperBound", (rows, wanted), init=(dt("float32"),)),
    *cases("ops.LowerBound", (rows, values([2, 5])), (rows, values([[2, 5]]))),
    *cases("ops.LowerBound", (rows, values([[2, 5], [6, 9]], "i64"))),
    *cases("ops.NthElement", (perm(3, 5), 1), dtypes=COMMON),
    *cases("ops.NthElement", (perm(3, 5), 1), init=(True,), grad=True),
    *cases("ops.NthElement", (perm(5), 4), (x, 4), (x, -1), (x, values(0, "i32"))),
    *cases("ops.NthElement", (x, 1), init=(1,), tag="reverse"),
    *cases("ops.ListDiff", (few, values([1, 3])), dtypes=COMMON),
    *cases("ops.ListDiff", (few, values([1, 3])), dtypes="i64", init=(dt("int64"),)),
    *cases("ops.ListDiff", (few, values([1, 3], "i32")), (x, normal(2)), dtypes="f32"),
    *cases("ops.ListDiff", (few, few), init=(dt("float32"),)),
]
