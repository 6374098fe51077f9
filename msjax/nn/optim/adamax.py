"""AdaMax."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.adam import advanced_power, check_betas
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class AdaMax(RuleOptimizer):
    """Adam with the infinity norm.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1).
        beta2: float in (0, 1).
        eps: float above 0 that is added to the divisor.
        weight_decay: number, 0 or more, or a Cell called with the step.
        loss_scale: number above 0 by which the gradients are divided.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.AdaMax([w], 0.1)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.9]

    References:
        Kingma, Ba: Adam: A Method for Stochastic Optimization, 2014.
    """

    _msj_inner = {"opt": "ApplyAdaMax"}

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-08,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1 = Tensor(beta1, mstype.float32)
        self.beta2 = Tensor(beta2, mstype.float32)
        self.beta1_power = Parameter(Tensor(np.ones(1, np.float32)), name="beta1_power")
        self.eps = Tensor(eps, mstype.float32)
        self.moment1 = self._parameters.clone(prefix="moment1", init="zeros")
        self.moment2 = self._parameters.clone(prefix="moment2", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        beta1, beta2, eps = scalar(self.beta1), scalar(self.beta2), scalar(self.eps)
        power = advanced_power(self.beta1_power, beta1)

        def rule(p: Any, m: Any, v: Any, lr: Any, g: Any) -> tuple:
            return rules.adamax(p, m, v, power, lr, beta1, beta2, eps, g)

        self._each(rule, self._parameters, self.moment1, self.moment2, rates, grads)
