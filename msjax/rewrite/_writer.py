"""The code of new networks: classes of their own, with the imports that they need."""

from __future__ import annotations

import ast
import builtins
import copy
import itertools
import linecache
import sys
import textwrap
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from msjax.nn.cell import Cell
from msjax.rewrite._node import code_of

if TYPE_CHECKING:
    from msjax.rewrite._tree import SymbolTree

_NOTHING = object()
_numbers = itertools.count()


def take_over(new: Cell, old: Cell) -> None:
    """Give a new Cell what another holds, but for what was compiled."""
    own, fields = old.__getstate__()
    held = {k: v.copy() if isinstance(v, dict) else v for k, v in own.items()}
    new.__setstate__((held, {k: copy.deepcopy(v) for k, v in fields.items()}))


class Writer:
    """The classes of a tree and of those inside of it, in an order in which they can be run."""

    def __init__(self, tree: SymbolTree):
        self._imports: list[str] = []
        self._classes: dict[tuple[type, str], tuple[str, str]] = {}
        self._titles: set[str] = set()
        self.space: dict[str, Any] = {"__name__": type(tree._network).__module__}
        self._name("take_over", take_over, __name__)
        self.title = self._write(tree)

    def text(self) -> str:
        """A module's text."""
        return "\n\n\n".join(["\n".join(self._imports), *self._parts()])

    def run(self) -> Callable[[Cell], Cell]:
        """The class of the new network, which takes the one that it is to be like."""
        code = "\n\n\n".join(self._parts())
        file = f"<rewrite of {self.title.removesuffix('Opt')} {next(_numbers)}>"
        # Compilation reads the source of what it compiles.
        linecache.cache[file] = (len(code), None, code.splitlines(True), file)
        exec(compile(code, file, "exec"), self.space)
        return self.space[self.title]

    def _parts(self) -> list[str]:
        return [text for _, text in self._classes.values()]

    def _write(self, tree: SymbolTree) -> str:
        """The name of a tree's class, which is written unless one with the same code is there."""
        kind = type(tree._network)
        lines = ["take_over(self, obj)", *(f"self.{n} = obj.{n}" for n in tree._new)]
        for inner, (first, *others) in tree._places():
            lines.append(f"self.{first} = {self._write(inner)}(self.{first})")
            lines += [f"self.{name} = self.{first}" for name in others]
        body = code_of(tree._nodes) or "pass"
        code = ast.parse(f"def construct({tree._signature}):\n{textwrap.indent(body, ' ' * 4)}")
        loaded = [n for n in ast.walk(code) if isinstance(n, ast.Name)]
        local = {n.id for n in loaded if not isinstance(n.ctx, ast.Load)}
        local |= {a.arg for a in ast.walk(code) if isinstance(a, ast.arg)}
        home = getattr(kind.construct, "__module__", kind.__module__)
        renamed = {}
        for name in dict.fromkeys(n.id for n in loaded if n.id not in local):
            if name in tree._space:
                found = self._name(name, tree._space[name], home)
                if found != name:
                    renamed[name] = found
        if renamed:
            for n in loaded:
                n.id = n.id if n.id in local else renamed.get(n.id, n.id)
            body = "\n".join(ast.unparse(line) for line in cast(ast.FunctionDef, code.body[0]).body)
        base = self._name(kind.__name__, kind, kind.__module__)
        deep = " " * 8
        begun = textwrap.indent("\n".join(lines), deep)
        done = textwrap.indent(body, deep)
        text = (
            f"({base}):\n    def __init__(self, obj):\n{begun}\n\n"
            f"    def construct({tree._signature}):\n{done}\n"
        )
        if (kind, text) not in self._classes:
            title = self._free(f"{kind.__name__}Opt", self._titles)
            self._titles.add(title)
            self._classes[kind, text] = title, f"class {title}{text}"
        return self._classes[kind, text][0]

    def _free(self, base: str, others: set[str]) -> str:
        names = itertools.chain([base], (f"{base}_{i}" for i in itertools.count(1)))
        return next(n for n in names if n not in self.space and n not in others)

    def _name(self, name: str, value: Any, home: str) -> str:
        """What the text calls a value that is called `name` in the module `home`."""
        known = self.space.get(name, _NOTHING)
        if known is value:
            return name
        if known is not _NOTHING or name in self._titles:
            known = [n for n, v in self.space.items() if v is value and n.startswith(f"{name}_")]
            if known:
                return known[0]
            title = self._free(name, self._titles)
        else:
            title = name
        if getattr(builtins, title, _NOTHING) is value:
            return title
        self.space[title] = value
        self._imports.append(_where(name, title, value, home))
        return title


def _where(name: str, title: str, value: Any, home: str) -> str:
    """The line that makes a value known."""
    if isinstance(value, ModuleType) and sys.modules.get(value.__name__) is value:
        path = value.__name__
        return f"import {path}" if path == title else f"import {path} as {title}"
    for place in (home, getattr(value, "__module__", None)):
        for own in (name, getattr(value, "__name__", None)):
            module = sys.modules.get(place) if isinstance(place, str) else None
            if isinstance(own, str) and getattr(module, own, _NOTHING) is value:
                return f"from {place} import {own}" + (f" as {title}" if own != title else "")
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return f"{title} = {value!r}"
    return f"# {title} stands in no module: it cannot be imported."
