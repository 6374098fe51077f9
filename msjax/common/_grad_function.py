"""Operations with a derivative of their own (the path `mindspore.common._grad_function`)."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.recording import is_recording, paused
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.gradient.hooks import Gradients, custom_gradient, fit, is_traced
from msjax._core.gradient.saved_tensors import Kept
from msjax._core.tensor.tensor import Tensor, box


class _Function:
    """Base of operations whose derivative is written by hand.

    A subclass defines the static methods `forward(ctx, *args)` and `backward(ctx, *gradients)`;
    `apply(*args)` runs it. `backward` takes one gradient per output (None where that is not a
    Tensor) and returns one per argument (None where that is not a Tensor or has no gradient).
    `ctx` is an object for whatever both share; Tensors are handed over by
    `ctx.save_for_backward`. With a static method `setup_context(ctx, inputs, output)`, `forward`
    takes no `ctx`.

    Examples:
        >>> import msjax as ms
        >>> class Square(ms._Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.save_for_backward(x)
        ...         return x * x
        ...     @staticmethod
        ...     def backward(ctx, gradient):
        ...         (x,) = ctx.saved_tensors
        ...         return 10 * x * gradient
        >>> print(ms.grad(Square.apply)(ms.Tensor([1.0, 2.0])))
        [10. 20.]
    """

    def __init__(self) -> None:
        self.saved_tensors: tuple[Tensor | None, ...] = ()
        self.needs_input_grad: tuple[bool, ...] = ()
        self.dirty_tensors: tuple[Tensor, ...] = ()
        self.non_differentiable: tuple[Tensor, ...] = ()
        self.materialize_grads = True
        self._kept: tuple[Tensor | None, ...] = ()

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """The results, a Tensor or a tuple.

        Args:
            ctx: the instance that is shared with `backward`; left out if there is a
                `setup_context`.
            args: the arguments of `apply`.
            kwargs: not used.

        Returns:
            Tensor, or tuple of Tensors and other values.

        Raises:
            NotImplementedError: it is not overridden.
        """
        raise NotImplementedError("forward function should be customized.")

    @staticmethod
    def backward(ctx: Any, *args: Any) -> Any:
        """The gradients of the arguments.

        Args:
            ctx: the instance that is shared with `forward`.
            args: the gradient of each result, None where that is not a Tensor.

        Returns:
            Tensor or tuple: a gradient for each argument, None where there is none.

        Raises:
            NotImplementedError: it is not overridden.
        """
        raise NotImplementedError("backward function should be customized.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
        """What `forward` would do with `ctx`, if it takes none.

        Args:
            ctx: the instance on which to save what `backward` needs.
            inputs: tuple, the arguments of `forward`.
            output: the result of `forward`.

        Raises:
            NotImplementedError: it is not overridden.
        """
        raise NotImplementedError("setup_context function should be customized.")

    def save_for_backward(self, *args: Tensor | None) -> None:
        """Keep Tensors; in `backward` they are `saved_tensors`.

        Args:
            args: Tensors or None.

        Raises:
            RuntimeError: an argument is neither a Tensor nor None.
        """
        if not all(a is None or isinstance(a, Tensor) for a in args):
            raise RuntimeError(
                "Please check your custom function, that save_for_backward() only support None and "
                "tensor, but got other type!"
            )
        self._kept = args

    def mark_dirty(self, *args: Tensor) -> None:
        """Name the arguments that `forward` changes in place; it must return them.

        Args:
            args: Tensors among the arguments.
        """
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Name the results that have no derivative.

        Args:
            args: Tensors among the results.
        """
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` gets zeros, or None, for results that nothing depends on.

        Args:
            value: bool, True for zeros.
        """
        self.materialize_grads = value

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Run `forward`, with `backward` as its derivative.

        Args:
            args: the arguments of `forward`, without `ctx`.

        Returns:
            What `forward` returns.

        Raises:
            RuntimeError: `backward` returns a wrong number of gradients or one that is not a
                Tensor, or a Tensor marked as dirty is not returned or is a leaf.
        """
        return _Call(cls, args).run()


def _needs_gradient(value: Any) -> bool:
    if not isinstance(value, Tensor):
        return False
    if is_traced(value._read()):
        return is_inexact(value._aval.dtype)
    return STATE.tape is not None and nodes.live(value._node) is not None


def _place(tensor: Tensor, among: list[Any]) -> int | None:
    return next((i for i, t in enumerate(among) if t is tensor), None)


class _Call:
    """One call of a custom operation."""

    def __init__(self, cls: type[_Function], args: tuple):
        self.cls, self.args, self.ctx = cls, args, cls()
        self.tensors = [a for a in args if isinstance(a, Tensor)]
        # as they are before forward, which may write to them
        self.points = [box(t._read(), t._node) for t in self.tensors]
        self.ctx.needs_input_grad = tuple(map(_needs_gradient, args))

    def run(self) -> Any:
        output = self._forward()
        many = isinstance(output, (tuple, list))
        self.outs = list(output) if many else [output]
        self._check_dirty()
        skipped = self.ctx.non_differentiable
        self.places = [
            i
            for i, o in enumerate(self.outs)
            if isinstance(o, Tensor) and _place(o, list(skipped)) is None
        ]
        values = [self.outs[i]._read() for i in self.places]
        for i, out in enumerate(self.outs):
            if isinstance(out, Tensor) and i not in self.places:  # it may be an argument
                self.outs[i] = box(jax.lax.stop_gradient(out._read()))
        if values:
            extra = self._sort_saved()
            made = custom_gradient(
                [*values, *(t._read() for t in extra)], self.points, self._backward
            )
            results = list(self.outs)
            for i, result in zip(self.places, made, strict=False):
                original = self.outs[i]
                if _place(original, list(self.ctx.dirty_tensors)) is None:
                    results[i] = result
                else:
                    original._assign(result._data, result._node)
            self.kinds = [
                (o.shape, o.dtype.np) if isinstance(o, Tensor) else None for o in self.outs
            ]
        else:
            results = self.outs
        del self.outs
        return type(output)(results) if many else results[0]

    def _forward(self) -> Any:
        cls, ctx = self.cls, self.ctx
        with paused():
            if cls.setup_context is _Function.setup_context:
                return cls.forward(ctx, *self.args)
            output = cls.forward(*self.args)
            cls.setup_context(ctx, self.args, output)
            return output

    def _check_dirty(self) -> None:
        for tensor in self.ctx.dirty_tensors:
            if _place(tensor, self.outs) is None:
                raise RuntimeError("The dirty tensors must all be outputs of the forward function.")
            i = _place(tensor, self.tensors)
            ref = None if i is None else nodes.live(self.points[i]._node)
            if ref is not None and STATE.tape is not None and ref[0].exe is None:
                raise RuntimeError(
                    "A leaf tensor that need grad is being used in an inplace operator."
                )

    def _sort_saved(self) -> list[Tensor]:
        """Note where each saved Tensor comes from; returns those that `forward` made on the way.

        The derivative may be taken again, so it uses the Tensors that it is given.
        """
        extra: list[Tensor] = []
        self.sources: list[tuple[str, int] | None] = []
        # What the program gave: it is handed back itself, with its attributes. Results would hold
        # their own record.
        self.given: list[Tensor | None] = []
        written = list(self.ctx.dirty_tensors)
        results = [self.outs[i] for i in self.places]
        for tensor in self.ctx._kept:
            if tensor is None:
                self.sources.append(None)
            elif (i := _place(tensor, results)) is not None:
                self.sources.append(("result", i))
            elif (i := _place(tensor, self.tensors)) is not None and _place(
                tensor, written
            ) is None:
                self.sources.append(("input", i))
            else:
                self.sources.append(("result", len(results) + len(extra)))
                extra.append(tensor)
            known = tensor is None or _place(tensor, results) is not None
            self.given.append(None if known else tensor)
        saved = self.ctx._kept if any(self.ctx.needs_input_grad) else ()
        self.waiting = Kept([t for t in saved if t is not None])
        self.ctx._kept = ()
        return extra

    def _saved(self, inputs: list, results: list) -> tuple[Tensor | None, ...]:
        """The saved Tensors, as those that the derivative may be taken by."""
        known, found, count = {"input": inputs, "result": results}, [], 0
        for source, given in zip(self.sources, self.given, strict=True):
            if source is None:
                found.append(None)
                continue
            tensor = known[source[0]][source[1]]
            kept = self.waiting.get(count, tensor)
            count += 1
            if given is not None and kept is tensor:
                if given._value is kept._value and not is_recording():
                    kept = given
                else:
                    own = {k: v for k, v in given.__dict__.items() if k != "_hook_handles"}
                    kept.__dict__.update(own)
            found.append(kept)
        return tuple(found)

    def _backward(self, gradients: Gradients, inputs: list, results: list) -> Gradients:
        ctx = self.ctx
        ctx.saved_tensors = self._saved(inputs, results)
        given: list[Any] = [None] * len(self.kinds)
        for place, gradient in zip(self.places, gradients, strict=False):
            given[place] = gradient
        if ctx.materialize_grads:
            with x64():
                given = [
                    box(jnp.zeros(*kind)) if gradient is None and kind else gradient
                    for gradient, kind in zip(given, self.kinds, strict=True)
                ]
        try:
            found = self.cls.backward(ctx, *given)
        finally:
            ctx.saved_tensors = ()
        found = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        if len(found) != len(self.args):
            raise RuntimeError(
                "Function backward return a wrong number of gradients, "
                f"expect: {len(self.args)} but: {len(found)}"
            )
        kept = []
        for i, (gradient, arg) in enumerate(zip(found, self.args, strict=True)):
            where = f"position: {i} type: {type(gradient)}"
            if gradient is not None and not isinstance(arg, Tensor):
                raise RuntimeError(f"Input is not tensor, but gradient is not none, {where}")
            if gradient is not None and not isinstance(gradient, Tensor):
                raise RuntimeError(f"Gradient should be none or tensor, {where}")
            if isinstance(arg, Tensor):
                kept.append(gradient)
        return [None if g is None else fit(g, t) for g, t in zip(kept, inputs, strict=True)]
