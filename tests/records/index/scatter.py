"""Calls that write elements by index."""

from records import cases, normal, positive, values

x, m = normal(6), normal(3, 4)
TWICE = values([[0, 1], [2, 3], [0, 1]], "int32")
POSITIONS = values([[0, 1], [2, 3]], "int64")
ROWS = values([[2], [0]], "int32")
GRID = values([[0, 3], [1, 0]], "int64")
KINDS = "update add sub max min mul div".split()
BEYOND = "msjax ignores positions out of bounds"
NEGATIVE = "msjax counts negative positions from the end"


def u(*shape):
    return positive(*shape)


def tensor_scatters() -> list:
    found = []
    for kind in KINDS:
        op = f"ops.tensor_scatter_{kind}"
        found += cases(op, (m, POSITIONS, u(2)), dtypes="i32 i64 f16 f32 f64")
        found += cases(op, (m, POSITIONS, u(2)), (m, ROWS, u(2, 4)), grad=True, tag="grad")
        found += cases(op, (m, normal(1, 2), u(1)), (m, POSITIONS, u(3)))
        found += cases(op, (m, values([[0, 1, 2]], "int32"), u(1)), (m, values([1], "int32"), u(4)))
        found += cases(op, (m, POSITIONS, normal(2, dtype="float16")))
        found += cases(op, (m, values([[0, 9]], "int32"), u(1)), differs=BEYOND)
        found += cases(f"ops.TensorScatter{kind.capitalize()}", (m, ROWS, u(2, 4)))
        if kind not in ("update",):
            found += cases(op, (m, TWICE, u(3)), dtypes="f32 i32" if kind != "div" else "f32")
            found += cases(f"Tensor.scatter_{kind}", (m, POSITIONS, u(2)))
    return found


def ref_scatters() -> list:
    found = []
    rows, slices = values([2, 0], "int32"), u(2, 4)
    for kind in KINDS:
        name = kind.capitalize()
        found += cases(f"ops.Scatter{name}", (m.param(), rows, slices))
        found += cases(f"ops.ScatterNd{name}", (m.param(), POSITIONS, u(2)))
        op = f"ops.scatter_nd_{kind}"
        found += cases(op, (m.param(), POSITIONS, u(2)), (m, ROWS, slices))
        found += cases(op, (m.param(), POSITIONS, u(3)))
        if kind != "update":
            found += cases(op, (m.param(), TWICE, u(3), True))
        if kind == "sub":
            continue  # there is no ops.scatter_sub
        op = f"ops.scatter_{kind}"
        types = "f32 f16" if kind == "div" else "i32 f32 f16"  # no zeros among the divisors
        found += cases(op, (m.param(), rows, slices), (m, rows, slices), dtypes=types)
        found += cases(op, (m.param(), values([[2, 1]], "int64"), u(1, 2, 4)))
        found += cases(op, (m.param(), rows, u(2, 3)), (m.param(), normal(2), slices))
        found += cases(op, (m.param(), values([0, 9], "int32"), slices), differs=BEYOND)
        if kind != "update":
            found += cases(op, (m.param(), values([2, 2], "int32"), slices))
    return found


_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)

