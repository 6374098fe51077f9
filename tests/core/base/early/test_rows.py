"""Code that computes each element by itself, compiled for rows."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from msjax._core.base import effort
from msjax._core.base.early.code import Code
from msjax._core.base.early.rows import _MOST, in_a_row

FUNCTIONS = {
    "angle": lambda x, y: lax.atan2(x, y),
    "bessel": lambda x, y: lax.bessel_i1e(x) * lax.digamma(jnp.abs(y)),
    "constants": lambda x, y: jnp.where(x > 0, jnp.exp(x), 3.5) * 2,
    "curves": lambda x, y: (jnp.tanh(x), jnp.log1p(x * x), lax.erf(y), jnp.exp2(x)),
    "difference": lambda x, y: jnp.exp(x) - y,
    "integers": lambda x, y: jnp.floor(x).astype("int32") % 3 + (y > 0),
    "powers": lambda x, y: (jnp.abs(x) ** y, jnp.cbrt(x) * lax.rsqrt(y * y), x**7),
    "rem": lambda x, y: lax.rem(x, y),
    "silu": lambda x, y: jax.nn.silu(x) / y,
    "softsign": lambda x, y: x / (1 + jnp.abs(x)) - y,
    "trigonometry": lambda x, y: jnp.sin(x) * jnp.cos(y) * jnp.arcsinh(x) / jnp.tan(y),
}
SHAPES = [(16, 16), (3, 1), (5,), (7, 33), (33, 31), (2, 1025)]


def row(function, *arrays):
    closed = jax.make_jaxpr(function)(*arrays)
    return in_a_row(Code(closed)), closed


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_have_the_bits_of_arrays(name, dtype):
    rng, function = np.random.default_rng(0), FUNCTIONS[name]
    with jax.enable_x64(True):
        for shape in SHAPES:
            for other in (shape, ()):
                x = jnp.asarray(rng.normal(size=shape).astype(dtype))
                y = jnp.asarray(rng.normal(size=other).astype(dtype))
                run, closed = row(function, x, y)
                options = effort.fitting(closed.jaxpr, False)
                expected = jax.tree.leaves(jax.jit(function, compiler_options=options)(x, y))
                found = run([np.asarray(x), np.asarray(y)], x)
                for one, whole in zip(found, expected, strict=True):
                    assert (one.shape, one.dtype) == (whole.shape, whole.dtype)
                    assert one.tobytes() == np.asarray(whole).tobytes(), (shape, other)


def test_many_shapes_share_code():
    before = sum(f._cache_size() for f in _all())
    for n in range(1, 60):
        x = jnp.full((n, 17), 0.5)
        found = row(lambda x: jnp.sinh(x) * 4.25, x)[0]([np.asarray(x)], x)[0]
        np.testing.assert_allclose(found, np.sinh(x) * 4.25, rtol=1e-6)
    assert sum(f._cache_size() for f in _all()) == before + 1


def _all():
    from msjax._core.base.early import rows

    return [*rows._jitted.values(), *rows._jitted.older.values()]


def test_other_numbers_are_other_code():
    x = jnp.full((3, 5), 0.5)
    for number in (2.0, 3.0):
        found = row(lambda x, n=number: jnp.exp(x) * n, x)[0]([np.asarray(x)], x)[0]
        np.testing.assert_allclose(found, np.exp(0.5) * number, rtol=1e-6)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: jnp.exp(x).sum(0),
        lambda x: jnp.exp(x) + x[:1],
        lambda x: jnp.exp(x)[::-1],
        lambda x: jnp.exp(x) + jnp.arange(4.0),
        lambda x: jnp.exp(x).reshape(-1),
        lambda x: jnp.exp(x[0, 0]),
        lambda x: jnp.exp(lax.complex(x, x)).real,
        lambda x: jnp.exp(x.astype("bfloat16")),
        lambda x: jnp.exp(x) + x * x,  # which product goes with the sum?
        lambda x: jax.vjp(jax.nn.silu, x)[1](x)[0],
        lambda x: lax.fori_loop(0, 3, lambda _, y: jnp.exp(y), x),
    ],
)
def test_other_code_is_compiled_for_its_shapes(function):
    assert row(function, jnp.ones((3, 4)))[0] is None


def test_large_arrays_are_compiled_for_their_shapes():
    for shape, fits in (
        ((_MOST,), True),
        ((_MOST // 8, 9), False),
        ((0, 3), False),
        ((1, 1), False),
    ):
        assert (row(jnp.exp, jnp.ones(shape))[0] is not None) is fits
