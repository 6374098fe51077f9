"""Calls of unpooling."""

from records import cases, normal, perm, values

_PLACES = values([[[[1, 2], [8, 15]]]], "i64")
_CELLS = values([[[[[1, 2], [8, 31]]]]], "i64")

RECORDS = [
    *cases("ops.MaxUnpool2D", (normal(1, 1, 2, 2), _PLACES), init=(2,), grad=True),
    *cases("ops.MaxUnpool2D", (normal(1, 1, 2, 2), _PLACES), init=(2,), dtypes="f16 i32"),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=((2, 3), (2, 1), (0, 0))),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(3, 2, 1, (1, 1, 4, 4))),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(2, 2, 0, (1, 1, 5, 5))),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(2, 2, 0, (1, 1, 7, 7))),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(2, 2, 0, (4, 4))),
    *cases(
        "ops.MaxUnpool2D",
        (perm(1, 1, 2, 2), _PLACES),
        init=(1,),
        differs="compiled code cannot look at values: places outside are left out",
    ),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(0,)),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(2, 2, -1)),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=((2, 2, 2),)),
    *cases("ops.MaxUnpool2D", (perm(1, 2, 2), _PLACES), (perm(1, 1, 2, 3), _PLACES), init=(2,)),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), perm(1, 1, 2, 2)), init=(2,)),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init=(2.0,)),
    *cases("ops.MaxUnpool2D", (perm(1, 1, 2, 2), _PLACES), init={"ksize": 2, "data_format": "x"}),
    *cases(
        "ops.MaxUnpool2D",
        (normal(2, 2, 1, 2), values([[[[0, 3]], [[8, 10]]], [[[5, 5]], [[15, 1]]]], "i64")),
        init={"ksize": (2, 4), "data_format": "NHWC"},
        grad=True,
    ),
    *cases("ops.MaxUnpool3D", (normal(1, 1, 1, 2, 2), _CELLS), init=(2,), grad=True),
    *cases("ops.MaxUnpool3D", (perm(1, 1, 1, 2, 2), _CELLS), init=((3, 2, 2), (1, 2, 2))),
    *cases("ops.MaxUnpool3D", (perm(1, 1, 1, 2, 2), _CELLS), init=(2, 2, 0, (1, 1, 3, 4, 4))),
    *cases("ops.MaxUnpool3D", (perm(1, 1, 1, 2, 2), _CELLS), init=(2, 2, 0, (1, 1, 9, 4, 4))),
    *cases("ops.MaxUnpool3D", (perm(1, 1, 2, 2), _PLACES), init=(2,)),
    *cases(
        "ops.MaxUnpool3D",
        (normal(1, 2, 2, 1, 1), values([[[[[0]], [[3]]], [[[8]], [[10]]]]], "i64")),
        init={"ksize": 2, "data_format": "NDHWC"},
    ),
]
