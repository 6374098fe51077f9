"""Wrong arguments give what they give in MindSpore: its error, in words of ours, or its result."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import wrong_calls_cases as cases
from records import Record
from records._msjax import GOLDEN, SIDE

import msjax as ms
from msjax._core.argument_rules import COUNTED, COUNTED_BELOW, RULES
from msjax._core.checked import Rule
from msjax._core.op import SURFACES

RECORDED = json.loads((GOLDEN / "wrong_calls.json").read_text())
KNOWN = {
    (base, text): answer
    for base, answers in RECORDED["answers"].items()
    for answer, texts in answers.items()
    for text in texts
}
EXPLAINED = {
    key: why
    for why, keys in json.loads((GOLDEN / "wrong_calls_explained.json").read_text()).items()
    for key in keys
}
FOREIGN = re.compile(r"Tracer|jnp\.|lax\.|ShapedArray|pytree|dot_general|broadcast_in_dim|XLA")


def by_spelling() -> list[Any]:
    found: dict[str, list[tuple[str, str, Record]]] = {}
    for base, text, record in cases.chosen(RECORDED["every"]):
        if (base, text) in KNOWN:
            found.setdefault(record.op, []).append((base, text, record))
    return [pytest.param(calls, id=op) for op, calls in found.items()]


def alike(want: str, got: str) -> bool:
    """MindSpore stumbles over attributes of what is no Tensor, where a TypeError is meant."""
    return got == want or (want, got) == ("AttributeError", "TypeError")


@pytest.mark.thin(6)
@pytest.mark.parametrize("calls", by_spelling())
def test_as_in_mindspore(calls: list[tuple[str, str, Record]], traced: None) -> None:
    wrong, agreeing = {}, []
    for base, text, record in calls:
        want, key = KNOWN[base, text], f"{base} {text}"
        got, said = cases.outcome(SIDE, record)
        if key in EXPLAINED:
            if alike(want, got):
                agreeing.append(key)
        elif not alike(want, got):
            wrong[key] = f"{want} is wanted, not {got}: {said}"
        if FOREIGN.search(said) and not said.startswith("For '"):
            wrong[key] = f"what does this speak of: {said}"
    assert not wrong
    assert not agreeing, "these need no explanation any more"


def test_what_is_explained_is_recorded() -> None:
    assert set(EXPLAINED) <= {f"{base} {text}" for base, text in KNOWN}


def test_what_is_recorded_is_run() -> None:
    found = {(base, text) for base, text, _ in cases.chosen(RECORDED["every"])}
    assert len(found & set(KNOWN)) > 0.95 * len(KNOWN), "record again: record_wrong_calls.py"


def test_rules_are_of_published_spellings() -> None:
    assert set(RULES) <= set(SURFACES)
    assert {"ops." + name for name in COUNTED | COUNTED_BELOW} <= set(SURFACES)


X = ms.Tensor([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    ("text", "fitting", "others"),
    [
        ("int tuple[int] None", [1, (1, 2), (), None], [True, 1.5, "a", (1, 2.0), [1]]),
        ("Tensor[float16 int]", [ms.Tensor([1])], [X, 1]),
        ("float !ValueError int", [1.5], [1, "a"]),
        ("Tensor[=x]", [X, ms.Tensor(1)], [1]),
    ],
)
def test_rule(text: str, fitting: list, others: list) -> None:
    rule = Rule(text)
    assert all(rule.fits(value) for value in fitting)
    assert not any(rule.fits(value) for value in others)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: ms.ops.CheckValid()(X), ValueError, "inputs must be 2, but got 1"),
        (lambda: ms.ops.CheckValid()(X, X, X), ValueError, "inputs must be 2, but got 3"),
        (lambda: ms.ops.UniformInt()((2,)), ValueError, "inputs must be 3, but got 1"),
        (lambda: ms.ops.Igamma()(X, X.astype(ms.float16)), TypeError, "'other'.*'input', float32"),
        (
            lambda: ms.ops.ReduceSum(keep_dims=1)(X),
            TypeError,
            "'keep_dims' must be bool, but got 1",
        ),
        (lambda: ms.ops.ReverseSequence(1.5), TypeError, "'seq_dim' must be int, but got 1.5"),
        (lambda: ms.ops.MaxPool((2,), 1)(X.reshape(1, 1, 2, 2)), ValueError, "'kernel_size'"),
        (lambda: ms.ops.MaxPoolWithArgmax(None), TypeError, "'MaxPoolWithArgmax'.*kernel_size"),
    ],
)
def test_words(call: Any, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_a_list_is_told_from_a_tuple_that_was_taken_before() -> None:
    x = ms.ops.ones((1, 1, 4, 4))
    for _ in range(2):
        assert ms.ops.MaxPool((2, 2), 2)(x).shape == (1, 1, 2, 2)
        with pytest.raises(TypeError, match="'kernel_size'"):
            ms.ops.MaxPool([2, 2], 2)(x)
