"""Operators as functions, at MindSpore's paths `ops.composite.multitype_ops.<operator>_impl`.

Code that is compiled here uses Python's operators, which ask the classes of what they are given: a
class of a program's own defines `__add__`. A body registered here serves calls of the function.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from msjax._core.tensor.tensor import Tensor
from msjax.ops.composite import MultitypeFuncGraph


class Operator(MultitypeFuncGraph):
    """An operator of Python's, unless a body is registered for the types of the arguments.

    Args:
        name: what MindSpore calls it.
        function: computes it.
    """

    def __init__(self, name: str, function: Callable):
        super().__init__(name)
        self._function = function

    def __call__(self, *args: Any) -> Any:
        body = self.body(*args)
        return self._function(*args) if body is None else body(*args)


def _not_in(element: Any, container: Any) -> bool:
    return element not in container


def _set_item(container: Any, index: Any, value: Any) -> Any:
    container[index] = value
    return container


OPERATORS = {
    name: Operator(name, function)
    for name, function in {
        "add": operator.add,
        "bitwise_and": operator.and_,
        "bitwise_or": operator.or_,
        "bitwise_xor": operator.xor,
        "div": operator.truediv,
        "equal": operator.eq,
        "floordiv": operator.floordiv,
        "getitem": operator.getitem,
        "greater": operator.gt,
        "greater_equal": operator.ge,
        "in_": lambda element, container: element in container,
        "less": operator.lt,
        "less_equal": operator.le,
        "logical_not": operator.not_,
        "mod": operator.mod,
        "mul": operator.mul,
        "negative": operator.neg,
        "not_equal": operator.ne,
        "not_in_": _not_in,
        "pow_": operator.pow,
        "setitem": _set_item,
        "sub": operator.sub,
    }.items()
}


def tensor_index_by_number(data: Tensor, number: Any) -> Tensor:
    """`data[number]`."""
    return data[number]


def tensor_index_by_tensor(data: Tensor, tensor_index: Tensor) -> Tensor:
    """`data[tensor_index]`."""
    return data[tensor_index]


def tensor_index_by_tuple(data: Tensor, tuple_index: tuple) -> Tensor:
    """`data[tuple_index]`."""
    return data[tuple_index]


INDEXING = {
    function.__name__: function
    for function in (tensor_index_by_number, tensor_index_by_tensor, tensor_index_by_tuple)
}
