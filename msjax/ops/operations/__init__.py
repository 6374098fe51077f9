"""Primitive classes of `ops`, and those that only this path has.

Other names are those of `ops`.
"""

from __future__ import annotations

from typing import Any

from msjax._missing import module_getattr as _module_getattr
from msjax.ops import Primitive

_missing = _module_getattr(__name__)


class identity(Primitive):
    """The argument itself; `nn.Identity` is the usual way to write it."""

    def __init__(self) -> None:
        super().__init__("identity")
        self.add_prim_attr("side_effect_propagate", 1)

    def __call__(self, x: Any) -> Any:
        return x


def __getattr__(name: str) -> Any:
    if name == "ResizeBilinear":  # no longer in MindSpore, but in use; ops still has it
        from msjax.ops import ResizeBilinear

        return ResizeBilinear
    return _missing(name)
