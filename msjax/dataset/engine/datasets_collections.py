"""Readers of image collections whose images are files in folders of their own form."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._named_files import lines_of, wrong_line
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.datasets_images import _Files
from msjax.dataset.engine.samplers import SamplerLike

_ENDINGS = (".jpg", ".jpeg", ".png", ".bmp")


def _images(folder: str) -> list[str]:
    """The paths of the images in a folder, by their names."""
    return [
        os.path.join(folder, name)
        for name in sorted(os.listdir(folder))
        if name.lower().endswith(_ENDINGS)
    ]


def _folders(folder: str) -> list[str]:
    """The names of the folders in a folder."""
    return sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())


class _Labelled(_Files):
    """Base of the readers whose rows are a path and the number of its class."""

    _kind: Any = np.uint32

    def _fetch(self, index):
        path, label = self._data()[index]
        return self._image(path), np.array(label, self._kind)

    def _classes(self):
        return np.array([row[1] for row in self._data()])


class _Images(_Files):
    """Base of the readers whose rows are paths of images, then arrays."""

    def _fetch(self, index):
        return tuple(
            self._image(value) if isinstance(value, str) else value for value in self._data()[index]
        )


class OmniglotDataset(_Labelled):
    """Handwritten characters of fifty alphabets: image and label of int32.

    Args:
        dataset_dir: the folder with images_background and images_evaluation; in these are the
            folders of alphabets, and in these the folders of characters.
        background: whether the background or the evaluation set is read. Default: ``None``, the
            former.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _kind = np.int32

    def __init__(
        self,
        dataset_dir: str,
        background: bool | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if background is not None:
            checks.check_bool(background, "background")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.background = background is None or background

    def _load(self):
        root = self._need("images_background" if self.background else "images_evaluation")
        characters = [
            os.path.join(root, alphabet, character)
            for alphabet in _folders(root)
            for character in _folders(os.path.join(root, alphabet))
        ]
        return [
            (path, label) for label, folder in enumerate(characters) for path in _images(folder)
        ]


class RenderedSST2Dataset(_Labelled):
    """Sentences of movie reviews as images: image, and label, 1 for positive ones.

    Args:
        dataset_dir: the folder with the folders train, valid and test; in each are negative and
            positive.
        usage: "train", "val", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, ("train", "val", "test", "all"), "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"

    def _load(self):
        parts = {"test": "test", "train": "train", "val": "valid"}
        folders = [parts[self.usage]] if self.usage != "all" else list(parts.values())
        return [
            (path, label)
            for folder in folders
            for label, name in enumerate(("negative", "positive"))
            for path in _images(self._need(folder, name))
        ]


class LSUNDataset(_Labelled):
    """Scenes: image, and label, the number of the folder among those that are read.

    Args:
        dataset_dir: the folder with a folder for each class and part, as bedroom_train and
            bedroom_val, and with the folder test.
        usage: "train", "valid", "test" or "all", which is train and valid. Default: ``None``, all.
        classes: names of the classes to read. Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        usage: str | None = None,
        classes: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, ("train", "valid", "test", "all"), "usage")
        if classes is not None:
            checks.check_type(classes, list, "classes")
            checks.check_all(classes, str, "classes")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"
        self.classes = classes or []

    def _load(self):
        if self.usage == "test":
            return [(path, 0) for path in _images(self._need("test"))]
        ends = {"train": ("_train",), "valid": ("_val",), "all": ("_train", "_val")}[self.usage]
        if self.classes:
            names = sorted(name + end for name in self.classes for end in ends)
        else:
            names = [name for name in _folders(self.dataset_dir) if name.endswith(ends)]
        return [
            (path, label) for label, name in enumerate(names) for path in _images(self._need(name))
        ]


class SUN397Dataset(_Labelled):
    """Scenes in 397 classes: image, and label, the number of the line in ClassName.txt.

    Args:
        dataset_dir: the folder with ClassName.txt and the folders that it names.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def _load(self):
        names = [line.strip() for line in lines_of(self._need("ClassName.txt")) if line.strip()]
        return [
            (path, label)
            for label, name in enumerate(names)
            for path in _images(self._need(*name.strip("/").split("/")))
        ]


class Places365Dataset(_Labelled):
    """Scenes in 365 classes: image and label.

    Args:
        dataset_dir: the folder with places365_train_standard.txt, places365_train_challenge.txt,
            places365_val.txt and the folders of the images.
        usage: "train-standard", "train-challenge" or "val". Default: ``None``, train-standard.
        small: whether the images of 256 x 256 are read. Default: ``True``.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        usage: str | None = None,
        small: bool = True,
        decode: bool = False,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, ("train-standard", "train-challenge", "val"), "usage")
        checks.check_bool(small, "small")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "train-standard"
        self.small = small

    def _load(self):
        size = "256" if self.small else "large"
        if self.usage == "val":
            path, root = self._need("places365_val.txt"), self._need(f"val_{size}")
        else:
            part = self.usage.removeprefix("train-")
            path = self._need(f"places365_train_{part}.txt")
            root = self._need(f"data_{size}_{part}")
        rows = []
        for number, line in enumerate(lines_of(path), 1):
            name, _, label = line.strip().rpartition(" ")
            if not name or not label.isdigit():
                raise wrong_line(path, number, "a file and a number")
            rows.append((os.path.join(root, name.strip().lstrip("/")), int(label)))
        return rows


