"""Weights that PyTorch saved: values, names, and files that must not be trusted."""

from __future__ import annotations

import io
import os
import pickle
import random
import zipfile

import numpy as np
import pytest

import msjax as ms
from msjax import nn

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "golden", "torch")
RAN: list[str] = []


def file(name):
    return os.path.join(FOLDER, f"{name}.pt")


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, pad_mode="valid", has_bias=True)
        self.norm = nn.BatchNorm2d(2)
        self.layer_norm, self.table = nn.LayerNorm((3,), epsilon=1e-5), nn.Embedding(4, 3)
        self.line = nn.Conv1d(2, 2, 3, pad_mode="valid", has_bias=True)
        self.fc = nn.Dense(3, 2)

    def construct(self, x, line, ids):
        x = self.norm(self.conv(x)).mean((2, 3))
        return x, self.line(line), self.fc(self.layer_norm(self.table(ids)))


@pytest.mark.parametrize("name", ["net", "whole"])
def test_a_network_computes_what_pytorch_did(name):
    net = Net().set_train(False)
    found = ms.load_torch_checkpoint(file(name), net, strict=True)
    assert set(found) == {p.name for p in net.get_parameters()}
    calls = ms.load_torch_checkpoint(file("calls"))
    out = net(calls["in0"], calls["in1"], calls["in2"].astype(ms.int32))
    for i, value in enumerate(out):
        np.testing.assert_allclose(value.asnumpy(), calls[f"out{i}"].asnumpy(), atol=1e-5)


def test_names_without_a_network():
    names = set(ms.load_torch_checkpoint(file("net")))
    assert {"norm.gamma", "norm.beta", "norm.moving_mean", "norm.moving_variance"} < names
    assert {"layer_norm.gamma", "layer_norm.beta", "conv.weight", "fc.bias", "table.weight"} < names
    assert names == set(ms.load_torch_checkpoint(file("whole")))
    assert names == set(ms.load_torch_checkpoint(file("whole"), key="state_dict"))
    with pytest.raises(ValueError, match="no 'other' in the file, which has .'epoch'"):
        ms.load_torch_checkpoint(file("whole"), key="other")


def test_dtypes_and_shapes():
    found = ms.load_torch_checkpoint(file("tensors"))
    for name in "float16 bfloat16 float64 int8 int16 int32 int64 uint8 complex64".split():
        assert str(found[name].dtype).lower() == name
        assert found[name].asnumpy().real.tolist() == [[0, 1], [2, 3]]
    assert found["bool"].asnumpy().tolist() == [[False, True], [True, True]]
    assert found["uint16"].asnumpy().tolist() == [1, 65535]
    assert found["float8_e4m3fn"].astype(ms.float32).asnumpy().tolist() == [0.5, 2]
    base = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(found["turned"].asnumpy(), base.T)
    np.testing.assert_array_equal(found["part"].asnumpy(), base[1:, ::2])
    assert found["empty"].shape == (0, 3) and found["number"].item() == 2.5
    assert found["number"].shape == ()


def test_safetensors_and_renaming(tmp_path):
    path = str(tmp_path / "x.safetensors")
    arrays = {"body.weight": np.ones((2, 3), np.float32), "body.bias": np.ones(2, np.float32)}
    ms.save_checkpoint({**arrays, "extra": arrays["body.bias"]}, path, format="safetensors")
    net = nn.SequentialCell(nn.Dense(3, 2))
    with pytest.raises(ValueError, match="no weight fits.*use 'rename'"):
        ms.load_torch_checkpoint(path, net)
    for rename in ({"body.": "0."}, lambda n: n.replace("body", "0")):
        found = ms.load_torch_checkpoint(path, net, rename)
        assert set(found) == {"0.weight", "0.bias"} and (net[0].weight == 1).all()
    with pytest.raises(RuntimeError, match="weights without a Parameter: .'extra'"):
        ms.load_torch_checkpoint(path, net, {"body.": "0."}, strict=True)
    ms.load_torch_checkpoint(
        path, net, lambda n: None if n == "extra" else n.replace("body", "0"), strict=True
    )
    with pytest.raises(ValueError, match="more than one weight the name 'x'"):
        ms.load_torch_checkpoint(path, rename=lambda n: "x")
    with pytest.raises(RuntimeError, match=r"shape \(3, 3\), but the weight '0.weight' has \(2, 3"):
        ms.load_torch_checkpoint(path, nn.SequentialCell(nn.Dense(3, 3)), {"body.": "0."})


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("old", NotImplementedError, "before 1.6"),
        ("bare", ValueError, "has no weights"),
        ("none", ValueError, "does not exist"),
    ],
)
def test_what_is_refused(name, error, text):
    with pytest.raises(error, match=text):
        ms.load_torch_checkpoint(file(name))
    with pytest.raises(TypeError, match="file_name"):
        ms.load_torch_checkpoint(3)


