"""What the current thread is doing: recording gradients, tracing, or neither."""

from __future__ import annotations

import operator
import threading
import weakref
from collections.abc import Iterable
from typing import Any

import jax

from msjax._core.base.box import Box
from msjax._core.base.errors import TraceBreak
from msjax._core.base.tape import Tape


class _State(threading.local):
    """`slow` is true when an op has more to do than run; the other fields say what. If it is no
    more than recording, `records` is the tape, else None.
    `unrecorded` is true inside `no_grad` of eager code, where no gradients can be asked for,
    `stops` inside that of code that is traced, whose operations pass none on.

    The class attributes are the defaults of every thread.
    """

    slow: bool = False
    records: Tape | None = None
    tape: Tape | None = None
    frame: Frame | None = None
    cast: Any = None
    modes: tuple = ()
    version: int = 0
    calls: tuple = ()  # of networks that may be differentiated next, for `last_call`
    fallback: int = 0  # calls of compiled functions that run eagerly, one inside the other
    unrecorded: bool = False
    aside: tuple | None = None  # what to `leave` to when gradients are recorded again
    stops: bool = False
    packing: Any = None  # hooks for what operations keep for the backward pass
    unpacked: str | None = None  # why there may be none now
    callbacks: list | None = None  # what to call at the end of the backward pass that runs

    def enter(self, tape: Tape | None, frame: Frame | None) -> tuple | None:
        """Install a tape and a frame; returns what `leave` takes on the way out."""
        previous = (self.tape, self.frame) if "tape" in self.__dict__ else None
        self.tape, self.frame = tape, frame
        self._look()
        return previous

    def leave(self, previous: tuple | None) -> None:
        """Go back to before `enter`: the defaults, if the thread had not entered anything."""
        if previous is None:
            del self.tape, self.frame
        else:
            self.tape, self.frame = previous
        self._look()

    def set_cast(self, dtype: Any) -> Any:
        """Set the dtype that float inputs are cast to (or None); returns the previous one."""
        previous, self.cast = self.cast, dtype
        self._look()
        return previous

    def set_modes(self, modes: tuple) -> tuple:
        """Set the MsDispatchModes in force, innermost last; returns the previous ones."""
        previous, self.modes = self.modes, modes
        self._look()
        return previous

    def _look(self) -> None:
        if "tape" in self.__dict__ or self.cast is not None or self.modes:
            recorded = self.tape is not None or self.frame is not None
            other = self.cast is not None or bool(self.modes)
            self.slow = recorded or other
            self.records = None if other or self.frame is not None else self.tape
        else:
            self.__dict__.pop("slow", None)
            self.__dict__.pop("records", None)

    def compiled(self) -> bool:
        """Whether this is code of a compiled function, be it traced or run eagerly."""
        frame = self.frame
        while frame is not None and not frame.captures:
            frame = frame.parent
        return self.fallback > 0 or frame is not None

    def bump(self) -> None:
        """Something that compiled code depends on changed somewhere."""
        _State.version += 1


STATE = _State()

# Held while a function is traced, which puts tracers into Tensors that other threads may know, and
# while compiled code runs, which gives their arrays away.
LOCK = threading.RLock()


def refuse_lasting(what: str, box: Box | None = None) -> None:
    """End the tracing of code that changes what neither branches nor attempts put back.

    It runs eagerly then. It is compiled when it is called again and changes nothing more.

    Args:
        what: it changes.
        box: what keeps the change, if it is a box: one that was made inside may.
    """
    frame = STATE.frame
    if frame is None or frame.oracle_in_force() is None or (box is not None and frame.owns(box)):
        return
    raise frame.break_off(f"code that is compiled changes {what}", filling=True)


def changed(part: Any, before: Any) -> bool:
    """Whether a list or dict holds other objects than `before`, a copy made earlier."""
    if len(part) != len(before):
        return True
    if isinstance(part, dict):
        if not all(map(operator.is_, part, before)):
            return True
        part, before = part.values(), before.values()
    return not all(map(operator.is_, part, before))


