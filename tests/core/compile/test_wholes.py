"""Which place code wants of what it reads; what needs processes is in tests/ranks/strategies.py."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from msjax._core.compile import wholes

PLACES = [
    NamedSharding(Mesh(np.array(jax.devices()[:1]).reshape(1, 1), ("a", "b")), PartitionSpec(*spec))
    for spec in (("a",), (None, "b"))
]


def places_of(function):
    """The places that a function of two arrays wants of them, by their names."""
    closed = jax.make_jaxpr(function)(jnp.ones((2, 2)), jnp.ones((2, 2)))
    boxes = dict(zip(closed.jaxpr.invars, "xy", strict=True))
    names = {id(name): name for name in boxes.values()}
    return {names[key]: place for key, place in wholes._places_in(closed.jaxpr, boxes).items()}


def put(x, place=0):
    return jax.lax.with_sharding_constraint(x, PLACES[place])


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: put(x) @ y,
        lambda x, y: put(put(x), 1) @ y,
        lambda x, y: put(x.astype(jnp.float16)) + y.astype(jnp.float16),
        lambda x, y: jax.jit(lambda a: put(a) * 2)(x) + y,
        lambda x, y: jax.lax.cond(y.sum() > 0, lambda a: put(a), lambda a: a * 2, x),
        lambda x, y: jax.lax.fori_loop(0, 3, lambda i, a: a + put(x), y),
    ],
    ids=["first", "of two", "after a cast", "in a function", "on a path", "in a loop"],
)
def test_a_parameter_is_kept_where_the_first_strategy_wants_it(function):
    assert places_of(function) == {"x": PLACES[0]}


def test_what_is_computed_of_a_parameter_has_places_of_its_own():
    assert places_of(lambda x, y: put(x * 2) + put(x.T, 1) + y) == {}
    assert places_of(lambda x, y: put(x, 1) + put(y)) == {"x": PLACES[1], "y": PLACES[0]}


def test_constants_take_part_in_what_processes_compare():
    def text(values):
        kept = np.asarray(values, np.float32)
        return wholes._constants(jax.make_jaxpr(lambda x: x + kept)(jnp.ones(2)))

    assert text([1, 2]) == text([1, 2]) != text([1, 3])
