"""Products of matrices in groups, as the experts of a mixture need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, Arrays, op, primitive
from msjax.kernels.checks import accept, of_dtype

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type


def _check_modes(split_item: Any, group_type: Any, group_list_type: Any) -> None:
    if group_type == 2:
        raise unsupported_option("group_type=2", "differentiate the product with group_type=0")
    if group_type not in (-1, 0):
        raise ValueError(must("group_type", "-1 or 0", group_type))
    expected = 3 if group_type == 0 else 0
    if split_item != expected:
        text = f"{expected} with group_type {group_type}"
        raise ValueError(must("split_item", text, split_item))
    if group_list_type not in (0, 1):
        raise ValueError(must("group_list_type", "0 or 1", group_list_type))


def _weights(
    weight: jax.Array,
    x: jax.Array,
    scale: jax.Array | None,
    offset: jax.Array | None,
) -> jax.Array:
    """The weight in the dtype of `x`: (weight + offset) * scale if it is quantised."""
    if (scale is None) != (offset is None):
        raise ValueError(must("antiquant_scale and antiquant_offset", "given both", "one"))
    if scale is None:
        of_dtype("weight", weight, x.dtype)
        return weight
    accept(x, "float16 bfloat16", "x")
    accept(weight, "int8", "weight")
    scale, offset = ((y[:, None] if y.ndim == 2 else y).astype(np.float32) for y in (scale, offset))
    return ((weight.astype(np.float32) + offset) * scale).astype(x.dtype)


def _per_row(table: jax.Array, sizes: jax.Array, rows: int) -> jax.Array:
    """The entry of each row's group; rows of no group get the last one."""
    group = jnp.searchsorted(jnp.cumsum(sizes), jnp.arange(rows), side="right")
    return table[jnp.minimum(group, table.shape[0] - 1)]


def _product(x: jax.Array, weight: jax.Array, sizes: jax.Array | None) -> jax.Array:
    kind = np.int32 if x.dtype == np.int8 else np.float32
    if sizes is None:
        return jnp.matmul(x, weight, preferred_element_type=kind)
    if x.dtype == np.int8:
        x, weight = x.astype(np.int32), weight.astype(np.int32)
    return jax.lax.ragged_dot(x, weight, sizes, preferred_element_type=kind)


def _grouped(
    xs: list[jax.Array],
    weights: list[jax.Array],
    extra: dict[str, Any],
    group_list: jax.Array | None,
    modes: tuple[Any, Any, Any],
) -> tuple[jax.Array, ...]:
    split_item, group_type, group_list_type = modes
    _check_modes(split_item, group_type, group_list_type)
    if len(xs) != len(weights) or (group_type == 0 and len(xs) != 1):
        count = "1, as of weight" if group_type == 0 else f"{len(weights)}, as of weight"
        raise ValueError(must("x", f"of length {count}", len(xs)))
    for arg, values in extra.items():
        if values is not None and len(values) != len(xs):
            raise ValueError(must(arg, f"of length {len(xs)}", len(values)))
    sizes = None
    if group_type == 0:
        if group_list is None:
            raise RuntimeError(must("group_list", "a Tensor with group_type 0", None))
        accept(group_list, "int64", "group_list")
        sizes = group_list.astype(np.int32)
        if group_list_type == 0:
            sizes = jnp.diff(sizes, prepend=jnp.int32(0))
    elif group_list is not None:
        raise ValueError(must("group_list", "None with group_type -1", "a Tensor"))
    results = []
    for i, (x, weight) in enumerate(zip(xs, weights, strict=True)):
        more = {arg: None if v is None else v[i] for arg, v in extra.items()}
        results.append(_one(x, weight, more, sizes))
    return tuple(results)


