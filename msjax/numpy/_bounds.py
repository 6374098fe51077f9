"""Functions of several Tensors, element by element, with arguments of their own kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Operand, call, op, public
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.elementwise import binary
from msjax.kernels.elementwise.arithmetic import floor_divide
from msjax.numpy._inputs import array_function, cast, common


def _limited(limit: Callable, x: jax.Array, y: jax.Array, dtype: Any) -> jax.Array:
    """A limit of two operands; beside one with dimensions one without has no say in the dtype,
    and neither has `dtype`."""
    found = limit(*common(x, y))
    if x.ndim == 0 and y.ndim > 0:
        return found.astype(y.dtype)
    if y.ndim == 0 and x.ndim > 0:
        return found.astype(x.dtype)
    return cast(found, dtype)


@array_function("numpy.maximum")
def maximum(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """The larger of two elements; nan where either is.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default the common one. As in MindSpore, if one operand only
            has dimensions, the result has its dtype.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.maximum([1., 5.], 3))
        [3. 5.]
    """
    return _limited(binary.maximum, x1, x2, dtype)


@array_function("numpy.minimum")
def minimum(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """The smaller of two elements; nan where either is.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default the common one. As in MindSpore, if one operand only
            has dimensions, the result has its dtype.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.minimum([1., 5.], 3))
        [1. 3.]
    """
    return _limited(binary.minimum, x1, x2, dtype)


@public("numpy.divmod")
def divmod(
    x1: Tensor | complex | np.number,
    x2: Tensor | complex | np.number,
    dtype: mstype.Type | None = None,
) -> tuple[Tensor, Tensor]:
    """Quotients rounded down, and their remainders, element by element.

    Args:
        x1: Tensor or number, the dividend.
        x2: Tensor or number, the divisor; the shapes broadcast.
        dtype: dtype of the results; by default as the computation gives them.

    Returns:
        Tuple of two Tensors of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.divmod(7, 3)[1])
        1
    """
    quotient = call(_quotient)(x1, x2, dtype)
    return quotient, resolve("numpy.remainder")(x1, x2, dtype)


@op(label="divmod")
def _quotient(x1: Operand, x2: Operand, dtype):
    return cast(floor_divide(x1, x2), dtype)


@array_function("numpy.clip")
def clip(x: Array, xmin: Array | None, xmax: Array | None, dtype: np.dtype | None = None) -> Array:
    """Elements, limited to the interval from `xmin` to `xmax`.

    Args:
        x: Tensor, number or list of numbers.
        xmin: Tensor, number or list of numbers, the lower bound; None for none.
        xmax: the upper bound, likewise; where the bounds cross, it counts.
        dtype: dtype of the result, as for `maximum`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: both bounds are None.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.clip([1, 5, -3], 0, 3))
        [1 3 0]
    """
    if xmin is None and xmax is None:
        raise ValueError(must("xmin", "given if 'xmax' is None", None))
    if xmin is not None:
        x = _limited(binary.maximum, x, xmin, dtype)
    return x if xmax is None else _limited(binary.minimum, x, xmax, dtype)
