"""Functions of several Tensors, element by element, with arguments of their own kinds."""

from __future__ import annotations

from typing import Any

import jax

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Operand, call, op, public
from msjax._core.op.registry import resolve
from msjax.kernels.elementwise import binary
from msjax.kernels.elementwise.arithmetic import floor_divide
from msjax.numpy._inputs import array_function, cast, common


def _numbers(*values: Any) -> tuple[bool, ...]:
    """Which of the arguments are plain numbers."""
    return tuple(isinstance(v, (bool, int, float)) for v in values)


def _alike(x: jax.Array, y: jax.Array, numbers: tuple) -> list[jax.Array]:
    """Two operands in one dtype; a number among them takes the other's."""
    if numbers == (False, True):
        y = y.astype(x.dtype)
    elif numbers == (True, False):
        x = x.astype(y.dtype)
    return common(x, y)


@public("numpy.maximum")
def maximum(x1, x2, dtype=None):
    """The larger of two elements; nan where either is.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; a number takes the dtype of a Tensor. The shapes
            broadcast.
        dtype: dtype of the result; by default the common one.

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
    return call(_maximum)(x1, x2, dtype, _numbers(x1, x2))


@array_function(label="maximum")
def _maximum(x1: Array, x2: Array, dtype, numbers):
    x, y = _alike(x1, x2, numbers)
    return cast(binary.maximum(x, y), dtype)


@public("numpy.minimum")
def minimum(x1, x2, dtype=None):
    """The smaller of two elements; nan where either is.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; a number takes the dtype of a Tensor. The shapes
            broadcast.
        dtype: dtype of the result; by default the common one.

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
    return call(_minimum)(x1, x2, dtype, _numbers(x1, x2))


@array_function(label="minimum")
def _minimum(x1: Array, x2: Array, dtype, numbers):
    x, y = _alike(x1, x2, numbers)
    return cast(binary.minimum(x, y), dtype)


@public("numpy.divmod")
def divmod(x1, x2, dtype=None):
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


@public("numpy.clip")
def clip(x, xmin, xmax, dtype=None):
    """Elements, limited to the interval from `xmin` to `xmax`.

    Args:
        x: Tensor, number or list of numbers.
        xmin: Tensor, number or list of numbers, the lower bound; None for none. A number takes the
            dtype of `x`.
        xmax: the upper bound, likewise; where the bounds cross, it counts.
        dtype: any dtype; as in MindSpore, it has no effect.

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
    return call(_clip)(x, xmin, xmax, _numbers(x, xmin, xmax))


@array_function(label="clip")
def _clip(x: Array, xmin: Array | None, xmax: Array | None, numbers):
    for bound, limited, number in (
        (xmin, binary.maximum, numbers[1]),
        (xmax, binary.minimum, numbers[2]),
    ):
        if bound is not None:
            x = limited(*_alike(x, bound, (False, number)))
    return x
