"""Calls of the functions on sparse matrices."""

from records import cases, dt, marked, matrix, normal, values

COO, CSR = matrix("COOTensor"), matrix("CSRTensor")
LONG_COO = matrix("COOTensor", "int64")
UNARY = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf "
    "isnan log log1p neg relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
).split()
dense = normal(3, 4)

DIFFERS = {
    r"coo_add\(COOTensor:normal<4 int64>, (COOTensor:normal<4 int64>, 0.0|normal)": (
        "MindSpore raises AttributeError by accident"
    ),
    r"(coo_tensor_get_(values|indices|dense_shape)\(CSR|csr_tensor_get_\w+\(COO)": (
        "MindSpore does not look at the kind of matrix"
    ),
    r"csr_to_coo\(CSR.* i32": "MindSpore's kernel takes no integers",
    r"csr_gather": "MindSpore does not look at the arguments",
}
_CALLS = [
    *(r for f in UNARY for r in cases(f"ops.coo_{f}", (COO,), (CSR,), (dense,), dtypes="f32 f16")),
    *(r for f in UNARY for r in cases(f"ops.csr_{f}", (CSR,), (COO,), (dense,), dtypes="f32 f16")),
    *(r for f in UNARY for r in cases(f"ops.coo_{f}", (COO,), dtypes="i32")),
    *(r for f in UNARY for r in cases(f"ops.csr_{f}", (CSR,), dtypes="i32")),
    *cases("ops.coo_add", (LONG_COO, LONG_COO, values(0.0)), (COO, COO, values(0.0))),
    *cases("ops.coo_add", (LONG_COO, LONG_COO, 0.0), (LONG_COO, dense, values(0.0))),
    *cases("ops.coo_concat", ([LONG_COO, LONG_COO], 0), ([LONG_COO, LONG_COO], 1), ([LONG_COO], 0)),
    *(
        r
        for f in "values indices dense_shape".split()
        for r in cases(f"ops.coo_tensor_get_{f}", (COO,), (CSR,))
    ),
    *(
        r
        for f in "values indices indptr dense_shape".split()
        for r in cases(f"ops.csr_tensor_get_{f}", (CSR,), (COO,))
    ),
    *cases("ops.csr_to_coo", (CSR,), (COO,), dtypes="f32 i32"),
    *cases("ops.csr_to_dense", (CSR,), (COO,), dtypes="f32 f64"),
    *cases("ops.csr_mul", (CSR, dense), (CSR, CSR), (CSR, 2.0), (CSR, normal(3, 1))),
    *cases("ops.csr_div", (CSR, dense), (CSR, 2.0)),
    *cases("ops.csr_mv", (CSR, normal(4, 1)), (CSR, normal(4)), (CSR, normal(3, 1))),
    *cases("ops.csr_mm", (CSR, normal(4, 2)), (CSR, normal(3, 2))),
    *cases("ops.csr_reduce_sum", (CSR, 1), (CSR, 0), (CSR, -1), (CSR, 2)),
    *cases("ops.csr_add", (CSR, CSR, values(1.0), values(2.0)), (CSR, CSR, 1.0, 2.0)),
    *cases("ops.csr_softmax", (CSR, dt("float32"))),
    *cases("ops.csr_gather", (values([0, 1, 2], "i32"), values([1, 0], "i32"), dense, (2, 4))),
    *cases("ops.dense_to_sparse_coo", (values([[0.0, 1.0], [2.0, 0.0]]),), (normal(3),)),
    *cases("ops.dense_to_sparse_csr", (values([[0.0, 1.0], [2.0, 0.0]]),), (normal(3),)),
    *cases("Tensor.to_coo", (values([[0.0, 1.0], [2.0, 0.0]]),), (normal(3),)),
    *cases("Tensor.to_csr", (values([[0.0, 1.0], [2.0, 0.0]]),), (normal(3),)),
    *cases("ops.coo2csr", (values([0, 1, 1, 2], "i32"), 3)),
    *cases("ops.csr2coo", (values([0, 1, 3, 4], "i32"), 4)),
]
RECORDS = marked(_CALLS, DIFFERS)
