"""Readers of image collections whose annotations are files of MATLAB."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import UnionBaseDataset
from msjax.dataset.engine._named_files import lines_of
from msjax.dataset.engine.datasets_images import _Files
from msjax.dataset.engine.datasets_vision import _Arrays
from msjax.dataset.engine.samplers import SamplerLike


def _matlab(path: str) -> dict[str, Any]:
    """The variables in a file of MATLAB."""
    try:
        from scipy.io import loadmat
        from scipy.io.matlab import MatReadError
    except ImportError as error:
        raise NotImplementedError(
            "Files of MATLAB need SciPy, which is not installed; `pip install scipy`."
        ) from error
    if not os.path.isfile(path):
        raise RuntimeError(f"The file {path} does not exist.")
    try:
        return loadmat(path)
    except (MatReadError, ValueError, TypeError, OSError) as error:
        raise RuntimeError(f"The file {path} is not a file of MATLAB: {error}.") from error


_CALTECH101 = """
    Faces Faces_easy Leopards Motorbikes accordion airplanes anchor ant barrel bass beaver
    binocular bonsai brain brontosaurus buddha butterfly camera cannon car_side ceiling_fan
    cellphone chair chandelier cougar_body cougar_face crab crayfish crocodile crocodile_head
    cup dalmatian dollar_bill dolphin dragonfly electric_guitar elephant emu euphonium ewer
    ferry flamingo flamingo_head garfield gerenuk gramophone grand_piano hawksbill headphone
    hedgehog helicopter ibis inline_skate joshua_tree kangaroo ketch lamp laptop llama lobster
    lotus mandolin mayfly menorah metronome minaret nautilus octopus okapi pagoda panda pigeon
    pizza platypus pyramid revolver rhino rooster saxophone schooner scissors scorpion sea_horse
    snoopy soccer_ball stapler starfish stegosaurus stop_sign strawberry sunflower tick
    trilobite umbrella watch water_lilly wheelchair wild_cat windsor_chair wrench yin_yang
""".split()
_OUTLINES = {  # the folders of outlines with names of their own
    "Faces": "Faces_2",
    "Faces_easy": "Faces_3",
    "Motorbikes": "Motorbikes_16",
    "airplanes": "Airplanes_Side_2",
}


class Caltech101Dataset(_Files, UnionBaseDataset):
    """Objects in 101 classes.

    The columns are image, category (int64) and annotation (float64, the outline as two rows), as
    far as
    `target_type` asks for them.

    Args:
        dataset_dir: the folder with 101_ObjectCategories and Annotations.
        target_type: "category", "annotation" or "all". Default: ``None``, category.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``1``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    def __init__(
        self,
        dataset_dir: str,
        target_type: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        if target_type is not None:
            checks.check_choice(target_type, ("category", "annotation", "all"), "target_type")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            decode,
            sampler,
            num_shards,
            shard_id,
        )
        self.target_type = target_type or "category"

    def _columns(self):
        kinds = ("category", "annotation") if self.target_type == "all" else (self.target_type,)
        return ["image", *kinds]

    def _load(self):
        root = self._need("101_ObjectCategories")
        names = sorted(set(os.listdir(root)) - {"BACKGROUND_Google"})
        return [
            (number, label, name)
            for label, name in enumerate(names)
            if os.path.isdir(os.path.join(root, name))
            for number in range(1, len(os.listdir(os.path.join(root, name))) + 1)
        ]

    def _fetch(self, index):
        number, label, name = self._data()[index]
        folder = os.path.join(self.dataset_dir, "101_ObjectCategories", name)
        row: list[Any] = [self._image(os.path.join(folder, f"image_{number:04}.jpg"))]
        if self.target_type != "annotation":
            row.append(np.array(label))
        if self.target_type != "category":
            folder = os.path.join(self.dataset_dir, "Annotations", _OUTLINES.get(name, name))
            path = os.path.join(folder, f"annotation_{number:04}.mat")
            try:
                row.append(_matlab(path)["obj_contour"])
            except KeyError as error:
                raise RuntimeError(f"The file {path} has no outline, 'obj_contour'.") from error
        return tuple(row)

    def _classes(self):
        return np.array([row[1] for row in self._data()])

    def get_class_indexing(self) -> dict[str, int]:
        return {name: label for label, name in enumerate(_CALTECH101)}


_FLOWERS = " ".join(
    """
    pink primrose, hard-leaved pocket orchid, canterbury bells, sweet pea, english marigold,
    tiger lily, moon orchid, bird of paradise, monkshood, globe thistle, snapdragon, colt's
    foot, king protea, spear thistle, yellow iris, globe-flower, purple coneflower, peruvian
    lily, balloon flower, giant white arum lily, fire lily, pincushion flower, fritillary, red
    ginger, grape hyacinth, corn poppy, prince of wales feathers, stemless gentian, artichoke,
    sweet william, carnation, garden phlox, love in the mist, mexican aster, alpine sea holly,
    ruby-lipped cattleya, cape flower, great masterwort, siam tulip, lenten rose, barbeton
    daisy, daffodil, sword lily, poinsettia, bolero deep blue, wallflower, marigold, buttercup,
    oxeye daisy, common dandelion, petunia, wild pansy, primula, sunflower, pelargonium, bishop
    of llandaff, gaura, geranium, orange dahlia, pink-yellow dahlia?, cautleya spicata, japanese
    anemone, black-eyed susan, silverbush, californian poppy, osteospermum, spring crocus,
    bearded iris, windflower, tree poppy, gazania, azalea, water lily, rose, thorn apple,
    morning glory, passion flower, lotus, toad lily, anthurium, frangipani, clematis, hibiscus,
    columbine, desert-rose, tree mallow, magnolia, cyclamen, watercress, canna lily,
    hippeastrum, bee balm, ball moss, foxglove, bougainvillea, camellia, mallow, mexican
    petunia, bromelia, blanket flower, trumpet creeper, blackberry lily
    """.split()
).split(", ")


