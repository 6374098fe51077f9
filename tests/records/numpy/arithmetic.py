"""Calls of the NumPy-like arithmetic: one element at a time, and reductions over axes."""

from records import (
    COMMON,
    cases,
    dt,
    ints,
    marked,
    normal,
    positive,
    specials,
    sym,
    ties,
    unit,
    values,
)

x = normal(2, 3)
y = normal(2, 3)
one = values([1.5, -2.5, 0.5, 2.5])
# Kinds of numbers: what makes an integer a float, what is refused.
SWEPT = "i8 u8 i16 i32 i64 bool f16 bf16 f64 c64"
LIKE = "negative sqrt square cbrt reciprocal exp expm1 exp2 log log1p rint trunc ceil floor"
TENSOR = "absolute positive log2 log10 deg2rad rad2deg"
TRIGONOMETRY = "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh"
ANGLES = {"arccosh": values([1.0, 1.5, 4.0]), "arcsin": sym(3), "arccos": sym(3), "arctanh": sym(3)}
LISTS = "add subtract true_divide floor_divide remainder power hypot heaviside copysign gcd lcm"
PAIRS = ("multiply", *LISTS.split(), "fmod", "maximum", "minimum", "float_power", "arctan2")
MIXED = ((ints(3, dtype="i32"), positive(3)), (ints(3, dtype="i8"), ints(3, dtype="u8")))
DOUBLE = (positive(3, dtype="f32"), positive(3, dtype="f64"))
z = normal(2, 3, 4)
odd = values([[1, float("nan"), 3], [4, 5, 7]])
AXES = ((z,), (z, 1), (z, -1), (z, (0, 2)), (z, ()))
BAD = ((z, 3), (z, (0, 0)), (z, 1.0), (z, "a"), ([1, 2],))
mask = values([[True], [False], [True]], "bool")


def elementwise():
    """One argument."""
    for name in (LIKE + " positive deg2rad rad2deg").split():
        yield from cases(f"numpy.{name}", ([1, 2],), (2,), (2.5,), ("a",))
    for name in (LIKE + " " + TENSOR).split():
        yield from cases(f"numpy.{name}", (positive(2, 3),), grad=True)
        yield from cases(f"numpy.{name}", (positive(2, 3),), dtypes=SWEPT)
    for name in TRIGONOMETRY.split():
        yield from cases(f"numpy.{name}", (ANGLES.get(name, normal(3)),), grad=True)
        yield from cases(f"numpy.{name}", (values([1, 0, 1]),), dtypes="i8 i32 bool f64 c64")
        yield from cases(f"numpy.{name}", ([1, 2],))
    yield from cases("numpy.sin", (x,), dtype=dt("float64"))
    yield from cases("numpy.sqrt", (positive(3),), dtype=dt("int32"))
    yield from cases("numpy.sqrt", (positive(3),), kw={"dtype": "float16"})
    yield from cases("numpy.sqrt", (values([-1.0, 0.0, 4.0]),), grad=True)
    yield from cases("numpy.absolute", (ties(5),), grad=True)
    for name in ("radians", "abs", "fabs"):
        yield from cases(f"numpy.{name}", (x,))
    for name in ("rint", "trunc", "ceil", "floor", "fix", "sign"):
        yield from cases(f"numpy.{name}", (one,), (specials(8),), grad=True, tag="odd")
    yield from cases("numpy.fix", (one,), dtypes="i32 bool f16 f64")
    yield from cases("numpy.fix", ([1.5],), (2.5,))
    yield from cases("numpy.sign", (ties(4),), dtypes="bool i8 i32 f16 f64")
    yield from cases("numpy.sign", ([1, -2],), (-2.5,))
    yield from cases("numpy.around", (one,), (normal(3), 2), (values([15, 25, 135]), -1))
    yield from cases("numpy.around", (values([15, 25, 135]), -1), (ints(3),), dtypes="i32 f64")
    yield from cases("numpy.around", (one, 1.0), ([1.5, 2.5],), ([1, 2], 1), (one,), grad=True)
    yield from cases("numpy.invert", (ints(3),), dtypes="i8 i32 u8 bool f32")
    yield from cases("numpy.bitwise_not", ([1, 2],))


