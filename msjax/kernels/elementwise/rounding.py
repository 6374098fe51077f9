"""Rounding: to whole numbers or decimals, and what is left of it."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.state import STATE
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept
from msjax.kernels.promotion import constant


@primitive("Floor")
@op("ops.floor", "Tensor.floor", label="Floor")
def floor(input: Array):
    """Elements rounded down.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor(ms.Tensor([1.5, -1.5])))
        [ 1. -2.]
    """
    accept(input, "f")
    return jnp.floor(input)


@primitive("Ceil")
@op("ops.ceil", "Tensor.ceil", label="Ceil")
def ceil(input: Array):
    """Elements rounded up.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ceil(ms.Tensor([1.5, -1.5])))
        [ 2. -1.]
    """
    accept(input, "f")
    return jnp.ceil(input)


@op("ops.round", label="Round")
def round(input: Array, *, decimals: int = 0):
    """Elements rounded to the nearest; halves go to the even neighbour.

    Args:
        input: Tensor of Int32, Int64 or a floating dtype.
        decimals: how many decimals to keep; negative: how many digits before the point to clear.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        RuntimeError: the dtype is none of these; in compiled code a TypeError.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.round(ms.Tensor([0.5, 1.5, -2.7])))
        [ 0.  2. -3.]
    """
    try:
        accept(input, "f int32 int64")
    except TypeError as error:
        if STATE.compiled():
            raise
        raise RuntimeError(*error.args) from None  # as MindSpore's eager code
    if jnp.issubdtype(input.dtype, jnp.floating):
        return jnp.round(input, decimals) if decimals else jnp.round(input)
    if decimals >= 0:
        return input
    unit = constant(10**-decimals, input.dtype)
    down = input - jnp.remainder(input, unit)
    rest, half = input - down, unit // 2
    odd = jnp.remainder(jax.lax.div(down, unit), constant(2, input.dtype)) != 0
    return jnp.where((rest > half) | ((rest == half) & odd), down + unit, down)


@primitive("Round")
@op("Tensor.round", label="Round")
def round_method(input: Array, decimals: int = 0):
    """Elements rounded to the nearest; halves go to the even neighbour.

    Args:
        input: Tensor of Int32, Int64 or a floating dtype.
        decimals: how many decimals to keep; negative: how many digits before the point to clear.
            The Primitive takes it in the call.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        RuntimeError: the dtype is none of these; in compiled code a TypeError.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0.5, 1.5, -2.7]).round())
        [ 0.  2. -3.]
        >>> print(ms.ops.Round()(ms.Tensor([15, 25]), -1))
        [20 20]
    """
    return round(input, decimals=decimals)


@primitive("Rint")
@op(label="Rint")
def rint(x: Array):
    """Elements rounded to the nearest whole number; halves go to the even neighbour.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Rint()(ms.Tensor([0.5, 1.5, -2.7])))
        [ 0.  2. -3.]
    """
    accept(x, "r", "x")
    return jnp.round(x)


@primitive("Trunc")
@op("ops.trunc", "Tensor.trunc", "mint.fix", label="Trunc")
def trunc(input: Array):
    """Elements rounded towards zero; those of bool and integer Tensors stay.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.7, -1.7])
        >>> print(ms.ops.trunc(x))
        [ 1. -1.]
        >>> print(ms.ops.Trunc()(x))
        [ 1. -1.]
    """
    accept(input, "biuf")
    return jnp.trunc(input) if jnp.issubdtype(input.dtype, jnp.floating) else input


@op("ops.frac", label="Frac")
def frac(x: Array):
    """The part of each element after the point, with its sign.

    Args:
        x: Tensor of bool (gives Int64), a signed integer dtype, UInt8 or a floating dtype.

    Returns:
        Tensor of the same shape; zeros for integers.

    Raises:
        TypeError: `x` is not a Tensor, or the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.frac(ms.Tensor([2.5, -4.25])))
        [ 0.5  -0.25]
    """
    accept(x, "bif uint8", "x")
    if jnp.issubdtype(x.dtype, jnp.floating):
        return x - jnp.trunc(x)
    return jnp.zeros(x.shape, np.int64 if x.dtype == np.bool_ else x.dtype)


@op("Tensor.frac", label="Frac")
def frac_method(input: Array):
    """The part of each element after the point, with its sign, as `ops.frac`.

    Args:
        input: Tensor of bool (gives Int64), a signed integer dtype, UInt8 or a floating dtype.

    Returns:
        Tensor of the same shape; zeros for integers.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([2.5, -4.25]).frac())
        [ 0.5  -0.25]
    """
    return frac(input)
