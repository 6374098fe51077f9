"""Loops of traced code as functions, so that `turns` can run them as XLA loops.

Where tracing breaks inside a `while` or a `for` over a range, the functions around are compiled
once more from their source, with their loops replaced, and have that code while the trace is
repeated. Where conditions follow one another, the statements that ask them are replaced, too, so
that `blocks` can join their paths. Where it breaks at `a[i]`, `items` reads and replaces it. The
module's text is compiled without other functions and classes, so that closures, mangled names and
`__future__` need no care. Code whose text is not known, or is not what runs, stays as it is.
"""

from __future__ import annotations
import __future__

import ast
import functools
import gc
import linecache
import operator
import textwrap
import traceback
import types
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from msjax._core.compile.forks import runs_users_code
from msjax._core.compile.variables import BROKEN, CONTINUED, FINISHED, RESULT, RETURNED

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
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_FEATURES = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WHILE, _RANGE = "_msjax_run_while", "_msjax_run_range"
_BLOCK, _REST, _NEXT = "_msjax_run_block", "_msjax_run_rest", "_msjax_run_next"
_BLOCK_NAME = "_msjax_block_"
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
_Lines = frozenset[int]
# Code with loops, and statements at some lines, replaced.
_KEPT: dict[tuple[types.CodeType, _Lines, _Lines], types.CodeType | None] = {}
_MOST_KEPT = 512
_MOST_LONGER = 4  # statements that a statement is joined with


class Rewriting:
    """The functions of one compiled function whose loops are replaced while it is traced."""

    def __init__(self) -> None:
        self.codes: dict[types.CodeType, types.CodeType] = {}
        self._lines: dict[types.CodeType, set[int]] = {}  # of statements with conditions
        self._longer: dict[types.CodeType, set[int]] = {}  # of those that join with what follows
        self._made: dict[types.CodeType, types.CodeType] = {}  # what new code stands for
        self._swapped: list[tuple[types.FunctionType, types.CodeType]] = []

    def extend(
        self,
        error: BaseException,
        asked: Iterable[tuple[types.CodeType, int]] = (),
        apart: Iterable[types.CodeType] = (),
    ) -> bool:
        """Replace the loops around the lines where a trace broke; whether there are more now.

        Args:
            error: what broke it.
            asked: code and lines with conditions, if statements are to be replaced, too.
            apart: what statements were made into whose paths could not be joined.
        """
        frames = _users_lines(error)
        more: set[types.CodeType] = set()
        for code, line in asked:
            code = self._made.get(code, code)
            lines = self._lines.setdefault(code, set())
            if line not in lines:
                lines.add(line)
                more.add(code)
        for block in apart:
            code = self._made.get(block, block)
            lines = self._longer.setdefault(code, set())
            if block.co_name.startswith(_BLOCK_NAME) and block.co_firstlineno not in lines:
                lines.add(block.co_firstlineno)
                more.add(code)
        found = False
        for code in more:
            new = _rewritten(code, None, *self._lines_of(code))
            if new is not None and self.codes.get(code) != new:
                self.codes[code] = new
                found = True
        for code, line in frames:
            if code in self.codes or code in self._made:
                continue
            new = _rewritten(code, line, *self._lines_of(code))
            if new is not None:
                self.codes[code] = new
                found = True
        if found:
            for code in {*(c for c, _ in frames), *more}:  # functions that make others
                if code not in self.codes and code not in self._made:
                    new = _with_codes(code, self.codes)
                    if new is not code:
                        self.codes[code] = new
            for code, new in list(self.codes.items()):
                self.codes[code] = new = _with_codes(new, self.codes)
                self._made |= dict.fromkeys(_inside(new), code)
        return found

    def _lines_of(self, code: types.CodeType) -> tuple[_Lines, _Lines]:
        return frozenset(self._lines.get(code, ())), frozenset(self._longer.get(code, ()))

    def swap(self, functions: Iterable[types.FunctionType]) -> None:
        """Give functions, these and others that live, the code with replaced loops."""
        if not self.codes:
            return
        known = {id(f): f for f in functions}
        missing = self.codes.keys() - {f.__code__ for f in known.values()}
        referrers = gc.get_referrers(*missing) if missing else ()
        known |= {id(f): f for f in referrers if isinstance(f, types.FunctionType)}
        for function in known.values():
            new = self.codes.get(function.__code__)
            if new is not None:
                self._swapped.append((function, function.__code__))
                function.__code__ = new

    def restore(self) -> None:
        """Give the functions their own code back."""
        for function, code in self._swapped:
            function.__code__ = code
        self._swapped.clear()


