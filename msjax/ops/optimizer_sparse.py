"""Primitives that update the rows of Parameters that `indices` names."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._checkparam import (
    LE,
    check_non_negative_float,
    check_number,
    check_positive_float,
    check_value_type,
)
from msjax._core.errors import must
from msjax._core.op import Array, Value
from msjax._core.primitive import REQUIRED
from msjax.ops import _update_rules as rules
from msjax.ops._update import booleans, update


def _check_rows(name: str, var: Any, grad: Any, indices: Any) -> None:
    if not np.issubdtype(indices.dtype, np.integer):
        raise TypeError(must(name, "indices", "of integers", indices.dtype))
    if indices.ndim != 1:
        raise ValueError(must(name, "indices", "of 1 dimension", f"shape {indices.shape}"))
    if grad.shape != indices.shape + var.shape[1:]:
        raise ValueError(
            f"For '{name}', the shape of 'grad' must be {indices.shape + var.shape[1:]}, "
            f"but got {grad.shape}."
        )


def _summed(var: Any, grad: Any, indices: Any) -> tuple:
    """The gradient as dense array, and which rows have one (shape with trailing ones)."""
    dense = jnp.zeros(var.shape, grad.dtype).at[indices].add(grad)
    touched = jnp.zeros(var.shape[:1], bool).at[indices].set(True)
    return dense, touched.reshape(touched.shape + (1,) * (var.ndim - 1))


def _only(touched: Any, new: tuple, old: tuple) -> tuple:
    return tuple(jnp.where(touched, n, o) for n, o in zip(new, old, strict=True))


@update("FusedSparseAdam", "var m v", True, False, booleans, use_locking=False, use_nesterov=False)
def fused_sparse_adam(
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
    indices: Array,
    use_locking=False,
    use_nesterov=False,
):
    """One step of Adam with a sparse gradient; rows without gradient get one of zero.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings.
        - **gradient** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `m` and `v`.
    """
    _check_rows("FusedSparseAdam", var, gradient, indices)
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    dense, _ = _summed(var, gradient, indices)
    return rules.adam(var, m, v, rate, beta1, beta2, epsilon, dense, use_nesterov)


@update(
    "FusedSparseLazyAdam", "var m v", True, False, booleans, use_locking=False, use_nesterov=False
)
def fused_sparse_lazy_adam(
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
    indices: Array,
    use_locking=False,
    use_nesterov=False,
):
    """One step of Adam on the rows that have a gradient.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings.
        - **gradient** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `m` and `v`.
    """
    _check_rows("FusedSparseLazyAdam", var, gradient, indices)
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    dense, touched = _summed(var, gradient, indices)
    new = rules.adam(var, m, v, rate, beta1, beta2, epsilon, dense, use_nesterov)
    return _only(touched, new, (var, m, v))


def _check_ftrl(
    name: str, lr: Any, l1: Any, l2: Any, lr_power: Any, use_locking: Any, l2_shrinkage: Any = 0.0
) -> None:
    settings = {"lr": lr, "l1": l1, "l2": l2, "lr_power": lr_power, "l2_shrinkage": l2_shrinkage}
    for argument, value in settings.items():
        check_value_type(argument, value, [float], name)
    check_positive_float(lr, "lr", name)
    check_non_negative_float(l1, "l1", name)
    check_non_negative_float(l2, "l2", name)
    check_number("lr_power", lr_power, 0, LE, name)
    booleans(name, use_locking=use_locking)


def _sparse_ftrl(
    name: str, var: Any, accum: Any, linear: Any, grad: Any, indices: Any, *settings: float
) -> tuple:
    _check_rows(name, var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    new = rules.ftrl(var, accum, linear, dense, *settings)
    return _only(touched, new, (var, accum, linear))


@update(
    "FusedSparseFtrl", "var accum linear", True, False, _check_ftrl, lr=REQUIRED, l1=REQUIRED,
    l2=REQUIRED, lr_power=REQUIRED, use_locking=False,
)  # fmt: skip
def fused_sparse_ftrl(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    indices: Array,
    lr=0.1,
    l1=0.0,
    l2=0.0,
    lr_power=-0.5,
    use_locking=False,
):
    """One step of FTRL on the rows that have a gradient; gradients of one row are added up.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl("FusedSparseFtrl", *state, lr, l1, l2, lr_power)


@update(
    "SparseApplyFtrl", "var accum linear", True, False, _check_ftrl, lr=REQUIRED, l1=REQUIRED,
    l2=REQUIRED, lr_power=REQUIRED, use_locking=False,
)  # fmt: skip
def sparse_apply_ftrl(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    indices: Array,
    lr=0.1,
    l1=0.0,
    l2=0.0,
    lr_power=-0.5,
    use_locking=False,
):
    """One step of FTRL on the rows that have a gradient.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl("SparseApplyFtrl", *state, lr, l1, l2, lr_power)


@update(
    "SparseApplyFtrlV2", "var accum linear", True, False, _check_ftrl, lr=REQUIRED, l1=REQUIRED,
    l2=REQUIRED, l2_shrinkage=REQUIRED, lr_power=REQUIRED, use_locking=False,
)  # fmt: skip
def sparse_apply_ftrl_v2(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    indices: Array,
    lr=0.1,
    l1=0.0,
    l2=0.0,
    l2_shrinkage=0.0,
    lr_power=-0.5,
    use_locking=False,
):
    """`SparseApplyFtrl` with weights added to the gradient of the linear sum.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl("SparseApplyFtrlV2", *state, lr, l1, l2, lr_power, l2_shrinkage)


