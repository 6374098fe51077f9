"""Calls of linear algebra: determinants, inverses, systems, factorisations."""

from records import cases, normal, spd, values

square, tall = normal(3, 3), normal(4, 3)
lower = values([[3, 0, 0], [1, 2, 0], [0.5, -1, 4]], "f32")
upper = values([[3, 1, 2], [0, 2, 1], [0, 0, 4]], "f32")
_CHECKED = "whether a matrix is positive definite shows in the values only: nan instead of an error"
_SINGULAR = "the wheel's CPU kernel gives finite nonsense for singular matrices"
_TRIANGLE = "the wheel's gradient of values by the upper triangle is computed from the lower one"
_EIGH = "ops.operations.linalg_ops.Eigh"
_SLOPES = {"dtypes": "f32 f64", "grad": True, "rtol": 1e-4}

RECORDS = [
    *cases("ops.det", (square,), dtypes="f16 f32 f64", grad=True, rtol=1e-4),
    *cases("ops.det", (normal(2, 3, 3),), (normal(3, 2),), (normal(3),), rtol=1e-4),
    *cases("ops.MatrixDeterminant", (square,), rtol=1e-4),
    *cases("ops.matrix_determinant", (square,), rtol=1e-4),
    *cases("ops.slogdet", (square,), (normal(2, 3, 3),), dtypes="f32 f64", rtol=1e-4),
    *cases("ops.LogMatrixDeterminant", (square,), rtol=1e-4),
    *cases("ops.logdet", (spd(3, 3),), (spd(2, 3, 3),), grad=True, rtol=1e-4),
    *cases("ops.logdet", (values([[1.0, 2.0], [2.0, 1.0]]),)),
    *cases("ops.inverse", (spd(3, 3),), dtypes="f32 f64 i64", grad=True, rtol=1e-4),
    *cases("ops.inverse", (spd(2, 3, 3),), (tall,), rtol=1e-4),
    *cases("ops.inverse", (values([[1, 1], [1, 1]]),), differs=_SINGULAR),
    *cases("ops.MatrixInverse", (spd(3, 3),), rtol=1e-4),
    *cases("ops.MatrixInverse", (upper,), init={"adjoint": True}),
    *cases("ops.pinv", (tall,), (spd(3, 3),), dtypes="f32 f64", rtol=1e-4),
    *cases("ops.pinv", (spd(3, 3),), rtol=1e-4, hermitian=True),
    *cases("ops.pinv", (square,), dtypes="f32 f64", grad=True, rtol=1e-3, hermitian=True),
    *cases("ops.matrix_power", (square, 3), (square, 0), (square, 2.0), (tall, 2), rtol=1e-4),
    *cases("ops.matrix_power", (spd(3, 3), -1), rtol=1e-4),
    *cases("ops.matrix_power", (square, 2), dtypes="i64"),
    *cases("ops.MatrixPower", (square,), init={"n": 2}),
    *cases("ops.cond", (spd(3, 3),), (spd(3, 3), 1), (spd(3, 3), "nuc"), rtol=1e-4),
    *cases("ops.cond", (spd(3, 3), "x")),
    *cases("ops.matrix_solve", (spd(3, 3), normal(3, 2)), (spd(3, 3), normal(3)), rtol=1e-4),
    *cases("ops.matrix_solve", (upper, normal(3, 2), True), rtol=1e-4),
    *cases("ops.MatrixSolve", (spd(2, 3, 3), normal(2, 3, 2)), rtol=1e-4),
    *cases("ops.MatrixTriangularSolve", (lower, normal(3, 2)), grad=True, rtol=1e-4),
    *cases("ops.MatrixTriangularSolve", (upper, normal(3, 2)), init=(False, True), rtol=1e-4),
    *cases("ops.lstsq", (tall, normal(4, 2)), (tall, normal(4)), (tall, normal(3)), rtol=1e-4),
    *cases("ops.lstsq", (normal(3, 4), normal(3, 2)), rtol=1e-4),
    *cases("ops.Lstsq", (tall, normal(4, 2)), init=(True, 0.5)),
    # factorisations
    *cases("ops.cholesky", (spd(3, 3),), (spd(3, 3), True), dtypes="f32 f64", rtol=1e-4),
    *cases("ops.cholesky", (spd(2, 3, 3),), (tall,), rtol=1e-4),
    *cases("ops.cholesky", (values([[-3, 1], [1, 2]]),), differs=_CHECKED),
    *cases("ops.cholesky", (values([[3, 1], [0.5, 2]]),), differs=_CHECKED),
    *cases("ops.Cholesky", (spd(3, 3),), init={"upper": True}, rtol=1e-4),
    *cases("ops.cholesky_inverse", (lower,), (upper, True), (tall,), rtol=1e-4),
    *cases("ops.CholeskyInverse", (lower,), rtol=1e-4),
    *cases("ops.cholesky_solve", (normal(3, 2), lower), (normal(3, 2), upper, True), rtol=1e-4),
    *cases("ops.CholeskySolve", (normal(3, 2), lower), rtol=1e-4),
    *cases("ops.qr", (tall,), (tall, "complete"), (normal(3, 4),), dtypes="f32 f64", rtol=1e-4),
    *cases("ops.qr", (tall, "r"), (normal(3),)),
    *cases("ops.Qr", (tall,), init={"full_matrices": True}, rtol=1e-4),
    *cases("Tensor.qr", (tall,), (tall, False), rtol=1e-4),
    *cases("ops.geqrf", (tall,), dtypes="f32 f64", rtol=1e-4),
    *cases("ops.orgqr", (tall, normal(3)), rtol=1e-4),
    *cases("ops.lu_solve", (normal(3, 2), spd(3, 3), values([1, 2, 3], "i32")), rtol=1e-4),
    *cases("ops.lu_solve", (normal(3, 2), spd(3, 3), values([3, 3, 3], "i32")), rtol=1e-4),
    *cases("ops.lu_unpack", (square, values([2, 3, 3], "i32"))),
    *cases("ops.lu_unpack", (square, values([2, 3, 3], "i32"), False, True)),
    *cases("ops.lu_unpack", (square, values([2, 3, 3], "i32"), True, False)),
    *cases("ops.LuUnpack", (tall, values([2, 3, 3], "i32"))),
    *cases("ops.svd", (tall, False, False), (normal(2, 3, 4), True, False), rtol=1e-4),
    *cases("ops.svd", (tall,), dtypes="i64 f16"),
    *cases("ops.Svd", (tall,), init=(True, False), rtol=1e-4),
    *cases(_EIGH, (square,), (spd(3, 3),), init=(False,), **_SLOPES),
    *cases(_EIGH, (spd(3, 3),), init=(False, False), **_SLOPES),
    *cases(_EIGH, (square,), init=(False, False), differs=_TRIANGLE, **_SLOPES),
    *cases("ops.eigvals", (upper,), (spd(3, 3),), rtol=1e-4),
    *cases("ops.eigvals", (square,), (tall,), dtypes="i64"),
    *cases("ops.Eig", (upper,), rtol=1e-4),
    *cases("Tensor.lu_solve", (normal(3, 2), spd(3, 3), values([1, 2, 3], "i32")), rtol=1e-4),
    *cases("Tensor.lu_solve", (normal(3, 2), spd(3, 3), values([1, 2], "i32"))),
]
