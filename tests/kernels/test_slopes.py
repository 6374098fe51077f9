"""Derivatives of every recorded operation, in both directions.

Gradients that MindSpore's records do not have are compared with central differences in Float64: of
every recorded operation with a floating result and no recorded gradient one call is taken, and
the derivative in a random direction is compared. What takes Float32 alone is compared in
Float32, roughly. Forward mode is compared with reverse mode, one input at a time.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from records import Record, Spec
from records._msjax import SIDE
from records._run import _swapped
from records._tables import SWEEPS, TABLES, answers, table

import msjax as ms
from msjax import Tensor, ops
from msjax._core.transform.grad import GradOperation
from tests import every_mode

# They write into their first argument, take values apart in Python, round, or are not derived by
# all their arguments (orthogonal factors, parameters of zeta and betainc, ends of ranges, labels
# and weights of losses, paddings of diagonals, boxes, what gradients were taken at), count, or give
# the lowest number for nothing.
APART = (
    r"ops\.(coo|csr)_|ops\.(s|S)catter|ops\.(a|A)ssign|(i|I)nplace|(f|F)ill|(o|O)nes|(z|Z)eros|"
    r"\.histc|(u|U)nique|_like$|(s|S)top(_g|G)radient|(g|G)eqrf|(o|O)rgqr|(z|Z)eta|(l|L)og_?(s|S)pace|"
    r"\.a?range$|ctc_greedy|CTCGreedy|NonMax|EditDistance|ListDiff|NoRepeatNGram|(i|I)ndex_?(a|A)dd|"
    r"KLDivLoss|Cast$|\.Rint$|Tensor\.(bfloat16|half|float|to)$|"
    r"UnsortedSegmentM|unsorted_segment_m|CumulativeLog|AdjustSat|BCEWithLogitsLoss|Betainc|"
    r"BinaryCrossEntropy|ExtractGlimpse|MultiMarginLoss|OneHot|CropAndResize|"
    r"numpy\.(histogram|intersect1d|setdiff1d)|MatrixDiagV3|FractionalMaxPoolGrad|IgammaGradA|"
    r"ROIAlignGrad|ScaleAndTranslateGrad|SigmoidCrossEntropyWithLogitsGrad|\.Sparse(Add|Count)|RangeV2"
)


def _smooth(record: Record, answer: dict) -> bool:
    """Whether a call has floating arguments and results and no special points."""
    text = record.id
    return (
        "out" in answer
        and not any(word in str(answer["out"]) for word in ("nan", "inf"))
        and record.dtype in ("f32", "f64")
        and not record.random
        and not record.differs
        and not any(word in text for word in ("special<", "ties<", "nothing<", "inf", "nan"))
        and not record.op.endswith("_")
        and not re.search(APART, record.op)
        and any(_floating(a, record) for a in (*record.args, *record.kwargs.values()))
    )


def _floating(value: Any, record: Record) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_floating(v, record) for v in value)
    if not isinstance(value, Spec) or value.form != "Tensor":
        return False
    return value.code(record.dtype) in ("f32", "f64")


def _candidates() -> list[Any]:
    chosen: dict[str, Record] = {}
    recorded = set()
    for name in TABLES + [name for name in SWEEPS if name != "sweeps.rare"]:
        known = answers(name)["answers"]
        for record in table(name):
            answer = known.get(record.id, {})
            if "grad" in answer:
                recorded.add(record.op)
            elif _smooth(record, answer) and "Float" in str(answer["out"]):
                chosen.setdefault(record.op, record)
    return [
        pytest.param(record, id=op, marks=() if i % 5 == 0 else pytest.mark.sweep)
        for i, (op, record) in enumerate(sorted(chosen.items()))
        if op not in recorded
    ]


class _Call:
    """A record's call as a function from its floating Tensors to a number."""

    def __init__(self, record: Record):
        self.record, self.inputs = record, []
        self.args, self.kwargs = SIDE._arguments(
            record, record.args, record.kwargs, "", self.inputs
        )
        self.function = SIDE.resolve(record.op)
        if record.init is not None:
            made, named = SIDE._arguments(record, *record.constructor, "init", [])
            self.function = self.function(*made, **named)

    def __call__(self, *tensors: Any) -> Any:
        swap = {id(old): new for old, new in zip(self.inputs, tensors, strict=True)}
        out = self.function(
            *(_swapped(a, swap) for a in self.args),
            **{k: _swapped(v, swap) for k, v in self.kwargs.items()},
        )
        total = 0
        for i, leaf in enumerate(SIDE._float_leaves(out)):
            rng = np.random.default_rng(i)
            weight = Tensor(rng.standard_normal(leaf.shape), leaf.dtype)
            total = total + (leaf * weight).sum().astype(ms.float64)
        return total

    def is_exact(self) -> bool:
        """Whether all is computed in Float64."""
        try:
            out = self.function(*self.args, **self.kwargs)
        except (TypeError, RuntimeError):
            return False
        return all(x.dtype == ms.float64 for x in (*self.inputs, *SIDE._float_leaves(out)))


def _difference(call: _Call, directions: list, step: float) -> float:
    sides = []
    for sign in (1, -1):
        moved = [
            Tensor(x.asnumpy() + sign * step * d, x.dtype)
            for x, d in zip(call.inputs, directions, strict=True)
        ]
        sides.append(float(call(*moved)))
    return (sides[0] - sides[1]) / (2 * step)


