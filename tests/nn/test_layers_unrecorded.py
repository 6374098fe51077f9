"""Layers that the CPU build of MindSpore 2.10 cannot run, and compiled batch norm."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import nn


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        (nn.InstanceNorm1d, (2, 3, 7)),
        (nn.InstanceNorm2d, (2, 3, 4, 5)),
        (nn.InstanceNorm3d, (2, 3, 2, 3, 4)),
    ],
)
def test_instance_norm(layer, shape):
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    net = layer(3, eps=1e-3, momentum=0.25, gamma_init=2.0, beta_init=0.5)
    axes = tuple(range(2, len(shape)))
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    want = 2 * (x - mean) / np.sqrt(variance + 1e-3) + 0.5
    np.testing.assert_allclose(net(ms.Tensor(x)).asnumpy(), want, rtol=1e-4, atol=1e-5)
    count = np.prod(shape[2:])
    unbiased = variance.mean(0).reshape(-1) * count / (count - 1)
    np.testing.assert_allclose(
        net.moving_mean.asnumpy(), 0.25 * mean.mean(0).reshape(-1), rtol=1e-4, atol=1e-6
    )
    np.testing.assert_allclose(net.moving_variance.asnumpy(), 0.75 + 0.25 * unbiased, rtol=1e-4)


def test_wrong_rank_is_refused():
    with pytest.raises(ValueError, match="must have 4 dims"):
        nn.InstanceNorm2d(3)(ms.ops.ones((2, 3, 4)))


@pytest.mark.parametrize(
    "layer",
    [
        nn.BatchNorm1d(2),
        nn.BatchNorm2d(2),
        nn.BatchNorm3d(2),
        nn.SyncBatchNorm(2),
        nn.InstanceNorm1d(2),
        nn.InstanceNorm2d(2),
        nn.InstanceNorm3d(2),
    ],
    ids=lambda layer: layer.cls_name,
)
def test_what_is_no_tensor_is_refused(layer):
    for x in (2.5, [1.0], None, np.ones((2, 2, 2, 2), np.float32)):
        with pytest.raises(TypeError, match=f"For '{layer.cls_name}', the 'x' must be a Tensor"):
            layer(x)


def test_batch_statistics_are_written_by_compiled_code():
    net = nn.BatchNorm2d(3).set_train()
    x = ms.Tensor(np.random.default_rng(0).standard_normal((4, 3, 2, 5)).astype(np.float32))
    twin = nn.BatchNorm2d(3).set_train()
    compiled = ms.jit(lambda x: net(x))
    for _ in range(2):
        np.testing.assert_allclose(compiled(x).asnumpy(), twin(x).asnumpy(), rtol=1e-5, atol=1e-6)
    assert not (net.moving_mean.asnumpy() == 0).any()
    for got, want in zip(net.get_parameters(), twin.get_parameters(), strict=True):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), rtol=1e-5, atol=1e-7)


def test_layers_of_older_versions():
    x = ms.Tensor(np.arange(4, dtype=np.float32).reshape(1, 1, 2, 2))
    resize = nn.ResizeBilinear()
    want = [[0, 0.5, 1, 1], [1, 1.5, 2, 2], [2, 2.5, 3, 3], [2, 2.5, 3, 3]]
    np.testing.assert_allclose(resize(x, scale_factor=2).asnumpy()[0, 0], want)
    np.testing.assert_allclose(resize(x, size=(4, 4)).asnumpy()[0, 0], want)
    corners = resize(x, (3, 3), align_corners=True).asnumpy()[0, 0]
    np.testing.assert_allclose(corners, [[0, 0.5, 1], [1, 1.5, 2], [2, 2.5, 3]])
    with pytest.raises(ValueError, match="either 'size' or 'scale_factor'"):
        resize(x)
    from msjax.nn.layer.basic import check_dense_input_shape

    check_dense_input_shape((2, 3), "Net")
    with pytest.raises(ValueError, match="For 'Net', .* got 1"):
        check_dense_input_shape((3,), "Net")
    names = [p.name for p in nn.GlobalBatchNorm(3).get_parameters()]
    assert names == [p.name for p in nn.BatchNorm2d(3).get_parameters()]


def windows(x, kernel, stride, pad, divisor=None, ceil=False, counted=True):
    """Means of windows; with `ceil` also of those that begin in the input and end behind it."""
    pads = []
    for length, k, s, p in zip(x.shape[-len(kernel) :], kernel, stride, pad, strict=True):
        out = (length + 2 * p - k) // s + 1
        if ceil and (length + 2 * p - k) % s and out * s < length + p:
            out += 1
        pads.append((p, max(p, (out - 1) * s + k - length - p)))

    def total(a, pads):
        lead = (1,) * (a.ndim - len(kernel))
        pads = ((0, 0),) * len(lead) + tuple(pads)
        return jax.lax.reduce_window(a, 0.0, jax.lax.add, lead + kernel, lead + stride, pads)

    counts = jnp.ones(x.shape[-len(kernel) :])
    if counted:  # the padding counts, what `ceil` adds behind it does not
        counts = jnp.pad(counts, [(p, p) for p in pad], constant_values=1)
        pads_of_counts = [(0, hi - lo) for lo, hi in pads]
    else:
        pads_of_counts = pads
    return total(x, pads) / (divisor or total(counts, pads_of_counts))


def largest(x, kernel, stride, pad):
    lead = ((0, 0),) * 2
    pads = (*lead, *((p, p) for p in pad))
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, *kernel), (1, 1, *stride), pads)


def normalized(x, axes, eps=1e-5):
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + eps)


def apart(x, y):
    return jnp.linalg.norm(x - y + 1e-6, axis=1)


def fractional(x, samples, kernel, out):
    """Maxima of the regions that the samples choose."""
    rows, columns = [], []
    for u, length, n, starts in zip(samples, x.shape[-2:], out, (rows, columns), strict=True):
        step = (length - kernel) / (n - 1)
        starts += [int((i + u) * step) - int(u * step) for i in range(n - 1)] + [length - kernel]
    regions = [
        [x[..., r : r + kernel, c : c + kernel].max((-1, -2)) for c in columns] for r in rows
    ]
    return jnp.moveaxis(jnp.array(regions), (0, 1), (-2, -1))


LIKE_FORMULAS = [
    ("AvgPool1dExt(3)", [(2, 3, 7)], lambda x: windows(x, (3,), (3,), (0,))),
    ("AvgPool1dExt(3, 2, 1)", [(2, 3, 7)], lambda x: windows(x, (3,), (2,), (1,))),
    (
        "AvgPool1dExt(2, 2, 1, True, False)",
        [(3, 8)],
        lambda x: windows(x, (2,), (2,), (1,), ceil=True, counted=False),
    ),
    ("AvgPool2dExt(2)", [(2, 3, 5, 4)], lambda x: windows(x, (2, 2), (2, 2), (0, 0))),
    (
        "AvgPool2dExt((3, 2), 2, 1, False, False)",
        [(2, 3, 5, 4)],
        lambda x: windows(x, (3, 2), (2, 2), (1, 1), counted=False),
    ),
    (
        "AvgPool2dExt(3, 2, 1, True, True, 4)",
        [(1, 2, 5, 6)],
        lambda x: windows(x, (3, 3), (2, 2), (1, 1), 4, ceil=True),
    ),
    ("AvgPool3dExt(2)", [(1, 2, 4, 5, 4)], lambda x: windows(x, (2,) * 3, (2,) * 3, (0,) * 3)),
    (
        "AvgPool3dExt((1, 2, 3), 2, (0, 1, 1), False, False)",
        [(1, 2, 3, 4, 5)],
        lambda x: windows(x, (1, 2, 3), (2,) * 3, (0, 1, 1), counted=False),
    ),
    (
        "AvgPool3dExt(2, 1, 1, divisor_override=3)",
        [(1, 1, 2, 3, 2)],
        lambda x: windows(x, (2,) * 3, (1,) * 3, (1,) * 3, 3),
    ),
    ("MaxPool2dExt(2)", [(2, 3, 4, 6)], lambda x: largest(x, (2, 2), (2, 2), (0, 0))),
    ("MaxPool2dExt(3, 2, 1)", [(2, 3, 5, 4)], lambda x: largest(x, (3, 3), (2, 2), (1, 1))),
    ("MaxPool2dExt((2, 3), (1, 2))", [(1, 2, 4, 5)], lambda x: largest(x, (2, 3), (1, 2), (0, 0))),
    ("LayerNormExt(4)", [(2, 3, 4)], lambda x: normalized(x, -1)),
    (
        "LayerNormExt((3, 4), 1e-2, False)",
        [(2, 3, 4)],
        lambda x: normalized(x, (-2, -1), 1e-2),
    ),
    ("LayerNormExt([4], bias=False)", [(5, 4)], lambda x: normalized(x, -1)),
    ("LogSoftmaxExt(1)", [(2, 3)], lambda x: jax.nn.log_softmax(x, 1)),
    ("LogSoftmaxExt()", [(2, 3)], lambda x: jax.nn.log_softmax(x, 1)),
    ("LogSoftmaxExt(0)", [(2, 3, 2)], lambda x: jax.nn.log_softmax(x, 0)),
    (
        "FractionalMaxPool2d(2, (2, 3), _random_samples=ms.Tensor([[[0.3, 0.8]]]))",
        [(1, 1, 5, 7)],
        lambda x: fractional(x, (0.8, 0.3), 2, (2, 3)),
    ),
    (
        "FractionalMaxPool2d(3, (2, 2), _random_samples=ms.Tensor([[[0.5, 0.1]]]))",
        [(1, 1, 6, 7)],
        lambda x: fractional(x, (0.1, 0.5), 3, (2, 2)),
    ),
    (
        "FractionalMaxPool2d(2, output_ratio=(0.5, 0.5), "
        "_random_samples=ms.Tensor([[[0.3, 0.8]]]))",
        [(1, 1, 5, 7)],
        lambda x: fractional(x, (0.8, 0.3), 2, (2, 3)),
    ),
    ("SoftMarginLoss('sum')", [(2, 3), (2, 3)], lambda x, y: jnp.log1p(jnp.exp(-x * y)).sum()),
    ("SoftMarginLoss()", [(4, 3), (4, 3)], lambda x, y: jnp.log1p(jnp.exp(-x * y)).mean()),
    ("SoftMarginLoss('none')", [(5,), (5,)], lambda x, y: jnp.log1p(jnp.exp(-x * y))),
    (
        "TripletMarginLoss(2, False, 1e-6, 'sum')",
        [(4, 5)] * 3,
        lambda x, y, z: jnp.maximum(apart(x, y) - apart(x, z) + 1, 0).sum(),
    ),
    (
        "TripletMarginLoss()",
        [(3, 4)] * 3,
        lambda x, y, z: jnp.maximum(apart(x, y) - apart(x, z) + 1, 0).mean(),
    ),
    (
        "TripletMarginLoss(2, True, 1e-6, 'none')",
        [(4, 3)] * 3,
        lambda x, y, z: jnp.maximum(apart(x, y) - jnp.minimum(apart(x, z), apart(y, z)) + 1, 0),
    ),
    ("L1LossExt('none')", [(2, 3), (2, 3)], lambda x, y: jnp.abs(x - y)),
    ("L1LossExt()", [(4,), (4,)], lambda x, y: jnp.abs(x - y).mean()),
    ("L1LossExt('sum')", [(2, 3), (3,)], lambda x, y: jnp.abs(x - y).sum()),
    ("Roll((1, -1), (0, 1))", [(3, 2)], lambda x: jnp.roll(x, (1, -1), (0, 1))),
    ("Roll(2, 0)", [(3, 2)], lambda x: jnp.roll(x, 2, 0)),
    ("Roll(-1, 1)", [(2, 3, 2)], lambda x: jnp.roll(x, -1, 1)),
    *(
        (
            f"InstanceNorm{n}d(3{options})",
            [(2, 3, 4, 2, 3)[: n + 2]],
            lambda x, eps=eps, scale=scale: scale * normalized(x, INNER[x.ndim], eps),
        )
        for n in (1, 2, 3)
        for options, eps, scale in (
            ("", 1e-5, 1),
            (", eps=1e-2, gamma_init=2.0", 1e-2, 2),
            (", affine=False", 1e-5, 1),
        )
    ),
]
INNER = {n: tuple(range(2, n)) for n in (3, 4, 5)}


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit], ids=["eager", "compiled"])
@pytest.mark.parametrize(
    ("text", "shapes", "formula"), LIKE_FORMULAS, ids=[row[0] for row in LIKE_FORMULAS]
)
def test_values_and_gradients_of_a_formula(text, shapes, formula, wrap):
    rng = np.random.default_rng(2)
    arrays = [rng.standard_normal(s).astype(np.float32) for s in shapes]
    net = eval("nn." + text, {"nn": nn, "ms": ms})
    weight = rng.standard_normal(jax.eval_shape(formula, *arrays).shape).astype(np.float32)

    @jax.jit
    def wanted(*arrays):
        out, pull = jax.vjp(formula, *arrays)
        return out, pull(jnp.asarray(weight))

    want, slopes = wanted(*arrays)
    tensors = [ms.Tensor(a) for a in arrays]
    position = tuple(range(len(arrays)))
    grad = ms.value_and_grad(lambda *x: (net(*x) * ms.Tensor(weight)).sum(), position)
    out = wrap(lambda *x: net(*x))(*tensors)
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-4, atol=1e-5)
    _, found = wrap(grad)(*tensors)
    found = found if isinstance(found, tuple) else (found,)
    for got, slope in zip(found, slopes, strict=True):
        np.testing.assert_allclose(got.asnumpy(), slope, rtol=1e-3, atol=2e-5)
