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
import traceback
import types
import warnings
from collections.abc import Iterable
from typing import Any

from msjax._core.compile.forks import runs_users_code
from msjax._core.compile.regions import (
    BLOCK_NAME,
    Lines,
    Regions,
)
from msjax._core.compile.syntax import (
    SCOPES,
    asking,
    covers_any,
    first_line,
    hindered,
    is_item,
    is_of,
    loops_in,
    own_nodes,
    prints_text,
)

_FEATURES = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
# Code with loops, and statements at some lines, replaced.
_KEPT: dict[tuple[types.CodeType, Lines, Lines], types.CodeType | None] = {}

_MOST_KEPT = 512


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
            if block.co_name.startswith(BLOCK_NAME) and block.co_firstlineno not in lines:
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

    def _lines_of(self, code: types.CodeType) -> tuple[Lines, Lines]:
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
    code: types.CodeType, line: int | None, lines: Lines, longer: Lines
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
            node = next((n for n in ast.walk(tree) if is_of(n, code)), None)
            if node is None:
                return None
            places = [
                *loops_in(node),
                *(n for n in own_nodes(node) if is_item(n) or prints_text(n)),
            ]
            if line is not None and not any(covers_any(n, (line,)) for n in places):
                return None
            if (code, lines, longer) in _KEPT:
                return _KEPT[code, lines, longer]
            if _found(_compiled(tree, code), code) != code:
                return None  # the file was edited, or something else changes what is compiled
            new = None
            if Regions(node, lines, longer).rewrite():
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


def _matters(node: Any, line: int) -> bool:
    """Whether a statement of a module matters for a line: code depends on what is imported."""
    return not isinstance(node, SCOPES) or first_line(node) <= line <= node.end_lineno


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


def _users_lines(error: BaseException) -> list[tuple[types.CodeType, int]]:
    """Code and lines that were running in functions of the user when an error was raised."""
    frames = traceback.walk_tb(error.__traceback__)
    return [(frame.f_code, line) for frame, line in frames if runs_users_code(frame)]


def hindrance(
    error: BaseException, asked: Iterable[tuple[types.CodeType, int]] = (), place: str = ""
) -> str:
    """Why loops and statements were not replaced; empty if that is not known.

    Args:
        error: what broke the trace.
        asked: code and lines with conditions.
        place: file and line of a condition that was one too many.
    """
    broken = [code for code, _ in _users_lines(error)]
    met = sorted({code for code, _ in asked}, key=lambda c: (c.co_filename, c.co_firstlineno))
    found = ""
    for code in (*met, *broken):
        text = "".join(linecache.getlines(code.co_filename))
        try:
            node = next((n for n in ast.walk(ast.parse(text)) if is_of(n, code)), None)
        except (SyntaxError, ValueError, RecursionError):
            node = None
        if node is not None:
            found = hindered(node, list(own_nodes(node))) or found
        elif code in broken and not code.co_name.startswith("_msjax_"):  # which was rewritten
            found = f"the source of '{code.co_name}' is not known"
    return found or _asking(place)


def _asking(place: str) -> str:
    """What asks conditions at a place that replaced statements do not join."""
    name, _, line = place.rpartition(":")
    try:
        return asking(ast.parse("".join(linecache.getlines(name))), int(line)) if line else ""
    except (SyntaxError, ValueError, RecursionError):
        return ""
