"""Calls of operations on boxes and regions of images."""

from records import cases, normal, perm, positive, ties, unit, values

_A = values([[0, 0, 10, 10], [5, 5, 15, 20], [1, 1, 1, 1], [3, 2, 5, 9]])
_B = values([[2, 2, 8, 8], [0, 0, 10, 10], [20, 20, 30, 30]])
_C = values([[2, 2, 8, 8], [0, 0, 10, 10], [20, 20, 30, 30], [1, 1, 4, 4]])
_SCORED = values(
    [
        [0, 0, 10, 10, 0.9],
        [1, 1, 10, 10, 0.95],
        [20, 20, 30, 30, 0.3],
        [0, 0, 9, 9, 0.5],
        [18, 19, 29, 28, 0.2],
        [5, 5, 20, 22, 0.6],
        [4, 6, 18, 22, 0.7],
    ]
)
_MEANS, _STDS = (0.1, 0.2, 0.3, 0.4), (1.0, 2.0, 3.0, 4.0)
_ROIS = values([[0, 1, 1, 4, 4], [1, 0.5, 0.5, 5.5, 3.5], [0, -3, -3, 2, 2], [1, 4, 4, 9, 9]])
_BOXES = values(
    [[0, 0, 1, 1], [0.2, 0.3, 0.7, 0.9], [0.5, 0.5, 1.5, 1.5], [0.9, 0.8, 0.1, 0.2]], "f32"
)
_WHICH = values([0, 1, 0, 1], "int32")
_IMAGE = normal(2, 4, 5, 2)

RECORDS = [
    *cases("ops.iou", (_A, _B), (_A, _B, "iof"), dtypes="f16 f32 f64"),
    *cases("ops.IOU", (positive(5, 4), positive(3, 4)), init=("iof",)),
    *cases("ops.IOU", (_A, normal(3, 5)), (_A, values([[1, 2, 3, 4]], "f16"))),
    *[
        r
        for t in (0.05, 0.3, 0.5, 0.7, 0.81, 0.9)
        for r in cases("ops.NMSWithMask", (_SCORED,), init=(t,))
    ],
    *cases("ops.NMSWithMask", (_SCORED,), dtypes="f16"),
    *cases("ops.NMSWithMask", (normal(3, 4),)),
    *cases("ops.NMSWithMask", (_SCORED,), init=(1,)),
    *cases("ops.BoundingBoxEncode", (_A, _C), dtypes="f16 f32", rtol=2e-5),
    *cases("ops.BoundingBoxEncode", (_A, _C), init=(_MEANS, _STDS)),
    *cases("ops.BoundingBoxEncode", (_A, _C), init=((0.1,), _STDS)),
    *cases("ops.BoundingBoxEncode", (_A, _C), init=(1, _STDS)),
    *cases("ops.BoundingBoxDecode", (_A, normal(4, 4)), init=((30, 40),), dtypes="f16 f32"),
    *cases("ops.BoundingBoxDecode", (_A, _C), init=((30, 40), _MEANS, _STDS, 0.5)),
    *cases("ops.BoundingBoxDecode", (_A, _C), init=(30,)),
    *cases("ops.BoundingBoxDecode", (_A, _C), init={"max_shape": (3, 4), "wh_ratio_clip": 1}),
    *cases("ops.bounding_box_encode", (_A, _C, _MEANS, _STDS), (_A, _C)),
    *cases("ops.bounding_box_decode", (_A, normal(4, 4), (30, 40), _MEANS, _STDS)),
    *cases("ops.bounding_box_decode", (_A, normal(4, 4), 3)),
    *cases("ops.check_valid", (_C, values([32, 30, 1]))),
    *cases(
        "ops.CheckValid", (_C, values([32, 30, 1])), (_C, values([10, 10, 2])), dtypes="f16 f32"
    ),
    *cases("ops.CheckValid", (ties(3, 4), values([32, 30, 1])), dtypes="i32"),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(2, 3, 1.0, 2), grad=True),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(2, 3, 1.0, 2, 0)),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(3, 2, 0.5, 3), grad=True),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(2, 2, 1.0, 0), grad=True),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(2, 2, 1.0, -1, 0)),
    *cases(
        "ops.ROIAlign", (perm(2, 1, 6, 6), _ROIS), init=(2, 2, 1.0), dtypes="f16 f64", rtol=1e-2
    ),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), _ROIS), init=(2, 2, 1.0, 2, 2)),
    *cases("ops.ROIAlign", (normal(2, 3, 6, 6), normal(3, 4)), init=(2, 2, 1.0)),
    *cases("ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (2, 3)), dtypes="f16 f32 i32 u8"),
    *cases("ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (3, 2), "nearest", 0.5)),
    *cases("ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (1, 1), "bilinear", -5.0)),
    *cases(
        "ops.crop_and_resize",
        (
            _IMAGE,
            values([[0, 0, 1, 1], [0.2, 0.3, 0.7, 0.9], [0.5, 0.5, 1.5, 1.5]], "f32"),
            values([0, 1, 0], "int32"),
            (2, 3),
            "bilinear_v2",
        ),
    ),
    *cases("ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (5, 8), "bilinear_v2", 0.5)),
    *cases("ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (4, 3)), grad=True, rtol=3e-5),
    *cases(
        "ops.crop_and_resize", (_IMAGE, _BOXES, _WHICH, (2,)), (_IMAGE, unit(4, 5), _WHICH, (2, 2))
    ),
    *cases("ops.CropAndResize", (_IMAGE, _BOXES, _WHICH, (2, 2)), init=("bad",)),
]
