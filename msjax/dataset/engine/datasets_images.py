"""Readers of image datasets whose images are files."""

from __future__ import annotations

import glob
import json
import os
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import VisionBaseDataset
from msjax.dataset.engine._files import contents
from msjax.dataset.engine._named_files import lines_of
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.datasets_vision import _Folder
from msjax.dataset.engine.samplers import SamplerLike


class _Files(_Folder, VisionBaseDataset):
    """Base of the readers of image files: `_load` gives rows of a path and values."""

    _named: tuple[str, ...] = ("image", "label")

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
            checks.check_folder(dataset_dir),
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        checks.check_bool(decode, "decode")
        self.decode = decode

    def _columns(self):
        return list(self._named)

    def _length(self):
        return len(self._data())

    def _image(self, path: str) -> np.ndarray:
        """The bytes of a file, or its image."""
        if not os.path.isfile(path):
            raise RuntimeError(f"Invalid file, {path} of {type(self).__name__} does not exist.")
        content = contents(path)
        if not self.decode:
            return content
        from msjax.dataset.vision._decoding import decode_image

        return decode_image(content)

    def _fetch(self, index):
        path, *values = self._data()[index]
        return (self._image(path), *map(np.array, values))

    def _need(self, *names: str) -> str:
        """The path of a file or folder of the dataset."""
        path = os.path.join(self.dataset_dir, *names)
        if not os.path.exists(path):
            raise RuntimeError(f"{path} of {type(self).__name__} does not exist.")
        return path


class Caltech256Dataset(_Files):
    """Images in 257 classes: image and label of int32, the number of the folder.

    Args:
        dataset_dir: the folder with a folder of JPEG files for each class.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether image is an array, which needs Pillow, or the file's bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    def _load(self):
        folders = sorted(e.name for e in os.scandir(self.dataset_dir) if e.is_dir())
        return [
            (path, np.int32(label))
            for label, folder in enumerate(folders)
            for path in sorted(glob.glob(os.path.join(self.dataset_dir, folder, "*.jpg")))
        ]

    def _classes(self):
        return np.array([row[1] for row in self._data()])


class Food101Dataset(_Files):
    """Dishes: image, and label, the name of the class.

    Args:
        dataset_dir: the folder with the folders images and meta.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether image is an array, which needs Pillow, or the file's bytes.
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
            checks.check_choice(usage, ("train", "test", "all"), "usage")
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
        names = [
            name
            for part in (("train", "test") if self.usage == "all" else (self.usage,))
            for name in lines_of(self._need("meta", f"{part}.txt"))
            if name
        ]
        root = self._need("images")
        return [(os.path.join(root, f"{name}.jpg"), name.partition("/")[0]) for name in names]


