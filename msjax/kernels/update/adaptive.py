"""Primitives that update Parameters with dense gradients: the adaptive rules."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import booleans, of_type, of_types
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Value, update
from msjax.kernels.update import rules


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
    use_locking: bool = False,
    use_nesterov: bool = False,
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
    use_locking: bool = False,
    use_nesterov: bool = False,
):
    """One step of Adam that updates the moments and returns what to add to the weights.

    Args:
        use_locking: kept for compatibility: updates are never torn.
        use_nesterov: look ahead along the first moment.

    Inputs:
        - **m**, **v** (Parameter) - the moments; updated in place.
        - **beta1_power**, **beta2_power** (number, Tensor) - powers of the decay rates for this
          step.
        - **lr**, **beta1**, **beta2**, **epsilon** (number, Tensor) - the settings.
        - **gradient** (Tensor) - the gradient.

    Outputs:
        Tensor to add to the weights.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> m, v = ms.Parameter(ms.Tensor([0.])), ms.Parameter(ms.Tensor([0.]))
        >>> step = ms.ops.AdamNoUpdateParam()
        >>> print(step(m, v, 0.5, 0.75, 0.5, 0.5, 0.75, 1e-9, ms.Tensor([2.])))
        [-0.5]
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
    use_locking: bool = False,
):
    """One step of Adam with decoupled weight decay and without bias correction.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **lr**, **beta1**, **beta2**, **epsilon**, **decay** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> step = ms.ops.AdamWeightDecay()
        >>> _ = step(w, m, v, 0.5, 0.5, 0.75, 1e-9, 0.5, ms.Tensor([2.]))
        >>> print(w.asnumpy())
        [0.25]
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
    use_locking: bool = False,
):
    """`AdamWeightDecay` for half-precision gradients that are divided by `global_norm` first.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **lr**, **beta1**, **beta2**, **epsilon**, **decay** (number, Tensor) - the settings.
        - **gradient** (Tensor) - gradient of `var`.
        - **global_norm** (number, Tensor) - the divisor.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> step, g = ms.ops.FusedCastAdamWeightDecay(), ms.Tensor([4.], ms.float16)
        >>> _ = step(w, m, v, 0.5, 0.5, 0.75, 1e-9, 0.5, g, 2.0)
        >>> print(w.asnumpy())
        [0.25]
    """
    gradient = gradient / global_norm
    return rules.adam_weight_decay(var, m, v, lr, beta1, beta2, epsilon, decay, gradient)


def _check_amsgrad(beta1: Any, beta2: Any, epsilon: Any, use_locking: Any) -> None:
    for argument, value in (("beta1", beta1), ("beta2", beta2), ("epsilon", epsilon)):
        of_type(argument, value, float)
    booleans(use_locking=use_locking)


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
    beta1: int | float = 0.9,
    beta2: int | float = 0.999,
    epsilon: int | float = 1e-8,
    use_locking: bool = False,
):
    """One step of Adam that divides by the largest second moment so far.

    Args:
        beta1: decay rate of the first moment.
        beta2: decay rate of the second moment.
        epsilon: added to the divisor.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in
          place.
        - **beta1_power**, **beta2_power**, **lr** (number, Tensor) - the settings of this step.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m`, `v` and `vhat`.

    Raises:
        TypeError: a constructor argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> w, m, v, top = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0., 4.))
        >>> step = ms.ops.ApplyAdamWithAmsgrad(beta1=0.5, beta2=0.75)
        >>> _ = step(w, m, v, top, 0.5, 0.75, 0.5, ms.Tensor([2.]))
        >>> print(w.asnumpy(), top.asnumpy())
        [0.75] [4.]
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
    use_locking: bool = False,
):
    """`ApplyAdamWithAmsgrad` with decay rates and epsilon as inputs.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **m**, **v**, **vhat** (Parameter) - weights, moments and maximum; updated in
          place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings of this step.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var`, `m`, `v` and `vhat`.

    Raises:
        TypeError: `use_locking` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, m, v, top = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0., 4.))
        >>> step = ms.ops.ApplyAdamWithAmsgradV2()
        >>> _ = step(w, m, v, top, 0.5, 0.75, 0.5, 0.5, 0.75, 1e-8, ms.Tensor([2.]))
        >>> print(w.asnumpy(), top.asnumpy())
        [0.75] [4.]
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

    Raises:
        TypeError: an input is not a Tensor or number.
        ValueError: the shape of `grad` is not that of `var`.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = ms.ops.ApplyAdaMax()(w, m, v, 0.5, 0.5, 0.5, 0.75, 1e-9, ms.Tensor([2.]))
        >>> print(w.asnumpy(), m.asnumpy(), v.asnumpy())
        [0.5] [1.] [2.]
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

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, a, u = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 1.))
        >>> _ = ms.ops.ApplyAdadelta()(w, a, u, 0.5, 0.75, 0.0, ms.Tensor([2.]))
        >>> print(w.asnumpy(), a.asnumpy(), u.asnumpy())
        [0.] [1.] [1.75]
    """
    return rules.adadelta(var, accum, accum_update, lr, rho, epsilon, grad)


@update("ApplyAdagrad", "var accum", check=booleans, update_slots=True)
def apply_adagrad(var: Array, accum: Array, lr: Value, grad: Array, update_slots: bool = True):
    """One step of Adagrad.

    Args:
        update_slots: whether `accum` takes up the gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: `update_slots` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, a = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([0.]))
        >>> _ = ms.ops.ApplyAdagrad()(w, a, 0.5, ms.Tensor([2.]))
        >>> print(w.asnumpy(), a.asnumpy())
        [0.5] [4.]
    """
    return rules.adagrad(var, accum, lr, grad, update_slots)


@update(
    "ApplyAdagradV2",
    "var accum",
    check=of_types(epsilon=float, update_slots=bool),
    epsilon=REQUIRED,
    update_slots=True,
)
def apply_adagrad_v2(
    var: Array,
    accum: Array,
    lr: Value,
    grad: Array,
    epsilon: int | float = 1e-6,
    update_slots: bool = True,
):
    """One step of Adagrad, `epsilon` being added to the divisor.

    Args:
        epsilon: added to the divisor; a float that must be given.
        update_slots: whether `accum` takes up the gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: a constructor argument has a wrong type or `epsilon` is missing.

    Examples:
        >>> import msjax as ms
        >>> w, a = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([0.]))
        >>> _ = ms.ops.ApplyAdagradV2(epsilon=2.0)(w, a, 0.5, ms.Tensor([2.]))
        >>> print(w.asnumpy(), a.asnumpy())
        [0.75] [4.]
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
    use_locking: bool = False,
):
    """One step of Adagrad with dual averaging.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **gradient_accumulator**, **gradient_squared_accumulator** (Parameter) - weights
          and sums; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **global_step** (number, Tensor) - number of the step.

    Outputs:
        The new `var`.

    Raises:
        TypeError: `use_locking` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, s, q = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = ms.ops.ApplyAdagradDA()(w, s, q, ms.Tensor([2.]), 0.5, 0.0, 0.0, 1)
        >>> print(w.asnumpy(), s.asnumpy(), q.asnumpy())
        [-0.5] [2.] [4.]
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

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, m = ms.Parameter(ms.Tensor([1., 1.])), ms.Parameter(ms.Tensor([1., -4.]))
        >>> _ = ms.ops.ApplyAddSign()(w, m, 0.5, 1.0, 0.5, 0.5, ms.Tensor([1., 1.]))
        >>> print(w.asnumpy(), m.asnumpy())
        [0.25 0.75] [ 1.  -1.5]
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

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, m = ms.Parameter(ms.Tensor([1., 1.])), ms.Parameter(ms.Tensor([1., -4.]))
        >>> double = 0.6931471805599453  # the logarithm of 2
        >>> _ = ms.ops.ApplyPowerSign()(w, m, 0.5, double, 1.0, 0.5, ms.Tensor([1., 1.]))
        >>> print(w.asnumpy().round(4), m.asnumpy())
        [0.   0.75] [ 1.  -1.5]
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
    use_locking: bool = False,
):
    """One step of RMSProp that divides by the standard deviation of the gradients.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **mean_gradient**, **mean_square**, **moment** (Parameter) - weights and
          averages; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **learning_rate**, **decay**, **momentum**, **epsilon** (number, Tensor) - the settings.

    Outputs:
        The new `var`.

    Raises:
        TypeError: an input is not a Tensor or number.

    Examples:
        >>> import msjax as ms
        >>> w, mean, square, mom = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0., 0.))
        >>> step = ms.ops.ApplyCenteredRMSProp()
        >>> _ = step(w, mean, square, mom, ms.Tensor([2.]), 0.5, 0.5, 0.0, 0.0)
        >>> print(w.asnumpy(), mean.asnumpy(), square.asnumpy(), mom.asnumpy())
        [0.] [1.] [2.] [1.]
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
    use_locking: bool = False,
):
    """One step of RMSProp.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **mean_square**, **moment** (Parameter) - weights and averages; updated in place.
        - **learning_rate** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradient of `var`.
        - **decay**, **momentum**, **epsilon** (number, Tensor) - the settings.

    Outputs:
        The new `var`.

    Raises:
        TypeError: `use_locking` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, square, mom = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = ms.ops.ApplyRMSProp()(w, square, mom, 0.5, ms.Tensor([2.]), 0.75, 0.0, 0.0)
        >>> print(w.asnumpy(), square.asnumpy(), mom.asnumpy())
        [0.] [1.] [1.]
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
    use_locking: bool = False,
):
    """One step of FTRL.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradient of `var`.
        - **lr**, **l1**, **l2**, **lr_power** (number, Tensor) - the settings.

    Outputs:
        The new `var`.

    Raises:
        TypeError: `use_locking` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, a, n = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> print(ms.ops.ApplyFtrl()(w, a, n, ms.Tensor([2.]), 1.0, 0.0, 0.0, -0.5))
        [0.]
        >>> print(a.asnumpy(), n.asnumpy())
        [4.] [0.]
    """
    return rules.ftrl(var, accum, linear, grad, lr, l1, l2, lr_power)


@update("ApplyProximalAdagrad", "var accum", check=booleans, use_locking=False)
def apply_proximal_adagrad(
    var: Array,
    accum: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    use_locking: bool = False,
):
    """One step of Adagrad with l1 and l2 regularization.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradient of `var`.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: `use_locking` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, a = ms.Parameter(ms.Tensor([1.])), ms.Parameter(ms.Tensor([0.]))
        >>> _ = ms.ops.ApplyProximalAdagrad()(w, a, 0.5, 1.0, 0.0, ms.Tensor([2.]))
        >>> print(w.asnumpy(), a.asnumpy())
        [0.25] [4.]
    """
    return rules.proximal_adagrad(var, accum, lr, l1, l2, grad)


@update(
    "FusedAdaFactor", "param exp_avg exp_avg_sq_row exp_avg_sq_col exp_avg_sq", None, False,
    check=booleans, enable_scale_parameter=False, enable_first_moment=False,
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
    enable_scale_parameter: bool = False,
    enable_first_moment: bool = False,
    enable_weight_decay: bool = False,
):
    """One step of AdaFactor.

    Args:
        enable_scale_parameter: multiply the learning rate by the root mean square of the weights.
        enable_first_moment: step along the average `exp_avg` of the updates.
        enable_weight_decay: shrink the weights by `weight_decay` times the learning rate first.

    Inputs:
        - **epsilon** (Tensor) - added to squared gradients, and least scale of the weights: shape
          (2,).
        - **clip_threshold**, **beta1**, **beta2t**, **weight_decay**, **learning_rate** (Tensor) -
          the settings.
        - **grad** (Tensor) - gradient of `param`.
        - **param**, **exp_avg**, **exp_avg_sq_row**, **exp_avg_sq_col**, **exp_avg_sq** (Parameter)
          - weights and averages; updated in place.

    Outputs:
        Tuple of the new `param`.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, avg, row, col, full = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0., 0., 0.))
        >>> eps, numbers = ms.Tensor([0., 0.]), [ms.Tensor(x) for x in (1., 0.9, 0.75, 0., 0.5)]
        >>> _ = ms.ops.FusedAdaFactor()(eps, *numbers, ms.Tensor([2.]), w, avg, row, col, full)
        >>> print(w.asnumpy(), full.asnumpy())
        [0.5] [1.]
    """
    settings = epsilon, clip_threshold, beta1, beta2t, weight_decay, learning_rate
    state = grad, param, exp_avg, exp_avg_sq_row, exp_avg_sq_col, exp_avg_sq
    switches = enable_scale_parameter, enable_first_moment, enable_weight_decay
    return rules.adafactor(*settings, *state, *switches)


@update(
    "FusedAdaFactorWithGlobalNorm", "param exp_avg exp_avg_sq_row exp_avg_sq_col exp_avg_sq", None,
    False, check=booleans, enable_scale_parameter=False,
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
    enable_scale_parameter: bool = False,
    enable_first_moment: bool = False,
    enable_weight_decay: bool = False,
):
    """`FusedAdaFactor` with the gradient divided by `global_norm` first.

    Args:
        enable_scale_parameter: multiply the learning rate by the root mean square of the weights.
        enable_first_moment: step along the average `exp_avg` of the updates.
        enable_weight_decay: shrink the weights by `weight_decay` times the learning rate first.

    Inputs:
        - the inputs of `FusedAdaFactor`.
        - **global_norm** (Tensor) - the divisor.

    Outputs:
        Tuple of the new `param`.

    Raises:
        TypeError: a constructor argument is not a bool.

    Examples:
        >>> import msjax as ms
        >>> w, avg, row, col, full = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0., 0., 0.))
        >>> eps, numbers = ms.Tensor([0., 0.]), [ms.Tensor(x) for x in (1., 0.9, 0.75, 0., 0.5)]
        >>> step, norm = ms.ops.FusedAdaFactorWithGlobalNorm(), ms.Tensor(2.)
        >>> _ = step(eps, *numbers, ms.Tensor([4.]), w, avg, row, col, full, norm)
        >>> print(w.asnumpy(), full.asnumpy())
        [0.5] [1.]
    """
    settings = epsilon, clip_threshold, beta1, beta2t, weight_decay, learning_rate
    state = grad / global_norm, param, exp_avg, exp_avg_sq_row, exp_avg_sq_col, exp_avg_sq
    switches = enable_scale_parameter, enable_first_moment, enable_weight_decay
    return rules.adafactor(*settings, *state, *switches)


@update("AdamWStep", "max_v var m v", place="unlisted", amsgrad=REQUIRED, maximize=REQUIRED)
def adamw_step(
    max_v: Array,
    var: Array,
    m: Array,
    v: Array,
    gradient: Array,
    step: Value,
    lr: Value,
    beta1: Value,
    beta2: Value,
    decay: Value,
    eps: Value,
    amsgrad: bool,
    maximize: bool,
):
    """One step of AdamW with bias correction; `auto_generate.AdamW` calls it.

    Args:
        amsgrad (bool): divide by the largest second moment so far.
        maximize (bool): go up instead of down.

    Inputs:
        - **max_v**, **var**, **m**, **v** (Parameter) - largest second moment, weights and
          moments; updated in place. Without `amsgrad`, `max_v` may be `v` itself.
        - **gradient** (Tensor) - gradient of `var`.
        - **step** (number, Tensor) - how many steps were made before this one.
        - **lr**, **beta1**, **beta2**, **decay**, **eps** (number, Tensor) - the settings.

    Outputs:
        Tuple of the new `max_v`, `var`, `m` and `v`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import AdamW
        >>> w, m, v = (ms.Parameter(ms.Tensor([x])) for x in (1., 0., 0.))
        >>> _ = AdamW()(w, m, v, v, ms.Tensor([2.]), 0, 0.5, 0.5, 0.75, 0., 1e-9)
        >>> print(w.asnumpy())
        [0.5]
    """
    count = step + 1
    grad = -gradient if maximize else gradient
    m = beta1 * m + (1 - beta1) * grad
    v = beta2 * v + (1 - beta2) * grad * grad
    largest = jnp.maximum(max_v, v) if amsgrad else max_v
    divisor = jnp.sqrt((largest if amsgrad else v) / (1 - beta2**count)) + eps
    var = var * (1 - lr * decay) - lr / (1 - beta1**count) * m / divisor
    return largest, var, m, v
