"""SGD, ASGD, Rprop, RMSprop, Adadelta and Adagrad."""

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


def check_nesterov(nesterov: bool, momentum: float, dampening: float) -> None:
    """ValueError if there is no full momentum to look ahead along."""
    if nesterov and (momentum <= 0.0 or dampening != 0.0):
        raise ValueError(
            "For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must "
            f"equal to 0.0, but got 'momentum' {momentum}, 'dampening' {dampening}"
        )


class SGD(GroupRuleOptimizer):
    """Stochastic gradient descent, with momentum if asked for.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor, 0 or more.
        momentum: number, 0 or more.
        dampening: number, the share of the gradient that the momentum leaves out.
        weight_decay: number, 0 or more; it is added to the gradient.
        nesterov: bool, look ahead along the momentum.
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
        >>> _ = optim.SGD([w], 0.5)((ms.Tensor([1.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Sutskever, Martens, Dahl, Hinton: On the Importance of Initialization and Momentum in Deep
        Learning, 2013.
    """

    _state = ("accum", "stat")
    _decays = False

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ):
        validator.check_value_type("lr", lr, [float, int, Tensor], self.cls_name)
        check_not_negative({"learning rate": lr})
        validator.check_value_type("momentum", momentum, [int, float], self.cls_name)
        check_not_negative({"momentum value": momentum})
        momentum = float(momentum)
        validator.check_value_type("nesterov", nesterov, [bool], self.cls_name)
        validator.check_value_type("maximize", maximize, [bool], self.cls_name)
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "dampening": dampening,
                "weight_decay": weight_decay,
                "nesterov": nesterov,
                "maximize": maximize,
                "grad_centralization": False,
            },
        )
        for group in self.param_groups:
            value = group["dampening"]
            validator.check_value_type("dampening", value, [int, float], self.cls_name)
            group["dampening"] = float(value)
        check_nesterov(nesterov, momentum, dampening)
        self._make_state("accum")
        self._make_state("stat", init="ones")

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        settings = option["dampening"], option["weight_decay"], option["nesterov"]
        momentum = option["momentum"]

        def rule(p: Any, g: Any, accum: Any, stat: Any) -> tuple:
            return rules.sgd(p, g, lr, accum, momentum, stat, *settings)

        return rule


class ASGD(GroupRuleOptimizer):
    """Averaged stochastic gradient descent.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        lambd: float, the decay term.
        alpha: float, the power of the step in the learning rate.
        t0: float, the step at which averaging starts.
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
        >>> _ = optim.ASGD([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [-0.5]

    References:
        Polyak, Juditsky: Acceleration of Stochastic Approximation by Averaging, 1992.
    """

    _state = ("eta", "mu", "ax")
    _step_name = "step_t"

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0.0,
        maximize: bool = False,
    ):
        check_not_less_than_without_equal(lr, "lr", self.cls_name)
        check_not_less_than(weight_decay, "weight_decay", self.cls_name)
        for name, value in (("lambd", lambd), ("t0", t0)):
            if not isinstance(value, float):
                raise TypeError(
                    f"For 'ASGD', the type of {name} must be float, but got {type(value)}."
                )
        super().__init__(
            params,
            {
                "lr": lr,
                "lambd": lambd,
                "alpha": alpha,
                "t0": t0,
                "weight_decay": weight_decay,
                "maximize": maximize,
            },
        )
        # lists beside the registered Parameters, as in MindSpore
        for name, value in (("mu", 1.0), ("eta", 0.0)):
            self.__dict__[name] = [
                Parameter(Tensor(np.float32(value)), f"{name}_{p.name}") for p in self.parameters
            ]
        self._make_state("ax")
        self._count()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        lambd, alpha, t0 = option["lambd"], option["alpha"], option["t0"]

        def rule(p: Any, g: Any, eta: Any, mu: Any, ax: Any) -> tuple:
            eta = jnp.where(step == 1, lr, eta)
            weight = (p * (1.0 - lambd * eta) - eta * g).astype(p.dtype)
            ax = jnp.where(mu != 1, ax + (weight - ax) * mu, weight)
            eta = lr / (1.0 + lambd * lr * step) ** alpha
            return weight, eta, 1.0 / jnp.maximum(1.0, step - t0), ax

        return rule


class Rprop(GroupRuleOptimizer):
    """Resilient backpropagation: step sizes that follow from changes of sign.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0, the first step size.
        etas: pair of floats: factors of the step size after a change of sign and without.
        step_sizes: pair of numbers: least and largest step size.
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
        >>> _ = optim.Rprop([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]

    References:
        Riedmiller, Braun: A Direct Adaptive Method for Faster Backpropagation Learning: the RPROP
        Algorithm, 1993.
    """

    _state = ("prev", "step_size")
    _step_name = "step_t"
    _decays = False

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
    ):
        check_not_less_than_without_equal(lr, "lr", self.cls_name)
        check_not_less_than_without_equal(etas[1], "etas[1]", self.cls_name, 1.0)
        neither = validator.INC_NEITHER
        validator.check_float_range(etas[0], 0.0, 1.0, neither, "etas[0]", self.cls_name)
        defaults = {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize}
        super().__init__(params, defaults)
        self._make_state()
        self._count()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        (minus, plus), (least, largest) = option["etas"], option["step_sizes"]

        def rule(p: Any, g: Any, prev: Any, size: Any) -> tuple:
            turn = jnp.sign(g * prev)
            factor = jnp.where(turn > 0, plus, jnp.where(turn < 0, minus, 1.0))
            size = jnp.clip(jnp.where(step == 1, lr, size) * factor, least, largest)
            g = jnp.where(turn < 0, 0, g)
            return p - jnp.sign(g) * size, g, size

        return rule


