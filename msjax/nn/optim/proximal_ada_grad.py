"""ProximalAdagrad."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar
from msjax.nn.optim._rule import RuleOptimizer
from msjax.nn.optim.optimizer import LearningRate, Optimizer, opt_init_args_register


class ProximalAdagrad(RuleOptimizer):
    """Adagrad with l1 and l2 regularization.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        accum: float, 0 or more, the start of the sums of squared gradients.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
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
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.ProximalAdagrad([w], accum=0.0, learning_rate=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Duchi, Singer: Efficient Learning using Forward-Backward Splitting, 2009.
    """

    _msj_inner = {
        "opt": lambda c: ops.ApplyProximalAdagrad(c.use_locking),
        "sparse_opt": lambda c: ops.SparseApplyProximalAdagrad(c.use_locking),
    }

    _lazy = True

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        accum: float = 0.1,
        learning_rate: LearningRate = 0.001,
        l1: float = 0.0,
        l2: float = 0.0,
        use_locking: bool = False,
        loss_scale: float = 1.0,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        for name, value in (("accum", accum), ("l1", l1), ("l2", l2)):
            validator.check_value_type(name, value, [float], self.cls_name)
            validator.check_non_negative_float(value, name, self.cls_name)
        validator.check_value_type("use_locking", use_locking, [bool], self.cls_name)
        self.accum = self._parameters.clone(prefix="accum", init=accum)
        self.l1, self.l2 = Tensor(l1, mstype.float32), Tensor(l2, mstype.float32)
        self.use_locking = use_locking

    @Optimizer.target.setter
    def target(self, value: str) -> None:
        """Where the update of sparse gradients runs."""
        self._set_any_target(value)

    def construct(self, grads: Sequence[Tensor]) -> Any:
        """Update all Parameters by their gradients."""
        return super().construct(grads)

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        l1, l2 = scalar(self.l1), scalar(self.l2)

        def rule(p: Any, accum: Any, lr: Any, g: Any) -> tuple:
            return rules.proximal_adagrad(p, accum, lr, l1, l2, g)

        self._each(rule, self._parameters, self.accum, rates, grads)
