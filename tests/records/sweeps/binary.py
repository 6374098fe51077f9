"""Generated calls of operations on two operands: dtypes, broadcasting, ties, nan, no elements."""

from records import bools, cases, ints, marked, normal, positive, specials, ties, unit, values

DTYPES = "bool i8 u8 u16 i32 i64 f16 bf16 f32 f64 c64"
FUNCTIONS = (
    "add sub subtract mul multiply div divide true_divide maximum minimum fmax fmin pow atan2 "
    "arctan2 hypot logaddexp logaddexp2 floor_div floor_divide floor_mod fmod remainder "
    "truncate_div truncate_mod xlogy xdivy eq ne not_equal equal less lt le less_equal gt "
    "greater ge greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or "
    "bitwise_xor bitwise_left_shift bitwise_right_shift copysign heaviside gcd lcm ldexp "
    "nextafter isclose float_power inner outer"
).split()
METHODS = (
    "add sub subtract mul multiply div divide true_divide maximum minimum fmax fmin pow atan2 "
    "arctan2 hypot logaddexp logaddexp2 floor_divide fmod remainder xlogy xdivy eq ne "
    "not_equal equal less lt le less_equal gt greater ge greater_equal logical_and logical_or "
    "logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift "
    "copysign heaviside gcd lcm ldexp nextafter isclose float_power inner outer igamma "
    "igammac approximate_equal"
).split()
CLASSES = (
    "Add TensorAdd Sub Mul Div RealDiv DivNoNan MulNoNan Maximum Minimum Fmax Fmin Pow Atan2 "
    "Hypot FloorDiv FloorMod Mod TruncateDiv TruncateMod Xlogy Xdivy Equal NotEqual Less "
    "LessEqual Greater GreaterEqual LogicalAnd LogicalOr LogicalXor BitwiseAnd BitwiseOr "
    "BitwiseXor LeftShift RightShift Heaviside Gcd Lcm NextAfter IsClose ApproximateEqual "
    "SquaredDifference Igamma Igammac Zeta AssignAdd"
).split()
TENSOR = (
    "tensor_add tensor_sub tensor_mul tensor_div tensor_floordiv tensor_mod tensor_pow "
    "tensor_lt tensor_le tensor_gt tensor_ge floordiv pows"
).split()
TIED = "add sub mul maximum minimum fmax fmin hypot atan2 logaddexp xlogy pow fmod".split()
IN_PLACE = "add_ sub_ mul_ div_ floor_divide_ remainder_".split()
OPERATORS = "add sub mul truediv floordiv mod pow and or xor lt le gt ge eq ne".split()
DIVISION = (
    "div floor mod remainder trunc div divide floordiv ldexp pow gamma zeta xlogy hypot".split()
)
GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
a, b = normal(2, 3), normal(3)


def pair(name, *shape):
    """Ordinary arguments; divisors and the like are positive, shift counts small."""
    low = name.lower()
    if "shift" in low:
        return ints(*shape), ints(*shape, low=0, high=7)
    if any(part in low for part in DIVISION):
        return positive(*shape), positive(*shape)
    return normal(*shape), normal(*shape)


def odd(name):
    """Arguments with nan and infinities, or equal ones where they would make no sense."""
    if any(part in name for part in ("shift", "gcd", "lcm", "bit", "igamma")):
        return ties(8), positive(8)
    return specials(8), specials(8)