class CelebADataset(_Files):
    """Faces: image and attr, an array of uint32 with a 1 for each attribute that a face has.

    Args:
        dataset_dir: the folder with the images, list_attr_celeba.txt and, for parts,
            list_eval_partition.txt.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        usage: "train", "valid", "test" or "all". Default: ``"all"``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        decode: whether image is an array, which needs Pillow, or the file's bytes.
            Default: ``False``.
        extensions: list of the endings of files to read. Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.
        decrypt: must be None. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
        NotImplementedError: `decrypt` is given.
    """

    _named = ("image", "attr")

    def __init__(
        self,
        dataset_dir: str,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        usage: str = "all",
        sampler: SamplerLike | None = None,
        decode: bool = False,
        extensions: list[str] | None = None,
        num_samples: int | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        decrypt: None = None,
    ):
        checks.check_choice(usage, ("train", "valid", "test", "all"), "usage")
        _no_decrypt(self, decrypt)
        if extensions is not None:
            checks.check_type(extensions, list, "extensions")
            checks.check_all(extensions, str, "extensions")
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
        self.usage = usage
        self.extensions = extensions

    def _load(self):
        path = self._need("list_attr_celeba.txt")
        lines = [line.split() for line in lines_of(path) if line.strip()]
        if len(lines) < 2 or lines[0] != [str(len(lines) - 2)]:
            raise RuntimeError(f"Invalid file, {path} must begin with the number of images.")
        wanted = None
        if self.usage != "all":
            number = str(("train", "valid", "test").index(self.usage))
            pairs = [line.split() for line in lines_of(self._need("list_eval_partition.txt"))]
            wanted = {pair[0] for pair in pairs if pair[1:] == [number]}
        rows = []
        for name, *attributes in lines[2:]:
            if len(attributes) != len(lines[1]):
                raise RuntimeError(f"Invalid file, {path}: {name} has {len(attributes)} values.")
            if wanted is not None and name not in wanted:
                continue
            if self.extensions and os.path.splitext(name)[1] not in self.extensions:
                continue
            try:
                values = np.array([int(value) == 1 for value in attributes], np.uint32)
            except ValueError as error:
                raise RuntimeError(f"Invalid file, {path}: {name}, {error}.") from error
            rows.append((os.path.join(self.dataset_dir, name), values))
        if len(lines[1]) == 1:  # one attribute is a number
            return [(path, values[0]) for path, values in rows]
        return rows


def _no_decrypt(dataset: Any, decrypt: Any) -> None:
    if decrypt is not None:
        raise NotImplementedError(
            f"{type(dataset).__name__} with 'decrypt' is not supported by msjax; decrypt the bytes "
            "in a map."
        )


class _Annotated(_Files):
    """Base of the readers whose classes are told by annotations."""

    _indexing: dict[str, Any] | None = None
    _tasks_with_classes: tuple[str, ...] = ()
    task = ""

    def get_class_indexing(self) -> dict[str, Any]:
        if self.task not in self._tasks_with_classes:
            names = " and ".join(repr(task) for task in self._tasks_with_classes)
            raise NotImplementedError(f"Only {names} support get_class_indexing.")
        self._data()
        return dict(self._indexing or {})


