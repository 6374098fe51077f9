"""Record how MindSpore's PyNative operators treat dtypes, Python scalars and odd operands.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python record_dtypes.py``; it rewrites
``dtypes.json`` beside this file. A result is a dtype name, a ``dtype value`` pair, or
``!Class#n`` for an exception, where ``n`` indexes the list ``messages`` (dtype names in messages
are replaced by ``<T>``). Every exception is followed by a canary computation; if that fails, or
if the process dies, a fresh process goes on with the next case.
"""

import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "float16 bfloat16 float32 float64 complex64 complex128"
).split()
SCALARS = ["True", "2", "2.5", "(2+1j)"]
OPERATORS = "+ - * / // % ** == != < <= > >= & | ^ << >>".split()
FUNCTIONS = (
    "maximum minimum atan2 logical_and logical_or logical_xor div floor_div true_divide fmod "
    "remainder add sub mul pow eq ne lt le gt ge bitwise_and bitwise_or bitwise_xor "
    "bitwise_left_shift bitwise_right_shift floor_mod xlogy hypot ldexp"
).split()
UNARY = (
    "abs neg sqrt exp log sin cos tan tanh sigmoid relu floor ceil round square rsqrt "
    "reciprocal erf sign isnan isinf isfinite logical_not log1p expm1 asin atan sinh trunc "
    "bitwise_not log2 gelu softmax"
).split()
REDUCTIONS = "sum mean prod max min argmax argmin any all cumsum cumprod std var norm".split()
REDUCTION_ARGS = {
    "ops": {"cumsum": "x, 0", "cumprod": "x, 0"},
    "Tensor": {"cumsum": "0", "cumprod": "0"},
}
BIG = {
    "int8": ["300", "127", "-129", "2**31", "2**40"],
    "uint8": ["300", "-1", "2**40"],
    "int16": ["2**15", "2**40"],
    "int32": ["2**31", "2**40", "2**63", "2**64"],
    "int64": ["2**62", "2**63", "2**64"],
    "uint64": ["-1", "2**63", "2**64"],
    "float16": ["70000", "70000.0", "2**40", "2**63"],
    "bfloat16": ["2**40", "1e39"],
    "float32": ["2**40", "2**63", "2**64", "1e39", "1e300"],
    "float64": ["2**63", "2**64"],
    "bool": ["300", "2**40", "2**63"],
    "complex64": ["2**40", "2**63"],
}


def tensor_pairs():
    """Tensor with Tensor: every dtype pair."""
    binary = [(s, f"x {s} y") for s in OPERATORS] + [("@", "x @ y"), ("divmod", "divmod(x, y)")]
    binary += [(f"ops.{f}", f"ops.{f}(x, y)") for f in FUNCTIONS]
    binary += [
        ("where", "ops.where(c, x, y)"),
        ("concat", "ops.concat((x, y))"),
        ("stack", "ops.stack((x, y))"),
        ("Tensor.maximum", "x.maximum(y)"),
        ("Tensor.div", "x.div(y)"),
        ("Tensor.pow", "x.pow(y)"),
        ("ops.Pow", "ops.Pow()(x, y)"),
        ("ops.Add", "ops.Add()(x, y)"),
        ("ops.Div", "ops.Div()(x, y)"),
        ("ops.RealDiv", "ops.RealDiv()(x, y)"),
        ("mint.div", "mint.div(x, y)"),
        ("mint.add", "mint.add(x, y)"),
    ]
    for name, expr in binary:
        for a in DTYPES:
            for b in DTYPES:
                yield "pairs", name, f"{a},{b}", expr, {"x": a, "y": b}


def zero_rank():
    """A 0-d Tensor on the right, on the left, on both sides."""
    exprs = [(o, f"x {o} y") for o in ("+", "*", "/", "//", "**", "==", "<", ">", "&")]
    names = ("maximum", "fmod", "remainder", "add", "mul", "div", "floor_div", "pow", "logical_and")
    exprs += [(f"ops.{f}", f"ops.{f}(x, y)") for f in names]
    exprs += [("where", "ops.where(c, x, y)"), ("ops.Mul", "ops.Mul()(x, y)")]
    exprs += [("mint.div", "mint.div(x, y)"), ("mint.mul", "mint.mul(x, y)")]
    for name, expr in exprs:
        for a in DTYPES:
            for b in DTYPES:
                args = f"{a},{b}", expr
                yield "right_0d", name, *args, {"x": a, "y": b + " 0d"}
                yield "left_0d", name, *args, {"x": a + " 0d", "y": b}
                yield "both_0d", name, *args, {"x": a + " 0d", "y": b + " 0d"}


def scalars():
    """Tensor with a Python scalar, on either side."""
    names = [(s, f"x {s} y", f"y {s} x") for s in OPERATORS]
    names += [(f"ops.{f}", f"ops.{f}(x, y)", f"ops.{f}(y, x)") for f in FUNCTIONS]
    names += [("where", "ops.where(c, x, y)", "ops.where(c, y, x)")]
    for name, right, left in names:
        for a in DTYPES:
            for s in SCALARS:
                yield "scalars", name, f"{a},{s}", re.sub(r"\by\b", s, right), {"x": a}
                yield "scalars", name, f"{s},{a}", re.sub(r"\by\b", s, left), {"x": a}
    for a, values in BIG.items():
        for v in values:
            for op in ("+", "*", "<", "==", "//", "&"):
                yield "big_scalars", op, f"{a},{v}", f"V(x {op} ({v}))", {"x": a}


