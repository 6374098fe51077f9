"""Calls of elementwise arithmetic, comparison, logic and clipping.

Values and gradients; tests/kernels/test_promotion.py has which dtypes operators take and give.
"""

from records import bools, cases, dt, ints, normal, positive, specials, sym, ties, unit, values

BINARY = "add sub mul div maximum minimum".split()
SMOOTH = "exp expm1 sin cos tan atan sinh cosh tanh asinh".split()
POSITIVE = "log log1p log2 log10 sqrt rsqrt reciprocal lgamma digamma".split()
INSIDE = "asin acos atanh erfinv".split()
ROUNDING = "floor ceil round trunc frac".split()
x = normal(3, 4)

RECORDS = [
    *(r for f in BINARY for r in cases(f"ops.{f}", (normal(2, 3), normal(3)), grad=True)),
    *(r for f in BINARY for r in cases(f"ops.{f}", (ties(12), ties(12)), grad=f not in ("div",))),
    *(r for f in BINARY for r in cases(f"ops.{f}", (normal(2, 3), normal(4)))),
    *(r for f in BINARY for r in cases(f"ops.{f}", (ints(8), ints(8, low=1)), dtypes="i8 i64 u8")),
    *cases("ops.add", (normal(2), 2), (2.5, normal(2)), dtypes="i32 f16 f32 f64"),
    *cases("ops.pow", (positive(2, 3), normal(3)), dtypes="f32 f64", grad=True),
    *cases("ops.pow", (normal(4), 3), (normal(4), 2.0), (ints(6), 2), dtypes="f32 i32"),
    *cases("ops.float_power", (normal(4), 2), (positive(4), normal(4)), dtypes="i32 f32"),
    *(
        r
        for f in ("floor_div", "floor_mod", "fmod", "remainder", "truncate_div", "truncate_mod")
        for r in cases(f"ops.{f}", (normal(8), positive(8)), dtypes="f16 f32", grad=True)
    ),
    *(
        r
        for f in ("floor_divide", "floormod", "fmod", "remainder", "truncate_div", "truncate_mod")
        for r in cases(f"ops.{f}", (ints(9, low=-9, high=10), ints(9, low=1)), dtypes="i8 i32")
    ),
    *cases("ops.div", (normal(6), positive(6)), rounding_mode="floor", dtypes="f32 i32"),
    *cases("ops.div", (normal(6), positive(6)), rounding_mode="trunc"),
    *cases("ops.div", (normal(6), positive(6)), rounding_mode="up"),
    *cases(
        "ops.Mod",
        (normal(6), positive(6)),
        grad=True,
        differs="MindSpore's gradient rounds the quotient down, its result towards zero",
    ),
    *cases("ops.DivNoNan", (normal(12), ties(12)), grad=True),
    *cases("ops.MulNoNan", (specials(12), ties(12))),
    *cases("ops.SquaredDifference", (normal(2, 3), normal(3)), dtypes="f32 c64 i32", grad=True),
    *cases("ops.RealDiv", (normal(6), positive(6)), grad=True),
    *cases("ops.subtract", (normal(4), normal(4)), alpha=2, dtypes="f32 i32"),
    *cases("ops.addn", ([normal(3), normal(3), normal(3)],), dtypes="f32 i64 bool", grad=True),
    *cases("ops.addn", ([normal(3), normal(2)],), ([],), ([normal(3), normal(3, dtype="int32")],)),
    *(
        r
        for f in SMOOTH
        for r in cases(f"ops.{f}", (normal(2, 3),), dtypes="f16 f32 c64", grad=True)
    ),
    *(r for f in SMOOTH for r in cases(f"ops.{f}", (specials(9),), dtypes="f32")),
    *(
        r
        for f in POSITIVE
        for r in cases(f"ops.{f}", (positive(2, 3),), dtypes="f32 f64", rtol=2e-5, grad=True)
    ),
    *(r for f in INSIDE for r in cases(f"ops.{f}", (sym(6),), dtypes="f32 f64", grad=True)),
    *(r for f in ROUNDING for r in cases(f"ops.{f}", (normal(9),), grad=True)),
    *cases("ops.acosh", (values([1.5, 2.0, 9.0]),), dtypes="f32 f64", grad=True),
    *cases("ops.abs", (ties(9),), dtypes="f32 i32 c64", grad=True),
    *cases("ops.abs", (specials(9),)),
    *(r for f in ("neg", "square", "sign") for r in cases(f"ops.{f}", (ties(9),), grad=True)),
    *cases("ops.sgn", (normal(4),), dtypes="c64"),
    *cases("ops.Rint", (values([0.5, 1.5, -0.5, 2.6]),)),
    *cases("ops.inv", (values([1, -1, 4]),), dtypes="i32 f32"),
    *cases("ops.exp2", (normal(4),), dtypes="f16 f32 i32"),
    *cases("ops.fmax", (specials(9), specials(9))),
    *cases("ops.lerp", (normal(4), normal(4), 0.3), (normal(4), normal(4), unit(4)), grad=True),
    *cases("ops.lerp", (normal(4), normal(4), 1), (normal(4), normal(4, dtype="float16"), 0.5)),
    *cases("ops.addcmul", (normal(4), normal(4), normal(4)), dtypes="f32 i32", grad=True),
    *cases("ops.addcmul", (normal(4), normal(4), normal(4), 0.5), grad=True),
    *cases("ops.addcdiv", (normal(4), normal(4), positive(4), 0.5), grad=True),
    *cases("ops.logit", (unit(5),), (unit(5), 0.3), grad=True),
    *cases("ops.nan_to_num", (specials(9),), (specials(9), 1.0, 2.0, -3.0), dtypes="f16 f32"),
    *(r for f in ("deg2rad", "rad2deg") for r in cases(f"ops.{f}", (normal(3),), dtypes="f32 f64")),
    *(
        r
        for f in ("real", "imag", "conj", "angle")
        for r in cases(f"ops.{f}", (normal(3),), dtypes="c64")
    ),
    *cases("ops.polar", (positive(3), normal(3)), dtypes="f32 f64"),
    *cases("ops.Complex", (normal(3), normal(3)), dtypes="f32 f64 f16"),
    *(
        r
        for f in ("equal", "ne", "less", "le", "gt", "ge")
        for r in cases(f"ops.{f}", (ties(9), ties(9)), (ties(9), 0), (normal(2), normal(3)))
    ),
    *cases(
        "ops.equal", (1.0, normal(2)), differs="a number first is accepted, as in older releases"
    ),
    *cases("ops.approximate_equal", (unit(5), unit(5), 0.3), (unit(5), unit(5), 1)),
    *cases("ops.isclose", (ties(5), ties(5)), (ties(5), ties(5), 0.5), dtypes="f32 i32 bool"),
    *(r for f in ("isnan", "isinf", "isfinite") for r in cases(f"ops.{f}", (specials(9),))),
    *cases("ops.isreal", (normal(3),), dtypes="c64 f32"),
    *cases("ops.signbit", (specials(9),)),
    *(
        r
        for f in ("and", "or", "xor")
        for r in cases(f"ops.logical_{f}", (bools(6), bools(6)), (bools(2), True), (bools(2), 1))
    ),
    *(
        r
        for f in ("and", "or", "xor")
        for r in cases(
            f"ops.bitwise_{f}", (ints(6), ints(6)), (ints(4), 3), dtypes="i32 u8 bool f32"
        )
    ),
    *(
        r
        for f in ("left", "right")
        for r in cases(
            f"ops.bitwise_{f}_shift", (ints(4), ints(4, low=0)), (ints(4), 33), dtypes="i32 i8"
        )
    ),
    *cases("ops.invert", (ints(4),), dtypes="i16 u8 f32"),
    *cases("ops.population_count", (ints(6),), dtypes="i16 i64 u8"),
    *cases("ops.clamp", (normal(8), -0.5, 0.5), (normal(8), 0.2), (normal(8),), grad=True),
    *cases("ops.clamp", (ints(8), -2.5, 2), (ints(8), 3, 2), dtypes="i32"),
    *cases("ops.clamp", (normal(8), values(0.5), 2), (normal(8), 0, True), (bools(8), 0, 1)),
    *cases("ops.clip", (normal(8), 0.5, values(2.0)), (normal(8), values(0.5), values(1))),
    *cases("mint.clamp", (normal(8), 1, True), (normal(8), values(0.5), 2), dtypes="f16 i32"),
    *cases("ops.clip_by_value", (normal(8), -0.5, 0.5), (ties(9), 0.0, 1.0), grad=True),
    *cases("ops.clip_by_value", (ints(8), -2.5, 2), ([normal(3), normal(2)], 0, 1), (normal(3),)),
    *cases("ops.clip_by_norm", (normal(2, 3), 1.0), dtypes="f32 f16", grad=True),
    *cases("ops.clip_by_norm", (normal(4), 9.0, 1), grad=True),
    *cases("ops.clip_by_norm", (normal(4), values(0.5)), ([normal(2), normal(3)], values([0.5]))),
    *cases(
        "ops.clip_by_norm",
        (normal(4), 9.0, 1),
        dtypes="f16",
        differs="MindSpore enlarges half-precision Tensors whose norm is below the bound",
    ),
    *cases(
        "ops.clip_by_global_norm", ([normal(3), normal(2)], 0.5), ((normal(3),), 90.0), grad=True
    ),
    *cases(
        "ops.clip_by_global_norm", ([normal(3)], -1.0), ([normal(3)], 1.0, 2.0), dtypes="f32 f16"
    ),
    *cases(
        "ops.cast",
        *((specials(9), dt(t)) for t in ("int32", "int64", "bool_", "float16", "float64")),
        *((values([300.7, -1.5, 70000.0, -3e9, 1e20]), dt(t)) for t in ("int8", "uint8", "uint32")),
    ),
    *cases(
        "ops.cast", (ints(6, low=-300, high=300), dt("uint8")), (2.5, dt("int32")), dtypes="i32"
    ),
    *cases("ops.cast", (normal(3), "int32"), ([1, 2], dt("int32"))),
    *cases("Tensor.astype", (normal(3), "int8"), (normal(3), "nothing"), (normal(3), None)),
    *cases("Tensor.add", (normal(3), normal(3)), alpha=2, dtypes="f32 i32"),
    *cases("Tensor.add", (normal(3), [1.5, 2, 3]), (normal(3), (1, True, 3)), dtypes="f16 f32 i32"),
    *cases("Tensor.sub", (normal(3), [1.5, 2, 3]), (normal(2, 3), [[4], [7]]), dtypes="f32 i64"),
    *cases("Tensor.add", (normal(3), [1, 2]), (normal(3), ["a"])),
    *cases("Tensor.add", (normal(3), [1, 2, 3]), alpha=2),
    *cases("Tensor.sub", (normal(3),), y=[1, 2, 3]),
    *cases("Tensor.sub", (normal(3), 1), alpha=0.5, dtypes="f32 i32"),
    *cases("ops.CompareAndBitpack", (normal(2, 16), values(0)), dtypes="f16 f32 f64 i8 i32 i64"),
    *cases("ops.CompareAndBitpack", (bools(8), values(False, "bool")), (x, values(0))),
    *cases("ops.CompareAndBitpack", (normal(8), values(0, "i32"))),
    # complex parts
    *cases("ops.view_as_real", (x,), dtypes="c64 c128 f32"),
]
