"""Quantisation to 8 bits, and products of quantised matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import Clause, must, unsupported_option
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, of_dtype

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type

_ROUNDINGS = {"ROUND": jnp.round, "FLOOR": jnp.floor, "CEIL": jnp.ceil, "TRUNC": jnp.trunc}


def _to_int8(x: jax.Array) -> jax.Array:
    return jnp.clip(x, -128, 127).astype(np.int8)


@primitive("QuantV2", place="auto_generate")
@op(label="QuantV2")
def quant_v2(
    x: Array,
    scale: Array,
    offset: Array,
    sqrt_mode: bool = False,
    rounding_mode: str = "ROUND",
    dst_type: mstype.Type = mstype.int8,
):
    """Quantise to Int8: round(x * scale + offset), within [-128, 127].

    Args:
        x: Tensor of Float16, BFloat16 or Float32.
        scale: Tensor of the same dtype with the last dimension of `x`, the others 1.
        offset: likewise.
        sqrt_mode: whether to multiply by the scale twice.
        rounding_mode: "ROUND" to the nearest, ties to even; "FLOOR", "CEIL" or "TRUNC".
        dst_type: mindspore.int8.

    Returns:
        Int8 Tensor of the shape of `x`.

    Raises:
        TypeError: the dtypes differ or are not as above.
        ValueError: the shapes, `rounding_mode` or `dst_type` are not as above.
        NotImplementedError: `dst_type` is a type of 4 bits.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import QuantV2
        >>> x, scale, offset = ms.Tensor([0.5, 1., 100.]), ms.Tensor([2.]), ms.Tensor([1.])
        >>> print(QuantV2()(x, scale, offset, False, "ROUND", ms.int8))
        [  2   3 127]
    """
    accept(x, "float16 bfloat16 float32", "x")
    for arg, y in (("scale", scale), ("offset", offset)):
        of_dtype(arg, y, x.dtype)
        if y.ndim and (y.shape[-1] not in (1, x.shape[-1]) or y.size != y.shape[-1]):
            raise ValueError(must(arg, f"of {x.shape[-1]} elements", y.shape))
    if rounding_mode.upper() not in _ROUNDINGS:
        raise ValueError(must("rounding_mode", f"in {list(_ROUNDINGS)}", rounding_mode))
    if str(dst_type) == "Int4":
        raise unsupported_option("dst_type=mindspore.int4", "use int8")
    if dst_type != np.int8:
        raise ValueError(must("dst_type", "mindspore.int8", dst_type))
    scale = scale.astype(np.float32)
    scaled = x.astype(np.float32) * (scale * scale if sqrt_mode else scale)
    return _to_int8(_ROUNDINGS[rounding_mode.upper()](scaled + offset.astype(np.float32)))


@primitive("DynamicQuantExt", place="auto_generate")
@op(label="DynamicQuantExt")
def dynamic_quant(x: Array, smooth_scales: Array | None = None):
    """Quantise each row to Int8 by its largest magnitude.

    Args:
        x: Tensor of shape (..., n) of Float16 or BFloat16.
        smooth_scales: None, or a Tensor of shape (n,) and the same dtype to multiply by first.

    Returns:
        Tuple of the Int8 Tensor round(x / scale), and the scales max(|x|) / 127, a Float32 Tensor
        of shape (...).

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: `x` has no dimension, or `smooth_scales` another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import DynamicQuantExt
        >>> x = ms.Tensor([[127., -1.], [0., 254.]], ms.float16)
        >>> values, scales = DynamicQuantExt()(x, None)
        >>> print(values, scales)
        [[127  -1]
         [  0 127]] [1. 2.]
    """
    accept(x, "float16 bfloat16", "x")
    if not x.ndim:
        raise ValueError(must("x", "of rank 1 or more", x.shape))
    values = x.astype(np.float32)
    if smooth_scales is not None:
        if smooth_scales.dtype != x.dtype:
            raise TypeError(must("smooth_scales", f"of {x.dtype}", smooth_scales.dtype))
        if smooth_scales.shape != x.shape[-1:]:
            text = f"of shape {x.shape[-1:]}"
            raise ValueError(must("smooth_scales", text, smooth_scales.shape))
        values = values * smooth_scales
    scale = jnp.abs(values).max(-1) / 127
    safe = jnp.where(scale == 0, 1, scale)
    return _to_int8(jnp.round(values / safe[..., None])), scale


def _turned(x: jax.Array, transpose: bool) -> jax.Array:
    return jnp.swapaxes(x, -1, -2) if transpose else x


def _check_inner(x: jax.Array, y: jax.Array) -> None:
    if x.ndim < 2 or y.ndim < 2 or x.shape[-1] != y.shape[-2]:
        raise ValueError(
            Clause(
                f"the row of the input 'y' should be same as the col of the input 'x', "
                f"but got {x.shape} and {y.shape}."
            )
        )


def _refuse(**tensors: Any) -> None:
    for arg, value in tensors.items():
        if value is not None:
            raise unsupported_option(f"{arg}=...", "apply QuantV2 to the result")


def _restored(
    weight: jax.Array, scale: jax.Array, offset: jax.Array | None, group: int
) -> jax.Array:
    """The weight (..., K, N) as Float32: (weight + offset) * scale."""
    if weight.dtype != np.int8:
        raise unsupported_option("weights of 4 bits", "use int8 weights")
    depth = weight.shape[-2]

    def spread(x: jax.Array, arg: str) -> jax.Array:
        x = x.astype(np.float32)
        if not group:
            return x
        if depth % group or x.ndim < 2 or x.shape[-2] != depth // group:
            raise ValueError(must(arg, f"of {depth}/{group} rows", x.shape))
        return jnp.repeat(x, group, -2)

    values = weight.astype(np.float32)
    if offset is not None:
        values = values + spread(offset, "antiquant_offset")
    return values * spread(scale, "antiquant_scale")


@primitive(
    "WeightQuantBatchMatmul",
    place="auto_generate",
    transpose_x=False,
    transpose_weight=False,
    antiquant_group_size=0,
)
@op("auto_generate.weight_quant_batch_matmul", label="WeightQuantBatchMatmul")
def weight_quant_batch_matmul(
    x: Array,
    weight: Array,
    antiquant_scale: Array,
    antiquant_offset: Array | None = None,
    quant_scale: Array | None = None,
    quant_offset: Array | None = None,
    bias: Array | None = None,
    transpose_x: bool = False,
    transpose_weight: bool = False,
    antiquant_group_size: int = 0,
):
    """Product with a quantised weight: x @ ((weight + offset) * scale) + bias.

    Args:
        x: Float16 or BFloat16 Tensor of shape (..., M, K).
        weight: Int8 Tensor of shape (..., K, N).
        antiquant_scale: the scale, Tensor of shape (N,), or (K / group, N) with a group size.
        antiquant_offset: the offset likewise, or None.
        quant_scale, quant_offset: must be None.
        bias: Tensor of shape (N,), or None.
        transpose_x: whether `x` is given as (..., K, M).
        transpose_weight: whether `weight` is given as (..., N, K); with a group size the scale and
            offset then as (N, K / group).
        antiquant_group_size: rows of the weight that share a scale; 0 for all.

    Returns:
        Tensor of shape (..., M, N) and the dtype of `x`.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import weight_quant_batch_matmul
        >>> x, weight = ms.Tensor([[1., 2.]], ms.float16), ms.Tensor([[3], [4]], ms.int8)
        >>> print(weight_quant_batch_matmul(x, weight, ms.Tensor([0.5], ms.float16)))
        [[5.5]]
    """
    accept(x, "float16 bfloat16", "x")
    accept(weight, "int8 int32 int4", "weight")
    _refuse(quant_scale=quant_scale, quant_offset=quant_offset)
    x, weight = _turned(x, transpose_x), _turned(weight, transpose_weight)
    _check_inner(x, weight)
    if transpose_weight and antiquant_scale.ndim > 1:
        antiquant_scale = jnp.swapaxes(antiquant_scale, -1, -2)
        if antiquant_offset is not None:
            antiquant_offset = jnp.swapaxes(antiquant_offset, -1, -2)
    values = _restored(weight, antiquant_scale, antiquant_offset, antiquant_group_size)
    out = jnp.matmul(x.astype(np.float32), values)
    if bias is not None:
        out = out + bias.astype(np.float32)
    return out.astype(x.dtype)


@primitive(
    "QuantBatchMatmul",
    place="auto_generate",
    transpose_x1=False,
    transpose_x2=False,
    dtype=mstype.float16,
)
@op("auto_generate.quant_batch_matmul", label="QuantBatchMatmul")
def quant_batch_matmul(
    x1: Array,
    x2: Array,
    scale: Array,
    offset: Array | None = None,
    bias: Array | None = None,
    pertokenScaleOptional: Array | None = None,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
    dtype: Type = mstype.float16,
):
    """Product of quantised matrices: (x1 @ x2 + bias) * scale * scale per row.

    Args:
        x1: Int8 Tensor of shape (..., M, K).
        x2: Int8 Tensor of shape (..., K, N).
        scale: Float32 or BFloat16 Tensor of shape (1,) or (N,).
        offset: must be None.
        bias: Int32 Tensor of shape (N,), or None.
        pertokenScaleOptional: scale per row, Float32 Tensor of shape (M,), or None.
        transpose_x1: whether `x1` is given as (..., K, M).
        transpose_x2: whether `x2` is given as (..., N, K).
        dtype: mindspore.float16 or bfloat16, of the result.

    Returns:
        Tensor of shape (..., M, N).

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes do not fit.
        NotImplementedError: scales packed in 64 bits, or a quantised result.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import quant_batch_matmul
        >>> x1, x2 = ms.Tensor([[1, 2]], ms.int8), ms.Tensor([[3], [4]], ms.int8)
        >>> print(quant_batch_matmul(x1, x2, ms.Tensor([0.5])))
        [[5.5]]
    """
    accept(x1, "int8", "x1")
    accept(x2, "int8", "x2")
    accept(scale, "bfloat16 float32 int64 uint64", "scale")
    if scale.dtype.itemsize == 8:
        raise unsupported_option("packed scales", "give the scales as float32")
    _refuse(offset=offset)
    if dtype not in (np.float16, mstype.bfloat16.np):
        raise unsupported_option(f"a result of {dtype}", "use float16 or bfloat16")
    x1, x2 = _turned(x1, transpose_x1), _turned(x2, transpose_x2)
    _check_inner(x1, x2)
    out = jnp.matmul(x1, x2, preferred_element_type=np.int32)
    if bias is not None:
        accept(bias, "int32", "bias")
        out = out + bias
    out = out.astype(np.float32) * scale.astype(np.float32)
    if pertokenScaleOptional is not None:
        accept(pertokenScaleOptional, "float32", "pertokenScaleOptional")
        if pertokenScaleOptional.shape != (x1.shape[-2],):
            text = f"of shape {(x1.shape[-2],)}"
            raise ValueError(must("pertokenScaleOptional", text, pertokenScaleOptional.shape))
        out = out * pertokenScaleOptional[:, None]
    return out.astype(dtype)
