"""How MindSpore's Primitives store their constructor arguments, where it is not as given.

`stored(strides=repeated(2), data_format=FORMATS)` makes the `normal` of
`msjax._core.primitive.primitive`: each argument named has a function that gives what is stored, or
a table of the numbers that MindSpore has for names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import Unshown

REDUCTIONS = {"sum": 0, "mean": 1, "none": 2}
FORMATS = {"NCHW": 0, "NHWC": 1, "NCDHW": 14, "NDHWC": 17}
PAD_MODES = {"pad": 0, "same": 1, "valid": 2}
TYPES = {
    mstype.bool_: 30,
    mstype.int8: 32,
    mstype.int16: 33,
    mstype.int32: 34,
    mstype.int64: 35,
    mstype.uint8: 37,
    mstype.uint16: 38,
    mstype.uint32: 39,
    mstype.uint64: 40,
    mstype.float16: 42,
    mstype.float32: 43,
    mstype.float64: 44,
    mstype.bfloat16: 45,
    mstype.complex64: 51,
    mstype.complex128: 52,
}
GRAPH_TYPES = {  # numbers of dtypes in files, which some operations store
    mstype.float32: 0,
    mstype.float16: 1,
    mstype.int32: 3,
    mstype.int64: 4,
    mstype.float64: 11,
}

Rule = Callable[[Any], Any]


def stored(**rules: Rule | dict) -> Callable[..., dict[str, Any]]:
    """The `normal` of a Primitive whose arguments are stored one by one."""

    def normal(**given: Any) -> dict[str, Any]:
        return {arg: store(arg, given[arg], rule) for arg, rule in rules.items()}

    return normal


def store(arg: str, value: Any, rule: Rule | dict) -> Any:
    """What one argument is stored as.

    Raises:
        TypeError: it is not a name or not a dtype, though there is a table of the numbers of these.
        ValueError: it is a name that the table lacks.
    """
    if not isinstance(rule, dict):
        return rule(value)
    if value is None:
        return None
    kind = str if isinstance(next(iter(rule)), str) else mstype.Type
    if not isinstance(value, kind):
        raise TypeError(must(arg, "str" if kind is str else "a dtype", describe(value)))
    key = value
    if isinstance(value, str):
        key = next((name for name in rule if name.lower() == value.lower()), value)
    if key not in rule:
        raise ValueError(must(arg, f"in {[*map(str, rule)]}", repr(value)))
    return rule[key]


def upper(value: str) -> str:
    """A name in capitals."""
    return value.upper()


def as_tuple(value: Any) -> tuple:
    """One number, a list or a tuple as a tuple."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def one_as_list(value: Any) -> Any:
    """One number as a list."""
    return [value] if isinstance(value, int) else value


def one_as_tuple(value: Any) -> Any:
    """One number as a tuple."""
    return (value,) if isinstance(value, int) else value


def repeated(count: int) -> Rule:
    """One number as a tuple of `count`; what is a list or tuple stays."""
    return lambda value: (value,) * count if isinstance(value, int) else value


def window(count: int, front: tuple = (1, 1), back: tuple = ()) -> Callable[[Any], tuple]:
    """Sizes of a window as a tuple with those of the dimensions before and after."""

    def rule(value: Any) -> tuple:
        items = repeated(count)(value)
        return tuple(items) if len(items) != count else (*front, *items, *back)

    return rule


def adaptive(count: int) -> Callable[[Any], tuple]:
    """Lengths of a result, of which None is stored as -1."""
    return lambda value: tuple(-1 if v is None else v for v in repeated(count)(value))


def padded(count: int) -> dict[str, Rule]:
    """Rules of `convolution` for padding that is stored in full."""
    full = repeated(2 * count)
    return {"pad": lambda g: full(g["pad"]), "padding": lambda g: Unshown(full(g["pad"]))}


def convolution(count: int, **rules: Rule) -> Callable[..., dict[str, Any]]:
    """Attributes of a convolution over `count` dimensions; `rules` take all arguments at once."""
    sizes, places = repeated(count), window(count)

    def normal(**given: Any) -> dict[str, Any]:
        stride, dilation = places(given["stride"]), places(given["dilation"])
        attributes = {"kernel_size": sizes(given["kernel_size"])}
        if count == 2:
            attributes |= {"stride": stride, "dilation": dilation}
        else:
            attributes |= {"stride": Unshown(stride), "dilation": Unshown(dilation)}
            attributes |= {"strides": stride, "dilations": dilation}
        attributes |= {k: rule(given) for k, rule in rules.items()}
        if "data_format" in given:
            attributes |= {"format": Unshown(given["data_format"]), "groups": given["group"]}
        return attributes

    return normal
