"""Operations of a map that are done together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Joined:
    """What is done for some operations of a map, where that gives the same and is faster.

    Args:
        parts: the operations, which run as they are where `call` gives None.
        call: function of a value that gives what they make of it, or None if it cannot.
    """

    def __init__(self, parts: list, call: Callable[[Any], Any]):
        self.parts = parts
        self.call = call
