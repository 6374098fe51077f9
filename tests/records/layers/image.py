"""Calls of layers on images."""

from records import cases, ints, normal, unit

_X, _Y = unit(2, 3, 12, 13), unit(2, 3, 12, 13)

RECORDS = [
    *cases("nn.ImageGradients", (normal(2, 1, 3, 4),), grad=True),
    *cases("nn.ImageGradients", (ints(2, 1, 3, 4),), dtypes="i32"),
    *cases("nn.ImageGradients", (normal(2, 3),)),
    *cases("nn.CentralCrop", (normal(2, 3, 7, 5),), (normal(3, 8, 5),), init=(0.5,), grad=True),
    *cases("nn.CentralCrop", (normal(2, 3, 7, 5),), (normal(2, 3),), init=(0.3,)),
    *cases("nn.CentralCrop", (normal(3, 7, 5),), init=(1.0,)),
    *cases("nn.CentralCrop", (normal(3, 7, 5),), init=(1,)),
    *cases("nn.CentralCrop", (normal(3, 7, 5),), init=(1.5,)),
    *cases("nn.PixelShuffle", (normal(2, 8, 2, 3),), (normal(8, 2, 3),), init=(2,), grad=True),
    *cases("nn.PixelShuffle", (normal(2, 8, 2, 3),), init=(3,)),
    *cases("nn.PixelUnshuffle", (normal(2, 2, 4, 6),), init=(2,), grad=True),
    *cases("nn.Upsample", (normal(1, 2, 2, 3),), init={"size": (4, 5), "mode": "bilinear"}),
    *cases(
        "nn.Upsample",
        (normal(1, 2, 2, 3),),
        init={"scale_factor": 2.0, "recompute_scale_factor": True},
    ),
    *cases("nn.SSIM", (normal(2, 3), normal(2, 3)), (_X, unit(2, 3, 12, 12))),
    *cases("nn.SSIM", (_X, _Y), init={"max_val": -1}),
    *cases("nn.SSIM", (_X, _Y), init={"filter_size": 0}),
    *cases("nn.PSNR", (_X, normal(2, 3)), (_X, unit(2, 3, 12, 13, dtype="f16"))),
    *cases("nn.PSNR", (_X, _Y), init=(-1,)),
]
