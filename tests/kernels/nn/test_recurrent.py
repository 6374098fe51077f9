"""Recurrent Primitives against the layers (MindSpore's CPU build lacks most of them)."""

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops

RNG = np.random.RandomState(0)


def tensor(*shape):
    return ms.Tensor(RNG.randn(*shape).astype(np.float32))


@pytest.mark.parametrize("biases", [0, 1, 2])
@pytest.mark.parametrize(("layers", "bidirectional"), [(1, False), (1, True), (2, True)])
def test_lstm_primitive(layers, bidirectional, biases):
    net = nn.LSTM(3, 4, layers, has_bias=biases > 0, bidirectional=bidirectional)
    rows = layers * (1 + bidirectional)
    x, h, c = tensor(5, 2, 3), tensor(rows, 2, 4), tensor(rows, 2, 4)
    out, (h_n, c_n) = net(x, (h, c))
    matrices = [list(net.w_ih_list), list(net.w_hh_list)]
    if biases == 2:  # the order of MindSpore's GPU build: layer after layer
        matrices = [list(pair) for pair in zip(*matrices, strict=True)]
    parts = [w.asnumpy().ravel() for w in sum(matrices, [])]
    for b_ih, b_hh in zip(net.b_ih_list, net.b_hh_list, strict=True) if biases else ():
        both = [b_ih.asnumpy(), b_hh.asnumpy()]
        parts += both if biases == 2 else [both[0] + both[1]]
    w = ms.Tensor(np.concatenate(parts).reshape(-1, 1, 1))
    lstm = ops.LSTM(3, 4, layers, biases > 0, bidirectional, 0.0)
    for call in (lstm, ms.jit(lambda *given: lstm(*given))):
        got = call(x, h, c, w)
        assert len(got) == 5
        for a, b in zip(got, (out, h_n, c_n), strict=False):
            np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), atol=1e-6)


def test_lstm_primitive_refuses():
    with pytest.raises(ValueError):
        ops.LSTM(3, 4, 0, True, False, 0.0)
    with pytest.raises(ValueError):
        ops.LSTM(3, 4, 1, True, False, 2.0)
    with pytest.raises(NotImplementedError):
        ops.LSTM(3, 4, 1, True, False, 0.0, 2)
    with pytest.raises(ValueError):
        state = tensor(1, 2, 4)
        ops.LSTM(3, 4, 1, True, False, 0.0)(tensor(5, 2, 3), state, state, tensor(7, 1, 1))


def test_dynamic_rnn_is_an_lstm_with_other_gate_order():
    net = nn.LSTM(3, 4)
    x, h, c = tensor(5, 2, 3), tensor(1, 2, 4), tensor(1, 2, 4)
    lengths = ms.Tensor([5, 3], ms.int32)
    out, (h_n, c_n) = net(x, (h, c), lengths)
    i, f, g, o = np.split(
        np.concatenate([net.w_ih_list[0].asnumpy(), net.w_hh_list[0].asnumpy()], 1), 4
    )
    bi, bf, bg, bo = np.split(net.b_ih_list[0].asnumpy() + net.b_hh_list[0].asnumpy(), 4)
    w = ms.Tensor(np.concatenate([i, g, f, o]).T.copy())
    b = ms.Tensor(np.concatenate([bi, bg, bf - 0.5, bo]))
    got = ops.DynamicRNN(forget_bias=0.5)(x, w, b, lengths, h, c)
    assert len(got) == 8
    np.testing.assert_allclose(got[0].asnumpy(), out.asnumpy(), atol=1e-6)
    np.testing.assert_allclose(got[1].asnumpy()[-1], h_n.asnumpy()[0], atol=1e-6)
    np.testing.assert_allclose(got[2].asnumpy()[-1], c_n.asnumpy()[0], atol=1e-6)


@pytest.mark.parametrize("order", ["rzh", "zrh"])
def test_dynamic_gru_is_a_gru(order):
    net = nn.GRU(3, 4)
    x, h = tensor(5, 2, 3), tensor(1, 2, 4)
    out, _ = net(x, h)

    def columns(p):
        r, z, n = np.split(p.asnumpy(), 3)
        return np.concatenate([r, z, n] if order == "rzh" else [z, r, n])

    weights = [ms.Tensor(columns(p).T.copy()) for p in (net.w_ih_list[0], net.w_hh_list[0])]
    biases = [ms.Tensor(columns(p)) for p in (net.b_ih_list[0], net.b_hh_list[0])]
    y, states, update, _, new, _ = ops.DynamicGRUV2(gate_order=order)(
        x, *weights, *biases, None, h[0]
    )
    np.testing.assert_allclose(y.asnumpy(), out.asnumpy(), atol=1e-6)
    np.testing.assert_allclose(states.asnumpy(), out.asnumpy(), atol=1e-6)
    before = ops.concat((h, states[:-1]))
    mixed = (1 - update) * new + update * before
    np.testing.assert_allclose(mixed.asnumpy(), out.asnumpy(), atol=1e-6)


def test_dynamic_gru_keeps_states_of_ended_sequences():
    x, w, h = tensor(3, 2, 3), tensor(3, 12), tensor(2, 4)
    lengths = ms.Tensor([1, 3], ms.int32)
    y, states = ops.DynamicGRUV2()(x, w, tensor(4, 12), None, None, lengths, h)[:2]
    assert (y[1:, 0] == 0).all()
    assert (states[1:, 0] == states[0, 0]).all()
    assert (y[:, 1] == states[:, 1]).all()


@pytest.mark.parametrize("given, dtype", [((1, 1), "f4"), ((0, 1), "f4"), ((0, 0), "f2")])
def test_dynamic_gru_answers_in_the_dtype_of_the_biases(given, dtype):
    x, wi, wh, h = (t.half() for t in (tensor(2, 3, 3), tensor(3, 12), tensor(4, 12), tensor(3, 4)))
    biases = [tensor(12) if g else None for g in given]
    got = ops.DynamicGRUV2()(x, wi, wh, *biases, None, h)
    assert {g.asnumpy().dtype for g in got} == {np.dtype(dtype)}


def test_dynamic_gru_resetting_before():
    x, h = tensor(2, 3, 3), tensor(3, 4)
    wi, wh, bi, bh = tensor(3, 12), tensor(4, 12), tensor(12), tensor(12)
    got = ops.DynamicGRUV2(reset_after=False)(x, wi, wh, bi, bh, None, h)[0].asnumpy()

    def sigmoid(v):
        return 1 / (1 + np.exp(-v))

    state = h.asnumpy()
    for t in range(2):
        a = x.asnumpy()[t] @ wi.asnumpy() + bi.asnumpy()
        u = state @ wh.asnumpy() + bh.asnumpy()
        r, z = sigmoid(a[:, :4] + u[:, :4]), sigmoid(a[:, 4:8] + u[:, 4:8])
        n = np.tanh(a[:, 8:] + (r * state) @ wh.asnumpy()[:, 8:] + bh.asnumpy()[8:])
        state = (1 - z) * n + z * state
        np.testing.assert_allclose(got[t], state, atol=1e-5)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ops.DynamicRNN(direction="BIDIRECTIONAL"),
        lambda: ops.DynamicRNN(num_proj=2),
        lambda: ops.DynamicGRUV2(activation="relu"),
    ],
)
def test_settings_without_meaning_here_are_refused(make):
    with pytest.raises(NotImplementedError):
        make()
