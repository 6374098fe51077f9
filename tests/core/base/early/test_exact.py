"""Arithmetic of which NumPy's results have the bits of XLA's."""

from __future__ import annotations

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from msjax._core.base.early import exact
from msjax._core.base.early.code import Code
from msjax._core.base.early.pieces import in_pieces
from msjax._core.base.x64 import x64

DTYPES = ["float32", "float64"]

UNARY = {
    "abs": lax.abs,
    "ceil": lax.ceil,
    "floor": lax.floor,
    "from bool": lambda x: (x > 1).astype(x.dtype),
    "from int8": lambda x: lax.convert_element_type(
        lax.convert_element_type(x > 1, "int8"), x.dtype
    ),
    "is finite": lax.is_finite,
    "neg": lax.neg,
    "narrower": lambda x: x.astype(jnp.float32),
    "relu": jax.nn.relu,
    "round": lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN),
    "sign": lax.sign,
    "sqrt": lax.sqrt,
    "square": lax.square,
    "times 3": lambda x: x * 3,
    "to the power of 2": lambda x: x**2,
    "wider": lambda x: x.astype(jnp.float64),
}
BINARY = {
    "add": lax.add,
    "all six": lambda x, y: (x < y, x <= y, x > y, x >= y, x == y, x != y),
    "clamp": lambda x, y: lax.clamp(x.dtype.type(-1), x, lax.max(y, y)),
    "div": lax.div,
    "larger of two": lambda x, y: jnp.where(x > y, x, y),
    "max": lax.max,
    "min": lax.min,
    "mul": lax.mul,
    "products": lambda x, y: x * y * y,
    "sub": lax.sub,
    "sums": lambda x, y: x + y - x,
}
ALONG = {
    "argmax": lambda x: jnp.argmax(x, 0),
    "argmin": lambda x: jnp.argmin(x, -1),
    "largest": lambda x: x.max((0, 1)),
    "of two": lambda x: x[:2].sum(0),
    "smallest": lambda x: x.min(-1),
}


def special(dtype):
    """Numbers in which arithmetic differs between machines: zeros, tiny ones, large ones, NaN."""
    limits = np.finfo(dtype)
    tiny = limits.tiny
    half = [0, tiny, tiny * 1.5, 1e-20, 0.3, 1, 1.5, 2.5, 7e9, limits.max, np.inf, np.nan]
    return np.array([*half, *(-x for x in half)], dtype)


JITTED = {}


def run(function, *arrays):
    """What NumPy makes of a function, and what XLA does."""
    with jax.enable_x64(True):
        arrays = [jnp.asarray(a) for a in arrays]
        if function not in JITTED:

            def allowing(*arrays):
                with x64():
                    return function(*arrays)

            JITTED[function] = jax.jit(allowing)
        found = in_pieces(Code(JITTED[function].trace(*arrays).jaxpr))
        expected = jax.tree.leaves(JITTED[function](*arrays))
        assert found is not None
        return found[0]([np.asarray(a) for a in arrays], arrays[0]), expected


def check_bits(found, expected):
    for one, other in zip(found, expected, strict=True):
        other = np.asarray(other)
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        if one.dtype.kind == "f":
            nan = np.isnan(other)
            np.testing.assert_array_equal(np.isnan(one), nan)
            one, other = np.where(nan, 0, one), np.where(nan, 0, other)
        assert one.tobytes() == other.tobytes(), (one, other)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY)
def test_of_one_array(name, dtype):
    for x in (special(dtype), np.random.default_rng(0).normal(size=(7, 33)).astype(dtype)):
        for part in (x, *x.reshape(-1, 1)):
            found, expected = run(UNARY[name], part)
            if found is None:  # then there is nothing to compare, and a reason
                assert np.any(np.abs(part) < 1e-15), part
            else:
                check_bits(found, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_of_two_arrays(name, dtype):
    numbers = special(dtype)
    pairs = np.array(list(itertools.product(numbers, numbers))).T
    usual = [p[np.abs(p) > 1e-15] for p in np.random.default_rng(0).normal(size=(2, 9, 40))]
    ran = 0
    for x, y in (usual, *pairs.reshape(2, -1, 8).swapaxes(0, 1)):
        found, expected = run(BINARY[name], x.astype(dtype), y.astype(dtype))
        if found is not None:
            check_bits(found, expected)
            ran += 1
    assert ran > 30


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ALONG)
def test_along_axes(name, dtype):
    rng, ran = np.random.default_rng(0), 0
    for numbers in (rng.normal(size=(3, 4, 5)), *(rng.choice(special(dtype), (9, 3, 4, 5)))):
        found, expected = run(ALONG[name], numbers.astype(dtype))
        if found is not None:
            check_bits(found, expected)
            ran += 1
    assert ran


@pytest.mark.parametrize("mode", ["fill", "promise_in_bounds"])
def test_rows_added_to_rows(mode):
    rng = np.random.default_rng(0)
    table, rows = (rng.normal(size=s).astype("float32") for s in ((6, 3, 2), (2, 40, 3, 2)))
    indices = rng.integers(0, 6, (2, 40))
    if mode == "fill":
        indices[0, :3] = 6, 7, 100
    check_bits(*run(lambda t, i, r: t.at[i].add(r, mode=mode), table, indices, rows))
    check_bits(*run(lambda i, r: jnp.zeros((6, 3, 2)).at[i].add(r, mode=mode), indices, rows))
    rows[1, 1] *= 1e-32  # their sums can be zeros of XLA
    assert run(lambda t, i, r: t.at[i].add(r, mode=mode), table, indices, rows)[0] is None


def test_numbers_that_xla_takes_for_zeros_are_left_to_it():
    for dtype in DTYPES:
        tiny = np.finfo(dtype).tiny
        usual = np.array([1, 0, -0.0, tiny], dtype)
        assert run(lax.add, usual, usual)[0] is not None
        for small in (tiny / 2, -tiny / 2, np.finfo(dtype).smallest_subnormal):
            x = np.array([1, 0, small, 1], dtype)
            for function in (lax.add, lax.gt, lax.max):
                assert run(function, x, usual)[0] is None
        results = {lax.mul: (tiny, 0.5), lax.sub: (1.5 * tiny, tiny), lax.div: (tiny, 2)}
        for function, numbers in results.items():
            assert run(function, *(np.array([n, 1], dtype) for n in numbers))[0] is None


def test_the_least_numbers_are_found():
    for dtype in DTYPES:
        tiny = np.finfo(dtype).tiny
        exact.check(special(dtype))
        exact.check(np.array(0.0, dtype))
        exact.check(np.zeros((0, 3), dtype))
        for small in (tiny / 2, -tiny / 4):
            for array in (np.array(small, dtype), np.array([[1, small], [0, 0]], dtype).T):
                with pytest.raises(exact.InexactError):
                    exact.check(array)
