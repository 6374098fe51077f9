"""Helpers that programs import from here; other names are those of `ops`."""

from __future__ import annotations

from typing import Any

from msjax._missing import module_getattr
from msjax.common.seed import _get_graph_seed as _get_seed  # noqa: F401 (programs import it)
from msjax.ops.primitive import Primitive

__getattr__ = module_getattr(__name__)


def _set_prim_op_user_data(prim: Primitive, key: str, value: Any) -> Primitive:
    """The Primitive, which is given an attribute."""
    prim.add_prim_attr(key, value)
    return prim