def pairs():
    """Two arguments."""
    for name in PAIRS:
        same = (positive(2, 3), positive(2, 3))
        grad = name not in ("gcd", "lcm", "copysign")
        if name not in ("gcd", "lcm"):
            yield from cases(f"numpy.{name}", (normal(2, 3), normal(3)), grad=grad)
            yield from cases(f"numpy.{name}", DOUBLE)
        yield from cases(f"numpy.{name}", same, dtypes="i8 i32 u8 bool")
        if name not in ("gcd", "lcm"):
            yield from cases(f"numpy.{name}", same, grad=grad, dtypes="f16")
            yield from cases(f"numpy.{name}", same, grad=grad, dtypes="f64", rtol=2e-6)
            yield from cases(f"numpy.{name}", *MIXED, dtypes="f16")
        yield from cases(f"numpy.{name}", ([1, 2], [3, 2]), (7, 2), (positive(3), None))
        yield from cases(f"numpy.{name}", (positive(3), 2), (positive(3), 1.5), dtypes="i32")
        if name not in ("gcd", "lcm"):
            yield from cases(f"numpy.{name}", (positive(3), 2), (positive(3), 1.5), dtypes="f16")
        yield from cases(f"numpy.{name}", (positive(2, 3), positive(2, 2)))
    yield from cases("numpy.divide", (x, y), grad=True)
    yield from cases("numpy.divide", (ints(3), positive(3, dtype="f64")), dtypes="i32")
    yield from cases("numpy.mod", (x, y))
    yield from cases("numpy.add", (x, y), dtype=dt("float16"))
    yield from cases("numpy.remainder", (values([5, -5, 5, -5]), values([3, 3, -3, -3])))
    yield from cases("numpy.remainder", (values([5, -5]), values([3, -3])), dtypes="i32 f16")
    yield from cases("numpy.fmod", (values([5, -5, 5, -5]), values([3, 3, -3, -3])))
    yield from cases("numpy.fmod", (values([5, -5]), values([3, -3])), dtypes="i32 f16")
    yield from cases("numpy.floor_divide", (values([5, -5]), values([3, 3])), dtypes="i32")
    yield from cases("numpy.divmod", (x, y), (x, 2), (x, 1.5), ([1], [2]), dtypes="f32 i32 f16")
    yield from cases("numpy.gcd", (values([12, 18, 0, -4]), values([8, 27, 5, 6])), dtypes="i32")
    yield from cases("numpy.lcm", (values([12, 18, 0, -4]), values([8, 27, 5, 6])), dtypes="i32")
    yield from cases("numpy.heaviside", (values([-1.0, 0.0, 2.0]), values([0.5])))
    yield from cases("numpy.maximum", (ties(6), ties(6)), tag="ties", grad=True)
    yield from cases("numpy.minimum", (ties(6), ties(6)), tag="ties", grad=True)
    yield from cases("numpy.maximum", (specials(8), specials(8)), (specials(8), 0.0))
    yield from cases("numpy.copysign", (values([1.0, -2.0]), values([-0.0, 0.0])))
    yield from cases("numpy.logaddexp", (x, y), grad=True)
    yield from cases("numpy.logaddexp", (x, y), ([1.0], [2.0]), (x, 1), dtypes="f16")
    yield from cases("numpy.logaddexp", (x, 1.0), dtypes="f16", rtol=1e-3)
    yield from cases("numpy.logaddexp", (x, y), ([1], [2]), dtypes="i32")
    yield from cases("numpy.logaddexp2", (x, y), grad=True)
    yield from cases("numpy.logaddexp2", (x, y), ([1.0], [2.0]), (x, 1), dtypes="f16 i32")
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        yield from cases(f"numpy.{name}", (ints(4), ints(4)), dtypes="i32 bool f32")
        yield from cases(f"numpy.{name}", (ints(4), 2), ([1, 2], [3, 2]), dtypes="i8")
    yield from cases("numpy.clip", (x, -0.5, 0.5), (x, None, 0.5), (x, -0.5, None), grad=True)
    yield from cases("numpy.clip", (x, None, None), (x, 0.5, -0.5), ([1, 5], 2, 3))
    yield from cases("numpy.clip", (x, -1, 1), (x, -0.5, 0.5), dtypes="i32 f16 i8")
    yield from cases("numpy.clip", (x, normal(3), positive(2, 1)), (2.5, 0, 1), (x, [0, 0, 0], 1))
    yield from cases("numpy.clip", (x, 0, 1), dtype=dt("float64"))


