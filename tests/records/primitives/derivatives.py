"""Calls of the Primitives that are derivatives of others."""

from typing import Any

from records import Record, bools, cases, dt, ints, normal, perm, positive, sym, ties, unit
from records import values as val

_H = "ops.operations._grad_ops."
_REALS = "f16 f32 f64"


def _of(names: str, *args: tuple, **options: Any) -> list[Record]:
    return [record for name in names.split() for record in cases(_H + name, *args, **options)]


_X = normal(2, 3)
_IMAGE = normal(2, 3, 4, 6)
_VOLUME = normal(1, 2, 4, 4, 6)
_ROW = normal(3)
_ENDS = val([0, 1, 3, 5], "i64")
_WHERE = val([[0, 0], [0, 2], [1, 1]], "i64")
_CELL5 = normal(2, 1, 3, 3, 4)
_UNIT = val([[1, -1, 1, -1], [-1, -1, 1, 1]], "f32")  # mean 0 and variance 1
_LIKE = normal(2, 4), val([[1], [1]], "f32"), val([[0], [0]], "f32")
_BOXES = val([[0.1, 0.2, 0.9, 0.8], [0.0, 0.0, 1.0, 1.0]], "f32")
_ROIS = val([[0, 0.5, 0.5, 3.5, 3.0], [1, 0.0, 1.0, 5.0, 4.0]], "f32")

