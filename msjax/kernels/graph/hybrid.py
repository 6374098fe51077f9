"""Element loops on NumPy arrays as operators: the language of `ops.kernel`."""

from __future__ import annotations

import functools
import itertools
import json
import math
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from msjax._core.base.dtype import from_np
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor


def _allocate(shape: Sequence[int], dtype: Any = "float32", scope: str = "global") -> np.ndarray:
    return np.zeros(shape, dtype)


def _grid(extents: Sequence[int]) -> Iterator:
    return itertools.product(*map(range, extents))


class _Scope:
    """What `with block_realize(...)` and `with attr(...)` enter: hints for a scheduler."""

    def __call__(self, *hints: Any, **options: Any) -> _Scope:
        return self

    def __enter__(self) -> _Scope:
        return self

    def __exit__(self, *error: Any) -> None:
        return None


_WORDS = {
    "allocate": _allocate,
    "output_tensor": _allocate,
    **dict.fromkeys(("range", "serial", "vectorize", "parallel", "reduce"), range),
    "grid": _grid,
    "attr": _Scope(),
    "block_realize": _Scope(),
    "rsqrt": lambda x: np.ones_like(x) / np.sqrt(x),
    "erf": lambda x: np.asarray(x).dtype.type(math.erf(x)),
    "ceil_div": lambda a, b: (a + b - 1) // b,
    "atan": np.arctan,
    "atan2": np.arctan2,
    **{
        name: getattr(np, name)
        for name in (
            "sqrt sign log tanh exp abs power isnan sin cos isinf isfinite expm1 floor ceil trunc "
            "round int8 int16 int32 int64 float16 float32 float64"
        ).split()
    },
}


@public("ops.kernel")
def kernel(
    fn: Callable | None = None, reg_info: object = None, compile_attrs: dict | None = None
) -> Any:
    """Decorator of a function that loops over the elements of NumPy arrays.

    Inside, `output_tensor(shape, dtype)` and `allocate(shape, dtype)` make arrays, `serial`,
    `vectorize`, `parallel` and `reduce` are `range`, `grid(shape)` goes through all indices, and
    sqrt, exp, erf, ... work on single elements. The function runs as Python code on the host, on
    its own or in `ops.Custom`; what shall be fast is better written with ops functions.

    Args:
        fn: takes and returns NumPy arrays; without it a decorator is returned.
        reg_info: records made by `CustomRegOp`.
        compile_attrs: settings for a compiler, kept as text in the attribute of that name.

    Returns:
        function of the same arguments, which must be given by position.

    Raises:
        TypeError: `compile_attrs` is not a dict with names as keys, or `reg_info` not a record.

    Examples:
        >>> import numpy as np
        >>> from msjax.ops import kernel
        >>> @kernel
        ... def twice(a):
        ...     c = output_tensor(a.shape, a.dtype)
        ...     for i in serial(a.shape[0]):
        ...         c[i] = a[i] * 2
        ...     return c
        >>> twice(np.array([1., 2.]))
        array([2., 4.])
    """
    attrs = {} if compile_attrs is None else compile_attrs
    if not isinstance(attrs, dict):
        raise TypeError(
            f"The input 'compile_attrs' of @kernel must be a dict, but get a {type(attrs)}"
        )
    for key in attrs:
        if not isinstance(key, str):
            raise TypeError(
                f"The key of 'compile_attrs' of @kernel must be a str, but get a {type(key)}"
            )
    if reg_info is not None and not isinstance(reg_info, (str, dict, tuple)):
        raise TypeError(
            "The input 'reg_info' of @kernel should be one of str, dict and tuple, but get a "
            f"{type(reg_info)}"
        )

    def decorate(function: Callable) -> Callable:
        function.ms_kernel_flag = True  # type: ignore[attr-defined]
        function.compile_attrs = json.dumps(attrs)  # type: ignore[attr-defined]
        if reg_info is not None:
            function.reg_info = reg_info  # type: ignore[attr-defined]

        @functools.wraps(function)
        def run(*args: Any) -> Any:
            scope = {**function.__globals__, **_WORDS}
            bound = types.FunctionType(
                function.__code__, scope, None, function.__defaults__, function.__closure__
            )
            return bound(*args)

        return run

    return decorate if fn is None else decorate(fn)


def inferred(function: Callable, args: Sequence[Tensor]) -> tuple[Any, Any]:
    """Shape and dtype of a kernel's result for such arguments, or lists of them, by trial."""
    with np.errstate(all="ignore"):
        out = function(*(np.zeros(a.shape, a.dtype.np) for a in args))
    if isinstance(out, (tuple, list)):
        return [o.shape for o in out], [from_np(o.dtype) for o in out]
    return out.shape, from_np(out.dtype)