class Seen:
    """A Cell as it was before its first call in a frame."""

    __slots__ = ("attributes", "cell", "containers")

    def __init__(self, cell: Any):
        self.cell, self.attributes = cell, dict(cell.__dict__)
        self.containers = {
            k: v.copy() for k, v in self.attributes.items() if type(v) in (list, dict)
        }

    def restore(self) -> None:
        """Give the Cell its attributes back."""
        held = self.cell.__dict__
        held.clear()
        held.update(self.attributes)
        for name, before in self.containers.items():
            part = held[name]
            if changed(part, before):
                part.clear()
                if type(part) is list:
                    part.extend(before)
                else:
                    part.update(before)


class Frame:
    """One level of tracing. Boxes from outside that are written inside get their contents back on
    exit.

    A capturing frame (compiled code) also learns which outside boxes are read, so that they become
    inputs of the compiled function instead of constants in it. One that `knows` runs eagerly, so
    that the code inside may look at their values.
    """

    __slots__ = (
        "at_times",
        "broken",
        "captures",
        "calls",
        "cells",
        "ended",
        "entered",
        "forward",
        "found",
        "frozen",
        "hooks",
        "inputs",
        "keeps",
        "knows",
        "left",
        "made",
        "objects",
        "oracle",
        "parent",
        "points",
        "pulls",
        "reads",
        "replaced",
        "reverse",
        "row",
        "rows",
        "saved",
        "shown",
        "stands_for",
        "together",
        "views",
    )

    def __init__(
        self, parent: Frame | None, captures: bool = False, inputs: Any = (), knows: bool = False
    ):
        self.parent, self.captures, self.knows = parent, captures, knows
        self.inputs = {id(b): b for b in inputs}
        self.found: dict[int, Box] = {}
        self.saved: dict[int, tuple[Box, Any, Any]] = {}
        self.cells: dict[int, Seen] = {}
        self.made: dict[int, Any] = {}  # Cells made inside, whose attributes are effects of none
        self.broken: TraceBreak | None = None
        self.row: Any = None  # the number of the row, in code that `vmap` runs
        self.rows: dict[int, Box] = {}  # rows of Parameters that it is given there
        self.calls: tuple = ()
        self.views: list[tuple] = []
        self.shown: dict[int, tuple[Box, bool]] = {}  # views from outside, and if gradients stop
        # Attributes, by object and name, that hold on some way what they held before the trace.
        self.keeps: set[tuple[int, str]] = set()
        self.left: list[tuple[Box, Any, Any]] = []  # boxes that took over other memory inside
        self.entered: dict[int, int] = {}  # the `id` of what inputs were given, by box
        self.replaced: set[int] = set()  # inputs that took over other memory, unwritten before
        # Those that did so after a write, on some paths only, or in what may not have run.
        self.at_times: dict[int, Box] = {}
        self.stands_for: dict[int, tuple[Any, Any]] = {}  # what a gradient put for an array, by box
        self.hooks: dict[int, tuple[Box, tuple]] = {}  # Tensors whose hooks were looked at
        self.reads: dict[int, weakref.ref] = {}  # arrays that operations were given, by box
        self.objects: Iterable[Any] = () if parent is None else parent.objects  # not Cells
        self.ended = False  # then what the arrays of its boxes belonged to is gone
        self.together = False  # whether it calls collectives between processes
        self.pulls = False  # whether derivatives of what is traced run Python functions
        self.forward = parent is not None and parent.forward  # differentiated in forward mode
        self.reverse: Any = None if parent is None else parent.reverse  # JAX's trace of a gradient
        self.oracle: Any = None  # what answers conditions on values, if anything does
        # Tensors after a loop that may have been one with others: nothing may write to them.
        self.frozen: dict[int, Box] = {} if parent is None else parent.frozen
        self.points: dict[int, tuple[Any, list]] = {}  # arrays whose gradients have hooks, by box

    def owns(self, box: Box) -> bool:
        """Whether `box` was made while this frame (or one inside it) was active."""
        frame = getattr(box, "_frame", None)
        while frame is not None:
            if frame is self:
                return True
            frame = frame.parent
        return False

    def note_read(self, box: Box) -> None:
        """Record that `box` is read, in every capturing frame that it comes from outside of."""
        made_in = getattr(box, "_frame", None)
        if made_in is not None and made_in.ended and isinstance(box._data, jax.core.Tracer):
            raise self.break_off("a hook, bprop or container keeps a Tensor of code that has ended")
        if isinstance(box._data, jax.core.Tracer):
            self.reads[id(box)] = weakref.ref(box._data)
        while box._view is not None and hasattr(box._view, "base"):
            box = box._view.base
        frame: Frame | None = self
        while frame is not None:
            if frame.captures and id(box) not in frame.inputs and id(box) not in frame.saved:
                if not frame.owns(box):
                    frame.found[id(box)] = box
            frame = frame.parent

    def foreign(self, box: Box) -> bool:
        """Whether code being compiled sees `box` from outside, so that its value is not fixed."""
        frame: Frame | None = self
        while frame is not None:
            if frame.captures and not frame.knows:
                return not frame.owns(box)
            frame = frame.parent
        return False

    def answer(self, box: Box) -> bool | None:
        """The truth of `box` on the path that is traced; None where conditions do not fork."""
        oracle = self.oracle_in_force()
        return None if oracle is None else oracle.ask(self, box)

    def require(self, box: Box) -> bool:
        """Let a bool be what has to hold, or eager code raises; False if that is not possible."""
        oracle = self.oracle_in_force()
        return oracle is not None and oracle.require(box)

    def conditions(self) -> int:
        """How many conditions on values were met on the path that is traced."""
        oracle = self.oracle_in_force()
        return 0 if oracle is None else len(oracle.answers)

    def explains(self) -> bool:
        """Note that an exception of the path that is traced shows a value; False if none may."""
        oracle = self.oracle_in_force()
        if oracle is not None:
            oracle.explained = True
        return oracle is not None

    def shows_classes(self) -> bool:
        """Whether code that is traced may ask `type` if a value is a number."""
        oracle = self.oracle_in_force()
        return oracle is not None and oracle.watch.compares_types

    def prints_in_order(self) -> bool:
        """Whether compiled code can print in order: on one device, and not for rows of `vmap`."""
        frame: Frame | None = self
        while frame is not None and frame.row is None:
            frame = frame.parent
        oracle = self.oracle_in_force()
        return frame is None and oracle is not None and oracle.watch.prints

    def oracle_in_force(self) -> Any:
        """What answers conditions on values in the code that is traced, None if nothing does."""
        frame: Frame | None = self
        while frame is not None and not frame.captures:
            frame = frame.parent
        return None if frame is None else frame.oracle

    def unsettled(self, box: Box) -> bool:
        """Whether `box` is to become an input, so that what is traced now will not be used."""
        while box._view is not None and hasattr(box._view, "base"):
            box = box._view.base
        frame: Frame | None = self
        while frame is not None:
            if id(box) in frame.found:
                return True
            frame = frame.parent
        return False

    def note_write(self, box: Box) -> None:
        """Remember the contents of an outside box before its first write."""
        if id(box) in self.frozen:
            raise self.break_off("a Tensor that may be shared is changed in place after a loop")
        if id(box) not in self.saved and not self.owns(box):
            self.saved[id(box)] = (box, box._data, box._node)

    def note_rebound(self, box: Box, memory: Any) -> None:
        """Remember what the views of an outside box show until this frame ends."""
        if not self.owns(box):
            self.left.append((box, memory, box._view))

    def note_replaced(self, box: Box) -> None:
        """Remember that `box` takes over other memory, and whether the old one was written to."""
        if id(box) in self.entered:
            unwritten = self.entered[id(box)] == id(box._data)
        else:
            unwritten = id(box) not in self.saved and not self.owns(box)
        if unwritten:
            self.replaced.add(id(box))
        elif id(box) not in self.replaced and not self.owns(box):
            self.at_times[id(box)] = box

    def note_kept(self, thing: Any, name: str) -> None:
        """Remember that on some way an attribute holds what it held before the trace."""
        frame: Frame | None = self
        while frame is not None:
            frame.keeps.add((id(thing), name))
            frame = frame.parent

    def note_hooks(self, box: Box, hooks: tuple) -> None:
        """Remember that what is traced depends on the hooks of `box`."""
        frame: Frame | None = self
        while frame is not None:
            frame.hooks.setdefault(id(box), (box, hooks))
            frame = frame.parent

    def was_read(self, box: Box) -> bool:
        """Whether operations were given what `box` holds."""
        frame: Frame | None = self
        while frame is not None:
            seen = frame.reads.get(id(box))
            if seen is not None and seen() is box._data:
                return True
            frame = frame.parent
        return False

    def note_pull(self) -> None:
        """Remember that the derivative of what is traced runs a Python function."""
        frame: Frame | None = self
        while frame is not None:
            frame.pulls = True
            frame = frame.parent

    def note_refresh(self, link: Any, box: Box) -> None:
        """Remember what a view showed before it is read again inside the frame."""
        if not self.owns(box):
            self.views.insert(0, (link, box, link.seen, box._data, box._node))

    def before(self, box: Box) -> tuple[Any, Any]:
        """What `box` holds outside of all frames: its array and the node of that."""
        held = box._data, box._node
        frame: Frame | None = self
        while frame is not None:
            if id(box) in frame.saved:
                held = frame.saved[id(box)][1:]
            else:  # the first refresh of a view comes last
                refreshed = [view[3:] for view in frame.views if view[1] is box]
                held = refreshed[-1] if refreshed else held
            frame = frame.parent
        return held

    def note_shown(self, view: Box, stops: bool) -> None:
        """Remember that a view from outside is read, and whether gradients stop at it."""
        frame: Frame | None = self
        while frame is not None and not frame.owns(view):
            frame.shown.setdefault(id(view), (view, stops))
            frame = frame.parent

    def undifferentiated(self, box: Box, seen: Any) -> Any:
        """What `box` holds, without the points of gradients that began after `seen` was there.

        A view made earlier shows the same contents and does not depend on these points.
        """
        array = box._data
        frame: Frame | None = self
        while frame is not None and array is not seen:
            point = frame.stands_for.get(id(box))
            if point is not None and point[0] is array:
                array = point[1]
            frame = frame.parent
        return array

    def note_cell(self, cell: Any) -> None:
        """Remember the attributes of a Cell before its first call in this frame."""
        frame: Frame | None = self
        while frame is not None and id(cell) not in frame.made:
            if id(cell) not in frame.cells:
                frame.cells[id(cell)] = Seen(cell)
            frame = frame.parent

    def makes(self, cell: Any) -> bool:
        """Whether a Cell was made in this frame or one around it."""
        frame: Frame | None = self
        while frame is not None and id(cell) not in frame.made:
            frame = frame.parent
        return frame is not None

    def note_object(self, thing: Any) -> None:
        """Remember the attributes of an object from outside of this frame.

        It may have been made inside of the frames around, each of which notes its own when it
        begins.
        """
        if id(thing) not in self.cells:
            self.cells[id(thing)] = Seen(thing)

    def break_off(self, reason: str, filling: bool = False) -> TraceBreak:
        """The exception that ends the tracing, noted in case the code traced catches it."""
        error = TraceBreak(reason, filling)
        frame: Frame | None = self
        while frame is not None:
            frame.broken = error
            frame = frame.parent
        return error

    def breaks(self) -> list[TraceBreak | None]:
        """What `mend` takes to forget later breaks of this frame and those around it."""
        found, frame = [], self
        while frame is not None:
            found.append(frame.broken)
            frame = frame.parent
        return found

    def mend(self, breaks: list[TraceBreak | None]) -> None:
        """Forget the breaks since `breaks` were noted: what broke was only an attempt."""
        frame: Frame | None = self
        for broken in breaks:
            frame.broken, frame = broken, frame.parent

    def let_go(self) -> None:
        """Keep nothing alive that only the tracing needed: compiled code keeps the frame."""
        self.oracle, self.objects = None, ()
        for kept in (self.cells, self.made, self.inputs, self.found, self.hooks, self.shown):
            kept.clear()

    def restore(self) -> list[tuple[Box, Any]]:
        """Give every written box its old contents; returns the boxes with what they held inside."""
        written = []
        for box, data, node in self.saved.values():
            if box._data is not data:
                written.append((box, box._data))
            box._data, box._node = data, node
        for link, box, seen, data, node in self.views:
            link.seen, box._data, box._node = seen, data, node
        for box, memory, link in reversed(self.left):
            memory.left, box._memory, box._view = None, memory, link
        self.left.clear()
        self.saved.clear()  # compiled code keeps the frame, which must not keep contents alive
        self.views.clear()
        self.points.clear()
        self.entered.clear()
        self.stands_for.clear()
        if self.parent is not None:
            self.parent.reads.update(self.reads)
            self.parent.made.update(self.made)
        self.reads.clear()
        self.ended = True
        self.calls, self.row = (), None
        return written