def _one(
    x: jax.Array, weight: jax.Array, more: dict[str, Any], sizes: jax.Array | None
) -> jax.Array:
    accept(x, "float16 bfloat16 float32 int8", "x")
    rank = 2 if sizes is None else 3
    if weight.ndim != rank or x.ndim < 2 or (sizes is not None and x.ndim != 2):
        text = f"of rank {rank}, and x of rank 2 or more"
        raise ValueError(must("weight", text, f"{weight.shape} and {x.shape}"))
    if x.shape[-1] != weight.shape[-2]:
        raise ValueError(must("weight", f"of {x.shape[-1]} rows", weight.shape))
    if sizes is not None and sizes.shape != weight.shape[:1]:
        raise ValueError(must("group_list", f"of {weight.shape[0]} groups", sizes.shape))
    scale, per_token = more.get("scale"), more.get("pre_token_scale")
    if (scale is None) != (x.dtype != np.int8) or (scale is None) != (per_token is None):
        raise ValueError(must("scale and pre_token_scale", "given for int8 x", "others"))
    weight = _weights(weight, x, more.get("antiquant_scale"), more.get("antiquant_offset"))
    out = _product(x, weight, sizes)

    def row(table: jax.Array) -> jax.Array:
        return table if sizes is None else _per_row(table, sizes, x.shape[0])

    if more["bias"] is not None:
        out = out + row(more["bias"]).astype(out.dtype)
    kind = x.dtype
    if scale is not None:
        accept(scale, "bfloat16", "scale")
        accept(per_token, "float32", "pre_token_scale")
        out = out.astype(np.float32) * row(scale).astype(np.float32) * per_token[..., None]
        kind = scale.dtype
    if sizes is not None:  # rows of no group
        out = jnp.where((jnp.arange(x.shape[0]) < sizes.sum())[:, None], out, 0)
    return out.astype(kind)


@primitive(
    "GroupedMatmul",
    place="auto_generate",
    split_item=0,
    group_type=-1,
    transpose_a=False,
    transpose_b=False,
)
@op("auto_generate.grouped_matmul", label="GroupedMatmul")
def grouped_matmul(
    x: Arrays,
    weight: Arrays,
    bias: Arrays | None = None,
    scale: Arrays | None = None,
    offset: Arrays | None = None,
    antiquant_scale: Arrays | None = None,
    antiquant_offset: Arrays | None = None,
    group_list: Array | None = None,
    split_item: int = 0,
    group_type: int = -1,
    transpose_a: bool = False,
    transpose_b: bool = False,
):
    """Product of each matrix with its own weight, or of groups of rows with their own weights.

    Args:
        x: list of Tensors of shape (..., M, K) of Float16, BFloat16 or Float32; a single one of
            shape (M, K) for groups.
        weight: list of Tensors of shape (K, N) and the same dtype, or Int8; for groups of shape
            (E, K, N).
        bias: None, or a list of Tensors of shape (N,), for groups (E, N).
        scale, offset: must be None.
        antiquant_scale: for Int8 weights, which count as (weight + offset) * scale; a list of
            Tensors of shape (N,), for groups (E, N).
        antiquant_offset: likewise.
        group_list: the end of each group of rows, Int64 Tensor of shape (E,).
        split_item: 0, for groups 3.
        group_type: -1, for groups of rows 0.
        transpose_a: whether the last two dimensions of `x` are exchanged.
        transpose_b: whether the last two dimensions of `weight` are exchanged.

    Returns:
        Tuple of Tensors of shape (..., M, N); rows in no group are zero.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes, lengths or modes do not fit.
        RuntimeError: `group_list` lacks.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import grouped_matmul
        >>> x, weight = ms.Tensor([[1.], [2.], [3.]]), ms.Tensor([[[10.]], [[100.]]])
        >>> ends = ms.Tensor([1, 3], ms.int64)
        >>> out = grouped_matmul([x], [weight], group_list=ends, split_item=3, group_type=0)
        >>> print(out[0])
        [[ 10.]
         [200.]
         [300.]]
    """
    for arg, values in (("scale", scale), ("offset", offset)):
        if values is not None:
            raise unsupported_option(f"{arg}=...", "use grouped_matmul_v4 for int8 x")
    xs = [jnp.swapaxes(a, -1, -2) for a in x] if transpose_a else x
    weights = [jnp.swapaxes(a, -1, -2) for a in weight] if transpose_b else weight
    extra = {"bias": bias, "antiquant_scale": antiquant_scale}
    extra["antiquant_offset"] = antiquant_offset
    return _grouped(xs, weights, extra, group_list, (split_item, group_type, 0))


