"""Calls of resizing operations."""

from records import cases, normal, values

_A, _B, _C = normal(2, 1, 5), normal(1, 2, 4, 5), normal(1, 1, 2, 2, 3)


def _modes(x, size, *modes, grad=True, **options) -> list:
    return [
        r for m in modes for r in cases("ops.interpolate", (x, size), mode=m, grad=grad, **options)
    ]


RECORDS = [
    *_modes(_A, 7, "nearest", "linear", "nearest-exact"),
    *_modes(_A, (2,), "nearest", "linear", "nearest-exact"),
    *_modes(_B, (6, 7), "nearest", "bilinear", "bicubic", "area", "nearest-exact"),
    *_modes(_B, (2, 3), "nearest", "bilinear", "bicubic", "area", "nearest-exact"),
    *_modes(_B, (8, 10), "nearest", "bilinear", "nearest-exact"),
    *_modes(_C, (3, 3, 4), "nearest", "trilinear", "area"),
    *_modes(_A, 7, "linear", align_corners=True),
    *_modes(_B, (6, 7), "bilinear", "bicubic", align_corners=True),
    *_modes(_B, (1, 1), "bilinear", "bicubic", align_corners=True),
    *_modes(_C, (3, 3, 4), "trilinear", align_corners=True),
    *_modes(_B, (6, 7), "nearest", "bilinear", "bicubic", "area", dtypes="f16 f64 i32"),
    *cases("ops.interpolate", (_C,), scale_factor=1.7, mode="trilinear"),
    *cases("ops.interpolate", (_C,), scale_factor=(1.7, 2.0, 2.5)),
    *cases("ops.interpolate", (_B,), scale_factor=1.7, mode="area"),
    *[
        r
        for x, mode in (
            (_A, "nearest"),
            (_A, "linear"),
            (_A, "nearest-exact"),
            (_B, "nearest"),
            (_B, "bilinear"),
            (_B, "bicubic"),
            (_B, "nearest-exact"),
            (_C, "trilinear"),
        )
        for r in cases(
            "ops.interpolate", (x,), scale_factor=1.7, mode=mode, recompute_scale_factor=True
        )
    ],
    *cases("ops.interpolate", (_B,), scale_factor=1.7),
    *cases("ops.interpolate", (_B,), scale_factor=(2.0, 2.0), mode="bilinear"),
    *cases("ops.interpolate", (_B, (6, 7), None, "nearest", True), (_B, (6, 7), None, "bad")),
    *cases("ops.interpolate", (_B,), (_B, (6, 7), 2.0), (_B, (6, 7, 8)), (_B, (6, 0))),
    *cases("ops.interpolate", (_B, (6, 7), None, "linear"), (_B, None, -1.0), (_B, None, 2)),
    *cases("ops.interpolate", (normal(2, 3), 4), (1.0, (6, 7))),
    *cases("ops.interpolate", (_B, (6, 7)), recompute_scale_factor=True),
    *cases("ops.upsample", (_B, (6, 7), None, "bilinear", True)),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=((6, 7),), dtypes="f32 f16 f64 i32 i64"),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=((6, 7), True), grad=True),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=((2, 3),), grad=True),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=((8, 15),), grad=True),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=((1, 1), True)),
    *cases(
        "ops.ResizeNearestNeighbor",
        (_B,),
        init=((6, 7), False, True),
        differs="the CPU kernel ignores half_pixel_centers",
    ),
    *cases("ops.ResizeNearestNeighbor", (normal(2, 3),), init=((6, 7),)),
    *cases("ops.ResizeNearestNeighbor", (_B,), init=(2,)),
    *cases("ops.ResizeNearestNeighborV2", (_B, (6, 7)), (_B, values([2, 3], "int32"))),
    *cases("ops.ResizeNearestNeighborV2", (_B, (6, 7)), init=(True, False)),
    *cases("ops.ResizeNearestNeighborV2", (_B, (6, 7)), init=(False, True)),
    *cases("ops.ResizeNearestNeighborV2", (_B, (6, 7)), init=(True, True)),
    *cases("ops.ResizeBilinearV2", (_B, (6, 7)), (_B, (2, 3)), grad=True),
    *cases("ops.ResizeBilinearV2", (_B, (6, 7)), dtypes="f16 f64"),
    *cases("ops.ResizeBilinearV2", (_B, (6, 7)), init=(True,), grad=True),
    *cases("ops.ResizeBilinearV2", (_B, (6, 7)), (_B, (2, 2)), init=(False, True), grad=True),
    *cases("ops.ResizeBilinearV2", (_B, (0, 7)), (normal(2, 3), (2, 7))),
    *cases("ops.ResizeBicubic", (_B, (6, 7)), (_B, (2, 3)), grad=True),
    *cases("ops.ResizeBicubic", (_B, (6, 7)), init=(True,), grad=True),
    *cases("ops.ResizeBicubic", (_B, (6, 7)), (_B, (2, 2)), init=(False, True), grad=True),
    *cases("ops.ResizeBicubic", (_B, (6, 7)), dtypes="f16 f64"),
    *cases("ops.ResizeLinear1D", (_A, (7,)), (_A, values([3], "int64")), grad=True),
    *cases("ops.ResizeLinear1D", (_A, (7,)), (_A, (2,)), init=("half_pixel",), grad=True),
    *cases("ops.ResizeLinear1D", (_A, (7,)), init=("bad",)),
    *cases("ops.ResizeArea", (normal(1, 4, 5, 2), values([6, 7], "int32")), dtypes="f32 f64 i32"),
    *cases("ops.ResizeArea", (normal(1, 4, 5, 2), values([2, 3], "int32")), init=(True,)),
    *cases("ops.UpsampleNearest3D", (_C, (3, 3, 4)), (_C, None, [1.5, 1.5, 2.0]), grad=True),
    *cases("ops.UpsampleTrilinear3D", (_C, (3, 3, 4)), (_C, None, [1.7, 1.7, 2.1]), grad=True),
    *cases("ops.UpsampleTrilinear3D", (_C, None, [1.5, 1.5, 2.0]), init=(True,), grad=True),
    *cases("ops.UpsampleTrilinear3D", (_C,), (_C, (3, 3, 4), [1.5, 1.5, 2.0])),
]