ZERO = "what an integer divided by 0 gives"
EMPTY = "MindSpore refuses Tensors without elements"
OLDER = "older releases took a number first"
ACCIDENT = "MindSpore raises AttributeError by accident"
DIFFERS = {
    r"ops.truncate_mod\(positive<4>.* u8 all": ZERO,
    r"ops.truncate_(mod\(2, positive<3>\) u8|div\(2, positive<3>\) i32)": ZERO,
    r"remainder_\(positive<(4|2x3)>.* i32": ZERO,
    r"ops.(maximum|minimum|fmax|logaddexp2?)\(positive<0x3>": EMPTY,
    r"hift\S*\(positive<(2x3>, positive<2|2>, positive<3)>\) f32": (
        "MindSpore looks at the shapes first"
    ),
    r"(H|ops.h)eaviside\S*\((1.5, 2.5|2, 3)\)": "two numbers are no Tensors",
    r"ops.Xlogy\(\)\((positive<3>, 2|2, 3)\)": "numbers are accepted",
    r"ops.(Left|Right)Shift\(\)\(2, 3\)": "numbers are accepted",
    r"ops.(eq|equal|less|lt)\(2, positive<3>\)": OLDER,
    r"inner\((1.5|'a'|2, |positive<3>, (2|True))": ACCIDENT,
    r"Tensor.inner\(normal<2x3>, 'a'": ACCIDENT,
    r"ops.(divide|true_divide|truncate_div)\(special": "the sign of a number divided by -0.0",
    r"ops.logaddexp2\(special": "MindSpore's formula gives NaN for infinities",
    r"ops.heaviside\(special": "MindSpore's kernel takes NaN for negative",
    r"ops.nextafter\(special": "MindSpore's kernel returns its input for infinities and zeros",
    r"ops.hypot\(ties": "MindSpore's gradient at the origin is NaN",
    r"Tensor.\w+_\(positive<3>, positive<2x3>": "the result does not fit the Tensor",
    r"Tensor.div_\(positive<(4|2x3|3)>, (positive<(3|4)>|2)\) i32": "a quotient is no integer",
}
_CALLS = [
    *(r for f in FUNCTIONS for r in cases(f"ops.{f}", pair(f, 4), dtypes=DTYPES, tag="all")),
    *(r for f in FUNCTIONS for r in cases(f"ops.{f}", pair(f, 3), dtypes="f64 f32", **GRADS)),
    *(
        r
        for f in FUNCTIONS
        for r in cases(
            f"ops.{f}",
            (positive(2, 1, 3), positive(4, 1)),
            (positive(0, 3), positive(3)),
            (positive(), positive()),
            (positive(3), positive()),
            tag="shape",
            **(GRADS if f != "nextafter" else {}),
        )
    ),
    *(
        r
        for f in FUNCTIONS
        for r in cases(f"ops.{f}", (positive(2, 3), positive(2)), (1.5, 2.5), ("a", a))
    ),
    *(
        r
        for f in FUNCTIONS
        for r in cases(f"ops.{f}", (positive(3), 2), (2, positive(3)), dtypes="i32 f16 u8")
    ),
    *(
        r
        for f in FUNCTIONS
        for r in cases(f"ops.{f}", (positive(3), 2.5), (positive(3), True), dtypes="i32 f32")
    ),
    *(r for f in FUNCTIONS for r in cases(f"ops.{f}", odd(f), tag="odd")),
    *(r for f in TIED for r in cases(f"ops.{f}", (ties(12), ties(12)), tag="ties", **GRADS)),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", pair(f, 4), dtypes="f32 i32 bool")),
    *(
        r
        for f in METHODS
        for r in cases(f"Tensor.{f}", (positive(3), 2), (positive(2), positive(3)), (a, "a"), (a,))
    ),
    *(r for f in CLASSES for r in cases(f"ops.{f}", pair(f, 4), dtypes="f32 f64 f16 i32 bool")),
    *(r for f in CLASSES for r in cases(f"ops.{f}", pair(f, 3), tag="slope", **GRADS)),
    *(
        r
        for f in CLASSES
        for r in cases(
            f"ops.{f}",
            (positive(2, 3), positive(3)),
            (positive(2), positive(3)),
            (positive(3), 2),
            (2, 3),
        )
    ),
    *(r for f in TENSOR for r in cases(f"ops.{f}", pair(f, 4), (positive(3), 2), dtypes="f32 i32")),
    *(
        r
        for f in IN_PLACE
        for r in cases(
            f"Tensor.{f}",
            pair("div", 4),
            (positive(2, 3), positive(3)),
            (positive(3), 2),
            (positive(3), positive(2, 3)),
            dtypes="f32 i32",
        )
    ),
    *(
        r
        for f in OPERATORS
        for r in cases(
            f"Tensor.__{f}__",
            pair("div", 4),
            (positive(3), 2),
            (positive(3), 2.5),
            dtypes="f32 i32 bool f16",
        )
    ),
    *(
        r
        for f in "add sub mul truediv floordiv mod pow".split()
        for r in cases(
            f"Tensor.__r{f}__", (positive(3), 2), (positive(3), 2.5), dtypes="f32 i32 bool"
        )
    ),
    *(
        r
        for f in "add sub mul truediv floordiv mod".split()
        for r in cases(
            f"Tensor.__i{f}__", (positive(3), 2), (positive(3), positive(3)), dtypes="f32 i32"
        )
    ),
    *(
        r
        for f in "neg pos abs invert round".split()
        for r in cases(f"Tensor.__{f}__", (normal(3),), dtypes="f32 i32 bool")
    ),
    *(
        r
        for f in ("igamma", "igammac")
        for r in cases(
            f"ops.{f}",
            (unit(3), positive(3)),
            (positive(0), positive(0)),
            (values([0.0, 1.0]), values([1.0, 0.0])),
        )
    ),
    *(
        r
        for f in ("and", "or")
        for r in cases(f"ops.logical_{f}", (bools(0), bools(0)), (bools(), bools(2)))
    ),
]
RECORDS = marked(_CALLS, DIFFERS)
