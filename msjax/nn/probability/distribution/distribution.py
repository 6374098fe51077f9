"""Distribution: the base class, which derives each quantity from those a subclass has."""

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


def _complement(x: Tensor) -> Tensor:
    return 1.0 - x


def _complement_of_exp(x: Tensor) -> Tensor:
    return 1.0 - ops.exp(x)


def _log_of_complement(x: Tensor) -> Tensor:
    return ops.log(1.0 - x)


def _log_of_complement_of_exp(x: Tensor) -> Tensor:
    return ops.log(1.0 - ops.exp(x))


# What a quantity can be computed with, best first: a method of the subclass, and what to apply to
# its result.
_SOURCES: dict[str, dict[str, Callable[[Tensor], Tensor] | None]] = {
    "prob": {"_prob": None, "_log_prob": ops.exp},
    "log_prob": {"_log_prob": None, "_prob": ops.log},
    "cdf": {
        "_cdf": None,
        "_log_cdf": ops.exp,
        "_survival_function": _complement,
        "_log_survival": _complement_of_exp,
    },
    "log_cdf": {
        "_log_cdf": None,
        "_cdf": ops.log,
        "_survival_function": _log_of_complement,
        "_log_survival": _log_of_complement_of_exp,
    },
    "survival_function": {
        "_survival_function": None,
        "_log_survival": ops.exp,
        "_cdf": _complement,
        "_log_cdf": _complement_of_exp,
    },
    "log_survival": {
        "_log_survival": None,
        "_survival_function": ops.log,
        "_cdf": _log_of_complement,
        "_log_cdf": _log_of_complement_of_exp,
    },
    "sd": {"_sd": None, "_var": ops.sqrt},
    "var": {"_var": None, "_sd": ops.square},
    **{
        quantity: {f"_{quantity}": None}
        for quantity in (
            "mean",
            "mode",
            "entropy",
            "kl_loss",
            "cross_entropy",
            "sample",
            "get_dist_args",
            "get_dist_type",
        )
    },
}


