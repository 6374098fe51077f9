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
from collections.abc import Iterator, Sequence
from typing import Any

from msjax._core.base.checks import boolean, of_type, string
from msjax._core.base.errors import Clause, Speaker, describe, must
from msjax._core.base.format import object_repr
from msjax.nn.cell import Cell
from msjax.rewrite._node import UNUSED, Node, Position, Step
from msjax.rewrite._reader import Reader
from msjax.rewrite._values import NodeType, ScopedValue, ValueType
from msjax.rewrite._writer import Writer, take_over


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
        >>> print("class " + tree.get_code().rpartition("class ")[2])
        class NetOpt(Net):
            def __init__(self, obj):
                take_over(self, obj)
                self.tanh = obj.tanh
        <BLANKLINE>
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
            TypeError: `network` is not a Cell.
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
            raise NotImplementedError(f"rewrite: {name}.construct is not a plain function.")
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
        reader = Reader(self, self._space, set(self._used))
        stored = (n for n in ast.walk(code) if isinstance(n, ast.Name))
        reader.local = {*every, *(n.id for n in stored if isinstance(n.ctx, ast.Store))}
        for a in inputs:
            targets = [ScopedValue.create_naming_value(a.arg)]
            reader.add(self._nodes, Step(f"input_{a.arg}", NodeType.Input, targets, []))
        others = (code.args.vararg, code.args.kwonlyargs, code.args.kwarg)
        for other in (o for o in others if o):
            text = ", ".join(a.arg for a in (other if isinstance(other, list) else [other]))
            kind = type(other).__name__
            step = Step(kind, NodeType.Python, [], [], callee=UNUSED, source=text)
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
            RuntimeError: the position is in another tree or before an input, or the node in a tree.
        """
        with Speaker("SymbolTree"):
            where = self._own(of_type("position", position, Position).node)
            if where._head is not None and where._head._tree is self and not position.behind:
                where = where._head  # nothing can stand between the code of the two
            if of_type("node", node, Node)._tree is not None:
                raise RuntimeError(must("node", "in no tree", node._name))
            place = where._block.index(where) + position.behind
            if any(other._kind is NodeType.Input for other in where._block[place:]):
                raise RuntimeError(must("position", "behind all inputs", where._name))
            self._adopt(node)
        self._enter(node, where._block, place)
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
            RuntimeError: the tree has no such node, or it stands for parameters of `construct`.
        """
        with Speaker("SymbolTree"):
            found = self._own(of_type("node", node, Node, str))
            if found._kind is NodeType.Input or found._callee == UNUSED:
                raise RuntimeError(must("node", "no input of the network", found._name))
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
        """The class of the new network and those of inner ones, as the text of a module.

        The class takes the network that it is to be like: `NetOpt(network)`. Cells that were put in
        are read from that, under the names of their nodes.
        """
        return Writer(self).text()

    def _called_trees(self) -> list[SymbolTree]:
        called = {id(n._sub_tree) for n in self._all() if n._sub_tree is not None}
        return [tree for tree in self._trees.values() if id(tree) in called]

    def _places(self) -> list[tuple[SymbolTree, list[str]]]:
        """The inner trees, and the attributes that hold their networks."""
        cells = {**self._network._cells, **self._new}  # a Cell under two names, under both
        found = [
            (t, [n for n, c in cells.items() if c is t._network]) for t in self._called_trees()
        ]
        return [(tree, names) for tree, names in found if names]

    def _with_new(self) -> Cell:
        """The network with the Cells that were put in, here and in inner ones."""
        found = copy.copy(self._network)
        take_over(found, self._network)
        for name, cell in self._new.items():
            setattr(found, name, cell)
        for tree, names in self._places():
            inner = tree._with_new()
            for name in names:
                setattr(found, name, inner)
        return found

    def get_network(self) -> Cell:
        """A network of the nodes. It holds the Parameters and Cells of the original.

        Returns:
            Cell, of a class derived from the original's.
        """
        return Writer(self).run()(self._with_new())

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
