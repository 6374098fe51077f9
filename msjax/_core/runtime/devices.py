"""Several devices for one process: batches are cut over them, everything else is on all of them.

Where a data-parallel mode is on and the process is alone, compiled code becomes one program for all
its devices. XLA's partitioner divides the work by where the inputs are, so results do not depend
on it. `slices.py` has what is different between processes with one device each.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

from msjax._core.base.box import Box
from msjax._core.base.x64 import to_device
from msjax._core.runtime import context, launch


@dataclasses.dataclass(frozen=True)
class Sharing:
    """What the devices of this process do together.

    Attributes:
        on: whether they run compiled code together.
        whole: whether each of them gets whole batches.
        strategic: whether strategies of operations and functions say how these are divided.
        stages: parts into which Parameters are cut, for pipelines.
        inputs: where the Tensors of a batch are, by their shapes and the devices, or None for a cut
            along the first dimension. Raises RuntimeError if that does not fit them.
        batch: where there are `inputs`, the place of a result of a shape that is cut as the first
            dimension of those is, or None if it cannot be.
        unheeded: what to say of other settings, which change nothing, when code is compiled for
            several devices.
    """

    on: bool = False
    whole: bool = False
    strategic: bool = False
    stages: int = 1
    inputs: Callable[[list[tuple[int, ...]], Devices], list[NamedSharding]] | None = None
    batch: Callable[[tuple[int, ...], Devices], NamedSharding | None] | None = None
    unheeded: tuple[str, ...] = ()


_sharing = Sharing()
_places: dict[int, NamedSharding] = {}  # of boxes that are not everywhere, by their ids
_traced: list[Devices] = []  # for which code is being traced, innermost last


def share(sharing: Sharing) -> None:
    """Say what the devices of this process do together from now on."""
    global _sharing
    _sharing = sharing


def sharing() -> Sharing:
    """What the devices do together."""
    return _sharing


def strategic() -> bool:
    """Whether strategies count."""
    return _sharing.on and _sharing.strategic


def put_at(held: Box, place: NamedSharding) -> None:
    """Let compiled code that devices run together keep the values of a box at a place."""
    if id(held) not in _places:
        weakref.finalize(held, _places.pop, id(held), None)
    _places[id(held)] = place


@contextlib.contextmanager
def tracing(together: Devices | None) -> Iterator[None]:
    """Context manager in which code is traced that these devices will run together."""
    if together is None:
        yield
        return
    for text in _sharing.unheeded:
        context.remark(text, text)
    _traced.append(together)
    try:
        yield
    finally:
        _traced.pop()


def dividing() -> Devices | None:
    """The devices that will run the code being traced as strategies say, if they do."""
    return _traced[-1] if _traced and strategic() else None


def shared() -> Devices | None:
    """The devices that share the work of this process; None where one does all of it.

    Starts JAX's backend, if sharing was asked for.

    Raises:
        ValueError: there are pipeline stages, in whose number the devices cannot be divided.
    """
    if not _sharing.on or launch.several():
        return None
    devices = context.local_devices()
    stages = stages_of(len(devices))
    if len(devices) == 1:
        return None
    if context.device() is not None:
        context.remark(
            "one device",
            f"The program has chosen {context.device()}, which does all the work; without "
            f"'device_id' and 'jax.default_device' {len(devices)} devices share it.",
        )
        return None
    return _together(tuple(devices), stages)


def stages_of(count: int) -> int:
    """Into how many stages so many devices are divided.

    Raises:
        ValueError: that is not possible.
    """
    stages = _sharing.stages if _sharing.strategic else 1
    if count % stages:
        raise ValueError(
            f"pipeline_stages={stages} does not divide the number of devices, {count}; "
            "leave it 1: PipelineCell runs a batch in parts all the same."
        )
    return stages


@functools.cache
def _together(devices: tuple, stages: int) -> Devices:
    return Devices(devices, stages)


class Devices:
    """An arrangement of devices, and what is placed on it.

    Args:
        devices: two or more of JAX's devices.
        stages: parts into which Parameters are cut along their first dimension, by devices that
            are far from each other.
    """

    def __init__(self, devices: Sequence[Any], stages: int = 1):
        self.devices, self.count = tuple(devices), len(devices)
        self.stages, self.in_stage = stages, len(devices) // stages
        self.lengths = _factors(self.count)
        self.axes = tuple(f"devices{i}" for i in range(len(self.lengths)))
        self.mesh = Mesh(np.array(devices).reshape(self.lengths), self.axes)
        self.everywhere = NamedSharding(self.mesh, PartitionSpec())
        self.cut = NamedSharding(self.mesh, PartitionSpec(self.axes))
        mesh, axes = self.arranged((stages, self.in_stage))
        self.by_stage = NamedSharding(mesh, PartitionSpec(axes[0]))

    def arranged(self, matrix: Sequence[int]) -> tuple[Mesh, list[tuple[str, ...]]]:
        """The devices in a matrix, row by row: a mesh and the axes of it that each length has.

        It is the mesh of everything else if its axes allow that: XLA moves arrays between meshes
        where it need not.
        """
        left, found = list(zip(self.axes, self.lengths, strict=True)), []
        for length in reversed(matrix):
            taken: list[str] = []
            while length > 1 and left and length % left[-1][1] == 0:
                name, factor = left.pop()
                taken.insert(0, name)
                length //= factor
            if length > 1:
                names = [f"axis{i}" for i in range(len(matrix))]
                own = Mesh(np.array(self.devices).reshape(matrix), names)
                return own, [(name,) for name in names]
            found.insert(0, tuple(taken))
        return self.mesh, found

    def whole_shape(self, shape: tuple[int, ...], parts: Sequence[int]) -> tuple[int, ...]:
        """The shape of a Tensor of a batch that is to be cut into parts, as it is given."""
        return shape

    def divide(self, shape: tuple[int, ...]) -> bool:
        """Whether an array of a shape can be cut along its first dimension."""
        return not _sharing.whole and bool(shape) and shape[0] > 0 and shape[0] % self.count == 0

    def batch(self, arrays: Iterable[Any]) -> list:
        """Arguments, cut along their first dimensions where these can be divided by the devices.

        Arrays that are on several devices stay as they are.
        """
        if _sharing.inputs is not None:
            return self._as_told(list(arrays))
        placed, cuts, lengths = [], False, set()
        for array in arrays:
            if not _is_loose(array):
                cuts = True
            elif self.divide(array.shape):
                array, cuts = jax.device_put(array, self.cut), True
            else:
                lengths.update(array.shape[:1])
                array = self._copied(array)
            placed.append(array)
        if not _sharing.whole and len(lengths) == 1 and not cuts and max(lengths) > self.count:
            context.remark(
                "undivided",
                f"A batch of {lengths.pop()} cannot be divided by {self.count} devices: each "
                "computes all of it. Results are the same; choose another batch size, or "
                "drop_remainder=True, to share the work.",
            )
        return placed

    def inputs(self, shapes: list[tuple[int, ...]]) -> list[NamedSharding | None]:
        """Where the Tensors of a batch are to be; None for those that are not cut.

        Raises:
            RuntimeError: a strategy that was given for them does not fit.
        """
        if _sharing.inputs is not None:
            return list(_sharing.inputs(shapes, self))
        return [self.cut if self.divide(shape) else None for shape in shapes]

    def _as_told(self, arrays: list) -> list:
        """Arguments where the strategy of the datasets wants its Tensors, if they can be these."""
        try:
            places: list = self.inputs([array.shape for array in arrays])
        except RuntimeError:  # a part of the program that takes other Tensors
            places = [None] * len(arrays)
        return [
            self._copied(array, place) if _is_loose(array) else array
            for array, place in zip(arrays, places, strict=True)
        ]

    def own_place(self, held: Box) -> NamedSharding | None:
        """Where a box is to be if not everywhere."""
        found = _places.get(id(held))
        if found is None and self.stages > 1 and held._is_parameter:
            shape = held._data.shape
            found = self.by_stage if shape and shape[0] % self.stages == 0 else None
        return found

    def settle(self, boxes: Iterable[Box]) -> None:
        """Put what compiled code reads by name on all devices, for good."""
        for each in boxes:
            if each._view is not None:
                continue
            place = self.own_place(each)
            if _is_loose(each._data):
                each._data = self._copied(each._data, place)
            elif place is not None and getattr(each._data, "sharding", place) != place:
                each._data = self._copied(each._data, place)

    def sharding_of(self, held: Box) -> Any:
        """Where the values of a box are, or will be when it has been settled."""
        place = self.own_place(held)
        if place is not None:
            return place
        return self.everywhere if _is_loose(held._data) else held._data.sharding

    def _copied(self, array: Any, place: Any = None) -> Any:
        """At a place, by default on all devices; placing alone would share memory with an array
        that others may hold.
        """
        place = self.everywhere if place is None else place
        if isinstance(array, np.ndarray):
            return to_device(array, place)
        return jax.device_put(jnp.array(array, copy=True), place)


def _factors(number: int) -> tuple[int, ...]:
    """The prime factors of a number."""
    for factor in range(2, number):
        if number % factor == 0:
            return (factor, *_factors(number // factor))
    return (number,)


def on_one(array: Any) -> Any:
    """The values of an array on one device, for what reads memory."""
    if isinstance(array, jax.core.Tracer) or _is_loose(array):
        return array
    return jax.device_put(array, min(array.devices(), key=lambda device: device.id))


def _is_loose(array: Any) -> bool:
    """Whether an array has not been placed on several devices."""
    if isinstance(array, jax.core.Tracer):
        return False
    if isinstance(array, jax.Array):
        return type(array.sharding) is SingleDeviceSharding
    return isinstance(array, np.ndarray)
