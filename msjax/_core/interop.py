"""What msjax uses of JAX beyond its public names, apart from the 64-bit switch in `x64`."""

from __future__ import annotations

from typing import Any

from jax._src import core
from jax._src.dtypes import ExtendedDType

__all__ = ["ExtendedDType", "register_abstract_value"]


def register_abstract_value(cls: type) -> None:
    """Let JAX see the shape and dtype of a box: `jax.grad` takes functions returning one."""

    def abstract(value: Any) -> Any:
        return core.typeof(value._value)

    core.pytype_aval_mappings[cls] = abstract
