"""Random numbers written into a Tensor."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Key, Value, op
from msjax.kernels.create.random import gauss, unit, whole

_F32 = np.dtype(np.float32)


def _wide(dtype: Any) -> np.dtype:
    """The dtype to draw in: float64 for float64, else float32."""
    return np.dtype(np.float64) if dtype == np.float64 else _F32


@op("ops.uniform_", "Tensor.uniform_", write="input", label="InplaceUniform")
def uniform_(input: Array, from_: float = 0, to: float = 1, *, generator: Key = None):
    """Fill a Tensor with uniform numbers in [from_, to).

    Args:
        input: Tensor of floating numbers.
        from_: number.
        to: number.
        generator: Generator, the default one if None.

    Returns:
        The Tensor.

    Raises:
        TypeError: a bound is not a number, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.zeros(2).uniform_(1, 2).shape
        (2,)
    """
    drawn = unit(generator, input.shape, _wide(input.dtype))
    low, high = jnp.asarray(from_, drawn.dtype), jnp.asarray(to, drawn.dtype)
    return (drawn * (high - low) + low).astype(input.dtype)


@op("ops.normal_", "Tensor.normal_", write="input", label="InplaceNormal")
def normal_(input: Array, mean: float = 0, std: float = 1, *, generator: Key = None):
    """Fill a Tensor with normal numbers.

    Args:
        input: Tensor of floating numbers.
        mean: number.
        std: number, the standard deviation.
        generator: Generator, the default one if None.

    Returns:
        The Tensor.

    Raises:
        TypeError: `mean` or `std` is not a number, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.zeros(2).normal_().shape
        (2,)
    """
    drawn = gauss(generator, input.shape, _wide(input.dtype))
    return (jnp.asarray(mean, drawn.dtype) + jnp.asarray(std, drawn.dtype) * drawn).astype(
        input.dtype
    )


@op("ops.exponential_", "Tensor.exponential_", write="input", label="InplaceExponential")
def exponential_(input: Array, lambd: float = 1, *, generator: Key = None):
    """Fill a Tensor with exponential numbers of rate `lambd`.

    Args:
        input: Tensor of floating numbers.
        lambd: positive number.
        generator: Generator, the default one if None.

    Returns:
        The Tensor.

    Raises:
        TypeError: `lambd` is not a number, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.zeros(3)
        >>> x.exponential_().shape
        (3,)
        >>> bool((x >= 0).all())
        True
    """
    drawn = unit(generator, input.shape, _wide(input.dtype))
    return (-jnp.log1p(-drawn) / jnp.asarray(lambd, drawn.dtype)).astype(input.dtype)


@op("ops.random_", "Tensor.random_", write="input", label="InplaceRandom")
def random_(input: Array, from_: int = 0, to: int | None = None, *, generator: Key = None):
    """Fill a Tensor with whole numbers in [from_, to), all equally likely.

    Args:
        input: Tensor.
        from_: int; alone, it is the upper bound and 0 the lower one.
        to: int; by default the largest number that the dtype holds (exactly, if floating).
        generator: Generator, the default one if None.

    Returns:
        The Tensor.

    Raises:
        ValueError: `from_` is not less than `to`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0, 0])
        >>> print(x.random_(5, 6))
        [5 5]
    """
    low, dtype = integer("from_", int(from_)), input.dtype
    if to is None and low > 0:
        low, high = 0, low
    elif to is not None:
        high = integer("to", int(to))
    elif jnp.issubdtype(dtype, jnp.floating):
        high = 1 << (jnp.finfo(dtype).nmant + 1)
    else:
        high = 2 if dtype == np.bool_ else int(jnp.iinfo(dtype).max) + 1
    if low >= high:
        raise ValueError(must("from_", f"less than 'to', {high}", low))
    return whole(generator, input.shape, low, high, dtype)


@op("ops.bernoulli_", "Tensor.bernoulli_", write="input", label="InplaceBernoulli")
def bernoulli_(input: Array, p: Value = 0.5, *, generator: Key = None):
    """Fill a Tensor with ones, with probability `p`, and zeros.

    Args:
        input: Tensor.
        p: float, or Tensor whose shape broadcasts to that of `input`.
        generator: Generator, the default one if None.

    Returns:
        The Tensor.

    Raises:
        TypeError: `p` is neither a Tensor nor a number, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([5., 6.]).bernoulli_(1.0))
        [1. 1.]
    """
    p = jax.lax.stop_gradient(jnp.asarray(p))
    return (unit(generator, input.shape, _F32) < p).astype(input.dtype)
