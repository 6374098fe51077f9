"""Calls of operations on colours, candidate boxes and patches."""

from records import cases, ints, normal, ties, unit, values

_TINT, _SCALE = values(0.2, "f32"), values(1.5, "f32")
_SIZE, _IOU, _LOW = values(3, "i32"), values(0.5, "f32"), values(0.2, "f32")
_TOTAL = values(5, "i32")
_HW = values([2, 3], "i32")


def _nms(boxes, scores, *rest, **options):
    return cases("ops.CombinedNonMaxSuppression", (boxes, scores, *rest), **options)


RECORDS = [
    *cases("ops.AdjustHue", (unit(2, 3, 3), _TINT), dtypes="f16 f32 f64", rtol=1e-5),
    *cases("ops.AdjustHue", (normal(2, 2, 3, 3), values(-0.7, "f32")), rtol=1e-4),
    *cases("ops.AdjustHue", (ties(4, 5, 3), values(2.3, "f32")), rtol=1e-4),
    *cases("ops.AdjustHue", (unit(2, 3, 4), _TINT), (unit(4, 3), _TINT), (unit(2, 2, 3), 0.2)),
    *cases("ops.AdjustHue", (unit(2, 2, 3), values([0.2], "f32"))),
    *cases("ops.AdjustHue", (unit(2, 2, 3), values(0.2, "f64"))),
    *cases("ops.AdjustSaturation", (unit(2, 3, 3), _SCALE), dtypes="f16 f32 f64", rtol=1e-5),
    *cases("ops.AdjustSaturation", (normal(2, 2, 3, 3), values(0.4, "f32")), rtol=1e-4),
    *cases("ops.AdjustSaturation", (ties(4, 5, 3), values(0.4, "f32")), rtol=1e-4),
    *cases("ops.AdjustSaturation", (unit(2, 2, 3), values(-0.7, "f32")), rtol=1e-4),
    *cases("ops.AdjustSaturation", (unit(2, 3, 4), _SCALE), (unit(4, 3), _SCALE)),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW),
    *_nms(unit(2, 6, 3, 4), unit(2, 6, 3), _SIZE, _TOTAL, _LOW, _LOW),
    *_nms(normal(1, 9, 1, 4), unit(1, 9, 2), _SIZE, values(20, "i32"), _LOW, _IOU),
    *_nms(
        normal(1, 9, 1, 4),
        unit(1, 9, 2),
        _SIZE,
        values(20, "i32"),
        _LOW,
        _IOU,
        init={"pad_per_class": True, "clip_boxes": False},
    ),
    *_nms(normal(1, 9, 1, 4), unit(1, 9, 2), _SIZE, values(4, "i32"), _LOW, _IOU, init=(True,)),
    *_nms(unit(2, 6, 2, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW),
    *_nms(unit(2, 5, 1, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW),
    *_nms(unit(2, 6, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), _SIZE, _TOTAL, values(1.5, "f32"), _LOW),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), values(0, "i32"), _TOTAL, _IOU, _LOW),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), _SIZE, values(0, "i32"), _IOU, _LOW),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW, dtypes="f16"),
    *_nms(unit(2, 6, 1, 4), unit(2, 6, 3), _SIZE, _TOTAL, _IOU, _LOW, init=(1,)),
    *cases(
        "ops.NonMaxSuppressionWithOverlaps",
        (unit(8, 8), unit(8), _SIZE, _IOU, _LOW),
        (unit(8, 8), unit(8), _SIZE, _LOW, _LOW),
        (unit(8, 8), unit(8), values(20, "i32"), values(0.9, "f32"), values(-1, "f32")),
        (unit(8, 8), unit(8), values(0, "i32"), _LOW, _LOW),
        (unit(8, 8), unit(8), values(-1, "i32"), _LOW, _LOW),
        (unit(8, 8), unit(7), _SIZE, _LOW, _LOW),
        (unit(8, 7), unit(8), _SIZE, _LOW, _LOW),
        (unit(8, 8), ties(8), values(7, "i32"), values(0.8, "f32"), values(-2, "f32")),
        (unit(8, 8), unit(8), 3, 0.5, 0.1),
        (unit(8, 8), unit(8), values(3, "i64"), _LOW, _LOW),
    ),
    *cases(
        "ops.NonMaxSuppressionWithOverlaps",
        (unit(8, 8), unit(8), _SIZE, values(0.5), values(0.1)),
        dtypes="f16 f64",
    ),
    *cases("ops.Dilation2D", (normal(1, 2, 4, 4), normal(2, 2, 2)), init=(0, 1)),
    *cases("ops.Dilation2D", (normal(1, 2, 4, 4), normal(2, 2, 2)), init=((2, 1, 1, 1), 1)),
    *cases("ops.Dilation2D", (normal(1, 2, 4, 4), normal(2, 2, 2)), init=(1, 1, "x")),
    *cases("ops.Dilation2D", (normal(1, 2, 4, 4), normal(2, 2, 2)), init=(1, 1, "SAME", "NHWC")),
    *cases("ops.Dilation2D", (normal(1, 2, 4, 4), normal(2, 2, 2)), init=(256, 1)),
    *cases("ops.ExtractImagePatches", (normal(1, 2, 4, 4),), init=((1, 1, 2, 2), 1, 1)),
    *cases("ops.ExtractVolumePatches", (normal(2, 2, 3, 4, 5),), init=(2, 1, "VALID")),
    *cases(
        "ops.ExtractVolumePatches",
        (normal(1, 2, 3, 4, 5),),
        init=((1, 1, 2, 3, 2), (1, 1, 1, 2, 3), "same"),
        dtypes="f16 f64 i32",
    ),
    *cases("ops.ExtractVolumePatches", (normal(1, 1, 3, 3, 3),), init=(2, 1, "VALID"), grad=True),
    *cases("ops.ExtractVolumePatches", (normal(1, 1, 3, 3, 3),), init=((2, 1, 1), (2, 1, 1), "b")),
    *cases("ops.ExtractVolumePatches", (normal(1, 3, 3, 3),), init=(2, 1, "VALID")),
    *cases("ops.ExtractVolumePatches", (normal(1, 1, 3, 3, 3),), init=(0, 1, "VALID")),
    *cases("ops.ExtractVolumePatches", (normal(1, 1, 3, 3, 3),), init=(4, 1, "VALID")),
    *cases("ops.ExtractVolumePatches", (normal(1, 1, 3, 3, 3),), init=(2, (2, 1, 1, 1, 1), "SAME")),
    *[
        r
        for centered in (True, False)
        for normalized in (True, False)
        for r in cases(
            "ops.ExtractGlimpse",
            (normal(2, 5, 4, 2), _HW, values([[0.1, -0.2], [0.6, 0.4]], "f32")),
            (normal(2, 5, 4, 2), _HW, values([[1, -2], [0, 3]], "f32")),
            (normal(1, 4, 5, 1), values([6, 7], "i32"), values([[0.5, 0.5]], "f32")),
            init=(centered, normalized, False, "zero"),
        )
    ],
    *cases(
        "ops.ExtractGlimpse",
        (normal(2, 5, 4, 2), values([9, 9], "i32"), normal(2, 2)),
        random=True,
    ),
    *cases("ops.ExtractGlimpse", (normal(2, 5, 4, 2), _HW, normal(2, 2)), init=(1,)),
    *cases(
        "ops.ExtractGlimpse",
        (normal(2, 5, 4, 2), _HW, normal(2, 2)),
        init=(True, True, True, "zero"),
    ),
    *cases(
        "ops.ExtractGlimpse", (normal(2, 5, 4, 2), _HW, normal(2, 2)), init=(True, True, False, "a")
    ),
    *cases(
        "ops.ExtractGlimpse",
        (normal(2, 5, 4, 2), _HW, normal(3, 2)),
        (normal(5, 4, 2), _HW, normal(2, 2)),
        (normal(2, 5, 4, 2), values([0, 3], "i32"), normal(2, 2)),
        (normal(2, 5, 4, 2), values([1, 2, 3], "i32"), normal(2, 2)),
        (normal(2, 5, 4, 2, dtype="f16"), _HW, normal(2, 2)),
    ),
    *[
        r
        for kind in (
            "lanczos1",
            "lanczos3",
            "lanczos5",
            "gaussian",
            "box",
            "triangle",
            "keyscubic",
            "mitchellcubic",
        )
        for r in cases(
            "ops.ScaleAndTranslate",
            (
                normal(1, 5, 6, 2),
                values([4, 7], "i32"),
                values([1.3, 0.7], "f32"),
                values([0.4, -1.1], "f32"),
            ),
            init=(kind,),
            rtol=1e-4,
        )
    ],
    *cases(
        "ops.ScaleAndTranslate",
        (
            normal(1, 5, 6, 2),
            values([4, 7], "i32"),
            values([0.6, 1.7], "f32"),
            values([0.4, -1.1], "f32"),
        ),
        (
            normal(1, 5, 6, 2),
            values([4, 7], "i32"),
            values([0.3, 0.25], "f32"),
            values([1.3, 1.9], "f32"),
        ),
        init={"antialias": False},
        rtol=1e-4,
        grad=True,
    ),
    *cases(
        "ops.ScaleAndTranslate",
        (
            normal(1, 5, 6, 2),
            values([4, 7], "i32"),
            values([0.6, 1.7], "f32"),
            values([0.4, -1.1], "f32"),
        ),
        rtol=1e-4,
        grad=True,
    ),
    *cases(
        "ops.ScaleAndTranslate",
        (
            ints(1, 5, 6, 2),
            values([4, 7], "i32"),
            values([0.6, 0.5], "f32"),
            values([0.4, 1.9], "f32"),
        ),
        init=("box",),
        dtypes="i64 u8 f16",
    ),
    *cases(
        "ops.ScaleAndTranslate",
        (
            normal(5, 6, 2),
            values([4, 7], "i32"),
            values([0.6, 1.7], "f32"),
            values([0.4, 1.9], "f32"),
        ),
        (
            normal(1, 5, 6, 2),
            values([4], "i32"),
            values([0.6, 1.7], "f32"),
            values([0.4, 1.9], "f32"),
        ),
        (
            normal(1, 5, 6, 2),
            values([4, 0], "i32"),
            values([0.6, 1.7], "f32"),
            values([0.4, 1.9], "f32"),
        ),
    ),
    *cases(
        "ops.ScaleAndTranslate",
        (
            normal(1, 5, 6, 2),
            values([4, 4], "i32"),
            values([0.6, -1.7], "f32"),
            values([0.4, 1.9], "f32"),
        ),
        differs="compiled code cannot look at values",
    ),
    *cases("ops.ScaleAndTranslate", (normal(1, 5, 6, 2),), init=("bad",)),
    *cases("ops.ScaleAndTranslate", (normal(1, 5, 6, 2),), init=("box", 1)),
    *cases(
        "ops.SampleDistortedBoundingBoxV2",
        (values([64, 48, 3]), values([[[0.38, 0.17, 0.95, 0.4]]], "f32"), values([0.1], "f32")),
        dtypes="i32 u8 f32",
        random=True,
    ),
    *cases(
        "ops.SampleDistortedBoundingBoxV2",
        (values([64, 48], "i32"), values([[[0.38, 0.17, 0.95, 0.4]]], "f32"), values([0.1], "f32")),
        (
            values([64, 48, 3], "i32"),
            values([[0.38, 0.17, 0.95, 0.4]], "f32"),
            values([0.1], "f32"),
        ),
        (
            values([64, 48, 3], "i32"),
            values([[[0.38, 0.17, 0.1, 0.4]]], "f32"),
            values([0.1], "f32"),
        ),
        (
            values([64, 48, 3], "i32"),
            values([[[0.38, 0.17, 1.1, 0.4]]], "f32"),
            values([0.1], "f32"),
        ),
        (
            values([64, 48, 3], "i32"),
            values([[[0.38, 0.17, 0.9, 0.4]]], "f32"),
            values([1.1], "f32"),
        ),
        (
            values([64, -1, 3], "i32"),
            values([[[0.38, 0.17, 0.9, 0.4]]], "f32"),
            values([0.1], "f32"),
        ),
    ),
    *[
        r
        for init in (
            {"seed": 1.0},
            {"aspect_ratio_range": 1.0},
            {"aspect_ratio_range": (1.0,)},
            {"area_range": (0.5, 0.2)},
            {"max_attempts": 0},
            {"area_range": (1, 2)},
            {"area_range": (0.5, 1.2)},
            {"aspect_ratio_range": (-0.5, 1.2)},
            {"use_image_if_no_bounding_boxes": 1},
        )
        for r in cases(
            "ops.SampleDistortedBoundingBoxV2",
            (
                values([64, 48, 3], "i32"),
                values([[[0.38, 0.17, 0.9, 0.4]]], "f32"),
                values([0.1], "f32"),
            ),
            init=init,
        )
    ],
]
