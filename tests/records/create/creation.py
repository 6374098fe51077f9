"""Tensors made from shapes and numbers, sequences, one-hot vectors."""

from records import DTYPES, cases, dt, normal, values

_I = values([0, 2], "int64")
_ALL = " ".join(DTYPES)
_LONG = "int64"
_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)

RECORDS = [
    *cases(
        "ops.zeros", ((2, 3),), (2,), ([2, 3],), (values([2, 3], _LONG),), ((values(2, _LONG), 3),)
    ),
    *cases("ops.zeros", ((-1,),), ((2.0,),), (True,), ("a",), (2, 3)),
    *(r for name in DTYPES.values() for r in cases("ops.zeros", ((2,), dt(name)))),
    *cases("ops.ones", ((2, 3),), (2,), (values([2, 3], _LONG), dt("int64")), ((2,), None)),
    *(r for name in DTYPES.values() for r in cases("ops.ones", ((2,), dt(name)))),
    *cases("ops.Zeros", ((2, 2), dt("float32")), (2, dt("int32")), ((2, 2),)),
    *cases("ops.Ones", ([2, 2], dt("float16")), (2,)),
    *cases("ops.zeros_like", (normal(2, 3),), dtypes=_ALL),
    *cases("ops.ones_like", (normal(2, 3),), dtypes=_ALL),
    *cases("ops.zeros_like", (normal(2, 3),), kw={"dtype": dt("int32")}),
    *cases("ops.zeros_like", (3,), ([1, 2],)),
    *cases("ops.ones_like", (3,)),
    *cases("ops.ZerosLike", (normal(2),), (3,)),
    *cases("ops.OnesLike", (normal(2),), (3,)),
    *cases("ops.full", ((2,), 3), ((2,), 3.5), ((2,), True), ([2, 2], 3), ((2,), 2**40), ((), 3)),
    *cases(
        "ops.full", ((2,), values(3.0)), (2, 3), ((-2,), 1), ((2,), "a"), (values([2], _LONG), 3)
    ),
    *cases("ops.full", ((2,), 3), ((2,), 3.7), ((2,), 300), kw={"dtype": dt("int8")}),
    *cases("ops.full", ((2,), 0.1), ((2,), True), kw={"dtype": dt("float64")}),
    *cases("ops.full", ((2,), 3 + 1j), kw={"dtype": dt("complex64")}),
    *cases(
        "ops.full_like", (normal(2, 3), 3.5), (normal(2), True), dtypes="f16 f32 f64 i32 i64 bool"
    ),
    *cases("ops.full_like", (normal(2), values(3.0)), (3, 3)),
    *cases("ops.full_like", (normal(2), 3.5), kw={"dtype": dt("int32")}),
    *cases(
        "ops.fill", (dt("float32"), (2, 2), 1), (dt("int32"), (2,), 3.7), (dt("bool_"), (2,), 2)
    ),
    *cases(
        "ops.fill", (dt("float64"), (2,), 0.1), (dt("uint8"), (2,), -1), (dt("float32"), (2,), 1j)
    ),
    *cases(
        "ops.fill",
        (dt("float32"), [2], 1),
        (dt("float32"), (2,), values(2.0)),
        ("float32", (2,), 1),
    ),
    *cases("ops.Fill", (dt("int32"), (2,), 2.5)),
    *cases("ops.FillV2", ((2,), values(3.0)), (values([2, 3], _LONG), values(3, _LONG))),
    *cases("Tensor.fill", (normal(2, 3), 3.7), dtypes="f32 i32"),
    *cases("Tensor.new_zeros", (normal(2), (2,)), (normal(2), 2), (normal(2), 2, 3)),
    *cases("Tensor.new_zeros", (normal(2), (2,)), kw={"dtype": dt("int32")}),
    *cases("Tensor.new_ones", (normal(2), (2,)), (normal(2), [2, 2]), dtypes="f32 i64"),
    *cases("ops.eye", (3,), (2, 3), (2, 3, dt("int32")), (2, None, dt("bool_")), (0, 2), (-1,)),
    *cases("ops.eye", (2.0,), (2, "a"), (True,)),
    *cases("ops.Eye", (2, 3, dt("float16"))),
    # sequences
    *cases("ops.arange", (5,), (5.0,), (1, 5), (1, 5, 2), (0, 1, 0.3), (5, 1, -2), (1, 5.0), (0,)),
    *cases("ops.arange", (0, 1, 0.1), (0, 0.7, 0.1), (0.1, 0.8, 0.1), (1, 0, -0.1), (-1, 1, 0.7)),
    *cases("ops.arange", (5, 1), (1, 5, 0), (-3,), ("a",), (None,), (0, 2**33, 2**31)),
    *cases("ops.arange", (values(5, _LONG),), (values(1, _LONG), values(5.0))),
    *(
        r
        for name in ("float16", "float64", "int8", "int32")
        for r in cases("ops.arange", (5,), (0.5, 3), (0, 3, 0.5), kw={"dtype": dt(name)})
    ),
    *cases("ops.arange", (), end=4),
    *cases("ops.range", (0, 5, 2), (5, 0, -2), (0.0, 1.0, 0.3), (0, 5, 0), (5, 0, 1), (0, 5.0, 1)),
    *cases("ops.range", (values(0, "int32"), values(5, "int32"), values(2, "int32"))),
    *cases("ops.range", (values(0.0), values(1.0), values(0.25)), (values(0, _LONG), 5, 1)),
    *cases("ops.Range", (0, 5, 2)),
    *cases("ops.linspace", (False, True, 3)),
    *cases("ops.linspace", (0, 10, 5), (1.0, 10.0, 4), (0, 10, 1), (0, 10, 0), (0, 10, 2.5)),
    *cases("ops.linspace", (values(1.0), values(10.0), 7), dtypes="f32 f64"),
    *cases("ops.linspace", (values(1, "int32"), values(10, "int32"), 5)),
    *cases(
        "ops.linspace",
        (values([1.0, 2.0]), values([3.0, 4.0]), 3),
        (1, values(10.0), values(5, _LONG)),
    ),
    *cases("ops.LinSpace", (values(1.0), values(10.0), 5), (1.0, 10.0, 5)),
    *cases("ops.logspace", (values(0.0), values(2.0), 3), (values(1.0), values(10.0), 5)),
    *cases("ops.logspace", (values(0.0), values(2.0), 0), (values(0.0), values(2.0), -3)),
    *cases("ops.logspace", (values(0.0), values(2.0), 3), base=2, kw={"dtype": dt("float64")}),
    *cases("ops.logspace", (values(0.0), values(2.0), 3), kw={"dtype": dt("float16")}),
    *cases("ops.logspace", (values(0.0), values(2.0), 3), kw={"dtype": dt("int32")}),
    *cases("ops.logspace", (values(0.0), values(2.0), 3), base=2.5),
    *cases("ops.logspace", (0, 2, 3), (0.0, 2.0, 3), (values(0.0), 2.0, 3), (0, 2.0, 3)),
    *cases("ops.LogSpace", (values(0.0), values(2.0)), init=(3, 10, dt("float32"))),
    # one-hot
    *cases(
        "ops.one_hot", (_I, 3), (_I, 3, 1.0, 0.0), (_I, 3, 5, -1), (values(1, _LONG), 3), (_I, 0)
    ),
    *cases("ops.one_hot", (_I, 3, 1.0, 0), (_I, 3, True, False), (_I, -1), (_I, 3.0), ([0, 2], 3)),
    *cases("ops.one_hot", (values([0, 5, -1], _LONG), 3), (values([0.0, 2.0]), 3)),
    *cases("ops.one_hot", (values([[0, 2], [1, 1]], "int32"), 3), axis=1),
    *cases("ops.one_hot", (_I, 3), axis=0),
    *cases("ops.one_hot", (_I, 3), axis=2),
    *cases("ops.one_hot", (_I, 3), axis=-2),
    *(
        r
        for name in ("float16", "float32", "int32", "int64")
        for r in cases("ops.OneHot", (_I, 3, values(1, name), values(0, name)))
    ),
    *cases("ops.OneHot", (_I, 3, 1.0, 0.0)),
    *cases("ops.OneHot", (_I, 3, values(1.0), values(0.0)), init=(0,)),
    *cases("ops.tensor_range", (0, 6, 2), (values(0, "i32"), values(6, "i32"), values(2, "i32"))),
    *cases("ops.tensor_range", (0, 6, 0), (_x, 6, 2)),
    *cases("ops.range", (_x, 6, 2), (values([1], "i32"), 6, 2)),
    *cases("ops.arange", (_x, 6, 2), (values([1], "i32"), 6, 2)),
    *cases(
        "ops.RaggedRange",
        (values([0, 5, 8], "int64"), values([3, 5, 2], "int64"), values([1, 1, -2], "int64")),
        init=(dt("int64"),),
    ),
]
