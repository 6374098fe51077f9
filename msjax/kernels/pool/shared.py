"""Checks of arguments and layouts that pooling operations share."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import among, at_least, boolean, integer
from msjax._core.base.errors import Clause, describe, must
from msjax.kernels.checks import check_pad_mode, check_rank, pairs, sizes


def no_list(arg: str, value: Any) -> None:
    """Refuse a list where a Primitive takes a tuple only."""
    if isinstance(value, list):
        raise TypeError(must(arg, "int or tuple", describe(value)))


def check_pool(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any) -> None:
    """The check of a Primitive's settings for images."""
    sizes("kernel_size", kernel_size, 2)
    sizes("strides", strides, 2)
    if check_pad_mode(pad_mode, ()) == "pad":
        raise ValueError(must("pad_mode", "'VALID' or 'SAME'", repr(pad_mode)))
    among("data_format", data_format, ("NCHW", "NHWC"))


def channels_first(x: Any, data_format: Any) -> Any:
    """Channels in front, and the way back."""
    check_rank(x, 4)
    if data_format == "NHWC":
        return jnp.moveaxis(x, -1, 1), lambda out: jnp.moveaxis(out, 1, -1)
    return x, lambda out: out


def check_pool3d(pad_arg: str, ceil: bool = True) -> Any:
    """The check of a Primitive's settings for volumes.

    Args:
        pad_arg: the name of the padding.
        ceil: whether 'ceil_mode' goes with every 'pad_mode'.
    """

    def check(kernel_size: Any, strides: Any, pad_mode: Any, data_format: Any, **rest: Any) -> None:
        sizes("kernel_size", kernel_size, 3)
        sizes("strides", strides, 3)
        pads = pairs(pad_arg, rest[pad_arg], 3)
        mode = check_pad_mode(pad_mode, pads, pad_arg)
        if rest["ceil_mode"] is not None:
            boolean("ceil_mode", rest["ceil_mode"])
        if rest["ceil_mode"] and not ceil and mode != "pad":
            raise ValueError(Clause("the 'ceil_mode' must be False when 'pad_mode' is not 'pad'."))
        if "count_include_pad" in rest:
            boolean("count_include_pad", rest["count_include_pad"])
            at_least("divisor_override", integer("divisor_override", rest["divisor_override"]), 0)
        among("data_format", data_format, ("NCDHW",))

    return check


def batched(x: Any, count: int) -> tuple[Any, bool]:
    """`x` with a batch dimension, and whether it had none."""
    check_rank(x, (count + 1, count + 2), "x")
    if x.ndim == count + 1:
        return x[None], True
    return x, False
