"""Slices, reversals, diagonals, padding, and rearranged blocks."""

from records import ALL, cases, dt, normal, values

_GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)
_X = normal(2, 3, 4)
_STRAY = "the CPU kernel reads the wrong elements"

RECORDS = [
    *cases("ops.deepcopy", (_x,), (1,), **_GRADS),
    *cases("ops.TransposeView", (_x, (1, 0)), (_x, (0, 0))),
    *cases("ops.TransposeExtView", (_x, 0, 1), (_x, 0, 2)),
    *cases("ops.SpaceToBatch", (normal(1, 1, 2, 2),), init=(2, [[0, 0], [0, 0]])),
    *cases("ops.BatchToSpace", (normal(4, 1, 1, 1),), init=(2, [[0, 0], [0, 0]])),
    *cases("ops.slice", (_X, (1, 0, 2), (1, 3, 2)), grad=True),
    *cases("ops.slice", (_X, (1, 0, 2), (1, -1, -1))),  # the wheel's gradient refuses -1
    *cases(
        "ops.slice", (_X, (1, 0, 2), (2, 3, 2)), (_X, (1, 0), (1, 3)), (_X, (-1, 0, 0), (1, 3, 2))
    ),
    *cases("ops.slice", (normal(4), 1, 2), (normal(4), (1,), (0,)), (normal(4), [1], [2])),
    *cases("ops.Slice", (_X, (0, 0, 2), (1, 3, 2)), dtypes=ALL),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (2, 3, 4), (1, 2, 1)), grad=True),
    *cases("ops.strided_slice", (_X, (1,), (2,), (1,)), (_X, (1, 2, 3), (0, 0, 0), (-1, -1, -1))),
    *cases(
        "ops.strided_slice",
        (_X, (1, 0, 2), (9, 9, 9), (1, 1, 1)),
        (_X, (-1, 0, -2), (2, 3, 4), (1, 1, 1)),
    ),
    *cases(
        "ops.strided_slice", (_X, (1, 0, 2), (2, 3, 4), (1, 0, 1)), (_X, [1, 0], [2, 3], [1, 1])
    ),
    *cases("ops.strided_slice", (_X, (0, 0, 0, 0), (1, 1, 1, 1), (1, 1, 1, 1))),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (1, 3, 4), (1, 1, 1))),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (2, 3, 4), (1, 2, 1)), begin_mask=4),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (2, 3, 3), (1, 2, 1)), end_mask=4),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (2, 3, 3), (1, 2, 1)), shrink_axis_mask=5),
    *cases("ops.strided_slice", (_X, (1, 0, 2), (2, 3, 3), (1, 1, 1)), ellipsis_mask=3),
    *cases("ops.strided_slice", (_X, (5,), (6,), (1,)), shrink_axis_mask=1),
    *cases("ops.strided_slice", (_X, (1, 2), (2, 3), (1, 1)), ellipsis_mask=1, differs=_STRAY),
    *cases(
        "ops.strided_slice", (_X, (1, 0, 2), (2, 3, 3), (1, 2, 1)), new_axis_mask=1, differs=_STRAY
    ),
    *cases("ops.StridedSlice", (_X, (1, 0, 2), (2, 3, 4), (1, 1, 1)), dtypes=ALL),
    *cases(
        "ops.narrow", (_X, 2, 1, 2), (_X, -1, 0, 2), (_X, 2, 3, 2), (_X, 2, -2, 2), (_X, 5, 0, 2)
    ),
    *cases("Tensor.narrow", (_X, 2, 1, 2), grad=True),
    # other orders of elements
    *cases("ops.flip", (_X, (0, 2)), (_X, ()), (_X, [1]), grad=True),
    *cases("ops.flip", (_X, 0), (_X, [0, 0]), (_X, (3,)), (_X, 1.0)),
    *cases("Tensor.flip", (_X, (0,)), (_X, 0)),
    *cases("ops.fliplr", (_X,), (normal(3),)),
    *cases("ops.flipud", (_X,), (normal(),)),
    *cases(
        "ops.rot90", (_X, 1, (0, 1)), (_X, -1, [0, 2]), (_X, 2, (0, 1)), (_X, 5, (1, 0)), grad=True
    ),
    *cases(
        "ops.rot90", (_X, 1, (0, 0)), (_X, 1, (0, 3)), (_X, 1.0, (0, 1)), (_X, 1, (0,)), (_X, 1, 0)
    ),
    *cases("Tensor.rot90", (_X, 1, (0, 1))),
    *cases("ops.ReverseV2", (_X,), init=([0, 2],), dtypes="f16 f32 f64 i32 i64 bool"),
    *cases("ops.ReverseV2", (_X,), init=(0,)),
    *cases("ops.ReverseV2", (_X,), init=([0, 0],)),
    *cases("ops.reverse", (_X, [0])),
    *cases("ops.ReverseSequence", (normal(2, 3), values([2, 3], "int64")), init=(1,), grad=True),
    *cases("ops.ReverseSequence", (normal(3, 3), values([1, 2, 3], "int32")), init=(0, 1)),
    *cases("ops.ReverseSequence", (normal(2, 3), values([2, 3, 1], "int64")), init=(1,)),
    *cases("ops.ReverseSequence", (normal(2, 3), values([2, 3], "float32")), init=(1,)),
    *cases("ops.ReverseSequence", (normal(2, 3), values([2, 3], "int64")), init=(3,)),
    *cases("ops.ReverseSequence", (normal(2, 3), values([2, 3, 1], "int64")), init=(1, 1)),
    *cases("ops.reverse_sequence", (_X, values([2, 3], "int64"), 1)),
    *cases("Tensor.reverse_sequence", (_X, values([2, 3], "int64"), 2)),
    # diagonals and triangles
    *cases("ops.diag", (normal(3),), (normal(2, 3),), (normal(),), grad=True),
    *cases("ops.Diag", (normal(2, 2),)),
    *cases("ops.DiagPart", (normal(2, 3, 2, 3),), (normal(2, 3),)),
    *cases("Tensor.diag", (normal(3),), (normal(3), 1)),
    *cases("ops.diagonal", (_X,), (_X, 1), (_X, -1), (_X, 0, 1, 2), grad=True),
    *cases("ops.diagonal", (_X, 5, 0, 1)),  # the wheel's gradient fails
    *cases("ops.diagonal", (_X, 0, 1, 1), (_X, 0, 1, 4), (normal(3),)),
    *cases("Tensor.diagonal", (_X, 0, 1, 2)),
    *cases("Tensor.diagonal", (_X,), offset=1, axis1=1, axis2=2),
    *cases("ops.diagflat", (normal(3),), (normal(2, 3), 1), (normal(3), -2), (normal(),)),
    *cases("Tensor.diagflat", (normal(3), 1)),
    *cases(
        "ops.diag_embed", (normal(2, 3),), (normal(2, 3), 1), (normal(2, 3), -1, 0, 2), grad=True
    ),
    *cases(
        "ops.diag_embed", (normal(2, 3), 0, 0, 0), (normal(2, 3), 0, 4, 1), (normal(),), (_X, 1.0)
    ),
    *cases("ops.tril", (_X,), (_X, 1), (_X, -1), (normal(3),), grad=True),
    *cases("ops.triu", (_X,), (_X, 1), (_X, -1), (normal(3),)),
    *cases("ops.tril", (normal(3, 3),), dtypes="bool i8 i32 i64 f16 f64"),
    *cases("ops.Tril", (_X,), init=(1,)),
    *cases("ops.Triu", (_X,), init=(1.0,)),
    *cases("Tensor.tril", (_X, -1)),
    *cases("Tensor.triu", (_X,), diagonal=1),
    *cases("ops.tril_indices", (3, 4), (3, 4, 1), (0, 3), (-1, 3)),
    *cases("ops.triu_indices", (3, 4), (3, 4, -1)),
    *cases("ops.triu_indices", (3, 4, 1), kw={"dtype": dt("int32")}),
    *cases("ops.tril_indices", (3, 3), kw={"dtype": dt("float32")}),
    *cases("ops.TrilIndices", (), init=(3, 3)),
    *cases("ops.TriuIndices", (), init=(3, 3, 1, dt("int64"))),
    *cases("ops.FillDiagonal", (normal(5, 2),), init=(9.0,)),
    *cases(
        "ops.FillDiagonal", (normal(7, 2),), (normal(3, 3, 3),), (normal(2, 5),), init=(9.0, True)
    ),
    *cases("Tensor.fill_diagonal", (normal(2, 3), 9.0)),
    *cases("ops.matrix_diag", (normal(2, 3),), (normal(2, 3), 1), (normal(2, 3), -1, 5, 5)),
    *cases("ops.matrix_diag", (normal(2, 3), values([-1, 0], "int32"))),
    *cases("ops.matrix_diag", (normal(3, 3), values([-1, 1], "int32")), padding_value=9),
    *cases("ops.matrix_diag", (normal(2, 3), (-1, 0))),
    *cases("ops.matrix_diag_part", (normal(3, 4), values([-1, 1], "int32"), values(9.0))),
    *cases("ops.matrix_diag_part", (normal(3, 4), values([1, 3], "int32"), values(9.0))),
    *cases(
        "ops.matrix_diag_part",
        (normal(3, 4), values([-1, 1], "int32"), values(9.0)),
        align="LEFT_RIGHT",
    ),
    *cases("ops.matrix_set_diag", (normal(3, 4), normal(3), 0)),
    *cases("ops.matrix_set_diag", (normal(3, 4), normal(2, 3), values([0, 1], "int32"))),
    *cases("ops.matrix_band_part", (normal(3, 4), -1, 1), (normal(3, 4), 1, 0), grad=True),
    # padding
    *cases("ops.Pad", (normal(2, 3),), init=(((1, 1), (0, 2)),), dtypes="f16 f32 f64 i32 i64 bool"),
    *cases("ops.Pad", (normal(2, 3),), init=(((1, 1),),)),
    *cases("ops.Pad", (normal(2, 3),), init=(((-1, 0), (0, 2)),)),
    *cases("ops.Pad", (normal(2, 3),), init=([[1, 1], [0, 2]],)),
    *cases("ops.pad", (_X, (1, 1)), (_X, (1, 1, 0, 1)), (_X, (-1, -1, 1, 0)), (_X, ()), grad=True),
    *cases("ops.pad", (_X, [1, 1]), (_X, values([1, 1], "int64")), (_X, (1, 1, 1, 1, 1, 1))),
    *cases(
        "ops.pad", (_X, (1,)), (_X, (1, 1, 1)), (_X, (1,) * 8), (_X, (-2, -2)), (_X, (1, 1), "edgy")
    ),
    *cases("ops.pad", (normal(2, 3), (1, 1)), value=3, dtypes="f16 f32 f64 i32 i64 bool"),
    *cases("ops.pad", (normal(2, 3), (1, 1)), value=0.1, dtypes="f32 f64"),
    *cases("ops.pad", (_X, (1, 2)), (_X, (1, 2, 1, 0)), mode="reflect", grad=True),
    *cases("ops.pad", (_X, (1, 2)), (_X, (3, 2, 1, 4)), mode="replicate", grad=True),
    *cases("ops.pad", (_X, (1, 2)), (_X, (1, 2, 1, 0)), (_X, (-1, 1)), mode="circular", grad=True),
    *cases("ops.pad", (normal(2, 3), (1, 1)), (normal(1, 1, 2, 3), (1, 1, 1, 1)), mode="reflect"),
    *cases(
        "ops.pad", (normal(3), (1, 1)), (_X, (4, 1)), (normal(2, 3), (1, 1, 1, 1)), mode="reflect"
    ),
    *cases("ops.pad", (normal(1, 1, 2, 3), (1, 1)), (_X, (1,) * 6), mode="circular"),
    *cases("ops.pad", (_X, (1, 1)), mode="reflect", value=2),
    *cases("ops.pad", (_X, (5, 1)), mode="circular", differs=_STRAY),
    *cases("ops.PadV3", (_X, (1, 1), 0.0), (_X, values([1, 1], "int64"), 2.0)),
    *cases("ops.PadV3", (_X, (1, 1)), init=("edge",)),
    *cases("ops.PadV3", (normal(2, 3), (1, 0, 1, 2), 0.0), init=("constant", False)),
    *cases("ops.MirrorPad", (normal(2, 3), values([[1, 1], [2, 1]], "int64")), grad=True),
    *cases("ops.MirrorPad", (normal(2, 3), values([[2, 2], [3, 3]], "int64")), init=("SYMMETRIC",)),
    *cases("ops.MirrorPad", (normal(2, 3), values([[2, 1], [2, 1]], "int64"))),
    *cases("ops.MirrorPad", (normal(2, 3), values([[1, 1], [2, 1]], "int64")), init=("edge",)),
    *cases("ops.Padding", (normal(2, 1),), (normal(2, 3),), init=(4,)),
    *cases("ops.padding", (normal(2, 1), 3)),
    # blocks, grids, combinations
    *cases("ops.SpaceToDepth", (normal(1, 2, 2, 4),), (normal(1, 1, 3, 4),), (_X,), init=(2,)),
    *cases("ops.SpaceToDepth", (normal(1, 1, 2, 4),), init=(1,)),
    *cases("ops.SpaceToDepth", (normal(1, 1, 2, 4),), init=("2",)),
    *cases("ops.DepthToSpace", (normal(1, 8, 1, 2),), (normal(1, 3, 1, 1),), init=(2,)),
    *cases("ops.SpaceToBatchND", (normal(1, 1, 2, 4),), init=([2, 2], [[0, 0], [0, 2]])),
    *cases("ops.BatchToSpaceND", (normal(4, 1, 2, 2),), init=([2, 2], [[0, 1], [1, 0]])),
    *cases("ops.batch_to_space_nd", (normal(4, 1, 2, 2), [2, 2], [[0, 1], [1, 0]])),
    *cases("ops.space_to_batch_nd", (normal(1, 1, 2, 2), [2, 2], [[0, 0], [0, 0]])),
    *cases("ops.pixel_shuffle", (normal(2, 8, 1, 2), 2), (normal(4, 1, 2), 2), (normal(2, 3), 2)),
    *cases("ops.pixel_shuffle", (normal(1, 3, 1, 2), 2)),
    *cases("ops.pixel_unshuffle", (normal(2, 1, 2, 4), 2), (normal(1, 1, 3, 4), 2)),
    *cases("ops.channel_shuffle", (normal(1, 4, 2, 1), 2)),
    *cases("ops.ChannelShuffle", (normal(1, 4, 2, 1),), init=(2,)),
    *cases("ops.meshgrid", (normal(2), normal(3)), (normal(2), normal(3), normal(1)), grad=True),
    *cases("ops.meshgrid", (normal(2), normal(3)), indexing="ij"),
    *cases("ops.meshgrid", (normal(2), normal(3)), indexing="ab"),
    *cases("ops.meshgrid", ((normal(2), normal(3)),), differs="releases to 1.9 took one tuple"),
    *cases("ops.meshgrid", (normal(2), normal(2, 3)), (normal(), normal(2)), (normal(),)),
    *cases("ops.Meshgrid", ((normal(2), normal(3)),), init=("ij",)),
    *cases("ops.cartesian_prod", (normal(2), normal(3)), (normal(2),), (normal(2, 3),)),
    *cases("ops.combinations", (normal(4),), (normal(4), 3), (normal(3), 2, True), (normal(2), 5)),
    *cases("ops.combinations", (normal(3), 0)),
    *cases("ops.DataFormatDimMap", (values([0, 1, 2, 3, -1], "int64"),)),
    *cases("ops.DataFormatVecPermute", (values([[1, 2], [3, 4], [5, 6], [7, 8]], "int64"),)),
]
