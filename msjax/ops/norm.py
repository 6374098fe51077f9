"""Normalization over batches, layers, groups and channels."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Finite, Positive, call, op, public, settled
from msjax._core.primitive import Primitive, primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept
from msjax.ops._attributes import FORMATS


def widened(x: jax.Array | None) -> Any:
    """Half-precision values as float32."""
    return x.astype(np.float32) if x is not None and x.dtype.itemsize < 4 else x


def _moments(x: jax.Array, axes: tuple[int, ...]) -> tuple[jax.Array, jax.Array]:
    """Mean and biased variance, with the axes kept."""
    mean = x.mean(axes, keepdims=True)
    return mean, jnp.square(x - mean).mean(axes, keepdims=True)


def _standardized(x: jax.Array, mean: jax.Array, variance: jax.Array, epsilon: Any) -> jax.Array:
    return (x - mean) * jax.lax.rsqrt(variance + epsilon)


# -- batches --


def _check_batch(
    name: str, x: Any, channels: dict[str, Any], channel: int, ranks: tuple[int, ...]
) -> None:
    accept(name, x, "float16 bfloat16 float32", "input_x")
    if x.ndim not in ranks:
        raise ValueError(must(name, "input_x", f"of {ranks} dimensions", f"shape {x.shape}"))
    for arg, value in channels.items():
        if value is not None and value.shape != (x.shape[channel],):
            raise ValueError(
                f"For '{name}', the length of '{arg}' must be that of the input's channel "
                f"dimension, {x.shape[channel]}, but got shape {value.shape}."
            )


def _affine(
    x: Any, mean: Any, variance: Any, scale: Any, bias: Any, epsilon: Any, shape: Any
) -> Any:
    factor = jax.lax.rsqrt(variance + epsilon)
    if scale is not None:
        factor = factor * widened(scale).reshape(shape)
    out = (x - mean) * factor
    return out if bias is None else out + widened(bias).reshape(shape)


def _channel_shape(x: Any, channel: int) -> tuple[int, ...]:
    return tuple(-1 if i == channel else 1 for i in range(x.ndim))


def _train(
    x: Any, scale: Any, bias: Any, old_mean: Any, old_variance: Any, setting: tuple
) -> tuple[Any, ...]:
    """Result, new running statistics, batch mean and biased batch variance."""
    epsilon, momentum, channel = setting
    wide, shape = widened(x), _channel_shape(x, channel)
    axes = tuple(i for i in range(x.ndim) if i != channel)
    mean, variance = _moments(wide, axes)
    out = _affine(wide, mean, variance, scale, bias, epsilon, shape).astype(x.dtype)
    count = math.prod(x.shape[i] for i in axes)
    flat_mean, flat_variance = mean.reshape(-1), variance.reshape(-1)
    running = []
    unbiased = flat_variance * (count / max(count - 1, 1))
    for old, new in ((old_mean, flat_mean), (old_variance, unbiased)):
        if old is not None:
            value = (1 - momentum) * widened(old) + momentum * new
            old = jax.lax.stop_gradient(value).astype(old.dtype)
        running.append(old)
    return out, *running, flat_mean, flat_variance


@op(label="BatchNorm")
def batch_norm_train(
    input_x: Array,
    scale: Array | None,
    bias: Array | None,
    mean: Array | None,
    variance: Array | None,
    epsilon: float,
    momentum: float,
    data_format="NCHW",
    deep=False,
):
    """Batch norm by the batch's statistics: result, new running statistics, batch statistics."""
    channel = input_x.ndim - 1 if data_format == "NHWC" else 1
    given = {"scale": scale, "bias": bias, "mean": mean, "variance": variance}
    _check_batch("BatchNorm", input_x, given, channel, (2, 3, 4, 5) if deep else (2, 3, 4))
    return _train(input_x, scale, bias, mean, variance, (epsilon, momentum, channel))


@op(label="BatchNorm")
def batch_norm_infer(
    input_x: Array,
    scale: Array | None,
    bias: Array | None,
    mean: Array,
    variance: Array,
    epsilon: float,
    data_format="NCHW",
    deep=False,
):
    """Batch norm by the running statistics."""
    channel = input_x.ndim - 1 if data_format == "NHWC" else 1
    given = {"scale": scale, "bias": bias, "mean": mean, "variance": variance}
    _check_batch("BatchNorm", input_x, given, channel, (2, 3, 4, 5) if deep else (2, 3, 4))
    shape = _channel_shape(input_x, channel)
    stop = jax.lax.stop_gradient  # running statistics are no weights
    stats = stop(widened(mean)).reshape(shape), stop(widened(variance)).reshape(shape)
    return _affine(widened(input_x), *stats, scale, bias, epsilon, shape).astype(input_x.dtype)


