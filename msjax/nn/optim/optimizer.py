"""Optimizer: the base of everything that updates Parameters with gradients.

An optimizer of this package is a rule on arrays. `construct` runs the whole step, for all
Parameters, as one compiled call; inside compiled code it is part of it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax import context
from msjax._core.base import dtype as mstype
from msjax._core.base import functions
from msjax._core.base.functions import overridable
from msjax._core.base.state import STATE
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.layer.container import CellList
from msjax.nn.optim._arguments import ArgumentMethods
from msjax.nn.optim._arrays import compiled, read, scalar
from msjax.nn.optim._rates import StepGuard, _ConvertToCell, _IteratorLearningRate
from msjax.parallel._utils import _get_device_num, _get_global_rank, _get_parallel_mode

__all__ = ["Optimizer", "opt_init_args_register"]

_TARGETS = ("CPU", "Ascend", "GPU")
# A constant, one value for each step, or a schedule.
LearningRate: TypeAlias = float | Iterable[float] | Tensor | Cell


def opt_init_args_register(fn: functions.F) -> functions.F:
    """Decorator of an optimizer's `__init__` that keeps its arguments.

    They are found in the attributes `init_params`, `init_learning_rate` and `init_args`.

    Args:
        fn: function, the `__init__` of an optimizer.

    Returns:
        function: the new `__init__`.

    Raises:
        AttributeError: an argument `optimizer` does not keep its own arguments.
        TypeError: the arguments do not fit `fn`.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> ms.nn.SGD([w], 0.5).init_learning_rate
        0.5
    """
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def init(self: Any, /, *args: Any, **kwargs: Any) -> None:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        given.pop(next(iter(given)))
        if "params" in given:
            self.init_params = {"params": given.pop("params")}
        if "optimizer" in given:
            optimizer = given.pop("optimizer")
            inner = getattr(optimizer, "init_params", None)
            if inner is None:
                raise AttributeError(
                    f"For '{type(self).__name__}', the 'optimizer' must be an optimizer that keeps "
                    f"its arguments, but got {type(optimizer)}."
                )
            self.init_params = {"params": inner["params"]}
        if "learning_rate" in given:
            rate = given.pop("learning_rate")
            if isinstance(rate, Tensor):
                rate = rate.asnumpy().tolist()
            self.init_learning_rate = None if isinstance(rate, Cell) else rate
        self.init_args = given
        fn(self, *args, **kwargs)

    return init


@functools.cache
def _operation(name: str, *args: Any) -> Any:
    return resolve("ops." + name)(*args)


class _Operation:
    """Class attribute: an operation, made when asked for, that an instance may replace."""

    def __init__(self, name: str, *args: Any):
        self.name, self.args = name, args

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return _operation(self.name, *self.args)


class Optimizer(ArgumentMethods, Cell):
    """Base of the optimizers; never used by itself.

    A derived class calls `super().__init__(learning_rate, params, ...)` and writes
    `construct(gradients)` with the help of `get_lr`, `decay_weight`, `gradients_centralization` and
    `scale_grad`.

    Args:
        learning_rate: number or 0-d Tensor for a constant rate; iterable of numbers or 1-d Tensor
            for one of each step; LearningRateSchedule.
        parameters: list of Parameters, or list of groups. A group is a dict with "params" and
            perhaps "lr", "weight_decay" and "grad_centralization"; {"order_params": Parameters}
            sets the order of all.
        weight_decay: number, 0 or more, or a Cell called with the step. Without groups it does not
            apply to Parameters with "beta" or "gamma" in their names.
        loss_scale: number above 0 by which the gradients are divided.

    Inputs:
        - **hyper_params** (tuple[Tensor]) - the gradients, one for each Parameter.

    Outputs:
        What the subclass returns.

    Raises:
        KeyError: a group has an unknown key.
        NotImplementedError: the subclass has no `construct`.
        RuntimeError: a Parameter is in two groups.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or there are no parameters.

    Examples:
        >>> import msjax as ms
        >>> from msjax import nn, ops
        >>> class Plain(nn.Optimizer):
        ...     def __init__(self, params, learning_rate):
        ...         super().__init__(learning_rate, params)
        ...     def construct(self, gradients):
        ...         for param, grad in zip(self.parameters, self.scale_grad(gradients)):
        ...             ops.assign(param, param - self.get_lr() * grad)
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> Plain([w], 0.5)((ms.Tensor([1.0]),))
        >>> print(w.asnumpy())
        [0.5]
    """

    _support_parallel_optimizer = False

    assignadd = _Operation("AssignAdd")
    map_ = _Operation("Map")
    map_reverse = _Operation("Map", None, True)
    hyper_map = _Operation("HyperMap")
    hyper_map_reverse = _Operation("HyperMap", None, True)

    def __init__(
        self,
        learning_rate: LearningRate,
        parameters: Iterable,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(auto_prefix=False)
        parameters = self._parameters_base_check(parameters, "parameters")
        grouped = all(isinstance(p, dict) for p in parameters)
        if not grouped and not all(isinstance(p, Parameter) for p in parameters):
            raise TypeError(
                "For 'Optimizer', all elements of the argument 'parameters' must be 'Parameter' or "
                "'dict', please check the 'parameters'."
            )
        if isinstance(loss_scale, int):
            loss_scale = float(loss_scale)
        validator.check_value_type("loss_scale", loss_scale, [float], self.cls_name)
        validator.check_positive_float(loss_scale, "loss_scale", self.cls_name)
        self.loss_scale = loss_scale
        self.param_rank = None
        self.dynamic_weight_decay = self.grad_centralization = self.dynamic_lr = False
        self.is_group = grouped
        self.is_group_lr = self.is_group_params_ordered = False
        self._unique = True
        self._guard = StepGuard()
        self._target = context.get_context("device_target")
        self.global_step = Parameter(Tensor(np.zeros(1, np.int32)), name="global_step")
        rate = self._preprocess_single_lr(learning_rate)
        if grouped:
            self._init_group_params(parameters, rate, weight_decay)
        self._init_attributes(rate, parameters, weight_decay)
        self.add_flags(skip_auto_parallel_compile=True)

    def _init_attributes(self, learning_rate: Any, parameters: list, weight_decay: Any) -> None:
        weight_decay = self._preprocess_weight_decay(weight_decay)
        if not self.is_group_lr:
            self.learning_rate = self._build_single_lr(learning_rate, "learning_rate")
        elif self.dynamic_lr:
            self.learning_rate = CellList(self.group_lr, auto_prefix=False)
        else:
            self.learning_rate = ParameterTuple(self.group_lr)
        self.parameters = ParameterTuple(self.group_params if self.is_group else parameters)
        self._parameters = self.parameters
        if self.is_group:
            decays = self.group_weight_decay
            self.dynamic_decay_flags = tuple(isinstance(d, Cell) for d in decays)
            self.decay_flags = tuple(isinstance(d, Cell) or d > 0 for d in decays)
            self.weight_decay = tuple(
                d if isinstance(d, Cell) else Tensor(d, mstype.float32) for d in decays
            )
            self.exec_weight_decay = any(self.decay_flags)
            self.grad_centralization_flags = tuple(self.group_grad_centralization)
        else:
            names = [p.name for p in self._parameters]
            self.decay_flags = tuple("beta" not in n and "gamma" not in n for n in names)
            dynamic = self.dynamic_decay_flags = isinstance(weight_decay, Cell)
            self.exec_weight_decay = dynamic or weight_decay > 0
            self.weight_decay = weight_decay if dynamic else Tensor(weight_decay, mstype.float32)
        self._unique = not any(p.unique for p in self._parameters)
        self._user_parameters = [p.name for p in self._parameters]
        self.reciprocal_scale = Tensor(1.0 / self.loss_scale, mstype.float32)
        self.need_scale = self.loss_scale != 1.0
        self.global_step_increase_tensor = Tensor([1], mstype.int32)
        self.param_length = len(self._parameters)
        self._init_parallel()
        self.enable_tuple_broaden = True

    def _init_parallel(self) -> None:
        """Which parameters this device updates when optimizer state is cut over devices."""
        self.use_parallel = False
        self.optim_filter = (True,) * self.param_length
        if not context.get_auto_parallel_context("enable_parallel_optimizer"):
            return
        mode, target = _get_parallel_mode(), context.get_context("device_target")
        if mode == "data_parallel" and target != "Ascend":
            raise RuntimeError(
                "For 'Optimizer', parallel optimizer only supports 'Ascend' in data parallel mode, "
                f"but got {target}."
            )
        if mode in ("stand_alone", "hybrid_parallel"):
            raise RuntimeError(
                f"For 'Optimizer', parallel optimizer is not supported in {mode}, you should set "
                "parallel mode to 'data_parallel', 'semi_auto_parallel' or 'auto_parallel'."
            )
        if mode != "data_parallel":
            return
        if not self._support_parallel_optimizer:
            raise RuntimeError(
                "For 'Optimizer', parallel optimizer only support optimizer 'Lamb' and "
                f"'AdamWeightDecay' and 'AdaFactor', but got {self.cls_name}."
            )
        self.use_parallel = True
        self.dev_num = _get_device_num()
        if self.dev_num > self.param_length:
            raise RuntimeError(
                f"Parallel optimizer can not be applied when the number of parameters "
                f"{self.param_length} is less than the number of devices {self.dev_num}"
            )
        self.param_rank = self._get_parameter_group_id()
        self.optim_filter = tuple(rank == _get_global_rank() for rank in self.param_rank)
        self.param_names = [p.name for p in self._parameters]

    # -- properties --------------------------------------------------------------------------------

    @property
    def unique(self) -> bool:
        """Whether repeated indices of sparse gradients have to be added up first."""
        return self._unique

    @unique.setter
    def unique(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(
                f"For 'Optimizer', the property 'unique' must be bool, but got {type(value)}"
            )
        self._unique = value

    @property
    def target(self) -> str:
        """Where the update runs, "CPU", "Ascend" or "GPU"; it follows the Parameters here."""
        return self._target

    @target.setter
    def target(self, value: str) -> None:
        raise NotImplementedError(f"For '{self.cls_name}', the 'target' cannot be set.")

    def _set_any_target(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(
                f"For 'Optimizer', the property 'target' must be string, but got {type(value)}"
            )
        if value not in _TARGETS:
            raise ValueError(
                "For 'Optimizer', the property 'target' must be one of ['CPU', 'Ascend' ,'GPU'], "
                f"but got {value}"
            )
        self._target = value

    def _set_base_target(self, value: str) -> None:
        """Set `target`, in optimizers that let it be: "CPU" or the context's device."""
        if value in _TARGETS and value not in ("CPU", self._target):
            raise ValueError(
                f"For 'Optimizer', the property 'target' cannot be set to '{value}' in the "
                f"'{self._target}' environment."
            )
        self._set_any_target(value)
        self._is_device = value != "CPU"

    # -- what derived classes call -----------------------------------------------------------------

    def get_lr(self) -> Any:
        """The learning rate of this step.

        Returns:
            0-d Tensor (the Parameter itself if the rate is constant); with learning rates of
            groups, a tuple with one for each Parameter.

        Raises:
            RuntimeError: outside of compiled code, if a list of learning rates has ended.
        """
        if not self.dynamic_lr:
            return self.learning_rate
        if STATE.frame is None:
            self._guard.check(self)
        if self.is_group_lr:
            return tuple(_flat(rate(self.global_step)) for rate in self.learning_rate)
        return _flat(self.learning_rate(self.global_step))

    def get_weight_decay(self) -> Any:
        """The weight decay of this step, times the loss scale.

        Returns:
            Tensor; with groups, a tuple with one for each Parameter.
        """
        if not self.dynamic_weight_decay:
            return self.weight_decay
        if self.is_group:
            pairs = zip(self.weight_decay, self.dynamic_decay_flags, strict=True)
            return tuple(d(self.global_step) if dynamic else d for d, dynamic in pairs)
        return self.weight_decay(self.global_step)

    def decay_weight(self, gradients: Sequence[Tensor]) -> Sequence[Tensor]:
        """Add `weight_decay * parameter` to the gradients it applies to.

        Args:
            gradients: tuple of Tensors, one for each Parameter.

        Returns:
            tuple of Tensors.
        """
        if not self.exec_weight_decay:
            return gradients
        return self._decayed(self.get_weight_decay(), tuple(gradients))

    def gradients_centralization(self, gradients: Sequence[Tensor]) -> Sequence[Tensor]:
        """Remove the mean from the gradients of the groups that ask for it.

        It applies to gradients of two or more dimensions whose second length is a multiple of 16.

        Args:
            gradients: tuple of Tensors, one for each Parameter.

        Returns:
            tuple of Tensors.
        """
        if not self.is_group or not any(self.grad_centralization_flags):
            return gradients
        return self._centralized(tuple(gradients))

    def scale_grad(self, gradients: Sequence[Tensor]) -> Sequence[Tensor]:
        """Divide the gradients by the loss scale.

        Args:
            gradients: tuple of Tensors.

        Returns:
            tuple of Tensors.
        """
        if not self.need_scale:
            return gradients
        return self._scaled(tuple(gradients))

    def flatten_gradients(self, gradients: Sequence[Tensor]) -> Sequence[Tensor]:
        """The gradients as they are; kept for compatibility.

        Args:
            gradients: tuple of Tensors.

        Returns:
            tuple of Tensors: `gradients` itself.
        """
        return gradients

    def _grad_sparse_indices_deduplicate(self, gradients: Sequence[Tensor]) -> Sequence[Tensor]:
        """The gradients as they are: all are dense."""
        return gradients

    @compiled
    def _decayed(self, weight_decay: Any, gradients: tuple) -> tuple:
        decays = weight_decay if self.is_group else (weight_decay,) * len(gradients)
        result = []
        for grad, param, decay, flag in zip(
            gradients, self._parameters, decays, self.decay_flags, strict=True
        ):
            if flag:
                weight = read(param)
                grad = box(weight * scalar(decay).astype(weight.dtype) + read(grad))
            result.append(grad)
        return tuple(result)

    @compiled
    def _centralized(self, gradients: tuple) -> tuple:
        result = []
        for grad, flag in zip(gradients, self.grad_centralization_flags, strict=True):
            if flag and grad.ndim > 1 and grad.shape[1] % 16 == 0:
                grad = box(rules.centralize(read(grad)))
            result.append(grad)
        return tuple(result)

    @compiled
    def _scaled(self, gradients: tuple) -> tuple:
        factor = self.reciprocal_scale
        factor = scalar(factor) if isinstance(factor, Tensor) else jnp.float32(factor)
        return tuple(box(read(g) * factor.astype(g._aval.dtype)) for g in gradients)

    def get_lr_parameter(self, param: Parameter | list[Parameter]) -> Any:
        """What holds the learning rate of a Parameter.

        Args:
            param: Parameter, or list of Parameters.

        Returns:
            Parameter, or LearningRateSchedule if the rate is one; a list of them for a list.

        Raises:
            TypeError: `param` is neither a Parameter nor a list of them.
            ValueError: a Parameter is not one of the optimizer's.

        Examples:
            >>> import msjax as ms
            >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
            >>> print(ms.nn.SGD([w], 0.5).get_lr_parameter(w).asnumpy())
            0.5
        """
        if not isinstance(param, (Parameter, list)):
            raise TypeError(
                "For 'get_lr_parameter', the 'param' must be 'Parameter' or 'list' type, "
                f"but got {type(param)}."
            )
        places = {id(p): i for i, p in enumerate(self._parameters)}
        found = []
        for p in param if isinstance(param, list) else [param]:
            validator.check_value_type("parameter", p, [Parameter], self.cls_name)
            if id(p) not in places:
                raise ValueError(
                    f"For 'get_lr_parameter', the parameter {p.name} is not in optimizer, please "
                    "check whether the argument 'param' is correct."
                )
            rate = self.learning_rate[places[id(p)]] if self.is_group_lr else self.learning_rate
            wrapped = isinstance(rate, (_ConvertToCell, _IteratorLearningRate))
            found.append(rate.learning_rate if wrapped else rate)
        return found if isinstance(param, list) else found[0]

    def _is_dynamic_lr_or_weight_decay(self) -> bool:
        """Whether learning rate or weight decay depend on the step."""
        return self.dynamic_lr or self.dynamic_weight_decay

    def _get_parameter_group_id(self) -> tuple[int, ...]:
        return tuple(i % self.dev_num for i in range(self.param_length))

    def broadcast_params(self, optim_result: object) -> list[tuple]:
        """The Parameters by the device that updates them.

        Args:
            optim_result: result of the update.

        Returns:
            list of one tuple of Parameters for each device.
        """
        groups: list[list] = [[] for _ in range(self.dev_num)]
        for param, rank in zip(self._parameters, self.param_rank, strict=True):
            groups[rank].append(param)
        if self.dev_num == 1:
            return [tuple(groups[0])]
        return [_operation("Broadcast", root)(tuple(g)) for root, g in enumerate(groups)]

    @overridable
    def construct(self, *hyper_params: Any) -> Any:
        """The update; to be written by derived classes."""
        raise NotImplementedError(f"For '{self.cls_name}', 'construct' must be overridden.")


def _flat(rate: Any) -> Any:
    """A learning rate as 0-d Tensor."""
    if not isinstance(rate, Tensor):
        return Tensor(rate, mstype.float32)
    return box(read(rate).reshape(())) if rate.shape else rate
