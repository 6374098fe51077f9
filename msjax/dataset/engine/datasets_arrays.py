"""Readers of image datasets that keep many images in one file."""

from __future__ import annotations

import os
import struct

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import VisionBaseDataset
from msjax.dataset.engine._files import contents
from msjax.dataset.engine._named_files import NamedFilesDataset, lines_of, wrong_line
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.datasets_vision import MnistDataset, _Arrays, _Folder, _idx
from msjax.dataset.engine.samplers import SamplerLike


class EMnistDataset(MnistDataset):
    """Handwritten digits and letters: image (28, 28, 1) of uint8 and label of uint32.

    Args:
        dataset_dir: folder with the files ``emnist-mnist-train-images-idx3-ubyte`` and so on.
        name: "byclass", "bymerge", "balanced", "letters", "digits" or "mnist".
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.

    Examples:
        >>> import struct
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> images = struct.pack(">4I", 2051, 1, 28, 28) + bytes(784)
        >>> labels = struct.pack(">2I", 2049, 1) + bytes([12])
        >>> _ = Path("emnist-letters-test-images-idx3-ubyte").write_bytes(images)
        >>> _ = Path("emnist-letters-test-labels-idx1-ubyte").write_bytes(labels)
        >>> for image, label in ds.EMnistDataset(".", "letters", "test"):
        ...     print(image.shape, label)
        (28, 28, 1) 12
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        choices = ("byclass", "bymerge", "balanced", "letters", "digits", "mnist")
        checks.check_choice(name, choices, "name")
        self.name = name
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def _starts(self):
        return {usage: f"emnist-{self.name}-{usage}" for usage in ("test", "train")}


class STL10Dataset(_Arrays):
    """Images of 96 x 96 in ten classes: image of uint8, label of int32, -1 for unlabeled ones.

    Args:
        dataset_dir: folder with train_X.bin, train_y.bin and so on.
        usage: "train", "test", "unlabeled", "train+unlabeled" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> _ = Path("test_X.bin").write_bytes(bytes(3 * 96 * 96))
        >>> _ = Path("test_y.bin").write_bytes(bytes([10]))
        >>> for image, label in ds.STL10Dataset(".", "test"):
        ...     print(image.shape, label)
        (96, 96, 3) 9
    """

    _usages = ("train", "test", "unlabeled", "train+unlabeled", "all")

    def _load(self):
        wanted = ("test", "train", "unlabeled") if self.usage == "all" else self.usage.split("+")
        images, labels = [], []
        for part in wanted:
            path = os.path.join(self.dataset_dir, f"{part}_X.bin")
            if not os.path.isfile(path):
                raise RuntimeError(f"The file {path} of STL10Dataset does not exist.")
            content = contents(path)
            if content.size % 27648:
                raise RuntimeError(f"The file {path} is not a file of STL10Dataset.")
            images.append(content.reshape(-1, 3, 96, 96).transpose(0, 3, 2, 1))
            numbers = np.zeros(len(images[-1]), np.uint8)
            if part != "unlabeled":
                path = os.path.join(self.dataset_dir, f"{part}_y.bin")
                if not os.path.isfile(path) or os.path.getsize(path) != len(images[-1]):
                    raise RuntimeError(f"The file {path} does not hold {len(images[-1])} labels.")
                numbers = contents(path)
            labels.append(numbers.astype(np.int32) - 1)
        return np.ascontiguousarray(np.concatenate(images)), np.concatenate(labels)


class SemeionDataset(_Arrays):
    """Handwritten digits of 16 x 16 in black and white: image of uint8, label of uint32.

    Args:
        dataset_dir: folder with the file semeion.data.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> _ = Path("semeion.data").write_text("1.0 " * 256 + "0 0 0 1 0 0 0 0 0 0")
        >>> for image, label in ds.SemeionDataset("."):
        ...     print(image.shape, label)
        (16, 16) 3
    """

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
        super().__init__(
            dataset_dir,
            None,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def _load(self):
        path = os.path.join(self.dataset_dir, "semeion.data")
        if not os.path.isfile(path):
            raise RuntimeError(f"The file {path} of SemeionDataset does not exist.")
        try:
            rows = [list(map(float, line.split())) for line in lines_of(path) if line.strip()]
            table = np.array(rows, np.float64).reshape(len(rows), 266)
        except ValueError as error:
            raise RuntimeError(f"The file {path} has no 266 numbers in a line: {error}.") from error
        images, labels = table[:, :256], table[:, 256:].argmax(1)
        return images.astype(np.uint8).reshape(-1, 16, 16), labels.astype(np.uint32)


class QMnistDataset(_Arrays):
    """Handwritten digits with their sources: image (28, 28, 1) of uint8 and label of uint32.

    Args:
        dataset_dir: the folder with qmnist-train-images-idx3-ubyte, qmnist-train-labels-idx2-int
            and so on.
        usage: "train", "test", "test10k" and "test50k", which are parts of test, "nist" or "all".
            Default: ``None``, all.
        compat: whether label is the digit, or all eight numbers. Default: ``True``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _usages = ("train", "test", "test10k", "test50k", "nist", "all")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        compat: bool = True,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_bool(compat, "compat")
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.compat = compat

    def _load(self):
        starts = {"train": "qmnist-train", "test": "qmnist-test", "nist": "xnist"}
        wanted = list(starts) if self.usage == "all" else [self.usage]
        parts = [
            self._part(starts[usage[:4] if usage[:4] == "test" else usage]) for usage in wanted
        ]
        images, labels = (np.concatenate(column) for column in zip(*parts, strict=True))
        if self.usage in ("test10k", "test50k"):
            if len(images) != 60000:
                raise RuntimeError(f"There must be 60000 images for tests, but got {len(images)}.")
            part = slice(10000) if self.usage == "test10k" else slice(10000, None)
            images, labels = images[part], labels[part]
        return images, labels[:, 0] if self.compat else labels

    def _part(self, start: str) -> tuple[np.ndarray, np.ndarray]:
        paths = [
            os.path.join(self.dataset_dir, f"{start}-{end}")
            for end in ("images-idx3-ubyte", "labels-idx2-int")
        ]
        for path in paths:
            if not os.path.isfile(path):
                raise RuntimeError(f"The file {path} of QMnistDataset does not exist.")
        images = _idx(paths[0])[..., None]
        with open(paths[1], "rb") as stream:
            content = stream.read()
        head = struct.unpack_from(">4B2I", content) if len(content) >= 12 else ()
        if head[:4] != (0, 0, 12, 2) or head[5] != 8 or len(content) != 12 + 32 * head[4]:
            raise RuntimeError(f"The file {paths[1]} is not an IDX file with eight ints in a row.")
        if head[4] != len(images):
            raise RuntimeError(f"There are {len(images)} images, but {head[4]} labels.")
        return images, np.frombuffer(content, ">u4", offset=12).reshape(-1, 8).astype(np.uint32)

    def _classes(self):
        labels = self._data()[1]
        return labels if self.compat else labels[:, 0]


