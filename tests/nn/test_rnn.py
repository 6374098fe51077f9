"""Recurrent layers against MindSpore's: Parameters, draws, outputs, gradients, refusals."""

import json
from pathlib import Path

import numpy as np
import pytest
import rnn_cases

import msjax as ms

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "rnn.json").read_text())


@pytest.mark.parametrize("name", rnn_cases.CASES)
def test_case(name):
    want = GOLDEN["cases"][name]
    got = rnn_cases.outcome(ms, rnn_cases.CASES[name])
    if "error" in want or "error" in got:
        assert got == want
        return
    assert got["parameters"] == want["parameters"]
    assert got["repr"] == want["repr"]
    half = "float16" in name
    # The wheel's CPU library approximates tanh to about 1e-4.
    for (shape, dtype, data), wanted in zip(got["out"], want["out"], strict=True):
        assert [shape, dtype] == wanted[:2]
        np.testing.assert_allclose(data, wanted[2], rtol=1e-4, atol=5e-3 if half else 2e-4)
    for key, data in want["grad"].items():
        scale = np.abs(data).max()
        rtol = 3e-2 if half else 2e-3
        np.testing.assert_allclose(got["grad"][key], data, rtol=rtol, atol=rtol * scale)


@pytest.mark.parametrize("text", rnn_cases.DRAWS)
def test_draws(text):
    np.random.seed(0)
    net = eval(text, {"nn": ms.nn})
    want = GOLDEN["draws"][text]
    first = {p.name: rnn_cases.numbers(p.asnumpy().reshape(-1)[:3]) for p in net.get_parameters()}
    assert int(np.random.randint(1 << 30)) == want["next"]
    if "Cell" not in text:  # cells draw through initializers, whose streams differ
        assert first == want["first"]
    assert list(first) == list(want["first"])


def test_dropout_acts_between_layers_in_training_only():
    x = ms.ops.ones((5, 2, 3))
    net = ms.nn.LSTM(3, 8, 2, dropout=0.5)
    assert (net(x)[0] == net(x)[0]).all()
    net.set_train()
    assert not (net(x)[0] == net(x)[0]).all()
    single = ms.nn.LSTM(3, 8, 1, dropout=0.5).set_train()
    assert (single(x)[0] == single(x)[0]).all()


def test_compiled_gradients_equal_eager_ones():
    net = ms.nn.LSTM(3, 4, 2, bidirectional=True)
    x = ms.Tensor(np.random.RandomState(0).randn(5, 2, 3).astype(np.float32))
    weights = net.trainable_params()

    def loss(x):
        return net(x)[0].sum()

    eager = ms.grad(loss, None, weights)(x)
    compiled = ms.jit(ms.grad(loss, None, weights))(x)
    for a, b in zip(eager, compiled, strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5, atol=1e-6)
