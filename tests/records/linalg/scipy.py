"""Calls of SciPy's linear algebra and of assignments."""

from records import cases, ints, normal, spd, ties, values

a = values([[3.0, 0.5, 0.2], [0.1, 2.5, 0.4], [1.3, 0.9, 2.3]])
four = values(
    [[5.0, 6.0, 0.0, 5.0], [1.0, 2.0, 7.0, 4.0], [4.0, 9.0, 6.0, 0.0], [4.0, 1.0, 2.0, 7.0]]
)
batch = values([[[3.0, 0.5], [0.1, 2.5]], [[1.3, 0.9], [2.3, 4.0]]])
b, B = normal(3), normal(3, 2)
even = values([[4.0, 2.0, 0.0], [2.0, 5.0, 2.0], [0.0, 2.0, 5.0]])
_ONE = ("inv", "det", "cholesky", "cho_factor", "lu", "lu_factor")
_ALL = (*_ONE, "eigh")
_NAN = "the factors are nan, as of ops.cholesky"
_WRONG = "the wheel's matrices of integers are read as floats"
_TRANS = "the wheel leaves the exchanges of rows out"
_FLAT = "the wheel refuses vectors"
_GARBAGE = "the wheel has no slope of residuals and singular values"
_PRODUCT = "the wheel multiplies a permutation of integers with floats, and fails"
_LEAST = "the wheel refuses matrices of one row"

