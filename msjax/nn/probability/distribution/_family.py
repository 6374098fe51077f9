"""What the distributions with parameters share: setting up, arguments of formulas, samples."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import check_positive, check_probabilities
from msjax.nn.probability.distribution.distribution import (
    FLOATS,
    NUMBERS,
    Distribution,
    check_same_type,
)

# Half the distance between the numbers that `ops.uniform` draws.
_HALF_STEP = 2.0**-24


def formula(function: Callable) -> Callable:
    """Make a method out of a formula, by preparing its arguments according to their names.

    `dist` must name the type of the distribution, `shape` must be a tuple. `value` and what ends
    in `_b` must be Tensors and are cast. All others are parameters of the distribution: those not
    given are the ones of the construction, and they come broadcast to one shape.
    """
    signature = inspect.signature(function)
    _, *names = signature.parameters
    own = [n for n in names if n not in ("dist", "shape", "value") and not n.endswith("_b")]

    @functools.wraps(function)
    def method(self: Family, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        if "dist" in given:
            check_same_type(given["dist"], self._get_dist_type())
        if "shape" in given:
            self.checktuple(given["shape"], "shape")
        for name in names:
            if name == "value" or name.endswith("_b"):
                dtype = self._value_dtype if name == "value" else self.parameter_type
                given[name] = ops.cast(self._check_value(given[name], name), dtype)
        if own:
            found = self._check_param_type(*(given[name] for name in own))
            given.update(zip(own, found if len(own) > 1 else (found,), strict=True))
        return function(*bound.args)

    return method


def stored(name: str, doc: str) -> property:
    """A read-only property for the parameter kept in attribute `_name`."""
    return property(lambda self: getattr(self, f"_{name}"), doc=doc)


class Family(Distribution):
    """A type of distribution with parameters."""

    _dtypes = FLOATS
    _positive: dict[str, str] = {}  # parameters that must be above 0, and their names in messages
    _suffix = ""  # ends the names of the attributes with parameters, next to methods of that name

    def _setup(self, values: dict[str, Any], seed: Any, dtype: Any, name: Any) -> None:
        """Check the arguments of the construction and keep them."""
        validator.check_type_name("dtype", dtype, self._dtypes, type(self).__name__)
        arguments = {**values, "seed": seed, "dtype": dtype, "name": name, "param_dict": values}
        Distribution.__init__(self, seed, dtype, name, arguments)
        self._keep(values)

    def _keep(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, f"_{name}{self._suffix}", self._add_parameter(value, name))
        for name, title in self._positive.items():
            check_positive(getattr(self, f"_{name}{self._suffix}"), title)

    @property
    def _value_dtype(self) -> Any:
        """The dtype that values are cast to."""
        return self.dtype

    def _uniform(self, shape: tuple[int, ...]) -> Tensor:
        """Random numbers of float32, strictly between 0 and 1."""
        drawn = ops.uniform(shape, Tensor(0.0), Tensor(1.0), self.seed)
        return ops.clamp(drawn, _HALF_STEP)


class DescribedFamily(Family):
    """A family that tells its type and parameters."""

    _type = ""
    _arguments: tuple[str, ...] = ()  # names of the parameters at a call, if they differ
    _titles: tuple[str, ...] = ()  # their names for printing

    def extend_repr(self) -> str:
        """The parameters, or their shape, for printing."""
        if not self.is_scalar_batch:
            return f"batch_shape = {self._broadcast_shape}"
        titles = self._titles or self.parameter_names
        pairs = zip(titles, self.default_parameters, strict=True)
        return ", ".join(f"{title} = {value}" for title, value in pairs)

    def _get_dist_type(self) -> str:
        return self._type

    def _get_dist_args(self, *args: Any, **kwargs: Any) -> tuple:
        names = self._arguments or self.parameter_names
        maybe = [
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
            for name in names
        ]
        given = inspect.Signature(maybe).bind(*args, **kwargs).arguments
        pairs = zip(names, self.default_parameters, strict=True)
        return tuple(
            default if given.get(name) is None else self.checktensor(given[name], name)
            for name, default in pairs
        )


class TrialFamily(DescribedFamily):
    """A family of outcomes of trials, whose parameter `probs` is the probability of success."""

    _dtypes = NUMBERS
    _arguments = ("probs1",)

    def _keep(self, values: dict[str, Any]) -> None:
        super()._keep(values)
        check_probabilities(self._probs)

    @property
    def _value_dtype(self) -> Any:
        return self.parameter_type


def entropy_plus_kl(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Cross entropy of a family that has entropy and divergence, with the latter's arguments."""
    bound = inspect.signature(self._kl_loss).bind(*args, **kwargs)
    bound.apply_defaults()
    others = 1 + len(self.parameter_names)
    return self._entropy(*bound.args[others:]) + self._kl_loss(*bound.args)


def constant(value: float) -> Tensor:
    """A Tensor of float32: unlike a Python number it takes part in the choice of dtype."""
    return Tensor(np.float32(value))