class RMSprop(GroupRuleOptimizer):
    """RMSProp: steps divided by the root of the average squared gradient.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        alpha: float, 0 or more, the decay of the average squared gradient.
        eps: float above 0 that is added to the divisor.
        weight_decay: float, 0 or more; it is added to the gradient.
        momentum: float, 0 or more.
        centered: bool, divide by the standard deviation of the gradients.
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
        >>> _ = optim.RMSprop([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [-4.]

    References:
        Tieleman, Hinton: RMSProp: Divide the Gradient by a Running Average of Its Recent Magnitude,
        2012.
    """

    _state = ("mean_square", "mean_grad", "moment")

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        momentum: float = 0.0,
        centered: bool = False,
        maximize: bool = False,
    ):
        check_not_less_than_without_equal(lr, "lr", self.cls_name)
        check_not_less_than(alpha, "alpha", self.cls_name)
        check_not_less_than_without_equal(eps, "eps", self.cls_name)
        check_not_less_than(momentum, "momentum", self.cls_name)
        check_not_less_than(weight_decay, "weight_decay", self.cls_name)
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "alpha": alpha,
                "eps": eps,
                "centered": centered,
                "weight_decay": weight_decay,
                "maximize": maximize,
            },
        )
        self._make_state("mean_grad", "mean_square", "moment")

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        alpha, eps, mu = option["alpha"], option["eps"], option["momentum"]
        centered = option["centered"]

        def rule(p: Any, g: Any, square: Any, mean: Any, moment: Any) -> tuple:
            square = square * alpha + (1 - alpha) * g * g
            variance = square
            if centered:
                mean = mean * alpha + g * (1 - alpha)
                variance = square - mean * mean
            change = g / (jnp.sqrt(variance) + eps)
            if mu > 0:
                change = moment = moment * mu + change
            return p - lr * change, square, mean, moment

        return rule


class Adadelta(GroupRuleOptimizer):
    """Adadelta: steps that follow from averages of squared gradients and squared steps.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        rho: float in [0, 1], the decay of the averages.
        eps: float above 0 that is added under the roots.
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
        >>> _ = optim.Adadelta([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.998]

    References:
        Zeiler: ADADELTA: An Adaptive Learning Rate Method, 2012.
    """

    _state = ("accum", "accum_update")

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        *,
        maximize: bool = False,
    ):
        check_not_less_than_without_equal(lr, "lr", self.cls_name)
        check_not_less_than_without_equal(eps, "eps", self.cls_name)
        check_not_less_than(weight_decay, "weight_decay", self.cls_name)
        validator.check_float_range(rho, 0.0, 1.0, validator.INC_BOTH, "rho", self.cls_name)
        super().__init__(
            params,
            {
                "lr": lr,
                "rho": rho,
                "eps": eps,
                "weight_decay": weight_decay,
                "maximize": maximize,
            },
        )
        self._make_state(init=0)

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        rho, eps = option["rho"], option["eps"]

        def rule(p: Any, g: Any, accum: Any, accum_update: Any) -> tuple:
            return rules.adadelta(p, accum, accum_update, lr, rho, eps, g)

        return rule


class Adagrad(GroupRuleOptimizer):
    """Adagrad: steps divided by the root of the summed squared gradients.

    Args:
        params: Parameters, or groups: dicts with "params" and options.
        lr: number or 0-d Tensor above 0.
        lr_decay: float, 0 or more, how fast the learning rate shrinks.
        weight_decay: float, 0 or more; it is added to the gradient.
        initial_accumulator_value: float, 0 or more, the start of the sums of squared gradients.
        eps: float above 0 that is added to the divisor.
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
        >>> _ = optim.Adagrad([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(3))
        [0.5]

    References:
        Duchi, Hazan, Singer: Adaptive Subgradient Methods for Online Learning and Stochastic
        Optimization, 2011.
    """

    _state = ("accum",)
    _step_name = "step_t"
    _counts_after = True

    def __init__(
        self,
        params: Iterable,
        lr: float | Tensor = 1e-2,
        lr_decay: float = 0.0,
        weight_decay: float = 0.0,
        initial_accumulator_value: float = 0.0,
        eps: float = 1e-10,
        *,
        maximize: bool = False,
    ):
        check_not_less_than_without_equal(lr, "lr", self.cls_name)
        for name, value in (
            ("lr_decay", lr_decay),
            ("weight_decay", weight_decay),
            ("initial_accumulator_value", initial_accumulator_value),
        ):
            check_not_less_than(value, name, self.cls_name)
        check_not_less_than_without_equal(eps, "eps", self.cls_name)
        super().__init__(
            params,
            {
                "lr": lr,
                "lr_decay": lr_decay,
                "eps": eps,
                "weight_decay": weight_decay,
                "initial_accumulator_value": initial_accumulator_value,
                "maximize": maximize,
            },
        )
        self._make_state(init=initial_accumulator_value)
        self._count()

    def _rule(self, option: dict, lr: Any, step: Any) -> Callable:
        rate, eps = lr / (1 + step * option["lr_decay"]), option["eps"]

        def rule(p: Any, g: Any, accum: Any) -> tuple:
            return rules.adagrad_v2(p, accum, rate, g, eps)

        return rule
