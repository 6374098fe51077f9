"""Datasets that a DataLoader reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from msjax._core.tensor.tensor import Tensor

_T_co = TypeVar("_T_co", covariant=True)


class _Indexed(Protocol[_T_co]):
    """What a DataLoader reads: a Dataset, a list, or any object with random access."""

    def __getitem__(self, index: int, /) -> _T_co: ...


class Dataset(Generic[_T_co]):
    """Base of datasets with random access: subclasses define `__getitem__`, and mostly `__len__`.

    Examples:
        >>> from msjax.dataset.dataloader import DataLoader, Dataset
        >>> class Squares(Dataset):
        ...     def __getitem__(self, index):
        ...         return index * index
        ...     def __len__(self):
        ...         return 4
        >>> [batch.tolist() for batch in DataLoader(Squares(), batch_size=2)]
        [[0, 1], [4, 9]]
    """

    def __init__(self) -> None:
        pass

    def __getitem__(self, index: int) -> _T_co:
        raise NotImplementedError(f"{type(self).__name__} must implement __getitem__ method.")


class IterableDataset(Dataset[_T_co], Iterable[_T_co]):
    """Base of datasets without random access: subclasses define `__iter__`.

    With several workers each of them iterates; `get_worker_info` tells it which one it is.

    Examples:
        >>> from msjax.dataset.dataloader import DataLoader, IterableDataset
        >>> class Squares(IterableDataset):
        ...     def __iter__(self):
        ...         return (i * i for i in range(4))
        >>> [batch.tolist() for batch in DataLoader(Squares(), batch_size=2)]
        [[0, 1], [4, 9]]
    """

    def __iter__(self) -> Iterator[_T_co]:
        raise NotImplementedError(f"{type(self).__name__} must implement __iter__ method.")


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """The rows of Tensors with a common first dimension.

    Args:
        *tensors: Tensors, one for each column.

    Raises:
        ValueError: their first dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> from msjax.dataset.dataloader import TensorDataset
        >>> data = TensorDataset(ms.Tensor([1, 2]), ms.Tensor([3, 4]))
        >>> [int(value) for value in data[1]]
        [2, 4]
    """

    def __init__(self, *tensors: Tensor) -> None:
        super().__init__()
        if any(tensor.shape[0] != tensors[0].shape[0] for tensor in tensors):
            raise ValueError("All tensors must have the same size in the first dimension.")
        self.tensors: tuple[Any, ...] = tensors

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]
