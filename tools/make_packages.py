"""Write docs/packages.md: how many files of published packages find every MindSpore name they use.

    python tools/make_packages.py OUTPUT --mindspore PYTHON [--folder FOLDER]

Downloads the packages below into FOLDER (those that lie there already are kept), collects by their
syntax trees every name of MindSpore that a file uses, and resolves each in msjax and in the
MindSpore that PYTHON has. The packages are not installed, and nothing of them is kept.
"""

import argparse
import ast
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter, defaultdict
from pathlib import Path

# The newest releases for MindSpore 2.10 or older.
PACKAGES = (
    "mindone==0.5.0 mindformers==2.1.0 mindnlp==0.5.1 mindocr==0.5.0 mindaudio==0.3.0 "
    "mindcv==0.3.0 mindyolo==0.5.0 mindpet==1.0.4 tinyms==0.3.2 mindvision==0.1.0 msadapter==0.1.0"
).split()

# Run by both interpreters: names from stdin, "works", "placeholder" or "missing" for each.
RESOLVE = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
root = sys.argv[1]
names = json.load(sys.stdin)
top = importlib.import_module(root)
missing = getattr(sys.modules.get("msjax._missing"), "is_missing", lambda found: False)

def state(name):
    found, path = top, root
    for part in name.split(".")[1:]:
        if not hasattr(found, "__path__") and type(found).__name__ != "module":
            break
        path += "." + part
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(path)
            except ImportError:
                return "missing"
    return "placeholder" if missing(found) else "works"

print(json.dumps({name: state(name) for name in names}))
"""

HEAD = """# Published packages

Files of packages from the Python package index that use MindSpore, and how many of them find every
name that they use: implemented in msjax, importable from msjax (a name without an implementation
is a placeholder that raises when used), and present in MindSpore {version} itself. The packages
were written for different releases, and none is complete with any one.

Written by `tools/make_packages.py`.

| package | files | names | implemented | importable | MindSpore |
|---|---:|---:|---:|---:|---:|
"""


class Names(ast.NodeVisitor):
    """The dotted names of MindSpore that a module uses."""

    def __init__(self):
        self.known, self.used = {}, set()  # local name -> dotted name; dotted names

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name.partition(".")[0] == "mindspore":
                self.used.add(alias.name)
                self.known[alias.asname or "mindspore"] = (
                    alias.name if alias.asname else "mindspore"
                )

    def visit_ImportFrom(self, node):
        if not node.level and (node.module or "").partition(".")[0] == "mindspore":
            self.used.add(node.module)
            for alias in node.names:
                if alias.name != "*":
                    self.known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                    self.used.add(f"{node.module}.{alias.name}")

    def visit_Attribute(self, node):
        parts, value = [node.attr], node.value
        while isinstance(value, ast.Attribute):
            parts.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and isinstance(node.ctx, ast.Load):
            if value.id in self.known:
                self.used.add(".".join([self.known[value.id], *reversed(parts)]))
        else:
            self.visit(value)


def uses(archive):
    """{file: names of MindSpore that it uses} of a wheel or another zip archive."""
    found = {}
    with zipfile.ZipFile(archive) as files:
        for file in files.namelist():
            if file.endswith(".py"):
                try:
                    tree = ast.parse(files.read(file))
                except SyntaxError:
                    continue
                names = Names()
                for node in ast.walk(tree):  # imports first: they may stand in functions
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        names.visit(node)
                names.visit(tree)
                if names.used:
                    found[file] = names.used
    return found


def resolve(python, root, names):
    """{name: state} as an interpreter's `root` has it."""
    command = [python, "-c", RESOLVE, root]
    asked = json.dumps([name.replace("mindspore", root, 1) for name in names])
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    states = json.loads(told.stdout.splitlines()[-1])
    return {name.replace(root, "mindspore", 1): state for name, state in states.items()}


def whole(files, states, good):
    """How many of the files have no name outside the good states."""
    return sum(all(states[name] in good for name in used) for used in files.values())


def main(output, mindspore, folder):
    tables, versions = {}, {}
    for wanted in PACKAGES:
        package, _, version = wanted.partition("==")
        versions[package] = version
        pattern = f"{package}-{version}-*.whl"
        if not list(folder.glob(pattern)):
            command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
            subprocess.run([*command, "--dest", folder, wanted], check=True)
        tables[package] = uses(next(folder.glob(pattern)))
    names = sorted(set().union(*(used for files in tables.values() for used in files.values())))
    ours = resolve(sys.executable, "msjax", names)
    theirs = resolve(mindspore, "mindspore", names)

    lines, misses, places = [], Counter(), defaultdict(Counter)
    for package, files in tables.items():
        used = set().union(*files.values())
        counts = [
            whole(files, ours, {"works"}),
            whole(files, ours, {"works", "placeholder"}),
            whole(files, theirs, {"works"}),
        ]
        shares = " | ".join(f"{count} ({count / len(files):.0%})" for count in counts)
        lines.append(f"| {package} {versions[package]} | {len(files)} | {len(used)} | {shares} |")
        for found in files.values():
            for name in found:
                if ours[name] != "works":
                    misses[name] += 1
                    places[name][package] += 1
    lines += ["", "## Names that are not implemented", "", "Those that several files use.", ""]
    lines += ["| name | files | msjax | MindSpore | packages |", "|---|---:|---|---|---|"]
    for name, count in sorted(misses.items(), key=lambda item: (-item[1], item[0])):
        if count > 1:
            where = ", ".join(sorted(places[name]))
            has = "has it" if theirs[name] == "works" else "lacks it"
            lines.append(f"| `{name}` | {count} | {ours[name]} | {has} | {where} |")
    version = subprocess.run(
        [mindspore, "-c", "import mindspore; print(mindspore.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()[-1]
    output.write_text(HEAD.format(version=version) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--mindspore", required=True)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        main(given.output, given.mindspore, given.folder or Path(scratch))
