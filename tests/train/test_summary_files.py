"""Files of summaries: sound checksums, TensorBoard's messages, MindSpore's lineages."""

import json
import os
import struct
import time
import zlib

import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax.train import _records


def messages(data):
    """Number -> values of the fields of a protobuf message."""
    found, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        size = {1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            value = number()
        else:
            size = number() if size is None else size
            value = data[at : at + size]
            at += size
            value = struct.unpack({1: "<d", 5: "<f"}.get(key & 7, f"{size}s"), value)[0]
        found.setdefault(key >> 3, []).append(value)
    return found


def events(path):
    with open(path, "rb") as file:
        yield from map(messages, _records.unframed(file, str(path)))


def values(path):
    """(step, tag) -> the value's message."""
    found = {}
    first, *rest = events(path)
    assert first[3] == [b"brain.Event:2"]
    for event in rest:
        for summary in event.get(5, ()):
            for value in messages(summary)[1]:
                value = messages(value)
                found[event[2][0], value[1][0].decode()] = value
    return found


def test_values(tmp_path):
    numbers = np.random.RandomState(0).randn(50).astype(np.float32)
    numbers[3] = np.nan
    with ms.SummaryRecord(str(tmp_path)) as record:
        record.add_value("scalar", "loss", ms.Tensor(0.5))
        record.add_value("histogram", "w", ms.Tensor(numbers))
        record.add_value("histogram", "none", ms.Tensor(np.full(3, np.nan, np.float32)))
        record.add_value("image", "picture", ms.Tensor(np.ones((2, 3, 4, 5), np.float32)))
        record.add_value("tensor", "t", ms.Tensor([1.0]))
        assert record.record(7)
        record.flush()
        record.add_value("scalar", "loss", ms.Tensor(-2))
        assert record.record(8)
    (path,) = tmp_path.glob("*tfevents*")
    found = values(path)
    assert found.keys() == {(7, "loss"), (7, "w"), (7, "none"), (7, "picture"), (8, "loss")}
    assert found[7, "loss"][2] == [0.5] and found[8, "loss"][2] == [-2.0]
    histogram = messages(found[7, "w"][5][0])
    finite = numbers[np.isfinite(numbers)].astype(np.float64)
    got = [histogram[i][0] for i in range(1, 6)]
    np.testing.assert_allclose(
        got, [finite.min(), finite.max(), 49, finite.sum(), (finite**2).sum()], rtol=1e-12
    )
    limits, counts = (np.frombuffer(histogram[i][0]) for i in (6, 7))
    assert len(limits) == len(counts) and counts.sum() == 49
    np.testing.assert_allclose(limits[-1], finite.max(), rtol=1e-6)
    picture = messages(found[7, "picture"][4][0])
    assert (picture[1], picture[2], picture[3]) == ([4], [10], [3])
    png = picture[4][0]
    at = png.index(b"IDAT")
    (size,) = struct.unpack(">I", png[at - 4 : at])
    assert len(zlib.decompress(png[at + 4 : at + 4 + size])) == 4 * (1 + 3 * 10)


def test_a_training(tmp_path):
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.5))
    x = np.ones((4, 1), np.float32)
    data = ms.dataset.NumpySlicesDataset((x, 3 * x), shuffle=False).batch(2)
    model.train(2, data, ms.SummaryCollector(str(tmp_path), collect_freq=1))
    (path,) = tmp_path.glob("*tfevents*")
    losses = {key: value[2] for key, value in values(path).items() if key[1] == "loss/auto"}
    assert losses == {(1, "loss/auto"): [4.0], **{(i, "loss/auto"): [0.0] for i in (2, 3, 4)}}


def test_records_of_one_second_have_their_own_files(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1e9)
    paths = []
    for step in range(3):
        with ms.SummaryRecord(str(tmp_path)) as record:
            record.add_value("scalar", "loss", ms.Tensor(0.5))
            assert record.record(step)
            paths.append(record.log_dir)
    assert len(set(paths)) == 3 and all(map(os.path.exists, paths))
    found = [list(values(path)) for path in sorted(tmp_path.glob("*tfevents*"))]
    assert found == [[(step, "loss")] for step in range(3)]


def test_nothing_recorded_makes_no_file(tmp_path):
    with ms.SummaryRecord(str(tmp_path)) as record:
        record.record(1)
    assert not list(tmp_path.iterdir())


def test_a_closed_record_says_so(tmp_path, capfd):
    record = ms.SummaryRecord(str(tmp_path))
    record.add_value("scalar", "a", ms.Tensor(1.0))
    record.record(1)
    record.close()
    record.flush()
    assert "closed and can not flush" in capfd.readouterr().err
    with pytest.raises(ValueError, match="has been closed"), record:
        pass


class Branch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.left = nn.Dense(3, 4)
        self.right = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU())

    def construct(self, x):
        return self.left(x) + self.right(x)


def graph(path):
    """Name -> (kind, sources) of the nodes in a file."""
    (definition,) = [event[4][0] for event in events(path) if 4 in event]
    nodes = map(messages, messages(definition)[1])
    return {n[1][0].decode(): (n[2][0].decode(), [s.decode() for s in n.get(3, [])]) for n in nodes}