def _with_codes(code: types.CodeType, codes: dict) -> types.CodeType:
    """Code that makes functions of other code."""
    constants = tuple(
        codes.get(c) or _with_codes(c, codes) if isinstance(c, types.CodeType) else c
        for c in code.co_consts
    )
    if all(a is b for a, b in zip(constants, code.co_consts, strict=True)):
        return code
    return code.replace(co_consts=constants)


def _inside(code: types.CodeType) -> list[types.CodeType]:
    """Rewritten code, and what its loops and statements were made into."""
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return [code, *(n for c in inner if c.co_name.startswith("_msjax_") for n in _inside(c))]


def _rewritten(
    code: types.CodeType, line: int | None, lines: _Lines, longer: _Lines
) -> types.CodeType | None:
    """The code with loops, and statements at some lines, replaced; None if it cannot be.

    Also None if there is no loop at the line that is given.
    """
    text = "".join(linecache.getlines(code.co_filename))
    if not text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            tree.body = [n for n in tree.body if _matters(n, code.co_firstlineno)]
            node = next((n for n in ast.walk(tree) if _is_of(n, code)), None)
            if node is None:
                return None
            places = [*_loops(node), *(n for n in _own(node) if _is_item(n) or _prints_text(n))]
            if line is not None and not any(_covers(n, (line,)) for n in places):
                return None
            if (code, lines, longer) in _KEPT:
                return _KEPT[code, lines, longer]
            if _found(_compiled(tree, code), code) != code:
                return None  # the file was edited, or something else changes what is compiled
            new = None
            if _Function(node, lines, longer).rewrite():
                new = _found(_compiled(tree, code), code)
    except (SyntaxError, ValueError, RecursionError):
        new = None
    if new is not None and (new.co_freevars, new.co_varnames[: _arguments(code)]) != (
        code.co_freevars,
        code.co_varnames[: _arguments(code)],
    ):
        new = None
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[code, lines, longer] = new
    return new


def _compiled(tree: ast.Module, like: types.CodeType) -> types.CodeType:
    """A module's code, with the features that `exec` may have given to one of its functions."""
    flags = like.co_flags & _FEATURES
    return compile(tree, like.co_filename, "exec", flags, dont_inherit=True)


def _arguments(code: types.CodeType) -> int:
    return code.co_argcount + code.co_kwonlyargcount


def _is_of(node: Any, code: types.CodeType) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    return _first_line(node) == code.co_firstlineno


def _matters(node: Any, line: int) -> bool:
    """Whether a statement of a module matters for a line: code depends on what is imported."""
    return not isinstance(node, _SCOPES) or _first_line(node) <= line <= node.end_lineno


def _first_line(node: Any) -> int:
    return min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])


def _found(code: types.CodeType, like: types.CodeType) -> types.CodeType | None:
    """The code inside another that has the name and place of a given one."""
    for c in code.co_consts:
        if isinstance(c, types.CodeType):
            if (c.co_qualname, c.co_firstlineno) == (like.co_qualname, like.co_firstlineno):
                return c
            inner = _found(c, like)
            if inner is not None:
                return inner
    return None


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes inside one, without those in the bodies of functions and classes."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, _SCOPES):
            yield from _own(child)


def _covers(node: Any, lines: Iterable[int]) -> bool:
    return any(node.lineno <= line <= node.end_lineno for line in lines)


def _is_range(node: ast.AST) -> bool:
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


def _loops(node: ast.AST) -> list[Any]:
    """The loops of a function that can be replaced."""
    return [n for n in _own(node) if isinstance(n, ast.While) or _is_range(n)]


