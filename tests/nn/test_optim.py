"""Optimizers against recorded runs of MindSpore."""

import json
import pathlib
import sys

import numpy as np
import pytest

import msjax as ms

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))

import optim_cases as cases  # noqa: E402

RECORDED = json.loads((GOLDEN / "optim.json").read_text())
RUNNABLE = [
    pytest.param(name, shapes, make, id=name)
    for name, shapes, make in cases.all_cases()
    if "error" not in RECORDED["cases"][name]
]


@pytest.mark.parametrize("name,shapes,make", RUNNABLE)
def test_like_mindspore(name, shapes, make):
    expected = RECORDED["cases"][name]
    found = cases.run(ms, shapes, make, float)
    for field in ("names", "shapes", "dtypes", "result"):
        assert found[field] == expected[field]
    for step, values in expected["values"].items():
        for key, value in values.items():
            np.testing.assert_allclose(
                found["values"][step][key], value, rtol=1e-5, atol=1e-6, err_msg=f"{key}@{step}"
            )


@pytest.mark.parametrize("source,expected", list(RECORDED["errors"].items()))
def test_errors(source, expected):
    assert cases.error_class(ms, source) == expected
