"""AdamW, and the variant with one fused update that programs import from this module."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from msjax.experimental.optim.adam import AdamW, adam_rule, check_adam, check_adam_types
from msjax.experimental.optim.optimizer import GroupRuleOptimizer

__all__ = ["AdamW", "SpeedAdamW"]


class SpeedAdamW(GroupRuleOptimizer):
    """`AdamW` whose update is one operation in MindSpore; it has no `amsgrad`.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: float, 0 or more.
        betas: tuple of two floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; times the learning rate, it is taken off the weights.
        amsgrad: bool; the first step refuses True.
        maximize: bool, go up instead of down.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, `amsgrad` is True at a step, or a
            gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental.optim.adamw import SpeedAdamW
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = SpeedAdamW([w], 0.5, weight_decay=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.25]

    References:
        Loshchilov, Hutter: Decoupled Weight Decay Regularization, 2017.
    """

    _state = ("exp_avg", "exp_avg_sq")
    _step_name = "state_step"
    _decays = False
    _single = False

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        check_adam_types(self.cls_name, lr, betas, eps, weight_decay, amsgrad, maximize, (tuple,))
        check_adam(lr, betas, eps, weight_decay)
        self.__dict__["max_v_group"] = True  # with amsgrad, groups hold the maxima
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "amsgrad": amsgrad,
                "maximize": maximize,
            },
        )
        self._make_state()
        self._count(0.0, np.float32, (1,))

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        if option["amsgrad"]:
            raise ValueError(f"For '{self.cls_name}', 'amsgrad' must be False.")
        whole = adam_rule(option, lr, step, decoupled=True)

        def rule(p: Any, g: Any, m: Any, v: Any) -> tuple:
            return whole(p, g, m, v, v)[:3]

        return rule
