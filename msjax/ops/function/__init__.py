"""Functions of `ops`; those that `ops` itself has under the same name as objects are here.

Other names are those of `ops`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msjax._missing import module_getattr as _module_getattr
from msjax.kernels.update.float_status import after

__getattr__ = _module_getattr(__name__)


_T = TypeVar("_T")


def depend(value: _T, expr: object) -> _T:
    """The first argument; what the second stands for has happened before, as Python runs in order.

    Args:
        value: the result.
        expr: what must come first.

    Returns:
        `value`.

    Examples:
        >>> from msjax.ops import function
        >>> function.depend(3, print("first"))
        first
        3
    """
    return after(value, expr)


def partial(func: Callable, *args: Any, **kwargs: Any) -> Callable:
    """A function with its first arguments fixed, or some by name.

    Args:
        func: the function.
        args: its first arguments.
        kwargs: arguments by name.

    Returns:
        Function of the others.

    Raises:
        AttributeError: `func` is not a function.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.function.partial(lambda a, b: a - b, 5)(3)
        2
    """
    from msjax.ops import Partial

    return Partial()(func, *args, **kwargs)
