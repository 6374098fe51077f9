"""The extent of a gradient computation."""

from __future__ import annotations

import weakref

from msjax._core.base.tape import ENDLESS, Tape


class Node:
    """Stands for a record."""

    def __init__(self):
        self.arrays, self.parents, self.saved = [1], [2], 3


def test_nodes_that_live_newest_first():
    tape, nodes = Tape(), [Node(), Node(), Node()]
    tape.nodes.extend(map(weakref.ref, nodes))
    assert tape.newest_first() == nodes[::-1]
    del nodes[1]
    assert tape.newest_first() == nodes[::-1]


def test_the_end_empties_the_nodes():
    tape, node = Tape(), Node()
    tape.nodes.append(weakref.ref(node))
    tape.whole.add((node, 0))
    assert tape.alive and not tape.mixed
    tape.close()
    assert (node.arrays, node.parents, node.saved) == ((), (), None)
    assert not tape.alive and tape.nodes == [] and tape.whole == set()


def test_one_tape_has_no_end():
    assert ENDLESS.alive and ENDLESS.newest_first() == []
