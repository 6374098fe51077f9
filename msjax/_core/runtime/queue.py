"""Streams, events and memory of the device that JAX runs on.

JAX puts all work of a device into one queue in program order. That is a stricter order than any
that streams and events could ask for, so here they only need to keep their interface: every
Stream names the same queue, and waiting for an event adds nothing to an order that holds anyway.
"""

from __future__ import annotations

import gc
import itertools
import time
from typing import Any

from msjax._core.base.errors import unsupported
from msjax._core.base.validator import check_bool, check_is_int
from msjax._core.runtime import context

_ids = itertools.count(1)
_current: Stream | None = None


def synchronize() -> None:
    """Wait until the device has finished all work given to it.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.synchronize()
    """
    if not context.backend_started():
        return
    import jax

    for array in jax.live_arrays():
        array.block_until_ready()
    jax.effects_barrier()


def _idle() -> bool:
    if not context.backend_started():
        return True
    import jax

    return all(array.is_ready() for array in jax.live_arrays())


def _stream_error(func: str, arg: str, got: Any) -> TypeError:
    return TypeError(f"For '{func}', the argument '{arg}' should be Stream, but got {type(got)}.")


class Event:
    """A point in the device's queue.

    Args:
        enable_timing (bool): whether `elapsed_time` may be asked for. Default ``False``.
        blocking (bool): kept for compatibility. Default ``False``.

    Raises:
        TypeError: if an argument is no bool.

    Examples:
        >>> import msjax as ms
        >>> start, end = ms.runtime.Event(enable_timing=True), ms.runtime.Event(enable_timing=True)
        >>> start.record()
        >>> end.record()
        >>> start.elapsed_time(end) >= 0
        True
    """

    def __init__(self, enable_timing: bool = False, blocking: bool = False) -> None:
        check_bool(enable_timing, "enable_timing", "Event")
        check_bool(blocking, "blocking", "Event")
        self._timing, self._blocking = enable_timing, blocking
        self._recorded: float | None = None

    def record(self, stream: Stream | None = None) -> None:
        """Put the event behind all work so far; with timing, waits for that work."""
        if stream is not None and not isinstance(stream, Stream):
            raise _stream_error("record", "stream", stream)
        if self._timing:
            synchronize()
        self._recorded = time.perf_counter()

    def wait(self, stream: Stream | None = None) -> None:
        """Later work of the stream starts after the event: true of one queue as it is."""
        if stream is not None and not isinstance(stream, Stream):
            raise _stream_error("wait", "stream", stream)

    def synchronize(self) -> None:
        """Wait until the device has passed the event."""
        if self._recorded is not None:
            synchronize()

    def query(self) -> bool:
        """Whether the device has certainly passed the event."""
        return self._recorded is None or self._timing or _idle()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds between this event and a later one, both recorded with timing."""
        if not isinstance(end_event, Event):
            raise TypeError(
                "For 'elapsed_time', the argument 'end_event' should be Event, "
                f"but got {type(end_event)}."
            )
        for event in (self, end_event):
            if not event._timing or event._recorded is None:
                raise RuntimeError(
                    "For 'elapsed_time', both events must be made with enable_timing=True and be "
                    "recorded."
                )
        return (end_event._recorded - self._recorded) * 1000.0

    def __repr__(self) -> str:
        return (
            f"Event(enable_timing={int(self._timing)}, blocking:{int(self._blocking)}, "
            f"is_created:{int(self._recorded is not None)})"
        )


class Stream:
    """A name for the device's queue; work on all streams runs in program order.

    Args:
        priority (int): kept for compatibility. Default ``0``.
        **kwargs: `stream` (a Stream to name again) or `stream_id` (int).

    Raises:
        TypeError: if a number is no int.

    Examples:
        >>> import msjax as ms
        >>> stream = ms.runtime.Stream()
        >>> with ms.runtime.StreamCtx(stream):
        ...     y = ms.ops.add(1.0, 2.0)
        >>> stream.synchronize()
        >>> print(y)
        3.0
    """

    def __init__(self, priority: int = 0, **kwargs: Any) -> None:
        check_is_int(priority, "priority", "Stream")
        stream = kwargs.get("stream")
        if stream is not None and not isinstance(stream, Stream):
            raise _stream_error("Stream", "stream", stream)
        if "stream_id" in kwargs:
            check_is_int(kwargs["stream_id"], "stream_id", "Stream")
        fresh = stream.id if stream is not None else kwargs.get("stream_id")
        self.id: int = next(_ids) if fresh is None else fresh
        self.priority = priority

    @property
    def device_name(self) -> str:
        """The device target."""
        return context.target()

    @property
    def device_id(self) -> int:
        """Index of the device."""
        return context.get_context("device_id")

    def stream_id(self) -> int:
        """Number of the stream."""
        return self.id

    def record_event(self, event: Event | None = None) -> Event:
        """Record the event, or a new one, and return it."""
        event = Event() if event is None else event
        if not isinstance(event, Event):
            raise TypeError(
                f"For 'record_event', the argument 'event' should be Event, but got {type(event)}."
            )
        event.record(self)
        return event

    def wait_event(self, event: Event) -> None:
        """Later work starts after the event: true of one queue as it is."""
        if not isinstance(event, Event):
            raise TypeError(
                f"For 'wait_event', the argument 'event' should be Event, but got {type(event)}."
            )

    def wait_stream(self, stream: Stream) -> None:
        """Later work starts after the other stream's: true of one queue as it is."""
        if not isinstance(stream, Stream):
            raise _stream_error("wait_stream", "stream", stream)

    def synchronize(self) -> None:
        """Wait until the device has finished all work given to it."""
        synchronize()

    def query(self) -> bool:
        """Whether the device has finished all work given to it."""
        return _idle()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            raise _stream_error("__eq__", "other", other)
        return self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return (
            f"Stream(device_name={self.device_name}, device_id:{self.device_id}, "
            f"stream id:{self.id})"
        )


