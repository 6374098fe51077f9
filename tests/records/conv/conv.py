"""Calls of convolutions."""

from records import cases, normal, values

_X, _W = normal(2, 4, 7, 6), normal(6, 4, 3, 3)
_CONV = {"out_channel": 6, "kernel_size": 3}


def _conv2d(x, w, grad=True, **attributes):
    init = _CONV | attributes
    return cases("ops.Conv2D", (x, w), init=init, grad=grad, rtol=1e-4)


_GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}

RECORDS = [
    *cases("ops.Conv2D", (_X, _W), init=_CONV, dtypes="i32 f16 f32", grad=True, rtol=1e-4),
    *_conv2d(_X, _W, pad_mode="same"),
    *_conv2d(_X, _W, pad_mode="same", stride=2),
    *_conv2d(_X, _W, pad_mode="same", stride=(3, 2), dilation=(2, 1)),
    *_conv2d(_X, _W, pad_mode="pad", pad=1),
    *_conv2d(_X, _W, pad_mode="pad", pad=(1, 2, 0, 1), stride=2),
    *_conv2d(_X, _W, pad_mode="PAD", pad=1),
    *_conv2d(_X, normal(6, 2, 3, 3), group=2),
    *_conv2d(_X, normal(4, 1, 3, 3), out_channel=4, group=4, pad_mode="same"),
    *_conv2d(_X, normal(6, 4, 2, 3), kernel_size=(2, 3), dilation=2),
    *_conv2d(_X, normal(6, 4, 1, 1), kernel_size=1),
    *_conv2d(normal(2, 4, 2, 2), _W),
    *_conv2d(normal(2, 3, 7, 6), _W),
    *_conv2d(_X, normal(5, 4, 3, 3)),
    *_conv2d(normal(4, 7, 6), _W),
    *_conv2d(_X, normal(6, 4, 3, 3, dtype="float16"), grad=False),
    *_conv2d(_X, _W, kernel_size=0),
    *_conv2d(_X, _W, kernel_size=2.0),
    *_conv2d(_X, _W, stride=0),
    *_conv2d(_X, _W, stride="1"),
    *_conv2d(_X, _W, pad=1),
    *_conv2d(_X, _W, pad_mode="pad", pad=-1),
    *_conv2d(_X, _W, pad_mode="pad", pad=(1, 1)),
    *_conv2d(_X, _W, pad_mode="full"),
    *_conv2d(_X, _W, group=0),
    *_conv2d(_X, _W, out_channel=0),
    *_conv2d(_X, _W, dilation=-1),
    *_conv2d(_X, _W, mode=2),
    *_conv2d(_X, _W, data_format="NCWH"),
    *cases("ops.conv2d", (_X, _W), (_X, _W, normal(6)), grad=True, rtol=1e-4),
    *cases("ops.conv2d", (_X, _W), (_X, _W, normal(6), 2), pad_mode="same", rtol=1e-4),
    *cases("ops.conv2d", (_X, _W), pad_mode="pad", padding=(1, 2), dilation=(2, 1), rtol=1e-4),
    *cases("ops.conv2d", (_X, normal(6, 2, 3, 3)), pad_mode="pad", padding=1, groups=2, rtol=1e-4),
    *cases("ops.conv2d", (_X, _W, normal(5)), (_X, _W, None, (1, 1, 1))),
    *cases("ops.conv2d", (_X, _W), groups=3),
    *cases("ops.conv2d", (_X, _W), padding=1),
    *cases("ops.conv1d", (normal(2, 4, 9), normal(6, 4, 3), normal(6)), grad=True, rtol=1e-4),
    *cases("ops.conv1d", (normal(2, 4, 9), normal(6, 2, 3)), pad_mode="same", groups=2, rtol=1e-4),
    *cases("ops.conv1d", (normal(2, 4, 9), normal(6, 4, 3), None, 2, "pad", 2, 2), rtol=1e-4),
    *cases("ops.conv1d", (normal(4, 9), normal(6, 4, 3)), (normal(2, 4, 9), normal(6, 4))),
    *cases("ops.conv1d", (normal(2, 4, 9), normal(6, 4, 3)), pad_mode="pad", padding=(1, 2)),
    *cases("ops.conv3d", (normal(1, 2, 5, 4, 6), normal(3, 2, 2, 3, 3), normal(3)), grad=True),
    *cases("ops.conv3d", (normal(1, 2, 5, 4, 6), normal(3, 2, 2, 3, 3)), pad_mode="same", stride=2),
    *cases("ops.conv3d", (normal(1, 2, 5, 4, 6), normal(3, 2, 2, 3, 3)), stride=[1]),
    *cases("ops.conv3d", (normal(1, 2, 5, 4, 6), normal(3, 2, 2, 3, 3)), dilation=[1, 1]),
    *cases("ops.conv2d", (_X, _W), dilation=[1]),
    *cases(
        "ops.conv3d",
        (normal(1, 2, 5, 4, 6), normal(3, 2, 2, 3, 3)),
        pad_mode="pad",
        padding=(1, 0, 2),
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv3D",
        (normal(1, 2, 5, 4, 6), normal(3, 2, 3, 3, 3)),
        init={"out_channel": 3, "kernel_size": 3, "pad_mode": "same", "stride": (1, 2, 2)},
        dtypes="f16 f32",
        grad=True,
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv2DTranspose",
        (normal(2, 6, 5, 4), _W, (2, 4, 7, 6)),
        init=_CONV,
        dtypes="f16 f32 f64",
        grad=True,
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv2DTranspose",
        (normal(2, 6, 5, 4), _W, (2, 4, 10, 8)),
        init=_CONV | {"pad_mode": "same", "stride": 2},
        grad=True,
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv2DBackpropInput",
        (normal(2, 6, 5, 4), normal(6, 2, 3, 3), (2, 4, 9, 7)),
        init=_CONV | {"pad_mode": "pad", "pad": 1, "stride": 2, "group": 2},
        grad=True,
        rtol=1e-4,
    ),
    *cases(
        "ops.Conv3DTranspose",
        (normal(1, 3, 4, 3, 5), normal(3, 2, 2, 3, 3)),
        init={"in_channel": 3, "out_channel": 2, "kernel_size": (2, 3, 3)},
        grad=True,
        rtol=1e-4,
    ),
    *cases(
        "ops.conv3d_transpose",
        (normal(1, 3, 4, 3, 5), normal(3, 2, 2, 3, 3)),
        pad_mode="pad",
        padding=1,
        stride=2,
        output_padding=1,
        rtol=1e-4,
    ),
    *cases(
        "ops.DepthwiseConv2dNative",
        (_X, normal(1, 4, 3, 3)),
        init={"channel_multiplier": 1, "kernel_size": 3},
        rtol=1e-4,
    ),
    *cases(
        "Tensor.col2im",
        (normal(1, 2, 4, 9), values([4, 4], "i32"), [2, 2], [1, 1], [0, 0], [1, 1]),
        (normal(1, 2, 4, 8), values([4, 4], "i32"), [2, 2], [1, 1], [0, 0], [1, 1]),
        **_GRADS,
    ),
]