class VOCDataset(_Annotated):
    """Images of the Visual Object Classes challenge.

    The columns are image and target for "Segmentation"; image, bbox (float32, x y width height),
    label, difficult and truncate (uint32, one row for each object) for "Detection".

    Args:
        dataset_dir: the folder with ImageSets, JPEGImages, Annotations and SegmentationClass.
        task: "Segmentation" or "Detection". Default: ``"Segmentation"``.
        usage: the name of a list of images. Default: ``"train"``.
        class_indexing: dict from names to labels, for "Detection"; other objects are left out.
            Default: ``None``, numbers in the order of the names.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.
        extra_metadata: whether there is a column _meta-filename, which iterators leave out
            unless it is renamed. Default: ``False``.
        decrypt: must be None. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
        NotImplementedError: `decrypt` is given.

    Examples:
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> for name in ("ImageSets/Main", "JPEGImages", "Annotations"):
        ...     Path("voc", name).mkdir(parents=True, exist_ok=True)
        >>> _ = Path("voc/ImageSets/Main/train.txt").write_text("1\\n")
        >>> _ = Path("voc/JPEGImages/1.jpg").write_bytes(b"a picture")
        >>> box = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>3</xmax><ymax>4</ymax></bndbox>"
        >>> rest = "<difficult>0</difficult><truncated>0</truncated>"
        >>> text = f"<annotation><object><name>cat</name>{rest}{box}</object></annotation>"
        >>> _ = Path("voc/Annotations/1.xml").write_text(text)
        >>> data = ds.VOCDataset("voc", task="Detection", usage="train")
        >>> row = next(data.create_dict_iterator(output_numpy=True))
        >>> row["bbox"].tolist(), row["label"].tolist(), data.get_class_indexing()
        ([[1.0, 1.0, 2.0, 3.0]], [[0]], {'cat': 0})
    """

    _tasks_with_classes = ("Detection",)

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Segmentation",
        usage: str = "train",
        class_indexing: dict[str, int] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        extra_metadata: bool = False,
        decrypt: None = None,
    ):
        checks.check_choice(task, ("Segmentation", "Detection"), "task")
        checks.check_type(usage, str, "usage")
        _no_decrypt(self, decrypt)
        checks.check_bool(extra_metadata, "extra_metadata")
        if class_indexing is not None:
            checks.check_type(class_indexing, dict, "class_indexing")
            if task != "Detection":
                raise ValueError("The 'class_indexing' is that of the task 'Detection'.")
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
        self.task, self.usage = task, usage
        self.class_indexing = class_indexing
        self.extra_metadata = extra_metadata
        folder = "Main" if task == "Detection" else task
        path = os.path.join(dataset_dir, "ImageSets", folder, f"{usage}.txt")
        if not os.path.isfile(path):
            raise ValueError(f"The list {path} of VOCDataset does not exist.")
        self._list = path

    def _columns(self):
        names = ["image", "target"]
        if self.task == "Detection":
            names = ["image", "bbox", "label", "difficult", "truncate"]
        return names + ["_meta-filename"] * self.extra_metadata

    def _load(self):
        names = [line.strip() for line in lines_of(self._list) if line.strip()]
        if self.task == "Segmentation":
            return [(name,) for name in names]
        objects = {name: self._objects(name) for name in names}
        if self.class_indexing is None:
            kinds = sorted({kind for found in objects.values() for kind, *_ in found})
            self._indexing = {kind: number for number, kind in enumerate(kinds)}
        else:
            self._indexing = self.class_indexing
        rows = []
        for name, found in objects.items():
            kept = [row for row in found if row[0] in self._indexing]
            if kept:
                numbers = [[self._indexing[kind]] for kind, *_ in kept]
                rows.append(
                    (
                        name,
                        np.array([box for _, box, _, _ in kept], np.float32),
                        np.array(numbers, np.uint32),
                        np.array([[difficult] for _, _, difficult, _ in kept], np.uint32),
                        np.array([[truncated] for _, _, _, truncated in kept], np.uint32),
                    )
                )
        return rows

    def _objects(self, name: str) -> list[tuple[str, list[float], int, int]]:
        path, found = self._need("Annotations", f"{name}.xml"), []
        try:
            for entry in ElementTree.parse(path).getroot().iter("object"):
                low_x, low_y, high_x, high_y = (
                    float(entry.findtext(f"bndbox/{key}", ""))
                    for key in ("xmin", "ymin", "xmax", "ymax")
                )
                flags = [int(entry.findtext(key, "0")) for key in ("difficult", "truncated")]
                box = [low_x, low_y, high_x - low_x, high_y - low_y]
                kind = entry.findtext("name")
                if not kind:
                    raise ValueError("an object has no name")
                found.append((kind, box, *flags))
        except (ElementTree.ParseError, ValueError) as error:
            raise RuntimeError(f"Invalid annotation, {path} is damaged: {error}.") from error
        return found

    def _fetch(self, index):
        name, *values = self._data()[index]
        row = [self._image(os.path.join(self.dataset_dir, "JPEGImages", f"{name}.jpg")), *values]
        if self.task == "Segmentation":
            path = os.path.join(self.dataset_dir, "SegmentationClass", f"{name}.png")
            row.append(self._image(path))
        if self.extra_metadata:
            row.append(np.array(name))
        return tuple(row)


_COCO = {
    "Detection": ("bbox", "category_id", "iscrowd"),
    "Stuff": ("segmentation", "iscrowd"),
    "Keypoint": ("keypoints", "num_keypoints"),
    "Panoptic": ("bbox", "category_id", "iscrowd", "area"),
    "Captioning": ("captions",),
}


