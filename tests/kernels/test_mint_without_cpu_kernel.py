"""Functions of mint that MindSpore's CPU build does not have, against NumPy in double precision.

The dtypes of results are those that MindSpore derives when it compiles a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, mint
from tests import every_mode

RNG = np.random.default_rng(5)
X = RNG.uniform(-0.9, 0.9, (2, 3))
Y = RNG.uniform(0.2, 2.0, (2, 3))
A = np.arange(1.0, 7.0).reshape(2, 3)
F = mint.nn.functional

ONE = {
    "acos": np.arccos,
    "asin": np.arcsin,
    "atan": np.arctan,
    "acosh": lambda x: np.arccosh(x),
    "asinh": np.arcsinh,
    "exp2": np.exp2,
    "log2": np.log2,
    "log10": np.log10,
    "frac": lambda x: x - np.trunc(x),
    "clone": lambda x: x,
}
FLOATING = {"acos", "asin", "atan", "acosh", "asinh", "exp2", "log2", "log10"}
SAME = (
    "acos arccos | asin arcsin | atan arctan | acosh arccosh | asinh arcsinh | atan2 arctan2 | "
    "exp2 special.exp2 | cat concat"
)


def given(name: str) -> np.ndarray:
    """Points where a function has a value and a slope."""
    return Y + 1.1 if name in ("acosh", "log2", "log10") else X


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_tensor(name: str) -> None:
    x = given(name)
    value = every_mode.check(getattr(mint, name), Tensor(x.astype(np.float32)), rtol=1e-4)
    np.testing.assert_allclose(np.asarray(value), ONE[name](x.astype(np.float32)), rtol=2e-5)


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "float16", "bfloat16", "float64"])
def test_dtypes_of_functions_of_one_tensor(name: str, dtype: str) -> None:
    mstype = getattr(ms, dtype + "_" * (dtype == "bool"))
    out = getattr(mint, name)(Tensor([[1, 1, 1]]).astype(mstype))
    floats = dtype in ("float16", "bfloat16", "float64")
    assert out.dtype == (mstype if floats or name not in FLOATING else ms.float32)
    want = ONE[name](np.ones((1, 3)))
    np.testing.assert_allclose(out.astype(ms.float32).asnumpy(), want, rtol=1e-2, atol=1e-3)


@pytest.mark.parametrize("names", SAME.split(" | "))
def test_names_of_one_function(names: str) -> None:
    first, second = (ms.mint, *[n.split(".") for n in names.split()])[1:]
    x = Tensor(X.astype(np.float32))
    args = ([x, x],) if "cat" in names else (x, x) if "2" in names and "atan" in names else (x,)
    found = []
    for path in (first, second):
        function: Any = mint
        for part in path:
            function = getattr(function, part)
        found.append(function(*args).asnumpy())
    np.testing.assert_array_equal(*found)


x32, y32 = (Tensor(a.astype(np.float32)) for a in (X, Y))
DIFFERENTIABLE: dict[str, tuple[Callable, Any]] = {
    "atan2": (mint.atan2, np.arctan2(X, Y)),
    "logaddexp": (mint.logaddexp, np.logaddexp(X, Y)),
    "logaddexp2": (mint.logaddexp2, np.logaddexp2(X, Y)),
    "addcdiv": (lambda x, y: mint.addcdiv(x, x, y, value=2.5), X + 2.5 * X / Y),
    "addcmul": (lambda x, y: mint.addcmul(x, x, y[0], value=2.5), X + 2.5 * X * Y[0]),
    "lerp": (lambda x, y: mint.lerp(x, y, 0.25), X + 0.25 * (Y - X)),
    "stack": (lambda x, y: mint.stack([x, y], dim=-1), np.stack([X, Y], -1)),
    "tril": (lambda x, y: mint.tril(x * y, -1), np.tril(X * Y, -1)),
    "repeat_interleave": (
        lambda x, y: mint.repeat_interleave(x * y, 2, 1),
        np.repeat(X * Y, 2, 1),
    ),
    "pad": (
        lambda x, y: F.pad(x * y, (1, 2), "reflect"),
        np.pad(X * Y, ((0, 0), (1, 2)), "reflect"),
    ),
    "pad with a number": (
        lambda x, y: F.pad(x * y, (0, 1), value=0.5),
        np.pad(X * Y, ((0, 0), (0, 1)), constant_values=0.5),
    ),
    "diag of a matrix": (lambda x, y: mint.diag(x * y, 1), np.diag(X * Y, 1)),
    "diag of a vector": (lambda x, y: mint.diag((x * y)[0], -1), np.diag((X * Y)[0], -1)),
    "vdot": (lambda x, y: mint.vdot(x[0], y[0]), np.vdot(X[0], Y[0])),
    "unbind": (lambda x, y: mint.unbind(x, 1)[1] * mint.unbind(y, 1)[0], X[:, 1] * Y[:, 0]),
}


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_functions_of_two_tensors(name: str) -> None:
    function, want = DIFFERENTIABLE[name]
    value = every_mode.check(function, x32, y32, rows=False, rtol=1e-4)
    np.testing.assert_allclose(np.asarray(value), want, rtol=1e-4, atol=1e-6)


PLAIN: dict[str, tuple[Callable, Any, Any]] = {
    "arange": (lambda: mint.arange(1, 9, 2), np.arange(1, 9, 2), ms.int64),
    "arange counts in double precision": (
        lambda: mint.arange(0, 0.3, 0.1),
        np.arange(0, 0.3, 0.1),
        ms.float32,
    ),
    "arange down": (lambda: mint.arange(7, 1, -2), [7, 5, 3], ms.int64),
    "arange of a dtype": (
        lambda: mint.arange(12, 8, -1, dtype=ms.bfloat16),
        [12, 11, 10, 9],
        ms.bfloat16,
    ),
    "arange in double precision": (
        lambda: mint.arange(0.1, 1, 0.3, dtype=ms.float64),
        np.arange(0.1, 1, 0.3),
        ms.float64,
    ),
    "linspace": (lambda: mint.linspace(-10, 10, 5), np.linspace(-10, 10, 5), ms.float32),
    "linspace of one": (lambda: mint.linspace(-10, 10, 1), [-10], ms.float32),
    "linspace of ints": (
        lambda: mint.linspace(1, 5, 4, dtype=ms.int32),
        np.linspace(1, 5, 4).astype(int),
        ms.int32,
    ),
    "full of an int": (lambda: mint.full((2,), 3), [3, 3], ms.int64),
    "full of a bool": (lambda: mint.full((2,), True), [True, True], ms.bool_),
    "full of a float": (lambda: mint.full([2], 0.5), [0.5, 0.5], ms.float32),
    "full of a Tensor": (lambda: mint.full((2,), Tensor(2, ms.int32)), [2, 2], ms.int64),
    "full of a dtype": (lambda: mint.full((2,), 2, dtype=ms.float16), [2, 2], ms.float16),
    "full_like": (lambda: mint.full_like(Tensor([[1, 2]]), 2.7), [[2, 2]], ms.int64),
    "ones_like": (lambda: mint.ones_like(x32, dtype=ms.int32), np.ones((2, 3)), ms.int32),
    "zeros_like": (lambda: mint.zeros_like(Tensor([True])), [False], ms.bool_),
    "one_hot of int32": (
        lambda: F.one_hot(Tensor([0, 2], ms.int32), 2),
        [[1, 0], [0, 0]],
        ms.int32,
    ),
    "trace": (lambda: mint.trace(Tensor([[1, 2], [3, 4]], ms.int32)), 5, ms.int64),
    "cumsum of bools": (lambda: mint.cumsum(Tensor([True, True]), 0), [1, 2], ms.int64),
    "cumsum of ints": (lambda: mint.cumsum(Tensor([1, 2], ms.int32), 0), [1, 3], ms.int32),
    "isneginf": (lambda: mint.isneginf(Tensor([-np.inf, np.inf, 1.0])), [True, False, False], None),
    "isneginf of ints": (lambda: mint.isneginf(Tensor([1])), [False], ms.bool_),
    "bitwise_not": (lambda: mint.bitwise_not(Tensor([True, False])), [False, True], ms.bool_),
    "bitwise_or": (lambda: mint.bitwise_or(Tensor([12]), Tensor([True])), [13], ms.int64),
    "bitwise_xor": (lambda: mint.bitwise_xor(Tensor([True]), 6), [7], ms.int64),
    "atan2 of ints": (lambda: mint.atan2(Tensor([1]), 1), [np.pi / 4], ms.float32),
    "stack of two dtypes": (
        lambda: mint.stack([Tensor([1], ms.int32), Tensor([0.5])]),
        [[1], [0.5]],
        ms.float32,
    ),
    "bernoulli of certain events": (lambda: mint.bernoulli(Tensor([0.0, 1.0])), [0, 1], None),
    "multinomial of a certain event": (
        lambda: mint.multinomial(Tensor([0.0, 0.5]), 3, True),
        [1, 1, 1],
        ms.int64,
    ),
    "randint of one number": (lambda: mint.randint(3, 4, (2,)), [3, 3], ms.int64),
    "randint_like": (lambda: mint.randint_like(Tensor([1.5, 2]), 1), [0, 0], ms.float32),
    "normal without spread": (lambda: mint.normal(x32, 0.0), X, ms.float32),
    "normal of two numbers": (lambda: mint.normal(2.0, 0.0, (2,)), [2, 2], ms.float32),
    "dropout2d": (lambda: F.dropout2d(x32, 1.0), np.zeros((2, 3)), ms.float32),
    "dropout2d of nothing": (lambda: F.dropout2d(x32, 0.5, training=False), X, ms.float32),
}


@pytest.mark.parametrize("name", PLAIN)
def test_values_and_dtypes(name: str) -> None:
    function, want, dtype = PLAIN[name]
    for call in (function, ms.jit(function)):
        out = call()
        np.testing.assert_allclose(out.astype(ms.float64).asnumpy(), want, rtol=1e-6)
        assert dtype is None or out.dtype == dtype


def test_shapes_that_depend_on_values() -> None:
    vectors = F.one_hot(Tensor([0, 2, 1]))
    assert vectors.dtype == ms.int64
    np.testing.assert_array_equal(vectors.asnumpy(), np.eye(3)[[0, 2, 1]])
    repeated = mint.repeat_interleave(Tensor([5, 7]), Tensor([1, 2]))
    assert repeated.tolist() == [5, 7, 7]


def test_distributions() -> None:
    count = 20000
    for draw, mean, spread in (
        (mint.rand(count), 0.5, 12**-0.5),
        (mint.randn(count, dtype=ms.float64), 0, 1),
        (mint.rand_like(mint.empty(count)), 0.5, 12**-0.5),
        (mint.randn_like(mint.empty((count,), dtype=ms.float16)), 0, 1),
        (mint.normal(mint.full((count,), 3.0), 2.0), 3, 2),
        (mint.randint(0, 10, (count,)), 4.5, 99**0.5 / 12**0.5),
    ):
        x = draw.astype(ms.float64).asnumpy()
        assert abs(x.mean() - mean) < 5 * spread / count**0.5
        assert abs(x.std() - spread) < 0.05 * spread
    assert sorted(mint.randperm(9).tolist()) == list(range(9))
    channels = F.dropout2d(mint.ones((100, 50, 2, 2)), 0.25).asnumpy()
    assert (channels == channels[..., :1, :1]).all()
    assert set(np.unique(channels)) == {np.float32(0), np.float32(4 / 3)}
    assert abs((channels == 0).mean() - 0.25) < 0.03


def test_generators() -> None:
    def drawn() -> list:
        generator = ms.Generator()
        generator.manual_seed(3)
        calls = (
            mint.rand(3, generator=generator),
            mint.randn(3, generator=generator),
            mint.randint(100, (3,), generator=generator),
            mint.randperm(5, generator=generator),
            mint.normal(0.0, 1.0, (3,), generator),
            mint.multinomial(Tensor(Y.astype(np.float32)), 2, generator=generator),
            mint.bernoulli(Tensor(Y.astype(np.float32) / 2), generator=generator),
        )
        return [c.tolist() for c in calls]

    assert drawn() == drawn()


def test_equal_is_a_bool() -> None:
    assert mint.equal(Tensor([1, 2]), Tensor([1.0, 2.0])) is True
    assert mint.equal(Tensor([1, 2]), Tensor([1, 3])) is False
    assert mint.equal(Tensor([1, 2]), Tensor([[1, 2]])) is False
    assert mint.equal(Tensor([np.nan]), Tensor([np.nan])) is False


def test_writing() -> None:
    x = mint.zeros((2, 2))
    assert mint.addr_(x, Tensor([1.0, 2.0]), Tensor([3.0, 4.0]), 1, 2) is x
    np.testing.assert_array_equal(x.asnumpy(), [[6, 8], [12, 16]])
    y = mint.ones((2, 3))
    assert F.dropout2d(y, 1.0, True, True) is y
    assert not y.asnumpy().any()


def test_views_write_through() -> None:
    x = Tensor(A.astype(np.float32))
    mint.transpose(x, 0, 1)[0, 1] = 10.0
    mint.narrow(x, 1, 1, 2)[0] = 20.0
    mint.split(x, 1)[1][0, 2] = 30.0
    mint.chunk(x, 2)[0][0, 0] = 40.0
    mint.unbind(x)[1][1] = 50.0
    mint.reshape(x, (-1,))[1] = 60.0
    np.testing.assert_array_equal(x.asnumpy(), [[40, 60, 20], [10, 50, 30]])


def test_statistics_of_parts_of_a_batch() -> None:
    parts = [RNG.standard_normal((n, 3, 2)).astype(np.float32) for n in (4, 6)]
    stats = [mint.batch_norm_stats(Tensor(p), 1e-5) for p in parts]
    means, invstds = (mint.stack([s[i] for s in stats]) for i in (0, 1))
    running = Tensor(np.zeros(3, np.float32)), Tensor(np.ones(3, np.float32))
    mean, invstd = mint.batch_norm_gather_stats_with_counts(
        Tensor(parts[0]), means, invstds, *running, 0.1, 1e-5, Tensor([8.0, 12.0])
    )
    whole = np.concatenate(parts).astype(np.float64)
    np.testing.assert_allclose(mean.asnumpy(), whole.mean((0, 2)), rtol=1e-4, atol=1e-6)
    variance = whole.var((0, 2))
    np.testing.assert_allclose(invstd.asnumpy(), (variance + 1e-5) ** -0.5, rtol=1e-4)
    np.testing.assert_allclose(running[0].asnumpy(), 0.1 * whole.mean((0, 2)), rtol=1e-4, atol=1e-6)
    unbiased = whole.var((0, 2), ddof=1)
    np.testing.assert_allclose(running[1].asnumpy(), 0.9 + 0.1 * unbiased, rtol=1e-4)


def test_refusals() -> None:
    with pytest.raises(RuntimeError, match="less than"):
        mint.randint(5, 5, (2,))
    with pytest.raises(RuntimeError, match="less than"):
        mint.randint_like(x32, 5, 1)
    with pytest.raises(TypeError, match="float type"):
        mint.rand(2, dtype=ms.int32)
    with pytest.raises(ValueError, match="device"):
        mint.rand(2, device="GPU")
    with pytest.raises(ValueError, match="zero|negative"):
        mint.arange(1, 5, -1)
    with pytest.raises(RuntimeError, match="pin"):
        mint.empty(2, pin_memory=True)
    with pytest.raises(ValueError, match="output_size"):
        mint.repeat_interleave(x32, 2, 1, output_size=7)


def test_addcmul_of_integers() -> None:
    x = Tensor([1, 2], ms.int32)
    out = mint.addcmul(x, x, Tensor([[3], [4]], ms.int64), value=2)
    assert out.dtype == ms.int64
    np.testing.assert_array_equal(out.asnumpy(), [[7, 14], [9, 18]])
    with pytest.raises(TypeError, match="floating value"):
        mint.addcmul(x, x, x, value=0.5)
    with pytest.raises(TypeError, match="dtype"):
        mint.addcmul(x > 1, x > 1, x > 1)
    with pytest.raises(TypeError, match="tensor2"):
        mint.addcmul(x, x, 1)
    with pytest.raises(ValueError, match="broadcast"):
        mint.addcmul(x, x, Tensor([1, 2, 3], ms.int32))


def test_item() -> None:
    assert mint.item(Tensor([[2.5]])) == mint.item(input=Tensor(2.5, ms.float16)) == 2.5
    assert mint.item(Tensor([True])) is True
    for size in (0, 2):
        with pytest.raises(RuntimeError, match=f"{size} elements"):
            mint.item(Tensor(np.zeros(size)))
    with pytest.raises(TypeError, match="must be a Tensor"):
        mint.item(3)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("pad", [0, 1])
def test_conv_tbc(pad: int) -> None:
    x, weight, bias = RNG.normal(size=(5, 2, 3)), RNG.normal(size=(2, 3, 4)), RNG.normal(size=4)
    padded = np.pad(x, ((pad, pad), (0, 0), (0, 0)))
    steps = [padded[i : i + len(x) + 2 * pad - 1] for i in range(2)]
    want = sum(np.einsum("tbc,cd->tbd", s, w) for s, w in zip(steps, weight, strict=True)) + bias
    arrays = (Tensor(a, ms.float32) for a in (x, weight, bias))
    every = every_mode.in_modes(lambda *given: mint.conv_tbc(*given, pad=pad), *arrays)
    for mode, out in every.items():
        np.testing.assert_allclose(out, want, rtol=1e-4, atol=1e-5, err_msg=mode)


def test_batch_norm_elemt() -> None:
    x = RNG.normal(size=(2, 3, 4))
    weight, bias, mean, invstd = RNG.normal(size=(4, 3))
    given = {"weight": weight, "bias": bias, "mean": mean, "invstd": invstd}
    out = mint.batch_norm_elemt(Tensor(x), **{k: Tensor(v) for k, v in given.items()})
    col = {k: v[:, None] for k, v in given.items()}
    want = (x - col["mean"]) * col["invstd"] * col["weight"] + col["bias"]
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-12)


def test_max_unpool2d() -> None:
    x = Tensor(RNG.permutation(32.0 * np.ones(32) + np.arange(32)).reshape(1, 2, 4, 4), ms.float32)
    out, places = F.max_pool2d(x, 2, return_indices=True)
    back = F.max_unpool2d(out, places, 2).asnumpy()
    want = x.asnumpy()
    kept = np.isin(want, out.asnumpy())
    np.testing.assert_array_equal(back, np.where(kept, want, 0))
    for size in ((2, 2), (4, 6), (1, 9, 4)):
        with pytest.raises(ValueError, match="nearer than"):
            F.max_unpool2d(
                Tensor(np.ones((1, 2, 2)), ms.float32),
                Tensor([[[0, 1], [2, 3]]]),
                2,
                output_size=size,
            )


@pytest.mark.parametrize("dtype", ["bool_", "uint8", "int8", "int32", "int64"])
def test_cosine_embedding_loss_of_integers(dtype: str) -> None:
    """Cosines are fractions, whatever the vectors are made of."""
    x, y = np.array([[1, 2, 3], [2, 0, 1]]), np.array([[1, 0, 3], [2, 5, 1]])
    if dtype == "bool_":
        x, y = x != 0, y != 0
    given = [Tensor(v, getattr(ms, dtype)) for v in (x, y)]
    loss = F.cosine_embedding_loss(*given, Tensor([1, -1]), 0.1, "none")
    x, y = x.astype(float), y.astype(float)
    cosine = (x * y).sum(1) / np.sqrt((x * x).sum(1) * (y * y).sum(1))
    assert loss.dtype == ms.float32
    np.testing.assert_allclose(loss.asnumpy(), [1 - cosine[0], cosine[1] - 0.1], rtol=1e-6)


@pytest.mark.parametrize("counts", [(2, np.int8(3)), (Tensor(2), Tensor(3, ms.int32)), ([2, 3],)])
def test_counts_of_repeat(counts: tuple) -> None:
    """Whole numbers of NumPy, and Tensors of rank 0, are ints."""
    x = Tensor([1, 2])
    np.testing.assert_array_equal(x.repeat(*counts).asnumpy(), np.tile([1, 2], (2, 3)))
    with pytest.raises(TypeError, match="repeats"):
        x.repeat(2, np.float32(3))


SCALARS: dict[str, tuple[Callable, Any]] = {
    "add": (lambda n: mint.add(x32, x32, alpha=n), 2.5),
    "add of integers": (lambda n: mint.add(Tensor([1, 2]), Tensor([3, 4]), alpha=n), 2),
    "sub": (lambda n: mint.sub(x32.astype(ms.float16), x32.astype(ms.float16), alpha=n), 2.5),
    "elu": (lambda n: F.elu(x32, n), 0.5),
    "dropout": (lambda n: F.dropout(x32, n), 0.0),
    "pad": (lambda n: F.pad(x32, (1, 1), "constant", n), 0.5),
    "one_hot": (lambda n: F.one_hot(Tensor([0, 1]), n), 3),
    "pixel_shuffle": (lambda n: F.pixel_shuffle(mint.ones((1, 4, 2, 2)), n), 2),
    "chunk": (lambda n: mint.cat(mint.chunk(x32, n, 1), 0), 3),
    "diag": (lambda n: mint.diag(x32[0], n), 1),
    "repeat_interleave": (lambda n: mint.repeat_interleave(x32, 2, n), 1),
    "histc": (lambda n: mint.histc(x32, n), 3),
    "linspace": (lambda n: mint.linspace(0, 1, n), 3),
    "rand": (lambda n: mint.rand(n, 2) * 0, 3),
    "randn": (lambda n: mint.randn((n, 2)) * 0, 3),
    "randint": (lambda n: mint.randint(0, n, (2,)), 1),
    "randperm": (lambda n: mint.randperm(n), 1),
}


@pytest.mark.parametrize("name", SCALARS)
def test_tensors_of_rank_0_are_numbers(name: str) -> None:
    """Of more than one element they are refused."""
    function, number = SCALARS[name]
    want = function(number)
    out = function(Tensor(number))
    assert out.dtype == want.dtype
    np.testing.assert_array_equal(np.asarray(out), np.asarray(want))
    with pytest.raises(TypeError):
        function(Tensor([number, number, number]))
