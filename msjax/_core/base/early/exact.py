"""Arithmetic of which NumPy's results have the bits of XLA's.

Additions, products, quotients and roots are rounded as IEEE 754 says by both. What they differ in
is numbers below the smallest normal one, which XLA's code for CPUs takes for zeros, and what its
compiler makes of several operations. So `InexactError` is raised where there are such numbers, and
`one_by_one` says which operations may stand in the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from jax.lax import GatherScatterMode, RoundingMethod

# An integer of the size of each dtype, and the bits of its mantissa. What XLA computes of float16
# it computes in float32.
_BITS: dict[np.dtype, tuple[Any, int]] = {
    np.dtype(np.float32): (np.uint32, 23),
    np.dtype(np.float64): (np.uint64, 52),
}
_WIDE = frozenset(_BITS)


class InexactError(Exception):
    """NumPy's results are not those of compiled code for such numbers."""


def check(array: np.ndarray) -> None:
    """Look for numbers that XLA takes for zeros.

    Args:
        array: numbers, of which floats are looked at.

    Raises:
        InexactError: there are some.

    Examples:
        >>> import numpy as np
        >>> from msjax._core.base.early.exact import check
        >>> check(np.array([0.0, -0.0, 1e-30, np.nan], np.float32))
    """
    _check_least(array, 0)


def _check_least(array: np.ndarray, more: int) -> None:
    """Look for numbers that are less than 2 to the power `more` times the smallest normal one."""
    if array.dtype not in _BITS or not array.size:
        return
    kind, mantissa = _BITS[array.dtype]
    bits = np.atleast_1d(array).view(kind) << kind(1)  # without a sign
    bits -= kind(1)  # 0 becomes the largest
    if bits.min() < kind((1 + more) << (mantissa + 1)) - kind(1):
        raise InexactError


def arithmetic(equation: Any) -> Callable[..., np.ndarray] | None:
    """What an equation of a jaxpr computes of float32 or float64, or makes such numbers of.

    Args:
        equation: with a primitive that is no call.

    Returns:
        the function of NumPy arrays; None where its results could have other bits.
    """
    name, given = equation.primitive.name, [v.aval for v in equation.invars]
    (result,) = [v.aval for v in equation.outvars] if len(equation.outvars) == 1 else (None,)
    if result is None or not {a.dtype for a in (*given, result) if _is_inexact(a.dtype)} <= _WIDE:
        return None
    if name == "convert_element_type":
        # to float64 or of integers; and float64 to float32, which overflows alike
        return (lambda array: array.astype(result.dtype)) if result.dtype in _WIDE else None
    if name in ("argmax", "argmin"):
        return _indexed(equation)
    if name == "scatter-add":
        return _added_to_rows(equation)
    if name in _REDUCED:
        kinds, reduce = _REDUCED[name]
        if name == "reduce_sum" and given[0].dtype in _WIDE and given[0].size > 2 * result.size:
            return None  # the order of a sum of many is the compiler's
        axes = tuple(equation.params["axes"])
        return (lambda array: reduce(array, axes)) if given[0].dtype.kind in kinds else None
    if not all(a.dtype in _WIDE for a in given):
        return None
    if name == "integer_pow" and equation.params["y"] == 2:
        return np.square
    if name == "round":
        even = equation.params["rounding_method"] == RoundingMethod.TO_NEAREST_EVEN
        return np.rint if even else None
    return _COMPARED.get(name) or _SIGNS.get(name) or _ROUNDED.get(name)


def _is_inexact(dtype: Any) -> bool:
    return not (isinstance(dtype, np.dtype) and dtype.kind in "biu")


def one_by_one(equations: Iterable[tuple[Any, bool]]) -> bool:
    """Whether compiled code computes what its equations say, each by itself.

    A product is rounded together with the sum that it goes into, and quotients and what is added
    to constants, or multiplied by them, are rearranged.

    Args:
        equations: those that compute, and whether one of the inputs is a constant.
    """
    sums = products = alone = scaled = 0
    for equation, constant in equations:
        name = equation.primitive.name
        sums += name in SUMS or name in _TOTALS
        products += name in _PRODUCTS
        alone += name in ("div", "sqrt")
        scaled += constant and name in _PRODUCTS
        if constant and (name in SUMS or name == "div"):
            return False
    if alone or scaled:
        return sums + products + alone == 1
    return not (sums and products)


