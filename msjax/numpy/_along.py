"""Functions applied to the vectors of a Tensor, along its axes, and where conditions hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from msjax import ops
from msjax._core.base.checks import check_axis
from msjax._core.base.errors import must
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._types import as_tensor, whole

if TYPE_CHECKING:
    from msjax._types import Number


@public("numpy.apply_along_axis")
def apply_along_axis(func1d: Callable, axis: int, arr: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Results of a function for each vector along one axis.

    Args:
        func1d: function of a Tensor of one dimension that returns a Tensor.
        axis: the axis.
        arr: Tensor.
        args: further arguments of the function.
        kwargs: further keyword arguments of the function.

    Returns:
        Tensor with the dimensions of a result in the place of the axis.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.arange(6).reshape(2, 3)
        >>> print(mnp.apply_along_axis(lambda v: v[0] + v[-1], 1, x))
        [2 8]
    """
    shape, rank = ops.shape(arr), arr.ndim
    whole(axis=axis)
    axis = check_axis(axis, rank)
    rows = ops.movedim(arr, axis, -1).reshape((-1, shape[axis]))
    results = ops.stack([func1d(rows[i], *args, **kwargs) for i in range(rows.shape[0])])
    inner = results.shape[1:]
    results = results.reshape(shape[:axis] + shape[axis + 1 :] + inner)
    if not inner:
        return results
    source = tuple(range(rank - 1, rank - 1 + len(inner)))
    return ops.movedim(results, source, tuple(range(axis, axis + len(inner))))


@public("numpy.apply_over_axes")
def apply_over_axes(func: Callable, a: Tensor | Sequence, axes: int | Sequence[int]) -> Tensor:
    """A function applied along several axes, one after the other.

    Args:
        func: function of a Tensor and a keyword argument `axis`; its result may lack that axis.
        a: Tensor, list or tuple.
        axes: int, or tuple or list of ints.

    Returns:
        Tensor with as many dimensions as `a`.

    Raises:
        TypeError: `a` is something else.
        ValueError: a result has neither as many dimensions nor one less.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.arange(6).reshape(1, 2, 3)
        >>> print(mnp.apply_over_axes(mnp.max, x, (0, 2)).shape)
        (1, 2, 1)
    """
    start = found = as_tensor(a)
    for axis in (axes,) if isinstance(axes, int) else axes:
        found = func(found, axis=axis)
        if found.ndim != start.ndim:
            found = ops.expand_dims(found, axis)
        if found.ndim != start.ndim:
            expected = f"a function whose results have {start.ndim} or {start.ndim - 1} dimensions"
            raise ValueError(must("func", expected, f"shape {found.shape}"))
    return found


@public("numpy.select")
def select(
    condlist: Tensor | Sequence, choicelist: Tensor | Sequence, default: Number | Tensor = 0
) -> Tensor:
    """Elements of the first of several choices whose condition holds.

    Args:
        condlist: Tensor, list or tuple, the conditions stacked along the first dimension.
        choicelist: Tensor, list or tuple, as many choices, which broadcast with the conditions.
        default: number or Tensor, for elements where no condition holds.

    Returns:
        Tensor in the dtype of the choices.

    Raises:
        TypeError: an argument is something else.
        ValueError: conditions or choices have no dimension, or they are not equally many.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.arange(5)
        >>> print(mnp.select([x < 2, x > 3], [x, x * 10], default=-1))
        [ 0  1 -1 -1 40]
    """
    conditions, choices = as_tensor(condlist), as_tensor(choicelist)
    if conditions.ndim == 0 or choices.ndim == 0:
        raise ValueError(must("condlist' and 'choicelist", "no numbers", "a number"))
    count = conditions.shape[0]
    if choices.shape[0] != count:
        got = f"{count} and {choices.shape[0]}"
        raise ValueError(must("condlist' and 'choicelist", "of the same length", got))
    if isinstance(default, Tensor):
        found = default.astype(choices.dtype)
    else:
        found = Tensor(default, choices.dtype)
    for i in reversed(range(count)):
        found = ops.where(conditions[i] != 0, choices[i], found)
    return found


@public("numpy.piecewise")
def piecewise(
    x: Tensor | Number | Sequence,
    condlist: Tensor | Sequence,
    funclist: Sequence[Callable[..., Any] | Number],
    *args: Any,
    **kw: Any,
) -> Tensor:
    """Values of the function whose condition holds, element by element.

    Args:
        x: Tensor, number, list or tuple.
        condlist: list or tuple of bool Tensors, or one of them.
        funclist: list or tuple of functions of `x`, or of numbers; one for each condition and
            perhaps one for elements where none holds (else they become 0).
        args: further arguments of the functions.
        kw: further keyword arguments of the functions.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: there are too few or too many functions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.array([-2., 3.])
        >>> print(mnp.piecewise(x, [x < 0, x >= 0], [lambda v: -v, lambda v: 10 * v]))
        [ 2. 30.]
    """
    x = as_tensor(x)
    values = funclist
    if isinstance(funclist, (tuple, list)) and isinstance(funclist[0], FunctionType):
        values = [function(x, *args, **kw) for function in funclist]
    conditions, choices = _stacked(condlist), _stacked(values)
    default: Any = 0
    if len(funclist) == conditions.shape[0] + 1:
        default, choices = choices[-1], choices[:-1]
    elif len(funclist) != conditions.shape[0]:
        expected = f"of length {conditions.shape[0]} or {conditions.shape[0] + 1}"
        raise ValueError(must("funclist", expected, len(funclist)))
    return select(conditions, choices, default)


def _stacked(values: Any) -> Tensor:
    if isinstance(values, (tuple, list)):
        return ops.stack([as_tensor(v) for v in values])
    found = as_tensor(values)
    return found if found.ndim else found.reshape((1,))
