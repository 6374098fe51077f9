"""Recomputation: a backward pass that runs a part of a network again instead of keeping values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import jax

from msjax._core.base import nodes
from msjax._core.base.recording import recording
from msjax._core.base.state import STATE
from msjax._core.compile.lift import Run
from msjax._core.gradient import autograd
from msjax._core.gradient.hooks import Gradients, custom_gradient
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import default_generator
from msjax._core.tensor.structure import map_tensors, put_together, take_apart, tensors_in
from msjax._core.tensor.tensor import Tensor, box


class Block(Protocol):
    """What is recomputed: a Cell, or what has the same two attributes."""

    @property
    def construct(self) -> Callable: ...

    def get_parameters(self) -> Iterator[Parameter]:
        """The Parameters that it uses."""
        ...


def recompute_traced(block: Block, args: tuple, kwargs: dict) -> Any:
    """Run `block.construct` under `jax.checkpoint`."""
    arrays: list[Any] = []
    structure = take_apart((args, kwargs), arrays, lambda t: t._read())
    run = Run()

    def pure(values: list) -> tuple[list, list]:
        def body() -> Any:
            inner_args, inner_kwargs = put_together(structure, iter(values))
            return block.construct(*inner_args, **inner_kwargs)

        return run(body)

    results, effects = jax.checkpoint(pure)(arrays)
    run.replay(effects)
    return put_together(run.structure, iter(results))


def recompute_eager(block: Block, args: tuple, kwargs: dict) -> Any:
    """Run without keeping anything but the inputs; the backward pass runs `construct` again."""
    params = list(block.get_parameters())
    state = default_generator._state
    held = [(b, b._value) for b in (*params, state)]
    inputs = [*tensors_in((args, kwargs)), *params]
    refs = [nodes.point_of(t) for t in inputs]
    start = nodes.alias(None)[0].seq
    output = block.construct(*args, **kwargs)
    outputs = tensors_in(output)
    known = {ref for ref in refs if ref is not None}
    if not _depends_only_on(outputs, known, start):
        return output  # it also uses Tensors that are neither arguments nor Parameters of the block
    snapshots = [box(t._value, ref) for t, ref in zip(inputs, refs, strict=True)]
    count = len(inputs) - len(params)

    def backward(gradients: Gradients, *_: list) -> Gradients:
        higher = STATE.tape is not None
        now = [(b, b._data, b._node) for b in (*params, state)]
        with recording():
            for t, ref in zip(snapshots, refs, strict=True):
                t._node = None if ref is None else nodes.alias(ref if higher else None)
            leaves = [t._node for t in snapshots]
            try:
                for (b, array), ref in zip(held, [*leaves[count:], None], strict=True):
                    b._data, b._node = array, ref
                fresh = iter(snapshots[:count])
                again_args, again_kwargs = map_tensors(lambda t: next(fresh), (args, kwargs))
                again = tensors_in(block.construct(*again_args, **again_kwargs))
            finally:
                for b, array, node in now:
                    b._data, b._node = array, node
            roots = [
                (t._node, nodes.Gradient(g._value, nodes.live(g._node)))
                for t, g in zip(again, gradients, strict=True)
                if g is not None and t._node is not None
            ]
            targets = [leaf for leaf in leaves if leaf is not None]
            found = iter(autograd.backward(roots, targets, create_graph=higher))
        results: list[Tensor | None] = []
        for leaf in leaves:
            gradient = None if leaf is None else next(found)
            results.append(None if gradient is None else box(gradient.array, gradient.ref))
        return results

    made = iter(custom_gradient([t._value for t in outputs], snapshots, backward))
    return map_tensors(lambda t: next(made), output)


def _depends_only_on(outputs: list[Tensor], known: set, start: int) -> bool:
    """Whether the nodes made since `start` have no parents from before except the known ones."""
    stack = [t._node for t in outputs if t._node is not None]
    seen = set()
    while stack:
        ref = stack.pop()
        if ref in known or ref[0] in seen:
            continue
        if ref[0].seq <= start:
            return False
        seen.add(ref[0])
        stack.extend(p for p in ref[0].parents if p is not None)
    return True
