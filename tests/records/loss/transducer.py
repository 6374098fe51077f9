"""Calls of the transducer loss."""

from records import cases, normal, values

RECORDS = [
    *cases("ops.RNNTLoss", (), init=(1.0,)),
    *cases("ops.RNNTLoss", (normal(1, 2, 3), values([[1, 2]], "i32"), *[values([2], "i32")] * 2)),
    *cases(
        "ops.RNNTLoss", (normal(1, 2, 3, 5), values([[1, 2]], "i64"), *[values([2], "i32")] * 2)
    ),
]
