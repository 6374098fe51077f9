"""Pieces of the import system shared by the drop-in and by modules without a file."""

import importlib
import inspect
import sys
from types import MethodType, ModuleType


class _KeepingModule(ModuleType):
    """A package whose functions survive the import of submodules that bear their names."""

    def __setattr__(self, name, value):
        if not (isinstance(value, ModuleType) and name in self.__dict__["__kept__"]):
            super().__setattr__(name, value)


def keep_attribute(package: str, name: str):
    """Keep the import of submodule `name` from replacing the package's own attribute `name`.

    `mindspore.common.recompute` is a function, and `from mindspore.common.recompute import ...`
    names a module; the import system would put the module in the function's place.
    """
    if type(package) is ModuleType:
        package.__class__ = _KeepingModule
        package.__dict__["__kept__"] = set()
    if type(package) is _KeepingModule:
        package.__dict__["__kept__"].add(name)


class AliasLoader:
    """Loads a module name by handing out the module of another name: one object, two names."""

    def __init__(self, target):
        self.target = target

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__spec__.name
        target = importlib.import_module(self.target)
        for path in (self.target, name):
            package, _, leaf = path.rpartition(".")
            own = vars(sys.modules[package]).get(leaf) if package else None
            if own is not None and own is not target:
                keep_attribute(sys.modules[package], leaf)
        sys.modules[name] = target


class WrittenIn:
    """`__wrapped__` of a class that names another module than the one whose file it stands in.

    `inspect.getsource` and editors look for a class in the file of its `__module__`; through
    `__wrapped__` IPython and Python up to 3.11 come to a class of the same name that tells the
    file. Instances and classes derived from it have no such attribute. To be made before the class
    gets its other module, with which Python from 3.13 forgets the class's line.
    """

    def __init__(self, owner, module):
        self._owner, self._module = owner, module
        self._line = vars(owner).get("__firstlineno__")

    def __get__(self, instance, owner):
        if instance is not None or owner is not self._owner:
            raise AttributeError("__wrapped__")
        told = {"__doc__": owner.__doc__, "__module__": self._module}
        told |= {"__qualname__": owner.__qualname__}
        if self._line is not None:
            told["__firstlineno__"] = self._line
        try:
            init = vars(owner).get("__init__")
            if hasattr(init, "__wrapped__"):  # decorated, which the class itself would be, too
                told["__signature__"] = inspect.signature(MethodType(init, owner))
            else:
                told["__signature__"] = inspect.signature(owner, follow_wrapped=False)
        except ValueError:  # derived from a class in C that tells none
            pass
        return type(owner.__name__, (), told)
