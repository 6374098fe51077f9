"""Processes with one device each whose compiled code is one program over the devices of all.

Inside such code a Tensor is whole. Outside it is what this process has of the whole: an ordinary
array, so that only the program itself, and saving what is put together, waits for the others.
"""

from __future__ import annotations

import functools
import math
import weakref
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from msjax._core.base.box import Box
from msjax._core.base.interop import abstract, array_with_part
from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device, x64
from msjax._core.runtime import agreement, devices, launch
from msjax._core.runtime.spread import announce, as_part, mesh_of


class Slice(NamedTuple):
    """How processes hold an array.

    Attributes:
        place: where its parts are.
        shape: of the whole.
        own: the shape of what each process has.
    """

    place: NamedSharding
    shape: tuple[int, ...]
    own: tuple[int, ...]

    @property
    def cut(self) -> bool:
        """Whether processes have less than the whole."""
        return self.own != self.shape


def slice_at(place: NamedSharding, shape: tuple[int, ...]) -> Slice:
    """How an array of a shape is held that is kept at a place."""
    return Slice(place, shape, place.shard_shape(shape))


def checksum(array: Any, start: int = 0) -> int:
    """A number that differs where arrays do."""
    values = np.ascontiguousarray(np.asarray(array))
    return zlib.crc32(values.reshape(-1).view(np.uint8), start)


def parts_at(place: NamedSharding, rank: int) -> tuple[int, ...]:
    """Into how many parts a place cuts each dimension of an array."""
    lengths = place.mesh.shape
    return tuple(math.prod(lengths[name] for name in names) for names in _axes(place, rank))


def _axes(place: NamedSharding, rank: int) -> list[tuple[str, ...]]:
    """The axes of devices that cut each dimension of an array."""
    spec = [*place.spec, *([None] * (rank - len(place.spec)))]
    return [axes if isinstance(axes, tuple) else () if axes is None else (axes,) for axes in spec]


_held: dict[int, tuple[weakref.ref, Slice]] = {}  # boxes that programs have met, by their ids


def layout_of(part: Slice) -> tuple[list[int], list[int | list[int]]]:
    """A device matrix, and for each dimension what of it cuts that, counted from its end; -1 for
    nothing. Neighbouring axes that cut the same are one.
    """
    cutting = _axes(part.place, len(part.shape))
    owner = {name: dim for dim, names in enumerate(cutting) for name in names}
    matrix: list[int] = []
    owners: list[int | None] = []
    for name, length in part.place.mesh.shape.items():
        if length == 1:
            continue
        if owners and owners[-1] == owner.get(name):
            matrix[-1] *= length
        else:
            matrix.append(length)
            owners.append(owner.get(name))
    where = [
        [len(owners) - 1 - i for i, dim in enumerate(owners) if dim == place]
        for place in range(len(part.shape))
    ]
    return matrix or [1], [w[0] if len(w) == 1 else w or -1 for w in where]


def note(held: Box, part: Slice) -> None:
    """Remember how processes hold the values of a box."""
    key = id(held)
    _held[key] = weakref.ref(held, lambda _: _held.pop(key, None)), part


def slice_of(held: Box) -> Slice | None:
    """How processes hold the values of a box; None for one that no program has met."""
    found = _held.get(id(held))
    return None if found is None else found[1]


def follow(twin: Box, origin: Box) -> None:
    """Remember that a copy of what is cut holds the same part of a whole."""
    part = cut_of(origin)
    if part is not None and twin._value.shape == part.own:
        note(twin, part)


def whole_shape(held: Box) -> tuple[int, ...]:
    """The shape of what a box has a part of, which is its own if it has all."""
    part = cut_of(held)
    return held._value.shape if part is None else part.shape


def cut_of(held: Box) -> Slice | None:
    """What part of a whole a box has; None if it has all."""
    part = slice_of(held)
    return part if part is not None and part.cut and held._value.shape == part.own else None


