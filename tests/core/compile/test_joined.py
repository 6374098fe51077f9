"""Many arrays that the same code runs over, joined in the first calls."""

from __future__ import annotations

import gc
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax._core.compile import joined
from msjax._core.compile.joined import Joined

SHAPES = [(6, 1, 5, 5), (6,), (16, 6, 5, 5), (1,), (12, 48), (3, 1), (2, 3), (257,), ()]


def groups(parameters, **first):
    return [{"params": parameters[:4], **first}, {"params": parameters[4:]}]


OPTIMIZERS = {
    "Adadelta": lambda p: nn.Adadelta(p),
    "Adagrad": lambda p: nn.Adagrad(p),
    "Adam": lambda p: nn.Adam(p, 0.01, weight_decay=0.01),
    "Adam of groups": lambda p: nn.Adam(groups(p, lr=0.1, weight_decay=0.1), 0.01),
    "Adam with a list": lambda p: nn.Adam(p, [0.1 / (i + 1) for i in range(20)]),
    "AdaMax": lambda p: nn.AdaMax(p),
    "AdamWeightDecay": lambda p: nn.AdamWeightDecay(p, 0.01, weight_decay=0.1),
    "AMSGrad": lambda p: nn.Adam(p, 0.01, use_amsgrad=True, use_nesterov=False),
    "FTRL": lambda p: nn.FTRL(p),
    "Momentum": lambda p: nn.Momentum(p, 0.1, 0.9, weight_decay=0.01, loss_scale=8.0),
    "Momentum, Nesterov": lambda p: nn.Momentum(p, 0.1, 0.9, use_nesterov=True),
    "ProximalAdagrad": lambda p: nn.ProximalAdagrad(p),
    "RMSProp": lambda p: nn.RMSProp(p, 0.01, momentum=0.9, centered=True),
    "Rprop": lambda p: nn.Rprop(p),
    "SGD": lambda p: nn.SGD(p, nn.ExponentialDecayLR(0.1, 0.9, 4)),
    "SGD, dampened": lambda p: nn.SGD(p, 0.1, momentum=0.9, dampening=0.1, weight_decay=0.01),
}


def parameters(dtype=ms.float32):
    values = np.random.default_rng(1)
    return [
        ms.Parameter(
            ms.Tensor(values.standard_normal(shape).astype(np.float32)).astype(dtype),
            name=f"layer.{'beta' if i % 3 == 1 else 'weight'}{i}",
        )
        for i, shape in enumerate(SHAPES)
    ]


def gradients(step, dtype=ms.float32):
    values = np.random.default_rng(step)
    return tuple(
        ms.Tensor((10.0 ** values.integers(-9, 3) * values.standard_normal(s)).astype(np.float32))
        .astype(dtype)
        for s in SHAPES
    )  # fmt: skip


def trained(make, steps, dtype=ms.float32):
    """Everything that an optimizer holds after some steps."""
    weights = parameters(dtype)
    optimizer = make(weights)
    for step in range(steps):
        optimizer(gradients(step, dtype))
    return {p.name: p.asnumpy() for p in (*optimizer.get_parameters(), *weights)}


@pytest.fixture
def made(monkeypatch):
    """What was asked to join arrays, None for what does not; calls may be made to join none."""
    found, of = [], Joined.of.__func__

    def noted(cls, *args):
        found.append(of(cls, *args) if found is not None else None)
        return found[-1]

    monkeypatch.setattr(Joined, "of", classmethod(noted))
    monkeypatch.setattr(joined, "_EARLY", 3)
    return found


QUICK = ("Adam", "SGD, dampened")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.sweep] * (n not in QUICK)) for n in OPTIMIZERS]
)
def test_joined_updates_have_the_bits_of_others(name, made, monkeypatch):
    found = trained(OPTIMIZERS[name], 5)
    assert len(made) == 1 and made[0] is not None
    monkeypatch.setattr(Joined, "of", lambda *_: None)
    for key, value in trained(OPTIMIZERS[name], 5).items():
        assert value.dtype == found[key].dtype
        assert value.tobytes() == found[key].tobytes(), key


@pytest.mark.parametrize("dtype", [ms.float16, ms.float64])
def test_other_dtypes_are_joined(dtype, made, monkeypatch):
    found = trained(OPTIMIZERS["Momentum"], 5, dtype)
    assert made[0] is not None
    monkeypatch.setattr(Joined, "of", lambda *_: None)
    for key, value in trained(OPTIMIZERS["Momentum"], 5, dtype).items():
        assert value.tobytes() == found[key].tobytes(), key


