"""Gradients that MindSpore's records do not have, against central differences in Float64.

Of every recorded operation with a floating result and no recorded gradient, one or two calls are
taken and the derivative in a random direction is compared. What takes Float32 alone is compared in
Float32, roughly.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from records import Record

import msjax as ms
from msjax import Tensor
from msjax._core.grad import GradOperation
from tests.ops.test_records import FAMILIES, SIDE, golden, table

# Operations whose gradient is not the derivative, on purpose.
APART = {}
CALLS = 2  # of each operation


def _smooth(record: Record, answer: dict) -> bool:
    """Whether a call has floating arguments and results and no special points."""
    text = record.id
    return (
        "out" in answer
        and record.dtype in ("f32", "f64")
        and not record.random
        and not record.differs
        and not any(word in text for word in ("special<", "ties<", "nothing<", "inf", "nan"))
        and not record.op.endswith("_")
    )


def _candidates() -> list[Any]:
    chosen: dict[str, list[Record]] = {}
    recorded = set()
    for family in FAMILIES:
        answers = golden(family)["answers"]
        for record in table(family):
            answer = answers.get(record.id, {})
            if "grad" in answer:
                recorded.add(record.op)
            elif _smooth(record, answer) and "Float" in str(answer["out"]):
                chosen.setdefault(record.op, []).append(record)
    return [
        pytest.param(record, id=f"{record.op}-{i}")
        for op, records in sorted(chosen.items())
        if op not in recorded and op not in APART
        for i, record in enumerate(records[:CALLS])
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
        from records._run import _swapped

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
    try:
        call = _Call(replace(record, dtype="f64"))
        call(*call.inputs)
        step, rtol = 1e-6, 1e-5
    except (TypeError, RuntimeError):
        call = _Call(replace(record, dtype="f32"))
        step, rtol = 1e-2, 2e-2
    if not call.inputs:
        pytest.fail("no floating argument")
    rng = np.random.default_rng(zlib.crc32(record.id.encode()))
    directions = [rng.standard_normal(x.shape) for x in call.inputs]
    gradients = GradOperation(get_all=True)(call)(*call.inputs)
    pairs = [(g.asnumpy().astype(np.float64), d) for g, d in zip(gradients, directions, strict=True)]
    slope = sum(float(np.sum(g * d)) for g, d in pairs)
    scale = sum(float(np.sum(np.abs(g * d))) for g, d in pairs)
    want = _difference(call, directions, step)
    assert abs(slope - want) <= rtol * max(scale, abs(want), 1), (slope, want)
