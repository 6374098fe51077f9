"""Checkpoints: files equal to MindSpore's byte for byte, and what loading makes of them."""

import base64
import io
import json
import os
import stat
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
from msjax.train import serialization
from msjax.train.checkpoint_pb2 import Checkpoint, DecodeError
from msjax.train.serialization import _files, _write
from tests.damaged import changed
from tests.golden import checkpoint_cases as cases

GOLDEN = json.loads((Path(cases.__file__).parent / "checkpoints.json").read_text())
FILES = {name: base64.b64decode(text) for name, text in GOLDEN["files"].items()}
HELD = [name for name in cases.SAVES if name not in cases.INT4]
FUNCTIONS = (
    "save_checkpoint load_checkpoint load_checkpoint_async load_param_into_net ckpt_to_safetensors "
    "safetensors_to_ckpt async_ckpt_thread_status"
).split()
API = types.SimpleNamespace(
    **{name: getattr(ms, name) for name in ("Tensor", "Parameter", "nn", *cases.DTYPES)},
    **{name: getattr(serialization, name) for name in FUNCTIONS},
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with MindSpore's files in it."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def save(name, monkeypatch):
    """Write one of the recorded files again."""
    saved, options = cases.SAVES[name](API)
    if name in cases.SLICED:
        monkeypatch.setattr(_write, "SLICE_SIZE", 1)
    API.save_checkpoint(saved, name, **options)
    serialization._async_save_close()
    return Path(name).read_bytes()


def header(content):
    size = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + size]), 8 + size, content[8 + size :]


@pytest.mark.parametrize("name", HELD)
def test_written_bytes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written = save(name, monkeypatch)
    if name == "crc.safetensors":  # MindSpore's order of several notes changes from run to run
        assert header(written) == header(FILES[name])
    else:
        assert written == FILES[name]


@pytest.mark.parametrize("name", HELD)
def test_loaded_values(name, folder):
    kind = name.rpartition(".")[2]
    expected = GOLDEN["loaded"][name]
    if isinstance(expected, str):
        with pytest.raises(ValueError, match="empty"):
            API.load_checkpoint(name, format=kind)
        return
    found = API.load_checkpoint(name, format=kind, crc_check=name.startswith("crc"))
    assert {key: cases.describe(value) for key, value in found.items()} == expected
    assert list(found) == list(expected)


@pytest.mark.parametrize("case", cases.LOADS)
def test_load_param_into_net(case):
    found = cases.load(API, case)
    assert json.loads(json.dumps(found)) == GOLDEN["load_param"][case]


@pytest.mark.parametrize("source", cases.ERRORS)
def test_error_classes(source, folder):
    assert cases.error_class(API, source) == GOLDEN["errors"][source]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"filter_prefix": "d"}, ["ii"]),
        ({"specify_prefix": ["d", "i"], "filter_prefix": ("d.b",)}, ["ii", "d.weight"]),
        ({"specify_prefix": "d", "choice_func": lambda name: False}, ["d.weight", "d.bias"]),
        ({"choice_func": lambda name: name != "ii"}, ["d.weight", "d.bias"]),
    ],
)
def test_choice_of_names(options, names, folder):
    assert list(API.load_checkpoint("cell.ckpt", **options)) == names


@pytest.mark.parametrize("name", cases.INT4)
def test_int4_is_refused(name, folder):
    with pytest.raises(NotImplementedError, match="'w' is of type Int4"):
        API.load_checkpoint(name, format=name.rpartition(".")[2])


def test_file_is_read_only_and_replaced(tmp_path):
    path = tmp_path / "x"
    for value in (1.0, 2.0):
        API.save_checkpoint([cases.param(API, [value], name="w")], str(path))
    (file,) = tmp_path.iterdir()
    assert file.name == "x.ckpt" and stat.S_IMODE(file.stat().st_mode) == stat.S_IRUSR
    assert API.load_checkpoint(str(file))["w"].asnumpy().tolist() == [2.0]


def test_failed_save_keeps_the_old_file(tmp_path):
    path = str(tmp_path / "x.safetensors")
    API.save_checkpoint([cases.param(API, [1.0], name="w")], path, format="safetensors")
    with pytest.raises(Exception, match="'s'"):
        API.save_checkpoint([], path, append_dict={"s": "text"}, format="safetensors")
    assert list(API.load_checkpoint(path, format="safetensors")) == ["w"]


