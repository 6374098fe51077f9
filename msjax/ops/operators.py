"""Python's operators on Tensors, and the Tensor methods that have several signatures."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import call, public
from msjax._core.primitive import REQUIRED
from msjax._core.state import STATE
from msjax._core.structure import Composite
from msjax._core.tensor import Tensor
from msjax.ops.comparison import equal, greater, greater_equal, less, less_equal, not_equal
from msjax.ops.elementwise import (
    add,
    floor_divide,
    floor_mod,
    minus,
    mul,
    plus,
    remainder,
    sub,
    true_div,
)
from msjax.ops.logical import bitwise_and, bitwise_or, bitwise_xor, logical_not
from msjax.ops.power import pow
from msjax.ops.rounding import round as round_kernel
from msjax.ops.unary import abs as absolute
from msjax.ops.unary import neg, positive

_SEQUENCES = (list, tuple)
_BESIDE_SPARSE = frozenset(("__add__", "__sub__", "__mul__"))  # what sparse matrices reflect
_COMPARABLE = (Tensor, bool, int, float, np.bool_, np.integer, np.floating)


def _like(values: Any, tensor: Tensor) -> Tensor:
    """A list or tuple beside `+`, `-` or `//`, as a Tensor of the other operand's dtype."""
    return Tensor(values).astype(tensor.dtype)


def _binary(name: str, kernel: Callable, beside_list: Callable | None) -> Callable:
    function = call(kernel)
    if beside_list is None:

        def method(self: Tensor, other: Any) -> Tensor:
            if isinstance(other, Composite) and name in _BESIDE_SPARSE:
                return NotImplemented
            return function(self, other)
    else:
        with_list = call(beside_list)

        def method(self: Tensor, other: Any) -> Tensor:
            if isinstance(other, _SEQUENCES):
                return with_list(self, _like(other, self))
            if isinstance(other, Composite) and name in _BESIDE_SPARSE:
                return NotImplemented
            return function(self, other)

    return _named(method, name)


def _reflected(name: str, kernel: Callable, beside_list: Callable | None) -> Callable:
    function = call(kernel)
    with_list = None if beside_list is None else call(beside_list)

    def method(self: Tensor, other: Any) -> Tensor:
        if with_list is not None and isinstance(other, _SEQUENCES):
            return with_list(_like(other, self), self)
        return function(other, self)

    return _named(method, name)


def _comparison(name: str, kernel: Callable, otherwise: bool) -> Callable:
    function = call(kernel)

    def method(self, other):
        if isinstance(other, _COMPARABLE):
            return function(self, other)
        return otherwise

    return _named(method, name)


def _unary(name: str, kernel: Callable) -> Callable:
    function = call(kernel)

    def method(self: Tensor) -> Tensor:
        return function(self)

    return _named(method, name)


def _named(method: Callable, name: str) -> Callable:
    method.__name__ = name
    method.__qualname__ = f"Tensor.{name}"
    return method


_ARITHMETIC = (  # name, kernel, kernel beside a list: Tensor with list, then list with Tensor
    ("add", plus, add, add),
    ("sub", minus, sub, sub),
    ("mul", mul, None, None),
    ("truediv", true_div, None, None),
    ("floordiv", floor_divide, floor_divide, floor_divide),
    ("mod", floor_mod, None, None),
    ("pow", pow, None, pow),
)
for _name, _kernel, _right, _left in _ARITHMETIC:
    public(f"Tensor.__{_name}__")(_binary(f"__{_name}__", _kernel, _right))
    _kernel = sub if _kernel is minus else _kernel
    public(f"Tensor.__r{_name}__")(_reflected(f"__r{_name}__", _kernel, _left))

for _name, _kernel in (
    ("and", bitwise_and),
    ("or", bitwise_or),
    ("xor", bitwise_xor),
    ("lt", less),
    ("le", less_equal),
    ("gt", greater),
    ("ge", greater_equal),
):
    public(f"Tensor.__{_name}__")(_binary(f"__{_name}__", _kernel, None))

for _name, _kernel, _right in (
    ("add", plus, None),
    ("sub", sub, sub),
    ("mul", mul, None),
    ("truediv", true_div, None),
    ("floordiv", floor_divide, None),
    ("mod", floor_mod, None),
):
    public(f"Tensor.__i{_name}__")(_binary(f"__i{_name}__", _kernel, _right))

for _name, _kernel in (
    ("neg", neg),
    ("pos", positive),
    ("abs", absolute),
    ("invert", logical_not),
    ("round", round_kernel),
):
    public(f"Tensor.__{_name}__")(_unary(f"__{_name}__", _kernel))

public("Tensor.__eq__", "Tensor.__req__")(_comparison("__eq__", equal, False))
public("Tensor.__ne__")(_comparison("__ne__", not_equal, True))

_OPERATORS = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.true_divide: operator.truediv,
    np.floor_divide: operator.floordiv,
    np.remainder: operator.mod,
    np.power: operator.pow,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
}


