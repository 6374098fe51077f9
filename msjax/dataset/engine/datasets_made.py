"""Datasets of random rows, without files."""

from __future__ import annotations

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset.engine._dataset import VisionBaseDataset
from msjax.dataset.engine._sources import MappableDataset, Schema
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.samplers import SamplerLike


class FakeImageDataset(MappableDataset, VisionBaseDataset):
    """Images of noise: image of uint8 and label of uint32.

    Args:
        num_images: how many. Default: ``1000``.
        image_size: height, width and channels. Default: ``(224, 224, 3)``.
        num_classes: number of labels. Default: ``10``.
        base_seed: added to the number of an image, for its random numbers. Default: ``0``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: an argument is out of its range.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.FakeImageDataset(4, (2, 3, 3), num_classes=5)
        >>> data.get_dataset_size(), data.get_col_names(), data.output_shapes()
        (4, ['image', 'label'], [[2, 3, 3], []])
    """

    def __init__(
        self,
        num_images: int = 1000,
        image_size: tuple[int, int, int] = (224, 224, 3),
        num_classes: int = 10,
        base_seed: int = 0,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_positive(num_images, "num_images")
        checks.check_type(image_size, (list, tuple), "image_size")
        if len(image_size) != 3:
            raise ValueError(f"The 'image_size' must have three ints, but got {image_size}.")
        for size in image_size:
            checks.check_positive(size, "image_size")
        checks.check_positive(num_classes, "num_classes")
        checks.check_int(base_seed, 0, checks.INT32_MAX, "base_seed")
        super().__init__(
            num_parallel_workers, sampler, num_samples, shuffle, num_shards, shard_id, cache
        )
        self.num_images = num_images
        self.image_size = tuple(image_size)
        self.num_classes = num_classes  # type: ignore[assignment] - as MindSpore's
        self.base_seed = base_seed

    def _columns(self):
        return ["image", "label"]

    def _length(self):
        return self.num_images

    def _classes(self):
        return np.array([self._drawn(index)[1] for index in range(self.num_images)], np.uint32)

    def _drawn(self, index: int) -> tuple[np.random.Generator, int]:
        """A row's random numbers, and its label, which is the first of them."""
        rng = np.random.default_rng(self.base_seed + index)
        return rng, rng.integers(self.num_classes)

    def _fetch(self, index):
        rng, label = self._drawn(index)
        return rng.integers(0, 256, self.image_size, np.uint8), np.array(label, np.uint32)


_RANDOM_TYPES = (
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split()
)


def _random_schema(rng: np.random.Generator) -> Schema:
    """A schema of one to four columns, each of one to four dimensions of up to 32 elements."""
    schema = Schema()
    for number in range(int(rng.integers(1, 5))):
        shape = rng.integers(1, 33, int(rng.integers(1, 5))).tolist()
        schema.add_column(f"c{number}", str(rng.choice(_RANDOM_TYPES)), shape)
    return schema


class RandomDataset(MappableDataset, VisionBaseDataset):
    """Rows of random numbers.

    Args:
        total_rows: how many. Default: ``None``, a random number.
        schema: a Schema or the path of one. Default: ``None``, one to four columns "c0", "c1",
            ... of random types and shapes.
        columns_list: columns of the schema, if one is given. Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        cache: a DatasetCache. Default: ``None``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        ValueError: an argument is out of its range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.dataset as ds
        >>> schema = ds.Schema()
        >>> schema.add_column("image", ms.uint8, [4, 4])
        >>> next(iter(ds.RandomDataset(5, schema)))[0].shape
        (4, 4)
    """

    def __init__(
        self,
        total_rows: int | None = None,
        schema: Schema | str | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
        shuffle: bool | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        if total_rows is not None:
            checks.check_positive(total_rows, "total_rows")
        if columns_list is not None:
            checks.check_type(columns_list, list, "columns_list")
            checks.check_all(columns_list, str, "columns_list")
        super().__init__(
            num_parallel_workers, None, num_samples, shuffle, num_shards, shard_id, cache
        )
        self._seed = int(config._generator().integers(1 << 62))
        rng = np.random.default_rng(self._seed)
        self.total_rows = total_rows or int(rng.integers(1, 1001))
        if schema is None:
            schema, columns_list = _random_schema(rng), None
        self.schema = schema if isinstance(schema, Schema) else Schema(schema)
        known = {
            name: (dtype, shape)
            for name, dtype, shape in zip(
                self.schema._names(), self.schema._types(), self.schema._shapes, strict=True
            )
        }
        self.columns_list = columns_list or list(known)
        for name in self.columns_list:
            if name not in known:
                raise RuntimeError(f"There is no column {name!r} in the schema.")
        self._made = [known[name] for name in self.columns_list]

    def _columns(self):
        return list(self.columns_list)

    def _length(self):
        return self.total_rows

    def _fetch(self, index):
        rng = np.random.default_rng([self._seed, index])
        row = []
        for dtype, shape in self._made:
            size = [1 if length < 0 else length for length in shape or []]
            content = rng.bytes(int(np.prod(size)) * max(dtype.itemsize, 1))
            if dtype.kind == "f":
                row.append(rng.standard_normal(size).astype(dtype).reshape(size))
            elif dtype.kind == "U":
                row.append(rng.integers(0, 100, size).astype(str).reshape(size))
            elif dtype.kind == "b":
                row.append(rng.integers(0, 2, size).astype(bool).reshape(size))
            else:
                row.append(np.frombuffer(content, dtype).reshape(size).copy())
        return tuple(row)
