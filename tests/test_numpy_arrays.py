"""msjax.numpy: module paths, functions of functions, grids, compiled code and derivatives."""

import importlib
import subprocess
import sys

import numpy as np
import pytest

import msjax as ms
import msjax.numpy as mnp
from msjax import Tensor
from msjax.numpy import dtypes

X = np.arange(12, dtype=np.float32).reshape(3, 4)
MODULES = ("array_creations", "array_ops", "logic_ops", "math_ops")


@pytest.mark.parametrize("module", MODULES)
def test_modules_hand_out_the_same_objects(module):
    found = importlib.import_module(f"msjax.numpy.{module}")
    assert getattr(mnp, module) is found
    for name in found.__all__:
        public = {"copy_": "copy", "divmod_": "divmod", "sum_": "sum"}.get(name, name)
        assert getattr(found, name) is getattr(mnp, public)


def test_loaded_at_first_use_and_by_its_old_name():
    code = """
import sys, msjax
assert "msjax.numpy" not in sys.modules
msjax.install()
import mindspore.numpy as mnp
from mindspore.numpy.array_creations import arange, copy_
from mindspore.numpy.dtypes import promotion_rule
assert mnp is msjax.numpy and arange is mnp.arange and copy_ is mnp.copy
print(arange(3))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("[0 1 2]\n", 0), done.stderr


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        ("uint8", "int8", "int16"),
        ("uint32", "int32", "int64"),
        ("uint64", "int8", "float64"),
        ("int64", "float16", "float16"),
        ("uint16", "float64", "float32"),
        ("bool_", "uint8", "uint8"),
    ],
)
def test_table_of_promotions(a, b, found):
    rule = dtypes.promotion_rule
    pair = getattr(ms, a), getattr(ms, b)
    assert rule.get(pair, rule.get(pair[::-1])) == getattr(ms, found)


def test_lists_of_types():
    assert len(dtypes.promotion_rule) == 66
    assert (mnp.int_, mnp.float_, mnp.uint) == (ms.int32, ms.float32, ms.uint32)
    assert dtypes.all_types[:2] + dtypes.all_types[-1:] == ["np.int_", "np.int8", "np.bool_"]
    assert dtypes.rule_for_trigonometric[ms.uint8] == ms.float16
    assert (mnp.inf, mnp.PINF, -mnp.NINF) == (float("inf"),) * 3


def test_grids():
    assert mnp.mgrid[0:3].asnumpy().tolist() == [0, 1, 2]
    assert mnp.mgrid[0:1:3j].asnumpy().tolist() == [0.0, 0.5, 1.0]
    np.testing.assert_array_equal(mnp.mgrid[0:2, 1:7:2].asnumpy(), np.mgrid[0:2, 1:7:2])
    mixed = mnp.mgrid[0:1:3j, 0:2]
    assert (mixed.shape, mixed.dtype) == ((2, 3, 2), ms.float32)
    assert [g.shape for g in mnp.ogrid[0:2, 0:3]] == [(2, 1), (1, 3)]
    for wrong in (slice(0.0, 3), slice(None, 3)):
        with pytest.raises(TypeError, match="mgrid"):
            mnp.mgrid[wrong]


@pytest.mark.parametrize(
    ("function", "axis"),
    [(np.sum, 1), (lambda v: v * 2, 0), (np.diag, 1), (np.diag, 0), (lambda v: v[:2], -1)],
)
def test_apply_along_axis(function, axis):
    ours = {np.sum: lambda v: v.sum(), np.diag: mnp.diag}.get(function, function)
    found = mnp.apply_along_axis(ours, axis, Tensor(X))
    np.testing.assert_array_equal(found.asnumpy(), np.apply_along_axis(function, axis, X))


def test_apply_along_axis_passes_arguments_on():
    found = mnp.apply_along_axis(lambda v, k, z=1: v * k + z, 0, Tensor(X), 2, z=5)
    np.testing.assert_array_equal(found.asnumpy(), X * 2 + 5)
    with pytest.raises(ValueError, match="axis"):
        mnp.apply_along_axis(lambda v: v, 3, Tensor(X))


def test_apply_over_axes():
    found = mnp.apply_over_axes(lambda x, axis: x.sum(axis), Tensor(X[None]), (0, 2))
    np.testing.assert_array_equal(found.asnumpy(), X.sum(1).reshape(1, 3, 1))
    with pytest.raises(ValueError, match="must be"):
        mnp.apply_over_axes(lambda x, axis: x.sum(), Tensor(X[None]), 1)
    with pytest.raises(ValueError, match="dimensions"):
        mnp.apply_over_axes(lambda x, axis: x[None, None], Tensor(X[None]), 1)


def test_piecewise():
    x = Tensor([-2.0, 0.5, 3.0])
    found = mnp.piecewise(x, [x < 0, x > 1], [lambda v: -v, lambda v, k=10: k * v, lambda v: v])
    assert found.asnumpy().tolist() == [2.0, 0.5, 30.0]
    assert mnp.piecewise(x, [x < 0], [7]).asnumpy().tolist() == [7, 0, 0]
    assert mnp.piecewise(x, [x < 0], [lambda v, k: v * k], 3).asnumpy().tolist() == [-6.0, 0, 0]
    with pytest.raises(ValueError, match="funclist"):
        mnp.piecewise(x, [x < 0], [1, 2, 3])


def test_pad_by_a_function():
    def frame(vector, widths, axis, options):
        vector[: widths[0]] = options.get("padder", 10.0)
        vector[-widths[1] :] = options.get("padder", 10.0)
        return vector

    expected = np.pad(X, 1, constant_values=3)
    np.testing.assert_array_equal(mnp.pad(Tensor(X), 1, frame, padder=3.0).asnumpy(), expected)
    assert mnp.pad(Tensor(X), ((1, 0), (2, 1)), "empty").shape == (4, 7)


@pytest.mark.parametrize("width", [(2, 3), (7, 5)])
@pytest.mark.parametrize("mode", ["wrap", "reflect", "symmetric", "edge"])
def test_pad_repeats_as_numpy(mode, width):
    found = mnp.pad(Tensor(X), ((0, 0), width), mode).asnumpy()
    np.testing.assert_array_equal(found, np.pad(X, ((0, 0), width), mode))


def test_random_numbers_follow_the_seed():
    draws = []
    for _ in range(2):
        ms.set_seed(5)
        draws.append(
            [mnp.rand(50).asnumpy(), mnp.randn(50).asnumpy(), mnp.randint(3, 6, 50).asnumpy()]
        )
    for first, second in zip(*draws, strict=True):
        np.testing.assert_array_equal(first, second)
    even, normal, whole = draws[0]
    assert 0 <= even.min() < even.max() < 1
    assert normal.min() < 0 < normal.max()
    assert set(whole) == {3, 4, 5}
    assert mnp.randint(2, 4, 3, ms.int8).dtype == ms.int8


def test_copies_and_the_same_object():
    x = Tensor(X)
    assert mnp.asarray(x) is x and mnp.array(x, copy=False) is x
    copy, wide = mnp.array(x), mnp.broadcast_to(x[0], (2, 4))
    x[0, 0] = 50.0
    assert copy[0, 0] == wide[0, 0] == 0


def work(x):
    """Uses most of the functions of Tensors."""
    y = mnp.concatenate((x, mnp.ones_like(x)), 1)
    y = mnp.roll(mnp.flip(mnp.tile(y, (1, 2)), 1), 3, 1)
    y = mnp.where(y > mnp.arange(16), y, mnp.linspace(0, 1, 16))
    y = mnp.stack([y, y * 2]).sum(0) + mnp.pad(x, ((0, 0), (4, 8)), "reflect")
    rows = mnp.split(mnp.triu(y), 3)
    return mnp.take(rows[0] * mnp.hanning(16), mnp.array([1, 5, 9]), 1).sum() + rows[2].sum()


def test_compiled_code_gives_the_same():
    x = Tensor(X)
    expected = work(x)
    assert ms.jit(work)(x).asnumpy() == pytest.approx(expected.asnumpy(), rel=1e-6)
    eager, compiled = ms.grad(work)(x), ms.jit(ms.grad(work))(x)
    np.testing.assert_allclose(eager.asnumpy(), compiled.asnumpy(), rtol=1e-6)
    assert np.count_nonzero(eager.asnumpy()) > 3


def test_lists_of_traced_tensors():
    def run(x):
        return (mnp.array([x[0], 2 * x[1]]) * mnp.asarray([1.0, 10.0])).sum()

    x = Tensor([3.0, 4.0])
    assert ms.jit(run)(x) == run(x) == 83
    assert ms.grad(run)(x).tolist() == ms.jit(ms.grad(run))(x).tolist() == [0.0, 0.0]
