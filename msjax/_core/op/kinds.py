"""What each argument of a kernel is.

A kernel is a pure function on `jax.Array`. Its annotations (kept as text, so kernel files start
with `from __future__ import annotations`) say what each argument is:

    Array      a Tensor                       Array | None   a Tensor or nothing
    Arrays     a sequence of Tensors
    Operand    a Tensor or a Python number; all Operands of a kernel promote to one dtype
    Operands   a sequence of those
    Numbers    a Tensor, or a tuple or list of Python numbers that becomes one
    Value      a Tensor or a Python number, not promoted
    float      a Python number that may change without recompiling (`float | None` likewise)
    Finite     like `float` for finite Python floats; any other value arrives as it is, so that the
               kernel can refuse it or treat it apart (`Positive`, `Fraction`: in (0, 1), and
               `Order`: positive, not 1, not 2, likewise); `is_python` tells the two
    Exact      like `Finite` in double precision, for `exact` to read (`Power`: of either sign,
               not 0, 1 or 2, likewise)
    Single     an int, also one integer in a Tensor of any shape; static
    Key        a PRNG key that the gateway draws; `key` is hidden, `generator` is public
    anything else: static, part of what is compiled
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax

Array = jax.Array
Arrays = Sequence[jax.Array]
Operand = jax.Array
Operands = Sequence[jax.Array]
Numbers = jax.Array
Value = jax.Array
Key = jax.Array
Single = int
Finite = Positive = Fraction = Order = Exact = Power = float


class Kind:
    """How the gateway takes an argument.

    Args:
        name: the annotation.
        placed: Tensors become arrays of the compiled function; None stays out of it.
        several: the argument is a sequence of those.
        number: a Python number becomes an array too, whatever its value.
    """

    __slots__ = ("name", "number", "placed", "takes_one")

    def __init__(
        self, name: str, placed: bool = False, number: bool = False, several: bool = False
    ):
        self.name, self.placed, self.number = name, placed, number
        self.takes_one = placed and not several

    def __repr__(self) -> str:
        return self.name


class FloatKind(Kind):
    """The kind of an argument of which some Python floats become arrays; all else is static.

    Args:
        name: the annotation.
        traced: whether a float needs no compilation of its own.
        double: it arrives in double precision, for `doubles.exact` to read.
    """

    __slots__ = ("double", "traced")

    def __init__(self, name: str, traced: Callable[[float], bool], double: bool = False):
        super().__init__(name)
        self.traced, self.double = traced, double


STATIC = Kind("static")
ARRAY = Kind("Array", placed=True)
OPERAND = Kind("Operand", placed=True, number=True)
ARRAYS = Kind("Arrays", placed=True, several=True)
OPERANDS = Kind("Operands", placed=True, several=True)
NUMBERS = Kind("Numbers", placed=True)
VALUE = Kind("Value", placed=True, number=True)
FLOAT = Kind("float", placed=True, number=True)
KEY = Kind("Key")
_KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(ARRAY, OPERAND, ARRAYS, OPERANDS, NUMBERS, VALUE, FLOAT, KEY),
        FloatKind("Finite", math.isfinite),
        FloatKind("Positive", lambda v: 0 < v < math.inf),
        FloatKind("Fraction", lambda v: 0 < v < 1),
        FloatKind("Order", lambda v: 0 < v < math.inf and v != 1 and v != 2),
        FloatKind("Exact", lambda v: v == 0 or 1e-20 < abs(v) < 1e38, double=True),
        FloatKind(
            "Power", lambda v: 1e-20 < abs(v) < 1e38 and abs(v) != 1 and abs(v) != 2, double=True
        ),
    )
}


def is_python(value: Any) -> bool:
    """Whether a kernel's argument arrived as a Python value, not as a traced number."""
    return not isinstance(value, jax.Array)


def kind_of(param: inspect.Parameter) -> Kind:
    """The kind of a parameter, by its annotation."""
    text = param.annotation
    if not isinstance(text, str):
        return STATIC
    return _KINDS.get(text.removesuffix(" | None"), STATIC)
