"""Layers of mint.nn are what MindSpore's are, and compute what those or their formulas compute."""

import importlib.util

import mint_references as references
import numpy as np
import pytest
from every_mode import graph_mode
from places import GOLDEN, read_golden

import msjax as ms

_spec = importlib.util.spec_from_file_location("recorder", GOLDEN / "record_mint_layers.py")
recorder = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(recorder)

RECORD = read_golden("mint_layers.json")
COMPUTED = "eval", "train", "after", "gradients"
LAYERS = [pytest.param(case, RECORD["layers"][str(case)], id=case[0]) for case in recorder.CASES]
GAPS = [p for p in LAYERS if "gap" in p.values[1]]
RUNNING = [pytest.param(p.values[0], id=p.id) for p in LAYERS if len(p.values[0]) > 1]


def close(got, want, where=""):
    if isinstance(want, list):
        assert len(got) == len(want), where
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            close(g, w, f"{where}[{i}]")
        return
    assert (got["dtype"], got["shape"]) == (want["dtype"], want["shape"]), where
    scale = np.abs(want["values"]).max(initial=0.0)
    np.testing.assert_allclose(
        got["values"], want["values"], rtol=1e-5, atol=1e-6 + 1e-5 * scale, err_msg=where
    )


@pytest.mark.parametrize(("case", "want"), LAYERS)
def test_layer_is_as_recorded(case, want):
    got = recorder.describe(ms, case, want)
    for field in want.keys() - {"gap", *COMPUTED}:
        assert got[field] == want[field], field
    for field in want.keys() & COMPUTED:
        close(got[field], want[field], field)


@pytest.mark.parametrize(("expression", "error"), RECORD["refused"].items())
def test_refused_as_recorded(expression, error):
    assert recorder.outcome(ms, expression) == error


def test_everything_is_recorded_and_nothing_else():
    assert list(RECORD["layers"]) == [str(case) for case in recorder.CASES]
    assert list(RECORD["refused"]) == recorder.REFUSED.strip().splitlines()


# -- layers that MindSpore has no CPU kernel for ---------------------------------------------------


def filled(case):
    """The layer of a case with fixed Parameters, and its inputs."""
    net = recorder.made(ms, case[0])
    recorder.fill(ms, net)
    return net, [recorder.given(ms, i, g) for i, g in enumerate(case[1:])]


def arrays(net, inputs):
    """Parameters and inputs for a reference."""
    weights = {p.name: p.asnumpy().astype(float) for p in net.get_parameters()}
    given = [i.asnumpy() if isinstance(i, ms.Tensor) else i for i in inputs]
    return weights, [i.astype(float) if getattr(i, "dtype", 0) == "float32" else i for i in given]


def slope(function, at, step=1e-6):
    """The gradient of a function of an array, which is changed in place, by central differences."""
    out = np.zeros_like(at)
    for i in np.ndindex(at.shape):
        kept = at[i]
        at[i] = kept + step
        above = function()
        at[i] = kept - step
        out[i] = (above - function()) / (2 * step)
        at[i] = kept
    return out


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize(("case", "want"), GAPS)
def test_layer_computes_its_formula(case, want, training):
    net, inputs = filled(case)
    net.set_train(training)
    weights, given = arrays(net, inputs)
    expected = references.value(net, weights, *given)
    got = recorder.first(net(*inputs))
    small = 2e-3 if got.dtype == ms.float16 else 1e-5
    np.testing.assert_allclose(got.asnumpy(), expected, rtol=small, atol=small)


@pytest.mark.parametrize(("case", "want"), [p for p in GAPS if "Embedding(" not in p.id])
def test_gradients_are_the_slopes_of_the_formula(case, want):
    net, inputs = filled(case)
    net.set_train()
    weights, given = arrays(net, inputs)
    factor = recorder.values("cotangent", np.shape(references.value(net, weights, *given)))
    places = tuple(i for i, t in enumerate(inputs) if recorder.differentiable(t))
    trained = list(net.trainable_params())

    def loss(*args):
        return (recorder.first(net(*args)) * ms.Tensor(factor)).sum()

    found = ms.grad(loss, places, trained or None)(*inputs)
    by_inputs, by_weights = found if trained else (found, ())
    by_inputs = by_inputs if isinstance(by_inputs, tuple) else (by_inputs,)

    def reference():
        return float((references.value(net, weights, *given) * factor).sum())

    pairs = [(g, given[i]) for g, i in zip(by_inputs, places, strict=True)]
    pairs += [(g, weights[p.name]) for g, p in zip(by_weights, trained, strict=True)]
    for gradient, at in pairs:
        np.testing.assert_allclose(gradient.asnumpy(), slope(reference, at), rtol=1e-3, atol=1e-4)


def test_every_gap_has_a_formula():
    assert {type(recorder.made(ms, p.values[0][0])).__name__ for p in GAPS} == set(
        references._TABLE
    )


