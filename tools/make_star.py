"""Write msjax/_surface/star.json: corrections of what a star import gives.

    python tools/make_star.py

Read is tests/golden/star_imports.json. Files of MindSpore without `__all__` show what they import,
and files of msjax may list more in theirs than MindSpore's module does. Written are the names that
msjax has beside those that its file, or else the table of names, lists, and "-name" of those that
MindSpore's star import does not give.
"""

import importlib
import importlib.util
import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests" / "golden" / "star_imports.json"
# Modules of which older releases gave more, that programs use.
OLDER = "common.api nn.cell nn.layer.image nn.wrap.grad_reducer train train.callback".split()
OUTPUT = ROOT / "msjax" / "_surface" / "star.json"


def has(module, name):
    """Whether msjax's module shows the name, be it as a placeholder."""
    try:
        getattr(module, name)
    except AttributeError:
        path = f"{module.__name__}.{name}"
        return hasattr(module, "__path__") and importlib.util.find_spec(path) is not None
    return True


def main():
    OUTPUT.write_text("{}")  # an earlier table is no reason to leave a module out
    module_all = importlib.import_module("msjax._missing").module_all
    table = {}
    for path, (names, others) in json.loads(RECORD.read_text()).items():
        module = importlib.import_module(f"msjax.{path}")
        known = {*names.split(), *others.split()}
        told = vars(module).get("__all__") or module_all(f"msjax.{path}")
        more = [n for n in names.split() if n not in told and has(module, n)]
        less = [] if path in OLDER else [f"-{n}" for n in sorted(told) if n not in known]
        if more or less:
            table[module.__name__.partition(".")[2]] = " ".join(more + less)
    lines = ",\n".join(f" {json.dumps(m)}: {json.dumps(names)}" for m, names in table.items())
    OUTPUT.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
