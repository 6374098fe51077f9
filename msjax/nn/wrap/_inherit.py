"""What a wrapping Cell takes over from the Cell it wraps."""

from __future__ import annotations

from typing import Any

from msjax.nn.cell import Cell


def inherit(wrapper: Cell, network: Any) -> None:
    """Copy the compilation options and the mixed-precision level of a network to its wrapper."""
    if not isinstance(network, Cell):
        return
    for name in ("_jit_config_dict", "_amp_level"):
        value = network.__dict__.get(name)
        if value is not None:
            wrapper.__dict__[name] = value
