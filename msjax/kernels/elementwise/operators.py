"""Python's operators on Tensors, and the Tensor methods that have several signatures."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import one_of
from msjax._core.base.errors import Clause, describe, must
from msjax._core.base.state import STATE
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import call, public
from msjax._core.tensor.number import Number
from msjax._core.tensor.structure import Composite
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.elementwise.arithmetic import (
    add,
    floor_divide,
    floor_mod,
    minus,
    mul,
    plus,
    quotient,
    remainder,
    sub,
    times,
    true_div,
)
from msjax.kernels.elementwise.comparison import (
    eq,
    greater,
    greater_equal,
    less,
    less_equal,
    not_equal,
)
from msjax.kernels.elementwise.logical import bitwise_and, bitwise_or, bitwise_xor, logical_not
from msjax.kernels.elementwise.power import pow
from msjax.kernels.elementwise.rounding import round as round_kernel
from msjax.kernels.elementwise.unary import abs as absolute
from msjax.kernels.elementwise.unary import neg, positive
from msjax.kernels.shape.joining import stacked

_SEQUENCES = (list, tuple)
_LISTS = (*_SEQUENCES, range)
_COMPILED_LISTS_OF = frozenset(
    (mstype.bool_, mstype.int32, mstype.int64, mstype.float16, mstype.float32, mstype.float64)
)
_BESIDE_SPARSE = frozenset(("__add__", "__sub__", "__mul__"))  # what sparse matrices reflect
_COMPILED_WITH_LISTS = frozenset(
    f"__{prefix}{name}__"
    for prefix, names in (
        ("", "mul truediv mod"),
        ("r", "mul truediv mod"),
        ("i", "add mul truediv floordiv mod"),
    )
    for name in names.split()
)
_COMPARABLE = (Tensor, bool, int, float, np.bool_, np.integer, np.floating)


def _is_sparse(value: Any) -> bool:
    return isinstance(value, Composite) and type(value) is not Number


def _like(values: Any, tensor: Tensor) -> Tensor:
    """A list, tuple or range beside an operator, as a Tensor of the other operand's dtype."""
    if any(isinstance(v, Tensor) for v in values):
        return stacked(values, tensor.dtype).astype(tensor.dtype)
    return Tensor(list(values) if type(values) is range else values).astype(tensor.dtype)


def _is_list(other: Any, self: Tensor, name: str, beside_list: Callable | None) -> bool:
    """Whether an operator takes the list, tuple or range beside it.

    Lists for `*`, `/`, `%` and `+=`, and ranges, are taken in compiled code, with some dtypes.
    """
    if type(other) is not range and beside_list is not None:
        return True
    takes = beside_list is not None or name in _COMPILED_WITH_LISTS
    return takes and self.dtype in _COMPILED_LISTS_OF and STATE.compiled()


def _binary(name: str, kernel: Callable, beside_list: Callable | None) -> Callable:
    function, with_list = call(kernel), call(beside_list or kernel)

    def method(self: Tensor, other: Tensor | complex | np.number | list | tuple) -> Tensor:
        if isinstance(other, _LISTS) and _is_list(other, self, name, beside_list):
            return with_list(self, _like(other, self))
        if name in _BESIDE_SPARSE and _is_sparse(other):
            return NotImplemented
        return function(self, other)

    return _named(method, name)


def _reflected(name: str, kernel: Callable, beside_list: Callable | None) -> Callable:
    function, with_list = call(kernel), call(beside_list or kernel)

    def method(self: Tensor, other: Tensor | complex | np.number | list | tuple) -> Tensor:
        if isinstance(other, _LISTS) and _is_list(other, self, name, beside_list):
            return with_list(_like(other, self), self)
        return function(other, self)

    return _named(method, name)


def _reflected_when_compiled(name: str, kernel: Callable) -> Callable:
    function = call(kernel)

    def method(self: Tensor, other: int) -> Tensor:
        if not (isinstance(other, int) and STATE.compiled()):
            return NotImplemented
        return function(self, other)

    return _named(method, name)


def _multiplied_in_place(name: str, kernel: Callable, beside_list: Callable | None) -> Callable:
    """`t *= n`: in compiled code `t * n`; eagerly an Int32 scalar becomes Int64."""
    eager, compiled = _binary(name, kernel, beside_list), _binary(name, times, beside_list)

    def method(self: Tensor, other: Tensor | complex | np.number | list | tuple) -> Tensor:
        return (compiled if STATE.compiled() else eager)(self, other)

    return _named(method, name)