def unary():
    """One Tensor in, per dtype."""
    exprs = [("-x", "-x"), ("+x", "+x"), ("abs(x)", "abs(x)"), ("~x", "~x")]
    exprs += [("round(x)", "round(x)"), ("not x", "not x[0]"), ("bool(x)", "bool(x[0])")]
    exprs += [("int(x)", "int(x[0])"), ("float(x)", "float(x[0])"), ("x.item()", "x[0].item()")]
    exprs += [("complex(x)", "complex(x[0])"), ("operator.index", "[10, 20, 30][x[0]]")]
    exprs += [(f"ops.{f}", f"ops.{f}(x)") for f in UNARY]
    for name, expr in exprs:
        for a in DTYPES:
            yield "unary", name, a, expr, {"x": a}


def reductions():
    """Reductions and scans: functional and method spelling."""
    for f in REDUCTIONS:
        for a in DTYPES:
            args = REDUCTION_ARGS["ops"].get(f, "x")
            yield "reductions", f"ops.{f}", a, f"ops.{f}({args})", {"x": a}
            args = REDUCTION_ARGS["Tensor"].get(f, "")
            yield "reductions", f"Tensor.{f}", a, f"x.{f}({args})", {"x": a}
            if f in ("max", "min"):
                yield "reductions", f"ops.{f}(axis=0)", a, f"ops.{f}(x, axis=0)", {"x": a}
                yield "reductions", f"Tensor.{f}(axis=0)", a, f"x.{f}(axis=0)", {"x": a}
            if f not in ("cumsum", "cumprod"):
                yield "reductions", f"mint.{f}", a, f"mint.{f}(x)", {"x": a}
            if f in ("sum", "mean", "prod"):
                yield "reductions", f"Tensor.{f}(0)", a, f"x.{f}(0)", {"x": a}
                expr = f"ops.{f}(x, dtype=ms.float32)"
                yield "reductions", f"ops.{f}(dtype=float32)", a, expr, {"x": a}
            if f in ("cumsum", "cumprod"):
                yield "reductions", f"mint.{f}", a, f"mint.{f}(x, 0)", {"x": a}


def operands():
    """What may stand beside a Tensor."""
    others = {
        "np.array int64": "np.array([1, 2])",
        "np.array float64": "np.array([1.5, 2])",
        "np.array float32": "np.array([1.5, 2], np.float32)",
        "np.array bool": "np.array([True, False])",
        "np 0-d": "np.array(2.5)",
        "list int": "[1, 2]",
        "list float": "[1.5, 2.5]",
        "list of Tensor": "[Tensor(1), Tensor(2)]",
        "tuple int": "(1, 2)",
        "tuple float": "(1.5, 2.5)",
        "empty list": "[]",
        "None": "None",
        "str": "'a'",
        "dict": "{}",
        "np.float32": "np.float32(2)",
        "np.float64": "np.float64(2)",
        "np.float16": "np.float16(2)",
        "np.int64": "np.int64(2)",
        "np.int32": "np.int32(2)",
        "np.uint8": "np.uint8(2)",
        "np.bool_": "np.bool_(True)",
        "range": "range(2)",
        "dtype": "ms.int32",
        "0-d Tensor float32": "Tensor(2.5)",
        "0-d Tensor int64": "Tensor(2)",
        "0-d Tensor float64": "Tensor(2.5, ms.float64)",
    }
    operators = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">=", "&", "|", "@"]
    for a in ("float32", "int32", "bool"):
        for name, text in others.items():
            for op in operators:
                yield "operands", op, f"{a},{name}", f"x {op} {text}", {"x": a}
                yield "operands", op, f"{name},{a}", f"{text} {op} x", {"x": a}


