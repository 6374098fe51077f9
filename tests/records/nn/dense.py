"""Calls of dense layers and biases."""

from records import cases, normal

_FLOATS = "f16 f32 f64"

RECORDS = [
    *cases("ops.BiasAdd", (normal(2, 3), normal(3)), (normal(2, 3, 2, 2), normal(3)), grad=True),
    *cases("ops.BiasAdd", (normal(2, 3, 2), normal(3)), dtypes="i32 i64 f16 f64 bool"),
    *cases("ops.BiasAdd", (normal(2, 3), normal(2)), (normal(3), normal(3))),
    *cases("ops.BiasAdd", (normal(2, 3), normal(3, dtype="float16"))),
    *cases("ops.bias_add", (normal(2, 3), normal(3)), (normal(2, 3), normal(1, 3)), grad=True),
    *cases("ops.dense", (normal(2, 3), normal(4, 3)), dtypes=_FLOATS, grad=True),
    *cases("ops.dense", (normal(2, 5, 3), normal(4, 3), normal(4)), dtypes=_FLOATS, grad=True),
    *cases("ops.dense", (normal(3), normal(4, 3), normal(4)), (normal(3), normal(3)), grad=True),
    *cases("ops.dense", (normal(2, 3), normal(3), normal()), (normal(2, 3), normal(4, 2))),
    *cases("ops.dense", (normal(2, 3), normal(4, 3, dtype="float16"))),
    *cases("ops.Dense", (normal(2, 3), normal(4, 3), normal(4)), grad=True),
    *cases("mint.nn.functional.linear", (normal(2, 3), normal(4, 3), normal(4)), grad=True),
    *cases("ops.bidense", (normal(2, 3), normal(2, 4), normal(5, 3, 4)), grad=True, rtol=1e-4),
    *cases(
        "ops.bidense", (normal(2, 3, 3), normal(2, 3, 4), normal(5, 3, 4), normal(5)), rtol=1e-4
    ),
    *cases("ops.bidense", (normal(2, 3), normal(3, 4), normal(5, 3, 4))),
    *(
        r
        for f in ("ops.dense", "ops.Dense", "mint.nn.functional.linear")
        for r in cases(
            f,
            (normal(2, 3), normal(4, 3), normal(2, 4)),
            (normal(2, 3), normal(4, 3), normal(1)),
            (normal(2, 3), normal(3), normal(2)),
            (normal(2, 3), normal(1, 4, 3)),
        )
    ),
]
