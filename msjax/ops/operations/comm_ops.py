"""Communication Primitives: those of `ops`, and the private ones in use."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax.ops import Primitive


class _VirtualDataset(Primitive):
    """Marks the inputs that parallel training slices; a single device takes them as they are."""

    def __init__(self) -> None:
        super().__init__("_VirtualDataset")
        self.add_prim_attr("order_enforce_skip", True)

    def __call__(self, *args: Any) -> tuple:
        return args


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(ops, name)
