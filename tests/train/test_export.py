"""Files of exported networks: what they hold, what is refused, and what damage does."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax.train.serialization import _files, _onnx


class LSTM(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4, batch_first=True)

    def construct(self, x):
        return self.rnn(x)


class GPT(nn.Cell):
    """A transformer block over at most 16 tokens."""

    def __init__(self):
        super().__init__()
        self.tokens, self.norm = nn.Embedding(11, 8), nn.LayerNorm((8,))
        self.places = ms.Parameter(ops.randn(16, 8), name="places")
        self.qkv, self.head = nn.Dense(8, 24), nn.Dense(8, 11, has_bias=False)

    def construct(self, ids):
        batch, length = ids.shape
        x = self.tokens(ids) + self.places[:length]
        parts = ops.split(self.qkv(self.norm(x)), 8, axis=2)
        q, k, v = (p.reshape(batch, length, 2, 4).transpose(0, 2, 1, 3) for p in parts)
        mask = ops.tril(ops.ones((length, length), ms.float32))
        scores = ops.masked_fill(ops.matmul(q, k.transpose(0, 1, 3, 2)), mask == 0, -1e9)
        out = ops.matmul(ops.softmax(scores), v).transpose(0, 2, 1, 3)
        return self.head(x + out.reshape(batch, length, 8))


class Residual(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.SequentialCell(nn.Conv2d(2, 4, 3, has_bias=True), nn.BatchNorm2d(4))
        self.skip, self.pool, self.head = nn.Conv2d(2, 4, 1), nn.MaxPool2d(2, 2), nn.Dense(16, 5)

    def construct(self, x):
        return self.head(self.pool(ops.relu(self.first(x) + self.skip(x))).reshape(-1, 16))


def unknown(*shape, dtype=ms.float32):
    return ms.Tensor(shape=shape, dtype=dtype)


NETS = {
    "lstm": (LSTM, unknown(None, None, 3), lambda b, t: ops.randn(b, t, 3)),
    "gpt": (GPT, unknown(None, None, dtype=ms.int32), lambda b, t: ops.arange(b * t).reshape(b, t)),
    "residual": (Residual, unknown(None, 2, 4, 4), lambda b, t: ops.randn(b, 2, 4, 4)),
}
IN_A_FRESH_PROCESS = """
import sys
import numpy as np
import msjax as ms
arrays = np.load(sys.argv[2])
net = ms.nn.GraphCell(ms.load(sys.argv[1]))
for i in range(len(arrays.files) // 2):
    out = net(ms.Tensor(arrays[f"in{i}"]))
    out = out[0] if isinstance(out, tuple) else out
    np.testing.assert_allclose(out.asnumpy(), arrays[f"out{i}"], atol=2e-6)
"""


def first(out):
    return out[0] if isinstance(out, tuple) else out


@pytest.mark.parametrize("name", NETS)
def test_loaded_in_a_process_without_the_source(name, tmp_path):
    cls, spec, make = NETS[name]
    net, path = cls(), str(tmp_path / "net.mindir")
    ms.export(net, spec, file_name=path, file_format="MINDIR")
    arrays = {}
    for i, sizes in enumerate([(2, 3), (1, 7)]):
        x = make(*sizes).astype(spec.dtype)
        arrays[f"in{i}"], arrays[f"out{i}"] = x.asnumpy(), first(net(x)).asnumpy()
    np.savez(tmp_path / "arrays.npz", **arrays)
    command = [sys.executable, "-c", IN_A_FRESH_PROCESS, path, str(tmp_path / "arrays.npz")]
    subprocess.run(command, check=True, cwd=os.path.dirname(os.path.dirname(ms.__file__)))


class Sparse(nn.Cell):
    def construct(self, starts, columns, values):
        matrix = ms.CSRTensor(starts, columns, values, (2, 4))
        return matrix, {"twice": matrix.to_coo()}


class SparseInput(nn.Cell):
    def construct(self, matrix):
        return matrix.mm(ops.ones((4, 1)))


def test_sparse_matrices_in_a_program(tmp_path):
    parts = ms.Tensor([0, 1, 2], ms.int32), ms.Tensor([0, 3], ms.int32), ms.Tensor([2.0, 1.0])
    path = str(tmp_path / "net.mindir")
    ms.export(Sparse(), *parts, file_name=path, file_format="MINDIR")
    matrix, others = nn.GraphCell(ms.load(path))(*parts)
    assert type(matrix) is ms.CSRTensor and matrix.shape == (2, 4)
    assert type(others["twice"]) is ms.COOTensor
    for sparse in (matrix, others["twice"]):
        assert sparse.to_dense().asnumpy().tolist() == [[2, 0, 0, 0], [0, 0, 0, 1]]

    ms.export(SparseInput(), matrix, file_name=path, file_format="MINDIR")
    loaded = nn.GraphCell(ms.load(path))
    assert loaded(matrix).asnumpy().tolist() == [[2], [1]]
    with pytest.raises(TypeError, match=r"must be CSRTensor\(a Tensor, .* \(2, 4\)\), but got a T"):
        loaded(parts[0])


def test_what_a_program_assumes_is_checked(tmp_path):
    path = str(tmp_path / "gpt.mindir")
    ms.export(GPT(), NETS["gpt"][1], file_name=path, file_format="MINDIR")
    program = ms.load(path)
    assert program.constraints == ("d1 <= 16",)
    assert program.exported.platforms == ("cpu", "cuda", "tpu")
    assert nn.GraphCell(program)(ops.zeros((1, 16), ms.int32)).shape == (1, 16, 11)
    told = r"'GPT' was exported for d1 <= 16,.* shapes \(d0, d1\), but got \(1, 17\)\."
    with pytest.raises(ValueError, match=told):
        nn.GraphCell(program)(ops.zeros((1, 17), ms.int32))


@pytest.mark.parametrize(
    ("given", "named", "right", "wrong"),
    [
        ({"divisor": 4}, r"4\*d0", (4, 12), (5, 6, 2)),
        ({"divisor": 4, "remainder": 1}, r"4\*d0 \+ 1", (5, 9), (4, 6, 3)),
        ({"min": 2, "max": 8}, "d0", (3,), (0,)),
    ],
)
def test_lengths_that_a_divisor_does_not_allow(given, named, right, wrong, tmp_path):
    path = str(tmp_path / "net.mindir")
    spec = ms.Tensor(shape=[ms.Symbol(**given), 3], dtype=ms.float32)
    ms.export(nn.ReLU(), spec, file_name=path, file_format="MINDIR")
    net = nn.GraphCell(ms.load(path))
    for size in right:
        assert net(ops.ones((size, 3))).shape == (size, 3)
    for size in wrong:
        told = (
            rf"input Tensor 0 of the program 'ReLU' must be \({named}, 3\), but got \({size}, 3\)"
        )
        with pytest.raises(ValueError, match=told):
            net(ops.ones((size, 3)))


def test_lengths_of_one_divisor_are_the_same(tmp_path):
    path = str(tmp_path / "net.mindir")
    rows = ms.Symbol(divisor=2, unique=True)
    spec = ms.Tensor(shape=[rows, 3], dtype=ms.float32)
    ms.export(ops.add, spec, spec, file_name=path, file_format="MINDIR")
    net = nn.GraphCell(ms.load(path))
    assert net(ops.ones((4, 3)), ops.ones((4, 3))).shape == (4, 3)
    with pytest.raises(ValueError, match="input Tensor 1"):
        net(ops.ones((4, 3)), ops.ones((2, 3)))


def test_training_a_loaded_network(tmp_path):
    path, x = str(tmp_path / "net.mindir"), ops.randn(4, 2, 4, 4)
    labels = ops.arange(4).astype(ms.int32)
    net = Residual().set_train()
    ms.export(net, x, file_name=path, file_format="MINDIR")
    loaded = nn.GraphCell(ms.load(path))
    assert {p.name for p in loaded.trainable_params()} == {p.name for p in net.trainable_params()}
    losses = []
    for model in (net, loaded):
        loss = nn.WithLossCell(
            model, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        )
        step = nn.TrainOneStepCell(loss, nn.Momentum(model.trainable_params(), 0.1, 0.9))
        losses.append([float(step(x, labels)) for _ in range(3)])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-5)
    after = loaded.parameters_dict()
    for p in net.get_parameters():  # the statistics too
        np.testing.assert_allclose(after[p.name].asnumpy(), p.asnumpy(), rtol=1e-4, atol=1e-6)
    checkpoint = str(tmp_path / "after.ckpt")
    ms.save_checkpoint(loaded, checkpoint)
    assert ms.load_param_into_net(Residual(), ms.load_checkpoint(checkpoint)) == ([], [])


def test_new_values_of_parameters(tmp_path, capfd):
    path, x = str(tmp_path / "net.mindir"), ops.ones((1, 3))
    ms.export(nn.Dense(3, 2), x, file_name=path, file_format="MINDIR")
    zero = {"weight": ops.zeros((2, 3)), "bias": ops.ones(2), "other": ops.ones(1)}
    assert nn.GraphCell(ms.load(path), params_init=zero)(x).asnumpy().tolist() == [[1, 1]]
    assert "1 names of 'params_init' are no Parameters of the graph" in capfd.readouterr().err
    for bad, error in [
        ({"weight": ops.zeros((3, 2))}, ValueError),
        ({"weight": ops.zeros((2, 3), ms.float16)}, ValueError),
        ({1: ops.zeros(2)}, TypeError),
        ({"bias": 3}, TypeError),
        (3, TypeError),
    ]:
        with pytest.raises(error, match="For 'GraphCell'"):
            nn.GraphCell(ms.load(path), params_init=bad)
    with pytest.raises(TypeError, match="must be a FuncGraph loaded from MindIR"):
        nn.GraphCell(None)
    with pytest.raises(NotImplementedError, match="obfuscation"):
        nn.GraphCell(ms.load(path), obf_random_seed=3)


def test_names_endings_and_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    x = ops.ones(2)
    ms.export(nn.ReLU(), x, file_name="a", file_format="MINDIR")
    ms.train.serialization.export(nn.ReLU(), x, file_name="new/b.mindir", file_format="MINDIR")
    ms.export(nn.ReLU(), x, file_name="c", file_format="STABLEHLO", quant_mode="NONQUANT")
    ms.export(nn.ReLU(), x, file_name="a", file_format="MINDIR")  # replaces a read-only file
    assert sorted(os.listdir()) == ["a.mindir", "c.stablehlo", "new"] and os.listdir("new") == [
        "b.mindir"
    ]
    assert os.stat("a.mindir").st_mode & 0o777 == 0o400
    with open("c.stablehlo", "rb") as file:
        assert file.read(4) == b"ML\xefR"


REFUSED = [
    (("MINDIR",), {"file_format": "mindir"}, ValueError, "must be one of"),
    ((), {"file_format": "AIR"}, NotImplementedError, "Ascend"),
    ((), {"file_name": ""}, ValueError, "illegal"),
    ((), {"file_name": 3}, TypeError, "must be string"),
    ((), {"obf_func": 1}, NotImplementedError, "obfuscation"),
    ((), {"dataset": 1}, NotImplementedError, "'dataset'"),
    ((), {"custom_func": len}, NotImplementedError, "'custom_func'"),
    ((), {"enc_key": "0" * 16}, (TypeError, ValueError), "enc_key"),
    ((), {"enc_key": bytes(16), "enc_mode": "x"}, ValueError, "only support AES-GCM"),
    ((), {"enc_key": bytes(16), "file_format": "ONNX"}, ValueError, "customized encryption"),
    ((), {"enc_keys": bytes(16)}, TypeError, "'enc_keys'. Did you mean 'enc_key'"),
]


@pytest.mark.parametrize(("_", "options", "error", "text"), REFUSED)
def test_wrong_exports(_, options, error, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = {"file_name": "x", "file_format": "MINDIR", **options}
    with pytest.raises(error, match=text):
        ms.export(nn.ReLU(), ops.ones(2), **options)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("file_format", ["STABLEHLO", "ONNX"])
def test_a_function_encrypts_every_format(file_format, tmp_path, monkeypatch):
    if file_format == "ONNX":  # without its package
        monkeypatch.setattr(_onnx, "onnx_model", lambda net, inputs: b"a model")
    options = {"enc_key": b"k", "enc_mode": lambda content, key: b"hidden " + key}
    ms.export(
        nn.ReLU(), ops.ones(2), file_name=str(tmp_path / "x"), file_format=file_format, **options
    )
    assert (tmp_path / f"x.{file_format.lower()}").read_bytes() == b"hidden k"


def test_an_unknown_argument_of_load_is_refused(tmp_path):
    with pytest.raises(TypeError, match="'enc_key'. Did you mean 'dec_key'"):
        ms.load(str(tmp_path / "x.mindir"), enc_key=bytes(16))


def test_wrong_inputs(tmp_path):
    options = {"file_name": str(tmp_path / "x"), "file_format": "MINDIR"}
    with pytest.raises(TypeError, match="array of NumPy"):
        ms.export(nn.ReLU(), np.ones(2), **options)
    with pytest.raises(NotImplementedError, match="dataset"):
        ms.export(nn.ReLU(), ms.dataset.NumpySlicesDataset([1], ["image"]), **options)
    with pytest.raises(RuntimeError, match="Cell or function"):
        ms.export(3, ops.ones(2), **options)
    with pytest.raises(TypeError):
        ms.export(nn.ReLU(), **options)
    with pytest.raises(TypeError, match="file_format"):
        ms.export(nn.ReLU(), ops.ones(2), file_name="x")


def test_onnx_without_its_package(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jax2onnx", None)
    options = {"file_name": str(tmp_path / "x"), "file_format": "ONNX"}
    with pytest.raises(NotImplementedError, match="pip install jax2onnx"):
        ms.export(nn.ReLU(), ops.ones(2), **options)
    with pytest.raises(ValueError, match="only support nn.Cell"):
        ms.export(lambda x: x, ops.ones(2), **options)
    with pytest.raises(ValueError, match="dynamic shape"):
        ms.export(nn.ReLU(), unknown(None), **options)


class Ids(nn.Cell):
    """Uses wide numbers, and the same ones made narrow."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)

    def construct(self, ids, unused):
        return self.table(ids % 10), ids + 1, ids.astype(ms.int32) * 2


def test_onnx_keeps_dtypes(tmp_path):
    """Also of a network of float32 that gets int64."""
    pytest.importorskip("jax2onnx")
    from onnx.reference import ReferenceEvaluator

    net, given = Ids(), [np.array([[1 << 40, 2, 3]]), np.ones(2)]
    for count in (1, 2):  # the last time with a double beside it
        rest = given[1].astype(np.float32 if count == 1 else np.float64)
        inputs = [given[0], rest]
        ms.export(net, *map(ms.Tensor, inputs), file_name=str(tmp_path / "x"), file_format="ONNX")
        model = ReferenceEvaluator(str(tmp_path / "x.onnx"))
        found = model.run(None, dict(zip(model.input_names, inputs, strict=True)))
        for one, wanted in zip(found, net(*map(ms.Tensor, inputs)), strict=True):
            np.testing.assert_allclose(one, wanted.asnumpy(), rtol=1e-6)
            assert one.dtype == wanted.asnumpy().dtype or count == 2


@pytest.mark.parametrize("function", [ms.load, ms.load_mindir, ms.export_split_mindir])
def test_wrong_names_to_load(function, tmp_path):
    (tmp_path / "x.ckpt").touch()
    for name in (3, str(tmp_path / "x.ckpt"), str(tmp_path / "none.mindir")):
        with pytest.raises(ValueError, match="'file_name'"):
            function(name)
    (tmp_path / "x.mindir").touch()
    with pytest.raises((RuntimeError, NotImplementedError)):
        function(str(tmp_path / "x.mindir"))


def test_files_of_mindspore_are_told(tmp_path):
    path = tmp_path / "x.mindir"
    path.write_bytes(bytes.fromhex("0a03312e3112094d696e6453706f72652a06322e31302e30") + bytes(50))
    with pytest.raises(NotImplementedError, match="of MindSpore.*load_checkpoint"):
        ms.load(str(path))
    path.write_bytes(b"something else" * 9)
    with pytest.raises(RuntimeError, match="is not a MindIR file"):
        ms.load(str(path))
    with pytest.raises(TypeError, match="must be ModelProto"):
        ms.save_mindir({}, str(path))


def test_every_changed_byte_is_told(tmp_path):
    path = tmp_path / "x.mindir"
    ms.export(nn.Dense(3, 2), ops.ones((1, 3)), file_name=str(path), file_format="MINDIR")
    content = path.read_bytes()
    os.chmod(path, 0o600)
    numbers = random.Random(3)
    for _ in range(200):
        changed = bytearray(content)
        kind, at = numbers.randrange(4), numbers.randrange(len(content))
        if kind == 0:
            changed[at] ^= 1 << numbers.randrange(8)
        elif kind == 1:
            del changed[at:]
        elif kind == 2:
            changed[at:at] = bytes(numbers.randrange(1, 9))
        else:
            at = numbers.randrange(8, 28)  # the lengths
            changed[at : at + 4] = numbers.randbytes(4)
        if changed == content:
            continue
        path.write_bytes(changed)
        with pytest.raises((RuntimeError, NotImplementedError), match="damaged|no MindIR"):
            ms.load(str(path))


def test_interrupted_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def pieces():
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _files.replace_file(str(path), pieces())
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["x"]
    with pytest.raises(IsADirectoryError):
        _files.replace_file(str(tmp_path), [b""])
    _files.replace_file(str(path), [b"n", b"ew"])
    assert path.read_bytes() == b"new"
