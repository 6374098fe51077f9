"""The statements of `construct` read into nodes."""

from __future__ import annotations

import ast
import itertools
from typing import TYPE_CHECKING, Any

from msjax import nn
from msjax.nn.cell import Cell
from msjax.rewrite._flatten import flatten
from msjax.rewrite._node import SIGNS, Node, Step, kind_of
from msjax.rewrite._values import NodeType, ScopedValue, ValueType

if TYPE_CHECKING:
    from msjax.rewrite._tree import SymbolTree

_CONTROL = {ast.If: "if_node", ast.For: "for_node", ast.While: "while_node"}
_ELSE = {ast.If: "else_node", ast.For: "for_else_node", ast.While: "while_else_node"}


class Reader:
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
            signs = [SIGNS[type(op)] for op in ops]
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
        return Step(name, kind_of(instance), targets, args, kwargs, callee, instance=instance)

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
