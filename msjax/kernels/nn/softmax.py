"""Softmax, log-softmax, softmin and Gumbel softmax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axis, integer, positive
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, Key, Positive, is_python, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import one_as_tuple, stored
from msjax.kernels.checks import accept, number, with_dimensions
from msjax.kernels.elementwise.cast import wider


def _axes(axis: Any, rank: int) -> int | tuple[int, ...]:
    if rank == 0:
        raise ValueError(must("axis", "in [0, 0)", axis))
    if axis == ():
        raise ValueError(must("axis", "not empty", axis))
    if isinstance(axis, tuple):
        return tuple(check_axis(integer("axis", a), rank) for a in axis)
    return check_axis(axis, rank)


def _over(function: Any, x: jax.Array, axis: Any) -> jax.Array:
    """Apply a softmax; half-precision inputs are computed in float32."""
    accept(x, "f")
    axes = _axes(axis, x.ndim)
    return function(wider(x), axes).astype(x.dtype)


def check_softmax(axis: Any) -> None:
    """Raise unless `axis` is an int or a tuple."""
    if isinstance(axis, bool) or not isinstance(axis, (int, tuple)):
        raise TypeError(must("axis", "int or tuple of int", describe(axis)))


@primitive("Softmax", axis=-1, check=check_softmax, normal=stored(axis=one_as_tuple))
@op(label="Softmax", amp="float32")
def softmax_axes(input: Array, axis: int | tuple[int, ...] = -1):
    """exp(input) divided by its sum along one axis or several.

    Args:
        input: Tensor of a floating dtype, of at least one dimension.
        axis: int or tuple of ints, given to the constructor; the last axis by default.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `axis` is neither an int nor a tuple of ints.
        ValueError: `axis` is out of range or empty, or `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Softmax(axis=(0, 1))(ms.ops.zeros((2, 2))))
        [[0.25 0.25]
         [0.25 0.25]]
    """
    return _over(jax.nn.softmax, input, axis)


@op("ops.softmax", label="Softmax", amp="float32", formerly={"ops.softmax": "x=input"})
def softmax(input: Array, axis: int = -1, *, dtype: np.dtype | None = None):
    """exp(input) divided by its sum along an axis.

    Args:
        input: Tensor of a floating dtype.
        axis: int.
        dtype: the dtype that `input` is cast to first.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.softmax(ms.Tensor([0., 0.])))
        [0.5 0.5]
    """
    integer("axis", axis)
    return softmax_axes(input if dtype is None else input.astype(dtype), axis)


@op(
    "Tensor.softmax", label="Softmax", accepts={"axis": "int", "dtype": "dtype None"}, amp="float32"
)
def softmax_method(input: Array, axis: int, dtype: np.dtype | None = None):
    """Softmax along an axis of the Tensor, as `ops.softmax`; `axis` has no default here.

    Args:
        input: Tensor of a floating dtype.
        axis: int.
        dtype: the dtype that the Tensor is cast to first; None keeps its own.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: the dtype is not floating, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0., 0.]).softmax(0))
        [0.5 0.5]
    """
    return softmax(input, axis, dtype=dtype)


@op("mint.softmax", label="Softmax", accepts={"dim": "int None"}, amp="float32")
def softmax_ext(input: Array, dim: int | None, *, dtype: np.dtype | None = None):
    """Softmax along a dimension, as `mint.nn.functional.softmax`; `dim` has no default here.

    Args:
        input: Tensor of a floating dtype. One without dimensions gives 1.
        dim: int; None means the first axis of 1 or 3 dimensions, else the second.
        dtype: the dtype that `input` is cast to first; None keeps its own.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `dim` is not an int.
        ValueError: `dim` is out of range.
        IndexError: `dim` is out of range for a Tensor without dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.softmax(ms.Tensor([0., 0.]), 0))
        [0.5 0.5]
    """
    return softmax_functional(input, dim, dtype)


def _implied(dim: Any, rank: int) -> Any:
    """The axis meant by None: the first for 0, 1 and 3 dimensions, else the second."""
    return (0 if rank in (0, 1, 3) else 1) if dim is None else dim


@op("mint.nn.functional.softmax", label="Softmax", amp="float32")
def softmax_functional(input: Array, dim: int | None = None, dtype: np.dtype | None = None):
    """exp(input) divided by its sum along a dimension.

    Args:
        input: Tensor of a floating dtype. One without dimensions gives 1.
        dim: int; None means the first axis of 1 or 3 dimensions, else the second.
        dtype: the dtype that `input` is cast to first; None keeps its own.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `dim` is not an int.
        ValueError: `dim` is out of range.
        IndexError: `dim` is out of range for a Tensor without dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.softmax(ms.ops.zeros((1, 2)), dim=1))
        [[0.5 0.5]]
    """
    if not input.ndim:
        if dim not in (None, 0, -1):
            raise IndexError(must("dim", "in [-1, 0]", dim))
        input, dim = input.reshape(1), 0
        return softmax(input, dim, dtype=dtype).reshape(())
    return softmax(input, _implied(dim, input.ndim), dtype=dtype)


@primitive("LogSoftmax", axis=-1)
@op("ops.log_softmax", label="LogSoftmax", amp="float32")
def log_softmax(logits: Array, axis: int = -1):
    """Logarithm of the softmax along an axis.

    Args:
        logits: Tensor of a floating dtype.
        axis: int.

    Returns:
        Tensor of the shape and dtype of `logits`.

    Raises:
        TypeError: `logits` has no floating dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log_softmax(ms.Tensor([0., 0.])))
        [-0.6931472 -0.6931472]
    """
    integer("axis", axis)
    if not logits.ndim and axis in (0, -1):
        accept(logits, "f")
        return jnp.zeros_like(logits)
    return _over(jax.nn.log_softmax, logits, axis)


@primitive("LogSoftmaxExt")
@op("mint.nn.functional.log_softmax", "mint.special.log_softmax", label="LogSoftmax", amp="float32")
def log_softmax_ext(input: Array, dim: int | None = None, *, dtype: np.dtype | None = None):
    """Logarithm of the softmax along a dimension.

    Args:
        input: Tensor of a floating dtype.
        dim: int; None means the first axis of 0, 1 or 3 dimensions, else the second.
        dtype: the dtype that `input` is cast to first; None keeps its own.

    Returns:
        Tensor of the shape of `input`.

    Raises:
        TypeError: `input` has no floating dtype, or `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.log_softmax(ms.Tensor([0., 200.]), dim=0))
        [-200.    0.]
    """
    x = input if dtype is None else input.astype(dtype)
    return log_softmax(x, _implied(dim, x.ndim))


@op(
    "ops.softmin",
    accepts={
        "x": "Tensor !ValueError int float bool",
        "axis": "int tuple Tensor[int] ndarray",
        "dtype": "dtype None",
    },
    amp="float32",
)
def softmin(x: Array, axis: int | tuple[int, ...] | Tensor = -1, *, dtype: np.dtype | None = None):
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
    check_softmax(axis)
    x = x if dtype is None else x.astype(dtype)
    accept(x, "f")
    return softmax_axes(-x, axis)


@op("ops.gumbel_softmax", amp="float32")
def gumbel_softmax(
    logits: Array, tau: Positive = 1.0, hard: bool = False, dim: int = -1, key: Key = None
):
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
    accept(logits, "float16 float32", "logits")
    number("tau", tau, float)
    boolean("hard", hard)
    integer("dim", dim)
    with_dimensions("logits", logits)
    if is_python(tau):
        positive("tau", tau)
    if not -1 <= dim < logits.ndim:
        raise ValueError(must("dim", f"in range of [-1, {logits.ndim})", dim))
    noise = jax.random.gumbel(key, logits.shape, np.float32)
    soft = jax.nn.softmax((logits.astype(np.float32) + noise) / tau, dim).astype(logits.dtype)
    if not hard:
        return soft
    best = jax.nn.one_hot(jnp.argmax(soft, dim), soft.shape[dim], dtype=soft.dtype, axis=dim)
    return jax.lax.stop_gradient(best - soft) + soft
