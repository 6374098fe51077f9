"""Samplers: the order in which a random-access source gives its rows."""

from __future__ import annotations

import copy
import enum
import numbers
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from msjax.dataset import config
from msjax.dataset._checks import (
    check_bool,
    check_samples,
    check_type,
    is_iterable,
)


class Shuffle(str, enum.Enum):  # noqa: UP042 - its str() is its name
    """What the `shuffle` of a dataset mixes.

    GLOBAL: files and rows; FILES: files only; FALSE: nothing. INFILE, rows within each file,
    PARTIAL and ADAPTIVE are for MindDataset.

    Examples:
        >>> import msjax.dataset as ds
        >>> for name in "ab":
        ...     with open(name, "w") as file:
        ...         _ = file.write(f"{name}1\\n{name}2\\n")
        >>> data = ds.TextFileDataset(["a", "b"], shuffle=ds.Shuffle.FILES)
        >>> sorted(str(row[0]) for row in data)
        ['a1', 'a2', 'b1', 'b2']
    """

    FALSE = "false"
    ADAPTIVE = "adaptive"
    GLOBAL = "global"
    PARTIAL = "partial"
    FILES = "files"
    INFILE = "infile"


class Draws:
    """The random numbers of one sampler in one iteration; `repeat` starts them over."""

    def __init__(self, seed: int | None = None):
        self._seed = seed
        self.rng = config._generator(seed)
        self._start = self.rng.bit_generator.state

    def repeat(self) -> np.random.Generator:
        """The stream from its beginning."""
        self.rng.bit_generator.state = self._start
        return self.rng


class BuiltinSampler:
    """Base of the samplers; a child sampler, if any, chooses first."""

    def __init__(self, num_samples: int | None = None):
        self.child_sampler: Any = None
        self.num_samples = num_samples

    def add_child(self, sampler: BuiltinSampler | None) -> None:
        """Choose among the rows that `sampler` gives; at most one can be added.

        Raises:
            TypeError: `sampler` is no sampler.
            RuntimeError: there is a child sampler already.
        """
        if sampler is not None and not isinstance(sampler, BuiltinSampler):
            raise TypeError(f"A child must be a sampler, but got {type(sampler).__name__}.")
        if self.child_sampler is not None:
            raise RuntimeError("A sampler can have one child sampler only.")
        self.child_sampler = sampler

    def get_child(self) -> BuiltinSampler | None:
        """The child sampler."""
        return self.child_sampler

    def is_shuffled(self) -> bool:
        """Whether the order is random."""
        return self.child_sampler is not None and self.child_sampler.is_shuffled()

    def is_sharded(self) -> bool:
        """Whether a part of the rows is left to other shards."""
        return self.child_sampler is not None and self.child_sampler.is_sharded()

    def get_num_samples(self) -> int | None:
        """The limit on the number of rows, None for all."""
        own = self.num_samples
        child = None if self.child_sampler is None else self.child_sampler.get_num_samples()
        if own is None or child is None:
            return child if own is None else own
        return min(own, child)

    def get_shuffle_mode(self) -> Shuffle:
        """The kind of shuffle."""
        return Shuffle.FALSE

    def _limit(self, rows: int) -> int:
        """How many rows of `rows` this sampler gives; 0 stands for all."""
        return min(self.num_samples or rows, rows)

    def _choose(self, rows: int, draws: Draws) -> np.ndarray:
        """Indices below `rows`, for one epoch."""
        raise NotImplementedError(f"{type(self).__name__} is not a usable sampler.")

    def _draws(self) -> list[Draws]:
        """Random streams for this sampler and its children, for one iteration."""
        below = [] if self.child_sampler is None else self.child_sampler._draws()
        return [Draws(), *below]

    def _indices(self, rows: int, draws: list[Draws]) -> np.ndarray:
        """Indices below `rows` for one epoch, the child's choice taken into account."""
        if self.child_sampler is None:
            return in_range(self._choose(rows, draws[0]), rows)
        below = self.child_sampler._indices(rows, draws[1:])
        return below[in_range(self._choose(len(below), draws[0]), len(below))]

    def _count(self, rows: int) -> int:
        """How many indices an epoch has."""
        return len(copy.deepcopy(self)._indices(rows, self._draws()))


def in_range(indices: Any, rows: int) -> np.ndarray:
    """The indices as an array; RuntimeError for one that is not a row's."""
    indices = np.asarray(indices, np.int64)
    if indices.size and (indices.min() < 0 or indices.max() >= rows):
        wrong = indices[(indices < 0) | (indices >= rows)][0]
        raise RuntimeError(f"Sample ID ({wrong}) is out of bound, expected range [0, {rows - 1}].")
    return indices