class SBUDataset(_Files):
    """Photographs with captions: image and caption.

    Args:
        dataset_dir: the folder with SBU_captioned_photo_dataset_urls.txt,
            SBU_captioned_photo_dataset_captions.txt and the folder sbu_images; what is not in it is
            left out.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("image", "caption")

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self._lists = [
            os.path.join(dataset_dir, f"SBU_captioned_photo_dataset_{kind}.txt")
            for kind in ("urls", "captions")
        ]
        for path in self._lists:
            if not os.path.isfile(path):
                raise ValueError(f"The file {path} of SBUDataset does not exist.")

    def _load(self):
        urls, captions = (list(lines_of(path)) for path in self._lists)
        if len(urls) != len(captions):
            raise RuntimeError(f"There are {len(urls)} addresses, but {len(captions)} captions.")
        rows = []
        for url, caption in zip(urls, captions, strict=True):
            name = "m" + url.strip().partition(".com")[2].replace("/", "_")
            path = os.path.join(self.dataset_dir, "sbu_images", name)
            if os.path.isfile(path):
                rows.append((path, caption.strip()))
        return rows


class FlickrDataset(_Files):
    """Photographs with five descriptions each: image and annotation, an array of strings.

    Args:
        dataset_dir: the folder of the images.
        annotation_file: the file of the descriptions, with lines of a file, "#", a number, a tab
            and a
            text.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``None``, no.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("image", "annotation")

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_type(annotation_file, str, "annotation_file")
        if not os.path.isfile(annotation_file):
            raise ValueError(f"The file {annotation_file} of FlickrDataset does not exist.")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            bool(decode),
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.annotation_file = annotation_file

    def _load(self):
        found: dict[str, list[str]] = {}
        for number, line in enumerate(lines_of(self.annotation_file), 1):
            if not line.strip():
                continue
            key, tab, text = line.partition("\t")
            name, mark, _ = key.rpartition("#")
            if not tab or not mark:
                raise wrong_line(self.annotation_file, number, "a file, '#', a number and a text")
            found.setdefault(name, []).append(text.strip())
        return [
            (os.path.join(self.dataset_dir, name), np.array(found[name])) for name in sorted(found)
        ]


_CITYSCAPES = {"fine": ("train", "test", "val"), "coarse": ("train", "train_extra", "val")}


