"""Operators that users define, and helpers of their definition."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must
from msjax._core.base.functions import F
from msjax._core.base.state import STATE
from msjax._core.gradient.bprop import run_with_bprop
from msjax._core.op.primitive import Primitive, PrimitiveWithInfer
from msjax._core.op.publish import public
from msjax._core.runtime import context
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.jvp import jvp

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type


@public("ops.prim_arg_register")
def prim_arg_register(fn: F) -> F:
    """Decorator of a Primitive's `__init__` that keeps each argument as a Python attribute.

    Args:
        fn: the method `__init__`.

    Returns:
        Function: the method that is to take its place.

    Examples:
        >>> import msjax as ms
        >>> class Scale(ms.ops.Primitive):
        ...     @ms.ops.prim_arg_register
        ...     def __init__(self, factor=2):
        ...         pass
        >>> Scale(3).factor
        3
    """
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def init(self: Primitive, /, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, getattr(type(self), "substitute_name", type(self).__name__))
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        for name, value in list(bound.arguments.items())[1:]:
            setattr(self, name, value)
            self.init_attrs[name] = value
        fn(self, *args, **kwargs)

    return init


@public("ops.Morph")
class Morph(PrimitiveWithInfer):
    """A function as a Primitive, for compiled code.

    Args:
        fn (function): what it computes.
        infer_shape (function): shapes of the results from those of the arguments.
        infer_dtype (function): the same for dtypes.
        bprop_fn (function, optional): gradients of the arguments, given the arguments, the results
            and the gradients of the results. Default: those of `fn`.

    Inputs:
        - **args** - the arguments of `fn`.

    Outputs:
        What `fn` returns.

    Raises:
        ValueError: with `bprop_fn`, `fn` has arguments that are not plain ones.
        RuntimeError: at a call outside compiled code.

    Examples:
        >>> import msjax as ms
        >>> double = ms.ops.Morph(lambda x: x + x, lambda shape: shape, lambda dtype: dtype)
        >>> print(ms.jit(lambda x: double(x))(ms.Tensor([1., 2.])))
        [2. 4.]
    """

    def __init__(
        self,
        fn: Callable,
        infer_shape: Callable,
        infer_dtype: Callable,
        bprop_fn: Callable | None = None,
    ):
        Primitive.__init__(self, "Morph")
        self._infer_shape, self._infer_dtype = infer_shape, infer_dtype
        self._run: Callable = fn
        if bprop_fn is None:
            return
        for parameter in inspect.signature(fn).parameters.values():
            plain = parameter.kind is parameter.POSITIONAL_OR_KEYWORD
            if not plain or parameter.default is not parameter.empty:
                raise ValueError(must("fn", "of plain arguments with 'bprop_fn'", parameter))
        self._run = Function(fn, bprop_fn)

    def infer_shape(self, *args: Any) -> Any:
        """Shapes of the results."""
        return self._infer_shape(*args)

    def infer_dtype(self, *args: Any) -> Any:
        """dtypes of the results."""
        return self._infer_dtype(*args)

    def __call__(self, *args: Any) -> Any:
        graph = context.state.mode == context.GRAPH_MODE
        if STATE.frame is None and not graph:
            raise RuntimeError("Morph is only supported in GRAPH_MODE.")
        return self._run(*args)


class Function:
    """A function with a derivative of its own."""

    def __init__(self, fn: Callable, bprop_fn: Callable):
        self.fn, self.bprop = fn, bprop_fn

    def __call__(self, *args: Any) -> Any:
        return run_with_bprop(self, args, {})

    def construct(self, *args: Any) -> Any:
        """The results of the function."""
        return self.fn(*args)


@public("ops.linearize")
def linearize(fn: Callable, inputs: Tensor | tuple[Tensor, ...]) -> tuple[Any, Callable]:
    """Value of a function, and a function for its directional derivatives there.

    Args:
        fn (function or Cell): the function.
        inputs (Tensor, or tuple or list of them): the point.

    Returns:
        (output, function of a direction of the same structure as `inputs`)

    Raises:
        TypeError: `inputs` is something else.

    Examples:
        >>> import msjax as ms
        >>> out, slope = ms.ops.linearize(lambda x: x * x, ms.Tensor(3.))
        >>> print(out, slope(ms.Tensor(1.)))
        9.0 6.0
    """
    if not isinstance(inputs, (Tensor, tuple, list)):
        raise TypeError("The inputs type must be a Tensor, tuple or list of Tensors.")
    point = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)

    def derivative(v: Any) -> Any:
        return jvp(fn, point, v)[1]

    return fn(*point), derivative


@public("ops.mixed_precision_cast")
def mixed_precision_cast(dst_dtype: Type, x: Any) -> Any:
    """Cast the floating-point Tensors among nested tuples and lists.

    Args:
        dst_dtype: a mindspore dtype, floating-point.
        x: Tensor, or tuple or list; lists become tuples. Anything else stays as it is.

    Returns:
        the same structure.

    Raises:
        TypeError: `dst_dtype` is not a dtype.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.mixed_precision_cast(ms.float16, ms.Tensor([1.])).dtype
        mindspore.float16
    """
    if not isinstance(dst_dtype, mstype.Type):
        raise TypeError(must("dst_dtype", "a dtype", describe(dst_dtype)))
    if isinstance(x, (tuple, list)):
        return tuple(mixed_precision_cast(dst_dtype, part) for part in x)
    if isinstance(x, Tensor) and x.dtype in mstype.float_type:
        return x.astype(dst_dtype)
    return x
