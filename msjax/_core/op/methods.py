"""Methods and operators of Tensors, installed from the registry."""

from __future__ import annotations

from typing import Any

from msjax._core.op.registry import SURFACES, published, resolve


class _Method:
    """A method that is made at its first use and then takes this object's place."""

    __slots__ = ("name", "surface")

    def __init__(self, surface: str, name: str):
        self.surface, self.name = surface, name

    def __get__(self, instance: Any, owner: type) -> Any:
        base = next(c for c in owner.__mro__ if c.__dict__.get(self.name) is self)
        made = resolve(self.surface)
        setattr(base, self.name, made)
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


def install_methods(cls: type) -> None:
    """Give Tensor, or Parameter, everything published under its name."""
    for name in published(cls.__name__):
        surface = f"{cls.__name__}.{name}"
        found = SURFACES[surface]
        setattr(cls, name, found if isinstance(found, property) else _Method(surface, name))
