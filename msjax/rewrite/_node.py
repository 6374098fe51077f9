"""Steps of a network: what a node is made of, and its line of code."""

from __future__ import annotations

import ast
import itertools
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msjax import nn
from msjax._core.base.checks import boolean, integer, of_type, string
from msjax._core.base.errors import Speaker, describe, must
from msjax._core.base.format import object_repr
from msjax._core.op.primitive import Primitive
from msjax.nn.cell import Cell
from msjax.rewrite._values import NodeType, ScopedValue, ValueType

if TYPE_CHECKING:
    from msjax.rewrite._tree import SymbolTree

_CONTAINERS = (nn.SequentialCell, nn.CellList)
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.UAdd: "+",
    ast.USub: "-",
    ast.Invert: "~",
    ast.Not: "not",
    ast.And: "and",
    ast.Or: "or",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
UNUSED = "arguments"  # nodes of parameters that are not inputs
_OURS = __name__.partition(".")[0]


class Position:
    """A place before or behind a node."""

    def __init__(self, tree: SymbolTree, node: Node, behind: bool):
        self.tree, self.node, self.behind = tree, node, behind


def _values(arg: str, given: Any) -> list[ScopedValue]:
    for value in of_type(arg, [] if given is None else given, list, tuple):
        of_type(arg, value, ScopedValue)
    return list(given or ())


def _named(arg: str, value: Any) -> ScopedValue:
    """A ScopedValue; of a str the name in it."""
    if isinstance(value, ScopedValue):
        return value
    scope, _, name = string(arg, value).rpartition(".")
    return ScopedValue.create_naming_value(name, scope)


@dataclass
class Step:
    """What a node consists of."""

    name: str
    kind: NodeType
    targets: list[ScopedValue]
    args: list[ScopedValue]
    kwargs: dict[str, ScopedValue] = field(default_factory=dict)
    callee: str = ""
    instance: Any = None
    source: str | None = None
    signs: list[str] = field(default_factory=list)


