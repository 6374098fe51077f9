"""Calls of reductions."""

from records import ALL, cases, normal

RECORDS = [
    *cases("ops.ReduceSum", (normal(2, 3, 4),), (normal(2, 3, 4), 1), dtypes=ALL, grad=True),
    *cases("ops.ReduceSum", (normal(2, 3), (0, 1)), (normal(2, 3), ()), init={"keep_dims": True}),
    *cases("ops.ReduceSum", (normal(2, 3), 2), (normal(2, 3), "x")),
]
