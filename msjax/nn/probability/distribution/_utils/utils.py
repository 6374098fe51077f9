"""Checks and conversions that distributions share."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.tensor import Tensor
from msjax.nn.probability._values import (
    as_tensor,
    check_not_negative,
    check_order,
    check_positive,
    check_probabilities,
    check_tensor,
    check_tuple,
    parameter_type,
)

__all__ = [
    "CheckTensor",
    "CheckTuple",
    "cast_to_tensor",
    "cast_type_for_device",
    "check_greater",
    "check_greater_equal_zero",
    "check_greater_zero",
    "check_prob",
    "check_rank",
    "check_sum_equal_one",
    "clamp_probs",
    "logits_to_probs",
    "probs_to_logits",
    "set_param_type",
]

set_param_type = parameter_type
check_greater_equal_zero = check_not_negative


def _given(value: Any, function: str) -> None:
    if value is None:
        raise ValueError(f"For '{function}', the input must not be None.")


def cast_to_tensor(t: Any, hint_type: Any = mstype.float32) -> Tensor:
    """A number, list, array or Tensor as a Tensor of `hint_type`; a Parameter stays as it is."""
    _given(t, "cast_to_tensor")
    return as_tensor(t, hint_type)


def cast_type_for_device(dtype: Any) -> Any:
    """The dtype itself: every device computes with all of them."""
    return dtype


def check_greater_zero(value: Any, name: str) -> None:
    """ValueError unless all elements are above 0."""
    _given(value, "check_greater_zero")
    check_positive(value, name)


def check_greater(a: Any, b: Any, name_a: str, name_b: str) -> None:
    """ValueError unless `a < b` everywhere; Parameters are not looked at."""
    _given(a, "check_greater")
    _given(b, "check_greater")
    check_order(a, b, name_a, name_b)


def check_prob(p: Any) -> None:
    """ValueError unless all elements are strictly between 0 and 1."""
    _given(p, "check_prob")
    check_probabilities(p)


def check_rank(probs: Any) -> None:
    """ValueError if `probs` is a single number."""
    _given(probs, "check_rank")
    if not probs.shape:
        raise ValueError("probs for Categorical distribution must have rank >= 1.")


def check_sum_equal_one(probs: Any) -> None:
    """ValueError unless the last dimension sums to 1."""
    _given(probs, "check_sum_equal_one")
    values = probs.asnumpy() if isinstance(probs, Tensor) else probs
    total = np.sum(values, axis=-1)
    eps = np.finfo(total.dtype).eps
    if not np.allclose(total, 1, rtol=10 * eps, atol=eps):
        raise ValueError(
            "Probabilities for each category should sum to one for Categorical distribution."
        )


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Probabilities of logits: of two classes by the sigmoid, of more by softmax."""
    return ops.sigmoid(logits) if is_binary else ops.softmax(logits, -1)


def clamp_probs(probs: Tensor) -> Tensor:
    """`probs` kept away from 0 and 1 by the dtype's precision."""
    eps = ops.Eps()(probs)
    return ops.clip_by_value(probs, eps, 1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Logits of probabilities."""
    kept = clamp_probs(probs)
    return ops.log(kept) - ops.log(1 - kept) if is_binary else ops.log(kept)


class CheckTuple:
    """`CheckTuple()(x, name)` is `x` if it is a tuple; else TypeError."""

    def __call__(self, x: Any, name: str) -> tuple:
        return check_tuple(x, name)


class CheckTensor:
    """`CheckTensor()(x, name)` is `x` if it is a Tensor or None; else TypeError."""

    def __call__(self, x: Any, name: str) -> Any:
        return check_tensor(x, name)
