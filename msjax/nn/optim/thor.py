"""The second-order optimizer thor, which needs layers that collect covariances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def thor(
    net: Any,
    learning_rate: Any,
    damping: Any,
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable = lambda x: x.name not in [],
    split_indices: Sequence | None = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> Any:
    """The trace-based second-order optimizer, which msjax does not have.

    Args:
        net: the network.
        learning_rate: as in `Optimizer`.
        damping: 1-d Tensor.
        momentum: float.
        weight_decay: number.
        loss_scale: number.
        batch_size: int.
        use_nesterov: bool.
        decay_filter: function of a Parameter.
        split_indices: kept for distributed training.
        enable_clip_grad: bool.
        frequency: steps between updates of the second-order information.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(
        "nn.thor is not supported by msjax: its layers (DenseThor, Conv2dThor) gather covariances "
        "with device operations of their own. Use nn.Momentum or nn.Lamb, or optax or kfac_jax on "
        "the Cell."
    )