def _comparison(name: str, kernel: Callable, otherwise: bool) -> Callable:
    function = call(kernel)

    def method(self: Tensor, other: object) -> Tensor:
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
    method.__doc__ = _described(name)
    return method


ARITHMETIC = (  # name, kernel, kernel beside a list: Tensor with list, then list with Tensor
    ("add", plus, add, add),
    ("sub", minus, sub, sub),
    ("mul", times, None, None),
    ("truediv", quotient, None, None),
    ("floordiv", floor_divide, floor_divide, floor_divide),
    ("mod", floor_mod, None, None),
    ("pow", pow, None, pow),
)
_WITH_LISTS = {
    "isub",
    *(name for name, _, right, _ in ARITHMETIC if right),
    *(f"r{name}" for name, _, _, left in ARITHMETIC if left),
}
_BINARY = {  # the symbol, what it gives, the function that says more, its value for 7 and 2
    "add": ("+", "sum", "add", "[9.]"),
    "sub": ("-", "difference", "sub", "[5.]"),
    "mul": ("*", "product", "mul", "[14.]"),
    "truediv": ("/", "quotient", "true_divide", "[3.5]"),
    "floordiv": ("//", "quotient, rounded down", "floor_divide", "[3.]"),
    "mod": ("%", "remainder of the division that rounds down", "floor_mod", "[1.]"),
    "pow": ("**", "power", "pow", "[49.]"),
    "and": ("&", "conjunction of bits", "bitwise_and", "[2]"),
    "or": ("|", "disjunction of bits", "bitwise_or", "[7]"),
    "xor": ("^", "exclusive disjunction of bits", "bitwise_xor", "[5]"),
    "lt": ("<", "whether elements are less", "less", "[False]"),
    "le": ("<=", "whether elements are less or equal", "less_equal", "[False]"),
    "gt": (">", "whether elements are greater", "greater", "[ True]"),
    "ge": (">=", "whether elements are greater or equal", "greater_equal", "[ True]"),
    "eq": ("==", "whether elements are equal", "equal", "[False]"),
    "ne": ("!=", "whether elements differ", "not_equal", "[ True]"),
}
_UNARY = {  # the expression, what it gives, the function that says more, the error for bools
    "neg": ("-x", "the negative", "neg", "TypeError"),
    "pos": ("+x", "the same values", "positive", None),
    "abs": ("abs(x)", "the absolute value", "abs", None),
    "invert": ("~x", "the negation of bools, or whether numbers are 0", "logical_not", None),
    "round": ("round(x)", "the nearest whole number, of two the even one", "round", "RuntimeError"),
}


def _described(name: str) -> str:
    """The docstring of an operator."""
    bare = name.strip("_")
    if bare in _UNARY:
        text, gives, function, error = _UNARY[bare]
        result = "bool Tensor of the same shape" if bare == "invert" else "Tensor of the same shape"
        raises = f"\n    Raises:\n        {error}: the dtype is bool.\n" if error else ""
        element = "True" if bare == "invert" else "-1.5"
        value = {"neg": "[1.5]", "pos": "[-1.5]", "abs": "[1.5]", "invert": "[False]"}.get(bare)
        return f"""`{text}`: {gives}, element by element; see `ops.{function}`.

    Returns:
        {result}.
{raises}
    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([{element}])
        >>> print({text})
        {value or "[-2.]"}
    """
    kind = "" if bare in _BINARY else bare[0]  # "r": reflected, "i": assigns
    symbol, gives, function, value = _BINARY[bare.removeprefix(kind)]
    of_bits, compares = symbol in ("&", "|", "^"), symbol[0] in "<>=!"
    text = {"": f"x {symbol} other", "r": f"other {symbol} x", "i": f"x {symbol}= other"}[kind]
    others = "Tensor or number whose shape broadcasts with that of the Tensor"
    if bare in _WITH_LISTS:
        others += ",\n            or list or tuple of numbers, which count in the Tensor's dtype"
    result = "bool Tensor of the broadcast shape"
    if not compares:
        result = "Tensor of the broadcast shape and the common dtype"
    raises = "`other` is of another type, or the dtypes have no common one."
    if symbol in ("==", "!="):
        others += ";\n            what is neither is not equal"
        result += f"; {symbol == '!='} beside what is neither a Tensor nor a number"
        raises = "the dtypes have no common one."
    if kind == "r" and of_bits:
        others = "int; in eager code Python raises TypeError"
        raises = "the Tensor is not of integers or bools, or the code is not compiled."
    x, shown = "7" if of_bits else "7.", f"print(x {symbol} 2)"
    if kind == "r":
        x, shown = "2" if of_bits else "2.", f"print(7 {symbol} x)"
    if kind == "r" and of_bits:
        shown = f"print(ms.jit(lambda x: 7 {symbol} x)(x))"
    if kind == "i":
        shown = f"x {symbol}= 2\n        >>> print(x)"
    return f"""`{text}`: {gives}, element by element; see `ops.{function}`.

    Args:
        other: {others}.

    Returns:
        {result}.

    Raises:
        TypeError: {raises}
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([{x}])
        >>> {shown}
        {value}
    """


