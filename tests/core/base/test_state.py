"""What a thread is doing, and what a frame of tracing remembers."""

from __future__ import annotations

import threading
import types

import pytest

import msjax as ms
from msjax._core.base.errors import TraceBreak
from msjax._core.base.state import STATE, Frame, Seen, _State, changed
from msjax._core.base.tape import Tape


@pytest.fixture
def state(monkeypatch):
    monkeypatch.setattr(_State, "slow", False)  # other tests may have begun to record for good
    monkeypatch.setattr(_State, "tape", None)
    monkeypatch.setattr(_State, "records", None)
    return _State()


def test_operations_are_slow_only_where_there_is_more_to_do(state):
    frame = Frame(None)
    assert not state.slow
    previous = state.enter(None, frame)
    assert state.slow and state.frame is frame
    inner = state.enter(None, None)
    assert not state.slow and state.frame is None
    state.leave(inner)
    assert state.slow and state.frame is frame
    state.leave(previous)
    assert not state.slow and state.frame is None


def test_casts_and_modes_make_operations_slow(state):
    assert state.set_cast("float16") is None
    assert state.slow and state.set_cast(None) == "float16"
    assert not state.slow
    assert state.set_modes(("mode",)) == ()
    assert state.slow and state.set_modes(()) == ("mode",)
    assert not state.slow


def test_recording_alone_is_told_apart(state):
    tape, frame = Tape(), Frame(None)
    assert state.records is None
    previous = state.enter(tape, None)
    assert state.slow and state.records is tape
    inner = state.enter(tape, frame)
    assert state.records is None
    state.leave(inner)
    state.set_cast("float16")
    assert state.records is None
    state.set_cast(None)
    state.set_modes(("mode",))
    assert state.records is None
    state.set_modes(())
    assert state.records is tape
    state.leave(previous)
    assert state.records is None


def test_every_thread_starts_anew(state):
    state.enter(None, Frame(None))
    found = []
    thread = threading.Thread(target=lambda: found.append((state.slow, state.frame)))
    thread.start()
    thread.join()
    assert found == [(False, None)]


def test_code_is_compiled_inside_capturing_frames_and_in_fallbacks(state):
    assert not state.compiled()
    outer = Frame(None, captures=True)
    previous = state.enter(None, Frame(outer))
    assert state.compiled()
    state.leave(previous)
    previous = state.enter(None, Frame(None))
    assert not state.compiled()
    state.fallback += 1
    assert state.compiled()
    state.leave(previous)


def test_changes_are_counted():
    before = STATE.version
    STATE.bump()
    assert STATE.version == before + 1


def test_containers_change_by_identity_and_order():
    one, other = [1], [1]
    assert not changed([one, other], [one, other])
    assert changed([one, other], [other, one]) and changed([one], [one, other])
    assert not changed({"a": one}, {"a": one})
    assert changed({"a": one}, {"a": other}) and changed({"a": one}, {"b": one})
    assert changed({"a": 1, "b": 2}, {"b": 2, "a": 1})


def test_a_cell_gets_its_attributes_back():
    part, table = [1, 2], {"a": 1}
    cell = types.SimpleNamespace(part=part, table=table, number=1)
    seen = Seen(cell)
    cell.number, cell.extra = 2, 3
    part.append(3)
    table["b"] = 2
    seen.restore()
    assert vars(cell) == {"part": [1, 2], "table": {"a": 1}, "number": 1}
    assert cell.part is part and cell.table is table


def test_a_frame_gives_written_boxes_their_contents_back():
    outside, frame = ms.Tensor([1.0]), Frame(None)
    data = outside._data
    previous = STATE.enter(None, frame)
    try:
        inside = ms.Tensor([2.0])
        for box in (outside, inside):
            frame.note_write(box)
        outside._data = inside._data
        assert frame.owns(inside) and not frame.owns(outside)
    finally:
        written = frame.restore()
        STATE.leave(previous)
    assert written == [(outside, inside._data)] and outside._data is data
    assert frame.restore() == []


def test_only_capturing_frames_learn_what_is_read():
    box, given = ms.Tensor([1.0]), ms.Tensor([2.0])
    outer = Frame(None, captures=True, inputs=[given])
    inner = Frame(outer)
    inner.note_read(box)
    inner.note_read(given)
    assert list(outer.found.values()) == [box] and inner.found == {}
    assert inner.foreign(box) and not Frame(None).foreign(box)


def test_views_are_read_through_their_base():
    base = ms.Tensor([[1.0, 2.0]])
    frame = Frame(None, captures=True)
    frame.note_read(base[0])
    assert list(frame.found.values()) == [base]


def test_breaks_reach_all_frames_around_and_can_be_taken_back():
    outer = Frame(None)
    inner = Frame(outer)
    kept = inner.breaks()
    error = inner.break_off("a reason")
    assert type(error) is TraceBreak and str(error) == "a reason"
    assert inner.broken is outer.broken is error
    inner.mend(kept)
    assert inner.broken is outer.broken is None