RECORDS = [
    *cases("scipy.linalg.solve_triangular", (a, b), (a, B), dtypes="f32 f64 c64", grad=True),
    *cases("scipy.linalg.solve_triangular", (a, b), dtypes="i32", differs=_WRONG),
    *(
        c
        for lower in (False, True)
        for unit in (False, True)
        for trans in (0, 1, 2, "C")
        for c in cases("scipy.linalg.solve_triangular", (a, b, trans, lower, unit), grad=True)
    ),
    *cases("scipy.linalg.solve_triangular", (a, b), dtypes="c64", trans="C", lower=True),
    *cases("scipy.linalg.solve_triangular", (batch, normal(2, 2)), (batch, normal(2, 2, 3))),
    *cases("scipy.linalg.solve_triangular", (a, b, 3), (a, b, "x"), (a, b, 1.0), (a, b, 0, 1)),
    *cases("scipy.linalg.solve_triangular", (a, normal(2)), (normal(2, 3), b), (b, b)),
    *cases("scipy.linalg.solve_triangular", (a, normal(3, dtype="f64")), (batch, normal(2, 1))),
    *cases("scipy.linalg.block_diag", (a, b, normal(1, 2)), (b,), (), grad=True),
    *cases("scipy.linalg.block_diag", (ints(1, 2, dtype="i32"), a), (normal(1, 2, 3),)),
    *(c for f in _ALL for c in cases(f"scipy.linalg.{f}", (spd(3, 3),), dtypes="f16 i8")),
    *(c for f in _ALL for c in cases(f"scipy.linalg.{f}", (normal(2, 3, 3),), (b,))),
    *(c for f in _ALL[:4] for c in cases(f"scipy.linalg.{f}", (normal(2, 3),), (normal(3, 2),))),
    *(c for f in _ALL for c in cases(f"scipy.linalg.{f}", (even,), check_finite=1)),
    *(c for f in _ALL for c in cases(f"scipy.linalg.{f}", (even,), overwrite_a=None)),
    *(c for f in _ONE for c in cases(f"scipy.linalg.{f}", (even,), dtypes="f32 f64 i32 i64")),
    *cases("scipy.linalg.inv", (a,), (four,), grad=True),
    *cases("scipy.linalg.inv", (normal(1, 1),), differs=_LEAST),
    *cases("scipy.linalg.det", (a,), (batch,), (normal(2, 2),), grad=True),
    *cases("scipy.linalg.det", (four,), (normal(1, 1),), dtypes="f32 f64"),
    *cases("scipy.linalg.cholesky", (even, True), (even, 1), dtypes="f32"),
    *cases("scipy.linalg.cholesky", (a,), differs=_NAN),
    *cases("scipy.linalg.cho_factor", (even, True)),
    *cases("scipy.linalg.cholesky", (even, True), (even,), grad=True, tag="grad"),
    *cases("scipy.linalg.cho_factor", (even, True), (even,), grad=True, tag="grad"),
    *cases("scipy.linalg.lu", (four,), grad=True, tag="grad"),
    *cases("scipy.linalg.lu_factor", (four,), grad=True, tag="grad"),
    *cases("scipy.linalg.cho_solve", ((a, True), b), ((a, False), B), dtypes="f32 f64", grad=True),
    *cases("scipy.linalg.cho_solve", ((a, 1), b), ((a, True), normal(2)), (a, b)),
    *cases("scipy.linalg.cho_solve", ((a, True), normal(3, dtype="f64")), ((a, True), batch)),
    *cases("scipy.linalg.eigh", (a,), dtypes="f32 f64 i32", eigvals_only=True),
    *cases("scipy.linalg.eigh", (a,), eigvals_only=True, grad=True, tag="grad"),
    *cases("scipy.linalg.eigh", (a, None, False, True)),
    *cases("scipy.linalg.eigh", (a, a), (a, None, 1), (a, None, True, 1)),
    *cases("scipy.linalg.eigh", (a,), eigvals=(0, 1)),
    *(
        r
        for flag in ("lower", "eigvals_only", "overwrite_a", "overwrite_b", "turbo", "check_finite")
        for r in cases("scipy.linalg.eigh", (a, a), **{flag: 5.0})
    ),
    *cases("scipy.linalg.eigh", (a,), type="x"),
    *cases("scipy.linalg.eigh", (a,), turbo=1),
    *cases("scipy.linalg.lu", (four,), (normal(2, 4),), dtypes="f32 f64"),
    *cases("scipy.linalg.lu", (normal(4, 2),), (four, 1)),
    *cases("scipy.linalg.lu", (four, True), differs=_PRODUCT),
    *cases("scipy.linalg.lu_factor", (four,), dtypes="f32 f64"),
    *cases("scipy.linalg.lu_pivots_to_permutation", (values([3, 1, 3, 3], "i32"), 4)),
    *cases("scipy.linalg.lu_pivots_to_permutation", (values([[1, 1], [0, 1]], "i32"), 2)),
    *cases("scipy.linalg.lu_solve", ((a, values([1, 1, 2], "i32")), B), dtypes="f32 f64"),
    *cases("scipy.linalg.lu_solve", ((a, values([1, 1, 2], "i32")), B, 1), differs=_TRANS),
    *cases("scipy.linalg.lu_solve", ((a, values([1, 1, 2], "i32")), b), differs=_FLAT),
    *cases("scipy.linalg.lu_solve", ((a, values([1, 1, 2], "i64")), B), (a, B)),
    *cases("scipy.linalg.lu_solve", ((a, values([1, 1, 2], "i32")), B, 3)),
    *cases("scipy.linalg.lstsq", (normal(5, 3), normal(5, 2)), dtypes="f16 f32 f64 c64", rtol=1e-3),
    *cases("scipy.linalg.lstsq", (normal(5, 3), normal(5)), grad=True, tag="grad", rtol=1e-4),
    *(
        c
        for driver in ("gels", "gelsy", "gelss", "gelsd")
        for c in cases(
            "scipy.linalg.lstsq",
            (normal(5, 3), normal(5, 2)),
            (normal(3, 5), normal(3)),
            (normal(3, 3), normal(3, 1)),
            (normal(2, 4, 3), normal(2, 4, 2)),
            (normal(2, 4, 3), normal(2, 4)),
            driver=driver,
            rtol=1e-3,
        )
    ),
    *cases("scipy.linalg.lstsq", (a, b, None, "x"), (a, b, None, 1), (a, normal(2)), (b, b)),
    *cases("scipy.linalg.lstsq", (a, normal(3, dtype="f64")), (ints(3, 3, dtype="i32"), b)),
    *cases(
        "scipy.linalg.lstsq",
        (normal(5, 3), normal(5)),
        driver="gelsd",
        grad=True,
        differs=_GARBAGE,
    ),
    *cases(
        "scipy.optimize.linear_sum_assignment", (four, False), (four, True), dtypes="f32 i32 u8"
    ),
    *cases("scipy.optimize.linear_sum_assignment", (normal(3, 5), False), (normal(5, 3), True)),
    *cases("scipy.optimize.linear_sum_assignment", (ties(5, 5), False), (ties(6, 4), True)),
    *(
        c
        for limit in (1, 2, 3, 4, 5, 0, -1, 9)
        for c in cases(
            "scipy.optimize.linear_sum_assignment", (normal(3, 5), True, values(limit, "i64"))
        )
    ),
    *cases("scipy.optimize.linear_sum_assignment", (normal(5, 3), False, values(2, "i64"))),
    *cases(
        "scipy.optimize.linear_sum_assignment",
        (four, False, values(2, "i32")),
        (four, 1),
        (four, False, 2),
    ),
    *cases("scipy.optimize.linear_sum_assignment", (b, False), (normal(2, 2, dtype="c64"), False)),
    *cases("scipy.optimize.linear_sum_assignment", (values([[1.0, float("nan")]]), False)),
    *cases("scipy.ops.LinearSumAssignment", (four, values(2, "i64"), False)),
    *cases("scipy.ops.LU", (normal(2, 3, 3),), (normal(2, 4),), (normal(3, 3, dtype="c64"),)),
    *cases("scipy.ops.SolveTriangular", (a, b), init=(True, True, "T")),
    *cases(
        "scipy.ops_wrapper.matrix_set_diag", (normal(3, 4), normal(3)), (normal(3, 4), normal(2), 2)
    ),
    *cases(
        "scipy.ops_wrapper.matrix_set_diag", (normal(3, 4), normal(2, 3), (-1, 0), "LEFT_RIGHT")
    ),
    *cases("scipy.ops_wrapper.matrix_set_diag", (normal(3, 4), normal(3), "x")),
]