def _stored(node: ast.AST) -> set[str]:
    """The variables of a function that some of its code assigns."""
    names: set[str] = set()
    hidden: set[int] = set()
    for n in (node, *(() if isinstance(node, _SCOPES) else _own(node))):
        if isinstance(n, _COMPREHENSIONS):
            for g in n.generators:
                hidden |= {id(t) for t in ast.walk(g.target)}
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in hidden:
            names.add(n.id)
        elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(n.name)
        elif isinstance(n, (ast.Import, ast.ImportFrom)):
            names |= {a.asname or a.name.partition(".")[0] for a in n.names}
        elif isinstance(n, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            names |= {n.name} - {None}
        elif isinstance(n, ast.MatchMapping):
            names |= {n.rest} - {None}
    return names


def _named(node: ast.AST) -> list[str]:
    """All names in some code, also in functions inside."""
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    for n in ast.walk(node):
        if isinstance(n, (ast.Global, ast.Nonlocal)):
            names += n.names
    return names


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


class _Function(ast.NodeTransformer):
    """A function whose loops, and statements at some lines, are replaced."""

    def __init__(self, node: ast.FunctionDef, lines: _Lines, longer: _Lines):
        self.node, self.count, self.lines = node, 0, lines
        for at in sorted(longer):
            _lengthen(node, at)
        self.stored: set[str] = set()
        self.around: set[int] = set()  # statements that are left from inside a region
        arguments = [*node.args.posonlyargs, *node.args.args]
        self.first = arguments[0].arg if arguments else None
        self.all_names = _named(node)
        self.names_of_arguments = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}

    def rewrite(self) -> bool:
        """Replace the loops in place; False if something in the function forbids it."""
        node, own = self.node, list(_own(self.node))
        outer = {n for s in own if isinstance(s, ast.Global) for n in s.names}
        self.around = {id(n) for n in own if self._is_left_from_inside(n)}
        regions = [*_loops(node), *(n for n in own if self._asks(n))]
        others = any(_is_item(n) or _prints_text(n) for n in own)
        if not (regions or others) or RESULT in self.all_names or _hindered(node, own):
            return False
        for region in regions:
            inside = list(_own(region))
            if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside):
                return False
            if not outer.isdisjoint(_stored(region)):
                return False
        self._note_variables(regions)
        node.body = [s for n in node.body for s in _as_list(self.visit(n))]
        node.body = self._in_turn(node.body, outer)
        start = 1 if ast.get_docstring(node, clean=False) is not None else 0
        while start < len(node.body) and isinstance(node.body[start], (ast.Global, ast.Nonlocal)):
            start += 1
        names = sorted(self.stored | {RESULT})
        package = "msjax._core.compile"
        text, used = f"if 0:\n {' = '.join(names)} = None", {*_named(node)}
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
        return self._replaced(node) if _is_range(node) else self._simple(node)

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
        if len(node.targets) == 1 and _is_item(target):
            visited = _call(_SET_ITEM, node, node.value, target.value, target.slice)
        return self._joined(node, visited) if asks else visited

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        asks, target = self._asks(node), node.target
        visited: Any = self.generic_visit(node)
        if _is_item(target) and all(map(_is_steady, (target.value, target.slice))):
            held, at = ast.unparse(target.value), ast.unparse(target.slice)
            text = f"{_PART} = {_ITEM}({held}, {at})\n{_SET_ITEM}({_PART}, {held}, {at})\n"
            first, last = (_placed(s, node) for s in ast.parse(text).body)
            node.target = _placed(ast.Name(_PART, ast.Store()), node)
            visited = [first, node, last]
        return self._joined(node, visited) if asks else visited

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not _is_item(node) or not isinstance(node.ctx, ast.Load):
            return node
        return _call(_ITEM, node, node.value, node.slice).value

    def visit_Call(self, node: ast.Call) -> Any:
        texts = [_formats(a) for a in node.args] if _prints_text(node) else []
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
        return id(node) in self.around or (isinstance(node, kinds) and _covers(node, self.lines))

    def _is_left_from_inside(self, node: Any) -> bool:
        """Whether a region inside a statement ends it, in ways that only compiled code knows."""
        kinds = (ast.If, ast.Match, ast.For, ast.With, ast.Try, ast.TryStar)
        if not self.lines or not isinstance(node, kinds) or _is_range(node):
            return False
        inside = list(_own(node))
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside):
            return False
        regions = [*_loops(node), *(n for n in inside if self._asks(n))]
        leaving = (ast.Return, ast.Break, ast.Continue)
        return any(
            isinstance(n, ast.Return if isinstance(region, (ast.For, ast.While)) else leaving)
            for region in regions
            for n in _own(region)
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
        turn, end = f"{_BLOCK_NAME}{self.count}", f"_msjax_end_{self.count}"
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
        inside = [n for s in after for n in (s, *(() if isinstance(s, _SCOPES) else _own(s)))]
        stored = self.stored.union(*map(_stored, after))
        stored = {n for n in stored if not n.startswith("_msjax_")}
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside) or outer & stored:
            return body
        self.stored |= stored
        own = list(_own(self.node))
        nonlocals = {n for s in own if isinstance(s, ast.Nonlocal) for n in s.names}
        scopes = [n for n in own if isinstance(n, _SCOPES) and not _is_generated(n)]
        local, seen_by_others = stored - nonlocals, {n for s in scopes for n in _named(s)}
        declared = f" nonlocal {', '.join(sorted(stored | {RESULT}))}\n"
        made = body[:at]
        for i, part in enumerate(parts):
            later = {n for p in parts[i + 1 :] for s in p for n in _named(s)}
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
            if inner is None and not _is_simple(test.operand):
                return None
            functions, value = inner or ([], test.operand)
            return functions, _call(_NEGATED, test, value).value
        if not isinstance(test, ast.BoolOp):
            return None
        functions, value = self._linked(test.values[0], declared) or ([], test.values[0])
        if not functions and value is test.values[0] and not _is_simple(value):
            return None
        for second in test.values[1:]:
            self.count += 1
            then = f"_msjax_then_{self.count}"
            functions += _parsed(f"def {then}():\n{declared} return 0\n")
            _placed(functions[-1], second).body[-1].value = second
            wanted = isinstance(test.op, ast.And)
            parts = f"lambda: ({_compared(second)})" if _compared(second) else None
            text = f"{_LINKED}({wanted}, 0, {then}, {parts}, {_is_simple(second)})"
            call: Any = _placed(ast.parse(text, mode="eval").body, second)
            call.args[1] = value
            value = call
        return functions, value

    def _note_variables(self, regions: list[Any]) -> None:
        """The variables that regions assign, and those of them that are named nowhere else."""
        self._variables_of: dict[int, tuple[set[str], tuple[str, ...]]] = {}
        self._renewed: dict[int, tuple[str, ...]] = {}  # those that rounds do not hand on
        free = _outside_of_loops(self.node.body)
        for node in regions:
            stored, inside = _stored(node), _named(node)
            if isinstance(node, ast.For):
                stored -= _stored(node.iter)
            tried = any(isinstance(n, (ast.Try, ast.TryStar)) for n in _own(node))
            given = _given_first(node) - free if isinstance(node, (ast.For, ast.While)) else set()
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
        for n in _own(self.node):
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
            simple = linked is not None or _is_simple(node.test)
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
    for node in (function, *_own(function)):
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            at = next((i for i, s in enumerate(_as_list(body)) if _begins(s, line)), None)
            if at is not None:
                _lengthen_at(function, body, at)
                return