class SequentialSampler(BuiltinSampler):
    """Rows in their order.

    Args:
        start_index: the first row. Default: ``None``, 0.
        num_samples: how many. Default: ``None``, all.

    Raises:
        TypeError: an argument is not an int.
        ValueError: `num_samples` is negative.
        RuntimeError: rows are asked for, and there is no row `start_index`.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset([1, 2, 3, 4], sampler=ds.SequentialSampler(1, 2))
        >>> [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1)]
        [2, 3]
    """

    def __init__(self, start_index: int | None = None, num_samples: int | None = None):
        if start_index is not None:
            check_type(start_index, int, "start_index")
        check_samples(num_samples)
        self.start_index = start_index
        super().__init__(num_samples)

    def _choose(self, rows, draws):
        start = self.start_index or 0
        if not 0 <= start < rows:
            raise RuntimeError(
                f"SequentialSampler: start_index must be in [0, {rows - 1}], but got {start}."
            )
        return np.arange(start, start + self._limit(rows - start))


class RandomSampler(BuiltinSampler):
    """Rows in random order.

    Args:
        replacement: whether a row may come again. Default: ``False``.
        num_samples: how many, at most as many as there are. Default: ``None``, all.
        shuffle: kind of shuffle. Default: ``Shuffle.GLOBAL``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `num_samples` is negative.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset([1, 2, 3], sampler=ds.RandomSampler(num_samples=2))
        >>> data.get_dataset_size()
        2
    """

    def __init__(
        self,
        replacement: bool = False,
        num_samples: int | None = None,
        shuffle: Shuffle = Shuffle.GLOBAL,
    ):
        check_bool(replacement, "replacement")
        check_samples(num_samples)
        if shuffle not in list(Shuffle)[1:]:
            raise TypeError(f"The argument 'shuffle' must be a Shuffle, but got {shuffle!r}.")
        self.shuffle = shuffle
        self.deterministic = False
        self.replacement = replacement
        self.reshuffle_each_epoch = True
        self._seed: int | None = None
        super().__init__(num_samples)

    def _fixed(self) -> RandomSampler:
        """A sampler with one random order for all iterations and epochs."""
        fixed = copy.copy(self)
        fixed.reshuffle_each_epoch = False
        fixed._seed = int(config._generator().integers(1 << 62))
        return fixed

    def _draws(self):
        return [Draws(self._seed), *super()._draws()[1:]]

    def _choose(self, rows, draws):
        if self.shuffle is not Shuffle.GLOBAL:
            raise RuntimeError(f"The shuffle mode {self.shuffle} needs a dataset of files.")
        rng = draws.rng if self.reshuffle_each_epoch else draws.repeat()
        count = self._limit(rows)
        return rng.integers(0, rows, count) if self.replacement else rng.permutation(rows)[:count]

    def is_shuffled(self) -> bool:
        return True

    def get_shuffle_mode(self) -> Shuffle:
        return self.shuffle


class SubsetSampler(BuiltinSampler):
    """The rows with the given indices, in their order.

    Args:
        indices: an int or an iterable of ints.
        num_samples: how many of them. Default: ``None``, all.

    Raises:
        TypeError: `indices` or one of them has another type, or `num_samples` is not an int.
        ValueError: `num_samples` is negative.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset([1, 2, 3, 4], sampler=ds.SubsetSampler([3, 0]))
        >>> [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1)]
        [4, 1]
    """

    def __init__(self, indices: int | Iterable[int], num_samples: int | None = None):
        check_samples(num_samples)
        if isinstance(indices, int):
            indices = [indices]
        elif isinstance(indices, str) or not is_iterable(indices):
            raise TypeError(
                "The argument 'indices' must be an iterable of ints, "
                f"but got {type(indices).__name__}."
            )
        indices = list(indices)[: num_samples or None]
        for i, index in enumerate(indices):
            check_type(index, (int, np.integer), f"indices[{i}]")
        self.indices = indices
        super().__init__(num_samples)

    def _choose(self, rows, draws):
        return self.indices[: self.num_samples or None]

    def get_num_samples(self) -> int | None:
        limit = super().get_num_samples()
        return len(self.indices) if limit is None else min(len(self.indices), limit)


