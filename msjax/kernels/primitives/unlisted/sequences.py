"""Operations on Python numbers, tuples and lists."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor


def _plain(name: str, function: Callable, doc: str) -> type:
    """A Primitive without settings that calls a function of Python values."""

    def __init__(self: Primitive) -> None:
        Primitive.__init__(self, name)

    def __call__(self: Primitive, *args: Any) -> Any:
        return function(*args)

    body = {"__init__": __init__, "__call__": __call__, "__doc__": doc, "__module__": __name__}
    return public(f"unlisted.{name}")(type(name, (Primitive,), body))


def _tensor(values: Any, dtype: Any = None) -> Tensor:
    return Tensor(values, dtype)


def _inserted(values: list, index: int, value: Any) -> list:
    return [*values[:index], value, *values[index:]]


for _name, _function, _doc in (
    ("ScalarAdd", operator.add, "Sum of two numbers."),
    ("ScalarSub", operator.sub, "Difference of two numbers."),
    ("ScalarMul", operator.mul, "Product of two numbers."),
    ("ScalarDiv", operator.truediv, "Quotient of two numbers."),
    ("ScalarFloorDiv", operator.floordiv, "Quotient of two numbers, rounded down."),
    ("ScalarMod", operator.mod, "Remainder of two numbers."),
    ("ScalarPow", operator.pow, "Power of two numbers."),
    ("ScalarEq", operator.eq, "Whether two numbers are equal."),
    ("ScalarGt", operator.gt, "Whether the first number is larger."),
    ("ScalarGe", operator.ge, "Whether the first number is larger or equal."),
    ("ScalarLt", operator.lt, "Whether the first number is smaller."),
    ("ScalarLe", operator.le, "Whether the first number is smaller or equal."),
    ("ScalarUadd", operator.pos, "The number."),
    ("ScalarUsub", operator.neg, "The number with the other sign."),
    ("ScalarLog", math.log, "Natural logarithm of a number."),
    ("ScalarBool", bool, "The number as a bool."),
    ("ScalarMax", max, "The larger of two numbers."),
    ("ScalarMin", min, "The smaller of two numbers."),
    ("bit_and", operator.and_, "Bits that both integers have."),
    ("bit_or", operator.or_, "Bits that one of two integers has."),
    ("TupleToTensor", _tensor, "Tensor of a tuple's numbers, of a dtype."),
    ("ListToTensor", _tensor, "Tensor of a list's numbers, of a dtype."),
    ("TensorToList", lambda x: x.asnumpy().tolist(), "List of a Tensor's numbers."),
    ("TensorToScalar", lambda x: x.asnumpy().item(), "The number of a Tensor of one element."),
    ("ListToTuple", tuple, "Tuple of a list's elements."),
    ("TupleToList", list, "List of a tuple's elements."),
    ("ListAppend", lambda x, value: [*x, value], "The list with one more element."),
    ("ListInsert", _inserted, "The list with an element before position `index`."),
    ("SequenceMax", max, "The largest element."),
    ("SequenceMin", min, "The smallest element."),
    ("SequenceAdd", operator.add, "One sequence after another."),
    ("SequenceMul", operator.mul, "A sequence repeated."),
    ("SequenceCount", lambda x, value: x.count(value), "How often an element occurs."),
    ("SequenceSlice", lambda x, a, b, s: x[a:b:s], "Part of a sequence."),
    ("InSequence", lambda value, x: value in x, "Whether an element occurs."),
    ("sequence_len", len, "Number of elements."),
):
    globals()[_name] = _plain(_name, _function, _doc)
