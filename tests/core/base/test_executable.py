"""A compiled form of one operation."""

from __future__ import annotations

import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.base import effort, executable
from msjax._core.base.executable import Exec
from msjax._core.base.x64 import to_device
from msjax._core.gradient.derivatives import backward_exec


def test_a_function_is_traced_once_for_each_shape_and_dtype():
    traced = []

    def double(x):
        traced.append(isinstance(x, jax.core.Tracer))
        return (x * 2,)

    exe = Exec("double", double)
    for x in (jnp.ones(2), jnp.zeros(2), jnp.ones(3)):
        np.testing.assert_array_equal(exe.fn(x)[0], x * 2)
    assert traced == [True, True] and exe.fn.__name__ == "double"


@pytest.fixture(params=["own dispatch", "public names"])
def dispatch(request, monkeypatch):
    """Executables as with the JAX that is known, and as with one whose inner names have changed."""
    if request.param == "public names":
        monkeypatch.setattr(executable, "_jax", None)


@pytest.fixture
def options_of(monkeypatch, at_once):
    """The compiler options that an executable is made with for arrays, None for full effort."""
    monkeypatch.setattr(effort, "options", lambda: effort.CHEAP)

    def found(function, *arrays):
        made, jit = [], jax.jit
        expected = function(*arrays)

        def recorded(f, **how):
            if f.__name__ == "function":
                made.append(how.get("compiler_options"))
            return jit(f, **how)

        exe = Exec("function", lambda *arrays: (function(*arrays),))
        with monkeypatch.context() as context:
            context.setattr(jax, "jit", recorded)
            np.testing.assert_array_equal(exe.fn(*arrays)[0], expected)
        return made[-1]

    return found


LARGE = jnp.ones((1024, 1024)), jnp.ones((1024, 1024), "bool"), jnp.ones((1024, 1024), "int32")


@pytest.mark.parametrize(
    ("function", "arrays", "quick"),
    [
        (lambda x: jax.nn.relu(x) * 2, LARGE[:1], True),
        (lambda x, m: jnp.where(m, x, x[:, ::-1] - x.mean(0).reshape(-1, 1024)), LARGE[:2], True),
        (lambda x: jnp.concatenate([x, x], 1), LARGE[:1], True),
        (lambda x: x.T, LARGE[:1], False),  # six times as long without the emitters
        (lambda x: (x + 1).reshape(-1, 2), LARGE[:1], False),
        (lambda x: x + x, LARGE[2:], False),
        (lambda x: x.astype("float32"), LARGE[2:], False),
        (lambda x: jnp.cumsum(x, 0), LARGE[:1], False),
    ],
)
def test_large_arrays_are_compiled_with_all_effort_unless_loops_run_through_them(
    options_of, function, arrays, quick
):
    assert options_of(function, *arrays) == (effort.PLAIN if quick else None)


def test_huge_arrays_are_compiled_with_all_effort(options_of, monkeypatch):
    monkeypatch.setattr(effort, "HUGE", (1 << 20) - 1)
    assert options_of(lambda x: x * 2, LARGE[0]) is None


def test_what_huge_arrays_need_is_not_asked(monkeypatch, dispatch, at_once):
    asked = []
    monkeypatch.setattr(effort, "options", lambda: asked.append(1) or effort.CHEAP)
    monkeypatch.setattr(effort, "LARGE", 8)
    monkeypatch.setattr(effort, "HUGE", 8)
    exe = Exec("double", lambda x: (x * 2,))
    small, huge = jnp.ones((3, 2)), jnp.ones((3, 3))
    for x in (small, huge, small, huge):
        assert exe.fn(x)[0].sum() == 2 * x.size
        assert set(asked) == {1}
    del asked[:]
    exe.fn(huge)
    assert not asked


def test_one_array_may_say_for_all_how_much_effort_is_taken(monkeypatch, dispatch, at_once):
    asked = []
    monkeypatch.setattr(effort, "options", lambda: asked.append(1) or effort.CHEAP)
    monkeypatch.setattr(effort, "HUGE", 1 << 20)
    for sized_by, size, quick in (
        *((None, (1 << 20) + 1, 0), (0, 1 << 20, 0), (1, 1 << 20, 1)),
        (1, (1 << 20) + 1, 0),
    ):
        del asked[:]
        exe = Exec("sums", lambda x, y: (x.sum() + y.sum(),), sized_by=sized_by)
        assert exe.fn(jnp.ones(size), jnp.ones(2))[0] == size + 2
        assert len(asked) == quick
        assert backward_exec(exe, (0,), (0,)).sized_by == sized_by


