"""Gradients of computations that already ran, in the manner of torch.autograd and tf.gradients.

They work on Tensors that asked for gradients (`x.requires_grad_()`) and on what is computed from
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax._core.base import nodes
from msjax._core.base.nodes import Gradient
from msjax._core.base.tape import Tape
from msjax._core.base.x64 import x64
from msjax._core.gradient import autograd as _engine
from msjax._core.gradient.cotangents import as_tensor, filled
from msjax._core.tensor.tensor import Tensor

__all__ = ["backward", "grad", "gradients"]


def _listed(value: Any, owner: str, name: str) -> list[Tensor]:
    items = [value] if isinstance(value, Tensor) else list(value) if value is not None else []
    if not items or not all(isinstance(t, Tensor) for t in items):
        raise TypeError(f"For '{owner}', the '{name}' must be a Tensor or a sequence of Tensors.")
    return items


def _roots(
    owner: str, outputs: list[Tensor], starts: Any, scalar_only: bool
) -> list[tuple[Any, Gradient]]:
    if starts is None:
        starts = [None] * len(outputs)
    elif isinstance(starts, Tensor):
        starts = [starts]
    if len(starts) != len(outputs):
        raise ValueError(
            f"For '{owner}', {len(outputs)} outputs need as many gradients, but got {len(starts)}."
        )
    roots = []
    for out, start in zip(outputs, starts, strict=True):
        ref = nodes.point_of(out)
        if ref is None and out._node is not None and out._node[0].tape is _RELEASED:
            raise RuntimeError(
                f"For '{owner}', the record of an output was released by an earlier call; give "
                "that call retain_graph=True."
            )
        if ref is None:
            raise RuntimeError(
                f"For '{owner}', an output does not depend on any Tensor that asked for gradients; "
                "call requires_grad_() on the inputs (Parameters too) before computing it."
            )
        if start is None:
            if scalar_only and out.size != 1:
                raise RuntimeError(
                    f"For '{owner}', an output of shape {out.shape} needs a gradient of its own; "
                    "only outputs of one element have the implicit gradient 1."
                )
            with x64():
                roots.append((ref, Gradient(filled(1, out._value))))
            continue
        if start.shape != out.shape:
            raise RuntimeError(
                f"For '{owner}', a gradient must have the shape of its output {out.shape}, "
                f"but got {start.shape}."
            )
        roots.append((ref, Gradient(start._value, nodes.live(start._node))))
    return roots


def _targets(owner: str, inputs: list[Tensor]) -> list[Any]:
    refs = [nodes.point_of(t) for t in inputs]
    if None in refs:
        raise RuntimeError(
            f"For '{owner}', an input has not asked for gradients; call requires_grad_() on it "
            "before computing the outputs."
        )
    return refs


def _release(roots: list) -> None:
    """Drop what the nodes behind the roots hold, so that memory is free and reuse is an error."""
    stack, seen = [r[0] for r, _ in roots], set()
    while stack:
        node = stack.pop()
        if node in seen or node.exe is None:
            continue
        seen.add(node)
        stack.extend(p[0] for p in node.parents if p is not None)
        node.arrays = node.parents = ()
        node.saved = None
        node.tape = _RELEASED


_RELEASED = Tape()
_RELEASED.alive = False


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool = False,
) -> tuple[Tensor | None, ...]:
    """Sum of the gradients of the outputs with respect to each input.

    Args:
        outputs: what is differentiated.
        inputs: Tensors that asked for gradients, or results computed from such.
        grad_outputs: gradient of each output; 1 by default, for outputs of one element.
        retain_graph: keep the record for another call; by default as `create_graph`.
        create_graph: the results can be differentiated again.
        only_inputs: must be True: no other Tensor's `grad` is changed.
        allow_unused: give None for inputs that no output depends on, instead of an error.

    Returns:
        A tuple with one gradient for each input.

    Raises:
        RuntimeError: nothing was recorded, or an input is unused and `allow_unused` is False.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor(2.).requires_grad_()
        >>> y = ms.Tensor(3.).requires_grad_()
        >>> print(ms.autograd.grad(outputs=x * x * y, inputs=x)[0])
        12.0

    Source: the meaning of torch.autograd.grad.
    """
    if not only_inputs:
        raise NotImplementedError("only_inputs=False is not supported; use Tensor.backward().")
    results = _listed(outputs, "autograd.grad", "outputs")
    sources = _listed(inputs, "autograd.grad", "inputs")
    roots = _roots("autograd.grad", results, grad_outputs, scalar_only=True)
    refs = _targets("autograd.grad", sources)
    found = _engine.backward(roots, refs, create_graph=create_graph)
    if not (create_graph if retain_graph is None else retain_graph):
        _release(roots)
    if not allow_unused and None in found:
        raise RuntimeError(
            "For 'autograd.grad', one of the inputs is not used by the outputs; "
            "set allow_unused=True to get None for it."
        )
    return tuple(
        None if g is None else as_tensor(g, t) for g, t in zip(found, sources, strict=True)
    )


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Add the gradients of `tensors` to the `grad` of the leaves that asked for them.

    Args:
        tensors: what is differentiated.
        grad_tensors: gradient of each; 1 by default, for Tensors of one element.
        retain_graph: keep the record for another call; by default as `create_graph`.
        create_graph: the gradients can be differentiated again.
        inputs: only these leaves; by default all.

    Raises:
        RuntimeError: nothing was recorded, or the record was released by an earlier call.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor(3.).requires_grad_()
        >>> ms.autograd.backward(x * x)
        >>> print(x.grad)
        6.0

    Source: the meaning of torch.autograd.backward.
    """
    results = _listed(tensors, "backward", "tensors")
    roots = _roots("backward", results, grad_tensors, scalar_only=True)
    if inputs is None:
        leaves = nodes.leaves_behind([r for r, _ in roots])
    else:
        sources = _listed(inputs, "backward", "inputs")
        leaves = list(zip(sources, _targets("backward", sources), strict=True))
    found = _engine.backward(roots, [ref for _, ref in leaves], create_graph=create_graph)
    if not (create_graph if retain_graph is None else retain_graph):
        _release(roots)
    for (leaf, _), gradient in zip(leaves, found, strict=True):
        if gradient is not None:
            fresh = as_tensor(gradient, leaf)
            leaf.grad = fresh if leaf.grad is None else leaf.grad + fresh


