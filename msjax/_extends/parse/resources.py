"""Which function stands for an operator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msjax._core.base.errors import unsupported
from msjax._extends.parse import trope
from msjax.ops._multitype import OPERATORS

_NAMES = {
    "and_": "bitwise_and",
    "contains": "in_",
    "eq": "equal",
    "ge": "greater_equal",
    "gt": "greater",
    "le": "less_equal",
    "lt": "less",
    "ne": "not_equal",
    "neg": "negative",
    "not_": "logical_not",
    "not_contains": "not_in_",
    "or_": "bitwise_or",
    "pow": "pow_",
    "truediv": "div",
    "xor": "bitwise_xor",
}


class Table(Mapping):
    """Functions by operator, to be read: compiled code here uses Python's own operators."""

    def __init__(self) -> None:
        self._functions = {
            getattr(trope, name): OPERATORS.get(_NAMES.get(name, name), getattr(trope, name))
            for name in trope.__all__
        }

    def __getitem__(self, key: Any) -> Any:
        return self._functions[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __setitem__(self, key: Any, value: Any) -> None:
        raise unsupported(
            "A new meaning of an operator in compiled code",
            "classes define operators, as __add__, in compiled code too",
        )


convert_object_map = Table()
