"""A language model as packages build theirs: logits, gradients, generation, in every mode."""

import language_model as lm
import numpy as np
import pytest
from every_mode import MODES, graph_mode, in_modes

import msjax as ms

COUNT = 3


def compiled(net, cache, mode):
    """One call of the model in a mode, as `generate` makes it."""
    if cache is None:
        return mode(lambda ids: net(ids))
    call = mode(lambda ids, positions: net(ids, positions, cache, lm.LENGTH))
    return lambda ids, positions, cache, keys: call(ids, positions)


def test_logits() -> None:
    net = lm.made()
    want = lm.logits(lm.weights_of(net), lm.IDS)
    for mode, found in in_modes(net, lm.tokens()).items():
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-5, err_msg=mode)


def test_gradients() -> None:
    net, rng = lm.made(), np.random.default_rng(1)
    weights, params = lm.weights_of(net), net.trainable_params()
    slopes = ms.value_and_grad(net.loss, None, params)
    for mode, (value, found) in in_modes(slopes, lm.tokens()).items():
        np.testing.assert_allclose(value, lm.loss(weights, lm.IDS), rtol=1e-5, err_msg=mode)
        for p, gradient in zip(params, found, strict=True):
            way = rng.standard_normal(p.shape)
            ends = (lm.loss(weights | {p.name: weights[p.name] + h * way}, lm.IDS)
                    for h in (1e-5, -1e-5))  # fmt: skip
            want = np.subtract(*ends) / 2e-5
            np.testing.assert_allclose(
                np.vdot(gradient, way), want, rtol=1e-3, atol=1e-5, err_msg=f"{mode}: {p.name}"
            )


@pytest.mark.parametrize(("mode", "cached"), [*((m, True) for m in MODES), ("jit", False)])
def test_generation(mode, cached) -> None:
    net = lm.made()
    want = lm.generated(lm.weights_of(net), lm.IDS, COUNT)
    cache = lm.StaticCache(2) if cached else None
    step = compiled(net, cache, MODES[mode])
    for _ in range(2):  # the second prompt writes over what the first one left
        found = net.generate(lm.tokens(), COUNT, cache, step)
        np.testing.assert_array_equal(found.asnumpy(), want)


@pytest.mark.runs_eagerly  # the cache's lists change
@pytest.mark.parametrize("graph", [False, True], ids=["PYNATIVE", "GRAPH"])
def test_generation_with_a_growing_cache(graph) -> None:
    net = lm.made()
    want = lm.generated(lm.weights_of(net), lm.IDS, COUNT)

    def run():
        return net.generate(lm.tokens(), COUNT, lm.DynamicCache()).asnumpy()

    if graph:
        with graph_mode():
            found = run()
    else:
        found = run()
    np.testing.assert_array_equal(found, want)


def test_caches_hold_the_same() -> None:
    net, ids = lm.made(), lm.tokens()
    growing, static = lm.DynamicCache(), lm.StaticCache(2)
    positions = ms.mint.arange(4)
    a = net(ids, positions, growing, 4)
    b = net(ids, positions, static, lm.LENGTH)
    np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5, atol=1e-6)
    for one, other in zip(growing.keys + growing.values, static.keys + static.values, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy()[:, :, :4], rtol=1e-5)
        assert not other.asnumpy()[:, :, 4:].any()


def test_training() -> None:
    """Steps of AdamW, eager and compiled, on the same tokens: the same losses, which fall."""
    losses = []
    for mode in (lambda f: f, ms.jit):
        net = lm.made()
        optimizer = ms.mint.optim.AdamW(net.trainable_params(), lr=0.01)
        slopes = ms.value_and_grad(net.loss, None, net.trainable_params())

        def step(ids, slopes=slopes, optimizer=optimizer):
            value, found = slopes(ids)
            optimizer(found)
            return value

        step = mode(step)
        losses.append([float(step(lm.tokens()).asnumpy()) for _ in range(5)])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-4)
    assert losses[0][-1] < 0.8 * losses[0][0]
