"""Gradients that MindSpore's records do not have, against central differences in Float64.

Of every recorded operation with a floating result and no recorded gradient one call is taken, and
the derivative in a random direction is compared. What takes Float32 alone is compared in
Float32, roughly.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from records import Record, Spec
from records._msjax import FAMILIES, SIDE, SWEEPS, golden, table
from records._run import _swapped

import msjax as ms
from msjax import Tensor
from msjax._core.grad import GradOperation

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
    for family in FAMILIES + [name for name in SWEEPS if name != "sweep_rare"]:
        answers = golden(family)["answers"]
        for record in table(family):
            answer = answers.get(record.id, {})
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
