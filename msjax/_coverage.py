"""`msjax.coverage()`: which names of MindSpore work, module by module."""

import importlib
from typing import NamedTuple

from msjax import _missing, _surface


class Row(NamedTuple):
    """Names of one module, or members of one class, by their state."""

    name: str
    works: tuple[str, ...]
    differs: tuple[tuple[str, str], ...]  # names that depart from MindSpore, and how
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many names there are."""
        return len(self.works) + len(self.differs) + len(self.missing)


class Coverage(tuple):
    """Rows of a coverage table; prints as text."""

    def __str__(self):
        works, differs, total = self.counts()
        width = max(len(row.name) for row in self)
        lines = [f"{'module':<{width}}  works  differs  missing"]
        lines += [
            f"{r.name:<{width}}  {len(r.works):>5}  {len(r.differs):>7}  {len(r.missing):>7}"
            for r in self
        ]
        lines.append(
            f"{works} of {total} names work ({works / max(total, 1):.1%}), "
            f"{differs} differ, {total - works - differs} are missing."
        )
        if len(self) == 1:
            lines += [f"Differs: {name}: {reason}." for name, reason in self[0].differs]
            if self[0].missing:
                lines.append("Missing: " + ", ".join(self[0].missing))
        return "\n".join(lines)

    __repr__ = __str__

    def counts(self):
        """How many names work and differ, and how many there are."""
        works = sum(len(row.works) for row in self)
        return works, sum(len(row.differs) for row in self), sum(row.total for row in self)


def _row(name, states):
    """The Row of (name, whether it exists, its path where it is defined) triples."""
    reasons, works, differs, missing = _surface.load().differs, [], [], []
    for leaf, exists, path in states:
        if not exists:
            missing.append(leaf)
        elif path in reasons:
            differs.append((leaf, reasons[path]))
        else:
            works.append(leaf)
    return Row(name, tuple(works), tuple(differs), tuple(missing))


def _module_row(path):
    module = importlib.import_module(f"msjax.{path}".rstrip("."))
    states = []
    for name, entry in sorted(_surface.load().entries[path].items()):
        if entry.section == "modules":
            found = getattr(module, name, None)
            lacks = _missing.is_missing(found) or (found is None and not hasattr(module, name))
            where = ".".join(part for part in entry.target or (path, name) if part)
            states.append((name, not lacks, where))
    return _row(f"mindspore.{path}".rstrip("."), states)


def _class_row(path):
    module, _, name = path.rpartition(".")
    owner = getattr(importlib.import_module(f"msjax.{module}".rstrip(".")), name, None)
    real = owner is not None and not _missing.is_missing(owner)
    states = []
    for member in _surface.load().members[path]:
        exists = real and (hasattr(owner, member) or _is_attribute(owner, member))
        states.append((member, exists, f"{path}.{member}"))
    return _row(f"mindspore.{path}", states)


def _is_attribute(owner, name):
    """Whether a class declares that its instances have an attribute."""
    return any(name in getattr(base, "__annotations__", ()) for base in owner.__mro__)


def coverage(module: str | None = None):
    """Tell which public names of MindSpore 2.10 work, differ, or are placeholders.

    Args:
        module (str, optional): a module path, with or without the package name ('mindspore.nn',
            'msjax.nn', 'nn'), or a class whose members are wanted ('Tensor', 'nn.Cell').
            Default: every module and the main classes.

    Returns:
        A tuple of rows `(name, works, differs, missing)`, where `differs` holds pairs of a name and
        how it departs from MindSpore; it prints as a table, and for a single row with these names
        and the missing ones spelled out. A name exists when it resolves to an object of msjax's
        own; names that are one object in several modules count once in each.

    Raises:
        ValueError: `module` is not a public module or one of the main classes.

    Examples:
        >>> import msjax
        >>> row = msjax.coverage("mindspore.nn")[0]
        >>> row.name, row.total > 200
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