class Node:
    """A step of a network: a call, arithmetic, an input, the output, or other code.

    Nodes are found by `SymbolTree.get_node` and made by `create_call_cell`, `create_call_function`.
    """

    def __init__(self, node: Step):
        self._name, self._kind, self._instance = node.name, node.kind, node.instance
        self._targets, self._args, self._kwargs = node.targets, node.args, node.kwargs
        self._callee, self._signs, self._source = node.callee, node.signs, node.source
        self._body: list[Node] | None = None  # of control flow
        self._head: Node | None = None  # of `else`: what it belongs to
        self._block: list[Node] = []
        self._tree: SymbolTree | None = None
        self._sub_tree: SymbolTree | None = None
        self._attributes: dict[str, Any] = {}

    @staticmethod
    def create_call_cell(
        cell: Cell | Primitive,
        targets: Sequence[ScopedValue | str],
        args: Sequence[ScopedValue] | None = None,
        kwargs: dict[str, ScopedValue] | None = None,
        name: str = "",
        is_sub_net: bool = False,
    ) -> Node:
        """A node that calls a Cell or Primitive.

        Args:
            cell: what is called.
            targets: names of the results.
            args: the arguments.
            kwargs: the keyword arguments.
            name: the node's name, and the attribute under which the network will hold `cell`.
                Default: from the class's name.
            is_sub_net: whether `cell` is to be taken apart too; its class must be the user's.

        Returns:
            Node, not yet inserted.

        Raises:
            TypeError: an argument is of another type.

        Examples:
            >>> import msjax as ms
            >>> from msjax.rewrite import Node, ScopedValue
            >>> x = ScopedValue.create_naming_value("x")
            >>> node = Node.create_call_cell(ms.nn.ReLU(), ["x"], [x], name="relu")
            >>> print(node.get_name(), node.get_node_type(), node.get_args())
            relu NodeType.CallCell [x]
        """
        with Speaker("Node"):
            of_type("cell", cell, Cell, Primitive)
            results, keywords = _results(targets), _keywords(kwargs)
            values, name = _values("args", args), string("name", name)
            boolean("is_sub_net", is_sub_net)
        kind = kind_of(cell)
        if kind is NodeType.Tree and not is_sub_net:
            kind = NodeType.CallCell
        name = name or type(cell).__name__.lower()
        return Node(Step(name, kind, results, values, keywords, f"self.{name}", cell))

    @staticmethod
    def create_call_function(
        function: Callable,
        targets: Sequence[ScopedValue | str],
        args: Sequence[ScopedValue] | None = None,
        kwargs: dict[str, ScopedValue] | None = None,
    ) -> Node:
        """A node that calls a function.

        Args:
            function: what is called.
            targets: names of the results.
            args: the arguments.
            kwargs: the keyword arguments.

        Returns:
            Node, not yet inserted.

        Raises:
            TypeError: an argument is of another type.

        Examples:
            >>> import msjax as ms
            >>> from msjax.rewrite import Node, ScopedValue
            >>> x = ScopedValue.create_naming_value("x")
            >>> print(Node.create_call_function(ms.ops.abs, ["x"], [x]).get_node_type())
            NodeType.CallFunction
        """
        with Speaker("Node"):
            if not callable(function):
                raise TypeError(must("function", "a function", describe(function)))
            results, keywords, values = _results(targets), _keywords(kwargs), _values("args", args)
        name = getattr(function, "__name__", type(function).__name__)
        kind = NodeType.CallFunction
        return Node(Step(name, kind, results, values, keywords, name, function))

    def get_name(self) -> str:
        """The name, which no other node of the tree has."""
        return self._name

    def get_node_type(self) -> NodeType:
        """What the node does."""
        return self._kind

    def get_targets(self) -> list[ScopedValue]:
        """The names of the results."""
        return self._targets

    def get_args(self) -> list[ScopedValue]:
        """The arguments."""
        return self._args

    def get_kwargs(self) -> dict[str, ScopedValue]:
        """The keyword arguments."""
        return self._kwargs

    def get_instance(self) -> Any:
        """The Cell, Primitive or function that is called, or None."""
        return self._instance

    def get_instance_type(self) -> Any:
        """The class of the Cell or Primitive; a function itself; else the type of None."""
        function = self._kind is NodeType.CallFunction and self._instance is not None
        return self._instance if function else type(self._instance)

    def get_symbol_tree(self) -> SymbolTree | None:
        """The tree that the node is in."""
        return self._tree

    def get_sub_tree(self) -> SymbolTree | None:
        """The tree of the Cell that a node of type Tree calls, or None."""
        return self._sub_tree

    def get_inputs(self) -> list[Node]:
        """The nodes whose results are arguments here, in the order of the arguments."""
        return [] if self._tree is None else self._tree._sources(self)

    def get_users(self) -> list[Node]:
        """The nodes that have results of this one among their arguments."""
        if self._tree is None:
            return []
        return [node for node in self._block if self in self._tree._sources(node)]

    def set_attribute(self, key: str, value: Any) -> None:
        """Keep something of the user's with the node."""
        self._attributes[string("key", key)] = value

    def get_attribute(self, key: str) -> Any:
        """What was kept under `key`, or None."""
        return self._attributes.get(key)

    def get_attributes(self) -> dict[str, Any]:
        """All that was kept."""
        return self._attributes

    def set_arg(self, index: int, arg: ScopedValue | str) -> None:
        """Change an argument.

        Args:
            index: which; keyword arguments are counted behind the others.
            arg: the new one, or its name.

        Raises:
            TypeError: an argument is of another type.
            ValueError: there is no such argument.
        """
        with Speaker("Node"):
            count = len(self._args) + len(self._kwargs)
            if not 0 <= integer("index", index) < count:
                raise ValueError(must("index", f"in [0, {count})", index))
            value = _named("arg", arg)
        if index < len(self._args):
            self._args[index] = value
        else:
            self._kwargs[list(self._kwargs)[index - len(self._args)]] = value

    def set_arg_by_node(self, arg_idx: int, src_node: Node, out_idx: int | None = None) -> None:
        """Make a result of another node an argument here.

        Args:
            arg_idx: which argument.
            src_node: the other node.
            out_idx: which of its results. Default: the only one.

        Raises:
            TypeError: an argument is of another type.
            ValueError: there is no such argument or result, or several results.
        """
        with Speaker("Node"):
            targets = of_type("src_node", src_node, Node)._targets
            if out_idx is None and len(targets) != 1:
                raise ValueError(must("src_node", "of one result", f"{targets}"))
            place = 0 if out_idx is None else integer("out_idx", out_idx)
            if not 0 <= place < len(targets):
                raise ValueError(must("out_idx", f"in [0, {len(targets)})", out_idx))
        self.set_arg(arg_idx, targets[place])

    def __repr__(self) -> str:
        return object_repr("mindspore.rewrite.api.node.Node", self)

    def _math(self) -> str:
        """The right side of arithmetic or a comparison."""
        first, *others = (
            f"({text})" if v.type is not ValueType.NamingValue else text
            for v in self._args
            for text in [v.code()]
        )
        signs = itertools.cycle(self._signs)
        text = " ".join(f"{sign} {value}" for sign, value in zip(signs, others, strict=False))
        code = f"{first} {text}" if others else f"{self._signs[0]} {first}"
        return ast.unparse(ast.parse(code))

    def _right(self) -> str:
        """What the targets are set to."""
        if self._kind is NodeType.MathOps:
            return self._math()
        values = [v.code() for v in self._args]
        named = self._kwargs.items()
        if self._kind is NodeType.CallMethod:
            if self._callee == "tuple":
                return f"({', '.join(values)}{',' * (len(values) == 1)})"
            if self._callee == "list":
                return f"[{', '.join(values)}]"
            if self._callee == "dict":
                return f"{{{', '.join(f'{k!r}: {v.code()}' for k, v in named)}}}"
            return values[0]
        values += [f"{k}={v.code()}" if k else f"**{v.code()}" for k, v in named]
        return f"{self._callee}({', '.join(values)})"

    def _line(self) -> str:
        """The statement; of control flow the first line."""
        if self._source is not None:
            return self._source
        if self._kind is NodeType.Input:
            return str(self._targets[0])
        if self._kind is NodeType.Output:
            return f"return {', '.join(v.code() for v in self._args)}".rstrip()
        if self._kind is NodeType.ControlFlow:
            return "else:" if self._head else f"{self._callee} {self._args[0].code()}:"
        return f"{', '.join(t.code() for t in self._targets)} = {self._right()}"

    def _code(self) -> str:
        """The statement with what belongs to it, but for `else`."""
        if self._body is None:
            return self._line()
        return f"{self._line()}\n{textwrap.indent(code_of(self._body) or 'pass', ' ' * 4)}"


