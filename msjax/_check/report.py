"""What was found in programs, and how it prints."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msjax import _surface
from msjax._version import __version__

# In the order in which a person wants to read them. The first ones stop a program.
FAILS = {
    "syntax": "cannot be read",
    "unknown": "unknown names",
    "missing": "missing names",
    "argument": "arguments that a signature lacks",
    "numpy": "names that NumPy lacks",
}
WORKS = {
    "guarded": "failures that the program guards against",
    "differs": "names that differ",
    "setting": "settings that mean something else",
    "older": "names of older releases",
    "works": "names that work",
}


class Finding(NamedTuple):
    """One thing about one name, argument or setting, and where it is used."""

    kind: str  # a key of FAILS or WORKS
    name: str
    text: str
    places: tuple[tuple[int, int], ...]  # (cell, line); cell is 0 outside of notebooks

    @property
    def where(self) -> str:
        """Line numbers, or '2:7' for line 7 of cell 2."""
        shown = [f"{cell}:{line}" if cell else str(line) for cell, line in self.places[:4]]
        return ", ".join(shown) + (", ..." if len(self.places) > 4 else "")


@dataclass
class File:
    """What one program uses."""

    path: str
    _places: dict[tuple[str, str, str], dict[tuple[int, int], None]] = field(default_factory=dict)

    def add(self, kind: str, name: str, text: str, place: tuple[int, int]) -> None:
        """Note a use."""
        self._places.setdefault((kind, name, text), {})[place] = None

    @property
    def findings(self) -> list[Finding]:
        """All uses, by name; the worst kinds first."""
        order = [*FAILS, *WORKS]
        made = [Finding(*key, tuple(places)) for key, places in self._places.items()]
        return sorted(made, key=lambda found: (order.index(found.kind), found.places[0]))

    @property
    def fails(self) -> bool:
        """Whether something stops the program where it is used."""
        return any(kind in FAILS for kind, _, _ in self._places)


class Report(tuple):
    """The files that were read; prints as text."""

    every = False  # whether names that work are listed one by one

    @property
    def fails(self) -> bool:
        """Whether something stops one of the programs."""
        return any(file.fails for file in self)

    def counts(self) -> Counter[str]:
        """How many different names, arguments and settings there are of each kind."""
        names = {(found.kind, found.name) for file in self for found in file.findings}
        return Counter(kind for kind, _ in names)

    def as_json(self) -> dict[str, Any]:
        """The report as lists and dicts."""
        return {
            "files": [
                {
                    "path": file.path,
                    "fails": file.fails,
                    "findings": [
                        {
                            "kind": found.kind,
                            "name": found.name,
                            "text": found.text,
                            "places": [
                                {"cell": cell, "line": line} if cell else {"line": line}
                                for cell, line in found.places
                            ],
                        }
                        for found in file.findings
                        if self.every or found.kind != "works"
                    ],
                }
                for file in self
            ],
            "counts": dict(self.counts()),
            "fails": self.fails,
        }

    def __str__(self) -> str:
        lines = []
        for file in self:
            found = [one for one in file.findings if self.every or one.kind != "works"]
            if found:
                lines.append(file.path)
                width = min(max(len(one.where) for one in found), 24)
                lines += [
                    f"  {one.where:<{width}}  {one.kind:<8}  {one.text or one.name}"
                    for one in found
                ]
                lines.append("")
        return "\n".join(lines + self._summary())

    __repr__ = __str__

    def _summary(self) -> list[str]:
        counts, failing = self.counts(), [file for file in self if file.fails]
        lines = [
            f"msjax {__version__} for MindSpore {_surface.load().version}, "
            f"{len(self)} {'file' if len(self) == 1 else 'files'}: "
            f"{len(self) - len(failing)} without anything that fails, {len(failing)} with."
        ]
        for kind, text in (FAILS | WORKS).items():
            if counts[kind]:
                lines.append(f"{counts[kind]:>6} {text}")
        users: Counter[tuple[str, str]] = Counter()
        for file in failing:
            users.update({(one.kind, one.name) for one in file.findings if one.kind in FAILS})
        common = sorted(users.items(), key=lambda item: (-item[1], item[0]))[:10]
        if common and len(self) > 1:
            lines.append("What stops most files:")
            lines += [f"{count:>6} {name} ({kind})" for (kind, name), count in common]
        return lines
