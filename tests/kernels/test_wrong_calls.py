"""Wrong arguments give what they give in MindSpore: its error, in words of ours, or its result."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
import wrong_calls_cases as cases
from places import read_golden
from records import Record
from records._msjax import SIDE

import msjax as ms
from msjax._core.base.functions import wrapped
from msjax._core.op.checked import COUNTED, RULES, Rule, _ruled
from msjax._core.op.registry import SURFACES

RECORDED = read_golden("wrong_calls.json")
KNOWN = {
    (base, text): answer
    for base, answers in RECORDED["answers"].items()
    for answer, texts in answers.items()
    for text in texts
}
EXPLAINED = {
    key: why for why, keys in read_golden("wrong_calls_explained.json").items() for key in keys
}
KINDS = set("bool int float str tuple list None Tensor ndarray dtype scalar".split())
RULE_LANGUAGE = re.compile(r"(Tensor|ndarray) of [=<]")
FOREIGN = re.compile(r"Tracer|jnp\.|lax\.|ShapedArray|pytree|dot_general|broadcast_in_dim|XLA")


def by_spelling() -> list[Any]:
    found: dict[str, list[tuple[str, str, Record]]] = {}
    for base, text, record in cases.chosen(RECORDED["every"]):
        if (base, text) in KNOWN:
            found.setdefault(record.op, []).append((base, text, record))
    return [pytest.param(calls, id=op) for op, calls in found.items()]


def alike(want: str, got: str) -> bool:
    """MindSpore stumbles over attributes of what is not a Tensor, where a TypeError is meant."""
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
        if FOREIGN.search(said) or RULE_LANGUAGE.search(said):
            wrong[key] = f"what does this speak of: {said}"
    assert not wrong
    assert not agreeing, "these need no explanation any more"


def test_what_is_recorded_is_called() -> None:
    called = {(base, text) for base, text, _ in cases.chosen(RECORDED["every"])}
    assert set(KNOWN) <= called, "record the calls again: tests/golden/record_wrong_calls.py"


def test_what_is_explained_is_recorded() -> None:
    assert set(EXPLAINED) <= {f"{base} {text}" for base, text in KNOWN}


def test_what_is_recorded_is_run() -> None:
    found = {(base, text) for base, text, _ in cases.chosen(RECORDED["every"])}
    assert len(found & set(KNOWN)) > 0.95 * len(KNOWN), "record again: record_wrong_calls.py"


def parameters(surface: str) -> set[str]:
    """Names of what a spelling takes, when it is made and when it is called."""
    found = made = SURFACES[surface]
    while (inner := wrapped(made)) is not None:
        made = inner
    apply = getattr(made, "__globals__", {}).get("_apply")
    entry = getattr(found, "entry", None) if apply is None else apply.__self__
    if entry is not None:
        return {p.name for p in entry.params}
    both = (found.__init__, found.__call__) if isinstance(found, type) else (found,)
    return {
        p.name
        for function in both
        for p in inspect.signature(function).parameters.values()
        if p.kind is p.POSITIONAL_OR_KEYWORD or p.kind is p.KEYWORD_ONLY
    }


def test_rules_are_of_published_spellings() -> None:
    assert set(RULES) <= set(SURFACES)
    for surface, by_name in RULES.items():
        assert by_name.keys() <= parameters(surface), surface
    assert set(COUNTED) <= set(SURFACES)


def test_rules_are_words_of_the_language() -> None:
    for surface, by_name in RULES.items():
        for argument, text in by_name.items():
            rule, key = Rule(text), (surface, argument, text)
            assert rule.kinds.keys() | rule.errors.keys() <= KINDS, key
            assert not rule.kinds.keys() & rule.errors.keys(), key
            assert set(rule.errors.values()) <= {"ValueError"}, key
            for inner in rule.kinds.values():
                if inner and inner[0][0] in "=<":
                    assert inner[0][1:] in parameters(surface) - {argument}, key


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
        (lambda: ms.ops.RandomGamma()(ms.Tensor([2])), ValueError, "must be 2, but got 1"),
        (lambda: ms.ops.RandomGamma()(ms.Tensor([2]), X, X), TypeError, "positional argument"),
        (lambda: ms.ops.Igamma()(other=X), ValueError, "inputs must be 2, but got 1"),
        (lambda: ms.ops.Igamma()(X, input=X), TypeError, "multiple values"),
        (lambda: X.scatter(True, ms.Tensor([[0]]), 1.0), TypeError, "'dim' must be of type int"),
        (lambda: ms.ops.AdaptiveMaxPool2D((None, 1))(X.reshape(1, 1, 2, 2)), TypeError, "two ints"),
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Tensor[=x] None", "Tensor of the dtype of 'x' or None"),
        ("Tensor[<input_x]", "Tensor of the dtype of 'input_x'"),
        ("int tuple[int str]", "int or tuple of int, str"),
    ],
)
def test_words_of_a_rule(text: str, words: str) -> None:
    assert Rule(text).expected() == words


def test_no_rule_shows_its_language() -> None:
    texts = {text for by_name in RULES.values() for text in by_name.values()}
    assert not [text for text in texts if re.search("[=<]", Rule(text).expected())]


def test_rules_end_where_any_number_of_arguments_begins() -> None:
    function = lambda first, *rest, last=None: (first, rest, last)  # noqa: E731
    call = _ruled(function, {"first": Rule("int"), "last": Rule("str")}, "name")
    assert call(1, 2, 3, 4) == (1, (2, 3, 4), None)
    with pytest.raises(TypeError, match="'last' must be str"):
        call(1, 2, last=3)
    with pytest.raises(TypeError, match="'first' must be int"):
        call("1", 2)


def test_a_list_is_told_from_a_tuple_that_was_taken_before() -> None:
    x = ms.ops.ones((1, 1, 4, 4))
    for _ in range(2):
        assert ms.ops.MaxPool((2, 2), 2)(x).shape == (1, 1, 2, 2)
        with pytest.raises(TypeError, match="'kernel_size'"):
            ms.ops.MaxPool([2, 2], 2)(x)