def changes(equation: Any) -> bool:
    """Whether there can be numbers in the result that XLA takes for zeros where there were none."""
    name = equation.primitive.name
    others = ("convert_element_type", "div", "reduce_sum")
    return name in SUMS or name in _PRODUCTS or name in others


SUMS = frozenset(("add", "add_any", "sub"))
_TOTALS = frozenset(("reduce_sum", "scatter-add"))
_PRODUCTS = frozenset(("integer_pow", "mul", "square"))


def _extreme(choose: Callable, add: Callable) -> Callable:
    """The larger or the smaller of two, where 0 is larger than -0."""

    def chosen(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.where((x == 0) & (y == 0), add(x, y), choose(x, y))

    return chosen


_larger = _extreme(np.maximum, np.add)
_smaller = _extreme(np.minimum, lambda x, y: -(-x - y))


def _extreme_along(choose: np.ufunc, greatest: bool) -> Callable:
    """The largest or the smallest along axes."""

    def chosen(array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
        floats = array.dtype.kind == "f"
        least, most = (-np.inf, np.inf) if floats else _limits(array.dtype)
        found = choose.reduce(array, axes, initial=least if greatest else most)
        if floats and (np.isnan(found).any() or not np.all(found)):  # which NaN, and which zero
            raise InexactError
        return found

    return chosen


def _limits(dtype: np.dtype) -> tuple[int, int]:
    info = np.iinfo(dtype)
    return info.min, info.max


def _total(array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    return np.add.reduce(array, axes, dtype=array.dtype)


def _indexed(equation: Any) -> Callable[..., np.ndarray] | None:
    (axis,), dtype = equation.params["axes"], equation.outvars[0].aval.dtype
    find = np.argmax if equation.primitive.name == "argmax" else np.argmin
    return lambda array: find(array, axis).astype(dtype)


def _added_to_rows(equation: Any) -> Callable[..., np.ndarray] | None:
    """Rows added to those of an array that numbers say, one after the other."""
    params = equation.params
    numbers, mode = params["dimension_numbers"], params["mode"]
    array, _, rows = [v.aval for v in equation.invars]
    first = rows.ndim - array.ndim + 1
    if (
        numbers.inserted_window_dims != (0,)
        or numbers.scatter_dims_to_operand_dims != (0,)
        or numbers.operand_batching_dims
        or numbers.update_window_dims != tuple(range(first, rows.ndim))
        or rows.shape[first:] != array.shape[1:]
        or mode == GatherScatterMode.CLIP
        or not {array.dtype, rows.dtype} <= _WIDE
    ):
        return None

    def added(array: np.ndarray, indices: np.ndarray, rows: np.ndarray) -> np.ndarray:
        for given in (array, rows):  # sums of such numbers are 0 or normal ones
            _check_least(given, _BITS[given.dtype][1] + 1)
        indices, rows = indices.reshape(-1), rows.reshape(-1, *array.shape[1:])
        inside = (indices >= 0) & (indices < len(array))
        if not inside.all():
            indices, rows = indices[inside], rows[inside]
        out = array.copy()
        np.add.at(out, indices, rows)
        return out

    return added


_COMPARED: dict[str, Callable] = {
    "eq": np.equal,
    "ge": np.greater_equal,
    "gt": np.greater,
    "is_finite": np.isfinite,
    "le": np.less_equal,
    "lt": np.less,
    "ne": np.not_equal,
}

# By the kinds of numbers for which the order does not matter.
_REDUCED: dict[str, tuple[str, Callable]] = {
    "reduce_and": ("b", np.logical_and.reduce),
    "reduce_max": ("iuf", _extreme_along(np.maximum, True)),
    "reduce_min": ("iuf", _extreme_along(np.minimum, False)),
    "reduce_or": ("b", np.logical_or.reduce),
    "reduce_sum": ("iuf", _total),
}

_SIGNS: dict[str, Callable] = {"abs": np.abs, "neg": np.negative}

_ROUNDED: dict[str, Callable] = {
    "add": np.add,
    "add_any": np.add,
    "ceil": np.ceil,
    "clamp": lambda low, value, high: _smaller(_larger(low, value), high),
    "div": np.divide,
    "floor": np.floor,
    "max": _larger,
    "min": _smaller,
    "mul": np.multiply,
    "sign": lambda array: np.where(array == 0, array, np.sign(array)),
    "sqrt": np.sqrt,
    "square": np.square,
    "sub": np.subtract,
}