_PLACES = [place + end for end in ("", "_harris") for place in ("notredame", "yosemite", "liberty")]


class PhotoTourDataset(_Folder, VisionBaseDataset):
    """Patches of photographs of one place.

    The column is image (64, 64, 1) for "train"; image1, image2 and matches, whether both show the
    same point, for "test".

    Args:
        dataset_dir: the folder with a folder for each place.
        name: "notredame", "yosemite" or "liberty", or one of these with "_harris" behind it.
        usage: "train" or "test". Default: ``None``, train.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_choice(name, _PLACES, "name")
        if usage is not None:
            checks.check_choice(usage, ("train", "test"), "usage")
        checks.check_folder(dataset_dir)
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
        self.name = name
        self.usage = usage or "train"

    def _columns(self):
        return ["image"] if self.usage == "train" else ["image1", "image2", "matches"]

    def _path(self, name: str) -> str:
        path = os.path.join(self.dataset_dir, self.name, name)
        if not os.path.isfile(path):
            raise RuntimeError(f"The file {path} of PhotoTourDataset does not exist.")
        return path

    def _numbers(self, name: str, width: int) -> np.ndarray:
        path = self._path(name)
        lines = [line.split() for line in lines_of(path) if line.strip()]
        try:
            return np.array(lines, np.int64).reshape(len(lines), width)
        except ValueError as error:
            raise RuntimeError(f"The file {path} has no {width} numbers in a line.") from error

    def _load(self):
        if self.usage == "train":
            return np.arange(len(self._numbers("info.txt", 2)))[:, None]
        return self._numbers("m50_100000_100000_0.txt", 7)[:, [0, 3, 1, 4]]

    def _length(self):
        return len(self._data())

    def _fetch(self, index):
        row = self._data()[index]
        if self.usage == "train":
            return (self._patch(row[0]),)
        first, second, one, other = row
        return self._patch(first), self._patch(second), np.array(one == other, np.uint32)

    def _patch(self, number: int) -> np.ndarray:
        """A patch of those in rows of sixteen in the files; only its bytes are read."""
        file, place = divmod(int(number), 256)
        path = self._path(f"patches{file:04}.bmp")
        content = np.memmap(path, np.uint8, "r")
        head = struct.unpack_from("<10xI4x2i2xHI", content[:34]) if len(content) >= 34 else ()
        if bytes(content[:2]) != b"BM" or head[1:] != (1024, 1024, 8, 0):
            raise RuntimeError(f"The file {path} is not a bitmap of 1024 x 1024 grey pixels.")
        pixels = content[head[0] : head[0] + (1 << 20)].reshape(1024, 1024)[::-1]
        top, left = (64 * part for part in divmod(place, 16))
        return np.array(pixels[top : top + 64, left : left + 64, None])


class USPSDataset(NamedFilesDataset, VisionBaseDataset):
    """Handwritten digits of letters: image (16, 16, 1) of uint8 and label of uint32.

    Args:
        dataset_dir: the folder with the files usps and usps.t.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file in it is missing, or an argument is out of its range.
        RuntimeError: a line has another form.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> _ = Path("usps.t").write_text("6 " + " ".join(f"{i}:-1.0" for i in range(1, 257)))
        >>> for image, label in ds.USPSDataset(".", "test"):
        ...     print(image.shape, label)
        (16, 16, 1) 5
    """

    _parts_of = {"train": ("usps",), "test": ("usps.t",)}
    _named = ("image", "label")

    def _read(self, path):
        for number, line in enumerate(lines_of(path), 1):
            label, *pairs = line.split()
            try:
                values = np.array([pair.partition(":")[2] for pair in pairs], np.float32)
                pixels = (
                    ((values.astype(np.float64) + 1) / 2 * 255).astype(np.uint8).reshape(16, 16, 1)
                )
                yield pixels, np.array(int(label) - 1, np.uint32)
            except ValueError as error:
                raise wrong_line(path, number, "a label and 256 values") from error
