"""Checks and conversions that distributions share."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import (
    as_tensor,
    check_listed,
    check_not_negative,
    check_order,
    check_positive,
    check_probabilities,
    check_sum,
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
    """A number, list, array or Tensor as a Tensor.

    Args:
        t: float, int, list, array, Tensor or Parameter.
        hint_type: dtype.

    Returns:
        Tensor of the dtype `hint_type`; a Parameter is returned as it is.

    Raises:
        ValueError: `t` is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import cast_to_tensor
        >>> print(cast_to_tensor(2))
        2.0
    """
    _given(t, "cast_to_tensor")
    return as_tensor(t, hint_type)


def cast_type_for_device(dtype: mstype.Type) -> Any:
    """The dtype itself: every device computes with all of them.

    Args:
        dtype: dtype.

    Returns:
        The dtype.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import cast_type_for_device
        >>> cast_type_for_device(ms.float32) == ms.float32
        True
    """
    return dtype


def check_greater_zero(value: Any, name: str) -> None:
    """Check that all elements are above 0.

    Args:
        value: Tensor or array.
        name: str, shown in the message.

    Raises:
        ValueError: an element is not above 0, or `value` is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import check_greater_zero
        >>> check_greater_zero(ms.Tensor([1.0]), "sd")
    """
    _given(value, "check_greater_zero")
    check_positive(value, name)


def check_greater(a: Any, b: Any, name_a: str, name_b: str) -> None:
    """Check that `a < b` everywhere; Parameters are not looked at.

    Args:
        a: Tensor or array, the smaller values.
        b: Tensor or array, the larger values.
        name_a: str, shown in the message.
        name_b: str, shown in the message.

    Raises:
        ValueError: `a < b` does not hold everywhere, or an argument is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import check_greater
        >>> check_greater(ms.Tensor([1.0]), ms.Tensor([2.0]), "low", "high")
    """
    _given(a, "check_greater")
    _given(b, "check_greater")
    check_order(a, b, name_a, name_b)


def check_prob(p: Any) -> None:
    """Check that all elements are strictly between 0 and 1.

    Args:
        p: Tensor or array.

    Raises:
        ValueError: an element is not between 0 and 1, or `p` is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import check_prob
        >>> check_prob(ms.Tensor([0.5]))
    """
    _given(p, "check_prob")
    check_probabilities(p)


def check_rank(probs: Any) -> None:
    """Check that `probs` is no single number.

    Args:
        probs: Tensor or array.

    Raises:
        ValueError: it is a single number or None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import check_rank
        >>> check_rank(ms.Tensor([0.5, 0.5]))
    """
    _given(probs, "check_rank")
    check_listed(probs)


def check_sum_equal_one(probs: Any) -> None:
    """Check that the last dimension sums to 1.

    Args:
        probs: Tensor or array.

    Raises:
        ValueError: a sum is not 1, or `probs` is None.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import check_sum_equal_one
        >>> check_sum_equal_one(ms.Tensor([0.5, 0.5]))
    """
    _given(probs, "check_sum_equal_one")
    check_sum(probs)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Probabilities of logits: of two classes by the sigmoid, of more by softmax.

    Args:
        logits: Tensor of a floating dtype.
        is_binary: bool, whether each logit is of two classes.

    Returns:
        Tensor of the shape of `logits`.

    Raises:
        TypeError: `logits` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import logits_to_probs
        >>> print(logits_to_probs(ms.Tensor([0.0, 0.0])))
        [0.5 0.5]
    """
    return ops.sigmoid(logits) if is_binary else ops.softmax(logits, -1)


def clamp_probs(probs: Tensor) -> Tensor:
    """`probs` kept away from 0 and 1 by the dtype's precision.

    Args:
        probs: Tensor of a floating dtype.

    Returns:
        Tensor of the shape and dtype of `probs`.

    Raises:
        TypeError: `probs` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import clamp_probs
        >>> print(clamp_probs(ms.Tensor([0.5])))
        [0.5]
    """
    eps = ops.Eps()(probs)
    return ops.clip_by_value(probs, eps, 1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Logits of probabilities.

    Args:
        probs: Tensor of a floating dtype.
        is_binary: bool, whether each probability is of two classes.

    Returns:
        Tensor of the shape and dtype of `probs`.

    Raises:
        TypeError: `probs` is not a Tensor, or is of another dtype.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.utils import probs_to_logits
        >>> print(probs_to_logits(ms.Tensor([0.5]), True))
        [0.]
    """
    kept = clamp_probs(probs)
    return ops.log(kept) - ops.log(1 - kept) if is_binary else ops.log(kept)


class CheckTuple:
    """A callable that checks for tuples: `CheckTuple()(x, name)` is `x` if it is one.

    Raises:
        TypeError: it is called with something else.

    Examples:
        >>> from msjax.nn.probability.distribution._utils import CheckTuple
        >>> CheckTuple()((1, 2), "shape")
        (1, 2)
    """

    def __call__(self, x: Any, name: str) -> tuple:
        return check_tuple(x, name)


class CheckTensor:
    """A callable that checks for Tensors: `CheckTensor()(x, name)` is `x` if it is one, or None.

    Raises:
        TypeError: it is called with something else.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils import CheckTensor
        >>> print(CheckTensor()(ms.Tensor([1]), "value"))
        [1]
    """

    def __call__(self, x: Any, name: str) -> Any:
        return check_tensor(x, name)