@public("Tensor.__array_ufunc__")
def array_ufunc(self: Tensor, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """NumPy functions on Tensors work on the values and give NumPy arrays.

    Inside compiled code, where there are no values, a NumPy number on the left of an operator
    counts as a Python number.
    """
    if method == "__call__" and len(inputs) == 2 and not kwargs and ufunc in _OPERATORS:
        left, right = inputs
        if isinstance(left, np.generic) and isinstance(right, Tensor) and _is_traced(right):
            return _OPERATORS[ufunc](left.item(), right)
    arrays = [np.asarray(x) if isinstance(x, Tensor) else x for x in inputs]
    return getattr(ufunc, method)(*arrays, **kwargs)


def _is_traced(tensor: Tensor) -> bool:
    return STATE.frame is not None or isinstance(tensor._value, jax.core.Tracer)


def _scaled(label: str, self: Tensor, other: Any, alpha: Any) -> Any:
    """`alpha * other` in the dtype that the sum will have."""
    if type(alpha) is int and alpha == 1:
        return other
    if not isinstance(other, Tensor):
        return other * alpha
    common = mstype.from_np(mstype.promote(label, [self.dtype.np, other.dtype.np], [], False))
    return call(mul)(other.astype(common), alpha)


def _check_alpha(op: str, self: Any, other: Any, alpha: Any) -> None:
    tensors = [x for x in (self, other) if isinstance(x, Tensor)]
    floating = isinstance(other, float) or any(x.dtype.np.kind not in "biu" for x in tensors)
    if isinstance(alpha, bool) and any(x.dtype != mstype.bool_ for x in tensors):
        raise TypeError(f"For '{op}', boolean alpha need boolean input, but got {self.dtype}.")
    if isinstance(alpha, float) and not floating:
        raise TypeError(
            f"For '{op}', floating alpha need floating input and other, but got {self.dtype}."
        )


@public("Tensor.add")
def add_method(self, other, *, alpha=1):
    """`self + alpha * other`.

    Args:
        other: Tensor or number whose shape broadcasts with that of the Tensor.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).add(1, alpha=3))
        [4. 5.]
    """
    _check_alpha("AddExt", self, other, alpha)
    return call(plus)(self, _scaled("AddExt", self, other, alpha))


@public("Tensor.sub")
def sub_method(self, other=REQUIRED, *, alpha=1, y=REQUIRED):
    """`self - alpha * other`; the older spelling of `other` is `y`.

    Args:
        other: Tensor or number whose shape broadcasts with that of the Tensor.
        alpha: number that scales `other`.
        y: the same as `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    other = y if other is REQUIRED else other
    if other is REQUIRED:
        raise TypeError("sub() missing 1 required argument: 'other'")
    _check_alpha("SubExt", self, other, alpha)
    return call(minus)(self, _scaled("SubExt", self, other, alpha))


@public("Tensor.remainder")
def remainder_method(self, other=REQUIRED, *, divisor=REQUIRED):
    """Remainder of the division that rounds down, as `ops.remainder`.

    Args:
        other: Tensor or number, the divisor.
        divisor: the same as `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    other = divisor if other is REQUIRED else other
    if other is REQUIRED:
        raise TypeError("remainder() missing 1 required argument: 'other'")
    return call(remainder)(self, other)


@public("ops.subtract")
def subtract(input, other, *, alpha=1):
    """`input - alpha * other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; two bool operands give Int64.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.subtract(ms.Tensor([4., 5.]), 1, alpha=2))
        [2. 3.]
    """
    number = isinstance(other, (int, float)) and isinstance(alpha, (int, float))
    return call(sub)(input, other * alpha if number else call(mul)(other, alpha))


@public("Tensor.subtract")
def subtract_method(self, other, *, alpha=1):
    """`self - alpha * other`, as `Tensor.sub`."""
    return sub_method(self, other, alpha=alpha)


@public("ops.augassign_add")
def augassign_add(*args):
    """The result of `x += y`."""
    return operator.add(*args)


@public("ops.augassign_sub")
def augassign_sub(*args):
    """The result of `x -= y`."""
    return operator.sub(*args)


@public("ops.augassign_mul")
def augassign_mul(*args):
    """The result of `x *= y`."""
    return operator.mul(*args)


@public("ops.augassign_div")
def augassign_div(*args):
    """The result of `x /= y`."""
    return operator.truediv(*args)


@public("ops.augassign_floordiv")
def augassign_floordiv(*args):
    """The result of `x //= y`."""
    return operator.floordiv(*args)


@public("ops.augassign_mod")
def augassign_mod(*args):
    """The result of `x %= y`."""
    return operator.mod(*args)


@public("ops.hyper_add")
def hyper_add(*args):
    """Sum of two Tensors, numbers, or tuples of those, element by element.

    Raises:
        ValueError: the two do not belong together.
    """
    x, y = args
    if isinstance(x, tuple) and isinstance(y, tuple):
        return tuple(hyper_add(a, b) for a, b in zip(x, y, strict=False))
    for value in (x, y):
        if not isinstance(value, (Tensor, int, float)):
            raise ValueError(must("hyper_add", "args", "Tensors or numbers", describe(value)))
    return call(add)(x, y) if isinstance(x, Tensor) or isinstance(y, Tensor) else x + y
