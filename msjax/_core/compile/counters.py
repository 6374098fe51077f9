"""Python numbers of Cells that change from call to call: `self.step += 1`.

A number that a Cell keeps is a constant of compiled code. Where two executables were made for two
of its values and a third is met, it becomes an input: a `Number` that is read from the Cell at each
call and given back to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from msjax._core.base.x64 import to_device, x64
from msjax._core.tensor.number import KINDS, Number
from msjax._core.tensor.tensor import Tensor, box

_MOST = 1 << 62  # so that counting on stays within 64 bits
_MANY = 3  # so many values make a number one that changes


class Counter:
    """A number that a Cell keeps, as an input of compiled code."""

    __slots__ = ("cell", "kind", "name", "tensor")

    def __init__(self, cell: Any, name: str):
        self.cell, self.name = cell, name
        self.kind = type(cell.__dict__[name])
        self.tensor: Tensor = box(self._array())

    def _array(self) -> Any:
        with x64():
            return to_device(np.asarray(self.cell.__dict__[self.name], KINDS[self.kind]))

    def fits(self) -> bool:
        """Whether the Cell still keeps a number of this kind."""
        value = self.cell.__dict__.get(self.name)
        return type(value) is self.kind and _is_counted(value)

    def read(self) -> None:
        """Let the input be what the Cell keeps now."""
        self.tensor._data = self._array()

    def stand_in(self) -> None:
        """Let traced code find a Number, which the frame then takes for one that was written."""
        self.cell.__dict__[self.name] = Number(box(self.tensor._read()))


class Counters:
    """The numbers that change among what one compiled function reads."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, str], Any] = {}
        self._constant: set[tuple[int, str]] = set()  # those whose values code needs

    def found(self, entries: Iterable[Any]) -> list[Counter]:
        """Those to be inputs, given the executables that were made for other values."""
        values: dict[tuple[int, str], set] = {}
        for entry in entries:
            for cell, seen in entry.cells:
                if type(cell).__module__.partition(".")[0] == "msjax":
                    continue
                for part in seen:
                    name, value = part if type(part) is tuple and len(part) == 2 else (None, None)
                    now = cell.__dict__.get(name)
                    if _is_counted(now) and type(value) is tuple and value[0] is type(now):
                        key = id(cell), name
                        values.setdefault(key, {_text(now)}).add(_text(value[1]))
                        if len(values[key]) >= _MANY and key not in self._constant:
                            self._met[key] = cell
        met = [(cell, name) for (_, name), cell in self._met.items()]
        return [Counter(cell, name) for cell, name in met if _is_counted(cell.__dict__.get(name))]

    def give_up(self, counters: Sequence[Counter]) -> None:
        """Take these for constants from now on: code needs their values."""
        for c in counters:
            self._constant.add((id(c.cell), c.name))
            del self._met[id(c.cell), c.name]


def _is_counted(value: Any) -> bool:
    return type(value) is float or (type(value) is int and abs(value) < _MOST)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
