"""Networks taken apart into nodes, changed, and put together again."""

from ._tree import Node, SymbolTree
from ._values import NodeType, ScopedValue, ValueType

__all__ = ["Node", "NodeType", "ScopedValue", "SymbolTree", "ValueType"]
