"""Attention layers against MindSpore's: Parameters, draws, outputs, gradients, refusals."""

import numpy as np
import pytest
import transformer_cases
from places import read_golden

import msjax as ms

GOLDEN = read_golden("transformer.json")


@pytest.mark.parametrize("name", transformer_cases.CASES)
def test_case(name):
    want = GOLDEN["cases"][name]
    got = transformer_cases.outcome(ms, transformer_cases.CASES[name])
    if "error" in want or "error" in got:
        assert got == want
        return
    assert got["parameters"] == want["parameters"]
    assert got["repr"] == want["repr"]
    assert got["tuple"] == want["tuple"]
    for (shape, dtype, data), wanted in zip(got["out"], want["out"], strict=True):
        assert [shape, dtype] == wanted[:2]
        np.testing.assert_allclose(data, wanted[2], rtol=1e-4, atol=1e-5)
    for key, data in want["grad"].items():
        scale = max(np.abs(data).max(), 0.2)
        np.testing.assert_allclose(got["grad"][key], data, rtol=2e-4, atol=2e-4 * scale)


@pytest.mark.parametrize("text", transformer_cases.DRAWS)
def test_draws(text):
    np.random.seed(0)
    eval(text, {"nn": ms.nn})
    assert int(np.random.randint(1 << 30)) == GOLDEN["draws"][text]


def test_bool_padding_counts_beside_a_float_mask():
    net = ms.nn.MultiheadAttention(8, 2)
    x = ms.Tensor(np.random.RandomState(0).randn(4, 1, 8).astype(np.float32))
    padding = ms.Tensor([[False, False, True, False]])
    _, weights = net(x, x, x, key_padding_mask=padding, attn_mask=ms.ops.zeros((4, 4)))
    assert (weights.asnumpy()[0, :, 2] == 0).all()


def test_dropout_acts_in_training_only():
    net = ms.nn.MultiheadAttention(8, 2, dropout=0.5)
    x = ms.ops.ones((4, 3, 8))
    assert (net(x, x, x)[1] == net(x, x, x)[1]).all()
    net.set_train()
    weights = net(x, x, x, average_attn_weights=False)[1].asnumpy()
    assert set(np.round(np.unique(weights), 4)) == {0.0, 0.5}


def test_layers_of_a_stack_start_equal_and_learn_apart():
    encoder = ms.nn.TransformerEncoder(ms.nn.TransformerEncoderLayer(8, 2, 16), 2)
    first, second = (layer.dense1.weight for layer in encoder.layers)
    assert first is not second
    assert (first == second).all()
    assert first.name == "layers.0.dense1.weight"
