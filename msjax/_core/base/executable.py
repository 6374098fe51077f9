"""A compiled form of one operation, for one set of static arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import jax

from msjax._core.base.x64 import x64

_serials = itertools.count()


class Exec:
    """A compiled form of one op for one set of static arguments, and its derivative's."""

    __slots__ = ("bwd", "eager", "flat", "fn", "name", "serial", "trees")

    def __init__(self, name: str, flat: Callable, eager: bool = False):
        self.name, self.flat, self.eager = name, flat, eager
        self.serial = next(_serials)
        self.bwd: dict = {}
        self.trees: dict[int, Any] = {}  # structure of the results, by number of arrays

        def run(*arrays: Any) -> Any:
            with x64():
                return flat(*arrays)

        run.__name__ = run.__qualname__ = name
        self.fn = run if eager else jax.jit(run, inline=True)
