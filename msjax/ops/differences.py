"""Differences of neighbours."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, op
from msjax.ops._accept import WIDE_UNSIGNED


@op("ops.diff", "Tensor.diff", label="diff")
def diff(x: Array, n=1, axis=-1, prepend: Array | None = None, append: Array | None = None):
    """Differences of neighbours along an axis; of bools, whether they differ.

    Args:
        x: Tensor of rank 1 or more.
        n: int, how often; only 1.
        axis: int, the axis.
        prepend: Tensor to put in front first.
        append: Tensor to put behind first.

    Returns:
        Tensor of the same dtype, shorter by one along the axis.

    Raises:
        TypeError: `n` is no int, or the dtype is uint16, uint32 or uint64.
        RuntimeError: `n` is not 1.
        IndexError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diff(ms.Tensor([1, 3, 6])))
        [2 3]
    """
    if x.ndim < 1:
        raise TypeError(must("diff", "x", "of rank 1 or more", "rank 0"))
    if not x.size:
        raise ValueError(must("diff", "x", "a Tensor with elements", f"shape {x.shape}"))
    _check_int("n", n)
    _check_int("axis", axis)
    if n != 1:
        raise RuntimeError(must("diff", "n", "1", n))
    if x.dtype in WIDE_UNSIGNED:
        raise TypeError(must("diff", "x", "of another dtype", x.dtype))
    try:
        axis = check_axis("diff", axis, x.ndim)
    except ValueError as error:
        raise IndexError(str(error)) from None
    parts = [part for part in (prepend, x, append) if part is not None]
    return jnp.diff(jnp.concatenate(parts, axis) if len(parts) > 1 else x, axis=axis)


def _check_int(arg: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(must("diff", arg, "int", describe(value)))
