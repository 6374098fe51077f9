"""Optimizer steps on the rows that have a gradient."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import booleans
from msjax._core.op.publish import Array, Value, update
from msjax.kernels.update import rules
from msjax.kernels.update.sparse import check_rows, only_touched, summed_rows


@update(
    "SparseApplyMomentum",
    "var accum",
    False,
    False,
    booleans,
    place="unlisted",
    use_locking=False,
    use_nesterov=False,
)
def sparse_apply_momentum(
    var: Array,
    accum: Array,
    lr: Value,
    grad: Array,
    indices: Array,
    momentum: Value,
    use_locking: bool = False,
    use_nesterov: bool = False,
):
    """One step of momentum; `var` and `accum` are updated in place."""
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.momentum(var, accum, lr, dense, momentum, use_nesterov)
    return only_touched(touched, new, (var, accum))


@update(
    "SparseApplyProximalGradientDescent",
    "var",
    False,
    False,
    booleans,
    place="unlisted",
    use_locking=False,
)
def sparse_apply_proximal(
    var: Array,
    alpha: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    indices: Array,
    use_locking: bool = False,
):
    """One step with l1 and l2 regularization; `var` is updated in place."""
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    return only_touched(touched, (rules.shrink(var - alpha * dense, alpha, l1, l2),), (var,))


@update(
    "SparseApplyAdagradDA",
    "var grad_accum grad_square_accum",
    False,
    False,
    booleans,
    place="unlisted",
    use_locking=False,
)
def sparse_apply_adagrad_da(
    var: Array,
    grad_accum: Array,
    grad_square_accum: Array,
    grad: Array,
    indices: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    global_step: Value,
    use_locking: bool = False,
):
    """One step of dual averaging; `var` and both sums are updated in place."""
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    old = var, grad_accum, grad_square_accum
    return only_touched(touched, rules.adagrad_da(*old, dense, lr, l1, l2, global_step), old)


@update(
    "SparseApplyCenteredRMSProp",
    "var mg ms mom",
    False,
    False,
    booleans,
    place="unlisted",
    use_locking=False,
)
def sparse_apply_centered_rms_prop(
    var: Array,
    mg: Array,
    ms: Array,
    mom: Array,
    lr: Value,
    rho: Value,
    momentum: Value,
    epsilon: Value,
    grad: Array,
    indices: Array,
    use_locking: bool = False,
):
    """One step of RMSProp with centred gradients; `var` and the averages are updated in place."""
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    old = var, mg, ms, mom
    new = rules.centered_rmsprop(*old, dense, lr, rho, momentum, epsilon)
    return only_touched(touched, new, old)


@update("UpdateCache", "input_x", False, False, place="unlisted")
def update_cache(input_x: Array, indices: Array, update: Array, max_num: int):
    """Rows of `input_x` replaced by those of `update`, but for indices outside [0, max_num)."""
    flat = indices.reshape(-1)
    inside = (flat >= 0) & (flat < max_num)
    place = jnp.where(inside, flat, input_x.shape[0])
    rows = update.reshape(flat.shape[0], *input_x.shape[1:])
    return input_x.at[place].set(rows.astype(input_x.dtype), mode="drop"), jnp.zeros(1, np.int32)
