"""Adam and AdamWeightDecay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.optim._arrays import scalar, write
from msjax.nn.optim._rule import RuleOptimizer, distinct
from msjax.nn.optim.optimizer import LearningRate, Optimizer, opt_init_args_register


def check_betas(beta1: float, beta2: float, eps: float, cls_name: str) -> None:
    """Refuse decay rates outside of (0, 1) and an epsilon that is not above 0.

    Args:
        beta1: float in (0, 1), the first decay rate.
        beta2: float in (0, 1), the second decay rate.
        eps: float above 0.
        cls_name: str, the optimizer's name, for the error texts.

    Raises:
        TypeError: an argument is not a float.
        ValueError: an argument is out of range.

    Examples:
        >>> from msjax.nn.optim.adam import check_betas
        >>> check_betas(0.9, 0.999, 1e-8, "Adam")
    """
    for name, value in (("beta1", beta1), ("beta2", beta2), ("eps", eps)):
        validator.check_value_type(name, value, [float], cls_name)
    for name, value in (("beta1", beta1), ("beta2", beta2)):
        validator.check_float_range(value, 0.0, 1.0, validator.INC_NEITHER, name, cls_name)
    validator.check_positive_float(eps, "eps", cls_name)


_check_param_value = check_betas  # what optimizers derived from Adam import


def advanced_power(power: Parameter, beta: Any) -> Any:
    """Multiply the power of a decay rate by it.

    Args:
        power: Parameter of one element, the power; it is written.
        beta: float or array of shape (), the decay rate.

    Returns:
        jax.Array of shape (), the new power.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.optim.adam import advanced_power
        >>> power = ms.Parameter(ms.Tensor([0.5]), name="power")
        >>> print(advanced_power(power, 0.5), power.asnumpy())
        0.25 [0.25]
    """
    new = scalar(power) * beta
    write(power, new.reshape(power.shape))
    return new


class BiasCorrected(RuleOptimizer):
    """What the optimizers of the Adam family share: moments with bias correction.

        The powers of the decay rates have the shape `_power_shape`.

    Args:
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        parameters: list of Parameters or of groups, see `Optimizer`.
        weight_decay: number, 0 or more, or a Cell called with the step.
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
        >>> from msjax.nn.optim.adam import BiasCorrected
        >>> [c.__name__ for c in (ms.nn.Adam, ms.nn.LazyAdam) if issubclass(c, BiasCorrected)]
        ['Adam', 'LazyAdam']
    """

    _power_shape: tuple[int, ...] = (1,)

    def _init_moments(self, beta1: float, beta2: float, eps: float) -> None:
        self.beta1 = Tensor(beta1, mstype.float32)
        self.beta2 = Tensor(beta2, mstype.float32)
        one = np.ones(self._power_shape, np.float32)
        self.beta1_power = Parameter(Tensor(one), name="beta1_power")
        self.beta2_power = Parameter(Tensor(one), name="beta2_power")
        self.eps = Tensor(eps, mstype.float32)
        self.moment1 = self._parameters.clone(prefix="moment1", init="zeros")
        self.moment2 = self._parameters.clone(prefix="moment2", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        beta1, beta2, eps = scalar(self.beta1), scalar(self.beta2), scalar(self.eps)
        power1 = advanced_power(self.beta1_power, beta1)
        power2 = advanced_power(self.beta2_power, beta2)
        corrected = distinct(rates, lambda lr: rules.adam_rate(lr, power1, power2))
        columns = [self._parameters, self.moment1, self.moment2]
        if getattr(self, "use_amsgrad", False):

            def rule(p: Any, m: Any, v: Any, vhat: Any, rate: Any, g: Any) -> tuple:
                return rules.amsgrad(p, m, v, vhat, rate, beta1, beta2, eps, g)

            columns.append(self.vhat)
        else:
            nesterov = self.use_nesterov

            def rule(p: Any, m: Any, v: Any, rate: Any, g: Any) -> tuple:
                return rules.adam(p, m, v, rate, beta1, beta2, eps, g, nesterov)

        self._each(rule, *columns, corrected, grads)


def _inner_rule(c: Any) -> Any:
    if c.use_amsgrad:
        return ops.ApplyAdamWithAmsgradV2(c.use_locking)
    return (ops.AdamNoUpdateParam if c.use_offload else ops.Adam)(c.use_locking, c.use_nesterov)


def _inner_sparse_rule(c: Any) -> Any:
    kind = ops.FusedSparseLazyAdam if c.use_lazy else ops.FusedSparseAdam
    return kind(c.use_locking, c.use_nesterov)


class Adam(BiasCorrected):
    """Adam: steps of the average gradient, divided by the root of the average squared gradient.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1), the decay of the average gradient.
        beta2: float in (0, 1), the decay of the average squared gradient.
        eps: float above 0 that is added to the divisor.
        use_locking: bool, kept for compatibility: updates are never torn.
        use_nesterov: bool, look ahead along the average gradient.
        weight_decay: number, 0 or more, or a Cell called with the step; it is added to the
            gradient.
        loss_scale: number above 0 by which the gradients are divided.
        use_amsgrad: bool, divide by the largest average so far.
        kwargs: `use_lazy`, `use_offload`: bools that choose how MindSpore runs sparse gradients and
            where; dense updates on the device are the same for all.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        KeyError: an unknown keyword.
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range, or two exclude each other.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> _ = ms.nn.Adam([w], 0.1)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.9]

    References:
        Kingma, Ba: Adam: A Method for Stochastic Optimization, 2014.
        Reddi, Kale, Kumar: On the Convergence of Adam and Beyond, 2018.
    """

    _msj_inner = {"opt": _inner_rule, "sparse_opt": _inner_sparse_rule}

    _power_shape = ()

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
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_amsgrad: bool = False,
        **kwargs: Any,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if set(kwargs) - {"use_lazy", "use_offload"}:
            raise KeyError(
                "For 'Adam', invalid keys are passed as kwargs, supported keys are 'use_lazy' and "
                f"'use_offload', but got {list(kwargs)}."
            )
        use_lazy, use_offload = kwargs.get("use_lazy", False), kwargs.get("use_offload", False)
        check_betas(beta1, beta2, eps, self.cls_name)
        switches = {
            "use_locking": use_locking,
            "use_nesterov": use_nesterov,
            "use_amsgrad": use_amsgrad,
            "use_lazy": use_lazy,
            "use_offload": use_offload,
        }
        for name, value in switches.items():
            validator.check_value_type(name, value, [bool], self.cls_name)
            setattr(self, name, value)
        if use_lazy and use_offload:
            raise ValueError("For 'Adam', 'use_lazy' and 'use_offload' can not both be True.")
        if use_amsgrad and (use_lazy or use_offload):
            raise ValueError(
                "For 'Adam', 'use_amsgrad' can not be True together with 'use_lazy' or "
                "'use_offload'."
            )
        self._centralizes = not use_offload
        self._init_moments(beta1, beta2, eps)
        if use_amsgrad:
            self.vhat = self._parameters.clone(prefix="vhat", init="zeros")

    @Optimizer.target.setter
    def target(self, value: str) -> None:
        """Where the update of sparse gradients runs."""
        self._set_base_target(value)


class AdamWeightDecay(RuleOptimizer):
    """Adam with decoupled weight decay and without bias correction.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1), the decay of the average gradient.
        beta2: float in (0, 1), the decay of the average squared gradient.
        eps: float above 0 that is added to the divisor.
        weight_decay: number, 0 or more, or a Cell called with the step.

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
        >>> _ = ms.nn.AdamWeightDecay([w], 0.5, 0.5, 0.75, eps=1e-9)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy())
        [0.5]

    References:
        Loshchilov, Hutter: Decoupled Weight Decay Regularization, 2017.
    """

    _msj_inner = {"use_fused_opt": lambda c: True, "fused_opt": "AdamWeightDecay"}

    _support_parallel_optimizer = True
    _decays = _centralizes = _scales = False
    _refusal = TypeError

    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ):
        super().__init__(learning_rate, params, weight_decay)
        check_betas(beta1, beta2, eps, self.cls_name)
        self.beta1 = Tensor(np.array([beta1], np.float32))
        self.beta2 = Tensor(np.array([beta2], np.float32))
        self.eps = Tensor(np.array([eps], np.float32))
        self.moments1 = self._parameters.clone(prefix="adam_m", init="zeros")
        self.moments2 = self._parameters.clone(prefix="adam_v", init="zeros")

    def _update(self, rates: list, weight_decay: Any, grads: list) -> None:
        beta1, beta2, eps = scalar(self.beta1), scalar(self.beta2), scalar(self.eps)

        def rule(p: Any, m: Any, v: Any, lr: Any, decay: Any, g: Any) -> tuple:
            return rules.adam_weight_decay(p, m, v, lr, beta1, beta2, eps, decay, g.astype(p.dtype))

        columns = self._parameters, self.moments1, self.moments2
        self._each(rule, *columns, rates, self._own_decays(weight_decay), grads)


class AdamOffload(BiasCorrected):
    """Adam that MindSpore runs on the host; here it is `Adam`.

    Args:
        params: list of Parameters or of groups, see `Optimizer`.
        learning_rate: number, Tensor, iterable or LearningRateSchedule, see `Optimizer`.
        beta1: float in (0, 1).
        beta2: float in (0, 1).
        eps: float above 0.
        use_locking: bool, kept for compatibility.
        use_nesterov: bool, look ahead along the average gradient.
        weight_decay: number, 0 or more, or a Cell called with the step.
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
        >>> _ = ms.nn.AdamOffload([w], 0.5)((ms.Tensor([3.0]),))
        >>> print(w.asnumpy().round(4))
        [0.5]
    """

    _msj_inner = {"opt": lambda c: ops.AdamNoUpdateParam(c._use_locking, c.use_nesterov)}

    _centralizes = False

    def __init__(
        self,
        params: Iterable[Parameter] | Iterable[dict[str, Any]],
        learning_rate: LearningRate = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_betas(beta1, beta2, eps, self.cls_name)
        validator.check_value_type("use_locking", use_locking, [bool], self.cls_name)
        validator.check_value_type("use_nesterov", use_nesterov, [bool], self.cls_name)
        self.params, self.use_nesterov = self._parameters, use_nesterov
        self._use_locking = use_locking  # for the primitive that `opt` shows
        self._init_moments(beta1, beta2, eps)
