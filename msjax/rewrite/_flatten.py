"""Nested expressions as statements of their own.

Operands that are neither names nor constants get variables. As MindSpore does it, the operands of
one expression are computed from the last to the first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

_OPERANDS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Return: ("value",),
    ast.Call: ("func", "args", "keywords"),
    ast.BinOp: ("left", "right"),
    ast.BoolOp: ("values",),
    ast.UnaryOp: ("operand",),
    ast.Compare: ("left", "comparators"),
    ast.If: ("test",),
    ast.For: ("iter",),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
}


def _base_name(code: ast.expr) -> str:
    """What the variable of an expression is called."""
    if isinstance(code, ast.Attribute) and isinstance(code.value, ast.Name):
        return f"{code.value.id}_{code.attr}"
    if isinstance(code, ast.Call):
        called = code.func
        if isinstance(called, ast.Name):
            return f"{called.id}_var"
        return f"{called.attr if isinstance(called, ast.Attribute) else 'function'}_var"
    kind = code.op if isinstance(code, (ast.BinOp, ast.BoolOp, ast.UnaryOp)) else code
    return f"{type(kind).__name__.lower()}_var"


def _apart(targets: list[ast.expr], value: ast.expr) -> list[ast.stmt]:
    """`a = b = value` as `b = value; a = b`, where both are names."""
    names = [t.id for t in targets if isinstance(t, ast.Name)]
    if len(targets) == 1 or len(names) != len(targets):
        return [ast.Assign(targets, value)]
    found: list[ast.stmt] = []
    for target, name in zip(reversed(targets), reversed(names), strict=True):
        found.append(ast.Assign([target], value))
        value = ast.Name(name, ast.Load())
    return found


def flatten(body: list[ast.stmt], variable: Callable[[str], str]) -> list[ast.stmt]:
    """The statements, with those of their operands before them.

    Bodies of control flow stay as they are.

    Args:
        body: statements; their expressions are changed.
        variable: gives a name that is not in use, from one like it.

    Returns:
        list of statements.
    """
    found: list[ast.stmt] = []  # from the last to the first
    parts = [_apart(s.targets, s.value) if isinstance(s, ast.Assign) else [s] for s in body]
    waiting = [s for part in parts for s in part]
    while waiting:
        statement = waiting.pop()
        found.append(statement)
        inner = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else statement
        waiting += reversed(_operands(inner, variable))
    return found[::-1]


def _operands(code: ast.AST, variable: Callable[[str], str]) -> list[ast.stmt]:
    """Statements for the operands of an expression, which becomes one of names."""
    made: list[ast.stmt] = []

    def named(part: ast.expr) -> ast.expr:
        if isinstance(part, (ast.Name, ast.Constant, ast.Starred)):
            return part
        if isinstance(part, ast.Attribute) and not isinstance(code, ast.For):
            holder = part
            while isinstance(holder.value, ast.Attribute):
                holder = holder.value
            holder.value = named(holder.value)
            return part
        name = variable(_base_name(part))
        made.append(ast.Assign([ast.Name(name, ast.Store())], part))
        return ast.Name(name, ast.Load())

    for name in _OPERANDS.get(type(code), ()):
        parts = getattr(code, name)
        if not isinstance(parts, list):
            setattr(code, name, parts and named(parts))
            continue
        # What stands behind `and` may only be computed where the first is true.
        count = 1 if isinstance(code, ast.BoolOp) and isinstance(code.op, ast.And) else len(parts)
        for place, part in enumerate(parts[:count]):
            if isinstance(part, ast.keyword):
                part.value = named(part.value)
            else:
                parts[place] = named(part)
    return made
