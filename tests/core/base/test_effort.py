"""How much effort XLA's compiler for CPUs spends on an executable."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base import effort
from msjax.kernels.nn.batch_norm import batch_norm_train


def test_rows_of_one_are_not_added_up():
    traced = jax.make_jaxpr(lambda x: x.sum(0))(jnp.ones((1, 10))).jaxpr
    assert effort.fitting(traced, False) == effort.PLAIN


def test_what_adds_few_numbers_has_the_compilers_full_effort():
    for size, fitting in ((2, False), (16, False), (17, True), (1, True)):
        for add in (jnp.sum, jax.jit(jnp.mean), jax.grad(lambda x: jnp.sum(x) ** 2)):
            traced = jax.make_jaxpr(add)(jnp.ones(size)).jaxpr
            assert bool(effort.fitting(traced, False)) is fitting


@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "float64"])
def test_the_lower_level_keeps_the_bits_of_what_adds_nothing_up(dtype):
    def many(x, y):
        row = y[:1] * x[:1]
        waves = jnp.sin(x) * jnp.cos(y) + jnp.tanh(x)
        curves = jnp.exp(-jnp.abs(x)) / (1 + jnp.exp(y)) - jnp.log1p(jnp.abs(y))
        return waves, curves, x * row + y, jax.nn.gelu(x, approximate=False), x**3 - y / x

    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(33, 50)).astype(jnp.dtype(dtype)) for _ in range(2)]
    found = []
    with jax.enable_x64(True):
        assert effort._adds_nothing_up(jax.make_jaxpr(many)(*arrays).jaxpr)
        for options in (effort.CHEAP, effort.PLAIN):
            found.append(jax.jit(many, compiler_options=options)(*arrays))
    for one, other in zip(*found, strict=True):
        assert one.dtype == dtype and np.asarray(one).tobytes() == np.asarray(other).tobytes()


def norm(x, y):
    return batch_norm_train(x, *(y[:, 0, 0],) * 4, 1e-5, 0.1)


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        *((norm, s) for s in ((2, 8, 16, 16), (2, 96, 14, 14), (2, 128, 7, 7), (8, 3, 33, 31))),
        (lambda x, y: jax.nn.log_softmax(x * y, -1), (3, 29, 49)),
        (lambda x, y: ((x - y).max(-1), (x - y).sum((1, 2)), (x * y).sum(0)), (9, 10, 50)),
    ],
)
def test_the_lower_level_keeps_the_bits_of_what_a_library_adds_up(function, shape):
    rng = np.random.default_rng(0)
    x, y = jnp.asarray(rng.normal(size=(2, *shape)).astype("float32"))

    def both(x, y):
        results, pull = jax.vjp(lambda x: function(x, jnp.abs(y if x.ndim < 4 else y[0])), x)
        return results, pull(jax.tree.map(jnp.cos, results))

    found = []
    for options in (effort.CHEAP, effort.PLAIN):
        results = jax.jit(both, compiler_options=options)(x, y)
        found.append([np.asarray(a).tobytes() for a in jax.tree.leaves(results)])
    assert effort._adds_nothing_up(jax.make_jaxpr(both)(x, y).jaxpr)
    assert found[0] == found[1]
