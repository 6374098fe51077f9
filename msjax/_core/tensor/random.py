"""Random state: a key and a counter in a box, so that compiled code carries it in and out."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core.base.errors import must, prefixed
from msjax._core.base.format import object_repr
from msjax._core.base.state import LOCK, STATE, refuse_lasting
from msjax._core.tensor.parameter import pass_names
from msjax._core.tensor.tensor import Tensor, box


def _fresh_state(seed: int, offset: int = 0) -> np.ndarray:
    """The state of a stream: two words of seed, one of position."""
    return np.array([seed >> 32 & 0xFFFFFFFF, seed & 0xFFFFFFFF, offset & 0xFFFFFFFF], np.uint32)


def _entropy() -> int:
    """A seed from the system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


class Generator:
    """A stream of random numbers with its own seed and position.

    Examples:
        >>> import msjax as ms
        >>> g = ms.Generator()
        >>> _ = g.manual_seed(5)
        >>> g.initial_seed()
        5
    """

    def __init__(self) -> None:
        pass_names(2)  # MindSpore's has Parameters for its seed and position
        self._begin()

    def _begin(self) -> None:
        self._seed = 0  # reported until a seed is given; the stream itself starts anywhere
        self._state = box(_fresh_state(_entropy()))
        self._state.__dict__["_is_random_state"] = True

    def __repr__(self) -> str:
        return object_repr("mindspore.common.generator.Generator", self)

    def seed(self) -> int:
        """Take a new seed from the system; returns it."""
        return self._reseed(_entropy())

    def manual_seed(self, seed: int) -> Generator:
        """Set the seed and start the stream over; returns the generator."""
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise TypeError(
                prefixed("Generator.manual_seed", must("seed", "int", type(seed).__name__))
            )
        if seed != self._seed:
            refuse_lasting("the seed of a Generator", self._state)
        self._reseed(seed)
        return self

    @classmethod
    def at(cls, seed: Tensor | int, offset: Tensor | int) -> Generator:
        """A stream of this seed at this position, as `_step` tells them."""
        made = cls()
        made._seed = int(seed)
        made._state._assign(_fresh_state(made._seed, int(offset)))
        return made

    def _reseed(self, seed: int) -> int:
        self._seed = seed
        self._state._assign(_fresh_state(seed))
        return seed

    def _step(self, step: Tensor | int) -> tuple[Tensor, Tensor]:
        """The seed and the position, which moves on by `step`, as int64 Tensors."""
        with LOCK:  # no two threads get the same position
            seed, offset = self.get_state().asnumpy().view(np.int64)
            words = np.array(self._state._value)
            words[2:3] += np.uint32(int(step) & 0xFFFFFFFF)  # wraps around
            self._state._assign(words)
        return Tensor(np.int64(seed)), Tensor(np.int64(offset))

    def initial_seed(self) -> int:
        """The seed that the stream started from."""
        return self._seed

    def get_state(self) -> Tensor:
        """The seed and the position as a Tensor of 16 bytes, for `set_state`."""
        words = [int(w) for w in np.asarray(self._state._value)]
        stream = words[0] << 32 | words[1]
        if stream != self._seed and not words[2]:
            return Tensor(np.zeros(16, np.uint8))  # never seeded, never used
        return Tensor(np.array([stream, words[2]], np.uint64).view(np.uint8))

    def set_state(self, state: Tensor) -> None:
        """Go back to a state that `get_state` returned.

        Raises:
            TypeError: `state` is not such a Tensor.
        """
        words = state.asnumpy() if isinstance(state, Tensor) else None
        if words is None or words.shape != (16,) or words.dtype != np.uint8:
            raise TypeError(
                prefixed("Generator.set_state", must("state", "a Tensor from get_state", state))
            )
        seed, offset = (int(w) for w in words.view(np.uint64))
        self._seed = seed
        if not seed and not offset:
            seed = _entropy()  # back to a stream that was never seeded
        self._state._assign(_fresh_state(seed, offset))


def is_state(held: Tensor) -> bool:
    """Whether a box holds the state of a stream."""
    return "_is_random_state" in held.__dict__


_STREAMS: dict[tuple[str, int], Generator] = {}
_SEED: list[int | None] = [None]
_SEEDINGS = [0]


def streams() -> list[Generator]:
    """The default generator and those of all seeded operations."""
    return [default_generator, *_STREAMS.values()]


def start_of(stream: Generator) -> np.ndarray:
    """The state from which a seeded stream started."""
    return _fresh_state(stream._seed)


def all_streams() -> dict[str, list[int]]:
    """The states of the default generator and of all seeded operations, for `restore_streams`."""
    streams = {f"{op}:{seed}": stream for (op, seed), stream in _STREAMS.items()}
    return {name: words_of(s) for name, s in {"": default_generator, **streams}.items()}


def restore_streams(states: dict[str, list[int]]) -> None:
    """Go back to what `all_streams` told, perhaps in another process."""
    for name, words in states.items():
        op, _, seed = name.rpartition(":")
        set_words(seeded_stream(op, int(seed)) if name else default_generator, words)


def words_of(generator: Generator) -> list[int]:
    """Seed and state of a generator as numbers, for `set_words`."""
    return [generator._seed, *(int(word) for word in np.asarray(generator._state._value))]


def set_words(generator: Generator, words: list[int]) -> None:
    """Go back to what `words_of` told."""
    generator._seed = words[0]
    generator._state._assign(np.array(words[1:], np.uint32))