class CityscapesDataset(_Images):
    """Streets: image and task, an image or, for polygons, JSON as a string.

    Args:
        dataset_dir: the folder with leftImg8bit, gtFine and gtCoarse.
        usage: "train", "test", "val" or "all" of the fine annotations, "train", "train_extra",
            "val" or
            "all" of the coarse ones. Default: ``"train"``.
        quality_mode: "fine" or "coarse". Default: ``"fine"``.
        task: "instance", "semantic", "polygon" or "color". Default: ``"instance"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``None``, no.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("image", "task")

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        quality_mode: str = "fine",
        task: str = "instance",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_choice(quality_mode, _CITYSCAPES, "quality_mode")
        checks.check_choice(usage, (*_CITYSCAPES[quality_mode], "all"), "usage")
        checks.check_choice(task, ("instance", "semantic", "polygon", "color"), "task")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            bool(decode),
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage
        self.quality_mode = quality_mode
        self.task = task

    def _load(self):
        usages = [self.usage] if self.usage != "all" else _CITYSCAPES[self.quality_mode]
        truth = "gt" + self.quality_mode.capitalize()
        ends = {
            "instance": "instanceIds.png",
            "semantic": "labelIds.png",
            "polygon": "polygons.json",
            "color": "color.png",
        }
        rows = []
        for usage in usages:
            root = self._need("leftImg8bit", usage)
            for city in _folders(root):
                for path in _images(os.path.join(root, city)):
                    start = os.path.basename(path).removesuffix("_leftImg8bit.png")
                    end = f"{start}_{truth}_{ends[self.task]}"
                    rows.append((path, os.path.join(self.dataset_dir, truth, usage, city, end)))
        return rows

    def _fetch(self, index):
        if self.task != "polygon":
            return super()._fetch(index)
        path, other = self._data()[index]
        try:
            with open(other, encoding="utf-8") as stream:
                content = json.load(stream)
        except (OSError, ValueError) as error:
            raise RuntimeError(f"Invalid file, {other} cannot be read: {error}.") from error
        compact = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return self._image(path), np.array(compact)


_DIV2K = {
    "bicubic": (2, 3, 4, 8),
    "unknown": (2, 3, 4),
    **dict.fromkeys(("mild", "difficult", "wild"), (4,)),
}


class DIV2KDataset(_Images):
    """Photographs in high and low resolution: hr_image and lr_image.

    Args:
        dataset_dir: the folder with DIV2K_train_HR, DIV2K_train_LR_bicubic and so on.
        usage: "train", "valid" or "all". Default: ``"train"``.
        downgrade: "bicubic", "unknown", "mild", "difficult" or "wild". Default: ``"bicubic"``.
        scale: 2, 3, 4 or, for "bicubic" only, 8; 4 for the last three. Default: ``2``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``None``, no.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("hr_image", "lr_image")

    def __init__(
        self,
        dataset_dir: str,
        usage: str = "train",
        downgrade: str = "bicubic",
        scale: int = 2,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_choice(usage, ("train", "valid", "all"), "usage")
        checks.check_choice(downgrade, _DIV2K, "downgrade")
        checks.check_type(scale, int, "scale")
        if scale not in _DIV2K[downgrade]:
            raise ValueError(
                f"The 'scale' with downgrade {downgrade!r} must be one of {_DIV2K[downgrade]}, "
                f"but got {scale}."
            )
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            bool(decode),
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage
        self.downgrade = downgrade
        self.scale = scale

    def _load(self):
        rows = []
        for usage in ("train", "valid") if self.usage == "all" else (self.usage,):
            start, end = f"DIV2K_{usage}_LR_", f"x{self.scale}"
            if self.scale == 8:
                folder = self._need(start + "x8")
            elif self.downgrade in ("bicubic", "unknown"):
                folder = self._need(start + self.downgrade, f"X{self.scale}")
            else:
                folder = self._need(start + self.downgrade)
                end += self.downgrade[0]
            for path in _images(self._need(f"DIV2K_{usage}_HR")):
                stem, ending = os.path.splitext(os.path.basename(path))
                rows.append((path, os.path.join(folder, stem + end + ending)))
        return rows


_KITTI = (
    "label",
    "truncated",
    "occluded",
    "alpha",
    "bbox",
    "dimensions",
    "location",
    "rotation_y",
)


class KITTIDataset(_Images):
    """Streets with objects.

    The columns are image, label and occluded (uint32), truncated, alpha, bbox, dimensions, location
    and rotation_y (float32) with a row for each object; a label is the number of the kind among the
    sorted ones.

    Args:
        dataset_dir: the folder with data_object_image_2 and data_object_label_2.
        usage: "train", or "test", which has images only. Default: ``None``, train.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, ("train", "test"), "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "train"

    def _columns(self):
        return ["image"] if self.usage == "test" else ["image", *_KITTI]

    def _load(self):
        part = "testing" if self.usage == "test" else "training"
        images = _images(self._need("data_object_image_2", part, "image_2"))
        if self.usage == "test":
            return [(path,) for path in images]
        root = self._need("data_object_label_2", part, "label_2")
        tables = []
        for image in images:
            stem = os.path.splitext(os.path.basename(image))[0]
            path = os.path.join(root, stem + ".txt")
            if not os.path.isfile(path):
                raise RuntimeError(f"The file {path} of KITTIDataset does not exist.")
            lines = [line.split() for line in lines_of(path) if line.strip()]
            try:
                numbers = np.array([line[1:] for line in lines], np.float32).reshape(-1, 14)
            except ValueError as error:
                raise RuntimeError(
                    f"The file {path} has no 15 values in a line: {error}."
                ) from error
            tables.append(([line[0] for line in lines], numbers))
        kinds = sorted({kind for names, _ in tables for kind in names})
        rows = []
        for image, (names, numbers) in zip(images, tables, strict=True):
            labels = np.array([kinds.index(name) for name in names], np.uint32).reshape(-1, 1)
            occluded = numbers[:, 1:2].astype(np.int32).view(np.uint32)
            rest = np.split(numbers, (1, 2, 3, 7, 10, 13), axis=1)
            rows.append((image, labels, rest[0], occluded, *rest[2:]))
        return rows


class LFWDataset(_Images):
    """Faces of known people.

    The columns are image and label, the line of the name in lfw-names.txt, for "people"; image1,
    image2 and label, whether both show the same one, for "pairs".

    Args:
        dataset_dir: the folder with the lists and the folders of images.
        task: "people" or "pairs". Default: ``None``, people.
        usage: "10fold", "train", "test" or "all", which is train and test. Default: ``None``, all.
        image_set: "original", "funneled" or "deepfunneled". Default: ``None``, funneled.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        task: str | None = None,
        usage: str | None = None,
        image_set: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if task is not None:
            checks.check_choice(task, ("people", "pairs"), "task")
        if usage is not None:
            checks.check_choice(usage, ("10fold", "train", "test", "all"), "usage")
        if image_set is not None:
            checks.check_choice(image_set, ("original", "funneled", "deepfunneled"), "image_set")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.task = task or "people"
        self.usage = usage or "all"
        self.image_set = image_set or "funneled"
        self._numbers: dict[str, np.ndarray] | None = None

    def _columns(self):
        return ["image", "label"] if self.task == "people" else ["image1", "image2", "label"]

    def _load(self):
        sets = {"original": "lfw", "funneled": "lfw_funneled", "deepfunneled": "lfw-deepfunneled"}
        root = self._need(sets[self.image_set])
        ends = {"10fold": ("",), "train": ("DevTrain",), "test": ("DevTest",)}
        ends["all"] = ("DevTrain", "DevTest")
        paths = [self._need(f"{self.task}{end}.txt") for end in ends[self.usage]]
        read = self._people if self.task == "people" else self._pairs
        rows = []
        for path in paths:
            for number, line in enumerate(lines_of(path), 1):
                try:
                    rows.extend(read(root, line.split()))
                except ValueError as error:
                    raise wrong_line(path, number, "names and numbers") from error
        return rows

    def _path(self, root: str, name: str, number: str) -> str:
        return os.path.join(root, name, f"{name}_{int(number):04}.jpg")

    def _people(self, root: str, words: list[str]) -> list[tuple]:
        if len(words) < 2:
            return []
        if self._numbers is None:
            names = (line.split()[0] for line in lines_of(self._need("lfw-names.txt")) if line)
            self._numbers = {name: np.array(i, np.uint32) for i, name in enumerate(names)}
        name, count = words
        if name not in self._numbers:
            raise RuntimeError(f"The name {name} is not in lfw-names.txt.")
        label = self._numbers[name]
        return [(self._path(root, name, str(i)), label) for i in range(1, int(count) + 1)]

    def _pairs(self, root: str, words: list[str]) -> list[tuple]:
        if len(words) < 3:
            return []
        same = len(words) == 3
        first, one, *second, two = words
        other = first if same else second[0]
        label = np.array(same, np.uint32)
        return [(self._path(root, first, one), self._path(root, other, two), label)]


class WIDERFaceDataset(_Images):
    """Photographs with faces.

    The columns are image, bbox (int32, x y width height), blur, expression, illumination,
    occlusion, pose and invalid (int32) with an entry for each face. The last three are the values
    in the order of the file, as in MindSpore; the files of the collection have invalid, occlusion
    and pose there.

    Args:
        dataset_dir: the folder with WIDER_train, WIDER_val, WIDER_test and wider_face_split.
        usage: "train", "valid", "all", which is both, or "test", which has images only.
            Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
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
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, ("train", "valid", "test", "all"), "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"

    def _columns(self):
        names = "image bbox blur expression illumination occlusion pose invalid".split()
        return names[:1] if self.usage == "test" else names

    def _load(self):
        if self.usage == "test":
            root = self._need("WIDER_test", "images")
            path = self._need("wider_face_split", "wider_face_test_filelist.txt")
            return [(os.path.join(root, line.strip()),) for line in lines_of(path) if line.strip()]
        usages = {"train": ("train",), "valid": ("val",), "all": ("train", "val")}[self.usage]
        return [row for usage in usages for row in self._annotated(usage)]

    def _annotated(self, usage: str) -> list[tuple]:
        root = self._need(f"WIDER_{usage}", "images")
        path = self._need("wider_face_split", f"wider_face_{usage}_bbx_gt.txt")
        lines = [line.split() for line in lines_of(path) if line.strip()]
        rows = []
        while lines:
            try:
                name, count = " ".join(lines[0]), max(int(lines[1][0]), 1)  # 0 has a line, too
                numbers = np.array(lines[2 : 2 + count], np.int32).reshape(count, 10)
            except (ValueError, IndexError) as error:
                raise RuntimeError(f"Invalid file, {path} at {lines[0]}: {error}.") from error
            rows.append((os.path.join(root, name), numbers[:, :4].copy(), *numbers[:, 4:].T.copy()))
            del lines[: 2 + count]
        return rows
