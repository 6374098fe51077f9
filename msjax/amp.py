"""Mixed precision: casting of networks, scaling of losses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.compile.markers import jit_class
from msjax._core.op.publish import Array, Arrays, Value, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import map_tensors, tensors_in
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText
from msjax.train.amp import (
    auto_mixed_precision,
    build_train_network,
    custom_mixed_precision,
    get_black_list,
    get_white_list,
)
from msjax.train.loss_scale_manager import (
    DynamicLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)

__all__ = [
    "DynamicLossScaleManager",
    "LossScaleManager",
    "FixedLossScaleManager",
    "build_train_network",
    "DynamicLossScaler",
    "StaticLossScaler",
    "LossScaler",
    "auto_mixed_precision",
    "all_finite",
    "custom_mixed_precision",
    "get_white_list",
    "get_black_list",
]


@op(label="all_finite")
def _finite(inputs: Arrays):
    return jnp.stack([jnp.all(jnp.isfinite(x)) for x in inputs]).all()


@op(label="loss_scale")
def _scaled(scale: Array, inputs: Arrays, invert=False):
    factor = 1 / scale if invert else scale
    return [x * factor.astype(x.dtype) for x in inputs]


_Gradients = TypeVar("_Gradients", bound=Tensor | Sequence[Tensor])


@op(label="DynamicLossScaler")
def _adjusted(scale: Array, counter: Array, finite: Value, factor=2, window=1):
    finite = jnp.asarray(finite).reshape(()).astype(bool)
    larger = scale * factor
    grown = jnp.where((counter == window - 1) & jnp.isfinite(larger), larger, scale)
    scale = jnp.where(finite, grown, jnp.maximum(1.0, scale / factor)).astype(scale.dtype)
    return scale, jnp.where(finite, (counter + 1) % window, 0).astype(np.int32)


def all_finite(inputs: Tensor | Sequence[Tensor]) -> Tensor:
    """Whether all elements of all Tensors are finite.

    Args:
        inputs: tuple or list of Tensors.

    Returns:
        0-d bool Tensor.

    Raises:
        TypeError: `inputs` is something else.

    Examples:
        >>> import msjax as ms
        >>> print(ms.amp.all_finite((ms.Tensor([1.0, float("inf")]),)))
        False
    """
    if not isinstance(inputs, (tuple, list)) or not all(isinstance(x, Tensor) for x in inputs):
        text = "a tuple or list of Tensors"
        raise TypeError(prefixed("all_finite", must("inputs", text, describe(inputs))))
    return call(_finite)(inputs)


def _map_scaled(scale: Tensor, inputs: Any, invert: bool) -> Any:
    results = iter(call(_scaled)(scale, tensors_in(inputs), invert))
    return map_tensors(lambda _: next(results), inputs)


def _grad_scale_map(scale_value: Tensor, inputs: Any) -> Any:
    """Every Tensor times the scale; loss scalers of one's own call it."""
    return _map_scaled(scale_value, inputs, False)


def _grad_unscale_map(scale_value: Tensor, inputs: Any) -> Any:
    """Every Tensor over the scale; loss scalers of one's own call it."""
    return _map_scaled(scale_value, inputs, True)


@jit_class
class LossScaler(DefaultText, ABC):
    """Base of loss scalers, for training steps written as functions.

    Examples:
        >>> import msjax as ms
        >>> class Doubled(ms.amp.LossScaler):
        ...     def scale(self, inputs):
        ...         return inputs * 2
        ...     def unscale(self, inputs):
        ...         return inputs / 2
        ...     def adjust(self, grads_finite):
        ...         return False
        >>> print(Doubled().scale(ms.Tensor(3.0)))
        6.0
    """

    @abstractmethod
    def scale(self, inputs: _Gradients) -> _Gradients:
        """Multiply by the loss scale.

        Args:
            inputs: Tensor, or tuple or list of Tensors.

        Returns:
            What `inputs` is, with the Tensors multiplied.
        """

    @abstractmethod
    def unscale(self, inputs: _Gradients) -> _Gradients:
        """Divide by the loss scale.

        Args:
            inputs: Tensor, or tuple or list of Tensors.

        Returns:
            What `inputs` is, with the Tensors divided.
        """

    @abstractmethod
    def adjust(self, grads_finite: Tensor) -> bool:
        """Adapt the loss scale.

        Args:
            grads_finite: bool or Bool Tensor, whether the gradients of the step are finite.

        Returns:
            bool: whether the scale can change.
        """


