"""Calls of sorting, searching, counting and distinct elements."""

from records import FLOATS, cases, dt, ints, normal, perm, ties, values

x = normal(3, 5)
DISTINCT = perm(3, 5)
_TIES = "of equal elements the wheel's CPU kernel picks the last, the first is meant"
SIGNED_ZEROS = values([[-0.0, 0.0, -0.0, 0.0, 2.0, -1.0]], "f32")
few = ints(8, low=0, high=4)
sequence = values([-1.0, -0.5, 0.0, 0.5, 1.0], "f32")

_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)

RECORDS = [
    *cases("ops.Sort", (x,), dtypes="i8 i32 i64 u8 " + FLOATS),
    *cases("ops.Sort", (x,), init={"axis": 0, "descending": True}, grad=True),
    *cases("ops.Sort", (ties(3, 7),), init=(-1, True), tag="ties"),
    *cases("ops.Sort", (x,), init={"axis": 2}),
    *cases("ops.Sort", (x,), init={"axis": 1.0}),
    *cases("ops.Sort", (x,), init={"descending": 1}),
    *cases("ops.sort", (x,), (x, 0, True), (normal(),), (ties(3, 7),), grad=True),
    *cases("Tensor.sort", (x,), (x, 0, True)),
    *cases("Tensor.sort", (x,), dim=0, descending=True),
    *cases("ops.argsort", (x,), (x, 0, True), (ties(3, 7), 1, True), dtypes="f32 i64"),
    *cases("Tensor.argsort", (x,), (x, 0, True)),
    *cases("ops.msort", (x,), grad=True),
    *cases("ops.TopK", (DISTINCT, 2), dtypes="i8 i32 i64 u8 bool " + FLOATS, grad=True),
    *cases("ops.TopK", (x, 6), (x, 0), (x, -1), (x, 2.0), (x, values(2, "i32"))),
    *cases("ops.TopK", (x, 2), init={"sorted": 1}),
    *cases("ops.topk", (x, 2), (x, 1, 0), (x, 2, 1, False), (x, 6), (x, 1, 2), grad=True),
    *cases("ops.topk", (DISTINCT, 2, 1, False), dtypes="i8 i32 i64 f16 f64"),
    *cases("ops.topk", (values([[1, 1, 1, 1]], "f32"), 2), differs=_TIES),
    *cases("ops.topk", (SIGNED_ZEROS, 4), (SIGNED_ZEROS, 4, 1, False)),
    *cases("Tensor.topk", (x, 2)),
    *cases("Tensor.topk", (x, 2), dim=0, largest=False),
    *cases("Tensor.top_k", (x, 2)),
    *cases("ops.top_k", (x, 2), (x, 2, True)),
    *cases("ops.InTopK", (x, ints(3, low=0, high=5, dtype="i32")), init={"k": 2}),
    *cases("ops.intopk", (x, ints(3, low=0, high=5, dtype="i64"), 2), (x, normal(3), 2)),
    *cases("ops.intopk", (values([[1, 1, 1], [3, 2, 1]]), values([2, 5], "i32"), 2)),
    # distinct elements
    *cases("ops.Unique", (few,), dtypes="i8 i32 i64 u8 f16 f32 f64 bool"),
    *cases("ops.unique", (few,), (ints(2, 4, low=0, high=4),), dtypes="i64 f32"),
    *cases("ops.unique_consecutive", (few,), (few, True), (few, True, True), dtypes="i32 i64 f32"),
    *cases("ops.unique_consecutive", (values([[1, 1], [1, 1], [3, 1]], "i64"), True, True, 0)),
    *cases("ops.unique_consecutive", (values([[1, 1], [1, 1], [3, 1]], "i64"), True, True, None)),
    *cases("ops.unique_consecutive", (few, True, True, 2)),
    *cases("ops.UniqueConsecutive", (few,), dtypes="i64", init=(True, True, 0)),
    *cases("ops.unique_with_pad", (few, -1), dtypes="i32 i64"),
    *cases("ops.UniqueWithPad", (few, 0), dtypes="i32"),
    # places
    *cases("ops.searchsorted", (sequence, x), (sequence, normal(2))),
    *cases("ops.searchsorted", (sequence, values([0.5, 3, -1])), right=True),
    *cases("ops.searchsorted", (sequence, values([0.5, 3, -1])), side="right"),
    *cases("ops.searchsorted", (sequence, x), side="x"),
    *cases("ops.searchsorted", (sequence, x), side="left", right=True),
    *cases("ops.searchsorted", (values([[1, 3, 5], [0, 1, 2]]), values([[2, 3], [1, 9]]))),
    *cases("ops.searchsorted", (values([[1, 3, 5], [0, 1, 2]]), values([2, 3]))),
    *cases("ops.SearchSorted", (sequence, x)),
    *cases("ops.SearchSorted", (sequence, x), init=(dt("int64"), True)),
    *cases("ops.bucketize", (x, [-1.0, 0.0, 1.0]), (x, (-1.0, 0.0, 1.0)), dtypes="f32 i64 i32"),
    *cases("ops.bucketize", (values([3, 6, 9]), [1, 3, 5])),
    *cases("ops.bucketize", (values([3, 6, 9]), [1, 3, 5]), right=True),
    *cases("ops.Bucketize", (x,), init={"boundaries": [-1.0, 0.5]}),
    *cases("ops.Bucketize", (x,), init={"boundaries": (-1.0, 0.5)}),
    # counts
    *cases("ops.histc", (x,), (x, 4), (x, 4, -1.0, 1.0), dtypes="f32 i32"),
    *cases("ops.histc", (x, 4), dtypes="i64 f16"),
    *cases("ops.histc", (x, -1), (x, 4, 5.0, 1.0), (x, 2.0)),
    *cases("ops.Histogram", (x,), init=(4, 0.0, 3.0)),
    *cases("Tensor.histc", (x, 4)),
    *cases("ops.bincount", (few,), (few, normal(8)), dtypes="i32 i64"),
    *cases("ops.bincount", (few,), dtypes="i64", minlength=6),
    *cases("ops.bincount", (few,), dtypes="i64", minlength=-1),
    *cases("ops.bincount", (ints(2, 2),), (values([-1, 1]),), dtypes="i64"),
    *cases("ops.Bincount", (few, values(5, "i32"), normal(8, dtype="f32")), dtypes="i32"),
    *cases("Tensor.bincount", (few,), dtypes="i64"),
    *cases("ops.HistogramFixedWidth", (_x, values([0.0, 2.0])), init=(4,)),
]