def _begins(node: Any, line: int) -> bool:
    return isinstance(node, ast.stmt) and node.lineno == line


def _lengthen_at(function: ast.FunctionDef, body: Any, at: int) -> None:
    every, names = _named(function), [_named(s) for s in body]
    later = (*_SCOPES, ast.GeneratorExp)  # whose code may run after the statement around
    scopes = {n for s in _own(function) if isinstance(s, later) for n in _named(s)}
    arguments = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    uses: dict[str, list[tuple[int, bool]]] = {}  # statements, and whether they give it a value
    for name in _stored(body[at]) - scopes - arguments:
        found = [(i, _gives(body[i], name)) for i, inside in enumerate(names) if name in inside]
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


def _gives(node: Any, name: str) -> bool:
    """Whether a statement gives a variable a value in any case, before it reads it."""
    if isinstance(node, ast.If):
        bodies = [node.body, node.orelse] if name not in _named(node.test) else []
        bodies = bodies[:1] if hasattr(node, "over") else bodies
    elif isinstance(node, ast.With):
        bodies = [node.body] if not any(name in _named(item) for item in node.items) else []
    else:
        loads = isinstance(node, ast.Assign) and any(
            isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
            for n in ast.walk(node)
        )
        return isinstance(node, ast.Assign) and not loads
    first = [next((s for s in body if name in _named(s)), None) for body in bodies]
    return bool(first) and all(s is not None and _gives(s, name) for s in first)


