"""Details that whole programs show: last bits, signs, where functions are defined."""

import importlib

import numpy as np
import pytest

import msjax as ms
import msjax.numpy as mnp
from msjax import Tensor, mint, ops
from tests import every_mode

GRID = np.arange(24, dtype=np.float32)


@pytest.mark.parametrize("low, high", [(0.7123456, 0.1234567), (0.31415926, 0.98765432)])
def test_crop_positions_round_like_float32_steps(low, high):
    """On a ramp a bilinear crop gives its positions; products and sums round one by one."""
    low, high = np.float32(low), np.float32(high)
    ramp = np.arange(256, dtype=np.float32).reshape(1, 256, 1, 1) * np.ones((1, 1, 2, 1))
    boxes = Tensor(np.array([[low, 0, high, 1]], np.float32))
    out = ops.crop_and_resize(Tensor(ramp, ms.float32), boxes, Tensor([0], ms.int32), (24, 2))
    step = (high - low) * np.float32(255) / np.float32(23)
    np.testing.assert_array_equal(out.asnumpy()[0, :, 0, 0], low * np.float32(255) + GRID * step)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (2, 4, 3), (0, 3, 3)])
def test_svd_rebuilds_the_matrix(shape, dtype, full):
    a = np.random.default_rng(0).normal(size=shape).astype(dtype)
    s, u, v = (t.asnumpy() for t in ops.svd(Tensor(a), full_matrices=full))
    k = s.shape[-1]
    rebuilt = (u[..., :k] * s[..., None, :]) @ np.conj(np.swapaxes(v[..., :k], -1, -2))
    np.testing.assert_allclose(rebuilt, a, atol=1e-5)


def test_svd_signs():
    a = Tensor([[1.0, 2.0], [-4.0, -5.0], [2.0, 1.0]])
    _, u, v = ops.svd(a)
    np.testing.assert_allclose(v.asnumpy(), [[0.63863581, 0.769509], [0.769509, -0.638636]], 1e-5)
    np.testing.assert_allclose(u[0].asnumpy(), [0.30821905, -0.488195], rtol=1e-5)
    weights = Tensor([[1.0, 2.0], [3.0, 4.0]])
    gradient = ms.grad(lambda x: (ops.svd(x)[2] * weights).sum())
    step, change = 1e-2, np.zeros((3, 2), np.float32)
    change[1, 0] = step
    difference = [(ops.svd(a + Tensor(d))[2] * weights).sum().item() for d in (change, -change)]
    expected = (difference[0] - difference[1]) / (2 * step)
    assert abs(gradient(a)[1, 0].item() - expected) < 1e-3


@pytest.mark.parametrize(
    "path, name",
    [
        ("ops.function.math_func.float_power_ext", "float_power_ext"),
        ("ops.function.math_func.isnan_ext", "isnan_ext"),
        ("ops.function.random_func.random_", "random_"),
        ("ops.function.array_func.narrow", "narrow"),
        ("ops.function.clip_func.clip_by_norm", "clip_by_norm"),
        ("ops.auto_generate.Add", "Add"),
    ],
)
def test_defining_files(path, name):
    module, _, leaf = path.rpartition(".")
    assert getattr(importlib.import_module("msjax." + module), leaf) is getattr(ops, name)


def test_defining_files_have_nothing_else():
    with pytest.raises(AttributeError):
        _ = ops.function.math_func.nonsense
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("msjax.ops.function.nonsense")


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        (lambda x: x.cumsum(0, ms.bool_), [True, False, True]),
        (lambda x: x.cumsum(0, dtype=ms.uint8), [2, 0, 251]),
        (lambda x: ops.sum(x, dtype=ms.uint16), 65531),
        (lambda x: mnp.nansum(x, dtype=ms.int32, keepdims=1), [-5]),
        (lambda x: x.add([1, 2.5, 3]), [3.5, 0, -2.5]),
        (lambda x: x.sub((1, 2.5, 3)), [1.5, -5, -8.5]),
        (lambda x: ops.hardshrink(x / 3, True), [0, 0, -5.5 / 3]),
        (lambda x: ops.softplus(x * 9, beta=True, threshold=True), [22.5, 0, 0]),
        (lambda x: Tensor(x, ms.uint8), [2, 254, 251]),
    ],
)
def test_conversions_and_settings_in_every_mode(function, wanted):
    x = Tensor([2.5, -2.5, -5.5])
    for found in every_mode.in_modes(function, x).values():
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-9)


def test_shape_and_dtype_of_sparse_matrices_in_compiled_code():
    places = Tensor([[0, 1], [1, 2]], ms.int32)
    matrix = ms.COOTensor(places, Tensor([1.0, 2.0], ms.float16), (3, 4))

    @ms.jit
    def described(x):
        return ops.ones(ops.shape(x), ops.dtype(x))

    assert described(matrix).shape == (3, 4) and described(matrix).dtype == ms.float16


def test_running_totals_keep_their_gradient():
    x = Tensor([2.5, -2.5, -5.5])
    total = every_mode.check(lambda v: v.cumsum(0, ms.float64).astype(ms.float32), x)
    assert total.tolist() == [2.5, 0, -5.5]


@pytest.mark.parametrize("divisor", [7, 41, 49, 255])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_exact_multiples_are_divided_exactly(dtype, divisor):
    """XLA multiplies by reciprocals, with which 49 // 49 is 0."""
    counts = np.arange(-300, 300).astype(dtype)
    x, one = Tensor(counts * dtype(divisor)), Tensor(divisor, ms.float32).astype(dtype.__name__)
    for found in (
        x // divisor,
        x // one,
        ms.jit(lambda x: x // divisor)(x),
        ops.div(x, divisor, rounding_mode="floor"),
        ops.div(x, one, rounding_mode="trunc"),
        mnp.floor_divide(x, divisor),
    ):
        np.testing.assert_array_equal(found.asnumpy(), counts)
    for rest in (x % divisor, ops.fmod(x, divisor), ops.remainder(x, one), ops.FloorMod()(x, one)):
        assert not rest.asnumpy().any()


@pytest.mark.parametrize("name", ["__rand__", "__ror__", "__rxor__"])
def test_an_int_comes_first_in_compiled_code_only(name):
    """As in MindSpore's graphs, whose `3 & x` is a Tensor."""
    x, plain = Tensor([5, 6], ms.int32), getattr(int, name.replace("__r", "__"))
    run = ms.jit(lambda x: getattr(x, name)(3))
    assert run(x).tolist() == [plain(3, 5), plain(3, 6)]
    assert getattr(x, name)(3) is NotImplemented


def test_averages_are_divided_by_the_divisor_that_is_given():
    x = Tensor(np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4))
    sums = np.array([[10, 18], [42, 50]], np.float32)
    for divisor in (1, 3):
        for pool in (ops.avg_pool2d, mint.nn.functional.avg_pool2d):
            found = pool(x, 2, 2, 0, False, True, divisor).asnumpy()[0, 0]
            np.testing.assert_allclose(found, sums / divisor, rtol=1e-6)


@pytest.mark.parametrize("axes", [(), 0, (0, 1)])
def test_a_product_along_all_axes_has_the_gradient_of_one_along_each(axes):
    """That of MindSpore's primitive without axes is 1 everywhere."""
    x = Tensor([[2.0], [3.0], [4.0]])
    slope = ms.grad(lambda x: ops.ReduceProd()(x, axes))
    for found in (slope(x), ms.jit(slope)(x), every_mode.in_graph_mode(slope)(x)):
        assert found.asnumpy().ravel().tolist() == [12, 8, 6]
