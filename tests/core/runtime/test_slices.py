"""How processes hold arrays: shapes, layouts and what is remembered of boxes.

What needs several processes is in tests/ranks/strategies.py.
"""

from __future__ import annotations

import gc

import jax
import numpy as np
from jax.sharding import AbstractMesh, Mesh, NamedSharding, PartitionSpec

from msjax import Parameter, Tensor
from msjax._core.runtime import slices

WIDE = AbstractMesh((2, 3, 2), ("a", "b", "c"))


def cut(shape=(12, 12), spec=("a",)):
    return slices.slice_at(NamedSharding(WIDE, PartitionSpec(*spec)), shape)


def test_layouts_of_devices_whose_axes_are_joined():
    mesh = Mesh(np.array(jax.devices()[:1]).reshape(1, 1), ("a", "b"))
    part = slices.slice_at(NamedSharding(mesh, PartitionSpec(None, ("a", "b"))), (2, 3))
    assert not part.cut and slices.layout_of(part) == ([1], [-1, -1])
    wide = AbstractMesh((2, 3, 2), ("a", "b", "c"))
    for spec, found in (
        (PartitionSpec(), ([12], [-1, -1])),
        (PartitionSpec("a"), ([2, 6], [1, -1])),
        (PartitionSpec(None, ("b", "c")), ([2, 6], [-1, 0])),
        (PartitionSpec("c", "a"), ([2, 3, 2], [0, 2])),
        (PartitionSpec(("a", "c")), ([2, 3, 2], [[2, 0], -1])),
    ):
        cut = slices.slice_at(NamedSharding(wide, spec), (12, 12))
        assert slices.layout_of(cut) == found, spec
        parts = slices.parts_at(cut.place, 2)
        assert cut.own == tuple(n // p for n, p in zip(cut.shape, parts, strict=True))


def test_a_slice_is_remembered_as_long_as_its_box():
    box, part = Tensor(np.zeros((6, 12), np.float32)), cut()
    assert slices.slice_of(box) is None
    slices.note(box, part)
    assert slices.slice_of(box) is part and part.cut and part.own == (6, 12)
    place = id(box)
    del box
    gc.collect()
    assert place not in slices._held


def test_copies_follow_what_they_are_copies_of():
    part = cut()
    origin = Parameter(np.zeros((6, 12), np.float32), name="w")
    slices.note(origin, part)
    for twin in (origin.clone(), origin.copy()):
        assert slices.slice_of(twin) is part
    whole = Tensor(np.zeros((12, 12), np.float32))
    slices.follow(whole, origin)
    assert slices.slice_of(whole) is None


def test_outside_of_programs_code_is_traced_with_what_the_process_has():
    box = Tensor(np.zeros((6, 12), np.float32))
    slices.note(box, cut())
    assert slices.traced_value(box) is box._value


def test_checksums_tell_arrays_apart():
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert slices.checksum(x) == slices.checksum(jax.numpy.asarray(x))
    assert slices.checksum(x.T) == slices.checksum(np.ascontiguousarray(x.T))
    assert len({slices.checksum(a) for a in (x, x + 1, x.T)}) == 3
    assert slices.checksum(x, slices.checksum(x)) != slices.checksum(x)


def test_one_process_is_no_arrangement_of_ranks():
    assert slices.ranks() is None
