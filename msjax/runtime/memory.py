"""Memory of the current device; `msjax.hal` has the same for a device of choice."""

from __future__ import annotations

from msjax._core.runtime import queue


def max_memory_allocated() -> int:
    """Most bytes that arrays ever occupied (not on CPU)."""
    return queue.max_memory_allocated()


def max_memory_reserved() -> int:
    """Most bytes that the memory pool ever held (not on CPU)."""
    return queue.max_memory_reserved()


def memory_allocated() -> int:
    """Bytes that arrays occupy now."""
    return queue.memory_allocated()


def memory_reserved() -> int:
    """Bytes that the memory pool holds now (not on CPU)."""
    return queue.memory_reserved()


def memory_stats() -> dict[str, int]:
    """Bytes of device memory by kind, as far as the backend counts them; see `hal.memory_stats`."""
    return queue.memory_stats()


def memory_summary() -> str:
    """`memory_stats` as a table."""
    return queue.memory_summary()


def reset_max_memory_allocated() -> None:
    """Refused: XLA's counters cannot be reset."""
    queue.reset_max_memory_allocated()


def reset_max_memory_reserved() -> None:
    """Refused: XLA's counters cannot be reset."""
    queue.reset_max_memory_reserved()


def reset_peak_memory_stats() -> None:
    """Refused: XLA's counters cannot be reset."""
    queue.reset_peak_memory_stats()
