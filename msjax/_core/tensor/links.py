"""Where contents come from when a Tensor does not hold them: an initializer, another Tensor."""

from __future__ import annotations

import math
import numbers
import operator
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.box import Box
from msjax._core.base.cast import as_bits, as_leaf
from msjax._core.base.executable import Exec
from msjax._core.base.functions import F
from msjax._core.base.resident import resident
from msjax._core.base.state import LOCK, STATE
from msjax._core.base.x64 import to_device
from msjax._core.runtime import context
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.construct import data_type, wrong_source
from msjax._core.tensor.symbols import Symbol


def lazy_link(input_data: Any, dtype: Any, shape: Any, init: Any) -> Lazy:
    """The link of a Tensor that is made from shape and dtype instead of data."""
    if init is not None and (input_data is not None or dtype is None or shape is None):
        raise ValueError("init, dtype and shape must have values at the same time.")
    if input_data is not None:
        raise ValueError(
            "When initializing a tensor with 'input_data', 'shape' should be set to None."
            f"But got shape: {shape}."
        )
    if dtype is None:
        raise wrong_source(None)
    if shape is None:
        lengths: tuple[int, ...] = (-2,)  # even the rank is unknown
        symbols: tuple[Symbol | None, ...] = (None,)
    else:
        shape = shape if isinstance(shape, (tuple, list)) else (shape,)
        symbols = tuple(n if isinstance(n, Symbol) else None for n in shape)
        lengths = tuple(-1 if n is None or isinstance(n, Symbol) else int(n) for n in shape)
    if init is not None and any(n < 0 for n in lengths):
        raise ValueError("If setting dynamic shape, dtype must not be None, init must be None")
    return Lazy(init, lengths, data_type(dtype), symbols)


_describers: list[Callable] = []


def describes(function: F) -> F:
    """Decorator of the function of (init, shape, dtype) that makes the Tensors of initializers."""
    _describers.append(function)
    return function


def described(init: Any, shape: tuple[int, ...], dtype: mstype.Type = mstype.float32) -> Any:
    """A lazy Tensor of an initializer, or of the name of one."""
    return _describers[-1](init, shape, dtype)


class Busy:
    """Link of a Tensor whose array an executable was given, for other threads to wait for.

    The executable runs under the lock: whoever has it and still finds the link may take it off.
    """

    __slots__ = ()

    def refresh(self, tensor: Box) -> bool:
        """Wait until the executable has returned."""
        with LOCK:
            if tensor._view is self:
                tensor._view = None
        return False

    def push(self, tensor: Box) -> None:
        """A write: it is done, whatever the executable returns."""
        self.refresh(tensor)


class BeingTraced(Busy):
    """Link of a Tensor that holds a tracer, for threads other than the one that traces."""

    __slots__ = ("thread",)

    def __init__(self) -> None:
        self.thread = threading.get_ident()

    def refresh(self, tensor: Box) -> bool:
        """Wait until the function is traced."""
        return self.thread == threading.get_ident() or super().refresh(tensor)


BUSY = Busy()


class Lazy:
    """Link of a Tensor whose values an initializer makes at first use, or lie in a file."""

    __slots__ = ("dtype", "file", "init", "shape", "symbols")

    def __init__(
        self,
        init: Any,
        shape: tuple[int, ...],
        dtype: mstype.Type,
        symbols: tuple = (),
        file: str = "",
    ):
        self.init, self.shape, self.dtype, self.file = init, shape, dtype.np, file
        self.symbols: tuple[Symbol | None, ...] = symbols  # what is known of unknown lengths

    def known(self) -> bool:
        """Whether the shape is, so that there can be values."""
        return all(n >= 0 for n in self.shape)

    def refresh(self, tensor: Box) -> bool:
        """Fill the Tensor and drop this link."""
        if not self.known():
            raise ValueError(f"The Tensor has no values: its shape {self.shape} is not known yet.")
        if self.file:
            values = np.fromfile(self.file, self.dtype).reshape(self.shape)
            tensor._data, tensor._view = to_device(values, context.device()), None
            return False
        values = np.zeros(self.shape, self.dtype)
        init = described(self.init, self.shape).init if isinstance(self.init, str) else self.init
        if isinstance(init, numbers.Number):
            values.fill(init)
        elif init is not None:
            init(values)
        tensor._data, tensor._view = to_device(values, context.device()), None
        tensor._was_lazy = tensor._numpy_backed = True
        return False

    def push(self, tensor: Box) -> None:
        """A write before first use: the initial values are never needed."""
        tensor._view = None


class _Place:
    """Bytes of an array that is kept alive as long as NumPy looks at them through this."""

    def __init__(self, interface: dict[str, Any], owner: np.ndarray):
        self.__array_interface__, self.owner = interface, owner