def state_of(generator: Generator | None, op: str) -> Tensor:
    """The state box of `generator`, of the default one if None."""
    if generator is None:
        return default_generator._state
    if not isinstance(generator, Generator):
        raise TypeError(
            prefixed(op, must("generator", "a Generator or None", type(generator).__name__))
        )
    return generator._state


def row_state(state: Tensor) -> Any:
    """The state with the numbers of the rows that draw from it, None outside of `vmap`.

    Rows share a stream from outside the mapped function, and each draws its own numbers from it. A
    generator made inside belongs to its row already.
    """
    rows, frame = [], STATE.frame
    while frame is not None:
        if frame.row is not None and not frame.owns(state):
            rows.append(frame.row)
        frame = frame.parent
    return jax.numpy.concatenate([state._value, jax.numpy.stack(rows)]) if rows else None


def advance(state: Tensor, moved: Any, op: str) -> None:
    """Give a stream the state after a draw.

    Raises:
        RuntimeError: the draw is inside a bare `jax.jit`, which would repeat it at every call.
    """
    if isinstance(moved, jax.core.Tracer) and STATE.frame is None:
        moved = jax.numpy.asarray(state._value).at[2].add(1)  # concrete unless JAX compiles
        if isinstance(moved, jax.core.Tracer):
            raise RuntimeError(
                f"For '{op}', random numbers inside a bare jax.jit would be the same at every "
                "call. Use msjax.jit, or put the network in inference mode by set_train(False)."
            )
    state._assign(moved)


def seeded_stream(op: str, seed: int) -> Generator:
    """The stream of `op` called with `seed=`; continued by every call, restarted by `set_seed`."""
    stream = _STREAMS.get((op, seed))
    if stream is None:
        stream = _lasting()
        stream._seed = _mixed(seed, _SEED[0])
        stream._state._data = _fresh_state(stream._seed)
        _STREAMS[op, seed] = stream
    return stream


def new_stream() -> Generator:
    """A generator that no program made, so that names of Parameters do not count it."""
    generator = Generator.__new__(Generator)
    generator._begin()
    return generator


def _lasting() -> Generator:
    """A generator that belongs to no trace, even if one is under way."""
    generator = new_stream()
    generator._state._frame = None  # type: ignore[assignment]
    return generator


# The generator behind every random operation that is not given one.
default_generator = _lasting()
pass_names(2)


def _mixed(seed: int, base: int | None) -> int:
    """The seed of a stream of its own under the seed that `set_seed` gave."""
    return seed if base is None else (base + 1 & 0xFFFFFFFF) << 32 | seed & 0xFFFFFFFF


def set_seed(seed: int) -> None:
    """Seed msjax's random operations, NumPy's global generator and Python-side initializers.

    Args:
        seed: a non-negative int.

    Raises:
        TypeError: `seed` is not an int.
        ValueError: `seed` is negative or does not fit in 32 bits.

    Examples:
        >>> import msjax as ms
        >>> ms.set_seed(1)
        >>> a = ms.ops.rand(2)
        >>> ms.set_seed(1)
        >>> bool((ms.ops.rand(2) == a).all())
        True
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"The argument 'seed' must be type of int, but got {type(seed)}.")
    if seed < 0:
        raise ValueError(
            "For 'global_seed', the 'seed' must be int and must >= 0, "
            f"but got '{seed}' with type 'int'."
        )
    if seed != _SEED[0]:
        refuse_lasting("the seed")
    np.random.seed(seed)
    default_generator.manual_seed(seed)
    _SEED[0] = seed
    _SEEDINGS[0] += 1
    for (_, own), stream in _STREAMS.items():
        stream._reseed(_mixed(own, seed))


def get_seed() -> int | None:
    """The seed given to `set_seed`, None before that.

    Returns:
        int or None.

    Examples:
        >>> import msjax as ms
        >>> ms.set_seed(3)
        >>> ms.get_seed()
        3
    """
    return _SEED[0]


def seedings() -> int:
    """How often `set_seed` was called: the same seed again seeds again."""
    return _SEEDINGS[0]


def manual_seed(seed: int) -> Generator:
    """Seed the default generator only.

    Args:
        seed: an int.

    Returns:
        The default generator.

    Raises:
        TypeError: `seed` is not an int.

    Examples:
        >>> import msjax as ms
        >>> ms.manual_seed(3).initial_seed()
        3
    """
    return default_generator.manual_seed(seed)


def seed() -> int:
    """Give the default generator a seed from the system.

    Returns:
        int, the seed.

    Examples:
        >>> import msjax as ms
        >>> ms.seed() == ms.initial_seed()
        True
    """
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the default generator started from.

    Returns:
        int.

    Examples:
        >>> import msjax as ms
        >>> _ = ms.manual_seed(3)
        >>> ms.initial_seed()
        3
    """
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """State of the default generator.

    Returns:
        UInt8 Tensor of shape (16,), for `set_rng_state`.

    Examples:
        >>> import msjax as ms
        >>> ms.set_seed(3)
        >>> state = ms.get_rng_state()
        >>> first = ms.mint.rand(2)
        >>> ms.set_rng_state(state)
        >>> bool((ms.mint.rand(2) == first).all())
        True
    """
    return default_generator.get_state()


def set_rng_state(state: Tensor) -> None:
    """Put the default generator back to a state from `get_rng_state`.

    Args:
        state: what `get_rng_state` returned.

    Raises:
        TypeError: `state` is no such Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.set_seed(3)
        >>> state = ms.get_rng_state()
        >>> first = ms.mint.rand(2)
        >>> ms.set_rng_state(state)
        >>> bool((ms.mint.rand(2) == first).all())
        True
    """
    default_generator.set_state(state)
