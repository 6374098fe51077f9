"""Functions with a derivative of the user's, as Cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax.nn.cell import Cell


class CustomVjp(Cell):
    """A function as a Cell; `defbwd` gives it its derivative."""

    def __init__(self, fwd: Callable):
        super().__init__()
        self.fwd = fwd
        self.bwd: Callable | None = None

    def construct(self, *args: Any) -> Any:
        """What the function gives."""
        return self.fwd(*args)

    def defbwd(self, bwd: Callable) -> None:
        """Set the derivative: a function of the arguments, the result and its gradient that returns
        a gradient for each argument."""
        self.bwd = bwd

    def bprop(self, *args: Any) -> Any:
        """Gradients of the arguments."""
        if self.bwd is None:
            raise TypeError(f"For '{type(self).__name__}', there is no derivative: call 'defbwd'.")
        return self.bwd(*args)


def custom_vjp(fn: Callable | None = None) -> Any:
    """Give a function a derivative of the user's.

    Args:
        fn: the function, of Tensors. None: `custom_vjp()` is the decorator.

    Returns:
        A Cell that runs the function. Its method `defbwd` takes the derivative: a function of the
        arguments, the result and the gradient of the result, which returns a gradient for each
        argument.

    Raises:
        TypeError: it is differentiated without a derivative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.function.grad.grad_func import custom_vjp
        >>> @custom_vjp
        ... def double(x):
        ...     return 2 * x
        >>> double.defbwd(lambda x, out, dout: (7 * dout,))
        >>> print(double(ms.Tensor(3.)), ms.grad(double)(ms.Tensor(3.)))
        6.0 7.0
    """
    return CustomVjp if fn is None else CustomVjp(fn)
