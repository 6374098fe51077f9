"""Loops and statements of a function's source, replaced by calls that trace them.

A `while` and a `for` over a range become calls of `turns`, statements with conditions calls of
`blocks`, `a[i]` calls of `items`: what stands inside becomes functions, which assign the variables
around, and return how they were left.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable
from typing import Any

from msjax._core.compile.syntax import (
    SCOPES,
    assigned,
    compared,
    covers_any,
    formats_text,
    given_first,
    gives_value,
    hindered,
    is_item,
    is_range,
    is_simple,
    is_steady,
    loops_in,
    names_in,
    outside_of_loops,
    own_nodes,
    prints_text,
)
from msjax._core.compile.variables import BROKEN, CONTINUED, FINISHED, RESULT, RETURNED

_WHILE, _RANGE = "_msjax_run_while", "_msjax_run_range"
_BLOCK, _REST, _NEXT = "_msjax_run_block", "_msjax_run_rest", "_msjax_run_next"
BLOCK_NAME = "_msjax_block_"
_LINKED, _NEGATED = "_msjax_linked", "_msjax_negated"
_TEXT = "_msjax_text"
_ITEM, _SET_ITEM, _PART = "_msjax_item", "_msjax_set_item", "_msjax_part"
_RUN = {  # where rewritten code has the functions from
    "turns": {"run_while": _WHILE, "run_range": _RANGE},
    "blocks": {"run_block": _BLOCK, "run_rest": _REST, "run_next": _NEXT},
    "items": {"item": _ITEM, "set_item": _SET_ITEM},
    "printing": {"text": _TEXT},
    "truths": {"linked": _LINKED, "negated": _NEGATED},
}
Lines = frozenset[int]
_MOST_LONGER = 4  # statements that a statement is joined with


class _Exits(ast.NodeTransformer):
    """`break`, `continue` and `return` of a region, as results of a function."""

    def __init__(self, continued: int) -> None:
        self.depth, self.continued = 0, continued
        self.used: set[int] = set()

    def _inner(self, node: Any) -> Any:
        self.depth += 1
        node.body = [s for n in node.body for s in _as_list(self.visit(n))]
        self.depth -= 1
        node.orelse = [s for n in node.orelse for s in _as_list(self.visit(n))]
        return node

    visit_For = visit_While = visit_AsyncFor = _inner

    def _leave(self, node: Any) -> Any:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = _leave

    def _left(self, code: int, node: Any) -> Any:
        self.used.add(code)
        return _result(code, node)

    def visit_Break(self, node: ast.Break) -> Any:
        return node if self.depth else self._left(BROKEN, node)

    def visit_Continue(self, node: ast.Continue) -> Any:
        return node if self.depth else self._left(self.continued, node)

    def visit_Return(self, node: ast.Return) -> Any:
        if getattr(node, "passed_on", False):
            return self._left(RETURNED, node)
        keep = ast.Assign([ast.Name(RESULT, ast.Store())], node.value or ast.Constant(None))
        return [
            ast.fix_missing_locations(ast.copy_location(keep, node)),
            self._left(RETURNED, node),
        ]


def _as_list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _result(code: int, like: ast.AST) -> Any:
    made = ast.copy_location(ast.Return(ast.Constant(code)), like)
    made.made = True  # type: ignore[attr-defined]
    return ast.fix_missing_locations(made)


class Regions(ast.NodeTransformer):
    """A function whose loops, and statements at some lines, are replaced."""

    def __init__(self, node: ast.FunctionDef, lines: Lines, longer: Lines):
        self.node, self.count, self.lines = node, 0, lines
        for at in sorted(longer):
            _lengthen(node, at)
        self.stored: set[str] = set()
        self.around: set[int] = set()  # statements that are left from inside a region
        arguments = [*node.args.posonlyargs, *node.args.args]
        self.first = arguments[0].arg if arguments else None
        self.all_names = names_in(node)
        self.names_of_arguments = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}

    def rewrite(self) -> bool:
        """Replace the loops in place; False if something in the function forbids it."""
        node, own = self.node, list(own_nodes(self.node))
        outer = {n for s in own if isinstance(s, ast.Global) for n in s.names}
        self.around = {id(n) for n in own if self._is_left_from_inside(n)}
        regions = [*loops_in(node), *(n for n in own if self._asks(n))]
        others = any(is_item(n) or prints_text(n) for n in own)
        if not (regions or others) or RESULT in self.all_names or hindered(node, own):
            return False
        for region in regions:
            inside = list(own_nodes(region))
            if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside):
                return False
            if not outer.isdisjoint(assigned(region)):
                return False
        self._note_variables(regions)
        node.body = [s for n in node.body for s in _as_list(self.visit(n))]
        node.body = self._in_turn(node.body, outer)
        start = 1 if ast.get_docstring(node, clean=False) is not None else 0
        while start < len(node.body) and isinstance(node.body[start], (ast.Global, ast.Nonlocal)):
            start += 1
        names = sorted(self.stored | {RESULT})
        package = "msjax._core.compile"
        text, used = f"if 0:\n {' = '.join(names)} = None", {*names_in(node)}
        for module, imported in _RUN.items():
            asked = [f"{n} as {name}" for n, name in imported.items() if name in used]
            if asked:
                text = f"from {package}.{module} import {', '.join(asked)}\n{text}"
        head = ast.parse(text).body
        node.body[start:start] = [_placed(s, self.node.body[0]) for s in head]
        return True

    def _leave(self, node: Any) -> Any:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = _leave

    def visit_For(self, node: ast.For) -> Any:
        return self._replaced(node) if is_range(node) else self._simple(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._replaced(node)

    def visit_If(self, node: ast.If) -> Any:
        if not self._asks(node):
            return self.generic_visit(node)
        return self._joined(node, self._followed(node))

    def _followed(self, node: ast.If) -> ast.If:
        """The conditions of an `elif` belong to the same statement."""
        node.test = self.visit(node.test)
        node.body = [s for n in node.body for s in _as_list(self.visit(n))]
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            node.orelse = [self._followed(node.orelse[0])]
        else:
            node.orelse = [s for n in node.orelse for s in _as_list(self.visit(n))]
        return node

    def _simple(self, node: Any) -> Any:
        asks = self._asks(node)
        visited = self.generic_visit(node)
        return self._joined(node, visited) if asks else visited

    visit_Expr = visit_Return = visit_Assert = _simple
    visit_With = visit_Try = visit_TryStar = visit_Match = _simple

    def visit_Assign(self, node: ast.Assign) -> Any:
        asks, target = self._asks(node), node.targets[0]
        visited: Any = self.generic_visit(node)
        if len(node.targets) == 1 and is_item(target):
            visited = _call(_SET_ITEM, node, node.value, target.value, target.slice)
        return self._joined(node, visited) if asks else visited

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        asks, target = self._asks(node), node.target
        visited: Any = self.generic_visit(node)
        if is_item(target) and all(map(is_steady, (target.value, target.slice))):
            held, at = ast.unparse(target.value), ast.unparse(target.slice)
            text = f"{_PART} = {_ITEM}({held}, {at})\n{_SET_ITEM}({_PART}, {held}, {at})\n"
            first, last = (_placed(s, node) for s in ast.parse(text).body)
            node.target = _placed(ast.Name(_PART, ast.Store()), node)
            visited = [first, node, last]
        return self._joined(node, visited) if asks else visited

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not is_item(node) or not isinstance(node.ctx, ast.Load):
            return node
        return _call(_ITEM, node, node.value, node.slice).value

    def visit_Call(self, node: ast.Call) -> Any:
        texts = [formats_text(a) for a in node.args] if prints_text(node) else []
        self.generic_visit(node)
        for i, formats in enumerate(texts):
            if formats:
                node.args[i] = _formatted_later(node.args[i])
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None or not isinstance(node.target, ast.Name):
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)  # may be nonlocal

    def _asks(self, node: Any) -> bool:
        """Whether a statement asks conditions whose paths are to be joined where it ends."""
        simple = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Assert)
        kinds = (ast.If, ast.Match, *simple)
        if getattr(node, "has_longer", False):
            return False
        return id(node) in self.around or (isinstance(node, kinds) and covers_any(node, self.lines))

    def _is_left_from_inside(self, node: Any) -> bool:
        """Whether a region inside a statement ends it, in ways that only compiled code knows."""
        kinds = (ast.If, ast.Match, ast.For, ast.With, ast.Try, ast.TryStar)
        if not self.lines or not isinstance(node, kinds) or is_range(node):
            return False
        inside = list(own_nodes(node))
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside):
            return False
        regions = [*loops_in(node), *(n for n in inside if self._asks(n))]
        leaving = (ast.Return, ast.Break, ast.Continue)
        return any(
            isinstance(n, ast.Return if isinstance(region, (ast.For, ast.While)) else leaving)
            for region in regions
            for n in own_nodes(region)
        )

    def _joined(self, node: Any, visited: Any) -> list[Any]:
        """A statement as a function, given its parts being replaced."""
        stored, names = self._variables_of[id(node)]
        self.stored |= stored
        exits = _Exits(CONTINUED)
        body = [s for n in _as_list(visited) for s in _as_list(exits.visit(n))]
        self.count += 1
        outside = sorted(stored | ({RESULT} if RETURNED in exits.used else set()))
        declared = f" nonlocal {', '.join(outside)}\n" if outside else ""
        turn, end = f"{BLOCK_NAME}{self.count}", f"_msjax_end_{self.count}"
        text = f"def {turn}():\n{declared} return 0\n{end} = {_BLOCK}({turn}, {names!r})\n"
        text += _leaving(end, exits.used)
        made: list[Any] = [_placed(s, node) for s in _parsed(text)]
        made[0].body[-1:-1] = self._rested(body, declared, names)
        _pass_on(made[2:], end)
        return made

    def _rested(self, body: list[Any], declared: str, temporaries: tuple[str, ...]) -> list[Any]:
        """The statements of a region, with what follows a region inside as a function.

        So that region is traced once, not once for each way in which it may end.
        """
        at = next((i for i, s in enumerate(body) if hasattr(s, "passes")), None)
        if at is None or not self.lines:
            return body
        end, passed, last = body[at].passes, [], at
        while last < len(body) and getattr(body[last], "passes", "") == end:
            passed.append((body[last].test.comparators[0].value, body[last].body[0].value.value))
            last += 1
        self.count += 1
        rest = f"_msjax_rest_{self.count}"
        text = f"def {rest}():\n{declared} return 0\n" if body[last:] else ""
        given = f"{end}, {tuple(passed)!r}, {rest if text else None}, {temporaries!r}"
        made = [_placed(s, body[at]) for s in _parsed(f"{text}return {_REST}({given})\n")]
        if text:
            made[0].body[-1:-1] = self._rested(body[last:], declared, temporaries)
        return [*body[:at], *made]

    def _in_turn(self, body: list[Any], outer: set[str]) -> list[Any]:
        """The statements of the function, of which those after a region that may return are parts.

        Each part is a function, run unless the function has returned, so that it is traced once.
        """
        at = next((i for i, s in enumerate(body) if hasattr(s, "passes")), None)
        if at is None or not self.lines:
            return body
        end, parts = body[at].passes, [[]]
        for statement in body[at + 1 :]:
            parts[-1].append(statement)
            if hasattr(statement, "passes"):
                parts.append([])
        parts[-1].append(_placed(ast.Return(ast.Constant(None)), body[-1]))
        after = [s for part in parts for s in part if not _is_generated(s)]
        inside = [n for s in after for n in (s, *(() if isinstance(s, SCOPES) else own_nodes(s)))]
        stored = self.stored.union(*map(assigned, after))
        stored = {n for n in stored if not n.startswith("_msjax_")}
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside) or outer & stored:
            return body
        self.stored |= stored
        own = list(own_nodes(self.node))
        nonlocals = {n for s in own if isinstance(s, ast.Nonlocal) for n in s.names}
        scopes = [n for n in own if isinstance(n, SCOPES) and not _is_generated(n)]
        local, seen_by_others = stored - nonlocals, {n for s in scopes for n in names_in(s)}
        declared = f" nonlocal {', '.join(sorted(stored | {RESULT}))}\n"
        made = body[:at]
        for i, part in enumerate(parts):
            later = {n for p in parts[i + 1 :] for s in p for n in names_in(s)}
            dropped = local - later - seen_by_others
            exits = _Exits(FINISHED)
            statements = [s for n in part for s in _as_list(exits.visit(n))]
            self.count += 1
            name = f"_msjax_part_{self.count}"
            given = f"{end}, {name}, {(*sorted(dropped),)!r}, {(*sorted(local),)!r}"
            text = f"def {name}():\n{declared} return 0\n{end} = {_NEXT}({given})\n"
            function, call = (_placed(s, part[0]) for s in _parsed(text))
            function.body[-1:-1] = self._rested(statements, declared, ())
            made += [function, call]
        return [*made, _placed(_parsed(f"return {RESULT}")[0], body[-1])]

    def _linked(self, test: ast.expr, declared: str) -> tuple[list[Any], ast.expr] | None:
        """A test with calls for `and`, `or` and `not`, and the functions that these are given.

        None if it asks conditions otherwise, or has none of them.
        """
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self._linked(test.operand, declared)
            if inner is None and not is_simple(test.operand):
                return None
            functions, value = inner or ([], test.operand)
            return functions, _call(_NEGATED, test, value).value
        if not isinstance(test, ast.BoolOp):
            return None
        functions, value = self._linked(test.values[0], declared) or ([], test.values[0])
        if not functions and value is test.values[0] and not is_simple(value):
            return None
        for second in test.values[1:]:
            self.count += 1
            then = f"_msjax_then_{self.count}"
            functions += _parsed(f"def {then}():\n{declared} return 0\n")
            _placed(functions[-1], second).body[-1].value = second
            wanted = isinstance(test.op, ast.And)
            parts = f"lambda: ({compared(second)})" if compared(second) else None
            text = f"{_LINKED}({wanted}, 0, {then}, {parts}, {is_simple(second)})"
            call: Any = _placed(ast.parse(text, mode="eval").body, second)
            call.args[1] = value
            value = call
        return functions, value

    def _note_variables(self, regions: list[Any]) -> None:
        """The variables that regions assign, and those of them that are named nowhere else."""
        self._variables_of: dict[int, tuple[set[str], tuple[str, ...]]] = {}
        self._renewed: dict[int, tuple[str, ...]] = {}  # those that rounds do not hand on
        free = outside_of_loops(self.node.body)
        for node in regions:
            stored, inside = assigned(node), names_in(node)
            if isinstance(node, ast.For):
                stored -= assigned(node.iter)
            tried = any(isinstance(n, (ast.Try, ast.TryStar)) for n in own_nodes(node))
            given = given_first(node) - free if isinstance(node, (ast.For, ast.While)) else set()
            own = (
                n
                for n in stored
                if not tried
                and n not in self.names_of_arguments
                and (
                    n in given
                    or n in getattr(node, "over", ())
                    or inside.count(n) == self.all_names.count(n)
                )
            )
            self._variables_of[id(node)] = stored, tuple(sorted(own))
            self._renewed[id(node)] = tuple(sorted(given & set(self._variables_of[id(node)][1])))
        for n in own_nodes(self.node):
            if (
                isinstance(n, ast.Call)
                and isinstance(n.func, ast.Name)
                and n.func.id == "super"
                and not n.args
                and self.first
            ):
                n.args = [
                    _placed(ast.Name(name, ast.Load()), n) for name in ("__class__", self.first)
                ]

    def _replaced(self, node: Any) -> list[Any]:
        stored, temporaries = self._variables_of[id(node)]
        renewed = self._renewed[id(node)]
        self.stored |= stored
        self.count += 1
        number = self.count
        orelse = [s for n in node.orelse for s in _as_list(self.visit(n))]
        body = [s for n in node.body for s in _as_list(self.visit(n))]
        exits = _Exits(FINISHED)
        body = [s for n in body for s in _as_list(exits.visit(n))]
        returns = RETURNED in exits.used
        outside = sorted(stored | ({RESULT} if returns else set()))
        declared = f" nonlocal {', '.join(outside)}\n" if outside else ""
        turn, end = f"_msjax_body_{number}", f"_msjax_end_{number}"
        if isinstance(node, ast.While):
            test = f"_msjax_test_{number}"
            linked = self._linked(node.test, declared)
            simple = linked is not None or is_simple(node.test)
            text = (
                f"def {test}():\n{declared} return 0\ndef {turn}():\n{declared} return 0\n"
                f"{end} = {_WHILE}({test}, {turn}, {temporaries!r}, {renewed!r}, {simple})\n"
            )
        else:
            text = (
                f"def {turn}(_msjax_at):\n{declared} {node.target.id} = _msjax_at\n return 0\n"
                f"{end} = {_RANGE}(range, (), {turn}, {temporaries!r}, {renewed!r})\n"
            )
        left: set[int] = {RETURNED} if returns else set()
        joins_else = bool(orelse and self.lines and exits.used)
        if joins_else:
            otherwise = _Exits(CONTINUED)
            orelse = [s for n in orelse for s in _as_list(otherwise.visit(n))]
            left |= otherwise.used
            if left - {BROKEN, CONTINUED}:
                declared = f" nonlocal {', '.join(sorted({*outside, RESULT}))}\n"
            ways = {RETURNED: RETURNED, BROKEN: FINISHED}
            passed = tuple((code, way) for code, way in ways.items() if code in exits.used)
            rest = f"_msjax_rest_{number}"
            text += f"def {rest}():\n{declared} return 0\n"
            text += f"{end} = {_REST}({end}, {passed!r}, {rest}, {temporaries!r})\n"
        text += _leaving(end, left)
        if orelse and not joins_else:
            text += (
                f"if {end} == {FINISHED}:\n pass\n" if BROKEN in exits.used else "if 1:\n pass\n"
            )
        made: list[Any] = [_placed(s, node) for s in _parsed(text)]
        if isinstance(node, ast.While):
            tested = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}
            own = tuple(n for n in temporaries if n not in tested)
            made[0].body[-1].value = node.test
            if linked is not None:
                made[0].body[-1:] = [*linked[0], _placed(ast.Return(linked[1]), node.test)]
            made[1].body[-1:-1] = self._rested(body, declared, own)
            at = 3
        else:
            made[0].body[-1:-1] = self._rested(body, declared, temporaries)
            made[1].value.args[0] = node.iter.func
            made[1].value.args[1] = _placed(ast.Tuple(node.iter.args, ast.Load()), node.iter)
            at = 2
        if joins_else:
            made[at].body[-1:-1] = self._rested(orelse, declared, temporaries)
            at += 2
        elif orelse:
            made[-1].body = orelse
        _pass_on(made[at : at + len(left)], end)
        return made


def _leaving(end: str, codes: Iterable[int]) -> str:
    """Statements that leave what is around a region that ended in some ways."""
    texts = {RETURNED: f"return {RESULT}", BROKEN: "break", CONTINUED: "continue"}
    return "".join(f"if {end} == {c}:\n {text}\n" for c, text in texts.items() if c in codes)


def _pass_on(statements: list[Any], end: str) -> None:
    """Note of such statements by which variable they are told."""
    for statement in statements:
        statement.passes, statement.body[0].passed_on = end, True


def _is_generated(node: Any) -> bool:
    return getattr(node, "name", "").startswith("_msjax_")


def _lengthen(function: ast.FunctionDef, line: int) -> None:
    """Join a statement with those after it that read the variables which it gives values.

    So that these may be of another kind on each of its paths: they matter no more where it ends.
    """
    for node in (function, *own_nodes(function)):
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            at = next((i for i, s in enumerate(_as_list(body)) if _begins(s, line)), None)
            if at is not None:
                _lengthen_at(function, body, at)
                return


def _begins(node: Any, line: int) -> bool:
    return isinstance(node, ast.stmt) and node.lineno == line


def _lengthen_at(function: ast.FunctionDef, body: Any, at: int) -> None:
    every, names = names_in(function), [names_in(s) for s in body]
    later = (*SCOPES, ast.GeneratorExp)  # whose code may run after the statement around
    scopes = {n for s in own_nodes(function) if isinstance(s, later) for n in names_in(s)}
    arguments = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    uses: dict[str, list[tuple[int, bool]]] = {}  # statements, and whether they give it a value
    for name in assigned(body[at]) - scopes - arguments:
        found = [
            (i, gives_value(body[i], name)) for i, inside in enumerate(names) if name in inside
        ]
        only_here = every.count(name) == sum(inside.count(name) for inside in names)
        if only_here and found[0][1] and (at, True) in found:
            uses[name] = found
    last = at
    for found in uses.values():
        end = next((i for i, gives in found if gives and i > at), len(body))
        last = max(last, *(i for i, _ in found if i < end))
    if not at < last <= at + _MOST_LONGER:
        return
    joined: Any = ast.copy_location(ast.If(ast.Constant(True), body[at : last + 1], []), body[at])
    joined.end_lineno = body[last].end_lineno
    joined.over = {
        name for name, found in uses.items() if next((g for i, g in found if i > last), True)
    }
    body[at].has_longer = True
    body[at : last + 1] = [ast.fix_missing_locations(joined)]


def _formatted_later(node: Any) -> Any:
    """The same text, given how it is made and of what."""
    values: list[ast.expr] = []

    def named(value: ast.expr) -> ast.expr:
        values.append(value)
        return ast.Name(f"_msjax_value_{len(values)}", ast.Load())

    def fill(text: Any) -> ast.expr:
        if isinstance(text, ast.JoinedStr):
            for part in text.values:
                if isinstance(part, ast.FormattedValue):
                    part.value = named(part.value)
                    if part.format_spec is not None:
                        fill(part.format_spec)
        elif isinstance(text, ast.Call):
            text.args = [named(a) for a in text.args]
        elif isinstance(text.op, ast.Add):
            sides = (text.left, text.right)
            text.left, text.right = (fill(s) if formats_text(s) else named(s) for s in sides)
        elif isinstance(text.right, ast.Tuple):
            text.right.elts = [named(a) for a in text.right.elts]
        else:
            text.right = named(text.right)
        return text

    fill(node)
    arguments = ", ".join(f"_msjax_value_{i + 1}" for i in range(len(values)))
    made: Any = _placed(ast.parse(f"lambda {arguments}: 0", mode="eval").body, node)
    made.body = node
    call = _call(_TEXT, node, ast.Name("print", ast.Load()), made, *values).value
    return ast.fix_missing_locations(call)


def _call(name: str, like: Any, *arguments: ast.expr) -> Any:
    made = _placed(ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], [])), like)
    made.value.args = [_loaded(a) for a in arguments]
    return made


def _loaded(node: ast.expr) -> ast.expr:
    if hasattr(node, "ctx"):
        node.ctx = ast.Load()
    return node


def _parsed(text: str) -> list[Any]:
    """Statements, of which some leave a loop that is not there."""
    loop: Any = ast.parse(f"while 1:\n{textwrap.indent(text, ' ')}").body[0]
    return loop.body


def _placed(node: Any, like: Any) -> Any:
    """Generated code at the line of what it stands for."""
    for n in ast.walk(node):
        if "lineno" in n._attributes and not hasattr(n, "kept"):
            ast.copy_location(n, like)
            n.end_lineno, n.end_col_offset = like.lineno, like.col_offset
    return node
