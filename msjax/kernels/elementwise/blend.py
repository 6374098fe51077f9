"""Interpolation, and products or quotients added to a Tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.gateway import Op
from msjax._core.op.precision import FLOAT32, Policy, run_in, widest
from msjax._core.op.publish import Array, Value, op, primitive
from msjax.kernels.checks import accept, broadcast, same_dtype
from msjax.kernels.elementwise.cast import wider


def _scaled_by_number(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """The widest dtype of the inputs, where a Python float counts as Float32."""
    dtype = widest(values)
    if any(type(v) is float for v in values):
        dtype = np.promote_types(dtype, np.float32) if dtype.kind == "f" else FLOAT32
    return run_in(entry, values, dtype)


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
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lerp(ms.Tensor([1., 2.]), ms.Tensor([3., 4.]), 0.5))
        [2. 3.]
    """
    accept(input, "float16 float32 bfloat16")
    same_dtype(input, end)
    weight = jnp.asarray(weight)
    accept(weight, "f", "weight")
    broadcast(input, end, weight)
    start = wider(input)
    return (start + weight.astype(start.dtype) * (wider(end) - start)).astype(input.dtype)


@primitive("LerpScalar")
@op(label="LerpScalar")
def lerp_scalar(input: Array, end: Array, weight: Value):
    """Linear interpolation with a number as weight, as `ops.lerp`.

    Args:
        input: Tensor of Float16, Float32 or BFloat16, the start.
        end: Tensor of the same dtype whose shape broadcasts with that of `input`.
        weight: float; 0.0 gives `input`, 1.0 gives `end`.

    Returns:
        Tensor of the broadcast shape and the dtype of `input`.

    Raises:
        TypeError: a dtype is none of these, the dtypes differ, or `weight` is an int.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LerpScalar()(ms.Tensor([1., 2.]), ms.Tensor([3., 4.]), 0.5))
        [2. 3.]
    """
    return lerp(input, end, weight)


def _checked(kinds: str, input: Array, a: Array, b: Array, value: Value) -> Array:
    accept(input, kinds)
    same_dtype(input, a, b)
    value = jnp.asarray(value)
    broadcast(input, a, b, value)
    return value.astype(input.dtype)


@op("ops.addcmul", label="Addcmul", accepts={"value": "int float Tensor"}, amp=_scaled_by_number)
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
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.ops.addcmul(x, x, x, 2))
        [ 3. 10.]
    """
    value = _checked("iuf", input, tensor1, tensor2, value)
    return input + value * tensor1 * tensor2


@primitive(
    "Addcmul", accepts={"value": "Tensor[int8 int32 int64 uint8 float16 bfloat16 float32 float64]"}
)
@op(label="Addcmul", amp=_scaled_by_number)
def _addcmul_primitive(input: Array, tensor1: Array, tensor2: Array, value: Value):
    """`input + value * tensor1 * tensor2`, as `ops.addcmul`, with `value` a Tensor.

    Args:
        input: Tensor of an integer or floating dtype.
        tensor1: Tensor of the same dtype.
        tensor2: Tensor of the same dtype.
        value: Tensor of Int8, Int32, Int64, UInt8 or a floating dtype. All shapes broadcast.

    Returns:
        Tensor of the broadcast shape and the dtype of `input`.

    Raises:
        TypeError: a dtype is none of these, the dtypes of the first three differ, or `value` is not
            a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.ops.Addcmul()(x, x, x, ms.Tensor(2.)))
        [ 3. 10.]
    """
    return addcmul(input, tensor1, tensor2, value)


@op("Tensor.addcmul", label="Addcmul", accepts={"value": "int float Tensor"}, amp=_scaled_by_number)
def addcmul_method(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`self + value * tensor1 * tensor2`, as `ops.addcmul`.

    Args:
        tensor1: Tensor of the dtype of this one.
        tensor2: Tensor of the same dtype.
        value: number or Tensor, the factor; 1 by default. All shapes broadcast.

    Returns:
        Tensor of the broadcast shape and the same dtype.

    Raises:
        TypeError: the Tensor is bool or complex, or the dtypes differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.addcmul(x, x, 2))
        [ 3. 10.]
    """
    return addcmul(input, tensor1, tensor2, value)


@op("ops.addcdiv", label="Addcdiv", accepts={"value": "int float Tensor"}, amp=_scaled_by_number)
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
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.ops.addcdiv(x, x, x, 2))
        [3. 4.]
    """
    value = _checked("f int64", input, tensor1, tensor2, value)
    if jnp.issubdtype(input.dtype, jnp.floating):
        return input + value * (tensor1 / tensor2)
    top, bottom = jnp.broadcast_arrays(value * tensor1, tensor2)
    return input + jax.lax.div(top, bottom)


@primitive("Addcdiv", accepts={"value": "Tensor[int32 int64 float16 float32 float64]"})
@op(label="Addcdiv", amp=_scaled_by_number)
def _addcdiv_primitive(input: Array, tensor1: Array, tensor2: Array, value: Value):
    """`input + value * tensor1 / tensor2`, as `ops.addcdiv`, with `value` a Tensor.

    Args:
        input: Tensor of a floating dtype or Int64, whose quotients are rounded towards zero.
        tensor1: Tensor of the same dtype, the dividend.
        tensor2: Tensor of the same dtype, the divisor.
        value: Tensor of Int32, Int64, Float16, Float32 or Float64. All shapes broadcast.

    Returns:
        Tensor of the broadcast shape and the dtype of `input`.

    Raises:
        TypeError: a dtype is none of these, the dtypes of the first three differ, or `value` is not
            a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 2.]), ms.Tensor([4., 2.])
        >>> print(ms.ops.Addcdiv()(x, y, x, ms.Tensor(2.)))
        [9. 4.]
    """
    return addcdiv(input, tensor1, tensor2, value)


@op("Tensor.addcdiv", label="Addcdiv", amp=_scaled_by_number)
def addcdiv_method(input: Array, tensor1: Array, tensor2: Array, value: Value = 1):
    """`self + value * tensor1 / tensor2`, as `ops.addcdiv`.

    Args:
        tensor1: Tensor of the dtype of this one, the dividend.
        tensor2: Tensor of the same dtype, the divisor.
        value: number or Tensor, the factor; 1 by default. All shapes broadcast.

    Returns:
        Tensor of the broadcast shape and the same dtype.

    Raises:
        TypeError: the dtype is neither floating nor Int64, or the dtypes differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 2.]), ms.Tensor([4., 2.])
        >>> print(x.addcdiv(y, x, 2))
        [9. 4.]
    """
    return addcdiv(input, tensor1, tensor2, value)
