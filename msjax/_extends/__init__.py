"""Decorators of MindSpore's own layers that programs use (the path `mindspore._extends`)."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from msjax._missing import module_getattr as _module_getattr

__all__ = ["cell_attr_register"]

__getattr__ = _module_getattr(__name__)


def cell_attr_register(
    fn: Callable | None = None, attrs: list[str] | str | None = None
) -> Callable:
    """Decorator of a Cell's `__init__` that notes its arguments as text in `cell_init_args`.

    Args:
        fn: the method.
        attrs: names of attributes to note in place of the arguments.

    Raises:
        ValueError: when a Cell is made, `attrs` is neither a str nor a list of them.

    Examples:
        >>> import msjax as ms
        >>> from msjax._extends import cell_attr_register
        >>> class Net(ms.nn.Cell):
        ...     @cell_attr_register
        ...     def __init__(self, width=2):
        ...         super().__init__()
        >>> Net(3).cell_init_args
        'Netdict_values([3])'
    """
    if fn is None:
        return functools.partial(cell_attr_register, attrs=attrs)
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        told: Any = []
        if attrs is None:
            bound = signature.bind(self, *args, **kwargs).arguments
            del bound[next(iter(bound))]
            told = bound.values()
        fn(self, *args, **kwargs)
        if isinstance(attrs, str):
            told = getattr(self, attrs, [])
        elif attrs is not None:
            if not isinstance(attrs, list):
                raise ValueError("attrs must be list or string")
            if not all(isinstance(name, str) for name in attrs):
                raise ValueError("attr must be a string")
            told = [getattr(self, name) for name in attrs if hasattr(self, name)]
        self.cell_init_args = type(self).__name__ + str(told)

    return init
