"""Products that libraries compute, compiled by themselves.

What XLA compiles around a convolution turns arrays into the library's order, which NumPy can do.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import lax

from msjax._core.base import effort
from msjax._core.base.interop import abstract, as_array, one_ir_context
from msjax._core.base.memory import aligned


def product(equation: Any) -> Callable[..., np.ndarray] | None:
    """A product of float32 arrays, by the library that computes it within larger code, too.

    Args:
        equation: of a jaxpr.

    Returns:
        a function of an array of JAX that is where it is to be computed, and of NumPy arrays; None
        if the equation is no such product.
    """
    prepare = _PRODUCTS.get(equation.primitive)
    kinds = {v.aval.dtype for v in (*equation.invars, *equation.outvars)}
    if prepare is None or kinds != {np.dtype(np.float32)}:
        return None
    return prepare(equation)


def _convolution(equation: Any) -> Callable[..., np.ndarray] | None:
    """A convolution whose arrays are turned around by NumPy into the library's order."""
    params = equation.params
    if params["feature_group_count"] != 1 or params["batch_group_count"] != 1:
        return None
    given, weight, result = params["dimension_numbers"]
    last = len(given) - 1
    order = (0, last, *range(1, last))  # batch, features, space
    numbers = lax.ConvDimensionNumbers(order, (last, last - 1, *range(last - 1)), order)
    call = _compiled(equation.primitive, {**params, "dimension_numbers": numbers})
    first, second = (given[0], *given[2:], given[1]), (*weight[2:], weight[1], weight[0])
    back = np.argsort((result[0], *result[2:], result[1]))

    def run(like: Any, image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
        return call(like, image.transpose(first), kernel.transpose(second)).transpose(back)

    return run


def _matrix_product(equation: Any) -> Callable[..., np.ndarray] | None:
    """A product of two matrices; those with vectors are loops of XLA's own."""
    contracted, batched = equation.params["dimension_numbers"]
    for var, axes, others in zip(equation.invars, contracted, batched, strict=True):
        sums = math.prod(var.aval.shape[a] for a in axes)
        if others or sums < 2 or var.aval.size < 2 * sums:
            return None
    return _compiled(equation.primitive, equation.params)


_PRODUCTS: dict[Any, Callable] = {
    lax.conv_general_dilated_p: _convolution,
    lax.dot_general_p: _matrix_product,
}


def _compiled(primitive: Any, params: dict[str, Any]) -> Callable[..., np.ndarray]:
    """A primitive as a function of an array that says where it is run, and of NumPy arrays."""
    run = _jitted(primitive, tuple(params.items()))

    def call(like: Any, *arrays: np.ndarray) -> np.ndarray:
        given = [as_array(abstract(a.shape, a.dtype), _in_order(a), like) for a in arrays]
        with one_ir_context():
            return np.asarray(run(*given))

    return call


@functools.lru_cache(maxsize=4096)
def _jitted(primitive: Any, params: tuple) -> Callable:
    def run(*arrays: Any) -> Any:
        return primitive.bind(*arrays, **dict(params))

    run.__name__ = primitive.name
    return jax.jit(run, compiler_options=effort.CHEAP)


def _in_order(array: np.ndarray) -> np.ndarray:
    """An array in memory that XLA takes as it is."""
    if array.flags.c_contiguous:
        return array
    copy = aligned(array.shape, array.dtype)
    np.copyto(copy, array)
    return copy
