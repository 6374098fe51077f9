"""Primitives that update Parameters with dense gradients."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._checkparam import check_value_type
from msjax._core.op import Array, Value, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops import _update_rules as rules
from msjax.ops._update import booleans, booleans_named, update


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
        - **beta1_power**, **beta2_power** (number, Tensor) - powers of the decay rates for this step.
        - **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = ms.ops.Adam()(w, m, v, 0.9, 0.999, 0.1, 0.9, 0.999, 1e-8, ms.Tensor([2.]))
        >>> print(w.asnumpy())
        [0.9]
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
        - **beta1_power**, **beta2_power** (number, Tensor) - powers of the decay rates for this step.
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
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in place.
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
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) -
          the settings of this step.
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
        - **beta1_power**, **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the settings.
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


@update(
    "ApplyAdagradV2", "var accum", check=_check_adagrad_v2, epsilon=REQUIRED, update_slots=True
)
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
        - **var**, **gradient_accumulator**, **gradient_squared_accumulator** (Parameter) - weights and
          sums; updated in place.
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
        - **var**, **mean_gradient**, **mean_square**, **moment** (Parameter) - weights and averages;
          updated in place.
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


@update("ApplyGradientDescent", "var", False)
def apply_gradient_descent(var: Array, alpha: Value, delta: Array):
    """Subtract `alpha * delta` from a Parameter.

    Inputs:
        - **var** (Parameter) - the weights; updated in place.
        - **alpha** (number, Tensor) - the learning rate.
        - **delta** (Tensor) - gradient of `var`.

    Outputs:
        The new `var`.
    """
    return (var - alpha * delta,)


@update("ApplyProximalGradientDescent", "var", False)
def apply_proximal_gradient_descent(var: Array, alpha: Value, l1: Value, l2: Value, delta: Array):
    """Gradient descent with l1 and l2 regularization.

    Inputs:
        - **var** (Parameter) - the weights; updated in place.
        - **alpha**, **l1**, **l2** (number, Tensor) - the settings.
        - **delta** (Tensor) - gradient of `var`.

    Outputs:
        The new `var`.
    """
    return (rules.shrink(var - alpha * delta, alpha, l1, l2),)


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


def _check_momentum(name: str, use_nesterov: Any, use_locking: Any, gradient_scale: Any) -> None:
    booleans(name, use_nesterov=use_nesterov, use_locking=use_locking)
    check_value_type("gradient_scale", gradient_scale, [float], name)


@update(
    "ApplyMomentum",
    "variable accumulation",
    False,
    check=_check_momentum,
    use_nesterov=False,
    use_locking=False,
    gradient_scale=1.0,
)
def apply_momentum(
    variable: Array,
    accumulation: Array,
    learning_rate: Value,
    gradient: Array,
    momentum: Value,
    use_nesterov=False,
    use_locking=False,
    gradient_scale=1.0,
):
    """One step of gradient descent with momentum.

    Args:
        use_nesterov: look ahead along the momentum.
        use_locking: kept for compatibility: updates are never torn.
        gradient_scale: factor of the gradient.

    Inputs:
        - **variable**, **accumulation** (Parameter) - weights and momentum; updated in place.
        - **learning_rate** (number, Tensor) - the learning rate.
        - **gradient** (Tensor) - gradient of `variable`.
        - **momentum** (number, Tensor) - the decay of the momentum.

    Outputs:
        The new `variable`.

    Raises:
        TypeError: a constructor argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> w, m = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([1.]))
        >>> print(ms.ops.ApplyMomentum()(w, m, 0.1, ms.Tensor([2.]), 0.5))
        [0.75]
    """
    if gradient_scale != 1.0:
        gradient = gradient * gradient_scale
    return rules.momentum(
        variable, accumulation, learning_rate, gradient, momentum, use_nesterov
    )


@update("FusedWeightScaleApplyMomentum", "variable accumulation", False)
def fused_weight_scale_apply_momentum(
    weight_decay: Value,
    loss_scale: Value,
    variable: Array,
    accumulation: Array,
    learning_rate: Value,
    gradient: Array,
    momentum: Value,
):
    """`ApplyMomentum` on `(weight_decay * variable + gradient) * loss_scale`.

    Inputs:
        - **weight_decay**, **loss_scale** (Tensor) - the settings of the gradient.
        - **variable**, **accumulation** (Parameter) - weights and momentum; updated in place.
        - **learning_rate** (number, Tensor) - the learning rate.
        - **gradient** (Tensor) - gradient of `variable`.
        - **momentum** (number, Tensor) - the decay of the momentum.

    Outputs:
        The new `variable`.
    """
    gradient = (weight_decay * variable + gradient) * loss_scale
    return rules.momentum(variable, accumulation, learning_rate, gradient, momentum)


@update("ApplyKerasMomentum", "var accum", check=booleans, use_locking=False, use_nesterov=False)
def apply_keras_momentum(
    var: Array,
    accum: Array,
    lr: Value,
    grad: Array,
    momentum: Value,
    use_locking=False,
    use_nesterov=False,
):
    """One step of momentum in which the learning rate is part of the accumulated step.

    Inputs:
        - **var**, **accum** (Parameter) - weights and momentum; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.
        - **momentum** (number, Tensor) - the decay of the momentum.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