@pytest.mark.parametrize(
    ("function", "shape", "options"),
    [
        (lambda x: jax.nn.softmax(x, 1), (5, 47, 1), None),
        (lambda x: jnp.exp(x).sum(0), (5, 47), None),
        (lambda x: jnp.exp(x).sum(0), (5, 64), effort.CHEAP),
        (lambda x: jnp.exp(x).sum(0), (47, 5), effort.CHEAP),
        (jnp.exp, (5, 24), effort._EMITTED),
        (jnp.exp, (24, 1), effort.PLAIN),
        (jnp.exp, (24,), effort.PLAIN),
        (jnp.exp, (5, 47), effort.PLAIN),
        (jnp.exp, (5, 8), effort.PLAIN),
        (jax.nn.gelu, (5, 24), effort.PLAIN),  # too much else to be unrolled
        (jnp.exp, (1 << 15, 24), None),
        (jnp.exp, (1 << 15, 32), effort.PLAIN),
        (lambda x: x + 1, (5, 24), effort.PLAIN),
    ],
)
def test_rows_that_would_be_unrolled_are_compiled_by_the_emitters(
    options_of, function, shape, options
):
    assert options_of(function, jnp.full(shape, 0.5)) == options


@pytest.mark.parametrize(
    ("function", "apart"),
    [
        (jnp.tanh, True),
        (jax.nn.relu, True),  # a rule for its derivative around the code
        (lambda x: jnp.where(x > 0, x, x[:, ::-1])[jnp.array([0, 2])], True),
        (lambda x: jax.vjp(lambda x: x * x + x, x)[1](x)[0], True),
        (lambda x: x.sum(0), False),
        (lambda x: jax.jit(lambda x: x.prod(0))(x), False),
        (lambda x: x @ x.T, False),
        (lambda x: jnp.cumsum(x, 0), False),
        (lambda x: x.at[jnp.array([0, 0])].add(1.0), False),
        (lambda x: jax.lax.fori_loop(0, 3, lambda _, y: y + y, x), False),
    ],
)
def test_what_adds_nothing_up_is_compiled_at_a_lower_level(options_of, function, apart):
    found = options_of(function, jnp.ones((4, 5)))
    assert found == (effort.PLAIN if apart else effort.CHEAP)


@pytest.mark.parametrize(
    ("function", "shape", "dtype", "apart"),
    [
        (lambda x: x.sum(0), (64, 64), "float32", True),
        (lambda x: jax.nn.softmax(x * x, -1), (64, 64), "float32", True),
        (lambda x: x.sum(0), (64, 63), "float32", False),
        (lambda x: x.sum(0), (64, 64), "float64", False),
        (lambda x: x.sum(0), (64, 64), "int32", False),
        (lambda x: x.prod(0), (64, 64), "float32", False),
    ],
)
def test_what_a_library_adds_up_is_compiled_at_a_lower_level(
    options_of, function, shape, dtype, apart
):
    with jax.enable_x64(True):
        found = options_of(function, jnp.ones(shape, dtype))
    assert found == (effort.PLAIN if apart else effort.CHEAP)


def test_few_losses_are_added_up_as_in_compiled_code():
    y = ms.Tensor([1, 0, 2, 1], ms.int32)
    compiled = ms.jit(lambda x: ops.cross_entropy(x * 2, y))
    for x in np.random.default_rng(0).normal(size=(50, 4, 3)).astype("float32"):
        x = ms.Tensor(x)
        assert compiled(x).item() == ops.cross_entropy(x * 2, y).item()


@pytest.mark.parametrize("options", [None, effort.CHEAP])
def test_within_code_that_jax_traces(monkeypatch, options, dispatch):
    monkeypatch.setattr(effort, "options", lambda: options)
    exe = Exec("cube", lambda x: (x * x * x,))
    x = jnp.array([1.0, 2.0])
    for _ in range(2):
        assert jax.jit(exe.fn)(x)[0].tolist() == [1, 8]
        assert jax.grad(lambda x: exe.fn(x)[0].sum())(x).tolist() == [3, 12]
        assert jax.vmap(exe.fn)(x)[0].tolist() == [1, 8]
        assert jax.jvp(exe.fn, (x,), (x,))[1][0].tolist() == [3, 24]
        assert jax.jit(jax.hessian(lambda x: exe.fn(x)[0].sum()))(x)[1, 1] == 12
        assert exe.fn(x)[0].tolist() == [1, 8]


