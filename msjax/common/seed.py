"""Global and per-operation seeds."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax._core.tensor.random import get_seed, seedings, set_seed

__all__ = ["get_seed", "set_seed"]

_MODULUS = 2**31 - 1
_STEP = 533697028
_ZERO_SEED = 87654321
_counters: dict[tuple[str, int], int] = {}
_counted = [0]  # how many calls of `set_seed` had been made when counting began


def _get_graph_seed(op_seed: int | None, kernel_name: str) -> tuple[int, int]:
    """The pair of seeds of the next call of a random operation: the global one and a moving one.

    Raises:
        TypeError: `op_seed` is not an int.
        ValueError: `op_seed` is negative.
    """
    seed = get_seed()
    if seed is None and not op_seed:
        return 0, 0
    op_seed = op_seed or 0
    validator.check_non_negative_int(op_seed, "seed", kernel_name)
    if seedings() != _counted[0]:
        _counted[0] = seedings()
        _counters.clear()
    first = 0 if seed is None else seed or _ZERO_SEED
    key = (kernel_name, op_seed)
    second = _counters.get(key, op_seed)
    _counters[key] = (second + _STEP) % _MODULUS
    return first % _MODULUS, second % _MODULUS