_train_op, _infer_op = call(batch_norm_train), call(batch_norm_infer)


def update_running(holders: Any, values: Any) -> None:
    """Store new running statistics in their Tensors, in whose dtype they stay."""
    for holder, value in zip(holders, values, strict=True):
        if holder is not None:
            holder._assign(value.astype(holder.dtype)._data)


def check_batch_settings(epsilon: Any, momentum: Any) -> None:
    """Refuse settings of batch norm, as MindSpore does when it is called."""
    for name, value, low in (("epsilon", epsilon, "("), ("momentum", momentum, "[")):
        if not isinstance(value, float):
            raise TypeError(must("BatchNorm", name, "float", describe(value)))
        if not 0 <= value <= 1 or (low == "(" and value == 0):
            raise ValueError(must("BatchNorm", name, f"in {low}0, 1]", value))


@public("ops.BatchNorm")
class BatchNorm(Primitive):
    """Batch norm: each channel is moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        is_training: use the batch's statistics and update the running ones, which are given.
        epsilon: number added to the variance.
        momentum: share of the batch in the new running statistics.
        data_format: "NCHW" or "NHWC".

    The call takes `input_x` of shape (N, C, ...), and `scale`, `bias`, `mean`, `variance` of shape
    (C,); it returns the result, the batch's mean and variance, and both again.

    Examples:
        >>> import msjax as ms
        >>> ones, zeros = ms.ops.ones(1), ms.ops.zeros(1)
        >>> x = ms.Tensor([[1.], [3.]])
        >>> print(ms.ops.BatchNorm(is_training=True, epsilon=1e-9)(x, ones, zeros, zeros, ones)[0])
        [[-1.]
         [ 1.]]
    """

    def __init__(
        self,
        is_training: bool = False,
        epsilon: float = 1e-5,
        momentum: float = 0.1,
        data_format: str = "NCHW",
    ):
        super().__init__("BatchNorm")
        if data_format not in ("NCHW", "NHWC"):
            raise ValueError(must("BatchNorm", "data_format", "NCHW or NHWC", repr(data_format)))
        self._set_init(
            is_training=is_training, epsilon=epsilon, momentum=momentum, data_format=data_format
        )
        self.data_format = FORMATS[data_format]

    def __call__(self, input_x: Any, scale: Any, bias: Any, mean: Any, variance: Any) -> tuple:
        check_batch_settings(self.epsilon, self.momentum)
        layout = self.attrs["data_format"]
        kinds = {str(t.dtype) for t in (scale, bias, mean, variance) if isinstance(t, Tensor)}
        if len(kinds) > 1:
            raise TypeError(
                "For 'BatchNorm', the dtypes of 'scale', 'bias', 'mean' and 'variance' must be the "
                f"same, but got {', '.join(sorted(kinds))}."
            )
        if not self.is_training:
            given = (input_x, scale, bias, mean, variance, self.epsilon, layout)
            return _infer_op(*given), mean, variance, mean, variance
        given = (input_x, scale, bias, mean, variance, self.epsilon, self.momentum)
        out, *running, batch_mean, batch_variance = _train_op(*given, layout)
        update_running((mean, variance), running)
        return out, batch_mean, batch_variance, batch_mean, batch_variance


