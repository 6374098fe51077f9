"""Tensor methods and operators, installed from the registry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core import members as members  # publishes
from msjax._core import storage as storage  # publishes
from msjax._core.op import published, resolve


class _Method:
    """A method that is made at its first use and then takes this object's place."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        base = next(c for c in owner.__mro__ if c.__dict__.get(self.name) is self)
        made = resolve("Tensor." + self.name)
        setattr(base, self.name, made)
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


def install_methods(cls: type, missing: Callable[[Any, str], Any]) -> None:
    """Give Tensor everything published under "Tensor.", and errors for what is missing."""
    for name in published("Tensor"):
        setattr(cls, name, _Method(name))
    cls.__getattr__ = missing
