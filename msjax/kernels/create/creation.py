"""Tensors made from shapes and single numbers, and one-hot vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer, integers, of_type
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, Single, Value, call, op, primitive, public
from msjax._core.op.static_values import static_value
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.host import from_host, np_dtype, placed
from msjax.kernels.promotion import is_number

if TYPE_CHECKING:
    from msjax._types import DType, Number

# -- one value everywhere --------------------------------------------------------------------------


@op(label="Fill")
def _filled(value: Value, shape, dtype):
    value = jnp.asarray(value)
    if value.size != 1:
        raise ValueError(must("value", "of one element", value.shape))
    if jnp.issubdtype(value.dtype, jnp.complexfloating) and dtype.kind != "c":
        value = value.real
    return jnp.broadcast_to(value.reshape(()).astype(dtype), shape)


@op(label="Fill")
def _filled_exactly(value, shape, dtype):
    return jnp.full(shape, np.asarray(value, dtype), dtype)


_DOUBLE = (np.dtype(np.float64), np.dtype(np.complex128))
_fill_traced, _fill_static = call(_filled), call(_filled_exactly)


def _new(value: Any, shape: tuple[int, ...], dtype: np.dtype) -> Tensor:
    """A Tensor full of `value`, which is converted as a C cast does."""
    if isinstance(value, Tensor):
        return placed(_fill_traced(value, shape, dtype))
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:
        value = value.item()
    if not isinstance(value, (bool, int, float, complex)):
        raise TypeError(must("value", "a number or a Tensor", describe(value)))
    if isinstance(value, complex) and dtype.kind != "c":
        value = value.real
    if dtype in _DOUBLE:  # a literal would have the precision of float32
        return placed(_fill_traced(from_host(np.array(value, dtype)), shape, dtype))
    if dtype.kind == "c":
        return placed(_fill_static(value, shape, dtype))
    if dtype.kind in "iu":
        with np.errstate(all="ignore"):
            value = np.asarray(value).astype(dtype).item()
    if dtype == np.uint64 and value >= 1 << 63:
        value = from_host(np.array(value, dtype))
    return placed(_fill_traced(value, shape, dtype))


def lengths(arg: str, shape: Any) -> tuple[int, ...]:
    """A shape given as an int, a tuple or list of ints (or Tensors of one), or a Tensor.

    Raises:
        TypeError: it is something else.
        ValueError: a length is negative.
    """
    if isinstance(shape, Tensor):
        shape = shape.tolist()
    if isinstance(shape, (int, np.integer)) and not isinstance(shape, bool):
        shape = (int(shape),)
    shape = integers(arg, static_value(shape))
    if any(n < 0 for n in shape):
        raise ValueError(must(arg, "free of negative numbers", shape))
    return shape


@public("ops.zeros", primitive="Zeros", label="Zeros")
def zeros(size: int | Sequence | Tensor, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of zeros.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, float32 by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.zeros((2, 2)))
        [[0. 0.]
         [0. 0.]]
    """
    dtype = np_dtype(dtype, np.float32)
    return placed(_fill_static(0, lengths("size", size), dtype))


