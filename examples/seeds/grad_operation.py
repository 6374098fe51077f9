"""The five forms of ops.GradOperation, from its reference page.

Gradients of a network with respect to the first input, all inputs, all inputs with a given
sensitivity, the parameters, and inputs together with parameters. Expected output (to float32
rounding, the last digits may differ):

    [[1.4100001 1.5999999 6.6      ]
     [1.4100001 1.5999999 6.6      ]]
    (Tensor(shape=[2, 3], dtype=Float32, value=
    [[ 4.50999975e+00,  2.70000005e+00,  3.60000014e+00],
     [ 4.50999975e+00,  2.70000005e+00,  3.60000014e+00]]), Tensor(shape=[3, 3], dtype=Float32, value=
    [[ 2.59999990e+00,  2.59999990e+00,  2.59999990e+00],
     [ 1.89999998e+00,  1.89999998e+00,  1.89999998e+00],
     [ 1.30000007e+00,  1.30000007e+00,  1.30000007e+00]]))
    (Tensor(shape=[2, 3], dtype=Float32, value=
    [[ 2.21099997e+00,  5.09999990e-01,  1.49000001e+00],
     [ 5.58800030e+00,  2.68000007e+00,  4.07000017e+00]]), Tensor(shape=[3, 3], dtype=Float32, value=
    [[ 1.51999998e+00,  2.81999993e+00,  2.14000010e+00],
     [ 1.09999990e+00,  2.04999995e+00,  1.54999995e+00],
     [ 9.00000036e-01,  1.54999995e+00,  1.25000000e+00]]))
    (Tensor(shape=[1], dtype=Float32, value= [ 2.15359993e+01]),)
    ((Tensor(shape=[2, 3], dtype=Float32, value=
    [[ 3.51999998e+00,  3.90000010e+00,  2.59999990e+00],
     [ 3.51999998e+00,  3.90000010e+00,  2.59999990e+00]]), Tensor(shape=[3, 3], dtype=Float32, value=
    [[ 6.00000024e-01,  6.00000024e-01,  6.00000024e-01],
     [ 1.89999998e+00,  1.89999998e+00,  1.89999998e+00],
     [ 1.30000007e+00,  1.30000007e+00,  1.30000007e+00]])), (Tensor(shape=[1], dtype=Float32, value= [ 1.29020004e+01]),))
"""  # noqa: E501

import mindspore.nn as nn
import numpy as np
from mindspore import Parameter, ParameterTuple, Tensor
from mindspore import dtype as mstype
from mindspore import ops as P
from mindspore.ops import GradOperation


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.matmul = P.MatMul()
        self.z = Parameter(Tensor(np.array([1.0], np.float32)), name="z")

    def construct(self, x, y):
        x = x * self.z
        out = self.matmul(x, y)
        return out


class GradNetWrtX(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = GradOperation()

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net)
        return gradient_function(x, y)


x = Tensor([[0.5, 0.6, 0.4], [1.2, 1.3, 1.1]], dtype=mstype.float32)
y = Tensor([[0.01, 0.3, 1.1], [0.1, 0.2, 1.3], [2.1, 1.2, 3.3]], dtype=mstype.float32)
output = GradNetWrtX(Net())(x, y)
print(output)


class GradNetWrtXY(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = GradOperation(get_all=True)

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net)
        return gradient_function(x, y)


x = Tensor([[0.8, 0.6, 0.2], [1.8, 1.3, 1.1]], dtype=mstype.float32)
y = Tensor([[0.11, 3.3, 1.1], [1.1, 0.2, 1.4], [1.1, 2.2, 0.3]], dtype=mstype.float32)
output = GradNetWrtXY(Net())(x, y)
print(output)


class GradNetWrtXYWithSensParam(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = GradOperation(get_all=True, sens_param=True)
        self.grad_wrt_output = Tensor([[0.1, 0.6, 0.2], [0.8, 1.3, 1.1]], dtype=mstype.float32)

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net)
        return gradient_function(x, y, self.grad_wrt_output)


x = Tensor([[0.8, 0.6, 0.2], [1.8, 1.3, 1.1]], dtype=mstype.float32)
y = Tensor([[0.11, 3.3, 1.1], [1.1, 0.2, 1.4], [1.1, 2.2, 0.3]], dtype=mstype.float32)
output = GradNetWrtXYWithSensParam(Net())(x, y)
print(output)


class GradNetWithWrtParams(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.params = ParameterTuple(net.trainable_params())
        self.grad_op = GradOperation(get_by_list=True)

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net, self.params)
        return gradient_function(x, y)


x = Tensor([[0.8, 0.6, 0.2], [1.8, 1.3, 1.1]], dtype=mstype.float32)
y = Tensor([[0.11, 3.3, 1.1], [1.1, 0.2, 1.4], [1.1, 2.2, 0.3]], dtype=mstype.float32)
output = GradNetWithWrtParams(Net())(x, y)
print(output)


class GradNetWrtInputsAndParams(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.params = ParameterTuple(net.trainable_params())
        self.grad_op = GradOperation(get_all=True, get_by_list=True)

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net, self.params)
        return gradient_function(x, y)


x = Tensor([[0.1, 0.6, 1.2], [0.5, 1.3, 0.1]], dtype=mstype.float32)
y = Tensor([[0.12, 2.3, 1.1], [1.3, 0.2, 2.4], [0.1, 2.2, 0.3]], dtype=mstype.float32)
output = GradNetWrtInputsAndParams(Net())(x, y)
print(output)
