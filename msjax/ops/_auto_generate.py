"""What `mindspore.ops.auto_generate` has beside the public operations: inner Primitives by rule.

`auto_generate.json` is written by tools/make_inner.py. Sections:

- `classes`: name -> [arguments of the constructor, arguments of the call, expression], where the
  expression of these arguments calls a published operation or a method;
- `objects`: name of an instance -> its class, here or published; `functions`: name -> [arguments,
  expression], which calls such an instance;
- `absent`: names that no operation stands behind; `instead`: beginning of a name -> what to use.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import named
from msjax._core.base.functions import SOURCE
from msjax._core.op.older import renamed
from msjax._core.op.primitive import Primitive
from msjax._core.op.registry import SURFACES, resolve
from msjax._core.tensor.random import Generator
from msjax._missing import implemented

# Beginnings of names that only MindSpore's own files can use.
_PRIVATE = ("pyboost_", "infer_value_for_")
# How older releases named arguments of functions.
_FORMERLY = {"mean_ext": "axis=dim keep_dims=keepdim"}


@functools.cache
def _table() -> dict[str, Any]:
    return json.loads(Path(__file__).with_name("auto_generate.json").read_text())


@functools.cache
def _absent() -> frozenset[str]:
    return frozenset(_table()["absent"].split())


class _Place:
    """The operations of a module, as attributes."""

    def __init__(self, path: str):
        self._path = path

    def __getattr__(self, name: str) -> Any:
        path = f"{self._path}.{name}"
        if self._path == "auto_generate":
            return find(name)
        found = resolve(path) if path in SURFACES else implemented(self._path, name)
        return _Place(path) if found is None else found


_SCOPE = {
    "F": _Place("mint.nn.functional"),
    "__name__": "msjax",
    "at": Generator.at,
    "auto_generate": _Place("auto_generate"),
    "mint": _Place("mint"),
    "mstype": mstype,
    "ops": _Place("ops"),
    "scipy": _Place("scipy"),
    "unlisted": _Place("unlisted"),
}


def find(name: str) -> Any:
    """The inner Primitive, object or function of this name; a placeholder, or None."""
    for path in (f"auto_generate.{name}", f"ops.{name}", f"unlisted.{name}"):
        if path in SURFACES:
            return resolve(path)
    return _made(name)


@functools.cache
def names() -> frozenset[str]:
    """All names that MindSpore's files of inner Primitives have."""
    table = _table()
    tables = (table["classes"], table["objects"], table["functions"], _absent())
    return frozenset().union(*tables, table["objects"].values())


@functools.cache
def _made(name: str) -> Any:
    table = _table()
    if name in table["classes"]:
        return _primitive(name, *table["classes"][name])
    if name in table["objects"]:
        return find(table["objects"][name])()
    if name in table["functions"]:
        return _function(name, *table["functions"][name])
    if name in _absent() or name.startswith(_PRIVATE):
        return _refusing(name)
    return None


def _define(source: str, **scope: Any) -> Any:
    """The function that a piece of code defines."""
    scope = {**_SCOPE, **scope}
    exec(compile(source, SOURCE, "exec"), scope)
    return scope[source[4 : source.index("(")]]


def _function(name: str, arguments: str, expression: str) -> Any:
    target = expression.partition("(")[0]
    source = f"def {name}({arguments}): return {expression}"
    made = _define(source, **{target: find(target)})
    made.__doc__ = f"One of MindSpore's own functions: the call {expression}."
    return renamed(_FORMERLY[name])(made) if name in _FORMERLY else made


def _primitive(name: str, settings: str, arguments: str, expression: str) -> type:
    parts = re.split(r",(?![^(]*\))", settings)  # a default may be a tuple
    given = [part.partition("=")[0].strip() for part in parts if part]
    known = "".join(f"{one} = self.{one}; " for one in given)
    setup = f"Primitive.__init__(self, {name!r}); "
    setup += f"self._set_init({', '.join(f'{one}={one}' for one in given)})"
    compute = _define(f"def __call__(self, {arguments}): {known}return {expression}")

    @functools.wraps(compute)
    def __call__(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        try:
            return compute(self, *args, **kwargs)
        except Exception as error:
            named(name, error)
            raise

    body = {
        "__init__": _define(f"def __init__(self, {settings}): {setup}", Primitive=Primitive),
        "__call__": __call__,
        "__doc__": f"One of MindSpore's inner Primitives; its call is {expression}.",
        "__module__": "msjax.ops.auto_generate",
    }
    return type(name, (Primitive,), body)


def _refusing(name: str) -> Any:
    """A placeholder: Primitives and their objects can be made, as files do when imported."""
    text = f"mindspore.ops.auto_generate.{name} is not implemented in msjax; "
    for start, better in _table()["instead"].items():
        if name.startswith((start, stem(start))):
            text += f"mindspore.{better} has what runs in one process."
            break
    else:
        text += "it serves MindSpore's own files. Use the public operation that calls it."

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(text)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, name)

    is_class = name[:1].isupper()
    body = {"__init__": __init__, "__call__": __call__, "__doc__": text}
    body["_missing_path"] = f"ops.auto_generate.{name}"
    cls = type(name, (Primitive,), body)
    return cls if is_class else cls()


def stem(name: str) -> str:
    """'AddExt' -> 'add_ext': how MindSpore names the object of a Primitive."""
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name).lower()
