"""Parts of lists at places that are known later; `test_control_flow` has programs."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax._core.compile.items import item, set_item


def t(*values):
    return Tensor(np.array(values, np.float32))


def test_known_places_are_pythons():
    held = [1, "a", t(1.0)]
    assert item(held, 1) == "a" and item({"k": 2}, "k") == 2 and item("text", -1) == "t"
    set_item(5, held, -3)
    assert held[0] == 5
    with pytest.raises(IndexError):
        item(held, 3)


LAYERS = nn.CellList([nn.ReLU(), nn.Tanh()])
HELD = {
    "tensors": lambda x: [x, x * 2, x - 1],
    "numbers": lambda x: (1, 5, 9),
    "shapes": lambda x: [x, x.sum(), x[:1]],
    "kinds": lambda x: [x, 2.5, "text"],
    "functions": lambda x: [ops.tanh, ops.sin, ops.relu],
}


@pytest.mark.parametrize("kind", HELD)
def test_a_part_at_a_tensor(kind):
    def f(x, n):
        found = HELD[kind](x)[n]
        return found(x) if callable(found) else found

    compiled = ms.jit(f, fullgraph=True)
    for n in (0, 2, -1, -3):
        got, want = compiled(t(1.0, 2.0), Tensor(n)), f(t(1.0, 2.0), Tensor(n))
        assert type(got) is type(want) and str(got) == str(want)
    for n in (3, -4):
        with pytest.raises(IndexError, match="index out of range"):
            compiled(t(1.0, 2.0), Tensor(n))


def test_cells_at_a_counter():
    @functools.partial(ms.jit, fullgraph=True)
    def f(x, n):
        for i in range(n):
            x = LAYERS[i](x) - 0.5
        return x

    np.testing.assert_allclose(
        f(t(1.0, -2.0), Tensor(2)).asnumpy(), np.tanh([0.5, -0.5]) - 0.5, 1e-6
    )


def test_gradients_through_parts_that_are_read_and_replaced():
    def f(x, n):
        held = [x, x * 2, x * 3]
        for i in range(n):
            held[i] = held[i - 1] * held[i]
            held[i] += x
        return sum(held).sum()

    for n in (0, 1, 3):
        want = ms.grad(f)(t(1.0, -2.0), Tensor(n)).tolist()
        compiled = ms.jit(f, fullgraph=True)
        assert ms.grad(compiled)(t(1.0, -2.0), Tensor(n)).tolist() == pytest.approx(want)
        inside = ms.jit(ms.grad(f), fullgraph=True)
        assert inside(t(1.0, -2.0), Tensor(n)).tolist() == pytest.approx(want)
