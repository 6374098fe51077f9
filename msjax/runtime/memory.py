"""Memory of the current device; `msjax.hal` has the same for a device of choice."""

from __future__ import annotations

from typing import Any

from msjax._core.runtime import queue


def max_memory_allocated() -> int:
    """Most bytes that arrays ever occupied (0 on CPU).

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.max_memory_allocated() >= 0
        True
    """
    return queue.max_memory_allocated()


def max_memory_reserved() -> int:
    """Most bytes that the memory pool ever held (0 on CPU).

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.max_memory_reserved() >= 0
        True
    """
    return queue.max_memory_reserved()


def memory_allocated() -> int:
    """Bytes that arrays occupy now (0 on CPU).

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.memory_allocated() >= 0
        True
    """
    return queue.memory_allocated()


def memory_reserved() -> int:
    """Bytes that the memory pool holds now (0 on CPU).

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.memory_reserved() >= 0
        True
    """
    return queue.memory_reserved()


def memory_stats() -> dict[str, Any]:
    """Bytes of device memory by kind; see `hal.memory_stats`."""
    return queue.memory_stats()


def memory_summary() -> str:
    """`memory_stats` as a table.

    Returns:
        str of several lines.

    Examples:
        >>> import msjax as ms
        >>> isinstance(ms.runtime.memory_summary(), str)
        True
    """
    return queue.memory_summary()


def reset_max_memory_allocated() -> None:
    """Forget the peak; refused where there is one, as XLA keeps it. None on CPU.

    Raises:
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.reset_max_memory_allocated()
    """
    queue.reset_max_memory_allocated()


def reset_max_memory_reserved() -> None:
    """Forget the peak; refused where there is one, as XLA keeps it. None on CPU.

    Raises:
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.reset_max_memory_reserved()
    """
    queue.reset_max_memory_reserved()


def reset_peak_memory_stats() -> None:
    """Forget the peak; refused where there is one, as XLA keeps it. None on CPU.

    Raises:
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.reset_peak_memory_stats()
    """
    queue.reset_peak_memory_stats()
