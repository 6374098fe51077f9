"""The code of a network as nodes.

`construct` is read from its source. Calls, arithmetic, comparisons, tuples and lists inside
expressions become nodes of their own. Control flow is a node with the nodes of its body, and one
for `else`. Other statements are nodes that keep their source.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msjax import nn
from msjax._core.base.checks import boolean, integer, of_type, string
from msjax._core.base.errors import Clause, Speaker, describe, must
from msjax._core.base.format import object_repr
from msjax._core.op.primitive import Primitive
from msjax.nn.cell import Cell
from msjax.rewrite._flatten import flatten
from msjax.rewrite._values import NodeType, ScopedValue, ValueType

_CONTAINERS = (nn.SequentialCell, nn.CellList)
_CONTROL = {ast.If: "if_node", ast.For: "for_node", ast.While: "while_node"}
_ELSE = {ast.If: "else_node", ast.For: "for_else_node", ast.While: "while_else_node"}
_SIGNS: dict[type[ast.AST], str] = {
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
_UNUSED = "arguments"  # nodes of parameters that are no inputs
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
        kind = _kind_of(cell)
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
        return f"{self._line()}\n{textwrap.indent(_code(self._body) or 'pass', ' ' * 4)}"


def _code(block: list[Node]) -> str:
    """The code of nodes."""
    lines: list[str] = []
    written: set[int] = set()
    for node in block:
        if node._kind is NodeType.Input or id(node) in written or node._callee == _UNUSED:
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


def _kind_of(found: Any) -> NodeType:
    if isinstance(found, _CONTAINERS):
        return NodeType.CellContainer
    if isinstance(found, Cell):
        ours = type(found).__module__.partition(".")[0] in (_OURS, "mindspore")
        return NodeType.CallCell if ours else NodeType.Tree
    return NodeType.CallPrimitive if isinstance(found, Primitive) else NodeType.CallFunction


class _Reader:
    """Makes nodes of the statements of `construct`."""

    def __init__(self, tree: SymbolTree, space: dict[str, Any], used: set[str]):
        self.tree, self.space, self.used = tree, space, used
        self.taken: set[str] = set()  # variables that were made for operands inside bodies
        self.local: set[str] = set()

    def add(self, block: list[Node], step: Step) -> Node:
        node = Node(step)
        node._name = self.tree._unique(node._name)
        self.tree._enter(node, block, len(block))
        self.taken |= {str(t) for t in node._targets}
        return node

    def body(self, block: list[Node], code: list[ast.stmt], inner: bool = True) -> None:
        """The nodes of statements, whose operands become statements first."""
        made: set[str] = set()
        taken = self.taken if inner else set()

        def variable(base: str) -> str:
            names = itertools.chain([base], (f"{base}_{i}" for i in itertools.count(1)))
            name = next(n for n in names if not {n} & (self.used | made | taken))
            made.add(name)
            if inner:
                taken.add(name)
            return name

        for statement in flatten(code, variable):
            text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not text:
                self.statement(block, statement)
        self.tree._used |= made

    def statement(self, block: list[Node], code: ast.stmt) -> None:
        """The nodes of a statement."""
        if isinstance(code, ast.Return):
            values = [] if code.value is None else [_value(code.value)]
            self.add(block, Step("return", NodeType.Output, [], values))
        elif isinstance(code, (ast.If, ast.For, ast.While)):
            self.control(block, code)
        else:
            targets = _targets(code)
            step = None
            if targets is not None and isinstance(code, ast.Assign):
                step = self.step(code.value, targets)
            if step is None:
                source = ast.unparse(ast.fix_missing_locations(code))
                step = Step(type(code).__name__, NodeType.Python, [], [], source=source)
            node = self.add(block, step)
            if node._kind is NodeType.Tree:
                node._sub_tree = self.tree._sub_tree_of(node._instance)

    def control(self, block: list[Node], code: ast.If | ast.For | ast.While) -> None:
        """A node with those of its body, and one for `else`."""
        what = _value(code.iter if isinstance(code, ast.For) else code.test)
        word = f"for {ast.unparse(code.target)} in" if isinstance(code, ast.For) else ""
        word = word or type(code).__name__.lower()
        args = [what]
        node = self.add(block, Step(_CONTROL[type(code)], NodeType.ControlFlow, [], args))
        node._args, node._callee, node._body = args, word, []
        self.body(node._body, code.body)
        if code.orelse:
            other = self.add(block, Step(_ELSE[type(code)], NodeType.ControlFlow, [], args))
            other._args, other._head, other._body = args, node, []
            self.body(other._body, code.orelse)

    def step(self, code: ast.expr, targets: list[ScopedValue]) -> Step | None:
        """The step that computes an expression of names, or None where it is kept as source."""
        kind = type(code).__name__.lower()
        if isinstance(code, ast.Call):
            return self.call(code, targets)
        if isinstance(code, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare)):
            ops = code.ops if isinstance(code, ast.Compare) else [code.op]
            name = "_".join([kind, *(type(op).__name__.lower() for op in ops)])
            operands = [v for _, v in ast.iter_fields(code) if isinstance(v, (ast.expr, list))]
            flat = [v for part in operands for v in (part if isinstance(part, list) else [part])]
            args = [_value(v) for v in flat if isinstance(v, ast.expr)]
            signs = [_SIGNS[type(op)] for op in ops]
            return Step(name, NodeType.MathOps, targets, args, signs=signs)
        if isinstance(code, (ast.Tuple, ast.List)):
            if any(isinstance(e, ast.Starred) for e in code.elts):
                return None
            args = [_value(e) for e in code.elts]
            return Step(kind, NodeType.CallMethod, targets, args, callee=kind)
        if isinstance(code, ast.Dict):
            keys = [k.value if isinstance(k, ast.Constant) else None for k in code.keys]
            plain = (ast.Name, ast.Attribute, ast.Tuple, ast.Constant)
            if not all(isinstance(k, str) for k in keys):
                return None
            if not all(isinstance(v, plain) for v in code.values):
                return None
            values = {str(k): _value(v) for k, v in zip(keys, code.values, strict=True)}
            return Step(kind, NodeType.CallMethod, targets, [], values, callee=kind)
        if isinstance(code, (ast.Name, ast.Attribute, ast.Constant, ast.Subscript)):
            held = self.find(code) if isinstance(code, ast.Attribute) else None
            own = isinstance(held, nn.CellList) or (
                isinstance(held, list) and all(isinstance(v, Cell) for v in held)
            )
            if own:
                name, source = ast.unparse(code), f"{targets[0].code()} = {ast.unparse(code)}"
                kind = NodeType.CellContainer
                return Step(name, kind, targets, [], instance=held, source=source)
            name = "subscript_var" if isinstance(code, ast.Subscript) else f"{kind}_assign"
            value = _value(code)
            return Step(name, NodeType.CallMethod, targets, [value], callee="pass_through")
        return None

    def call(self, code: ast.Call, targets: list[ScopedValue]) -> Step | None:
        """A call, if it has at most one mapping of keyword arguments."""
        if sum(k.arg is None for k in code.keywords) > 1:
            return None
        args = [_value(a) for a in code.args]
        kwargs = {k.arg or "": _value(k.value) for k in code.keywords}
        callee, instance = ast.unparse(code.func), self.find(code.func)
        name = callee.rpartition(".")[2]
        return Step(name, _kind_of(instance), targets, args, kwargs, callee, instance=instance)

    def find(self, code: ast.expr) -> Any:
        """What a dotted name stands for, or None."""
        first, *rest = ast.unparse(code).split(".")
        space = {} if first in self.local else self.space
        found = self.tree._network if first == "self" else space.get(first)
        for name in rest:
            found = getattr(found, name, None)
        return found


def _targets(code: ast.stmt) -> list[ScopedValue] | None:
    """What a statement sets, or None where it is not told."""
    if not isinstance(code, ast.Assign) or len(code.targets) != 1:
        return None
    target = code.targets[0]
    if not isinstance(target, (ast.Tuple, ast.List)):
        return [_value(target)]
    inner = (ast.Tuple, ast.List, ast.Starred)
    if len(target.elts) < 2 or any(isinstance(e, inner) for e in target.elts):
        return None
    return [_value(e) for e in target.elts]


def _value(code: ast.expr) -> ScopedValue:
    """An argument or a target."""
    if isinstance(code, ast.Name):
        return ScopedValue.create_naming_value(code.id)
    if isinstance(code, ast.Attribute) and isinstance(code.value, ast.Name):
        return ScopedValue.create_naming_value(code.attr, code.value.id)
    if isinstance(code, ast.Constant) and isinstance(code.value, (int, float, str, type(None))):
        return ScopedValue.create_variable_value(code.value)
    return ScopedValue(ValueType.UnsupportedValue, "", ast.unparse(code))


class SymbolTree:
    """The nodes of a network. They can be changed, and give a new network.

    `SymbolTree.create(network)` makes one. Cells of the user's own classes inside the network are
    trees themselves (nodes of type Tree).

    Examples:
        >>> import msjax as ms
        >>> from msjax.rewrite import ScopedValue, SymbolTree
        >>> class Net(ms.nn.Cell):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.relu = ms.nn.ReLU()
        ...     def construct(self, x):
        ...         return self.relu(x) + 1
        >>> tree = SymbolTree.create(Net())
        >>> print([node.get_name() for node in tree.nodes()])
        ['input_x', 'relu', 'binop_add', 'return']
        >>> node = tree.get_node("relu")
        >>> args = [ScopedValue.create_naming_value("relu_var")]
        >>> new = node.create_call_cell(ms.nn.Tanh(), ["relu_var"], args, name="tanh")
        >>> _ = tree.insert(tree.after(node), new)
        >>> print(tree.get_code())
        class NetOpt(Net):
            def construct(self, x):
                relu_var = self.relu(x)
                relu_var = self.tanh(relu_var)
                add_var = relu_var + 1
                return add_var
        <BLANKLINE>
        >>> print(tree.get_network()(ms.Tensor([-1., 0.])))
        [1. 1.]
    """

    def __init__(self, handler: Cell):
        with Speaker("SymbolTree"):
            self._network = of_type("network", handler, Cell)
        self._nodes: list[Node] = []
        self._names: set[str] = set()
        self._trees: dict[int, SymbolTree] = {}
        self._new: dict[str, Any] = {}
        self._read()

    @classmethod
    def create(cls, network: Cell) -> SymbolTree:
        """The tree of a network.

        Args:
            network: a Cell whose `construct` is in a file.

        Returns:
            SymbolTree.

        Raises:
            TypeError: `network` is no Cell.
            NotImplementedError: `construct` calls `super()`, or its source cannot be read.
        """
        return cls(network)

    def _read(self) -> None:
        function = inspect.unwrap(type(self._network).construct)
        name = type(self._network).__name__
        try:
            code = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        except (OSError, TypeError, SyntaxError):
            raise NotImplementedError(f"rewrite: {name}.construct has no source.") from None
        if not isinstance(code, ast.FunctionDef):
            raise NotImplementedError(f"rewrite: {name}.construct is no plain function.")
        if code.decorator_list or "__class__" in function.__code__.co_freevars:
            raise NotImplementedError(
                f"rewrite: decorators and super() in {name}.construct are not supported by msjax."
            )
        around = inspect.getclosurevars(function).nonlocals
        self._space = {**function.__globals__, **around}
        for a in (a for a in ast.walk(code.args) if isinstance(a, ast.arg)):
            a.annotation = None
        self._signature = ast.unparse(code.args)
        defaults = (*code.args.defaults, *(d for d in code.args.kw_defaults if d is not None))
        if any(not isinstance(d, ast.Constant) for d in defaults):
            raise NotImplementedError(
                f"rewrite: defaults in {name}.construct must be constants for msjax."
            )
        used = {n.id for n in ast.walk(code) if isinstance(n, ast.Name)}
        every = [a.arg for a in ast.walk(code.args) if isinstance(a, ast.arg)]
        first, *inputs = (*code.args.posonlyargs, *code.args.args)
        if first.arg != "self":
            raise NotImplementedError(f"rewrite: 'self' in {name}.construct is called {first.arg}.")
        self._used = used | set(every)
        reader = _Reader(self, self._space, set(self._used))
        stored = (n for n in ast.walk(code) if isinstance(n, ast.Name))
        reader.local = {*every, *(n.id for n in stored if isinstance(n.ctx, ast.Store))}
        for a in inputs:
            targets = [ScopedValue.create_naming_value(a.arg)]
            reader.add(self._nodes, Step(f"input_{a.arg}", NodeType.Input, targets, []))
        others = (code.args.vararg, code.args.kwonlyargs, code.args.kwarg)
        for other in (o for o in others if o):
            text = ", ".join(a.arg for a in (other if isinstance(other, list) else [other]))
            kind = type(other).__name__
            step = Step(kind, NodeType.Python, [], [], callee=_UNUSED, source=text)
            reader.add(self._nodes, step)
        reader.body(self._nodes, code.body, inner=False)

    def _sub_tree_of(self, cell: Cell) -> SymbolTree:
        """The tree of an inner Cell, one however often it is called."""
        if id(cell) not in self._trees:
            self._trees[id(cell)] = SymbolTree(cell)
        return self._trees[id(cell)]

    def _unique(self, base: str) -> str:
        names = itertools.chain([base], (f"{base}_{i}" for i in itertools.count(1)))
        return next(n for n in names if n not in self._names)

    def _enter(self, node: Node, block: list[Node], place: int) -> None:
        node._tree, node._block = self, block
        self._names.add(node._name)
        block.insert(place, node)

    def _sources(self, node: Node) -> list[Node]:
        """The nodes whose results are arguments of a node."""
        return [source for _, source, _ in self._providers(node)]

    def _providers(self, node: Node) -> list[tuple[int, Node, int]]:
        """Which argument is which result of which node, among those of one body."""
        made: dict[ScopedValue, tuple[Node, int]] = {}
        for other in node._block:
            if other is node:
                break
            made.update((t, (other, i)) for i, t in enumerate(other._targets))
        values = enumerate([*node._args, *node._kwargs.values()])
        known = ((i, v) for i, v in values if v.type is ValueType.NamingValue and v in made)
        return [(i, *made[v]) for i, v in known]

    def _all(self) -> list[Node]:
        """The nodes with those of bodies of control flow, which come from the last to the first."""
        found: list[Node] = []
        waiting = [self._nodes]
        while waiting:
            block = waiting.pop()
            found += block
            waiting += [n._body for n in block if n._body is not None]
        return found

    def _own(self, node: Node | str) -> Node:
        found = self.get_node(node) if isinstance(node, str) else of_type("node", node, Node)
        if found is None or found._tree is not self:
            raise RuntimeError(Clause(f"the tree has no node {describe(node)}."))
        return found

    def nodes(self, all_nodes: bool = False) -> Iterator[Node]:
        """The nodes in order.

        Args:
            all_nodes: whether nodes of inner trees come too.

        Returns:
            iterator of Node.
        """
        boolean("all_nodes", all_nodes)
        yield from self._all() if all_nodes else list(self._nodes)
        for tree in self._trees.values() if all_nodes else ():
            yield from tree.nodes(True)

    def get_node(self, node_name: str) -> Node | None:
        """The node of that name, or None."""
        with Speaker("SymbolTree"):
            string("node_name", node_name)
        return next((n for n in self._all() if n._name == node_name), None)

    def get_inputs(self) -> list[Node]:
        """The nodes of type Input."""
        return [n for n in self._nodes if n._kind is NodeType.Input]

    def before(self, node: Node | str) -> Position:
        """The place before a node, or the node of a name."""
        with Speaker("SymbolTree"):
            return Position(self, self._own(of_type("node", node, Node, str)), False)

    def after(self, node: Node | str) -> Position:
        """The place behind a node, or the node of a name."""
        with Speaker("SymbolTree"):
            return Position(self, self._own(of_type("node", node, Node, str)), True)

    def insert(self, position: Position, node: Node) -> Node:
        """Put a node in.

        Args:
            position: where, from `before` or `after`.
            node: a node that is in no tree.

        Returns:
            Node, the same. Where its name is taken it gets another.

        Raises:
            TypeError: an argument is of another type.
            RuntimeError: the position is in another tree, or the node in a tree.
        """
        with Speaker("SymbolTree"):
            where = self._own(of_type("position", position, Position).node)
            if where._head is not None and where._head._tree is self and not position.behind:
                where = where._head  # nothing can stand between the code of the two
            if of_type("node", node, Node)._tree is not None:
                raise RuntimeError(must("node", "in no tree", node._name))
            self._adopt(node)
        self._enter(node, where._block, where._block.index(where) + position.behind)
        return node

    def _adopt(self, node: Node) -> None:
        """Give a new node names, and what it calls a place in the network."""
        function = node._kind is NodeType.CallFunction
        known = self._names | self._new.keys() | self._used
        known |= set(vars(self._network)) | {n for n, _ in self._network.name_cells().items()}
        base = node._name
        same = function and self._space.get(base) is node._instance
        if base in known and not same:
            base = next(n for i in itertools.count(1) if (n := f"{base}_{i}") not in known)
        node._name = self._unique(base)
        node._callee = base if function else f"self.{base}"
        if function:
            self._space[base] = node._instance
        else:
            self._new[base] = node._instance
        if node._kind is NodeType.Tree:
            node._sub_tree = self._sub_tree_of(node._instance)

    def erase(self, node: Node | str) -> Node:
        """Take a node out. Code that reads its results is left as it is.

        Args:
            node: a node, or its name.

        Returns:
            Node, the one taken out.

        Raises:
            TypeError: `node` is something else.
            RuntimeError: the tree has no such node.
        """
        with Speaker("SymbolTree"):
            found = self._own(of_type("node", node, Node, str))
        found._block.remove(found)
        found._tree, found._block = None, []
        return found

    def replace(self, old_node: Node, new_nodes: Sequence[Node]) -> Node:
        """Put nodes in the place of one.

        Args:
            old_node: the node that goes.
            new_nodes: list of nodes that come.

        Returns:
            Node, the last that came.

        Raises:
            TypeError: an argument is of another type.
            IndexError: there are no new nodes.
            RuntimeError: the tree does not have `old_node`.
        """
        with Speaker("SymbolTree"):
            self._own(of_type("old_node", old_node, Node))
            for node in of_type("new_nodes", new_nodes, list, tuple):
                of_type("new_nodes", node, Node)
            if not new_nodes:
                raise IndexError(must("new_nodes", "not empty", new_nodes))
        for node in new_nodes:
            self.insert(self.before(old_node), node)
        self.erase(old_node)
        return new_nodes[-1]

    def unique_name(self, name: str = "output") -> str:
        """A variable that the code does not use: `name`, or that with a number."""
        with Speaker("SymbolTree"):
            string("name", name)
        used = self._used | {str(t) for n in self._all() for t in n._targets}
        names = itertools.chain([name], (f"{name}_{i}" for i in itertools.count(1)))
        return next(n for n in names if n not in used)

    def get_code(self) -> str:
        """The class of the new network, and those of inner ones, as Python code."""
        parts = [tree.get_code() for tree in self._called_trees()]
        own = type(self._network).__name__
        lines = [f"class {own}Opt({own}):", f"    def construct({self._signature}):"]
        lines.append(textwrap.indent(_code(self._nodes) or "pass", " " * 8))
        return "\n\n\n".join([*parts, "\n".join(lines) + "\n"])

    def _called_trees(self) -> list[SymbolTree]:
        called = {id(n._sub_tree) for n in self._all() if n._sub_tree is not None}
        return [tree for tree in self._trees.values() if id(tree) in called]

    def get_network(self) -> Cell:
        """A network of the nodes. It holds the Parameters and Cells of the original.

        Returns:
            Cell, of a class derived from the original's.
        """
        kind = type(self._network)
        title = kind.__name__
        code = self.get_code().rpartition("\n\n\n")[2]
        space = {**self._space, title: kind, "__name__": kind.__module__}
        exec(compile(code, f"<rewrite of {title}>", "exec"), space)
        made = space[f"{title}Opt"]
        found = made.__new__(made)
        own, fields = self._network.__getstate__()  # without what was compiled
        held = {k: v.copy() if isinstance(v, dict) else v for k, v in own.items()}
        found.__setstate__((held, {k: copy.deepcopy(v) for k, v in fields.items()}))
        for name, cell in self._new.items():
            setattr(found, name, cell)
        for tree in self._called_trees():
            new = tree.get_network()
            for name, cell in {**self._network.name_cells(), **self._new}.items():
                if cell is tree._network:
                    setattr(found, name, new)
        return found

    def get_origin_network(self) -> Cell:
        """The network that the tree was made of."""
        return self._network

    def print_node_tabulate(self, all_nodes: bool = False) -> None:
        """Print the nodes as a table: type, name, code, and what arguments and results belong to.

        Args:
            all_nodes: whether tables of inner trees come too.
        """
        head = ["node type", "name", "codes", "arg providers", "target users"]
        rows = [head, *(self._row(node) for node in self._nodes)]
        cells = [[cell.split("\n") for cell in row] for row in rows]
        widths = [max(len(line) for row in cells for line in row[i]) for i in range(len(head))]
        print(f"\n[{type(self._network).__name__}Opt]")
        for place, row in enumerate(cells):
            for line in itertools.zip_longest(*row, fillvalue=""):
                print("  ".join(t.ljust(w) for t, w in zip(line, widths, strict=True)).rstrip())
            if place == 0:
                print("  ".join("-" * width for width in widths))
        print()
        for tree in self._called_trees() if all_nodes else ():
            tree.print_node_tabulate(True)

    def _row(self, node: Node) -> list[str]:
        """What the table says of a node."""
        given = [[i, (source._name, k)] for i, source, k in self._providers(node)]
        users: dict[int, list[tuple[str, int]]] = {}
        for other in node._block:
            for i, source, k in self._providers(other):
                if source is node:
                    users.setdefault(k, []).append((other._name, i))
        used = [[k, users[k]] for k in sorted(users)]
        return [str(node._kind), node._name, node._code(), str(given), str(used)]

    def __repr__(self) -> str:
        return object_repr("mindspore.rewrite.api.symbol_tree.SymbolTree", self)
