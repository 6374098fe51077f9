"""Primitives that update the rows of Parameters that `indices` names."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import at_least, booleans, of_type, of_types, positive
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Value, update
from msjax.kernels.checks import check_rank
from msjax.kernels.update import rules


def check_rows(var: Any, grad: Any, indices: Any) -> None:
    """Raise unless `grad` has a row of `var` for each of the numbers `indices`."""
    if not np.issubdtype(indices.dtype, np.integer):
        raise TypeError(must("indices", "of integers", indices.dtype))
    check_rank(indices, 1, "indices")
    if grad.shape != indices.shape + var.shape[1:]:
        raise ValueError(
            Clause(
                f"the shape of 'grad' must be {indices.shape + var.shape[1:]}, "
                f"but got {grad.shape}."
            )
        )


def summed_rows(var: Any, grad: Any, indices: Any) -> tuple:
    """The gradient as dense array, and which rows have one (shape with trailing ones)."""
    dense = jnp.zeros(var.shape, grad.dtype).at[indices].add(grad)
    touched = jnp.zeros(var.shape[:1], bool).at[indices].set(True)
    return dense, touched.reshape(touched.shape + (1,) * (var.ndim - 1))


def only_touched(touched: Any, new: tuple, old: tuple) -> tuple:
    """The new arrays in the rows that have a gradient, the old ones elsewhere."""
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
    use_locking: bool = False,
    use_nesterov: bool = False,
):
    """One step of Adam with a sparse gradient; rows without gradient get one of zero.

    Args:
        use_locking: kept for compatibility: updates are never torn.
        use_nesterov: look ahead along the first moment.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings.
        - **gradient** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Raises:
        TypeError: a constructor argument is not a bool, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `gradient` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 0.))
        >>> step, settings = ms.ops.FusedSparseAdam(), (0.5, 0.75, 0.5, 0.5, 0.75, 1e-9)
        >>> _ = step(w, m, v, *settings, ms.Tensor([[1.], [1.]]), ms.Tensor([1, 1]))
        >>> print(w.asnumpy().tolist(), m.asnumpy().tolist())
        [[1.0], [0.5]] [[0.0], [1.0]]
    """
    check_rows(var, gradient, indices)
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    dense, _ = summed_rows(var, gradient, indices)
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
    use_locking: bool = False,
    use_nesterov: bool = False,
):
    """One step of Adam on the rows that have a gradient.

    Args:
        use_locking: kept for compatibility: updates are never torn.
        use_nesterov: look ahead along the first moment.

    Inputs:
        - **var**, **m**, **v** (Parameter) - weights and moments; updated in place.
        - **beta1_power**, **beta2_power**, **lr**, **beta1**, **beta2**, **epsilon** (number,
          Tensor) - the settings.
        - **gradient** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `m` and `v`.

    Raises:
        TypeError: a constructor argument is not a bool, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `gradient` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, m, v = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 1., 1.))
        >>> step, settings = ms.ops.FusedSparseLazyAdam(), (0.5, 0.75, 0.5, 0.5, 0.75, 1e-9)
        >>> _ = step(w, m, v, *settings, ms.Tensor([[1.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist())
        [[1.0], [0.5]]
    """
    check_rows(var, gradient, indices)
    rate = rules.adam_rate(lr, beta1_power, beta2_power)
    dense, touched = summed_rows(var, gradient, indices)
    new = rules.adam(var, m, v, rate, beta1, beta2, epsilon, dense, use_nesterov)
    return only_touched(touched, new, (var, m, v))


def _check_ftrl(
    lr: Any, l1: Any, l2: Any, lr_power: Any, use_locking: Any, l2_shrinkage: Any = 0.0
) -> None:
    settings = {"lr": lr, "l1": l1, "l2": l2, "lr_power": lr_power, "l2_shrinkage": l2_shrinkage}
    for argument, value in settings.items():
        of_type(argument, value, float)
    positive("lr", lr)
    for argument, value in (("l1", l1), ("l2", l2)):
        at_least(argument, value, 0)
    if lr_power > 0:
        raise ValueError(must("lr_power", "at most 0", lr_power))
    booleans(use_locking=use_locking)


def _sparse_ftrl(
    var: Any, accum: Any, linear: Any, grad: Any, indices: Any, *settings: float
) -> tuple:
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.ftrl(var, accum, linear, dense, *settings)
    return only_touched(touched, new, (var, accum, linear))


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
    lr: int | float = 0.1,
    l1: int | float = 0.0,
    l2: int | float = 0.0,
    lr_power: int | float = -0.5,
    use_locking: bool = False,
):
    """One step of FTRL on the rows that have a gradient; gradients of one row are added up.

    Args:
        lr: the learning rate, a float greater than 0.
        l1: factor of the l1 regularization, a float of at least 0.
        l2: factor of the l2 regularization, a float of at least 0.
        lr_power: power of the sum of squares by which the rate falls, a float of at most 0.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: a constructor argument is out of its range, `indices` have not one dimension, or
            the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a, n = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 0.))
        >>> step = ms.ops.FusedSparseFtrl(lr=1.0, l1=0.0, l2=0.0, lr_power=-0.5)
        >>> _ = step(w, a, n, ms.Tensor([[1.], [1.]]), ms.Tensor([1, 1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.0]] [[0.0], [4.0]]
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl(*state, lr, l1, l2, lr_power)


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
    lr: int | float = 0.1,
    l1: int | float = 0.0,
    l2: int | float = 0.0,
    lr_power: int | float = -0.5,
    use_locking: bool = False,
):
    """One step of FTRL on the rows that have a gradient.

    Args:
        lr: the learning rate, a float greater than 0.
        l1: factor of the l1 regularization, a float of at least 0.
        l2: factor of the l2 regularization, a float of at least 0.
        lr_power: power of the sum of squares by which the rate falls, a float of at most 0.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: a constructor argument is out of its range, `indices` have not one dimension, or
            the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a, n = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 0.))
        >>> step = ms.ops.SparseApplyFtrl(lr=1.0, l1=0.0, l2=0.0, lr_power=-0.5)
        >>> _ = step(w, a, n, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.0]] [[0.0], [4.0]]
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl(*state, lr, l1, l2, lr_power)


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
    lr: int | float = 0.1,
    l1: int | float = 0.0,
    l2: int | float = 0.0,
    l2_shrinkage: int | float = 0.0,
    lr_power: int | float = -0.5,
    use_locking: bool = False,
):
    """`SparseApplyFtrl` with weights added to the gradient of the linear sum.

    Args:
        lr: the learning rate, a float greater than 0.
        l1: factor of the l1 regularization, a float of at least 0.
        l2: factor of the l2 regularization, a float of at least 0.
        l2_shrinkage: half the factor of the weights that are added to the gradient, a float.
        lr_power: power of the sum of squares by which the rate falls, a float of at most 0.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum**, **linear** (Parameter) - weights and sums; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `linear`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: a constructor argument is out of its range, `indices` have not one dimension, or
            the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a, n = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 0.))
        >>> step = ms.ops.SparseApplyFtrlV2(1.0, 0.0, 0.0, 0.5, -0.5)
        >>> _ = step(w, a, n, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), n.asnumpy().tolist())
        [[1.0], [-0.5]] [[0.0], [1.0]]
    """
    state = var, accum, linear, grad, indices
    return _sparse_ftrl(*state, lr, l1, l2, lr_power, l2_shrinkage)


def _sparse_proximal(
    var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any, indices: Any
) -> tuple:
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.proximal_adagrad(var, accum, lr, l1, l2, dense)
    return only_touched(touched, new, (var, accum))


@update("FusedSparseProximalAdagrad", "var accum", True, False, booleans, use_locking=False)
def fused_sparse_proximal_adagrad(
    var: Array,
    accum: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    indices: Array,
    use_locking: bool = False,
):
    """One step of proximal Adagrad on the rows that have a gradient.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`; those of one row are added up.
        - **indices** (Tensor) - the rows.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: `use_locking` is not a bool, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0.))
        >>> step = ms.ops.FusedSparseProximalAdagrad()
        >>> _ = step(w, a, 0.5, 1.0, 0.0, ms.Tensor([[1.], [1.]]), ms.Tensor([1, 1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.25]] [[0.0], [4.0]]
    """
    return _sparse_proximal(var, accum, lr, l1, l2, grad, indices)


@update("SparseApplyProximalAdagrad", "var accum", True, False, booleans, use_locking=False)
def sparse_apply_proximal_adagrad(
    var: Array,
    accum: Array,
    lr: Value,
    l1: Value,
    l2: Value,
    grad: Array,
    indices: Array,
    use_locking: bool = False,
):
    """One step of proximal Adagrad on the rows that have a gradient.

    Args:
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **lr**, **l1**, **l2** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: `use_locking` is not a bool, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0.))
        >>> step = ms.ops.SparseApplyProximalAdagrad()
        >>> _ = step(w, a, 0.5, 1.0, 0.0, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.25]] [[0.0], [4.0]]
    """
    return _sparse_proximal(var, accum, lr, l1, l2, grad, indices)


@update(
    "SparseApplyAdagrad", "var accum", True, False,
    of_types(lr=float, update_slots=bool, use_locking=bool),
    lr=REQUIRED, update_slots=True, use_locking=False,
)  # fmt: skip
def sparse_apply_adagrad(
    var: Array,
    accum: Array,
    grad: Array,
    indices: Array,
    lr: int | float = 0.1,
    update_slots: bool = True,
    use_locking: bool = False,
):
    """One step of Adagrad on the rows that have a gradient.

    Args:
        lr: the learning rate, a float.
        update_slots: whether `accum` takes up the gradient.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0.))
        >>> _ = ms.ops.SparseApplyAdagrad(lr=0.5)(w, a, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.5]] [[0.0], [4.0]]
    """
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.adagrad(var, accum, lr, dense, update_slots)
    return only_touched(touched, new, (var, accum))


@update(
    "SparseApplyAdagradV2", "var accum", True, False,
    of_types(lr=float, epsilon=float, use_locking=bool, update_slots=bool),
    lr=REQUIRED, epsilon=REQUIRED, use_locking=False, update_slots=True,
)  # fmt: skip
def sparse_apply_adagrad_v2(
    var: Array,
    accum: Array,
    grad: Array,
    indices: Array,
    lr: int | float = 0.1,
    epsilon: int | float = 1e-6,
    use_locking: bool = False,
    update_slots: bool = True,
):
    """`SparseApplyAdagrad` with `epsilon` added to the sum of squares under the root.

    Args:
        lr: the learning rate, a float.
        epsilon: added to the sum of squares, a float.
        use_locking: kept for compatibility: updates are never torn.
        update_slots: whether `accum` takes up the gradient.

    Inputs:
        - **var**, **accum** (Parameter) - weights and sum of squares; updated in place.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var` and `accum`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: `indices` have not one dimension, or the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0.))
        >>> step = ms.ops.SparseApplyAdagradV2(lr=0.5, epsilon=12.0)
        >>> _ = step(w, a, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.75]] [[0.0], [4.0]]
    """
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    total = accum + dense * dense if update_slots else accum
    return only_touched(
        touched, (var - lr * dense / jnp.sqrt(total + epsilon), total), (var, accum)
    )


def _check_sparse_adadelta(epsilon: Any, use_locking: Any) -> None:
    of_type("epsilon", epsilon, float)
    at_least("epsilon", epsilon, 0)
    booleans(use_locking=use_locking)


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
    epsilon: int | float = 1e-6,
    use_locking: bool = False,
):
    """One step of Adadelta on the rows that have a gradient.

    Args:
        epsilon: added to both averages under the roots, a float of at least 0.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **accum**, **accum_update** (Parameter) - weights and averages; updated in place.
        - **lr**, **rho** (number, Tensor) - the settings.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `accum` and `accum_update`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: `epsilon` is below 0, `indices` have not one dimension, or the shape of `grad`
            does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, a, u = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 1.))
        >>> step = ms.ops.SparseApplyAdadelta(epsilon=0.0)
        >>> _ = step(w, a, u, 0.5, 0.75, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), a.asnumpy().tolist())
        [[1.0], [0.0]] [[0.0], [1.0]]
    """
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.adadelta(var, accum, accum_update, lr, rho, epsilon, dense)
    return only_touched(touched, new, (var, accum, accum_update))


def _check_sparse_rmsprop(rho: Any, momentum: Any, epsilon: Any, use_locking: Any) -> None:
    settings = {"rho": rho, "momentum": momentum, "epsilon": epsilon}
    for argument, value in settings.items():
        of_type(argument, value, float)
    positive("epsilon", epsilon)
    at_least("momentum", momentum, 0)
    if not 0.0 <= rho <= 1.0:
        raise ValueError(Clause(f"the 'rho' must be in [0.0, 1.0], but got {rho}."))
    booleans(use_locking=use_locking)


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
    rho: int | float = 0.9,
    momentum: int | float = 0.0,
    epsilon: int | float = 1e-6,
    use_locking: bool = False,
):
    """One step of RMSProp on the rows that have a gradient.

    Args:
        rho: decay of the mean square, a float in [0, 1].
        momentum: decay of the momentum, a float of at least 0.
        epsilon: added to the mean square under the root, a float greater than 0.
        use_locking: kept for compatibility: updates are never torn.

    Inputs:
        - **var**, **ms**, **mom** (Parameter) - weights, mean square and momentum; updated in
          place.
        - **lr** (number, Tensor) - the learning rate.
        - **grad** (Tensor) - gradients of rows of `var`.
        - **indices** (Tensor) - the rows, without repetition.

    Outputs:
        Tuple of the new `var`, `ms` and `mom`.

    Raises:
        TypeError: a constructor argument has a wrong type, or `indices` are no integers.
        ValueError: a constructor argument is out of its range, `indices` have not one dimension, or
            the shape of `grad` does not fit.

    Examples:
        >>> import msjax as ms
        >>> w, square, mom = (ms.Parameter(ms.Tensor([[x], [x]])) for x in (1., 0., 0.))
        >>> step = ms.ops.SparseApplyRMSProp(rho=0.75, momentum=0.0, epsilon=3.0)
        >>> _ = step(w, square, mom, 0.5, ms.Tensor([[2.]]), ms.Tensor([1]))
        >>> print(w.asnumpy().tolist(), square.asnumpy().tolist())
        [[1.0], [0.5]] [[0.0], [1.0]]
    """
    check_rows(var, grad, indices)
    dense, touched = summed_rows(var, grad, indices)
    new = rules.rmsprop(var, ms, mom, lr, dense, rho, momentum, epsilon)
    return only_touched(touched, new, (var, ms, mom))
