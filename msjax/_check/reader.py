"""Reads one program: which names it takes from MindSpore and NumPy, and what it does with them.

Statements are followed in the order in which Python runs them, functions after the module around
them. What differs between the branches of an `if` or `try` counts as unknown.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeGuard

from msjax._check import names, settings
from msjax._check.names import Found, known
from msjax._check.report import FAILS, File

ROOTS = ("mindspore", "msjax")
SURE, LIKELY, MAYBE = 3, 2, 1  # how sure it is that something is an instance
# Attributes of what operations return beside Tensors; the last ones are of sparse matrices.
OTHERS = frozenset(name for kind in (tuple, list, dict, str, int) for name in dir(kind))
OTHERS |= {"indices", "indptr", "dense_shape"}
NO_TENSOR = frozenset("shape size rank dtype typeof asnumpy tolist item numpy dyn_shape".split())
NO_TENSOR_METHODS = NO_TENSOR | {"__len__", "ndim", "nbytes", "itemsize", "data_ptr"}
CATCH = frozenset(
    "ImportError ModuleNotFoundError AttributeError NotImplementedError TypeError Exception "
    "BaseException".split()
)


class Numpy(NamedTuple):
    """A name of NumPy's."""

    path: str


class Local(NamedTuple):
    """A module of the program's own: a file, or the folder of a package without one."""

    program: Any
    path: Path

    def member(self, name: str) -> Any:
        """What one of its names stands for."""
        return self.program.member(self.path, name)


class Instance(NamedTuple):
    """An object of a class of msjax's, or of one that derives from it."""

    cls: type
    sure: int = SURE
    own: Any = None  # the program's own class
    path: str = ""  # the name by which the program has the class


class Own:
    """A class that the program defines."""

    def __init__(self, base: type | None, above: list[Own]) -> None:
        self.base = base
        self.above = above
        self.attributes: dict[str, Any] = {}  # of its instances, as its methods set them

    def holds(self, name: str) -> tuple[bool, Any]:
        """Whether its methods or those of a class above set an attribute, and to what."""
        if name in self.attributes:
            return True, self.attributes[name]
        return next((found for one in self.above if (found := one.holds(name))[0]), (False, None))


