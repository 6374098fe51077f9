"""Adagrad."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class Adagrad(RuleOptimizer):
    """Adagrad: steps divided by the root of the summed squared gradients.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        accum: float, 0 or more, the start of the sums of squared gradients.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        update_slots: bool, whether the sums grow.
        loss_scale: number above 0 by which the gradients are divided.
        weight_decay: number, 0 or more, or a Cell called with the step.

    Inputs:
        - **grads** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.Adagrad([w], accum=0.0, learning_rate=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Duchi, Hazan, Singer: Adaptive Subgradient Methods for Online Learning and Stochastic
        Optimization, 2011.
    """

    _msj_inner = {"opt": lambda c: ops.ApplyAdagrad(c.update_slots)}

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        accum: float = 0.1,
        learning_rate: LearningRate = 0.001,
        update_slots: bool = True,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        validator.check_value_type("accum", accum, [float], self.cls_name)
        validator.check_value_type("update_slots", update_slots, [bool], self.cls_name)
        validator.check_non_negative_float(accum, "accum", self.cls_name)
        self.accum = self._parameters.clone(prefix="accum", init=accum)
        self.update_slots = update_slots

    def construct(self, grads: Sequence[Tensor]) -> Any:
        """Update all Parameters by their gradients."""
        return super().construct(grads)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        slots = self.update_slots

        def rule(p: Any, accum: Any, lr: Any, g: Any) -> tuple:
            return rules.adagrad(p, accum, lr, g, slots)

        self._each(rule, self._parameters, self.accum, rates, grads)
