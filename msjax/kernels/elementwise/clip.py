"""Clipping by value and by norm."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.cast import cast_array
from msjax._core.base.checks import boolean, check_axes, of_type
from msjax._core.base.errors import Clause, must
from msjax._core.base.state import STATE
from msjax._core.op.older import Find
from msjax._core.op.publish import Array, Arrays, Order, Value, call, is_python, op, public
from msjax._core.runtime import context
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.unary import safe_sqrt
from msjax.kernels.promotion import constant, is_number, promoted, promoted_by_numbers


def _older_clip(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 2.4: a tuple or list of Tensors, too, as `ops.clip_by_value` takes them."""
    first = args[0] if args else kwargs.get("input")
    if not isinstance(first, (tuple, list)):
        return today(*args, **kwargs)
    kwargs.pop("input", None)
    return tuple(today(x, *args[1:], **kwargs) for x in first)


def _is_bool(x: Any) -> bool:
    return jnp.asarray(x).dtype == np.bool_


def bounded(input: jax.Array, low: Any, high: Any, mixed: bool = False) -> jax.Array:
    """Elements brought into [low, high], in the common dtype.

    Args:
        input: an array.
        low: lower bound, array or number; None for none.
        high: upper bound, of the same kind.
        mixed: whether an array of rank 0 may stand for a number beside one.
    """
    bounds = [b for b in (low, high) if b is not None]
    if not bounds:
        raise ValueError(Clause("at least one of 'min' or 'max' must not be None."))
    alike = len({is_number(b) or not jnp.ndim(b) and _is_bool(b) for b in bounds}) == 1
    if not alike and not (mixed and all(jnp.ndim(b) == 0 for b in bounds)):
        raise TypeError(Clause("'min' and 'max' must both be Tensors or both be numbers."))
    if any(map(_is_bool, (input, *bounds))):
        raise ValueError(Clause("the dtype of 'input', 'min' and 'max' must not be bool."))
    out, *bounds = (promoted if alike else promoted_by_numbers)(input, *bounds)
    if low is not None:
        bound = bounds.pop(0)
        out = jnp.where(out < bound, bound, out)
    if high is not None:
        out = jnp.where(out > bounds[0], bounds[0], out)
    return out


@op(
    "ops.clamp",
    "ops.clip",
    label="Clamp",
    formerly={"ops.clamp": _older_clip, "ops.clip": ("x=input", _older_clip)},
)
def clamp(input: Array, min: Value | None = None, max: Value | None = None):
    """Elements brought into [min, max]; where `min > max`, `max`.

    At the bounds the gradient passes.

    Args:
        input: Tensor of any dtype but bool.
        min: lower bound, Tensor or number; None for none.
        max: upper bound, of the same kind; None for none.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: one bound is a Tensor and the other a number.
        ValueError: both bounds are None, or one of the dtypes is bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.clamp(ms.Tensor([1., 5., 9.]), 2, 6))
        [2. 5. 6.]
    """
    return bounded(input, min, max)


@op(label="ClipByValue")
def clip_values(x: Array, low: Value | None, high: Value | None):
    """`x` between bounds that are cast to its dtype; at the bounds the gradient is shared."""
    if low is not None:
        x = jnp.maximum(x, cast_array(jnp.asarray(low), x.dtype))
    if high is not None:
        x = jnp.minimum(x, cast_array(jnp.asarray(high), x.dtype))
    return x


def _sequence_like(x: Any, graph: bool = False) -> Any:
    """What results are given in: a tuple; in compiled code, or if `graph`, a list for a list."""
    return list if isinstance(x, list) and (graph or STATE.compiled()) else tuple


@public("ops.clip_by_value")
def clip_by_value(
    x: Tensor | Sequence[Tensor],
    clip_value_min: Tensor | complex | np.number | None = None,
    clip_value_max: Tensor | complex | np.number | None = None,
) -> Any:
    """Elements brought into [clip_value_min, clip_value_max], in the dtype of `x`.

    Args:
        x: Tensor, or a tuple or list of Tensors.
        clip_value_min: lower bound, Tensor or number; None for none.
        clip_value_max: upper bound, Tensor or number; None for none.

    Returns:
        Tensor, or tuple of Tensors; in compiled code a list for a list.

    Raises:
        ValueError: both bounds are None.
        TypeError: `x` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.clip_by_value(ms.Tensor([1, 5, 9]), 2, 6))
        [2 5 6]
    """
    if clip_value_min is None and clip_value_max is None:
        raise ValueError(
            Clause("at least one of 'clip_value_min' or 'clip_value_max' must not be None")
        )
    if isinstance(x, (tuple, list)):
        each = (clip_by_value(e, clip_value_min, clip_value_max) for e in x)
        return _sequence_like(x)(each)
    if not isinstance(x, Tensor):
        raise TypeError(must("x", "Tensor or tuple[Tensor] or list[Tensor]", type(x).__name__))
    return call(clip_values)(x, clip_value_min, clip_value_max)


def _real(x: jax.Array) -> jax.Array:
    """Elements in the precision that norms are computed in."""
    return x if x.dtype in (np.float32, np.float64) else x.astype(np.float32)


def _total_norm(arrays: Arrays, order: float) -> jax.Array:
    """Norm of the vector of all elements."""
    if is_python(order) and order == 2:
        total = sum(jnp.sum(jnp.square(_real(a))) for a in arrays)
        return safe_sqrt(total)
    sizes = [jnp.abs(_real(a)) for a in arrays]
    if is_python(order) and order == math.inf:
        return jnp.max(jnp.stack([jnp.max(s) for s in sizes]))
    return sum(jnp.sum(jnp.power(s, order)) for s in sizes) ** (1.0 / order)