class Lent:
    """Link of a Tensor whose memory is that of a NumPy array, as long as others hold the array.

    The Tensor has a copy, which is compared with the array at each use: what NumPy writes arrives
    before any operation that is called after it, and never in one that was called before.
    """

    __slots__ = ("bytes", "dtype", "owner", "seen", "shape", "weak")
    LARGEST = 1 << 16  # bytes: comparing these takes about as long as calling an operation

    def __init__(self, array: np.ndarray, seen: Any):
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        # It is held until the next look, for what is written before the others let go of it.
        self.owner: np.ndarray | None = owner
        # Memory that is not an array's may have other users that nothing tells of.
        self.weak = weakref.ref(owner) if owner.base is None else None
        address, is_read_only = array.__array_interface__["data"]
        place = address, is_read_only
        self.bytes = {"data": place, "shape": (array.nbytes,), "typestr": "|u1", "version": 3}
        self.shape, self.dtype, self.seen = array.shape, array.dtype, seen

    def array(self) -> np.ndarray | None:
        """The memory, None once nobody else has it."""
        owner = self.owner
        if owner is None and self.weak is not None:  # another thread is looking who holds it
            owner = self.weak()
        if owner is None:
            return None
        return np.asarray(_Place(self.bytes, owner)).view(self.dtype).reshape(self.shape)

    def refresh(self, tensor: Box) -> bool:
        """Take over what NumPy has written since the last look."""
        held = tensor._data
        if isinstance(held, jax.core.Tracer):
            return True
        array = self.array()
        if array is None:
            tensor._view = None
            return True
        if held is not self.seen:
            self.push(tensor)
        elif not _same_bytes(np.asarray(held), array):
            with jax.ensure_compile_time_eval():  # also where code is traced
                tensor._data = self.seen = to_device(array, context.device())
        del array
        if self._is_alone():
            tensor._view = None
        return True

    def _is_alone(self) -> bool:
        """Let go of the array, which is gone then if nobody else holds it."""
        if self.weak is None:
            return False
        self.owner = None
        self.owner = self.weak()
        return self.owner is None

    def push(self, tensor: Box) -> None:
        """Write what the Tensor now holds into the array; code being traced writes when it runs."""
        held = tensor._data
        if STATE.frame is not None or isinstance(held, jax.core.Tracer):
            return
        array = self.array()
        if array is None or not array.flags.writeable:
            tensor._view = None
        elif (held.shape, held.dtype) != (self.shape, self.dtype):
            tensor._view = None
        else:
            np.copyto(array, host_values(held))
            self.seen = held


