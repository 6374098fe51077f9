"""Generated calls of operations on one Tensor: every dtype, ties, zeros, nan, empty, 0-d."""

from records import ALL, cases, marked, normal, positive, specials, sym, ties, unit, values

# function: what its ordinary arguments are like
MAKERS = {
    **dict.fromkeys(
        "abs neg square exp expm1 exp2 sin cos tan sinh cosh tanh atan asinh erf erfc sigmoid relu "
        "relu6 silu gelu selu elu celu softsign softplus hardswish hardsigmoid hardtanh mish "
        "logsigmoid tanhshrink hardshrink softshrink leaky_relu i0 sinc deg2rad rad2deg fast_gelu "
        "floor ceil round trunc frac sign sgn isnan isinf isfinite isposinf isneginf isreal "
        "signbit logical_not invert real imag conj angle positive nan_to_num".split(),
        normal,
    ),
    **dict.fromkeys(
        "sqrt rsqrt log log1p log2 log10 reciprocal inv lgamma digamma".split(), positive
    ),
    **dict.fromkeys("asin acos atanh erfinv".split(), sym),
    "acosh": lambda *shape, **k: positive(*shape, **k),
    "logit": unit,
}
METHODS = (
    "abs absolute neg negative positive square sqrt rsqrt exp log log1p log2 log10 expm1 sin "
    "cos tan sinh cosh tanh asin acos atan asinh acosh atanh arcsin arccos arctan arcsinh "
    "arccosh arctanh erf erfc erfinv lgamma digamma reciprocal inv floor ceil round trunc "
    "frac sign sgn sigmoid hardshrink logit i0 sinc deg2rad rad2deg isnan isinf isfinite "
    "isposinf isneginf isreal signbit logical_not bitwise_not invert real imag conj angle "
    "nan_to_num is_complex is_floating_point"
).split()
CLASSES = (
    "Abs Neg Square Sqrt Rsqrt Exp Log Log1p Expm1 Sin Cos Tan Sinh Cosh Tanh Asin ACos Atan "
    "Asinh Acosh Atanh Erf Erfc Erfinv Lgamma Digamma Reciprocal Inv Floor Ceil Round Trunc "
    "Sign Sinc Sigmoid ReLU ReLU6 GeLU Gelu FastGelu FastGeLU Elu CeLU SeLU Softsign Softplus "
    "HSwish HSigmoid Mish HShrink SoftShrink Logit IsNan IsInf IsFinite LogicalNot Invert "
    "Real Imag Conj Angle ComplexAbs NanToNum Rint PopulationCount Identity Eps BesselI0 "
    "BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e "
    "BesselY0 BesselY1"
).split()
ALIASES = (
    "absolute negative arcsin arccos arctan arcsinh arccosh arctanh tensor_exp tensor_expm1 "
    "isnan_ext eps is_complex is_floating_point logical_not"
).split()
# MindSpore's own precision: Float32 inside, or a short approximation
ROUGH = {
    **dict.fromkeys(("softplus", "mish", "digamma"), {"rtol": 1e-5}),
    "tanhshrink": {"rtol": 1e-4},
    "lgamma": {"rtol": 1e-5, "atol": 1e-6},
}
GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}


def ordinary(name):
    low = name.lower().replace("arc", "a")
    return MAKERS.get(low, positive if low.startswith("bessel") else normal)


NAN = "MindSpore's kernel or its derivative drops NaN"
DIFFERS = {
    r"[sS]inc.* bool": "MindSpore divides 0 by 0 for False",
    r"(nan_to_num|NanToNum).* f64": "MindSpore's CPU build refuses Float64",
    r"(selu|SeLU).*(3x2|ties|0-d|special.*f32)": "MindSpore's gradient below 0 is wrong",
    r"^ops.(real|Real)\(.*(3x2|ties|0-d|special).* (f32|f64)( edge| odd)?$": (
        "MindSpore's gradient is of a complex dtype"
    ),
    r"ops.(real|imag|conj|lgamma|digamma)\(.*0x3": "MindSpore refuses Tensors without elements",
    r"ops.(abs|elu|leaky_relu|logsigmoid|softshrink)\(special.*f32": NAN,
    r"ops.(relu|relu6|softplus|hardtanh|hardshrink|sign|sgn)\(special": NAN,
    r"Tensor.(sign|sgn|hardshrink)\(special": NAN,
    r"ops.(mish|fast_gelu)\(special": "MindSpore's formula overflows",
    r"ops.(mish|logsigmoid).* far": "MindSpore's formula overflows",
    r"ops.(rsqrt|log|log2|log10)\(special.* f32": "the sign of the derivative at -0.0",
    r"ops.exp2\((2.0|'a'|\[1.0, 2.0\])\)": "MindSpore raises AttributeError by accident",
    r"ops.Bessel(I1|K1e|Y0|Y1)\(\)\(ties": "MindSpore's value or derivative at 0 is wrong",
}
_CALLS = [
    *(
        r
        for f, of in MAKERS.items()
        for r in cases(f"ops.{f}", (of(2, 3),), dtypes=ALL, tag="all", **ROUGH.get(f, {}))
    ),
    *(
        r
        for f, of in MAKERS.items()
        for r in cases(f"ops.{f}", (of(3, 2),), dtypes="f64 f32", **GRADS)
    ),
    *(
        r
        for f, of in MAKERS.items()
        for r in cases(f"ops.{f}", (ties(7),), (of(0, 3),), (of(),), tag="edge", **GRADS)
    ),
    *(r for f in MAKERS for r in cases(f"ops.{f}", (specials(8),), tag="odd", **GRADS)),
    *(r for f in MAKERS for r in cases(f"ops.{f}", (specials(8),), dtypes="f16", tag="odd")),
    *(
        r
        for f in MAKERS
        for r in cases(f"ops.{f}", (values([-1e30, -80.0, -1e-30, 1e-30, 80.0, 1e30]),), tag="far")
    ),
    *(r for f in MAKERS for r in cases(f"ops.{f}", (2.0,), ("a",), ([1.0, 2.0],), ())),
    *(
        r
        for f in METHODS
        for r in cases(f"Tensor.{f}", (ordinary(f)(2, 3),), dtypes="f32 i32 bool c64")
    ),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (specials(8),), tag="odd")),
    *(r for f in METHODS for r in cases(f"Tensor.{f}", (ordinary(f)(2, 3), 1, 2, 3))),
    *(
        r
        for f in CLASSES
        for r in cases(
            f"ops.{f}",
            (ordinary(f)(2, 3),),
            dtypes="f32 f64 f16 i32 bool",
            **ROUGH.get(f.lower(), {}),
        )
    ),
    *(r for f in CLASSES for r in cases(f"ops.{f}", (ordinary(f)(3, 2),), **GRADS)),
    *(r for f in CLASSES for r in cases(f"ops.{f}", (ties(7),), tag="edge", **GRADS)),
    *(r for f in CLASSES for r in cases(f"ops.{f}", (2.0,))),
    *(r for f in ALIASES for r in cases(f"ops.{f}", (ordinary(f)(2, 3),), dtypes="f32 i32 c64")),
]
RECORDS = marked(_CALLS, DIFFERS)
