"""Second derivatives: grad of grad, Hessian-vector products, and Newton's method.

Each figure is printed beside the value found by hand. The inner gradient is compiled: MindSpore
2.10's own eager mode drops the mixed terms of this Hessian.
"""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops


def cubic(x):
    """x ** 3; the derivatives are 3 x^2, 6 x and 6."""
    return x * x * x


def bowl(x):
    """A convex function of several variables that is not quadratic."""
    return (x**4).sum() / 4 + ops.exp(x.sum())


def bowl_hessian(x):
    """The Hessian of `bowl`, by hand."""
    return np.diag(3 * x**2) + np.exp(x.sum())


@ms.jit
def gradient(x):
    """The gradient of `bowl`."""
    return ms.grad(bowl)(x)


def hvp_reverse(x, v):
    """Hessian-vector product: gradient of the gradient's dot product with v."""

    def directional(x):
        return (gradient(x) * v).sum()

    return ms.grad(directional)(x)


def hvp_vjp(x, v):
    """The same by vjp of the gradient; a Hessian is symmetric, so v H equals H v."""
    _, vjp_fn = ms.vjp(gradient, x)
    return vjp_fn(v)[0]


def hvp_jvp(x, v):
    """The same by jvp of the gradient: forward mode over reverse mode."""
    _, tangent = ms.jvp(gradient, x, v)
    return tangent


def main():
    x = Tensor(2.0, ms.float32)
    first = ms.grad(cubic)
    second = ms.grad(first)
    third = ms.grad(second)
    print("derivatives of x^3 at 2:", first(x), second(x), third(x), "by hand: 12 12 6")

    point = Tensor(np.array([-1.0, 0.5, 2.0], np.float32))
    v = Tensor(np.array([1.0, 2.0, -1.0], np.float32))
    print("H v by hand:      ", bowl_hessian(point.asnumpy()) @ v.asnumpy())
    print("H v, grad of grad:", hvp_reverse(point, v))
    print("H v, vjp of grad: ", hvp_vjp(point, v))
    print("H v, jvp of grad: ", hvp_jvp(point, v))

    basis = [Tensor(row) for row in np.eye(3, dtype=np.float32)]
    for step in range(1, 11):
        hessian = np.stack([hvp_reverse(point, e).asnumpy() for e in basis])
        step_back = np.linalg.solve(hessian, gradient(point).asnumpy())
        point = point - Tensor(step_back)
        print(f"Newton step {step}: f = {float(bowl(point).asnumpy()):.6f}")
    largest = abs(gradient(point).asnumpy()).max()
    print("gradient at the end is below 1e-4:", bool(largest < 1e-4))


if __name__ == "__main__":
    main()
