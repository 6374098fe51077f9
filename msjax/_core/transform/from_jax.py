"""JAX functions among operations on Tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax

from msjax._core.base import nodes
from msjax._core.base.executable import Exec
from msjax._core.base.state import STATE
from msjax._core.tensor.structure import put_together, take_apart
from msjax._core.tensor.tensor import Tensor, box

__all__ = ["from_jax"]


def from_jax(function: Callable) -> Callable:
    """A function of JAX arrays as a function of Tensors, which gradients flow through.

    Compiled code and its gradients take JAX functions as they are. Eager gradients are made of
    recorded operations, and see a JAX function only in this form.

    Args:
        function: takes arrays, alone or in lists, tuples, dicts and dataclasses, and gives a pytree
            of arrays. It must be pure: gradients by it run it again.

    Returns:
        Function that takes Tensors in the place of the arrays and gives Tensors.

    Raises:
        TypeError: `function` cannot be called.

    Examples:
        >>> import jax
        >>> import msjax as ms
        >>> softplus = ms.from_jax(jax.nn.softplus)
        >>> print(ms.grad(lambda x: softplus(x).sum())(ms.Tensor([0., 100.])))
        [0.5 1. ]
    """
    if not callable(function):
        raise TypeError(
            f"For 'from_jax', the 'function' must be callable, but got {type(function).__name__}."
        )
    name = getattr(function, "__name__", type(function).__name__)

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        given: list[Any] = []
        structure = take_apart((args, kwargs), given, lambda tensor: tensor)
        arrays = [v._read() if isinstance(v, Tensor) else v for v in given]
        trees: list[Any] = []

        def flat(*arrays: Any) -> tuple:
            args, kwargs = put_together(structure, iter(arrays), lambda array: array)
            leaves, tree = jax.tree.flatten(function(*args, **kwargs))
            trees[:] = [tree]
            return tuple(jax.numpy.asarray(leaf) for leaf in leaves)

        exe = Exec(name, flat, eager=True)  # whether to compile is for the function to say
        outs = exe.fn(*arrays)
        (tree,) = trees
        refs: list[Any] = [None] * len(outs)
        if STATE.tape is not None and STATE.frame is None:
            parents = [nodes.point_of(v) if isinstance(v, Tensor) else None for v in given]
            if any(parent is not None for parent in parents):
                refs = nodes.attach(exe, arrays, parents, outs)
        return jax.tree.unflatten(tree, [box(o, r) for o, r in zip(outs, refs, strict=True)])

    return run
