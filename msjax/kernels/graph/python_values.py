"""Operations on Python numbers, strings, tuples, lists and dicts, as graph code spells them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import partial as _partial
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import words
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.graph.queries import typeof

if TYPE_CHECKING:
    from msjax._types import DType


def _part(value: Any, name: Any) -> Any:
    if not isinstance(value, slice) or name not in ("start", "stop", "step"):
        given = f"{describe(value)} and {name!r}"
        raise TypeError(must("x' and 'name", "a slice and one of its parts", given))
    return getattr(value, name)


_WORDS = {
    **dict.fromkeys(("Number", "float", "Any"), "number"),
    "Callable": "function",
    "Sequence": "tuple or list",
    "object": "any object",
}
_RESULTS = {
    **dict.fromkeys(("tuple_getitem", "list_getitem"), "the element"),
    "SliceGetItem": "int, Tensor or None",
    "partial": "the function",
}
_NEVER_RAISE = """
bool_and bool_or bool_eq string_eq is_ is_not scalar_eq scalar_ne make_tuple make_list
""".split()
_DIVIDE = ("scalar_div", "scalar_floordiv", "scalar_mod")
_RAISES = """
    Raises:
        TypeError: an argument is of another kind.
"""
_BY_ZERO = "        ValueError: the divisor is 0.\n"


def _publish(
    name: str, doc: str, function: Callable, types: str, given: str, gives: str, **accepts: str
) -> None:
    """Publish a lambda under a name.

    Args:
        name: the name.
        doc: the first line of its docstring.
        function: the lambda.
        types: those of its arguments and of its result, "int, str -> bool".
        given: the arguments of an example.
        gives: what the example shows.
        accepts: as in `public`.
    """
    taken, _, result = types.partition(" -> ")
    named = dict(zip(function.__code__.co_varnames, taken.split(", "), strict=True))
    told = "\n        ".join(
        f"{arg}: {_WORDS.get(kind, kind.replace(' | ', ' or '))}." for arg, kind in named.items()
    )
    gives_back = _RESULTS.get(name) or _WORDS.get(result, result)
    wrong = "" if name in _NEVER_RAISE else _RAISES + (_BY_ZERO if name in _DIVIDE else "")
    function.__name__ = function.__qualname__ = name
    function.__module__ = "msjax.ops"
    function.__annotations__ = named | {"return": result}
    function.__doc__ = f"""{doc}

    Args:
        {told}

    Returns:
        {gives_back[:1].upper()}{gives_back[1:]}.
{wrong}
    Examples:
        >>> import msjax as ms
        >>> ms.ops.{name}({given})
        {gives}
    """
    public("ops." + name, accepts=accepts)(function)


def _nonzero(y: Any) -> Any:
    """A divisor, unless it is the number 0."""
    if not isinstance(y, Tensor) and y == 0:
        raise ValueError("The divisor could not be zero. But the divisor is zero now.")
    return y


for _name, _doc, _function, _given, _gives in (
    ("add", "Sum of two numbers.", lambda x, y: x + y, "3, 2", "5"),
    ("sub", "Difference of two numbers.", lambda x, y: x - y, "3, 2", "1"),
    ("mul", "Product of two numbers.", lambda x, y: x * y, "3, 2", "6"),
    ("div", "Quotient of two numbers.", lambda x, y: x / _nonzero(y), "3, 2", "1.5"),
    (
        "floordiv",
        "Quotient of two numbers, rounded down.",
        lambda x, y: x // _nonzero(y),
        "7, 2",
        "3",
    ),
    (
        "mod",
        "Remainder of two numbers, of the sign of the divisor.",
        lambda x, y: x % _nonzero(y),
        "7, 2",
        "1",
    ),
    ("pow", "A number to the power of another.", lambda x, y: x**y, "3, 2", "9"),
    ("eq", "Whether two numbers are equal.", lambda x, y: x == y, "3, 2", "False"),
    ("ne", "Whether two numbers differ.", lambda x, y: x != y, "3, 2", "True"),
    ("lt", "Whether a number is less than another.", lambda x, y: x < y, "3, 2", "False"),
    ("le", "Whether a number is at most another.", lambda x, y: x <= y, "3, 2", "False"),
    ("gt", "Whether a number is greater than another.", lambda x, y: x > y, "3, 2", "True"),
    ("ge", "Whether a number is at least another.", lambda x, y: x >= y, "3, 2", "True"),
    ("max", "The greater of two numbers.", lambda x, y: max(x, y), "3, 2", "3"),
    ("min", "The less of two numbers.", lambda x, y: min(x, y), "3, 2", "2"),
):
    _types = "Tensor | Number, Tensor | Number -> Any"
    _publish(f"scalar_{_name}", _doc, _function, _types, _given, _gives)

_publish(
    "scalar_log",
    "Natural logarithm of a number.",
    lambda x: math.log(x),
    "float -> float",
    "1",
    "0.0",
)
_publish("scalar_uadd", "A number as it is.", lambda x: +x, "Tensor | Number -> Any", "3", "3")
_publish("scalar_usub", "A number negated.", lambda x: -x, "Tensor | Number -> Any", "3", "-3")
_publish(
    "bool_and",
    "Logical and of two bools.",
    lambda x, y: x and y,
    "bool, bool -> bool",
    "True, False",
    "False",
)
_publish(
    "bool_or",
    "Logical or of two bools.",
    lambda x, y: x or y,
    "bool, bool -> bool",
    "True, False",
    "True",
)
_publish(
    "bool_eq",
    "Whether two bools are equal.",
    lambda x, y: x == y,
    "bool, bool -> bool",
    "True, False",
    "False",
)
_publish(
    "bool_not",
    "Logical not of a bool, as a 0-d Tensor.",
    lambda x: Tensor(not x),
    "bool | Tensor -> Tensor",
    "True",
    "Tensor(shape=[], dtype=Bool, value= False)",
    x="int float bool Tensor",
)
_publish(
    "string_eq",
    "Whether two strings are equal.",
    lambda x, y: x == y,
    "str, str -> bool",
    "'a', 'b'",
    "False",
)
_publish(
    "string_concat",
    "Two strings joined.",
    lambda x, y: x + y,
    "str, str -> str",
    "'a', 'b'",
    "'ab'",
)
_publish(
    "is_",
    "Whether two names mean one object.",
    lambda x, y: x is y,
    "object, object -> bool",
    "None, None",
    "True",
)
_publish(
    "is_not",
    "Whether two names mean different objects.",
    lambda x, y: x is not y,
    "object, object -> bool",
    "None, None",
    "False",
)
_publish(
    "in_dict",
    "Whether a dict has a key.",
    lambda key, d: key in d,
    "object, dict -> bool",
    "'a', {'a': 1}",
    "True",
    d="dtype",
)
_publish(
    "not_in_dict",
    "Whether a dict lacks a key.",
    lambda key, d: key not in d,
    "object, dict -> bool",
    "'a', {'a': 1}",
    "False",
    d="dtype",
)
_publish("tuple_len", "Length of a tuple.", lambda x: len(x), "tuple -> int", "(1, 2)", "2")
_publish("list_len", "Length of a list.", lambda x: len(x), "list -> int", "[1, 2]", "2")
_publish(
    "tuple_getitem",
    "Element of a tuple.",
    lambda x, index: x[index],
    "tuple, int | slice -> Any",
    "(1, 2), 0",
    "1",
    x="tuple list",
)
_publish(
    "list_getitem",
    "Element of a list.",
    lambda x, index: x[index],
    "list, int | slice -> Any",
    "[1, 2], 0",
    "1",
    x="tuple list",
)
_publish(
    "tuple_equal",
    "Whether two tuples are equal.",
    lambda x, y: x == y,
    "tuple, tuple -> bool",
    "(1, 2), (1, 2)",
    "True",
    x="tuple list",
    y="tuple list",
)
_publish(
    "list_equal",
    "Whether two lists are equal.",
    lambda x, y: x == y,
    "list, list -> bool",
    "[1, 2], [1, 3]",
    "False",
    x="tuple list",
    y="tuple list",
)
_publish(
    "tuple_reversed",
    "A tuple in reverse order.",
    lambda x: x[::-1],
    "tuple -> tuple",
    "(1, 2)",
    "(2, 1)",
    x="tuple",
)
_publish(
    "make_tuple",
    "A tuple of the arguments.",
    lambda *args: args,
    "object -> tuple",
    "1, 2",
    "(1, 2)",
)
_publish(
    "make_list",
    "A list of the arguments.",
    lambda *args: list(args),
    "object -> list",
    "1, 2",
    "[1, 2]",
)
_publish(
    "make_slice",
    "A slice.",
    lambda start, stop, step: slice(start, stop, step),
    "int | Tensor | None, int | Tensor | None, int | Tensor | None -> slice",
    "1, 5, 2",
    "slice(1, 5, 2)",
    **dict.fromkeys(("start", "stop", "step"), "int bool Tensor ndarray None"),
)
_publish(
    "make_dict",
    "A dict.",
    lambda keys, values: dict(zip(keys, values, strict=True)),
    "Sequence, Sequence -> dict",
    "('a',), (1,)",
    "{'a': 1}",
)
_publish(
    "SliceGetItem",
    "The start, stop or step of a slice.",
    lambda x, name: _part(x, name),
    "slice, str -> Any",
    "slice(1, 5), 'stop'",
    "5",
)
_publish(
    "is_sequence_value_unknown",
    "Whether graph code lacks a tuple's values.",
    lambda x: False,
    "Sequence -> bool",
    "(1, 2)",
    "False",
    x="tuple list",
)
_publish(
    "is_sequence_shape_unknown",
    "Whether graph code lacks a tuple's length.",
    lambda x: False,
    "Sequence -> bool",
    "(1, 2)",
    "False",
    x="tuple list",
)
_publish(
    "partial",
    "A function with its first arguments given, or some by name.",
    lambda *args, **kwargs: _partial(*args, **kwargs),
    "object, object -> Callable",
    "max, 3)(2",
    "3",
)


@public("ops.dict_getitem")
def dict_getitem(d: dict[Any, Any], key: Hashable) -> Any:
    """The value of a key of a dict.

    Args:
        d: dict.
        key: one of its keys.

    Returns:
        The value.

    Raises:
        TypeError: `d` is not a dict.
        ValueError: it lacks the key.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dict_getitem({"a": 1}, "a")
        1
    """
    of_type("d", d, dict)
    if key not in d:
        raise ValueError(f"The key {key} does not exist in the dict: {d}.")
    return d[key]


@public("ops.dict_setitem")
def dict_setitem(d: dict[Any, Any], key: Hashable, value: object) -> dict:
    """A copy of a dict with one value changed or added.

    Args:
        d: dict.
        key: the key.
        value: its new value.

    Returns:
        dict.

    Raises:
        TypeError: `d` is not a dict, or `key` cannot be the key of one.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dict_setitem({"a": 1}, "b", 2)
        {'a': 1, 'b': 2}
    """
    return {**d, key: value}


@public("ops.tuple_setitem", accepts={"x": "tuple", "index": "int"})
def tuple_setitem(x: tuple[Any, ...], index: int, value: object) -> tuple:
    """A copy of a tuple with one element changed.

    Args:
        x: tuple.
        index: int, the place; negative ones count from the end.
        value: the new element.

    Returns:
        tuple.

    Raises:
        TypeError: `x` is not a tuple or `index` not an int.
        IndexError: there is no such place.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.tuple_setitem((1, 2, 3), 1, 9)
        (1, 9, 3)
    """
    return tuple(list_setitem(x, index, value))


@public("ops.list_setitem", accepts={"x": "list", "index": "int"})
def list_setitem(x: list[Any], index: int, value: object) -> list:
    """A copy of a list with one element changed.

    Args:
        x: list.
        index: int, the place; negative ones count from the end.
        value: the new element.

    Returns:
        list.

    Raises:
        TypeError: `x` is not a list or `index` not an int.
        IndexError: there is no such place.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.list_setitem([1, 2, 3], -1, 9)
        [1, 2, 9]
    """
    copy = list(x)
    copy[index] = value
    return copy


@public("ops.tuple_div")
def tuple_div(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """Quotients of the elements of two tuples of ints.

    Args:
        x: tuple of ints.
        y: tuple of ints of the same length.

    Returns:
        tuple of ints.

    Raises:
        TypeError: one of them is not a tuple.
        RuntimeError: an element is not an int, a division leaves a remainder or is one by 0, or the
            lengths differ.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.tuple_div((6, 8), (2, 4))
        (3, 2)
    """
    for arg, value in (("x", x), ("y", y)):
        of_type(arg, value, tuple)
    if len(x) != len(y):
        raise RuntimeError(must("y", f"of length {len(x)}", len(y)))
    for a, b in zip(x, y, strict=True):
        if type(a) is not int or type(b) is not int:
            raise RuntimeError(
                f"The inputs of 'tuple_div' must be tuples of ints, but got {a}, {b}."
            )
        if b == 0:
            raise RuntimeError("The divisors of 'tuple_div' must not be 0.")
        if a % b:
            raise RuntimeError(
                "The inputs of 'tuple_div' operator should be divisible, "
                f"but the dividend is {a} and the divisor is {b}."
            )
    return tuple(a // b for a, b in zip(x, y, strict=True))


@public("ops.make_range")
def make_range(*args: int) -> tuple[int, ...]:
    """The ints of a range, as a tuple.

    Args:
        args: ints as for Python's `range`: stop; start and stop; or start, stop and step.

    Returns:
        tuple of ints.

    Raises:
        TypeError: an argument is not an int.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.make_range(1, 7, 2)
        (1, 3, 5)
    """
    return tuple(range(*args))


@public("ops.hastype")
def hastype(x: object, dtype: DType) -> bool:
    """Whether a value is of a MindSpore type; Tensors are of `tensor_type` only.

    Args:
        x: a Tensor or another value that `ops.typeof` knows.
        dtype: the type.

    Returns:
        bool.

    Raises:
        NotImplementedError: `x` is of a type that MindSpore does not have.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.hastype(1.5, ms.float32), ms.ops.hastype(ms.Tensor([1.]), ms.float32)
        (True, False)
    """
    return (mstype.tensor_type if isinstance(x, Tensor) else typeof(x)) == dtype


@public("ops.array_to_scalar")
def array_to_scalar(x: Tensor) -> int | float:
    """The value of a 0-d Tensor, as a Python number.

    Args:
        x: Tensor without dimensions.

    Returns:
        int, float, bool or complex.

    Raises:
        TypeError: `x` is not a Tensor.
        RuntimeError: it has dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.array_to_scalar(ms.Tensor(1.5))
        1.5
    """
    of_type("x", x, Tensor)
    if x.ndim:
        raise RuntimeError(must("x", "of no dimensions", f"shape {x.shape}"))
    return x.item()


@public(
    "ops.scalar_cast",
    primitive="ScalarCast",
    accepts={"input_x": "int float bool"},
    label="ScalarCast",
)
def scalar_cast(input_x: complex | np.number, input_y: DType) -> int | float | bool:
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
            Clause(
                "the supported type is in the list: "
                f"[mindspore.int64, mindspore.float64, mindspore.bool], but got {input_y}"
            )
        )
    return kinds[input_y](input_x)


@public("ops.scalar_to_tensor", accepts={"dtype": "dtype"}, label="ScalarToTensor")
def scalar_to_tensor(input_x: float, dtype: mstype.Type = mstype.float32) -> Tensor:
    """A 0-d Tensor of a Python number.

    Args:
        input_x: bool, int or float.
        dtype: element type.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is not a number.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.scalar_to_tensor(1)
        Tensor(shape=[], dtype=Float32, value= 1)
    """
    if not isinstance(input_x, (bool, int, float)):
        raise TypeError(
            Clause(
                "the type of 'x' should be one of '['bool', 'int', 'float']', "
                f"but got type '{type(input_x).__name__}'."
            )
        )
    if isinstance(dtype, mstype.Float):
        input_x = float(input_x)  # an int of any size
    return Tensor(input_x, dtype)


@public(primitive="ScalarToTensor", accepts={"dtype": "dtype"})
def _scalar_to_tensor(x, dtype: DType = mstype.float32) -> Tensor:
    """A 0-d Tensor of a Python number, as `ops.scalar_to_tensor`.

    Inputs:
        - **x** (bool, int, float) - the number.
        - **dtype** (mindspore.dtype) - element type. Default: float32.

    Outputs:
        Tensor without dimensions.

    Raises:
        TypeError: `x` is not a number.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ScalarToTensor()(1, ms.int32)
        Tensor(shape=[], dtype=Int32, value= 1)
    """
    return scalar_to_tensor(x, dtype)


@public("ops.scalar_to_array", primitive="ScalarToArray", label="ScalarToArray")
def scalar_to_array(input_x: float) -> Tensor:
    """A 0-d Tensor of a Python number, in its default dtype.

    Args:
        input_x: int or float.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is not an int or float.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.scalar_to_array(2)
        Tensor(shape=[], dtype=Int64, value= 2)
    """
    of_type("input_x", input_x, int, float)
    return Tensor(input_x)


@public(
    "ops.tuple_to_array",
    primitive="TupleToArray",
    accepts={"ops.TupleToArray.input_x": "tuple[int float]"},
    counts="all",
    label="TupleToArray",
)
def tuple_to_array(input_x: Sequence[int] | Sequence[float]) -> Tensor:
    """A Tensor of the numbers in a tuple: Int32 if the first is an int, else Float32.

    Args:
        input_x: tuple of numbers, or a range.

    Returns:
        Tensor.

    Raises:
        TypeError: `input_x` is not a tuple.
        ValueError: it is empty.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tuple_to_array((1, 2, 3)))
        [1 2 3]
    """
    if isinstance(input_x, range):
        input_x = tuple(input_x)
    if not isinstance(input_x, (tuple, list)):
        raise TypeError(must("input_x", "tuple", describe(input_x)))
    if not input_x:
        raise ValueError(must("input_x", "a tuple with elements", input_x))
    whole = isinstance(input_x[0], (int, np.integer))
    return Tensor(input_x, mstype.int32 if whole else mstype.float32)


words(
    """
    identity typeof hastype make_range make_tuple make_list make_dict make_slice tuple_len list_len
    tuple_getitem list_getitem dict_getitem tuple_setitem list_setitem dict_setitem
    tuple_equal list_equal tuple_reversed tuple_div tuple_to_array
    scalar_add scalar_sub scalar_mul scalar_div scalar_floordiv scalar_mod scalar_pow
    scalar_eq scalar_ne scalar_lt scalar_le scalar_gt scalar_ge scalar_uadd scalar_usub scalar_log
    scalar_cast scalar_to_array scalar_to_tensor
    string_eq string_concat bool_not bool_and bool_or bool_eq is_ is_not in_dict not_in_dict
    """,
    sequence_len="tuple_len",
    MakeTuple="make_tuple",
    TupleGetItem="tuple_getitem",
    BoolNot="bool_not",
)
