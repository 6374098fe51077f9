"""Write msjax/_surface/imported.json: names of MindSpore's files that msjax has in another place.

    python tools/make_imported.py MINDSPORE [OUTPUT]

MINDSPORE is the folder of an installed MindSpore; its files are read, not run. Programs write
`from mindspore.train.model import DatasetHelper`, though that file only uses the class: kept is
what msjax has under the path that MindSpore's file imports it from. They also write
`from mindspore.mint.optim.adamw import AdamW`: kept is what the file defines, if a package around
it shows that very object, in MindSpore and in msjax.
"""

import ast
import importlib
import json
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import msjax
from msjax import _missing, _surface

# What is read. The names in the files of ops are found by rule (`_missing.DEFINING`).
FOLDERS = (
    "amp.py boost common communication context.py dataset mindrecord nn parallel train".split()
)
# What is read for the names that files define: these, too.
FURTHER = (
    "device_context experimental graph hal mint multiprocessing numpy onnx profiler rewrite "
    "runtime safeguard scipy utils".split()
)
OUTPUT = Path(msjax.__file__).parent / "_surface" / "imported.json"


def imports(file, module):
    """(name, module it comes from, its name there) of the imports of a file, without MindSpore's
    name in front of the modules."""
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".") if node.module else []
            if node.level:
                parts = [*module.split(".")[: -node.level], *parts]
            elif parts and parts[0] == "mindspore":
                parts = parts[1:]
            else:
                continue
            if parts[:1] == ["_c_expression"]:
                continue
            for alias in node.names:
                if alias.name != "*" and not alias.name.startswith("__"):
                    yield alias.asname or alias.name, ".".join(parts), alias.name


def packages(module):
    """The packages around a module, from the next one outwards; the last one is ''."""
    while module:
        module = module.rpartition(".")[0]
        yield module


@cache
def tree(folder, module):
    """(file, whether it is a package) of a module, its syntax tree and its public definitions."""
    path = folder.joinpath(*module.split(".")) if module else folder
    file = path.with_suffix(".py") if module and not path.is_dir() else path / "__init__.py"
    body = ast.parse(file.read_text()).body if file.is_file() else []
    kinds = ast.ClassDef, ast.FunctionDef
    return file, body, {node.name for node in body if isinstance(node, kinds)}


def defines(folder, module, name, seen=()):
    """The module in which the object is defined that `name` is in `module`, or None."""
    file, body, own = tree(folder, module)
    if name in own:
        return module
    around = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in body:
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".") if node.module else []
            if node.level:
                base = around.split(".") if around else []
                parts = [*base[: len(base) - node.level + 1], *parts]
            elif parts[:1] == ["mindspore"]:
                parts = parts[1:]
            else:
                continue
            origin = ".".join(parts)
            for alias in node.names:
                if origin not in seen and (alias.name == "*" or name in (alias.asname, alias.name)):
                    there = name if alias.name == "*" else alias.name
                    if found := defines(folder, origin, there, (*seen, module)):
                        return found
    return None


def definitions(folder, module):
    """(name, package) of what a file of MindSpore's defines and a package around it shows."""
    for name in sorted(tree(folder, module)[2]):
        if not name.startswith("_"):
            for package in packages(module):
                if has(package, name) and defines(folder, package, name) == module:
                    yield name, package
                    break


def has(module, name):
    """Whether msjax shows the name of the module, and not as a placeholder."""
    path = ".".join(part for part in ("msjax", module) if part)
    try:
        found = getattr(importlib.import_module(path), name)
    except (ImportError, AttributeError):
        return False
    return not _missing.is_missing(found)


def in_a_file(module):
    """Whether msjax has the package around the module as one file."""
    try:
        return not hasattr(importlib.import_module(f"msjax.{next(packages(module))}"), "__path__")
    except ImportError:
        return False


def main(folder, output):
    _surface.imported = dict  # an earlier table is no reason to leave a name out
    table = defaultdict(lambda: defaultdict(list))
    for start in (*FOLDERS, *FURTHER):
        place = folder / start
        for file in [place] if place.suffix else sorted(place.rglob("*.py")):
            module = ".".join(file.relative_to(folder).with_suffix("").parts)
            if file.name == "__init__.py":
                continue
            try:  # one of several paths of a module is its own
                own = importlib.import_module(f"msjax.{module}").__name__.partition(".")[2]
            except ImportError:
                own = ""
                if in_a_file(module):
                    continue
            for name, package in definitions(folder, module):
                if not has(module, name):
                    table[own or module][package].append(name)
            if not own and module not in table:
                continue
            for name, origin, there in imports(file, module) if start in FOLDERS else ():
                if not has(module, name) and has(origin, there):
                    found = name if name == there else f"{name}={there}"
                    table[own or module][origin].append(found)
    lines = []
    for module, found in sorted(table.items()):
        origins = {origin: " ".join(sorted(set(names))) for origin, names in sorted(found.items())}
        lines.append(f" {json.dumps(module)}: {json.dumps(origins)}")
    output.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else OUTPUT)
