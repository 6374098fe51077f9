"""Data on its way from a dataset to a network."""

from __future__ import annotations

import gc

import pytest

from msjax._core.runtime.feed import Feed, as_inputs, queue


class Source:
    """Stands for a dataset's iterator: it begins another pass when it is iterated again."""

    def __init__(self, elements):
        self.elements = elements

    def __iter__(self):
        self.left = iter(self.elements)
        return self

    def __next__(self):
        return next(self.left)


class Numbers:
    """Stands for a dataset."""

    def __init__(self, *elements):
        self.elements, self.asked = list(elements), []

    def create_tuple_iterator(self, **options):
        self.asked.append(options)
        return Source(self.elements)


def test_passes_follow_each_other():
    feed = Feed(Numbers((1, 2), (3, 4)))
    assert [feed.next() for _ in range(5)] == [(1, 2), (3, 4), (1, 2), (3, 4), (1, 2)]
    assert [row[:2] for row in feed.send_info()] == [[1, 2], [2, 2], [3, 1]]
    for _, _, first, total in feed.send_info():
        assert 0 <= first <= total


def test_one_iterator_serves_all_passes_until_the_feed_is_closed():
    dataset = Numbers([1], [2])
    feed = Feed(dataset)
    assert [feed.next(), feed.next(), feed.next()] == [(1,), (2,), (1,)]
    assert dataset.asked == [{"num_epochs": -1, "do_copy": False}]
    feed.close()
    assert feed.send_info() == [] and feed.next() == (1,)
    assert len(dataset.asked) == 2


def test_no_data():
    with pytest.raises(ValueError, match="There is no valid data in dataset"):
        Feed(Numbers()).next()


def test_feeds_are_found_by_name_as_long_as_they_live():
    feed, other = Feed(Numbers([1])), Feed(Numbers([1]))
    name = feed.queue_name
    assert queue(name) is feed and queue(other.queue_name) is other
    del feed
    gc.collect()
    assert queue(name) is None


def test_inputs_of_a_network():
    assert as_inputs([1, 2]) == as_inputs((1, 2)) == (1, 2)
    assert as_inputs({"a": 1}) == ({"a": 1},)
