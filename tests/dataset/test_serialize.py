"""Pipelines as JSON: what MindSpore writes (tests/golden/serialized.json), and back."""

import importlib.util
import json
import logging
import tempfile
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
import msjax.dataset as ds
from msjax import log, mindrecord

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name):
    spec = importlib.util.spec_from_file_location(name, GOLDEN / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


dataset_files, cases = golden("dataset_files"), golden("serialized_cases")
FOUND = json.loads((GOLDEN / "serialized.json").read_text())
CASE = cases.Case(ms, ds)
# Where MindSpore writes a factor, and where it refuses what it wrote or writes less
UNLIKE = {("v.AdjustContrast(0.5)", "device_target")}
FUNCTIONS = [one for one in cases.PIPELINES if "lambda" in one or "Numpy" in one]


@pytest.fixture(scope="module", autouse=True)
def folder():
    pytest.importorskip("PIL")
    with tempfile.TemporaryDirectory() as root, pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        cases.make(root, mindrecord)
        yield


@pytest.fixture(autouse=True)
def settings():
    before, seed = ds.config.get_num_parallel_workers(), ds.config.get_seed()
    ds.config.set_num_parallel_workers(2)
    ds.config.set_seed(5489)
    yield
    ds.config.set_num_parallel_workers(before)
    ds.config.set_seed(seed)


def missing(ours, theirs, case=""):
    """What MindSpore writes and we do not, or otherwise; further keys of ours are welcome."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if "python_module" in theirs:
            return [] if ours["tensor_op_name"] == theirs["tensor_op_name"] else [(ours, theirs)]
        return [
            wrong
            for key, value in theirs.items()
            if (case, key) not in UNLIKE and (key != "tensor_op_params" or value is not None)
            for wrong in missing(ours.get(key, "nothing"), value, case)
        ]
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        return [w for a, b in zip(ours, theirs, strict=True) for w in missing(a, b, case)]
    return [] if ours == theirs and type(ours) is type(theirs) else [(ours, theirs)]


def rows(dataset):
    ds.config.set_seed(5)
    return [
        {key: value.tolist() for key, value in row.items()}
        for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True)
    ]


@pytest.mark.parametrize("one", cases.PIPELINES)
def test_pipelines_are_written_as_mindspore_does(one):
    assert not missing(CASE.pipeline(one).to_json(), FOUND["pipelines"][one])


@pytest.mark.parametrize("one", [one for one in cases.PIPELINES if one not in FUNCTIONS])
def test_pipelines_are_rebuilt(one):
    ds.config.set_seed(5)
    first = CASE.pipeline(one)
    again = ds.deserialize(json.loads(json.dumps(ds.serialize(first))))
    assert ds.compare(first, again)
    if ".repeat()" in one:
        first, again = first.take(5), again.take(5)
    assert rows(again) == rows(first)
    assert again.get_col_names() == first.get_col_names()


@pytest.mark.parametrize("one", FUNCTIONS)
def test_functions_and_generators_are_not_rebuilt(one):
    with pytest.raises(RuntimeError, match="cannot be rebuilt"):
        ds.deserialize(CASE.pipeline(one).to_json())


@pytest.mark.parametrize("one", cases.OPERATIONS)
def test_operations_are_written_as_mindspore_does_and_rebuilt(one):
    first = CASE.mapped(one)
    found = first.to_json()
    assert not missing(found["operations"], FOUND["operations"][one], one)
    again = ds.deserialize(found)
    assert ds.compare(first, again)
    old, new = first.operations[0], again.operations[0]
    assert isinstance(old, type(new)) or len(again.operations) > 1


IMAGE = np.random.default_rng(1).integers(0, 256, (12, 14, 3), np.uint8)


@pytest.mark.parametrize(
    "one",
    """
    v.Affine(15,[0.25,0.25],1.5,3.0) v.Crop((1,2),(3,4)) v.Erase(1,2,3,4,(5,6,7))
    v.Pad((1,2),(1,2,3)) v.GaussianBlur(3) v.PadToSize(20,3) v.Resize(9,v.Inter.CUBIC)
    v.Rotate(30,center=(1,2)) v.Solarize((10,20)) v.RandomAffine(10) v.RandomColorAdjust(0.5)
    v.RandomCrop(5,2) v.RandomRotation((5,9)) v.RandomResizedCrop(5) v.RandomSolarize((10,90))
    v.UniformAugment([v.Invert(),v.RandomColor()],1) t.Mask(t.Relational.GE,30)
    t.PadEnd([12,16,3],7) t.Slice(slice(0,4),2) t.Slice(...) t.Fill(3) t.TypeCast(ms.float16)
    t.RandomApply([v.Invert()]) t.RandomChoice([v.Invert(),v.HWC2CHW()])
    v.ConvertColor(v.ConvertMode.COLOR_RGB2GRAY) v.AutoContrast(1.5,[1,2]) v.ToTensor()
    v.HsvToRgb(True) v.Perspective([[0,1],[1,2],[3,4],[5,6]],[[0,1],[1,2],[3,4],[5,7]])
    """.split(),
)
def test_a_rebuilt_operation_gives_the_same(one):
    first = CASE.mapped(one)
    again = ds.deserialize(first.to_json())
    image = IMAGE / np.float64(255) if "Hsv" in one else IMAGE

    def results(pipeline):
        data = ds.NumpySlicesDataset({"image": [image] * 3}, shuffle=False)
        return rows(data.map(pipeline.operations, "image"))

    assert results(again) == results(first)


@pytest.mark.parametrize(
    "make",
    [
        lambda vocab: ds.text.Lookup(vocab, "hello"),
        lambda vocab: ds.text.WordpieceTokenizer(vocab, unknown_token="bye"),
    ],
)
def test_words_are_kept(make):
    vocab = ds.text.Vocab.from_list(["bye", "hello", "world"])
    lines = ds.TextFileDataset("t.txt", shuffle=False).map([ds.text.WhitespaceTokenizer()])
    lines = lines.map(make(vocab)).padded_batch(2, pad_info={})
    assert rows(ds.deserialize(lines.to_json())) == rows(lines)


def test_parts_of_a_split_stay_disjoint():
    parts = [ds.deserialize(part.to_json()) for part in CASE.images().split([3, 1])]
    numbers = [row["image"] for part in parts for row in rows(part)]
    assert sorted(numbers) == sorted(row["image"] for row in rows(CASE.images()))


def test_own_samplers_are_not_rebuilt():
    class First(ds.Sampler):
        def __iter__(self):
            yield 0

    found = CASE.images(None, sampler=First()).to_json()
    assert found["sampler"] == {"num_samples": 0}
    with pytest.raises(RuntimeError, match="sampler"):
        ds.deserialize(found)


def test_files(tmp_path):
    path, data = str(tmp_path / "p.json"), CASE.images().batch(2)
    found = ds.serialize(data, path)
    assert json.loads(Path(path).read_text()) == found
    assert ds.compare(ds.deserialize(json_filepath=path), data)
    assert ds.deserialize() is None
    for wrong in str(tmp_path / "none.json"), str(tmp_path):
        with pytest.raises(RuntimeError, match="Invalid file"):
            ds.deserialize(json_filepath=wrong)
    with pytest.raises(RuntimeError, match="cannot be written"):
        data.to_json(str(tmp_path / "none" / "p.json"))
    with pytest.raises(RuntimeError, match="op_type"):
        ds.deserialize({"a": 1})


def test_show(caplog):
    logger = log._get_logger()
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(caplog.handler)
    try:
        ds.show(CASE.images(), None)
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel(before)
    assert "ImageFolderDataset" in caplog.text


def test_sources(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dataset_files.make(str(tmp_path))
    for (name, args, options), theirs in zip(dataset_files.CASES, FOUND["sources"], strict=True):
        data = getattr(ds, name)(*args, **options, shuffle=False)
        ours = data.to_json()
        if theirs["op_type"] != "GeneratorDataset":
            ours["dataset_dir" if "dataset_dir" in theirs else "x"] = theirs.get("dataset_dir")
            assert not missing(ours, theirs), (name, missing(ours, theirs))
        again = ds.deserialize(data.to_json())
        assert type(again) is type(data)
        assert again.get_dataset_size() == data.get_dataset_size(), name
        assert ds.compare(again, data)
