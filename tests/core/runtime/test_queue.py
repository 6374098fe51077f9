"""Streams, events and memory of the device."""

import itertools

import jax
import pytest

from msjax import hal, runtime
from msjax._core.runtime import context

pytestmark = pytest.mark.usefixtures("fresh")


def test_streams_are_names_of_one_queue():
    stream = runtime.Stream()
    with runtime.StreamCtx(stream):
        assert runtime.current_stream() == stream
        event = stream.record_event()
    assert runtime.current_stream() == runtime.default_stream() != stream
    stream.wait_event(event)
    stream.wait_stream(runtime.default_stream())
    event.synchronize()
    stream.synchronize()
    assert event.query() is True and stream.query() is True
    assert repr(runtime.default_stream()) == (
        f"Stream(device_name={context.target()}, device_id:0, stream id:0)"
    )
    with pytest.raises(TypeError):
        assert stream == 3


def test_events_measure_the_work_between_them():
    work = jax.jit(lambda x: jax.lax.fori_loop(0, 300, lambda i, y: y @ y / 9.0, x))
    x = jax.numpy.full((120, 120), 0.1)
    work(x).block_until_ready()
    start, end = runtime.Event(enable_timing=True), runtime.Event(enable_timing=True)
    start.record()
    y = work(x)
    end.record()
    assert y.is_ready()
    assert start.elapsed_time(end) > 1.0
    with pytest.raises(RuntimeError, match="enable_timing"):
        start.elapsed_time(runtime.Event())


def test_memory():
    x = jax.numpy.zeros((1000, 1000), "float32").block_until_ready()
    stats = hal.memory_stats()
    assert stats == runtime.memory_stats()
    assert "Allocated memory" in runtime.memory_summary() == hal.memory_summary()
    runtime.empty_cache()
    if context.target() != "CPU":
        assert runtime.max_memory_allocated() >= runtime.memory_allocated() >= x.nbytes
        with pytest.raises(NotImplementedError, match="cannot be reset"):
            hal.reset_peak_memory_stats()
        return
    # As MindSpore 2.10 reports for its CPU.
    pool = {"block_unit_size": 0, "block_counts": 0, "blocks_info": {}}
    for name in ("common_mem_pool_stats", "persistent_mem_pool_stats"):
        assert stats.pop(name) == pool
    kinds = ("reserved", "allocated", "idle", "eager_free")
    assert stats == dict.fromkeys(
        [f"total_{k}_memory" for k in kinds] + ["max_reserved_memory", "max_allocated_memory"], 0
    )
    for name in ("memory_allocated", "memory_reserved"):
        for module, prefix in itertools.product((hal, runtime), ("", "max_")):
            assert getattr(module, prefix + name)() == 0
        assert getattr(hal, f"reset_max_{name}")("CPU") is None
    assert runtime.reset_peak_memory_stats() is None


@pytest.mark.parametrize(
    ("target", "error"), [("XX", ValueError), (3, TypeError), ("TPU", ValueError)]
)
@pytest.mark.parametrize("name", ["memory_stats", "memory_reserved", "reset_peak_memory_stats"])
def test_memory_of_no_device(name, target, error):
    if target == context.target():
        pytest.skip("there is one")
    with pytest.raises(error, match="device_target|backend is not available"):
        getattr(hal, name)(target)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("Stream(1.5)", "priority"),
        ("Stream(stream=3)", "the argument 'stream' should be Stream, but got"),
        ("Stream().record_event(3)", "the argument 'event' should be Event, but got"),
        ("Stream().wait_event(3)", "the argument 'event' should be Event, but got"),
        ("Stream().wait_stream(3)", "the argument 'stream' should be Stream, but got"),
        ("Event(1)", "enable_timing"),
        ("Event().record(3)", "the argument 'stream' should be Stream, but got"),
        ("Event().elapsed_time(3)", "the argument 'end_event' should be Event, but got"),
        ("StreamCtx(3)", "the argument 'ctx_stream' should be Stream, but got"),
        ("set_cur_stream(3)", "the argument 'stream' should be Stream, but got"),
    ],
)
def test_what_is_no_stream_or_event_is_refused(call, text):
    with pytest.raises(TypeError, match=text):
        eval(call, vars(runtime))


def test_numbers_of_streams():
    one, other = runtime.Stream(), runtime.Stream()
    assert one != other and hash(one) != hash(other)
    assert runtime.Stream(stream=one) == one == runtime.Stream(stream_id=one.id)
    assert runtime.communication_stream() == runtime.default_stream()


@pytest.mark.parametrize(
    "call",
    [
        "memory_replay('x')",
        "get_device_limit(0)",
        "set_device_limit(0)",
        "get_stream_limit(Stream())",
        "set_stream_limit(Stream())",
        "reset_stream_limit(Stream())",
        "StreamLimitCtx(Stream())",
        "PluggableAllocator('a', 'b', 'c')",
        "MemPool(None)",
        "use_mem_pool(None)",
    ],
)
def test_not_supported_names_the_alternative(call):
    with pytest.raises(NotImplementedError, match="is not supported by msjax; "):
        eval(call, vars(runtime))
