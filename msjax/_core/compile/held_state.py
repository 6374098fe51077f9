"""Objects of Python's and NumPy's own whose state is not made of parts: read, compared, given back.

Random generators, buffers in memory, arrays of the module `array`, and the caches of
`functools.lru_cache`.
"""

from __future__ import annotations

import array
import contextlib
import functools
import gc
import io
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import numpy as np

from msjax._core.tensor.structure import tensors_in

PYTHONS = random._inst  # whose methods the module's functions are
NUMPYS: Any = np.random.mtrand._rand  # likewise


class _Kind(NamedTuple):
    """How objects of some types are read and given back what was read."""

    types: tuple[type, ...]
    read: Callable[[Any], Any]
    give: Callable[[Any, Any], None]
    called: str  # how reasons name it


def _read_buffer(buffer: Any) -> Any:
    return None if buffer.closed else (buffer.getvalue(), buffer.tell())


def _give_buffer(buffer: Any, held: Any) -> None:
    if held is None or buffer.closed:
        return
    buffer.seek(0)
    buffer.truncate()
    buffer.write(held[0])
    buffer.seek(held[1])


def _give_array(held: array.array, data: bytes) -> None:
    del held[:]
    held.frombytes(data)


def _read_memory(view: memoryview) -> bytes | None:
    with contextlib.suppress(ValueError):  # it is released
        return view.tobytes() if not view.readonly and view.c_contiguous else None
    return None


def _give_memory(view: memoryview, data: bytes | None) -> None:
    if data is not None:
        view.cast("B")[:] = data


def _keeps_traced(function: Any) -> bool:
    """Whether results that are kept have Tensors of code that is traced."""
    kept = [t for part in gc.get_referents(function) for t in tensors_in(part)]
    return any(isinstance(t._data, jax.core.Tracer) for t in kept)


_KINDS = (
    _Kind((random.Random,), random.Random.getstate, random.Random.setstate, "a random generator"),
    _Kind(
        (np.random.RandomState,),
        lambda state: state.get_state(legacy=False),
        lambda state, held: state.set_state(held),
        "a random generator",
    ),
    _Kind(
        (np.random.Generator,),
        lambda generator: generator.bit_generator.state,
        lambda generator, held: setattr(generator.bit_generator, "state", held),
        "a random generator",
    ),
    _Kind(
        (np.random.BitGenerator,),
        lambda bits: bits.state,
        lambda bits, held: setattr(bits, "state", held),
        "a random generator",
    ),
    _Kind((io.StringIO, io.BytesIO), _read_buffer, _give_buffer, ""),
    _Kind((array.array,), array.array.tobytes, _give_array, "an array"),
    _Kind((memoryview,), _read_memory, _give_memory, ""),
    _Kind(
        (functools._lru_cache_wrapper,),
        _keeps_traced,
        lambda function, held: None if held else function.cache_clear(),
        "the cache of a function",
    ),
)
_TYPES = tuple(t for kind in _KINDS for t in kind.types)


class HeldState:
    """What an object of such a kind holds now."""

    __slots__ = ("_kind", "_read", "_seen", "value")

    def __init__(self, value: Any):
        self.value = value
        self._kind = next(k for k in _KINDS if isinstance(value, k.types))
        self._read = self._kind.read(value)
        self._seen = _comparable(self._read)

    @staticmethod
    def fits(value: Any) -> bool:
        """Whether an object is of such a kind, and its state can be read."""
        return isinstance(value, _TYPES) and type(value) is not random.SystemRandom

    def changed(self) -> bool:
        """Whether it holds something else than before."""
        return _comparable(self._kind.read(self.value)) != self._seen

    def restore(self) -> None:
        """Give it back what it held."""
        self._kind.give(self.value, self._read)

    def described(self) -> str:
        """How reasons name it."""
        if self.value is PYTHONS or self.value is NUMPYS:
            return f"the random state of {'Python' if self.value is PYTHONS else 'NumPy'}"
        return self._kind.called or f"a {type(self.value).__name__}"


def _comparable(state: Any) -> Any:
    if isinstance(state, dict):
        return [(key, _comparable(part)) for key, part in state.items()]
    return state.tobytes() if isinstance(state, np.ndarray) else state


@contextlib.contextmanager
def drawing_aside(draws: bool) -> Iterator[list[HeldState]]:
    """A block after which the random states of Python and NumPy are as before, if code `draws`.

    It begins with other states, so that code that sets them to what they were is found, too.
    """
    if not draws:
        yield []
        return
    before = [HeldState(value) for value in (PYTHONS, NUMPYS)]
    try:
        for state in before:
            state.value.random()
        yield [HeldState(state.value) for state in before]
    finally:
        for state in before:
            state.restore()
