"""Samplers: iterables of indices, or of lists of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sized
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from msjax.dataset.dataloader.dataset import Dataset

_T_co = TypeVar("_T_co", covariant=True)


class Sampler(Generic[_T_co]):
    """Base of samplers, which define `__iter__`.

    Args:
        data_source: accepted, not kept. Default: ``None``.

    Examples:
        >>> from msjax.dataset.dataloader import DataLoader, Sampler
        >>> class Backwards(Sampler):
        ...     def __iter__(self):
        ...         return iter([2, 1, 0])
        ...     def __len__(self):
        ...         return 3
        >>> [int(x[0]) for x in DataLoader([4, 5, 6], sampler=Backwards())]
        [6, 5, 4]
    """

    def __init__(self, data_source: Sized | Dataset | None = None) -> None:
        pass


class SequentialSampler(Sampler[int]):
    """The indices of a dataset in their order.

    Args:
        data_source: an object with a length.

    Examples:
        >>> from msjax.dataset.dataloader import SequentialSampler
        >>> list(SequentialSampler("abc"))
        [0, 1, 2]
    """

    def __init__(self, data_source: Sized | Dataset) -> None:
        super().__init__(data_source)
        self.data_source: Any = data_source

    def __iter__(self) -> Iterator[int]:
        yield from range(len(self.data_source))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """The indices of a dataset in random order.

    Args:
        data_source: an object with a length.
        replacement: whether an index may come again. Default: ``False``.
        num_samples: how many indices; beyond the length, orders follow each other.
            Default: ``None``, the length.
        generator: a numpy.random.Generator. Default: ``None``, one seeded by `numpy.random`.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `num_samples` is not positive.

    Examples:
        >>> from msjax.dataset.dataloader import RandomSampler
        >>> sorted(RandomSampler("abc")), len(RandomSampler("abc", num_samples=5))
        ([0, 1, 2], 5)
    """

    def __init__(
        self,
        data_source: Sized | Dataset,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: np.random.Generator | None = None,
    ) -> None:
        super().__init__(data_source)
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be bool, but got: {type(replacement).__name__}")
        if num_samples is not None and not isinstance(num_samples, int):
            raise TypeError(f"num_samples must be int, but got: {type(num_samples).__name__}")
        if num_samples is not None and num_samples <= 0:
            raise ValueError(f"num_samples must be positive, but got {num_samples}")
        if generator is not None and not isinstance(generator, np.random.Generator):
            raise TypeError(
                f"generator must be numpy.random.Generator, but got: {type(generator).__name__}"
            )
        self.data_source: Any = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator

    @property
    def num_samples(self) -> int:
        """How many indices there are."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        rows, left = len(self.data_source), self.num_samples
        rng = self.generator
        if rng is None:
            rng = np.random.default_rng(np.random.randint(0, 2**63 - 1, dtype=np.int64))
        while left > 0 and rows:
            # With replacement MindSpore draws 32 indices at a time.
            some = min(32 if self.replacement else rows, left)
            if self.replacement:
                yield from rng.integers(0, rows, some).tolist()
            else:
                yield from rng.permutation(rows)[:some].tolist()
            left -= some

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of the indices of another sampler.

    Args:
        sampler: a sampler or other iterable.
        batch_size: indices in a list.
        drop_last: whether a shorter last list is left out.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `batch_size` is not positive.

    Examples:
        >>> from msjax.dataset.dataloader import BatchSampler
        >>> list(BatchSampler(range(5), 2, False))
        [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Sampler | Iterable, batch_size: int, drop_last: bool) -> None:
        super().__init__()
        if not isinstance(batch_size, int) or isinstance(batch_size, bool):
            raise TypeError(f"batch_size must be int, but got: {type(batch_size).__name__}.")
        if batch_size <= 0:
            raise ValueError(f"batch_size must be positive, but got: {batch_size}.")
        if not isinstance(drop_last, bool):
            raise TypeError(f"drop_last must be bool, but got: {type(drop_last).__name__}.")
        self.sampler: Any = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        rows = len(self.sampler)
        return rows // self.batch_size if self.drop_last else -(-rows // self.batch_size)
