"""Calls that reduce groups of rows."""

from records import cases, normal, positive, ties, values

x, m = normal(5), normal(5, 3)
IDS = values([0, 0, 1, 3, 0], "int32")
SORTED = values([0, 0, 1, 3, 3], "int32")
GRID = values([[0, 1, 2], [2, 1, 0], [0, 0, 0], [1, 1, 1], [-1, 2, 2]], "int64")
BEYOND = "msjax ignores groups out of bounds"
TYPES = "i32 f16 f32 f64"


def unsorted(name: str) -> list:
    op = f"ops.unsorted_segment_{name}"
    found = [*cases(op, (x, IDS, 5), (m, IDS, 4), (m, GRID, 3), dtypes=TYPES)]
    found += cases(op, (positive(5), IDS, 5), (positive(5, 3), IDS, 4), grad=True, tag="grad")
    if name in ("max", "min"):
        found += cases(op, (ties(5, 3), IDS, 4), grad=True, tag="ties")
    found += cases(op, (x, IDS, 0), (x, IDS, -1), (x, IDS, 2.5), (x, normal(5), 4), (x, GRID, 4))
    found += cases(op, (x, values([0, 1], "int32"), 4))
    differs = None if name == "sum" else "MindSpore reads -1 from a Tensor"
    found += cases(op, (x, IDS, values(5, "int64")), differs=differs)
    found += cases(op, (x, values([0, 0, 9, 0, 0], "int32"), 4), differs=BEYOND)
    found += cases(f"ops.UnsortedSegment{name.capitalize()}", (m, IDS, 4))
    if name != "sum":
        found += cases(f"Tensor.unsorted_segment_{name}", (m, IDS, 4))
    return found


def ordered(name: str) -> list:
    op = f"ops.Segment{name}"
    found = [*cases(op, (x, SORTED), (m, SORTED), dtypes=TYPES)]
    found += cases(op, (positive(5, 3), SORTED), grad=name != "Prod", tag="grad")
    found += cases(op, (x, IDS), (x, values([-1, 0, 0, 1, 1], "int32")), (x, GRID))
    found += cases(op, (x, values([0, 1], "int32")), (x, normal(5)))
    return found


RECORDS = [
    *(r for name in ("sum", "max", "min", "prod") for r in unsorted(name)),
    *(r for name in ("Sum", "Max", "Min", "Prod", "Mean") for r in ordered(name)),
    *cases("ops.sparse_segment_mean", (m, values([4, 1, 0], "int32"), values([0, 0, 2], "int32"))),
    *cases("ops.sparse_segment_mean", (m, values([4, 1], "int32"), values([0, 0, 2], "int32"))),
]
