"""SGD."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.optim._arguments import at_least_zero
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, opt_init_args_register


def _number(name: str, value: Any) -> float:
    return at_least_zero("SGD", name, float(value) if isinstance(value, int) else value)


class SGD(RuleOptimizer):
    """Stochastic gradient descent, with momentum if asked for.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        momentum: float, 0 or more.
        dampening: float, 0 or more, the share of the gradient that the momentum leaves out; the
            first step takes the whole gradient.
        weight_decay: number, 0 or more.
        nesterov: bool, look ahead along the momentum, which needs `momentum` above 0 and no
            dampening.
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
        >>> _ = ms.nn.SGD([w], 0.5)((ms.Tensor([1.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Sutskever, Martens, Dahl, Hinton: On the Importance of Initialization and Momentum in Deep
        Learning, 2013.
    """

    _msj_inner = {
        "opt": lambda c: tuple(ops.SGD(c.dampening, 0.0, c.nesterov) for _ in range(c.param_length))
    }

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 0.1,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        momentum = _number("momentum", momentum)
        self.dampening = _number("dampening", dampening)
        validator.check_value_type("nesterov", nesterov, [bool], self.cls_name)
        if nesterov and (momentum <= 0.0 or self.dampening != 0.0):
            raise ValueError(
                "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must "
                f"equal to 0.0, but got 'momentum' {momentum}, 'dampening' {dampening}."
            )
        self.nesterov = nesterov
        if self.dynamic_weight_decay:
            raise TypeError(
                "For 'SGD', dynamic weight decay is currently not supported, the argument "
                "'weight_decay' or 'weight_decay' set in grouped 'params' must be float or int "
                "type."
            )
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.accum = self._parameters.clone(prefix="accum", init="zeros")
        self.stat = self._parameters.clone(prefix="stat", init="ones")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        mu, dampening, nesterov = scalar(self.momentum), self.dampening, self.nesterov

        def rule(p: Any, accum: Any, stat: Any, lr: Any, g: Any) -> tuple:
            return rules.sgd(p, g, lr, accum, mu, stat, dampening, nesterov=nesterov)

        self._each(rule, self._parameters, self.accum, self.stat, rates, grads)