def _sparse_proximal(
    name: str, var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any, indices: Any
) -> tuple:
    _check_rows(name, var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    new = rules.proximal_adagrad(var, accum, lr, l1, l2, dense)
    return _only(touched, new, (var, accum))


@update("FusedSparseProximalAdagrad", "var accum", True, False, booleans, use_locking=False)
def fused_sparse_proximal_adagrad(
    var: Array,
    accum: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    indices: Array,
    use_locking=False,
):
    """One step of proximal Adagrad on the rows that have a gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    return _sparse_proximal("FusedSparseProximalAdagrad", var, accum, lr, l1, l2, grad, indices)


@update("SparseApplyProximalAdagrad", "var accum", True, False, booleans, use_locking=False)
def sparse_apply_proximal_adagrad(
    var: Array,
    accum: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    indices: Array,
    use_locking=False,
):
    """One step of proximal Adagrad on the rows that have a gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    return _sparse_proximal("SparseApplyProximalAdagrad", var, accum, lr, l1, l2, grad, indices)


def _check_sparse_adagrad(name: str, lr: Any, update_slots: Any, use_locking: Any) -> None:
    check_value_type("lr", lr, [float], name)
    booleans(name, update_slots=update_slots, use_locking=use_locking)


@update(
    "SparseApplyAdagrad", "var accum", True, False, _check_sparse_adagrad, lr=REQUIRED,
    update_slots=True, use_locking=False,
)  # fmt: skip
def sparse_apply_adagrad(
    var: Array,
    accum: Array,
    grad: Array,
    indices: Array,
    lr=0.1,
    update_slots=True,
    use_locking=False,
):
    """One step of Adagrad on the rows that have a gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    _check_rows("SparseApplyAdagrad", var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    new = rules.adagrad(var, accum, lr, dense, update_slots)
    return _only(touched, new, (var, accum))


def _check_sparse_adagrad_v2(
    name: str, lr: Any, epsilon: Any, use_locking: Any, update_slots: Any
) -> None:
    check_value_type("lr", lr, [float], name)
    check_value_type("epsilon", epsilon, [float], name)
    booleans(name, update_slots=update_slots, use_locking=use_locking)


@update(
    "SparseApplyAdagradV2", "var accum", True, False, _check_sparse_adagrad_v2, lr=REQUIRED,
    epsilon=REQUIRED, use_locking=False, update_slots=True,
)  # fmt: skip
def sparse_apply_adagrad_v2(
    var: Array,
    accum: Array,
    grad: Array,
    indices: Array,
    lr=0.1,
    epsilon=1e-6,
    use_locking=False,
    update_slots=True,
):
    """`SparseApplyAdagrad` with `epsilon` added to the sum of squares under the root.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.
    """
    _check_rows("SparseApplyAdagradV2", var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    total = accum + dense * dense if update_slots else accum
    return _only(touched, (var - lr * dense / jnp.sqrt(total + epsilon), total), (var, accum))


def _check_sparse_adadelta(name: str, epsilon: Any, use_locking: Any) -> None:
    check_value_type("epsilon", epsilon, [float], name)
    check_non_negative_float(epsilon, "epsilon", name)
    booleans(name, use_locking=use_locking)


@update(
    "SparseApplyAdadelta", "var accum accum_update", True, False, _check_sparse_adadelta,
    epsilon=REQUIRED, use_locking=False,
)  # fmt: skip
def sparse_apply_adadelta(
    var: Array,
    accum: Array,
    accum_update: Array,
    lr: Value,
    rho: Value,
    grad: Array,
    indices: Array,
    epsilon=1e-6,
    use_locking=False,
):
    """One step of Adadelta on the rows that have a gradient.

    Inputs:
        - **var**, **accum**, **accum_update** (Parameter) - weights and averages; updated in place.
        - **lr**, **rho** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `accum_update`.
    """
    _check_rows("SparseApplyAdadelta", var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    new = rules.adadelta(var, accum, accum_update, lr, rho, epsilon, dense)
    return _only(touched, new, (var, accum, accum_update))


def _check_sparse_rmsprop(
    name: str, rho: Any, momentum: Any, epsilon: Any, use_locking: Any
) -> None:
    settings = {"rho": rho, "momentum": momentum, "epsilon": epsilon}
    for argument, value in settings.items():
        check_value_type(argument, value, [float], name)
    check_positive_float(epsilon, "epsilon", name)
    check_non_negative_float(momentum, "momentum", name)
    if not 0.0 <= rho <= 1.0:
        raise ValueError(f"For '{name}', the 'rho' must be in [0.0, 1.0], but got {rho}.")
    booleans(name, use_locking=use_locking)


@update(
    "SparseApplyRMSProp", "var ms mom", True, False, _check_sparse_rmsprop, rho=REQUIRED,
    momentum=REQUIRED, epsilon=REQUIRED, use_locking=False,
)  # fmt: skip
def sparse_apply_rms_prop(
    var: Array,
    ms: Array,
    mom: Array,
    lr: Value,
    grad: Array,
    indices: Array,
    rho=0.9,
    momentum=0.0,
    epsilon=1e-6,
    use_locking=False,
):
    """One step of RMSProp on the rows that have a gradient.

    Inputs:
        - **var**, **ms**, **mom** (Parameter) - weights, mean square and momentum; updated in
          place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `ms` and `mom`.
    """
    _check_rows("SparseApplyRMSProp", var, grad, indices)
    dense, touched = _summed(var, grad, indices)
    new = rules.rmsprop(var, ms, mom, lr, dense, rho, momentum, epsilon)
    return _only(touched, new, (var, ms, mom))
