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
from msjax._core.base.state import STATE, refuse_lasting
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
    parents = [nodes.point_of(t) for t in inputs]
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
    if STATE.stops:
        return [box(jax.lax.stop_gradient(v)) for v in values]
    arrays = [t._read() for t in inputs]
    kinds = [(a.shape, a.dtype) if is_inexact(a.dtype) else None for a in arrays]
    if STATE.frame is not None:
        STATE.frame.note_pull()

    @jax.custom_vjp
    def through(outs: list, ins: list) -> list:
        return outs

    def forward(outs: list, ins: list) -> tuple[list, tuple]:
        outs = through(outs, ins)  # what gradients of this gradient see
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


@op(label="custom gradient")
def spread_kernel(gradient: Array, shape: tuple) -> Array:
    """`gradient` repeated along broadcast axes to `shape`."""
    return jnp.broadcast_to(gradient, shape)


def changed_by(hook: Callable, gradient: Tensor, leaf: bool) -> Tensor:
    """What a hook makes of a gradient, in the shape of that unless it is the last to see it.

    Raises:
        TypeError: the hook returns no Tensor.
        RuntimeError: what it returns does not broadcast to the gradient's shape.
    """
    result = hook(gradient)
    if result is None:
        return gradient
    if not isinstance(result, Tensor):
        raise TypeError(
            f"A gradient hook must return a Tensor or None, but got {type(result).__name__}."
        )
    if leaf or result.shape == gradient.shape:
        return result
    have, want = result.shape, gradient.shape
    tail = want[len(want) - len(have) :]
    if len(have) > len(want) or any(h not in (w, 1) for h, w in zip(have, tail, strict=True)):
        raise RuntimeError(
            "For grad interface or custom function, grad tensor should be broadcast to expected "
            f"shape, but got {list(have)} vs {list(want)}."
        )
    return call(spread_kernel)(result, want)


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

    def __init__(self, hook_dict: dict | None = None, *, extra_dict: object = None):
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
            if kept is not None and self.handle_id in kept:
                refuse_lasting("the hooks of a Cell")
                del kept[self.handle_id]
        STATE.bump()


class _Handles(list):
    """The handles of a Tensor's hooks, in the order of registration."""

    __slots__ = ("__weakref__", "bound")
    bound: tuple[Any, list]  # outside of frames: a traced array, and the handles called for it


class TensorHookHandle:
    """What `Tensor.register_hook` returns."""

    __slots__ = ("_handles", "_hook", "_lasting")

    def __init__(self, handles: list, hook: Callable, lasting: bool):
        self._handles = weakref.ref(handles)  # shared with the aliases of the Tensor
        self._hook: Callable | None = hook
        self._lasting = lasting
        handles.append(self)

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
        handles = self._handles()
        if handles is not None and self in handles:
            handles.remove(self)
        if self._lasting:
            STATE.bump()


def register_tensor_hook(tensor: Tensor, hook: Callable) -> TensorHookHandle:
    """Call `hook(gradient)` in the backward pass; see `Tensor.register_hook`.

    The hook of an intermediate result belongs to that result. That of a Parameter or of an argument
    stays with the Tensor and is bound anew in every gradient computation, by `bind_tensor_hooks`.
    """
    if not callable(hook):
        raise TypeError(f"Expected a callable hook function, but got {type(hook).__name__}.")
    if isinstance(tensor, Parameter) and not tensor.requires_grad:
        raise RuntimeError("The tensor requires grad is false, which can not register tensor hook.")
    if STATE.frame is not None or is_traced(tensor._data):
        return _register_traced(tensor, hook)
    ref = nodes.point_of(tensor)
    lasting = isinstance(tensor, Parameter) or ref is None or ref[0].exe is None
    handle = TensorHookHandle(_handles_for(tensor), hook, lasting)
    if ref is not None:
        ref[0].add_hook(ref[1], handle)
    if lasting:
        STATE.bump()
    return handle