def test_weights_do_not_widen_the_loss_of_class_indices():
    logits, target = ms.ops.ones((2, 3)).astype(ms.float16), ms.Tensor([0, 2])
    weight = ms.Tensor([1.0, 2.0, 3.0])
    assert ms.mint.nn.CrossEntropyLoss(weight)(logits, target).dtype == ms.float16
    assert ms.mint.nn.CrossEntropyLoss(weight, label_smoothing=0.1)(logits, target).dtype == (
        ms.float32
    )


# -- every mode ------------------------------------------------------------------------------------


def steps(case, step_of):
    """Loss, result and gradients of two training steps and one result after them, all flat."""
    net, inputs = filled(case)
    net.set_train()
    places = tuple(i for i, t in enumerate(inputs) if recorder.differentiable(t)) or None
    trained = list(net.trainable_params()) or None

    def loss(*args):
        results = net(*args)
        return recorder.first(results).astype(ms.float32).square().sum(), results

    if places or trained:
        step = step_of(ms.value_and_grad(loss, places, trained, has_aux=True))
    else:
        step = step_of(loss)
    found = [step(*inputs) for _ in range(2)]
    net.set_train(False)
    found.append(step_of(lambda *args: net(*args))(*inputs))
    found += [p for p in net.get_parameters() if not p.requires_grad]
    return list(leaves(found))


def leaves(value):
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from leaves(item)
    else:
        yield value.astype(ms.float32).asnumpy() if value.dtype == ms.bfloat16 else value.asnumpy()


class Calls(ms.nn.Cell):
    """A Cell of a function, which GRAPH_MODE compiles."""

    def __init__(self, function):
        super().__init__()
        self._function = function

    def construct(self, *args):
        return self._function(*args)


def first_of_each_class():
    """All that run; `make test` takes the first of each class."""
    seen = set()
    for case in (p.values[0] for p in RUNNING):
        kind = case[0].partition("(")[0]
        marks = pytest.mark.sweep if kind in seen else ()
        seen.add(kind)
        yield pytest.param(case, id=case[0], marks=marks)


@pytest.mark.parametrize("case", list(first_of_each_class()))
def test_every_mode_computes_the_same(case):
    eager = steps(case, lambda function: function)
    compiled = steps(case, ms.jit)
    with graph_mode():
        graph = steps(case, Calls)
    for other in (compiled, graph):
        assert [a.dtype for a in other] == [a.dtype for a in eager]
        for a, b in zip(other, eager, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.thin(2)
@pytest.mark.parametrize("case", [p for p in RUNNING if "max_norm" not in p.id])
def test_mapped_over_stacks(case):
    net, inputs = filled(case)
    net.set_train(False)
    axes = tuple(0 if isinstance(t, ms.Tensor) else None for t in inputs)
    twice = [t * 2 if recorder.differentiable(t) else t for t in inputs]
    stacks = [
        a if axis is None else ms.ops.stack([a, b])
        for a, b, axis in zip(inputs, twice, axes, strict=True)
    ]
    got = recorder.first(ms.vmap(net, axes)(*stacks)).asnumpy()
    want = [recorder.first(net(*given)).asnumpy() for given in (inputs, twice)]
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


def test_a_table_that_is_scaled_down_cannot_be_mapped():
    net = ms.mint.nn.Embedding(5, 4, max_norm=1.0)
    with pytest.raises(RuntimeError, match="outside Parameter"):
        ms.vmap(net)(ms.Tensor([[0, 3], [1, 3]]))


# -- half precision --------------------------------------------------------------------------------


def halved(case, kind):
    """The layer and inputs of a case in half precision, running statistics excepted."""
    net, inputs = filled(case)
    for p in net.get_parameters():
        if "running" not in p.name and p.dtype == ms.float32:
            p.set_dtype(kind)
    for cell in net.cells_and_names():
        for name in ("weight", "pos_weight"):  # those of losses are no Parameters
            given = getattr(cell[1], name, None)
            if isinstance(given, ms.Tensor) and not isinstance(given, ms.Parameter):
                setattr(cell[1], name, given.astype(kind))
    return net, [t.astype(kind) if recorder.differentiable(t) else t for t in inputs]


@pytest.mark.thin(2)
@pytest.mark.parametrize("kind", [ms.float16, ms.bfloat16], ids=str)
@pytest.mark.parametrize("case", RUNNING)
def test_half_precision_is_close_and_stays(case, kind):
    net, inputs = filled(case)
    want = recorder.first(net(*inputs))
    net, inputs = halved(case, kind)
    if case[0].startswith(("AdaptiveMaxPool2d", "Mish")) and kind == ms.bfloat16:
        with pytest.raises(TypeError, match="BFloat16"):
            net(*inputs)
        return
    got = recorder.first(net(*inputs))
    assert got.dtype == (kind if want.dtype == ms.float32 else want.dtype)
    got, want = got.astype(ms.float32).asnumpy(), want.astype(ms.float32).asnumpy()
    np.testing.assert_allclose(got, want, atol=2e-2 * (1 + np.abs(want).max()), rtol=2e-2)