def given(held: Box, source: Any, array: Any) -> Any:
    """What a box is to hold that takes over an array, outside of compiled code.

    A box that is cut takes its part of a whole. What is a part in its source stays that part.

    Args:
        held: the box.
        source: where the array comes from.
        array: the values.
    """
    if not _held or STATE.frame is not None or isinstance(array, jax.core.Tracer):
        return array
    theirs = cut_of(source) if isinstance(source, Box) else None
    if theirs is not None:
        note(held, theirs)
        return array
    ours = slice_of(held)
    return _own(array, ours) if ours is not None and array.shape == ours.shape else array


def _own(whole: Any, part: Slice) -> Any:
    """What this process has of an array."""
    if not part.cut:
        return whole
    ((device, index),) = part.place.addressable_devices_indices_map(part.shape).items()
    return to_device(np.asarray(whole)[index], device)


def traced_value(held: Box) -> Any:
    """What code that is being traced is given for a box: something with its shape there."""
    value = held._value
    part = _held.get(id(held))
    if part is None or not part[1].cut or not isinstance(devices.dividing(), Ranks):
        return value
    whole = part[1]
    if isinstance(value, jax.core.Tracer) or value.shape != whole.own:
        return value
    return jax.ShapeDtypeStruct(whole.shape, value.dtype)


class Ranks(devices.Devices):
    """Devices of which each belongs to another process, and what of arrays is where.

    Args:
        devices: one of each process, in the order of their ranks.
        stages: as for `Devices`.
    """

    def __init__(self, devices: Sequence[Any], stages: int = 1):
        super().__init__(devices, stages)
        self.device = self.mesh.local_devices[0]
        self.world = tuple(range(self.count))
        self._each = self.cut  # a part for each device
        mesh, axes = self.arranged((stages, self.in_stage))
        self.cut = NamedSharding(mesh, PartitionSpec(axes[1]))  # stages work on the same batch

    def whole_shape(self, shape: tuple[int, ...], parts: Sequence[int]) -> tuple[int, ...]:
        """The shape of a Tensor of a batch, of which each process gives its part."""
        if len(shape) != len(parts):
            return shape
        return tuple(n * count for n, count in zip(shape, parts, strict=True))

    def wholes(self, own: Sequence[Any], parts: Sequence[Slice]) -> list:
        """The arrays of which this process has these parts."""
        found = []
        for array, part in zip(own, parts, strict=True):
            if not isinstance(array, jax.Array):
                array = to_device(array, self.device)
            elif array.devices() != {self.device}:
                array = jax.device_put(array, self.device)
            if array.shape != part.own:
                raise RuntimeError(
                    f"A Tensor of shape {array.shape} is given where each process has a part of "
                    f"shape {part.own} of one of shape {part.shape}."
                )
            found.append(array_with_part(abstract(part.shape, array.dtype), part.place, array))
        return found

    def arguments(self, boxes: Sequence[Box | None], arrays: Sequence[Any]) -> list[Slice]:
        """How processes hold the arguments of compiled code.

        Results of such code are what they were. The rest are the Tensors of a batch, of which each
        process gives a part, or the whole, as was set.

        Raises:
            RuntimeError: a strategy that was given for them does not fit.
        """
        known = [None if b is None else slice_of(b) for b in boxes]
        known = [
            part if part is not None and part.own == array.shape else None
            for part, array in zip(known, arrays, strict=True)
        ]
        loose = [a.shape for a, part in zip(arrays, known, strict=True) if part is None]
        given = iter(self.batch_slices(loose))
        return [next(given) if part is None else part for part in known]

    def batch_slices(self, shapes: Sequence[tuple[int, ...]]) -> list[Slice]:
        """How processes hold the Tensors of a batch, of which each gives these shapes."""
        sharing = devices.sharing()
        if sharing.inputs is not None and shapes:
            return _as_told(self, sharing.inputs, tuple(shapes))
        if sharing.whole:
            return [self.whole(shape) for shape in shapes]
        return [
            Slice(self.cut, (shape[0] * self.in_stage, *shape[1:]), shape)
            if shape
            else self.whole(shape)
            for shape in shapes
        ]

    def whole(self, shape: tuple[int, ...]) -> Slice:
        """How processes hold an array of which each has the whole."""
        return Slice(self.everywhere, shape, shape)

    def stacked(self, length: int) -> Slice:
        """How processes hold an array that is made of what each has, of this length."""
        return Slice(self._each, (length * self.count,), (length,))

    def result(self, shape: tuple[int, ...]) -> Slice:
        """How processes hold a result: its part of the batch, or the whole."""
        sharing = devices.sharing()
        place = self.everywhere
        if shape and shape[0]:
            if sharing.batch is not None:
                cut = sharing.batch(shape, self)
                place = place if cut is None else cut
            elif not sharing.whole and shape[0] % self.in_stage == 0:
                place = self.cut
        return slice_at(place, shape)

    def compare(self, intent: str, fresh: Sequence[Box]) -> list[bool] | None:
        """Tell the other processes what this one has compiled and found in boxes.

        Args:
            intent: the program.
            fresh: boxes that no program has met yet.

        Returns:
            For each box whether all processes have the same values; None for another program.
        """
        sums = [checksum(b._value) for b in fresh]
        said = announce(self.world, f"{intent}\n{' '.join(map(str, sums))}")
        found = [text.partition("\n") for text in said.values()]
        if any(text[0] != intent for text in found):
            return None
        rows = [text[2].split() for text in found]
        if any(len(row) != len(fresh) for row in rows):
            return None
        return [len(set(column)) == 1 for column in zip(*rows, strict=True)]

    def of_first(self, own: Any) -> Any:
        """What the first process has where this one has `own`."""
        whole = as_part(own, self.world)
        with agreement.note(self.world, "the values of rank 0"), x64():
            found = _first(self.everywhere, own.shape[0] if own.ndim else 1)(whole)
            return found.addressable_data(0).reshape(own.shape)


