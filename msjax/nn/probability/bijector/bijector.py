"""Bijector: the base class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability import _values
from msjax.nn.probability._described import Described

_DIRECTIONS = ("forward", "inverse", "forward_log_jacobian", "inverse_log_jacobian")

# What a Bijector makes of objects that it is called with, by their class.
_TRANSFORMED: dict[type, Callable[[Bijector, Any], Any]] = {}


def transforms(kind: type, transformed: Callable[[Bijector, Any], Any]) -> None:
    """Let a Bijector that is called with an object of a class make something of it."""
    _TRANSFORMED[kind] = transformed


class Bijector(Described):
    """Base class of invertible transformations.

    A subclass has `_forward`, `_inverse`, `_forward_log_jacobian` and `_inverse_log_jacobian`, as
    many as it can. They are called by the methods without the underscore, and by calling the
    bijector with such a name: `bijector("forward", value)`. Calling it with a Distribution gives
    the TransformedDistribution.

    Args:
        is_constant_jacobian: bool, whether the derivative is the same everywhere.
        is_injective: bool, whether different values have different images.
        name: str, shown in messages.
        dtype: floating dtype that values must have; None lets them have any.
        param: dict of the arguments; that at "param_dict" has the bijector's parameters.

    Inputs:
        - **name** (str) - "forward", "inverse", "forward_log_jacobian" or "inverse_log_jacobian"; a
          Distribution instead is transformed.
        - **args** (Tensor) - the arguments of the method of that name.
        - **kwargs** (Tensor) - arguments by name.

    Outputs:
        What the method of that name returns; for a Distribution the TransformedDistribution.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: there is no transformation of that name.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> class Negate(msb.Bijector):
        ...     def __init__(self):
        ...         super().__init__(is_constant_jacobian=True, name="Negate", param={})
        ...     def _forward(self, x):
        ...         return -x
        >>> print(Negate().forward(ms.Tensor([1.0])))
        [-1.]
    """

    def __init__(
        self,
        is_constant_jacobian: bool = False,
        is_injective: bool = True,
        name: str | None = None,
        dtype: mstype.Type | None = None,
        param: dict[str, Any] | None = None,
    ):
        super().__init__()
        owner = type(self).__name__
        validator.check_value_type("name", name, [str], owner)
        validator.check_value_type("is_constant_jacobian", is_constant_jacobian, [bool], name)
        validator.check_value_type("is_injective", is_injective, [bool], name)
        if dtype is not None:
            validator.check_type_name("dtype", dtype, mstype.float_type, owner)
        self._name, self._dtype = name, dtype
        self._is_constant_jacobian, self._is_injective = is_constant_jacobian, is_injective
        self._parameters = {
            k: v
            for k, v in (param or {}).items()
            if k not in ("self", "param") and not k.startswith("_")
        }
        self.default_parameters: list[Any] = []
        self.parameter_names: list[str] = []
        self.common_dtype = dtype
        values = self._parameters.get("param_dict")
        self._batch_shape = None if values is None else _values.batch_shape(values.values())
        self._is_scalar_batch = values is not None and _values.all_numbers(values.values())

    @property
    def dtype(self) -> mstype.Type | None:
        """The dtype that values must have, or None."""
        return self._dtype

    @property
    def is_constant_jacobian(self) -> bool:
        """Whether the derivative is the same everywhere."""
        return self._is_constant_jacobian

    @property
    def is_injective(self) -> bool:
        """Whether different values have different images."""
        return self._is_injective

    def extend_repr(self) -> str:
        """The parameters, or their shape, for printing."""
        if not self.parameter_names:
            return ""
        if not self.is_scalar_batch:
            return f"batch_shape = {self.batch_shape}"
        return ", ".join(f"{name} = {getattr(self, name)}" for name in self.parameter_names)

    def _add_parameter(self, value: Any, name: str) -> Tensor:
        """Note a parameter given at construction, and return it as a Tensor.

        Raises:
            TypeError: it is None or a bool, or its dtype is not floating or not the common one.
        """
        if isinstance(value, bool) or value is None:
            raise TypeError(f"{name} cannot be type {type(value)}")
        tensor = Tensor(value)
        if self.common_dtype is not None and tensor.dtype != self.common_dtype:
            raise TypeError(f"{name} should have the same dtype as other arguments.")
        validator.check_type_name(
            f"dtype of {name}", tensor.dtype, mstype.float_type, type(self).__name__
        )
        self.common_dtype = tensor.dtype
        self.default_parameters.append(value)
        self.parameter_names.append(name)
        return tensor

    def _check_value_dtype(self, value: Any) -> Tensor:
        """`value` if it is a Tensor of the bijector's dtype, or of any floating dtype."""
        if value is None:
            raise TypeError("For input value of bijector, the type must be Tensor, but got None.")
        self.checktensor(value, "input value of bijector")
        allowed = mstype.float_type if self.dtype is None else (self.dtype,)
        if value.dtype not in allowed:
            raise TypeError(
                f"For input value of bijector, the dtype must be {self.dtype or 'floating'}, "
                f"but got {value.dtype}."
            )
        return value

    def cast_param_by_value(self, value: Tensor, para: Tensor) -> Tensor:
        """A parameter in the dtype of a value.

        Args:
            value: Tensor.
            para: Tensor, the parameter.

        Returns:
            Tensor of the shape of `para` and the dtype of `value`.
        """
        return ops.cast(para, value.dtype)

    def _shape_mapping(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return np.broadcast_shapes(shape, self.batch_shape or ())

    def shape_mapping(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of the image of values of a shape.

        Args:
            shape: tuple of ints.

        Returns:
            tuple[int, ...]: the shape, broadcast with that of the parameters.

        Raises:
            ValueError: the shapes do not broadcast.
        """
        return self._shape_mapping(shape)

    def forward(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The image of `value`.

        Args:
            value: Tensor of a floating dtype, that of the bijector if it has one.
            args: not used by most bijectors.
            kwargs: not used by most bijectors.

        Returns:
            Tensor of the common shape of `value` and the parameters.

        Raises:
            AttributeError: the bijector does not have it.
            TypeError: `value` is not a Tensor, or is of another dtype.
        """
        return self._forward(value, *args, **kwargs)

    def inverse(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """What has `value` as its image.

        Args:
            value: Tensor of a floating dtype, that of the bijector if it has one.
            args: not used by most bijectors.
            kwargs: not used by most bijectors.

        Returns:
            Tensor of the common shape of `value` and the parameters.

        Raises:
            AttributeError: the bijector does not have it.
            TypeError: `value` is not a Tensor, or is of another dtype.
        """
        return self._inverse(value, *args, **kwargs)

    def forward_log_jacobian(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Logarithm of the absolute derivative of `forward` at `value`.

        Args:
            value: Tensor of a floating dtype, that of the bijector if it has one.
            args: not used by most bijectors.
            kwargs: not used by most bijectors.

        Returns:
            Tensor of the common shape of `value` and the parameters.

        Raises:
            AttributeError: the bijector does not have it.
            TypeError: `value` is not a Tensor, or is of another dtype.
        """
        return self._forward_log_jacobian(value, *args, **kwargs)

    def inverse_log_jacobian(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Logarithm of the absolute derivative of `inverse` at `value`.

        Args:
            value: Tensor of a floating dtype, that of the bijector if it has one.
            args: not used by most bijectors.
            kwargs: not used by most bijectors.

        Returns:
            Tensor of the common shape of `value` and the parameters.

        Raises:
            AttributeError: the bijector does not have it.
            TypeError: `value` is not a Tensor, or is of another dtype.
        """
        return self._inverse_log_jacobian(value, *args, **kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for kind, transformed in _TRANSFORMED.items():
            if args and isinstance(args[0], kind):
                return transformed(self, args[0])
        return super().__call__(*args, **kwargs)

    def construct(self, name: str, *args: Any, **kwargs: Any) -> Tensor:
        """The transformation of a name."""
        if name not in _DIRECTIONS:
            raise ValueError(
                f"For '{self.name}', the name must be one of {_DIRECTIONS}, but got {name!r}."
            )
        return getattr(self, name)(*args, **kwargs)
