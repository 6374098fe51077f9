"""Functions that only `msjax.ops.composite` has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor

if TYPE_CHECKING:
    from msjax._types import DType, Number

_NUMBERS = (bool, int, float, np.number, np.bool_)


def ones_like(x: Tensor | Number | Sequence) -> Tensor:
    """Ones of the kind of the argument.

    Args:
        x: Tensor, number, dtype, None, or tuple or list of those.

    Returns:
        Tensor, number, dtype, None, or tuple.

    Raises:
        ValueError: for anything else.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import composite
        >>> print(composite.ones_like(ms.Tensor([2., 3.])), composite.ones_like((5, 6.5)))
        [1. 1.] (1, 1.0)
    """
    if isinstance(x, (tuple, list)):
        return tuple(ones_like(part) for part in x)
    if isinstance(x, Tensor):
        return resolve("ops.ones_like")(x)
    if isinstance(x, _NUMBERS):
        return type(x)(1)
    if x is None or isinstance(x, mstype.Type):
        return x
    raise ValueError(must("x", "a Tensor or a number", describe(x)))


def zeros_like(x: Any) -> Any:
    """Zeros of the kind of the argument: for Tensors a Tensor, for anything else a number or None.

    Args:
        x: anything.

    Returns:
        Tensor of the shape and dtype of `x` if that is a Tensor, 0.0 for a float, None for None,
        else 0.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import composite
        >>> print(composite.zeros_like(ms.Tensor([1., 2.])), composite.zeros_like(5))
        [0. 0.] 0
    """
    if isinstance(x, Tensor):
        return resolve("ops.zeros_like")(x)
    if x is None:
        return None
    return 0.0 if isinstance(x, float) else 0


def matmul(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Matrix product; see `ops.matmul`.

    Args:
        x1: Tensor of rank 1 or more.
        x2: Tensor of rank 1 or more.
        dtype: of the result. Default: that of the product.

    Returns:
        Tensor.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops import composite
        >>> print(composite.matmul(ms.Tensor([[1., 2.]]), ms.Tensor([[3.], [4.]]), ms.float16))
        [[11.]]
    """
    product = resolve("ops.matmul")(x1, x2)
    return product if dtype is None else product.astype(dtype)
