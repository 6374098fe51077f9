"""Two small Cells that the tests of Cell share."""

import numpy as np

import msjax as ms
from msjax import nn


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


class Leaf(nn.Cell):
    def __init__(self, auto_prefix=True):
        super().__init__(auto_prefix)
        self.w = ms.Parameter(tensor(1, 2))
        self.s = ms.Parameter(tensor(5), requires_grad=False)

    def construct(self, x, y=1.0, *, z=0.0):
        return x * self.w * y + z


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = Leaf()
        self.b = nn.SequentialCell([Leaf()])
        self.cast = ms.ops.InsertGradientOf(lambda d: d)

    def construct(self, x):
        return self.b(self.a(x))
