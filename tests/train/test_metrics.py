"""Metrics against MindSpore's: results, their types, refusals."""

import metric_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import nn

GOLDEN = read_golden("metrics.json")


def compare(got, want):
    if isinstance(want, list) and len(want) == 2 and isinstance(want[1], list):
        assert got[0] == want[0] and len(got[1]) == len(want[1])
        for mine, theirs in zip(got[1], want[1], strict=True):
            compare(mine, theirs)
    elif isinstance(want, list) and want[0] != "str":
        assert got[:-1] == want[:-1]
        np.testing.assert_allclose(got[-1], want[-1], rtol=1e-6, atol=1e-12)
    else:
        assert got == want


def test_every_case_is_recorded():
    assert list(GOLDEN) == cases.KEYS


@pytest.mark.parametrize("text", cases.CASES)
def test_metric(text):
    for number in range(len(cases.CASES[text])):
        key = f"{text} #{number}"
        compare(cases.outcome(ms, key), GOLDEN[key])


def test_distances_are_exact_on_larger_regions():
    from msjax.train.metrics.surface_distance import _distances

    targets = np.random.RandomState(0).uniform(size=(13, 17, 5)) > 0.98
    away = np.indices(targets.shape)[..., None] - np.argwhere(targets).T[:, None, None, None]
    away = np.abs(away)
    for metric, wanted in (
        ("euclidean", np.sqrt((away**2).sum(0)).min(-1)),
        ("taxicab", away.sum(0).min(-1)),
        ("chessboard", away.max(0).min(-1)),
    ):
        np.testing.assert_array_equal(_distances(targets, metric), wanted)


def test_older_paths():
    from msjax.nn.metrics.metric import rearrange_inputs

    assert nn.Accuracy is nn.metrics.Accuracy is ms.train.Accuracy
    assert nn.rearrange_inputs is rearrange_inputs is ms.train.rearrange_inputs
    assert nn.get_metrics({"acc"})["acc"].__class__ is nn.Accuracy
    with pytest.raises(TypeError):
        nn.get_metrics(["acc"])
    with pytest.raises(TypeError):
        nn.get_metrics({"acc": 1})


def test_a_metric_of_ones_own():
    class Total(ms.train.Metric):
        def __init__(self):
            super().__init__()
            self.clear()

        def clear(self):
            self.total = 0

        @ms.train.rearrange_inputs
        def update(self, *inputs):
            self.total += self._convert_data(inputs[0]).sum()

        def eval(self):
            return self.total

    metric = Total().set_indexes([1])
    assert metric.indexes == [1]
    assert metric(ms.Tensor([1]), ms.Tensor([2, 3])) == 5
    assert metric(ms.Tensor([1]), ms.Tensor([2])) == 2
