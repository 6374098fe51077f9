"""Stand-ins for the names of MindSpore that msjax does not have (yet).

A file that imports fifty names and calls thirty of them should not fail on an import. So a public
name without an implementation resolves to a placeholder: importing it, keeping it and deriving a
class from it work, and the first real use raises NotImplementedError with the name and the nearest
alternative. The names come from the table in msjax/_surface.
"""

import importlib
import pkgutil
import sys
from abc import ABCMeta
from collections.abc import Iterable
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from msjax import _surface
from msjax._imports import AliasLoader, WrittenIn, keep_attribute

ROOT = "msjax"
ORIGINAL = "mindspore"
OURS = ("_", "kernels")  # beginnings of paths that MindSpore does not have
TOOLS = ("__future__", "typing", "collections.abc")  # what the files of a module import
# Modules of MindSpore's that are folders here: the files in them are ours.
FOLDERS = {
    *("mint.nn", "nn.cell", "nn.layer.activation", "nn.layer.basic", "nn.layer.conv"),
    *("nn.layer.normalization", "nn.layer.pooling", "train.serialization"),
}
LISTED: dict[str, list[str]] = {}  # of modules, the `__all__` of their files, as checkers read it
# Files of ops, whose names are in no list.
DEFINING = (
    *("ops.function.", "ops.functional_overload", "ops.auto_generate"),
    *("ops.operations", "ops.composite."),
)
# What they define that another module has here.
HELD = {
    "ops.function.grad.grad_func": {"nn.cell.derivative": "custom_vjp"},
    "ops.auto_generate": {  # of these names, ops has another function
        "mint": "count_nonzero dot exp2 logaddexp2 mv",
        "mint.nn.functional": "adaptive_avg_pool1d cosine_embedding_loss",
    },
}


class MissingAttributeError(NotImplementedError, AttributeError):
    """An attribute of MindSpore's that is not implemented; `hasattr` answers False."""


def _join(*parts):
    return ".".join(part for part in parts if part)


def implemented(module: str, name: str):
    """The object `name` of msjax's `module` if it is implemented, else None."""
    if module and module not in _surface.load().modules:
        return None
    found = getattr(importlib.import_module(_join(ROOT, module)), name, None)
    return None if is_missing(found) else found


def is_missing(obj):
    """True for placeholders themselves (not for classes derived from one)."""
    kind = obj if isinstance(obj, type) else type(obj)
    return isinstance(obj, Missing) or "_missing_path" in vars(kind)


def _alternative(module, name):
    """Where the nearest implemented object is, as a path without the package name, or ''."""
    surface = _surface.load()
    entry = surface.entries.get(module, {}).get(name)
    if entry and entry.successor and implemented(*_split(entry.successor)) is not None:
        return entry.successor
    for place in surface.similar(name):
        if place != (module, name) and implemented(*place) is not None:
            return _join(*place)
    return ""


def _split(path):
    module, _, name = path.rpartition(".")
    return module, name


def message(path: str):
    """Text of the error for a use of `path` (without the package name)."""
    module, name = _split(path)
    surface = _surface.load()
    if module and module not in surface.entries:  # an attribute of a placeholder
        module, name = _split(module)
    entry = surface.entries.get(module, {}).get(name)
    text = f"{_join(ORIGINAL, path)} is not implemented in msjax"
    if why := reason(module, name):
        return f"{text}: {why}."
    if alternative := _alternative(module, name):
        return f"{text}; the nearest supported name is {_join(ORIGINAL, alternative)}."
    if entry and entry.section == "legacy":
        text += f" and not part of MindSpore {surface.version}"
        if entry.successor:
            text += f", which has {_join(ORIGINAL, entry.successor)} (not implemented either)"
    while module not in surface.public:
        module = _split(module)[0]
    return f"{text}; msjax.coverage({_join(ORIGINAL, module)!r}) lists what is."


def reason(owner, name: str):
    """Why `name` of a module or class of MindSpore's will stay a placeholder, or ''."""
    surface, path = _surface.load(), owner.removeprefix(ORIGINAL).removeprefix(".")
    entry = surface.entries.get(path, {}).get(name)
    target = entry.target if entry and entry.target else (path, name)
    return surface.absent.get(_join(*target), "")


class Missing:
    """A function (or what is used like one) that is not implemented."""

    def __init__(self, path: str):
        self._missing_path = path

    def __call__(self, /, *args, **kwargs):
        raise NotImplementedError(message(self._missing_path))

    def __getattr__(self, name: str):
        if name.startswith("_"):
            raise AttributeError(f"{self!r} has no attribute {name!r}")
        raise MissingAttributeError(message(self._missing_path))

    def __repr__(self):
        return f"<{_join(ORIGINAL, self._missing_path)}, not implemented in msjax>"

    def __reduce__(self):
        return placeholder, _split(self._missing_path)


