"""Calls of rarely used operations, one or two of each; sweep_remaining.py has more."""

from records import cases, dt, ints, normal, spd, values

GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
x, y, v = normal(2, 3), normal(2, 3), normal(3)
named = {"a": 1}
AUGMENTED = "add sub mul div floordiv mod"

RECORDS = [
    # Python values
    *(r for f in AUGMENTED.split() for r in cases(f"ops.augassign_{f}", (7, 2))),
    *(r for f in ("add", "sub", "mul") for r in cases(f"ops.augassign_{f}", (x, y))),
    *cases("ops.augassign_div", (x, y), differs="Tensors can be divided"),
    *cases("ops.augassign_floordiv", (x, y), differs="Tensors can be divided"),
    *cases("ops.augassign_mod", (x, y)),
    *cases("ops.is_sequence_value_unknown", ((1, 2),)),
    *cases("ops.is_sequence_shape_unknown", ((1, 2),)),
    *cases("ops.augassign_add", ([1], [2]), ("a", "b"), ("a", 1), (x, 1)),
    *cases("ops.hyper_add", ((x, 1), (y, 2)), (1, 2), (x, y), ((1, 2), (1,)), (x, "a")),
    *cases("ops.broadcast_gradient_args", ((2, 3), (3,)), ((2, 1), (2, 3)), ((2,), (3,)), (1, 2)),
    *cases("ops.dict_getitem", (named, "a"), (named, "b"), ([1], 0)),
    *cases("ops.in_dict", ("a", named), (1, named)),
    *cases("ops.not_in_dict", ("a", named)),
    *cases("ops.isconstant", (x,), (1,)),
    *cases("ops.make_list", (1, 2)),
    *cases("ops.make_slice", (1, 2, 3)),
    *cases("ops.tensor_range", (0, 6, 2), (values(0, "i32"), values(6, "i32"), values(2, "i32"))),
    *cases("ops.tensor_range", (0, 6, 0), (x, 6, 2)),
    *cases("ops.range", (x, 6, 2), (values([1], "i32"), 6, 2)),
    *cases("ops.arange", (x, 6, 2), (values([1], "i32"), 6, 2)),
    *cases("ops.tuple_div", ((4, 6), (2, 3)), ((4, 6), 2), ((4, 6), (2,)), ((5,), (2,))),
    *cases("ops.array_to_scalar", (x,), (1,)),
    *cases("ops.depend", (x, 1), (x, y), (3, x), **GRADS),
    *cases("ops.Depend", (x, y), (x,), **GRADS),
    *cases("ops.deepcopy", (x,), (1,), **GRADS),
    *cases(
        "ops.mixed_precision_cast", (dt("float16"), x), (dt("float16"), ints(2, 3, dtype="i32"))
    ),
    *cases("ops.switch", (True, 1, 2), (False, 1, 2)),
    # assignment
    *cases("ops.assign", (x.param(), y), (x.param(), 2.0), (x.param(), normal(3))),
    *cases("ops.assign_add", (x.param(), y), (x.param(), 2.0), (x.param(), normal(4))),
    *cases("ops.assign_sub", (x.param(), y), (x.param(), 2.0), (x.param(), normal(4))),
    *cases("ops.Assign", (x.param(), y), (x.param(), normal(3))),
    *cases("ops.AssignAdd", (x.param(), y), (x.param(), 2)),
    *cases("ops.AssignSub", (x.param(), y), (x.param(), 2)),
    *cases("ops.ScatterNonAliasingAdd", (v.param(), values([[0], [2]], "i32"), normal(2))),
    # the rest
    *cases("Tensor.aminmax", (x,), **GRADS),
    *cases("Tensor.aminmax", (x,), axis=1, keepdims=True),
    *cases("Tensor.aminmax", (x,), axis=2),
    *cases(
        "Tensor.col2im",
        (normal(1, 2, 4, 9), values([4, 4], "i32"), [2, 2], [1, 1], [0, 0], [1, 1]),
        (normal(1, 2, 4, 8), values([4, 4], "i32"), [2, 2], [1, 1], [0, 0], [1, 1]),
        **GRADS,
    ),
    *cases("Tensor.lu_solve", (normal(3, 2), spd(3, 3), values([1, 2, 3], "i32")), rtol=1e-4),
    *cases("Tensor.lu_solve", (normal(3, 2), spd(3, 3), values([1, 2], "i32"))),
    *cases("ops.TransposeView", (x, (1, 0)), (x, (0, 0))),
    *cases("ops.TransposeExtView", (x, 0, 1), (x, 0, 2)),
    *cases("ops.soft_shrink", (x,), (x, -1.0), (x, 0.1), **GRADS),
    *cases(
        "ops.fractional_max_pool3d",
        (normal(1, 1, 4, 4, 4), (2, 2, 2), (2, 2, 2)),
        (normal(1, 1, 4, 4, 4), (2, 2, 2), (5, 5, 5)),
        _random_samples=values([[[0.5, 0.5, 0.5]]]),
    ),
    *cases("ops.SpaceToBatch", (normal(1, 1, 2, 2),), init=(2, [[0, 0], [0, 0]])),
    *cases("ops.BatchToSpace", (normal(4, 1, 1, 1),), init=(2, [[0, 0], [0, 0]])),
    *cases("ops.add_layer_norm", (x, y, v, v)),
    *cases("ops.FloatStatus", (x,)),
    *cases("ops.DynamicShape", (x,)),
    *cases("ops.HistogramFixedWidth", (x, values([0.0, 2.0])), init=(4,)),
]