class Distribution(Described):
    """Base class of distributions.

    A subclass has methods `_prob` or `_log_prob`, `_cdf`, `_mean`, `_sd` or `_var`, `_sample` and
    so on, as many as it can; what follows from them is derived. They are called by the public
    methods, and by calling the distribution with the name of a quantity: `dist("prob", value)`.
    Parameters of the distribution are given when it is made, or at a call, or both; those of the
    call come first.

    Args:
        seed: int, the seed of samples; None means 0, which is the global stream.
        dtype: dtype of samples.
        name: str, shown in messages.
        param: dict of the arguments; that at "param_dict" has the distribution's parameters.

    Inputs:
        - **name** (str) - the name of a quantity, such as "prob", "mean" or "sample".
        - **args** (Any) - the arguments of the method of that name.
        - **kwargs** (Any) - arguments by name.

    Outputs:
        What the method of that name returns.

    Raises:
        NotImplementedError: the distribution does not have the quantity.
        TypeError: `seed` is not an int, `name` not a str, or an argument of a call has a wrong
            type.
        ValueError: `seed` is negative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> class Triangle(msd.Distribution):
        ...     def __init__(self, width, dtype=ms.float32):
        ...         super().__init__(0, dtype, "Triangle", {"param_dict": {"width": width}})
        ...         self._width = self._add_parameter(width, "width")
        ...     def _prob(self, value, width=None):
        ...         width = self._check_param_type(width)
        ...         return ms.ops.relu(width - abs(value)) / width**2
        >>> print(Triangle(2.0).prob(ms.Tensor([0.0, 1.0, 3.0])))
        [0.5  0.25 0.  ]
        >>> print(Triangle(None)("log_prob", ms.Tensor([0.0]), ms.Tensor(1.0)))
        [0.]
    """

    broadcast = staticmethod(lambda x, target: ops.broadcast_to(x, target.shape))
    cast_base = staticmethod(ops.cast)
    checktuple = staticmethod(_values.check_tuple)
    dtype_base = staticmethod(lambda x: x.dtype)
    exp_base = staticmethod(ops.exp)
    log_base = staticmethod(ops.log)
    shape_base = staticmethod(lambda x: x.shape)
    sq_base = staticmethod(ops.square)
    sqrt_base = staticmethod(ops.sqrt)

    def __init__(self, seed: int | None, dtype: mstype.Type, name: str, param: dict[str, Any]):
        super().__init__()
        validator.check_value_type("name", name, [str], type(self).__name__)
        self._seed = validator.check_non_negative_int(0 if seed is None else seed, "seed", name)
        self._name, self._dtype = name, dtype
        self._parameters = {k: v for k, v in param.items() if k != "self" and not k.startswith("_")}
        self._reset_parameters()
        if "distribution" not in self._parameters:
            values = self._parameters.get("param_dict", {})
            self.parameter_type = _values.parameter_type(values, dtype)
            self._batch_shape = self._broadcast_shape = _values.batch_shape(values.values())
            self._is_scalar_batch = _values.all_numbers(values.values())

    # -- attributes --------------------------------------------------------------------------------

    @property
    def dtype(self) -> mstype.Type:
        """The dtype of samples."""
        return self._dtype

    @property
    def seed(self) -> int:
        """The seed of samples."""
        return self._seed

    @property
    def broadcast_shape(self) -> tuple[int, ...] | None:
        """The shape of one sample; None if a parameter is to be given later."""
        return self._broadcast_shape

    # -- parameters, for subclasses ----------------------------------------------------------------

    def _reset_parameters(self) -> None:
        self.default_parameters: list[Tensor | None] = []
        self.parameter_names: list[str] = []

    def _add_parameter(self, value: Any, name: str) -> Tensor | None:
        """Note a parameter given at construction, and return it as a Tensor."""
        tensor = None if value is None else _values.as_tensor(value, self.parameter_type)
        self.default_parameters.append(tensor)
        self.parameter_names.append(name)
        return tensor

    def _check_param_type(self, *args: Tensor | None) -> Any:
        """Parameters of a call, completed by those of the construction and broadcast.

        Returns:
            one Tensor, or a tuple of Tensors of the same shape.
        """
        found: list[Tensor] = []
        for arg, name, default in zip(
            args, self.parameter_names, self.default_parameters, strict=False
        ):
            value = default if arg is None else self.checktensor(arg, name)
            if value is None:
                raise TypeError(
                    f"the type {name} must be subclass of Tensor. It can not be None since it is "
                    "not specified during initialization."
                )
            if found and value.dtype != found[0].dtype:
                raise TypeError(
                    f"For '{self.name}', the dtype of '{name}' should be the same as of "
                    f"'{self.parameter_names[0]}': {found[0].dtype}, but got {value.dtype}."
                )
            found.append(value)
        shape = np.broadcast_shapes(*(value.shape for value in found))
        ready = tuple(_shaped(ops.cast(value, self.parameter_type), shape) for value in found)
        return ready[0] if len(ready) == 1 else ready

    # -- quantities --------------------------------------------------------------------------------

    def _evaluate(self, quantity: str, *args: Any, **kwargs: Any) -> Any:
        for source, convert in _SOURCES.get(quantity, {}).items():
            method = getattr(self, source, None)
            if method is not None:
                result = method(*args, **kwargs)
                return result if convert is None else convert(result)
        raise NotImplementedError(f"{quantity} is not implemented for {self.name} distribution.")

    def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The quantity of a name."""
        if name == "get_dist_type":  # does not depend on parameters, which may be passed along
            return self._evaluate(name)
        return self._evaluate(name, *args, **kwargs)

    def prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Probability, or its density, at `value`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("prob", value, *args, **kwargs)

    def log_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Logarithm of `prob`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("log_prob", value, *args, **kwargs)

    def cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Probability of at most `value`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("cdf", value, *args, **kwargs)

    def log_cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Logarithm of `cdf`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("log_cdf", value, *args, **kwargs)

    def survival_function(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Probability of more than `value`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("survival_function", value, *args, **kwargs)

    def log_survival(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """Logarithm of `survival_function`.

        Args:
            value: Tensor of a shape that broadcasts to that of the parameters.
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("log_survival", value, *args, **kwargs)

    def mean(self, *args: Any, **kwargs: Any) -> Tensor:
        """Mean of the distribution.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the shape of the parameters.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("mean", *args, **kwargs)

    def mode(self, *args: Any, **kwargs: Any) -> Tensor:
        """Mode of the distribution.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the shape of the parameters.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("mode", *args, **kwargs)

    def sd(self, *args: Any, **kwargs: Any) -> Tensor:
        """Standard deviation of the distribution.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the shape of the parameters.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("sd", *args, **kwargs)

    def var(self, *args: Any, **kwargs: Any) -> Tensor:
        """Variance of the distribution.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the shape of the parameters.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("var", *args, **kwargs)

    def entropy(self, *args: Any, **kwargs: Any) -> Tensor:
        """Entropy of the distribution in nats.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            Tensor of the shape of the parameters.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("entropy", *args, **kwargs)

    def kl_loss(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """Kullback-Leibler divergence of another distribution from this one.

        Args:
            dist: str, the type of the other distribution, the same as of this one.
            args: parameters of the other distribution; those of this one may follow.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: a parameter has a wrong type or is missing.
            ValueError: `dist` is another type.
        """
        return self._evaluate("kl_loss", dist, *args, **kwargs)

    def cross_entropy(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """Entropy plus `kl_loss`.

        Args:
            dist: str, the type of the other distribution, the same as of this one.
            args: parameters of the other distribution; those of this one may follow.
            kwargs: the same by name.

        Returns:
            Tensor of the common shape.

        Raises:
            NotImplementedError: the distribution does not have it.
            TypeError: a parameter has a wrong type or is missing.
            ValueError: `dist` is another type.
        """
        return self._evaluate("cross_entropy", dist, *args, **kwargs)

    def sample(self, *args: Any, **kwargs: Any) -> Tensor:
        """Random numbers.

        Args:
            args: a tuple, the shape of the sample, then parameters of the distribution, instead of
                its own.
            kwargs: the same by name; `shape` is that of the sample.

        Returns:
            Tensor of that shape followed by the shape of the parameters.

        Raises:
            NotImplementedError: the distribution cannot be sampled.
            TypeError: an argument has a wrong type, or a parameter is missing.
        """
        return self._evaluate("sample", *args, **kwargs)

    def get_dist_args(self, *args: Any, **kwargs: Any) -> tuple:
        """Parameters of the distribution: those given, completed by those of the construction.

        Args:
            args: parameters of the distribution, instead of its own.
            kwargs: the same by name.

        Returns:
            tuple: a Tensor for each parameter, or None where it is missing.

        Raises:
            NotImplementedError: the distribution does not tell.
            TypeError: a parameter has a wrong type.
        """
        return self._evaluate("get_dist_args", *args, **kwargs)

    def get_dist_type(self) -> str:
        """The type of the distribution.

        Returns:
            str: a name such as "Normal".

        Raises:
            NotImplementedError: the distribution does not tell.
        """
        return self._evaluate("get_dist_type")


def _shaped(value: Tensor, shape: tuple[int, ...]) -> Tensor:
    return value if value.shape == shape else ops.broadcast_to(value, shape)


def check_same_type(dist: Any, expected: str) -> None:
    """ValueError unless `dist` names the expected type of distribution."""
    if dist is None:
        raise ValueError("Input dist must be a constant which is not None.")
    if dist != expected:
        raise ValueError(f"Expected dist input is {expected}, but got {dist}.")


FLOATS = mstype.float_type
NUMBERS = (*mstype.int_type, *mstype.uint_type, *mstype.float_type)
