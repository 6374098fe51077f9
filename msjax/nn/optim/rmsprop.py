"""RMSProp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.parameter import Parameter
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class RMSProp(RuleOptimizer):
    """RMSProp: steps divided by the root of the average squared gradient.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        decay: float, 0 or more, the decay of the average squared gradient.
        momentum: float, 0 or more.
        epsilon: float above 0 that is added under the root.
        use_locking: bool, kept for compatibility: updates are never torn.
        centered: bool, divide by the standard deviation of the gradients.
        loss_scale: number above 0 by which the gradients are divided.
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
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.RMSProp([w], 0.5, decay=0.0)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Tieleman, Hinton: RMSProp: Divide the Gradient by a Running Average of Its Recent Magnitude,
        2012.
    """

    _msj_inner = {"opt": lambda c: ops.ApplyCenteredRMSProp() if c.centered else ops.ApplyRMSProp()}

    _refusal = TypeError

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 0.1,
        decay: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        for name, value in (("decay", decay), ("momentum", momentum), ("epsilon", epsilon)):
            validator.check_value_type(name, value, [float], self.cls_name)
        validator.check_non_negative_float(decay, "decay", self.cls_name)
        validator.check_non_negative_float(momentum, "momentum", self.cls_name)
        validator.check_positive_float(epsilon, "epsilon", self.cls_name)
        validator.check_value_type("use_locking", use_locking, [bool], self.cls_name)
        validator.check_value_type("centered", centered, [bool], self.cls_name)
        self.centered = centered
        if centered:
            self.mg = self._parameters.clone(prefix="mean_grad", init="zeros")
        self.momentum = momentum
        self.ms = self._parameters.clone(prefix="mean_square", init="ones")
        self.moment = self._parameters.clone(prefix="moment", init="zeros")
        self.epsilon, self.decay = epsilon, decay

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        decay, mu, eps = self.decay, self.momentum, self.epsilon
        if self.centered:

            def rule(p: Any, mean: Any, square: Any, mom: Any, lr: Any, g: Any) -> tuple:
                return rules.centered_rmsprop(p, mean, square, mom, g, lr, decay, mu, eps)

            state = self._parameters, self.mg, self.ms, self.moment
        else:

            def rule(p: Any, square: Any, mom: Any, lr: Any, g: Any) -> tuple:
                return rules.rmsprop(p, square, mom, lr, g, decay, mu, eps)

            state = self._parameters, self.ms, self.moment
        self._each(rule, *state, rates, grads)
