"""Optimizers with groups of Parameters: Adam, AdamW and SGD."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.experimental.optim.adam import adam_rule, check_adam, check_adam_types
from msjax.experimental.optim.optimizer import GroupRuleOptimizer, check_not_negative
from msjax.experimental.optim.sgd import check_nesterov

__all__ = ["AdamW", "Adam", "SGD", "FusedAdamW"]


class _AdamBase(GroupRuleOptimizer):
    """Adam with the state of these optimizers: the maxima belong to the groups."""

    _state = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
    _step_name = "state_step"
    _gaps = False
    _single = False
    _start = 0.0
    _pair: tuple = (tuple,)
    _decoupled = False

    def __init__(
        self,
        params: Iterable,
        lr: float,
        betas: tuple[float, float],
        eps: float,
        weight_decay: float,
        amsgrad: bool,
        maximize: bool,
    ):
        options = lr, betas, eps, weight_decay, amsgrad, maximize
        check_adam_types(self.cls_name, *options, self._pair)
        check_adam(lr, betas, eps, weight_decay)
        self.__dict__["max_v_group"] = True
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": tuple(betas),
                "eps": eps,
                "weight_decay": weight_decay,
                "amsgrad": amsgrad,
                "maximize": maximize,
            },
        )
        self._make_state("exp_avg", "exp_avg_sq")
        self._count(self._start, np.float32, (1,))

    def _members(self, name: str, number: int, start: int, end: int) -> Sequence[Parameter]:
        if name != "max_exp_avg_sq":
            return super()._members(name, number, start, end)
        # without amsgrad the maximum is not touched: any box of the shape stands in for it
        return self.param_groups[number].get(name, self.exp_avg_sq[start:end])

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        whole = adam_rule(option, lr, step - self._start, self._decoupled)
        if option["amsgrad"]:
            return whole

        def rule(p: Any, g: Any, m: Any, v: Any, _: Any) -> tuple:
            p, m, v, _ = whole(p, g, m, v, v)
            return p, m, v, v

        return rule


class Adam(_AdamBase):
    """Adam (Kingma and Ba, 2014).

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: float, 0 or more.
        betas: pair of floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; it is added to the gradient.
        amsgrad: divide by the largest average so far.
        maximize: go up instead of down.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.mint.optim.Adam([w], lr=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize)


class AdamW(_AdamBase):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2017).

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: float, 0 or more.
        betas: pair of floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; times the learning rate, it is taken off the weights.
        amsgrad: divide by the largest average so far.
        maximize: go up instead of down.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.mint.optim.AdamW([w], lr=0.5, weight_decay=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.25]
    """

    _start = -1.0
    _decays = False
    _decoupled = True

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize)


class FusedAdamW(AdamW):
    """`AdamW`, all of whose groups have the same `amsgrad`; the update is one call in either case.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: float, 0 or more.
        betas: pair of floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; times the learning rate, it is taken off the weights.
        amsgrad: divide by the largest average so far.
        maximize: go up instead of down.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or groups differ in `amsgrad`.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.mint.optim.FusedAdamW([w], lr=0.5, weight_decay=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.25]
    """

    _pair = (tuple, list)

    def __init__(
        self,
        params: Iterable,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        groups = params if isinstance(params, (list, tuple)) else []
        flags = {bool(g.get("amsgrad", amsgrad)) for g in groups if isinstance(g, dict)}
        if len(flags) > 1:
            raise ValueError(
                "FusedAdamW does not support mixed amsgrad across param_groups. "
                "Please keep amsgrad consistent."
            )
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)


class SGD(GroupRuleOptimizer):
    """Stochastic gradient descent, with momentum if asked for.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor, 0 or more.
        momentum: number, 0 or more.
        dampening: number, the share of the gradient that the momentum leaves out.
        weight_decay: number, 0 or more; it is added to the gradient.
        nesterov: look ahead along the momentum.
        maximize: go up instead of down.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.mint.optim.SGD([w], 0.5)((ms.Tensor([1.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]
    """

    _state = ("momentum_buf",)
    _gaps = False
    _step_name = "step_t"
    _counts_after = True

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        name, number = self.cls_name, [float, int, bool]
        validator.check_value_type("lr", lr, [*number, Tensor], name)
        validator.check_value_type("momentum", momentum, number, name)
        validator.check_value_type("weight_decay", weight_decay, number, name)
        validator.check_value_type("dampening", dampening, number, name)
        validator.check_value_type("nesterov", nesterov, [bool], name)
        validator.check_value_type("maximize", maximize, [bool], name)
        check_not_negative(
            {"learning rate": lr, "momentum value": momentum, "weight_decay value": weight_decay}
        )
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "weight_decay": weight_decay,
                "dampening": dampening,
                "nesterov": nesterov,
                "maximize": maximize,
            },
        )
        check_nesterov(nesterov, momentum, dampening)
        self._make_state()
        self._count()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        mu, nesterov = option["momentum"], option["nesterov"]
        share = 1 - option["dampening"]

        def rule(p: Any, g: Any, held: Any) -> tuple:
            if mu == 0:
                return p - lr * g, held
            held = jnp.where(step == 0, g, held * mu + share * g)
            return p - lr * (g + mu * held if nesterov else held), held

        return rule