@functools.lru_cache(maxsize=256)
def _as_told(together: Ranks, inputs: Callable, shapes: tuple[tuple[int, ...], ...]) -> list[Slice]:
    """How processes hold the Tensors of a batch for which strategies were given."""
    return [
        Slice(place, together.whole_shape(own, parts_at(place, len(own))), own)
        for place, own in zip(inputs(list(shapes), together), shapes, strict=True)
    ]


@functools.cache
def _first(everywhere: NamedSharding, count: int) -> Callable:
    return jax.jit(lambda x: x[:count], out_shardings=everywhere)


@functools.cache
def _everywhere(everywhere: NamedSharding) -> Callable:
    return jax.jit(lambda x: x, out_shardings=everywhere)


def ranks() -> Ranks | None:
    """The processes whose compiled code is one program; None where each works for itself.

    Raises:
        ValueError: as for `devices.shared`.
    """
    if not devices.strategic() or not launch.several():
        return None
    launch.start()
    where = launch.place()
    if where is None or where.size == 1:
        return None
    together = tuple(mesh_of(tuple(range(where.size))).devices.flat)
    return _arranged(together, devices.stages_of(len(together)))


@functools.cache
def _arranged(together: tuple, stages: int) -> Ranks:
    return Ranks(together, stages)


def arrangement() -> devices.Devices | None:
    """The devices that run compiled code together, of this process or of all."""
    return devices.shared() if not launch.several() else ranks()


def whole_of(held: Box) -> Any:
    """The whole of which a box has a part; all processes have to ask for it."""
    part = cut_of(held)
    if part is None:
        return held._value
    together = _arranged(tuple(mesh_of(tuple(range(part.place.mesh.size))).devices.flat), 1)
    (whole,) = together.wholes([held._value], [part])
    with agreement.note(together.world, f"putting together a Tensor of shape {part.shape}"), x64():
        return _everywhere(together.everywhere)(whole).addressable_data(0)


def settle(boxes: Iterable[tuple[Box, Slice]]) -> None:
    """Leave of each box what this process has of it, for good."""
    for held, part in boxes:
        if held._value.shape == part.shape and part.cut:
            held._data = _own(held._value, part)
            STATE.bump()
        note(held, part)
