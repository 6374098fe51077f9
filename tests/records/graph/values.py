"""Calls on Python values."""

from records import cases, dt, ints, normal

_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)
_named = {"a": 1}

RECORDS = [
    *cases("ops.scalar_to_tensor", (1,), (2.5, dt("int32")), ("a",)),
    *cases("ops.tuple_to_array", ((1, 2, 3),), ((1.5, 2),)),
    *cases("ops.scalar_cast", (2.7, dt("int64")), (2, dt("float32"))),
    *cases("ops.scalar_add", (1, 2.5)),
    *cases("ops.scalar_div", (1, 0)),
    *cases("ops.is_sequence_value_unknown", ((1, 2),)),
    *cases("ops.is_sequence_shape_unknown", ((1, 2),)),
    *cases("ops.broadcast_gradient_args", ((2, 3), (3,)), ((2, 1), (2, 3)), ((2,), (3,)), (1, 2)),
    *cases("ops.dict_getitem", (_named, "a"), (_named, "b"), ([1], 0)),
    *cases("ops.in_dict", ("a", _named), (1, _named)),
    *cases("ops.not_in_dict", ("a", _named)),
    *cases("ops.isconstant", (_x,), (1,)),
    *cases("ops.make_list", (1, 2)),
    *cases("ops.make_tuple", (1, 2)),
    *cases("ops.make_slice", (1, 2, 3)),
    *cases("ops.tuple_div", ((4, 6), (2, 3)), ((4, 6), 2), ((4, 6), (2,)), ((5,), (2,))),
    *cases("ops.tuple_div", ((4, 6), (2, 0)), ((4, 6), (2, 3.0)), ((4, True), (2, 1))),
    *cases("ops.array_to_scalar", (_x,), (1,)),
    *cases(
        "ops.mixed_precision_cast", (dt("float16"), _x), (dt("float16"), ints(2, 3, dtype="i32"))
    ),
    *cases("ops.switch", (True, 1, 2), (False, 1, 2)),
    *cases("ops.DynamicShape", (_x,)),
]
