"""Primitives that are derivatives of others: the names of `ops.operations._grad_ops`.

Loaded when one of them is first asked for. Most are the way back of the operation's own kernel.
"""

from __future__ import annotations

from msjax.kernels.primitives.derivatives import (
    activation,
    convolution,
    losses,
    mathematics,
    normalization,
    pooling,
    resizing,
    selection,
)
