"""tf.gradients with several outputs, several inputs and grad_ys, on msjax Tensors.

The TensorFlow example of the documentation pages that compare GradOperation and mindspore.grad
with tf.gradients; the weights start random there and here, their gradients do not depend on it.
Expected output:

    [array([2., 2., 3.], dtype=float32),
     array([2., 2., 3.], dtype=float32),
     array([5., 4., 7.], dtype=float32),
     array([3., 2., 4.], dtype=float32)]
"""

from pprint import pprint

import numpy as np

import msjax as ms
from msjax.autograd import gradients

rng = np.random.default_rng(0)
w1, w2, w3, w4 = (
    ms.Tensor(rng.standard_normal(3).astype(np.float32)).requires_grad_() for _ in range(4)
)
z1 = w1 + w2 + w3
z2 = w3 + w4
grads = gradients(
    [z1, z2],
    [w1, w2, w3, w4],
    grad_ys=[ms.Tensor([2.0, 2.0, 3.0]), ms.Tensor([3.0, 2.0, 4.0])],
)
pprint([g.asnumpy() for g in grads], width=50)
