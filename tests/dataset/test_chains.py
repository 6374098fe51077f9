"""What a map does together, in threads or ahead gives what its operations give one by one."""

import io
import threading

import numpy as np
import pytest

import msjax.dataset as ds
from msjax.dataset import text, transforms, vision
from msjax.dataset.engine import _mapping, iterators
from msjax.dataset.vision import Inter

Image = pytest.importorskip("PIL.Image")
NOISE = np.random.default_rng(3).integers(0, 256, (45, 61, 4), np.uint8)
NORMALIZE = vision.Normalize([120.0, 110.0, 100.0], [50.0, 51.0, 52.0])
PLANES = [NORMALIZE, vision.HWC2CHW()]


@pytest.fixture(autouse=True)
def fresh_settings(monkeypatch):
    ds.config.set_seed(7)
    workers = ds.config.get_num_parallel_workers()
    yield
    ds.config.set_num_parallel_workers(workers)
    ds.config.set_seed(5489)


def encoded(mode, kind):
    stream = io.BytesIO()
    Image.fromarray(NOISE).convert(mode).save(stream, kind)
    return np.frombuffer(stream.getvalue(), np.uint8)


FILES = [encoded(*one) for one in (("RGB", "PNG"), ("L", "PNG"), ("CMYK", "JPEG"), ("RGBA", "PNG"))]


def rows_of(data):
    """The first column of each row."""
    return [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]


def made(operations, rows, alone=False):
    """What a map makes of rows, or the error; `alone` with each operation by itself."""
    data = ds.GeneratorDataset([(row,) for row in rows], ["x"], shuffle=False)
    with pytest.MonkeyPatch.context() as patch:
        if alone:
            patch.setattr(_mapping, "vision_joined", list)
            patch.setattr(_mapping, "text_joined", list)
        try:
            return [
                row[0]
                for row in data.map(operations).create_tuple_iterator(
                    num_epochs=1, output_numpy=True
                )
            ]
        except RuntimeError as error:
            return str(error)


