"""Calls of assignments to Parameters."""

from records import cases, normal

_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)

RECORDS = [
    # assignment
    *cases("ops.assign", (_x.param(), _y), (_x.param(), 2.0), (_x.param(), normal(3))),
    *cases("ops.assign_add", (_x.param(), _y), (_x.param(), 2.0), (_x.param(), normal(4))),
    *cases("ops.assign_sub", (_x.param(), _y), (_x.param(), 2.0), (_x.param(), normal(4))),
    *cases("ops.Assign", (_x.param(), _y), (_x.param(), normal(3))),
    *cases("ops.AssignAdd", (_x.param(), _y), (_x.param(), 2)),
    *cases("ops.AssignSub", (_x.param(), _y), (_x.param(), 2)),
]
