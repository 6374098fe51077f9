"""Joining, cutting and repeating."""

from records import ALL, INTS, cases, normal, values

_X = normal(2, 3, 4)

RECORDS = [
    # joining
    *cases("ops.concat", ((normal(2, 3), normal(1, 3)),), ([normal(2, 3)],), dtypes=ALL),
    *cases("ops.concat", ((normal(2, 3), normal(2, 1)), 1), ((_X, _X), -1), grad=True),
    *cases("ops.concat", ((_X, _X), 3), ((_X, normal(2, 3, 5)), 0), ((_X, normal(3)),), ((),)),
    *cases("ops.concat", (_X,), ((normal(), normal()),), ((_X, 2),), ((_X, _X), 1.0)),
    *cases("ops.cat", ([_X, _X], 1), ((_X, normal(0)),)),
    *cases("ops.Concat", ((_X, _X),), (_X,), init=(1,)),
    *cases("ops.Concat", ((_X, _X),), init={"axis": 3}),
    *cases("ops.stack", ((normal(2, 3), normal(2, 3)),), dtypes=ALL),
    *cases("ops.stack", ([_X, _X], -1), ([normal(), normal()],), grad=True),
    *cases("ops.stack", ([_X, _X], 4), ([_X, normal(3)],), ((),), ([1, 2],), ((_X, _X), 1.0)),
    *cases("ops.stack", ([normal(2), normal(2, dtype="int32")],)),
    *cases("ops.Stack", ((_X, _X),), (_X, _X), init=(1,)),
    *cases("ops.Stack", ((_X, _X),), init=(1.0,)),
    *cases("ops.hstack", ((_X, _X),), ((normal(3), normal(2)),), ((normal(), normal()),), ([],)),
    *cases("ops.vstack", ((normal(3), normal(3)),), ((_X, _X),), ((normal(2, 3), normal(4)),)),
    *cases("ops.row_stack", ((normal(3), normal(3)),)),
    *cases("ops.dstack", ((normal(3), normal(3)),), ((normal(2, 3), normal(2, 3)),), ((_X, _X),)),
    *cases("ops.column_stack", ((normal(3), normal(3)),), ((normal(3, 2), normal(3)),)),
    *cases("ops.block_diag", (normal(2, 3), normal(1, 2)), (normal(3), normal()), (_X,)),
    *cases("ops.block_diag", (normal(2), 2)),
    # cutting
    *cases("ops.split", (normal(7), 2), (normal(6), (1, 2, 3)), (normal(6), [1, 5]), grad=True),
    *cases("ops.split", (normal(6), [1, 2]), (normal(6), 0), (normal(6), 2.0), (normal(6), 2, 3)),
    *cases("ops.split", (normal(6), (1, -1, 6)), (normal(6), 10), (normal(0, 2), 3)),
    *cases("ops.split", (normal(2, 6), 4), axis=1),
    *cases("Tensor.split", (normal(6), 4), (normal(6), [1, 5]), (normal(2, 6), 3, 1)),
    *cases("Tensor.split", (normal(2, 6),), split_size=3, dim=1),
    *cases("ops.Split", (normal(6, 2),), init=(0, 3), grad=True),
    *cases("ops.Split", (normal(6, 2),), init=(0, 4)),
    *cases("ops.Split", (normal(6, 2),), init=(3, 2)),
    *cases("ops.Split", (normal(6, 2),)),
    *cases(
        "ops.tensor_split", (normal(7), 3), (normal(7), (2, 5)), (normal(7), (5, 2)), (normal(7), 8)
    ),
    *cases("ops.tensor_split", (normal(7), (-2,)), (normal(7), (2, 9)), (normal(7), 0)),
    *cases("ops.tensor_split", (normal(7), 1.5), (normal(2, 6), 4, 1)),
    *cases("ops.hsplit", (normal(2, 6), 4), (normal(6), 3), (normal(2, 6), (2,))),
    *cases("ops.vsplit", (normal(4, 2), 2)),
    *cases("ops.dsplit", (_X, 2), (normal(2, 4), 2)),
    *cases("ops.chunk", (normal(7), 3), (normal(7), 10), (normal(2, 7), 3, 1), (normal(7), 0)),
    *cases("ops.chunk", (normal(7), 2.0)),
    *cases("Tensor.chunk", (normal(7), 3), (normal(2, 7), 3, 1)),
    *cases("Tensor.chunk", (normal(2, 7), 3), dim=1),
    *cases("ops.unbind", (_X,), (_X, 2), (_X, 3), grad=True),
    *cases("ops.unstack", (_X, 1), (normal(),)),
    *cases("ops.Unstack", (_X,), init=(1,)),
    *cases("Tensor.unbind", (_X, 1)),
    # repetition
    *cases("ops.tile", (normal(2, 3), (2, 2)), dtypes=INTS + " f16 f32 f64 bool c64"),
    *cases("ops.tile", (_X, (2,)), (normal(2), (2, 1, 2)), (normal(), (2,)), grad=True),
    *cases("ops.tile", (_X, ()), (_X, (0, 1, 1)), (_X, (-1, 1, 1)), (_X, 2), (_X, (2.0, 1, 1))),
    *cases("ops.Tile", (_X, (1, 2, 1))),
    *cases("Tensor.tile", (_X, (1, 2, 1)), (_X, 2, 1)),
    *cases("Tensor.tile", (_X,), dims=(2, 1)),
    *cases("ops.repeat_interleave", (_X, 2), (_X, 2, 1), (_X, (1, 2), 0), grad=True),
    *cases("ops.repeat_interleave", (_X, values([1, 2], "int64"), 0), (_X, (2,), 0)),
    *cases("ops.repeat_interleave", (_X, (1, 2, 3), 0), (_X, 2, 3), (_X, -1, 0), (_X, 1.5, 0)),
    *cases("Tensor.repeat_interleave", (_X, 2), (_X, 2, 0)),
    *cases("Tensor.repeat_interleave", (_X, 2), dim=1),
    *cases("ops.repeat_elements", (_X, 2), (_X, 2, 1), (_X, 0, 1), (_X, 2, 5)),
]
