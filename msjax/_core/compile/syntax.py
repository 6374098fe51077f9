"""What Python code does, read from its syntax tree."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Iterator
from typing import Any

# They see the names of a function, or which object a variable holds.
_REFUSED = frozenset({"locals", "eval", "exec", "vars", "dir", "id"})
# Python demands a str, an int or a bool of them, where a loop or a statement gives a Number.
_DEMANDED = frozenset(
    f"__{name}__"
    for name in (
        "bool len length_hint index int float complex hash str repr format bytes fspath dir "
        "sizeof instancecheck subclasscheck"
    ).split()
)
_ORDERING = frozenset({"sorted", "sort", "min", "max", "any", "all"})  # by many comparisons
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def is_of(node: Any, code: types.CodeType) -> bool:
    """Whether a node is the definition that some code was compiled from."""
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    return first_line(node) == code.co_firstlineno


def first_line(node: Any) -> int:
    """The first line of a definition, that of its first decorator if there is one."""
    return min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes inside one, without those in the bodies of functions and classes."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from own_nodes(child)


def covers_any(node: Any, lines: Iterable[int]) -> bool:
    """Whether a node stands on one of some lines."""
    return any(node.lineno <= line <= node.end_lineno for line in lines)


def is_range(node: ast.AST) -> bool:
    """Whether a node is a `for` with one variable over a `range`."""
    if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name):
        return False
    call = node.iter
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "range"
        and not call.keywords
        and not any(isinstance(a, ast.Starred) for a in call.args)
    )


def loops_in(node: ast.AST) -> list[Any]:
    """The loops of a function that can be replaced."""
    return [n for n in own_nodes(node) if isinstance(n, ast.While) or is_range(n)]


def assigned(node: ast.AST) -> set[str]:
    """The variables of a function that some of its code assigns."""
    names: set[str] = set()
    hidden: set[int] = set()
    for n in (node, *(() if isinstance(node, SCOPES) else own_nodes(node))):
        if isinstance(n, COMPREHENSIONS):
            for g in n.generators:
                hidden |= {id(t) for t in ast.walk(g.target)}
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in hidden:
            names.add(n.id)
        names |= _bound(n)
    return names


def _bound(n: Any) -> set[str]:
    """The variables that a node gives values otherwise than by an `ast.Name`."""
    if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {n.name}
    if isinstance(n, (ast.Import, ast.ImportFrom)):
        return {a.asname or a.name.partition(".")[0] for a in n.names}
    if isinstance(n, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        return {n.name} - {None}
    return {n.rest} - {None} if isinstance(n, ast.MatchMapping) else set()


def names_in(node: ast.AST) -> list[str]:
    """All names in some code, also in functions inside."""
    names: list[str] = []
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            names.append(n.id)
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            names += n.names
        names += _bound(n)
    return names


def gives_value(node: Any, name: str) -> bool:
    """Whether a statement gives a variable a value in any case, before it reads it."""
    if isinstance(node, ast.If):
        bodies = [node.body, node.orelse] if name not in names_in(node.test) else []
        bodies = bodies[:1] if hasattr(node, "over") else bodies
    elif isinstance(node, ast.With):
        bodies = [node.body] if not any(name in names_in(item) for item in node.items) else []
    else:
        loads = isinstance(node, ast.Assign) and any(
            isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
            for n in ast.walk(node)
        )
        return isinstance(node, ast.Assign) and not loads
    first = [next((s for s in body if name in names_in(s)), None) for body in bodies]
    return bool(first) and all(s is not None and gives_value(s, name) for s in first)


def given_first(loop: Any) -> set[str]:
    """The variables to which every round of a loop gives a value before it reads them."""
    first: dict[str, bool] = {}

    def note(node: ast.AST, gives: bool) -> None:
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        for n in sorted(names, key=lambda n: not isinstance(n.ctx, ast.Load)):
            first.setdefault(n.id, gives and isinstance(n.ctx, ast.Store))

    every = names_in(loop)
    note(loop.target if isinstance(loop, ast.For) else loop.test, True)
    for statement in loop.body:
        if isinstance(statement, (ast.For, ast.While)):  # of whose rounds there may be none
            inside = names_in(
                ast.Module([getattr(statement, "target", ast.Pass()), *statement.body])
            )
            own = (n for n in given_first(statement) if inside.count(n) == every.count(n))
            first |= dict.fromkeys(own, True)
        note(statement, isinstance(statement, ast.Assign))
    return {name for name, given in first.items() if given}


def outside_of_loops(nodes: list[Any]) -> set[str]:
    """The names in some code that stand outside of loops which give them a value first."""
    found: set[str] = set()

    def visit(node: Any, given: set[str]) -> None:
        if isinstance(node, ast.Name):
            found.update({node.id} - given)
        elif isinstance(node, SCOPES):
            found.update(names_in(node))
        elif isinstance(node, (ast.For, ast.While)):
            own = given | given_first(node)
            if isinstance(node, ast.For):
                visit(node.iter, given)
            for n in (node.target if isinstance(node, ast.For) else node.test, *node.body):
                visit(n, own)
            for n in node.orelse:
                visit(n, given)
        else:
            for n in ast.iter_child_nodes(node):
                visit(n, given)

    for node in nodes:
        visit(node, set())
    return found


def is_item(node: Any) -> bool:
    """Whether an expression is `a[i]`, with an `i` that may be unknown."""
    if not isinstance(node, ast.Subscript):
        return False
    kinds = (ast.Name, ast.Attribute, ast.BinOp, ast.Call, ast.Subscript, ast.UnaryOp, ast.IfExp)
    return isinstance(node.slice, kinds) and not (
        isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.operand, ast.Constant)
    )


def formats_text(node: ast.AST) -> bool:
    """Whether an expression is text of values: an f-string, `%`, `.format()`, `str()`, a sum."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add):
            return formats_text(node.left) or formats_text(node.right)
        return isinstance(node.op, ast.Mod) and _is_text(node.left)
    if isinstance(node, ast.Call) and not node.keywords:
        plain = not any(isinstance(a, ast.Starred) for a in node.args)
        if isinstance(node.func, ast.Attribute):
            return plain and node.func.attr == "format" and _is_text(node.func.value)
        return plain and isinstance(node.func, ast.Name) and node.func.id == "str"
    return isinstance(node, ast.JoinedStr)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def prints_text(node: ast.AST) -> bool:
    """Whether some code is a call of `print` with text that is made of values."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    return node.func.id == "print" and any(map(formats_text, node.args))


def is_steady(node: ast.expr) -> bool:
    """Whether an expression may be computed twice."""
    kinds = (ast.Name, ast.Attribute, ast.BinOp, ast.Constant, ast.operator, ast.expr_context)
    return all(isinstance(n, kinds) for n in ast.walk(node))


def compared(test: ast.expr) -> str:
    """What a test compares, if it is one comparison of variables and numbers; else nothing."""
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return ""
    if isinstance(test.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)):
        return ""
    sides = (test.left, test.comparators[0])
    kinds = (ast.Name, ast.Attribute, ast.Constant, ast.expr_context)
    if not all(isinstance(n, kinds) for side in sides for n in ast.walk(side)):
        return ""
    return ", ".join(map(ast.unparse, sides))


def is_simple(test: ast.expr) -> bool:
    """Whether a test is one comparison or variable, which asks no condition itself."""
    if isinstance(test, ast.NamedExpr):
        return is_simple(test.value)
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        return False
    asking = (ast.BoolOp, ast.IfExp, *COMPREHENSIONS)
    return not any(
        isinstance(n, asking) or (isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not))
        for n in (test, *own_nodes(test))
    )


def hindered(node: Any, own: list[ast.AST]) -> str:
    """What keeps the loops of a function from being replaced; empty if nothing does."""
    if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in own):
        return f"'{node.name}' is a generator"
    if node.name in _DEMANDED:
        return f"Python demands a value of '{node.name}'"
    called = _REFUSED.intersection(names_in(node))
    if called:
        return f"'{node.name}' uses {min(called)}()"
    if any(map(_compares_objects, own)):
        return f"'{node.name}' compares objects by 'is'"
    return ""


def asking(tree: ast.AST, line: int) -> str:
    """What asks conditions at a line that no statement joins; empty if nothing is known."""
    found = ""
    for node in ast.walk(tree):  # outer ones first
        if not (hasattr(node, "lineno") and covers_any(node, (line,))):
            continue
        if isinstance(node, COMPREHENSIONS):
            found = "a comprehension asks them"
        elif isinstance(node, ast.Call) and _called(node) in _ORDERING:
            found = f"{_called(node)}() asks them"
        elif isinstance(node, ast.FunctionDef):
            calls = (n for n in own_nodes(node) if isinstance(n, ast.Call))
            found = f"'{node.name}' calls itself" if node.name in map(_called, calls) else found
    return found


def _called(node: ast.Call) -> str:
    """The name of what is called."""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def _compares_objects(node: ast.AST) -> bool:
    """Whether it matters for some code which of two equal objects a variable holds."""
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    return any(
        isinstance(op, (ast.Is, ast.IsNot))
        and not any(isinstance(side, ast.Constant) for side in pair)
        for op, *pair in zip(node.ops, sides, sides[1:], strict=False)
    )