def _register_traced(tensor: Tensor, hook: Callable) -> TensorHookHandle:
    """A hook for the gradient computations of code that is being traced, and not beyond."""
    own = _Handles() if _outlives(tensor) else _handles_for(tensor)
    handle = TensorHookHandle(own, hook, False)
    points = {id(tensor): getattr(own, "bound", None)}
    if STATE.frame is not None:
        points = STATE.frame.points
    array, handles = points.get(id(tensor)) or (None, [])
    if array is tensor._data:  # as a further function of its own it would run before the others
        handles.append(handle)
        return handle
    if STATE.frame is not None and STATE.frame.was_read(tensor):
        raise STATE.frame.break_off("a hook is put on a Tensor that has been used before")
    handles = [handle]
    _bind_traced(tensor, handles)
    if STATE.frame is not None:
        points[id(tensor)] = tensor._data, handles
    else:
        own.bound = tensor._data, handles
    return handle


def _outlives(tensor: Tensor) -> bool:
    """Whether a Tensor is there when the code that is being traced has ended."""
    if STATE.frame is None or isinstance(tensor, Parameter):
        return isinstance(tensor, Parameter)
    made_in = getattr(tensor, "_frame", None)
    return made_in is None or made_in.ended


def _handles_for(tensor: Tensor) -> _Handles:
    return tensor.__dict__.setdefault("_hook_handles", _Handles())


def share_hooks(source: Tensor, target: Tensor) -> None:
    """Let `target` have the hooks of `source`, those of later too."""
    handles = source.__dict__.get("_hook_handles")
    if handles is not None:
        target.__dict__["_hook_handles"] = handles


def copy_hooks(source: Tensor, target: Tensor) -> None:
    """Give `target` the lasting hooks that `source` has now."""
    handles = [h for h in source.__dict__.get("_hook_handles", ()) if h._lasting]
    if handles:
        target.__dict__["_hook_handles"] = _Handles(handles)


def bind_tensor_hooks(target: Tensor) -> None:
    """Bind the hooks of `target`, which is a leaf or an alias, to its node.

    A gradient computation calls it for what it differentiates with respect to.
    """
    if target._node is None:
        return
    node, index = target._node
    for handle in handles_of(target):
        node.add_hook(index, handle)


def lasting_hooks(tensor: Tensor) -> tuple[Callable, ...]:
    """The functions that every gradient computation by a Tensor calls."""
    handles = tensor.__dict__.get("_hook_handles")
    return tuple([h._hook for h in handles if h._lasting]) if handles else ()


def watch_traced(source: Tensor, target: Tensor, array: Any) -> list:
    """The hooks of `source`, which held `array`, to be called with the gradient by `target`.

    The frame remembers that its code depends on them, and adds those that it puts on `target`.
    """
    frame = STATE.frame
    handles = _Handles(handles_of(source))
    around = frame.parent
    while around is not None:
        held, bound = around.points.get(id(source), (None, ()))
        handles += [h for h in bound if held is array and h not in handles]
        around = around.parent
    frame.points[id(target)] = target._data, handles
    frame.note_hooks(source, lasting_hooks(source))
    return handles


def hooked(gradient: Tensor, handles: Sequence[TensorHookHandle], leaf: bool = True) -> Tensor:
    """What hooks make of a gradient that no eager backward pass brought."""
    for handle in list(handles):
        gradient = changed_by(handle, gradient, leaf)
    return gradient


def handles_of(tensor: Tensor) -> Sequence[TensorHookHandle]:
    """The handles of the hooks that gradient computations by a Tensor call."""
    return tensor.__dict__.get("_hook_handles", ())


def tensor_hooks(tensor: Tensor) -> list[Callable]:
    """The functions registered on a Tensor and not removed."""
    return [handle._hook for handle in tensor.__dict__.get("_hook_handles", ())]


def _bind_traced(tensor: Tensor, handles: list) -> None:
    def backward(gradients: Gradients, inputs: list, results: list) -> Gradients:
        found = hooked(gradients[0], handles, leaf=False)
        return [found.astype(gradients[0].dtype)]

    (shown,) = custom_gradient([tensor._data], [tensor], backward)
    if STATE.frame is not None:
        STATE.frame.note_write(tensor)
    tensor._data = shown._data
