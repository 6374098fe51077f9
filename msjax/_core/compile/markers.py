"""Decorators that steer MindSpore's compiler; tracing needs little of what they say."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from msjax._core.base.network import Network
from msjax._core.op.primitive import Primitive

_Class = TypeVar("_Class", bound=type)


def constexpr(
    fn: Callable | None = None,
    get_instance: bool = True,
    name: str | None = None,
    reuse_result: bool = True,
    check: bool = True,
) -> Any:
    """Mark a Python function whose result is a constant of compiled code.

    Tracing runs Python, so the function simply runs.

    Args:
        fn: the function; without it, a decorator is returned.
        get_instance: return a callable object; else its class.
        name: name of the operation.
        reuse_result: accepted for compatibility.
        check: accepted for compatibility.

    Returns:
        Object that calls the function, or its class; without `fn` the decorator.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.constexpr
        ... def double(n):
        ...     return 2 * n
        >>> double(3)
        6
    """

    def decorate(function: Callable) -> Any:
        class CompileOp(Primitive):
            def __init__(self) -> None:
                super().__init__(name or function.__name__)
                self.fn = function

            def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
                return function(*args, **kwargs)

        functools.update_wrapper(CompileOp.__call__, function, assigned=("__doc__",))
        return CompileOp() if get_instance else CompileOp

    return decorate if fn is None else decorate(fn)


_primexpr = constexpr


def jit_class(cls: _Class) -> _Class:
    """Mark a class whose objects are used inside compiled code.

    Args:
        cls: the class.

    Returns:
        `cls`.

    Raises:
        TypeError: `cls` is not a class, or is a Cell.

    Examples:
        >>> import msjax as ms
        >>> @ms.jit_class
        ... class Pair:
        ...     first = 1
        >>> Pair.first
        1
    """
    if not isinstance(cls, type):
        raise TypeError("Decorator jit_class can only be used for class type.")
    if issubclass(cls, Network):
        raise TypeError(
            f"Decorator jit_class is used for user-defined classes, not for nn.Cell: {cls}."
        )
    cls.__ms_class__ = True
    return cls


ms_class = jit_class


def lazy_inline(fn: Callable | None = None, attrs: object = None, policy: str | None = None) -> Any:
    """Mark the `__init__` of a Cell whose graph is reused; XLA decides that itself.

    Args:
        fn: `__init__` of a Cell; without it, a decorator is returned.
        attrs: accepted for compatibility.
        policy: None or "front".

    Returns:
        `fn` itself; without it the decorator.

    Examples:
        >>> import msjax as ms
        >>> class Double(ms.nn.Cell):
        ...     @ms.lazy_inline
        ...     def __init__(self):
        ...         super().__init__()
        ...     def construct(self, x):
        ...         return x * 2
        >>> print(Double()(ms.Tensor([1., 2.])))
        [2. 4.]
    """

    def decorate(function: Callable) -> Callable:
        return function

    return decorate if fn is None else decorate(fn)


def no_inline(fn: Callable | None = None) -> Any:
    """Mark a function that should not be inlined; XLA decides that itself.

    Args:
        fn: the function; without it, a decorator is returned. Default: ``None``.

    Returns:
        `fn` itself; without it the decorator.

    Examples:
        >>> import msjax as ms
        >>> @ms.no_inline
        ... def double(x):
        ...     return x * 2
        >>> print(ms.jit(double)(ms.Tensor([1., 2.])))
        [2. 4.]
    """
    return no_inline if fn is None else fn


def enable_dynamic(**kwargs: Any) -> Callable[[Callable], Callable]:
    """Name the arguments of a `jit` function whose shapes vary; each shape compiles once.

    Args:
        **kwargs: Tensors, by the names of the arguments, whose shapes have None for any length.

    Returns:
        Decorator that returns the function itself.

    Examples:
        >>> import msjax as ms
        >>> @ms.enable_dynamic(x=ms.Tensor(shape=[None], dtype=ms.float32))
        ... def double(x):
        ...     return x * 2
        >>> print(double(ms.Tensor([1., 2.])), double(ms.Tensor([3.])))
        [2. 4.] [6.]
    """

    def decorate(function: Callable) -> Callable:
        return function

    return decorate


def ms_memory_recycle() -> None:
    """Release memory that MindSpore's pool holds unused; XLA's allocator does so by itself."""
