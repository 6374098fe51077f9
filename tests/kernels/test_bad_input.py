"""Bad arguments are refused as MindSpore does, in words that name the operation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import bad_input_cases
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from places import read_golden
from records import Record, Spec, dt
from records._msjax import SIDE
from records._tables import TABLES, accepted

import msjax as ms
from msjax import ops

ANSWERS = read_golden("bad_input.json")["answers"]
SPOILED = bad_input_cases.spoiled()


# Calls, by spelling and kind, for which msjax does not do as MindSpore, and why. Where MindSpore
# stumbles over a missing attribute of what is not a Tensor (AttributeError) msjax says TypeError.
_DIFFERS = {
    "compiled code does not look at values: positions out of range, domains": """
        ops.gather 7-d, Tensor.gather 7-d, ops.gather_nd 7-d, Tensor.gather_nd 7-d,
        Tensor.index_select 7-d, ops.sparse_segment_mean 7-d, ops.SparseSlice 7-d,
        ops.mvlgamma 0-d, ops.mvlgamma 7-d, ops.mvlgamma range""",
    "msjax accepts more": """
        ops.FillV2 7-d, ops.EmbeddingLookup 7-d, ops.UnravelIndex 7-d, ops.det 7-d,
        ops.LogMatrixDeterminant 7-d, ops.Cross 0-d, ops.RandomPoisson 0-d,
        ops.NonDeterministicInts 0-d, ops.Argmin 0-d, ops.fractional_max_pool2d length,
        ops.nonzero 0-d, ops.NonZero 0-d, nn.MultiLabelSoftMarginLoss 0-d,
        ops.inplace_update dtype""",
    "msjax does not accept it": """
        ops.SubAndFilter 0-d, ops.SparseTensorDenseMatmul range, ops.LpNorm 0-d, nn.MAELoss dtype,
        nn.MultiLabelSoftMarginLoss dtype, nn.PoissonNLLLoss dtype, ops.SparseToDense dtype""",
    "MindSpore gives None": "ops.norm 7-d",
    "another class of error": """
        ops.Conv2DBackpropInput type, ops.Conv2DBackpropInput length,
        ops.Conv2DBackpropInput range, ops.SparseSlice type, ops.RGBToHSV 0-d, ops.HSVToRGB 0-d,
        ops.SpaceToBatchND 7-d, ops.TopK 0-d, Tensor.top_k 0-d,
        ops.RandomPoisson 7-d, ops.NonDeterministicInts 7-d,
        ops.pinv 0-d, ops.ChannelShuffle 0-d, ops.LayerNorm 0-d,
        nn.SoftmaxCrossEntropyWithLogits 0-d, nn.NLLLoss 0-d, ops.fractional_max_pool2d 0-d,
        ops.inplace_update 7-d, ops.SparseToDense length, ops.norm option""",
}
DIFFERS = {key.strip(): why for why, keys in _DIFFERS.items() for key in keys.split(",")}


def test_every_spelling_is_recorded() -> None:
    assert set(ANSWERS) == set(SPOILED)
    known = {r.op for name in SPOILED for r in SPOILED[name] if r.id in ANSWERS[name]}
    assert known == bad_input_cases.SPELLINGS


ERRORS = (
    "TypeError",
    "ValueError",
    "RuntimeError",
    "IndexError",
    "AttributeError",
    "ZeroDivisionError",
    "result",
)  # by SIDE.outcome


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
    named = (
        text.startswith(("For ", "The ", "Only ")) or "msjax" in text or "expects a Tensor" in text
    )
    return named and not text.startswith(foreign)


@pytest.mark.parametrize("name", SPOILED)
def test_refused_as_by_mindspore(name: str, traced: None) -> None:
    wrong, excused, needed = {}, set(), set()
    for record in SPOILED[name]:
        want = ANSWERS[name].get(record.id)
        if want is None:
            continue
        outcome = SIDE.outcome(record)
        got, key = outcome.get("e", "result"), f"{record.op} {record.tag}"
        if key in DIFFERS:
            excused.add(key)
            if got != want:
                needed.add(key)
        elif got != want and (want, got) != ("AttributeError", "TypeError"):
            wrong[record.id] = f"{want} is wanted, not {got}: {outcome.get('m')}"
        if not own(outcome.get("m", "For ")):
            wrong[record.id] = f"what does this speak of: {outcome['m']}"
    assert not wrong
    assert excused == needed


@st.composite
def calls(draw: Any) -> Record:
    """A recorded call with some of its arguments replaced by others."""
    name = draw(st.sampled_from([name for name in TABLES if accepted(name)]))
    record = draw(st.sampled_from(accepted(name)))
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
    text = outcome.get("m", "For ")
    pythons = record.op.startswith("ops.augassign_")  # Python's own operators, in MindSpore too
    assert own(text) or pythons and text.startswith("unsupported operand type(s)"), outcome


# -- examples -------------------------------------------------------------------------------------

X = ms.Tensor(np.ones((2, 3), np.float32))


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (
            lambda: X.select(0, "bad"),
            TypeError,
            ("'select'", "input=<float32 (2, 3)>", "index='bad'"),
        ),
        (lambda: ops.softmax(X, 5), ValueError, ("'Softmax'", "'axis'", "5")),
        (lambda: ops.relu("bad"), TypeError, ("'ReLU'", "'input'", "str")),
        (lambda: ops.matmul(X, X), RuntimeError, ("(2, 3)",)),
        (lambda: ops.reshape(X, (4, 2)), ValueError, ("'Reshape'", "(4, 2)")),
        (lambda: ops.leaky_relu(X, "bad"), TypeError, ("'leaky_relu'", "'alpha'", "'bad'")),
        (lambda: ops.leaky_relu(X, None), TypeError, ("'leaky_relu'", "'alpha'", "None")),
        (lambda: ops.smooth_l1_loss(X, X, -1.0), RuntimeError, ("'beta'", "-1.0")),
        (lambda: ops.huber_loss(X, X, delta=0.0), ValueError, ("'delta'", "0.0")),
        (lambda: ops.celu(X, 0.0), ValueError, ("'alpha'", "0.0")),
        (lambda: ops.celu(X, 1), TypeError, ("'alpha'", "int")),
        (lambda: ops.cdist(X, X, -1.5), ValueError, ("'p'", "-1.5")),
        (lambda: ops.gumbel_softmax(X, -0.5), ValueError, ("'tau'", "-0.5")),
        (lambda: ops.gaussian_nll_loss(X, X, X, eps=0.0), ValueError, ("'eps'", "0.0")),
        (
            lambda: ops.cosine_embedding_loss(X, X, ms.Tensor([1, -1]), 1.5),
            ValueError,
            ("'margin'", "1.5"),
        ),
    ],
)
def test_words(call: Any, kind: type, words: tuple[str, ...]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert all(word in str(caught.value) for word in words), caught.value


def test_errors_of_the_users_functions_stay() -> None:
    def broken(x: ms.Tensor) -> ms.Tensor:
        raise KeyError("mine")

    for run in (broken, ms.grad(broken), ms.jit(broken), ms.vmap(broken)):
        with pytest.raises(KeyError, match="mine"):
            run(X)
