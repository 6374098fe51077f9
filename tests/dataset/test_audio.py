"""Audio transforms against the recorded facts, and what has no recorded value."""

import gzip
import json

import audio_cases as cases
import numpy as np
import pytest
from places import GOLDEN

import msjax as ms
import msjax.dataset as ds
from msjax.dataset import audio

FACTS = json.loads(gzip.decompress((GOLDEN / "audio.json.gz").read_bytes()))
CASE = cases.Case(audio)
CALLS = [(group, call) for group, calls in cases.GROUPS.items() for call in calls]
# how far results may be from MindSpore's: their sums run in another order, in the dtype
LOOSE = {"float16": 4e-3, "float32": 2e-5, "float64": 1e-6}
WIDE = {
    # a logarithm, or a difference of large numbers, of float32
    "LFCC": 2e-3,
    "MFCC": 2e-3,
    "TimeStretch": 1e-4,
    "PhaseVocoder": 1e-4,
    "PitchShift": 1e-3,
}


@pytest.fixture(autouse=True)
def fresh_seed():
    ds.config.set_seed(5489)
    yield
    ds.config.set_seed(5489)


def near(got, want, wide):
    if isinstance(want, list) and want and want[0] == "array":
        assert got[:3] == want[:3]
        if want[1].startswith("float"):
            loose = max(LOOSE[want[1]], wide)
            scale = max([1.0, *(abs(x) for x in want[3] if np.isfinite(x))])
            np.testing.assert_allclose(got[3], want[3], rtol=loose, atol=loose * scale)
        else:
            assert got == want
    elif isinstance(want, list):
        assert len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            near(one, other, wide)
    else:
        assert got == want


def test_every_case_is_recorded():
    recorded = {
        group: {call: list(inputs) for call, inputs in calls.items()}
        for group, calls in FACTS.items()
    }
    assert recorded == cases.GROUPS


@pytest.mark.parametrize(("group", "call"), CALLS)
def test_recorded(group, call):
    wide = next((w for name, w in WIDE.items() if f"A.{name}(" in call), 0)
    for text, want in FACTS[group][call].items():
        got = json.loads(json.dumps(CASE.outcome(call, text)))
        try:
            near(got, want, wide)
        except AssertionError as error:
            raise AssertionError(f"for the input {text!r}: {error}") from error