@pytest.mark.parametrize(
    "make",
    [
        lambda p: nn.Lamb(p, 0.01),
        lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9)),
        lambda p: nn.AdaFactor(p, learning_rate=0.01, relative_step=False, scale_parameter=False),
        lambda p: nn.Adam([{"params": p, "grad_centralization": True}], 0.01),
    ],
)
def test_what_looks_at_a_whole_array_is_not_joined(make, made):
    trained(make, 1)
    assert made == [None]


def test_few_shapes_are_not_joined(made):
    weights = [ms.Parameter(ms.Tensor(np.ones((2, 3), np.float32)), name=f"w{i}") for i in "abc"]
    nn.Momentum(weights, 0.1, 0.9)(tuple(ms.Tensor(w.asnumpy()) for w in weights))
    assert made == [None]


def test_much_memory_is_overwritten_from_the_first_step_on(made, monkeypatch):
    monkeypatch.setattr(joined, "_MOST", 4096)
    trained(OPTIMIZERS["Momentum"], 1)
    assert made == [None]


def test_only_optimizers_join(made):
    weights = parameters()

    @ms.jit
    def step(*arrays):
        for w, a in zip(weights, arrays, strict=True):
            w.set_data(w - 0.1 * a)

    step(*gradients(0))
    assert not made


def test_parameters_that_were_parts_are_given_away_later(made):
    weights = parameters()
    optimizer = nn.Momentum(weights, 0.1, 0.9)
    kept = None
    for step in range(6):
        optimizer(gradients(step))
        if step == 1:
            kept, values = weights[0].value(), weights[0].asnumpy().copy()
            held = [weakref.ref(weights[2]._data), made[0]._kinds[0].parted[0][0]]
            assert all(ref() is not None for ref in held)
    np.testing.assert_array_equal(kept.asnumpy(), values)
    gc.collect()
    assert not any(ref() is not None for ref in held)
    assert all(type(w._data) is type(jnp.ones(1)) for w in weights)


def test_a_parameter_that_is_written_between_steps_is_read_again(made, monkeypatch):
    def run():
        weights = parameters()
        optimizer = nn.Momentum(weights, 0.1, 0.9)
        for step in range(5):
            optimizer(gradients(step))
            weights[step].set_data(weights[step] * 2)
            optimizer.moments[step + 1].set_data(ms.ops.ones_like(optimizer.moments[step + 1]))
        return [w.asnumpy() for w in (*weights, *optimizer.moments)]

    found = run()
    monkeypatch.setattr(Joined, "of", lambda *_: None)
    for a, b in zip(found, run(), strict=True):
        assert a.tobytes() == b.tobytes()


def test_what_was_parted_is_not_joined_again(made, monkeypatch):
    copied, joined_ = [], joined._Kind.joined

    def counted(kind, arrays):
        whole = joined_(kind, arrays)
        copied.append(not any(whole is known() for known, _ in kind.parted))
        return whole

    monkeypatch.setattr(joined._Kind, "joined", counted)
    weights = parameters()
    optimizer = nn.Adam(weights, 0.1)
    for step in range(3):
        del copied[:]
        optimizer(gradients(step))
        assert sum(copied) == (1 if step else 4)  # the gradients


def test_memory_that_parameters_have_left_is_free(made):
    weights = parameters()
    optimizer = nn.Momentum(weights, 0.1, 0.9)
    optimizer(gradients(0))
    whole = made[0]._kinds[0].parted[0][0]
    assert whole() is not None
    for p in (*weights, *optimizer.moments):
        p.set_data(p * 1)
    gc.collect()
    assert whole() is None
    optimizer(gradients(1))


def test_what_is_not_updated_stays(made):
    """An input that is a result, and one that code does not use."""

    def program(a, b, c, d):
        return a + 1, b + 1, c + 1, d

    arrays = [jnp.ones(n) for n in (2, 3, 4, 5)]
    closed = jax.make_jaxpr(program)(*arrays)
    order = [(0, 0), (1, 0), (0, 1), (2, 0)]
    run = Joined.of("program", closed, closed.jaxpr.invars, order, None, None)
    outs = run([arrays[0], arrays[2]], [arrays[1]], [arrays[3]])
    assert outs[3] is arrays[3]
    for found, expected in zip(outs, program(*arrays), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_numbers_that_differ_part_the_arrays(made):
    def program(a, b, c, d, e, x, y):
        return a * (x + y), b * (y + 1), c * (x + y), d * (1 + y), e * (x + y)

    arrays = [*(jnp.ones(n) for n in (2, 3, 4, 5, 6)), jnp.float32(2), jnp.float32(3)]
    closed = jax.make_jaxpr(program)(*arrays)
    order = [(0, i) for i in range(7)]
    run = Joined.of("program", closed, closed.jaxpr.invars, order, None, None)
    assert sorted(len(kind.shapes) for kind in run._kinds) == [1, 1, 3]
    for found, expected in zip(run(arrays), program(*arrays), strict=True):
        np.testing.assert_array_equal(found, expected)
