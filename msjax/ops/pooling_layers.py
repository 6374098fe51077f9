"""Pooling layers as one operation each, with or without a batch dimension."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax.ops._accept import accept
from msjax.ops._pool import argmax_windows, max_windows, mean_windows
from msjax.ops._spatial import resolve_pads, window_counts


def _batched(name: str, x: Any, count: int) -> tuple[Any, bool]:
    if x.ndim == count + 1:
        return x[None], True
    if x.ndim != count + 2:
        raise ValueError(
            must(name, "x", f"of {count + 1} or {count + 2} dimensions", f"shape {x.shape}")
        )
    return x, False


@op(label="MaxPool")
def max_pool_layer(
    x: Array, name, kernel, stride, mode, pads, dilation, ceil_mode, indices, data_format
):
    """Maximum of each window; `mode` is "valid", "same" or "pad"; with `indices` also places."""
    last = data_format == "NHWC"
    count = len(kernel)
    accept(name, x, "iuf" if mode == "pad" else "f", "x")
    x, single = _batched(name, x, count)
    if last:
        x = x.transpose(0, 3, 1, 2)
    pads = resolve_pads(mode, pads, x.shape[2:], kernel, stride, dilation)
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, dilation, ceil_mode)
    if indices:
        out, places = argmax_windows(x, kernel, stride, pads, dilation, counts)
        places = places.astype(np.int64)
        return (out[0], places[0]) if single else (out, places)
    out = max_windows(x, kernel, stride, pads, dilation, counts)
    if last:
        out = out.transpose(0, 2, 3, 1)
    return out[0] if single else out


@op(label="AvgPool")
def avg_pool_layer(
    x: Array, name, kernel, stride, mode, pads, ceil_mode, include, divisor, data_format
):
    """Mean of each window; `mode` is "valid", "same" or "pad"."""
    last = data_format == "NHWC"
    count = len(kernel)
    accept(name, x, "f", "x")
    x, single = _batched(name, x, count)
    if last:
        x = x.transpose(0, 3, 1, 2)
    ones = (1,) * count
    pads = resolve_pads(mode, pads, x.shape[2:], kernel, stride, ones)
    try:
        counts = window_counts(name, x.shape[2:], kernel, stride, pads, ones, ceil_mode)
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    out = mean_windows(x, kernel, stride, pads, counts, include, divisor)
    if last:
        out = out.transpose(0, 2, 3, 1)
    return out[0] if single else out