def _same_bytes(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two dense arrays of one size hold the same bits: nan is nan, and 0.0 is not -0.0."""
    one, other = (a.reshape(-1).view(np.uint8) for a in (first, second))
    return np.array_equal(one, other)


class Memory:
    """What views know the memory of a Tensor by; `left` holds it once the Tensor took other."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left: Box | None = None


class View:
    """Link of a Tensor that shows part of another one's memory.

    `layout` tells when it does: always (None), where strides can describe its shape ("strided"), or
    where the elements of the base lie one after the other ("dense"). Else it is a copy, which is
    found out at the first write to either. What is `apart` has no gradient by the base, ever. What
    `keeps` its gradient has that of before when it is read again: it is what an operation gave that
    wrote into the base.
    """

    __slots__ = (
        "_shares",
        "apart",
        "arrays",
        "exe",
        "holder",
        "index",
        "keeps",
        "layout",
        "memory",
        "seen",
        "steps",
    )

    def __init__(
        self,
        base: Box,
        exe: Any,
        arrays: Sequence[Any],
        index: int,
        seen: Any,
        layout: str | None = None,
        apart: bool = False,
    ):
        memory = getattr(base, "_memory", None)
        if memory is None:
            memory = base._memory = Memory()
        self.holder, self.memory = base, memory
        self.exe, self.arrays, self.index, self.seen = exe, arrays, index, seen
        self.apart, self.layout, self._shares = apart, layout, True if layout is None else None
        self.steps: list[int] | None = None  # strides in elements, once they are known
        self.keeps = False

    @property
    def base(self) -> Box:
        """The Tensor that holds the memory which is shown."""
        left = self.memory.left
        return self.holder if left is None else left

    def shares(self, shape: tuple[int, ...]) -> bool:
        """Whether a Tensor of this shape and link shares the memory of the base."""
        if self._shares is None:
            lengths, steps = self.base._data.shape, _strides(self.base)
            if self.layout == "strided":
                self._shares = fits_strides(lengths, steps, shape)
            else:
                self._shares = fits_strides(lengths, steps, (math.prod(lengths),))
        return self._shares

    def settle(self, shown: Any) -> None:
        """Find out how far apart in memory neighbours along each dimension lie."""
        if not self.shares(shown.shape):
            self.steps = _dense(shown.shape)
            return
        base = self.base._data
        if shown.dtype != base.dtype:  # the same memory as other elements
            size, wanted = base.dtype.itemsize, shown.dtype.itemsize
            self.steps = [step * size // wanted for step in _strides(self.base)]
            self.steps[-1:] = [1] * min(shown.ndim, 1) if size != wanted else self.steps[-1:]
            return
        key = "places", self.index, base.shape
        moves = self.exe.bwd.get(key)
        if moves is None:
            with jax.ensure_compile_time_eval():
                places = np.arange(base.size, dtype=np.int32).reshape(base.shape)
                starts = [  # they may be traced, and say nothing about distances
                    0 if type(a) is int else np.zeros(a.shape, a.dtype) for a in self.arrays
                ]
                where = np.asarray(self.exe.fn(places, *starts)[self.index])
            moves = self.exe.bwd[key] = _moves(where, base.shape)
        self.steps = [sum(map(operator.mul, move, _strides(self.base))) for move in moves]

    def refresh(self, tensor: Box) -> bool:
        """Read again if the base was written since the last look."""
        chain, link, holder = [], self, tensor
        while type(link) is View:
            chain.append((link, holder))
            holder = link.base
            link = holder._view
        holder._value  # noqa: B018 - a lazy Tensor's initial values
        for link, holder in reversed(chain):  # from the memory on: chains may be long
            link._look(holder)
        return True

    def _look(self, tensor: Box) -> None:
        base = self.base
        current = base._data
        if isinstance(base._view, Busy):
            current = base._value
        if current is self.seen:
            return
        if STATE.frame is not None:
            current = STATE.frame.undifferentiated(base, self.seen)
            if current is self.seen:
                return
        if not self.shares(tensor._data.shape):
            tensor._view = None
            return
        frame, stops = STATE.frame, self.apart
        if frame is None:
            stops = self._stops(tensor, current, base._node)
        elif not frame.owns(tensor):
            stops = self._stops(tensor, *frame.before(base))
            frame.note_refresh(self, tensor)
            frame.note_shown(tensor, stops)
        inputs = [current, *self.arrays]
        if stops and frame is not None:
            inputs[0] = jax.lax.stop_gradient(current)
        if frame is None and not self.exe.eager:
            resident(inputs)
        outs = self.exe.fn(*inputs)
        if self.keeps and (frame is None or frame.owns(tensor)):
            shown = outs[self.index]
            tensor._data = as_leaf(shown, tensor._data) if frame is not None else shown
            self.seen = current
            return
        tensor._data, tensor._node, self.seen = outs[self.index], None, current
        parent = nodes.live(base._node)
        if frame is None and parent is not None and not stops:
            # Of when the base was written, even if `no_grad` is the first to see it.
            parents = [parent] + [None] * len(self.arrays)
            previous = STATE.enter(parent[0].tape, None)
            try:
                tensor._node = nodes.attach(self.exe, inputs, parents, outs)[self.index]
            finally:
                STATE.leave(previous)

    def _stops(self, tensor: Box, held: Any, node: Any) -> bool:
        """Whether what `tensor` shows of a base with these contents has no gradient by it.

        It has none if it was made where the base was not differentiated; a weight stays what it was
        then when it is written, an intermediate result becomes another one.
        """
        if self.apart:
            return True
        if nodes.live(node) is None or nodes.live(tensor._node) is not None:
            return False
        return node[0].exe is None or held is self.seen

    def stops_now(self, tensor: Box) -> bool:
        """Whether gradients by the base do not reach `tensor`."""
        return self._stops(tensor, self.base._data, self.base._node)

    def push(self, tensor: Box) -> None:
        """Write what the view now holds into the base."""
        if not self.shares(tensor._data.shape):
            tensor._view = None
            return
        base = self.base
        arrays = [base._value, tensor._data, *self.arrays]
        writer = self._writer()
        if STATE.frame is None and not writer.eager:
            resident(arrays)
        outs = writer.fn(*arrays)
        node = None
        if STATE.tape is not None:
            parents = [nodes.live(base._node), nodes.live(tensor._node)]
            if any(p is not None for p in parents):
                parents += [None] * len(self.arrays)
                node = nodes.attach(writer, arrays, parents, outs)[0]
        base._assign(outs[0], node)
        # Where elements of the base show several times, the view has to be read again.
        self.seen = None if tensor._data.size > base._value.size else base._value

    def _writer(self) -> Any:
        """The executable `(base, new view, ...) -> new base`."""
        cached = self.exe.bwd.get(("write", self.index))
        if cached is None:

            def write(base: Any, new: Any, *rest: Any) -> tuple:
                if new.dtype != base.dtype:
                    return (_seen_otherwise(base, new),)
                places = jnp.arange(base.size).reshape(base.shape)
                where = self.exe.flat(places, *rest)[self.index].reshape(-1)
                flat, new = base.reshape(-1), new.reshape(-1)
                if new.size > flat.size:  # no view of another kind shows an element twice
                    chosen = _last_written(flat, where, new)
                    return (new[chosen].reshape(base.shape),)
                return (flat.at[where].set(new).reshape(base.shape),)

            exe, index = self.exe, self.index
            cached = Exec("write_" + exe.name, write, identity=lambda: (exe.identity(), index))
            self.exe.bwd["write", self.index] = cached
        return cached


def memory_of(tensor: Any) -> Any:
    """The Tensor whose memory a view shows, the Tensor itself if it is none."""
    while type(tensor._view) is View:
        tensor = tensor._view.base
    return tensor


def owns_memory(tensor: Any) -> bool:
    """Whether a Tensor has values, and memory that is not a part of another one's."""
    return tensor._view is None or isinstance(tensor._view, Busy | Lent)


def is_viewed(tensor: Any) -> bool:
    """Whether views of a Tensor's own memory live."""
    return _holders(tensor) > _UNVIEWED


def _holders(tensor: Any) -> int:
    memory = getattr(tensor, "_memory", None)
    return 0 if memory is None else sys.getrefcount(memory)


def _count_unviewed() -> int:
    alone = Box()
    alone._memory = Memory()
    return _holders(alone)


_UNVIEWED = _count_unviewed()


def _seen_otherwise(base: Any, new: Any) -> Any:
    """The contents of `base` after a write to its memory seen as elements of another dtype."""
    if new.dtype == np.bool_:  # bytes that stay true keep their other bits
        held = as_bits(base, np.uint8)
        new = jnp.where((held != 0) == new, held, new.astype(np.uint8))
    return as_bits(new, base.dtype).reshape(base.shape)


def _strides(tensor: Box) -> list[int]:
    """How far apart in memory, in elements, neighbours along each dimension lie."""
    chain, holder = [], tensor
    while type(holder._view) is View and holder._view.steps is None:
        chain.append(holder)
        holder = holder._view.base
    for holder in reversed(chain):  # from the memory on: chains may be long
        holder._view.settle(holder._data)
    link = tensor._view
    return link.steps if type(link) is View else _dense(tensor._data.shape)


def _dense(shape: tuple[int, ...]) -> list[int]:
    """The strides of elements that lie one after the other."""
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def _moves(where: np.ndarray, shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each dimension of a view the step in its base of `shape`, along the base's dimensions.

    `where` holds for each element of the view its number in the base.
    """
    found = []
    for axis, length in enumerate(where.shape):
        if length < 2 or not where.size:
            found.append((0,) * len(shape))
            continue
        ends = [where[(0,) * axis + (i,) + (0,) * (where.ndim - axis - 1)] for i in (0, 1)]
        first, second = (np.unravel_index(end, shape) for end in ends)
        found.append(tuple(int(b) - int(a) for a, b in zip(first, second, strict=True)))
    return found


def fits_strides(lengths: Sequence[int], strides: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether memory of these lengths and strides can be seen in another shape without a copy."""
    if not math.prod(lengths):
        return True
    blocks: list[tuple[int, int]] = []  # lengths of dimensions that lie densely in memory together
    for length, step in zip(lengths, strides, strict=True):
        if length == 1:
            continue
        if blocks and blocks[-1][1] == length * step:
            blocks[-1] = blocks[-1][0] * length, step
        else:
            blocks.append((length, step))
    rest = [length for length, _ in blocks]
    for length in shape:
        if length == 1:
            continue
        if not rest or rest[0] % length:
            return False
        rest[0] //= length
        if rest[0] == 1:
            rest.pop(0)
    return True


def _last_written(flat: Any, where: Any, new: Any) -> Any:
    """For each element of the base, the place in its view that was written last.

    The view holds every element several times; a place whose value differs was written.
    """
    old, new = jax.lax.stop_gradient((flat[where], new))
    written = (old != new) & ((old == old) | (new == new))  # nan stays nan
    order = jnp.arange(new.size, dtype=np.int32) + written * np.int32(new.size)
    latest = jnp.zeros(flat.size, np.int32).at[where].max(order)
    return latest % np.int32(new.size)


_WHOLE: list[Any] = []


def whole_view() -> Any:
    """The executable of a view that shows all of its base."""
    if not _WHOLE:
        exe = Exec("share", lambda base: (base,), eager=True)
        exe.eager = False  # its derivative is compiled like any other
        exe.bwd["write", 0] = Exec("share", lambda base, new: (new,), eager=True)
        exe.bwd["write", 0].eager = False
        _WHOLE.append(exe)
    return _WHOLE[0]
