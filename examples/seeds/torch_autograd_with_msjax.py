"""backward() and autograd.grad as PyTorch spells them, on msjax Tensors.

The PyTorch example of the documentation page that compares GradOperation with
torch.autograd.backward and torch.autograd.grad. Expected output:

    12.0 4.0
    12.0
"""

import msjax as ms
from msjax.autograd import grad

x = ms.Tensor(2.0).requires_grad_()
y = ms.Tensor(3.0).requires_grad_()
z = x * x * y
z.backward()
print(x.grad, y.grad)

x = ms.Tensor(2.0).requires_grad_()
y = ms.Tensor(3.0).requires_grad_()
z = x * x * y
grad_x = grad(outputs=z, inputs=x)
print(grad_x[0])
