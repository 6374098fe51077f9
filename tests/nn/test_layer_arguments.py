"""Odd arguments of layers, losses and optimizers: what is made of them, or the error's class."""

import layer_arguments_cases as cases
import pytest
from places import read_golden

import msjax as ms

GOLDEN = read_golden("layer_arguments.json")
# MindSpore refuses these at the first call only.
EARLIER = ("nn.AvgPool2d(kernel_size=(2,1,1))", "nn.AvgPool2d(stride=(2,1,1))")


def test_every_class_is_recorded():
    assert list(GOLDEN) == list(cases.LAYERS)


@pytest.mark.parametrize("name", GOLDEN)
def test_arguments(name):
    calls = list(cases.calls(ms, name))
    facts = GOLDEN[name]
    assert len(calls) == len(facts["calls"])
    wanted = dict(zip(calls, (facts["outcomes"][i] for i in facts["calls"]), strict=True))
    got = {call: cases.outcome(ms, call) for call in calls if call not in EARLIER}
    assert got == {call: wanted[call] for call in got}


@pytest.mark.parametrize("name", GOLDEN)
def test_errors_name_the_class_and_the_argument(name):
    texts = [cases.text_of(ms, call) for call in cases.calls(ms, name)]
    assert [t for t in texts if t and not cases.is_clear(name, t)] == []
