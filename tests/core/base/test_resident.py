"""Python numbers among the arguments of executables."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax._core.base.resident import resident
from msjax._core.op.gateway import KERNELS
from msjax.kernels.elementwise.arithmetic import add


@pytest.fixture(autouse=True)
def room(monkeypatch):
    monkeypatch.setattr("msjax._core.base.resident._MOST", 1 << 20)


def of(*values):
    given = list(values)
    resident(given)
    return given


@pytest.mark.parametrize("number", [2.5, -3, 0, 0.0, -0.0, 1, 1.0, float("inf")], ids=repr)
def test_a_number_becomes_the_array_that_jit_makes_of_it(number):
    (array,), expected = of(number), jax.jit(lambda x: x)(number)
    assert isinstance(array, jax.Array) and array.aval == expected.aval and array.weak_type
    assert array.tobytes() == expected.tobytes() and not array.committed
    assert of(number)[0] is array


def test_every_nan_is_the_same():
    (array,) = of(float("nan"))
    assert np.isnan(array) and of(float("nan"))[0] is array


def test_what_is_no_int_or_float_stays():
    values = [True, 1j, np.float32(2), jnp.ones(2), None]
    assert all(a is b for a, b in zip(of(*values), values, strict=True))


def test_only_so_many_are_kept(monkeypatch):
    kept = of(6.5)[0]
    monkeypatch.setattr("msjax._core.base.resident._MOST", 1)
    assert of(6.5)[0] is kept and of(6.6875) == [6.6875]


def test_a_configuration_of_64_bits_has_its_own():
    narrow = of(1.75)[0]
    with jax.enable_x64(True):
        assert of(1.75)[0].dtype == np.float64
    assert of(1.75)[0] is narrow


def test_code_that_jax_traces_keeps_no_tracer():
    seen = []
    jax.jit(lambda: seen.extend(of(11.125)) or 0)()
    assert seen == [11.125] and isinstance(of(11.125)[0], jax.Array)


def test_operations_are_given_arrays_and_traced_code_numbers(monkeypatch):
    x, given = Tensor([1.0, 2.0]), []
    ops.add(x, 4.5)
    for exe in KERNELS[add].cache.values():
        run = exe.fn
        monkeypatch.setattr(exe, "fn", lambda *a, run=run: given.append(a[-1]) or run(*a))
    for _ in range(2):
        np.testing.assert_array_equal(ops.add(x, 4.5).asnumpy(), [5.5, 6.5])
    assert isinstance(given[0], jax.Array) and given[1] is given[0]
    ms.grad(lambda a: ops.add(a, 4.5).sum())(x)
    assert given.pop() is given[0]
    ms.jit(lambda a: ops.add(a, 4.5))(x)
    assert type(given.pop()) is float
