"""Momentum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._arguments import at_least_zero
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class Momentum(RuleOptimizer):
    """Gradient descent with momentum.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        momentum: float, 0 or more.
        weight_decay: number, 0 or more, or a Cell called with the step.
        loss_scale: number above 0 by which the gradients are divided.
        use_nesterov: bool, look ahead along the momentum.

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
        >>> opt = ms.nn.Momentum([w], 0.1, 0.9)
        >>> _ = opt((ms.Tensor([1.0]),)), opt((ms.Tensor([1.0]),))
        >>> print(w.asnumpy())
        [0.71]

    References:
        Sutskever, Martens, Dahl, Hinton: On the Importance of Initialization and Momentum in Deep
        Learning, 2013.
    """

    _msj_inner = {"opt": lambda c: ops.ApplyMomentum(use_nesterov=c.use_nesterov)}

    _refusal = TypeError

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate,
        momentum: float,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_nesterov: bool = False,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        at_least_zero(self.cls_name, "momentum", momentum)
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.params = self._parameters
        self.use_nesterov = validator.check_bool(use_nesterov, "use_nesterov", self.cls_name)
        self.moments = self.params.clone(prefix="moments", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        mu, nesterov = scalar(self.momentum), self.use_nesterov

        def rule(p: Any, accum: Any, lr: Any, g: Any) -> tuple:
            return rules.momentum(p, accum, lr, g, mu, nesterov)

        self._each(rule, self.params, self.moments, rates, grads)
