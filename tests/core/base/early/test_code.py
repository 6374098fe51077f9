"""A jaxpr as a list of what is computed."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.early.code import Code


def names(function, *arrays):
    code = Code(jax.make_jaxpr(function)(*arrays))
    return code, [line.equation.primitive.name for line in code.lines]


def test_calls_are_opened():
    inner = jax.jit(lambda x: jnp.where(x > 0, jnp.sin(x), 2.5))
    code, found = names(lambda x: inner(x) + inner(-x), jnp.ones(3))
    assert found.count("sin") == found.count("select_n") == 2 and not {"jit", "pjit"} & set(found)
    assert 2.5 in [c.item() for c in code.constants.values()]
    assert code.written == 3 and [a.shape for a in code.avals] == [(3,)]


def test_what_nobody_asks_for_is_left_out():
    def function(x, y):
        jnp.exp(x)
        slope = jax.vjp(lambda x: jnp.sin(x) * 2, x)[1](y)[0]
        return y, slope

    code, found = names(function, jnp.ones(3), jnp.ones(3))
    assert "exp" not in found and "sin" not in found and "cos" in found
    assert code.results[0] == code.arguments[1]


def test_constants_have_the_dtype_that_is_said():
    table = np.arange(3, dtype=np.int8)
    code, _ = names(lambda x: (x * 3, x + jnp.asarray(table)), jnp.ones(3, jnp.float16))
    assert {c.dtype.name for c in code.constants.values()} >= {"float16", "int8"}
