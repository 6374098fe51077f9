"""Calls as older releases of MindSpore took them."""

from __future__ import annotations

import copy
import inspect

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax._core.op.older import CHANGED, RENAMED, renamed
from msjax._core.op.publish import op
from msjax._core.op.registry import SURFACES, resolve
from tests.every_mode import in_every_mode

V = np.array([[0.5, -1, 2], [3, 4, -5]], np.float32)
ROW = np.array([[[1, 2, 3], [4, 5, 6]]], np.float32)
IMAGE = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
TALL = np.array([[[[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]]], np.float32)

# What a call of an older release gives: printed in the documentation of 1.8 and 1.9, or a formula.
CALLS = {
    "interpolate, 1.8, linear": (
        lambda x: ops.interpolate(x, None, None, (6,), "align_corners"),
        ROW,
        [[[1, 1.4, 1.8, 2.2, 2.6, 3], [4, 4.4, 4.8, 5.2, 5.6, 6]]],
    ),
    "interpolate, 1.8, bilinear": (
        lambda x: ops.interpolate(x, None, None, (5, 5), "asymmetric", "bilinear"),
        TALL,
        [[[[1, 2, 3, 4, 5]] * 5]],
    ),
    "interpolate, names": (
        lambda x: ops.interpolate(
            x, sizes=(1, 2), coordinate_transformation_mode="half_pixel", mode="bilinear"
        ),
        IMAGE,
        [[[[6.5, 8.5]]]],
    ),
    "interpolate, scales": (
        lambda x: ops.interpolate(x, scales=(1.0, 1.0, 0.5, 0.5), mode="bilinear"),
        IMAGE,
        [[[[0, 3], [12, 15]]]],
    ),
    "pad": (lambda x: ops.pad(x, ((1, 0), (0, 2))), V, np.pad(V, ((1, 0), (0, 2)))),
    "pad, name": (
        lambda x: ops.pad(input_x=x, paddings=((1, 1), (0, 2))),
        V,
        np.pad(V, ((1, 1), (0, 2))),
    ),
    "pad, negative": (
        lambda x: ops.pad(x, ((0, 0), (-1, 1))),
        V,
        np.pad(V, ((0, 0), (0, 1)))[:, 1:],
    ),
    "less, a number first": (lambda x: ops.Less()(0.5, x), V, 0.5 < V),
    "less, ops": (lambda x: ops.less(0, x), V, 0 < V),
    "equal, a number first": (lambda x: ops.Equal()(3, x), V, V == 3),
    "equal, ops": (lambda x: ops.equal(0.25, x), V, V == 0.25),
    "split": (lambda x: ops.split(x, axis=1, output_num=3)[1], V, V[:, 1:2]),
    "Tensor.split": (lambda x: x.split(axis=0, output_num=2)[1], V, V[1:]),
    "norm": (lambda x: ops.norm(x, axis=1), V, np.linalg.norm(V, axis=1)),
    "norm, p": (
        lambda x: ops.norm(x, axis=0, p=1, keep_dims=True),
        V,
        np.abs(V).sum(0, keepdims=True),
    ),
    "Tensor.norm": (lambda x: x.norm(axis=1, p=2), V, np.linalg.norm(V, axis=1)),
    "std": (lambda x: ops.std(x, axis=1, unbiased=False)[0], V, V.std(1)),
    "std, sample": (lambda x: ops.std(x, 1, keep_dims=True)[0], V, V.std(1, ddof=1, keepdims=True)),
    "std, mean": (lambda x: ops.std(input_x=x)[1], V, V.mean()),
    "max, index": (lambda x: ops.max(x, keep_dims=True)[0], V, V.argmax(0)[None]),
    "min, value": (lambda x: ops.min(x, 1, keep_dims=False)[1], V, V.min(1)),
    "amax": (lambda x: ops.amax(x, 0, keep_dims=True), V, V.max(0, keepdims=True)),
    "amin": (lambda x: ops.amin(x=x, axis=1), V, V.min(1)),
    "median": (lambda x: ops.median(x, keep_dims=True)[0], V, np.sort(V, 0)[:1]),
    "median of all": (lambda x: ops.median(x, global_median=True)[0], V, np.sort(V, None)[2]),
    "Tensor.median": (lambda x: x.median(axis=0, global_median=False)[1], V, [0, 0, 1]),
    "argmax, dtype": (
        lambda x: ops.argmax(x, output_type=ms.int32).astype(ms.float32),
        V,
        V.argmax(-1),
    ),
    "argmax, axis": (
        lambda x: ops.argmax(x=x, axis=0, output_type=ms.int64).astype(ms.float32),
        V,
        V.argmax(0),
    ),
    "renorm": (lambda x: ops.renorm(x, 1, dim=0, maxnorm=100.0), V, V),
    "Tensor.renorm": (lambda x: x.renorm(p=1, dim=0, maxnorm=100.0), V, V),
    "Tensor.bernoulli": (lambda x: x.bernoulli(p=1.0), V, np.ones_like(V)),
    "Tensor.bernoulli, seed": (lambda x: x.bernoulli(0.0, -1), V, np.zeros_like(V)),
    "tril_indices": (
        lambda x: ops.tril_indices(2, 2, 0, ms.int32) + x[0, 0].astype(ms.int32) * 0,
        V,
        [[0, 1, 1], [0, 0, 1]],
    ),
    "var": (lambda x: ops.var(input_x=x), V, V.var(ddof=1)),
    "conv2d": (
        lambda x: ops.conv2d(x, ops.ones((1, 1, 2, 2), ms.float32), "pad", 1, 2, group=1),
        IMAGE,
        [[[[0, 3, 3], [12, 30, 18], [12, 27, 15]]]],
    ),
    "avg_pool2d": (
        lambda x: ops.avg_pool2d(x, kernel_size=2, strides=2, pad_mode="same"),
        IMAGE,
        [[[[2.5, 4.5], [10.5, 12.5]]]],
    ),
    "meshgrid": (
        lambda x: ops.meshgrid((x[0], x[1]), indexing="ij")[1],
        V,
        np.meshgrid(V[0], V[1], indexing="ij")[1],
    ),
    "argmax": (lambda x: ops.argmax(x, axis=1, keepdims=True), V, [[2], [1]]),
    "logsumexp": (
        lambda x: ops.logsumexp(x, axis=1, keep_dims=True),
        V,
        np.log(np.exp(V).sum(1, keepdims=True)),
    ),
    "select": (lambda x: ops.select(cond=x > 0, x=x, y=-x), V, np.abs(V)),
    "transpose": (lambda x: ops.transpose(input_x=x, input_perm=(1, 0)), V, V.T),
    "arange": (lambda x: x[0, :3] + ops.arange(start=0, stop=3), V, V[0, :3] + [0, 1, 2]),
    "clamp, list": (lambda x: ops.clamp([x, x], -1, 2)[1], V, V.clip(-1, 2)),
    "clip, tuple": (lambda x: ops.clip(x=(x,), min=0.0)[0], V, V.clip(0)),
    "Roll": (lambda x: ops.Roll(shift=1, axis=1)(x), V, np.roll(V, 1, 1)),
    "UpsampleNearest3D": (
        lambda x: ops.UpsampleNearest3D([1, 2, 6])(x[None, None, None]),
        V,
        V.repeat(2, 1)[None, None, None],
    ),
    "UpsampleNearest3D, scales": (
        lambda x: ops.UpsampleNearest3D(scales=(2.0, 1.0, 1.0))(x[None, None, None]),
        V,
        V[None, None, None].repeat(2, 2),
    ),
    "UpsampleTrilinear3D": (
        lambda x: ops.UpsampleTrilinear3D((1, 2, 5), None, True)(x[None, None, None]),
        V,
        [[[[[0.5, -0.25, -1, 0.5, 2], [3, 3.5, 4, -0.5, -5]]]]],
    ),
    "mean_ext": (
        lambda x: ops.auto_generate.mean_ext(x, axis=1, keep_dims=True),
        V,
        V.mean(1, keepdims=True),
    ),
    "linspace": (lambda x: ops.linspace(x[0, 0], stop=x[0, 2], num=4), V, [0.5, 1, 1.5, 2]),
}


@pytest.mark.parametrize("name", CALLS)
@in_every_mode
def test_a_call_of_an_older_release(mode, name):
    function, x, expected = CALLS[name]
    call = mode(function)
    for _ in range(2):
        np.testing.assert_allclose(call(Tensor(x)).asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_arguments_that_are_gone():
    assert nn.EmbeddingLookup(4, 2, vocab_cache_size=0).embedding_size == 2
    assert nn.BatchNorm3d(2, data_format="NCDHW").bn2d.num_features == 2
    assert nn.transformer.MoEConfig(group_wise_a2a=False).expert_num == 1
    with pytest.raises(NotImplementedError, match=r"EmbeddingLookup.__init__.* 'vocab_cache_size'"):
        nn.EmbeddingLookup(4, 2, vocab_cache_size=3)
    from msjax.dataset import audio

    assert audio.FrequencyMasking(frequency_mask_param=3).frequency_mask_param == 3


def test_an_older_constructor_makes_an_operation_that_is_copied():
    resize = copy.deepcopy(ops.UpsampleNearest3D(output_size=[1, 2, 6]))
    assert resize(Tensor(V[None, None, None])).shape == (1, 1, 1, 2, 6)
    with pytest.raises(TypeError, match="output_size"):
        resize(Tensor(V[None, None, None]), output_size=[1, 1, 1])
    assert str(inspect.signature(ops.UpsampleNearest3D)) == "()"


def test_items_at_a_place():
    assert Tensor([1.0, 2.0]).itemset(np.int64(1), Tensor(3)).tolist() == [1, 3]
    assert Tensor([1.0, 2.0]).itemset(0, np.float32(3)).tolist() == [3, 2]
    x = Tensor([[1, 2], [3, 4]])
    assert [x.item(1), x.item((1, 0)), x.item(-1), x[0, 0].item(None)] == [2, 3, 4, 1]
    with pytest.raises(ValueError, match="only one element"):
        x.item(None)
    with pytest.raises(IndexError):
        x.item(4)


@pytest.mark.parametrize("given", [{"batch_size": 2}, {"dropout": 0.1}, {"bidirectional": True}])
def test_the_layer_that_was_called_lstm_cell_is_named(given):
    for args, kwargs in (((), given), ((True, False), {}), ((True, False, 0.0, False), {})):
        with pytest.raises(ValueError, match=r"nn\.LSTM"):
            nn.LSTMCell(2, 3, *args, **kwargs)
    assert nn.LSTMCell(2, 3, True, ms.float16).weight_ih.dtype == ms.float16


def test_gradients_pass():
    def resized(x):
        return ops.interpolate(x, sizes=(8, 8), mode="bilinear").sum()

    np.testing.assert_allclose(ms.grad(resized)(Tensor(IMAGE)).asnumpy().sum(), 64, rtol=1e-5)


@pytest.mark.parametrize(
    ("error", "text", "call"),
    [
        (TypeError, "both 'x' and 'input'", lambda x: ops.maximum(x, y=x, x=x, input=x)),
        (
            TypeError,
            "unexpected keyword argument 'size'",
            lambda x: ops.split(x, output_num=1, size=2),
        ),
        (TypeError, "multiple values .* 'axis'", lambda x: ops.norm(x, 1, axis=1)),
        (
            ValueError,
            "For 'interpolate', the 'scales'",
            lambda x: ops.interpolate(x[None], scales=(2.0, 2.0)),
        ),
        (
            ValueError,
            "For 'interpolate', the 'mode'",
            lambda x: ops.interpolate(x, sizes=(1,), mode="a"),
        ),
        (ValueError, "rank 3 for the mode linear", lambda x: ops.interpolate(x, sizes=(6,))),
        (ValueError, "For 'pad', the 'paddings'", lambda x: ops.pad(x, paddings=((1, 1),))),
        (TypeError, "For 'std', the 'unbiased'", lambda x: ops.std(x, unbiased=2)),
        (TypeError, "'foo'", lambda x: ops.pad(x, foo=1)),
    ],
)
def test_refused(error, text, call):
    with pytest.raises(error, match=text):
        call(Tensor(V))


def test_renamed_arguments_of_methods():
    class Layer:
        @renamed("old=new")
        def __init__(self, new, more=1):
            self.given = (new, more)

    assert Layer(old=2).given == Layer(2).given == (2, 1)
    assert str(inspect.signature(Layer)) == "(new, more=1)"
    with pytest.raises(TypeError, match="both 'old' and 'new'"):
        Layer(old=1, new=2)


def test_former_names_lead_to_arguments_of_today():
    assert {*RENAMED, *CHANGED} <= SURFACES.keys()
    for surface, pairs in RENAMED.items():
        shown = inspect.signature(resolve(surface)).parameters
        for pair in pairs.split():
            before, now = pair.split("=")
            assert now in shown and before not in shown, (surface, pair)


def test_older_calls_of_what_is_not_published_here():
    with pytest.raises(ValueError, match=r"'ops\.square' is none of ops\.nothing"):
        op("ops.nothing", formerly={"ops.square": "x=input"})(lambda input: input)
    assert "ops.square" not in RENAMED
    assert "ops.nothing" not in SURFACES
