"""What MindSpore 2.10 offers, as names: the table behind placeholders and coverage.

`names.json` is written by tools/make_surface.py. Module paths are without the leading package name
('' is the root). Sections:

- `modules`: {module: {key: "name name ..."}}. A key is a kind letter (C Cell, P Primitive, K other
  class, E enum, X exception, F function, V constant; upper case when the module's `__all__` has
  the name) or `=other.module` / `-other.module` for names that are the same objects as that
  module's ("new=old" where the spelling differs; `=` when in `__all__`).
- `members`: {class: "member member ..."}; `module_alias`: {path: the path of the same module}.
- `moved`: older paths of objects that 2.10 has elsewhere, and `spelled`: unlisted paths of public
  objects in 2.10 itself; both written like `modules`.
- `legacy`: names that 2.10 lacks ("name>successor"); `private`: undocumented names in use.

`imported.json`, written by tools/make_imported.py, says what MindSpore's files show only because
they import it, and what they define that is in another place here:
{module: {module it comes from: "name new=old ..."}}.

`star.json`, written by tools/make_star.py, corrects what a star import gives where a file's
`__all__`, or the table of a module without one, says otherwise: {module: "more -less ..."}.

`differs.json`, written by hand, says what msjax has but does otherwise: {reason: "name name ..."},
names with their module or class. docs/differences.md tells more. `absent.json`, written like it,
says why names are placeholders that will stay so, or what to use instead.
"""

import functools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One name of one module."""

    kind: str  # a kind letter in upper case, "" for an alias
    in_all: bool
    target: tuple[str, str] | None = None  # (module, name) of the same object
    successor: str = ""  # what 2.10 has instead
    section: str = "modules"


@dataclass
class Surface:
    """The parsed table; one instance per process, made on first need."""

    version: str
    entries: dict[str, dict[str, Entry]]  # module -> name -> entry, all sections
    public: frozenset[str]  # modules of the 2.10 surface
    modules: frozenset[str]  # every importable path, parents included
    members: dict[str, tuple[str, ...]]
    module_alias: dict[str, str]
    differs: dict[str, str]  # dotted name -> reason
    absent: dict[str, str]
    spellings: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def similar(self, name: str) -> list[tuple[str, str]]:
        """(module, name) pairs of the public surface spelled like `name`, up to case and `_`."""
        if not self.spellings:
            for module in sorted(self.public, key=lambda path: (path.count("."), path)):
                for other, entry in self.entries[module].items():
                    if entry.target is None and entry.section == "modules":
                        self.spellings.setdefault(plain(other), []).append((module, other))
        return self.spellings.get(plain(name), [])


@functools.cache
def imported() -> dict[str, dict[str, tuple[str, str]]]:
    """Read imported.json: module -> name -> (module, name) of what MindSpore's file imports."""
    data = _read("imported.json")
    return {
        module: {
            text.partition("=")[0]: (origin, text.rpartition("=")[2])
            for origin, names in origins.items()
            for text in names.split()
        }
        for module, origins in data.items()
    }


@functools.cache
def starred() -> dict[str, str]:
    """Read star.json: module -> names that a star import gives, too, and "-name" if it does not."""
    return _read("star.json")


def plain(name: str) -> str:
    """Spelling without case, underscores and the suffixes of variants: 'ReLU_' -> 'relu'."""
    bare = name.lower().replace("_", "")
    for suffix in ("v2", "v3", "ext"):
        if len(bare) > len(suffix) + 2:
            bare = bare.removesuffix(suffix)
    return bare


def _parse(groups: dict[str, str], section: str) -> dict[str, Entry]:
    entries = {}
    for key, names in groups.items():
        for text in names.split():
            name, _, successor = text.partition(">")
            if key[0] in "=-":
                name, _, other = name.partition("=")
                entries[name] = Entry("", key[0] == "=", (key[1:], other or name), "", section)
            else:
                entries[name] = Entry(key.upper(), key.isupper(), None, successor, section)
    return entries


def _by_name(reasons: dict[str, str]) -> dict[str, str]:
    return {name: reason for reason, names in reasons.items() for name in names.split()}


def _read(name: str) -> dict[str, Any]:
    return json.loads(Path(__file__).with_name(name).read_text())


@functools.cache
def absent() -> dict[str, str]:
    """Read absent.json alone, which takes a fiftieth of the time of `load`: name -> reason."""
    return _by_name(_read("absent.json"))


@functools.cache
def load() -> Surface:
    """Read names.json, differs.json and absent.json."""
    data, differs = _read("names.json"), _read("differs.json")
    entries: dict[str, dict[str, Entry]] = {}
    for section in ("private", "legacy", "spelled", "moved", "modules"):  # later sections win
        for module, groups in data[section].items():
            entries.setdefault(module, {}).update(_parse(groups, section))
    alias = data["module_alias"]
    modules = {*entries, *alias, *imported()}
    for module in list(modules):
        while module := module.rpartition(".")[0]:
            modules.add(module)
    return Surface(
        version=data["version"],
        entries=entries,
        public=frozenset(data["modules"]),
        modules=frozenset(modules - {""}),
        members={name: tuple(text.split()) for name, text in data["members"].items()},
        module_alias=alias,
        differs=_by_name(differs),
        absent=absent(),
    )