def archive(path, pickled, storage=bytes(16)):
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("x/data.pkl", pickled)
        out.writestr("x/data/0", storage)
    return str(path)


def run(text):
    RAN.append(text)


class Attack:
    def __reduce__(self):
        return run, ("called",)


def test_nothing_is_executed(tmp_path):
    path = archive(tmp_path / "x.pt", pickle.dumps({"a": Attack(), "b": print}, 2))
    with pytest.raises(ValueError, match="has no weights"):
        ms.load_torch_checkpoint(path)
    assert not RAN
    for text in (
        b"cos\nsystem\n(S'true'\ntR.",
        b"cbuiltins\neval\n(S'1/0'\ntR.",
        b"c__main__\nx\n.",
    ):
        with pytest.raises(ValueError, match="no weights|cannot be read"):
            ms.load_torch_checkpoint(archive(tmp_path / "y.pt", text))


def tensor(
    size, stride, offset=0, key="0", *, kind="Float", function="tensor_v2", rest=(False, None)
):
    """The pickle of {"w": a tensor with the given description}."""
    out = io.BytesIO()
    out.write(b"\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_%s\n(" % function.encode())
    out.write(b"(X\x07\x00\x00\x00storagectorch\n%sStorage\n" % kind.encode())
    out.write(b"X\x01\x00\x00\x00" + key.encode() + b"X\x03\x00\x00\x00cpuK\x04tQ")
    for value in (offset, size, stride, *rest):
        out.write(pickle.dumps(value, 2)[2:-1])
    out.write(b"tRs.")
    return out.getvalue()


@pytest.mark.parametrize(
    ("size", "stride", "offset", "key"),
    [
        ((5,), (1,), 0, "0"),
        ((4,), (1,), 1, "0"),
        ((1 << 40,), (0,), 0, "0"),
        ((2, 2), (9, 1), 0, "0"),
        ((-1,), (1,), 0, "0"),
        ((2,), (-1,), 1, "0"),
        ((2,), (1, 1), 0, "0"),
        ((2,), (1,), -1, "0"),
        ((2.0,), (1,), 0, "0"),
        ((2,), (1,), 0, "9"),
    ],
)
def test_tensors_beyond_their_storage(size, stride, offset, key, tmp_path):
    path = archive(tmp_path / "x.pt", tensor((4,), (1,)), np.arange(4, dtype=np.float32).tobytes())
    assert ms.load_torch_checkpoint(path)["w"].asnumpy().tolist() == [0, 1, 2, 3]
    path = archive(tmp_path / "x.pt", tensor(size, stride, offset, key))
    with pytest.raises(ValueError, match="cannot be read"):
        ms.load_torch_checkpoint(path)


@pytest.mark.parametrize(
    ("bits", "wanted"),
    [(None, 1 + 2j), ({"conj": True}, 1 - 2j), ({"conj": True, "neg": True}, -1 + 2j)],
)
def test_views_that_compute_when_they_are_read(bits, wanted, tmp_path):
    pickled = tensor((), (), kind="ComplexFloat", rest=(False, None, bits))
    path = archive(tmp_path / "x.pt", pickled, np.array([1 + 2j], np.complex64).tobytes())
    assert ms.load_torch_checkpoint(path)["w"].asnumpy() == wanted


