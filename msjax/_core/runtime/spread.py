"""Arrays of which each process of a group holds one part, and what the processes agree on first."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from msjax._core.base.interop import abstract, array_with_part, free_part, job_store
from msjax._core.base.x64 import to_device, x64
from msjax._core.runtime import ledger
from msjax._core.runtime.standoff import Need, waiting

AXIS = "ranks"  # of every mesh of processes
SPREAD = PartitionSpec(AXIS)
_PATIENCE = 600  # seconds in which the others must announce what they are about to do

_numbers: dict[tuple[int, ...], Any] = {}  # of what was announced, by the group's ascending ranks


@functools.cache
def mesh_of(ranks: tuple[int, ...]) -> Mesh:
    """One device of each process, in the order of their ranks in the group."""
    first: dict[int, Any] = {}
    for device in jax.devices():
        first.setdefault(device.process_index, device)
    return Mesh(np.array([first[rank] for rank in ranks]), (AXIS,))


@functools.cache
def _parts_of(mesh: Mesh) -> tuple[Any, NamedSharding]:
    """This process's device in a mesh of processes, and where the parts of arrays are.

    Executables look for the object that they met before.
    """
    return mesh.local_devices[0], NamedSharding(mesh, SPREAD)


class Part:
    """Arrays of one shape and dtype as this process's parts of arrays over some processes.

    Args:
        ranks: of the processes, in the order of the parts.
        shape: of a part; numbers become parts of length 1.
        dtype: of the elements.

    Attributes:
        whole: what JAX knows of the arrays.
    """

    def __init__(self, ranks: tuple[int, ...], shape: tuple[int, ...], dtype: Any):
        self._device, self._places = _parts_of(mesh_of(ranks))
        self._number = not shape
        length, *rest = shape or (1,)
        self.whole = abstract((len(ranks) * length, *rest), dtype)

    def of(self, own: Any) -> Any:
        """The array of which `own`, of JAX or NumPy, is this process's part."""
        if isinstance(own, np.ndarray):  # a random state that was set and not yet drawn from
            own = to_device(own, self._device)
        if self._number:
            with x64():
                own = own.reshape((1,))
        if own.devices() != {self._device}:
            own = jax.device_put(own, self._device)
        return array_with_part(self.whole, self._places, own)


def as_part(own: Any, ranks: tuple[int, ...]) -> Any:
    """The array over some processes of which `own` is this process's part."""
    return _part(ranks, own.shape, own.dtype).of(own)


_part = functools.lru_cache(maxsize=4096)(Part)


def own_part(whole: Any, scalar: bool = False, free: bool = False) -> Any:
    """This process's part of an array; one that is `free` may go to other devices."""
    part = free_part(whole) if free else whole.addressable_data(0)
    if scalar:
        with x64():
            return part.reshape(())
    return part


def announce(ranks: tuple[int, ...], intent: str) -> dict[int, str]:
    """Tell the other processes of a group what this one is about to do; returns what all do.

    Raises:
        RuntimeError: a process says nothing for long, has ended, or calls something else.
    """
    members = tuple(sorted(ranks))  # who has them in another order is told so, not waited for
    number = next(_numbers.setdefault(members, itertools.count()))
    group = hashlib.sha1(repr(members).encode()).hexdigest()[:16]
    store, where = job_store(), f"msjax/intents/{group}/{number}"
    store.key_value_set(f"{where}/{jax.process_index()}", intent)
    said: dict[int, str] = {}
    for rank in ranks:
        need = Need(rank, intent.partition("\n")[0][:200], f"{where}/{rank}")
        try:
            with waiting(lambda need=need: [need]):
                said[rank] = awaited(
                    need.key, _PATIENCE, functools.partial(ledger.absent, rank, ranks)
                )
        except Absent as absent:
            raise RuntimeError(
                f"Rank {jax.process_index()} comes to {need.what}, but "
                f"{absent.args[0] or f'rank {rank} has not done so within {_PATIENCE} s'}; all "
                "processes of a group must call its collectives in the same order, with the same "
                "shapes."
            ) from None
    return said


class Absent(Exception):
    """What is waited for does not come; its argument says why, or None for lack of time."""


def awaited(
    key: str, seconds: int, absent: Callable[[], str | None], as_bytes: bool = False
) -> Any:
    """What another process puts into the store of the job.

    Args:
        key: where it will be.
        seconds: to wait for it.
        absent: asked now and then; says why it will not come, or None if it may.
        as_bytes: whether it is bytes and no text.

    Raises:
        Absent: it does not come.
    """
    store, kind = job_store(), "_bytes" if as_bytes else ""
    wait = getattr(store, f"blocking_key_value_get{kind}")
    look = getattr(store, f"key_value_try_get{kind}")
    reason, period = None, ledger.period()
    for _ in range(math.ceil(seconds / period)):
        try:
            return wait(key, int(1000 * period))
        except Exception:  # the class is the C++ runtime's
            reason = absent()
        if reason is not None:
            with contextlib.suppress(Exception):  # it may have come before there was a reason
                return look(key)
            break
    raise Absent(reason)
