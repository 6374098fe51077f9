"""The arguments of optimizers: learning rates, weight decay and groups of Parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.learning_rate_schedule import LearningRateSchedule
from msjax.nn.optim._rates import _ConvertToCell, _IteratorLearningRate, _WrappedWeightDecay

_GROUP_KEYS = ["params", "lr", "weight_decay", "order_params", "grad_centralization"]


def at_least_zero(cls_name: str, name: str, value: Any) -> float:
    """`value` if it is a float and not negative; nan and inf pass, as in MindSpore."""
    validator.check_value_type(name, value, [float], cls_name)
    if value < 0.0:
        raise ValueError(
            f"For '{cls_name}', the argument '{name}' must be at least 0.0, but got {value}."
        )
    return value


def check_gradients(
    cls_name: str, gradients: tuple, parameters: Sequence[Parameter], gaps: bool = False
) -> None:
    """Refuse gradients that are not one Tensor for each Parameter, in its shape.

    Args:
        cls_name: the optimizer's class, for errors.
        gradients: what was given.
        parameters: the Parameters.
        gaps: whether None may stand for the gradient of a Parameter.
    """
    if len(gradients) != len(parameters):
        raise RuntimeError(
            f"For '{cls_name}', the number of gradients must be that of the parameters, "
            f"{len(parameters)}, but got {len(gradients)}."
        )
    for grad, param in zip(gradients, parameters, strict=True):
        if grad is None and gaps:
            continue
        if not isinstance(grad, Tensor):
            raise TypeError(
                f"For '{cls_name}', the gradients must be Tensors, but that of "
                f"'{param.name}' is {type(grad).__name__}."
            )
        if grad.shape != param.shape:
            raise ValueError(
                f"For '{cls_name}', the gradient of '{param.name}' must have the shape "
                f"{param.shape}, but got {grad.shape}."
            )


class ArgumentMethods:
    """The part of Optimizer that checks and converts what it is given."""

    @staticmethod
    def _parameters_base_check(parameters: Any, param_info: str) -> list:
        if parameters is None:
            raise ValueError(f"For 'Optimizer', the argument {param_info} can not be None.")
        if not isinstance(parameters, Iterable):
            raise TypeError(
                f"For 'Optimizer', the argument {param_info} must be Iterable type, "
                f"but got {type(parameters)}."
            )
        parameters = list(parameters)
        if not parameters:
            raise ValueError(f"For 'Optimizer', the argument {param_info} must not be empty.")
        return parameters

    @staticmethod
    def _preprocess_grad_centralization(grad_centralization: Any) -> bool:
        if not isinstance(grad_centralization, bool):
            raise TypeError(
                "For 'Optimizer', the 'gradients_centralization' must be bool type, "
                f"but got {type(grad_centralization)}."
            )
        return grad_centralization

    def _preprocess_weight_decay(self, weight_decay: Any) -> Any:
        if isinstance(weight_decay, (float, int)):
            weight_decay = float(weight_decay)
            validator.check_non_negative_float(weight_decay, "weight_decay", self.cls_name)
            return weight_decay * self.loss_scale
        if isinstance(weight_decay, Cell):
            self.dynamic_weight_decay = True
            return _WrappedWeightDecay(weight_decay, self.loss_scale)
        raise TypeError(
            "For 'Optimizer', the argument 'Weight_decay' must be int, float or Cell, "
            f"but got {type(weight_decay)}"
        )

    def _preprocess_single_lr(self, learning_rate: Any) -> Any:
        if isinstance(learning_rate, (float, int)):
            learning_rate = float(learning_rate)
            validator.check_non_negative_float(learning_rate, "learning rate", self.cls_name)
            return learning_rate
        if isinstance(learning_rate, Tensor):
            if learning_rate.ndim > 1:
                raise ValueError(
                    "For 'Optimizer', if 'learning_rate' is Tensor type, then the dimension of it "
                    f"should be 0 or 1, but got {learning_rate.ndim}."
                )
            if learning_rate.ndim == 1:
                self.dynamic_lr = True
                if learning_rate.size < 2:
                    warning(
                        "For 'Optimizer', if use 'Tensor' type dynamic learning rate, please make "
                        "sure that the number of elements in the tensor is greater than 1, "
                        f"but got {learning_rate.size}."
                    )
            return Tensor(learning_rate.asnumpy(), dtype=mstype.float32)
        self.dynamic_lr = True
        if isinstance(learning_rate, LearningRateSchedule):
            return learning_rate
        if isinstance(learning_rate, Iterable):
            values = list(learning_rate)
            try:
                return Tensor(np.array(values).astype(np.float32))
            except ValueError as error:
                raise ValueError(
                    "For 'Optimizer', the elements of the argument 'learning_rate' must be "
                    f"numbers, but got {values}."
                ) from error
        raise TypeError(
            "For 'Optimizer', the argument 'learning_rate' must be int, float, Tensor, Iterable or "
            f"LearningRateSchedule, but got {type(learning_rate)}."
        )

    def _build_single_lr(self, learning_rate: Any, name: str) -> Any:
        if isinstance(learning_rate, Tensor) and learning_rate.ndim == 1:
            return _IteratorLearningRate(learning_rate, name)
        if isinstance(learning_rate, (float, Tensor)):
            rate = Parameter(Tensor(learning_rate, mstype.float32), name)
            return _ConvertToCell(rate) if self.is_group_lr and self.dynamic_lr else rate
        return learning_rate

    def _check_group(self, group: dict) -> None:
        unknown = [key for key in group if key not in _GROUP_KEYS]
        if unknown:
            raise KeyError(
                f"For 'Optimizer', the key in group params must be one of in {_GROUP_KEYS}, "
                f"but got {unknown}."
            )
        if "order_params" not in group:
            for index, param in enumerate(
                self._parameters_base_check(group["params"], "group `params`")
            ):
                if not isinstance(param, Parameter):
                    raise TypeError(
                        "For 'Optimizer', the element in group parameters must be Parameter type, "
                        f"but got {type(param)} at index {index}."
                    )
        elif len(group) > 1:
            raise ValueError(
                "For 'Optimizer', the order params dict in group parameters should only include "
                f"the 'order_params' key, but got {group.keys()}."
            )
        elif not isinstance(group["order_params"], Iterable):
            raise TypeError(
                "For 'Optimizer', the value of 'order_params' in group parameters should be "
                f"Iterable type, but got {type(group['order_params'])}."
            )

    def _init_group_params(self, groups: list[dict], learning_rate: Any, weight_decay: Any) -> None:
        """Fill group_params, group_lr, group_weight_decay and group_grad_centralization."""
        for group in groups:
            self._check_group(group)
        steps = learning_rate.size if getattr(learning_rate, "ndim", 0) == 1 else 0
        rates: dict[int, Any] = {}
        for number, group in enumerate(groups):
            if "lr" in group:
                self.is_group_lr = True
                rate = rates[number] = self._preprocess_single_lr(group["lr"])
                if isinstance(rate, Tensor) and rate.ndim == 1:
                    steps = steps or rate.size
                    if rate.size != steps:
                        raise ValueError(
                            "For 'Optimizer', the Tensor type dynamic learning rate in group must "
                            "be the same size as the argument 'learning_rate'."
                        )
        self.group_params, self.group_lr = [], []
        self.group_weight_decay, self.group_grad_centralization = [], []
        default = self._build_single_lr(learning_rate, "learning_rate")
        ordered: list | None = None
        names: set[str] = set()
        for number, group in enumerate(groups):
            if "order_params" in group:
                self.is_group_params_ordered = True
                ordered = list(group["order_params"])
                continue
            rate = default
            if number in rates:
                rate = self._build_single_lr(rates[number], f"learning_rate_group_{number}")
            decay = self._preprocess_weight_decay(group.get("weight_decay", weight_decay))
            central = self._preprocess_grad_centralization(group.get("grad_centralization", False))
            self.grad_centralization = self.grad_centralization or central
            for param in group["params"]:
                if param.name in names:
                    raise RuntimeError(
                        f"For 'Optimizer', the {param.name} parameter already exists, it does not "
                        "support repeated setting. Please check whether the optimizer parameter "
                        "has been set multiple times."
                    )
                names.add(param.name)
                self.group_params.append(param)
                self.group_lr.append(rate)
                self.group_weight_decay.append(decay)
                self.group_grad_centralization.append(central)
        if ordered:
            self._order_groups(ordered)

    def _order_groups(self, ordered: list) -> None:
        if len(ordered) != len(self.group_params):
            raise ValueError(
                "For 'Optimizer', the length of order parameters must be the same as the length of "
                f"group parameters, but got order parameters' length {len(ordered)}, "
                f"group parameters' length {len(self.group_params)}."
            )
        place = {p.name: i for i, p in enumerate(self.group_params)}
        strangers = [p.name for p in ordered if p.name not in place]
        if strangers or len({p.name for p in ordered}) < len(place):
            raise ValueError(
                "For 'Optimizer', the 'order_params' must be the parameters of the groups, each "
                f"once, but got {[p.name for p in ordered]} for {list(place)}."
            )
        order = [place[p.name] for p in ordered]
        for name in (
            "group_params",
            "group_lr",
            "group_weight_decay",
            "group_grad_centralization",
        ):
            values = self.__dict__[name]
            self.__dict__[name] = [values[i] for i in order]
