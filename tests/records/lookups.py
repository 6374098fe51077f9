"""Calls of places in rows, token lists, distances and differences."""

from records import bools, cases, dt, ints, normal, perm, values

x = normal(3, 4)
rows = values([[1, 2, 3, 4], [2, 4, 6, 8]])
wanted = values([[2, 5], [6, 9]])
few = ints(8, low=0, high=4)
tokens = ints(2, 3, 9, low=0, high=3, dtype="i32")
scores = normal(2, 3, 5)
diagonal = normal(2, 1, 3)
guess = (values([[0, 0, 0], [1, 0, 1], [1, 1, 1]], "i64"), values([1, 2, 3], "f32"))
truth = (values([[0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1]], "i64"), values([1, 2, 3, 1], "f32"))
sizes = (values([2, 2, 2], "i64"), values([2, 3, 2], "i64"))
edit = (*guess, sizes[0], *truth, sizes[1])
COMMON = "f16 f32 f64 i8 i32 i64 u8"

RECORDS = [
    *cases("ops.LowerBound", (rows, wanted), dtypes=COMMON),
    *cases("ops.UpperBound", (rows, wanted), dtypes=COMMON),
    *cases("ops.UpperBound", (rows, wanted), init=(dt("int64"),)),
    *cases("ops.UpperBound", (rows, wanted), init=(dt("float32"),)),
    *cases("ops.LowerBound", (rows, values([2, 5])), (rows, values([[2, 5]]))),
    *cases("ops.LowerBound", (rows, values([[2, 5], [6, 9]], "i64"))),
    *cases("ops.NthElement", (perm(3, 5), 1), dtypes=COMMON),
    *cases("ops.NthElement", (perm(3, 5), 1), init=(True,), grad=True),
    *cases("ops.NthElement", (perm(5), 4), (x, 4), (x, -1), (x, values(0, "i32"))),
    *cases("ops.NthElement", (x, 1), init=(1,), tag="reverse"),
    *cases("ops.ListDiff", (few, values([1, 3])), dtypes=COMMON),
    *cases("ops.ListDiff", (few, values([1, 3])), dtypes="i64", init=(dt("int64"),)),
    *cases("ops.ListDiff", (few, values([1, 3], "i32")), (x, normal(2)), dtypes="f32"),
    *cases("ops.ListDiff", (few, few), init=(dt("float32"),)),
    *cases("ops.SubAndFilter", (values([1, 3, 5, 8, 9, 16]), 10, 5), dtypes="i32 i64 f32"),
    *cases("ops.CompareAndBitpack", (normal(2, 16), values(0)), dtypes="f16 f32 f64 i8 i32 i64"),
    *cases("ops.CompareAndBitpack", (bools(8), values(False, "bool")), (x, values(0))),
    *cases("ops.CompareAndBitpack", (normal(8), values(0, "i32"))),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(2,), dtypes="f16 f32 f64"),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(3,)),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(1,)),
    *cases("ops.NoRepeatNGram", (tokens, scores), init=(0,)),
    *cases("ops.NoRepeatNGram", (tokens, normal(1, 3, 5)), init=(2,)),
    *cases("ops.NoRepeatNGram", (tokens, normal(3, 5)), init=(2,), tag="rank"),
    *cases("ops.EditDistance", edit),
    *cases("ops.EditDistance", edit, init=(False,)),
    *cases("ops.EditDistance", edit, init=(1,)),
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
    # differences
    *cases("ops.diff", (x,), (x, 1, 0), dtypes="f16 f32 f64 i8 i32 i64 bool c64 u16", grad=True),
    *cases("ops.diff", (x,), prepend=normal(3, 2), append=normal(3, 1), grad=True),
    *cases("ops.diff", (x, 2), (x, 1, 2), (x, 1.0), (values(1.0),), (normal(0),)),
    *cases("Tensor.diff", (x,), (x, 1, 0)),
    # complex parts
    *cases("ops.view_as_real", (x,), dtypes="c64 c128 f32"),
]
