"""Training steps with what the boost package does."""

from __future__ import annotations

from typing import Any, NoReturn

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import unsupported
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.boost.boost import AutoBoost
from msjax.boost.grad_accumulation import gradient_accumulation_op, gradient_clear_op
from msjax.boost.grad_freeze import FreezeOpt, freeze_cell
from msjax.context import ParallelMode
from msjax.nn.cell import Cell
from msjax.nn.wrap._scaling import unscaled_all
from msjax.nn.wrap.cell_wrapper import TrainOneStepCell, loss_and_gradients
from msjax.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell, update_unless

__all__ = ["BoostTrainOneStepCell", "BoostTrainOneStepWithLossScaleCell"]


class BoostTrainOneStepCell(TrainOneStepCell):
    """One training step, with the frozen or accumulated gradients that `AutoBoost` asks for.

    Args:
        network: Cell whose output is the loss.
        optimizer: Optimizer or FreezeOpt.
        sens: float or int, factor of the gradient of the loss; None for 1.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        The loss.

    Raises:
        ValueError: `sens` is 0.
        NotImplementedError: the optimizer is marked for AdaSum over devices or for DimReduce.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> loss = ms.nn.WithLossCell(net, lambda x, y: ((x - y) ** 2).sum())
        >>> opt = ms.nn.SGD(net.trainable_params(), 0.25)
        >>> step = ms.boost.BoostTrainOneStepCell(loss, opt)
        >>> print(step(ms.Tensor([[1.0]]), ms.Tensor([[3.0]])), net.weight.asnumpy())
        4.0 [[2.]]
    """

    def __init__(self, network: Cell, optimizer: Cell, sens: float | None = None):
        super().__init__(network, optimizer, sens)
        self.freeze = isinstance(optimizer, FreezeOpt)
        self.train_strategy = getattr(optimizer, "train_strategy", None)
        self.auto_boost = AutoBoost()
        modes = ParallelMode.DATA_PARALLEL, ParallelMode.STAND_ALONE
        steps = self.auto_boost.grad_accumulation_step
        wanted = self.auto_boost.boost_config["grad_accumulation"]
        self.use_grad_accumulation = self.parallel_mode in modes and wanted and steps > 1
        self.max_accumulation_step = steps if self.use_grad_accumulation else 1
        self.accumulation_step = _counter("accumulation_step")
        if self.use_grad_accumulation:
            self.grad_accumulation = self.weights.clone(prefix="grad_accumulation", init="zeros")
        self.enable_dim_reduce = self.check_dim_reduce_enable()
        self.freeze_nets: Any = None
        self.step = _counter("step")
        if self.freeze:
            mean, degree = (self.mean, self.degree) if self.reducer_flag else (None, None)
            self.freeze_nets = freeze_cell(
                self.reducer_flag,
                network,
                optimizer,
                self.sens,
                self.grad,
                self.use_grad_accumulation,
                mean,
                degree,
                self.max_accumulation_step,
            )
        self.enable_adasum = self.check_adasum_enable()
        self.sync_tensor = _counter("sync_tensor")
        for on, name in ((self.enable_dim_reduce, "DimReduce"), (self.enable_adasum, "AdaSum")):
            if on:
                raise unsupported(f"boost.{name}", "train without it")

    def construct(self, *inputs: Tensor) -> Tensor:
        """Run the step."""
        if self.freeze:
            return self.gradient_freeze_process(*inputs)
        sens = self.sens if self.sense_flag else None
        loss, grads = loss_and_gradients(self.network, self.weights, inputs, sens)
        grads = self.grad_reducer(grads)
        if self.use_grad_accumulation:
            return self.gradient_accumulation_process(loss, grads, sens, *inputs)
        self.optimizer(grads)
        return loss

    def gradient_freeze_process(self, *inputs: Tensor) -> Tensor:
        """A step of the optimizer whose turn it is.

        Args:
            inputs: those of the network.

        Returns:
            The loss.
        """
        step = index = int(self.step)
        count = len(self.freeze_nets)
        if self.train_strategy is not None:
            index, count = int(self.train_strategy[step]), len(self.train_strategy)
        loss = self.freeze_nets[index](*inputs)
        ops.assign(self.step, 0 if step + 1 >= count else step + 1)
        return loss

    def gradient_accumulation_process(
        self, loss: Tensor, grads: tuple, sens: object, *inputs: Tensor
    ) -> Tensor:
        """Add gradients up, and let the optimizer use their mean at every last step.

        Args:
            loss: what to return.
            grads: the gradients.
            sens: kept for compatibility.
            inputs: kept for compatibility.

        Returns:
            The loss.
        """
        self._accumulate(grads, False)
        return loss

    def _accumulate(self, grads: tuple, skip: Any) -> None:
        update_unless(skip, self._add_up, grads)
        waiting = self.accumulation_step < self.max_accumulation_step
        update_unless(waiting, self._use, self.grad_accumulation)

    def _add_up(self, grads: tuple) -> None:
        for total, grad in zip(self.grad_accumulation, grads, strict=True):
            gradient_accumulation_op(self.max_accumulation_step, total, grad)
        ops.assign_add(self.accumulation_step, 1)

    def _use(self, gradients: Any) -> None:
        self.optimizer(gradients)
        ops.assign(self.accumulation_step, 0)
        for total in gradients:
            gradient_clear_op(total)

    def adasum_process(self, loss: object, grads: object) -> NoReturn:
        """Would reduce gradients over the devices.

        Args:
            loss: not used.
            grads: not used.

        Raises:
            NotImplementedError: always.
        """
        raise unsupported("boost.AdaSum", "train without it")

    def check_adasum_enable(self) -> bool:
        """Whether the optimizer is marked for AdaSum and there are devices enough.

        Returns:
            bool: whether AdaSum would run.
        """
        if not getattr(self.optimizer, "adasum", None) or not self.reducer_flag:
            return False
        from msjax.communication import get_group_size

        number = get_group_size() // 8
        return number > 1 and number & (number - 1) == 0

    def check_dim_reduce_enable(self) -> bool:
        """Whether the optimizer is marked for DimReduce.

        Returns:
            bool: whether DimReduce would run.
        """
        return bool(getattr(self.optimizer, "dim_reduce", None))


