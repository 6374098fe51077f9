"""Losses of yes and no: binary cross entropies."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.attributes import REDUCTIONS, stored
from msjax.kernels.checks import accept, of_dtype, of_shape
from msjax.kernels.derivative import define_slopes
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.loss.shared import common, fit, in_any_case, reduced


@primitive("SigmoidCrossEntropyWithLogits", counts="missing")
@op(label="SigmoidCrossEntropyWithLogits")
def sigmoid_cross_entropy_with_logits(logits: Array, label: Array):
    """Binary cross entropy of logits with probabilities, element by element.

    Args:
        logits: floating Tensor.
        label: Tensor of the same shape and dtype; it gets no gradient.

    Returns:
        Tensor of the shape and dtype of `logits`.

    Raises:
        TypeError: the dtypes differ or are not floating.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SigmoidCrossEntropyWithLogits()(ms.Tensor([0., 2.]), ms.Tensor([1., 0.])))
        [0.6931472 2.126928 ]
    """
    accept(logits, "f", "logits")
    of_dtype("label", label, logits.dtype)
    of_shape("label", label, logits.shape)
    x, y = wider(logits), jax.lax.stop_gradient(wider(label))
    return (jax.nn.softplus(x) - x * y).astype(logits.dtype)


_TINY = 1e-12


@jax.custom_jvp
def _binary_entropy(x: jax.Array, target: jax.Array) -> jax.Array:
    loss = -target * jnp.log(jnp.maximum(x, _TINY)) - (1 - target) * jnp.log(
        jnp.maximum(1 - x, _TINY)
    )
    return jnp.where((x >= 0) & (x <= 1), loss, jnp.array(np.nan, loss.dtype))


define_slopes(
    _binary_entropy,
    lambda g, out, x, target: g * ((x - target) / jnp.maximum(x * (1 - x), _TINY)),
    lambda g, out, x, target: g * (jnp.log(1 - x) - jnp.log(x)),
)


@op(label="BinaryCrossEntropy")
def _bce(input: Array, target: Array, weight: Array | None, reduction):
    reduction = in_any_case(reduction)
    accept(input, "float16 float32 bfloat16")
    of_shape("target", target, input.shape)
    if weight is not None:
        factor = jax.lax.stop_gradient(fit(wider(weight), input.shape, "weight"))
    for arg, x in (("target", target), ("weight", weight)):
        if x is not None:
            of_dtype(arg, x, input.dtype)
    loss = _binary_entropy(wider(input), wider(target))
    if weight is not None:
        loss = loss * factor
    return reduced(loss, reduction, input.dtype)


@op("ops.binary_cross_entropy", label="BinaryCrossEntropy")
def binary_cross_entropy(
    logits: Array, labels: Array, weight: Array | None = None, reduction: str = "mean"
):
    """Binary cross entropy of probabilities.

    Args:
        logits: probabilities, Float16 or Float32 Tensor with elements in [0, 1] (others give nan).
        labels: Tensor of the same shape and dtype.
        weight: a weight for each element, Tensor that broadcasts; it gets no gradient.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `logits`.

    Raises:
        TypeError: the dtypes differ or are not as above.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.binary_cross_entropy(ms.Tensor([0.5, 0.5]), ms.Tensor([1., 0.])))
        0.6931472
    """
    return _bce(logits, labels, weight, reduction)


@primitive(
    "BinaryCrossEntropy",
    reduction="mean",
    normal=stored(reduction=REDUCTIONS),
)
@op("mint.nn.functional.binary_cross_entropy", label="BinaryCrossEntropy")
def binary_cross_entropy_ext(
    input: Array, target: Array, weight: Array | None = None, reduction: str = "mean"
):
    """Binary cross entropy of probabilities, as `ops.binary_cross_entropy`.

    Args:
        input: probabilities, Float16, BFloat16 or Float32 Tensor; numbers outside [0, 1] give nan.
        target: wanted probabilities, Tensor of the same shape and dtype.
        weight: a weight for each element, Tensor that broadcasts, or None; it gets no gradient.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: another dtype, or the dtypes differ.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 0.5]), ms.Tensor([1., 0.])
        >>> loss = ms.mint.nn.functional.binary_cross_entropy(x, y, reduction="sum")
        >>> print(f"{float(loss):.4f}")
        0.6931
    """
    return _bce(input, target, weight, reduction)


@op(
    "ops.binary_cross_entropy_with_logits",
    label="BCEWithLogitsLoss",
    accepts={
        "weight": "Tensor[float16 bfloat16 float32] None",
        "pos_weight": "Tensor[float16 bfloat16 float32] None",
    },
    amp="float32",
    formerly={"ops.binary_cross_entropy_with_logits": "logits=input label=target"},
)
def binary_cross_entropy_with_logits(
    input: Array,
    target: Array,
    weight: Array | None = None,
    pos_weight: Array | None = None,
    reduction: str = "mean",
):
    """Binary cross entropy of logits.

    Args:
        input: logits, Float16, BFloat16 or Float32 Tensor.
        target: probabilities, Tensor of the same shape.
        weight: a weight for each element, Tensor that broadcasts; it gets no gradient.
        pos_weight: a weight for the positive part, Tensor that broadcasts; it gets no gradient.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([0., 2.]), ms.Tensor([1., 0.])
        >>> print(f"{float(ms.ops.binary_cross_entropy_with_logits(x, y)):.4f}")
        1.4100
    """
    reduction = in_any_case(reduction)
    of_shape("target", target, input.shape)
    accept(input, "float16 float32 bfloat16")
    accept(target, "float16 float32 bfloat16", "target")
    for array, arg in ((weight, "weight"), (pos_weight, "pos_weight")):
        if array is not None:
            accept(array, "float16 float32 bfloat16", arg)
    (x, y), _ = common(input, target)
    if pos_weight is None:
        loss = jax.nn.softplus(x) - x * y
    else:
        boost = jax.lax.stop_gradient(fit(wider(pos_weight), x.shape, "pos_weight"))
        loss = (1 - y) * x + (boost * y + 1 - y) * jax.nn.softplus(-x)
    if weight is not None:
        loss = loss * jax.lax.stop_gradient(fit(wider(weight), x.shape, "weight"))
    return reduced(loss, reduction, target.dtype)


@op("mint.nn.functional.binary_cross_entropy_with_logits", label="BCEWithLogitsLoss", amp="float32")
def binary_cross_entropy_with_logits_ext(
    input: Array,
    target: Array,
    weight: Array | None = None,
    reduction: str = "mean",
    pos_weight: Array | None = None,
):
    """Binary cross entropy of logits, as `ops.binary_cross_entropy_with_logits`.

    Args:
        input: logits, Float16, BFloat16 or Float32 Tensor.
        target: probabilities, Tensor of the same shape.
        weight: a weight for each element, Tensor that broadcasts, or None; it gets no gradient.
        reduction: "mean", "sum" or "none".
        pos_weight: a weight for the positive part, Tensor that broadcasts, or None.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([0., 2.]), ms.Tensor([1., 0.])
        >>> loss = ms.mint.nn.functional.binary_cross_entropy_with_logits(x, y)
        >>> print(f"{float(loss):.4f}")
        1.4100
    """
    return binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


@primitive(
    "BCEWithLogitsLoss",
    accepts={
        "weight": "Tensor[float16 bfloat16 float32] None",
        "posWeight": "Tensor[float16 bfloat16 float32] None",
    },
    reduction="mean",
    normal=stored(reduction=REDUCTIONS),
)
@op(label="BCEWithLogitsLoss", amp="float32")
def bce_with_logits_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    posWeight: Array | None = None,
    reduction: str = "mean",
):
    """Binary cross entropy of logits, as `ops.binary_cross_entropy_with_logits`.

    Args:
        input: logits, Float16, BFloat16 or Float32 Tensor.
        target: probabilities, Tensor of the same shape.
        weight: a weight for each element, Tensor that broadcasts, or None; it gets no gradient.
        posWeight: a weight for the positive part, Tensor that broadcasts, or None.
        reduction: "mean", "sum" or "none"; given to the constructor.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y, ones = ms.Tensor([0., 2.]), ms.Tensor([1., 0.]), ms.ops.ones(2)
        >>> print(f"{float(ms.ops.BCEWithLogitsLoss()(x, y, ones, ones)):.4f}")
        1.4100
    """
    return binary_cross_entropy_with_logits(input, target, weight, posWeight, reduction)
