"""Fourier transforms in double precision: values to the last digits, and gradients."""

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax.scipy.fft import dct, dctn, idct, idctn

SIGNAL = np.random.default_rng(0).standard_normal((3, 4, 7))


def exact(got, want):
    np.testing.assert_allclose(got.asnumpy(), want, rtol=0, atol=1e-14)


@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "hfft", "ihfft"])
def test_one_axis(name, norm):
    exact(getattr(ops, name)(Tensor(SIGNAL), norm=norm), getattr(np.fft, name)(SIGNAL, norm=norm))


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn"])
def test_all_axes(name):
    exact(getattr(ops, name)(Tensor(SIGNAL)), getattr(np.fft, name)(SIGNAL))


def test_more_axes_than_xla_takes_at_once():
    x = np.random.default_rng(1).standard_normal((2, 3, 2, 3, 2))
    exact(ops.fftn(Tensor(x)), np.fft.fftn(x))
    exact(ops.irfftn(ops.rfftn(Tensor(x)), x.shape), x)


def test_frequencies():
    exact(ops.fftfreq(7, 0.3, ms.float64), np.fft.fftfreq(7, 0.3))
    exact(ops.rfftfreq(8, 0.3, ms.float64), np.fft.rfftfreq(8, 0.3))


def test_there_and_back():
    x = Tensor(SIGNAL)
    exact(ops.ifft(ops.fft(x, norm="ortho"), norm="ortho"), SIGNAL)
    exact(ops.irfft2(ops.rfft2(x), (4, 7)), SIGNAL)
    exact(ops.hfft(ops.ihfft(x), 7), SIGNAL)
    exact(idct(dct(x)), SIGNAL)
    exact(idctn(dctn(x, axes=(0, 2)), axes=(0, 2)), SIGNAL)


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_cosine_transform_is_orthonormal(size):
    rows = dct(Tensor(np.eye(size))).asnumpy()
    k, n = np.arange(size), np.arange(size)[:, None]
    want = np.cos(np.pi * (2 * n + 1) * k / (2 * size)) * np.sqrt(2 / size)
    want[:, 0] = np.sqrt(1 / size)
    np.testing.assert_allclose(rows, want, rtol=0, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("part", ["real", "imag"])
@pytest.mark.parametrize("name", ["fft", "rfft", "ifft", "ihfft"])
def test_gradients_are_the_transposes(name, part, dtype):
    x = SIGNAL[0, 0].astype(dtype)
    transform = getattr(ops, name)
    weight = np.arange(1.0, len(transform(Tensor(x))) + 1).astype(dtype)

    def loss(x):
        return (getattr(ops, part)(transform(x)) * Tensor(weight)).sum()

    matrix = getattr(np.fft, name)(np.eye(len(x)))
    want = getattr(matrix, part) @ weight
    for gradient in (ms.grad(loss), ms.grad(ms.jit(loss)), ms.jit(ms.grad(loss))):
        got = gradient(Tensor(x)).asnumpy()
        assert got.dtype == dtype
        np.testing.assert_allclose(got, want, atol=1e-12 if dtype == np.float64 else 1e-4)


def test_parts_under_vmap_and_second_derivatives():
    x = Tensor(SIGNAL[0, :, :3])

    def energy(row):
        return (ops.real(ops.fft(row)) ** 2 + ops.imag(ops.fft(row)) ** 2).sum()

    slopes = ms.vmap(ms.grad(energy))(x)
    exact(slopes, 6 * x.asnumpy())
    narrow = x.astype(ms.float32)
    with_jax = jax.vmap(lambda row: energy(Tensor(row))._value)(narrow._value)
    want = 3 * (narrow.asnumpy() ** 2).sum(1)
    np.testing.assert_allclose(np.asarray(with_jax), want, rtol=1e-5)
    second = ms.grad(lambda row: ms.grad(energy)(row).sum())(x[0])
    exact(second, np.full(3, 6.0))
