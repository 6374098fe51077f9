"""A program that makes its data: sources, samplers, transforms of all kinds and their results.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import msjax as ms
import msjax.dataset as ds
from msjax.dataset import text, transforms, vision
from msjax.dataset.dataloader import DataLoader
from msjax.dataset.transforms import Relational
from msjax.dataset.transforms.transforms import PyTensorOperation
from msjax.dataset.vision import Inter

Row = tuple[np.ndarray, np.ndarray]


class Shapes:
    """A source with random access."""

    def __init__(self, count: int) -> None:
        rng = np.random.default_rng(0)
        self.images = rng.integers(0, 256, (count, 10, 10, 3)).astype(np.uint8)
        self.labels = np.arange(count, dtype=np.int32) % 3

    def __getitem__(self, index: int) -> Row:
        return self.images[index], self.labels[index]

    def __len__(self) -> int:
        return len(self.labels)


class EveryOther(ds.Sampler):
    """A sampler of the program's own."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def __iter__(self) -> Iterator[int]:
        return iter(range(0, self.count, 2))


class Flipped(PyTensorOperation):
    """A transform of the program's own."""

    def __call__(self, img: np.ndarray) -> np.ndarray:
        return img[::-1].copy()


def rows() -> Iterator[Row]:
    shapes = Shapes(4)
    for i in range(len(shapes)):
        yield shapes[i]


def sources() -> list[ds.Dataset]:
    """What the program reads from, with samplers of all forms."""
    names = ["image", "label"]
    weights = [1.0, 0.5, 2.0]
    parts: Sequence[ds.Dataset] = ds.GeneratorDataset(Shapes(6), names).split([4, 2])
    return [
        ds.GeneratorDataset(rows, names, num_parallel_workers=1),
        ds.GeneratorDataset(Shapes(6), names, sampler=EveryOther(6)),
        ds.GeneratorDataset(Shapes(6), names, sampler=[0, 3, 5]),
        ds.GeneratorDataset(Shapes(6), names, sampler=ds.SubsetRandomSampler([1, 2])),
        ds.GeneratorDataset(Shapes(3), names, sampler=ds.WeightedRandomSampler(weights, 2)),
        ds.GeneratorDataset(Shapes(6), names, shuffle=False, num_shards=2, shard_id=0),
        *parts,
    ]


def images(data: ds.Dataset) -> ds.Dataset:
    """Transforms of images, alone, in lists and within others."""
    either = transforms.RandomChoice([vision.HorizontalFlip(), vision.VerticalFlip()])
    operations: list[Any] = [
        vision.Resize((8, 8), Inter.LINEAR),
        vision.RandomCrop(6, padding=[1, 1, 1, 1]),
        either,
        vision.Erase(0, 0, 1, 2, value=(1, 2, 3)),
        Flipped(),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.Normalize(mean=[0.5, 0.5, 0.5], std=[0.2, 0.2, 0.2]),
        vision.HWC2CHW(),
    ]
    data = data.map(operations, input_columns="image")
    return data.map([transforms.TypeCast(ms.int32)], input_columns=["label"])


def numbers() -> dict[str, np.dtype]:
    """Transforms of arrays, and functions of the program."""
    columns = {"x": [1, 2, 3, 4, 5, 6], "y": np.arange(6.0)}
    data = ds.NumpySlicesDataset(columns, shuffle=False)
    data = data.map(transforms.Mask(Relational.GT, 2), "x", ["big"])
    data = data.map(lambda y: (y, y * 2), "y", ["y", "double"])
    data = data.filter(lambda big: bool(big), input_columns="big")
    data = data.project(["big", "y", "double"]).rename("big", "flag")
    data = data.batch(2, per_batch_map=lambda *args: args[:-1])
    padded = transforms.PadEnd([4], 9)(np.array([1, 2]))
    joined = transforms.Concatenate(append=np.array([3.0]))(np.array([1.0]))
    filled = transforms.Fill(2)(np.zeros(2, np.int32))
    print(padded.tolist(), joined.tolist(), filled.sum(), transforms.Slice(slice(0, 1))(padded))
    return dict(zip(data.get_col_names(), data.output_types(), strict=True))


def words() -> list[int]:
    """Texts, their words and the numbers of these."""
    vocab = text.Vocab.from_list(["a", "bit", "of", "<unk>"], special_tokens=["<pad>"])
    data = ds.NumpySlicesDataset(["a bit of", "nothing"], ["text"], shuffle=False)
    data = data.map([text.PythonTokenizer(lambda line: np.array(str(line).split()))], "text")
    data = data.map(text.Lookup(vocab, unknown_token="<unk>", data_type=ms.int32), "text")
    found: list[int] = []
    for row in data.create_dict_iterator(num_epochs=1, output_numpy=True):
        found.extend(int(number) for number in row["text"])
    return found


def main() -> None:
    ds.config.set_seed(1)
    for data in sources():
        data = images(data).shuffle(4).batch(2, drop_remainder=True).repeat(2)
        size: int = data.get_dataset_size()
        image, label = next(data.create_tuple_iterator(num_epochs=1))
        print(size, image.shape, label.dtype, data.get_batch_size(), data.get_repeat_count())
    print(numbers(), words())
    both = ds.zip((ds.NumpySlicesDataset([1, 2], ["a"]), ds.NumpySlicesDataset([3, 4], ["b"])))
    longer = both + both
    print(longer.get_dataset_size(), longer.take(3).skip(1).get_dataset_size())
    again = ds.deserialize(ds.serialize(ds.FakeImageDataset(4, (2, 2, 3)).skip(1)))
    if again is not None:
        print(again.get_dataset_size(), again.output_shapes())
    for images_of_batch, labels in DataLoader(Shapes(4), batch_size=2, shuffle=False):
        print(images_of_batch.shape, labels.tolist())


if __name__ == "__main__":
    main()
