"""The optimizers' base: groups of Parameters whose options may change between steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.optim._arguments import ArgumentMethods, check_gradients
from msjax.nn.optim._arrays import compiled, read, scalar, write
from msjax.nn.optim._states import cut_states

__all__ = ["Optimizer"]


def check_not_less_than(arg_value: Any, arg_name: str, prim: str, value: float = 0.0) -> None:
    """ValueError if a number is below `value`."""
    if arg_value < value:
        raise ValueError(
            f"For {prim}, the {arg_name} must be greater than or equal to {value}, "
            f"but got {arg_value}."
        )


def check_not_less_than_without_equal(
    arg_value: Any, arg_name: str, prim: str, value: float = 0.0
) -> None:
    """ValueError if a number is not above `value`."""
    if arg_value <= value:
        raise ValueError(
            f"For {prim}, the {arg_name} must be greater than {value}, but got {arg_value}."
        )


def check_not_negative(values: dict[str, Any]) -> None:
    """ValueError if one of the named numbers is below 0."""
    for name, value in values.items():
        if value < 0.0:
            raise ValueError(f"Invalid {name}: {value}")


class Optimizer(Cell):
    """Base of the optimizers with groups of Parameters.

    `param_groups` is a list of dicts: "params", "lr" (a Parameter), "weight_decay" and the options
    of the optimizer, any of which may be changed between steps.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        defaults: dict of options for the groups that do not have them.

    Inputs:
        - **hyper_params** (tuple[Tensor]) - the gradients, one for each Parameter.

    Outputs:
        What the subclass returns.

    Raises:
        NotImplementedError: the subclass has no `construct`.
        TypeError: an argument has a wrong type.
        ValueError: there are no Parameters, or one is in two groups.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> opt = optim.SGD([{"params": [w], "lr": 0.25}], 0.5)
        >>> isinstance(opt, optim.Optimizer), float(opt.param_groups[0]["lr"])
        (True, 0.25)
    """

    def __init__(self, params: Iterable, defaults: dict[str, Any]):
        super().__init__(auto_prefix=False)
        groups = self._parameters_base_check(params, "params")
        self.defaults = defaults
        self.state: defaultdict = defaultdict(dict)
        self.param_groups: list[dict] = []
        self.parameters: Any = []
        self.lrs: list[Parameter] = []
        self.group_start_id = [0]
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)
        self.parameters = ParameterTuple(self.parameters)
        self.enable_tuple_broaden = True

    def __repr__(self) -> str:
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            for key in sorted(group):
                if key != "params":
                    value = group[key]
                    shown = value.value() if key == "lr" and isinstance(value, Parameter) else value
                    text += f"    {key}: {shown}\n"
        return text + ")"

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group.

        Args:
            param_group: dict with "params" and options.

        Raises:
            TypeError: the group is not a dict, or holds something else than Parameters.
            ValueError: a Parameter is in another group already.
        """
        param_group = self._preprocess_param_group(param_group)
        self.parameters += type(self.parameters)(param_group["params"])
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        name = f"learning_rate_group_{len(self.param_groups)}"
        param_group["lr"] = self._build_single_lr(param_group.get("lr"), name)
        param_group["weight_decay"] = self._preprocess_weight_decay(
            param_group.get("weight_decay", 0.0)
        )
        self.lrs.append(param_group["lr"])
        if param_group.get("amsgrad") and hasattr(self, "max_v_group"):
            members = ParameterTuple(param_group["params"])
            param_group["max_exp_avg_sq"] = members.clone(prefix="max_exp_avg_sq", init="zeros")
        self.param_groups.append(param_group)
        self.group_start_id.append(self.group_start_id[-1] + len(param_group["params"]))

    _parameters_base_check = staticmethod(ArgumentMethods._parameters_base_check)

    def _preprocess_param_group(self, param_group: Any) -> dict:
        if not isinstance(param_group, dict):
            raise TypeError("Param group must be a dict.")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "Optimizer parameters need to be in ordered collections, but the order of a set "
                "changes between runs. Please use a list instead."
            )
        params = [params] if isinstance(params, Parameter) else list(params)
        for param in params:
            if not isinstance(param, Parameter):
                raise TypeError(
                    f"Optimizer can only optimize Parameters, but one of the params is "
                    f"{type(param)}"
                )
        if len(params) != len(set(params)):
            warning("Optimizer contains a parameter group with duplicate parameters.")
        if not set(params).isdisjoint(p for group in self.param_groups for p in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group.")
        param_group["params"] = params
        return param_group

    def _build_single_lr(self, learning_rate: Any, name: str) -> Parameter:
        if isinstance(learning_rate, (float, int)):
            learning_rate = float(learning_rate)
            validator.check_non_negative_float(learning_rate, "learning rate", self.cls_name)
            return Parameter(Tensor(learning_rate, mstype.float32), name)
        if not isinstance(learning_rate, Tensor):
            raise TypeError(
                "For 'Optimizer', the argument 'learning_rate' must be int, float or Tensor, "
                f"but got {type(learning_rate)}."
            )
        if learning_rate.ndim:
            raise ValueError(
                "For 'Optimizer', if 'learning_rate' is a Tensor, then it should be scalar Tensor"
            )
        return Parameter(Tensor(learning_rate, mstype.float32), name)

    def _preprocess_weight_decay(self, weight_decay: Any) -> float:
        if not isinstance(weight_decay, (float, int)):
            raise TypeError(
                "For 'Optimizer', the argument 'Weight_decay' must be int or float, "
                f"but got {type(weight_decay)}"
            )
        weight_decay = float(weight_decay)
        validator.check_non_negative_float(weight_decay, "weight_decay", self.cls_name)
        return weight_decay

    def _decay_weight(self, weight_decay: float, params: Sequence, gradients: Sequence) -> Sequence:
        """Gradients with `weight_decay * parameter` added, for derived classes."""
        if weight_decay == 0.0:
            return gradients
        pairs = zip(params, gradients, strict=True)
        return tuple(resolve("ops.add")(g, p * weight_decay) for p, g in pairs)

    def construct(self, *hyper_params: Any) -> Any:
        """The update; to be written by derived classes."""
        raise NotImplementedError(f"For '{self.cls_name}', 'construct' must be overridden.")


class GroupRuleOptimizer(Optimizer):
    """An optimizer whose step is a rule on arrays, made for each group by `_rule`.

    Class attributes:
        _state: names of the attributes with the state of each Parameter, in the order of the rule.
        _step_name: name of the Parameter that counts steps, if any.
        _counts_after: whether the step is counted after the update.
        _decays: whether weight decay is added to the gradients.
        _gaps: whether a Parameter whose gradient is None is left alone; else that is refused.
        _single: whether the options are rounded to float32 before anything is computed from them.
    """

    _state: tuple[str, ...] = ()
    _step_name: str | None = None
    _counts_after = False
    _decays = True
    _gaps = True
    _single = True

    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """Update all Parameters.

        Args:
            gradients: tuple of Tensors, one for each Parameter, of their shapes; None for
                Parameters that are left alone.

        Returns:
            True.

        Raises:
            RuntimeError: there are more or fewer gradients than Parameters.
            ValueError: a gradient has another shape than its Parameter.
        """
        pairs = zip(self.param_groups, self.lrs, strict=True)
        rates = tuple(
            Tensor(g["lr"], mstype.float32) if isinstance(g.get("lr"), float) else rate
            for g, rate in pairs
        )
        plain = (bool, int, float, tuple)
        options = tuple(
            {k: self._rounded(v) for k, v in g.items() if k != "lr" and isinstance(v, plain)}
            for g in self.param_groups
        )
        self._step(rates, options, tuple(gradients))
        return True

    def _rounded(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._rounded(v) for v in value)
        return float(np.float32(value)) if self._single and isinstance(value, float) else value

    def _make_state(self, *names: str, init: Any = "zeros") -> None:
        """Make the state of these names, or of all in `_state`, for each Parameter."""
        for name in names or self._state:
            setattr(self, name, self.parameters.clone(prefix=name, init=init))

    def _count(self, number: float = 0, dtype: Any = np.int32, shape: tuple = ()) -> None:
        """Make the Parameter that counts steps."""
        value = Tensor(np.full(shape, number, dtype))
        setattr(self, self._step_name or "", Parameter(value, self._step_name))

    @compiled
    def _step(self, rates: tuple, options: tuple, gradients: tuple) -> None:
        check_gradients(self.cls_name, gradients, self.parameters, self._gaps)
        cut_states(self.parameters, self.get_parameters())
        step = None
        if self._step_name:
            counter = getattr(self, self._step_name)
            counted = read(counter) + jnp.asarray(1, counter._aval.dtype)
            write(counter, counted)
            used = counted - jnp.asarray(int(self._counts_after), counted.dtype)
            step = used.reshape(()).astype(np.float32)
        places = list(zip(self.group_start_id[:-1], self.group_start_id[1:], strict=True))
        for number, (option, (start, end)) in enumerate(zip(options, places, strict=True)):
            rule = self._rule(option, scalar(rates[number]), step)
            state = [self._members(name, number, start, end) for name in self._state]
            decay = option.get("weight_decay", 0.0) if self._decays else 0.0
            for param, grad, *held in zip(
                self.parameters[start:end], gradients[start:end], *state, strict=True
            ):
                if grad is None:
                    continue
                weight, g = read(param), read(grad)
                g = -g if option.get("maximize") else g
                if decay != 0.0:
                    g = g + weight * jnp.asarray(decay, np.float32).astype(weight.dtype)
                new = rule(weight, g, *(read(h) for h in held))
                for target, array in zip((param, *held), new, strict=True):
                    write(target, array)

    def _members(self, name: str, number: int, start: int, end: int) -> Sequence[Parameter]:
        return getattr(self, name)[start:end]

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        """The function (weight, gradient, *state) -> (new weight, *new state) of a group."""
        raise NotImplementedError
