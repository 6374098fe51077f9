"""MindRecord files against those of MindSpore, and what is refused."""

from __future__ import annotations

import gzip
import importlib.util
import json
import pickle
import shutil
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import msjax.dataset as ds
from msjax import mindrecord
from msjax.mindrecord import FileReader, FileWriter, MindPage
from msjax.mindrecord.common import exceptions

GOLDEN = Path(__file__).parent.parent / "golden"


def _loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cases = _loaded(GOLDEN / "mindrecord_cases.py")
tfrecord = _loaded(Path(__file__).parent.parent / "dataset" / "test_tfrecord.py")
FACTS = json.loads((GOLDEN / "mindrecord.json").read_text())


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """The folder of the files that MindSpore wrote."""
    folder = tmp_path_factory.mktemp("theirs")
    with tarfile.open(GOLDEN / "mindrecord.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    return folder


def facts(name):
    return json.loads(json.dumps(cases.read(mindrecord, ds, name)))


@pytest.mark.parametrize("name", cases.CASES)
def test_files_of_mindspore_are_read(name, theirs, monkeypatch):
    monkeypatch.chdir(theirs)
    assert facts(name) == FACTS[name]


@pytest.mark.parametrize("name", cases.CASES)
def test_own_files_are_those_of_mindspore(name, theirs, tmp_path, monkeypatch):
    """The same bytes; MindSpore shares rows out by chance, so of several files only the rows."""
    monkeypatch.chdir(tmp_path)
    cases.write(mindrecord, name)
    if len(cases.paths(name)) == 1:
        own, wanted = (folder / f"{name}.mindrecord" for folder in (tmp_path, theirs))
        assert own.read_bytes() == wanted.read_bytes()
        assert facts(name) == FACTS[name]
    else:
        rows = [row["x"] for row in FileReader(cases.paths(name)[0]).get_next()]
        assert rows == list(range(len(rows)))


def test_rows_may_be_added_to_files_of_mindspore(theirs, tmp_path):
    for suffix in "", ".db":
        shutil.copy(theirs / f"moved.mindrecord{suffix}", tmp_path)
    path = str(tmp_path / "moved.mindrecord")
    before = [row["x"] for row in FileReader(path).get_next()]
    writer = FileWriter.open_for_append(path)
    writer.write_raw_data([{"x": -1, "s": "q" * 500}] * 100)
    writer.commit()
    assert [row["x"] for row in FileReader(path).get_next()] == before + [-1] * 100


SCHEMA = {"x": {"type": "int32"}, "d": {"type": "bytes"}}
ROW = {"x": 1, "d": b"d"}


def started(folder, **options):
    writer = FileWriter(str(folder / "w.mindrecord"), overwrite=True, **options)
    writer.set_header_size(1 << 14)
    writer.set_page_size(1 << 15)
    writer.add_schema(SCHEMA)
    return writer


def written(folder, rows=3, **options):
    writer = started(folder, **options)
    writer.write_raw_data([{"x": i, "d": bytes([i])} for i in range(rows)])
    writer.commit()
    return str(folder / "w.mindrecord")


WRONG_SCHEMAS = {
    "no dict": [1],
    "empty": {},
    "type": {"x": {"type": "int8"}},
    "name": {"x y": {"type": "int32"}},
    "shape of bytes": {"x": {"type": "bytes", "shape": [2]}},
    "shape": {"x": {"type": "int32", "shape": 2}},
    "more": {"x": {"type": "int32", "rank": 2}},
    "no field": {"x": "int32"},
}


@pytest.mark.parametrize("shape", [[-1, -1], [0], [2, 0], [-2], [True]])
def test_one_size_may_be_open(shape, tmp_path):
    content = {"x": {"type": "int32", "shape": shape}}
    with pytest.raises(exceptions.MRMBuildSchemaError):
        FileWriter(str(tmp_path / "w")).add_schema(content)


def test_reader_goes_on_where_it_was(tmp_path):
    name = str(tmp_path / "w")
    writer = FileWriter(name)
    writer.add_schema({"x": {"type": "int32"}})
    writer.write_raw_data([{"x": x} for x in range(5)])
    writer.commit()
    reader = FileReader(name)
    assert [row["x"] for _, row in zip(range(2), reader.get_next(), strict=False)] == [0, 1]
    assert [row["x"] for row in reader.get_next()] == [2, 3, 4]
    assert list(reader.get_next()) == [] and reader.len() == 5
    reader.close()


def test_description_is_text(tmp_path):
    with pytest.raises(TypeError, match="'desc' must be str"):
        FileWriter(str(tmp_path / "w")).add_schema({"x": {"type": "int32"}}, 3)


@pytest.mark.parametrize("room", [1 << 10, 20 << 20])
def test_a_full_disk_ends_the_writing(room, tmp_path):
    resource = pytest.importorskip("resource")
    writer = started(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(RuntimeError, match="w.mindrecord cannot be written"):
            for _ in range(500):
                writer.write_raw_data([{"x": 1, "d": b"d" * 20000}] * 5)
            writer.commit()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    for again in writer.commit, lambda: writer.write_raw_data([dict(ROW)]):
        with pytest.raises(RuntimeError, match="cannot be written"):
            again()
    with pytest.raises(RuntimeError, match="not exists"):
        ds.MindDataset(str(tmp_path / "w.mindrecord"))
    assert labels(written(tmp_path, 4), shuffle=False) == [0, 1, 2, 3]


def test_a_row_that_is_too_large_leaves_the_file_as_it_was(tmp_path):
    writer = started(tmp_path)
    writer.write_raw_data([{"x": 0, "d": b"a"}])
    with pytest.raises(RuntimeError, match="too small"):
        writer.write_raw_data([{"x": 8, "d": b"b"}, {"x": 9, "d": b"d" * 40000}])
    writer.write_raw_data([{"x": 1, "d": b"c"}])
    writer.commit()
    rows = ds.MindDataset(str(tmp_path / "w.mindrecord"), ["x", "d"], shuffle=False)
    assert [(int(x), d.item()) for x, d in rows.create_tuple_iterator(None, 1, True)] == [
        (0, b"a"),
        (1, b"c"),
    ]


@pytest.mark.parametrize("content", WRONG_SCHEMAS.values(), ids=WRONG_SCHEMAS)
def test_wrong_schemas(content, tmp_path):
    with pytest.raises(exceptions.MRMInvalidSchemaError):
        FileWriter(str(tmp_path / "w")).add_schema(content)


WRONG_WRITING = {
    "schema twice": (lambda w: w.add_schema(SCHEMA), exceptions.MRMAddSchemaError, "add schema"),
    "index of a blob": (lambda w: w.add_index(["d"]), exceptions.MRMDefineIndexError, "primitive"),
    "index of nothing": (lambda w: w.add_index(["z"]), RuntimeError, "z can not found"),
    "index twice": (lambda w: w.add_index(["x", "x"]), RuntimeError, "repeatedly"),
    "index as text": (lambda w: w.add_index("x"), exceptions.ParamTypeError, "list"),
    "header too small": (lambda w: w.set_header_size(3), RuntimeError, "16384"),
    "page too small": (lambda w: w.set_page_size(3), RuntimeError, "32768"),
    "page not by four": (lambda w: w.set_page_size(32769), RuntimeError, "divided by four"),
    "rows as dict": (lambda w: w.write_raw_data(ROW), exceptions.ParamTypeError, "list"),
    "row as list": (lambda w: w.write_raw_data([[1]]), exceptions.ParamTypeError, "dict"),
    "nothing": (lambda w: w.write_raw_data([]), RuntimeError, "no valid data"),
    "all wrong": (lambda w: w.write_raw_data([{"x": "s", "d": b""}]), RuntimeError, "no valid"),
    "large": (lambda w: w.write_raw_data([{"x": 1, "d": b"d" * 40000}]), RuntimeError, "too small"),
}


@pytest.mark.parametrize(("call", "error", "text"), WRONG_WRITING.values(), ids=WRONG_WRITING)
def test_wrong_writing(call, error, text, tmp_path):
    writer = started(tmp_path)
    with pytest.raises(error, match=text):
        call(writer)


def test_rows_that_do_not_fit_are_taken_out(tmp_path):
    rows = [dict(ROW, x=1.5), ROW, {"x": 1}, dict(ROW, d="text"), dict(ROW, d=np.arange(2))]
    writer = started(tmp_path)
    writer.write_raw_data(rows)
    writer.commit()
    assert rows == [ROW]
    assert list(FileReader(str(tmp_path / "w.mindrecord")).get_next()) == [ROW]


def test_after_commit_nothing_is_written(tmp_path):
    writer = started(tmp_path)
    writer.write_raw_data([ROW])
    writer.commit()
    with pytest.raises(RuntimeError, match="open_for_append"):
        writer.write_raw_data([ROW])


def test_a_closed_reader_has_no_more_rows(tmp_path):
    reader = FileReader(written(tmp_path, 5))
    rows = reader.get_next()
    assert [next(rows)["x"], next(rows)["x"]] == [0, 1]
    reader.close()
    assert list(rows) == list(reader.get_next()) == []


def test_existing_files_stay_unless_told(tmp_path):
    path = written(tmp_path)
    writer = FileWriter(path)
    writer.add_schema(SCHEMA)
    with pytest.raises(RuntimeError, match="already exist"):
        writer.write_raw_data([ROW])
    assert FileReader(path).len() == 3


def test_a_file_that_was_never_committed_is_refused(tmp_path):
    writer = started(tmp_path)
    writer.write_raw_data([ROW])
    del writer
    with pytest.raises(RuntimeError, match="db is not exists"):
        FileReader(str(tmp_path / "w.mindrecord"))


def damage(path, kind):
    content = Path(path).read_bytes()
    if kind == "renamed":
        for suffix in "", ".db":
            shutil.move(path + suffix, path.replace("w.", "v.") + suffix)
        return path.replace("w.", "v.")
    if kind == "no index":
        Path(path + ".db").unlink()
    elif kind == "index":
        Path(path + ".db").write_bytes(b"none")
    elif kind == "pages":
        Path(path).write_bytes(content[: (1 << 14) + 20])
    elif kind == "header":
        Path(path).write_bytes(content[:100])
    else:
        Path(path).write_bytes(b"hello " * 100)
    return path


DAMAGES = {
    "renamed": "can not match",
    "no index": "not exists",
    "index": "not an index",
    "pages": "cut off",
    "header": "header content",
    "other": "header is larger",
}


@pytest.mark.parametrize(("kind", "text"), DAMAGES.items(), ids=DAMAGES)
@pytest.mark.parametrize("reader", [FileReader, MindPage, ds.MindDataset])
def test_damaged_files(reader, kind, text, tmp_path):
    path = damage(written(tmp_path), kind)
    with pytest.raises(RuntimeError, match=text):
        reader([path])


def test_missing_files(tmp_path):
    path = str(tmp_path / "none")
    for reader in FileReader, MindPage, FileWriter.open_for_append:
        with pytest.raises(RuntimeError, match="not exists"):
            reader(path)
    with pytest.raises(ValueError, match="does not exist"):
        ds.MindDataset(path)


def test_a_missing_shard_is_told(tmp_path):
    writer = FileWriter(str(tmp_path / "s"), 2)
    writer.set_header_size(1 << 14)
    writer.add_schema({"x": {"type": "int32"}})
    writer.write_raw_data([{"x": i} for i in range(4)])
    writer.commit()
    assert FileReader(str(tmp_path / "s1")).len() == 4
    assert FileReader([str(tmp_path / "s1")]).len() == 2
    (tmp_path / "s0").unlink()
    with pytest.raises(RuntimeError, match="missing"):
        FileReader(str(tmp_path / "s1"))


def test_several_files_are_filled_evenly_call_by_call(tmp_path):
    writer = FileWriter(str(tmp_path / "s"), 3)
    writer.set_header_size(1 << 14)
    writer.add_schema({"x": {"type": "int32"}})
    for i in range(7):
        writer.write_raw_data([{"x": i}])
    writer.commit()
    assert [FileReader([str(tmp_path / f"s{k}")]).len() for k in range(3)] == [3, 2, 2]


def test_parallel_writer_gives_each_call_to_the_next_file(tmp_path):
    writer = FileWriter(str(tmp_path / "s"), 2)
    writer.set_header_size(1 << 14)
    writer.add_schema({"x": {"type": "int32"}})
    for i in range(3):
        writer.write_raw_data([{"x": i}, {"x": i}], True)
    with pytest.raises(RuntimeError, match="consistent"):
        writer.write_raw_data([{"x": 1}])
    writer.commit()
    assert [row["x"] for row in FileReader(str(tmp_path / "s0")).get_next()] == [0, 0, 2, 2, 1, 1]


WRONG_NAMES = ["", "a/", "a:b", " a", "a?", None]


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_wrong_names(name):
    for call in FileWriter, FileReader, MindPage:
        with pytest.raises(exceptions.ParamValueError):
            call(name)


def test_pages_refuse_what_is_not_there(tmp_path):
    pages = MindPage(written(tmp_path))
    with pytest.raises(RuntimeError, match="category_field"):
        pages.read_category_info()
    with pytest.raises(exceptions.MRMDefineCategoryError):
        pages.category_field = "d"
    pages.category_field = "x"
    for call in (
        lambda: pages.read_at_page_by_id(9, 0, 1),
        lambda: pages.read_at_page_by_id(0, 1, 1),
        lambda: pages.read_at_page_by_name("9", 0, 1),
    ):
        with pytest.raises(RuntimeError):
            call()
    with pytest.raises(exceptions.ParamValueError):
        pages.read_at_page_by_id(-1, 0, 1)


def test_error_numbers_and_texts_are_mindspores():
    error = exceptions.MRMDefineIndexError("why")
    assert str(error) == "[MRMDefineIndexError]: Failed to define index field. Detail: why"
    assert error.error_code == 1347694794
    assert str(exceptions.ParamTypeError("a", "int")) == (
        "[ParamTypeError]: Invalid parameter type. 'a' expect int type."
    )


@pytest.fixture
def secret():
    def turned(source, size, result, key):
        content = source.read(size)
        if content.endswith(bytes(4) + b"UDF-ENC"):
            content = content[:-11]
        result.write(bytes(byte ^ ord(key[0]) for byte in content))

    mindrecord.set_enc_key("0123456789abcdef")
    mindrecord.set_enc_mode(turned)
    mindrecord.set_dec_mode(turned)
    yield
    mindrecord.set_enc_key(None)
    mindrecord.set_enc_mode()
    mindrecord.set_dec_mode(None)


def test_files_are_encrypted_by_own_functions(secret, tmp_path):
    path = written(tmp_path)
    assert Path(path).read_bytes().endswith(bytes(4) + b"UDF-ENCENCRYPT")
    assert [row["x"] for row in FileReader(path).get_next()] == [0, 1, 2]
    assert ds.MindDataset(path).get_dataset_size() == 3
    mindrecord.set_enc_key(None)
    with pytest.raises(RuntimeError, match="is encrypted"):
        FileReader(path)


# what MindSpore's mindrecord.config.encrypt makes of a file with b"three rows"
HIDDEN = {
    "0123456789abcdef": (
        "0000003ad85e3a7ffed49889f82a1c712fd0b71c9918ea952200000010000000f8d0cd01639a4947a21b6014"
        "e80565ac0a000000ff5fab4b9a77df984e5c000000004145532d47434d454e4352595054"
    ),
    "0123456789abcdef0123456789ABCDEF": (
        "0000003ad85e3a7ffe4f306e73f5f9abc4dd23d3a6ed1b4a2200000010000000375b11f698485abc2d576cbe"
        "b173ee0f0a0000008440362300de2bd12a03000000004145532d47434d454e4352595054"
    ),
}


@pytest.mark.parametrize("key", HIDDEN)
def test_mindspores_blocks_are_decrypted(key, tmp_path):
    pytest.importorskip("cryptography")
    for suffix in "", ".db":
        (tmp_path / f"m{suffix}").write_bytes(bytes.fromhex(HIDDEN[key]))
    mindrecord.set_enc_key(key)
    try:
        decrypted = mindrecord.config.Decrypted()
        path = decrypted.path(str(tmp_path / "m"))
        assert Path(path).read_bytes() == Path(path + ".db").read_bytes() == b"three rows"
        mindrecord.set_enc_key(key[::-1])
        with pytest.raises(RuntimeError, match="Failed to decrypt data"):
            decrypted.path(str(tmp_path / "m"))
        (tmp_path / "m").write_bytes(bytes.fromhex(HIDDEN[key])[40:])
        with pytest.raises(RuntimeError, match="Invalid encrypted block length"):
            decrypted.path(str(tmp_path / "m"))
    finally:
        mindrecord.set_enc_key(None)


def test_files_are_encrypted_by_aes(tmp_path):
    pytest.importorskip("cryptography")
    mindrecord.set_enc_key("0123456789abcdef")
    try:
        path = written(tmp_path)
        content = Path(path).read_bytes()
        assert content.endswith(bytes(4) + b"AES-GCMENCRYPT")
        assert content[4:8] == bytes.fromhex(HIDDEN["0123456789abcdef"])[4:8]
        assert labels(path, shuffle=False) == [0, 1, 2]
        assert [row["x"] for row in FileReader(path).get_next()] == [0, 1, 2]
    finally:
        mindrecord.set_enc_key(None)
    with pytest.raises(RuntimeError, match="is encrypted"):
        ds.MindDataset(path)


def test_aes_without_its_package(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    mindrecord.set_enc_key("0123456789abcdef")
    try:
        with pytest.raises(NotImplementedError, match="cryptography"):
            written(tmp_path)
        assert not list(tmp_path.glob("*.encrypt"))
    finally:
        mindrecord.set_enc_key(None)


def test_wrong_keys_and_modes():
    for call, value in (
        (mindrecord.set_enc_key, 5),
        (mindrecord.set_enc_key, "short"),
        (mindrecord.set_enc_mode, "ROT13"),
        (mindrecord.set_dec_mode, 3),
    ):
        with pytest.raises(ValueError):
            call(value)


# -- MindDataset ---------------------------------------------------------------------------------


def labels(path, **options):
    data = ds.MindDataset(path, **options)
    rows = [int(row["x"]) for row in data.create_dict_iterator(1, output_numpy=True)]
    assert data.get_dataset_size() == len(rows)
    return rows


ORDERS = {
    "samples": ({"num_samples": 2}, [0, 1]),
    "shard 0": ({"num_shards": 3, "shard_id": 0}, [0, 3]),
    "shard 2": ({"num_shards": 3, "shard_id": 2}, [2, 1]),
    "shard and samples": ({"num_shards": 3, "shard_id": 1, "num_samples": 1}, [1]),
    "sequence": ({"sampler": ds.SequentialSampler(1, 2)}, [1, 2]),
    "subset": ({"sampler": ds.SubsetSampler([3, 1])}, [3, 1]),
    "subset with any index": ({"sampler": ds.SubsetSampler([1, 6, 13, -3])}, [1, 2, 1, 1]),
    "distributed": ({"sampler": ds.DistributedSampler(2, 1, shuffle=False)}, [1, 3]),
    "classes": ({"sampler": ds.PKSampler(1, class_column="x")}, [0, 1, 2, 3]),
}


def test_more_rows_than_there_are_can_be_drawn(tmp_path):
    drawn = labels(written(tmp_path, 4), sampler=ds.RandomSampler(True, 50))
    assert len(drawn) == 50 and set(drawn) == {0, 1, 2, 3}


@pytest.mark.parametrize(("options", "wanted"), ORDERS.values(), ids=ORDERS)
def test_orders_of_rows(options, wanted, tmp_path):
    path = written(tmp_path, 4)
    options = options if "sampler" in options else {**options, "shuffle": False}
    assert labels(path, **options) == wanted
    assert labels(path, **options) == wanted


@pytest.mark.parametrize("mode", [True, None, *list(ds.Shuffle)[1:]])
def test_shuffles_give_each_row_once(mode, tmp_path):
    writer = FileWriter(str(tmp_path / "s"), 3)
    writer.set_header_size(1 << 14)
    writer.add_schema({"x": {"type": "int32"}})
    writer.write_raw_data([{"x": i} for i in range(30)])
    writer.commit()
    rows = labels(str(tmp_path / "s0"), shuffle=mode)
    assert sorted(rows) == list(range(30))
    parts = [rows[start : start + 10] for start in (0, 10, 20)]
    if mode is ds.Shuffle.FILES:
        assert sorted(parts) == [list(range(k, k + 10)) for k in (0, 10, 20)]
    elif mode is ds.Shuffle.INFILE:
        assert [sorted(part) for part in parts] == [list(range(k, k + 10)) for k in (0, 10, 20)]
    else:
        assert rows != list(range(30))
    shards = [
        labels(str(tmp_path / "s0"), shuffle=mode, num_shards=3, shard_id=k) for k in range(3)
    ]
    assert sorted(sum(shards, [])) == list(range(30))


def test_padded_samples(tmp_path):
    path = written(tmp_path, 4)
    padding = {"padded_sample": {"x": -7, "d": b"pad"}, "num_padded": 2, "columns_list": ["x", "d"]}
    assert labels(path, shuffle=False, **padding) == [0, 1, 2, 3, -7, -7]
    assert labels(path, shuffle=False, num_shards=3, shard_id=2, **padding) == [2, -7]
    data = ds.MindDataset(path, shuffle=False, **padding)
    assert data[5][1].tolist() == [b"pad"]
    with pytest.raises(RuntimeError, match="divisible"):
        ds.MindDataset(path, num_shards=4, shard_id=0, **padding)
    for leave, error in ("columns_list", RuntimeError), ("num_padded", RuntimeError):
        with pytest.raises(error, match=leave):
            ds.MindDataset(path, **{k: v for k, v in padding.items() if k != leave})
    with pytest.raises(ValueError, match="cannot match"):
        ds.MindDataset(path, **{**padding, "padded_sample": {"x": 1}})


def test_wrong_arguments_of_mind_dataset(tmp_path):
    path = written(tmp_path)
    with pytest.raises(RuntimeError, match="zz can not found"):
        ds.MindDataset(path, ["zz"])
    with pytest.raises(TypeError, match="columns_list"):
        ds.MindDataset(path, "x")
    with pytest.raises(RuntimeError, match="twice"):
        ds.MindDataset(path, ["x", "x"])
    with pytest.raises(TypeError, match="sampler"):
        ds.MindDataset(path, sampler="x")
    with pytest.raises(ValueError, match="not supported"):
        ds.MindDataset(path, sampler=ds.WeightedRandomSampler([1.0], 2))
    with pytest.raises(ValueError, match="same time"):
        ds.MindDataset(path, shuffle=ds.Shuffle.FILES, num_samples=2)
    with pytest.raises(RuntimeError, match="within the required interval"):
        ds.MindDataset(path)[3]
    with pytest.raises(NotImplementedError, match="MindDataset"):
        ds.OBSMindDataset(["s3://a"], "server", "ak", "sk", "s3://b")


def test_threads_give_the_same_rows(tmp_path):
    path = written(tmp_path, 40)
    assert labels(path, shuffle=False, num_parallel_workers=3) == list(range(40))


def test_images_in_bytes_are_decoded(tmp_path):
    writer = started(tmp_path)
    image = np.arange(48 * 40 * 3, dtype=np.uint8).reshape(48, 40, 3)
    content = ds.vision.encode_jpeg(image).tobytes()
    writer.write_raw_data([{"x": 1, "d": content}])
    writer.commit()
    path = str(tmp_path / "w.mindrecord")
    for operations, shape in (
        ([ds.vision.Decode()], (48, 40, 3)),
        ([ds.vision.RandomCropDecodeResize(20)], (20, 20, 3)),
        ([ds.vision.Decode(True), ds.vision.ToTensor()], (3, 48, 40)),
    ):
        ((d,),) = (
            ds.MindDataset(path, ["d"]).map(operations, "d").create_tuple_iterator(num_epochs=1)
        )
        assert d.shape == shape


# -- converters ----------------------------------------------------------------------------------


def rows_of(path):
    return list(FileReader(str(path)).get_next())


def test_cifar_as_mindrecord(tmp_path):
    rng = np.random.default_rng(0)
    for name, keys in ("cifar10", [b"labels"]), ("cifar100", [b"fine_labels", b"coarse_labels"]):
        (tmp_path / name).mkdir()
        files = ["data_batch_1", "test_batch"] if name == "cifar10" else ["train", "test"]
        for file in files:
            content = {b"data": rng.integers(0, 255, (3, 3072), np.uint8)}
            content |= {key: [5, 6, 7] for key in keys}
            (tmp_path / name / file).write_bytes(pickle.dumps(content))
        kind = mindrecord.Cifar10ToMR if name == "cifar10" else mindrecord.Cifar100ToMR
        kind(str(tmp_path / name), str(tmp_path / f"{name}.mr")).transform()
        for suffix in "", "_test":
            rows = rows_of(tmp_path / f"{name}.mr{suffix}")
            label = keys[0].decode().removesuffix("s")
            assert [row[label] for row in rows] == [5, 6, 7]
            assert [row["id"] for row in rows] == [0, 1, 2]
            assert ds.vision.Decode()(np.frombuffer(rows[0]["data"], np.uint8)).shape == (32, 32, 3)
    with pytest.raises(exceptions.PathNotExistsError):
        mindrecord.Cifar100ToMR(str(tmp_path / "cifar10"), str(tmp_path / "other"))
    (tmp_path / "cifar10" / "test_batch").write_bytes(pickle.dumps(print))
    with pytest.raises(RuntimeError, match="Not a valid Cifar10"):
        mindrecord.Cifar10ToMR(str(tmp_path / "cifar10"), str(tmp_path / "bad")).transform()


def test_mnist_as_mindrecord(tmp_path):
    for part in "train", "t10k":
        for name, content in (
            ("images-idx3", bytes(16 + 2 * 784)),
            ("labels-idx1", bytes(8) + b"\3\4"),
        ):
            path = tmp_path / f"{part}-{name}-ubyte.gz"
            path.write_bytes(gzip.compress(content))
    mindrecord.MnistToMR(str(tmp_path), str(tmp_path / "mnist")).transform()
    assert [row["label"] for row in rows_of(tmp_path / "mnist_test.mindrecord")] == [3, 4]
    (tmp_path / "t10k-labels-idx1-ubyte.gz").write_bytes(b"none")
    with pytest.raises(RuntimeError, match="not a file of MNIST"):
        mindrecord.MnistToMR(str(tmp_path), str(tmp_path / "other")).transform()


def test_csv_as_mindrecord(tmp_path):
    (tmp_path / "t.csv").write_text('name,n,f,b,empty\n"a, b",1,1.5,True,\nc,2,2,False,3\n')
    mindrecord.CsvToMR(str(tmp_path / "t.csv"), str(tmp_path / "t.mr")).transform()
    schema = {"name": "string", "n": "int64", "f": "float64", "b": "int32", "empty": "float64"}
    assert {k: v["type"] for k, v in FileReader(str(tmp_path / "t.mr")).schema().items()} == schema
    first, second = rows_of(tmp_path / "t.mr")
    assert (first["name"], first["n"], first["f"], first["b"]) == ("a, b", 1, 1.5, 1)
    assert np.isnan(first["empty"]) and second["empty"] == 3
    with pytest.raises(RuntimeError, match="zz does not exist"):
        mindrecord.CsvToMR(str(tmp_path / "t.csv"), str(tmp_path / "u"), ["zz"]).transform()


def test_image_net_as_mindrecord(tmp_path):
    for folder in "n01", "n02":
        (tmp_path / "images" / folder).mkdir(parents=True)
        (tmp_path / "images" / folder / "a.JPEG").write_bytes(folder.encode())
        (tmp_path / "images" / folder / "notes.txt").write_bytes(b"no image")
    (tmp_path / "map.txt").write_text("n01 4\nn02 9\nn03 1\n")
    mindrecord.ImageNetToMR(
        str(tmp_path / "map.txt"), str(tmp_path / "images"), str(tmp_path / "i.mr")
    ).transform()
    assert [(row["label"], row["image"]) for row in rows_of(tmp_path / "i.mr")] == [
        (4, b"n01"),
        (9, b"n02"),
    ]


def feature(dtype, *shape):
    return SimpleNamespace(shape=list(shape), dtype=SimpleNamespace(name=dtype))


def test_tfrecord_as_mindrecord(tmp_path):
    example, write_records = tfrecord.example, tfrecord.write_records

    write_records(
        tmp_path / "t", [example({"a b": [7], "name": [b"n"], "f": [0.5, 1.5], "raw": [b"\xff"]})]
    )
    features = {
        "a b": feature("int64"),
        "name": feature("string"),
        "f": feature("float32", 2),
        "raw": feature("string"),
    }
    mindrecord.TFRecordToMR(str(tmp_path / "t"), str(tmp_path / "m"), features, ["raw"]).transform()
    (row,) = rows_of(tmp_path / "m")
    assert row["f"].tolist() == [0.5, 1.5]
    assert (row["a_b"], row["name"], row["raw"]) == (7, "n", b"\xff")
    wrong = mindrecord.TFRecordToMR(
        str(tmp_path / "t"), str(tmp_path / "w"), {"f": feature("float32", 3)}
    )
    with pytest.raises(ValueError, match="should be 3 values"):
        wrong.transform()
