"""Checks and conversions of the arguments of distributions and bijectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor

_INTEGERS = (*mstype.int_type, *mstype.uint_type)


def as_tensor(value: Any, dtype: Any = mstype.float32) -> Tensor:
    """A number, list, array or Tensor as a Tensor of `dtype`; a Parameter stays as it is."""
    if isinstance(value, Parameter):
        return value
    if isinstance(value, bool):
        raise TypeError("A parameter of a distribution must be a number or Tensor, but got a bool.")
    if not isinstance(value, (Tensor, np.ndarray, list, int, float)):
        raise TypeError(
            f"A parameter of a distribution must be a number, list, numpy.ndarray or Tensor that "
            f"converts to {dtype}, but got {type(value)}."
        )
    return Tensor(value, dtype=dtype)


def parameter_type(values: dict[str, Any], hint: Any) -> Any:
    """The dtype to compute with: that of the arrays among `values`, or else `hint`.

    Integers and float64 arrays are computed with in float32.
    """
    common = None
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            dtype = Tensor(value).dtype
        elif isinstance(value, Tensor):
            dtype = value.dtype
        else:
            continue
        if common is not None and dtype != common:
            raise TypeError(f"{name} should have the same dtype as other arguments.")
        common = dtype
    if common is None:
        return mstype.float32 if hint is None or hint in _INTEGERS else hint
    return mstype.float32 if common in _INTEGERS or common == mstype.float64 else common


def batch_shape(values: Iterable[Any]) -> tuple[int, ...] | None:
    """The shape that all parameters broadcast to; None if one of them is to be given later."""
    shapes = []
    for value in values:
        if value is None:
            return None
        shapes.append(as_tensor(value).shape)
    return np.broadcast_shapes(*shapes)


def all_numbers(values: Iterable[Any]) -> bool:
    """Whether the parameters are plain numbers, leaving out those to be given later."""
    return all(value is None or isinstance(value, (int, float)) for value in values)


def check_tensor(value: object, name: str) -> Tensor | None:
    """`value` if it is a Tensor or None."""
    if value is None or isinstance(value, Tensor):
        return value
    raise TypeError(f"For {name}, input type must be a Tensor or Parameter.")


def check_tuple(value: object, name: str) -> tuple:
    """`value` if it is a tuple."""
    if isinstance(value, tuple):
        return value
    raise TypeError(f"For {name}, input type must be a tuple.")


def _require(condition: Callable[..., Any], message: str, *values: Any) -> None:
    """ValueError unless the condition holds everywhere; values being traced are let pass."""
    if any(v is None or isinstance(v._value, jax.core.Tracer) for v in values):
        return
    arrays = [v.asnumpy() for v in values]
    if not np.all(condition(*arrays)):
        raise ValueError(message)


def check_positive(value: Tensor | None, name: str) -> None:
    """ValueError unless all elements are above 0."""
    _require(lambda x: x > 0, f"{name} must be greater than zero.", value)


def check_not_negative(value: Tensor, name: str) -> None:
    """ValueError if an element is below 0."""
    _require(lambda x: ~(x < 0), f"{name} must be greater than or equal to zero.", value)


def check_order(low: Tensor | None, high: Tensor | None, name_low: str, name_high: str) -> None:
    """ValueError unless `low < high`; Parameters are not looked at."""
    if not isinstance(low, Parameter) and not isinstance(high, Parameter):
        _require(np.less, f"{name_low} must be less than {name_high}", low, high)


def check_probabilities(probs: Tensor | None) -> None:
    """ValueError unless all elements are strictly between 0 and 1."""
    _require(lambda p: p > 0, "Probabilities must be greater than zero", probs)
    _require(lambda p: p < 1, "Probabilities must be less than one", probs)


def check_listed(probs: Any) -> None:
    """ValueError unless the probabilities of classes have a dimension."""
    if not probs.shape:
        raise ValueError("probs for Categorical distribution must have rank >= 1.")


def check_classes(probs: Tensor, given: Any) -> None:
    """ValueError unless the last dimension of what was given holds probabilities of classes."""
    check_listed(probs)
    check_probabilities(probs)
    check_sum(given)


def check_sum(given: Any) -> None:
    """ValueError unless the last dimension adds up to 1; values being traced are let pass."""
    if isinstance(given, Tensor):
        if isinstance(given._value, jax.core.Tracer):
            return
        given = given.asnumpy()
    total = np.sum(given, axis=-1)
    eps = np.finfo(total.dtype).eps
    if not np.allclose(total, 1, rtol=10 * eps, atol=eps):
        raise ValueError(
            "Probabilities for each category should sum to one for Categorical distribution."
        )