RECORDS = [
    *tensor_scatters(),
    *ref_scatters(),
    *cases("Tensor.scatter_add", (m, TWICE, u(3)), grad=True),
    *cases("Tensor.scatter_add", (m, 1, GRID, u(2, 2))),
    *cases("ops.scatter_nd", (TWICE, normal(3), (3, 4)), dtypes="i32 i64 f16 f32 f64", grad=True),
    *cases("ops.scatter_nd", (ROWS, normal(2, 4), (3, 4)), (ROWS, normal(2), (3,)), grad=True),
    *cases(
        "ops.scatter_nd", (ROWS, normal(3), (4,)), (ROWS, normal(2), (0,)), (ROWS, normal(2), 4)
    ),
    *cases("ops.scatter_nd", (values([[9]], "int32"), normal(1), (4,)), differs=BEYOND),
    *cases("ops.scatter_nd", (values([[-1]], "int32"), normal(1), (4,)), differs=NEGATIVE),
    *cases("ops.ScatterNd", (ROWS, normal(2), (3,)), dtypes="i8 f32"),
    # elements along an axis
    *cases("ops.scatter", (m, 1, GRID, u(2, 2)), (m, 0, values([[2, 0]], "int64"), u(1, 2))),
    *cases("ops.scatter", (m, 1, GRID, u(2, 2)), dtypes="i32 f16 f64 bool"),
    *cases("ops.scatter", (m, -1, values([[3, 0]], "int64"), u(1, 2)), grad=True),
    *cases("ops.scatter", (m, 1, GRID, 5.0), (m, 1, values([[0, 9]], "int64"), u(1, 2))),
    *cases("ops.scatter", (m, 1, GRID, u(2, 3)), (m, 1, normal(2, 2), u(2, 2))),
    *cases("ops.scatter", (m, 1, GRID, normal(2, 2, dtype="f16"))),
    *cases("ops.scatter", (m, 2, GRID, u(2, 2))),
    *cases("ops.scatter", (m, 1, values([0], "int64"), u(1))),
    *cases("Tensor.scatter", (m, 1, GRID, u(2, 2)), (m, 1, GRID, 3.0)),
    *cases("Tensor.scatter", (m,), axis=1, index=GRID, src=u(2, 2)),
    *cases("Tensor.scatter", (m,), dim=1, index=GRID, src=u(2, 2)),
    *cases("mint.scatter", (m, 1, GRID, u(2, 2)), (m, 0, values([[2, 0]], "int64"), 1.5)),
    *cases("mint.scatter_add", (m, 1, GRID, u(2, 2))),
    *cases("ops.tensor_scatter_elements", (m, GRID, u(2, 2), 1), grad=True),
    *cases(
        "ops.tensor_scatter_elements", (m, values([[0, 0]], "int32"), u(1, 2), 1, "add"), grad=True
    ),
    *cases("ops.tensor_scatter_elements", (m, values([[0, 1]], "int32"), u(1, 2))),
    *cases("ops.tensor_scatter_elements", (m, values([[-1, 9]], "int32"), u(1, 2), 1)),
    *cases("ops.tensor_scatter_elements", (m, GRID, u(2, 2), 1, "sub"), (m, GRID, u(2, 3))),
    *cases("ops.TensorScatterElements", (m, GRID, u(2, 2)), init=(1, "add"), dtypes="i32 f32"),
    # slices
    *cases("mint.index_add", (m, 1, values([1, 3], "int32"), normal(3, 2)), alpha=2),
    *cases("Tensor.index_add", (m, 0, values([0, 0], "int32"), normal(2, 4)), grad=True),
    *cases("Tensor.index_add", (m, values([0, 2], "int32"), normal(2, 4), 0)),
    *cases(
        "ops.index_add", (m.param(), values([0, 2], "int32"), normal(2, 4), 0), dtypes="i32 f32"
    ),
    *cases("ops.index_add", (m.param(), values([0, 2], "int32"), normal(2, 3), 0)),
    *cases("ops.index_add", (m.param(), values([0, 2], "int32"), normal(2, 4), 2)),
    *cases("ops.IndexAdd", (m.param(), values([0, 2], "int32"), normal(3, 2)), init=(1,)),
    *cases("ops.index_fill", (m, 0, values([0, 2], "int32"), 5.0), dtypes="i32 f16 f32 bool"),
    *cases(
        "ops.index_fill", (m, 1, values(-1, "int32"), values(3)), (m, 1, values([1], "int32"), 2)
    ),
    *cases("ops.index_fill", (m, 2, values(0, "int32"), 1.0), (m, 1, values([[1]], "int32"), 1.0)),
    *cases("ops.index_fill", (m, 0, normal(2), 1.0)),
    *cases("ops.IndexFill", (m, 0, values([0], "int32"), values(5)), dtypes="f32 f64"),
    *cases("Tensor.index_fill", (m, 0, values([1], "int32"), 5.0)),
    *cases("Tensor.index_put", (m, (values([0, 1], "int32"), values([1, 2], "int32")), normal(2))),
    *cases("Tensor.index_put", (m, [values([0, 0], "int64"), values([1, 1], "int64")], u(2), True)),
    *cases("Tensor.index_put", (m, (values([0, -1], "int32"),), normal(1)), grad=True),
    *cases("Tensor.index_put", (m, (values([0, 1], "int32"),), normal(3)), (m, (normal(2),), u(1))),
    *cases(
        "ops.IndexPut", (m, u(2), [values([0, 0], "int32"), values([1, 1], "int32")]), init=(1,)
    ),
    *cases("ops.ScatterAddWithAxis", (m, values([[0, 1, 1, 0]], "int32"), u(1, 4)), init=(0,)),
    # Inplace*
    *cases("ops.inplace_update", (m, u(2, 4), (0, 2)), (m, u(1, 4), 1), dtypes="i32 f32 f16"),
    *cases("ops.inplace_add", (m, u(2, 4), (0, 2)), (m, u(1, 4), 1), dtypes="i32 f32 f16"),
    *cases("ops.inplace_sub", (m, u(2, 4), (0, 2)), (m, u(1, 4), 1), dtypes="i32 f32 f16"),
    *cases("ops.inplace_update", (m, u(2, 4), (0, 9)), (m, u(2, 3), (0, 1)), (m, u(1, 4), 1.5)),
    *cases("ops.InplaceUpdate", (m, u(2, 4)), init=((0, 1),)),
    *cases("ops.InplaceAdd", (m, u(2, 4)), init=((0, 0),)),
    *cases("ops.InplaceSub", (m, u(1, 4)), init=(2,)),
    *cases("ops.InplaceUpdateV2", (m, values([0, 1], "int32"), u(2, 4))),
    *cases("ops.inplace_index_add", (m.param(), values([0, 1], "int32"), u(2, 4), 0)),
    *cases("ops.InplaceIndexAdd", (m.param(), values([0, 1], "int32"), u(3, 2)), init=(1,)),
    *cases("Tensor.inplace_update", (m, u(2, 4), (0, 1))),
    *cases("ops.ScatterNonAliasingAdd", (_v.param(), values([[0], [2]], "i32"), normal(2))),
]
