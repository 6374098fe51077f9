"""Adadelta."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msjax import _checkparam as validator
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class Adadelta(RuleOptimizer):
    """Adadelta: steps that follow from averages of squared gradients and squared steps.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        rho: float in [0, 1], the decay of the averages.
        epsilon: float, 0 or more, that is added under the roots.
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
        >>> _ = ms.nn.Adadelta([w], rho=0.0, epsilon=0.25)((ms.Tensor([1e6]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Zeiler: ADADELTA: An Adaptive Learning Rate Method, 2012.
    """

    _msj_inner = {"opt": "ApplyAdadelta"}

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 1.0,
        rho: float = 0.9,
        epsilon: float = 1e-6,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        validator.check_value_type("rho", rho, [float], self.cls_name)
        validator.check_value_type("epsilon", epsilon, [float], self.cls_name)
        validator.check_float_range(rho, 0.0, 1.0, validator.INC_BOTH, "rho", self.cls_name)
        validator.check_non_negative_float(epsilon, "epsilon", self.cls_name)
        self.accum = self.parameters.clone(prefix="accum", init=0)
        self.accum_update = self.parameters.clone(prefix="accum_update", init=0)
        self.rho, self.epsilon = rho, epsilon

    def construct(self, grads: Sequence[Tensor]) -> Any:
        """Update all Parameters.

        Raises:
            TypeError: `grads` is not a tuple of Tensors.
        """
        if not isinstance(grads, tuple) or not isinstance(grads[0], Tensor):
            raise TypeError("For 'Adadelta', the 'grads' must be a tuple of Tensor.")
        return super().construct(grads)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        rho, eps = self.rho, self.epsilon

        def rule(p: Any, accum: Any, accum_update: Any, lr: Any, g: Any) -> tuple:
            return rules.adadelta(p, accum, accum_update, lr, rho, eps, g)

        self._each(rule, self.parameters, self.accum, self.accum_update, rates, grads)
