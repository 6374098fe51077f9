"""Calls of activations and softmax."""

from records import FLOATS, cases, dt, normal, positive, values

_EDGES = values([-7.0, -3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 6.0, 7.0])
_WIDE = values([-90.0, -30.0, -3.0, -1.0, 0.0, 0.25, 1.0, 3.0, 30.0, 90.0])
_REAL = "bool i8 i16 i32 i64 u8 u32 f16 f32 f64 c64"


def _pointwise():
    rectifiers = (
        "ops.relu",
        "ops.ReLU",
        "ops.relu6",
        "ops.ReLU6",
        "ops.hardsigmoid",
        "ops.HSigmoid",
        "ops.hardswish",
        "ops.HSwish",
        "ops.hardshrink",
        "ops.HShrink",
        "ops.softshrink",
        "ops.SoftShrink",
        "ops.hardtanh",
        "ops.leaky_relu",
    )
    smooth = (
        "ops.elu",
        "ops.Elu",
        "ops.celu",
        "ops.CeLU",
        "ops.gelu",
        "ops.GeLU",
        "ops.fast_gelu",
        "ops.FastGeLU",
        "ops.silu",
        "ops.sigmoid",
        "ops.Sigmoid",
        "Tensor.sigmoid",
        "mint.sigmoid",
        "ops.softplus",
        "ops.Softplus",
        "ops.softsign",
        "ops.Softsign",
        "ops.softmin",
    )
    for name in rectifiers:
        yield from cases(name, (normal(3, 4),), dtypes=_REAL, grad=True)
        yield from cases(name, (_EDGES,), grad=True)
    for name in smooth:
        yield from cases(name, (normal(3, 4),), dtypes=_REAL, grad=True, rtol=1e-5)
        yield from cases(name, (_WIDE,), grad=True, rtol=1e-4)
    for name in ("ops.mish", "ops.Mish", "ops.logsigmoid"):  # the wheel overflows at large inputs
        yield from cases(name, (normal(3, 4),), dtypes=_REAL, grad=True, rtol=1e-5)
    yield from cases("ops.tanhshrink", (normal(3, 4),), dtypes=_REAL, grad=True, rtol=1e-4)
    for name in ("ops.selu", "ops.SeLU"):
        yield from cases(name, (normal(3, 4),), dtypes=_REAL)
        yield from cases(name, (_WIDE,), dtypes=FLOATS)
        wrong = "the wheel's derivative lacks the scale on the negative side"
        yield from cases(name, (_WIDE,), grad=True, differs=wrong, tag="gradient")