class SubsetRandomSampler(SubsetSampler):
    """The rows with the given indices, in random order.

    Args:
        indices: an int or an iterable of ints.
        num_samples: how many of them. Default: ``None``, all.

    Raises:
        TypeError, ValueError: as in `SubsetSampler`.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset([1, 2, 3, 4], sampler=ds.SubsetRandomSampler([0, 3]))
        >>> sorted(int(row[0]) for row in data.create_tuple_iterator(num_epochs=1))
        [1, 4]
    """

    def _choose(self, rows, draws):
        return draws.rng.permutation(np.asarray(super()._choose(rows, draws), np.int64))

    def is_shuffled(self) -> bool:
        return True

    def get_shuffle_mode(self) -> Shuffle:
        return Shuffle.GLOBAL


class WeightedRandomSampler(BuiltinSampler):
    """Rows drawn with given weights.

    Args:
        weights: a list of non-negative numbers, at most one per row; rows without one never come.
        num_samples: how many, at most as many as there are rows. Default: ``None``, all.
        replacement: whether a row may come again. Default: ``True``.

    Raises:
        TypeError: an argument, or a weight, has the wrong type.
        ValueError: `num_samples` is negative.
        RuntimeError: rows are asked for, and a weight is negative, all are 0, there are more
            weights than rows, or too few without replacement.

    Examples:
        >>> import msjax.dataset as ds
        >>> sampler = ds.WeightedRandomSampler([0.0, 1.0, 0.0], 2)
        >>> data = ds.NumpySlicesDataset([1, 2, 3], sampler=sampler)
        >>> [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1)]
        [2, 2]
    """

    def __init__(
        self,
        weights: float | list[int] | list[float],
        num_samples: int | None = None,
        replacement: bool = True,
    ):
        weights = weights if isinstance(weights, list) else [weights]
        for i, weight in enumerate(weights):
            check_type(weight, numbers.Number, f"weights[{i}]")
        check_samples(num_samples)
        check_bool(replacement, "replacement")
        self.weights = weights
        self.replacement = replacement
        super().__init__(num_samples)

    def _choose(self, rows, draws):
        weights = np.asarray(self.weights, np.float64)
        count = self._limit(rows)
        if (weights < 0).any() or not weights.any():
            raise RuntimeError("WeightedRandomSampler: weights must be >= 0 and not all 0.")
        if weights.size > rows:
            raise RuntimeError(
                f"WeightedRandomSampler: {weights.size} weights are more than {rows} rows."
            )
        if self.replacement:
            return draws.rng.choice(weights.size, count, p=weights / weights.sum())
        if count > weights.size:
            raise RuntimeError(
                f"WeightedRandomSampler: {count} rows without replacement from {weights.size}."
            )
        with np.errstate(divide="ignore"):
            keys = draws.rng.exponential(size=weights.size) / weights
        return np.argsort(keys, kind="stable")[:count]

    def is_shuffled(self) -> bool:
        return True

    def get_shuffle_mode(self) -> Shuffle:
        return Shuffle.GLOBAL