def inplace():
    """Augmented assignment: does it rebind, and to what."""
    rights = ["True", "2", "2.5", "x", "Tensor([1, 2], ms.int32)", "Tensor([1.5, 2], ms.float32)"]
    rights += ["Tensor([1.5, 2], ms.float64)", "np.array([1.5, 2])", "[1, 2]", "None"]
    operators = ["+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "@="]
    for op in operators:
        for a in ("float32", "float16", "int32", "int8", "bool"):
            for v in rights:
                yield "inplace", op, f"{a},{v}", f"A('{op}', x, {v})", {"x": a}
        for v in ("2", "2.5", "Tensor([1.5, 2], ms.float32)", "Tensor([1.5, 2], ms.float64)"):
            yield "inplace", op, f"Parameter float32,{v}", f"A('{op}', P(x), {v})", {"x": "float32"}
            yield "inplace", op, f"Parameter int32,{v}", f"A('{op}', P(x), {v})", {"x": "int32"}
    for e in ("P(x) + 1", "P(x) + P(x)", "1 + P(x)", "-P(x)", "P(x) * x", "P(x) == 1", "abs(P(x))"):
        yield "inplace", "Parameter", e, f"K({e})", {"x": "float32"}


CONSTRUCTOR = """
True ; 1 ; -1 ; 1.5 ; 2+1j ; 2**31 ; 2**40 ; 2**62 ; 2**63 ; 2**64 ; -2**63 ; -2**63-1 ; 1e300
float('nan') ; float('inf') ; None ; 'a' ; b'a' ; {} ; object() ; [] ; [[]] ; [[], []] ; ()
((), ()) ; [1, 2] ; [1, 2.5] ; [True, 2] ; [True, 2.5] ; [True, False] ; [1, 2j] ; [1.5, 2j]
[[1, 2], [3, 4.5]] ; [2**40, 1] ; [2**63, 1] ; [2**64, 1] ; [-1, 2**63] ; [1, [2]]
[[1, 2], [3]] ; [[1, 2], 3] ; [1, None] ; [None] ; ['a'] ; ['a', 1] ; (1, 2) ; (1, 2.5)
([1, 2], (3, 4)) ; [(1, 2), [3, 4]] ; range(3) ; {1, 2} ; np.array([1, 2]) ; np.array([1., 2])
np.array([1, 2], np.float16) ; np.array([1], np.uint8) ; np.array([1], np.int8)
np.array([1], np.uint16) ; np.array([1], np.uint32) ; np.array([1], np.uint64)
np.array([1], np.float32) ; np.array([1], np.complex64) ; np.array([1], np.complex128)
np.array([True]) ; np.array('a') ; np.array(['a', 'bc']) ; np.str_('a') ; np.array([b'a'])
np.array([None]) ; np.array([1, 'a'], object) ; np.array([1, 2.5], object) ; np.array(1)
np.array(1.5) ; np.array([], np.float32) ; np.array([]) ; np.zeros((0, 3), np.int32)
np.zeros((2, 0)) ; np.datetime64('2020-01-01') ; np.float32(2) ; np.float64(2) ; np.float16(2)
np.int64(2) ; np.int32(2) ; np.int8(2) ; np.uint8(2) ; np.bool_(True) ; np.complex64(1j)
np.longdouble(1) ; np.array([1], np.longdouble) ; [np.float32(1), np.float32(2)]
[np.float64(1), 2] ; [np.int32(1), np.int32(2)] ; [np.float16(1)]
[np.array([1, 2]), np.array([3, 4])] ; [np.array([1., 2], np.float32)]
[np.array([1, 2]), [3, 4]] ; Tensor([1, 2]) ; Tensor([1.5], ms.float16) ; Tensor(1.5)
[Tensor(1), Tensor(2)] ; [Tensor(1.5), 2] ; [Tensor([1, 2]), Tensor([3, 4])] ; P(x)
np.array([1, 2], '>i4') ; np.arange(6).reshape(2, 3).T ; 3.5, ms.int32 ; 3.5, ms.bool_
3.5, ms.float64 ; 3, ms.float16 ; 300, ms.int8 ; 300, ms.uint8 ; -1, ms.uint8 ; 2**40, ms.int32
2**40, ms.float32 ; 1e300, ms.float32 ; 70000., ms.float16 ; 1j, ms.float32 ; 1j, ms.complex64
1.5, ms.bfloat16 ; 1, ms.bool_ ; True, ms.int32 ; 'a', ms.string ; 1, ms.string
2**63, ms.uint64 ; 2**64-1, ms.uint64 ; -1, ms.uint64 ; 2**63, ms.int64 ; 2**63, ms.float32
2**64, ms.float64 ; [1, 2.7], ms.int32 ; [300, -1], ms.uint8 ; [1, 2], ms.float16
[1, 2], ms.bool_ ; [1.5, 2], ms.bfloat16 ; [1, 2], ms.complex64 ; [2**40], ms.int32
[0.5, 0], ms.bool_ ; [], ms.int32 ; [[]], ms.float32 ; np.array([1.7, -1.7]), ms.int32
np.array([1.7, -1.7]), ms.bool_ ; np.array([1.7]), ms.bfloat16 ; np.array([300, -1]), ms.uint8
np.array([1, 2]), ms.float32 ; np.array([1j]), ms.float32
np.array([1.5], np.float16), ms.float64 ; np.array(['a']), ms.float32
np.array(['1']), ms.float32 ; np.array([np.nan, np.inf]), ms.int32 ; np.float64(2.7), ms.int32
np.float32(2.7), ms.float64 ; Tensor([1.7, -1.7]), ms.int32 ; Tensor([1, 2]), ms.float32
Tensor([300]), ms.int8 ; None, ms.float32 ; [1, 2], np.float32 ; [1, 2], 'float32'
[1, 2], float ; [1, 2], int ; [1, 2], bool ; [1, 2], None ; [1, 2], 1
np.array([1]), ms.tensor_type ; 1, ms.number ; 1, ms.float_ ; 1, ms.int_ ; 1, ms.uint
[1, 2], ms.float8_e4m3fn ; [1, 2], ms.float8_e5m2 ; [1, 2], ms.hifloat8 ; dtype=ms.float32
shape=(2,), dtype=ms.float32 ; shape=(2,) ; shape=2, dtype=ms.float32
shape=[2], dtype=ms.float32 ; shape=(2,), dtype=ms.float32, init=One() ; shape=(2,), init=One()
shape=(2, None), dtype=ms.float32 ; shape=(0,), dtype=ms.float32, init=One()
shape=(), dtype=ms.float32, init=One() ; shape=(2,), dtype=ms.int32, init=One()
shape=(2,), dtype=ms.float16, init='normal' ; dtype=ms.float32, init=One()
shape=(2.5,), dtype=ms.float32 ; shape=(-1,), dtype=ms.float32, init=One() ; [1, 2], shape=(2,)
[1, 2], ms.int32, (2,) ; [1, 2], init=One() ; input_data=[1, 2] ; input_data=1, dtype=ms.float16
1, internal=True ; [1, 2], const_arg=True ; [1, 2], device='CPU' ; [1, 2], device='Ascend'
[1, 2], ms.int32, None, None, False, None ; data=[1] ; 1, 2, 3 ; shape=(2,), dtype=np.float32
shape=(2,), dtype=ms.float32, init=2
"""

VALUES = """
I([-7, 7, -7, 7], "int32") // I([2, -2, -2, 2], "int32") ; I([-7, 7, -7, 7], "int32") // 2
-7 // I([2, -2], "int32") ; I([-7, 7, -7, 7], "int64") // I([2, -2, -2, 2], "int64")
I([-7, 7], "int8") // I([2, -2], "int8") ; I([7, 200], "uint8") // I([2, 7], "uint8")
F([-7, 7, -7, 7]) // F([2, -2, -2, 2]) ; F([-7.5, 7.5]) // 2
I([-7, 7, -7, 7], "int32") % I([2, -2, -2, 2], "int32")
I([-7, 7, -8, 7], "int32") % I([3, -3, -3, 3], "int32") ; F([-7, 7, -7, 7]) % F([3, -3, -3, 3])
F([-7.5, 7.5]) % 2 ; F([6, -6, 0, -0.0]) % F([3, 3, -3, 3])
F([1, -1, np.inf]) % F([np.inf, np.inf, 2]) ; F([1, -1]) // F([np.inf, np.inf])
I([1, -1, 0], "int32") / I([0, 0, 0], "int32") ; I([1, -1, 0], "int32") / 0
I([1, -1, 0], "int64") / 0 ; F([1, -1, 0]) / 0 ; F([1, -1, 0]) // 0
F([1, -1, 0]) // F([0, 0, 0]) ; F([1, -1, 0]) % 0 ; F([1, -1, 0]) % F([0, 0, 0])
F([1, -1, 0]) % -0.0 ; F([1, -1, 0]) // -0.0 ; F([1, -1, 0], "float16") // 0
F([1, -1, 0], "float64") // 0 ; I([1, -1, 0], "int32") // I([0, 0, 0], "int32")
I([1, -1, 0], "int32") // 0 ; I([1, -1, 0], "int64") // 0 ; I([1, -1, 0], "int8") // 0
I([1, 2, 0], "uint8") // 0 ; I([1, -1, 0], "int32") % I([0, 0, 0], "int32")
I([1, -1, 0], "int32") % 0 ; I([1, -1, 0], "int64") % 0 ; I([1, -1, 0], "int8") % 0
I([1, 2, 0], "uint8") % 0 ; ops.fmod(I([1, -1], "int32"), I([0, 0], "int32"))
ops.fmod(I([-7, 7], "int32"), I([3, -3], "int32")) ; ops.fmod(F([-7, 7]), 3)
ops.remainder(F([-7, 7]), 3) ; ops.remainder(I([-7, 7], "int32"), 3)
ops.remainder(I([1, -1], "int32"), 0) ; ops.floor_mod(F([-7, 7]), 3)
ops.div(F([-7, 7]), 2, rounding_mode="floor") ; ops.div(F([-7, 7]), 2, rounding_mode="trunc")
ops.div(I([-7, 7], "int32"), 2, rounding_mode="floor")
ops.div(I([-7, 7], "int32"), 2, rounding_mode="trunc")
ops.div(I([-7, 7], "int32"), I([2, 2], "int32"), rounding_mode="floor")
ops.div(I([-7, 7], "int32"), 0, rounding_mode="floor")
ops.div(I([-7, 7], "int64"), I([2, 2], "int64"), rounding_mode="trunc")
ops.div(F([-7]), 2, rounding_mode="x") ; I([-2**31], "int32") // I([-1], "int32")
I([-2**31], "int32") % I([-1], "int32") ; I([-128], "int8") // I([-1], "int8")
I([2, -2, 1, -1, 0], "int32") ** I([-1, -1, -1, -1, -1], "int32") ; I([2, 1, 0], "int32") ** -1
I([2, 1, 0], "int64") ** -1 ; 2 ** I([-1, 0, 3], "int32") ; 2.0 ** I([-1, 0, 3], "int32")
I([2, 3], "int32") ** 0.5 ; I([2, 3], "int32") ** 2 ; I([10], "int8") ** 3
I([2], "int32") ** I([31], "int32") ; I([2], "int32") ** 40 ; F([-8]) ** (1 / 3) ; F([0]) ** 0
F([0]) ** -1 ; F([-2]) ** I([3], "int32") ; F([-2]) ** 3 ; 0 ** I([0, 1], "int32")
I([3], "uint8") ** 6 ; B([True, False]) ** B([True, False]) ; B([True, False]) ** 2
B([True, False]) ** B([False, False])
ops.bitwise_left_shift(I([1, 1, 1], "int32"), I([31, 32, 33], "int32"))
ops.bitwise_left_shift(I([1], "int8"), I([8], "int8"))
ops.bitwise_left_shift(I([1], "int32"), I([-1], "int32"))
ops.bitwise_right_shift(I([-8, 8], "int32"), I([1, 1], "int32"))
ops.bitwise_right_shift(I([-8, 8], "int32"), I([32, 32], "int32"))
ops.bitwise_right_shift(I([-8, 8], "int32"), I([-1, -1], "int32"))
ops.bitwise_right_shift(I([200], "uint8"), I([1], "uint8"))
ops.bitwise_left_shift(I([1], "int64"), I([63], "int64"))
ops.bitwise_left_shift(I([100], "int8"), I([1], "int8"))
ops.bitwise_left_shift(I([1], "int64"), I([64], "int64"))
ops.maximum(F([np.nan, 1]), F([1, np.nan])) ; ops.minimum(F([np.nan, 1]), F([1, np.nan]))
ops.maximum(F([np.nan, 1]), 2) ; ops.max(F([np.nan, 1]))[0] ; ops.min(F([1, np.nan]))[0]
ops.argmax(F([1, np.nan, 3])) ; ops.argmin(F([1, np.nan, 0])) ; F([1, np.nan, 3]).max()
ops.maximum(F([0.0, -0.0]), F([-0.0, 0.0])) ; ops.minimum(F([0.0, -0.0]), F([-0.0, 0.0]))
F([np.nan]) == F([np.nan]) ; F([np.nan]) != F([np.nan]) ; F([np.nan]) < 1
F([np.nan]) >= F([np.nan]) ; F([np.nan]) > 1 ; F([np.inf]) == np.inf ; F([0.0]) == -0.0
F([0.1]) == 0.1 ; F([0.1], "float64") == 0.1 ; F([0.1], "float16") == 0.1
I([16777217], "int32") == 16777216.0 ; I([16777217], "int32") == F([16777216.0])
I([1], "int32") == 1.5 ; I([1], "int32") < 1.5 ; 1.5 > I([1], "int32")
I([3, 200], "uint8") - I([5, 100], "uint8") ; I([3], "uint8") - 5 ; 3 - I([5], "uint8")
I([3], "uint32") - I([5], "uint32") ; -I([3, 0], "uint8") ; I([100], "int8") + I([100], "int8")
I([100], "int8") + 100 ; I([100], "int8") * 2 ; I([-128], "int8") * -1 ; -I([-128], "int8")
abs(I([-128], "int8")) ; I([2**31 - 1], "int32") + 1 ; I([2**31 - 1], "int32") + I([1], "int32")
I([2**31 - 1], "int32") * 2 ; I([2**63 - 1], "int64") + 1
I([200], "uint8") + I([100], "uint8") ; I([200], "uint8") + I([100], "int8")
I([200], "uint8") + 100 ; I([60000], "uint16") + I([6000], "uint16")
F([60000], "float16") + F([60000], "float16") ; F([2048], "float16") + 1
F([256], "bfloat16") + 1 ; I([2049], "int32") + F([0], "float16")
F([-1.5, 1.5, 300, -300, 255, 128, -1]).astype(ms.int8)
F([-1.5, 1.5, 300, -300, 255, 128, -1]).astype(ms.uint8)
F([np.nan, np.inf, -np.inf]).astype(ms.int8) ; F([np.nan, np.inf, -np.inf]).astype(ms.uint8)
F([np.nan, np.inf, -np.inf]).astype(ms.int32) ; F([np.nan, np.inf, -np.inf]).astype(ms.int64)
F([3e9, -3e9, 1e20]).astype(ms.int32) ; F([3e9, -3e9, 1e20]).astype(ms.int64)
F([3e9, -3e9, 1e20]).astype(ms.uint32) ; F([np.nan, np.inf, -np.inf]).astype(ms.uint64)
F([np.nan, 0, 0.5, -0.0]).astype(ms.bool_) ; I([300, -1, 128], "int32").astype(ms.int8)
I([300, -1], "int32").astype(ms.uint8) ; I([2, 0, -1], "int32").astype(ms.bool_)
F([70000, -70000]).astype(ms.float16) ; F([1 + 1e-3], "float32").astype(ms.bfloat16)
F([-1.5, 300], "float16").astype(ms.uint8) ; F([-1.5, 300], "float64").astype(ms.uint8)
F([np.nan, 300.0], "float64").astype(ms.int32) ; F([np.nan, -1.5], "bfloat16").astype(ms.int32)
C([1.5 + 2j]).astype(ms.float32) ; C([1.5 + 2j]).astype(ms.int32) ; C([0j, 1j]).astype(ms.bool_)
F([1.5]).astype(ms.complex64) ; B([True, True, False]) + B([True, False, False])
B([True, True, False]) - B([True, False, False])
B([True, True, False]) * B([True, False, False])
B([True, True, False]) / B([True, True, True]) ; B([True, True, False]) // B([True, True, True])
B([True, False]) % B([True, True]) ; -B([True, False]) ; ~B([True, False])
B([True, False]) & B([True, True]) ; B([True, False]) | B([False, False])
B([True, False]) ^ B([True, True]) ; B([True, False]) + 1 ; B([True, False]) + True
B([True, False]) - True ; B([True, False]) * 2 ; B([True, False]) * 2.5
B([True, False]) < B([True, True]) ; B([True, False]) & 1 ; B([True, False]) & True
abs(B([True, False])) ; B([True, False]) + I([200, 200], "uint8") ; ~I([0, 5, -1], "int32")
~I([0, 5], "uint8") ; ops.sum(B([True, True])) ; ops.sum(I([200, 100], "uint8"))
ops.sum(I([100, 100], "int8")) ; I([100, 100], "int8").sum() ; I([100, 100], "int8").prod()
ops.prod(I([100, 100], "int8")) ; ops.cumsum(I([100, 100], "int8"), 0)
ops.mean(I([1, 2], "int32")) ; I([1, 2], "int32").mean() ; ops.round(F([0.5, 1.5, 2.5, -0.5]))
ops.sign(F([np.nan, -0.0, -2])) ; ops.relu(F([np.nan, -1])) ; ops.floor(F([-0.5]))
ops.square(I([100], "int8")) ; ops.reciprocal(I([2, 0], "int32"))
ops.sqrt(I([2, -1], "int32")) ; ops.rsqrt(F([0, 4])) ; ops.isnan(I([1], "int32"))
ops.logical_not(F([0, 2, np.nan])) ; ops.logical_and(F([0, 2, np.nan]), F([1, 1, 1]))
ops.logical_and(I([0, 2], "int32"), True) ; F([1.5, 0]) & F([1, 1]) ; I([6], "int32") & 3
3 & I([6], "int32") ; I([6], "int32") & True ; I([6], "int32") | 1.5 ; ops.std(F([1, 2, 4]))
F([1, 2, 4]).std() ; ops.var(F([1, 2, 4])) ; F([1, 2, 4]).var() ; ops.std(F([1])) ; F([1]).var()
mint.std(F([1, 2, 4])) ; mint.var(F([1, 2, 4])) ; I([1], "int32") + True
True + True + I([1], "int32") ; I([1, 2], "int32") == None ; I([1, 2], "int32") != None
I([1, 2], "int32") == "a" ; I([1, 2], "int32") == [1, 3] ; F([1, 2]) == F([1, 2, 3])
F([1, 2]) < F([1, 2, 3]) ; F([1, 2]) + F([1, 2, 3]) ; F([1, 2]) * F([1, 2, 3])
I([1], "int32") in [Tensor(1)] ; 1 in I([1, 2], "int32") ; hash(Tensor(1)) == 0
bool(F([1, 2])) ; bool(F([])) ; int(F([1.9])) ; float(F([1, 2]))
ops.where(B([True, False]), 1, 2) ; ops.where(B([True, False]), 1.5, 2)
ops.where(B([True, False]), F([1, 2]), 0) ; ops.where(I([1, 0], "int32"), F([1, 2]), F([3, 4]))
ops.where(F([1.5, 0]), 1, 2) ;  ; I([44, 1], "int8") == 300 ; I([44], "int8") != 300
I([44], "int8") <= 300 ; I([44], "int8") < 300 ; I([44], "int8") > 300 ; I([44], "int8") >= 300
300 <= I([44], "int8") ; I([255], "uint8") == -1 ; I([255], "uint8") > -1
I([255], "uint8") <= -1 ; I([0], "int32") == 2**40 ; I([0], "int32") < 2**40
I([0], "int32") >= 2**40 ; F([0], "float64") + 0.1 ; F([0], "float64") - 0.1
0.1 - F([0], "float64") ; 0.1 + F([0], "float64") ; F([1], "float64") * 0.1
0.1 * F([1], "float64") ; F([1], "float64") / 0.1 ; 0.1 / F([1], "float64")
F([1], "float64") // 0.1 ; F([1], "float64") % 0.1 ; F([2], "float64") ** 0.1
0.1 ** F([1], "float64") ; F([0.1], "float64") < 0.1 ; F([0.1], "float64") <= 0.1
F([0.1], "float64") > 0.1 ; F([0.1], "float64") >= 0.1 ; F([0.1], "float64") != 0.1
ops.maximum(F([0], "float64"), 0.1) ; ops.add(F([0], "float64"), 0.1)
ops.mul(F([1], "float64"), 0.1) ; ops.div(F([1], "float64"), 0.1)
ops.where(B([True]), F([0], "float64"), 0.1) ; ops.where(B([False]), F([0], "float64"), 0.1)
ops.pow(F([2], "float64"), 0.1) ; ops.sub(F([0], "float64"), 0.1)
mint.add(F([0], "float64"), 0.1) ; mint.mul(F([1], "float64"), 0.1)
mint.sub(F([1], "float64"), 0.1, alpha=0.1) ; F([0], "float64").add(0.1)
ops.eq(F([0.1], "float64"), 0.1) ; ops.full((1,), 0.1, dtype=ms.float64)
F([0], "float64") + np.float64(0.1) ; F([1], "float64") * np.float64(0.1)
I([1], "int32") * 2**40 ; I([1], "int32") + 2**40 ; I([1], "int32") + 2**31
I([1], "int8") + 300 ; I([1], "int8") - 300 ; I([7], "int8") % 300 ; I([7], "int8") ** 300
I([3], "int32") / 2 ; I([2**53 + 1], "int64") / 1 ; I([2**31 - 1], "int32") / 1
I([16777217], "int32") * 1.0 ; I([16777217], "int64") + 0.0
I([3], "int32") / F([2], "float64") ; I([1], "int64") / I([3], "int64")
F([1], "float16") + 1e-4 ; F([1], "float16") * 0.1 ; F([1], "bfloat16") * 0.1
F([1], "float16") / 3 ; F([1], "float16") - 70000 ; F([10], "float16") * 70000.0
F([0.001], "float16") * 1e6 ; I([2**40], "int64") == 2.0**40
I([2**40 + 1], "int64") == 2.0**40 ; I([2**53 + 1], "int64") == F([2.0**53], "float64")
I([2**60 + 1], "int64") // 1 ; I([2**53 + 1], "int64") // I([1], "int64")
I([2**53 + 1], "int64") // 1 ; I([2**53 + 1], "int64") % 2 ; I([2**53 + 1], "int64") ** 1
ops.pow(I([3], "int64"), 39) ; I([2**53 + 1], "int64") % I([2**53], "int64")
ops.maximum(I([2**53 + 1], "int64"), I([2**53], "int64")) ; I([300], "int16") + B([True])
ops.maximum(I([1], "int8"), 300) ; ops.minimum(I([1], "uint8"), -1)
ops.where(B([False]), I([1], "int8"), 300) ; I([5], "uint16") * -1 ; I([5], "uint16") == -1
I([65535], "uint16") == -1 ; ops.abs(C([3 + 4j])) ; abs(C([3 + 4j])) ; C([1j]) == 1j
C([1j]) * 2 ; C([1 + 1j]) ** 2 ; C([1j]) / C([2]) ; -C([1j]) ; ops.square(C([1j]))
C([1j]) * C([2]) ; C([3 + 4j]) // C([2]) ; F([-0.5, 0.5, 1.5, 2.5]).round() ; round(F([2.5]))
F([7.0]) // 0.1 ; F([1.0]) % 0.1 ; F([5e-324], "float64") * 1 ; F([1e-45]) * 1
F([-7.5]).astype(ms.uint32) ; F([-7.5]).astype(ms.uint64) ; F([-7.5]).astype(ms.uint16)
F([-1.5, 300], "float16").astype(ms.int8) ; F([np.nan, np.inf]).astype(ms.int16)
F([3e9, np.nan], "float64").astype(ms.int32) ; F([1e20, np.nan], "float64").astype(ms.int64)
I([-1], "int64").astype(ms.uint64) ; I([-1], "int8").astype(ms.uint32) ; ~B([True, False])
ops.bitwise_not(I([0, 5], "int32")) ; ops.logical_not(I([0, 5], "int32"))
I([1, 2, 3, 4], "int32").mean() ; I([1, 2], "int64").mean() ; ops.mean(B([True, False]))
mint.mean(I([1, 2], "int32")) ; mint.mean(F([1, 2]))
F([1], "float16") < 1.0001 ; F([1], "float16") >= 1.0001 ; F([1], "float16") == 1.0001
F([1]) < 1.00000001 ; 1.0001 > F([1], "float16") ; 1.0001 <= F([1], "float16")
I([44], "int8") == Tensor(300) ; I([44], "int8") + Tensor(300) ; I([44], "int8") * Tensor(300)
F([1]) * Tensor(0.1, ms.float64) ; F([1]) + Tensor(0.1, ms.float64)
I([1], "int32") / Tensor(3, ms.int64) ; F([1], "float16") * Tensor(1e6)
F([1], "float16") + Tensor(1e6)
I([3], "int32") * np.float64(0.5) ; I([3], "int32") + np.int64(2**40)
I([3], "int8") * np.int64(300)
I([3], "int32") + np.float32(0.5) ; F([1], "float16") + np.float32(0.1) ; B([True]) + np.int32(2)
F([1], "float64") + np.float32(0.1) ; np.float64(2) * F([1]) ; np.array([1.0, 2.0]) * F([1, 2])
"""


def listed(block):
    """The entries of a block: separated by line ends and by ' ; '."""
    return [part for line in block.strip().splitlines() for part in line.split(" ; ")]


def constructor_and_values():
    for args in listed(CONSTRUCTOR):
        for maker in ("Tensor", "ms.tensor"):
            env = {"x": "float32"}
            yield "constructor", maker, args, f"V({maker}({args}))", env
    for expr in listed(VALUES):
        yield "values", "", expr, f"V({expr})", {}


def all_cases():
    for part in (
        tensor_pairs,
        zero_rank,
        scalars,
        constructor_and_values,
        unary,
        reductions,
        operands,
        inplace,
    ):
        yield from part()


def worker(start, sections):
    import mindspore as ms
    import numpy as np
    from mindspore import Parameter, Tensor, mint, ops
    from mindspore.common.initializer import One

    warnings.simplefilter("ignore")
    ms.set_context(pynative_synchronize=True)

    def name(r):
        if isinstance(r, Tensor):
            kind = "" if type(r) is Tensor else type(r).__name__ + " "
            return kind + str(np_name(r))
        if isinstance(r, tuple | list):
            return "(" + ", ".join(name(e) for e in r) + ")"
        if isinstance(r, np.ndarray | np.generic):
            return f"np.{r.dtype.name}"
        return type(r).__name__

    def np_name(t):
        return repr(t.dtype).replace("mindspore.", "")

    def value(r):
        if not isinstance(r, Tensor):
            return f"{name(r)} {r!r}"
        low = r.dtype == ms.bfloat16
        try:
            v = (r.astype(ms.float32) if low else r).asnumpy().tolist()
        except Exception as e:
            v = type(e).__name__
        return Text(f"{name(r)} {tuple(r.shape)} {v}" if r.ndim != 1 else f"{name(r)} {v}")

    class Text(str):
        __slots__ = ()

    def augmented(op, x, y):
        env = {"x": x, "y": y}
        before = name(x)
        exec(f"x {op} y", env)
        new = env["x"]
        how = "same object" if new is x else "rebound"
        return Text(f"{name(new)} {how}" + ("" if name(x) == before else f" old:{name(x)}"))

    base = {
        "ms": ms,
        "np": np,
        "ops": ops,
        "mint": mint,
        "Tensor": Tensor,
        "One": One,
        "V": value,
        "A": augmented,
        "K": lambda r: Text(f"{name(r)}"),
        "P": lambda t: Parameter(t, name="p"),
        "c": Tensor([True, False]),
        "I": lambda v, d: Tensor(np.array(v).astype(d), getattr(ms, d)),
        "F": lambda v, d="float32": Tensor(np.array(v, "float64"), getattr(ms, d)),
        "B": lambda v: Tensor(v, ms.bool_),
        "C": lambda v: Tensor(np.array(v, "complex64")),
    }
    for i, (section, _, _, expr, env) in enumerate(all_cases()):
        if i < start or (sections and section not in sections):
            continue
        print(json.dumps([i]), flush=True)
        scope = dict(base)
        for k, d in env.items():
            data = np.array(2 if d.endswith(" 0d") else [1, 2])
            scope[k] = Tensor(data, getattr(ms, d.split()[0]))
        died = False
        try:
            r = eval(expr, scope)
            text = str(r) if isinstance(r, Text) or (isinstance(r, str)) else name(r)
            message = None
        except Exception as e:
            lines = [w for w in str(e).splitlines() if w.strip("- ") and not w.startswith("- ")]
            text, message = f"!{type(e).__name__}", (lines[0] if lines else "")
            try:
                ok = (Tensor([1.0, 2.0]) + 1).asnumpy().tolist() == [2, 3]
            except Exception:
                ok = False
            died = not ok
        print(json.dumps([i, text, message]), flush=True)
        if died:
            os._exit(3)


def normal(message):
    message = re.sub(r"object at 0x[0-9a-f]+", "object", message)
    types = r"(Bool|B?Float16|(Float|UInt|Int)\d+|Complex\d+|(bfloat16|(u?int|float|complex)\d+))"
    message = re.sub(types + r"\b", "<T>", message)
    message = re.sub(
        r"(perator ?\[|Op\[|rimitive\[|KernelMod Init Failed: )\w+", r"\1<op>", message
    )
    message = re.sub(r"^(For ')\w+'", r"\1<op>'", message)
    message = re.sub(r"(The kernel )\w+( unreg)", r"\1<op>\2", message)
    message = re.sub(r"^(Failed calling ).*", r"\1<op> with <signature>", message)
    message = re.sub(r"(<T>|Tensor\[<T>\])(, \1)+", r"\1, ...", message)
    return message[:200]


def main(sections):
    total = list(all_cases())
    results, position, restarts = {}, 0, 0
    while position < len(total):
        command = [sys.executable, __file__, "--worker", str(position), *sections]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        last = position - 1
        for line in done.stdout.splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            last = row[0]
            if len(row) == 3:
                results[row[0]] = row[1:]
        if last < position and done.returncode:
            raise SystemExit(done.stderr[-2000:])
        if done.returncode == 0:
            break
        if last not in results:
            results[last] = ["!Crash", f"the process ends with status {done.returncode}"]
        print("restart after", total[last][:4], results[last])
        position, restarts = last + 1, restarts + 1
    messages, tables = {}, {}
    for i, (text, message) in sorted(results.items()):
        section, op, key = total[i][:3]
        if message is not None:
            text = f"{text}#{messages.setdefault(normal(message), len(messages))}"
        tables.setdefault(section, {}).setdefault(op, {})[key] = text
    seen = {}
    for section, ops_of in tables.items():
        for op, table in ops_of.items():
            text = json.dumps(table, sort_keys=True)
            if len(table) > 10 and text in seen:
                ops_of[op] = "same as " + seen[text]
            seen.setdefault(text, f"{section} {op}")
    out = {"messages": list(messages), **tables}
    path = Path(__file__).with_name("dtypes.json")
    if sections:
        old = json.loads(path.read_text()) if path.exists() else {}
        raise SystemExit(f"partial run, not written; sections on file: {list(old)}")
    path.write_text(json.dumps(out, indent=0, ensure_ascii=True) + "\n")
    print(f"{len(results)} results, {len(messages)} messages, {restarts} restarts")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(int(sys.argv[2]), sys.argv[3:])
    else:
        main(sys.argv[1:])
