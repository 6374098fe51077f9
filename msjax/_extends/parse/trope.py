"""The operators and built-in functions of Python as functions."""

import builtins
from operator import (
    add,
    and_,
    contains,
    eq,
    floordiv,
    ge,
    getitem,
    gt,
    invert,
    is_,
    is_not,
    le,
    lshift,
    lt,
    matmul,
    mod,
    mul,
    ne,
    neg,
    not_,
    or_,
    pos,
    pow,
    rshift,
    setitem,
    sub,
    truediv,
    xor,
)

__all__ = [
    "abs",
    "add",
    "and_",
    "contains",
    "eq",
    "floordiv",
    "ge",
    "getitem",
    "gt",
    "invert",
    "is_",
    "is_not",
    "le",
    "lshift",
    "lt",
    "matmul",
    "max",
    "min",
    "mod",
    "mul",
    "ne",
    "neg",
    "not_",
    "not_contains",
    "or_",
    "pos",
    "pow",
    "round",
    "rshift",
    "setitem",
    "sub",
    "sum",
    "truediv",
    "xor",
]

abs, max, min, round, sum = builtins.abs, builtins.max, builtins.min, builtins.round, builtins.sum


def not_contains(container: object, element: object):
    """`element not in container`."""
    return element not in container
