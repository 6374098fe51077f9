"""NumPy's interface: rearranging, joining, splitting and picking."""

from records import bools, cases, ints, normal, specials, values

_M = normal(2, 3)
_X = normal(2, 3, 4)
_REAL = "f32 i32 bool"
_BACK = "MindSpore's derivative of reversed slices is wrong, or raises"
_MIXED = "MindSpore refuses to join Tensors of different element types here"

RECORDS = [
    # dimensions
    *cases("numpy.transpose", (_M,), (_X, (1, 2, 0)), (_X, [2, 0, 1]), grad=True),
    *cases("numpy.transpose", (_X, (0, 1)), (_M, (0, 0)), (_M, (0, 2)), ([1],), (_M, 1.5)),
    *cases("numpy.expand_dims", (_M, 0), (_M, (0, 3)), (_M, [-1, 0]), (_M, -1), grad=True),
    *cases(
        "numpy.expand_dims", (_M, (0, 0)), (_M, 5), (_M, 1.5), ([1], 0), (_M, (0, 9)), (_M, None)
    ),
    *cases("numpy.squeeze", (normal(1, 2, 1),), (normal(1, 2, 1), 0), (_M, 0), (_M, 5), ([1],)),
    *cases("numpy.squeeze", (normal(1, 2, 1), (0, 2)), (normal(1, 2, 1), -1), grad=True),
    *cases("numpy.rollaxis", (_X, 2), (_X, 0, 3), (_X, 0, 2), (_X, 1, -1), (_X, -1, 1), (_X, 1, 1)),
    *cases("numpy.rollaxis", (_X, 3), (_X, 0, 4), (_X, 0, -4), (_X, 1.0), ([1], 0), (_X, 0, 1.0)),
    *cases("numpy.swapaxes", (_X, 0, -1), (_X, 0, 3), (_X, 0, 1.0), ([1], 0, 0)),
    *cases("numpy.reshape", (_M, (3, 2)), (_M, -1), (_M, [6, 1]), dtypes=_REAL),
    *cases("numpy.reshape", (_M, (5, 2)), (_M, (2, -1, -1)), ([1], 1), (_M, "a")),
    *cases("numpy.ravel", (_X,), (normal(),), (3,), grad=True),
    *cases("numpy.moveaxis", (_X, 0, -1), (_X, (0, 1), (2, 0)), (_X, [0, 1], [-1, -2]), grad=True),
    *cases(
        "numpy.moveaxis", (_X, None, (2, 1, 0)), (_X, (0, 1), 2), (_X, (0, 0), (1, 2)), (_X, 0, 3)
    ),
    *cases("numpy.moveaxis", (_X, 0.0, 1), (_X, (0, 1), (1, 1))),
    *cases("numpy.atleast_1d", (normal(),), (normal(), _M), (), ([1],)),
    *cases("numpy.atleast_2d", (normal(3),), (normal(), _X)),
    *cases("numpy.atleast_3d", (normal(3),), (_M,), (normal(), _X)),
    *cases("numpy.tile", (normal(3), 2), (_M, (2, 1)), (normal(3), (2, 1, 2)), dtypes=_REAL),
    *cases("numpy.tile", (_M, [2, 2]), (normal(), 2), grad=True),
    *cases("numpy.tile", (_M, 0), (_M, (2, 0)), (_M, -1), (_M, 1.5), ([1], 2), (normal(0, 2), 2)),
    *cases("numpy.broadcast_to", (normal(3), (2, 3)), (normal(2, 1), [2, 3]), grad=True),
    *cases("numpy.broadcast_to", (normal(), (2, 2)), (bools(2), (1, 2)), (normal(1), (0,))),
    *cases(
        "numpy.broadcast_to", (normal(3), (2, 4)), (_M, (3,)), (normal(3), 3), (normal(3), (2, -1))
    ),
    *cases(
        "numpy.broadcast_arrays", (normal(3), ints(2, 1, dtype="int32")), (normal(3), normal(2))
    ),
    # orders of elements
    *cases("numpy.roll", (_M, 1), (_M, 1, 0), (_M, (1, 2), (0, 1)), (_M, -4, 1), dtypes=_REAL),
    *cases("numpy.roll", (_M, (1, 2), 1), (_M, 1, (0, 1)), (_M, [1, 2], [0, 1]), grad=True),
    *cases("numpy.roll", (_M, (1, 2, 3), (0, 1)), (_M, 1, 5), (_M, 1.5), ([1], 1), (_M, 1, 1.0)),
    *cases("numpy.flip", (_M,), (_M, 1), (_X, (0, -1)), dtypes=_REAL),
    *cases("numpy.flip", (_M, 0), grad=True, differs=_BACK),
    *cases("numpy.flip", (_M, 2), (_M, (0, 0)), (_M, 1.0), ([1],), (normal(0, 2),), (normal(),)),
    *cases("numpy.flipud", (_M,), (normal(3),), (normal(),)),
    *cases("numpy.fliplr", (_M,), (normal(3),), ([1],)),
    *cases(
        "numpy.rot90", (_M,), (_M, 2), (_M, -1), (_M, 7), (_M, 0), (_X, 1, (1, 2)), dtypes="f32 i32"
    ),
    *cases("numpy.rot90", (_M, 1, [1, 0]), (_M, 3), grad=True, differs=_BACK),
    *cases(
        "numpy.rot90", (_M, 1.0), (_M, 1, (0, 0)), (_M, 1, (0, 1, 2)), (_M, 1, 0), (_M, 1, (0, 2))
    ),
    *cases("numpy.size", (_M,), (_M, 1), ([1, 2],), (_M, 2), (_M, 1.0), (3,), ("a",)),
    *cases("numpy.array_str", (ints(2, 2, dtype="int32"),), ([1],)),
    # joining
    *cases("numpy.concatenate", ((_M, _M),), ([_M, _M], 1), ((_M, normal(3)), None), dtypes=_REAL),
    *cases(
        "numpy.concatenate", ((_M, _M), -1), (_X,), (_X, 1), ((_M,),), ((_M, _X), 40), grad=True
    ),
    *cases("numpy.concatenate", ((_M, ints(2, 1, dtype="int8")), 1), ([_M, bools(1, 3)],)),
    *cases("numpy.concatenate", ((normal(2, dtype="u16"), normal(2, dtype="f64")),), (_X, None)),
    *cases("numpy.concatenate", ((_M, normal(3)),), ((_M, _M), 2), (None,), (3,), ((_M, _M), 1.0)),
    *cases("numpy.concatenate", (_X, 2), (_X, -1), (_X, 3), ((normal(), normal()),), (([1], [2]),)),
    *cases(
        "numpy.append", (_M, normal(1)), (_M, _M, 0), (_M, ints(2, 3, dtype="int64"), 1), grad=True
    ),
    *cases("numpy.append", (_M, normal(3), 0), (_M, normal(1, 2), 0), (_M, _M, 5), ([1], [2])),
    *cases("numpy.append", (normal(), normal()), (_M, _M, 1.0)),
    *cases("numpy.stack", ((_M, _M),), ([_M, _M], 1), ([_M, _M], -1), (_X, 1), grad=True),
    *cases("numpy.stack", ([_M, _M], 5), ((_M, normal(3)),), (3,), ([1, 2],), ((_M,),), (_X, 2)),
    *cases("numpy.stack", ((normal(2), ints(2, dtype="int32")),), ((normal(0), normal(0)), 1)),
    *cases(
        "numpy.column_stack", ((normal(3), normal(3, 2)),), ((normal(), normal()),), (_M,), ([],)
    ),
    *cases("numpy.column_stack", ((_X, _X),), (3,), ((normal(3), _M),)),
    *cases("numpy.vstack", ((normal(3), _M),), ((normal(), normal()),), (_M,), ([],), (3,)),
    *cases("numpy.vstack", ((normal(3), normal(2)),)),
    *cases("numpy.vstack", ((normal(3), ints(3, dtype="int32")),), differs=_MIXED),
    *cases("numpy.hstack", ((normal(3), normal(2)),), ((_M, _M),), ((normal(), normal()),), ([],)),
    *cases("numpy.hstack", ((normal(3), _M),), (3,), ((_X, _X),)),
    *cases("numpy.dstack", ((normal(3), normal(3)),), ((_M, _M),), ((_X, _X),), ((normal(), _X),)),
    *cases("numpy.dstack", ((_M, normal(2, 3, 2)),), grad=True),
    # splitting
    *cases("numpy.split", (normal(6), 3), (_X, 2, 2), (normal(6), [1, -1]), grad=True),
    *cases(
        "numpy.split", (normal(6), 4), (normal(6), (1, 9)), (normal(6), [2, 1]), (normal(6), [0, 1])
    ),
    *cases("numpy.split", (normal(6), 7), (normal(6), 0), (normal(6), -1), (normal(6), 1.5)),
    *cases("numpy.split", (normal(6), [1.5]), (_M, 3, 2), (_M, 3, 1.0), ([1], 1), (normal(3), [])),
    *cases("numpy.array_split", (normal(5), 2), (_X, 3, 2), (normal(5), [1, 3]), (normal(5), 6)),
    *cases("numpy.vsplit", (_M, 2), (_M, [1])),
    *cases("numpy.hsplit", (_M, 3), (_M, [1]), (normal(3), 3)),
    *cases("numpy.dsplit", (_X, 2), (_M, 1)),
    # picking
    *cases("numpy.take_along_axis", (_M, values([[0], [1]], "i64"), 1), dtypes=_REAL),
    *cases("numpy.take_along_axis", (_M, values([[0, 1, 0]], "i32"), 0), grad=True),
    *cases(
        "numpy.take_along_axis", (_M, values([5, 1], "i64"), None), (_M, values([[-1]], "i64"), 1)
    ),
    *cases("numpy.take_along_axis", (_M, values([1], "i64"), 1), (_M, values([[0]], "i64"), 2)),
    *cases("numpy.take_along_axis", (_M, values([[0.0]]), 1), (_M, [[0]], 1)),
    *cases("numpy.take", (_M, values([0, 9], "i64")), (_M, values([[2]], "i32"), 1), grad=True),
    *cases("numpy.take", (_M, values([0, 4], "i64"), 1, "wrap"), (_M, values(1, "i64"), 0)),
    *cases("numpy.take", (_M, values([0], "i64"), 0, "raise"), (_M, values([0], "i64"), 0, "x")),
    *cases("numpy.take", (_M, [0]), (_M, values([0], "i64"), 2), (_M, values([0.0]))),
    *cases(
        "numpy.repeat", (_M, 2), (_M, 2, 1), (_M, [1, 2], 0), ([1, 2], 3), (3, 3), dtypes="f32 i32"
    ),
    *cases("numpy.repeat", (_M, -1), (_M, 1.5), (_M, 2, 3), (_M, [1, 2, 3], 0), (_M, [2])),
    *cases("numpy.select", ([[True, False], [False, False]], [[1, 2], [3, 4]], 9), (3, 4)),
    *cases("numpy.select", ([bools(2, 3), bools(2, 3)], [_M, _M]), (bools(2, 2), ints(2, 2), 1.5)),
    *cases("numpy.select", (bools(2, 3), _M, normal(3)), ([True], [1, 2]), ([[True], [False]], _M)),
    *cases("numpy.select", (bools(2, 3), _M), (bools(2, 3), normal(2, 1), 5), grad=True),
    *cases("numpy.choose", ([2, 0], [[1, 2], [3, 4], [5, 6]]), ([5, -1], [[1, 2], [3, 4]], "wrap")),
    *cases("numpy.choose", ([5, -1, 0], _M), (values([[1], [0]], "i8"), [_M, [1, 2, 3]])),
    *cases(
        "numpy.choose", ([1.0], [[1]]), (1, [1, 2]), ([1], [[1], [2]], "raise"), ([1], [[1]], "x")
    ),
    *cases(
        "numpy.choose", ([1, 0], [[1, 2, 3], [2, 3, 4]]), (bools(2), [1, 2]), ([1, 0], [10, 20])
    ),
    *cases("numpy.where", (bools(2, 3), _M, _M), dtypes="f32 i32 bool f16 f64"),
    *cases("numpy.where", (bools(2, 3), _M, 0), (bools(3), _M, 0.5), dtypes="f32 i32 f16 bool u8"),
    *cases("numpy.where", (normal(2, 1), _M, normal(3)), ([True, False], 1.5, [3, 4]), grad=True),
    *cases("numpy.where", (bools(2), True, False), (bools(2),), (bools(2), 1), (bools(2), "a", 1)),
    *cases("numpy.where", (bools(2), _M, 1), (True, 1, 2), (specials(7), 1, 2)),
    *cases("numpy.where", (bools(2), normal(2, dtype="u64"), ints(2, dtype="i8"))),
    *cases("numpy.unique", (ints(9, low=0, high=4),), (ints(2, 3),), dtypes="f32 i32 i64 f16"),
    *cases("numpy.unique", (ints(6), True), (bools(3),), ([1],), (normal(),)),
    *cases("numpy.argwhere", (bools(2, 3),), ([0, 1],), (3,), (values([0, 0]),)),
    *cases("numpy.intersect1d", ([1, 3, 4, 3], [3, 1, 2, 1]), (ints(6), ints(5)), (normal(2), [9])),
    *cases("numpy.intersect1d", (ints(6), ints(5), False, True), dtypes="i32 f32"),
    *cases("numpy.intersect1d", ([1, 2, 3], [3.0, 2, 7], True, True), ([1], [1], 1), ("a", [1])),
    *cases("numpy.intersect1d", (bools(2), bools(2)), (ints(2, 2), [1, 2, 0])),
    *cases(
        "numpy.unravel_index", ([3, 5, -1, 100, -100], (2, 3)), (values([22, 41], "i64"), (7, 6))
    ),
    *cases("numpy.unravel_index", ([3, 5], (2, 3, 4), "F"), (1621, (6, 7, 8, 9)), (5, 9), ([5], 9)),
    *cases(
        "numpy.unravel_index",
        ([3], (2, 3), "X"),
        ([3.0], (2, 3)),
        ("a", (2, 3)),
        ([[1], [2]], (2, 3)),
    ),
]
