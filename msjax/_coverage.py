"""`msjax.coverage()`: which names of MindSpore work, module by module."""

import importlib
from typing import NamedTuple

from msjax import _missing, _surface


class Row(NamedTuple):
    """Names of one module (or members of one class) that work and that are missing."""

    name: str
    works: tuple[str, ...]
    missing: tuple[str, ...]


class Coverage(tuple):
    """Rows of a coverage table; prints as text."""

    def __str__(self):
        works = sum(len(row.works) for row in self)
        total = works + sum(len(row.missing) for row in self)
        width = max(len(row.name) for row in self)
        lines = [f"{'module':<{width}}  works  missing"]
        lines += [f"{r.name:<{width}}  {len(r.works):>5}  {len(r.missing):>7}" for r in self]
        lines.append(f"{works} of {total} names work ({works / max(total, 1):.1%}).")
        if len(self) == 1 and self[0].missing:
            lines.append("Missing: " + ", ".join(self[0].missing))
        return "\n".join(lines)

    __repr__ = __str__


def _module_row(path):
    module = importlib.import_module(f"msjax.{path}".rstrip("."))
    works, missing = [], []
    for name, entry in sorted(_surface.load().entries[path].items()):
        if entry.section == "modules":
            found = getattr(module, name, None)
            lacks = _missing.is_missing(found) or (found is None and not hasattr(module, name))
            (missing if lacks else works).append(name)
    return Row(f"mindspore.{path}".rstrip("."), tuple(works), tuple(missing))


def _class_row(path):
    module, _, name = path.rpartition(".")
    owner = getattr(importlib.import_module(f"msjax.{module}".rstrip(".")), name, None)
    members = _surface.load().members[path]
    real = owner is not None and not _missing.is_missing(owner)
    works = tuple(m for m in members if real and hasattr(owner, m))
    return Row(f"mindspore.{path}", works, tuple(m for m in members if m not in works))


def coverage(module=None):
    """Tell which public names of MindSpore 2.10 work and which are placeholders.

    Args:
        module (str, optional): a module path, with or without the package name ('mindspore.nn',
            'msjax.nn', 'nn'), or a class whose members are wanted ('Tensor', 'nn.Cell').
            Default: every module and the main classes.

    Returns:
        A tuple of rows `(name, works, missing)`; it prints as a table, and for a single row with
        the missing names spelled out. A name counts as working when it resolves to an object of
        msjax's own; names that are one object in several modules count once in each.

    Raises:
        ValueError: `module` is not a public module or one of the main classes.

    Examples:
        >>> import msjax
        >>> row = msjax.coverage("mindspore.nn")[0]
        >>> row.name, len(row.works) + len(row.missing) > 200
        ('mindspore.nn', True)
    """
    surface = _surface.load()
    if module is None:
        rows = [_module_row(path) for path in sorted(surface.public) if surface.entries.get(path)]
        return Coverage(rows + [_class_row(path) for path in surface.members])
    root, _, rest = module.partition(".")
    path = rest if root in ("mindspore", "msjax") else module
    if path in surface.public:
        return Coverage([_module_row(path)])
    if path in surface.members:
        return Coverage([_class_row(path)])
    raise ValueError(
        f"For 'coverage', the 'module' must be a public module of MindSpore "
        f"{surface.version} or one of its main classes, but got {module!r}."
    )