def _counter(name: str) -> Parameter:
    return Parameter(Tensor(0, dtype=mstype.int32), name=name)


class BoostTrainOneStepWithLossScaleCell(BoostTrainOneStepCell):
    """`BoostTrainOneStepCell` with a scaled loss; steps with an overflow are left out.

    Args:
        network: Cell whose output is the loss.
        optimizer: Optimizer.
        scale_sense: Cell that updates the loss scale, or Tensor of shape () or (1,).

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        Tuple of the loss, whether a gradient overflowed, and the loss scale of the step.

    Raises:
        NotImplementedError: loss scales for groups are on, or the optimizer is a `FreezeOpt`.
        TypeError: `scale_sense` is neither a Cell nor a Tensor.
        ValueError: `scale_sense` is a Tensor of another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> loss = ms.nn.WithLossCell(net, lambda x, y: ((x - y) ** 2).sum())
        >>> opt = ms.nn.SGD(net.trainable_params(), 0.25)
        >>> step = ms.boost.BoostTrainOneStepWithLossScaleCell(loss, opt, ms.Tensor(1024.0))
        >>> print(*step(ms.Tensor([[1.0]]), ms.Tensor([[3.0]])), net.weight.asnumpy())
        4.0 False 1024.0 [[2.]]
    """

    _init_scale = TrainOneStepWithLossScaleCell._init_scale
    set_sense_scale = TrainOneStepWithLossScaleCell.set_sense_scale
    _start_overflow_check = TrainOneStepWithLossScaleCell.start_overflow_check
    _get_overflow_status = TrainOneStepWithLossScaleCell.get_overflow_status
    _process_loss_scale = TrainOneStepWithLossScaleCell.process_loss_scale

    def __init__(self, network: Cell, optimizer: Cell, scale_sense: Tensor | Cell):
        super().__init__(network, optimizer, sens=None)
        if self.auto_boost.boost_config["loss_scale_group"]:
            raise unsupported("boost.GroupLossScaleManager", "use a DynamicLossScaleManager")
        if self.freeze:
            raise unsupported("A FreezeOpt with a loss scale", "use BoostTrainOneStepCell")
        self.is_distributed = self.parallel_mode != ParallelMode.STAND_ALONE
        self.loss_scaling_manager = None
        self._init_scale(scale_sense)

    def construct(self, *inputs: Any) -> tuple:
        """Run the step."""
        scale = self.scale_sense.value()
        loss, grads = loss_and_gradients(self.network, self.weights, inputs, scale)
        grads = self.grad_reducer(unscaled_all(scale, grads))
        cond = self._get_overflow_status(None, grads)
        skip = self._process_loss_scale(cond)
        if self.use_grad_accumulation:
            self._accumulate(grads, skip)
        else:
            update_unless(skip, self.optimizer, grads)
        return loss, cond, scale
