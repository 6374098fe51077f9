"""What compiled code reads besides arguments, Cells and Tensors: globals, closures, objects.

The functions that a compiled function can reach are found once, with the names that their code
reads. At each call these names must lead to what they led to when the function was traced.
"""

from __future__ import annotations

import collections
import dis
import functools
import io
import operator
import random
import sys
import types
from collections.abc import Iterable, Set
from typing import Any, NamedTuple

import numpy as np

from msjax._core.base.functions import of_user, wrapped
from msjax._core.base.network import COMPILED, Network
from msjax._core.base.state import changed
from msjax._core.compile.cache_key import path_to
from msjax._core.compile.held_state import NUMPYS, PYTHONS
from msjax._core.compile.lift import ATOMS, own_attributes
from msjax._core.compile.stand_ins import holds_iterator, is_iterator
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.tensor.links import View
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor

_SINKS = {"append", "extend", "add", "insert", "write"}
_ADDED_TO = (list, set, dict, io.IOBase, collections.deque)
_MOST_FOUND = 4096  # functions and objects; a large package shows some hundreds
_MOST_PARTS = 64  # of a list or dict that is compared
_ALWAYS = frozenset({"construct", "bprop", "__call__"})  # methods called without naming them
_NOT_CALLED = frozenset(  # methods of Python's own that compiled code has no part in
    {"__init__", "__new__", "__init_subclass__", "__del__", "__repr__", "__set_name__", "__copy__"}
)
_REFLECTION = frozenset(  # what reads attributes by names that are not in the code
    {"getattr", "vars", "eval", "exec", "__dict__", "__getattr__", "__getattribute__"}
) | {"format", "format_map", "attrgetter"}
_MATCHES = frozenset({"MATCH_CLASS", "MATCH_KEYS", "MATCH_MAPPING"})
_BY_NAME = frozenset({"getattr", "hasattr", "setattr", "delattr"})  # given names as text
_NUMBER_TYPES = frozenset({"int", "float", "bool"})
_CLASS_NAMES = frozenset({"__name__", "__qualname__"})
_GLOBALS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL"})
_CLOSED = frozenset(
    {"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF", "STORE_DEREF", "DELETE_DEREF"}
)
_VARIABLES = ("LOAD_FAST", "LOAD_DEREF")  # how what reads one of a function begins
_ATTRIBUTES = frozenset(
    {"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "STORE_ATTR", "DELETE_ATTR"}
)


@functools.lru_cache(maxsize=1024)
def imports_in(code: types.CodeType) -> frozenset[tuple[str, int]]:
    """The modules that code imports where it runs, each with its number of leading dots."""
    found, level = set(), 0
    for step in dis.get_instructions(code):
        if type(step.argval) is int and step.opname.startswith("LOAD_"):
            level = step.argval
        elif step.opname == "IMPORT_NAME":
            found.add((step.argval, level))
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return frozenset(found.union(*map(imports_in, inner)))


def _imported(code: types.CodeType, scope: dict) -> Iterable[Any]:
    """These modules, as far as they are loaded."""
    for name, level in imports_in(code):
        package = scope.get("__package__") or ""
        path = f"{package.rsplit('.', level - 1)[0]}.{name}".rstrip(".") if level else name
        whole = path if path in sys.modules else path.partition(".")[0]
        yield sys.modules.get(whole)


class Names(NamedTuple):
    """The names that code and the functions in it use."""

    scope: frozenset[str]  # globals
    closed: frozenset[str]  # variables of closures
    attributes: frozenset[str]
    added: frozenset[str]  # those to which it only adds: `seen.append(1)`
    set_globals: frozenset[str]
    set_attributes: frozenset[str]
    asked_for: frozenset[str]  # attributes without which it goes on
    compared: frozenset[str]  # globals and attributes: `a is self.b`
    compares_objects: bool  # whether it asks which object a variable is: `a is b`, `id(a)`
    names_types: bool  # whether it asks what the class of a variable is called

    @property
    def looked_at(self) -> frozenset[str]:
        """The names that code does not only add to."""
        return (self.scope | self.closed | self.attributes | self.set_attributes) - self.added


@functools.lru_cache(maxsize=1024)
def names_in(code: types.CodeType) -> Names:
    """The names that code uses."""
    scope, closed, attributes, looked, added = set(), set(), set(), set(), set()
    set_globals, set_attributes, asked_for, compared = set(), set(), set(), set()
    before, catches, compares, kinds = None, False, False, False
    steps: list[tuple[str, Any]] = []
    for after in dis.get_instructions(code):
        catches |= after.opname == "PUSH_EXC_INFO"
        if after.opname != "PRECALL":
            steps.append((after.opname, after.argval))
        if after.argval in _CLASS_NAMES and after.opname == "LOAD_ATTR":
            kinds |= _asks_type(steps[-4:-1])
        if after.opname == "IS_OP":
            compares |= before.opname.startswith(_VARIABLES)
            if before.opname in _GLOBALS | _ATTRIBUTES:
                compared.add(before.argval)
        if after.opname in _MATCHES:
            attributes.add("__dict__")  # the names in patterns stand elsewhere
        elif after.opname == "IMPORT_FROM":
            attributes.add(after.argval)
        if before is not None and isinstance(before.argval, str):
            kind, name = before.opname, before.argval
            adds = after.opname in ("LOAD_METHOD", "LOAD_ATTR") and after.argval in _SINKS
            found = None
            if kind in _GLOBALS:
                found = scope
            elif kind in _CLOSED:
                found = closed
            elif kind in _ATTRIBUTES:
                found = attributes
            if found is not None:
                (added if adds else looked).add(name)
                if not kind.startswith("LOAD_"):
                    (set_globals if found is scope else set_attributes).add(name)
                if kind != "STORE_ATTR":  # what is only given is not read
                    found.add(name)
        before = after
    named = {c for c in code.co_consts if isinstance(c, str) and c.isidentifier()}
    if "globals" in scope:
        scope |= named
        set_globals |= named
    if not _BY_NAME.isdisjoint(scope):
        attributes |= named
        asked_for |= named
        if "setattr" in scope or "delattr" in scope:
            set_attributes |= named
    if catches:
        asked_for |= attributes
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            names = names_in(inner)
            scope |= names.scope
            closed |= names.closed & set(inner.co_freevars)
            attributes |= names.attributes
            added |= names.added
            looked |= names.looked_at
            set_globals |= names.set_globals
            set_attributes |= names.set_attributes
            asked_for |= names.asked_for
            compared |= names.compared
            compares |= names.compares_objects
            kinds |= names.names_types
    sets = (scope, closed, attributes, added - looked, set_globals, set_attributes, asked_for)
    return Names(*map(frozenset, (*sets, compared)), compares or "id" in scope, kinds)


def _asks_type(steps: list[tuple[str, Any]]) -> bool:
    """Whether the last steps are `type(a)`, of a variable other than a method's object."""
    if len(steps) < 3 or steps[0][1] != "type" or not steps[2][0].startswith("CALL"):
        return False
    return steps[1][0].startswith(_VARIABLES) and steps[1][1] not in ("self", "cls")


class _Closed:
    """The variable of a closure, read like an entry of a dict."""

    __slots__ = ("cell", "name")

    def __init__(self, name: str, cell: types.CellType):
        self.name, self.cell = name, cell

    def __getitem__(self, key: str) -> Any:
        return self.cell.cell_contents

    def __setitem__(self, key: str, value: Any) -> None:
        self.cell.cell_contents = value


BOUND = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)
_NOTHING = object()  # what no name leads to
_code = operator.attrgetter("__code__")
_defaults = operator.attrgetter("__defaults__")
_contents = operator.attrgetter("cell.cell_contents")


