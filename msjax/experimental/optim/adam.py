"""Adam, AdamW, Adamax, NAdam and RAdam."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.experimental.optim.optimizer import (
    GroupRuleOptimizer,
    check_not_less_than,
    check_not_less_than_without_equal,
    check_not_negative,
)
from msjax.kernels.update import rules

_BETAS = (0.9, 0.999)


def check_adam(lr: Any, betas: Any, eps: Any, weight_decay: Any) -> None:
    """Refuse numbers out of range."""
    check_not_negative(
        {"learning rate": lr, "epsilon value": eps, "weight_decay value": weight_decay}
    )
    for i in range(2):
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")


def check_adam_types(
    cls_name: str,
    lr: Any,
    betas: Any,
    eps: Any,
    weight_decay: Any,
    amsgrad: Any,
    maximize: Any,
    pair: tuple,
) -> None:
    """Refuse what is not a float or bool; `pair` has the types that the decays may come in."""
    validator.check_value_type("betas", betas, list(pair), cls_name)
    validator.check("betas size", len(betas), "", [2], validator.IN, cls_name)
    numbers = {"betas[0]": betas[0], "betas[1]": betas[1]}
    numbers |= {"eps": eps, "weight_decay": weight_decay, "lr": lr}
    for name, value in numbers.items():
        validator.check_value_type(name, value, [float], cls_name)
    validator.check_value_type("amsgrad", amsgrad, [bool], cls_name)
    validator.check_value_type("maximize", maximize, [bool], cls_name)


def _check_strict(cls_name: str, lr: Any, betas: Any, eps: Any, weight_decay: Any) -> None:
    check_not_less_than_without_equal(lr, "lr", cls_name)
    check_not_less_than_without_equal(eps, "eps", cls_name)
    check_not_less_than(weight_decay, "weight_decay", cls_name)
    for i in range(2):
        inside = validator.INC_LEFT
        validator.check_float_range(betas[i], 0.0, 1.0, inside, f"betas[{i}]", cls_name)


def adam_rule(option: dict, lr: Any, step: Any, decoupled: bool = False) -> Callable:
    """Adam with epsilon after the bias correction; the last state is the largest second moment."""
    beta1, beta2 = option["betas"]
    eps, amsgrad = option["eps"], option["amsgrad"]
    size = lr / (1 - beta1**step)
    root = jnp.sqrt(1 - beta2**step)
    keep = 1 - lr * option["weight_decay"] if decoupled else None

    def rule(p: Any, g: Any, m: Any, v: Any, largest: Any) -> tuple:
        m, v = rules.moments(m, v, beta1, beta2, g)
        if amsgrad:
            largest = jnp.maximum(largest, v)
        divisor = jnp.sqrt(largest if amsgrad else v) / root + eps
        return (p if keep is None else p * keep) - size * m / divisor, m, v, largest

    return rule


class Adam(GroupRuleOptimizer):
    """Adam: steps of the average gradient, divided by the root of the average squared gradient.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor, 0 or more.
        betas: pair of floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; it is added to the gradient.
        amsgrad: bool, divide by the largest average so far.
        maximize: bool, go up instead of down.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or a gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = optim.Adam([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]

    References:
        Kingma, Ba: Adam: A Method for Stochastic Optimization, 2014.
        Reddi, Kale, Kumar: On the Convergence of Adam and Beyond, 2018.
    """

    _state = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
    _step_name = "state_step"

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = _BETAS,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        check_adam(lr, betas, eps, weight_decay)
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
        self._count()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        beta1, beta2 = option["betas"]
        eps, amsgrad = option["eps"], option["amsgrad"]
        rate = rules.adam_rate(lr, beta1**step, beta2**step)

        def rule(p: Any, g: Any, m: Any, v: Any, largest: Any) -> tuple:
            if amsgrad:
                return rules.amsgrad(p, m, v, largest, rate, beta1, beta2, eps, g)
            return *rules.adam(p, m, v, rate, beta1, beta2, eps, g), largest

        return rule


class AdamW(Adam):
    """Adam with decoupled weight decay.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor, 0 or more.
        betas: pair of floats in [0, 1), the decays of the averages.
        eps: float, 0 or more, that is added to the divisor.
        weight_decay: float, 0 or more; times the learning rate, it is taken off the weights.
        amsgrad: bool, divide by the largest average so far.
        maximize: bool, go up instead of down.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or a gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = optim.AdamW([w], 0.5, weight_decay=0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.25]

    References:
        Loshchilov, Hutter: Decoupled Weight Decay Regularization, 2017.
    """

    _decays = False

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = _BETAS,
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        return adam_rule(option, lr, step, decoupled=True)


class Adamax(GroupRuleOptimizer):
    """Adam with the infinity norm.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        betas: pair of floats in [0, 1).
        eps: float above 0.
        weight_decay: float, 0 or more; it is added to the gradient.
        maximize: bool, go up instead of down.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or a gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = optim.Adamax([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]

    References:
        Kingma, Ba: Adam: A Method for Stochastic Optimization, 2014.
    """

    _state = ("exp_avg", "exp_inf")
    _step_name = "step_t"

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = _BETAS,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ):
        _check_strict(self.cls_name, lr, betas, eps, weight_decay)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "maximize": maximize,
            },
        )
        self._count()
        self._make_state()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        beta1, beta2 = option["betas"]
        eps, rate = option["eps"], lr / (1 - beta1**step)

        def rule(p: Any, g: Any, m: Any, largest: Any) -> tuple:
            m = beta1 * m + (1 - beta1) * g
            largest = jnp.maximum(beta2 * largest, jnp.abs(g) + eps)
            return p - rate * m / largest, m, largest

        return rule


class NAdam(GroupRuleOptimizer):
    """Adam with Nesterov momentum.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        betas: pair of floats in [0, 1).
        eps: float above 0.
        weight_decay: float, 0 or more; it is added to the gradient.
        momentum_decay: float, 0 or more.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or a gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = optim.NAdam([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.472]

    References:
        Dozat: Incorporating Nesterov Momentum into Adam, 2016.
    """

    _state = ("exp_avg", "exp_avg_sq", "mu_product")
    _step_name = "step_t"

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = _BETAS,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum_decay: float = 4e-3,
    ):
        _check_strict(self.cls_name, lr, betas, eps, weight_decay)
        check_not_less_than(momentum_decay, "momentum_decay", self.cls_name)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "momentum_decay": momentum_decay,
            },
        )
        self._count()
        self._make_state("exp_avg", "exp_avg_sq")
        # a tuple beside the registered Parameters, as in MindSpore
        self.__dict__["mu_product"] = [
            Parameter(Tensor(np.float32(1.0)), "mu_product_" + p.name) for p in self.parameters
        ]

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        beta1, beta2 = option["betas"]
        eps, slow = option["eps"], option["momentum_decay"]
        correction = 1 - beta2**step
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * slow))
        following = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * slow))

        def rule(p: Any, g: Any, m: Any, v: Any, product: Any) -> tuple:
            product = product * mu
            m, v = rules.moments(m, v, beta1, beta2, g)
            divisor = jnp.sqrt(v / correction) + eps
            p = p - lr * (1.0 - mu) / (1.0 - product) * g / divisor
            return p - lr * following / (1.0 - product * following) * m / divisor, m, v, product

        return rule


class RAdam(GroupRuleOptimizer):
    """Rectified Adam: plain momentum until the average squared gradient can be trusted.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        betas: pair of floats in [0, 1).
        eps: float above 0.
        weight_decay: float, 0 or more; it is added to the gradient.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter, of their shapes.

    Outputs:
        True.

    Raises:
        RuntimeError: the gradients are not as many as the Parameters.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or a gradient has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = optim.RAdam([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [-0.5]

    References:
        Liu et al.: On the Variance of the Adaptive Learning Rate and Beyond, 2019.
    """

    _state = ("exp_avg", "exp_avg_sq")
    _step_name = "step_t"

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = _BETAS,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ):
        _check_strict(self.cls_name, lr, betas, eps, weight_decay)
        defaults = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(params, defaults)
        self._count()
        self._make_state()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        beta1, beta2 = option["betas"]
        eps = option["eps"]
        power = beta2**step
        limit = 2 / (1 - beta2) - 1
        length = limit - 2 * step * power / (1 - power)
        rectified = length > 5.0
        known = jnp.where(rectified, length, 6.0)
        share = (known - 4) * (known - 2) * limit / ((limit - 4) * (limit - 2) * known)
        factor = jnp.sqrt((1 - power) * share)
        rate = lr / (1 - beta1**step)

        def rule(p: Any, g: Any, m: Any, v: Any) -> tuple:
            m, v = rules.moments(m, v, beta1, beta2, g)
            return p - rate * m * jnp.where(rectified, factor / (jnp.sqrt(v) + eps), 1.0), m, v

        return rule
