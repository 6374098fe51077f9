"""Calls of distances and products of three diagonals."""

from records import cases, ints, normal, values

x = normal(3, 4)
diagonal = normal(2, 1, 3)

RECORDS = [
    *cases("ops.TridiagonalMatMul", (diagonal, diagonal, diagonal, normal(2, 3, 4))),
    *cases(
        "ops.TridiagonalMatMul",
        (normal(1, 3), normal(1, 3), normal(1, 3), normal(3, 2)),
        (normal(1, 3), normal(1, 3), normal(1, 2), normal(3, 2)),
        dtypes="f64 c64 i32",
    ),
    # distances
    *cases("ops.cosine_similarity", (x, normal(3, 4)), dtypes="f16 f32 i32", grad=True),
    *cases("ops.cosine_similarity", (x, normal(3, 4), 0), (x, normal(3, 4), -1, 5.0), grad=True),
    *cases("ops.cosine_similarity", (x, normal(3, 4), 2), (x, normal(4)), (x, x, 1.0)),
    *cases("ops.dist", (x, normal(3, 4)), (x, normal(4), 1), (x, normal(3, 4), 3), grad=True),
    *cases("ops.dist", (x, normal(3, 4), 0), (values(2.0), values(5.0))),
    *cases("ops.dist", (x, normal(3, 4), 2.0), (x, 1), (ints(3), ints(3)), (x, normal(3))),
    *cases("ops.Pdist", (x,), dtypes="f32 f64", grad=True),
    *cases("ops.Pdist", (x,), init=(1.0,), grad=True),
    *cases("ops.Pdist", (x,), init=(1,)),
    *cases("ops.Pdist", (x,), init=(-1.0,)),
]
