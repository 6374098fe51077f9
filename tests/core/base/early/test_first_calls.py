"""How the first calls of an operation for some kind of arrays are run."""

from __future__ import annotations

import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base import effort
from msjax._core.base.early import first_calls, pieces
from msjax._core.base.executable import Exec


@pytest.fixture
def compiled(monkeypatch):
    """A list that gets a 1 for each executable that is compiled as a whole."""
    made, fitting = [], effort.fitting
    monkeypatch.setattr(effort, "fitting", lambda *given: made.append(1) or fitting(*given))
    return made


FUNCTIONS = {
    "moves": lambda x: x.T,
    "arithmetic": lambda x: jnp.maximum(x + x, 1.5),
    "each element": lambda x: jnp.exp(x) * x,
    "product": lambda x: x @ x.T + x[1, 1],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_called_often_is_compiled_once(name, monkeypatch, compiled):
    """And JAX's dispatch then finds it, where it had been told to ask Python."""
    monkeypatch.setattr(pieces, "CALLS", 3)
    monkeypatch.setattr(first_calls, "CALLS", 3)
    function = FUNCTIONS[name]
    exe, x = Exec("function", lambda x: (function(x),)), jnp.arange(6.0).reshape(2, 3) / 8
    expected, found = np.asarray(jax.jit(function)(x)), []
    for turn in range(6):
        found.append(exe.fn(x)[0])
        assert not found[-1].committed and found[-1].weak_type == function(x).weak_type
        assert len(compiled) == min(max(turn - 2, 0), 2)
    assert {np.asarray(f).tobytes() for f in found} == {np.asarray(found[0]).tobytes()}
    np.testing.assert_allclose(found[0], expected, rtol=1e-6)
    other = jnp.ones((4, 3))
    np.testing.assert_allclose(exe.fn(other)[0], function(other), rtol=1e-6)
    assert len(compiled) == 2


def test_large_arrays_are_compiled_earlier(monkeypatch, compiled):
    monkeypatch.setattr(pieces, "_WRITTEN", 100)
    for size, calls in ((10, 5), (26, 1), (51, 0), (200, 0)):  # a sum, and a result
        exe, x = Exec("sums", lambda x: ((x + x).T,)), jnp.ones((size, 1))
        del compiled[:]
        for turn in range(7):
            np.testing.assert_array_equal(exe.fn(x)[0], 2)
            assert len(compiled) == min(max(turn - calls + 1, 0), 2 if calls else 1)


def test_numbers_that_compiled_code_takes_for_zeros(compiled):
    exe = Exec("sums", lambda x: (x + x,))
    usual, small = jnp.ones(3), jnp.full(3, 1e-39)
    assert exe.fn(usual)[0].tolist() == [2, 2, 2] and not compiled
    assert exe.fn(small)[0].tolist() == [0, 0, 0] and compiled
    assert exe.fn(usual)[0].tolist() == [2, 2, 2] and len(compiled) == 1


def test_nans_are_looked_for_where_jax_is_told_to(compiled):
    exe, x = Exec("difference", lambda x: (x - x,)), jnp.full(3, jnp.inf)
    assert np.isnan(exe.fn(x)[0]).all() and not compiled
    with jax.debug_nans(True), pytest.raises(FloatingPointError):
        exe.fn(x)


def test_results_are_where_one_of_the_arguments_must_be(compiled):
    exe, x = Exec("sums", lambda x, y: (x + y,)), jnp.ones(3)
    fixed = jax.device_put(x, jax.devices()[0])
    for arrays in ((x, fixed), (fixed, x), (fixed, fixed)):
        assert exe.fn(*arrays)[0].committed
    assert not exe.fn(x, x)[0].committed and not compiled


DEVICES = """
import jax, jax.numpy as jnp
from msjax._core.base.executable import Exec
exe, (one, other) = Exec("sums", lambda x, y: (x + y,)), jax.devices()
x = jnp.ones(3)
there = jax.device_put(x, other)
assert exe.fn(x, there)[0].devices() == {other} and exe.fn(there, there)[0].devices() == {other}
try:
    exe.fn(jax.device_put(x, one), there)
except ValueError as error:
    assert "devices" in str(error)
else:
    raise AssertionError
"""


def test_several_devices():
    found = os.environ | {"JAX_NUM_CPU_DEVICES": "2", "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-c", DEVICES], check=True, env=found, timeout=120)


def test_effects_are_left_to_compiled_code(compiled):
    said = []

    def noted(x):
        jax.debug.callback(lambda x: said.append(x.tolist()), x)
        return (x + x,)

    exe = Exec("noted", noted)
    for _ in range(2):
        exe.fn(jnp.ones(2))
    jax.effects_barrier()
    assert said == [[1, 1]] * 2 and compiled


def test_results_have_memory_of_their_own_and_follow_their_arguments():
    exe, x = Exec("same", lambda x: (x.reshape(-1),)), jnp.arange(6.0).reshape(2, 3)
    found = exe.fn(x)[0]
    assert not np.shares_memory(np.asarray(found), np.asarray(x))
    committed = jax.device_put(x, jax.devices()[0])
    assert exe.fn(committed)[0].committed
    weak = exe.fn(jnp.asarray(2.0))[0]
    assert weak.weak_type == jnp.asarray(2.0).weak_type


def test_traced_code_is_traced():
    exe = Exec("turned", lambda x: (x.T,))
    x = jnp.ones((2, 3))
    assert "transpose" in str(jax.make_jaxpr(lambda y: exe.fn(y)[0])(x))
    assert "transpose" in str(jax.make_jaxpr(lambda y: exe.fn(x)[0] + y)(x.T))
    assert jax.jvp(lambda y: exe.fn(y)[0], (x,), (x,))[1].shape == (3, 2)
    assert jax.vmap(lambda y: exe.fn(y)[0])(x[None]).shape == (1, 3, 2)
