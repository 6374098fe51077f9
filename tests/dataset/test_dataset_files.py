"""Datasets that read real formats, against what MindSpore read in the same miniature files."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
import msjax.dataset as ds

GOLDEN = Path(__file__).parent.parent / "golden"
_spec = importlib.util.spec_from_file_location("dataset_files", GOLDEN / "dataset_files.py")
assert _spec and _spec.loader
files = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(files)
FACTS = json.loads((GOLDEN / "dataset_files.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("files")
    files.make(str(path))
    return path


@pytest.fixture
def there(folder, monkeypatch):
    monkeypatch.chdir(folder)
    return folder


def opened(name, args, options):
    return getattr(ds, name)(*args, **options)


IDS = [f"{name}-{'-'.join(map(str, options.values()))}" for name, _, options in files.CASES]


@pytest.mark.parametrize(("case", "wanted"), list(zip(files.CASES, FACTS, strict=True)), ids=IDS)
def test_rows_are_mindspores(case, wanted, there):
    name, args, options = case
    data = opened(name, args, {**options, "shuffle": False})
    found = json.loads(json.dumps(files.facts(data)))
    if name == "TedliumDataset":  # MindSpore reads silence
        found, wanted = (
            {**one, "rows": sorted(map(silent, one["rows"]))} for one in (found, wanted)
        )
    assert found == wanted


def silent(row):
    return [row[0][:2], *row[1:]]


def test_talks_have_their_sounds(there):
    data = ds.TedliumDataset("TEDLIUM_release-3", "release3", shuffle=False)
    samples = np.frombuffer(
        Path("TEDLIUM_release-3/data/sph/Al_2009.sph").read_bytes()[1024:], "<i2"
    )
    first, second = (row[0].asnumpy() for row in data.take(2))
    np.testing.assert_allclose(first[0], samples[80:160] / 32767, rtol=1e-6)
    np.testing.assert_allclose(second[0], samples[160:252] / 32767, rtol=1e-6)


GENERATED = ("Caltech101Dataset", "Flowers102Dataset", "SBDataset", "SVHNDataset")  # have no cache
ONE_OF_EACH = {name: (args, options) for name, args, options in files.CASES}


@pytest.mark.sweep
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_shuffles_shards_and_limits(name, there):
    args, options = ONE_OF_EACH[name]
    rows = opened(name, args, {**options, "shuffle": False}).get_dataset_size()
    for more, size in (
        ({"shuffle": True}, rows),
        ({"num_samples": 1}, 1),
        ({"num_shards": 2, "shard_id": 1, "shuffle": False}, -(-rows // 2)),
        ({"num_parallel_workers": 2, "cache": ds.DatasetCache(1)}, rows),
    ):
        if name in GENERATED:
            more.pop("cache", None)
        data = opened(name, args, {**options, **more})
        assert data.get_dataset_size() == size
        for _ in range(2):
            assert len(list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))) == size


@pytest.mark.sweep
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_missing_folders_and_wrong_arguments(name, there):
    args, options = ONE_OF_EACH[name]
    with pytest.raises(ValueError):
        opened(name, ["nothing", *args[1:]], options)
    with pytest.raises(TypeError):
        opened(name, [5, *args[1:]], options)
    if "usage" in options and name != "VOCDataset":
        with pytest.raises(ValueError, match="usage"):
            opened(name, args, {**options, "usage": "nothing"})
    with pytest.raises((ValueError, RuntimeError)):
        opened(name, args, {**options, "num_shards": 2})
    if name not in GENERATED:
        with pytest.raises(TypeError, match="cache"):
            opened(name, args, {**options, "cache": 5})


def spoil(path, content):
    Path(path).write_bytes(content)


FLICKR = ("flickr/images", "flickr/a.token")
DAMAGES = {
    "table": ("ag/train.csv", b'"1","only two"\n', "AGNewsDataset", ("ag", "train"), {}),
    "words": ("conll/train.txt", b"The DT\n", "CoNLL2000Dataset", ("conll", "train"), {}),
    "no text": ("ptb/ptb.train.txt", b"\xff\xfe\n", "PennTreebankDataset", ("ptb", "train"), {}),
    "json": ("squad1/train-v1.1.json", b'{"data": [{}]}', "SQuADDataset", ("squad1", "train"), {}),
    "tabs": ("sst2/train.tsv", b"a\tb\na\tb\tc\n", "SST2Dataset", ("sst2", "train"), {}),
    "task": ("clue/csl_train.json", b"{}\n", "CLUEDataset", ("clue/csl_train.json", "CSL"), {}),
    "pairs": ("multi30k/training/train.de", b"one\n", "Multi30kDataset", ("multi30k", "train"), {}),
    "xml": ("voc/Annotations/1.xml", b"<annotation>", "VOCDataset", ("voc", "Detection"), {}),
    "coco": ("coco/det.json", b'{"images": []}', "CocoDataset", ("coco/img", "coco/det.json"), {}),
    "category": (
        "coco/det.json",
        b'{"images": [{"id": 7, "file_name": "0007.jpg"}], "categories": [{"id": 1, "name": "a"}], '
        b'"annotations": [{"image_id": 7, "category_id": 2, "bbox": [1, 2, 3, 4], "iscrowd": 0}]}',
        "CocoDataset",
        ("coco/img", "coco/det.json"),
        {},
    ),
    "no name": (
        "voc/Annotations/1.xml",
        b"<a><object><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox>"
        b"</object></a>",
        "VOCDataset",
        ("voc", "Detection"),
        {},
    ),
    "no number": (
        "celeba/list_attr_celeba.txt",
        b"1\nA\n1.jpg x\n",
        "CelebADataset",
        ("celeba",),
        {},
    ),
    "attributes": (
        "celeba/list_attr_celeba.txt",
        b"9\nA\n1.jpg 1\n",
        "CelebADataset",
        ("celeba",),
        {},
    ),
    "no images": ("manifest/a.manifest", b"\n", "ManifestDataset", ("manifest/a.manifest",), {}),
    "manifest": ("manifest/a.manifest", b"{}\n", "ManifestDataset", ("manifest/a.manifest",), {}),
    "idx": (
        "emnist/emnist-mnist-train-images-idx3-ubyte",
        b"\0\0\x08\3",
        "EMnistDataset",
        ("emnist", "mnist"),
        {},
    ),
    "images": ("stl10/train_X.bin", b"\0" * 100, "STL10Dataset", ("stl10", "train"), {}),
    "numbers": ("semeion/semeion.data", b"1 2 3\n", "SemeionDataset", ("semeion",), {}),
    "no wave": ("yesno/1_0_0_1_1_0_1_0.wav", b"none", "YesNoDataset", ("yesno",), {}),
    "metadata": ("lj/metadata.csv", b"a|b\n", "LJSpeechDataset", ("lj",), {}),
    "talks": (
        "iwslt2016/texts/de/en/de-en/train.tags.de-en.en",
        b"one\n",
        "IWSLT2016Dataset",
        ("iwslt2016", "train"),
        {},
    ),
    "talks in XML": (
        "iwslt2017/texts/DeEnItNlRo/DeEnItNlRo/DeEnItNlRo-DeEnItNlRo/IWSLT17.TED.tst2010.de-en.de.xml",
        b"<mteval>",
        "IWSLT2017Dataset",
        ("iwslt2017", "test"),
        {},
    ),
    "objects": (
        "kitti/data_object_label_2/training/label_2/000001.txt",
        b"Car 1 2\n",
        "KITTIDataset",
        ("kitti",),
        {},
    ),
    "faces": (
        "wider/wider_face_split/wider_face_train_bbx_gt.txt",
        b"a.jpg\n2\n1 2 3\n",
        "WIDERFaceDataset",
        ("wider", "train"),
        {},
    ),
    "pairs of faces": ("lfw/pairs.txt", b"a b c\n", "LFWDataset", ("lfw", "pairs", "10fold"), {}),
    "person": ("lfw/people.txt", b"Nobody\t1\n", "LFWDataset", ("lfw", "people", "10fold"), {}),
    "polygons": (
        "cityscapes/gtFine/train/aachen/aachen_000000_000019_gtFine_polygons.json",
        b"{",
        "CityscapesDataset",
        ("cityscapes",),
        {"task": "polygon"},
    ),
    "scenes": (
        "places/places365_val.txt",
        b"Places365_val_00000001.jpg\n",
        "Places365Dataset",
        ("places", "val"),
        {},
    ),
    "addresses": (
        "sbu/SBU_captioned_photo_dataset_urls.txt",
        b"http://a.com/b\n",
        "SBUDataset",
        ("sbu",),
        {},
    ),
    "descriptions": ("flickr/a.token", b"a.jpg text\n", "FlickrDataset", FLICKR, {}),
    "ints": (
        "qmnist/xnist-labels-idx2-int",
        b"\0\0\x0c\2\0\0\0\2\0\0\0\x08",
        "QMnistDataset",
        ("qmnist", "nist"),
        {},
    ),
    "patches": (
        "tour/liberty/patches0000.bmp",
        b"BM" + bytes(60),
        "PhotoTourDataset",
        ("tour", "liberty"),
        {},
    ),
    "matches": (
        "tour/liberty/m50_100000_100000_0.txt",
        b"1 2 3\n",
        "PhotoTourDataset",
        ("tour", "liberty", "test"),
        {},
    ),
    "values": ("usps/usps", b"1 1:0.5 2:0.25\n", "USPSDataset", ("usps", "train"), {}),
    "matlab": ("svhn/test_32x32.mat", b"none", "SVHNDataset", ("svhn", "test"), {}),
    "other variables": (
        "svhn/test_32x32.mat",
        lambda: Path("flowers/setid.mat").read_bytes(),
        "SVHNDataset",
        ("svhn", "test"),
        {},
    ),
    "utterances": (
        "libritts/dev-clean/116/288045/116_288045.trans.tsv",
        b"116_288045\tone\n",
        "LibriTTSDataset",
        ("libritts", "dev-clean"),
        {},
    ),
    "sphere": (
        "TEDLIUM_release-3/data/sph/Al_2009.sph",
        b"NIST_1A\n   1024\nsample_rate -i 8000\n".ljust(1024),
        "TedliumDataset",
        ("TEDLIUM_release-3", "release3"),
        {},
    ),
    "times": (
        "TEDLIUM_release-3/data/stm/Al_2009.stm",
        b"a 1 b c d <o> text\n",
        "TedliumDataset",
        ("TEDLIUM_release-3", "release3"),
        {},
    ),
    "sentences": (
        "cmu/cmu_us_aew_arctic/etc/txt.done.data",
        b"( a )\n",
        "CMUArcticDataset",
        ("cmu",),
        {},
    ),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_damaged_files(kind, tmp_path, folder, monkeypatch):
    path, content, name, args, options = DAMAGES[kind]
    shutil.copytree(folder, tmp_path / "copy")
    monkeypatch.chdir(tmp_path / "copy")
    spoil(path, content() if callable(content) else content)
    with pytest.raises(RuntimeError):
        list(opened(name, args, {**options, "shuffle": False}))


LOST = {
    "food/images/steak/0.jpg": ("Food101Dataset", ("food",)),
    "celeba/000002.jpg": ("CelebADataset", ("celeba",)),
    "voc/JPEGImages/1.jpg": ("VOCDataset", ("voc", "Detection")),
    "lj/wavs/LJ001-0001.wav": ("LJSpeechDataset", ("lj",)),
    "caltech101/Annotations/ant/annotation_0001.mat": ("Caltech101Dataset", ("caltech101", "all")),
    "flowers/jpg/image_00003.jpg": ("Flowers102Dataset", ("flowers",)),
    "sb/cls/2008_1.mat": ("SBDataset", ("sb",)),
    "div2k/DIV2K_train_LR_bicubic/X2/0002x2.png": ("DIV2KDataset", ("div2k",)),
    "tour/liberty/info.txt": ("PhotoTourDataset", ("tour", "liberty")),
    "TEDLIUM_release1/dev/sph/Al_2009.sph": (
        "TedliumDataset",
        ("TEDLIUM_release1", "release1", "dev"),
    ),
    "stl10/train_y.bin": ("STL10Dataset", ("stl10", "train")),
}


@pytest.mark.parametrize("path", LOST)
def test_lost_files(path, tmp_path, folder, monkeypatch):
    name, args = LOST[path]
    shutil.copytree(folder, tmp_path / "copy")
    monkeypatch.chdir(tmp_path / "copy")
    os.remove(path)
    with pytest.raises(RuntimeError, match=os.path.basename(path)):
        list(opened(name, args, {}))


def test_one_attribute_of_celeba_is_a_number(tmp_path):
    (tmp_path / "0.jpg").write_bytes(b"image")
    (tmp_path / "list_attr_celeba.txt").write_text("1\nSmiling\n0.jpg 1\n")
    (row,) = ds.CelebADataset(str(tmp_path)).create_dict_iterator(1, output_numpy=True)
    assert (row["attr"].shape, row["attr"].item()) == ((), 1)


@pytest.mark.parametrize("made", [ds.Schema, lambda schema: ds.RandomDataset(schema=schema)])
def test_a_schema_is_the_path_of_a_file(made):
    with pytest.raises(TypeError, match="schema_file"):
        made(3)


@pytest.mark.parametrize("order", [[7, 3, 5], [5, 3, 7]])
def test_coco_rows_are_in_the_order_of_the_images(order, tmp_path):
    for number in order:
        (tmp_path / f"{number}.jpg").write_bytes(bytes([number]))
    images = [{"id": number, "file_name": f"{number}.jpg"} for number in order]
    said = [{"image_id": number, "caption": "a"} for number in (3, 7)]
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"images": images, "annotations": said}))
    data = ds.CocoDataset(str(tmp_path), str(file), "Captioning", shuffle=False)
    rows = [row["image"].tolist()[0] for row in data.create_dict_iterator(1, output_numpy=True)]
    assert rows == [number for number in order if number != 5]


def test_extra_metadata_is_shown_under_another_name(there):
    data = ds.CocoDataset(
        "coco/img", "coco/cap.json", "Captioning", shuffle=False, extra_metadata=True
    )
    assert data.get_col_names() == ["image", "captions", "_meta-filename"]
    data = data.rename("_meta-filename", "filename")
    names = [row["filename"].item() for row in data.create_dict_iterator(1, output_numpy=True)]
    assert names == ["0007", "0003"]


@pytest.mark.parametrize(("bits", "kind"), [(8, "u1"), (16, "<i2"), (32, "<i4")])
def test_waves_of_several_widths(bits, kind, tmp_path):
    from msjax.dataset.engine.datasets_audio import read_wave

    limit = (1 << bits - 1) - 1
    values = np.array([[0, limit], [-limit, 1]])
    data = (values + (128 if bits == 8 else 0)).astype(kind).tobytes()
    head = b"WAVEfmt \x10\0\0\0\1\0\2\0\x40\x1f\0\0" + bytes(4) + bytes([bits // 4, 0, bits, 0])
    part = b"LIST\1\0\0\0xx" + b"data" + len(data).to_bytes(4, "little") + data
    (tmp_path / "w.wav").write_bytes(b"RIFF\0\0\0\0" + head + part)
    waveform, rate = read_wave(str(tmp_path / "w.wav"))
    np.testing.assert_allclose(waveform, [[0, -1], [1, 1 / limit]], rtol=1e-6)
    assert (waveform.dtype, rate) == (np.float32, 8000)
    (tmp_path / "w.wav").write_bytes(b"RIFF\0\0\0\0" + head + part[:-1])
    with pytest.raises(RuntimeError, match="cut off"):
        read_wave(str(tmp_path / "w.wav"))


def test_images_and_rows_of_noise():
    data = ds.FakeImageDataset(5, (4, 3, 2), 7, base_seed=3, shuffle=False)
    rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
    assert [row[0].shape for row in rows] == [(4, 3, 2)] * 5
    assert all(row[0].dtype == np.uint8 and row[1].dtype == np.uint32 for row in rows)
    again = next(iter(ds.FakeImageDataset(5, (4, 3, 2), 7, base_seed=3, shuffle=False)))
    assert (again[0].asnumpy() == rows[0][0]).all()
    schema = ds.Schema()
    for name, dtype, shape in ("a", ms.float32, [2]), ("b", "string", []), ("c", "bool", [3]):
        schema.add_column(name, dtype, shape)
    row = next(ds.RandomDataset(4, schema).create_tuple_iterator(output_numpy=True))
    assert [(v.dtype.kind, v.shape) for v in row] == [("f", (2,)), ("U", ()), ("b", (3,))]


def test_rows_of_noise_without_a_schema():
    seen = set()
    for _ in range(20):
        data = ds.RandomDataset(2, columns_list=["ignored"])
        names = data.get_col_names()
        assert names == [f"c{i}" for i in range(len(names))]
        assert 1 <= len(names) <= 4
        rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
        assert len(rows) == 2
        for first, second in zip(*rows, strict=True):
            assert (first.dtype, first.shape) == (second.dtype, second.shape)
            assert 1 <= first.ndim <= 4 and 1 <= min(first.shape) <= max(first.shape) <= 32
            seen.add(first.dtype.name)
    assert len(seen) > 4


# -- caches and saved pipelines ------------------------------------------------------------------


def counted(cache, calls):
    def once(x):
        calls.append(int(x))
        return x * 2

    return ds.NumpySlicesDataset({"x": [1, 2, 3]}).map(once, "x", cache=cache)


def test_a_cache_keeps_what_operations_make():
    cache, calls = ds.DatasetCache(1), []
    data = counted(cache, calls)
    for _ in range(3):
        rows = sorted(int(row[0]) for row in data)
        assert rows == [2, 4, 6]
    assert sorted(calls) == [1, 2, 3]
    assert cache.get_stat().num_mem_cached == 3
    rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
    rows[0][0][...] = 99
    assert sorted(int(row[0]) for row in data) == [2, 4, 6]
    other = counted(cache, calls)
    assert sorted(int(row[0]) for row in other) == [2, 4, 6]
    assert len(calls) == 6


def test_a_full_cache_still_gives_rows(there):
    cache = ds.DatasetCache(1, size=1)
    data = ds.STL10Dataset("stl10", shuffle=False, cache=cache)
    assert len(list(data)) == 7
    big = ds.GeneratorDataset([np.zeros(600000)] * 3, "x", shuffle=False).map(
        lambda x: x + 1, cache=ds.DatasetCache(2, size=5)
    )
    assert [float(row[0][0]) for row in big] == [1, 1, 1]


def test_wrong_caches():
    for error, options in (
        (TypeError, {"session_id": "x"}),
        (ValueError, {"session_id": 1, "size": -1}),
        (TypeError, {"session_id": 1, "spilling": 1}),
        (ValueError, {"session_id": 1, "port": 5}),
        (NotImplementedError, {"session_id": 1, "spilling": True}),
    ):
        with pytest.raises(error):
            ds.DatasetCache(**options)


KINDS = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
SAVED = dict(zip(KINDS, "i4 i4 i4 i4 i8 i4 i4 i8 i8 f4 f4 f8".split(), strict=True))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(), (2, 3)])
def test_saved_rows(kind, shape, tmp_path):
    path = str(tmp_path / "s.mindrecord")
    values = [np.full(shape, i).astype(kind) for i in range(3)]
    ds.GeneratorDataset(values, "x", shuffle=False).save(path)
    found = [
        row[0]
        for row in ds.MindDataset(path, shuffle=False).create_tuple_iterator(
            num_epochs=1, output_numpy=True
        )
    ]
    assert [value.dtype for value in found] == [np.dtype(SAVED[kind])] * 3
    assert all((a == b).all() for a, b in zip(found, values, strict=True))
    assert ms.mindrecord.FileReader(path).schema()["x"].get("shape") == ([-1, 3] if shape else None)


def test_names_of_saved_columns_have_no_marks(tmp_path):
    path = str(tmp_path / "marks.mindrecord")
    columns = {"a-b": [1, 2], "c.d/e": [3, 4], "f": [5, 6]}
    ds.NumpySlicesDataset(columns, shuffle=False).save(path)
    read = ds.MindDataset(path, shuffle=False)
    assert read.get_col_names() == ["a_b", "c_d_e", "f"]
    rows = list(read.create_tuple_iterator(num_epochs=1, output_numpy=True))
    assert [[int(value) for value in row] for row in rows] == [[1, 3, 5], [2, 4, 6]]
    with pytest.raises(RuntimeError, match="one name"):  # MindSpore drops one of them
        ds.NumpySlicesDataset({"a-b": [1], "a_b": [2]}).save(str(tmp_path / "two"))
    assert not (tmp_path / "two").exists()


def test_saved_strings_files_and_faults(tmp_path):
    path = str(tmp_path / "s.mindrecord")
    data = ds.GeneratorDataset([("é", b"b\0"), ("u", b"c")], ["s", "b"], shuffle=False)
    data.save(path, 2)
    rows = ms.mindrecord.FileReader(path + "0").get_next()
    assert list(rows) == [{"s": "é", "b": b"b\0"}, {"s": "u", "b": b"c"}]
    assert ms.mindrecord.FileReader(path + "0").len() == 2
    with pytest.raises(RuntimeError, match="already exist"):
        data.save(path, 2)
    with pytest.raises(ValueError, match="tfrecord"):
        data.save(path, 1, "tfrecord")
    with pytest.raises(TypeError):
        data.save(path, "x")
    with pytest.raises(RuntimeError, match="multi-dimensional"):
        ds.GeneratorDataset([np.array(["a", "b"])], "s").save(str(tmp_path / "t"))


@pytest.mark.parametrize("room", [1 << 14, 20 << 20])
def test_a_full_disk_leaves_nothing(room, tmp_path):
    resource = pytest.importorskip("resource")
    path = str(tmp_path / "s.mindrecord")
    data = ds.NumpySlicesDataset({"x": [1, 2, 3]}, shuffle=False)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(RuntimeError, match="s.mindrecord cannot be written"):
            data.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not os.listdir(tmp_path)
    data.save(path)
    assert ds.MindDataset(path).get_dataset_size() == 3


def test_an_error_in_the_rows_leaves_nothing(tmp_path):
    path = str(tmp_path / "s.mindrecord")
    data = ds.NumpySlicesDataset({"x": list(range(1200))}, shuffle=False)
    with pytest.raises(Exception, match="too late"):
        data.map(lambda x: late(x), "x").save(path)
    assert not os.listdir(tmp_path)
    data.save(path)
    with pytest.raises(Exception, match="exist"):
        data.save(path)
    assert ds.MindDataset(path).get_dataset_size() == 1200


def late(x):
    if x == 1100:
        raise ValueError("too late")
    return x