RECORDS = [
    # of one number
    *_of("ReluGrad ReLU6Grad", (_X, _X), (ties(4), ties(4)), dtypes=_REALS),
    *_of("ReluGrad ReLU6Grad TanhGrad", (_X, normal(3, 2))),
    *_of("ReluGrad", (ints(4), ints(4)), dtypes="i32 i64"),
    *_of("EluGrad SiLUGrad HSwishGrad HSigmoidGrad FastGeLUGrad", (_X, _X), dtypes=_REALS),
    *_of("HSwishGrad HSigmoidGrad", (val([1, 1, 1, 1], "f32"), val([-3, 3, -4, 4], "f32"))),
    *_of("SoftplusGrad LogitGrad", (_X, unit(2, 3)), dtypes=_REALS),
    *_of("LogitGrad", (_X, unit(2, 3)), init={"eps": 0.3}),
    *_of("GeLUGrad", (_X, _X, _X), dtypes="f16 f32"),
    *_of("HShrinkGrad SoftShrinkGrad", (_X, ties(2, 3)), (_X, _X), dtypes="f16 f32"),
    *_of("HShrinkGrad SoftShrinkGrad", (_X, _X), init={"lambd": 1.0}),
    *_of("TanhGrad SigmoidGrad ReciprocalGrad", (_X, _X), dtypes="f16 f32 f64 c64"),
    *_of("TanhGrad SigmoidGrad", (unit(2, 3), _X), grad=True),
    *_of("InvGrad", (_X, _X), dtypes="f16 f32 i32"),
    *_of("SqrtGrad RsqrtGrad", (positive(2, 3), _X), dtypes="f16 f32 f64 c64"),
    *_of("AbsGrad", (ties(4), normal(4)), dtypes="f16 f32 f64 i32"),
    *_of("ACosGrad AsinGrad", (sym(2, 3), _X), dtypes="f16 f32 f64", rtol=5e-3),
    *_of("AtanGrad AcoshGrad AsinhGrad", (positive(2, 3), _X), dtypes="f16 f32 f64", rtol=5e-3),
    *_of("ACosGrad AsinGrad AcoshGrad AsinhGrad", (normal(2, 3), _X), dtypes="c64", rtol=1e-4),
    # of several
    *_of("MaximumGrad MinimumGrad", (_X, _X, _X), (_X, _ROW, _X), dtypes="f16 f32 f64 i32"),
    *_of("MaximumGrad MinimumGrad", (ties(2, 3), ties(2, 3), _X)),
    *_of("MaximumGradGrad", (ties(2, 3), ties(2, 3), _X, _X)),
    *_of("PReLUGrad", (_IMAGE, _IMAGE, _ROW), (_IMAGE, _IMAGE, normal(1)), dtypes="f16 f32"),
    *_of("LogSoftmaxGrad", (_X, _X), dtypes="f16 f32"),
    *_of("LogSoftmaxGrad", (_X, _X), init=(0,)),
    *_of("GluGrad", (_X, normal(2, 6)), init=(1,)),
    *_of("DropoutGrad", (_X, bools(2, 3, dtype="f32")), init=(0.8,)),
    # normalization
    *_of("BatchNormGrad", (_IMAGE, _IMAGE, _ROW, _ROW, positive(3), _ROW), rtol=1e-4),
    *_of(
        "BatchNormGrad",
        (_IMAGE, _IMAGE, _ROW, _ROW, positive(3), _ROW),
        (_X, _X, _ROW, _ROW, positive(3), _ROW),
        init={"is_training": True, "epsilon": 1e-3},
        rtol=1e-4,
    ),
    *_of(
        "BatchNormGradGrad",
        (_IMAGE, _IMAGE, _ROW, _ROW, positive(3), _IMAGE, _ROW, _ROW),
        rtol=1e-3,
    ),
    *_of("LayerNormGrad", (_X, _X, positive(2, 1), normal(2, 1), _ROW), dtypes="f16 f32"),
    *_of(
        "LayerNormGrad",
        (normal(2, 3, 4), normal(2, 3, 4), positive(2, 3, 1), normal(2, 3, 1), normal(4)),
        init=(2, 2),
    ),
    *_of(
        "LayerNormGradGrad",
        (_UNIT, *_LIKE, normal(4), normal(2, 4), normal(4), normal(4)),
        rtol=1e-3,
    ),
    *_of("InstanceNormV2Grad", (_CELL5, _CELL5, *[positive(2, 1, 1, 1, 4)] * 5), rtol=1e-4),
    *_of(
        "InstanceNormV2Grad",
        (_CELL5, _CELL5, *[positive(2, 1, 1, 1, 4)] * 5),
        init={"is_training": False},
        rtol=1e-4,
    ),
    *_of("L2NormalizeGrad", (_X, _X, _X), init={"axis": 1}),
    *_of("LRNGrad", (_IMAGE, _IMAGE, _IMAGE), init=(2, 1.0, 0.5, 0.75)),
    # pooling
    *_of("MaxPoolGrad", (_IMAGE, normal(2, 3, 2, 3), normal(2, 3, 2, 3)), init=(2, 2)),
    *_of(
        "MaxPoolGrad",
        (normal(2, 3, 5, 5), normal(2, 3, 3, 3), normal(2, 3, 3, 3)),
        (ties(2, 3, 5, 5), normal(2, 3, 3, 3), normal(2, 3, 3, 3)),
        init=(3, 2, "SAME"),
    ),
    *_of("MaxPoolGradGrad", (_IMAGE, normal(2, 3, 2, 3), _IMAGE), init=(2, 2)),
    *_of("AvgPoolGrad", (_IMAGE, normal(2, 3, 2, 3), normal(2, 3, 2, 3)), init=(2, 2)),
    *_of(
        "AvgPoolGrad",
        (normal(2, 3, 5, 5), normal(2, 3, 3, 3), normal(2, 3, 3, 3)),
        init=(3, 2, "SAME"),
    ),
    *_of(
        "MaxPool3DGrad",
        (_VOLUME, normal(1, 2, 2, 2, 3), normal(1, 2, 2, 2, 3)),
        init=((1, 1, 2, 2, 2), (1, 1, 2, 2, 2)),
    ),
    *_of(
        "MaxPool3DGradGrad",
        (_VOLUME, normal(1, 2, 2, 2, 3), _VOLUME),
        init=((1, 1, 2, 2, 2), (1, 1, 2, 2, 2)),
    ),
    *_of(
        "AvgPool3DGrad",
        ((1, 2, 4, 4, 6), normal(1, 2, 2, 2, 3)),
        init=((1, 1, 2, 2, 2), (1, 1, 2, 2, 2), (0, 0, 0, 0, 0, 0)),
    ),
    *_of("AdaptiveAvgPool2DGrad", (normal(2, 3, 2, 3), val([2, 3, 5, 7], "i64"))),
    *_of("AdaptiveAvgPool3DGrad", (normal(1, 2, 2, 3, 2), val([1, 2, 5, 7, 4], "i32"))),
    *_of(
        "AdaptiveMaxPool2DGrad",
        (normal(1, 2, 2, 2), normal(1, 2, 3, 3), ints(1, 2, 2, 2, low=0, high=9, dtype="i64")),
    ),
    *_of(
        "AdaptiveMaxPool3DGrad",
        (
            normal(1, 2, 1, 2, 2),
            normal(1, 2, 2, 3, 3),
            ints(1, 2, 1, 2, 2, low=0, high=18, dtype="i32"),
        ),
    ),
    *_of(
        "MaxPoolGradWithArgmax",
        (normal(1, 1, 4, 4), normal(1, 1, 2, 2), val([[[[5, 2], [8, 15]]]], "i32")),
        init=(2, 2),
    ),
    *_of(
        "MaxPoolGradWithArgmaxV2",
        (normal(1, 1, 4, 4), normal(1, 1, 2, 2), val([[[[5, 2], [8, 15]]]], "i64")),
        init=((2, 2), (2, 2)),
    ),
    *_of(
        "MaxPool3DGradWithArgmax",
        (_VOLUME, normal(1, 2, 2, 2, 3), ints(1, 2, 2, 2, 3, low=0, high=96, dtype="i32")),
        init=((2, 2, 2), (2, 2, 2), (0, 0, 0)),
    ),
    *_of(
        "FractionalMaxPool3DGradWithFixedKsize",
        (_VOLUME, normal(1, 2, 2, 2, 3), ints(1, 2, 2, 2, 3, low=0, high=96, dtype="i64")),
    ),
    *_of(
        "MaxUnpool2DGrad",
        (normal(1, 2, 2, 2), normal(1, 2, 4, 4), ints(1, 2, 2, 2, low=0, high=16, dtype="i64")),
        init=((1, 1, 2, 2), (1, 1, 2, 2), (0, 0, 0, 0), (1, 2, 4, 4)),
    ),
    *_of(
        "MaxUnpool3DGrad",
        (
            normal(1, 1, 2, 2, 2),
            normal(1, 1, 4, 4, 4),
            ints(1, 1, 2, 2, 2, low=0, high=64, dtype="i64"),
        ),
        init=((1, 1, 2, 2, 2), (1, 1, 2, 2, 2), (0, 0, 0, 0, 0), (1, 1, 4, 4, 4)),
    ),
    *_of(
        "FractionalAvgPoolGrad",
        (val([1, 4, 5, 2], "i64"), normal(1, 2, 3, 2), val([0, 2, 4], "i64"), _ENDS),
    ),
    *_of(
        "FractionalMaxPoolGrad",
        (normal(1, 4, 5, 2), *[normal(1, 2, 3, 2)] * 2, val([0, 2, 4], "i64"), _ENDS),
    ),
    # convolution
    *_of(
        "Conv2DBackpropFilter",
        (normal(1, 2, 3, 5), normal(1, 3, 5, 7), (2, 3, 3, 3)),
        init=(2, 3),
        rtol=1e-4,
    ),
    *_of(
        "Conv2DBackpropFilter",
        (normal(1, 2, 3, 4), normal(1, 3, 5, 7), (2, 3, 3, 3)),
        init=(2, 3, "pad", (1, 1, 1, 1), (1, 1, 1, 1), 1, (2, 2), (1, 1, 1, 1), 1),
        rtol=1e-4,
    ),
    *_of(
        "Conv2DBackpropFilter",
        (normal(1, 2, 5, 7), normal(1, 3, 5, 7), (2, 3, 3, 3)),
        init={"out_channel": 2, "kernel_size": 3, "pad_mode": "same"},
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv2DBackpropInput",
        (normal(1, 2, 3, 5), normal(2, 3, 3, 3), (1, 3, 5, 7)),
        init=(2, 3),
        rtol=1e-4,
    ),
    *_of(
        "Conv3DBackpropFilter",
        (normal(1, 2, 4, 5, 6), normal(1, 3, 3, 3, 4), (3, 2, 2, 3, 3)),
        init=(3, (2, 3, 3)),
        rtol=1e-4,
    ),
    *cases(
        "ops.operations.nn_ops.Conv3DBackpropInput",
        (normal(3, 2, 2, 3, 3), normal(1, 3, 3, 3, 4), (1, 2, 4, 5, 6)),
        init=(3, (2, 3, 3)),
        rtol=1e-4,
    ),
    *_of("BiasAddGrad", (_IMAGE,), (_X,), dtypes="f16 f32"),
    # images
    *_of(
        "ResizeBilinearGrad ResizeBicubicGrad",
        (normal(1, 2, 3, 5), normal(1, 2, 6, 4)),
        rtol=1e-4,
    ),
    *_of(
        "ResizeBilinearGrad ResizeBicubicGrad",
        (normal(1, 2, 3, 5), normal(1, 2, 6, 4)),
        init={"align_corners": True},
        rtol=1e-4,
    ),
    *_of("ResizeBilinearGrad", (normal(1, 2, 3, 5), normal(1, 2, 6, 4)), init=(False, True)),
    *_of("ResizeNearestNeighborGrad", (normal(1, 2, 3, 5), (6, 4))),
    *_of("ResizeNearestNeighborGrad", (normal(1, 2, 3, 5), (6, 4)), init=(True,)),
    *_of("ResizeNearestNeighborV2Grad", (normal(1, 2, 3, 5), (6, 4))),
    *_of("ResizeNearestNeighborV2Grad", (normal(1, 2, 3, 5), (6, 4)), init=(False, True)),
    *_of("ResizeLinear1DGrad", (normal(1, 2, 5), normal(1, 2, 3))),
    *_of("ResizeLinear1DGrad", (normal(1, 2, 5), normal(1, 2, 3)), init=("half_pixel",)),
    *_of(
        "UpsampleNearest3DGrad UpsampleTrilinear3DGrad",
        (normal(1, 1, 4, 4, 6), (1, 1, 2, 2, 3), (4, 4, 6)),
        (normal(1, 1, 4, 4, 6), (1, 1, 2, 2, 3), None, (2.0, 2.0, 2.0)),
    ),
    *_of("GridSampler2DGrad", (normal(1, 2, 3, 3), normal(1, 2, 4, 5), sym(1, 3, 3, 2)), rtol=1e-4),
    *_of(
        "GridSampler2DGrad",
        (normal(1, 2, 3, 3), normal(1, 2, 4, 5), normal(1, 3, 3, 2)),
        init=("bilinear", "border", True),
        rtol=1e-4,
    ),
    *_of(
        "GridSampler3DGrad",
        (normal(1, 2, 2, 3, 3), normal(1, 2, 3, 4, 5), sym(1, 2, 3, 3, 3)),
        rtol=1e-4,
    ),
    *_of("AffineGridGrad", (normal(1, 3, 4, 2), (1, 2, 3, 4)), rtol=1e-4),
    *_of("AffineGridGrad", (normal(1, 2, 3, 4, 3), (1, 2, 2, 3, 4)), init=(True,), rtol=1e-4),
    *_of("ROIAlignGrad", (normal(2, 3, 2, 2), _ROIS, (2, 3, 6, 6)), init=(2, 2, 0.9, 2), rtol=1e-4),
    *cases(
        "ops.operations.image_ops.CropAndResizeGradImage",
        (normal(2, 3, 3, 2), _BOXES, val([0, 1], "i32"), val([2, 5, 6, 2], "i32")),
        init={"T": dt("float32")},
        rtol=1e-4,
    ),
    *cases(
        "ops.operations.image_ops.CropAndResizeGradImage",
        (normal(2, 3, 3, 2), _BOXES, val([0, 1], "i32"), val([2, 5, 6, 2], "i32")),
        init={"T": dt("float64"), "method": "nearest"},
        rtol=1e-4,
    ),
    *cases(
        "ops.operations.image_ops.CropAndResizeGradBoxes",
        (
            normal(1, 3, 3, 2),
            normal(2, 5, 6, 2),
            val([[0.1, 0.2, 0.9, 0.8]], "f32"),
            val([1], "i32"),
        ),
        rtol=1e-3,
    ),
    *_of(
        "ScaleAndTranslateGrad",
        (normal(1, 3, 4, 2), normal(1, 5, 6, 2), positive(2), val([0.1, 0.2], "f32")),
        init=("triangle", True),
        rtol=1e-4,
    ),
    # losses
    *_of("KLDivLossGrad", (_X, _X, unit(2, 3)), init=("none",)),
    *_of("KLDivLossGrad", (normal(1), _X, unit(2, 3)), init=("mean",)),
    *_of("KLDivLossGrad", (val(0.7, "f32"), _X, unit(2, 3)), init=("sum",)),
    *_of("KLDivLossGrad", (val(0.7, "f32"), _X, unit(2, 3)), init=("batchmean",)),
    *_of("BinaryCrossEntropyGrad", (unit(2, 3), unit(2, 3), val(0.7, "f32"), unit(2, 3))),
    *_of("BinaryCrossEntropyGrad", (unit(2, 3), unit(2, 3), _X, unit(2, 3)), init=("none",)),
    *_of(
        "NLLLossGrad",
        (_X, val(0.7, "f32"), ints(2, low=0, high=3, dtype="i32"), unit(3), val(0.9, "f32")),
    ),
    *_of("SmoothL1LossGrad", (_X, _X, _X), init={"beta": 0.5}),
    *_of("MultiMarginLossGrad", (val(0.7, "f32"), _X, val([0, 2], "i64"), unit(3))),
    *_of("SigmoidCrossEntropyWithLogitsGrad", (_X, unit(2, 3), _X)),
    # selection
    *_of("SliceGrad", (normal(1, 2), normal(3, 4), (1, 2), (1, 2)), dtypes="f32 i32"),
    *_of("StridedSliceGrad", (normal(2, 2), (3, 4), (0, 1), (3, 4), (2, 2)), dtypes="f32 i32"),
    *_of(
        "StridedSliceGrad",
        (normal(4), (3, 4), (1, 0), (2, 4), (1, 1)),
        init={"shrink_axis_mask": 1},
    ),
    *_of("MirrorPadGrad", (normal(3, 6), val([[1, 0], [1, 2]], "i64"))),
    *_of("MirrorPadGrad", (normal(3, 6), val([[1, 0], [1, 2]], "i64")), init=("SYMMETRIC",)),
    *_of("PadV3Grad", (normal(1, 2, 7), val([2, 1], "i64"))),
    *_of("PadV3Grad", (normal(1, 2, 7), val([2, 1], "i64")), init=("edge",)),
    *_of("GatherDGradV2", (normal(3, 4), 1, ints(3, 2, low=0, high=4, dtype="i64"), normal(3, 2))),
    *_of("FlattenGrad", (normal(2, 6), (2, 2, 3))),
    *_of("TraceGrad", (val(2.5, "f32"), val([2, 3], "i64"))),
    *_of("MaskedSelectGrad", (normal(2, 3), val([[1, 0, 1], [0, 0, 1]], "bool"), normal(3))),
    *_of("UniqueGrad", ((normal(4), ints(4)), (ints(4), ints(6, low=0, high=4, dtype="i32")))),
    *_of(
        "SparseSegmentMeanGrad SparseSegmentSqrtNGrad",
        (normal(2, 3), val([0, 2, 1, 2], "i32"), val([0, 0, 1, 1], "i32"), val(4, "i32")),
    ),
    *_of("SparseFillEmptyRowsGrad", (val([0, 2], "i64"), normal(4))),
    *_of("SparseSliceGrad", (normal(2), _WHERE, val([0, 1], "i64"), val([[0, 1], [1, 0]], "i64"))),
    # mathematics
    *_of("LuUnpackGrad", (normal(3, 3), normal(3, 3), normal(3, 3)), init=(True, True)),
    *_of("LuUnpackGrad", (normal(4, 3), normal(3, 3), normal(4, 3)), init=(True, True)),
    *_of("IgammaGradA", (positive(4), positive(4)), dtypes="f32 f64", rtol=1e-4),
    *_of("MvlgammaGrad", (normal(3), val([3.5, 4.5, 6.0], "f32")), init=(3,), rtol=1e-4),
    *_of("PdistGrad", (normal(3), normal(3, 4), normal(3)), init=(1.0,)),
    *cases(
        "ops.auto_generate.CdistGrad",
        (normal(2, 3), normal(2, 4), normal(3, 4), positive(2, 3)),
        init=(1.0,),
    ),
    *_of(
        "MedianGrad",
        (normal(2), perm(2, 3), normal(2), ints(2, low=0, high=3, dtype="i64")),
        init=(False, 1),
    ),
]