def test_graph(tmp_path):
    net = Branch()
    before = [p.asnumpy() for p in net.get_parameters()]
    with ms.SummaryRecord(str(tmp_path)) as record:
        record.add_graph(net, [ms.Tensor(np.ones((2, 3), np.float32))])
    (path,) = tmp_path.glob("*tfevents*")
    nodes = graph(path)
    kinds = [kind for kind, _ in nodes.values()]
    assert kinds.count("Parameter") == 4 and kinds.count("Input") == 1
    (dot,) = [n for n, (kind, _) in nodes.items() if kind == "dot_general" and "left" in n]
    assert dot.startswith("Branch/left/Dense/") and "input_0" in nodes[dot][1]
    assert any(name.startswith("Branch/right/1/ReLU/") for name in nodes)
    assert all(source in nodes for _, sources in nodes.values() for source in sources)
    (last,) = [n for n in nodes if not any(n in sources for _, sources in nodes.values())]
    assert len(nodes[last][1]) == 2  # the sum of both branches
    after = [p.asnumpy() for p in net.get_parameters()]
    assert all((a == b).all() for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize("wanted", [True, False])
def test_the_collector_writes_the_graph(wanted, tmp_path):
    net = Branch()
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.5))
    x = np.ones((4, 3), np.float32)
    data = ms.dataset.NumpySlicesDataset((x, x[:, :1]), shuffle=False).batch(2)
    options = {"collect_graph": wanted}
    model.train(1, data, ms.SummaryCollector(str(tmp_path), collect_specified_data=options))
    (path,) = tmp_path.glob("*tfevents*")
    assert any(4 in event for event in events(path)) is wanted
    if wanted:
        assert any(name.startswith("Branch/left/") for name in graph(path))


def test_lineages(tmp_path):
    """The fields and values that MindSpore 2.10 writes for these trainings."""
    net = nn.Dense(1, 1, weight_init="ones")
    optimizer = nn.SGD(net.trainable_params(), 0.01)
    model = ms.Model(net, nn.MSELoss(), optimizer, metrics={"mae"})
    x = np.arange(8, dtype=np.float32).reshape(8, 1)
    data = ms.dataset.NumpySlicesDataset((x, x), shuffle=False).batch(2)
    given = {"a": 1, "b": 2.5, "c": "x"}
    folder = tmp_path / "train"
    collector = ms.SummaryCollector(str(folder), custom_lineage_data=given)
    saving = ms.ModelCheckpoint("m", str(tmp_path / "ck"), ms.CheckpointConfig(2))
    model.train(2, data, [collector, saving])
    (path,) = folder.glob("*_lineage")
    custom, trained = list(events(path))
    infos = [messages(info) for info in messages(custom[10][0])[1]]
    assert [messages(i[3][0]) for i in infos[:1]] == [{1: [b"a"], 2: [1]}]
    assert messages(infos[1][5][0]) == {1: [b"b"], 2: [2.5]}
    assert messages(infos[2][4][0]) == {1: [b"c"], 2: [b"x"]}
    trained = messages(trained[6][0])
    hyper, dataset, algorithm, saved = (messages(trained[i][0]) for i in (1, 2, 3, 4))
    assert hyper.pop(2)[0] == pytest.approx(0.01)
    assert hyper == {
        **{1: [b"SGD"], 3: [b"MSELoss"], 4: [2], 5: [b"stand_alone"], 6: [1], 8: [2]},
    }
    assert dataset == {2: [8]} and algorithm[1] == [b"Dense"] and algorithm[2][0] > 0
    newest = str(tmp_path / "ck" / "m-2_4.ckpt")
    assert json.loads(saved[3][0]) == {"ckpt": newest}
    assert saved[4] == [(tmp_path / "ck" / "m-2_4.ckpt").stat().st_size]

    found = model.eval(data, callbacks=[ms.SummaryCollector(str(tmp_path / "eval"))])
    (path,) = (tmp_path / "eval").glob("*_lineage")
    (event,) = events(path)
    event = messages(event[7][0])
    assert json.loads(event[2][0]) == found and messages(event[3][0]) == {2: [8]}


class Params(dict):
    __getattr__ = dict.__getitem__


@pytest.mark.parametrize(
    ("output", "value", "dtype"),
    [
        (ms.Tensor([1.0, 2.0, 3.0]), 2, ms.float32),
        ((ms.Tensor(1.5), ms.Tensor(2.0)), 1.5, ms.float32),
        (ms.Tensor(3), 3, ms.float64),
        (1.5, 1.5, ms.float32),
        ((1, 2), 1, ms.float64),
        ([np.ones(2)], 1, ms.float64),
        ((), None, None),
        (np.float32(1.5), None, None),
        ({"loss": ms.Tensor(1.0)}, None, None),
    ],
)
def test_the_loss_that_a_collector_takes_from_a_step(output, value, dtype, tmp_path):
    collector = ms.SummaryCollector(str(tmp_path))
    loss = collector._get_loss(Params(net_outputs=output))
    assert (None if loss is None else (float(loss), loss.dtype)) == (value and (value, dtype))
    if value is None:  # it looks at no further step
        assert collector._get_loss(Params(net_outputs=ms.Tensor(1.0))) is None


def test_a_collector_of_the_program_has_a_loss_of_its_own(tmp_path):
    class Doubled(ms.SummaryCollector):
        def _get_loss(self, params):
            taken.append(float(super()._get_loss(params)))
            return ms.Tensor(taken[-1] * 2)

    taken: list[float] = []
    rows = ms.dataset.NumpySlicesDataset(
        {"x": np.ones((4, 2), np.float32), "y": np.ones((4, 1), np.float32)}, shuffle=False
    ).batch(2)
    net = nn.Dense(2, 1)
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()))
    model.train(1, rows, Doubled(str(tmp_path), collect_freq=1), dataset_sink_mode=False)
    assert len(taken) >= 2
