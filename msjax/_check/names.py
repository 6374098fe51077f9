"""What a dotted name of MindSpore's or NumPy's is here. Each is looked up once in a process."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from msjax import _missing, _surface

# Packages of MindSpore 1.x for quantization-aware training.
QUANTIZATION = ("compression.", "train.quant.")
# Packages of other distributions that are built for MindSpore itself.
COMPANIONS = frozenset(
    "mindspore_lite mindspore_gl mindspore_gs mindspore_hub mindspore_rl mindspore_rec "
    "mindspore_serving mindspore_federated mindspore_xai mindinsight mindarmour mindelec "
    "mindflow mindsponge mindquantum mindformers mindpandas".split()
)


class Found(NamedTuple):
    """A name and its verdict."""

    path: str  # without the package: "nn.Dense"
    value: Any  # None where there is nothing
    kind: str  # of report.py; "" for modules
    text: str = ""

    @property
    def name(self) -> str:
        """The name as MindSpore's documentation writes it."""
        return "mindspore." + self.path if self.path else "mindspore"


@cache
def find(path: str, imported: bool = False) -> Found:
    """The verdict on a dotted name, "nn.Dense".

    `imported` is for `from owner import name`, where the owner is a module even if its package
    shows a function by that name.
    """
    if not path:
        return Found("", importlib.import_module("msjax"), "")
    owner, _, name = path.rpartition(".")
    holder = module(owner) if imported else find(owner)
    if holder.kind in ("unknown", "missing"):
        return Found(path, None, holder.kind, holder.text)
    try:
        value = getattr(holder.value, name)
    except NotImplementedError as error:
        return Found(path, None, "missing", str(error))
    except AttributeError:
        return _submodule(path) if isinstance(holder.value, ModuleType) else _unknown(path)
    if isinstance(value, ModuleType):
        return Found(path, value, "")
    if _missing.is_missing(value):
        return Found(path, None, "missing", _missing.message(path))
    return _judged(path, value)


def known(path: str) -> Any:
    """The object of a dotted name that msjax has."""
    return find(path).value


@cache
def module(path: str) -> Found:
    """The verdict on what `import mindspore.<path>` loads."""
    owner = path.rpartition(".")[0]
    if owner and (parent := module(owner)).kind:
        return parent
    return _submodule(path) if path else find("")


def _submodule(path: str) -> Found:
    try:
        return Found(path, importlib.import_module("msjax." + path), "")
    except ModuleNotFoundError:
        return _unknown(path)


def _unknown(path: str) -> Found:
    if f"{path}.".startswith(QUANTIZATION):
        reason = _surface.load().absent["nn.DenseQuant"]
        return Found(path, None, "missing", f"mindspore.{path} is not part of msjax: {reason}")
    owner, _, name = path.rpartition(".")
    near = [f"{owner}.{other}".lstrip(".") for other in _spelled_alike(owner, name)]
    if not near and owner not in _surface.load().members:
        near = [".".join(filter(None, place)) for place in _surface.load().similar(name)]
    text = f"mindspore.{path} is in no release of MindSpore that msjax knows"
    near = [other for other in near if other != path]
    return Found(
        path, None, "unknown", f"{text}; the nearest is mindspore.{near[0]}" if near else text
    )


def _spelled_alike(owner: str, name: str) -> list[str]:
    return difflib.get_close_matches(name, _names_in(owner), 1, 0.8)


@cache
def _names_in(owner: str) -> list[str]:
    surface = _surface.load()
    return sorted({*surface.entries.get(owner, ()), *surface.members.get(owner, ())})


@cache
def _origin(path: str) -> str:
    """The path of the same object in the table of differences."""
    surface, (owner, _, name) = _surface.load(), path.rpartition(".")
    for _ in range(4):
        entry = surface.entries.get(surface.module_alias.get(owner, owner), {}).get(name)
        if entry is None or entry.target is None:
            break
        owner, name = entry.target
    return f"{owner}.{name}".lstrip(".")


