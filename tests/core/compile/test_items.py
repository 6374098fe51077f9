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


class Layers(nn.Cell):
    def __init__(self, kind=nn.CellList):
        super().__init__()
        self.layers = kind([nn.ReLU(), nn.Tanh(), nn.Sigmoid()])

    def construct(self, x, i):
        while i < 3:
            x = x + self.layers[i](x)
            i += 1
        return x


def test_cells_at_a_tensor():
    net, x = Layers(), t(1.0, -2.0)
    plain, compiled = Layers(list), ms.jit(net, fullgraph=True)
    for i in (0, 2, 3):
        i = Tensor(i, ms.int32)
        np.testing.assert_allclose(compiled(x, i).asnumpy(), plain(x, i).asnumpy(), 1e-6)
        want = ms.grad(plain)(x, i).asnumpy()
        np.testing.assert_allclose(ms.grad(ms.jit(net))(x, i).asnumpy(), want, 1e-5)

    @functools.partial(ms.jit, fullgraph=True)
    def one(x, i):
        return net.layers[i](x)

    for i in (1, -1):
        np.testing.assert_allclose(one(x, Tensor(i)).asnumpy(), net.layers[i](x).asnumpy(), 1e-6)
    with pytest.raises(IndexError, match="index out of range"):
        one(x, Tensor(3))


def test_cells_at_a_tensor_in_eager_code():
    with pytest.raises(TypeError, match="must be int or slice, but got Tensor"):
        Layers().layers[Tensor(1)]
    with pytest.raises(TypeError, match="must be int, but got Tensor"):
        ms.jit(lambda x, i: Layers(nn.SequentialCell).layers[i](x))(t(1.0), Tensor(1))


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
