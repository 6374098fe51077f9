"""Nested Python values with Tensors in them, taken apart and put together again.

Unlike `jax.tree`, dicts keep their order, Cells and other objects are opaque, and what is not an
array stays in the structure.
"""

from __future__ import annotations

import copy
import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Container
from types import GeneratorType
from typing import Any, ClassVar

import jax
import numpy as np

from msjax._core.tensor.parameter import ParameterTuple
from msjax._core.tensor.tensor import Tensor, box


class Leaf:
    """Place of an array; `raw` if it was a bare jax.Array instead of a Tensor."""

    __slots__ = ("raw",)

    def __init__(self, raw: bool):
        self.raw = raw


_TENSOR, _RAW = Leaf(False), Leaf(True)


class Composite:
    """Base of objects made of Tensors and static values that are seen inside them.

    A class with `in_files=True` is one that files know by its name.
    """

    IN_FILES: ClassVar[dict[str, type[Composite]]] = {}

    def __init_subclass__(cls, in_files: bool = False, **kwargs: Any):
        super().__init_subclass__(**kwargs)
        if in_files:
            Composite.IN_FILES[cls.__name__] = cls

    def _parts(self) -> tuple:
        """Tensors and static values that describe the object."""
        raise NotImplementedError

    @classmethod
    def _of(cls, *parts: Any) -> Any:
        """The object that the parts describe."""
        raise NotImplementedError


class Fields:
    """A dataclass instance taken apart: the instance and the structures of its attributes."""

    __slots__ = ("attributes", "original")

    def __init__(self, original: Any, attributes: dict[str, Any]):
        self.original, self.attributes = original, attributes

    def rebuilt(self, attributes: dict[str, Any]) -> Any:
        """A copy of the instance with other attributes."""
        twin = copy.copy(self.original)
        vars(twin).update(attributes)
        return twin


def is_record(value: Any) -> bool:
    """Whether `value` is a dataclass instance whose attributes can be looked through."""
    return (
        dataclasses.is_dataclass(value)
        and not isinstance(value, type)
        and hasattr(value, "__dict__")
    )


class Opened:
    """A Composite taken apart: its class and the structure of its parts."""

    __slots__ = ("cls", "parts")

    def __init__(self, cls: type, parts: Any):
        self.cls, self.parts = cls, parts


def refilled(container: Any, parts: Any) -> Any:
    """A container of the kind of a given tuple, list or dict, with other parts."""
    t = type(container)
    if t in (tuple, list, dict):
        return t(parts)
    if isinstance(container, tuple):
        return t(*parts) if hasattr(container, "_fields") else tuple.__new__(t, parts)
    twin = _twin(container)  # a subclass may need more than its parts, as defaultdict does
    if isinstance(container, list):
        twin.clear()
        twin.extend(parts)
        return twin
    if twin.keys() != parts.keys():
        twin.clear()
    for key, part in parts.items():  # classes may refuse `update`, and set attributes here
        twin[key] = part
    return twin


def _twin(container: Any) -> Any:
    """A copy of a list or dict; its entries may be missing."""
    t = type(container)
    if t.__reduce__ is OrderedDict.__reduce__ and not hasattr(t, "__copy__"):
        twin = t.__new__(t)  # its copy is a call of the class, whose constructor may need arguments
        vars(twin).update(vars(container))
        return twin
    return copy.copy(container)


def take_apart(value: Any, leaves: list, read: Callable[[Tensor], Any]) -> Any:
    """The structure of `value`, its arrays being appended to `leaves`."""
    if isinstance(value, Tensor):
        leaves.append(read(value))
        return _TENSOR
    if isinstance(value, jax.Array):
        leaves.append(value)
        return _RAW
    if isinstance(value, (tuple, list)):
        return refilled(value, [take_apart(v, leaves, read) for v in value])
    if isinstance(value, dict):
        return refilled(value, {k: take_apart(v, leaves, read) for k, v in value.items()})
    if isinstance(value, Composite):
        return Opened(type(value), take_apart(value._parts(), leaves, read))
    if is_record(value):
        return Fields(value, take_apart(vars(value), leaves, read))
    return value