def test_background_save_takes_the_values_of_the_call(tmp_path, monkeypatch):
    path = str(tmp_path / "x.ckpt")
    go = threading.Event()
    write = _write._write
    monkeypatch.setattr(_write, "_write", lambda *args: (go.wait(10), write(*args)))
    param = cases.param(API, [1.0], name="w")
    API.save_checkpoint([param], path, async_save=True)
    param.set_data(ms.Tensor([5.0]))
    assert API.async_ckpt_thread_status()
    go.set()
    serialization._async_save_close()
    assert not API.async_ckpt_thread_status()
    assert API.load_checkpoint(path)["w"].asnumpy().tolist() == [1.0]


@pytest.mark.parametrize("kind", ["ckpt", "safetensors"])
def test_writers_of_one_path_do_not_mix(kind, tmp_path, monkeypatch):
    path = tmp_path / f"x.{kind}"
    (tmp_path / "x.tmp").write_text("the user's")
    inside, go = threading.Event(), threading.Event()
    content = _write._content

    def slowly(array):
        if array[0] == 1:
            inside.set()
            assert go.wait(20)
        return content(array)

    def save_all(value):
        params = [cases.param(API, [value] * 9, name=name) for name in "abc"]
        API.save_checkpoint(params, str(path), format=kind)

    monkeypatch.setattr(_write, "_content", slowly)
    first = threading.Thread(target=save_all, args=(1.0,))
    first.start()
    assert inside.wait(20)
    save_all(2.0)
    loaded = API.load_checkpoint(str(path), format=kind)
    assert {value.asnumpy()[0] for value in loaded.values()} == {2}
    go.set()
    first.join()
    loaded = API.load_checkpoint(str(path), format=kind)
    assert {value.asnumpy()[0] for value in loaded.values()} == {1} and len(loaded) == 3
    assert {file.name for file in tmp_path.iterdir()} == {"x.tmp", path.name}
    assert (tmp_path / "x.tmp").read_text() == "the user's"


def disk_full(monkeypatch):
    def chunks(entries, *options):
        yield b"first bytes"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(_write, "_ckpt_chunks", chunks)


def test_full_disk_leaves_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "x.ckpt"
    API.save_checkpoint([cases.param(API, [4.0], name="w")], str(path))
    disk_full(monkeypatch)
    with pytest.raises(OSError, match="No space"):
        API.save_checkpoint([cases.param(API, [5.0], name="w")], str(path))
    assert list(tmp_path.iterdir()) == [path]
    assert API.load_checkpoint(str(path))["w"].asnumpy().tolist() == [4.0]


def test_failure_in_the_background_is_raised_by_the_next_save(tmp_path, monkeypatch):
    params = [cases.param(API, [1.0], name="w")]
    with monkeypatch.context() as patch:
        disk_full(patch)
        API.save_checkpoint(params, str(tmp_path / "a"), async_save="thread")
        _write.join_saving()
    with pytest.raises(OSError, match="No space") as caught:
        API.save_checkpoint(params, str(tmp_path / "b"), async_save=True)
    assert "a.ckpt was saved" in caught.value.__notes__[0]
    serialization._async_save_close()  # raised once, and the second file is there
    assert list(API.load_checkpoint(str(tmp_path / "b.ckpt"))) == ["w"]


def test_failure_in_the_background_is_raised_at_the_end(tmp_path, monkeypatch):
    disk_full(monkeypatch)
    API.save_checkpoint([cases.param(API, [1.0], name="w")], str(tmp_path / "a"), async_save=True)
    with pytest.raises(OSError, match="No space"):
        serialization._async_save_close()


def test_values_of_one_name(tmp_path, caplog):
    first, last, other = (cases.param(API, [v], name=n) for v, n in ((1, "w"), (2, "w"), (3, "v")))
    path = str(tmp_path / "x.ckpt")
    API.save_checkpoint([first, other, first], path)
    assert not caplog.records
    API.save_checkpoint([first, other, last], path, append_dict={"v": 7})
    assert "['v', 'w']" in caplog.text
    assert API.load_checkpoint(path)["w"].item() == 2  # MindSpore's choice


