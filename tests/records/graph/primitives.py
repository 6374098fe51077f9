"""Calls of Primitives that Python runs."""

from records import cases, dt, ints, normal, ties, values

RECORDS = [
    *cases("ops.MapUniform", (ints(8, low=0, high=20), 4, 5), dtypes="i32 i64 i16 f32"),
    *cases("ops.MapUniform", (ints(2, 3, low=-9, high=9), 4, 3), dtypes="i32"),
    *cases("ops.TensorToTuple", (normal(3),), (ties(2),), dtypes="f32 i32 bool"),
    *cases("ops.TensorToTuple", (normal(2, 2),), (normal(),), (3,)),
    *[
        r
        for name in (
            "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 "
            "float64 bfloat16 complex64 complex128"
        ).split()
        for r in cases("ops.DtypeToEnum", ("op", "arg", dt(name)))
    ],
    *cases("ops.DtypeToEnum", ("op", "arg", 3)),
    *cases("ops.UpdateState", (3, 4)),
    *cases("ops.CopyWithSlice", (normal(2, 3), normal(2, 3)), dtypes="f32 i32"),
    *cases("ops.Reshard", (normal(2, 3),), init=(1, 1, 1)),
    *cases("ops.reshard", (normal(2, 3), 1)),
    *cases("ops.is_tensor_bool_cond", (values([1]),), (normal(),), (normal(2),)),
    *cases("ops.function.depend", (3, 4), (normal(2), 4)),
    *cases("ops.GeSwitch", (normal(2), values(True, "bool"))),
    *cases("ops.Merge", ((normal(2), normal(2)),)),
    *cases("ops.GetNext", (), init=([3, 4], [(2,)], 1, "q")),
    *cases("ops.GetNext", (), init=(3, [(2,)], 1, "q")),
    *cases("ops.operations.identity", (normal(2, 2),), (3,), ("a",), init=()),
]