@public("ops.ones", primitive="Ones", label="Ones")
def ones(shape: int | Sequence | Tensor, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of ones.

    Args:
        shape: int, or tuple, list or Tensor of ints.
        dtype: element type, float32 by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` is not made of ints, or `dtype` is not a dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ones(2, ms.int32))
        [1 1]
    """
    dtype = np_dtype(dtype, np.float32)
    return placed(_fill_static(1, lengths("shape", shape), dtype))


def _like(x: Any) -> Tensor:
    of_type("input", x, Tensor)
    return x


@public("ops.zeros_like")
def zeros_like(input: Tensor, *, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of zeros in the shape of another one.

    Args:
        input: Tensor.
        dtype: element type, by default that of `input`.

    Returns:
        Tensor.

    Raises:
        AttributeError: `input` is not a Tensor, and no `dtype` is given.
        TypeError: `input` is not a Tensor, or `dtype` is no element type.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.zeros_like(ms.Tensor([1, 2])))
        [0 0]
    """
    if not isinstance(input, Tensor):
        error = AttributeError if dtype is None else TypeError  # MindSpore asks for its dtype
        raise error(must("input", "a Tensor", describe(input)))
    dtype = np_dtype(dtype, input.dtype.np)
    return placed(_fill_static(0, input.shape, dtype))


@public("ops.ones_like", "mint.ones_like", label="OnesLike")
def ones_like(input: Tensor, *, dtype: mstype.Type | None = None) -> Tensor:
    """Tensor of ones in the shape of another one.

    Args:
        input: Tensor.
        dtype: element type, by default that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor, or `dtype` not a dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ones_like(ms.Tensor([2., 3.])))
        [1. 1.]
    """
    x = _like(input)
    return placed(_fill_static(1, x.shape, np_dtype(dtype, x.dtype.np)))


@public(primitive="ZerosLike")
def _zeros_like_primitive(x: Tensor) -> Tensor:
    """Tensor of zeros in the shape and dtype of `x`.

    Inputs:
        - **x** (Tensor) - any dtype and shape.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ZerosLike()(ms.Tensor([1, 2])))
        [0 0]
    """
    x = _like(x)
    return placed(_fill_static(0, x.shape, x.dtype.np))


@public(primitive="OnesLike")
def _ones_like_primitive(x: Tensor) -> Tensor:
    """Tensor of ones in the shape and dtype of `x`.

    Inputs:
        - **x** (Tensor) - any dtype and shape.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.OnesLike()(ms.Tensor([2., 3.])))
        [1. 1.]
    """
    x = _like(x)
    return placed(_fill_static(1, x.shape, x.dtype.np))


@public("ops.full")
def full(
    size: Sequence[int], fill_value: Number | Tensor, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor full of one value.

    Args:
        size: tuple or list of ints, the shape.
        fill_value: number, or Tensor of one element.
        dtype: element type, int64 by default (also for a `fill_value` that is not an int).

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not a tuple or list, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.full((2,), 0.5, dtype=ms.float32))
        [0.5 0.5]
    """
    if not isinstance(size, (tuple, list)):
        raise TypeError(must("size", "a tuple or list of ints", describe(size)))
    dtype = np_dtype(dtype, np.int64)
    return _new(fill_value, lengths("size", size), dtype)


@public("ops.full_like")
def full_like(
    input: Tensor, fill_value: Number | Tensor, *, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor full of one value in the shape of another one.

    Args:
        input: Tensor.
        fill_value: number, or Tensor of one element.
        dtype: element type, by default that of `input`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.full_like(ms.Tensor([1., 2.]), 7))
        [7. 7.]
    """
    x = _like(input)
    return _new(fill_value, x.shape, np_dtype(dtype, x.dtype.np))


@public("ops.fill", label="Fill")
def fill(type: DType | None, shape: tuple[int, ...] | Tensor, value: Number | Tensor) -> Tensor:
    """Tensor full of one value.

    Args:
        type: element type; None for that of the number `value`.
        shape: tuple of ints, or Tensor.
        value: number, or Tensor of one element.

    Returns:
        Tensor.

    Raises:
        TypeError: `type` is neither dtype nor None, or `shape` is neither tuple nor Tensor of ints.
        ValueError: `shape` is a Tensor, but not of one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fill(ms.float32, (2,), 3))
        [3. 3.]
    """
    if type is None and not isinstance(value, Tensor):
        type = Tensor(value).dtype
    if not isinstance(type, mstype.Type):
        raise TypeError(must("type", "a mindspore dtype", repr(type)))
    return _new(value, _fill_lengths(shape), type.np)


def _fill_lengths(shape: Any) -> tuple[int, ...]:
    """The shape of a filled Tensor; a number stands for no dimensions."""
    if isinstance(shape, (bool, int, float)):
        return ()
    if not isinstance(shape, (tuple, Tensor)):
        raise TypeError(must("shape", "a tuple of ints or a Tensor", describe(shape)))
    if isinstance(shape, Tensor) and shape.ndim != 1:
        raise ValueError(must("shape", "of one dimension", f"{shape.ndim} dimensions"))
    return lengths("shape", shape)


@public(primitive="Fill", accepts={"dtype": "dtype", "x": "int float bool Tensor"})
def _fill_primitive(dtype: Any, dims: int | Sequence | Tensor, x: Number | Tensor) -> Tensor:
    """Tensor of shape `dims` and type `dtype` full of `x`.

    Inputs:
        - **dtype** (dtype) - element type.
        - **dims** (tuple[int], Tensor) - the shape.
        - **x** (number, Tensor) - the value; a Tensor has one element.

    Outputs:
        Tensor.

    Raises:
        TypeError: `dtype` is not a dtype, or `dims` is neither tuple nor Tensor of ints.
        ValueError: `dims` is a Tensor, but not of one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Fill()(ms.float32, (2,), 3))
        [3. 3.]
    """
    if dtype is None or not isinstance(dims, (tuple, Tensor)):
        arg, given = ("dtype", dtype) if dtype is None else ("dims", dims)
        expected = "a mindspore dtype" if dtype is None else "a tuple of ints or a Tensor"
        raise TypeError(must(arg, expected, describe(given)))
    return fill(dtype, dims, x)


@public(primitive="FillV2")
def _fill_v2(shape: Any, x: Tensor) -> Tensor:
    """Tensor of shape `shape` full of the one element of `x`, in its dtype.

    Inputs:
        - **shape** (tuple[int], Tensor) - the shape.
        - **x** (Tensor) - one element, the value.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `shape` is neither tuple nor Tensor of ints, or `x` is not a Tensor.
        ValueError: `x` has several elements, or `shape` is a Tensor, but not of one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.FillV2()((2,), ms.Tensor(3.)))
        [3. 3.]
    """
    x = _like(x)
    return _new(x, _fill_lengths(shape), x.dtype.np)


@public("ops.fills", primitive="Fills")
def fills(x: Tensor, value: Number | Tensor) -> Tensor:
    """Tensor in the shape and dtype of `x` full of `value`.

    Args:
        x: Tensor.
        value: number, or 0-d Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `value` is something else.
        ValueError: `value` is a Tensor of some dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fills(ms.Tensor([1., 2.]), 3))
        [3. 3.]
    """
    if isinstance(value, Tensor) and value.ndim:
        raise ValueError(must("value", "0-dimensional", f"{value.ndim} dimensions"))
    return _new(value, _like(x).shape, x.dtype.np)


@public("Tensor.fill")
def tensor_fill(self: Tensor, value: Number | Tensor) -> Tensor:
    """A new Tensor of this shape and dtype full of `value`.

    The Tensor itself stays as it is.

    Args:
        value: number, or Tensor of one element.

    Returns:
        Tensor.

    Raises:
        TypeError: `value` is something else.
        ValueError: `value` is a Tensor of several elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).fill(7))
        [7. 7.]
    """
    return _new(value, self.shape, self.dtype.np)


@public("Tensor.fills")
def tensor_fills(self: Tensor, value: Number | Tensor) -> Tensor:
    """A new Tensor of this shape and dtype full of `value`.

    As `ops.fills`; the Tensor itself stays as it is.

    Args:
        value: number, or 0-d Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `value` is something else.
        ValueError: `value` is a Tensor of some dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).fills(7))
        [7. 7.]
    """
    return fills(self, value)


@public("Tensor.new_zeros")
def new_zeros(
    self: Tensor, size: int | Sequence | Tensor, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor of zeros of shape `size`, in this Tensor's dtype if `dtype` is None.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, by default that of this Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).new_zeros((2, 2)))
        [[0 0]
         [0 0]]
    """
    dtype = np_dtype(dtype, self.dtype.np)
    return placed(_fill_static(0, lengths("size", size), dtype))


@public("Tensor.new_ones")
def new_ones(
    self: Tensor, size: int | Sequence | Tensor, dtype: mstype.Type | None = None
) -> Tensor:
    """Tensor of ones of shape `size`, in this Tensor's dtype if `dtype` is None.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, by default that of this Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).new_ones((2, 2)))
        [[1 1]
         [1 1]]
    """
    dtype = np_dtype(dtype, self.dtype.np)
    return placed(_fill_static(1, lengths("size", size), dtype))


@public("Tensor.new_full")
def new_full(
    self: Tensor,
    size: int | Sequence | Tensor,
    fill_value: Number | Tensor,
    *,
    dtype: mstype.Type | None = None,
) -> Tensor:
    """Tensor of shape `size` full of one value, in this Tensor's dtype if `dtype` is None.

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        fill_value: number, or Tensor of one element.
        dtype: element type, by default that of this Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).new_full((3,), 7))
        [7 7 7]
    """
    dtype = np_dtype(dtype, self.dtype.np)
    return _new(fill_value, lengths("size", size), dtype)


@public("Tensor.new_empty")
def new_empty(
    self: Tensor,
    size: int | Sequence | Tensor,
    *,
    dtype: mstype.Type | None = None,
    device: str | None = None,
) -> Tensor:
    """Tensor of shape `size` with values that are not meant to be used (zeros).

    Args:
        size: int, or tuple, list or Tensor of ints, the shape.
        dtype: element type, by default that of this Tensor.
        device: device that the result is moved to, as by `Tensor.to`; by default it stays.

    Returns:
        Tensor.

    Raises:
        TypeError: `size` is not made of ints, or `dtype` is not a dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.]).new_empty((2, 3))
        >>> print(x.shape, x.dtype)
        (2, 3) Float32
    """
    dtype = np_dtype(dtype, self.dtype.np)
    made = placed(_fill_static(0, lengths("size", size), dtype))
    return made if device is None else made.to(device=device)


# -- matrices --------------------------------------------------------------------------------------


@op(label="Eye")
def _identity_matrix(n, m, dtype):
    return jnp.eye(n, m, dtype=dtype)


_eye = call(_identity_matrix)


@public("ops.eye", label="Eye")
def eye(n: int | Tensor, m: int | Tensor | None = None, dtype: mstype.Type | None = None) -> Tensor:
    """Matrix with ones on the main diagonal and zeros elsewhere.

    Args:
        n: int or integer Tensor of shape (), number of rows.
        m: the same, number of columns, by default `n`.
        dtype: element type, float32 by default.

    Returns:
        Tensor of shape (n, m).

    Raises:
        TypeError: `n` or `m` is not an integer, or `dtype` not a dtype.
        ValueError: `n` or `m` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.eye(2))
        [[1. 0.]
         [0. 1.]]
    """
    sizes = [
        value.item() if isinstance(value, (Tensor, np.integer)) and not value.ndim else value
        for value in (n, n if m is None else m)
    ]
    for arg, value in zip(("n", "m"), sizes, strict=True):
        if integer(arg, value) < 0:
            raise ValueError(must(arg, "non-negative", value))
    return placed(_eye(*sizes, np_dtype(dtype, np.float32)))


@public(primitive="Eye", accepts={"m": "int Tensor[int]", "dtype": "dtype"})
def _eye_primitive(n: int, m: int, dtype: DType) -> Tensor:
    """Matrix of `n` rows and `m` columns with ones on the main diagonal.

    Inputs:
        - **n** (int) - number of rows.
        - **m** (int) - number of columns.
        - **dtype** (dtype) - element type.

    Outputs:
        Tensor of shape (n, m).

    Raises:
        TypeError: `n` or `m` is not an int, or `dtype` not a dtype.
        ValueError: `n` or `m` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Eye()(2, 3, ms.int32))
        [[1 0 0]
         [0 1 0]]
    """
    return eye(n, m, dtype)


# -- one-hot ---------------------------------------------------------------------------------------


def _one_hot(indices: Any, depth: Any, on: Any, off: Any, axis: Any) -> Any:
    accept(indices, "int32 int64", "indices")
    if integer("depth", depth) < 0:
        raise ValueError(must("depth", "greater than or equal to 0", depth))
    rank = indices.ndim
    if not -1 <= integer("axis", axis) <= rank:
        raise ValueError(must("axis", f"in [-1, {rank}]", axis))
    axis = rank if axis == -1 else axis
    values = []
    for arg, value in (("on_value", on), ("off_value", off)):
        accept(value, "fiu c", arg)
        values.append(jax.lax.stop_gradient(value.reshape(-1)[0]))
    if values[0].dtype != values[1].dtype:
        raise TypeError(must("off_value", f"of dtype {on.dtype}", off.dtype))
    places = jnp.arange(depth, dtype=indices.dtype)
    places = places.reshape([-1 if i == axis else 1 for i in range(rank + 1)])
    return jnp.where(jnp.expand_dims(indices, axis) == places, *values)


@op("ops.one_hot", label="OneHot")
def one_hot(
    indices: Array, depth: Single, on_value: Value = 1, off_value: Value = 0, axis: int = -1
):
    """Vectors with one value at an index and another one elsewhere.

    Args:
        indices: Tensor of int32 or int64; indices outside [0, depth) give no `on_value`.
        depth: int, the length of the vectors.
        on_value: number or Tensor of one element, int64 or float32 if a number.
        off_value: number or Tensor of one element, of the same type.
        axis: int, the dimension of the result that the vectors take; -1 for the last.

    Returns:
        Tensor of one rank more.

    Raises:
        TypeError: `indices` is of another dtype, or the values' types differ or are bool.
        ValueError: `depth` is negative, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.one_hot(ms.Tensor([0, 2]), 3))
        [[1 0 0]
         [0 0 1]]
    """
    values = []
    for value in (on_value, off_value):
        array = jnp.asarray(value)
        if is_number(value):
            whole = jnp.issubdtype(array.dtype, jnp.integer)
            array = array.astype(np.int64 if whole else np.float32)
        values.append(array)
    return _one_hot(indices, depth, *values, axis)


@primitive("OneHot", axis=-1)
@op(label="OneHot")
def _one_hot_primitive(indices: Array, depth: int, on_value: Array, off_value: Array, axis: int):
    """Vectors with `on_value` at an index and `off_value` elsewhere; see `ops.one_hot`.

    Examples:
        >>> import msjax as ms
        >>> on, off = ms.Tensor(1.), ms.Tensor(0.)
        >>> print(ms.ops.OneHot()(ms.Tensor([0, 2]), 3, on, off))
        [[1. 0. 0.]
         [0. 0. 1.]]
    """
    return _one_hot(indices, depth, on_value, off_value, axis)
