"""Convolution on arrays, in any number of dimensions, for the kernels beside."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.base.product_precision import products
from msjax.kernels.checks import Pads, accept, check_rank, same_dtype
from msjax.kernels.conv.spatial import on_cpu, resolve_pads, span, window_counts


def convolve(
    x: jax.Array,
    weight: jax.Array,
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    """Cross-correlate (N, C, spatial...) with (O, C / groups, spatial...).

    On the CPU the channels go last inside, which is the faster layout there, and half-precision
    inputs are computed in float32.
    """
    dtype = x.dtype
    if not on_cpu():
        letters = "DHW"[-len(stride) :]
        names = ("NC" + letters, "OI" + letters, "NC" + letters)
        with products("conv"):
            return jax.lax.conv_general_dilated(
                x,
                weight,
                stride,
                pads,
                rhs_dilation=dilation,
                dimension_numbers=names,
                feature_group_count=groups,
            )
    if dtype.itemsize < 4:
        x, weight = x.astype(np.float32), weight.astype(np.float32)
    letters = "DHW"[-len(stride) :]
    rank = x.ndim
    with products("conv"):
        out = jax.lax.conv_general_dilated(
            jnp.moveaxis(x, 1, -1),
            weight.transpose((*range(2, rank), 1, 0)),
            stride,
            pads,
            rhs_dilation=dilation,
            dimension_numbers=("N" + letters + "C", letters + "IO", "N" + letters + "C"),
            feature_group_count=groups,
        )
    return jnp.moveaxis(out, -1, 1).astype(dtype)


def transposed(
    y: jax.Array,
    weight: jax.Array,
    lengths: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    """The transpose of `convolve`: from (N, O, spatial...) to (N, C, lengths...)."""
    shape = (y.shape[0], weight.shape[1] * groups, *lengths)
    zeros = jnp.zeros(shape, y.dtype)  # the transpose does not depend on the point
    return jax.vjp(lambda x: convolve(x, weight, stride, pads, dilation, groups), zeros)[1](y)[0]


def check_kinds(x: jax.Array, weight: jax.Array, rank: int) -> None:
    """Dtypes and ranks of a convolution's operands."""
    same_dtype(x, weight)
    accept(x, "float16 bfloat16 float32", "x")
    check_rank(x, rank, "x")
    check_rank(weight, rank, "weight")


def check_operands(
    x: jax.Array, weight: jax.Array, groups: int, rank: int, misfit: type[Exception] = ValueError
) -> None:
    """Dtypes, ranks and channels of a convolution's operands.

    Raises:
        TypeError: a dtype is not taken, or they differ.
        ValueError: a rank or the number of output channels does not fit.
        misfit: the number of input channels does not fit.
    """
    check_kinds(x, weight, rank)
    if x.shape[1] != weight.shape[1] * groups:
        raise misfit(
            Clause(
                "the channels of 'x' must be 'groups' times dimension 1 of 'weight', "
                f"but got {x.shape[1]}, {groups} and {weight.shape[1]}."
            )
        )
    if weight.shape[0] % groups:
        raise ValueError(must("weight", f"of a multiple of {groups} output channels", weight.shape))


def run(
    x: jax.Array,
    weight: jax.Array,
    stride: Sequence[int],
    mode: str,
    pads: Pads,
    dilation: Sequence[int],
    groups: int,
    misfit: type[Exception] = ValueError,
) -> jax.Array:
    """`convolve` after the checks, with the padding that `mode` means.

    `misfit` is raised for a wrong number of channels: in two dimensions and less MindSpore finds
    out late, with another class.
    """
    check_operands(x, weight, groups, len(stride) + 2, misfit)
    lengths, kernel = x.shape[2:], weight.shape[2:]
    pads = resolve_pads(mode, pads, lengths, kernel, stride, dilation)
    window_counts(lengths, kernel, stride, pads, dilation)
    return convolve(x, weight, stride, pads, dilation, groups)


def transposed_length(
    mode: str, length: int, kernel: int, stride: int, dilation: int, pad: int
) -> int:
    """Spatial length of a transposed convolution's result."""
    if mode == "same":
        return length * stride
    if mode == "valid":
        return length * stride + max(span(kernel, dilation) - stride, 0)
    return (length - 1) * stride + span(kernel, dilation) - pad


def add_bias(x: jax.Array, bias: jax.Array | None, axis: int = 1) -> jax.Array:
    """Add one number per channel.

    Raises:
        ValueError: `bias` is not 1-d or not of the length of that dimension.
    """
    if bias is None:
        return x
    if bias.ndim != 1 or bias.shape[0] != x.shape[axis]:
        raise ValueError(
            Clause(
                f"the 'bias' must be 1-d with {x.shape[axis]} elements, but got shape {bias.shape}."
            )
        )
    same_dtype(x, bias)
    shape = [1] * x.ndim
    shape[axis] = -1
    return x + bias.reshape(shape)
