"""Calls of normalizations."""

from records import cases, normal, positive

_FLOATS = "f16 f32 f64"
_X, _ROW = normal(2, 3, 4, 5), (normal(3), normal(3), normal(3), positive(3))

_GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)

RECORDS = [
    *cases("ops.BatchNorm", (_X, *_ROW), differs="the wheel's reserved results are zeros"),
    *cases("ops.BatchNorm", (normal(2, 4, 2, 2), *_ROW), (normal(3), *_ROW)),
    *cases("ops.batch_norm", (_X, normal(3), positive(3), normal(3), normal(3)), grad=True),
    *cases(
        "ops.batch_norm",
        (_X, normal(3), positive(3), normal(3), normal(3), True, 0.3, 1e-3),
        (normal(8, 3), normal(3), positive(3), normal(3), normal(3), True),
        rtol=1e-4,
    ),
    *cases("ops.batch_norm", (normal(2, 4), normal(3), positive(3), normal(3), normal(3))),
    *cases(
        "ops.LayerNorm",
        (normal(2, 3, 4), normal(3, 4), normal(3, 4)),
        init={"begin_norm_axis": 1, "begin_params_axis": 1},
        dtypes=_FLOATS,
        rtol=1e-4,
    ),
    *cases(
        "ops.LayerNorm",
        (normal(2, 3, 4), normal(4), normal(4)),
        init={"begin_norm_axis": -1, "begin_params_axis": -1, "epsilon": 1e-5},
        dtypes="i32 f16 f32 f64",
        rtol=1e-4,
    ),
    *cases(
        "ops.LayerNorm",
        (normal(2, 3, 4), normal(3, 4), normal(3, 4)),
        init={"begin_norm_axis": 2, "begin_params_axis": 1},
        rtol=1e-4,
    ),
    *cases(
        "ops.LayerNorm",
        (normal(2, 3, 4), normal(3, 4), normal(3, 4)),
        init={"begin_norm_axis": 3, "begin_params_axis": 1},
    ),
    *cases("ops.LayerNorm", (normal(2, 3, 4), normal(4), normal(4))),
    *cases("ops.group_norm", (normal(2, 4, 3), 2), dtypes="i32 f16 f32 f64", grad=True, rtol=1e-4),
    *cases("ops.group_norm", (normal(2, 4, 3), 2, normal(4), normal(4), 0.1), grad=True, rtol=1e-4),
    *cases("ops.group_norm", (normal(2, 4, 3), 3), (normal(4), 2), (normal(2, 4, 3), 0)),
    *cases("ops.lrn", (normal(2, 9, 2, 2),), dtypes="i32 f16 f32 f64", grad=True, rtol=1e-4),
    *cases("ops.lrn", (normal(2, 4, 2, 2), 2, 2.0, 0.5, 0.75), (normal(2, 4, 2),), rtol=1e-4),
    *cases("ops.lrn", (normal(2, 4, 2, 2), 2.0), (normal(2, 4, 2, 2), 2, 1), grad=False),
    *cases("ops.LRN", (normal(2, 4, 2, 2),), init={"depth_radius": 1, "bias": 1.5}, rtol=1e-4),
    *cases("ops.LRN", (normal(2, 4, 2, 2),), init={"norm_region": "x"}),
    *cases("ops.soft_shrink", (_x,), (_x, -1.0), (_x, 0.1), **_GRADS),
    *cases("ops.add_layer_norm", (_x, _y, _v, _v)),
]
