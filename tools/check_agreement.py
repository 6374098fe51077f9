"""Compare what `python -m msjax check` says with what happens: ``python tools/check_agreement.py``.

    python -P tools/check_agreement.py FOLDER [--legacy legacy.json] [--seed N] [--count 200]

FOLDER holds unpacked packages. They are read by the check, and then imported with msjax in place of
MindSpore; what their other dependencies give is made up. Every name of MindSpore that a file takes
from a module, its own re-exports included, is looked up in the module as it then is, and called
without arguments, so that what only raises once it is used is seen too. The names of older releases
in the file of --legacy are imported one by one. A sample is drawn, half of it from what fails by
either account, and disagreements are listed.
"""

import argparse
import ast
import importlib
import json
import random
import sys
import tempfile
import types
import warnings
from collections import Counter
from importlib.machinery import ModuleSpec
from pathlib import Path
from unittest.mock import MagicMock

import msjax
from msjax._check.report import FAILS

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
KINDS = ("unknown", "missing", "guarded")
SAMPLED = 4  # of what fails at most so many uses of one name


class _Made(types.ModuleType):
    """A package that is not installed: whatever is asked of it is there."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return (
            type(name, (), {"__init__": lambda self, *a, **k: None})
            if name[0].isupper()
            else (MagicMock(name=name))
        )


class _Finder:
    """Makes up what the packages import that is not installed, but for MindSpore and themselves."""

    def __init__(self, folder, kept):
        self.folder, self.kept = str(folder), kept

    def find_spec(self, name, path=None, target=None):
        asks = sys._getframe(1)
        while "importlib" in asks.f_code.co_filename:
            asks = asks.f_back
        ours = asks.f_code.co_filename.startswith(self.folder)
        made = isinstance(sys.modules.get(name.rpartition(".")[0]), _Made)
        root = name.partition(".")[0]
        return ModuleSpec(name, self) if (ours or made) and root not in self.kept else None

    def create_module(self, spec):
        return _Made(spec.name)

    def exec_module(self, module):
        pass


def is_ours(value):
    """Whether a value is a module of msjax."""
    return isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] == "msjax"


def fails(owner, name):
    """Whether a name of a module cannot be had, or says when called that it is missing."""
    try:
        value = getattr(owner, name)
    except (AttributeError, ImportError, NotImplementedError):
        try:
            importlib.import_module(f"{owner.__name__}.{name}")
            return False
        except ImportError:
            return True
    if not callable(value) or name == "run_check":
        return False
    try:
        value()
    except NotImplementedError:
        return True
    except BaseException:
        return False
    return False


class Uses(ast.NodeVisitor):
    """The names that a file takes from modules of MindSpore, and whether they fail."""

    def __init__(self, scope, package):
        self.scope, self.package, self.hidden = scope, package, [set()]
        self.found = {}  # (line, name): whether it fails

    def visit_ImportFrom(self, node):
        root = (node.module or "").partition(".")[0]
        if node.level or root != "mindspore":
            return
        try:
            owner = importlib.import_module(node.module)
        except (ImportError, NotImplementedError):
            self.found[node.lineno, node.module.rpartition(".")[2]] = True
            return
        for alias in node.names:
            if alias.name != "*":
                self.found[node.lineno, alias.name] = fails(owner, alias.name)

    def visit_Attribute(self, node):
        chain, at = [node], node.value
        while isinstance(at, ast.Attribute):
            chain.append(at)
            at = at.value
        if not isinstance(at, ast.Name):
            self.visit(at)
        elif isinstance(node.ctx, ast.Load) and not any(at.id in names for names in self.hidden):
            value = self.scope.get(at.id)
            for one in reversed(chain):
                if not is_ours(value):
                    break
                failed = fails(value, one.attr)
                self.found[one.lineno, one.attr] = failed
                value = None if failed else getattr(value, one.attr, None)

    def visit_Name(self, node):
        pass

    def generic_visit(self, node):
        inner = isinstance(node, FUNCTIONS + COMPREHENSIONS)
        if inner:
            stored = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _binds(n)}
            stored |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
            for one in ast.walk(node):
                if isinstance(one, (ast.Import, ast.ImportFrom)):
                    stored |= {(a.asname or a.name).partition(".")[0] for a in one.names}
            self.hidden.append(stored)
        super().generic_visit(node)
        if inner:
            self.hidden.pop()


def _binds(node):
    return isinstance(node.ctx, (ast.Store, ast.Del))


def truth_of_packages(folder):
    """(path, line, name) -> whether it fails, of packages that are imported."""
    found, imported, files = {}, 0, 0
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        files += 1
        try:
            scope = vars(importlib.import_module(name))
            imported += 1
        except BaseException:
            scope = vars(sys.modules[name]) if name in sys.modules else {}
        uses = Uses(scope, name)
        uses.visit(ast.parse(path.read_bytes()))
        found |= {(str(path), *place): failed for place, failed in uses.found.items()}
    print(f"{imported} of {files} files were imported")
    return found


def truth_of_legacy(path, folder):
    """The same of names of older releases, each imported by a line of one program."""
    names = set()
    tables = json.loads(Path(path).read_text())
    for part in ("unresolved_in_code", "in_older_api_lists", "in_older_all_lists"):
        for name, facts in tables[part].items():
            names.add(name)
            names |= {f"{name}.{member}" for member in facts.get("members", ())}
    program, found, lines = Path(folder, "legacy.py"), {}, []
    for name in sorted(name for name in names if name.startswith("mindspore.") and name.isascii()):
        owner, parts = importlib.import_module("mindspore"), name.split(".")[1:]
        while len(parts) > 1 and (inner := _module(owner, parts[0])) is not None:
            owner = inner
            parts.pop(0)
        shown = name.removesuffix("." + ".".join(parts))
        lines.append(f"from {shown} import {parts[0]} as x; {'.'.join(['x', *parts[1:]])}\n")
        failed = False
        for part in parts:
            failed = failed or fails(owner, part)
            owner = None if failed else getattr(owner, part, None)
        found[str(program), len(lines), parts[-1]] = failed
    program.write_text("".join(lines))
    return program, found


def _module(owner, name):
    try:
        return importlib.import_module(f"{owner.__name__}.{name}")
    except ImportError:
        return None


def said(paths):
    """(path, line) -> the parts of the names that the check says fail there."""
    failing = {}
    for file in msjax.check(*paths):
        for one in file.findings:
            if one.kind in KINDS or one.kind in FAILS and one.kind != "argument":
                for _, line in one.places:
                    place = failing.setdefault((file.path, line), set())
                    place.update(one.name.split("."))
    return failing


def sample(truth, verdict, count, seed):
    """Uses, half of them from what fails by either account as far as there are so many."""
    draw = random.Random(seed)
    order = sorted(truth)
    draw.shuffle(order)
    seen, either, neither = Counter(), [], []
    for use in order:
        seen[use[2]] += 1
        if seen[use[2]] <= SAMPLED:
            (either if truth[use] or verdict(use) else neither).append(use)
    taken = either[: count // 2]
    return taken + neither[: count - len(taken)]


def count(truth, verdict, uses, label):
    """Print precision and recall of what is said to fail; returns the disagreements."""
    table = Counter((truth[use], verdict(use)) for use in uses)
    hits, wrong, missed = table[True, True], table[False, True], table[True, False]
    precision = hits / (hits + wrong) if hits + wrong else 1.0
    recall = hits / (hits + missed) if hits + missed else 1.0
    print(
        f"{label}: {len(uses)} names, {hits} fail as said, {table[False, False]} work as said, "
        f"{wrong} said to fail work, {missed} fail unsaid: precision {precision:.3f}, "
        f"recall {recall:.3f}"
    )
    return [use for use in uses if truth[use] != verdict(use)]


def main():
    """Count on a sample of each, and on all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--legacy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    folder = options.folder.resolve()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as made:
        msjax.install()
        sys.path.insert(0, str(folder))
        kept = {"mindspore", "msjax", "jax", "jaxlib", *(one.stem for one in folder.iterdir())}
        parts = {}
        if options.legacy:
            program, truth = truth_of_legacy(options.legacy, made)
            parts["older names"] = truth, said([program])
        sys.meta_path.append(_Finder(folder, kept | set(sys.stdlib_module_names)))
        parts["packages"] = truth_of_packages(folder), said([folder])
        for label, (truth, failing) in parts.items():

            def verdict(use, failing=failing, alone=label == "older names"):
                parts = failing.get(use[:2], ())
                return bool(parts) if alone else use[2] in parts

            uses = sample(truth, verdict, options.count // len(parts), options.seed)
            count(truth, verdict, uses, f"{label}, sampled with seed {options.seed}")
            for use in count(truth, verdict, list(truth), f"{label}, all")[:40]:
                print("  ", *use, "fails" if truth[use] else "works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
