"""Arrays that cross from process to process.

Each process of a group has one device in a mesh. A collective takes the process's own array as one
shard of an array over that mesh, runs a cached executable in which XLA moves the data, and hands
back the process's own shard of the result.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.errors import Clause, must
from msjax._core.base.x64 import x64
from msjax._core.runtime import agreement, launch, ledger
from msjax._core.runtime.groups import get_group_size, ranks_of
from msjax._core.runtime.spread import AXIS, SPREAD, Part, announce, mesh_of, own_part

Step = Callable[..., Any]
Settings = tuple[tuple[str, Any], ...]

_REDUCTIONS = {
    "sum": jax.lax.reduce_sum,
    "avg": jax.lax.reduce_sum,
    "max": jax.lax.reduce_max,
    "min": jax.lax.reduce_min,
    "prod": jax.lax.reduce_prod,
}


def check_reduction(op: str, dtype: Any) -> None:
    """Refuse what adds nothing up.

    Raises:
        RuntimeError: there is no such reduction.
        TypeError: it computes with numbers, and the elements are bools.
    """
    if op not in _REDUCTIONS:
        raise RuntimeError(must("op", f"one of {', '.join(_REDUCTIONS)}", f"'{op}'"))
    if dtype.kind == "b" and op not in ("max", "min"):
        raise TypeError(must("input_x", f"numbers for the reduction '{op}'", "bools"))


def _joined(x: Any) -> Any:
    """All shards, stacked along a new first axis."""
    return jax.lax.all_gather(x, AXIS)


def _reduced(stacked: Any, op: str, dtype: Any) -> Any:
    found = _REDUCTIONS[op](stacked, (0,))
    return (found / stacked.shape[0] if op == "avg" else found).astype(dtype)


def _all_reduce(x: Any, op: str, factor: float | None = None) -> Any:
    if factor is not None:
        return (_all_reduce(x, op).astype(jnp.float32) * jnp.float32(factor)).astype(x.dtype)
    if op in ("sum", "avg"):
        total = jax.lax.psum(x, AXIS)
        return (total / jax.lax.axis_size(AXIS)).astype(x.dtype) if op == "avg" else total
    if op in ("max", "min") and not jnp.iscomplexobj(x):
        extreme = {"max": jax.lax.pmax, "min": jax.lax.pmin}[op](_in_order(x, op), AXIS)
        return _out_of_order(extreme, x.dtype)
    return _reduced(_joined(x), op, x.dtype)


def _in_order(x: Any, op: str) -> Any:
    """Integers in the order of floating numbers, where -0.0 is less than 0.0 and nan the extreme.

    Libraries take two zeros for equal, and lose a nan or keep it as the processes' order has it.
    """
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return x
    bits = jax.lax.bitcast_convert_type(x, f"int{8 * x.dtype.itemsize}")
    bounds = jnp.iinfo(bits.dtype)
    extreme = jnp.asarray(bounds.max if op == "max" else bounds.min, bits.dtype)
    return jnp.where(jnp.isnan(x), extreme, _flipped(bits))


def _out_of_order(keys: Any, dtype: Any) -> Any:
    """The numbers that `_in_order` made integers of."""
    if not jnp.issubdtype(dtype, jnp.floating):
        return keys
    return jax.lax.bitcast_convert_type(_flipped(keys), dtype)


def _flipped(bits: Any) -> Any:
    """With the other order among negative numbers; twice is the number again."""
    return jnp.where(bits < 0, bits ^ jnp.asarray(jnp.iinfo(bits.dtype).max, bits.dtype), bits)


def _all_gather(x: Any) -> Any:
    return jax.lax.all_gather(x, AXIS, tiled=True)


def _reduce_scatter(x: Any, op: str) -> Any:
    # `psum_scatter` of XLA's CPU backend gives up on processes that are 30 s apart
    count = jax.lax.axis_size(AXIS)
    parts = x.reshape((count, x.shape[0] // count, *x.shape[1:]))
    return _reduced(jax.lax.all_to_all(parts, AXIS, 0, 0), op, x.dtype)


def _broadcast(x: Any, root: int) -> Any:
    bits = _as_bits(x)
    own = jnp.where(jax.lax.axis_index(AXIS) == root, bits, jnp.zeros_like(bits))
    return _from_bits(jax.lax.psum(own, AXIS), x.dtype)


def _as_bits(x: Any) -> Any:
    """Unsigned integers of the same bits: adding zeros to them changes nothing."""
    if x.dtype == jnp.bool_:
        return x.astype(jnp.uint8)
    if jnp.iscomplexobj(x):
        return _as_bits(jnp.stack([x.real, x.imag]))
    return jax.lax.bitcast_convert_type(x, f"uint{8 * x.dtype.itemsize}")


def _from_bits(bits: Any, dtype: Any) -> Any:
    if dtype == jnp.bool_:
        return bits.astype(dtype)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        real, imag = _from_bits(bits, jnp.finfo(dtype).dtype)
        return jax.lax.complex(real, imag)
    return jax.lax.bitcast_convert_type(bits, dtype)


def _all_to_all(x: Any, split: int, concat: int) -> Any:
    return jax.lax.all_to_all(x, AXIS, split, concat, tiled=True)


_STEPS: dict[str, Step] = {
    "all_reduce": _all_reduce,
    "all_gather": _all_gather,
    "reduce_scatter": _reduce_scatter,
    "broadcast": _broadcast,
    "all_to_all": _all_to_all,
}


def _travels(kind: str, x: Any, processes: int, settings: dict[str, Any]) -> bool:
    """Whether a collective is small enough to travel with its proof, and has the bits of XLA's.

    The order of a sum of more than two floating numbers is the library's own.
    """
    if x.dtype.kind not in "biufc" or x.size * x.dtype.itemsize > agreement.room(processes):
        return False
    adds = kind in ("all_reduce", "reduce_scatter") and settings["op"] not in ("max", "min")
    return processes == 2 or x.dtype.kind in "biu" or not adds


def _travelled(step: Step, x: Any, token: Any, number: int) -> tuple[Any, Any]:
    """This process's part of a collective that travels with its proof, and the token after it."""
    bits = _as_bits(x)
    token, given = agreement.after_exchange(token, number, _bytes(bits))
    parts = _from_bytes(given, bits.shape, bits.dtype)
    parts = jax.vmap(functools.partial(_from_bits, dtype=x.dtype))(parts)
    results = jax.vmap(step, axis_name=AXIS)(parts)
    return jax.lax.dynamic_index_in_dim(results, jax.lax.axis_index(AXIS), 0, False), token