def _given_first(loop: Any) -> set[str]:
    """The variables to which every round of a loop gives a value before it reads them."""
    first: dict[str, bool] = {}

    def note(node: ast.AST, gives: bool) -> None:
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        for n in sorted(names, key=lambda n: not isinstance(n.ctx, ast.Load)):
            first.setdefault(n.id, gives and isinstance(n.ctx, ast.Store))

    every = _named(loop)
    note(loop.target if isinstance(loop, ast.For) else loop.test, True)
    for statement in loop.body:
        if isinstance(statement, (ast.For, ast.While)):  # of whose rounds there may be none
            inside = _named(ast.Module([getattr(statement, "target", ast.Pass()), *statement.body]))
            own = (n for n in _given_first(statement) if inside.count(n) == every.count(n))
            first |= dict.fromkeys(own, True)
        note(statement, isinstance(statement, ast.Assign))
    return {name for name, given in first.items() if given}


def _outside_of_loops(nodes: list[Any]) -> set[str]:
    """The names in some code that stand outside of loops which give them a value first."""
    found: set[str] = set()

    def visit(node: Any, given: set[str]) -> None:
        if isinstance(node, ast.Name):
            found.update({node.id} - given)
        elif isinstance(node, _SCOPES):
            found.update(_named(node))
        elif isinstance(node, (ast.For, ast.While)):
            own = given | _given_first(node)
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


def _is_item(node: Any) -> bool:
    """Whether an expression is `a[i]`, with an `i` that may be unknown."""
    if not isinstance(node, ast.Subscript):
        return False
    kinds = (ast.Name, ast.Attribute, ast.BinOp, ast.Call, ast.Subscript, ast.UnaryOp, ast.IfExp)
    return isinstance(node.slice, kinds) and not (
        isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.operand, ast.Constant)
    )


def _formats(node: ast.AST) -> bool:
    """Whether an expression is text made of values: an f-string, `%`, `.format()` or `str()`."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Mod) and _is_text(node.left)
    if isinstance(node, ast.Call) and not node.keywords:
        plain = not any(isinstance(a, ast.Starred) for a in node.args)
        if isinstance(node.func, ast.Attribute):
            return plain and node.func.attr == "format" and _is_text(node.func.value)
        return plain and isinstance(node.func, ast.Name) and node.func.id == "str"
    return isinstance(node, ast.JoinedStr)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _prints_text(node: ast.AST) -> bool:
    """Whether some code is a call of `print` with text that is made of values."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    return node.func.id == "print" and any(map(_formats, node.args))


