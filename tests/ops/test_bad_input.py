"""Bad arguments are refused as MindSpore does, in words that name the operation."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import bad_input_cases
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from records import Record, Spec, dt
from records._msjax import GOLDEN, SIDE, accepted

import msjax as ms
from msjax import ops

ANSWERS = json.loads((GOLDEN / "bad_input.json").read_text())["answers"]


def test_every_family_is_recorded() -> None:
    assert set(ANSWERS) == set(bad_input_cases.FAMILIES)
    assert all(ANSWERS.values())


ERRORS = ("TypeError", "ValueError", "RuntimeError", "IndexError", "AttributeError", "result")  # by SIDE.outcome


def own(text: str) -> bool:
    """Whether an error's text is msjax's: it names the operation, and is in no library's words."""
    foreign = (
        "Tracer",
        "jnp.",
        "lax.",
        "numpy",
        "ShapedArray",
        "pytree",
        "object has no attribute",
    )
    named = text.startswith(("For ", "The ", "Only ")) or "msjax" in text or "expects a Tensor" in text
    return named and not text.startswith(foreign)


@pytest.mark.parametrize("family", bad_input_cases.FAMILIES)
def test_refused_as_by_mindspore(family: str, traced: None) -> None:
    wrong = {}
    for record in bad_input_cases.cases(family):
        want = ANSWERS[family].get(record.id)
        if want is None:
            continue
        outcome = SIDE.outcome(record)
        got = outcome.get("e", "result")
        differs = any(record.op in names.split() for names in DIFFERS.get((want, got), {}).values())
        if got != want and not differs:
            wrong[record.id] = f"{want} is wanted, not {got}: {outcome.get('m')}"
        elif not own(outcome.get("m", "For ")):
            wrong[record.id] = f"what does this speak of: {outcome['m']}"
    assert not wrong


@st.composite
def calls(draw: Any) -> Record:
    """A recorded call with some of its arguments replaced by others."""
    family = draw(st.sampled_from(bad_input_cases.FAMILIES))
    record = draw(st.sampled_from(accepted(family)))
    method = record.op.startswith("Tensor.")
    args = tuple(
        draw(changed(a)) if draw(st.booleans()) and not (method and i == 0) else a
        for i, a in enumerate(record.args)
    )
    kwargs = {k: draw(changed(v)) if draw(st.booleans()) else v for k, v in record.kwargs.items()}
    literal = any(isinstance(a, Spec) and a.kind == "values" for a in record.args)
    dtypes = [record.dtype] if literal else [record.dtype, "bool", "i64", "u8", "f16", "f64", "c64"]
    dtype = draw(st.sampled_from(dtypes))
    assume(record.op != "ops.iou")  # refuses a mode with KeyError, as MindSpore
    return replace(record, args=args, kwargs=kwargs, dtype=dtype, grad=False, random=True)


def changed(value: Any) -> st.SearchStrategy:
    """Other values in the place of an argument."""
    if isinstance(value, Spec):
        shape = st.lists(st.integers(0, 3), max_size=4).map(tuple)
        tensor = st.builds(lambda s: Spec("unit", s, value.dtype), shape)
        return tensor | tensor | st.sampled_from([None, 1.5, "bad", (), [1, 2]])
    if isinstance(value, (int, float)):
        return st.integers(-4, 4) | st.sampled_from([0.5, -1.5, True, None, "bad", (1,), [0, 1, 2]])
    if isinstance(value, (tuple, list)):
        return st.lists(st.integers(-2, 4), max_size=4).map(type(value)) | st.sampled_from(
            [None, 1]
        )
    if isinstance(value, dt):
        return st.sampled_from([dt("int64"), dt("bool_"), dt("float64"), "bad", None])
    return st.sampled_from([value, None, "bad", 1])


@settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(record=calls())
def test_random_arguments_give_a_result_or_an_error_of_its_own(
    traced: None,
    record: Record,
) -> None:
    outcome = SIDE.outcome(record)
    assert outcome.get("e", "result") in ERRORS, outcome
    assert own(outcome.get("m", "For ")), outcome


# -- examples -------------------------------------------------------------------------------------

X = ms.Tensor(np.ones((2, 3), np.float32))
REWORDED = {
    "a text for a number": (lambda: ops.select(X, 0, "bad"), TypeError, ("'select'", "index=")),
}
