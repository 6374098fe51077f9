"""ASGD."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


class ASGD(RuleOptimizer):
    """Averaged stochastic gradient descent.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        lambd: float, the decay term.
        alpha: float, the power of the step in the learning rate.
        t0: float, the step at which averaging starts.
        weight_decay: number, 0 or more, or a Cell called with the step.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.ASGD([w], 0.5, lambd=0.0)((ms.Tensor([1.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Polyak, Juditsky: Acceleration of Stochastic Approximation by Averaging, 1992.
    """

    _msj_inner = {
        "assign": "Assign",
        "assignsub": "AssignSub",
        "cast": "Cast",
        "maximum": "Maximum",
        "pow": "Pow",
        "squeeze": "Squeeze",
    }

    _answers_each = False

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 0.1,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        for name, value in (("lambd", lambd), ("alpha", alpha), ("t0", t0)):
            validator.check_value_type(name, value, [float], self.cls_name)
        self.lambd, self.alpha = lambd, alpha
        self.t0 = Tensor([t0], dtype=mstype.float32)
        self.lens = len(self._parameters)
        self.mu = self._numbers("mu_", 1.0)
        self.eta = self._numbers("eta_", 0.0)
        self.ax = self._parameters.clone(prefix="ax_", init="zeros")

    def _numbers(self, prefix: str, value: float) -> ParameterTuple:
        tensors = [Tensor(np.float32(value)) for _ in self._parameters]
        pairs = zip(tensors, self._parameters, strict=True)
        return ParameterTuple(Parameter(t, name=prefix + p.name) for t, p in pairs)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        lambd, alpha = self.lambd, self.alpha
        step = scalar(self.global_step).astype(np.float32)
        next_mu = 1.0 / jnp.maximum(1.0, step - scalar(self.t0))

        def rule(p: Any, mu: Any, eta: Any, ax: Any, lr: Any, g: Any) -> tuple:
            eta = jnp.where(step == 1, lr, eta)
            weight, grad, average = (x.astype(np.float32) for x in (p, g, ax))
            weight = weight * (1.0 - lambd * eta) - eta * grad
            kept = weight.astype(p.dtype)
            average = jnp.where(mu != 1, average + (weight - average) * mu, kept)
            return kept, next_mu, lr / (1.0 + lambd * lr * step) ** alpha, average

        self._each(rule, self._parameters, self.mu, self.eta, self.ax, rates, grads)
