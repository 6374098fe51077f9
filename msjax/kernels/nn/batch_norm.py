"""Normalization of channels, over batches or instances."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.checks import fraction, of_type, share
from msjax._core.base.errors import Clause, must
from msjax._core.base.lengths import longest
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import FORMATS
from msjax.kernels.checks import accept, check_rank, of_shape, with_dimensions
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn.normalization import moments


def _check_batch(x: Any, channels: dict[str, Any], channel: int, ranks: tuple[int, ...]) -> None:
    accept(x, "float16 bfloat16 float32", "input_x")
    check_rank(x, ranks, "input_x")
    for arg, value in channels.items():
        if value is not None and value.shape != (x.shape[channel],):
            raise ValueError(
                Clause(
                    f"the length of '{arg}' must be that of the input's channel "
                    f"dimension, {x.shape[channel]}, but got shape {value.shape}."
                )
            )


def _affine(
    x: Any, mean: Any, variance: Any, scale: Any, bias: Any, epsilon: Any, shape: Any
) -> Any:
    factor = jax.lax.rsqrt(variance + epsilon)
    if scale is not None:
        factor = factor * wider(scale).reshape(shape)
    out = (x - mean) * factor
    return out if bias is None else out + wider(bias).reshape(shape)


def _channel_shape(x: Any, channel: int) -> tuple[int, ...]:
    return tuple(-1 if i == channel else 1 for i in range(x.ndim))


def _train(
    x: Any, scale: Any, bias: Any, old_mean: Any, old_variance: Any, setting: tuple
) -> tuple[Any, ...]:
    """Result, new running statistics, batch mean and biased batch variance."""
    epsilon, momentum, channel = setting
    wide, shape = wider(x), _channel_shape(x, channel)
    axes = tuple(i for i in range(x.ndim) if i != channel)
    mean, variance = moments(wide, axes)
    out = _affine(wide, mean, variance, scale, bias, epsilon, shape).astype(x.dtype)
    count = math.prod(x.shape[i] for i in axes)
    flat_mean, flat_variance = mean.reshape(-1), variance.reshape(-1)
    running = []
    unbiased = flat_variance * (count / longest(count - 1, 1))
    for old, new in ((old_mean, flat_mean), (old_variance, unbiased)):
        if old is not None:
            value = (1 - momentum) * wider(old) + momentum * new
            old = jax.lax.stop_gradient(value).astype(old.dtype)
        running.append(old)
    return out, *running, flat_mean, flat_variance


@op(label="BatchNorm", to_float="first", amp="float32")
def batch_norm_train(
    input_x: Array,
    scale: Array | None,
    bias: Array | None,
    mean: Array | None,
    variance: Array | None,
    epsilon: float,
    momentum: float,
    data_format: str = "NCHW",
    deep: bool = False,
):
    """Batch norm by the batch's statistics: result, new running statistics, batch statistics."""
    channel = input_x.ndim - 1 if data_format == "NHWC" else 1
    given = {"scale": scale, "bias": bias, "mean": mean, "variance": variance}
    _check_batch(input_x, given, channel, (2, 3, 4, 5) if deep else (2, 3, 4))
    return _train(input_x, scale, bias, mean, variance, (epsilon, momentum, channel))


@op(label="BatchNorm", to_float="first", amp="float32")
def batch_norm_infer(
    input_x: Array,
    scale: Array | None,
    bias: Array | None,
    mean: Array,
    variance: Array,
    epsilon: float,
    data_format: str = "NCHW",
    deep: bool = False,
):
    """Batch norm by the running statistics."""
    channel = input_x.ndim - 1 if data_format == "NHWC" else 1
    given = {"scale": scale, "bias": bias, "mean": mean, "variance": variance}
    _check_batch(input_x, given, channel, (2, 3, 4, 5) if deep else (2, 3, 4))
    shape = _channel_shape(input_x, channel)
    stop = jax.lax.stop_gradient  # running statistics are no weights
    stats = stop(wider(mean)).reshape(shape), stop(wider(variance)).reshape(shape)
    return _affine(wider(input_x), *stats, scale, bias, epsilon, shape).astype(input_x.dtype)


_train_op, _infer_op = call(batch_norm_train), call(batch_norm_infer)