def _check_sgd(name: str, dampening: Any, weight_decay: Any, nesterov: Any) -> None:
    booleans(name, nesterov=nesterov)
    if nesterov and dampening != 0:
        raise ValueError(
            f"For '{name}', the 'dampening' must be 0 when 'nesterov' is True, but got {dampening}."
        )


@update(
    "SGD", "parameters accum stat", False, check=_check_sgd, dampening=0.0, weight_decay=0.0,
    nesterov=False,
)  # fmt: skip
def sgd(
    parameters: Array,
    gradient: Array,
    learning_rate: Value,
    accum: Array,
    momentum: Value,
    stat: Array,
    dampening=0.0,
    weight_decay=0.0,
    nesterov=False,
):
    """One step of gradient descent with momentum, whose first gradient is not damped.

    Args:
        dampening: share of the gradient that the momentum leaves out.
        weight_decay: factor of the weights that are added to the gradient.
        nesterov: look ahead along the momentum.

    Inputs:
        - **parameters** (Parameter) - the weights; updated in place.
        - **gradient** (Tensor) - their gradient.
        - **learning_rate** (Tensor) - the learning rate.
        - **accum** (Parameter) - the momentum; updated in place.
        - **momentum** (Tensor) - the decay of the momentum.
        - **stat** (Parameter) - above 0 before the first step; updated in place.

    Outputs:
        The new `parameters`.

    Raises:
        TypeError: `nesterov` is not a bool.
        ValueError: `dampening` is not 0 although `nesterov` is True.
    """
    state = accum, momentum, stat
    settings = dampening, weight_decay, nesterov
    return rules.sgd(parameters, gradient, learning_rate, *state, *settings)


def _check_lars(*, epsilon: Any, hyperpara: Any, use_clip: Any) -> None:
    check_value_type("epsilon", epsilon, [float], "LARSUpdate")
    check_value_type("hyperpara", hyperpara, [float], "LARSUpdate")
    check_value_type("use_clip", use_clip, [bool], "LARSUpdate")


