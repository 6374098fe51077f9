"""Float32 products keep the digits that MindSpore's keep, whatever JAX rounds on GPUs and TPUs.

The digits are read from the text that is lowered for a TPU: a CPU rounds nothing.
"""

from __future__ import annotations

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.base.product_precision import asked
from msjax._core.runtime import context

X = np.ones((2, 4), "f")
IMAGE = np.ones((1, 2, 5, 5), "f")
MADE = ms.Tensor(X.T)
FILTER = ms.Tensor(np.ones((3, 2, 2, 2), "f"))
CALLS = {
    "matmul": (lambda x: ops.matmul(x, MADE), X, "matmul"),
    "operator": (lambda x: x @ MADE, X, "matmul"),
    "einsum": (lambda x: ops.einsum("ij,jk->ik", x, MADE), X, "matmul"),
    "dense": (lambda x: ops.dense(x, ms.Tensor(X)), X, "matmul"),
    "attention": (
        lambda x: nn.MultiheadAttention(4, 2)(x[None], x[None], x[None])[0],
        X,
        "matmul",
    ),
    "lstm": (lambda x: nn.LSTM(4, 3)(x[None])[0], X, "matmul"),
    "conv": (lambda x: ops.conv2d(x, FILTER), IMAGE, "conv"),
    "transposed conv": (
        lambda x: ops.Conv2DTranspose(2, 2)(x, FILTER[:2], (1, 2, 6, 6)),
        IMAGE,
        "conv",
    ),
}


@pytest.fixture(autouse=True)
def same_context():
    """The context is as it was afterwards, and so is what has been traced."""
    before = dict(context.state.values)
    yield
    for key in ("matmul_allow_tf32", "conv_allow_tf32"):
        context._store(key, before.get(key, context.keys.DEFAULTS[key]))
    context.state.values.clear()
    context.state.values.update(before)


def allow(kind, yes):
    context._store(f"{kind}_allow_tf32", yes)


def digits(function, x):
    """The precisions of the products in a function of Tensors, and in its gradient."""

    def plain(a):
        return function(ms.Tensor(a))._data

    def both(a):
        out, pull = jax.vjp(plain, a)
        return pull(jnp.ones_like(out))

    text = jax.jit(both).trace(x).lower(lowering_platforms=("tpu",)).as_text()
    found = re.findall(r"stablehlo\.(?:dot_general|convolution).*", text)
    return {p for line in found for p in re.findall(r"DEFAULT|HIGHEST|HIGH", line)}


@pytest.mark.parametrize("name", CALLS)
def test_defaults_are_mindspores(name):
    function, x, kind = CALLS[name]
    want = {"matmul": "HIGHEST", "conv": "HIGH"}[kind]
    assert digits(function, x) == {want}


def test_the_context_allows_less_and_more():
    product, x, _ = CALLS["matmul"]
    conv, image, _ = CALLS["conv"]
    assert (digits(product, x), digits(conv, image)) == ({"HIGHEST"}, {"HIGH"})
    allow("matmul", True)
    assert (digits(product, x), digits(conv, image)) == ({"HIGH"}, {"HIGH"})
    allow("conv", False)
    assert (digits(product, x), digits(conv, image)) == ({"HIGH"}, {"HIGHEST"})
    allow("matmul", False)
    assert digits(product, x) == {"HIGHEST"}


@pytest.mark.parametrize("name", ["matmul", "conv"])
def test_what_the_program_sets_in_jax_comes_first(name):
    function, x, _ = CALLS[name]
    for given, want in (("bfloat16", "DEFAULT"), ("tensorfloat32", "HIGH"), ("float32", "HIGHEST")):
        with jax.default_matmul_precision(given):
            assert digits(function, x) == {want}
    assert asked() is None


def test_jax_code_of_the_programs_own_is_left_alone():
    assert digits(ms.from_jax(lambda a: a @ a.T), X) == {"DEFAULT"}


def traced_precisions(function, *args):
    """The precisions of the jaxpr that an entry of a compiled function runs."""
    function(*args)
    entry = next(iter(function._cache.values()))[0]
    groups = ([b._data for b in entry.donated], entry.kept_arrays())
    text = str(entry.fn.trace(*groups, [a._data for a in args]).jaxpr)
    return set(re.findall(r"Precision\.(\w+)", text))


def test_compiled_functions():
    @ms.jit
    def product(x):
        return ops.matmul(x, MADE)

    x = ms.Tensor(X)
    assert traced_precisions(product, x) == {"HIGHEST"}
    product._cache.clear()
    allow("matmul", True)
    assert traced_precisions(product, x) == {"HIGH"}
    with jax.default_matmul_precision("bfloat16"):
        product(x)
        assert len(product._cache) == 2  # another program


def test_values_do_not_change_on_the_cpu():
    x = np.random.default_rng(0).normal(size=(17, 33)).astype("f")
    want = np.asarray(jnp.matmul(x, x.T))
    np.testing.assert_array_equal(ops.matmul(ms.Tensor(x), ms.Tensor(x.T)).asnumpy(), want)