class CocoDataset(_Annotated):
    """Images of Common Objects in Context; each row has the annotations of an image.

    Rows have the order of the images in the file; images without annotations are left out.
    The columns after image are bbox (float32, x y width height), category_id and iscrowd (uint32)
    for "Detection"; these and area for "Panoptic"; segmentation (float32, filled up with -1, a row
    for each polygon) and iscrowd (for each annotation) for "Stuff"; keypoints and num_keypoints for
    "Keypoint"; captions for "Captioning".

    Args:
        dataset_dir: the folder of the images.
        annotation_file: path of the JSON file.
        task: one of these. Default: ``"Detection"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether image is an array, which needs Pillow, or the file's bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.
        extra_metadata: whether there is a column _meta-filename, which iterators leave out
            unless it is renamed. Default: ``False``.
        decrypt: must be None. Default: ``None``.

    Raises:
        ValueError: the folder or file is missing, or an argument is out of its range.
        RuntimeError: the file lacks what the task needs, or is not JSON.
        NotImplementedError: `decrypt` is given.

    Examples:
        >>> import json
        >>> from pathlib import Path
        >>> import msjax.dataset as ds
        >>> Path("coco").mkdir(exist_ok=True)
        >>> _ = Path("coco/1.jpg").write_bytes(b"a picture")
        >>> box = {"image_id": 1, "category_id": 5, "bbox": [0, 1, 2, 3], "iscrowd": 0}
        >>> found = {"images": [{"id": 1, "file_name": "1.jpg"}], "annotations": [box]}
        >>> found["categories"] = [{"id": 5, "name": "cat"}]
        >>> _ = Path("boxes.json").write_text(json.dumps(found))
        >>> data = ds.CocoDataset("coco", "boxes.json", task="Detection")
        >>> row = next(data.create_dict_iterator(output_numpy=True))
        >>> row["bbox"].tolist(), row["category_id"].tolist(), data.get_class_indexing()
        ([[0.0, 1.0, 2.0, 3.0]], [[5]], {'cat': [5]})
    """

    _tasks_with_classes = ("Detection", "Panoptic")

    def __init__(
        self,
        dataset_dir: str,
        annotation_file: str,
        task: str = "Detection",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
        extra_metadata: bool = False,
        decrypt: None = None,
    ):
        checks.check_type(annotation_file, str, "annotation_file")
        checks.check_file(annotation_file)
        checks.check_choice(task, _COCO, "task")
        _no_decrypt(self, decrypt)
        checks.check_bool(extra_metadata, "extra_metadata")
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
        self.annotation_file = annotation_file
        self.task = task
        self.extra_metadata = extra_metadata

    def _columns(self):
        return ["image", *_COCO[self.task]] + ["_meta-filename"] * self.extra_metadata

    def _load(self):
        try:
            with open(self.annotation_file, encoding="utf-8") as stream:
                content = json.load(stream)
            files = {image["id"]: image["file_name"] for image in content["images"]}
            rows: dict[Any, list] = {}
            for entry in content["annotations"]:
                parts = entry["segments_info"] if self.task == "Panoptic" else [entry]
                rows.setdefault(entry["image_id"], []).extend(map(self._values, parts))
            if self.task in self._tasks_with_classes:
                panoptic = self.task == "Panoptic"
                self._indexing = {
                    kind["name"]: [kind["id"], kind["isthing"]] if panoptic else [kind["id"]]
                    for kind in content["categories"]
                }
                known = {kind["id"] for kind in content["categories"]}
                used = {kind for values in rows.values() for _, kind, *_ in values}
                if used - known:
                    raise ValueError(f"no category has the id {min(used - known)}")
            unknown = rows.keys() - files.keys()
            if unknown:
                raise ValueError(f"no image has the id {min(unknown)}")
            return [
                (os.path.join(self.dataset_dir, file), *self._arrays(rows[image]))
                for image, file in files.items()
                if rows.get(image)
                and (self.task != "Stuff" or any(polygons for polygons, _ in rows[image]))
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise RuntimeError(
                f"Invalid annotation, {self.annotation_file} is damaged or lacks what the task "
                f"{self.task} needs: {error!r}."
            ) from error

    def _values(self, entry: dict) -> list:
        if self.task == "Captioning":
            return [entry["caption"]]
        if self.task == "Stuff":
            parts = entry["segmentation"]
            if entry["iscrowd"]:
                parts = [parts["counts"]]
            elif isinstance(parts, dict):
                parts = [parts[key] for key in sorted(parts)]
            return [[p if isinstance(p, list) else [p] for p in parts], entry["iscrowd"]]
        return [entry[name] for name in _COCO[self.task]]

    def _arrays(self, values: list[list]) -> list[np.ndarray]:
        columns = []
        for name, column in zip(_COCO[self.task], zip(*values, strict=True), strict=True):
            if name == "captions":
                columns.append(np.array(column)[:, None])
            elif name in ("bbox", "keypoints", "segmentation"):
                if name == "segmentation":
                    column = [polygon for polygons in column for polygon in polygons]
                filled = np.full((len(column), max(map(len, column))), -1, np.float32)
                for row, part in zip(filled, column, strict=True):
                    row[: len(part)] = part
                columns.append(filled)
            else:
                columns.append(np.array(column, np.uint32)[:, None])
        return columns

    def _fetch(self, index):
        row = super()._fetch(index)
        if self.extra_metadata:
            name = os.path.splitext(os.path.basename(self._data()[index][0]))[0]
            row = (*row, np.array(name))
        return row


class ManifestDataset(_Files):
    """Images that a manifest file lists: image and label of int32, an array if there are several.

    Args:
        dataset_file: path of the manifest, one JSON object in each line.
        usage: "train", "eval" or "inference". Default: ``"train"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        class_indexing: dict from names to labels. Default: ``None``, numbers in the order of the
            names.
        decode: whether image is an array, which needs Pillow, or the file's bytes.
            Default: ``False``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the file is missing, or an argument is out of its range.
        RuntimeError: a line or image is damaged or missing, or there is not an image of the usage.
    """

    def __init__(
        self,
        dataset_file: str,
        usage: str = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        class_indexing: dict[str, int] | None = None,
        decode: bool = False,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_type(dataset_file, str, "dataset_file")
        checks.check_file(dataset_file)
        checks.check_choice(usage, ("train", "eval", "inference"), "usage")
        if class_indexing is not None:
            checks.check_type(class_indexing, dict, "class_indexing")
        super().__init__(
            os.path.dirname(dataset_file) or ".",
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.dataset_file = dataset_file
        self.usage = usage
        self.class_indexing = class_indexing
        self._indexing: dict[str, int] = {}

    def _load(self):
        entries = []
        for number, line in enumerate(lines_of(self.dataset_file), 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                if entry["usage"] == self.usage:
                    names = [part["name"] for part in entry.get("annotation", [])]
                    entries.append((entry["source"], names))
            except (ValueError, KeyError, TypeError) as error:
                raise RuntimeError(
                    f"Line {number} of {self.dataset_file} is damaged: {error!r}."
                ) from error
        kinds = sorted({name for _, names in entries for name in names})
        self._indexing = self.class_indexing or {kind: i for i, kind in enumerate(kinds)}
        rows = []
        for source, names in entries:
            labels = [self._indexing[name] for name in names if name in self._indexing]
            if labels or not names:
                rows.append((source, np.array(labels[0] if len(labels) == 1 else labels, np.int32)))
        if not rows:
            raise RuntimeError(
                f"ManifestDataset: {self.dataset_file} has no images of the usage {self.usage!r} "
                "and the classes."
            )
        return rows

    def get_class_indexing(self) -> dict[str, int]:
        self._data()
        return dict(self._indexing)

    def num_classes(self) -> int:
        return len(self.get_class_indexing())
