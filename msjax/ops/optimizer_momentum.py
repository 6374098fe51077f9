"""Primitives that update Parameters with dense gradients: descent, momentum, LARS and AdaFactor."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._checkparam import check_value_type
from msjax._core.op import Array, Value, op
from msjax._core.primitive import primitive
from msjax.ops import _update_rules as rules
from msjax.ops._update import booleans, booleans_named, update


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
    return rules.momentum(variable, accumulation, learning_rate, gradient, momentum, use_nesterov)


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
        - **epsilon** (Tensor) - added to squared gradients, and least scale of the weights: shape
          (2,).
        - **clip_threshold**, **beta1**, **beta2t**, **weight_decay**, **learning_rate** (Tensor) -
          the settings.
        - **grad** (Tensor) - gradient of `param`.
        - **param**, **exp_avg**, **exp_avg_sq_row**, **exp_avg_sq_col**, **exp_avg_sq** (Parameter)
          - weights and averages; updated in place.

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
