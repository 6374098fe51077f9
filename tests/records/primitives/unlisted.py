"""Calls of Primitives that only the files which define them have."""

from typing import Any

from records import Record, cases, ints, normal, positive, unit
from records import values as val

_S = "ops.operations.sparse_ops."
_M = "ops.operations.math_ops."
_N = "ops.operations.nn_ops."

_AT = val([[0, 0], [0, 2], [1, 1]], "i64")
_AT2 = val([[0, 0], [1, 0]], "i64")
_V, _V2, _SHAPE = normal(3), normal(2), val([2, 3], "i64")
_SORTED = val([0, 0, 1], "i32")
_CSR = (
    val([2, 3], "i32"),
    val([0, 3], "i32"),
    val([0, 2, 3], "i32"),
    val([0, 2, 1], "i32"),
    normal(3),
)
_BATCH = (
    val([2, 2, 2], "i32"),
    val([0, 1, 3], "i32"),
    val([0, 1, 1, 0, 1, 2], "i32"),
    val([1, 0, 1], "i32"),
    normal(3),
)


def _of(home: str, names: str, *args: tuple, **options: Any) -> list[Record]:
    return [record for name in names.split() for record in cases(home + name, *args, **options)]


RECORDS = [
    # sparse Tensors
    *_of(
        _S,
        "SparseDenseCwiseAdd SparseDenseCwiseMul SparseDenseCwiseDiv",
        (_AT, _V, _SHAPE, normal(2, 3)),
        (_AT, _V, _SHAPE, normal(3)),
    ),
    *_of(_S, "SparseSparseMaximum SparseSparseMinimum", (_AT, _V, _SHAPE, _AT2, _V2, _SHAPE)),
    *_of(_S, "SparseAdd", (_AT, _V, _SHAPE, _AT2, _V2, _SHAPE, val(0.3, "f32"))),
    *_of(_S, "SparseAdd", (_AT, _V, _SHAPE, _AT2, _V2, _SHAPE, val([0.3], "f32"))),
    *_of(_S, "SparseReorder", (val([[1, 1], [0, 2], [0, 0]], "i64"), _V, _SHAPE)),
    *_of(
        _S,
        "SparseToDenseV2",
        (_AT, _SHAPE, _V, val(9, "f32")),
        (_AT, _SHAPE, val(5, "f32"), val(0, "f32")),
    ),
    *_of(_S, "SparseSoftmax", (_AT, _V, _SHAPE)),
    *_of(_S, "SparseConcat", ([_AT, _AT2], [_V, _V2], [_SHAPE, _SHAPE])),
    *_of(_S, "SparseConcat", ([_AT, _AT2], [_V, _V2], [_SHAPE, _SHAPE]), init=(1,)),
    *_of(
        _S,
        "SparseFillEmptyRows",
        (val([[0, 1], [2, 0], [2, 1]], "i64"), _V, val([4, 2], "i64"), val(9, "f32")),
    ),
    *_of(
        _S,
        "SparseAddmm",
        (_AT, _V, _SHAPE, normal(3, 2), normal(2, 2), val([2], "f32"), val([3], "f32")),
    ),
    *_of(
        _S,
        "Sspaddmm",
        (
            val([[0, 1], [1, 0]], "i64"),
            _V2,
            val([2, 2], "i64"),
            val([[0, 0, 1], [0, 2, 1]], "i64"),
            _V,
            _SHAPE,
            normal(3, 2),
            val(2, "f32"),
            val(3, "f32"),
        ),
    ),
    *_of(
        _S,
        "SparseSegmentSum SparseSegmentSqrtN",
        (normal(4, 2), val([0, 2, 3], "i32"), _SORTED),
        (normal(4, 2), val([0, 2, 3], "i32"), val([0, 0, 2], "i32")),
    ),
    *_of(_M, "SparseSegmentMean", (normal(4, 2), val([0, 2, 3], "i32"), _SORTED)),
    *_of(
        _S,
        "SparseSegmentSumWithNumSegments SparseSegmentSqrtNWithNumSegments "
        "SparseSegmentMeanWithNumSegments",
        (normal(4, 2), val([0, 2, 3], "i32"), _SORTED, val([4], "i32")),
    ),
    *_of(
        _S,
        "DenseToDenseSetOperation",
        (val([[1, 2, 2], [3, 4, 5]], "i64"), val([[2, 6], [5, 4]], "i64")),
    ),
    *[
        record
        for kind in ("b-a", "intersection", "union")
        for record in _of(
            _S,
            "DenseToDenseSetOperation",
            (val([[1, 2, 2], [3, 4, 5]], "i64"), val([[2, 6], [5, 4]], "i64")),
            init=(kind,),
        )
    ],
    *_of(_S, "SparseCountSparseOutput", (_AT, val([1, 1, 2], "i64"), _SHAPE, normal(3))),
    # compressed rows
    *_of(
        _S,
        "CSRSparseMatrixToDense CSRSparseMatrixToSparseTensor SparseMatrixNNZ "
        "SparseMatrixTranspose",
        _CSR,
        _BATCH,
    ),
    *_of(_S, "DenseToCSRSparseMatrix", (normal(2, 3), _AT)),
    *_of(_S, "SparseTensorToCSRSparseMatrix", (_AT, _V, _SHAPE)),
    *_of(_S, "SparseMatrixMatMul", (*_CSR, normal(3, 2)), (*_BATCH, normal(2, 2, 2))),
    *_of(_S, "SparseMatrixMatMul", (*_CSR, normal(2, 2)), init={"transpose_x1": True}),
    *_of(_S, "SparseMatrixAdd", (*_CSR, *_CSR, val(2, "f32"), val(3, "f32"))),
    # numbers
    *_of(_M, "AddV2", (normal(2, 3), normal(3)), dtypes="f32 i32"),
    *_of(_N, "ReLUV3", (normal(2, 3),), dtypes="f32 i32"),
    *_of(_M, "TridiagonalSolve", (positive(3, 4), normal(4, 2)), rtol=1e-3),
    *_of(_N, "InstanceNormV2", (normal(2, 1, 3, 3, 4), *[positive(2, 1, 1, 1, 4)] * 4), rtol=1e-4),
    *_of(
        _N,
        "InstanceNormV2",
        (normal(2, 3, 3, 3), *[positive(2, 3, 1, 1)] * 4),
        init={"is_training": False},
        rtol=1e-4,
    ),
    *_of(
        _N,
        "SparseSoftmaxCrossEntropyWithLogitsV2",
        (normal(3, 4), ints(3, low=0, high=4, dtype="i32")),
    ),
    *_of(
        "ops.operations.image_ops.",
        "AdjustContrastv2",
        (unit(2, 3, 3), val(2, "f32")),
        (unit(2, 3, 3, 3), val(0.5, "f32")),
        dtypes="f16 f32",
        rtol=1e-3,
    ),
    *_of("ops.operations._inner_ops.", "ClipByNorm", (normal(2, 3), val(1, "f32"))),
    *_of("ops.operations._inner_ops.", "DynamicBroadcastTo", (normal(3), _SHAPE)),
    *_of(
        "ops.operations._inner_ops.",
        "DynamicBroadcastGradientArgs",
        (_SHAPE, val([3], "i64")),
        (val([2, 1, 3], "i64"), val([4, 1], "i64")),
        (val([1, 3], "i64"), val([1, 1], "i64")),
        (val([1, 3], "i64"), val([1, 3], "i64")),
        (val([3], "i64"), val([1, 3], "i64")),
    ),
    *_of("ops.operations.array_ops.", "RangeV2", (val(0, "i32"), val(7, "i32"), val(2, "i32"))),
    *_of("ops.operations.array_ops.", "RangeV2", (val(0, "f32"), val(1, "f32"), val(0.3, "f32"))),
    *_of(
        "ops.operations.array_ops.",
        "ConcatOffsetV1",
        (val(0, "i32"), [val([2, 3], "i32"), val([4, 3], "i32"), val([1, 3], "i32")]),
        (val(1, "i32"), [val([2, 3], "i32"), val([2, 5], "i32")]),
    ),
    *_of("ops.operations.random_ops.", "Uniform", (normal(2, 3),), random=True),
    *_of("ops.auto_generate.", "SiLU Diagonal", (normal(3, 3),)),
    *_of("ops.auto_generate.", "GroupNorm", (normal(2, 4, 3), 2, normal(4), normal(4)), rtol=1e-4),
    *_of("ops.operations._inner_ops.", "ConvertToDynamic", (normal(2, 3),), grad=True),
    # a Tensor for what stands where nothing else does gets no gradient
    *cases("ops.index_fill", (normal(2, 3), 0, val([0], "i32"), normal()), grad=True),
    *cases("ops.matrix_diag", (normal(2, 3), 0, 3, 4, normal()), grad=True),
    *cases("ops.PadV3", (normal(2, 3), val([1, 1], "i64"), normal()), grad=True),
    # derivatives of operations on the parts of sparse Tensors
    *_of(
        _S, "SparseSegmentSum", (normal(4, 2), val([0, 2, 3], "i32"), _SORTED), tag="g", grad=True
    ),
    *_of(_S, "SparseDenseCwiseMul", (_AT, _V, _SHAPE, normal(2, 3)), tag="g", grad=True),
    # sequences
    *_of("ops.operations._sequence_ops.", "SequenceMax SequenceMin", ((1, 3, 2),)),
]
