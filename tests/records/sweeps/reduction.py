"""Generated calls of reductions, scans and sorts: axes, kept axes, ties, nan, no elements, 0-d."""

from records import ALL, cases, marked, normal, perm, positive, specials, ties, values

x, y = normal(2, 3, 4), positive(3, 4)
# function: how its options for keeping the axis are called
REDUCE = {
    **dict.fromkeys("sum argmax logsumexp".split(), "keepdim"),
    **dict.fromkeys("mean prod all any count_nonzero".split(), "keep_dims"),
    **dict.fromkeys(
        "amax amin max min argmin std var std_mean var_mean".split()
        + "median nanmean nanmedian nansum".split(),
        "keepdims",
    ),
}
METHODS = (
    "sum mean prod all any amax amin max min argmax argmin std var median nanmean nanmedian "
    "nansum logsumexp count_nonzero"
).split()
CLASSES = "ReduceSum ReduceMean ReduceProd ReduceAll ReduceAny ReduceMax ReduceMin".split()
ALIASES = "reduce_sum reduce_mean reduce_max reduce_min".split()
SCANS = "cumsum cumprod cummax cummin logcumsumexp".split()
ALONG = "softmax log_softmax softmin argsort sort".split()
SLOPE = {"grad": True, "rtol": 3e-5}


def axes(data, *given):
    return tuple((data, axis) for axis in given)


