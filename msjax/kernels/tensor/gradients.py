"""Tensor members that speak of gradients, published like operations."""

from __future__ import annotations

from collections.abc import Callable

from msjax._core.base.checks import of_type
from msjax._core.gradient import recorded
from msjax._core.gradient.hooks import TensorHookHandle, register_tensor_hook, tensor_hooks
from msjax._core.op.publish import public
from msjax._core.runtime import slices
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.elementwise.cast import stop_gradient


@public("Tensor.backward")
def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
) -> None:
    """Add the gradients of this Tensor to `grad` of the leaves that asked for them.

    Leaves are the Tensors and Parameters on which `requires_grad_` was called.

    Args:
        gradient: Tensor of the shape of this one, its gradient; 1 by default, if it has one
            element.
        retain_graph: keep the record for another call; by default as `create_graph`.
        create_graph: the gradients can be differentiated again.

    Raises:
        RuntimeError: the Tensor does not depend on a leaf, it has several elements and no
            `gradient`, or the record was released by an earlier call.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.]).requires_grad_()
        >>> (x * x).sum().backward()
        >>> print(x.grad)
        [2. 4.]
        >>> (x * x).backward(ms.Tensor([1., 10.]))
        >>> print(x.grad)
        [ 4. 44.]

    References:
        The meaning is that of `torch.Tensor.backward`.
    """
    recorded.backward(self, gradient, retain_graph, create_graph)


@public("Tensor.register_hook")
def register_hook(self: Tensor, hook: Callable) -> TensorHookHandle:
    """Call `hook(gradient)` when the gradient of this Tensor is known.

    Args:
        hook: takes the gradient Tensor, returns a new one or None to keep it.

    Returns:
        A handle with `remove()`.

    Raises:
        TypeError: `hook` cannot be called.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor(3.).requires_grad_()
        >>> handle = x.register_hook(lambda gradient: 2 * gradient)
        >>> (x * x).backward()
        >>> print(x.grad)
        12.0
        >>> handle.remove()
    """
    return register_tensor_hook(self, hook)


@public("Tensor.hooks")
def hooks(self: Tensor) -> list[Callable]:
    """The functions registered by `register_hook` and not removed.

    Returns:
        List of functions, in the order of their registration.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor(3.).requires_grad_()
        >>> handle = x.register_hook(abs)
        >>> x.hooks()
        [<built-in function abs>]
        >>> handle.remove()
        >>> x.hooks()
        []
    """
    return tensor_hooks(self)


def _data(self: Tensor) -> Tensor:
    """The same memory as a plain Tensor that passes no gradients on.

    A Tensor assigned to it gives the receiver its contents, shape and dtype.

    Raises:
        TypeError: what is assigned is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.]).requires_grad_()
        >>> x.data[0] = 5.
        >>> print(x, x.data.requires_grad)
        [5. 2.] False
        >>> x.data = ms.Tensor([3.])
        >>> print(x)
        [3.]
    """
    shared = Tensor(self)
    shared._data, shared._node = stop_gradient(self)._data, None
    shared._view.apart = True
    return shared


def _set_data(self: Tensor, value: Tensor) -> None:
    of_type("data", value, Tensor)
    self._rebind(slices.given(self, value, value._value))


public("Tensor.data")(property(_data, _set_data))
