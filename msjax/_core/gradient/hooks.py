"""Python functions in the backward pass: hooks on Tensors and custom derivatives.

Everything stands on `custom_gradient`: given results and the Tensors that they depend on, it
returns the same results with a Python function as their derivative, recorded as a node in eager
code and as a `jax.custom_vjp` in traced code.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.recording import paused
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.gradient.derivatives import conjugate
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor, box

Gradients = Sequence[Tensor | None]
Backward = Callable[[list[Tensor | None], list[Tensor], list[Tensor]], Gradients]


def is_traced(*arrays: Any) -> bool:
    """Whether any of the arrays is a tracer."""
    return any(isinstance(a, jax.core.Tracer) for a in arrays)


def custom_gradient(
    values: Sequence[Any], inputs: Sequence[Tensor], backward: Backward
) -> list[Tensor]:
    """Tensors of the given arrays whose derivative with respect to `inputs` is a Python function.

    `backward(gradients, inputs, results)` takes a gradient for each value (None, or in traced code
    zeros, where nothing depends on it) and returns a Tensor of the input's shape and dtype, or
    None, for each input. It must use the inputs and results that it is given, not those of the
    forward pass.
    """
    if is_traced(*values, *(t._data for t in inputs)):
        return _traced_gradient(values, inputs, backward)
    if STATE.tape is None:
        return [box(v) for v in values]
    parents = [nodes.live(t._node) for t in inputs]
    if all(p is None for p in parents):
        return [box(v) for v in values]
    held = [box(t._value, p) for t, p in zip(inputs, parents, strict=True)]
    origin: list[Any] = []

    def pull(gradients: list[Tensor | None]) -> Gradients:
        node = origin[0]()
        return backward(gradients, held, [box(v, (node, i)) for i, v in enumerate(values)])

    refs = nodes.attach(nodes.PythonBackward(pull), (), parents, values)
    made = next((ref[0] for ref in refs if ref is not None), None)
    if made is not None:
        origin.append(weakref.ref(made))
    return [box(v, ref) for v, ref in zip(values, refs, strict=True)]


def _traced_gradient(
    values: Sequence[Any], inputs: Sequence[Tensor], backward: Backward
) -> list[Tensor]:
    arrays = [t._read() for t in inputs]
    kinds = [(a.shape, a.dtype) if is_inexact(a.dtype) else None for a in arrays]

    @jax.custom_vjp
    def through(outs: list, ins: list) -> list:
        return outs

    def forward(outs: list, ins: list) -> tuple[list, tuple]:
        return outs, (outs, ins)

    def pull(saved: tuple[list, list], cts: list) -> tuple[None, list]:
        outs, ins = saved
        given = [
            box(conjugate(ct)) if is_inexact(out.dtype) else None
            for out, ct in zip(outs, cts, strict=True)
        ]
        with paused(), x64():
            found = backward(given, [box(a) for a in ins], [box(a) for a in outs])
            return None, [
                None if kind is None else jnp.zeros(*kind) if g is None else conjugate(g._value)
                for g, kind in zip(found, kinds, strict=True)
            ]

    through.defvjp(forward, pull)
    with x64():
        return [box(v) for v in through([jax.lax.stop_gradient(v) for v in values], arrays)]


@op(label="custom gradient")
def fit_kernel(gradient: Array, shape: tuple, dtype: Any) -> Array:
    """`gradient` summed over broadcast axes to `shape`, in `dtype`."""
    extra = gradient.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(
        i + extra for i, n in enumerate(shape) if n != gradient.shape[i + extra]
    )
    return gradient.sum(axes, keepdims=True).reshape(shape).astype(dtype)


def fit(gradient: Any, like: Tensor) -> Tensor:
    """A user's gradient of `like`, in its dtype and reduced to its shape.

    Raises:
        RuntimeError: the shape of `like` does not broadcast to that of the gradient.
    """
    if not isinstance(gradient, Tensor):
        gradient = Tensor(gradient)
    if gradient.shape == like.shape and gradient.dtype == like.dtype:
        return gradient
    have, want = gradient.shape, like.shape
    tail = have[len(have) - len(want) :] if len(have) >= len(want) else None
    if tail is None or any(w not in (h, 1) for h, w in zip(tail, want, strict=True)):
        raise RuntimeError(
            "For grad interface or custom function, grad tensor should be broadcast to expected "
            f"shape, but got {list(have)} vs {list(want)}."
        )
    return call(fit_kernel)(gradient, want, like.dtype)


def zeros_like(tensor: Tensor) -> Tensor:
    """A Tensor of zeros."""
    with x64():
        return box(jnp.zeros(tensor.shape, tensor.dtype.np))


# -- handles -------------------------------------------------------------------------------------


class HookHandle:
    """What registering a hook on a Cell returns.

    Args:
        hook_dict: the mapping that the hook is kept in.
        extra_dict: mapping, or list of mappings, with options of the same hook.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.ReLU()
        >>> handle = net.register_forward_pre_hook(lambda cell, inputs: print(len(inputs)))
        >>> _ = net(ms.Tensor([1.0]))
        1
        >>> handle.remove()
        >>> _ = net(ms.Tensor([1.0]))
    """

    unique_id = 0

    def __init__(self, hook_dict: Any = None, *, extra_dict: Any = None):
        self.hook_dict_ref: Any = None
        self.extra_dict_ref: tuple = ()
        if hook_dict is None:
            return
        self.hook_dict_ref = weakref.ref(hook_dict)
        self.handle_id = HookHandle.unique_id
        HookHandle.unique_id += 1
        extras = extra_dict if isinstance(extra_dict, (list, tuple)) else [extra_dict]
        self.extra_dict_ref = tuple(weakref.ref(e) for e in extras if e is not None)

    def remove(self) -> None:
        """Take the hook off; doing it twice does nothing."""
        if self.hook_dict_ref is None:
            return
        for ref in (self.hook_dict_ref, *self.extra_dict_ref):
            kept = ref()
            if kept is not None:
                kept.pop(self.handle_id, None)
        STATE.bump()


class TensorHookHandle:
    """What `Tensor.register_hook` returns."""

    __slots__ = ("_hook", "_lasting", "_tensor")

    def __init__(self, tensor: Tensor, hook: Callable, lasting: bool):
        self._tensor, self._lasting = weakref.ref(tensor), lasting
        self._hook: Callable | None = hook

    def __call__(self, gradient: Tensor) -> Tensor | None:
        if self._hook is None:
            return None
        result = self._hook(gradient)
        if result is not None and not isinstance(result, Tensor):
            raise RuntimeError(
                f"Tensor hook should be return Tensor, but get type: {type(result).__name__}."
            )
        return result

    def remove(self) -> None:
        """Take the hook off."""
        self._hook = None
        tensor = self._tensor()
        if tensor is not None and self in tensor.__dict__.get("_hook_handles", ()):
            tensor.__dict__["_hook_handles"].remove(self)


def register_tensor_hook(tensor: Tensor, hook: Callable) -> TensorHookHandle:
    """Call `hook(gradient)` in the backward pass; see `Tensor.register_hook`.

    The hook of an intermediate result belongs to that result. That of a Parameter or of an argument
    stays with the Tensor and is bound anew in every gradient computation, by `bind_tensor_hooks`.
    """
    if not callable(hook):
        raise TypeError(f"Expected a callable hook function, but got {type(hook).__name__}.")
    if isinstance(tensor, Parameter) and not tensor.requires_grad:
        raise RuntimeError("The tensor requires grad is false, which can not register tensor hook.")
    ref = nodes.live(tensor._node)
    leaf = ref is None or (ref[0].exe is None and not ref[0].parents)
    traced = is_traced(tensor._data)
    handle = TensorHookHandle(tensor, hook, isinstance(tensor, Parameter) or (leaf and not traced))
    tensor.__dict__.setdefault("_hook_handles", []).append(handle)
    if traced:
        _bind_traced(tensor, handle)
    elif ref is not None:
        ref[0].add_hook(ref[1], handle)
    return handle


def bind_tensor_hooks(source: Tensor, target: Tensor) -> None:
    """Bind the lasting hooks of `source` to `target`, which is a leaf or holds a tracer.

    A gradient computation calls it for what it differentiates with respect to; `target` is `source`
    itself, or what stands for it.
    """
    for handle in source.__dict__.get("_hook_handles", ()):
        if not handle._lasting:
            continue
        if is_traced(target._data):
            _bind_traced(target, handle)
        elif target._node is not None:
            node, index = target._node
            node.add_hook(index, handle)


def hooked(gradient: Tensor, tensor: Tensor) -> Tensor:
    """What the lasting hooks of `tensor` make of a gradient that no backward pass brought."""
    for handle in list(tensor.__dict__.get("_hook_handles", ())):
        result = handle(gradient) if handle._lasting else None
        gradient = gradient if result is None else fit(result, gradient)
    return gradient


def tensor_hooks(tensor: Tensor) -> list[Callable]:
    """The functions registered on a Tensor and not removed."""
    return [handle._hook for handle in tensor.__dict__.get("_hook_handles", ())]


def _bind_traced(tensor: Tensor, handle: TensorHookHandle) -> None:
    def backward(gradients: Gradients, inputs: list, results: list) -> Gradients:
        result = handle(gradients[0])
        return gradients if result is None else [fit(result, gradients[0])]

    (hooked,) = custom_gradient([tensor._data], [tensor], backward)
    if STATE.frame is not None:
        STATE.frame.note_write(tensor)
    tensor._data = hooked._data
