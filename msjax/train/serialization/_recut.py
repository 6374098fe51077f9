"""Parameters that devices hold in parts, put together and cut another way."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.train.serialization._ranks import Part
from msjax.train.serialization._strategy import (
    Cut,
    cuts,
    overlap,
    owners,
    uncut,
    within,
)

Pieces = dict[int, np.ndarray]  # what devices hold of a Parameter, by their number


def both(
    rank: int, source_file: Any, target_file: Any
) -> tuple[dict[str, Cut] | None, dict[str, Cut] | None]:
    """Both strategies without the Parameters that the stage of the wanted rank does not have."""
    source, target = cuts(source_file), cuts(target_file)
    if not target:
        return source, target
    stage = rank // devices_of(target)
    elsewhere = {name for name, cut in target.items() if stage not in cut.stages}
    target = {name: cut for name, cut in target.items() if name not in elsewhere}
    if source is not None:
        source = {name: cut for name, cut in source.items() if name not in elsewhere}
    return source, target


def devices_of(strategy: dict[str, Cut] | None) -> int:
    """The number of devices of one stage."""
    return next(iter(strategy.values())).number() if strategy else 1


def all_devices_of(strategy: dict[str, Cut] | None) -> int:
    """The number of devices of all stages."""
    stages = {stage for cut in (strategy or {}).values() for stage in cut.stages}
    if stages != set(range(len(stages))):
        raise ValueError("The strategy file for pipeline parallel does not contains all stages.")
    return devices_of(strategy) * max(len(stages), 1)


def place_in_stage(rank: int, strategy: dict[str, Cut] | None) -> int:
    return rank % devices_of(strategy) if strategy else 0


def cut_anew(
    name: str, held: dict[int, Part], old: Cut | None, new: Cut | None, here: int
) -> Parameter:
    """What one device has of a Parameter under another strategy."""
    like, example = next(iter(held.values()))
    for value, file in held.values():
        if (value.shape, value.dtype) != (like.shape, like.dtype):
            raise ValueError(
                f"The parts of the Parameter '{name}' do not fit each other: {like.dtype} of shape "
                f"{like.shape} in {example}, but {value.dtype} of shape {value.shape} in {file}."
            )
    rank = len(like.shape)
    for cut in (old, new):
        if cut is not None and len(cut.axes) != rank:
            raise ValueError(
                f"The Parameter '{name}' of shape {like.shape} in {example} does not fit the "
                f"strategy, which has {len(cut.axes)} dimensions."
            )
    old, new = old or uncut(rank), new or uncut(rank)
    whole = old.whole(like.shape)
    if any(n % parts for n, parts in zip(whole, new.parts(), strict=True)):
        raise ValueError(
            f"The Parameter '{name}' of shape {whole} in {example} cannot be cut into "
            f"{new.parts()} parts."
        )
    arrays = {number: part.value.asnumpy() for number, part in held.items()}
    array = assembled(name, arrays, old, new.region(here, whole), whole)
    return Parameter(Tensor(array, like.dtype), name=name, requires_grad=like.requires_grad)


def assembled(
    name: str, arrays: Pieces, cut: Cut, wanted: tuple[slice, ...], whole: tuple[int, ...]
) -> np.ndarray:
    """A region of a Parameter, from what devices hold of it."""
    example = next(iter(arrays.values()))
    out = np.empty([s.stop - s.start for s in wanted], example.dtype)
    done: set[tuple[int, ...]] = set()
    for rank, array in arrays.items():
        region, place = cut.region(rank % cut.number(), whole), cut.place(rank % cut.number())
        common = overlap(region, wanted)
        if common is None or place in done:
            continue
        done.add(place)
        out[within(common, wanted)] = array.reshape([s.stop - s.start for s in region])[
            within(common, region)
        ]
    for rank in owners(cut, wanted, whole, 0):
        if cut.place(rank) not in done:
            raise ValueError(
                f"The checkpoint of rank {rank} is missing, which has a part of '{name}'."
            )
    return out
