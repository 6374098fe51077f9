"""Obfuscated checkpoints have MindSpore's values, and wrong calls its errors."""

import json
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
from tests.golden import record_obfuscation as recorded

GOLDEN = json.loads((Path(recorded.__file__).parent / "obfuscation.json").read_text())


@pytest.mark.parametrize("name", recorded.CASES)
def test_values(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert recorded.run(ms, recorded.CASES[name]) == GOLDEN["runs"][name]


@pytest.mark.parametrize("name", recorded.WRONG)
def test_errors(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert recorded.error(ms, recorded.WRONG[name]) == GOLDEN["errors"][name]


@pytest.mark.parametrize(("text", "changed"), [("all", [0, 1]), ("1", [0])])
def test_targets_in_layers(text, changed, tmp_path, monkeypatch):
    """Each layer has a number of its own, with whose inverse the weights are what they were."""

    class Block(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.part = ms.nn.SequentialCell()
            self.part.dense = ms.nn.Dense(2, 2)

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.blocks = ms.nn.CellList([Block(), Block()])

    monkeypatch.chdir(tmp_path)
    np.random.seed(1)
    net = Net()
    ms.save_checkpoint(net, "net.ckpt")
    targets = ["blocks/part", "dense", f"obfuscate_layers:{text}"]
    numbers = ms.obfuscate_ckpt(net, ".", targets)
    assert list(numbers) == [f"obf_metadata_{layer}" for layer in changed]
    found = ms.load_checkpoint("net_obf.ckpt")
    for layer in range(2):
        name = f"blocks.{layer}.part.dense.weight"
        before = net.parameters_dict()[name].asnumpy()
        assert (layer in changed) == (not np.array_equal(found[name].asnumpy(), before))
        if layer in changed:
            back = found[name].asnumpy() * numbers[f"obf_metadata_{layer}"]
            np.testing.assert_allclose(back, before, rtol=1e-3)  # the numbers are float16
    assert ms.load_obf_params_into_net(net, targets) is net


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"obf_config": {"network_obf_config": [{"target": "x"}]}}, TypeError),
        ({"obf_config": {"network_obf_config": []}, "data_parallel_num": 0}, ValueError),
        ({"obf_config": {}}, ValueError),
        ({"target_modules": ["", "missing"]}, ValueError),
    ],
)
def test_wrong_configurations_of_networks(options, error):
    with pytest.raises(error):
        ms.load_obf_params_into_net(ms.nn.SequentialCell(ms.nn.Dense(1, 1)), **options)


def test_unknown_operations_and_numbers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    net = recorded.network(ms)
    ms.save_checkpoint(net, "net.ckpt")
    for change in ({"name": "add"}, {"input_y": "obf_metadata_missing"}):
        config = {
            "obf_metadata_config": [recorded.NUMBER],
            "weight_obf_config": [
                {"target": "inner/first/bias", "weight_obf_ops": [recorded.MUL | change]}
            ],
        }
        with pytest.raises(KeyError, match="but got add|obf_metadata_missing"):
            ms.obfuscate_ckpt(net, ".", obf_config=config)
    assert not (tmp_path / "net_obf.ckpt").exists()