def test_no_tensor_is_left_out_in_silence(tmp_path):
    path = archive(tmp_path / "x.pt", tensor((4,), (1,), function="tensor", rest=()))
    assert ms.load_torch_checkpoint(path)["w"].asnumpy().tolist() == [0] * 4  # of PyTorch 0.3
    for function in ("sparse_tensor", "qtensor", "wrapper_subclass"):
        path = archive(tmp_path / "x.pt", tensor((4,), (1,), function=function))
        with pytest.raises(NotImplementedError, match=f"'w' is of a kind.*{function}.*to_dense"):
            ms.load_torch_checkpoint(path)


def test_a_state_dict_in_an_unusual_place(tmp_path):
    pickled = b"\x80\x02}X\x03\x00\x00\x00ema" + tensor((4,), (1,))[2:-1] + b"s."
    path = archive(tmp_path / "x.pt", pickled)
    with pytest.raises(ValueError, match=r"dicts as \['ema'\]; say by 'key'"):
        ms.load_torch_checkpoint(path)
    assert list(ms.load_torch_checkpoint(path, key="ema")) == ["w"]


def test_a_state_dict_beside_other_tensors(tmp_path, caplog):
    """Programs that train note tensors beside the weights, or keep two sets of them."""

    def nested(*names):
        inner = tensor((4,), (1,))[2:-1]
        dicts = b"".join(
            b"X" + len(n).to_bytes(4, "little") + n.encode() + inner + b"s" for n in names
        )
        return tensor((2,), (1,))[:-1] + dicts + b"."

    path = archive(tmp_path / "x.pt", nested("state_dict"))
    assert ms.load_torch_checkpoint(path)["w"].shape == (4,)
    path = archive(tmp_path / "x.pt", nested("model", "state_dict"))
    with pytest.raises(ValueError, match=r"\['state_dict', 'model'\]; say by 'key'"):
        ms.load_torch_checkpoint(path)
    assert ms.load_torch_checkpoint(path, key="model")["w"].shape == (4,)
    path = archive(tmp_path / "x.pt", nested("ema"))
    assert ms.load_torch_checkpoint(path)["w"].shape == (2,)
    assert "the dicts ['ema'] in the file are left out" in caplog.text


def test_damaged_files(tmp_path):
    path, numbers = tmp_path / "x.pt", random.Random(5)
    with open(file("net"), "rb") as opened:
        content = opened.read()
    good = ms.load_torch_checkpoint(file("net"))
    for _ in range(150):
        changed = bytearray(content)
        for _ in range(numbers.randrange(1, 4)):
            changed[numbers.randrange(len(content))] = numbers.randrange(256)
        path.write_bytes(changed if numbers.random() < 0.8 else changed[: numbers.randrange(4000)])
        try:
            found = ms.load_torch_checkpoint(str(path))
        except (ValueError, NotImplementedError):
            continue
        for name in found.keys() & good.keys():  # the archive has checksums of values and pickle
            np.testing.assert_array_equal(found[name].asnumpy(), good[name].asnumpy())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("x/data.pkl", tensor((4,), (1,)))
        out.writestr("x/data/0", bytes(1 << 20))
    with pytest.raises(ValueError, match="compressed"):
        ms.load_torch_checkpoint(str(path))


def test_a_network_is_left_alone_by_a_wrong_file(tmp_path):
    net = Net()
    before = {p.name: p.asnumpy() for p in net.get_parameters()}
    arrays = {"conv.weight": np.ones((2, 1, 3, 3), np.float32), "fc.bias": np.ones(3, np.float32)}
    path = str(tmp_path / "x.safetensors")
    ms.save_checkpoint(arrays, path, format="safetensors")
    with pytest.raises(RuntimeError, match="'fc.bias'"):
        ms.load_torch_checkpoint(path, net)
    for p in net.get_parameters():
        np.testing.assert_array_equal(p.asnumpy(), before[p.name])