@op(label="ClipByNorm")
def scale_to_norm(x: Arrays, max_norm: Value, norm_type: Order):
    """The norm of Tensors, the scale that makes it `max_norm` at most, and what they are then."""
    norm = _total_norm(x, norm_type)
    scale = jnp.asarray(max_norm).astype(norm.dtype) / (norm + constant(1e-6, norm.dtype))
    scale = jnp.where(scale < 1, scale, 1)
    floating = [a if jnp.issubdtype(a.dtype, jnp.floating) else _real(a) for a in x]
    return norm, scale, tuple((_real(a) * scale).astype(a.dtype) for a in floating)


@public("ops.clip_by_norm")
def clip_by_norm(
    x: Tensor | Sequence[Tensor],
    max_norm: complex | np.number,
    norm_type: complex | np.number = 2.0,
    error_if_nonfinite: bool = False,
) -> Any:
    """Tensors scaled so that the norm of all their elements together is at most `max_norm`.

    Args:
        x: Tensor, or a tuple or list of Tensors.
        max_norm: the bound, a number or a Tensor of one.
        norm_type: order of the norm, a number; infinity for the largest absolute value.
        error_if_nonfinite: whether a norm that is not finite is an error; else it scales nothing.

    Returns:
        Tensor, or tuple of Tensors; a list for a list in compiled code and where nothing is scaled.

    Raises:
        RuntimeError: the norm is not finite and `error_if_nonfinite` is set.
        TypeError: an argument has a wrong type.
        ValueError: there are no Tensors.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.clip_by_norm(ms.Tensor([3., 4.]), 10.0))
        [3. 4.]
    """
    if not isinstance(x, (Tensor, tuple, list)):
        raise TypeError(must("x", "Tensor, tuple or list of Tensors", type(x).__name__))
    of_type("max_norm", max_norm, int, float, Tensor)
    of_type("norm_type", norm_type, int, float)
    boolean("error_if_nonfinite", error_if_nonfinite)
    single = isinstance(x, Tensor)
    if not single and not len(x):
        raise ValueError(Clause("the number of Tensors must be at least 1."))
    norm, scale, out = call(scale_to_norm)([x] if single else x, max_norm, norm_type)
    if error_if_nonfinite and not math.isfinite(float(norm)):
        raise RuntimeError(Clause(f"the total norm of order {norm_type} from input is non-finite."))
    if single:
        return out[0]
    # Only for a list must eager code know whether something was scaled.
    return _sequence_like(x, isinstance(x, list) and not STATE.compiled() and scale >= 1)(out)


@op(label="ClipByNorm")
def clip_by_axis_norm(x: Array, clip_norm: Array, axis: Any):
    """Scale down to a Euclidean norm of at most `clip_norm` along the axes; float32 results."""
    accept(x, "float16 float32", "x")
    accept(clip_norm, "float16 float32", "clip_norm")
    axes = check_axes(axis, x.ndim)
    values = x.astype(np.float32)
    norm = safe_sqrt(jnp.sum(jnp.square(values), axes, keepdims=True))
    limit = clip_norm.astype(np.float32)
    return values * limit / jnp.maximum(norm, limit)


@op(label="ClipByGlobalNorm", to_float="return")
def scale_to_global_norm(x: Arrays, clip_norm: Value):
    """Tensors scaled by `clip_norm / norm of all`, if that norm is at least `clip_norm`.

    A norm that is NaN scales nothing.
    """
    norm = _total_norm(x, 2)
    bound = jnp.asarray(clip_norm).astype(norm.dtype)
    scale = bound / jnp.where(norm >= bound, norm, bound)
    return tuple(cast_array(_real(a) * scale, a.dtype) for a in x)


@public("ops.clip_by_global_norm")
def clip_by_global_norm(
    x: Sequence[Tensor] | Tensor,
    clip_norm: complex | np.number | Tensor = 1.0,
    use_norm: None = None,
) -> Any:
    """Tensors scaled so that the 2-norm of all their elements together is at most `clip_norm`.

    Args:
        x: tuple or list of Tensors, or a Tensor.
        clip_norm: the bound, a positive number or a 0-d Tensor.
        use_norm: must be None.

    Returns:
        Tuple of Tensors of the dtypes of `x`, in compiled code and GRAPH_MODE a list for a list; a
        Tensor if `x` is one.

    Raises:
        ValueError: `clip_norm` is not positive, `use_norm` is given, or `x` is empty.

    Examples:
        >>> import msjax as ms
        >>> out = ms.ops.clip_by_global_norm([ms.Tensor([3.]), ms.Tensor([4.])], 2.5)
        >>> print(out[0], out[1])
        [1.5] [2.]
    """
    if use_norm is not None:
        raise ValueError(must("use_norm", "None", use_norm))
    if not isinstance(clip_norm, Tensor) and not clip_norm > 0:
        raise ValueError(Clause(f"the argument 'clip_norm' must > 0.0, but got {clip_norm}."))
    single = isinstance(x, Tensor)
    if not single and not len(x):
        raise ValueError(Clause("the number of Tensors must be at least 1."))
    out: Any = call(scale_to_global_norm)([x] if single else x, clip_norm)
    graph = context.state.mode == context.GRAPH_MODE
    return out[0] if single else _sequence_like(x, graph)(out)