def _judged(path: str, value: Any) -> Found:
    surface, (owner, _, name) = _surface.load(), path.rpartition(".")
    reason = surface.differs.get(path) or surface.differs.get(_origin(path))
    if reason:
        return Found(path, value, *difference(path, reason))
    entry = surface.entries.get(owner, {}).get(name)
    if entry is not None and entry.section == "legacy":
        text = f"mindspore.{path} works; MindSpore {surface.version} no longer has it"
        if entry.successor and entry.successor != path:
            text += f", and has mindspore.{entry.successor}"
        return Found(path, value, "older", text)
    return Found(path, value, "works")


def difference(path: str, reason: str) -> tuple[str, str]:
    """Kind and text for a name that differs.json lists; some of these always raise."""
    if re.match(r"raises \w+:", reason):
        return "missing", f"mindspore.{path} {reason}"
    return "differs", f"mindspore.{path}: {reason}"


# ------------------------------------------------------------------------------ members


@cache
def member_lists(cls: type) -> tuple[str, ...]:
    """Which lists of members the table has for a class: "Tensor", "nn.Cell"."""
    found = []
    for path in _surface.load().members:
        listed = find(path).value
        if isinstance(listed, type) and issubclass(cls, listed):
            found.append(path)
    return tuple(found)


@cache
def find_member(cls: type, name: str) -> Found | None:
    """The verdict on an attribute of instances of `cls`; None where nothing can be said."""
    lists = member_lists(cls)
    owner = lists[0] if lists else f"{cls.__module__}.{cls.__name__}".partition(".")[2]
    path = f"{owner}.{name}"
    there = hasattr(cls, name) or any(
        name in getattr(b, "__annotations__", ()) for b in cls.__mro__
    )
    if there:
        value = inspect.getattr_static(cls, name, None)
        for reason in filter(None, (_surface.load().differs.get(f"{one}.{name}") for one in lists)):
            return Found(path, value, *difference(path, reason))
        return Found(path, value, "works")
    if any(name in _surface.load().members[one] for one in lists):
        text = f"mindspore.{path} is not implemented in msjax"
        return Found(path, None, "missing", text)
    return _unknown(path) if "Tensor" in lists else None


# ------------------------------------------------------------------------------ signatures


def release() -> str:
    """The release of MindSpore that the table of names describes."""
    return _surface.load().version


class Arguments(NamedTuple):
    """What a callable takes."""

    positional: tuple[str, ...]
    required: frozenset[str]
    only_named: frozenset[str]
    more: bool  # takes any number of positional arguments
    any_name: bool


def arguments(function: Any, skip: int = 0) -> Arguments | None:
    """The arguments of a callable, without the first `skip`; None if they are not known."""
    try:
        return _arguments(function, skip)
    except (TypeError, ValueError):  # not hashable, or a builtin
        return None


@cache
def _arguments(function: Any, skip: int) -> Arguments:
    listed = list(inspect.signature(function).parameters.values())[skip:]
    by_place = [p for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    by_name = [p for p in listed if p.kind == p.KEYWORD_ONLY]
    return Arguments(
        tuple(p.name for p in by_place),
        frozenset(p.name for p in (*by_place, *by_name) if p.default is p.empty),
        frozenset(p.name for p in by_name),
        any(p.kind == p.VAR_POSITIONAL for p in listed),
        any(p.kind == p.VAR_KEYWORD for p in listed),
    )


# ------------------------------------------------------------------------------ NumPy


@cache
def find_numpy(path: str) -> Found:
    """The verdict on a name of NumPy's, "float" for `np.float`."""
    if not path:
        return Found("", importlib.import_module("numpy"), "")
    owner, _, name = path.rpartition(".")
    holder = find_numpy(owner)
    if holder.kind or holder.value is None:
        return Found(path, None, "")
    try:
        return Found(path, getattr(holder.value, name), "")
    except AttributeError as error:
        if not isinstance(holder.value, ModuleType):
            return Found(path, None, "")
        if importlib.util.find_spec(holder.value.__name__ + "." + name) is not None:
            return Found(path, importlib.import_module(f"numpy.{path}"), "")
        said = " ".join(str(error).split("\n")[:2]).strip()
        version = importlib.import_module("numpy").__version__
        return Found(path, None, "numpy", f"numpy.{path} is not in NumPy {version}: {said}")
