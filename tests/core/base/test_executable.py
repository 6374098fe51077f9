"""A compiled form of one operation."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.executable import Exec
from msjax._core.base.x64 import to_device


def test_a_function_is_traced_once_for_each_shape_and_dtype():
    traced = []

    def double(x):
        traced.append(isinstance(x, jax.core.Tracer))
        return (x * 2,)

    exe = Exec("double", double)
    for x in (jnp.ones(2), jnp.zeros(2), jnp.ones(3)):
        np.testing.assert_array_equal(exe.fn(x)[0], x * 2)
    assert traced == [True, True] and exe.fn.__name__ == "double"


def test_eager_ones_see_values():
    exe = Exec("positive", lambda x: (x[np.asarray(x) > 0],), eager=True)
    assert exe.fn(jnp.asarray([1.0, -2.0, 3.0]))[0].tolist() == [1, 3]


def test_64_bit_dtypes_are_kept():
    for eager in (False, True):
        exe = Exec("wide", lambda x: (x.astype("float64") / 3,), eager)
        (found,) = exe.fn(to_device(np.array([1, 2])))
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, [1 / 3, 2 / 3])


def test_executables_are_numbered_and_begin_without_derivatives():
    first, second = Exec("a", lambda: ()), Exec("b", lambda: ())
    assert first.serial < second.serial and first.bwd == second.trees == {}
