"""Proof that the processes of a group call the same collectives, a part of each call.

XLA does not look: a sum of ten numbers here and of five there gives wrong numbers, or ends a
process. So what processes run together also takes and returns a token, three numbers in each of
them: a checksum of all calls up to this one, whether it was ever another elsewhere, and what this
process called then. One collective tells all of them alike: up to `_CROWD` processes give each
other a block of one size, whatever they call, in which small data travels with the checksum; more
of them find the greatest checksum. On a CPU all that would follow is left out once processes
differ, further proofs too, as the library would end some of them and others would wait for a call
that does not come; elsewhere such a condition would have the device wait for Python. `host_values`
looks at the tokens before Python sees the values of a Tensor.
"""

from __future__ import annotations

import functools
import itertools
import os
import threading
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.interop import job_store
from msjax._core.base.x64 import x64
from msjax._core.runtime import ledger
from msjax._core.runtime.spread import AXIS, SPREAD, as_part, mesh_of
from msjax._core.runtime.standoff import Need, needs_of, waiting

_FACTOR = 1_000_003  # odd, so that no call is forgotten
_CALL, _TURN, _BRANCH = (kind << 30 for kind in range(3))  # what a number stands for
_VALUE = (1 << 30) - 1
_ROOM = 1024  # bytes of data that travel with a proof
_CROWD = 8  # processes up to which they do, as each gets those of all
_FEW = 64  # calls that are not looked at before one more is made
_ASKED = 40  # looks for what others say, within four periods of the ledger
_SHELF = "msjax/differs"


class _Open(NamedTuple):
    """A call that nobody has looked at."""

    ranks: tuple[int, ...]
    token: Any
    call: str


_tokens: dict[tuple[int, ...], Any] = {}  # of each group, after its last call
_open: deque[_Open] = deque()
_lock = threading.RLock()  # a handler of a signal may read a Tensor within a look


def _enter_child() -> None:
    """Let a process that was forked from one of a group look at nothing."""
    global _lock
    _lock = threading.RLock()  # the old one may be held for good
    _open.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_enter_child)


# -- in code that is traced for all processes of a group -------------------------------------------


def number_of(call: str) -> int:
    """The number that stands for a call."""
    return zlib.crc32(call.encode()) & _VALUE | _CALL


def room(processes: int) -> int:
    """How many bytes of data travel with a proof among so many processes."""
    return _ROOM if processes <= _CROWD else 0


def after(token: Any, number: Any) -> Any:
    """The token after a call, or a choice, that all have to make alike."""
    return after_exchange(token, number, jnp.zeros(0, jnp.uint8))[0]


def after_exchange(token: Any, number: Any, data: Any) -> tuple[Any, Any]:
    """The token after a call, and the bytes that each process gave to it, row by row.

    Args:
        token: the one before.
        number: stands for the call.
        data: bytes of this process, at most `room` of them.
    """
    number = jnp.asarray(number, jnp.uint32).reshape((1,))
    own, differed, said = token[:1] * jnp.uint32(_FACTOR) + number, token[1:2], token[2:]
    if room(jax.lax.axis_size(AXIS)):
        sums = jax.lax.bitcast_convert_type(own, jnp.uint8).reshape(-1)
        block = jnp.concatenate([sums, data, jnp.zeros(_ROOM - data.size, jnp.uint8)])
        blocks = if_agreed(token, lambda block: jax.lax.all_gather(block, AXIS), block)
        differs = (blocks[:, : sums.size] != sums).any(keepdims=True).reshape((1,))
        found = blocks[:, sums.size : sums.size + data.size]
    else:
        both = jnp.concatenate([own, ~own])  # whose greatest are its own only if all are the same
        greatest = if_agreed(token, lambda both: jax.lax.pmax(both, AXIS), both)
        differs = (greatest != both).any(keepdims=True)
        found = data[None]
    differs = differed | differs.astype(jnp.uint32)
    return jnp.concatenate([own, differs, jnp.where(differed == 0, number, said)]), found


def after_turns(token: Any, turns: Any, more: Any) -> tuple[Any, Any]:
    """The token after asking whether a loop goes on, and whether it does."""
    token = after(token, jnp.uint32(_TURN) + 2 * turns + more.astype(jnp.uint32))
    return token, more & _agrees(token)


def after_choice(token: Any, index: Any) -> tuple[Any, Any]:
    """The token after choosing a branch, and the branch that is taken."""
    token = after(token, jnp.uint32(_BRANCH) + index.astype(jnp.uint32))
    return token, jnp.where(_agrees(token), index, jnp.zeros_like(index))


def _agrees(token: Any) -> Any:
    return token[1] == 0


def if_agreed(token: Any, step: Callable, *values: Any) -> Any:
    """`step(*values)`; on a CPU zeros once the processes differ."""
    if jax.default_backend() != "cpu":
        return step(*values)
    found = jax.eval_shape(step, *values)

    def nothing(*_: Any) -> Any:
        return jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), found)

    return jax.lax.cond(_agrees(token), step, nothing, *values)


