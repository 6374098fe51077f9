"""Hooks of compiled code for what operations keep for the backward pass."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.compile.jit import Compiled
from msjax._core.gradient.saved_tensors import Hooks

__all__ = ["register_saved_tensors_hooks"]


def register_saved_tensors_hooks(pack_hook: Callable, unpack_hook: Callable) -> Callable:
    """Decorator of functions whose operations in compiled code pack what they keep.

    Args:
        pack_hook: as that of `saved_tensors_hooks`; it may return Tensors and plain values, in
            tuples, lists and dicts.
        unpack_hook: as that of `saved_tensors_hooks`.

    Returns:
        A decorator. In eager code the decorated function runs without the hooks.

    Raises:
        TypeError: a hook is not a function.

    Examples:
        >>> import msjax as ms
        >>> @ms.register_saved_tensors_hooks(lambda t: t.astype(ms.float16), lambda t: t)
        ... def squared(x):
        ...     return x * x
        >>> print(ms.jit(ms.grad(squared))(ms.Tensor([1., 3.])))
        [2. 6.]
    """
    hooks = Hooks(pack_hook, unpack_hook)

    def decorator(function: Any) -> Any:
        if isinstance(function, Compiled):
            return Compiled(decorator(function.__wrapped__), function._fullgraph)
        if isinstance(function, Network):
            function.register_saved_tensors_hooks(pack_hook, unpack_hook)
            return function

        @functools.wraps(function)
        def hooked(*args: Any, **kwargs: Any) -> Any:
            if not STATE.compiled():
                return function(*args, **kwargs)
            with hooks:
                return function(*args, **kwargs)

        original = inspect.unwrap(function)
        original._saved_tensors_pack_hook = pack_hook
        original._saved_tensors_unpack_hook = unpack_hook
        return hooked

    return decorator
