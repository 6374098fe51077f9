"""Normalization over layers, groups and neighbouring channels, by deviations or other norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axes, integer, string
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import Array, Finite, Order, Positive, is_python, op, primitive
from msjax.kernels.checks import accept, check_rank, number, with_dimensions
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.linalg.norms import vector_power_norm


def moments(x: jax.Array, axes: tuple[int, ...]) -> tuple[jax.Array, jax.Array]:
    """Mean and biased variance, with the axes kept."""
    mean = x.mean(axes, keepdims=True)
    return mean, jnp.square(x - mean).mean(axes, keepdims=True)


def _standardized(x: jax.Array, mean: jax.Array, variance: jax.Array, epsilon: Any) -> jax.Array:
    return (x - mean) * jax.lax.rsqrt(variance + epsilon)


# -- layers and groups --


def _check_axis(arg: str, axis: Any, rank: int) -> int:
    integer(arg, axis)
    if not -1 <= axis < rank:
        raise RuntimeError(must(arg, f"in [-1, {rank})", axis))
    return axis % rank


def layer_and_moments(x: Any, gamma: Any, beta: Any, setting: tuple) -> tuple[Any, Any, Any]:
    begin_norm_axis, begin_params_axis, epsilon = setting
    number("epsilon", epsilon, float)
    accept(x, "f", "input_x")
    first = _check_axis("begin_norm_axis", begin_norm_axis, x.ndim)
    own = _check_axis("begin_params_axis", begin_params_axis, x.ndim)
    for weight in (gamma, beta):
        if weight is not None and weight.shape != x.shape[own:]:
            raise ValueError(
                Clause(
                    f"gamma or beta shape must match input shape, but got input shape "
                    f"{x.shape}, gamma or beta shape {weight.shape} and begin_params_axis {own}."
                )
            )
    wide = wider(x)
    mean, variance = moments(wide, tuple(range(first, x.ndim)))
    out = _standardized(wide, mean, variance, epsilon)
    if gamma is not None:
        out = out * gamma.astype(out.dtype)
    if beta is not None:
        out = out + beta.astype(out.dtype)
    return out.astype(x.dtype), mean.astype(np.float32), variance.astype(np.float32)


@primitive("LayerNorm", begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7)
@op(label="LayerNorm", amp="float32")
def layer_norm_primitive(
    input_x: Array,
    gamma: Array,
    beta: Array,
    begin_norm_axis: int = 1,
    begin_params_axis: int = 1,
    epsilon: Finite = 1e-7,
):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        input_x: Tensor of a floating dtype.
        gamma: Tensor to multiply by, of the shape of `input_x` from `begin_params_axis` on.
        beta: Tensor to add, of the same shape.
        begin_norm_axis: first dimension that is normalized; given to the constructor.
        begin_params_axis: first dimension of `gamma` and `beta`; given to the constructor.
        epsilon: float added to the variance; given to the constructor.

    Returns:
        Tuple of the result, of the shape and dtype of `input_x`, and of the mean and variance, of
        Float32.

    Raises:
        TypeError: another dtype, or an attribute is of a wrong type.
        RuntimeError: an axis is out of range.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> norm = ms.ops.LayerNorm(epsilon=1e-12)
        >>> out, mean, variance = norm(ms.Tensor([[1., 3.]]), ms.ops.ones(2), ms.ops.zeros(2))
        >>> print(out, mean, variance)
        [[-1.  1.]] [[2.]] [[1.]]
    """
    return layer_and_moments(input_x, gamma, beta, (begin_norm_axis, begin_params_axis, epsilon))


@op(label="LayerNorm", amp="float32")
def layer_norm_only(
    input_x: Array,
    gamma: Array,
    beta: Array,
    begin_norm_axis: int,
    begin_params_axis: int,
    epsilon: Finite,
):
    """The result of `ops.LayerNorm` without the statistics, for the layer."""
    return layer_and_moments(input_x, gamma, beta, (begin_norm_axis, begin_params_axis, epsilon))[0]


