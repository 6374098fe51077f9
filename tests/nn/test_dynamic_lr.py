"""Learning-rate lists against the facts recorded from MindSpore in tests/golden/dynamic_lr.json."""

import importlib.util
import inspect

import pytest
from places import GOLDEN, read_golden

from msjax.nn import dynamic_lr

FACTS = read_golden("dynamic_lr.json")

_spec = importlib.util.spec_from_file_location("recorder", GOLDEN / "record_dynamic_lr.py")
recorder = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(recorder)
NAMES = recorder.scope(dynamic_lr)


def test_signatures():
    ours = {}
    for name in sorted(dynamic_lr.__all__):
        signature = inspect.signature(getattr(dynamic_lr, name))
        plain = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        ours[name] = str(signature.replace(parameters=plain, return_annotation=signature.empty))
    assert ours == FACTS["signatures"]


@pytest.mark.parametrize("case", FACTS["cases"], ids=[row[0] for row in FACTS["cases"]])
def test_case(case):
    expression, expected = case
    # Bit for bit: repr of a float loses nothing.
    assert recorder.outcome(expression, NAMES) == expected