@pytest.mark.parametrize("record", _candidates())
def test_gradient_is_the_derivative(record: Record) -> None:
    call, step, rtol = _Call(replace(record, dtype="f64")), 1e-6, 1e-5
    if not call.is_exact():
        call, step, rtol = _Call(replace(record, dtype="f32")), 1e-2, 3e-2
    rng = np.random.default_rng(zlib.crc32(record.id.encode()))
    directions = [rng.standard_normal(x.shape) for x in call.inputs]
    gradients = GradOperation(get_all=True)(call)(*call.inputs)
    pairs = [
        (g.asnumpy().astype(np.float64), d) for g, d in zip(gradients, directions, strict=True)
    ]
    slope = sum(float(np.sum(g * d)) for g, d in pairs)
    scale = sum(float(np.sum(np.abs(g * d))) for g, d in pairs)
    want = _difference(call, directions, step)
    assert abs(slope - want) <= rtol * max(scale, abs(want), 1), (slope, want)


# -- forward mode ----------------------------------------------------------------------------------

_REFUSED = "there is no derivative|cannot be transformed because"


def _one_of_each() -> list[Any]:
    """One call of every operation, whatever its spelling."""
    chosen: dict[str, Record] = {}
    for family in TABLES + SWEEPS:
        known = answers(family)["answers"]
        for record in table(family):
            name = record.op.rpartition(".")[2].lower().replace("_", "")
            out = str(known.get(record.id, {}).get("out"))
            if (
                "Float" in out
                and not re.search("nan|inf", out)
                and record.dtype in ("f32", "f64")
                and not record.random
                and not record.op.endswith("_")
                and not re.search("FractionalMaxPoolGrad|IgammaGradA", record.op)
                and any(_floating(a, record) for a in (*record.args, *record.kwargs.values()))
            ):
                chosen.setdefault(name, record)
    return [pytest.param(chosen[name], id=name) for name in sorted(chosen)]


@pytest.mark.thin(12)
@pytest.mark.parametrize("record", _one_of_each())
def test_forward_mode_is_reverse_mode(record: Record) -> None:
    """One input moves at a time: slopes by the others may be infinite or nan."""
    record, rtol = replace(record, dtype="f64"), 1e-6
    if not _Call(record).is_exact():
        record, rtol = replace(record, dtype="f32"), 2e-3
    call, again = _Call(record), _Call(record)  # some write to their inputs
    rng = np.random.default_rng(zlib.crc32(record.id.encode()))
    directions = [Tensor(rng.standard_normal(x.shape), x.dtype) for x in call.inputs]

    def one_by_one(*moving: Any) -> Any:
        fixed = call.inputs
        return tuple(call(*fixed[:i], x, *fixed[i + 1 :]) for i, x in enumerate(moving))

    try:
        _, forward = ms.jvp(one_by_one, tuple(call.inputs), tuple(directions))
        backward = GradOperation(get_all=True)(again)(*again.inputs)
    except RuntimeError as error:
        assert re.search(_REFUSED, str(error)), error
        return
    for slope, gradient, direction in zip(forward, backward, directions, strict=True):
        parts = gradient.asnumpy().astype(np.float64) * direction.asnumpy()
        scale = max(float(np.abs(parts).sum()), 1)
        np.testing.assert_allclose(float(slope), parts.sum(), rtol=rtol, atol=rtol * scale)


_ODD = [-3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0]
_PAIRS = np.array([(a, b) for a in _ODD for b in _ODD], np.float32).T
_SHARES = np.array([(a, b) for a in (0.0, 0.25, 1.0) for b in (0.0, 0.5, 1.0)], np.float32).T


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (ops.pow, _PAIRS),
        (ops.xlogy, _PAIRS),
        (ops.xdivy, _PAIRS),
        (ops.hypot, _PAIRS),
        (ops.maximum, _PAIRS),
        (ops.fmod, _PAIRS),
        (ops.atan2, _PAIRS),
        (lambda x, y: ops.igamma(y + 4, ops.abs(x)), _PAIRS),
        (lambda x, y: ops.binary_cross_entropy(x, y, reduction="none"), _SHARES),
    ],
)
def test_forward_mode_at_odd_points(function: Any, values: np.ndarray) -> None:
    inputs = [Tensor(v) for v in values]
    ones = ops.ones_like(inputs[0])
    gradients = ms.grad(function, (0, 1))(*inputs)
    for place, gradient in enumerate(gradients):

        def alone(v: Any, place: int = place) -> Any:
            return function(v, inputs[1]) if place == 0 else function(inputs[0], v)

        _, slope = ms.jvp(alone, inputs[place], ones)
        np.testing.assert_allclose(slope.asnumpy(), gradient.asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("exponent", [4, 3.0, -2, Tensor(5.0)])
def test_forward_mode_of_powers_of_negative_numbers(exponent: Any) -> None:
    x = Tensor([-1.5, -1.0, -0.25])
    power = every_mode.check(lambda a: a**exponent, x)
    slope = float(exponent) * x.asnumpy() ** (float(exponent) - 1)
    np.testing.assert_allclose(power, x.asnumpy() ** float(exponent), rtol=1e-5)
    for transform in (ms.jacfwd, ms.jacrev):
        np.testing.assert_allclose(
            transform(lambda a: a**exponent)(x).asnumpy(), np.diag(slope), rtol=1e-5
        )
    twice = ms.jacfwd(ms.jacfwd(lambda a: (a**exponent).sum()))(x).asnumpy()
    curve = float(exponent) * (float(exponent) - 1) * x.asnumpy() ** (float(exponent) - 2)
    np.testing.assert_allclose(twice, np.diag(curve), rtol=1e-5)
    walk = lambda a: ops.Scan()(lambda s, _: (s**exponent / 2, s), a, None, 3)[0]  # noqa: E731
    _, pushed = ms.jvp(walk, x, ops.ones(3))
    _, pull = ms.vjp(walk, x)
    np.testing.assert_allclose(pushed.asnumpy(), pull(ops.ones(3))[0].asnumpy(), rtol=1e-5)
