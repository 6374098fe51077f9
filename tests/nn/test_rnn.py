"""Recurrent layers against MindSpore's: Parameters, draws, outputs, gradients, refusals."""

import numpy as np
import pytest
import rnn_cases
from places import read_golden

import msjax as ms

GOLDEN = read_golden("rnn.json")


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


def _step(name):
    return getattr(ms.nn.layer.rnn_cells, name)


@pytest.mark.parametrize(
    ("cell", "function"),
    [("RNNCell", "_rnn_tanh_cell"), ("GRUCell", "_gru_cell"), ("LSTMCell", "_lstm_cell")],
)
@pytest.mark.parametrize("has_bias", [True, False])
def test_steps_as_functions(cell, function, has_bias):
    layer = getattr(ms.nn, cell)(3, 4, has_bias=has_bias)
    rng = np.random.RandomState(0)
    x, h, c = (ms.Tensor(rng.randn(2, n).astype(np.float32)) for n in (3, 4, 4))
    state = (h, c) if cell == "LSTMCell" else h
    biases = (layer.bias_ih, layer.bias_hh) if has_bias else (None, None)
    found = _step(function)(x, state, layer.weight_ih, layer.weight_hh, *biases)
    expected = layer(x, state)
    if cell != "LSTMCell":
        found, expected = [found], [expected]
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one.asnumpy(), other.asnumpy(), atol=1e-6)


def test_step_with_relu():
    x = ms.Tensor([[1.0, -1.0]])
    eye = ms.Tensor(np.eye(2, dtype=np.float32))
    found = _step("_rnn_relu_cell")(x, x, eye, eye, None, None)
    assert found.asnumpy().tolist() == [[2.0, 0.0]]


@pytest.mark.parametrize("lengths", [None, [5, 3]])
@pytest.mark.parametrize("mode, gates", [("LSTM", 4), ("GRU", 3), ("RNN_TANH", 1)])
def test_recurrence_by_name_is_that_of_the_layer(mode, gates, lengths):
    from msjax.nn.layer import rnns

    rng = np.random.RandomState(0)
    shapes = [(5, 2, 3), (2, 4), (2, 4), (4 * gates, 3), (4 * gates, 4), (4 * gates,), (4 * gates,)]
    x, h, c, *weights = (ms.Tensor(rng.randn(*s).astype(np.float32)) for s in shapes)
    state = (h, c) if mode == "LSTM" else h
    lengths = None if lengths is None else ms.Tensor(lengths, ms.int32)
    out, last = rnns._DynamicRNNBase(mode)(x, state, lengths, *weights)
    own, own_last = rnns._KINDS[mode]()(x, state, lengths, *weights)
    assert np.array_equal(out.asnumpy(), own.asnumpy())
    for a, b in zip(*((s if mode == "LSTM" else [s]) for s in (last, own_last)), strict=True):
        assert a.shape == (2, 4)
        assert np.array_equal(a.asnumpy(), b.asnumpy().reshape(2, 4))


def test_recurrence_of_no_name():
    from msjax.nn.layer import rnns

    assert issubclass(rnns._DynamicRNNRelu, rnns._DynamicRNNBase)
    with pytest.raises(ValueError, match="Unrecognized RNN mode: X"):
        rnns._DynamicRNNBase("X")