def _check_scale(scale_value: Any) -> Parameter:
    validator.check_value_type("scale_value", scale_value, [float, int])
    if scale_value < 1.0:
        raise ValueError(f"The argument 'scale_value' must be > 1, but got {scale_value}")
    return Parameter(Tensor(scale_value, dtype=mstype.float32), name="scale_value")


class StaticLossScaler(LossScaler):
    """A constant loss scale.

    Args:
        scale_value: float or int, 1 or more.

    Raises:
        TypeError: `scale_value` is not a number.
        ValueError: `scale_value` is below 1.

    Examples:
        >>> import msjax as ms
        >>> scaler = ms.amp.StaticLossScaler(8)
        >>> print(scaler.scale(ms.Tensor(2.0)), scaler.unscale((ms.Tensor(2.0),))[0])
        16.0 0.25
    """

    def __init__(self, scale_value: float):
        self.scale_value = _check_scale(scale_value)

    def scale(self, inputs: _Gradients) -> _Gradients:
        """Multiply by the loss scale.

        Args:
            inputs: Tensor, or nested tuples, lists and dicts of Tensors.

        Returns:
            What `inputs` is, with the Tensors multiplied; their dtypes stay.
        """
        return _grad_scale_map(self.scale_value, inputs)

    def unscale(self, inputs: _Gradients) -> _Gradients:
        """Divide by the loss scale.

        Args:
            inputs: Tensor, or nested tuples, lists and dicts of Tensors.

        Returns:
            What `inputs` is, with the Tensors divided; their dtypes stay.
        """
        return _grad_unscale_map(self.scale_value, inputs)

    def adjust(self, grads_finite: Tensor) -> bool:
        """Nothing: the scale is constant.

        Args:
            grads_finite: kept for compatibility.

        Returns:
            False.
        """
        return False


class DynamicLossScaler(LossScaler):
    """A loss scale that shrinks after overflows and grows after steps without.

    Args:
        scale_value: number, 1 or more, the first scale.
        scale_factor: int above 0, the factor of each change.
        scale_window: int above 0, the number of finite steps before the scale grows.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> scaler = ms.amp.DynamicLossScaler(8, 2, 100)
        >>> _ = scaler.adjust(ms.Tensor(False))
        >>> print(scaler.scale_value.asnumpy())
        4.0
    """

    def __init__(self, scale_value: float, scale_factor: int, scale_window: int):
        self.scale_value = _check_scale(scale_value)
        self.scale_window = validator.check_positive_int(scale_window, "scale_window")
        self.scale_factor = validator.check_positive_int(scale_factor, "scale_factor")
        self.counter = Parameter(Tensor(0, dtype=mstype.int32), name="counter")

    def scale(self, inputs: _Gradients) -> _Gradients:
        """Multiply by the loss scale.

        Args:
            inputs: Tensor, or nested tuples, lists and dicts of Tensors.

        Returns:
            What `inputs` is, with the Tensors multiplied; their dtypes stay.
        """
        return _grad_scale_map(self.scale_value, inputs)

    def unscale(self, inputs: _Gradients) -> _Gradients:
        """Divide by the loss scale.

        Args:
            inputs: Tensor, or nested tuples, lists and dicts of Tensors.

        Returns:
            What `inputs` is, with the Tensors divided; their dtypes stay.
        """
        return _grad_unscale_map(self.scale_value, inputs)

    def adjust(self, grads_finite: Tensor) -> bool:
        """Adapt the scale to a step.

        Args:
            grads_finite: bool or bool Tensor, whether the gradients are finite.

        Returns:
            True.
        """
        state = self.scale_value, self.counter
        new = call(_adjusted)(*state, grads_finite, self.scale_factor, self.scale_window)
        for target, value in zip(state, new, strict=True):
            target.assign_value(value)
        return True
