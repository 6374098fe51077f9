"""Calls of Tensor methods that no other table has, and of their in-place forms."""

from records import (
    bools,
    cases,
    dt,
    ints,
    marked,
    normal,
    perm,
    positive,
    spd,
    specials,
    sym,
    ties,
    unit,
    values,
)

GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
x, y, m = normal(2, 3), normal(2, 3), normal(3, 3)
v3 = normal(3)
where = values([[True, False, True], [False, False, True]], "bool")
place = values([0, 2], "int64")
CASTS = "bfloat16 bool byte double float half int long short".split()
PLAIN = (
    "clone copy contiguous fliplr flipud nelement ndimension dim is_complex is_contiguous "
    "is_floating_point is_signed numel adjoint ravel t value neg positive stride "
    "storage_offset"
).split()
SQUARE = "det logdet inverse matrix_determinant log_matrix_determinant slogdet".split()
IN_PLACE = "exp_ floor_ log_ sigmoid_ tanh_ zero_ sign_ erfinv_".split()

DIFFERS = {
    r"Tensor.lerp.*f64": "MindSpore's gradient is of another dtype than its input",
    r"Tensor.eigvals\((normal<2x3>|normal<3>)\)": "MindSpore's method lacks its argument",
}
_CALLS = [
    *(r for f in CASTS for r in cases(f"Tensor.{f}", (x,), dtypes="f32 f64 f16 i32 u8 bool i64")),
    *(r for f in CASTS for r in cases(f"Tensor.{f}", (x, 1))),
    *(r for f in PLAIN for r in cases(f"Tensor.{f}", (x,), (m,), dtypes="f32 i32 bool")),
    *(
        r
        for f in PLAIN
        for r in cases(f"Tensor.{f}", (normal(0, 3),), (normal(),), (normal(2, 1, 3),))
    ),
    *(
        r
        for f in SQUARE
        for r in cases(f"Tensor.{f}", (spd(3, 3),), (spd(2, 3, 3),), (x,), (v3,), **GRADS)
    ),
    *(r for f in IN_PLACE for r in cases(f"Tensor.{f}", (unit(2, 3),), dtypes="f32 f64 f16 i32")),
    *(r for f in IN_PLACE for r in cases(f"Tensor.{f}", (specials(8),), tag="odd")),
    # products
    *cases(
        "Tensor.addbmm",
        (m, normal(2, 3, 3), normal(2, 3, 3)),
        (m, normal(2, 3, 2), normal(2, 3, 3)),
        dtypes="f32 f64",
        **GRADS,
    ),
    *cases("Tensor.addbmm", (m, normal(2, 3, 3), normal(2, 3, 3)), beta=2, alpha=0.5),
    *cases(
        "Tensor.addmv", (v3, m, v3), (normal(2), x, v3), (v3, x, v3), dtypes="f32 i32 f16", **GRADS
    ),
    *cases("Tensor.addmv", (v3, m, v3), beta=2, alpha=3),
    *cases(
        "Tensor.baddbmm", (normal(2, 3, 3), normal(2, 3, 3), normal(2, 3, 3)), dtypes="f32", **GRADS
    ),
    *cases(
        "Tensor.baddbmm", (normal(2, 3, 3), normal(2, 3, 3), normal(2, 3, 3)), beta=0.5, alpha=2
    ),
    *cases("Tensor.addcmul", (x, y, y), (x, y, v3), (x, y, y, 0.5), dtypes="f32 f16 i32", **GRADS),
    *cases("Tensor.addcdiv", (x, y, positive(2, 3)), dtypes="f32 f16 i32", **GRADS),
    *cases("Tensor.addcdiv", (x, y, positive(2, 3)), value=0.5),
    *cases("Tensor.mm", (m, m), (x, m), (x, x), (v3, m), dtypes="f32 f64 i32", **GRADS),
    *cases("Tensor.inner", (x, y), (v3, v3), (x, v3), (x, m), dtypes="f32", **GRADS),
    *cases("Tensor.ger", (v3, normal(2)), (x, v3), dtypes="f32 f16 i32", **GRADS),
    *cases(
        "Tensor.cross",
        (x, y),
        (x, y, 1),
        (x, y, 0),
        (v3, v3),
        (normal(3, 4), normal(3, 4)),
        **GRADS,
    ),
    *cases(
        "Tensor.matrix_power",
        (m, 2),
        (m, 0),
        (m, -1),
        (m, 1.0),
        (x, 2),
        (normal(2, 2, 2), 3),
        **GRADS,
    ),
    *cases(
        "Tensor.lerp",
        (x, y, 0.3),
        (x, y, unit(2, 3)),
        (x, v3, 0.5),
        (x, y, 1),
        (x, y, normal(2, 3, dtype="f64")),
        **GRADS,
    ),
    # factorisations
    *cases(
        "Tensor.cholesky",
        (spd(3, 3),),
        (spd(3, 3), True),
        (x,),
        (spd(2, 3, 3),),
        dtypes="f32 f64 f16",
    ),
    *cases("Tensor.cholesky_inverse", (spd(3, 3),), (spd(3, 3), True), (x,), dtypes="f32 f64"),
    *cases(
        "Tensor.cholesky_solve",
        (normal(3, 2), spd(3, 3)),
        (normal(3, 2), spd(3, 3), True),
        (normal(2, 2), spd(3, 3)),
    ),
    *cases("Tensor.svd", (x,), (m, True), (x, False, False), atol=1e-5, init=None, random=True),
    *cases("Tensor.svd", (m, False, False), (v3, False, False)),
    *cases("Tensor.eigvals", (x,), (v3,), (m, 1)),
    *cases("Tensor.geqrf", (normal(4, 3),), (v3,), dtypes="f32 f64", atol=1e-5),
    *cases("Tensor.triangular_solve", (normal(3, 2), spd(3, 3)), (v3, spd(3, 3))),
    *cases(
        "Tensor.lstsq",
        (normal(4, 3), normal(4, 2)),
        (normal(4, 3), normal(4)),
        (normal(4, 3), normal(3)),
        atol=1e-4,
    ),
    *cases("Tensor.mvlgamma", (positive(3), 1), (positive(3), 0), (positive(3), 1.0), rtol=1e-5),
    *cases("Tensor.cov", (x,), (v3,), (normal(2, 2, 2),)),
    *cases("Tensor.cov", (x,), correction=0),
    *cases("Tensor.cov", (x,), fweights=values([1, 2, 3], "int64")),
    # shapes
    *cases(
        "Tensor.moveaxis",
        (normal(2, 3, 4), 0, 2),
        (normal(2, 3, 4), (0, 1), (1, 2)),
        (x, 0, 2),
        (x, (0,), (0, 1)),
    ),
    *cases("Tensor.swapdims", (x, 0, 1), (x, -1, 0), (x, 0, 2), (x, 0.0, 1)),
    *cases("Tensor.reverse", (x, [0]), (x, [0, 1]), (x, [2]), (x, (0, 0))),
    *cases(
        "Tensor.roll",
        (x, 1, 0),
        (x, (1, 2), (0, 1)),
        (x, 1),
        (x, 1, 2),
        (x, (1, 2), 0),
        dtypes="f32 i32",
        **GRADS,
    ),
    *cases("Tensor.repeat", (x, 2), (x, 2, 1), (x, (2, 2)), (v3, 2, 2), (x, -1), dtypes="f32 i32"),
    *cases("Tensor.is_signed", (x,), dtypes="f16 f64 i8 u16 c64"),
    *cases("Tensor.resize", (x,), (x, 3, 2), (x, (2, 2)), (x, 2, 4), (x, 6)),
    *cases("Tensor.sum_to_size", (x, 1, 3), (x, (2, 1)), (x, 3), (x, 2, 2), **GRADS),
    *(
        r
        for f in "tensor_split hsplit".split()
        for r in cases(
            f"Tensor.{f}",
            (normal(4, 6), 2),
            (normal(4, 6), (1, 3)),
            (normal(4, 6), 4),
            (normal(4, 6), 0),
            (normal(6), 3),
            (normal(), 2),
        )
    ),
    *cases(
        "Tensor.vsplit",
        (normal(4, 6), 2),
        (normal(4, 6), (1, 3)),
        (normal(6), 2),
        (normal(4, 6), 3),
    ),
    *cases("Tensor.dsplit", (normal(2, 2, 4), 2), (normal(2, 2, 4), (1, 3)), (normal(4, 6), 2)),
    *cases("Tensor.diagonal_scatter", (m, v3), (m, normal(2), 1), (m, normal(2)), **GRADS),
    *cases(
        "Tensor.fold",
        (normal(1, 4, 6), values([3, 4], "i32"), (2, 2)),
        (normal(1, 4, 6), (3, 4), (2, 2)),
    ),
    *cases("Tensor.type_as", (x, ints(2, dtype="i32")), (x, x), dtypes="f32 i64"),
    *cases("Tensor.type", (x,), (x, dt("int32")), (x, "int32")),
    *cases("Tensor.to", (x, dt("float16")), (x, dt("int8")), (x, normal(2, dtype="f64")), (x, "a")),
    # places
    *cases(
        "Tensor.index_add_",
        (normal(3, 3), 0, place, normal(2, 3)),
        (normal(3, 3), 1, place, normal(3, 2)),
        (normal(3, 3), 2, place, normal(2, 3)),
        (normal(3, 3), 0, place, normal(3, 3)),
    ),
    *cases("Tensor.index_add_", (normal(3, 3), 0, place, normal(2, 3)), alpha=2),
    *cases(
        "Tensor.index_copy_",
        (normal(3, 3), 0, place, normal(2, 3)),
        (normal(3, 3), 0, place, normal(3, 3)),
    ),
    *cases(
        "Tensor.index_fill_",
        (normal(3, 3), 0, place, 2.0),
        (normal(3, 3), 1, place, 5),
        (normal(3, 3), 3, place, 2.0),
    ),
    *cases(
        "Tensor.index_put_",
        (normal(3, 3), [place, place], normal(2)),
        (normal(3, 3), [place, place], normal(2), True),
        (normal(3, 3), [place], normal(2, 3)),
    ),
    *cases(
        "Tensor.masked_fill_",
        (x, where, 2.0),
        (x, where, 3),
        (x, bools(3), 2.0),
        (x, where, "a"),
        (x, y, 1.0),
        dtypes="f32 i32",
    ),
    *cases("Tensor.masked_scatter_", (x, where, normal(6)), (x, where, normal(2))),
    *cases("Tensor.scatter_add_", (normal(3, 3), 0, values([[0, 1, 2]], "int64"), normal(1, 3))),
    *cases(
        "Tensor.scatter_",
        (normal(3, 3), 0, values([[0, 1, 2]], "int64"), normal(1, 3)),
        (normal(3, 3), 1, values([[0, 1]], "int64"), 2.0),
    ),
    *cases("Tensor.fill_", (x, 2.0), (x, 2), (x, True), (x, "a"), dtypes="f32 i32 bool"),
    *cases("Tensor.fill_diagonal_", (m, 2.0), (m, 2.0, True), (normal(5, 2), 1.0, True), (v3, 1.0)),
    *cases("Tensor.copy_", (x, y), (x, v3), (x, ints(2, 3, dtype="i32")), (x, normal(2)), (v3, x)),
    *cases(
        "Tensor.put_",
        (x, values([0, 4], "int64"), normal(2)),
        (x, values([0, 4], "int64"), normal(2), True),
    ),
    *cases(
        "Tensor.itemset", (x, 0, 2.0), (x, (0, 1), 2.0), (normal(1), 3.0), (x, 2.0), (x, 9, 1.0)
    ),
    *cases("Tensor.index", (x, place, 0)),
    *cases(
        "Tensor.choose",
        (values([0, 1, 1], "i64"), [[1, 2, 3], [4, 5, 6]]),
        (values([0, 1, 2], "i64"), [[1, 2, 3], [4, 5, 6]]),
        (values([0, 1, 2], "i64"), [[1, 2, 3], [4, 5, 6]], "wrap"),
    ),
    *cases(
        "Tensor.searchsorted",
        (values([1.0, 2.0, 3.0]), values([0.5, 2.0, 9.0])),
        (values([1.0, 2.0, 3.0]), values([2.0]), "right"),
        (values([1.0, 2.0]), 1.5),
        (values([1.0, 2.0]), values([2.0]), "x"),
    ),
    # values
    *cases(
        "Tensor.clamp",
        (x, -0.5, 0.5),
        (x, 0.2),
        (x,),
        (x, y, 0.5),
        (x, 1, -1),
        dtypes="f32 i32 f16",
    ),
    *cases("Tensor.clip", (x, -0.5, 0.5), (x, 0.2), (x,), (x, None, 0.1), dtypes="f32 i32"),
    *(
        r
        for f in ("Tensor.clamp", "Tensor.clip")
        for r in cases(
            f,
            (x, values(1.5), 2),
            (x, -1, values(0.5, "f64")),
            (x, values(0, "i64"), 2.5),
            (x, values([0.5]), 2),
            (x, True, 2),
            (x, values(0.5), values(1.0)),
            dtypes="f32 i32 f16 f64",
        )
    ),
    *cases("Tensor.clamp_", (x, -0.5, 0.5), (x, 0.2), (x,), (x, values(0.5), 2), (x, 0, True)),
    *cases(
        "Tensor.renorm", (m, 2, 0, 0.5), (m, 1, 1, 1.0), (m, 2, 3, 1.0), (v3, 2, 0, 1.0), rtol=1e-5
    ),
    *cases("Tensor.unique", (ints(6, low=0, high=3),), dtypes="i64 f32"),
    *cases(
        "Tensor.unique_consecutive",
        (ints(6, low=0, high=3),),
        (ints(6, low=0, high=3), True, True),
        (ties(3, 2), False, False, 0),
        dtypes="i32",
    ),
    *cases("Tensor.unique_with_pad", (ints(6, low=0, high=3), -1), dtypes="i32"),
    *cases(
        "Tensor.isclose", (x, x), (x, y, 0.5, 0.5), (specials(4), specials(4)), dtypes="f32 f64"
    ),
    *cases(
        "Tensor.isclose", (values([1.0, float("nan")]), values([1.0, float("nan")])), equal_nan=True
    ),
    *cases("Tensor.allclose", (x, y), (x, y, 10.0, 10.0), (x, v3)),
    *cases(
        "Tensor.kthvalue",
        (perm(2, 4), 1),
        (perm(2, 4), 2, 0),
        (perm(2, 4), 9),
        (perm(2, 4), 2, -1, True),
    ),
    *cases("Tensor.new_full", (x, (2,), 3), (x, (2,), 2.5), dtypes="f32 i32"),
    *cases("Tensor.new_full", (x, (2,), 2.5), dtype=dt("int32")),
    *cases("Tensor.new_empty", (x, (2, 3)), (x, 3), random=True),
    *cases("Tensor.fills", (x, 2.0), (x, 3), dtypes="f32 i32"),
    *cases("Tensor.logit", (unit(4),), (unit(4), 0.3), (sym(4), 1e-3), **GRADS),
    *cases("Tensor.not_equal", (x, 1.0), (ties(4), ties(4))),
    *cases("Tensor.addmm_", (m, m, m), (x, x, m)),
    *cases("Tensor.orgqr", (normal(3, 3), normal(3)), (normal(3, 2), normal(2)), atol=1e-5),
    *cases("Tensor.ormqr", (normal(3, 3), normal(3), normal(3, 2)), atol=1e-5),
    *cases("Tensor.remainder", (x, 0), (x, 2.5), (x, positive(2, 3)), dtypes="f32 f16"),
]
RECORDS = marked(_CALLS, DIFFERS)
