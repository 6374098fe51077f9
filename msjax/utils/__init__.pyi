"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from typing import Any

from msjax._core.op.dispatch import MsDispatchMode as MsDispatchMode
from msjax._core.tensor.tensor import Tensor

def from_dlpack(dlpack: Any) -> Tensor:
    """A Tensor of an array that another library shares through DLPack."""
    ...

def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of the values, for another library."""
    ...