class Surroundings:
    """The places that a compiled function reads from, and what was there when it was traced."""

    def __init__(self, roots: Iterable[Any]):
        self.functions: list[types.FunctionType] = []
        self.closed: list[_Closed] = []
        self.objects: list[Any] = []
        self.slotted: list[Any] = []  # objects with `__slots__`
        self.tensors: list[Tensor] = []
        self.owners: list[Any] = []  # dicts of objects, classes, functions and modules
        self.classes: dict[type, None] = {}  # the program's own, in the order of their finding
        self._modules: list[types.ModuleType] = []
        self.cells: list[Network] = []
        self.attributes: set[str] = set(_ALWAYS)
        self.set_attributes: set[str] = set()
        self._asked_for: set[str] = set()  # attributes without which code goes on
        self._scopes: dict[int, tuple[Any, set[str]]] = {}
        self.difference = ""  # the name that last led to something else
        self._looked: set[str] = set()  # names that are not only added to
        self._compared: set[str] = set()  # names of what code compares by `is`
        self.compares_objects = False  # whether code asks which object a variable is
        self.asks_types = False  # whether code asks for the class of a value
        self.compares_types = False  # whether code may do so to find out if it is a number
        self._reflects = False  # whether code reads attributes by names that it computes
        self.draws = False  # whether code may draw random numbers of Python's or NumPy's own state
        self._knows_numpy = False
        self.binds_iterator = False  # whether one is a default, or bound to a partial or method
        self._met: dict[int, Any] = {}
        self._left = _MOST_FOUND
        self._visit_all(roots)
        size = -1
        while size != (size := sum(len(names) for _, names in self._scopes.values())):
            objects = {id(vars(thing)) for thing in self.objects}
            for owner in list(self.owners):  # functions found tell further names
                names = self.attributes
                if id(owner) not in objects:  # those which only code assigns: see `note`
                    names = names | self.set_attributes
                for name in names & owner.keys():
                    self._read(owner, name)
        held_by = [*(held for held, _ in self._scopes.values()), *map(vars, self.cells)]
        self.compares_objects |= any(
            _tensors_in(held[name]) for held in held_by for name in self._compared & held.keys()
        )
        of_classes = {n for o in self.owners if isinstance(o, types.MappingProxyType) for n in o}
        self.draws |= self._knows_numpy and "random" in self.attributes
        hidden = self.attributes & of_classes
        nearer = [(hidden | self._asked_for, vars(o)) for o in self.objects]
        nearer += [(self._asked_for, vars(m)) for m in self._modules]
        nowhere = self._asked_for.difference(*self.owners, *map(vars, self.cells))
        nearer += [(nowhere, vars(c)) for c in self.classes]
        tags = [vars(t) for t in self.tensors if nowhere and type(t) is Tensor]
        self._tags = nowhere, tags, [*map(len, tags)]  # what Tensors were given: mostly nothing
        pairs = [(names - held.keys(), held) for names, held in nearer]
        self._absent = [(names, held) for names, held in [*pairs, *self._unfound()] if names]
        self._with_defaults = [f for f in self.functions if f.__defaults__]
        self._readers = [
            (operator.itemgetter(*names, next(iter(names))), held, (*names, next(iter(names))))
            for held, names in self._scopes.values()
            if names
        ]

    def _read(self, held: Any, name: str) -> None:
        if self.only_adds(name, held[name]):
            return
        names = self._scopes.setdefault(id(held), (held, set()))[1]
        if name not in names:
            names.add(name)
            self._visit(held[name])

    def _visit(self, value: Any) -> None:
        if isinstance(value, Tensor):
            self.tensors.append(value)
            self._visit_all(lasting_hooks(value))
            held = vars(value)
            if held and id(held) not in self._met:
                self._met[id(held)] = held
                self.owners.append(held)
        if value is None or isinstance(value, Tensor) or type(value) in ATOMS:
            return
        if id(value) in self._met or self._left <= 0:
            return
        if isinstance(value, (list, tuple, dict)) and len(value) > _MOST_PARTS:
            return
        self._met[id(value)] = value
        if isinstance(value, (list, tuple)):
            self._visit_all(value)
        elif isinstance(value, dict):
            self._visit_all(value.values())
        elif isinstance(value, Network):
            self.cells.append(value)
            self._visit_class(type(value))
            self._visit_all(v for name, v in list(vars(value).items()) if name not in COMPILED)
            if value._msj_table:
                self._visit_all(value._msj_table.functions())
        elif isinstance(value, types.FunctionType):
            self._visit_function(value)
        elif isinstance(value, BOUND):
            self.binds_iterator |= is_iterator(value.__self__)
            if isinstance(value.__self__, (list, dict)):
                self._visit_bound({value.__name__: value.__self__})
            self.draws |= value.__self__ is PYTHONS or value.__self__ is NUMPYS
            if isinstance(value, types.MethodType):
                self._visit_all((value.__func__, value.__self__))
        elif isinstance(value, functools.partial):
            self._visit(value.func)
            self._visit_bound({f"argument {i}": v for i, v in enumerate(value.args)})
            self._visit_bound(value.keywords)
        elif isinstance(value, property):
            self._visit(value.fget)
        elif isinstance(value, (staticmethod, classmethod)):
            self._visit(value.__func__)
        elif isinstance(value, (operator.attrgetter, operator.methodcaller)):
            self._reflects = True
        elif isinstance(value, types.ModuleType):
            self.draws |= value is random or value is np.random
            self._knows_numpy |= value is np
            if of_user(value.__name__):
                self._modules.append(value)
                self.owners.append(vars(value))
        elif isinstance(value, type):
            self._visit_class(value)
        elif "__wrapped__" in getattr(value, "__dict__", ()):  # a compiled function
            self.owners.append(vars(value))
            self._visit(value.__wrapped__)
        elif hasattr(value, "__dict__") and _is_plain(type(value)):
            self._left -= 1
            self._visit_class(type(value))
            self.objects.append(value)
            self.owners.append(vars(value))
        elif hasattr(type(value), "__slots__") and of_user(type(value).__module__):
            self._left -= 1
            self._visit_class(type(value))
            self.slotted.append(value)

    def _visit_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self._visit(value)

    def _visit_bound(self, values: dict[str, Any]) -> None:
        """What is given to a function before it is called, with names for it."""
        self.binds_iterator |= holds_iterator(values)
        held = {name: value for name, value in values.items() if type(value) not in ATOMS}
        if held:
            self._scopes[id(held)] = held, set(held)
        self._visit_all(held.values())

    def only_adds(self, name: str, value: Any) -> bool:
        """Whether code does nothing with what this name leads to but add to it."""
        return name not in self._looked and isinstance(value, _ADDED_TO)

    def _visit_class(self, cls: type) -> None:
        for base in cls.__mro__:
            if of_user(base.__module__) and base not in self.classes:
                self.classes[base] = None
                self.owners.append(vars(base))
                self.attributes |= {
                    name
                    for name, method in vars(base).items()
                    if name[:2] == name[-2:] == "__"
                    and isinstance(method, types.FunctionType)
                    and name not in _NOT_CALLED
                }

    def _visit_function(self, function: types.FunctionType) -> None:
        self._visit(wrapped(function))
        closure = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        held = [(name, c) for name, c in closure if not is_empty(c)]
        if not of_user(function.__globals__.get("__name__")):
            self._visit_all(c.cell_contents for _, c in held)
            return
        self._left -= 1
        self.functions.append(function)
        if vars(function):
            self.owners.append(vars(function))
        self._visit_all(_imported(function.__code__, function.__globals__))
        self.binds_iterator |= holds_iterator(function.__defaults__)
        self._visit_all(function.__defaults__ or ())
        self._visit_bound(function.__kwdefaults__ or {})
        names = names_in(function.__code__)
        scope, attributes = names.scope, names.attributes
        self._looked |= names.looked_at
        self.attributes |= attributes
        self.set_attributes |= names.set_attributes
        self._asked_for |= names.asked_for
        self.compares_objects |= names.compares_objects
        self._compared |= names.compared
        if "type" in scope:
            self.asks_types = True
            self.compares_types |= (
                names.names_types
                or not _NUMBER_TYPES.isdisjoint(scope)
                or any(_has_number_types(function.__globals__.get(name)) for name in scope)
            )
        self._reflects |= not _REFLECTION.isdisjoint(scope | attributes)
        for name, c in held:
            if name in names.closed and not self.only_adds(name, c.cell_contents):
                self.closed.append(_Closed(name, c))
                self._visit(c.cell_contents)
        for name in scope & function.__globals__.keys():
            self._read(function.__globals__, name)

    def _unfound(self) -> Iterable[tuple[set, dict]]:
        """The names that modules have not: of Python's own functions, or of nothing yet."""
        scopes: dict[int, tuple[set, dict]] = {}
        for function in self.functions:
            held = function.__globals__
            names = names_in(function.__code__).scope - held.keys()
            scopes.setdefault(id(held), (set(), held))[0].update(names)
        return scopes.values()

    def unread(self, cell: Network, given: Set[tuple[int, str]]) -> frozenset[str]:
        """Numbers, strings and containers of them that a Cell keeps and no code of it reads.

        Those that code assigns are among them if each call gives them: `given`, by Cell and name.
        """
        base = next(c for c in type(cell).__mro__ if not of_user(c.__module__))
        if self._reflects or self._left <= 0 or Network not in base.__bases__:
            return frozenset()
        return frozenset(
            name
            for name, value in vars(cell).items()
            if not (name.startswith("_") or name in self.attributes or hasattr(base, name))
            and (name not in self.set_attributes or (id(cell), name) in given)
            and name not in ("training", "requires_grad")
            and type(cell) in self.classes
            and _is_data(value)
        )

    def read_of(self, tensors: Iterable[Tensor | None]) -> str:
        """An attribute that a program gave one of these Tensors and that code reads, if any."""
        given = (name for t in tensors if t is not None for name in own_attributes(t))
        return next((name for name in given if name in self.attributes), "")

    # -- what is there ---------------------------------------------------------------------------

    def note(
        self,
        captured: Iterable[Tensor],
        written: Iterable[Tensor],
        given: Set[tuple[int, str]] = frozenset(),
    ) -> None:
        """Take what is there now as what was traced.

        Args:
            captured: the Tensors that are inputs.
            written: those that are given other contents.
            given: attributes that each call gives, by object and name: what else code assigns has
                to be there.
        """
        for thing in self.objects:
            names = (self.set_attributes - self.attributes) & vars(thing).keys()
            names = tuple(name for name in names if (id(thing), name) not in given)
            if names:
                names = (*names, names[0])
                self._readers.append((operator.itemgetter(*names), vars(thing), names))
        self.found_again: dict[int, tuple] = {}
        captured, twice = {id(b) for b in captured}, {id(b) for b in written}
        self.values, self.seen, self.fixed = [_NOTHING], [None], [False]
        self.containers: list[tuple] = []
        try:
            self.values = self._now()
        except (KeyError, ValueError):  # the code deletes a name
            return
        for held, name in self.sources():
            value = held[name]
            for b in _tensors_in(value):
                if id(b) in self.found_again:
                    twice.add(id(b))  # by two ways, which may part
                elif id(b) in captured:
                    self.found_again[id(b)] = (held, name, *path_to(b, value))
        for key in twice:
            self.found_again.pop(key, None)
        self._met.clear()
        self.cells.clear()
        self.tensors.clear()
        self.seen = [_seen(v) for v in self.values]
        self.fixed = [
            any(id(b) in captured and id(b) not in self.found_again for b in _tensors_in(v))
            for v in self.values
        ]
        self._note_containers()

    def _note_containers(self) -> None:
        parts = {id(p): p for v in self.values for p in _containers_in(v)}
        self.containers = [(p, (dict if isinstance(p, dict) else list)(p)) for p in parts.values()]

    def kept_by(self, cells: Iterable[Network]) -> list[tuple[dict, str]]:
        """The attributes of Cells that code reads, as `follow` takes them."""
        return [(vars(c), name) for c in cells for name in self.attributes & vars(c).keys()]

    def sources(self) -> Iterable[tuple[Any, str]]:
        """The places that are read, as `follow` takes them."""
        for _, held, names in self._readers:
            yield from ((held, name) for name in names[:-1] if name in held)
        yield from ((closed, closed.name) for closed in self.closed if not is_empty(closed.cell))

    def slots(self) -> Iterable[tuple[Any, str, Any]]:
        """What objects with `__slots__` hold now, as far as code reads it, with their names."""
        for thing in self.slotted:
            for name in self.attributes:
                kind = getattr(type(thing), name, None)
                if isinstance(kind, types.MemberDescriptorType):
                    yield thing, name, getattr(thing, name, None)

    def _name(self, i: int) -> str:
        """What the i-th value is called."""
        names = [name for *_, names in self._readers for name in names]
        names += [closed.name for closed in self.closed]
        names += [f.__qualname__ for f in (*self.functions, *self._with_defaults)]
        return names[i]

    def _now(self) -> list[Any]:
        now: list[Any] = []
        for get, held, _ in self._readers:
            now += get(held)
        now += map(_contents, self.closed)
        now += map(_code, self.functions)
        now += map(_defaults, self._with_defaults)
        return now

    def same(self) -> bool:
        """Whether everything leads to what was traced, or to Tensors that stand for it."""
        try:
            now = self._now()
        except (KeyError, ValueError):  # a name was deleted
            return False
        for names, held in self._absent:  # of a class, of Python or of nothing, and now there
            if not held.keys().isdisjoint(names):
                self.difference = next(name for name in names if name in held)
                return False
        if self._tagged():
            return False
        if all(map(operator.is_, now, self.values)):
            for part, before in self.containers:
                if changed(part, before):
                    break
            else:
                return True
        return self._compare(now)

    def _tagged(self) -> bool:
        """Whether a Tensor has been given an attribute without which code went on."""
        names, tags, sizes = self._tags
        if list(map(len, tags)) == sizes:  # at every call, of all Tensors
            return False
        found = next((name for held in tags for name in names & held.keys()), "")
        if found:
            self.difference = found
        else:
            sizes[:] = map(len, tags)
        return bool(found)

    def _compare(self, now: list[Any]) -> bool:
        if len(now) != len(self.values):
            return False
        for i, (value, before) in enumerate(zip(now, self.values, strict=True)):
            if value is before and not isinstance(value, (list, dict, tuple)):
                continue
            if _seen(value) != self.seen[i] or (self.fixed[i] and value is not before):
                self.difference = self._name(i)
                return False
        if any(self.fixed) and any(changed(part, before) for part, before in self.containers):
            return False
        self.values = now
        self._note_containers()
        return True


