"""The files of a program, and what they import from one another."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from msjax._check.reader import Local, Reader
from msjax._check.report import File

_REST = r"(?:.*\\\n)*.*$"  # of a line that backslashes may continue
# What IPython reads and Python does not, and what stands for it.
_MAGICS = (
    (re.compile(r"(?m)^([^\S\n]*)(?:[%!?,;/]|[\w.*]+\?{1,2}[^\S\n]*$)" + _REST), "pass"),
    (re.compile(r"(?m)^([^\S\n]*[\w.,\[\]]+(?:, *\w+)*[^\S\n]*=[^\S\n]*)[%!]" + _REST), "None"),
)
_MENTIONS = re.compile(rb"mindspore|msjax|numpy|mindinsight|mindarmour|mindformers|mindflow")
_IMPORTS = re.compile(
    rb"(?m)^[^\S\n]*(?:from|import)[^\S\n]+(\.*)([\w.]*)(?:[^\S\n]+import[^\S\n]*\(?([\w,\s]*))?"
)
_DEPTH = 20  # files that are followed from one to the next


class Program:
    """Files that may import from one another. Each is read once."""

    def __init__(self, given: list[Path]) -> None:
        self.tops = [one if one.is_dir() else one.parent for one in map(_whole, given)]
        self.files: dict[Path, File] = {}
        self.names: dict[Path, dict[str, Any]] = {}  # of a file's module, as far as it was read
        self.uses: dict[Path, bool] = {}
        self.facts: dict[Path, tuple[bool, list[Path]]] = {}
        self.listed: dict[Path, frozenset[str]] = {}
        self.depth = 0
        self.now: set[Path] = set()  # files that are being read
        self.missed = False  # a name of one of these

    def read(self, path: Path, found: bool) -> File:
        """What one file uses; one that was found in a directory may be unreadable."""
        place, waiting = _whole(path), [_whole(path)]
        begun: set[Path] = set()
        while waiting and not self.depth and self._concerns(place):  # what it imports comes first
            last = waiting[-1]
            more = () if last in begun else self._facts(last)[1]
            begun.add(last)
            more = [one for one in more if one not in begun and one not in self.files]
            waiting += filter(self._concerns, more)
            if waiting[-1] is last:
                waiting.pop()
                if last != place and last not in self.files:
                    self.files[last] = self._file(last, True)
        if place not in self.files:
            self.files[place] = self._file(path, found)
        return replace(self.files[place], path=str(path))

    def _file(self, path: Path, found: bool) -> File:
        file = File(str(path))
        try:
            data = _content(path)
        except OSError as error:  # a link without a target, a file of another user
            if not found:
                raise
            file.add(
                "syntax", "file", f"the file cannot be read: {error.strerror or error}", (0, 1)
            )
            return file
        if not self._concerns(_whole(path)):
            return file
        trees = []
        try:
            cells = _cells(data) if path.suffix == ".ipynb" else [(0, data)]
        except ValueError as error:
            file.add("syntax", "notebook", f"the notebook cannot be read: {error}", (0, 1))
            return file
        for cell, text in cells:
            try:
                trees.append((cell, ast.parse(text)))
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                line = getattr(error, "lineno", None) or 1
                said = f"Python {sys.version_info[0]}.{sys.version_info[1]} cannot read it: "
                file.add("syntax", "syntax", said + str(getattr(error, "msg", error)), (cell, line))
        place = _whole(path)
        reader = Reader(file, lambda level, name: self.find(place, level, name))
        self.names[place] = reader.scope.names
        self.now.add(place)
        try:
            reader.read(trees)
        except RecursionError:
            if self.depth:
                raise
            file.add("syntax", "syntax", "it is nested too deeply to be read", (0, 1))
        finally:
            self.now.discard(place)
        self.names[place] = reader.scope.names
        return file

    def find(self, path: Path, level: int, name: str) -> Local | None:
        """The module of the program that a file imports by a name with so many leading dots."""
        for folder in self._folders(path, level, name.partition(".")[0]):
            found = self._module(folder.joinpath(*filter(None, name.split("."))), bool(name))
            if found is not None:
                return found
        return None

    def inside(self, owner: Path, name: str) -> Local | None:
        """A module of a package of the program, given the package's file or folder."""
        if owner.name == "__init__.py":
            return self._module(owner.parent / name)
        return None if owner.suffix else self._module(owner / name)

    def _module(self, place: Path, named: bool = True) -> Local | None:
        around = self._entries(place.parent)
        if named and place.name not in around:
            file = place.with_name(place.name + ".py")
            return Local(self, file) if file.name in around else None
        if "__init__.py" in self._entries(place):
            return Local(self, place / "__init__.py")
        return Local(self, place) if self._entries(place) else None

    def _folders(self, path: Path, level: int, name: str) -> Iterator[Path]:
        """Where a module may lie: by dots, else in folders around it that are not packages."""
        if level:
            yield path.parents[min(level, len(path.parents)) - 1]
            return
        packages, inside = [], True
        for folder in path.parents:
            inside &= folder not in self.tops
            if "__init__.py" in self._entries(folder):
                packages.append(folder)
                continue
            yield folder
            if not inside:
                break
        if name not in sys.stdlib_module_names:
            yield from packages  # a program that lies in a package and is run by its path

    def _entries(self, folder: Path) -> frozenset[str]:
        if folder not in self.listed:
            try:
                self.listed[folder] = frozenset(os.listdir(folder))
            except OSError:
                self.listed[folder] = frozenset()
        return self.listed[folder]

    def member(self, path: Path, name: str) -> Any:
        """What a name of a module of the program stands for; None where that is unknown."""
        held = self.names_of(path)
        found = held[name] if name in held else self.inside(path, name)
        self.missed |= found is None and path in self.now
        return found

    def names_of(self, path: Path) -> dict[str, Any]:
        """What the names of a module of the program stand for, where that is known."""
        if path not in self.names and path.suffix == ".py" and self.depth < _DEPTH:
            self.depth += 1
            before, self.missed = self.missed, False
            try:
                self.read(path, True)
                if self.missed:  # read again when what it imports has been read
                    self.files.pop(path, None)
            except RecursionError:  # by itself it may well be read
                self.files.pop(path, None)
                self.names.pop(path, None)
            finally:
                self.depth -= 1
                self.missed |= before
        return self.names.get(path, {})

    def _concerns(self, path: Path) -> bool:
        """Whether a file names MindSpore or NumPy, or imports a file of the program that does."""
        seen, waiting = {path}, [path]
        while waiting and path not in self.uses:
            one = waiting.pop()
            mentions, imported = self._facts(one)
            if self.uses.get(one, mentions):
                self.uses[path] = True
            waiting += (more for more in imported if more not in seen and self.uses.get(more, True))
            seen.update(imported)
        if path not in self.uses:
            self.uses |= dict.fromkeys(seen, False)
        return self.uses[path]

    def _facts(self, path: Path) -> tuple[bool, list[Path]]:
        """Whether a file names MindSpore or NumPy, and the files of the program it imports."""
        if path not in self.facts:
            try:
                data = _content(path)
            except OSError:
                data = b""
            found = {}
            for dots, name, taken in set(_IMPORTS.findall(data)):
                local = self.find(path, len(dots), name.decode())
                inside = re.findall(r"(?:^|,)\s*(\w+)", taken.decode()) if local else []
                for one in (local, *(self.inside(local.path, n) for n in inside if local)):
                    if one is not None:
                        found[one.path] = None
            named = bool(_MENTIONS.search(data)) or path.suffix == ".ipynb"
            self.facts[path] = named, [*found]
        return self.facts[path]


def _whole(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # to open a pipe would wait for its other end
        raise OSError("it is not a regular file")
    return path.read_bytes()


def _cells(data: bytes) -> list[tuple[int, str]]:
    """The code cells of a notebook with their numbers, without what only IPython reads."""
    notebook = json.loads(data)
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("it has no list of cells")
    found = []
    for number, cell in enumerate(notebook["cells"], 1):
        if not isinstance(cell, dict):
            raise ValueError("one of its cells is not an object")
        if cell.get("cell_type") == "code":
            text = "".join(cell.get("source") or ())
            if not re.match(r"\s*%%(?!time|timeit|capture|prun)", text):
                found.append((number, _as_python(text)))
    return found


def _as_python(text: str) -> str:
    """A cell without what only IPython reads; its lines keep their numbers."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        for magic, instead in _MAGICS:
            text = magic.sub(lambda m, to=instead: m[1] + to + "\n" * m[0].count("\n"), text)
    return text
