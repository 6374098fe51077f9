"""Calls of dropout."""

from records import cases, unit


def drawn(op, *calls, **options):
    return cases(op, *calls, random=True, **options)


RECORDS = [
    *cases(
        "ops.dropout", (unit(2, 3), 0.0), (unit(2, 3), 0.5, False), dtypes="f16 f32 f64", grad=True
    ),
    *drawn("ops.dropout", (unit(2, 3),), (unit(2, 3), 1.0), (unit(2, 3), 1.5), (unit(2), 0.5, 1)),
    *drawn("ops.dropout", (unit(2, 3), 0.5), (3.0, 0.5), dtypes="i32 f16 f64"),
    *drawn("ops.Dropout", (unit(2, 3),), dtypes="f16 f32"),
    *cases("ops.Dropout", (unit(2, 3),), init={"keep_prob": 1.0}),
    *drawn("ops.dropout1d", (unit(2, 3, 4),), (unit(3, 4),), (unit(2, 2, 3, 4),)),
    *drawn("ops.dropout2d", (unit(2, 3, 2, 2),), (unit(3, 2, 2),), (unit(2, 3, 2, 2), 1.5)),
    *cases("ops.dropout2d", (unit(2, 3, 2, 2), 1.0), (unit(2, 3, 2, 2), 0.5, False)),
    *drawn("ops.dropout3d", (unit(2, 3, 2, 1, 2),), (unit(2, 3, 2, 2),)),
    *drawn("ops.Dropout2D", (unit(2, 3, 2, 2),), (unit(3, 2, 2),)),
    *drawn("ops.Dropout3D", (unit(2, 3, 1, 2, 2),)),
]
