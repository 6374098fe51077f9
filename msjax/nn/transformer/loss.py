"""The loss of the transformers of older releases."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.transformer.layers import FLOATS, check_dtype, check_rank
from msjax.nn.transformer.op_parallel_config import OpParallelConfig, default_dpmp_config

__all__ = ["CrossEntropyLoss"]


class CrossEntropyLoss(Cell):
    """Cross entropy, averaged over the positions of a mask.

    Args:
        parallel_config: OpParallelConfig.

    Inputs:
        - **logits** (Tensor) - Float16 or Float32 of shape (N, C).
        - **label** (Tensor) - the classes, Int32 of shape (N,).
        - **input_mask** (Tensor) - Float32 of shape (N,), 1 where a position counts.

    Outputs:
        Float32 Tensor of shape (1,).

    Raises:
        TypeError: `parallel_config` or an input has a wrong type.
        ValueError: an input has a wrong rank.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import CrossEntropyLoss
        >>> logits, label = ms.Tensor([[0., 0.]]), ms.Tensor([1], ms.int32)
        >>> print(CrossEntropyLoss()(logits, label, ms.Tensor([1.])))
        [0.69314027]
    """

    def __init__(self, parallel_config: OpParallelConfig = default_dpmp_config):
        super().__init__()
        if not isinstance(parallel_config, OpParallelConfig):
            raise TypeError(
                "For 'CrossEntropyLoss', the class variable 'parallel_config' must be "
                f"OpParallelConfig, but got the type: {type(parallel_config)}."
            )

    def construct(self, logits: Tensor, label: Tensor, input_mask: Tensor) -> Tensor:
        """The loss."""
        self._check_input(logits, label, input_mask)
        logits = logits.astype(mstype.float32)
        known = ops.log_softmax(logits, -1)
        label = label.reshape((-1, 1))
        loss = -ops.gather_elements(known, 1, label).reshape((-1,))
        # The value is bounded, the gradient is that of the unbounded loss.
        bounded = -ops.log(ops.exp(-loss) + 1e-24)
        loss = loss + ops.stop_gradient(bounded - loss)
        mask = input_mask.reshape((-1,))
        return ((loss * mask).sum() / (mask.sum() + 1e-5)).reshape((1,))

    def _check_input(self, logits: Any, label: Any, input_mask: Any) -> None:
        rules = (
            ("logits", logits, 2, FLOATS),
            ("label", label, 1, (mstype.int32,)),
            ("input_mask", input_mask, 1, (mstype.float32,)),
        )
        for name, value, rank, dtypes in rules:
            if not isinstance(value, Tensor):
                raise TypeError(
                    f"For 'CrossEntropyLoss', the '{name}' must be a Tensor, but got {type(value)}."
                )
            check_dtype("CrossEntropyLoss", name, value, *dtypes)
            check_rank("CrossEntropyLoss", name, value, rank)