def reductions():
    """Over axes."""
    yield from cases("numpy.sum", *AXES, *BAD, (z, 1, None, True), grad=True)
    yield from cases("numpy.sum", (z, 1), dtypes=COMMON + " i8 u8")
    yield from cases("numpy.sum", (z, 1), initial=2.5, dtype=dt("float64"))
    yield from cases("numpy.sum", (z,), initial=2, axis=0, dtypes="i32")
    yield from cases("numpy.sum", (z,), initial="a")
    yield from cases("numpy.sum", (z,), axis=0, keepdims=1)
    yield from cases("numpy.mean", *AXES, *BAD, (z, 1, True), grad=True)
    yield from cases("numpy.mean", (z, 1), dtypes=COMMON + " i8 u8")
    yield from cases("numpy.mean", (z, 1), dtype=dt("float64"), dtypes="f32 i32")
    for name in ("std", "var"):
        yield from cases(f"numpy.{name}", *AXES, *BAD, (z, 1, 1), (z, (0, 1), 0, True), grad=True)
        yield from cases(f"numpy.{name}", (z, 1), dtypes=COMMON + " i8 u8")
        yield from cases(f"numpy.{name}", (z, 1, -1), (z, 1, 0.5))
    for name in ("amax", "amin"):
        yield from cases(f"numpy.{name}", *AXES, *BAD, (z, 1, True), grad=True)
        yield from cases(f"numpy.{name}", (z, 1), dtypes=COMMON + " i8 u8")
        yield from cases(f"numpy.{name}", (z, 1), initial=0.25, where=mask)
        yield from cases(f"numpy.{name}", (z, 1), where=mask)
        yield from cases(f"numpy.{name}", (z,), (z, 0), initial=0.25)
        yield from cases(f"numpy.{name}", (z,), (z, 0), initial=1, dtypes="i32")
        yield from cases(f"numpy.{name}", (ties(3, 4), 1), (odd, 1), tag="ties", grad=True)
    yield from cases("numpy.max", (z, 1))
    yield from cases("numpy.min", (z, 1))
    yield from cases("numpy.ptp", *AXES, *BAD, (z, 1, True), grad=True)
    yield from cases("numpy.ptp", (z, 1), dtypes="i32 f16 i8")
    yield from cases("numpy.average", *AXES, *BAD, grad=True)
    yield from cases("numpy.average", (z, 1), dtypes=COMMON + " i8 u8")
    yield from cases("numpy.average", (x, 1, positive(3), True), (x, None, positive(2, 3)))
    yield from cases("numpy.average", (x, 1, positive(2, 3)), (x, 1, positive(2)), grad=True)
    yield from cases("numpy.average", (x, 0, [1.0, 2.0]), (x, None, None, True))
    yield from cases("numpy.average", (x, 0, ints(2, low=1)), dtypes="i32 f16")
    yield from cases("numpy.average", (x, (0, 1), positive(2, 3)), (z, (0, 1), positive(2, 3, 4)))
    for name in ("cumsum", "cumprod"):
        yield from cases(f"numpy.{name}", (z,), (z, 1), (z, -1), *BAD, grad=True)
        yield from cases(f"numpy.{name}", (z, 1), dtypes=COMMON + " i8 u8")
        yield from cases(f"numpy.{name}", (z, 1), dtype=dt("float64"), dtypes="f32 i32")
        yield from cases(f"numpy.{name}", (normal(),), (normal(), 0))
    yield from cases("numpy.nancumsum", (odd,), (odd, 1), (odd, 0, dt("float64")), ([1, 2],))
    yield from cases("numpy.nancumsum", (z, 1), dtypes="i32 f16 bool i8")
    for name in ("nansum", "nanmean", "nanmax", "nanmin", "nanvar", "nanstd"):
        yield from cases(f"numpy.{name}", (odd,), (odd, 1), (odd, 2), (odd, (0, 1)), ([1, 2],))
        yield from cases(f"numpy.{name}", (odd, 1), keepdims=True, dtype=dt("float64"))
        yield from cases(f"numpy.{name}", (z, 1), dtypes="i32 i8 f64")
        yield from cases(f"numpy.{name}", (z, 1), dtypes="f16", rtol=2e-3)
        yield from cases(f"numpy.{name}", (x, 1), grad=True)
        yield from cases(f"numpy.{name}", (values([[float("nan")] * 2, [1.0, 2.0]]), 1))
    yield from cases("numpy.nanvar", (odd, 1), (odd,), ddof=1)
    yield from cases("numpy.nanstd", (odd, 1), ddof=1)
    for name in ("argmax", "argmin"):
        yield from cases(f"numpy.{name}", (z,), (z, 1), (z, -1), (z, 3), (z, (0, 1)), ([1, 2],))
        yield from cases(f"numpy.{name}", (ties(3, 5), 1), (ties(3, 5),), (specials(3, 3), 1))
        yield from cases(f"numpy.{name}", (z, 1), dtypes="i32 f16 bool f64 i8")
    yield from cases("numpy.count_nonzero", (ties(3, 4),), (ties(3, 4), 1), (ties(3, 4), (0, 1)))
    yield from cases("numpy.count_nonzero", (ties(3, 4), 1, True), (ties(3, 4), 2))
    yield from cases("numpy.count_nonzero", (ties(3, 4),), dtypes="bool i32 f16 f64")
    for name in ("sum", "mean", "std", "amax", "nansum", "cumsum"):
        yield from cases(f"numpy.{name}", (normal(),), (normal(0, 3), 1))
        if name != "cumsum":
            yield from cases(f"numpy.{name}", (normal(0, 3),))
    yield from cases("numpy.unwrap", (values([0.0, 1.0, 5.0, 12.0, 6.0]),), (unit(2, 3), 1.0, 0))
    yield from cases("numpy.unwrap", (ints(4),), ([1, 2],), (normal(2, 3), 3.0, 2), dtypes="i32")


DIFFERS = {
    r"numpy.cbrt\(positive<2x3>\) i(8|32)$": "the cube root of 0 is 0, not nan",
    r"numpy.(std|var)\((normal<2x3x4>, 1\) [iu]|\[1, 2)": "around the mean, not its integer part",
    r"numpy.(std\(normal<0x3>, 1|nansum\(normal<0x3>\))": "reductions of nothing are NumPy's",
    r"numpy.(amax|amin)\(values.*nan": "nan is an extremum, wherever it stands",
    r"numpy.(nanmax|nanmin)\(values<2x2": "nan where there is no number, not a bound of int64",
    r"numpy.(argmax|argmin)\(special": "nan is an extremum, wherever it stands",
    r"numpy.average\(normal<2x3x4>, \(\)": "no axes are all axes, as elsewhere",
    r"numpy.sign\(special": "the signs of infinities are -1 and 1, not nan",
    r"numpy.(add|hypot)\(ints.*u8": "MindSpore negates or squares in 8 bits, which wraps",
}
RECORDS = marked({r.id: r for r in (*elementwise(), *pairs(), *reductions())}.values(), DIFFERS)
