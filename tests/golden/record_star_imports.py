"""Record what `from module import *` gives of MindSpore's public modules.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python
tests/golden/record_star_imports.py``. It writes star_imports.json beside itself: {module: ["name
...", "name ..."]}, modules without the leading "mindspore.". The second names are those of Python's
modules and of other packages.
"""

import importlib
import json
import pathlib
import types

import mindspore

HERE = pathlib.Path(__file__).resolve().parent


def given(module):
    """The names that a star import gives, MindSpore's own and others."""
    found = {}
    exec(f"from {module} import *", found)
    found.pop("__builtins__")
    others = sorted(name for name, value in found.items() if foreign(value))
    return " ".join(sorted(found.keys() - set(others))), " ".join(others)


def foreign(value):
    """Whether a module's file merely imports this from outside of MindSpore."""
    if isinstance(value, types.ModuleType):
        return value.__name__.partition(".")[0] != mindspore.__name__
    origin = getattr(value, "__module__", None) or ""
    return bool(origin) and origin.partition(".")[0] != mindspore.__name__


def main():
    surface = json.loads((HERE.parents[1] / "msjax" / "_surface" / "names.json").read_text())
    table = {}
    for module in sorted(filter(None, surface["modules"])):
        path = f"mindspore.{module}"
        try:
            importlib.import_module(path)
        except ModuleNotFoundError:  # an attribute that is no module of its own
            continue
        try:
            table[module] = given(path)
        except AttributeError:  # its `__all__` promises what it lacks
            continue
    lines = ",\n".join(f" {json.dumps(m)}: {json.dumps(names)}" for m, names in table.items())
    (HERE / "star_imports.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