@public("ops.batch_norm")
def batch_norm(
    input_x: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any,
    bias: Any,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    """Batch norm: each channel is moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        input_x: Tensor of shape (N, C, ...) of Float16 or Float32.
        running_mean: Tensor or Parameter of shape (C,); updated when training.
        running_var: Tensor or Parameter of shape (C,); updated when training.
        weight: Tensor of shape (C,).
        bias: Tensor of shape (C,).
        training: use the batch's statistics instead of the running ones.
        momentum: share of the batch in the new running statistics.
        eps: number added to the variance.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: another dtype.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> ones, zeros = ms.ops.ones(1), ms.ops.zeros(1)
        >>> print(ms.ops.batch_norm(ms.Tensor([[1.], [3.]]), zeros, ones, ones, zeros, eps=0.0))
        [[1.]
         [3.]]
    """
    if not training:
        return _infer_op(input_x, weight, bias, running_mean, running_var, eps)
    out, *running = _train_op(input_x, weight, bias, running_mean, running_var, eps, momentum)[:3]
    update_running((running_mean, running_var), running)
    return out


@public("mint.nn.functional.batch_norm")
def batch_norm_ext(
    input: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    """Batch norm as `ops.batch_norm`, for 2 to 5 dimensions; statistics and weights may be None."""
    if not training and running_mean is not None and running_var is not None:
        stats = running_mean, running_var
        return _infer_op(input, weight, bias, *stats, eps, "NCHW", True)
    given = (input, weight, bias, running_mean, running_var, eps, momentum, "NCHW", True)
    results = _train_op(*given)
    if training:
        update_running((running_mean, running_var), results[1:3])
    return results[0]


@op("mint.batch_norm_stats")
def batch_norm_stats(input: Array, eps: float):
    """Mean and inverse standard deviation of each channel, in float32."""
    axes = tuple(i for i in range(input.ndim) if i != 1)
    mean, variance = _moments(widened(input), axes)
    return mean.reshape(-1), jax.lax.rsqrt(variance + eps).reshape(-1)


@op("mint.batch_norm_elemt")
def batch_norm_elemt(
    input: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    mean: Array | None = None,
    invstd: Array | None = None,
    eps: float = 1e-5,
):
    """Normalize by given means and inverse standard deviations, then scale and shift."""
    shape = _channel_shape(input, 1)
    out = widened(input)
    if mean is not None:
        out = out - mean.reshape(shape)
    for factor in (invstd, weight):
        if factor is not None:
            out = out * factor.reshape(shape)
    if bias is not None:
        out = out + bias.reshape(shape)
    return out.astype(input.dtype)


# -- layers, groups, instances --


def _check_axis(name: str, arg: str, axis: Any, rank: int) -> int:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(name, arg, "int", describe(axis)))
    if not -1 <= axis < rank:
        raise RuntimeError(must(name, arg, f"in [-1, {rank})", axis))
    return axis % rank


def _check_epsilon(name: str, arg: str, value: Any) -> None:
    if settled(value) and not isinstance(value, float):
        raise TypeError(must(name, arg, "float", describe(value)))


def layer_and_moments(x: Any, gamma: Any, beta: Any, setting: tuple) -> tuple[Any, Any, Any]:
    begin_norm_axis, begin_params_axis, epsilon = setting
    name = "LayerNorm"
    _check_epsilon(name, "epsilon", epsilon)
    accept(name, x, "f", "input_x")
    first = _check_axis(name, "begin_norm_axis", begin_norm_axis, x.ndim)
    own = _check_axis(name, "begin_params_axis", begin_params_axis, x.ndim)
    for weight in (gamma, beta):
        if weight is not None and weight.shape != x.shape[own:]:
            raise ValueError(
                f"For '{name}', gamma or beta shape must match input shape, but got input shape "
                f"{x.shape}, gamma or beta shape {weight.shape} and begin_params_axis {own}."
            )
    wide = widened(x)
    mean, variance = _moments(wide, tuple(range(first, x.ndim)))
    out = _standardized(wide, mean, variance, epsilon)
    if gamma is not None:
        out = out * widened(gamma).astype(out.dtype)
    if beta is not None:
        out = out + widened(beta).astype(out.dtype)
    return out.astype(x.dtype), mean.astype(np.float32), variance.astype(np.float32)


@primitive("LayerNorm", begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7)
@op(label="LayerNorm")
def layer_norm_primitive(
    input_x: Array,
    gamma: Array,
    beta: Array,
    begin_norm_axis=1,
    begin_params_axis=1,
    epsilon: Finite = 1e-7,
):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        input_x: Tensor of a floating dtype.
        gamma: Tensor of the shape of `input_x` from `begin_params_axis` on.
        beta: Tensor of the same shape.

    Returns:
        The result, and mean and variance (Float32 for half-precision inputs).

    Raises:
        RuntimeError: an axis is out of range.
        ValueError: the shapes do not fit.
    """
    return layer_and_moments(input_x, gamma, beta, (begin_norm_axis, begin_params_axis, epsilon))


@op(label="LayerNorm")
def layer_norm_only(
    input_x: Array,
    gamma: Array,
    beta: Array,
    begin_norm_axis,
    begin_params_axis,
    epsilon: Finite,
):
    """The result of `ops.LayerNorm` without the statistics, for the layer."""
    return layer_and_moments(input_x, gamma, beta, (begin_norm_axis, begin_params_axis, epsilon))[0]


@op("ops.layer_norm", "mint.nn.functional.layer_norm")
def layer_norm(
    input: Array,
    normalized_shape,
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
        raise ValueError(
            must("layer_norm", "input", f"of a shape that ends with {shape}", input.shape)
        )
    axis = input.ndim - len(shape)
    return layer_and_moments(input, weight, bias, (axis, axis, eps))[0]


def _group(x: Any, num_groups: Any, weight: Any, bias: Any, eps: Any) -> tuple[Any, Any, Any]:
    name = "GroupNorm"
    accept(name, x, "f", "input")
    if isinstance(num_groups, bool) or not isinstance(num_groups, int):
        raise TypeError(must(name, "num_groups", "int", describe(num_groups)))
    if x.ndim < 2:
        raise IndexError(must(name, "input", "of at least 2 dimensions", f"shape {x.shape}"))
    channels = x.shape[1]
    if num_groups < 1 or channels % num_groups:
        raise ValueError(
            f"For {name}, the 'num_channels' must be divided by 'num_groups', but got "
            f"'num_channels': {channels} ,'num_groups': {num_groups}."
        )
    for arg, value in (("weight", weight), ("bias", bias)):
        if value is not None and value.shape != (channels,):
            raise ValueError(must(name, arg, f"of shape ({channels},)", value.shape))
    wide = widened(x)
    groups = wide.reshape(x.shape[0], num_groups, -1)
    mean, variance = _moments(groups, (2,))
    out = _standardized(groups, mean, variance, eps).reshape(x.shape)
    shape = _channel_shape(x, 1)
    if weight is not None:
        out = out * widened(weight).astype(out.dtype).reshape(shape)
    if bias is not None:
        out = out + widened(bias).astype(out.dtype).reshape(shape)
    return out.astype(x.dtype), mean[..., 0], jax.lax.rsqrt(variance + eps)[..., 0]


@op("ops.group_norm", "mint.nn.functional.group_norm", label="GroupNorm")
def group_norm(
    input: Array,
    num_groups,
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
    return _group(input, num_groups, weight, bias, eps)[0]


@op(label="InstanceNorm")
def instance_norm_layer(
    x: Array,
    gamma: Array,
    beta: Array,
    mean: Array,
    variance: Array,
    epsilon: float,
    momentum: float,
):
    """Each channel of each sample to mean 0 and variance 1; also the new running statistics."""
    name = "InstanceNorm"
    accept(name, x, "f")
    shape = _channel_shape(x, 1)
    axes = tuple(range(2, x.ndim))
    wide = widened(x)
    own_mean, own_variance = _moments(wide, axes)
    out = _affine(wide, own_mean, own_variance, gamma, beta, epsilon, shape).astype(x.dtype)
    count = math.prod(x.shape[2:])
    new = own_mean.mean(0).reshape(-1), own_variance.mean(0).reshape(-1) * count / max(count - 1, 1)
    running = [
        jax.lax.stop_gradient((1 - momentum) * widened(old) + momentum * value).astype(old.dtype)
        for old, value in zip((mean, variance), new, strict=True)
    ]
    return out, *running


# -- channels --


def _check_lrn(depth_radius: Any, bias: Any, alpha: Any, beta: Any, norm_region: Any) -> None:
    if isinstance(depth_radius, bool) or not isinstance(depth_radius, int):
        raise TypeError(must("LRN", "depth_radius", "int", describe(depth_radius)))
    if depth_radius < 0:
        raise ValueError(must("LRN", "depth_radius", ">= 0", depth_radius))
    for arg, value in (("bias", bias), ("alpha", alpha), ("beta", beta)):
        if settled(value) and not isinstance(value, float):
            raise TypeError(must("LRN", arg, "float", describe(value)))
    if not isinstance(norm_region, str):
        raise TypeError(must("LRN", "norm_region", "str", describe(norm_region)))
    if norm_region != "ACROSS_CHANNELS":
        raise ValueError(must("LRN", "norm_region", "'ACROSS_CHANNELS'", repr(norm_region)))


@primitive(
    "LRN",
    depth_radius=5,
    bias=1.0,
    alpha=1.0,
    beta=0.5,
    norm_region="ACROSS_CHANNELS",
    check=_check_lrn,
)
@op("ops.lrn", label="LRN")
def lrn(
    x: Array,
    depth_radius=5,
    bias: Positive = 1.0,
    alpha: Positive = 1.0,
    beta: Positive = 0.5,
    norm_region="ACROSS_CHANNELS",
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
    _check_lrn(depth_radius, bias, alpha, beta, norm_region)
    accept("LRN", x, "float16 float32", "x")
    if x.ndim != 4:
        raise ValueError(must("LRN", "x", "of 4 dimensions", f"shape {x.shape}"))
    wide = widened(x)
    window = (1, 2 * depth_radius + 1, 1, 1)
    pads = ((0, 0), (depth_radius, depth_radius), (0, 0), (0, 0))
    total = jax.lax.reduce_window(
        jnp.square(wide), np.float32(0), jax.lax.add, window, (1, 1, 1, 1), pads
    )
    return (wide / (bias + alpha * total) ** beta).astype(x.dtype)
