"""Calls of NumPy-like differences, promotions and index arithmetic."""

from records import bools, cases, dt, ints, normal, values

x, v = normal(2, 4), normal(5)
DTYPES = "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
PAIRS = [(a, b) for i, a in enumerate(DTYPES) for b in DTYPES[i:]]

RECORDS = [
    *cases("numpy.diff", (v,), (x,), (x, 2), (x, 1, 0), (x, 0), (v, 1, -1, 0.5), grad=True),
    *cases("numpy.diff", (v, 5), (v, 7), (v, -1), (v, 1.0), (x, 1, 2), ([1, 4, 2],), (2,)),
    *cases("numpy.diff", (x, 1, 0, normal(1, 4), normal(4)), (x, 1, 1, normal(2, 2)), (x, 1, 1, v)),
    *cases("numpy.diff", (x, 0, 0, normal(1, 4), normal(4)), (v, 0, -1, 0.5), grad=True),
    *cases("numpy.diff", (v, 0, -1, ints(1), 2.5), dtypes="i32 f64"),
    *cases("numpy.diff", (v,), (v, 1, -1, 1, [2, 3]), dtypes="bool i8 i32 f16 f64"),
    *cases("numpy.ediff1d", (v,), (x,), (v, normal(2), normal(1)), grad=True),
    *cases("numpy.ediff1d", (v, 1.0, 2), ([1, 4, 2],), (v, [1.0, 2.0]), (normal(1),), (2,)),
    *cases("numpy.ediff1d", (v,), (v, ints(2)), dtypes="bool i8 i32 f16 f64"),
    *cases("numpy.ediff1d", (v, normal(2, 2)), (v, normal(1, dtype="f64"))),
    *(r for a, b in PAIRS for r in cases("numpy.promote_types", (dt(a), dt(b)))),
    *cases("numpy.promote_types", ("float32", "int64"), (dt("int32"), "a"), (dt("int32"), 1)),
    *cases("numpy.promote_types", (dt("int32"), int), (float, bool), ("int", dt("bool_"))),
    *cases("numpy.result_type", (dt("int8"), dt("float16")), (v, ints(2, dtype="i32")), (1, 2.5)),
    *cases("numpy.result_type", ("int16", v), (v,), (), (v, 1), (v, 1.5), (ints(2), 1.5), ("x",)),
    *cases("numpy.result_type", (ints(2), 2), (ints(2), True), (bools(2), 1), dtypes="i8 f16"),
    *cases("numpy.result_type", ([1, 2], v), (None, v), (int, bool), (dt("int8"), True)),
    *cases(
        "numpy.ravel_multi_index",
        (values([[3, 6, 6], [4, 5, 1]], "i32"), (7, 6)),
        (values([[3, 6, 9], [4, 5, -1]], "i32"), (7, 6)),
        (values([[3, 6, 9], [4, 5, -1]], "i32"), (7, 6), "wrap"),
        (values([[3, 6, 6], [4, 5, 1]], "i32"), (7, 6), "clip", "F"),
        (values([[3, 6, 6], [4, 5, 1]], "i32"), (7, 6), "raise"),
        (values([[3, 6, 6], [4, 5, 1]], "i32"), (7, 6), "clip", "A"),
        (values([[3, 6, 6], [4, 5, 1]], "i32"), (7, 6, 2)),
        (values([[3, 6, 6], [4, 5, 1]], "i64"), [7, 6]),
        (values([[3, 6, 6], [4, 5, 1]], "f32"), (7, 6)),
        ([[3, 6], [4, 5]], (7, 6)),
        ((3, 4), (7, 6)),
        (values([3, 1, 4, 1], "i32"), (6, 7, 8, 9)),
        (values([3, 1], "i32"), 7),
    ),
    *cases("numpy.setdiff1d", (ints(6), ints(3)), (ints(2, 3), ints(2, 2)), dtypes="i32 f32 i8"),
    *cases("numpy.setdiff1d", ([1, 2, 3, 2, 4, 1], [3, 4, 5, 6]), (ints(6), 1), (ints(4), None)),
    *cases("numpy.setdiff1d", (ints(6), ints(3), True), (normal(3), ints(3, dtype="i32"))),
    *cases("numpy.setdiff1d", (values([5, 5, 1, 2]), values([2])), assume_unique=True),
    *cases("numpy.setdiff1d", (values([1, 2]), values([1, 2])), (values([1, 2]), [])),
]
