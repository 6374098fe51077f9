"""A second call compiles nothing, and neither does a call with another Python float."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import get_ident
from typing import Any

import jax
import numpy as np
import pytest
from records import Record
from records._msjax import SIDE
from records._tables import SWEEPS, TABLES, accepted
from records._traced import TRACES

import msjax as ms
from msjax import ops

# Public spellings to which another Python float is another program, and why.
STATIC = {
    "the float decides the shape of the result": """
        ops.arange mint.nn.functional.interpolate nn.CentralCrop nn.Upsample ops.interpolate
        ops.UpsampleNearest3D
        ops.UpsampleTrilinear3D ops.fractional_max_pool2d ops.FractionalMaxPool
        ops.FractionalAvgPool""",
    "a list or table of constants": """
        ops.fftfreq ops.rfftfreq ops.BoundingBoxEncode ops.BoundingBoxDecode ops.bucketize
        ops.bounding_box_encode ops.bounding_box_decode ops.Bucketize""",
}
REASONS = {spelling: reason for reason, names in STATIC.items() for spelling in names.split()}


def run(record: Record) -> list[str]:
    """Call; the kernels that were traced for it, not by threads that an earlier test left."""
    TRACES.clear()
    args, kwargs = SIDE._arguments(record, record.args, record.kwargs, "", [])
    function = SIDE.resolve(record.op)
    if record.init is not None:
        made, named = SIDE._arguments(record, *record.constructor, "init", [])
        function = function(*made, **named)
    function(*args, **kwargs)
    return [what for thread, what in TRACES if thread == get_ident()]


def scaled(value: Any, factor: float) -> Any:
    """Arguments with other floats of the same sign, of which none is 0, 1, 2 or infinite."""
    if isinstance(value, float) and np.isfinite(value):
        return (value or 0.5) * factor
    if isinstance(value, (list, tuple)):
        return type(value)(scaled(v, factor) for v in value)
    if isinstance(value, dict):
        return {k: scaled(v, factor) for k, v in value.items()}
    return value


def changed(record: Record, factor: float) -> Record:
    """The call with other floats."""
    parts = {part: scaled(getattr(record, part), factor) for part in ("args", "kwargs", "init")}
    return replace(record, **parts)


def places(value: Any, place: str = "") -> str:
    """Where among arguments there are finite Python floats."""
    if isinstance(value, float):
        return place + " " if np.isfinite(value) else ""
    if isinstance(value, (list, tuple)):
        value = dict(enumerate(value))
    if isinstance(value, dict):
        return "".join(places(v, f"{place}/{k}") for k, v in value.items())
    return ""


def representatives(name: str) -> list[Record]:
    """For each spelling a call, and one more for each set of arguments that are floats."""
    found: dict[tuple, Record] = {}
    for record in accepted(name):
        floats = places([record.args, record.kwargs, record.init])
        if floats:
            found.setdefault((record.op, floats), record)
    alone = {record.op for record in found.values()}
    for record in accepted(name):
        if record.op not in alone:
            found.setdefault((record.op, ""), record)
    return list(found.values())


@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_traced_twice(name: str, traced: None) -> None:
    slow = {}
    for record in representatives(name):
        try:
            run(record)
        except (TypeError, ValueError, RuntimeError):
            continue  # a result that is zeros here is refused further on; no compilation
        again = run(record)
        if places([record.args, record.kwargs, record.init]) and record.op not in REASONS:
            run(changed(record, 0.83))
            again += run(changed(record, 0.89))
        if again:
            slow[record.id] = again
    assert not slow


def test_exceptions_are_needed(traced: None) -> None:
    needed = set()
    for name in TABLES + SWEEPS:
        for i, record in enumerate(representatives(name)):  # spellings may share a kernel
            if record.op in REASONS and places([record.args, record.kwargs, record.init]):
                try:
                    run(changed(record, 1.3 + i / 999))
                    again = bool(run(changed(record, 1.5 + i / 999)))
                except ValueError:  # a ratio that must be 1
                    again = True
                if again:
                    needed.add(record.op)
    assert needed == set(REASONS)


# -- compilations by XLA --------------------------------------------------------------------------

X = np.linspace(-2, 2, 6, dtype=np.float32).reshape(2, 3)
CALLS = {
    "leaky_relu": lambda x, v: ops.leaky_relu(x, v),
    "hardtanh": lambda x, v: ops.hardtanh(x, -v, v),
    "softplus": lambda x, v: ops.softplus(x, v, 10 * v),
    "multiply": lambda x, v: x * v + v,
    "clamp": lambda x, v: ops.clamp(x, -v, v),
    "power": lambda x, v: (x * x + 1) ** v,
    "label smoothing": lambda x, v: ops.cross_entropy(
        x, ms.Tensor([0, 2], ms.int32), label_smoothing=v
    ),
    "smooth L1": lambda x, v: ops.smooth_l1_loss(x, x * 2, v, "mean"),
    "huber": lambda x, v: ops.huber_loss(x, x * 2, delta=v),
    "margin": lambda x, v: ops.margin_ranking_loss(x, x, x, v),
    "cdist": lambda x, v: ops.cdist(x, x, 2 + v),
    "layer": lambda x, v: ms.nn.LeakyReLU(v)(x),
    "loss layer": lambda x, v: ms.nn.CrossEntropyLoss(label_smoothing=v)(
        x, ms.Tensor([0, 2], ms.int32)
    ),
    "gradient": lambda x, v: ms.grad(lambda y: ops.celu(ops.hardshrink(y, v), v).sum())(x),
    "full": lambda x, v: ops.full_like(x, v),
    "dropout": lambda x, v: ops.dropout(x, v),
    "threshold": lambda x, v: ops.threshold(x, v, -v),
    "pad": lambda x, v: ops.pad(x, (1, 1), "constant", v),
    "randomized relu": lambda x, v: ops.rrelu(x, v, v + 1),
    "set item": lambda x, v: ms.Tensor(x).__setitem__(0, v),
}
COMPILED: list[str] = []


@pytest.fixture
def compilations(at_once: None) -> Iterator[list[str]]:
    """The compilations by XLA from now on."""
    COMPILED.clear()

    def note(event: str, *args: Any, **kwargs: Any) -> None:
        if event == "/jax/core/compile/backend_compile_duration":
            COMPILED.append(event)

    jax.monitoring.register_event_duration_secs_listener(note)
    yield COMPILED
    jax.monitoring.unregister_event_duration_listener(note)


@pytest.mark.parametrize("name", CALLS)
def test_no_compilation_for_another_float(name: str, compilations: list[str]) -> None:
    x, call = ms.Tensor(X), CALLS[name]
    call(x, 0.37)
    call(x, 0.37)
    compilations.clear()
    for value in (0.41, 0.43, 0.77):
        call(x, value)
    assert not compilations


def test_compilations_are_seen(compilations: list[str]) -> None:
    ops.pad(ms.Tensor(X), (31, 1), value=0.123456)
    assert compilations


@pytest.mark.parametrize(
    ("name", "want"),
    {
        "leaky_relu": lambda v: np.where(X > 0, X, v * X),
        "hardtanh": lambda v: np.clip(X, -v, v),
        "huber": lambda v: np.where(abs(X) < v, X * X / 2, v * (abs(X) - v / 2)).mean(),
    }.items(),
)
def test_the_float_counts(name: str, want: Any) -> None:
    for value in (0.25, 0.5, 1.5):
        got = CALLS[name](ms.Tensor(X), value).asnumpy()
        np.testing.assert_allclose(got, want(value), rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int32])
def test_some_floats_are_double_precision_as_in_mindspore(dtype: type) -> None:
    x = np.array([0.1, 0.2, 3.0]).astype(dtype)
    for value in (0.1, 0.2, -1 / 3, 16777217.5 if dtype == np.int32 else 1e-19, 0.0):
        want = np.pad(x, 1, constant_values=np.asarray(value).astype(dtype))
        got = ops.pad(ms.Tensor(x), (1, 1), "constant", value)
        np.testing.assert_array_equal(got.asnumpy(), want)
        want = np.where(x > np.asarray(value, x.dtype if x.dtype.kind == "f" else None), x, want[0])
        np.testing.assert_array_equal(ops.threshold(ms.Tensor(x), value, value).asnumpy(), want)


def test_a_float_is_single_precision_as_in_mindspore() -> None:
    x = ms.Tensor(np.array([-1.0, 2.0]))
    single = float(np.float32(0.1))
    assert ops.leaky_relu(x, 0.1).asnumpy()[0] == -single
    assert ops.hardtanh(x, -0.1, 0.1).asnumpy().tolist() == [-single, single]
    assert ops.margin_ranking_loss(x, x, x, 0.1).item() == single
    assert ops.threshold(x, 0.0, 0.1).asnumpy().tolist() == [0.1, 2.0]
    for out in (ops.leaky_relu(x, 0.1), ops.smooth_l1_loss(x, x, 0.1), ops.celu(x, 0.1)):
        assert out.dtype == ms.float64
