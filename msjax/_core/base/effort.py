"""How much effort XLA's compiler for CPUs spends on an executable."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np

from msjax._core.base.dtype import is_inexact
from msjax._core.base.interop import inner_jaxprs

# XLA's newer emitters of fused loops and its parallel code generation take most of the time in
# which the CPU's compiler makes a small executable, and have little to give to one. Nor have they
# to a convolution, which a library computes: what they make turns arrays around for it.
CHEAP = {"xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}
LARGE, HUGE = 1 << 19, 1 << 22  # elements

# LLVM's third level unrolls more than its second. That pays in sums, whose order depends on it.
PLAIN = CHEAP | {"xla_backend_optimization_level": 2}
POINTWISE = frozenset(  # every element of a result is made of one of each argument alike
    """
    abs acos acosh add add_any and asin asinh atan atan2 atanh bessel_i0e bessel_i1e
    bitcast_convert_type cbrt ceil clamp clz complex conj convert_element_type copy cos cosh
    digamma div eq erf erf_inv erfc exp exp2 expm1 floor ge gt imag integer_pow is_finite le
    lgamma log log1p logistic lt max min mul ne neg nextafter not or population_count pow real
    reduce_precision rem round rsqrt select_n shift_left shift_right_arithmetic
    shift_right_logical sign sin sinh sqrt square stop_gradient sub tan tanh xor
    """.split()
)
_APART = POINTWISE | frozenset(  # or of an element elsewhere
    """
    broadcast_in_dim concatenate dynamic_slice dynamic_update_slice gather iota pad reshape
    rev slice split squeeze stack tile transpose unstack
    """.split()
)
_CALLS = frozenset(("custom_jvp_call", "custom_vjp_call", "jit", "pjit"))

# A library reduces float32 arrays of so many elements, whatever the level.
_REDUCED = frozenset(("reduce_max", "reduce_min", "reduce_sum"))
_MANY = 1 << 12

# With the emitters so few numbers are added up in another order, which compiled code has.
_FEW = 16

# What turns large arrays around takes several times as long without the emitters.
_TURNS = frozenset(("reshape", "transpose"))
_STREAMED = frozenset((np.dtype(np.float32), np.dtype(np.bool_)))

# Without the emitters these functions are polynomials in loops over rows, which LLVM unrolls whole
# where rows are short, for up to half a second; at its second level shorter ones, and only where
# there is little else.
_CURVES = frozenset(("erf", "exp", "log", "log1p", "tanh"))
_SHORT, _SHORTER = range(20, 64), range(10, 32)  # lengths of rows
_LITTLE = 4  # equations
_EMITTED = {k: v for k, v in PLAIN.items() if k != "xla_cpu_use_fusion_emitters"}


def fitting(jaxpr: Any, large: bool) -> dict[str, Any] | None:
    """The options that make the compiler quick with code that runs as fast then; None if none do.

    Args:
        jaxpr: what is compiled.
        large: whether there are arrays so large that loops must be as good as they can.
    """
    if _adds_few(jaxpr):
        return None
    if not _adds_nothing_up(jaxpr):
        return None if large or _unrolls(jaxpr, _SHORT) else CHEAP
    if _count(jaxpr) <= _LITTLE and _unrolls(jaxpr, _SHORTER):
        return None if large else _EMITTED
    return None if large and not _streams(jaxpr) else PLAIN


def _unrolls(jaxpr: Any, short: range) -> bool:
    """Whether a function like the exponential runs along rows of such lengths."""
    for equation in jaxpr.eqns:
        if equation.primitive.name in _CURVES:
            lengths = [n for n in equation.outvars[0].aval.shape if n != 1]
            if len(lengths) > 1 and lengths[-1] in short:
                return True
        elif any(_unrolls(inner, short) for inner in inner_jaxprs(equation)):
            return True
    return False


def _count(jaxpr: Any) -> int:
    """How many equations there are that are no calls."""
    return sum(sum(map(_count, inner_jaxprs(e))) or 1 for e in jaxpr.eqns)


def _adds_few(jaxpr: Any) -> bool:
    """Whether a few numbers are added up."""
    for equation in jaxpr.eqns:
        if equation.primitive.name == "reduce_sum":
            given, result = equation.invars[0].aval, equation.outvars[0].aval
            if result.size < given.size <= _FEW and is_inexact(given.dtype):
                return True
        if any(map(_adds_few, inner_jaxprs(equation))):
            return True
    return False


def _adds_nothing_up(jaxpr: Any) -> bool:
    """Whether no element of a result is made of several elements of one argument.

    What a library makes of several does not count: no compiled loop adds it up.
    """
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in _CALLS:
            if not all(map(_adds_nothing_up, inner_jaxprs(equation))):
                return False
        elif name in _REDUCED:
            given, result = equation.invars[0].aval, equation.outvars[0].aval
            if given.size != result.size and (given.dtype != np.float32 or given.size < _MANY):
                return False
        elif name not in _APART:
            return False
    return True


def _streams(jaxpr: Any) -> bool:
    """Whether loops run through all large arrays in the order in which they lie in memory."""
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in _CALLS:
            if not all(map(_streams, inner_jaxprs(equation))):
                return False
            continue
        large = [v.aval for v in (*equation.invars, *equation.outvars) if v.aval.size > LARGE]
        if large and (name in _TURNS or any(a.dtype not in _STREAMED for a in large)):
            return False
    return True


@functools.cache
def options() -> dict[str, Any] | None:
    """What makes the compiler quick, None if it is not for the CPU or does not know it."""
    if jax.default_backend() != "cpu":
        return None
    try:
        with jax.ensure_compile_time_eval():  # whatever is being traced now
            jax.jit(lambda: 0, compiler_options=PLAIN)()
    except jax.errors.JaxRuntimeError:
        return None
    return CHEAP
