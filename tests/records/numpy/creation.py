"""NumPy's interface: making Tensors, and padding."""

from records import cases, dt, ints, normal, positive, values

_M = normal(3, 4)
_REAL = "f32 i32 bool f16"
_BACK = "MindSpore's derivative of reversed slices is wrong, or raises"
_LEAK = "zeros in place of nan: infinities elsewhere in the matrix do not reach the result"
_WIDTH = "MindSpore's generator of integers refuses every type but int32"

RECORDS = [
    # from data
    *cases(
        "numpy.array", ([1, 2],), (((1.5, 2), [3, 4]),), (True,), (2.5,), ([],), ("a",), ([[1], 2],)
    ),
    *cases("numpy.array", (_M, dt("int32")), ([1, 0], dt("bool_")), ([1], "float64"), ([1], "x")),
    *cases("numpy.array", (normal(2), None, False, 3), (normal(0),), ([[True], [False]],)),
    *cases("numpy.array", (normal(0),), ndmin=2),
    *cases("numpy.array", ([normal(2), values([1, 2], "int64")],), ([normal(2), [1.0, 2]],)),
    *cases("numpy.array", (normal(2).numpy(),), (None,), ({},)),
    *cases("numpy.asarray", (3,), ([1.5],), (_M,), (_M, dt("float16")), ([True, 2],), ([1], int)),
    *cases("numpy.asarray", ([1, 2], dt("complex64")), ([1 + 2j],), (normal(2, dtype="f64"),)),
    *cases("numpy.asfarray", ([1, 2],), (3, dt("float16")), ([1], dt("int32")), (_M, None), ("a",)),
    *cases("numpy.copy", (_M,), ([1, 2],), ("a",)),
    # from shapes
    *cases("numpy.ones", (3,), ((2, 3),), ([2],), ((0, 2),), ((),), (2.0,), ((2, -1),), ((1.5,),)),
    *cases(
        "numpy.ones", (2, dt("int8")), (2, "bool"), (2, float), (2, "x"), (values([2, 1], "i64"),)
    ),
    *cases("numpy.zeros", (3,), ((2, 3), dt("uint8")), (0,), ("a",), (2, dt("complex64")), (True,)),
    *cases("numpy.zeros", (2, "Float16"), (2, int), (2, None)),
    *cases("numpy.full", (2, 7), ((2, 2), 1.5), (2, True), (2, 1.5, dt("int32")), ((0, 2), 1)),
    *cases("numpy.full", ((2, 2), [1, 2]), (3, [1, 2]), (2, "a"), ((2, 3), normal(3)), (2, 1, "x")),
    *cases("numpy.full", ((2, 3), normal(3), dt("int32")), (2, None)),
    *cases("numpy.empty", ((2, 0),), ((0,), dt("int32")), (2.5,)),
    *cases("numpy.empty_like", (normal(0, 2),), ([[], []],)),
    *cases(
        "numpy.ones_like", (_M,), ([1, 2],), (2.5,), (_M, dt("int32")), ("a",), dtypes="f32 bool"
    ),
    *cases("numpy.ones_like", (_M,), shape=(2,)),
    *cases("numpy.ones_like", (_M,), shape=()),
    *cases("numpy.zeros_like", (_M,), ([[True], [False]],), (1, "int64", (2, 2)), dtypes="f16 i64"),
    *cases(
        "numpy.full_like", (_M, 2), ([1, 2], 1.5), (_M, [1, 2, 3, 4]), (_M, "a"), (1, 2, "bool")
    ),
    *cases("numpy.eye", (3,), (2, 3), (3, 2, 1), (3, 3, -2), (2, 2, 5), (0,), (2.0,), (2, 3.0)),
    *cases(
        "numpy.eye", (2, 3, -1, dt("int32")), (2, None, 0, "bool"), (2, 2, 1.0), (-1,), (2, 2, -9)
    ),
    *cases("numpy.identity", (3,), (2, dt("int64")), (2.0,), (0,), (2, "x")),
    # sequences
    *cases("numpy.arange", (5,), (2.5,), (1, 4), (0, 1, 0.25), (5, 1, -2), (0,), (3, 1), ("a",)),
    *cases(
        "numpy.arange", (True,), (5, None, 2), (0.1, 1.0, 0.1), (2, 5, 0), (5, None, None, float)
    ),
    *cases("numpy.arange", (3,), dtype=dt("float64")),
    *cases("numpy.arange", (3,), dtype="float16"),
    *cases("numpy.arange", (3,), dtype="x"),
    *cases("numpy.arange", (3,), step=2),
    *cases(
        "numpy.linspace", (0, 1, 5), (1, 2, 3, False), ([1, 2], 3, 3), ([1, 2], [3, 4], 3, True)
    ),
    *cases(
        "numpy.linspace", (0, 1, 4, True, True), (0, 1, 1), (0, 1, 0), (0, 1, 2.5), (0, 1, 3, 1)
    ),
    *cases("numpy.linspace", (normal(2), 3, 4), (normal(2, 1), normal(3), 4), grad=True),
    *cases("numpy.linspace", (normal(2), 3), num=3, axis=-1, retstep=True, dtypes="i32 f16 f64"),
    *cases("numpy.linspace", (0, 1, 3), ("a", 1, 3), ([1, 2], 3, 3), axis=1),
    *cases("numpy.linspace", (0, 5, 3), dtype=dt("int32")),
    *cases("numpy.logspace", (0, 2, 3), (0, 3, 4, True, 2), (0, 1, 3, True, "a"), rtol=1e-4),
    *cases("numpy.logspace", (normal(2), 3, 4), rtol=1e-4),
    *cases("numpy.logspace", (0, 2, 4, False, 2.0, dt("int32"))),
    *cases("numpy.geomspace", (1, 256, 9), (1, 8, 3, False), ([1, 2], [8, 16], 4), rtol=1e-4),
    *cases("numpy.geomspace", (positive(2), 8, 4), (1, 8, 1), (1, 8, -1), axis=1, rtol=1e-4),
    *cases("numpy.geomspace", (1, 8, 1), (1, 256, 9, True, dt("int32"))),
    *cases("numpy.bartlett", (5,), (6,), (1,), (0,), (-2,), (2.0,)),
    *cases("numpy.blackman", (5,), (12,), (1,), (2.0,), atol=1e-6),
    *cases("numpy.hamming", (5,), (12,), (0,), ("a",), atol=1e-6),
    *cases("numpy.hanning", (5,), (12,), (-1,), (None,), atol=1e-6),
    # grids and indices
    *cases("numpy.meshgrid", (normal(3), ints(2)), (normal(2, 2), normal()), (), ([1],), grad=True),
    *cases("numpy.meshgrid", (normal(2), normal(3), normal(1)), (normal(2),)),
    *cases("numpy.meshgrid", (normal(3), normal(2)), indexing="ij"),
    *cases("numpy.meshgrid", (normal(3), normal(2)), sparse=True),
    *cases("numpy.meshgrid", (normal(0), normal(2))),
    *cases("numpy.meshgrid", (normal(3),), sparse=1),
    *cases("numpy.meshgrid", (normal(3),), indexing="x"),
    *cases("numpy.indices", ((2, 3),), ([2],), (2,), ((2, 0),), ((2, 3), dt("float32"), True)),
    *cases("numpy.ix_", (ints(2), ints(3)), (), (normal(2, 2),), ([1],)),
    *cases("numpy.diag_indices", (3,), (2, 3), (2.0,), (0,), (2, 1.0)),
    *cases(
        "numpy.vander",
        (ints(3),),
        (ints(3), 2),
        ([1, 2, 3],),
        (normal(2, 2),),
        (3,),
        dtypes="i32 f32",
    ),
    *cases("numpy.vander", (normal(3), 4, True), grad=True, rtol=1e-4),
    *cases("numpy.vander", (normal(2), -1), (normal(2), 1.5), (normal(2), 2, 1)),
    *cases("numpy.triu_indices", (3,), (2, 1, 4), (2.5,), ("a",), (2, 9)),
    *cases("numpy.tril_indices", (3,), (3, 1), (2, -1, 4), (2, 0.5), (0,)),
    *cases("numpy.triu_indices_from", (_M,), ([[1, 2], [3, 4]], 1), (normal(2),)),
    *cases("numpy.tril_indices_from", (_M, -1), ([[1, 2], [3, 4]],), (3,)),
    # diagonals and triangles
    *cases(
        "numpy.tri", (3,), (2, 3, 1), (3, 2, -1), (3, None, 0, dt("int32")), (2.0,), (2, 2, 0.5)
    ),
    *cases("numpy.tri", (2, 2, 0, "int32"), (-1,)),
    *cases("numpy.tril", (_M,), (normal(2, 3, 4), 1), (normal(3),), (_M, -1), dtypes=_REAL),
    *cases("numpy.tril", ([1, 2],), (3,), ("a",), (_M, 0.5), (_M, 9)),
    *cases("numpy.tril", (values([[1.0, float("inf")], [2, 3]]),), differs=_LEAK),
    *cases("numpy.triu", (_M,), (normal(2, 3, 4), 1), (normal(3), 1), (_M, -1), dtypes=_REAL),
    *cases("numpy.triu", (_M, 2), ([[1, 2], [3, 4]],), (normal(3),), grad=True),
    *cases("numpy.diagonal", (_M,), (normal(2, 3, 4), 1, 1, 2), (normal(2, 3, 4), -1), grad=True),
    *cases("numpy.diagonal", (_M, 9), (normal(3),), (_M, 0, 0, 0), (_M, 0, 0, 3), ([[1]],)),
    *cases("numpy.trace", (_M,), (normal(2, 3, 4), 1, 1, 2), dtypes="f32 i32 f16"),
    *cases("numpy.trace", (_M, 9), (_M, 0, 0, 1, dt("int32")), (_M, 0, 0, 1, "x"), grad=True),
    *cases("numpy.diag", (normal(3),), (normal(2), 1), (_M,), (_M, 1), (_M, -1), dtypes=_REAL),
    *cases("numpy.diag", (_M, 2), (normal(3), -1), (_M, -9), (normal(2, 3, 4),), ([1],), grad=True),
    *cases("numpy.diagflat", (normal(2, 2),), (normal(2), 2), (normal(2), -1), (normal(),), (3,)),
    *cases("numpy.diagflat", (normal(2),), (normal(0), 2), dtypes=_REAL),
    *cases("numpy.diagflat", (values([1.0, float("inf")]),), differs=_LEAK),
    # bins
    *cases("numpy.histogram_bin_edges", (_M,), (_M, 3), (_M, [1, 2]), (_M, "auto"), (_M, 2.5)),
    *cases("numpy.histogram_bin_edges", ([2, 2], 2), (3, 2), (_M, 2, (0, 4)), (_M, 2, (4, 0))),
    *cases("numpy.histogram_bin_edges", (_M, 2, (0,)), (_M, ints(2, 2)), (_M, 2, None, [1, 2])),
    *cases("numpy.histogram_bin_edges", (ints(4), 2), dtypes="i32 f16"),
    # padding
    *cases("numpy.pad", (_M, 1), (_M, (1, 2)), (_M, ((1, 0), (0, 2))), dtypes=_REAL),
    *cases("numpy.pad", (normal(3), ((1, 2),)), (normal(3), (1,)), (normal(), 1), ([1, 2], 1)),
    *cases("numpy.pad", (_M, (1, 2, 3)), (_M, "a"), (_M, 1.5), (_M, 1, "x"), (_M, 1, "median")),
    *cases("numpy.pad", (_M, -1), (_M, 0), (_M, ((1, 2), (0, 1)), "edge"), (_M, 1, "edge")),
    *cases("numpy.pad", (normal(2, 3), (1, 2)), constant_values=(4, 5), dtypes="f32 i32"),
    *cases("numpy.pad", (normal(3), 1), constant_values=1.5),
    *cases("numpy.pad", (_M, (2, 3), "maximum"), (_M, 1, "minimum", 1), (_M, 1, "mean"), grad=True),
    *cases("numpy.pad", (ints(2, 3), (1, 2), "mean", 2), (_M, 2, "maximum", ((1, 2), (2, 9)))),
    *cases("numpy.pad", (_M, (1, 2), "wrap"), (normal(3), (4, 5), "wrap"), grad=True),
    *cases("numpy.pad", (normal(3), (2, 4), "reflect"), grad=True, differs=_BACK),
    *cases("numpy.pad", (normal(3), (2, 7), "symmetric"), grad=True, differs=_BACK),
    *cases("numpy.pad", (normal(1), 2, "reflect"), (_M, ((1, 1), (2, 2)), "reflect")),
    *cases("numpy.pad", (normal(3), (2, 4), "reflect"), reflect_type="odd", rtol=1e-4),
    *cases("numpy.pad", (normal(3), (2, 4), "symmetric"), reflect_type="odd", rtol=1e-4),
    *cases("numpy.pad", (_M, (2, 1), "linear_ramp"), end_values=(5, -4), rtol=1e-4, atol=1e-6),
    *cases("numpy.pad", (ints(3), (2, 3), "linear_ramp"), end_values=2, dtypes="i32"),
    # random
    *cases("numpy.rand", (2, 3), ((2, 3),), (), ([2],), ("a",), (2, 1.5), random=True),
    *cases("numpy.rand", (2,), dtype=dt("float16"), random=True),
    *cases("numpy.rand", (2,), dtype=dt("int32"), random=True),
    *cases("numpy.randn", (2, 3), ((2, 3),), (), (1.5,), random=True),
    *cases("numpy.randn", (2,), dtype="float64", random=True),
    *cases("numpy.randn", (2,), dtype="x", random=True),
    *cases("numpy.randint", (5,), (1, 5, (2, 3)), (5, 1), (0,), (1.5,), (1, 2.5), random=True),
    *cases("numpy.randint", (1, 5, 3, dt("int64")), (1, 5, 3, "int"), differs=_WIDTH, random=True),
    *cases("numpy.randint", (1, 5, 3, "x"), random=True),
    *cases("numpy.randint", (1, 5, "a"), (1, 5, -1), (1, 5, 2, dt("float32")), random=True),
]