def test_errors_of_the_function_come_through():
    def refuse(x):
        raise ValueError("no")

    for often in (False, True):
        with pytest.raises(ValueError, match="no"):
            Exec("refuse", refuse, often=often).fn(jnp.ones(2))


BITS = """
import jax, jax.numpy as jnp, numpy as np
import msjax as ms
from msjax import ops
from msjax._core.base import effort, executable
from msjax._core.base.x64 import to_device
assert effort.options() is not None
rng = np.random.default_rng(0)
functions = {
    "norm": lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(jnp.abs((x * x).mean()) + 1),
    "softmax": lambda x: jnp.exp(x - jnp.abs(x).max()) / jnp.exp(x).sum(-1, keepdims=True),
    "trig": lambda x: jnp.sin(x) * jnp.cos(x) + jnp.tanh(x),
    "sums": lambda x: jnp.cumsum(x, 0) + x.sum(1, keepdims=True),
    "matmul": lambda x: x @ x.T,
}
for dtype in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128"):
    x = rng.normal(size=(33, 17)) + (1j * rng.normal(size=(33, 17)) if dtype[0] == "c" else 0)
    x = to_device(np.asarray(x).astype(jnp.dtype(dtype)))
    for name, f in functions.items():
        found = [executable.Exec(name, lambda x, f=f: (f(x),), often=o).fn(x)[0] for o in (0, 1)]
        found = [np.asarray(a).astype("complex128") for a in found]
        scale = np.abs(found[1]).max()
        ulp = float(jnp.finfo(dtype).eps)
        worst = np.abs(found[0] - found[1]).max() / scale / ulp
        assert worst <= 4, (dtype, name, worst)
        print(dtype, name, worst)
"""


CONVOLUTIONS = """
import jax, jax.numpy as jnp, numpy as np
from msjax._core.base.executable import Exec
from msjax._core.gradient.derivatives import backward_exec
from msjax.kernels.nn.batch_norm import batch_norm_train
from msjax.kernels.conv.rules import convolve
rng = np.random.default_rng(0)
for dtype in ("float16", "bfloat16", "float32"):
    for stride, groups, pad in ((1, 1, 1), (2, 1, 0), (2, 4, 1), (1, 8, 1)):
        shapes = (2, 8, 15, 15), (16, 8 // groups, 3, 3)
        x, w = (jnp.asarray(rng.normal(size=s)).astype(dtype) for s in shapes)
        f = lambda x, w: (convolve(x, w, (stride,) * 2, ((pad, pad),) * 2, (1, 1), groups),)
        found = []
        for often in (False, True):
            exe = Exec("conv", f, often=often)
            (y,) = exe.fn(x, w)
            found.append((y, *backward_exec(exe, (0, 1), (0,)).fn(x, w, jnp.cos(y))))
        for a, b in zip(*found, strict=True):
            assert np.array_equal(a, b), (dtype, stride, groups)
"""


@pytest.mark.sweep
def test_quick_compilation_of_convolutions_keeps_all_bits():
    plain = {k: v for k, v in os.environ.items() if k != "XLA_FLAGS"}
    if jax.default_backend() == "cpu":
        subprocess.run([sys.executable, "-c", CONVOLUTIONS], check=True, env=plain, timeout=300)


@pytest.mark.sweep
def test_quick_compilation_gives_the_same_numbers():
    plain = {k: v for k, v in os.environ.items() if k != "XLA_FLAGS"}
    if jax.default_backend() == "cpu":
        subprocess.run([sys.executable, "-c", BITS], check=True, env=plain, timeout=300)


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


@pytest.mark.parametrize("called", [False, True])
def test_debug_nans_says_which_operation_made_one(called):
    def logarithm(x):
        return (jnp.log(x),)

    exe, x = Exec("logarithm", logarithm), jnp.array([-1.0, 2.0])
    if called:
        assert np.isnan(exe.fn(x)[0][0])
    with jax.debug_nans(True), pytest.raises(FloatingPointError, match=r"\(nan\).*in log"):
        exe.fn(x)
    assert np.isnan(exe.fn(x)[0][0])
