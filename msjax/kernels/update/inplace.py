"""Operations that write into a Tensor or Parameter."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.cast import cast_array
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Value, call, op, public, spelling
from msjax._core.tensor.tensor import Tensor, as_leaf, box
from msjax.kernels.checks import accept
from msjax.kernels.elementwise import arithmetic as ew
from msjax.kernels.elementwise import rounding, unary
from msjax.kernels.elementwise.clip import bounded
from msjax.kernels.elementwise.trigonometry import tanh
from msjax.kernels.linalg.addmm import addmm
from msjax.kernels.promotion import promoted
from msjax.kernels.special.gamma import erfinv


def _value_for(variable: jax.Array, value: jax.Array, exact: bool = False) -> jax.Array:
    """The second operand of an assignment, in the dtype of the first.

    One element fits one element, unless the ranks must be `exact`.
    """
    value = jnp.asarray(value)
    if value.weak_type:
        kind = {"f": float, "c": complex}.get(value.dtype.kind, int)
        promoted = mstype.promote((variable.dtype,), (kind,))
    else:
        promoted = mstype.promote((variable.dtype, value.dtype))
    if promoted != variable.dtype:
        raise TypeError(
            Clause(
                f"the dtype of a Parameter or of the Tensor written by an in-place "
                f"operation is kept: {mstype.from_np(value.dtype)} cannot become "
                f"{mstype.from_np(variable.dtype)}."
            )
        )
    one = {value.shape, variable.shape} == {(), (1,)}
    if one and not exact:
        value = value.reshape(variable.shape)
    if value.shape != variable.shape:
        what = "rank" if value.ndim != variable.ndim else "shape"
        raise (RuntimeError if one else ValueError)(
            Clause(
                f"'value' must have the same {what} as 'variable'. But got 'value' shape: "
                f"{value.shape}, 'variable' shape: {variable.shape}."
            )
        )
    return cast_array(value, variable.dtype)


@op(write="variable", stays=True, label="Assign")
def _assign(variable: Array, value: Value):
    return as_leaf(_value_for(variable, value, exact=True), variable)


@public("ops.assign", primitive="Assign")
def assign(variable: Tensor, value: Tensor) -> Tensor:
    """Write a value into a Parameter.

    Args:
        variable: Parameter or Tensor.
        value: Tensor of the shape of `variable` whose dtype promotes to that of `variable`;
            a number for a 0-d `variable`.

    Returns:
        Tensor with the new values.

    Raises:
        TypeError: the dtype of `value` is the wider one.
        ValueError: the shapes differ.
        RuntimeError: one has no dimensions and the other is of shape (1,).

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1., 2.]))
        >>> print(ms.ops.assign(p, ms.Tensor([5., 6.])))
        [5. 6.]
    """
    written = call(_assign)(variable, value)
    return box(written._value, nodes.live(written._node))  # of its own: later writes do not show


@op(write="variable", stays=True, label="AssignAdd")
def _assign_add(variable: Array, value: Value):
    accept(variable, "iurc", "variable")
    return variable + _value_for(variable, value)


@public("ops.assign_add", primitive="AssignAdd")
def assign_add(variable: Tensor, value: Tensor) -> Tensor:
    """Add a value to a Parameter.

    Args:
        variable: Parameter or Tensor.
        value: Tensor of the shape of `variable` whose dtype promotes to that of `variable`;
            a number for a `variable` with one element and at most one dimension.

    Returns:
        Tensor with the new values.

    Raises:
        TypeError: the dtype of `value` is the wider one.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1., 2.]))
        >>> print(ms.ops.assign_add(p, ms.Tensor([5., 6.])))
        [6. 8.]
    """
    return call(_assign_add)(variable, value)


@op(write="variable", stays=True, label="AssignSub")
def _assign_sub(variable: Array, value: Value):
    accept(variable, "iur", "variable")
    return variable - _value_for(variable, value)


@public("ops.assign_sub", primitive="AssignSub")
def assign_sub(variable: Tensor, value: Tensor) -> Tensor:
    """Subtract a value from a Parameter.

    Args:
        variable: Parameter or Tensor.
        value: Tensor of the shape of `variable` whose dtype promotes to that of `variable`;
            a number for a `variable` with one element and at most one dimension.

    Returns:
        Tensor with the new values.

    Raises:
        TypeError: the dtype of `value` is the wider one.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([5., 6.]))
        >>> print(ms.ops.assign_sub(p, ms.Tensor([1., 2.])))
        [4. 4.]
    """
    return call(_assign_sub)(variable, value)


def _stored(target: jax.Array, result: jax.Array) -> jax.Array:
    """The result of an in-place operation, as what its Tensor can hold."""
    if result.shape != target.shape:
        raise ValueError(
            Clause(
                f"the Tensor of shape {target.shape} cannot hold the result of shape "
                f"{result.shape}."
            )
        )
    kinds = [_category(a.dtype) for a in (target, result)]
    if kinds[1] > kinds[0]:
        raise RuntimeError(
            Clause(
                f"the result of dtype {mstype.from_np(result.dtype)} cannot be stored in "
                f"a Tensor of dtype {mstype.from_np(target.dtype)}."
            )
        )
    return result.astype(target.dtype)


def _category(dtype: np.dtype) -> int:
    order = (jnp.bool_, jnp.integer, jnp.floating, jnp.complexfloating)
    return next(i for i, kind in enumerate(order) if jnp.issubdtype(dtype, kind))


def _pair(input: jax.Array, other: Value, alpha: Value) -> tuple[jax.Array, ...]:
    other = jnp.asarray(other)
    return promoted(input, other if alpha is None else ew.mul(other, alpha))


@op("Tensor.add_", write="input", label="InplaceAdd", accepts={"alpha": "int float Tensor"})
def add_(input: Array, other: Value, *, alpha: float = 1):
    """Add `alpha * other` to the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.
        alpha: number that scales `other`.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the sum's dtype is of a higher category than the Tensor's.
        ValueError: the sum has another shape.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.add_(1), x)
        [2. 3.] [2. 3.]
    """
    return _stored(input, ew.plus(*_pair(input, other, alpha)))


@spelling("Tensor.sub_", y="other")
@op(write="input", label="InplaceSub")
def sub_(input: Array, other: Value, alpha: float = 1):
    """Subtract `alpha * other` from the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.
        alpha: number that scales `other`.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the difference's dtype is of a higher category than the Tensor's.
        ValueError: the difference has another shape than the Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([5., 6.])
        >>> print(x.sub_(1), x)
        [4. 5.] [4. 5.]
    """
    return _stored(input, ew.minus(*_pair(input, other, alpha)))


@op("Tensor.mul_", write="input", label="InplaceMul")
def mul_(input: Array, other: Value):
    """Multiply the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the product's dtype is of a higher category than the Tensor's.
        ValueError: the product has another shape than the Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.mul_(3), x)
        [3. 6.] [3. 6.]
    """
    return _stored(input, ew.times(input, other))


@op("Tensor.div_", write="input", label="InplaceDiv", accepts={"rounding_mode": "str None"})
def div_(input: Array, other: Value, rounding_mode: str | None = None):
    """Divide the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.
        rounding_mode: None, "floor" or "trunc", as in `ops.div`.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the quotient's dtype is of a higher category than the Tensor's, as that of
            integers that are divided without rounding.
        ValueError: the quotient has another shape than the Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([5., -5.])
        >>> print(x.div_(2))
        [ 2.5 -2.5]
        >>> print(x.div_(2, rounding_mode="trunc"))
        [ 1. -1.]
    """
    return _stored(input, ew.over(input, other, rounding_mode=rounding_mode))


@op("Tensor.floor_divide_", write="input", label="InplaceFloorDivide")
def floor_divide_(input: Array, other: Value):
    """Divide the Tensor in place, rounding down.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the quotient's dtype is of a higher category than the Tensor's.
        ValueError: the quotient has another shape than the Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([7, -7])
        >>> print(x.floor_divide_(2), x)
        [ 3 -4] [ 3 -4]
    """
    pair = _pair(input, other, None)
    return _stored(input, ew.floor_divide(*pair))


@op("Tensor.remainder_", write="input", label="InplaceRemainder")
def remainder_(input: Array, other: Value):
    """Replace the Tensor by its remainder, which has the sign of `other`.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: the remainder's dtype is of a higher category than the Tensor's.
        ValueError: the remainder has another shape than the Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([7, -7])
        >>> print(x.remainder_(4), x)
        [3 1] [3 1]
    """
    pair = _pair(input, other, None)
    return _stored(input, ew.remainder(*pair))


@op("Tensor.exp_", write="input", label="InplaceExp")
def exp_(input: Array):
    """Replace each element by its exponential, in place.

    Returns:
        The Tensor, of floats, with its shape and dtype.

    Raises:
        TypeError: the Tensor is not floating-point.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., -float("inf")])
        >>> print(x.exp_(), x)
        [1. 0.] [1. 0.]
    """
    return unary.exp(input)


@op("Tensor.log_", write="input", label="InplaceLog")
def log_(input: Array):
    """Replace each element by its natural logarithm, in place.

    Returns:
        The Tensor, of floats, with its shape and dtype.

    Raises:
        TypeError: the Tensor is not floating-point.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 0.])
        >>> print(x.log_(), x)
        [  0. -inf] [  0. -inf]
    """
    return unary.log(input)


@op("Tensor.floor_", write="input", label="InplaceFloor")
def floor_(input: Array):
    """Round each element down, in place.

    Returns:
        The Tensor, with its shape and dtype.

    Raises:
        TypeError: the Tensor is not floating-point.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.5, -1.5])
        >>> print(x.floor_(), x)
        [ 1. -2.] [ 1. -2.]
    """
    return rounding.floor(input)


@op("Tensor.sign_", write="input", label="InplaceSign")
def sign_(input: Array):
    """Replace each element by its sign, in place: -1, 0 or 1.

    Returns:
        The Tensor, with its shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([3., 0., -2.])
        >>> print(x.sign_(), x)
        [ 1.  0. -1.] [ 1.  0. -1.]
    """
    return unary.sign(input)


@op("Tensor.tanh_", "ops.tanh_", write="input", label="InplaceTanh")
def tanh_(input: Array):
    """Replace each element by its hyperbolic tangent, in place.

    Args:
        input: Tensor of floats; the Tensor itself in `Tensor.tanh_`.

    Returns:
        The Tensor, with its shape and dtype.

    Raises:
        TypeError: the Tensor is not floating-point.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., float("inf")])
        >>> print(x.tanh_(), x)
        [0. 1.] [0. 1.]
    """
    return tanh(input)


@op("Tensor.erfinv_", "ops.erfinv_", write="input", label="InplaceErfinv")
def erfinv_(input: Array):
    """Replace each element by its inverse error function, in place.

    Args:
        input: Tensor of floats in [-1, 1], others give NaN; the Tensor itself in `Tensor.erfinv_`.

    Returns:
        The Tensor, with its shape and dtype.

    Raises:
        TypeError: the Tensor is not floating-point.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0., 1., -1.])
        >>> print(x.erfinv_(), x)
        [  0.  inf -inf] [  0.  inf -inf]
    """
    return erfinv(input)


@op("Tensor.clamp_", "ops.clamp_", write="input", label="InplaceClamp")
def clamp_(input: Array, min: Value | None = None, max: Value | None = None):
    """Bring elements into [min, max] in place.

    Args:
        min: lower bound, Tensor or number; None for none.
        max: upper bound, of the same kind; None for none.

    Returns:
        The Tensor.

    Raises:
        TypeError: one bound is a Tensor and the other a number.
        ValueError: both bounds are None, or one of the dtypes is bool.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([-3., 0.5, 3.])
        >>> print(x.clamp_(-1, 1), x)
        [-1.   0.5  1. ] [-1.   0.5  1. ]
    """
    return _stored(input, bounded(input, min, max))


@op("Tensor.fill_", write="input", label="InplaceFill")
def fill_(input: Array, value: Value):
    """Set all elements in place.

    Args:
        value: number or 0-d Tensor.

    Returns:
        The Tensor.

    Raises:
        RuntimeError: `value` has dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.fill_(7), x)
        [7. 7.] [7. 7.]
    """
    value = jnp.asarray(value)
    if value.ndim:
        raise RuntimeError(must("value", "a number or a 0-d Tensor", value.shape))
    return jnp.broadcast_to(cast_array(value, input.dtype), input.shape)


@op("Tensor.zero_", "ops.zero_", write="input", label="InplaceZero")
def zero_(input: Array):
    """Set all elements to 0, in place.

    Args:
        input: Tensor of any dtype; the Tensor itself in `Tensor.zero_`.

    Returns:
        The Tensor, with its shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.zero_(), x)
        [0. 0.] [0. 0.]
    """
    return jnp.zeros(input.shape, input.dtype)


@op("Tensor.copy_", write="input", label="InplaceCopy", accepts={"non_blocking": "bool"})
def copy_(input: Array, src: Array, non_blocking: bool = False):
    """Take over the values of another Tensor.

    Args:
        src: Tensor that broadcasts to the Tensor's shape; its elements are converted.
        non_blocking: copies never block here.

    Returns:
        The Tensor.

    Raises:
        TypeError: `src` is not a Tensor.
        RuntimeError: `src` does not broadcast to the Tensor's shape.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.copy_(ms.Tensor([7, 8])))
        [[7. 8.]
         [7. 8.]]
    """
    del non_blocking
    kept = input.shape[input.ndim - src.ndim :]
    pairs = zip(src.shape, kept, strict=False)
    if src.ndim > input.ndim or any(size not in (1, wanted) for size, wanted in pairs):
        raise RuntimeError(
            Clause(f"the shape {src.shape} of 'src' does not broadcast to {input.shape}.")
        )
    return jnp.broadcast_to(cast_array(src, input.dtype), input.shape)


@op("Tensor.addmm_", write="input", label="InplaceAddmm")
def addmm_(input: Array, mat1: Array, mat2: Array, *, beta: float = 1, alpha: float = 1):
    """Add a matrix product to the Tensor in place: `beta * input + alpha * (mat1 @ mat2)`.

    Args:
        mat1: Tensor of shape (N, C).
        mat2: Tensor of shape (C, M); the Tensor itself has shape (N, M).
        beta: factor of the Tensor's elements.
        alpha: factor of the product.

    Returns:
        The Tensor.

    Raises:
        TypeError: the dtypes differ, or a float factor beside integers.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> print(x.addmm_(ms.Tensor([[3.]]), ms.Tensor([[1., 10.]]), alpha=2))
        [[ 7. 62.]]
    """
    result = addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    return _value_for(input, result)


@op("Tensor.put_", write="input", label="InplacePut")
def put_(input: Array, index: Array, source: Array, accumulate: bool = False):
    """Write elements at positions of the flattened Tensor.

    Args:
        index: positions, Tensor of ints; negative ones count from the end.
        source: the new elements, as many as positions and of the Tensor's dtype.
        accumulate: add to the elements there instead of replacing them.

    Returns:
        The Tensor itself.

    Raises:
        TypeError: `index` is not of ints, or the dtypes differ.
        ValueError: `index` and `source` have unequal sizes.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.put_(ms.Tensor([0, -1]), ms.Tensor([8., 9.])))
        [[8. 2.]
         [3. 9.]]
    """
    if not jnp.issubdtype(index.dtype, jnp.integer):
        raise TypeError(must("index", "a Tensor of ints", index.dtype))
    if source.dtype != input.dtype:
        raise TypeError(must("source", f"a Tensor of {input.dtype}", source.dtype))
    if index.size != source.size:
        raise ValueError(
            Clause(
                f"the 'source' must have as many elements as 'index', {index.size}, but "
                f"got {source.size}."
            )
        )
    places = input.reshape(-1).at[index.reshape(-1)]
    put = places.add if accumulate else places.set
    return put(source.reshape(-1), mode="drop").reshape(input.shape)
