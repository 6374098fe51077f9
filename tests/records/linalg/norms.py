"""Calls of norms and distances."""

from records import FLOATS, cases, normal, positive, values

x = normal(3, 5)
_SQUARED_BOUND = "where epsilon takes over, the wheel's gradient is divided by it, not its root"

RECORDS = [
    # norms
    *cases("ops.norm", (x, True), (normal(4), True)),
    *cases("ops.norm", (x,), dtypes=FLOATS + " i64", grad=True),
    *cases("ops.norm", (x, 1), (x, 2), (x, -2), (x, "fro"), (x, "nuc"), (x, -1)),
    *cases("ops.norm", (x, float("inf")), (x, -float("inf")), (x, 3), (x, "x")),
    *cases("ops.norm", (x, 2, 1), (x, 1, 1, True), (x, None, 1), grad=True),
    *cases("ops.norm", (x, 0, 1), (x, 3.5, 1), (x, float("inf"), 1), (x, -1, 1)),
    *cases("ops.norm", (x, "fro", 1), (x, 2, (0, 1), True), (x, 2, 2)),
    *cases("ops.norm", (normal(2, 3, 4), "nuc", (0, 1)), (normal(2, 3, 4), 1, (0, 2))),
    *cases("ops.norm", (normal(2, 3, 4), 2, (0, 1, 2)), (normal(4), 3), (normal(),)),
    *cases("ops.norm", (values([[0.0, 0.0], [3, 4]]), 2, 1), grad=True),
    *cases("ops.norm", (normal(), None, 0), (normal(), 3, -1, True), grad=True),
    *cases("ops.norm", (normal(), 0, 0), (normal(), None, (0,)), (normal(), None, 1)),
    *cases("Tensor.norm", (x, 2, 1, True)),
    *cases("ops.vector_norm", (x,), (x, 1, 1, True), (x, "x")),
    *cases("ops.matrix_norm", (x,), (x, 1), (normal(4, 2, 3), "nuc"), (normal(3),), (x, 3)),
    *cases("ops.LpNorm", (x,), init={"axis": 1}, dtypes="f16 f32 f64 i32", grad=True),
    *cases("ops.LpNorm", (x,), init={"axis": [0, 1], "p": 1, "keep_dims": True}, grad=True),
    *cases("ops.LpNorm", (x,), init={"axis": 0, "p": 0}),
    *cases("ops.LpNorm", (x,), init={"axis": 0, "p": -1}),
    *cases("ops.LpNorm", (x,), init={"axis": 0, "epsilon": 4.0}),
    *cases("ops.LpNorm", (x,), init={"axis": 5}),
    *cases("ops.LpNorm", (x,), init={"axis": 1.0}),
    *cases("ops.LpNorm", (x,), init={"axis": 1, "p": 1.0}),
    *cases("ops.L2Normalize", (x,), dtypes=FLOATS + " i64", grad=True),
    *cases("ops.L2Normalize", (x,), init={"axis": 1}, grad=True),
    *cases("ops.L2Normalize", (x,), init={"axis": 1, "epsilon": 100.0}),
    *cases("ops.L2Normalize", (x,), init=(1, 99.0), grad=True, differs=_SQUARED_BOUND),
    *cases("ops.L2Normalize", (x,), init={"axis": [1]}),
    *cases("ops.L2Normalize", (x,), init={"axis": [0, 1]}),
    *cases("ops.L2Normalize", (x,), init={"axis": 2}),
    *cases("ops.L2Normalize", (x,), init={"axis": "a"}),
    *cases("ops.L2Normalize", (values([[0, 0], [3, 2]]),), init={"axis": -1}),
    *cases("ops.renorm", (x, 1, 0, 2.0), (x, 2, 1, 1.0), (x, -1, 1, 2.0), grad=True),
    *cases("ops.Renorm", (x,), init=(2, 0, 1.0)),
    *cases("ops.cdist", (normal(3, 4), normal(5, 4)), grad=True),
    *cases("ops.cdist", (normal(2, 3, 4), normal(2, 5, 4), 1.0), (x, x, float("inf")), (x, x, 3.0)),
    *cases("ops.cdist", (x, normal(3, 4)), (x, x, -1.0), (x, x, 0.0)),
    *cases("ops.pdist", (x,), (x, 1.0), (x, -1.0)),
    *cases("ops.Cdist", (x, positive(2, 5)), init={"p": 1.5}),
]
