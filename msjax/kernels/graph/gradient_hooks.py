"""Operations that let Python see and change gradients on their way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.base.errors import describe, must
from msjax._core.compile.jit import check_hook_fn
from msjax._core.gradient.hooks import Gradients, custom_gradient, fit, zeros_like
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor


@public("ops.InsertGradientOf")
class InsertGradientOf(Primitive):
    """Identity whose gradient goes through a function.

    Args:
        f: takes the gradient and returns the one to go on with, or None to keep it.

    Inputs:
        - **input_x** (Tensor) - any Tensor.

    Outputs:
        Tensor, the input unchanged.

    Examples:
        >>> import msjax as ms
        >>> double = ms.ops.InsertGradientOf(lambda dx: dx * 2)
        >>> print(ms.grad(lambda x: double(x) * 3)(ms.Tensor([1.0])))
        [6.]
    """

    def __init__(self, f: Callable):
        super().__init__("InsertGradientOf")
        self.f = f
        self.add_prim_attr("f", f)
        self.add_prim_attr("side_effect_backprop", True)
        self.add_prim_attr("side_effect_backprop_mem", True)

    def __call__(self, x: Any) -> Any:
        if not isinstance(x, Tensor):
            return x

        def backward(gradients: Gradients, inputs: list, results: list) -> Gradients:
            result = self.f(gradients[0])
            return gradients if result is None else [fit(result, inputs[0])]

        return custom_gradient([x._read()], [x], backward)[0]


@public("ops.HookBackward")
class HookBackward(Primitive):
    """Identity that shows the gradients of its inputs to a function.

    Args:
        hook_fn: takes a tuple of gradients; returns None to keep them, or a Tensor in place of the
            only one, or a tuple with a Tensor for each of several.
        cell_id: kept for compatibility.

    Inputs:
        - **inputs** (Tensor) - one or more Tensors.

    Outputs:
        The input, a tuple if there are several.

    Raises:
        TypeError: `hook_fn` cannot be called, or returns something else.
        ValueError: for several inputs it returns a tuple of another length.

    Examples:
        >>> import msjax as ms
        >>> show = ms.ops.HookBackward(lambda grads: print(grads[0]))
        >>> _ = ms.grad(lambda x: show(x) * 3)(ms.Tensor([1.0]))
        [3.]
    """

    def __init__(self, hook_fn: Callable, cell_id: str = ""):
        check_hook_fn(hook_fn)
        super().__init__("HookBackward")
        self.hook_fn = hook_fn
        self.cell_id = cell_id
        self.add_prim_attr("cell_id", cell_id)

    def __call__(self, *inputs: Tensor) -> Any:
        for x in inputs:
            if not isinstance(x, Tensor):
                raise TypeError(must("inputs", "Tensors", describe(x)))

        def backward(gradients: Gradients, inputs: list, results: list) -> Gradients:
            return hook_gradients(self.hook_fn, gradients, inputs)

        results = custom_gradient([x._read() for x in inputs], inputs, backward)
        return results[0] if len(results) == 1 else tuple(results)


def hook_gradients(hook: Callable, gradients: Gradients, inputs: list) -> Gradients:
    """What to go on with after `hook((gradients, ...))`."""
    filled = [zeros_like(x) if g is None else g for g, x in zip(gradients, inputs, strict=True)]
    result = hook(tuple(filled))
    if result is None:
        return filled
    if isinstance(result, tuple) and len(result) == 1:
        result = result[0]
    if len(inputs) > 1 and not isinstance(result, tuple):
        raise TypeError("The output gradient should be a tuple!")
    results = result if len(inputs) > 1 else (result,)
    if len(results) != len(inputs):
        raise ValueError(
            f"The tuple size of output gradient should be {len(inputs)}, but it is {len(results)}"
        )
    for r in results:
        if not isinstance(r, Tensor):
            raise TypeError(
                f"The output type of function: {getattr(hook, '__name__', hook)} should be a "
                f"tensor but got {type(r).__name__}."
            )
    return [fit(r, x) for r, x in zip(results, inputs, strict=True)]
