"""Building a layer moves NumPy's generator exactly as far as MindSpore does."""

import importlib.util

import pytest
from places import GOLDEN, read_golden

LAYERS = read_golden("initializer.json")["layers"]

_spec = importlib.util.spec_from_file_location("recorder", GOLDEN / "record_initializer.py")
recorder = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(recorder)


@pytest.mark.parametrize("case", LAYERS, ids=lambda row: row[0])
def test_draws_of_construction(case):
    import msjax as ms
    from msjax import mint, nn
    from msjax.common.initializer import initializer

    expression, expected = case
    names = {"ms": ms, "nn": nn, "mint": mint, "initializer": initializer}
    assert recorder.next_draw(lambda: eval(expression, names)) == expected