def with_python_scalars(value: Any, keep: Container[int] = ()) -> Any:
    """`value` with NumPy's scalars as Python's; what has none, or an id in `keep`, stays itself."""
    if isinstance(value, (np.integer, np.floating, np.bool_, np.str_)):
        return value.item()
    if not isinstance(value, (tuple, list, dict)) or id(value) in keep:
        return value
    old = value.values() if isinstance(value, dict) else value
    new = [with_python_scalars(part, keep) for part in old]
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    return refilled(value, dict(zip(value, new, strict=True)) if isinstance(value, dict) else new)


_LIST_ITERATOR = type(iter([]))


def _mapped(results: map) -> tuple | list:
    """A list if the function was mapped over lists, else a tuple."""
    _, (_, *given) = results.__reduce__()
    return (list if all(type(each) is _LIST_ITERATOR for each in given) else tuple)(results)


def _of_expression(generator: GeneratorType) -> Any:
    """The list of a generator expression; a generator function may have no end."""
    return list(generator) if generator.gi_code.co_name == "<genexpr>" else generator


_PASSING: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((type({}.keys()), type({}.values()), type(iter(()))), tuple),
    **dict.fromkeys((type({}.items()), filter, _LIST_ITERATOR), list),
    **dict.fromkeys((range, zip, enumerate, reversed), tuple),
    ParameterTuple: tuple,  # its Parameters come back as Tensors
    map: _mapped,
    GeneratorType: _of_expression,
}


def with_sequences(value: Any) -> Any:
    """A result with iterators, views and ParameterTuples replaced by what MindSpore gives."""
    if type(value) in _PASSING:
        value = _PASSING[type(value)](value)
    if type(value) in (tuple, list):
        return type(value)(with_sequences(v) for v in value)
    if type(value) is dict:
        return {k: with_sequences(v) for k, v in value.items()}
    return value


def put_together(structure: Any, leaves: Any, make: Callable[[Any], Any] = box) -> Any:
    """A value of the given structure; `leaves` is an iterator over its arrays."""
    t = type(structure)
    if t is Leaf:
        array = next(leaves)
        return array if structure.raw else make(array)
    if isinstance(structure, (tuple, list)):
        return refilled(structure, [put_together(s, leaves, make) for s in structure])
    if isinstance(structure, dict):
        parts = {k: put_together(s, leaves, make) for k, s in structure.items()}
        return refilled(structure, parts)
    if t is Opened:
        return structure.cls._of(*put_together(structure.parts, leaves, make))
    if t is Fields:
        return structure.rebuilt(put_together(structure.attributes, leaves, make))
    return structure


def count_leaves(structure: Any) -> int:
    """Number of arrays in a structure."""
    if type(structure) is Leaf:
        return 1
    if isinstance(structure, (tuple, list)):
        return sum(count_leaves(s) for s in structure)
    if isinstance(structure, dict):
        return sum(count_leaves(s) for s in structure.values())
    if type(structure) is Fields:
        return count_leaves(structure.attributes)
    return count_leaves(structure.parts) if type(structure) is Opened else 0


def tensors_in(value: Any) -> list[Tensor]:
    """All Tensors in a nested value, in order."""
    found: list[Tensor] = []

    def read(tensor: Tensor) -> None:
        found.append(tensor)

    take_apart(value, [], read)
    return found


def map_tensors(function: Callable[[Tensor], Any], value: Any) -> Any:
    """`value` with each Tensor replaced by `function` of it."""
    leaves: list[Any] = []
    structure = take_apart(value, leaves, function)
    return put_together(structure, iter(leaves), lambda leaf: leaf)
