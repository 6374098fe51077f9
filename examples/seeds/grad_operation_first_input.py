"""Gradient of a network with respect to its first input, spelled with ops.GradOperation.

The MindSpore example of the documentation pages that compare GradOperation with tf.gradients,
torch.autograd.backward and torch.autograd.grad. Expected output:

    [[1.4100001 1.5999999 6.6      ]
     [1.4100001 1.5999999 6.6      ]]
"""

import mindspore.nn as nn
import numpy as np
from mindspore import Parameter, Tensor, ops
from mindspore import dtype as mstype


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.matmul = ops.MatMul()
        self.z = Parameter(Tensor(np.array([1.0], np.float32)), name="z")

    def construct(self, x, y):
        x = x * self.z
        out = self.matmul(x, y)
        return out


class GradNetWrtX(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = ops.GradOperation()

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net)
        return gradient_function(x, y)


x = Tensor([[0.5, 0.6, 0.4], [1.2, 1.3, 1.1]], dtype=mstype.float32)
y = Tensor([[0.01, 0.3, 1.1], [0.1, 0.2, 1.3], [2.1, 1.2, 3.3]], dtype=mstype.float32)
output = GradNetWrtX(Net())(x, y)
print(output)
