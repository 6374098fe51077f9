"""Calls that put a slice into a Tensor."""

from records import cases, normal

_X = normal(2, 3, 4)

RECORDS = [
    # replaced slices and diagonals
    *cases(
        "ops.slice_scatter", (_X, normal(1, 3, 4), 0, 1), (_X, normal(1, 3, 4), 0, -1), grad=True
    ),
    *cases("ops.slice_scatter", (_X, normal(2, 2, 4), 1, 0, 9, 2), (_X, normal(2, 3, 4), 5)),
    *cases("ops.slice_scatter", (_X, normal(2, 2, 4), 1), (_X, normal(2, 3, 4), 1, 0, 9, 0)),
    *cases("Tensor.slice_scatter", (_X, normal(2, 3, 4))),
    *cases("ops.select_scatter", (_X, normal(2, 4), 1, 2), (_X, normal(2, 4), 1, -1), grad=True),
    *cases("ops.select_scatter", (_X, normal(3, 4), 1, 0), (_X, normal(2, 4), 1, 3)),
    *cases("Tensor.select_scatter", (_X, normal(2, 4), 3, 0)),
    *cases("ops.diagonal_scatter", (_X, normal(4, 2)), (_X, normal(3, 2), 1, 0, 2), grad=True),
    *cases("ops.diagonal_scatter", (_X, normal(3)), (_X, normal(4, 2), 0, 1, 1)),
]
