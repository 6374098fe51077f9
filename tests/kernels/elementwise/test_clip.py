"""Clipping of several Tensors together: gradients come as tuples."""

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops


def scaled(kind):
    pair = kind([ms.Tensor([3.0, 4.0]), ms.Tensor([12.0])])
    return ops.clip_by_norm(pair, 6.5)


@pytest.mark.parametrize("kind", [tuple, list])
@pytest.mark.parametrize(
    ("clip", "wanted"),
    [
        (lambda given: ops.clip_by_value(given, -1, 2), [2, -1]),
        (lambda given: ops.clip_by_global_norm(given, 2.5), [1.5, -2]),
    ],
)
def test_lists_stay_lists_in_compiled_code(kind, clip, wanted):
    given = kind([ms.Tensor([3.0]), ms.Tensor([-4.0])])
    got, compiled = clip(given), ms.jit(clip)(given)
    assert (type(got), type(compiled)) == (tuple, kind)  # as MindSpore's
    for out in (got, compiled):
        np.testing.assert_allclose([float(e[0]) for e in out], wanted, rtol=1e-6)


@pytest.mark.parametrize("kind", [tuple, list])
@pytest.mark.parametrize("run", [lambda f: f, ms.jit], ids=["eager", "jit"])
def test_clip_by_norm_takes_tuples_and_lists(kind, run):
    for _ in range(2):
        out = run(scaled)(kind)
        assert type(out) is (tuple if run is not ms.jit else kind)  # as MindSpore's
        assert np.allclose(out[0].asnumpy(), [1.5, 2.0])
        assert np.allclose(out[1].asnumpy(), [6.0])


@pytest.mark.parametrize("kind", [tuple, list])
@pytest.mark.parametrize("run", [lambda f: f, ms.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("value", [3.0, np.nan])
def test_clip_by_norm_that_scales_nothing_keeps_lists(kind, run, value):
    out = run(lambda given: ops.clip_by_norm(given, 100.0))(kind([ms.Tensor([value, 4.0])]))
    assert type(out) is kind
    np.testing.assert_array_equal(out[0].asnumpy(), [value, 4.0])


@pytest.mark.parametrize("kind", [tuple, list])
def test_lists_stay_lists_in_graph_mode(kind):
    given = kind([ms.Tensor([3.0]), ms.Tensor([-4.0])])
    old = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert type(ops.clip_by_global_norm(given, 2.5)) is kind  # MindSpore runs a Cell
        assert type(ops.clip_by_value(given, -1, 2)) is tuple
    finally:
        ms.set_context(mode=old)


@pytest.mark.parametrize("run", [lambda f: f, ms.jit], ids=["eager", "jit"])
def test_a_norm_that_is_nan_scales_nothing(run):
    given = (ms.Tensor([np.nan, 3.0]), ms.Tensor([5.0]))
    first, second = run(ops.clip_by_global_norm)(given, 1.0)
    np.testing.assert_array_equal(first.asnumpy(), [np.nan, 3.0])
    assert second.asnumpy() == [5.0]
    infinite, zero = run(ops.clip_by_global_norm)((ms.Tensor([np.inf]), ms.Tensor([5.0])), 1.0)
    assert np.isnan(infinite.asnumpy()) and zero.asnumpy() == [0.0]


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_gradients_of_a_network_are_clipped_together(mode):
    net = nn.Dense(3, 2)
    grads_of = ms.grad(lambda x: net(x).sum(), None, net.trainable_params())
    old = ms.get_context("mode")
    ms.set_context(mode=mode)
    try:
        clipped = ops.clip_by_norm(grads_of(ops.ones((4, 3))), 1.0)
    finally:
        ms.set_context(mode=old)
    assert [g.shape for g in clipped] == [(2, 3), (2,)]
    total = sum(float((g * g).sum()) for g in clipped)
    assert abs(total - 1) < 1e-5


def test_clip_by_norm_refuses_nothing_and_what_is_no_tensor():
    for empty in ((), []):
        with pytest.raises(ValueError, match="at least 1"):
            ops.clip_by_norm(empty, 1.0)
    with pytest.raises(TypeError, match="'x' must be"):
        ops.clip_by_norm("bad", 1.0)