def _bytes(bits: Any) -> Any:
    return jax.lax.bitcast_convert_type(bits, jnp.uint8).reshape(-1)


def _from_bytes(rows: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """Unsigned integers of the bytes in each row."""
    wide = () if dtype.itemsize == 1 else (dtype.itemsize,)
    return jax.lax.bitcast_convert_type(rows.reshape((rows.shape[0], *shape, *wide)), dtype)


def _executable(kind: str, ranks: tuple[int, ...], settings: Settings, call: str) -> Callable:
    step, number = functools.partial(_STEPS[kind], **dict(settings)), agreement.number_of(call)

    def run(x: Any, token: Any) -> Any:
        with x64():
            if _travels(kind, x, len(ranks), dict(settings)):
                return _travelled(step, x, token, number)
            token = agreement.after(token, number)
            return agreement.if_agreed(token, step, x), token

    run.__name__ = run.__qualname__ = kind
    mesh = mesh_of(ranks)
    return jax.jit(
        jax.shard_map(run, mesh=mesh, in_specs=SPREAD, out_specs=SPREAD, check_vma=False)
    )


class _Way:
    """How arrays of one shape and dtype cross in one collective, which all processes mean.

    The processes ask each other before it runs for the first time, as they have to compile the
    same; later each call does (`agreement`).

    Raises:
        RuntimeError: the processes of the group call different collectives.
        ValueError: the first axis is not divisible by the number of processes.
    """

    def __init__(
        self,
        ranks: tuple[int, ...],
        kind: str,
        shape: tuple[int, ...],
        dtype: Any,
        settings: Settings,
    ):
        if kind == "reduce_scatter" and (not shape or shape[0] % len(ranks)):
            text = f"of a first axis that is divisible by {len(ranks)}"
            raise ValueError(must("input_x", text, f"shape {tuple(shape)}"))
        told = ", ".join(f"{name}={value!r}" for name, value in settings)
        order = "" if list(ranks) == sorted(ranks) else f" among the ranks {list(ranks)}"
        self.call = f"{kind}({told}) of {dtype}{list(shape)}{order}"
        for rank, other in announce(ranks, self.call).items():
            if other != self.call:
                raise RuntimeError(
                    Clause(
                        "the processes of a group must call the same collective with the same "
                        f"shape and dtype, but rank {jax.process_index()} calls {self.call} and "
                        f"rank {rank} calls {other.splitlines()[0]}."
                    )
                )
        self.executable = _executable(kind, ranks, settings, self.call)
        self._ranks, self._part = ranks, Part(ranks, shape, dtype)
        self._number = not shape and kind != "all_gather"
        self._empty: tuple[int, ...] | None = None
        if 0 in shape:  # XLA's gather refuses such
            whole, _ = jax.eval_shape(self.executable, self._part.whole, agreement.token_of(ranks))
            length, *rest = whole.shape
            self._empty = (length // len(ranks), *rest)

    def through(self, x: Any) -> Any:
        """This process's part of the result."""
        if self._empty is not None:
            agreement.prove(self._ranks, self.call)
            with x64():
                return jnp.zeros(self._empty, x.dtype)
        whole, token = self.executable(self._part.of(x), agreement.token_of(self._ranks))
        agreement.keep(self._ranks, token, self.call)
        return own_part(whole, self._number, free=True)


@functools.cache
def _ways(ranks: tuple[int, ...]) -> Callable[..., _Way]:
    """The ways of a group, found by what `_Way` takes: those that it used last.

    Each group has its own, which its processes use in one order, so that all forget the same.
    """
    return functools.lru_cache(maxsize=1024)(functools.partial(_Way, ranks))


def partners(group: str) -> tuple[int, ...]:
    """The ranks among all processes of a group, of which this one is one, in the group's order.

    Raises:
        RuntimeError: this process is not in the group, or has not joined the others.
    """
    where = launch.place()
    if where is None and get_group_size(group) > 1:
        raise RuntimeError(
            Clause(f"RANK_SIZE tells of {get_group_size()} processes; call init() to join them.")
        )
    ranks, own = ranks_of(group), 0 if where is None else where.rank
    if own not in ranks:
        raise RuntimeError(Clause(f"rank {own} is not a member of group {group}."))
    return ranks


def exchange(kind: str, x: Any, ranks: tuple[int, ...], settings: Settings) -> Any:
    """This process's part of a collective's result.

    Args:
        kind: "all_reduce", "all_gather", "reduce_scatter", "broadcast" or "all_to_all".
        x: this process's array.
        ranks: of the processes, among all.
        settings: what the collective is told: `op`, `factor`, `root`, `split` and `concat`.

    Raises:
        RuntimeError: the processes call different collectives, or one has ended.
        ValueError: the first axis is not divisible by the number of processes.
    """
    if launch.member is not None and launch.member.left:
        ended = launch.member.left.intersection(ranks)
        if ended:
            raise RuntimeError(
                Clause(f"rank {min(ended)} has ended already and takes part in nothing more.")
            )
    way = _ways(ranks)(kind, x.shape, x.dtype, settings)
    with ledger.note(ranks, way.call):
        return way.through(x)


def within_program(kind: str, x: Any, settings: Settings) -> Any:
    """`exchange` among all processes, in code that is traced for all of them."""
    if x.ndim > 0:
        return _STEPS[kind](x, **dict(settings))
    if kind == "all_gather":
        return jax.lax.all_gather(x, AXIS)
    return _STEPS[kind](x.reshape((1,)), **dict(settings)).reshape(())
