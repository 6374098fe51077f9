"""What msjax takes from JAX beyond its public names."""

from __future__ import annotations

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax._src.interpreters import mlir

import msjax as ms
from msjax._core.base.interop import inner_jaxprs, one_ir_context, pullback, tells_of_no_reverse
from msjax._core.base.x64 import to_device, x64


def test_jax_differentiates_functions_that_return_boxes():
    x = ms.Tensor([1.0, 2.0, 3.0])
    found = jax.grad(lambda t: (t * t).sum())(x)
    np.testing.assert_array_equal(np.asarray(found), [2, 4, 6])
    weight = ms.Parameter(x, name="w")
    found = jax.grad(lambda t: (t * weight).sum())(x)
    np.testing.assert_array_equal(np.asarray(found), [1, 2, 3])


def test_going_back_keeps_wide_dtypes():
    x = to_device(np.array([1.0, 2.0]))
    with x64():
        out, pull = pullback(lambda a: jax.lax.pad(a, jnp.zeros((), a.dtype), [(1, 0, 0)]), x)
        (found,) = pull(to_device(np.array([5.0, 1 / 3, 4.0])))
    assert out.dtype == found.dtype == np.float64
    np.testing.assert_array_equal(out, [0, 1, 2])
    np.testing.assert_array_equal(found, [1 / 3, 4])


def test_going_back_through_parts_of_complex_numbers():
    z = to_device(np.array([1 + 2j, 3 - 4j]))
    with x64():
        out, pull = pullback(jax.lax.real, z)
        (found,) = pull(to_device(np.array([2.0, 1 / 3])))
    assert out.dtype == np.float64 and found.dtype == np.complex128
    np.testing.assert_array_equal(found, [2, 1 / 3])


def test_what_else_a_function_returns_is_handed_on():
    out, pull, aux = pullback(lambda a: (a * 3, {"seen": a.shape}), jnp.ones(2), has_aux=True)
    assert aux == {"seen": (2,)}
    np.testing.assert_array_equal(out, [3, 3])
    np.testing.assert_array_equal(pull(jnp.ones(2))[0], [3, 3])


def test_the_error_of_loops_that_have_no_reverse():
    def doubled(x):
        return jax.lax.while_loop(lambda c: c < 9, lambda c: c * 2, x)

    with pytest.raises(ValueError, match="Reverse-mode") as raised:
        jax.grad(doubled)(1.0)
    assert tells_of_no_reverse(raised.value)
    assert not tells_of_no_reverse(ValueError("another"))


def test_executables_are_lowered_to_one_context(monkeypatch):
    found = []

    class Module(mlir.ModuleContext):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            found.append(self.context)

    monkeypatch.setattr(mlir, "ModuleContext", Module)
    with one_ir_context():
        compiled = [jax.jit(lambda x, i=i: x + i).lower(1.0) for i in range(70)]
        with one_ir_context():
            jax.jit(lambda x: x * 2).lower(1.0)
    assert len({id(c) for c in found}) <= 3 and len(found) == 71
    jax.jit(lambda x: x - 3).lower(1.0)
    jax.jit(lambda x: x - 4).lower(1.0)
    assert found[-2] is not found[-1] and found[-2] not in found[:-2]
    assert float(compiled[69].compile()(1.0)) == 70.0


def test_threads_have_contexts_of_their_own():
    found = []

    def lower():
        with one_ir_context():
            found.append(mlir.make_ir_context())

    threads = [threading.Thread(target=lower) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert found[0] is not found[1]


def test_code_within_code():
    def f(x):
        return jax.lax.cond(x.sum() > 0, jnp.sin, jax.nn.relu, x)

    (cond,) = [e for e in jax.make_jaxpr(f)(jnp.ones(2)).eqns if e.primitive.name == "cond"]
    names = [[e.primitive.name for e in part.eqns] for part in inner_jaxprs(cond)]
    assert ["sin"] in names and len(names) == 2
