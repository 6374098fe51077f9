"""Jvp and Vjp, the older forms of `ops.jvp` and `ops.vjp`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.base.errors import must
from msjax._core.transform.grad import GradOperation
from msjax._core.transform.jvp import jvp
from msjax._core.transform.vjp import vjp
from msjax.nn.cell import Cell

__all__ = ["Jvp", "Vjp"]


def _like(name: str, several: bool, v: Any) -> None:
    """Raise TypeError unless `v` is a tuple where there are several Tensors, else a Tensor."""
    if isinstance(v, tuple) is not several or isinstance(v, list):
        wanted = "a tuple of Tensors" if several else "a Tensor"
        raise TypeError(f"For '{name}', {must('v', wanted, type(v).__name__)}")


class _FirstGrad(Cell):
    """The gradients of all inputs of a network: a part of Jvp, named in its Parameters."""

    def __init__(self, fn: Callable):
        super().__init__()
        self.first_grad_op = GradOperation(sens_param=True, get_all=True)
        self.fn = fn

    def construct(self, u: Any, first_grad_input: tuple) -> Any:
        return self.first_grad_op(self.fn)(*first_grad_input, u)


class _FirstGradSingleValue(Cell):
    """The gradient of the only input of a network: a part of Jvp, as _FirstGrad."""

    def __init__(self, fn: Callable):
        super().__init__()
        self.first_grad_single_value_op = GradOperation(sens_param=True)
        self.fn = fn

    def construct(self, u: Any, first_grad_single_value_input: tuple) -> Any:
        return self.first_grad_single_value_op(self.fn)(*first_grad_single_value_input, u)


class Jvp(Cell):
    """Value and directional derivative of a network; use `ops.jvp` in new code.

    Args:
        fn: function or Cell of Tensors.

    Inputs:
        - **args** (tuple[Tensor]) - the arguments of `fn`, and behind them the direction: a Tensor
          for one argument, else a tuple of Tensors, of the shapes of the arguments.

    Outputs:
        Tuple of the output of `fn` and its derivative, of the same structure.

    Raises:
        TypeError: the direction is a tuple for one argument, or none for several.
        ValueError: the direction does not have as many Tensors as there are arguments.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Jvp(lambda x: x ** 3)(ms.Tensor([1., 2.]), ms.Tensor([1., 1.])))
        (Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  8.00000000e+00]),
         Tensor(shape=[2], dtype=Float32, value= [ 3.00000000e+00,  1.20000000e+01]))
    """

    _msj_inner = {"oneslike": "OnesLike"}

    def __init__(self, fn: Callable):
        super().__init__()
        self.fn = fn
        self.first_grad = _FirstGrad(fn)
        self.first_grad_single_value = _FirstGradSingleValue(fn)

    def construct(self, *args: Any) -> tuple:
        """Output and derivative."""
        inputs, v = args[:-1], args[-1]
        single = len(inputs) == 1
        _like("Jvp", isinstance(inputs[0], tuple) if single else True, v)
        return jvp(self.fn, inputs, (v,) if single else v)


class Vjp(Cell):
    """Value of a network and the gradients of its inputs; use `ops.vjp` in new code.

    Args:
        fn: function or Cell of Tensors.

    Inputs:
        - **args** (tuple[Tensor]) - the arguments of `fn`, and behind them the gradient of its
          output: a Tensor, or a tuple for several outputs.

    Outputs:
        Tuple of the output of `fn` and the gradient of its argument, a tuple for several.

    Raises:
        TypeError: the gradient is a tuple for one output, or none for several.
        RuntimeError: the gradients are not as many as the outputs.
        ValueError: a gradient does not have the shape of its output.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.Vjp(lambda x: x ** 3)(ms.Tensor([1., 2.]), ms.Tensor([1., 1.]))[1])
        [ 3. 12.]
    """

    _msj_inner = {
        "grad": lambda c: GradOperation(get_all=True, sens_param=True),
        "grad_single_value": lambda c: GradOperation(sens_param=True),
    }

    def __init__(self, fn: Callable):
        super().__init__()
        self.fn = fn

    def construct(self, *args: Any) -> tuple:
        """Output and gradients."""
        inputs, v = args[:-1], args[-1]
        out, pull = vjp(self.fn, *inputs)
        _like("Vjp", isinstance(out, tuple), v)
        grads = pull(*v) if isinstance(v, tuple) else pull(v)
        return out, grads[0] if len(inputs) == 1 else grads
