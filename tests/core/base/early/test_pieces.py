"""Code run operation by operation."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from msjax._core.base.early.code import Code
from msjax._core.base.early.pieces import in_pieces


def test_several_results_and_constants():
    table = np.arange(12.0, dtype=np.float32).reshape(3, 4)

    def function(x, i):
        rows = jnp.asarray(table)[i]
        return rows, jnp.maximum(x, rows) - x, 7, x > rows

    x, i = jnp.full((2, 4), 5.0), jnp.array([2, 0])
    pieces, calls = in_pieces(Code(jax.make_jaxpr(function)(x, i)))
    for found, expected in zip(
        pieces([np.asarray(x), np.asarray(i)], x), function(x, i), strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    assert calls == 50


def test_large_arrays_are_run_less_often():
    def calls(size):
        found = in_pieces(Code(jax.make_jaxpr(lambda x: -x)(jnp.ones(size))))
        return None if found is None else found[1]

    assert [calls(1 << n) for n in (10, 20, 23, 24)] == [50, 8, 1, None]


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: x * y + x,  # rounded once
        lambda x, y: x - y * y,
        lambda x, y: (x * y)[:2].sum(0),
        lambda x, y: x.at[np.array([0, 0])].add((x * y)[:2]),
        lambda x, y: x / 3,  # times the third
        lambda x, y: x / y / x,
        lambda x, y: x / y[:1],  # times the reciprocal
        lambda x, y: x / jnp.maximum(y[0, 0], y[1, 1]),
        lambda x, y: x + 0.0,  # left out
        lambda x, y: x * 2 * 3,
        lambda x, y: y / lax.sqrt(x),
        lambda x, y: x.sum(0),
        lambda x, y: lax.exp(x),
        lambda x, y: lax.round(x),
        lambda x, y: x**3,
        lambda x, y: x.astype("int32"),
        lambda x, y: x.at[np.array([0, 0])].add(y[:2, :1], mode="clip"),
        lambda x, y: x.at[:, np.array([0, 0])].add(y[:, :2]),
    ],
)
def test_what_may_have_other_bits_is_compiled(function):
    x = jnp.ones((3, 3))
    assert in_pieces(Code(jax.make_jaxpr(function)(x, x))) is None


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "complex64"])
def test_other_dtypes_are_compiled(dtype):
    x = jnp.ones(3, dtype)
    assert in_pieces(Code(jax.make_jaxpr(lax.add)(x, x))) is None
