"""Dense layers and biases."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among
from msjax._core.base.errors import Clause, must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import (
    FLOAT32,
    Policy,
    arguments,
    cast_to,
    rounded,
    run_in,
    run_in_half,
    widest,
)
from msjax._core.op.publish import Array, call, op, primitive
from msjax.kernels.attributes import FORMATS, stored
from msjax.kernels.checks import same_dtype
from msjax.kernels.conv.rules import add_bias
from msjax.kernels.conv.spatial import on_cpu

# -- mixed precision -------------------------------------------------------------------------------


def biased(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """A product in half precision, to which the bias is added in the wider of both dtypes."""
    return _sum(entry, values, policy, run_in_half, operator.add)


def biased_channels(
    entry: Op, values: Sequence[Any], policy: Policy, run: Callable = run_in_half
) -> Any:
    """A convolution in half precision, to which the bias is added in the wider of both dtypes."""
    last = arguments(entry, values).get("data_format", "")[-1:] == "C"

    def add(out: Any, bias: Any) -> Any:
        return call(bias_add_primitive)(out, bias, "NHWC" if last else "NCHW")

    return _sum(entry, values, policy, run, add)


def _sum(entry: Op, values: Sequence[Any], policy: Policy, run: Callable, add: Callable) -> Any:
    given = arguments(entry, values)
    bias = given["bias"]
    out = run(entry, list((given | {"bias": None}).values()), policy)
    return out if bias is None else add(*cast_to([out, bias], widest([out, bias])))


def _bilinear(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """Half-precision products with the weight, summed in float32."""
    x, y, weight, bias = values
    x, weight = rounded([x, weight], policy.half)
    return run_in(entry, [x, y, weight, bias], FLOAT32)


# -- products --------------------------------------------------------------------------------------


def _product(x: jax.Array, weight: jax.Array) -> jax.Array:
    """Contract the last axes; half-precision inputs are accumulated in float32, small integers
    in int32, after which they wrap around."""
    dims = (((x.ndim - 1,), (1,)), ((), ()))
    if x.dtype.itemsize < 4 and on_cpu():
        kind = np.float32 if jnp.issubdtype(x.dtype, jnp.inexact) else np.int32
        wide = x.astype(kind), weight.astype(kind)
        return jax.lax.dot_general(*wide, dims).astype(x.dtype)
    return jax.lax.dot_general(x, weight, dims)


def _check(x: Any, weight: Any) -> None:
    same_dtype(x, weight)
    if weight.ndim != 2 or not x.ndim or x.shape[-1] != weight.shape[1]:
        raise ValueError(
            Clause(
                f"the last dimension of the input must be dimension 1 of 'weight', but "
                f"got shapes {x.shape} and {weight.shape}."
            )
        )


def _biased(out: jax.Array, bias: jax.Array | None) -> jax.Array:
    if bias is None:
        return out
    same_dtype(out, bias)
    return out + bias


@op(label="Dense", amp=biased, listed_as="MatMul")
def dense_biased(x: Array, weight: Array, bias: Array | None):
    """`x @ weight.T + bias` of a layer in one operation."""
    _check(x, weight)
    return _biased(_product(x, weight), bias)


@primitive("Dense")
@op("ops.dense", "mint.nn.functional.linear", label="Dense", amp="half")
def dense(input: Array, weight: Array, bias: Array | None = None):
    """Fully connected layer: `input @ weight.T + bias`.

    Args:
        input: Tensor of shape (..., in).
        weight: Tensor of shape (out, in), or (in,) for a result without the last dimension.
        bias: Tensor of shape (out,) or (), or None.

    Returns:
        Tensor of shape (..., out).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, w, b = ms.Tensor([[1., 2.]]), ms.Tensor([[1., 1.]]), ms.Tensor([0.5])
        >>> print(ms.ops.dense(x, w, b))
        [[3.5]]
    """
    if bias is not None and bias.ndim > weight.ndim - 1:
        raise ValueError(must("bias", f"of rank {weight.ndim - 1} or less", f"shape {bias.shape}"))
    if weight.ndim == 1:
        _check(input, weight[None])
        out = _product(input, weight[None])[..., 0]
    else:
        _check(input, weight)
        out = _product(input, weight)
    return _biased(out, bias)


def bias_axis(x: jax.Array, data_format: str) -> int:
    """The dimension of the channels.

    Raises:
        ValueError: `x` has no 2 to 5 dimensions, or not those of `data_format`.
    """
    if not 2 <= x.ndim <= 5:
        raise ValueError(must("input_x", "of 2 to 5 dimensions", x.shape))
    layout = data_format.upper()
    among("data_format", layout, ("NCHW", "NHWC", "NCDHW"))
    if layout == "NCDHW" and x.ndim != 5:
        raise ValueError(must("input_x", "of 5 dimensions for 'NCDHW'", x.shape))
    return x.ndim - 1 if layout == "NHWC" else 1


@primitive(
    "BiasAdd",
    accepts={"data_format": "str"},
    data_format="NCHW",
    normal=stored(data_format=FORMATS),
)
@op(label="BiasAdd", amp="widest")
def bias_add_primitive(input_x: Array, bias: Array, data_format: str = "NCHW"):
    """Add one number per channel.

    Args:
        input_x: Tensor of 2 to 5 dimensions.
        bias: Tensor of shape (channels,) and the dtype of `input_x`.
        data_format: "NCHW" for channels in dimension 1, "NHWC" for the last, or "NCDHW" for 5
            dimensions; given to the constructor.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit, or another `data_format`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.BiasAdd()(ms.Tensor([[1., 2.]]), ms.Tensor([10., 20.])))
        [[11. 22.]]
    """
    return add_bias(input_x, bias, bias_axis(input_x, data_format))


@op("ops.bias_add", label="BiasAdd", amp="widest")
def bias_add(input_x: Array, bias: Array):
    """Add one number per channel (dimension 1).

    Args:
        input_x: Tensor of 2 to 5 dimensions.
        bias: Tensor of shape (channels,).

    Returns:
        Tensor of the shape of `input_x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bias_add(ms.Tensor([[1., 2.]]), ms.Tensor([10., 20.])))
        [[11. 22.]]
    """
    return bias_add_primitive(input_x, bias)


@op(
    "ops.bidense",
    accepts={"input2": "Tensor[=input1]", "weight": "Tensor[=input1]"},
    amp=_bilinear,
    listed_as="MatMul",
)
def bidense(input1: Array, input2: Array, weight: Array, bias: Array | None = None):
    """Bilinear layer: `input1^T weight[k] input2 + bias[k]` for each k.

    Args:
        input1: Tensor of shape (..., in1).
        input2: Tensor of shape (..., in2).
        weight: Tensor of shape (out, in1, in2).
        bias: Tensor of shape (out,) or None.

    Returns:
        Tensor of shape (..., out).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[1., 2.]]), ms.Tensor([[3.]])
        >>> print(ms.ops.bidense(a, b, ms.ops.ones((1, 2, 1))))
        [[9.]]
    """
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(
            Clause(
                f"the dimensions except the last of 'input1' and 'input2' must be the "
                f"same, but got {input1.shape} and {input2.shape}."
            )
        )
    if weight.ndim != 3 or weight.shape[1:] != (input1.shape[-1], input2.shape[-1]):
        raise ValueError(must("weight", "of shape (out, in1, in2)", f"shape {weight.shape}"))
    if mstype.common_dtype(input1.dtype, input2.dtype) == input1.dtype:
        input2 = input2.astype(input1.dtype)
    out = jnp.einsum("...i,kij,...j->...k", input1, weight, input2)
    if jnp.issubdtype(out.dtype, jnp.signedinteger):
        out = out.astype(np.int64)  # as MindSpore's sums of integers
    if bias is None:
        return out
    same_dtype(input1, input2, bias)
    return out + bias
