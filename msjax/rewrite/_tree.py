"""The code of a network as nodes.

`construct` is read from its source. Calls and arithmetic inside expressions become nodes of their
own, in the order in which Python computes them; other statements are nodes that keep their source.
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
from msjax._core.op.primitive import Primitive
from msjax.nn.cell import Cell
from msjax.rewrite._values import NodeType, ScopedValue, ValueType

_CONTAINERS = (nn.SequentialCell, nn.CellList)
_CONTROL = (ast.If, ast.For, ast.While)
_NAMED = {
    ast.Add: ("add", "+"),
    ast.Sub: ("sub", "-"),
    ast.Mult: ("mult", "*"),
    ast.Div: ("div", "/"),
    ast.FloorDiv: ("floordiv", "//"),
    ast.Mod: ("mod", "%"),
    ast.Pow: ("pow", "**"),
    ast.MatMult: ("matmult", "@"),
}
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


class Node:
    """A step of a network: a call, arithmetic, an input, the output, or other code.

    Nodes are found by `SymbolTree.get_node` and made by `create_call_cell`, `create_call_function`.
    """

    def __init__(self, node: Step):
        self._name, self._kind, self._instance = node.name, node.kind, node.instance
        self._targets, self._args, self._kwargs = node.targets, node.args, node.kwargs
        self._callee, self._source = node.callee, node.source
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
        return [node for node in self._tree._nodes if self in self._tree._sources(node)]

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
            if self._source is not None:
                raise NotImplementedError(
                    f"rewrite: other arguments of {self._kind} are not supported by msjax."
                )
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

    def _line(self) -> str:
        """The statement."""
        if self._source is not None:
            return self._source
        values = [v.code() for v in self._args]
        if self._kind is NodeType.Output:
            return f"return {', '.join(values)}".rstrip()
        if self._kind is NodeType.MathOps:
            right = f"{values[0]} {self._callee} {values[1]}"
        elif self._kind is NodeType.CallMethod:
            right = f"({', '.join(values)}{',' * (len(values) == 1)})"
        else:
            values += [f"{k}={v.code()}" for k, v in self._kwargs.items()]
            right = f"{self._callee}({', '.join(values)})"
        return f"{', '.join(map(str, self._targets))} = {right}"


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

    def variable(self, base: str) -> str:
        """A variable that the code does not use."""
        found = base
        for i in itertools.count(1):
            if found not in self.used:
                break
            found = f"{base}_{i}"
        self.used.add(found)
        return found

    def add(self, step: Step) -> Node:
        node = Node(step)
        node._name = self.tree._unique(node._name)
        self.tree._enter(node, len(self.tree._nodes))
        return node

    def statement(self, code: ast.stmt) -> None:
        """The nodes of a statement."""
        if isinstance(code, ast.Return):
            values = [] if code.value is None else [self.value(code.value)]
            self.add(Step("return", NodeType.Output, [], values))
            return
        simple = isinstance(code, ast.Assign) and len(code.targets) == 1
        names = self.names(code.targets[0]) if simple else None
        if names is not None and self.step(code.value, names):
            return
        kind = NodeType.ControlFlow if isinstance(code, _CONTROL) else NodeType.Python
        base = {ast.If: "if_node", ast.For: "for_node", ast.While: "while_node"}
        tested = [code.test] if isinstance(code, (ast.If, ast.While)) else []
        args = [ScopedValue.create_naming_value(ast.unparse(t)) for t in tested]
        name = base.get(type(code), type(code).__name__.lower())
        self.add(Step(name, kind, names or [], args, source=ast.unparse(code)))

    def names(self, target: ast.expr) -> list[ScopedValue] | None:
        """The names that are assigned to, or None where it is something else."""
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        if not all(isinstance(p, ast.Name) for p in parts) or not parts:
            return None
        if isinstance(target, ast.Tuple) and len(parts) == 1:
            return None
        return [ScopedValue.create_naming_value(p.id) for p in parts]

    def step(self, code: ast.expr, targets: list[ScopedValue] | None) -> bool:
        """Whether an expression is one step; if so its node is made, for these targets or one."""

        def place(base: str) -> list[ScopedValue]:
            return targets or [ScopedValue.create_naming_value(self.variable(base + "_var"))]

        if isinstance(code, ast.BinOp) and type(code.op) in _NAMED:
            name, sign = _NAMED[type(code.op)]
            args = [self.value(code.left), self.value(code.right)]
            self.add(Step(f"binop_{name}", NodeType.MathOps, place(name), args, callee=sign))
            return True
        if isinstance(code, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in code.elts):
            if targets is not None and len(targets) > 1:
                return False
            args = [self.value(e) for e in code.elts]
            self.add(Step("tuple", NodeType.CallMethod, place("tuple"), args))
            return True
        if not isinstance(code, ast.Call) or not isinstance(code.func, (ast.Name, ast.Attribute)):
            return False
        starred = [isinstance(a, ast.Starred) for a in code.args]
        if any(starred) or any(k.arg is None for k in code.keywords):
            return False
        callee = ast.unparse(code.func)
        if "(" in callee or "[" in callee:
            return False
        args = [self.value(a) for a in code.args]
        kwargs = {k.arg: self.value(k.value) for k in code.keywords}
        instance = self.find(code.func)
        name = callee.rpartition(".")[2]
        kind = _kind_of(instance)
        node = self.add(Step(name, kind, place(name), args, kwargs, callee, instance))
        if kind is NodeType.Tree:
            node._sub_tree = self.tree._sub_tree_of(instance)
        return True

    def find(self, code: ast.expr) -> Any:
        """What a dotted name stands for, or None."""
        first, *rest = ast.unparse(code).split(".")
        found = self.tree._network if first == "self" else self.space.get(first)
        for name in rest:
            found = getattr(found, name, None)
        return found

    def value(self, code: ast.expr) -> ScopedValue:
        """The argument that an expression is, perhaps a result of a further node."""
        if isinstance(code, ast.Constant) and not isinstance(code.value, (bytes, complex)):
            if code.value is not Ellipsis:
                return ScopedValue.create_variable_value(code.value)
        if not isinstance(code, ast.Name) and self.step(code, None):
            return self.tree._nodes[-1]._targets[0]
        if any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(code)):
            # What is computed here must stay before the nodes of later arguments.
            target = ScopedValue.create_naming_value(self.variable("value_var"))
            source = f"{target} = {ast.unparse(code)}"
            self.add(Step("python", NodeType.Python, [target], [], source=source))
            return target
        scope, _, name = ast.unparse(code).rpartition(".")
        plain = isinstance(code, (ast.Name, ast.Attribute)) and "(" not in scope
        whole = (name, scope) if plain else (ast.unparse(code), "")
        return ScopedValue.create_naming_value(*whole)


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
        first, *inputs = (a for a in ast.walk(code.args) if isinstance(a, ast.arg))
        if first.arg != "self":
            raise NotImplementedError(f"rewrite: 'self' in {name}.construct is called {first.arg}.")
        reader = _Reader(self, self._space, used | {a.arg for a in inputs})
        for a in inputs:
            targets = [ScopedValue.create_naming_value(a.arg)]
            reader.add(Step(f"input_{a.arg}", NodeType.Input, targets, []))
        for statement in code.body:
            text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not text:
                reader.statement(statement)
        self._used = reader.used

    def _sub_tree_of(self, cell: Cell) -> SymbolTree:
        """The tree of an inner Cell, one however often it is called."""
        if id(cell) not in self._trees:
            self._trees[id(cell)] = SymbolTree(cell)
        return self._trees[id(cell)]

    def _unique(self, base: str) -> str:
        known = {n._name for n in self._nodes}
        names = itertools.chain([base], (f"{base}_{i}" for i in itertools.count(1)))
        return next(n for n in names if n not in known)

    def _enter(self, node: Node, place: int) -> None:
        node._tree = self
        self._nodes.insert(place, node)

    def _sources(self, node: Node) -> list[Node]:
        """The nodes whose results are arguments of a node."""
        made: dict[ScopedValue, Node] = {}
        for other in self._nodes:
            if other is node:
                break
            made.update(dict.fromkeys(other._targets, other))
        values = [*node._args, *node._kwargs.values()]
        return [made[v] for v in values if v.type is ValueType.NamingValue and v in made]

    def _own(self, node: Node | str) -> Node:
        found = self.get_node(node) if isinstance(node, str) else of_type("node", node, Node)
        if found is None or found not in self._nodes:
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
        yield from list(self._nodes)
        for tree in self._trees.values() if all_nodes else ():
            yield from tree.nodes(True)

    def get_node(self, node_name: str) -> Node | None:
        """The node of that name, or None."""
        with Speaker("SymbolTree"):
            string("node_name", node_name)
        return next((n for n in self._nodes if n._name == node_name), None)

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
            if of_type("node", node, Node)._tree is not None:
                raise RuntimeError(must("node", "in no tree", node._name))
            self._adopt(node)
        self._enter(node, self._nodes.index(where) + position.behind)
        return node

    def _adopt(self, node: Node) -> None:
        """Give a new node names, and what it calls a place in the network."""
        function = node._kind is NodeType.CallFunction
        known = {n._name for n in self._nodes} | self._new.keys() | self._used
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
        self._nodes.remove(found)
        found._tree = None
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
        used = self._used | {str(t) for n in self._nodes for t in n._targets}
        names = itertools.chain([name], (f"{name}_{i}" for i in itertools.count(1)))
        return next(n for n in names if n not in used)

    def get_code(self) -> str:
        """The class of the new network, and those of inner ones, as Python code."""
        parts = [tree.get_code() for tree in self._called_trees()]
        own = type(self._network).__name__
        lines = [f"class {own}Opt({own}):", f"    def construct({self._signature}):"]
        body = [n._line() for n in self._nodes if n._kind is not NodeType.Input]
        lines += [textwrap.indent(line, " " * 8) for line in body or ["pass"]]
        return "\n\n\n".join([*parts, "\n".join(lines) + "\n"])

    def _called_trees(self) -> list[SymbolTree]:
        called = {id(n._sub_tree) for n in self._nodes if n._sub_tree is not None}
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
        """Print the nodes: type, name, code, arguments and targets.

        Args:
            all_nodes: whether nodes of inner trees come too.
        """
        for node in self.nodes(all_nodes):
            line = "" if node._kind is NodeType.Input else node._line().splitlines()[0]
            print(node._kind, node._name, line, node._args, node._targets, sep="\t")