class MissingValue(Missing):
    """A constant that is not implemented: no operator answers with a wrong value."""

    __hash__ = object.__hash__


def _refuse(self, *args):
    raise NotImplementedError(message(self._missing_path))


for _name in (
    "eq ne lt le gt ge bool len iter getitem setitem contains int float index enter array neg pos "
    "abs invert add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow "
    "matmul rmatmul and rand or ror xor rxor lshift rlshift rshift rrshift"
).split():
    setattr(MissingValue, f"__{_name}__", _refuse)


class MissingClass(ABCMeta):
    """Type of the placeholders for classes; deriving from one works, making an instance raises."""

    def __call__(cls, /, *args, **kwargs):
        text = message(cls._missing_path)
        if not is_missing(cls):
            text = f"For '{cls.__name__}', the base class {text}"
        raise NotImplementedError(text)

    def __getattr__(cls, name: str):
        if name.startswith("_"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        if cls._missing_kind == "E":  # members of enums serve as default arguments
            return _member(cls._missing_path, name)
        raise MissingAttributeError(message(_join(cls._missing_path, name)))

    def __repr__(cls):
        if is_missing(cls):
            return f"<class {_join(ORIGINAL, cls._missing_path)}, not implemented in msjax>"
        return super().__repr__()


@cache
def _member(path, name):
    return MissingValue(_join(path, name))


@cache
def placeholder(module: str, name: str):
    """The placeholder for `name` of `module` (a path without the package name)."""
    surface, kind = _surface.load(), ""
    where = module, name
    while not kind:
        entry = surface.entries.get(where[0], {}).get(where[1])
        if entry is None:  # a member of an enum, restored from a pickle
            return _member(module, name)
        kind, where = entry.kind, entry.target
    path = _join(module, name)
    if kind == "F":
        return Missing(path)
    if kind == "V":
        return MissingValue(path)
    body = {
        "__module__": _join(ORIGINAL, module),
        "__doc__": f"{_join(ORIGINAL, path)}, not implemented in msjax.",
        "_missing_path": path,
        "_missing_kind": kind,
    }
    return MissingClass(name, (Exception,) if kind == "X" else (), body)


def resolve(module: str, name: str):
    """What `name` of MindSpore's `module` is in msjax; AttributeError if MindSpore lacks it too."""
    surface = _surface.load()
    entry = surface.entries.get(module, {}).get(name)
    if entry is None:
        if (path := _join(module, name)) in surface.modules:
            return importlib.import_module(_join(ROOT, surface.module_alias.get(path, path)))
        if module.startswith(DEFINING) and (found := _defined(module, name)) is not None:
            return found
        if origin := _surface.imported().get(module, {}).get(name):
            return getattr(importlib.import_module(_join(ROOT, origin[0])), origin[1])
        raise AttributeError(f"module {_join(ROOT, module)!r} has no attribute {name!r}")
    if entry.target is not None and (found := implemented(*entry.target)) is not None:
        return found
    # A class that its file lists, and that is published where files without lists look.
    defined = entry.kind == "K" and module.startswith(DEFINING) and _defined(module, name)
    return defined or placeholder(module, name)


def _defined(module, name):
    """What the files behind ops define: public operations, mint functions as `<name>_ext` or
    `<name>_view`, and Primitives that no list has."""
    from msjax._core.op.registry import SURFACES, resolve

    if module.startswith("ops.composite.multitype_ops."):
        operators = importlib.import_module(_join(ROOT, "ops._multitype"))
        names = operators.OPERATORS if module.endswith("_impl") else operators.INDEXING
        if name in names:
            return names[name]
    if module.startswith("ops.composite."):
        return implemented("ops.composite", name)
    if module == "ops.functional_overload" and (found := implemented("mint", name)) is not None:
        return found
    for start, places in HELD.items():
        for place, names in places.items():
            if module.startswith(start) and name in names.split():
                return getattr(importlib.import_module(_join(ROOT, place)), name)
    for path in (f"ops.{name}", f"auto_generate.{name}", f"unlisted.{name}"):
        if path.startswith("unlisted."):
            importlib.import_module(_join(ROOT, "kernels.primitives.derivatives"))
            importlib.import_module(_join(ROOT, "kernels.primitives.unlisted"))
        if path in SURFACES:
            return resolve(path)
    if module.startswith("ops.auto_generate"):
        inner = importlib.import_module(_join(ROOT, "ops._auto_generate"))
        if (found := inner.find(name)) is not None:
            return found
    base = name.removesuffix("_ext").removesuffix("_view").removeprefix("linalg_")
    if base != name:
        for package in ("mint.nn.functional", "mint", "mint.linalg"):  # softmax_ext is the first's
            if (found := implemented(package, base)) is not None:
                return found
    return None


def module_getattr(module_name: str):
    """Make the `__getattr__` of a module, for the names that the module lacks.

    Public modules get it from MissingFinder; a module with a `__getattr__` of its own should end
    it with a call of this one.
    """
    module = module_name.partition(".")[2]

    def __getattr__(name):
        if name == "__all__" and (names := module_all(module_name)):
            return names
        if name.startswith("__"):
            raise AttributeError(f"module {module_name!r} has no attribute {name!r}")
        return resolve(module, name)

    return __getattr__


def lazy_getattr(module_name: str, places):
    """Make the `__getattr__` of a module some of whose names come from modules loaded at first use.

    Args:
        module_name: the module's `__name__`.
        places: module path -> the names that it holds, separated by spaces. A name equal to the
            last part of its path is that module itself.
    """
    home = {name: place for place, names in places.items() for name in names.split()}
    rest = module_getattr(module_name)
    own = vars(sys.modules[module_name])
    own["__dir__"] = lambda: shown(own, home)

    def __getattr__(name):
        place = home.get(name)
        if place is None:
            return module_all(module_name) if name == "__all__" else rest(name)
        found = importlib.import_module(place)
        if place != _join(module_name, name):
            found = getattr(found, name)
        setattr(sys.modules[module_name], name, found)
        return found

    __getattr__.names = frozenset(home)  # for the stubs
    return __getattr__


def published_getattr(module_name: str):
    """Make the `__getattr__` of a module that shows what the files behind ops publish for it."""
    module, rest = module_name.partition(".")[2], module_getattr(module_name)

    def __getattr__(name):
        if name == "__all__":
            return module_all(module_name)
        from msjax._core.op.registry import SURFACES, resolve

        path = _join(module, name)
        # Names that MindSpore's module has without being listed have no placeholders.
        found = rest(name) if name in _surface.load().entries.get(module, ()) else None
        if found is None or is_missing(found):
            importlib.import_module(_join(ROOT, "ops"))
            found = resolve(path) if path in SURFACES else rest(name)
        setattr(sys.modules[module_name], name, found)
        return found

    own = vars(sys.modules[module_name])
    own["__dir__"] = lambda: shown(own, module_all(module_name))
    return __getattr__


def shown(own, further=()):
    """The names that `dir` and completion offer of a module: none of its tools and private files.

    Args:
        own: the module's namespace.
        further: names that the module makes when they are asked for, besides those that the table
            has of it.
    """
    here = (name for name, found in list(own.items()) if _is_shown(name, found))
    made = (*further, *_offered(own["__name__"].partition(".")[2]))
    return sorted({*here, *(name for name in made if not name.startswith("_"))})


@cache
def _offered(module):
    """The public names and modules of MindSpore's `module` but for those that stay placeholders.

    Nothing is imported: completion must not load whatever it offers.
    """
    surface = _surface.load()
    entries = surface.entries.get(module, {}) if module in surface.public else {}
    names = {name for name, entry in entries.items() if entry.section == "modules"}
    names |= _children(module)
    return frozenset(name for name in names if not reason(module, name))


def _children(module):
    public = (path.rpartition(".") for path in _surface.load().public if path)
    return {leaf for parent, _, leaf in public if parent == module}


def submodules(module):
    """The names of the public modules in a package of msjax's, without importing them."""
    path = module.__name__.partition(".")[2]
    files = {file.name for file in pkgutil.iter_modules(getattr(module, "__path__", ()))}
    names = files | _children(path)
    return sorted(name for name in names if not _join(path, name).startswith(OURS))


def _is_shown(name, found):
    if name.startswith("_"):
        return name.endswith("__")
    if isinstance(found, ModuleType):
        root, _, path = found.__name__.partition(".")
        return root == ROOT and not path.startswith(OURS)
    return (getattr(found, "__module__", None) or type(found).__module__) not in TOOLS


def module_all(module_name: str):
    """The names that `from module import *` gives in MindSpore, sorted."""
    module = module_name.partition(".")[2]
    entries = _surface.load().entries.get(module, {})
    listed = (n for n, e in entries.items() if e.in_all and e.section == "modules")
    return _corrected(module, listed)


def _corrected(module: str, listed: Iterable[str]) -> list[str]:
    """The names that a star import gives, from those that a file or the table lists."""
    changes = _surface.starred().get(module, "").split()
    less = {name[1:] for name in changes if name.startswith("-")}
    return sorted({*listed, *(n for n in changes if not n.startswith("-"))} - less)


def class_getattr(path: str):
    """Make a `__getattr__` for the instances of a class, "Tensor" or "nn.Cell".

    Members that MindSpore's class has raise MissingAttributeError, others AttributeError.
    """

    def __getattr__(self, name):
        if not name.startswith("_") and name in _surface.load().members.get(path, ()):
            why = reason(path, name)
            raise MissingAttributeError(
                f"{_join(ORIGINAL, path, name)} is not implemented in msjax"
                + (
                    f": {why}."
                    if why
                    else f"; msjax.coverage({_join(ORIGINAL, path)!r}) lists what is."
                )
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    return __getattr__


def _inner_names(path):
    """The names of inner Primitives, for their modules: programs make all of them in a loop."""
    if not path.startswith("ops.auto_generate"):
        return ()
    return importlib.import_module(_join(ROOT, "ops._auto_generate")).names()


class _Loader:
    """Makes a module that has no file: every name of it is looked up in the table."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        package, _, leaf = module.__name__.rpartition(".")
        path = module.__name__.partition(".")[2]
        module.__doc__ = f"{_join(ORIGINAL, path)}: no file of msjax's own; see msjax.coverage()."
        names = {*_surface.load().entries.get(path, ()), *_surface.imported().get(path, ())}
        module.__all__ = module_all(module.__name__) or sorted(
            name for name in names if not name.startswith("_")
        )
        module.__getattr__ = module_getattr(module.__name__)
        module.__dir__ = lambda: shown(vars(module), _inner_names(path))
        listed = _surface.load().entries.get(package.partition(".")[2], {})
        if leaf in listed or leaf in vars(sys.modules[package]):  # what works stays in its place
            keep_attribute(sys.modules[package], leaf)


class MissingFinder:
    """Finds the submodules of msjax: first its files, then MindSpore's paths without a file.

    A public module that comes from a file gets a `__getattr__` for the names that it lacks, unless
    it has one of its own. It gets it after its execution, so that circular imports of unfinished
    modules still fail loudly.
    """

    @staticmethod
    def find_spec(fullname: str, path: str = None, target=None):
        root, _, name = fullname.partition(".")
        if root != ROOT or not name:
            return None
        found = PathFinder.find_spec(fullname, path)
        if found is not None and found.loader is not None:
            package, _, leaf = fullname.rpartition(".")
            real = sys.modules[package].__spec__.name  # __name__ of the root changes: see install
            if real != package:  # another path of a package: its files are loaded once
                return ModuleSpec(fullname, AliasLoader(_join(real, leaf)))
            if not name.startswith(OURS):
                _complete(found.loader)
            return found
        surface = _surface.load()
        if name not in surface.modules:
            return found
        for one, other in surface.module_alias.items():
            if name == one or (name == other and _has_file(one)):
                same = other if name == one else one
                return ModuleSpec(fullname, AliasLoader(_join(ROOT, same)))
        spec = ModuleSpec(fullname, _Loader(), origin="placeholders", is_package=True)
        if found is not None:  # a directory without __init__.py; there may be files in it
            spec.submodule_search_locations = list(found.submodule_search_locations)
        return spec


def _complete(loader):
    execute = loader.exec_module

    def exec_module(module):
        execute(module)
        own = vars(module)
        own.setdefault("__getattr__", module_getattr(module.__name__))
        own.setdefault("__dir__", lambda: shown(own))
        package, _, leaf = module.__name__.rpartition(".")
        _adopt(module, package)
        if "__all__" in own:
            LISTED[module.__name__] = own["__all__"]
            own["__all__"] = _corrected(module.__name__.partition(".")[2], own["__all__"])
        if not isinstance(vars(sys.modules[package]).get(leaf, module), ModuleType):
            keep_attribute(sys.modules[package], leaf)  # a function of the file's name

    loader.exec_module = exec_module


def _adopt(module, package):
    """Classes that a module shows from files of ours say that they are its own.

    Files of ours are all in its folder if it is one of FOLDERS, and private ones beside it; from
    those it takes what its `__all__` names, because several modules may use the rest.
    """
    inside = module.__name__ if module.__name__.partition(".")[2] in FOLDERS else None
    published = set(vars(module).get("__all__", ()))
    for name, found in vars(module).items():
        if isinstance(found, type):
            folder, _, file = found.__module__.rpartition(".")
            beside = folder == package and file.startswith("_") and name in published
            if beside or folder == inside:
                if "__wrapped__" not in vars(found):
                    found.__wrapped__ = WrittenIn(found, found.__module__)
                found.__module__ = module.__name__


def _has_file(name):
    path = Path(sys.modules[ROOT].__path__[0], *name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def install_finder():
    """Let `import msjax.x.y` work for every module path of MindSpore.

    Called by msjax itself before it imports its submodules.
    """
    for finder in list(sys.meta_path):  # left by an earlier import of the package
        if getattr(finder, "__module__", "") == __name__:
            sys.meta_path.remove(finder)
    sys.meta_path.insert(0, MissingFinder)