for _name, _kernel, _right, _left in ARITHMETIC:
    public(f"Tensor.__{_name}__", label="")(_binary(f"__{_name}__", _kernel, _right))
    _kernel = sub if _kernel is minus else _kernel
    # `n * t` promotes as `t * n` does, while `mint.mul(n, t)` does not promote as `mint.mul(t, n)`.
    _made = _binary if _kernel is times else _reflected
    public(f"Tensor.__r{_name}__", label="")(_made(f"__r{_name}__", _kernel, _left))

for _name, _kernel in (
    ("and", bitwise_and),
    ("or", bitwise_or),
    ("xor", bitwise_xor),
    ("lt", less),
    ("le", less_equal),
    ("gt", greater),
    ("ge", greater_equal),
):
    public(f"Tensor.__{_name}__", label="")(_binary(f"__{_name}__", _kernel, None))

for _name, _kernel in (("and", bitwise_and), ("or", bitwise_or), ("xor", bitwise_xor)):
    _made = _reflected_when_compiled(f"__r{_name}__", _kernel)
    public(f"Tensor.__r{_name}__", label="")(_made)

for _name, _kernel, _right in (
    ("add", plus, None),
    ("sub", sub, sub),
    ("mul", mul, None),
    ("truediv", true_div, None),
    ("floordiv", floor_divide, None),
    ("mod", floor_mod, None),
):
    _made = _multiplied_in_place if _kernel is mul else _binary
    public(f"Tensor.__i{_name}__", label="")(_made(f"__i{_name}__", _kernel, _right))

for _name, _kernel in (
    ("neg", neg),
    ("pos", positive),
    ("abs", absolute),
    ("invert", logical_not),
    ("round", round_kernel),
):
    public(f"Tensor.__{_name}__", label="")(_unary(f"__{_name}__", _kernel))

public("Tensor.__eq__", "Tensor.__req__", label="")(_comparison("__eq__", eq, False))
public("Tensor.__ne__", label="")(_comparison("__ne__", not_equal, True))

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
    np.bitwise_and: operator.and_,
    np.bitwise_or: operator.or_,
    np.bitwise_xor: operator.xor,
}


