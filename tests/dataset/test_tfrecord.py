"""TFRecordDataset: values recorded from MindSpore 2.10, and damaged files."""

from __future__ import annotations

import gzip
import json
import os
import zlib

import numpy as np
import pytest

import msjax as ms
import msjax.dataset as ds
from msjax.train._protobuf import bytes_field, varint
from msjax.train._records import crc32c, framed


def _feature(values):
    if values and isinstance(values[0], bytes):
        return bytes_field(1, b"".join(bytes_field(1, value) for value in values))
    if values and isinstance(values[0], float):
        return bytes_field(2, bytes_field(1, np.array(values, "<f4").tobytes()))
    return bytes_field(3, bytes_field(1, b"".join(map(varint, values))))


def example(features):
    """A tf.train.Example."""
    entries = (
        bytes_field(1, bytes_field(1, name.encode()) + bytes_field(2, _feature(values)))
        for name, values in features.items()
    )
    return bytes_field(1, b"".join(entries))


def write_records(path, records):
    """A TFRecord file."""
    path.write_bytes(b"".join(map(framed, records)))


ROWS = [
    {
        "i": [i, -i, 2**40 * i],
        "f": [i * 0.5, 1.25],
        "b": [b"ab%d" % i],
        "bs": [b"x", b"yy" * i],
        "s": [i],
        "im": list(range(i, i + 6)),
    }
    for i in range(5)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    records = [example(row) for row in ROWS]
    write_records(tmp_path / "a", records)
    write_records(tmp_path / "b", records[:2])
    content = (tmp_path / "a").read_bytes()
    (tmp_path / "gzip").write_bytes(gzip.compress(content))
    (tmp_path / "zlib").write_bytes(zlib.compress(content))
    return tmp_path


def rows(*args, **options):
    data = ds.TFRecordDataset(*args, **{"shuffle": False, **options})
    found = [
        [(str(value.dtype), value.tolist()) for value in row]
        for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    ]
    assert len(found) == data.get_dataset_size()
    return data.get_col_names(), found


def numbers(files, **options):
    return [row[0][1][0] for row in rows(files, columns_list=["s"], **options)[1]]


def schema(*columns):
    made = ds.Schema()
    for column in columns:
        made.add_column(*column)
    return made


def test_without_a_schema_the_first_row_tells(folder):
    names, found = rows("a")
    assert names == ["b", "bs", "f", "i", "im", "s"]
    assert found[1] == [
        ("uint8", [97, 98, 49]),
        ("uint8", [120, 32, 121, 121]),
        ("float32", [0.5, 1.25]),
        ("int64", [1, -1, 2**40]),
        ("int64", [1, 2, 3, 4, 5, 6]),
        ("int64", [1]),
    ]


SCHEMAS = {
    "shapes": (
        [("im", ms.int64, [2, 3]), ("b", "string"), ("s", "int32", [])],
        [("int64", [[1, 2, 3], [4, 5, 6]]), ("<U3", ["ab1"]), ("int32", 1)],
    ),
    "types": (
        [("i", "int8"), ("s", "uint8"), ("f", "float16")],
        [("int8", [1, -1, 0]), ("uint8", [1]), ("float16", [0.5, 1.25])],
    ),
    "open": ([("im", ms.int64, [-1, 3])], [("int64", [[1, 2, 3], [4, 5, 6]])]),
    "bytes": ([("b", ms.uint8, [3])], [("uint8", [97, 98, 49])]),
    "texts": ([("bs", "string", [2])], [("<U2", ["x", "yy"])]),
    "double": ([("f", "float64", [2])], [("float64", [0.5, 1.25])]),
}


@pytest.mark.parametrize(("columns", "wanted"), SCHEMAS.values(), ids=SCHEMAS)
def test_schemas(columns, wanted, folder):
    assert rows("a", schema=schema(*columns))[1][1] == wanted


def test_a_schema_file_and_its_number_of_rows(folder):
    columns = {"i": {"type": "int64", "rank": 1, "shape": [3]}, "f": {"type": "float32", "rank": 1}}
    (folder / "s.json").write_text(
        json.dumps({"datasetType": "TF", "numRows": 3, "columns": columns})
    )
    names, found = rows("a", schema="s.json")
    assert names == ["f", "i"]
    assert [row[0][1] for row in found] == [[0.0, 1.25], [0.5, 1.25], [1.0, 1.25]]
    assert len(rows("a", schema="s.json", num_samples=4)[1]) == 4
    assert rows("a", schema="s.json", columns_list=["i"])[0] == ["i"]
    assert ds.Schema.get_num_rows("s.json") == 3


SHARES = {
    "files in turn": (["a", "b"], {}, [0, 0, 1, 1, 2, 3, 4]),
    "pattern": ("[ab]", {}, [0, 0, 1, 1, 2, 3, 4]),
    "own files 0": (["a", "b"], {"num_shards": 2, "shard_id": 0}, [0, 1, 2, 3, 4]),
    "own files 1": (["a", "b"], {"num_shards": 2, "shard_id": 1}, [0, 1]),
    "equal 0": (
        ["a", "b"],
        {"num_shards": 2, "shard_id": 0, "shard_equal_rows": True},
        [0, 1, 2, 3],
    ),
    "equal 1": (
        ["a", "b"],
        {"num_shards": 2, "shard_id": 1, "shard_equal_rows": True},
        [4, 0, 0, 1],
    ),
    "samples": (["a", "b"], {"num_shards": 2, "shard_id": 0, "num_samples": 2}, [0, 1]),
    "gzip": ("gzip", {"compression_type": "GZIP"}, [0, 1, 2, 3, 4]),
    "zlib": ("zlib", {"compression_type": "ZLIB"}, [0, 1, 2, 3, 4]),
}


@pytest.mark.parametrize(("files", "options", "wanted"), SHARES.values(), ids=SHARES)
def test_files_and_shards(files, options, wanted, folder):
    assert numbers(files, **options) == wanted
    assert numbers(files, **options) == wanted


@pytest.mark.parametrize("mode", [True, ds.Shuffle.GLOBAL, ds.Shuffle.FILES])
def test_shuffles(mode, folder):
    assert sorted(numbers(["a", "b"], shuffle=mode)) == [0, 0, 1, 1, 2, 3, 4]


def cut(content):
    return content[:-20]


def damaged_length(content):
    return b"\1" + content[1:]


def damaged(content):
    return content[:40] + bytes([content[40] ^ 1]) + content[41:]


def damaged_checksum(content):
    return content[:-1] + bytes([content[-1] ^ 1])


DAMAGES = {
    "cut": (cut, "record 4 of a is cut off"),
    "length": (damaged_length, "length of record 0 of a is damaged"),
    "contents": (damaged, "record 0 of a is damaged"),
    "checksum": (damaged_checksum, "record 4 of a is damaged"),
    "other": (lambda content: b"hello world, no record", "length of record 0"),
    "empty": (lambda content: b"", "no rows"),
    "no example": (lambda content: framed(b"\xff\xff"), "failed to parse example"),
    "lacking": (lambda content: content + framed(example({"i": [1]})), "does not exist in row 5"),
}


@pytest.mark.parametrize(("change", "text"), DAMAGES.values(), ids=DAMAGES)
def test_damaged_files(change, text, folder):
    (folder / "a").write_bytes(change((folder / "a").read_bytes()))
    with pytest.raises(RuntimeError, match=text):
        rows("a")


def test_wrong_arguments(folder):
    for error, text, args, options in (
        (ValueError, "no files", ("none",), {}),
        (ValueError, "compression_type", ("a",), {"compression_type": "X"}),
        (ValueError, "does not exist", ("a",), {"schema": "none.json"}),
        (TypeError, "columns_list", ("a",), {"columns_list": "i"}),
        (RuntimeError, "zz", ("a",), {"columns_list": ["zz"]}),
        (RuntimeError, "zz", ("a",), {"schema": schema(("zz", "int64"))}),
        (RuntimeError, "shape", ("a",), {"schema": schema(("im", "int64", [4, 3]))}),
        (RuntimeError, "int64", ("a",), {"schema": schema(("i", "float32", [3]))}),
        (RuntimeError, "num_shards", ("a",), {"num_shards": 2, "shard_id": 0}),
        (RuntimeError, "GZIP|gzip", ("a",), {"compression_type": "GZIP"}),
        (RuntimeError, "zlib", ("zlib",), {}),
    ):
        with pytest.raises(error, match=text):
            rows(*args, **options)


def test_checksums():
    assert crc32c(b"123456789") == 0xE3069283
    data = bytes(range(256)) * 21
    whole = crc32c(data)
    assert (
        len(
            {crc32c(data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :]) for n in range(0, 5000, 500)}
            | {whole}
        )
        == 11
    )
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\0" * 1500) == crc32c(bytes(1500)) != crc32c(bytes(1501))


def test_a_pipeline_of_records(folder):
    data = ds.TFRecordDataset("a", columns_list=["s", "f"], shuffle=False, num_parallel_workers=2)
    batches = [row["s"].shape for row in data.batch(2).create_dict_iterator(num_epochs=1)]
    assert batches == [(2, 1), (2, 1), (1, 1)]
    assert os.path.exists("a")


def test_samples_are_counted_after_the_files_are_mixed(folder):
    assert numbers(["a", "b"], num_samples=3) == [0, 0, 1]
    assert numbers(["a", "b"], num_samples=6) == [0, 0, 1, 1, 2, 3]
    assert numbers(["a", "b"], num_samples=3, num_shards=2, shard_id=0) == [0, 1, 2]
    assert numbers(["a", "b"], num_samples=3, num_shards=2, shard_id=1) == [0, 1]
