"""Code that only moves elements about, run by NumPy."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from msjax._core.base import executable
from msjax._core.base.executable import Exec
from msjax._core.base.moving import mover
from msjax._core.base.x64 import x64

DTYPES = ["float32", "float16", "int8", "uint8", "int32", "bool", "complex64"]
INDICES = np.array([0, 3, -1, -4, 7, -9], np.int32)

MOVES = {
    "broadcast": lambda x, i: jnp.broadcast_to(x[:, :1], (2, 4, 5, 6)),
    "columns by number": lambda x, i: x[:, i[:2]],
    "concatenate": lambda x, i: jnp.concatenate([x, x[:, :2]], 1),
    "constants": lambda x, i: (x, jnp.zeros(3), jnp.arange(3)),
    "copy": lambda x, i: jnp.array(x, copy=True),
    "diagonal": lambda x, i: jnp.diagonal(x, 0, 1, 2),
    "dynamic slice": lambda x, i: lax.dynamic_slice(x, (i[1], i[2], i[0]), (2, 3, 6)),
    "dynamic update": lambda x, i: lax.dynamic_update_slice(x, x[:2, :2], (i[1], i[5], i[0])),
    "element": lambda x, i: x[2, 1, i[1]],
    "fill": lambda x, i: x.at[i].get(mode="fill"),
    "fill with 1": lambda x, i: x.at[:, i].get(mode="fill", fill_value=1),
    "flip": lambda x, i: jnp.flip(x, (0, 2)),
    "in a row": lambda x, i: jnp.take_along_axis(x, i.reshape(1, 1, 6), 1),
    "nothing": lambda x, i: x[:0].reshape(0, 3),
    "pad": lambda x, i: lax.pad(x, x[0, 0, 0], ((1, 2, 0), (0, 0, 1), (0, 1, 2))),
    "pairs": lambda x, i: x[i[:2], :, i[2:4]],
    "repeat": lambda x, i: jnp.repeat(x, 3, 1),
    "reshape": lambda x, i: x.reshape(-1, 3),
    "roll": lambda x, i: jnp.roll(x, 2, 1),
    "slice": lambda x, i: x[..., None, 1, ::-2],
    "split": lambda x, i: tuple(jnp.split(x, [1, 3], 2)),
    "stack": lambda x, i: jnp.stack([x, x], -1),
    "take": lambda x, i: jnp.take(x, i, 1, mode="clip"),
    "tile": lambda x, i: jnp.tile(x, (2, 1, 3)),
    "transpose": lambda x, i: x.transpose(2, 0, 1),
    "triangle": lambda x, i: jnp.tril(x),
    "where": lambda x, i: jnp.where(jnp.arange(6) > 2, x, x[::-1]),
}


def traced(function, *arrays):
    def allowing(*arrays):
        with x64():
            return function(*arrays)

    return jax.make_jaxpr(allowing)(*arrays)


@pytest.mark.parametrize("dtype", DTYPES)
def test_moves_are_those_of_xla(dtype):
    values = np.random.default_rng(0).integers(-9, 9, (4, 5, 6)).astype(np.float32)
    values[0, 0] = np.array([-0.0, np.inf, 1e-40, -1e-42, 3, 4], np.float32)
    with np.errstate(invalid="ignore"):
        x = jnp.asarray(values.astype(jnp.dtype(dtype)))
    for name, function in MOVES.items():
        closed = traced(function, x, INDICES)
        run = mover(closed)
        assert run is not None, name
        expected = jax.tree.leaves(jax.jit(function)(x, INDICES))
        for found, array in zip(run([np.asarray(x), INDICES]), expected, strict=True):
            assert (found.shape, found.dtype) == (array.shape, array.dtype), name
            assert found.tobytes() == np.asarray(array).tobytes(), (name, found, array)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + x,
        lambda x: -x,
        lambda x: x.astype(jnp.float16),
        lambda x: x.sum(),
        lambda x: lax.pad(x, x[0, 0], ((-1, 0, 0), (0, 0, 0))),
        lambda x: (x[0], jnp.exp(x)),
        lambda x: x.at[0].add(1.0),
        lambda x: jnp.ones((2, 3), jnp.bfloat16).T,  # XLA loses its smallest numbers
    ],
)
def test_what_computes_is_compiled(function):
    assert mover(traced(function, jnp.ones((2, 3)))) is None


def test_large_lookups_are_compiled():
    rows = np.zeros(1 << 10, np.int32)
    assert mover(traced(lambda x: x[rows], jnp.ones((4, 1 << 5)))) is not None
    assert mover(traced(lambda x: x[rows], jnp.ones((4, 1 << 7)))) is None


def test_what_moves_is_compiled_once_it_is_called_often(monkeypatch):
    """And JAX's dispatch then finds it, where it had been told to ask Python."""
    monkeypatch.setattr(executable, "_options", lambda: executable._CHEAP)
    monkeypatch.setattr(executable, "_EARLY", 3)
    compiled = []
    monkeypatch.setattr(executable, "_fitting", lambda *_: compiled.append(1) or executable._CHEAP)
    exe, x = Exec("turned", lambda x: (x.T,)), jnp.arange(6.0).reshape(2, 3)
    for turn in range(6):
        found = exe.fn(x)[0]
        np.testing.assert_array_equal(found, np.asarray(x).T)
        assert not found.committed and len(compiled) == min(max(turn - 2, 0), 2)
    assert exe.fn(jnp.ones((4, 3)))[0].shape == (3, 4) and len(compiled) == 2


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