def code_of(block: list[Node]) -> str:
    """The code of nodes."""
    lines: list[str] = []
    written: set[int] = set()
    for node in block:
        if node._kind is NodeType.Input or id(node) in written or node._callee == UNUSED:
            continue
        head = node._head or node
        # `else` stands behind its `if` whatever is between the two nodes, and without it too.
        lines.append(head._code() if head in block else f"{head._line()}\n    pass")
        written.add(id(head))
        for other in block:
            if other._head is head:
                lines.append(other._code())
                written.add(id(other))
    return "\n".join(lines)


def _results(targets: Any) -> list[ScopedValue]:
    return [_named("targets", t) for t in of_type("targets", targets, list, tuple)]


def _keywords(kwargs: Any) -> dict[str, ScopedValue]:
    for key, value in of_type("kwargs", {} if kwargs is None else kwargs, dict).items():
        string("kwargs", key)
        of_type("kwargs", value, ScopedValue)
    return dict(kwargs or {})


def kind_of(found: Any) -> NodeType:
    if isinstance(found, _CONTAINERS):
        return NodeType.CellContainer
    if isinstance(found, Cell):
        ours = type(found).__module__.partition(".")[0] in (_OURS, "mindspore")
        return NodeType.CallCell if ours else NodeType.Tree
    return NodeType.CallPrimitive if isinstance(found, Primitive) else NodeType.CallFunction
