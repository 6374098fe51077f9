"""What distributions and bijectors tell about themselves."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.probability import _values


class Described(Cell):
    """Base of distributions and bijectors: what they were made with."""

    _name: str | None
    _parameters: dict[str, Any]
    _batch_shape: tuple[int, ...] | None
    _is_scalar_batch: bool

    checktensor = staticmethod(_values.check_tensor)

    @property
    def name(self) -> str | None:
        """The name shown in messages."""
        return self._name

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of the construction."""
        return self._parameters

    @property
    def batch_shape(self) -> tuple[int, ...] | None:
        """The common shape of the parameters; None if one is missing."""
        return self._batch_shape

    @property
    def is_scalar_batch(self) -> bool:
        """Whether the parameters are plain numbers."""
        return self._is_scalar_batch

    def _check_value(self, value: Any, name: str) -> Tensor:
        """`value` if it is a Tensor."""
        return self.checktensor(value, name)
