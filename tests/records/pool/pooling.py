"""Calls of pooling operations."""

from records import cases, normal, nothing, ties, values

_X, _ODD, _VOLUME = normal(2, 3, 8, 6), normal(2, 3, 7, 5), normal(1, 2, 5, 6, 4)
_REAL = "bool i32 f16 f32 f64"
_ONES = values([[[[1.0] * 5] * 5]])


def _pool(op, x, grad=True, **init):
    return cases(op, (x,), init=init, grad=grad)


RECORDS = [
    *cases("ops.MaxPool", (_X,), init={"kernel_size": 2, "strides": 2}, dtypes=_REAL, grad=True),
    *_pool("ops.MaxPool", _ODD, kernel_size=3, strides=2),
    *_pool("ops.MaxPool", _ODD, kernel_size=3, strides=2, pad_mode="same"),
    *_pool("ops.MaxPool", ties(2, 2, 7, 5), kernel_size=3, strides=2, pad_mode="SAME"),
    *_pool("ops.MaxPool", ties(2, 2, 6, 6), kernel_size=2, strides=2),
    *_pool("ops.MaxPool", _ODD, kernel_size=(2, 3), strides=(3, 1)),
    *_pool("ops.MaxPool", _X, kernel_size=1, strides=2),
    *_pool("ops.MaxPool", _X, kernel_size=9, strides=1),
    *_pool("ops.MaxPool", normal(3, 8, 6), kernel_size=2, strides=2),
    *_pool("ops.MaxPool", _X, kernel_size=0, strides=1),
    *_pool("ops.MaxPool", _X, kernel_size=2.0, strides=1),
    *_pool("ops.MaxPool", _X, kernel_size=2, strides=2, pad_mode="pad"),
    *cases("ops.AvgPool", (_X,), init={"kernel_size": 2, "strides": 2}, dtypes=_REAL, grad=True),
    *_pool("ops.AvgPool", _ODD, kernel_size=3, strides=2, pad_mode="same"),
    *_pool("ops.AvgPool", _ODD, kernel_size=(7, 5), strides=1),
    *_pool("ops.AvgPool", _ODD, kernel_size=3, strides=1, pad_mode="same"),
    *_pool("ops.AvgPool", _X, kernel_size=9, strides=1),
    *_pool("ops.MaxPool3D", _VOLUME, kernel_size=2, strides=2),
    *_pool("ops.MaxPool3D", _VOLUME, kernel_size=3, strides=2, pad_mode="same"),
    *_pool("ops.MaxPool3D", _VOLUME, kernel_size=2, strides=2, pad_mode="pad", pad_list=1),
    *_pool("ops.AvgPool3D", _VOLUME, kernel_size=2, strides=2),
    *_pool("ops.AvgPool3D", _VOLUME, kernel_size=3, strides=2, pad_mode="same"),
    *_pool(
        "ops.AvgPool3D",
        _VOLUME,
        kernel_size=3,
        strides=2,
        pad_mode="pad",
        pad=1,
        ceil_mode=True,
        count_include_pad=False,
    ),
    *_pool("ops.AvgPool3D", _VOLUME, kernel_size=2, strides=2, divisor_override=5),
    *_pool("ops.AvgPool3D", _VOLUME, kernel_size=2, strides=2, pad=1),
    *cases("ops.MaxPoolWithArgmaxV2", (_ODD,), init={"kernel_size": 3, "strides": 2, "pads": 1}),
    *cases("ops.max_pool2d", (_X, 2), (_ODD, 3, 2, 1), dtypes="i32 f16 f32 f64", grad=True),
    *cases("ops.max_pool2d", (_ODD, 3, 2, 1, 1, True, True), (_ODD, (2, 3), None, (1, 0))),
    *cases("ops.max_pool2d", (ties(2, 2, 7, 5), 3, 2, 1, 1, True), (_X, 2, 1, 0, 2), grad=True),
    *cases("ops.max_pool2d", (_X, 2, 2, 2), (_X, 9), (normal(3, 4, 4), 2), (_X, 2.0)),
    *cases("ops.max_pool3d", (_VOLUME, 2), (_VOLUME, 3, 2, 1, 1, True, True), grad=True),
    *cases("ops.avg_pool1d", (normal(2, 3, 7), 2, 2), (normal(2, 3, 7), 3, 2, 1), grad=True),
    *cases("ops.avg_pool1d", (normal(2, 3, 7), 3, 2, 1, True, False), (normal(3, 7), 2)),
    *cases("ops.avg_pool1d", (normal(2, 3, 7), 2.0), (normal(2, 3, 7), 2, 1, "a")),
    *cases("ops.avg_pool2d", (_ODD, 2, 2), (_ODD, 3, 2, 1), dtypes="f16 f32", grad=True),
    *cases("ops.avg_pool2d", (_ONES, 3, 2, 1, True), (_ONES, 3, 2, 1, True, False), grad=True),
    *cases("ops.avg_pool2d", (_ONES, 2, 2, 0, True), (_ONES, 2, 2, 0, True, True, 3)),
    *cases("ops.avg_pool2d", (_ODD, (3, 2), (1, 2), (1, 1)), (_ODD, 3, 1, (1, 0, 1, 1))),
    *cases("ops.avg_pool2d", (normal(3, 4, 4), 2), (_X, 2, 2, -1), (_X, 2, 2, 0, 1)),
    *cases("ops.avg_pool3d", (_VOLUME, 2, 2), (_VOLUME, 3, 2, 1, True, False), grad=True),
    *cases("ops.adaptive_avg_pool2d", (_X, 2), (_ODD, (3, 4)), (_ODD, (2, None)), grad=True),
    *cases("ops.adaptive_avg_pool2d", (normal(2, 5, 7), 3), dtypes="i32 f16 f32 f64"),
    *cases("ops.adaptive_avg_pool2d", (_X, (2, 2, 2)), (_X, 2.0), (normal(2, 5), 2)),
    *cases("ops.AdaptiveAvgPool2D", (_ODD,), init={"output_size": 3}, grad=True),
    *cases("ops.adaptive_avg_pool3d", (_VOLUME, 2), (_VOLUME, (3, None, 1)), grad=True),
    *cases("ops.adaptive_avg_pool1d", (normal(2, 3, 8), 4), grad=True),
    *cases("ops.adaptive_avg_pool1d", (normal(2, 3, 8), 3), (normal(3, 8), 4)),
    *cases("ops.adaptive_max_pool1d", (normal(2, 3, 8), 4), (normal(2, 3, 8), 3), grad=True),
    *cases("ops.adaptive_max_pool2d", (_X, 2), (_ODD, (3, None), True), grad=True),
    *cases("ops.adaptive_max_pool2d", (normal(2, 5, 5), 3), (_X, 2, 1)),
    *cases("ops.adaptive_max_pool3d", (_VOLUME, 2, True), (_VOLUME, 2), grad=True),
    *cases("ops.lp_pool1d", (normal(2, 3, 8), 2, 3), (normal(3, 8), 2, 2), rtol=1e-4),
    *cases("ops.lp_pool1d", (normal(2, 3, 8), 3.0, 3), (normal(2, 3, 8), 0, 3), rtol=1e-4),
    *cases("ops.lp_pool2d", (_X, 2, 2), (_X, 2, 3, 2, True), (_X, "a", 2), rtol=1e-4),
    *cases("ops.max_unpool1d", (normal(1, 2, 2), values([[[1, 2], [0, 3]]], "int64"), 2)),
    *cases("ops.max_unpool1d", (normal(2, 2), values([[1, 2], [0, 3]], "int64"), 2)),
    *cases(
        "ops.max_unpool1d",
        *((normal(1, 1, 2), values([[[0, 1]]], "int64"), 2, 2, 0, (n,)) for n in (2, 3, 5, 6)),
        (normal(1, 1, 2), values([[[0, 1]]], "int64"), (2, 2, 2)),
        (normal(1, 1, 2), values([[[0, 1]]], "int64"), 2, 0),
    ),
    *cases(
        "ops.max_unpool2d",
        *(
            (normal(1, 1, 2, 2), values([[[[0, 3], [5, 7]]]], "int64"), 2, 2, 0, size)
            for size in ((2, 4), (3, 5), (4, 6), (0, 0), (4.0, 4), (1, 1, 3, 3), (7, 1, 4, 4))
        ),
        (normal(1, 1, 2, 2), values([[[[0, 3], [5, 7]]]], "int64"), 2, 0),
        (normal(1, 1, 2, 2), values([[[[0, 3], [5, 7]]]], "int64"), 3, 2, 1, (1, 3)),
    ),
    *cases(
        "ops.max_unpool3d",
        *(
            (normal(1, 1, 1, 2, 2), values([[[[[0, 3], [5, 7]]]]], "int64"), 2, 2, 0, size)
            for size in ((2, 4, 4), (1, 3, 5), (2, 4, 6), (4, 4, 4))
        ),
    ),
    *cases(
        "ops.max_unpool2d",
        (normal(1, 1, 2, 2), values([[[[0, 3], [9, 15]]]], "int64"), 2),
        (normal(1, 1, 2, 2), values([[[[0, 3], [9, 24]]]], "int64"), 2, 2, 0, (1, 1, 5, 5)),
        grad=True,
    ),
    *cases(
        "ops.max_unpool3d",
        (normal(1, 1, 1, 2, 2), values([[[[[0, 3], [9, 31]]]]], "int64"), 2),
    ),
    *(
        r
        for size in ((0, 2), (2, 0), 0, -1, (2, -1), (2, -2), (None, 2))
        for kind in ("avg", "max")
        for r in cases(f"ops.adaptive_{kind}_pool2d", (normal(1, 2, 3, 3), size))
    ),
    *(
        r
        for size in ((0, 2, 2), 0, -1, (2, -1, 2))
        for kind in ("avg", "max")
        for r in cases(f"ops.adaptive_{kind}_pool3d", (normal(1, 2, 2, 2), size))
    ),
    *cases("nn.AdaptiveAvgPool2d", (normal(1, 2, 3, 3),), init={"output_size": -1}),
    *cases("ops.AdaptiveAvgPool2D", (normal(1, 2, 3, 3),), init={"output_size": (2, -1)}),
    *(
        r
        for size in (2, 3, 5, 6, 9)
        for n in (1, 2, 3)
        for r in cases(
            f"ops.max_unpool{n}d",
            (normal(1, 1, *(2,) * n), nothing(1, 1, *(2,) * n, dtype="int64"), 2),
            output_size=(size,) * n,
        )
    ),
    *cases(
        "ops.fractional_max_pool3d",
        (normal(1, 1, 4, 4, 4), (2, 2, 2), (2, 2, 2)),
        (normal(1, 1, 4, 4, 4), (2, 2, 2), (5, 5, 5)),
        _random_samples=values([[[0.5, 0.5, 0.5]]]),
    ),
]
