"""FTRL."""

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
from msjax.nn.optim.optimizer import Optimizer, opt_init_args_register


class FTRL(RuleOptimizer):
    """Follow the regularized leader.

    Args:
        params: list of Parameters or of groups without "lr", see `Optimizer`. Weight decay applies
            to all.
        initial_accum: float, 0 or more, the start of the sums of squared gradients.
        learning_rate: float above 0.
        lr_power: float, 0 or less, the power of the sums.
        l1: float, 0 or more.
        l2: float, 0 or more.
        use_locking: bool, kept for compatibility: updates are never torn.
        loss_scale: number above 0 by which the gradients are divided.
        weight_decay: number, 0 or more, or a Cell called with the step.

    Inputs:
        - **grads** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or learning rates are dynamic or of groups.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([0.0]), name="w")
        >>> _ = ms.nn.FTRL([w], initial_accum=0.0, learning_rate=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [-0.5]

    References:
        McMahan et al.: Ad Click Prediction: a View from the Trenches, 2013.
    """

    _msj_inner = {
        "opt": lambda c: ops.ApplyFtrl(c.use_locking),
        "sparse_opt": lambda c: ops.SparseApplyFtrl(c.lr, c.l1, c.l2, c.lr_power, c.use_locking),
    }

    _lazy = True

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        initial_accum: float = 0.1,
        learning_rate: float = 0.001,
        lr_power: float = -0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if self.dynamic_lr or self.is_group_lr:
            raise ValueError(
                "For 'FTRL', dynamic learning rate and group learning rate are currently not "
                "supported in FTRL, they should all be false, but got dynamic learning rate "
                f"{self.dynamic_lr} and group learning rate {self.is_group_lr}."
            )
        numbers = (
            ("initial_accum", initial_accum, validator.GE),
            ("learning_rate", learning_rate, validator.GT),
            ("lr_power", lr_power, validator.LE),
            ("l1", l1, validator.GE),
            ("l2", l2, validator.GE),
        )
        for name, value, relation in numbers:
            validator.check_value_type(name, value, [float], self.cls_name)
            validator.check_number(name, value, 0.0, relation, self.cls_name)
        validator.check_value_type("use_locking", use_locking, [bool], self.cls_name)
        self.moments = self._parameters.clone(prefix="moments", init=initial_accum)
        self.linear = self._parameters.clone(prefix="linear", init="zeros")
        self.l1, self.l2, self.lr, self.lr_power = l1, l2, learning_rate, lr_power
        self.use_locking = use_locking
        if not self.is_group:
            self.decay_flags = (True,) * len(self._parameters)

    @Optimizer.target.setter
    def target(self, value: str) -> None:
        """Where the update of sparse gradients runs."""
        self._set_any_target(value)

    def construct(self, grads: Sequence[Tensor]) -> Any:
        """Update all Parameters by their gradients."""
        return super().construct(grads)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        settings = self.l1, self.l2, self.lr_power

        def rule(p: Any, accum: Any, linear: Any, lr: Any, g: Any) -> tuple:
            return rules.ftrl(p, accum, linear, g, lr, *settings)

        self._each(rule, self._parameters, self.moments, self.linear, rates, grads)