# -- between calls ---------------------------------------------------------------------------------


def token_of(ranks: tuple[int, ...]) -> Any:
    """What the next call of a group takes, an array over its processes."""
    token = _tokens.get(ranks)
    if token is None:
        with x64():
            token = _tokens[ranks] = as_part(jnp.zeros(3, jnp.uint32), ranks)
    return token


def keep(ranks: tuple[int, ...], token: Any, call: str) -> None:
    """Keep what a call returned, for the next one and to look at."""
    _tokens[ranks] = token
    if len(_open) >= _FEW:
        look()
    _open.append(_Open(ranks, token, call))


def note(ranks: tuple[int, ...], call: str) -> ledger.Course:
    """Agree on a call of code that takes no token; returns what `ledger.note` does."""
    course = ledger.note(ranks, call)
    with course:
        prove(ranks, call)
    return course


def prove(ranks: tuple[int, ...], call: str) -> None:
    """Agree on such a call, which the ledger has."""
    keep(ranks, _asking(ranks)(token_of(ranks), _number(ranks, call)), call)


@functools.lru_cache(maxsize=1024)
def _number(ranks: tuple[int, ...], call: str) -> Any:
    with x64():
        return as_part(jnp.asarray([number_of(call)], jnp.uint32), ranks)


@functools.cache
def _asking(ranks: tuple[int, ...]) -> Callable:
    return jax.jit(
        jax.shard_map(
            after, mesh=mesh_of(ranks), in_specs=SPREAD, out_specs=SPREAD, check_vma=False
        )
    )


def host_values(array: Any) -> np.ndarray:
    """The values of an array, if all processes have called what it was computed by.

    Raises:
        RuntimeError: the processes of a group have called different collectives.
    """
    if _open and not _is_ready(array):
        with waiting(_needs):
            values = np.asarray(array)
    else:
        values = np.asarray(array)
    if _open:
        look()
    return values


def wait_for(arrays: Any) -> None:
    """Wait for arrays that Python decides by, or hands to others, as `host_values` does.

    Raises:
        RuntimeError: the processes of a group have called different collectives.
    """
    if _open:
        if not all(map(_is_ready, jax.tree.leaves(arrays))):
            with waiting(_needs):
                jax.block_until_ready(arrays)
        look()


def _is_ready(array: Any) -> bool:
    return not isinstance(array, jax.Array) or array.is_ready()


def _needs() -> list[Need]:
    """Who has to come to which calls before those that have not ended can do so."""
    entries = tuple(_open)
    later = Counter(entry.ranks for entry in entries)
    needs: list[Need] = []
    groups = set()
    for entry in entries:
        ranks = entry.ranks
        later[ranks] -= 1
        if ranks in groups or entry.token.is_ready():
            continue
        groups.add(ranks)
        needs += needs_of(ranks, ledger.calls_in(ranks) - later[ranks], entry.call)
    return needs


def look() -> None:
    """Look at the calls that have ended: one that an array was computed by has.

    Raises:
        RuntimeError: the processes of a group have called different collectives.
    """
    with _lock:
        ended = list(itertools.takewhile(lambda entry: entry.token.is_ready(), tuple(_open)))
        last = {entry.ranks: entry for entry in ended}
        if not any(_difference(entry) for entry in last.values()):
            for entry in ended:
                if _open and _open[0] is entry:  # else a handler has looked meanwhile
                    _open.popleft()
            return
        first = next(entry for entry in ended if _difference(entry))  # nobody goes on after that
    raise RuntimeError(
        f"{_told(first)}; all processes of a group must call its collectives in the same order, "
        "with the same shapes."
    )


def _difference(entry: _Open) -> int | None:
    """What this process called when it differed from others; None if it has not."""
    try:
        _, differs, number = np.asarray(entry.token.addressable_data(0)).tolist()
    except Exception:  # the call failed, as its results say
        return None
    return number if differs else None


def _told(entry: _Open) -> str:
    """How this process and another differ; waits for the other to say it."""
    me, own = jax.process_index(), _described(entry)
    store = job_store()
    store.key_value_set(f"{_SHELF}/{me}", own, True)
    for _ in range(_ASKED):
        said = {int(k.rpartition("/")[2]): v for k, v in store.key_value_dir_get(_SHELF)}
        for rank in entry.ranks:
            if said.get(rank, own) != own:
                return f"rank {me} {own} where rank {rank} {said[rank]}"
        time.sleep(4 * ledger.period() / _ASKED)
    return f"rank {me} {own}, and another process does not"


def _described(entry: _Open) -> str:
    number = _difference(entry) or 0
    kind, value, program = number & ~_VALUE, number & _VALUE, entry.call.partition(" (")[0]
    if kind == _TURN:
        does = "goes on with" if value % 2 else "leaves"
        return f"{does} the loop around collectives in {program} after {value // 2} turns"
    if kind == _BRANCH:
        return f"takes branch {value} of a choice between collectives in {program}"
    return f"calls {entry.call}"


ledger.LOOKS.append(look)  # also for processes that ask for no values
