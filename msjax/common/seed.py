"""Global and per-operation seeds."""

from __future__ import annotations

from msjax._core.tensor.random import get_seed, set_seed

__all__ = ["get_seed", "set_seed"]

_MODULUS = 2**31 - 1
_STEP = 533697028
_ZERO_SEED = 87654321
_counters: dict[tuple[str, int], int] = {}


def _get_graph_seed(op_seed: int | None, kernel_name: str) -> tuple[int, int]:
    """The pair of seeds of the next call of a random operation: the global one and a moving one."""
    if get_seed() is None and not op_seed:
        return 0, 0
    op_seed = op_seed or 0
    seed = get_seed()
    first = _ZERO_SEED if not seed else seed
    key = (kernel_name, op_seed)
    second = _counters.get(key, op_seed)
    _counters[key] = (second + _STEP) % _MODULUS
    return first % _MODULUS, second % _MODULUS
