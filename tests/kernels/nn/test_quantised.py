"""Quantisation and grouped products against NumPy (MindSpore's CPU build lacks the kernels)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax._core.op.registry import resolve

RNG = np.random.default_rng(31)


def t(x: Any, dtype: Any = None) -> ms.Tensor:
    return ms.Tensor(np.asarray(x), dtype)


def make(name: str, *args: Any, **settings: Any) -> Any:
    return resolve("auto_generate." + name)(*args, **settings)


def half(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float16)


def whole(*shape: int) -> np.ndarray:
    return RNG.integers(-128, 128, shape).astype(np.int8)


def test_documented_quantisation() -> None:
    x, scale, offset = (t(v, ms.float32) for v in ([100, 150], [80, 40], [0, 2]))
    out = make("QuantV2")(x, scale, offset, False, "Round", ms.int8)
    assert out.dtype == ms.int8
    np.testing.assert_array_equal(out.asnumpy(), [127, 127])


@pytest.mark.parametrize(
    ("mode", "rounded"),
    [("ROUND", np.rint), ("FLOOR", np.floor), ("CEIL", np.ceil), ("TRUNC", np.trunc)],
)
@pytest.mark.parametrize("twice", [False, True])
def test_quantisation(mode: str, rounded: Any, twice: bool) -> None:
    x = np.arange(-6, 6, dtype=np.float32).reshape(2, 6) / 2
    scale, offset = np.float32([1, 1, 3, 90, 0.5, 2]), np.float32([0, 1, 0.25, 0, 0, -1])
    out = make("QuantV2")(t(x), t(scale), t(offset), twice, mode)
    expected = rounded(x * scale * (scale if twice else 1) + offset).clip(-128, 127)
    np.testing.assert_array_equal(out.asnumpy(), expected)


@pytest.mark.parametrize("smooth", [False, True])
def test_dynamic_quantisation(smooth: bool) -> None:
    x, factor = half(3, 4, 5), half(5)
    x[1, 2] = 0
    out, scale = make("DynamicQuantExt")(t(x), t(factor) if smooth else None)
    values = x.astype(np.float64) * (factor.astype(np.float64) if smooth else 1)
    most = np.abs(values).max(-1)
    np.testing.assert_allclose(scale.asnumpy(), most / 127, rtol=1e-6)
    exact = values / np.where(most == 0, 1, most / 127)[..., None]
    assert out.dtype == ms.int8
    np.testing.assert_allclose(out.asnumpy(), exact, atol=0.5001)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("group", [0, 2])
def test_quantised_weight(transposed: bool, group: int) -> None:
    x, weight, bias = half(3, 6), whole(6, 4), half(4)
    shape = (3, 4) if group else (4,)
    scale, offset = half(*shape), half(*shape)
    rows = [np.repeat(a, 2, 0) if group else a for a in (scale, offset)]
    rows = [a.astype(np.float64) for a in rows]
    expected = x.astype(np.float64) @ ((weight + rows[1]) * rows[0]) + bias
    given = [x, weight, scale, offset]
    if transposed:
        given = [a.T if a.ndim == 2 else a for a in given]
    op = make("WeightQuantBatchMatmul", transposed, transposed, group)
    x, weight, scale, offset = (t(np.ascontiguousarray(a)) for a in given)
    out = op(x, weight, scale, offset, None, None, t(bias))
    assert out.dtype == ms.float16
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=2e-3, atol=0.1)


@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16])
def test_quantised_product(dtype: Any) -> None:
    x1, x2, bias = whole(2, 3, 6), whole(6, 4), np.array([5, -3, 0, 1000], np.int32)
    scale, rows = RNG.random(4).astype(np.float32), RNG.random(3).astype(np.float32)
    expected = (x1.astype(np.int64) @ x2.astype(np.int64) + bias) * scale.astype(np.float64) / 100
    op = make("QuantBatchMatmul", False, True, dtype)
    out = op(t(x1), t(np.ascontiguousarray(x2.T)), t(scale / 100), None, t(bias), t(rows))
    assert out.dtype == dtype
    expected = expected * rows[:, None]
    np.testing.assert_allclose(out.float().asnumpy(), expected, rtol=8e-3, atol=1e-2)


# -- groups --

SIZES = np.array([2, 0, 3], np.int64)  # of 6 rows; the last is in no group


def expected_groups(x: Any, weight: Any, bias: Any = None) -> np.ndarray:
    out = np.zeros((len(x), weight.shape[2]))
    start = 0
    for group, size in enumerate(SIZES):
        rows = slice(start, start + size)
        out[rows] = x[rows].astype(np.float64) @ weight[group].astype(np.float64)
        if bias is not None:
            out[rows] += bias[group]
        start += size
    return out


def test_documented_groups() -> None:
    x = t(np.array([[0] * 4, [1] * 4, [2] * 4, [2] * 4, [1] * 4, [1] * 4]), ms.float16)
    weight = t(np.arange(32).reshape(4, 4, 2), ms.float16)
    expected = [[0, 0], [44, 48], [88, 96], [152, 160], [108, 112], [108, 112]]
    ends, sizes = t([1, 3, 4, 6], ms.int64), t([1, 2, 1, 2], ms.int64)
    old = make("GroupedMatmul", 3, 0)([x], [weight], None, None, None, None, None, ends)
    new = make(
        "grouped_matmul_v4",
        [x],
        [weight],
        group_list=sizes,
        split_item=3,
        group_type=0,
        group_list_type=1,
    )
    for out in (old, new):
        assert isinstance(out, tuple) and out[0].dtype == ms.float16
        np.testing.assert_array_equal(out[0].asnumpy(), expected)


@pytest.mark.parametrize("by_size", [0, 1])
def test_groups(by_size: int) -> None:
    x, weight, bias = (
        RNG.standard_normal(s).astype(np.float32) for s in ((6, 4), (3, 4, 5), (3, 5))
    )
    groups = t(SIZES if by_size else np.cumsum(SIZES))
    op = make("GroupedMatmulV4")
    settings = {"split_item": 3, "group_type": 0, "group_list_type": by_size}
    out = op([t(x)], [t(weight)], [t(bias)], group_list=groups, **settings)[0]
    np.testing.assert_allclose(out.asnumpy(), expected_groups(x, weight, bias), atol=1e-5)
    dy = RNG.standard_normal((6, 5)).astype(np.float32)

    def loss(x: ms.Tensor, weight: ms.Tensor) -> ms.Tensor:
        return (op([x], [weight], group_list=groups, **settings)[0] * t(dy)).sum()

    dx, dw = ms.grad(loss, (0, 1))(t(x), t(weight))
    back = expected_groups(dy, np.swapaxes(weight, 1, 2))
    np.testing.assert_allclose(dx.asnumpy(), back, atol=1e-5)
    np.testing.assert_allclose(dw.asnumpy()[0], x[:2].T @ dy[:2], atol=1e-5)
    np.testing.assert_array_equal(dw.asnumpy()[1], 0)
    np.testing.assert_allclose(dw.asnumpy()[2], x[2:5].T @ dy[2:5], atol=1e-5)


def test_list_of_products() -> None:
    xs, weights = [half(2, 3, 4), half(5, 3)], [half(4, 2), half(3, 6)]
    turned = [t(np.ascontiguousarray(np.swapaxes(x, -1, -2))) for x in weights]
    out = make("GroupedMatmul", 0, -1, False, True)([t(x) for x in xs], turned)
    for x, weight, y in zip(xs, weights, out, strict=True):
        expected = x.astype(np.float64) @ weight.astype(np.float64)
        np.testing.assert_allclose(y.asnumpy(), expected, rtol=2e-3, atol=2e-3)


def test_groups_of_quantised_weights() -> None:
    x, weight, scale, offset = half(6, 4), whole(3, 4, 5), half(3, 5), half(3, 5)
    out = make("GroupedMatmulV4")(
        [t(x)],
        [t(weight)],
        antiquant_scale=[t(scale)],
        antiquant_offset=[t(offset)],
        group_list=t(SIZES),
        split_item=3,
        group_type=0,
        group_list_type=1,
    )[0]
    wide = (weight + offset[:, None].astype(np.float64)) * scale[:, None]
    np.testing.assert_allclose(out.asnumpy(), expected_groups(x, wide), rtol=5e-3, atol=0.4)


def test_groups_of_quantised_rows() -> None:
    x, weight, bias = whole(6, 4), whole(3, 4, 5), RNG.integers(-9, 9, (3, 5)).astype(np.int32)
    scale, rows = RNG.random((3, 5)).astype(np.float32), RNG.random(6).astype(np.float32)
    out = make("GroupedMatmulV4")(
        [t(x)],
        [t(weight)],
        [t(bias)],
        scale=[t(scale, ms.bfloat16)],
        pre_token_scale=[t(rows)],
        group_list=t(SIZES),
        split_item=3,
        group_type=0,
        group_list_type=1,
    )[0]
    assert out.dtype == ms.bfloat16
    each = np.repeat(scale, SIZES, 0)
    each = np.concatenate([each, np.zeros((1, 5))])
    expected = expected_groups(x, weight, bias) * each * rows[:, None]
    np.testing.assert_allclose(out.float().asnumpy(), expected, rtol=2e-2, atol=1e-2)


f16, i8 = t(np.ones((6, 4)), ms.float16), t(np.ones((4, 3)), ms.int8)
w3, row = t(np.ones((4, 4, 2)), ms.float16), t(np.ones(4), ms.float16)
sizes = t([1, 2, 1, 2], ms.int64)


def group(
    x: Any = f16, w: Any = w3, groups: Any = sizes, item: Any = 3, kind: Any = 0, **more: Any
):
    return make(
        "grouped_matmul_v4",
        [x],
        [w],
        group_list=groups,
        split_item=item,
        group_type=kind,
        group_list_type=1,
        **more,
    )


def quantise(mode: Any = "ROUND", dst: Any = ms.int8, scale: Any = row) -> Any:
    return make("QuantV2")(f16, scale, row, False, mode, dst)


REFUSED = {
    "rounding": (lambda: quantise("X"), ValueError),
    "result dtype": (lambda: quantise(dst=ms.int32), ValueError),
    "scale shape": (lambda: quantise(scale=row[:3]), ValueError),
    "scale dtype": (lambda: quantise(scale=row.float()), TypeError),
    "dynamic dtype": (lambda: make("DynamicQuantExt")(f16.float()), TypeError),
    "weight dtype": (
        lambda: make("WeightQuantBatchMatmul")(f16, w3[0], row[:2], None, None, None, None),
        TypeError,
    ),
    "weight rows": (
        lambda: make("WeightQuantBatchMatmul")(f16[:, :3], i8, row[:3], None, None, None, None),
        ValueError,
    ),
    "weight result": (
        lambda: make("WeightQuantBatchMatmul")(f16, i8, row[:3], None, row, None, None),
        NotImplementedError,
    ),
    "product scale": (
        lambda: make("QuantBatchMatmul")(i8, i8[:3], row[:3], None, None, None),
        TypeError,
    ),
    "packed scale": (
        lambda: make("QuantBatchMatmul")(i8, i8[:3], sizes[:3], None, None, None),
        NotImplementedError,
    ),
    "product rows": (
        lambda: make("QuantBatchMatmul")(i8, i8, row[:3].float(), None, None, None),
        ValueError,
    ),
    "product dtype": (
        lambda: make("QuantBatchMatmul", dtype=ms.int8)(i8, i8[:3], row[:3].float(), None),
        NotImplementedError,
    ),
    "split": (lambda: group(item=1), ValueError),
    "kind": (lambda: group(kind=2), NotImplementedError),
    "no groups": (lambda: group(groups=None), RuntimeError),
    "columns": (lambda: group(x=f16[:, :3]), ValueError),
    "group count": (lambda: group(groups=sizes[:3]), ValueError),
    "activation": (lambda: group(act_type=1), NotImplementedError),
    "offset": (lambda: group(offset=[row]), NotImplementedError),
    "old scale": (
        lambda: make("GroupedMatmul", 3, 0)([f16], [w3], None, [row], None, None, None, sizes),
        NotImplementedError,
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    call, error = REFUSED[case]
    with pytest.raises(error):
        call()
