"""What layers of mint.nn compute, in NumPy with float64, for layers without a CPU kernel.

`value(net, weights, *inputs)`: the layer gives its settings, the rest are arrays.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

Arrays = dict[str, np.ndarray]
_TABLE: dict[str, Callable] = {}


def _of(*names: str) -> Callable:
    def enter(function: Callable) -> Callable:
        _TABLE.update(dict.fromkeys(names, function))
        return function

    return enter


def value(net: Any, weights: Arrays, *inputs: Any) -> Any:
    """The result of a layer, or the first of several."""
    return _TABLE[type(net).__name__](net, weights, *inputs)


def known() -> frozenset[str]:
    """Names of the classes that have a formula."""
    return frozenset(_TABLE)


def _spread(value: Any, count: int) -> tuple:
    return (value,) * count if isinstance(value, (int, float)) else tuple(value)


def _pairs(padding: Any, rank: int) -> list[tuple[int, int]]:
    """Numbers (before, after) that start with the last dimension, for all dimensions."""
    given = list(zip(padding[::2], padding[1::2], strict=True))[::-1]
    return [(0, 0)] * (rank - len(given)) + given


def _cut(x: np.ndarray, pairs: list) -> np.ndarray:
    return x[
        tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(x.shape, pairs, strict=True))
    ]


def _padded(x: np.ndarray, pairs: list, mode: str = "constant", **fill: Any) -> np.ndarray:
    return np.pad(_cut(x, pairs), [(max(a, 0), max(b, 0)) for a, b in pairs], mode, **fill)


def _windows(x: np.ndarray, kernel: tuple, stride: tuple, dilation: tuple, shape: tuple):
    """For each element of a window, its number and what it shows in all windows."""
    for place in itertools.product(*map(range, kernel)):
        steps = zip(place, stride, dilation, shape, strict=True)
        yield place, x[(..., *(slice(i * d, i * d + s * (n - 1) + 1, s) for i, s, d, n in steps))]


def _lengths(shape: tuple, kernel: tuple, stride: tuple, dilation: tuple) -> tuple:
    sizes = zip(shape, kernel, stride, dilation, strict=True)
    return tuple((n - d * (k - 1) - 1) // s + 1 for n, k, s, d in sizes)


_PADS = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


@_of("Conv1d", "Conv2d", "Conv3d")
def _conv(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    weight, kernel, count = weights["weight"], net.kernel_size, len(net.kernel_size)
    if x.ndim == count + 1:
        return _conv(net, weights, x[None])[0]
    if net.padding == "same":
        totals = [d * (k - 1) for d, k in zip(net.dilation, kernel, strict=True)]
        sides = [(n // 2, n - n // 2) for n in totals]
    else:
        sides = [(0, 0)] * count if net.padding == "valid" else [(n, n) for n in net.padding]
    x = np.pad(x, [(0, 0), (0, 0), *sides], _PADS[net.padding_mode])
    shape = _lengths(x.shape[2:], kernel, net.stride, net.dilation)
    parts = []
    for g, w in enumerate(np.split(weight, net.groups)):
        part = x[:, g * w.shape[1] : (g + 1) * w.shape[1]]
        parts.append(
            sum(
                np.einsum("nc...,oc->no...", window, w[(..., *place)])
                for place, window in _windows(part, kernel, net.stride, net.dilation, shape)
            )
        )
    out = np.concatenate(parts, 1)
    return out + weights["bias"].reshape(-1, *[1] * count) if "bias" in weights else out


@_of("ConvTranspose2d")
def _transposed(net: Any, weights: Arrays, x: np.ndarray, output_size: Any = None) -> np.ndarray:
    weight, kernel, extra = weights["weight"], net.kernel_size, net.output_padding
    dilation = net.dilation
    full = [
        (n - 1) * s + d * (k - 1) + 1
        for n, s, d, k in zip(x.shape[2:], net.stride, dilation, kernel, strict=True)
    ]
    if output_size is not None:
        extra = [o - (f - 2 * p) for o, f, p in zip(output_size, full, net.padding, strict=True)]
    out = np.zeros(
        (x.shape[0], net.out_channels, *(f + e for f, e in zip(full, extra, strict=True)))
    )
    wide = weight.shape[1]
    for g, (part, w) in enumerate(
        zip(np.split(x, net.groups, 1), np.split(weight, net.groups), strict=True)
    ):
        target = out[:, g * wide : (g + 1) * wide]
        for place, window in _windows(target, kernel, net.stride, dilation, x.shape[2:]):
            window += np.einsum("nc...,co->no...", part, w[(..., *place)])
    a, b = net.padding
    out = out[:, :, a : out.shape[2] - a, b : out.shape[3] - b]
    return out + weights["bias"].reshape(-1, 1, 1) if "bias" in weights else out


@_of("BatchNorm1d", "BatchNorm2d", "BatchNorm3d")
def _batch_norm(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    axes = (0, *range(2, x.ndim))
    shape = (-1, *[1] * (x.ndim - 2))
    mean, variance = x.mean(axes), x.var(axes)
    if not net.training and net.track_running_stats:
        mean, variance = weights["running_mean"], weights["running_var"]
    out = (x - mean.reshape(shape)) / np.sqrt(variance.reshape(shape) + net.eps)
    return (
        out * weights["weight"].reshape(shape) + weights["bias"].reshape(shape)
        if net.affine
        else out
    )


@_of("LayerNormExt")
def _layer_norm(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    axes = tuple(range(x.ndim - len(net.normalized_shape), x.ndim))
    out = (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + net.eps)
    return out * weights.get("weight", 1.0) + weights.get("bias", 0.0)


@_of("EmbeddingExt")
def _embedding(net: Any, weights: Arrays, ids: np.ndarray) -> np.ndarray:
    rows = weights["weight"][ids]
    if net.max_norm is None:
        return rows
    norms = (abs(rows) ** net.norm_type).sum(-1, keepdims=True) ** (1 / net.norm_type)
    return rows * np.minimum(1, net.max_norm / norms)


def _reduced(loss: np.ndarray, reduction: str, count: float | None = None) -> np.ndarray:
    total = loss.size if count is None else count
    return {"none": loss, "sum": loss.sum(), "mean": loss.sum() / total}[reduction]


def _log_softmax(x: np.ndarray, axis: int) -> np.ndarray:
    return x - special.logsumexp(x, axis, keepdims=True)


def _nll(net: Any, log_chances: np.ndarray, target: np.ndarray, smoothing: float) -> np.ndarray:
    """Negative log likelihood of class indices, mixed with that of all classes."""
    classes = log_chances.shape[1]
    weight = np.ones(classes) if net.weight is None else net.weight.asnumpy().astype(float)
    counts = target != net.ignore_index
    safe = np.where(counts, target, 0)
    own = -np.take_along_axis(log_chances, np.expand_dims(safe, 1), 1).squeeze(1) * weight[safe]
    weighed = log_chances * weight.reshape(-1, *[1] * (log_chances.ndim - 2))
    loss = (1 - smoothing) * own - smoothing / classes * weighed.sum(1)
    return _reduced(loss * counts, net.reduction, (weight[safe] * counts).sum())


@_of("NLLLoss")
def _nll_loss(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    return _nll(net, x, target, 0.0)


@_of("CrossEntropyLoss")
def _cross_entropy(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    log_chances, smoothing = _log_softmax(x, 1), net.label_smoothing
    if target.dtype.kind == "i":
        return _nll(net, log_chances, target, smoothing)
    target = target * (1 - smoothing) + smoothing / x.shape[1]
    weight = 1.0 if net.weight is None else net.weight.asnumpy().astype(float)
    return _reduced(-(log_chances * target * weight).sum(1), net.reduction)


@_of("MSELoss")
def _mse(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    return _reduced((x - target) ** 2, net.reduction)


@_of("L1LossExt")
def _l1(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    return _reduced(abs(x - target), net.reduction)


@_of("SmoothL1Loss")
def _smooth_l1(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    error, beta = abs(x - target), net.beta
    small = error < beta
    return _reduced(np.where(small, error**2 / (2 * beta or 1), error - beta / 2), net.reduction)


@_of("KLDivLoss")
def _kl_div(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    loss = np.exp(target) * (target - x) if net.log_target else target * (np.log(target) - x)
    mean = net.reduction == "batchmean"
    return _reduced(loss, "mean" if mean else net.reduction, len(x) if mean else None)


@_of("CosineEmbeddingLoss")
def _cosine(
    net: Any, weights: Arrays, a: np.ndarray, b: np.ndarray, target: np.ndarray
) -> np.ndarray:
    cosine = (a * b).sum(-1) / np.sqrt((a * a).sum(-1) * (b * b).sum(-1))
    loss = np.where(target == 1, 1 - cosine, np.maximum(0, cosine - net.margin))
    return _reduced(loss, net.reduction)


@_of("SoftMarginLoss")
def _soft_margin(net: Any, weights: Arrays, x: np.ndarray, target: np.ndarray) -> np.ndarray:
    return _reduced(np.log1p(np.exp(-target * x)), "mean")


def _gelu(net: Any, x: np.ndarray) -> np.ndarray:
    if net.approximate == "tanh":
        return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return x * special.ndtr(x)


_POINTWISE: dict[str, Callable] = {
    "ELU": lambda net, x: np.where(x > 0, x, net.alpha * np.expm1(x)),
    "GELU": _gelu,
    "Hardtanh": lambda net, x: np.clip(x, net.min_val, net.max_val),
    "LogSigmoid": lambda net, x: -np.log1p(np.exp(-x)),
    "LogSoftmaxExt": lambda net, x: _log_softmax(x, net.dim),
    "Mish": lambda net, x: x * np.tanh(np.log1p(np.exp(x))),
    "ReLU6": lambda net, x: np.clip(x, 0, 6),
    "SELU": lambda net, x: (
        1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))
    ),
    "Threshold": lambda net, x: np.where(x > net.threshold, x, net.value),
}


@_of(*_POINTWISE)
def _pointwise(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _POINTWISE[type(net).__name__](net, x)


@_of("ConstantPad1d", "ConstantPad2d", "ConstantPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d")
def _constant_pad(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _padded(x, _pairs(net.padding, x.ndim), constant_values=net.value)


@_of("ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d")
def _reflection_pad(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _padded(x, _pairs(net.padding, x.ndim), "reflect")


@_of("ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d")
def _replication_pad(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _padded(x, _pairs(net.padding, x.ndim), "edge")


@_of("UnfoldExt")
def _unfold(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    names = "kernel_size", "stride", "dilation", "padding"
    kernel, stride, dilation, padding = (_spread(getattr(net, n), 2) for n in names)
    x = _padded(x, [(0, 0), (0, 0), *((n, n) for n in padding)])
    shape = _lengths(x.shape[2:], kernel, stride, dilation)
    blocks = [window for _, window in _windows(x, kernel, stride, dilation, shape)]
    return np.stack(blocks, 2).reshape(x.shape[0], -1, np.prod(shape))


@_of("Fold")
def _fold(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    if x.ndim == 2:
        return _fold(net, weights, x[None])[0]
    names = "output_size", "kernel_size", "stride", "dilation", "padding"
    size, kernel, stride, dilation, padding = (_spread(getattr(net, n), 2) for n in names)
    wide = tuple(n + 2 * p for n, p in zip(size, padding, strict=True))
    shape = _lengths(wide, kernel, stride, dilation)
    columns = x.reshape(x.shape[0], -1, int(np.prod(kernel)), *shape)
    out = np.zeros((x.shape[0], columns.shape[1], *wide))
    for i, (_, window) in enumerate(_windows(out, kernel, stride, dilation, shape)):
        window += columns[:, :, i]
    (a, b), (h, w) = padding, size
    return out[:, :, a : a + h, b : b + w]


def _adaptive(x: np.ndarray, sizes: tuple, reduce: Callable) -> np.ndarray:
    for axis, size in zip(range(-len(sizes), 0), sizes, strict=True):
        n = x.shape[axis]
        if size is not None:
            spans = (range(i * n // size, -(-(i + 1) * n // size)) for i in range(size))
            x = np.stack([reduce(np.take(x, span, axis), axis) for span in spans], axis)
    return x


@_of("AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d")
def _adaptive_mean(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _adaptive(x, _spread(net.output_size, int(type(net).__name__[-2])), np.mean)


@_of("AdaptiveMaxPool1d")
def _adaptive_maximum(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return _adaptive(x, _spread(net.output_size, 1), np.max)


def _pool(net: Any, x: np.ndarray, count: int, fill: float) -> tuple[list, np.ndarray]:
    """The elements of windows, and how many of them are padding or none."""
    kernel = _spread(net.kernel_size, count)
    stride = _spread(net.kernel_size if net.stride is None else net.stride, count)
    padding, ones = _spread(net.padding, count), (1,) * count
    shape = []
    for n, k, s, p in zip(x.shape[-count:], kernel, stride, padding, strict=True):
        long = n + 2 * p - k
        length = (-(-long // s) if net.ceil_mode else long // s) + 1
        shape.append(length - (net.ceil_mode and (length - 1) * s >= n + p))
    sides = [
        (p, max(p, (m - 1) * s + k - n - p))
        for n, k, s, p, m in zip(x.shape[-count:], kernel, stride, padding, shape, strict=True)
    ]
    wide = np.pad(x, [(0, 0)] * (x.ndim - count) + sides, constant_values=fill)
    inside = np.ones(x.shape[-count:])
    if getattr(net, "count_include_pad", False):
        inside = np.pad(inside, [(p, p) for p in padding], constant_values=1)
        sides = [(a - p, b - p) for (a, b), p in zip(sides, padding, strict=True)]
    inside = np.pad(inside, sides)
    args = (kernel, stride, ones, tuple(shape))
    return [w for _, w in _windows(wide, *args)], sum(w for _, w in _windows(inside, *args))


@_of("AvgPool1dExt", "AvgPool2dExt", "AvgPool3dExt")
def _mean_pool(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    windows, counts = _pool(net, x, int(type(net).__name__[-5]), 0.0)
    return sum(windows) / (getattr(net, "divisor_override", None) or counts)


@_of("MaxPool2dExt")
def _max_pool(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    return np.max(_pool(net, x, 2, -np.inf)[0], 0)


@_of("MaxUnpool2d")
def _unpool(net: Any, weights: Arrays, x: np.ndarray, places: np.ndarray, size: Any = None):
    kernel = _spread(net.kernel_size, 2)
    stride = _spread(net.kernel_size if net.stride is None else net.stride, 2)
    padding = _spread(net.padding, 2)
    if size is None:
        sizes = zip(x.shape[2:], kernel, stride, padding, strict=True)
        size = [(n - 1) * s - 2 * p + k for n, k, s, p in sizes]
    out = np.zeros((*x.shape[:2], np.prod(size[-2:])))
    np.put_along_axis(out, places.reshape(*x.shape[:2], -1), x.reshape(*x.shape[:2], -1), 2)
    return out.reshape(*x.shape[:2], *size[-2:])


@_of("UpsampleExt", "UpsamplingBilinear2d")
def _bilinear(net: Any, weights: Arrays, x: np.ndarray) -> np.ndarray:
    scales = None if net.scale_factor is None else _spread(net.scale_factor, 2)
    for axis in (2, 3):
        n = x.shape[axis]
        size = net.size[axis - 2] if scales is None else int(n * scales[axis - 2])
        if getattr(net, "align_corners", True):
            at = np.arange(size) * ((n - 1) / (size - 1))
        else:
            step = n / size if scales is None else 1 / scales[axis - 2]
            at = np.clip((np.arange(size) + 0.5) * step - 0.5, 0, n - 1)
        low = np.minimum(at.astype(int), n - 1)
        share = (at - low).reshape(-1, *[1] * (3 - axis))
        high = np.minimum(low + 1, n - 1)
        x = np.take(x, low, axis) * (1 - share) + np.take(x, high, axis) * share
    return x
