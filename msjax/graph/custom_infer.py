"""Functions that compiled code runs beside operations, or instead of them."""

from __future__ import annotations

from collections.abc import Callable

from msjax._core.op.replaced import INFERENCES, WRAPPERS

__all__ = ["clear_op_infer", "clear_op_wrapper", "register_op_infer", "register_op_wrapper"]


def _check(name: str, value: object) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} must be a non-empty string")


def register_op_infer(op_name: str, infer_name: str) -> Callable:
    """Decorator of a function that gives the results of an operation an attribute.

    Compiled code calls it with the arguments of the operation when it is traced; functions of later
    operations find what it returns as attribute of their arguments. Its errors are logged.

    Args:
        op_name: name of the operation, as "Add".
        infer_name: name of the attribute.

    Returns:
        A decorator that returns the function as it is.

    Raises:
        ValueError: a name is not a str, or empty.
        RuntimeError: the operation has a function of that name.

    Examples:
        >>> import msjax as ms
        >>> @ms.graph.register_op_infer("Add", "total")
        ... def total(x, y):
        ...     return x.size + y.size
        >>> @ms.graph.register_op_infer("Mul", "seen")
        ... def seen(x, y):
        ...     print(x.total)
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.jit(lambda x: (x + x) * x)(x))
        4
        [2. 8.]
        >>> ms.graph.clear_op_infer()
    """
    _check("op_name", op_name)
    _check("infer_name", infer_name)

    def decorator(function: Callable) -> Callable:
        functions = INFERENCES.setdefault(op_name, {})
        if infer_name in functions:
            raise RuntimeError(
                f"Registering function: {infer_name} for op: {op_name} multiple times."
            )
        functions[infer_name] = function
        return function

    return decorator


def clear_op_infer() -> None:
    """Forget what `register_op_infer` registered; functions compiled before keep it.

    Examples:
        >>> import msjax as ms
        >>> ms.graph.clear_op_infer()
    """
    INFERENCES.clear()


def register_op_wrapper(op_name: str) -> Callable:
    """Decorator of a function that returns what compiled code runs instead of an operation.

    It is called with the arguments of the operation when code is traced, and what it returns too.
    Inside, the operation is the original one.

    Args:
        op_name: name of the operation, as "Add".

    Returns:
        A decorator that returns the function as it is.

    Raises:
        ValueError: the name is not a str, or empty.
        RuntimeError: the operation has such a function.

    Examples:
        >>> import msjax as ms
        >>> @ms.graph.register_op_wrapper("Sin")
        ... def instead(x):
        ...     return ms.ops.cos
        >>> print(ms.jit(ms.ops.sin)(ms.Tensor([0.])))
        [1.]
        >>> ms.graph.clear_op_wrapper()
    """
    _check("op_name", op_name)

    def decorator(function: Callable) -> Callable:
        if op_name in WRAPPERS:
            raise RuntimeError(f"Registering op wrapper for op: {op_name} multiple times.")
        WRAPPERS[op_name] = function
        return function

    return decorator


def clear_op_wrapper() -> None:
    """Forget what `register_op_wrapper` registered; functions compiled before keep it.

    Examples:
        >>> import msjax as ms
        >>> ms.graph.clear_op_wrapper()
    """
    WRAPPERS.clear()
