"""Products that libraries compute, compiled by themselves."""

from __future__ import annotations

import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base import effort
from msjax._core.base.early.code import Code
from msjax._core.base.early.pieces import in_pieces
from msjax.kernels.conv.rules import convolve

CONVOLUTIONS = [  # image, channels, weight, stride, padding, dilation
    ((2, 3, 17, 15), (8, 3, 3, 3), 1, ((1, 1), (1, 1)), 1),
    ((1, 4, 9, 9), (5, 4, 3, 2), 2, ((0, 1), (2, 0)), 1),
    ((2, 16, 8, 8), (4, 16, 1, 1), 1, ((0, 0), (0, 0)), 1),
    ((2, 16, 8, 8), (32, 16, 1, 1), 2, ((0, 0), (0, 0)), 1),
    ((3, 2, 12, 12), (2, 2, 3, 3), 1, ((2, 2), (2, 2)), 2),
    ((2, 6, 14, 14), (16, 6, 5, 5), 1, ((0, 0), (0, 0)), 1),
    ((2, 3, 20), (4, 3, 3), 2, ((1, 1),), 1),
    ((1, 2, 6, 5, 4), (3, 2, 2, 3, 2), 1, ((0, 0), (1, 1), (0, 1)), 1),
    ((1, 64, 7, 7), (600, 64, 4, 4), 1, ((1, 1), (1, 1)), 1),
]

PRODUCTS = [
    (lambda x, y: x @ y + x[:1, :1], (4, 3), (3, 5)),
    (lambda x, y: jnp.einsum("abi,oi->abo", x, y) + y[:, 0], (2, 3, 8), (5, 8)),
    (lambda x, y: (x.T @ y)[::-1] - y[0, 0], (70, 40), (70, 33)),
    (lambda x, y: jnp.maximum(jnp.einsum("ij,kj->ik", x, y), x[0, 0]), (2, 2), (3, 2)),
    (lambda x, y: jnp.tensordot(x, y, 2) * y[0, 0, 0], (5, 4, 6), (4, 6, 7)),
]


def bits(function, *arrays):
    """Whether a function runs in pieces, and whether these give the bits of compiled code."""
    arrays = [jnp.asarray(a) for a in arrays]
    closed = jax.make_jaxpr(function)(*arrays)
    found = in_pieces(Code(closed))
    if found is None:
        return None
    options = effort.fitting(closed.jaxpr, False)
    expected = jax.jit(function, compiler_options=options)(*arrays)
    outs = found[0]([np.asarray(a) for a in arrays], arrays[0])
    return [
        (a.shape, a.dtype) == (b.shape, b.dtype) and a.tobytes() == np.asarray(b).tobytes()
        for a, b in zip(outs, jax.tree.leaves(expected), strict=True)
    ]


def check_convolutions():
    rng = np.random.default_rng(0)
    for image, weight, stride, padding, dilation in CONVOLUTIONS:
        rank = len(image) - 2

        def convolution(x, w, how=(stride, padding, dilation), rank=rank):
            stride, padding, dilation = how
            return convolve(x, w, (stride,) * rank, padding, (dilation,) * rank, 1)

        x, w = (rng.normal(size=s).astype("float32") for s in (image, weight))
        g = rng.normal(size=jax.eval_shape(convolution, x, w).shape).astype("float32")

        def slopes(x, w, g, convolution=convolution):
            return jax.vjp(convolution, x, w)[1](g)

        assert bits(convolution, x, w) == [True], (image, weight)
        assert bits(slopes, x, w, g) == [True, True], (image, weight)


def check_products():
    rng = np.random.default_rng(0)
    for function, *shapes in PRODUCTS:
        arrays = [rng.normal(size=s).astype("float32") for s in shapes]
        assert bits(function, *arrays) == [True], shapes


@pytest.mark.parametrize("check", [check_convolutions, check_products])
def test_products_have_the_bits_of_the_whole(check):
    check()


@pytest.mark.sweep
def test_products_have_them_with_the_emitters_too():
    plain = {k: v for k, v in os.environ.items() if k != "XLA_FLAGS"}
    code = "from test_library import *; check_convolutions(); check_products()"
    folder = os.path.dirname(__file__)
    command = [sys.executable, "-c", code]
    subprocess.run(command, check=True, env=plain, cwd=folder, timeout=300)


@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (lambda x, y: x @ y, ((4, 3), (3, 5))),  # takes no longer as a whole
        (lambda x, y: (x @ y + 1.5, y @ x), ((3, 3), (3, 3))),
        (lambda x, y: x @ y + 1.5, ((1, 3), (3, 5))),  # with a vector
        (lambda x, y: x @ y + 1.5, ((4, 3), (3, 1))),
        (lambda x, y: x @ y + 1.5, ((4, 1), (1, 5))),
        (lambda x, y: jnp.matmul(x, y) + 1.5, ((2, 4, 3), (2, 3, 5))),
        (
            lambda x, y: convolve(x, y, (1, 1), ((0, 0),) * 2, (1, 1), 2),
            ((1, 4, 5, 5), (2, 2, 3, 3)),
        ),
        (lambda x, y: x.astype("float16") @ y.astype("float16") + 1.5, ((4, 3), (3, 5))),
    ],
)
def test_other_products_are_compiled_with_what_is_around_them(function, shapes):
    assert bits(function, *(np.ones(s, np.float32) for s in shapes)) is None
