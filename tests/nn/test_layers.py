"""Layers have MindSpore's Parameters, results, gradients, refusals and printed form."""

import importlib.util

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms

_spec = importlib.util.spec_from_file_location("record_layers", GOLDEN / "record_layers.py")
recorder = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(recorder)


def cases():
    for family, rows in recorder.CASES.items():
        known = dict(read_golden(f"layers_{family}.json"))
        for case in rows:
            if "gap" not in known[str(case)]:
                yield pytest.param(case, known[str(case)], id=str(case))


# MindSpore's second derivative of tanh is off in the fourth digit where tanh is nearly 1.
SATURATED = "nn.WithGradCell(nn.Dense(3, 2, activation='tanh'), nn.MSELoss())"


def near_gradients(got, want, case):
    """As `close`, but for the case in which MindSpore is less exact."""
    close(got, want, "gradients", 5e-4 if case[0] == SATURATED else 1e-4)


def close(got, want, where, rtol=1e-4):
    if isinstance(want, list) and want and isinstance(want[0], dict):
        assert len(got) == len(want), where
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            close(g, w, f"{where}[{i}]", rtol)
        return
    if not isinstance(want, dict):
        if isinstance(want, list) and any(isinstance(w, list) for w in want):
            for i, (g, w) in enumerate(zip(got, want, strict=True)):
                close(g, w, f"{where}[{i}]", rtol)
            return
        assert got == want, where
        return
    assert (got["dtype"], got["shape"]) == (want["dtype"], want["shape"]), where
    expected = np.array(want["values"])
    scale = np.abs(expected).max(initial=0.0)
    np.testing.assert_allclose(
        got["values"], expected, rtol=rtol, atol=1e-6 + rtol * scale, err_msg=where
    )


@pytest.mark.thin(2)
@pytest.mark.parametrize(("case", "want"), list(cases()))
def test_layer(case, want):
    got = recorder.describe(ms, case)
    assert got.get("error") == want.get("error"), got
    for field in want.keys() - {"error", "text"}:
        if field == "gradients":
            near_gradients(got[field], want[field], case)
        elif field in ("eval", "train", "after"):
            close(got[field], want[field], field)
        else:
            assert got[field] == want[field], field


SLOW = ("nn.Transformer", "nn.TransformerEncoder")  # TransformerDecoder has the same parts


def compiled_cases():
    """All that run; `make test` takes the first of each class."""
    seen = set(SLOW)
    for row in cases():
        case, want = row.values
        kind = case[0].split("(")[0]
        if "eval" in want:
            marks = pytest.mark.sweep if kind in seen else ()
            seen.add(kind)
            yield pytest.param(case, want, id=str(case), marks=marks)


@pytest.mark.parametrize(("case", "want"), list(compiled_cases()))
def test_layer_compiled_with_its_gradients(case, want):
    expression, *given = case
    net = recorder.made(ms, expression)
    if "SSIM" not in expression:
        for p in net.get_parameters():
            p.set_data(ms.Tensor(recorder._values(p.name, p.shape)))
    inputs = [recorder._input(ms, i, g) for i, g in enumerate(given)]
    if "use_batch_statistics=True" in expression:
        net(*inputs)  # the record's run in evaluation mode changes these statistics too
    net.set_train()
    if "gradients" not in want:
        close(recorder._encode(ms.jit(lambda *args: net(*args))(*inputs)), want["train"], "train")
        return
    out = recorder._first(want["train"])
    factor = ms.Tensor(recorder._values("cotangent", out["shape"]))

    def loss(*args):
        results = net(*args)
        return (recorder._first(results) * factor).sum(), results

    place = tuple(i for i, t in enumerate(inputs) if recorder._differentiable(t)) or None
    weights = tuple(net.trainable_params()) or None
    step = ms.jit(ms.value_and_grad(loss, place, weights, has_aux=True))
    (_, found), gradients = step(*inputs)
    close(recorder._encode(found), want["train"], "train")
    near_gradients(recorder._encode(gradients), want["gradients"], case)
    after = [recorder._encode(p) for p in net.get_parameters() if not p.requires_grad]
    close(after, want["after"], "after")


def test_every_case_is_recorded_and_nothing_else():
    for family, rows in recorder.CASES.items():
        known = read_golden(f"layers_{family}.json")
        assert [name for name, _ in known] == [str(case) for case in rows]


@pytest.mark.parametrize(("expression", "error"), read_golden("layers_refused.json"))
def test_constructor_refuses(expression, error):
    assert recorder.refusal(ms, expression) == error


@pytest.mark.parametrize("make", [ms.nn.Dense, ms.nn.DenseBnAct])
def test_activations_are_names_cells_or_primitives(make):
    assert make(2, 3, activation=None).activation is None
    for given in (3, ms.nn.ReLU):
        with pytest.raises(TypeError, match="the 'activation' must be str or Cell or Primitive"):
            make(2, 3, activation=given)
    for given in ("", "sharp"):
        with pytest.raises(KeyError, match="the 'name' must be in"):
            make(2, 3, activation=given)