@public("Tensor.__array_ufunc__")
def array_ufunc(self: Tensor, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """NumPy functions on Tensors work on the values and give NumPy arrays.

    Inside compiled code, where there are no values, a NumPy number on the left of an operator
    counts as a Python number.

    Args:
        ufunc: the NumPy function.
        method: how it was called, "__call__" or a method such as "reduce".
        inputs: the arguments, Tensors among them.
        kwargs: the keyword arguments of the call.

    Returns:
        What NumPy gives, an array or a number.

    Examples:
        >>> import msjax as ms
        >>> import numpy as np
        >>> np.add(ms.Tensor([1., 2.]), 1)
        array([2., 3.], dtype=float32)
    """
    if method == "__call__" and len(inputs) == 2 and not kwargs and ufunc in _OPERATORS:
        left, right = inputs
        number = isinstance(left, np.generic) or (  # which NumPy makes an array to compare it
            isinstance(left, np.ndarray) and left.shape == ()
        )
        if number and isinstance(right, Tensor) and _is_traced(right):
            return _OPERATORS[ufunc](left.item(), right)
    arrays = [np.asarray(x) if isinstance(x, Tensor) else x for x in inputs]
    return getattr(ufunc, method)(*arrays, **kwargs)


def _is_traced(tensor: Tensor) -> bool:
    return STATE.frame is not None or isinstance(tensor._value, jax.core.Tracer)


def _beside(self: Tensor, other: Any, alpha: Any) -> Any:
    """The other operand of an addition; `alpha` scales Tensors and numbers, but no lists."""
    plain = type(alpha) is int and alpha == 1
    return _like(other, self) if plain and isinstance(other, _SEQUENCES) else other


def _scaled(self: Tensor, other: Any, alpha: Any) -> Any:
    """`alpha * other` in the dtype that the sum will have."""
    if type(alpha) is int and alpha == 1:
        return other
    if not isinstance(other, Tensor):
        return other * alpha
    common = mstype.from_np(mstype.promote([self.dtype.np, other.dtype.np], [], False))
    return call(times)(other.astype(common), alpha)


def _check_alpha(self: Any, other: Any, alpha: Any) -> None:
    tensors = [x for x in (self, other) if isinstance(x, Tensor)]
    floating = isinstance(other, float) or any(x.dtype.np.kind not in "biu" for x in tensors)
    if isinstance(alpha, bool) and any(x.dtype != mstype.bool_ for x in tensors):
        raise TypeError(Clause(f"boolean alpha need boolean input, but got {self.dtype}."))
    if isinstance(alpha, float) and not floating:
        raise TypeError(
            Clause(f"floating alpha need floating input and other, but got {self.dtype}.")
        )


@public("Tensor.add", label="AddExt")
def add_method(
    self, other: Tensor | complex | np.number | Sequence[Any], *, alpha: complex | np.number = 1
) -> Tensor:
    """`self + alpha * other`.

    Args:
        other: Tensor, number, or list or tuple of numbers, whose shape broadcasts with that of the
            Tensor; lists count in the Tensor's dtype.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `other` is of another type, the dtypes have no common one, or
            `alpha` is a float beside integers or a bool beside numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).add(1, alpha=3))
        [4. 5.]
    """
    other = _beside(self, other, alpha)
    _check_alpha(self, other, alpha)
    return call(plus)(self, _scaled(self, other, alpha))


@public("Tensor.sub", label="SubExt")
def sub_method(
    self,
    other: Tensor | complex | np.number | Sequence[Any] = REQUIRED,
    *,
    alpha: complex | np.number = 1,
    y: Tensor | Number | Sequence = REQUIRED,
) -> Tensor:
    """`self - alpha * other`; the older spelling of `other` is `y`.

    Args:
        other: Tensor, number, or list or tuple of numbers, whose shape broadcasts with that of the
            Tensor; lists count in the Tensor's dtype.
        alpha: number that scales `other`.
        y: the same as `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; of bools the exclusive or.

    Raises:
        TypeError: `other` is missing or of another type, the dtypes have no common one, or
            `alpha` is a float beside integers or a bool beside numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([4., 5.]).sub(1, alpha=2))
        [2. 3.]
    """
    other = one_of(REQUIRED, other=other, y=y)
    if other is REQUIRED:
        raise TypeError("sub() missing 1 required argument: 'other'")
    other = _beside(self, other, alpha)
    _check_alpha(self, other, alpha)
    return call(minus)(self, _scaled(self, other, alpha))


@public("Tensor.remainder")
def remainder_method(
    self, other: Tensor | complex | np.number = REQUIRED, *, divisor: Tensor | Number = REQUIRED
) -> Tensor:
    """Remainder of the division that rounds down, as `ops.remainder`; its sign is the divisor's.

    Args:
        other: Tensor or number whose shape broadcasts with that of the Tensor, the divisor.
        divisor: the same as `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: there is no divisor, it is neither a Tensor nor a number, or the dtypes have no
            common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([-5., 5.]).remainder(3))
        [1. 2.]
    """
    other = one_of(REQUIRED, other=other, divisor=divisor)
    if other is REQUIRED:
        raise TypeError("remainder() missing 1 required argument: 'other'")
    return call(remainder)(self, other)


@public("ops.subtract")
def subtract(
    input: Tensor | complex | np.number,
    other: Tensor | complex | np.number,
    *,
    alpha: complex | np.number = 1,
) -> Tensor:
    """`input - alpha * other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; two bool operands give Int64.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.subtract(ms.Tensor([4., 5.]), 1, alpha=2))
        [2. 3.]
    """
    number = isinstance(other, (int, float)) and isinstance(alpha, (int, float))
    return call(sub)(input, other * alpha if number else call(times)(other, alpha))


@public("Tensor.subtract")
def subtract_method(
    self, other: Tensor | complex | np.number | Sequence[Any], *, alpha: complex | np.number = 1
) -> Tensor:
    """`self - alpha * other`, as `Tensor.sub`.

    Args:
        other: Tensor, number, or list or tuple of numbers, whose shape broadcasts with that of the
            Tensor; lists count in the Tensor's dtype.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; of bools the exclusive or.

    Raises:
        TypeError: `other` is of another type, the dtypes have no common one, or
            `alpha` is a float beside integers or a bool beside numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([4., 5.]).subtract(1, alpha=2))
        [2. 3.]
    """
    return sub_method(self, other, alpha=alpha)


@public("ops.augassign_add")
def augassign_add(*args: Any) -> Any:
    """The result of `x += y`, which is `x + y`; `x` itself stays.

    Args:
        args: two operands, as of `+`.

    Returns:
        Their sum: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be added.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_add(ms.Tensor([7.]), 2))
        [9.]
    """
    return operator.add(*args)


@public("ops.augassign_sub")
def augassign_sub(*args: Any) -> Any:
    """The result of `x -= y`, which is `x - y`; `x` itself stays.

    Args:
        args: two operands, as of `-`.

    Returns:
        Their difference: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be subtracted.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_sub(ms.Tensor([7.]), 2))
        [5.]
    """
    return operator.sub(*args)


@public("ops.augassign_mul")
def augassign_mul(*args: Any) -> Any:
    """The result of `x *= y`, which is `x * y`; `x` itself stays.

    Args:
        args: two operands, as of `*`.

    Returns:
        Their product: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be multiplied.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_mul(ms.Tensor([7.]), 2))
        [14.]
    """
    return operator.mul(*args)


@public("ops.augassign_div")
def augassign_div(*args: Any) -> Any:
    """The result of `x /= y`, which is `x / y`; `x` itself stays.

    Args:
        args: two operands, as of `/`.

    Returns:
        Their true quotient: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be divided.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_div(ms.Tensor([7.]), 2))
        [3.5]
    """
    return operator.truediv(*args)


@public("ops.augassign_floordiv")
def augassign_floordiv(*args: Any) -> Any:
    """The result of `x //= y`, which is `x // y`; `x` itself stays.

    Args:
        args: two operands, as of `//`.

    Returns:
        Their quotient, rounded down: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be divided.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_floordiv(ms.Tensor([7.]), 2))
        [3.]
    """
    return operator.floordiv(*args)


@public("ops.augassign_mod")
def augassign_mod(*args: Any) -> Any:
    """The result of `x %= y`, which is `x % y`; `x` itself stays.

    Args:
        args: two operands, as of `%`.

    Returns:
        The remainder of the division that rounds down: a Tensor if one of them is a Tensor.

    Raises:
        TypeError: there are not two operands, or they cannot be divided.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.augassign_mod(ms.Tensor([7.]), 2))
        [1.]
    """
    return operator.mod(*args)


@public("ops.hyper_add")
def hyper_add(*args: Any) -> Any:
    """Sum of two Tensors, numbers, or tuples of those, element by element.

    Args:
        args: two Tensors or numbers, or two tuples of them, which may be nested. Of tuples of
            unequal lengths the longer one is cut off.

    Returns:
        Tensor or number, or tuple of them.

    Raises:
        ValueError: there are not two arguments, or they do not belong together.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hyper_add(ms.Tensor([1.]), 2))
        [3.]
        >>> ms.ops.hyper_add((1, 2), (3, 4))
        (4, 6)
    """
    x, y = args
    if isinstance(x, tuple) and isinstance(y, tuple):
        return tuple(hyper_add(a, b) for a, b in zip(x, y, strict=False))
    for value in (x, y):
        if not isinstance(value, (Tensor, int, float)):
            raise ValueError(must("args", "Tensors or numbers", describe(value)))
    return call(add)(x, y) if isinstance(x, Tensor) or isinstance(y, Tensor) else x + y