GARBAGE = "MindSpore reads memory that is not its own"
NAN = "MindSpore drops NaN or infinities, depending on the order of elements"
PAIR = "a positional axis gives values that unpack as a pair: extremum_methods.py"
OLDER = "names and positions of older releases are accepted"
DIFFERS = {
    r"^ops.any\(perm<3x4>, 0\) (i16|i32|i64|u16|u32|u64|f16|f32|f64|c64|c128)$": GARBAGE,
    r"^ops.any\((normal<0>\)|normal<0x3>, 0|ties<4x5>, 1)": GARBAGE,
    r"^Tensor.any\(normal<2x3x4>, (0|-1)\) i32": GARBAGE,
    r"^ops.ReduceAny\(\)\((perm<3x4>, (0|-1)\) (f32|f64)|perm<3x4>, 0\) f16)": GARBAGE,
    r"^ops.ReduceAny\(\)\((normal<0x3>, 0|ties<3x5>, 1)": GARBAGE,
    r"^ops.(mean|prod|ReduceMean\(\)|ReduceProd\(\))\(normal<0x3>, 0\)": GARBAGE,
    r"^ops.mean\(normal<0>\)": GARBAGE,
    r"^ops.(std|var)_mean\(normal<0x3>, 0\)": "the mean of nothing is NaN",
    r"^ops.(argmax|argmin|max|min)\((\[1.0, 2.0\], 0|2.0)\)": (
        "MindSpore raises AttributeError by accident"
    ),
    r"^ops.var_mean\(ties<4x5>, 0\)": "MindSpore's derivative at variance 0 is NaN",
    r"^ops.(std|var)(_mean)?\(normal<1>, 0, 1\)": "a derivative of 0/0 is NaN",
    r"^ops.(argmax|logsumexp|min|softmax|log_softmax|softmin|sort)\(special.* odd$": NAN,
    r"^ops.(amax\(special<3x5>, 0|amin\(special<3x5>, 1)": NAN,
    r"^ops.Reduce(Max|Min)\(\)\(special": NAN,
    r"^Tensor.(max|min)\(normal<2x3x4>, (0|-1|1, True)\)": PAIR,
    r"^Tensor.(std|var)\(normal<2x3x4>(, 0|, -1)?\) i32": (
        "MindSpore rounds the mean of integers to an integer"
    ),
    r"^Tensor.prod\(normal<2x3x4>, (\(0, 1\)|axis=1(\)|, keep_dims))": OLDER,
    r"^Tensor.std\(normal<2x3x4>, (1|None), True\) (?!f32 kept)": OLDER,
    r"^Tensor.(nansum|count_nonzero)\(.*dim=1": OLDER,
    r"^Tensor.(amax|amin|median)\(normal<2x3x4>, axis=1, keep_dims=True\)": OLDER,
    r"^ops.cumprod\(ties": "MindSpore's derivative divides by zeros",
    r"(ops|Tensor).cummin\(normal<2x3x4>, 3\)": "MindSpore raises IndexError by accident",
    r"^ops.cumsum\(normal<0x3>, 0": "MindSpore refuses Tensors without elements",
    r"^ops.log_softmax\(perm<3x4>, 0\) f64": "MindSpore computes in Float32",
    r"^ops.softmin\(normal<2x3x4>, \(0, 1\)\)": "MindSpore fails inside",
    r"^ops.(nan)?quantile\(normal<2x3x4>, 1.5\) i32": "another check comes first",
    r"^ops.norm\(normal<2x3x4>, 'fro', 4, ": "another check comes first",
    r"^ops.topk\(normal<0-d>, 1\)": "MindSpore raises RuntimeError",
    r"^Tensor.kthvalue\(perm<3x4>, 2(, 0, True)?\)": "MindSpore's CPU build has no kernel",
}
_CALLS = [
    *(r for f in REDUCE for r in cases(f"ops.{f}", *axes(perm(3, 4), 0), dtypes=ALL)),
    *(r for f in REDUCE for r in cases(f"ops.{f}", *axes(x, 0, 1, -1, -3, 2), tag="axis", **SLOPE)),
    *(r for f in REDUCE for r in cases(f"ops.{f}", *axes(x, (0, 1), [1, 2], (-1, 0), ()))),
    *(
        r
        for f in REDUCE
        for r in cases(f"ops.{f}", *axes(x, None, 3, -4, 1.5, "x", (0, 0), (0, 7)))
    ),
    *(r for f in REDUCE for r in cases(f"ops.{f}", (x,), (normal(),), (normal(1),), (normal(), 0))),
    *(
        r
        for f in REDUCE
        for r in cases(f"ops.{f}", (normal(0),), (normal(0, 3), 0), (normal(0, 3), 1))
    ),
    *(r for f in REDUCE for r in cases(f"ops.{f}", ([1.0, 2.0], 0), (2.0,))),
    *(
        r
        for f, k in REDUCE.items()
        for r in cases(f"ops.{f}", *axes(x, 1, -1), kw={k: True}, **SLOPE)
    ),
    *(r for f, k in REDUCE.items() for r in cases(f"ops.{f}", (x, 0), kw={k: 1})),
    *(r for f in REDUCE for r in cases(f"ops.{f}", *axes(ties(4, 5), 0, 1), tag="ties", **SLOPE)),
    *(r for f in REDUCE for r in cases(f"ops.{f}", *axes(specials(3, 5), 0, 1), tag="odd")),
    *(
        r
        for f in METHODS
        for r in cases(f"Tensor.{f}", *axes(x, 0, -1), (x,), dtypes="f32 i32 bool")
    ),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", *axes(x, (0, 1), 3, "x"))),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (x, 1, True), (x, None, True), tag="kept")),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (x,), axis=1, tag="named")),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (x,), dim=1, tag="named")),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (x,), axis=1, keepdims=True)),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (x,), axis=1, keep_dims=True)),
    *(
        r
        for f in CLASSES
        for r in cases(f"ops.{f}", *axes(perm(3, 4), 0, -1, (0, 1)), dtypes="f32 f64 f16 i8 bool")
    ),
    *(
        r
        for f in CLASSES
        for r in cases(f"ops.{f}", (normal(0, 3), 0), (normal(0, 3), 1), (normal(), ()))
    ),
    *(
        r
        for f in CLASSES
        for r in cases(f"ops.{f}", (specials(3, 5), 1), (ties(3, 5), 1), tag="odd")
    ),
    *(r for f in CLASSES for r in cases(f"ops.{f}", (x, 1), init={"keep_dims": 1})),
    *(r for f in ALIASES for r in cases(f"ops.{f}", (x,), (x, 1), (x, (0, 2), True), (x, 4))),
    *(r for f in SCANS for r in cases(f"ops.{f}", (perm(3, 4), 0), dtypes=ALL)),
    *(r for f in SCANS for r in cases(f"ops.{f}", *axes(x, 0, 1, -1), **SLOPE)),
    *(r for f in SCANS for r in cases(f"ops.{f}", *axes(ties(4, 5), 0, -1), tag="ties", **SLOPE)),
    *(
        r
        for f in SCANS
        for r in cases(f"ops.{f}", (specials(2, 6), 1), (specials(6, 2), 0), tag="odd")
    ),
    *(r for f in SCANS for r in cases(f"ops.{f}", *axes(x, 3, -4, 1.0, None, "x", (0,)), (x,))),
    *(
        r
        for f in SCANS
        for r in cases(f"ops.{f}", (normal(), 0), (normal(0, 3), 0), (normal(0, 3), 1))
    ),
    *(r for f in SCANS for r in cases(f"Tensor.{f}", *axes(x, 1, 3), (x,), dtypes="f32 i32")),
    *(r for f in ALONG for r in cases(f"ops.{f}", (perm(3, 4), 0), dtypes=ALL)),
    *(r for f in ALONG for r in cases(f"ops.{f}", *axes(x, 0, 1, -1), (x,), **SLOPE)),
    *(r for f in ALONG for r in cases(f"ops.{f}", (specials(3, 5), 1), tag="odd")),
    *(r for f in ALONG for r in cases(f"ops.{f}", *axes(x, 3, -4, 1.0, "x", (0, 1)))),
    *(
        r
        for f in ALONG
        for r in cases(f"ops.{f}", (normal(), 0), (normal(0, 3), 0), (normal(3, 0), 1))
    ),
    *(
        r
        for f in ("std", "var", "std_mean", "var_mean")
        for r in cases(
            f"ops.{f}",
            (y, 0, 1),
            (y, 1, 2),
            (y, 1, True),
            (y, 0, 5),
            (y, 0, "x"),
            (normal(1), 0, 1),
            (y, (0, 1), 3),
            **SLOPE,
        )
    ),
    *(r for f in ("std", "var") for r in cases(f"Tensor.{f}", (y, 0, 1), (y, 1, 2, True), (y,))),
    *(r for f in ("std", "var") for r in cases(f"Tensor.{f}", (y,), correction=0, dim=1)),
    *(
        r
        for f in ("quantile", "nanquantile")
        for r in cases(
            f"ops.{f}",
            (x, 0.5),
            (x, 0.25, 1),
            (x, 0.3, 1, True),
            (x, values([0.1, 0.9]), 0),
            (x, 1.5),
            (x, 0.5, 4),
            (normal(0), 0.5),
            dtypes="f32 f64 i32",
        )
    ),
    *(
        r
        for f in ("quantile", "nanquantile")
        for r in cases(f"Tensor.{f}", (x, 0.5), (specials(3, 4), 0.5, 1))
    ),
    *cases("ops.topk", (perm(3, 4), 2), dtypes=ALL),
    *cases(
        "ops.topk", (x, 0), (x, 5), (x, 2, 0), (x, 2, -1, False), (x, 2, 3), (x, 1.0), (normal(), 1)
    ),
    *cases(
        "Tensor.kthvalue",
        (perm(3, 4), 2),
        (perm(3, 4), 5),
        (perm(3, 4), 0),
        (perm(3, 4), 2, 0, True),
    ),
    *cases("Tensor.msort", (x,), (normal(),), (normal(0, 2),)),
    *cases("Tensor.trace", (y,), (normal(3),), (x,)),
    *cases("Tensor.ptp", (x, (0, 1)), (x, 5), (x, -1, True)),
    *cases("Tensor.cov", (y,), dtypes="f32 f64 i32"),
    *cases(
        "ops.vector_norm",
        *((x, o) for o in (0, 1, 2, 3.5, float("inf"), -float("inf"), -1)),
        **SLOPE,
    ),
    *cases("ops.vector_norm", *((x, 2, a) for a in (0, -1, (0, 2), None, 5, "x")), **SLOPE),
    *cases(
        "ops.matrix_norm",
        *((y, o) for o in ("fro", "nuc", 1, -1, 2, -2, float("inf"), 3, "x")),
        **SLOPE,
    ),
    *cases(
        "ops.norm", *((y, o) for o in (None, "fro", "nuc", 1, 2, 0, float("inf"), "x", 3)), **SLOPE
    ),
    *cases(
        "ops.norm",
        *((x, o, d, k) for o in (1, 2, "fro") for d in (0, (0, 1), 4) for k in (False, True)),
    ),
    *cases("Tensor.norm", (y,), (y, 2, 0), (y, "fro", (0, 1), True), (normal(),)),
]
RECORDS = marked(_CALLS, DIFFERS)
