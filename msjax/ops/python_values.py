"""Operations on Python numbers, strings, tuples, lists and dicts, as graph code spells them."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import public
from msjax._core.tensor import Tensor
from msjax.ops._wrap import as_primitive
from msjax.ops.queries import typeof


def _publish(name: str, parameters: str, doc: str, function: Callable) -> None:
    """Publish `function` with named positional parameters."""
    scope: dict[str, Any] = {"_function": function}
    exec(f"def {name}({parameters}): return _function({parameters})", scope)
    made = scope[name]
    made.__doc__, made.__module__ = doc, "msjax.ops"
    public("ops." + name)(made)


def _divided(function: Callable) -> Callable:
    def checked(x: Any, y: Any) -> Any:
        if not isinstance(y, Tensor) and y == 0:
            raise ValueError("The divisor could not be zero. But the divisor is zero now.")
        return function(x, y)

    return checked


def _known(x: Any) -> bool:
    return False


for _name, _function in (
    ("add", operator.add),
    ("sub", operator.sub),
    ("mul", operator.mul),
    ("div", _divided(operator.truediv)),
    ("floordiv", _divided(operator.floordiv)),
    ("mod", _divided(operator.mod)),
    ("pow", operator.pow),
    ("eq", operator.eq),
    ("ne", operator.ne),
    ("lt", operator.lt),
    ("le", operator.le),
    ("gt", operator.gt),
    ("ge", operator.ge),
    ("max", max),
    ("min", min),
):
    _publish(f"scalar_{_name}", "x, y", f"`{_name}` of two numbers.", _function)

_publish("scalar_log", "x", "Natural logarithm of a number.", math.log)
_publish("scalar_uadd", "x", "A number as it is.", operator.pos)
_publish("scalar_usub", "x", "A number negated.", operator.neg)
_publish("bool_and", "x, y", "Logical and of two bools.", lambda x, y: x and y)
_publish("bool_or", "x, y", "Logical or of two bools.", lambda x, y: x or y)
_publish("bool_eq", "x, y", "Whether two bools are equal.", operator.eq)
_publish("bool_not", "x", "Logical not of a bool, as a 0-d Tensor.", lambda x: Tensor(not x))
_publish("string_eq", "x, y", "Whether two strings are equal.", operator.eq)
_publish("string_concat", "x, y", "Two strings joined.", operator.add)
_publish("is_", "x, y", "Whether two names mean one object.", operator.is_)
_publish("is_not", "x, y", "Whether two names mean different objects.", operator.is_not)
_publish("in_dict", "key, d", "Whether a dict has a key.", lambda key, d: key in d)
_publish("not_in_dict", "key, d", "Whether a dict lacks a key.", lambda key, d: key not in d)
_publish("tuple_len", "x", "Length of a tuple.", len)
_publish("list_len", "x", "Length of a list.", len)
_publish("tuple_getitem", "x, index", "Element of a tuple.", operator.getitem)
_publish("list_getitem", "x, index", "Element of a list.", operator.getitem)
_publish("tuple_equal", "x, y", "Whether two tuples are equal.", operator.eq)
_publish("list_equal", "x, y", "Whether two lists are equal.", operator.eq)
_publish("tuple_reversed", "x", "A tuple in reverse order.", lambda x: x[::-1])
_publish("make_tuple", "*args", "A tuple of the arguments.", lambda *args: args)
_publish("make_list", "*args", "A list of the arguments.", lambda *args: list(args))
_publish("make_slice", "start, stop, step", "A slice.", slice)
_publish("make_dict", "keys, values", "A dict.", lambda k, v: dict(zip(k, v, strict=True)))
_publish("SliceGetItem", "x, name", "The start, stop or step of a slice.", getattr)
_publish("is_sequence_value_unknown", "x", "Whether graph code lacks a tuple's values.", _known)
_publish("is_sequence_shape_unknown", "x", "Whether graph code lacks a tuple's length.", _known)
_publish("partial", "*args", "A function with its first arguments given.", functools.partial)


@public("ops.dict_getitem")
def dict_getitem(d, key):
    """The value of a key of a dict.

    Raises:
        TypeError: `d` is no dict.
        ValueError: it lacks the key.
    """
    if not isinstance(d, dict):
        raise TypeError(must("dict_getitem", "d", "a dict", describe(d)))
    if key not in d:
        raise ValueError(f"The key {key} does not exist in the dict: {d}.")
    return d[key]


@public("ops.dict_setitem")
def dict_setitem(d, key, value):
    """A dict with one value changed."""
    return {**d, key: value}


@public("ops.tuple_setitem")
def tuple_setitem(x, index, value):
    """A tuple with one element changed."""
    return tuple(list_setitem(x, index, value))


@public("ops.list_setitem")
def list_setitem(x, index, value):
    """A list with one element changed."""
    copy = list(x)
    copy[index] = value
    return copy


@public("ops.tuple_div")
def tuple_div(x, y):
    """Quotients of the elements of two tuples of ints.

    Raises:
        TypeError: one of them is no tuple.
        RuntimeError: a division leaves a remainder, or the lengths differ.
    """
    for arg, value in (("x", x), ("y", y)):
        if not isinstance(value, tuple):
            raise TypeError(must("tuple_div", arg, "a tuple", describe(value)))
    if len(x) != len(y):
        raise RuntimeError(must("tuple_div", "y", f"of length {len(x)}", len(y)))
    for a, b in zip(x, y, strict=True):
        if a % b:
            raise RuntimeError(
                "The inputs of 'tuple_div' operator should be divisible, "
                f"but the dividend is {a} and the divisor is {b}."
            )
    return tuple(a // b for a, b in zip(x, y, strict=True))


@public("ops.make_range")
def make_range(*args):
    """The ints of a range, as a tuple.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.make_range(1, 7, 2)
        (1, 3, 5)
    """
    return tuple(range(*args))


@public("ops.hastype")
def hastype(x, dtype):
    """Whether a value is of a MindSpore type; Tensors are of `tensor_type` only."""
    return (mstype.tensor_type if isinstance(x, Tensor) else typeof(x)) == dtype


@public("ops.array_to_scalar")
def array_to_scalar(x):
    """The value of a 0-d Tensor, as a Python number.

    Raises:
        TypeError: `x` is no Tensor.
        RuntimeError: it has dimensions.
    """
    if not isinstance(x, Tensor):
        raise TypeError(must("array_to_scalar", "x", "a Tensor", describe(x)))
    if x.ndim:
        raise RuntimeError(must("array_to_scalar", "x", "of no dimensions", f"shape {x.shape}"))
    return x.item()


@public("ops.scalar_cast")
def scalar_cast(input_x, input_y):
    """Convert a Python number.

    Args:
        input_x: number.
        input_y: the dtype: int64, float64 or bool.

    Returns:
        int, float or bool.

    Raises:
        ValueError: `input_y` is none of these.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.scalar_cast(2.7, ms.int64)
        2
    """
    kinds = {mstype.int64: int, mstype.float64: float, mstype.bool_: bool}
    if input_y not in kinds:
        raise ValueError(
            "For 'ScalarCast', the supported type is in the list: "
            f"[mindspore.int64, mindspore.float64, mindspore.bool], but got {input_y}"
        )
    return kinds[input_y](input_x)


as_primitive("ScalarCast", scalar_cast)


@public("ops.scalar_to_tensor")
def scalar_to_tensor(input_x, dtype=mstype.float32):
    """A 0-d Tensor of a Python number.

    Args:
        input_x: bool, int or float.
        dtype: element type.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is no number.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.scalar_to_tensor(1)
        Tensor(shape=[], dtype=Float32, value= 1)
    """
    if not isinstance(input_x, (bool, int, float)):
        raise TypeError(
            "For 'ScalarToTensor', the type of 'x' should be one of '['bool', 'int', 'float']', "
            f"but got type '{type(input_x).__name__}'."
        )
    return Tensor(input_x, dtype)


def _scalar_to_tensor(x, dtype=mstype.float32):
    """A 0-d Tensor of a Python number, as `ops.scalar_to_tensor`."""
    return scalar_to_tensor(x, dtype)


as_primitive("ScalarToTensor", _scalar_to_tensor)


@public("ops.scalar_to_array")
def scalar_to_array(input_x):
    """A 0-d Tensor of a Python number, in its default dtype.

    Args:
        input_x: int or float.

    Returns:
        Tensor.
    """
    if isinstance(input_x, bool) or not isinstance(input_x, (int, float)):
        raise TypeError(must("ScalarToArray", "input_x", "int or float", describe(input_x)))
    return Tensor(input_x)


as_primitive("ScalarToArray", scalar_to_array)


@public("ops.tuple_to_array")
def tuple_to_array(input_x):
    """A Tensor of the numbers in a tuple: Int32 if the first is an int, else Float32.

    Args:
        input_x: tuple of numbers.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is no tuple.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tuple_to_array((1, 2, 3)))
        [1 2 3]
    """
    if not isinstance(input_x, (tuple, list)):
        raise TypeError(must("TupleToArray", "input_x", "tuple", describe(input_x)))
    return Tensor(input_x, mstype.int32 if isinstance(input_x[0], int) else mstype.float32)


as_primitive("TupleToArray", tuple_to_array)
