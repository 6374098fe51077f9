"""Calls that pick elements by index."""

from records import ALL, cases, normal, nothing, perm, values

x, m, t = normal(6), normal(3, 4), normal(2, 3, 4)
ROWS = values([2, 0, 2], "int32")
WIDE = values([0, 2], "int64")
BEYOND = "msjax gives zeros for positions out of bounds, as MindSpore does on GPU"
NEGATIVE = "msjax counts negative positions from the end"
GRID = values([[0, 1], [1, 0], [3, 2]], "int32")

RECORDS = [
    *cases("ops.gather", (m, ROWS, 0), dtypes=ALL),
    *cases(
        "ops.gather",
        (m, values([2, 0, 0], "int32"), 0),
        (m, WIDE, 1),
        (m, ROWS, -1),
        (x, ROWS, 0),
        grad=True,
    ),
    *cases("ops.gather", (m, values([[0, 2]], "int32"), 1), (m, values(1, "int64"), 1), grad=True),
    *cases("ops.gather", (m, values([-1, 0], "int32"), 0), (m, ROWS, values(1, "int64"))),
    *cases("ops.gather", (m, GRID, 1, 1), (m, GRID, 1, -1), grad=True),
    *cases("ops.gather", (t, values([[0, 1], [1, 2]], "int64"), 1, 1), (t, GRID, 2), grad=True),
    *cases("ops.gather", (m, ROWS, 2), (m, ROWS, -3), (m, ROWS, 0, 1), (m, normal(2), 0)),
    *cases("ops.gather", (m, [0, 2], 0), (m, 1, 0), (m, values([1], "uint8"), 0), (m, GRID, 1, 3)),
    *cases("ops.gather", (m, values([0, 5], "int32"), 0), differs=BEYOND),
    *cases("ops.Gather", (m, ROWS, 0), grad=True),
    *cases("ops.Gather", (m, GRID, 1), init=(1,), grad=True),
    *cases("Tensor.gather", (m, ROWS, 0), (m, 1, values([[0, 2], [1, 3]], "int64")), grad=True),
    *cases("Tensor.gather", (m,), input_indices=ROWS, axis=1),
    *cases("Tensor.gather", (m,), dim=0, index=values([[0, 2]], "int64")),
    *cases("mint.gather", (m, 0, values([[0, 2, 1]], "int64")), grad=True),
    # elements along an axis
    *cases("ops.gather_elements", (m, 1, values([[0, 1], [1, 0]], "int32")), dtypes=ALL),
    *cases("ops.gather_elements", (m, 1, values([[0, -1, 0]], "int64")), grad=True),
    *cases("ops.gather_elements", (m, 0, values([[0, 2, 2, 0]] * 5, "int64")), grad=True),
    *cases("ops.gather_elements", (m, -1, GRID), (x, 0, values([5, 0], "int32")), grad=True),
    *cases("ops.gather_elements", (m, 2, GRID), (m, 0, values([0], "int32")), (m, 0, normal(1, 2))),
    *cases("ops.gather_elements", (m, 1, values([[0]] * 4, "int32"))),
    *cases("ops.gather_elements", (m, 1, values([[0, 9]], "int32")), differs=BEYOND),
    *cases("Tensor.gather", (m, values(1, "int64"), GRID), (m, values(1, "int64"), 1)),
    *cases("ops.GatherD", (m, 1, GRID), (t, 2, values([[[3, 0]]], "int64")), grad=True),
    *cases("ops.gather_d", (m, 1, GRID)),
    *cases("Tensor.gather_elements", (m, 1, GRID), grad=True),
    # positions
    *cases("ops.gather_nd", (m, values([[0, 1], [2, 3]], "int32")), dtypes=ALL),
    *cases("ops.gather_nd", (m, values([[0], [2], [0]], "int64")), grad=True),
    *cases("ops.gather_nd", (m, values([[[0, 1]], [[0, 1]]], "int32")), grad=True),
    *cases("ops.gather_nd", (t, values([[1, 2]], "int32")), grad=True),
    *cases("ops.gather_nd", (m, values([0, 1], "int32"))),
    *cases("ops.gather_nd", (m, nothing(2, 0, dtype="int32")), (m, nothing(0, 2, dtype="int32"))),
    *cases("ops.gather_nd", (nothing(3, 0), nothing(2, 0, dtype="int32"))),
    *cases("ops.gather", (nothing(0, 4), nothing(0, 2, dtype="int32"), 0)),
    *cases("ops.gather", (nothing(4, 0), nothing(0, 2, dtype="int32"), -1)),
    *cases("ops.gather_nd", (m, values([[0, 1, 1]], "int32")), (m, normal(1, 2))),
    *cases("ops.gather_nd", (m, values([[0, 9]], "int32")), differs=BEYOND),
    *cases("ops.gather_nd", (m, values([[0, -1]], "int32")), differs=NEGATIVE),
    *cases("ops.GatherNd", (m, values([[0, 1], [2, 3]], "int32")), grad=True),
    *cases("Tensor.gather_nd", (m, values([[0, 1], [2, 3]], "int32"))),
    # slices
    *cases("ops.index_select", (m, 0, WIDE), dtypes=ALL),
    *cases("ops.index_select", (m, 1, ROWS), (m, -1, values([0, 3], "int32")), grad=True),
    *cases("ops.index_select", (m, -1, values([0, -1], "int32"))),
    *cases("ops.index_select", (m, 0, GRID), (m, 2, WIDE), (m, 0, normal(2))),
    *cases("ops.index_select", (m, 0, values(1, "int32"))),
    *cases("ops.index_select", (m, 0, values([7], "int32")), differs=BEYOND),
    *cases("mint.index_select", (m, 0, WIDE)),
    *cases("Tensor.index_select", (m, 0, WIDE), grad=True),
    *cases("Tensor.index_select", (m,), dim=1, index=WIDE),
    *cases("Tensor.index_select", (m,), axis=1, index=WIDE),
    # take
    *cases("ops.take", (m, WIDE)),
    *cases("mint.take", (m, WIDE)),
    *cases("Tensor.take", (m, values([0, 5, -1, 25], "int32")), dtypes="i32 f32 bool"),
    *cases("Tensor.take", (m, values([[0, 1], [2, 0]], "int64"), 0), grad=True),
    *cases("Tensor.take", (m, values([9, -9], "int32"), 1), (m, values([9], "int32"), 1, "wrap")),
    *cases("Tensor.take", (m, values([0, 25, -1], "int32")), mode="wrap"),
    *cases("Tensor.take", (m, [0, 1], 0), (m, WIDE, 3), (m, WIDE, 0, "raise"), (m, WIDE, 0, "a")),
    # embeddings
    *cases("ops.embedding", (GRID, m), (ROWS, m)),
    *cases("ops.embedding", (ROWS, m), padding_idx=-5),
    *cases("ops.EmbeddingLookup", (m, values([[2, 5], [3, 4]], "int32"), 2), dtypes="i32 f16 f32"),
    *cases("ops.EmbeddingLookup", (m, values([0, 2, -1], "int64"), 0), (x, ROWS, 1)),
    *cases("ops.EmbeddingLookup", (nothing(0, 4), nothing(0, 2, dtype="int32"), 0), init={}),
    # one slice
    *cases("mint.select", (m, 0, 1), (m, 1, -1), (t, -1, 0)),
    *cases("mint.select", (m, 0, 5), (m, 2, 0)),
    *cases("Tensor.select", (m, 0, 1), (t, 1, 2)),
    *cases("ops.SelectView", (m, 1, 0)),
    # coordinates
    *cases("ops.UnravelIndex", (values([3, 5], "int32"), values([2, 4], "int32"))),
    *cases("ops.UnravelIndex", (values(7, "int64"), values([2, 2, 2], "int64"))),
    *cases("ops.UnravelIndex", (perm(24, dtype="int32"), values([2, 3, 4], "int32"))),
]