def gradients(
    ys: Tensor | Sequence[Tensor],
    xs: Tensor | Sequence[Tensor],
    grad_ys: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: str = "none",
) -> list[Tensor | None]:
    """Sum of the gradients of all `ys` with respect to each of `xs`.

    Args:
        ys: what is differentiated.
        xs: Tensors that asked for gradients, or results computed from such.
        grad_ys: gradient of each y; ones by default.
        stop_gradients: Tensors that count as constants, even if computed from `xs`.
        unconnected_gradients: "none" gives None where nothing depends, "zero" gives zeros.

    Returns:
        A list with one gradient for each x.

    Raises:
        ValueError: `unconnected_gradients` is neither of the two.
        RuntimeError: an x has not asked for gradients.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Tensor([1., 2.]).requires_grad_()
        >>> print(ms.autograd.gradients([w + w], [w])[0])
        [2. 2.]

    Source: the meaning of tf.gradients.
    """
    if unconnected_gradients not in ("none", "zero"):
        raise ValueError(
            "For 'gradients', the 'unconnected_gradients' must be 'none' or 'zero', "
            f"but got {unconnected_gradients!r}."
        )
    results = _listed(ys, "gradients", "ys")
    sources = _listed(xs, "gradients", "xs")
    refs = _targets("gradients", sources)
    starts = [None] * len(results) if grad_ys is None else grad_ys
    starts = [starts] if isinstance(starts, Tensor) else list(starts)
    if len(starts) != len(results):
        raise ValueError("For 'gradients', 'grad_ys' must have as many elements as 'ys'.")
    pairs = [(y, s) for y, s in zip(results, starts, strict=True) if nodes.point_of(y) is not None]
    roots = []
    if pairs:
        roots = _roots("gradients", [y for y, _ in pairs], [s for _, s in pairs], False)
    stopped = (
        [] if stop_gradients is None else _listed(stop_gradients, "gradients", "stop_gradients")
    )
    blocked = {ref for t in stopped if (ref := nodes.point_of(t)) is not None}
    found = _engine.backward(roots, refs, create_graph=True, blocked=blocked)
    return [
        None if g is None and unconnected_gradients == "none" else as_tensor(g, t)
        for g, t in zip(found, sources, strict=True)
    ]
