"""Readers of image datasets."""

from __future__ import annotations

import os
from typing import Any, Self

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import VisionBaseDataset
from msjax.dataset.engine._files import contents
from msjax.dataset.engine._sources import MappableDataset
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.samplers import SamplerLike


class _Folder(MappableDataset):
    """Base of the readers of a folder; what is in it is read at the first use."""

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_folder(dataset_dir)
        super().__init__(
            num_parallel_workers, sampler, num_samples, shuffle, num_shards, shard_id, cache
        )
        self.dataset_dir = dataset_dir
        self._loaded: Any = None

    def __deepcopy__(self, memo) -> Self:
        return self

    def _data(self) -> Any:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def _load(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define _load.")

    def _rows(self, run):
        if not self._length():
            raise RuntimeError(f"There is no data of {type(self).__name__} in {self.dataset_dir}.")
        yield from super()._rows(run)

    def _size(self):
        return super()._size() if self._length() else 0


class _Arrays(_Folder, VisionBaseDataset):
    """Base of the readers that keep all images in memory: columns as arrays."""

    _names: tuple[str, ...] = ("image", "label")
    _usages: tuple[str, ...] = ("train", "test", "all")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_type(usage, str, "usage")
            if usage not in self._usages:
                raise ValueError(f"The 'usage' must be one of {self._usages}, not {usage!r}.")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"

    def _columns(self):
        return list(self._names)

    def _files(self, parts: dict[str, Any]) -> list[str]:
        """Paths of the files that belong to the usage, in the order of their names."""
        wanted = [parts[self.usage]] if self.usage != "all" else list(parts.values())
        return [
            os.path.join(self.dataset_dir, name)
            for name in sorted(os.listdir(self.dataset_dir))
            if any(belongs(name) for belongs in wanted)
        ]

    def _length(self):
        return len(self._data()[0])

    def _fetch(self, index):
        return tuple(np.array(column[index]) for column in self._data())

    def _classes(self):
        return self._data()[1]


def _idx(path: str) -> np.ndarray:
    """The array in a file of the IDX format."""
    with open(path, "rb") as stream:
        content = stream.read()
    rank = content[3] if len(content) > 3 else 0
    head = 4 + 4 * rank
    shape = np.frombuffer(content[4:head], ">u4").astype(np.int64)
    if content[:3] != b"\0\0\x08" or len(content) - head != shape.prod():
        raise RuntimeError(f"The file {path} is not an IDX file of bytes.")
    return np.frombuffer(content, np.uint8, offset=head).reshape(shape)


class MnistDataset(_Arrays):
    """Handwritten digits: image (28, 28, 1) of uint8, label of uint32.

    Args:
        dataset_dir: folder with the files ``train-images-idx3-ubyte`` and so on.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import struct
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> images = struct.pack(">4I", 2051, 1, 28, 28) + bytes(784)
        >>> labels = struct.pack(">2I", 2049, 1) + bytes([7])
        >>> _ = Path("train-images-idx3-ubyte").write_bytes(images)
        >>> _ = Path("train-labels-idx1-ubyte").write_bytes(labels)
        >>> for image, label in ds.MnistDataset(".", "train"):
        ...     print(image.shape, label)
        (28, 28, 1) 7
    """

    def _starts(self) -> dict[str, str]:
        """What the names of files begin with."""
        return {"test": "t10k", "train": "train"}

    def _load(self):
        parts = self._starts()
        files = {}
        for kind in "images-idx3-ubyte", "labels-idx1-ubyte":
            names = {
                usage: (lambda name, start=f"{part}-{kind}": name == start)
                for usage, part in parts.items()
            }
            files[kind[0]] = self._files(names)
        if len(files["i"]) != len(files["l"]):
            raise RuntimeError(f"There must be as many files of labels as of images: {files}.")
        if not files["i"]:
            return np.zeros((0, 28, 28, 1), np.uint8), np.zeros(0, np.uint32)
        images = np.concatenate([_idx(path) for path in files["i"]])
        labels = np.concatenate([_idx(path) for path in files["l"]])
        if len(images) != len(labels):
            raise RuntimeError(f"There are {len(images)} images, but {len(labels)} labels.")
        return images[..., None], labels.astype(np.uint32)


class FashionMnistDataset(MnistDataset):
    """Articles of clothing in ten classes; files, arguments and columns are those of MnistDataset.

    Examples:
        >>> import struct
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> images = struct.pack(">4I", 2051, 1, 28, 28) + bytes(784)
        >>> labels = struct.pack(">2I", 2049, 1) + bytes([7])
        >>> _ = Path("t10k-images-idx3-ubyte").write_bytes(images)
        >>> _ = Path("t10k-labels-idx1-ubyte").write_bytes(labels)
        >>> for image, label in ds.FashionMnistDataset(".", "test"):
        ...     print(image.shape, label)
        (28, 28, 1) 7
    """


class KMnistDataset(MnistDataset):
    """Characters of cursive Japanese; files, arguments and columns are those of MnistDataset.

    Examples:
        >>> import struct
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> images = struct.pack(">4I", 2051, 1, 28, 28) + bytes(784)
        >>> labels = struct.pack(">2I", 2049, 1) + bytes([7])
        >>> _ = Path("t10k-images-idx3-ubyte").write_bytes(images)
        >>> _ = Path("t10k-labels-idx1-ubyte").write_bytes(labels)
        >>> for image, label in ds.KMnistDataset(".", "test"):
        ...     print(image.shape, label)
        (28, 28, 1) 7
    """


class Cifar10Dataset(_Arrays):
    """Photographs in ten classes: image (32, 32, 3) of uint8, label of uint32.

    Args:
        dataset_dir: folder with the files ``data_batch_1.bin`` and so on.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> _ = Path("test_batch.bin").write_bytes(bytes([3]) + bytes(3072))
        >>> for image, label in ds.Cifar10Dataset(".", "test"):
        ...     print(image.shape, label)
        (32, 32, 3) 3
    """

    _parts = {"train": "data_batch", "test": "test_batch"}
    _labels = 1

    def _load(self):
        belongs = {
            usage: (lambda name, start=start: name.startswith(start) and name.endswith(".bin"))
            for usage, start in self._parts.items()
        }
        width = self._labels + 3072
        blocks = []
        for path in self._files(belongs):
            content = contents(path)
            if content.size % width:
                raise RuntimeError(f"The file {path} is not a file of {type(self).__name__}.")
            blocks.append(content.reshape(-1, width))
        rows = np.concatenate(blocks) if blocks else np.zeros((0, width), np.uint8)
        images = rows[:, self._labels :].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        labels = rows[:, : self._labels].astype(np.uint32)
        return (np.ascontiguousarray(images), *labels.T)


class Cifar100Dataset(Cifar10Dataset):
    """Photographs in 20 and 100 classes: image, coarse_label and fine_label.

    Args:
        dataset_dir: folder with the files ``train.bin`` and ``test.bin``.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> _ = Path("test.bin").write_bytes(bytes([3, 40]) + bytes(3072))
        >>> for image, coarse, fine in ds.Cifar100Dataset(".", "test"):
        ...     print(image.shape, coarse, fine)
        (32, 32, 3) 3 40
    """

    _names = ("image", "coarse_label", "fine_label")
    _parts = {"train": "train", "test": "test"}
    _labels = 2


class ImageFolderDataset(_Folder, VisionBaseDataset):
    """Images in one folder for each class: image, label of int32.

    Args:
        dataset_dir: folder of the folders.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        extensions: list of the endings of files to read. Default: ``None``, all.
        class_indexing: dict from folders to labels; other folders are left out.
            Default: ``None``, numbers in the order of the names.
        decode: whether the image is an array (height, width, 3), which needs Pillow, or the bytes
            of the file. Default: ``False``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.
        decrypt: not supported.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: there is no such folder, or an argument does not fit.
        NotImplementedError: `decrypt` is given.

    Examples:
        >>> from pathlib import Path
        >>> import numpy as np
        >>> import msjax.dataset as ds
        >>> from msjax.dataset import vision
        >>> for name in ("cats", "dogs"):
        ...     Path(name).mkdir()
        ...     vision.write_jpeg(f"{name}/1.jpg", np.zeros((2, 2, 3), np.uint8))
        >>> data = ds.ImageFolderDataset(".", shuffle=False, decode=True)
        >>> [(image.shape, int(label)) for image, label in data]
        [((2, 2, 3), 0), ((2, 2, 3), 1)]
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        extensions: list[str] | None = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        decrypt: None = None,
    ):
        if extensions is not None:
            checks.check_type(extensions, list, "extensions")
            checks.check_all(extensions, str, "extensions")
        if class_indexing is not None:
            checks.check_type(class_indexing, dict, "class_indexing")
        checks.check_bool(decode, "decode")
        if decrypt is not None:
            raise NotImplementedError(
                "ImageFolderDataset with 'decrypt' is not supported by msjax; "
                "decrypt the bytes in a map."
            )
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.extensions = extensions
        self.class_indexing = class_indexing or {}
        self.decode = decode
        if decode:
            from msjax.dataset.vision._decoding import decode_image, pillow

            pillow()
            self._decoder = decode_image

    def _columns(self):
        return ["image", "label"]

    def _load(self):
        folders = sorted(entry.name for entry in os.scandir(self.dataset_dir) if entry.is_dir())
        indexing = self.class_indexing or {name: i for i, name in enumerate(folders)}
        files = []
        for folder in folders:
            if folder not in indexing:
                continue
            for root, _, names in sorted(os.walk(os.path.join(self.dataset_dir, folder))):
                files.extend(
                    (os.path.join(root, name), indexing[folder])
                    for name in sorted(names)
                    if not self.extensions or os.path.splitext(name)[1] in self.extensions
                )
        return files, indexing

    def _length(self):
        return len(self._data()[0])

    def _fetch(self, index):
        path, label = self._data()[0][index]
        image = contents(path)
        if self.decode:
            image = self._decoder(image)
        return image, np.array(label, np.int32)

    def _classes(self):
        return np.array([label for _, label in self._data()[0]])

    def get_class_indexing(self) -> dict[str, int]:
        return dict(self._data()[1])

    def num_classes(self) -> int:
        return len(self._data()[1])
