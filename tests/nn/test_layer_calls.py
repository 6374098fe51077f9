"""Inputs that do not fit are refused as MindSpore refuses them."""

import layer_calls_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms

GOLDEN = read_golden("layer_calls.json")
# What MindSpore reads off something that is not a Tensor decides between these.
ALIKE = ("TypeError", "AttributeError")
# MindSpore's CPU kernels, or how it happens to compute, stand behind these refusals.
ACCEPTED = {
    "nn.ReplicationPad1d(1)": ["0 bool"],
    "nn.ReplicationPad2d(1)": ["0 bool"],
    "nn.ReplicationPad3d(1)": ["0 bool"],
    "nn.SoftmaxCrossEntropyWithLogits(sparse=True)": ["0 float16"],
    "nn.TripletMarginWithDistanceLoss()": ["0 float64", "1 float64", "2 float64"],
    "nn.Unflatten(1, (2, 2))": ["0 array"],
}
# Refused too, by another class.
OTHERS = {
    "nn.MultiheadAttention(4, 2)": {"one less": "TypeError"},
    "nn.MultiMarginLoss()": {"one more": "ValueError"},
}


# test_layers.py compiles the other layers.
_PARTS = ("Loss", "Logits", "LSTM", "RNN", "GRU", "Attention", "Encoder")
COMPILED = [text for text in cases.CALLS if any(part in text for part in _PARTS)]


@pytest.mark.parametrize("text", COMPILED)
def test_compiled_equals_eager(text):
    net = eval(text, {"nn": ms.nn})
    inputs = [ms.Tensor(a) for a in cases.inputs(text)]

    def loss(*args):
        return sum((t * t).sum() for t in cases.leaves(net(*args)))

    place = tuple(k for k, t in enumerate(inputs) if t.dtype == ms.float32)
    step = ms.value_and_grad(loss, place, tuple(net.trainable_params()) or None)
    eager, compiled = (cases.leaves(f(*inputs)) for f in (step, ms.jit(step)))
    assert len(eager) == len(compiled) > 1
    for a, b in zip(eager, compiled, strict=True):
        np.testing.assert_allclose(b.asnumpy(), a.asnumpy(), rtol=1e-5, atol=1e-6)


def test_every_layer_is_recorded():
    assert list(GOLDEN) == list(cases.CALLS)
    assert sum(map(len, GOLDEN.values())) > 1000


@pytest.mark.parametrize("text", GOLDEN)
def test_refusals(text):
    for variant, wanted in GOLDEN[text].items():
        if variant in ACCEPTED.get(text, []):
            continue
        got = cases.outcome(ms, text, variant)
        wanted = OTHERS.get(text, {}).get(variant, wanted)
        alike = ALIKE if wanted in ALIKE else (wanted,)
        assert got in [f"! {kind}" for kind in alike], variant
