"""The files to read, the command line and the function."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

from msjax._check.program import Program
from msjax._check.report import Report

USAGE = """\
usage: python -m msjax check [--json] [--all] PATH ...
Read programs and notebooks, without running them, and tell which names of MindSpore, arguments and
settings work here. --json prints a structure for other programs, --all lists names that work too.
The exit status is 0 if nothing fails, 1 if something does, 2 if a path cannot be read."""

SKIPPED = frozenset("__pycache__ site-packages node_modules build dist".split())
SUFFIXES = (".py", ".pyw", ".ipynb")


def check(*paths: str | os.PathLike) -> Report:
    """Tell what programs written for MindSpore will meet here, without running them.

    Every name, argument and import of MindSpore's in the files is looked up, and names of NumPy
    that the installed NumPy lacks. Tensors, Parameters and Cells are followed through assignments
    and through imports from the program's own files, so that their methods are found too.

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
        program = Program([Path(given) for given in paths])
        return Report(
            program.read(path, path != Path(given))
            for given in paths
            for path in _files(Path(given))
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
