"""Operations of products and convolutions, counted by hand beside the formula."""

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.compile.flops import flops_of, newest_of


def counted(fn, *args):
    compiled = ms.jit(fn)
    compiled(*args)
    return flops_of(newest_of(compiled))


def step(net, loss=lambda out: (out * out).sum()):
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad = ms.value_and_grad(lambda x: loss(net(x)), None, optimizer.parameters)

    def run(x):
        value, grads = grad(x)
        optimizer(grads)
        return value

    return run


CASES = {
    "product": (lambda a: ops.matmul(a, a.T), (4, 3), 2 * 4 * 4 * 3),
    "batches": (lambda a: ops.bmm(a, a.swapaxes(1, 2)), (5, 4, 3), 2 * 5 * 4 * 4 * 3),
    "none": (lambda a: ops.relu(a) + a.sum(), (4, 3), 0),
    "convolution": (
        lambda a: ops.conv2d(a, ops.ones((6, 2, 3, 3))),
        (1, 2, 8, 8),
        2 * 6 * 6 * 6 * 2 * 9,
    ),
    "groups": (
        lambda a: ops.conv2d(a, ops.ones((4, 1, 3, 3)), groups=2),
        (1, 2, 8, 8),
        2 * 4 * 6 * 6 * 9,
    ),
    # There, and back by the weights alone: nothing asks for the gradient by the input.
    "training": (step(nn.Dense(10, 5)), (32, 10), 2 * 2 * 32 * 10 * 5),
    "two layers": (
        step(nn.SequentialCell(nn.Dense(10, 20), nn.ReLU(), nn.Dense(20, 5))),
        (32, 10),
        2 * 32 * (2 * 10 * 20 + 3 * 20 * 5),
    ),
    "strides": (
        step(nn.SequentialCell(nn.Conv2d(3, 4, 3, 2), nn.Conv2d(4, 5, 3, 2))),
        (2, 3, 8, 8),
        2 * 2 * (2 * 4 * 4 * 4 * 27 + 3 * 5 * 2 * 2 * 36),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_counts(name):
    fn, shape, expected = CASES[name]
    assert counted(fn, ops.ones(shape)) == expected


def test_loops_and_conditions():
    w = ops.ones((3, 3))

    def scanned(x):
        return ops.Scan()(lambda x, _: (x @ w, x), x, None, 7)[0]

    def chosen(x):
        return x @ w @ w if x.sum() > 0 else x @ w

    x = ops.ones((2, 3))
    assert counted(scanned, x) == 7 * 2 * 2 * 3 * 3
    assert counted(chosen, x) == 2 * 2 * 2 * 3 * 3


@pytest.mark.runs_eagerly
def test_code_that_is_not_compiled():
    fn = ms.jit(lambda x: ms.Tensor(np.asarray(x.asnumpy())))
    fn(ops.ones(2))
    with pytest.raises(ValueError, match="runs eagerly"):
        newest_of(fn)
