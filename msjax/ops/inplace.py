"""Operations that write into a Tensor or Parameter."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import autograd
from msjax._core import dtype as mstype
from msjax._core.errors import must
from msjax._core.op import Array, Value, call, op, public
from msjax._core.tensor import Tensor, box
from msjax.ops import elementwise as ew
from msjax.ops import rounding, unary
from msjax.ops._accept import accept, promoted
from msjax.ops._wrap import as_primitive, renaming
from msjax.ops.addmm import addmm
from msjax.ops.cast import cast_array
from msjax.ops.clip import clamp
from msjax.ops.special import erfinv
from msjax.ops.trigonometry import tanh


def _value_for(name: str, variable: jax.Array, value: jax.Array) -> jax.Array:
    """The second operand of an assignment, in the dtype of the first."""
    value = jnp.asarray(value)
    if value.weak_type:
        kind = {"f": float, "c": complex}.get(value.dtype.kind, int)
        promoted = mstype.promote(name, (variable.dtype,), (kind,))
    else:
        promoted = mstype.promote(name, (variable.dtype, value.dtype))
    if promoted != variable.dtype:
        raise TypeError(
            f"For '{name}', the dtype of a Parameter or of the Tensor written by an in-place "
            f"operation is kept: {mstype.from_np(value.dtype)} cannot become "
            f"{mstype.from_np(variable.dtype)}."
        )
    one = {value.shape, variable.shape} == {(), (1,)}
    if one and name != "Assign":
        value = value.reshape(variable.shape)
    if value.shape != variable.shape:
        what = "rank" if value.ndim != variable.ndim else "shape"
        raise (RuntimeError if one else ValueError)(
            f"For '{name}','value' must have the same {what} as 'variable'. But got 'value' shape: "
            f"{value.shape}, 'variable' shape: {variable.shape}."
        )
    return cast_array(value, variable.dtype)


def _contents(variable: Tensor) -> Tensor:
    """A Tensor of the present values of a Parameter."""
    return box(variable._value, autograd.live(variable._node))


@op(write="variable", label="Assign")
def _assign(variable: Array, value: Value):
    return _value_for("Assign", variable, value)


@public("ops.assign")
def assign(variable, value):
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
    return _contents(call(_assign)(variable, value))


as_primitive("Assign", assign)


@op(write="variable", label="AssignAdd")
def _assign_add(variable: Array, value: Value):
    accept("AssignAdd", variable, "iurc", "variable")
    return variable + _value_for("AssignAdd", variable, value)


@public("ops.assign_add")
def assign_add(variable, value):
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
    return _contents(call(_assign_add)(variable, value))


as_primitive("AssignAdd", assign_add)


@op(write="variable", label="AssignSub")
def _assign_sub(variable: Array, value: Value):
    accept("AssignSub", variable, "iur", "variable")
    return variable - _value_for("AssignSub", variable, value)


@public("ops.assign_sub")
def assign_sub(variable, value):
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
    return _contents(call(_assign_sub)(variable, value))


as_primitive("AssignSub", assign_sub)


def _stored(name: str, target: jax.Array, result: jax.Array) -> jax.Array:
    """The result of an in-place operation, as what its Tensor can hold."""
    if result.shape != target.shape:
        raise ValueError(
            f"For '{name}', the Tensor of shape {target.shape} cannot hold the result of shape "
            f"{result.shape}."
        )
    kinds = [_category(a.dtype) for a in (target, result)]
    if kinds[1] > kinds[0]:
        raise RuntimeError(
            f"For '{name}', the result of dtype {mstype.from_np(result.dtype)} cannot be stored in "
            f"a Tensor of dtype {mstype.from_np(target.dtype)}."
        )
    return result.astype(target.dtype)


def _category(dtype: np.dtype) -> int:
    order = (jnp.bool_, jnp.integer, jnp.floating, jnp.complexfloating)
    return next(i for i, kind in enumerate(order) if jnp.issubdtype(dtype, kind))


def _pair(name: str, input: jax.Array, other: Value, alpha: Value) -> tuple[jax.Array, ...]:
    other = jnp.asarray(other)
    return promoted(name, input, other if alpha is None else ew.mul(other, alpha))


@op("Tensor.add_", write="input", label="InplaceAdd")
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
    return _stored("InplaceAdd", input, ew.plus(*_pair("InplaceAdd", input, other, alpha)))


@op(write="input", label="InplaceSub")
def sub_(input: Array, other: Value, alpha: float = 1):
    """Subtract `alpha * other` from the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.
        alpha: number that scales `other`.

    Returns:
        The Tensor.
    """
    return _stored("InplaceSub", input, ew.minus(*_pair("InplaceSub", input, other, alpha)))


renaming("Tensor.sub_", sub_, y="other")


@op("Tensor.mul_", write="input", label="InplaceMul")
def mul_(input: Array, other: Value):
    """Multiply the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.
    """
    return _stored("InplaceMul", input, ew.mul(input, other))


@op("Tensor.div_", write="input", label="InplaceDiv")
def div_(input: Array, other: Value, rounding_mode=None):
    """Divide the Tensor in place.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.
        rounding_mode: None, "floor" or "trunc", as in `ops.div`.

    Returns:
        The Tensor.
    """
    return _stored("InplaceDiv", input, ew.div(input, other, rounding_mode=rounding_mode))


@op("Tensor.floor_divide_", write="input", label="InplaceFloorDivide")
def floor_divide_(input: Array, other: Value):
    """Divide the Tensor in place, rounding down.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.
    """
    pair = _pair("InplaceFloorDivide", input, other, None)
    return _stored("InplaceFloorDivide", input, ew.floor_divide(*pair))


@op("Tensor.remainder_", write="input", label="InplaceRemainder")
def remainder_(input: Array, other: Value):
    """Replace the Tensor by its remainder, which has the sign of `other`.

    Args:
        other: Tensor or number that broadcasts to the Tensor's shape.

    Returns:
        The Tensor.
    """
    pair = _pair("InplaceRemainder", input, other, None)
    return _stored("InplaceRemainder", input, ew.remainder(*pair))


@op("Tensor.exp_", write="input", label="InplaceExp")
def exp_(input: Array):
    """Replace elements by their exponentials; returns the Tensor."""
    return unary.exp(input)


@op("Tensor.log_", write="input", label="InplaceLog")
def log_(input: Array):
    """Replace elements by their natural logarithms; returns the Tensor."""
    return unary.log(input)


@op("Tensor.floor_", write="input", label="InplaceFloor")
def floor_(input: Array):
    """Round elements down in place; returns the Tensor."""
    return rounding.floor(input)


@op("Tensor.sign_", write="input", label="InplaceSign")
def sign_(input: Array):
    """Replace elements by their signs; returns the Tensor."""
    return unary.sign(input)


@op("Tensor.tanh_", "ops.tanh_", write="input", label="InplaceTanh")
def tanh_(input: Array):
    """Replace elements by their hyperbolic tangents; returns the Tensor."""
    return tanh(input)


@op("Tensor.erfinv_", "ops.erfinv_", write="input", label="InplaceErfinv")
def erfinv_(input: Array):
    """Replace elements by their inverse error functions; returns the Tensor."""
    return erfinv(input)


@op("Tensor.clamp_", "ops.clamp_", write="input", label="InplaceClamp")
def clamp_(input: Array, min: Value | None = None, max: Value | None = None):
    """Bring elements into [min, max] in place.

    Args:
        min: lower bound, Tensor or number; None for none.
        max: upper bound, Tensor or number; None for none.

    Returns:
        The Tensor.

    Raises:
        ValueError: both bounds are None.
    """
    bounds = [b for b in (min, max) if b is not None]
    cast = iter(promoted("InplaceClamp", input, *bounds))
    values = [None if v is None else next(cast) for v in (input, min, max)]
    return _stored("InplaceClamp", input, clamp(*values))


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
        raise RuntimeError(must("InplaceFill", "value", "a number or a 0-d Tensor", value.shape))
    return jnp.broadcast_to(cast_array(value, input.dtype), input.shape)


@op("Tensor.zero_", "ops.zero_", write="input", label="InplaceZero")
def zero_(input: Array):
    """Set all elements to 0 in place; returns the Tensor."""
    return jnp.zeros(input.shape, input.dtype)


@op("Tensor.copy_", write="input", label="InplaceCopy")
def copy_(input: Array, src: Array, non_blocking: bool = False):
    """Take over the values of another Tensor.

    Args:
        src: Tensor that broadcasts to the Tensor's shape; its elements are converted.
        non_blocking: copies never block here.

    Returns:
        The Tensor.

    Raises:
        TypeError: `src` is no Tensor.
        RuntimeError: `src` does not broadcast to the Tensor's shape.
    """
    del non_blocking
    kept = input.shape[input.ndim - src.ndim :]
    pairs = zip(src.shape, kept, strict=False)
    if src.ndim > input.ndim or any(size not in (1, wanted) for size, wanted in pairs):
        raise RuntimeError(
            f"For 'copy_', the shape {src.shape} of 'src' does not broadcast to {input.shape}."
        )
    return jnp.broadcast_to(cast_array(src, input.dtype), input.shape)


@op("Tensor.addmm_", write="input", label="InplaceAddmm")
def addmm_(input: Array, mat1: Array, mat2: Array, *, beta: float = 1, alpha: float = 1):
    """beta * input + alpha * (mat1 @ mat2) in place; returns the Tensor.

    Args:
        mat1: Tensor of shape (N, C).
        mat2: Tensor of shape (C, M); the Tensor itself has shape (N, M).
        beta: factor of the Tensor's elements.
        alpha: factor of the product.

    Raises:
        TypeError: the dtypes differ, or a float factor beside integers.
        ValueError: the shapes do not fit.
    """
    result = addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    return _value_for("addmm_", input, result)


@op("Tensor.put_", write="input", label="InplacePut")
def put_(input: Array, index: Array, source: Array, accumulate: bool = False):
    """Write elements at positions of the flattened Tensor; returns the Tensor.

    Args:
        index: positions, Tensor of ints; negative ones count from the end.
        source: the new elements, as many as positions and of the Tensor's dtype.
        accumulate: add to the elements there instead of replacing them.

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
        raise TypeError(must("put_", "index", "a Tensor of ints", index.dtype))
    if source.dtype != input.dtype:
        raise TypeError(must("put_", "source", f"a Tensor of {input.dtype}", source.dtype))
    if index.size != source.size:
        raise ValueError(
            f"For 'put_', the 'source' must have as many elements as 'index', {index.size}, but "
            f"got {source.size}."
        )
    places = input.reshape(-1).at[index.reshape(-1)]
    put = places.add if accumulate else places.set
    return put(source.reshape(-1), mode="drop").reshape(input.shape)