class Flowers102Dataset(_Files, UnionBaseDataset):
    """Flowers in 102 classes: image, segmentation for that task, and label of uint32.

    Args:
        dataset_dir: the folder with imagelabels.mat, setid.mat, jpg and segmim.
        task: "Classification" or "Segmentation". Default: ``"Classification"``.
        usage: "train", "valid", "test" or "all". Default: ``"all"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``1``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``False``.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Classification",
        usage: str = "all",
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool = False,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        checks.check_choice(task, ("Classification", "Segmentation"), "task")
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
        )
        self.task = task
        self.usage = usage

    def _columns(self):
        middle = ["segmentation"] if self.task == "Segmentation" else []
        return ["image", *middle, "label"]

    def _load(self):
        parts = {"train": "trnid", "test": "tstid", "valid": "valid"}
        wanted = parts.values() if self.usage == "all" else [parts[self.usage]]
        try:
            labels = _matlab(self._need("imagelabels.mat"))["labels"][0]
            ids = _matlab(self._need("setid.mat"))
            chosen = np.concatenate([ids[name][0] for name in wanted])
            return [(int(number), np.uint32(labels[number - 1] - 1)) for number in chosen]
        except (KeyError, IndexError) as error:
            raise RuntimeError(f"The files of Flowers102Dataset lack {error}.") from error

    def _fetch(self, index):
        number, label = self._data()[index]
        row = [self._image(os.path.join(self.dataset_dir, "jpg", f"image_{number:05}.jpg"))]
        if self.task == "Segmentation":
            path = os.path.join(self.dataset_dir, "segmim", f"segmim_{number:05}.jpg")
            row.append(self._image(path))
        return (*row, np.array(label))

    def _classes(self):
        return np.array([row[1] for row in self._data()])

    def get_class_indexing(self) -> dict[str, int]:
        return {name: label for label, name in enumerate(_FLOWERS)}


class SBDataset(_Files, UnionBaseDataset):
    """Photographs with the outlines or areas of objects: image and task.

    The column task is (20, height, width) of uint8 for "Boundaries", and (height, width) for
    "Segmentation".

    Args:
        dataset_dir: the folder with img, cls and the lists train.txt, val.txt and train_noval.txt.
        task: "Boundaries" or "Segmentation". Default: ``"Boundaries"``.
        usage: "train", "val", "train_noval" or "all", which is train and val. Default: ``"all"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``1``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        decode: whether images are arrays, which needs Pillow, or the files' bytes.
            Default: ``None``, no.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("image", "task")

    def __init__(
        self,
        dataset_dir: str,
        task: str = "Boundaries",
        usage: str = "all",
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        decode: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        checks.check_choice(task, ("Boundaries", "Segmentation"), "task")
        checks.check_choice(usage, ("train", "val", "train_noval", "all"), "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            bool(decode),
            sampler,
            num_shards,
            shard_id,
        )
        self.task = task
        self.usage = usage

    def _load(self):
        lists = ("train", "val") if self.usage == "all" else (self.usage,)
        return [
            line.strip()
            for name in lists
            for line in lines_of(self._need(f"{name}.txt"))
            if line.strip()
        ]

    def _fetch(self, index):
        name = self._data()[index]
        image = self._image(os.path.join(self.dataset_dir, "img", name + ".jpg"))
        path = os.path.join(self.dataset_dir, "cls", name + ".mat")
        try:
            found = _matlab(path)["GTcls"][0][self.task][0]
        except (KeyError, ValueError, IndexError) as error:
            raise RuntimeError(f"The file {path} has no {self.task} of GTcls: {error}.") from error
        if self.task == "Boundaries":
            found = np.stack([layer[0].toarray() for layer in found])
        return image, np.asarray(found)


class SVHNDataset(_Arrays, UnionBaseDataset):
    """House numbers: image (32, 32, 3) of uint8 and label of uint32.

    Args:
        dataset_dir: the folder with train_32x32.mat, test_32x32.mat and extra_32x32.mat.
        usage: "train", "test", "extra" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``1``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _usages = ("train", "test", "extra", "all")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
        )

    def _load(self):
        parts = [self.usage] if self.usage != "all" else ["train", "test", "extra"]
        images, labels = [], []
        for part in parts:
            path = os.path.join(self.dataset_dir, f"{part}_32x32.mat")
            content = _matlab(path)
            try:
                images.append(content["X"].transpose(3, 0, 1, 2))
                labels.append(content["y"].reshape(-1).astype(np.uint32) % 10)
            except (KeyError, ValueError) as error:
                raise RuntimeError(
                    f"The file {path} is not a file of SVHNDataset: {error}."
                ) from error
            if len(images[-1]) != len(labels[-1]):
                raise RuntimeError(f"The file {path} has {len(labels[-1])} labels for its images.")
        return np.concatenate(images), np.concatenate(labels)