@primitive("LARSUpdate", check=_check_lars, epsilon=1e-5, hyperpara=0.001, use_clip=False)
@op(label="LARSUpdate")
def lars_update(
    weight: Array,
    gradient: Array,
    norm_weight: Array,
    norm_gradient: Array,
    weight_decay: Value,
    learning_rate: Value,
    epsilon=1e-5,
    hyperpara=0.001,
    use_clip=False,
):
    """Scale a gradient by the ratio of the norms of weight and gradient.

    Args:
        epsilon: added to the divisor.
        hyperpara: factor of the ratio.
        use_clip: limit the ratio to the learning rate.

    Inputs:
        - **weight**, **gradient** (Tensor) - of one shape.
        - **norm_weight**, **norm_gradient** (Tensor) - their sums of squares.
        - **weight_decay**, **learning_rate** (number, Tensor) - the settings.

    Outputs:
        Tensor, the new gradient.

    Raises:
        TypeError: a constructor argument has a wrong type.
    """
    squares = norm_weight.reshape(()), norm_gradient.reshape(())
    settings = jnp.reshape(weight_decay, ()), jnp.reshape(learning_rate, ())
    return rules.lars(weight, gradient, *squares, *settings, epsilon, hyperpara, use_clip)


_SWITCHES = ("enable_scale_parameter", "enable_first_moment", "enable_weight_decay")


@update(
    "FusedAdaFactor", "param exp_avg exp_avg_sq_row exp_avg_sq_col exp_avg_sq", False, False,
    check=booleans_named(*_SWITCHES), enable_scale_parameter=False, enable_first_moment=False,
    enable_weight_decay=False,
)  # fmt: skip
def fused_ada_factor(
    epsilon: Array,
    clip_threshold: Value,
    beta1: Value,
    beta2t: Value,
    weight_decay: Value,
    learning_rate: Value,
    grad: Array,
    param: Array,
    exp_avg: Array,
    exp_avg_sq_row: Array,
    exp_avg_sq_col: Array,
    exp_avg_sq: Array,
    enable_scale_parameter=False,
    enable_first_moment=False,
    enable_weight_decay=False,
):
    """One step of AdaFactor.

    Inputs:
        - **epsilon** (Tensor) - added to squared gradients, and least scale of the weights: shape (2,).
        - **clip_threshold**, **beta1**, **beta2t**, **weight_decay**, **learning_rate** (Tensor) - the
          settings.
        - **grad** (Tensor) - gradient of `param`.
        - **param**, **exp_avg**, **exp_avg_sq_row**, **exp_avg_sq_col**, **exp_avg_sq** (Parameter) -
          weights and averages; updated in place.

    Outputs:
        The new `param`.
    """
    settings = epsilon, clip_threshold, beta1, beta2t, weight_decay, learning_rate
    state = grad, param, exp_avg, exp_avg_sq_row, exp_avg_sq_col, exp_avg_sq
    switches = enable_scale_parameter, enable_first_moment, enable_weight_decay
    return rules.adafactor(*settings, *state, *switches)


@update(
    "FusedAdaFactorWithGlobalNorm", "param exp_avg exp_avg_sq_row exp_avg_sq_col exp_avg_sq", False,
    False, check=booleans_named(*_SWITCHES), enable_scale_parameter=False,
    enable_first_moment=False, enable_weight_decay=False,
)  # fmt: skip
def fused_ada_factor_with_global_norm(
    epsilon: Array,
    clip_threshold: Value,
    beta1: Value,
    beta2t: Value,
    weight_decay: Value,
    learning_rate: Value,
    grad: Array,
    param: Array,
    exp_avg: Array,
    exp_avg_sq_row: Array,
    exp_avg_sq_col: Array,
    exp_avg_sq: Array,
    global_norm: Value,
    enable_scale_parameter=False,
    enable_first_moment=False,
    enable_weight_decay=False,
):
    """`FusedAdaFactor` with the gradient divided by `global_norm` first.

    Inputs:
        - the inputs of `FusedAdaFactor`.
        - **global_norm** (Tensor) - the divisor.

    Outputs:
        The new `param`.
    """
    settings = epsilon, clip_threshold, beta1, beta2t, weight_decay, learning_rate
    state = grad / global_norm, param, exp_avg, exp_avg_sq_row, exp_avg_sq_col, exp_avg_sq
    switches = enable_scale_parameter, enable_first_moment, enable_weight_decay
    return rules.adafactor(*settings, *state, *switches)
