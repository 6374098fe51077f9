"""Write msjax/_surface/imported.json: names that MindSpore's files show because they import them.

    python tools/make_imported.py MINDSPORE [OUTPUT]

MINDSPORE is the folder of an installed MindSpore; its files are read, not run. Programs write
`from mindspore.train.model import DatasetHelper`, though that file only uses the class. Kept is
what msjax has under the path that MindSpore's file imports it from.
"""

import ast
import importlib
import json
import sys
from collections import defaultdict
from pathlib import Path

import msjax
from msjax import _missing, _surface

# What is read. The names in the files of ops are found by rule (`_missing.DEFINING`).
FOLDERS = (
    "amp.py boost common communication context.py dataset mindrecord nn parallel train".split()
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


def has(module, name):
    """Whether msjax shows the name of the module, and not as a placeholder."""
    path = ".".join(part for part in ("msjax", module) if part)
    try:
        found = getattr(importlib.import_module(path), name)
    except (ImportError, AttributeError):
        return False
    return not _missing.is_missing(found)


def main(folder, output):
    _surface.imported = dict  # an earlier table is no reason to leave a name out
    table = defaultdict(lambda: defaultdict(list))
    for start in FOLDERS:
        place = folder / start
        for file in [place] if place.suffix else sorted(place.rglob("*.py")):
            if file.name == "__init__.py":
                continue
            module = ".".join(file.relative_to(folder).with_suffix("").parts)
            try:  # one of several paths of a module is its own
                own = importlib.import_module(f"msjax.{module}").__name__.partition(".")[2]
            except ImportError:
                continue
            for name, origin, there in imports(file, module):
                if not has(module, name) and has(origin, there):
                    table[own][origin].append(name if name == there else f"{name}={there}")
    lines = []
    for module, found in sorted(table.items()):
        origins = {origin: " ".join(sorted(set(names))) for origin, names in sorted(found.items())}
        lines.append(f" {json.dumps(module)}: {json.dumps(origins)}")
    output.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else OUTPUT)
