"""LazyAdam."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.parameter import Parameter
from msjax.nn.optim.adam import BiasCorrected, check_betas
from msjax.nn.optim.optimizer import LearningRate, Optimizer, opt_init_args_register


class LazyAdam(BiasCorrected):
    """Adam that leaves rows without gradient alone in the tables of sparse lookups; everything else
    is as in `Adam`.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1).
        beta2: float in (0, 1).
        eps: float above 0.
        use_locking: bool, kept for compatibility.
        use_nesterov: bool, look ahead along the average gradient.
        weight_decay: float, 0 or more.
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
        >>> _ = ms.nn.LazyAdam([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(4))
        [0.5]

    References:
        Kingma, Ba: Adam: A Method for Stochastic Optimization, 2014.
    """

    _msj_inner = {
        "opt": lambda c: ops.Adam(c.use_locking, c.use_nesterov),
        "sparse_opt": lambda c: ops.FusedSparseLazyAdam(c.use_locking, c.use_nesterov),
    }

    _lazy = True

    @opt_init_args_register
    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        validator.check_value_type("weight_decay", weight_decay, [float], self.cls_name)
        check_betas(beta1, beta2, eps, self.cls_name)
        validator.check_value_type("use_locking", use_locking, [bool], self.cls_name)
        validator.check_value_type("use_nesterov", use_nesterov, [bool], self.cls_name)
        self.use_nesterov, self.use_locking = use_nesterov, use_locking
        self._init_moments(beta1, beta2, eps)

    @Optimizer.target.setter
    def target(self, value: str) -> None:
        """Where the update of sparse gradients runs."""
        self._set_base_target(value)
