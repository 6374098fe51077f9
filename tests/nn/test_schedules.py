"""Learning-rate schedules against recorded values of MindSpore."""

import sys

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax.nn.learning_rate_schedule import LearningRateSchedule

sys.path.insert(0, str(GOLDEN))

import training_cases as cases

RECORDED = read_golden("training.json")


@pytest.mark.parametrize("source", cases.SCHEDULES)
def test_values(source):
    found, expected = cases.schedule(ms, source), RECORDED["schedules"][source]
    np.testing.assert_allclose(found["values"], expected["values"], rtol=2e-6, atol=1e-8)
    assert found["kinds"] == expected["kinds"]


@pytest.mark.parametrize("source", list(cases.schedule_errors()))
def test_errors(source):
    assert cases.error_class(ms, source) == RECORDED["errors"][source]


def test_base_class_has_no_rate():
    with pytest.raises(NotImplementedError):
        LearningRateSchedule()(ms.Tensor(1))


def test_schedules_compile():
    schedule = ms.nn.CosineDecayLR(0.0, 1.0, 10)
    compiled = ms.jit(lambda step: schedule(step) * 2)
    for step in (0, 3):
        step = ms.Tensor(step, ms.int32)
        assert float(compiled(step)) == pytest.approx(2 * float(schedule(step)))
