"""Lamb."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.adam import check_betas
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class Lamb(RuleOptimizer):
    """LAMB: Adam's step scaled to the norm of each Parameter.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1).
        beta2: float in (0, 1).
        eps: float above 0 that is added to the divisor.
        weight_decay: number, 0 or more, or a Cell called with the step.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([3.0, 4.0]), name="w")
        >>> _ = ms.nn.Lamb([w], 0.1)((ms.Tensor([1.0, 0.0]),))
        >>> print(w.asnumpy())
        [2.5 4. ]

    References:
        You et al.: Large Batch Optimization for Deep Learning: Training BERT in 76 Minutes, 2019.
    """

    _support_parallel_optimizer = True
    _decays = _scales = False
    _refusal = TypeError

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1 = Tensor(np.array([beta1], np.float32))
        self.beta2 = Tensor(np.array([beta2], np.float32))
        self.eps = Tensor(np.array([eps], np.float32))
        self.params = self._parameters
        self.moments1 = self.params.clone(prefix="lamb_m", init="zeros")
        self.moments2 = self.params.clone(prefix="lamb_v", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        beta1, beta2, eps = scalar(self.beta1), scalar(self.beta2), scalar(self.eps)
        step = scalar(self.global_step).astype(jnp.float32)
        corrections = 1 - beta1**step, 1 - beta2**step

        def rule(p: Any, m: Any, v: Any, lr: Any, decay: Any, g: Any) -> tuple:
            return rules.lamb(p, m, v, lr, beta1, beta2, eps, decay, corrections, g)

        columns = self.params, self.moments1, self.moments2
        self._each(rule, *columns, rates, self._own_decays(weight_decay), grads)