def update_running(holders: Any, values: Any) -> None:
    """Store new running statistics in their Tensors, in whose dtype they stay."""
    for holder, value in zip(holders, values, strict=True):
        if holder is not None:
            value = value if value.dtype == holder.dtype else value.astype(holder.dtype)
            holder._assign(value._data)


def check_batch_settings(epsilon: Any, momentum: Any) -> None:
    """Refuse settings of batch norm, as MindSpore does when it is called."""
    share("epsilon", of_type("epsilon", epsilon, float))
    fraction("momentum", of_type("momentum", momentum, float))


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

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: `data_format` is another.

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
            raise ValueError(must("data_format", "NCHW or NHWC", repr(data_format)))
        self._set_init(
            is_training=is_training, epsilon=epsilon, momentum=momentum, data_format=data_format
        )
        self.data_format = FORMATS[data_format]

    def __call__(
        self, input_x: Tensor, scale: Tensor, bias: Tensor | None, mean: Tensor, variance: Tensor
    ) -> tuple:
        check_batch_settings(self.epsilon, self.momentum)
        layout = self.attrs["data_format"]
        kinds = {str(t.dtype) for t in (scale, bias, mean, variance) if isinstance(t, Tensor)}
        if len(kinds) > 1:
            raise TypeError(
                Clause(
                    "the dtypes of 'scale', 'bias', 'mean' and 'variance' must be the "
                    f"same, but got {', '.join(sorted(kinds))}."
                )
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
    input_x: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None,
    bias: Tensor | None,
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
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Any:
    """Batch norm as `ops.batch_norm`, for 2 to 5 dimensions and optional statistics and weights.

    Args:
        input: Tensor of shape (N, C, ...) of Float16, BFloat16 or Float32.
        running_mean: Tensor or Parameter of shape (C,), updated when training, or None.
        running_var: Tensor or Parameter of shape (C,), updated when training, or None.
        weight: Tensor of shape (C,) to multiply by, or None.
        bias: Tensor of shape (C,) to add, or None.
        training: use the batch's statistics, as is also done where a running one is None.
        momentum: share of the batch in the new running statistics.
        eps: number added to the variance.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: another dtype.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1.], [3.]])
        >>> print(ms.mint.nn.functional.batch_norm(x, None, None, training=True, eps=0.0))
        [[-1.]
         [ 1.]]
    """
    if not training and running_mean is not None and running_var is not None:
        stats = running_mean, running_var
        return _infer_op(input, weight, bias, *stats, eps, "NCHW", True)
    given = (input, weight, bias, running_mean, running_var, eps, momentum, "NCHW", True)
    results = _train_op(*given)
    if training:
        update_running((running_mean, running_var), results[1:3])
    return results[0]


@op("mint.batch_norm_stats", accepts={"eps": "float Tensor"})
def batch_norm_stats(input: Array, eps: float):
    """Mean and inverse standard deviation of each channel, over all other dimensions.

    Args:
        input: Tensor of shape (N, C, ...) of Float16 or Float32.
        eps: float, added to the variance.

    Returns:
        Pair of Tensors of shape (C,), of Float32.

    Raises:
        TypeError: another dtype, or `eps` is not a float.

    Examples:
        >>> import msjax as ms
        >>> mean, invstd = ms.mint.batch_norm_stats(ms.Tensor([[1.], [3.]]), 0.0)
        >>> print(mean, invstd)
        [2.] [1.]
    """
    accept(input, "float16 float32")
    axes = tuple(i for i in range(input.ndim) if i != 1)
    mean, variance = moments(wider(input), axes)
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
    """Normalize channels by given statistics: (input - mean) * invstd * weight + bias.

    Args:
        input: Tensor of shape (N, C, ...) of a floating dtype.
        weight: Tensor of shape (C,), or None for 1.
        bias: Tensor of shape (C,), or None for 0.
        mean: Tensor of shape (C,), or None for 0.
        invstd: inverse standard deviations, Tensor of shape (C,), or None for 1.
        eps: has no effect, as `invstd` contains it.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `eps` is not a number, or another argument not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> mean, invstd = ms.Tensor([2.]), ms.Tensor([0.5])
        >>> print(ms.mint.batch_norm_elemt(ms.Tensor([[1.], [3.]]), mean=mean, invstd=invstd))
        [[-0.5]
         [ 0.5]]
    """
    shape = _channel_shape(input, 1)
    out = wider(input)
    if mean is not None:
        out = out - mean.reshape(shape)
    for factor in (invstd, weight):
        if factor is not None:
            out = out * factor.reshape(shape)
    if bias is not None:
        out = out + bias.reshape(shape)
    return out.astype(input.dtype)


@op(label="InstanceNorm", to_float="first")
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
    accept(x, "f")
    shape = _channel_shape(x, 1)
    axes = tuple(range(2, x.ndim))
    wide = wider(x)
    own_mean, own_variance = moments(wide, axes)
    out = _affine(wide, own_mean, own_variance, gamma, beta, epsilon, shape).astype(x.dtype)
    count = math.prod(x.shape[2:])
    new = own_mean.mean(0).reshape(-1), own_variance.mean(0).reshape(-1) * count / max(count - 1, 1)
    running = [
        jax.lax.stop_gradient((1 - momentum) * wider(old) + momentum * value).astype(old.dtype)
        for old, value in zip((mean, variance), new, strict=True)
    ]
    return out, *running


@op(label="BatchNormGatherStatsWithCounts")
def _gathered(mean: Array, invstd: Array, eps: float, counts: Array | None, each):
    mean, invstd = wider(mean), wider(invstd)
    if mean.ndim != 2 or mean.shape != invstd.shape:
        raise ValueError(must("mean and invstd", "of one shape (N, C)", (mean.shape, invstd.shape)))
    if counts is None:
        counts = jnp.full(mean.shape[:1], each, mean.dtype)
    of_shape("counts", counts, mean.shape[:1])
    weights = counts.astype(mean.dtype)[:, None]
    total = weights.sum()
    centre = (weights * mean).sum(0) / total
    spread = jnp.square(1 / invstd) - eps + jnp.square(mean - centre)
    variance = (weights * spread).sum(0) / total
    return centre, jax.lax.rsqrt(variance + eps), variance * total / (total - 1)


@op(label="BatchNormGatherStatsWithCounts")
def _moved(old: Array, new: Array, momentum: float):
    return (wider(old) * (1 - momentum) + new * momentum).astype(old.dtype)


_gather_stats, _move = call(_gathered), call(_moved)


@public("mint.batch_norm_gather_stats_with_counts", label="BatchNormGatherStatsWithCounts")
def batch_norm_gather_stats_with_counts(
    input: Tensor,
    mean: Tensor,
    invstd: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    momentum: float = 0.1,
    eps: float = 1e-5,
    counts: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Statistics of a batch from those of its parts.

    Args:
        input: Tensor of shape (B, C, ...), one of the parts.
        mean: Tensor of shape (N, C), the means of the N parts.
        invstd: Tensor of shape (N, C), the inverse standard deviations of the parts.
        running_mean: Tensor or Parameter of shape (C,), updated, or None.
        running_var: Tensor or Parameter of shape (C,), updated with the unbiased variance, or None.
        momentum: share of the batch in the new running statistics.
        eps: number that `invstd` was computed with.
        counts: Tensor of shape (N,), how many elements of a channel each part has; None if all have
            as many as `input`.

    Returns:
        Mean and inverse standard deviation of the whole batch, Tensors of shape (C,).

    Raises:
        TypeError: an argument is not a Tensor.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> part = ms.Tensor([[1.], [3.]])
        >>> means, invstds = ms.Tensor([[2.], [4.]]), ms.Tensor([[1.], [1.]])
        >>> gather = ms.mint.batch_norm_gather_stats_with_counts
        >>> mean, invstd = gather(part, means, invstds, eps=0.0)
        >>> print(mean, invstd)
        [3.] [0.70710677]
    """
    x = of_type("input", input, Tensor)
    with_dimensions("input", x, 2)
    each = float(math.prod(x.shape) // max(x.shape[1], 1))
    centre, scale, unbiased = _gather_stats(mean, invstd, eps, counts, each)
    running = [(running_mean, centre), (running_var, unbiased)]
    for holder, new in ((h, n) for h, n in running if h is not None):
        update_running((holder,), (_move(holder, new, momentum),))
    return centre, scale
