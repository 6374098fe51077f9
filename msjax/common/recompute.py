"""Recomputation of a part of a network in the backward pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.compile.recomputed import recompute_eager, recompute_traced

__all__ = ["recompute"]


class _Block:
    """A function or Cell in the form that recomputation takes: `construct` and its Parameters."""

    def __init__(self, construct: Callable):
        self.construct = construct

    def get_parameters(self) -> Iterator:
        """The Parameters of the Cell, none of a function."""
        if isinstance(self.construct, Network):
            yield from self.construct.get_parameters()


def recompute(
    block: Callable,
    *args: Any,
    use_reentrant: bool = True,
    output_recompute: bool = False,
    early_stop: bool = True,
    context_fn: Callable | None = None,
    **kwargs: Any,
) -> Any:
    """Run a Cell so that its intermediates are computed again in the backward pass, not kept.

    Args:
        block: the Cell; with `use_reentrant=False` also a function.
        args: its arguments.
        use_reentrant: bool, whether only Cells are accepted.
        output_recompute: accepted for compatibility: the block's own result is an input of what
            follows.
        early_stop: accepted for compatibility: XLA drops what the backward pass does not need.
        context_fn: not supported.
        kwargs: its keyword arguments.

    Returns:
        What the block returns.

    Raises:
        TypeError: `block` is not a Cell while `use_reentrant` is True.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.ReLU()
        >>> print(ms.grad(lambda x: ms.recompute(net, x) * 3)(ms.Tensor([1., -1.])))
        [3. 0.]
    """
    if context_fn is not None:
        raise NotImplementedError(
            "recompute(context_fn=...) is not supported by msjax; enter the contexts in the block."
        )
    if use_reentrant and not isinstance(block, Network):
        raise TypeError(
            "Recompute function now only support block which inherited from Cell when "
            "use_reentrant=True!"
        )
    if not callable(block):
        raise TypeError(f"For 'recompute', the 'block' must be callable, but got {block!r}.")
    run = recompute_traced if STATE.frame is not None else recompute_eager
    return run(_Block(block), args, kwargs)
