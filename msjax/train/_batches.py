"""What a training asks of its dataset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol


class Batches(Protocol):
    """A dataset of batches; every `msjax.dataset.Dataset` is one."""

    def get_dataset_size(self) -> int:
        """How many batches a pass has."""
        ...

    def create_tuple_iterator(self, *, num_epochs: int = ..., do_copy: bool = ...) -> Iterable[Any]:
        """The batches, each a list of the columns' Tensors."""
        ...