def default_stream() -> Stream:
    """The stream numbered 0.

    Returns:
        Stream.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.default_stream().query()
        True
    """
    return Stream(stream_id=0)


def current_stream() -> Stream:
    """The stream chosen by `set_cur_stream`, or the default one.

    Returns:
        Stream.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.current_stream().synchronize()
    """
    return default_stream() if _current is None else _current


def communication_stream() -> Stream:
    """The stream of collectives: in JAX the same queue, so the default stream.

    Returns:
        Stream.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.communication_stream().query()
        True
    """
    return default_stream()


def set_cur_stream(stream: Stream | None) -> None:
    """Choose the current stream; ``None`` changes nothing.

    Args:
        stream: Stream or None.

    Raises:
        TypeError: `stream` is neither.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.set_cur_stream(ms.runtime.default_stream())
    """
    global _current
    if stream is None:
        return
    if not isinstance(stream, Stream):
        raise _stream_error("set_cur_stream", "stream", stream)
    _current = stream


class StreamCtx:
    """Context manager: a stream is the current one inside the block.

    Args:
        ctx_stream (Stream): the stream, or ``None`` for no change.

    Raises:
        TypeError: if it is neither.

    Examples:
        >>> import msjax as ms
        >>> with ms.runtime.StreamCtx(ms.runtime.Stream()):
        ...     print(ms.ops.add(1.0, 2.0))
        3.0
    """

    def __init__(self, ctx_stream: Stream | None) -> None:
        if ctx_stream is not None and not isinstance(ctx_stream, Stream):
            raise _stream_error("StreamCtx", "ctx_stream", ctx_stream)
        self.stream = ctx_stream
        self.prev_stream: Stream | None = None

    def __enter__(self) -> None:
        if self.stream is not None:
            self.prev_stream = current_stream()
            set_cur_stream(self.stream)

    def __exit__(self, *exc: object) -> None:
        if self.stream is not None:
            set_cur_stream(self.prev_stream)


# ---------------------------------------------------------------- memory


def _device(device_target: str | None) -> Any:
    if device_target is not None:
        return context.local_devices(context.check_target(device_target))[0]
    return context.device() or context.local_devices()[0]


