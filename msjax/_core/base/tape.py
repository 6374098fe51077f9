"""The extent of a gradient computation."""

from __future__ import annotations

import weakref
from typing import Any


class Tape:
    """The extent of one outermost gradient computation, and its nodes that have parents.

    `mixed` tells that lasting leaves took part, whose nodes are elsewhere. `whole` holds the
    references of integer arrays, which there are when one of them is differentiated by. `depth` is
    how many computations inside each other are under way.
    """

    __slots__ = ("alive", "depth", "mixed", "nodes", "whole")

    def __init__(self) -> None:
        self.alive, self.mixed, self.depth = True, False, 0
        self.whole: set[tuple] = set()
        self.nodes: list[weakref.ref] = []

    def newest_first(self) -> list[Any]:
        """The nodes that something still refers to."""
        return [node for entry in reversed(self.nodes) if (node := entry()) is not None]

    def close(self) -> None:
        """End the computation: drop what the nodes hold."""
        self.alive = False
        for entry in self.nodes:
            node = entry()
            if node is not None:
                node.arrays = node.parents = ()
                node.saved = None
        self.nodes.clear()
        self.whole.clear()


ENDLESS = Tape()  # of lasting leaves; its nodes live as long as their results
