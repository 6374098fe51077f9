"""Distributions, seeds and compiled use of the random operations that test_random.py leaves out."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax._core.op.registry import resolve
from tests.kernels.create.test_random import kolmogorov, laplace_cdf, numbers, phi, poisson

N = 4000
WEIGHTS = np.array([0.1, 0.2, 0.7])
LOGITS = np.log(WEIGHTS).astype(np.float32)
EQUAL = np.full(5, 0.2)


def ones(*shape):
    return ops.ones(shape, ms.float32)


def between(x):
    low, high = phi([-1.0])[0], phi([2.0])[0]
    return (phi(x) - low) / (high - low)


CONTINUOUS = {
    "randn_like": (lambda: ops.randn_like(ones(N)), phi),
    "standard_laplace": (lambda: ops.standard_laplace((N,)), laplace_cdf),
    "RandomGamma": (
        lambda: ops.RandomGamma()(Tensor([N]), Tensor([1.0])),
        lambda x: 1 - np.exp(-x),
    ),
    "ParameterizedTruncatedNormal": (
        lambda: ops.ParameterizedTruncatedNormal()(
            Tensor([1, N], ms.int32), *(Tensor([v], ms.float32) for v in (0.0, 1.0, -1.0, 2.0))
        ),
        between,
    ),
    "rrelu": (lambda: ops.rrelu(-ones(N), 0.2, 0.6), lambda x: (x + 0.6) / 0.4),
    "NonDeterministicInts": (
        lambda: ops.NonDeterministicInts(ms.int32)(Tensor([N])),
        lambda x: x / 2.0**32 + 0.5,
    ),
}
DISCRETE = {
    "randint_like": (lambda: ops.randint_like(ops.zeros((N,), ms.int32), 0, 5), EQUAL),
    "Bernoulli": (lambda: ops.Bernoulli()(ones(N), Tensor(0.3)), [0.7, 0.3]),
    "bernoulli_ext": (lambda: ops.bernoulli_ext(ones(N) * 0.3), [0.7, 0.3]),
    "Poisson": (lambda: ops.Poisson()((N,), Tensor([2.0])), poisson(2.0, 8)),
    "RandomPoisson": (lambda: ops.RandomPoisson()(Tensor([N]), Tensor([2.0])), poisson(2.0, 8)),
    "RandomCategorical": (lambda: ops.RandomCategorical()(Tensor(LOGITS[None]), N, 0), WEIGHTS),
    "gumbel_softmax": (
        lambda: ops.gumbel_softmax(Tensor(np.tile(LOGITS, (N, 1))), hard=True).argmax(1),
        WEIGHTS,
    ),
    "dropout1d": (lambda: ops.dropout1d(ones(40, 100, 2), 0.2)[:, :, 0] > 0, [0.2, 0.8]),
    "Dropout2D": (lambda: ops.Dropout2D(0.8)(ones(40, 100, 2, 2))[1][:, :, 0, 0], [0.2, 0.8]),
    "Dropout3D": (
        lambda: ops.Dropout3D(0.8)(ones(40, 100, 2, 1, 2))[1][:, :, 0, 0, 0],
        [0.2, 0.8],
    ),
    "mint dropout": (lambda: resolve("mint.nn.functional.dropout")(ones(N), 0.2) > 0, [0.2, 0.8]),
    "UniformCandidateSampler": (
        lambda: ops.UniformCandidateSampler(1, N, False, 5)(Tensor([[1]]))[0],
        EQUAL,
    ),
    "LogUniformCandidateSampler": (
        lambda: ops.LogUniformCandidateSampler(1, N, False, 5)(Tensor([[1]]))[0],
        np.log1p(1 / (np.arange(5) + 1)) / np.log(6),
    ),
}
ORDERS = {
    "Randperm": lambda: ops.Randperm(60)(Tensor([60], ms.int32)),
    "RandpermV2": lambda: ops.RandpermV2(-1, 0, ms.int32)(60),
}
READ = (  # they read their shapes from Tensors
    "RandomGamma ParameterizedTruncatedNormal NonDeterministicInts RandomPoisson Randperm".split()
)
DRAWS = {name: draw for name, (draw, _) in (CONTINUOUS | DISCRETE).items()} | ORDERS


@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous_distribution(name):
    draw, cdf = CONTINUOUS[name]
    ms.set_seed(21)
    assert kolmogorov(numbers(draw()), cdf) < 1.95  # exceeded by chance once in a thousand draws


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_distribution(name):
    draw, chances = DISCRETE[name]
    ms.set_seed(22)
    sample = numbers(draw()).astype(int)
    chances = np.asarray(chances)
    counts = np.bincount(np.minimum(sample, len(chances) - 1), minlength=len(chances))
    expected = chances * len(sample)
    freedom = len(chances) - 1
    assert np.sum((counts - expected) ** 2 / expected) < freedom + 4 * np.sqrt(2 * freedom) + 6


@pytest.mark.parametrize("name", ORDERS)
def test_orders_are_orders(name):
    assert sorted(ORDERS[name]().tolist()) == list(range(60))


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.runs_eagerly if n in READ else ()) for n in DRAWS],
)
def test_a_seed_restarts_and_every_call_differs_compiled_or_not(name):
    draw = DRAWS[name]
    ms.set_seed(5)
    first, second = draw(), draw()
    ms.set_seed(5)
    again = draw()
    compiled = ms.jit(draw)
    ms.set_seed(5)
    got = [compiled(), compiled()]
    assert first.tolist() == again.tolist() == got[0].tolist()
    assert first.tolist() != second.tolist() and second.tolist() == got[1].tolist()


@pytest.mark.parametrize(
    "draw",
    [
        lambda: ops.StandardNormal(seed=3)((16,)),
        lambda: ops.Dropout(0.5, 1, 2)(ops.ones(64))[0],
        lambda: ops.UniformReal(seed=3)((16,)),
        lambda: ops.random_categorical(ops.zeros((1, 8)), 64, 3),
    ],
)
def test_seeded_operations_made_in_compiled_code_go_on(draw):
    compiled = ms.jit(draw)
    first, second = compiled().asnumpy(), compiled().asnumpy()
    assert (first != second).any()
