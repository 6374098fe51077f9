"""The files to read, the command line and the function."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

from msjax._check.report import File, Report

USAGE = """\
usage: python -m msjax check [--json] [--all] PATH ...
Read programs and notebooks, without running them, and tell which names of MindSpore, arguments and
settings work here. --json prints a structure for other programs, --all lists names that work too.
The exit status is 0 if nothing fails, 1 if something does, 2 if a path cannot be read."""

SKIPPED = frozenset("__pycache__ site-packages node_modules build dist".split())
SUFFIXES = (".py", ".pyw", ".ipynb")
_REST = r"(?:.*\\\n)*.*$"  # of a line that backslashes may continue
# What IPython reads and Python does not, and what stands for it.
_MAGICS = (
    (re.compile(r"(?m)^([^\S\n]*)(?:[%!?,;/]|[\w.*]+\?{1,2}[^\S\n]*$)" + _REST), "pass"),
    (re.compile(r"(?m)^([^\S\n]*[\w.,\[\]]+(?:, *\w+)*[^\S\n]*=[^\S\n]*)[%!]" + _REST), "None"),
)
_MENTIONS = re.compile(rb"mindspore|msjax|numpy|mindinsight|mindarmour|mindformers|mindflow")


def check(*paths: str | os.PathLike) -> Report:
    """Tell what programs written for MindSpore will meet here, without running them.

    Every name, argument and import of MindSpore's in the files is looked up, and names of NumPy
    that the installed NumPy lacks. Tensors, Parameters and Cells are followed through assignments,
    so that their methods are found too.

    Args:
        *paths: Python files, notebooks, and directories of them.

    Returns:
        A report that prints as text, file by file. `report.fails` is True if something stops a
        program, `report.counts()` counts, `report.as_json()` gives lists and dicts. Each of its
        items has a `path` and `findings` with `kind`, `name`, `text` and `places`.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: a file is neither a Python file nor a notebook.

    Examples:
        >>> import msjax, pathlib
        >>> program = pathlib.Path("train.py")
        >>> _ = program.write_text("from mindspore import nn\\nnn.Dense(2, 3, bias=False)\\n")
        >>> report = msjax.check(program)
        >>> report.fails, [(found.kind, found.where) for found in report[0].findings]
        (True, [('argument', '2'), ('works', '2')])
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of programs that are read and of names that are looked up
        return Report(
            _read(path, path != Path(given)) for given in paths for path in _files(Path(given))
        )


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for folder, inside, files in os.walk(path, onerror=_refuse):
            inside[:] = sorted(n for n in inside if n not in SKIPPED and not n.startswith("."))
            yield from (Path(folder, n) for n in sorted(files) if n.endswith(SUFFIXES))
    elif not path.exists():
        raise FileNotFoundError(f"For 'check', there is no file or directory {str(path)!r}.")
    elif path.suffix not in SUFFIXES:
        raise ValueError(
            f"For 'check', the path must be a directory or end in {', '.join(SUFFIXES)}, "
            f"but got {str(path)!r}."
        )
    else:
        yield path


def _refuse(error: OSError) -> None:
    raise error


def _read(path: Path, found: bool) -> File:
    """What one file uses; one that was found in a directory may be unreadable."""
    from msjax._check.reader import Reader

    file = File(str(path))
    try:
        if path.exists() and not path.is_file():  # to open a pipe would wait for its other end
            raise OSError("it is not a regular file")
        data = path.read_bytes()
    except OSError as error:  # a link without a target, a file of another user
        if not found:
            raise
        file.add("syntax", "file", f"the file cannot be read: {error.strerror or error}", (0, 1))
        return file
    if not _MENTIONS.search(data):
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
    try:
        Reader(file).read(trees)
    except RecursionError:
        file.add("syntax", "syntax", "it is nested too deeply to be read", (0, 1))
    return file


def _cells(data: bytes) -> list[tuple[int, str]]:
    """The code cells of a notebook with their numbers, without what only IPython reads."""
    notebook = json.loads(data)
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("it has no list of cells")
    found = []
    for number, cell in enumerate(notebook["cells"], 1):
        if not isinstance(cell, dict):
            raise ValueError("one of its cells is no object")
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


def main(arguments: list[str]) -> int:
    """Body of `python -m msjax check`; returns the exit status."""
    options = {word for word in arguments if word.startswith("-")}
    paths = [word for word in arguments if word not in options]
    if options & {"-h", "--help"}:
        print(USAGE)
        return 0
    if not paths or options - {"--json", "--all"}:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        report = check(*paths)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    report.every = "--all" in options
    print(json.dumps(report.as_json(), indent=1) if "--json" in options else report)
    return int(report.fails)