@op("ops.layer_norm", "mint.nn.functional.layer_norm", amp="float32")
def layer_norm(
    input: Array,
    normalized_shape: int | Sequence[int],
    weight: Array | None = None,
    bias: Array | None = None,
    eps: Finite = 1e-5,
):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        input: Tensor of a floating dtype.
        normalized_shape: int or sequence of ints, the lengths of the last dimensions.
        weight: Tensor of that shape or None.
        bias: Tensor of that shape or None.
        eps: number added to the variance.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.layer_norm(ms.Tensor([[1., 3.]]), (2,), eps=0.0))
        [[-1.  1.]]
    """
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or input.shape[-len(shape) :] != shape:
        raise ValueError(must("input", f"of a shape that ends with {shape}", input.shape))
    axis = input.ndim - len(shape)
    return layer_and_moments(input, weight, bias, (axis, axis, eps))[0]


@op("ops.add_layer_norm")
def add_layer_norm(
    x1: Array,
    x2: Array,
    gamma: Array,
    beta: Array,
    epsilon: float = 1e-5,
    additional_output: bool = False,
):
    """Layer norm of the sum of two Tensors over the dimensions of `gamma`.

    Args:
        x1: Tensor of a floating dtype.
        x2: Tensor of the same shape and dtype.
        gamma: Tensor to multiply by, whose shape is that of the last dimensions of `x1`.
        beta: Tensor to add, of the shape of `gamma`.
        epsilon: float added to the variance.
        additional_output: has no effect; the sum is always returned.

    Returns:
        The result, the mean and the reciprocal of the standard deviation (both Float32), and
        `x1 + x2`.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, ones, zeros = ms.Tensor([[1., 2.]]), ms.ops.ones(2), ms.ops.zeros(2)
        >>> y = ms.Tensor([[0., 1.]])
        >>> out, mean, rstd, total = ms.ops.add_layer_norm(x, y, ones, zeros, 0.0)
        >>> print(out, mean, rstd, total)
        [[-1.  1.]] [[2.]] [[1.]] [[1. 3.]]
    """
    total = x1 + x2
    axis = total.ndim - gamma.ndim
    out, mean, variance = layer_and_moments(total, gamma, beta, (axis, axis, epsilon))
    return out, mean, jax.lax.rsqrt(variance + epsilon), total


def grouped_norm(x: Any, num_groups: Any, weight: Any, bias: Any, eps: Any) -> tuple[Any, Any, Any]:
    """Group norm, with the mean of each group and the reciprocal of its deviation."""
    accept(x, "f", "input")
    integer("num_groups", num_groups)
    with_dimensions("input", x, 2, IndexError)
    channels = x.shape[1]
    if num_groups < 1 or channels % num_groups:
        raise ValueError(
            Clause(
                "the 'num_channels' must be divided by 'num_groups', but got "
                f"'num_channels': {channels} ,'num_groups': {num_groups}."
            )
        )
    for arg, value in (("weight", weight), ("bias", bias)):
        if value is not None and value.shape != (channels,):
            raise ValueError(must(arg, f"of shape ({channels},)", value.shape))
    wide = wider(x)
    groups = wide.reshape(x.shape[0], num_groups, -1)
    mean, variance = moments(groups, (2,))
    out = _standardized(groups, mean, variance, eps).reshape(x.shape)
    shape = (1, channels) + (1,) * (x.ndim - 2)
    if weight is not None:
        out = out * weight.astype(out.dtype).reshape(shape)
    if bias is not None:
        out = out + bias.astype(out.dtype).reshape(shape)
    return out.astype(x.dtype), mean[..., 0], jax.lax.rsqrt(variance + eps)[..., 0]


@op(
    "ops.group_norm",
    "mint.nn.functional.group_norm",
    label="GroupNorm",
    accepts={
        "ops.group_norm.weight": "Tensor[=input] None",
        "ops.group_norm.bias": "Tensor[=input] None",
        "ops.group_norm.eps": "float Tensor",
    },
    amp="float32",
)
def group_norm(
    input: Array,
    num_groups: int,
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
):
    """Group norm: each group of channels of each sample is moved to mean 0 and variance 1.

    Args:
        input: Tensor of shape (N, C, ...).
        num_groups: number of groups, which divides C.
        weight: Tensor of shape (C,) or None.
        bias: Tensor of shape (C,) or None.
        eps: number added to the variance.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: `num_groups` does not divide C, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.group_norm(ms.Tensor([[1., 3.]]), 1, eps=0.0))
        [[-1.  1.]]
    """
    return grouped_norm(input, num_groups, weight, bias, eps)[0]


# -- neighbouring channels --


def check_lrn(depth_radius: Any, bias: Any, alpha: Any, beta: Any, norm_region: Any) -> None:
    """Raise unless `lrn` takes these settings."""
    integer("depth_radius", depth_radius)
    if depth_radius < 0:
        raise ValueError(must("depth_radius", ">= 0", depth_radius))
    for arg, value in (("bias", bias), ("alpha", alpha), ("beta", beta)):
        number(arg, value, float)
    string("norm_region", norm_region)
    if norm_region != "ACROSS_CHANNELS":
        raise ValueError(must("norm_region", "'ACROSS_CHANNELS'", repr(norm_region)))


@primitive(
    "LRN",
    counts="all",
    depth_radius=5,
    bias=1.0,
    alpha=1.0,
    beta=0.5,
    norm_region="ACROSS_CHANNELS",
    check=check_lrn,
)
@op(
    "ops.lrn",
    label="LRN",
    accepts={"depth_radius": "int", "bias": "float", "alpha": "float", "beta": "float"},
)
def lrn(
    x: Array,
    depth_radius: int = 5,
    bias: Positive = 1.0,
    alpha: Positive = 1.0,
    beta: Positive = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
):
    """Divide by a power of the sum of squares over the neighbouring channels.

    Args:
        x: Tensor of shape (N, C, H, W) of Float16 or Float32.
        depth_radius: number of channels on each side.
        bias: float added to the sum.
        alpha: float factor of the sum.
        beta: float, the power.
        norm_region: "ACROSS_CHANNELS".

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: `x` is not 4-d.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lrn(ms.Tensor([[[[2.]]]]), alpha=0.75))
        [[[[1.]]]]
    """
    check_lrn(depth_radius, bias, alpha, beta, norm_region)
    accept(x, "float16 float32", "x")
    check_rank(x, 4, "x")
    wide = wider(x)
    window = (1, 2 * depth_radius + 1, 1, 1)
    pads = ((0, 0), (depth_radius, depth_radius), (0, 0), (0, 0))
    total = jax.lax.reduce_window(
        jnp.square(wide), np.float32(0), jax.lax.add, window, (1, 1, 1, 1), pads
    )
    return (wide / (bias + alpha * total) ** beta).astype(x.dtype)


# -- root mean squares and other norms --


def _rms(x: Any, gamma: Any, epsilon: Any) -> tuple[Any, Any]:
    accept(x, "float16 bfloat16 float32", "x")
    count = gamma.ndim
    if not count or x.shape[x.ndim - count :] != gamma.shape:
        raise ValueError(must("gamma", f"a tail of the shape {x.shape}", gamma.shape))
    wide = x.astype(np.float32)
    axes = tuple(range(x.ndim - count, x.ndim))
    rstd = jax.lax.rsqrt(jnp.square(wide).mean(axes, keepdims=True) + epsilon)
    return (wide * rstd * gamma.astype(np.float32)).astype(x.dtype), rstd


@primitive("RmsNorm", epsilon=1e-6)
@op("ops.rms_norm", label="RmsNorm")
def rms_norm(x: Array, gamma: Array, epsilon: float = 1e-6):
    """Divide by the root mean square of the last dimensions, then scale.

    Args:
        x: Tensor of Float16, BFloat16 or Float32.
        gamma: Tensor whose shape is that of the last dimensions of `x`.
        epsilon: number added to the mean square.

    Returns:
        The result, and the reciprocal of the root mean square (Float32).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rms_norm(ms.Tensor([3., -3.]), ms.Tensor([1., 1.]))[0])
        [ 0.99999994 -0.99999994]
    """
    return _rms(x, gamma, epsilon)


@primitive("AddRmsNorm", place="auto_generate")
@op("ops.add_rms_norm")
def add_rms_norm(x1: Array, x2: Array, gamma: Array, epsilon: float = 1e-6):
    """`ops.rms_norm` of a sum.

    Args:
        x1: Tensor of Float16, BFloat16 or Float32.
        x2: Tensor of the same shape and dtype.
        gamma: Tensor whose shape is that of the last dimensions of `x1`.
        epsilon: number added to the mean square.

    Returns:
        The result, the reciprocal of the root mean square (Float32), and `x1 + x2`.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, zeros, gamma = ms.Tensor([[2., 2.]]), ms.ops.zeros((1, 2)), ms.Tensor([1., 3.])
        >>> out, rstd, total = ms.ops.add_rms_norm(x, zeros, gamma, 0.0)
        >>> print(out, rstd, total)
        [[1. 3.]] [[0.5]] [[2. 2.]]
    """
    total = x1 + x2
    return *_rms(total, gamma, epsilon), total


@op("mint.nn.functional.normalize", label="normalize")
def normalize(input: Array, p: Order = 2.0, dim: int = 1, eps: float = 1e-12):
    """Divide by the p-norm along a dimension, so that vectors get length 1.

    Args:
        input: Tensor of a floating dtype.
        p: the power of the norm.
        dim: the dimension along which the vectors stand, int or ints.
        eps: the least number that is divided by.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.normalize(ms.Tensor([[1., 3.]]), p=1.0))
        [[0.25 0.75]]
    """
    accept(input, "f")
    if isinstance(dim, bool):
        raise TypeError(must("dim", "an int", describe(dim)))
    x = wider(input)
    if is_python(p):
        norm = jnp.linalg.norm(x, p, dim, keepdims=True)
    else:
        norm = vector_power_norm(x, p, check_axes(dim, x.ndim, "dim"), True)
    return (input / jnp.maximum(norm, eps)).astype(input.dtype)
