"""Statistics that several processes share."""

from __future__ import annotations

from typing import Any

from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell


class SyncBatchNormInner(Cell):
    """Batch norm by the statistics of all processes of a group."""

    def __init__(self, self_num_features: int, self_world_size: int):
        super().__init__()
        self.num_features, self.world_size = self_num_features, self_world_size

    def construct(self, *args: Any) -> Tensor:
        """Refuse groups of several processes; one process does not come here."""
        raise NotImplementedError(
            f"For 'SyncBatchNorm', statistics of {self.world_size} processes are not implemented "
            "in msjax; mint.nn.BatchNorm2d normalizes by those of one process."
        )


class _SyncBatchNorm(Cell):
    def __init__(self, num_features: int, world_size: int, dtype: Type = mstype.float32):
        super().__init__()
        self.num_features, self.world_size = num_features, world_size
        self.inner = SyncBatchNormInner(num_features, world_size)

    def construct(self, *args: Any) -> Tensor:
        """See `SyncBatchNormInner`."""
        return self.inner(*args)
