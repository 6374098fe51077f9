"""Softmax, log-softmax, softmin and Gumbel softmax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, Key, Positive, op, settled
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import one_as_tuple, stored


def _check_int(name: str, axis: Any, arg: str = "axis") -> int:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(name, arg, "int", describe(axis)))
    return axis


def _axes(name: str, axis: Any, rank: int) -> int | tuple[int, ...]:
    if rank == 0:
        raise ValueError(must(name, "axis", "in [0, 0)", axis))
    if axis == ():
        raise ValueError(must(name, "axis", "not empty", axis))
    if isinstance(axis, tuple):
        return tuple(check_axis(name, _check_int(name, a), rank) for a in axis)
    return check_axis(name, axis, rank)


def _over(function: Any, name: str, x: jax.Array, axis: Any) -> jax.Array:
    """Apply a softmax; half-precision inputs are computed in float32."""
    accept(name, x, "f")
    axes = _axes(name, axis, x.ndim)
    wide = x.astype(np.float32) if x.dtype.itemsize < 4 else x
    return function(wide, axes).astype(x.dtype)


def _check_softmax(axis: Any) -> None:
    if isinstance(axis, bool) or not isinstance(axis, (int, tuple)):
        raise TypeError(must("Softmax", "axis", "int or tuple of int", describe(axis)))


@primitive("Softmax", axis=-1, check=_check_softmax, normal=stored("Softmax", axis=one_as_tuple))
@op(label="Softmax")
def softmax_axes(input: Array, axis=-1):
    """exp(input) divided by its sum along one axis or several."""
    return _over(jax.nn.softmax, "Softmax", input, axis)


@op("ops.softmax", label="Softmax")
def softmax(input: Array, axis=-1, *, dtype=None):
    """exp(input) divided by its sum along an axis.

    Args:
        input: Tensor of a floating dtype.
        axis: int.
        dtype: the dtype that `input` is cast to first.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `axis` is no int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softmax(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """
    _check_int("Softmax", axis)
    return softmax_axes(input if dtype is None else input.astype(dtype), axis)


@op("Tensor.softmax", label="Softmax")
def softmax_method(input: Array, axis, dtype=None):
    """Softmax along `axis`, as `ops.softmax`."""
    return softmax(input, axis, dtype=dtype)


@op("mint.softmax", label="Softmax")
def softmax_ext(input: Array, dim, *, dtype=None):
    """Softmax along `dim`, as `ops.softmax`."""
    return softmax(input, dim, dtype=dtype)


def _implied(dim: Any, rank: int) -> Any:
    """The axis meant by None: the first for 0, 1 and 3 dimensions, else the second."""
    return (0 if rank in (0, 1, 3) else 1) if dim is None else dim


@op("mint.nn.functional.softmax", label="Softmax")
def softmax_functional(input: Array, dim=None, dtype=None):
    """Softmax along `dim`; None means the first axis of 0, 1 or 3 dimensions, else the second."""
    if not input.ndim:
        return jnp.ones_like(input)
    return softmax(input, _implied(dim, input.ndim), dtype=dtype)


@primitive("LogSoftmax", axis=-1)
@op("ops.log_softmax", label="LogSoftmax")
def log_softmax(logits: Array, axis=-1):
    """Logarithm of the softmax along an axis.

    Args:
        logits: Tensor of a floating dtype.
        axis: int.

    Returns:
        Tensor of the shape and dtype of `logits`.

    Raises:
        TypeError: `logits` has no floating dtype, or `axis` is no int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log_softmax(ms.Tensor([0., 0.])))
        [-0.6931472 -0.6931472]
    """
    _check_int("LogSoftmax", axis)
    if not logits.ndim and axis in (0, -1):
        accept("LogSoftmax", logits, "f")
        return jnp.zeros_like(logits)
    return _over(jax.nn.log_softmax, "LogSoftmax", logits, axis)


@primitive("LogSoftmaxExt")
@op("mint.nn.functional.log_softmax", "mint.special.log_softmax", label="LogSoftmax")
def log_softmax_ext(input: Array, dim=None, *, dtype=None):
    """Logarithm of the softmax along `dim`; None means as for `mint.nn.functional.softmax`."""
    x = input if dtype is None else input.astype(dtype)
    return log_softmax(x, _implied(dim, x.ndim))


@op("ops.softmin")
def softmin(x: Array, axis=-1, *, dtype=None):
    """Softmax of `-x` along an axis or several.

    Args:
        x: Tensor of a floating dtype.
        axis: int or tuple of ints.
        dtype: the dtype that `x` is cast to first.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` has no floating dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softmin(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """
    _check_softmax(axis)
    x = x if dtype is None else x.astype(dtype)
    accept("softmin", x, "f")
    return softmax_axes(-x, axis)


@op("ops.gumbel_softmax")
def gumbel_softmax(logits: Array, tau: Positive = 1.0, hard=False, dim=-1, key: Key = None):
    """Softmax of logits with Gumbel noise: a relaxed sample of a category.

    Args:
        logits: Tensor of Float16 or Float32, of at least one dimension.
        tau: temperature, a positive float.
        hard: whether to return one-hot samples, with the gradient of the relaxed ones.
        dim: the axis of the categories.

    Returns:
        Tensor of the shape and dtype of `logits`.

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: `tau` is not positive, or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.gumbel_softmax(ms.Tensor([[1., 2., 3.]]), hard=True).sum()
        Tensor(shape=[], dtype=Float32, value= 1)
    """
    name = "gumbel_softmax"
    accept(name, logits, "float16 float32", "logits")
    if settled(tau) and not isinstance(tau, float):
        raise TypeError(must(name, "tau", "float", describe(tau)))
    if not isinstance(hard, bool):
        raise TypeError(must(name, "hard", "bool", describe(hard)))
    _check_int(name, dim, "dim")
    if logits.ndim == 0:
        raise ValueError("For gumbel_softmax, the 0-D input is not supported.")
    if settled(tau) and tau <= 0:
        raise ValueError(must(name, "tau", "greater than 0", tau))
    if not -1 <= dim < logits.ndim:
        raise ValueError(must(name, "dim", f"in range of [-1, {logits.ndim})", dim))
    noise = jax.random.gumbel(key, logits.shape, np.float32)
    soft = jax.nn.softmax((logits.astype(np.float32) + noise) / tau, dim).astype(logits.dtype)
    if not hard:
        return soft
    best = jax.nn.one_hot(jnp.argmax(soft, dim), soft.shape[dim], dtype=soft.dtype, axis=dim)
    return jax.lax.stop_gradient(best - soft) + soft