def _has_number_types(value: Any) -> bool:
    """Whether a group of classes has one of a number's."""
    if not isinstance(value, (tuple, list, set, frozenset)) or len(value) > _MOST_PARTS:
        return False
    return any(part is kind for part in value for kind in (int, float, bool))


def _is_data(value: Any, depth: int = 4) -> bool:
    if type(value) in (list, tuple, dict) and depth:
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        return all(_is_data(part, depth - 1) for part in parts)
    return type(value) in ATOMS


def is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - a variable that has no value yet
    except ValueError:
        return True
    return False


def _is_plain(cls: type) -> bool:
    return of_user(cls.__module__) or cls.__name__ in ("Namespace", "SimpleNamespace")


def _seen(value: Any, depth: int = 4) -> Any:
    """What the trace depends on of a value, apart from the contents of its Tensors."""
    t = type(value)
    if t in ATOMS:
        return t, repr(value) if t in (float, complex) else value
    if isinstance(value, Tensor) and t is not Parameter:
        return value.shape, value.dtype, id(value) if type(value._view) is View else None
    if isinstance(value, (list, tuple, dict)):
        if len(value) > _MOST_PARTS or not depth:
            return t, id(value), len(value)
        if isinstance(value, dict):
            return t, tuple([(id(k), _seen(v, depth - 1)) for k, v in value.items()])
        return t, tuple([_seen(v, depth - 1) for v in value])
    return id(value)


def _parts_of(value: Any, depth: int) -> Iterable[Any]:
    if not isinstance(value, (list, tuple, dict)) or len(value) > _MOST_PARTS or not depth:
        return ()
    return value.values() if isinstance(value, dict) else value


def _tensors_in(value: Any, depth: int = 4) -> list[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    return [t for part in _parts_of(value, depth) for t in _tensors_in(part, depth - 1)]


def _containers_in(value: Any, depth: int = 4) -> list[Any]:
    parts = _parts_of(value, depth)
    found = [c for part in parts for c in _containers_in(part, depth - 1)]
    seen = parts and not isinstance(value, tuple)
    return [value, *found] if seen or (isinstance(value, (list, dict)) and not value) else found