def memory_stats(device_target: str | None = None) -> dict[str, Any]:
    """Bytes of device memory as JAX's backend counts them; on CPU 0, as in MindSpore.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: the current one.

    Returns:
        dict with `total_reserved_memory`, `total_allocated_memory`, `total_idle_memory`,
        `total_eager_free_memory`, `max_reserved_memory` and `max_allocated_memory`; on CPU also
        `common_mem_pool_stats` and `persistent_mem_pool_stats` of pools without blocks.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.memory_stats("CPU")["total_allocated_memory"]
        0
    """
    device = _device(device_target)
    counted = device.memory_stats() or {}
    used = counted.get("bytes_in_use", 0)
    peak = counted.get("peak_bytes_in_use", 0)
    pool = counted.get("pool_bytes", used)
    found: dict[str, Any] = {
        "total_reserved_memory": pool,
        "total_allocated_memory": used,
        "total_idle_memory": pool - used,
        "total_eager_free_memory": 0,  # XLA's pool gives nothing back before it is asked
        "max_reserved_memory": counted.get("peak_pool_bytes", max(pool, peak)),
        "max_allocated_memory": peak,
    }
    if device.platform == "cpu":
        for name in ("common_mem_pool_stats", "persistent_mem_pool_stats"):
            found[name] = {"block_unit_size": 0, "block_counts": 0, "blocks_info": {}}
    return found


def memory_allocated(device_target: str | None = None) -> int:
    """Bytes that arrays occupy now; 0 on CPU.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        int.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.memory_allocated() >= 0
        True
    """
    return memory_stats(device_target)["total_allocated_memory"]


def max_memory_allocated(device_target: str | None = None) -> int:
    """Most bytes that arrays ever occupied; 0 on CPU.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        int.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.max_memory_allocated() >= 0
        True
    """
    return memory_stats(device_target)["max_allocated_memory"]


def memory_reserved(device_target: str | None = None) -> int:
    """Bytes that the memory pool holds now; 0 on CPU.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        int.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.memory_reserved() >= 0
        True
    """
    return memory_stats(device_target)["total_reserved_memory"]


def max_memory_reserved(device_target: str | None = None) -> int:
    """Most bytes that the memory pool ever held; 0 on CPU.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        int.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.max_memory_reserved() >= 0
        True
    """
    return memory_stats(device_target)["max_reserved_memory"]


def _size(count: int) -> str:
    units = ["B  ", "KB", "MB", "GB", "TB", "PB"]
    scale, i = float(count), 0
    while scale >= 768 * 1024 and i < len(units) - 1:
        count, scale, i = count // 1024, scale / 1024, i + 1
    return f"{count:6d} {units[i]}"


def memory_summary(device_target: str | None = None) -> str:
    """`memory_stats` as a table.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        str of several lines.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> "memory" in ms.hal.memory_summary().lower()
        True
    """
    rows = {
        "total_reserved_memory": "Reserved memory",
        "total_allocated_memory": "Allocated memory",
        "total_idle_memory": "Idle memory",
        "total_eager_free_memory": "Eager free memory",
        "max_reserved_memory": "Max reserved memory",
        "max_allocated_memory": "Max allocated memory",
    }
    stats = memory_stats(device_target)
    double = "=" * 45
    lines = [double, f" {'Memory summary':^43} ", double, f" {'Metric':<20} | {'Data':<20} "]
    for key, title in rows.items():
        lines += ["-" * 45, f" {title:<20} | {_size(stats[key]):<20} "]
    return "|" + "|\n|".join([*lines, double]) + "|\n"


def empty_cache() -> None:
    """Collect unreachable arrays. XLA keeps its pool: it never returns memory to the system.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.empty_cache()
    """
    gc.collect()
    context.remark(
        "empty_cache",
        "empty_cache drops unreachable arrays only; set XLA_PYTHON_CLIENT_ALLOCATOR=platform to "
        "let XLA return memory.",
        level=20,
    )


def _reset(name: str, device_target: str | None) -> None:
    if _device(device_target).memory_stats():
        raise unsupported(name, "XLA's peak counters cannot be reset; start a fresh process")


def reset_peak_memory_stats(device_target: str | None = None) -> None:
    """Forget the peaks; possible on CPU only.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.reset_peak_memory_stats()
    """
    _reset("reset_peak_memory_stats", device_target)


def reset_max_memory_reserved(device_target: str | None = None) -> None:
    """Forget the peak of reserved memory; possible on CPU only.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.reset_max_memory_reserved()
    """
    _reset("reset_max_memory_reserved", device_target)


def reset_max_memory_allocated(device_target: str | None = None) -> None:
    """Forget the peak of allocated memory; possible on CPU only.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.
        NotImplementedError: the device counts its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.reset_max_memory_allocated()
    """
    _reset("reset_max_memory_allocated", device_target)