class Scope:
    """Names and what they stand for; None where that is unknown."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.names: dict[str, Any] = {}
        self.outer = outer

    def get(self, name: str) -> Any:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Reader:
    """Follows the statements of one file."""

    def __init__(self, file: File, find: Callable[[int, str], Local | None]) -> None:
        self.file = file
        self.find = find
        self.failing = 0  # how often something was noted that stops a program
        self.cell = 0
        self.guards = 0
        self.scope = Scope()
        self.own: Own | None = None
        self.later: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, Scope, Own | None, int]] = []

    def read(self, trees: Iterable[tuple[int, ast.Module]]) -> None:
        """Follow a program, or the cells of a notebook one after the other."""
        for cell, tree in trees:
            self.cell = cell
            self.block(tree.body)
        while self.later:
            node, scope, self.own, self.cell = self.later.pop(0)
            self.function(node, scope)

    def note(self, found: Found, node: ast.AST, shown: str = "") -> None:
        if found.kind:
            self.failing += found.kind in FAILS
            kind = "guarded" if self.guards and found.kind in FAILS else found.kind
            place = (self.cell, getattr(node, "lineno", 0))
            self.file.add(kind, shown or found.name, found.text, place)

    # -------------------------------------------------------------------- statements

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            handler = getattr(self, "on_" + type(node).__name__, None)
            if handler is not None:
                handler(node)
            else:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.value(child)

    def branches(self, bodies: list[list[ast.stmt]]) -> None:
        """Follow alternatives from the same start, and keep what they agree on."""
        before, ends = self.scope.names, []
        for body in bodies:
            self.scope.names = dict(before)
            self.block(body)
            ends.append(self.scope.names)
        every = set().union(*ends)
        self.scope.names = {
            name: ends[0].get(name) if all(e.get(name) == ends[0].get(name) for e in ends) else None
            for name in every
        }

    def on_If(self, node: ast.If) -> None:
        self.value(node.test)
        asked = _asks(node.test)
        self.guards += asked
        self.branches([node.body, node.orelse])
        self.guards -= asked

    def on_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.value(node.iter)
        self.bind(node.target, None)
        self.branches([node.body, []])
        self.block(node.orelse)

    on_AsyncFor = on_For

    def on_While(self, node: ast.While) -> None:
        self.value(node.test)
        self.branches([node.body, []])
        self.block(node.orelse)

    def on_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.value(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, None)
        self.block(node.body)

    on_AsyncWith = on_With

    def on_Try(self, node: ast.Try) -> None:
        guarded = any(_catches(handler.type) for handler in node.handlers)
        before, failing = dict(self.scope.names), self.failing
        self.guards += guarded
        self.block(node.body)
        self.guards -= guarded
        fails = self.failing > failing
        sure = guarded and (fails or all(map(self.is_sure, node.body)))
        if not (sure and fails):
            self.block(node.orelse)
        after, self.scope.names = self.scope.names, before
        self.guards += sure and not fails  # the handlers never run
        self.branches([*([] if sure else [[]]), *(handler.body for handler in node.handlers)])
        self.guards -= sure and not fails
        if sure:
            self.scope.names = after | self.scope.names if fails else after
        else:
            for name in {*after, *self.scope.names}:
                if self.scope.names.get(name) != after.get(name):
                    self.scope.names[name] = after.get(name) if not node.handlers else None
        self.block(node.finalbody)

    def is_sure(self, node: ast.stmt) -> bool:
        """Whether a statement cannot fail if nothing was noted about it."""
        if isinstance(node, ast.Import):
            roots = {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            roots = {(node.module or "").partition(".")[0]} if not node.level else {""}
        else:
            return isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Name)
        return roots <= {*ROOTS, "numpy"}

    on_TryStar = on_Try

    def on_Match(self, node: ast.Match) -> None:
        self.value(node.subject)
        self.branches([[], *(case.body for case in node.cases)])

    def on_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            root, _, rest = alias.name.partition(".")
            bound = alias.asname or root
            if root in ROOTS:
                found = names.module(rest)
                self.note(found, node)
                self.scope.names[bound] = found if alias.asname else names.find("")
            elif root == "numpy":
                self.scope.names[bound] = Numpy(rest if alias.asname else "")
            else:
                local = self.find(0, alias.name if alias.asname else root)
                if local is None:
                    self.companion(root, node)
                self.scope.names[bound] = local

    def on_ImportFrom(self, node: ast.ImportFrom) -> None:
        root, _, rest = (node.module or "").partition(".")
        if node.level or root not in (*ROOTS, "numpy"):
            local = self.find(node.level, node.module or "")
            if local is None and not node.level:
                self.companion(root, node)
            for alias in node.names:
                if alias.name == "*":
                    self.scope.names |= _shown(local)
                else:
                    found = local.member(alias.name) if local is not None else None
                    self.take(found, alias.asname or alias.name, node)
            return
        holder = names.module(rest) if root in ROOTS else None
        if holder is not None and holder.kind:
            self.note(holder, node)
        for alias in node.names:
            bound = alias.asname or alias.name
            path = f"{rest}.{alias.name}".lstrip(".")
            if alias.name == "*":
                self.star(rest, holder)
            elif holder is None:
                self.scope.names[bound] = self.numpy(path, node)
            elif holder.kind:
                self.scope.names[bound] = None
            else:
                found = names.find(path, imported=True)
                self.note(found, node)
                self.scope.names[bound] = found

    def take(self, found: Any, bound: str, node: ast.AST) -> None:
        """Bind a name that a file of the program hands on."""
        if isinstance(found, Found):
            self.note(found, node)
        self.scope.names[bound] = found

    def star(self, rest: str, holder: Found | None) -> None:
        if holder is not None and holder.value is not None:
            shown = getattr(holder.value, "__all__", None) or [
                name for name in vars(holder.value) if not name.startswith("_")
            ]
            for name in shown:
                self.scope.names[name] = names.find(f"{rest}.{name}".lstrip("."), imported=True)

    def companion(self, root: str, node: ast.AST) -> None:
        if root in names.COMPANIONS:
            text = f"{root} is a distribution of its own, built for MindSpore itself"
            self.note(Found(root, None, "missing", text), node, root)

    def on_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and _pairs(node.value, target):
            held = [self.value(one) for one in node.value.elts]
            for one, value in zip(target.elts, held, strict=True):
                self.bind(one, value)
            return
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def on_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.value(node.annotation)
        self.bind(node.target, self.value(node.value) if node.value is not None else None)

    def on_AugAssign(self, node: ast.AugAssign) -> None:
        self.value(node.value)
        kept = self.value(node.target)
        self.bind(node.target, kept if isinstance(kept, Instance) else None)

    def bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.scope.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            for item in target.elts:
                self.bind(item, None)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, None)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value)
            if isinstance(owner, Instance) and isinstance(owner.own, Own):
                kept = owner.own.attributes
                kept[target.attr] = value if kept.get(target.attr, value) == value else None
        elif isinstance(target, ast.Subscript):
            self.value(target.value)
            self.value(target.slice)

    def on_ClassDef(self, node: ast.ClassDef) -> None:
        for one in (*node.decorator_list, *(word.value for word in node.keywords)):
            self.value(one)
        base, above = None, []
        for one in node.bases:
            found = self.value(one)
            if isinstance(found, Own):
                above.append(found)
                base = base or found.base
            elif isinstance(found, Found) and isinstance(found.value, type):
                base = base or found.value
        own = Own(base, above)
        around, self.own = self.own, own
        outer, self.scope = self.scope, Scope(self.scope)
        self.block(node.body)
        self.scope, self.own = outer, around
        self.scope.names[node.name] = own
        for name in _assigned_outside_init(node):
            own.attributes[name] = None

    def on_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for one in (
            *node.decorator_list,
            *node.args.defaults,
            *filter(None, node.args.kw_defaults),
        ):
            self.value(one)
        self.scope.names[node.name] = None
        outer = self.scope
        if self.own is not None and outer.outer is not None:
            outer = outer.outer  # functions do not see the names of the class around them
        self.later.append((node, outer, self.own, self.cell))

    on_AsyncFunctionDef = on_FunctionDef

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, outer: Scope) -> None:
        around, self.scope = self.scope, Scope(outer)
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for arg in (*every, *filter(None, (node.args.vararg, node.args.kwarg))):
            self.scope.names[arg.arg] = self.annotated(arg.annotation)
        own, self.own = self.own, None
        if own is not None and every and not _is_static(node):
            base = own.base if own.base is not None else object
            self.scope.names[every[0].arg] = Instance(base, SURE, own)
            if node.name == "construct":
                for arg in every[1 : len(every) - len(node.args.kwonlyargs)]:
                    self.scope.names[arg.arg] = Instance(known("Tensor"), MAYBE)
        self.block(node.body)
        self.scope = around

    def annotated(self, node: ast.expr | None) -> Any:
        """What an argument is by its annotation."""
        found = self.value(node) if node is not None else None
        if isinstance(found, Found) and isinstance(found.value, type):
            return Instance(found.value, MAYBE)
        return None

    # -------------------------------------------------------------------- expressions

    def value(self, node: ast.expr) -> Any:
        """What an expression stands for: a Found, Numpy, Instance, Own, or None."""
        handler = getattr(self, "of_" + type(node).__name__, None)
        if handler is not None:
            return handler(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child)
        return None

    def of_Constant(self, node: ast.Constant) -> None:
        return None

    def of_Name(self, node: ast.Name) -> Any:
        found = self.scope.get(node.id)
        if isinstance(found, Found) and found.kind:
            self.note(found, node)
        return found

    def of_Attribute(self, node: ast.Attribute) -> Any:
        owner, name = self.value(node.value), node.attr
        if isinstance(owner, Found):
            if owner.kind in FAILS or owner.value is None:
                return None
            if name.startswith("__"):
                return None
            module = isinstance(owner.value, ModuleType)
            found = names.find(f"{owner.path}.{name}".lstrip("."), imported=module)
            self.note(found, node)
            return found
        if isinstance(owner, Local):
            return owner.member(name)
        if isinstance(owner, Numpy):
            return self.numpy(f"{owner.path}.{name}".lstrip("."), node)
        if isinstance(owner, Instance):
            return self.member(owner, name, node)
        return None

    def numpy(self, path: str, node: ast.AST) -> Numpy | None:
        found = names.find_numpy(path)
        if found.kind:
            self.note(found, node, f"numpy.{path}")
            return None
        return Numpy(path)

    def member(self, owner: Instance, name: str, node: ast.AST) -> Any:
        if owner.own is not None:
            held, kept = owner.own.holds(name)
            if held:
                return kept
        if name.startswith("_") or isinstance(getattr(node, "ctx", None), ast.Store):
            return None
        found = names.find_member(owner.cls, name)
        if found is None or (owner.own is not None and found.kind == "unknown"):
            return None
        if found.kind in FAILS and owner.sure < SURE:
            if name in OTHERS or (owner.sure == MAYBE and found.kind == "unknown"):
                return None
        self.note(found, node)
        return None if found.kind in FAILS else (owner, name, found)

    def of_Call(self, node: ast.Call) -> Any:
        called = self.value(node.func)
        if isinstance(node.func, ast.Name) and called is None and node.func.id == "getattr":
            if (found := self.asked(node)) is not None:
                return found
        for arg in node.args:
            self.value(arg)
        for word in node.keywords:
            self.value(word.value)
        if isinstance(called, Found):
            return self.call_of_name(called, node)
        if isinstance(called, tuple) and len(called) == 3 and isinstance(called[0], Instance):
            return self.call_of_member(*called, node)
        if isinstance(called, Instance):
            return self.call_of_instance(called, node)
        if isinstance(called, Own):
            return Instance(called.base or object, SURE, called)
        return None

    def asked(self, node: ast.Call) -> Any:
        """What `getattr` with a written name gives."""
        if len(node.args) not in (2, 3) or not isinstance(node.args[1], ast.Constant):
            return None
        if not isinstance(name := node.args[1].value, str):
            return None
        made = ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node)
        self.guards += len(node.args) > 2
        found = self.of_Attribute(made)
        self.guards -= len(node.args) > 2
        if len(node.args) > 2:
            self.value(node.args[2])
            return None if isinstance(found, Found) and found.kind in FAILS else found
        return found

    def call_of_name(self, called: Found, node: ast.Call) -> Any:
        if called.value is None or called.kind in FAILS:
            return None
        for kind, text in settings.remarks(called.value, node):
            self.note(Found(called.path, None, kind, text), node)
        if not callable(called.value):
            return None
        self.bound(called.value, 0, called.name, node)
        if isinstance(called.value, type):
            return Instance(called.value, path=called.path)
        leaf = called.path.rpartition(".")[2]
        if called.value is known("tensor"):
            return Instance(known("Tensor"))
        if called.path.startswith(("ops.", "mint.", "numpy.")) and leaf not in NO_TENSOR:
            return Instance(known("Tensor"), LIKELY)
        return None

    def call_of_member(self, owner: Instance, name: str, found: Found, node: ast.Call) -> Any:
        held = found.value
        if callable(held) and not isinstance(held, type):
            self.bound(held, 1, found.name, node)
        if issubclass(owner.cls, known("Tensor")):
            return None if name in NO_TENSOR_METHODS else Instance(known("Tensor"), LIKELY)
        if any(path == "dataset.Dataset" for path in names.member_lists(owner.cls)):
            return Instance(known("dataset.Dataset"), LIKELY)
        return None

    def call_of_instance(self, called: Instance, node: ast.Call) -> Any:
        if called.own is not None or called.sure < SURE or issubclass(called.cls, known("Tensor")):
            return None
        if issubclass(called.cls, (known("nn.Cell"), known("ops.Primitive"))):
            run = "construct" if issubclass(called.cls, known("nn.Cell")) else "__call__"
            written = vars(called.cls).get(run) or getattr(called.cls, run)
            if callable(written):
                shown = f"mindspore.{called.path}"
                self.bound(written, 1, shown, node, f"an instance of {shown}")
            return Instance(known("Tensor"), LIKELY)
        return None

    def bound(self, function: Any, skip: int, name: str, node: ast.Call, shown: str = "") -> None:
        """Note the arguments of a call that the signature lacks."""
        takes = names.arguments(function, skip)
        if takes is None:
            return
        shown = shown or name
        starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        taker = function.__init__ if isinstance(function, type) else function
        former = getattr(taker, "former_names", {})
        given = {former.get(word.arg, word.arg) for word in node.keywords}
        count = len(node.args)
        listed = ", ".join((*takes.positional, *sorted(takes.only_named))) or "none"
        for word in sorted({word.arg for word in node.keywords} & former.keys()):
            now = f"calls it {former[word]!r}" if former[word] else "no longer has it"
            text = f"{shown} takes {word!r}; MindSpore {names.release()} {now}"
            self.note(Found("", None, "older", text), node, f"{name}({word}=)")
        today = {*takes.positional, *takes.only_named}
        older = getattr(function, "takes_older_calls", frozenset())
        if not given <= today and given <= today | older:
            return  # an older release's call, whose arguments depend on one another
        if not takes.any_name:
            for word in sorted(given - {None}):
                if word not in today:
                    near = difflib.get_close_matches(word, takes.positional, 1, 0.7)
                    text = f"{shown} has no argument {word!r}; " + (
                        f"the nearest is {near[0]!r}" if near else f"it has: {listed}"
                    )
                    self.note(Found("", None, "argument", text), node, f"{name}({word}=)")
        if starred:
            return
        if not takes.more and count > len(takes.positional):
            text = (
                f"{shown} takes at most {len(takes.positional)} positional arguments, "
                f"but gets {count}; its arguments are: {listed}"
            )
            self.note(Found("", None, "argument", text), node, f"{name}({count} positional)")
        if not takes.any_name and given <= today:
            lacks = takes.required - set(takes.positional[:count]) - given
            if lacks and not takes.more:
                text = f"{shown} needs {', '.join(sorted(lacks))}, which this call does not give"
                self.note(
                    Found("", None, "argument", text), node, f"{name}(without {sorted(lacks)[0]})"
                )

    def of_BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        return _tensor(left) or _tensor(right)

    def of_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return _tensor(self.value(node.operand))

    def of_Subscript(self, node: ast.Subscript) -> Any:
        self.value(node.slice)
        return _tensor(self.value(node.value))

    def of_NamedExpr(self, node: ast.NamedExpr) -> Any:
        value = self.value(node.value)
        self.bind(node.target, value)
        return value

    def of_IfExp(self, node: ast.IfExp) -> Any:
        self.value(node.test)
        asked = _asks(node.test)
        self.guards += asked
        one, other = self.value(node.body), self.value(node.orelse)
        self.guards -= asked
        return one if one == other else None

    def of_Lambda(self, node: ast.Lambda) -> None:
        outer, self.scope = self.scope, Scope(self.scope)
        for arg in ast.walk(node.args):
            if isinstance(arg, ast.arg):
                self.scope.names[arg.arg] = None
        self.value(node.body)
        self.scope = outer

    def of_ListComp(self, node: Any) -> None:
        outer, self.scope = self.scope, Scope(self.scope)
        for part in node.generators:
            self.value(part.iter)
            self.bind(part.target, None)
            for test in part.ifs:
                self.value(test)
        for field in ("elt", "key", "value"):
            if isinstance(child := getattr(node, field, None), ast.expr):
                self.value(child)
        self.scope = outer

    of_SetComp = of_DictComp = of_GeneratorExp = of_ListComp


def _tensor(value: Any) -> Instance | None:
    """What arithmetic with a value and its elements are, if it is a Tensor."""
    if isinstance(value, Instance) and value.own is None and issubclass(value.cls, known("Tensor")):
        return Instance(known("Tensor"), min(value.sure, LIKELY))
    return None


def _shown(module: Local | None) -> dict[str, Any]:
    """What `from module import *` binds, of a module of the program."""
    if module is None:
        return {}
    held = module.program.names_of(module.path)
    return {name: found for name, found in held.items() if not name.startswith("_")}


def _pairs(value: ast.expr, target: ast.Tuple) -> TypeGuard[ast.Tuple]:
    """Whether the values of an assignment to several names are written one by one."""
    starred = any(
        isinstance(one, ast.Starred) for one in (*target.elts, *getattr(value, "elts", ()))
    )
    return isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) and not starred


def _is_static(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    kinds = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
    return bool(kinds & {"staticmethod", "classmethod"})


def _asks(test: ast.expr) -> bool:
    """Whether a condition asks for a name or for a version."""
    for one in ast.walk(test):
        name = getattr(one, "id", "") or getattr(one, "attr", "")
        if name == "hasattr" or "version" in name.lower():
            return True
    return False


def _catches(kind: ast.expr | None) -> bool:
    if kind is None:
        return True
    return any(isinstance(one, ast.Name) and one.id in CATCH for one in ast.walk(kind))


def _assigned_outside_init(node: ast.ClassDef) -> set[str]:
    """Attributes of `self` that other methods than `__init__` set."""
    found = set()
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name != "__init__":
            for one in ast.walk(method):
                if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                    found.add(one.attr)
    return found
