"""Code that only moves elements about, run by NumPy."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from msjax._core.base.early.code import Code
from msjax._core.base.early.moves import move
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


def mover(closed):
    """A jaxpr as a function of NumPy arrays; None if it does more than move them."""
    code = Code(closed)
    moves = [move(line.equation) for line in code.lines]

    def run(arrays):
        known = dict(zip(code.arguments, arrays, strict=True)) | code.constants
        for made, (equation, takes, gives) in zip(moves, code.lines, strict=True):
            found = made(*(known[p] for p in takes))
            found = found if equation.primitive.multiple_results else [found]
            for place, var, array in zip(gives, equation.outvars, found, strict=True):
                known[place] = np.asarray(array, var.aval.dtype)
        return [known[p] for p in code.results]

    return run if all(moves) else None


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
