"""Collectives whose parts differ in length along the first axis.

XLA's take parts of one length, so parts are filled up to the longest and cut again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.runtime.groups import get_group_size, get_rank
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import transfers
from msjax.kernels.shape.joining import concat


def lengths(arg: str, given: Sequence[int] | None, tensor: Tensor, group: str) -> list[int]:
    """Lengths of the parts of a Tensor's first axis, one for each process: equal, if not given."""
    count, whole = get_group_size(group), tensor.shape[0]
    if not given:
        if whole % count:
            raise ValueError(must(arg, f"given, as {count} does not divide {whole}", given))
        return [whole // count] * count
    if len(given) != count or sum(given) != whole or min(given) < 0:
        expected = str([whole]) if count == 1 else f"{count} lengths whose sum is {whole}"
        raise ValueError(must(arg, expected, given))
    return list(given)


def _filled(part: Array, length: int) -> Array:
    return jnp.pad(part, [(0, length - part.shape[0])] + [(0, 0)] * (part.ndim - 1))


@op(label="AlltoAllV")
def _rows(parts: Arrays, length: int):
    """Parts of one length each, one after the other."""
    return jnp.concatenate([_filled(p, length) for p in parts])


@op(label="AlltoAllV")
def _cut(parts: Arrays, lengths: tuple):
    """The beginnings of the parts, joined."""
    return jnp.concatenate([p[:n] for p, n in zip(parts, lengths, strict=True)])


def split(x: Tensor, lengths: Sequence[int]) -> list[Tensor]:
    """Parts of the given lengths along the first axis."""
    starts = [0, *accumulate(lengths)]
    return [x[a:b] for a, b in zip(starts, starts[1:], strict=False)]


def _joined(x: Tensor, lengths: Sequence[int], longest: int) -> Tensor:
    parts = split(x, [longest] * len(lengths))
    return call(_cut)(parts, tuple(lengths))


def all_gather(x: Tensor, lengths: Sequence[int], group: str) -> Tensor:
    """All processes' Tensors, of given lengths, joined.

    Raises:
        ValueError: this process's Tensor has another length.
    """
    longest, own = max(lengths), lengths[get_rank(group)]
    if x.shape[0] != own:
        raise ValueError(must("input", f"of the length {own} that is said", x.shape[0]))
    whole = transfers.all_gather(call(_rows)([x], longest), group)
    return _joined(whole, lengths, longest)


def reduce_scatter(x: Tensor, lengths: Sequence[int], op: str, group: str) -> Tensor:
    """This process's part, of its own length, of the reduction of all processes' Tensors."""
    longest = max(lengths)
    rows = call(_rows)(split(x, lengths), longest)
    mine = transfers.reduce_scatter(rows, op, group)
    return mine[: lengths[get_rank(group)]]


def all_to_all(x: Tensor, sent: Sequence[int], received: Sequence[int], group: str) -> Tensor:
    """What the processes send to this one, joined; it sends them parts of `x`.

    Raises:
        ValueError: a process sends more or less than another expects of it.
    """
    longest = _longest(sent, received, group)
    if get_group_size(group) == 1:
        return transfers.same(x)
    rows = call(_rows)(split(x, sent), longest)
    return _joined(transfers.all_to_all(rows, 0, 0, group), received, longest)


def _longest(sent: Sequence[int], received: Sequence[int], group: str) -> int:
    """Length of the longest part that a process of a group sends to another; all compare them."""
    count, own = len(sent), [[*sent, *received]]
    told = np.array(own if count == 1 else transfers.all_gather(Tensor(own), group).asnumpy())
    going, coming = told[:, :count], told[:, count:].T
    for sender, receiver in np.argwhere(going != coming):
        goes, comes = going[sender, receiver], coming[sender, receiver]
        text = f"sends {goes} elements to rank {receiver}, which expects {comes}"
        raise ValueError(Clause(f"rank {sender} of the group {text}."))
    return int(going.max())


def between_each(
    sources: Sequence[Tensor], shapes: Sequence[tuple[int, ...]], group: str
) -> tuple[Tensor, ...]:
    """What each process sends to this one, of given shapes, for one Tensor to each of them."""
    flat = call(concat)([source.reshape((-1,)) for source in sources])
    sizes = [math.prod(shape) for shape in shapes]
    came = all_to_all(flat, [source.size for source in sources], sizes, group)
    parts = zip(split(came, sizes), shapes, strict=True)
    return tuple(part.reshape(shape) for part, shape in parts)
