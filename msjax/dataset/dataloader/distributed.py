"""The indices of one of several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax.dataset.dataloader.sampler import Sampler

if TYPE_CHECKING:
    from msjax.dataset.dataloader.dataset import Dataset


class DistributedSampler(Sampler[int]):
    """The indices of a dataset that belong to one of several processes, equally many for each.

    Args:
        dataset: an object with a length.
        num_replicas: number of processes. Default: ``None``, the size of the group.
        rank: number of this process. Default: ``None``, the rank in the group.
        shuffle: whether the indices are shuffled first, in the same way everywhere.
            Default: ``True``.
        seed: of the shuffle, to which the epoch is added. Default: ``0``.
        drop_last: whether indices are left out, in place of some coming twice, where the number of
            processes does not divide their number. Default: ``False``.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `num_replicas` is not positive, or `rank` not below it.

    Examples:
        >>> from msjax.dataset.dataloader import DistributedSampler
        >>> list(DistributedSampler(range(5), num_replicas=2, rank=1, shuffle=False))
        [1, 3, 0]
    """

    def __init__(
        self,
        dataset: Sized | Dataset,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool | None = True,
        seed: int | None = 0,
        drop_last: bool | None = False,
    ) -> None:
        super().__init__(dataset)
        given = {"num_replicas": num_replicas, "rank": rank}
        for name, value in {**given, "seed": seed}.items():
            if not isinstance(value, int) and not (name in given and value is None):
                raise TypeError(f"{name} must be int, but got: {type(value).__name__}")
        for name, value in {"shuffle": shuffle, "drop_last": drop_last}.items():
            if not isinstance(value, bool):
                raise TypeError(f"{name} must be bool, but got: {type(value).__name__}")
        from msjax import communication

        replicas = communication.get_group_size() if num_replicas is None else num_replicas
        rank = communication.get_rank() if rank is None else rank
        if replicas <= 0:
            raise ValueError(
                f"Invalid num_replicas: {replicas}, num_replicas must be greater than 0."
            )
        if not 0 <= rank < replicas:
            raise ValueError(
                f"Invalid rank: {rank}, rank must be in the interval [0, {replicas - 1}]"
            )
        self.dataset: Any = dataset
        self.num_replicas = replicas
        self.rank = rank
        self.shuffle = shuffle
        self.seed = seed or 0
        self.drop_last = drop_last
        self.epoch = 0
        rows = len(self.dataset)
        self.num_samples = rows // replicas if drop_last else -(-rows // replicas)
        self.total_samples = self.num_samples * replicas

    def __iter__(self) -> Iterator[int]:
        rows = len(self.dataset)
        order = np.arange(rows)
        if self.shuffle:
            order = np.random.default_rng(self.seed + self.epoch).permutation(rows)
        places = np.arange(self.rank, self.total_samples, self.num_replicas)
        return iter(order[places % max(rows, 1)].tolist())

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, so that it has an order of its own.

        Args:
            epoch: an int.

        Raises:
            TypeError: `epoch` is not an int.
        """
        if not isinstance(epoch, int):
            raise TypeError(f"epoch must be int, but got: {type(epoch).__name__}")
        self.epoch = epoch