@primitive("GroupedMatmulV4", place="auto_generate")
@op("auto_generate.grouped_matmul_v4", label="GroupedMatmulV4")
def grouped_matmul_v4(
    x: Arrays,
    weight: Arrays,
    bias: Arrays | None = None,
    scale: Arrays | None = None,
    offset: Arrays | None = None,
    antiquant_scale: Arrays | None = None,
    antiquant_offset: Arrays | None = None,
    pre_token_scale: Arrays | None = None,
    group_list: Array | None = None,
    activation_input: Arrays | None = None,
    activation_quant_scale: Arrays | None = None,
    activation_quant_offset: Arrays | None = None,
    split_item: int = 0,
    group_type: int = -1,
    group_list_type: int = 0,
    act_type: int = 0,
    output_dtype: Type | None = None,
):
    """`grouped_matmul` with the groups also given by their sizes, and for Int8 on both sides.

    Args:
        x: list of Tensors of shape (..., M, K) of Float16, BFloat16, Float32 or Int8; a single one
            of shape (M, K) for groups.
        weight: list of Tensors of shape (K, N) and the same dtype, or Int8; for groups of shape
            (E, K, N).
        bias: None, or a list of Tensors of shape (N,), for groups (E, N); Int32 for Int8 `x`.
        scale: for Int8 `x`, which gives (x @ weight + bias) * scale * pre_token_scale; a list of
            BFloat16 Tensors of shape (N,), for groups (E, N).
        offset: must be None.
        antiquant_scale: for Int8 weights, which count as (weight + offset) * scale; a list of
            Tensors of shape (N,), for groups (E, N).
        antiquant_offset: likewise.
        pre_token_scale: for Int8 `x`, a list of Float32 Tensors of shape (M,).
        group_list: the end or size of each group of rows, Int64 Tensor of shape (E,).
        activation_input, activation_quant_scale, activation_quant_offset: must be None.
        split_item: 0, for groups 3.
        group_type: -1, for groups of rows 0.
        group_list_type: 0 if `group_list` holds ends, 1 if sizes.
        act_type: must be 0.
        output_dtype: must be None.

    Returns:
        Tuple of Tensors of shape (..., M, N); rows in no group are zero.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes, lengths or modes do not fit.
        RuntimeError: `group_list` lacks.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import grouped_matmul_v4
        >>> x, weight = ms.Tensor([[1.], [2.], [3.]]), ms.Tensor([[[10.]], [[100.]]])
        >>> groups = {"group_list": ms.Tensor([1, 2], ms.int64), "group_list_type": 1}
        >>> out = grouped_matmul_v4([x], [weight], split_item=3, group_type=0, **groups)
        >>> print(out[0])
        [[ 10.]
         [200.]
         [300.]]
    """
    refused = {"offset": offset, "activation_input": activation_input}
    refused |= {"activation_quant_scale": activation_quant_scale}
    refused |= {"activation_quant_offset": activation_quant_offset}
    refused |= {"act_type": act_type or None, "output_dtype": output_dtype}
    for arg, values in refused.items():
        if values is not None:
            raise unsupported_option(f"{arg}=...", "leave it out")
    extra = {"bias": bias, "scale": scale, "antiquant_scale": antiquant_scale}
    extra |= {"antiquant_offset": antiquant_offset, "pre_token_scale": pre_token_scale}
    modes = split_item, group_type, group_list_type
    return _grouped(x, weight, extra, group_list, modes)
