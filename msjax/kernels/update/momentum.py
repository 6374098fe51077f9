"""Primitives that update Parameters with dense gradients: descent, momentum and LARS."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import booleans, of_types
from msjax._core.base.errors import Clause
from msjax._core.op.publish import Array, Value, op, primitive, update
from msjax.kernels.update import rules


@update("ApplyGradientDescent", "var", False)
def apply_gradient_descent(var: Array, alpha: Value, delta: Array):
    """Subtract `alpha * delta` from a Parameter.

    Inputs:
        - **var** (Parameter) - the weights; updated in place.
        - **alpha** (number, Tensor) - the learning rate.
        - **delta** (Tensor) - gradient of `var`.

    Outputs:
        The new `var`.

    Raises:
        TypeError: an input is not a Tensor or number.
        ValueError: the shape of `delta` is not that of `var`.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1., 2.]))
        >>> print(ms.ops.ApplyGradientDescent()(w, 0.5, ms.Tensor([1., 2.])))
        [0.5 1. ]
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

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([2., 0.75]))
        >>> print(ms.ops.ApplyProximalGradientDescent()(w, 0.5, 1., 0., ms.Tensor([1., 1.])))
        [1. 0.]
    """
    return (rules.shrink(var - alpha * delta, alpha, l1, l2),)


@update(
    "ApplyMomentum",
    "variable accumulation",
    False,
    check=of_types(use_nesterov=bool, use_locking=bool, gradient_scale=float),
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
    use_nesterov: bool = False,
    use_locking: bool = False,
    gradient_scale: int | float = 1.0,
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

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, m = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([1.]))
        >>> step = ms.ops.FusedWeightScaleApplyMomentum()
        >>> print(step(ms.Tensor(0.5), ms.Tensor(0.5), w, m, 0.5, ms.Tensor([1.5]), 0.5))
        [0.25]
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
    use_locking: bool = False,
    use_nesterov: bool = False,
):
    """One step of momentum in which the learning rate is part of the accumulated step.

    Args:
        use_locking: kept for compatibility: updates are never torn.
        use_nesterov: look ahead along the momentum.

    Inputs:
        - **var**, **accum** (Parameter) - weights and momentum; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.
        - **momentum** (number, Tensor) - the decay of the momentum.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, m = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([1.]))
        >>> w2, m2 = ms.ops.ApplyKerasMomentum()(w, m, 0.25, ms.Tensor([2.]), 0.5)
        >>> print(w2, m2)
        [1.] [0.]
    """
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


def _check_sgd(dampening: Any, weight_decay: Any, nesterov: Any) -> None:
    booleans(nesterov=nesterov)
    if nesterov and dampening != 0:
        raise ValueError(
            Clause(f"the 'dampening' must be 0 when 'nesterov' is True, but got {dampening}.")
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
    dampening: int | float = 0.0,
    weight_decay: int | float = 0.0,
    nesterov: bool = False,
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

    Examples:
        >>> import msjax as ms
        >>> w, m, stat = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 1.))
        >>> print(ms.ops.SGD()(w, ms.Tensor([1.]), ms.Tensor(0.5), m, ms.Tensor(0.5), stat))
        [0.5]
        >>> print(m.asnumpy(), stat.asnumpy())
        [1.] [0.]
    """
    state = accum, momentum, stat
    settings = dampening, weight_decay, nesterov
    return rules.sgd(parameters, gradient, learning_rate, *state, *settings)


@primitive(
    "LARSUpdate",
    check=of_types(epsilon=float, hyperpara=float, use_clip=bool),
    epsilon=1e-5,
    hyperpara=0.001,
    use_clip=False,
)
@op(label="LARSUpdate")
def lars_update(
    weight: Array,
    gradient: Array,
    norm_weight: Array,
    norm_gradient: Array,
    weight_decay: Value,
    learning_rate: Value,
    epsilon: int | float = 1e-5,
    hyperpara: int | float = 0.001,
    use_clip: bool = False,
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

    Examples:
        >>> import msjax as ms
        >>> w, g = ms.Tensor([3., 4.]), ms.Tensor([0.6, 0.8])
        >>> lars = ms.ops.LARSUpdate(epsilon=0.0, hyperpara=0.5)
        >>> print(lars(w, g, ms.Tensor(25.), ms.Tensor(1.), 0.0, ms.Tensor(0.1)))
        [1.5 2. ]
    """
    squares = norm_weight.reshape(()), norm_gradient.reshape(())
    settings = jnp.reshape(weight_decay, ()), jnp.reshape(learning_rate, ())
    return rules.lars(weight, gradient, *squares, *settings, epsilon, hyperpara, use_clip)
