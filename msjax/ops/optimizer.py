"""Primitives that update Parameters with dense gradients: the adaptive rules."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._checkparam import check_value_type
from msjax._core.op import Array, Value
from msjax._core.primitive import REQUIRED
from msjax.ops import _update_rules as rules
from msjax.ops._update import booleans, update


@update("Adam", "var m v", check=booleans, use_locking=False, use_nesterov=False)
def adam(
    var: Array,
    m: Array,
    v: Array,
    beta1_power: Value,
    beta2_power: Value,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    gradient: Array,
    use_locking=False,
    use_nesterov=False,
):
    """One step of Adam on one Parameter.

    Args:
        use_locking: kept for compatibility: updates are never torn.
        use_nesterov: look ahead along the first moment.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments of one shape; updated in place.
        - **beta1_power**, **beta2_power** (number, Tensor) - powers of the decay rates for this
          step.
        - **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = ms.ops.Adam()(w, m, v, 0.5, 0.75, 0.5, 0.5, 0.75, 1e-9, ms.Tensor([2.]))
        >>> print(w.asnumpy())
        [0.5]
    """
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    return rules.adam(var, m, v, rate, beta1, beta2, epsilon, gradient, use_nesterov)


@update("AdamNoUpdateParam", "m v", check=booleans, use_locking=False, use_nesterov=False)
def adam_no_update_param(
    m: Array,
    v: Array,
    beta1_power: Value,
    beta2_power: Value,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    gradient: Array,
    use_locking=False,
    use_nesterov=False,
):
    """One step of Adam that updates the moments and returns what to add to the weights.

    Inputs:
        - **m**, **v** (Parameter) - the moments; updated in place.
        - **beta1_power**, **beta2_power** (number, Tensor) - powers of the decay rates for this
          step.
        - **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the settings.
        - **gradient** (Tensor) - the gradient.

    Outputs:
        Tensor to add to the weights.
    """
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    delta, m, v = rules.adam_delta(m, v, rate, beta1, beta2, epsilon, gradient, use_nesterov)
    return m, v, (-delta).astype(gradient.dtype)


@update("AdamWeightDecay", "var m v", use_locking=False)
def adam_weight_decay(
    var: Array,
    m: Array,
    v: Array,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    decay: Value,
    gradient: Array,
    use_locking=False,
):
    """One step of Adam with decoupled weight decay and without bias correction.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **lr**, **beta1**, **beta2**, **epsilon**, **decay** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m` and `v`.
    """
    return rules.adam_weight_decay(var, m, v, lr, beta1, beta2, epsilon, decay, gradient)


@update("FusedCastAdamWeightDecay", "var m v", use_locking=False)
def fused_cast_adam_weight_decay(
    var: Array,
    m: Array,
    v: Array,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    decay: Value,
    gradient: Array,
    global_norm: Value,
    use_locking=False,
):
    """`AdamWeightDecay` for half-precision gradients that are divided by `global_norm` first.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **lr**, **beta1**, **beta2**, **epsilon**, **decay** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.
        - **global_norm** (number, Tensor) - the divisor.

    Outputs:
        Tuple of the new `var`, `m` and `v`.
    """
    gradient = gradient / global_norm
    return rules.adam_weight_decay(var, m, v, lr, beta1, beta2, epsilon, decay, gradient)


def _check_amsgrad(name: str, beta1: Any, beta2: Any, epsilon: Any, use_locking: Any) -> None:
    for argument, value in (("beta1", beta1), ("beta2", beta2), ("epsilon", epsilon)):
        check_value_type(argument, value, [float], name)
    booleans(name, use_locking=use_locking)


@update(
    "ApplyAdamWithAmsgrad",
    "var m v vhat",
    check=_check_amsgrad,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-8,
    use_locking=False,
)
def apply_adam_with_amsgrad(
    var: Array,
    m: Array,
    v: Array,
    vhat: Array,
    beta1_power: Value,
    beta2_power: Value,
    lr: Value,
    grad: Array,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-8,
    use_locking=False,
):
    """One step of Adam that divides by the largest second moment so far.

    Inputs:
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in
          place.
        - **beta1_power**, **beta2_power**, **lr** (number, Tensor) - the settings of this step.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m`, `v` and `vhat`.
    """
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    return rules.amsgrad(var, m, v, vhat, rate, beta1, beta2, epsilon, grad)


@update("ApplyAdamWithAmsgradV2", "var m v vhat", check=booleans, use_locking=False)
def apply_adam_with_amsgrad_v2(
    var: Array,
    m: Array,
    v: Array,
    vhat: Array,
    beta1_power: Value,
    beta2_power: Value,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    grad: Array,
    use_locking=False,
):
    """`ApplyAdamWithAmsgrad` with decay rates and epsilon as inputs.

    Inputs:
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in
          place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings of this step.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m`, `v` and `vhat`.
    """
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    return rules.amsgrad(var, m, v, vhat, rate, beta1, beta2, epsilon, grad)


@update("ApplyAdaMax", "var m v")
def apply_ada_max(
    var: Array,
    m: Array,
    v: Array,
    beta1_power: Value,
    lr: Value,
    beta1: Value,
    beta2: Value,
    epsilon: Value,
    grad: Array,
):
    """One step of AdaMax.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **beta1_power**, **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the
          settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m` and `v`.
    """
    return rules.adamax(var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad)


@update("ApplyAdadelta", "var accum accum_update")
def apply_adadelta(
    var: Array,
    accum: Array,
    accum_update: Array,
    lr: Value,
    rho: Value,
    epsilon: Value,
    grad: Array,
):
    """One step of Adadelta.

    Inputs:
        - **var**, **accum**, **accum_update** (Parameter) - weights and averages; updated in place.
        - **lr**, **rho**, **epsilon** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `accum` and `accum_update`.
    """
    return rules.adadelta(var, accum, accum_update, lr, rho, epsilon, grad)


@update("ApplyAdagrad", "var accum", check=booleans, update_slots=True)
def apply_adagrad(var: Array, accum: Array, lr: Value, grad: Array, update_slots=True):
    """One step of Adagrad.

    Args:
        update_slots: whether `accum` takes up the gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    return rules.adagrad(var, accum, lr, grad, update_slots)


