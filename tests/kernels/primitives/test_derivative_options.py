"""Options of the Primitives that only MindSpore's inner files have: which ones count and which
values they refuse. The values and the classes of errors are those that MindSpore gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from tests import every_mode

G = ops.operations._grad_ops
A = ops.operations.array_ops
L = ops.operations.linalg_ops
R = ops.operations.random_ops
S = ops.operations.sparse_ops
SMALL = (2, 2)


def f(*values: float) -> Tensor:
    return Tensor(np.array(values, np.float32))


def ones(*shape: int) -> Tensor:
    return Tensor(np.ones(shape, np.float32))


def arange(*shape: int) -> Tensor:
    return Tensor(np.arange(np.prod(shape), dtype=np.float32).reshape(shape))


def dense(indices: list, count: int, check: bool = True) -> Tensor:
    size, fill = Tensor([2, 2]), Tensor(0.0, ms.float32)
    return S.SparseToDenseV2(check)(Tensor(indices), size, f(*range(1, count + 1)), fill)


REFUSALS = [
    *(
        (lambda name=name, bad=bad: getattr(G, name)(2, 2, "VALID", **bad), ValueError)
        for name in ("MaxPoolGrad", "AvgPoolGrad", "MaxPoolGradWithArgmax")
        for bad in ({"data_format": "junk"}, {"data_format": 3})
    ),
    *(
        (lambda name=name, bad=bad: getattr(G, name)(2, 2, data_format=bad), ValueError)
        for name in ("MaxPool3DGrad", "MaxPool3DGradGrad", "AvgPool3DGrad")
        for bad in ("NDHWC", "junk", None)
    ),
    *(
        (lambda name=name, bad=bad: getattr(G, name)(bad), ValueError)
        for name in (
            "FractionalMaxPoolGradWithFixedKsize",
            "FractionalMaxPool3DGradWithFixedKsize",
            "BiasAddGrad",
        )
        for bad in ("junk", "NCX")
    ),
    *(
        (lambda name=name: getattr(G, name)(SMALL, SMALL, 0, (), "junk"), ValueError)
        for name in ("MaxUnpool2DGrad", "MaxUnpool3DGrad")
    ),
    (lambda: G.MaxPool3DGradWithArgmax(2, 2, 0, data_format="NDHWC"), ValueError),
    (lambda: G.FractionalMaxPoolGradWithFixedKsize("NHWC"), ValueError),
    (lambda: G.Conv2DBackpropFilter(2, 2, data_format="junk"), ValueError),
    (lambda: G.Conv3DBackpropFilter(2, 2, data_format="NDHWC"), ValueError),
    (lambda: G.Dilation2DBackpropInput(2, 1, "VALID", "NHWC"), ValueError),
    (lambda: ops.FractionalMaxPoolWithFixedKsize(2, 2, "NHWC"), ValueError),
    (lambda: ops.FractionalMaxPool3DWithFixedKsize(2, 2, "NCHW"), ValueError),
    (lambda: ops.MaxPoolWithArgmax(2, 2, "valid", "NHWC"), ValueError),
    (lambda: G.MaxPoolGrad([2, 2], 2), TypeError),
    (lambda: G.MaxPoolGradGrad([2, 2], 2), TypeError),
    (lambda: G.MaxPoolGradGrad(2, 2, "pad"), ValueError),
    (lambda: G.MaxPool3DGrad("a"), TypeError),
    (lambda: G.MaxPool3DGrad(2, 0), ValueError),
    (lambda: G.MaxPool3DGrad(2, 2, 3), TypeError),
    (lambda: G.MaxPool3DGrad(2, 2, "VALID", 1), ValueError),
    (lambda: G.MaxPool3DGradGrad(2, 2, "pad"), ValueError),
    (lambda: G.AvgPool3DGrad(2, 2, 0, 1), TypeError),
    (lambda: G.AvgPool3DGrad(2, 2, 0, False, 1), TypeError),
    (lambda: G.AvgPool3DGrad(2, 2, 0, False, True, 1.5), TypeError),
    (lambda: G.BiasAddGrad("NCDHW")(ones(1, 2, 2, 2)), ValueError),
    (lambda: G.BiasAddGrad("NDHWC")(ones(1, 2, 2, 2, 2)), ValueError),
    (lambda: G.BiasAddGrad(3), TypeError),
    (lambda: G.BiasAddGrad()(f(1, 2)), ValueError),
    (lambda: ops.BiasAdd("NCDHW")(ones(1, 2, 2, 2), f(1, 2)), ValueError),
    *(
        (lambda name=name: getattr(G, name)(1, 1), TypeError)
        for name in ("MaximumGrad", "MinimumGrad", "MaximumGradGrad", "LuUnpackGrad")
    ),
    *(
        (lambda name=name, m=m: getattr(G, name)("bilinear", "zeros", False, m), TypeError)
        for name in ("GridSampler2DGrad", "GridSampler3DGrad")
        for m in ((True, False), "a", 1, None, [1, 1])
    ),
    (lambda: S.DenseToDenseSetOperation("a-b", 1), TypeError),
    (lambda: S.DenseToSparseSetOperation("a-b", None), TypeError),
    (lambda: S.SparseToDenseV2("a"), TypeError),
    *(
        (lambda bad=bad, check=check: dense(bad, len(bad), check), ValueError)
        for bad in ([[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, -1]], [[2, 0]])
        for check in (True, False)
    ),
    *((lambda bad=bad: G.DropoutGrad(bad), ValueError) for bad in (5.0, 0.0, -1.0)),
    *((lambda bad=bad: G.DropoutGrad(bad), TypeError) for bad in (1, "a", True, None)),
    *((lambda bad=bad: A.RangeV2(bad), ValueError) for bad in (-1, 0)),
    *((lambda bad=bad: A.RangeV2(bad), TypeError) for bad in ("a", 1.5)),
    (lambda: ops.operations._inner_ops.ConvertToDynamic(1), TypeError),
    *((lambda bad=bad: R.Uniform(*bad), TypeError) for bad in ((0, 1.0), (0.0, 1), ("a", 1.0))),
    *((lambda bad=bad: R.Uniform(0.0, 1.0, bad), TypeError) for bad in ("a", 1.5, True)),
    (lambda: R.Uniform(2.0, 1.0), ValueError),
    (lambda: R.Uniform()(Tensor([1, 2])), TypeError),
]


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_refusal(number: int) -> None:
    call, error = REFUSALS[number]
    with pytest.raises(error) as raised:
        call()
    assert type(raised.value) is error


def values(out: Any) -> Any:
    return [values(part) for part in out] if isinstance(out, tuple) else out.asnumpy().tolist()


@pytest.mark.parametrize("flags", [(True, False), (False, True), (False, False)])
def test_flags_that_change_nothing(flags: tuple[bool, bool]) -> None:
    x, y, one = f(1, 2, 3), f(3, 2, 1), f(1, 1, 1)
    assert values(G.MaximumGrad(*flags)(x, y, one)) == [[0, 0.5, 1], [1, 0.5, 0]]
    assert values(G.MinimumGrad(*flags)(x, y, one)) == [[1, 0.5, 0], [0, 0.5, 1]]
    assert values(G.MaximumGradGrad(*flags)(x, y, one, 2 * one))[2] == [2, 1, 1]
    lower, upper = G.LuUnpackGrad(*flags)(ones(2, 2), ones(2, 2), ones(2, 2))
    assert values((lower, upper)) == [[[0, 0], [1, 0]], [[1, 1], [0, 1]]]
    mask = tuple(map(int, flags))
    image, grid = arange(1, 1, 2, 2), Tensor(np.full((1, 1, 1, 2), 0.3, np.float32))
    grads = G.GridSampler2DGrad("bilinear", "zeros", False, mask)(ones(1, 1, 1, 1), image, grid)
    np.testing.assert_allclose(grads[0].asnumpy().ravel(), [0.04, 0.16, 0.16, 0.64], rtol=1e-5)
    np.testing.assert_allclose(grads[1].asnumpy().ravel(), [1, 2], rtol=1e-5)


def test_range_beyond_maxlen() -> None:
    assert values(A.RangeV2(2)(Tensor(0), Tensor(5), Tensor(1))) == [0, 1, 2, 3, 4]


def test_sparse_to_dense() -> None:
    assert values(dense([[0, 1], [1, 0]], 2)) == [[0, 1], [2, 0]]


def test_places_of_maxima_are_numbered_across_channels() -> None:
    image, grad = arange(1, 2, 2, 2), f(1, 2).reshape(1, 2, 1, 1)
    places = Tensor(np.array([3, 5], np.int32).reshape(1, 2, 1, 1))
    out = G.MaxPoolGradWithArgmax(2, 2)(image, grad, places)
    assert values(out) == [[[[0, 0], [0, 1]], [[0, 2], [0, 0]]]]
    assert values(G.MaxPoolGradGradWithArgmax(2, 2)(image, image, places)) == [[[[3]], [[5]]]]


def test_layouts_of_the_bias() -> None:
    x = arange(1, 2, 2, 3)
    assert values(G.BiasAddGrad("nhwc")(x)) == x.asnumpy().sum((0, 1, 2)).tolist()
    assert values(G.BiasAddGrad()(x)) == x.asnumpy().sum((0, 2, 3)).tolist()
    assert repr(G.BiasAddGrad("NHWC")) == "Prim[BiasAddGrad]<data_format=1>"
    added = ops.BiasAdd("nhwc")(x, f(1, 2, 3))
    np.testing.assert_array_equal(added.asnumpy(), x.asnumpy() + np.array([1, 2, 3]))


def test_volumes_with_channels_behind() -> None:
    volume = ops.standard_normal((1, 2, 4, 4, 4), seed=3)
    samples = Tensor(np.full((1, 2, 3), 0.4, np.float32))
    behind = ms.ops.transpose(volume, (0, 2, 3, 4, 1))
    want = ops.FractionalMaxPool3DWithFixedKsize(2, 2)(volume, samples)
    got = ops.FractionalMaxPool3DWithFixedKsize(2, 2, "NDHWC")(behind, samples)
    for a, b in zip(want, got, strict=True):
        np.testing.assert_array_equal(a.asnumpy().transpose(0, 2, 3, 4, 1), b.asnumpy())


def test_padding_counts_in_one_mode_only() -> None:
    grad = G.AvgPool3DGrad(2, 2, 1, pad_mode="same")((1, 2, 2, 2, 2), ones(1, 2, 1, 1, 1))
    assert set(grad.asnumpy().ravel().tolist()) == {0.125}


@pytest.mark.parametrize("seeds", [(1, 0), (0, 1), (1, 2), (-1, 0)])
@pytest.mark.parametrize("dtype", [ms.float16, ms.float32, ms.float64])
def test_seeds_of_uniform(seeds: tuple[int, int], dtype: Any) -> None:
    x = Tensor(np.zeros(8), dtype)
    first, second = R.Uniform(2.0, 3.0, *seeds), R.Uniform(2.0, 3.0, *seeds)
    drawn, again = first(x), first(x)
    assert drawn.dtype == dtype
    assert values(drawn) == values(second(x)) != values(again)
    assert values(again) == values(second(x))
    assert values(R.Uniform(2.0, 3.0, 5, *seeds[1:])(x)) != values(drawn)
    assert 2 <= drawn.asnumpy().min() and drawn.asnumpy().max() <= 3


def test_uniform_without_seeds_draws_from_the_common_stream() -> None:
    x = f(*range(8))
    ms.set_seed(3)
    drawn = R.Uniform()(x)
    assert values(R.Uniform()(x)) != values(drawn)
    ms.set_seed(3)
    assert values(R.Uniform()(x)) == values(drawn)
    assert repr(R.Uniform(0.0, 2.0, 1, 2)) == (
        "Prim[Uniform]<minval=0.0, maxval=2.0, seed=1, offset=2, from=0.0, to=2.0, "
        "side_effect_hidden=True>"
    )


@pytest.mark.parametrize("lower", [True, False])
def test_eigenvectors_of_a_triangle(lower):
    """What is not read has no gradient, in one matrix and in a stack."""
    eigh = L.Eigh(True, lower)

    def root(x):
        values, vectors = eigh(x)
        return ops.matmul(vectors * ops.sqrt(values).unsqueeze(-2), ops.swapaxes(vectors, -1, -2))

    x = np.random.default_rng(3).standard_normal((2, 3, 3)) * 0.2 + 5 * np.eye(3)
    result = every_mode.check(root, ms.Tensor(x), rtol=1e-6)
    part = np.tril(x) if lower else np.triu(x)
    whole = part + part.swapaxes(1, 2) - np.eye(3) * x
    np.testing.assert_allclose(result @ result, whole, rtol=1e-9)
    weights = ms.Tensor(np.cos(np.arange(18.0)).reshape(x.shape))
    slope = ms.grad(lambda a: (root(a) * weights).sum())(ms.Tensor(x)).asnumpy()
    assert not np.triu(slope, 1).any() if lower else not np.tril(slope, -1).any()
    step = np.zeros_like(x)
    step[1, 2, 0] = step[1, 0, 2] = 1e-6
    ahead, behind = (float((root(ms.Tensor(x + s * step)) * weights).sum()) for s in (1, -1))
    np.testing.assert_allclose(slope[1, 2, 0] + slope[1, 0, 2], (ahead - behind) / 2e-6, rtol=1e-6)


def test_eigenvalues_of_a_complex_triangle():
    eigh = L.Eigh(False, False)
    x = np.random.default_rng(5).standard_normal((3, 3, 2)) @ [1, 1j]
    slope = ms.grad(lambda a: (ops.real(eigh(a)) * ms.Tensor([1.0, 3.0, -2.0])).sum())
    found = slope(ms.Tensor(x, ms.complex64)).asnumpy()
    assert not np.tril(found, -1).any() and not np.diagonal(found).imag.any()
    whole = np.triu(x, 1) + np.triu(x, 1).conj().T + np.diag(np.diagonal(x).real)
    _, vectors = np.linalg.eigh(whole)
    full = (vectors * [1, 3, -2]) @ vectors.conj().T
    np.testing.assert_allclose(
        found, np.triu(2 * full, 1) + np.diag(np.diagonal(full)), rtol=1e-4, atol=1e-5
    )


def test_cholesky_of_what_is_not_symmetric_is_nan():
    x = ms.Tensor([[[4.0, 1.0], [1.0, 3.0]], [[4.0, 1.0], [1.5, 3.0]], [[4.0, 1.0], [1.0, 3.0]]])
    for factor in every_mode.in_modes(ops.cholesky, x).values():
        assert np.isnan(factor).any((1, 2)).tolist() == [False, True, False]
