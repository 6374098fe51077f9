"""A box around one array: its contents are read through its link."""

from __future__ import annotations

from msjax._core.base.box import Box


class Link:
    """Gives a box other contents whenever they are read, at every second attempt if it is slow."""

    def __init__(self, slow=False):
        self.count, self.slow = 0, slow

    def refresh(self, box):
        self.count += 1
        box._data = self.count
        return not self.slow or self.count % 2 == 0


def made(data, link=None):
    box = Box()
    box._data, box._node, box._view = data, None, link
    return box


def test_contents_without_a_link():
    box = made("array")
    assert box._value == box._data == "array"
    assert not hasattr(box, "_frame")


def test_a_link_is_asked_before_every_read():
    link = Link()
    box = made("old", link)
    assert [box._value, box._value] == [1, 2] and box._data == 2
    box._view = None
    assert box._value == 2 and link.count == 2


def test_a_link_that_is_not_ready_is_asked_again():
    box = made("old", Link(slow=True))
    assert [box._value, box._value] == [2, 4]