RECORDS = [
    # bools as numbers
    *cases("ops.hardshrink", (normal(3, 4), True)),
    *cases("ops.HShrink", (normal(3, 4),), init=(True,)),
    *cases("ops.softplus", (normal(3, 4), True, True), (normal(3, 4), False)),
    *cases("ops.softshrink", (normal(3, 4), True)),
    *cases("ops.rrelu", (positive(3, 4), True, True), (positive(3, 4), True)),
    *_pointwise(),
    *cases("ops.leaky_relu", (_EDGES, 2), (_EDGES, -0.5), (normal(3), "a"), grad=True),
    *cases("ops.leaky_relu", (normal(3, 3), 0.5), dtypes="i8 i32"),
    *cases("ops.elu", (normal(3), 2.0), (normal(3), 1)),
    *cases("ops.celu", (_EDGES, 2.0), (_EDGES, -1.5), (normal(3), 0.0), (normal(3), 1), grad=True),
    *cases("ops.gelu", (normal(3, 4), "tanh"), (normal(3), "abc"), dtypes=FLOATS, grad=True),
    *cases("ops.hardshrink", (_EDGES, 1), (_EDGES, -1.0), (_EDGES, "a"), grad=True),
    *cases("ops.softshrink", (_EDGES, 1), (_EDGES, -1.0), (_EDGES, "a"), grad=True),
    *cases("ops.HShrink", (_EDGES,), init={"lambd": 1}),
    *cases("ops.HShrink", (_EDGES,), init={"lambd": "a"}),
    *cases("Tensor.hardshrink", (_EDGES, 0.2)),
    *cases("Tensor.soft_shrink", (_EDGES, 0.2)),
    *cases("ops.hardtanh", (_EDGES, 0.5, 0.2), (_EDGES, -0.5, 1), (_EDGES, "a", 1), grad=True),
    *cases("ops.hardtanh", (normal(3, 4), -1.5, 2.5), dtypes="bool i32 u8"),
    *cases("ops.threshold", (_EDGES, 1, 20), (_EDGES, 0.5, -1.5), (_EDGES, "a", 1), grad=True),
    *cases("ops.threshold", (normal(3, 4), 0.5, -1.5), dtypes="bool i32 u32 c64"),
    *cases("ops.softplus", (_EDGES, 2, 3), (_EDGES, 0.5, 1.0), (_EDGES, 0), grad=True),
    *cases("ops.prelu", (normal(2, 3, 2), values([0.25])), dtypes=_REAL, grad=True),
    *cases("ops.prelu", (_EDGES, values([0.3])), (normal(2, 3), normal(3)), grad=True),
    *cases("ops.prelu", (normal(2, 3), normal(2)), (normal(2, 3), normal(1, 3))),
    *cases("ops.PReLU", (normal(2, 3, 2, 2), normal(3)), dtypes="f16 f32", grad=True),
    *cases("ops.rrelu", (_EDGES, 0.2, 0.2), (_EDGES, 0.3, 0.2), (_EDGES, "a", 0.2), grad=True),
    *cases("ops.rrelu", (normal(3, 4),), dtypes="i32 f16 f32 f64", random=True),
    *cases("ops.glu", (normal(2, 6),), (normal(2, 6), 0), dtypes="i32 f16 f32 f64", grad=True),
    *cases("ops.glu", (normal(3),), (normal(2, 6), 3)),
    *cases("ops.GLU", (normal(4, 2),), init={"axis": 0}, dtypes=FLOATS, grad=True),
    *cases("ops.softmax", (normal(2, 3), 0), (normal(2, 3, 4),), dtypes=_REAL, grad=True),
    *cases("ops.softmax", (_WIDE,), (values([1000.0, 0.0, -1000.0]),), grad=True),
    *cases("ops.softmax", (normal(2, 3), 5), (normal(2, 3), (0, 1)), (normal(2, 3), 1.5)),
    *cases("ops.softmax", (normal(2, 3), None), (normal(), 0)),
    *cases("ops.softmax", (normal(2, 3),), dtypes="i32 f32", dtype=dt("float64")),
    *cases("ops.Softmax", (normal(2, 3),), dtypes=FLOATS, grad=True),
    *cases("ops.Softmax", (normal(2, 3),), init={"axis": (-1,)}),
    *cases("ops.Softmax", (normal(2, 3),), init={"axis": 2}),
    *cases("ops.Softmax", (normal(2, 3),), init={"axis": 1.0}),
    *cases("Tensor.softmax", (normal(4), 0), (normal(4), 0, dt("float16"))),
    *cases("mint.softmax", (normal(2, 3), 0)),
    *cases("mint.nn.functional.softmax", (normal(2, 3),), (normal(3),), (normal(2, 3, 2),)),
    *cases("mint.nn.functional.softplus", (normal(2, 3),), grad=True),
    *cases("mint.nn.functional.silu", (normal(2, 3),), grad=True),
    *cases("mint.nn.functional.glu", (normal(2, 4), 0), grad=True),
    *cases(
        "ops.log_softmax",
        (normal(2, 3),),
        (normal(2, 3, 4), 1),
        dtypes=FLOATS,
        grad=True,
        rtol=1e-5,
    ),
    *cases("ops.log_softmax", (values([1000.0, 0.0, -1000.0]),), grad=True),
    *cases("ops.log_softmax", (normal(2, 3), 3), (normal(2, 3), 0.5), (normal(2, 3), (0, 1))),
    *cases(
        "ops.LogSoftmax", (normal(2, 3),), init={"axis": 0}, dtypes=FLOATS, grad=True, rtol=1e-5
    ),
    *cases("ops.softmin", (normal(2, 3), 0), (normal(2, 3), 3)),
    *cases("ops.gumbel_softmax", (normal(2, 3),), dtypes="i32 f16 f32 f64", random=True),
    *cases("ops.gumbel_softmax", (normal(2, 3), 0.0), (normal(2, 3), 1), (normal(2, 3), 1.0, 1)),
    *cases("ops.gumbel_softmax", (normal(2, 3), 1.0, True, 5), (normal(), 1.0, True)),
]
