"""Interpolation, and products or quotients added to a Tensor."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from msjax._core.op import Array, Value, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, broadcast, same_dtype


@primitive("Lerp")
@op("ops.lerp", "Tensor.lerp", label="Lerp")
def lerp(input: Array, end: Array, weight: Value):
    """Linear interpolation, `input + weight * (end - input)`.

    Args:
        input: Tensor of Float16, Float32 or BFloat16.
        end: Tensor of the same dtype.
        weight: float or Tensor.

    Returns:
        Tensor of the broadcast shape and the dtype of `input`.

    Raises:
        TypeError: a dtype is none of these, the dtypes differ, or `weight` is an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lerp(ms.Tensor([1., 2.]), ms.Tensor([3., 4.]), 0.5))
        [2. 3.]
    """
    accept("Lerp", input, "float16 float32 bfloat16")
    same_dtype("Lerp", input, end)
    weight = jnp.asarray(weight)
    accept("Lerp", weight, "f", "weight")
    broadcast("Lerp", input, end, weight)
    return input + weight.astype(input.dtype) * (end - input)


@primitive("LerpScalar")
@op(label="LerpScalar")
def lerp_scalar(input: Array, end: Array, weight: Value):
    """Linear interpolation with a number as weight, as `ops.lerp`."""
    return lerp(input, end, weight)


def _checked(name: str, kinds: str, input: Array, a: Array, b: Array, value: Value) -> Array:
    accept(name, input, kinds)
    same_dtype(name, input, a, b)
    value = jnp.asarray(value)
    broadcast(name, input, a, b, value)
    return value.astype(input.dtype)


@op("ops.addcmul", label="Addcmul")
def addcmul(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`input + value * tensor1 * tensor2`.

    Args:
        input: Tensor of a real dtype but bool.
        tensor1: Tensor of the same dtype.
        tensor2: Tensor of the same dtype.
        value: number or Tensor.

    Returns:
        Tensor of the broadcast shape and the same dtype.

    Raises:
        TypeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.ops.addcmul(x, x, x, 2))
        [ 3. 10.]
    """
    value = _checked("Addcmul", "iuf", input, tensor1, tensor2, value)
    return input + value * tensor1 * tensor2


@primitive("Addcmul")
@op(label="Addcmul")
def _addcmul_primitive(input: Array, tensor1: Array, tensor2: Array, value: Value):
    """`input + value * tensor1 * tensor2`, as `ops.addcmul`."""
    return addcmul(input, tensor1, tensor2, value)


@op("Tensor.addcmul", label="Addcmul")
def addcmul_method(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`self + value * tensor1 * tensor2`, as `ops.addcmul`."""
    return addcmul(input, tensor1, tensor2, value)


@op("ops.addcdiv", label="Addcdiv")
def addcdiv(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`input + value * tensor1 / tensor2`.

    Args:
        input: Tensor of a floating dtype or Int64.
        tensor1: Tensor of the same dtype.
        tensor2: Tensor of the same dtype.
        value: number or Tensor.

    Returns:
        Tensor of the broadcast shape and the same dtype.

    Raises:
        TypeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.ops.addcdiv(x, x, x, 2))
        [3. 4.]
    """
    value = _checked("Addcdiv", "f int64", input, tensor1, tensor2, value)
    if jnp.issubdtype(input.dtype, jnp.floating):
        return input + value * (tensor1 / tensor2)
    top, bottom = jnp.broadcast_arrays(value * tensor1, tensor2)
    return input + jax.lax.div(top, bottom)


@primitive("Addcdiv")
@op(label="Addcdiv")
def _addcdiv_primitive(input: Array, tensor1: Array, tensor2: Array, value: Value):
    """`input + value * tensor1 / tensor2`, as `ops.addcdiv`."""
    return addcdiv(input, tensor1, tensor2, value)


@op("Tensor.addcdiv", label="Addcdiv")
def addcdiv_method(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`self + value * tensor1 / tensor2`, as `ops.addcdiv`."""
    return addcdiv(input, tensor1, tensor2, value)
