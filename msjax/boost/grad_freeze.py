"""Training in which most steps leave the first layers as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.boost.base import ParameterProcess, keep_settings, remake
from msjax.boost.grad_accumulation import GradientAccumulation
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import Identity
from msjax.nn.optim.optimizer import Optimizer
from msjax.nn.wrap.cell_wrapper import loss_and_gradients
from msjax.nn.wrap.grad_reducer import DistributedGradReducer

__all__ = ["FreezeOpt", "GradientFreeze", "freeze_cell"]

CONTINUOUS_STRATEGY, INTERVAL_STRATEGY = 0, 1


class FreezeOpt(Cell):
    """Optimizers like a given one, each for a group of its Parameters.

    Args:
        opt: Optimizer.
        train_parameter_groups: list of lists of Parameters; None for one group of all.
        train_strategy: for each step the number of a group, list of ints or 1-d Int32 Tensor; None
            for the groups in turn.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the strategy has no groups, or elements that are not ints.

    Examples:
        >>> import msjax as ms
        >>> params = ms.nn.Dense(2, 1).trainable_params()
        >>> opt = ms.boost.FreezeOpt(ms.nn.SGD(params, 0.1), [params, params[1:]], [0, 1, 1])
        >>> [len(o.parameters) for o in opt.opts]
        [2, 1]
    """

    def __init__(
        self,
        opt: Optimizer,
        train_parameter_groups: Sequence[Sequence[Parameter]] | None = None,
        train_strategy: Sequence[int] | Tensor | None = None,
    ):
        super().__init__()
        if not isinstance(opt, Optimizer):
            raise TypeError(
                f"The first arg 'opt' must be an Optimizer instance, but got {type(opt)}"
            )
        if train_strategy is not None and train_parameter_groups is None:
            raise ValueError(
                "When the 'train_strategy' is specified, the value of 'train_parameter_groups' "
                "must also be specified"
            )
        keep_settings(self, opt)
        self.parameters = self.single_opt.parameters
        self.learning_rate = self.single_opt.init_learning_rate
        self.dynamic_lr = self.single_opt.dynamic_lr
        if train_parameter_groups is None:
            train_parameter_groups = [tuple(opt.parameters)]
        elif not isinstance(train_parameter_groups, (tuple, list)):
            raise TypeError("The specified 'train_parameter_groups' should be tuple or list")
        self.groups_num = len(train_parameter_groups)
        self.train_strategy = self._strategy(train_strategy)
        self.dynamic_learning_rate = self._rates()
        self.opts, self.opt_index = [], 0
        for params in train_parameter_groups:
            if not isinstance(params, (tuple, list)):
                raise TypeError(
                    "The each element of 'train_parameter_groups' should be tuple or list to store "
                    "the Parameter"
                )
            self.opts.append(self._generate_new_optimizer(opt, params))
            self.opt_index += 1

    @staticmethod
    def _strategy(given: Any) -> Tensor | None:
        if isinstance(given, (tuple, list)):
            if not all(isinstance(element, int) for element in given):
                raise ValueError("The element in train_strategy should be int number")
            return Tensor(given, mstype.int32)
        if isinstance(given, Tensor) and (given.ndim != 1 or given.dtype != mstype.int32):
            raise ValueError(
                "When train_strategy is a Tensor, the dimension should be 1 and the dtype should "
                "be int32"
            )
        if given is not None and not isinstance(given, Tensor):
            raise TypeError("The specified 'train_strategy' should be None, tuple, list or Tensor")
        return given

    def _rates(self) -> list[list]:
        """The learning rates of the steps of each group, if each step has its own."""
        found: list[list] = [[] for _ in range(self.groups_num)]
        if self.learning_rate is None:
            self.learning_rate = self.single_opt.learning_rate
        elif self.dynamic_lr and isinstance(self.learning_rate, list):
            given = self.train_strategy
            steps = [] if given is None else given.asnumpy().tolist()
            if len(self.learning_rate) <= len(steps):
                for step, rate in zip(steps, self.learning_rate, strict=False):
                    found[step].append(rate)
        return found

    def _generate_new_optimizer(self, opt: Any, params: Any) -> Any:
        rate = self.dynamic_learning_rate[self.opt_index] or self.learning_rate
        made = remake(opt, params, rate)
        for one in (made.opt, made) if self.is_lars else (made,):
            own = set(one._user_parameters)
            for name, param in one.parameters_and_names():
                if name not in own:
                    param.name = f"boost_{self.opt_index}{name}"
        return made


class _TrainFreezeCell(Cell):
    """A training step with one of several optimizers."""

    def __init__(
        self,
        net: Cell,
        sens: Any,
        grad: Any,
        grad_reducer: Any,
        use_grad_accumulation: bool,
        optimizer: Cell,
        max_accumulation_step: int = 1,
    ):
        super().__init__(auto_prefix=False)
        self.net, self.sens, self.grad, self.grad_reducer = net, sens, grad, grad_reducer
        self.opt, self.parameters = optimizer, optimizer.parameters
        self.use_grad_accumulation = use_grad_accumulation
        self.max_accumulation_step = max_accumulation_step
        if use_grad_accumulation:
            self.grad_accumulation = GradientAccumulation(max_accumulation_step, optimizer)

    def construct(self, *inputs: Any) -> Any:
        loss, grads = loss_and_gradients(self.net, self.parameters, inputs, self.sens)
        grads = self.grad_reducer(grads)
        if self.use_grad_accumulation:
            return self.grad_accumulation(loss, grads)
        self.opt(grads)
        return loss


class GradientFreeze:
    """Groups of Parameters and an order of steps for a `FreezeOpt`.

    Args:
        param_groups: int, number of groups; each leaves out more of the first Parameters.
        freeze_type: int, 0 for the groups in sequence after steps with all, 1 for steps with all in
            between drawn groups.
        freeze_p: float below 1, how often groups are trained without the first Parameters.
        total_steps: int, the steps of the training.

    Raises:
        ZeroDivisionError: `freeze_p` is 1 and the groups are to run in sequence.
        ValueError: `freeze_type` is neither 0 nor 1, found when the order is made.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(*(ms.nn.Dense(2, 2) for _ in range(4)))
        >>> freeze = ms.boost.GradientFreeze(2, 0, 0.5, 4)
        >>> _, opt = freeze.freeze_generate(net, ms.nn.SGD(net.trainable_params(), 0.1))
        >>> opt.train_strategy.asnumpy().tolist()
        [0, 1, 0, 1]

    References:
        Brock, Lim, Ritchie, Weston: FreezeOut: Accelerate Training by Progressively Freezing
        Layers, 2017.
    """

    def __init__(self, param_groups: int, freeze_type: int, freeze_p: float, total_steps: int):
        self._param_groups, self._freeze_type = param_groups, freeze_type
        self._freeze_p, self._total_steps = freeze_p, total_steps
        self.grad_reducer = Identity()

    def split_parameters_groups(self, net: Cell, freeze_para_groups_number: int) -> list:
        """Groups of a network's Parameters, the first with all, each next one with fewer.

        Args:
            net: Cell.
            freeze_para_groups_number: int, number of groups.

        Returns:
            list of lists of Parameters.
        """
        parts: list[list] = [[]]
        for param in net.trainable_params():
            follows = "bn" in param.name or "bias" in param.name  # belongs to what is before it
            if not follows and len(parts[-1]) >= 3:
                parts.append([])
            parts[-1].append(param)
        parts = [part for part in parts if part]
        stride = len(parts) // freeze_para_groups_number
        return [sum(parts[i * stride :], []) for i in range(freeze_para_groups_number)]

    def generate_freeze_index_sequence(
        self,
        parameter_groups_number: int,
        freeze_strategy: int,
        freeze_p: float,
        total_steps: int,
    ) -> list[int]:
        """The number of a group for each step.

        Args:
            parameter_groups_number: int, number of groups.
            freeze_strategy: int, as `freeze_type`.
            freeze_p: float below 1.
            total_steps: int; the result is a little longer.

        Returns:
            list[int]: the numbers, at least one for each step.

        Raises:
            ValueError: `freeze_strategy` is neither 0 nor 1.
            ZeroDivisionError: `freeze_p` is 1 and the groups are to run in sequence.
        """
        total = int(total_steps * 1.01)
        if parameter_groups_number <= 1:
            return [0] * total
        others = list(range(1, parameter_groups_number))
        if freeze_strategy == CONTINUOUS_STRATEGY:
            zeros = int(freeze_p * len(others) // (1 - freeze_p) + 0.5)
            period = [0] * zeros + others
            return period * max(0, -(-total // len(period)))
        if freeze_strategy != INTERVAL_STRATEGY:
            raise ValueError(f"Unsupported freezing training strategy '{freeze_strategy}'")
        return list(self._drawn(others, freeze_p, total))

    @staticmethod
    def _drawn(others: list[int], freeze_p: float, total: int) -> Iterator[int]:
        """Zeros, and between them numbers drawn by NumPy, the first ones most often."""
        odds = [n / sum(others) for n in others]
        drawn = 0
        yield 0
        for step in range(1, total):
            if drawn / step < 1 - freeze_p:
                drawn += 1
                yield int(np.random.choice(others[::-1], p=odds))
            else:
                yield 0

    def freeze_generate(self, network: Cell, optimizer: Cell) -> tuple[Cell, FreezeOpt]:
        """The network and the optimizers of its groups.

        Args:
            network: Cell.
            optimizer: Optimizer of all its Parameters.

        Returns:
            tuple[Cell, FreezeOpt]: the network, and optimizers for its groups.
        """
        regrouped = ParameterProcess.generate_group_params
        groups = [
            regrouped(group, optimizer.init_params["params"])
            for group in self.split_parameters_groups(network, self._param_groups)
        ]
        strategy = self.generate_freeze_index_sequence(
            self._param_groups, self._freeze_type, self._freeze_p, self._total_steps
        )
        return network, FreezeOpt(optimizer, groups, strategy)


def freeze_cell(
    reducer_flag: bool,
    network: Cell,
    optimizer: FreezeOpt,
    sens: float,
    grad: object,
    use_grad_accumulation: bool,
    mean: bool | None = None,
    degree: int | None = None,
    max_accumulation_step: int = 1,
) -> tuple[Cell, ...]:
    """A training step for each optimizer of a `FreezeOpt`.

    Args:
        reducer_flag: bool, reduce the gradients over devices.
        network: Cell whose output is the loss.
        optimizer: FreezeOpt.
        sens: float, factor of the gradient of the loss.
        grad: kept for compatibility: the step differentiates the network itself.
        use_grad_accumulation: bool, add gradients up over several steps.
        mean: bool, make the reduced gradients means.
        degree: int, number of devices.
        max_accumulation_step: int, number of those steps.

    Returns:
        tuple[Cell, ...]: one step for each optimizer.

    Raises:
        AttributeError: `optimizer` is not a FreezeOpt.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> opt = ms.boost.FreezeOpt(ms.nn.SGD(net.trainable_params(), 0.5))
        >>> step, = ms.boost.freeze_cell(False, net, opt, 1.0, ms.ops.grad, False)
        >>> print(step(ms.Tensor([[3.0]])), net.weight.asnumpy())
        [[3.]] [[-0.5]]
    """
    made = []
    for opt in optimizer.opts:
        reducer: Any = Identity()
        if reducer_flag:
            params = ParameterProcess().assign_parameter_group(opt.parameters)
            reducer = DistributedGradReducer(params, mean, degree)
        settings = (use_grad_accumulation, opt, max_accumulation_step)
        made.append(_TrainFreezeCell(network, sens, grad, reducer, *settings))
    return tuple(made)
