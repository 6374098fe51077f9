"""Piecewise linear activations: rectifiers, hard limits, shrinkage."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.doubles import exact
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import (
    Array,
    Exact,
    Finite,
    Key,
    Positive,
    call,
    is_python,
    op,
    primitive,
    public,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, number, single
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.promotion import in_single


def _rectify(x: jax.Array) -> jax.Array:
    """max(x, 0) with derivative 0 at 0."""
    if x.dtype == np.bool_ or jnp.issubdtype(x.dtype, jnp.unsignedinteger):
        return x
    return jnp.where(x <= 0, jnp.zeros((), x.dtype), x)


@primitive("ReLU")
@op(label="ReLU")
def relu_only(input: Array):
    """max(input, 0), element by element; the derivative at 0 is 0.

    Args:
        input: Tensor of Bool, an integer or a floating dtype.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReLU()(ms.Tensor([-1., 2.])))
        [0. 2.]
    """
    accept(input, "biuf")
    return _rectify(input)


@op("mint.nn.functional.relu_", write="input", label="ReLU")
def relu_(input: Array):
    """max(input, 0), element by element, written into `input`.

    Args:
        input: Tensor of Bool, an integer or a floating dtype; it gets the result.

    Returns:
        `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([-1., 2.])
        >>> _ = ms.mint.nn.functional.relu_(x)
        >>> print(x)
        [0. 2.]
    """
    return relu_only(input)


_relu, _relu_ = call(relu_only), call(relu_)


@public("ops.relu", "mint.nn.functional.relu")
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(input, 0), element by element; the derivative at 0 is 0.

    Args:
        input: Tensor of any real dtype.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.relu(ms.Tensor([-1., 0., 2.])))
        [0. 0. 2.]
    """
    return _relu_(input) if inplace else _relu(input)


@primitive("ReLU6")
@op("ops.relu6", label="ReLU6")
def relu6(x: Array):
    """min(max(x, 0), 6), element by element.

    Args:
        x: Tensor of Float16 or Float32.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.relu6(ms.Tensor([-1., 3., 9.])))
        [0. 3. 6.]
    """
    accept(x, "float16 float32")
    return _clip6(x)


def _clip6(x: jax.Array) -> jax.Array:
    six = jnp.asarray(6, x.dtype)
    return jnp.where(x <= 0, jnp.zeros((), x.dtype), jnp.where(x > six, six, x))


@op(label="ReLU6")
def relu6_ext(input: Array):
    """min(max(input, 0), 6), element by element, for every real dtype."""
    accept(input, "iuf")
    return _clip6(input)


@op(write="input", label="ReLU6")
def relu6_ext_(input: Array):
    """`mint.nn.functional.relu6`, written into `input`."""
    return relu6_ext(input)


@public("mint.nn.functional.relu6")
def mint_relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """min(max(input, 0), 6), element by element.

    Args:
        input: Tensor of any real dtype.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.relu6(ms.Tensor([-1., 2., 8.])))
        [0. 2. 6.]
    """
    return call(relu6_ext_)(input) if inplace else call(relu6_ext)(input)


@op("ops.leaky_relu", accepts={"alpha": "int float"})
def leaky_relu(input: Array, alpha: Finite = 0.2):
    """`input` where positive, `alpha * input` elsewhere.

    Args:
        input: Tensor.
        alpha: slope of the negative side, float or int.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `alpha` is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.leaky_relu(ms.Tensor([-1., 2.]), 0.5))
        [-0.5  2. ]
    """
    number("alpha", alpha)
    accept(input, "biuf")
    if input.dtype == np.bool_:
        return input
    scaled = jnp.asarray(alpha).astype(input.dtype) * input
    return jnp.where(alpha <= 1, jnp.maximum(scaled, input), jnp.minimum(scaled, input))


@op("mint.nn.functional.leaky_relu", label="LeakyReLUExt")
def leaky_relu_ext(input: Array, negative_slope: float = 0.01):
    """`input` where positive, `negative_slope * input` elsewhere.

    Args:
        input: Tensor of a floating dtype.
        negative_slope: slope of the negative side.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.leaky_relu(ms.Tensor([-1., 2.]), 0.25))
        [-0.25  2.  ]
    """
    accept(input, "f")
    single(negative_slope=negative_slope)
    return jnp.where(input > 0, input, input * negative_slope)


@primitive("HSigmoid")
@op("ops.hardsigmoid", "mint.nn.functional.hardsigmoid", label="HSigmoid")
def hardsigmoid(input: Array):
    """(input + 3) / 6, limited to [0, 1].

    Args:
        input: Tensor of a floating or signed integer dtype; integers are truncated.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hardsigmoid(ms.Tensor([-4., 0., 4.])))
        [0.  0.5 1. ]
    """
    accept(input, "int8 int16 int32 int64 f")
    x = wider(input) if jnp.issubdtype(input.dtype, jnp.floating) else input.astype(np.float32)
    inside = jnp.where(x >= 3, jnp.ones((), x.dtype), (x + 3) / 6)
    return jnp.where(x <= -3, jnp.zeros((), x.dtype), inside).astype(input.dtype)


@primitive("HSwish")
@op(
    "ops.hardswish",
    "mint.nn.functional.hardswish",
    label="HSwish",
    formerly={"ops.hardswish": "x=input"},
)
def hardswish(input: Array):
    """`input` times its hard sigmoid.

    Args:
        input: Tensor of a floating or signed integer dtype; integers are truncated.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hardswish(ms.Tensor([-4., 1.5, 4.])))
        [0.    1.125 4.   ]
    """
    accept(input, "int8 int16 int32 int64 f")
    x = wider(input) if jnp.issubdtype(input.dtype, jnp.floating) else input.astype(np.float32)
    middle = jnp.where(jnp.abs(x) > 3, jnp.zeros((), x.dtype), x)
    inside = jnp.where(x > 3, input, (middle * (middle + 3) / 6).astype(input.dtype))
    return jnp.where(x < -3, jnp.zeros((), input.dtype), inside)


@op("ops.hardtanh", accepts={"min_val": "int float", "max_val": "int float"}, to_float="return")
def hardtanh(input: Array, min_val: Finite = -1.0, max_val: Finite = 1.0):
    """`input` limited to [min_val, max_val].

    Args:
        input: Tensor.
        min_val: lower limit, float or int.
        max_val: upper limit, float or int.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: a limit is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hardtanh(ms.Tensor([-2., 0.5, 2.])))
        [-1.   0.5  1. ]
    """
    accept(input, "bool int8 int16 int32 int64 uint8 f")
    for arg, value in (("min_val", min_val), ("max_val", max_val)):
        number(arg, value)
    floating = jnp.issubdtype(input.dtype, jnp.floating)
    x = input if floating else input.astype(np.float32)
    return jnp.minimum(jnp.maximum(x, min_val), max_val).astype(input.dtype)


@op("mint.nn.functional.hardtanh_", write="input", label="hardtanh", to_float="return")
def hardtanh_(input: Array, min_val: Finite = -1, max_val: Finite = 1):
    """Limit `input` to [min_val, max_val], in place; `ops.hardtanh` returns a new Tensor.

    Args:
        input: Tensor; it gets the result.
        min_val: lower limit.
        max_val: upper limit.

    Returns:
        `input`.

    Raises:
        TypeError: `input` is not a Tensor, or a bound not a number.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([-3., 0.5, 3.])
        >>> _ = ms.mint.nn.functional.hardtanh_(x)
        >>> print(x)
        [-1.   0.5  1. ]
    """
    return hardtanh(input, min_val, max_val)


@public("mint.nn.functional.hardtanh")
def mint_hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """`input` limited to [min_val, max_val].

    Args:
        input: Tensor.
        min_val: lower limit.
        max_val: upper limit.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: `input` is not a Tensor, or a bound not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.hardtanh(ms.Tensor([-3., 0.5, 3.]), -2.0, 2.0))
        [-2.   0.5  2. ]
    """
    return call(hardtanh_ if inplace else hardtanh)(input, min_val, max_val)


def check_lambd(lambd: Any) -> None:
    """Raise TypeError unless the width of a shrinking operation is a number."""
    if is_python(lambd) and not isinstance(lambd, (bool, int, float)):
        raise TypeError(must("lambd", "a bool, int or float", describe(lambd)))


@primitive(
    "HShrink",
    accepts={"input": "Tensor[float16 bfloat16 float32]"},
    lambd=0.5,
    check=check_lambd,
)
@op(
    "ops.hardshrink",
    "Tensor.hardshrink",
    "mint.nn.functional.hardshrink",
    label="HShrink",
    accepts={
        "ops.hardshrink.input": "Tensor[float16 bfloat16 float32]",
        "Tensor.hardshrink.input": "Tensor[float16 bfloat16 float32]",
        "ops.hardshrink.lambd": "int float bool Tensor[float]",
    },
    formerly={"ops.hardshrink": "x=input"},
)
def hardshrink(input: Array, lambd: float = 0.5):
    """`input` outside of [-lambd, lambd], 0 inside.

    Args:
        input: Tensor of Float16, BFloat16 or Float32.
        lambd: the threshold.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype, or `lambd` is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hardshrink(ms.Tensor([-1., 0.3, 1.])))
        [-1.  0.  1.]
    """
    accept(input, "float16 bfloat16 float32")
    single(lambd=lambd)
    return jnp.where((input >= -lambd) & (input <= lambd), jnp.zeros((), input.dtype), input)


@primitive("SoftShrink", lambd=0.5, check=check_lambd)
@op(
    "ops.softshrink",
    "ops.soft_shrink",
    "Tensor.soft_shrink",
    "mint.nn.functional.softshrink",
    label="SoftShrink",
    accepts={
        "ops.softshrink.input": "Tensor[float16 bfloat16 float32]",
        "Tensor.soft_shrink.input": "Tensor[float16 bfloat16 float32]",
        "ops.softshrink.lambd": "int float bool Tensor[float]",
    },
    formerly={"ops.softshrink": "x=input"},
)
def softshrink(input: Array, lambd: Positive = 0.5):
    """`input` moved towards 0 by `lambd`; 0 inside of [-lambd, lambd].

    Args:
        input: Tensor of Float16, BFloat16 or Float32.
        lambd: the threshold, at least 0.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype, or `lambd` is not a number.
        RuntimeError: `lambd` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softshrink(ms.Tensor([-1., 0.3, 1.])))
        [-0.5  0.   0.5]
    """
    check_lambd(lambd)
    if is_python(lambd) and lambd < 0:
        raise RuntimeError(must("lambd", "greater than or equal to 0", lambd))
    accept(input, "float16 bfloat16 float32")
    if isinstance(lambd, bool):
        lambd = int(lambd)
    return in_single(lambda x: _shrunk(x, lambd), input)


def _shrunk(x: jax.Array, lambd: Any) -> jax.Array:
    inside = jnp.where(x < -lambd, x + lambd, jnp.zeros((), x.dtype))
    return jnp.where(x > lambd, x - lambd, inside)


@op("ops.threshold", accepts={"thr": "int float", "value": "int float"})
def threshold(input: Array, thr: Exact, value: Exact):
    """`input` where it is greater than `thr`, else `value`.

    Args:
        input: Tensor.
        thr: the threshold, float or int.
        value: the replacement, float or int.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `thr` or `value` is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.threshold(ms.Tensor([0., 2.]), 1, 20))
        [20.  2.]
    """
    number("thr", thr)
    number("value", value)
    accept(input, "bool int8 int16 int32 int64 uint8 f")
    compared = input
    if not jnp.issubdtype(input.dtype, jnp.floating):
        compared = input.astype(np.int32 if input.dtype == np.bool_ else input.dtype)
        if not isinstance(thr, int):
            compared = input.astype(np.float32)
    if not is_python(thr):
        thr = exact(thr, compared.dtype)
    return jnp.where(compared > thr, input, exact(value, input.dtype))


@op("mint.nn.functional.threshold_", write="input", label="threshold")
def threshold_(input: Array, threshold: Exact, value: Exact):
    """`input` where it is greater than `threshold`, else `value`, written into `input`.

    Args:
        input: Tensor; it gets the result.
        threshold: the threshold, float or int.
        value: the replacement, float or int.

    Returns:
        `input`.

    Raises:
        TypeError: `threshold` or `value` is not a number.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., 2.])
        >>> _ = ms.mint.nn.functional.threshold_(x, 1, 20)
        >>> print(x)
        [20.  2.]
    """
    return _threshold(input, threshold, value)


_threshold = threshold


@public("mint.nn.functional.threshold")
def mint_threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """`input` where it is greater than `threshold`, else `value`.

    Args:
        input: Tensor.
        threshold: the threshold.
        value: the replacement.
        inplace: write the result into `input`.

    Returns:
        Tensor of the shape and dtype of `input`; `input` itself if `inplace`.

    Raises:
        TypeError: `threshold` or `value` is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.threshold(ms.Tensor([0., 2.]), 1, 20))
        [20.  2.]
    """
    return call(threshold_ if inplace else _threshold)(input, threshold, value)


@primitive("PReLU")
@op(
    "ops.prelu",
    "mint.nn.functional.prelu",
    label="PReLU",
    amp="half",
    formerly={"ops.prelu": "x=input"},
)
def prelu(input: Array, weight: Array):
    """`input` where positive, else `weight * input`, with one weight per channel or one for all.

    Args:
        input: Tensor of Float16, BFloat16 or Float32; dimension 1 are the channels.
        weight: Tensor of shape (1,) or (channels,).

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: `weight` is not 1-d, or its length is neither 1 nor the number of channels.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.prelu(ms.Tensor([[-1., 2.]]), ms.Tensor([0.5, 3.])))
        [[-0.5  2. ]]
    """
    accept(input, "float16 bfloat16 float32")
    accept(weight, "float16 bfloat16 float32", "weight")
    check_rank(weight, 1, "weight")
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.shape[0] not in (1, channels):
        raise ValueError(
            Clause(
                f"the length of 'weight' must be equal to number of channels: {channels}, "
                f"but got {weight.shape[0]}."
            )
        )
    # The gradient of the weight is a long sum, which Float16 would lose digits of.
    slope = wider(weight.astype(input.dtype))
    if input.ndim > 1:
        slope = slope.reshape((1, -1) + (1,) * (input.ndim - 2))
    elif input.ndim == 0:
        slope = slope.reshape(())
    return jnp.where(input > 0, input, (slope * wider(input)).astype(input.dtype))


@op(label="rrelu")
def _rrelu(input: Array, lower: float, upper: float, key: Key = None):
    accept(input, "int32 int64 f")
    draws = jax.random.uniform(key, input.shape, np.float32) * (upper - lower) + lower
    zero = jnp.zeros((), input.dtype)
    below = jnp.where(input < 0, input * draws.astype(input.dtype), zero)
    return jnp.where(input > 0, input, below)


@public("ops.rrelu", accepts={"lower": "int float bool"})
def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3) -> Tensor:
    """`input` where positive, `input` times a random slope elsewhere.

    Args:
        input: Tensor of Int32, Int64 or a floating dtype.
        lower: lower bound of the slopes.
        upper: upper bound of the slopes.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: a bound is not a number.
        ValueError: `lower` is greater than `upper`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rrelu(ms.Tensor([-1., 2.]), 0.5, 0.5))
        [-0.5  2. ]
    """
    lower, upper = (int(v) if isinstance(v, bool) else v for v in (lower, upper))
    number("lower", lower)
    number("upper", upper)
    if lower > upper:
        raise ValueError(
            Clause(
                "the value of 'upper' must be greater than or equal to 'lower', "
                f"but got upper: {upper}, lower: {lower}."
            )
        )
    return call(_rrelu)(input, lower, upper)