class DistributedSampler(BuiltinSampler):
    """Every `num_shards`-th row, starting with row `shard_id`; short shards start over.

    Args:
        num_shards: the number of shards.
        shard_id: the own shard.
        shuffle: whether the rows are shuffled first, in the same way on every shard.
            Default: ``True``.
        num_samples: how many rows at most. Default: ``None``, all.
        offset: the shard that gets the first row; shards are not filled up then.
            Default: ``-1``, the first one.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `num_samples` is negative.
        RuntimeError: rows are asked for, and `shard_id` is not in [0, num_shards).

    Examples:
        >>> import msjax.dataset as ds
        >>> sampler = ds.DistributedSampler(2, 1, shuffle=False)
        >>> data = ds.NumpySlicesDataset([1, 2, 3, 4], sampler=sampler)
        >>> [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1)]
        [2, 4]
    """

    def __init__(
        self,
        num_shards: int,
        shard_id: int,
        shuffle: bool | Shuffle = True,
        num_samples: int | None = None,
        offset: int = -1,
    ):
        check_type(num_shards, int, "num_shards")
        check_type(shard_id, int, "shard_id")
        if not isinstance(shuffle, bool) and shuffle not in list(Shuffle):
            raise TypeError(f"The argument 'shuffle' must be a bool or Shuffle, got {shuffle!r}.")
        check_samples(num_samples)
        check_type(offset, int, "offset")
        self.num_shards = num_shards
        self.shard_id = shard_id
        if isinstance(shuffle, bool):
            shuffle = Shuffle.GLOBAL if shuffle else Shuffle.FALSE
        self.shuffle = shuffle
        self.seed = config.get_seed()
        self.offset = offset
        super().__init__(num_samples)

    def _draws(self):
        self.seed += 1  # the shards agree: each counts its own iterations
        return [Draws(self.seed), *super()._draws()[1:]]

    def _choose(self, rows, draws):
        shards, shard, offset = self.num_shards, self.shard_id, max(self.offset, 0)
        if not 0 <= shard < shards:
            raise RuntimeError(
                f"DistributedSampler: shard_id must be in [0, {shards - 1}], but got {shard}."
            )
        if self.offset == -1:
            places = shard + shards * np.arange(-(-rows // shards))
        else:
            places = np.arange(shard - offset, rows, shards)
            places = places[places >= 0]
        order = np.arange(rows)
        if self.shuffle is not Shuffle.FALSE:
            order = draws.rng.permutation(rows)
        return order[places[: self._limit(rows)] % rows]

    def _count(self, rows: int) -> int:
        seed = self.seed
        count = super()._count(rows)
        self.seed = seed
        return count

    def is_shuffled(self) -> bool:
        if self.child_sampler is None:
            return self.shuffle is not Shuffle.FALSE
        return self.child_sampler.is_shuffled()

    def is_sharded(self) -> bool:
        return self.num_shards > 1 if self.child_sampler is None else super().is_sharded()

    def set_offset(self, offset: int) -> DistributedSampler:
        """Set the shard that gets the first row."""
        self.offset = offset
        return self

    def get_shuffle_mode(self) -> Shuffle:
        return self.shuffle


class PKSampler(BuiltinSampler):
    """`num_val` rows of each class at random, of which some may be the same; class by class.

    Args:
        num_val: rows per class.
        num_class: not supported, must be ``None``.
        shuffle: whether the classes come in random order. Default: ``False``.
        class_column: the column of the classes. Default: ``"label"``.
        num_samples: how many rows at most. Default: ``None``, all.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `num_samples` is negative.
        NotImplementedError: `num_class` is given.
        RuntimeError: rows are asked for, and there are no classes or `num_val` is not positive.

    Examples:
        >>> import msjax.dataset as ds
        >>> sampler = ds.PKSampler(2, class_column="label")
        >>> (sampler.num_val, sampler.class_column)
        (2, 'label')
    """

    def __init__(
        self,
        num_val: int,
        num_class: None = None,
        shuffle: bool = False,
        class_column: str = "label",
        num_samples: int | None = None,
    ):
        check_type(num_val, int, "num_val")
        if num_class is not None:
            raise NotImplementedError("PKSampler takes all classes; 'num_class' must be None.")
        check_bool(shuffle, "shuffle")
        check_type(class_column, str, "class_column")
        check_samples(num_samples)
        self.num_val = num_val
        self.shuffle = shuffle
        self.class_column = class_column
        self._labels: np.ndarray | None = None
        super().__init__(num_samples)

    def _choose(self, rows, draws):
        if self._labels is None:
            raise RuntimeError("PKSampler needs a dataset with classes.")
        if self.num_val <= 0:
            raise RuntimeError(f"PKSampler: num_val must be positive, but got {self.num_val}.")
        classes = np.unique(self._labels)
        if self.shuffle:
            classes = draws.rng.permutation(classes)
        members = [np.flatnonzero(self._labels == one) for one in classes]
        chosen = [rows[draws.rng.integers(len(rows), size=self.num_val)] for rows in members]
        return np.concatenate(chosen)[: self.num_samples or None]

    def is_shuffled(self) -> bool:
        return self.shuffle if self.child_sampler is None else self.child_sampler.is_shuffled()


class Sampler(BuiltinSampler):
    """Base of users' samplers, which define `__iter__` giving indices or lists of indices.

    Args:
        num_samples: how many rows at most. Default: ``None``, all.

    Examples:
        >>> import msjax.dataset as ds
        >>> class Reverse(ds.Sampler):
        ...     def __iter__(self):
        ...         yield from range(self.dataset_size - 1, -1, -1)
        >>> data = ds.NumpySlicesDataset([1, 2, 3], sampler=Reverse())
        >>> [int(row[0]) for row in data]
        [3, 2, 1]
    """

    def __init__(self, num_samples: int | None = None):
        super().__init__(num_samples)
        self.dataset_size = 0
        if num_samples is None and hasattr(self, "__len__"):
            self.num_samples = len(self)
        self.batch_sizes: list[list[int]] = []
        self._began = False

    def __iter__(self):
        raise NotImplementedError("A sampler must define __iter__.")

    def reset(self) -> None:
        """Called before each epoch but the first."""

    def add_child(self, sampler: BuiltinSampler | None) -> None:
        self.child_sampler = sampler

    def _handshake(self, ds_size: int) -> None:
        self.dataset_size = ds_size

    def get_indices(self) -> np.ndarray:
        """The indices of one epoch, flat; the sizes of lists of indices are kept."""
        indices: list = []
        sizes: list[int] = []
        for count, index in enumerate(self):
            single = isinstance(index, numbers.Number)
            indices.extend([index] if single else index)
            sizes.append(0 if single else len(index))
            if self.num_samples is not None and count + 1 >= self.num_samples:
                break
        self.batch_sizes.append(sizes)
        return np.array(indices)

    def _get_batch_sizes(self) -> list[int]:
        return self.batch_sizes.pop(0) if self.batch_sizes else []

    def _indices(self, rows, draws):
        if self.child_sampler is not None:
            return super()._indices(rows, draws)
        return np.asarray(self._choose(rows, draws[0]), np.int64)  # the source may know others

    def _choose(self, rows, draws):
        self._handshake(rows)
        if self._began:
            self.reset()
        self._began = True
        indices = self.get_indices()
        if indices.size and not np.issubdtype(indices.dtype, np.integer):
            raise RuntimeError(f"A sampler must give integers, but got {indices.dtype}.")
        return indices

    def get_num_samples(self) -> int | None:
        if self.num_samples is not None:
            return self.num_samples
        other = copy.deepcopy(self)
        other.get_indices()
        return len(other.batch_sizes[-1])


class IterSampler(Sampler):
    """The indices of any iterable.

    Args:
        sampler: an iterable of indices, or of lists of them.
        num_samples: how many. Default: ``None``, its length.

    Raises:
        TypeError, ValueError: `num_samples` is no non-negative int.

    Examples:
        >>> import msjax.dataset as ds
        >>> from msjax.dataset.engine.samplers import IterSampler
        >>> data = ds.NumpySlicesDataset([1, 2, 3], sampler=IterSampler([2, 0]))
        >>> [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1)]
        [3, 1]
    """

    def __init__(self, sampler: Iterable, num_samples: int | None = None):
        if num_samples is None and hasattr(sampler, "__len__"):
            num_samples = len(sampler)
        super().__init__(num_samples)
        self.sampler = sampler

    def __iter__(self):
        return iter(self.sampler)


# What a dataset takes for its `sampler`: one of these, indices, or the index of its only row.
SamplerLike: TypeAlias = BuiltinSampler | Iterable[int] | int


def check_together(
    sampler: Any, num_samples: Any, shuffle: Any, num_shards: Any, shard_id: Any
) -> None:
    """Refuse arguments of a dataset of files that exclude or need each other."""
    if (num_shards is None) != (shard_id is None):
        raise RuntimeError("'num_shards' and 'shard_id' must be given together.")
    others = {"num_samples": num_samples, "shuffle": shuffle, "num_shards": num_shards}
    for name, value in others.items():
        if sampler is not None and value is not None:
            raise RuntimeError(f"The 'sampler' and '{name}' must not be given together.")


def select_sampler(
    num_samples: int | None,
    input_sampler: SamplerLike | None,
    shuffle: bool | Shuffle | None,
    num_shards: int | None,
    shard_id: int | None,
) -> BuiltinSampler:
    """The sampler that a dataset's arguments ask for."""
    if input_sampler is not None:
        if isinstance(input_sampler, BuiltinSampler):
            if any(arg is not None for arg in (num_shards, shard_id, shuffle, num_samples)):
                raise ValueError(
                    "A sampler excludes 'num_samples', 'num_shards', 'shard_id' and 'shuffle'."
                )
            return input_sampler
        if isinstance(input_sampler, np.ndarray | list | tuple):
            return SubsetSampler(input_sampler, num_samples)
        if not isinstance(input_sampler, str) and is_iterable(input_sampler):
            return IterSampler(input_sampler, num_samples)
        if isinstance(input_sampler, int):
            return SubsetSampler([input_sampler])
        raise TypeError(f"Unsupported sampler of type {type(input_sampler).__name__}.")
    mixed = shuffle is None or bool(shuffle) and shuffle is not Shuffle.FALSE
    if num_shards is not None:
        return DistributedSampler(num_shards, shard_id, mixed, num_samples)
    if not mixed:
        return SequentialSampler(num_samples=num_samples)
    return RandomSampler(num_samples is not None, num_samples)


__all__ = [
    "BuiltinSampler",
    "DistributedSampler",
    "IterSampler",
    "PKSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "Shuffle",
    "SubsetRandomSampler",
    "SubsetSampler",
    "WeightedRandomSampler",
    "select_sampler",
]
