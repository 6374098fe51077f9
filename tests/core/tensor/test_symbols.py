"""Symbol: what is known of an unknown length."""

from __future__ import annotations

import pytest

import msjax as ms


def test_what_a_symbol_tells():
    assert ms.Symbol().to_dict() == {}
    assert ms.Symbol(max=32, min=4, divisor=8, remainder=1).to_dict() == {
        "max": 32,
        "divisor": 8,
        "remainder": 1,
    }
    assert ms.Symbol(min=10, divisor=8).to_dict() == {"min": 10, "divisor": 8}
    one, two = ms.Symbol(unique=True), ms.Symbol(unique=True)
    assert one.to_dict() == {"id": one.id} != two.to_dict()
    assert str(ms.Symbol(divisor=2)) == "{'divisor': 2}"
    assert ms.common.Symbol is ms.Symbol


def test_shapes_of_symbols():
    x = ms.Tensor(shape=[ms.Symbol(), None, 3], dtype=ms.float32)
    assert x.shape == (-1, -1, 3)
    with pytest.raises(ValueError, match="not known yet"):
        x.asnumpy()


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"max": 1.0}, TypeError),
        ({"min": "1"}, TypeError),
        ({"divisor": None}, TypeError),
        ({"remainder": 0.5}, TypeError),
        ({"unique": 1}, TypeError),
        ({"min": 0}, ValueError),
        ({"divisor": -1}, ValueError),
        ({"divisor": 2, "remainder": 2}, ValueError),
        ({"remainder": -1}, ValueError),
    ],
)
def test_wrong_symbols(kwargs, error):
    with pytest.raises(error, match=f"'{next(iter(kwargs))}'|'remainder'"):
        ms.Symbol(**kwargs)
