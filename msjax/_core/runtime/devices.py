"""Several devices for one process: batches are cut over them, everything else is on all of them.

Where a data-parallel mode is on and the process is alone, compiled code becomes one program for all
its devices. XLA's partitioner divides the work by where the inputs are, so results do not depend
on it. Processes that work together have one device each, and nothing here concerns them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

from msjax._core.base.box import Box
from msjax._core.base.x64 import to_device
from msjax._core.runtime import context, launch

AXIS = "devices"

_wanted = False


def share(on: bool) -> None:
    """Say whether batches are to be cut over the devices of this process."""
    global _wanted
    _wanted = on


def shared() -> Devices | None:
    """The devices that share the work of this process; None where one does all of it.

    Starts JAX's backend, if sharing was asked for.
    """
    if not _wanted or launch.several():
        return None
    devices = context.local_devices()
    if len(devices) == 1:
        return None
    if context.device() is not None:
        context.remark(
            "one device",
            f"The program has chosen {context.device()}, which does all the work; without "
            f"'device_id' and 'jax.default_device' {len(devices)} devices share it.",
        )
        return None
    return _together(tuple(devices))


@functools.cache
def _together(devices: tuple) -> Devices:
    return Devices(devices)


class Devices:
    """An arrangement of devices, and what is placed on it.

    Args:
        devices: two or more of JAX's devices.
    """

    def __init__(self, devices: Sequence[Any]):
        mesh = Mesh(np.array(devices), (AXIS,))
        self.count = len(devices)
        self.everywhere = NamedSharding(mesh, PartitionSpec())
        self.cut = NamedSharding(mesh, PartitionSpec(AXIS))

    def divide(self, shape: tuple[int, ...]) -> bool:
        """Whether an array of a shape can be cut along its first dimension."""
        return bool(shape) and shape[0] > 0 and shape[0] % self.count == 0

    def batch(self, arrays: Iterable[Any]) -> list:
        """Arguments, cut along their first dimensions where these can be divided by the devices.

        Arrays that are on several devices stay as they are.
        """
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
        if len(lengths) == 1 and not cuts and max(lengths) > self.count:
            context.remark(
                "undivided",
                f"A batch of {lengths.pop()} cannot be divided by {self.count} devices: each "
                "computes all of it. Results are the same; choose another batch size, or "
                "drop_remainder=True, to share the work.",
            )
        return placed

    def settle(self, boxes: Iterable[Box]) -> None:
        """Put what compiled code reads by name on all devices, for good."""
        for each in boxes:
            if each._view is None and _is_loose(each._data):
                each._data = self._copied(each._data)

    def sharding_of(self, held: Box) -> Any:
        """Where the values of a box are, or will be when they have been put on all devices."""
        return self.everywhere if _is_loose(held._data) else held._data.sharding

    def _copied(self, array: Any) -> Any:
        """On all devices; placing alone would share memory with an array that others may hold."""
        if isinstance(array, np.ndarray):
            return to_device(array, self.everywhere)
        return jax.device_put(jnp.array(array, copy=True), self.everywhere)


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