def same(operations, rows):
    ds.config.set_seed(7)
    got = made(operations, rows)
    want = made(operations, rows, alone=True)
    if isinstance(want, str):
        assert got == want
        return
    for one, other in zip(got, want, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert np.array_equal(one, other)
        assert one.flags.c_contiguous and one.flags.writeable


CHAINS = {
    "evaluation": [vision.Decode(), vision.Resize(32), vision.CenterCrop(24), *PLANES],
    "training": [vision.Decode(), vision.RandomResizedCrop(20), vision.RandomHorizontalFlip()],
    "parts": [vision.RandomCropDecodeResize(16), vision.RandomVerticalFlip(), *PLANES],
    "halves": [vision.Decode(), vision.Resize((22, 30)), vision.Rescale(1 / 255, 0.5), *PLANES],
    "mirrors": [vision.Decode(), vision.HorizontalFlip(), vision.VerticalFlip()],
    "mirrors, then sizes": [vision.Decode(), vision.HorizontalFlip(), vision.Resize((50, 13))],
    "crops": [vision.Decode(), vision.RandomCrop(30), vision.Crop((1, 2), 20), vision.ToTensor()],
    "borders": [vision.Decode(), vision.CenterCrop(80), *PLANES],
    "nearest": [vision.Decode(), vision.Resize(20, Inter.NEAREST), vision.RandomColor()],
    "others": [vision.Decode(), vision.Resize(20, Inter.CUBIC), vision.RandomSharpness(), *PLANES],
    "values only": [vision.Decode(), *PLANES],
    "planes only": [vision.Decode(), vision.HWC2CHW()],
    "tensor": [vision.Decode(), vision.Resize(20), vision.ToTensor(np.float16)],
    "function": [vision.Decode(), vision.Resize(20), lambda image: image + 1, vision.HWC2CHW()],
    "inside": [transforms.RandomApply([vision.Decode(), vision.Resize(9)], 1.0), *PLANES],
    "composed": [transforms.Compose([vision.Decode(), vision.Resize(9)]), *PLANES],
    "one value": [vision.Decode(), vision.Resize(9), vision.Normalize([3.0], [2.0]), PLANES[1]],
    "wrong values": [vision.Decode(), vision.Normalize([1.0] * 2, [2.0] * 2), PLANES[1]],
    "wrong part": [vision.Decode(), vision.Resize(20), vision.Crop((10, 10), 15), *PLANES],
    "wrong size": [vision.Decode(), vision.RandomCrop(99), *PLANES],
    "wrong planes": [vision.Decode(), vision.HWC2CHW(), *PLANES],
}


@pytest.mark.parametrize("name", CHAINS)
def test_images(name):
    same(CHAINS[name], FILES * 2)


def test_images_under_the_path_of_older_releases():
    from msjax.dataset.vision import c_transforms as arrays
    from msjax.dataset.vision._chains import joined

    def steps(names):
        return [names.Decode(), names.Resize(30), names.CenterCrop(24), *PLANES]

    assert [*map(type, joined(steps(arrays)))] == [*map(type, joined(steps(vision)))]
    same(steps(arrays), FILES)

    class First(arrays.CenterCrop):  # a program's own
        def _apply(self, image):
            return image[:1]

    assert made([arrays.Decode(), First(2)], FILES[:1])[0].shape == (1, 61, 3)


@pytest.mark.parametrize("data", [NOISE[:9], FILES[0][:200], np.zeros(0, np.uint8)])
def test_what_is_no_image(data):
    assert "Decode" in made(CHAINS["evaluation"], [data])
    same(CHAINS["evaluation"], [data])


ARRAYS = [
    NOISE[..., :3],
    NOISE,
    NOISE[..., :1],
    NOISE[..., 0],
    NOISE[None, ..., :3],
    NOISE[..., :3].astype(np.float32),
    NOISE[:0, :, :3],
    NOISE[:, ::-1, :3],
]


@pytest.mark.parametrize("image", ARRAYS, ids=lambda image: f"{image.dtype}{image.shape}")
def test_arrays(image):
    same([vision.HorizontalFlip(), *PLANES], [image])
    same([vision.Rescale(0.5, 1.0), vision.ToTensor()], [image])
    same([vision.Resize(20), vision.CenterCrop(10), *PLANES], [image])


VOCAB = text.Vocab.from_list(["a", "b", "c", "é"], special_tokens=["<pad>", "<unk>"])
KNOWN = text.Lookup(VOCAB, "<unk>")
SENTENCES = {
    "padded": [text.WhitespaceTokenizer(), KNOWN, transforms.PadEnd([3], 9)],
    "numbers": [text.WhitespaceTokenizer(), KNOWN],
    "cut": [text.WhitespaceTokenizer(), text.Truncate(2), KNOWN, transforms.PadEnd([4])],
    "characters": [text.UnicodeCharTokenizer(), text.Lookup(VOCAB, "<unk>"), text.Truncate(2)],
    "no unknown": [text.WhitespaceTokenizer(), text.Lookup(VOCAB), transforms.PadEnd([1])],
    "unknown unknown": [text.WhitespaceTokenizer(), text.Lookup(VOCAB, "no")],
    "wrong shape": [text.WhitespaceTokenizer(), KNOWN, transforms.PadEnd([2, 2])],
    "wrong value": [text.WhitespaceTokenizer(), KNOWN, transforms.PadEnd([9], "x")],
    "places": [text.WhitespaceTokenizer(True), lambda words, starts, ends: ends],
    "cases": [text.CaseFold(), text.BasicTokenizer(), KNOWN, transforms.PadEnd([5], 1.5)],
}
LINES = [["a b c a b"], ["a"], [" A\tx é "], [" "], ["a\0b c"], ["\ud800 a"], [""]]


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("lines", [*LINES, ["a", "b c", "é é é é"]], ids=ascii)
def test_text(name, lines):
    same(SENTENCES[name], [np.array(line) for line in lines])


@pytest.mark.parametrize("pixels", ["shared", "copied"])
def test_memory_of_pillow(pixels, monkeypatch):
    from msjax.dataset.vision import _decoding

    if pixels == "copied":
        monkeypatch.setattr(_decoding, "_shared", _decoding._copied)
    for data in FILES:
        words = _decoding.decode_words(data)
        assert not words.flags.writeable
        assert np.array_equal(words[..., :3], _decoding.decode_image(data))


def folder(path, count=40):
    (path / "a").mkdir()
    for number in range(count):
        Image.fromarray(NOISE[number % 9 :, :, :3]).save(path / "a" / f"{number:03}.png")
    return ds.ImageFolderDataset(str(path), shuffle=False)


TRAINING = [*CHAINS["training"], vision.RandomColorAdjust(0.4, 0.4), vision.RandomSolarize()]


def test_threads_change_neither_order_nor_values(tmp_path, monkeypatch):
    data, used = folder(tmp_path), set()
    monkeypatch.setattr(iterators, "_WORTH", 0)

    def run(workers):
        ds.config.set_num_parallel_workers(workers)
        ds.config.set_seed(3)
        batches = data.map(TRAINING, "image").map(transforms.TypeCast(np.int64), "label").batch(7)
        return rows_of(batches)

    original = vision.RandomSolarize._apply
    monkeypatch.setattr(
        vision.RandomSolarize,
        "_apply",
        lambda self, image: (used.add(threading.current_thread().name), original(self, image))[1],
    )
    one = run(1)
    assert used == {"MainThread"}
    for workers in (2, 5):
        used.clear()
        other = run(workers)
        assert any(name.startswith("msjax-dataset_") for name in used)
        for a, b in zip(one, other, strict=True):
            assert np.array_equal(a, b)
    assert not [t for t in threading.enumerate() if t.name.startswith("msjax-dataset")]


def test_processes_give_what_threads_give(tmp_path):
    data = folder(tmp_path, 9)
    runs = []
    for options in ({}, {"num_parallel_workers": 2, "python_multiprocessing": True}):
        ds.config.set_seed(3)
        mapped = data.map(TRAINING, "image", **options)
        runs.append(
            [row[0] for row in mapped.create_tuple_iterator(num_epochs=1, output_numpy=True)]
        )
    for a, b in zip(*runs, strict=True):
        assert np.array_equal(a, b)


def test_random_operations_do_not_follow_each_other():
    rows = np.arange(400 * 4).reshape(400, 2, 2)
    data = ds.NumpySlicesDataset(rows, shuffle=False)
    one = [vision.RandomHorizontalFlip(), vision.RandomVerticalFlip()]
    two = data.map(one[0]).map(one[1])
    nested = data.map(transforms.RandomApply([vision.RandomHorizontalFlip()], 0.5))
    for pipeline, shares in ((data.map(one), 4), (two, 4), (nested, 2)):
        found = [
            (row[0] - row[0].min()).ravel()
            for row in pipeline.create_tuple_iterator(num_epochs=1, output_numpy=True)
        ]
        _, counts = np.unique(found, axis=0, return_counts=True)
        assert len(counts) == shares
        assert counts.min() > (70 if shares == 4 else 60)


def test_the_programs_functions_run_in_its_thread():
    seen = set()

    def note(value):
        seen.add(threading.current_thread())
        return value

    data = ds.NumpySlicesDataset(list(range(20)), "n", shuffle=False)
    for batches in (
        data.map(note).batch(4),
        data.batch(4, per_batch_map=lambda n, info: (note(n),)),
    ):
        assert iterators.read_ahead(batches) == 0
        assert sum(len(row[0]) for row in batches.create_tuple_iterator(num_epochs=1)) == 20
    assert seen == {threading.current_thread()}


def test_batches_are_made_ahead(tmp_path):
    data = folder(tmp_path, 12)
    ds.config.set_num_parallel_workers(2)
    batches = data.map(CHAINS["evaluation"], "image").batch(3)
    assert iterators.read_ahead(batches) == 2
    assert iterators.read_ahead(data.map(CHAINS["evaluation"], "image")) == 0
    assert iterators.read_ahead(batches.filter(lambda image, label: True)) == 0
    iterator = batches.create_tuple_iterator(num_epochs=1)
    next(iterator)
    assert [t for t in threading.enumerate() if t.name == "msjax-dataset"]
    del iterator
    assert not [t for t in threading.enumerate() if t.name.startswith("msjax-dataset")]
    ds.config.set_num_parallel_workers(1)
    assert iterators.read_ahead(batches) == 0


def test_a_damaged_image_ends_the_epoch_and_not_the_next(tmp_path):
    batches = folder(tmp_path, 12).map(CHAINS["evaluation"], "image").batch(3)
    path = tmp_path / "a" / "007.png"
    good = path.read_bytes()
    path.write_bytes(good[: len(good) // 2])
    iterator = batches.create_tuple_iterator(num_epochs=2, output_numpy=True)
    with pytest.raises(RuntimeError, match="Decode"):
        list(iterator)
    assert not [t for t in threading.enumerate() if t.name.startswith("msjax-dataset")]
    path.write_bytes(good)
    assert len(list(iterator)) == 4


@pytest.mark.parametrize("workers", [None, 3])
def test_rows_that_wait_for_updates_are_not_held_back(tmp_path, monkeypatch, workers):
    monkeypatch.setattr(iterators, "_WORTH", 0)
    data = folder(tmp_path, 12).sync_wait("go", num_batch=1)
    data = data.map(CHAINS["evaluation"], "image", num_parallel_workers=workers).batch(2)
    ds.config.set_callback_timeout(5)
    seen = 0
    for _ in data.create_tuple_iterator(num_epochs=1):
        seen += 1
        data.sync_update("go")
    ds.config.set_callback_timeout(60)
    assert seen == 6


def test_mixed_images_are_rounded():
    pictures = np.stack([np.full((1, 1, 3), level, np.uint8) for level in (0, 101)])
    mixture, labels = vision.MixUpBatch(0.9), np.eye(2, dtype=np.float32)
    seen = set()
    for _ in range(40):
        mixed, shares = mixture(pictures, labels)
        assert mixed.dtype == np.uint8
        assert np.abs(mixed[:, 0, 0, 0] - shares[:, 1] * 101.0).max() <= 0.5 + 1e-3
        seen.update(mixed.ravel().tolist())
    assert len(seen) > 5


def test_a_child_is_a_sampler():
    sampler = ds.SequentialSampler()
    with pytest.raises(TypeError, match="must be a sampler"):
        sampler.add_child(3)
    sampler.add_child(ds.SubsetSampler([1, 0]))
    assert isinstance(sampler.get_child(), ds.BuiltinSampler)
