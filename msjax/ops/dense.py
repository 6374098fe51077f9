"""Dense layers and biases."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import same_dtype
from msjax.ops._attributes import FORMATS, stored
from msjax.ops._spatial import check_layout, on_cpu
from msjax.ops.convolution import add_bias


def _product(x: jax.Array, weight: jax.Array) -> jax.Array:
    """Contract the last axes; half-precision inputs are accumulated in float32."""
    dims = (((x.ndim - 1,), (1,)), ((), ()))
    if x.dtype.itemsize < 4 and on_cpu():
        wide = x.astype(np.float32), weight.astype(np.float32)
        return jax.lax.dot_general(*wide, dims).astype(x.dtype)
    return jax.lax.dot_general(x, weight, dims)


def _check(name: str, x: Any, weight: Any) -> None:
    same_dtype(name, x, weight)
    if weight.ndim != 2 or not x.ndim or x.shape[-1] != weight.shape[1]:
        raise ValueError(
            f"For '{name}', the last dimension of the input must be dimension 1 of 'weight', but "
            f"got shapes {x.shape} and {weight.shape}."
        )


@op(label="Dense")
def dense_biased(x: Array, weight: Array, bias: Array | None):
    """`x @ weight.T + bias` of a layer in one operation."""
    _check("Dense", x, weight)
    out = _product(x, weight)
    if bias is None:
        return out
    same_dtype("Dense", out, bias)
    return out + bias


@primitive("Dense")
@op("ops.dense", "mint.nn.functional.linear", label="Dense")
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
    if weight.ndim == 1:
        _check("Dense", input, weight[None])
        out = _product(input, weight[None])[..., 0]
    else:
        _check("Dense", input, weight)
        out = _product(input, weight)
    if bias is None:
        return out
    same_dtype("Dense", out, bias)
    return out + bias


def bias_axis(name: str, x: jax.Array, data_format: str) -> int:
    """The dimension of the channels.

    Raises:
        ValueError: `x` has no 2 to 5 dimensions, or not those of `data_format`.
    """
    if not 2 <= x.ndim <= 5:
        raise ValueError(must(name, "input_x", "of 2 to 5 dimensions", x.shape))
    layout = data_format.upper()
    check_layout(name, layout, "NCHW", "NHWC", "NCDHW")
    if layout == "NCDHW" and x.ndim != 5:
        raise ValueError(must(name, "input_x", "of 5 dimensions for 'NCDHW'", x.shape))
    return x.ndim - 1 if layout == "NHWC" else 1


@primitive("BiasAdd", data_format="NCHW", normal=stored("BiasAdd", data_format=FORMATS))
@op(label="BiasAdd")
def bias_add_primitive(input_x: Array, bias: Array, data_format="NCHW"):
    """Add one number per channel.

    Args:
        input_x: Tensor of 2 to 5 dimensions.
        bias: Tensor of shape (channels,).

    Returns:
        Tensor of the shape of `input_x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.
    """
    return add_bias("BiasAdd", input_x, bias, bias_axis("BiasAdd", input_x, data_format))


@op("ops.bias_add", label="BiasAdd")
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


@op("ops.bidense")
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
    name = "bidense"
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(
            f"For '{name}', the dimensions except the last of 'input1' and 'input2' must be the "
            f"same, but got {input1.shape} and {input2.shape}."
        )
    if weight.ndim != 3 or weight.shape[1:] != (input1.shape[-1], input2.shape[-1]):
        raise ValueError(must(name, "weight", "of shape (out, in1, in2)", f"shape {weight.shape}"))
    if jnp.promote_types(input1.dtype, input2.dtype) == input1.dtype:
        input2 = input2.astype(input1.dtype)
    out = jnp.einsum("...i,kij,...j->...k", input1, weight, input2)
    if jnp.issubdtype(out.dtype, jnp.signedinteger):
        out = out.astype(np.int64)  # as MindSpore's sums of integers
    if bias is None:
        return out
    same_dtype(name, input1, input2, bias)
    return out + bias
