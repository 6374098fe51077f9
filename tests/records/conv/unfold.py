"""Calls of sliding blocks and deformable convolution."""

from records import cases, normal, sym, values

_SIZE = values([3, 3], "int32")
_X = normal(1, 2, 4, 5)
_LIMITS = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "ksize": (2, 2)}

RECORDS = [
    *cases("ops.unfold", (normal(1, 2, 3, 3), 2), dtypes="i32 f16 f32 f64 c64", grad=True),
    *cases("ops.unfold", (_X, (2, 3), 1, (1, 0), (2, 1)), (_X, 2, 2, 1, 1), grad=True),
    *cases(
        "ops.unfold", (normal(2, 4, 5), 2), (_X, 6), (_X, 2.0), (_X, 0), (_X, 2, 1, (1, 0, 1, 1))
    ),
    *cases("Tensor.unfold", (_X, 2)),
    *cases("ops.fold", (normal(1, 8, 4), _SIZE, 2), dtypes="f16 f32 f64", grad=True),
    *cases("ops.fold", (normal(1, 8, 12), values([5, 4], "int32"), 2, 1, 1, (2, 1))),
    *cases("ops.fold", (normal(8, 4), _SIZE, 2), (normal(1, 8, 5), _SIZE, 2)),
    *cases("ops.fold", (normal(1, 7, 4), _SIZE, 2)),
    *cases("ops.col2im", (normal(1, 2, 4, 4), _SIZE, [2, 2], [1, 1], [0, 0], [1, 1]), grad=True),
    *cases("ops.Im2Col", (_X,), init={"ksizes": 2, "strides": 2, "pads": 1}),
    *cases("ops.Col2Im", (normal(1, 2, 4, 4), _SIZE), init={"kernel_size": 2}),
    *cases(
        "ops.DeformableOffsets", (normal(1, 2, 4, 4), sym(1, 12, 3, 3)), init=_LIMITS, grad=True
    ),
    *cases(
        "ops.DeformableOffsets",
        (normal(2, 4, 5, 6), sym(2, 24, 3, 5)),
        init={
            "strides": (1, 1, 2, 1),
            "pads": (1, 1, 1, 0),
            "ksize": (2, 2),
            "dilations": (1, 1, 2, 2),
            "deformable_groups": 2,
        },
        rtol=1e-4,
    ),
    *cases("ops.DeformableOffsets", (_X, _X), init=_LIMITS | {"modulated": False}),
    *cases(
        "ops.deformable_conv2d",
        (
            normal(1, 2, 4, 4),
            normal(3, 2, 2, 2),
            sym(1, 12, 3, 3),
            (2, 2),
            (1, 1, 1, 1),
            (0, 0, 0, 0),
        ),
        rtol=1e-4,
        grad=True,
    ),
]
