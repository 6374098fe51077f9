"""Calls of fractional pooling."""

from records import cases, normal, unit

_X = normal(1, 2, 4, 5)

RECORDS = [
    *cases(
        "ops.fractional_max_pool2d",
        (normal(2, 3, 7, 8), 2, (4, 5)),
        (normal(3, 7, 9), (2, 3), (3, 4)),
        return_indices=True,
        random=True,
    ),
    *cases(
        "ops.FractionalMaxPoolWithFixedKsize",
        (normal(2, 3, 7, 8), unit(2, 3, 2)),
        init={"ksize": 2, "output_shape": (4, 5)},
    ),
    *cases(
        "ops.FractionalMaxPool3DWithFixedKsize",
        (normal(2, 3, 7, 8, 6), unit(2, 3, 3)),
        init={"ksize": (2, 3, 1), "output_shape": (4, 5, 3)},
    ),
    *cases("ops.fractional_max_pool2d", (_X, 2, None, 0.5), (_X, 2, None, 1.5), random=True),
    *[
        r
        for name in ("ops.FractionalMaxPool", "ops.FractionalAvgPool")
        for r in [
            *cases(name, (normal(1, 4, 4, 2),), init=([1.0, 1.0, 2.0, 1.0],), dtypes="f64 i32"),
            *cases(name, (normal(1, 4, 6, 2),), init=([1.0, 2.0, 2.0, 1.0], True, True)),
            *cases(name, (normal(1, 4, 6, 2),), init=([1.0, 2.0, 2.0, 1.0],)),
            *cases(
                name, (normal(1, 4, 6, 2),), init=([1.0, 2.0, 2.0, 1.0], False, False, False, 1)
            ),
            *cases(name, (normal(2, 7, 9, 2),), init=([1.0, 1.4, 1.7, 1.0],), random=True),
            *cases(name, (normal(2, 7, 9, 2),), init=([1.0, 0.5, 1.7, 1.0],)),
            *cases(name, (normal(2, 7, 9, 2),), init=([2.0, 1.5, 1.7, 1.0],)),
            *cases(name, (normal(2, 7, 9, 2),), init=([1.0, 1.5, 1.7],)),
            *cases(name, (normal(2, 7, 9, 2),), init=((1.0, 1.5, 1.7, 1.0),)),
            *cases(name, (normal(2, 7, 9, 2),), init=([1, 1.5, 1.7, 1.0],)),
            *cases(name, (normal(2, 7, 9, 2),), init=([1.0, 1.5, 1.7, 1.0], 1)),
            *cases(name, (normal(7, 9, 2),), init=([1.0, 1.5, 1.7, 1.0],)),
            *cases(name, (normal(2, 3, 4, 2),), init=([1.0, 1.5, 1.5, 1.0],), dtypes="f16"),
        ]
    ],
]
