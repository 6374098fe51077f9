"""Gradients of computations that already ran: backward, autograd.grad, autograd.gradients."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor
from msjax.autograd import backward, grad, gradients


def leaf(*values):
    return Tensor(np.array(values if len(values) > 1 else values[0], np.float32)).requires_grad_()


def test_backward_adds_up():
    x, y = leaf(2.0), leaf(3.0)
    (x * x * y).backward()
    assert (float(x.grad), float(y.grad)) == (12.0, 4.0)
    (x * 2).backward()
    assert float(x.grad) == 14.0
    x.grad = None
    (x * 2).backward()
    assert float(x.grad) == 2.0


def test_grad_of_sum_of_outputs():
    x = leaf(1.0, 2.0)
    (got,) = grad([(x * x).sum(), x.sum()], x)
    np.testing.assert_array_equal(got.asnumpy(), [3, 5])


def test_graph_is_released_unless_kept():
    x = leaf(2.0)
    z = x * x
    assert float(grad(z, x, retain_graph=True)[0]) == 4.0
    assert float(grad(z, x)[0]) == 4.0
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        grad(z, x)


def test_create_graph():
    x = leaf(2.0)
    (first,) = grad(x * x * x, x, create_graph=True)
    (second,) = grad(first, x, create_graph=True)
    (third,) = grad(second, x)
    assert (float(first), float(second), float(third)) == (12.0, 12.0, 6.0)


def test_intermediate_results_are_inputs_too():
    x = leaf(3.0)
    y = x * x
    assert float(grad(y * y, y)[0]) == 18.0


def test_unused_inputs():
    x, y = leaf(1.0), leaf(2.0)
    with pytest.raises(RuntimeError, match="not used"):
        grad(x * 2, [x, y])
    got = grad(x * 2, [x, y], allow_unused=True)
    assert float(got[0]) == 2.0 and got[1] is None


def test_vector_outputs_need_a_gradient():
    x = leaf(1.0, 2.0)
    with pytest.raises(RuntimeError, match="needs a gradient"):
        (x * x).backward()
    (x * x).backward(Tensor([1.0, 10.0]))
    np.testing.assert_array_equal(x.grad.asnumpy(), [2, 40])
    with pytest.raises(RuntimeError, match="shape"):
        (x * x).backward(Tensor([1.0]))


def test_gradients_document_figures():
    w1, w2, w3, w4 = (leaf(0.5, 0.25, 0.125) for _ in range(4))
    z1, z2 = w1 + w2 + w3, w3 + w4
    got = gradients(
        [z1, z2], [w1, w2, w3, w4], grad_ys=[Tensor([2.0, 2.0, 3.0]), Tensor([3.0, 2.0, 4.0])]
    )
    assert [g.tolist() for g in got] == [[2, 2, 3], [2, 2, 3], [5, 4, 7], [3, 2, 4]]


def test_gradients_stop_and_unconnected():
    a = leaf(0.0)
    b = a * 2
    assert [float(g) for g in gradients(a + b, [a, b], stop_gradients=[a, b])] == [1.0, 1.0]
    assert [float(g) for g in gradients(a + b, [a, b])] == [3.0, 1.0]
    c = leaf(1.0)
    assert gradients(a, [c]) == [None]
    assert float(gradients(a, [c], unconnected_gradients="zero")[0]) == 0.0
    with pytest.raises(ValueError, match="unconnected_gradients"):
        gradients(a, [c], unconnected_gradients="maybe")


def test_inputs_must_have_asked():
    x = Tensor(1.0)
    with pytest.raises(RuntimeError, match="requires_grad_"):
        grad(x * 2, x)
    with pytest.raises(RuntimeError, match="floating"):
        Tensor(1).requires_grad_()


def test_backward_function_with_chosen_inputs():
    x, y = leaf(2.0), leaf(3.0)
    backward([x * y], inputs=[x])
    assert float(x.grad) == 3.0 and y.grad is None


def test_functional_gradients_inside_a_recorded_graph():
    x = leaf(2.0)
    slope = ms.grad(lambda v: v * v * v)(x)
    assert float(slope) == 12.0
    assert float(grad(slope, x)[0]) == 12.0
