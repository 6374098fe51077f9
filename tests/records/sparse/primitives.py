"""Calls of operations on the parts of sparse matrices."""

from records import cases, ints, normal, values

places = values([[0, 1], [1, 2], [1, 2]], "i64")
near = values([[0, 1], [1, 2], [1, 2]], "i32")
data = normal(3)
shape = (3, 4)
_FEW = "f32 f64 i32 i64"

RECORDS = [
    *cases("ops.SparseToDense", (values([[0, 1], [1, 2]], "i64"), normal(2), shape), dtypes=_FEW),
    *cases("ops.SparseToDense", (values([[0, 1], [1, 2]], "i32"), normal(2), shape), grad=True),
    *cases("ops.SparseToDense", (places, data, 3), (places, data, (3, 4, 5)), (data, data, shape)),
    *cases("ops.SparseToDense", (places, normal(2), shape)),
    *cases("ops.SparseToDense", (values([[0, 1, 2], [1, 0, 1]], "i32"), normal(2), (2, 2, 3))),
    *cases("ops.SparseToDense", (values([[0], [1]], "i32"), normal(2), (3,))),
    *cases("ops.SparseTensorDenseMatmul", (places, data, shape, normal(4, 2)), dtypes=_FEW),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, normal(4, 2)), grad=True),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, normal(3, 2)), init=(True,)),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, normal(2, 4)), init=(False, True)),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, normal(2, 3)), init=(True, True)),
    *cases(
        "ops.SparseTensorDenseMatmul",
        (near, data, shape, normal(3, 2)),
        differs="the wheel computes with matrices that do not fit",
    ),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, ints(4, 2))),
    *cases("ops.SparseTensorDenseMatmul", (near, data, shape, normal(4, 2)), init=(1,)),
    *cases(
        "ops.SparseTensorDenseAdd", (places, data, values([3, 4], "i64"), normal(3, 4)), dtypes=_FEW
    ),
    *cases("ops.SparseTensorDenseAdd", (places, data, values([3], "i64"), normal(3, 4))),
    *cases(
        "ops.SparseSlice",
        (
            values([[0, 1], [1, 2], [2, 3]], "i64"),
            data,
            values([3, 4], "i64"),
            values([1, 1], "i64"),
            values([2, 3], "i64"),
        ),
        dtypes=_FEW,
    ),
    *cases(
        "ops.coalesce",
        (values([[0, 0, 1], [1, 1, 2]], "int64"), normal(3), values([2, 3], "int64")),
    ),
]