def _check_adagrad_v2(name: str, epsilon: Any, update_slots: Any) -> None:
    check_value_type("epsilon", epsilon, [float], name)
    booleans(name, update_slots=update_slots)


@update("ApplyAdagradV2", "var accum", check=_check_adagrad_v2, epsilon=REQUIRED, update_slots=True)
def apply_adagrad_v2(
    var: Array, accum: Array, lr: Value, grad: Array, epsilon=1e-6, update_slots=True
):
    """One step of Adagrad, `epsilon` being added to the divisor.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    return rules.adagrad_v2(var, accum, lr, grad, epsilon, update_slots)


@update(
    "ApplyAdagradDA",
    "var gradient_accumulator gradient_squared_accumulator",
    result=False,
    check=booleans,
    use_locking=False,
)
def apply_adagrad_da(
    var: Array,
    gradient_accumulator: Array,
    gradient_squared_accumulator: Array,
    grad: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    global_step: Value,
    use_locking=False,
):
    """One step of Adagrad with dual averaging.

    Inputs:
        - **var**, **gradient_accumulator**, **gradient_squared_accumulator** (Parameter) - weights
          and sums; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **global_step** (number, Tensor) - number of the step.

    Outputs:
        The new `var`.
    """
    sums = gradient_accumulator, gradient_squared_accumulator
    return rules.adagrad_da(var, *sums, grad, lr, l1, l2, global_step)


@update("ApplyAddSign", "var m")
def apply_add_sign(
    var: Array, m: Array, lr: Value, alpha: Value, sign_decay: Value, beta: Value, grad: Array
):
    """One step that is larger where gradient and its average agree in sign.

    Inputs:
        - **var**, **m** (Parameter) - weights and average; updated in place.
        - **lr**, **alpha**, **sign_decay**, **beta** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `m`.
    """
    m = beta * m + (1 - beta) * grad
    return var - lr * (alpha + sign_decay * jnp.sign(grad) * jnp.sign(m)) * grad, m


@update("ApplyPowerSign", "var m")
def apply_power_sign(
    var: Array, m: Array, lr: Value, logbase: Value, sign_decay: Value, beta: Value, grad: Array
):
    """One step that is exponentially larger where gradient and its average agree in sign.

    Inputs:
        - **var**, **m** (Parameter) - weights and average; updated in place.
        - **lr**, **logbase**, **sign_decay**, **beta** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `m`.
    """
    m = beta * m + (1 - beta) * grad
    return var - lr * jnp.exp(logbase * sign_decay * jnp.sign(grad) * jnp.sign(m)) * grad, m


@update("ApplyCenteredRMSProp", "var mean_gradient mean_square moment", False, use_locking=False)
def apply_centered_rms_prop(
    var: Array,
    mean_gradient: Array,
    mean_square: Array,
    moment: Array,
    grad: Array,
    learning_rate: Value,
    decay: Value,
    momentum: Value,
    epsilon: Value,
    use_locking=False,
):
    """One step of RMSProp that divides by the standard deviation of the gradients.

    Inputs:
        - **var**, **mean_gradient**, **mean_square**, **moment** (Parameter) - weights and
          averages; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **learning_rate**, **decay**, **momentum**, **epsilon** (number, Tensor) - the settings.

    Outputs:
        The new `var`.
    """
    state = var, mean_gradient, mean_square, moment
    return rules.centered_rmsprop(*state, grad, learning_rate, decay, momentum, epsilon)


@update("ApplyRMSProp", "var mean_square moment", False, check=booleans, use_locking=False)
def apply_rms_prop(
    var: Array,
    mean_square: Array,
    moment: Array,
    learning_rate: Value,
    grad: Array,
    decay: Value,
    momentum: Value,
    epsilon: Value,
    use_locking=False,
):
    """One step of RMSProp.

    Inputs:
        - **var**, **mean_square**, **moment** (Parameter) - weights and averages; updated in place.
        - **learning_rate** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.
        - **decay**, **momentum**, **epsilon** (number, Tensor) - the settings.

    Outputs:
        The new `var`.
    """
    state = var, mean_square, moment
    return rules.rmsprop(*state, learning_rate, grad, decay, momentum, epsilon)


@update("ApplyFtrl", "var accum linear", False, check=booleans, use_locking=False)
def apply_ftrl(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    lr_power: Value,
    use_locking=False,
):
    """One step of FTRL.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **lr**, **l1**, **l2**, **lr_power** (number, Tensor) - the settings.

    Outputs:
        The new `var`.
    """
    return rules.ftrl(var, accum, linear, grad, lr, l1, l2, lr_power)


@update("ApplyProximalAdagrad", "var accum", check=booleans, use_locking=False)
def apply_proximal_adagrad(
    var: Array, accum: Array, lr: Value, l1: Value, l2: Value, grad: Array, use_locking=False
):
    """One step of Adagrad with l1 and l2 regularization.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    return rules.proximal_adagrad(var, accum, lr, l1, l2, grad)