def test_name_of_the_metadata(tmp_path):
    values = {"__metadata__": cases.param(API, [1.0])}
    with pytest.raises(ValueError, match="'__metadata__'"):
        API.save_checkpoint(values, str(tmp_path / "x"), format="safetensors")
    API.save_checkpoint(values, str(tmp_path / "x"))
    with pytest.raises(ValueError, match="'__metadata__'"):
        API.ckpt_to_safetensors(str(tmp_path / "x.ckpt"))
    with pytest.raises(ValueError, match="more than one value with the name 'ii'"):
        API.safetensors_to_ckpt(
            str(write(tmp_path / "y.safetensors", FILES["cell.safetensors"])),
            None,
            {"d.bias": "ii"},
        )


def write(path, content):
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("kind", ["Float32", "Int64"])
def test_file_cut_between_entries(kind, tmp_path):
    params = [cases.param(API, [4, 5], kind.lower(), name) for name in "vw"]
    path = tmp_path / "x.ckpt"
    API.save_checkpoint(params, str(path), crc_check=True)
    assert list(API.load_checkpoint(str(path), crc_check=True)) == ["v", "w"]
    whole = path.read_bytes()[: -len("crc_num") - 10]
    cut = write(tmp_path / "y.ckpt", whole[: len(whole) // 2])
    assert list(API.load_checkpoint(str(cut))) == ["v"]  # nothing in the file tells
    with pytest.raises(ValueError, match="has no crc code"):
        API.load_checkpoint(str(cut), crc_check=True)


def plain(**changes):
    return {"w": {"dtype": "I16", "shape": [2, 2], "data_offsets": [0, 8], **changes}}


@pytest.mark.parametrize(
    "table",
    [
        b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"__metadata__":' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000 + b"}",
        json.dumps(plain()).encode().replace(b"}}", b'}, "w": {}}'),
        {"__metadata__": ["format"], **plain()},
        {"__metadata__": "ms", **plain()},
        plain(shape=[2.0, 2]),
        plain(shape=[[2], 2]),
        plain(shape=[True, 4]),
        plain(shape=[-2, -2]),
        plain(shape="22"),
        plain(shape={"4": 1}),
        plain(shape=None),
        plain(data_offsets=[0.0, 8.0]),
        plain(data_offsets=[False, 8]),
        plain(data_offsets=[0, 8, 8]),
        plain(data_offsets=8),
        plain(dtype=["I16"]),
        {"w": {"dtype": "I16"}},
        {"w": [2]},
        {"w": None},
        [plain()],
        3,
        None,
    ],
)
def test_malformed_headers(table):
    text = table if isinstance(table, bytes) else json.dumps(table).encode()
    file = io.BytesIO(len(text).to_bytes(8, "little") + text + bytes(8))
    with pytest.raises(ValueError, match="Fail to parse the input safetensors: 'BytesIO'"):
        API.load_checkpoint(file, format="safetensors")


def test_metadata_that_says_nothing():
    text = json.dumps({"__metadata__": None, **plain()}).encode()
    file = io.BytesIO(len(text).to_bytes(8, "little") + text + bytes(8))
    assert API.load_checkpoint(file, format="safetensors")["w"].shape == (2, 2)


def test_load_into_net_and_in_the_background(folder):
    net = cases.net(API)
    net.i.set_data(ms.Tensor([9, 9, 9]))
    API.load_checkpoint("cell.ckpt", net)
    assert net.i.asnumpy().tolist() == [0, 1, 2]
    found = API.load_checkpoint_async("cell.safetensors").result()
    assert sorted(found) == ["d.bias", "d.weight", "ii"]


def test_safetensors_from_memory():
    file = io.BytesIO(FILES["cell.safetensors"])
    assert sorted(API.load_checkpoint(file, format="safetensors")) == ["d.bias", "d.weight", "ii"]


def test_trailing_dimensions_of_one_are_dropped():
    net = cases.net(API)
    values = np.arange(6).reshape(3, 2, 1, 1)
    API.load_param_into_net(net, {"d.weight": cases.param(API, values)})
    assert net.d.weight.asnumpy().tolist() == [[0, 1], [2, 3], [4, 5]]


def test_conversion(folder):
    API.ckpt_to_safetensors("cell.ckpt")
    assert Path("cell.safetensors").read_bytes() == FILES["cell.safetensors"]
    API.ckpt_to_safetensors("cell.ckpt", "out", {"d.bias": "d.weight", "d.weight": "d.bias"})
    swapped = API.load_checkpoint("out/cell.safetensors", format="safetensors")
    assert swapped["d.bias"].shape == (3, 2) and swapped["d.weight"].shape == (3,)
    API.safetensors_to_ckpt("cell.safetensors", "out")
    back = API.load_checkpoint("out/cell.ckpt")
    assert list(back) == ["d.bias", "d.weight", "ii"]
    assert back["d.weight"].asnumpy().tolist() == np.ones((3, 2)).tolist()


def test_conversion_of_rank_folders(folder):
    for place in (
        "top/rank_0/a.ckpt",
        "top/rank_0/b.ckpt",
        "top/rank_1/a.ckpt",
        "top/other/a.ckpt",
    ):
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        Path(place).write_bytes(FILES["cell.ckpt"])
    API.ckpt_to_safetensors("top", "out", file_name_regex="a", processes_num=2)
    made = sorted(str(path) for path in Path("out").rglob("*.*"))
    assert made == ["out/rank_0/a.safetensors", "out/rank_1/a.safetensors"]


def entry(tag, dims, kind, content):
    message = Checkpoint()
    value = message.value.add()
    value.tag = tag
    value.tensor.dims.extend(dims)
    value.tensor.tensor_type = kind
    value.tensor.tensor_content = content
    return message.SerializeToString()


def test_old_scalars_and_packed_dims(tmp_path):
    path = tmp_path / "x.ckpt"
    packed = b"\n\x1c\n\x01w\x12\x17\n\x02\x01\x03\x12\x07Float32\x1a\x0c" + bytes(8) + b"\0\0\x80?"
    packed = packed.replace(b"\x1c\n\x01", b"\x20\n\x01").replace(b"\x12\x17", b"\x12\x1b")
    path.write_bytes(entry("s", [0], "Int32", b"\5\0\0\0") + packed)
    found = API.load_checkpoint(str(path))
    assert found["s"].shape == () and found["s"].item() == 5
    assert found["w"].asnumpy().tolist() == [[0.0, 0.0, 1.0]]


def test_values_that_do_not_fill_the_shape(tmp_path):
    path = tmp_path / "x.ckpt"
    path.write_bytes(entry("w", [3], "Int32", bytes(8)))
    with pytest.raises(ValueError, match="'w' has 2 values"):
        API.load_checkpoint(str(path))


def test_hash_tables_are_read(tmp_path):
    columns = np.array([4, 5], np.int32), np.ones((2, 3), np.float32), np.array([0, 1], np.int32)
    message = Checkpoint()
    for _ in range(2):
        value = message.value.add()
        value.tag = "table"
        for column in columns:
            tensor = value.maptensor.tensor.add()
            tensor.dims.extend(column.shape)
            tensor.tensor_type = column.dtype.name
            tensor.tensor_content = column.tobytes()
    path = tmp_path / "x.ckpt"
    path.write_bytes(message.SerializeToString())
    keys, values, status = API.load_checkpoint(str(path))["table"]
    assert keys.tolist() == [4, 5, 4, 5] and values.shape == (4, 3) and status.dtype == np.int32


def test_messages():
    message = Checkpoint()
    assert message.ParseFromString(FILES["cell.ckpt"]) == len(FILES["cell.ckpt"])
    assert [value.tag for value in message.value] == ["ii", "d.weight", "d.bias"]
    first = message.value[0]
    assert first.HasField("tensor") and not first.HasField("maptensor")
    assert (first.tensor.dims, first.tensor.tensor_type) == ([3], "Int32")
    assert message.SerializeToString() == FILES["cell.ckpt"]
    assert entry("w", [-1], "Int8", b"")[5:17] == b"\x12\x13\x08" + b"\xff" * 9
    with pytest.raises(DecodeError):
        message.ParseFromString(FILES["cell.ckpt"][:-1])
    with pytest.raises(AttributeError):
        _ = first.nothing


def test_names_that_programs_import():
    assert serialization.tensor_to_np_type("BFloat16")(1.5) == 1.5
    assert serialization.tensor_to_np_type("Bool") is np.bool_
    assert serialization.tensor_to_ms_type["Float32"] is ms.float32
    layout = {"d.weight": [[2], [0, -1], [3, 2], 0, True, "", [], []]}
    net = cases.net(API)
    merge = serialization._get_merged_param_data
    assert merge(net, layout, "d.weight", net.d.weight, False) is net.d.weight
    with pytest.raises(NotImplementedError, match=r"'d\.weight'"):
        merge(net, layout, "d.weight", net.d.weight, True)
    assert "safetensors" not in sys.modules


def test_loading_keeps_the_devices_of_a_parameter(tmp_path):
    code = """
import sys, jax, numpy as np, msjax as ms
from jax.sharding import Mesh, NamedSharding, PartitionSpec
halves = NamedSharding(Mesh(np.array(jax.devices()), ("d",)), PartitionSpec(None, "d"))

def cut():
    net = ms.nn.Dense(4, 6)
    net.weight.set_data(ms.Tensor(jax.device_put(np.zeros((6, 4), np.float32), halves)))
    return net

def show(net):
    array = net.weight.__jax_array__()
    print(array.sharding == halves, float(array.sum()), end="; ")

saved = ms.nn.Dense(4, 6, weight_init="ones")
ms.save_checkpoint(saved, "x.ckpt")
half = {p.name: ms.Parameter(p.astype(ms.float16)) for p in saved.get_parameters()}
for chosen in (None, 1):
    if chosen is not None:
        ms.set_device("CPU", chosen)
    show(cut())
    net = cut()
    ms.load_checkpoint("x.ckpt", net)
    show(net)
    net = cut()
    ms.load_param_into_net(net, half)
    show(net)
net = cut()
net.weight[:] = 3.0
show(net)
net.weight.set_data(ms.Tensor(jax.device_put(net.weight.asnumpy(), jax.devices()[1])))
show(net)
"""
    env = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=tmp_path,
        env={**os.environ, **env, "PYTHONPATH": str(Path(ms.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    loads = "True 0.0; True 24.0; True 24.0; "
    assert run.stdout == loads + loads + "True 72.0; False 72.0; ", run.stderr


def test_a_misfit_leaves_the_net_as_it_was():
    net = API.nn.Dense(2, 3, weight_init="ones", bias_init="ones")
    values = {
        "weight": API.Parameter(API.Tensor(np.zeros((3, 2), np.float32))),
        "bias": API.Parameter(API.Tensor(np.zeros(7, np.float32))),
    }
    with pytest.raises(RuntimeError, match="bias in the argument 'net' should have the same shape"):
        API.load_param_into_net(net, values)
    assert net.weight.asnumpy().all()


@pytest.mark.parametrize("kind", ["ckpt", "safetensors"])
@pytest.mark.parametrize("how", [True, "thread", "process"])
def test_background_save_is_whole(kind, how, tmp_path):
    values = {f"p{i}": API.Tensor(np.full((40, 50), i, np.float32)) for i in range(5)}
    path = str(tmp_path / f"x.{kind}")
    API.save_checkpoint(values, path, format=kind, crc_check=True)
    expected = Path(path).read_bytes()
    API.save_checkpoint(values, path, async_save=how, format=kind, crc_check=True)
    serialization._async_save_close()
    assert Path(path).read_bytes() == expected
    assert [file.name for file in tmp_path.iterdir()] == [f"x.{kind}"]
    assert stat.S_IMODE(os.stat(path).st_mode) == stat.S_IRUSR


def test_process_really_writes(tmp_path, monkeypatch):
    """The file is another process's, so its error comes from there."""
    started = []
    popen = subprocess.Popen

    def noted(*args, **kwargs):
        started.append(popen(*args, **kwargs))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    value = {"a": API.Tensor([1.0])}
    API.save_checkpoint(value, str(tmp_path / "a"), async_save="process")
    serialization._async_save_close()
    assert len(started) == 1 and started[0].pid != os.getpid() and started[0].returncode == 0
    API.save_checkpoint(value, str(tmp_path / "none" / "a"), async_save="process")
    with pytest.raises(FileNotFoundError, match="none"):
        serialization._async_save_close()


def test_a_process_cut_off_leaves_the_old_file(tmp_path):
    path = tmp_path / "x"
    _files.replace_file_by_process(str(path), [b"old"])

    def chunks():
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _files.replace_file_by_process(str(path), chunks())
    assert path.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


def test_files_and_folder_are_flushed_before_they_count(tmp_path, monkeypatch):
    done = []
    for name in ("fsync", "replace"):
        call = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, c=call, n=name: (done.append(n), c(*a)))
    API.save_checkpoint({"a": API.Tensor([1.0])}, str(tmp_path / "a"))
    assert done == ["fsync", "replace", "fsync"]


def test_saving_copies_nothing_on_the_host(tmp_path):
    """The bytes written are those of the arrays themselves."""
    value = API.Tensor(np.ones((300, 400), np.float32))
    entry = _write._entry(value, False)
    assert np.shares_memory(entry.array(), np.asarray(value._value))


def check_mutants(kind, count, seed, tmp_path):
    path = tmp_path / f"x.{kind}"
    values = {f"p{i}": API.Tensor(np.full((2, i), i, np.float32)) for i in range(1, 4)}
    values["t"] = API.Tensor(np.array([True, False]))
    API.save_checkpoint(values, str(path), format=kind, crc_check=True)
    content, wrong = path.read_bytes(), 0
    expected = {name: value.asnumpy() for name, value in values.items()}
    path.chmod(0o600)
    random = np.random.RandomState(seed)
    for _ in range(count):
        made = changed(content, random)
        path.write_bytes(made)
        for crc_check in (False, True):
            try:
                found = API.load_checkpoint(str(path), format=kind, crc_check=crc_check)
            except (ValueError, KeyError) as error:
                assert str(path) in str(error) or "crc" in str(error) or "empty" in str(error)
                wrong += 1
                continue
            assert sum(np.asarray(v).nbytes for v in found.values()) <= len(made)
            if crc_check and kind == "ckpt":
                assert found.keys() == expected.keys()
                assert all((found[n].asnumpy() == expected[n]).all() for n in found)
    assert wrong > count  # most are told, with the checksum nearly all


@pytest.mark.parametrize("kind", ["ckpt", "safetensors"])
def test_mutants(kind, tmp_path):
    check_mutants(kind, 150, 1, tmp_path)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["ckpt", "safetensors"])
def test_many_mutants(kind, tmp_path):
    check_mutants(kind, 5000, 2, tmp_path)


KILLED = """
import sys
import numpy as np
import msjax as ms
path, how = sys.argv[1:]
number = 0
while True:
    number += 1
    value = {f"p{i}": ms.Tensor(np.full((500, 500), number, np.int32)) for i in range(4)}
    ms.save_checkpoint(value, path, crc_check=True, async_save=how == "process" and how)
    print(number, flush=True)
"""


@pytest.mark.parametrize("how", ["no", pytest.param("process", marks=pytest.mark.sweep)])
def test_a_killed_save_leaves_a_whole_file(how, tmp_path):
    path = str(tmp_path / "x.ckpt")
    random = np.random.RandomState(3)
    for _ in range(2 if how == "no" else 8):
        command = [sys.executable, "-c", KILLED, path, how]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(random.randint(2, 12)):
                process.stdout.readline()
            time.sleep(random.rand() * 0.02)
            process.kill()
        found = API.load_checkpoint(path, crc_check=True)
        (number,) = {int(v) for value in found.values() for v in np.unique(value.asnumpy())}
        assert number > 0 and len(found) == 4


@pytest.mark.parametrize("form", ["ckpt", "safetensors"])
def test_large_values_are_read_once_and_trained(form, tmp_path):
    """They stay in the memory that they were read into, which training does not write to."""
    net = ms.nn.Dense(200, 300)
    path = str(tmp_path / f"net.{form}")
    ms.save_checkpoint(net, path, format=form)
    loaded = ms.load_checkpoint(path, format=form)
    held = loaded["weight"]._value
    before = np.array(held)
    assert held.unsafe_buffer_pointer() % 64 == 0
    ms.load_param_into_net(net, loaded)
    assert net.weight._value is held  # no copy
    optimizer = ms.nn.SGD(net.trainable_params())
    step = ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, ms.nn.MSELoss()), optimizer)
    compiled = ms.jit(step)
    for run in (compiled, step, compiled):
        run(ms.ops.ones((2, 200)), ms.ops.ones((2, 300)))
    assert (net.weight.asnumpy() != before).any()
    np.testing.assert_array_equal(loaded["weight"].asnumpy(), before)
    np.testing.assert_array_equal(ms.load_checkpoint(path, format=form)["weight"].asnumpy(), before)