def _formatted_later(node: Any) -> Any:
    """The same text, given how it is made and of what."""
    values: list[ast.expr] = []

    def named(value: ast.expr) -> ast.expr:
        values.append(value)
        return ast.Name(f"_msjax_value_{len(values)}", ast.Load())

    def fill(text: ast.JoinedStr) -> None:
        for part in text.values:
            if isinstance(part, ast.FormattedValue):
                part.value = named(part.value)
                if isinstance(part.format_spec, ast.JoinedStr):
                    fill(part.format_spec)

    if isinstance(node, ast.JoinedStr):
        fill(node)
    elif isinstance(node, ast.Call):
        node.args = [named(a) for a in node.args]
    elif isinstance(node.right, ast.Tuple):
        node.right.elts = [named(a) for a in node.right.elts]
    else:
        node.right = named(node.right)
    arguments = ", ".join(f"_msjax_value_{i + 1}" for i in range(len(values)))
    made: Any = _placed(ast.parse(f"lambda {arguments}: 0", mode="eval").body, node)
    made.body = node
    call = _call(_TEXT, node, ast.Name("print", ast.Load()), made, *values).value
    return ast.fix_missing_locations(call)


def _is_steady(node: ast.expr) -> bool:
    """Whether an expression may be computed twice."""
    kinds = (ast.Name, ast.Attribute, ast.BinOp, ast.Constant, ast.operator, ast.expr_context)
    return all(isinstance(n, kinds) for n in ast.walk(node))


def _call(name: str, like: Any, *arguments: ast.expr) -> Any:
    made = _placed(ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], [])), like)
    made.value.args = [_loaded(a) for a in arguments]
    return made


def _loaded(node: ast.expr) -> ast.expr:
    if hasattr(node, "ctx"):
        node.ctx = ast.Load()
    return node


def _compared(test: ast.expr) -> str:
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


def _is_simple(test: ast.expr) -> bool:
    """Whether a test is one comparison or variable, which asks no condition itself."""
    if isinstance(test, ast.NamedExpr):
        return _is_simple(test.value)
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        return False
    asking = (ast.BoolOp, ast.IfExp, *_COMPREHENSIONS)
    return not any(
        isinstance(n, asking) or (isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not))
        for n in (test, *_own(test))
    )


def _parsed(text: str) -> list[Any]:
    """Statements, of which some leave a loop that is not there."""
    loop: Any = ast.parse(f"while 1:\n{textwrap.indent(text, ' ')}").body[0]
    return loop.body


def _users_lines(error: BaseException) -> list[tuple[types.CodeType, int]]:
    """Code and lines that were running in functions of the user when an error was raised."""
    frames = traceback.walk_tb(error.__traceback__)
    return [(frame.f_code, line) for frame, line in frames if runs_users_code(frame)]


def _hindered(node: Any, own: list[ast.AST]) -> str:
    """What keeps the loops of a function from being replaced; empty if nothing does."""
    if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in own):
        return f"'{node.name}' is a generator"
    if node.name in _DEMANDED:
        return f"Python demands a value of '{node.name}'"
    called = _REFUSED.intersection(_named(node))
    if called:
        return f"'{node.name}' uses {min(called)}()"
    if any(map(_compares_objects, own)):
        return f"'{node.name}' compares objects by 'is'"
    return ""


def hindrance(error: BaseException, asked: Iterable[tuple[types.CodeType, int]] = ()) -> str:
    """Why loops and statements were not replaced; empty if that is not known.

    Args:
        error: what broke the trace.
        asked: code and lines with conditions.
    """
    broken = [code for code, _ in _users_lines(error)]
    met = sorted({code for code, _ in asked}, key=lambda c: (c.co_filename, c.co_firstlineno))
    found = ""
    for code in (*met, *broken):
        text = "".join(linecache.getlines(code.co_filename))
        try:
            node = next((n for n in ast.walk(ast.parse(text)) if _is_of(n, code)), None)
        except (SyntaxError, ValueError, RecursionError):
            node = None
        if node is not None:
            found = _hindered(node, list(_own(node))) or found
        elif code in broken and not code.co_name.startswith("_msjax_"):  # which was rewritten
            found = f"the source of '{code.co_name}' is not known"
    return found


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


def _placed(node: Any, like: Any) -> Any:
    """Generated code at the line of what it stands for."""
    for n in ast.walk(node):
        if "lineno" in n._attributes and not hasattr(n, "kept"):
            ast.copy_location(n, like)
            n.end_lineno, n.end_col_offset = like.lineno, like.col_offset
    return node
