"""Distributions of random operations, their seeds, and how they go on from call to call."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

N = 20000


def numbers(tensor):
    return tensor.asnumpy().astype(np.float64).reshape(-1)


def kolmogorov(sample, cdf):
    """Largest distance from a distribution function, in units of 1/sqrt(n)."""
    x = np.sort(sample)
    steps = np.arange(len(x) + 1) / len(x)
    values = cdf(x)
    return max(np.max(steps[1:] - values), np.max(values - steps[:-1])) * np.sqrt(len(x))


def phi(x):
    from math import erf

    return np.array([0.5 * (1 + erf(v / np.sqrt(2))) for v in x])


def laplace_cdf(x):
    return np.where(x < 0, 0.5 * np.exp(np.minimum(x, 0)), 1 - 0.5 * np.exp(-np.maximum(x, 0)))


def truncated_cdf(x):
    low, high = phi([-2.0])[0], phi([2.0])[0]
    return (phi(x) - low) / (high - low)


f64 = {"dtype": ms.float64}
CONTINUOUS = {
    "rand": (lambda: ops.rand(N), lambda x: x),
    "rand f64": (lambda: ops.rand(N, **f64), lambda x: x),
    "rand_like f16": (lambda: ops.rand_like(ops.zeros((N,)), dtype=ms.float32), lambda x: x),
    "randn": (lambda: ops.randn(N), phi),
    "randn f64": (lambda: ops.randn(N, **f64), phi),
    "normal": (lambda: (ops.normal((N,), 3.0, 2.0) - 3) / 2, phi),
    "normal of Tensors": (
        lambda: ops.normal((N,), Tensor(3.0), Tensor(2.0)),
        lambda x: phi((x - 3) / 2),
    ),
    "uniform": (lambda: ops.uniform((N,), Tensor(2.0), Tensor(4.0)), lambda x: (x - 2) / 2),
    "UniformReal": (lambda: ops.UniformReal(3)((N,)), lambda x: x),
    "StandardNormal": (lambda: ops.StandardNormal()((N,)), phi),
    "StandardLaplace": (lambda: ops.StandardLaplace()((N,)), laplace_cdf),
    "laplace": (
        lambda: ops.laplace((N,), Tensor(1.0), Tensor(2.0)),
        lambda x: laplace_cdf((x - 1) / 2),
    ),
    "gamma of shape 1": (
        lambda: ops.gamma((N,), Tensor(1.0), Tensor(2.0)),
        lambda x: 1 - np.exp(-2 * x),
    ),
    "random_gamma": (lambda: ops.random_gamma(Tensor([N]), Tensor(1.0)), lambda x: 1 - np.exp(-x)),
    "TruncatedNormal": (lambda: ops.TruncatedNormal()(Tensor([N])), truncated_cdf),
    "cauchy": (
        lambda: ops.zeros((N,)).cauchy(1.0, 2.0),
        lambda x: 0.5 + np.arctan((x - 1) / 2) / np.pi,
    ),
    "log_normal": (
        lambda: ops.zeros((N,)).log_normal(1.0, 2.0),
        lambda x: phi((np.log(x) - 1) / 2),
    ),
    "uniform_": (lambda: ops.zeros((N,)).uniform_(2, 4), lambda x: (x - 2) / 2),
    "normal_": (lambda: ops.zeros((N,), ms.float64).normal_(1, 2), lambda x: phi((x - 1) / 2)),
    "exponential_": (lambda: ops.zeros((N,)).exponential_(2), lambda x: 1 - np.exp(-2 * x)),
    "Tensor.uniform": (lambda: ops.zeros((N,)).uniform(2.0, 4.0), lambda x: (x - 2) / 2),
}


@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous_distribution(name):
    draw, cdf = CONTINUOUS[name]
    ms.set_seed(11)
    assert kolmogorov(numbers(draw()), cdf) < 1.95  # exceeded by chance once in a thousand draws


def test_a_wrong_distribution_is_noticed():
    assert kolmogorov(numbers(ops.rand(N)), lambda x: x**1.1) > 1.95


def poisson(rate, count):
    terms = [np.exp(-rate)]
    for k in range(1, count):
        terms.append(terms[-1] * rate / k)
    return np.array([*terms, 1 - sum(terms)])


EQUAL = np.full(5, 0.2)
WEIGHTS = np.array([0.1, 0.2, 0.7])
LOGITS = np.log(WEIGHTS).astype(np.float32).reshape(1, -1)
DISCRETE = {
    "randint": (lambda: ops.randint(0, 5, (N,)), EQUAL),
    "randint of wide range": (lambda: ops.randint(-(2**62), 2**62, (N,)) % 5, EQUAL),
    "uniform of ints": (
        lambda: ops.uniform((N,), Tensor(0, ms.int32), Tensor(5, ms.int32), dtype=ms.int32),
        EQUAL,
    ),
    "UniformInt": (lambda: ops.UniformInt()((N,), Tensor(0, ms.int32), Tensor(5, ms.int32)), EQUAL),
    "poisson": (lambda: ops.poisson((N,), Tensor(2.0)), poisson(2.0, 8)),
    "random_poisson": (lambda: ops.random_poisson(Tensor([N]), Tensor(2.0)), poisson(2.0, 8)),
    "multinomial": (lambda: ops.multinomial(Tensor(WEIGHTS.astype(np.float32)), N), WEIGHTS),
    "random_categorical": (lambda: ops.random_categorical(Tensor(LOGITS), N), WEIGHTS),
    "bernoulli": (lambda: ops.bernoulli(ops.zeros((N,)), 0.3), np.array([0.7, 0.3])),
    "Tensor.bernoulli": (lambda: ops.full((N,), 0.3, dtype=ms.float32).bernoulli(), [0.7, 0.3]),
    "bernoulli_": (lambda: ops.zeros((N,)).bernoulli_(0.3), [0.7, 0.3]),
    "dropout": (lambda: ops.dropout(ops.ones((N,)), 0.2) > 0, [0.2, 0.8]),
    "Dropout": (lambda: ops.Dropout(keep_prob=0.8)(ops.ones((N,)))[1], [0.2, 0.8]),
    "dropout2d": (
        lambda: ops.dropout2d(ops.ones((100, 200, 2, 2)), 0.2)[:, :, 0, 0] > 0,
        [0.2, 0.8],
    ),
    "random_": (lambda: ops.zeros((N,), ms.int32).random_(5), EQUAL),
    "candidates": (
        lambda: ops.uniform_candidate_sampler(Tensor([[1]]), 1, N, False, 5)[0],
        EQUAL,
    ),
    "first of randperm": (
        lambda: Tensor([ops.randperm(5, seed=-1)[0].item() for _ in range(2000)]),
        EQUAL,
    ),
    "first of shuffle": (
        lambda: Tensor([ops.shuffle(ops.arange(5))[0].item() for _ in range(2000)]),
        EQUAL,
    ),
}


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_distribution(name):
    draw, chances = DISCRETE[name]
    ms.set_seed(12)
    sample = numbers(draw()).astype(int)
    chances = np.asarray(chances)
    counts = np.bincount(np.minimum(sample, len(chances) - 1), minlength=len(chances))
    expected = chances * len(sample)
    chi2 = np.sum((counts - expected) ** 2 / expected)
    freedom = len(chances) - 1
    assert chi2 < freedom + 4 * np.sqrt(2 * freedom) + 6


def test_log_uniform_candidates():
    sampled, true, drawn = ops.log_uniform_candidate_sampler(Tensor([[0], [4]]), 1, N, False, 5)
    chances = np.log1p(1 / (np.arange(5) + 1)) / np.log(6)
    np.testing.assert_allclose(np.bincount(sampled.asnumpy(), minlength=5) / N, chances, atol=0.02)
    np.testing.assert_allclose(true.asnumpy()[:, 0], N * chances[[0, 4]], rtol=1e-4)
    np.testing.assert_allclose(drawn.asnumpy(), N * chances[sampled.asnumpy()], rtol=1e-4)


def test_unique_candidates_and_removed_hits():
    for _ in range(5):
        sampled = ops.uniform_candidate_sampler(Tensor([[1], [3]]), 1, 3, True, 5, 0, True)[0]
        assert sorted(sampled.tolist()) == [0, 2, 4]
        unique = ops.log_uniform_candidate_sampler(Tensor([[1]]), 1, 5, True, 5)[0]
        assert sorted(unique.tolist()) == [0, 1, 2, 3, 4]


def test_without_replacement_all_indices_differ():
    drawn = ops.multinomial(ops.ones((50, 6)), 6, replacement=False).asnumpy()
    assert (np.sort(drawn, 1) == np.arange(6)).all()
    firsts = np.bincount(drawn[:, 0], minlength=6)
    assert firsts.max() < 25


def test_choice_with_mask():
    mask = Tensor([[True, False, True], [True, True, False]])
    index, valid = ops.choice_with_mask(mask, 3)
    assert valid.tolist() == [True] * 3
    rows = {tuple(i) for i in index.tolist()}
    assert len(rows) == 3 and rows <= {(0, 0), (0, 2), (1, 0), (1, 1)}
    index, valid = ops.choice_with_mask(mask, 6)
    assert valid.tolist() == [True] * 4 + [False] * 2
    assert index.tolist()[4:] == [[0, 0], [0, 0]]
    seen = {tuple(map(tuple, ops.choice_with_mask(mask, 2)[0].tolist())) for _ in range(60)}
    assert len(seen) > 6


# -- seeds -------------------------------------------------------------------------------------

x = np.arange(64, dtype=np.float32)
CALLS = {
    "rand": lambda **k: ops.rand(8, **k),
    "randn": lambda **k: ops.randn(8, **k),
    "randint": lambda **k: ops.randint(0, 1000, (8,), **k),
    "normal": lambda **k: ops.normal((8,), 0.0, 1.0, **k),
    "uniform": lambda **k: ops.uniform((8,), Tensor(0.0), Tensor(1.0), **k),
    "standard_normal": lambda **k: ops.standard_normal((8,), **k),
    "gamma": lambda **k: ops.gamma((8,), Tensor(2.0), Tensor(1.0), **k),
    "multinomial": lambda **k: ops.multinomial(Tensor(x), 16, **k),
    "shuffle": lambda **k: ops.shuffle(Tensor(x), **k),
    "dropout": lambda **k: ops.dropout(Tensor(x), 0.5, **k),
    "choice_with_mask": lambda **k: ops.choice_with_mask(Tensor(x >= 0), 8, **k)[0],
}


def same(a, b):
    return a.tolist() == b.tolist()


@pytest.mark.parametrize("name", CALLS)
def test_set_seed_restarts_and_every_call_differs(name):
    draw = CALLS[name]
    ms.set_seed(5)
    first, second = draw(), draw()
    ms.set_seed(5)
    again = draw()
    ms.set_seed(6)
    assert same(first, again)
    assert not same(first, second) and not same(first, draw())


@pytest.mark.parametrize("name", CALLS)
def test_a_seed_gives_a_stream_of_its_own(name):
    draw = CALLS[name]
    ms.set_seed(5)
    first, second, other = draw(seed=3), draw(seed=3), draw(seed=4)
    ms.set_seed(5)
    ops.rand(3)  # leaves the stream of the seed where it is
    assert same(draw(seed=3), first)
    assert same(draw(seed=3), second)
    assert not same(first, second) and not same(first, other)
    ms.set_seed(6)
    assert not same(draw(seed=3), first)


@pytest.mark.parametrize("name", CALLS)
def test_seed_must_be_a_whole_number(name):
    with pytest.raises(TypeError):
        CALLS[name](seed=1.5)
    with pytest.raises(ValueError):
        CALLS[name](seed=-1)


PRIMITIVES = {
    "StandardNormal": lambda a, b: ops.StandardNormal(a, b)((8,)),
    "UniformReal": lambda a, b: ops.UniformReal(a, b)((8,)),
    "Gamma": lambda a, b: ops.Gamma(a, b)((8,), Tensor(2.0), Tensor(1.0)),
    "Multinomial": lambda a, b: ops.Multinomial(a, b)(Tensor(x), 16),
    "RandomShuffle": lambda a, b: ops.RandomShuffle(a, b)(Tensor(x)),
    "Dropout": lambda a, b: ops.Dropout(0.5, a, b)(Tensor(x))[0],
    "RandomChoiceWithMask": lambda a, b: ops.RandomChoiceWithMask(8, a, b)(Tensor(x >= 0))[0],
}


@pytest.mark.parametrize("name", PRIMITIVES)
def test_primitives_with_equal_seeds_agree(name):
    draw = PRIMITIVES[name]
    assert same(draw(1, 2), draw(1, 2))
    assert not same(draw(1, 2), draw(1, 3))
    assert not same(draw(0, 0), draw(0, 0))


def test_a_seeded_primitive_goes_on():
    draw = ops.StandardNormal(seed=7)
    first, second = draw((8,)), draw((8,))
    again = ops.StandardNormal(seed=7)
    assert not same(first, second)
    assert same(again((8,)), first) and same(again((8,)), second)


def test_results_fixed_by_their_seed():
    flips = ops.zeros((64,))
    assert same(ops.bernoulli(flips, 0.5, seed=3), ops.bernoulli(flips, 0.5, seed=3))
    assert not same(ops.bernoulli(flips, 0.5, seed=3), ops.bernoulli(flips, 0.5, seed=4))
    assert not same(ops.bernoulli(flips, 0.5), ops.bernoulli(flips, 0.5))
    assert same(ops.randperm(20), ops.randperm(20))
    assert not same(ops.randperm(20, seed=1), ops.randperm(20, seed=2))
    assert not same(ops.randperm(20, seed=-1), ops.randperm(20, seed=-1))
    logits = ops.zeros((1, 9))
    assert same(ops.random_categorical(logits, 20, 3), ops.random_categorical(logits, 20, 3))
    assert not same(ops.random_categorical(logits, 20), ops.random_categorical(logits, 20))


def test_generator_argument():
    one, two = ms.Generator(), ms.Generator()
    one.manual_seed(9)
    two.manual_seed(9)
    a, b = ops.zeros((8,)), ops.zeros((8,))
    assert a.normal_(generator=one) is a
    b.normal_(generator=two)
    assert same(a, b)
    b.normal_(generator=two)
    assert not same(a, b)
    with pytest.raises(TypeError):
        b.normal_(generator=3)


# -- compiled code and gradients -----------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, 3])
def test_compiled_code_draws_anew_and_in_the_same_order(seed):
    def f(v):
        return ops.dropout(v, 0.5, True, seed), ops.normal((8,), 0.0, 1.0, seed)

    compiled = ms.jit(f)
    ms.set_seed(4)
    want = [f(Tensor(x)), f(Tensor(x))]
    ms.set_seed(4)
    got = [compiled(Tensor(x)), compiled(Tensor(x))]
    for g, w in zip(got, want, strict=True):
        assert same(g[0], w[0]) and same(g[1], w[1])
    assert not same(got[0][0], got[1][0])


def test_gradient_of_dropout_is_its_mask():
    ms.set_seed(8)
    out = ops.dropout(Tensor(x + 1), 0.5)
    ms.set_seed(8)
    gradient = ms.grad(lambda v: ops.dropout(v, 0.5).sum())(Tensor(x + 1))
    assert same(gradient, out / Tensor(x + 1))


def test_gradients_flow_to_the_parameters_of_a_distribution():
    ms.set_seed(8)
    z = ops.normal((8,), 0.0, 1.0)
    ms.set_seed(8)
    grads = ms.grad(lambda m, s: ops.normal((8,), m, s).sum(), (0, 1))(Tensor(1.0), Tensor(2.0))
    np.testing.assert_allclose(grads[0].asnumpy(), 8)
    np.testing.assert_allclose(grads[1].asnumpy(), z.asnumpy().sum(), rtol=1e-5)


def test_dropout_keeps_the_mean_and_whole_channels():
    ms.set_seed(2)
    assert abs(ops.dropout(ops.ones((N,)), 0.3).asnumpy().mean() - 1) < 0.03
    out = ops.dropout3d(ops.ones((30, 40, 2, 2, 2)), 0.3).asnumpy().reshape(30, 40, 8)
    assert (out == out[..., :1]).all()
    assert abs(out.mean() - 1) < 0.1


def test_dropout_masks_of_bits():
    mask = ops.DropoutGenMask(1, 2)((5, 7), Tensor(0.5))
    assert mask.shape == (16,) and mask.dtype == ms.uint8
    out = ops.DropoutDoMask()(ops.ones((5, 7)), mask, Tensor(0.5)).asnumpy()
    bits = np.unpackbits(mask.asnumpy(), bitorder="little")[:35].reshape(5, 7)
    assert (out == bits * 2).all() and 5 < bits.sum() < 30
