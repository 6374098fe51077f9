"""Arithmetic of msjax.numpy in compiled code, under differentiation, and in its modules."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
import msjax.numpy as mnp

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]], np.float32)
V = np.array([3.0, 1.0, 2.0], np.float32)
PLACES = np.array([1, 2, 2], np.int32)

CALLS = {
    "list": lambda x, v, i: mnp.add([1, 2], 3),
    "number": lambda x, v, i: mnp.sqrt(4),
    "number and Tensor": lambda x, v, i: mnp.maximum(x, 2),
    "pair": lambda x, v, i: mnp.divmod(x, 2),
    "bounds": lambda x, v, i: mnp.clip(x, None, v),
    "sum": lambda x, v, i: mnp.sum(x, 1, initial=2),
    "where": lambda x, v, i: mnp.amax(x, 0, initial=3.0, where=x > 2),
    "average": lambda x, v, i: mnp.average(x, axis=1, weights=v, returned=True),
    "running product": lambda x, v, i: mnp.cumprod(v),
    "norm": lambda x, v, i: mnp.norm(x, 1, keepdims=True),
    "products": lambda x, v, i: mnp.multi_dot([x, x.T, x]),
    "histogram": lambda x, v, i: mnp.histogram(v, 3),
    "bounds of a histogram": lambda x, v, i: mnp.histogram(x, v[1:]),
    "histogram of pairs": lambda x, v, i: mnp.histogram2d(v, v, [2, v[1:]]),
    "counts": lambda x, v, i: mnp.bincount(i, length=4),
    "slopes": lambda x, v, i: mnp.gradient(x, 2),
    "interpolation": lambda x, v, i: mnp.interp(v, [0, 5], [1, 2]),
    "convolution": lambda x, v, i: mnp.convolve(i, [1, 2], "same"),
    "polynomial": lambda x, v, i: mnp.polyval(v, x),
    "transform": lambda x, v, i: mnp.fft.rfft(v),
    "differences": lambda x, v, i: mnp.ediff1d(x, to_end=[1, 2]),
    "divisors": lambda x, v, i: mnp.gcd(i, 4),
    "covariance": lambda x, v, i: mnp.cov(x, aweights=v),
    "comparison": lambda x, v, i: mnp.isin(i, [2]),
}


def leaves(out) -> list:
    if isinstance(out, (tuple, list)):
        return [leaf for e in out for leaf in leaves(e)]
    return [out.asnumpy()]


@pytest.mark.parametrize("name", CALLS)
def test_compiled_code_computes_the_same(name: str) -> None:
    given = [ms.Tensor(a) for a in (X, V, PLACES)]
    eager, compiled = leaves(CALLS[name](*given)), leaves(ms.jit(CALLS[name])(*given))
    assert len(eager) == len(compiled)
    for a, b in zip(eager, compiled, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-6)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("call", [lambda i: mnp.bincount(i), lambda i: mnp.setdiff1d(i, [2])])
def test_shapes_that_depend_on_values(call) -> None:
    found = ms.jit(call)(ms.Tensor(PLACES)).asnumpy()
    assert found.tolist() in ([0, 1, 2], [1])


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (lambda x: mnp.sum(mnp.square(x)), 2 * X),
        (lambda x: mnp.norm(x), X / np.linalg.norm(X)),
        (lambda x: mnp.mean(x, axis=(0, 1)), np.full_like(X, 1 / 6)),
        (lambda x: mnp.sum(mnp.maximum(x, 3)), np.array([[0, 0, 0.5], [1, 1, 1]])),
        (lambda x: mnp.sum(mnp.convolve(x[0], x[1])), [[16, 16, 16], [6, 6, 6]]),
        (lambda x: mnp.sum(mnp.polymul(x[0], x[1])), [[16, 16, 16], [6, 6, 6]]),
        (lambda x: mnp.std(x * 0), np.zeros_like(X)),
    ],
)
def test_derivatives(function, slope) -> None:
    found = ms.grad(function)(ms.Tensor(X)).asnumpy()
    np.testing.assert_allclose(found, slope, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("function", [mnp.add, mnp.exp, mnp.sqrt, mnp.equal, mnp.sum, mnp.norm])
def test_numpy_arrays_are_no_tensors(function) -> None:
    given = (X, X) if function in (mnp.add, mnp.equal) else (X,)
    with pytest.raises(TypeError, match="must be a Tensor"):
        function(*given)


@pytest.mark.parametrize("dtype", ["float16", float, np.float16])
def test_dtype_must_be_of_mindspore(dtype) -> None:
    with pytest.raises(TypeError, match="dtype"):
        mnp.sqrt(ms.Tensor(X), dtype=dtype)


def test_lists_of_tensors_are_put_together() -> None:
    v = ms.Tensor(V)
    assert mnp.add([v, v], [[1], [2]]).asnumpy().tolist() == [[4, 2, 3], [5, 3, 4]]
    assert mnp.sum([v[0], 2, 1]).asnumpy() == 6
    slope = ms.grad(lambda v: mnp.sum(mnp.square([v, v])))
    assert slope(v).asnumpy().tolist() == [12, 4, 8]
    assert ms.jit(slope)(v).asnumpy().tolist() == [12, 4, 8]


def test_rows_of_several_lengths() -> None:
    with pytest.raises(TypeError, match="list of numbers"):
        mnp.sqrt([[1, 2], [3]])


def test_lists_are_data() -> None:
    assert mnp.add([1, 2], [3, 4]).asnumpy().tolist() == [4, 6]
    assert mnp.add([5, 6], [7, 8]).asnumpy().tolist() == [12, 14]
    assert mnp.add([1.5], [2]).asnumpy().tolist() == [3.5]


def test_scalars_are_real_numbers_and_texts() -> None:
    for scalar in True, 1, 2.5, "a", b"a", np.float32(1), np.int8(1), np.bool_(True):
        assert mnp.isscalar(scalar)
    for other in None, 1j, np.complex64(1), [1], np.array(1), ms.Tensor(1), ms.float32:
        assert not mnp.isscalar(other)


def test_modules_hand_out_the_same_functions() -> None:
    from msjax.numpy import fft, logic_ops, math_ops

    assert math_ops.power is mnp.power
    assert math_ops.sum_ is mnp.sum
    assert math_ops.divmod_ is mnp.divmod
    assert logic_ops.isclose is mnp.isclose
    assert fft is mnp.fft


def test_means_count_true_as_one() -> None:
    found = mnp.nanmean(ms.Tensor([[True, False], [True, True]]), 1, ms.float16)
    assert found.dtype == ms.float16
    assert found.asnumpy().tolist() == [0.5, 1.0]
